/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Slots that an owner bit hands over, fetched in chunks of 64 bytes; records, registers and images
 * of WQEs.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_ALTAIR_FORMATS_H
#define INVERBS_ADAPTERS_ALTAIR_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the send doorbell. */
#define ALTAIR_DOORBELL 8U
/** Byte of the arm register. */
#define ALTAIR_ARM 16U
/** Marks XRC target queue pairs. */
#define ALTAIR_XRC_BIT 0x400000U
/** Bytes of one unit of the size of a WQE. */
#define ALTAIR_WQE_UNIT 8U
/** Largest WQE that its size field can count. */
#define ALTAIR_MAX_WQE_BYTES 2040U
/** A run of payload inside a WQE ends at multiples of this many bytes. */
#define ALTAIR_INLINE_CHUNK 64U
/** The adapter fetches WQEs in chunks of this many bytes. */
#define ALTAIR_WQE_CHUNK 64U
/** Log2 of the bytes of the smallest shared receive slot. */
#define ALTAIR_MIN_SRQ_SHIFT 5U

/** Send opcodes. */
enum altair_task {
	ALTAIR_TASK_SEND = 0x1,
	ALTAIR_TASK_SEND_IMM = 0x2,
	ALTAIR_TASK_SEND_INV = 0x3,
	ALTAIR_TASK_WRITE = 0x8,
	ALTAIR_TASK_WRITE_IMM = 0x9,
	ALTAIR_TASK_READ = 0xc,
	ALTAIR_TASK_CAS = 0x10,
	ALTAIR_TASK_FADD = 0x11,
	ALTAIR_TASK_BIND = 0x18,
	ALTAIR_TASK_INVAL = 0x19,
};

/** Receive opcodes. */
enum altair_arrived {
	ALTAIR_ARRIVED_SEND = 0x1,
	ALTAIR_ARRIVED_SEND_IMM = 0x2,
	ALTAIR_ARRIVED_SEND_INV = 0x3,
	ALTAIR_ARRIVED_WRITE_IMM = 0x4,
};

/** Special opcodes. */
enum altair_other {
	ALTAIR_OTHER_RESIZED = 0x1e,
	ALTAIR_OTHER_FAILED = 0x1f,
};

/** Which queue. */
enum altair_side {
	ALTAIR_SIDE_RECV = 0x0,
	ALTAIR_SIDE_SEND = 0x1,
};

/** Failures. */
enum altair_cause {
	ALTAIR_CAUSE_LENGTH = 0x1,
	ALTAIR_CAUSE_FLUSHED = 0x5,
};

/** Opens every send entry. altair.head */
struct altair_head {
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

#define ALTAIR_HEAD_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t altair_head_first_word(const struct altair_head *v)
{
	return INVERBS_LE32((uint32_t)(v->phase & 0x1U) | ((uint32_t)v->code << 2) |
			    ((uint32_t)((v->units >> 3) & 0xffU) << 8) |
			    (v->fence ? 0x20000U : 0x0U));
}

/** Store all fields, in ascending order. altair.head */
INVERBS_INLINE void altair_head_put(void *at, const struct altair_head *v)
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

/** Store all fields; the word at byte 0 last, after a barrier. altair.head */
INVERBS_INLINE void altair_head_put_last(void *at, const struct altair_head *v)
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

/** Like altair_head_put_last, with the fields that only a BlueFlame WQE has. altair.head */
INVERBS_INLINE void altair_head_put_pushed(void *at, const struct altair_head *v)
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

INVERBS_INLINE struct altair_head altair_head_get(const void *at)
{
	struct altair_head v;
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
INVERBS_INLINE bool altair_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x2U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfffc0000U) |
		(inverbs_get8((const uint8_t *)at + 6) & 0xf8U) |
		inverbs_get8((const uint8_t *)at + 7)) == 0;
}

/** Remote memory. altair.remote */
struct altair_remote {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define ALTAIR_REMOTE_SIZE 16U

/** Store all fields. altair.remote */
INVERBS_INLINE void altair_remote_put(void *at, const struct altair_remote *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct altair_remote altair_remote_get(const void *at)
{
	struct altair_remote v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.rkey = (uint32_t)(INVERBS_LE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool altair_remote_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Atomic operands. altair.operands */
struct altair_operands {
	uint64_t swap;    /**< 0x0; source wr.swap_or_add */
	uint64_t compare; /**< 0x8; source wr.compare */
};

#define ALTAIR_OPERANDS_SIZE 16U

/** Store all fields. altair.operands */
INVERBS_INLINE void altair_operands_put(void *at, const struct altair_operands *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->swap));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->compare));
}

