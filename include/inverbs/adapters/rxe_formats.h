/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Soft-RoCE, an adapter that the kernel implements on a network card. Queues in memory that kernel
 * and program map, each with a producer index and a consumer index; posting ends with a system
 * call.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_RXE_FORMATS_H
#define INVERBS_ADAPTERS_RXE_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Maximum number of inline bytes that can be requested. */
#define RXE_MAX_INLINE 512U
/** Most SGEs of a WQE. */
#define RXE_MAX_SGE 32U
/** Number of the bit of device_cap_flags_ex that announces ATOMIC_WRITE. */
#define RXE_ATOMIC_WRITE_CAP 40U
/** Numbers of queue pairs that there can be. */
#define RXE_QP_NUMBERS 0x1000000U

/** Opcode of a send WQE. */
enum rxe_op {
	RXE_OP_RDMA_WRITE = 0x0,
	RXE_OP_RDMA_WRITE_WITH_IMM = 0x1,
	RXE_OP_SEND = 0x2,
	RXE_OP_SEND_WITH_IMM = 0x3,
	RXE_OP_RDMA_READ = 0x4,
	RXE_OP_ATOMIC_CMP_AND_SWP = 0x5,
	RXE_OP_ATOMIC_FETCH_AND_ADD = 0x6,
	RXE_OP_LOCAL_INV = 0x7,
	RXE_OP_BIND_MW = 0x8,
	RXE_OP_SEND_WITH_INV = 0x9,
	RXE_OP_ATOMIC_WRITE = 0xf,
};

/** Opcode of a completion. */
enum rxe_wc_op {
	RXE_WC_OP_SEND = 0x0,
	RXE_WC_OP_RDMA_WRITE = 0x1,
	RXE_WC_OP_RDMA_READ = 0x2,
	RXE_WC_OP_COMP_SWAP = 0x3,
	RXE_WC_OP_FETCH_ADD = 0x4,
	RXE_WC_OP_BIND_MW = 0x5,
	RXE_WC_OP_LOCAL_INV = 0x6,
	RXE_WC_OP_ATOMIC_WRITE = 0x9,
	RXE_WC_OP_RECV = 0x80,
	RXE_WC_OP_RECV_RDMA_WITH_IMM = 0x81,
};

/** Status of a CQE. */
enum rxe_status {
	RXE_STATUS_SUCCESS = 0x0,
	RXE_STATUS_LOC_LEN_ERR = 0x1,
	RXE_STATUS_LOC_QP_OP_ERR = 0x2,
	RXE_STATUS_LOC_EEC_OP_ERR = 0x3,
	RXE_STATUS_LOC_PROT_ERR = 0x4,
	RXE_STATUS_WR_FLUSH_ERR = 0x5,
	RXE_STATUS_MW_BIND_ERR = 0x6,
	RXE_STATUS_BAD_RESP_ERR = 0x7,
	RXE_STATUS_LOC_ACCESS_ERR = 0x8,
	RXE_STATUS_REM_INV_REQ_ERR = 0x9,
	RXE_STATUS_REM_ACCESS_ERR = 0xa,
	RXE_STATUS_REM_OP_ERR = 0xb,
	RXE_STATUS_RETRY_EXC_ERR = 0xc,
	RXE_STATUS_RNR_RETRY_EXC_ERR = 0xd,
	RXE_STATUS_LOC_RDD_VIOL_ERR = 0xe,
	RXE_STATUS_REM_INV_RD_REQ_ERR = 0xf,
	RXE_STATUS_REM_ABORT_ERR = 0x10,
	RXE_STATUS_INV_EECN_ERR = 0x11,
	RXE_STATUS_INV_EEC_STATE_ERR = 0x12,
	RXE_STATUS_FATAL_ERR = 0x13,
	RXE_STATUS_RESP_TIMEOUT_ERR = 0x14,
	RXE_STATUS_GENERAL_ERR = 0x15,
};

/** Network layer of a datagram. */
enum rxe_network {
	RXE_NETWORK_IPV4 = 0x1,
	RXE_NETWORK_IPV6 = 0x2,
};

