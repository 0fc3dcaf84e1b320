/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting valid requests, invalid ones, and lists of both. */
#include "model.h"

#include <arpa/inet.h>

enum {
	LIST = 4,
	SGE_BYTES_MAX = 400,
	GRH_BYTES = 40,
	BAD_KEY = 0xdead00,
	TOO_MANY = 300, /**< SGEs */
	TOO_MANY_ERRNO = MODEL_BY_KERNEL ? EINVAL : ENOMEM,
	MULTICAST_QPN = 0xffffff,
};

static struct ibv_sge no_sges[TOO_MANY];

/** Pick a region, mostly one of the right PD. Data is sent from even slots and written to odd ones,
 * so that buffers never overlap. */
static struct mr *region(int ctx, int pd, int number, int odd)
{
	struct mr *any = NULL;

	for (int i = 0; i < MRS / 2; i++) {
		struct mr *mr = &W->ctx[ctx].mr[(number + i) % (MRS / 2) * 2 + odd];

		if (!mr->o.live)
			continue;
		any = mr;
		if (pd == NONE || number % 32 == 5 || real_pd(ctx, mr->pd) == real_pd(ctx, pd))
			break;
	}
	return any;
}

/** Consecutive SGEs of a region; sometimes with a wrong key, or an address beyond the end. */
static int fill_sges(int ctx, int pd, struct ibv_sge *sge, int max, int odd, int where, int number)
{
	const struct mr *mr = region(ctx, pd, where, odd);
	uint32_t offset = mr ? (uint32_t)number % 1000 % mr->length : 0;
	int wanted = 1 + number / 3 % max, n = 0;

	while (mr && n < wanted && offset < mr->length) {
		uint32_t bytes = 1 + (uint32_t)(number / (n + 1)) % SGE_BYTES_MAX;

		sge[n] = sge_of(&W->ctx[ctx], mr, offset, bytes);
		offset += sge[n++].length;
	}
	if (!n)
		return 0;
	if (where % 64 == 7)
		sge[n - 1].lkey = BAD_KEY;
	if (where % 64 == 9)
		sge[0].addr = (uintptr_t)W->ctx[ctx].arena + mr->offset + mr->length;
	return n;
}

/* --- sends ------------------------------------------------------------------------------- */

static enum ibv_wr_opcode opcode_of(const struct qp *qp, int number)
{
	static const enum ibv_wr_opcode all[] = {
		IBV_WR_SEND,
		IBV_WR_SEND,
		IBV_WR_SEND_WITH_IMM,
		IBV_WR_RDMA_WRITE,
		IBV_WR_RDMA_WRITE_WITH_IMM,
		IBV_WR_RDMA_READ,
		IBV_WR_RDMA_READ,
		IBV_WR_ATOMIC_CMP_AND_SWP,
		IBV_WR_ATOMIC_FETCH_AND_ADD,
	};

	if (qp->type == IBV_QPT_UD)
		return all[number % 3];
	/* UC: sometimes an opcode that the adapter refuses, but never one that posting refuses */
	if (qp->type == IBV_QPT_UC && (number % 8 || MODEL_BY_KERNEL))
		return all[number % 5];
	return all[number % 9];
}

/** The queue pair at the other end, if there is one. */
static const struct qp *peer_of(const struct qp *qp, int *ctx)
{
	for (int i = 0; i < CONTEXTS * QPS; i++) {
		const struct qp *p = qp_at((struct ref){i / QPS, i % QPS});

		*ctx = i / QPS;
		if (p->o.live && p->num == qp->attr.dest_qp_num && p->attr.dest_qp_num == qp->num &&
		    leads_to(&qp->attr.ah_attr, W->ctx[*ctx].device))
			return p;
	}
	*ctx = 0;
	return NULL;
}

