/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ibv_wr_start() and its sisters, the same for all adapters: each work request is built beside the
 * queue, in the form that ibv_post_send() takes. Only ibv_wr_complete() is specific to the adapter:
 * it posts the list with the code of ibv_post_send(). So a batch that is aborted or refused leaves
 * no trace in the ring.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_BUILDER_H
#define INVERBS_BUILDER_H

#include <errno.h>
#include <inverbs/adapters/list.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/** Bits of the opcodes whose payload may be inline. */
#define INVERBS_INLINE_OPS                                                                         \
	(1U << IBV_WR_SEND | 1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_SEND_WITH_INV |             \
	 1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM)

INVERBS_INLINE struct inverbs_builder *inverbs_builder_of(struct ibv_qp_ex *qp)
{
	return &inverbs_qp_of(&qp->qp_base)->builder;
}

INVERBS_INLINE struct ibv_send_wr *inverbs_slot_behind(const struct inverbs_builder *b,
						       struct ibv_send_wr *slot)
{
	return (struct ibv_send_wr *)(void *)((uint8_t *)slot + b->stride);
}

/** Returns the list of built work requests, or NULL if there are none. */
INVERBS_INLINE struct ibv_send_wr *inverbs_built(const struct inverbs_builder *b)
{
	if (b->next == b->first)
		return NULL;
	((struct ibv_send_wr *)(void *)((uint8_t *)b->next - b->stride))->next = NULL;
	return b->first;
}

/**
 * Copy the queue state that checks read and change, so that all work requests can be checked before
 * any is posted.
 */
INVERBS_INLINE void inverbs_sq_copy(struct inverbs_sq *to, const struct inverbs_sq *sq)
{
	const size_t from = offsetof(struct inverbs_sq, wr_id);
	const size_t end = offsetof(struct inverbs_sq, next);

	memset(to, 0, from);
	memcpy((uint8_t *)to + from, (const uint8_t *)sq + from, end - from);
	memset((uint8_t *)to + end, 0, sizeof(*to) - end);
	to->head = sq->head - sq->room;
	to->position = sq->position - sq->room;
	to->tail = inverbs_observe32(&sq->tail);
}

INVERBS_INLINE void inverbs_wr_start(struct ibv_qp_ex *qp)
{
	struct inverbs_builder *const b = inverbs_builder_of(qp);

	inverbs_lock(&inverbs_qp_of(&qp->qp_base)->sq.lock);
	b->next = b->first;
	b->current = b->spare;
	b->err = 0;
}

INVERBS_INLINE void inverbs_wr_abort(struct ibv_qp_ex *qp)
{
	inverbs_unlock(&inverbs_qp_of(&qp->qp_base)->sq.lock);
}

/** Begin a work request: set all members that do not depend on the opcode. */
INVERBS_INLINE struct ibv_send_wr *inverbs_wr_begin(struct ibv_qp_ex *qp, enum ibv_wr_opcode opcode)
{
	struct inverbs_builder *const b = inverbs_builder_of(qp);
	struct ibv_send_wr *const wr = b->next;

	b->current = wr;
	if (__builtin_expect(wr == b->spare, 0))
		b->err = ENOMEM;
	else
		b->next = inverbs_slot_behind(b, wr);
	wr->wr_id = qp->wr_id;
	wr->next = b->next;
	wr->sg_list = (struct ibv_sge *)(void *)(wr + 1);
	wr->num_sge = 0;
	wr->opcode = opcode;
	wr->send_flags = qp->wr_flags & ~(unsigned int)IBV_SEND_INLINE;
	wr->qp_type.xrc.remote_srqn = 0;
	return wr;
}

/** A datagram has no destination until a setter provides one. */
INVERBS_INLINE struct ibv_send_wr *inverbs_wr_begin_send(struct ibv_qp_ex *qp,
							 enum ibv_wr_opcode opcode)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin(qp, opcode);

	wr->wr.ud.ah = NULL;
	return wr;
}

