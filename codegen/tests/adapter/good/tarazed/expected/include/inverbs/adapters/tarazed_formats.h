/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Altair with receives that name their shared queue by a number alone.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_TARAZED_FORMATS_H
#define INVERBS_ADAPTERS_TARAZED_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the send doorbell. */
#define TARAZED_DOORBELL 8U
/** Byte of the arm register. */
#define TARAZED_ARM 16U
/** Bytes of one unit of the size of a WQE. */
#define TARAZED_WQE_UNIT 8U
/** Largest WQE that its size field can count. */
#define TARAZED_MAX_WQE_BYTES 2040U
/** Log2 of the bytes of the smallest send slot. */
#define TARAZED_MIN_SQ_SHIFT 5U
/** Log2 of the bytes of the largest send slot. */
#define TARAZED_MAX_SQ_SHIFT 9U
/** A run of payload inside a WQE ends at multiples of this many bytes. */
#define TARAZED_INLINE_CHUNK 64U
/** The adapter fetches WQEs in chunks of this many bytes. */
#define TARAZED_WQE_CHUNK 64U
/** Log2 of the bytes of the smallest shared receive slot. */
#define TARAZED_MIN_SRQ_SHIFT 5U

/** Send opcodes. */
enum tarazed_task {
	TARAZED_TASK_SEND = 0x1,
	TARAZED_TASK_SEND_IMM = 0x2,
	TARAZED_TASK_SEND_INV = 0x3,
	TARAZED_TASK_WRITE = 0x8,
	TARAZED_TASK_WRITE_IMM = 0x9,
	TARAZED_TASK_READ = 0xc,
	TARAZED_TASK_CAS = 0x10,
	TARAZED_TASK_FADD = 0x11,
	TARAZED_TASK_BIND = 0x18,
	TARAZED_TASK_INVAL = 0x19,
};

/** Receive opcodes. */
enum tarazed_arrived {
	TARAZED_ARRIVED_SEND = 0x1,
	TARAZED_ARRIVED_SEND_IMM = 0x2,
	TARAZED_ARRIVED_SEND_INV = 0x3,
	TARAZED_ARRIVED_WRITE_IMM = 0x4,
};

/** Special opcodes. */
enum tarazed_other {
	TARAZED_OTHER_RESIZED = 0x1e,
	TARAZED_OTHER_FAILED = 0x1f,
};

/** Which queue. */
enum tarazed_side {
	TARAZED_SIDE_RECV = 0x0,
	TARAZED_SIDE_SEND = 0x1,
};

/** Failures. */
enum tarazed_cause {
	TARAZED_CAUSE_LENGTH = 0x1,
	TARAZED_CAUSE_FLUSHED = 0x5,
};

/** Opens every send entry. tarazed.head */
struct tarazed_head {
	uint8_t phase;       /**< 0x0.0-0; source sq.lap; Flips each lap */
	uint8_t code;        /**< 0x0.7-2; source op.code */
	uint16_t units;      /**< 0x0.15-8; source wqe.bytes */
	bool fence;          /**< 0x0.17-16; source wr.fence */
	uint16_t index;      /**< 0x4.15-0; source sq.index */
	uint8_t signaled;    /**< 0x6.0-0; source wr.signaled */
	uint8_t solicited;   /**< 0x6.1-1; source wr.solicited */
	uint8_t csum;        /**< 0x6.2-2 */
	uint32_t srqn;       /**< 0x8 */
	uint16_t mac_head;   /**< 0x8.15-0 */
	uint32_t imm;        /**< 0xc */
	uint32_t inval_rkey; /**< 0xc */
	uint32_t mac_tail;   /**< 0xc */
};

#define TARAZED_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t tarazed_head_first_word(const struct tarazed_head *v)
{
	return INVERBS_LE32((uint32_t)(v->phase & 0x1U) | ((uint32_t)v->code << 2) |
			    ((uint32_t)((v->units >> 3) & 0xffU) << 8) |
			    (v->fence ? 0x20000U : 0x0U));
}

