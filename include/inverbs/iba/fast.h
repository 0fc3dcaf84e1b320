/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posting and polling in the access layer: the handle is checked, the request is translated, and
 * what verbs become for the program's adapter follows inline. Lists, rare requests and everything
 * that is wrong are left to libinverbs.a.
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

/** Posts of all kinds, with all checks. In the archive. */
ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed);
ib_api_status_t inverbs_iba_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed);
ib_api_status_t inverbs_iba_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed);

/** Why verbs refused a request. */
ib_api_status_t inverbs_iba_send_refused(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					 ib_send_wr_t **failed, int err);
ib_api_status_t inverbs_iba_recv_refused(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					 ib_recv_wr_t **failed, int err);

/** Fill what follows the first completion of a list; the rest becomes the free list. */
void inverbs_iba_poll_more(const struct inverbs_iba_slot *slot, ib_wc_t *first, ib_wc_t **rest);

/** Why a completion queue was not polled or armed. */
ib_api_status_t inverbs_iba_cq_refused(ib_cq_handle_t h_cq, const void *list, int result);

INVERBS_ASSERT_LAYOUT(sizeof(ib_local_ds_t) == sizeof(struct ibv_sge) &&
			      offsetof(ib_local_ds_t, vaddr) == offsetof(struct ibv_sge, addr) &&
			      offsetof(ib_local_ds_t, length) == offsetof(struct ibv_sge, length) &&
			      offsetof(ib_local_ds_t, lkey) == offsetof(struct ibv_sge, lkey),
		      "pieces of memory are used as they are");

/**
 * Pieces of memory as verbs read them. The compiler must not think that what the program stored in
 * one type cannot be what is read in the other.
 */
INVERBS_INLINE struct ibv_sge *inverbs_iba_sges(ib_local_ds_t *list)
{
	struct ibv_sge *sges = (struct ibv_sge *)(void *)list;

	__asm__("" : "+r"(sges) : : "memory");
	return sges;
}

/** Number of pieces and type of a request, adjacent members, in one word. */
#define INVERBS_IBA_SHAPE(pieces, type) ((uint64_t)(pieces) | (uint64_t)(type) << 32)

INVERBS_INLINE uint64_t inverbs_iba_shape(const ib_send_wr_t *wr)
{
	uint64_t shape;

	memcpy(&shape, (const uint8_t *)wr + offsetof(ib_send_wr_t, num_ds), sizeof(shape));
	return shape;
}
INVERBS_ASSERT_LAYOUT(offsetof(ib_send_wr_t, wr_type) == offsetof(ib_send_wr_t, num_ds) + 4,
		      "inverbs_iba_shape");

/** A signaled request with one piece on a connected queue pair. Constants fold in what follows. */
INVERBS_INLINE int inverbs_iba_post(const struct inverbs_iba_slot *slot, const ib_send_wr_t *from,
				    uint32_t type)
{
	struct ibv_sge *const sges = inverbs_iba_sges(from->ds_array);
	struct ibv_send_wr wr, *bad;

	wr.wr_id = from->wr_id;
	wr.next = NULL;
	wr.sg_list = sges;
	wr.num_sge = 1;
	wr.opcode = (enum ibv_wr_opcode)inverbs_iba_wr_type_to_verbs(type);
	wr.send_flags = inverbs_iba_send_opt_to_verbs(IB_SEND_OPT_SIGNALED);
	wr.wr.rdma.remote_addr = from->remote_ops.vaddr;
	wr.wr.rdma.rkey = __builtin_bswap32(from->remote_ops.rkey);
	return ibv_post_send((struct ibv_qp *)slot->verbs, &wr, &bad);
}

static inline ib_api_status_t ib_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *p_send_wr,
					   ib_send_wr_t **pp_send_failure)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);
	int err;

	if (__builtin_expect(!slot || slot->detail || !p_send_wr || p_send_wr->p_next, 0) ||
	    p_send_wr->send_opt != IB_SEND_OPT_SIGNALED)
		return inverbs_iba_post_send(h_qp, p_send_wr, pp_send_failure);
	if (inverbs_iba_shape(p_send_wr) == INVERBS_IBA_SHAPE(1, WR_RDMA_WRITE))
		err = inverbs_iba_post(slot, p_send_wr, WR_RDMA_WRITE);
	else if (inverbs_iba_shape(p_send_wr) == INVERBS_IBA_SHAPE(1, WR_SEND))
		err = inverbs_iba_post(slot, p_send_wr, WR_SEND);
	else
		return inverbs_iba_post_send(h_qp, p_send_wr, pp_send_failure);
	if (__builtin_expect(err, 0))
		return inverbs_iba_send_refused(h_qp, p_send_wr, pp_send_failure, err);
	return IB_SUCCESS;
}

