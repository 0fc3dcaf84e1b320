/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The emulated rxe: its responses to queries, and its sysfs attributes. rxe.device */
#ifndef EMULATOR_ADAPTERS_GEN_RXE_H
#define EMULATOR_ADAPTERS_GEN_RXE_H

#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/device/rxe_device.h>

#include "adapters/common/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"

static const struct softhca_limits rxe_limits = {
	.attr =
		{
			.max_mr_size = 0xffffffffffffffffULL,
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
	.first_mtu = IBV_MTU_256,
	.device_cap_flags_ex = 0x10000000000ULL,
	.max_msg_sz = 8388608,
	.port_cap_flags = 65536,
	.pkey_tbl_len = 1,
	.gid_tbl_len = 1024,
	.active_width = 1,
	.active_speed = 1,
	.max_vl_num = 1,
	.num_comp_vectors = 2,
	.spare_cqes = 1,
	.max_inline = 512,
	.qpn_base = 17,
	.qpn_count = 16777216,
	.rate = "2.5 Gb/sec (1X SDR)",
};

/**
 * The number of WQEs from `index` up to the program's index, which can have any value.
 * rxe.queue-head
 */
static uint32_t rxe_posted(uint32_t record, uint32_t index, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (rxe_index_get(&record).value - index) & (entries - 1);
}

static uint32_t rxe_cq_outstanding(uint32_t record, uint32_t producer, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (producer - rxe_index_get(&record).value) & (entries - 1);
}

static void rxe_put_index(uint8_t *at, uint32_t index, uint32_t entries)
{
	const struct rxe_index seg = {.value = index & (entries - 1)};
	uint32_t word;

	rxe_index_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(at, word);
}

/** Encode a CQE in its slot, which is in the emulator's own memory. rxe.device.quirks */
static void rxe_put_cqe(void *slot, uint32_t index INVERBS_UNUSED, uint32_t entries INVERBS_UNUSED,
			const struct inverbs_dev_cqe *cqe)
{
	struct inverbs_dev_cqe told = *cqe;

	if (!told.grh)
		told.src_qp = 0;
	told.grh = true;
	told.sl = 0;
	told.slid = 0;
	told.path_bits = 0;
	rxe_dev_encode_cqe(slot, 128, &told);
	if (!told.is_send && told.status == IBV_WC_SUCCESS) {
		struct rxe_cqe e = rxe_cqe_get(slot);

		e.port = 1;
		rxe_cqe_put(slot, &e);
	}
}

/** What the engine needs to know of the formats. */
static const struct hw_adapter rxe_adapter = {
	.send_posted = rxe_posted,
	.recv_posted = rxe_posted,
	.cq_spare = 1,
	.put_index = rxe_put_index,
	.decode_send = rxe_dev_decode_send,
	.decode_recv = rxe_dev_decode_recv,
	.cq_outstanding = rxe_cq_outstanding,
	.put_cqe = rxe_put_cqe,
	.named = true,
	.overrun_loses = true,
	.knows_sig_all = true,
	.flushes_once = true,
	.limit_at_receive = true,
};

static const struct softhca_queue_head rxe_head = {
	.bytes = RXE_QUEUE_HEAD,
	.init = rxe_queue_init,
	.index_at = rxe_index_at,
	.producer = rxe_producer,
	.consumer = rxe_consumer,
	.set_producer = rxe_set_producer,
	.set_consumer = rxe_set_consumer,
	.send_bytes = rxe_send_bytes,
	.recv_bytes = rxe_recv_bytes,
};

/** What the code that several emulated drivers share needs to know. */
static const struct softhca_rings rxe_rings = {
	.formats = &rxe_adapter,
	.command_data = &rxe_command_data,
	.cqe_bytes = 128,
	.sge_bytes = 16,
	.image_bytes = 0,
	.exact_driver_data = true,
	.head = &rxe_head,
	.least_slot = 64,
};

/** Members of struct softhca_driver that are derived from the sections about queues. */
#define RXE_QUEUES                                                                                 \
	.roce = true, .rings = &rxe_rings, .register_pages = 1,                                    \
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_UD, .qp_flags = 0,         \
	.qp_refusal = EOPNOTSUPP, .get_context = softhca_common_get_context,                       \
	.map = softhca_made_map, .poll = softhca_common_poll,                                      \
	.query_device_ex = softhca_common_query_device_ex, .create_ah = softhca_common_create_ah,  \
	.ring_doorbell = softhca_common_ring_doorbell, .notify_cq = softhca_common_notify_cq,      \
	.create_cq = softhca_made_create_cq, .destroy_cq = softhca_made_destroy_cq,                \
	.create_qp = softhca_made_create_qp, .destroy_qp = softhca_made_destroy_qp,                \
	.resize_cq = softhca_made_resize_cq, .create_srq = softhca_made_create_srq,                \
	.destroy_srq = softhca_made_destroy_srq, .resize_srq = softhca_made_resize_srq,            \
	.modify_srq_in = sizeof(struct rxe_modify_srq_in)

/** Members of struct softhca_driver that come from the spec. */
#define RXE_DEVICE                                                                                 \
	RXE_QUEUES, .name = "rxe", .identity = &rxe_identity, .abi_version = RXE_ABI_MAX,          \
		    .node_type = RXE_NODE_TYPE, .max_ports = RXE_MAX_PORTS, .limits = &rxe_limits, \
		    .guid_base = 0x505400fffe000000ULL, .guid_step = 16, .no_cur_state = true,     \
		    .keeps_regions = true, .rounds_silently = true
#endif
