/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/x722.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Intel X722, the generation before E810 with the same driver: iWARP only. SGEs have no valid bit,
 * so the last quantum is not filled up; inline payload surrounds the head, without marks; a WQE of
 * one quantum marks the next one as unwritten.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_X722_FORMATS_H
#define INVERBS_ADAPTERS_X722_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the send doorbell in the doorbell page. */
#define X722_SEND_DOORBELL 0U
/** Byte of the doorbell that arms a completion queue. */
#define X722_ARM_DOORBELL 64U
/** Maximum number of SGEs behind immediate data: a WQE has two quanta. */
#define X722_MOST_WITH_IMM 2U
/** Maximum number of SGEs of an RDMA read. */
#define X722_MOST_READ 1U
/** Bytes of a unit of the send ring. */
#define X722_SEND_UNIT 32U

/** Opcodes in WQEs, and in completions of sends. */
enum x722_op {
	X722_OP_RDMA_WRITE = 0x0,
	X722_OP_RDMA_READ = 0x1,
	X722_OP_SEND = 0x3,
	X722_OP_SEND_INV = 0x4,
	X722_OP_SEND_SOL = 0x5,
	X722_OP_SEND_INV_SOL = 0x6,
	X722_OP_BIND_MW = 0x8,
	X722_OP_LOCAL_INV = 0xa,
	X722_OP_NOP = 0xc,
	X722_OP_WRITE_SOL = 0xd,
	X722_OP_FETCH_ADD = 0xf,
	X722_OP_COMP_SWAP = 0x11,
};

/** Which queue a completion belongs to. */
enum x722_ring_of {
	X722_RING_OF_RECV = 0x0,
	X722_RING_OF_SEND = 0x1,
};

/** Whether a WQE failed. */
enum x722_ending {
	X722_ENDING_GOOD = 0x0,
	X722_ENDING_FAILED = 0x1,
};

/**
 * Meaning of the minor code of a failed WQE: a flush code, or that of an asynchronous event;
 * undefined for all others.
 */
enum x722_major {
	X722_MAJOR_FLUSH = 0x1,
	X722_MAJOR_EVENT = 0xfffe,
};

/** Opcodes in completions of receives. */
enum x722_received {
	X722_RECEIVED_WRITE = 0x0,
	X722_RECEIVED_BTH_WRITE_LAST = 0x9,
	X722_RECEIVED_BTH_WRITE_ONLY = 0xb,
	X722_RECEIVED_WRITE_SOL = 0xd,
	X722_RECEIVED_SEND = 0x3e,
	X722_RECEIVED_SEND_OR_WRITE = 0x3f,
};

/** Why a WQE failed. */
enum x722_reason {
	X722_REASON_GENERAL = 0x1,
	X722_REASON_PROTECTION = 0x2,
	X722_REASON_REMOTE_ACCESS = 0x3,
	X722_REASON_LOCAL_QP_OP = 0x4,
	X722_REASON_REMOTE_OP = 0x5,
	X722_REASON_LOCAL_LENGTH = 0x6,
	X722_REASON_FATAL = 0x7,
	X722_REASON_RETRIES = 0x8,
	X722_REASON_WINDOW_BIND = 0x9,
	X722_REASON_INVALID_REQUEST = 0xa,
	X722_REASON_RNR_RETRIES = 0xb,
};

/**
 * Asynchronous events that end WQEs, named by their numbers; each is translated to a flush code.
 */
