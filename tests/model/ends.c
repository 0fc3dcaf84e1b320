/* SPDX-License-Identifier: BSD-2-Clause */
/* How requests end: completions of sends and receives, and the effect of errors on a queue pair. */
#include "flow.h"

bool receiving(const struct qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTR && qp->attr.qp_state <= IBV_QPS_SQE;
}

bool reliable(const struct qp *qp)
{
	return qp->type != IBV_QPT_UC && qp->type != IBV_QPT_UD;
}

/* --- queues ------------------------------------------------------------------------------ */

bool recv_waiting(const struct recv_queue *rq)
{
	return rq->posted != rq->taken;
}

bool reads(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_RDMA_READ || opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
	       opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static enum ibv_wc_opcode sent_as(enum ibv_wr_opcode opcode)
{
	switch (opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return IBV_WC_RDMA_WRITE;
	case IBV_WR_RDMA_READ:
		return IBV_WC_RDMA_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return IBV_WC_COMP_SWAP;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return IBV_WC_FETCH_ADD;
	case IBV_WR_BIND_MW:
		return IBV_WC_BIND_MW;
	case IBV_WR_LOCAL_INV:
		return IBV_WC_LOCAL_INV;
	default:
		return IBV_WC_SEND;
	}
}

void send_done(struct ref r, enum ibv_wc_status status)
{
	struct qp *qp = qp_at(r);
	const struct send *s = &qp->sends[qp->done % SEND_MAX];
	struct completion c = {
		.qp = r,
		.srq = NONE,
		.index = qp->done,
		.qpn = qp->num,
		.wr_id = s->wr.wr_id,
		.status = status,
		.opcode = sent_as(s->wr.opcode),
		.byte_len = reads(s->wr.opcode) ? total_of(s->sge, s->wr.num_sge) : UINT32_MAX,
	};

	qp->done++;
	qp->busy = false;
	if (status != IBV_WC_SUCCESS || qp->sig_all || s->wr.send_flags & IBV_SEND_SIGNALED)
		complete(r.ctx, qp->scq, &c, false);
}

/** The shared receive queue for messages to this queue pair; for XRC, the one the request names. */
struct srq *shared_queue(struct ref r, uint32_t srqn, int *slot)
{
	const struct qp *qp = qp_at(r);
	struct context *c = &W->ctx[r.ctx];

	*slot = qp->srq;
	for (int i = 0; qp->type == IBV_QPT_XRC_RECV && i < SRQS; i++) {
		if (c->srq[i].o.live && c->srq[i].xrcd != NONE && c->srq[i].num == srqn)
			*slot = i;
	}
	return *slot == NONE ? NULL : &c->srq[*slot];
}

struct recv_queue *recv_queue(struct ref r, struct srq *srq)
{
	return srq ? &srq->rq : &qp_at(r)->rq;
}

void recv_done(struct ref r, int srq_slot, struct completion *c, bool solicited)
{
	struct qp *qp = qp_at(r);
	struct srq *srq = srq_slot == NONE ? NULL : AT(r.ctx, srq, srq_slot);
	struct recv_queue *rq = recv_queue(r, srq);

	c->qp = r;
	if (qp->type == IBV_QPT_XRC_RECV)
		c->qp.slot = NONE;
	c->srq = srq_slot;
	c->is_recv = true;
	c->index = rq->taken;
	c->qpn = qp->num;
	c->wr_id = rq->list[rq->taken % RECV_MAX].wr_id;
	rq->taken++;
	complete(r.ctx, srq && srq->cq != NONE ? srq->cq : qp->rcq, c, solicited);
	if (srq && srq->limit && srq->rq.posted - srq->rq.taken < srq->limit) {
		srq->limit = 0;
		event_due(r.ctx, IBV_EVENT_SRQ_LIMIT_REACHED, srq->v);
	}
}

/* --- errors ------------------------------------------------------------------------------ */

void flush(struct ref r, bool receives)
{
	struct qp *qp = qp_at(r);

	while (qp->done != qp->posted)
		send_done(r, IBV_WC_WR_FLUSH_ERR);
	while (receives && recv_waiting(&qp->rq)) {
		struct completion c = {.status = IBV_WC_WR_FLUSH_ERR};

		recv_done(r, NONE, &c, false);
	}
}

void enter_error(struct ref r)
{
	struct qp *qp = qp_at(r);

	if (qp->attr.qp_state == IBV_QPS_ERR || qp->attr.qp_state == IBV_QPS_RESET)
		return;
	qp->attr.qp_state = IBV_QPS_ERR;
	qp->draining = false; /* run_queue() will flush the sends */
	qp->recv_flush = true;
	if (qp->srq != NONE || qp->type == IBV_QPT_XRC_RECV)
		event_due(r.ctx, IBV_EVENT_QP_LAST_WQE_REACHED, qp->v);
}

void fail(struct ref r, enum ibv_wc_status status)
{
	struct qp *qp = qp_at(r);

	send_done(r, status);
	if (reliable(qp)) {
		enter_error(r);
	} else if (qp->attr.qp_state != IBV_QPS_ERR) {
		qp->attr.qp_state = IBV_QPS_SQE;
		qp->draining = false;
	}
}

enum outcome refuse(struct ref r, enum ibv_event_type event, enum outcome outcome)
{
	struct qp *qp = qp_at(r);

	if (reliable(qp) && qp->attr.qp_state != IBV_QPS_ERR) {
		event_due(r.ctx, event, qp->v);
		enter_error(r);
	}
	return outcome;
}
