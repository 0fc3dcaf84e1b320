/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx5.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * NVIDIA ConnectX-4 and later, and BlueField. Send WQEs of one or more 64-byte blocks, which may
 * wrap around the end of the ring; posting stores a counter in a doorbell record, then the first
 * bytes of the WQE, or all of it (BlueFlame), in a register; completions name their queue by an
 * index that the program chose.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. The comment of a field gives its position (byte.bits of a word) and the source of its value
 * in the fast path.
 */
#ifndef INVERBS_ADAPTERS_MLX5_FORMATS_H
#define INVERBS_ADAPTERS_MLX5_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the arm register in a UAR page. */
#define MLX5_CQ_ARM_REGISTER 32U
/** Byte of the first doorbell register in a UAR page. */
#define MLX5_FIRST_BFREG 2048U
/** Largest send WQE: the size field counts 63 units of 16 bytes. */
#define MLX5_MAX_WQE_BYTES 1008U
/** Largest memory window in bytes. */
#define MLX5_MAX_WINDOW 0x80000000U
/** Bytes of one unit of the size of a WQE. */
#define MLX5_WQE_UNIT 16U
/** Bytes of a unit of the send ring. */
#define MLX5_SEND_UNIT 64U
/** Log2 of the bytes of the smallest shared receive slot. */
#define MLX5_MIN_SRQ_SHIFT 5U

/** Opcodes in WQEs, and in completions of sends. */
enum mlx5_op {
	MLX5_OP_NOP = 0x0,
	MLX5_OP_SEND_INVAL = 0x1,
	MLX5_OP_RDMA_WRITE = 0x8,
	MLX5_OP_RDMA_WRITE_IMM = 0x9,
	MLX5_OP_SEND = 0xa,
	MLX5_OP_SEND_IMM = 0xb,
	MLX5_OP_TSO = 0xe,
	MLX5_OP_RDMA_READ = 0x10,
	MLX5_OP_ATOMIC_CS = 0x11,
	MLX5_OP_ATOMIC_FA = 0x12,
	MLX5_OP_UMR = 0x25,
};

/** Kind of a completion. */
enum mlx5_cqe_op {
	MLX5_CQE_OP_REQUESTER = 0x0,
	MLX5_CQE_OP_RECV_WRITE_IMM = 0x1,
	MLX5_CQE_OP_RECV_SEND = 0x2,
	MLX5_CQE_OP_RECV_SEND_IMM = 0x3,
	MLX5_CQE_OP_RECV_SEND_INVAL = 0x4,
	MLX5_CQE_OP_RESIZE = 0x5,
	MLX5_CQE_OP_REQUESTER_ERROR = 0xd,
	MLX5_CQE_OP_RESPONDER_ERROR = 0xe,
	MLX5_CQE_OP_UNWRITTEN = 0xf,
};

/** Whether a CQE contains the payload. */
enum mlx5_payload_in {
	MLX5_PAYLOAD_IN_MEMORY = 0x0,
	MLX5_PAYLOAD_IN_CQE = 0x1,
	MLX5_PAYLOAD_IN_FRONT = 0x2,
	MLX5_PAYLOAD_IN_ARRAY = 0x3,
};

/** Syndrome of a CQE with error. */
enum mlx5_syndrome {
	MLX5_SYNDROME_LOCAL_LENGTH = 0x1,
	MLX5_SYNDROME_LOCAL_QP_OP = 0x2,
	MLX5_SYNDROME_LOCAL_PROT = 0x4,
	MLX5_SYNDROME_WR_FLUSH = 0x5,
	MLX5_SYNDROME_MW_BIND = 0x6,
	MLX5_SYNDROME_BAD_RESP = 0x10,
	MLX5_SYNDROME_LOCAL_ACCESS = 0x11,
	MLX5_SYNDROME_REMOTE_INVAL_REQ = 0x12,
	MLX5_SYNDROME_REMOTE_ACCESS = 0x13,
	MLX5_SYNDROME_REMOTE_OP = 0x14,
	MLX5_SYNDROME_TRANSPORT_RETRY = 0x15,
	MLX5_SYNDROME_RNR_RETRY = 0x16,
	MLX5_SYNDROME_REMOTE_ABORTED = 0x22,
};

/** First segment of every send WQE. mlx5.ctrl */
struct mlx5_ctrl {
	uint16_t index; /**< 0x0.23-8; source sq.index; Basic block at which the WQE starts */
	uint8_t opcode; /**< 0x0.7-0; source op.code */
	uint32_t qpn;   /**< 0x4.31-8; source qp.num */
	uint16_t units; /**< 0x4.5-0; source wqe.bytes; Size of the WQE, this segment included */
	bool fence; /**< 0xb.7-5; source wr.fence; Fence: 1: wait for earlier invalidations; 4: for
		       reads and atomics, too */
	bool cqe;   /**< 0xb.3-2; source wr.signaled; 2: produce a completion */
	uint8_t solicited; /**< 0xb.1-1; source wr.solicited */
	uint32_t imm;      /**< 0xc; Immediate data as the program gave it */
	uint32_t key;      /**< 0xc; Key to invalidate or to bind */
};

#define MLX5_CTRL_SIZE 16U

