/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/x722.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Intel X722, the generation before E810 with the same driver: iWARP only. SGEs have no valid bit,
 * so the last quantum is not filled up; inline payload surrounds the head, without marks; a WQE of
 * one quantum marks the next one as unwritten.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to x722.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to x722 */

#ifndef INVERBS_ADAPTERS_X722_H
#define INVERBS_ADAPTERS_X722_H

#include <errno.h>
#include <inverbs/adapters/x722_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/**
 * The adapter's opcode for each verbs opcode; only those in X722_SEND_OPS are supported.
 * x722.send.ops
 */
static const uint8_t x722_send_code[] __attribute__((unused)) = {
	X722_OP_RDMA_WRITE, /* IBV_WR_RDMA_WRITE */
	X722_OP_RDMA_WRITE, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	X722_OP_SEND,       /* IBV_WR_SEND */
	0,                  /* IBV_WR_SEND_WITH_IMM */
	X722_OP_RDMA_READ,  /* IBV_WR_RDMA_READ */
	0,                  /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                  /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	X722_OP_LOCAL_INV,  /* IBV_WR_LOCAL_INV */
	X722_OP_BIND_MW,    /* IBV_WR_BIND_MW */
	X722_OP_SEND_INV,   /* IBV_WR_SEND_WITH_INV */
};

/** The same with IBV_SEND_SOLICITED. */
static const uint8_t x722_send_solicited_code[] __attribute__((unused)) = {
	X722_OP_WRITE_SOL,    /* IBV_WR_RDMA_WRITE */
	X722_OP_WRITE_SOL,    /* IBV_WR_RDMA_WRITE_WITH_IMM */
	X722_OP_SEND_SOL,     /* IBV_WR_SEND */
	0,                    /* IBV_WR_SEND_WITH_IMM */
	X722_OP_RDMA_READ,    /* IBV_WR_RDMA_READ */
	0,                    /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                    /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	X722_OP_LOCAL_INV,    /* IBV_WR_LOCAL_INV */
	X722_OP_BIND_MW,      /* IBV_WR_BIND_MW */
	X722_OP_SEND_INV_SOL, /* IBV_WR_SEND_WITH_INV */
};

#define X722_SEND_OPS                                                                              \
	((1U << IBV_WR_SEND) | (1U << IBV_WR_SEND_WITH_INV) | (1U << IBV_WR_RDMA_WRITE) |          \
	 (1U << IBV_WR_RDMA_WRITE_WITH_IMM) | (1U << IBV_WR_RDMA_READ) |                           \
	 (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of x722_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of x722_send_code");

/** The byte at which the next segment goes: skips the control segment, which is at byte 16. */
INVERBS_INLINE uint32_t x722_past_head(uint32_t at)
{
	return at == 16 ? 32 : at;
}

/** Store the imm segment of RDMA_WRITE_WITH_IMM. x722.formats.imm */
INVERBS_INLINE void x722_put_imm(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				 const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_LE32(INVERBS_BE32(wr->imm_data)));
	inverbs_put32(at + 4, 0);
	inverbs_put64(at + 8, 0);
}

/** Store the stag segment of LOCAL_INV. x722.formats.stag */
INVERBS_INLINE void x722_put_stag(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				  const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, 0);
	inverbs_put32(at + 8, 0);
	inverbs_put32(at + 12, INVERBS_LE32(wr->invalidate_rkey));
}

/** Store the window segment of BIND_MW. x722.formats.window */
INVERBS_INLINE void x722_put_window(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				    const struct inverbs_request *req,
				    uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at,
		      INVERBS_LE64((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)
					   ? 0
					   : wr->bind_mw.bind_info.addr));
	inverbs_put32(at + 8,
		      INVERBS_LE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->rkey : 0));
	inverbs_put32(at + 12, INVERBS_LE32(wr->bind_mw.mw->type == IBV_MW_TYPE_2
						    ? (wr->bind_mw.mw->rkey & 0xffffff00U) |
							      (wr->bind_mw.rkey & 0xffU)
						    : wr->bind_mw.rkey));
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t x722_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					  const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = 0;

	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		x722_put_imm(wqe + at, sq, req, length);
		at = x722_past_head(at + X722_IMM_SIZE);
		break;
	case IBV_WR_LOCAL_INV:
		x722_put_stag(wqe + at, sq, req, length);
		at = x722_past_head(at + X722_STAG_SIZE);
		break;
	case IBV_WR_BIND_MW:
		x722_put_window(wqe + at, sq, req, length);
		at = x722_past_head(at + X722_WINDOW_SIZE);
		break;
	default:
		break;
	}
	return at;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of x722.send.refuse.
 * length: bytes of inline payload; 0 for payload that is not inline. end: index of the unit after
 * the WQE.
 */