/** Header of every queue; the kernel writes it once. rxe.shape */
struct rxe_shape {
	uint32_t log2_elem_size; /**< 0x0; Log2 of the bytes of a slot */
	uint32_t index_mask;     /**< 0x4; Slots minus one */
};

#define RXE_SHAPE_SIZE 8U

/** Store all fields. rxe.shape */
INVERBS_INLINE void rxe_shape_put(void *at, const struct rxe_shape *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->log2_elem_size));
	inverbs_put32((uint8_t *)at + 4, INVERBS_NATIVE32((uint32_t)v->index_mask));
}

INVERBS_INLINE struct rxe_shape rxe_shape_get(const void *at)
{
	struct rxe_shape v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.log2_elem_size = (uint32_t)INVERBS_NATIVE32(w0);
	v.index_mask = (uint32_t)INVERBS_NATIVE32(w4);
	return v;
}

/** A producer's or a consumer's index. rxe.index */
struct rxe_index {
	uint32_t value; /**< 0x0; source queue.index */
};

#define RXE_INDEX_SIZE 4U

/** Store all fields. rxe.index */
INVERBS_INLINE void rxe_index_put(void *at, const struct rxe_index *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->value));
}

INVERBS_INLINE struct rxe_index rxe_index_get(const void *at)
{
	struct rxe_index v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.value = (uint32_t)INVERBS_NATIVE32(w0);
	return v;
}

/** Opens a send WQE. rxe.send_head */
struct rxe_send_head {
	uint64_t wr_id;    /**< 0x0; source wr.id */
	uint32_t opcode;   /**< 0xc; source op.code */
	uint8_t fence;     /**< 0x10.0-0; source wr.fence */
	uint8_t signaled;  /**< 0x10.1-1; source wr.signaled */
	uint8_t solicited; /**< 0x10.2-2; source wr.solicited */
	uint8_t inlined; /**< 0x10.3-3; source wr.inline; Inline payload instead of SGEs follows the
			    tail */
	uint32_t more_flags; /**< 0x10.31-4; Not used */
	uint32_t imm;        /**< 0x14 */
	uint32_t invalidate; /**< 0x14 */
};

#define RXE_SEND_HEAD_SIZE 24U

/** Store all fields. rxe.send_head */
INVERBS_INLINE void rxe_send_head_put(void *at, const struct rxe_send_head *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->wr_id));
	inverbs_put32((uint8_t *)at + 8, 0);
	inverbs_put32((uint8_t *)at + 12, INVERBS_NATIVE32((uint32_t)v->opcode));
	inverbs_put32((uint8_t *)at + 16, INVERBS_NATIVE32((uint32_t)(v->fence & 0x1U) |
							   ((uint32_t)(v->signaled & 0x1U) << 1) |
							   ((uint32_t)(v->solicited & 0x1U) << 2) |
							   ((uint32_t)(v->inlined & 0x1U) << 3) |
							   ((uint32_t)v->more_flags << 4)));
	inverbs_put32((uint8_t *)at + 20, INVERBS_NATIVE32((uint32_t)v->invalidate) | v->imm);
}

INVERBS_INLINE struct rxe_send_head rxe_send_head_get(const void *at)
{
	struct rxe_send_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);

	v.wr_id = (uint64_t)INVERBS_NATIVE64(w0);
	v.opcode = (uint32_t)INVERBS_NATIVE32(w12);
	v.fence = (uint8_t)(INVERBS_NATIVE32(w16) & 0x1U);
	v.signaled = (uint8_t)((INVERBS_NATIVE32(w16) >> 1) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_NATIVE32(w16) >> 2) & 0x1U);
	v.inlined = (uint8_t)((INVERBS_NATIVE32(w16) >> 3) & 0x1U);
	v.more_flags = (uint32_t)((INVERBS_NATIVE32(w16) >> 4) & 0xfffffffU);
	v.imm = w20;
	v.invalidate = (uint32_t)INVERBS_NATIVE32(w20);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_send_head_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 8)) == 0;
}