/** Store all fields, in ascending order. tarazed.head */
INVERBS_INLINE void tarazed_head_put(void *at, const struct tarazed_head *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)(v->phase & 0x1U) | ((uint32_t)v->code << 2) |
				       ((uint32_t)((v->units >> 3) & 0xffU) << 8) |
				       (v->fence ? 0x20000U : 0x0U)));
	inverbs_put8((uint8_t *)at + 6, (uint8_t)((uint8_t)(v->signaled & 0x1U) |
						  ((uint8_t)(v->solicited & 0x1U) << 1) |
						  ((uint8_t)(v->csum & 0x1U) << 2)));
	inverbs_put8((uint8_t *)at + 7, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->srqn | (uint32_t)v->mac_head));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_LE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
}

/** Store all fields; the word at byte 0 last, after a barrier. tarazed.head */
INVERBS_INLINE void tarazed_head_put_last(void *at, const struct tarazed_head *v)
{
	inverbs_put8((uint8_t *)at + 6, (uint8_t)((uint8_t)(v->signaled & 0x1U) |
						  ((uint8_t)(v->solicited & 0x1U) << 1) |
						  ((uint8_t)(v->csum & 0x1U) << 2)));
	inverbs_put8((uint8_t *)at + 7, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->srqn | (uint32_t)v->mac_head));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_LE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_LE32((uint32_t)(v->phase & 0x1U) | ((uint32_t)v->code << 2) |
					   ((uint32_t)((v->units >> 3) & 0xffU) << 8) |
					   (v->fence ? 0x20000U : 0x0U)));
}

/** Like tarazed_head_put_last, with the fields that only a BlueFlame WQE has. tarazed.head */
INVERBS_INLINE void tarazed_head_put_pushed(void *at, const struct tarazed_head *v)
{
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_LE32((uint32_t)v->index | ((uint32_t)(v->signaled & 0x1U) << 16) |
				   ((uint32_t)(v->solicited & 0x1U) << 17) |
				   ((uint32_t)(v->csum & 0x1U) << 18)));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->srqn | (uint32_t)v->mac_head));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_LE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_LE32((uint32_t)(v->phase & 0x1U) | ((uint32_t)v->code << 2) |
					   ((uint32_t)((v->units >> 3) & 0xffU) << 8) |
					   (v->fence ? 0x20000U : 0x0U)));
}

INVERBS_INLINE struct tarazed_head tarazed_head_get(const void *at)
{
	struct tarazed_head v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.phase = (uint8_t)(INVERBS_LE32(w0) & 0x1U);
	v.code = (uint8_t)((INVERBS_LE32(w0) >> 2) & 0x3fU);
	v.units = (uint16_t)(((INVERBS_LE32(w0) >> 8) & 0xffU) << 3);
	v.fence = ((INVERBS_LE32(w0) >> 16) & 0x3U) == 2;
	v.index = (uint16_t)(INVERBS_LE32(w4) & 0xffffU);
	v.signaled = (uint8_t)((INVERBS_LE32(w4) >> 16) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w4) >> 17) & 0x1U);
	v.csum = (uint8_t)((INVERBS_LE32(w4) >> 18) & 0x1U);
	v.srqn = (uint32_t)(INVERBS_LE32(w8));
	v.mac_head = (uint16_t)(INVERBS_LE32(w8) & 0xffffU);
	v.imm = w12;
	v.inval_rkey = (uint32_t)(INVERBS_LE32(w12));
	v.mac_tail = w12;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x2U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfffc0000U) |
		(inverbs_get8((const uint8_t *)at + 6) & 0xf8U) |
		inverbs_get8((const uint8_t *)at + 7)) == 0;
}

/** Remote memory. tarazed.remote */
struct tarazed_remote {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define TARAZED_REMOTE_SIZE 16U

/** Store all fields. tarazed.remote */
INVERBS_INLINE void tarazed_remote_put(void *at, const struct tarazed_remote *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct tarazed_remote tarazed_remote_get(const void *at)
{
	struct tarazed_remote v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.rkey = (uint32_t)(INVERBS_LE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_remote_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Atomic operands. tarazed.operands */
struct tarazed_operands {
	uint64_t swap;    /**< 0x0; source wr.swap_or_add */
	uint64_t compare; /**< 0x8; source wr.compare */
};

#define TARAZED_OPERANDS_SIZE 16U

/** Store all fields. tarazed.operands */
INVERBS_INLINE void tarazed_operands_put(void *at, const struct tarazed_operands *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->swap));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->compare));
}

