/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Units of 64 bytes with a valid bit in each, padding before a boundary, payload between marks;
 * CQEs that point at their queue pair.
 *
 * The fast path: what ibv_post_send and the other data path calls are in a program bound to norma.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to norma */

#ifndef INVERBS_ADAPTERS_NORMA_H
#define INVERBS_ADAPTERS_NORMA_H

#include <errno.h>
#include <inverbs/adapters/norma_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/** The adapter's opcode for each verbs opcode; NORMA_SEND_OPS says which it has. norma.send.ops */
static const uint8_t norma_send_code[] __attribute__((unused)) = {
	NORMA_OP_WRITE, /* IBV_WR_RDMA_WRITE */
	0,              /* IBV_WR_RDMA_WRITE_WITH_IMM */
	NORMA_OP_SEND,  /* IBV_WR_SEND */
	NORMA_OP_SEND,  /* IBV_WR_SEND_WITH_IMM */
	NORMA_OP_READ,  /* IBV_WR_RDMA_READ */
	0,              /* IBV_WR_ATOMIC_CMP_AND_SWP */
	NORMA_OP_ADD,   /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	0,              /* IBV_WR_LOCAL_INV */
	NORMA_OP_BIND,  /* IBV_WR_BIND_MW */
};

/** Likewise, with IBV_SEND_SOLICITED. */
static const uint8_t norma_send_solicited_code[] __attribute__((unused)) = {
	NORMA_OP_WRITE,    /* IBV_WR_RDMA_WRITE */
	0,                 /* IBV_WR_RDMA_WRITE_WITH_IMM */
	NORMA_OP_SEND_NOW, /* IBV_WR_SEND */
	NORMA_OP_SEND_NOW, /* IBV_WR_SEND_WITH_IMM */
	NORMA_OP_READ,     /* IBV_WR_RDMA_READ */
	0,                 /* IBV_WR_ATOMIC_CMP_AND_SWP */
	NORMA_OP_ADD,      /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	0,                 /* IBV_WR_LOCAL_INV */
	NORMA_OP_BIND,     /* IBV_WR_BIND_MW */
};

#define NORMA_SEND_OPS                                                                             \
	(1U << IBV_WR_SEND | 1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_WRITE |                \
	 1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_BIND_MW)

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of norma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of norma_send_code");

/** Where the next segment goes: skips the control segment, at byte 32. */
INVERBS_INLINE uint32_t norma_past_head(uint32_t at)
{
	return at == 32 ? 64 : at;
}

/** Store the imm segment of SEND_WITH_IMM. norma.formats.imm */
INVERBS_INLINE void norma_put_imm(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				  const struct inverbs_request *req, uint32_t length INVERBS_UNUSED,
				  uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_BE32(INVERBS_BE32(wr->imm_data)));
	inverbs_put32(at + 4, 0);
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
}

/** Store the local segment of ATOMIC_FETCH_AND_ADD. norma.formats.local */
INVERBS_INLINE void norma_put_local(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				    const struct inverbs_request *req,
				    uint32_t length INVERBS_UNUSED, uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(req->num_sge ? wr->sg_list[0].addr : 0));
	inverbs_put32(at + 8, INVERBS_BE32(req->num_sge ? wr->sg_list[0].lkey : 0));
	inverbs_put32(at + 12, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
}

/** Store the operand segment of ATOMIC_FETCH_AND_ADD. norma.formats.operand */
INVERBS_INLINE void norma_put_operand(uint8_t *at, const struct inverbs_sq *sq,
				      const struct inverbs_request *req,
				      uint32_t length INVERBS_UNUSED, uint32_t index)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put32(at + 56, 0);
	inverbs_put32(at + 60, INVERBS_BE32(!(index & sq->entries) ? 0x80000000U : 0));
}

/** Store the window segment of BIND_MW. norma.formats.window */
INVERBS_INLINE void norma_put_window(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				     const struct inverbs_request *req,
				     uint32_t length INVERBS_UNUSED, uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED
					       ? 0
					       : wr->bind_mw.bind_info.addr));
	inverbs_put64(at + 8, INVERBS_BE64(wr->bind_mw.bind_info.length));
	inverbs_put32(at + 16, INVERBS_BE32(wr->bind_mw.mw->type == IBV_MW_TYPE_2
						    ? (wr->bind_mw.mw->rkey & 0xffffff00U) |
							      (wr->bind_mw.rkey & 0xff)
						    : wr->bind_mw.rkey));
	inverbs_put32(at + 20,
		      INVERBS_BE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->rkey : 0));
	inverbs_put64(at + 24, 0);
}

/** Store the segments between control segment and payload. Returns where the payload begins. */
INVERBS_INLINE uint32_t norma_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					   const struct inverbs_request *req, uint32_t length,
					   uint32_t index)
{
	uint32_t at = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_IMM:
		norma_put_imm(wqe + at, sq, req, length, index);
		at = norma_past_head(at + NORMA_IMM_SIZE);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		norma_put_local(wqe + at, sq, req, length, index);
		at = norma_past_head(at + NORMA_LOCAL_SIZE);
		norma_put_operand(wqe + at, sq, req, length, index);
		at = norma_past_head(at + NORMA_OPERAND_SIZE);
		break;
	case IBV_WR_BIND_MW:
		norma_put_window(wqe + at, sq, req, length, index);
		at = norma_past_head(at + NORMA_WINDOW_SIZE);
		break;
	default:
		break;
	}
	return at;
}

/** True when an SGE is longer than its length field can express. norma.send.refuse */
INVERBS_INLINE bool norma_is_any_longer(const struct ibv_sge *list, uint32_t count, uint32_t most)
{
	for (uint32_t n = 0; n < count; n++) {
		if (list[n].length > most)
			return true;
	}
	return false;
}

/**
 * Why the queue refuses a work request, or 0; nothing has been stored yet. norma.send.refuse has
 * the order.
 * length: sum of the lengths of all SGEs, of inline payload. end: the unit after the WQE.
 */
