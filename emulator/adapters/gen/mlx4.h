/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The emulated mlx4: its responses to queries, and its sysfs attributes. mlx4.device */
#ifndef EMULATOR_ADAPTERS_GEN_MLX4_H
#define EMULATOR_ADAPTERS_GEN_MLX4_H

#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/device/mlx4_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits mlx4_limits = {
	.attr =
		{
			.max_mr_size = 0xffffffffffffffffULL,
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
	.timestamp_mask = 0xffffffffffffULL,
	.rate = "56 Gb/sec (4X FDR)",
	.xrc_qpn_bit = MLX4_XRC_QPN_BIT,
};

/** Read an address vector that a program has composed. mlx4.address */
static void mlx4_decode_av(const uint8_t *bytes, bool ethernet, struct hw_av *out)
{
	const struct mlx4_av av = mlx4_av_get(bytes);

	memset(out, 0, sizeof(*out));
	out->attr.port_num = av.port;
	out->pdn = av.pdn;
	out->attr.is_global = av.grh;
	out->attr.grh.sgid_index = av.gid_index;
	out->attr.grh.hop_limit = av.hop_limit;
	out->attr.grh.traffic_class = av.traffic_class;
	out->attr.grh.flow_label = av.flow_label;
	memcpy(out->attr.grh.dgid.raw, av.dgid, 16);
	if (ethernet) {
		out->attr.sl = av.ether_sl;
	} else {
		out->attr.dlid = av.dlid;
		out->attr.src_path_bits = av.path_bits;
		out->attr.sl = av.sl;
	}
}

static uint32_t mlx4_recv_posted(uint32_t record, uint32_t taken, uint32_t entries INVERBS_UNUSED)
{
	return (mlx4_recv_record_get(&record).count - taken) & 0xffff;
}

static uint32_t mlx4_cq_outstanding(uint32_t record, uint32_t producer,
				    uint32_t entries INVERBS_UNUSED)
{
	return (producer - mlx4_cq_record_get(&record).index) & 0xffffff;
}

/** Encode a whole CQE in a private buffer. */
static void mlx4_build_cqe(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries,
			   const struct inverbs_dev_cqe *cqe)
{
	memset(buffer, 0, bytes);
	mlx4_dev_encode_cqe(buffer, bytes, cqe);
	mlx4_dev_publish_cqe(buffer, bytes, index, entries);
}

static void mlx4_build_resize(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries)
{
	memset(buffer, 0, bytes);
	mlx4_dev_encode_resize(buffer, bytes);
	mlx4_dev_publish_cqe(buffer, bytes, index, entries);
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter mlx4_adapter = {
	.send_ready = mlx4_dev_send_ready,
	.send_bytes = mlx4_dev_send_bytes,
	.recv_posted = mlx4_recv_posted,
	.decode_send = mlx4_dev_decode_send,
	.decode_recv = mlx4_dev_decode_recv,
	.decode_srq_recv = mlx4_dev_decode_srq_recv,
	.decode_av = mlx4_decode_av,
	.cq_outstanding = mlx4_cq_outstanding,
	.build_cqe = mlx4_build_cqe,
	.build_resize = mlx4_build_resize,
	.init_cqe = mlx4_dev_init_cqe,
	.decode_arm = mlx4_dev_decode_arm,
	.arm_sequence_mask = 3,
	.index_mask = 0xffffff,
};

/** Registers that programs store to. mlx4.send.doorbell, mlx4.arm */
static const struct softhca_register mlx4_registers[] = {
	{.at = MLX4_UAR_SEND_DOORBELL,
	 .number_at = 0,
	 .big = true,
	 .shift = 8,
	 .mask = 0xffffff,
	 .arms = false},
	{.at = MLX4_UAR_ARM_DOORBELL,
	 .number_at = 0,
	 .big = true,
	 .shift = 0,
	 .mask = 0xffffff,
	 .arms = true},
	{.at = 1 * SOFTHCA_PAGE + 0,
	 .number_at = 4,
	 .big = true,
	 .shift = 8,
	 .mask = 0xffffff,
	 .arms = false},
	{.at = 1 * SOFTHCA_PAGE + 256,
	 .number_at = 4,
	 .big = true,
	 .shift = 8,
	 .mask = 0xffffff,
	 .arms = false},
};

/** The pages that programs can map. mlx4.registers */
static const struct softhca_register_page mlx4_pages[] = {
	{.number = 0, .read_only = false},
	{.number = 1, .read_only = false},
	{.number = 3, .read_only = true},
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings mlx4_rings = {
	.formats = &mlx4_adapter,
	.command_data = &mlx4_command_data,
	.cqe_bytes = 64,
	.sge_bytes = 16,
	.pages = mlx4_pages,
	.page_count = 3,
	.registers = mlx4_registers,
	.register_count = 4,
	.clock_at = 2 * SOFTHCA_PAGE,
	.clock_big = true,
	.image_bytes = 512,
	.exact_driver_data = false,
	.send_shift_least = MLX4_MIN_SQ_SHIFT,
	.send_shift_most = MLX4_MAX_SQ_SHIFT,
	.send_entries_most = 16384,
	.srq_head_bytes = 16,
	.srq_least_slot = 32,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define MLX4_QUEUES                                                                                \
	.roce = false, .rings = &mlx4_rings, .register_pages = 3,                                  \
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_XRC_SEND |                 \
		    1U << IBV_QPT_XRC_RECV | 1U << IBV_QPT_XRC | 1U << IBV_QPT_UD,                 \
	.qp_flags = 2, .qp_refusal = EOPNOTSUPP, .get_context = softhca_common_get_context,        \
	.map = softhca_common_map, .poll = softhca_common_poll, .tick = softhca_common_tick,       \
	.query_device_ex = softhca_common_query_device_ex, .alloc_pd = softhca_common_alloc_pd,    \
	.modify_cq = softhca_common_modify_cq, .create_cq = softhca_own_create_cq,                 \
	.destroy_cq = softhca_own_destroy_cq, .create_qp = softhca_own_create_qp,                  \
	.destroy_qp = softhca_own_destroy_qp, .resize_cq = softhca_own_resize_cq,                  \
	.create_srq = softhca_own_create_srq, .destroy_srq = softhca_own_destroy_srq

/** Members of struct softhca_driver that come from the spec. */
#define MLX4_DEVICE                                                                                \
	MLX4_QUEUES, .name = "mlx4", .identity = &mlx4_identity, .abi_version = MLX4_ABI_MAX,      \
		     .node_type = MLX4_NODE_TYPE, .max_ports = MLX4_MAX_PORTS,                     \
		     .limits = &mlx4_limits, .guid_base = 0x2c90300fe0000ULL, .guid_step = 16,     \
		     .device_id = 0x1003, .hca_type = "MT4099", .board_id = "INV_SOFTHCA_MLX4",    \
		     .hw_rev = "0"
#endif