INVERBS_INLINE int x722_send_refusal(const struct inverbs_sq *sq, const struct inverbs_request *req,
				     uint64_t length, uint32_t end)
{
	if (__builtin_expect(req->opcode >= sizeof(x722_send_code) || !(req->op & X722_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & ((1U << IBV_WR_SEND_WITH_INV) | (1U << IBV_WR_RDMA_WRITE) |
				(1U << IBV_WR_RDMA_WRITE_WITH_IMM) | (1U << IBV_WR_RDMA_READ) |
				(1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) &&
			    !(req->qp_type == IBV_QPT_RC),
		    0))
		return EINVAL;
	if (__builtin_expect(sq->closed, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_WRITE_WITH_IMM &&
				     req->num_sge > X722_MOST_WITH_IMM,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_READ && req->num_sge > X722_MOST_READ, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW &&
				     (req->wr->bind_mw.mw->type == IBV_MW_TYPE_2 &&
				      inverbs_is_on_zero_based(&req->wr->bind_mw.bind_info)) > 0,
			     0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & (1U << IBV_WR_RDMA_WRITE_WITH_IMM)) && inverbs_is_inline(req), 0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return EINVAL;
	if (__builtin_expect(end - inverbs_observe32(&sq->tail) > sq->entries - 257U, 0))
		return ENOMEM;
	return 0;
}

/** Units that a WQE with `length` bytes of inline payload takes. */
INVERBS_INLINE uint32_t x722_inline_units(uint32_t length)
{
	return length <= 16 ? 1 : 1 + (length - 16 + 31) / 32;
}

/** Units that a work request takes. */
INVERBS_INLINE uint32_t x722_send_units(const struct inverbs_request *req, uint32_t length)
{
	uint32_t bytes = 16;

	if (inverbs_is_inline(req))
		return x722_inline_units(length);
	switch (req->opcode) {
	case IBV_WR_SEND:
	case IBV_WR_SEND_WITH_INV:
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		bytes += 0 + req->num_sge * 16;
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		bytes += 16 + req->num_sge * 16;
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
 * x722.send.ring.boundary
 */
INVERBS_INLINE uint32_t x722_send_start(const struct inverbs_sq *sq, uint32_t units)
{
	const uint32_t left = sq->boundary - (sq->position & (sq->boundary - 1));

	return units > left ? sq->position + left : sq->position;
}

/** Fill the units before the WQE at `start` with no-op WQEs. */
INVERBS_INLINE void x722_send_pad(struct inverbs_sq *sq, uint32_t start)
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
}

/** Invalidate the unit after a WQE of one unit at an even index. x722.send.ring.boundary.odd */
INVERBS_INLINE void x722_send_odd(const struct inverbs_sq *sq, uint32_t start, uint32_t units)
{
	const uint32_t index = (start + 1) ^ sq->entries; /* with the parity of the next lap */

	if (units == 1 && start % 2 == 0) {
		uint8_t *const at = sq->buf + (size_t)(index & (sq->entries - 1)) * 32;

		inverbs_put64(at + 16 + 8,
			      INVERBS_LE64(!(index & sq->entries) ? 0x8000000000000000ULL : 0));
	}
}

/** Invalidate the units ahead, which the adapter may prefetch. */
INVERBS_INLINE void x722_send_clear(struct inverbs_sq *sq, uint32_t start)
{
	const uint32_t index = start + 128;

	if (start % 128 == 0)
		inverbs_fill(sq->buf + (size_t)(index & (sq->entries - 1)) * 32,
			     index & sq->entries ? 0xff : 0x00, (size_t)128 * 32);
}

/** Store the SGEs. Returns the bytes that they take. x722.send.payload.gather */
INVERBS_INLINE uint32_t x722_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req,
				      const struct inverbs_sq *sq INVERBS_UNUSED,
				      uint32_t index INVERBS_UNUSED, uint32_t *behind)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_LE32(sge->length));
		inverbs_put32(wqe + at + 12, INVERBS_LE32(sge->lkey));

		at = x722_past_head(at + X722_SGE_SIZE);
	}
	*behind = at > 32 ? (at - 32) / X722_SGE_SIZE : 0;
	if (at < 32) { /* the space before the control segment is empty */
		inverbs_put64(wqe + at, 0);
		inverbs_put32(wqe + at + 8, 0);
		inverbs_put32(wqe + at + 12, 0);

		at = x722_past_head(at + X722_SGE_SIZE);
	}
	return at - start;
}

/**
 * Copy the payload into the WQE: from byte 0 up to the control segment, and after it. Returns the
 * bytes taken after `at`. x722.send.payload.inline
 */
INVERBS_INLINE uint32_t x722_put_inline(uint8_t *wqe, uint32_t at,
					const struct inverbs_request *req, uint32_t length,
					const struct inverbs_sq *sq INVERBS_UNUSED,
					uint32_t index INVERBS_UNUSED)
{
	const uint32_t units = x722_inline_units(length);
	uint32_t to = 0, end = 16;

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
				end = to + 32;
			}
		}
	}
	return units * 32 - at;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t x722_put_payload(uint8_t *wqe, uint32_t at,
					 const struct inverbs_request *req, uint32_t length,
					 const struct inverbs_sq *sq INVERBS_UNUSED,
					 uint32_t index INVERBS_UNUSED, uint32_t *behind)
{
	if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) /* no payload at all */
		return 0;
	return inverbs_is_inline(req) ? x722_put_inline(wqe, at, req, length, sq, index)
				      : x722_put_sges(wqe, at, req, sq, index, behind);
}

