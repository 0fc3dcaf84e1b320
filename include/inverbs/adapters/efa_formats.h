/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Amazon Elastic Fabric Adapter. The send ring lies in the adapter's memory and is written in whole
 * WQEs; completions may come in any order and name their request by a tag that the program chose;
 * everything is little-endian.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_EFA_FORMATS_H
#define INVERBS_ADAPTERS_EFA_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Bytes of a small WQE. */
#define EFA_SMALL_WQE 64U
/** Bytes of a large WQE. */
#define EFA_LARGE_WQE 128U
/** Never the number of an address handle. */
#define EFA_NO_ADDRESS 0xffffU

/** Operations in WQEs and in completions. */
enum efa_op {
	EFA_OP_SEND = 0x0,
	EFA_OP_READ = 0x1,
	EFA_OP_WRITE = 0x2,
};

/** Which queue a completion belongs to. */
enum efa_queue {
	EFA_QUEUE_SEND = 0x1,
	EFA_QUEUE_RECV = 0x2,
};

/** Status of a CQE. */
enum efa_status {
	EFA_STATUS_OK = 0x0,
	EFA_STATUS_FLUSHED = 0x1,
	EFA_STATUS_LOCAL_QP_INTERNAL = 0x2,
	EFA_STATUS_LOCAL_UNSUPPORTED = 0x3,
	EFA_STATUS_LOCAL_AH = 0x4,
	EFA_STATUS_LOCAL_LKEY = 0x5,
	EFA_STATUS_LOCAL_LENGTH = 0x6,
	EFA_STATUS_REMOTE_ADDRESS = 0x7,
	EFA_STATUS_REMOTE_ABORT = 0x8,
	EFA_STATUS_REMOTE_DEST_QPN = 0x9,
	EFA_STATUS_REMOTE_RNR = 0xa,
	EFA_STATUS_REMOTE_LENGTH = 0xb,
	EFA_STATUS_REMOTE_STATUS = 0xc,
	EFA_STATUS_UNRESPONSIVE = 0xd,
	EFA_STATUS_REMOTE_AH = 0xe,
	EFA_STATUS_UNREACHABLE = 0xf,
	EFA_STATUS_FEATURE_MISMATCH = 0x12,
};

/** First segment of every send WQE. efa.meta */
struct efa_meta {
	uint16_t tag;       /**< 0x0; source sq.tag; Returned in the completion */
	uint8_t op;         /**< 0x2.3-0; source op.code */
	uint8_t has_imm;    /**< 0x2.4-4; source wr.has_imm */
	uint8_t inlined;    /**< 0x2.5-5; source wr.inline */
	uint8_t meta;       /**< 0x2.7-7 */
	uint8_t phase;      /**< 0x3.0-0; source sq.lap; Parity of the lap around the ring */
	uint8_t first;      /**< 0x3.2-2 */
	uint8_t last;       /**< 0x3.3-3 */
	uint8_t completion; /**< 0x3.4-4; Every WQE has a CQE */
	uint16_t dest_qpn;  /**< 0x4; source wr.ud.qpn */
	uint16_t length;    /**< 0x6; source payload.sges; Number of buffers, or of inline bytes */
	uint32_t imm;       /**< 0x8; Immediate data as a number */
	uint16_t ah;        /**< 0xc; source ah.number */
	uint8_t burst;      /**< 0xe.0-0; Hint about later requests */
	uint32_t qkey;      /**< 0x10; source wr.ud.qkey */
	uint16_t tag_1;     /**< 0x1a; source sq.tag; Upper bits of a 64-bit tag */
	uint16_t tag_2;     /**< 0x1c; source sq.tag */
	uint16_t tag_3;     /**< 0x1e; source sq.tag */
};

#define EFA_META_SIZE 32U

