/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Soft-RoCE, an adapter that the kernel makes of a network card. Queues in memory that kernel and
 * program map, each with a producer's and a consumer's index; posting ends with a system call.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for rxe.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to rxe */

#ifndef INVERBS_ADAPTERS_RXE_H
#define INVERBS_ADAPTERS_RXE_H

#include <errno.h>
#include <inverbs/adapters/rxe_formats.h>
#include <inverbs/adapters/rxe_queue.h>
#include <inverbs/datapath.h>
#include <inverbs/objects.h>
#include <inverbs/wqe.h>

/** Verbs opcodes that are taken, one bit each. rxe.requests.ops */
#define RXE_SEND_OPS                                                                               \
	(1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_SEND |          \
	 1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |   \
	 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW |       \
	 1U << IBV_WR_SEND_WITH_INV)

/** Point at one piece of payload. */
INVERBS_INLINE void rxe_put_piece(uint8_t *at, const struct ibv_sge *sge)
{
	struct rxe_piece seg;

	seg.addr = sge->addr;
	seg.length = sge->length;
	seg.lkey = sge->lkey;
	rxe_piece_put(at, &seg);
}

/** Payload at the end of an entry: the bytes themselves when the request says so, else references.
 * EINVAL, with nothing written: more bytes than the queue takes; of several pieces that was looked
 * at before. */
INVERBS_INLINE int rxe_put_payload(const struct inverbs_sq *sq, const struct inverbs_request *req,
				   uint8_t *at, uint32_t *length)
{
	const bool bytes = inverbs_is_inline(req);
	uint32_t total = 0;

	for (uint32_t i = 0; i < req->num_sge; i++) {
		const struct ibv_sge *const sge = inverbs_piece(req, i);

		if (!bytes) {
			rxe_put_piece(at + (size_t)i * 16, sge);
		} else {
			if (__builtin_expect(sge->length > sq->max_inline, 0))
				return EINVAL;
			inverbs_copy_payload(at + total, (const uint8_t *)(uintptr_t)sge->addr,
					     sge->length);
		}
		total += sge->length;
	}
	*length = total;
	return 0;
}

/** What stands behind the head. Returns the bytes taken. rxe.requests */
INVERBS_INLINE uint32_t rxe_put_body(uint8_t *at, const struct inverbs_request *req)
{
	const struct ibv_send_wr *const wr = req->wr;

	if (__builtin_expect(req->qp_type == IBV_QPT_UD, 0)) {
		struct rxe_datagram seg;

		memset(&seg, 0, sizeof(seg));
		seg.qpn = wr->wr.ud.remote_qpn;
		seg.qkey = wr->wr.ud.remote_qkey;
		seg.ah_number = inverbs_ah_of(wr->wr.ud.ah)->number;
		rxe_datagram_put(at, &seg);
		return 120;
	}
	/* remote: RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ */
	if (req->op &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ)) {
		struct rxe_remote seg;

		memset(&seg, 0, sizeof(seg));
		seg.addr = wr->wr.rdma.remote_addr;
		seg.rkey = wr->wr.rdma.rkey;
		rxe_remote_put(at, &seg);
		return 16;
	}
	/* swap: ATOMIC_CMP_AND_SWP */
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct rxe_swap seg;

		memset(&seg, 0, sizeof(seg));
		seg.addr = wr->wr.atomic.remote_addr;
		seg.compare = wr->wr.atomic.compare_add;
		seg.swap = wr->wr.atomic.swap;
		seg.rkey = wr->wr.atomic.rkey;
		rxe_swap_put(at, &seg);
		return 32;
	}
	/* add: ATOMIC_FETCH_AND_ADD */
	if (req->op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) {
		struct rxe_add seg;

		memset(&seg, 0, sizeof(seg));
		seg.addr = wr->wr.atomic.remote_addr;
		seg.add = wr->wr.atomic.compare_add;
		seg.rkey = wr->wr.atomic.rkey;
		rxe_add_put(at, &seg);
		return 32;
	}
	/* bind: BIND_MW */
	if (req->op & (1U << IBV_WR_BIND_MW)) {
		struct rxe_bind seg;

		memset(&seg, 0, sizeof(seg));
		seg.addr = wr->bind_mw.bind_info.addr;
		seg.length = wr->bind_mw.bind_info.length;
		seg.lkey = wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0;
		seg.old_rkey = wr->bind_mw.mw->rkey;
		seg.rkey = wr->bind_mw.rkey;
		seg.access = wr->bind_mw.bind_info.mw_access_flags;
		rxe_bind_put(at, &seg);
		return 32;
	}
	return 0;
}

