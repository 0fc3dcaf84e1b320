/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/irdma.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Intel E810 family and later RDMA functions. Rings of 32-byte quanta, each with a valid bit at its
 * end; a WQE takes up to eight and never crosses a chunk boundary. The doorbell only says that
 * there are new WQEs; completions contain the address of their queue pair, which the program passed
 * when it created it.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_IRDMA_FORMATS_H
#define INVERBS_ADAPTERS_IRDMA_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the send doorbell in the doorbell page. */
#define IRDMA_SEND_DOORBELL 0U
/** Byte of the copy register in its page. */
#define IRDMA_COPY_DOORBELL 0U
/** Byte of the doorbell that arms a completion queue. */
#define IRDMA_ARM_DOORBELL 64U
/** Maximum number of SGEs of an atomic. */
#define IRDMA_MOST_ATOMIC 1U
/** Bytes of a unit of the send ring. */
#define IRDMA_SEND_UNIT 32U

/** Opcodes in WQEs, and in completions of sends. */
enum irdma_op {
	IRDMA_OP_RDMA_WRITE = 0x0,
	IRDMA_OP_RDMA_READ = 0x1,
	IRDMA_OP_SEND = 0x3,
	IRDMA_OP_SEND_INV = 0x4,
	IRDMA_OP_SEND_SOL = 0x5,
	IRDMA_OP_SEND_INV_SOL = 0x6,
	IRDMA_OP_BIND_MW = 0x8,
	IRDMA_OP_LOCAL_INV = 0xa,
	IRDMA_OP_NOP = 0xc,
	IRDMA_OP_WRITE_SOL = 0xd,
	IRDMA_OP_FETCH_ADD = 0xf,
	IRDMA_OP_COMP_SWAP = 0x11,
};

/** Which queue a completion belongs to. */
enum irdma_ring_of {
	IRDMA_RING_OF_RECV = 0x0,
	IRDMA_RING_OF_SEND = 0x1,
};

/** Whether a WQE failed. */
enum irdma_ending {
	IRDMA_ENDING_GOOD = 0x0,
	IRDMA_ENDING_FAILED = 0x1,
};

/**
 * Meaning of the minor code of a failed WQE: a flush code, or that of an asynchronous event;
 * undefined for all others.
 */
enum irdma_major {
	IRDMA_MAJOR_FLUSH = 0x1,
	IRDMA_MAJOR_EVENT = 0xfffe,
};

/** Opcodes in completions of receives. */
enum irdma_received {
	IRDMA_RECEIVED_WRITE = 0x0,
	IRDMA_RECEIVED_BTH_WRITE_LAST = 0x9,
	IRDMA_RECEIVED_BTH_WRITE_ONLY = 0xb,
	IRDMA_RECEIVED_WRITE_SOL = 0xd,
	IRDMA_RECEIVED_SEND = 0x3e,
	IRDMA_RECEIVED_SEND_OR_WRITE = 0x3f,
};

/** Why a WQE failed. */
enum irdma_reason {
	IRDMA_REASON_GENERAL = 0x1,
	IRDMA_REASON_PROTECTION = 0x2,
	IRDMA_REASON_REMOTE_ACCESS = 0x3,
	IRDMA_REASON_LOCAL_QP_OP = 0x4,
	IRDMA_REASON_REMOTE_OP = 0x5,
	IRDMA_REASON_LOCAL_LENGTH = 0x6,
	IRDMA_REASON_FATAL = 0x7,
	IRDMA_REASON_RETRIES = 0x8,
	IRDMA_REASON_WINDOW_BIND = 0x9,
	IRDMA_REASON_INVALID_REQUEST = 0xa,
	IRDMA_REASON_RNR_RETRIES = 0xb,
};

/**
 * Asynchronous events that end WQEs, named by their numbers; each is translated to a flush code.
 */