/** Store all fields. efa.meta */
INVERBS_INLINE void efa_meta_put(void *at, const struct efa_meta *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_LE16((uint16_t)v->tag));
	inverbs_put8((uint8_t *)at + 2,
		     (uint8_t)((uint8_t)v->op | ((uint8_t)(v->has_imm & 0x1U) << 4) |
			       ((uint8_t)(v->inlined & 0x1U) << 5) | 0x80U));
	inverbs_put8((uint8_t *)at + 3,
		     (uint8_t)((uint8_t)(v->phase & 0x1U) | 0x4U | 0x8U | 0x10U));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_LE16((uint16_t)v->dest_qpn));
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_LE16((uint16_t)v->length));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->imm));
	inverbs_put16((uint8_t *)at + 12, (uint16_t)INVERBS_LE16((uint16_t)v->ah));
	inverbs_put8((uint8_t *)at + 14, (uint8_t)0x0U);
	inverbs_put8((uint8_t *)at + 15, 0);
	inverbs_put32((uint8_t *)at + 16, INVERBS_LE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 20, 0);
	inverbs_put16((uint8_t *)at + 24, 0);
	inverbs_put16((uint8_t *)at + 26, (uint16_t)INVERBS_LE16((uint16_t)v->tag_1));
	inverbs_put16((uint8_t *)at + 28, (uint16_t)INVERBS_LE16((uint16_t)v->tag_2));
	inverbs_put16((uint8_t *)at + 30, (uint16_t)INVERBS_LE16((uint16_t)v->tag_3));
}

INVERBS_INLINE struct efa_meta efa_meta_get(const void *at)
{
	struct efa_meta v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint16_t w12 = inverbs_get16((const uint8_t *)at + 12);
	const uint8_t w14 = inverbs_get8((const uint8_t *)at + 14);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint16_t w26 = inverbs_get16((const uint8_t *)at + 26);
	const uint16_t w28 = inverbs_get16((const uint8_t *)at + 28);
	const uint16_t w30 = inverbs_get16((const uint8_t *)at + 30);

	v.tag = (uint16_t)INVERBS_LE16(w0);
	v.op = (uint8_t)(w2 & 0xfU);
	v.has_imm = (uint8_t)((w2 >> 4) & 0x1U);
	v.inlined = (uint8_t)((w2 >> 5) & 0x1U);
	v.meta = (uint8_t)((w2 >> 7) & 0x1U);
	v.phase = (uint8_t)(w3 & 0x1U);
	v.first = (uint8_t)((w3 >> 2) & 0x1U);
	v.last = (uint8_t)((w3 >> 3) & 0x1U);
	v.completion = (uint8_t)((w3 >> 4) & 0x1U);
	v.dest_qpn = (uint16_t)INVERBS_LE16(w4);
	v.length = (uint16_t)INVERBS_LE16(w6);
	v.imm = (uint32_t)INVERBS_LE32(w8);
	v.ah = (uint16_t)INVERBS_LE16(w12);
	v.burst = (uint8_t)(w14 & 0x1U);
	v.qkey = (uint32_t)INVERBS_LE32(w16);
	v.tag_1 = (uint16_t)INVERBS_LE16(w26);
	v.tag_2 = (uint16_t)INVERBS_LE16(w28);
	v.tag_3 = (uint16_t)INVERBS_LE16(w30);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_meta_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 2) & 0x40U) |
		(inverbs_get8((const uint8_t *)at + 3) & 0x2U) |
		(inverbs_get8((const uint8_t *)at + 3) & 0xe0U) |
		(inverbs_get8((const uint8_t *)at + 14) & 0xfeU) |
		inverbs_get8((const uint8_t *)at + 15) | inverbs_get32((const uint8_t *)at + 20) |
		inverbs_get16((const uint8_t *)at + 24)) == 0;
}

/** Data segment of a send. efa.buffer */
struct efa_buffer {
	uint32_t length; /**< 0x0; source sge.length */
	uint32_t lkey;   /**< 0x4.23-0; source sge.lkey */
	uint64_t addr;   /**< 0x8; source sge.addr */
};

#define EFA_BUFFER_SIZE 16U

/** Store all fields. efa.buffer */
INVERBS_INLINE void efa_buffer_put(void *at, const struct efa_buffer *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)(v->lkey & 0xffffffU)));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->addr));
}