INVERBS_INLINE struct ibv_send_wr *inverbs_wr_begin_rdma(struct ibv_qp_ex *qp,
							 enum ibv_wr_opcode opcode, uint32_t rkey,
							 uint64_t remote_addr)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin(qp, opcode);

	if (INVERBS_ADDRESSED_RDMA && inverbs_builder_of(qp)->addressed) {
		wr->wr.ud.ah = NULL;
		wr->bind_mw.bind_info.addr = remote_addr;
		wr->bind_mw.rkey = rkey;
		return wr;
	}
	wr->wr.rdma.remote_addr = remote_addr;
	wr->wr.rdma.rkey = rkey;
	return wr;
}

INVERBS_INLINE void inverbs_wr_send(struct ibv_qp_ex *qp)
{
	inverbs_wr_begin_send(qp, IBV_WR_SEND);
}

INVERBS_INLINE void inverbs_wr_send_imm(struct ibv_qp_ex *qp, __be32 imm_data)
{
	inverbs_wr_begin_send(qp, IBV_WR_SEND_WITH_IMM)->imm_data = imm_data;
}

INVERBS_INLINE void inverbs_wr_send_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
	inverbs_wr_begin_send(qp, IBV_WR_SEND_WITH_INV)->invalidate_rkey = invalidate_rkey;
}

/** The header is read when the batch is posted. */
INVERBS_INLINE void inverbs_wr_send_tso(struct ibv_qp_ex *qp, void *hdr, uint16_t hdr_sz,
					uint16_t mss)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin_send(qp, IBV_WR_TSO);

	wr->tso.hdr = hdr;
	wr->tso.hdr_sz = hdr_sz;
	wr->tso.mss = mss;
}

INVERBS_INLINE void inverbs_wr_rdma_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr)
{
	inverbs_wr_begin_rdma(qp, IBV_WR_RDMA_WRITE, rkey, remote_addr);
}

INVERBS_INLINE void inverbs_wr_rdma_write_imm(struct ibv_qp_ex *qp, uint32_t rkey,
					      uint64_t remote_addr, __be32 imm_data)
{
	inverbs_wr_begin_rdma(qp, IBV_WR_RDMA_WRITE_WITH_IMM, rkey, remote_addr)->imm_data =
		imm_data;
}

INVERBS_INLINE void inverbs_wr_rdma_read(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr)
{
	inverbs_wr_begin_rdma(qp, IBV_WR_RDMA_READ, rkey, remote_addr);
}

INVERBS_INLINE void inverbs_wr_atomic_cmp_swp(struct ibv_qp_ex *qp, uint32_t rkey,
					      uint64_t remote_addr, uint64_t compare, uint64_t swap)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin(qp, IBV_WR_ATOMIC_CMP_AND_SWP);

	wr->wr.atomic.remote_addr = remote_addr;
	wr->wr.atomic.compare_add = compare;
	wr->wr.atomic.swap = swap;
	wr->wr.atomic.rkey = rkey;
}

INVERBS_INLINE void inverbs_wr_atomic_fetch_add(struct ibv_qp_ex *qp, uint32_t rkey,
						uint64_t remote_addr, uint64_t add)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin(qp, IBV_WR_ATOMIC_FETCH_AND_ADD);

	wr->wr.atomic.remote_addr = remote_addr;
	wr->wr.atomic.compare_add = add;
	wr->wr.atomic.rkey = rkey;
}

INVERBS_INLINE void inverbs_wr_bind_mw(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t rkey,
				       const struct ibv_mw_bind_info *bind_info)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin(qp, IBV_WR_BIND_MW);

	wr->bind_mw.mw = mw;
	wr->bind_mw.rkey = rkey;
	wr->bind_mw.bind_info = *bind_info;
}

INVERBS_INLINE void inverbs_wr_local_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
	inverbs_wr_begin(qp, IBV_WR_LOCAL_INV)->invalidate_rkey = invalidate_rkey;
}

INVERBS_INLINE void inverbs_wr_set_ud_addr(struct ibv_qp_ex *qp, struct ibv_ah *ah,
					   uint32_t remote_qpn, uint32_t remote_qkey)
{
	struct ibv_send_wr *const wr = inverbs_builder_of(qp)->current;

	wr->wr.ud.ah = ah;
	wr->wr.ud.remote_qpn = remote_qpn;
	wr->wr.ud.remote_qkey = remote_qkey;
}

