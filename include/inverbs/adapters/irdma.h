/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/irdma.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Intel E810 family and later RDMA functions. Rings of 32-byte quanta, each with a valid bit at its
 * end; a WQE takes up to eight and never crosses a chunk boundary. The doorbell only says that
 * there are new WQEs; completions contain the address of their queue pair, which the program passed
 * when it created it.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to irdma.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to irdma */

#ifndef INVERBS_ADAPTERS_IRDMA_H
#define INVERBS_ADAPTERS_IRDMA_H

#include <errno.h>
#include <inverbs/adapters/irdma_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/**
 * The adapter's opcode for each verbs opcode; only those in IRDMA_SEND_OPS are supported.
 * irdma.send.ops
 */
static const uint8_t irdma_send_code[] __attribute__((unused)) = {
	IRDMA_OP_RDMA_WRITE, /* IBV_WR_RDMA_WRITE */
	IRDMA_OP_RDMA_WRITE, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	IRDMA_OP_SEND,       /* IBV_WR_SEND */
	IRDMA_OP_SEND,       /* IBV_WR_SEND_WITH_IMM */
	IRDMA_OP_RDMA_READ,  /* IBV_WR_RDMA_READ */
	IRDMA_OP_COMP_SWAP,  /* IBV_WR_ATOMIC_CMP_AND_SWP */
	IRDMA_OP_FETCH_ADD,  /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	IRDMA_OP_LOCAL_INV,  /* IBV_WR_LOCAL_INV */
	IRDMA_OP_BIND_MW,    /* IBV_WR_BIND_MW */
	IRDMA_OP_SEND_INV,   /* IBV_WR_SEND_WITH_INV */
};

/** The same with IBV_SEND_SOLICITED. */
static const uint8_t irdma_send_solicited_code[] __attribute__((unused)) = {
	IRDMA_OP_WRITE_SOL,    /* IBV_WR_RDMA_WRITE */
	IRDMA_OP_WRITE_SOL,    /* IBV_WR_RDMA_WRITE_WITH_IMM */
	IRDMA_OP_SEND_SOL,     /* IBV_WR_SEND */
	IRDMA_OP_SEND_SOL,     /* IBV_WR_SEND_WITH_IMM */
	IRDMA_OP_RDMA_READ,    /* IBV_WR_RDMA_READ */
	IRDMA_OP_COMP_SWAP,    /* IBV_WR_ATOMIC_CMP_AND_SWP */
	IRDMA_OP_FETCH_ADD,    /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	IRDMA_OP_LOCAL_INV,    /* IBV_WR_LOCAL_INV */
	IRDMA_OP_BIND_MW,      /* IBV_WR_BIND_MW */
	IRDMA_OP_SEND_INV_SOL, /* IBV_WR_SEND_WITH_INV */
};

#define IRDMA_SEND_OPS                                                                             \
	((1U << IBV_WR_SEND) | (1U << IBV_WR_SEND_WITH_IMM) | (1U << IBV_WR_SEND_WITH_INV) |       \
	 (1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_WRITE_WITH_IMM) |                          \
	 (1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |                            \
	 (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) | (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of irdma_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of irdma_send_code");

/** The byte at which the next segment goes: skips the control segment, which is at byte 16. */
INVERBS_INLINE uint32_t irdma_past_head(uint32_t at)
{
	return at == 16 ? 32 : at;
}

/** Store the imm segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM. irdma.formats.imm */
INVERBS_INLINE void irdma_put_imm(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				  const struct inverbs_request *req, uint32_t length INVERBS_UNUSED,
				  uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_LE32(INVERBS_BE32(wr->imm_data)));
	inverbs_put32(at + 4, 0);
	inverbs_put64(at + 8, 0);
}

/** Store the local segment of ATOMIC_CMP_AND_SWP and ATOMIC_FETCH_AND_ADD. irdma.formats.local */
INVERBS_INLINE void irdma_put_local(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				    const struct inverbs_request *req,
				    uint32_t length INVERBS_UNUSED, uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(req->num_sge ? wr->sg_list[0].addr : 0));
	inverbs_put32(at + 8, INVERBS_LE32(req->num_sge ? wr->sg_list[0].lkey : 0));
	inverbs_put32(at + 12, 0);
}

/** Store the operands segment of ATOMIC_CMP_AND_SWP. irdma.formats.operands */
INVERBS_INLINE void irdma_put_operands(uint8_t *at, const struct inverbs_sq *sq,
				       const struct inverbs_request *req,
				       uint32_t length INVERBS_UNUSED, uint32_t index)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.atomic.swap));
	inverbs_put64(at + 8, INVERBS_LE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, INVERBS_LE64(!(index & sq->entries) ? 0x8000000000000000ULL : 0));
}

/** Store the operands segment of ATOMIC_FETCH_AND_ADD. irdma.formats.operands */
INVERBS_INLINE void irdma_put_operands_atomic_fetch_and_add(uint8_t *at,
							    const struct inverbs_sq *sq,
							    const struct inverbs_request *req,
							    uint32_t length INVERBS_UNUSED,
							    uint32_t index)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, INVERBS_LE64(!(index & sq->entries) ? 0x8000000000000000ULL : 0));
}

/** Store the stag segment of LOCAL_INV. irdma.formats.stag */
INVERBS_INLINE void irdma_put_stag(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				   const struct inverbs_request *req,
				   uint32_t length INVERBS_UNUSED, uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, 0);
	inverbs_put32(at + 8, INVERBS_LE32(wr->invalidate_rkey));
	inverbs_put32(at + 12, 0);
}

/** Store the window segment of BIND_MW. irdma.formats.window */
INVERBS_INLINE void irdma_put_window(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				     const struct inverbs_request *req,
				     uint32_t length INVERBS_UNUSED, uint32_t index INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at,
		      INVERBS_LE64((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)
					   ? 0
					   : wr->bind_mw.bind_info.addr));
	inverbs_put32(at + 8, INVERBS_LE32(wr->bind_mw.mw->type == IBV_MW_TYPE_2
						   ? (wr->bind_mw.mw->rkey & 0xffffff00U) |
							     (wr->bind_mw.rkey & 0xffU)
						   : wr->bind_mw.rkey));
	inverbs_put32(at + 12,
		      INVERBS_LE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->rkey : 0));
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t irdma_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					   const struct inverbs_request *req, uint32_t length,
					   uint32_t index)
{
	uint32_t at = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		irdma_put_imm(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_IMM_SIZE);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		irdma_put_local(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_LOCAL_SIZE);
		irdma_put_operands(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_OPERANDS_SIZE);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		irdma_put_local(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_LOCAL_SIZE);
		irdma_put_operands_atomic_fetch_and_add(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_OPERANDS_SIZE);
		break;
	case IBV_WR_LOCAL_INV:
		irdma_put_stag(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_STAG_SIZE);
		break;
	case IBV_WR_BIND_MW:
		irdma_put_window(wqe + at, sq, req, length, index);
		at = irdma_past_head(at + IRDMA_WINDOW_SIZE);
		break;
	default:
		break;
	}
	return at;
}

