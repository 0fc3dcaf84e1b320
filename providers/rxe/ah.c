/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles: the kernel's, named by a number in the entries of datagrams. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "rxe.h"

static void put_address(struct uverbs_ah_attr *to, const struct ibv_ah_attr *from)
{
	memcpy(to->grh.dgid, from->grh.dgid.raw, sizeof(to->grh.dgid));
	to->grh.flow_label = from->grh.flow_label;
	to->grh.sgid_index = from->grh.sgid_index;
	to->grh.hop_limit = from->grh.hop_limit;
	to->grh.traffic_class = from->grh.traffic_class;
	to->dlid = from->dlid;
	to->sl = from->sl;
	to->src_path_bits = from->src_path_bits;
	to->static_rate = from->static_rate;
	to->is_global = from->is_global;
	to->port_num = from->port_num;
}

static int destroy(struct inverbs_transport *t, uint32_t handle)
{
	struct uverbs_destroy_ah_req req = {.ah_handle = handle};

	return uverbs_call_destroy_ah(t, &req);
}

int rxe_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah)
{
	struct inverbs_context *ctx = inverbs_context_of(pd->ibv.context);
	struct uverbs_create_ah_req req = {
		.user_handle = (uintptr_t)ah,
		.pd_handle = inverbs_real_pd(&pd->ibv)->ibv.handle,
	};
	struct uverbs_create_ah_resp resp = {0};
	struct rxe_create_ah_out out = {0};
	int err;

	put_address(&req.attr, attr);
	err = uverbs_call_create_ah(ctx->transport, &req, NULL, 0, &resp, &out, sizeof(out));
	if (err)
		return err;
	if (!out.number) {
		destroy(ctx->transport, resp.ah_handle);
		inverbs_log("rxe: this kernel does not number address handles, it is too old for "
			    "datagrams");
		return EOPNOTSUPP;
	}
	ah->ibv.handle = resp.ah_handle;
	ah->number = out.number;
	return 0;
}

int rxe_destroy_ah(struct inverbs_ah *ah)
{
	return inverbs_not_gone(
		destroy(inverbs_context_of(ah->ibv.context)->transport, ah->ibv.handle));
}
