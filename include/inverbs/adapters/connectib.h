/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/connectib.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Connect-IB, the first of its family: WQEs and doorbells are those of ConnectX-4. Completions
 * contain the number of the queue pair, and those of shared receive queues the number of that
 * queue.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to connectib.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to connectib */

#ifndef INVERBS_ADAPTERS_CONNECTIB_H
#define INVERBS_ADAPTERS_CONNECTIB_H

#include <errno.h>
#include <inverbs/adapters/connectib_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/**
 * The adapter's opcode for each verbs opcode; only those in CONNECTIB_SEND_OPS are supported.
 * connectib.send.ops
 */
static const uint8_t connectib_send_code[] __attribute__((unused)) = {
	CONNECTIB_OP_RDMA_WRITE,     /* IBV_WR_RDMA_WRITE */
	CONNECTIB_OP_RDMA_WRITE_IMM, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	CONNECTIB_OP_SEND,           /* IBV_WR_SEND */
	CONNECTIB_OP_SEND_IMM,       /* IBV_WR_SEND_WITH_IMM */
	CONNECTIB_OP_RDMA_READ,      /* IBV_WR_RDMA_READ */
	CONNECTIB_OP_ATOMIC_CS,      /* IBV_WR_ATOMIC_CMP_AND_SWP */
	CONNECTIB_OP_ATOMIC_FA,      /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	CONNECTIB_OP_UMR,            /* IBV_WR_LOCAL_INV */
	CONNECTIB_OP_UMR,            /* IBV_WR_BIND_MW */
	CONNECTIB_OP_SEND_INVAL,     /* IBV_WR_SEND_WITH_INV */
	CONNECTIB_OP_TSO,            /* IBV_WR_TSO */
};

#define CONNECTIB_SEND_OPS                                                                         \
	((1U << IBV_WR_SEND) | (1U << IBV_WR_SEND_WITH_IMM) | (1U << IBV_WR_SEND_WITH_INV) |       \
	 (1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_WRITE_WITH_IMM) |                          \
	 (1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |                            \
	 (1U << IBV_WR_ATOMIC_FETCH_AND_ADD) | (1U << IBV_WR_TSO) | (1U << IBV_WR_LOCAL_INV) |     \
	 (1U << IBV_WR_BIND_MW))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of connectib_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_TSO == 10, "order of connectib_send_code");

/** Completion opcode of work requests whose CQE does not carry it. connectib.send.ops */
static const uint8_t connectib_send_note[] __attribute__((unused)) = {
	0,                /* IBV_WR_RDMA_WRITE */
	0,                /* IBV_WR_RDMA_WRITE_WITH_IMM */
	0,                /* IBV_WR_SEND */
	0,                /* IBV_WR_SEND_WITH_IMM */
	0,                /* IBV_WR_RDMA_READ */
	0,                /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	IBV_WC_LOCAL_INV, /* IBV_WR_LOCAL_INV */
	IBV_WC_BIND_MW,   /* IBV_WR_BIND_MW */
	0,                /* IBV_WR_SEND_WITH_INV */
	0,                /* IBV_WR_TSO */
};

/** Store the xrc segment of xrc queue pairs. connectib.formats.xrc */
INVERBS_INLINE void connectib_put_xrc(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req,
				      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_BE32(wr->qp_type.xrc.remote_srqn));
	inverbs_put32(at + 4, 0);
	inverbs_put64(at + 8, 0);
}

/** Store the av segment of datagram queue pairs. connectib.formats.av */
INVERBS_INLINE void connectib_put_av(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				     const struct inverbs_request *req,
				     uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put_bytes(at + 12, inverbs_ah_of(wr->wr.ud.ah)->av, 36);
	inverbs_put32(at, INVERBS_BE32(wr->wr.ud.remote_qkey));
	inverbs_put32(at + 4, 0);
	inverbs_put32(at + 8, INVERBS_BE32(0x80000000U | (wr->wr.ud.remote_qpn & 0xffffffU)));
}

/** Store the eth segment of raw queue pairs. connectib.formats.eth */
INVERBS_INLINE void connectib_put_eth(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req,
				      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, 0);
	inverbs_put8(at + 4, (uint8_t)(((req->flags & IBV_SEND_IP_CSUM) ? 0x80U : 0) |
				       ((req->flags & IBV_SEND_IP_CSUM) ? 0x40U : 0)));
	inverbs_put8(at + 5, 0);
	inverbs_put16(at + 6, (uint16_t)INVERBS_BE16(req->opcode == IBV_WR_TSO ? wr->tso.mss : 0));
	inverbs_put32(at + 8, 0);
	inverbs_put16(at + 12, (uint16_t)INVERBS_BE16(req->front));
	inverbs_put16(at + 14, 0);
}

/**
 * Store the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM and RDMA_READ.
 * connectib.formats.remote
 */
INVERBS_INLINE void connectib_put_remote(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
					 const struct inverbs_request *req,
					 uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put32(at + 8, INVERBS_BE32(wr->wr.rdma.rkey));
	inverbs_put32(at + 12, 0);
}

/**
 * Store the remote segment of ATOMIC_CMP_AND_SWP and ATOMIC_FETCH_AND_ADD. connectib.formats.remote
 */
INVERBS_INLINE void
connectib_put_remote_atomic_cmp_and_swp(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
					const struct inverbs_request *req,
					uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->wr.atomic.remote_addr));
	inverbs_put32(at + 8, INVERBS_BE32(wr->wr.atomic.rkey));
	inverbs_put32(at + 12, 0);
}

/** Store the atomic segment of ATOMIC_CMP_AND_SWP. connectib.formats.atomic */
INVERBS_INLINE void connectib_put_atomic(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
					 const struct inverbs_request *req,
					 uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->wr.atomic.swap));
	inverbs_put64(at + 8, INVERBS_BE64(wr->wr.atomic.compare_add));
}

/** Store the atomic segment of ATOMIC_FETCH_AND_ADD. connectib.formats.atomic */
INVERBS_INLINE void
connectib_put_atomic_atomic_fetch_and_add(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
					  const struct inverbs_request *req,
					  uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put64(at, INVERBS_BE64(wr->wr.atomic.compare_add));
	inverbs_put64(at + 8, 0);
}

/** Store the umr segment of LOCAL_INV. connectib.formats.umr */
INVERBS_INLINE void connectib_put_umr(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req INVERBS_UNUSED,
				      uint32_t length INVERBS_UNUSED)
{
	inverbs_put8(at, (uint8_t)(0x80U | 0x10U | 8));
	inverbs_put8(at + 1, 0);
	inverbs_put16(at + 2, 0);
	inverbs_put16(at + 4, 0);
	inverbs_put16(at + 6, 0);
	inverbs_put64(at + 8, INVERBS_BE64(0x20000000ULL | 0x4000ULL | 0x2000ULL));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
}

/** Store the mkey segment of LOCAL_INV. connectib.formats.mkey */
INVERBS_INLINE void connectib_put_mkey(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				       const struct inverbs_request *req INVERBS_UNUSED,
				       uint32_t length INVERBS_UNUSED)
{
	inverbs_put8(at, (uint8_t)0x40U);
	inverbs_put8(at + 1, 0);
	inverbs_put8(at + 2, 0);
	inverbs_put8(at + 3, 0);
	inverbs_put32(at + 4, INVERBS_BE32(0xffffff00U));
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put64(at + 56, 0);
}

/** Store the umr segment of BIND_MW. connectib.formats.umr */
INVERBS_INLINE void connectib_put_umr_bind_mw(uint8_t *at,
					      const struct inverbs_sq *sq INVERBS_UNUSED,
					      const struct inverbs_request *req,
					      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put8(
		at, (uint8_t)(0x80U | (wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? 0x20U : 0) | 0x10U));
	inverbs_put8(at + 1, 0);
	inverbs_put16(at + 2, 0);
	inverbs_put16(at + 4, (uint16_t)INVERBS_BE16(4));
	inverbs_put16(at + 6, 0);
	inverbs_put64(at + 8, INVERBS_BE64(0x20000000ULL | 0x3c0000ULL |
					   (wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? 0x4000ULL : 0) |
					   0x2000ULL | 0x40ULL | 1));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
}

/** Store the mkey segment of BIND_MW. connectib.formats.mkey */
INVERBS_INLINE void connectib_put_mkey_bind_mw(uint8_t *at, const struct inverbs_sq *sq,
					       const struct inverbs_request *req,
					       uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put8(at, 0);
	inverbs_put8(at + 1, 0);
	inverbs_put8(
		at + 2,
		(uint8_t)(((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_ATOMIC)
				   ? 0x40U
				   : 0) |
			  ((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_WRITE) ? 0x20U
											     : 0) |
			  ((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_READ) ? 0x10U
											    : 0) |
			  ((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_LOCAL_WRITE) ? 8
											    : 0)));
	inverbs_put8(at + 3, 0);
	inverbs_put32(
		at + 4,
		INVERBS_BE32(((wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? sq->qpn : 0xffffffU) << 8) |
			     (wr->bind_mw.rkey & 0xffU)));
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16,
		      INVERBS_BE64((wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)
					   ? 0
					   : wr->bind_mw.bind_info.addr));
	inverbs_put64(at + 24, INVERBS_BE64(wr->bind_mw.bind_info.length));
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put64(at + 56, 0);
}

/** Store the klm segment of BIND_MW. connectib.formats.klm */
INVERBS_INLINE void connectib_put_klm(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req,
				      uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_BE32(wr->bind_mw.bind_info.length));
	inverbs_put32(at + 4,
		      INVERBS_BE32(wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0));
	inverbs_put64(at + 8, INVERBS_BE64(wr->bind_mw.bind_info.addr));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put64(at + 56, 0);
}

/** Store the umr segment of BIND_MW without payload. connectib.formats.umr */
INVERBS_INLINE void connectib_put_umr_bind_mw_empty(uint8_t *at,
						    const struct inverbs_sq *sq INVERBS_UNUSED,
						    const struct inverbs_request *req,
						    uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put8(at,
		     (uint8_t)(0x80U | 0x10U | (wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? 8 : 0)));
	inverbs_put8(at + 1, 0);
	inverbs_put16(at + 2, 0);
	inverbs_put16(at + 4, 0);
	inverbs_put16(at + 6, 0);
	inverbs_put64(at + 8, INVERBS_BE64(0x20000000ULL |
					   (wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? 0x4000ULL : 0) |
					   0x2000ULL));
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
}

/** Store the mkey segment of BIND_MW without payload. connectib.formats.mkey */
INVERBS_INLINE void connectib_put_mkey_bind_mw_empty(uint8_t *at,
						     const struct inverbs_sq *sq INVERBS_UNUSED,
						     const struct inverbs_request *req,
						     uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put8(at, (uint8_t)0x40U);
	inverbs_put8(at + 1, 0);
	inverbs_put8(at + 2, 0);
	inverbs_put8(at + 3, 0);
	inverbs_put32(at + 4, INVERBS_BE32(0xffffff00U | (wr->bind_mw.rkey & 0xffU)));
	inverbs_put64(at + 8, 0);
	inverbs_put64(at + 16, 0);
	inverbs_put64(at + 24, 0);
	inverbs_put64(at + 32, 0);
	inverbs_put64(at + 40, 0);
	inverbs_put64(at + 48, 0);
	inverbs_put64(at + 56, 0);
}

/** True when a work request has no payload, and its op then has another WQE format. */
INVERBS_INLINE bool connectib_is_empty(const struct inverbs_request *req,
				       uint32_t length INVERBS_UNUSED)
{
	return req->opcode == IBV_WR_BIND_MW && req->wr->bind_mw.bind_info.length == 0;
}

/**
 * Copy the bytes before the payload: the first bytes of it, or the header of a segmented send. They
 * begin 2 bytes before `at`. Returns the byte at which the payload continues, after whole units of
 * 16. connectib.send.classes
 */
