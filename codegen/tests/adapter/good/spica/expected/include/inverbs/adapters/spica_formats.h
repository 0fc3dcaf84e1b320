/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spica.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Vega with WQEs of many units, without an owner bit; frames whose first bytes stand before the
 * rest, segmented sends, and RDMA for built requests alone, which say where they go.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_SPICA_FORMATS_H
#define INVERBS_ADAPTERS_SPICA_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the doorbell register. */
#define SPICA_RING 64U
/** Byte of the arm register. */
#define SPICA_ARM 72U
/** Largest window. */
#define SPICA_LARGEST 4096U
/** Bytes of one unit of the size of a WQE. */
#define SPICA_WQE_UNIT 8U
/** Largest WQE that its size field can count. */
#define SPICA_MAX_WQE_BYTES 0x7fff8U
/** Bytes of a unit of the send ring. */
#define SPICA_SEND_UNIT 32U
/** Log2 of the bytes of the smallest shared receive slot. */
#define SPICA_MIN_SRQ_SHIFT 5U

/** What a WQE asks for. */
enum spica_op {
	SPICA_OP_SEND = 0x1,
	SPICA_OP_WRITE = 0x2,
	SPICA_OP_READ = 0x3,
	SPICA_OP_ADD = 0x4,
	SPICA_OP_SWAP = 0x5,
	SPICA_OP_INVALIDATE = 0x6,
	SPICA_OP_TAKEN = 0x8,
	SPICA_OP_SEGMENT = 0x9,
};

/** What a CQE reports. */
enum spica_what {
	SPICA_WHAT_SENT = 0x1,
	SPICA_WHAT_RECEIVED = 0x2,
	SPICA_WHAT_LAST = 0x7,
};

/** Where the payload is. */
enum spica_place {
	SPICA_PLACE_MEMORY = 0x0,
	SPICA_PLACE_HERE = 0x1,
	SPICA_PLACE_FRONT = 0x2,
};

/** How it ended. */
enum spica_status {
	SPICA_STATUS_GOOD = 0x0,
	SPICA_STATUS_FLUSHED = 0x1,
	SPICA_STATUS_SHORT = 0x2,
};

/** Opens a WQE. spica.head */
struct spica_head {
	uint8_t code;      /**< 0x0.7-0; source op.code */
	uint8_t signaled;  /**< 0x0.8-8; source wr.signaled */
	uint8_t solicited; /**< 0x0.9-9; source wr.solicited */
	uint8_t inlined;   /**< 0x0.10-10; source wr.inline */
	bool fence;        /**< 0x0.13-12; source wr.fence */
	uint8_t mark;      /**< 0x0.15-14; Set by some ops */
	uint32_t words;    /**< 0x4.15-0; source wqe.bytes */
	uint8_t sges;      /**< 0x4.23-16; source payload.sges */
	uint64_t number;   /**< 0x8; source wr.id */
};

#define SPICA_HEAD_SIZE 16U

/** Store all fields. spica.head */
INVERBS_INLINE void spica_head_put(void *at, const struct spica_head *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->code | ((uint32_t)(v->signaled & 0x1U) << 8) |
				       ((uint32_t)(v->solicited & 0x1U) << 9) |
				       ((uint32_t)(v->inlined & 0x1U) << 10) |
				       (v->fence ? 0x2000U : 0x0U) |
				       ((uint32_t)(v->mark & 0x3U) << 14)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)((v->words >> 3) & 0xffffU) |
						      ((uint32_t)v->sges << 16)));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->number));
}

