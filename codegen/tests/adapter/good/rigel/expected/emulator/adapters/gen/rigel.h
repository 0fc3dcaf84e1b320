/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The emulated rigel: its responses to queries, and its sysfs attributes. rigel.device */
#ifndef EMULATOR_ADAPTERS_GEN_RIGEL_H
#define EMULATOR_ADAPTERS_GEN_RIGEL_H

#include <inverbs/kernel/rigel_abi.h>
#include <inverbs/device/rigel_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits rigel_limits = {
	.attr =
		{
			.atomic_cap = IBV_ATOMIC_NONE,
		},
	.fw_ver = UINT64_C(0x100000000),
	.max_mtu = IBV_MTU_4096,
	.qpn_base = 1,
	.qpn_count = 256,
	.rate = "10 Gb/sec",
};

static uint32_t rigel_cq_outstanding(uint32_t record, uint32_t producer,
				     uint32_t entries INVERBS_UNUSED)
{
	return (producer - rigel_seen_get(&record).count);
}

/** Encode a CQE in its slot, which is in the emulator's own memory. */
static void rigel_put_cqe(void *slot, uint32_t index INVERBS_UNUSED,
			  uint32_t entries INVERBS_UNUSED, const struct inverbs_dev_cqe *cqe)
{
	struct inverbs_dev_cqe told = *cqe;

	rigel_dev_encode_cqe(slot, 16, &told);
	rigel_dev_publish_cqe(slot, 16, index, entries);
}

/** The status that each kind of fault reports. rigel.device.faults */
static uint32_t rigel_fault_code(enum hw_fault fault)
{
	static const uint8_t codes[] = {
		[HW_NO_FAULT] = RIGEL_FATE_FINE,        [HW_BAD_KEY] = RIGEL_FATE_KEY,
		[HW_OTHER_DOMAIN] = RIGEL_FATE_KEY,     [HW_NO_RIGHT] = RIGEL_FATE_KEY,
		[HW_OUT_OF_BOUNDS] = RIGEL_FATE_LENGTH, [HW_NO_RECEIVE] = RIGEL_FATE_ORDER,
		[HW_TOO_MANY_READS] = RIGEL_FATE_ORDER, [HW_MALFORMED] = RIGEL_FATE_ORDER,
	};

	return codes[fault];
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter rigel_adapter = {
	.send_ready = rigel_dev_send_ready,
	.send_bytes = rigel_dev_send_bytes,
	.decode_send = rigel_dev_decode_send,
	.decode_recv = rigel_dev_decode_recv,
	.is_recv = rigel_dev_is_recv,
	.serial = rigel_dev_serial,
	.fault_code = rigel_fault_code,
	.cq_outstanding = rigel_cq_outstanding,
	.put_cqe = rigel_put_cqe,
};

static const struct softhca_joint rigel_joint = {
	.slot_bytes = 128,
	.least_recvs = 8,
	.most_recvs = 512,
	.counter_bytes = RIGEL_SEEN_SIZE,
	.cq_bytes = rigel_dev_cq_bytes,
	.attention = rigel_dev_attention,
	.fail = rigel_dev_fail,
	.hold = rigel_dev_hold,
};

/** Registers that programs store to. rigel.send.doorbell, rigel.arm */
static const struct softhca_register rigel_registers[] = {
	{.at = RIGEL_DOORBELL,
	 .number_at = 0,
	 .big = true,
	 .shift = 0,
	 .mask = 0xfffff,
	 .arms = false},
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings rigel_rings = {
	.formats = &rigel_adapter,
	.command_data = &rigel_command_data,
	.cqe_bytes = 16,
	.sge_bytes = 16,
	.registers = rigel_registers,
	.register_count = 1,
	.image_bytes = 0,
	.exact_driver_data = false,
	.joint = &rigel_joint,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define RIGEL_QUEUES                                                                               \
	.roce = false, .rings = &rigel_rings, .register_pages = 1, .qp_types = 1U << IBV_QPT_RC,   \
	.qp_flags = 0, .qp_refusal = EOPNOTSUPP, .get_context = softhca_common_get_context,        \
	.map = softhca_joint_map, .poll = softhca_common_poll,                                     \
	.notify_cq = softhca_joint_notify_cq, .create_cq = softhca_joint_create_cq,                \
	.destroy_cq = softhca_joint_destroy_cq, .create_qp = softhca_joint_create_qp,              \
	.destroy_qp = softhca_joint_destroy_qp, .modify_qp = softhca_joint_modify_qp,              \
	.qp_failed = softhca_joint_qp_failed, .hold_doorbells = softhca_joint_hold_doorbells

/** Members of struct softhca_driver that come from the spec. */
#define RIGEL_DEVICE                                                                               \
	RIGEL_QUEUES, .name = "rigel", .identity = &rigel_identity, .abi_version = RIGEL_ABI_MAX,  \
		      .node_type = RIGEL_NODE_TYPE, .max_ports = RIGEL_MAX_PORTS,                  \
		      .limits = &rigel_limits, .guid_base = 768, .guid_step = 1,                   \
		      .device_id = 0x2e17
#endif