INVERBS_INLINE uint32_t connectib_put_front(uint8_t *wqe, uint32_t at,
					    const struct inverbs_request *req)
{
	uint8_t *const to = wqe + at - 2;

	if (req->opcode == IBV_WR_TSO)
		inverbs_copy_payload(to, (const uint8_t *)req->wr->tso.hdr, req->front);
	else
		inverbs_copy_front(req->wr->sg_list, req->num_sge, to, req->front);
	return req->front > 2 ? at + ((req->front - 2 + 15) & ~15U) : at;
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t connectib_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					       const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = CONNECTIB_CTRL_SIZE;

	switch (req->qp_type) {
	case IBV_QPT_XRC_SEND:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		connectib_put_xrc(wqe + at, sq, req, length);
		at += CONNECTIB_XRC_SIZE;
		break;
	case IBV_QPT_UD:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		connectib_put_av(wqe + at, sq, req, length);
		at += CONNECTIB_AV_SIZE;
		break;
	case IBV_QPT_RAW_PACKET:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		connectib_put_eth(wqe + at, sq, req, length);
		at += CONNECTIB_ETH_SIZE;
		at = connectib_put_front(wqe, at, req);
		break;
	default:
		break;
	}
	if (connectib_is_empty(req, length)) {
		switch (req->opcode) {
		case IBV_WR_BIND_MW:
			connectib_put_umr_bind_mw_empty(wqe + at, sq, req, length);
			at += CONNECTIB_UMR_SIZE;
			connectib_put_mkey_bind_mw_empty(wqe + at, sq, req, length);
			at += CONNECTIB_MKEY_SIZE;
			return at;
		default:
			break;
		}
	}
	switch (req->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		connectib_put_remote(wqe + at, sq, req, length);
		at += CONNECTIB_REMOTE_SIZE;
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		connectib_put_remote_atomic_cmp_and_swp(wqe + at, sq, req, length);
		at += CONNECTIB_REMOTE_SIZE;
		connectib_put_atomic(wqe + at, sq, req, length);
		at += CONNECTIB_ATOMIC_SIZE;
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		connectib_put_remote_atomic_cmp_and_swp(wqe + at, sq, req, length);
		at += CONNECTIB_REMOTE_SIZE;
		connectib_put_atomic_atomic_fetch_and_add(wqe + at, sq, req, length);
		at += CONNECTIB_ATOMIC_SIZE;
		break;
	case IBV_WR_LOCAL_INV:
		connectib_put_umr(wqe + at, sq, req, length);
		at += CONNECTIB_UMR_SIZE;
		connectib_put_mkey(wqe + at, sq, req, length);
		at += CONNECTIB_MKEY_SIZE;
		break;
	case IBV_WR_BIND_MW:
		connectib_put_umr_bind_mw(wqe + at, sq, req, length);
		at += CONNECTIB_UMR_SIZE;
		connectib_put_mkey_bind_mw(wqe + at, sq, req, length);
		at += CONNECTIB_MKEY_SIZE;
		connectib_put_klm(wqe + at, sq, req, length);
		at += CONNECTIB_KLM_SIZE;
		break;
	default:
		break;
	}
	return at;
}

/**
 * Bytes before the payload, by verbs opcode: the control segment and the op's own segments.
 * connectib.send.ops
 */
static const uint8_t connectib_send_front[] __attribute__((unused)) = {
	32,  /* IBV_WR_RDMA_WRITE */
	32,  /* IBV_WR_RDMA_WRITE_WITH_IMM */
	16,  /* IBV_WR_SEND */
	16,  /* IBV_WR_SEND_WITH_IMM */
	32,  /* IBV_WR_RDMA_READ */
	48,  /* IBV_WR_ATOMIC_CMP_AND_SWP */
	48,  /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	128, /* IBV_WR_LOCAL_INV */
	192, /* IBV_WR_BIND_MW */
	16,  /* IBV_WR_SEND_WITH_INV */
	16,  /* IBV_WR_TSO */
};

/**
 * True when a WQE would be longer than the largest of its queue, or than its control segment can
 * express.
 */
INVERBS_INLINE bool connectib_too_long(const struct inverbs_sq *sq,
				       const struct inverbs_request *req, uint64_t length)
{
	uint64_t bytes = connectib_send_front[req->opcode];

	switch (req->qp_type) {
	case IBV_QPT_XRC_SEND:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		bytes += CONNECTIB_XRC_SIZE;
		break;
	case IBV_QPT_UD:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		bytes += CONNECTIB_AV_SIZE;
		break;
	case IBV_QPT_RAW_PACKET:
		if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))
			break;
		bytes += CONNECTIB_ETH_SIZE;
		break;
	default:
		break;
	}
	if (req->front > 2)
		bytes += (req->front - 2 + 15) & ~15U;
	if (!(req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW)))) {
		if (!inverbs_is_inline(req))
			bytes += (uint64_t)req->num_sge * CONNECTIB_DATA_SIZE;
		else if (length)
			bytes += CONNECTIB_INLINE_HDR_SIZE + length;
	}
	return bytes > (uint64_t)sq->max_units * CONNECTIB_SEND_UNIT ||
	       bytes > CONNECTIB_MAX_WQE_BYTES;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of connectib.send.refuse.
 * length: bytes of inline payload; 0 for payload that is not inline.
 */
INVERBS_INLINE int connectib_send_refusal(const struct inverbs_sq *sq,
					  const struct inverbs_request *req, uint64_t length)
{
	if (__builtin_expect((req->traits & INVERBS_BUILT) && sq->closed, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode >= sizeof(connectib_send_code) ||
				     !(req->op & CONNECTIB_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect((req->op & (1U << IBV_WR_SEND_WITH_IMM)) &&
				     !(req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
				       req->qp_type == IBV_QPT_UD ||
				       req->qp_type == IBV_QPT_XRC_SEND),
			     0))
		return EINVAL;
	if (__builtin_expect((req->op & ((1U << IBV_WR_SEND_WITH_INV) | (1U << IBV_WR_RDMA_WRITE) |
					 (1U << IBV_WR_RDMA_WRITE_WITH_IMM) |
					 (1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) &&
				     !(req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
				       req->qp_type == IBV_QPT_XRC_SEND),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & ((1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_ATOMIC_CMP_AND_SWP) |
				(1U << IBV_WR_ATOMIC_FETCH_AND_ADD))) &&
			    !(req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_XRC_SEND),
		    0))
		return EINVAL;
	if (__builtin_expect(
		    (req->op & (1U << IBV_WR_TSO)) && !(req->qp_type == IBV_QPT_RAW_PACKET), 0))
		return EINVAL;
	if (__builtin_expect(sq->head - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return ENOMEM;
	if (__builtin_expect(sq->closed, 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_CMP_AND_SWP &&
				     !(req->traits & INVERBS_SQ_ATOMICS),
			     0))
		return EOPNOTSUPP;
	if (__builtin_expect(req->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD &&
				     !(req->traits & INVERBS_SQ_ATOMICS),
			     0))
		return EOPNOTSUPP;
	if (__builtin_expect(req->opcode == IBV_WR_TSO && req->wr->tso.hdr_sz < 14, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_TSO && req->wr->tso.hdr_sz > sq->max_header, 0))
		return EINVAL;
	if (__builtin_expect(
		    req->opcode == IBV_WR_TSO && inverbs_payload_bytes(req) > sq->max_segmented, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_BIND_MW &&
				     req->wr->bind_mw.bind_info.length > CONNECTIB_MAX_WINDOW,
			     0))
		return EOPNOTSUPP;
	if (__builtin_expect(req->qp_type == IBV_QPT_RAW_PACKET &&
				     (req->flags & IBV_SEND_IP_CSUM) &&
				     !(req->traits & INVERBS_SQ_CSUM),
			     0))
		return EINVAL;
	if (__builtin_expect(
		    inverbs_skipped(req) && inverbs_payload_bytes(req) < inverbs_skipped(req), 0))
		return EINVAL;
	if (__builtin_expect(
		    inverbs_is_inline(req) && length - inverbs_skipped(req) > sq->max_inline, 0))
		return ENOMEM;
	if (__builtin_expect(connectib_too_long(sq, req, length), 0))
		return ENOMEM;
	return 0;
}

/** Store the SGEs. Returns the bytes that they take. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_put_sges(uint8_t *wqe, uint32_t at,
					   const struct inverbs_request *req)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;
	uint32_t skip = inverbs_skipped(req);

	for (uint32_t n = 0; n < req->num_sge; n++) {
		struct ibv_sge own = list[n];
		const struct ibv_sge *const sge = &own;

		inverbs_skip(&own, &skip);
		if (sge->length == 0)
			continue;
		if (req->op &
		    ((1U << IBV_WR_ATOMIC_CMP_AND_SWP) | (1U << IBV_WR_ATOMIC_FETCH_AND_ADD)))
			own.length = 8;
		inverbs_put32(wqe + at, INVERBS_BE32(sge->length));
		inverbs_put32(wqe + at + 4, INVERBS_BE32(sge->lkey));
		inverbs_put64(wqe + at + 8, INVERBS_BE64(sge->addr));

		at += CONNECTIB_DATA_SIZE;
	}
	return at - start;
}

/**
 * Copy the payload into the WQE. Returns the bytes taken, rounded up to units of 16.
 * connectib.send.payload.inline
 */
INVERBS_INLINE uint32_t connectib_put_inline(uint8_t *wqe, uint32_t at,
					     const struct inverbs_request *req, uint32_t length)
{
	uint8_t *to = wqe + at + 4;
	uint32_t skip = inverbs_skipped(req);

	if (length == 0)
		return 0;
	inverbs_put32(wqe + at, INVERBS_BE32(0x80000000U | (length & 0x7fffffffU)));

	for (uint32_t n = 0; n < req->num_sge; n++) {
		struct ibv_sge own = *inverbs_sge(req, n);
		const struct ibv_sge *const sge = &own;

		inverbs_skip(&own, &skip);
		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		to += sge->length;
	}
	return (4 + length + 15) & ~15U;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t connectib_put_payload(uint8_t *wqe, uint32_t at,
					      const struct inverbs_request *req, uint32_t length)
{
	if (req->op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) /* no payload at all */
		return 0;
	return inverbs_is_inline(req) ? connectib_put_inline(wqe, at, req, length)
				      : connectib_put_sges(wqe, at, req);
}

/** Store the control segment. connectib.send.head */
INVERBS_INLINE void connectib_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				       const struct inverbs_request *req, uint32_t index,
				       uint32_t bytes, uint32_t length INVERBS_UNUSED,
				       uint64_t tag INVERBS_UNUSED, uint32_t owed)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = connectib_send_code[req->opcode];
	uint32_t op_0xc = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		op_0xc = wr->imm_data;
		break;
	case IBV_WR_SEND_WITH_INV:
	case IBV_WR_LOCAL_INV:
		op_0xc = INVERBS_BE32(wr->invalidate_rkey);
		break;
	case IBV_WR_BIND_MW:
		op_0xc = INVERBS_BE32(wr->bind_mw.mw->rkey);
		break;
	default:
		break;
	}
	inverbs_put32(wqe, INVERBS_BE32(((index & 0xffffU) << 8) | code));
	inverbs_put32(wqe + 4, INVERBS_BE32((sq->qpn << 8) | ((bytes >> 4) & 0x3fU)));
	inverbs_put8(wqe + 8, 0);
	inverbs_put8(wqe + 9, 0);
	inverbs_put8(wqe + 10, 0);
	inverbs_put8(wqe + 11,
		     (uint8_t)(((req->flags & IBV_SEND_FENCE) ? 0x80U
				: owed                        ? 0x20U
							      : 0) |
			       (((req->flags | req->traits) & IBV_SEND_SIGNALED) ? 8 : 0) |
			       ((req->flags & IBV_SEND_SOLICITED) ? 2 : 0)));
	inverbs_put32(wqe + 12, op_0xc);
}

/** The WQEs that a call has stored, for the doorbell. */
struct connectib_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
	bool image; /**< a WQE that is the only one may be copied to a register */
};

/**
 * True when a WQE that is the only one of its call is copied to a register. connectib.send.doorbell
 */
INVERBS_INLINE bool connectib_image_applies(const struct inverbs_sq *sq,
					    const struct inverbs_request *req INVERBS_UNUSED,
					    uint32_t bytes, uint32_t length INVERBS_UNUSED)
{
	return bytes > 16 && bytes <= sq->push->most;
}

/** Ring the doorbell, once per call. connectib.send.doorbell */
INVERBS_INLINE void connectib_send_doorbell(struct inverbs_sq *sq,
					    const struct connectib_sent *sent)
{
	inverbs_to_device();
	inverbs_publish32(sq->doorbell_record + 1, INVERBS_BE32(sq->position & 0xffffU));
	struct inverbs_push *const push = sq->push;

	inverbs_lock(&push->lock);
	inverbs_wc_start();
	if (sent->count == 1 && sent->image)
		inverbs_wc_copy((uint8_t *)push->next, sent->wqe, (sent->bytes + 63) & ~63U);
	else
		inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(sent->wqe));
	inverbs_wc_flush();
	push->next ^= push->size;
	inverbs_unlock(&push->lock);
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int connectib_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			     struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int connectib_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int connectib_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int connectib_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
int connectib_take_entry_full(struct ibv_cq_ex *cq) INVERBS_COLD;
int connectib_poll_seen_full(struct ibv_cq *cq, struct inverbs_qp *qp, struct ibv_wc *wc,
			     uintptr_t cursor, uint64_t row);
int connectib_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
			   uint64_t operation, uint64_t first, uint64_t second) INVERBS_COLD;
int connectib_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
				uint32_t lkey) INVERBS_COLD;
int connectib_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int connectib_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr,
				    uint32_t length, uint32_t lkey) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

INVERBS_ASSERT_LAYOUT(INVERBS_LANES == 3, "connectib's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_OPS == 2, "connectib's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_ROWS == 4, "connectib's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_COPY_FEW == 64, "connectib's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_WC_BLOCK == 64, "connectib's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_FLAGS < 16,
		      "connectib's tables have a row for each combination of flags");

