/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Chelsio T3, an iWARP adapter. One ring of 128-byte slots per queue pair carries sends and
 * receives in the order posted; generation bits pass ownership of slots and CQEs. RDMA reads
 * complete after later sends; software restores the order.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_CXGB3_FORMATS_H
#define INVERBS_ADAPTERS_CXGB3_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Offset of the doorbell from the address that the kernel returns. */
#define CXGB3_DOORBELL 0U
/** Log2 of a CQE's size in bytes. */
#define CXGB3_CQE_SHIFT 4U
/** Maximum number of inline bytes of a WQE. */
#define CXGB3_MAX_INLINE 64U
/** Most SGEs of a WQE. */
#define CXGB3_MAX_SGE 4U
/** Numbers of queue pairs that there can be. */
#define CXGB3_QP_NUMBERS 0x8000U
/** Log2 of the bytes of a slot of the ring. */
#define CXGB3_SLOT_SHIFT 7U
/** Bytes of one unit of the size of a WQE. */
#define CXGB3_WQE_UNIT 8U
/** Largest WQE that its size field can count. */
#define CXGB3_MAX_WQE_BYTES 2040U
/** Bytes of a unit of the send ring. */
#define CXGB3_SEND_UNIT 128U

/** Opcode of a WQE. */
enum cxgb3_wr {
	CXGB3_WR_RDMA_INIT = 0x10,
	CXGB3_WR_RDMA_WRITE = 0x11,
	CXGB3_WR_SEND = 0x14,
	CXGB3_WR_RDMA_READ = 0x16,
	CXGB3_WR_RECEIVE = 0x17,
	CXGB3_WR_BIND_MW = 0x18,
	CXGB3_WR_FASTREGISTER = 0x19,
	CXGB3_WR_LOCAL_INV = 0x1a,
	CXGB3_WR_MODIFY_QP = 0x1b,
	CXGB3_WR_BYPASS = 0x1c,
};

/** Operations on the wire, in WQEs and in CQEs. */
enum cxgb3_rdma {
	CXGB3_RDMA_RDMA_WRITE = 0x0,
	CXGB3_RDMA_READ_REQ = 0x1,
	CXGB3_RDMA_READ_RESP = 0x2,
	CXGB3_RDMA_SEND = 0x3,
	CXGB3_RDMA_SEND_INV = 0x4,
	CXGB3_RDMA_SEND_SE = 0x5,
	CXGB3_RDMA_SEND_SE_INV = 0x6,
	CXGB3_RDMA_TERMINATE = 0x7,
	CXGB3_RDMA_RDMA_INIT = 0x8,
	CXGB3_RDMA_BIND_MW = 0x9,
	CXGB3_RDMA_FAST_REGISTER = 0xa,
	CXGB3_RDMA_LOCAL_INV = 0xb,
	CXGB3_RDMA_QP_MOD = 0xc,
	CXGB3_RDMA_BYPASS = 0xd,
};

/** Queue of a CQE, send or receive. */
enum cxgb3_side {
	CXGB3_SIDE_RECV = 0x0,
	CXGB3_SIDE_SEND = 0x1,
};

/** Status of a CQE. */
enum cxgb3_status {
	CXGB3_STATUS_SUCCESS = 0x0,
	CXGB3_STATUS_STAG = 0x1,
	CXGB3_STATUS_PDID = 0x2,
	CXGB3_STATUS_QPID = 0x3,
	CXGB3_STATUS_ACCESS = 0x4,
	CXGB3_STATUS_WRAP = 0x5,
	CXGB3_STATUS_BOUND = 0x6,
	CXGB3_STATUS_INVALIDATE_SHARED_MR = 0x7,
	CXGB3_STATUS_INVALIDATE_MR_WITH_MW_BOUND = 0x8,
	CXGB3_STATUS_ECC = 0x9,
	CXGB3_STATUS_ECC_PSTAG = 0xa,
	CXGB3_STATUS_PBL_ADDR_BOUND = 0xb,
	CXGB3_STATUS_SWFLUSH = 0xc,
	CXGB3_STATUS_CRC = 0x10,
	CXGB3_STATUS_MARKER = 0x11,
	CXGB3_STATUS_PDU_LEN = 0x12,
	CXGB3_STATUS_OUT_OF_RQE = 0x13,
	CXGB3_STATUS_DDP_VERSION = 0x14,
	CXGB3_STATUS_RDMA_VERSION = 0x15,
	CXGB3_STATUS_OPCODE = 0x16,
	CXGB3_STATUS_DDP_QUEUE_NUM = 0x17,
	CXGB3_STATUS_MSN = 0x18,
	CXGB3_STATUS_TBIT = 0x19,
	CXGB3_STATUS_MO = 0x1a,
	CXGB3_STATUS_MSN_GAP = 0x1b,
	CXGB3_STATUS_MSN_RANGE = 0x1c,
	CXGB3_STATUS_IRD_OVERFLOW = 0x1d,
	CXGB3_STATUS_RQE_ADDR_BOUND = 0x1e,
	CXGB3_STATUS_INTERNAL = 0x1f,
};