static bool atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static void aim(struct ibv_send_wr *wr, const struct qp *qp, int where, int number)
{
	int ctx;
	const struct qp *peer = peer_of(qp, &ctx);
	const struct mr *mr = region(ctx, peer ? peer->pd : NONE, where, 1);
	const struct mw *mw = &W->ctx[ctx].mw[number % MWS];
	uint64_t addr = (uintptr_t)W->ctx[ctx].arena;
	uint32_t rkey = mr ? mr->rkey : BAD_KEY;

	/* mostly near the beginning of the region, so that the message fits */
	if (mr)
		addr += mr->offset + (uint32_t)number % (mr->length / 64 + 1) * 8;
	if (number % 4 == 0 && mw->o.live && mw->mr != NONE) {
		rkey = mw->rkey;
		addr = mw->addr;
	}
	if (where % 64 == 11)
		rkey = BAD_KEY;
	if (!atomic(wr->opcode)) {
		wr->wr.rdma.remote_addr = addr;
		wr->wr.rdma.rkey = rkey;
		return;
	}
	addr = (addr + 7) & ~UINT64_C(7);
	wr->wr.atomic.remote_addr = number % 16 == 3 && !MODEL_BY_KERNEL ? addr + 1 : addr;
	wr->wr.atomic.rkey = rkey;
	wr->wr.atomic.compare_add = (uint64_t)number;
	wr->wr.atomic.swap = ~(uint64_t)number;
}

/** The number of some shared XRC queue, in the peer's context if there is one. */
static uint32_t some_srq(const struct qp *qp, int number)
{
	int ctx;

	peer_of(qp, &ctx);
	for (int i = 0; i < SRQS; i++) {
		const struct srq *srq = &W->ctx[ctx].srq[(number + i) % SRQS];

		if (srq->o.live && srq->xrcd != NONE)
			return srq->num;
	}
	return 0x7777;
}

/** For a datagram: some address handle, and some queue pair at the other end or a group's number.
 */
static bool address(int c, struct send *s, const struct qp *qp, int where, int number)
{
	int slot = live(c, AH, where);
	const struct ah *ah = AT(c, ah, slot);
	const struct qp *to = qp_at((struct ref){number % CONTEXTS, number / 5 % QPS});

	if (slot == NONE || (ah->group != NONE && qp->groups & 1U << ah->group))
		return false; /* whether the sender gets its own datagram depends on the adapter */
	s->to_device = ah->to_device;
	s->group = ah->group;
	s->global = ah->global;
	s->ah_pd = ah->pd;
	s->wr.wr.ud.ah = ah->v;
	s->wr.wr.ud.remote_qpn = ah->group == NONE ? to->num : MULTICAST_QPN;
	s->wr.wr.ud.remote_qkey = number % 8 ? 0x11 : number % 16 ? 0x22 : 0x80000000;
	return true;
}

static void put_inline(int c, struct send *s)
{
	s->inlined = s->wr.send_flags & IBV_SEND_INLINE;
	if (s->inlined && total_of(s->sge, s->wr.num_sge) <= INLINE_MAX)
		gather(c, s->sge, s->wr.num_sge, s->bytes, s->unsure);
}

/** Inline data is read by the processor: the memory must exist, even if the key is wrong. */
static unsigned int flags_of(const struct send *s, const struct qp *qp, int number)
{
	unsigned int flags = (number & 1 ? IBV_SEND_SIGNALED : 0) |
			     (number & 2 ? IBV_SEND_SOLICITED : 0) |
			     (number & 4 ? IBV_SEND_FENCE : 0);
	bool may = s->wr.opcode <= IBV_WR_SEND_WITH_IMM && s->wr.num_sge &&
		   total_of(s->sge, s->wr.num_sge) <= INLINE_MAX &&
		   qp->cap.max_inline_data >= INLINE_MAX;

	return may && number & 8 ? flags | IBV_SEND_INLINE : flags;
}

/* Arguments, from do_post_send()'s second on: opcode, local region, SGEs, remote region, offset,
 * flags. */
