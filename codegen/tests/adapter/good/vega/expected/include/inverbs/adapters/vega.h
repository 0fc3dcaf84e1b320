/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from vega.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Slots of one size that an owner bit hands over; completions with a status field; registers of 8
 * bytes.
 *
 * The fast path: what ibv_post_send and the other data path calls are in a program bound to vega.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to vega */

#ifndef INVERBS_ADAPTERS_VEGA_H
#define INVERBS_ADAPTERS_VEGA_H

#include <errno.h>
#include <inverbs/adapters/vega_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/** The adapter's opcode for each verbs opcode; VEGA_SEND_OPS says which it has. vega.send.ops */
static const uint8_t vega_send_code[] __attribute__((unused)) = {
	VEGA_OP_WRITE,      /* IBV_WR_RDMA_WRITE */
	0,                  /* IBV_WR_RDMA_WRITE_WITH_IMM */
	VEGA_OP_SEND,       /* IBV_WR_SEND */
	0,                  /* IBV_WR_SEND_WITH_IMM */
	VEGA_OP_READ,       /* IBV_WR_RDMA_READ */
	VEGA_OP_SWAP,       /* IBV_WR_ATOMIC_CMP_AND_SWP */
	VEGA_OP_ADD,        /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	VEGA_OP_INVALIDATE, /* IBV_WR_LOCAL_INV */
	VEGA_OP_INVALIDATE, /* IBV_WR_BIND_MW */
};

#define VEGA_SEND_OPS                                                                              \
	(1U << IBV_WR_SEND | 1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_READ |                    \
	 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |                     \
	 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of vega_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of vega_send_code");

/** Completion opcode of work requests whose CQE does not carry it. vega.send.ops */
static const uint8_t vega_send_note[] __attribute__((unused)) = {
	0,                /* IBV_WR_RDMA_WRITE */
	0,                /* IBV_WR_RDMA_WRITE_WITH_IMM */
	0,                /* IBV_WR_SEND */
	0,                /* IBV_WR_SEND_WITH_IMM */
	0,                /* IBV_WR_RDMA_READ */
	0,                /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	IBV_WC_LOCAL_INV, /* IBV_WR_LOCAL_INV */
	IBV_WC_BIND_MW,   /* IBV_WR_BIND_MW */
};

/** Store the where segment of datagram queue pairs. vega.formats.where */
INVERBS_INLINE void vega_put_where(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				   const struct inverbs_request *req,
				   uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put_bytes(at + 12, inverbs_ah_of(wr->wr.ud.ah)->av, 8);
	inverbs_put32(at, INVERBS_LE32(wr->wr.ud.remote_qpn));
	inverbs_put32(at + 4, INVERBS_LE32(wr->wr.ud.remote_qkey));
	inverbs_put32(at + 8, INVERBS_LE32(inverbs_ah_of(wr->wr.ud.ah)->number));
	inverbs_put32(at + 20, 0);
}

/** Store the far segment of RDMA_WRITE and RDMA_READ. vega.formats.far */
INVERBS_INLINE void vega_put_far(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				 const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.rdma.remote_addr));
	inverbs_put32(at + 8, INVERBS_LE32(wr->wr.rdma.rkey));
	inverbs_put32(at + 12, 0);
}

/**
 * Store the operands segment of RDMA_READ with nothing to move and ATOMIC_FETCH_AND_ADD.
 * vega.formats.operands
 */
INVERBS_INLINE void vega_put_operands(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req,
				      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 8, 0);
}

/** Store the far segment of ATOMIC_FETCH_AND_ADD and ATOMIC_CMP_AND_SWP. vega.formats.far */
INVERBS_INLINE void vega_put_far_atomic_fetch_and_add(uint8_t *at,
						      const struct inverbs_sq *sq INVERBS_UNUSED,
						      const struct inverbs_request *req,
						      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.atomic.remote_addr));
	inverbs_put32(at + 8, INVERBS_LE32(wr->wr.atomic.rkey));
	inverbs_put32(at + 12, 0);
}

/** Store the operands segment of ATOMIC_CMP_AND_SWP. vega.formats.operands */
INVERBS_INLINE void vega_put_operands_atomic_cmp_and_swp(uint8_t *at,
							 const struct inverbs_sq *sq INVERBS_UNUSED,
							 const struct inverbs_request *req,
							 uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_LE64(wr->wr.atomic.swap));
	inverbs_put64(at + 8, INVERBS_LE64(wr->wr.atomic.compare_add));
}

/** Store the window segment of LOCAL_INV. vega.formats.window */
INVERBS_INLINE void vega_put_window(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				    const struct inverbs_request *req,
				    uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_LE32(wr->invalidate_rkey));
	inverbs_put32(at + 4, 0);
	inverbs_put32(at + 8, 0);
	inverbs_put32(at + 12, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
}

/** Store the window segment of BIND_MW. vega.formats.window */
INVERBS_INLINE void vega_put_window_bind_mw(uint8_t *at, const struct inverbs_sq *sq,
					    const struct inverbs_request *req,
					    uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_LE32(wr->bind_mw.rkey));
	inverbs_put32(at + 4, INVERBS_LE32(wr->bind_mw.mw->rkey));
	inverbs_put32(at + 8,
		      INVERBS_LE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0));
	inverbs_put32(
		at + 12,
		INVERBS_LE32(
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_WRITE) ? 1
											   : 0) |
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_READ) ? 2 : 0) |
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_ATOMIC) ? 4
											    : 0) |
			((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_LOCAL_WRITE) ? 8 : 0) |
			((wr->bind_mw.mw->type == IBV_MW_TYPE_2) ? 0x10U : 0) |
			((wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? sq->qpn : 0xffffffU) << 8)));
	inverbs_put64(at + 16, INVERBS_LE64(wr->bind_mw.bind_info.addr));
	inverbs_put64(at + 24, INVERBS_LE64(wr->bind_mw.bind_info.length));
}

/** True when a work request has no payload and its op then has another form. */
INVERBS_INLINE bool vega_is_empty(const struct inverbs_request *req, uint32_t length)
{
	return (req->opcode == IBV_WR_RDMA_READ && length == 0);
}

/** Store the segments between control segment and payload. Returns where the payload begins. */
INVERBS_INLINE uint32_t vega_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					  const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = VEGA_HEAD_SIZE;

	switch (req->qp_type) {
	case IBV_QPT_UD:
		vega_put_where(wqe + at, sq, req, length);
		at += VEGA_WHERE_SIZE;
		return at;
	default:
		break;
	}
	if (vega_is_empty(req, length)) {
		switch (req->opcode) {
		case IBV_WR_RDMA_READ:
			vega_put_operands(wqe + at, sq, req, length);
			at += VEGA_OPERANDS_SIZE;
			return at;
		default:
			break;
		}
	}
	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		vega_put_far(wqe + at, sq, req, length);
		at += VEGA_FAR_SIZE;
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		vega_put_far_atomic_fetch_and_add(wqe + at, sq, req, length);
		at += VEGA_FAR_SIZE;
		vega_put_operands(wqe + at, sq, req, length);
		at += VEGA_OPERANDS_SIZE;
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		vega_put_far_atomic_fetch_and_add(wqe + at, sq, req, length);
		at += VEGA_FAR_SIZE;
		vega_put_operands_atomic_cmp_and_swp(wqe + at, sq, req, length);
		at += VEGA_OPERANDS_SIZE;
		break;
	case IBV_WR_LOCAL_INV:
		vega_put_window(wqe + at, sq, req, length);
		at += VEGA_WINDOW_SIZE;
		break;
	case IBV_WR_BIND_MW:
		vega_put_window_bind_mw(wqe + at, sq, req, length);
		at += VEGA_WINDOW_SIZE;
		break;
	default:
		break;
	}
	return at;
}

/**
 * Why the queue refuses a work request, or 0; nothing has been stored yet. vega.send.refuse has the
 * order.
 * length: sum of the lengths of all SGEs, of inline payload.
 */
INVERBS_INLINE int vega_send_refusal(const struct inverbs_sq *sq, const struct inverbs_request *req,
				     uint64_t length)
{
	if (__builtin_expect(sq->closed, 0))
		return EINVAL;
	if (__builtin_expect(sq->head - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode >= sizeof(vega_send_code) || !(req->op & VEGA_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect((req->op &
			      (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_READ |
			       1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |
			       1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) &&
				     !(req->qp_type == IBV_QPT_RC),
			     0))
		return EINVAL;
	if (__builtin_expect(req->num_sge == 0, 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge && !inverbs_is_inline(req), 0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     !(req->traits & INVERBS_SQ_ATOMICS),
			     0))
		return EOPNOTSUPP;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW &&
				     req->wr->bind_mw.bind_info.length > VEGA_LARGEST,
			     0))
		return EOPNOTSUPP;
	if (__builtin_expect((req->qp_type == IBV_QPT_RC) && (req->flags & IBV_SEND_IP_CSUM) &&
				     !(req->traits & INVERBS_SQ_CSUM),
			     0))
		return EINVAL;
	return 0;
}

/** Store the SGEs. Returns the bytes taken. vega.send.payload.gather */
INVERBS_INLINE uint32_t vega_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: barriers separate the stores */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		struct ibv_sge own = list[n];
		const struct ibv_sge *const sge = &own;

		if (req->op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_ATOMIC_CMP_AND_SWP))
			own.length = 8;
		inverbs_put64(wqe + at, INVERBS_LE64(sge->addr));
		inverbs_put32(wqe + at + 8,
			      INVERBS_LE32(sge->length < 2147483647U ? sge->length : 2147483647U));
		inverbs_put32(wqe + at + 12, INVERBS_LE32(sge->lkey));

		at += VEGA_PIECE_SIZE;
	}
	return at - start;
}