/** First segment of every WQE. cxgb3.head */
struct cxgb3_head {
	uint8_t opcode; /**< 0x0.31-24; source op.code */
	uint8_t ends;   /**< 0x0.23-22; First and last slot of a WQE: both bits, because a WQE takes
			   one slot */
	uint8_t read_fence; /**< 0x0.11-11; source wr.fence; Wait for earlier reads */
	uint8_t solicited;  /**< 0x0.10-10; source wr.solicited */
	uint8_t completion; /**< 0x0.8-8; source wr.signaled; Produce a completion */
	uint8_t generation; /**< 0x4.31-31; source sq.generation; Generation bit: makes the slot
			       valid */
	uint16_t flits;     /**< 0x4.7-0; source wqe.bytes; Size of the WQE */
	uint32_t serial;    /**< 0x8; source sq.serial; Sends: returned in the CQE */
};

#define CXGB3_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t cxgb3_head_first_word(const struct cxgb3_head *v)
{
	return INVERBS_BE32(((uint32_t)v->generation << 31) | (uint32_t)((v->flits >> 3) & 0xffU));
}

/** Store all fields, in ascending order. cxgb3.head */
INVERBS_INLINE void cxgb3_head_put(void *at, const struct cxgb3_head *v)
{
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(((uint32_t)v->generation << 31) |
						      (uint32_t)((v->flits >> 3) & 0xffU)));
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->opcode << 24) | 0xc00000U |
				       ((uint32_t)(v->read_fence & 0x1U) << 11) |
				       ((uint32_t)(v->solicited & 0x1U) << 10) |
				       ((uint32_t)(v->completion & 0x1U) << 8)));
	inverbs_put32((uint8_t *)at + 8, v->serial);
	inverbs_put32((uint8_t *)at + 12, 0);
}

/** Store all fields; the word at byte 4 last, after a barrier. cxgb3.head */
INVERBS_INLINE void cxgb3_head_put_last(void *at, const struct cxgb3_head *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->opcode << 24) | 0xc00000U |
				       ((uint32_t)(v->read_fence & 0x1U) << 11) |
				       ((uint32_t)(v->solicited & 0x1U) << 10) |
				       ((uint32_t)(v->completion & 0x1U) << 8)));
	inverbs_put32((uint8_t *)at + 8, v->serial);
	inverbs_put32((uint8_t *)at + 12, 0);
	inverbs_to_device();
	inverbs_publish32((uint8_t *)at + 4, INVERBS_BE32(((uint32_t)v->generation << 31) |
							  (uint32_t)((v->flits >> 3) & 0xffU)));
}

INVERBS_INLINE struct cxgb3_head cxgb3_head_get(const void *at)
{
	struct cxgb3_head v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.opcode = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.ends = (uint8_t)((INVERBS_BE32(w0) >> 22) & 0x3U);
	v.read_fence = (uint8_t)((INVERBS_BE32(w0) >> 11) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 10) & 0x1U);
	v.completion = (uint8_t)((INVERBS_BE32(w0) >> 8) & 0x1U);
	v.generation = (uint8_t)((INVERBS_BE32(w4) >> 31) & 0x1U);
	v.flits = (uint16_t)((INVERBS_BE32(w4) & 0xffU) << 3);
	v.serial = w8;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_head_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x3ff000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x200U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffU) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0x7fffff00U) |
		inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** A send. SGEs or inline data follow. cxgb3.send_wr */
struct cxgb3_send_wr {
	bool operation;  /**< 0x0.31-24; source wr.solicited; SEND or SEND_SE of rdma */
	uint32_t stag;   /**< 0x4; Key to invalidate; not used in user space */
	uint32_t length; /**< 0x8; source payload.bytes */
	uint32_t sges;   /**< 0xc; source payload.sges; 0: inline data follows */
};

#define CXGB3_SEND_WR_SIZE 16U

