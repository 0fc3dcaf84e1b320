/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml, spec/adapters/mlx4.yaml, spec/adapters/rxe.yaml by
 * `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * What the data path calls become. Without a binding flag: an indirect call through the context's
 * operations. With one: the adapter's inline code. With several: a comparison of the queue's
 * adapter id, then the inline code of that adapter.
 */
#ifndef INVERBS_FASTPATH_H
#define INVERBS_FASTPATH_H

#include <errno.h>
#include <inverbs/api/inlines.h>
#include <inverbs/api/binding.h>
#include <inverbs/api/checkable.h>
#include <inverbs/fast/forms.h>
#include <inverbs/fast/objects.h>

#ifdef INVERBS_CXGB3
#include <inverbs/adapters/cxgb3.h>
#endif
#ifdef INVERBS_MLX4
#include <inverbs/adapters/mlx4.h>
#endif
#ifdef INVERBS_RXE
#include <inverbs/adapters/rxe.h>
#endif

INVERBS_INLINE int INVERBS_PLAIN(ibv_post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3)) {
		return cxgb3_post_send(qp, wr, bad_wr);
	}
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4)) {
		return mlx4_post_send(qp, wr, bad_wr);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE)) {
		return rxe_post_send(qp, wr, bad_wr);
	}
#endif
	return qp->context->ops.post_send(qp, wr, bad_wr);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr,
						struct ibv_recv_wr **bad_wr)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3)) {
		return cxgb3_post_recv(qp, wr, bad_wr);
	}
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4)) {
		return mlx4_post_recv(qp, wr, bad_wr);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE)) {
		return rxe_post_recv(qp, wr, bad_wr);
	}
#endif
	return qp->context->ops.post_recv(qp, wr, bad_wr);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr,
						    struct ibv_recv_wr **bad_wr)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_srq_of(srq)->adapter, MLX4)) {
		return mlx4_post_srq_recv(srq, wr, bad_wr);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_srq_of(srq)->adapter, RXE)) {
		return rxe_post_srq_recv(srq, wr, bad_wr);
	}
#endif
	return srq->context->ops.post_srq_recv(srq, wr, bad_wr);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_poll_cq)(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, CXGB3)) {
		return cxgb3_poll_cq(cq, num_entries, wc);
	}
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, MLX4)) {
		return mlx4_poll_cq(cq, num_entries, wc);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, RXE)) {
		return rxe_poll_cq(cq, num_entries, wc);
	}
#endif
	return cq->context->ops.poll_cq(cq, num_entries, wc);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_req_notify_cq)(struct ibv_cq *cq, int solicited_only)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, MLX4)) {
		return mlx4_arm_cq(cq, solicited_only);
	}
#endif
	return cq->context->ops.req_notify_cq(cq, solicited_only);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_start_poll)(struct ibv_cq_ex *cq,
						 struct ibv_poll_cq_attr *attr)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_start_poll(cq, attr);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_start_poll(cq, attr);
	}
#endif
	return cq->start_poll(cq, attr);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_next_poll)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_next_poll(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_next_poll(cq);
	}
#endif
	return cq->next_poll(cq);
}

INVERBS_INLINE void INVERBS_PLAIN(ibv_end_poll)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		mlx4_end_poll(cq);
		return;
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		rxe_end_poll(cq);
		return;
	}
#endif
	cq->end_poll(cq);
}

INVERBS_INLINE int INVERBS_PLAIN(ibv_wr_complete)(struct ibv_qp_ex *qp)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(&qp->qp_base)->sq.adapter, CXGB3)) {
		return cxgb3_wr_complete(qp);
	}
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(&qp->qp_base)->sq.adapter, MLX4)) {
		return mlx4_wr_complete(qp);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(&qp->qp_base)->sq.adapter, RXE)) {
		return rxe_wr_complete(qp);
	}
#endif
	return qp->wr_complete(qp);
}

INVERBS_INLINE enum ibv_wc_opcode INVERBS_PLAIN(ibv_wc_read_opcode)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_opcode(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_opcode(cq);
	}
#endif
	return cq->read_opcode(cq);
}

INVERBS_INLINE uint32_t INVERBS_PLAIN(ibv_wc_read_vendor_err)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_vendor_err(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_vendor_err(cq);
	}
#endif
	return cq->read_vendor_err(cq);
}

INVERBS_INLINE uint32_t INVERBS_PLAIN(ibv_wc_read_byte_len)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_byte_len(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_byte_len(cq);
	}
#endif
	return cq->read_byte_len(cq);
}

INVERBS_INLINE __be32 INVERBS_PLAIN(ibv_wc_read_imm_data)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_imm_data(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_imm_data(cq);
	}
#endif
	return cq->read_imm_data(cq);
}

INVERBS_INLINE uint32_t INVERBS_PLAIN(ibv_wc_read_qp_num)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_qp_num(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_qp_num(cq);
	}
#endif
	return cq->read_qp_num(cq);
}

INVERBS_INLINE uint32_t INVERBS_PLAIN(ibv_wc_read_src_qp)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_src_qp(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_src_qp(cq);
	}
#endif
	return cq->read_src_qp(cq);
}

INVERBS_INLINE unsigned int INVERBS_PLAIN(ibv_wc_read_wc_flags)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_wc_flags(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_wc_flags(cq);
	}
#endif
	return cq->read_wc_flags(cq);
}

INVERBS_INLINE uint32_t INVERBS_PLAIN(ibv_wc_read_slid)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_slid(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_slid(cq);
	}
#endif
	return cq->read_slid(cq);
}

INVERBS_INLINE uint8_t INVERBS_PLAIN(ibv_wc_read_sl)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_sl(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_sl(cq);
	}
#endif
	return cq->read_sl(cq);
}

INVERBS_INLINE uint8_t INVERBS_PLAIN(ibv_wc_read_dlid_path_bits)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_dlid_path_bits(cq);
	}
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, RXE)) {
		return rxe_read_dlid_path_bits(cq);
	}
#endif
	return cq->read_dlid_path_bits(cq);
}

INVERBS_INLINE uint64_t INVERBS_PLAIN(ibv_wc_read_completion_ts)(struct ibv_cq_ex *cq)
{
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of_ex(cq)->adapter, MLX4)) {
		return mlx4_read_completion_ts(cq);
	}
#endif
	return cq->read_completion_ts(cq);
}

/*
 * A type 1 window is bound by a work request on the send queue. On success the window has the new
 * key; a window without a region must have neither address nor length.
 */
INVERBS_INLINE int INVERBS_PLAIN(ibv_bind_mw)(struct ibv_qp *qp, struct ibv_mw *mw,
					      struct ibv_mw_bind *mw_bind)
{
	const struct ibv_mw_bind_info *const info = &mw_bind->bind_info;
	struct ibv_send_wr wr, *bad_wr;
	int err;

	if (mw->type != IBV_MW_TYPE_1 || qp->qp_type == IBV_QPT_UD)
		return EINVAL;
	if (!info->mr && (info->addr || info->length))
		return EINVAL;
	if (info->mr && info->mr->pd != mw->pd)
		return EPERM;
	memset(&wr, 0, sizeof(wr));
	wr.opcode = IBV_WR_BIND_MW;
	wr.wr_id = mw_bind->wr_id;
	wr.send_flags = mw_bind->send_flags;
	wr.bind_mw.mw = mw;
	wr.bind_mw.rkey = ibv_inc_rkey(mw->rkey);
	wr.bind_mw.bind_info = *info;
	err = ibv_post_send(qp, &wr, &bad_wr);
	if (!err)
		mw->rkey = wr.bind_mw.rkey;
	return err;
}

/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. They call nothing in the archive, so that their arguments need not be
 * in memory; the caller calls the archive instead. See enum inverbs_left.
 */
/**
 * Post a send with one SGE; opcode (a constant) and flags are not in *wr. Returns 0 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int inverbs_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
					 uint32_t opcode, uint32_t flags)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3))
		return cxgb3_send_or_leave(qp, wr, opcode, flags);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4))
		return mlx4_send_or_leave(qp, wr, opcode, flags);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE))
		return rxe_send_or_leave(qp, wr, opcode, flags);
#endif
	(void)qp, (void)wr, (void)opcode, (void)flags;
	return INVERBS_LEFT;
}

/**
 * Post sends of a list, up to the first that is left. Returns 0, or an errno value: nothing was
 * posted.
 */
INVERBS_INLINE int inverbs_send_run(struct ibv_qp *qp, inverbs_give *give,
				    struct inverbs_giver *giver)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3))
		return cxgb3_send_run(qp, give, giver);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4))
		return mlx4_send_run(qp, give, giver);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE))
		return rxe_send_run(qp, give, giver);
#endif
	(void)qp, (void)give, (void)giver;
	return INVERBS_LEFT;
}

/** ibv_post_send for a single send with one SGE on a datagram queue pair. */
INVERBS_INLINE int inverbs_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
					 struct ibv_send_wr **bad_wr)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3))
		return cxgb3_post_datagram(qp, wr, bad_wr);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4))
		return mlx4_post_datagram(qp, wr, bad_wr);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE))
		return rxe_post_datagram(qp, wr, bad_wr);
#endif
	(void)qp, (void)wr, (void)bad_wr;
	return INVERBS_LEFT;
}

/** Post a receive with one SGE. Returns 0 or INVERBS_LEFT. */
INVERBS_INLINE int inverbs_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, CXGB3))
		return cxgb3_recv_or_leave(qp, wr);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, MLX4))
		return mlx4_recv_or_leave(qp, wr);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_qp_of(qp)->sq.adapter, RXE))
		return rxe_recv_or_leave(qp, wr);
#endif
	(void)qp, (void)wr;
	return INVERBS_LEFT;
}

/** Poll for one completion. Returns 1 if it was taken, 0 if there is none, or enum inverbs_left. */
INVERBS_INLINE int inverbs_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
					 struct inverbs_taker *taker)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, CXGB3))
		return cxgb3_poll_or_leave(cq, take, taker);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, MLX4))
		return mlx4_poll_or_leave(cq, take, taker);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, RXE))
		return rxe_poll_or_leave(cq, take, taker);
#endif
	(void)cq, (void)take, (void)taker;
	return INVERBS_LEFT;
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion if possible, and unlock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int inverbs_poll_locked(struct ibv_cq *cq, inverbs_take *take,
				       struct inverbs_taker *taker)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, CXGB3))
		return cxgb3_poll_locked(cq, take, taker);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, MLX4))
		return mlx4_poll_locked(cq, take, taker);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, RXE))
		return rxe_poll_locked(cq, take, taker);
#endif
	(void)cq, (void)take, (void)taker;
	return INVERBS_LEFT;
}

/** Poll completions while there is room, up to the first that is left. Returns their number. */
INVERBS_INLINE int inverbs_poll_run(struct ibv_cq *cq, inverbs_take *take,
				    struct inverbs_taker *taker)
{
#ifdef INVERBS_CXGB3
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, CXGB3))
		return cxgb3_poll_run(cq, take, taker);
#endif
#ifdef INVERBS_MLX4
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, MLX4))
		return mlx4_poll_run(cq, take, taker);
#endif
#ifdef INVERBS_RXE
	if (INVERBS_IS_ADAPTER(inverbs_cq_of(cq)->adapter, RXE))
		return rxe_poll_run(cq, take, taker);
#endif
	(void)cq, (void)take, (void)taker;
	return INVERBS_LEFT;
}

#ifdef INVERBS_CHECKED
#include <inverbs/checked/checked.h>
#endif

#endif