INVERBS_INLINE int norma_send_refusal(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint64_t length,
				      uint32_t end)
{
	if (__builtin_expect(req->opcode >= sizeof(norma_send_code) || !(req->op & NORMA_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_READ |
				1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_BIND_MW)) &&
			    !(req->qp_type == IBV_QPT_RC),
		    0))
		return EINVAL;
	if (__builtin_expect(
		    req->opcode == IBV_WR_SEND_WITH_IMM && !(req->traits & INVERBS_SQ_SEND_IMM), 0))
		return EINVAL;
	if (__builtin_expect(
		    req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD && req->num_sge > NORMA_SINGLE, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW &&
				     (req->wr->bind_mw.mw->type == IBV_MW_TYPE_2 &&
				      inverbs_is_on_zero_based(&req->wr->bind_mw.bind_info)) > 0,
			     0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(
		    (!(req->op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_BIND_MW))) &&
			    !inverbs_is_inline(req) &&
			    norma_is_any_longer(req->wr->sg_list, req->num_sge, 0x3fffffffU),
		    0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return EINVAL;
	if (__builtin_expect(end - inverbs_observe32(&sq->tail) > sq->entries - 9U, 0))
		return ENOMEM;
	return 0;
}

/**
 * True while WQEs are copied to the adapter: it has retired all that it was told of, or takes one
 * copy after the other. norma.send.doorbell.copy
 */
INVERBS_INLINE bool norma_send_copies(const struct inverbs_sq *sq)
{
	if (__builtin_expect(!(sq->flags & INVERBS_SQ_COPIED), 1))
		return false;
	return __atomic_load_n(&sq->copying, __ATOMIC_RELAXED) ||
	       sq->told == inverbs_observe32(&sq->tail);
}

/**
 * Copy the units from `index` to `end`, whose ownership has passed, to the adapter, and ring.
 * norma.send.doorbell.copy
 */
INVERBS_INLINE void norma_send_copy_units(struct inverbs_sq *sq, uint32_t index, uint32_t end)
{
	struct inverbs_push *const push = sq->push;

	if (!norma_send_copies(sq))
		return;
	inverbs_lock(&push->lock);
	inverbs_wc_start();
	inverbs_wc_copy16s(push->page + (size_t)(index & 3) * 64,
			   sq->buf + (size_t)(index & (sq->entries - 1)) * 64, (end - index) * 64);
	inverbs_wc_flush();
	inverbs_mmio_write32(push->doorbell + NORMA_COPIES,
			     INVERBS_BE32(((index & (sq->entries - 1)) << 24) | sq->qpn));
	inverbs_unlock(&push->lock);
	sq->told = end;
	if (!__atomic_load_n(&sq->copying, __ATOMIC_RELAXED)) /* a cache line that polls write */
		__atomic_store_n(&sq->copying, 1, __ATOMIC_RELAXED);
}

/** Units of a WQE with so many bytes of inline payload. */
INVERBS_INLINE uint32_t norma_inline_units(uint32_t length)
{
	return length <= 16 ? 1 : 1 + (length - 16 + 62) / 63;
}

/** Units that a work request takes. */
INVERBS_INLINE uint32_t norma_send_units(const struct inverbs_request *req, uint32_t length)
{
	uint32_t bytes = 32;

	if (inverbs_is_inline(req))
		return norma_inline_units(length);
	switch (req->opcode) {
	case IBV_WR_SEND:
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		bytes += 0 + req->num_sge * 32;
		break;
	case IBV_WR_SEND_WITH_IMM:
		bytes += 32 + req->num_sge * 32;
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		bytes += 96;
		break;
	case IBV_WR_BIND_MW:
		bytes += 32;
		break;
	default:
		break;
	}
	return bytes <= 64 ? 1 : (bytes + 63) / 64;
}

/** Where a WQE of so many units begins: it does not cross a boundary. norma.send.ring.boundary */
INVERBS_INLINE uint32_t norma_send_start(const struct inverbs_sq *sq, uint32_t units)
{
	const uint32_t left = sq->boundary - (sq->position & (sq->boundary - 1));

	return units > left ? sq->position + left : sq->position;
}

/** Fill the units up to the WQE at `start` with no-op WQEs. */
INVERBS_INLINE void norma_send_pad(struct inverbs_sq *sq, uint32_t start)
{
	for (uint32_t index = sq->position; index != start; index++) {
		uint8_t *const at = sq->buf + (size_t)(index & (sq->entries - 1)) * 64;

		sq->posted[index & (sq->entries - 1)].next = start;
		inverbs_put64(at, 0);
		inverbs_put64(at + 8, 0);
		inverbs_put64(at + 16, 0);
		inverbs_put64(at + 24, 0);
		inverbs_put64(at + 32, 0);
		inverbs_put32(at + 32 + 8, 0);
		inverbs_put32(at + 32 + 12, 0);
		inverbs_put32(at + 32 + 16, 0);
		inverbs_put32(at + 32 + 20, 0);
		inverbs_put32(at + 32 + 24, INVERBS_BE32(1));

		inverbs_to_device();
		inverbs_publish32(at + 32 + 28,
				  INVERBS_BE32(!(index & sq->entries) ? 0x80000000U : 0));
	}
	if (sq->position != start)
		norma_send_copy_units(sq, sq->position, start);
}

/** Invalidate the units ahead: the adapter may prefetch them. */
INVERBS_INLINE void norma_send_clear(struct inverbs_sq *sq, uint32_t start)
{
	const uint32_t index = start + 8;

	if (start % 8 == 0)
		inverbs_fill(sq->buf + (size_t)(index & (sq->entries - 1)) * 64,
			     index & sq->entries ? 0xff : 0x00, (size_t)8 * 64);
}

/** Store the SGEs. Returns the bytes taken. norma.send.payload.gather */
INVERBS_INLINE uint32_t norma_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req,
				       const struct inverbs_sq *sq, uint32_t index,
				       uint32_t *behind)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: barriers separate the stores */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put64(wqe + at, INVERBS_BE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_BE32(sge->length & 0x3fffffffU));
		inverbs_put32(wqe + at + 12, INVERBS_BE32(sge->lkey));
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(index & sq->entries) ? 0x80000000U : 0));

		at = norma_past_head(at + NORMA_PIECE_SIZE);
	}
	*behind = at > 64 ? (at - 64) / NORMA_PIECE_SIZE : 0;
	if (at < 64 || at % 64) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put32(wqe + at + 8, 0);
		inverbs_put32(wqe + at + 12, 0);
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(index & sq->entries) ? 0x80000000U : 0));

		at = norma_past_head(at + NORMA_PIECE_SIZE);
		if (sq->counts_fill)
			*behind = (at - 64) / NORMA_PIECE_SIZE;
	}
	return at - start;
}

