/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

enum {
	PATIENCE_MS = 20000
};

bool on_iwarp(void)
{
	static int known = -1;
	struct ibv_device **list;

	if (known >= 0)
		return known;
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	assert_non_null(list[0]);
	known = list[0]->transport_type == IBV_TRANSPORT_IWARP;
	ibv_free_device_list(list);
	return known;
}

const char *device_of(int nth)
{
	static char name[IBV_SYSFS_NAME_MAX];
	struct ibv_device **list = ibv_get_device_list(NULL);

	assert_non_null(list);
	snprintf(name, sizeof(name), "%s", ibv_get_device_name(list[nth - 1]));
	ibv_free_device_list(list);
	return name;
}

struct ibv_mr *reg_sink(struct rdma_cm_id *id, void *addr, size_t bytes)
{
	return on_iwarp() ? rdma_reg_write(id, addr, bytes) : rdma_reg_msgs(id, addr, bytes);
}

struct sockaddr_in loopback(int last, uint16_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (uint32_t)last),
	};
}

struct ibv_qp_init_attr small_qp(enum rdma_port_space ps)
{
	return (struct ibv_qp_init_attr){
		.cap = {.max_send_wr = DEPTH,
			.max_recv_wr = DEPTH,
			.max_send_sge = 2,
			.max_recv_sge = 2,
			.max_inline_data = 32},
		.qp_type = ps == RDMA_PS_TCP ? IBV_QPT_RC : IBV_QPT_UD,
		.sq_sig_all = 1,
	};
}

static bool readable(const struct rdma_event_channel *channel, int ms)
{
	struct pollfd fd = {.fd = channel->fd, .events = POLLIN};

	return poll(&fd, 1, ms) == 1 && fd.revents == POLLIN;
}

struct rdma_cm_event *next_failure(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				   int status)
{
	struct rdma_cm_event *event = NULL;

	assert_true(readable(channel, PATIENCE_MS));
	assert_works(rdma_get_cm_event(channel, &event));
	if (event->event != type)
		fail_msg("event %d (%s), not %d", event->event, rdma_event_str(event->event), type);
	assert_int_equal(event->status, status);
	return event;
}

struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	return next_failure(channel, type, 0);
}

struct rdma_cm_id *passed(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	struct rdma_cm_event *event = next_event(channel, type);
	struct rdma_cm_id *id = event->id;

	assert_works(rdma_ack_cm_event(event));
	return id;
}

void assert_private_data(const void *data, uint8_t length, const void *sent, size_t bytes,
			 uint8_t field)
{
	const uint8_t *at = data;

	assert_int_equal(length, by_network(field, (int)bytes));
	if (!length)
		assert_null(data);
	if (bytes)
		assert_memory_equal(at, sent, bytes);
	for (size_t i = bytes; i < length; i++)
		assert_int_equal(at[i], 0);
}

void assert_quiet(struct rdma_event_channel *channel)
{
	assert_false(readable(channel, 0));
}

void open_listener(struct pair *p, enum rdma_port_space ps, int backlog)
{
	struct sockaddr_in here = loopback(2, 0);

	p->ps = ps;
	p->server_channel = rdma_create_event_channel();
	p->client_channel = rdma_create_event_channel();
	assert_non_null(p->server_channel);
	assert_non_null(p->client_channel);
	assert_works(rdma_create_id(p->server_channel, &p->listener, p, ps));
	assert_works(rdma_bind_addr(p->listener, (struct sockaddr *)&here));
	assert_works(rdma_listen(p->listener, backlog));
}