static bool make_send(int c, const struct qp *qp, const int *a, struct send *s)
{
	int max = (int)(qp->cap.max_send_sge < SGES ? qp->cap.max_send_sge : SGES);

	memset(s, 0, sizeof(*s));
	s->wr.wr_id = ++W->wr_ids;
	s->wr.opcode = opcode_of(qp, a[0]);
	s->wr.num_sge = fill_sges(c, qp->pd, s->sge, max, 0, a[1], a[2]);
	s->wr.imm_data = htonl(W->wr_ids);
	if (atomic(s->wr.opcode) && s->wr.num_sge) {
		s->wr.num_sge = 1;
		s->sge[0].length = 8;
	}
	if (a[5] & 8 && s->wr.num_sge) {
		s->wr.num_sge = 1;
		s->sge[0].length = s->sge[0].length % INLINE_MAX + (atomic(s->wr.opcode) ? 0 : 1);
	}
	if (MODEL_BY_KERNEL && atomic(s->wr.opcode) && total_of(s->sge, s->wr.num_sge) != 8)
		return false; /* as for opcode_of() */
	s->wr.send_flags = flags_of(s, qp, a[5]);
	put_inline(c, s);
	if (qp->type == IBV_QPT_UD)
		return s->wr.num_sge && address(c, s, qp, a[3], a[4]);
	aim(&s->wr, qp, a[3], a[4]);
	if (qp->type == IBV_QPT_XRC_SEND)
		s->wr.qp_type.xrc.remote_srqn = some_srq(qp, a[4]);
	return true;
}

/** Make a request invalid, so that posting refuses it. Returns the expected errno value. */
static int spoil_send(struct ibv_send_wr *wr, const struct qp *qp, int number)
{
	static uint8_t much[4096];
	static struct ibv_sge large = {0, sizeof(much), 0};

	switch (number % 3) {
	case 0:
		wr->opcode = (enum ibv_wr_opcode)77;
		return EINVAL;
	case 1:
		if (qp->cap.max_send_sge >= TOO_MANY)
			return 0;
		wr->sg_list = no_sges;
		wr->num_sge = (int)qp->cap.max_send_sge + 1;
		return TOO_MANY_ERRNO;
	default:
		if (wr->opcode > IBV_WR_SEND_WITH_IMM)
			return 0;
		large.addr = (uintptr_t)much;
		wr->sg_list = &large;
		wr->num_sge = 1;
		wr->send_flags |= IBV_SEND_INLINE;
		return TOO_MANY_ERRNO;
	}
}

static bool takes_sends(const struct qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTS && qp->type != IBV_QPT_XRC_RECV;
}

static int send_room(const struct qp *qp)
{
	return (int)(qp->cap.max_send_wr - (qp->posted - (MODEL_BY_KERNEL ? qp->done : qp->freed)));
}

/** Post a list, and model the accepted part. `spoiled` is the index of an invalid one, or NONE. */
static void post_list(struct qp *qp, struct send *s, int n, int spoiled, int why)
{
	struct ibv_send_wr wr[LIST], *bad = NULL;
	int room = send_room(qp);
	int expected = 0, taken = n, ret;

	for (int i = 0; i < n; i++) {
		wr[i] = s[i].wr;
		wr[i].sg_list = s[i].sge;
		wr[i].next = i + 1 < n ? &wr[i + 1] : NULL;
	}
	if (spoiled != NONE && spoiled < room)
		expected = spoil_send(&wr[spoiled], qp, why);
	if (expected)
		taken = spoiled;
	if (room < taken) {
		taken = room;
		expected = ENOMEM;
	}
	ret = ibv_post_send(qp->v, wr, &bad);
	same_result("ibv_post_send", ret, expected);
	if (ret && bad != &wr[taken])
		differ("ibv_post_send: bad_wr is number %d of the list instead of %d",
		       (int)(bad - wr), taken);
	for (int i = 0; i < taken; i++)
		qp->sends[qp->posted++ % SEND_MAX] = s[i];
}

/* Arguments: QP, opcode, local region, SGEs, remote region, offset, flags, length of the list,
 * which request to make invalid and how. */
