/* SPDX-License-Identifier: BSD-2-Clause */
/* Receives that are not inlined: lists, shared receive queues, and errors. */
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	BATCH_RECVS = 16
};

/* The queue that a list is posted to: one of the two. */
struct target {
	struct ibv_qp *qp;
	struct ibv_srq *srq;
	uint8_t detail;
};

struct batch {
	struct ibv_recv_wr wr[BATCH_RECVS];
	ib_recv_wr_t *from[BATCH_RECVS];
	int n;
};

/* Verbs return the same error for a full queue and for a request with too many SGEs. */
static ib_api_status_t recv_status(int err)
{
	if (err == ENOMEM)
		return IB_INSUFFICIENT_RESOURCES;
	return err == EINVAL ? IB_INVALID_WR_TYPE : iba_status(err);
}

static ib_api_status_t fail_recv(ib_recv_wr_t *wr, ib_recv_wr_t **failed, ib_api_status_t status)
{
	if (failed)
		*failed = wr;
	return status;
}

static ib_recv_wr_t *gather_recvs(struct batch *b, ib_recv_wr_t *wr)
{
	for (b->n = 0; wr && b->n < BATCH_RECVS; wr = wr->p_next) {
		b->wr[b->n] = (struct ibv_recv_wr){
			.wr_id = wr->wr_id,
			.sg_list = inverbs_iba_sges(wr->ds_array),
			.num_sge = (int)wr->num_ds,
		};
		if (b->n)
			b->wr[b->n - 1].next = &b->wr[b->n];
		b->from[b->n++] = wr;
	}
	return wr;
}

static ib_api_status_t post_list(const struct target *to, ib_recv_wr_t *wr, ib_recv_wr_t **failed)
{
	struct ibv_recv_wr *bad;
	struct batch b;
	int err = 0;

	while (wr && !err) {
		wr = gather_recvs(&b, wr);
		err = to->qp ? ibv_post_recv(to->qp, b.wr, &bad)
			     : ibv_post_srq_recv(to->srq, b.wr, &bad);
		if (err)
			return fail_recv(b.from[bad - b.wr], failed, recv_status(err));
	}
	return IB_SUCCESS;
}

static ib_api_status_t post_recvs(const struct target *to, ib_recv_wr_t *wr, ib_recv_wr_t **failed)
{
	if (!wr || (wr->p_next && !failed))
		return IB_INVALID_PARAMETER;
	if (!to->qp && !to->srq)
		return fail_recv(wr, failed, IB_UNSUPPORTED);
	if (to->detail & INVERBS_IBA_NO_RECEIVES)
		return fail_recv(wr, failed, IB_INVALID_QP_STATE);
	return post_list(to, wr, failed);
}

/* No lock, as in inverbs_iba_post_send(). */
ib_api_status_t inverbs_iba_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);

	if (!slot)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	return post_recvs(&(struct target){.qp = slot->verbs, .detail = slot->detail}, wr, failed);
}

ib_api_status_t inverbs_iba_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed)
{
	struct iba_srq *srq = iba_get(h_srq, INVERBS_IBA_SRQ);
	ib_api_status_t status;

	if (!srq)
		return iba_refusal(h_srq, IB_INVALID_SRQ_HANDLE);
	status = post_recvs(&(struct target){.srq = srq->srq}, wr, failed);
	iba_put(&srq->reporter.object);
	return status;
}

INVERBS_INLINE void translate_wc(ib_wc_t *to, const struct ibv_wc *from, int datagrams)
{
	if (__builtin_expect(from->status != IBV_WC_SUCCESS, 0)) {
		to->wr_id = from->wr_id;
		inverbs_iba_failed(to, from->status, from->vendor_err);
		return;
	}
	inverbs_iba_good_whole(to, from, datagrams);
}

static int may_be_datagrams(const struct ibv_cq *cq)
{
	const struct iba_cq *own = cq->cq_context;

	return own->reporter.object.slot->detail & INVERBS_IBA_DATAGRAM;
}

/* Free completions from `from` on, at most this many. */
static int room_of(const ib_wc_t *from, int most)
{
	int room = 0;

	for (; from && room < most; from = from->p_next)
		room++;
	return room;
}

/* As many completions as are there and fit into the list. */
ib_api_status_t inverbs_iba_poll_more(struct ibv_cq *cq, ib_wc_t *first, ib_wc_t **rest)
{
	const int datagrams = may_be_datagrams(cq);
	ib_wc_t *last = first, *next = first->p_next;
	struct ibv_wc wc[BATCH_RECVS];
	int room, got;

	do {
		room = room_of(next, BATCH_RECVS);
		got = room ? ibv_poll_cq(cq, room, wc) : 0;
		for (const struct ibv_wc *from = wc; from < wc + got; from++) {
			last = next;
			translate_wc(last, from, datagrams);
			next = last->p_next;
		}
	} while (got == BATCH_RECVS);
	last->p_next = NULL;
	*rest = next;
	return IB_SUCCESS;
}

ib_api_status_t inverbs_iba_poll_left(struct ibv_cq *cq, ib_wc_t **free_list, ib_wc_t **done_list,
				      int locked)
{
	ib_wc_t *const first = *free_list;
	struct ibv_wc wc;
	const int found = locked ? inverbs_poll_locked(cq, &wc) : ibv_poll_cq(cq, 1, &wc);

	if (found <= 0)
		return found ? IB_ERROR : IB_NOT_FOUND;
	*done_list = first;
	translate_wc(first, &wc, may_be_datagrams(cq));
	if (first->p_next)
		return inverbs_iba_poll_more(cq, first, free_list);
	*free_list = NULL;
	return IB_SUCCESS;
}

ib_api_status_t inverbs_iba_cq_refused(ib_cq_handle_t h_cq, const void *list, int result)
{
	if (!inverbs_iba_slot(h_cq, INVERBS_IBA_CQ))
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	if (!list)
		return IB_INVALID_PARAMETER;
	return result == -EOPNOTSUPP ? IB_UNSUPPORTED : IB_ERROR;
}
