/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mlx4 (ConnectX-3) as the emulator's kernel side and engine see it: limits, register pages, where
 * queues lie in a process, and the generated readers and writers of its formats.
 */
#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/device/mlx4_device.h>
#include <sys/mman.h>

#include "adapters/drivers.h"
#include "adapters/gen/mlx4.h"
#include "adapters/rings.h"
#include "base/driver.h"
#include "base/log.h"
#include "engine/base/adapter.h"
#include "engine/engine.h"

enum {
	UAR = 0,             /**< offset of the doorbell page, in the file and in a mapping of it */
	PUSH = SOFTHCA_PAGE, /**< of the push page */
	CLOCK = 2 * SOFTHCA_PAGE, /**< of the clock page in the file */
	REGISTER_PAGES = 3,
	PUSH_BYTES = 512, /**< one push register: two buffers */
	CQE_BYTES = 64,
	QP_TABLE = 1 << 17,
	FIRST_QPN = 0x48, /**< below are the special queue pairs */
	MAX_SEND_ENTRIES_LOG2 = 14,
	MAX_SEND_ENTRIES = 1 << MAX_SEND_ENTRIES_LOG2,
	SPARE_SENDS = 33, /**< most entries that prefetching costs */
};

/* --- formats ----------------------------------------------------------------------------- */

static void decode_av(const uint8_t *bytes, bool ethernet, struct hw_av *out)
{
	const struct mlx4_av av = mlx4_av_get(bytes);

	*out = (struct hw_av){
		.pdn = av.pdn,
		.attr.port_num = av.port,
		.attr.is_global = av.grh,
		.attr.src_path_bits = av.path_bits,
		.attr.dlid = av.dlid,
		.attr.sl = ethernet ? av.ether_sl : av.sl,
		.attr.grh.sgid_index = av.gid_index,
		.attr.grh.hop_limit = av.hop_limit,
		.attr.grh.traffic_class = av.traffic_class,
		.attr.grh.flow_label = av.flow_label,
	};
	memcpy(out->attr.grh.dgid.raw, av.dgid, sizeof(av.dgid));
}

static uint32_t recv_posted(uint32_t record, uint32_t taken, uint32_t entries)
{
	(void)entries;
	return (uint16_t)(mlx4_recv_record_get(&record).count - taken);
}

static uint32_t cq_outstanding(uint32_t record, uint32_t producer, uint32_t entries)
{
	(void)entries;
	return (producer - INVERBS_BE32(record)) & 0xffffff;
}

static void build_cqe(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries,
		      const struct inverbs_dev_cqe *cqe)
{
	memset(buffer, 0, bytes);
	mlx4_dev_encode_cqe(buffer, bytes, cqe);
	mlx4_dev_publish_cqe(buffer, bytes, index, entries);
}

static void build_resize(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries)
{
	memset(buffer, 0, bytes);
	mlx4_dev_encode_resize(buffer, bytes);
	mlx4_dev_publish_cqe(buffer, bytes, index, entries);
}

static const struct hw_adapter formats = {
	.send_ready = mlx4_dev_send_ready,
	.send_bytes = mlx4_dev_send_bytes,
	.decode_send = mlx4_dev_decode_send,
	.decode_recv = mlx4_dev_decode_recv,
	.decode_srq_recv = mlx4_dev_decode_srq_recv,
	.decode_av = decode_av,
	.recv_posted = recv_posted,
	.cq_outstanding = cq_outstanding,
	.build_cqe = build_cqe,
	.build_resize = build_resize,
	.init_cqe = mlx4_dev_init_cqe,
	.decode_arm = mlx4_dev_decode_arm,
	.arm_sequence_mask = 3,
	.index_mask = 0xffffff,
};

/* --- contexts and registers -------------------------------------------------------------- */

/** One store, so that a reader of the two halves sees that they change. */
static uint64_t tick(struct softhca_context *ctx, uint64_t now)
{
	uint64_t *clock = (uint64_t *)(void *)(ctx->registers + CLOCK);
	const uint64_t ticks = softhca_ticks(ctx->device->driver->limits, now);

	__atomic_store_n(clock, INVERBS_BE64(ticks), __ATOMIC_RELEASE);
	return ticks;
}