INVERBS_INLINE struct spica_head spica_head_get(const void *at)
{
	struct spica_head v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.code = (uint8_t)(INVERBS_LE32(w0) & 0xffU);
	v.signaled = (uint8_t)((INVERBS_LE32(w0) >> 8) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w0) >> 9) & 0x1U);
	v.inlined = (uint8_t)((INVERBS_LE32(w0) >> 10) & 0x1U);
	v.fence = ((INVERBS_LE32(w0) >> 12) & 0x3U) == 2;
	v.mark = (uint8_t)((INVERBS_LE32(w0) >> 14) & 0x3U);
	v.words = (uint32_t)((INVERBS_LE32(w4) & 0xffffU) << 3);
	v.sges = (uint8_t)((INVERBS_LE32(w4) >> 16) & 0xffU);
	v.number = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_head_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x800U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U)) == 0;
}

/** Behind the head on datagram queues. spica.where */
struct spica_where {
	uint32_t qpn;    /**< 0x0; source wr.ud.qpn */
	uint32_t qkey;   /**< 0x4; source wr.ud.qkey */
	uint32_t handle; /**< 0x8; source ah.number */
	uint8_t av[8];   /**< 0xc, 8 bytes; source ah.av */
};

#define SPICA_WHERE_SIZE 24U

/** Store all fields. spica.where */
INVERBS_INLINE void spica_where_put(void *at, const struct spica_where *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->handle));
	inverbs_put_bytes((uint8_t *)at + 12, v->av, 8);
	inverbs_put32((uint8_t *)at + 20, 0);
}

INVERBS_INLINE struct spica_where spica_where_get(const void *at)
{
	struct spica_where v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.qpn = (uint32_t)(INVERBS_LE32(w0));
	v.qkey = (uint32_t)(INVERBS_LE32(w4));
	v.handle = (uint32_t)(INVERBS_LE32(w8));
	memcpy(v.av, (const uint8_t *)at + 12, 8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_where_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 20)) == 0;
}

/** The other side's memory. spica.far */
struct spica_far {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define SPICA_FAR_SIZE 16U

/** Store all fields. spica.far */
INVERBS_INLINE void spica_far_put(void *at, const struct spica_far *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct spica_far spica_far_get(const void *at)
{
	struct spica_far v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.rkey = (uint32_t)(INVERBS_LE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_far_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Of an atomic. spica.operands */
struct spica_operands {
	uint64_t value;   /**< 0x0; source wr.swap_or_add */
	uint64_t compare; /**< 0x8; source wr.compare */
};

#define SPICA_OPERANDS_SIZE 16U

/** Store all fields. spica.operands */
INVERBS_INLINE void spica_operands_put(void *at, const struct spica_operands *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->value));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->compare));
}

INVERBS_INLINE struct spica_operands spica_operands_get(const void *at)
{
	struct spica_operands v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.value = (uint64_t)(INVERBS_LE64(w0));
	v.compare = (uint64_t)(INVERBS_LE64(w8));
	return v;
}

/** What a window opens; an invalidation fills the key alone. spica.window */
struct spica_window {
	uint32_t key;        /**< 0x0 */
	uint32_t old;        /**< 0x4 */
	uint32_t lkey;       /**< 0x8 */
	uint8_t rights;      /**< 0xc.0-0 */
	uint8_t more_rights; /**< 0xc.1-1 */
	uint8_t atomics;     /**< 0xc.2-2 */
	uint8_t local;       /**< 0xc.3-3 */
	uint8_t two;         /**< 0xc.4-4 */
	uint32_t owner;      /**< 0xc.31-8 */
	uint64_t start;      /**< 0x10 */
	uint64_t length;     /**< 0x18 */
};

#define SPICA_WINDOW_SIZE 32U

/** Store all fields. spica.window */
INVERBS_INLINE void spica_window_put(void *at, const struct spica_window *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->old));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->lkey));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_LE32((uint32_t)(v->rights & 0x1U) |
				   ((uint32_t)(v->more_rights & 0x1U) << 1) |
				   ((uint32_t)(v->atomics & 0x1U) << 2) |
				   ((uint32_t)(v->local & 0x1U) << 3) |
				   ((uint32_t)(v->two & 0x1U) << 4) | ((uint32_t)v->owner << 8)));
	inverbs_put64((uint8_t *)at + 16, INVERBS_LE64((uint64_t)v->start));
	inverbs_put64((uint8_t *)at + 24, INVERBS_LE64((uint64_t)v->length));
}