/** After the control segment: remote memory. rxe.remote */
struct rxe_remote {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define RXE_REMOTE_SIZE 16U

/** Store all fields. rxe.remote */
INVERBS_INLINE void rxe_remote_put(void *at, const struct rxe_remote *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_NATIVE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct rxe_remote rxe_remote_get(const void *at)
{
	struct rxe_remote v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_NATIVE64(w0);
	v.rkey = (uint32_t)INVERBS_NATIVE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_remote_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** After the control segment: compare and swap. rxe.swap */
struct rxe_swap {
	uint64_t addr;    /**< 0x0; source wr.remote_addr */
	uint64_t compare; /**< 0x8; source wr.compare */
	uint64_t swap;    /**< 0x10; source wr.swap_or_add */
	uint32_t rkey;    /**< 0x18; source wr.rkey */
};

#define RXE_SWAP_SIZE 32U

/** Store all fields. rxe.swap */
INVERBS_INLINE void rxe_swap_put(void *at, const struct rxe_swap *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->compare));
	inverbs_put64((uint8_t *)at + 16, INVERBS_NATIVE64((uint64_t)v->swap));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 28, 0);
}

INVERBS_INLINE struct rxe_swap rxe_swap_get(const void *at)
{
	struct rxe_swap v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);

	v.addr = (uint64_t)INVERBS_NATIVE64(w0);
	v.compare = (uint64_t)INVERBS_NATIVE64(w8);
	v.swap = (uint64_t)INVERBS_NATIVE64(w16);
	v.rkey = (uint32_t)INVERBS_NATIVE32(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_swap_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** After the control segment: fetch and add. rxe.add */
struct rxe_add {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint64_t add;  /**< 0x8; source wr.swap_or_add */
	uint64_t swap; /**< 0x10; Not used */
	uint32_t rkey; /**< 0x18; source wr.rkey */
};

#define RXE_ADD_SIZE 32U

/** Store all fields. rxe.add */
INVERBS_INLINE void rxe_add_put(void *at, const struct rxe_add *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->add));
	inverbs_put64((uint8_t *)at + 16, INVERBS_NATIVE64((uint64_t)v->swap));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 28, 0);
}

INVERBS_INLINE struct rxe_add rxe_add_get(const void *at)
{
	struct rxe_add v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);

	v.addr = (uint64_t)INVERBS_NATIVE64(w0);
	v.add = (uint64_t)INVERBS_NATIVE64(w8);
	v.swap = (uint64_t)INVERBS_NATIVE64(w16);
	v.rkey = (uint32_t)INVERBS_NATIVE32(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_add_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** After the control segment: destination of a datagram. rxe.datagram */
struct rxe_datagram {
	uint32_t qpn;        /**< 0x0; source wr.ud.qpn */
	uint32_t qkey;       /**< 0x4; source wr.ud.qkey */
	uint16_t pkey_index; /**< 0x8; Not used */
	uint32_t ah_number; /**< 0xc; source ah.number; The address handle; 0: the address itself is
			       in av */
	uint8_t av[88];     /**< 0x20, 88 bytes; An av; zeros if ah_number is not 0 */
};

#define RXE_DATAGRAM_SIZE 120U

/** Store all fields. rxe.datagram */
INVERBS_INLINE void rxe_datagram_put(void *at, const struct rxe_datagram *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 4, INVERBS_NATIVE32((uint32_t)v->qkey));
	inverbs_put16((uint8_t *)at + 8, (uint16_t)INVERBS_NATIVE16((uint16_t)v->pkey_index));
	inverbs_put16((uint8_t *)at + 10, 0);
	inverbs_put32((uint8_t *)at + 12, INVERBS_NATIVE32((uint32_t)v->ah_number));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put_bytes((uint8_t *)at + 32, v->av, 88);
}

INVERBS_INLINE struct rxe_datagram rxe_datagram_get(const void *at)
{
	struct rxe_datagram v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.qpn = (uint32_t)INVERBS_NATIVE32(w0);
	v.qkey = (uint32_t)INVERBS_NATIVE32(w4);
	v.pkey_index = (uint16_t)INVERBS_NATIVE16(w8);
	v.ah_number = (uint32_t)INVERBS_NATIVE32(w12);
	memcpy(v.av, (const uint8_t *)at + 32, 88);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_datagram_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 10) | inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** After the control segment: binding of a memory window. rxe.bind */
