/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx5.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The adapter's side of mlx5: decodes the WQEs that the fast path writes, and encodes the CQEs that
 * it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_MLX5_DEVICE_H
#define INVERBS_ADAPTERS_MLX5_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/mlx5_formats.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint8_t w8 = inverbs_get8(at + 8);
	const uint8_t w9 = inverbs_get8(at + 9);
	const uint8_t w10 = inverbs_get8(at + 10);
	const uint8_t w11 = inverbs_get8(at + 11);

	if ((w0 & 0xff000000U) || (w4 & 0xc0U) || w8 || w9 || w10 || (w11 & 0x11U) ||
	    (w11 >> 5 != 0 && w11 >> 5 != 4 && w11 >> 5 != 1) ||
	    (((w11 >> 2) & 3) != 0 && ((w11 >> 2) & 3) != 2))
		return EINVAL;
	out->qpn = w4 >> 8;
	out->index = (w0 >> 8) & 0xffffU;
	out->send_flags |= w11 >> 5 == 4 ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w11 >> 2) & 3) == 2 ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w11 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->hw_opcode = w0 & 0xffU;
	out->bytes = (w4 & 0x3fU) << 4;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND, RDMA_WRITE, RDMA_READ,
 * ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD and TSO. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_ctrl_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM on
 * connected, xrc and datagram queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx5_dev_ctrl_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_INV and LOCAL_INV on connected and
 * xrc queue pairs. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx5_dev_ctrl_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	out->invalidate_rkey = w12;

	return 0;
}

/**
 * Decode the other fields of the control segment of BIND_MW on connected and xrc queue pairs.
 * Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx5_dev_ctrl_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	out->bind.old_rkey = w12;

	return 0;
}

/**
 * Decode the xrc segment of xrc queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx5_dev_xrc(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	if (w4 || w8)
		return EINVAL;
	out->remote_srqn = w0;

	return 0;
}

/**
 * Decode the av segment of datagram queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx5_dev_av(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if (w4 || (w8 & 0xff000000U) != 0x80000000U)
		return EINVAL;
	out->qkey = w0;
	out->remote_qpn = w8 & 0xffffffU;
	memcpy(out->av, at + 12, 36);

	return 0;
}

/**
 * Decode the eth segment of raw queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx5_dev_eth(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint8_t w4 = inverbs_get8(at + 4);
	const uint8_t w5 = inverbs_get8(at + 5);
	const uint16_t w6 = INVERBS_BE16(inverbs_get16(at + 6));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint16_t w12 = INVERBS_BE16(inverbs_get16(at + 12));

	if (w0 || (w4 & 0x3fU) || w5 || w8)
		return EINVAL;
	out->send_flags |= (w4 >> 7) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w4 >> 6) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->mss = w6;
	out->front = w12;

	return 0;
}

/**
 * Decode the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM and RDMA_READ. Returns 0, or EINVAL
 * if bits are set that no work request sets.
 */