enum irdma_event {
	IRDMA_EVENT_E102 = 0x102,
	IRDMA_EVENT_E103 = 0x103,
	IRDMA_EVENT_E104 = 0x104,
	IRDMA_EVENT_E105 = 0x105,
	IRDMA_EVENT_E106 = 0x106,
	IRDMA_EVENT_E107 = 0x107,
	IRDMA_EVENT_E108 = 0x108,
	IRDMA_EVENT_E109 = 0x109,
	IRDMA_EVENT_E10A = 0x10a,
	IRDMA_EVENT_E112 = 0x112,
	IRDMA_EVENT_E114 = 0x114,
	IRDMA_EVENT_E118 = 0x118,
	IRDMA_EVENT_E119 = 0x119,
	IRDMA_EVENT_E11B = 0x11b,
	IRDMA_EVENT_E11C = 0x11c,
	IRDMA_EVENT_E132 = 0x132,
	IRDMA_EVENT_E133 = 0x133,
	IRDMA_EVENT_E134 = 0x134,
	IRDMA_EVENT_E135 = 0x135,
	IRDMA_EVENT_E208 = 0x208,
	IRDMA_EVENT_E20A = 0x20a,
	IRDMA_EVENT_E20D = 0x20d,
	IRDMA_EVENT_E20E = 0x20e,
	IRDMA_EVENT_E303 = 0x303,
	IRDMA_EVENT_E305 = 0x305,
	IRDMA_EVENT_E316 = 0x316,
	IRDMA_EVENT_E505 = 0x505,
	IRDMA_EVENT_E507 = 0x507,
	IRDMA_EVENT_E50A = 0x50a,
	IRDMA_EVENT_E50F = 0x50f,
	IRDMA_EVENT_E700 = 0x700,
	IRDMA_EVENT_E703 = 0x703,
	IRDMA_EVENT_E704 = 0x704,
	IRDMA_EVENT_E705 = 0x705,
};

/**
 * Control segment, the second half of a WQE's first quantum. Its last word has the valid bit.
 * irdma.head
 */
struct irdma_head {
	uint64_t remote_addr; /**< 0x0; RDMA and atomics */
	uint64_t length;      /**< 0x0; Of a window */
	uint32_t qkey;        /**< 0x0.31-0; Datagrams */
	uint32_t dest_qpn;    /**< 0x0.55-32; The same */
	uint32_t rkey;        /**< 0x8.31-0; Remote key, or the one that the receiver invalidates */
	uint32_t ah;     /**< 0x8.16-0; Datagrams: the adapter's number of the address handle */
	uint8_t opcode;  /**< 0x8.37-32; source op.code */
	uint8_t more;    /**< 0x8.41-38; source payload.behind; Number of SGEs after this segment */
	uint8_t has_imm; /**< 0x8.47-47; source wr.has_imm */
	uint8_t inline_bytes; /**< 0x8.55-48; source payload.inline */
	uint8_t remote_read;  /**< 0x8.50-50; Access rights of a window */
	uint8_t remote_write; /**< 0x8.51-51 */
	uint8_t va_based;     /**< 0x8.53-53; The window has virtual addresses instead of offsets */
	uint8_t type1;        /**< 0x8.54-54 */
	uint8_t remote_atomic; /**< 0x8.55-55 */
	uint8_t copied;   /**< 0x8.56-56; source sq.copied; The queue pair has pages for copies of
			     WQEs, whether this WQE is copied or not */
	uint8_t inlined;  /**< 0x8.57-57; source wr.inline */
	uint8_t fence;    /**< 0x8.60-60; source wr.fence */
	uint8_t signaled; /**< 0x8.62-62; source wr.signaled */
	uint8_t valid;    /**< 0x8.63-63; source sq.generation */
};

#define IRDMA_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t irdma_head_first_word(const struct irdma_head *v)
{
	return INVERBS_LE64(
		(uint64_t)v->rkey | (uint64_t)(v->ah & 0x1ffffULL) | ((uint64_t)v->opcode << 32) |
		((uint64_t)(v->more & 0xfULL) << 38) | ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
		((uint64_t)v->inline_bytes << 48) | ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
		((uint64_t)(v->remote_write & 0x1ULL) << 51) |
		((uint64_t)(v->va_based & 0x1ULL) << 53) | ((uint64_t)(v->type1 & 0x1ULL) << 54) |
		((uint64_t)(v->remote_atomic & 0x1ULL) << 55) |
		((uint64_t)(v->copied & 0x1ULL) << 56) | ((uint64_t)(v->inlined & 0x1ULL) << 57) |
		((uint64_t)(v->fence & 0x1ULL) << 60) | ((uint64_t)(v->signaled & 0x1ULL) << 62) |
		((uint64_t)v->valid << 63));
}