/** True when an SGE is longer than its length field can express. irdma.send.refuse */
INVERBS_INLINE bool irdma_is_any_longer(const struct ibv_sge *list, uint32_t count, uint32_t most)
{
	for (uint32_t n = 0; n < count; n++) {
		if (list[n].length > most)
			return true;
	}
	return false;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of irdma.send.refuse.
 * length: bytes of inline payload; 0 for payload that is not inline. end: index of the unit after
 * the WQE.
 */
INVERBS_INLINE int irdma_send_refusal(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint64_t length,
				      uint32_t end)
{
	if (__builtin_expect(req->opcode >= sizeof(irdma_send_code) || !(req->op & IRDMA_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op &
		     ((1U << IBV_WR_SEND_WITH_INV) | (1U << IBV_WR_RDMA_WRITE) |
		      (1U << IBV_WR_RDMA_WRITE_WITH_IMM) | (1U << IBV_WR_RDMA_READ) |
		      (1U << IBV_WR_ATOMIC_CMP_AND_SWP) | (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) |
		      (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) &&
			    !(req->qp_type == IBV_QPT_RC),
		    0))
		return EINVAL;
	if (__builtin_expect(sq->closed, 0))
		return EINVAL;
	if (__builtin_expect(
		    req->opcode == IBV_WR_SEND_WITH_IMM && !(req->traits & INVERBS_SQ_SEND_IMM), 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_CMP_AND_SWP &&
				     !(req->traits & INVERBS_SQ_ATOMICS),
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_CMP_AND_SWP &&
				     req->num_sge > IRDMA_MOST_ATOMIC,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     !(req->traits & INVERBS_SQ_ATOMICS),
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     req->num_sge > IRDMA_MOST_ATOMIC,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW &&
				     (req->wr->bind_mw.mw->type == IBV_MW_TYPE_2 &&
				      inverbs_is_on_zero_based(&req->wr->bind_mw.bind_info)) > 0,
			     0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(
		    !(req->op &
		      ((1U << IBV_WR_ATOMIC_CMP_AND_SWP) | (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) |
		       (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) &&
			    !inverbs_is_inline(req) &&
			    irdma_is_any_longer(req->wr->sg_list, req->num_sge, 0x7fffffffU),
		    0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return EINVAL;
	if (__builtin_expect(end - inverbs_observe32(&sq->tail) > sq->entries - 257U, 0))
		return ENOMEM;
	return 0;
}

/**
 * True when WQEs are to be copied to the adapter: it has completed all WQEs that were announced to
 * it, or it is taking copies one at a time. irdma.send.doorbell.copy
 */
INVERBS_INLINE bool irdma_send_copies(const struct inverbs_sq *sq)
{
	if (__builtin_expect(!(sq->flags & INVERBS_SQ_COPIED), 1))
		return false;
	return __atomic_load_n(&sq->copying, __ATOMIC_RELAXED) ||
	       sq->told == inverbs_observe32(&sq->tail);
}

/**
 * Copy the units from `index` to `end`, whose ownership has passed, to the adapter, and ring the
 * doorbell. irdma.send.doorbell.copy
 */
INVERBS_INLINE void irdma_send_copy_units(struct inverbs_sq *sq, uint32_t index, uint32_t end)
{
	struct inverbs_push *const push = sq->push;

	if (!irdma_send_copies(sq))
		return;
	inverbs_lock(&push->lock);
	inverbs_wc_start();
	inverbs_wc_copy16s(push->page + (size_t)(index & 7) * 32,
			   sq->buf + (size_t)(index & (sq->entries - 1)) * 32, (end - index) * 32);
	inverbs_wc_flush();
	inverbs_mmio_write32(push->doorbell + IRDMA_COPY_DOORBELL,
			     INVERBS_LE32(sq->qpn | (((index & (sq->entries - 1)) >> 3) << 20)));
	inverbs_unlock(&push->lock);
	sq->told = end;
	if (!__atomic_load_n(
		    &sq->copying,
		    __ATOMIC_RELAXED)) /* avoids a store to a cache line that polls write */
		__atomic_store_n(&sq->copying, 1, __ATOMIC_RELAXED);
}

/** Units that a WQE with `length` bytes of inline payload takes. */
INVERBS_INLINE uint32_t irdma_inline_units(uint32_t length)
{
	return length <= 8 ? 1 : 1 + (length - 8 + 30) / 31;
}

/** Units that a work request takes. */
INVERBS_INLINE uint32_t irdma_send_units(const struct inverbs_request *req, uint32_t length)
{
	uint32_t bytes = 16;

	if (inverbs_is_inline(req))
		return irdma_inline_units(length);
	switch (req->opcode) {
	case IBV_WR_SEND:
	case IBV_WR_SEND_WITH_INV:
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		bytes += 0 + req->num_sge * 16;
		break;
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		bytes += 16 + req->num_sge * 16;
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		bytes += 48;
		break;
	case IBV_WR_LOCAL_INV:
	case IBV_WR_BIND_MW:
		bytes += 16;
		break;
	default:
		break;
	}
	return bytes <= 32 ? 1 : (bytes + 31) / 32;
}

/**
 * Index at which a WQE of `units` units begins, so that it does not cross a boundary.
 * irdma.send.ring.boundary
 */
INVERBS_INLINE uint32_t irdma_send_start(const struct inverbs_sq *sq, uint32_t units)
{
	const uint32_t left = sq->boundary - (sq->position & (sq->boundary - 1));

	return units > left ? sq->position + left : sq->position;
}

/** Fill the units before the WQE at `start` with no-op WQEs. */
INVERBS_INLINE void irdma_send_pad(struct inverbs_sq *sq, uint32_t start)
{
	for (uint32_t index = sq->position; index != start; index++) {
		uint8_t *const at = sq->buf + (size_t)(index & (sq->entries - 1)) * 32;

		sq->posted[index & (sq->entries - 1)].next = start;
		inverbs_put64(at, 0);
		inverbs_put64(at + 8, 0);
		inverbs_put64(at + 16, 0);

		inverbs_to_device();
		inverbs_publish64(
			at + 16 + 8,
			INVERBS_LE64(0xc00000000ULL |
				     (!(index & sq->entries) ? 0x8000000000000000ULL : 0)));
	}
	if (sq->position != start)
		irdma_send_copy_units(sq, sq->position, start);
}

/** Invalidate the units ahead, which the adapter may prefetch. */
INVERBS_INLINE void irdma_send_clear(struct inverbs_sq *sq, uint32_t start)
{
	const uint32_t index = start + 128;

	if (start % 128 == 0)
		inverbs_fill(sq->buf + (size_t)(index & (sq->entries - 1)) * 32,
			     index & sq->entries ? 0xff : 0x00, (size_t)128 * 32);
}

/** Store the SGEs. Returns the bytes that they take. irdma.send.payload.gather */
INVERBS_INLINE uint32_t irdma_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req,
				       const struct inverbs_sq *sq, uint32_t index,
				       uint32_t *behind)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put64(wqe + at + 8,
			      INVERBS_LE64(sge->lkey |
					   ((uint64_t)(sge->length & 0x7fffffffULL) << 32) |
					   (!(index & sq->entries) ? 0x8000000000000000ULL : 0)));

		at = irdma_past_head(at + IRDMA_SGE_SIZE);
	}
	*behind = at > 32 ? (at - 32) / IRDMA_SGE_SIZE : 0;
	if (at < 32 || at % 32) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put64(wqe + at + 8,
			      INVERBS_LE64(!(index & sq->entries) ? 0x8000000000000000ULL : 0));

		at = irdma_past_head(at + IRDMA_SGE_SIZE);
		if (sq->counts_fill)
			*behind = (at - 32) / IRDMA_SGE_SIZE;
	}
	return at - start;
}

/**
 * Copy the payload into the WQE: from byte 8 up to the control segment, and between the marks at
 * the ends of the further units. Returns the bytes taken after `at`. irdma.send.payload.inline
 */
INVERBS_INLINE uint32_t irdma_put_inline(uint8_t *wqe, uint32_t at,
					 const struct inverbs_request *req, uint32_t length,
					 const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t units = irdma_inline_units(length);
	uint32_t to = 8, end = 16;

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
				to = (end | 31) + 1;
				end = to + 31;
			}
		}
	}
	for (uint32_t unit = 1; unit < units; unit++) {
		uint8_t *const mark = wqe + unit * 32 + 31;

		inverbs_put8(mark, (uint8_t)(!(index & sq->entries) ? 0x80U : 0));
	}
	return units * 32 - at;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t irdma_put_payload(uint8_t *wqe, uint32_t at,
					  const struct inverbs_request *req, uint32_t length,
					  const struct inverbs_sq *sq, uint32_t index,
					  uint32_t *behind)
{
	if (req->op & ((1U << IBV_WR_ATOMIC_CMP_AND_SWP) | (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) |
		       (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) /* no payload at all */
		return 0;
	return inverbs_is_inline(req) ? irdma_put_inline(wqe, at, req, length, sq, index)
				      : irdma_put_sges(wqe, at, req, sq, index, behind);
}

/**
 * Store the control segment; the word at byte 8, which passes ownership, is stored last.
 * irdma.send.head
 */
INVERBS_INLINE void irdma_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				   const struct inverbs_request *req, uint32_t index,
				   uint32_t bytes INVERBS_UNUSED, uint32_t length,
				   uint64_t tag INVERBS_UNUSED, uint32_t owed INVERBS_UNUSED,
				   uint32_t behind)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = req->flags & IBV_SEND_SOLICITED
				     ? irdma_send_solicited_code[req->opcode]
				     : irdma_send_code[req->opcode];
	uint64_t op_0x8 = 0;
	uint64_t op_0x0 = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_INV:
		op_0x8 = INVERBS_LE64(wr->invalidate_rkey);
		break;
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		op_0x8 = INVERBS_LE64(wr->wr.rdma.rkey);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x8 = INVERBS_LE64(wr->wr.atomic.rkey);
		break;
	case IBV_WR_BIND_MW:
		op_0x8 = INVERBS_LE64(
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_READ)
				 ? 0x4000000000000ULL
				 : 0) |
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_WRITE)
				 ? 0x8000000000000ULL
				 : 0) |
			(!(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)
				 ? 0x20000000000000ULL
				 : 0) |
			(wr->bind_mw.mw->type == IBV_MW_TYPE_1 ? 0x40000000000000ULL : 0) |
			(((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_ATOMIC) &&
			  (req->traits & INVERBS_SQ_ATOMICS))
				 ? 0x80000000000000ULL
				 : 0));
		break;
	default:
		break;
	}
	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		op_0x0 = INVERBS_LE64(wr->wr.rdma.remote_addr);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x0 = INVERBS_LE64(wr->wr.atomic.remote_addr);
		break;
	case IBV_WR_BIND_MW:
		op_0x0 = INVERBS_LE64(wr->bind_mw.bind_info.length);
		break;
	default:
		break;
	}
	switch (req->qp_type) {
	case IBV_QPT_UD:
		op_0x0 = (op_0x0 & INVERBS_LE64(0xff00000000000000ULL)) |
			 INVERBS_LE64(wr->wr.ud.remote_qkey |
				      ((uint64_t)(wr->wr.ud.remote_qpn & 0xffffffULL) << 32));
		op_0x8 = (op_0x8 & INVERBS_LE64(0xfffffffffffe0000ULL)) |
			 INVERBS_LE64(inverbs_ah_of(wr->wr.ud.ah)->number & 0x1ffffULL);
		break;
	default:
		break;
	}
	inverbs_put64(wqe + 16, op_0x0);

	inverbs_to_device();
	inverbs_publish64(
		wqe + 16 + 8,
		INVERBS_LE64(((uint64_t)code << 32) | ((uint64_t)(behind & 0xfULL) << 38) |
			     (inverbs_has_imm(req) ? 0x800000000000ULL : 0) |
			     ((uint64_t)((inverbs_is_inline(req) ? length : 0) & 0xffULL) << 48) |
			     ((req->traits & INVERBS_SQ_COPIED) ? 0x100000000000000ULL : 0) |
			     (inverbs_is_inline(req) ? 0x200000000000000ULL : 0) |
			     ((req->flags & IBV_SEND_FENCE) ? 0x1000000000000000ULL : 0) |
			     (((req->flags | req->traits) & IBV_SEND_SIGNALED)
				      ? 0x4000000000000000ULL
				      : 0) |
			     (!(index & sq->entries) ? 0x8000000000000000ULL : 0)) |
			op_0x8);
}