/** The bits of a WQE for each combination of enum ibv_send_flags, in memory order. */
static const uint64_t connectib_hot_flags_0[] __attribute__((unused)) = {
	0x0ULL,       0x0ULL,       0x8000000ULL, 0x8000000ULL, 0x2000000ULL, 0x2000000ULL,
	0xa000000ULL, 0xa000000ULL, 0x0ULL,       0x0ULL,       0x8000000ULL, 0x8000000ULL,
	0x2000000ULL, 0x2000000ULL, 0xa000000ULL, 0xa000000ULL,
};

/**
 * Grant credit to the hot path: the number of WQEs that it may post before the rest of the queue's
 * state must be read again. connectib.send.hot
 */
INVERBS_INLINE void connectib_send_credit(struct inverbs_sq *sq)
{
	const uint32_t unit = sq->position & (sq->entries - 1);
	uint32_t room = sq->max_post - (sq->head - inverbs_observe32(&sq->tail));

	if (!(sq->qp_type == IBV_QPT_RC || sq->qp_type == IBV_QPT_UC) || sq->owed || sq->closed ||
	    sq->max_sge == 0)
		return;
	if (room > sq->entries - unit)
		room = sq->entries - unit;
	sq->next = sq->buf + (size_t)unit * 64;
	sq->next_id = &sq->posted[unit].wr_id;
	sq->hot_inline[0] = sq->max_inline < 28 ? sq->max_inline : 28; /* RDMA_WRITE */
	sq->hot_inline[1] = sq->max_inline < 44 ? sq->max_inline : 44; /* SEND */
	sq->lane[0] = 0x300000008000000ULL | INVERBS_BE64((uint32_t)sq->qpn << 8);
	sq->lane[1] = 0x20000000a000000ULL | INVERBS_BE64((uint32_t)sq->qpn << 8);
	sq->lane[2] = INVERBS_BE64((uint32_t)sq->qpn << 8);
	for (uint32_t row = 0; row < INVERBS_HOT_ROWS; row++)
		sq->by_flags[row] = connectib_hot_flags_0[row * IBV_SEND_SIGNALED |
							  (sq->flags & INVERBS_SQ_SIGNAL_ALL)];
	inverbs_sq_grant(sq, room);
}

/** Record the wr_id of a work request of the hot path. serial: its running number. */
INVERBS_INLINE void connectib_hot_keep(const struct inverbs_sq *sq INVERBS_UNUSED, uint64_t *id,
				       const struct ibv_send_wr *wr, uint32_t serial INVERBS_UNUSED)
{
	*id = wr->wr_id;
	((struct inverbs_posted *)(void *)id)->next = serial + 1;
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t connectib_hot_payload_rdma_write(
	const struct inverbs_sq *sq INVERBS_UNUSED, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr INVERBS_UNUSED,
	const struct ibv_sge *sge, uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (36 + length + 15) & ~15U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put64(wqe, sq->lane[2] | 0x8000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8) |
				   (((uint64_t)(bytes >> 4) << 24) << 32));
	inverbs_put32(wqe + 32, (uint32_t)(0x80ULL | INVERBS_BE32(length)));
	inverbs_copy_few(wqe + 36, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t connectib_hot_payload_send(const struct inverbs_sq *sq INVERBS_UNUSED,
						   uint8_t *wqe, uint32_t index INVERBS_UNUSED,
						   uint32_t serial INVERBS_UNUSED,
						   const struct ibv_send_wr *wr INVERBS_UNUSED,
						   const struct ibv_sge *sge,
						   uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (20 + length + 15) & ~15U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put64(wqe, sq->lane[2] | 0xa000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8) |
				   (((uint64_t)(bytes >> 4) << 24) << 32));
	inverbs_put32(wqe + 16, (uint32_t)(0x80ULL | INVERBS_BE32(length)));
	inverbs_copy_few(wqe + 20, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/** Store a WQE whose payload is not inline. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_hot_gather(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode, uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		bytes = 48;
		inverbs_put64(wqe,
			      sq->lane[0] | inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
		inverbs_put_row(wqe + 8, sq, row);
		inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 24, inverbs_wide_be32(wr->wr.rdma.rkey));
		inverbs_put_length_key_be(wqe + 32, sge, in_memory);
		inverbs_put64(wqe + 40, INVERBS_BE64(sge->addr));
	} else if (opcode == IBV_WR_SEND) {
		bytes = 32;
		inverbs_put64(wqe,
			      sq->lane[1] | inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
		inverbs_put_row(wqe + 8, sq, row);
		inverbs_put_length_key_be(wqe + 16, sge, in_memory);
		inverbs_put64(wqe + 24, INVERBS_BE64(sge->addr));
	}

	return bytes;
}

/**
 * Store a WQE with inline payload. last: length of the payload - 1. connectib.send.payload.inline
 */
INVERBS_INLINE uint32_t connectib_hot_inline(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode, uint32_t flags, uint32_t last)
{
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		INVERBS_ASSUME(last < 28);
		inverbs_put_row(wqe + 8, sq, row);
		inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.remote_addr));
		inverbs_put64(wqe + 24, inverbs_wide_be32(wr->wr.rdma.rkey));
		bytes = __builtin_expect(last == 7, 1)
				? connectib_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
								   flags, 8)
				: connectib_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
								   flags, last + 1);
	} else if (opcode == IBV_WR_SEND) {
		INVERBS_ASSUME(last < 44);
		inverbs_put_row(wqe + 8, sq, row);
		bytes = __builtin_expect(last == 7, 1)
				? connectib_hot_payload_send(sq, wqe, index, serial, wr, sge, flags,
							     8)
				: connectib_hot_payload_send(sq, wqe, index, serial, wr, sge, flags,
							     last + 1);
	}

	return bytes;
}

/** Index of an op among those of the hot path. */
INVERBS_INLINE uint32_t connectib_hot_op(uint32_t opcode)
{
	return opcode == IBV_WR_SEND ? 1 : 0;
}

/**
 * Post one work request of the hot shape. in_memory: its SGE is in memory, not in registers.
 * Returns 0, or a negative value if nothing was stored and the caller must call the full path.
 */
INVERBS_INLINE int connectib_hot_send(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				      const struct ibv_sge *sge, bool in_memory, uint32_t opcode,
				      uint32_t flags)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(!inverbs_trylock(&sq->lock)))
		return -1;
	if (flags & IBV_SEND_INLINE) {
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		uint32_t last = sge->length - 1;

		if (in_memory)
			INVERBS_SETTLE(
				last); /* the code below needs this or the length, not both */
		if (INVERBS_RARE(last >= sq->hot_inline[connectib_hot_op(opcode)]))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_hot_inline(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					     flags, last);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	} else {
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(sge->length == 0))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_hot_gather(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					     flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return -1;
}

/**
 * True for a work request whose op, flags and number of SGEs are compile-time constants: it need
 * not exist in memory.
 */
INVERBS_INLINE bool connectib_is_known(const struct ibv_send_wr *wr)
{
	return __builtin_constant_p(wr != NULL) && wr && __builtin_constant_p(wr->opcode) &&
	       __builtin_constant_p(wr->send_flags) &&
	       __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 &&
	       !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS) &&
	       (wr->opcode == IBV_WR_RDMA_WRITE || wr->opcode == IBV_WR_SEND);
}

/**
 * ibv_post_send for connectib. The hot shape is a list of one work request with one SGE, and one of
 * these ops: RDMA_WRITE, SEND.
 */
INVERBS_INLINE int connectib_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				       struct ibv_send_wr **bad_wr)
{
	int err = -1;

	if (connectib_is_known(wr)) {
		const struct ibv_sge sge = *wr->sg_list;

		err = connectib_hot_send(qp, wr, &sge, false, wr->opcode, wr->send_flags);
		if (INVERBS_RARE(err < 0))
			err = connectib_post_scalars(
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
			err = connectib_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE,
						 wr->send_flags);
		else if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_SEND))
			err = connectib_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND,
						 wr->send_flags);
	}
	if (INVERBS_RARE(err < 0))
		return connectib_post_send_full(qp, wr, bad_wr);
	return err;
}

/**
 * The memory in which the next WQE is built: the ring, or the stage when the WQE wraps around the
 * end of the ring.
 */
INVERBS_INLINE uint8_t *connectib_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	if (__builtin_expect(sq->entries - unit < sq->max_units, 0))
		return sq->stage;
	return sq->buf + (size_t)unit * 64;
}

/** Copy a WQE that was built in the stage to the ring. */
INVERBS_INLINE void connectib_send_copy(const struct inverbs_sq *sq, uint32_t index,
					const uint8_t *wqe, uint32_t bytes)
{
	const uint32_t first = (sq->entries - (index & (sq->entries - 1))) * 64;
	const uint32_t head = bytes < first ? bytes : first;

	if (wqe != sq->stage)
		return;
	inverbs_put_bytes(sq->buf + (size_t)(index & (sq->entries - 1)) * 64, wqe, head);
	if (bytes > head)
		inverbs_put_bytes(sq->buf, wqe + head, bytes - head);
}

/** True for work requests that are posted on credit. */
INVERBS_INLINE bool connectib_is_hot(uint32_t opcode, uint32_t sges, uint32_t flags)
{
	if (flags & ~INVERBS_HOT_FLAGS)
		return false;
	if (opcode == IBV_WR_RDMA_WRITE && sges > 1)
		return sges <= 2 && !(flags & IBV_SEND_INLINE);
	if (opcode == IBV_WR_SEND && sges > 1)
		return sges <= 3 && !(flags & IBV_SEND_INLINE);
	return sges == 1 && (opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_SEND ||
			     opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_SEND_WITH_INV ||
			     opcode == IBV_WR_RDMA_WRITE_WITH_IMM || opcode == IBV_WR_RDMA_READ);
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. Returns the first work request that
 * was not stored, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *
connectib_hot_stretch(struct inverbs_sq *sq, struct ibv_send_wr *wr, struct connectib_sent *sent)
{
	const uint32_t stride = 64;
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

			if (INVERBS_RARE(sge->length == 0))
				break;
			connectib_hot_keep(sq, id, wr, serial);
			bytes = connectib_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						     flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			if (INVERBS_RARE(sge->length == 0))
				break;
			connectib_hot_keep(sq, id, wr, serial);
			bytes = connectib_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
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
	sent->image = bytes <= sq->push->most;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->next_id = id;
	sq->room = room;
	return wr;
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. See inverbs_give.
 */
INVERBS_INLINE void connectib_given_stretch(struct inverbs_sq *sq, inverbs_give *give,
					    struct inverbs_giver *giver,
					    struct connectib_sent *sent)
{
	const uint32_t stride = 64;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;
	uint64_t *id = sq->next_id;
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

			if (INVERBS_RARE(sge->length == 0))
				break;
			connectib_hot_keep(sq, id, wr, serial);
			bytes = connectib_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						     flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			if (INVERBS_RARE(sge->length == 0))
				break;
			connectib_hot_keep(sq, id, wr, serial);
			bytes = connectib_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						     flags);
		} else {
			break;
		}
		id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		wqe += stride;
		index++;
		serial++;
		giver->next = after;
	} while (--room && giver->next);
	if (room == sq->room)
		return;
	sent->wqe = wqe - stride;
	sent->bytes = bytes;
	sent->image = bytes <= sq->push->most;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->next_id = id;
	sq->room = room;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. Returns that work request, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *connectib_hot_run(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						     struct connectib_sent *sent)
{
	do {
		if (sq->room == 0)
			connectib_send_credit(sq);
		if (sq->room == 0)
			break;
		wr = connectib_hot_stretch(sq, wr, sent);
	} while (wr && sq->room == 0);
	return wr;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. See inverbs_give.
 */
INVERBS_INLINE void connectib_given_run(struct inverbs_sq *sq, inverbs_give *give,
					struct inverbs_giver *giver, struct connectib_sent *sent)
{
	do {
		if (sq->room == 0)
			connectib_send_credit(sq);
		if (sq->room == 0)
			break;
		connectib_given_stretch(sq, give, giver, sent);
	} while (giver->next && sq->room == 0);
}

/** Ring the doorbell for WQEs stored on credit; the remaining credit stays granted. */
INVERBS_INLINE void connectib_hot_ring(struct inverbs_sq *sq, const struct connectib_sent *sent)
{
	const uint32_t credit = sq->room;

	inverbs_sq_recall(sq);
	connectib_send_doorbell(sq, sent);
	inverbs_sq_grant(sq, credit);
}

/**
 * Grant the credit that remains after a WQE of another shape, which was stored at unit `index` when
 * the credit was `room`.
 */
INVERBS_INLINE void connectib_send_keep(struct inverbs_sq *sq, uint32_t index, uint32_t room)
{
	const uint32_t left = inverbs_sq_left(room);

	if (left < 2 || sq->position - index != 1 || sq->owed)
		return;
	sq->next += 64;
	sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
	inverbs_sq_grant(sq, room - 1);
}

/** Read the properties of a work request that decide how its WQE is built. connectib.send.ops */
INVERBS_INLINE struct inverbs_request connectib_request_of(const struct inverbs_sq *sq,
							   const struct ibv_send_wr *wr,
							   uint32_t opcode, uint32_t qp_type)
{
	struct inverbs_request req = inverbs_request_of(sq, wr, opcode, qp_type);

	if (req.qp_type == IBV_QPT_RAW_PACKET)
		req.front = opcode == IBV_WR_TSO ? wr->tso.hdr_sz : sq->front;
	return req;
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. connectib.send
 */
INVERBS_INLINE int connectib_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				      bool lone INVERBS_UNUSED, struct connectib_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t index = sq->position;
	uint8_t *const wqe = connectib_send_place(sq, index);
	const uint32_t length = (uint32_t)total -
				(inverbs_is_inline(&req) ? inverbs_skipped(&req) : 0);
	uint32_t bytes;
	uint64_t tag = 0;
	const int err = connectib_send_refusal(sq, &req, total);

	if (__builtin_expect(err, 0))
		return err;
	bytes = connectib_put_segments(wqe, sq, &req, length);
	bytes += connectib_put_payload(wqe, bytes, &req, length);
	sent->image = connectib_image_applies(sq, &req, bytes, length);
	sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;
	sq->posted[index & (sq->entries - 1)].next = sq->head + 1;
	sq->posted[index & (sq->entries - 1)].note = connectib_send_note[req.opcode];
	connectib_put_head(wqe, sq, &req, index, bytes, length, tag, sq->owed);
	connectib_send_copy(sq, index, wqe, bytes);
	sq->owed = (req.op & ((1U << IBV_WR_LOCAL_INV) | (1U << IBV_WR_BIND_MW))) != 0;
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head++;
	sq->position = index + (bytes + 63) / 64;
	return 0;
}

/**
 * The full path of a single work request with this opcode, on a queue pair of this type.
 * gathers_one: it has one SGE, and its payload is not inline.
 */
INVERBS_INLINE int connectib_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				       struct ibv_send_wr **bad_wr, uint32_t opcode,
				       uint32_t qp_type, bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct connectib_sent sent = {NULL, 0, 0, false};
	struct inverbs_request req;
	const bool credited = qp_type == IBV_QPT_RC || qp_type == IBV_QPT_UC;
	uint32_t room = 0;
	uint32_t index;
	int err;

	inverbs_lock(&sq->lock);
	if (credited)
		room = sq->room;
	if (room)
		inverbs_sq_recall(sq);
	index = sq->position;
	req = connectib_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = connectib_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		connectib_send_doorbell(sq, &sent);
		if (inverbs_sq_left(room) > 1)
			connectib_send_keep(sq, index, room);
		else if (credited && sent.bytes <= 64 &&
			 connectib_is_hot(opcode, (uint32_t)wr->num_sge, wr->send_flags))
			connectib_send_credit(sq);
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
INVERBS_INLINE int connectib_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				       struct ibv_send_wr **bad_wr, struct connectib_sent sent,
				       bool built)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint32_t credit;
	int err = 0;

	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		uint32_t room, index;

		wr = connectib_hot_run(sq, wr, &sent);
		if (!wr)
			break;
		room = sq->room;
		inverbs_sq_recall(sq);
		index = sq->position;
		req = connectib_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		req.traits |= built ? INVERBS_BUILT : 0;
		err = connectib_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		connectib_send_keep(sq, index, room);
	}
	credit = sq->room;
	inverbs_sq_recall(sq);
	if (sent.count)
		connectib_send_doorbell(sq, &sent);
	inverbs_sq_grant(sq, credit);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int connectib_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for connectib. */
