/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Soft-RoCE, an adapter that the kernel implements on a network card. Queues in memory that kernel
 * and program map, each with a producer index and a consumer index; posting ends with a system
 * call.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to rxe.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to rxe */

#ifndef INVERBS_ADAPTERS_RXE_H
#define INVERBS_ADAPTERS_RXE_H

#include <errno.h>
#include <inverbs/adapters/rxe_formats.h>
#include <inverbs/adapters/rxe_queue.h>
#include <inverbs/fast/datapath.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/**
 * The adapter's opcode for each verbs opcode; only those in RXE_SEND_OPS are supported.
 * rxe.send.ops
 */
static const uint8_t rxe_send_code[] __attribute__((unused)) = {
	RXE_OP_RDMA_WRITE,           /* IBV_WR_RDMA_WRITE */
	RXE_OP_RDMA_WRITE_WITH_IMM,  /* IBV_WR_RDMA_WRITE_WITH_IMM */
	RXE_OP_SEND,                 /* IBV_WR_SEND */
	RXE_OP_SEND_WITH_IMM,        /* IBV_WR_SEND_WITH_IMM */
	RXE_OP_RDMA_READ,            /* IBV_WR_RDMA_READ */
	RXE_OP_ATOMIC_CMP_AND_SWP,   /* IBV_WR_ATOMIC_CMP_AND_SWP */
	RXE_OP_ATOMIC_FETCH_AND_ADD, /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	RXE_OP_LOCAL_INV,            /* IBV_WR_LOCAL_INV */
	RXE_OP_BIND_MW,              /* IBV_WR_BIND_MW */
	RXE_OP_SEND_WITH_INV,        /* IBV_WR_SEND_WITH_INV */
	0,                           /* IBV_WR_TSO */
	0,                           /* IBV_WR_DRIVER1 */
	0,                           /* no opcode */
	0,                           /* no opcode */
	0,                           /* no opcode */
	RXE_OP_ATOMIC_WRITE,         /* IBV_WR_ATOMIC_WRITE */
};

#define RXE_SEND_OPS                                                                               \
	((1U << IBV_WR_SEND) | (1U << IBV_WR_SEND_WITH_IMM) | (1U << IBV_WR_SEND_WITH_INV) |       \
	 (1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_WRITE_WITH_IMM) |                          \
	 (1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |                            \
	 (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) | (1U << IBV_WR_ATOMIC_WRITE) |                       \
	 (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_TSO == 10, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_DRIVER1 == 11, "order of rxe_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_WRITE == 15, "order of rxe_send_code");

/** Store the datagram segment of datagram queue pairs. rxe.formats.datagram */
INVERBS_INLINE void rxe_put_datagram(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				     const struct inverbs_request *req,
				     uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_NATIVE32(wr->wr.ud.remote_qpn));
	inverbs_put32(at + 4, INVERBS_NATIVE32(wr->wr.ud.remote_qkey));
	inverbs_put16(at + 8, 0);
	inverbs_put16(at + 10, 0);
	inverbs_put32(at + 12, INVERBS_NATIVE32(inverbs_ah_of(wr->wr.ud.ah)->number));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put64(at + 56, 0);
	inverbs_put64(at + 64, 0);
	inverbs_put64(at + 72, 0);
	inverbs_put64(at + 80, 0);
	inverbs_put64(at + 88, 0);
	inverbs_put64(at + 96, 0);
	inverbs_put64(at + 104, 0);
	inverbs_put64(at + 112, 0);
}

/**
 * Store the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ and ATOMIC_WRITE.
 * rxe.formats.remote
 */
INVERBS_INLINE void rxe_put_remote(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				   const struct inverbs_request *req,
				   uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put32(at + 8, INVERBS_NATIVE32(wr->wr.rdma.rkey));
	inverbs_put32(at + 12, 0);
}

/** Store the swap segment of ATOMIC_CMP_AND_SWP. rxe.formats.swap */
INVERBS_INLINE void rxe_put_swap(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				 const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_NATIVE64(wr->wr.atomic.remote_addr));
	inverbs_put64(at + 8, INVERBS_NATIVE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 16, INVERBS_NATIVE64(wr->wr.atomic.swap));
	inverbs_put32(at + 24, INVERBS_NATIVE32(wr->wr.atomic.rkey));
	inverbs_put32(at + 28, 0);
}

/** Store the add segment of ATOMIC_FETCH_AND_ADD. rxe.formats.add */
INVERBS_INLINE void rxe_put_add(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_NATIVE64(wr->wr.atomic.remote_addr));
	inverbs_put64(at + 8, INVERBS_NATIVE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 16, 0);
	inverbs_put32(at + 24, INVERBS_NATIVE32(wr->wr.atomic.rkey));
	inverbs_put32(at + 28, 0);
}

/** Store the bind segment of BIND_MW. rxe.formats.bind */
INVERBS_INLINE void rxe_put_bind(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				 const struct inverbs_request *req, uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_NATIVE64(wr->bind_mw.bind_info.addr));
	inverbs_put64(at + 8, INVERBS_NATIVE64(wr->bind_mw.bind_info.length));
	inverbs_put32(
		at + 16,
		INVERBS_NATIVE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0));
	inverbs_put32(at + 20, INVERBS_NATIVE32(wr->bind_mw.mw->rkey));
	inverbs_put32(at + 24, INVERBS_NATIVE32(wr->bind_mw.rkey));
	inverbs_put32(at + 28, INVERBS_NATIVE32(wr->bind_mw.bind_info.mw_access_flags));
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t rxe_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					 const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = RXE_SEND_HEAD_SIZE;

	switch (req->qp_type) {
	case IBV_QPT_UD:
		rxe_put_datagram(wqe + at, sq, req, length);
		at += RXE_DATAGRAM_SIZE;
		break;
	default:
		break;
	}
	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
	case IBV_WR_ATOMIC_WRITE:
		rxe_put_remote(wqe + at, sq, req, length);
		at += RXE_REMOTE_SIZE;
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		rxe_put_swap(wqe + at, sq, req, length);
		at += RXE_SWAP_SIZE;
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		rxe_put_add(wqe + at, sq, req, length);
		at += RXE_ADD_SIZE;
		break;
	case IBV_WR_BIND_MW:
		rxe_put_bind(wqe + at, sq, req, length);
		at += RXE_BIND_SIZE;
		break;
	default:
		break;
	}
	return at;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of rxe.send.refuse.
 * length: bytes of payload.
 */