/** Store all fields. cxgb3.send_wr */
INVERBS_INLINE void cxgb3_send_wr_put(void *at, const struct cxgb3_send_wr *v)
{
	inverbs_put32(at, INVERBS_BE32(v->operation ? 0x5000000U : 0x3000000U));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(0x0U));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->sges));
}

INVERBS_INLINE struct cxgb3_send_wr cxgb3_send_wr_get(const void *at)
{
	struct cxgb3_send_wr v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.operation = ((INVERBS_BE32(w0) >> 24) & 0xffU) == 5;
	v.stag = (uint32_t)INVERBS_BE32(w4);
	v.length = (uint32_t)INVERBS_BE32(w8);
	v.sges = (uint32_t)INVERBS_BE32(w12);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_send_wr_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffffU) == 0;
}

/** An RDMA write. SGEs or inline data follow. cxgb3.write */
struct cxgb3_write {
	uint8_t operation; /**< 0x0.31-24 */
	uint32_t stag;     /**< 0x4; source wr.rkey */
	uint64_t addr;     /**< 0x8; source wr.remote_addr */
	uint32_t length;   /**< 0x10; source payload.bytes */
	uint32_t sges;     /**< 0x14; source payload.sges; 0: inline data follows */
};

#define CXGB3_WRITE_SIZE 24U

/** Store all fields. cxgb3.write */
INVERBS_INLINE void cxgb3_write_put(void *at, const struct cxgb3_write *v)
{
	inverbs_put32(at, INVERBS_BE32(0x0U));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->stag));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->sges));
}

INVERBS_INLINE struct cxgb3_write cxgb3_write_get(const void *at)
{
	struct cxgb3_write v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);

	v.operation = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.stag = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	v.length = (uint32_t)INVERBS_BE32(w16);
	v.sges = (uint32_t)INVERBS_BE32(w20);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_write_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffffU) == 0;
}

/** An RDMA read. cxgb3.read */
struct cxgb3_read {
	uint8_t operation;   /**< 0x0.31-24 */
	uint8_t invalidate;  /**< 0x0.23-16; 1: invalidate the local key; used by the kernel */
	uint32_t stag;       /**< 0x4; source wr.rkey */
	uint64_t addr;       /**< 0x8; source wr.remote_addr */
	uint32_t local_stag; /**< 0x10; source sge.lkey */
	uint32_t length;     /**< 0x14; source sge.length */
	uint64_t local_addr; /**< 0x18; source sge.addr */
};

#define CXGB3_READ_SIZE 32U

/** Store all fields. cxgb3.read */
INVERBS_INLINE void cxgb3_read_put(void *at, const struct cxgb3_read *v)
{
	inverbs_put32(at, INVERBS_BE32(0x1000000U | 0x0U));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->stag));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->local_stag));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->length));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64((uint64_t)v->local_addr));
}

INVERBS_INLINE struct cxgb3_read cxgb3_read_get(const void *at)
{
	struct cxgb3_read v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.operation = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.invalidate = (uint8_t)((INVERBS_BE32(w0) >> 16) & 0xffU);
	v.stag = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	v.local_stag = (uint32_t)INVERBS_BE32(w16);
	v.length = (uint32_t)INVERBS_BE32(w20);
	v.local_addr = (uint64_t)INVERBS_BE64(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_read_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffU) == 0;
}

/** An RDMA read of 0 bytes; its keys and addresses are not checked. cxgb3.read_nothing */
struct cxgb3_read_nothing {
	uint8_t operation;   /**< 0x0.31-24 */
	uint32_t stag;       /**< 0x4 */
	uint64_t addr;       /**< 0x8 */
	uint32_t local_stag; /**< 0x10 */
	uint32_t length;     /**< 0x14 */
	uint64_t local_addr; /**< 0x18 */
};

#define CXGB3_READ_NOTHING_SIZE 32U

/** Store all fields. cxgb3.read_nothing */
INVERBS_INLINE void cxgb3_read_nothing_put(void *at, const struct cxgb3_read_nothing *v)
{
	inverbs_put32(at, INVERBS_BE32(0x1000000U));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(0x2000000U));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64(0x200000000000000ULL));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32(0x2000000U));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32(0x0U));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64(0x200000000000000ULL));
	(void)v;
}

INVERBS_INLINE struct cxgb3_read_nothing cxgb3_read_nothing_get(const void *at)
{
	struct cxgb3_read_nothing v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.operation = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.stag = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	v.local_stag = (uint32_t)INVERBS_BE32(w16);
	v.length = (uint32_t)INVERBS_BE32(w20);
	v.local_addr = (uint64_t)INVERBS_BE64(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_read_nothing_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffffU) == 0;
}

