/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Units of 64 bytes with a valid bit in each, padding before a boundary, payload between marks;
 * CQEs that point at their queue pair.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_NORMA_FORMATS_H
#define INVERBS_ADAPTERS_NORMA_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the doorbell register. */
#define NORMA_DOORBELL 8U
/** Byte of the register that tells of copies. */
#define NORMA_COPIES 12U
/** SGEs of an atomic. */
#define NORMA_SINGLE 1U
/** Bytes of a unit of the send ring. */
#define NORMA_SEND_UNIT 64U

/** What a WQE asks for. */
enum norma_op {
	NORMA_OP_NOTHING = 0x1,
	NORMA_OP_SEND = 0x2,
	NORMA_OP_SEND_NOW = 0x3,
	NORMA_OP_WRITE = 0x4,
	NORMA_OP_READ = 0x5,
	NORMA_OP_ADD = 0x6,
	NORMA_OP_BIND = 0x7,
	NORMA_OP_TAKE = 0x8,
};

/** Whose completion it is. */
enum norma_side {
	NORMA_SIDE_RECV = 0x0,
	NORMA_SIDE_SEND = 0x1,
};

/** How. */
enum norma_ended {
	NORMA_ENDED_WELL = 0x0,
	NORMA_ENDED_BADLY = 0x1,
};

/** What a code means. */
enum norma_class {
	NORMA_CLASS_OWN = 0x1,
	NORMA_CLASS_OTHER = 0x2,
	NORMA_CLASS_NEITHER = 0x3,
};

/** Why a request failed. */
enum norma_code {
	NORMA_CODE_FLUSHED = 0x1,
	NORMA_CODE_SHORT = 0x2,
};

/** Error codes of the firmware. */
enum norma_event {
	NORMA_EVENT_GONE = 0x77,
};

/** What arrived. */
enum norma_came {
	NORMA_CAME_SENT = 0x0,
	NORMA_CAME_WRITTEN = 0x1,
};

/** Second half of a WQE's first unit. norma.head */
struct norma_head {
	uint64_t addr;    /**< 0x0 */
	uint32_t rkey;    /**< 0x8 */
	uint32_t qpn;     /**< 0xc.23-0 */
	uint8_t rights;   /**< 0x10.0-0 */
	bool plain;       /**< 0x10.1-1 */
	uint8_t atomics;  /**< 0x10.2-2 */
	uint8_t copied;   /**< 0x10.3-3; source sq.copied */
	uint32_t bytes;   /**< 0x14; source payload.inline */
	uint8_t code;     /**< 0x18.7-0; source op.code */
	uint8_t behind;   /**< 0x18.15-8; source payload.behind */
	uint8_t inlined;  /**< 0x18.16-16; source wr.inline */
	uint8_t has_imm;  /**< 0x18.17-17; source wr.has_imm */
	uint8_t signaled; /**< 0x1c.0-0; source wr.signaled */
	uint8_t valid;    /**< 0x1c.31-31; source sq.generation */
};

#define NORMA_HEAD_SIZE 32U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t norma_head_first_word(const struct norma_head *v)
{
	return INVERBS_BE32((uint32_t)(v->signaled & 0x1U) | ((uint32_t)v->valid << 31));
}

/** Store all fields, in ascending order. norma.head */
INVERBS_INLINE void norma_head_put(void *at, const struct norma_head *v)
{
	inverbs_put32((uint8_t *)at + 28,
		      INVERBS_BE32((uint32_t)(v->signaled & 0x1U) | ((uint32_t)v->valid << 31)));
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 16,
		      INVERBS_BE32((uint32_t)(v->rights & 0x1U) | (v->plain ? 0x0U : 0x2U) |
				   ((uint32_t)(v->atomics & 0x1U) << 2) |
				   ((uint32_t)(v->copied & 0x1U) << 3)));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 24,
		      INVERBS_BE32((uint32_t)v->code | ((uint32_t)v->behind << 8) |
				   ((uint32_t)(v->inlined & 0x1U) << 16) |
				   ((uint32_t)(v->has_imm & 0x1U) << 17)));
}