/**
 * Copy the payload into the WQE. Returns the bytes taken, whole units of 8.
 * vega.send.payload.inline
 */
INVERBS_INLINE uint32_t vega_put_inline(uint8_t *wqe, uint32_t at,
					const struct inverbs_request *req, uint32_t length)
{
	uint8_t *to = wqe + at + 0;

	if (length == 0)
		return 0;
	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = inverbs_sge(req, n);

		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		to += sge->length;
	}
	return (0 + length + 7) & ~7U;
}

/** Store the payload, as SGEs or inline. Returns the bytes taken. */
INVERBS_INLINE uint32_t vega_put_payload(uint8_t *wqe, uint32_t at,
					 const struct inverbs_request *req, uint32_t length)
{
	if (!((req->qp_type == IBV_QPT_UD) ||
	      (!(req->op & (1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) &&
	       !vega_is_empty(req, length)))) /* no payload, or an op without payload */
		return 0;
	return inverbs_is_inline(req) ? vega_put_inline(wqe, at, req, length)
				      : vega_put_sges(wqe, at, req);
}

/** Store the control segment; its word at byte 0 last, which passes ownership. vega.send.head */
INVERBS_INLINE void vega_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				  const struct inverbs_request *req, uint32_t index, uint32_t bytes,
				  uint32_t length, uint64_t tag INVERBS_UNUSED, uint32_t owed)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = vega_send_code[req->opcode];
	uint32_t op_0x0 = 0;

	switch (req->opcode) {
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x0 = INVERBS_LE32(0xc000U);
		break;
	default:
		break;
	}
	inverbs_put32(
		wqe + 4,
		INVERBS_LE32((bytes >> 3) |
			     ((uint32_t)((inverbs_is_inline(req) ? length : req->num_sge) & 0xffU)
			      << 16)));
	inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));

	inverbs_to_device();
	inverbs_publish32(
		wqe, INVERBS_LE32((!(index & sq->entries) ? 0x80000000U : 0) | code |
				  (((req->flags | req->traits) & IBV_SEND_SIGNALED) ? 0x100U : 0) |
				  ((req->flags & IBV_SEND_SOLICITED) ? 0x200U : 0) |
				  (inverbs_is_inline(req) ? 0x400U : 0) |
				  ((req->flags & IBV_SEND_FENCE) ? 0x2000U
				   : owed                        ? 0x1000U
								 : 0)) |
			     op_0x0);
}

/** Values of a call's WQEs for the doorbell. */
struct vega_sent {
	const uint8_t *wqe; /**< the last one */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. vega.send.doorbell */
INVERBS_INLINE void vega_send_doorbell(struct inverbs_sq *sq,
				       const struct vega_sent *sent INVERBS_UNUSED)
{
	inverbs_to_device();
	inverbs_mmio_write64(sq->doorbell + VEGA_RING,
			     INVERBS_LE64(sq->qpn | ((uint64_t)sq->position << 32)));
}

/**
 * Make every unit of a send ring the program's, before the queue pair leaves RESET. vega.send.head
 */
INVERBS_INLINE void vega_sq_init(struct inverbs_sq *sq)
{
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *const unit = sq->buf + (size_t)i * 256;

		inverbs_put32(unit, 0);
	}
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int vega_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			struct ibv_send_wr **bad_wr) INVERBS_COLD;
int vega_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int vega_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
int vega_take_entry_full(struct ibv_cq_ex *cq) INVERBS_COLD;
int vega_poll_seen_full(struct ibv_cq *cq, struct inverbs_qp *qp, struct ibv_wc *wc,
			uintptr_t cursor, uint64_t row);
int vega_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		      uint64_t operation, uint64_t first, uint64_t second) INVERBS_COLD;
int vega_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			   uint32_t lkey) INVERBS_COLD;
int vega_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			    struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int vega_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
			       uint32_t lkey) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

INVERBS_ASSERT_LAYOUT(INVERBS_LANES == 3, "what vega's hot path is lowered for");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_OPS == 2, "what vega's hot path is lowered for");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_ROWS == 4, "what vega's hot path is lowered for");
INVERBS_ASSERT_LAYOUT(INVERBS_COPY_FEW == 64, "what vega's hot path is lowered for");
INVERBS_ASSERT_LAYOUT(INVERBS_WC_BLOCK == 64, "what vega's hot path is lowered for");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_FLAGS < 16, "rows of vega's tables by flags");

/** Flags of a work request as bits of a WQE, in memory order; by enum ibv_send_flags. */
static const uint64_t vega_hot_flags_0[] __attribute__((unused)) = {
	0x0ULL, 0x0ULL, 0x100ULL, 0x100ULL, 0x200ULL, 0x200ULL, 0x300ULL, 0x300ULL,
	0x0ULL, 0x0ULL, 0x100ULL, 0x100ULL, 0x200ULL, 0x200ULL, 0x300ULL, 0x300ULL,
};

/**
 * Give the hot path credit: the number of WQEs that it may post without looking at the rest of the
 * queue. vega.send.hot
 */
INVERBS_INLINE void vega_send_credit(struct inverbs_sq *sq)
{
	const uint32_t unit = sq->position & (sq->entries - 1);
	uint32_t room = sq->max_post - (sq->head - inverbs_observe32(&sq->tail));

	if (!(sq->qp_type == IBV_QPT_RC) || sq->owed || sq->closed || sq->max_sge == 0)
		return;
	if (room > sq->entries - unit)
		room = sq->entries - unit;
	sq->next = sq->buf + (size_t)unit * 256;
	sq->next_id = &sq->posted[unit].wr_id;
	sq->hot_inline[0] = sq->max_inline < 64 ? sq->max_inline : 64; /* RDMA_WRITE */
	sq->hot_inline[1] = sq->max_inline < 64 ? sq->max_inline : 64; /* SEND */
	sq->lane[0] = 2 | ((uint64_t)(sq->position & sq->entries ? 0 : 1) << 31);
	sq->lane[1] = 0x402ULL | ((uint64_t)(sq->position & sq->entries ? 0 : 1) << 31);
	sq->lane[2] = ((uint64_t)(sq->position & sq->entries ? 0 : 1) << 31);
	for (uint32_t row = 0; row < INVERBS_HOT_ROWS; row++)
		sq->by_flags[row] = vega_hot_flags_0[row * IBV_SEND_SIGNALED |
						     (sq->flags & INVERBS_SQ_SIGNAL_ALL)];
	inverbs_sq_grant(sq, room);
}

/** Keep the wr_id of a work request of the hot path. serial: its running number. */
INVERBS_INLINE void vega_hot_keep(const struct inverbs_sq *sq INVERBS_UNUSED, uint64_t *id,
				  const struct ibv_send_wr *wr, uint32_t serial INVERBS_UNUSED)
{
	*id = wr->wr_id;
}

/**
 * Store what depends on the length of inline payload. Called with a constant for the length that
 * programs send most. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t vega_hot_payload_rdma_write(const struct inverbs_sq *sq INVERBS_UNUSED,
						    uint8_t *wqe, uint32_t index INVERBS_UNUSED,
						    uint32_t serial INVERBS_UNUSED,
						    const struct ibv_send_wr *wr INVERBS_UNUSED,
						    const struct ibv_sge *sge,
						    uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (32 + length + 7) & ~7U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put32(wqe + 4, (uint32_t)(INVERBS_LE32(bytes >> 3) | ((uint64_t)(length) << 16)));
	inverbs_copy_few(wqe + 32, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/**
 * Store what depends on the length of inline payload. Called with a constant for the length that
 * programs send most. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t vega_hot_payload_send(const struct inverbs_sq *sq INVERBS_UNUSED,
					      uint8_t *wqe, uint32_t index INVERBS_UNUSED,
					      uint32_t serial INVERBS_UNUSED,
					      const struct ibv_send_wr *wr INVERBS_UNUSED,
					      const struct ibv_sge *sge,
					      uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (16 + length + 7) & ~7U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put32(wqe + 4, (uint32_t)(INVERBS_LE32(bytes >> 3) | ((uint64_t)(length) << 16)));
	inverbs_copy_few(wqe + 16, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/** Store a WQE whose payload lies elsewhere. vega.send.payload.gather */
