/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles. Those created here are objects of the kernel, and WQEs contain their number. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "control.h"
#include "runtime/provider.h"

static void put_attr(struct uverbs_ah_attr *to, const struct ibv_ah_attr *from)
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

static int destroy_kernel_ah(struct inverbs_transport *t, uint32_t handle)
{
	struct uverbs_destroy_ah_req req = {.ah_handle = handle};

	return uverbs_call_destroy_ah(t, &req);
}

static int create_kernel_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			    struct inverbs_ah *ah)
{
	struct inverbs_context *ctx = inverbs_context_of(pd->ibv.context);
	const struct inverbs_driver_data *data =
		&ctx->provider->control->command_data->create_ah_out;
	struct uverbs_create_ah_req req = {
		.user_handle = (uintptr_t)ah,
		.pd_handle = inverbs_real_pd(&pd->ibv)->ibv.handle,
	};
	uint8_t out[INVERBS_MOST_DRIVER_DATA] = {0};
	struct uverbs_create_ah_resp resp = {0};
	struct inverbs_words words = {{0}};
	int err;

	put_attr(&req.attr, attr);
	err = uverbs_call_create_ah(ctx->transport, &req, NULL, 0, &resp, out, data->bytes);
	if (err)
		return err;
	inverbs_words_get(data, out, &words);
	ah->ibv.handle = resp.ah_handle;
	ah->number = (uint32_t)words.of[INVERBS_WORD_NUMBER];
	if (ah->number)
		return 0;
	destroy_kernel_ah(ctx->transport, resp.ah_handle);
	inverbs_log("%s: this kernel is too old for datagrams: its address handles have no numbers",
		    ctx->provider->name);
	return EOPNOTSUPP;
}

int inverbs_control_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			      struct inverbs_ah *ah)
{
	return inverbs_control_of(pd->ibv.context)->put_address ? inverbs_make_address(pd, attr, ah)
								: create_kernel_ah(pd, attr, ah);
}

int inverbs_control_destroy_ah(struct inverbs_ah *ah)
{
	struct inverbs_transport *t = inverbs_context_of(ah->ibv.context)->transport;

	if (inverbs_control_of(ah->ibv.context)->put_address)
		return 0;
	return inverbs_ignore_gone(destroy_kernel_ah(t, ah->ibv.handle));
}