bool do_post_send(int c, const int *a)
{
	int slot = live(c, QP, a[0]), n = a[7] % 3 ? 1 : 1 + a[7] / 3 % LIST;
	struct qp *qp = AT(c, qp, slot);
	struct send s[LIST];

	if (slot == NONE || !takes_sends(qp) || cq_load(c, qp->scq) + n > W->ctx[c].cq[qp->scq].cqe)
		return false;
	for (int i = 0; i < n; i++) {
		const int varied[] = {a[1] + i, a[2], a[3] + 77 * i, a[4], a[5], a[6] + i};

		if (!make_send(c, qp, varied, &s[i]))
			return false;
	}
	post_list(qp, s, n, a[8] % 16 ? NONE : a[8] / 16 % n, a[8] / 64);
	return true;
}

/* --- windows ----------------------------------------------------------------------------- */

/* Arguments: QP, window, region, offset, access, whether to unbind. */
bool do_bind(int c, const int *a)
{
	int slot = live(c, QP, a[0]), w = live(c, MW, a[1]), ret;
	struct qp *qp = AT(c, qp, slot);
	struct mw *mw = AT(c, mw, w);
	struct mr *mr = slot == NONE ? NULL : region(c, qp->pd, a[2], 1);
	struct ibv_mw_bind_info info = {.mw_access_flags = (unsigned int)a[4] & 0xe};
	struct ibv_send_wr wr = {.opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED}, *bad;
	struct send s = {.wr = wr};

	if (slot == NONE || w == NONE || !mr || qp->type != IBV_QPT_RC || !takes_sends(qp) ||
	    cq_load(c, qp->scq) + 1 > W->ctx[c].cq[qp->scq].cqe || !send_room(qp) ||
	    mw->type != IBV_MW_TYPE_2)
		return false;
	info.mr = mr->v;
	info.addr = (uintptr_t)W->ctx[c].arena + mr->offset + (uint32_t)a[3] % 64 * 8;
	info.length = a[5] % 4 ? 256 : 0;
	wr.wr_id = ++W->wr_ids;
	mw->v->rkey = mw->rkey; /* kept by the program; some adapters require the current key */
	wr.bind_mw.mw = mw->v;
	wr.bind_mw.rkey = ibv_inc_rkey(mw->rkey);
	wr.bind_mw.bind_info = info;
	ret = ibv_post_send(qp->v, &wr, &bad);
	same_result("ibv_post_send of a bind", ret, 0);
	s.wr.wr_id = wr.wr_id;
	s.bind.mw = w;
	s.bind.lkey = mr->lkey;
	s.bind.rkey = wr.bind_mw.rkey;
	s.bind.addr = info.addr;
	s.bind.length = info.length;
	s.bind.access = (int)info.mw_access_flags;
	qp->sends[qp->posted++ % SEND_MAX] = s;
	return true;
}

/* --- receives ---------------------------------------------------------------------------- */

static void make_recv(int c, int pd, struct recv *r, int max, bool whole, const int *a)
{
	const struct mr *mr = region(c, pd, a[0], 1);

	r->wr_id = ++W->wr_ids;
	r->num_sge = fill_sges(c, pd, r->sge, max < SGES ? max : SGES, 1, a[0], a[1]);
	if (!whole || !mr)
		return;
	r->num_sge = 1;
	r->sge[0] = sge_of(&W->ctx[c], mr, 0, a[1] % 8 ? REGION : GRH_BYTES + 5);
}

/** Number of receives that a queue still has room for. */
static int room_of(const struct recv_queue *rq)
{
	return (int)(rq->max - (rq->posted - (MODEL_BY_KERNEL ? rq->taken : rq->freed)));
}

/**
 * How many receives of a list are accepted, if the one at index `bad` (or NONE) has too many SGEs.
 * `err` is set to the expected errno value.
 */
static int accepted(const struct recv_queue *rq, int n, int bad, int bad_errno, int *err)
{
	int room = room_of(rq);

	*err = 0;
	if (bad != NONE && bad < room) {
		*err = bad_errno;
		return bad;
	}
	if (room < n)
		*err = ENOMEM;
	return room < n ? room : n;
}

static void fill_list(struct ibv_recv_wr *wr, struct recv *r, int n)
{
	for (int i = 0; i < n; i++)
		wr[i] = (struct ibv_recv_wr){r[i].wr_id, i + 1 < n ? &wr[i + 1] : NULL, r[i].sge,
					     r[i].num_sge};
}

