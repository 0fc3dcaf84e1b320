/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Mellanox ConnectX to ConnectX-3 Pro. Rings of power-of-two slots with an owner bit that flips
 * each lap, doorbell by register or by copying the whole WQE (BlueFlame), shared receive queues as
 * linked lists, XRC.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_MLX4_FORMATS_H
#define INVERBS_ADAPTERS_MLX4_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Maximum number of inline bytes that can be requested. */
#define MLX4_MAX_INLINE 1024U
/** Maximum number of CQEs that can be requested. */
#define MLX4_MAX_CQE_REQUEST 0x3fffffU
/** Maximum size of a shared receive queue that can be requested. */
#define MLX4_MAX_SRQ_WR 0x10000U
/** Maximum number of SGEs of a shared receive that can be requested. */
#define MLX4_MAX_SRQ_SGE 64U
/** Set in the numbers of queue pairs that receive by XRC and in no others. */
#define MLX4_XRC_QPN_BIT 0x800000U
/** Byte of the send doorbell register in the UAR page. */
#define MLX4_UAR_SEND_DOORBELL 20U
/** Byte of the completion arm register in the UAR page. */
#define MLX4_UAR_ARM_DOORBELL 32U
/** Bytes of one unit of the size of a WQE. */
#define MLX4_WQE_UNIT 16U
/** Largest WQE that its size field can count. */
#define MLX4_MAX_WQE_BYTES 1008U
/** Log2 of the bytes of the smallest send slot. */
#define MLX4_MIN_SQ_SHIFT 6U
/** Log2 of the bytes of the largest send slot. */
#define MLX4_MAX_SQ_SHIFT 10U
/** A run of payload inside a WQE ends at multiples of this many bytes. */
#define MLX4_INLINE_CHUNK 64U
/** The adapter fetches WQEs in chunks of this many bytes. */
#define MLX4_WQE_CHUNK 64U
/** Log2 of the bytes of the smallest shared receive slot. */
#define MLX4_MIN_SRQ_SHIFT 5U

/** Opcodes in WQEs and in completions of sends. */
enum mlx4_op {
	MLX4_OP_SEND_INVAL = 0x1,
	MLX4_OP_RDMA_WRITE = 0x8,
	MLX4_OP_RDMA_WRITE_IMM = 0x9,
	MLX4_OP_SEND = 0xa,
	MLX4_OP_SEND_IMM = 0xb,
	MLX4_OP_RDMA_READ = 0x10,
	MLX4_OP_ATOMIC_CS = 0x11,
	MLX4_OP_ATOMIC_FA = 0x12,
	MLX4_OP_BIND_MW = 0x18,
	MLX4_OP_LOCAL_INVAL = 0x1b,
};

/** Opcodes in completions of receives. */
enum mlx4_recv_op {
	MLX4_RECV_OP_RDMA_WRITE_IMM = 0x0,
	MLX4_RECV_OP_SEND = 0x1,
	MLX4_RECV_OP_SEND_IMM = 0x2,
	MLX4_RECV_OP_SEND_INVAL = 0x3,
};

/** Opcodes in completions that are neither a send nor a receive. */
enum mlx4_cqe_op {
	MLX4_CQE_OP_RESIZE = 0x16,
	MLX4_CQE_OP_ERROR = 0x1e,
};

/** Queue of a CQE, send or receive. */
enum mlx4_side {
	MLX4_SIDE_RECV = 0x0,
	MLX4_SIDE_SEND = 0x1,
};

/** Syndrome of a CQE with error. */
enum mlx4_syndrome {
	MLX4_SYNDROME_LOCAL_LENGTH = 0x1,
	MLX4_SYNDROME_LOCAL_QP_OP = 0x2,
	MLX4_SYNDROME_LOCAL_PROT = 0x4,
	MLX4_SYNDROME_WR_FLUSH = 0x5,
	MLX4_SYNDROME_MW_BIND = 0x6,
	MLX4_SYNDROME_BAD_RESP = 0x10,
	MLX4_SYNDROME_LOCAL_ACCESS = 0x11,
	MLX4_SYNDROME_REMOTE_INVAL_REQ = 0x12,
	MLX4_SYNDROME_REMOTE_ACCESS = 0x13,
	MLX4_SYNDROME_REMOTE_OP = 0x14,
	MLX4_SYNDROME_TRANSPORT_RETRY = 0x15,
	MLX4_SYNDROME_RNR_RETRY = 0x16,
	MLX4_SYNDROME_REMOTE_ABORTED = 0x22,
};

/**
 * First segment of every send WQE. The word with the owner bit is stored last; it makes the WQE
 * valid. mlx4.ctrl
 */
