/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The emulated tarazed: its responses to queries, and its sysfs attributes. tarazed.device */
#ifndef EMULATOR_ADAPTERS_GEN_TARAZED_H
#define EMULATOR_ADAPTERS_GEN_TARAZED_H

#include <inverbs/kernel/tarazed_abi.h>
#include <inverbs/device/tarazed_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits tarazed_limits = {
	.attr =
		{
			.max_mr_size = 0x100000000ULL,
			.page_size_cap = 4096,
			.vendor_id = 6900,
			.vendor_part_id = 2583,
			.hw_ver = 6,
			.max_qp = 100,
			.max_qp_wr = 50,
			.max_sge = 4,
			.max_sge_rd = 3,
			.max_cq = 101,
			.max_cqe = 102,
			.max_mr = 103,
			.max_pd = 104,
			.max_qp_rd_atom = 5,
			.max_res_rd_atom = 500,
			.max_qp_init_rd_atom = 6,
			.max_mw = 105,
			.max_mcast_grp = 7,
			.max_mcast_qp_attach = 8,
			.max_total_mcast_qp_attach = 56,
			.max_ah = 106,
			.max_srq = 107,
			.max_srq_wr = 51,
			.max_srq_sge = 2,
			.max_pkeys = 9,
			.local_ca_ack_delay = 10,
			.device_cap_flags = IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x100020003),
	.max_mtu = IBV_MTU_2048,
	.first_mtu = IBV_MTU_256,
	.device_cap_flags_ex = 0x200000000ULL,
	.hca_core_clock = 1000,
	.max_msg_sz = 65536,
	.port_cap_flags = 32,
	.pkey_tbl_len = 11,
	.gid_tbl_len = 12,
	.active_width = 1,
	.active_speed = 4,
	.max_vl_num = 3,
	.num_comp_vectors = 2,
	.spare_cqes = 13,
	.keys = 14,
	.fresh_key = 15,
	.qpn_base = 4,
	.qpn_count = 256,
	.timestamp_mask = 0xffffffffffULL,
	.rate = "1 Gb/sec",
};

static const struct softhca_limits tarazed_small_limits = {
	.attr =
		{
			.max_mr_size = 0x100000000ULL,
			.page_size_cap = 4096,
			.vendor_id = 6900,
			.vendor_part_id = 2584,
			.hw_ver = 7,
			.max_qp = 100,
			.max_qp_wr = 50,
			.max_sge = 4,
			.max_sge_rd = 3,
			.max_cq = 101,
			.max_cqe = 102,
			.max_mr = 103,
			.max_pd = 104,
			.max_qp_rd_atom = 5,
			.max_res_rd_atom = 500,
			.max_qp_init_rd_atom = 6,
			.max_mw = 105,
			.max_mcast_grp = 7,
			.max_mcast_qp_attach = 8,
			.max_total_mcast_qp_attach = 56,
			.max_ah = 106,
			.max_srq = 107,
			.max_srq_wr = 51,
			.max_srq_sge = 2,
			.max_pkeys = 9,
			.local_ca_ack_delay = 10,
			.device_cap_flags = IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW,
			.atomic_cap = IBV_ATOMIC_HCA,
		},
	.fw_ver = UINT64_C(0x100020003),
	.max_mtu = IBV_MTU_2048,
	.first_mtu = IBV_MTU_256,
	.device_cap_flags_ex = 0x200000000ULL,
	.hca_core_clock = 1000,
	.max_msg_sz = 65536,
	.port_cap_flags = 32,
	.pkey_tbl_len = 11,
	.gid_tbl_len = 12,
	.active_width = 1,
	.active_speed = 4,
	.max_vl_num = 3,
	.num_comp_vectors = 2,
	.spare_cqes = 13,
	.keys = 14,
	.fresh_key = 15,
	.qpn_base = 4,
	.qpn_count = 256,
	.timestamp_mask = 0xffffffffffULL,
	.rate = "1 Gb/sec",
};

/** Read an address vector that a program has composed. tarazed.address */
static void tarazed_decode_av(const uint8_t *bytes, bool ethernet, struct hw_av *out)
{
	const struct tarazed_vector av = tarazed_vector_get(bytes);

	memset(out, 0, sizeof(*out));
	out->attr.port_num = av.port;
	out->pdn = av.pdn;
	out->attr.is_global = av.global;
	out->attr.grh.sgid_index = av.index;
	out->attr.grh.hop_limit = av.hops;
	out->attr.grh.traffic_class = av.kind;
	out->attr.grh.flow_label = av.flow;
	memcpy(out->attr.grh.dgid.raw, av.gid, 16);
	if (ethernet) {
		out->attr.sl = av.priority;
	} else {
		out->attr.dlid = av.lid;
		out->attr.src_path_bits = av.path;
		out->attr.sl = av.sl;
	}
}

static uint32_t tarazed_recv_posted(uint32_t record, uint32_t taken,
				    uint32_t entries INVERBS_UNUSED)
{
	return (tarazed_posted_get(&record).total - taken) & 0xffff;
}

static uint32_t tarazed_cq_outstanding(uint32_t record, uint32_t producer,
				       uint32_t entries INVERBS_UNUSED)
{
	return (producer - tarazed_consumed_get(&record).seen);
}

