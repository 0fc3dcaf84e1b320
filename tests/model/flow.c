/* SPDX-License-Identifier: BSD-2-Clause */
/* The sending side of the modelled adapters: processing posted send requests. */
#include "flow.h"

static struct message message; /* too large for a stack */

static bool carries(enum ibv_qp_type type, enum ibv_wr_opcode opcode)
{
	bool send = opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM;

	if (type == IBV_QPT_UD)
		return send;
	return type != IBV_QPT_UC || !reads(opcode);
}

/** Errors that the local adapter detects before it sends anything. */
static enum ibv_wc_status check(const struct qp *qp, struct ref r, const struct send *s)
{
	bool read = reads(s->wr.opcode);

	if (!carries(qp->type, s->wr.opcode) || (read && !qp->attr.max_rd_atomic))
		return IBV_WC_LOC_QP_OP_ERR;
	if (MODEL_BY_KERNEL && qp->type == IBV_QPT_UD &&
	    real_pd(r.ctx, s->ah_pd) != real_pd(r.ctx, qp->pd))
		return IBV_WC_LOC_QP_OP_ERR; /* the kernel finds no such handle in this PD */
	if (read && s->wr.opcode != IBV_WR_RDMA_READ && total_of(s->sge, s->wr.num_sge) != 8)
		return IBV_WC_LOC_LEN_ERR;
	if (!s->inlined &&
	    !local_ok(r.ctx, qp->pd, s->sge, s->wr.num_sge, read ? IBV_ACCESS_LOCAL_WRITE : 0))
		return IBV_WC_LOC_PROT_ERR;
	return IBV_WC_SUCCESS;
}

static bool find_peer(struct ref r, struct ref *peer)
{
	const struct qp *qp = qp_at(r);
	enum ibv_qp_type type = qp->type == IBV_QPT_XRC_SEND ? IBV_QPT_XRC_RECV : qp->type;

	for (int i = 0; i < CONTEXTS * QPS; i++) {
		const struct qp *p;

		*peer = (struct ref){i / QPS, i % QPS};
		p = qp_at(*peer);
		if (p->o.live && p->type == type && p->num == qp->attr.dest_qp_num &&
		    leads_to(&qp->attr.ah_attr, W->ctx[peer->ctx].device))
			return receiving(p) && p->attr.dest_qp_num == qp->num &&
			       leads_to(&p->attr.ah_attr, W->ctx[r.ctx].device);
	}
	return false;
}

static bool region_allows(int ctx, const struct qp *qp, int slot, const struct send *s)
{
	const struct mr *mr = AT(ctx, mr, slot);
	const struct ibv_sge part = {s->bind.addr, (uint32_t)s->bind.length, s->bind.lkey};
	bool writes = s->bind.access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);

	return slot != NONE && local_ok(ctx, qp->pd, &part, 1, IBV_ACCESS_MW_BIND) &&
	       (!writes || mr->access & IBV_ACCESS_LOCAL_WRITE);
}

/** Bind a window, or unbind it if the length is 0. */
static enum ibv_wc_status bind(const struct qp *qp, int ctx, const struct send *s)
{
	struct mw *mw = &W->ctx[ctx].mw[s->bind.mw];
	int mr = mr_of_key(ctx, s->bind.lkey);

	if (!mw->o.live || real_pd(ctx, mw->pd) != real_pd(ctx, qp->pd) ||
	    (mw->type == IBV_MW_TYPE_2 && mw->mr != NONE))
		return IBV_WC_MW_BIND_ERR;
	if (s->bind.length && !region_allows(ctx, qp, mr, s))
		return IBV_WC_MW_BIND_ERR;
	hold(ctx, MR, mw->mr, -1);
	mw->mr = s->bind.length ? mr : NONE;
	hold(ctx, MR, mw->mr, 1);
	mw->rkey = s->bind.rkey;
	mw->qpn = qp->num;
	mw->addr = s->bind.addr;
	mw->length = s->bind.length;
	mw->access = s->bind.access;
	return IBV_WC_SUCCESS;
}