/** Store all fields, in ascending order. irdma.head */
INVERBS_INLINE void irdma_head_put(void *at, const struct irdma_head *v)
{
	inverbs_put64((uint8_t *)at + 8,
		      INVERBS_LE64((uint64_t)v->rkey | (uint64_t)(v->ah & 0x1ffffULL) |
				   ((uint64_t)v->opcode << 32) |
				   ((uint64_t)(v->more & 0xfULL) << 38) |
				   ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
				   ((uint64_t)v->inline_bytes << 48) |
				   ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
				   ((uint64_t)(v->remote_write & 0x1ULL) << 51) |
				   ((uint64_t)(v->va_based & 0x1ULL) << 53) |
				   ((uint64_t)(v->type1 & 0x1ULL) << 54) |
				   ((uint64_t)(v->remote_atomic & 0x1ULL) << 55) |
				   ((uint64_t)(v->copied & 0x1ULL) << 56) |
				   ((uint64_t)(v->inlined & 0x1ULL) << 57) |
				   ((uint64_t)(v->fence & 0x1ULL) << 60) |
				   ((uint64_t)(v->signaled & 0x1ULL) << 62) |
				   ((uint64_t)v->valid << 63)));
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->remote_addr | (uint64_t)v->length |
				       (uint64_t)v->qkey |
				       ((uint64_t)(v->dest_qpn & 0xffffffULL) << 32)));
}

/** Store all fields; the word at byte 8 last, after a barrier. irdma.head */
INVERBS_INLINE void irdma_head_put_last(void *at, const struct irdma_head *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->remote_addr | (uint64_t)v->length |
				       (uint64_t)v->qkey |
				       ((uint64_t)(v->dest_qpn & 0xffffffULL) << 32)));
	inverbs_to_device();
	inverbs_publish64((uint8_t *)at + 8,
			  INVERBS_LE64((uint64_t)v->rkey | (uint64_t)(v->ah & 0x1ffffULL) |
				       ((uint64_t)v->opcode << 32) |
				       ((uint64_t)(v->more & 0xfULL) << 38) |
				       ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
				       ((uint64_t)v->inline_bytes << 48) |
				       ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
				       ((uint64_t)(v->remote_write & 0x1ULL) << 51) |
				       ((uint64_t)(v->va_based & 0x1ULL) << 53) |
				       ((uint64_t)(v->type1 & 0x1ULL) << 54) |
				       ((uint64_t)(v->remote_atomic & 0x1ULL) << 55) |
				       ((uint64_t)(v->copied & 0x1ULL) << 56) |
				       ((uint64_t)(v->inlined & 0x1ULL) << 57) |
				       ((uint64_t)(v->fence & 0x1ULL) << 60) |
				       ((uint64_t)(v->signaled & 0x1ULL) << 62) |
				       ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_head irdma_head_get(const void *at)
{
	struct irdma_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.remote_addr = (uint64_t)INVERBS_LE64(w0);
	v.length = (uint64_t)INVERBS_LE64(w0);
	v.qkey = (uint32_t)(INVERBS_LE64(w0) & 0xffffffffULL);
	v.dest_qpn = (uint32_t)((INVERBS_LE64(w0) >> 32) & 0xffffffULL);
	v.rkey = (uint32_t)(INVERBS_LE64(w8) & 0xffffffffULL);
	v.ah = (uint32_t)(INVERBS_LE64(w8) & 0x1ffffULL);
	v.opcode = (uint8_t)((INVERBS_LE64(w8) >> 32) & 0x3fULL);
	v.more = (uint8_t)((INVERBS_LE64(w8) >> 38) & 0xfULL);
	v.has_imm = (uint8_t)((INVERBS_LE64(w8) >> 47) & 0x1ULL);
	v.inline_bytes = (uint8_t)((INVERBS_LE64(w8) >> 48) & 0xffULL);
	v.remote_read = (uint8_t)((INVERBS_LE64(w8) >> 50) & 0x1ULL);
	v.remote_write = (uint8_t)((INVERBS_LE64(w8) >> 51) & 0x1ULL);
	v.va_based = (uint8_t)((INVERBS_LE64(w8) >> 53) & 0x1ULL);
	v.type1 = (uint8_t)((INVERBS_LE64(w8) >> 54) & 0x1ULL);
	v.remote_atomic = (uint8_t)((INVERBS_LE64(w8) >> 55) & 0x1ULL);
	v.copied = (uint8_t)((INVERBS_LE64(w8) >> 56) & 0x1ULL);
	v.inlined = (uint8_t)((INVERBS_LE64(w8) >> 57) & 0x1ULL);
	v.fence = (uint8_t)((INVERBS_LE64(w8) >> 60) & 0x1ULL);
	v.signaled = (uint8_t)((INVERBS_LE64(w8) >> 62) & 0x1ULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x7c0000000000ULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0xc00000000000000ULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x2000000000000000ULL)) ==
	       0;
}

/** One SGE. The second one of a quantum has the quantum's valid bit. irdma.sge */
struct irdma_sge {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t lkey;   /**< 0x8.31-0; source sge.lkey */
	uint32_t length; /**< 0x8.62-32; source sge.length */
	uint8_t valid;   /**< 0x8.63-63; source sq.generation */
};

#define IRDMA_SGE_SIZE 16U

/** Store all fields. irdma.sge */
INVERBS_INLINE void irdma_sge_put(void *at, const struct irdma_sge *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 8,
		      INVERBS_LE64((uint64_t)v->lkey |
				   ((uint64_t)(v->length & 0x7fffffffULL) << 32) |
				   ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_sge irdma_sge_get(const void *at)
{
	struct irdma_sge v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.lkey = (uint32_t)(INVERBS_LE64(w8) & 0xffffffffULL);
	v.length = (uint32_t)((INVERBS_LE64(w8) >> 32) & 0x7fffffffULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** Immediate data in place of the first SGE. irdma.imm */
struct irdma_imm {
	uint32_t imm; /**< 0x0; source wr.imm_number */
};

#define IRDMA_IMM_SIZE 16U

/** Store all fields. irdma.imm */
INVERBS_INLINE void irdma_imm_put(void *at, const struct irdma_imm *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->imm));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct irdma_imm irdma_imm_get(const void *at)
{
	struct irdma_imm v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.imm = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_imm_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) | inverbs_get64((const uint8_t *)at + 8)) ==
	       0;
}

/** Destination of the result of an atomic. irdma.local */
struct irdma_local {
	uint64_t addr; /**< 0x0; source wr.local.addr */
	uint32_t lkey; /**< 0x8; source wr.local.lkey */
};

#define IRDMA_LOCAL_SIZE 16U

/** Store all fields. irdma.local */
INVERBS_INLINE void irdma_local_put(void *at, const struct irdma_local *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->lkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct irdma_local irdma_local_get(const void *at)
{
	struct irdma_local v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.lkey = (uint32_t)INVERBS_LE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_local_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Operands of an atomic, a quantum. irdma.operands */
struct irdma_operands {
	uint64_t swap_add; /**< 0x0; source wr.swap_or_add; New value or addend */
	uint64_t compare;  /**< 0x8; source wr.compare; Zero for fetch-and-add */
	uint8_t valid;     /**< 0x18.63-63; source sq.generation */
};

#define IRDMA_OPERANDS_SIZE 32U

/** Store all fields. irdma.operands */
INVERBS_INLINE void irdma_operands_put(void *at, const struct irdma_operands *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->swap_add));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->compare));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, INVERBS_LE64((uint64_t)v->valid << 63));
}