/**
 * Store the control segment; the word at byte 8, which passes ownership, is stored last.
 * x722.send.head
 */
INVERBS_INLINE void x722_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				  const struct inverbs_request *req, uint32_t index,
				  uint32_t bytes INVERBS_UNUSED, uint32_t length,
				  uint64_t tag INVERBS_UNUSED, uint32_t owed INVERBS_UNUSED,
				  uint32_t behind)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = req->flags & IBV_SEND_SOLICITED ? x722_send_solicited_code[req->opcode]
							     : x722_send_code[req->opcode];
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
			(wr->bind_mw.mw->type == IBV_MW_TYPE_1 ? 0x40000000000000ULL : 0));
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
	case IBV_WR_BIND_MW:
		op_0x0 = INVERBS_LE64(wr->bind_mw.bind_info.length);
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
			     (inverbs_is_inline(req) ? 0x200000000000000ULL : 0) |
			     ((req->flags & IBV_SEND_FENCE) ? 0x1000000000000000ULL : 0) |
			     (((req->flags | req->traits) & IBV_SEND_SIGNALED)
				      ? 0x4000000000000000ULL
				      : 0) |
			     (!(index & sq->entries) ? 0x8000000000000000ULL : 0)) |
			op_0x8);
}

/** The WQEs that a call has stored, for the doorbell. */
struct x722_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. x722.send.doorbell */
INVERBS_INLINE void x722_send_doorbell(struct inverbs_sq *sq,
				       const struct x722_sent *sent INVERBS_UNUSED)
{
	inverbs_to_device();
	inverbs_mmio_write32(sq->doorbell + X722_SEND_DOORBELL, INVERBS_LE32(sq->qpn));
}

/**
 * Pass ownership of every unit of a send ring to the program, before the queue pair leaves RESET.
 * x722.send.head
 */
INVERBS_INLINE void x722_sq_init(struct inverbs_sq *sq)
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
int x722_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int x722_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int x722_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int x722_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
#ifdef __cplusplus
}
#endif

INVERBS_INLINE int x722_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	return x722_post_send_full(qp, wr, bad_wr);
}

INVERBS_INLINE int x722_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				  struct ibv_recv_wr **bad_wr)
{
	return x722_post_recv_full(qp, wr, bad_wr);
}

/** No-op: polls start at the consumer index. */
INVERBS_INLINE void x722_cq_seek(struct inverbs_cq *cq)
{
	(void)cq;
}

INVERBS_INLINE int x722_poll_one(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc,
				 inverbs_take *take, struct inverbs_taker *taker INVERBS_UNUSED)
{
	return take ? INVERBS_LEFT : x722_poll_cq_full(cq, num_entries, wc);
}

/** The memory in which the next WQE is built: the ring. */
INVERBS_INLINE uint8_t *x722_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + (size_t)unit * 32;
}

/**
 * Read the properties of a work request that decide how its WQE is built. Some ops have no inline
 * payload, whatever the flag says. x722.send.ops
 */
INVERBS_INLINE struct inverbs_request x722_request_of(const struct inverbs_sq *sq,
						      const struct ibv_send_wr *wr, uint32_t opcode,
						      uint32_t qp_type)
{
	struct inverbs_request req = inverbs_request_of(sq, wr, opcode, qp_type);

	if (req.op & ((1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	req.empty_inside = true;
	return req;
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. x722.send
 */
INVERBS_INLINE int x722_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				 bool lone INVERBS_UNUSED, struct x722_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t units = x722_send_units(&req, (uint32_t)total);
	const uint32_t index = x722_send_start(sq, units);
	uint8_t *const wqe = x722_send_place(sq, index);
	uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	uint32_t behind = 0;
	const int err = x722_send_refusal(sq, &req, total, index + units);

	if (__builtin_expect(err, 0))
		return err;
	if (!inverbs_is_inline(&req)) /* only now that the number of SGEs has been checked */
		length = (uint32_t)inverbs_payload_bytes(&req);
	x722_send_pad(sq, index);
	x722_send_odd(sq, index, units);
	x722_send_clear(sq, index);
	bytes = x722_put_segments(wqe, sq, &req, length);
	bytes += x722_put_payload(wqe, bytes, &req, length, sq, index, &behind);
	sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;
	sq->posted[index & (sq->entries - 1)].next = index + units;
	sq->posted[index & (sq->entries - 1)].note =
		(req.op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) ? 0 : length;
	x722_put_head(wqe, sq, &req, index, bytes, length, tag, 0, behind);
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
INVERBS_INLINE int x722_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				  bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct x722_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	int err;

	inverbs_lock(&sq->lock);
	req = x722_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = x722_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		x722_send_doorbell(sq, &sent);
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
INVERBS_INLINE int x722_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr, struct x722_sent sent)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		req = x722_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		err = x722_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (sent.count)
		x722_send_doorbell(sq, &sent);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int x722_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for x722. */
INVERBS_INLINE int x722_wr_complete(struct ibv_qp_ex *qp)
{
	return x722_wr_complete_full(qp);
}

/**
 * Returns 0, or the errno value with which the receive queue refuses a work request.
 * x722.recv.refuse
 */
INVERBS_INLINE int x722_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->closed, 0))
		return EINVAL;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	return 0;
}

