/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device: which one is ours, what its kernel driver says, which pages are mapped. */
#include <errno.h>
#include <inverbs/print/mlx4_print.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mlx4.h"

enum {
	/* Limits of one queue when the device does not say. */
	FALLBACK_MAX_WR = 65536,
	FALLBACK_MAX_SGE = 64,
};

/* GET_CONTEXT's answer, whichever ABI it came by. */
struct geometry_answer {
	uint32_t qp_numbers;
	uint32_t push_bytes; /* of one BlueFlame register: two buffers */
	uint32_t cqe_bytes;
};

static bool mlx4_match(const struct inverbs_device_info *dev)
{
	return inverbs_identity_match(&mlx4_identity, dev);
}

/* The older answer is shorter, and its size tells the kernel which to give. */
static int ask_kernel(struct inverbs_context *ctx, uint32_t abi, struct geometry_answer *answer)
{
	struct mlx4_get_context_out out = {0};
	struct mlx4_get_context_v3_out old = {0};
	int err;

	if (abi < MLX4_ABI_LONG_CONTEXT) {
		err = inverbs_get_context(ctx, &old, sizeof(old));
		*answer = (struct geometry_answer){old.qp_tab_size, old.bf_reg_size, 32};
	} else {
		err = inverbs_get_context(ctx, &out, sizeof(out));
		*answer = (struct geometry_answer){out.qp_tab_size, out.bf_reg_size, 32};
		if (out.dev_caps & MLX4_CAP_CQE_SIZE)
			answer->cqe_bytes = out.cqe_size;
	}
	if (err)
		return err;
	if (!answer->qp_numbers || answer->qp_numbers & (answer->qp_numbers - 1) ||
	    (answer->cqe_bytes != 32 && answer->cqe_bytes != 64)) {
		inverbs_log("mlx4: the kernel driver answered %u QP numbers and %u-byte "
			    "completions, which cannot be",
			    answer->qp_numbers, answer->cqe_bytes);
		close(ctx->ibv.async_fd);
		return EPROTO;
	}
	return 0;
}

/* Entries are pushed in blocks, alternating between two halves of a register that lies in one page.
 */
static bool usable_push_buffers(uint32_t bytes)
{
	return bytes && bytes % (2 * MLX4_WQE_CHUNK) == 0 &&
	       bytes <= (uint32_t)sysconf(_SC_PAGESIZE);
}

static int map_registers(struct inverbs_context *ctx, const struct geometry_answer *answer)
{
	ctx->uar = inverbs_map_page(ctx, MLX4_MAP_UAR_PAGE, PROT_WRITE);
	if (!ctx->uar)
		return errno;
	if (!usable_push_buffers(answer->push_bytes))
		return 0;
	inverbs_push_open(&ctx->push, inverbs_map_page(ctx, MLX4_MAP_PUSH_PAGE, PROT_WRITE),
			  answer->push_bytes / 2);
	if (!ctx->push.page)
		inverbs_log("mlx4: no BlueFlame page (%s), going on without", strerror(errno));
	return 0;
}

/* The extended query says where the clock is; kernels without it still answer the plain one. */
static int query_device(struct inverbs_context *ctx, struct uverbs_query_device_resp *out,
			struct mlx4_query_device_ex_out *drv)
{
	struct uverbs_ex_query_device_req ex_req = {0};
	struct uverbs_ex_query_device_resp ex = {0};
	struct uverbs_query_device_req req = {0};
	int err = uverbs_call_ex_query_device(ctx->transport, &ex_req, NULL, 0, &ex, drv,
					      sizeof(*drv));

	if (!err) {
		*out = ex.base;
		return 0;
	}
	memset(drv, 0, sizeof(*drv));
	return uverbs_call_query_device(ctx->transport, &req, out);
}

static void map_clock(struct inverbs_context *ctx, const struct mlx4_query_device_ex_out *drv)
{
	struct mlx4_context *mlx4 = mlx4_context_of(ctx);

	if (!(drv->comp_mask & MLX4_QUERY_CLOCK_OFFSET))
		return;
	mlx4->clock_page = inverbs_map_page(ctx, MLX4_MAP_CLOCK_PAGE, PROT_READ);
	mlx4->clock_offset = (uint32_t)(drv->hca_core_clock_offset &
					((uint64_t)sysconf(_SC_PAGESIZE) - 1));
	if (!mlx4->clock_page)
		inverbs_log("mlx4: no clock page (%s), raw clock not available", strerror(errno));
}