INVERBS_INLINE struct tarazed_operands tarazed_operands_get(const void *at)
{
	struct tarazed_operands v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.swap = (uint64_t)(INVERBS_LE64(w0));
	v.compare = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** Datagram address. tarazed.where */
struct tarazed_where {
	uint8_t av[16]; /**< 0x0, 16 bytes; source ah.av */
	uint32_t qpn;   /**< 0x10; source wr.ud.qpn */
	uint32_t qkey;  /**< 0x14; source wr.ud.qkey */
	uint16_t vlan;  /**< 0x18; source ah.vlan */
	uint8_t mac[6]; /**< 0x1a, 6 bytes; source ah.mac */
};

#define TARAZED_WHERE_SIZE 32U

/** Store all fields. tarazed.where */
INVERBS_INLINE void tarazed_where_put(void *at, const struct tarazed_where *v)
{
	inverbs_put_bytes(at, v->av, 16);
	inverbs_put32((uint8_t *)at + 16, INVERBS_LE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 20, INVERBS_LE32((uint32_t)v->qkey));
	inverbs_put16((uint8_t *)at + 24, (uint16_t)(INVERBS_LE16((uint16_t)v->vlan)));
	inverbs_put_bytes((uint8_t *)at + 26, v->mac, 6);
}

INVERBS_INLINE struct tarazed_where tarazed_where_get(const void *at)
{
	struct tarazed_where v;
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);

	memcpy(v.av, (const uint8_t *)at + 0, 16);
	v.qpn = (uint32_t)(INVERBS_LE32(w16));
	v.qkey = (uint32_t)(INVERBS_LE32(w20));
	v.vlan = (uint16_t)(INVERBS_LE16(w24));
	memcpy(v.mac, (const uint8_t *)at + 26, 6);
	return v;
}

/** Key to invalidate. tarazed.inval */
struct tarazed_inval {
	uint32_t rkey; /**< 0x0; source wr.invalidate_rkey */
};

#define TARAZED_INVAL_SIZE 8U

/** Store all fields. tarazed.inval */
INVERBS_INLINE void tarazed_inval_put(void *at, const struct tarazed_inval *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct tarazed_inval tarazed_inval_get(const void *at)
{
	struct tarazed_inval v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.rkey = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_inval_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** Memory window bind. tarazed.bind */
struct tarazed_bind {
	uint8_t remote_atomic; /**< 0x0.2-2; source wr.bind.remote_atomic */
	uint8_t remote_write;  /**< 0x0.1-1; source wr.bind.remote_write */
	uint8_t remote_read;   /**< 0x0.0-0; source wr.bind.remote_read */
	uint8_t type2;         /**< 0x0.3-3; source wr.bind.type2 */
	uint8_t zero_based;    /**< 0x0.4-4; source wr.bind.zero_based */
	uint32_t rkey;         /**< 0x4; source wr.bind.rkey */
	uint64_t addr;         /**< 0x8; source wr.bind.addr */
	uint64_t length;       /**< 0x10; source wr.bind.length */
	uint32_t lkey;         /**< 0x18; source wr.bind.lkey */
};

#define TARAZED_BIND_SIZE 32U

/** Store all fields. tarazed.bind */
INVERBS_INLINE void tarazed_bind_put(void *at, const struct tarazed_bind *v)
{
	inverbs_put32(at, INVERBS_LE32(((uint32_t)(v->remote_atomic & 0x1U) << 2) |
				       ((uint32_t)(v->remote_write & 0x1U) << 1) |
				       (uint32_t)(v->remote_read & 0x1U) |
				       ((uint32_t)(v->type2 & 0x1U) << 3) |
				       ((uint32_t)(v->zero_based & 0x1U) << 4)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 16, INVERBS_LE64((uint64_t)v->length));
	inverbs_put32((uint8_t *)at + 24, INVERBS_LE32((uint32_t)v->lkey));
	inverbs_put32((uint8_t *)at + 28, 0);
}

INVERBS_INLINE struct tarazed_bind tarazed_bind_get(const void *at)
{
	struct tarazed_bind v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);

	v.remote_atomic = (uint8_t)((INVERBS_LE32(w0) >> 2) & 0x1U);
	v.remote_write = (uint8_t)((INVERBS_LE32(w0) >> 1) & 0x1U);
	v.remote_read = (uint8_t)(INVERBS_LE32(w0) & 0x1U);
	v.type2 = (uint8_t)((INVERBS_LE32(w0) >> 3) & 0x1U);
	v.zero_based = (uint8_t)((INVERBS_LE32(w0) >> 4) & 0x1U);
	v.rkey = (uint32_t)(INVERBS_LE32(w4));
	v.addr = (uint64_t)(INVERBS_LE64(w8));
	v.length = (uint64_t)(INVERBS_LE64(w16));
	v.lkey = (uint32_t)(INVERBS_LE32(w24));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_bind_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffffe0U) |
		inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** One SGE; its first word is stored after the rest. tarazed.piece */
struct tarazed_piece {
	uint32_t size; /**< 0x0; source sge.length */
	uint32_t key;  /**< 0x4; source sge.lkey */
	uint64_t at;   /**< 0x8; source sge.addr */
};

#define TARAZED_PIECE_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t tarazed_piece_first_word(const struct tarazed_piece *v)
{
	return INVERBS_LE32((uint32_t)v->size);
}

/** Store all fields, in ascending order. tarazed.piece */
INVERBS_INLINE void tarazed_piece_put(void *at, const struct tarazed_piece *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->size));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->key));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->at));
}