/** Store all fields. mlx5.ctrl */
INVERBS_INLINE void mlx5_ctrl_put(void *at, const struct mlx5_ctrl *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->index << 8) | (uint32_t)v->opcode));
	inverbs_put32((uint8_t *)at + 4,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)((v->units >> 4) & 0x3fU)));
	inverbs_put8((uint8_t *)at + 8, 0);
	inverbs_put8((uint8_t *)at + 9, 0);
	inverbs_put8((uint8_t *)at + 10, 0);
	inverbs_put8((uint8_t *)at + 11,
		     (uint8_t)((v->fence ? 0x80U : 0x0U) | (v->cqe ? 0x8U : 0x0U) |
			       ((uint8_t)(v->solicited & 0x1U) << 1)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->key) | v->imm);
}

INVERBS_INLINE struct mlx5_ctrl mlx5_ctrl_get(const void *at)
{
	struct mlx5_ctrl v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint8_t w11 = inverbs_get8((const uint8_t *)at + 11);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.index = (uint16_t)((INVERBS_BE32(w0) >> 8) & 0xffffU);
	v.opcode = (uint8_t)(INVERBS_BE32(w0) & 0xffU);
	v.qpn = (uint32_t)((INVERBS_BE32(w4) >> 8) & 0xffffffU);
	v.units = (uint16_t)((INVERBS_BE32(w4) & 0x3fU) << 4);
	v.fence = ((w11 >> 5) & 0x7U) == 4;
	v.cqe = ((w11 >> 2) & 0x3U) == 2;
	v.solicited = (uint8_t)((w11 >> 1) & 0x1U);
	v.imm = w12;
	v.key = (uint32_t)INVERBS_BE32(w12);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_ctrl_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xc0U) |
		inverbs_get8((const uint8_t *)at + 8) | inverbs_get8((const uint8_t *)at + 9) |
		inverbs_get8((const uint8_t *)at + 10) |
		(inverbs_get8((const uint8_t *)at + 11) & 0x10U) |
		(inverbs_get8((const uint8_t *)at + 11) & 0x1U)) == 0;
}

/** Remote shared receive queue. mlx5.xrc */
struct mlx5_xrc {
	uint32_t srqn; /**< 0x0; source wr.xrc.srqn */
};

#define MLX5_XRC_SIZE 16U

/** Store all fields. mlx5.xrc */
INVERBS_INLINE void mlx5_xrc_put(void *at, const struct mlx5_xrc *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->srqn));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct mlx5_xrc mlx5_xrc_get(const void *at)
{
	struct mlx5_xrc v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.srqn = (uint32_t)INVERBS_BE32(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_xrc_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) | inverbs_get64((const uint8_t *)at + 8)) ==
	       0;
}

/** Remote address segment. mlx5.remote */
struct mlx5_remote {
	uint64_t addr; /**< 0x0; source wr.remote_addr */
	uint32_t rkey; /**< 0x8; source wr.rkey */
};

#define MLX5_REMOTE_SIZE 16U

/** Store all fields. mlx5.remote */
INVERBS_INLINE void mlx5_remote_put(void *at, const struct mlx5_remote *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->rkey));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct mlx5_remote mlx5_remote_get(const void *at)
{
	struct mlx5_remote v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.addr = (uint64_t)INVERBS_BE64(w0);
	v.rkey = (uint32_t)INVERBS_BE32(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_remote_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Operands of an atomic. mlx5.atomic */
struct mlx5_atomic {
	uint64_t swap_add; /**< 0x0; source wr.swap_or_add; New value or addend */
	uint64_t compare;  /**< 0x8; source wr.compare; Zero for fetch-and-add */
};

#define MLX5_ATOMIC_SIZE 16U

/** Store all fields. mlx5.atomic */
INVERBS_INLINE void mlx5_atomic_put(void *at, const struct mlx5_atomic *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->swap_add));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->compare));
}