/**
 * Store a receive: its SGEs before and after the header, filler in the last unit, and the header,
 * whose last word passes ownership. x722.recv.gather
 */
INVERBS_INLINE void x722_put_recv(uint8_t *wqe, const struct inverbs_rq *rq,
				  const struct ibv_recv_wr *wr)
{
	uint32_t at = 0, behind;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_LE32(sge->length));
		inverbs_put32(wqe + at + 12, INVERBS_LE32(sge->lkey));

		at = at + 16 == 16 ? 32 : at + 16;
	}
	behind = at > 32 ? (at - 32) / 16 : 0;
	if (at < 32) { /* the space before the control segment is empty */
		inverbs_put64(wqe + at, 0);
		inverbs_put32(wqe + at + 8, 0);
		inverbs_put32(wqe + at + 12, 0);
	}
	inverbs_put64(wqe + 16, 0);

	inverbs_to_device();
	inverbs_publish64(wqe + 16 + 8,
			  INVERBS_LE64(((uint64_t)(behind & 0xfULL) << 38) |
				       (!(rq->head & rq->entries) ? 0x8000000000000000ULL : 0)));
}

/**
 * The full path of ibv_post_recv. Ownership passes for each receive separately; posting stops at
 * the first work request that is refused.
 */
INVERBS_INLINE int x722_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				  struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	int err = 0;

	inverbs_lock(&rq->lock);
	for (; wr; wr = wr->next) {
		err = x722_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
		x722_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), rq, wr);
		rq->head++;
	}
	inverbs_unlock(&rq->lock);
	return err;
}

/** The 32 significant bytes of CQE `index`; larger slots have them at their start. */
INVERBS_INLINE uint8_t *x722_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** True when CQE `index` was written in the current lap. x722.complete.ready */
INVERBS_INLINE bool x722_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint64_t word = INVERBS_LE64(inverbs_observe64(cqe + 24));

	return ((word >> 63) & 1) == ((index & entries) == 0);
}

/** The same for a CQE given by its index. */
INVERBS_INLINE bool x722_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return x722_cqe_ready(x722_cq_entry(cq, index), index, cq->entries);
}

/**
 * The extension of a CQE, if it has one: its second half, or the next slot of a ring of CQEs of 32
 * bytes. x722.complete.extension
 */
INVERBS_INLINE const uint8_t *x722_cqe_extension(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	const uint8_t *const next = cqe + 32;

	return next == cq->buf + ((size_t)cq->entries << cq->shift) ? cq->buf : next;
}

/** True when a CQE has an extension; the flag is in the word with the owner bit. */
INVERBS_INLINE bool x722_cqe_extended(const uint8_t *cqe)
{
	return (INVERBS_LE64(inverbs_observe64(cqe + 24)) >> 50) & 1;
}

/** Slots that a CQE takes, its extension included. */
INVERBS_INLINE uint32_t x722_cqe_slots(const struct inverbs_cq *cq, bool extended)
{
	return extended && 1U << cq->shift == 32 ? 2 : 1;
}

