/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device. */
#include "cxgb3.h"

#include <errno.h>
#include <inverbs/print/cxgb3_print.h>
#include <stdlib.h>

static bool match(const struct inverbs_device_info *dev)
{
	return inverbs_identity_match(&cxgb3_identity, dev);
}

static int context_init(struct inverbs_context *ctx, const struct inverbs_device_info *dev)
{
	struct cxgb3_context *own = calloc(1, sizeof(*own));
	int err;

	if (!own)
		return ENOMEM;
	err = inverbs_get_context(ctx, NULL, 0);
	if (err) {
		free(own);
		return err;
	}
	own->by_command = inverbs_identity_by_command(&cxgb3_identity, dev);
	own->cq_state = dev->abi_version >= CXGB3_ABI_CQ_STATE;
	ctx->provider_data = own;
	inverbs_table_init(&ctx->qps, CXGB3_QP_NUMBERS);
	cxgb3_set_ops(&ctx->ibv);
	return 0;
}

static void context_fini(struct inverbs_context *ctx)
{
	inverbs_table_fini(&ctx->qps);
	inverbs_record_fini(ctx);
	free(ctx->provider_data);
	ctx->provider_data = NULL;
}

const struct inverbs_provider inverbs_provider_cxgb3 = {
	.name = "cxgb3",
	.adapter = INVERBS_ADAPTER_CXGB3,
	.match = match,
	.identity = &cxgb3_identity,
	.mr_answer_bytes = sizeof(struct cxgb3_reg_mr_out),
	.context_init = context_init,
	.context_fini = context_fini,
	.control = &cxgb3_control,
	.alloc_pd = inverbs_control_alloc_pd,
	.create_cq = cxgb3_create_cq,
	.destroy_cq = cxgb3_destroy_cq,
	.create_qp = cxgb3_create_qp,
	.send_ops = cxgb3_send_ops,
	.wr_complete = cxgb3_wr_complete_full,
	.modify_qp = cxgb3_modify_qp,
	.destroy_qp = cxgb3_destroy_qp,
	.qp_event = cxgb3_qp_event,
	.dump = &cxgb3_dump,
	.cq_taken = inverbs_control_cq_taken,
};