INVERBS_INLINE int connectib_wr_complete(struct ibv_qp_ex *qp)
{
	return connectib_wr_complete_full(qp);
}

/** Grant credit to the hot path of receives. connectib.recv */
INVERBS_INLINE void connectib_recv_credit(struct inverbs_rq *rq)
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

/** Store a receive of one SGE at the producer index. */
INVERBS_INLINE void connectib_hot_recv_put(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
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
	inverbs_put_length_key_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
	if (rq->max_sge > 1) {
		wqe += 16;
		inverbs_put64(wqe, 0x1000000000000ULL);
		inverbs_put64(wqe + 8, 0);
	}
}

/**
 * Post one receive of one SGE. Returns false if nothing was stored and the caller must call the
 * full path.
 */
INVERBS_INLINE bool connectib_hot_recv(struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
				       const struct ibv_sge *sge, bool in_memory)
{
	uint32_t head;

	if (INVERBS_RARE(sge->length == 0))
		return false;
	if (INVERBS_RARE(!inverbs_trylock(&rq->lock)))
		return false;
	if (INVERBS_RARE((int32_t)--rq->room < 0)) {
		INVERBS_FORGET(rq->room);
		rq->room++;
		inverbs_unlock(&rq->lock);
		return false;
	}
	INVERBS_FORGET(rq->room);
	connectib_hot_recv_put(rq, wr, sge, in_memory);
	head = rq->head - rq->room;
	inverbs_to_device();
	inverbs_publish32(rq->doorbell_record, INVERBS_BE32(head & 0xffffU));
	inverbs_unlock(&rq->lock);
	return true;
}

/** ibv_post_recv for connectib. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int connectib_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const queue = &inverbs_qp_of(qp)->rq;

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (connectib_hot_recv(queue, wr, &sge, false))
			return 0;
		err = connectib_post_recv_scalars(qp, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(connectib_hot_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return connectib_post_recv_full(qp, wr, bad_wr);
}

/**
 * Returns 0, or the errno value with which the receive queue refuses a work request.
 * connectib.recv.refuse
 */
INVERBS_INLINE int connectib_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(rq->closed, 0))
		return EINVAL;
	return 0;
}

/** Store the SGEs of a receive, and the end mark if there is room for it. connectib.recv.gather */
INVERBS_INLINE void connectib_put_recv(uint8_t *at, const struct ibv_recv_wr *wr, uint32_t max_sge)
{
	uint32_t used = 0;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		if (sge->length == 0)
			continue;
		inverbs_put32(at, INVERBS_BE32(sge->length));
		inverbs_put32(at + 4, INVERBS_BE32(sge->lkey));
		inverbs_put64(at + 8, INVERBS_BE64(sge->addr));

		at += CONNECTIB_DATA_SIZE;
		used++;
	}
	if (used < max_sge) {
		inverbs_put32(at, 0);
		inverbs_put32(at + 4, INVERBS_BE32(0x100U));
		inverbs_put64(at + 8, 0);
	}
}

/** Publish the number of receives posted so far. connectib.recv.doorbell */
INVERBS_INLINE void connectib_recv_doorbell(const struct inverbs_rq *rq, uint32_t head)
{
	inverbs_to_device();
	inverbs_publish32(rq->doorbell_record, INVERBS_BE32(head & 0xffffU));
}

/**
 * The full path of ibv_post_recv. One doorbell for all; posting stops at the first work request
 * that is refused.
 */
INVERBS_INLINE int connectib_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	uint32_t posted;
	int err = 0;

	inverbs_lock(&rq->lock);
	inverbs_rq_recall(rq);
	posted = rq->head;
	for (; wr; wr = wr->next) {
		err = connectib_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
		connectib_put_recv(inverbs_slot(rq->buf, rq->head, rq->entries, rq->shift), wr,
				   rq->max_sge);
		rq->head++;
	}
	if (rq->head != posted)
		connectib_recv_doorbell(rq, rq->head);
	connectib_recv_credit(rq);
	inverbs_unlock(&rq->lock);
	return err;
}

/** Store the SGEs of a receive, and the end mark if there is room for it. connectib.recv.gather */
INVERBS_INLINE void connectib_put_shared_recv(uint8_t *at, const struct ibv_recv_wr *wr,
					      uint32_t max_sge)
{
	uint32_t used = 0;

	for (int n = 0; n < wr->num_sge; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];

		inverbs_put32(at, INVERBS_BE32(sge->length));
		inverbs_put32(at + 4, INVERBS_BE32(sge->lkey));
		inverbs_put64(at + 8, INVERBS_BE64(sge->addr));

		at += CONNECTIB_DATA_SIZE;
		used++;
	}
	if (used < max_sge) {
		inverbs_put32(at, 0);
		inverbs_put32(at + 4, INVERBS_BE32(0x100U));
		inverbs_put64(at + 8, 0);
	}
}

/** Slot number `index` of a shared receive queue. */
INVERBS_INLINE uint8_t *connectib_srq_slot(const struct inverbs_srq *srq, uint32_t index)
{
	return srq->buf + ((size_t)index << srq->shift);
}

/** Append a slot to the free list. The caller holds the queue's lock. connectib.recv.shared */
INVERBS_INLINE void connectib_srq_link(struct inverbs_srq *srq, uint32_t slot)
{
	uint8_t *const last = connectib_srq_slot(srq, srq->tail);

	inverbs_put16(last + 2, (uint16_t)INVERBS_BE16((uint16_t)slot));
	srq->tail = slot;
}

/** The same, but takes the lock. */
INVERBS_INLINE void connectib_srq_free(struct inverbs_srq *srq, uint32_t slot)
{
	inverbs_lock(&srq->lock);
	connectib_srq_link(srq, slot);
	inverbs_unlock(&srq->lock);
}

/** Link all slots of a new shared receive queue, none of which has an SGE yet. */
INVERBS_INLINE void connectib_srq_init(struct inverbs_srq *srq)
{
	struct connectib_srq_next head;

	memset(&head, 0, sizeof(head));
	for (uint32_t i = 0; i < srq->entries; i++) {
		head.next = (uint16_t)((i + 1) & (srq->entries - 1));
		connectib_srq_next_put(connectib_srq_slot(srq, i), &head);
		for (uint32_t n = CONNECTIB_SRQ_NEXT_SIZE;
		     n + CONNECTIB_DATA_SIZE <= 1U << srq->shift; n += CONNECTIB_DATA_SIZE) {
			inverbs_put32(connectib_srq_slot(srq, i) + n, 0);
			inverbs_put32(connectib_srq_slot(srq, i) + n + 4, INVERBS_BE32(0x100U));
			inverbs_put64(connectib_srq_slot(srq, i) + n + 8, 0);
		}
	}
	srq->head = 0;
	srq->tail = srq->entries - 1;
}

/** The full path of ibv_post_srq_recv. One slot always stays free, as the end of the free list. */
INVERBS_INLINE int connectib_srq_recv_list(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
					   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t posted;
	int err = 0;

	inverbs_lock(&srq->lock);
	posted = srq->counter;
	for (; wr; wr = wr->next) {
		uint8_t *const slot = connectib_srq_slot(srq, srq->head);

		if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
			err = EINVAL;
		else if (__builtin_expect(srq->head == srq->tail, 0))
			err = ENOMEM;
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		srq->wr_id[srq->head] = wr->wr_id;
		connectib_put_shared_recv(slot + 16, wr, srq->max_sge);
		srq->head = connectib_srq_next_get(slot).next;
		srq->counter++;
	}
	if (srq->counter != posted) {
		const uint32_t head = srq->counter;

		inverbs_to_device();
		inverbs_publish32(srq->doorbell_record, INVERBS_BE32(head & 0xffffU));
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/**
 * Post one receive of one SGE to a shared receive queue. Returns false if nothing was stored and
 * the caller must call the full path.
 */
INVERBS_INLINE bool connectib_hot_srq_recv(struct inverbs_srq *srq, const struct ibv_recv_wr *wr,
					   const struct ibv_sge *sge, bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint32_t slot_index, head;
	uint8_t *slot, *wqe;

	if (INVERBS_RARE(!inverbs_trylock(&srq->lock)))
		return false;
	slot_index = srq->head;
	if (INVERBS_RARE(slot_index == srq->tail || srq->max_sge == 0)) {
		inverbs_unlock(&srq->lock);
		return false;
	}
	slot = connectib_srq_slot(srq, slot_index);
	srq->wr_id[slot_index] = wr->wr_id;
	wqe = slot + 16;
	inverbs_put_length_key_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
	if (srq->max_sge > 1) {
		wqe += 16;
		inverbs_put64(wqe, 0x1000000000000ULL);
		inverbs_put64(wqe + 8, 0);
	}
	srq->head = INVERBS_BE16(inverbs_get16(slot + 2));
	head = ++srq->counter;
	inverbs_to_device();
	inverbs_publish32(srq->doorbell_record, INVERBS_BE32(head & 0xffffU));
	inverbs_unlock(&srq->lock);
	return true;
}

/** ibv_post_srq_recv for connectib. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int connectib_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
					   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const queue = inverbs_srq_of(srq);

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (connectib_hot_srq_recv(queue, wr, &sge, false))
			return 0;
		err = connectib_post_srq_recv_scalars(srq, wr->wr_id, sge.addr, sge.length,
						      sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(connectib_hot_srq_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return connectib_post_srq_recv_full(srq, wr, bad_wr);
}

/** The 64 significant bytes of CQE `index`; larger slots have them at their end. */
INVERBS_INLINE uint8_t *connectib_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 64;
}

/** True when CQE `index` was written in the current lap. connectib.complete.ready */
INVERBS_INLINE bool connectib_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint8_t word = inverbs_observe8(cqe + 63);

	if (((word >> 4) & 0xfU) == CONNECTIB_CQE_OP_UNWRITTEN)
		return false;
	return ((word >> 0) & 1) == ((index & entries) != 0);
}