INVERBS_INLINE struct mlx5_atomic mlx5_atomic_get(const void *at)
{
	struct mlx5_atomic v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.swap_add = (uint64_t)INVERBS_BE64(w0);
	v.compare = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/**
 * Address vector in the form that carries a global address. An address handle has it with zeros for
 * Q_Key and queue pair number. mlx5.av
 */
struct mlx5_av {
	uint32_t qkey;    /**< 0x0; source wr.ud.qkey */
	uint8_t extended; /**< 0x8.31-31; The address vector has 48 bytes */
	uint32_t qpn;     /**< 0x8.23-0; source wr.ud.qpn */
	uint8_t path[36]; /**< 0xc, 36 bytes; source ah.av; Rate, service level, addresses: the
			     address format */
};

#define MLX5_AV_SIZE 48U

/** Store all fields. mlx5.av */
INVERBS_INLINE void mlx5_av_put(void *at, const struct mlx5_av *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(0x80000000U | (uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put_bytes((uint8_t *)at + 12, v->path, 36);
}

INVERBS_INLINE struct mlx5_av mlx5_av_get(const void *at)
{
	struct mlx5_av v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.qkey = (uint32_t)INVERBS_BE32(w0);
	v.extended = (uint8_t)((INVERBS_BE32(w8) >> 31) & 0x1U);
	v.qpn = (uint32_t)(INVERBS_BE32(w8) & 0xffffffU);
	memcpy(v.path, (const uint8_t *)at + 12, 36);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_av_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0x7f000000U)) == 0;
}

/** The part of an address vector that is built with the address handle. mlx5.address */
struct mlx5_address {
	uint8_t rate; /**< 0x0.7-4; Code of the static rate */
	uint8_t sl;   /**< 0x0.3-0; Service level; on Ethernet three bits of priority and a zero */
	uint8_t loopback;      /**< 0x1.7-7 */
	uint8_t path_bits;     /**< 0x1.6-0 */
	uint16_t dlid;         /**< 0x2; Remote LID; on Ethernet the UDP source port */
	uint8_t mac[6];        /**< 0x8, 6 bytes; Remote MAC on Ethernet */
	uint8_t traffic_class; /**< 0xe */
	uint8_t hop_limit;     /**< 0xf */
	uint8_t grh;         /**< 0x10.30-30; The packet has a global routing header (InfiniBand) */
	uint8_t gid_index;   /**< 0x10.27-20 */
	uint32_t flow_label; /**< 0x10.19-0 */
	uint8_t dgid[16];    /**< 0x14, 16 bytes */
};

#define MLX5_ADDRESS_SIZE 36U

/** Store all fields. mlx5.address */
INVERBS_INLINE void mlx5_address_put(void *at, const struct mlx5_address *v)
{
	inverbs_put8(at, (uint8_t)(((uint8_t)v->rate << 4) | (uint8_t)(v->sl & 0xfU)));
	inverbs_put8((uint8_t *)at + 1,
		     (uint8_t)(((uint8_t)v->loopback << 7) | (uint8_t)(v->path_bits & 0x7fU)));
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->dlid));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put_bytes((uint8_t *)at + 8, v->mac, 6);
	inverbs_put8((uint8_t *)at + 14, (uint8_t)v->traffic_class);
	inverbs_put8((uint8_t *)at + 15, (uint8_t)v->hop_limit);
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32(((uint32_t)(v->grh & 0x1U) << 30) |
						       ((uint32_t)v->gid_index << 20) |
						       (uint32_t)(v->flow_label & 0xfffffU)));
	inverbs_put_bytes((uint8_t *)at + 20, v->dgid, 16);
}

INVERBS_INLINE struct mlx5_address mlx5_address_get(const void *at)
{
	struct mlx5_address v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint8_t w14 = inverbs_get8((const uint8_t *)at + 14);
	const uint8_t w15 = inverbs_get8((const uint8_t *)at + 15);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);

	v.rate = (uint8_t)((w0 >> 4) & 0xfU);
	v.sl = (uint8_t)(w0 & 0xfU);
	v.loopback = (uint8_t)((w1 >> 7) & 0x1U);
	v.path_bits = (uint8_t)(w1 & 0x7fU);
	v.dlid = (uint16_t)INVERBS_BE16(w2);
	memcpy(v.mac, (const uint8_t *)at + 8, 6);
	v.traffic_class = (uint8_t)w14;
	v.hop_limit = (uint8_t)w15;
	v.grh = (uint8_t)((INVERBS_BE32(w16) >> 30) & 0x1U);
	v.gid_index = (uint8_t)((INVERBS_BE32(w16) >> 20) & 0xffU);
	v.flow_label = (uint32_t)(INVERBS_BE32(w16) & 0xfffffU);
	memcpy(v.dgid, (const uint8_t *)at + 20, 16);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_address_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0x80000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 16)) & 0x30000000U)) == 0;
}

/** First bytes of a frame, for raw packet queue pairs that need them inline. mlx5.eth */
struct mlx5_eth {
	uint8_t l4_csum;       /**< 0x4.7-7; source wr.csum */
	uint8_t l3_csum;       /**< 0x4.6-6; source wr.csum */
	uint16_t mss;          /**< 0x6; source wr.tso.mss; Segment size of a segmented send */
	uint16_t header_bytes; /**< 0xc; source front.bytes; Number of bytes of the frame in this
				  segment and after it */
	uint8_t header[2];     /**< 0xe, 2 bytes; The first two of these bytes */
};

#define MLX5_ETH_SIZE 16U

/** Store all fields. mlx5.eth */
INVERBS_INLINE void mlx5_eth_put(void *at, const struct mlx5_eth *v)
{
	inverbs_put32(at, 0);
	inverbs_put8((uint8_t *)at + 4,
		     (uint8_t)(((uint8_t)v->l4_csum << 7) | ((uint8_t)(v->l3_csum & 0x1U) << 6)));
	inverbs_put8((uint8_t *)at + 5, 0);
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->mss));
	inverbs_put32((uint8_t *)at + 8, 0);
	inverbs_put16((uint8_t *)at + 12, (uint16_t)INVERBS_BE16((uint16_t)v->header_bytes));
	inverbs_put_bytes((uint8_t *)at + 14, v->header, 2);
}

INVERBS_INLINE struct mlx5_eth mlx5_eth_get(const void *at)
{
	struct mlx5_eth v;
	const uint8_t w4 = inverbs_get8((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint16_t w12 = inverbs_get16((const uint8_t *)at + 12);

	v.l4_csum = (uint8_t)((w4 >> 7) & 0x1U);
	v.l3_csum = (uint8_t)((w4 >> 6) & 0x1U);
	v.mss = (uint16_t)INVERBS_BE16(w6);
	v.header_bytes = (uint16_t)INVERBS_BE16(w12);
	memcpy(v.header, (const uint8_t *)at + 14, 2);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_eth_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 0) |
		(inverbs_get8((const uint8_t *)at + 4) & 0x3fU) |
		inverbs_get8((const uint8_t *)at + 5) | inverbs_get32((const uint8_t *)at + 8)) ==
	       0;
}