INVERBS_INLINE struct altair_operands altair_operands_get(const void *at)
{
	struct altair_operands v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.swap = (uint64_t)(INVERBS_LE64(w0));
	v.compare = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** Datagram address. altair.where */
struct altair_where {
	uint8_t av[16]; /**< 0x0, 16 bytes; source ah.av */
	uint32_t qpn;   /**< 0x10; source wr.ud.qpn */
	uint32_t qkey;  /**< 0x14; source wr.ud.qkey */
	uint16_t vlan;  /**< 0x18; source ah.vlan */
	uint8_t mac[6]; /**< 0x1a, 6 bytes; source ah.mac */
};

#define ALTAIR_WHERE_SIZE 32U

/** Store all fields. altair.where */
INVERBS_INLINE void altair_where_put(void *at, const struct altair_where *v)
{
	inverbs_put_bytes(at, v->av, 16);
	inverbs_put32((uint8_t *)at + 16, INVERBS_LE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 20, INVERBS_LE32((uint32_t)v->qkey));
	inverbs_put16((uint8_t *)at + 24, (uint16_t)(INVERBS_LE16((uint16_t)v->vlan)));
	inverbs_put_bytes((uint8_t *)at + 26, v->mac, 6);
}

INVERBS_INLINE struct altair_where altair_where_get(const void *at)
{
	struct altair_where v;
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

/** Key to invalidate. altair.inval */
struct altair_inval {
	uint32_t rkey; /**< 0x0; source wr.invalidate_rkey */
};

#define ALTAIR_INVAL_SIZE 8U

/** Store all fields. altair.inval */
INVERBS_INLINE void altair_inval_put(void *at, const struct altair_inval *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct altair_inval altair_inval_get(const void *at)
{
	struct altair_inval v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.rkey = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool altair_inval_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** Memory window bind. altair.bind */
struct altair_bind {
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

#define ALTAIR_BIND_SIZE 32U

/** Store all fields. altair.bind */
INVERBS_INLINE void altair_bind_put(void *at, const struct altair_bind *v)
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

INVERBS_INLINE struct altair_bind altair_bind_get(const void *at)
{
	struct altair_bind v;
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
INVERBS_INLINE bool altair_bind_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffffe0U) |
		inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** One SGE; its first word is stored after the rest. altair.piece */
struct altair_piece {
	uint32_t size; /**< 0x0; source sge.length */
	uint32_t key;  /**< 0x4; source sge.lkey */
	uint64_t at;   /**< 0x8; source sge.addr */
};

#define ALTAIR_PIECE_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t altair_piece_first_word(const struct altair_piece *v)
{
	return INVERBS_LE32((uint32_t)v->size);
}

/** Store all fields, in ascending order. altair.piece */
INVERBS_INLINE void altair_piece_put(void *at, const struct altair_piece *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->size));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->key));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->at));
}

/** Store all fields; the word at byte 0 last, after a barrier. altair.piece */
INVERBS_INLINE void altair_piece_put_last(void *at, const struct altair_piece *v)
{
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->key));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->at));
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_LE32((uint32_t)v->size));
}

INVERBS_INLINE struct altair_piece altair_piece_get(const void *at)
{
	struct altair_piece v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.size = (uint32_t)(INVERBS_LE32(w0));
	v.key = (uint32_t)(INVERBS_LE32(w4));
	v.at = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** Inline bytes follow. altair.run */
struct altair_run {
	uint8_t mark;   /**< 0x0.31-31 */
	uint32_t bytes; /**< 0x0.30-0; source payload.bytes */
};

#define ALTAIR_RUN_SIZE 4U

/** Store all fields. altair.run */
INVERBS_INLINE void altair_run_put(void *at, const struct altair_run *v)
{
	inverbs_put32(at, INVERBS_LE32(0x80000000U | (uint32_t)(v->bytes & 0x7fffffffU)));
}

INVERBS_INLINE struct altair_run altair_run_get(const void *at)
{
	struct altair_run v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.mark = (uint8_t)((INVERBS_LE32(w0) >> 31) & 0x1U);
	v.bytes = (uint32_t)(INVERBS_LE32(w0) & 0x7fffffffU);
	return v;
}

/** Opens a shared receive slot. altair.link */
struct altair_link {
	uint16_t next; /**< 0x0; source srq.next */
};

#define ALTAIR_LINK_SIZE 16U

/** Store all fields. altair.link */
INVERBS_INLINE void altair_link_put(void *at, const struct altair_link *v)
{
	inverbs_put16(at, (uint16_t)(INVERBS_LE16((uint16_t)v->next)));
	inverbs_put16((uint8_t *)at + 2, 0);
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct altair_link altair_link_get(const void *at)
{
	struct altair_link v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.next = (uint16_t)(INVERBS_LE16(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool altair_link_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8)) == 0;
}

/** Good completion. altair.done */
struct altair_done {
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

#define ALTAIR_DONE_SIZE 32U

/** Store all fields. altair.done */
INVERBS_INLINE void altair_done_put(void *at, const struct altair_done *v)
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

INVERBS_INLINE struct altair_done altair_done_get(const void *at)
{
	struct altair_done v;
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
INVERBS_INLINE bool altair_done_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfc000000U) |
		inverbs_get32((const uint8_t *)at + 24) | inverbs_get16((const uint8_t *)at + 28) |
		inverbs_get8((const uint8_t *)at + 30) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** Failed completion. altair.failed */
struct altair_failed {
	uint32_t qpn;       /**< 0x0.23-0 */
	uint32_t srqn;      /**< 0x8.23-0 */
	uint16_t wqe_index; /**< 0x14 */
	uint8_t syndrome;   /**< 0x18 */
	uint8_t vendor;     /**< 0x19 */
	uint8_t phase;      /**< 0x1f.7-7 */
	uint8_t is_send;    /**< 0x1f.6-6 */
	uint8_t what;       /**< 0x1f.4-0 */
};

#define ALTAIR_FAILED_SIZE 32U

/** Store all fields. altair.failed */
INVERBS_INLINE void altair_failed_put(void *at, const struct altair_failed *v)
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

INVERBS_INLINE struct altair_failed altair_failed_get(const void *at)
{
	struct altair_failed v;
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
INVERBS_INLINE bool altair_failed_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 8)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 12) | inverbs_get32((const uint8_t *)at + 16) |
		inverbs_get16((const uint8_t *)at + 22) | inverbs_get16((const uint8_t *)at + 26) |
		inverbs_get16((const uint8_t *)at + 28) | inverbs_get8((const uint8_t *)at + 30) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** Send doorbell. altair.ring */
struct altair_ring {
	uint32_t number; /**< 0x0.23-0; source qp.num */
};

#define ALTAIR_RING_SIZE 4U

/** Store all fields. altair.ring */
INVERBS_INLINE void altair_ring_put(void *at, const struct altair_ring *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->number));
}