/** Store all fields; the word at byte 28 last, after a barrier. norma.head */
INVERBS_INLINE void norma_head_put_last(void *at, const struct norma_head *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 16,
		      INVERBS_BE32((uint32_t)(v->rights & 0x1U) | (v->plain ? 0x0U : 0x2U) |
				   ((uint32_t)(v->atomics & 0x1U) << 2) |
				   ((uint32_t)(v->copied & 0x1U) << 3)));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 24,
		      INVERBS_BE32((uint32_t)v->code | ((uint32_t)v->behind << 8) |
				   ((uint32_t)(v->inlined & 0x1U) << 16) |
				   ((uint32_t)(v->has_imm & 0x1U) << 17)));
	inverbs_to_device();
	inverbs_publish32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)(v->signaled & 0x1U) |
							   ((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_head norma_head_get(const void *at)
{
	struct norma_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.addr = (uint64_t)(INVERBS_BE64(w0));
	v.rkey = (uint32_t)(INVERBS_BE32(w8));
	v.qpn = (uint32_t)(INVERBS_BE32(w12) & 0xffffffU);
	v.rights = (uint8_t)(INVERBS_BE32(w16) & 0x1U);
	v.plain = ((INVERBS_BE32(w16) >> 1) & 0x1U) == 0;
	v.atomics = (uint8_t)((INVERBS_BE32(w16) >> 2) & 0x1U);
	v.copied = (uint8_t)((INVERBS_BE32(w16) >> 3) & 0x1U);
	v.bytes = (uint32_t)(INVERBS_BE32(w20));
	v.code = (uint8_t)(INVERBS_BE32(w24) & 0xffU);
	v.behind = (uint8_t)((INVERBS_BE32(w24) >> 8) & 0xffU);
	v.inlined = (uint8_t)((INVERBS_BE32(w24) >> 16) & 0x1U);
	v.has_imm = (uint8_t)((INVERBS_BE32(w24) >> 17) & 0x1U);
	v.signaled = (uint8_t)(INVERBS_BE32(w28) & 0x1U);
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_head_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 12)) & 0xff000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0xfffffff0U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 24)) & 0xfffc0000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7ffffffeU)) == 0;
}

/** An SGE. norma.piece */
struct norma_piece {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t length; /**< 0x8.29-0; source sge.length */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
	uint8_t valid;   /**< 0x1c.31-31; source sq.generation */
};

#define NORMA_PIECE_SIZE 32U

/** Store all fields. norma.piece */
INVERBS_INLINE void norma_piece_put(void *at, const struct norma_piece *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)(v->length & 0x3fffffffU)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, 0);
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_piece norma_piece_get(const void *at)
{
	struct norma_piece v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.addr = (uint64_t)(INVERBS_BE64(w0));
	v.length = (uint32_t)(INVERBS_BE32(w8) & 0x3fffffffU);
	v.lkey = (uint32_t)(INVERBS_BE32(w12));
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_piece_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xc0000000U) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get32((const uint8_t *)at + 24) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffffU)) == 0;
}

/** Immediate data in place of an SGE. norma.imm */
struct norma_imm {
	uint32_t imm; /**< 0x0; source wr.imm_number */
};

#define NORMA_IMM_SIZE 32U

/** Store all fields. norma.imm */
INVERBS_INLINE void norma_imm_put(void *at, const struct norma_imm *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->imm));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
}