/** Change of a memory key: the mask has a bit per property. mlx5.umr */
struct mlx5_umr {
	uint8_t inlined;     /**< 0x0.7-7 */
	uint8_t check_free;  /**< 0x0.5-5; The key must be free */
	uint8_t translation; /**< 0x0.4-4 */
	uint8_t check_qpn;   /**< 0x0.3-3; The key must belong to this queue pair */
	uint16_t klm_units;  /**< 0x4; Size of the klm segment in units of 16 bytes */
	uint8_t mask_free;   /**< 0x8.29-29 */
	uint8_t mask_rights; /**< 0x8.21-18 */
	uint8_t mask_qpn;    /**< 0x8.14-14 */
	uint8_t mask_key;    /**< 0x8.13-13 */
	uint8_t mask_start;  /**< 0x8.6-6 */
	uint8_t mask_length; /**< 0x8.0-0 */
};

#define MLX5_UMR_SIZE 48U

/** Store all fields. mlx5.umr */
INVERBS_INLINE void mlx5_umr_put(void *at, const struct mlx5_umr *v)
{
	inverbs_put8(at, (uint8_t)(0x80U | ((uint8_t)(v->check_free & 0x1U) << 5) | 0x10U |
				   ((uint8_t)(v->check_qpn & 0x1U) << 3)));
	inverbs_put8((uint8_t *)at + 1, 0);
	inverbs_put16((uint8_t *)at + 2, 0);
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->klm_units));
	inverbs_put16((uint8_t *)at + 6, 0);
	inverbs_put64((uint8_t *)at + 8,
		      INVERBS_BE64(0x20000000ULL | ((uint64_t)(v->mask_rights & 0xfULL) << 18) |
				   ((uint64_t)(v->mask_qpn & 0x1ULL) << 14) | 0x2000ULL |
				   ((uint64_t)(v->mask_start & 0x1ULL) << 6) |
				   (uint64_t)(v->mask_length & 0x1ULL)));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put64((uint8_t *)at + 32, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
}

INVERBS_INLINE struct mlx5_umr mlx5_umr_get(const void *at)
{
	struct mlx5_umr v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.inlined = (uint8_t)((w0 >> 7) & 0x1U);
	v.check_free = (uint8_t)((w0 >> 5) & 0x1U);
	v.translation = (uint8_t)((w0 >> 4) & 0x1U);
	v.check_qpn = (uint8_t)((w0 >> 3) & 0x1U);
	v.klm_units = (uint16_t)INVERBS_BE16(w4);
	v.mask_free = (uint8_t)((INVERBS_BE64(w8) >> 29) & 0x1ULL);
	v.mask_rights = (uint8_t)((INVERBS_BE64(w8) >> 18) & 0xfULL);
	v.mask_qpn = (uint8_t)((INVERBS_BE64(w8) >> 14) & 0x1ULL);
	v.mask_key = (uint8_t)((INVERBS_BE64(w8) >> 13) & 0x1ULL);
	v.mask_start = (uint8_t)((INVERBS_BE64(w8) >> 6) & 0x1ULL);
	v.mask_length = (uint8_t)(INVERBS_BE64(w8) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_umr_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 0) & 0x40U) |
		(inverbs_get8((const uint8_t *)at + 0) & 0x7U) |
		inverbs_get8((const uint8_t *)at + 1) | inverbs_get16((const uint8_t *)at + 2) |
		inverbs_get16((const uint8_t *)at + 6) |
		(INVERBS_BE64(inverbs_get64((const uint8_t *)at + 8)) & 0xffffffffc0000000ULL) |
		(INVERBS_BE64(inverbs_get64((const uint8_t *)at + 8)) & 0x1fc00000ULL) |
		(INVERBS_BE64(inverbs_get64((const uint8_t *)at + 8)) & 0x38000ULL) |
		(INVERBS_BE64(inverbs_get64((const uint8_t *)at + 8)) & 0x1f80ULL) |
		(INVERBS_BE64(inverbs_get64((const uint8_t *)at + 8)) & 0x3eULL) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get64((const uint8_t *)at + 24) |
		inverbs_get64((const uint8_t *)at + 32) |
		inverbs_get64((const uint8_t *)at + 40)) == 0;
}

/** The key's new properties. mlx5.mkey */
struct mlx5_mkey {
	uint8_t free;         /**< 0x0.6-6; The key has no translation */
	uint8_t atomic;       /**< 0x2.6-6 */
	uint8_t remote_write; /**< 0x2.5-5 */
	uint8_t remote_read;  /**< 0x2.4-4 */
	uint8_t local_write;  /**< 0x2.3-3 */
	uint32_t qpn;         /**< 0x4.31-8; Queue pair that may use the key; all ones: any */
	uint8_t key;          /**< 0x4.7-0; Low byte of the key */
	uint64_t start;       /**< 0x10 */
	uint64_t length;      /**< 0x18 */
};

#define MLX5_MKEY_SIZE 64U