/** True unless the CQE at the consumer index has an extension that has not been written yet. */
INVERBS_INLINE bool x722_extension_ready(const struct inverbs_cq *cq, const uint8_t *cqe)
{
	if (!x722_cqe_extended(cqe))
		return true;
	return x722_cqe_ready(x722_cqe_extension(cq, cqe), cq->head + x722_cqe_slots(cq, true) - 1,
			      cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *x722_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = x722_cq_entry(cq, cq->head);

	return x722_cqe_ready(cqe, cq->head, cq->entries) && x722_extension_ready(cq, cqe) ? cqe
											   : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void x722_consume(struct inverbs_cq *cq, const struct x722_cqe *e)
{
	__atomic_store_n(&cq->head, cq->head + x722_cqe_slots(cq, e->extended),
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. x722.complete.send */
INVERBS_INLINE struct inverbs_meaning x722_send_meaning(uint32_t value)
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

/** What the work completion of a receive reports, by a value of the CQE. x722.complete.recv */
INVERBS_INLINE struct inverbs_meaning x722_recv_meaning(uint32_t value)
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

/** The completion status for a status value of the CQE. x722.complete.status */
INVERBS_INLINE enum ibv_wc_status x722_wc_status(uint32_t value)
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
INVERBS_INLINE bool x722_cqe_failed(const struct x722_cqe *e)
{
	return e->ending == X722_ENDING_FAILED;
}

/** The completion status. x722.complete.status */
INVERBS_INLINE enum ibv_wc_status x722_status_of(const struct x722_cqe *e)
{
	if (!x722_cqe_failed(e))
		return IBV_WC_SUCCESS;
	return e->major == X722_MAJOR_FLUSH || e->major == X722_MAJOR_EVENT
		       ? x722_wc_status(e->minor)
		       : IBV_WC_GENERAL_ERR;
}

/** Set the owner bit of a CQE that is copied to the slot of CQE `index`. */
INVERBS_INLINE void x722_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint64_t bit = INVERBS_LE64(0x8000000000000000ULL);
	const uint64_t word = inverbs_get64(cqe + 24);

	inverbs_put64(cqe + 24, (uint64_t)((index & entries) == 0 ? word | bit : word & ~bit));
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool x722_cqe_is_send(const struct x722_cqe *e)
{
	return e->ring == X722_RING_OF_SEND;
}

/** Publish the consumer index `index`. x722.complete.consumed */
INVERBS_INLINE void x722_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish64(cq->doorbell_record, INVERBS_LE64(index & (cq->entries - 1)));
}

INVERBS_INLINE void x722_cq_publish_ci(struct inverbs_cq *cq)
{
	x722_cq_publish_index(cq, cq->head);
}

/** The queue pair and the work request of a CQE. */
struct x722_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note; /**< length recorded with the work request */
	bool more;     /**< the CQE completes other work requests, too */
};

/** Retire the send that starts at unit `start`, and the unsignaled ones before it. */
INVERBS_INLINE void x722_retire_send(struct inverbs_sq *sq, uint32_t start,
				     struct x722_found *found)
{
	const struct inverbs_posted *const posted = &sq->posted[start & (sq->entries - 1)];

	found->wr_id = posted->wr_id;
	found->note = posted->note;
	__atomic_store_n(&sq->tail, posted->next, __ATOMIC_RELEASE);
}

/** Retire the receive in slot `slot`, and those before it. */
INVERBS_INLINE void x722_retire_recv(struct inverbs_rq *rq, uint32_t slot, struct x722_found *found)
{
	const uint32_t index = rq->tail + ((slot - rq->tail) & (rq->entries - 1));

	found->wr_id = rq->wr_id[index & (rq->entries - 1)];
	__atomic_store_n(&rq->tail, index + 1, __ATOMIC_RELEASE);
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void x722_cqe_set_minor(const uint8_t *cqe, uint64_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 24;

	inverbs_put64(at, INVERBS_LE64((INVERBS_LE64(inverbs_get64(at)) & ~0xffffULL) |
				       (value << 0 & 0xffffULL)));
}

/** Store the reported status in a CQE, for later readers. */
INVERBS_INLINE void x722_cqe_set_opcode(const uint8_t *cqe, uint64_t value)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)cqe + 24;

	inverbs_put64(at, INVERBS_LE64((INVERBS_LE64(inverbs_get64(at)) & ~0x3f00000000000000ULL) |
				       (value << 56 & 0x3f00000000000000ULL)));
}

/** Translate a code of the second list to a status. x722.complete.status.translate */
INVERBS_INLINE uint32_t x722_translated(uint32_t value)
{
	switch (value) {
	case X722_EVENT_E102:
	case X722_EVENT_E103:
	case X722_EVENT_E104:
	case X722_EVENT_E105:
	case X722_EVENT_E106:
	case X722_EVENT_E107:
	case X722_EVENT_E108:
	case X722_EVENT_E109:
	case X722_EVENT_E10A:
	case X722_EVENT_E11C:
		return X722_REASON_PROTECTION;
	case X722_EVENT_E112:
	case X722_EVENT_E20D:
		return X722_REASON_REMOTE_ACCESS;
	case X722_EVENT_E114:
	case X722_EVENT_E118:
	case X722_EVENT_E119:
	case X722_EVENT_E11B:
		return X722_REASON_WINDOW_BIND;
	case X722_EVENT_E132:
	case X722_EVENT_E134:
	case X722_EVENT_E135:
	case X722_EVENT_E303:
	case X722_EVENT_E305:
		return X722_REASON_LOCAL_LENGTH;
	case X722_EVENT_E133:
	case X722_EVENT_E20A:
		return X722_REASON_LOCAL_QP_OP;
	case X722_EVENT_E208:
		return X722_REASON_INVALID_REQUEST;
	case X722_EVENT_E20E:
	case X722_EVENT_E316:
	case X722_EVENT_E505:
	case X722_EVENT_E507:
		return X722_REASON_REMOTE_OP;
	case X722_EVENT_E50A:
		return X722_REASON_RETRIES;
	case X722_EVENT_E50F:
		return X722_REASON_RNR_RETRIES;
	case X722_EVENT_E700:
	case X722_EVENT_E703:
	case X722_EVENT_E704:
	case X722_EVENT_E705:
		return X722_REASON_FATAL;
	default:
		return X722_REASON_GENERAL;
	}
}

/**
 * True when a CQE completes the oldest work request, or all outstanding ones. x722.complete.flush
 */
INVERBS_INLINE bool x722_cqe_flushes(const struct x722_cqe *e)
{
	return x722_cqe_failed(e) && (e->major == X722_MAJOR_FLUSH || e->major == X722_MAJOR_EVENT);
}

/** Opcode of the WQE in unit `index`. */
INVERBS_INLINE uint32_t x722_posted_code(const struct inverbs_sq *sq, uint32_t index)
{
	return x722_head_get(sq->buf + (size_t)(index & (sq->entries - 1)) * 32 + 16).opcode;
}

/** Retire the oldest send. Returns false if none is outstanding. Sets found->more if others are. */
INVERBS_INLINE bool x722_flush_send(struct inverbs_sq *sq, const uint8_t *cqe,
				    struct x722_found *found)
{
	uint32_t tail;
	bool any;

	inverbs_lock(&sq->lock);
	tail = sq->tail;
	if (tail != sq->head &&
	    x722_posted_code(sq, tail) ==
		    X722_OP_NOP) /* a WQE that only pads up to a boundary has no completion */
		tail = sq->posted[tail & (sq->entries - 1)].next;
	any = tail != sq->head;
	if (any) {
		x722_cqe_set_opcode(cqe, x722_posted_code(sq, tail));
		x722_retire_send(sq, tail, found);
	}
	found->more = any && sq->tail != sq->head;
	inverbs_unlock(&sq->lock);
	return any;
}

/** The same for a receive. */
INVERBS_INLINE bool x722_flush_recv(struct inverbs_rq *rq, struct x722_found *found)
{
	bool any;

	inverbs_lock(&rq->lock);
	any = rq->tail != rq->head;
	if (any)
		x722_retire_recv(rq, rq->tail, found);
	found->more = any && rq->tail != rq->head;
	inverbs_unlock(&rq->lock);
	return any;
}

/**
 * Retire the oldest work request of a ring that was flushed. Returns false if none is outstanding,
 * or if the queue pair is gone. Sets found->more if the same CQE completes further work requests;
 * cq->parked is set while the CQE at the consumer index has completed one and will complete others.
 */
INVERBS_INLINE bool x722_flush(struct inverbs_cq *cq, const uint8_t *cqe, struct x722_cqe *e,
			       struct x722_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->context;
	bool any = false;

	found->qp = qp;
	found->note = 0;
	found->more = false;
	if (cq->parked)
		x722_cqe_set_minor(cqe, X722_REASON_GENERAL);
	else if (e->major == X722_MAJOR_EVENT)
		x722_cqe_set_minor(cqe, x722_translated(e->event));
	if (qp)
		any = x722_cqe_is_send(e) ? x722_flush_send(&qp->sq, cqe, found)
					  : x722_flush_recv(&qp->rq, found);
	if (qp && !qp->sq.flush_once)
		found->more = false; /* the adapter writes a CQE for each work request */
	cq->parked = found->more;
	*e = x722_cqe_get(cqe);
	return any;
}

/**
 * Find the queue of a CQE and retire its work request. Returns false if the queue or the work
 * request is gone. x722.complete.queue.pointer
 */
INVERBS_INLINE bool x722_find(struct x722_cqe *e, struct x722_found *found)
{
	struct inverbs_qp *const qp = (struct inverbs_qp *)(uintptr_t)e->context;

	found->more = false;
	if (__builtin_expect(!qp, 0))
		return false;
	found->qp = qp;
	found->note = 0;
	if (x722_cqe_is_send(e)) {
		const uint32_t behind = (e->index - qp->sq.tail) & (qp->sq.entries - 1);

		if (__builtin_expect(behind >= __atomic_load_n(&qp->sq.head, __ATOMIC_RELAXED) -
						       qp->sq.tail,
				     0))
			return false; /* posted by the kernel */
		x722_retire_send(&qp->sq, e->index, found);
		return true;
	}
	if (__builtin_expect(x722_cqe_failed(e), 0)) {
		if (qp->rq.tail == __atomic_load_n(&qp->rq.head, __ATOMIC_RELAXED))
			return false;
		x722_retire_recv(&qp->rq, qp->rq.tail, found);
		return true;
	}
	x722_retire_recv(&qp->rq, (uint32_t)e->index >> (qp->rq.shift - 5), found);
	return true;
}

/**
 * Returns the CQE of the next completion, or NULL. The CQE is consumed unless it completes more
 * work requests.
 */
INVERBS_INLINE const uint8_t *x722_next_completion(struct inverbs_cq *cq, struct x722_cqe *e,
						   struct x722_found *found)
{
	for (;;) {
		const uint8_t *const cqe = x722_next_cqe(cq);
		bool known;

		if (!cqe)
			return NULL;
		inverbs_from_device();
		*e = x722_cqe_get(cqe);
		known = x722_cqe_flushes(e) ? x722_flush(cq, cqe, e, found) : x722_find(e, found);
		if (!found->more)
			x722_consume(cq, e);
		if (known)
			return cqe;
	}
}

/** Flags of a receive completion that do not come from its opcode. x722.complete.recv.flags */
INVERBS_INLINE unsigned int x722_recv_flags(const struct x722_cqe *e INVERBS_UNUSED,
					    uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode x722_send_opcode(const struct inverbs_meaning *m,
						   const struct x722_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** True for datagram queue pairs. */
INVERBS_INLINE bool x722_is_datagram(const struct inverbs_qp *qp)
{
	return qp->sq.qp_type == IBV_QPT_UD;
}

/**
 * The value of src_qp: the sender of a datagram; for other messages, the number of the queue pair
 * itself.
 */
INVERBS_INLINE uint32_t x722_src_qp(const struct inverbs_qp *qp, const struct x722_cqe *e)
{
	return x722_is_datagram(qp) ? e->src_qpn : e->qpn;
}

/** The fields of the extension; zeros if the CQE has none. */
INVERBS_INLINE struct x722_extension x722_extension_of(const struct inverbs_cq *cq,
						       const uint8_t *cqe, const struct x722_cqe *e)
{
	struct x722_extension none;

	if (e->extended)
		return x722_extension_get(x722_cqe_extension(cq, cqe));
	memset(&none, 0, sizeof(none));
	return none;
}

/**
 * Opcode of a receive; some opcodes are reported only if there is immediate data.
 * x722.complete.recv.rows
 */
INVERBS_INLINE enum ibv_wc_opcode x722_recv_opcode(const struct inverbs_qp *qp,
						   const struct x722_cqe *e, bool has_imm)
{
	const uint32_t value = e->received;

	if (has_imm && !(qp->sq.flags & INVERBS_SQ_SEND_IMM))
		return IBV_WC_RECV_RDMA_WITH_IMM;
	if (!has_imm &&
	    (value == X722_RECEIVED_BTH_WRITE_LAST || value == X722_RECEIVED_BTH_WRITE_ONLY ||
	     value == X722_RECEIVED_WRITE || value == X722_RECEIVED_WRITE_SOL))
		return IBV_WC_RECV;
	return (enum ibv_wc_opcode)x722_recv_meaning(value).opcode;
}

/** Flags of a receive completion from fields of the CQE. x722.complete.recv */
INVERBS_INLINE unsigned int x722_more_flags(const struct inverbs_qp *qp, const struct x722_cqe *e,
					    bool has_imm)
{
	unsigned int flags = 0;

	if (has_imm)
		flags |= IBV_WC_WITH_IMM;
	if (x722_is_datagram(qp))
		return flags | IBV_WC_GRH;
	if (e->has_key)
		flags |= IBV_WC_WITH_INV;
	return flags;
}

/** Fill a work completion from a CQE whose work request was found. x722.complete */
INVERBS_INLINE void x722_fill_wc(const struct inverbs_cq *cq, const uint8_t *cqe,
				 const struct x722_cqe *e, const struct x722_found *found,
				 struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;
	const struct x722_extension x = x722_extension_of(cq, cqe, e);

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = x722_status_of(e);
	wc->vendor_err = wc->status == IBV_WC_SUCCESS ? 0 : e->code;
	wc->src_qp = x722_src_qp(found->qp, e);
	if (x722_cqe_is_send(e)) {
		m = x722_send_meaning(e->opcode);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = x722_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_NOTED        ? found->note
				       : m.length == INVERBS_CQE_LENGTH ? e->length
									: m.length;
		return;
	}
	m = x722_recv_meaning(e->received);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->opcode = x722_recv_opcode(found->qp, e, x.has_imm);
	wc->wc_flags = m.flags | x722_recv_flags(e, traits);
	wc->wc_flags |= x722_more_flags(found->qp, e, x.has_imm);
	wc->byte_len = e->length;
	wc->slid = 0;
	wc->sl = 0;
	if (x.has_imm)
		wc->imm_data = INVERBS_BE32(x.imm);
	if (wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = e->inval_key;
}

/** The full path of ibv_poll_cq. CQEs of destroyed queue pairs are consumed but not reported. */
INVERBS_INLINE int x722_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct x722_found found = {NULL, 0, 0, false};
	struct x722_cqe e;
	const uint8_t *cqe;
	uint32_t before;
	int got = 0;

	inverbs_lock(&cq->lock);
	before = cq->head;
	while (got < num_entries && (cqe = x722_next_completion(cq, &e, &found)))
		x722_fill_wc(cq, cqe, &e, &found, &wc[got++]);
	if (cq->head != before)
		x722_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Take the next CQE for the extended poll. Returns 0, or ENOENT if there is none. */
INVERBS_INLINE int x722_take_entry(struct inverbs_cq *cq)
{
	struct x722_found found = {NULL, 0, 0, false};
	struct x722_cqe e;
	const uint8_t *const cqe = x722_next_completion(cq, &e, &found);

	if (!cqe)
		return ENOENT;
	cq->current = cqe;
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = x722_status_of(&e);
	return 0;
}

/** ibv_start_poll for x722: if it returns 0, the queue's lock is held until end_poll. */
INVERBS_INLINE int x722_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = x722_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int x722_next_poll(struct ibv_cq_ex *ibcq)
{
	return x722_take_entry(inverbs_cq_of_ex(ibcq));
}

INVERBS_INLINE void x722_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	x722_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct x722_cqe x722_current(struct ibv_cq_ex *cq)
{
	return x722_cqe_get(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE struct x722_extension x722_current_extension(struct ibv_cq_ex *ibcq)
{
	const struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const struct x722_cqe e = x722_current(ibcq);

	return x722_extension_of(cq, cq->current, &e);
}

INVERBS_INLINE enum ibv_wc_opcode x722_read_opcode(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);
	const struct x722_found found = {NULL, 0, inverbs_cq_of_ex(cq)->current_note, false};
	struct inverbs_meaning m;

	if (!x722_cqe_is_send(&e))
		return x722_recv_opcode(inverbs_cq_of_ex(cq)->current_qp, &e,
					x722_current_extension(cq).has_imm);
	m = x722_send_meaning(e.opcode);
	return x722_send_opcode(&m, &found);
}

INVERBS_INLINE uint32_t x722_read_vendor_err(struct ibv_cq_ex *cq)
{
	if (cq->status == IBV_WC_SUCCESS)
		return 0;
	return x722_cqe_get(inverbs_cq_of_ex(cq)->current).code;
}

INVERBS_INLINE unsigned int x722_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);
	const struct inverbs_qp *const qp = inverbs_cq_of_ex(cq)->current_qp;

	if (x722_cqe_is_send(&e))
		return x722_send_meaning(e.opcode).flags;
	return x722_recv_meaning(e.received).flags | x722_recv_flags(&e, qp ? qp->sq.flags : 0) |
	       x722_more_flags(qp, &e, x722_current_extension(cq).has_imm);
}

INVERBS_INLINE uint32_t x722_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);

	if (x722_cqe_is_send(&e))
		return inverbs_cq_of_ex(cq)->current_note;
	return e.length;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 x722_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);

	if (x722_read_wc_flags(cq) & IBV_WC_WITH_INV)
		return e.inval_key;
	return INVERBS_BE32(x722_current_extension(cq).imm);
}