static void learn_limits(struct inverbs_context *ctx)
{
	struct mlx4_context *mlx4 = mlx4_context_of(ctx);
	struct uverbs_query_device_resp resp = {0};
	struct mlx4_query_device_ex_out drv = {0};

	mlx4->max_wr = FALLBACK_MAX_WR;
	mlx4->max_sge = FALLBACK_MAX_SGE;
	if (query_device(ctx, &resp, &drv))
		return;
	mlx4->device_cap_flags = resp.device_cap_flags;
	mlx4->max_wr = resp.max_qp_wr;
	mlx4->max_sge = resp.max_sge;
	mlx4->max_inline_recv = drv.max_inl_recv_sz;
	map_clock(ctx, &drv);
}

static int source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index, union ibv_gid *gid)
{
	return ibv_query_gid(&ctx->ibv, port, index, gid) ? errno : 0;
}

/*
 * IP-based GIDs name no MAC. Finding it takes the host's routes and neighbours, which is not done
 * here.
 */
static int no_neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			struct mlx4_neighbour *out)
{
	(void)ctx;
	(void)attr;
	(void)out;
	inverbs_log("mlx4: address handles on a port with IP-based GIDs need neighbour resolution, "
		    "which is not available");
	return EOPNOTSUPP;
}

static void init_tables(struct inverbs_context *ctx, uint32_t numbers)
{
	inverbs_table_init(&ctx->qps, numbers);
	inverbs_table_init(&ctx->xrc_srqs, numbers);
}

static void mlx4_context_fini(struct inverbs_context *ctx)
{
	struct mlx4_context *mlx4 = mlx4_context_of(ctx);

	inverbs_unmap_page(mlx4->clock_page);
	inverbs_unmap_page(ctx->push.page);
	inverbs_unmap_page(ctx->uar);
	inverbs_table_fini(&ctx->qps);
	inverbs_table_fini(&ctx->xrc_srqs);
	inverbs_record_fini(ctx);
	free(mlx4);
	ctx->provider_data = NULL;
}

static int mlx4_context_init(struct inverbs_context *ctx, const struct inverbs_device_info *dev)
{
	struct mlx4_context *mlx4 = calloc(1, sizeof(*mlx4));
	struct geometry_answer answer;
	int err;

	if (!mlx4)
		return ENOMEM;
	err = ask_kernel(ctx, dev->abi_version, &answer);
	if (err) {
		free(mlx4);
		return err;
	}
	*mlx4 = (struct mlx4_context){
		.cqe_shift = answer.cqe_bytes == 64 ? 6 : 5,
		.source_gid = source_gid,
		.neighbour = no_neighbour,
	};
	ctx->provider_data = mlx4;
	init_tables(ctx, answer.qp_numbers);
	err = map_registers(ctx, &answer);
	if (err) {
		mlx4_context_fini(ctx);
		close(ctx->ibv.async_fd);
		return err;
	}
	learn_limits(ctx);
	mlx4_set_ops(&ctx->ibv);
	return 0;
}

int mlx4_port(struct inverbs_context *ctx, uint32_t port, uint32_t *facts)
{
	struct uverbs_query_port_req req = {.port_num = (uint8_t)port};
	struct uverbs_query_port_resp resp = {0};
	uint32_t *known, found = MLX4_PORT_KNOWN;
	int err;

	if (port < 1 || port > MLX4_MAX_PORTS)
		return EINVAL;
	known = &mlx4_context_of(ctx)->port_facts[port - 1];
	*facts = __atomic_load_n(known, __ATOMIC_RELAXED);
	if (*facts)
		return 0;
	err = uverbs_call_query_port(ctx->transport, &req, &resp);
	if (err)
		return err;
	if (resp.link_layer == IBV_LINK_LAYER_ETHERNET)
		found |= MLX4_PORT_ETHERNET;
	if (resp.port_cap_flags & IBV_PORT_IP_BASED_GIDS)
		found |= MLX4_PORT_IP_GIDS;
	if (resp.flags & IBV_QPF_GRH_REQUIRED)
		found |= MLX4_PORT_NEEDS_GRH;
	*facts = found;
	__atomic_store_n(known, found, __ATOMIC_RELAXED);
	return 0;
}

/*
 * Big-endian halves that change while they are read: a high half seen twice goes with the low half
 * between.
 */