/** Store all fields. mlx5.mkey */
INVERBS_INLINE void mlx5_mkey_put(void *at, const struct mlx5_mkey *v)
{
	inverbs_put8(at, (uint8_t)((uint8_t)(v->free & 0x1U) << 6));
	inverbs_put8((uint8_t *)at + 1, 0);
	inverbs_put8((uint8_t *)at + 2, (uint8_t)(((uint8_t)(v->atomic & 0x1U) << 6) |
						  ((uint8_t)(v->remote_write & 0x1U) << 5) |
						  ((uint8_t)(v->remote_read & 0x1U) << 4) |
						  ((uint8_t)(v->local_write & 0x1U) << 3)));
	inverbs_put8((uint8_t *)at + 3, 0);
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)v->key));
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, INVERBS_BE64((uint64_t)v->start));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64((uint64_t)v->length));
	inverbs_put64((uint8_t *)at + 32, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put64((uint8_t *)at + 48, 0);
	inverbs_put64((uint8_t *)at + 56, 0);
}

INVERBS_INLINE struct mlx5_mkey mlx5_mkey_get(const void *at)
{
	struct mlx5_mkey v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);

	v.free = (uint8_t)((w0 >> 6) & 0x1U);
	v.atomic = (uint8_t)((w2 >> 6) & 0x1U);
	v.remote_write = (uint8_t)((w2 >> 5) & 0x1U);
	v.remote_read = (uint8_t)((w2 >> 4) & 0x1U);
	v.local_write = (uint8_t)((w2 >> 3) & 0x1U);
	v.qpn = (uint32_t)((INVERBS_BE32(w4) >> 8) & 0xffffffU);
	v.key = (uint8_t)(INVERBS_BE32(w4) & 0xffU);
	v.start = (uint64_t)INVERBS_BE64(w16);
	v.length = (uint64_t)INVERBS_BE64(w24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_mkey_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 0) & 0x80U) |
		(inverbs_get8((const uint8_t *)at + 0) & 0x3fU) |
		inverbs_get8((const uint8_t *)at + 1) |
		(inverbs_get8((const uint8_t *)at + 2) & 0x80U) |
		(inverbs_get8((const uint8_t *)at + 2) & 0x7U) |
		inverbs_get8((const uint8_t *)at + 3) | inverbs_get64((const uint8_t *)at + 8) |
		inverbs_get64((const uint8_t *)at + 32) | inverbs_get64((const uint8_t *)at + 40) |
		inverbs_get64((const uint8_t *)at + 48) |
		inverbs_get64((const uint8_t *)at + 56)) == 0;
}

/** Range of a memory window. mlx5.klm */
struct mlx5_klm {
	uint32_t length; /**< 0x0; source wr.bind.length */
	uint32_t lkey;   /**< 0x4; source wr.bind.lkey */
	uint64_t addr;   /**< 0x8; source wr.bind.addr */
};

#define MLX5_KLM_SIZE 64U

/** Store all fields. mlx5.klm */
INVERBS_INLINE void mlx5_klm_put(void *at, const struct mlx5_klm *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put64((uint8_t *)at + 32, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put64((uint8_t *)at + 48, 0);
	inverbs_put64((uint8_t *)at + 56, 0);
}

INVERBS_INLINE struct mlx5_klm mlx5_klm_get(const void *at)
{
	struct mlx5_klm v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.length = (uint32_t)INVERBS_BE32(w0);
	v.lkey = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_klm_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 16) | inverbs_get64((const uint8_t *)at + 24) |
		inverbs_get64((const uint8_t *)at + 32) | inverbs_get64((const uint8_t *)at + 40) |
		inverbs_get64((const uint8_t *)at + 48) |
		inverbs_get64((const uint8_t *)at + 56)) == 0;
}

/** One SGE. mlx5.data */
struct mlx5_data {
	uint32_t length; /**< 0x0; source sge.length; Bytes */
	uint32_t lkey;   /**< 0x4; source sge.lkey */
	uint64_t addr;   /**< 0x8; source sge.addr */
};

#define MLX5_DATA_SIZE 16U

/** Store all fields. mlx5.data */
INVERBS_INLINE void mlx5_data_put(void *at, const struct mlx5_data *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->length));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->lkey));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->addr));
}

INVERBS_INLINE struct mlx5_data mlx5_data_get(const void *at)
{
	struct mlx5_data v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.length = (uint32_t)INVERBS_BE32(w0);
	v.lkey = (uint32_t)INVERBS_BE32(w4);
	v.addr = (uint64_t)INVERBS_BE64(w8);
	return v;
}

/** Inline data follows. mlx5.inline_hdr */
struct mlx5_inline_hdr {
	uint8_t is_inline; /**< 0x0.31-31 */
	uint32_t length;   /**< 0x0.30-0; source payload.bytes */
};

#define MLX5_INLINE_HDR_SIZE 4U

/** Store all fields. mlx5.inline_hdr */
INVERBS_INLINE void mlx5_inline_hdr_put(void *at, const struct mlx5_inline_hdr *v)
{
	inverbs_put32(at, INVERBS_BE32(0x80000000U | (uint32_t)(v->length & 0x7fffffffU)));
}

INVERBS_INLINE struct mlx5_inline_hdr mlx5_inline_hdr_get(const void *at)
{
	struct mlx5_inline_hdr v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.is_inline = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.length = (uint32_t)(INVERBS_BE32(w0) & 0x7fffffffU);
	return v;
}

/** First segment of every slot of a shared receive queue. mlx5.srq_next */
struct mlx5_srq_next {
	uint16_t next; /**< 0x2; source srq.next; Slot that follows in the free list */
};

#define MLX5_SRQ_NEXT_SIZE 16U