struct mlx4_ctrl {
	uint8_t owner;     /**< 0x0.31-31; source sq.lap; Owner bit: parity of the lap */
	uint16_t index;    /**< 0x0.23-8; source sq.index; Low bits of the WQE's index */
	uint8_t opcode;    /**< 0x0.4-0; source op.code */
	uint32_t qpn;      /**< 0x4.31-8; source qp.num */
	uint8_t fence;     /**< 0x7.6-6; source wr.fence; Wait for earlier reads and atomics */
	uint16_t units;    /**< 0x7.5-0; source wqe.bytes; Size of the WQE, this segment included */
	uint32_t srqn;     /**< 0x8.31-8; XRC remote SRQ number */
	uint16_t mac_head; /**< 0x8.31-16; First two bytes of the destination MAC (raw packet on
			      Ethernet) */
	uint8_t strong_order; /**< 0x8.7-7; Set for local invalidate and bind */
	uint8_t tcp_csum;     /**< 0x8.5-5 */
	uint8_t ip_csum;      /**< 0x8.4-4 */
	bool cqe;             /**< 0x8.3-2; source wr.signaled; 3: produce a completion */
	uint8_t solicited; /**< 0x8.1-1; source wr.solicited; On raw packet queue pairs: no ICRC */
	uint32_t imm;      /**< 0xc; Immediate data in the program's byte order */
	uint32_t inval_rkey; /**< 0xc; Remote key to invalidate */
	uint32_t mac_tail;   /**< 0xc; Last four bytes of the destination MAC */
};

#define MLX4_CTRL_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t mlx4_ctrl_first_word(const struct mlx4_ctrl *v)
{
	return INVERBS_BE32(((uint32_t)v->owner << 31) | (uint32_t)v->opcode);
}

/** Store all fields, in ascending order. mlx4.ctrl */
INVERBS_INLINE void mlx4_ctrl_put(void *at, const struct mlx4_ctrl *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->owner << 31) | (uint32_t)v->opcode));
	inverbs_put8((uint8_t *)at + 7, (uint8_t)(((uint8_t)(v->fence & 0x1U) << 6) |
						  (uint8_t)((v->units >> 4) & 0x3fU)));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(((uint32_t)v->srqn << 8) | ((uint32_t)v->mac_head << 16) |
				   ((uint32_t)(v->strong_order & 0x1U) << 7) |
				   ((uint32_t)(v->tcp_csum & 0x1U) << 5) |
				   ((uint32_t)(v->ip_csum & 0x1U) << 4) | (v->cqe ? 0xcU : 0x0U) |
				   ((uint32_t)(v->solicited & 0x1U) << 1)));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
}

/** Store all fields; the word at byte 0 last, after a barrier. mlx4.ctrl */
INVERBS_INLINE void mlx4_ctrl_put_last(void *at, const struct mlx4_ctrl *v)
{
	inverbs_put8((uint8_t *)at + 7, (uint8_t)(((uint8_t)(v->fence & 0x1U) << 6) |
						  (uint8_t)((v->units >> 4) & 0x3fU)));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(((uint32_t)v->srqn << 8) | ((uint32_t)v->mac_head << 16) |
				   ((uint32_t)(v->strong_order & 0x1U) << 7) |
				   ((uint32_t)(v->tcp_csum & 0x1U) << 5) |
				   ((uint32_t)(v->ip_csum & 0x1U) << 4) | (v->cqe ? 0xcU : 0x0U) |
				   ((uint32_t)(v->solicited & 0x1U) << 1)));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_BE32(((uint32_t)v->owner << 31) | (uint32_t)v->opcode));
}

/** Like mlx4_ctrl_put_last, with the fields that only a BlueFlame WQE has. mlx4.ctrl */
INVERBS_INLINE void mlx4_ctrl_put_pushed(void *at, const struct mlx4_ctrl *v)
{
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | ((uint32_t)(v->fence & 0x1U) << 6) |
				   (uint32_t)((v->units >> 4) & 0x3fU)));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(((uint32_t)v->srqn << 8) | ((uint32_t)v->mac_head << 16) |
				   ((uint32_t)(v->strong_order & 0x1U) << 7) |
				   ((uint32_t)(v->tcp_csum & 0x1U) << 5) |
				   ((uint32_t)(v->ip_csum & 0x1U) << 4) | (v->cqe ? 0xcU : 0x0U) |
				   ((uint32_t)(v->solicited & 0x1U) << 1)));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32((uint32_t)v->inval_rkey) | v->imm | v->mac_tail);
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_BE32(((uint32_t)v->owner << 31) | ((uint32_t)v->index << 8) |
					   (uint32_t)v->opcode));
}

