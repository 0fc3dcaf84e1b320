/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <poll.h>
#include <sched.h>
#include <time.h>

enum {
	PATIENCE_MS = 20000,
	PATIENCE_S = 60, /* valgrind is slow */
};

struct sockaddr_in device_address(int last, uint16_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (uint32_t)last),
	};
}

struct rdma_conn_param small_param(void)
{
	return (struct rdma_conn_param){.responder_resources = 1, .initiator_depth = 1};
}

void end_open(struct end *end, struct ibv_context *ctx)
{
	end->pd = ibv_alloc_pd(ctx);
	end->comp = ibv_create_comp_channel(ctx);
	end->cq = ibv_create_cq(ctx, 4 * DEPTH, end, end->comp, 0);
	end->buf = calloc(1, KIT_BYTES);
	assert_non_null(end->pd);
	assert_non_null(end->cq);
	assert_non_null(end->buf);
	end->mr = ibv_reg_mr(end->pd, end->buf, KIT_BYTES,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
				     IBV_ACCESS_REMOTE_READ);
	assert_non_null(end->mr);
}

void end_join(struct end *end, struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = DEPTH,
			.max_recv_wr = DEPTH,
			.max_send_sge = 1,
			.max_recv_sge = 1,
			.max_inline_data = MOST_INLINE},
	};

	end_open(end, id->verbs);
	end->id = id;
	attr.send_cq = attr.recv_cq = end->cq;
	assert_works(rdma_create_qp(id, end->pd, &attr));
	assert_true(attr.cap.max_send_wr >= DEPTH && attr.cap.max_recv_wr >= DEPTH);
	assert_true(attr.cap.max_send_sge >= 1 && attr.cap.max_recv_sge >= 1);
}

static void destroy_id(struct rdma_cm_id **id)
{
	if (!*id)
		return;
	if ((*id)->qp)
		rdma_destroy_qp(*id);
	assert_works(rdma_destroy_id(*id));
	*id = NULL;
}

void end_close(struct end *end)
{
	destroy_id(&end->id);
	if (end->mr)
		assert_works(ibv_dereg_mr(end->mr));
	if (end->cq)
		assert_works(ibv_destroy_cq(end->cq));
	if (end->comp)
		assert_works(ibv_destroy_comp_channel(end->comp));
	if (end->pd)
		assert_works(ibv_dealloc_pd(end->pd));
	free(end->buf);
	memset(end, 0, sizeof(*end));
}

struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				 int status)
{
	struct pollfd fd = {.fd = channel->fd, .events = POLLIN};
	struct rdma_cm_event *event = NULL;

	assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
	assert_works(rdma_get_cm_event(channel, &event));
	if (event->event != type)
		fail_msg("event %d (%s), not %d", event->event, rdma_event_str(event->event), type);
	assert_int_equal(event->status, status);
	return event;
}

void pass(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	assert_works(rdma_ack_cm_event(next_event(channel, type, 0)));
}

void link_listen(struct link *link)
{
	struct sockaddr_in here = device_address(2, 0);

	link->server_channel = rdma_create_event_channel();
	link->client_channel = rdma_create_event_channel();
	assert_non_null(link->server_channel);
	assert_non_null(link->client_channel);
	assert_works(rdma_create_id(link->server_channel, &link->listener, link, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(link->listener, (struct sockaddr *)&here));
	assert_works(rdma_listen(link->listener, 2));
}

void link_resolve(struct link *link)
{
	struct sockaddr_in to = device_address(2, ntohs(rdma_get_src_port(link->listener)));

	assert_works(rdma_create_id(link->client_channel, &link->client.id, link, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(link->client.id, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	pass(link->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_resolve_route(link->client.id, RESOLVE_MS));
	pass(link->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

struct rdma_cm_event *link_ask(struct link *link, struct rdma_conn_param *param)
{
	assert_works(rdma_connect(link->client.id, param));
	return next_event(link->server_channel, RDMA_CM_EVENT_CONNECT_REQUEST, 0);
}

void link_open(struct link *link)
{
	struct rdma_conn_param param = small_param();
	struct rdma_cm_event *asked;
	struct rdma_cm_id *id;

	link_listen(link);
	link_resolve(link);
	end_join(&link->client, link->client.id);
	asked = link_ask(link, &param);
	id = asked->id;
	assert_works(rdma_ack_cm_event(asked));
	end_join(&link->server, id);
	assert_works(rdma_accept(id, &param));
	/* the client's event first: on InfiniBand, reading it confirms the connection */
	pass(link->client_channel, RDMA_CM_EVENT_ESTABLISHED);
	pass(link->server_channel, RDMA_CM_EVENT_ESTABLISHED);
}

void link_close(struct link *link)
{
	end_close(&link->client);
	end_close(&link->server);
	destroy_id(&link->listener);
	if (link->server_channel)
		rdma_destroy_event_channel(link->server_channel);
	if (link->client_channel)
		rdma_destroy_event_channel(link->client_channel);
	memset(link, 0, sizeof(*link));
}

struct ibv_sge sge_of(const struct end *end, size_t offset, uint32_t bytes)
{
	return (struct ibv_sge){
		.addr = (uintptr_t)end->buf + offset,
		.length = bytes,
		.lkey = end->mr->lkey,
	};
}

struct ibv_send_wr request(struct ibv_sge *sge, enum ibv_wr_opcode opcode, const struct end *peer,
			   size_t offset)
{
	return (struct ibv_send_wr){
		.sg_list = sge,
		.num_sge = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = (uintptr_t)peer->buf + offset, .rkey = peer->mr->rkey},
	};
}

void post_receive(struct end *end, uint64_t wr_id, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = sge_of(end, offset, bytes);
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad = NULL;

	assert_works(ibv_post_recv(end->id->qp, &wr, &bad));
}

struct ibv_wc completion(struct end *end)
{
	time_t last = time(NULL) + PATIENCE_S;
	struct ibv_wc wc;
	int n;

	memset(&wc, 0, sizeof(wc));
	while ((n = ibv_poll_cq(end->cq, 1, &wc)) == 0 && time(NULL) < last)
		sched_yield();
	assert_int_equal(n, 1);
	return wc;
}

void speak_first(struct link *link)
{
	struct ibv_sge sge = sge_of(&link->client, 0, 1);
	struct ibv_send_wr wr = request(&sge, IBV_WR_SEND, &link->server, 0), *bad = NULL;

	post_receive(&link->server, 0, 0, 1);
	assert_works(ibv_post_send(link->client.id->qp, &wr, &bad));
	assert_int_equal(completion(&link->client).status, IBV_WC_SUCCESS);
	assert_int_equal(completion(&link->server).status, IBV_WC_SUCCESS);
}