/** Store all fields; the word at byte 0 last, after a barrier. tarazed.piece */
INVERBS_INLINE void tarazed_piece_put_last(void *at, const struct tarazed_piece *v)
{
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->key));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->at));
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_LE32((uint32_t)v->size));
}

INVERBS_INLINE struct tarazed_piece tarazed_piece_get(const void *at)
{
	struct tarazed_piece v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.size = (uint32_t)(INVERBS_LE32(w0));
	v.key = (uint32_t)(INVERBS_LE32(w4));
	v.at = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** Inline bytes follow. tarazed.run */
struct tarazed_run {
	uint8_t mark;   /**< 0x0.31-31 */
	uint32_t bytes; /**< 0x0.30-0; source payload.bytes */
};

#define TARAZED_RUN_SIZE 4U

/** Store all fields. tarazed.run */
INVERBS_INLINE void tarazed_run_put(void *at, const struct tarazed_run *v)
{
	inverbs_put32(at, INVERBS_LE32(0x80000000U | (uint32_t)(v->bytes & 0x7fffffffU)));
}

INVERBS_INLINE struct tarazed_run tarazed_run_get(const void *at)
{
	struct tarazed_run v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.mark = (uint8_t)((INVERBS_LE32(w0) >> 31) & 0x1U);
	v.bytes = (uint32_t)(INVERBS_LE32(w0) & 0x7fffffffU);
	return v;
}

/** Opens a shared receive slot. tarazed.link */
struct tarazed_link {
	uint16_t next; /**< 0x0; source srq.next */
};

#define TARAZED_LINK_SIZE 16U

/** Store all fields. tarazed.link */
INVERBS_INLINE void tarazed_link_put(void *at, const struct tarazed_link *v)
{
	inverbs_put16(at, (uint16_t)(INVERBS_LE16((uint16_t)v->next)));
	inverbs_put16((uint8_t *)at + 2, 0);
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct tarazed_link tarazed_link_get(const void *at)
{
	struct tarazed_link v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.next = (uint16_t)(INVERBS_LE16(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_link_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8)) == 0;
}

/** Good completion. tarazed.done */
struct tarazed_done {
	uint32_t qpn;        /**< 0x0.23-0 */
	uint8_t ip_ok;       /**< 0x0.24-24 */
	uint8_t global;      /**< 0x0.25-25 */
	uint32_t imm;        /**< 0x4 */
	uint32_t inval_rkey; /**< 0x4 */
	uint32_t sender;     /**< 0x8.23-0 */
	uint32_t srqn;       /**< 0x8.23-0 */
	uint8_t low_lid;     /**< 0x8.31-24 */
	uint32_t bytes;      /**< 0xc */
	uint16_t lid;        /**< 0x10 */
	uint8_t sl;          /**< 0x12.3-0 */
	uint8_t prio;        /**< 0x12.2-0 */
	uint16_t pkey_index; /**< 0x12.15-4 */
	uint32_t time_high;  /**< 0x10 */
	uint16_t wqe_index;  /**< 0x14 */
	uint8_t time_low[2]; /**< 0x16, 2 bytes */
	uint8_t phase;       /**< 0x1f.7-7 */
	uint8_t is_send;     /**< 0x1f.6-6 */
	uint8_t task;        /**< 0x1f.4-0 */
	uint8_t arrived;     /**< 0x1f.4-0 */
	uint8_t what;        /**< 0x1f.4-0 */
};

#define TARAZED_DONE_SIZE 32U

/** Store all fields. tarazed.done */
INVERBS_INLINE void tarazed_done_put(void *at, const struct tarazed_done *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)(v->qpn & 0xffffffU) |
				       ((uint32_t)(v->ip_ok & 0x1U) << 24) |
				       ((uint32_t)(v->global & 0x1U) << 25)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->inval_rkey) | v->imm);
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_LE32((uint32_t)(v->sender & 0xffffffU) |
				   (uint32_t)(v->srqn & 0xffffffU) | ((uint32_t)v->low_lid << 24)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 16,
		      INVERBS_LE32((uint32_t)v->lid | ((uint32_t)(v->sl & 0xfU) << 16) |
				   ((uint32_t)(v->prio & 0x7U) << 16) |
				   ((uint32_t)v->pkey_index << 20) | (uint32_t)v->time_high));
	inverbs_put16((uint8_t *)at + 20, (uint16_t)(INVERBS_LE16((uint16_t)v->wqe_index)));
	inverbs_put_bytes((uint8_t *)at + 22, v->time_low, 2);
	inverbs_put32((uint8_t *)at + 24, 0);
	inverbs_put16((uint8_t *)at + 28, 0);
	inverbs_put8((uint8_t *)at + 30, 0);
	inverbs_put8((uint8_t *)at + 31,
		     (uint8_t)(((uint8_t)v->phase << 7) | ((uint8_t)(v->is_send & 0x1U) << 6) |
			       (uint8_t)(v->task & 0x1fU) | (uint8_t)(v->arrived & 0x1fU) |
			       (uint8_t)(v->what & 0x1fU)));
}