INVERBS_INLINE struct irdma_operands irdma_operands_get(const void *at)
{
	struct irdma_operands v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.swap_add = (uint64_t)INVERBS_LE64(w0);
	v.compare = (uint64_t)INVERBS_LE64(w8);
	v.valid = (uint8_t)((INVERBS_LE64(w24) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_operands_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 16) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 24)) & 0x7fffffffffffffffULL)) ==
	       0;
}

/** Key to invalidate. irdma.stag */
struct irdma_stag {
	uint32_t key; /**< 0x8; source wr.invalidate_rkey */
};

#define IRDMA_STAG_SIZE 16U

/** Store all fields. irdma.stag */
INVERBS_INLINE void irdma_stag_put(void *at, const struct irdma_stag *v)
{
	inverbs_put64(at, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct irdma_stag irdma_stag_get(const void *at)
{
	struct irdma_stag v;
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.key = (uint32_t)INVERBS_LE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_stag_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 12)) ==
	       0;
}

/** Range of a memory window. irdma.window */
struct irdma_window {
	uint64_t start;  /**< 0x0; source wr.bind.start */
	uint32_t key;    /**< 0x8; source wr.bind.whole_rkey; The window's */
	uint32_t region; /**< 0xc; source wr.bind.region_rkey */
};