/** Store all fields. mlx5.srq_next */
INVERBS_INLINE void mlx5_srq_next_put(void *at, const struct mlx5_srq_next *v)
{
	inverbs_put16(at, 0);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->next));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
}

INVERBS_INLINE struct mlx5_srq_next mlx5_srq_next_get(const void *at)
{
	struct mlx5_srq_next v;
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);

	v.next = (uint16_t)INVERBS_BE16(w2);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_srq_next_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8)) == 0;
}

/** CQE of a WQE that succeeded. Its last byte has the owner bit. mlx5.cqe */
struct mlx5_cqe {
	uint16_t wqe_id;     /**< 0x2; Not used */
	uint8_t path_bits;   /**< 0x11.6-0 */
	uint16_t slid;       /**< 0x16 */
	uint8_t grh;         /**< 0x18.29-28; Kind of global header */
	uint8_t sl;          /**< 0x18.27-24 */
	uint32_t src_qpn;    /**< 0x18.23-0 */
	uint8_t l4_ok;       /**< 0x1c.2-2 */
	uint8_t l3_ok;       /**< 0x1c.1-1 */
	uint8_t l2_ok;       /**< 0x1c.0-0 */
	uint8_t l3_type;     /**< 0x1d.3-2; 1 IPv6, 2 IPv4 */
	uint16_t vlan;       /**< 0x1e */
	uint32_t user_index; /**< 0x20.23-0; Number that the program chose for the queue */
	uint32_t imm;        /**< 0x24; Immediate data as sent */
	uint32_t inval_rkey; /**< 0x24; Key that the sender invalidated */
	uint16_t pkey_index; /**< 0x24.15-0 */
	uint32_t byte_count; /**< 0x2c */
	uint64_t timestamp;  /**< 0x30 */
	uint8_t send_op;     /**< 0x38.31-24; Sends: opcode of the WQE */
	uint32_t qpn;        /**< 0x38.23-0; Local queue pair */
	uint16_t wqe_index;  /**< 0x3c; Send: basic block at which the WQE starts. Receive: count of
				receives. SRQ: slot */
	uint8_t signature;   /**< 0x3e; Not used */
	uint8_t opcode;      /**< 0x3f.7-4 */
	uint8_t format;      /**< 0x3f.3-2; Place of the payload */
	uint8_t solicited;   /**< 0x3f.1-1 */
	uint8_t owner;       /**< 0x3f.0-0 */
};

#define MLX5_CQE_SIZE 64U

/** Store all fields. mlx5.cqe */
INVERBS_INLINE void mlx5_cqe_put(void *at, const struct mlx5_cqe *v)
{
	inverbs_put16(at, 0);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->wqe_id));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put8((uint8_t *)at + 16, 0);
	inverbs_put8((uint8_t *)at + 17, (uint8_t)(v->path_bits & 0x7fU));
	inverbs_put16((uint8_t *)at + 18, 0);
	inverbs_put16((uint8_t *)at + 20, 0);
	inverbs_put16((uint8_t *)at + 22, (uint16_t)INVERBS_BE16((uint16_t)v->slid));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32(((uint32_t)(v->grh & 0x3U) << 28) |
						       ((uint32_t)(v->sl & 0xfU) << 24) |
						       (uint32_t)(v->src_qpn & 0xffffffU)));
	inverbs_put8((uint8_t *)at + 28,
		     (uint8_t)(((uint8_t)(v->l4_ok & 0x1U) << 2) |
			       ((uint8_t)(v->l3_ok & 0x1U) << 1) | (uint8_t)(v->l2_ok & 0x1U)));
	inverbs_put8((uint8_t *)at + 29, (uint8_t)((uint8_t)(v->l3_type & 0x3U) << 2));
	inverbs_put16((uint8_t *)at + 30, (uint16_t)INVERBS_BE16((uint16_t)v->vlan));
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)(v->user_index & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 36,
		      INVERBS_BE32((uint32_t)v->inval_rkey | (uint32_t)v->pkey_index) | v->imm);
	inverbs_put32((uint8_t *)at + 40, 0);
	inverbs_put32((uint8_t *)at + 44, INVERBS_BE32((uint32_t)v->byte_count));
	inverbs_put64((uint8_t *)at + 48, INVERBS_BE64((uint64_t)v->timestamp));
	inverbs_put32((uint8_t *)at + 56,
		      INVERBS_BE32(((uint32_t)v->send_op << 24) | (uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put16((uint8_t *)at + 60, (uint16_t)INVERBS_BE16((uint16_t)v->wqe_index));
	inverbs_put8((uint8_t *)at + 62, (uint8_t)v->signature);
	inverbs_put8((uint8_t *)at + 63,
		     (uint8_t)(((uint8_t)v->opcode << 4) | ((uint8_t)(v->format & 0x3U) << 2) |
			       ((uint8_t)(v->solicited & 0x1U) << 1) | (uint8_t)(v->owner & 0x1U)));
}

INVERBS_INLINE struct mlx5_cqe mlx5_cqe_get(const void *at)
{
	struct mlx5_cqe v;
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint8_t w17 = inverbs_get8((const uint8_t *)at + 17);
	const uint16_t w22 = inverbs_get16((const uint8_t *)at + 22);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint8_t w28 = inverbs_get8((const uint8_t *)at + 28);
	const uint8_t w29 = inverbs_get8((const uint8_t *)at + 29);
	const uint16_t w30 = inverbs_get16((const uint8_t *)at + 30);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint64_t w48 = inverbs_get64((const uint8_t *)at + 48);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint16_t w60 = inverbs_get16((const uint8_t *)at + 60);
	const uint8_t w62 = inverbs_get8((const uint8_t *)at + 62);
	const uint8_t w63 = inverbs_get8((const uint8_t *)at + 63);

	v.wqe_id = (uint16_t)INVERBS_BE16(w2);
	v.path_bits = (uint8_t)(w17 & 0x7fU);
	v.slid = (uint16_t)INVERBS_BE16(w22);
	v.grh = (uint8_t)((INVERBS_BE32(w24) >> 28) & 0x3U);
	v.sl = (uint8_t)((INVERBS_BE32(w24) >> 24) & 0xfU);
	v.src_qpn = (uint32_t)(INVERBS_BE32(w24) & 0xffffffU);
	v.l4_ok = (uint8_t)((w28 >> 2) & 0x1U);
	v.l3_ok = (uint8_t)((w28 >> 1) & 0x1U);
	v.l2_ok = (uint8_t)(w28 & 0x1U);
	v.l3_type = (uint8_t)((w29 >> 2) & 0x3U);
	v.vlan = (uint16_t)INVERBS_BE16(w30);
	v.user_index = (uint32_t)(INVERBS_BE32(w32) & 0xffffffU);
	v.imm = w36;
	v.inval_rkey = (uint32_t)INVERBS_BE32(w36);
	v.pkey_index = (uint16_t)(INVERBS_BE32(w36) & 0xffffU);
	v.byte_count = (uint32_t)INVERBS_BE32(w44);
	v.timestamp = (uint64_t)INVERBS_BE64(w48);
	v.send_op = (uint8_t)((INVERBS_BE32(w56) >> 24) & 0xffU);
	v.qpn = (uint32_t)(INVERBS_BE32(w56) & 0xffffffU);
	v.wqe_index = (uint16_t)INVERBS_BE16(w60);
	v.signature = (uint8_t)w62;
	v.opcode = (uint8_t)((w63 >> 4) & 0xfU);
	v.format = (uint8_t)((w63 >> 2) & 0x3U);
	v.solicited = (uint8_t)((w63 >> 1) & 0x1U);
	v.owner = (uint8_t)(w63 & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_cqe_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 8) | inverbs_get8((const uint8_t *)at + 16) |
		(inverbs_get8((const uint8_t *)at + 17) & 0x80U) |
		inverbs_get16((const uint8_t *)at + 18) | inverbs_get16((const uint8_t *)at + 20) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 24)) & 0xc0000000U) |
		(inverbs_get8((const uint8_t *)at + 28) & 0xf8U) |
		(inverbs_get8((const uint8_t *)at + 29) & 0xf0U) |
		(inverbs_get8((const uint8_t *)at + 29) & 0x3U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 32)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 40)) == 0;
}

