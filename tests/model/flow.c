/* SPDX-License-Identifier: BSD-2-Clause */
/* What the adapters do with what was posted. */
#include "model.h"

enum {
	GRH_BYTES = 40,
	MESSAGE_MAX = SGES * REGION,
	PSN_MASK = 0xffffff,
	MULTICAST_QPN = 0xffffff,
};

/** How one request ended. */
enum outcome {
	DONE,
	WAITS,
	LOST,
	RNR,
	BAD_REQUEST,
	BAD_ACCESS,
	BAD_OPERATION
};

/** A message on its way. */
struct message {
	struct ref from, to;
	const struct send *send;
	uint32_t total;
	uint8_t bytes[MESSAGE_MAX], unsure[MESSAGE_MAX];
};

static struct message message; /* too large for a stack */

bool receiving(const struct qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTR && qp->attr.qp_state <= IBV_QPS_SQE;
}

static bool reliable(const struct qp *qp)
{
	return qp->type != IBV_QPT_UC && qp->type != IBV_QPT_UD;
}

/* --- queues ------------------------------------------------------------------------------ */

bool recv_waiting(const struct recv_queue *rq)
{
	return rq->posted != rq->taken;
}

static bool reads(enum ibv_wr_opcode opcode)
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

static void send_done(struct ref r, enum ibv_wc_status status)
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

/** Where receives of a message to this queue pair come from; XRC: the request says which. */
static struct srq *shared_queue(struct ref r, uint32_t srqn, int *slot)
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

static struct recv_queue *recv_queue(struct ref r, struct srq *srq)
{
	return srq ? &srq->rq : &qp_at(r)->rq;
}

static void recv_done(struct ref r, int srq_slot, struct completion *c, bool solicited)
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

static void flush(struct ref r, bool receives)
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
	qp->draining = false; /* and run_queue() flushes */
	if (qp->srq != NONE || qp->type == IBV_QPT_XRC_RECV)
		event_due(r.ctx, IBV_EVENT_QP_LAST_WQE_REACHED, qp->v);
}

static void fail(struct ref r, enum ibv_wc_status status)
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

static enum outcome refuse(struct ref r, enum ibv_event_type event, enum outcome outcome)
{
	struct qp *qp = qp_at(r);

	if (reliable(qp) && qp->attr.qp_state != IBV_QPS_ERR) {
		event_due(r.ctx, event, qp->v);
		enter_error(r);
	}
	return outcome;
}

/* --- the receiving side ------------------------------------------------------------------ */

static void received(const struct message *m, int srq, uint32_t byte_len, bool grh)
{
	const struct ibv_send_wr *wr = &m->send->wr;
	bool immediate = wr->opcode == IBV_WR_SEND_WITH_IMM ||
			 wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
	struct completion c = {
		.status = IBV_WC_SUCCESS,
		.opcode = wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM ? IBV_WC_RECV_RDMA_WITH_IMM
								   : IBV_WC_RECV,
		.byte_len = byte_len,
		.flags = (immediate ? IBV_WC_WITH_IMM : 0) | (grh ? IBV_WC_GRH : 0),
		.imm = wr->imm_data,
		.src_qp = qp_at(m->from)->type == IBV_QPT_UD ? qp_at(m->from)->num : 0,
	};

	recv_done(m->to, srq, &c, wr->send_flags & IBV_SEND_SOLICITED);
}

static enum outcome bad_receive(struct ref to, int srq, enum ibv_wc_status status,
				enum outcome outcome)
{
	struct completion c = {.status = status};

	recv_done(to, srq, &c, false);
	enter_error(to);
	return outcome;
}

static enum outcome take_send(const struct message *m, struct srq *srq, int slot)
{
	const struct recv_queue *rq = recv_queue(m->to, srq);
	const struct recv *recv = &rq->list[rq->taken % RECV_MAX];
	int pd = srq ? srq->pd : qp_at(m->to)->pd;

	if (!recv_waiting(rq))
		return RNR;
	if (m->total > total_of(recv->sge, recv->num_sge))
		return reliable(qp_at(m->to))
			       ? bad_receive(m->to, slot, IBV_WC_LOC_LEN_ERR, BAD_REQUEST)
			       : BAD_REQUEST;
	/* pieces behind the message are not looked at */
	for (uint32_t i = 0, done = 0; (int)i < recv->num_sge && done < m->total; i++) {
		struct ibv_sge part = recv->sge[i];

		if (part.length > m->total - done)
			part.length = m->total - done;
		if (!local_ok(m->to.ctx, pd, &part, 1, IBV_ACCESS_LOCAL_WRITE))
			return bad_receive(m->to, slot, IBV_WC_LOC_PROT_ERR, BAD_OPERATION);
		done += part.length;
	}
	scatter(m->to.ctx, recv->sge, recv->num_sge, m->bytes, m->unsure, m->total);
	received(m, slot, m->total, false);
	return DONE;
}