/** The WQEs that a call has stored, for the doorbell. */
struct irdma_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. irdma.send.doorbell */
INVERBS_INLINE void irdma_send_doorbell(struct inverbs_sq *sq,
					const struct irdma_sent *sent INVERBS_UNUSED)
{
	sq->told = sq->position; /* WQEs that are copied were copied when they were stored */
	inverbs_to_device();
	inverbs_mmio_write32(sq->doorbell + IRDMA_SEND_DOORBELL, INVERBS_LE32(sq->qpn));
}

/**
 * Pass ownership of every unit of a send ring to the program, before the queue pair leaves RESET.
 * irdma.send.head
 */
INVERBS_INLINE void irdma_sq_init(struct inverbs_sq *sq)
{
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *const unit = sq->buf + (size_t)i * 32;

		inverbs_put64(unit + 8, 0);
	}
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int irdma_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			 struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int irdma_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int irdma_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			 struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int irdma_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
int irdma_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

INVERBS_INLINE int irdma_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr)
{
	return irdma_post_send_full(qp, wr, bad_wr);
}

INVERBS_INLINE int irdma_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	return irdma_post_recv_full(qp, wr, bad_wr);
}

INVERBS_INLINE int irdma_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	return irdma_post_srq_recv_full(srq, wr, bad_wr);
}

/** No-op: polls start at the consumer index. */
INVERBS_INLINE void irdma_cq_seek(struct inverbs_cq *cq)
{
	(void)cq;
}

INVERBS_INLINE int irdma_poll_one(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc,
				  inverbs_take *take, struct inverbs_taker *taker INVERBS_UNUSED)
{
	return take ? INVERBS_LEFT : irdma_poll_cq_full(cq, num_entries, wc);
}

/** The memory in which the next WQE is built: the ring. */
INVERBS_INLINE uint8_t *irdma_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + (size_t)unit * 32;
}

/**
 * Read the properties of a work request that decide how its WQE is built. Some ops have no inline
 * payload, whatever the flag says. irdma.send.ops
 */