INVERBS_INLINE struct norma_imm norma_imm_get(const void *at)
{
	struct norma_imm v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.imm = (uint32_t)(INVERBS_BE32(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_imm_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) | inverbs_get64((const uint8_t *)at + 8) |
		inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** Where the result of an atomic goes. norma.local */
struct norma_local {
	uint64_t addr; /**< 0x0; source wr.local.addr */
	uint32_t lkey; /**< 0x8; source wr.local.lkey */
};

#define NORMA_LOCAL_SIZE 32U

/** Store all fields. norma.local */
INVERBS_INLINE void norma_local_put(void *at, const struct norma_local *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put32((uint8_t *)at + 12, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
}

INVERBS_INLINE struct norma_local norma_local_get(const void *at)
{
	struct norma_local v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)(INVERBS_BE64(w0));
	v.lkey = (uint32_t)(INVERBS_BE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_local_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12) | inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** What an atomic adds, a unit. norma.operand */
struct norma_operand {
	uint64_t value; /**< 0x0; source wr.swap_or_add */
	uint8_t valid;  /**< 0x3c.31-31; source sq.generation */
};

#define NORMA_OPERAND_SIZE 64U

/** Store all fields. norma.operand */
INVERBS_INLINE void norma_operand_put(void *at, const struct norma_operand *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->value));
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put64((uint8_t *)at + 32, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put64((uint8_t *)at + 48, 0);
	inverbs_put32((uint8_t *)at + 56, 0);
	inverbs_put32((uint8_t *)at + 60, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_operand norma_operand_get(const void *at)
{
	struct norma_operand v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w60 = inverbs_get32((const uint8_t *)at + 60);

	v.value = (uint64_t)(INVERBS_BE64(w0));
	v.valid = (uint8_t)((INVERBS_BE32(w60) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_operand_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 8) | inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24) | inverbs_get64((const uint8_t *)at + 32) |
		inverbs_get64((const uint8_t *)at + 40) | inverbs_get64((const uint8_t *)at + 48) |
		inverbs_get32((const uint8_t *)at + 56) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 60)) & 0x7fffffffU)) == 0;
}

/** What a memory window opens. norma.window */
struct norma_window {
	uint64_t start;  /**< 0x0; source wr.bind.start */
	uint64_t length; /**< 0x8; source wr.bind.length */
	uint32_t key;    /**< 0x10; source wr.bind.whole_rkey */
	uint32_t region; /**< 0x14; source wr.bind.region_rkey */
};

#define NORMA_WINDOW_SIZE 32U

/** Store all fields. norma.window */
INVERBS_INLINE void norma_window_put(void *at, const struct norma_window *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->start));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->length));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->region));
	inverbs_put64((uint8_t *)at + 24, 0);
}

INVERBS_INLINE struct norma_window norma_window_get(const void *at)
{
	struct norma_window v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);

	v.start = (uint64_t)(INVERBS_BE64(w0));
	v.length = (uint64_t)(INVERBS_BE64(w8));
	v.key = (uint32_t)(INVERBS_BE32(w16));
	v.region = (uint32_t)(INVERBS_BE32(w20));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_window_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** Ends a unit of payload. norma.mark */
struct norma_mark {
	uint8_t valid; /**< 0x0.7-7; source sq.generation */
};

#define NORMA_MARK_SIZE 1U

/** Store all fields. norma.mark */
INVERBS_INLINE void norma_mark_put(void *at, const struct norma_mark *v)
{
	inverbs_put8(at, (uint8_t)(((uint8_t)v->valid << 7)));
}

INVERBS_INLINE struct norma_mark norma_mark_get(const void *at)
{
	struct norma_mark v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);

	v.valid = (uint8_t)((w0 >> 7) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_mark_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 0) & 0x7fU)) == 0;
}

/** Second half of a receive's first unit. norma.recv_head */
struct norma_recv_head {
	uint8_t behind; /**< 0x18.7-0; source payload.behind */
	uint8_t valid;  /**< 0x1c.31-31; source rq.generation */
};

#define NORMA_RECV_HEAD_SIZE 32U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t norma_recv_head_first_word(const struct norma_recv_head *v)
{
	return INVERBS_BE32(((uint32_t)v->valid << 31));
}

/** Store all fields, in ascending order. norma.recv_head */
INVERBS_INLINE void norma_recv_head_put(void *at, const struct norma_recv_head *v)
{
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
	inverbs_put64(at, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->behind));
}