static inline int mlx5_dev_remote(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/**
 * Decode the remote segment of ATOMIC_CMP_AND_SWP and ATOMIC_FETCH_AND_ADD. Returns 0, or EINVAL if
 * bits are set that no work request sets.
 */
static inline int mlx5_dev_remote_atomic_cmp_and_swp(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/**
 * Decode the atomic segment of ATOMIC_CMP_AND_SWP. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_atomic(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	out->swap = w0;
	out->compare = w8;

	return 0;
}

/**
 * Decode the atomic segment of ATOMIC_FETCH_AND_ADD. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_atomic_atomic_fetch_and_add(const uint8_t *at,
						       struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	if (w8)
		return EINVAL;
	out->swap = w0;

	return 0;
}

/**
 * Decode the umr segment of LOCAL_INV. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_umr(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint16_t w2 = INVERBS_BE16(inverbs_get16(at + 2));
	const uint16_t w4 = INVERBS_BE16(inverbs_get16(at + 4));
	const uint16_t w6 = INVERBS_BE16(inverbs_get16(at + 6));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));

	if (w0 != 0x98U || w1 || w2 || w4 || w6 || w8 != 0x20006000ULL || w16 || w24 || w32 || w40)
		return EINVAL;

	return 0;
}

/**
 * Decode the mkey segment of LOCAL_INV. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_mkey(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint8_t w3 = inverbs_get8(at + 3);
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));
	const uint64_t w48 = INVERBS_BE64(inverbs_get64(at + 48));
	const uint64_t w56 = INVERBS_BE64(inverbs_get64(at + 56));

	if (w0 != 0x40U || w1 || w2 || w3 || w4 != 0xffffff00U || w8 || w16 || w24 || w32 || w40 ||
	    w48 || w56)
		return EINVAL;

	return 0;
}

/**
 * Decode the umr segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_umr_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint16_t w2 = INVERBS_BE16(inverbs_get16(at + 2));
	const uint16_t w4 = INVERBS_BE16(inverbs_get16(at + 4));
	const uint16_t w6 = INVERBS_BE16(inverbs_get16(at + 6));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));

	if ((w0 & 0xdfU) != 0x90U || w1 || w2 || w4 != 4 || w6 ||
	    (w8 & 0xffffffffffffbfffULL) != 0x203c2041ULL || w16 || w24 || w32 || w40)
		return EINVAL;
	out->bind.type2 = (w0 >> 5) & 1;
	out->bind.type2 = (w8 >> 14) & 1;

	return 0;
}

/**
 * Decode the mkey segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_mkey_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint8_t w3 = inverbs_get8(at + 3);
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));
	const uint64_t w48 = INVERBS_BE64(inverbs_get64(at + 48));
	const uint64_t w56 = INVERBS_BE64(inverbs_get64(at + 56));

	if (w0 || w1 || (w2 & 0x87U) || w3 || w8 || w32 || w40 || w48 || w56)
		return EINVAL;
	out->bind.access |= ((w2 >> 6) & 1) ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	out->bind.access |= ((w2 >> 5) & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.access |= ((w2 >> 4) & 1) ? IBV_ACCESS_REMOTE_READ : 0;
	out->bind.access |= ((w2 >> 3) & 1) ? IBV_ACCESS_LOCAL_WRITE : 0;
	out->bind.rkey = w4 & 0xffU;
	out->bind.start = w16;
	out->bind.length = w24;

	return 0;
}

/**
 * Decode the klm segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_klm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));
	const uint64_t w48 = INVERBS_BE64(inverbs_get64(at + 48));
	const uint64_t w56 = INVERBS_BE64(inverbs_get64(at + 56));

	if (w16 || w24 || w32 || w40 || w48 || w56)
		return EINVAL;
	out->bind.length = w0;
	out->bind.lkey = w4;
	out->bind.addr = w8;

	return 0;
}

/**
 * Decode the umr segment of BIND_MW without payload. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_umr_bind_mw_empty(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint16_t w2 = INVERBS_BE16(inverbs_get16(at + 2));
	const uint16_t w4 = INVERBS_BE16(inverbs_get16(at + 4));
	const uint16_t w6 = INVERBS_BE16(inverbs_get16(at + 6));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));

	if ((w0 & 0xf7U) != 0x90U || w1 || w2 || w4 || w6 ||
	    (w8 & 0xffffffffffffbfffULL) != 0x20002000ULL || w16 || w24 || w32 || w40)
		return EINVAL;
	out->bind.type2 = (w0 >> 3) & 1;
	out->bind.type2 = (w8 >> 14) & 1;

	return 0;
}

/**
 * Decode the mkey segment of BIND_MW without payload. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx5_dev_mkey_bind_mw_empty(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w0 = inverbs_get8(at);
	const uint8_t w1 = inverbs_get8(at + 1);
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint8_t w3 = inverbs_get8(at + 3);
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));
	const uint64_t w48 = INVERBS_BE64(inverbs_get64(at + 48));
	const uint64_t w56 = INVERBS_BE64(inverbs_get64(at + 56));

	if (w0 != 0x40U || w1 || w2 || w3 || (w4 & 0xffffff00U) != 0xffffff00U || w8 || w16 ||
	    w24 || w32 || w40 || w48 || w56)
		return EINVAL;
	out->bind.rkey = w4 & 0xffU;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int mlx5_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	sge->length = w0;
	sge->lkey = w4;
	sge->addr = w8;

	return 0;
}

/**
 * Decode the header of inline payload. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx5_dev_inline(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if ((w0 & 0x80000000U) != 0x80000000U)
		return EINVAL;
	out->inline_len = w0 & 0x7fffffffU;

	return 0;
}

static const struct inverbs_dev_segment mlx5_dev_list_xrc[] = {
	{MLX5_XRC_SIZE, mlx5_dev_xrc},
};

static const struct inverbs_dev_segment mlx5_dev_list_av[] = {
	{MLX5_AV_SIZE, mlx5_dev_av},
};

static const struct inverbs_dev_segment mlx5_dev_list_eth[] = {
	{MLX5_ETH_SIZE, mlx5_dev_eth},
};

static const struct inverbs_dev_segment mlx5_dev_list_remote[] = {
	{MLX5_REMOTE_SIZE, mlx5_dev_remote},
};

static const struct inverbs_dev_segment mlx5_dev_list_xrc_remote[] = {
	{MLX5_XRC_SIZE, mlx5_dev_xrc},
	{MLX5_REMOTE_SIZE, mlx5_dev_remote},
};

static const struct inverbs_dev_segment mlx5_dev_list_remote_atomic_cmp_and_swp_atomic[] = {
	{MLX5_REMOTE_SIZE, mlx5_dev_remote_atomic_cmp_and_swp},
	{MLX5_ATOMIC_SIZE, mlx5_dev_atomic},
};

static const struct inverbs_dev_segment mlx5_dev_list_xrc_remote_atomic_cmp_and_swp_atomic[] = {
	{MLX5_XRC_SIZE, mlx5_dev_xrc},
	{MLX5_REMOTE_SIZE, mlx5_dev_remote_atomic_cmp_and_swp},
	{MLX5_ATOMIC_SIZE, mlx5_dev_atomic},
};

static const struct inverbs_dev_segment
	mlx5_dev_list_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add[] = {
		{MLX5_REMOTE_SIZE, mlx5_dev_remote_atomic_cmp_and_swp},
		{MLX5_ATOMIC_SIZE, mlx5_dev_atomic_atomic_fetch_and_add},
};

static const struct inverbs_dev_segment
	mlx5_dev_list_xrc_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add[] = {
		{MLX5_XRC_SIZE, mlx5_dev_xrc},
		{MLX5_REMOTE_SIZE, mlx5_dev_remote_atomic_cmp_and_swp},
		{MLX5_ATOMIC_SIZE, mlx5_dev_atomic_atomic_fetch_and_add},
};

static const struct inverbs_dev_segment mlx5_dev_list_umr_mkey[] = {
	{MLX5_UMR_SIZE, mlx5_dev_umr},
	{MLX5_MKEY_SIZE, mlx5_dev_mkey},
};

static const struct inverbs_dev_segment mlx5_dev_list_umr_bind_mw_mkey_bind_mw_klm[] = {
	{MLX5_UMR_SIZE, mlx5_dev_umr_bind_mw},
	{MLX5_MKEY_SIZE, mlx5_dev_mkey_bind_mw},
	{MLX5_KLM_SIZE, mlx5_dev_klm},
};

static const struct inverbs_dev_segment mlx5_dev_list_umr_bind_mw_empty_mkey_bind_mw_empty[] = {
	{MLX5_UMR_SIZE, mlx5_dev_umr_bind_mw_empty},
	{MLX5_MKEY_SIZE, mlx5_dev_mkey_bind_mw_empty},
};

/** The forms of WQEs, in the order of the spec. mlx5.send.ops */
static const struct inverbs_dev_form mlx5_dev_forms[] = {
	/* RC, UC */
	{IBV_WR_SEND, MLX5_OP_SEND, 0x3U, mlx5_dev_ctrl_send, NULL, 0, 0, 0, true, false, NULL, 0,
	 0},
	/* XRC_SEND */
	{IBV_WR_SEND, MLX5_OP_SEND, 0x4U, mlx5_dev_ctrl_send, mlx5_dev_list_xrc, 1, 0, 0, true,
	 false, NULL, 0, 0},
	/* UD */
	{IBV_WR_SEND, MLX5_OP_SEND, 0x8U, mlx5_dev_ctrl_send, mlx5_dev_list_av, 1, 0, 0, true,
	 false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND, MLX5_OP_SEND, 0x10U, mlx5_dev_ctrl_send, mlx5_dev_list_eth, 1, 0, 0, true,
	 false, NULL, 0, 1},
	/* RC, UC */
	{IBV_WR_SEND_WITH_IMM, MLX5_OP_SEND_IMM, 0x3U, mlx5_dev_ctrl_send_with_imm, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND_WITH_IMM, MLX5_OP_SEND_IMM, 0x4U, mlx5_dev_ctrl_send_with_imm,
	 mlx5_dev_list_xrc, 1, 0, 0, true, false, NULL, 0, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, MLX5_OP_SEND_IMM, 0x8U, mlx5_dev_ctrl_send_with_imm,
	 mlx5_dev_list_av, 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_INV, MLX5_OP_SEND_INVAL, 0x3U, mlx5_dev_ctrl_send_with_inv, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND_WITH_INV, MLX5_OP_SEND_INVAL, 0x4U, mlx5_dev_ctrl_send_with_inv,
	 mlx5_dev_list_xrc, 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE, MLX5_OP_RDMA_WRITE, 0x3U, mlx5_dev_ctrl_send, mlx5_dev_list_remote, 1,
	 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_WRITE, MLX5_OP_RDMA_WRITE, 0x4U, mlx5_dev_ctrl_send, mlx5_dev_list_xrc_remote,
	 2, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE_WITH_IMM, MLX5_OP_RDMA_WRITE_IMM, 0x3U, mlx5_dev_ctrl_send_with_imm,
	 mlx5_dev_list_remote, 1, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_WRITE_WITH_IMM, MLX5_OP_RDMA_WRITE_IMM, 0x4U, mlx5_dev_ctrl_send_with_imm,
	 mlx5_dev_list_xrc_remote, 2, 0, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, MLX5_OP_RDMA_READ, 0x1U, mlx5_dev_ctrl_send, mlx5_dev_list_remote, 1, 0,
	 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_READ, MLX5_OP_RDMA_READ, 0x4U, mlx5_dev_ctrl_send, mlx5_dev_list_xrc_remote, 2,
	 0, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, MLX5_OP_ATOMIC_CS, 0x1U, mlx5_dev_ctrl_send,
	 mlx5_dev_list_remote_atomic_cmp_and_swp_atomic, 2, 8, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_ATOMIC_CMP_AND_SWP, MLX5_OP_ATOMIC_CS, 0x4U, mlx5_dev_ctrl_send,
	 mlx5_dev_list_xrc_remote_atomic_cmp_and_swp_atomic, 3, 8, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, MLX5_OP_ATOMIC_FA, 0x1U, mlx5_dev_ctrl_send,
	 mlx5_dev_list_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add, 2, 8, 0, true, false,
	 NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, MLX5_OP_ATOMIC_FA, 0x4U, mlx5_dev_ctrl_send,
	 mlx5_dev_list_xrc_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add, 3, 8, 0, true,
	 false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_TSO, MLX5_OP_TSO, 0x10U, mlx5_dev_ctrl_send, mlx5_dev_list_eth, 1, 0, 0, true,
	 false, NULL, 0, 1},
	/* RC, UC, XRC_SEND */
	{IBV_WR_LOCAL_INV, MLX5_OP_UMR, 0x7U, mlx5_dev_ctrl_send_with_inv, mlx5_dev_list_umr_mkey,
	 2, 0, 0, false, false, NULL, 0, 0},
	/* RC, UC, XRC_SEND */
	{IBV_WR_BIND_MW, MLX5_OP_UMR, 0x7U, mlx5_dev_ctrl_bind_mw,
	 mlx5_dev_list_umr_bind_mw_mkey_bind_mw_klm, 3, 0, 0, false, false, NULL, 0, 0},
	/* RC, UC, XRC_SEND */
	{IBV_WR_BIND_MW, MLX5_OP_UMR, 0x7U, mlx5_dev_ctrl_bind_mw,
	 mlx5_dev_list_umr_bind_mw_empty_mkey_bind_mw_empty, 2, 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t mlx5_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_RC:
		return 0x1U;
	case IBV_QPT_UC:
		return 0x2U;
	case IBV_QPT_XRC_SEND:
		return 0x4U;
	case IBV_QPT_UD:
		return 0x8U;
	case IBV_QPT_RAW_PACKET:
		return 0x10U;
	default:
		return 0;
	}
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t mlx5_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return mlx5_ctrl_get(wqe).units;
}

/** Copy the inline payload at `at`, and move `at` past it. */
static inline int mlx5_dev_take_inline(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t from = *at + MLX5_INLINE_HDR_SIZE;

	if (out->inline_len > INVERBS_DEV_MAX_INLINE || from > out->bytes ||
	    out->bytes - from < out->inline_len)
		return EINVAL;
	out->send_flags |= IBV_SEND_INLINE;
	memcpy(out->inline_data, wqe + from, out->inline_len);
	*at = (from + out->inline_len + MLX5_WQE_UNIT - 1) & ~(MLX5_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, and move `at` past it. mlx5.send.payload */
static inline int mlx5_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				   uint32_t *at, uint32_t count INVERBS_UNUSED,
				   struct inverbs_dev_wr *out)
{
	/*
	 * a very long SGE has the mark, too: then the WQE has no room for that many bytes, or the
	 * count is zero
	 */
	if (out->bytes - *at >= MLX5_INLINE_HDR_SIZE && mlx5_dev_inline(wqe + *at, out) == 0) {
		if (out->inline_len && mlx5_dev_take_inline(wqe, at, out) == 0)
			return 0;
		out->inline_len = 0;
	}
	while (*at < out->bytes) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < MLX5_DATA_SIZE ||
		    mlx5_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (sge->length == 0)
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += MLX5_DATA_SIZE;
	}
	return 0;
}

/**
 * Copy the bytes before the payload, which begin 2 bytes before `at`, and move `at` to the payload.
 */
static inline int mlx5_dev_front(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t from = *at - 2;

	if (out->front > INVERBS_DEV_MAX_FRONT || out->bytes - from < out->front)
		return EINVAL;
	memcpy(out->front_data, wqe + from, out->front);
	if (out->front > 2)
		*at += (out->front - 2 + 15) & ~15U;
	return *at > out->bytes ? EINVAL : 0;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int mlx5_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				     uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = MLX5_CTRL_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	out->front = out->mss = 0;
	if (mlx5_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	if (out->bytes > len || out->bytes < at)
		return EINVAL;
	for (uint32_t i = 0; i < form->count; i++) {
		if (out->bytes - at < form->segments[i].size ||
		    form->segments[i].read(wqe + at, out))
			return EINVAL;
		at += form->segments[i].size;
		if (i + 1 == form->front && mlx5_dev_front(wqe, &at, out))
			return EINVAL;
	}
	sges = out->num_sge;
	in_wqe = out->inline_len;
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	out->num_sge = form->sges;
	out->inline_len = form->payload ? in_wqe : 0;
	if (form->payload && mlx5_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported.
 */
static inline int mlx5_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
				       uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		mlx5_dev_forms + sizeof(mlx5_dev_forms) / sizeof(mlx5_dev_forms[0]);
	const uint32_t type = mlx5_dev_type(qp_type);

	if (len < MLX5_CTRL_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = mlx5_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    mlx5_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/**
 * Decode one SGE of a receive at `unit` and add it. Returns 0, or EINVAL if bits are set that no
 * work request sets. mlx5.recv
 */
static inline int mlx5_dev_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(unit + 8));

	sge->length = w0;
	sge->lkey = w4;
	sge->addr = w8;

	if (sge->length == 0)
		return EINVAL;
	out->num_sge++;
	return 0;
}

/** Returns 0 if no SGE follows. */
static inline int mlx5_dev_recv_end(const uint8_t *unit)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(unit + 8));

	if (w0 || w4 != 0x100U || w8)
		return EINVAL;

	return 0;
}

/**
 * Decode a receive slot of `len` bytes, up to the end mark if there is one. Returns 0, or EINVAL if
 * the fast path cannot have written it.
 */
static inline int mlx5_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
				       struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	for (uint32_t at = 0; len - at >= MLX5_DATA_SIZE; at += MLX5_DATA_SIZE) {
		if (mlx5_dev_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || mlx5_dev_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/**
 * Decode one SGE of a receive at `unit` and add it. Returns 0, or EINVAL if bits are set that no
 * work request sets. mlx5.recv
 */
static inline int mlx5_dev_srq_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(unit + 8));

	sge->length = w0;
	sge->lkey = w4;
	sge->addr = w8;

	out->num_sge++;
	return 0;
}

/** Returns 0 if no SGE follows. */
static inline int mlx5_dev_srq_recv_end(const uint8_t *unit)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(unit + 8));

	if (w0 || w4 != 0x100U || w8)
		return EINVAL;

	return 0;
}