INVERBS_INLINE struct efa_buffer efa_buffer_get(const void *at)
{
	struct efa_buffer v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.length = (uint32_t)INVERBS_LE32(w0);
	v.lkey = (uint32_t)(INVERBS_LE32(w4) & 0xffffffU);
	v.addr = (uint64_t)INVERBS_LE64(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_buffer_reserved_clear(const void *at)
{
	return (INVERBS_LE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U) == 0;
}

/** Remote memory. efa.remote */
struct efa_remote {
	uint32_t length; /**< 0x0; source payload.bytes; Total length of the read or write */
	uint32_t rkey;   /**< 0x4; source wr.rkey */
	uint64_t addr;   /**< 0x8; source wr.remote_addr */
};

#define EFA_REMOTE_SIZE 16U

/** Store all fields. efa.remote */
INVERBS_INLINE void efa_remote_put(void *at, const struct efa_remote *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->rkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_LE64((uint64_t)v->addr));
}

INVERBS_INLINE struct efa_remote efa_remote_get(const void *at)
{
	struct efa_remote v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.length = (uint32_t)INVERBS_LE32(w0);
	v.rkey = (uint32_t)INVERBS_LE32(w4);
	v.addr = (uint64_t)INVERBS_LE64(w8);
	return v;
}

/** A buffer of a receive; a receive has one for each SGE. efa.recv_buffer */
struct efa_recv_buffer {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint16_t tag;    /**< 0x8; source rq.tag; In the first buffer; 0 in the others */
	uint16_t length; /**< 0xa; source sge.length */
	uint32_t lkey;   /**< 0xc.23-0; source sge.lkey */
	uint8_t first;   /**< 0xc.30-30; source sge.first */
	uint8_t last;    /**< 0xc.31-31; source sge.last */
};

#define EFA_RECV_BUFFER_SIZE 16U

/** Store all fields. efa.recv_buffer */
INVERBS_INLINE void efa_recv_buffer_put(void *at, const struct efa_recv_buffer *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put16((uint8_t *)at + 8, (uint16_t)INVERBS_LE16((uint16_t)v->tag));
	inverbs_put16((uint8_t *)at + 10, (uint16_t)INVERBS_LE16((uint16_t)v->length));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)(v->lkey & 0xffffffU) |
						       ((uint32_t)(v->first & 0x1U) << 30) |
						       ((uint32_t)v->last << 31)));
}

INVERBS_INLINE struct efa_recv_buffer efa_recv_buffer_get(const void *at)
{
	struct efa_recv_buffer v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);
	const uint16_t w10 = inverbs_get16((const uint8_t *)at + 10);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.addr = (uint64_t)INVERBS_LE64(w0);
	v.tag = (uint16_t)INVERBS_LE16(w8);
	v.length = (uint16_t)INVERBS_LE16(w10);
	v.lkey = (uint32_t)(INVERBS_LE32(w12) & 0xffffffU);
	v.first = (uint8_t)((INVERBS_LE32(w12) >> 30) & 0x1U);
	v.last = (uint8_t)((INVERBS_LE32(w12) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_recv_buffer_reserved_clear(const void *at)
{
	return (INVERBS_LE32(inverbs_get32((const uint8_t *)at + 12)) & 0x3f000000U) == 0;
}

/** A completion of either queue. efa.cqe */
struct efa_cqe {
	uint16_t tag;         /**< 0x0 */
	uint8_t status;       /**< 0x2 */
	uint8_t phase;        /**< 0x3.0-0; Parity of the lap */
	uint8_t queue;        /**< 0x3.2-1 */
	uint8_t has_imm;      /**< 0x3.3-3 */
	uint8_t op;           /**< 0x3.6-4 */
	uint8_t unsolicited;  /**< 0x3.7-7; A write with immediate data that consumed no receive */
	uint16_t qpn;         /**< 0x4 */
	uint16_t length;      /**< 0x6; Receives: low bits of the length */
	uint16_t tag_1;       /**< 0x6; Sends: upper bits of a 64-bit tag */
	uint16_t ah;          /**< 0x8; Receives: number of the address handle for the sender */
	uint16_t tag_2;       /**< 0x8 */
	uint16_t src_qp;      /**< 0xa */
	uint16_t tag_3;       /**< 0xa */
	uint32_t imm;         /**< 0xc; Immediate data as a number */
	uint16_t length_high; /**< 0x10; Receives of RDMA writes: high bits of the length */
	uint8_t sgid[16]; /**< 0x10, 16 bytes; Address of a sender without an address handle, if the
			     queue was created with this option */
};

#define EFA_CQE_SIZE 32U

/** Store all fields. efa.cqe */
INVERBS_INLINE void efa_cqe_put(void *at, const struct efa_cqe *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_LE16((uint16_t)v->tag));
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->status);
	inverbs_put8((uint8_t *)at + 3,
		     (uint8_t)((uint8_t)(v->phase & 0x1U) | ((uint8_t)(v->queue & 0x3U) << 1) |
			       ((uint8_t)(v->has_imm & 0x1U) << 3) |
			       ((uint8_t)(v->op & 0x7U) << 4) | ((uint8_t)v->unsolicited << 7)));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_LE16((uint16_t)v->qpn));
	inverbs_put16((uint8_t *)at + 6,
		      (uint16_t)INVERBS_LE16((uint16_t)v->length | (uint16_t)v->tag_1));
	inverbs_put16((uint8_t *)at + 8,
		      (uint16_t)INVERBS_LE16((uint16_t)v->ah | (uint16_t)v->tag_2));
	inverbs_put16((uint8_t *)at + 10,
		      (uint16_t)INVERBS_LE16((uint16_t)v->src_qp | (uint16_t)v->tag_3));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->imm));
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_LE16((uint16_t)v->length_high));
}