static inline ib_api_status_t ib_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *p_recv_wr,
					   ib_recv_wr_t **pp_recv_failure)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);
	struct ibv_recv_wr wr, *bad;
	struct ibv_sge *sges;
	int err;

	if (__builtin_expect(!slot || !p_recv_wr || p_recv_wr->p_next ||
				     slot->detail & INVERBS_IBA_NO_RECEIVES,
			     0))
		return inverbs_iba_post_recv(h_qp, p_recv_wr, pp_recv_failure);
	sges = inverbs_iba_sges(p_recv_wr->ds_array);
	wr.wr_id = p_recv_wr->wr_id;
	wr.next = NULL;
	wr.sg_list = sges;
	wr.num_sge = (int)p_recv_wr->num_ds;
	err = ibv_post_recv((struct ibv_qp *)slot->verbs, &wr, &bad);
	if (__builtin_expect(err, 0))
		return inverbs_iba_recv_refused(h_qp, p_recv_wr, pp_recv_failure, err);
	return IB_SUCCESS;
}

static inline ib_api_status_t ib_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *p_recv_wr,
					       ib_recv_wr_t **pp_recv_failure)
{
	return inverbs_iba_post_srq_recv(h_srq, p_recv_wr, pp_recv_failure);
}

/** A failed completion: nothing else of it is valid, its type included. */
INVERBS_INLINE void inverbs_iba_failed(ib_wc_t *to, const struct ibv_wc *from)
{
	to->status = (ib_wc_status_t)inverbs_iba_wc_status_of_verbs(from->status);
	to->vendor_specific = from->vendor_err;
	to->wc_type = IB_WC_UNKNOWN1;
	to->length = 0;
}

/** A completion in the layer's form. */
INVERBS_INLINE void inverbs_iba_completion(ib_wc_t *to, const struct ibv_wc *from)
{
	to->wr_id = from->wr_id;
	if (__builtin_expect(from->status != IBV_WC_SUCCESS, 0)) {
		inverbs_iba_failed(to, from);
		return;
	}
	to->status = IB_WCS_SUCCESS;
	to->vendor_specific = 0;
	to->wc_type = (ib_wc_type_t)inverbs_iba_wc_type_of_verbs(from->opcode);
	to->length = from->byte_len;
	if (!(from->opcode & IBV_WC_RECV))
		return;
	to->recv.ud.recv_opt =
		(from->wc_flags & IBV_WC_WITH_IMM ? (ib_recv_opt_t)IB_RECV_OPT_IMMEDIATE : 0) |
		(from->wc_flags & IBV_WC_GRH ? (ib_recv_opt_t)IB_RECV_OPT_GRH_VALID : 0);
	to->recv.ud.immediate_data = from->imm_data;
	to->recv.ud.remote_qp = __builtin_bswap32(from->src_qp);
	to->recv.ud.pkey_index = from->pkey_index;
	to->recv.ud.remote_lid = __builtin_bswap16(from->slid);
	to->recv.ud.remote_sl = from->sl;
	to->recv.ud.path_bits = from->dlid_path_bits;
}

static inline ib_api_status_t ib_poll_cq(ib_cq_handle_t h_cq, ib_wc_t **pp_free_wclist,
					 ib_wc_t **pp_done_wclist)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_cq, INVERBS_IBA_CQ);
	struct ibv_wc wc;
	ib_wc_t *first;
	int found;

	if (__builtin_expect(!slot || !pp_free_wclist || !pp_done_wclist || !*pp_free_wclist, 0))
		return inverbs_iba_cq_refused(h_cq, NULL, 0);
	found = ibv_poll_cq((struct ibv_cq *)slot->verbs, 1, &wc);
	if (found <= 0)
		return __builtin_expect(found, 0) ? IB_ERROR : IB_NOT_FOUND;
	first = *pp_free_wclist;
	*pp_done_wclist = first;
	inverbs_iba_completion(first, &wc);
	if (first->p_next) {
		inverbs_iba_poll_more(slot, first, pp_free_wclist);
		return IB_SUCCESS;
	}
	*pp_free_wclist = NULL;
	return IB_SUCCESS;
}

static inline ib_api_status_t ib_rearm_cq(ib_cq_handle_t h_cq, boolean_t solicited)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_cq, INVERBS_IBA_CQ);
	int err;

	if (__builtin_expect(!slot, 0))
		return inverbs_iba_cq_refused(h_cq, NULL, 0);
	err = ibv_req_notify_cq((struct ibv_cq *)slot->verbs, solicited);
	return __builtin_expect(err, 0) ? inverbs_iba_cq_refused(h_cq, slot, -err) : IB_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#endif