#define IRDMA_WINDOW_SIZE 16U

/** Store all fields. irdma.window */
INVERBS_INLINE void irdma_window_put(void *at, const struct irdma_window *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->start));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->region));
}

INVERBS_INLINE struct irdma_window irdma_window_get(const void *at)
{
	struct irdma_window v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.start = (uint64_t)INVERBS_LE64(w0);
	v.key = (uint32_t)INVERBS_LE32(w8);
	v.region = (uint32_t)INVERBS_LE32(w12);
	return v;
}

/** Last byte of a quantum that is full of inline payload. irdma.mark */
struct irdma_mark {
	uint8_t valid; /**< 0x0.7-7; source sq.generation */
};

#define IRDMA_MARK_SIZE 1U

/** Store all fields. irdma.mark */
INVERBS_INLINE void irdma_mark_put(void *at, const struct irdma_mark *v)
{
	inverbs_put8(at, (uint8_t)((uint8_t)v->valid << 7));
}

INVERBS_INLINE struct irdma_mark irdma_mark_get(const void *at)
{
	struct irdma_mark v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);

	v.valid = (uint8_t)((w0 >> 7) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_mark_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 0) & 0x7fU) == 0;
}

/** Second half of a receive's first quantum. irdma.recv_head */
struct irdma_recv_head {
	uint8_t more;  /**< 0x8.41-38; source payload.behind; Number of SGEs after this segment */
	uint8_t valid; /**< 0x8.63-63; source rq.generation */
};

#define IRDMA_RECV_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t irdma_recv_head_first_word(const struct irdma_recv_head *v)
{
	return INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) | ((uint64_t)v->valid << 63));
}

/** Store all fields, in ascending order. irdma.recv_head */
INVERBS_INLINE void irdma_recv_head_put(void *at, const struct irdma_recv_head *v)
{
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
						      ((uint64_t)v->valid << 63)));
	inverbs_put64(at, 0);
}

/** Store all fields; the word at byte 8 last, after a barrier. irdma.recv_head */
INVERBS_INLINE void irdma_recv_head_put_last(void *at, const struct irdma_recv_head *v)
{
	inverbs_put64(at, 0);
	inverbs_to_device();
	inverbs_publish64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
							  ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_recv_head irdma_recv_head_get(const void *at)
{
	struct irdma_recv_head v;
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.more = (uint8_t)((INVERBS_LE64(w8) >> 38) & 0xfULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_recv_head_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x3fffffffffULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x7ffffc0000000000ULL)) ==
	       0;
}

/** Second half of the first quantum of a shared receive. irdma.shared_head */
struct irdma_shared_head {
	uint64_t wr_id; /**< 0x0; source wr.id */
	uint8_t more;   /**< 0x8.41-38; source payload.behind; Number of SGEs after this segment */
	uint8_t valid;  /**< 0x8.63-63; source rq.generation */
};

#define IRDMA_SHARED_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t irdma_shared_head_first_word(const struct irdma_shared_head *v)
{
	return INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) | ((uint64_t)v->valid << 63));
}

/** Store all fields, in ascending order. irdma.shared_head */
INVERBS_INLINE void irdma_shared_head_put(void *at, const struct irdma_shared_head *v)
{
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
						      ((uint64_t)v->valid << 63)));
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->wr_id));
}

/** Store all fields; the word at byte 8 last, after a barrier. irdma.shared_head */
INVERBS_INLINE void irdma_shared_head_put_last(void *at, const struct irdma_shared_head *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->wr_id));
	inverbs_to_device();
	inverbs_publish64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
							  ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_shared_head irdma_shared_head_get(const void *at)
{
	struct irdma_shared_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.wr_id = (uint64_t)INVERBS_LE64(w0);
	v.more = (uint8_t)((INVERBS_LE64(w8) >> 38) & 0xfULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_shared_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x3fffffffffULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x7ffffc0000000000ULL)) ==
	       0;
}

/** A buffer of a receive. irdma.recv_sge */
struct irdma_recv_sge {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t lkey;   /**< 0x8.31-0; source sge.lkey */
	uint32_t length; /**< 0x8.62-32; source sge.length */
	uint8_t valid;   /**< 0x8.63-63; source rq.generation */
};

#define IRDMA_RECV_SGE_SIZE 16U

