/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles and multicast membership. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

/* --- address handles --------------------------------------------------------------------- */

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

static int check_attr(const struct softhca_dev *device, const struct ibv_ah_attr *attr)
{
	return attr->is_global ? softhca_check_sgid(device, attr->port_num, attr->grh.sgid_index)
			       : 0;
}

int softhca_create_ah(struct softhca_command *c)
{
	struct uverbs_create_ah_req req;
	struct uverbs_create_ah_resp resp;
	struct softhca_pd *pd;
	struct softhca_ah *ah;
	int ret;

	uverbs_read_create_ah(&c->parsed, &req);
	if (!softhca_port_valid(c->ctx->device, req.attr.port_num))
		return EINVAL;
	ret = softhca_pd_find(c->ctx, req.pd_handle, &pd);
	if (ret)
		return ret;
	ah = calloc(1, sizeof(*ah));
	if (!ah)
		return ENOMEM;
	read_attr(&ah->attr, &req.attr);
	ret = check_attr(c->ctx->device, &ah->attr);
	if (!ret)
		ret = softhca_object_add(c->ctx, &ah->obj, SOFTHCA_AH, req.user_handle);
	if (ret) {
		free(ah);
		return ret;
	}
	ah->pd = pd;
	pd->obj.users++;
	c->created = &ah->obj;
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

/* --- multicast --------------------------------------------------------------------------- */

static int check_group(const struct softhca_qp_handle *handle, const uint8_t gid[16])
{
	return handle->qp->type == IBV_QPT_UD && gid[0] == 0xff ? 0 : EINVAL;
}

static struct softhca_mcast *find_group(struct softhca_qp_handle *handle, const uint8_t gid[16],
					uint16_t mlid)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &handle->mcast)
	{
		struct softhca_mcast *group = softhca_entry(pos, struct softhca_mcast, in_handle);

		if (group->mlid == mlid && !memcmp(group->gid.raw, gid, sizeof(group->gid)))
			return group;
	}
	return NULL;
}

void softhca_mcast_leave(struct softhca_qp_handle *handle)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &handle->mcast)
		free(softhca_entry(pos, struct softhca_mcast, in_handle));
	softhca_link_init(&handle->mcast);
}

int softhca_attach_mcast(struct softhca_command *c)
{
	struct uverbs_attach_mcast_req req;
	struct softhca_qp_handle *handle;
	struct softhca_mcast *group;
	int ret;

	uverbs_read_attach_mcast(&c->parsed, &req);
	ret = softhca_qp_find(c->ctx, req.qp_handle, &handle);
	if (!ret)
		ret = check_group(handle, req.gid);
	if (ret || find_group(handle, req.gid, req.mlid))
		return ret; /* a second time succeeds and counts once */
	group = calloc(1, sizeof(*group));
	if (!group)
		return ENOMEM;
	memcpy(group->gid.raw, req.gid, sizeof(req.gid));
	group->mlid = req.mlid;
	softhca_list_add_last(&handle->mcast, &group->in_handle);
	return 0;
}

int softhca_detach_mcast(struct softhca_command *c)
{
	struct uverbs_detach_mcast_req req;
	struct softhca_qp_handle *handle;
	struct softhca_mcast *group;
	int ret;

	uverbs_read_detach_mcast(&c->parsed, &req);
	ret = softhca_qp_find(c->ctx, req.qp_handle, &handle);
	if (!ret)
		ret = check_group(handle, req.gid);
	if (ret)
		return ret;
	group = find_group(handle, req.gid, req.mlid);
	if (!group)
		return EINVAL;
	softhca_link_remove(&group->in_handle);
	free(group);
	return 0;
}