/** A receive. Four SGEs follow; the adapter translates their addresses. cxgb3.receive */
struct cxgb3_receive {
	uint32_t sges; /**< 0x4; source payload.sges */
};

#define CXGB3_RECEIVE_SIZE 8U

/** Store all fields. cxgb3.receive */
INVERBS_INLINE void cxgb3_receive_put(void *at, const struct cxgb3_receive *v)
{
	inverbs_put32(at, 0);
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->sges));
}

INVERBS_INLINE struct cxgb3_receive cxgb3_receive_get(const void *at)
{
	struct cxgb3_receive v;
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.sges = (uint32_t)INVERBS_BE32(w4);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_receive_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 0)) == 0;
}

/** One SGE. cxgb3.sge */
struct cxgb3_sge {
	uint32_t stag;   /**< 0x0; source sge.lkey */
	uint32_t length; /**< 0x4; source sge.length */
	uint64_t addr;   /**< 0x8; source sge.addr */
};

#define CXGB3_SGE_SIZE 16U

/** Store all fields. cxgb3.sge */
INVERBS_INLINE void cxgb3_sge_put(void *at, const struct cxgb3_sge *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->stag));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->length));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
}

INVERBS_INLINE struct cxgb3_sge cxgb3_sge_get(const void *at)
{
	struct cxgb3_sge v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.stag = (uint32_t)INVERBS_BE32(w0);
	v.length = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/** Second copy of the generation bit, at the end of the slot. cxgb3.trailer */
struct cxgb3_trailer {
	uint8_t generation; /**< 0x0.7-0; source sq.generation */
};

#define CXGB3_TRAILER_SIZE 8U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t cxgb3_trailer_first_word(const struct cxgb3_trailer *v)
{
	return INVERBS_BE64((uint64_t)v->generation);
}

/** Store all fields, in ascending order. cxgb3.trailer */
INVERBS_INLINE void cxgb3_trailer_put(void *at, const struct cxgb3_trailer *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->generation));
}

/** Store all fields; the word at byte 0 last, after a barrier. cxgb3.trailer */
INVERBS_INLINE void cxgb3_trailer_put_last(void *at, const struct cxgb3_trailer *v)
{
	inverbs_to_device();
	inverbs_publish64(at, INVERBS_BE64((uint64_t)v->generation));
}

INVERBS_INLINE struct cxgb3_trailer cxgb3_trailer_get(const void *at)
{
	struct cxgb3_trailer v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);

	v.generation = (uint8_t)(INVERBS_BE64(w0) & 0xffULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_trailer_reserved_clear(const void *at)
{
	return (INVERBS_BE64(inverbs_get64((const uint8_t *)at + 0)) & 0xffffffffffffff00ULL) == 0;
}

/** The state word in slot 0, which kernel and process share. cxgb3.ring_state */
struct cxgb3_ring_state {
	uint8_t error;       /**< 0x0.0-0; The queue pair failed */
	uint8_t no_doorbell; /**< 0x0.1-1; Do not ring the doorbell; the kernel does when it clears
				this */
};

#define CXGB3_RING_STATE_SIZE 8U

/** Store all fields. cxgb3.ring_state */
INVERBS_INLINE void cxgb3_ring_state_put(void *at, const struct cxgb3_ring_state *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)(v->error & 0x1ULL) |
					   ((uint64_t)(v->no_doorbell & 0x1ULL) << 1)));
}