INVERBS_INLINE uint32_t vega_hot_gather(const struct inverbs_sq *sq, uint8_t *wqe,
					uint32_t index INVERBS_UNUSED,
					uint32_t serial INVERBS_UNUSED,
					const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					bool in_memory INVERBS_UNUSED, uint32_t opcode,
					uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		inverbs_put32(wqe + 4, (uint32_t)(0x10006ULL));
		inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
		inverbs_put64(wqe + 16, INVERBS_LE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 24, INVERBS_LE32(wr->wr.rdma.rkey));
		inverbs_put64(wqe + 32, INVERBS_LE64(sge->addr));
		inverbs_put64(wqe + 40, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
						(((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
		inverbs_to_device();
		inverbs_publish32(wqe, (uint32_t)(sq->lane[0] | inverbs_row_of_flags(sq, row)));
	} else if (opcode == IBV_WR_SEND) {
		inverbs_put32(wqe + 4, (uint32_t)(0x10004ULL));
		inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
		inverbs_put64(wqe + 16, INVERBS_LE64(sge->addr));
		inverbs_put64(wqe + 24, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
						(((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
		inverbs_to_device();
		inverbs_publish32(wqe, (uint32_t)(sq->lane[2] | 1 | inverbs_row_of_flags(sq, row)));
	}

	return bytes;
}

/** Store a WQE with its payload inside. last: its length - 1. vega.send.payload.inline */
INVERBS_INLINE uint32_t vega_hot_inline(const struct inverbs_sq *sq, uint8_t *wqe,
					uint32_t index INVERBS_UNUSED,
					uint32_t serial INVERBS_UNUSED,
					const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					bool in_memory INVERBS_UNUSED, uint32_t opcode,
					uint32_t flags, uint32_t last)
{
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		INVERBS_ASSUME(last < 64);
		inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
		inverbs_put64(wqe + 16, INVERBS_LE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 24, INVERBS_LE32(wr->wr.rdma.rkey));
		bytes = __builtin_expect(last == 7, 1)
				? vega_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
							      flags, 8)
				: vega_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
							      flags, last + 1);
		inverbs_to_device();
		inverbs_publish32(wqe, (uint32_t)(sq->lane[1] | inverbs_row_of_flags(sq, row)));
	} else if (opcode == IBV_WR_SEND) {
		INVERBS_ASSUME(last < 64);
		inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
		bytes = __builtin_expect(last == 7, 1)
				? vega_hot_payload_send(sq, wqe, index, serial, wr, sge, flags, 8)
				: vega_hot_payload_send(sq, wqe, index, serial, wr, sge, flags,
							last + 1);
		inverbs_to_device();
		inverbs_publish32(
			wqe, (uint32_t)(sq->lane[2] | 0x401ULL | inverbs_row_of_flags(sq, row)));
	}

	return bytes;
}

/** Index of an op among those of the hot path. */
INVERBS_INLINE uint32_t vega_hot_op(uint32_t opcode)
{
	return opcode == IBV_WR_SEND ? 1 : 0;
}

/**
 * Post one work request of the hot shape; in_memory: its SGE is in memory, not in registers.
 * Negative: nothing was stored; call the full path.
 */
INVERBS_INLINE int vega_hot_send(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				 const struct ibv_sge *sge, bool in_memory, uint32_t opcode,
				 uint32_t flags)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(!inverbs_trylock(&sq->lock)))
		return -1;
	if (flags & IBV_SEND_INLINE) {
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		uint32_t last = sge->length - 1;

		if (in_memory)
			INVERBS_SETTLE(
				last); /* what follows needs this number or the length, not both */
		if (INVERBS_RARE(last >= sq->hot_inline[vega_hot_op(opcode)]))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq->next; /* read apart from what is added to it */
		id = *(uint64_t *volatile *)&sq->next_id;
		vega_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 256;
		bytes = vega_hot_inline(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags,
					last);
		inverbs_to_device();
		inverbs_mmio_write64(sq->doorbell + VEGA_RING,
				     INVERBS_LE32(sq->qpn) |
					     (((uint64_t)INVERBS_LE32((index + 1))) << 32));
	} else {
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq->next; /* read apart from what is added to it */
		id = *(uint64_t *volatile *)&sq->next_id;
		vega_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 256;
		bytes = vega_hot_gather(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags);
		inverbs_to_device();
		inverbs_mmio_write64(sq->doorbell + VEGA_RING,
				     INVERBS_LE32(sq->qpn) |
					     (((uint64_t)INVERBS_LE32((index + 1))) << 32));
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return -1;
}

/**
 * A work request whose op, flags and number of SGEs the compiler knows: it need not exist in
 * memory.
 */
INVERBS_INLINE bool vega_is_known(const struct ibv_send_wr *wr)
{
	return __builtin_constant_p(wr != NULL) && wr && __builtin_constant_p(wr->opcode) &&
	       __builtin_constant_p(wr->send_flags) &&
	       __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 &&
	       !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS) &&
	       (wr->opcode == IBV_WR_RDMA_WRITE || wr->opcode == IBV_WR_SEND);
}

/**
 * ibv_post_send for vega. The hot shape is a list of one work request with one SGE: RDMA_WRITE,
 * SEND.
 */
INVERBS_INLINE int vega_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	int err = -1;

	if (vega_is_known(wr)) {
		const struct ibv_sge sge = *wr->sg_list;

		err = vega_hot_send(qp, wr, &sge, false, wr->opcode, wr->send_flags);
		if (INVERBS_RARE(err < 0))
			err = vega_post_scalars(
				qp, wr->wr_id, sge.addr,
				inverbs_two(sge.length,
					    wr->send_flags & IBV_SEND_INLINE ? 0 : sge.lkey),
				inverbs_operation(wr), inverbs_first_scalar(wr),
				inverbs_second_scalar(wr));
		if (INVERBS_RARE(err))
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS), 1)) {
		if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE))
			err = vega_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE,
					    wr->send_flags);
		else if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_SEND))
			err = vega_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND, wr->send_flags);
	}
	if (INVERBS_RARE(err < 0))
		return vega_post_send_full(qp, wr, bad_wr);
	return err;
}

/** Where the next WQE is built: in the ring. */
INVERBS_INLINE uint8_t *vega_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + (size_t)unit * 256;
}

/** True for work requests that are posted on credit. */
INVERBS_INLINE bool vega_is_hot(uint32_t opcode, uint32_t sges, uint32_t flags)
{
	if (flags & ~INVERBS_HOT_FLAGS)
		return false;
	if (opcode == IBV_WR_RDMA_WRITE && sges > 1)
		return sges <= 14 && !(flags & IBV_SEND_INLINE);
	if (opcode == IBV_WR_SEND && sges > 1)
		return sges <= 15 && !(flags & IBV_SEND_INLINE);
	return sges == 1 && (opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_SEND);
}

/**
 * Store WQEs of a list while they are of the hot shape and there is credit; there is for the first.
 * What changes from one to the next stays in registers. Returns the first work request that was not
 * taken.
 */
INVERBS_INLINE struct ibv_send_wr *vega_hot_stretch(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						    struct vega_sent *sent)
{
	const uint32_t stride = 256;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;
	uint64_t *id = sq->next_id;

	do {
		const uint64_t shape = inverbs_shape_of(wr);
		const uint32_t flags = wr->send_flags;
		const struct ibv_sge *const sge = wr->sg_list;

		if (flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE))
			break;
		if (shape == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE)) {
			const uint32_t opcode = IBV_WR_RDMA_WRITE;

			vega_hot_keep(sq, id, wr, serial);
			bytes = vega_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			vega_hot_keep(sq, id, wr, serial);
			bytes = vega_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						flags);
		} else {
			break;
		}
		id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		wqe += stride;
		index++;
		serial++;
		wr = wr->next;
	} while (--room && wr);
	if (room == sq->room)
		return wr;
	sent->wqe = wqe - stride;
	sent->bytes = bytes;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->next_id = id;
	sq->room = room;
	return wr;
}

/**
 * Store the WQEs of a list up to the first that is not of the hot shape, or does not fit. Returns
 * that one.
 */
INVERBS_INLINE struct ibv_send_wr *vega_hot_run(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						struct vega_sent *sent)
{
	do {
		if (sq->room == 0)
			vega_send_credit(sq);
		if (sq->room == 0)
			break;
		wr = vega_hot_stretch(sq, wr, sent);
	} while (wr && sq->room == 0);
	return wr;
}

/** Ring the doorbell for WQEs stored on credit; the rest of the credit stays. */
INVERBS_INLINE void vega_hot_ring(struct inverbs_sq *sq, const struct vega_sent *sent)
{
	const uint32_t credit = sq->room;

	inverbs_sq_recall(sq);
	vega_send_doorbell(sq, sent);
	inverbs_sq_grant(sq, credit);
}

/**
 * The credit after a WQE of another shape, which began at unit `index` when the credit was `room`.
 */
INVERBS_INLINE void vega_send_keep(struct inverbs_sq *sq, uint32_t index, uint32_t room)
{
	if (room < 2 || sq->position - index != 1 || sq->owed)
		return;
	sq->next += 256;
	sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
	inverbs_sq_grant(sq, room - 1);
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that the compiler
 * knows settle most of how the WQE is built. vega.send
 */
INVERBS_INLINE int vega_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				 bool lone INVERBS_UNUSED, struct vega_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t index = sq->position;
	uint8_t *const wqe = vega_send_place(sq, index);
	uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	const int err = vega_send_refusal(sq, &req, total);

	if (__builtin_expect(err, 0))
		return err;
	if (!inverbs_is_inline(&req)) /* the number of SGEs is checked now */
		length = (uint32_t)inverbs_payload_bytes(&req);
	bytes = vega_put_segments(wqe, sq, &req, length);
	bytes += vega_put_payload(wqe, bytes, &req, length);
	sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;
	sq->posted[index & (sq->entries - 1)].note = vega_send_note[req.opcode];
	vega_put_head(wqe, sq, &req, index, bytes, length, tag, sq->owed);
	sq->owed = (req.op & (1U << IBV_WR_LOCAL_INV)) != 0;
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head++;
	sq->position = index + 1;
	return 0;
}

/**
 * The full path of a single work request: `opcode` is its opcode, `qp_type` the type of the queue
 * pair. gathers_one: it has one SGE and its payload is not inline.
 */
INVERBS_INLINE int vega_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				  bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct vega_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	const bool credited = qp_type == IBV_QPT_RC;
	uint32_t room = 0;
	uint32_t index;
	int err;

	inverbs_lock(&sq->lock);
	if (credited)
		room = sq->room;
	if (room)
		inverbs_sq_recall(sq);
	index = sq->position;
	req = inverbs_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* the compiler unrolls loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = vega_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		vega_send_doorbell(sq, &sent);
		if (room)
			vega_send_keep(sq, index, room);
		else if (credited && sent.bytes <= 256 &&
			 vega_is_hot(opcode, (uint32_t)wr->num_sge, wr->send_flags))
			vega_send_credit(sq);
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
INVERBS_INLINE int vega_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr, struct vega_sent sent)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint32_t credit;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		uint32_t room, index;

		wr = vega_hot_run(sq, wr, &sent);
		if (!wr)
			break;
		room = sq->room;
		inverbs_sq_recall(sq);
		index = sq->position;
		req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		err = vega_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		vega_send_keep(sq, index, room);
	}
	credit = sq->room;
	inverbs_sq_recall(sq);
	if (sent.count)
		vega_send_doorbell(sq, &sent);
	inverbs_sq_grant(sq, credit);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start, in libinverbs.a. */
