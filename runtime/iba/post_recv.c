/* SPDX-License-Identifier: BSD-2-Clause */
/* Receives that are not inlined: lists, shared receive queues, and errors. */
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	BATCH_RECVS = 16
};

/* The queue that a list is posted to; the other pointer is NULL. */
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

/* Verbs return the same error for a full queue and for a work request with too many SGEs. */
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

static ib_api_status_t post_recv_list(const struct target *to, ib_recv_wr_t *wr,
				      ib_recv_wr_t **failed)
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
	return post_recv_list(to, wr, failed);
}

/* Takes no lock, like inverbs_iba_post_send(). */
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