/** Encode a whole CQE in a private buffer. */
static void tarazed_build_cqe(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries,
			      const struct inverbs_dev_cqe *cqe)
{
	memset(buffer, 0, bytes);
	tarazed_dev_encode_cqe(buffer, bytes, cqe);
	tarazed_dev_publish_cqe(buffer, bytes, index, entries);
}

static void tarazed_build_resize(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries)
{
	memset(buffer, 0, bytes);
	tarazed_dev_encode_resize(buffer, bytes);
	tarazed_dev_publish_cqe(buffer, bytes, index, entries);
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter tarazed_adapter = {
	.send_ready = tarazed_dev_send_ready,
	.send_bytes = tarazed_dev_send_bytes,
	.recv_posted = tarazed_recv_posted,
	.decode_send = tarazed_dev_decode_send,
	.decode_recv = tarazed_dev_decode_recv,
	.decode_srq_recv = tarazed_dev_decode_srq_recv,
	.decode_av = tarazed_decode_av,
	.cq_outstanding = tarazed_cq_outstanding,
	.build_cqe = tarazed_build_cqe,
	.build_resize = tarazed_build_resize,
	.init_cqe = tarazed_dev_init_cqe,
	.decode_arm = tarazed_dev_decode_arm,
	.arm_sequence_mask = 3,
	.index_mask = 0xfffffff,
	.overrun_loses = true,
};

/** Registers that programs store to. tarazed.send.doorbell, tarazed.arm */
static const struct softhca_register tarazed_registers[] = {
	{.at = TARAZED_ARM,
	 .number_at = 4,
	 .big = false,
	 .shift = 0,
	 .mask = 0xffffff,
	 .arms = true},
};

/** The pages that programs can map. tarazed.registers */
static const struct softhca_register_page tarazed_pages[] = {
	{.number = 2, .read_only = false},
	{.number = 5, .read_only = false},
	{.number = 7, .read_only = true},
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings tarazed_rings = {
	.formats = &tarazed_adapter,
	.command_data = &tarazed_command_data,
	.cqe_bytes = 64,
	.sge_bytes = 16,
	.pages = tarazed_pages,
	.page_count = 3,
	.registers = tarazed_registers,
	.register_count = 1,
	.clock_at = 2 * SOFTHCA_PAGE,
	.clock_big = false,
	.image_bytes = 256,
	.exact_driver_data = false,
	.send_shift_least = TARAZED_MIN_SQ_SHIFT,
	.send_shift_most = TARAZED_MAX_SQ_SHIFT,
	.send_entries_most = 256,
	.srq_head_bytes = 16,
	.srq_least_slot = 32,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define TARAZED_QUEUES                                                                             \
	.roce = false, .rings = &tarazed_rings, .register_pages = 3,                               \
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_XRC_SEND |                 \
		    1U << IBV_QPT_XRC_RECV | 1U << IBV_QPT_XRC | 1U << IBV_QPT_UD,                 \
	.qp_flags = 258, .qp_refusal = EINVAL, .get_context = softhca_common_get_context,          \
	.map = softhca_common_map, .poll = softhca_common_poll, .tick = softhca_common_tick,       \
	.query_device_ex = softhca_common_query_device_ex, .modify_cq = softhca_common_modify_cq,  \
	.create_cq = softhca_own_create_cq, .destroy_cq = softhca_own_destroy_cq,                  \
	.create_qp = softhca_own_create_qp, .destroy_qp = softhca_own_destroy_qp,                  \
	.resize_cq = softhca_own_resize_cq, .create_srq = softhca_own_create_srq,                  \
	.destroy_srq = softhca_own_destroy_srq

/** Members of struct softhca_driver that come from the spec. */
#define TARAZED_DEVICE                                                                             \
	TARAZED_QUEUES, .name = "tarazed", .identity = &tarazed_identity,                          \
			.abi_version = TARAZED_ABI_MAX, .node_type = TARAZED_NODE_TYPE,            \
			.max_ports = TARAZED_MAX_PORTS, .limits = &tarazed_limits,                 \
			.guid_base = 256, .guid_step = 2, .device_id = 0xa17a, .firmware = "T ",   \
			.hca_type = "Tarazed", .board_id = "T1", .hw_rev = "1",                    \
			.keeps_regions = true, .no_cur_state = true, .rounds_silently = true
/** Members of struct softhca_driver that come from the spec. */
#define TARAZED_SMALL_DEVICE                                                                       \
	TARAZED_QUEUES,                                                                            \
		.name = "tarazed", .identity = &tarazed_identity, .abi_version = TARAZED_ABI_MAX,  \
		.node_type = TARAZED_NODE_TYPE, .variant = "small",                                \
		.max_ports = TARAZED_MAX_PORTS, .limits = &tarazed_small_limits, .guid_base = 256, \
		.guid_step = 2, .device_id = 0xa17c, .firmware = "T ", .hca_type = "Tarazed",      \
		.board_id = "T0", .hw_rev = "0", .keeps_regions = true, .no_cur_state = true,      \
		.rounds_silently = true
#endif