int vega_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete. */
INVERBS_INLINE int vega_wr_complete(struct ibv_qp_ex *qp)
{
	return vega_wr_complete_full(qp);
}

/** Give the hot path of receives credit. vega.recv */
INVERBS_INLINE void vega_recv_credit(struct inverbs_rq *rq)
{
	const uint32_t unit = rq->head & (rq->entries - 1);
	uint32_t room;

	if (rq->entries == 0 || rq->max_sge == 0 || rq->closed)
		return;
	room = rq->max_post - (rq->head - inverbs_observe32(&rq->tail));
	if (room > rq->entries - unit)
		room = rq->entries - unit;
	rq->next = rq->buf + ((size_t)unit << rq->shift);
	rq->stride = 1U << rq->shift;
	rq->next_id = rq->wr_id + unit;
	inverbs_rq_grant(rq, room);
}

/** Store one receive of one SGE at the producer index. */
INVERBS_INLINE void vega_hot_recv_put(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
				      const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint8_t *wqe = rq->next;
	uint64_t *id = rq->next_id;

	INVERBS_FORGET(rq->next_id);
	*id = wr->wr_id;
	rq->next_id++;
	INVERBS_FORGET(rq->next);
	rq->next += rq->stride;
	inverbs_put64(wqe, INVERBS_LE64(sge->addr));
	inverbs_put64(wqe + 8, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
				       (((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
}

/** Post one receive of one SGE. False: nothing was stored; call the full path. */
INVERBS_INLINE bool vega_hot_recv(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
				  const struct ibv_sge *sge, bool in_memory)
{
	uint32_t head;

	if (INVERBS_RARE(!inverbs_trylock(&rq->lock)))
		return false;
	if (INVERBS_RARE((int32_t)--rq->room < 0)) {
		INVERBS_FORGET(rq->room);
		rq->room++;
		inverbs_unlock(&rq->lock);
		return false;
	}
	INVERBS_FORGET(rq->room);
	vega_hot_recv_put(rq, wr, sge, in_memory);
	head = rq->head - rq->room;
	inverbs_to_device();
	inverbs_publish32(rq->record + 1, INVERBS_BE32(head));
	inverbs_unlock(&rq->lock);
	return true;
}

/** ibv_post_recv for vega. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int vega_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				  struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const queue = &inverbs_qp_of(qp)->rq;

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (vega_hot_recv(queue, wr, &sge, false))
			return 0;
		err = vega_post_recv_scalars(qp, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(vega_hot_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return vega_post_recv_full(qp, wr, bad_wr);
}

/** Why the receive queue refuses a work request, or 0. vega.recv.refuse */
INVERBS_INLINE int vega_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->closed, 0))
		return EINVAL;
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(wr->num_sge == 0, 0))
		return EINVAL;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	return 0;
}

/** Store the SGEs of a receive. vega.recv.gather */
INVERBS_INLINE void vega_put_recv(uint8_t *at, const struct ibv_recv_wr *wr,
				  uint32_t max_sge INVERBS_UNUSED)
{
	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put64(at, INVERBS_LE64(sge->addr));
		inverbs_put32(at + 8,
			      INVERBS_LE32(sge->length < 2147483647U ? sge->length : 2147483647U));
		inverbs_put32(at + 12, INVERBS_LE32(sge->lkey));

		at += VEGA_PIECE_SIZE;
	}
}

/** Publish how many receives were posted. vega.recv.doorbell */
INVERBS_INLINE void vega_recv_doorbell(const struct inverbs_rq *rq, uint32_t head)
{
	inverbs_to_device();
	inverbs_publish32(rq->record + 1, INVERBS_BE32(head));
}

/**
 * The full path of ibv_post_recv. One doorbell for all; posting stops at the first work request
 * that is refused.
 */
INVERBS_INLINE int vega_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				  struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	uint32_t posted;
	int err = 0;

	inverbs_lock(&rq->lock);
	inverbs_rq_recall(rq);
	posted = rq->head;
	for (; wr; wr = wr->next) {
		err = vega_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
		vega_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), wr,
			      rq->max_sge);
		rq->head++;
	}
	if (rq->head != posted)
		vega_recv_doorbell(rq, rq->head);
	vega_recv_credit(rq);
	inverbs_unlock(&rq->lock);
	return err;
}

/** Store the SGEs of a receive. vega.recv.gather */
INVERBS_INLINE void vega_put_shared_recv(uint8_t *at, const struct ibv_recv_wr *wr,
					 uint32_t max_sge INVERBS_UNUSED)
{
	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		if (sge->length == 0)
			continue;
		inverbs_put64(at, INVERBS_LE64(sge->addr));
		inverbs_put32(at + 8,
			      INVERBS_LE32(sge->length < 2147483647U ? sge->length : 2147483647U));
		inverbs_put32(at + 12, INVERBS_LE32(sge->lkey));

		at += VEGA_PIECE_SIZE;
	}
}

/** Slot number `index` of a shared receive queue. */
INVERBS_INLINE uint8_t *vega_srq_slot(const struct inverbs_srq *srq, uint32_t index)
{
	return srq->buf + ((size_t)index << srq->shift);
}

/** Append a slot to the list of free ones; called with the queue's lock. vega.recv.shared */
INVERBS_INLINE void vega_srq_link(struct inverbs_srq *srq, uint32_t slot)
{
	uint8_t *const last = vega_srq_slot(srq, srq->tail);

	inverbs_put16(last, (uint16_t)INVERBS_LE16((uint16_t)slot));
	srq->tail = slot;
}

/** Likewise; takes the lock. */
INVERBS_INLINE void vega_srq_free(struct inverbs_srq *srq, uint32_t slot)
{
	inverbs_lock(&srq->lock);
	vega_srq_link(srq, slot);
	inverbs_unlock(&srq->lock);
}

/** Link all slots of a new shared receive queue. */
INVERBS_INLINE void vega_srq_init(struct inverbs_srq *srq)
{
	struct vega_shared_head head;

	memset(&head, 0, sizeof(head));
	for (uint32_t i = 0; i < srq->entries; i++) {
		head.next = (uint16_t)((i + 1) & (srq->entries - 1));
		vega_shared_head_put(vega_srq_slot(srq, i), &head);
	}
	srq->head = 0;
	srq->tail = srq->entries - 1;
}

/** The full path of ibv_post_srq_recv. One slot stays free: the list must have an end. */
INVERBS_INLINE int vega_srq_recv_list(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				      struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t posted;
	int err = 0;

	inverbs_lock(&srq->lock);
	posted = srq->counter;
	for (; wr; wr = wr->next) {
		uint8_t *const slot = vega_srq_slot(srq, srq->head);

		if (__builtin_expect(srq->head == srq->tail, 0))
			err = ENOMEM;
		else if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
			err = EINVAL;
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		srq->wr_id[srq->head] = wr->wr_id;
		vega_put_shared_recv(slot + 16, wr, srq->max_sge);
		srq->head = vega_shared_head_get(slot).next;
		srq->counter++;
	}
	if (srq->counter != posted) {
		const uint32_t head = srq->counter;

		inverbs_to_device();
		inverbs_publish32(srq->record, INVERBS_BE32(head));
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/**
 * Post one receive of one SGE to a shared receive queue. False: nothing was stored; call the full
 * path.
 */
INVERBS_INLINE bool vega_hot_srq_recv(struct inverbs_srq *srq, const struct ibv_recv_wr *wr,
				      const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint32_t slot_index, head;
	uint8_t *slot, *wqe;

	if (INVERBS_RARE(!inverbs_trylock(&srq->lock)))
		return false;
	slot_index = srq->head;
	if (INVERBS_RARE(slot_index == srq->tail || srq->max_sge == 0 || length == 0)) {
		inverbs_unlock(&srq->lock);
		return false;
	}
	slot = vega_srq_slot(srq, slot_index);
	srq->wr_id[slot_index] = wr->wr_id;
	wqe = slot + 16;
	inverbs_put64(wqe, INVERBS_LE64(sge->addr));
	inverbs_put64(wqe + 8, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
				       (((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
	srq->head = INVERBS_LE16(inverbs_get16(slot + 0));
	head = ++srq->counter;
	inverbs_to_device();
	inverbs_publish32(srq->record, INVERBS_BE32(head));
	inverbs_unlock(&srq->lock);
	return true;
}

/** ibv_post_srq_recv for vega. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int vega_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				      struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const queue = inverbs_srq_of(srq);

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (vega_hot_srq_recv(queue, wr, &sge, false))
			return 0;
		err = vega_post_srq_recv_scalars(srq, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(vega_hot_srq_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return vega_post_srq_recv_full(srq, wr, bad_wr);
}

/** The 32 significant bytes of CQE `index`; larger slots have them at their end. */
INVERBS_INLINE uint8_t *vega_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 32;
}

/** True when CQE `index` was written in the current lap. vega.complete.ready */
INVERBS_INLINE bool vega_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_LE32(inverbs_observe32(cqe));

	return ((word >> 31) & 1) == ((index & entries) != 0);
}

/** Likewise, by its index. */
INVERBS_INLINE bool vega_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return vega_cqe_ready(vega_cq_entry(cq, index), index, cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *vega_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = vega_cq_entry(cq, cq->head);

	return vega_cqe_ready(cqe, cq->head, cq->entries) ? cqe : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void vega_consume(struct inverbs_cq *cq)
{
	__atomic_store_n(&cq->head, cq->head + 1,
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** Completions of send requests. vega.complete.send */
INVERBS_INLINE struct inverbs_meaning vega_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x00 */
		{IBV_WC_SEND, 0, 0, 0},                       /* 0x01 SEND */
		{IBV_WC_RDMA_WRITE, IBV_WC_WITH_IMM, 0, 0},   /* 0x02 WRITE */
		{IBV_WC_RDMA_READ, 0, INVERBS_CQE_LENGTH, 0}, /* 0x03 READ */
		{IBV_WC_FETCH_ADD, 0, 8, 0},                  /* 0x04 ADD */
		{IBV_WC_COMP_SWAP, 0, 8, 0},                  /* 0x05 SWAP */
		{INVERBS_NOTED, 0, 0, 0},                     /* 0x06 INVALIDATE */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* all others */
	};

	return rows[value < 8 ? value : 7];
}

/** Completions of recv requests. vega.complete.recv */
INVERBS_INLINE struct inverbs_meaning vega_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{0, 0, 0, INVERBS_UNKNOWN_VALUE}, /* 0x00 */
		{IBV_WC_RECV, 0, 0, 0},           /* 0x01 SEND */
		{IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 0,
		 INVERBS_IMMEDIATE_DATA},                                   /* 0x02 WRITE */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* 0x03 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* 0x04 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* 0x05 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* 0x06 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* 0x07 */
		{IBV_WC_RECV, IBV_WC_WITH_INV, 0, INVERBS_INVALIDATED_KEY}, /* 0x08 TAKEN */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},                           /* all others */
	};

	return rows[value < 10 ? value : 9];
}

/** Completion status of a value of the CQE. vega.complete.status */
INVERBS_INLINE enum ibv_wc_status vega_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_SUCCESS,      /* 0x00 GOOD */
		IBV_WC_WR_FLUSH_ERR, /* 0x01 FLUSHED */
		IBV_WC_LOC_LEN_ERR,  /* 0x02 SHORT */
	};

	return value < 3 ? (enum ibv_wc_status)status[value] : IBV_WC_FATAL_ERR;
}