/**
 * Copy the payload into the WQE: from byte 16 to the control segment, and between the marks at the
 * end of each further unit. Returns the bytes taken after `at`. norma.send.payload.inline
 */
INVERBS_INLINE uint32_t norma_put_inline(uint8_t *wqe, uint32_t at,
					 const struct inverbs_request *req, uint32_t length,
					 const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t units = norma_inline_units(length);
	uint32_t to = 16, end = 32;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = inverbs_sge(req, n);
		const uint8_t *from = (const uint8_t *)(uintptr_t)sge->addr;
		uint32_t left = sge->length;

		while (left) {
			const uint32_t run = left < end - to ? left : end - to;

			inverbs_copy_payload(wqe + to, from, run);
			from += run;
			left -= run;
			to += run;
			if (to == end) {
				to = (end | 63) + 1;
				end = to + 63;
			}
		}
	}
	for (uint32_t unit = 1; unit < units; unit++) {
		uint8_t *const mark = wqe + unit * 64 + 63;

		inverbs_put8(mark, (uint8_t)(!(index & sq->entries) ? 0x80U : 0));
	}
	return units * 64 - at;
}

/** Store the payload, as SGEs or inline. Returns the bytes taken. */
INVERBS_INLINE uint32_t norma_put_payload(uint8_t *wqe, uint32_t at,
					  const struct inverbs_request *req, uint32_t length,
					  const struct inverbs_sq *sq, uint32_t index,
					  uint32_t *behind)
{
	if (!(!(req->op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD |
			   1U << IBV_WR_BIND_MW)))) /* no payload, or an op without payload */
		return 0;
	return inverbs_is_inline(req) ? norma_put_inline(wqe, at, req, length, sq, index)
				      : norma_put_sges(wqe, at, req, sq, index, behind);
}

/** Store the control segment; its word at byte 28 last, which passes ownership. norma.send.head */
INVERBS_INLINE void norma_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				   const struct inverbs_request *req, uint32_t index,
				   uint32_t bytes INVERBS_UNUSED, uint32_t length,
				   uint64_t tag INVERBS_UNUSED, uint32_t owed INVERBS_UNUSED,
				   uint32_t behind)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = req->flags & IBV_SEND_SOLICITED
				     ? norma_send_solicited_code[req->opcode]
				     : norma_send_code[req->opcode];
	uint64_t op_0x0 = 0;
	uint32_t op_0x8 = 0;
	uint32_t op_0x10 = 0;
	uint32_t op_0xc = 0;

	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		op_0x0 = INVERBS_BE64(wr->wr.rdma.remote_addr);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x0 = INVERBS_BE64(wr->wr.atomic.remote_addr);
		break;
	default:
		break;
	}
	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		op_0x8 = INVERBS_BE32(wr->wr.rdma.rkey);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x8 = INVERBS_BE32(wr->wr.atomic.rkey);
		break;
	default:
		break;
	}
	switch (req->opcode) {
	case IBV_WR_BIND_MW:
		op_0x10 = INVERBS_BE32(
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_WRITE) ? 1
											   : 0) |
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED) ? 0 : 2) |
			(((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_ATOMIC) &&
			  (req->traits & INVERBS_SQ_ATOMICS))
				 ? 4
				 : 0));
		break;
	default:
		break;
	}
	switch (req->qp_type) {
	case IBV_QPT_UD:
		op_0x8 = INVERBS_BE32(wr->wr.ud.remote_qkey);
		op_0xc |= INVERBS_BE32(wr->wr.ud.remote_qpn & 0xffffffU);
		break;
	default:
		break;
	}
	inverbs_put64(wqe + 32, op_0x0);
	inverbs_put32(wqe + 32 + 8, op_0x8);
	inverbs_put32(wqe + 32 + 12, op_0xc);
	inverbs_put32(wqe + 32 + 16,
		      INVERBS_BE32((req->traits & INVERBS_SQ_COPIED) ? 8 : 0) | op_0x10);
	inverbs_put32(wqe + 32 + 20, INVERBS_BE32(inverbs_is_inline(req) ? length : 0));
	inverbs_put32(wqe + 32 + 24, INVERBS_BE32(code | ((uint32_t)behind << 8) |
						  (inverbs_is_inline(req) ? 0x10000U : 0) |
						  (inverbs_has_imm(req) ? 0x20000U : 0)));

	inverbs_to_device();
	inverbs_publish32(wqe + 32 + 28,
			  INVERBS_BE32((((req->flags | req->traits) & IBV_SEND_SIGNALED) ? 1 : 0) |
				       (!(index & sq->entries) ? 0x80000000U : 0)));
}

/** Values of a call's WQEs for the doorbell. */
struct norma_sent {
	const uint8_t *wqe; /**< the last one */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. norma.send.doorbell */
INVERBS_INLINE void norma_send_doorbell(struct inverbs_sq *sq,
					const struct norma_sent *sent INVERBS_UNUSED)
{
	sq->told = sq->position; /* copied WQEs were copied when they were stored */
	inverbs_to_device();
	inverbs_mmio_write32(sq->doorbell + NORMA_DOORBELL, INVERBS_BE32(sq->qpn));
}

/**
 * Make every unit of a send ring the program's, before the queue pair leaves RESET. norma.send.head
 */
INVERBS_INLINE void norma_sq_init(struct inverbs_sq *sq)
{
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *const unit = sq->buf + (size_t)i * 64;

		inverbs_put32(unit + 28, 0);
	}
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int norma_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			 struct ibv_send_wr **bad_wr) INVERBS_COLD;
int norma_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			 struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int norma_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
int norma_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

