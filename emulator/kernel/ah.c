/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands for address handles. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "kernel/commands.h"

static void read_attr(struct ibv_ah_attr *attr, const struct uverbs_ah_attr *in)
{
	*attr = (struct ibv_ah_attr){
		.grh.flow_label = in->grh.flow_label,
		.grh.sgid_index = in->grh.sgid_index,
		.grh.hop_limit = in->grh.hop_limit,
		.grh.traffic_class = in->grh.traffic_class,
		.dlid = in->dlid,
		.sl = in->sl,
		.src_path_bits = in->src_path_bits,
		.static_rate = in->static_rate,
		.is_global = in->is_global,
		.port_num = in->port_num,
	};
	memcpy(attr->grh.dgid.raw, in->grh.dgid, sizeof(in->grh.dgid));
}

int softhca_create_ah(struct softhca_command *c)
{
	struct uverbs_create_ah_req req;
	struct uverbs_create_ah_resp resp;
	struct softhca_pd *pd;
	struct softhca_ah *ah;
	int ret;

	uverbs_read_create_ah(&c->parsed, &req);
	if (!softhca_has_port(c->ctx->device, req.attr.port_num))
		return EINVAL;
	ret = softhca_pd_find(c->ctx, req.pd_handle, &pd);
	if (ret)
		return ret;
	ah = calloc(1, sizeof(*ah));
	if (!ah)
		return ENOMEM;
	read_attr(&ah->attr, &req.attr);
	ret = softhca_check_route(c->ctx->device, ah->attr.port_num, ah->attr.is_global,
				  ah->attr.grh.sgid_index);
	if (!ret)
		ret = softhca_check_neighbour(c->ctx->device, ah->attr.port_num,
					      ah->attr.grh.dgid.raw);
	if (!ret)
		ret = softhca_object_add(c->ctx, &ah->obj, SOFTHCA_AH, softhca_ah_destroy,
					 req.user_handle);
	if (ret) {
		free(ah);
		return ret;
	}
	ah->pd = pd;
	pd->obj.users++;
	c->created = &ah->obj;
	if (c->ctx->device->driver->create_ah)
		c->ctx->device->driver->create_ah(ah, &c->udata);
	resp.ah_handle = ah->obj.handle;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_ah_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_ah *ah = (struct softhca_ah *)obj;

	(void)reported;
	ah->pd->obj.users--;
	softhca_object_remove(obj);
	free(ah);
	return 0;
}

int softhca_destroy_ah(struct softhca_command *c)
{
	struct uverbs_destroy_ah_req req;

	uverbs_read_destroy_ah(&c->parsed, &req);
	return softhca_handle_destroy(c->ctx, req.ah_handle, SOFTHCA_AH, NULL);
}