/** Store all fields. irdma.recv_sge */
INVERBS_INLINE void irdma_recv_sge_put(void *at, const struct irdma_recv_sge *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 8,
		      INVERBS_LE64((uint64_t)v->lkey |
				   ((uint64_t)(v->length & 0x7fffffffULL) << 32) |
				   ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_recv_sge irdma_recv_sge_get(const void *at)
{
	struct irdma_recv_sge v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.lkey = (uint32_t)(INVERBS_LE64(w8) & 0xffffffffULL);
	v.length = (uint32_t)((INVERBS_LE64(w8) >> 32) & 0x7fffffffULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** A completion. irdma.cqe */
struct irdma_cqe {
	uint32_t length;    /**< 0x0; Receives: bytes */
	uint32_t timestamp; /**< 0x4; Time, or a number of the transport */
	uint64_t context; /**< 0x8; Value given when the queue pair was created; 0: it was destroyed
			   */
	uint64_t wr_id;   /**< 0x8; Shared receive queues: wr_id of the receive */
	uint32_t inval_key;   /**< 0x10; Key that the sender invalidated */
	uint32_t src_qpn;     /**< 0x10; Datagrams: the sender's queue pair */
	uint32_t qpn;         /**< 0x14.23-0 */
	uint16_t minor;       /**< 0x18.15-0 */
	uint16_t event;       /**< 0x18.15-0; Number of an asynchronous event */
	uint16_t major;       /**< 0x18.31-16 */
	uint32_t code;        /**< 0x18.31-0; Major and minor code */
	uint16_t index;       /**< 0x18.46-32; Quantum at which the WQE starts */
	uint8_t extended;     /**< 0x18.50-50; An extension follows */
	uint8_t push_dropped; /**< 0x18.51-51 */
	uint8_t shared;       /**< 0x18.52-52; A receive of a shared queue */
	uint8_t has_key;   /**< 0x18.53-53; The key is valid; datagrams: the sender's address is an
			      IPv4 address */
	uint8_t solicited; /**< 0x18.54-54 */
	uint8_t ending;    /**< 0x18.55-55 */
	uint8_t opcode;    /**< 0x18.61-56 */
	uint8_t received;  /**< 0x18.61-56 */
	uint8_t ring;      /**< 0x18.62-62 */
	uint8_t valid;     /**< 0x18.63-63 */
};

#define IRDMA_CQE_SIZE 32U

/** Store all fields. irdma.cqe */
INVERBS_INLINE void irdma_cqe_put(void *at, const struct irdma_cqe *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->timestamp));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->context | (uint64_t)v->wr_id));
	inverbs_put32((uint8_t *)at + 16,
		      INVERBS_LE32((uint32_t)v->inval_key | (uint32_t)v->src_qpn));
	inverbs_put32((uint8_t *)at + 20, INVERBS_LE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put64(
		(uint8_t *)at + 24,
		INVERBS_LE64((uint64_t)v->minor | (uint64_t)v->event | ((uint64_t)v->major << 16) |
			     (uint64_t)v->code | ((uint64_t)(v->index & 0x7fffULL) << 32) |
			     ((uint64_t)(v->extended & 0x1ULL) << 50) |
			     ((uint64_t)(v->push_dropped & 0x1ULL) << 51) |
			     ((uint64_t)(v->shared & 0x1ULL) << 52) |
			     ((uint64_t)(v->has_key & 0x1ULL) << 53) |
			     ((uint64_t)(v->solicited & 0x1ULL) << 54) |
			     ((uint64_t)(v->ending & 0x1ULL) << 55) |
			     ((uint64_t)(v->opcode & 0x3fULL) << 56) |
			     ((uint64_t)(v->received & 0x3fULL) << 56) |
			     ((uint64_t)(v->ring & 0x1ULL) << 62) | ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_cqe irdma_cqe_get(const void *at)
{
	struct irdma_cqe v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.length = (uint32_t)INVERBS_LE32(w0);
	v.timestamp = (uint32_t)INVERBS_LE32(w4);
	v.context = (uint64_t)INVERBS_LE64(w8);
	v.wr_id = (uint64_t)INVERBS_LE64(w8);
	v.inval_key = (uint32_t)INVERBS_LE32(w16);
	v.src_qpn = (uint32_t)INVERBS_LE32(w16);
	v.qpn = (uint32_t)(INVERBS_LE32(w20) & 0xffffffU);
	v.minor = (uint16_t)(INVERBS_LE64(w24) & 0xffffULL);
	v.event = (uint16_t)(INVERBS_LE64(w24) & 0xffffULL);
	v.major = (uint16_t)((INVERBS_LE64(w24) >> 16) & 0xffffULL);
	v.code = (uint32_t)(INVERBS_LE64(w24) & 0xffffffffULL);
	v.index = (uint16_t)((INVERBS_LE64(w24) >> 32) & 0x7fffULL);
	v.extended = (uint8_t)((INVERBS_LE64(w24) >> 50) & 0x1ULL);
	v.push_dropped = (uint8_t)((INVERBS_LE64(w24) >> 51) & 0x1ULL);
	v.shared = (uint8_t)((INVERBS_LE64(w24) >> 52) & 0x1ULL);
	v.has_key = (uint8_t)((INVERBS_LE64(w24) >> 53) & 0x1ULL);
	v.solicited = (uint8_t)((INVERBS_LE64(w24) >> 54) & 0x1ULL);
	v.ending = (uint8_t)((INVERBS_LE64(w24) >> 55) & 0x1ULL);
	v.opcode = (uint8_t)((INVERBS_LE64(w24) >> 56) & 0x3fULL);
	v.received = (uint8_t)((INVERBS_LE64(w24) >> 56) & 0x3fULL);
	v.ring = (uint8_t)((INVERBS_LE64(w24) >> 62) & 0x1ULL);
	v.valid = (uint8_t)((INVERBS_LE64(w24) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 20)) & 0xff000000U) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 24)) & 0x3800000000000ULL)) == 0;
}