INVERBS_INLINE void inverbs_wr_set_xrc_srqn(struct ibv_qp_ex *qp, uint32_t remote_srqn)
{
	inverbs_builder_of(qp)->current->qp_type.xrc.remote_srqn = remote_srqn;
}

INVERBS_INLINE void inverbs_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr,
				       uint32_t length)
{
	struct ibv_send_wr *const wr = inverbs_builder_of(qp)->current;
	struct ibv_sge *const sge = (struct ibv_sge *)(void *)(wr + 1);

	sge->addr = addr;
	sge->length = length;
	sge->lkey = lkey;
	wr->num_sge = 1;
}

/** A list that is too long is not copied; the post refuses it for its length. */
INVERBS_INLINE void inverbs_wr_set_sge_list(struct ibv_qp_ex *qp, size_t num_sge,
					    const struct ibv_sge *sg_list)
{
	struct inverbs_builder *const b = inverbs_builder_of(qp);
	struct ibv_send_wr *const wr = b->current;
	struct ibv_sge *const sge = (struct ibv_sge *)(void *)(wr + 1);

	wr->num_sge = b->max_sge + 1;
	if (__builtin_expect(num_sge > b->max_sge, 0))
		return;
	wr->num_sge = (int)num_sge;
	for (size_t n = 0; n < num_sge; n++)
		sge[n] = sg_list[n];
}

/**
 * Returns the buffer for inline payload of this length. Returns NULL if it is too long, so that the
 * post refuses it, or if the opcode has no inline payload, which fails the batch with EINVAL.
 */
INVERBS_INLINE uint8_t *inverbs_wr_inline_place(struct inverbs_builder *b, size_t length)
{
	struct ibv_send_wr *const wr = b->current;
	struct ibv_sge *const sge = (struct ibv_sge *)(void *)(wr + 1);
	uint8_t *const place = (uint8_t *)wr + b->inline_at;

	if (__builtin_expect(!(1U << (wr->opcode & 31) & INVERBS_INLINE_OPS), 0)) {
		b->err = b->err ? b->err : EINVAL;
		return NULL;
	}
	wr->send_flags |= IBV_SEND_INLINE;
	wr->num_sge = 1;
	sge->addr = (uintptr_t)place;
	sge->length = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
	sge->lkey = 0;
	return length > b->max_inline ? NULL : place;
}

INVERBS_INLINE void inverbs_wr_set_inline_data(struct ibv_qp_ex *qp, void *addr, size_t length)
{
	uint8_t *const place = inverbs_wr_inline_place(inverbs_builder_of(qp), length);

	if (__builtin_expect(place != NULL, 1))
		inverbs_copy_payload(place, (const uint8_t *)addr, (uint32_t)length);
}

INVERBS_INLINE void inverbs_wr_set_inline_data_list(struct ibv_qp_ex *qp, size_t num_buf,
						    const struct ibv_data_buf *buf_list)
{
	size_t length = 0;
	uint8_t *place;

	for (size_t n = 0; n < num_buf; n++)
		length = length + buf_list[n].length < length ? SIZE_MAX
							      : length + buf_list[n].length;
	place = inverbs_wr_inline_place(inverbs_builder_of(qp), length);
	for (size_t n = 0; place && n < num_buf; n++) {
		inverbs_copy_payload(place, (const uint8_t *)buf_list[n].addr,
				     (uint32_t)buf_list[n].length);
		place += buf_list[n].length;
	}
}

/** The 8 bytes are inline payload, which always fits into a WQE. */
INVERBS_INLINE void inverbs_wr_atomic_write(struct ibv_qp_ex *qp, uint32_t rkey,
					    uint64_t remote_addr, const void *atomic_wr)
{
	struct ibv_send_wr *const wr = inverbs_wr_begin_rdma(qp, IBV_WR_ATOMIC_WRITE, rkey,
							     remote_addr);
	struct ibv_sge *const sge = (struct ibv_sge *)(void *)(wr + 1);

	sge->addr = (uintptr_t)wr + inverbs_builder_of(qp)->inline_at;
	sge->length = sizeof(uint64_t);
	sge->lkey = 0;
	wr->num_sge = 1;
	memcpy((uint8_t *)wr + inverbs_builder_of(qp)->inline_at, atomic_wr, sizeof(uint64_t));
}

#endif