/** Why this queue does not take a request, or 0. */
INVERBS_INLINE int rxe_refuse(const struct inverbs_sq *sq, const struct inverbs_request *req)
{
	if (__builtin_expect(req->opcode >= 10 || !(req->op & RXE_SEND_OPS), 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > 1, 0) &&
	    inverbs_payload_bytes(req) > (inverbs_is_inline(req) ? sq->max_inline : UINT32_MAX))
		return EINVAL;
	if ((req->op & (1U << IBV_WR_SEND_WITH_INV | 1U << IBV_WR_RDMA_READ |
			1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD |
			1U << IBV_WR_LOCAL_INV)) &&
	    req->qp_type != IBV_QPT_RC)
		return EINVAL;
	if ((req->op &
	     (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_BIND_MW)) &&
	    req->qp_type != IBV_QPT_RC && req->qp_type != IBV_QPT_UC)
		return EINVAL;
	if ((req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) &&
	    (req->wr->wr.atomic.remote_addr & 7))
		return EINVAL;
	if ((req->op & (1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) && req->num_sge != 0)
		return EINVAL;
	if ((req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) &&
	    inverbs_payload_bytes(req) < 8)
		return EINVAL;
	return 0;
}

/** Write one send entry, whole, with zeros where nothing stands. EINVAL: not a request that this
 * queue takes. rxe.requests */
INVERBS_INLINE int rxe_put_send(const struct inverbs_sq *sq, const struct inverbs_request *req,
				uint8_t *slot)
{
	const struct ibv_send_wr *const wr = req->wr;
	const uint32_t pieces = req->num_sge;
	const uint32_t code = req->opcode;
	uint32_t at = 24;
	uint32_t length;
	int err = rxe_refuse(sq, req);

	if (__builtin_expect(err, 0))
		return err;
	err = rxe_put_payload(sq, req, slot + 208, &length);
	if (__builtin_expect(err, 0))
		return err;
	{
		struct rxe_send_head seg;

		memset(&seg, 0, sizeof(seg));
		seg.wr_id = wr->wr_id;
		seg.opcode = code;
		seg.fence = (req->flags & IBV_SEND_FENCE) != 0;
		seg.signaled = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		seg.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
		seg.inlined = inverbs_is_inline(req);
		if (req->op & (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_WRITE_WITH_IMM))
			seg.imm = wr->imm_data;
		if (req->op & (1U << IBV_WR_SEND_WITH_INV | 1U << IBV_WR_LOCAL_INV))
			seg.invalidate = wr->invalidate_rkey;
		rxe_send_head_put(slot, &seg);
	}
	for (at += rxe_put_body(slot + at, req); at < 144; at += 8)
		inverbs_put64(slot + at, 0);
	{
		struct rxe_send_tail seg;

		memset(&seg, 0, sizeof(seg));
		seg.length = length;
		seg.resid = length;
		seg.num_sge = pieces;
		if (req->op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM |
			       1U << IBV_WR_RDMA_READ))
			seg.iova = wr->wr.rdma.remote_addr;
		if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD))
			seg.iova = wr->wr.atomic.remote_addr;
		rxe_send_tail_put(slot + 144, &seg);
	}
	return 0;
}

/**
 * ibv_post_send for rxe. One system call tells the kernel of all requests of a call; when it
 * refuses, nothing was posted and its error is returned. ENOMEM: the queue is full. EINVAL: a
 * request that the queue does not take. rxe.requests.bell
 */
INVERBS_INLINE int rxe_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct ibv_send_wr *const first_wr = wr;
	uint32_t first, index;
	int err = 0;

	inverbs_lock(&sq->lock);
	first = rxe_producer(sq->buf) & (sq->entries - 1);
	for (index = first; wr; wr = wr->next) {
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		if (__builtin_expect(rxe_full(sq->buf, index, sq->entries), 0))
			err = ENOMEM;
		else
			err = rxe_put_send(sq, &req,
					   inverbs_slot(sq->buf, index, sq->entries, sq->shift));
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		index = rxe_next(index, sq->entries);
	}
	if (index != first) {
		int refused;

		rxe_set_producer(sq->buf, index);
		refused = inverbs_command_bell(qp);
		if (__builtin_expect(refused, 0)) {
			rxe_set_producer(sq->buf, first);
			*bad_wr = first_wr;
			err = refused;
		}
	}
	inverbs_unlock(&sq->lock);
	return err;
}