/**
 * Decode a receive slot of `len` bytes, up to the end mark if there is one. Returns 0, or EINVAL if
 * the fast path cannot have written it.
 */
static inline int mlx5_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					   struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < MLX5_SRQ_NEXT_SIZE)
		return EINVAL;
	out->next = mlx5_srq_next_get(slot).next;
	for (uint32_t at = MLX5_SRQ_NEXT_SIZE; len - at >= MLX5_DATA_SIZE; at += MLX5_DATA_SIZE) {
		if (mlx5_dev_srq_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || mlx5_dev_srq_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value for a completion status. mlx5.complete.status */
static inline uint32_t mlx5_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_LOC_LEN_ERR:
		return MLX5_SYNDROME_LOCAL_LENGTH;
	case IBV_WC_LOC_QP_OP_ERR:
		return MLX5_SYNDROME_LOCAL_QP_OP;
	case IBV_WC_LOC_PROT_ERR:
		return MLX5_SYNDROME_LOCAL_PROT;
	case IBV_WC_WR_FLUSH_ERR:
		return MLX5_SYNDROME_WR_FLUSH;
	case IBV_WC_MW_BIND_ERR:
		return MLX5_SYNDROME_MW_BIND;
	case IBV_WC_BAD_RESP_ERR:
		return MLX5_SYNDROME_BAD_RESP;
	case IBV_WC_LOC_ACCESS_ERR:
		return MLX5_SYNDROME_LOCAL_ACCESS;
	case IBV_WC_REM_INV_REQ_ERR:
		return MLX5_SYNDROME_REMOTE_INVAL_REQ;
	case IBV_WC_REM_ACCESS_ERR:
		return MLX5_SYNDROME_REMOTE_ACCESS;
	case IBV_WC_REM_OP_ERR:
		return MLX5_SYNDROME_REMOTE_OP;
	case IBV_WC_RETRY_EXC_ERR:
		return MLX5_SYNDROME_TRANSPORT_RETRY;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return MLX5_SYNDROME_RNR_RETRY;
	case IBV_WC_REM_ABORT_ERR:
		return MLX5_SYNDROME_REMOTE_ABORTED;
	default:
		return 0xff;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. mlx5.complete.recv */
static inline int mlx5_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
		return MLX5_CQE_OP_RECV_SEND;
	case INVERBS_DEV_RECV_SEND_IMM:
		return MLX5_CQE_OP_RECV_SEND_IMM;
	case INVERBS_DEV_RECV_SEND_INV:
		return MLX5_CQE_OP_RECV_SEND_INVAL;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return MLX5_CQE_OP_RECV_WRITE_IMM;
	default:
		return -1;
	}
}

