/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The adapter's side of mlx4: decodes the WQEs that the fast path writes, and encodes the CQEs that
 * it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_MLX4_DEVICE_H
#define INVERBS_ADAPTERS_MLX4_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/mlx4_formats.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx4_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint8_t w7 = inverbs_get8(at + 7);
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if ((w0 & 0x7f0000e0U) || (w7 & 0x80U) || (w8 & 0x41U) ||
	    (((w8 >> 2) & 3) != 0 && ((w8 >> 2) & 3) != 3))
		return EINVAL;
	out->index = (w0 >> 8) & 0xffffU;
	out->send_flags |= ((w7 >> 6) & 1) ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w8 >> 2) & 3) == 3 ? IBV_SEND_SIGNALED : 0;
	out->hw_opcode = w0 & 0x1fU;
	out->bytes = (w7 & 0x3fU) << 4;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND, RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP
 * and ATOMIC_FETCH_AND_ADD on connected queue pairs. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx4_dev_ctrl_send(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xffffffb0U) || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND, RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP
 * and ATOMIC_FETCH_AND_ADD on xrc queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx4_dev_ctrl_send_xrc(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xb0U) || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8 >> 8;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND on datagram queue pairs. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xffffff80U) || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 5) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 4) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND on raw queue pairs. Returns 0, or EINVAL
 * if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_raw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xffffff82U) != 2 || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 5) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 4) & 1) ? IBV_SEND_IP_CSUM : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND and SEND_WITH_IMM on raw queue pairs of
 * Ethernet ports. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_raw_ethernet(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if ((w8 & 0xff82U) != 2)
		return EINVAL;
	out->send_flags |= ((w8 >> 5) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 4) & 1) ? IBV_SEND_IP_CSUM : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM on
 * connected queue pairs. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if (w8 & 0xffffffb0U)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM on xrc
 * queue pairs. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_imm_xrc(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if (w8 & 0xb0U)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8 >> 8;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM on datagram queue pairs. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_imm_datagram(const uint8_t *at,
						       struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if (w8 & 0xffffff80U)
		return EINVAL;
	out->send_flags |= ((w8 >> 5) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 4) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM on raw queue pairs. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_imm_raw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));

	if ((w8 & 0xffffff82U) != 2)
		return EINVAL;
	out->send_flags |= ((w8 >> 5) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->send_flags |= ((w8 >> 4) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_INV on connected queue pairs. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w8 & 0xffffffb0U)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->invalidate_rkey = w12;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_INV on xrc queue pairs. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_send_with_inv_xrc(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w8 & 0xb0U)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8 >> 8;
	out->invalidate_rkey = w12;

	return 0;
}

/**
 * Decode the other fields of the control segment of LOCAL_INV and BIND_MW on connected queue pairs.
 * Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_local_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xffffffb0U) != 0x80U || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of LOCAL_INV and BIND_MW on xrc queue pairs.
 * Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int mlx4_dev_ctrl_local_inv_xrc(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w8 & 0xb0U) != 0x80U || w12)
		return EINVAL;
	out->send_flags |= ((w8 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8 >> 8;

	return 0;
}

/**
 * Decode the datagram segment of datagram queue pairs. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int mlx4_dev_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w32 = INVERBS_BE32(inverbs_get32(at + 32));
	const uint32_t w36 = INVERBS_BE32(inverbs_get32(at + 36));
	const uint16_t w40 = INVERBS_BE16(inverbs_get16(at + 40));

	out->remote_qpn = w32;
	out->qkey = w36;
	out->vlan = w40;
	memcpy(out->av, at, 32);
	memcpy(out->mac, at + 42, 6);

	return 0;
}

/**
 * Decode the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM and RDMA_READ. Returns 0, or EINVAL
 * if bits are set that no work request sets.
 */
static inline int mlx4_dev_remote(const uint8_t *at, struct inverbs_dev_wr *out)
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
static inline int mlx4_dev_remote_atomic_cmp_and_swp(const uint8_t *at, struct inverbs_dev_wr *out)
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
static inline int mlx4_dev_atomic(const uint8_t *at, struct inverbs_dev_wr *out)
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
static inline int mlx4_dev_atomic_atomic_fetch_and_add(const uint8_t *at,
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
 * Decode the local_inval segment of LOCAL_INV. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int mlx4_dev_local_inval(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w0 || w12 || w16 || w24)
		return EINVAL;
	out->invalidate_rkey = w8;

	return 0;
}