/** Store all fields; the word at byte 28 last, after a barrier. norma.recv_head */
INVERBS_INLINE void norma_recv_head_put_last(void *at, const struct norma_recv_head *v)
{
	inverbs_put64(at, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->behind));
	inverbs_to_device();
	inverbs_publish32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_recv_head norma_recv_head_get(const void *at)
{
	struct norma_recv_head v;
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.behind = (uint8_t)(INVERBS_BE32(w24) & 0xffU);
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_recv_head_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get64((const uint8_t *)at + 8) |
		inverbs_get64((const uint8_t *)at + 16) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 24)) & 0xffffff00U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffffU)) == 0;
}

/** The same of a receive of a shared queue. norma.shared_head */
struct norma_shared_head {
	uint64_t wr_id; /**< 0x8; source wr.id */
	uint8_t behind; /**< 0x18.7-0; source payload.behind */
	uint8_t valid;  /**< 0x1c.31-31; source rq.generation */
};

#define NORMA_SHARED_HEAD_SIZE 32U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t norma_shared_head_first_word(const struct norma_shared_head *v)
{
	return INVERBS_BE32(((uint32_t)v->valid << 31));
}

/** Store all fields, in ascending order. norma.shared_head */
INVERBS_INLINE void norma_shared_head_put(void *at, const struct norma_shared_head *v)
{
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
	inverbs_put64(at, 0);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->wr_id));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->behind));
}

/** Store all fields; the word at byte 28 last, after a barrier. norma.shared_head */
INVERBS_INLINE void norma_shared_head_put_last(void *at, const struct norma_shared_head *v)
{
	inverbs_put64(at, 0);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->wr_id));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->behind));
	inverbs_to_device();
	inverbs_publish32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_shared_head norma_shared_head_get(const void *at)
{
	struct norma_shared_head v;
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.wr_id = (uint64_t)(INVERBS_BE64(w8));
	v.behind = (uint8_t)(INVERBS_BE32(w24) & 0xffU);
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_shared_head_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get64((const uint8_t *)at + 16) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 24)) & 0xffffff00U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffffU)) == 0;
}

/** A buffer of a receive. norma.recv_piece */
struct norma_recv_piece {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t length; /**< 0x8.29-0; source sge.length */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
	uint8_t valid;   /**< 0x1c.31-31; source rq.generation */
};

#define NORMA_RECV_PIECE_SIZE 32U

/** Store all fields. norma.recv_piece */
INVERBS_INLINE void norma_recv_piece_put(void *at, const struct norma_recv_piece *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)(v->length & 0x3fffffffU)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, 0);
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_recv_piece norma_recv_piece_get(const void *at)
{
	struct norma_recv_piece v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.addr = (uint64_t)(INVERBS_BE64(w0));
	v.length = (uint32_t)(INVERBS_BE32(w8) & 0x3fffffffU);
	v.lkey = (uint32_t)(INVERBS_BE32(w12));
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_recv_piece_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xc0000000U) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get32((const uint8_t *)at + 24) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffffU)) == 0;
}

/** A completion. norma.cqe */
struct norma_cqe {
	uint64_t queue;  /**< 0x0 */
	uint64_t wr_id;  /**< 0x0 */
	uint32_t qpn;    /**< 0x8.23-0 */
	uint32_t bytes;  /**< 0xc */
	uint32_t key;    /**< 0x10 */
	uint32_t sender; /**< 0x10 */
	uint16_t code;   /**< 0x14.15-0 */
	uint16_t event;  /**< 0x14.15-0 */
	uint16_t kind;   /**< 0x14.31-16 */
	uint32_t detail; /**< 0x14 */
	uint16_t index;  /**< 0x18.15-0 */
	uint8_t op;      /**< 0x18.23-16 */
	uint8_t came;    /**< 0x18.23-16 */
	uint8_t side;    /**< 0x1c.0-0 */
	uint8_t ended;   /**< 0x1c.1-1 */
	uint8_t has_key; /**< 0x1c.2-2 */
	uint8_t more;    /**< 0x1c.3-3 */
	uint8_t dropped; /**< 0x1c.4-4 */
	uint8_t shared;  /**< 0x1c.5-5 */
	uint8_t valid;   /**< 0x1c.31-31 */
};

