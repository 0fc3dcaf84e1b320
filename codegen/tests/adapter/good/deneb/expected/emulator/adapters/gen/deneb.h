/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The emulated deneb: its responses to queries, and its sysfs attributes. deneb.device */
#ifndef EMULATOR_ADAPTERS_GEN_DENEB_H
#define EMULATOR_ADAPTERS_GEN_DENEB_H

#include <inverbs/kernel/deneb_abi.h>
#include <inverbs/device/deneb_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits deneb_limits = {
	.attr =
		{
			.atomic_cap = IBV_ATOMIC_NONE,
		},
	.fw_ver = UINT64_C(0x10000),
	.max_mtu = IBV_MTU_1024,
	.first_mtu = IBV_MTU_512,
	.max_inline = 96,
	.qpn_base = 1,
	.qpn_count = 4096,
	.rate = "1 Gb/sec",
};

/**
 * The number of WQEs from `index` up to the program's index, which can have any value.
 * deneb.queue-head
 */
static uint32_t deneb_posted(uint32_t record, uint32_t index, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (deneb_turn_get(&record).slot - index) & (entries - 1);
}

static uint32_t deneb_cq_outstanding(uint32_t record, uint32_t producer, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (producer - deneb_turn_get(&record).slot) & (entries - 1);
}

static void deneb_put_index(uint8_t *at, uint32_t index, uint32_t entries)
{
	const struct deneb_turn seg = {.slot = index & (entries - 1)};
	uint32_t word;

	deneb_turn_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(at, word);
}

/** Encode a CQE in its slot, which is in the emulator's own memory. deneb.device.quirks */
static void deneb_put_cqe(void *slot, uint32_t index INVERBS_UNUSED,
			  uint32_t entries INVERBS_UNUSED, const struct inverbs_dev_cqe *cqe)
{
	struct inverbs_dev_cqe told = *cqe;

	if (!told.grh)
		told.src_qp = 0;
	told.grh = true;
	told.sl = 0;
	told.slid = 0;
	told.path_bits = 0;
	deneb_dev_encode_cqe(slot, 32, &told);
	if (!told.is_send && told.status == IBV_WC_SUCCESS) {
		struct deneb_news e = deneb_news_get(slot);

		e.port = 1;
		deneb_news_put(slot, &e);
	}
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter deneb_adapter = {
	.send_posted = deneb_posted,
	.recv_posted = deneb_posted,
	.cq_spare = 1,
	.put_index = deneb_put_index,
	.decode_send = deneb_dev_decode_send,
	.decode_recv = deneb_dev_decode_recv,
	.cq_outstanding = deneb_cq_outstanding,
	.put_cqe = deneb_put_cqe,
	.named = true,
	.knows_sig_all = true,
	.flushes_once = true,
	.limit_at_receive = true,
};

static const struct softhca_queue_head deneb_head = {
	.bytes = DENEB_QUEUE_HEAD,
	.init = deneb_queue_init,
	.index_at = deneb_index_at,
	.producer = deneb_producer,
	.consumer = deneb_consumer,
	.set_producer = deneb_set_producer,
	.set_consumer = deneb_set_consumer,
	.send_bytes = deneb_send_bytes,
	.recv_bytes = deneb_recv_bytes,
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings deneb_rings = {
	.formats = &deneb_adapter,
	.command_data = &deneb_command_data,
	.cqe_bytes = 32,
	.sge_bytes = 16,
	.image_bytes = 0,
	.exact_driver_data = true,
	.head = &deneb_head,
	.least_slot = 128,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define DENEB_QUEUES                                                                               \
	.roce = true, .rings = &deneb_rings, .register_pages = 1,                                  \
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_UD, .qp_flags = 0,         \
	.qp_refusal = EOPNOTSUPP, .get_context = softhca_common_get_context,                       \
	.map = softhca_made_map, .poll = softhca_common_poll,                                      \
	.query_device_ex = softhca_common_query_device_ex,                                         \
	.ring_doorbell = softhca_common_ring_doorbell, .notify_cq = softhca_common_notify_cq,      \
	.create_cq = softhca_made_create_cq, .destroy_cq = softhca_made_destroy_cq,                \
	.create_qp = softhca_made_create_qp, .destroy_qp = softhca_made_destroy_qp,                \
	.resize_cq = softhca_made_resize_cq, .create_srq = softhca_made_create_srq,                \
	.destroy_srq = softhca_made_destroy_srq, .resize_srq = softhca_made_resize_srq

/** Members of struct softhca_driver that come from the spec. */
#define DENEB_DEVICE                                                                               \
	DENEB_QUEUES, .name = "deneb", .identity = &deneb_identity, .abi_version = DENEB_ABI_MAX,  \
		      .node_type = DENEB_NODE_TYPE, .max_ports = DENEB_MAX_PORTS,                  \
		      .limits = &deneb_limits, .guid_base = 512, .guid_step = 4
#endif