struct rxe_bind {
	uint64_t addr;     /**< 0x0; source wr.bind.addr */
	uint64_t length;   /**< 0x8; source wr.bind.length */
	uint32_t lkey;     /**< 0x10; source wr.bind.lkey */
	uint32_t old_rkey; /**< 0x14; source wr.bind.old_rkey; The window's current key */
	uint32_t rkey;     /**< 0x18; source wr.bind.rkey; The window's new key */
	uint32_t access;   /**< 0x1c; source wr.bind.access */
};

#define RXE_BIND_SIZE 32U

/** Store all fields. rxe.bind */
INVERBS_INLINE void rxe_bind_put(void *at, const struct rxe_bind *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->length));
	inverbs_put32((uint8_t *)at + 16, INVERBS_NATIVE32((uint32_t)v->lkey));
	inverbs_put32((uint8_t *)at + 20, INVERBS_NATIVE32((uint32_t)v->old_rkey));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 28, INVERBS_NATIVE32((uint32_t)v->access));
}

INVERBS_INLINE struct rxe_bind rxe_bind_get(const void *at)
{
	struct rxe_bind v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.addr = (uint64_t)INVERBS_NATIVE64(w0);
	v.length = (uint64_t)INVERBS_NATIVE64(w8);
	v.lkey = (uint32_t)INVERBS_NATIVE32(w16);
	v.old_rkey = (uint32_t)INVERBS_NATIVE32(w20);
	v.rkey = (uint32_t)INVERBS_NATIVE32(w24);
	v.access = (uint32_t)INVERBS_NATIVE32(w28);
	return v;
}

/** State of a send WQE, mostly used by the kernel. SGEs or inline bytes follow. rxe.send_tail */
struct rxe_send_tail {
	uint32_t status;        /**< 0x0; Result, stored by the kernel; posted with 0 */
	uint32_t state;         /**< 0x4; Used by the kernel; posted with 0 */
	uint64_t iova;          /**< 0x8; Remote address */
	uint32_t mask;          /**< 0x10; Used by the kernel */
	uint32_t first_psn;     /**< 0x14; Used by the kernel */
	uint32_t last_psn;      /**< 0x18; Used by the kernel */
	uint32_t ack_length;    /**< 0x1c; Used by the kernel */
	uint32_t ssn;           /**< 0x20; Not used */
	uint32_t has_rd_atomic; /**< 0x24; Used by the kernel */
	uint32_t length;        /**< 0x28; source payload.bytes */
	uint32_t resid;         /**< 0x2c; source payload.bytes; Remaining bytes */
	uint32_t cur_sge;       /**< 0x30; Index of the current SGE */
	uint32_t num_sge;       /**< 0x34; source payload.sges */
	uint32_t sge_offset;    /**< 0x38; Offset in the current SGE */
	uint32_t more;          /**< 0x3c; Not used */
};

#define RXE_SEND_TAIL_SIZE 64U

/** Store all fields. rxe.send_tail */
INVERBS_INLINE void rxe_send_tail_put(void *at, const struct rxe_send_tail *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->status));
	inverbs_put32((uint8_t *)at + 4, INVERBS_NATIVE32((uint32_t)v->state));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->iova));
	inverbs_put32((uint8_t *)at + 16, INVERBS_NATIVE32((uint32_t)v->mask));
	inverbs_put32((uint8_t *)at + 20, INVERBS_NATIVE32((uint32_t)v->first_psn));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->last_psn));
	inverbs_put32((uint8_t *)at + 28, INVERBS_NATIVE32((uint32_t)v->ack_length));
	inverbs_put32((uint8_t *)at + 32, INVERBS_NATIVE32((uint32_t)v->ssn));
	inverbs_put32((uint8_t *)at + 36, INVERBS_NATIVE32((uint32_t)v->has_rd_atomic));
	inverbs_put32((uint8_t *)at + 40, INVERBS_NATIVE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 44, INVERBS_NATIVE32((uint32_t)v->resid));
	inverbs_put32((uint8_t *)at + 48, INVERBS_NATIVE32((uint32_t)v->cur_sge));
	inverbs_put32((uint8_t *)at + 52, INVERBS_NATIVE32((uint32_t)v->num_sge));
	inverbs_put32((uint8_t *)at + 56, INVERBS_NATIVE32((uint32_t)v->sge_offset));
	inverbs_put32((uint8_t *)at + 60, INVERBS_NATIVE32((uint32_t)v->more));
}