#define NORMA_CQE_SIZE 32U

/** Store all fields. norma.cqe */
INVERBS_INLINE void norma_cqe_put(void *at, const struct norma_cqe *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->queue | (uint64_t)v->wr_id));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->key | (uint32_t)v->sender));
	inverbs_put32((uint8_t *)at + 20,
		      INVERBS_BE32((uint32_t)v->code | (uint32_t)v->event |
				   ((uint32_t)v->kind << 16) | (uint32_t)v->detail));
	inverbs_put32((uint8_t *)at + 24,
		      INVERBS_BE32((uint32_t)v->index | ((uint32_t)v->op << 16) |
				   ((uint32_t)v->came << 16)));
	inverbs_put32((uint8_t *)at + 28,
		      INVERBS_BE32((uint32_t)(v->side & 0x1U) | ((uint32_t)(v->ended & 0x1U) << 1) |
				   ((uint32_t)(v->has_key & 0x1U) << 2) |
				   ((uint32_t)(v->more & 0x1U) << 3) |
				   ((uint32_t)(v->dropped & 0x1U) << 4) |
				   ((uint32_t)(v->shared & 0x1U) << 5) |
				   ((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_cqe norma_cqe_get(const void *at)
{
	struct norma_cqe v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.queue = (uint64_t)(INVERBS_BE64(w0));
	v.wr_id = (uint64_t)(INVERBS_BE64(w0));
	v.qpn = (uint32_t)(INVERBS_BE32(w8) & 0xffffffU);
	v.bytes = (uint32_t)(INVERBS_BE32(w12));
	v.key = (uint32_t)(INVERBS_BE32(w16));
	v.sender = (uint32_t)(INVERBS_BE32(w16));
	v.code = (uint16_t)(INVERBS_BE32(w20) & 0xffffU);
	v.event = (uint16_t)(INVERBS_BE32(w20) & 0xffffU);
	v.kind = (uint16_t)((INVERBS_BE32(w20) >> 16) & 0xffffU);
	v.detail = (uint32_t)(INVERBS_BE32(w20));
	v.index = (uint16_t)(INVERBS_BE32(w24) & 0xffffU);
	v.op = (uint8_t)((INVERBS_BE32(w24) >> 16) & 0xffU);
	v.came = (uint8_t)((INVERBS_BE32(w24) >> 16) & 0xffU);
	v.side = (uint8_t)(INVERBS_BE32(w28) & 0x1U);
	v.ended = (uint8_t)((INVERBS_BE32(w28) >> 1) & 0x1U);
	v.has_key = (uint8_t)((INVERBS_BE32(w28) >> 2) & 0x1U);
	v.more = (uint8_t)((INVERBS_BE32(w28) >> 3) & 0x1U);
	v.dropped = (uint8_t)((INVERBS_BE32(w28) >> 4) & 0x1U);
	v.shared = (uint8_t)((INVERBS_BE32(w28) >> 5) & 0x1U);
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xff000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 24)) & 0xff000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffc0U)) == 0;
}

/** What does not fit. norma.cqe_more */
struct norma_cqe_more {
	uint32_t imm;    /**< 0x0 */
	uint8_t has_imm; /**< 0x4.0-0 */
	uint64_t queue;  /**< 0x8 */
	uint8_t valid;   /**< 0x1c.31-31 */
};

#define NORMA_CQE_MORE_SIZE 32U

/** Store all fields. norma.cqe_more */
INVERBS_INLINE void norma_cqe_more_put(void *at, const struct norma_cqe_more *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->imm));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)(v->has_imm & 0x1U)));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->queue));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 24, 0);
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32(((uint32_t)v->valid << 31)));
}