INVERBS_INLINE int rxe_send_refusal(const struct inverbs_sq *sq, const struct inverbs_request *req,
				    uint64_t length)
{
	if (__builtin_expect(rxe_full(sq->buf, sq->position, sq->entries), 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode >= sizeof(rxe_send_code) || !(req->op & RXE_SEND_OPS), 0))
		return EINVAL;
	if (__builtin_expect((req->op & ((1U << IBV_WR_SEND_WITH_INV) | (1U << IBV_WR_RDMA_READ) |
					 (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |
					 (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) |
					 (1U << IBV_WR_ATOMIC_WRITE) | (1U << IBV_WR_LOCAL_INV))) &&
				     !(req->qp_type == IBV_QPT_RC),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & ((1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_WRITE_WITH_IMM) |
				(1U << IBV_WR_BIND_MW))) &&
			    !(req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC),
		    0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & (1U << IBV_WR_ATOMIC_WRITE)) && !(req->traits & INVERBS_BUILT), 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge && !(req->op & (1U << IBV_WR_ATOMIC_WRITE)),
			     0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > 1 && inverbs_payload_bytes(req) > UINT32_MAX, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_CMP_AND_SWP &&
				     (req->wr->wr.atomic.remote_addr & 7),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    req->opcode == IBV_WR_ATOMIC_CMP_AND_SWP && inverbs_payload_bytes(req) < 8, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     (req->wr->wr.atomic.remote_addr & 7),
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     inverbs_payload_bytes(req) < 8,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_LOCAL_INV && req->num_sge > 0, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW && req->num_sge > 0, 0))
		return EINVAL;
	return 0;
}

/**
 * Clear the bytes after the segments, and store the tail. Returns the byte at which the payload
 * begins. rxe.send.tail
 */
INVERBS_INLINE uint32_t rxe_put_tail(uint8_t *wqe, uint32_t at,
				     const struct inverbs_sq *sq INVERBS_UNUSED,
				     const struct inverbs_request *req, uint32_t length)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	uint64_t op_0x8 = 0;

	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		op_0x8 = INVERBS_NATIVE64(wr->wr.rdma.remote_addr);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		op_0x8 = INVERBS_NATIVE64(wr->wr.atomic.remote_addr);
		break;
	default:
		break;
	}

	for (; at < 144; at += 8)
		inverbs_put64(wqe + at, 0);
	inverbs_put32(wqe + 144, 0);
	inverbs_put32(wqe + 144 + 4, 0);
	inverbs_put64(wqe + 144 + 8, op_0x8);
	inverbs_put32(wqe + 144 + 16, 0);
	inverbs_put32(wqe + 144 + 20, 0);
	inverbs_put32(wqe + 144 + 24, 0);
	inverbs_put32(wqe + 144 + 28, 0);
	inverbs_put32(wqe + 144 + 32, 0);
	inverbs_put32(wqe + 144 + 36, 0);
	inverbs_put32(wqe + 144 + 40, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 144 + 44, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 144 + 48, 0);
	inverbs_put32(wqe + 144 + 52, INVERBS_NATIVE32(req->num_sge));
	inverbs_put32(wqe + 144 + 56, 0);
	inverbs_put32(wqe + 144 + 60, 0);

	return 208;
}

/** Store the SGEs. Returns the bytes that they take. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put64(wqe + at, INVERBS_NATIVE64(sge->addr));
		inverbs_put32(wqe + at + 8, INVERBS_NATIVE32(sge->length));
		inverbs_put32(wqe + at + 12, INVERBS_NATIVE32(sge->lkey));

		at += RXE_SGE_SIZE;
	}
	return at - start;
}

/** Copy the payload into the WQE. Returns the bytes taken. rxe.send.payload.inline */
INVERBS_INLINE uint32_t rxe_put_inline(uint8_t *wqe, uint32_t at, const struct inverbs_request *req,
				       uint32_t length)
{
	uint8_t *to = wqe + at;

	if (length == 0)
		return 0;
	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = inverbs_sge(req, n);

		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		to += sge->length;
	}
	return length;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t rxe_put_payload(uint8_t *wqe, uint32_t at,
					const struct inverbs_request *req, uint32_t length)
{
	if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) /* no payload at all */
		return 0;
	return inverbs_is_inline(req) || (req->op & (1U << IBV_WR_ATOMIC_WRITE))
		       ? rxe_put_inline(wqe, at, req, length)
		       : rxe_put_sges(wqe, at, req);
}

/** Store the control segment. rxe.send.head */
INVERBS_INLINE void rxe_put_head(uint8_t *wqe, const struct inverbs_sq *sq INVERBS_UNUSED,
				 const struct inverbs_request *req, uint32_t index INVERBS_UNUSED,
				 uint32_t bytes INVERBS_UNUSED, uint32_t length INVERBS_UNUSED,
				 uint64_t tag INVERBS_UNUSED, uint32_t owed INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = rxe_send_code[req->opcode];
	uint32_t op_0x14 = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		op_0x14 = wr->imm_data;
		break;
	case IBV_WR_SEND_WITH_INV:
	case IBV_WR_LOCAL_INV:
		op_0x14 = INVERBS_NATIVE32(wr->invalidate_rkey);
		break;
	default:
		break;
	}
	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put32(wqe + 8, 0);
	inverbs_put32(wqe + 12, INVERBS_NATIVE32(code));
	inverbs_put32(wqe + 16,
		      INVERBS_NATIVE32(((req->flags & IBV_SEND_FENCE) ? 1 : 0) |
				       (((req->flags | req->traits) & IBV_SEND_SIGNALED) ? 2 : 0) |
				       ((req->flags & IBV_SEND_SOLICITED) ? 4 : 0) |
				       (inverbs_is_inline(req) ? 8 : 0)));
	inverbs_put32(wqe + 20, op_0x14);
}

/** The WQEs that a call has stored, for the doorbell. */
struct rxe_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
};

/**
 * Ring the doorbell, once per call. Returns 0, or the errno value with which the kernel refused the
 * command; nothing was posted then. rxe.send.doorbell
 */
INVERBS_INLINE int rxe_send_doorbell(struct ibv_qp *qp, struct inverbs_sq *sq,
				     const struct rxe_sent *sent)
{
	int err;

	rxe_set_producer(sq->buf, sq->position & (sq->entries - 1));
	err = inverbs_command_doorbell(qp);
	if (__builtin_expect(err, 0)) {
		sq->head -= sent->count;
		sq->position -= sent->count;
		rxe_set_producer(sq->buf, sq->position & (sq->entries - 1));
	}
	return err;
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int rxe_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
		       struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int rxe_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int rxe_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
		       struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int rxe_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
/** Called by ibv_start_poll and ibv_poll_cq when they find no CQE: release the lock, return err. */
int rxe_poll_idle(struct inverbs_cq *cq, int err) INVERBS_COLD;
/** A queue that is not empty, and whose first CQE only the full path of a poll takes. */
extern const uint8_t rxe_parked_ring[RXE_QUEUE_HEAD + 48];
int rxe_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		     uint64_t operation, uint64_t first, uint64_t second) INVERBS_COLD;
/**
 * Ring the doorbell of the hot path where that is a system call, and release the queue's lock. If
 * the call fails, the WQE is taken back. Returns 0 or an errno value.
 */