INVERBS_INLINE int norma_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr)
{
	return norma_post_send_full(qp, wr, bad_wr);
}

INVERBS_INLINE int norma_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	return norma_post_recv_full(qp, wr, bad_wr);
}

INVERBS_INLINE int norma_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	return norma_post_srq_recv_full(srq, wr, bad_wr);
}

/** No-op: polls begin at the consumer index. */
INVERBS_INLINE void norma_cq_seek(struct inverbs_cq *cq)
{
	(void)cq;
}

INVERBS_INLINE int norma_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return norma_poll_cq_full(cq, num_entries, wc);
}

/** Where the next WQE is built: in the ring. */
INVERBS_INLINE uint8_t *norma_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + (size_t)unit * 64;
}

/**
 * What decides how a WQE is built. Some ops have no inline payload, whatever the flag says.
 * norma.send.ops
 */
INVERBS_INLINE struct inverbs_request norma_request_of(const struct inverbs_sq *sq,
						       const struct ibv_send_wr *wr,
						       uint32_t opcode, uint32_t qp_type)
{
	struct inverbs_request req = inverbs_request_of(sq, wr, opcode, qp_type);

	if (req.op &
	    (1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_BIND_MW))
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	return req;
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that the compiler
 * knows settle most of how the WQE is built. norma.send
 */
INVERBS_INLINE int norma_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				  bool lone INVERBS_UNUSED, struct norma_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t units = norma_send_units(&req, (uint32_t)total);
	const uint32_t index = norma_send_start(sq, units);
	uint8_t *const wqe = norma_send_place(sq, index);
	uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	uint32_t behind = (req.op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) ? 1 : 0;
	const int err = norma_send_refusal(sq, &req, total, index + units);

	if (__builtin_expect(err, 0))
		return err;
	if (!inverbs_is_inline(&req)) /* the number of SGEs is checked now */
		length = (uint32_t)inverbs_payload_bytes(&req);
	norma_send_pad(sq, index);
	norma_send_clear(sq, index);
	bytes = norma_put_segments(wqe, sq, &req, length, index);
	bytes += norma_put_payload(wqe, bytes, &req, length, sq, index, &behind);
	sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;
	sq->posted[index & (sq->entries - 1)].next = index + units;
	sq->posted[index & (sq->entries - 1)].note =
		(req.op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_BIND_MW)) ? 0 : length;
	norma_put_head(wqe, sq, &req, index, bytes, length, tag, 0, behind);
	norma_send_copy_units(sq, index, index + units);
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head = sq->position = index + units;
	return 0;
}

/**
 * The full path of a single work request: `opcode` is its opcode, `qp_type` the type of the queue
 * pair. gathers_one: it has one SGE and its payload is not inline.
 */
INVERBS_INLINE int norma_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				   bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct norma_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	int err;

	inverbs_lock(&sq->lock);
	req = norma_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* the compiler unrolls loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = norma_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		norma_send_doorbell(sq, &sent);
	}
	if (__builtin_expect(err, 0))
		*bad_wr = wr;
	inverbs_unlock(&sq->lock);
	return err;
}

/**
 * Post work requests to a locked queue, after those that are stored already, and unlock it. One
 * doorbell for all; posting stops at the first one that is refused.
 */
INVERBS_INLINE int norma_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, struct norma_sent sent)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		req = norma_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		err = norma_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (sent.count)
		norma_send_doorbell(sq, &sent);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start, in libinverbs.a. */
int norma_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete. */
INVERBS_INLINE int norma_wr_complete(struct ibv_qp_ex *qp)
{
	return norma_wr_complete_full(qp);
}

/** Why the receive queue refuses a work request, or 0. norma.recv.refuse */
INVERBS_INLINE int norma_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(norma_is_any_longer(wr->sg_list, (uint32_t)wr->num_sge, 0x3fffffffU),
			     0))
		return EINVAL;
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	return 0;
}

/**
 * Store a receive: its SGEs before and after the header, filler of the last unit, and the header,
 * whose last word passes ownership. norma.recv.gather
 */
INVERBS_INLINE void norma_put_recv(uint8_t *wqe, const struct inverbs_rq *rq,
				   const struct ibv_recv_wr *wr)
{
	uint32_t at = 0, behind;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(wqe + at, INVERBS_BE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_BE32(sge->length & 0x3fffffffU));
		inverbs_put32(wqe + at + 12, INVERBS_BE32(sge->lkey));
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));

		at = at + 32 == 32 ? 64 : at + 32;
	}
	behind = at > 64 ? (at - 64) / 32 : 0;
	if (at < 64 || at % 64) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put32(wqe + at + 8, 0);
		inverbs_put32(wqe + at + 12, 0);
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));

		if (rq->counts_fill && at)
			behind++;
	}
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 32 + 8, 0);
	inverbs_put64(wqe + 32 + 16, 0);
	inverbs_put32(wqe + 32 + 24, INVERBS_BE32(behind));

	inverbs_to_device();
	inverbs_publish32(wqe + 32 + 28, INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));
}

/**
 * Store a receive of a shared receive queue: its SGEs before and after the header, filler of the
 * last unit, and the header, whose last word passes ownership. norma.recv.gather
 */
INVERBS_INLINE void norma_put_srq_recv(uint8_t *wqe, const struct inverbs_srq *rq,
				       const struct ibv_recv_wr *wr)
{
	uint32_t at = 0, behind;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(wqe + at, INVERBS_BE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_BE32(sge->length & 0x3fffffffU));
		inverbs_put32(wqe + at + 12, INVERBS_BE32(sge->lkey));
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));

		at = at + 32 == 32 ? 64 : at + 32;
	}
	behind = at > 64 ? (at - 64) / 32 : 0;
	if (at < 64 || at % 64) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put32(wqe + at + 8, 0);
		inverbs_put32(wqe + at + 12, 0);
		inverbs_put64(wqe + at + 16, 0);
		inverbs_put32(wqe + at + 24, 0);
		inverbs_put32(wqe + at + 28,
			      INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));

		if (rq->counts_fill && at)
			behind++;
	}
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 32 + 8, INVERBS_BE64(wr->wr_id));
	inverbs_put64(wqe + 32 + 16, 0);
	inverbs_put32(wqe + 32 + 24, INVERBS_BE32(behind));

	inverbs_to_device();
	inverbs_publish32(wqe + 32 + 28, INVERBS_BE32(!(rq->head & rq->entries) ? 0x80000000U : 0));
}