INVERBS_INLINE struct efa_cqe efa_cqe_get(const void *at)
{
	struct efa_cqe v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);
	const uint16_t w10 = inverbs_get16((const uint8_t *)at + 10);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);

	v.tag = (uint16_t)INVERBS_LE16(w0);
	v.status = (uint8_t)w2;
	v.phase = (uint8_t)(w3 & 0x1U);
	v.queue = (uint8_t)((w3 >> 1) & 0x3U);
	v.has_imm = (uint8_t)((w3 >> 3) & 0x1U);
	v.op = (uint8_t)((w3 >> 4) & 0x7U);
	v.unsolicited = (uint8_t)((w3 >> 7) & 0x1U);
	v.qpn = (uint16_t)INVERBS_LE16(w4);
	v.length = (uint16_t)INVERBS_LE16(w6);
	v.tag_1 = (uint16_t)INVERBS_LE16(w6);
	v.ah = (uint16_t)INVERBS_LE16(w8);
	v.tag_2 = (uint16_t)INVERBS_LE16(w8);
	v.src_qp = (uint16_t)INVERBS_LE16(w10);
	v.tag_3 = (uint16_t)INVERBS_LE16(w10);
	v.imm = (uint32_t)INVERBS_LE32(w12);
	v.length_high = (uint16_t)INVERBS_LE16(w16);
	memcpy(v.sgid, (const uint8_t *)at + 16, 16);
	return v;
}

/** Doorbell register of a send queue. efa.sq_doorbell */
struct efa_sq_doorbell {
	uint16_t count; /**< 0x0.15-0; source sq.posted; WQEs posted so far */
};

#define EFA_SQ_DOORBELL_SIZE 4U

/** Store all fields. efa.sq_doorbell */
INVERBS_INLINE void efa_sq_doorbell_put(void *at, const struct efa_sq_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->count));
}

INVERBS_INLINE struct efa_sq_doorbell efa_sq_doorbell_get(const void *at)
{
	struct efa_sq_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_sq_doorbell_reserved_clear(const void *at)
{
	return (INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) == 0;
}

/** Doorbell register of a receive queue. efa.rq_doorbell */
struct efa_rq_doorbell {
	uint16_t count; /**< 0x0.15-0; source rq.posted; Buffers posted so far */
};

#define EFA_RQ_DOORBELL_SIZE 4U

/** Store all fields. efa.rq_doorbell */
INVERBS_INLINE void efa_rq_doorbell_put(void *at, const struct efa_rq_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->count));
}

INVERBS_INLINE struct efa_rq_doorbell efa_rq_doorbell_get(const void *at)
{
	struct efa_rq_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_rq_doorbell_reserved_clear(const void *at)
{
	return (INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) == 0;
}

/** Doorbell register of a completion queue. efa.cq_doorbell */
struct efa_cq_doorbell {
	uint16_t index;   /**< 0x0.15-0; source cq.index; CQEs consumed so far */
	uint8_t sequence; /**< 0x0.30-29; source cq.arm_sequence; Events seen so far */
	uint8_t arm;      /**< 0x0.31-31; source cq.arm; Request an event */
};

#define EFA_CQ_DOORBELL_SIZE 4U

/** Store all fields. efa.cq_doorbell */
INVERBS_INLINE void efa_cq_doorbell_put(void *at, const struct efa_cq_doorbell *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->index | ((uint32_t)(v->sequence & 0x3U) << 29) |
				       ((uint32_t)v->arm << 31)));
}

INVERBS_INLINE struct efa_cq_doorbell efa_cq_doorbell_get(const void *at)
{
	struct efa_cq_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.index = (uint16_t)(INVERBS_LE32(w0) & 0xffffU);
	v.sequence = (uint8_t)((INVERBS_LE32(w0) >> 29) & 0x3U);
	v.arm = (uint8_t)((INVERBS_LE32(w0) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool efa_cq_doorbell_reserved_clear(const void *at)
{
	return (INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x1fff0000U) == 0;
}

#endif