/** CQE of a WQE that failed. mlx5.cqe_err */
struct mlx5_cqe_err {
	uint32_t user_index; /**< 0x20.23-0 */
	uint8_t vendor_err;  /**< 0x36 */
	uint8_t syndrome;    /**< 0x37 */
	uint8_t send_op;     /**< 0x38.31-24 */
	uint32_t qpn;        /**< 0x38.23-0 */
	uint16_t wqe_index;  /**< 0x3c */
	uint8_t opcode;      /**< 0x3f.7-4 */
	uint8_t solicited;   /**< 0x3f.1-1 */
	uint8_t owner;       /**< 0x3f.0-0 */
};

#define MLX5_CQE_ERR_SIZE 64U

/** Store all fields. mlx5.cqe_err */
INVERBS_INLINE void mlx5_cqe_err_put(void *at, const struct mlx5_cqe_err *v)
{
	inverbs_put64(at, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)(v->user_index & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 36, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put32((uint8_t *)at + 48, 0);
	inverbs_put16((uint8_t *)at + 52, 0);
	inverbs_put8((uint8_t *)at + 54, (uint8_t)v->vendor_err);
	inverbs_put8((uint8_t *)at + 55, (uint8_t)v->syndrome);
	inverbs_put32((uint8_t *)at + 56,
		      INVERBS_BE32(((uint32_t)v->send_op << 24) | (uint32_t)(v->qpn & 0xffffffU)));
	inverbs_put16((uint8_t *)at + 60, (uint16_t)INVERBS_BE16((uint16_t)v->wqe_index));
	inverbs_put8((uint8_t *)at + 62, 0);
	inverbs_put8((uint8_t *)at + 63,
		     (uint8_t)(((uint8_t)v->opcode << 4) | ((uint8_t)(v->solicited & 0x1U) << 1) |
			       (uint8_t)(v->owner & 0x1U)));
}

INVERBS_INLINE struct mlx5_cqe_err mlx5_cqe_err_get(const void *at)
{
	struct mlx5_cqe_err v;
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint8_t w54 = inverbs_get8((const uint8_t *)at + 54);
	const uint8_t w55 = inverbs_get8((const uint8_t *)at + 55);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint16_t w60 = inverbs_get16((const uint8_t *)at + 60);
	const uint8_t w63 = inverbs_get8((const uint8_t *)at + 63);

	v.user_index = (uint32_t)(INVERBS_BE32(w32) & 0xffffffU);
	v.vendor_err = (uint8_t)w54;
	v.syndrome = (uint8_t)w55;
	v.send_op = (uint8_t)((INVERBS_BE32(w56) >> 24) & 0xffU);
	v.qpn = (uint32_t)(INVERBS_BE32(w56) & 0xffffffU);
	v.wqe_index = (uint16_t)INVERBS_BE16(w60);
	v.opcode = (uint8_t)((w63 >> 4) & 0xfU);
	v.solicited = (uint8_t)((w63 >> 1) & 0x1U);
	v.owner = (uint8_t)(w63 & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_cqe_err_reserved_clear(const void *at)
{
	return (inverbs_get64((const uint8_t *)at + 0) | inverbs_get64((const uint8_t *)at + 8) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get64((const uint8_t *)at + 24) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 32)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 36) | inverbs_get64((const uint8_t *)at + 40) |
		inverbs_get32((const uint8_t *)at + 48) | inverbs_get16((const uint8_t *)at + 52) |
		inverbs_get8((const uint8_t *)at + 62) |
		(inverbs_get8((const uint8_t *)at + 63) & 0xcU)) == 0;
}

/** Doorbell record of a send queue. mlx5.send_record */
struct mlx5_send_record {
	uint16_t count; /**< 0x0.15-0; source sq.posted; Blocks posted so far */
};

#define MLX5_SEND_RECORD_SIZE 4U

/** Store all fields. mlx5.send_record */
INVERBS_INLINE void mlx5_send_record_put(void *at, const struct mlx5_send_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->count));
}