/** The same for a CQE given by its index. */
INVERBS_INLINE bool connectib_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return connectib_cqe_ready(connectib_cq_entry(cq, index), index, cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *connectib_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = connectib_cq_entry(cq, cq->head);

	return connectib_cqe_ready(cqe, cq->head, cq->entries) ? cqe : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void connectib_consume(struct inverbs_cq *cq)
{
	__atomic_store_n(&cq->head, cq->head + 1,
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. connectib.complete.send */
INVERBS_INLINE struct inverbs_meaning connectib_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x00 */
		{IBV_WC_SEND, 0, 0, 0},                       /* 0x01 SEND_INVAL */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x02 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x03 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x04 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x05 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x06 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x07 */
		{IBV_WC_RDMA_WRITE, 0, 0, 0},                 /* 0x08 RDMA_WRITE */
		{IBV_WC_RDMA_WRITE, IBV_WC_WITH_IMM, 0, 0},   /* 0x09 RDMA_WRITE_IMM */
		{IBV_WC_SEND, 0, 0, 0},                       /* 0x0a SEND */
		{IBV_WC_SEND, IBV_WC_WITH_IMM, 0, 0},         /* 0x0b SEND_IMM */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x0c */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x0d */
		{IBV_WC_TSO, 0, 0, 0},                        /* 0x0e TSO */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x0f */
		{IBV_WC_RDMA_READ, 0, INVERBS_CQE_LENGTH, 0}, /* 0x10 RDMA_READ */
		{IBV_WC_COMP_SWAP, 0, 8, 0},                  /* 0x11 ATOMIC_CS */
		{IBV_WC_FETCH_ADD, 0, 8, 0},                  /* 0x12 ATOMIC_FA */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x13 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x14 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x15 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x16 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x17 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x18 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x19 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1a */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1b */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1c */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1d */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1e */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x1f */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x20 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x21 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x22 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x23 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x24 */
		{INVERBS_NOTED, 0, 0, 0},                     /* 0x25 UMR */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* all others */
	};

	return rows[value < 39 ? value : 38];
}

/** What the work completion of a receive reports, by a value of the CQE. connectib.complete.recv */
INVERBS_INLINE struct inverbs_meaning connectib_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{0, 0, 0, INVERBS_UNKNOWN_VALUE}, /* 0x00 */
		{IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 0,
		 INVERBS_IMMEDIATE_DATA},                                  /* 0x01 RECV_WRITE_IMM */
		{IBV_WC_RECV, 0, 0, 0},                                    /* 0x02 RECV_SEND */
		{IBV_WC_RECV, IBV_WC_WITH_IMM, 0, INVERBS_IMMEDIATE_DATA}, /* 0x03 RECV_SEND_IMM */
		{IBV_WC_RECV, IBV_WC_WITH_INV, 0,
		 INVERBS_INVALIDATED_KEY},        /* 0x04 RECV_SEND_INVAL */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE}, /* all others */
	};

	return rows[value < 6 ? value : 5];
}

/** The completion status for a status value of the CQE. connectib.complete.status */
INVERBS_INLINE enum ibv_wc_status connectib_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_GENERAL_ERR,       /* 0x00 */
		IBV_WC_LOC_LEN_ERR,       /* 0x01 LOCAL_LENGTH */
		IBV_WC_LOC_QP_OP_ERR,     /* 0x02 LOCAL_QP_OP */
		IBV_WC_GENERAL_ERR,       /* 0x03 */
		IBV_WC_LOC_PROT_ERR,      /* 0x04 LOCAL_PROT */
		IBV_WC_WR_FLUSH_ERR,      /* 0x05 WR_FLUSH */
		IBV_WC_MW_BIND_ERR,       /* 0x06 MW_BIND */
		IBV_WC_GENERAL_ERR,       /* 0x07 */
		IBV_WC_GENERAL_ERR,       /* 0x08 */
		IBV_WC_GENERAL_ERR,       /* 0x09 */
		IBV_WC_GENERAL_ERR,       /* 0x0a */
		IBV_WC_GENERAL_ERR,       /* 0x0b */
		IBV_WC_GENERAL_ERR,       /* 0x0c */
		IBV_WC_GENERAL_ERR,       /* 0x0d */
		IBV_WC_GENERAL_ERR,       /* 0x0e */
		IBV_WC_GENERAL_ERR,       /* 0x0f */
		IBV_WC_BAD_RESP_ERR,      /* 0x10 BAD_RESP */
		IBV_WC_LOC_ACCESS_ERR,    /* 0x11 LOCAL_ACCESS */
		IBV_WC_REM_INV_REQ_ERR,   /* 0x12 REMOTE_INVAL_REQ */
		IBV_WC_REM_ACCESS_ERR,    /* 0x13 REMOTE_ACCESS */
		IBV_WC_REM_OP_ERR,        /* 0x14 REMOTE_OP */
		IBV_WC_RETRY_EXC_ERR,     /* 0x15 TRANSPORT_RETRY */
		IBV_WC_RNR_RETRY_EXC_ERR, /* 0x16 RNR_RETRY */
		IBV_WC_GENERAL_ERR,       /* 0x17 */
		IBV_WC_GENERAL_ERR,       /* 0x18 */
		IBV_WC_GENERAL_ERR,       /* 0x19 */
		IBV_WC_GENERAL_ERR,       /* 0x1a */
		IBV_WC_GENERAL_ERR,       /* 0x1b */
		IBV_WC_GENERAL_ERR,       /* 0x1c */
		IBV_WC_GENERAL_ERR,       /* 0x1d */
		IBV_WC_GENERAL_ERR,       /* 0x1e */
		IBV_WC_GENERAL_ERR,       /* 0x1f */
		IBV_WC_GENERAL_ERR,       /* 0x20 */
		IBV_WC_GENERAL_ERR,       /* 0x21 */
		IBV_WC_REM_ABORT_ERR,     /* 0x22 REMOTE_ABORTED */
	};

	return value < 35 ? (enum ibv_wc_status)status[value] : IBV_WC_GENERAL_ERR;
}

/** True when the CQE reports a failed work request. */
INVERBS_INLINE bool connectib_cqe_failed(const struct connectib_cqe *e)
{
	return e->opcode == CONNECTIB_CQE_OP_REQUESTER_ERROR ||
	       e->opcode == CONNECTIB_CQE_OP_RESPONDER_ERROR;
}

/** True when the ring was replaced and this is its last CQE. connectib.complete.resize */
INVERBS_INLINE bool connectib_cqe_ends_ring(const struct connectib_cqe *e)
{
	return e->opcode == CONNECTIB_CQE_OP_RESIZE;
}

/** Set the owner bit of a CQE that is copied to the slot of CQE `index`. */
INVERBS_INLINE void connectib_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint8_t bit = 1;
	const uint8_t word = inverbs_get8(cqe + 63);

	inverbs_put8(cqe + 63, (uint8_t)((index & entries) != 0 ? word | bit : word & ~bit));
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool connectib_cqe_is_send(const struct connectib_cqe *e)
{
	return e->opcode == CONNECTIB_CQE_OP_REQUESTER ||
	       e->opcode == CONNECTIB_CQE_OP_REQUESTER_ERROR;
}

/** Publish the consumer index `index`. connectib.complete.consumed */
INVERBS_INLINE void connectib_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish32(cq->doorbell_record, INVERBS_BE32(index & 0xffffffU));
}

INVERBS_INLINE void connectib_cq_publish_ci(struct inverbs_cq *cq)
{
	connectib_cq_publish_index(cq, cq->head);
}

/** Set the cursor, after the queue was changed by anything but a poll. */
INVERBS_INLINE void connectib_cq_seek(struct inverbs_cq *cq)
{
	const uintptr_t at = (uintptr_t)connectib_cq_entry(cq, cq->head);
	const uintptr_t mark = (cq->head & cq->entries) != 0;

	cq->stride = 1U << cq->shift;
	cq->end = ((uintptr_t)connectib_cq_entry(cq, 0) + ((uintptr_t)cq->entries << cq->shift)) |
		  mark;
	__atomic_store_n(&cq->cursor, at | mark, __ATOMIC_RELEASE);
}

/**
 * The payload in a CQE, and its maximum length in *most. NULL if the payload was written to its
 * buffers. connectib.complete.inside
 */
INVERBS_INLINE const uint8_t *connectib_inside(const struct inverbs_cq *cq INVERBS_UNUSED,
					       const uint8_t *cqe, const struct connectib_cqe *e,
					       uint32_t *most)
{
	switch (e->format) {
	case CONNECTIB_PAYLOAD_IN_CQE:
		*most = 32;
		return cqe;
	case CONNECTIB_PAYLOAD_IN_FRONT:
		*most = (1U << cq->shift) < 128
				? 0
				: 64; /* a slot this large has room for payload before its CQE */
		return cqe - 64;
	default:
		return NULL;
	}
}

/** A CQE, read as if the bytes of payload in it were zeros. */
INVERBS_INLINE struct connectib_cqe connectib_cqe_of(const uint8_t *cqe)
{
	struct connectib_cqe e = connectib_cqe_get(cqe);

	if (__builtin_expect(e.format == CONNECTIB_PAYLOAD_IN_CQE, 0)) {
		e.wqe_id = 0;
		e.path_bits = 0;
		e.slid = 0;
		e.grh = 0;
		e.sl = 0;
		e.src_qpn = 0;
		e.l4_ok = 0;
		e.l3_ok = 0;
		e.l2_ok = 0;
		e.l3_type = 0;
		e.vlan = 0;
	}
	return e;
}

/**
 * Copy `length` bytes to the buffers of at most `count` SGEs, which begin at byte `at` of a ring
 * and wrap at its end. Returns false when the buffers are too short.
 */
INVERBS_INLINE bool connectib_spread(const struct inverbs_cq *cq, const uint8_t *ring,
				     size_t ring_bytes, size_t at, uint32_t count,
				     const uint8_t *from, uint32_t length)
{
	for (; length && count; count--, at += CONNECTIB_DATA_SIZE) {
		const struct connectib_data sge = connectib_data_get(ring +
								     (at & (ring_bytes - 1)));
		const uint32_t run = sge.length < length ? sge.length : length;

		if (sge.lkey == 256 && !sge.length)
			break;
		if (run && (!sge.lkey ||
			    sge.lkey != cq->null_lkey)) /* bytes for the null lkey are dropped */
			memcpy((void *)(uintptr_t)sge.addr, from, run);
		from += run;
		length -= run;
	}
	return length == 0;
}

/** Byte of a WQE where the SGEs for its response begin; 0 if it has none. */
INVERBS_INLINE uint32_t connectib_answer_at(uint32_t code, uint8_t qp_type)
{
	if ((code == CONNECTIB_OP_RDMA_READ) && (qp_type == IBV_QPT_RC))
		return 32;
	if ((code == CONNECTIB_OP_RDMA_READ) && (qp_type == IBV_QPT_XRC_SEND))
		return 48;
	if ((code == CONNECTIB_OP_ATOMIC_CS || code == CONNECTIB_OP_ATOMIC_FA) &&
	    (qp_type == IBV_QPT_RC))
		return 48;
	if ((code == CONNECTIB_OP_ATOMIC_CS || code == CONNECTIB_OP_ATOMIC_FA) &&
	    (qp_type == IBV_QPT_XRC_SEND))
		return 64;
	return 0;
}

/**
 * Copy the payload of a response from the CQE to the buffers of its WQE, which is still in the
 * ring. Returns the completion status.
 */