/** True when the request failed. */
INVERBS_INLINE bool vega_cqe_failed(const struct vega_cqe *e)
{
	return e->status != 0;
}

/** True when the ring was replaced and this is its last CQE. vega.complete.resize */
INVERBS_INLINE bool vega_cqe_ends_ring(const struct vega_cqe *e)
{
	return e->what == VEGA_WHAT_LAST;
}

/** Set the owner bit of a CQE that is copied to the slot of `index`. */
INVERBS_INLINE void vega_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t bit = INVERBS_LE32(0x80000000U);
	const uint32_t word = inverbs_get32(cqe);

	inverbs_put32(cqe, (uint32_t)((index & entries) != 0 ? word | bit : word & ~bit));
}

/** True when it is a completion of a send queue. */
INVERBS_INLINE bool vega_cqe_is_send(const struct vega_cqe *e)
{
	return e->what == VEGA_WHAT_SENT;
}

/** Publish the consumer index `index`. vega.complete.consumed */
INVERBS_INLINE void vega_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish32(cq->record, INVERBS_LE32(index));
}

INVERBS_INLINE void vega_cq_publish_ci(struct inverbs_cq *cq)
{
	vega_cq_publish_index(cq, cq->head);
}

/** Set the cursor, after the queue was changed by anything but a poll. */
INVERBS_INLINE void vega_cq_seek(struct inverbs_cq *cq)
{
	const uintptr_t at = (uintptr_t)vega_cq_entry(cq, cq->head);
	const uintptr_t mark = (cq->head & cq->entries) != 0;
	const uintptr_t next = !cq->idle ? at | mark : (uintptr_t)inverbs_parked_cqe | 1;

	cq->stride = 1U << cq->shift;
	cq->end = ((uintptr_t)vega_cq_entry(cq, 0) + ((uintptr_t)cq->entries << cq->shift)) | mark;
	__atomic_store_n(&cq->cursor, next, __ATOMIC_RELEASE);
}

/** Payload in a CQE, and its maximum; NULL: it was written to its buffers. vega.complete.inside */
INVERBS_INLINE const uint8_t *vega_inside(const struct inverbs_cq *cq INVERBS_UNUSED,
					  const uint8_t *cqe, const struct vega_cqe *e,
					  uint32_t *most)
{
	switch (e->place) {
	case VEGA_PLACE_HERE:
		*most = 6;
		return cqe + 20;
	case VEGA_PLACE_FRONT:
		*most = (1U << cq->shift) < 64
				? 0
				: 32; /* so large a slot has room in front of its CQE */
		return cqe - 32;
	default:
		return NULL;
	}
}

/** A CQE with zeros in the place of the payload. */
INVERBS_INLINE struct vega_cqe vega_cqe_of(const uint8_t *cqe)
{
	struct vega_cqe e = vega_cqe_get(cqe);

	if (__builtin_expect(e.place == VEGA_PLACE_HERE, 0)) {
		e.sender = 0;
		e.sl = 0;
		e.slid = 0;
	}
	return e;
}

/**
 * Copy `length` bytes to the buffers of at most `count` SGEs, which begin at byte `at` of a ring
 * and wrap at its end. Returns false when they are shorter.
 */
INVERBS_INLINE bool vega_spread(const struct inverbs_cq *cq, const uint8_t *ring, size_t ring_bytes,
				size_t at, uint32_t count, const uint8_t *from, uint32_t length)
{
	for (; length && count; count--, at += VEGA_PIECE_SIZE) {
		const struct vega_piece sge = vega_piece_get(ring + (at & (ring_bytes - 1)));
		const uint32_t run = sge.length < length ? sge.length : length;

		if (run && (!sge.lkey ||
			    sge.lkey != cq->null_lkey)) /* bytes for such a buffer are dropped */
			memcpy((void *)(uintptr_t)sge.addr, from, run);
		from += run;
		length -= run;
	}
	return length == 0;
}

/** Byte of a WQE where the buffers of its response are; 0: it has none. */
INVERBS_INLINE uint32_t vega_answer_at(uint32_t code, uint8_t qp_type)
{
	if ((code == VEGA_OP_READ) && (qp_type == IBV_QPT_RC))
		return 32;
	if ((code == VEGA_OP_ADD || code == VEGA_OP_SWAP) && (qp_type == IBV_QPT_RC))
		return 48;
	return 0;
}

/**
 * The buffers of a response whose payload is in the CQE: it is copied as the WQE says, which is
 * still in the ring.
 */
