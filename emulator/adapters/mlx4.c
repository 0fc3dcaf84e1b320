/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mlx4 (ConnectX-3) as the emulator's kernel side and engine see it: limits, register pages, where
 * queues lie in a process, and the generated readers and writers of its formats.
 */
#include <inverbs/adapters/mlx4_abi.h>
#include <inverbs/adapters/mlx4_device.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "adapters/drivers.h"
#include "base/driver.h"
#include "base/log.h"
#include "engine/base/adapter.h"
#include "engine/engine.h"

enum {
	UAR = 0,             /**< offset of the doorbell page, in the file and in a mapping of it */
	PUSH = SOFTHCA_PAGE, /**< of the push page */
	CLOCK = 2 * SOFTHCA_PAGE, /**< of the clock page in the file */
	REGISTER_PAGES = 3,
	SEND_BELL = 0x14,
	ARM_BELL = 0x20,
	PUSH_BYTES = 512, /**< one push register: two buffers */
	CAP_CQE_SIZE = 1, /**< dev_caps: entries have the size given */
	CQE_BYTES = 64,
	QP_TABLE = 1 << 17,
	FIRST_QPN = 0x48, /**< below are the special queue pairs */
	MAX_SEND_ENTRIES = 16384,
	SPARE_SENDS = 33, /**< most entries that prefetching costs */
	MAX_RECV_STRIDE = HW_MAX_STRIDE,
	BUFFER_ALIGN = 64,
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
	return (INVERBS_BE32(record) - taken) & 0xffff;
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
		.dev_caps = CAP_CQE_SIZE,
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
	uint32_t send = rung(uar + SEND_BELL);
	uint32_t arm = rung(uar + ARM_BELL);

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

static int make_ring(struct hw_ring *ring, const struct dma_space *space, uint64_t addr,
		     uint32_t entries, uint32_t stride)
{
	*ring = (struct hw_ring){.entries = entries, .stride = stride};
	return softhca_view_init(&ring->memory, space, addr, (uint64_t)entries * stride,
				 BUFFER_ALIGN);
}

static uint32_t cq_entries(uint32_t cqe)
{
	return inverbs_round_up_pow2(cqe + 1);
}

static int create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct dma_space *space = &cq->obj.ctx->memory;
	const struct mlx4_create_cq_out out = {.cqn = cq->cqn};
	struct mlx4_create_cq_in in;
	struct hw_cq *hw;
	int ret = softhca_udata_in(udata, &in, sizeof(in));

	if (ret)
		return ret;
	if (cq->ignore_overrun)
		return EOPNOTSUPP;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	hw->adapter = &formats;
	ret = make_ring(&hw->ring, space, in.buf_addr, cq_entries(cqe), CQE_BYTES);
	if (!ret)
		ret = softhca_view_init(&hw->record, space, in.db_addr, 8, 8);
	if (!ret)
		ret = softhca_engine_cq_init_ring(&formats, &hw->ring, 0);
	if (ret) {
		free(hw);
		return ret;
	}
	cq->hw = hw;
	cq->entries = hw->ring.entries;
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static int resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	struct mlx4_resize_cq_in in;
	struct hw_ring ring;
	int ret = softhca_udata_in(udata, &in, sizeof(in));

	if (!ret)
		ret = make_ring(&ring, &cq->obj.ctx->memory, in.buf_addr, cq_entries(cqe),
				CQE_BYTES);
	if (!ret)
		ret = softhca_engine_cq_move(cq, &ring);
	if (!ret)
		cq->entries = ring.entries;
	return ret;
}

/** Moderation only changes when events come, and here each comes at once. */
static int modify_cq(struct softhca_cq *cq, uint16_t count, uint16_t period)
{
	(void)cq;
	(void)count;
	(void)period;
	return 0;
}

static void destroy_cq(struct softhca_cq *cq)
{
	free(cq->hw);
	cq->hw = NULL;
}

static bool has_send_queue(const struct softhca_qp *qp)
{
	return qp->type != IBV_QPT_XRC_RECV;
}

static bool has_recv_queue(const struct softhca_qp *qp)
{
	return !qp->srq && !qp->domain && qp->type != IBV_QPT_XRC_SEND;
}