enum x722_event {
	X722_EVENT_E102 = 0x102,
	X722_EVENT_E103 = 0x103,
	X722_EVENT_E104 = 0x104,
	X722_EVENT_E105 = 0x105,
	X722_EVENT_E106 = 0x106,
	X722_EVENT_E107 = 0x107,
	X722_EVENT_E108 = 0x108,
	X722_EVENT_E109 = 0x109,
	X722_EVENT_E10A = 0x10a,
	X722_EVENT_E112 = 0x112,
	X722_EVENT_E114 = 0x114,
	X722_EVENT_E118 = 0x118,
	X722_EVENT_E119 = 0x119,
	X722_EVENT_E11B = 0x11b,
	X722_EVENT_E11C = 0x11c,
	X722_EVENT_E132 = 0x132,
	X722_EVENT_E133 = 0x133,
	X722_EVENT_E134 = 0x134,
	X722_EVENT_E135 = 0x135,
	X722_EVENT_E208 = 0x208,
	X722_EVENT_E20A = 0x20a,
	X722_EVENT_E20D = 0x20d,
	X722_EVENT_E20E = 0x20e,
	X722_EVENT_E303 = 0x303,
	X722_EVENT_E305 = 0x305,
	X722_EVENT_E316 = 0x316,
	X722_EVENT_E505 = 0x505,
	X722_EVENT_E507 = 0x507,
	X722_EVENT_E50A = 0x50a,
	X722_EVENT_E50F = 0x50f,
	X722_EVENT_E700 = 0x700,
	X722_EVENT_E703 = 0x703,
	X722_EVENT_E704 = 0x704,
	X722_EVENT_E705 = 0x705,
};

/**
 * Control segment, the second half of a WQE's first quantum. Its last word has the valid bit.
 * x722.head
 */
struct x722_head {
	uint64_t remote_addr; /**< 0x0; RDMA and atomics */
	uint64_t length;      /**< 0x0; Of a window */
	uint32_t rkey;        /**< 0x8.31-0; Remote key, or the one that the receiver invalidates */
	uint8_t opcode;       /**< 0x8.37-32; source op.code */
	uint8_t more;    /**< 0x8.41-38; source payload.behind; Number of SGEs after this segment */
	uint8_t has_imm; /**< 0x8.47-47; source wr.has_imm */
	uint8_t inline_bytes; /**< 0x8.55-48; source payload.inline */
	uint8_t remote_read;  /**< 0x8.50-50; Access rights of a window */
	uint8_t remote_write; /**< 0x8.51-51 */
	uint8_t va_based;     /**< 0x8.53-53; The window has virtual addresses instead of offsets */
	uint8_t type1;        /**< 0x8.54-54 */
	uint8_t inlined;      /**< 0x8.57-57; source wr.inline */
	uint8_t fence;        /**< 0x8.60-60; source wr.fence */
	uint8_t signaled;     /**< 0x8.62-62; source wr.signaled */
	uint8_t valid;        /**< 0x8.63-63; source sq.generation */
};

#define X722_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t x722_head_first_word(const struct x722_head *v)
{
	return INVERBS_LE64(
		(uint64_t)v->rkey | ((uint64_t)v->opcode << 32) |
		((uint64_t)(v->more & 0xfULL) << 38) | ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
		((uint64_t)v->inline_bytes << 48) | ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
		((uint64_t)(v->remote_write & 0x1ULL) << 51) |
		((uint64_t)(v->va_based & 0x1ULL) << 53) | ((uint64_t)(v->type1 & 0x1ULL) << 54) |
		((uint64_t)(v->inlined & 0x1ULL) << 57) | ((uint64_t)(v->fence & 0x1ULL) << 60) |
		((uint64_t)(v->signaled & 0x1ULL) << 62) | ((uint64_t)v->valid << 63));
}

/** Store all fields, in ascending order. x722.head */
INVERBS_INLINE void x722_head_put(void *at, const struct x722_head *v)
{
	inverbs_put64((uint8_t *)at + 8,
		      INVERBS_LE64((uint64_t)v->rkey | ((uint64_t)v->opcode << 32) |
				   ((uint64_t)(v->more & 0xfULL) << 38) |
				   ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
				   ((uint64_t)v->inline_bytes << 48) |
				   ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
				   ((uint64_t)(v->remote_write & 0x1ULL) << 51) |
				   ((uint64_t)(v->va_based & 0x1ULL) << 53) |
				   ((uint64_t)(v->type1 & 0x1ULL) << 54) |
				   ((uint64_t)(v->inlined & 0x1ULL) << 57) |
				   ((uint64_t)(v->fence & 0x1ULL) << 60) |
				   ((uint64_t)(v->signaled & 0x1ULL) << 62) |
				   ((uint64_t)v->valid << 63)));
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->remote_addr | (uint64_t)v->length));
}