static int mlx4_query_clock(struct inverbs_context *ctx, uint64_t *count)
{
	const struct mlx4_context *mlx4 = mlx4_context_of(ctx);
	const uint8_t *at;
	uint32_t high, low, again;

	if (!mlx4->clock_page)
		return EOPNOTSUPP;
	at = mlx4->clock_page + mlx4->clock_offset;
	for (int attempt = 0; attempt < 2; attempt++) {
		high = INVERBS_BE32(inverbs_observe32(at));
		low = INVERBS_BE32(inverbs_observe32(at + 4));
		again = INVERBS_BE32(inverbs_observe32(at));
		*count = (uint64_t)again << 32 | low;
		if (high == again)
			break;
	}
	return 0;
}

/* --- what providers/common asks --- */

enum {
	KNOWN_MASKS = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_XRCD | IBV_QP_INIT_ATTR_CREATE_FLAGS |
		      IBV_QP_INIT_ATTR_MAX_TSO_HEADER | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
};

static uint8_t mlx4_cqe_shift(const struct inverbs_context *ctx)
{
	return mlx4_context_of(ctx)->cqe_shift;
}

static int mlx4_check_qp(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	const struct mlx4_context *mlx4 = mlx4_context_of(ctx);
	const struct ibv_qp_cap *cap = &attr->cap;

	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EOPNOTSUPP;
	if (cap->max_send_wr > mlx4->max_wr || cap->max_recv_wr > mlx4->max_wr ||
	    cap->max_send_sge > mlx4->max_sge || cap->max_recv_sge > mlx4->max_sge ||
	    cap->max_inline_data > MLX4_MAX_INLINE)
		return EINVAL;
	return 0;
}

/*
 * What the port decides: how completions of this QP read and whether checksums may be offloaded.
 * Never taken back.
 */
static int mlx4_qp_port(struct inverbs_qp *qp, uint32_t port)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	uint32_t caps = mlx4_context_of(ctx)->device_cap_flags, facts;
	int err = mlx4_port(ctx, port, &facts);
	bool ethernet;

	if (err)
		return err;
	ethernet = facts & MLX4_PORT_ETHERNET;
	if (ethernet)
		qp->sq.flags |= INVERBS_SQ_ETHERNET;
	else
		qp->sq.flags &= (uint8_t)~INVERBS_SQ_ETHERNET;
	if ((qp->ibv.qp_type == IBV_QPT_UD && !ethernet && caps & IBV_DEVICE_UD_IP_CSUM) ||
	    (qp->ibv.qp_type == IBV_QPT_RAW_PACKET && ethernet && caps & IBV_DEVICE_RAW_IP_CSUM))
		qp->sq.flags |= INVERBS_SQ_CSUM | INVERBS_RX_CSUM;
	return 0;
}

const struct inverbs_provider inverbs_provider_mlx4 = {
	.name = "mlx4",
	.adapter = INVERBS_ADAPTER_MLX4,
	.match = mlx4_match,
	.identity = &mlx4_identity,
	.context_init = mlx4_context_init,
	.context_fini = mlx4_context_fini,
	.control = &mlx4_control,
	.max_cqe = MLX4_MAX_CQE_REQUEST,
	.max_srq_wr = MLX4_MAX_SRQ_WR,
	.max_srq_sge = MLX4_MAX_SRQ_SGE,
	.cqe_shift = mlx4_cqe_shift,
	.check_qp = mlx4_check_qp,
	.qp_port = mlx4_qp_port,
	.alloc_pd = inverbs_control_alloc_pd,
	.create_cq = inverbs_control_create_cq,
	.resize_cq = inverbs_control_resize_cq,
	.destroy_cq = inverbs_control_destroy_cq,
	.create_qp = inverbs_control_create_qp,
	.send_ops = mlx4_send_ops,
	.wr_complete = mlx4_wr_complete_full,
	.modify_qp = inverbs_control_modify_qp,
	.query_qp = inverbs_control_query_qp,
	.destroy_qp = inverbs_control_destroy_qp,
	.create_srq = inverbs_control_create_srq,
	.modify_srq = inverbs_control_modify_srq,
	.destroy_srq = inverbs_control_destroy_srq,
	.create_ah = mlx4_create_ah,
	.destroy_ah = mlx4_destroy_ah,
	.query_clock = mlx4_query_clock,
	.dump = &mlx4_dump,
	.cq_taken = inverbs_control_cq_taken,
	.sq_kept = inverbs_control_sq_kept,
};