INVERBS_INLINE struct mlx4_ctrl mlx4_ctrl_get(const void *at)
{
	struct mlx4_ctrl v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.owner = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.index = (uint16_t)((INVERBS_BE32(w0) >> 8) & 0xffffU);
	v.opcode = (uint8_t)(INVERBS_BE32(w0) & 0x1fU);
	v.qpn = (uint32_t)((INVERBS_BE32(w4) >> 8) & 0xffffffU);
	v.fence = (uint8_t)((INVERBS_BE32(w4) >> 6) & 0x1U);
	v.units = (uint16_t)((INVERBS_BE32(w4) & 0x3fU) << 4);
	v.srqn = (uint32_t)((INVERBS_BE32(w8) >> 8) & 0xffffffU);
	v.mac_head = (uint16_t)((INVERBS_BE32(w8) >> 16) & 0xffffU);
	v.strong_order = (uint8_t)((INVERBS_BE32(w8) >> 7) & 0x1U);
	v.tcp_csum = (uint8_t)((INVERBS_BE32(w8) >> 5) & 0x1U);
	v.ip_csum = (uint8_t)((INVERBS_BE32(w8) >> 4) & 0x1U);
	v.cqe = ((INVERBS_BE32(w8) >> 2) & 0x3U) == 3;
	v.solicited = (uint8_t)((INVERBS_BE32(w8) >> 1) & 0x1U);
	v.imm = w12;
	v.inval_rkey = (uint32_t)INVERBS_BE32(w12);
	v.mac_tail = w12;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_ctrl_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x7f000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xe0U) |
		(inverbs_get8((const uint8_t *)at + 7) & 0x80U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0x40U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0x1U)) == 0;
}

/** Remote address segment. mlx4.remote */
struct mlx4_remote {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define MLX4_REMOTE_SIZE 16U

/** Store all fields. mlx4.remote */
INVERBS_INLINE void mlx4_remote_put(void *at, const struct mlx4_remote *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct mlx4_remote mlx4_remote_get(const void *at)
{
	struct mlx4_remote v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_BE64(w0);
	v.rkey = (uint32_t)INVERBS_BE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_remote_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Operands of an atomic. mlx4.atomic */
struct mlx4_atomic {
	uint64_t swap_add; /**< 0x0; source wr.swap_or_add; New value or addend */
	uint64_t compare;  /**< 0x8; source wr.compare; Zero for fetch-and-add */
};

#define MLX4_ATOMIC_SIZE 16U

/** Store all fields. mlx4.atomic */
INVERBS_INLINE void mlx4_atomic_put(void *at, const struct mlx4_atomic *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->swap_add));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->compare));
}

INVERBS_INLINE struct mlx4_atomic mlx4_atomic_get(const void *at)
{
	struct mlx4_atomic v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.swap_add = (uint64_t)INVERBS_BE64(w0);
	v.compare = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/** Destination of a datagram. mlx4.datagram */
struct mlx4_datagram {
	uint8_t av[32]; /**< 0x0, 32 bytes; source ah.av; The av format, built when the address
			   handle was created */
	uint32_t qpn;   /**< 0x20; source wr.ud.qpn */
	uint32_t qkey;  /**< 0x24; source wr.ud.qkey */
	uint16_t vlan;  /**< 0x28; source ah.vlan */
	uint8_t mac[6]; /**< 0x2a, 6 bytes; source ah.mac */
};

#define MLX4_DATAGRAM_SIZE 48U

/** Store all fields. mlx4.datagram */
INVERBS_INLINE void mlx4_datagram_put(void *at, const struct mlx4_datagram *v)
{
	inverbs_put_bytes(at, v->av, 32);
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 36, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put16((uint8_t *)at + 40, (uint16_t)INVERBS_BE16((uint16_t)v->vlan));
	inverbs_put_bytes((uint8_t *)at + 42, v->mac, 6);
}

INVERBS_INLINE struct mlx4_datagram mlx4_datagram_get(const void *at)
{
	struct mlx4_datagram v;
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint16_t w40 = inverbs_get16((const uint8_t *)at + 40);

	memcpy(v.av, (const uint8_t *)at + 0, 32);
	v.qpn = (uint32_t)INVERBS_BE32(w32);
	v.qkey = (uint32_t)INVERBS_BE32(w36);
	v.vlan = (uint16_t)INVERBS_BE16(w40);
	memcpy(v.mac, (const uint8_t *)at + 42, 6);
	return v;
}

/** Local invalidate segment. mlx4.local_inval */
struct mlx4_local_inval {
	uint32_t rkey; /**< 0x8; source wr.invalidate_rkey */
};

#define MLX4_LOCAL_INVAL_SIZE 32U

/** Store all fields. mlx4.local_inval */
INVERBS_INLINE void mlx4_local_inval_put(void *at, const struct mlx4_local_inval *v)
{
	inverbs_put64(at, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
}

INVERBS_INLINE struct mlx4_local_inval mlx4_local_inval_get(const void *at)
{
	struct mlx4_local_inval v;
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.rkey = (uint32_t)INVERBS_BE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_local_inval_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 12) |
		inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** Memory window bind segment. mlx4.bind */
struct mlx4_bind {
	uint8_t remote_atomic; /**< 0x0.31-31; source wr.bind.remote_atomic */
	uint8_t remote_write;  /**< 0x0.30-30; source wr.bind.remote_write */
	uint8_t remote_read;   /**< 0x0.29-29; source wr.bind.remote_read */
	uint8_t type2;         /**< 0x4.31-31; source wr.bind.type2 */
	uint8_t zero_based;    /**< 0x4.30-30; source wr.bind.zero_based */
	uint32_t new_rkey;     /**< 0x8; source wr.bind.rkey */
	uint32_t lkey;         /**< 0xc; source wr.bind.lkey */
	uint64_t addr;         /**< 0x10; source wr.bind.addr */
	uint64_t length;       /**< 0x18; source wr.bind.length */
};

#define MLX4_BIND_SIZE 32U

/** Store all fields. mlx4.bind */
INVERBS_INLINE void mlx4_bind_put(void *at, const struct mlx4_bind *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->remote_atomic << 31) |
				       ((uint32_t)(v->remote_write & 0x1U) << 30) |
				       ((uint32_t)(v->remote_read & 0x1U) << 29)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(((uint32_t)v->type2 << 31) |
						      ((uint32_t)(v->zero_based & 0x1U) << 30)));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->new_rkey));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 16, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64((uint64_t)v->length));
}