INVERBS_INLINE struct altair_ring altair_ring_get(const void *at)
{
	struct altair_ring v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.number = (uint32_t)(INVERBS_LE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool altair_ring_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U)) == 0;
}

/** Receives posted so far. altair.posted */
struct altair_posted {
	uint16_t total; /**< 0x0.15-0; source rq.posted */
};

#define ALTAIR_POSTED_SIZE 4U

/** Store all fields. altair.posted */
INVERBS_INLINE void altair_posted_put(void *at, const struct altair_posted *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->total));
}

INVERBS_INLINE struct altair_posted altair_posted_get(const void *at)
{
	struct altair_posted v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.total = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool altair_posted_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U)) == 0;
}

/** Completions consumed so far. altair.consumed */
struct altair_consumed {
	uint32_t seen; /**< 0x0; source cq.index */
};

#define ALTAIR_CONSUMED_SIZE 4U

/** Store all fields. altair.consumed */
INVERBS_INLINE void altair_consumed_put(void *at, const struct altair_consumed *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->seen));
}

INVERBS_INLINE struct altair_consumed altair_consumed_get(const void *at)
{
	struct altair_consumed v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.seen = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** Arm request in memory. altair.arm_word */
struct altair_arm_word {
	uint8_t serial;    /**< 0x0.31-30; source cq.arm_sequence */
	uint8_t any;       /**< 0x0.29-29; source cq.arm_next */
	uint8_t solicited; /**< 0x0.28-28; source cq.arm_solicited */
	uint32_t index;    /**< 0x0.27-0; source cq.index */
};

#define ALTAIR_ARM_WORD_SIZE 4U

/** Store all fields. altair.arm_word */
INVERBS_INLINE void altair_arm_word_put(void *at, const struct altair_arm_word *v)
{
	inverbs_put32(at,
		      INVERBS_LE32(((uint32_t)v->serial << 30) | ((uint32_t)(v->any & 0x1U) << 29) |
				   ((uint32_t)(v->solicited & 0x1U) << 28) |
				   (uint32_t)(v->index & 0xfffffffU)));
}

INVERBS_INLINE struct altair_arm_word altair_arm_word_get(const void *at)
{
	struct altair_arm_word v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.serial = (uint8_t)((INVERBS_LE32(w0) >> 30) & 0x3U);
	v.any = (uint8_t)((INVERBS_LE32(w0) >> 29) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w0) >> 28) & 0x1U);
	v.index = (uint32_t)(INVERBS_LE32(w0) & 0xfffffffU);
	return v;
}

/** Arm register. altair.arm_ring */
struct altair_arm_ring {
	uint8_t next;      /**< 0x0.0-0; source cq.arm_next */
	uint8_t solicited; /**< 0x0.1-1; source cq.arm_solicited */
	uint8_t sequence;  /**< 0x0.3-2; source cq.arm_sequence */
	uint32_t index;    /**< 0x0.31-8; source cq.index */
	uint32_t cqn;      /**< 0x4.23-0; source cq.num */
};

#define ALTAIR_ARM_RING_SIZE 8U

/** Store all fields. altair.arm_ring */
INVERBS_INLINE void altair_arm_ring_put(void *at, const struct altair_arm_ring *v)
{
	inverbs_put32(
		at,
		INVERBS_LE32((uint32_t)(v->next & 0x1U) | ((uint32_t)(v->solicited & 0x1U) << 1) |
			     ((uint32_t)(v->sequence & 0x3U) << 2) | ((uint32_t)v->index << 8)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->cqn));
}

INVERBS_INLINE struct altair_arm_ring altair_arm_ring_get(const void *at)
{
	struct altair_arm_ring v;
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
INVERBS_INLINE bool altair_arm_ring_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xf0U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U)) == 0;
}

#endif