INVERBS_INLINE enum ibv_wc_status vega_take_answer(const struct inverbs_cq *cq, const uint8_t *from,
						   uint32_t most, const struct vega_cqe *e,
						   const struct inverbs_sq *sq)
{
	const uint32_t at = vega_answer_at(e->code, sq->qp_type), length = e->bytes;
	const size_t start = (size_t)((e->slot) & (sq->entries - 1)) * 256,
		     bytes = (size_t)sq->entries * 256;
	uint32_t size;

	if (!at)
		return IBV_WC_GENERAL_ERR;
	size = vega_head_get(sq->buf + start).words;
	if (length > most || size < at ||
	    !vega_spread(cq, sq->buf, bytes, start + at, (size - at) / VEGA_PIECE_SIZE, from,
			 length))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** Likewise for a receive of an SRQ. */
INVERBS_INLINE enum ibv_wc_status vega_take_shared(const struct inverbs_cq *cq, const uint8_t *cqe,
						   const struct vega_cqe *e,
						   const struct inverbs_srq *srq)
{
	const size_t slot = (size_t)(e->slot & (srq->entries - 1)) << srq->shift;
	const uint32_t count = ((1U << srq->shift) - 16) / VEGA_PIECE_SIZE;
	uint32_t most;
	const uint8_t *const from = vega_inside(cq, cqe, e, &most);

	if (__builtin_expect(!from || vega_cqe_failed(e), 1))
		return IBV_WC_SUCCESS;
	if (e->bytes > most || !vega_spread(cq, srq->buf, (size_t)srq->entries << srq->shift,
					    slot + 16, count, from, e->bytes))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** Likewise for any request of a queue pair. */
INVERBS_INLINE enum ibv_wc_status vega_take_inside(const struct inverbs_cq *cq, const uint8_t *cqe,
						   const struct vega_cqe *e,
						   const struct inverbs_qp *qp)
{
	const struct inverbs_rq *const rq = &qp->rq;
	uint32_t most;
	const uint8_t *const from = vega_inside(cq, cqe, e, &most);

	if (__builtin_expect(!from || vega_cqe_failed(e), 1))
		return IBV_WC_SUCCESS;
	if (vega_cqe_is_send(e))
		return vega_take_answer(cq, from, most, e, &qp->sq);
	if (qp->srq)
		return vega_take_shared(cq, cqe, e, qp->srq);
	if (e->bytes > most || !vega_spread(cq, rq->buf, (size_t)rq->entries << rq->shift,
					    (size_t)(e->slot & (rq->entries - 1)) << rq->shift,
					    (1U << rq->shift) / VEGA_PIECE_SIZE, from, e->bytes))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** The queues and the request of a CQE. */
struct vega_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note;             /**< completion opcode noted with the request */
	enum ibv_wc_status status; /**< result of copying payload out of the CQE */
};

/** Retire the send that starts at unit `start`, and the unsignaled ones before it. */
INVERBS_INLINE void vega_retire_send(struct inverbs_sq *sq, uint32_t start,
				     struct vega_found *found)
{
	const uint32_t tail = sq->tail + (uint16_t)(start - sq->tail);

	found->wr_id = sq->posted[tail & (sq->entries - 1)].wr_id;
	found->note = sq->posted[tail & (sq->entries - 1)].note;
	__atomic_store_n(&sq->tail, tail + 1, __ATOMIC_RELEASE);
}

/** Retire the receive that a CQE names. */
INVERBS_INLINE void vega_retire_recv(struct inverbs_rq *rq, uint32_t index,
				     struct vega_found *found)
{
	found->wr_id = rq->wr_id[index & (rq->entries - 1)];
	__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
}

/** Retire a receive of a shared queue: its slot is free again. */
INVERBS_INLINE void vega_retire_shared(struct inverbs_srq *srq, uint32_t slot,
				       struct vega_found *found)
{
	found->wr_id = srq->wr_id[slot & (srq->entries - 1)];
	vega_srq_free(srq, slot & (srq->entries - 1));
}

/**
 * Find the queue of a CQE and retire its request. found->qp is that of the previous CQE, or NULL.
 * False: unknown queue.
 */
INVERBS_INLINE bool vega_find(const struct inverbs_cq *cq, const uint8_t *cqe,
			      const struct vega_cqe *e, struct vega_found *found)
{
	struct inverbs_qp *qp = found->qp;

	if (!qp || qp->sq.qpn != e->qpn) {
		qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, e->qpn);
		if (__builtin_expect(!qp || qp->sq.qpn != e->qpn, 0))
			return false;
		found->qp = qp;
	}
	found->status = vega_take_inside(cq, cqe, e, qp);
	if (vega_cqe_is_send(e))
		vega_retire_send(&qp->sq, e->slot, found);
	else if (qp->srq)
		vega_retire_shared(qp->srq, e->slot, found);
	else
		vega_retire_recv(&qp->rq, e->slot, found);
	return true;
}

/** The word of a CQE with the owner bit, and the other fields in it. vega.complete.ready */
INVERBS_INLINE uint32_t vega_cqe_word(const uint8_t *cqe)
{
	return INVERBS_LE32(inverbs_observe32(cqe));
}

/** The owner bit in that word of a CQE that is new; the other bits are undefined. */
INVERBS_INLINE uint32_t vega_lap_of(uintptr_t cursor)
{
	return (uint32_t)cursor << 31;
}

/** True when that CQE is new. */
INVERBS_INLINE bool vega_is_new(uint32_t word, uint32_t lap)
{
	return (int32_t)(word ^ lap) >= 0;
}

/*
 * Meanings of CQEs, in libinverbs.a: the opcode of struct ibv_wc in the high half, and in the low
 * half what else to fill in. 0 is a send without more; 0x200: a receive,
 * 0x40: 8 bytes, 0x80: a count of bytes,
 * 0x100: immediate data, 0x20: an invalidated key,
 * 0x400: not for the hot path; 0xf: flags.
 */
#ifdef __cplusplus
extern "C" {
#endif
extern const uint64_t vega_hot_send_rows[256];
extern const uint64_t vega_hot_recv_rows[256];
#ifdef __cplusplus
}
#endif

/** The row of a CQE. */
INVERBS_INLINE uint64_t vega_hot_row(const uint8_t *cqe INVERBS_UNUSED,
				     uint32_t word INVERBS_UNUSED)
{
	const bool is_send = (word & 0xfU) == 1;

	if (INVERBS_RARE(((word >> 12) & 0xffU) != 0 || ((word >> 24) & 3) == 1 ||
			 ((word >> 24) & 3) == 2))
		return 0x400;
	return is_send ? vega_hot_send_rows[((word >> 4) & 0xffU)]
		       : vega_hot_recv_rows[((word >> 4) & 0xffU)];
}

/** What CQEs name a queue pair by. */
INVERBS_INLINE uint32_t vega_key_of(const struct inverbs_qp *qp)
{
	return qp->sq.qpn;
}

/** Likewise, from a CQE. */
INVERBS_INLINE uint32_t vega_hot_key(const uint8_t *cqe INVERBS_UNUSED,
				     uint32_t word INVERBS_UNUSED)
{
	return (INVERBS_LE32(inverbs_get32(cqe + 4)) & 0xffffffU);
}

/** Where the cache has the queue pair of a CQE. */
INVERBS_INLINE struct inverbs_qp **
vega_seen_at(struct inverbs_cq *cq, const uint8_t *cqe INVERBS_UNUSED, uint32_t word INVERBS_UNUSED)
{
	return &cq->seen[inverbs_get8(cqe + 4) & (INVERBS_SEEN - 1)];
}

/** Look up the queue pair of a CQE and cache it; inverbs_no_qp: there is none. */
static __attribute__((noinline, unused)) struct inverbs_qp *
vega_meet(struct inverbs_cq *cq, const uint8_t *cqe, uint32_t word, uint32_t key)
{
	struct inverbs_qp *const found = (struct inverbs_qp *)inverbs_lookup(cq->qps, key);

	if (!found || vega_key_of(found) != key)
		return &inverbs_no_qp;
	*vega_seen_at(cq, cqe, word) = found;
	return found;
}

/** True when a queue pair has a connection. */
INVERBS_INLINE bool vega_is_connected(const struct inverbs_qp *qp)
{
	return qp->sq.qp_type == IBV_QPT_RC;
}

/** Retire a send; returns its wr_id. */
INVERBS_INLINE uint64_t vega_hot_retire_send(struct inverbs_sq *sq, uint32_t start)
{
	const uint32_t unit = start & (sq->entries - 1);
	const uint64_t wr_id = sq->posted[unit].wr_id;

	__atomic_store_n(&sq->tail, sq->tail + (uint16_t)(start - sq->tail) + 1, __ATOMIC_RELEASE);
	return wr_id;
}

/** Retire a receive; returns its wr_id. */
INVERBS_INLINE uint64_t vega_hot_retire_recv(struct inverbs_rq *rq, uint32_t index, uint32_t mask)
{
	const uint64_t wr_id = rq->wr_id[index & mask];

	__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

/** Fill in the completion of a simple receive on a connection's own receive queue. */
INVERBS_INLINE void vega_take_recv(struct inverbs_qp *qp, const uint8_t *cqe,
				   uint32_t word INVERBS_UNUSED, uint64_t row,
				   uint32_t key INVERBS_UNUSED, uint32_t mask, struct ibv_wc *wc)
{
	inverbs_wc_good(wc, row - 0x200);
	wc->qp_num = key;
	wc->wc_flags = 0;
	wc->byte_len = INVERBS_LE32(inverbs_get32(cqe + 12));
	wc->wr_id = vega_hot_retire_recv(&qp->rq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU),
					 mask);
}

/**
 * Retire a receive of a shared receive queue. False: nothing was done; another thread has its lock.
 */
INVERBS_INLINE bool vega_hot_retire_shared(struct inverbs_srq *srq, uint32_t index, uint64_t *wr_id)
{
	const uint32_t slot = index & (srq->entries - 1);

	if (INVERBS_RARE(!inverbs_trylock(&srq->lock)))
		return false;
	*wr_id = srq->wr_id[slot];
	vega_srq_link(srq, slot);
	inverbs_unlock(&srq->lock);
	return true;
}

/**
 * Retire the receive of a CQE, of a receive queue or an SRQ. False: nothing was done; another
 * thread has its lock, or the queue pair has no such ring.
 */
INVERBS_INLINE bool vega_hot_retire(struct inverbs_qp *qp, const uint8_t *cqe INVERBS_UNUSED,
				    uint32_t word INVERBS_UNUSED, uint64_t *wr_id)
{
	if (qp->srq)
		return vega_hot_retire_shared(
			qp->srq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU), wr_id);
	if (INVERBS_RARE(qp->rq.entries == 0)) /* the CQE says which */
		return false;
	*wr_id = vega_hot_retire_recv(&qp->rq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU),
				      qp->rq.entries - 1);
	return true;
}

/**
 * Fill in fields that only datagrams have, or receives of SRQs, or the first receive of a
 * connection, with their flags.
 */
INVERBS_INLINE unsigned int vega_take_members(const struct inverbs_qp *qp INVERBS_UNUSED,
					      const uint8_t *cqe INVERBS_UNUSED,
					      uint32_t word INVERBS_UNUSED,
					      struct ibv_wc *wc INVERBS_UNUSED)
{
	unsigned int flags = 0;

	wc->src_qp = (INVERBS_LE32(inverbs_get32(cqe + 20)) & 0xffffffU);
	wc->slid = INVERBS_LE16(inverbs_get16(cqe + 24));
	wc->sl = (INVERBS_LE32(inverbs_get32(cqe + 20)) >> 24);
	wc->pkey_index = (INVERBS_LE32(inverbs_get32(cqe + 8)) >> 16);
	wc->dlid_path_bits = (INVERBS_LE32(inverbs_get32(cqe + 4)) >> 24);
	if (((word >> 20) & 1))
		flags |= IBV_WC_GRH;
	if ((qp->sq.flags & INVERBS_RX_CSUM) && ((word >> 20) & 1) && (((word >> 22) & 3) == 2))
		flags |= IBV_WC_IP_CSUM_OK;
	return flags;
}

/**
 * Fill in any completion whose row, here in its two halves, is for the hot path. False: nothing was
 * done; another thread uses a queue that it needs.
 */