INVERBS_INLINE struct mlx4_bind mlx4_bind_get(const void *at)
{
	struct mlx4_bind v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.remote_atomic = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.remote_write = (uint8_t)((INVERBS_BE32(w0) >> 30) & 0x1U);
	v.remote_read = (uint8_t)((INVERBS_BE32(w0) >> 29) & 0x1U);
	v.type2 = (uint8_t)((INVERBS_BE32(w4) >> 31) & 0x1U);
	v.zero_based = (uint8_t)((INVERBS_BE32(w4) >> 30) & 0x1U);
	v.new_rkey = (uint32_t)INVERBS_BE32(w8);
	v.lkey = (uint32_t)INVERBS_BE32(w12);
	v.addr = (uint64_t)INVERBS_BE64(w16);
	v.length = (uint64_t)INVERBS_BE64(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_bind_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x1fffffffU) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0x3fffffffU)) == 0;
}

/** One SGE. In a send WQE its first word is stored after the rest. mlx4.data */
struct mlx4_data {
	uint32_t length; /**< 0x0; source sge.length; Bytes */
	uint32_t lkey;   /**< 0x4; source sge.lkey */
	uint64_t addr;   /**< 0x8; source sge.addr */
};

#define MLX4_DATA_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t mlx4_data_first_word(const struct mlx4_data *v)
{
	return INVERBS_BE32((uint32_t)v->length);
}

/** Store all fields, in ascending order. mlx4.data */
INVERBS_INLINE void mlx4_data_put(void *at, const struct mlx4_data *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
}

/** Store all fields; the word at byte 0 last, after a barrier. mlx4.data */
INVERBS_INLINE void mlx4_data_put_last(void *at, const struct mlx4_data *v)
{
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_BE32((uint32_t)v->length));
}

INVERBS_INLINE struct mlx4_data mlx4_data_get(const void *at)
{
	struct mlx4_data v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.length = (uint32_t)INVERBS_BE32(w0);
	v.lkey = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/** Inline data follows. mlx4.inline_hdr */
struct mlx4_inline_hdr {
	uint8_t is_inline; /**< 0x0.31-31 */
	uint32_t length;   /**< 0x0.30-0; source payload.bytes */
};

#define MLX4_INLINE_HDR_SIZE 4U

/** Store all fields. mlx4.inline_hdr */
INVERBS_INLINE void mlx4_inline_hdr_put(void *at, const struct mlx4_inline_hdr *v)
{
	inverbs_put32(at, INVERBS_BE32(0x80000000U | (uint32_t)(v->length & 0x7fffffffU)));
}

INVERBS_INLINE struct mlx4_inline_hdr mlx4_inline_hdr_get(const void *at)
{
	struct mlx4_inline_hdr v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.is_inline = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.length = (uint32_t)(INVERBS_BE32(w0) & 0x7fffffffU);
	return v;
}

/** First segment of every slot of a shared receive queue. mlx4.srq_next */
struct mlx4_srq_next {
	uint16_t next; /**< 0x2; source srq.next; Slot that follows in the free list */
};

#define MLX4_SRQ_NEXT_SIZE 16U

/** Store all fields. mlx4.srq_next */
INVERBS_INLINE void mlx4_srq_next_put(void *at, const struct mlx4_srq_next *v)
{
	inverbs_put16(at, 0);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->next));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct mlx4_srq_next mlx4_srq_next_get(const void *at)
{
	struct mlx4_srq_next v;
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);

	v.next = (uint16_t)INVERBS_BE16(w2);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_srq_next_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8)) == 0;
}