/**
 * Store payload in the CQE in `image`, whose slot is `at`. Returns false if the payload is too
 * long. mlx5.complete.inside
 */
static inline bool mlx5_dev_put_inside(uint8_t *image, uint8_t *at INVERBS_UNUSED,
				       uint32_t cqe_bytes INVERBS_UNUSED,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const field = image + 63;
	uint8_t value;

	if (in->byte_len <= 32) {
		value = MLX5_PAYLOAD_IN_CQE;
		memcpy(image, in->payload, in->byte_len);
	} else if (in->byte_len <= 64 && cqe_bytes >= 128) {
		value = MLX5_PAYLOAD_IN_FRONT;
		memcpy(at - 64, in->payload, in->byte_len);
	} else {
		return false;
	}
	inverbs_put8(field, (((inverbs_get8(field)) & ~0xcU) | (value << 2 & 0xcU)));
	return true;
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, except for the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int mlx5_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				      const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 64;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = mlx5_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t bit = 1;
	uint8_t image[64] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	if (failed) {
		struct mlx5_cqe_err e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.user_index = in->key;
		e.vendor_err = (uint8_t)in->vendor_err;
		e.syndrome = (uint8_t)mlx5_dev_status(in->status);
		if (in->is_send) {
			e.opcode = (uint8_t)MLX5_CQE_OP_REQUESTER_ERROR;
			e.send_op = (uint8_t)in->hw_opcode;
			e.wqe_index = (uint16_t)in->wqe_index;
		} else {
			e.opcode = (uint8_t)MLX5_CQE_OP_RESPONDER_ERROR;
			e.wqe_index = (uint16_t)in->wqe_index;
		}
		mlx5_cqe_err_put(image, &e);
	}
	if (!failed) {
		struct mlx5_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.user_index = in->key;
		e.timestamp = in->timestamp;
		if (in->is_send) {
			e.opcode = (uint8_t)MLX5_CQE_OP_REQUESTER;
			e.send_op = (uint8_t)in->hw_opcode;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.byte_count = in->byte_len;
		} else {
			e.opcode = (uint8_t)code;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.byte_count = in->byte_len;
			e.src_qpn = in->src_qp;
			e.slid = (uint16_t)in->slid;
			e.sl = (uint8_t)in->sl;
			e.path_bits = (uint8_t)in->path_bits;
			e.grh = (uint8_t)in->grh;
			if (has_imm)
				e.imm = in->imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.inval_rkey = in->imm;
		}
		mlx5_cqe_put(image, &e);
	}
	if (in->payload && !failed && !mlx5_dev_put_inside(image, at, cqe_bytes, in))
		return EINVAL;
	/* stays unchanged until ownership passes */
	bit &= inverbs_get8(at + 63);
	inverbs_put8(image + 63, (uint8_t)(inverbs_get8(image + 63) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. mlx5.complete.ready */
static inline void mlx5_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint8_t *const word = (uint8_t *)(void *)((uint8_t *)cqe + cqe_bytes - 1);
	const uint8_t bit = 1;

	__atomic_store_n(word, (uint8_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void mlx5_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					uint32_t entries)
{
	mlx5_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** Keep ownership of CQE `index` with the adapter until it is published. */
static inline void mlx5_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				     uint32_t entries)
{
	mlx5_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/**
 * Encode a CQE that announces that the next one is in another ring; does not store the owner bit.
 * mlx5.complete.resize
 */
static inline void mlx5_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 64;
	uint8_t bit = 1;
	struct mlx5_cqe e;
	uint8_t image[64] = {0};

	memset(&e, 0, sizeof(e));
	e.opcode = MLX5_CQE_OP_RESIZE;
	mlx5_cqe_put(image, &e);
	bit &= inverbs_get8(at + 63);
	inverbs_put8(image + 63, (uint8_t)(inverbs_get8(image + 63) | bit));
	memcpy(at, image, sizeof(image));
}

/**
 * Decode the arm request of a completion queue. `request`: the doorbell record. Returns 0, or
 * EINVAL if it is malformed. mlx5.arm
 */
static inline int mlx5_dev_decode_arm(const struct inverbs_dev_copy *request,
				      struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request + 4;
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if (w0 & 0xce000000U)
		return EINVAL;
	out->sequence = (w0 >> 28) & 3;
	out->ci = w0 & 0xffffffU;
	out->solicited = (w0 >> 24) & 1;

	out->armed = true;
	return 0;
}

#endif