int rxe_hot_command(struct ibv_qp *qp);
int rxe_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			  uint32_t lkey) INVERBS_COLD;
int rxe_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			   struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int rxe_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
			      uint32_t lkey) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/**
 * Direct polls to the ring or, when they must always take the full path, to one that is never
 * empty.
 */
INVERBS_INLINE void rxe_cq_seek(struct inverbs_cq *cq)
{
	const uint8_t *const units = cq->idle ? rxe_parked_ring + RXE_QUEUE_HEAD : cq->buf;

	__atomic_store_n(&cq->cursor, (uintptr_t)units, __ATOMIC_RELEASE);
}

INVERBS_ASSERT_LAYOUT(INVERBS_LANES == 3, "rxe's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_OPS == 2, "rxe's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_ROWS == 4, "rxe's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_COPY_FEW == 64, "rxe's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_WC_BLOCK == 64, "rxe's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_FLAGS < 16,
		      "rxe's tables have a row for each combination of flags");

/** The bits of a WQE for each combination of enum ibv_send_flags, in memory order. */
static const uint64_t rxe_hot_flags_0[] __attribute__((unused)) = {
	0x0ULL, 0x0ULL, 0x2ULL, 0x2ULL, 0x4ULL, 0x4ULL, 0x6ULL, 0x6ULL,
	0x0ULL, 0x0ULL, 0x2ULL, 0x2ULL, 0x4ULL, 0x4ULL, 0x6ULL, 0x6ULL,
};

/**
 * Grant credit to the hot path: the number of WQEs that it may post before the rest of the queue's
 * state must be read again. rxe.send.hot
 */