INVERBS_INLINE struct tarazed_done tarazed_done_get(const void *at)
{
	struct tarazed_done v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint16_t w20 = inverbs_get16((const uint8_t *)at + 20);
	const uint8_t w31 = inverbs_get8((const uint8_t *)at + 31);

	v.qpn = (uint32_t)(INVERBS_LE32(w0) & 0xffffffU);
	v.ip_ok = (uint8_t)((INVERBS_LE32(w0) >> 24) & 0x1U);
	v.global = (uint8_t)((INVERBS_LE32(w0) >> 25) & 0x1U);
	v.imm = w4;
	v.inval_rkey = (uint32_t)(INVERBS_LE32(w4));
	v.sender = (uint32_t)(INVERBS_LE32(w8) & 0xffffffU);
	v.srqn = (uint32_t)(INVERBS_LE32(w8) & 0xffffffU);
	v.low_lid = (uint8_t)((INVERBS_LE32(w8) >> 24) & 0xffU);
	v.bytes = (uint32_t)(INVERBS_LE32(w12));
	v.lid = (uint16_t)(INVERBS_LE32(w16) & 0xffffU);
	v.sl = (uint8_t)((INVERBS_LE32(w16) >> 16) & 0xfU);
	v.prio = (uint8_t)((INVERBS_LE32(w16) >> 16) & 0x7U);
	v.pkey_index = (uint16_t)((INVERBS_LE32(w16) >> 20) & 0xfffU);
	v.time_high = (uint32_t)(INVERBS_LE32(w16));
	v.wqe_index = (uint16_t)(INVERBS_LE16(w20));
	memcpy(v.time_low, (const uint8_t *)at + 22, 2);
	v.phase = (uint8_t)((w31 >> 7) & 0x1U);
	v.is_send = (uint8_t)((w31 >> 6) & 0x1U);
	v.task = (uint8_t)(w31 & 0x1fU);
	v.arrived = (uint8_t)(w31 & 0x1fU);
	v.what = (uint8_t)(w31 & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_done_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfc000000U) |
		inverbs_get32((const uint8_t *)at + 24) | inverbs_get16((const uint8_t *)at + 28) |
		inverbs_get8((const uint8_t *)at + 30) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** Failed completion. tarazed.failed */
struct tarazed_failed {
	uint32_t qpn;       /**< 0x0.23-0 */
	uint32_t srqn;      /**< 0x8.23-0 */
	uint16_t wqe_index; /**< 0x14 */
	uint8_t syndrome;   /**< 0x18 */
	uint8_t vendor;     /**< 0x19 */
	uint8_t phase;      /**< 0x1f.7-7 */
	uint8_t is_send;    /**< 0x1f.6-6 */
	uint8_t what;       /**< 0x1f.4-0 */
};

#define TARAZED_FAILED_SIZE 32U

/** Store all fields. tarazed.failed */
INVERBS_INLINE void tarazed_failed_put(void *at, const struct tarazed_failed *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)(v->srqn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 12, 0);
	inverbs_put32((uint8_t *)at + 16, 0);
	inverbs_put16((uint8_t *)at + 20, (uint16_t)(INVERBS_LE16((uint16_t)v->wqe_index)));
	inverbs_put16((uint8_t *)at + 22, 0);
	inverbs_put8((uint8_t *)at + 24, (uint8_t)((uint8_t)v->syndrome));
	inverbs_put8((uint8_t *)at + 25, (uint8_t)((uint8_t)v->vendor));
	inverbs_put16((uint8_t *)at + 26, 0);
	inverbs_put16((uint8_t *)at + 28, 0);
	inverbs_put8((uint8_t *)at + 30, 0);
	inverbs_put8((uint8_t *)at + 31,
		     (uint8_t)(((uint8_t)v->phase << 7) | ((uint8_t)(v->is_send & 0x1U) << 6) |
			       (uint8_t)(v->what & 0x1fU)));
}

