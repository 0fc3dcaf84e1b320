/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* The emulated cxgb3: what it answers to queries and what sysfs shows. cxgb3.device */
#ifndef EMULATOR_ADAPTERS_GEN_CXGB3_H
#define EMULATOR_ADAPTERS_GEN_CXGB3_H

#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/adapters/cxgb3_formats.h>

#include "base/driver.h"

static const struct softhca_limits cxgb3_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0x100000000),
			.page_size_cap = 268431360,
			.vendor_id = 5157,
			.vendor_part_id = 49,
			.hw_ver = 1,
			.max_qp = 32736,
			.max_qp_wr = 1023,
			.max_sge = 4,
			.max_sge_rd = 1,
			.max_cq = 32767,
			.max_cqe = 65536,
			.max_mr = 32768,
			.max_pd = 32767,
			.max_qp_rd_atom = 8,
			.max_res_rd_atom = 261888,
			.max_qp_init_rd_atom = 8,
			.atomic_cap = IBV_ATOMIC_NONE,
		},
	.fw_ver = UINT64_C(0x7000c0000),
	.max_mtu = IBV_MTU_4096,
	.max_msg_sz = 0xffffffffU,
	.port_cap_flags = 65536,
	.pkey_tbl_len = 1,
	.gid_tbl_len = 1,
	.active_width = 2,
	.active_speed = 1,
	.num_comp_vectors = 1,
	.keys = 32768,
	.fresh_key = 255,
	.qpn_base = 1,
	.qpn_count = 32768,
	.rate = "10 Gb/sec (4X)",
};

/** Members of struct softhca_driver that the spec says. */
#define CXGB3_DEVICE                                                                               \
	.name = "cxgb3", .identity = &cxgb3_identity, .abi_version = CXGB3_ABI_MAX,                \
	.node_type = CXGB3_NODE_TYPE, .max_ports = CXGB3_MAX_PORTS, .limits = &cxgb3_limits,       \
	.guid_base = UINT64_C(0x743fe00000000), .guid_step = 1048576, .device_id = 0x0031,         \
	.firmware = "T ", .hca_type = "cxgb3", .board_id = "1425.31", .hw_rev = "1"
static const struct softhca_limits cxgb3_t3a_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0x100000000),
			.page_size_cap = 268431360,
			.vendor_id = 5157,
			.vendor_part_id = 33,
			.max_qp = 32736,
			.max_qp_wr = 1023,
			.max_sge = 4,
			.max_sge_rd = 1,
			.max_cq = 32767,
			.max_cqe = 65536,
			.max_mr = 32768,
			.max_pd = 32767,
			.max_qp_rd_atom = 8,
			.max_res_rd_atom = 261888,
			.max_qp_init_rd_atom = 8,
			.atomic_cap = IBV_ATOMIC_NONE,
		},
	.fw_ver = UINT64_C(0x7000c0000),
	.max_mtu = IBV_MTU_4096,
	.max_msg_sz = 0xffffffffU,
	.port_cap_flags = 65536,
	.pkey_tbl_len = 1,
	.gid_tbl_len = 1,
	.active_width = 2,
	.active_speed = 1,
	.num_comp_vectors = 1,
	.keys = 32768,
	.fresh_key = 255,
	.qpn_base = 1,
	.qpn_count = 32768,
	.rate = "10 Gb/sec (4X)",
};

/** Members of struct softhca_driver that the spec says. */
#define CXGB3_T3A_DEVICE                                                                           \
	.name = "cxgb3", .identity = &cxgb3_identity, .abi_version = CXGB3_ABI_MAX,                \
	.node_type = CXGB3_NODE_TYPE, .variant = "t3a", .max_ports = CXGB3_MAX_PORTS,              \
	.limits = &cxgb3_t3a_limits, .guid_base = UINT64_C(0x743fe00000000), .guid_step = 1048576, \
	.device_id = 0x0021, .firmware = "T ", .hca_type = "cxgb3", .board_id = "1425.21",         \
	.hw_rev = "0"
#endif