INVERBS_INLINE void rxe_send_credit(struct inverbs_sq *sq)
{
	const bool addressed = sq->qp_type == IBV_QPT_UD;
	const uint32_t unit = sq->position & (sq->entries - 1);
	uint32_t room = (rxe_consumer(sq->buf) - 1 - sq->position) & (sq->entries - 1);

	if (!(sq->qp_type == IBV_QPT_RC || sq->qp_type == IBV_QPT_UC ||
	      sq->qp_type == IBV_QPT_UD) ||
	    sq->owed || sq->closed || sq->max_sge == 0)
		return;
	if (addressed && 1U << sq->shift < 224)
		return;
	if (room > sq->entries - unit)
		room = sq->entries - unit;
	sq->next = sq->buf + ((size_t)unit << sq->shift);
	sq->stride = 1U << sq->shift;
	sq->hot_inline[0] = addressed             ? 0
			    : sq->max_inline < 64 ? sq->max_inline
						  : 64; /* RDMA_WRITE */
	sq->hot_inline[1] = addressed ? 0 : sq->max_inline < 64 ? sq->max_inline : 64; /* SEND */
	for (uint32_t row = 0; row < INVERBS_HOT_ROWS; row++)
		sq->by_flags[row] = rxe_hot_flags_0[row * IBV_SEND_SIGNALED |
						    (sq->flags & INVERBS_SQ_SIGNAL_ALL)];
	if (addressed && room)
		room |= INVERBS_ADDRESSED;
	inverbs_sq_grant(sq, room);
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t rxe_hot_payload_rdma_write(const struct inverbs_sq *sq INVERBS_UNUSED,
						   uint8_t *wqe, uint32_t index INVERBS_UNUSED,
						   uint32_t serial INVERBS_UNUSED,
						   const struct ibv_send_wr *wr INVERBS_UNUSED,
						   const struct ibv_sge *sge,
						   uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = 208 + length;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_copy_few(wqe + 208, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t rxe_hot_payload_send(const struct inverbs_sq *sq INVERBS_UNUSED,
					     uint8_t *wqe, uint32_t index INVERBS_UNUSED,
					     uint32_t serial INVERBS_UNUSED,
					     const struct ibv_send_wr *wr INVERBS_UNUSED,
					     const struct ibv_sge *sge,
					     uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = 208 + length;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_copy_few(wqe + 208, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/** Store a WQE whose payload is not inline. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_hot_gather(const struct inverbs_sq *sq, uint8_t *wqe,
				       uint32_t index INVERBS_UNUSED,
				       uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr,
				       const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED,
				       uint32_t opcode, uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
		inverbs_put64(wqe + 8, 0);
		inverbs_put_row(wqe + 16, sq, row);
		inverbs_put64(wqe + 24, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 32, INVERBS_NATIVE32(wr->wr.rdma.rkey));
		inverbs_put64(wqe + 40, 0);
		inverbs_put64(wqe + 48, 0);
		inverbs_put64(wqe + 56, 0);
		inverbs_put64(wqe + 64, 0);
		inverbs_put64(wqe + 72, 0);
		inverbs_put64(wqe + 80, 0);
		inverbs_put64(wqe + 88, 0);
		inverbs_put64(wqe + 96, 0);
		inverbs_put64(wqe + 104, 0);
		inverbs_put64(wqe + 112, 0);
		inverbs_put64(wqe + 120, 0);
		inverbs_put64(wqe + 128, 0);
		inverbs_put64(wqe + 136, 0);
		inverbs_put64(wqe + 144, 0);
		inverbs_put64(wqe + 152, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 160, 0);
		inverbs_put64(wqe + 168, 0);
		inverbs_put64(wqe + 176, 0);
		inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
		inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
		inverbs_put32(wqe + 196, (uint32_t)1);
		inverbs_put64(wqe + 200, 0);
		inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
		inverbs_put_length_key(wqe + 216, sge, in_memory);
	} else if (opcode == IBV_WR_SEND) {
		inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
		inverbs_put64(wqe + 8, 0x200000000ULL);
		inverbs_put_row(wqe + 16, sq, row);
		inverbs_put64(wqe + 24, 0);
		inverbs_put64(wqe + 32, 0);
		inverbs_put64(wqe + 40, 0);
		inverbs_put64(wqe + 48, 0);
		inverbs_put64(wqe + 56, 0);
		inverbs_put64(wqe + 64, 0);
		inverbs_put64(wqe + 72, 0);
		inverbs_put64(wqe + 80, 0);
		inverbs_put64(wqe + 88, 0);
		inverbs_put64(wqe + 96, 0);
		inverbs_put64(wqe + 104, 0);
		inverbs_put64(wqe + 112, 0);
		inverbs_put64(wqe + 120, 0);
		inverbs_put64(wqe + 128, 0);
		inverbs_put64(wqe + 136, 0);
		inverbs_put64(wqe + 144, 0);
		inverbs_put64(wqe + 152, 0);
		inverbs_put64(wqe + 160, 0);
		inverbs_put64(wqe + 168, 0);
		inverbs_put64(wqe + 176, 0);
		inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
		inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
		inverbs_put32(wqe + 196, (uint32_t)1);
		inverbs_put64(wqe + 200, 0);
		inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
		inverbs_put_length_key(wqe + 216, sge, in_memory);
	}

	return bytes;
}

/** Store a WQE with inline payload. last: length of the payload - 1. rxe.send.payload.inline */
INVERBS_INLINE uint32_t rxe_hot_inline(const struct inverbs_sq *sq, uint8_t *wqe,
				       uint32_t index INVERBS_UNUSED,
				       uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr,
				       const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED,
				       uint32_t opcode, uint32_t flags, uint32_t last)
{
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		INVERBS_ASSUME(last < 64);
		inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
		inverbs_put64(wqe + 8, 0);
		inverbs_put64(wqe + 16, 8 | inverbs_row_of_flags(sq, row));
		inverbs_put64(wqe + 24, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 32, INVERBS_NATIVE32(wr->wr.rdma.rkey));
		inverbs_put64(wqe + 40, 0);
		inverbs_put64(wqe + 48, 0);
		inverbs_put64(wqe + 56, 0);
		inverbs_put64(wqe + 64, 0);
		inverbs_put64(wqe + 72, 0);
		inverbs_put64(wqe + 80, 0);
		inverbs_put64(wqe + 88, 0);
		inverbs_put64(wqe + 96, 0);
		inverbs_put64(wqe + 104, 0);
		inverbs_put64(wqe + 112, 0);
		inverbs_put64(wqe + 120, 0);
		inverbs_put64(wqe + 128, 0);
		inverbs_put64(wqe + 136, 0);
		inverbs_put64(wqe + 144, 0);
		inverbs_put64(wqe + 152, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 160, 0);
		inverbs_put64(wqe + 168, 0);
		inverbs_put64(wqe + 176, 0);
		inverbs_put32(wqe + 196, (uint32_t)1);
		inverbs_put64(wqe + 200, 0);
		bytes = __builtin_expect(last == 7, 1)
				? rxe_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge, flags,
							     8)
				: rxe_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge, flags,
							     last + 1);
	} else if (opcode == IBV_WR_SEND) {
		INVERBS_ASSUME(last < 64);
		inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
		inverbs_put64(wqe + 8, 0x200000000ULL);
		inverbs_put64(wqe + 16, 8 | inverbs_row_of_flags(sq, row));
		inverbs_put64(wqe + 24, 0);
		inverbs_put64(wqe + 32, 0);
		inverbs_put64(wqe + 40, 0);
		inverbs_put64(wqe + 48, 0);
		inverbs_put64(wqe + 56, 0);
		inverbs_put64(wqe + 64, 0);
		inverbs_put64(wqe + 72, 0);
		inverbs_put64(wqe + 80, 0);
		inverbs_put64(wqe + 88, 0);
		inverbs_put64(wqe + 96, 0);
		inverbs_put64(wqe + 104, 0);
		inverbs_put64(wqe + 112, 0);
		inverbs_put64(wqe + 120, 0);
		inverbs_put64(wqe + 128, 0);
		inverbs_put64(wqe + 136, 0);
		inverbs_put64(wqe + 144, 0);
		inverbs_put64(wqe + 152, 0);
		inverbs_put64(wqe + 160, 0);
		inverbs_put64(wqe + 168, 0);
		inverbs_put64(wqe + 176, 0);
		inverbs_put32(wqe + 196, (uint32_t)1);
		inverbs_put64(wqe + 200, 0);
		bytes = __builtin_expect(last == 7, 1)
				? rxe_hot_payload_send(sq, wqe, index, serial, wr, sge, flags, 8)
				: rxe_hot_payload_send(sq, wqe, index, serial, wr, sge, flags,
						       last + 1);
	}

	return bytes;
}

/** Index of an op among those of the hot path. */
INVERBS_INLINE uint32_t rxe_hot_op(uint32_t opcode)
{
	return opcode == IBV_WR_SEND ? 1 : 0;
}

/**
 * Post one work request of the hot shape. in_memory: its SGE is in memory, not in registers.
 * Returns 0, or a negative value if nothing was stored and the caller must call the full path, or
 * the errno value with which the kernel refused the doorbell; the work request is then taken back.
 */
INVERBS_INLINE int rxe_hot_send(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				const struct ibv_sge *sge, bool in_memory, uint32_t opcode,
				uint32_t flags)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint8_t *wqe;

	if (INVERBS_RARE(!inverbs_trylock(&sq->lock)))
		return -1;
	if (flags & IBV_SEND_INLINE) {
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		uint32_t last = sge->length - 1;

		if (in_memory)
			INVERBS_SETTLE(
				last); /* the code below needs this or the length, not both */
		if (INVERBS_RARE(last >= sq->hot_inline[rxe_hot_op(opcode)]))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_hot_inline(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags,
				       last);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
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
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_hot_gather(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return -1;
}

/**
 * True for a work request whose op, flags and number of SGEs are compile-time constants: it need
 * not exist in memory.
 */
INVERBS_INLINE bool rxe_is_known(const struct ibv_send_wr *wr)
{
	return __builtin_constant_p(wr != NULL) && wr && __builtin_constant_p(wr->opcode) &&
	       __builtin_constant_p(wr->send_flags) &&
	       __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 &&
	       !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS) &&
	       (wr->opcode == IBV_WR_RDMA_WRITE || wr->opcode == IBV_WR_SEND);
}

/**
 * ibv_post_send for rxe. The hot shape is a list of one work request with one SGE, and one of these
 * ops: RDMA_WRITE, SEND.
 */
INVERBS_INLINE int rxe_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr)
{
	int err = -1;

	if (rxe_is_known(wr)) {
		const struct ibv_sge sge = *wr->sg_list;

		err = rxe_hot_send(qp, wr, &sge, false, wr->opcode, wr->send_flags);
		if (INVERBS_RARE(err < 0))
			err = rxe_post_scalars(
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
			err = rxe_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE,
					   wr->send_flags);
		else if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_SEND))
			err = rxe_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND, wr->send_flags);
	}
	if (INVERBS_RARE(err < 0))
		return rxe_post_send_full(qp, wr, bad_wr);
	if (INVERBS_RARE(err))
		*bad_wr = wr;
	return err;
}

/** The memory in which the next WQE is built: the ring. */
INVERBS_INLINE uint8_t *rxe_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + ((size_t)unit << sq->shift);
}

/** True for work requests that are posted on credit. */
INVERBS_INLINE bool rxe_is_hot(uint32_t opcode, uint32_t sges, uint32_t flags)
{
	if (flags & ~INVERBS_HOT_FLAGS)
		return false;
	if (opcode == IBV_WR_RDMA_WRITE && sges > 1)
		return sges <= 255 && !(flags & IBV_SEND_INLINE);
	if (opcode == IBV_WR_SEND && sges > 1)
		return sges <= 255 && !(flags & IBV_SEND_INLINE);
	return sges == 1 && (opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_SEND ||
			     opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_SEND_WITH_INV ||
			     opcode == IBV_WR_RDMA_WRITE_WITH_IMM || opcode == IBV_WR_RDMA_READ);
}