/** Address vector of an address handle. mlx4.av */
struct mlx4_av {
	uint8_t mcast_ether;   /**< 0x0.31-31; Multicast on an Ethernet port */
	uint8_t vlan_present;  /**< 0x0.29-29 */
	uint8_t port;          /**< 0x0.31-24; Port number */
	uint32_t pdn;          /**< 0x0.23-0; Number of the protection domain */
	uint8_t grh;           /**< 0x5.7-7; The packet has a global routing header */
	uint8_t path_bits;     /**< 0x5.6-0 */
	uint16_t dlid;         /**< 0x6 */
	uint8_t gid_index;     /**< 0x9 */
	uint8_t rate;          /**< 0xa; 0, or the ibv_rate value + 5 */
	uint8_t hop_limit;     /**< 0xb */
	uint8_t sl;            /**< 0xc.31-28; InfiniBand service level */
	uint8_t ether_sl;      /**< 0xc.31-29; Ethernet priority */
	uint8_t traffic_class; /**< 0xc.27-20 */
	uint32_t flow_label;   /**< 0xc.19-0 */
	uint8_t dgid[16];      /**< 0x10, 16 bytes */
};

#define MLX4_AV_SIZE 32U

/** Store all fields. mlx4.av */
INVERBS_INLINE void mlx4_av_put(void *at, const struct mlx4_av *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->mcast_ether << 31) |
				       ((uint32_t)(v->vlan_present & 0x1U) << 29) |
				       ((uint32_t)v->port << 24) | (uint32_t)(v->pdn & 0xffffffU)));
	inverbs_put8((uint8_t *)at + 4, 0);
	inverbs_put8((uint8_t *)at + 5,
		     (uint8_t)(((uint8_t)v->grh << 7) | (uint8_t)(v->path_bits & 0x7fU)));
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->dlid));
	inverbs_put8((uint8_t *)at + 8, 0);
	inverbs_put8((uint8_t *)at + 9, (uint8_t)v->gid_index);
	inverbs_put8((uint8_t *)at + 10, (uint8_t)v->rate);
	inverbs_put8((uint8_t *)at + 11, (uint8_t)v->hop_limit);
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32(((uint32_t)v->sl << 28) | ((uint32_t)v->ether_sl << 29) |
				   ((uint32_t)v->traffic_class << 20) |
				   (uint32_t)(v->flow_label & 0xfffffU)));
	inverbs_put_bytes((uint8_t *)at + 16, v->dgid, 16);
}

INVERBS_INLINE struct mlx4_av mlx4_av_get(const void *at)
{
	struct mlx4_av v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint8_t w5 = inverbs_get8((const uint8_t *)at + 5);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint8_t w9 = inverbs_get8((const uint8_t *)at + 9);
	const uint8_t w10 = inverbs_get8((const uint8_t *)at + 10);
	const uint8_t w11 = inverbs_get8((const uint8_t *)at + 11);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.mcast_ether = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.vlan_present = (uint8_t)((INVERBS_BE32(w0) >> 29) & 0x1U);
	v.port = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.pdn = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.grh = (uint8_t)((w5 >> 7) & 0x1U);
	v.path_bits = (uint8_t)(w5 & 0x7fU);
	v.dlid = (uint16_t)INVERBS_BE16(w6);
	v.gid_index = (uint8_t)w9;
	v.rate = (uint8_t)w10;
	v.hop_limit = (uint8_t)w11;
	v.sl = (uint8_t)((INVERBS_BE32(w12) >> 28) & 0xfU);
	v.ether_sl = (uint8_t)((INVERBS_BE32(w12) >> 29) & 0x7U);
	v.traffic_class = (uint8_t)((INVERBS_BE32(w12) >> 20) & 0xffU);
	v.flow_label = (uint32_t)(INVERBS_BE32(w12) & 0xfffffU);
	memcpy(v.dgid, (const uint8_t *)at + 16, 16);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_av_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 4) | inverbs_get8((const uint8_t *)at + 8)) == 0;
}