/**
 * Decode the bind segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx4_dev_bind(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if ((w0 & 0x1fffffffU) || (w4 & 0x3fffffffU))
		return EINVAL;
	out->bind.access |= (w0 >> 31) ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	out->bind.access |= ((w0 >> 30) & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.access |= ((w0 >> 29) & 1) ? IBV_ACCESS_REMOTE_READ : 0;
	out->bind.type2 = w4 >> 31;
	out->bind.zero_based = (w4 >> 30) & 1;
	out->bind.rkey = w8;
	out->bind.lkey = w12;
	out->bind.addr = w16;
	out->bind.length = w24;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int mlx4_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	sge->length = w0;
	if (sge->length == 0x80000000U)
		sge->length = 0;
	sge->lkey = w4;
	sge->addr = w8;

	return 0;
}

/**
 * Decode the header of inline payload. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int mlx4_dev_inline(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if ((w0 & 0x80000000U) != 0x80000000U)
		return EINVAL;
	out->inline_len = w0 & 0x7fffffffU;

	return 0;
}

static const struct inverbs_dev_segment mlx4_dev_list_datagram[] = {
	{MLX4_DATAGRAM_SIZE, mlx4_dev_datagram},
};

static const struct inverbs_dev_segment mlx4_dev_list_remote[] = {
	{MLX4_REMOTE_SIZE, mlx4_dev_remote},
};

static const struct inverbs_dev_segment mlx4_dev_list_remote_atomic_cmp_and_swp_atomic[] = {
	{MLX4_REMOTE_SIZE, mlx4_dev_remote_atomic_cmp_and_swp},
	{MLX4_ATOMIC_SIZE, mlx4_dev_atomic},
};

static const struct inverbs_dev_segment
	mlx4_dev_list_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add[] = {
		{MLX4_REMOTE_SIZE, mlx4_dev_remote_atomic_cmp_and_swp},
		{MLX4_ATOMIC_SIZE, mlx4_dev_atomic_atomic_fetch_and_add},
};

static const struct inverbs_dev_segment mlx4_dev_list_local_inval[] = {
	{MLX4_LOCAL_INVAL_SIZE, mlx4_dev_local_inval},
};

static const struct inverbs_dev_segment mlx4_dev_list_bind[] = {
	{MLX4_BIND_SIZE, mlx4_dev_bind},
};

/** The forms of WQEs, in the order of the spec. mlx4.send.ops */
static const struct inverbs_dev_form mlx4_dev_forms[] = {
	/* RC, UC */
	{IBV_WR_SEND, MLX4_OP_SEND, 0x3U, mlx4_dev_ctrl_send, NULL, 0, 0, 0, true, false, NULL, 0,
	 0},
	/* XRC_SEND */
	{IBV_WR_SEND, MLX4_OP_SEND, 0x4U, mlx4_dev_ctrl_send_xrc, NULL, 0, 0, 0, true, false, NULL,
	 0, 0},
	/* UD */
	{IBV_WR_SEND, MLX4_OP_SEND, 0x8U, mlx4_dev_ctrl_send_datagram, mlx4_dev_list_datagram, 1, 0,
	 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND, MLX4_OP_SEND, 0x10U, mlx4_dev_ctrl_send_raw, NULL, 0, 0, 0, true, false, NULL,
	 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND, MLX4_OP_SEND, 0x10U, mlx4_dev_ctrl_send_raw_ethernet, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_IMM, MLX4_OP_SEND_IMM, 0x3U, mlx4_dev_ctrl_send_with_imm, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND_WITH_IMM, MLX4_OP_SEND_IMM, 0x4U, mlx4_dev_ctrl_send_with_imm_xrc, NULL, 0, 0,
	 0, true, false, NULL, 0, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, MLX4_OP_SEND_IMM, 0x8U, mlx4_dev_ctrl_send_with_imm_datagram,
	 mlx4_dev_list_datagram, 1, 0, 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND_WITH_IMM, MLX4_OP_SEND_IMM, 0x10U, mlx4_dev_ctrl_send_with_imm_raw, NULL, 0, 0,
	 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND_WITH_IMM, MLX4_OP_SEND_IMM, 0x10U, mlx4_dev_ctrl_send_raw_ethernet, NULL, 0, 0,
	 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_INV, MLX4_OP_SEND_INVAL, 0x3U, mlx4_dev_ctrl_send_with_inv, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND_WITH_INV, MLX4_OP_SEND_INVAL, 0x4U, mlx4_dev_ctrl_send_with_inv_xrc, NULL, 0,
	 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE, MLX4_OP_RDMA_WRITE, 0x3U, mlx4_dev_ctrl_send, mlx4_dev_list_remote, 1,
	 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_WRITE, MLX4_OP_RDMA_WRITE, 0x4U, mlx4_dev_ctrl_send_xrc, mlx4_dev_list_remote,
	 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE_WITH_IMM, MLX4_OP_RDMA_WRITE_IMM, 0x3U, mlx4_dev_ctrl_send_with_imm,
	 mlx4_dev_list_remote, 1, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_WRITE_WITH_IMM, MLX4_OP_RDMA_WRITE_IMM, 0x4U, mlx4_dev_ctrl_send_with_imm_xrc,
	 mlx4_dev_list_remote, 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_READ, MLX4_OP_RDMA_READ, 0x3U, mlx4_dev_ctrl_send, mlx4_dev_list_remote, 1, 0,
	 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_READ, MLX4_OP_RDMA_READ, 0x4U, mlx4_dev_ctrl_send_xrc, mlx4_dev_list_remote, 1,
	 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, MLX4_OP_ATOMIC_CS, 0x3U, mlx4_dev_ctrl_send,
	 mlx4_dev_list_remote_atomic_cmp_and_swp_atomic, 2, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_ATOMIC_CMP_AND_SWP, MLX4_OP_ATOMIC_CS, 0x4U, mlx4_dev_ctrl_send_xrc,
	 mlx4_dev_list_remote_atomic_cmp_and_swp_atomic, 2, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, MLX4_OP_ATOMIC_FA, 0x3U, mlx4_dev_ctrl_send,
	 mlx4_dev_list_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add, 2, 0, 0, true, false,
	 NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, MLX4_OP_ATOMIC_FA, 0x4U, mlx4_dev_ctrl_send_xrc,
	 mlx4_dev_list_remote_atomic_cmp_and_swp_atomic_atomic_fetch_and_add, 2, 0, 0, true, false,
	 NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_LOCAL_INV, MLX4_OP_LOCAL_INVAL, 0x3U, mlx4_dev_ctrl_local_inv,
	 mlx4_dev_list_local_inval, 1, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_LOCAL_INV, MLX4_OP_LOCAL_INVAL, 0x4U, mlx4_dev_ctrl_local_inv_xrc,
	 mlx4_dev_list_local_inval, 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_BIND_MW, MLX4_OP_BIND_MW, 0x3U, mlx4_dev_ctrl_local_inv, mlx4_dev_list_bind, 1, 0,
	 0, false, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_BIND_MW, MLX4_OP_BIND_MW, 0x4U, mlx4_dev_ctrl_local_inv_xrc, mlx4_dev_list_bind, 1,
	 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t mlx4_dev_type(int qp_type)
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

/** True when the adapter owns the WQE in unit `index` of a send ring. mlx4.send.head */
static inline bool mlx4_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint32_t word = inverbs_observe32((const uint8_t *)unit);

	return ((word & INVERBS_BE32(0x80000000U)) != 0) == ((index & entries) != 0);
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t mlx4_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return mlx4_ctrl_get(wqe).units;
}

/**
 * Copy the runs of inline payload at `at`, which end at multiples of 64 bytes, and move `at` past
 * them.
 */
static inline int mlx4_dev_take_inline(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
{
	uint32_t total = 0, room;

	do {
		const uint32_t from = *at + MLX4_INLINE_HDR_SIZE;

		room = MLX4_INLINE_CHUNK - (from & (MLX4_INLINE_CHUNK - 1));
		if (from > out->bytes || mlx4_dev_inline(wqe + *at, out) || out->inline_len == 0 ||
		    out->inline_len > room || out->inline_len > out->bytes - from ||
		    out->inline_len > INVERBS_DEV_MAX_INLINE - total)
			return EINVAL;
		memcpy(out->inline_data + total, wqe + from, out->inline_len);
		total += out->inline_len;
		*at = from + out->inline_len;
	} while (out->inline_len == room && *at < out->bytes);
	out->send_flags |= IBV_SEND_INLINE;
	out->inline_len = total;
	*at = (*at + MLX4_WQE_UNIT - 1) & ~(MLX4_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, and move `at` past it. mlx4.send.payload */
static inline int mlx4_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				   uint32_t *at, uint32_t count INVERBS_UNUSED,
				   struct inverbs_dev_wr *out)
{
	const uint32_t start = *at;

	/*
	 * a very long SGE has the mark, too: then the WQE has no room for that many bytes, or the
	 * count is zero
	 */
	if (out->bytes - *at >= MLX4_INLINE_HDR_SIZE && mlx4_dev_inline(wqe + *at, out) == 0) {
		if (out->inline_len && mlx4_dev_take_inline(wqe, at, out) == 0)
			return 0;
		*at = start;
		out->inline_len = 0;
	}
	while (*at < out->bytes) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < MLX4_DATA_SIZE ||
		    mlx4_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += MLX4_DATA_SIZE;
	}
	return 0;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int mlx4_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				     uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = MLX4_CTRL_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (mlx4_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	if (out->bytes > len || out->bytes < at)
		return EINVAL;
	for (uint32_t i = 0; i < form->count; at += form->segments[i++].size) {
		if (out->bytes - at < form->segments[i].size ||
		    form->segments[i].read(wqe + at, out))
			return EINVAL;
	}
	sges = out->num_sge;
	in_wqe = out->inline_len;
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	out->num_sge = form->sges;
	out->inline_len = form->payload ? in_wqe : 0;
	if (form->payload && mlx4_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported.
 */
static inline int mlx4_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
				       uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		mlx4_dev_forms + sizeof(mlx4_dev_forms) / sizeof(mlx4_dev_forms[0]);
	const uint32_t type = mlx4_dev_type(qp_type);

	if (len < MLX4_CTRL_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = mlx4_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    mlx4_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/**
 * Decode one SGE of a receive at `unit` and add it. Returns 0, or EINVAL if bits are set that no
 * work request sets. mlx4.recv
 */
static inline int mlx4_dev_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
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
static inline int mlx4_dev_recv_end(const uint8_t *unit)
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
static inline int mlx4_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
				       struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	for (uint32_t at = 0; len - at >= MLX4_DATA_SIZE; at += MLX4_DATA_SIZE) {
		if (mlx4_dev_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || mlx4_dev_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/**
 * Decode one SGE of a receive at `unit` and add it. Returns 0, or EINVAL if bits are set that no
 * work request sets. mlx4.recv
 */
static inline int mlx4_dev_srq_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
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
static inline int mlx4_dev_srq_recv_end(const uint8_t *unit)
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
static inline int mlx4_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					   struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < MLX4_SRQ_NEXT_SIZE)
		return EINVAL;
	out->next = mlx4_srq_next_get(slot).next;
	for (uint32_t at = MLX4_SRQ_NEXT_SIZE; len - at >= MLX4_DATA_SIZE; at += MLX4_DATA_SIZE) {
		if (mlx4_dev_srq_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || mlx4_dev_srq_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value for a completion status. mlx4.complete.status */
static inline uint32_t mlx4_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_LOC_LEN_ERR:
		return MLX4_SYNDROME_LOCAL_LENGTH;
	case IBV_WC_LOC_QP_OP_ERR:
		return MLX4_SYNDROME_LOCAL_QP_OP;
	case IBV_WC_LOC_PROT_ERR:
		return MLX4_SYNDROME_LOCAL_PROT;
	case IBV_WC_WR_FLUSH_ERR:
		return MLX4_SYNDROME_WR_FLUSH;
	case IBV_WC_MW_BIND_ERR:
		return MLX4_SYNDROME_MW_BIND;
	case IBV_WC_BAD_RESP_ERR:
		return MLX4_SYNDROME_BAD_RESP;
	case IBV_WC_LOC_ACCESS_ERR:
		return MLX4_SYNDROME_LOCAL_ACCESS;
	case IBV_WC_REM_INV_REQ_ERR:
		return MLX4_SYNDROME_REMOTE_INVAL_REQ;
	case IBV_WC_REM_ACCESS_ERR:
		return MLX4_SYNDROME_REMOTE_ACCESS;
	case IBV_WC_REM_OP_ERR:
		return MLX4_SYNDROME_REMOTE_OP;
	case IBV_WC_RETRY_EXC_ERR:
		return MLX4_SYNDROME_TRANSPORT_RETRY;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return MLX4_SYNDROME_RNR_RETRY;
	case IBV_WC_REM_ABORT_ERR:
		return MLX4_SYNDROME_REMOTE_ABORTED;
	default:
		return 0xff;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. mlx4.complete.recv */
static inline int mlx4_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_WRITE_IMM:
		return MLX4_RECV_OP_RDMA_WRITE_IMM;
	case INVERBS_DEV_RECV_SEND:
		return MLX4_RECV_OP_SEND;
	case INVERBS_DEV_RECV_SEND_IMM:
		return MLX4_RECV_OP_SEND_IMM;
	case INVERBS_DEV_RECV_SEND_INV:
		return MLX4_RECV_OP_SEND_INVAL;
	default:
		return -1;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, except for the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int mlx4_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				      const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = mlx4_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t bit = 0x80U;
	uint8_t image[32] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	if (failed) {
		struct mlx4_cqe_err e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.vendor_err = (uint8_t)in->vendor_err;
		e.syndrome = (uint8_t)mlx4_dev_status(in->status);
		e.opcode = (uint8_t)MLX4_CQE_OP_ERROR;
		if (in->is_xrc)
			e.srqn = in->srqn;
		if (in->is_send) {
			e.is_send = (uint8_t)MLX4_SIDE_SEND;
			e.wqe_index = (uint16_t)in->wqe_index;
		} else {
			e.is_send = (uint8_t)MLX4_SIDE_RECV;
			e.wqe_index = (uint16_t)in->wqe_index;
		}
		mlx4_cqe_err_put(image, &e);
	}
	if (!failed) {
		struct mlx4_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->is_xrc)
			e.srqn = in->srqn;
		if (in->timestamp)
			e.time_low[1] = (uint8_t)in->timestamp;
		if (in->timestamp)
			e.time_low[0] = (uint8_t)(in->timestamp >> 8);
		if (in->timestamp)
			e.time_high = in->timestamp >> 16;
		if (in->is_send) {
			e.is_send = (uint8_t)MLX4_SIDE_SEND;
			e.send_op = (uint8_t)in->hw_opcode;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.byte_count = in->byte_len;
		} else {
			e.is_send = (uint8_t)MLX4_SIDE_RECV;
			e.recv_op = (uint8_t)code;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.byte_count = in->byte_len;
			if (!in->is_xrc)
				e.src_qpn = in->src_qp;
			if (!in->timestamp)
				e.slid = (uint16_t)in->slid;
			if (!in->ethernet && !in->timestamp)
				e.sl = (uint8_t)in->sl;
			e.path_bits = (uint8_t)in->path_bits;
			if (in->ethernet && !in->timestamp)
				e.ether_sl = (uint8_t)in->sl;
			e.grh = (uint8_t)in->grh;
			if (has_imm)
				e.imm = in->imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.inval_rkey = in->imm;
		}
		mlx4_cqe_put(image, &e);
	}
	/* stays unchanged until ownership passes */
	bit &= inverbs_get8(at + 31);
	inverbs_put8(image + 31, (uint8_t)(inverbs_get8(image + 31) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. mlx4.complete.ready */
static inline void mlx4_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint8_t *const word = (uint8_t *)(void *)((uint8_t *)cqe + cqe_bytes - 1);
	const uint8_t bit = 0x80U;

	__atomic_store_n(word, (uint8_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void mlx4_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					uint32_t entries)
{
	mlx4_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** Keep ownership of CQE `index` with the adapter until it is published. */
static inline void mlx4_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				     uint32_t entries)
{
	mlx4_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/**
 * Encode a CQE that announces that the next one is in another ring; does not store the owner bit.
 * mlx4.complete.resize
 */
static inline void mlx4_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	uint8_t bit = 0x80U;
	struct mlx4_cqe e;
	uint8_t image[32] = {0};

	memset(&e, 0, sizeof(e));
	e.opcode = MLX4_CQE_OP_RESIZE;
	mlx4_cqe_put(image, &e);
	bit &= inverbs_get8(at + 31);
	inverbs_put8(image + 31, (uint8_t)(inverbs_get8(image + 31) | bit));
	memcpy(at, image, sizeof(image));
}

/**
 * Decode the arm request of a completion queue. `request`: the doorbell record. Returns 0, or
 * EINVAL if it is malformed. mlx4.arm
 */
static inline int mlx4_dev_decode_arm(const struct inverbs_dev_copy *request,
				      struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request + 4;
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if (w0 & 0xcc000000U)
		return EINVAL;
	out->sequence = (w0 >> 28) & 3;
	out->ci = w0 & 0xffffffU;
	out->armed = (w0 >> 25) & 1;
	out->solicited = (w0 >> 24) & 1;

	out->armed |= out->solicited;
	return 0;
}

#endif