/** The same for queue pairs whose WQEs contain a destination. */
INVERBS_INLINE bool rxe_is_addressed(uint32_t opcode, uint32_t sges, uint32_t flags)
{
	return !(flags & ~INVERBS_HOT_FLAGS) && sges == 1 && (opcode == IBV_WR_SEND);
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. Returns the first work request that
 * was not stored, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *rxe_hot_stretch(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						   struct rxe_sent *sent)
{
	const uint32_t stride = sq->stride;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;

	do {
		const uint64_t shape = inverbs_shape_of(wr);
		const uint32_t flags = wr->send_flags;
		const struct ibv_sge *const sge = wr->sg_list;

		if (flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE))
			break;
		if (shape == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE)) {
			const uint32_t opcode = IBV_WR_RDMA_WRITE;

			bytes = rxe_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
					       flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			bytes = rxe_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
					       flags);
		} else {
			break;
		}
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
	sq->room = room;
	return wr;
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. See inverbs_give.
 */
INVERBS_INLINE void rxe_given_stretch(struct inverbs_sq *sq, inverbs_give *give,
				      struct inverbs_giver *giver, struct rxe_sent *sent)
{
	const uint32_t stride = sq->stride;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;
	struct ibv_send_wr own, *const wr = &own;

	do {
		void *const after = give(giver->next, &own);
		const uint64_t shape = inverbs_shape_of(wr);
		const uint32_t flags = wr->send_flags;
		const struct ibv_sge *const sge = wr->sg_list;

		if (flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE))
			break;
		if (shape == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE)) {
			const uint32_t opcode = IBV_WR_RDMA_WRITE;

			bytes = rxe_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
					       flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			bytes = rxe_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
					       flags);
		} else {
			break;
		}
		wqe += stride;
		index++;
		serial++;
		giver->next = after;
	} while (--room && giver->next);
	if (room == sq->room)
		return;
	sent->wqe = wqe - stride;
	sent->bytes = bytes;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->room = room;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. Returns that work request, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *rxe_hot_run(struct inverbs_sq *sq, struct ibv_send_wr *wr,
					       struct rxe_sent *sent)
{
	do {
		if (sq->room == 0)
			rxe_send_credit(sq);
		if (sq->room == 0 ||
		    sq->room >=
			    INVERBS_ADDRESSED) /* in lists, WQEs with a destination are not hot */
			break;
		wr = rxe_hot_stretch(sq, wr, sent);
	} while (wr && sq->room == 0);
	return wr;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. See inverbs_give.
 */
INVERBS_INLINE void rxe_given_run(struct inverbs_sq *sq, inverbs_give *give,
				  struct inverbs_giver *giver, struct rxe_sent *sent)
{
	do {
		if (sq->room == 0)
			rxe_send_credit(sq);
		if (sq->room == 0 ||
		    sq->room >=
			    INVERBS_ADDRESSED) /* in lists, WQEs with a destination are not hot */
			break;
		rxe_given_stretch(sq, give, giver, sent);
	} while (giver->next && sq->room == 0);
}

/**
 * Grant the credit that remains after a WQE of another shape, which was stored at unit `index` when
 * the credit was `room`.
 */
INVERBS_INLINE void rxe_send_keep(struct inverbs_sq *sq, uint32_t index, uint32_t room)
{
	const uint32_t left = inverbs_sq_left(room);

	if (left < 2 || sq->position - index != 1)
		return;
	sq->next += sq->stride;
	inverbs_sq_grant(sq, room - 1);
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. rxe.send
 */
INVERBS_INLINE int rxe_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				bool lone INVERBS_UNUSED, struct rxe_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = req.num_sge <= sq->max_sge || (req.op & (1U << IBV_WR_ATOMIC_WRITE))
				       ? inverbs_payload_bytes(&req)
				       : 0;
	const uint32_t index = sq->position;
	uint8_t *const wqe = rxe_send_place(sq, index);
	const uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	const int err = rxe_send_refusal(sq, &req, total);

	if (__builtin_expect(err, 0))
		return err;
	bytes = rxe_put_segments(wqe, sq, &req, length);
	bytes = rxe_put_tail(wqe, bytes, sq, &req, length);
	bytes += rxe_put_payload(wqe, bytes, &req, length);
	rxe_put_head(wqe, sq, &req, index, bytes, length, tag, 0);
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head++;
	sq->position = index + 1;
	return 0;
}

/**
 * The full path of a single work request with this opcode, on a queue pair of this type.
 * gathers_one: it has one SGE, and its payload is not inline. When the kernel refuses the doorbell,
 * nothing was posted.
 */
INVERBS_INLINE int rxe_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				 bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct rxe_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	const bool addressed = qp_type == IBV_QPT_UD;
	const bool credited = qp_type == IBV_QPT_RC || qp_type == IBV_QPT_UC || addressed;
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
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = rxe_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		err = rxe_send_doorbell(qp, sq, &sent);
		if (inverbs_sq_left(room) > 1)
			rxe_send_keep(sq, index, room);
		else if (addressed ? rxe_is_addressed(opcode, (uint32_t)wr->num_sge, wr->send_flags)
				   : credited && sent.bytes <= 2147483647 &&
					     rxe_is_hot(opcode, (uint32_t)wr->num_sge,
							wr->send_flags))
			rxe_send_credit(sq);
	}
	if (__builtin_expect(err, 0))
		*bad_wr = wr;
	inverbs_unlock(&sq->lock);
	return err;
}

/**
 * Post work requests to a locked queue, after the WQEs that are stored already, and unlock it. One
 * doorbell for all; posting stops at the first work request that is refused. When the kernel
 * refuses the doorbell, nothing was posted.
 */
INVERBS_INLINE int rxe_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr, struct rxe_sent sent, bool built)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct ibv_send_wr *const first_wr = wr;
	uint32_t credit;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		uint32_t room, index;

		wr = rxe_hot_run(sq, wr, &sent);
		if (!wr)
			break;
		room = sq->room;
		inverbs_sq_recall(sq);
		index = sq->position;
		req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		req.traits |= built ? INVERBS_BUILT : 0;
		err = rxe_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rxe_send_keep(sq, index, room);
	}
	credit = sq->room;
	inverbs_sq_recall(sq);
	if (sent.count) {
		const int refused = rxe_send_doorbell(qp, sq, &sent);

		if (__builtin_expect(refused, 0)) {
			*bad_wr = first_wr;
			err = refused;
			credit = 0;
		}
	}
	inverbs_sq_grant(sq, credit);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int rxe_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for rxe. */