INVERBS_INLINE bool vega_take(struct inverbs_qp *qp, const uint8_t *cqe,
			      uint32_t word INVERBS_UNUSED, uint64_t opcode, uint32_t more,
			      uint32_t key INVERBS_UNUSED, struct ibv_wc *wc)
{
	if ((more & 0x200) && !vega_hot_retire(qp, cqe, word, &wc->wr_id))
		return false;
	inverbs_wc_good(wc, opcode);
	wc->qp_num = key;
	wc->wc_flags = more & 0xf;
	if (!(more & 0x200)) {
		wc->wr_id = vega_hot_retire_send(&qp->sq,
						 (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU));
		if (more & 0xc0)
			wc->byte_len = more & 0x40 ? 8 : INVERBS_LE32(inverbs_get32(cqe + 12));
		return true;
	}
	wc->byte_len = INVERBS_LE32(inverbs_get32(cqe + 12));
	if (more & 0x100)
		wc->imm_data = inverbs_get32(cqe + 16);
	if (more & 0x20)
		wc->invalidated_rkey = INVERBS_LE32(inverbs_get32(cqe + 16));
	if (!qp->rq.mask) {
		wc->wc_flags |= vega_take_members(qp, cqe, word, wc);
		if (!qp->srq && vega_is_connected(qp))
			qp->rq.mask = qp->rq.entries - 1;
	}
	return true;
}

/** Store the consumer index of a cursor; the adapter is told later. */
INVERBS_INLINE void vega_cq_leave(struct inverbs_cq *cq, uintptr_t cursor, uint32_t head)
{
	__atomic_store_n(&cq->cursor, cursor, __ATOMIC_RELAXED);
	__atomic_store_n(&cq->head, head, __ATOMIC_RELAXED); /* arming reads it without the lock */
}
/**
 * ibv_poll_cq for vega. Checks for a CQE before it locks. A single simple CQE of a cached queue
 * pair is taken here.
 */
INVERBS_INLINE int vega_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uintptr_t cursor = __atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word = vega_cqe_word(cqe);
	struct inverbs_qp *qp;
	uint32_t key, head;
	uintptr_t next;
	uint64_t row;

	if (!vega_is_new(word, vega_lap_of(cursor)))
		return 0;
	if (num_entries != 1 || INVERBS_RARE(!inverbs_trylock(&cq->lock)))
		return vega_poll_cq_full(ibcq, num_entries, wc);
	inverbs_from_device();
	key = vega_hot_key(cqe, word);
	row = vega_hot_row(cqe, word);
	qp = *vega_seen_at(cq, cqe, word);
	next = cursor + cq->stride;
	if (INVERBS_RARE((INVERBS_LOCKS && cq->cursor != cursor) || next == cq->end ||
			 vega_key_of(qp) != key)) {
		inverbs_unlock(&cq->lock);
		return vega_poll_cq_full(ibcq, 1, wc);
	}
	if (__builtin_expect((uint32_t)row == 0, 1))
		vega_take(qp, cqe, word, row, 0, key, wc);
	else if ((uint32_t)row == 0x200 && qp->rq.mask)
		vega_take_recv(qp, cqe, word, row, key, qp->rq.mask, wc);
	else
		return vega_poll_seen_full(ibcq, qp, wc, cursor, row);
	head = cq->head + 1;
	vega_cq_leave(cq, next, head);
	vega_cq_publish_index(cq, head);
	inverbs_unlock(&cq->lock);
	return 1;
}

/** Flags of a receive completion that do not come from its opcode. vega.complete.recv.flags */
INVERBS_INLINE unsigned int vega_recv_flags(const struct vega_cqe *e INVERBS_UNUSED,
					    uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	if (e->grh)
		flags |= IBV_WC_GRH;
	if (e->grh && e->kind == 2 && (traits & INVERBS_RX_CSUM))
		flags |= IBV_WC_IP_CSUM_OK;
	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode vega_send_opcode(const struct inverbs_meaning *m,
						   const struct vega_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** Fill a work completion from a CQE whose request was found. vega.complete */
INVERBS_INLINE void vega_fill_wc(const uint8_t *cqe, const struct vega_cqe *e,
				 const struct vega_found *found, struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = found->status;
	if (__builtin_expect(vega_cqe_failed(e), 0)) {
		const struct vega_cqe err = vega_cqe_get(cqe);

		wc->status = vega_wc_status(err.status);
		wc->vendor_err = err.detail;
		return;
	}
	if (vega_cqe_is_send(e)) {
		m = vega_send_meaning(e->code);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = vega_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_CQE_LENGTH ? e->bytes : m.length;
		return;
	}
	if (__builtin_expect(wc->status != IBV_WC_SUCCESS, 0)) {
		wc->byte_len = e->bytes;
		return;
	}
	m = vega_recv_meaning(e->code);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->wc_flags = m.flags | vega_recv_flags(e, traits);
	wc->byte_len = e->bytes;
	wc->src_qp = e->sender;
	wc->slid = e->slid;
	wc->sl = e->sl;
	wc->pkey_index = e->pkey;
	wc->dlid_path_bits = e->path;
	if (m.special == INVERBS_IMMEDIATE_DATA)
		wc->imm_data = e->imm;
	if (m.special == INVERBS_INVALIDATED_KEY)
		wc->invalidated_rkey = e->key;
}

/**
 * Take up to `left` CQEs, up to the end of the ring or the first that is not simple, of no queue
 * pair, or not new, without reloading the queue's state in between. Returns how many; *wc is moved
 * past what was filled in.
 */
INVERBS_INLINE int vega_take_run(struct inverbs_cq *cq, struct ibv_wc **wc, int left)
{
	const uintptr_t stride = cq->stride, mark = cq->cursor & 1;
	const uint8_t *const first = (const uint8_t *)(cq->cursor & ~(uintptr_t)1),
			     *const end = (const uint8_t *)(cq->end & ~(uintptr_t)1);
	const uint8_t *const stop = (uintptr_t)left * stride < (uintptr_t)(end - first)
					    ? first + (uintptr_t)left * stride
					    : end;
	const uint32_t lap = vega_lap_of(mark);
	const uint8_t *cqe = first;
	struct inverbs_qp *qp = &inverbs_no_qp;
	struct ibv_wc *at = *wc;
	uint32_t last = UINT32_MAX;
	int taken;

	while (cqe != stop) {
		const uint32_t word = vega_cqe_word(cqe);
		uint32_t key;
		uint64_t row;

		if (!vega_is_new(word, lap))
			break;
		inverbs_from_device();
		key = vega_hot_key(cqe, word);
		row = vega_hot_row(cqe, word);
		if (key != last) {
			qp = *vega_seen_at(cq, cqe, word);
			if (INVERBS_RARE(vega_key_of(qp) != key)) {
				qp = vega_meet(cq, cqe, word, key);
				if (qp == &inverbs_no_qp)
					break;
			}
		}
		if ((uint32_t)row == 0)
			vega_take(qp, cqe, word, row, 0, key, at);
		else if ((uint32_t)row == 0x200 && qp->rq.mask)
			vega_take_recv(qp, cqe, word, row, key, qp->rq.mask, at);
		else if (row & 0x400 ||
			 !vega_take(qp, cqe, word, row >> 32 << 32, (uint32_t)row, key, at))
			break;
		last = key;
		at++;
		cqe += stride;
	}
	taken = (int)((uintptr_t)(cqe - first) >> cq->shift);
	*wc = at;
	if (INVERBS_RARE(cqe == end)) {
		vega_cq_leave(cq, (uintptr_t)vega_cq_entry(cq, 0) | (mark ^ 1),
			      cq->head + (uint32_t)taken);
		cq->end ^= 1;
	} else {
		vega_cq_leave(cq, (uintptr_t)cqe | mark, cq->head + (uint32_t)taken);
	}
	return taken;
}

/** Consume the CQE at the cursor, which does not wrap, and release the lock. */
INVERBS_INLINE int vega_poll_taken(struct inverbs_cq *cq, uintptr_t cursor)
{
	const uint32_t head = cq->head + 1;

	vega_cq_leave(cq, cursor + cq->stride, head);
	vega_cq_publish_index(cq, head);
	inverbs_unlock(&cq->lock);
	return 1;
}

/** Any other CQE of a cached queue pair. */
static __attribute__((noinline, unused)) int vega_poll_seen_any(struct ibv_cq *ibcq,
								struct inverbs_qp *qp,
								struct ibv_wc *wc, uintptr_t cursor,
								uint64_t row)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word = vega_cqe_word(cqe);

	inverbs_from_device();
	if (INVERBS_RARE((row & 0x400) || !vega_take(qp, cqe, word, row >> 32 << 32, (uint32_t)row,
						     vega_key_of(qp), wc))) {
		inverbs_unlock(&cq->lock);
		return vega_poll_cq_full(ibcq, 1, wc);
	}
	return vega_poll_taken(cq, cursor);
}

/**
 * What the inline poll leaves of a single CQE of a cached queue pair: its cursor does not wrap, and
 * the lock is held, and released here. Receives of datagrams, and of SRQs by connections, without
 * immediate data or key have code of their own.
 */
INVERBS_INLINE int vega_poll_seen(struct ibv_cq *ibcq, struct inverbs_qp *qp, struct ibv_wc *wc,
				  uintptr_t cursor, uint64_t row)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word INVERBS_UNUSED = vega_cqe_word(cqe),
			    key INVERBS_UNUSED = vega_key_of(qp);

	inverbs_from_device();
	if (INVERBS_RARE((uint32_t)row != 0x200))
		return vega_poll_seen_any(ibcq, qp, wc, cursor, row);
	wc->qp_num = key;
	wc->byte_len = INVERBS_LE32(inverbs_get32(cqe + 12));
	if (qp->srq) {
		if (INVERBS_RARE(!vega_is_connected(qp) ||
				 !vega_hot_retire_shared(
					 qp->srq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU),
					 &wc->wr_id)))
			return vega_poll_seen_any(ibcq, qp, wc, cursor, row);
		wc->wc_flags = 0;
	} else {
		if (INVERBS_RARE(qp->sq.qp_type != IBV_QPT_UD || qp->rq.entries == 0))
			return vega_poll_seen_any(ibcq, qp, wc, cursor, row);
		wc->wr_id = vega_hot_retire_recv(&qp->rq,
						 (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU),
						 qp->rq.entries - 1);
		wc->wc_flags = vega_take_members(qp, cqe, word, wc);
	}
	inverbs_wc_good(wc, row - 0x200);
	return vega_poll_taken(cq, cursor);
}
/** True when the CQE at the cursor is new, checked under the lock. */
INVERBS_INLINE bool vega_cq_has_more(const struct inverbs_cq *cq)
{
	return vega_is_new(vega_cqe_word((const uint8_t *)(cq->cursor & ~(uintptr_t)1)),
			   vega_lap_of(cq->cursor));
}

