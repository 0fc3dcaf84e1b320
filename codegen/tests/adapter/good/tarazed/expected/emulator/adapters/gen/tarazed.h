/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The emulated tarazed: what it answers to queries and what sysfs shows. tarazed.device */
#ifndef EMULATOR_ADAPTERS_GEN_TARAZED_H
#define EMULATOR_ADAPTERS_GEN_TARAZED_H

#include <inverbs/kernel/tarazed_abi.h>
#include <inverbs/adapters/tarazed_formats.h>

#include "base/driver.h"

static const struct softhca_limits tarazed_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0x100000000),
			.max_qp = 100,
			.device_cap_flags = IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x100020003),
	.max_mtu = IBV_MTU_2048,
	.qpn_base = 4,
	.qpn_count = 256,
	.timestamp_mask = UINT64_C(0xffffffffff),
	.rate = "1 Gb/sec",
};

/** Members of struct softhca_driver that the spec says. */
#define TARAZED_DEVICE                                                                             \
	.name = "tarazed", .identity = &tarazed_identity, .abi_version = TARAZED_ABI_MAX,          \
	.node_type = TARAZED_NODE_TYPE, .max_ports = TARAZED_MAX_PORTS, .limits = &tarazed_limits, \
	.guid_base = 256, .guid_step = 2, .device_id = 0xa17a, .firmware = "T ",                   \
	.hca_type = "Tarazed", .board_id = "T1", .hw_rev = "1", .keeps_regions = true
static const struct softhca_limits tarazed_small_limits = {
	.attr =
		{
			.max_mr_size = UINT64_C(0x100000000),
			.hw_ver = 7,
			.max_qp = 100,
			.device_cap_flags = IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x100020003),
	.max_mtu = IBV_MTU_2048,
	.qpn_base = 4,
	.qpn_count = 256,
	.timestamp_mask = UINT64_C(0xffffffffff),
	.rate = "1 Gb/sec",
};

/** Members of struct softhca_driver that the spec says. */
#define TARAZED_SMALL_DEVICE                                                                       \
	.name = "tarazed", .identity = &tarazed_identity, .abi_version = TARAZED_ABI_MAX,          \
	.node_type = TARAZED_NODE_TYPE, .variant = "small", .max_ports = TARAZED_MAX_PORTS,        \
	.limits = &tarazed_small_limits, .guid_base = 256, .guid_step = 2, .device_id = 0xa17a,    \
	.firmware = "T ", .hca_type = "Tarazed", .board_id = "T0", .hw_rev = "1",                  \
	.keeps_regions = true
#endif