static int size_send_queue(struct hw_ring *ring, const struct mlx4_create_qp_in *in)
{
	if (in->log_sq_stride < 6 || in->log_sq_stride > 10 || in->log_sq_bb_count > 14)
		return EINVAL;
	ring->entries = 1U << in->log_sq_bb_count;
	ring->stride = 1U << in->log_sq_stride;
	return ring->entries > MAX_SEND_ENTRIES ? EINVAL : 0;
}

static int size_recv_queue(struct hw_ring *ring, struct ibv_qp_cap *cap,
			   const struct mlx4_create_qp_in *in)
{
	uint32_t stride;

	if (!cap->max_recv_wr || !cap->max_recv_sge || in->inl_recv_sz > MAX_RECV_STRIDE)
		return EINVAL;
	cap->max_recv_wr = inverbs_round_up_pow2(cap->max_recv_wr);
	cap->max_recv_sge = inverbs_round_up_pow2(cap->max_recv_sge);
	stride = cap->max_recv_sge * MLX4_DATA_SIZE;
	if (stride < in->inl_recv_sz)
		stride = inverbs_round_up_pow2(in->inl_recv_sz);
	ring->entries = cap->max_recv_wr;
	ring->stride = stride;
	return stride > MAX_RECV_STRIDE ? EINVAL : 0;
}

/** Both rings share a buffer: first the one with the larger stride, else the send ring. */
static int place_rings(struct hw_qp *hw, const struct dma_space *space, uint64_t buffer)
{
	uint64_t send_bytes = (uint64_t)hw->send.entries * hw->send.stride;
	uint64_t recv_bytes = (uint64_t)hw->recv.entries * hw->recv.stride;
	bool recv_first = hw->recv.entries && hw->recv.stride > hw->send.stride;
	int ret = make_ring(&hw->send, space, buffer + (recv_first ? recv_bytes : 0),
			    hw->send.entries, hw->send.stride);

	if (!ret && hw->recv.entries)
		ret = softhca_view_init(&hw->recv.memory, space,
					buffer + (recv_first ? 0 : send_bytes), recv_bytes,
					BUFFER_ALIGN);
	return ret;
}

static int set_up_qp(struct softhca_qp *qp, struct hw_qp *hw, const struct mlx4_create_qp_in *in)
{
	const struct dma_space *space = &qp->ctx->memory;
	int ret = size_send_queue(&hw->send, in);

	hw->adapter = &formats;
	if (!ret && has_recv_queue(qp))
		ret = size_recv_queue(&hw->recv, &qp->attr.cap, in);
	if (!ret)
		ret = place_rings(hw, space, in->buf_addr);
	if (!ret && has_recv_queue(qp))
		ret = softhca_view_init(&hw->record, space, in->db_addr, 4, 4);
	return ret;
}

static int create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	struct mlx4_create_qp_in in;
	struct hw_qp *hw;
	int ret;

	if (qp->type == IBV_QPT_RAW_PACKET ||
	    qp->create_flags & ~(uint32_t)IBV_QP_CREATE_BLOCK_SELF_MCAST_LB)
		return EOPNOTSUPP;
	if (!has_send_queue(qp))
		return 0;
	ret = softhca_udata_in(udata, &in, sizeof(in));
	if (ret)
		return ret;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	ret = set_up_qp(qp, hw, &in);
	if (ret)
		free(hw);
	else
		qp->hw = hw;
	return ret;
}

static void destroy_qp(struct softhca_qp *qp)
{
	free(qp->hw);
	qp->hw = NULL;
}

static uint32_t srq_stride(uint32_t max_sge)
{
	uint32_t stride = inverbs_round_up_pow2(MLX4_SRQ_NEXT_SIZE + max_sge * MLX4_DATA_SIZE);

	return stride < 32 ? 32 : stride;
}

