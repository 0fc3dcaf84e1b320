/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device; the rest is done as for all adapters whose queues the kernel makes. */
#include <errno.h>
#include <inverbs/adapters/rxe.h>
#include <inverbs/kernel/rxe_abi.h>

#include "providers/gen/rxe_ops.h"
#include "runtime/provider.h"

enum {
	KNOWN_MASKS = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS |
		      IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
};

static bool match(const struct inverbs_device_info *dev)
{
	return inverbs_identity_match(&rxe_identity, dev);
}

static int context_init(struct inverbs_context *ctx,
			const struct inverbs_device_info *dev INVERBS_UNUSED)
{
	int err = inverbs_get_context(ctx, NULL, 0);

	if (err)
		return err;
	inverbs_table_init(&ctx->qps, RXE_QP_NUMBERS);
	rxe_set_ops(&ctx->ibv);
	return 0;
}

static void context_fini(struct inverbs_context *ctx)
{
	inverbs_table_fini(&ctx->qps);
}

static int check_qp(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	if (attr->qp_type > IBV_QPT_DRIVER ||
	    !(ctx->provider->control->qp_types >> attr->qp_type & 1) ||
	    attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EOPNOTSUPP;
	if (attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS && attr->create_flags)
		return EOPNOTSUPP;
	return 0;
}

const struct inverbs_provider inverbs_provider_rxe = {
	.name = "rxe",
	.adapter = INVERBS_ADAPTER_RXE,
	.identity = &rxe_identity,
	.control = &rxe_control,
	.match = match,
	.context_init = context_init,
	.context_fini = context_fini,
	.check_qp = check_qp,
	.alloc_pd = inverbs_control_alloc_pd,
	.create_cq = inverbs_control_create_cq,
	.resize_cq = inverbs_control_resize_cq,
	.destroy_cq = inverbs_control_destroy_cq,
	.create_qp = inverbs_control_create_qp,
	.send_ops = rxe_send_ops,
	.wr_complete = rxe_wr_complete_full,
	.modify_qp = inverbs_control_modify_qp,
	.query_qp = inverbs_control_query_qp,
	.destroy_qp = inverbs_control_destroy_qp,
	.create_srq = inverbs_control_create_srq,
	.modify_srq = inverbs_control_modify_srq,
	.destroy_srq = inverbs_control_destroy_srq,
	.create_ah = inverbs_control_create_ah,
	.destroy_ah = inverbs_control_destroy_ah,
};