/** Store all fields; the word at byte 8 last, after a barrier. x722.head */
INVERBS_INLINE void x722_head_put_last(void *at, const struct x722_head *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->remote_addr | (uint64_t)v->length));
	inverbs_to_device();
	inverbs_publish64((uint8_t *)at + 8,
			  INVERBS_LE64((uint64_t)v->rkey | ((uint64_t)v->opcode << 32) |
				       ((uint64_t)(v->more & 0xfULL) << 38) |
				       ((uint64_t)(v->has_imm & 0x1ULL) << 47) |
				       ((uint64_t)v->inline_bytes << 48) |
				       ((uint64_t)(v->remote_read & 0x1ULL) << 50) |
				       ((uint64_t)(v->remote_write & 0x1ULL) << 51) |
				       ((uint64_t)(v->va_based & 0x1ULL) << 53) |
				       ((uint64_t)(v->type1 & 0x1ULL) << 54) |
				       ((uint64_t)(v->inlined & 0x1ULL) << 57) |
				       ((uint64_t)(v->fence & 0x1ULL) << 60) |
				       ((uint64_t)(v->signaled & 0x1ULL) << 62) |
				       ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct x722_head x722_head_get(const void *at)
{
	struct x722_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.remote_addr = (uint64_t)INVERBS_LE64(w0);
	v.length = (uint64_t)INVERBS_LE64(w0);
	v.rkey = (uint32_t)(INVERBS_LE64(w8) & 0xffffffffULL);
	v.opcode = (uint8_t)((INVERBS_LE64(w8) >> 32) & 0x3fULL);
	v.more = (uint8_t)((INVERBS_LE64(w8) >> 38) & 0xfULL);
	v.has_imm = (uint8_t)((INVERBS_LE64(w8) >> 47) & 0x1ULL);
	v.inline_bytes = (uint8_t)((INVERBS_LE64(w8) >> 48) & 0xffULL);
	v.remote_read = (uint8_t)((INVERBS_LE64(w8) >> 50) & 0x1ULL);
	v.remote_write = (uint8_t)((INVERBS_LE64(w8) >> 51) & 0x1ULL);
	v.va_based = (uint8_t)((INVERBS_LE64(w8) >> 53) & 0x1ULL);
	v.type1 = (uint8_t)((INVERBS_LE64(w8) >> 54) & 0x1ULL);
	v.inlined = (uint8_t)((INVERBS_LE64(w8) >> 57) & 0x1ULL);
	v.fence = (uint8_t)((INVERBS_LE64(w8) >> 60) & 0x1ULL);
	v.signaled = (uint8_t)((INVERBS_LE64(w8) >> 62) & 0x1ULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x7c0000000000ULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x100000000000000ULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0xc00000000000000ULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x2000000000000000ULL)) ==
	       0;
}

/** One SGE. x722.sge */
struct x722_sge {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
	uint32_t length; /**< 0x8; source sge.length */
};

#define X722_SGE_SIZE 16U

/** Store all fields. x722.sge */
INVERBS_INLINE void x722_sge_put(void *at, const struct x722_sge *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->lkey));
}

INVERBS_INLINE struct x722_sge x722_sge_get(const void *at)
{
	struct x722_sge v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.lkey = (uint32_t)INVERBS_LE32(w12);
	v.length = (uint32_t)INVERBS_LE32(w8);
	return v;
}

/** Immediate data in place of the first SGE. x722.imm */
struct x722_imm {
	uint32_t imm; /**< 0x0; source wr.imm_number */
};

#define X722_IMM_SIZE 16U

/** Store all fields. x722.imm */
INVERBS_INLINE void x722_imm_put(void *at, const struct x722_imm *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->imm));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct x722_imm x722_imm_get(const void *at)
{
	struct x722_imm v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.imm = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_imm_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) | inverbs_get64((const uint8_t *)at + 8)) ==
	       0;
}