/**
 * The full path of ibv_post_recv. Ownership passes for each receive separately; posting stops at
 * the first work request that is refused.
 */
INVERBS_INLINE int norma_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	int err = 0;

	inverbs_lock(&rq->lock);
	for (; wr; wr = wr->next) {
		err = norma_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
		norma_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), rq, wr);
		rq->head++;
	}
	inverbs_unlock(&rq->lock);
	return err;
}

/** Why the shared receive queue refuses a work request, or 0. norma.recv.refuse */
INVERBS_INLINE int norma_srq_recv_refusal(const struct inverbs_srq *srq,
					  const struct ibv_recv_wr *wr)
{
	if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(norma_is_any_longer(wr->sg_list, (uint32_t)wr->num_sge, 0x3fffffffU),
			     0))
		return EINVAL;
	if (__builtin_expect(srq->head - inverbs_observe32(&srq->tail) >= srq->entries - 1, 0))
		return ENOMEM;
	return 0;
}

/** The full path of ibv_post_srq_recv: as for a receive queue. norma.recv.shared */
INVERBS_INLINE int norma_srq_recv_list(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t posted;
	int err = 0;

	inverbs_lock(&srq->lock);
	posted = srq->head;
	for (; wr; wr = wr->next) {
		err = norma_srq_recv_refusal(srq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		norma_put_srq_recv(inverbs_slot(srq->buf, srq->head, srq->entries, srq->shift), srq,
				   wr);
		srq->head++;
	}
	if (srq->head != posted) {
		const uint32_t head = srq->head;

		inverbs_to_device();
		inverbs_publish32(srq->record + 1, INVERBS_BE32(head & (srq->entries - 1)));
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/** The 32 significant bytes of CQE `index`; larger slots have them at their start. */
INVERBS_INLINE uint8_t *norma_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** True when CQE `index` was written in the current lap. norma.complete.ready */
INVERBS_INLINE bool norma_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_BE32(inverbs_observe32(cqe + 28));

	return ((word >> 31) & 1) == ((index & entries) == 0);
}

/** Likewise, by its index. */
INVERBS_INLINE bool norma_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return norma_cqe_ready(norma_cq_entry(cq, index), index, cq->entries);
}

/**
 * The extension of a CQE, if it has one: its second half, or the next slot of a ring of CQEs of 32
 * bytes. norma.complete.extension
 */
INVERBS_INLINE const uint8_t *norma_cqe_extension(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	const uint8_t *const next = cqe + 32;

	return next == cq->buf + ((size_t)cq->entries << cq->shift) ? cq->buf : next;
}

/** True when a CQE has one; the flag is in the word of the owner bit. */
INVERBS_INLINE bool norma_cqe_extended(const uint8_t *cqe)
{
	return (INVERBS_BE32(inverbs_observe32(cqe + 28)) >> 3) & 1;
}

/** Slots that a CQE takes, with or without one. */
INVERBS_INLINE uint32_t norma_cqe_slots(const struct inverbs_cq *cq, bool extended)
{
	return extended && 1U << cq->shift == 32 ? 2 : 1;
}

/** True unless the CQE at the consumer index has an extension that was not written yet. */
INVERBS_INLINE bool norma_extension_ready(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	if (!norma_cqe_extended(cqe))
		return true;
	return norma_cqe_ready(norma_cqe_extension(cq, cqe),
			       cq->head + norma_cqe_slots(cq, true) - 1, cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *norma_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = norma_cq_entry(cq, cq->head);

	return norma_cqe_ready(cqe, cq->head, cq->entries) && norma_extension_ready(cq, cqe) ? cqe
											     : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void norma_consume(struct inverbs_cq *cq, const struct norma_cqe *e)
{
	__atomic_store_n(&cq->head, cq->head + norma_cqe_slots(cq, e->more),
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** Completions of send requests. norma.complete.send */
INVERBS_INLINE struct inverbs_meaning norma_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},         /* 0x00 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},         /* 0x01 */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x02 SEND */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x03 SEND_NOW */
		{IBV_WC_RDMA_WRITE, 0, INVERBS_NOTED, 0}, /* 0x04 WRITE */
		{IBV_WC_RDMA_READ, 0, INVERBS_NOTED, 0},  /* 0x05 READ */
		{IBV_WC_FETCH_ADD, 0, 8, 0},              /* 0x06 ADD */
		{IBV_WC_BIND_MW, 0, 0, 0},                /* 0x07 BIND */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},         /* all others */
	};

	return rows[value < 9 ? value : 8];
}

/** Completions of recv requests. norma.complete.recv */
INVERBS_INLINE struct inverbs_meaning norma_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RECV, 0, 0, 0},               /* 0x00 SENT */
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, 0, 0}, /* 0x01 WRITTEN */
		{IBV_WC_RECV, 0, 0, 0},               /* all others */
	};

	return rows[value < 3 ? value : 2];
}

/** Completion status of a value of the CQE. norma.complete.status */
INVERBS_INLINE enum ibv_wc_status norma_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_FATAL_ERR,    /* 0x00 */
		IBV_WC_WR_FLUSH_ERR, /* 0x01 FLUSHED */
		IBV_WC_LOC_LEN_ERR,  /* 0x02 SHORT */
	};

	return value < 3 ? (enum ibv_wc_status)status[value] : IBV_WC_FATAL_ERR;
}

/** True when the request failed. */
INVERBS_INLINE bool norma_cqe_failed(const struct norma_cqe *e)
{
	return e->ended == NORMA_ENDED_BADLY;
}