/** Extension of a completion. irdma.extension */
struct irdma_extension {
	uint32_t imm;     /**< 0x0; Immediate data as a number */
	uint64_t context; /**< 0x8; Shared receive queues: the value given when the queue pair was
			     created */
	uint64_t mac;     /**< 0x10.47-0; Datagrams: the sender's MAC address */
	uint16_t vlan;    /**< 0x10.63-48 */
	uint8_t has_vlan; /**< 0x18.60-60 */
	uint8_t has_mac;  /**< 0x18.61-61 */
	uint8_t has_imm;  /**< 0x18.62-62 */
	uint8_t valid;    /**< 0x18.63-63 */
};

#define IRDMA_EXTENSION_SIZE 32U

/** Store all fields. irdma.extension */
INVERBS_INLINE void irdma_extension_put(void *at, const struct irdma_extension *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->imm));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->context));
	inverbs_put64((uint8_t *)at + 16, INVERBS_LE64((uint64_t)(v->mac & 0xffffffffffffULL) |
						       ((uint64_t)v->vlan << 48)));
	inverbs_put64((uint8_t *)at + 24, INVERBS_LE64(((uint64_t)(v->has_vlan & 0x1ULL) << 60) |
						       ((uint64_t)(v->has_mac & 0x1ULL) << 61) |
						       ((uint64_t)(v->has_imm & 0x1ULL) << 62) |
						       ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct irdma_extension irdma_extension_get(const void *at)
{
	struct irdma_extension v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.imm = (uint32_t)INVERBS_LE32(w0);
	v.context = (uint64_t)INVERBS_LE64(w8);
	v.mac = (uint64_t)(INVERBS_LE64(w16) & 0xffffffffffffULL);
	v.vlan = (uint16_t)((INVERBS_LE64(w16) >> 48) & 0xffffULL);
	v.has_vlan = (uint8_t)((INVERBS_LE64(w24) >> 60) & 0x1ULL);
	v.has_mac = (uint8_t)((INVERBS_LE64(w24) >> 61) & 0x1ULL);
	v.has_imm = (uint8_t)((INVERBS_LE64(w24) >> 62) & 0x1ULL);
	v.valid = (uint8_t)((INVERBS_LE64(w24) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_extension_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 24)) & 0xfffffffffffffffULL)) ==
	       0;
}

/** Send doorbell. irdma.doorbell */
struct irdma_doorbell {
	uint32_t qpn; /**< 0x0; source qp.num; Number of the queue pair that has new WQEs */
};

#define IRDMA_DOORBELL_SIZE 4U

/** Store all fields. irdma.doorbell */
INVERBS_INLINE void irdma_doorbell_put(void *at, const struct irdma_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpn));
}