INVERBS_INLINE struct inverbs_request irdma_request_of(const struct inverbs_sq *sq,
						       const struct ibv_send_wr *wr,
						       uint32_t opcode, uint32_t qp_type)
{
	struct inverbs_request req = inverbs_request_of(sq, wr, opcode, qp_type);

	if (req.op & ((1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |
		      (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) | (1U << IBV_WR_LOCAL_INV) |
		      (1U << IBV_WR_BIND_MW)))
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	req.empty_inside = true;
	return req;
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. irdma.send
 */
INVERBS_INLINE int irdma_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				  bool lone INVERBS_UNUSED, struct irdma_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t units = irdma_send_units(&req, (uint32_t)total);
	const uint32_t index = irdma_send_start(sq, units);
	uint8_t *const wqe = irdma_send_place(sq, index);
	uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	uint32_t behind = (req.op & ((1U << IBV_WR_ATOMIC_CMP_AND_SWP) |
				     (1U << IBV_WR_ATOMIC_FETCH_AND_ADD)))
				  ? 1
				  : 0;
	const int err = irdma_send_refusal(sq, &req, total, index + units);

	if (__builtin_expect(err, 0))
		return err;
	if (!inverbs_is_inline(&req)) /* only now that the number of SGEs has been checked */
		length = (uint32_t)inverbs_payload_bytes(&req);
	irdma_send_pad(sq, index);
	irdma_send_clear(sq, index);
	bytes = irdma_put_segments(wqe, sq, &req, length, index);
	bytes += irdma_put_payload(wqe, bytes, &req, length, sq, index, &behind);
	sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;
	sq->posted[index & (sq->entries - 1)].next = index + units;
	sq->posted[index & (sq->entries - 1)].note =
		(req.op & ((1U << IBV_WR_ATOMIC_CMP_AND_SWP) | (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) |
			   (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			? 0
			: length;
	irdma_put_head(wqe, sq, &req, index, bytes, length, tag, 0, behind);
	irdma_send_copy_units(sq, index, index + units);
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head = sq->position = index + units;
	return 0;
}

/**
 * The full path of a single work request with this opcode, on a queue pair of this type.
 * gathers_one: it has one SGE, and its payload is not inline.
 */
INVERBS_INLINE int irdma_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				   bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct irdma_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	int err;

	inverbs_lock(&sq->lock);
	req = irdma_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = irdma_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		irdma_send_doorbell(sq, &sent);
	}
	if (__builtin_expect(err, 0))
		*bad_wr = wr;
	inverbs_unlock(&sq->lock);
	return err;
}

/**
 * Post work requests to a locked queue, after the WQEs that are stored already, and unlock it. One
 * doorbell for all; posting stops at the first work request that is refused.
 */
INVERBS_INLINE int irdma_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, struct irdma_sent sent)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		req = irdma_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		err = irdma_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (sent.count)
		irdma_send_doorbell(sq, &sent);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int irdma_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for irdma. */
INVERBS_INLINE int irdma_wr_complete(struct ibv_qp_ex *qp)
{
	return irdma_wr_complete_full(qp);
}

/**
 * Returns 0, or the errno value with which the receive queue refuses a work request.
 * irdma.recv.refuse
 */
INVERBS_INLINE int irdma_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->closed, 0))
		return EINVAL;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(irdma_is_any_longer(wr->sg_list, (uint32_t)wr->num_sge, 0x7fffffffU),
			     0))
		return EINVAL;
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	return 0;
}

/**
 * Store a receive: its SGEs before and after the header, filler in the last unit, and the header,
 * whose last word passes ownership. irdma.recv.gather
 */
INVERBS_INLINE void irdma_put_recv(uint8_t *wqe, const struct inverbs_rq *rq,
				   const struct ibv_recv_wr *wr)
{
	uint32_t at = 0, behind;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put64(
			wqe + at + 8,
			INVERBS_LE64(sge->lkey | ((uint64_t)(sge->length & 0x7fffffffULL) << 32) |
				     (!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0)));

		at = at + 16 == 16 ? 32 : at + 16;
	}
	behind = at > 32 ? (at - 32) / 16 : 0;
	if (at < 32 || at % 32) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put64(wqe + at + 8,
			      INVERBS_LE64(!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0));

		if (rq->counts_fill && at)
			behind++;
	}
	inverbs_put64(wqe + 16, 0);

	inverbs_to_device();
	inverbs_publish64(wqe + 16 + 8,
			  INVERBS_LE64(((uint64_t)(behind & 0xfULL) << 38) |
				       (!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0)));
}

/**
 * Store a receive of a shared receive queue: its SGEs before and after the header, filler in the
 * last unit, and the header, whose last word passes ownership. irdma.recv.gather
 */
INVERBS_INLINE void irdma_put_srq_recv(uint8_t *wqe, const struct inverbs_srq *rq,
				       const struct ibv_recv_wr *wr)
{
	uint32_t at = 0, behind;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put64(
			wqe + at + 8,
			INVERBS_LE64(sge->lkey | ((uint64_t)(sge->length & 0x7fffffffULL) << 32) |
				     (!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0)));

		at = at + 16 == 16 ? 32 : at + 16;
	}
	behind = at > 32 ? (at - 32) / 16 : 0;
	if (at < 32 || at % 32) { /* the unit is not full */
		inverbs_put64(wqe + at, 0);
		inverbs_put64(wqe + at + 8,
			      INVERBS_LE64(!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0));

		if (rq->counts_fill && at)
			behind++;
	}
	inverbs_put64(wqe + 16, INVERBS_LE64(wr->wr_id));

	inverbs_to_device();
	inverbs_publish64(wqe + 16 + 8,
			  INVERBS_LE64(((uint64_t)(behind & 0xfULL) << 38) |
				       (!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0)));
}

/**
 * The full path of ibv_post_recv. Ownership passes for each receive separately; posting stops at
 * the first work request that is refused.
 */
INVERBS_INLINE int irdma_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	int err = 0;

	inverbs_lock(&rq->lock);
	for (; wr; wr = wr->next) {
		err = irdma_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
		irdma_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), rq, wr);
		rq->head++;
	}
	inverbs_unlock(&rq->lock);
	return err;
}

/**
 * Returns 0, or the errno value with which the shared receive queue refuses a work request.
 * irdma.recv.refuse
 */
INVERBS_INLINE int irdma_srq_recv_refusal(const struct inverbs_srq *srq,
					  const struct ibv_recv_wr *wr)
{
	if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(irdma_is_any_longer(wr->sg_list, (uint32_t)wr->num_sge, 0x7fffffffU),
			     0))
		return EINVAL;
	if (__builtin_expect(srq->head - inverbs_observe32(&srq->tail) >= srq->entries - 1, 0))
		return ENOMEM;
	return 0;
}