INVERBS_INLINE struct spica_window spica_window_get(const void *at)
{
	struct spica_window v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.key = (uint32_t)(INVERBS_LE32(w0));
	v.old = (uint32_t)(INVERBS_LE32(w4));
	v.lkey = (uint32_t)(INVERBS_LE32(w8));
	v.rights = (uint8_t)(INVERBS_LE32(w12) & 0x1U);
	v.more_rights = (uint8_t)((INVERBS_LE32(w12) >> 1) & 0x1U);
	v.atomics = (uint8_t)((INVERBS_LE32(w12) >> 2) & 0x1U);
	v.local = (uint8_t)((INVERBS_LE32(w12) >> 3) & 0x1U);
	v.two = (uint8_t)((INVERBS_LE32(w12) >> 4) & 0x1U);
	v.owner = (uint32_t)((INVERBS_LE32(w12) >> 8) & 0xffffffU);
	v.start = (uint64_t)(INVERBS_LE64(w16));
	v.length = (uint64_t)(INVERBS_LE64(w24));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_window_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 12)) & 0xe0U)) == 0;
}

/** An SGE. spica.piece */
struct spica_piece {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t length; /**< 0x8.30-0; source sge.length */
	uint8_t last;    /**< 0x8.31-31 */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
};

#define SPICA_PIECE_SIZE 16U

/** Store all fields. spica.piece */
INVERBS_INLINE void spica_piece_put(void *at, const struct spica_piece *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)(v->length & 0x7fffffffU) | 0x0U));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->lkey));
}

INVERBS_INLINE struct spica_piece spica_piece_get(const void *at)
{
	struct spica_piece v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.length = (uint32_t)(INVERBS_LE32(w8) & 0x7fffffffU);
	v.last = (uint8_t)((INVERBS_LE32(w8) >> 31) & 0x1U);
	v.lkey = (uint32_t)(INVERBS_LE32(w12));
	return v;
}

/** Opens a slot of a shared receive queue. spica.shared_head */
struct spica_shared_head {
	uint16_t next; /**< 0x0; source srq.next */
};

#define SPICA_SHARED_HEAD_SIZE 16U

