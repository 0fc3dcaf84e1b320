/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* The emulated cxgb3: its responses to queries, and its sysfs attributes. cxgb3.device */
#ifndef EMULATOR_ADAPTERS_GEN_CXGB3_H
#define EMULATOR_ADAPTERS_GEN_CXGB3_H

#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/device/cxgb3_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits cxgb3_limits = {
	.attr =
		{
			.max_mr_size = 0x100000000ULL,
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
	.max_inline = 64,
	.keys = 32768,
	.fresh_key = 255,
	.qpn_base = 1,
	.qpn_count = 32768,
	.rate = "10 Gb/sec (4X)",
};

static const struct softhca_limits cxgb3_t3a_limits = {
	.attr =
		{
			.max_mr_size = 0x100000000ULL,
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
	.max_inline = 64,
	.keys = 32768,
	.fresh_key = 255,
	.qpn_base = 1,
	.qpn_count = 32768,
	.rate = "10 Gb/sec (4X)",
};

static uint32_t cxgb3_cq_outstanding(uint32_t record, uint32_t producer,
				     uint32_t entries INVERBS_UNUSED)
{
	return (producer - cxgb3_cq_counter_get(&record).count);
}

/** Encode a CQE in its slot, which is in the emulator's own memory. */
static void cxgb3_put_cqe(void *slot, uint32_t index INVERBS_UNUSED,
			  uint32_t entries INVERBS_UNUSED, const struct inverbs_dev_cqe *cqe)
{
	struct inverbs_dev_cqe told = *cqe;

	cxgb3_dev_encode_cqe(slot, 16, &told);
	cxgb3_dev_publish_cqe(slot, 16, index, entries);
}

/** The status that each kind of fault reports. cxgb3.device.faults */
static uint32_t cxgb3_fault_code(enum hw_fault fault)
{
	static const uint8_t codes[] = {
		[HW_NO_FAULT] = CXGB3_STATUS_SUCCESS,
		[HW_BAD_KEY] = CXGB3_STATUS_STAG,
		[HW_OTHER_DOMAIN] = CXGB3_STATUS_PDID,
		[HW_NO_RIGHT] = CXGB3_STATUS_ACCESS,
		[HW_OUT_OF_BOUNDS] = CXGB3_STATUS_BOUND,
		[HW_NO_RECEIVE] = CXGB3_STATUS_OUT_OF_RQE,
		[HW_TOO_MANY_READS] = CXGB3_STATUS_IRD_OVERFLOW,
		[HW_MALFORMED] = CXGB3_STATUS_OPCODE,
	};

	return codes[fault];
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter cxgb3_adapter = {
	.send_ready = cxgb3_dev_send_ready,
	.send_bytes = cxgb3_dev_send_bytes,
	.decode_send = cxgb3_dev_decode_send,
	.decode_recv = cxgb3_dev_decode_recv,
	.is_recv = cxgb3_dev_is_recv,
	.serial = cxgb3_dev_serial,
	.fault_code = cxgb3_fault_code,
	.cq_outstanding = cxgb3_cq_outstanding,
	.put_cqe = cxgb3_put_cqe,
};

static const struct softhca_joint cxgb3_joint = {
	.slot_bytes = 128,
	.least_recvs = 16,
	.most_recvs = 1024,
	.counter_bytes = CXGB3_CQ_COUNTER_SIZE,
	.cq_bytes = cxgb3_dev_cq_bytes,
	.attention = cxgb3_dev_attention,
	.fail = cxgb3_dev_fail,
	.hold = cxgb3_dev_hold,
};

/** Registers that programs store to. cxgb3.send.doorbell, cxgb3.arm */
static const struct softhca_register cxgb3_registers[] = {
	{.at = CXGB3_DOORBELL,
	 .number_at = 0,
	 .big = false,
	 .shift = 0,
	 .mask = 0xffffffff,
	 .arms = false},
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings cxgb3_rings = {
	.formats = &cxgb3_adapter,
	.command_data = &cxgb3_command_data,
	.cqe_bytes = 16,
	.sge_bytes = 16,
	.registers = cxgb3_registers,
	.register_count = 1,
	.image_bytes = 0,
	.exact_driver_data = false,
	.joint = &cxgb3_joint,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define CXGB3_QUEUES                                                                               \
	.roce = false, .rings = &cxgb3_rings, .register_pages = 1, .qp_types = 1U << IBV_QPT_RC,   \
	.qp_flags = 0, .qp_refusal = EINVAL, .get_context = softhca_common_get_context,            \
	.map = softhca_joint_map, .poll = softhca_common_poll,                                     \
	.alloc_pd = softhca_common_alloc_pd, .notify_cq = softhca_joint_notify_cq,                 \
	.create_cq = softhca_joint_create_cq, .destroy_cq = softhca_joint_destroy_cq,              \
	.create_qp = softhca_joint_create_qp, .destroy_qp = softhca_joint_destroy_qp,              \
	.modify_qp = softhca_joint_modify_qp, .qp_failed = softhca_joint_qp_failed,                \
	.hold_doorbells = softhca_joint_hold_doorbells

/** Members of struct softhca_driver that come from the spec. */
#define CXGB3_DEVICE                                                                               \
	CXGB3_QUEUES, .name = "cxgb3", .identity = &cxgb3_identity, .abi_version = CXGB3_ABI_MAX,  \
		      .node_type = CXGB3_NODE_TYPE, .max_ports = CXGB3_MAX_PORTS,                  \
		      .limits = &cxgb3_limits, .guid_base = 0x743fe00000000ULL,                    \
		      .guid_step = 1048576, .device_id = 0x0031, .firmware = "T ",                 \
		      .hca_type = "cxgb3", .board_id = "1425.31", .hw_rev = "1"
/** Members of struct softhca_driver that come from the spec. */
#define CXGB3_T3A_DEVICE                                                                           \
	CXGB3_QUEUES, .name = "cxgb3", .identity = &cxgb3_identity, .abi_version = CXGB3_ABI_MAX,  \
		      .node_type = CXGB3_NODE_TYPE, .variant = "t3a",                              \
		      .max_ports = CXGB3_MAX_PORTS, .limits = &cxgb3_t3a_limits,                   \
		      .guid_base = 0x743fe00000000ULL, .guid_step = 1048576, .device_id = 0x0021,  \
		      .firmware = "T ", .hca_type = "cxgb3", .board_id = "1425.21", .hw_rev = "0"
#endif