INVERBS_INLINE struct norma_cqe_more norma_cqe_more_get(const void *at)
{
	struct norma_cqe_more v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.imm = (uint32_t)(INVERBS_BE32(w0));
	v.has_imm = (uint8_t)(INVERBS_BE32(w4) & 0x1U);
	v.queue = (uint64_t)(INVERBS_BE64(w8));
	v.valid = (uint8_t)((INVERBS_BE32(w28) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_cqe_more_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xfffffffeU) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get32((const uint8_t *)at + 24) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0x7fffffffU)) == 0;
}

/** Doorbell. norma.register */
struct norma_register {
	uint32_t qpn; /**< 0x0; source qp.num */
};

#define NORMA_REGISTER_SIZE 4U

/** Store all fields. norma.register */
INVERBS_INLINE void norma_register_put(void *at, const struct norma_register *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->qpn));
}

INVERBS_INLINE struct norma_register norma_register_get(const void *at)
{
	struct norma_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpn = (uint32_t)(INVERBS_BE32(w0));
	return v;
}

/** Says which WQE was copied. norma.copy_register */
struct norma_copy_register {
	uint8_t unit; /**< 0x0.31-24; source sq.unit */
	uint32_t qpn; /**< 0x0.23-0; source qp.num */
};

#define NORMA_COPY_REGISTER_SIZE 4U

/** Store all fields. norma.copy_register */
INVERBS_INLINE void norma_copy_register_put(void *at, const struct norma_copy_register *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->unit << 24) | (uint32_t)v->qpn));
}

INVERBS_INLINE struct norma_copy_register norma_copy_register_get(const void *at)
{
	struct norma_copy_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.unit = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.qpn = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	return v;
}

/** First word of a completion queue's shadow area. norma.consumed */
struct norma_consumed {
	uint32_t slot; /**< 0x4; source cq.slot */
};

#define NORMA_CONSUMED_SIZE 8U

/** Store all fields. norma.consumed */
INVERBS_INLINE void norma_consumed_put(void *at, const struct norma_consumed *v)
{
	inverbs_put32(at, 0);
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->slot));
}

INVERBS_INLINE struct norma_consumed norma_consumed_get(const void *at)
{
	struct norma_consumed v;
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.slot = (uint32_t)(INVERBS_BE32(w4));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_consumed_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 0)) == 0;
}

/** What a shared receive queue's adapter looks at. norma.shared_word */
struct norma_shared_word {
	uint32_t slot; /**< 0x0; source srq.slot */
};

#define NORMA_SHARED_WORD_SIZE 4U

/** Store all fields. norma.shared_word */
INVERBS_INLINE void norma_shared_word_put(void *at, const struct norma_shared_word *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->slot));
}

INVERBS_INLINE struct norma_shared_word norma_shared_word_get(const void *at)
{
	struct norma_shared_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.slot = (uint32_t)(INVERBS_BE32(w0));
	return v;
}

/** Another one. norma.arm_word */
struct norma_arm_word {
	uint8_t number;    /**< 0x0.7-0; source cq.arm_count */
	bool any;          /**< 0x0.8-8; source cq.arm_solicited */
	uint16_t selector; /**< 0x0.29-16; source cq.selector */
};

#define NORMA_ARM_WORD_SIZE 4U

/** Store all fields. norma.arm_word */
INVERBS_INLINE void norma_arm_word_put(void *at, const struct norma_arm_word *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->number | (v->any ? 0x0U : 0x100U) |
				       ((uint32_t)(v->selector & 0x3fffU) << 16)));
}

INVERBS_INLINE struct norma_arm_word norma_arm_word_get(const void *at)
{
	struct norma_arm_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.number = (uint8_t)(INVERBS_BE32(w0) & 0xffU);
	v.any = ((INVERBS_BE32(w0) >> 8) & 0x1U) == 0;
	v.selector = (uint16_t)((INVERBS_BE32(w0) >> 16) & 0x3fffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool norma_arm_word_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfe00U)) == 0;
}

#endif