/** Key to invalidate. x722.stag */
struct x722_stag {
	uint32_t key; /**< 0xc; source wr.invalidate_rkey */
};

#define X722_STAG_SIZE 16U

/** Store all fields. x722.stag */
INVERBS_INLINE void x722_stag_put(void *at, const struct x722_stag *v)
{
	inverbs_put64(at, 0);
	inverbs_put32((uint8_t *)at + 8, 0);
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->key));
}

INVERBS_INLINE struct x722_stag x722_stag_get(const void *at)
{
	struct x722_stag v;
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.key = (uint32_t)INVERBS_LE32(w12);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_stag_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 8)) ==
	       0;
}

/** Range of a memory window. x722.window */
struct x722_window {
	uint64_t start;  /**< 0x0; source wr.bind.start */
	uint32_t key;    /**< 0xc; source wr.bind.whole_rkey; The window's */
	uint32_t region; /**< 0x8; source wr.bind.region_rkey */
};

#define X722_WINDOW_SIZE 16U

/** Store all fields. x722.window */
INVERBS_INLINE void x722_window_put(void *at, const struct x722_window *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->start));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->region));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->key));
}

INVERBS_INLINE struct x722_window x722_window_get(const void *at)
{
	struct x722_window v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.start = (uint64_t)INVERBS_LE64(w0);
	v.key = (uint32_t)INVERBS_LE32(w12);
	v.region = (uint32_t)INVERBS_LE32(w8);
	return v;
}

/** Second half of a receive's first quantum. x722.recv_head */
struct x722_recv_head {
	uint8_t more;  /**< 0x8.41-38; source payload.behind; Number of SGEs after this segment */
	uint8_t valid; /**< 0x8.63-63; source rq.generation */
};

#define X722_RECV_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint64_t x722_recv_head_first_word(const struct x722_recv_head *v)
{
	return INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) | ((uint64_t)v->valid << 63));
}

/** Store all fields, in ascending order. x722.recv_head */
INVERBS_INLINE void x722_recv_head_put(void *at, const struct x722_recv_head *v)
{
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
						      ((uint64_t)v->valid << 63)));
	inverbs_put64(at, 0);
}

/** Store all fields; the word at byte 8 last, after a barrier. x722.recv_head */
INVERBS_INLINE void x722_recv_head_put_last(void *at, const struct x722_recv_head *v)
{
	inverbs_put64(at, 0);
	inverbs_to_device();
	inverbs_publish64((uint8_t *)at + 8, INVERBS_LE64(((uint64_t)(v->more & 0xfULL) << 38) |
							  ((uint64_t)v->valid << 63)));
}

INVERBS_INLINE struct x722_recv_head x722_recv_head_get(const void *at)
{
	struct x722_recv_head v;
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.more = (uint8_t)((INVERBS_LE64(w8) >> 38) & 0xfULL);
	v.valid = (uint8_t)((INVERBS_LE64(w8) >> 63) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_recv_head_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x3fffffffffULL) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 8)) & 0x7ffffc0000000000ULL)) ==
	       0;
}

/** A buffer of a receive. x722.recv_sge */
struct x722_recv_sge {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
	uint32_t length; /**< 0x8; source sge.length */
};

#define X722_RECV_SGE_SIZE 16U

/** Store all fields. x722.recv_sge */
INVERBS_INLINE void x722_recv_sge_put(void *at, const struct x722_recv_sge *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->lkey));
}

INVERBS_INLINE struct x722_recv_sge x722_recv_sge_get(const void *at)
{
	struct x722_recv_sge v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.lkey = (uint32_t)INVERBS_LE32(w12);
	v.length = (uint32_t)INVERBS_LE32(w8);
	return v;
}

/** A completion. x722.cqe */
struct x722_cqe {
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

#define X722_CQE_SIZE 32U

/** Store all fields. x722.cqe */
INVERBS_INLINE void x722_cqe_put(void *at, const struct x722_cqe *v)
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

INVERBS_INLINE struct x722_cqe x722_cqe_get(const void *at)
{
	struct x722_cqe v;
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
INVERBS_INLINE bool x722_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 20)) & 0xff000000U) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 24)) & 0x3800000000000ULL)) == 0;
}