INVERBS_INLINE struct mlx5_send_record mlx5_send_record_get(const void *at)
{
	struct mlx5_send_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint16_t)(INVERBS_BE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_send_record_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) == 0;
}

/** Doorbell record of a receive queue or shared receive queue. mlx5.recv_record */
struct mlx5_recv_record {
	uint16_t count; /**< 0x0.15-0; source rq.posted; Receives posted so far */
};

#define MLX5_RECV_RECORD_SIZE 4U

/** Store all fields. mlx5.recv_record */
INVERBS_INLINE void mlx5_recv_record_put(void *at, const struct mlx5_recv_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->count));
}

INVERBS_INLINE struct mlx5_recv_record mlx5_recv_record_get(const void *at)
{
	struct mlx5_recv_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint16_t)(INVERBS_BE32(w0) & 0xffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_recv_record_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffff0000U) == 0;
}

/** First word of a completion queue's doorbell record. mlx5.cq_record */
struct mlx5_cq_record {
	uint32_t index; /**< 0x0.23-0; source cq.index; CQEs consumed so far */
};

#define MLX5_CQ_RECORD_SIZE 4U

/** Store all fields. mlx5.cq_record */
INVERBS_INLINE void mlx5_cq_record_put(void *at, const struct mlx5_cq_record *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)(v->index & 0xffffffU)));
}

INVERBS_INLINE struct mlx5_cq_record mlx5_cq_record_get(const void *at)
{
	struct mlx5_cq_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.index = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_cq_record_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xff000000U) == 0;
}

/**
 * Second word of a completion queue's doorbell record; the same request as in the arm register.
 * mlx5.arm_record
 */
struct mlx5_arm_record {
	uint8_t sequence;  /**< 0x0.29-28; source cq.arm_sequence; Requests with an old number are
			      ignored */
	uint8_t solicited; /**< 0x0.24-24; source cq.arm_solicited; Event only at the next solicited
			      or failed completion */
	uint32_t index;    /**< 0x0.23-0; source cq.index */
};

#define MLX5_ARM_RECORD_SIZE 4U

/** Store all fields. mlx5.arm_record */
INVERBS_INLINE void mlx5_arm_record_put(void *at, const struct mlx5_arm_record *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)(v->sequence & 0x3U) << 28) |
				       ((uint32_t)(v->solicited & 0x1U) << 24) |
				       (uint32_t)(v->index & 0xffffffU)));
}

INVERBS_INLINE struct mlx5_arm_record mlx5_arm_record_get(const void *at)
{
	struct mlx5_arm_record v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.sequence = (uint8_t)((INVERBS_BE32(w0) >> 28) & 0x3U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0x1U);
	v.index = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_arm_record_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xe000000U)) == 0;
}

/** Arm register. mlx5.arm_register */
struct mlx5_arm_register {
	uint8_t sequence;  /**< 0x0.29-28; source cq.arm_sequence */
	uint8_t solicited; /**< 0x0.24-24; source cq.arm_solicited */
	uint32_t index;    /**< 0x0.23-0; source cq.index */
	uint32_t cqn;      /**< 0x4.23-0; source cq.num */
};

#define MLX5_ARM_REGISTER_SIZE 8U

/** Store all fields. mlx5.arm_register */
INVERBS_INLINE void mlx5_arm_register_put(void *at, const struct mlx5_arm_register *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)(v->sequence & 0x3U) << 28) |
				       ((uint32_t)(v->solicited & 0x1U) << 24) |
				       (uint32_t)(v->index & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->cqn));
}

INVERBS_INLINE struct mlx5_arm_register mlx5_arm_register_get(const void *at)
{
	struct mlx5_arm_register v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.sequence = (uint8_t)((INVERBS_BE32(w0) >> 28) & 0x3U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0x1U);
	v.index = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.cqn = (uint32_t)(INVERBS_BE32(w4) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mlx5_arm_register_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xc0000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xe000000U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U)) == 0;
}

#endif