INVERBS_INLINE int rxe_wr_complete(struct ibv_qp_ex *qp)
{
	return rxe_wr_complete_full(qp);
}

/** Grant credit to the hot path of receives. rxe.recv */
INVERBS_INLINE void rxe_recv_credit(struct inverbs_rq *rq)
{
	const uint32_t unit = rq->head & (rq->entries - 1);
	uint32_t room;

	if (!rq->buf || rq->max_sge == 0 || rq->closed)
		return;
	room = (rxe_consumer(rq->buf) - 1 - rq->head) & (rq->entries - 1);
	if (room > rq->entries - unit)
		room = rq->entries - unit;
	rq->next = rq->buf + ((size_t)unit << rq->shift);
	rq->stride = 1U << rq->shift;
	inverbs_rq_grant(rq, room);
}

/** Store a receive of one SGE at the producer index. */
INVERBS_INLINE void rxe_hot_recv_put(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
				     const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint8_t *wqe = rq->next;

	INVERBS_FORGET(rq->next);
	rq->next += rq->stride;
	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0);
	inverbs_put32(wqe + 16, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 20, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 28, (uint32_t)1);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 48, sge, in_memory);
}

/**
 * Post one receive of one SGE. Returns false if nothing was stored and the caller must call the
 * full path.
 */
INVERBS_INLINE bool rxe_hot_recv(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
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
	rxe_hot_recv_put(rq, wr, sge, in_memory);
	head = rq->head - rq->room;
	rxe_set_producer(rq->buf, head & (rq->entries - 1));
	inverbs_unlock(&rq->lock);
	return true;
}

/** ibv_post_recv for rxe. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int rxe_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const queue = &inverbs_qp_of(qp)->rq;

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (rxe_hot_recv(queue, wr, &sge, false))
			return 0;
		err = rxe_post_recv_scalars(qp, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(rxe_hot_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return rxe_post_recv_full(qp, wr, bad_wr);
}

/**
 * Returns 0, or the errno value with which the receive queue refuses a work request.
 * rxe.recv.refuse
 */
INVERBS_INLINE int rxe_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(!rq->buf || rxe_full(rq->buf, rq->head, rq->entries), 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	return 0;
}

/** Store the SGEs of a receive, preceded by their number. rxe.recv.head */
INVERBS_INLINE void rxe_put_recv(uint8_t *wqe, const struct ibv_recv_wr *wr)
{
	const uint32_t sges = (uint32_t)wr->num_sge;
	uint32_t length = 0;

	for (uint32_t n = 0; n < sges; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];
		uint8_t *const at = wqe + RXE_RECV_HEAD_SIZE + (size_t)n * RXE_SGE_SIZE;

		inverbs_put64(at, INVERBS_NATIVE64(sge->addr));
		inverbs_put32(at + 8, INVERBS_NATIVE32(sge->length));
		inverbs_put32(at + 12, INVERBS_NATIVE32(sge->lkey));

		length += sge->length;
	}
	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0);
	inverbs_put32(wqe + 16, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 20, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 24, 0);
	inverbs_put32(wqe + 28, INVERBS_NATIVE32(sges));
	inverbs_put32(wqe + 32, 0);
	inverbs_put32(wqe + 36, 0);
}

/** Publish the number of receives posted so far. rxe.recv.doorbell */
INVERBS_INLINE void rxe_recv_doorbell(const struct inverbs_rq *rq, uint32_t head)
{
	rxe_set_producer(rq->buf, head & (rq->entries - 1));
}

/**
 * The full path of ibv_post_recv. One doorbell for all; posting stops at the first work request
 * that is refused.
 */
INVERBS_INLINE int rxe_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	uint32_t posted;
	int err = 0;

	inverbs_lock(&rq->lock);
	inverbs_rq_recall(rq);
	posted = rq->head;
	for (; wr; wr = wr->next) {
		err = rxe_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rxe_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), wr);
		rq->head++;
	}
	if (rq->head != posted)
		rxe_recv_doorbell(rq, rq->head);
	rxe_recv_credit(rq);
	inverbs_unlock(&rq->lock);
	return err;
}

/**
 * Returns 0, or the errno value with which the shared receive queue refuses a work request.
 * rxe.recv.refuse
 */
INVERBS_INLINE int rxe_srq_recv_refusal(const struct inverbs_srq *srq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rxe_full(srq->buf, srq->head, srq->entries), 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
		return EINVAL;
	return 0;
}

/** The full path of ibv_post_srq_recv; works like that of a receive queue. rxe.recv.shared */
INVERBS_INLINE int rxe_srq_recv_list(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				     struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t posted;
	int err = 0;

	inverbs_lock(&srq->lock);
	posted = srq->head;
	for (; wr; wr = wr->next) {
		err = rxe_srq_recv_refusal(srq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rxe_put_recv(inverbs_slot(srq->buf, srq->head, srq->entries, srq->shift), wr);
		srq->head++;
	}
	if (srq->head != posted)
		rxe_set_producer(srq->buf, srq->head & (srq->entries - 1));
	inverbs_unlock(&srq->lock);
	return err;
}

/**
 * Post one receive of one SGE to a shared receive queue. Returns false if nothing was stored and
 * the caller must call the full path.
 */
INVERBS_INLINE bool rxe_hot_srq_recv(struct inverbs_srq *srq, const struct ibv_recv_wr *wr,
				     const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint8_t *wqe;

	if (INVERBS_RARE(!inverbs_trylock(&srq->lock)))
		return false;
	if (INVERBS_RARE(rxe_full(srq->buf, srq->head, srq->entries) || srq->max_sge == 0)) {
		inverbs_unlock(&srq->lock);
		return false;
	}
	wqe = inverbs_slot(srq->buf, srq->head, srq->entries, srq->shift);
	srq->head++;
	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0);
	inverbs_put32(wqe + 16, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 20, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 28, (uint32_t)1);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 48, sge, in_memory);
	rxe_set_producer(srq->buf, srq->head & (srq->entries - 1));
	inverbs_unlock(&srq->lock);
	return true;
}