void open_client(struct pair *p)
{
	struct sockaddr_in to = loopback(2, ntohs(rdma_get_src_port(p->listener)));
	struct ibv_qp_init_attr attr = small_qp(p->ps);

	assert_works(rdma_create_id(p->client_channel, &p->client, p, p->ps));
	assert_works(rdma_resolve_addr(p->client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	assert_ptr_equal(passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED), p->client);
	assert_works(rdma_create_qp(p->client, NULL, &attr));
	assert_works(rdma_resolve_route(p->client, RESOLVE_MS));
	assert_ptr_equal(passed(p->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED), p->client);
}

struct rdma_cm_event *request_connection(struct pair *p, struct rdma_conn_param *param)
{
	struct rdma_cm_event *event;

	assert_works(rdma_connect(p->client, param));
	event = next_event(p->server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	p->server = event->id;
	return event;
}

void connect_pair(struct pair *p)
{
	struct ibv_qp_init_attr attr = small_qp(p->ps);

	open_listener(p, RDMA_PS_TCP, 0);
	open_client(p);
	assert_works(rdma_ack_cm_event(request_connection(p, NULL)));
	attr = small_qp(p->ps);
	assert_works(rdma_create_qp(p->server, NULL, &attr));
	assert_works(rdma_accept(p->server, NULL));
	assert_ptr_equal(passed(p->client_channel, RDMA_CM_EVENT_ESTABLISHED), p->client);
	assert_ptr_equal(passed(p->server_channel, RDMA_CM_EVENT_ESTABLISHED), p->server);
}

static void destroy(struct rdma_cm_id **id)
{
	if (!*id)
		return;
	if ((*id)->qp)
		rdma_destroy_qp(*id);
	assert_works(rdma_destroy_id(*id));
	*id = NULL;
}

void close_pair(struct pair *p)
{
	destroy(&p->client);
	destroy(&p->server);
	destroy(&p->listener);
	if (p->server_channel)
		rdma_destroy_event_channel(p->server_channel);
	if (p->client_channel)
		rdma_destroy_event_channel(p->client_channel);
	memset(p, 0, sizeof(*p));
}

void bring_up(struct pair *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr to;
	int mask;

	if (on_iwarp()) {
		passed(p->client_channel, RDMA_CM_EVENT_ESTABLISHED);
		return;
	}
	passed(p->client_channel, RDMA_CM_EVENT_CONNECT_RESPONSE);
	for (int s = IBV_QPS_INIT; s <= IBV_QPS_RTS; s++) {
		to.qp_state = (enum ibv_qp_state)s;
		assert_works(rdma_init_qp_attr(p->client, &to, &mask));
		assert_int_equal(ibv_modify_qp(qp, &to, mask), 0);
	}
	assert_works(rdma_establish(p->client));
}

void connect_again(struct pair *p, struct ibv_qp *qp)
{
	struct rdma_conn_param param = {.qp_num = qp->qp_num,
					.responder_resources = 1,
					.initiator_depth = 1,
					.retry_count = 7,
					.rnr_retry_count = 7};
	struct ibv_qp_attr reset = {.qp_state = IBV_QPS_RESET}, init = {.qp_state = IBV_QPS_INIT};
	struct ibv_qp_init_attr attr = small_qp(p->ps);
	int mask;

	assert_int_equal(ibv_modify_qp(qp, &reset, IBV_QP_STATE), 0);
	open_client(p);
	rdma_destroy_qp(p->client); /* the new identifier will connect the old queue pair */
	assert_works(rdma_init_qp_attr(p->client, &init, &mask));
	assert_int_equal(ibv_modify_qp(qp, &init, mask), 0);
	assert_works(rdma_ack_cm_event(request_connection(p, &param)));
	assert_works(rdma_create_qp(p->server, NULL, &attr));
	assert_works(rdma_accept(p->server, NULL));
	bring_up(p, qp);
	assert_ptr_equal(passed(p->server_channel, RDMA_CM_EVENT_ESTABLISHED), p->server);
}

static void send_message(struct ibv_qp *from, struct ibv_qp *to, const char *what)
{
	char in[64] = "", out[64] = "";
	struct ibv_mr *sink = ibv_reg_mr(to->pd, in, sizeof(in), IBV_ACCESS_LOCAL_WRITE);
	struct ibv_mr *source = ibv_reg_mr(from->pd, out, sizeof(out), 0);
	struct ibv_sge in_sge = {(uintptr_t)in, sizeof(in), sink->lkey};
	struct ibv_sge out_sge = {(uintptr_t)out, sizeof(out), source->lkey};
	struct ibv_recv_wr recv = {.wr_id = 71, .sg_list = &in_sge, .num_sge = 1}, *bad_recv;
	struct ibv_send_wr send = {.wr_id = 72,
				   .sg_list = &out_sge,
				   .num_sge = 1,
				   .opcode = IBV_WR_SEND,
				   .send_flags = IBV_SEND_SIGNALED},
			   *bad_send;
	struct ibv_wc wc;

	snprintf(out, sizeof(out), "%s", what);
	assert_int_equal(ibv_post_recv(to, &recv, &bad_recv), 0);
	assert_int_equal(ibv_post_send(from, &send, &bad_send), 0);
	wc = one_completion(to->recv_cq);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, 71);
	assert_int_equal(wc.byte_len, sizeof(out));
	wc = one_completion(from->send_cq);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, 72);
	assert_string_equal(in, what);
	assert_int_equal(ibv_dereg_mr(sink), 0);
	assert_int_equal(ibv_dereg_mr(source), 0);
}

void talk(struct ibv_qp *client, struct ibv_qp *server)
{
	send_message(client, server, "are you there?");
	send_message(server, client, "so I am");
}

struct ibv_wc one_completion(struct ibv_cq *cq)
{
	const time_t deadline = time(NULL) + PATIENCE_MS / 1000;
	struct ibv_wc wc;
	int n;

	memset(&wc, 0, sizeof(wc));
	while ((n = ibv_poll_cq(cq, 1, &wc)) == 0) {
		if (time(NULL) > deadline)
			fail_msg("no completion arrived");
		sched_yield();
	}
	assert_int_equal(n, 1);
	return wc;
}