INVERBS_INLINE struct rxe_send_tail rxe_send_tail_get(const void *at)
{
	struct rxe_send_tail v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint32_t w40 = inverbs_get32((const uint8_t *)at + 40);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint32_t w48 = inverbs_get32((const uint8_t *)at + 48);
	const uint32_t w52 = inverbs_get32((const uint8_t *)at + 52);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint32_t w60 = inverbs_get32((const uint8_t *)at + 60);

	v.status = (uint32_t)INVERBS_NATIVE32(w0);
	v.state = (uint32_t)INVERBS_NATIVE32(w4);
	v.iova = (uint64_t)INVERBS_NATIVE64(w8);
	v.mask = (uint32_t)INVERBS_NATIVE32(w16);
	v.first_psn = (uint32_t)INVERBS_NATIVE32(w20);
	v.last_psn = (uint32_t)INVERBS_NATIVE32(w24);
	v.ack_length = (uint32_t)INVERBS_NATIVE32(w28);
	v.ssn = (uint32_t)INVERBS_NATIVE32(w32);
	v.has_rd_atomic = (uint32_t)INVERBS_NATIVE32(w36);
	v.length = (uint32_t)INVERBS_NATIVE32(w40);
	v.resid = (uint32_t)INVERBS_NATIVE32(w44);
	v.cur_sge = (uint32_t)INVERBS_NATIVE32(w48);
	v.num_sge = (uint32_t)INVERBS_NATIVE32(w52);
	v.sge_offset = (uint32_t)INVERBS_NATIVE32(w56);
	v.more = (uint32_t)INVERBS_NATIVE32(w60);
	return v;
}

/** Opens a receive WQE. SGEs follow. rxe.recv_head */
struct rxe_recv_head {
	uint64_t wr_id;      /**< 0x0; source wr.id */
	uint64_t unused;     /**< 0x8 */
	uint32_t length;     /**< 0x10; source payload.bytes */
	uint32_t resid;      /**< 0x14; source payload.bytes */
	uint32_t cur_sge;    /**< 0x18 */
	uint32_t num_sge;    /**< 0x1c; source payload.sges */
	uint32_t sge_offset; /**< 0x20 */
	uint32_t more;       /**< 0x24 */
};

#define RXE_RECV_HEAD_SIZE 40U

/** Store all fields. rxe.recv_head */
INVERBS_INLINE void rxe_recv_head_put(void *at, const struct rxe_recv_head *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->wr_id));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->unused));
	inverbs_put32((uint8_t *)at + 16, INVERBS_NATIVE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 20, INVERBS_NATIVE32((uint32_t)v->resid));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->cur_sge));
	inverbs_put32((uint8_t *)at + 28, INVERBS_NATIVE32((uint32_t)v->num_sge));
	inverbs_put32((uint8_t *)at + 32, INVERBS_NATIVE32((uint32_t)v->sge_offset));
	inverbs_put32((uint8_t *)at + 36, INVERBS_NATIVE32((uint32_t)v->more));
}

INVERBS_INLINE struct rxe_recv_head rxe_recv_head_get(const void *at)
{
	struct rxe_recv_head v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);

	v.wr_id = (uint64_t)INVERBS_NATIVE64(w0);
	v.unused = (uint64_t)INVERBS_NATIVE64(w8);
	v.length = (uint32_t)INVERBS_NATIVE32(w16);
	v.resid = (uint32_t)INVERBS_NATIVE32(w20);
	v.cur_sge = (uint32_t)INVERBS_NATIVE32(w24);
	v.num_sge = (uint32_t)INVERBS_NATIVE32(w28);
	v.sge_offset = (uint32_t)INVERBS_NATIVE32(w32);
	v.more = (uint32_t)INVERBS_NATIVE32(w36);
	return v;
}

/** One SGE. rxe.sge */
struct rxe_sge {
	uint64_t addr;   /**< 0x0; source sge.addr */
	uint32_t length; /**< 0x8; source sge.length */
	uint32_t lkey;   /**< 0xc; source sge.lkey */
};