INVERBS_INLINE enum ibv_wc_status connectib_take_answer(const struct inverbs_cq *cq,
							const uint8_t *from, uint32_t most,
							const struct connectib_cqe *e,
							const struct inverbs_sq *sq)
{
	const uint32_t at = connectib_answer_at(e->send_op, sq->qp_type), length = e->byte_count;
	const size_t start = (size_t)(e->wqe_index & (sq->entries - 1)) * 64,
		     bytes = (size_t)sq->entries * 64;
	uint32_t size;

	if (!at)
		return IBV_WC_GENERAL_ERR;
	size = connectib_ctrl_get(sq->buf + start).units;
	if (length > most || size < at ||
	    !connectib_spread(cq, sq->buf, bytes, start + at, (size - at) / CONNECTIB_DATA_SIZE,
			      from, length))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** The same for a receive from an SRQ. */
INVERBS_INLINE enum ibv_wc_status connectib_take_shared(const struct inverbs_cq *cq,
							const uint8_t *cqe,
							const struct connectib_cqe *e,
							const struct inverbs_srq *srq)
{
	const size_t slot = (size_t)(e->wqe_index & (srq->entries - 1)) << srq->shift;
	const uint32_t count = ((1U << srq->shift) - 16) / CONNECTIB_DATA_SIZE;
	uint32_t most;
	const uint8_t *const from = connectib_inside(cq, cqe, e, &most);

	if (__builtin_expect(!from || connectib_cqe_failed(e), 1))
		return IBV_WC_SUCCESS;
	if (e->byte_count > most ||
	    !connectib_spread(cq, srq->buf, (size_t)srq->entries << srq->shift, slot + 16, count,
			      from, e->byte_count))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** The same for any work request of a queue pair. */
INVERBS_INLINE enum ibv_wc_status connectib_take_inside(const struct inverbs_cq *cq,
							const uint8_t *cqe,
							const struct connectib_cqe *e,
							const struct inverbs_qp *qp)
{
	const struct inverbs_rq *const rq = &qp->rq;
	uint32_t most;
	const uint8_t *const from = connectib_inside(cq, cqe, e, &most);

	if (__builtin_expect(!from || connectib_cqe_failed(e), 1))
		return IBV_WC_SUCCESS;
	if (connectib_cqe_is_send(e))
		return connectib_take_answer(cq, from, most, e, &qp->sq);
	if (qp->srq)
		return connectib_take_shared(cq, cqe, e, qp->srq);
	if (e->byte_count > most ||
	    !connectib_spread(cq, rq->buf, (size_t)rq->entries << rq->shift,
			      (size_t)(e->wqe_index & (rq->entries - 1)) << rq->shift,
			      (1U << rq->shift) / CONNECTIB_DATA_SIZE, from, e->byte_count))
		return IBV_WC_LOC_LEN_ERR;
	return IBV_WC_SUCCESS;
}

/** The queue pair and the work request of a CQE. */
struct connectib_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note;             /**< completion opcode recorded with the work request */
	enum ibv_wc_status status; /**< result of copying payload out of the CQE */
};

/** Retire the send that starts at unit `start`, and the unsignaled ones before it. */
INVERBS_INLINE void connectib_retire_send(struct inverbs_sq *sq, uint32_t start,
					  struct connectib_found *found)
{
	const struct inverbs_posted *const posted = &sq->posted[start & (sq->entries - 1)];

	found->wr_id = posted->wr_id;
	found->note = posted->note;
	__atomic_store_n(&sq->tail, posted->next, __ATOMIC_RELEASE);
}

/** Retire the receive that a CQE names. */
INVERBS_INLINE void connectib_retire_recv(struct inverbs_rq *rq, uint32_t index,
					  struct connectib_found *found)
{
	found->wr_id = rq->wr_id[index & (rq->entries - 1)];
	__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
}

/** Retire a receive of a shared receive queue: its slot returns to the free list. */
INVERBS_INLINE void connectib_retire_shared(struct inverbs_srq *srq, uint32_t slot,
					    struct connectib_found *found)
{
	found->wr_id = srq->wr_id[slot & (srq->entries - 1)];
	connectib_srq_free(srq, slot & (srq->entries - 1));
}

/**
 * Find the queue of a CQE and retire its work request. On entry, found->qp is the queue pair of the
 * previous CQE, or NULL. Returns false if the queue is unknown.
 */
INVERBS_INLINE bool connectib_find(const struct inverbs_cq *cq, const uint8_t *cqe,
				   const struct connectib_cqe *e, struct connectib_found *found)
{
	struct inverbs_qp *qp = found->qp;

	if (__builtin_expect(e->user_index && !connectib_cqe_is_send(e), 0)) {
		struct inverbs_srq *const srq = (struct inverbs_srq *)inverbs_lookup(cq->srqs,
										     e->user_index);

		if (!srq)
			return false;
		found->qp = NULL;
		found->status = connectib_take_shared(cq, cqe, e, srq);
		connectib_retire_shared(srq, e->wqe_index, found);
		return true;
	}
	if (!qp || qp->sq.qpn != e->qpn) {
		qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, e->qpn);
		if (__builtin_expect(!qp || qp->sq.qpn != e->qpn, 0))
			return false;
		found->qp = qp;
	}
	found->status = connectib_take_inside(cq, cqe, e, qp);
	if (connectib_cqe_is_send(e))
		connectib_retire_send(&qp->sq, e->wqe_index, found);
	else if (qp->srq)
		connectib_retire_shared(qp->srq, e->wqe_index, found);
	else
		connectib_retire_recv(&qp->rq, e->wqe_index, found);
	return true;
}

/**
 * Load the word of a CQE that has the owner bit, with the other fields in that word.
 * connectib.complete.ready
 */
INVERBS_INLINE uint32_t connectib_cqe_word(const uint8_t *cqe)
{
	return inverbs_observe8(cqe + 63);
}

/**
 * That word with the owner bit of a CQE that is new at this cursor; its other bits are undefined.
 */
INVERBS_INLINE uint32_t connectib_lap_of(uintptr_t cursor)
{
	return (uint32_t)cursor;
}

/** True when the CQE with this word is new. */
INVERBS_INLINE bool connectib_is_new(uint32_t word, uint32_t lap)
{
	if (!(((word ^ lap) & 1) == 0))
		return false;
	return !(((word >> 4) & 0xfU) == CONNECTIB_CQE_OP_UNWRITTEN);
}

/*
 * How CQEs are reported, by their opcodes; in libinverbs.a. The high half of a row is the opcode of
 * struct ibv_wc, the low half what else to fill in; 0: a plain send.
 * 0x200: a receive
 * 0x40: byte_len is 8
 * 0x80: byte_len is in the CQE
 * 0x100: immediate data
 * 0x20: an invalidated key
 * 0x800: a send whose opcode has another number in other interfaces
 * 0x400: not for the hot path
 * 0xf: wc_flags
 */
#ifdef __cplusplus
extern "C" {
#endif
extern const uint64_t connectib_hot_send_rows[256];
extern const uint64_t connectib_hot_recv_rows[64];
#ifdef __cplusplus
}
#endif

/** The row for a CQE. */
INVERBS_INLINE uint64_t connectib_hot_row(const uint8_t *cqe INVERBS_UNUSED,
					  uint32_t word INVERBS_UNUSED)
{
	const bool is_send = word >> 2 == 0;
	return is_send ? connectib_hot_send_rows[INVERBS_BE32(inverbs_get32(cqe + 56)) >> 24]
		       : connectib_hot_recv_rows[word >> 2];
}

/** The number by which CQEs identify a queue pair. */
INVERBS_INLINE uint32_t connectib_key_of(const struct inverbs_qp *qp)
{
	return qp->sq.qpn;
}

/** The same number, from a CQE. */
INVERBS_INLINE uint32_t connectib_hot_key(const uint8_t *cqe INVERBS_UNUSED,
					  uint32_t word INVERBS_UNUSED)
{
	return INVERBS_BE32(inverbs_get32(cqe + 56)) & 0xffffffU;
}

/** The slot of the cache for the queue pair of a CQE. */
INVERBS_INLINE struct inverbs_qp **connectib_seen_at(struct inverbs_cq *cq,
						     const uint8_t *cqe INVERBS_UNUSED,
						     uint32_t word INVERBS_UNUSED)
{
	return &cq->seen[inverbs_get8(cqe + 59) & (INVERBS_SEEN - 1)];
}

/** Look up the queue pair of a CQE and cache it. Returns inverbs_no_qp if there is none. */
static __attribute__((noinline, unused)) struct inverbs_qp *
connectib_meet(struct inverbs_cq *cq, const uint8_t *cqe, uint32_t word, uint32_t key)
{
	struct inverbs_qp *const found = (struct inverbs_qp *)inverbs_lookup(cq->qps, key);

	if (!found || connectib_key_of(found) != key)
		return &inverbs_no_qp;
	*connectib_seen_at(cq, cqe, word) = found;
	return found;
}

/** True for queue pairs of a connected type. */
INVERBS_INLINE bool connectib_is_connected(const struct inverbs_qp *qp)
{
	return qp->sq.qp_type == IBV_QPT_RC || qp->sq.qp_type == IBV_QPT_UC;
}

/** Retire a send, and the unsignaled ones before it. Returns its wr_id. */
INVERBS_INLINE uint64_t connectib_hot_retire_send(struct inverbs_sq *sq, uint32_t start)
{
	const uint32_t unit = start & (sq->entries - 1);
	const uint64_t wr_id = sq->posted[unit].wr_id;

	__atomic_store_n(&sq->tail, sq->posted[unit].next, __ATOMIC_RELEASE);
	return wr_id;
}

/** Retire a receive. Returns its wr_id. */
INVERBS_INLINE uint64_t connectib_hot_retire_recv(struct inverbs_rq *rq, uint32_t index,
						  uint32_t mask)
{
	const uint64_t wr_id = rq->wr_id[index & mask];

	__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

/** Fill a work completion for a simple receive from the receive queue of a connected queue pair. */
INVERBS_INLINE void connectib_take_recv(struct inverbs_qp *qp, const uint8_t *cqe,
					uint32_t word INVERBS_UNUSED, uint64_t row,
					uint32_t key INVERBS_UNUSED, uint32_t mask,
					struct ibv_wc *wc)
{
	inverbs_wc_good(wc, row - 0x200);
	wc->qp_num = key;
	wc->wc_flags = 0;
	wc->byte_len = INVERBS_BE32(inverbs_get32(cqe + 44));
	wc->wr_id = connectib_hot_retire_recv(&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)), mask);
}

/**
 * Retire a receive of a shared receive queue. Returns false if nothing was done because another
 * thread holds its lock.
 */
INVERBS_INLINE bool connectib_hot_retire_shared(struct inverbs_srq *srq, uint32_t index,
						uint64_t *wr_id)
{
	const uint32_t slot = index & (srq->entries - 1);

	if (INVERBS_RARE(!inverbs_trylock(&srq->lock)))
		return false;
	*wr_id = srq->wr_id[slot];
	connectib_srq_link(srq, slot);
	inverbs_unlock(&srq->lock);
	return true;
}

/**
 * Retire the receive of a CQE, from the receive queue or an SRQ. Returns false if nothing was done,
 * because another thread holds the lock of the SRQ or the queue pair has no receive ring.
 */
INVERBS_INLINE bool connectib_hot_retire(struct inverbs_qp *qp, const uint8_t *cqe INVERBS_UNUSED,
					 uint32_t word INVERBS_UNUSED, uint64_t *wr_id)
{
	if (qp->srq)
		return connectib_hot_retire_shared(qp->srq, INVERBS_BE16(inverbs_get16(cqe + 60)),
						   wr_id);
	if (INVERBS_RARE(qp->rq.entries == 0)) /* the CQE identifies the SRQ */
		return false;
	*wr_id = connectib_hot_retire_recv(&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)),
					   qp->rq.entries - 1);
	return true;
}

/**
 * Fill in the members that simple receives omit, and return their flags. Called for datagrams, for
 * receives from SRQs, and for the first receive of a connected queue pair.
 */
INVERBS_INLINE unsigned int connectib_take_members(const struct inverbs_qp *qp INVERBS_UNUSED,
						   const uint8_t *cqe INVERBS_UNUSED,
						   uint32_t word INVERBS_UNUSED,
						   struct ibv_wc *wc INVERBS_UNUSED)
{
	unsigned int flags = 0;

	wc->src_qp = INVERBS_BE32(inverbs_get32(cqe + 24)) & 0xffffffU;
	wc->slid = INVERBS_BE16(inverbs_get16(cqe + 22));
	wc->sl = (INVERBS_BE32(inverbs_get32(cqe + 24)) >> 24) & 0xfU;
	wc->pkey_index = INVERBS_BE32(inverbs_get32(cqe + 36)) & 0xffffU;
	wc->dlid_path_bits = inverbs_get8(cqe + 17) & 0x7fU;
	if ((INVERBS_BE32(inverbs_get32(cqe + 24)) >> 28) & 3)
		flags |= IBV_WC_GRH;
	if ((qp->sq.flags & INVERBS_RX_CSUM) && ((inverbs_get8(cqe + 28) >> 1) & 1) &&
	    ((inverbs_get8(cqe + 28) >> 2) & 1) && ((inverbs_get8(cqe + 29) >> 2) & 3) == 2)
		flags |= IBV_WC_IP_CSUM_OK;
	return flags;
}

/**
 * Pass a simple receive to the `take` function of an interface with other structures. See
 * inverbs_take.
 */
INVERBS_INLINE void connectib_tell_recv(struct inverbs_qp *qp, const uint8_t *cqe,
					uint32_t word INVERBS_UNUSED, uint64_t row, uint32_t mask,
					inverbs_take *take, struct inverbs_taker *taker)
{
	const uint32_t bytes = INVERBS_BE32(inverbs_get32(cqe + 44));

	take(taker, connectib_hot_retire_recv(&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)), mask),
	     row >> 32 | (uint64_t)bytes << 32, NULL);
}

/**
 * The same for reads, atomics, datagrams, and receives of connected queue pairs from SRQs, if there
 * is neither immediate data nor an invalidated key. Returns false if nothing was done, because the
 * completion is of another kind or its receive could not be retired.
 */