/** CQE of a WQE that succeeded. Its last byte has the owner bit. mlx4.cqe */
struct mlx4_cqe {
	uint32_t qpn;         /**< 0x0.23-0; Local queue pair */
	uint8_t vlan_present; /**< 0x0.29-29 */
	uint32_t imm;         /**< 0x4; Immediate data as sent */
	uint32_t inval_rkey;  /**< 0x4; Key that the sender invalidated */
	uint8_t pkey_index;   /**< 0x4.6-0 */
	uint8_t grh;          /**< 0x8.31-31 */
	uint8_t path_bits;    /**< 0x8.30-24 */
	uint32_t src_qpn;     /**< 0x8.23-0 */
	uint32_t srqn;        /**< 0x8.23-0; XRC receive */
	uint8_t sl;           /**< 0xc.15-12; InfiniBand service level */
	uint8_t ether_sl;     /**< 0xc.15-13; VLAN priority */
	uint16_t vlan_id;     /**< 0xc.11-0 */
	uint16_t slid;        /**< 0xe */
	uint32_t time_high;   /**< 0xc; Bits 47 to 16 of the timestamp; replaces those fields */
	uint8_t ip_ok;        /**< 0x10.28-28 */
	uint8_t ipv4;         /**< 0x10.22-22 */
	uint8_t l4_ok;        /**< 0x10.2-2 */
	uint32_t byte_count;  /**< 0x14 */
	uint16_t wqe_index;   /**< 0x18; Send: low bits of the WQE's index. SRQ receive: slot */
	uint16_t checksum;    /**< 0x1a */
	uint8_t time_low[2];  /**< 0x1d, 2 bytes; Bits 15 to 0 of the timestamp */
	uint8_t owner;        /**< 0x1f.7-7 */
	uint8_t is_send;      /**< 0x1f.6-6 */
	uint8_t send_op;      /**< 0x1f.4-0 */
	uint8_t recv_op;      /**< 0x1f.4-0 */
	uint8_t opcode;       /**< 0x1f.4-0; These values mean neither a send nor a receive */
};

#define MLX4_CQE_SIZE 32U

/** Store all fields. mlx4.cqe */
INVERBS_INLINE void mlx4_cqe_put(void *at, const struct mlx4_cqe *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)(v->qpn & 0xffffffU) |
				       ((uint32_t)(v->vlan_present & 0x1U) << 29)));
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_BE32((uint32_t)v->inval_rkey | (uint32_t)(v->pkey_index & 0x7fU)) |
			      v->imm);
	inverbs_put32(
		(uint8_t *)at + 8,
		INVERBS_BE32(((uint32_t)v->grh << 31) | ((uint32_t)(v->path_bits & 0x7fU) << 24) |
			     (uint32_t)(v->src_qpn & 0xffffffU) | (uint32_t)(v->srqn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32(((uint32_t)v->sl << 28) | ((uint32_t)v->ether_sl << 29) |
				   ((uint32_t)(v->vlan_id & 0xfffU) << 16) | (uint32_t)v->slid |
				   (uint32_t)v->time_high));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32(((uint32_t)(v->ip_ok & 0x1U) << 28) |
						       ((uint32_t)(v->ipv4 & 0x1U) << 22) |
						       ((uint32_t)(v->l4_ok & 0x1U) << 2)));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->byte_count));
	inverbs_put16((uint8_t *)at + 24, (uint16_t)INVERBS_BE16((uint16_t)v->wqe_index));
	inverbs_put16((uint8_t *)at + 26, (uint16_t)INVERBS_BE16((uint16_t)v->checksum));
	inverbs_put8((uint8_t *)at + 28, 0);
	inverbs_put_bytes((uint8_t *)at + 29, v->time_low, 2);
	inverbs_put8((uint8_t *)at + 31,
		     (uint8_t)(((uint8_t)v->owner << 7) | ((uint8_t)(v->is_send & 0x1U) << 6) |
			       (uint8_t)(v->send_op & 0x1fU) | (uint8_t)(v->recv_op & 0x1fU) |
			       (uint8_t)(v->opcode & 0x1fU)));
}