/** ibv_post_srq_recv for rxe. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int rxe_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				     struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const queue = inverbs_srq_of(srq);

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (rxe_hot_srq_recv(queue, wr, &sge, false))
			return 0;
		err = rxe_post_srq_recv_scalars(srq, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(rxe_hot_srq_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return rxe_post_srq_recv_full(srq, wr, bad_wr);
}

/** The 48 significant bytes of CQE `index`; larger slots have them at their start. */
INVERBS_INLINE uint8_t *rxe_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *rxe_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = rxe_cq_entry(cq, cq->head);

	return ((rxe_producer(cq->buf) - cq->head) & (cq->entries - 1)) ? cqe : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void rxe_consume(struct inverbs_cq *cq)
{
	__atomic_store_n(&cq->head, cq->head + 1,
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. rxe.complete.send */
INVERBS_INLINE struct inverbs_meaning rxe_send_meaning(uint32_t value)
{
	const struct inverbs_meaning same = {(uint8_t)value, 0, INVERBS_CQE_LENGTH,
					     0}; /* opcodes have the same numbers as in verbs */

	return same;
}

/** What the work completion of a receive reports, by a value of the CQE. rxe.complete.recv */
INVERBS_INLINE struct inverbs_meaning rxe_recv_meaning(uint32_t value)
{
	const struct inverbs_meaning same = {(uint8_t)value, 0, 0,
					     0}; /* opcodes have the same numbers as in verbs */

	return same;
}

/** The completion status for a status value of the CQE. rxe.complete.status */
INVERBS_INLINE enum ibv_wc_status rxe_wc_status(uint32_t value)
{
	return value <= 21 ? (enum ibv_wc_status)value
			   : IBV_WC_GENERAL_ERR; /* same numbers as in verbs */
}

/** True when the CQE reports a failed work request. */
INVERBS_INLINE bool rxe_cqe_failed(const struct rxe_cqe *e)
{
	return e->status != 0;
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool rxe_cqe_is_send(const struct rxe_cqe *e)
{
	return e->opcode == RXE_WC_OP_SEND || e->opcode == RXE_WC_OP_RDMA_WRITE ||
	       e->opcode == RXE_WC_OP_RDMA_READ || e->opcode == RXE_WC_OP_COMP_SWAP ||
	       e->opcode == RXE_WC_OP_FETCH_ADD || e->opcode == RXE_WC_OP_BIND_MW ||
	       e->opcode == RXE_WC_OP_LOCAL_INV || e->opcode == RXE_WC_OP_ATOMIC_WRITE;
}

/** Publish the consumer index `index`. rxe.complete.consumed */
INVERBS_INLINE void rxe_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	rxe_set_consumer(cq->buf, index & (cq->entries - 1));
}

INVERBS_INLINE void rxe_cq_publish_ci(struct inverbs_cq *cq)
{
	rxe_cq_publish_index(cq, cq->head);
}

/** The work request of a CQE. */
struct rxe_found {
	struct inverbs_qp *qp; /**< always NULL; not needed */
	uint64_t wr_id;
	uint32_t note; /**< always 0 */
};

/**
 * Read the work request from a CQE that contains its wr_id: no queue is looked up and nothing is
 * retired. rxe.complete.retire
 */
INVERBS_INLINE bool rxe_find(const struct inverbs_cq *cq INVERBS_UNUSED, const struct rxe_cqe *e,
			     struct rxe_found *found)
{
	found->wr_id = e->wr_id;
	return true;
}

INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, wr_id) == 0, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, status) == 8, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, opcode) == 12, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, vendor_err) == 16, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, qp_num) == 28, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, imm_data) == 24, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, invalidated_rkey) == 24, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, byte_len) == 20, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, src_qp) == 32, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, pkey_index) == 40, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, slid) == 42, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, sl) == 44, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, dlid_path_bits) == 45, "CQEs of rxe are copied");
INVERBS_ASSERT_LAYOUT(sizeof(struct ibv_wc) == 48, "CQEs of rxe are copied");

/**
 * True for a CQE that is not a valid struct ibv_wc: the work request failed, or flags differ from
 * those of verbs. CQEs of sends have no flags. rxe.complete
 */
INVERBS_INLINE bool rxe_cqe_differs(const uint8_t *cqe)
{
	const uint32_t status = inverbs_get32(cqe + 8), flags = inverbs_get32(cqe + 36);

	return (status | flags) && (status | (flags ^ (inverbs_get32(cqe + 12) >> 7))) &&
	       (status | (flags & ~((0U - ((inverbs_get32(cqe + 12) >> 7) & 1U)) & 3)));
}

/**
 * Pass a CQE that does not differ to the `take` function of an interface with other structures; see
 * inverbs_take. Returns false if nothing was done.
 */
INVERBS_INLINE bool rxe_tell_copied(const uint8_t *cqe, inverbs_take *take,
				    struct inverbs_taker *taker)
{
	const struct ibv_wc *const wc = (const struct ibv_wc *)(const void *)cqe;
	const uint32_t opcode = wc->opcode;

	if (opcode <= IBV_WC_RDMA_WRITE)
		take(taker, wc->wr_id, opcode, NULL);
	else if (__builtin_expect(opcode - IBV_WC_RECV <= 1, 1))
		take(taker, wc->wr_id, opcode | (uint64_t)wc->byte_len << 32, wc);
	else if (opcode <= IBV_WC_FETCH_ADD)
		take(taker, wc->wr_id, opcode | (uint64_t)wc->byte_len << 32, NULL);
	else
		return false;
	return true;
}

/**
 * ibv_poll_cq for rxe. Checks for a CQE before it takes the lock, by the indexes in the ring's
 * header. A single successful completion is taken here. With take (see inverbs_take), it returns
 * INVERBS_LEFT where it would call the archive.
 */
INVERBS_INLINE int rxe_poll_one(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc,
				inverbs_take *take, struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	uint8_t *const units = (uint8_t *)__atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint32_t index = rxe_consumer(units);
	const uint8_t *cqe;

	if (rxe_producer(units) == index)
		return 0;
	if ((take ? *taker->more != NULL : num_entries != 1) ||
	    INVERBS_RARE(!inverbs_trylock(&cq->lock)))
		return take ? INVERBS_LEFT : rxe_poll_cq_full(ibcq, num_entries, wc);
	cqe = units + ((size_t)index << cq->shift);
	if (INVERBS_RARE((INVERBS_LOCKS &&
			  (cq->cursor != (uintptr_t)units || rxe_consumer(units) != index)) ||
			 rxe_cqe_differs(cqe) || (take && !rxe_tell_copied(cqe, take, taker)))) {
		inverbs_unlock(&cq->lock);
		return take ? INVERBS_LEFT : rxe_poll_cq_full(ibcq, 1, wc);
	}
	if (!take)
		memcpy(wc, cqe, sizeof(*wc));
	cq->head++;
	rxe_set_consumer(units, (index + 1) & (cq->entries - 1));
	inverbs_unlock(&cq->lock);
	return 1;
}