static void posted(struct recv_queue *rq, const struct recv *r, int n)
{
	for (int i = 0; i < n; i++)
		rq->list[rq->posted++ % RECV_MAX] = r[i];
}

static bool spoil_recv(struct ibv_recv_wr *wr, const struct recv_queue *rq)
{
	if (rq->max_sge >= TOO_MANY)
		return false;
	wr->sg_list = no_sges;
	wr->num_sge = (int)rq->max_sge + 1;
	return true;
}

/* Arguments: QP, region, SGEs, length of the list, which receive to make invalid. */
bool do_post_recv(int c, const int *a)
{
	int slot = live(c, QP, a[0]), n = 1 + a[3] % LIST, bad, err, taken;
	struct qp *qp = AT(c, qp, slot);
	struct ibv_recv_wr wr[LIST], *first_bad = NULL;
	struct recv r[LIST];

	if (slot == NONE || qp->attr.qp_state == IBV_QPS_RESET || !qp->rq.max ||
	    !region(c, NONE, a[1], 1) || cq_load(c, qp->rcq) + n > W->ctx[c].cq[qp->rcq].cqe)
		return false;
	for (int i = 0; i < n; i++)
		make_recv(c, qp->pd, &r[i], (int)qp->rq.max_sge, qp->type == IBV_QPT_UD,
			  (int[]){a[1] + i, a[2] + 13 * i});
	fill_list(wr, r, n);
	bad = a[4] % 16 == 0 && spoil_recv(&wr[a[4] / 16 % n], &qp->rq) ? a[4] / 16 % n : NONE;
	if (MODEL_BY_KERNEL && bad != NONE && bad == room_of(&qp->rq))
		return false; /* fails for two reasons, and either may be reported */
	taken = accepted(&qp->rq, n, bad, TOO_MANY_ERRNO, &err);
	same_result("ibv_post_recv", ibv_post_recv(qp->v, wr, &first_bad), err);
	if (err && first_bad != &wr[taken])
		differ("ibv_post_recv: bad_wr is number %d instead of %d", (int)(first_bad - wr),
		       taken);
	posted(&qp->rq, r, taken);
	if (qp->attr.qp_state == IBV_QPS_ERR)
		W->slow = true; /* the adapter notices them without a doorbell */
	return true;
}

/* Arguments: SRQ, region, SGEs, length of the list, which receive to make invalid. */
bool do_post_srq(int c, const int *a)
{
	int slot = live(c, SRQ, a[0]), n = 1 + a[3] % LIST, bad, err, taken;
	struct srq *srq = AT(c, srq, slot);
	struct ibv_recv_wr wr[LIST], *first_bad = NULL;
	struct recv r[LIST];

	if (slot == NONE || !region(c, NONE, a[1], 1) || waiting_for(c, slot) > 1)
		return false; /* two queue pairs wait: undefined which of them gets the receive */
	for (int i = 0; i < CQS; i++) {
		if (W->ctx[c].cq[i].o.live && cq_load(c, i) + n > W->ctx[c].cq[i].cqe)
			return false;
	}
	for (int i = 0; i < n; i++)
		make_recv(c, srq->pd, &r[i], (int)srq->rq.max_sge, srq->xrcd == NONE,
			  (int[]){a[1] + i, a[2] + 13 * i});
	fill_list(wr, r, n);
	bad = a[4] % 16 == 0 && spoil_recv(&wr[a[4] / 16 % n], &srq->rq) ? a[4] / 16 % n : NONE;
	if (bad != NONE && bad == room_of(&srq->rq))
		return false; /* fails for two reasons, and either may be reported */
	taken = accepted(&srq->rq, n, bad, EINVAL, &err);
	same_result("ibv_post_srq_recv", ibv_post_srq_recv(srq->v, wr, &first_bad), err);
	if (err && first_bad != &wr[taken])
		differ("ibv_post_srq_recv: bad_wr is number %d instead of %d",
		       (int)(first_bad - wr), taken);
	posted(&srq->rq, r, taken);
	return true;
}