INVERBS_INLINE struct tarazed_failed tarazed_failed_get(const void *at)
{
	struct tarazed_failed v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint16_t w20 = inverbs_get16((const uint8_t *)at + 20);
	const uint8_t w24 = inverbs_get8((const uint8_t *)at + 24);
	const uint8_t w25 = inverbs_get8((const uint8_t *)at + 25);
	const uint8_t w31 = inverbs_get8((const uint8_t *)at + 31);

	v.qpn = (uint32_t)(INVERBS_LE32(w0) & 0xffffffU);
	v.srqn = (uint32_t)(INVERBS_LE32(w8) & 0xffffffU);
	v.wqe_index = (uint16_t)(INVERBS_LE16(w20));
	v.syndrome = (uint8_t)(w24);
	v.vendor = (uint8_t)(w25);
	v.phase = (uint8_t)((w31 >> 7) & 0x1U);
	v.is_send = (uint8_t)((w31 >> 6) & 0x1U);
	v.what = (uint8_t)(w31 & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_failed_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 8)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 12) | inverbs_get32((const uint8_t *)at + 16) |
		inverbs_get16((const uint8_t *)at + 22) | inverbs_get16((const uint8_t *)at + 26) |
		inverbs_get16((const uint8_t *)at + 28) | inverbs_get8((const uint8_t *)at + 30) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** Send doorbell. tarazed.ring */
struct tarazed_ring {
	uint32_t number; /**< 0x0.23-0; source qp.num */
};

#define TARAZED_RING_SIZE 4U

/** Store all fields. tarazed.ring */
INVERBS_INLINE void tarazed_ring_put(void *at, const struct tarazed_ring *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->number));
}