/** The full path of ibv_post_srq_recv; works like that of a receive queue. irdma.recv.shared */
INVERBS_INLINE int irdma_srq_recv_list(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t posted;
	int err = 0;

	inverbs_lock(&srq->lock);
	posted = srq->head;
	for (; wr; wr = wr->next) {
		err = irdma_srq_recv_refusal(srq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		irdma_put_srq_recv(inverbs_slot(srq->buf, srq->head, srq->entries, srq->shift), srq,
				   wr);
		srq->head++;
	}
	if (srq->head != posted) {
		const uint32_t head = srq->head;

		inverbs_to_device();
		inverbs_publish64(srq->doorbell_record, INVERBS_LE64(head & (srq->entries - 1)));
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/** The 32 significant bytes of CQE `index`; larger slots have them at their start. */
INVERBS_INLINE uint8_t *irdma_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** True when CQE `index` was written in the current lap. irdma.complete.ready */
INVERBS_INLINE bool irdma_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint64_t word = INVERBS_LE64(inverbs_observe64(cqe + 24));

	return ((word >> 63) & 1) == ((index & entries) == 0);
}

/** The same for a CQE given by its index. */
INVERBS_INLINE bool irdma_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return irdma_cqe_ready(irdma_cq_entry(cq, index), index, cq->entries);
}

/**
 * The extension of a CQE, if it has one: its second half, or the next slot of a ring of CQEs of 32
 * bytes. irdma.complete.extension
 */
INVERBS_INLINE const uint8_t *irdma_cqe_extension(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	const uint8_t *const next = cqe + 32;

	return next == cq->buf + ((size_t)cq->entries << cq->shift) ? cq->buf : next;
}

/** True when a CQE has an extension; the flag is in the word with the owner bit. */
INVERBS_INLINE bool irdma_cqe_extended(const uint8_t *cqe)
{
	return (INVERBS_LE64(inverbs_observe64(cqe + 24)) >> 50) & 1;
}

/** Slots that a CQE takes, its extension included. */
INVERBS_INLINE uint32_t irdma_cqe_slots(const struct inverbs_cq *cq, bool extended)
{
	return extended && 1U << cq->shift == 32 ? 2 : 1;
}

/** True unless the CQE at the consumer index has an extension that has not been written yet. */
INVERBS_INLINE bool irdma_extension_ready(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	if (!irdma_cqe_extended(cqe))
		return true;
	return irdma_cqe_ready(irdma_cqe_extension(cq, cqe),
			       cq->head + irdma_cqe_slots(cq, true) - 1, cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *irdma_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = irdma_cq_entry(cq, cq->head);

	return irdma_cqe_ready(cqe, cq->head, cq->entries) && irdma_extension_ready(cq, cqe) ? cqe
											     : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void irdma_consume(struct inverbs_cq *cq, const struct irdma_cqe *e)
{
	__atomic_store_n(&cq->head, cq->head + irdma_cqe_slots(cq, e->extended),
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. irdma.complete.send */
INVERBS_INLINE struct inverbs_meaning irdma_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RDMA_WRITE, 0, INVERBS_NOTED, 0}, /* 0x00 RDMA_WRITE */
		{IBV_WC_RDMA_READ, 0, INVERBS_NOTED, 0},  /* 0x01 RDMA_READ */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x02 */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x03 SEND */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x04 SEND_INV */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x05 SEND_SOL */
		{IBV_WC_SEND, 0, INVERBS_NOTED, 0},       /* 0x06 SEND_INV_SOL */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x07 */
		{IBV_WC_BIND_MW, 0, INVERBS_NOTED, 0},    /* 0x08 BIND_MW */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x09 */
		{IBV_WC_LOCAL_INV, 0, INVERBS_NOTED, 0},  /* 0x0a LOCAL_INV */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x0b */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x0c */
		{IBV_WC_RDMA_WRITE, 0, INVERBS_NOTED, 0}, /* 0x0d WRITE_SOL */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x0e */
		{IBV_WC_FETCH_ADD, 0, INVERBS_NOTED, 0},  /* 0x0f FETCH_ADD */
		{IBV_WC_SEND, 0, 0, 0},                   /* 0x10 */
		{IBV_WC_COMP_SWAP, 0, INVERBS_NOTED, 0},  /* 0x11 COMP_SWAP */
		{IBV_WC_SEND, 0, 0, 0},                   /* all others */
	};

	return rows[value < 19 ? value : 18];
}

/** What the work completion of a receive reports, by a value of the CQE. irdma.complete.recv */
INVERBS_INLINE struct inverbs_meaning irdma_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, 0, 0}, /* 0x00 WRITE */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x01 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x02 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x03 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x04 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x05 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x06 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x07 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x08 */
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, 0, 0}, /* 0x09 BTH_WRITE_LAST */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x0a */
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, 0, 0}, /* 0x0b BTH_WRITE_ONLY */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x0c */
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, 0, 0}, /* 0x0d WRITE_SOL */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x0e */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x0f */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x10 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x11 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x12 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x13 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x14 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x15 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x16 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x17 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x18 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x19 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1a */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1b */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1c */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1d */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1e */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x1f */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x20 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x21 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x22 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x23 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x24 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x25 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x26 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x27 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x28 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x29 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2a */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2b */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2c */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2d */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2e */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x2f */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x30 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x31 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x32 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x33 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x34 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x35 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x36 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x37 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x38 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x39 */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x3a */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x3b */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x3c */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x3d */
		{IBV_WC_RECV, 0, 0, 0},               /* 0x3e SEND */
		{IBV_WC_RECV, 0, 0, 0},               /* all others */
	};

	return rows[value < 64 ? value : 63];
}

/** The completion status for a status value of the CQE. irdma.complete.status */
INVERBS_INLINE enum ibv_wc_status irdma_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_FATAL_ERR,         /* 0x00 */
		IBV_WC_WR_FLUSH_ERR,      /* 0x01 GENERAL */
		IBV_WC_LOC_PROT_ERR,      /* 0x02 PROTECTION */
		IBV_WC_REM_ACCESS_ERR,    /* 0x03 REMOTE_ACCESS */
		IBV_WC_LOC_QP_OP_ERR,     /* 0x04 LOCAL_QP_OP */
		IBV_WC_REM_OP_ERR,        /* 0x05 REMOTE_OP */
		IBV_WC_LOC_LEN_ERR,       /* 0x06 LOCAL_LENGTH */
		IBV_WC_FATAL_ERR,         /* 0x07 FATAL */
		IBV_WC_RETRY_EXC_ERR,     /* 0x08 RETRIES */
		IBV_WC_MW_BIND_ERR,       /* 0x09 WINDOW_BIND */
		IBV_WC_REM_INV_REQ_ERR,   /* 0x0a INVALID_REQUEST */
		IBV_WC_RNR_RETRY_EXC_ERR, /* 0x0b RNR_RETRIES */
	};

	return value < 12 ? (enum ibv_wc_status)status[value] : IBV_WC_FATAL_ERR;
}

/** True when the CQE reports a failed work request. */
INVERBS_INLINE bool irdma_cqe_failed(const struct irdma_cqe *e)
{
	return e->ending == IRDMA_ENDING_FAILED;
}

/** The completion status. irdma.complete.status */
INVERBS_INLINE enum ibv_wc_status irdma_status_of(const struct irdma_cqe *e)
{
	if (!irdma_cqe_failed(e))
		return IBV_WC_SUCCESS;
	return e->major == IRDMA_MAJOR_FLUSH || e->major == IRDMA_MAJOR_EVENT
		       ? irdma_wc_status(e->minor)
		       : IBV_WC_GENERAL_ERR;
}

