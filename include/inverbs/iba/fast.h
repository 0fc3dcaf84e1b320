/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posting and polling in the access layer. The handle is checked, the work request is translated,
 * and the inline verbs of the program's adapter follow. Lists, rare work requests and invalid calls
 * are left to libinverbs.a. Programs that are bound to no adapter call versions of these functions
 * in libinverbs.a that are compiled for all adapters.
 */
#include <iba/ib_al.h> /* ends by including this file, hence before the guard */

#ifndef INVERBS_IBA_FAST_H
#define INVERBS_IBA_FAST_H

#include <infiniband/verbs.h>
#include <inverbs/iba/handle.h>
#include <inverbs/iba/maps.h>

#ifdef __cplusplus
extern "C" {
#endif

/** These functions for programs that are bound to no adapter. In the archive. */
ib_api_status_t inverbs_iba_any_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					  ib_send_wr_t **failed);
ib_api_status_t inverbs_iba_any_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed);
ib_api_status_t inverbs_iba_any_poll(ib_cq_handle_t h_cq, ib_wc_t **free_list, ib_wc_t **done_list);
ib_api_status_t inverbs_iba_any_rearm(ib_cq_handle_t h_cq, boolean_t solicited);

/** Posts of all kinds, with all checks. In the archive. */
ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed);
ib_api_status_t inverbs_iba_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed);
ib_api_status_t inverbs_iba_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed);

/** The status if the kernel refused a work request's doorbell. */
ib_api_status_t inverbs_iba_send_refused(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					 ib_send_wr_t **failed, int err);

/** Poll what inline code does not handle. */
ib_api_status_t inverbs_iba_poll_left(struct ibv_cq *cq, ib_wc_t **free_list, ib_wc_t **done_list);

/** Poll a completion that inline code found, but does not handle. The CQ is locked. */
ib_api_status_t inverbs_iba_poll_locked(struct ibv_cq *cq, ib_wc_t **free_list, ib_wc_t **done_list,
					struct inverbs_qp *qp, uintptr_t cursor, uint64_t row);

/** The status for a CQ that could not be polled or armed. */
ib_api_status_t inverbs_iba_cq_refused(ib_cq_handle_t h_cq, const void *list, int result);

INVERBS_ASSERT_LAYOUT(sizeof(ib_local_ds_t) == sizeof(struct ibv_sge) &&
			      offsetof(ib_local_ds_t, vaddr) == offsetof(struct ibv_sge, addr) &&
			      offsetof(ib_local_ds_t, length) == offsetof(struct ibv_sge, length) &&
			      offsetof(ib_local_ds_t, lkey) == offsetof(struct ibv_sge, lkey),
		      "pieces of memory are used as they are");

/**
 * Local data segments as SGEs. The asm prevents the compiler from assuming that the program's
 * stores through one type cannot alias loads through the other.
 */
INVERBS_INLINE struct ibv_sge *inverbs_iba_sges(ib_local_ds_t *list)
{
	struct ibv_sge *sges = (struct ibv_sge *)(void *)list;

	__asm__("" : "+r"(sges) : : "memory");
	return sges;
}

/** Number of SGEs and type of a work request, adjacent members, as one word. */
#define INVERBS_IBA_SHAPE(pieces, type) ((uint64_t)(pieces) | (uint64_t)(type) << 32)

INVERBS_INLINE uint64_t inverbs_iba_shape(const ib_send_wr_t *wr)
{
	uint64_t shape;

	memcpy(&shape, (const uint8_t *)wr + offsetof(ib_send_wr_t, num_ds), sizeof(shape));
	return shape;
}
INVERBS_ASSERT_LAYOUT(offsetof(ib_send_wr_t, wr_type) == offsetof(ib_send_wr_t, num_ds) + 4,
		      "inverbs_iba_shape");

/** Options of work requests that are posted inline. */
#define INVERBS_IBA_HOT_OPTIONS                                                                    \
	((ib_send_opt_t)(IB_SEND_OPT_SIGNALED | IB_SEND_OPT_SOLICITED | IB_SEND_OPT_INLINE))

/** Post a work request with one SGE. The type is a constant. */
INVERBS_INLINE int inverbs_iba_post(const struct inverbs_iba_slot *slot, const ib_send_wr_t *from,
				    uint32_t type)
{
	struct ibv_send_wr wr;

	wr.wr_id = from->wr_id;
	wr.sg_list = inverbs_iba_sges(from->ds_array);
	wr.wr.rdma.remote_addr = from->remote_ops.vaddr;
	wr.wr.rdma.rkey = __builtin_bswap32(from->remote_ops.rkey);
	return inverbs_send_or_leave(
		(struct ibv_qp *)slot->verbs, &wr, (uint32_t)inverbs_iba_wr_type_to_verbs(type),
		inverbs_iba_send_opt_to_verbs(from->send_opt & INVERBS_IBA_HOT_OPTIONS));
}