static int get_context(struct softhca_context *ctx, struct softhca_udata *udata)
{
	const struct mlx4_get_context_out out = {
		.dev_caps = MLX4_CAP_CQE_SIZE,
		.qp_tab_size = QP_TABLE,
		.bf_reg_size = PUSH_BYTES,
		.bf_regs_per_page = SOFTHCA_PAGE / PUSH_BYTES,
		.cqe_size = CQE_BYTES,
	};

	tick(ctx, softhca_now());
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static int map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
	       struct softhca_mapped *out)
{
	if (bytes != SOFTHCA_PAGE || offset % SOFTHCA_PAGE || (prot & PROT_EXEC))
		return EINVAL;
	if (offset == (uint64_t)MLX4_MAP_CLOCK_PAGE * SOFTHCA_PAGE)
		offset = CLOCK;
	else if (offset != UAR && offset != PUSH)
		return EINVAL;
	if (offset == CLOCK && prot & PROT_WRITE)
		return EPERM;
	*out = (struct softhca_mapped){.fd = ctx->registers_fd, .offset = offset};
	return 0;
}

/**
 * Take what was written to a register, in host order. Nothing traps when a program stores there,
 * and a second store may hide a first one: so a value is only a hint, not all that was posted.
 */
static uint32_t rung(uint8_t *reg)
{
	uint32_t *word = (uint32_t *)(void *)reg;

	if (!__atomic_load_n(word, __ATOMIC_RELAXED))
		return 0;
	return INVERBS_BE32(__atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE));
}

/** An entry pushed to one of the two buffers; its second word tells the queue pair. */
static unsigned int poll_push(struct softhca_context *ctx, uint8_t *buffer)
{
	const uint32_t *word = (const uint32_t *)(const void *)(buffer + 4);

	if (!rung(buffer))
		return 0;
	softhca_engine_kick_qp(ctx, INVERBS_BE32(__atomic_load_n(word, __ATOMIC_RELAXED)) >> 8);
	return 1;
}

static unsigned int poll_registers(struct softhca_context *ctx)
{
	uint8_t *uar = ctx->registers + UAR;
	uint8_t *push = ctx->registers + PUSH;
	uint32_t send = rung(uar + MLX4_UAR_SEND_DOORBELL);
	uint32_t arm = rung(uar + MLX4_UAR_ARM_DOORBELL);

	tick(ctx, softhca_engine_now(ctx));
	if (send)
		softhca_engine_kick_qp(ctx, send >> 8);
	if (arm)
		softhca_engine_kick_cq(ctx, arm & 0xffffff);
	return (send != 0) + (arm != 0) + poll_push(ctx, push) +
	       poll_push(ctx, push + PUSH_BYTES / 2);
}

static int query_device_ex(struct softhca_context *ctx, struct softhca_udata *udata)
{
	/* the clock begins its page */
	const struct mlx4_query_device_ex_out out = {.comp_mask = MLX4_QUERY_CLOCK_OFFSET,
						     .response_length = sizeof(out)};

	(void)ctx;
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static int alloc_pd(struct softhca_pd *pd, struct softhca_udata *udata)
{
	const struct mlx4_alloc_pd_out out = {.pdn = pd->pdn};

	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

/* --- queues ------------------------------------------------------------------------------ */

/** Moderation only changes when events come, and here each comes at once. */
static int modify_cq(struct softhca_cq *cq, uint16_t count, uint16_t period)
{
	(void)cq;
	(void)count;
	(void)period;
	return 0;
}

static int create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	if (qp->type == IBV_QPT_RAW_PACKET ||
	    qp->create_flags & ~(uint32_t)IBV_QP_CREATE_BLOCK_SELF_MCAST_LB)
		return EOPNOTSUPP;
	return softhca_own_create_qp(qp, udata);
}

static const struct softhca_rings rings = {
	.formats = &formats,
	.parts = &mlx4_parts,
	.cqe_bytes = CQE_BYTES,
	.sge_bytes = MLX4_DATA_SIZE,
	.send_shift_least = MLX4_MIN_SQ_SHIFT,
	.send_shift_most = MLX4_MAX_SQ_SHIFT,
	.send_entries_log2_most = MAX_SEND_ENTRIES_LOG2,
	.srq_head_bytes = MLX4_SRQ_NEXT_SIZE,
	.srq_least_slot = 1U << MLX4_MIN_SRQ_SHIFT,
};

/* --- the driver --------------------------------------------------------------------------- */

const struct softhca_driver softhca_driver_mlx4 = {
	MLX4_DEVICE,
	.register_pages = REGISTER_PAGES,
	.rings = &rings,
	.get_context = get_context,
	.map = map,
	.tick = tick,
	.query_device_ex = query_device_ex,
	.alloc_pd = alloc_pd,
	.create_cq = softhca_own_create_cq,
	.resize_cq = softhca_own_resize_cq,
	.modify_cq = modify_cq,
	.destroy_cq = softhca_own_destroy_cq,
	.create_qp = create_qp,
	.destroy_qp = softhca_own_destroy_qp,
	.create_srq = softhca_own_create_srq,
	.destroy_srq = softhca_own_destroy_srq,
	.poll = poll_registers,
};