static int access_for(enum ibv_wr_opcode opcode)
{
	if (opcode == IBV_WR_RDMA_READ)
		return IBV_ACCESS_REMOTE_READ;
	return reads(opcode) ? IBV_ACCESS_REMOTE_ATOMIC : IBV_ACCESS_REMOTE_WRITE;
}

/** The sender's 8 bytes become the old value; the peer's are added to or swapped. */
static void do_atomic(const struct message *m, int at)
{
	struct context *c = &W->ctx[m->to.ctx];
	const struct ibv_send_wr *wr = &m->send->wr;
	uint64_t old, new;

	memcpy(&old, c->bytes + at, 8);
	scatter(m->from.ctx, m->send->sge, 1, c->bytes + at, c->unsure + at, 8);
	if (wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		new = old + wr->wr.atomic.compare_add;
	else
		new = old == wr->wr.atomic.compare_add ? wr->wr.atomic.swap : old;
	memcpy(c->bytes + at, &new, 8);
}

static enum outcome take_rdma(const struct message *m, struct srq *srq, int slot)
{
	const struct ibv_send_wr *wr = &m->send->wr;
	struct context *c = &W->ctx[m->to.ctx];
	const struct qp *to = qp_at(m->to);
	int access = access_for(wr->opcode), at;
	int pd = to->type == IBV_QPT_XRC_RECV ? srq->pd : to->pd;
	bool atomic = reads(wr->opcode) && wr->opcode != IBV_WR_RDMA_READ;
	uint32_t rkey = atomic ? wr->wr.atomic.rkey : wr->wr.rdma.rkey;
	uint64_t addr = atomic ? wr->wr.atomic.remote_addr : wr->wr.rdma.remote_addr;

	if (!((int)to->attr.qp_access_flags & access) ||
	    (reads(wr->opcode) && !to->attr.max_dest_rd_atomic) || (atomic && addr % 8))
		return refuse(m->to, IBV_EVENT_QP_REQ_ERR, BAD_REQUEST);
	at = m->total ? remote_at(m->to.ctx, pd, rkey, to->num, addr, m->total, access) : 0;
	if (at == NONE)
		return refuse(m->to, IBV_EVENT_QP_ACCESS_ERR, BAD_ACCESS);
	if (wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM && !recv_waiting(recv_queue(m->to, srq)))
		return RNR;
	if (wr->opcode == IBV_WR_RDMA_READ) {
		scatter(m->from.ctx, m->send->sge, wr->num_sge, c->bytes + at, c->unsure + at,
			m->total);
	} else if (atomic) {
		do_atomic(m, at);
	} else {
		memcpy(c->bytes + at, m->bytes, m->total);
		memcpy(c->unsure + at, m->unsure, m->total);
	}
	if (wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		received(m, slot, m->total, false);
	return DONE;
}

static bool same_domain(struct ref target, const struct srq *srq)
{
	int ours = qp_at(target)->xrcd;

	return srq->xrcd == ours ||
	       (W->ctx[target.ctx].xrcd[ours].file != NONE &&
		W->ctx[target.ctx].xrcd[ours].file == W->ctx[target.ctx].xrcd[srq->xrcd].file);
}

static uint32_t packets(const struct qp *qp, uint32_t bytes)
{
	uint32_t mtu = 128U << qp->attr.path_mtu;

	return bytes ? (bytes + mtu - 1) / mtu : 1;
}

static enum outcome deliver(const struct message *m)
{
	struct qp *from = qp_at(m->from), *to = qp_at(m->to);
	enum outcome outcome;
	struct srq *srq;
	int slot;

	if (reliable(to) && from->psn != to->expected)
		return LOST;
	if (to->attr.qp_state == IBV_QPS_RTR && !to->established) {
		to->established = true;
		event_due(m->to.ctx, IBV_EVENT_COMM_EST, to->v);
	}
	srq = shared_queue(m->to, m->send->wr.qp_type.xrc.remote_srqn, &slot);
	if (to->type == IBV_QPT_XRC_RECV && (!srq || !same_domain(m->to, srq)))
		return refuse(m->to, IBV_EVENT_QP_REQ_ERR, BAD_REQUEST);
	if (m->send->wr.opcode == IBV_WR_SEND || m->send->wr.opcode == IBV_WR_SEND_WITH_IMM)
		outcome = take_send(m, srq, slot);
	else
		outcome = take_rdma(m, srq, slot);
	if (outcome == DONE)
		to->expected = (to->expected + packets(from, m->total)) & PSN_MASK;
	return outcome;
}

/* --- datagrams --------------------------------------------------------------------------- */

static void deliver_datagram(struct message *m, bool global)
{
	static uint8_t unknown[GRH_BYTES], sure[GRH_BYTES];
	struct qp *to = qp_at(m->to);
	struct recv recv;
	struct srq *srq;
	int slot;

	if (to->attr.qp_state == IBV_QPS_RTR && !to->established) {
		to->established = true;
		event_due(m->to.ctx, IBV_EVENT_COMM_EST, to->v);
	}
	srq = shared_queue(m->to, 0, &slot);
	if (!recv_waiting(recv_queue(m->to, srq)))
		return;
	recv = recv_queue(m->to, srq)->list[recv_queue(m->to, srq)->taken % RECV_MAX];
	if (m->total + GRH_BYTES > total_of(recv.sge, recv.num_sge)) {
		bad_receive(m->to, slot, IBV_WC_LOC_LEN_ERR, DONE);
		return;
	}
	/* posted in one piece: see do_post_recv() */
	recv.sge[0].length = GRH_BYTES + m->total;
	if (!local_ok(m->to.ctx, srq ? srq->pd : to->pd, recv.sge, 1, IBV_ACCESS_LOCAL_WRITE)) {
		bad_receive(m->to, slot, IBV_WC_LOC_PROT_ERR, DONE);
		return;
	}
	memset(unknown, global, sizeof(unknown));
	if (global)
		scatter(m->to.ctx, recv.sge, 1, sure, unknown, GRH_BYTES);
	recv.sge[0].addr += GRH_BYTES;
	scatter(m->to.ctx, recv.sge, 1, m->bytes, m->unsure, m->total);
	received(m, slot, m->total + GRH_BYTES, global);
}

static bool addressed(const struct message *m, struct ref r)
{
	const struct qp *qp = qp_at(r), *from = qp_at(m->from);
	const struct send *s = m->send;
	uint32_t qkey = s->wr.wr.ud.remote_qkey >> 31 ? from->attr.qkey : s->wr.wr.ud.remote_qkey;

	if (!qp->o.live || qp->type != IBV_QPT_UD || !receiving(qp) || qp->attr.qkey != qkey)
		return false;
	if (s->group != NONE)
		return s->wr.wr.ud.remote_qpn == MULTICAST_QPN && qp->groups & 1U << s->group;
	return W->ctx[r.ctx].device == s->to_device && qp->num == s->wr.wr.ud.remote_qpn;
}

static enum ibv_wc_status datagram(struct message *m)
{
	const struct send *s = m->send;

	if (real_pd(m->from.ctx, s->ah_pd) != real_pd(m->from.ctx, qp_at(m->from)->pd))
		return IBV_WC_LOC_PROT_ERR;
	for (int i = 0; i < CONTEXTS * QPS; i++) {
		m->to = (struct ref){i / QPS, i % QPS};
		if (addressed(m, m->to))
			deliver_datagram(m, s->global);
	}
	return IBV_WC_SUCCESS;
}

/* --- the sending side -------------------------------------------------------------------- */

static bool carries(enum ibv_qp_type type, enum ibv_wr_opcode opcode)
{
	bool send = opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM;

	if (type == IBV_QPT_UD)
		return send;
	return type != IBV_QPT_UC || !reads(opcode);
}

/** Local mistakes, before anything leaves the adapter. */
static enum ibv_wc_status check(const struct qp *qp, struct ref r, const struct send *s)
{
	bool read = reads(s->wr.opcode);

	if (!carries(qp->type, s->wr.opcode) || (read && !qp->attr.max_rd_atomic))
		return IBV_WC_LOC_QP_OP_ERR;
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
		    W->lid[W->ctx[peer->ctx].device] == qp->attr.ah_attr.dlid)
			return receiving(p) && p->attr.dest_qp_num == qp->num &&
			       p->attr.ah_attr.dlid == W->lid[W->ctx[r.ctx].device];
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

/** A window opens, or closes when it is to have no bytes. */
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

/** The next request of a queue pair. False: it has to wait. */
static bool execute(struct ref r)
{
	struct qp *qp = qp_at(r);
	struct send s = qp->sends[qp->done % SEND_MAX]; /* a copy: it may be flushed under way */
	enum ibv_wc_status status = check(qp, r, &s);
	enum outcome outcome;

	if (qp->busy)
		W->slow = true; /* it is tried again by a timer */
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
	if (qp->attr.qp_state == IBV_QPS_ERR || qp->attr.qp_state == IBV_QPS_SQE)
		flush(r, qp->attr.qp_state == IBV_QPS_ERR);
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