/** Store all fields. spica.shared_head */
INVERBS_INLINE void spica_shared_head_put(void *at, const struct spica_shared_head *v)
{
	inverbs_put16(at, (uint16_t)(INVERBS_LE16((uint16_t)v->next)));
	inverbs_put16((uint8_t *)at + 2, 0);
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct spica_shared_head spica_shared_head_get(const void *at)
{
	struct spica_shared_head v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.next = (uint16_t)(INVERBS_LE16(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_shared_head_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8)) == 0;
}

/** A completion. spica.cqe */
struct spica_cqe {
	uint8_t owner;   /**< 0x0.31-31; Lap */
	uint8_t what;    /**< 0x0.3-0 */
	uint8_t code;    /**< 0x0.11-4 */
	uint8_t status;  /**< 0x0.19-12 */
	uint8_t grh;     /**< 0x0.20-20 */
	uint8_t kind;    /**< 0x0.23-22 */
	uint8_t place;   /**< 0x0.25-24 */
	uint32_t qpn;    /**< 0x4.23-0 */
	uint8_t path;    /**< 0x4.31-24 */
	uint16_t slot;   /**< 0x8.15-0 */
	uint16_t pkey;   /**< 0x8.31-16 */
	uint32_t bytes;  /**< 0xc */
	uint32_t imm;    /**< 0x10 */
	uint32_t key;    /**< 0x10 */
	uint32_t sender; /**< 0x14.23-0 */
	uint8_t sl;      /**< 0x14.31-24 */
	uint16_t slid;   /**< 0x18 */
	uint16_t detail; /**< 0x1a */
	uint32_t time;   /**< 0x1c */
};

#define SPICA_CQE_SIZE 32U

/** Store all fields. spica.cqe */
INVERBS_INLINE void spica_cqe_put(void *at, const struct spica_cqe *v)
{
	inverbs_put32(at, INVERBS_LE32(((uint32_t)v->owner << 31) | (uint32_t)(v->what & 0xfU) |
				       ((uint32_t)v->code << 4) | ((uint32_t)v->status << 12) |
				       ((uint32_t)(v->grh & 0x1U) << 20) |
				       ((uint32_t)(v->kind & 0x3U) << 22) |
				       ((uint32_t)(v->place & 0x3U) << 24)));
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_LE32((uint32_t)(v->qpn & 0xffffffU) | ((uint32_t)v->path << 24)));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_LE32((uint32_t)v->slot | ((uint32_t)v->pkey << 16)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 16, INVERBS_LE32((uint32_t)v->key) | v->imm);
	inverbs_put32((uint8_t *)at + 20,
		      INVERBS_LE32((uint32_t)(v->sender & 0xffffffU) | ((uint32_t)v->sl << 24)));
	inverbs_put16((uint8_t *)at + 24, (uint16_t)(INVERBS_LE16((uint16_t)v->slid)));
	inverbs_put16((uint8_t *)at + 26, (uint16_t)(INVERBS_LE16((uint16_t)v->detail)));
	inverbs_put32((uint8_t *)at + 28, INVERBS_LE32((uint32_t)v->time));
}

INVERBS_INLINE struct spica_cqe spica_cqe_get(const void *at)
{
	struct spica_cqe v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint16_t w26 = inverbs_get16((const uint8_t *)at + 26);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.owner = (uint8_t)((INVERBS_LE32(w0) >> 31) & 0x1U);
	v.what = (uint8_t)(INVERBS_LE32(w0) & 0xfU);
	v.code = (uint8_t)((INVERBS_LE32(w0) >> 4) & 0xffU);
	v.status = (uint8_t)((INVERBS_LE32(w0) >> 12) & 0xffU);
	v.grh = (uint8_t)((INVERBS_LE32(w0) >> 20) & 0x1U);
	v.kind = (uint8_t)((INVERBS_LE32(w0) >> 22) & 0x3U);
	v.place = (uint8_t)((INVERBS_LE32(w0) >> 24) & 0x3U);
	v.qpn = (uint32_t)(INVERBS_LE32(w4) & 0xffffffU);
	v.path = (uint8_t)((INVERBS_LE32(w4) >> 24) & 0xffU);
	v.slot = (uint16_t)(INVERBS_LE32(w8) & 0xffffU);
	v.pkey = (uint16_t)((INVERBS_LE32(w8) >> 16) & 0xffffU);
	v.bytes = (uint32_t)(INVERBS_LE32(w12));
	v.imm = w16;
	v.key = (uint32_t)(INVERBS_LE32(w16));
	v.sender = (uint32_t)(INVERBS_LE32(w20) & 0xffffffU);
	v.sl = (uint8_t)((INVERBS_LE32(w20) >> 24) & 0xffU);
	v.slid = (uint16_t)(INVERBS_LE16(w24));
	v.detail = (uint16_t)(INVERBS_LE16(w26));
	v.time = (uint32_t)(INVERBS_LE32(w28));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x7c000000U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x200000U)) == 0;
}

/** Doorbell. spica.ring_register */
struct spica_ring_register {
	uint32_t qpn;    /**< 0x0; source qp.num */
	uint32_t posted; /**< 0x4; source sq.posted */
};

#define SPICA_RING_REGISTER_SIZE 8U