INVERBS_INLINE struct tarazed_ring tarazed_ring_get(const void *at)
{
	struct tarazed_ring v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.number = (uint32_t)(INVERBS_LE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_ring_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U)) == 0;
}

/** Receives posted so far. tarazed.posted */
struct tarazed_posted {
	uint16_t total; /**< 0x0.15-0; source rq.posted */
};

#define TARAZED_POSTED_SIZE 4U

/** Store all fields. tarazed.posted */
INVERBS_INLINE void tarazed_posted_put(void *at, const struct tarazed_posted *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->total));
}

INVERBS_INLINE struct tarazed_posted tarazed_posted_get(const void *at)
{
	struct tarazed_posted v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.total = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_posted_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U)) == 0;
}

/** Completions consumed so far. tarazed.consumed */
struct tarazed_consumed {
	uint32_t seen; /**< 0x0; source cq.index */
};

#define TARAZED_CONSUMED_SIZE 4U

/** Store all fields. tarazed.consumed */
INVERBS_INLINE void tarazed_consumed_put(void *at, const struct tarazed_consumed *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->seen));
}

INVERBS_INLINE struct tarazed_consumed tarazed_consumed_get(const void *at)
{
	struct tarazed_consumed v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.seen = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** Arm request in memory. tarazed.arm_word */
struct tarazed_arm_word {
	uint8_t serial;    /**< 0x0.31-30; source cq.arm_sequence */
	uint8_t any;       /**< 0x0.29-29; source cq.arm_next */
	uint8_t solicited; /**< 0x0.28-28; source cq.arm_solicited */
	uint32_t index;    /**< 0x0.27-0; source cq.index */
};

#define TARAZED_ARM_WORD_SIZE 4U

/** Store all fields. tarazed.arm_word */
INVERBS_INLINE void tarazed_arm_word_put(void *at, const struct tarazed_arm_word *v)
{
	inverbs_put32(at,
		      INVERBS_LE32(((uint32_t)v->serial << 30) | ((uint32_t)(v->any & 0x1U) << 29) |
				   ((uint32_t)(v->solicited & 0x1U) << 28) |
				   (uint32_t)(v->index & 0xfffffffU)));
}

INVERBS_INLINE struct tarazed_arm_word tarazed_arm_word_get(const void *at)
{
	struct tarazed_arm_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.serial = (uint8_t)((INVERBS_LE32(w0) >> 30) & 0x3U);
	v.any = (uint8_t)((INVERBS_LE32(w0) >> 29) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w0) >> 28) & 0x1U);
	v.index = (uint32_t)(INVERBS_LE32(w0) & 0xfffffffU);
	return v;
}

/** Arm register. tarazed.arm_ring */
struct tarazed_arm_ring {
	uint8_t next;      /**< 0x0.0-0; source cq.arm_next */
	uint8_t solicited; /**< 0x0.1-1; source cq.arm_solicited */
	uint8_t sequence;  /**< 0x0.3-2; source cq.arm_sequence */
	uint32_t index;    /**< 0x0.31-8; source cq.index */
	uint32_t cqn;      /**< 0x4.23-0; source cq.num */
};

#define TARAZED_ARM_RING_SIZE 8U

/** Store all fields. tarazed.arm_ring */
INVERBS_INLINE void tarazed_arm_ring_put(void *at, const struct tarazed_arm_ring *v)
{
	inverbs_put32(
		at,
		INVERBS_LE32((uint32_t)(v->next & 0x1U) | ((uint32_t)(v->solicited & 0x1U) << 1) |
			     ((uint32_t)(v->sequence & 0x3U) << 2) | ((uint32_t)v->index << 8)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->cqn));
}

INVERBS_INLINE struct tarazed_arm_ring tarazed_arm_ring_get(const void *at)
{
	struct tarazed_arm_ring v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.next = (uint8_t)(INVERBS_LE32(w0) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w0) >> 1) & 0x1U);
	v.sequence = (uint8_t)((INVERBS_LE32(w0) >> 2) & 0x3U);
	v.index = (uint32_t)((INVERBS_LE32(w0) >> 8) & 0xffffffU);
	v.cqn = (uint32_t)(INVERBS_LE32(w4) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_arm_ring_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xf0U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U)) == 0;
}