/** The completion status. norma.complete.status */
INVERBS_INLINE enum ibv_wc_status norma_status_of(const struct norma_cqe *e)
{
	if (!norma_cqe_failed(e))
		return IBV_WC_SUCCESS;
	return e->kind == NORMA_CLASS_OWN || e->kind == NORMA_CLASS_OTHER ? norma_wc_status(e->code)
									  : IBV_WC_GENERAL_ERR;
}

/** Set the owner bit of a CQE that is copied to the slot of `index`. */
INVERBS_INLINE void norma_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t bit = INVERBS_BE32(0x80000000U);
	const uint32_t word = inverbs_get32(cqe + 28);

	inverbs_put32(cqe + 28, (uint32_t)((index & entries) == 0 ? word | bit : word & ~bit));
}

/** True when it is a completion of a send queue. */
INVERBS_INLINE bool norma_cqe_is_send(const struct norma_cqe *e)
{
	return e->side == NORMA_SIDE_SEND;
}

/** Publish the consumer index `index`. norma.complete.consumed */
INVERBS_INLINE void norma_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish64(cq->record, INVERBS_BE64(index & (cq->entries - 1)));
}

INVERBS_INLINE void norma_cq_publish_ci(struct inverbs_cq *cq)
{
	norma_cq_publish_index(cq, cq->head);
}

/** The queues and the request of a CQE. */
struct norma_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note; /**< length noted with the request */
	bool more;     /**< the CQE stands for other requests, too */
};

/** Retire the send that starts at unit `start`, and the unsignaled ones before it. */
INVERBS_INLINE void norma_retire_send(struct inverbs_sq *sq, uint32_t start,
				      struct norma_found *found)
{
	const struct inverbs_posted *const posted = &sq->posted[start & (sq->entries - 1)];

	found->wr_id = posted->wr_id;
	found->note = posted->note;
	__atomic_store_n(&sq->tail, posted->next, __ATOMIC_RELEASE);
}

/** Retire the receive in slot `slot`, and those before it. */
INVERBS_INLINE void norma_retire_recv(struct inverbs_rq *rq, uint32_t slot,
				      struct norma_found *found)
{
	const uint32_t index = rq->tail + ((slot - rq->tail) & (rq->entries - 1));

	found->wr_id = rq->wr_id[index & (rq->entries - 1)];
	__atomic_store_n(&rq->tail, index + 1, __ATOMIC_RELEASE);
}