/** Set the owner bit of a CQE that is copied to the slot of CQE `index`. */
INVERBS_INLINE void irdma_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint64_t bit = INVERBS_LE64(0x8000000000000000ULL);
	const uint64_t word = inverbs_get64(cqe + 24);

	inverbs_put64(cqe + 24, (uint64_t)((index & entries) == 0 ? word | bit : word & ~bit));
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool irdma_cqe_is_send(const struct irdma_cqe *e)
{
	return e->ring == IRDMA_RING_OF_SEND;
}

/** Publish the consumer index `index`. irdma.complete.consumed */
INVERBS_INLINE void irdma_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish64(cq->doorbell_record, INVERBS_LE64(index & (cq->entries - 1)));
}

INVERBS_INLINE void irdma_cq_publish_ci(struct inverbs_cq *cq)
{
	irdma_cq_publish_index(cq, cq->head);
}

/** The queue pair and the work request of a CQE. */
struct irdma_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note; /**< length recorded with the work request */
	bool more;     /**< the CQE completes other work requests, too */
};

/** Retire the send that starts at unit `start`, and the unsignaled ones before it. */
INVERBS_INLINE void irdma_retire_send(struct inverbs_sq *sq, uint32_t start,
				      struct irdma_found *found)
{
	const struct inverbs_posted *const posted = &sq->posted[start & (sq->entries - 1)];

	found->wr_id = posted->wr_id;
	found->note = posted->note;
	__atomic_store_n(&sq->tail, posted->next, __ATOMIC_RELEASE);
}

/** Retire the receive in slot `slot`, and those before it. */
INVERBS_INLINE void irdma_retire_recv(struct inverbs_rq *rq, uint32_t slot,
				      struct irdma_found *found)
{
	const uint32_t index = rq->tail + ((slot - rq->tail) & (rq->entries - 1));

	found->wr_id = rq->wr_id[index & (rq->entries - 1)];
	__atomic_store_n(&rq->tail, index + 1, __ATOMIC_RELEASE);
}