INVERBS_INLINE bool connectib_tell_seen(struct inverbs_qp *qp, const uint8_t *cqe,
					uint32_t word INVERBS_UNUSED, uint64_t row,
					inverbs_take *take, struct inverbs_taker *taker)
{
	const uint32_t more = (uint32_t)row;
	const uint64_t opcode = row >> 32,
		       bytes = more == 0x40 ? 8 : INVERBS_BE32(inverbs_get32(cqe + 44));
	uint64_t wr_id;

	if (more == 0x80 || more == 0x40) {
		take(taker,
		     connectib_hot_retire_send(&qp->sq, INVERBS_BE16(inverbs_get16(cqe + 60))),
		     opcode | bytes << 32, NULL);
		return true;
	}
	if (INVERBS_RARE(more != 0x200))
		return false;
	if (qp->srq) {
		if (INVERBS_RARE(!connectib_is_connected(qp) ||
				 !connectib_hot_retire_shared(
					 qp->srq, INVERBS_BE16(inverbs_get16(cqe + 60)), &wr_id)))
			return false;
		take(taker, wr_id, opcode | bytes << 32, NULL);
		return true;
	}
	if (INVERBS_RARE(qp->sq.qp_type != IBV_QPT_UD || qp->rq.entries == 0))
		return false;
	wr_id = connectib_hot_retire_recv(&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)),
					  qp->rq.entries - 1);
	{
		struct ibv_wc wc;

		wc.imm_data = 0; /* the completion has none */
		wc.wc_flags = connectib_take_members(qp, cqe, word, &wc);
		take(taker, wr_id, opcode | bytes << 32, &wc);
	}
	return true;
}

/**
 * Fill a work completion of any kind that the hot path handles; opcode and more are the halves of
 * its row. Returns false if nothing was done, because the receive could not be retired.
 */
INVERBS_INLINE bool connectib_take(struct inverbs_qp *qp, const uint8_t *cqe,
				   uint32_t word INVERBS_UNUSED, uint64_t opcode, uint32_t more,
				   uint32_t key INVERBS_UNUSED, struct ibv_wc *wc)
{
	if ((more & 0x200) && !connectib_hot_retire(qp, cqe, word, &wc->wr_id))
		return false;
	inverbs_wc_good(wc, opcode);
	wc->qp_num = key;
	wc->wc_flags = more & 0xf;
	if (!(more & 0x200)) {
		wc->wr_id = connectib_hot_retire_send(&qp->sq,
						      INVERBS_BE16(inverbs_get16(cqe + 60)));
		if (more & 0xc0)
			wc->byte_len = more & 0x40 ? 8 : INVERBS_BE32(inverbs_get32(cqe + 44));
		return true;
	}
	wc->byte_len = INVERBS_BE32(inverbs_get32(cqe + 44));
	if (more & 0x100)
		wc->imm_data = inverbs_get32(cqe + 36);
	if (more & 0x20)
		wc->invalidated_rkey = INVERBS_BE32(inverbs_get32(cqe + 36));
	if (!qp->rq.mask) {
		wc->wc_flags |= connectib_take_members(qp, cqe, word, wc);
		if (!qp->srq && connectib_is_connected(qp))
			qp->rq.mask = qp->rq.entries - 1;
	}
	return true;
}

/** Store the cursor and its consumer index, which is published to the adapter later. */
INVERBS_INLINE void connectib_cq_leave(struct inverbs_cq *cq, uintptr_t cursor, uint32_t head)
{
	__atomic_store_n(&cq->cursor, cursor, __ATOMIC_RELAXED);
	__atomic_store_n(&cq->head, head, __ATOMIC_RELAXED); /* arming reads it without the lock */
}
/**
 * ibv_poll_cq for connectib. Checks for a CQE before it takes the lock. A single simple CQE of a
 * cached queue pair is taken here. With take (see inverbs_take), it returns a value of enum
 * inverbs_left where it would call the archive.
 */
INVERBS_INLINE int connectib_poll_one(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc,
				      inverbs_take *take, struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uintptr_t cursor = __atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word = connectib_cqe_word(cqe);
	struct inverbs_qp *qp;
	uint32_t key, head;
	uintptr_t next;
	uint64_t row;

	if (!connectib_is_new(word, connectib_lap_of(cursor)))
		return 0;
	if ((take ? *taker->more != NULL : num_entries != 1) ||
	    INVERBS_RARE(!inverbs_trylock(&cq->lock)))
		return take ? INVERBS_LEFT : connectib_poll_cq_full(ibcq, num_entries, wc);
	inverbs_from_device();
	/*
	 * with take, registers are scarce: values that are only compared are loaded one at a time
	 */
	if (take &&
	    INVERBS_RARE((INVERBS_LOCKS && cq->cursor != cursor) || cursor + cq->stride == cq->end))
		goto leave;
	if (!take)
		key = connectib_hot_key(cqe, word);
	row = connectib_hot_row(cqe, word);
	qp = *connectib_seen_at(cq, cqe, word);
	if (take)
		key = connectib_hot_key(cqe, word);
	next = cursor + cq->stride;
	if (INVERBS_RARE((!take && ((INVERBS_LOCKS && cq->cursor != cursor) || next == cq->end)) ||
			 connectib_key_of(qp) != key))
		goto leave;
	if (__builtin_expect((uint32_t)row == 0, 1)) {
		if (take) {
			__atomic_store_n(&cq->cursor, next, __ATOMIC_RELAXED);
			take(taker,
			     connectib_hot_retire_send(&qp->sq,
						       INVERBS_BE16(inverbs_get16(cqe + 60))),
			     row >> 32, NULL);
		} else {
			connectib_take(qp, cqe, word, row, 0, key, wc);
		}
	} else if ((uint32_t)row == 0x200 && qp->rq.mask) {
		if (take) {
			__atomic_store_n(&cq->cursor, next, __ATOMIC_RELAXED);
			connectib_tell_recv(qp, cqe, word, row, qp->rq.mask, take, taker);
		} else {
			connectib_take_recv(qp, cqe, word, row, key, qp->rq.mask, wc);
		}
	} else if (take) {
		taker->qp = qp;
		taker->cursor = __atomic_load_n(
			&cq->cursor, __ATOMIC_RELAXED); /* reloaded, to free a register */
		taker->row = row;
		return INVERBS_LEFT_LOCKED;
	} else {
		return connectib_poll_seen_full(ibcq, qp, wc, cursor, row);
	}
	head = cq->head + 1;
	if (!take)
		connectib_cq_leave(cq, next, head);
	else
		__atomic_store_n(&cq->head, head, __ATOMIC_RELAXED);
	connectib_cq_publish_index(cq, head);
	inverbs_unlock(&cq->lock);
	return 1;
leave:
	inverbs_unlock(&cq->lock);
	return take ? INVERBS_LEFT : connectib_poll_cq_full(ibcq, 1, wc);
}

/** Flags of a receive completion that do not come from its opcode. connectib.complete.recv.flags */
INVERBS_INLINE unsigned int connectib_recv_flags(const struct connectib_cqe *e INVERBS_UNUSED,
						 uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	if (e->grh)
		flags |= IBV_WC_GRH;
	if (e->l3_ok && e->l4_ok && e->l3_type == 2 && (traits & INVERBS_RX_CSUM))
		flags |= IBV_WC_IP_CSUM_OK;
	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode connectib_send_opcode(const struct inverbs_meaning *m,
							const struct connectib_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** Fill a work completion from a CQE whose work request was found. connectib.complete */
INVERBS_INLINE void connectib_fill_wc(const uint8_t *cqe, const struct connectib_cqe *e,
				      const struct connectib_found *found, struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = found->status;
	if (__builtin_expect(connectib_cqe_failed(e), 0)) {
		const struct connectib_cqe_err err = connectib_cqe_err_get(cqe);

		wc->status = connectib_wc_status(err.syndrome);
		wc->vendor_err = err.vendor_err;
		return;
	}
	if (connectib_cqe_is_send(e)) {
		m = connectib_send_meaning(e->send_op);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = connectib_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_CQE_LENGTH ? e->byte_count : m.length;
		return;
	}
	if (__builtin_expect(wc->status != IBV_WC_SUCCESS, 0)) {
		wc->byte_len = e->byte_count;
		return;
	}
	m = connectib_recv_meaning(e->opcode);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->wc_flags = m.flags | connectib_recv_flags(e, traits);
	wc->byte_len = e->byte_count;
	wc->src_qp = e->src_qpn;
	wc->slid = e->slid;
	wc->sl = e->sl;
	wc->pkey_index = e->pkey_index;
	wc->dlid_path_bits = e->path_bits;
	if (m.special == INVERBS_IMMEDIATE_DATA)
		wc->imm_data = e->imm;
	if (m.special == INVERBS_INVALIDATED_KEY)
		wc->invalidated_rkey = e->inval_rkey;
}

/**
 * Take up to `left` CQEs without reloading the queue's state in between. Stops at the end of the
 * ring, and at a CQE that is not new, not simple, or of an unknown queue pair. Returns the number
 * of CQEs taken, and moves *wc past their work completions. With take, takes as many as there is
 * room for; see inverbs_take.
 */
INVERBS_INLINE int connectib_take_run(struct inverbs_cq *cq, struct ibv_wc **wc, int left,
				      inverbs_take *take, struct inverbs_taker *taker)
{
	const uintptr_t stride = cq->stride, mark = cq->cursor & 1;
	const uint8_t *const first = (const uint8_t *)(cq->cursor & ~(uintptr_t)1),
			     *const end = (const uint8_t *)(cq->end & ~(uintptr_t)1);
	const uint8_t *const stop = !take && (uintptr_t)left * stride < (uintptr_t)(end - first)
					    ? first + (uintptr_t)left * stride
					    : end;
	const uint32_t lap = connectib_lap_of(mark);
	const uint8_t *cqe = first;
	struct inverbs_qp *qp = &inverbs_no_qp;
	struct ibv_wc *at = take ? NULL : *wc;
	uint32_t last = UINT32_MAX;
	int taken;

	while (cqe != stop) {
		const uint32_t word = connectib_cqe_word(cqe);
		uint32_t key;
		uint64_t row;

		if (!connectib_is_new(word, lap))
			break;
		inverbs_from_device();
		key = connectib_hot_key(cqe, word);
		row = connectib_hot_row(cqe, word);
		if (key != last) {
			qp = *connectib_seen_at(cq, cqe, word);
			if (INVERBS_RARE(connectib_key_of(qp) != key)) {
				qp = connectib_meet(cq, cqe, word, key);
				if (qp == &inverbs_no_qp)
					break;
			}
		}
		if (take) {
			if ((uint32_t)row == 0)
				take(taker,
				     connectib_hot_retire_send(
					     &qp->sq, INVERBS_BE16(inverbs_get16(cqe + 60))),
				     row >> 32, NULL);
			else if ((uint32_t)row == 0x200 && qp->rq.mask)
				connectib_tell_recv(qp, cqe, word, row, qp->rq.mask, take, taker);
			else if (INVERBS_RARE(
					 !connectib_tell_seen(qp, cqe, word, row, take, taker)))
				break;
		} else if ((uint32_t)row == 0)
			connectib_take(qp, cqe, word, row, 0, key, at);
		else if ((uint32_t)row == 0x200 && qp->rq.mask)
			connectib_take_recv(qp, cqe, word, row, key, qp->rq.mask, at);
		else if (row & 0x400 ||
			 !connectib_take(qp, cqe, word, row >> 32 << 32, (uint32_t)row, key, at))
			break;
		last = key;
		cqe += stride;
		if (!take)
			at++;
		else if (!taker->next)
			break;
	}
	taken = (int)((uintptr_t)(cqe - first) >> cq->shift);
	if (!take)
		*wc = at;
	if (INVERBS_RARE(cqe == end)) {
		connectib_cq_leave(cq, (uintptr_t)connectib_cq_entry(cq, 0) | (mark ^ 1),
				   cq->head + (uint32_t)taken);
		cq->end ^= 1;
	} else {
		connectib_cq_leave(cq, (uintptr_t)cqe | mark, cq->head + (uint32_t)taken);
	}
	return taken;
}

/** Consume the CQE at the cursor, not the last of the ring, release the lock, and return 1. */
INVERBS_INLINE int connectib_poll_taken(struct inverbs_cq *cq, uintptr_t cursor)
{
	const uint32_t head = cq->head + 1;

	connectib_cq_leave(cq, cursor + cq->stride, head);
	connectib_cq_publish_index(cq, head);
	inverbs_unlock(&cq->lock);
	return 1;
}

/** Take any other CQE of a cached queue pair. */
static __attribute__((noinline, unused)) int connectib_poll_seen_any(struct ibv_cq *ibcq,
								     struct inverbs_qp *qp,
								     struct ibv_wc *wc,
								     uintptr_t cursor, uint64_t row)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word = connectib_cqe_word(cqe);

	inverbs_from_device();
	if (INVERBS_RARE((row & 0x400) ||
			 !connectib_take(qp, cqe, word, row >> 32 << 32, (uint32_t)row,
					 connectib_key_of(qp), wc))) {
		inverbs_unlock(&cq->lock);
		return connectib_poll_cq_full(ibcq, 1, wc);
	}
	return connectib_poll_taken(cq, cursor);
}

/**
 * Take a single CQE of a cached queue pair that the inline poll left: it is not the last of the
 * ring. The caller holds the lock, which is released here. Handled separately: receives of
 * datagrams, and receives of connected queue pairs from SRQs, without immediate data or key.
 */
INVERBS_INLINE int connectib_poll_seen(struct ibv_cq *ibcq, struct inverbs_qp *qp,
				       struct ibv_wc *wc, uintptr_t cursor, uint64_t row)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word INVERBS_UNUSED = connectib_cqe_word(cqe),
			    key INVERBS_UNUSED = connectib_key_of(qp);

	inverbs_from_device();
	if (INVERBS_RARE((uint32_t)row != 0x200))
		return connectib_poll_seen_any(ibcq, qp, wc, cursor, row);
	wc->qp_num = key;
	wc->byte_len = INVERBS_BE32(inverbs_get32(cqe + 44));
	if (qp->srq) {
		if (INVERBS_RARE(!connectib_is_connected(qp) ||
				 !connectib_hot_retire_shared(qp->srq,
							      INVERBS_BE16(inverbs_get16(cqe + 60)),
							      &wc->wr_id)))
			return connectib_poll_seen_any(ibcq, qp, wc, cursor, row);
		wc->wc_flags = 0;
	} else {
		if (INVERBS_RARE(qp->sq.qp_type != IBV_QPT_UD || qp->rq.entries == 0))
			return connectib_poll_seen_any(ibcq, qp, wc, cursor, row);
		wc->wr_id = connectib_hot_retire_recv(
			&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)), qp->rq.entries - 1);
		wc->wc_flags = connectib_take_members(qp, cqe, word, wc);
	}
	inverbs_wc_good(wc, row - 0x200);
	return connectib_poll_taken(cq, cursor);
}
/** True when the CQE at the cursor is new, checked under the lock. */
INVERBS_INLINE bool connectib_cq_has_more(const struct inverbs_cq *cq)
{
	return connectib_is_new(connectib_cqe_word((const uint8_t *)(cq->cursor & ~(uintptr_t)1)),
				connectib_lap_of(cq->cursor));
}