/** Flags of a receive completion that do not come from its opcode. rxe.complete.recv.flags */
INVERBS_INLINE unsigned int rxe_recv_flags(const struct rxe_cqe *e INVERBS_UNUSED,
					   uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	if (e->grh)
		flags |= IBV_WC_GRH;
	if (e->with_imm)
		flags |= IBV_WC_WITH_IMM;
	if (e->with_inv)
		flags |= IBV_WC_WITH_INV;
	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode rxe_send_opcode(const struct inverbs_meaning *m,
						  const struct rxe_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** Fill a work completion from a CQE whose work request was found. rxe.complete */
INVERBS_INLINE void rxe_fill_wc(const uint8_t *cqe, const struct rxe_cqe *e,
				const struct rxe_found *found, struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = IBV_WC_SUCCESS;
	if (__builtin_expect(rxe_cqe_failed(e), 0)) {
		const struct rxe_cqe err = rxe_cqe_get(cqe);

		wc->status = rxe_wc_status(err.status);
		wc->vendor_err = err.vendor_err;
		return;
	}
	if (rxe_cqe_is_send(e)) {
		m = rxe_send_meaning(e->opcode);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = rxe_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_CQE_LENGTH ? e->byte_len : m.length;
		return;
	}
	m = rxe_recv_meaning(e->opcode);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->wc_flags = m.flags | rxe_recv_flags(e, traits);
	wc->byte_len = e->byte_len;
	wc->src_qp = e->src_qp;
	wc->pkey_index = e->pkey_index;
	wc->slid = e->slid;
	wc->sl = e->sl;
	wc->dlid_path_bits = e->path_bits;
	if (e->with_imm)
		wc->imm_data = e->imm;
	if (e->with_inv)
		wc->invalidated_rkey = e->invalidated;
}

/** The full path of ibv_poll_cq. */
INVERBS_INLINE int rxe_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct rxe_found found = {NULL, 0, 0};
	size_t stride;
	uint32_t left, got;

	inverbs_lock(&cq->lock);
	stride = (size_t)1 << cq->shift;
	left = (rxe_producer(cq->buf) - cq->head) & (cq->entries - 1);
	if ((int)left > num_entries)
		left = num_entries > 0 ? (uint32_t)num_entries : 0;
	got = left;
	if (INVERBS_RARE(!left))
		return rxe_poll_idle(cq, 0);
	do {
		const uint32_t to_end = cq->entries - (cq->head & (cq->entries - 1)),
			       run = left < to_end ? left : to_end;
		const uint8_t *cqe = rxe_cq_entry(cq, cq->head);
		const struct ibv_wc *const stop = wc + run;

		for (; wc != stop; wc++, cqe += stride) {
			memcpy(wc, cqe, sizeof(*wc));
			if (INVERBS_RARE(rxe_cqe_differs(cqe))) {
				const struct rxe_cqe e = rxe_cqe_get(cqe);

				rxe_find(cq, &e, &found);
				rxe_fill_wc(cqe, &e, &found, wc);
			}
		}
		cq->head += run;
		left -= run;
	} while (left);
	rxe_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return (int)got;
}

/**
 * Take the next CQE for the extended poll. Returns 0, ENOENT if there is none, or -2 if it names an
 * unknown queue and was consumed.
 */
INVERBS_INLINE int rxe_take_entry(struct inverbs_cq *cq)
{
	const uint8_t *const cqe = rxe_next_cqe(cq);
	struct rxe_found found = {cq->current_qp, 0, 0};
	struct rxe_cqe e;

	if (!cqe)
		return ENOENT;
	cq->current = cqe;
	rxe_consume(cq);
	e = rxe_cqe_get(cqe);
	if (__builtin_expect(!rxe_find(cq, &e, &found), 0)) {
		return -2;
	}
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = rxe_cqe_failed(&e) ? rxe_wc_status(rxe_cqe_get(cqe).status)
					       : IBV_WC_SUCCESS;
	return 0;
}

/** ibv_start_poll for rxe: if it returns 0, the queue's lock is held until end_poll. */
INVERBS_INLINE int rxe_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = rxe_take_entry(cq);
	if (err)
		return rxe_poll_idle(cq, err);
	return 0;
}

INVERBS_INLINE int rxe_next_poll(struct ibv_cq_ex *ibcq)
{
	return rxe_take_entry(inverbs_cq_of_ex(ibcq));
}

INVERBS_INLINE void rxe_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	rxe_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct rxe_cqe rxe_current(struct ibv_cq_ex *cq)
{
	return rxe_cqe_get(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode rxe_read_opcode(struct ibv_cq_ex *cq)
{
	return (enum ibv_wc_opcode)rxe_current(cq).opcode;
}

INVERBS_INLINE uint32_t rxe_read_vendor_err(struct ibv_cq_ex *cq)
{
	return rxe_cqe_get(inverbs_cq_of_ex(cq)->current).vendor_err;
}

INVERBS_INLINE unsigned int rxe_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct rxe_cqe e = rxe_current(cq);
	const struct inverbs_qp *const qp = inverbs_cq_of_ex(cq)->current_qp;

	if (rxe_cqe_is_send(&e))
		return rxe_send_meaning(e.opcode).flags;
	return rxe_recv_meaning(e.opcode).flags | rxe_recv_flags(&e, qp ? qp->sq.flags : 0);
}

INVERBS_INLINE uint32_t rxe_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct rxe_cqe e = rxe_current(cq);

	return e.byte_len;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 rxe_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct rxe_cqe e = rxe_current(cq);

	if (e.with_inv)
		return e.invalidated;
	return e.imm;
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

/** ibv_poll_cq for rxe. */
INVERBS_INLINE int rxe_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return rxe_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int rxe_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				     uint32_t opcode, uint32_t flags)
{
	if (opcode == IBV_WR_RDMA_WRITE)
		return rxe_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE, flags);
	if (opcode == IBV_WR_SEND)
		return rxe_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND, flags);
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0, or the errno value with which the kernel refused the doorbell;
 * nothing was posted then. See inverbs_give.
 */
INVERBS_INLINE int rxe_send_run(struct ibv_qp *qp, inverbs_give *give, struct inverbs_giver *giver)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct rxe_sent sent = {NULL, 0, 0};
	uint32_t credit;
	int err = 0;

	inverbs_lock(&sq->lock);
	rxe_given_run(sq, give, giver, &sent);
	if (sent.count) {
		credit = sq->room;
		inverbs_sq_recall(sq);
		err = rxe_send_doorbell(qp, sq, &sent);
		inverbs_sq_grant(sq, err ? 0 : credit);
	}
	inverbs_unlock(&sq->lock);
	return err;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int rxe_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	return rxe_hot_recv(&inverbs_qp_of(qp)->rq, wr, wr->sg_list, true) ? 0 : INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int rxe_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
				     struct inverbs_taker *taker)
{
	return rxe_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int rxe_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
				   struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker; /* never called */
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int rxe_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int taken = 0;
	const uint8_t *cqe;

	inverbs_lock(&cq->lock);
	while (taker->next && rxe_producer(cq->buf) != (cq->head & (cq->entries - 1))) {
		cqe = rxe_cq_entry(cq, cq->head);
		if (INVERBS_RARE(rxe_cqe_differs(cqe)) || !rxe_tell_copied(cqe, take, taker))
			break;
		cq->head++;
		taken++;
	}
	if (taken)
		rxe_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return taken;
}

#endif
