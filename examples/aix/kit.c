/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that the AIX sample programs share: objects, events, work requests. */
#include "kit.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int failed(const char *what, int result)
{
	int reason = result < -1 ? -result : result > 0 ? result : errno;

	fprintf(stderr, "%s: %s\n", what, strerror(reason));
	return -1;
}

int address_of(const char *text, struct sockaddr_in *to)
{
	memset(to, 0, sizeof(*to));
	to->sin_family = AF_INET;
	to->sin_port = htons(SUM_PORT);
	if (inet_pton(AF_INET, text, &to->sin_addr) == 1)
		return 0;
	fprintf(stderr, "%s: not an IPv4 address\n", text);
	return -1;
}

/* The event is freed when it is acknowledged, so its data is copied. */
static int take_place(const struct rdma_cm_event *event, struct place *place)
{
	const struct rdma_conn_param *param = &event->param.conn;

	if (!place)
		return 0;
	if (!param->private_data || param->private_data_len < sizeof(*place)) {
		fprintf(stderr, "the other side did not send an address to write to\n");
		return -1;
	}
	memcpy(place, param->private_data, sizeof(*place));
	return 0;
}

int expect_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
		 struct rdma_cm_id **id, struct place *place)
{
	struct rdma_cm_event *event;
	int result = rdma_get_cm_event(channel, &event);

	if (result)
		return failed("rdma_get_cm_event", result);
	if (event->event != type || event->status) {
		fprintf(stderr, "received %s, status %d, instead of %s\n",
			rdma_event_str(event->event), event->status, rdma_event_str(type));
		rdma_ack_cm_event(event);
		return -1;
	}
	if (id)
		*id = event->id;
	result = take_place(event, place);
	rdma_ack_cm_event(event);
	return result;
}

static int make_objects(struct side *side)
{
	side->pd = ibv_alloc_pd(side->id->verbs);
	if (!side->pd)
		return failed("ibv_alloc_pd", -1);
	side->comp = ibv_create_comp_channel(side->id->verbs);
	if (!side->comp)
		return failed("ibv_create_comp_channel", -1);
	side->cq = ibv_create_cq(side->id->verbs, 4, NULL, side->comp, 0);
	if (!side->cq)
		return failed("ibv_create_cq", -1);
	side->mr = ibv_reg_mr(side->pd, side->number, sizeof(side->number),
			      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	return side->mr ? 0 : failed("ibv_reg_mr", -1);
}

int open_side(struct side *side, struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
		.cap = {.max_send_wr = 2, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
	};
	int result;

	memset(side, 0, sizeof(*side));
	side->id = id;
	if (make_objects(side))
		return -1;
	attr.send_cq = attr.recv_cq = side->cq;
	result = rdma_create_qp(id, side->pd, &attr);
	return result ? failed("rdma_create_qp", result) : 0;
}

void close_side(struct side *side)
{
	if (side->id && side->id->qp)
		rdma_destroy_qp(side->id);
	if (side->mr)
		ibv_dereg_mr(side->mr);
	if (side->cq)
		ibv_destroy_cq(side->cq);
	if (side->comp)
		ibv_destroy_comp_channel(side->comp);
	if (side->pd)
		ibv_dealloc_pd(side->pd);
	if (side->id)
		rdma_destroy_id(side->id);
}

static struct ibv_sge number_at(const struct side *side, unsigned int at)
{
	return (struct ibv_sge){
		.addr = (uintptr_t)&side->number[at],
		.length = sizeof(side->number[at]),
		.lkey = side->mr->lkey,
	};
}

int post_receive(struct side *side, unsigned int at)
{
	struct ibv_sge sge = number_at(side, at);
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;
	int result = ibv_post_recv(side->id->qp, &wr, &bad);

	return result ? failed("ibv_post_recv", result) : 0;
}

int post_number(struct side *side, unsigned int at, const struct place *write_to)
{
	struct ibv_sge sge = number_at(side, at);
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;
	int result;

	if (write_to) {
		wr.opcode = IBV_WR_RDMA_WRITE;
		wr.wr.rdma.remote_addr = be64toh(write_to->address);
		wr.wr.rdma.rkey = be32toh(write_to->rkey);
	}
	result = ibv_post_send(side->id->qp, &wr, &bad);
	return result ? failed("ibv_post_send", result) : 0;
}

/*
 * Arm, poll once more, then sleep: a completion that arrived before the queue was armed raises no
 * event.
 */
static int sleep_for_one(struct side *side, struct ibv_wc *wc)
{
	struct ibv_cq *cq;
	void *context;
	int got = ibv_req_notify_cq(side->cq, 0);

	if (got)
		return failed("ibv_req_notify_cq", got);
	got = ibv_poll_cq(side->cq, 1, wc);
	if (got)
		return got;
	if (ibv_get_cq_event(side->comp, &cq, &context))
		return failed("ibv_get_cq_event", -1);
	ibv_ack_cq_events(cq, 1);
	return 0;
}

int wait_completion(struct side *side)
{
	struct ibv_wc wc;
	int got = ibv_poll_cq(side->cq, 1, &wc);

	while (!got)
		got = sleep_for_one(side, &wc);
	if (got < 0)
		return -1;
	if (wc.status == IBV_WC_SUCCESS)
		return 0;
	fprintf(stderr, "a request failed: %s\n", ibv_wc_status_str(wc.status));
	return -1;
}