static int create_srq(struct softhca_srq *srq, struct softhca_udata *udata)
{
	const struct dma_space *space = &srq->obj.ctx->memory;
	const struct mlx4_create_srq_out out = {.srqn = srq->srqn};
	struct mlx4_create_srq_in in;
	struct hw_srq *hw;
	int ret = softhca_udata_in(udata, &in, sizeof(in));

	if (ret)
		return ret;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	hw->adapter = &formats;
	ret = make_ring(&hw->ring, space, in.buf_addr, inverbs_round_up_pow2(srq->max_wr + 1),
			srq_stride(srq->max_sge));
	if (!ret)
		ret = softhca_view_init(&hw->record, space, in.db_addr, 4, 4);
	if (ret) {
		free(hw);
		return ret;
	}
	srq->hw = hw;
	srq->max_wr = hw->ring.entries - 1;
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static void destroy_srq(struct softhca_srq *srq)
{
	free(srq->hw);
	srq->hw = NULL;
}

/* --- the driver --------------------------------------------------------------------------- */

static const struct softhca_limits limits = {
	.attr =
		{
			.max_mr_size = UINT64_MAX,
			.page_size_cap = 0xfffffe00,
			.vendor_id = 0x02c9, /* the OUI of its GUIDs, not the PCI vendor */
			.vendor_part_id = 0x1003,
			.max_qp = QP_TABLE - 2 * FIRST_QPN,
			.max_qp_wr = MAX_SEND_ENTRIES - SPARE_SENDS,
			.device_cap_flags = IBV_DEVICE_CHANGE_PHY_PORT |
					    IBV_DEVICE_PORT_ACTIVE_EVENT |
					    IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |
					    IBV_DEVICE_XRC | IBV_DEVICE_MEM_WINDOW |
					    IBV_DEVICE_MEM_WINDOW_TYPE_2B,
			.max_sge = 32,
			.max_sge_rd = 30,
			.max_cq = 65408,
			.max_cqe = 0x3fffff,
			.max_mr = 524032,
			.max_pd = 32764,
			.max_qp_rd_atom = 16,
			.max_res_rd_atom = 16 * (QP_TABLE - 2 * FIRST_QPN),
			.max_qp_init_rd_atom = 128,
			.atomic_cap = IBV_ATOMIC_HCA,
			.max_mw = 524032,
			.max_mcast_grp = 8192,
			.max_mcast_qp_attach = 248,
			.max_total_mcast_qp_attach = 8192 * 248,
			.max_ah = INT32_MAX,
			.max_srq = 65472,
			.max_srq_wr = MAX_SEND_ENTRIES - 1,
			.max_srq_sge = 31,
			.max_pkeys = SOFTHCA_PKEYS,
			.local_ca_ack_delay = 15,
		},
	.fw_ver = UINT64_C(2) << 32 | UINT64_C(42) << 16 | 5000,
	.timestamp_mask = (UINT64_C(1) << 48) - 1,
	.hca_core_clock = 427000,
	.max_msg_sz = UINT32_C(1) << 30,
	.port_cap_flags = 0x02514868,
	.max_mtu = IBV_MTU_4096,
	.pkey_tbl_len = SOFTHCA_PKEYS,
	.gid_tbl_len = 128,
	.active_width = 2,  /* 4X */
	.active_speed = 16, /* FDR */
	.max_vl_num = 4,
	.rate = "56 Gb/sec (4X FDR)",
	.num_comp_vectors = 4,
	.spare_cqes = 1,
	.qpn_base = FIRST_QPN,
	.qpn_count = QP_TABLE,
	.xrc_qpn_bit = MLX4_XRC_QPN_BIT,
};

const struct softhca_driver softhca_driver_mlx4 = {
	.name = "mlx4",
	.identity = &mlx4_identity,
	.abi_version = MLX4_ABI_MAX,
	.device_id = 0x1003,
	.node_type = MLX4_NODE_TYPE,
	.guid_base = 0x0002c90300fe0000,
	.guid_step = 0x10,
	.hca_type = "MT4099",
	.board_id = "INV_SOFTHCA_MLX4",
	.hw_rev = "0",
	.max_ports = MLX4_MAX_PORTS,
	.register_pages = REGISTER_PAGES,
	.limits = &limits,
	.get_context = get_context,
	.map = map,
	.tick = tick,
	.query_device_ex = query_device_ex,
	.alloc_pd = alloc_pd,
	.create_cq = create_cq,
	.resize_cq = resize_cq,
	.modify_cq = modify_cq,
	.destroy_cq = destroy_cq,
	.create_qp = create_qp,
	.destroy_qp = destroy_qp,
	.create_srq = create_srq,
	.destroy_srq = destroy_srq,
	.poll = poll_registers,
};
