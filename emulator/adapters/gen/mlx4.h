/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The emulated mlx4: what it answers to queries and what sysfs shows. mlx4.device */
#ifndef EMULATOR_ADAPTERS_GEN_MLX4_H
#define EMULATOR_ADAPTERS_GEN_MLX4_H

#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/adapters/mlx4_formats.h>

#include "base/driver.h"

static const struct softhca_limits mlx4_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0xffffffffffffffff),
			.page_size_cap = 0xfffffe00U,
			.vendor_id = 713,
			.vendor_part_id = 4099,
			.max_qp = 130928,
			.max_qp_wr = 16351,
			.max_sge = 32,
			.max_sge_rd = 30,
			.max_cq = 65408,
			.max_cqe = 4194303,
			.max_mr = 524032,
			.max_pd = 32764,
			.max_qp_rd_atom = 16,
			.max_res_rd_atom = 2094848,
			.max_qp_init_rd_atom = 128,
			.max_mw = 524032,
			.max_mcast_grp = 8192,
			.max_mcast_qp_attach = 248,
			.max_total_mcast_qp_attach = 2031616,
			.max_ah = 2147483647,
			.max_srq = 65472,
			.max_srq_wr = 16383,
			.max_srq_sge = 31,
			.max_pkeys = 128,
			.local_ca_ack_delay = 15,
			.device_cap_flags = IBV_DEVICE_CHANGE_PHY_PORT |
					    IBV_DEVICE_PORT_ACTIVE_EVENT |
					    IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |
					    IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW |
					    IBV_DEVICE_MEM_WINDOW_TYPE_2B,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x2002a1388),
	.max_mtu = IBV_MTU_4096,
	.hca_core_clock = 427000,
	.max_msg_sz = 1073741824,
	.port_cap_flags = 38881384,
	.pkey_tbl_len = 128,
	.gid_tbl_len = 128,
	.active_width = 2,
	.active_speed = 16,
	.max_vl_num = 4,
	.num_comp_vectors = 4,
	.spare_cqes = 1,
	.qpn_base = 72,
	.qpn_count = 131072,
	.timestamp_mask = UINT64_C(0xffffffffffff),
	.rate = "56 Gb/sec (4X FDR)",
	.xrc_qpn_bit = MLX4_XRC_QPN_BIT,
};

/** Members of struct softhca_driver that the spec says. */
#define MLX4_DEVICE                                                                                \
	.name = "mlx4", .identity = &mlx4_identity, .abi_version = MLX4_ABI_MAX,                   \
	.node_type = MLX4_NODE_TYPE, .max_ports = MLX4_MAX_PORTS, .limits = &mlx4_limits,          \
	.guid_base = UINT64_C(0x2c90300fe0000), .guid_step = 16, .device_id = 0x1003,              \
	.hca_type = "MT4099", .board_id = "INV_SOFTHCA_MLX4", .hw_rev = "0"
#endif