INVERBS_INLINE struct cxgb3_ring_state cxgb3_ring_state_get(const void *at)
{
	struct cxgb3_ring_state v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);

	v.error = (uint8_t)(INVERBS_NATIVE64(w0) & 0x1ULL);
	v.no_doorbell = (uint8_t)((INVERBS_NATIVE64(w0) >> 1) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool cxgb3_ring_state_reserved_clear(const void *at)
{
	return (INVERBS_NATIVE64(inverbs_get64((const uint8_t *)at + 0)) & 0xfffffffffffffffcULL) ==
	       0;
}

/** A completion. cxgb3.cqe */
struct cxgb3_cqe {
	uint8_t out_of_order; /**< 0x0.31-31; A hint */
	uint32_t qpid;        /**< 0x0.30-12 */
	uint8_t software;     /**< 0x0.11-11; Never set by the adapter */
	uint8_t generation;   /**< 0x0.10-10; Generation bit: makes the CQE valid */
	uint8_t status;       /**< 0x0.9-5 */
	uint8_t is_send;      /**< 0x0.4-4 */
	uint8_t operation;    /**< 0x0.3-0 */
	uint32_t length;      /**< 0x4 */
	uint32_t stag;        /**< 0x8 */
	uint32_t serial;      /**< 0x8; Sends: as posted */
	uint32_t message;     /**< 0xc; Receives: running number */
};

#define CXGB3_CQE_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t cxgb3_cqe_first_word(const struct cxgb3_cqe *v)
{
	return INVERBS_BE32(
		((uint32_t)v->out_of_order << 31) | ((uint32_t)(v->qpid & 0x7ffffU) << 12) |
		((uint32_t)(v->software & 0x1U) << 11) | ((uint32_t)(v->generation & 0x1U) << 10) |
		((uint32_t)(v->status & 0x1fU) << 5) | ((uint32_t)(v->is_send & 0x1U) << 4) |
		(uint32_t)(v->operation & 0xfU));
}

/** Store all fields, in ascending order. cxgb3.cqe */
INVERBS_INLINE void cxgb3_cqe_put(void *at, const struct cxgb3_cqe *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->out_of_order << 31) |
				       ((uint32_t)(v->qpid & 0x7ffffU) << 12) |
				       ((uint32_t)(v->software & 0x1U) << 11) |
				       ((uint32_t)(v->generation & 0x1U) << 10) |
				       ((uint32_t)(v->status & 0x1fU) << 5) |
				       ((uint32_t)(v->is_send & 0x1U) << 4) |
				       (uint32_t)(v->operation & 0xfU)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->stag) | v->serial);
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->message));
}

/** Store all fields; the word at byte 0 last, after a barrier. cxgb3.cqe */
INVERBS_INLINE void cxgb3_cqe_put_last(void *at, const struct cxgb3_cqe *v)
{
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->stag) | v->serial);
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->message));
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_BE32(((uint32_t)v->out_of_order << 31) |
					   ((uint32_t)(v->qpid & 0x7ffffU) << 12) |
					   ((uint32_t)(v->software & 0x1U) << 11) |
					   ((uint32_t)(v->generation & 0x1U) << 10) |
					   ((uint32_t)(v->status & 0x1fU) << 5) |
					   ((uint32_t)(v->is_send & 0x1U) << 4) |
					   (uint32_t)(v->operation & 0xfU)));
}

INVERBS_INLINE struct cxgb3_cqe cxgb3_cqe_get(const void *at)
{
	struct cxgb3_cqe v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.out_of_order = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.qpid = (uint32_t)((INVERBS_BE32(w0) >> 12) & 0x7ffffU);
	v.software = (uint8_t)((INVERBS_BE32(w0) >> 11) & 0x1U);
	v.generation = (uint8_t)((INVERBS_BE32(w0) >> 10) & 0x1U);
	v.status = (uint8_t)((INVERBS_BE32(w0) >> 5) & 0x1fU);
	v.is_send = (uint8_t)((INVERBS_BE32(w0) >> 4) & 0x1U);
	v.operation = (uint8_t)(INVERBS_BE32(w0) & 0xfU);
	v.length = (uint32_t)INVERBS_BE32(w4);
	v.stag = (uint32_t)INVERBS_BE32(w8);
	v.serial = w8;
	v.message = (uint32_t)INVERBS_BE32(w12);
	return v;
}

/** Doorbell register; contains only the number of the queue pair. cxgb3.user_doorbell */
struct cxgb3_user_doorbell {
	uint32_t qpid; /**< 0x0; source qp.num */
};

#define CXGB3_USER_DOORBELL_SIZE 4U

/** Store all fields. cxgb3.user_doorbell */
INVERBS_INLINE void cxgb3_user_doorbell_put(void *at, const struct cxgb3_user_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpid));
}

INVERBS_INLINE struct cxgb3_user_doorbell cxgb3_user_doorbell_get(const void *at)
{
	struct cxgb3_user_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpid = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** Number of consumed CQEs; the kernel reads it when the queue is armed. cxgb3.cq_counter */
struct cxgb3_cq_counter {
	uint32_t count; /**< 0x0; source cq.index */
};

#define CXGB3_CQ_COUNTER_SIZE 4U

/** Store all fields. cxgb3.cq_counter */
INVERBS_INLINE void cxgb3_cq_counter_put(void *at, const struct cxgb3_cq_counter *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->count));
}

INVERBS_INLINE struct cxgb3_cq_counter cxgb3_cq_counter_get(const void *at)
{
	struct cxgb3_cq_counter v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint32_t)INVERBS_NATIVE32(w0);
	return v;
}

#endif