INVERBS_INLINE uint32_t x722_read_src_qp(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);

	return x722_src_qp(inverbs_cq_of_ex(cq)->current_qp, &e);
}

INVERBS_INLINE uint32_t x722_read_slid(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

INVERBS_INLINE uint8_t x722_read_sl(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

/** Time of the completion on the adapter's clock, 32 bits. x722.complete.timestamp */
INVERBS_INLINE uint64_t x722_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct x722_cqe e = x722_current(cq);

	return e.timestamp;
}

INVERBS_INLINE uint32_t x722_read_qp_num(struct ibv_cq_ex *cq)
{
	return x722_current(cq).qpn;
}

/** ibv_poll_cq for x722. */
INVERBS_INLINE int x722_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return x722_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int x722_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				      uint32_t opcode, uint32_t flags)
{
	(void)qp, (void)wr, (void)opcode, (void)flags;
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0. See inverbs_give.
 */
INVERBS_INLINE int x722_send_run(struct ibv_qp *qp, inverbs_give *give, struct inverbs_giver *giver)
{
	(void)qp, (void)give, (void)giver;
	return 0;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int x722_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	(void)qp, (void)wr;
	return INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int x722_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
				      struct inverbs_taker *taker)
{
	return x722_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int x722_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
				    struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker; /* never called */
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int x722_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				 struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker;
	return 0;
}

/** Request an event. x722.arm */
INVERBS_INLINE void x722_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_add_fetch(&cq->arm_sn, 1,
								    __ATOMIC_RELAXED);

	inverbs_publish64(cq->doorbell_record + 8,
			  INVERBS_LE64(cq->selector | (solicited ? 0 : 0x4000ULL) | 0x8000ULL |
				       ((uint64_t)(sequence & 3) << 16)));
	inverbs_to_device();
	inverbs_mmio_write32(cq->doorbell + X722_ARM_DOORBELL, INVERBS_LE32(cq->cqn));
}

/**
 * ibv_req_notify_cq for x722. Takes no lock; a race with a poll only makes the index older, which
 * is allowed. The two kinds are separate calls: with a constant, the arm request takes fewer
 * instructions.
 */
INVERBS_INLINE int x722_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		x722_arm(inverbs_cq_of(ibcq), true);
	else
		x722_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