#define RXE_SGE_SIZE 16U

/** Store all fields. rxe.sge */
INVERBS_INLINE void rxe_sge_put(void *at, const struct rxe_sge *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_NATIVE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 12, INVERBS_NATIVE32((uint32_t)v->lkey));
}

INVERBS_INLINE struct rxe_sge rxe_sge_get(const void *at)
{
	struct rxe_sge v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.addr = (uint64_t)INVERBS_NATIVE64(w0);
	v.length = (uint32_t)INVERBS_NATIVE32(w8);
	v.lkey = (uint32_t)INVERBS_NATIVE32(w12);
	return v;
}

/**
 * Address of a datagram for kernels that do not number address handles; defined only for printing.
 * rxe.av
 */
struct rxe_av {
	uint8_t port;            /**< 0x0 */
	uint8_t network;         /**< 0x1 */
	uint8_t mac[6];          /**< 0x2, 6 bytes */
	uint8_t dgid[16];        /**< 0x8, 16 bytes */
	uint32_t flow_label;     /**< 0x18 */
	uint8_t gid_index;       /**< 0x1c */
	uint8_t hop_limit;       /**< 0x1d */
	uint8_t traffic_class;   /**< 0x1e */
	uint8_t source[28];      /**< 0x20, 28 bytes; Socket address */
	uint8_t destination[28]; /**< 0x3c, 28 bytes; Socket address */
};

#define RXE_AV_SIZE 88U

/** Store all fields. rxe.av */
INVERBS_INLINE void rxe_av_put(void *at, const struct rxe_av *v)
{
	inverbs_put8(at, (uint8_t)v->port);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->network);
	inverbs_put_bytes((uint8_t *)at + 2, v->mac, 6);
	inverbs_put_bytes((uint8_t *)at + 8, v->dgid, 16);
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->flow_label));
	inverbs_put8((uint8_t *)at + 28, (uint8_t)v->gid_index);
	inverbs_put8((uint8_t *)at + 29, (uint8_t)v->hop_limit);
	inverbs_put8((uint8_t *)at + 30, (uint8_t)v->traffic_class);
	inverbs_put8((uint8_t *)at + 31, 0);
	inverbs_put_bytes((uint8_t *)at + 32, v->source, 28);
	inverbs_put_bytes((uint8_t *)at + 60, v->destination, 28);
}

INVERBS_INLINE struct rxe_av rxe_av_get(const void *at)
{
	struct rxe_av v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint8_t w28 = inverbs_get8((const uint8_t *)at + 28);
	const uint8_t w29 = inverbs_get8((const uint8_t *)at + 29);
	const uint8_t w30 = inverbs_get8((const uint8_t *)at + 30);

	v.port = (uint8_t)w0;
	v.network = (uint8_t)w1;
	memcpy(v.mac, (const uint8_t *)at + 2, 6);
	memcpy(v.dgid, (const uint8_t *)at + 8, 16);
	v.flow_label = (uint32_t)INVERBS_NATIVE32(w24);
	v.gid_index = (uint8_t)w28;
	v.hop_limit = (uint8_t)w29;
	v.traffic_class = (uint8_t)w30;
	memcpy(v.source, (const uint8_t *)at + 32, 28);
	memcpy(v.destination, (const uint8_t *)at + 60, 28);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_av_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 31)) == 0;
}

/** A completion. rxe.cqe */
struct rxe_cqe {
	uint64_t wr_id;       /**< 0x0 */
	uint32_t status;      /**< 0x8 */
	uint32_t opcode;      /**< 0xc */
	uint32_t vendor_err;  /**< 0x10 */
	uint32_t byte_len;    /**< 0x14 */
	uint32_t imm;         /**< 0x18 */
	uint32_t invalidated; /**< 0x18 */
	uint32_t qpn;         /**< 0x1c */
	uint32_t src_qp;      /**< 0x20 */
	uint8_t grh;          /**< 0x24.0-0 */
	uint8_t with_imm;     /**< 0x24.1-1 */
	uint8_t with_inv;     /**< 0x24.2-2; Not the same bit as in verbs */
	uint16_t pkey_index;  /**< 0x28 */
	uint16_t slid;        /**< 0x2a */
	uint8_t sl;           /**< 0x2c */
	uint8_t path_bits;    /**< 0x2d */
	uint8_t port;         /**< 0x2e */
};