/**
 * Take the next CQE, whatever it is. 1: taken; 0: it names an unknown queue, and is left, or the
 * cursor was parked and there is none; -2: it names an unknown queue, but was the first of its
 * call, and was consumed.
 */
static __attribute__((noinline, unused)) int vega_take_rare(struct inverbs_cq *cq,
							    struct ibv_wc *wc, bool first)
{
	const uint8_t *const cqe = vega_cq_entry(cq, cq->head);
	struct vega_found found = {NULL, 0, 0, IBV_WC_SUCCESS};
	struct vega_cqe e;
	int got;

	if (INVERBS_RARE(cq->idle && !vega_cqe_ready(cqe, cq->head, cq->entries))) {
		if (first)
			cq->idle(cq);
		return 0;
	}
	inverbs_from_device();
	e = vega_cqe_of(cqe);
	got = vega_find(cq, cqe, &e, &found) ? 1 : first ? -2 : 0;
	if (got == 1)
		vega_fill_wc(cqe, &e, &found, wc);
	if (got) {
		vega_consume(cq);
		vega_cq_seek(cq);
	}
	return got;
}

/**
 * The full path of ibv_poll_cq. A CQE for an unknown queue is consumed and reported as -2, in a
 * call of its own.
 */
INVERBS_INLINE int vega_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int left = num_entries, got = 0;

	inverbs_lock(&cq->lock);
	while (left > 0) {
		int taken = vega_take_run(cq, &wc, left);

		left -= taken;
		if (left == 0 || !vega_cq_has_more(cq))
			break;
		if (taken)
			continue;
		got = vega_take_rare(cq, wc, left == num_entries);
		if (got != 1)
			break;
		left--;
		wc++;
	}
	got = got < 0 ? got : num_entries - left;
	if (left != num_entries || got < 0)
		vega_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/**
 * Take any new CQE for the extended poll. ENOENT: there is none; -2: it names an unknown queue and
 * was consumed.
 */
INVERBS_INLINE int vega_take_any_entry(struct inverbs_cq *cq)
{
	const uint8_t *const cqe = vega_next_cqe(cq);
	struct vega_found found = {NULL, 0, 0, IBV_WC_SUCCESS};
	struct vega_cqe e;
	struct inverbs_meaning m;
	bool is_send, known;

	if (!cqe) {
		if (cq->idle)
			cq->idle(cq);
		return ENOENT;
	}
	inverbs_from_device();
	e = vega_cqe_of(cqe);
	known = vega_find(cq, cqe, &e, &found);
	vega_consume(cq);
	vega_cq_seek(cq);
	if (INVERBS_RARE(!known))
		return -2;
	is_send = vega_cqe_is_send(&e);
	m = is_send ? vega_send_meaning(e.code) : vega_recv_meaning(e.code);
	cq->current = cqe;
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->current_row = (uint64_t)vega_send_opcode(&m, &found) << 32 | m.flags |
			  (is_send ? 0 : 0x200) | (m.special == INVERBS_INVALIDATED_KEY ? 0x20 : 0);
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = vega_cqe_failed(&e) ? vega_wc_status(vega_cqe_get(cqe).status)
						: found.status;
	if (found.qp) {
		vega_meet(cq, cqe, vega_cqe_word(cqe), vega_key_of(found.qp));
		if (!is_send && !found.qp->srq && vega_is_connected(found.qp))
			found.qp->rq.mask = found.qp->rq.entries - 1;
	}
	return 0;
}

/**
 * Take the new CQE at the cursor for the extended poll: inline if it is simple and its queue pair
 * is cached.
 */
INVERBS_INLINE int vega_take_entry(struct inverbs_cq *cq, uintptr_t cursor, uint32_t word)
{
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uintptr_t next = cursor + cq->stride;
	struct inverbs_qp *qp;
	uint32_t key;
	uint64_t row;

	inverbs_from_device();
	key = vega_hot_key(cqe, word);
	row = vega_hot_row(cqe, word);
	qp = *vega_seen_at(cq, cqe, word);
	if (INVERBS_RARE(next == cq->end || vega_key_of(qp) != key))
		return vega_take_entry_full(&cq->ibv_ex);
	if ((uint32_t)row == 0)
		cq->ibv_ex.wr_id = vega_hot_retire_send(
			&qp->sq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU));
	else if ((uint32_t)row == 0x200 && qp->rq.mask)
		cq->ibv_ex.wr_id = vega_hot_retire_recv(
			&qp->rq, (INVERBS_LE32(inverbs_get32(cqe + 8)) & 0xffffU), qp->rq.mask);
	else
		return vega_take_entry_full(&cq->ibv_ex);
	cq->ibv_ex.status = IBV_WC_SUCCESS;
	cq->current = cqe;
	cq->current_qp = qp;
	cq->current_row = row;
	vega_cq_leave(cq, next, cq->head + 1);
	return 0;
}

/**
 * ibv_start_poll for vega: holds the queue's lock until end_poll if it returns 0; checks for a CQE
 * before it locks.
 */
INVERBS_INLINE int vega_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const uintptr_t cursor = __atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint32_t word = vega_cqe_word((const uint8_t *)(cursor & ~(uintptr_t)1));
	int err;

	if (attr->comp_mask)
		return EINVAL;
	if (!vega_is_new(word, vega_lap_of(cursor)))
		return ENOENT;
	inverbs_lock(&cq->lock);
	err = INVERBS_RARE(INVERBS_LOCKS && cq->cursor != cursor)
		      ? vega_take_entry_full(ibcq)
		      : vega_take_entry(cq, cursor, word);
	if (INVERBS_RARE(err))
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int vega_next_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const uintptr_t cursor = cq->cursor;
	const uint32_t word = vega_cqe_word((const uint8_t *)(cursor & ~(uintptr_t)1));

	return vega_is_new(word, vega_lap_of(cursor)) ? vega_take_entry(cq, cursor, word) : ENOENT;
}
INVERBS_INLINE void vega_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	vega_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct vega_cqe vega_current(struct ibv_cq_ex *cq)
{
	return vega_cqe_of(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode vega_read_opcode(struct ibv_cq_ex *cq)
{
	return (enum ibv_wc_opcode)(inverbs_cq_of_ex(cq)->current_row >> 32);
}

INVERBS_INLINE uint32_t vega_read_vendor_err(struct ibv_cq_ex *cq)
{
	return vega_cqe_get(inverbs_cq_of_ex(cq)->current).detail;
}

INVERBS_INLINE unsigned int vega_read_wc_flags(struct ibv_cq_ex *ibcq)
{
	const struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const struct vega_cqe e = vega_current(ibcq);
	const unsigned int flags = cq->current_row & 0xf;

	return cq->current_row & 0x200
		       ? flags | vega_recv_flags(&e, cq->current_qp ? cq->current_qp->sq.flags : 0)
		       : flags;
}

INVERBS_INLINE uint32_t vega_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct vega_cqe e = vega_current(cq);

	return e.bytes;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 vega_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct vega_cqe e = vega_current(cq);

	if (inverbs_cq_of_ex(cq)->current_row & 0x20)
		return e.key;
	return e.imm;
}

/** Time of the completion on the adapter's clock, 32 bits. vega.complete.timestamp */
INVERBS_INLINE uint64_t vega_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct vega_cqe e = vega_current(cq);

	return e.time;
}

INVERBS_INLINE uint32_t vega_read_qp_num(struct ibv_cq_ex *cq)
{
	return vega_current(cq).qpn;
}

INVERBS_INLINE uint32_t vega_read_src_qp(struct ibv_cq_ex *cq)
{
	return vega_current(cq).sender;
}

INVERBS_INLINE uint32_t vega_read_slid(struct ibv_cq_ex *cq)
{
	return vega_current(cq).slid;
}

INVERBS_INLINE uint8_t vega_read_sl(struct ibv_cq_ex *cq)
{
	return vega_current(cq).sl;
}

INVERBS_INLINE uint8_t vega_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return vega_current(cq).path;
}

/** Request an event. vega.arm */
INVERBS_INLINE void vega_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_load_n(&cq->arm_sn, __ATOMIC_RELAXED);

	inverbs_mmio_write64(cq->doorbell + VEGA_ARM,
			     INVERBS_LE64(cq->cqn | ((uint64_t)(index & 0xffffULL) << 32) |
					  ((uint64_t)sequence << 48) |
					  (!solicited ? 0x100000000000000ULL : 0) |
					  (solicited ? 0x200000000000000ULL : 0)));
}

/**
 * ibv_req_notify_cq for vega. Takes no lock; a race with a poll only makes the index older, which
 * is allowed. Each kind has its own code: a constant makes the arm request in fewer instructions.
 */
INVERBS_INLINE int vega_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		vega_arm(inverbs_cq_of(ibcq), true);
	else
		vega_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