/** Write one receive entry. rxe.receives */
INVERBS_INLINE void rxe_put_recv(uint8_t *slot, const struct ibv_recv_wr *wr)
{
	const uint32_t pieces = (uint32_t)wr->num_sge;
	struct rxe_recv_head seg;
	uint32_t length = 0;

	for (uint32_t i = 0; i < pieces; i++) {
		const struct ibv_sge *const sge = &wr->sg_list[i];
		struct rxe_piece part;

		part.addr = sge->addr;
		part.length = sge->length;
		part.lkey = sge->lkey;
		rxe_piece_put(slot + 40 + (size_t)i * 16, &part);
		length += sge->length;
	}
	memset(&seg, 0, sizeof(seg));
	seg.wr_id = wr->wr_id;
	seg.length = length;
	seg.resid = length;
	seg.num_sge = pieces;
	rxe_recv_head_put(slot, &seg);
}

/** Receives into a queue, a queue pair's or a shared one; the caller holds its lock. The adapter
 * looks by itself. */
INVERBS_INLINE int rxe_fill_recvs(uint8_t *slots, uint32_t entries, uint8_t shift, uint32_t max_sge,
				  struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	uint32_t index = rxe_producer(slots) & (entries - 1);
	int err = 0;

	for (; wr; wr = wr->next) {
		if (__builtin_expect((uint32_t)wr->num_sge > max_sge, 0))
			err = EINVAL;
		else if (__builtin_expect(rxe_full(slots, index, entries), 0))
			err = ENOMEM;
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rxe_put_recv(inverbs_slot(slots, index, entries, shift), wr);
		index = rxe_next(index, entries);
	}
	rxe_set_producer(slots, index);
	return err;
}

/** ibv_post_recv for rxe. ENOMEM: the queue is full, or there is none. EINVAL: too many pieces. */
INVERBS_INLINE int rxe_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	int err = ENOMEM;

	inverbs_lock(&rq->lock);
	if (__builtin_expect(rq->buf != NULL, 1))
		err = rxe_fill_recvs(rq->buf, rq->entries, rq->shift, rq->max_sge, wr, bad_wr);
	else
		*bad_wr = wr;
	inverbs_unlock(&rq->lock);
	return err;
}

/** ibv_post_srq_recv for rxe. ENOMEM: the queue is full. EINVAL: too many pieces. */
INVERBS_INLINE int rxe_post_srq_recv(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				     struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	int err;

	inverbs_lock(&srq->lock);
	err = rxe_fill_recvs(srq->buf, srq->entries, srq->shift, srq->max_sge, wr, bad_wr);
	inverbs_unlock(&srq->lock);
	return err;
}

/** Verbs opcode of a completion code. rxe.completions.ops */
INVERBS_INLINE enum ibv_wc_opcode rxe_wc_opcode(uint32_t code)
{
	return (enum ibv_wc_opcode)code; /* the numbers agree */
}

/** Verbs status of a completion code. rxe.completions.status */
INVERBS_INLINE enum ibv_wc_status rxe_wc_status(uint32_t code)
{
	return code <= 21 ? (enum ibv_wc_status)code : IBV_WC_GENERAL_ERR; /* the numbers agree */
}

/** Verbs flags of a CQE. rxe.completions.flags */
INVERBS_INLINE unsigned int rxe_wc_flags(const struct rxe_cqe *e)
{
	return (e->grh ? (unsigned int)IBV_WC_GRH : 0U) |
	       (e->with_imm ? (unsigned int)IBV_WC_WITH_IMM : 0U) |
	       (e->with_inv ? (unsigned int)IBV_WC_WITH_INV : 0U);
}