INVERBS_INLINE struct mlx4_cqe mlx4_cqe_get(const void *at)
{
	struct mlx4_cqe v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint16_t w26 = inverbs_get16((const uint8_t *)at + 26);
	const uint8_t w31 = inverbs_get8((const uint8_t *)at + 31);

	v.qpn = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.vlan_present = (uint8_t)((INVERBS_BE32(w0) >> 29) & 0x1U);
	v.imm = w4;
	v.inval_rkey = (uint32_t)INVERBS_BE32(w4);
	v.pkey_index = (uint8_t)(INVERBS_BE32(w4) & 0x7fU);
	v.grh = (uint8_t)((INVERBS_BE32(w8) >> 31) & 0x1U);
	v.path_bits = (uint8_t)((INVERBS_BE32(w8) >> 24) & 0x7fU);
	v.src_qpn = (uint32_t)(INVERBS_BE32(w8) & 0xffffffU);
	v.srqn = (uint32_t)(INVERBS_BE32(w8) & 0xffffffU);
	v.sl = (uint8_t)((INVERBS_BE32(w12) >> 28) & 0xfU);
	v.ether_sl = (uint8_t)((INVERBS_BE32(w12) >> 29) & 0x7U);
	v.vlan_id = (uint16_t)((INVERBS_BE32(w12) >> 16) & 0xfffU);
	v.slid = (uint16_t)(INVERBS_BE32(w12) & 0xffffU);
	v.time_high = (uint32_t)INVERBS_BE32(w12);
	v.ip_ok = (uint8_t)((INVERBS_BE32(w16) >> 28) & 0x1U);
	v.ipv4 = (uint8_t)((INVERBS_BE32(w16) >> 22) & 0x1U);
	v.l4_ok = (uint8_t)((INVERBS_BE32(w16) >> 2) & 0x1U);
	v.byte_count = (uint32_t)INVERBS_BE32(w20);
	v.wqe_index = (uint16_t)INVERBS_BE16(w24);
	v.checksum = (uint16_t)INVERBS_BE16(w26);
	memcpy(v.time_low, (const uint8_t *)at + 29, 2);
	v.owner = (uint8_t)((w31 >> 7) & 0x1U);
	v.is_send = (uint8_t)((w31 >> 6) & 0x1U);
	v.send_op = (uint8_t)(w31 & 0x1fU);
	v.recv_op = (uint8_t)(w31 & 0x1fU);
	v.opcode = (uint8_t)(w31 & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_cqe_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x1f000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0xe0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0xf800000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0x3ffff8U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0x3U) |
		inverbs_get8((const uint8_t *)at + 28) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** CQE of a WQE that failed. mlx4.cqe_err */
struct mlx4_cqe_err {
	uint32_t qpn;       /**< 0x0.23-0 */
	uint32_t srqn;      /**< 0x8.23-0; XRC receive */
	uint16_t wqe_index; /**< 0x18 */
	uint8_t vendor_err; /**< 0x1a */
	uint8_t syndrome;   /**< 0x1b */
	uint8_t owner;      /**< 0x1f.7-7 */
	uint8_t is_send;    /**< 0x1f.6-6 */
	uint8_t opcode;     /**< 0x1f.4-0 */
};

#define MLX4_CQE_ERR_SIZE 32U

/** Store all fields. mlx4.cqe_err */
INVERBS_INLINE void mlx4_cqe_err_put(void *at, const struct mlx4_cqe_err *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)(v->srqn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 12, 0);
	inverbs_put32((uint8_t *)at + 16, 0);
	inverbs_put32((uint8_t *)at + 20, 0);
	inverbs_put16((uint8_t *)at + 24, (uint16_t)INVERBS_BE16((uint16_t)v->wqe_index));
	inverbs_put8((uint8_t *)at + 26, (uint8_t)v->vendor_err);
	inverbs_put8((uint8_t *)at + 27, (uint8_t)v->syndrome);
	inverbs_put8((uint8_t *)at + 28, 0);
	inverbs_put8((uint8_t *)at + 29, 0);
	inverbs_put8((uint8_t *)at + 30, 0);
	inverbs_put8((uint8_t *)at + 31,
		     (uint8_t)(((uint8_t)v->owner << 7) | ((uint8_t)(v->is_send & 0x1U) << 6) |
			       (uint8_t)(v->opcode & 0x1fU)));
}

INVERBS_INLINE struct mlx4_cqe_err mlx4_cqe_err_get(const void *at)
{
	struct mlx4_cqe_err v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint8_t w26 = inverbs_get8((const uint8_t *)at + 26);
	const uint8_t w27 = inverbs_get8((const uint8_t *)at + 27);
	const uint8_t w31 = inverbs_get8((const uint8_t *)at + 31);

	v.qpn = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.srqn = (uint32_t)(INVERBS_BE32(w8) & 0xffffffU);
	v.wqe_index = (uint16_t)INVERBS_BE16(w24);
	v.vendor_err = (uint8_t)w26;
	v.syndrome = (uint8_t)w27;
	v.owner = (uint8_t)((w31 >> 7) & 0x1U);
	v.is_send = (uint8_t)((w31 >> 6) & 0x1U);
	v.opcode = (uint8_t)(w31 & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_cqe_err_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 12) | inverbs_get32((const uint8_t *)at + 16) |
		inverbs_get32((const uint8_t *)at + 20) | inverbs_get8((const uint8_t *)at + 28) |
		inverbs_get8((const uint8_t *)at + 29) | inverbs_get8((const uint8_t *)at + 30) |
		(inverbs_get8((const uint8_t *)at + 31) & 0x20U)) == 0;
}

/** Send doorbell register; contains only the number of the queue pair. mlx4.qp_doorbell */
struct mlx4_qp_doorbell {
	uint32_t qpn; /**< 0x0.31-8; source qp.num */
};