/** True for a receive of a shared receive queue. irdma.complete.queue.shared */
INVERBS_INLINE bool irdma_cqe_is_shared(const struct irdma_cqe *e)
{
	return e->shared && !irdma_cqe_is_send(e);
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void irdma_cqe_set_minor(const uint8_t *cqe, uint64_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 24;

	inverbs_put64(at, INVERBS_LE64((INVERBS_LE64(inverbs_get64(at)) & ~0xffffULL) |
				       (value << 0 & 0xffffULL)));
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void irdma_cqe_set_opcode(const uint8_t *cqe, uint64_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 24;

	inverbs_put64(at, INVERBS_LE64((INVERBS_LE64(inverbs_get64(at)) & ~0x3f00000000000000ULL) |
				       (value << 56 & 0x3f00000000000000ULL)));
}

/** Translate a code of the second list to a status. irdma.complete.status.translate */
INVERBS_INLINE uint32_t irdma_translated(uint32_t value)
{
	switch (value) {
	case IRDMA_EVENT_E102:
	case IRDMA_EVENT_E103:
	case IRDMA_EVENT_E104:
	case IRDMA_EVENT_E105:
	case IRDMA_EVENT_E106:
	case IRDMA_EVENT_E107:
	case IRDMA_EVENT_E108:
	case IRDMA_EVENT_E109:
	case IRDMA_EVENT_E10A:
	case IRDMA_EVENT_E11C:
		return IRDMA_REASON_PROTECTION;
	case IRDMA_EVENT_E112:
	case IRDMA_EVENT_E20D:
		return IRDMA_REASON_REMOTE_ACCESS;
	case IRDMA_EVENT_E114:
	case IRDMA_EVENT_E118:
	case IRDMA_EVENT_E119:
	case IRDMA_EVENT_E11B:
		return IRDMA_REASON_WINDOW_BIND;
	case IRDMA_EVENT_E132:
	case IRDMA_EVENT_E134:
	case IRDMA_EVENT_E135:
	case IRDMA_EVENT_E303:
	case IRDMA_EVENT_E305:
		return IRDMA_REASON_LOCAL_LENGTH;
	case IRDMA_EVENT_E133:
	case IRDMA_EVENT_E20A:
		return IRDMA_REASON_LOCAL_QP_OP;
	case IRDMA_EVENT_E208:
		return IRDMA_REASON_INVALID_REQUEST;
	case IRDMA_EVENT_E20E:
	case IRDMA_EVENT_E316:
	case IRDMA_EVENT_E505:
	case IRDMA_EVENT_E507:
		return IRDMA_REASON_REMOTE_OP;
	case IRDMA_EVENT_E50A:
		return IRDMA_REASON_RETRIES;
	case IRDMA_EVENT_E50F:
		return IRDMA_REASON_RNR_RETRIES;
	case IRDMA_EVENT_E700:
	case IRDMA_EVENT_E703:
	case IRDMA_EVENT_E704:
	case IRDMA_EVENT_E705:
		return IRDMA_REASON_FATAL;
	default:
		return IRDMA_REASON_GENERAL;
	}
}

/**
 * True when a CQE completes the oldest work request, or all outstanding ones. Each receive of a
 * shared receive queue has its own CQE. irdma.complete.flush
 */
INVERBS_INLINE bool irdma_cqe_flushes(const struct irdma_cqe *e)
{
	return irdma_cqe_failed(e) &&
	       (e->major == IRDMA_MAJOR_FLUSH || e->major == IRDMA_MAJOR_EVENT) &&
	       !irdma_cqe_is_shared(e);
}

/** Opcode of the WQE in unit `index`. */
INVERBS_INLINE uint32_t irdma_posted_code(const struct inverbs_sq *sq, uint32_t index)
{
	return irdma_head_get(sq->buf + (size_t)(index & (sq->entries - 1)) * 32 + 16).opcode;
}

/** Retire the oldest send. Returns false if none is outstanding. Sets found->more if others are. */
INVERBS_INLINE bool irdma_flush_send(struct inverbs_sq *sq, const uint8_t *cqe,
				     struct irdma_found *found)
{
	uint32_t tail;
	bool any;

	inverbs_lock(&sq->lock);
	tail = sq->tail;
	if (tail != sq->head &&
	    irdma_posted_code(sq, tail) ==
		    IRDMA_OP_NOP) /* a WQE that only pads up to a boundary has no completion */
		tail = sq->posted[tail & (sq->entries - 1)].next;
	any = tail != sq->head;
	if (any) {
		irdma_cqe_set_opcode(cqe, irdma_posted_code(sq, tail));
		irdma_retire_send(sq, tail, found);
	}
	found->more = any && sq->tail != sq->head;
	inverbs_unlock(&sq->lock);
	return any;
}

/** The same for a receive. */
INVERBS_INLINE bool irdma_flush_recv(struct inverbs_rq *rq, struct irdma_found *found)
{
	bool any;

	inverbs_lock(&rq->lock);
	any = rq->tail != rq->head;
	if (any)
		irdma_retire_recv(rq, rq->tail, found);
	found->more = any && rq->tail != rq->head;
	inverbs_unlock(&rq->lock);
	return any;
}

/**
 * Retire the oldest work request of a ring that was flushed. Returns false if none is outstanding,
 * or if the queue pair is gone. Sets found->more if the same CQE completes further work requests;
 * cq->parked is set while the CQE at the consumer index has completed one and will complete others.
 */
INVERBS_INLINE bool irdma_flush(struct inverbs_cq *cq, const uint8_t *cqe, struct irdma_cqe *e,
				struct irdma_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->context;
	bool any = false;

	found->qp = qp;
	found->note = 0;
	found->more = false;
	if (cq->parked)
		irdma_cqe_set_minor(cqe, IRDMA_REASON_GENERAL);
	else if (e->major == IRDMA_MAJOR_EVENT)
		irdma_cqe_set_minor(cqe, irdma_translated(e->event));
	if (qp)
		any = irdma_cqe_is_send(e) ? irdma_flush_send(&qp->sq, cqe, found)
					   : irdma_flush_recv(&qp->rq, found);
	if (qp && !qp->sq.flush_once)
		found->more = false; /* the adapter writes a CQE for each work request */
	cq->parked = found->more;
	*e = irdma_cqe_get(cqe);
	return any;
}

/**
 * The queue pair of a shared receive, from the extension of its CQE, or NULL if the queue pair is
 * gone.
 */
INVERBS_INLINE struct inverbs_qp *irdma_shared_qp(const struct inverbs_cq *cq, const uint8_t *cqe,
						  const struct irdma_cqe *e)
{
	if (!e->extended && irdma_cqe_slots(cq, true) > 1)
		return NULL; /* the next slot is not an extension but another CQE */
	return (struct inverbs_qp *)(uintptr_t)irdma_extension_get(irdma_cqe_extension(cq, cqe))
		.context;
}

/**
 * Retire a shared receive, whose CQE contains its wr_id. Returns false if the queue pair is gone.
 */
INVERBS_INLINE bool irdma_find_shared(const struct inverbs_cq *cq, const uint8_t *cqe,
				      struct irdma_cqe *e, struct irdma_found *found)
{
	struct inverbs_qp *const qp = irdma_shared_qp(cq, cqe, e);

	if (__builtin_expect(!qp || !qp->srq, 0))
		return false;
	found->qp = qp;
	found->note = 0;
	found->wr_id = e->wr_id;
	if (__builtin_expect(irdma_cqe_failed(e), 0) && (e->major == IRDMA_MAJOR_EVENT)) {
		irdma_cqe_set_minor(cqe, irdma_translated(e->event));
		*e = irdma_cqe_get(cqe);
	}
	inverbs_lock(&qp->srq->lock);
	__atomic_store_n(&qp->srq->tail, qp->srq->tail + 1, __ATOMIC_RELEASE);
	inverbs_unlock(&qp->srq->lock);
	return true;
}

/**
 * Find the queue of a CQE and retire its work request. Returns false if the queue or the work
 * request is gone. irdma.complete.queue.pointer
 */
INVERBS_INLINE bool irdma_find(const struct inverbs_cq *cq, const uint8_t *cqe, struct irdma_cqe *e,
			       struct irdma_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->context;

	found->more = false;
	if (__builtin_expect(irdma_cqe_is_shared(e), 0))
		return irdma_find_shared(cq, cqe, e, found);
	if (__builtin_expect(!qp, 0))
		return false;
	found->qp = qp;
	found->note = 0;
	if (irdma_cqe_is_send(e)) {
		const uint32_t behind = (e->index - qp->sq.tail) & (qp->sq.entries - 1);

		if (__builtin_expect(behind >= __atomic_load_n(&qp->sq.head, __ATOMIC_RELAXED) -
						       qp->sq.tail,
				     0))
			return false; /* posted by the kernel */
		if (__builtin_expect(e->push_dropped, 0))
			__atomic_store_n(&qp->sq.copying, 0, __ATOMIC_RELAXED);
		irdma_retire_send(&qp->sq, e->index, found);
		return true;
	}
	if (__builtin_expect(irdma_cqe_failed(e), 0)) {
		if (qp->rq.tail == __atomic_load_n(&qp->rq.head, __ATOMIC_RELAXED))
			return false;
		irdma_retire_recv(&qp->rq, qp->rq.tail, found);
		return true;
	}
	irdma_retire_recv(&qp->rq, (uint32_t)e->index >> (qp->rq.shift - 5), found);
	return true;
}

/**
 * Returns the CQE of the next completion, or NULL. The CQE is consumed unless it completes more
 * work requests.
 */
INVERBS_INLINE const uint8_t *irdma_next_completion(struct inverbs_cq *cq, struct irdma_cqe *e,
						    struct irdma_found *found)
{
	for (;;) {
		const uint8_t *const cqe = irdma_next_cqe(cq);
		bool known;

		if (!cqe)
			return NULL;
		inverbs_from_device();
		*e = irdma_cqe_get(cqe);
		known = irdma_cqe_flushes(e) ? irdma_flush(cq, cqe, e, found)
					     : irdma_find(cq, cqe, e, found);
		if (!found->more)
			irdma_consume(cq, e);
		if (known)
			return cqe;
	}
}

/** Flags of a receive completion that do not come from its opcode. irdma.complete.recv.flags */
INVERBS_INLINE unsigned int irdma_recv_flags(const struct irdma_cqe *e INVERBS_UNUSED,
					     uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode irdma_send_opcode(const struct inverbs_meaning *m,
						    const struct irdma_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** True for datagram queue pairs. */
INVERBS_INLINE bool irdma_is_datagram(const struct inverbs_qp *qp)
{
	return qp->sq.qp_type == IBV_QPT_UD;
}

/**
 * The value of src_qp: the sender of a datagram; for other messages, the number of the queue pair
 * itself.
 */
INVERBS_INLINE uint32_t irdma_src_qp(const struct inverbs_qp *qp, const struct irdma_cqe *e)
{
	return irdma_is_datagram(qp) ? e->src_qpn : e->qpn;
}

/** The fields of the extension; zeros if the CQE has none. */
INVERBS_INLINE struct irdma_extension
irdma_extension_of(const struct inverbs_cq *cq, const uint8_t *cqe, const struct irdma_cqe *e)
{
	struct irdma_extension none;

	if (e->extended)
		return irdma_extension_get(irdma_cqe_extension(cq, cqe));
	memset(&none, 0, sizeof(none));
	return none;
}

/**
 * Opcode of a receive; some opcodes are reported only if there is immediate data.
 * irdma.complete.recv.rows
 */
INVERBS_INLINE enum ibv_wc_opcode irdma_recv_opcode(const struct inverbs_qp *qp,
						    const struct irdma_cqe *e, bool has_imm)
{
	const uint32_t value = e->received;

	if (has_imm && !(qp->sq.flags & INVERBS_SQ_SEND_IMM))
		return IBV_WC_RECV_RDMA_WITH_IMM;
	if (!has_imm &&
	    (value == IRDMA_RECEIVED_BTH_WRITE_LAST || value == IRDMA_RECEIVED_BTH_WRITE_ONLY ||
	     value == IRDMA_RECEIVED_WRITE || value == IRDMA_RECEIVED_WRITE_SOL))
		return IBV_WC_RECV;
	return (enum ibv_wc_opcode)irdma_recv_meaning(value).opcode;
}

/** Flags of a receive completion from fields of the CQE. irdma.complete.recv */
INVERBS_INLINE unsigned int irdma_more_flags(const struct inverbs_qp *qp, const struct irdma_cqe *e,
					     bool has_imm)
{
	unsigned int flags = 0;

	if (has_imm)
		flags |= IBV_WC_WITH_IMM;
	if (irdma_is_datagram(qp))
		return flags | IBV_WC_GRH;
	if (e->has_key)
		flags |= IBV_WC_WITH_INV;
	return flags;
}

/** Fill a work completion from a CQE whose work request was found. irdma.complete */
INVERBS_INLINE void irdma_fill_wc(const struct inverbs_cq *cq, const uint8_t *cqe,
				  const struct irdma_cqe *e, const struct irdma_found *found,
				  struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;
	const struct irdma_extension x = irdma_extension_of(cq, cqe, e);

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = irdma_status_of(e);
	wc->vendor_err = wc->status == IBV_WC_SUCCESS ? 0 : e->code;
	wc->src_qp = irdma_src_qp(found->qp, e);
	if (irdma_cqe_is_send(e)) {
		m = irdma_send_meaning(e->opcode);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = irdma_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_NOTED        ? found->note
				       : m.length == INVERBS_CQE_LENGTH ? e->length
									: m.length;
		return;
	}
	m = irdma_recv_meaning(e->received);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->opcode = irdma_recv_opcode(found->qp, e, x.has_imm);
	wc->wc_flags = m.flags | irdma_recv_flags(e, traits);
	wc->wc_flags |= irdma_more_flags(found->qp, e, x.has_imm);
	wc->byte_len = e->length;
	wc->slid = 0;
	wc->sl = 0;
	if (x.has_imm)
		wc->imm_data = INVERBS_BE32(x.imm);
	if (wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = e->inval_key;
}

/** The full path of ibv_poll_cq. CQEs of destroyed queue pairs are consumed but not reported. */
INVERBS_INLINE int irdma_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct irdma_found found = {NULL, 0, 0, false};
	struct irdma_cqe e;
	const uint8_t *cqe;
	uint32_t before;
	int got = 0;

	inverbs_lock(&cq->lock);
	before = cq->head;
	while (got < num_entries && (cqe = irdma_next_completion(cq, &e, &found)))
		irdma_fill_wc(cq, cqe, &e, &found, &wc[got++]);
	if (cq->head != before)
		irdma_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Take the next CQE for the extended poll. Returns 0, or ENOENT if there is none. */
INVERBS_INLINE int irdma_take_entry(struct inverbs_cq *cq)
{
	struct irdma_found found = {NULL, 0, 0, false};
	struct irdma_cqe e;
	const uint8_t *const cqe = irdma_next_completion(cq, &e, &found);

	if (!cqe)
		return ENOENT;
	cq->current = cqe;
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = irdma_status_of(&e);
	return 0;
}

/** ibv_start_poll for irdma: if it returns 0, the queue's lock is held until end_poll. */
INVERBS_INLINE int irdma_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = irdma_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int irdma_next_poll(struct ibv_cq_ex *ibcq)
{
	return irdma_take_entry(inverbs_cq_of_ex(ibcq));
}

INVERBS_INLINE void irdma_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	irdma_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct irdma_cqe irdma_current(struct ibv_cq_ex *cq)
{
	return irdma_cqe_get(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE struct irdma_extension irdma_current_extension(struct ibv_cq_ex *ibcq)
{
	const struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const struct irdma_cqe e = irdma_current(ibcq);

	return irdma_extension_of(cq, cq->current, &e);
}

INVERBS_INLINE enum ibv_wc_opcode irdma_read_opcode(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);
	const struct irdma_found found = {NULL, 0, inverbs_cq_of_ex(cq)->current_note, false};
	struct inverbs_meaning m;

	if (!irdma_cqe_is_send(&e))
		return irdma_recv_opcode(inverbs_cq_of_ex(cq)->current_qp, &e,
					 irdma_current_extension(cq).has_imm);
	m = irdma_send_meaning(e.opcode);
	return irdma_send_opcode(&m, &found);
}

INVERBS_INLINE uint32_t irdma_read_vendor_err(struct ibv_cq_ex *cq)
{
	if (cq->status == IBV_WC_SUCCESS)
		return 0;
	return irdma_cqe_get(inverbs_cq_of_ex(cq)->current).code;
}

INVERBS_INLINE unsigned int irdma_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);
	const struct inverbs_qp *const qp = inverbs_cq_of_ex(cq)->current_qp;

	if (irdma_cqe_is_send(&e))
		return irdma_send_meaning(e.opcode).flags;
	return irdma_recv_meaning(e.received).flags | irdma_recv_flags(&e, qp ? qp->sq.flags : 0) |
	       irdma_more_flags(qp, &e, irdma_current_extension(cq).has_imm);
}

INVERBS_INLINE uint32_t irdma_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);

	if (irdma_cqe_is_send(&e))
		return inverbs_cq_of_ex(cq)->current_note;
	return e.length;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 irdma_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);

	if (irdma_read_wc_flags(cq) & IBV_WC_WITH_INV)
		return e.inval_key;
	return INVERBS_BE32(irdma_current_extension(cq).imm);
}

INVERBS_INLINE uint32_t irdma_read_src_qp(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);

	return irdma_src_qp(inverbs_cq_of_ex(cq)->current_qp, &e);
}