/**
 * Take the next CQE, of any kind. Returns 1 if it was taken; 0 if it names an unknown queue and was
 * left in the ring; -2 if it names an unknown queue and was consumed, because it is the first of
 * its call.
 */
static __attribute__((noinline, unused)) int connectib_take_rare(struct inverbs_cq *cq,
								 struct ibv_wc *wc, bool first)
{
	const uint8_t *const cqe = connectib_cq_entry(cq, cq->head);
	struct connectib_found found = {NULL, 0, 0, IBV_WC_SUCCESS};
	struct connectib_cqe e;
	int got;

	inverbs_from_device();
	e = connectib_cqe_of(cqe);
	got = connectib_find(cq, cqe, &e, &found) ? 1 : first ? -2 : 0;
	if (got == 1)
		connectib_fill_wc(cqe, &e, &found, wc);
	if (got) {
		connectib_consume(cq);
		connectib_cq_seek(cq);
	}
	return got;
}

/**
 * The full path of ibv_poll_cq. A CQE for an unknown queue is consumed and reported as -2 by a
 * separate call.
 */
INVERBS_INLINE int connectib_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int left = num_entries, got = 0;

	inverbs_lock(&cq->lock);
	while (left > 0) {
		int taken = connectib_take_run(cq, &wc, left, NULL, NULL);

		left -= taken;
		if (left == 0 || !connectib_cq_has_more(cq))
			break;
		if (taken)
			continue;
		got = connectib_take_rare(cq, wc, left == num_entries);
		if (got != 1)
			break;
		left--;
		wc++;
	}
	got = got < 0 ? got : num_entries - left;
	if (left != num_entries || got < 0)
		connectib_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/**
 * Take a new CQE of any kind for the extended poll. Returns 0, ENOENT if there is none, or -2 if it
 * names an unknown queue and was consumed.
 */
INVERBS_INLINE int connectib_take_any_entry(struct inverbs_cq *cq)
{
	const uint8_t *const cqe = connectib_next_cqe(cq);
	struct connectib_found found = {NULL, 0, 0, IBV_WC_SUCCESS};
	struct connectib_cqe e;
	struct inverbs_meaning m;
	bool is_send, known;

	if (!cqe) {
		if (cq->idle)
			cq->idle(cq);
		return ENOENT;
	}
	inverbs_from_device();
	e = connectib_cqe_of(cqe);
	known = connectib_find(cq, cqe, &e, &found);
	connectib_consume(cq);
	connectib_cq_seek(cq);
	if (INVERBS_RARE(!known))
		return -2;
	is_send = connectib_cqe_is_send(&e);
	m = is_send ? connectib_send_meaning(e.send_op) : connectib_recv_meaning(e.opcode);
	cq->current = cqe;
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->current_row = (uint64_t)connectib_send_opcode(&m, &found) << 32 | m.flags |
			  (is_send ? 0 : 0x200) | (m.special == INVERBS_INVALIDATED_KEY ? 0x20 : 0);
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = connectib_cqe_failed(&e)
				    ? connectib_wc_status(connectib_cqe_err_get(cqe).syndrome)
				    : found.status;
	if (found.qp) {
		connectib_meet(cq, cqe, connectib_cqe_word(cqe), connectib_key_of(found.qp));
		if (!is_send && !found.qp->srq && connectib_is_connected(found.qp))
			found.qp->rq.mask = found.qp->rq.entries - 1;
	}
	return 0;
}

/**
 * Take the new CQE at the cursor for the extended poll: inline if it is simple and its queue pair
 * is cached.
 */
INVERBS_INLINE int connectib_take_entry(struct inverbs_cq *cq, uintptr_t cursor, uint32_t word)
{
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uintptr_t next = cursor + cq->stride;
	struct inverbs_qp *qp;
	uint32_t key;
	uint64_t row;

	inverbs_from_device();
	key = connectib_hot_key(cqe, word);
	row = connectib_hot_row(cqe, word);
	qp = *connectib_seen_at(cq, cqe, word);
	if (INVERBS_RARE(next == cq->end || connectib_key_of(qp) != key))
		return connectib_take_entry_full(&cq->ibv_ex);
	if ((uint32_t)row == 0)
		cq->ibv_ex.wr_id = connectib_hot_retire_send(&qp->sq,
							     INVERBS_BE16(inverbs_get16(cqe + 60)));
	else if ((uint32_t)row == 0x200 && qp->rq.mask)
		cq->ibv_ex.wr_id = connectib_hot_retire_recv(
			&qp->rq, INVERBS_BE16(inverbs_get16(cqe + 60)), qp->rq.mask);
	else
		return connectib_take_entry_full(&cq->ibv_ex);
	cq->ibv_ex.status = IBV_WC_SUCCESS;
	cq->current = cqe;
	cq->current_qp = qp;
	cq->current_row = row;
	connectib_cq_leave(cq, next, cq->head + 1);
	return 0;
}

/**
 * ibv_start_poll for connectib: if it returns 0, the queue's lock is held until end_poll. Checks
 * for a CQE before it takes the lock.
 */
INVERBS_INLINE int connectib_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const uintptr_t cursor = __atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint32_t word = connectib_cqe_word((const uint8_t *)(cursor & ~(uintptr_t)1));
	int err;

	if (attr->comp_mask)
		return EINVAL;
	if (!connectib_is_new(word, connectib_lap_of(cursor)))
		return ENOENT;
	inverbs_lock(&cq->lock);
	err = INVERBS_RARE(INVERBS_LOCKS && cq->cursor != cursor)
		      ? connectib_take_entry_full(ibcq)
		      : connectib_take_entry(cq, cursor, word);
	if (INVERBS_RARE(err))
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int connectib_next_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const uintptr_t cursor = cq->cursor;
	const uint32_t word = connectib_cqe_word((const uint8_t *)(cursor & ~(uintptr_t)1));

	return connectib_is_new(word, connectib_lap_of(cursor))
		       ? connectib_take_entry(cq, cursor, word)
		       : ENOENT;
}
INVERBS_INLINE void connectib_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	connectib_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct connectib_cqe connectib_current(struct ibv_cq_ex *cq)
{
	return connectib_cqe_of(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode connectib_read_opcode(struct ibv_cq_ex *cq)
{
	return (enum ibv_wc_opcode)(inverbs_cq_of_ex(cq)->current_row >> 32);
}

INVERBS_INLINE uint32_t connectib_read_vendor_err(struct ibv_cq_ex *cq)
{
	return connectib_cqe_err_get(inverbs_cq_of_ex(cq)->current).vendor_err;
}

INVERBS_INLINE unsigned int connectib_read_wc_flags(struct ibv_cq_ex *ibcq)
{
	const struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	const struct connectib_cqe e = connectib_current(ibcq);
	const unsigned int flags = cq->current_row & 0xf;

	return cq->current_row & 0x200
		       ? flags | connectib_recv_flags(&e,
						      cq->current_qp ? cq->current_qp->sq.flags : 0)
		       : flags;
}

INVERBS_INLINE uint32_t connectib_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct connectib_cqe e = connectib_current(cq);

	return e.byte_count;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 connectib_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct connectib_cqe e = connectib_current(cq);

	if (inverbs_cq_of_ex(cq)->current_row & 0x20U)
		return e.inval_rkey;
	return e.imm;
}

/** Time of the completion on the adapter's clock, 64 bits. connectib.complete.timestamp */
INVERBS_INLINE uint64_t connectib_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct connectib_cqe e = connectib_current(cq);

	return e.timestamp;
}

INVERBS_INLINE uint32_t connectib_read_qp_num(struct ibv_cq_ex *cq)
{
	return connectib_current(cq).qpn;
}

INVERBS_INLINE uint32_t connectib_read_src_qp(struct ibv_cq_ex *cq)
{
	return connectib_current(cq).src_qpn;
}

INVERBS_INLINE uint32_t connectib_read_slid(struct ibv_cq_ex *cq)
{
	return connectib_current(cq).slid;
}

INVERBS_INLINE uint8_t connectib_read_sl(struct ibv_cq_ex *cq)
{
	return connectib_current(cq).sl;
}

INVERBS_INLINE uint8_t connectib_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return connectib_current(cq).path_bits;
}

/** ibv_poll_cq for connectib. */
INVERBS_INLINE int connectib_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return connectib_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int connectib_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
					   uint32_t opcode, uint32_t flags)
{
	if (opcode == IBV_WR_RDMA_WRITE)
		return connectib_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE, flags);
	if (opcode == IBV_WR_SEND)
		return connectib_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND, flags);
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0. See inverbs_give.
 */
INVERBS_INLINE int connectib_send_run(struct ibv_qp *qp, inverbs_give *give,
				      struct inverbs_giver *giver)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct connectib_sent sent = {NULL, 0, 0, false};
	int err = 0;

	inverbs_lock(&sq->lock);
	connectib_given_run(sq, give, giver, &sent);
	if (sent.count) {
		connectib_hot_ring(sq, &sent);
	}
	inverbs_unlock(&sq->lock);
	return err;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int connectib_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	return connectib_hot_recv(&inverbs_qp_of(qp)->rq, wr, wr->sg_list, true) ? 0 : INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int connectib_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
					   struct inverbs_taker *taker)
{
	return connectib_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int connectib_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
					 struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uint8_t *const cqe = (const uint8_t *)(taker->cursor & ~(uintptr_t)1);

	inverbs_from_device();
	if (__builtin_expect(connectib_tell_seen(taker->qp, cqe, connectib_cqe_word(cqe),
						 taker->row, take, taker),
			     1))
		return connectib_poll_taken(cq, taker->cursor);
	inverbs_unlock(&cq->lock);
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int connectib_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				      struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int taken = 0;
	int run;

	inverbs_lock(&cq->lock);
	do {
		run = connectib_take_run(cq, NULL, 0, take, taker);
		taken += run;
	} while (run && taker->next); /* a run stops at the end of the ring */
	if (taken)
		connectib_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return taken;
}

/** Request an event. connectib.arm */
INVERBS_INLINE void connectib_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_load_n(&cq->arm_sn, __ATOMIC_RELAXED);

	inverbs_publish32(cq->doorbell_record + 1,
			  INVERBS_BE32(((uint32_t)(sequence & 3) << 28) |
				       (solicited ? 0x1000000U : 0) | (index & 0xffffffU)));
	inverbs_to_device();
	inverbs_mmio_write64(cq->doorbell + CONNECTIB_CQ_ARM_REGISTER,
			     INVERBS_BE64(((uint64_t)(sequence & 3) << 60) |
					  (solicited ? 0x100000000000000ULL : 0) |
					  ((uint64_t)(index & 0xffffffULL) << 32) | cq->cqn));
}

/**
 * ibv_req_notify_cq for connectib. Takes no lock; a race with a poll only makes the index older,
 * which is allowed. The two kinds are separate calls: with a constant, the arm request takes fewer
 * instructions.
 */
INVERBS_INLINE int connectib_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		connectib_arm(inverbs_cq_of(ibcq), true);
	else
		connectib_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