#define MLX4_QP_DOORBELL_SIZE 4U

/** Store all fields. mlx4.qp_doorbell */
INVERBS_INLINE void mlx4_qp_doorbell_put(void *at, const struct mlx4_qp_doorbell *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->qpn << 8));
}

INVERBS_INLINE struct mlx4_qp_doorbell mlx4_qp_doorbell_get(const void *at)
{
	struct mlx4_qp_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.qpn = (uint32_t)((INVERBS_BE32(w0) >> 8) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_qp_doorbell_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffU) == 0;
}

/** Doorbell record of a receive queue. mlx4.recv_record */
struct mlx4_recv_record {
	uint16_t count; /**< 0x0.15-0; source rq.posted; Receives posted so far */
};

#define MLX4_RECV_RECORD_SIZE 4U

/** Store all fields. mlx4.recv_record */
INVERBS_INLINE void mlx4_recv_record_put(void *at, const struct mlx4_recv_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->count));
}

INVERBS_INLINE struct mlx4_recv_record mlx4_recv_record_get(const void *at)
{
	struct mlx4_recv_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint16_t)(INVERBS_BE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_recv_record_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) == 0;
}

/** First word of a completion queue's doorbell record. mlx4.cq_record */
struct mlx4_cq_record {
	uint32_t index; /**< 0x0.23-0; source cq.index; CQEs consumed so far */
};

#define MLX4_CQ_RECORD_SIZE 4U

/** Store all fields. mlx4.cq_record */
INVERBS_INLINE void mlx4_cq_record_put(void *at, const struct mlx4_cq_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)(v->index & 0xffffffU)));
}

INVERBS_INLINE struct mlx4_cq_record mlx4_cq_record_get(const void *at)
{
	struct mlx4_cq_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.index = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_cq_record_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) == 0;
}

/**
 * Second word of a completion queue's doorbell record; the same request as in the arm register.
 * mlx4.arm_record
 */
struct mlx4_arm_record {
	uint8_t sequence;  /**< 0x0.29-28; source cq.arm_sequence; Requests with an old number are
			      ignored */
	uint8_t next;      /**< 0x0.25-25; source cq.arm_next; Event at the next completion */
	uint8_t solicited; /**< 0x0.24-24; source cq.arm_solicited; Event at the next solicited or
			      failed completion */
	uint32_t index;    /**< 0x0.23-0; source cq.index */
};

#define MLX4_ARM_RECORD_SIZE 4U

/** Store all fields. mlx4.arm_record */
INVERBS_INLINE void mlx4_arm_record_put(void *at, const struct mlx4_arm_record *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)(v->sequence & 0x3U) << 28) |
				       ((uint32_t)(v->next & 0x1U) << 25) |
				       ((uint32_t)(v->solicited & 0x1U) << 24) |
				       (uint32_t)(v->index & 0xffffffU)));
}

INVERBS_INLINE struct mlx4_arm_record mlx4_arm_record_get(const void *at)
{
	struct mlx4_arm_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.sequence = (uint8_t)((INVERBS_BE32(w0) >> 28) & 0x3U);
	v.next = (uint8_t)((INVERBS_BE32(w0) >> 25) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0x1U);
	v.index = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_arm_record_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc000000U)) == 0;
}

/** Arm register. mlx4.arm_doorbell */
struct mlx4_arm_doorbell {
	uint8_t sequence;  /**< 0x0.29-28; source cq.arm_sequence */
	uint8_t next;      /**< 0x0.25-25; source cq.arm_next */
	uint8_t solicited; /**< 0x0.24-24; source cq.arm_solicited */
	uint32_t cqn;      /**< 0x0.23-0; source cq.num */
	uint32_t index;    /**< 0x4.23-0; source cq.index */
};

#define MLX4_ARM_DOORBELL_SIZE 8U

/** Store all fields. mlx4.arm_doorbell */
INVERBS_INLINE void mlx4_arm_doorbell_put(void *at, const struct mlx4_arm_doorbell *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)(v->sequence & 0x3U) << 28) |
				       ((uint32_t)(v->next & 0x1U) << 25) |
				       ((uint32_t)(v->solicited & 0x1U) << 24) | (uint32_t)v->cqn));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)(v->index & 0xffffffU)));
}

INVERBS_INLINE struct mlx4_arm_doorbell mlx4_arm_doorbell_get(const void *at)
{
	struct mlx4_arm_doorbell v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.sequence = (uint8_t)((INVERBS_BE32(w0) >> 28) & 0x3U);
	v.next = (uint8_t)((INVERBS_BE32(w0) >> 25) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0x1U);
	v.cqn = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.index = (uint32_t)(INVERBS_BE32(w4) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx4_arm_doorbell_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U)) == 0;
}

#endif
