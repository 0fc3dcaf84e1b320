/* SPDX-License-Identifier: BSD-2-Clause */
/* A stage with queues set up by hand, for the adapter to which this program is bound: no device,
 * no other thread. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queues.h"

/* One per queue pair; all use the completion queue of the first. */
static struct bench_queues queues[STAGE_QPS];
static uint8_t payload[STAGE_PAYLOAD];

/** Whether the adapter supports the shape; CMake passes in its features. */
static bool supports_shape(const struct stage_shape *shape)
{
	return (shape->type != IBV_QPT_UD || BENCH_UD) &&
	       (!shape->srq || (BENCH_SRQ && bench_adapter.open_shared)) &&
	       (!bench_adapter.max_sge || shape->max_sge <= bench_adapter.max_sge) &&
	       (shape->use != STAGE_ARMS || BENCH_ARM) && (!shape->extended || BENCH_EXTENDED_CQ);
}

/** Give another queue pair its own number, and the completion queue of the first. */
static void join_cq(struct bench_queues *q, unsigned int index)
{
	struct inverbs_number_table *table = &queues[0].qps;
	const uint32_t number = queues[0].qp.ibv.qp_num + index;
	void **leaf = table->mask ? table->leaf[(number & table->mask) >> table->shift] : NULL;

	q->qp.ibv.qp_num = number;
	q->qp.sq.qpn = number;
	if (q->qp.sq.key)
		q->qp.sq.key = number;
	q->completes_to = &queues[0];
	if (leaf)
		leaf[number & ((1U << table->shift) - 1)] = &q->qp;
}

bool stage_open(struct stage *s, const struct stage_shape *shape)
{
	if (!supports_shape(shape))
		return false;
	memset(s, 0, sizeof(*s));
	s->shape = *shape;
	for (unsigned int i = 0; i < shape->qps; i++) {
		queues_open(&queues[i], shape->type, shape->srq, shape->max_sge);
		if (i)
			join_cq(&queues[i], i);
		s->qp[i] = &queues[i].qp.ibv;
	}
	for (unsigned int i = 0; i < STAGE_AHS; i++)
		s->ah[i] = &queues[0].ah[i].ibv;
	s->cq = &queues[0].cq.ibv;
	s->cq_ex = &queues[0].cq.ibv_ex;
	s->srq = &queues[0].srq.ibv;
	s->ah_qpn = 1;
	s->payload = (uintptr_t)payload;
	s->remote_addr = 0x100000;
	s->lkey = 0x1234;
	s->rkey = 0x5678;
	return true;
}

void stage_close(struct stage *s)
{
	for (unsigned int i = 0; i < s->shape.qps; i++)
		queues_close(&queues[i]);
}

void stage_takes_all(struct stage *s, unsigned int receives)
{
	(void)receives;
	for (unsigned int i = 0; i < s->shape.qps; i++)
		device_takes_all(&queues[i]);
}

static void exit_on_error(int err)
{
	if (!err)
		return;
	fprintf(stderr, "percall: a request was refused: %s\n", strerror(err));
	exit(EXIT_FAILURE);
}

void stage_completes_sends(struct stage *s, unsigned int count)
{
	struct ibv_sge sge = {.addr = s->payload, .length = 64, .lkey = s->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND};
	struct ibv_send_wr *bad;

	wr.send_flags = IBV_SEND_SIGNALED;
	if (s->shape.type == IBV_QPT_UD) {
		wr.wr.ud.ah = s->ah[0];
		wr.wr.ud.remote_qpn = s->ah_qpn;
	}
	for (unsigned int i = 0; i < count; i++) {
		const unsigned int qp = i % s->shape.qps;

		exit_on_error(ibv_post_send(s->qp[qp], &wr, &bad));
		device_completes_sends(&queues[qp], 1);
	}
}

void stage_completes_receives(struct stage *s, unsigned int count)
{
	struct ibv_sge sge = {.addr = s->payload, .length = 64, .lkey = s->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	for (unsigned int i = 0; i < count; i++) {
		const unsigned int qp = i % s->shape.qps;

		exit_on_error(s->shape.srq ? ibv_post_srq_recv(s->srq, &wr, &bad)
					   : ibv_post_recv(s->qp[qp], &wr, &bad));
	}
	for (unsigned int i = 0; i < count; i++)
		device_completes_receives(&queues[i % s->shape.qps], 1);
}

void stage_hold(void)
{
}

void stage_release(void)
{
}