#define RXE_CQE_SIZE 48U

/** Store all fields. rxe.cqe */
INVERBS_INLINE void rxe_cqe_put(void *at, const struct rxe_cqe *v)
{
	inverbs_put64(at, INVERBS_NATIVE64((uint64_t)v->wr_id));
	inverbs_put32((uint8_t *)at + 8, INVERBS_NATIVE32((uint32_t)v->status));
	inverbs_put32((uint8_t *)at + 12, INVERBS_NATIVE32((uint32_t)v->opcode));
	inverbs_put32((uint8_t *)at + 16, INVERBS_NATIVE32((uint32_t)v->vendor_err));
	inverbs_put32((uint8_t *)at + 20, INVERBS_NATIVE32((uint32_t)v->byte_len));
	inverbs_put32((uint8_t *)at + 24, INVERBS_NATIVE32((uint32_t)v->invalidated) | v->imm);
	inverbs_put32((uint8_t *)at + 28, INVERBS_NATIVE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 32, INVERBS_NATIVE32((uint32_t)v->src_qp));
	inverbs_put32((uint8_t *)at + 36, INVERBS_NATIVE32((uint32_t)(v->grh & 0x1U) |
							   ((uint32_t)(v->with_imm & 0x1U) << 1) |
							   ((uint32_t)(v->with_inv & 0x1U) << 2)));
	inverbs_put16((uint8_t *)at + 40, (uint16_t)INVERBS_NATIVE16((uint16_t)v->pkey_index));
	inverbs_put16((uint8_t *)at + 42, (uint16_t)INVERBS_NATIVE16((uint16_t)v->slid));
	inverbs_put8((uint8_t *)at + 44, (uint8_t)v->sl);
	inverbs_put8((uint8_t *)at + 45, (uint8_t)v->path_bits);
	inverbs_put8((uint8_t *)at + 46, (uint8_t)v->port);
	inverbs_put8((uint8_t *)at + 47, 0);
}

INVERBS_INLINE struct rxe_cqe rxe_cqe_get(const void *at)
{
	struct rxe_cqe v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint16_t w40 = inverbs_get16((const uint8_t *)at + 40);
	const uint16_t w42 = inverbs_get16((const uint8_t *)at + 42);
	const uint8_t w44 = inverbs_get8((const uint8_t *)at + 44);
	const uint8_t w45 = inverbs_get8((const uint8_t *)at + 45);
	const uint8_t w46 = inverbs_get8((const uint8_t *)at + 46);

	v.wr_id = (uint64_t)INVERBS_NATIVE64(w0);
	v.status = (uint32_t)INVERBS_NATIVE32(w8);
	v.opcode = (uint32_t)INVERBS_NATIVE32(w12);
	v.vendor_err = (uint32_t)INVERBS_NATIVE32(w16);
	v.byte_len = (uint32_t)INVERBS_NATIVE32(w20);
	v.imm = w24;
	v.invalidated = (uint32_t)INVERBS_NATIVE32(w24);
	v.qpn = (uint32_t)INVERBS_NATIVE32(w28);
	v.src_qp = (uint32_t)INVERBS_NATIVE32(w32);
	v.grh = (uint8_t)(INVERBS_NATIVE32(w36) & 0x1U);
	v.with_imm = (uint8_t)((INVERBS_NATIVE32(w36) >> 1) & 0x1U);
	v.with_inv = (uint8_t)((INVERBS_NATIVE32(w36) >> 2) & 0x1U);
	v.pkey_index = (uint16_t)INVERBS_NATIVE16(w40);
	v.slid = (uint16_t)INVERBS_NATIVE16(w42);
	v.sl = (uint8_t)w44;
	v.path_bits = (uint8_t)w45;
	v.port = (uint8_t)w46;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rxe_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_NATIVE32(inverbs_get32((const uint8_t *)at + 36)) & 0xfffffff8U) |
		inverbs_get8((const uint8_t *)at + 47)) == 0;
}

#endif
