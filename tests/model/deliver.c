/* SPDX-License-Identifier: BSD-2-Clause */
/* The receiving side of the modelled adapters: the effect of a message that arrives, and which
 * queue pairs receive a datagram. */
#include "flow.h"

enum {
	GRH_BYTES = 40,
	MULTICAST_QPN = 0xffffff,
};

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
		.flags = (immediate ? IBV_WC_WITH_IMM : 0) |
			 (grh || MODEL_BY_KERNEL ? IBV_WC_GRH : 0),
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
	/* SGEs behind the end of the message are not checked */
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

/** Execute an atomic: the sender gets the old value; the peer's is added to or swapped. */
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

uint32_t packets(const struct qp *qp, uint32_t bytes)
{
	uint32_t mtu = 128U << qp->attr.path_mtu;

	return bytes ? (bytes + mtu - 1) / mtu : 1;
}

enum outcome deliver(const struct message *m)
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
	/* the receive has a single SGE: see make_recv() */
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

enum ibv_wc_status datagram(struct message *m)
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