INVERBS_INLINE struct irdma_doorbell irdma_doorbell_get(const void *at)
{
	struct irdma_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpn = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** Announces the copy of a WQE. irdma.copy_register */
struct irdma_copy_register {
	uint32_t qpn;   /**< 0x0.19-0; source qp.num */
	uint16_t chunk; /**< 0x0.31-20; source sq.unit; Chunk of the send ring; low bits of the
			   WQE's index are the position in the page */
};

#define IRDMA_COPY_REGISTER_SIZE 4U

/** Store all fields. irdma.copy_register */
INVERBS_INLINE void irdma_copy_register_put(void *at, const struct irdma_copy_register *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpn | ((uint32_t)v->chunk << 20)));
}

INVERBS_INLINE struct irdma_copy_register irdma_copy_register_get(const void *at)
{
	struct irdma_copy_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpn = (uint32_t)(INVERBS_LE32(w0) & 0xfffffU);
	v.chunk = (uint16_t)((INVERBS_LE32(w0) >> 20) & 0xfffU);
	return v;
}

/** First word of a completion queue's shadow area. irdma.consumed_word */
struct irdma_consumed_word {
	uint32_t slot; /**< 0x0; source cq.slot; Index of the next CQE to be read */
};

#define IRDMA_CONSUMED_WORD_SIZE 8U

/** Store all fields. irdma.consumed_word */
INVERBS_INLINE void irdma_consumed_word_put(void *at, const struct irdma_consumed_word *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->slot));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct irdma_consumed_word irdma_consumed_word_get(const void *at)
{
	struct irdma_consumed_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.slot = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_consumed_word_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** First word of a shared receive queue's shadow area. irdma.shared_word */
struct irdma_shared_word {
	uint32_t slot; /**< 0x0; source srq.slot; Index of the next slot to be filled */
};

#define IRDMA_SHARED_WORD_SIZE 8U

/** Store all fields. irdma.shared_word */
INVERBS_INLINE void irdma_shared_word_put(void *at, const struct irdma_shared_word *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->slot));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct irdma_shared_word irdma_shared_word_get(const void *at)
{
	struct irdma_shared_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.slot = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_shared_word_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** Fifth word of a completion queue's shadow area. irdma.arm_word */
struct irdma_arm_word {
	uint16_t selector; /**< 0x0.13-0; source cq.selector */
	bool any;          /**< 0x0.14-14; source cq.arm_solicited */
	uint8_t wanted;    /**< 0x0.15-15; Event at the next solicited or failed completion */
	uint8_t sequence;  /**< 0x0.17-16; source cq.arm_count; Requests with an old number are
			      ignored */
};

#define IRDMA_ARM_WORD_SIZE 8U

/** Store all fields. irdma.arm_word */
INVERBS_INLINE void irdma_arm_word_put(void *at, const struct irdma_arm_word *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)(v->selector & 0x3fffULL) |
				       (v->any ? 0x0ULL : 0x4000ULL) | 0x8000ULL |
				       ((uint64_t)(v->sequence & 0x3ULL) << 16)));
}

INVERBS_INLINE struct irdma_arm_word irdma_arm_word_get(const void *at)
{
	struct irdma_arm_word v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);

	v.selector = (uint16_t)(INVERBS_LE64(w0) & 0x3fffULL);
	v.any = ((INVERBS_LE64(w0) >> 14) & 0x1ULL) == 0;
	v.wanted = (uint8_t)((INVERBS_LE64(w0) >> 15) & 0x1ULL);
	v.sequence = (uint8_t)((INVERBS_LE64(w0) >> 16) & 0x3ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool irdma_arm_word_reserved_clear(const void *at)
{
	return (INVERBS_LE64(inverbs_get64((const uint8_t *)at + 0)) & 0xfffffffffffc0000ULL) == 0;
}

/** Doorbell that arms a completion queue. irdma.arm_register */
struct irdma_arm_register {
	uint32_t cqn; /**< 0x0; source cq.num */
};

#define IRDMA_ARM_REGISTER_SIZE 4U

/** Store all fields. irdma.arm_register */
INVERBS_INLINE void irdma_arm_register_put(void *at, const struct irdma_arm_register *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->cqn));
}

INVERBS_INLINE struct irdma_arm_register irdma_arm_register_get(const void *at)
{
	struct irdma_arm_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.cqn = (uint32_t)INVERBS_LE32(w0);
	return v;
}

#endif