static void settle_reliable(struct ref r, enum outcome outcome)
{
	struct qp *qp = qp_at(r);
	uint32_t n = packets(qp, message.total);

	switch (outcome) {
	case DONE:
		qp->psn = (qp->psn + n) & PSN_MASK;
		send_done(r, IBV_WC_SUCCESS);
		break;
	case LOST:
		W->slow = true;
		fail(r, IBV_WC_RETRY_EXC_ERR);
		break;
	case RNR:
		W->slow = true;
		if (qp->attr.rnr_retry != 7)
			fail(r, IBV_WC_RNR_RETRY_EXC_ERR);
		break;
	case BAD_REQUEST:
		fail(r, IBV_WC_REM_INV_REQ_ERR);
		break;
	case BAD_ACCESS:
		fail(r, IBV_WC_REM_ACCESS_ERR);
		break;
	default:
		fail(r, IBV_WC_REM_OP_ERR);
	}
}

static enum outcome transmit(struct ref r, const struct send *s)
{
	struct qp *qp = qp_at(r);

	message.from = r;
	message.send = s;
	message.total = total_of(s->sge, s->wr.num_sge);
	if (s->inlined) {
		memcpy(message.bytes, s->bytes, message.total);
		memcpy(message.unsure, s->unsure, message.total);
	} else {
		gather(r.ctx, s->sge, s->wr.num_sge, message.bytes, message.unsure);
	}
	if (qp->type == IBV_QPT_UD)
		return DONE;
	return find_peer(r, &message.to) ? deliver(&message) : LOST;
}

static void finish(struct ref r, enum ibv_wc_status status)
{
	if (status == IBV_WC_SUCCESS)
		send_done(r, status);
	else
		fail(r, status);
}

/** Execute the next request of a queue pair. False if it has to wait. */
static bool execute(struct ref r)
{
	struct qp *qp = qp_at(r);
	struct send s = qp->sends[qp->done % SEND_MAX]; /* a copy: it may be flushed meanwhile */
	enum ibv_wc_status status = check(qp, r, &s);
	enum outcome outcome;

	if (qp->busy)
		W->slow = true; /* the adapter retries it after a timer */
	if (status != IBV_WC_SUCCESS) {
		finish(r, status);
		return true;
	}
	if (s.wr.opcode == IBV_WR_BIND_MW) {
		finish(r, bind(qp, r.ctx, &s));
		return true;
	}
	outcome = transmit(r, &s);
	if (qp->type == IBV_QPT_UD) {
		finish(r, datagram(&message));
		return true;
	}
	if (!reliable(qp)) {
		finish(r, IBV_WC_SUCCESS);
		return true;
	}
	settle_reliable(r, outcome);
	qp->busy = outcome == RNR && qp->attr.qp_state != IBV_QPS_ERR;
	return !qp->busy;
}

static bool may_send(const struct qp *qp)
{
	return qp->done != qp->posted &&
	       (qp->attr.qp_state == IBV_QPS_RTS || (qp->attr.qp_state == IBV_QPS_SQD && qp->busy));
}

static bool run_queue(struct ref r)
{
	struct qp *qp = qp_at(r);
	bool progress = false;

	while (may_send(qp) && execute(r))
		progress = true;
	if (qp->attr.qp_state == IBV_QPS_ERR || qp->attr.qp_state == IBV_QPS_SQE) {
		flush(r, qp->attr.qp_state == IBV_QPS_ERR && qp->recv_flush);
		qp->recv_flush = qp->recv_flush && !MODEL_BY_KERNEL;
	}
	if (qp->draining && !qp->busy) {
		qp->draining = false;
		if (qp->drain_event)
			event_due(r.ctx, IBV_EVENT_SQ_DRAINED, qp->v);
	}
	return progress;
}

void flow(void)
{
	bool progress = true;

	while (progress) {
		progress = false;
		for (int i = 0; i < CONTEXTS * QPS; i++) {
			struct ref r = {i / QPS, i % QPS};

			if (qp_at(r)->o.live)
				progress = run_queue(r) || progress;
		}
	}
}

int waiting_for(int ctx, int srq)
{
	int n = 0;

	for (int i = 0; i < CONTEXTS * QPS; i++) {
		struct ref r = {i / QPS, i % QPS}, peer;
		const struct qp *qp = qp_at(r);
		int slot;

		if (!qp->o.live || !qp->busy || !find_peer(r, &peer) || peer.ctx != ctx)
			continue;
		shared_queue(peer, qp->sends[qp->done % SEND_MAX].wr.qp_type.xrc.remote_srqn,
			     &slot);
		n += slot == srq;
	}
	return n;
}