INVERBS_INLINE uint32_t irdma_read_slid(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

INVERBS_INLINE uint8_t irdma_read_sl(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

/** Time of the completion on the adapter's clock, 32 bits. irdma.complete.timestamp */
INVERBS_INLINE uint64_t irdma_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct irdma_cqe e = irdma_current(cq);

	return e.timestamp;
}

INVERBS_INLINE uint32_t irdma_read_qp_num(struct ibv_cq_ex *cq)
{
	return irdma_current(cq).qpn;
}

/** ibv_poll_cq for irdma. */
INVERBS_INLINE int irdma_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return irdma_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int irdma_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				       uint32_t opcode, uint32_t flags)
{
	(void)qp, (void)wr, (void)opcode, (void)flags;
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0. See inverbs_give.
 */
INVERBS_INLINE int irdma_send_run(struct ibv_qp *qp, inverbs_give *give,
				  struct inverbs_giver *giver)
{
	(void)qp, (void)give, (void)giver;
	return 0;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int irdma_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	(void)qp, (void)wr;
	return INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int irdma_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
				       struct inverbs_taker *taker)
{
	return irdma_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int irdma_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
				     struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker; /* never called */
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int irdma_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				  struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker;
	return 0;
}

/** Request an event. irdma.arm */
INVERBS_INLINE void irdma_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_add_fetch(&cq->arm_sn, 1,
								    __ATOMIC_RELAXED);

	inverbs_publish64(cq->doorbell_record + 8,
			  INVERBS_LE64(cq->selector | (solicited ? 0 : 0x4000ULL) | 0x8000ULL |
				       ((uint64_t)(sequence & 3) << 16)));
	inverbs_to_device();
	inverbs_mmio_write32(cq->doorbell + IRDMA_ARM_DOORBELL, INVERBS_LE32(cq->cqn));
}

/**
 * ibv_req_notify_cq for irdma. Takes no lock; a race with a poll only makes the index older, which
 * is allowed. The two kinds are separate calls: with a constant, the arm request takes fewer
 * instructions.
 */
INVERBS_INLINE int irdma_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		irdma_arm(inverbs_cq_of(ibcq), true);
	else
		irdma_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
