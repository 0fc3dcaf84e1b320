/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The emulated rxe: what it answers to queries and what sysfs shows. rxe.device */
#ifndef EMULATOR_ADAPTERS_GEN_RXE_H
#define EMULATOR_ADAPTERS_GEN_RXE_H

#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/adapters/rxe_formats.h>

#include "base/driver.h"

static const struct softhca_limits rxe_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0xffffffffffffffff),
			.page_size_cap = 0xfffff000U,
			.vendor_id = 16777215,
			.max_qp = 1048560,
			.max_qp_wr = 1048576,
			.max_sge = 32,
			.max_sge_rd = 32,
			.max_cq = 1048576,
			.max_cqe = 32767,
			.max_mr = 524287,
			.max_pd = 1048576,
			.max_qp_rd_atom = 128,
			.max_res_rd_atom = 258048,
			.max_qp_init_rd_atom = 128,
			.max_mw = 524287,
			.max_mcast_grp = 8192,
			.max_mcast_qp_attach = 56,
			.max_total_mcast_qp_attach = 458752,
			.max_ah = 32767,
			.max_srq = 917503,
			.max_srq_wr = 1048576,
			.max_srq_sge = 27,
			.max_pkeys = 64,
			.local_ca_ack_delay = 15,
			.device_cap_flags =
				IBV_DEVICE_BAD_PKEY_CNTR | IBV_DEVICE_BAD_QKEY_CNTR |
				IBV_DEVICE_AUTO_PATH_MIG | IBV_DEVICE_CHANGE_PHY_PORT |
				IBV_DEVICE_UD_AV_PORT_ENFORCE | IBV_DEVICE_PORT_ACTIVE_EVENT |
				IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |
				IBV_DEVICE_SRQ_RESIZE | IBV_DEVICE_MEM_WINDOW |
				IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_MEM_WINDOW_TYPE_2B,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x0),
	.max_mtu = IBV_MTU_4096,
	.device_cap_flags_ex = UINT64_C(0x10000000000),
	.max_msg_sz = 8388608,
	.port_cap_flags = 65536,
	.pkey_tbl_len = 1,
	.gid_tbl_len = 1024,
	.active_width = 1,
	.active_speed = 1,
	.max_vl_num = 1,
	.num_comp_vectors = 2,
	.spare_cqes = 1,
	.qpn_base = 17,
	.qpn_count = 16777216,
	.rate = "2.5 Gb/sec (1X SDR)",
};

/** Members of struct softhca_driver that the spec says. */
#define RXE_DEVICE                                                                                 \
	.name = "rxe", .identity = &rxe_identity, .abi_version = RXE_ABI_MAX,                      \
	.node_type = RXE_NODE_TYPE, .max_ports = RXE_MAX_PORTS, .limits = &rxe_limits,             \
	.guid_base = UINT64_C(0x505400fffe000000), .guid_step = 16, .no_cur_state = true,          \
	.keeps_regions = true, .rounds_silently = true
#endif