/** Store all fields. spica.ring_register */
INVERBS_INLINE void spica_ring_register_put(void *at, const struct spica_ring_register *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->posted));
}

INVERBS_INLINE struct spica_ring_register spica_ring_register_get(const void *at)
{
	struct spica_ring_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.qpn = (uint32_t)(INVERBS_LE32(w0));
	v.posted = (uint32_t)(INVERBS_LE32(w4));
	return v;
}

/** How many receives there are. spica.recv_record */
struct spica_recv_record {
	uint32_t posted; /**< 0x0; source rq.posted */
};

#define SPICA_RECV_RECORD_SIZE 4U

/** Store all fields. spica.recv_record */
INVERBS_INLINE void spica_recv_record_put(void *at, const struct spica_recv_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->posted));
}

INVERBS_INLINE struct spica_recv_record spica_recv_record_get(const void *at)
{
	struct spica_recv_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.posted = (uint32_t)(INVERBS_BE32(w0));
	return v;
}

/** How many CQEs were consumed. spica.consumed_record */
struct spica_consumed_record {
	uint32_t index; /**< 0x0; source cq.index */
};

#define SPICA_CONSUMED_RECORD_SIZE 4U

/** Store all fields. spica.consumed_record */
INVERBS_INLINE void spica_consumed_record_put(void *at, const struct spica_consumed_record *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->index));
}

INVERBS_INLINE struct spica_consumed_record spica_consumed_record_get(const void *at)
{
	struct spica_consumed_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.index = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** Wants an event. spica.arm_register */
struct spica_arm_register {
	uint32_t cqn;      /**< 0x0; source cq.num */
	uint16_t index;    /**< 0x4.15-0; source cq.index */
	uint8_t sequence;  /**< 0x4.23-16; source cq.arm_sequence */
	uint8_t next;      /**< 0x4.24-24; source cq.arm_next */
	uint8_t solicited; /**< 0x4.25-25; source cq.arm_solicited */
};

#define SPICA_ARM_REGISTER_SIZE 8U

/** Store all fields. spica.arm_register */
INVERBS_INLINE void spica_arm_register_put(void *at, const struct spica_arm_register *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->cqn));
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_LE32((uint32_t)v->index | ((uint32_t)v->sequence << 16) |
				   ((uint32_t)(v->next & 0x1U) << 24) |
				   ((uint32_t)(v->solicited & 0x1U) << 25)));
}

INVERBS_INLINE struct spica_arm_register spica_arm_register_get(const void *at)
{
	struct spica_arm_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.cqn = (uint32_t)(INVERBS_LE32(w0));
	v.index = (uint16_t)(INVERBS_LE32(w4) & 0xffffU);
	v.sequence = (uint8_t)((INVERBS_LE32(w4) >> 16) & 0xffU);
	v.next = (uint8_t)((INVERBS_LE32(w4) >> 24) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w4) >> 25) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool spica_arm_register_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 4)) & 0xfc000000U)) == 0;
}

/** Opens what a raw packet queue pair sends. spica.frame */
struct spica_frame {
	uint16_t mss;      /**< 0x0.15-0; source wr.tso.mss */
	uint16_t count;    /**< 0x0.31-16; source front.bytes */
	uint8_t start[12]; /**< 0x4, 12 bytes; The first bytes of the frame; more follow */
};

#define SPICA_FRAME_SIZE 16U

/** Store all fields. spica.frame */
INVERBS_INLINE void spica_frame_put(void *at, const struct spica_frame *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->mss | ((uint32_t)v->count << 16)));
	inverbs_put_bytes((uint8_t *)at + 4, v->start, 12);
}

INVERBS_INLINE struct spica_frame spica_frame_get(const void *at)
{
	struct spica_frame v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.mss = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	v.count = (uint16_t)((INVERBS_LE32(w0) >> 16) & 0xffffU);
	memcpy(v.start, (const uint8_t *)at + 4, 12);
	return v;
}

#endif