/** Fill a work completion from an entry. rxe.completions.wc */
INVERBS_INLINE void rxe_fill_wc(const uint8_t *at, struct ibv_wc *wc)
{
	const struct rxe_cqe e = rxe_cqe_get(at);

	wc->status = rxe_wc_status(e.status);
	wc->opcode = rxe_wc_opcode(e.opcode);
	wc->wc_flags = rxe_wc_flags(&e);
	wc->wr_id = e.wr_id;
	wc->vendor_err = e.vendor_err;
	wc->byte_len = e.byte_len;
	wc->qp_num = e.qpn;
	wc->src_qp = e.src_qp;
	wc->pkey_index = e.pkey_index;
	wc->slid = e.slid;
	wc->sl = e.sl;
	wc->dlid_path_bits = e.path_bits;
	wc->imm_data = e.imm;
	if (wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = e.invalidated;
}

/** ibv_poll_cq for rxe. */
INVERBS_INLINE int rxe_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	uint32_t index, end;
	int got = 0;

	inverbs_lock(&cq->lock);
	index = rxe_consumer(cq->buf) & (cq->entries - 1);
	end = rxe_producer(cq->buf) & (cq->entries - 1);
	while (got < num_entries && index != end) {
		rxe_fill_wc(inverbs_slot(cq->buf, index, cq->entries, cq->shift), &wc[got++]);
		index = rxe_next(index, cq->entries);
	}
	if (got > 0)
		rxe_set_consumer(cq->buf, index);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Drop the entries of a queue pair that is gone; those before them move up. Called with the
 * queue's lock. */
INVERBS_INLINE void rxe_cq_clean(struct inverbs_cq *cq, uint32_t qpn)
{
	const uint32_t mask = cq->entries - 1;
	const uint32_t first = rxe_consumer(cq->buf) & mask;
	uint32_t index = rxe_producer(cq->buf) & mask;
	uint32_t to = index;

	while (index != first) {
		const uint8_t *from;

		index = (index - 1) & mask;
		from = inverbs_slot(cq->buf, index, cq->entries, cq->shift);
		if (rxe_cqe_get(from).qpn == qpn)
			continue;
		to = (to - 1) & mask;
		if (to != index)
			memcpy(inverbs_slot(cq->buf, to, cq->entries, cq->shift), from, 48);
	}
	rxe_set_consumer(cq->buf, to);
}

/** Take the next entry for the extended poll; head is the index behind it until end_poll tells.
 * ENOENT: none. */
INVERBS_INLINE int rxe_take_entry(struct inverbs_cq *cq)
{
	struct rxe_cqe e;

	if (cq->head == (rxe_producer(cq->buf) & (cq->entries - 1)))
		return ENOENT;
	cq->current = inverbs_slot(cq->buf, cq->head, cq->entries, cq->shift);
	cq->head = rxe_next(cq->head, cq->entries);
	e = rxe_cqe_get(cq->current);
	cq->ibv_ex.wr_id = e.wr_id;
	cq->ibv_ex.status = rxe_wc_status(e.status);
	return 0;
}

/** ibv_start_poll for rxe: holds the queue's lock until end_poll when it returns 0. */
INVERBS_INLINE int rxe_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->head = rxe_consumer(cq->buf) & (cq->entries - 1);
	err = rxe_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int rxe_next_poll(struct ibv_cq_ex *ibcq)
{
	return rxe_take_entry((struct inverbs_cq *)ibcq);
}

INVERBS_INLINE void rxe_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;

	rxe_set_consumer(cq->buf, cq->head);
	inverbs_unlock(&cq->lock);
}

/* Readers of the entry that the extended poll stands on. */
INVERBS_INLINE struct rxe_cqe rxe_current(struct ibv_cq_ex *cq)
{
	return rxe_cqe_get(((struct inverbs_cq *)cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode rxe_read_opcode(struct ibv_cq_ex *cq)
{
	return rxe_wc_opcode(rxe_current(cq).opcode);
}

INVERBS_INLINE unsigned int rxe_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct rxe_cqe e = rxe_current(cq);

	return rxe_wc_flags(&e);
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 rxe_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct rxe_cqe e = rxe_current(cq);

	if (rxe_wc_flags(&e) & IBV_WC_WITH_INV)
		return e.invalidated;
	return e.imm;
}

INVERBS_INLINE uint32_t rxe_read_vendor_err(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).vendor_err;
}

INVERBS_INLINE uint32_t rxe_read_byte_len(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).byte_len;
}

INVERBS_INLINE uint32_t rxe_read_qp_num(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).qpn;
}

INVERBS_INLINE uint32_t rxe_read_src_qp(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).src_qp;
}

INVERBS_INLINE uint32_t rxe_read_slid(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).slid;
}

INVERBS_INLINE uint8_t rxe_read_sl(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).sl;
}

INVERBS_INLINE uint8_t rxe_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return rxe_current(cq).path_bits;
}

#endif