/** Post a send or write with one SGE on a connected queue pair whose state allows sends. */
INVERBS_INLINE ib_api_status_t inverbs_iba_inline_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
							    ib_send_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(h_qp);
	int err = INVERBS_LEFT;

	if (!inverbs_iba_matches(&slot->sends, h_qp) || __builtin_expect(!wr || wr->p_next, 0) ||
	    wr->send_opt & ~INVERBS_IBA_HOT_OPTIONS)
		return inverbs_iba_post_send(h_qp, wr, failed);
	if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_RDMA_WRITE))
		err = inverbs_iba_post(slot, wr, WR_RDMA_WRITE);
	else if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_SEND))
		err = inverbs_iba_post(slot, wr, WR_SEND);
	if (__builtin_expect(err < 0, 0))
		return inverbs_iba_post_send(h_qp, wr, failed);
	if (__builtin_expect(err, 0))
		return inverbs_iba_send_refused(h_qp, wr, failed, err);
	return IB_SUCCESS;
}

/** Post a receive with one SGE. */
INVERBS_INLINE ib_api_status_t inverbs_iba_inline_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *from,
							    ib_recv_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(h_qp);
	struct ibv_recv_wr wr;

	if (!inverbs_iba_matches(&slot->receives, h_qp) ||
	    __builtin_expect(!from || from->p_next || from->num_ds != 1, 0))
		return inverbs_iba_post_recv(h_qp, from, failed);
	wr.wr_id = from->wr_id;
	wr.sg_list = inverbs_iba_sges(from->ds_array);
	if (__builtin_expect(inverbs_recv_or_leave((struct ibv_qp *)slot->verbs, &wr), 0))
		return inverbs_iba_post_recv(h_qp, from, failed);
	return IB_SUCCESS;
}

/** A failed completion: no other members are valid, not even its type. */
INVERBS_INLINE void inverbs_iba_failed(ib_wc_t *to, enum ibv_wc_status status, uint32_t vendor_err)
{
	to->status = (ib_wc_status_t)inverbs_iba_wc_status_of_verbs(status);
	to->vendor_specific = vendor_err;
	to->wc_type = IB_WC_UNKNOWN1;
	to->length = 0;
}

INVERBS_ASSERT_LAYOUT((int)IBV_WC_SEND == (int)IB_WC_SEND &&
			      (int)IBV_WC_RDMA_WRITE == (int)IB_WC_RDMA_WRITE &&
			      (int)IBV_WC_RDMA_READ == (int)IB_WC_RDMA_READ &&
			      (int)IBV_WC_COMP_SWAP == (int)IB_WC_COMPARE_SWAP &&
			      (int)IBV_WC_FETCH_ADD == (int)IB_WC_FETCH_ADD &&
			      (int)IBV_WC_BIND_MW == (int)IB_WC_MW_BIND &&
			      (int)IBV_WC_RECV == (int)IB_WC_RECV &&
			      (int)IBV_WC_RECV_RDMA_WITH_IMM == (int)IB_WC_RECV_RDMA_WRITE,
		      "types of completions have verbs' numbers");
/**
 * A successful completion in the layer's form, without the members that only receives have. row: as
 * in inverbs_take.
 */
INVERBS_INLINE void inverbs_iba_good(ib_wc_t *to, uint64_t wr_id, uint64_t row)
{
	to->wr_id = wr_id;
	INVERBS_FORGET(to->wr_id); /* or GCC builds both words in a vector first */
	to->vendor_specific = 0;
	to->status = IB_WCS_SUCCESS;
	to->recv.conn.recv_opt = 0;
	memcpy((uint8_t *)to + offsetof(ib_wc_t, wc_type), &row, sizeof(row));
}

/**
 * Members that only some receives have. Those of connections have no source QP number, and need
 * nothing more.
 */
INVERBS_INLINE void inverbs_iba_received(ib_wc_t *to, const struct ibv_wc *from)
{
	if (__builtin_expect(from->wc_flags == IBV_WC_GRH, 1)) {
		to->recv.conn.recv_opt = IB_RECV_OPT_GRH_VALID;
	} else if (from->wc_flags) {
		to->recv.conn.recv_opt =
			(from->wc_flags & IBV_WC_WITH_IMM ? (ib_recv_opt_t)IB_RECV_OPT_IMMEDIATE
							  : 0) |
			(from->wc_flags & IBV_WC_GRH ? (ib_recv_opt_t)IB_RECV_OPT_GRH_VALID : 0);
		to->recv.conn.immediate_data = from->imm_data;
	}
	if (!from->src_qp)
		return;
	to->recv.ud.remote_qp = __builtin_bswap32(from->src_qp);
	to->recv.ud.pkey_index = from->pkey_index;
	to->recv.ud.remote_lid = __builtin_bswap16(from->slid);
	to->recv.ud.remote_sl = from->sl;
	to->recv.ud.path_bits = from->dlid_path_bits;
}

