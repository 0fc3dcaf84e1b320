/* SPDX-License-Identifier: BSD-2-Clause */
/* Chelsio T3 as the emulator's kernel side and engine see it; so far it opens no context. */
#include <inverbs/adapters/cxgb3_abi.h>

#include "../model.h"

static const struct softhca_limits limits = {.num_comp_vectors = 1};

static int get_context(struct softhca_context *ctx, struct softhca_udata *udata)
{
	(void)ctx;
	(void)udata;
	return EOPNOTSUPP;
}

static int map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
	       uint64_t *fd_offset)
{
	(void)ctx;
	(void)offset;
	(void)bytes;
	(void)prot;
	(void)fd_offset;
	return EINVAL;
}

const struct softhca_model softhca_model_cxgb3 = {
	.name = "cxgb3",
	.abi_version = CXGB3_ABI_MAX,
	.node_type = CXGB3_NODE_TYPE,
	.max_ports = 1,
	.register_pages = 1,
	.limits = &limits,
	.get_context = get_context,
	.map = map,
};