/** True for a receive of a shared receive queue. norma.complete.queue.shared */
INVERBS_INLINE bool norma_cqe_is_shared(const struct norma_cqe *e)
{
	return e->shared && !norma_cqe_is_send(e);
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void norma_cqe_set_code(const uint8_t *cqe, uint32_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 20;

	inverbs_put32(at, INVERBS_BE32((INVERBS_BE32(inverbs_get32(at)) & ~0xffffU) |
				       (value << 0 & 0xffffU)));
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void norma_cqe_set_op(const uint8_t *cqe, uint32_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 24;

	inverbs_put32(at, INVERBS_BE32((INVERBS_BE32(inverbs_get32(at)) & ~0xff0000U) |
				       (value << 16 & 0xff0000U)));
}

/** The status of a code of the other list. norma.complete.status.translate */
INVERBS_INLINE uint32_t norma_translated(uint32_t value)
{
	switch (value) {
	case NORMA_EVENT_GONE:
		return NORMA_CODE_SHORT;
	default:
		return NORMA_CODE_FLUSHED;
	}
}

/**
 * True when a CQE is for the oldest request, or for all outstanding ones. Receives of shared queues
 * have one each. norma.complete.flush
 */
INVERBS_INLINE bool norma_cqe_flushes(const struct norma_cqe *e)
{
	return norma_cqe_failed(e) &&
	       (e->kind == NORMA_CLASS_OWN || e->kind == NORMA_CLASS_OTHER) &&
	       !norma_cqe_is_shared(e);
}

/** The WQE's opcode in unit `index`. */
INVERBS_INLINE uint32_t norma_posted_code(const struct inverbs_sq *sq, uint32_t index)
{
	return norma_head_get(sq->buf + (size_t)(index & (sq->entries - 1)) * 64 + 32).code;
}

/** Retire the oldest send; false when none is outstanding. found->more: there are others. */
INVERBS_INLINE bool norma_flush_send(struct inverbs_sq *sq, const uint8_t *cqe,
				     struct norma_found *found)
{
	uint32_t tail;
	bool any;

	inverbs_lock(&sq->lock);
	tail = sq->tail;
	if (tail != sq->head &&
	    norma_posted_code(sq, tail) ==
		    NORMA_OP_NOTHING) /* a WQE that pads up to a boundary has no completion */
		tail = sq->posted[tail & (sq->entries - 1)].next;
	any = tail != sq->head;
	if (any) {
		norma_cqe_set_op(cqe, norma_posted_code(sq, tail));
		norma_retire_send(sq, tail, found);
	}
	found->more = any && sq->tail != sq->head;
	inverbs_unlock(&sq->lock);
	return any;
}

/** Likewise for a receive. */
INVERBS_INLINE bool norma_flush_recv(struct inverbs_rq *rq, struct norma_found *found)
{
	bool any;

	inverbs_lock(&rq->lock);
	any = rq->tail != rq->head;
	if (any)
		norma_retire_recv(rq, rq->tail, found);
	found->more = any && rq->tail != rq->head;
	inverbs_unlock(&rq->lock);
	return any;
}

/**
 * Retire the oldest request of a ring that was flushed. False: none is outstanding, or the queue
 * pair is gone. found->more: the CQE stands for others, too. cq->parked: the CQE at the consumer
 * index does, and has completed one already.
 */
INVERBS_INLINE bool norma_flush(struct inverbs_cq *cq, const uint8_t *cqe, struct norma_cqe *e,
				struct norma_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->queue;
	bool any = false;

	found->qp = qp;
	found->note = 0;
	found->more = false;
	if (cq->parked)
		norma_cqe_set_code(cqe, NORMA_CODE_FLUSHED);
	else if (e->kind == NORMA_CLASS_OTHER)
		norma_cqe_set_code(cqe, norma_translated(e->event));
	if (qp)
		any = norma_cqe_is_send(e) ? norma_flush_send(&qp->sq, cqe, found)
					   : norma_flush_recv(&qp->rq, found);
	if (qp && !qp->sq.flush_once)
		found->more = false; /* the adapter writes a CQE for each */
	cq->parked = found->more;
	*e = norma_cqe_get(cqe);
	return any;
}

/** The queue pair of such a CQE, from its extension. NULL: it is gone. */
INVERBS_INLINE struct inverbs_qp *norma_shared_qp(const struct inverbs_cq *cq, const uint8_t *cqe,
						  const struct norma_cqe *e)
{
	if (!e->more && norma_cqe_slots(cq, true) > 1)
		return NULL; /* the next slot is another CQE */
	return (struct inverbs_qp *)(uintptr_t)norma_cqe_more_get(norma_cqe_extension(cq, cqe))
		.queue;
}

/** Retire the receive of such a CQE, which carries its wr_id. False: the queue pair is gone. */
INVERBS_INLINE bool norma_find_shared(const struct inverbs_cq *cq, const uint8_t *cqe,
				      struct norma_cqe *e, struct norma_found *found)
{
	struct inverbs_qp *const qp = norma_shared_qp(cq, cqe, e);

	if (__builtin_expect(!qp || !qp->srq, 0))
		return false;
	found->qp = qp;
	found->note = 0;
	found->wr_id = e->wr_id;
	if (__builtin_expect(norma_cqe_failed(e), 0) && (e->kind == NORMA_CLASS_OTHER)) {
		norma_cqe_set_code(cqe, norma_translated(e->event));
		*e = norma_cqe_get(cqe);
	}
	inverbs_lock(&qp->srq->lock);
	__atomic_store_n(&qp->srq->tail, qp->srq->tail + 1, __ATOMIC_RELEASE);
	inverbs_unlock(&qp->srq->lock);
	return true;
}

/**
 * Find the queue of a CQE and retire its request. False: the queue is gone, or its request is.
 * norma.complete.queue.pointer
 */
INVERBS_INLINE bool norma_find(const struct inverbs_cq *cq, const uint8_t *cqe, struct norma_cqe *e,
			       struct norma_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->queue;

	found->more = false;
	if (__builtin_expect(norma_cqe_is_shared(e), 0))
		return norma_find_shared(cq, cqe, e, found);
	if (__builtin_expect(!qp, 0))
		return false;
	found->qp = qp;
	found->note = 0;
	if (norma_cqe_is_send(e)) {
		if (__builtin_expect(e->dropped, 0))
			__atomic_store_n(&qp->sq.copying, 0, __ATOMIC_RELAXED);
		norma_retire_send(&qp->sq, e->index, found);
		return true;
	}
	if (__builtin_expect(norma_cqe_failed(e), 0)) {
		if (qp->rq.tail == __atomic_load_n(&qp->rq.head, __ATOMIC_RELAXED))
			return false;
		norma_retire_recv(&qp->rq, qp->rq.tail, found);
		return true;
	}
	norma_retire_recv(&qp->rq, (uint32_t)e->index >> (qp->rq.shift - 5), found);
	return true;
}

/**
 * The next completion, whose CQE is consumed unless it stands for others, too;
 * NULL: there is none.
 */
INVERBS_INLINE const uint8_t *norma_next_completion(struct inverbs_cq *cq, struct norma_cqe *e,
						    struct norma_found *found)
{
	for (;;) {
		const uint8_t *const cqe = norma_next_cqe(cq);
		bool known;

		if (!cqe)
			return NULL;
		inverbs_from_device();
		*e = norma_cqe_get(cqe);
		known = norma_cqe_flushes(e) ? norma_flush(cq, cqe, e, found)
					     : norma_find(cq, cqe, e, found);
		if (!found->more)
			norma_consume(cq, e);
		if (known)
			return cqe;
	}
}

/** Flags of a receive completion that do not come from its opcode. norma.complete.recv.flags */
INVERBS_INLINE unsigned int norma_recv_flags(const struct norma_cqe *e INVERBS_UNUSED,
					     uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode norma_send_opcode(const struct inverbs_meaning *m,
						    const struct norma_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** True for datagram queue pairs. */
INVERBS_INLINE bool norma_is_datagram(const struct inverbs_qp *qp)
{
	return qp->sq.qp_type == IBV_QPT_UD;
}

/** The sender of a message: in the CQE of a datagram; else the connection's peer. */
INVERBS_INLINE uint32_t norma_src_qp(const struct inverbs_qp *qp, const struct norma_cqe *e)
{
	return norma_is_datagram(qp) ? e->sender : e->qpn;
}

/** The extension's fields; 0 without one. */
INVERBS_INLINE struct norma_cqe_more
norma_extension_of(const struct inverbs_cq *cq, const uint8_t *cqe, const struct norma_cqe *e)
{
	struct norma_cqe_more none;

	if (e->more)
		return norma_cqe_more_get(norma_cqe_extension(cq, cqe));
	memset(&none, 0, sizeof(none));
	return none;
}

/**
 * Opcode of a receive: where that depends on it, only with immediate data. norma.complete.recv.rows
 */
INVERBS_INLINE enum ibv_wc_opcode norma_recv_opcode(const struct inverbs_qp *qp,
						    const struct norma_cqe *e, bool has_imm)
{
	const uint32_t value = e->came;

	if (has_imm && !(qp->sq.flags & INVERBS_SQ_SEND_IMM))
		return IBV_WC_RECV_RDMA_WITH_IMM;
	if (!has_imm && (value == NORMA_CAME_WRITTEN))
		return IBV_WC_RECV;
	return (enum ibv_wc_opcode)norma_recv_meaning(value).opcode;
}

/** Flags of a receive completion from fields of the CQE. norma.complete.recv */
INVERBS_INLINE unsigned int norma_more_flags(const struct inverbs_qp *qp, const struct norma_cqe *e,
					     bool has_imm)
{
	unsigned int flags = 0;

	if (has_imm)
		flags |= IBV_WC_WITH_IMM;
	if (norma_is_datagram(qp))
		return flags | IBV_WC_GRH;
	if (e->has_key)
		flags |= IBV_WC_WITH_INV;
	return flags;
}

/** Fill a work completion from a CQE whose request was found. norma.complete */
INVERBS_INLINE void norma_fill_wc(const struct inverbs_cq *cq, const uint8_t *cqe,
				  const struct norma_cqe *e, const struct norma_found *found,
				  struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;
	const struct norma_cqe_more x = norma_extension_of(cq, cqe, e);

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = norma_status_of(e);
	wc->vendor_err = wc->status == IBV_WC_SUCCESS ? 0 : e->detail;
	wc->src_qp = norma_src_qp(found->qp, e);
	if (norma_cqe_is_send(e)) {
		m = norma_send_meaning(e->op);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = norma_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_NOTED        ? found->note
				       : m.length == INVERBS_CQE_LENGTH ? e->bytes
									: m.length;
		return;
	}
	m = norma_recv_meaning(e->came);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->opcode = norma_recv_opcode(found->qp, e, x.has_imm);
	wc->wc_flags = m.flags | norma_recv_flags(e, traits);
	wc->wc_flags |= norma_more_flags(found->qp, e, x.has_imm);
	wc->byte_len = e->bytes;
	wc->slid = 0;
	if (x.has_imm)
		wc->imm_data = INVERBS_BE32(x.imm);
	if (wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = e->key;
}

/**
 * The full path of ibv_poll_cq. CQEs of queue pairs that are gone are consumed and not reported.
 */
INVERBS_INLINE int norma_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct norma_found found = {NULL, 0, 0, false};
	struct norma_cqe e;
	const uint8_t *cqe;
	uint32_t before;
	int got = 0;

	inverbs_lock(&cq->lock);
	before = cq->head;
	while (got < num_entries && (cqe = norma_next_completion(cq, &e, &found)))
		norma_fill_wc(cq, cqe, &e, &found, &wc[got++]);
	if (cq->head != before)
		norma_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Take the next CQE for the extended poll. ENOENT: none. */
INVERBS_INLINE int norma_take_entry(struct inverbs_cq *cq)
{
	struct norma_found found = {NULL, 0, 0, false};
	struct norma_cqe e;
	const uint8_t *const cqe = norma_next_completion(cq, &e, &found);

	if (!cqe)
		return ENOENT;
	cq->current = cqe;
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = norma_status_of(&e);
	return 0;
}

/** ibv_start_poll for norma: holds the queue's lock until end_poll when it returns 0. */
INVERBS_INLINE int norma_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = norma_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int norma_next_poll(struct ibv_cq_ex *ibcq)
{
	return norma_take_entry(inverbs_cq_of_ex(ibcq));
}

INVERBS_INLINE void norma_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	norma_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct norma_cqe norma_current(struct ibv_cq_ex *cq)
{
	return norma_cqe_get(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE struct norma_cqe_more norma_current_extension(struct ibv_cq_ex *ibcq)
{
	const struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const struct norma_cqe e = norma_current(ibcq);

	return norma_extension_of(cq, cq->current, &e);
}

INVERBS_INLINE enum ibv_wc_opcode norma_read_opcode(struct ibv_cq_ex *cq)
{
	const struct norma_cqe e = norma_current(cq);
	const struct norma_found found = {NULL, 0, inverbs_cq_of_ex(cq)->current_note, false};
	struct inverbs_meaning m;

	if (!norma_cqe_is_send(&e))
		return norma_recv_opcode(inverbs_cq_of_ex(cq)->current_qp, &e,
					 norma_current_extension(cq).has_imm);
	m = norma_send_meaning(e.op);
	return norma_send_opcode(&m, &found);
}

INVERBS_INLINE uint32_t norma_read_vendor_err(struct ibv_cq_ex *cq)
{
	if (cq->status == IBV_WC_SUCCESS)
		return 0;
	return norma_cqe_get(inverbs_cq_of_ex(cq)->current).detail;
}

INVERBS_INLINE unsigned int norma_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct norma_cqe e = norma_current(cq);
	const struct inverbs_qp *const qp = inverbs_cq_of_ex(cq)->current_qp;

	if (norma_cqe_is_send(&e))
		return norma_send_meaning(e.op).flags;
	return norma_recv_meaning(e.came).flags | norma_recv_flags(&e, qp ? qp->sq.flags : 0) |
	       norma_more_flags(qp, &e, norma_current_extension(cq).has_imm);
}

INVERBS_INLINE uint32_t norma_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct norma_cqe e = norma_current(cq);

	if (norma_cqe_is_send(&e))
		return inverbs_cq_of_ex(cq)->current_note;
	return e.bytes;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 norma_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct norma_cqe e = norma_current(cq);

	if (norma_read_wc_flags(cq) & IBV_WC_WITH_INV)
		return e.key;
	return INVERBS_BE32(norma_current_extension(cq).imm);
}

INVERBS_INLINE uint32_t norma_read_src_qp(struct ibv_cq_ex *cq)
{
	const struct norma_cqe e = norma_current(cq);

	return norma_src_qp(inverbs_cq_of_ex(cq)->current_qp, &e);
}

INVERBS_INLINE uint32_t norma_read_slid(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

INVERBS_INLINE uint32_t norma_read_qp_num(struct ibv_cq_ex *cq)
{
	return norma_current(cq).qpn;
}

/** Request an event. norma.arm */
INVERBS_INLINE void norma_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_add_fetch(&cq->arm_sn, 1,
								    __ATOMIC_RELAXED);

	inverbs_publish32(cq->record + 3,
			  INVERBS_BE32((sequence & 0xffU) | (solicited ? 0 : 0x100U) |
				       ((uint32_t)cq->selector << 16)));
	inverbs_to_device();
}

/**
 * ibv_req_notify_cq for norma. Takes no lock; a race with a poll only makes the index older, which
 * is allowed. Each kind has its own code: a constant makes the arm request in fewer instructions.
 */
INVERBS_INLINE int norma_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		norma_arm(inverbs_cq_of(ibcq), true);
	else
		norma_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