/** An address vector. tarazed.vector */
struct tarazed_vector {
	uint8_t global;   /**< 0x0.0-0 */
	uint8_t group;    /**< 0x0.1-1 */
	uint8_t tagged;   /**< 0x0.2-2 */
	uint8_t sl;       /**< 0x0.7-4 */
	uint8_t priority; /**< 0x0.6-4 */
	uint8_t port;     /**< 0x0.15-8 */
	uint8_t rate;     /**< 0x0.23-16 */
	uint8_t path;     /**< 0x0.30-24 */
	uint32_t pdn;     /**< 0x4.23-0 */
	uint8_t hops;     /**< 0x4.31-24 */
	uint16_t lid;     /**< 0x8 */
	uint8_t index;    /**< 0xa */
	uint8_t kind;     /**< 0xb */
	uint32_t flow;    /**< 0xc.19-0 */
	uint8_t gid[16];  /**< 0x10, 16 bytes */
};

#define TARAZED_VECTOR_SIZE 32U

/** Store all fields. tarazed.vector */
INVERBS_INLINE void tarazed_vector_put(void *at, const struct tarazed_vector *v)
{
	inverbs_put32(
		at,
		INVERBS_LE32((uint32_t)(v->global & 0x1U) | ((uint32_t)(v->group & 0x1U) << 1) |
			     ((uint32_t)(v->tagged & 0x1U) << 2) | ((uint32_t)(v->sl & 0xfU) << 4) |
			     ((uint32_t)(v->priority & 0x7U) << 4) | ((uint32_t)v->port << 8) |
			     ((uint32_t)v->rate << 16) | ((uint32_t)(v->path & 0x7fU) << 24)));
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_LE32((uint32_t)(v->pdn & 0xffffffU) | ((uint32_t)v->hops << 24)));
	inverbs_put16((uint8_t *)at + 8, (uint16_t)(INVERBS_LE16((uint16_t)v->lid)));
	inverbs_put8((uint8_t *)at + 10, (uint8_t)((uint8_t)v->index));
	inverbs_put8((uint8_t *)at + 11, (uint8_t)((uint8_t)v->kind));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)(v->flow & 0xfffffU)));
	inverbs_put_bytes((uint8_t *)at + 16, v->gid, 16);
}

INVERBS_INLINE struct tarazed_vector tarazed_vector_get(const void *at)
{
	struct tarazed_vector v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);
	const uint8_t w10 = inverbs_get8((const uint8_t *)at + 10);
	const uint8_t w11 = inverbs_get8((const uint8_t *)at + 11);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.global = (uint8_t)(INVERBS_LE32(w0) & 0x1U);
	v.group = (uint8_t)((INVERBS_LE32(w0) >> 1) & 0x1U);
	v.tagged = (uint8_t)((INVERBS_LE32(w0) >> 2) & 0x1U);
	v.sl = (uint8_t)((INVERBS_LE32(w0) >> 4) & 0xfU);
	v.priority = (uint8_t)((INVERBS_LE32(w0) >> 4) & 0x7U);
	v.port = (uint8_t)((INVERBS_LE32(w0) >> 8) & 0xffU);
	v.rate = (uint8_t)((INVERBS_LE32(w0) >> 16) & 0xffU);
	v.path = (uint8_t)((INVERBS_LE32(w0) >> 24) & 0x7fU);
	v.pdn = (uint32_t)(INVERBS_LE32(w4) & 0xffffffU);
	v.hops = (uint8_t)((INVERBS_LE32(w4) >> 24) & 0xffU);
	v.lid = (uint16_t)(INVERBS_LE16(w8));
	v.index = (uint8_t)(w10);
	v.kind = (uint8_t)(w11);
	v.flow = (uint32_t)(INVERBS_LE32(w12) & 0xfffffU);
	memcpy(v.gid, (const uint8_t *)at + 16, 16);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool tarazed_vector_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x8U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x80000000U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 12)) & 0xfff00000U)) == 0;
}

#endif