/** Extension of a completion. x722.extension */
struct x722_extension {
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

#define X722_EXTENSION_SIZE 32U

/** Store all fields. x722.extension */
INVERBS_INLINE void x722_extension_put(void *at, const struct x722_extension *v)
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

INVERBS_INLINE struct x722_extension x722_extension_get(const void *at)
{
	struct x722_extension v;
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
INVERBS_INLINE bool x722_extension_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_LE64(inverbs_get64((const uint8_t *)at + 24)) & 0xfffffffffffffffULL)) ==
	       0;
}

/** Send doorbell. x722.doorbell */
struct x722_doorbell {
	uint32_t qpn; /**< 0x0; source qp.num; Number of the queue pair that has new WQEs */
};

#define X722_DOORBELL_SIZE 4U

/** Store all fields. x722.doorbell */
INVERBS_INLINE void x722_doorbell_put(void *at, const struct x722_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpn));
}

INVERBS_INLINE struct x722_doorbell x722_doorbell_get(const void *at)
{
	struct x722_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpn = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** First word of a completion queue's shadow area. x722.consumed_word */
struct x722_consumed_word {
	uint32_t slot; /**< 0x0; source cq.slot; Index of the next CQE to be read */
};

#define X722_CONSUMED_WORD_SIZE 8U

/** Store all fields. x722.consumed_word */
INVERBS_INLINE void x722_consumed_word_put(void *at, const struct x722_consumed_word *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->slot));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct x722_consumed_word x722_consumed_word_get(const void *at)
{
	struct x722_consumed_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.slot = (uint32_t)INVERBS_LE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_consumed_word_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** Fifth word of a completion queue's shadow area. x722.arm_word */
struct x722_arm_word {
	uint16_t selector; /**< 0x0.13-0; source cq.selector */
	bool any;          /**< 0x0.14-14; source cq.arm_solicited */
	uint8_t wanted;    /**< 0x0.15-15; Event at the next solicited or failed completion */
	uint8_t sequence;  /**< 0x0.17-16; source cq.arm_count; Requests with an old number are
			      ignored */
};

#define X722_ARM_WORD_SIZE 8U

/** Store all fields. x722.arm_word */
INVERBS_INLINE void x722_arm_word_put(void *at, const struct x722_arm_word *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)(v->selector & 0x3fffULL) |
				       (v->any ? 0x0ULL : 0x4000ULL) | 0x8000ULL |
				       ((uint64_t)(v->sequence & 0x3ULL) << 16)));
}

INVERBS_INLINE struct x722_arm_word x722_arm_word_get(const void *at)
{
	struct x722_arm_word v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);

	v.selector = (uint16_t)(INVERBS_LE64(w0) & 0x3fffULL);
	v.any = ((INVERBS_LE64(w0) >> 14) & 0x1ULL) == 0;
	v.wanted = (uint8_t)((INVERBS_LE64(w0) >> 15) & 0x1ULL);
	v.sequence = (uint8_t)((INVERBS_LE64(w0) >> 16) & 0x3ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool x722_arm_word_reserved_clear(const void *at)
{
	return (INVERBS_LE64(inverbs_get64((const uint8_t *)at + 0)) & 0xfffffffffffc0000ULL) == 0;
}

/** Doorbell that arms a completion queue. x722.arm_register */
struct x722_arm_register {
	uint32_t cqn; /**< 0x0; source cq.num */
};

#define X722_ARM_REGISTER_SIZE 4U

/** Store all fields. x722.arm_register */
INVERBS_INLINE void x722_arm_register_put(void *at, const struct x722_arm_register *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->cqn));
}

INVERBS_INLINE struct x722_arm_register x722_arm_register_get(const void *at)
{
	struct x722_arm_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.cqn = (uint32_t)INVERBS_LE32(w0);
	return v;
}

#endif