INVERBS_ASSERT_LAYOUT(offsetof(ib_wc_t, length) == offsetof(ib_wc_t, wc_type) + 4 &&
			      offsetof(ib_wc_t, recv.conn.immediate_data) ==
				      offsetof(ib_wc_t, recv.ud.immediate_data),
		      "inverbs_iba_good");

/** Store the only completion (type inverbs_take). */
INVERBS_INLINE void inverbs_iba_take(struct inverbs_taker *taker, uint64_t wr_id, uint64_t row,
				     const struct ibv_wc *rest)
{
	inverbs_iba_good((ib_wc_t *)taker->next, wr_id, row);
	if (rest)
		inverbs_iba_received((ib_wc_t *)taker->next, rest);
}

INVERBS_INLINE ib_api_status_t inverbs_iba_inline_poll(ib_cq_handle_t h_cq, ib_wc_t **free_list,
						       ib_wc_t **done_list)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(h_cq);
	struct inverbs_taker taker;
	struct ibv_cq *cq;
	ib_wc_t *first;
	int found;

	if (!inverbs_iba_matches(&slot->polls, h_cq) ||
	    __builtin_expect(!free_list || !done_list, 0))
		return inverbs_iba_cq_refused(h_cq, NULL, 0);
	first = *free_list;
	if (__builtin_expect(!first, 0))
		return inverbs_iba_cq_refused(h_cq, NULL, 0);
	cq = (struct ibv_cq *)slot->verbs;
	taker.next = first;
	taker.more = (const void *const *)(const void *)&first->p_next;
	found = inverbs_poll_or_leave(cq, inverbs_iba_take, &taker);
	if (found == 0)
		return IB_NOT_FOUND;
	if (found == INVERBS_LEFT_LOCKED)
		return inverbs_iba_poll_locked(cq, free_list, done_list, taker.qp, taker.cursor,
					       taker.row);
	if (found < 0)
		return inverbs_iba_poll_left(cq, free_list, done_list);
	*done_list = first;
	*free_list = NULL;
	return IB_SUCCESS;
}

INVERBS_INLINE ib_api_status_t inverbs_iba_inline_rearm(ib_cq_handle_t h_cq, boolean_t solicited)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(h_cq);
	int err;

	if (!inverbs_iba_matches(&slot->polls, h_cq))
		return inverbs_iba_cq_refused(h_cq, NULL, 0);
	err = ibv_req_notify_cq((struct ibv_cq *)slot->verbs, solicited);
	return __builtin_expect(err, 0) ? inverbs_iba_cq_refused(h_cq, slot, -err) : IB_SUCCESS;
}

/** The same, with explanations of invalid handles, for checked programs. In the archive. */
ib_api_status_t inverbs_iba_checked_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					      ib_send_wr_t **failed);
ib_api_status_t inverbs_iba_checked_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					      ib_recv_wr_t **failed);
ib_api_status_t inverbs_iba_checked_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *wr,
						  ib_recv_wr_t **failed);
ib_api_status_t inverbs_iba_checked_poll(ib_cq_handle_t h_cq, ib_wc_t **free_list,
					 ib_wc_t **done_list);
ib_api_status_t inverbs_iba_checked_rearm(ib_cq_handle_t h_cq, boolean_t solicited);

#ifdef INVERBS_CHECKED
#define INVERBS_IBA_CALL(name) inverbs_iba_checked_##name
#elif INVERBS_BINDING_MASK
#define INVERBS_IBA_CALL(name) inverbs_iba_inline_##name
#else
#define INVERBS_IBA_CALL(name) inverbs_iba_any_##name
#endif

static inline ib_api_status_t ib_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *p_send_wr,
					   ib_send_wr_t **pp_send_failure)
{
	return INVERBS_IBA_CALL(post_send)(h_qp, p_send_wr, pp_send_failure);
}

static inline ib_api_status_t ib_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *p_recv_wr,
					   ib_recv_wr_t **pp_recv_failure)
{
	return INVERBS_IBA_CALL(post_recv)(h_qp, p_recv_wr, pp_recv_failure);
}

static inline ib_api_status_t ib_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *p_recv_wr,
					       ib_recv_wr_t **pp_recv_failure)
{
#ifdef INVERBS_CHECKED
	return inverbs_iba_checked_post_srq_recv(h_srq, p_recv_wr, pp_recv_failure);
#else
	return inverbs_iba_post_srq_recv(h_srq, p_recv_wr, pp_recv_failure);
#endif
}

static inline ib_api_status_t ib_poll_cq(ib_cq_handle_t h_cq, ib_wc_t **pp_free_wclist,
					 ib_wc_t **pp_done_wclist)
{
	return INVERBS_IBA_CALL(poll)(h_cq, pp_free_wclist, pp_done_wclist);
}

static inline ib_api_status_t ib_rearm_cq(ib_cq_handle_t h_cq, boolean_t solicited)
{
	return INVERBS_IBA_CALL(rearm)(h_cq, solicited);
}

#ifdef __cplusplus
}
#endif

#endif
