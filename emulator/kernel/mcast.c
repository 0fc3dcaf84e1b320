/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast groups, which are identified by their GIDs. A queue pair that attaches also gives the
 * group's LID, which routes packets without a GRH.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "kernel/commands.h"

/** Arguments common to both commands. */
struct request {
	uint32_t qp_handle;
	uint16_t mlid;
	uint8_t gid[16];
};

/* --- groups ------------------------------------------------------------------------------ */

static struct softhca_group *find_group(const struct softhca_dev *device, const uint8_t gid[16])
{
	for (struct softhca_link *pos = device->groups.next; pos != &device->groups;
	     pos = pos->next) {
		struct softhca_group *group = softhca_entry(pos, struct softhca_group, in_device);

		if (!memcmp(group->gid.raw, gid, sizeof(group->gid)))
			return group;
	}
	return NULL;
}

/** Add a member to a group. Returns NULL if the group or the adapter is full. */
static struct softhca_group *get_group(struct softhca_dev *device, const uint8_t gid[16])
{
	const struct ibv_device_attr *limits = &device->driver->limits->attr;
	struct softhca_group *group = find_group(device, gid);

	if (!group && device->num_groups < (uint32_t)limits->max_mcast_grp) {
		group = calloc(1, sizeof(*group));
		if (!group)
			return NULL;
		memcpy(group->gid.raw, gid, sizeof(group->gid));
		softhca_list_add_last(&device->groups, &group->in_device);
		device->num_groups++;
	}
	if (!group || group->members >= (uint32_t)limits->max_mcast_qp_attach)
		return NULL;
	group->members++;
	return group;
}

static void put_group(struct softhca_dev *device, struct softhca_group *group)
{
	if (--group->members)
		return;
	softhca_link_remove(&group->in_device);
	device->num_groups--;
	free(group);
}

/* --- memberships ------------------------------------------------------------------------- */

static struct softhca_mcast *find_membership(struct softhca_qp_handle *handle,
					     const struct request *req)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &handle->mcast)
	{
		struct softhca_mcast *mcast = softhca_entry(pos, struct softhca_mcast, in_handle);

		if (mcast->mlid == req->mlid &&
		    !memcmp(mcast->group->gid.raw, req->gid, sizeof(req->gid)))
			return mcast;
	}
	return NULL;
}

static int join_group(struct softhca_qp_handle *handle, const struct request *req)
{
	struct softhca_mcast *mcast = calloc(1, sizeof(*mcast));

	if (!mcast)
		return ENOMEM;
	mcast->group = get_group(handle->qp->device, req->gid);
	if (!mcast->group) {
		free(mcast);
		return ENOMEM;
	}
	mcast->mlid = req->mlid;
	softhca_list_add_last(&handle->mcast, &mcast->in_handle);
	return 0;
}

static void leave_group(struct softhca_qp_handle *handle, struct softhca_mcast *mcast)
{
	put_group(handle->qp->device, mcast->group);
	softhca_link_remove(&mcast->in_handle);
	free(mcast);
}

void softhca_mcast_leave(struct softhca_qp_handle *handle)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &handle->mcast)
		leave_group(handle, softhca_entry(pos, struct softhca_mcast, in_handle));
}

/* --- commands ---------------------------------------------------------------------------- */

/** Find the handle. Returns EINVAL unless the queue pair is UD and the GID is multicast. */
static int find_handle(struct softhca_context *ctx, const struct request *req,
		       struct softhca_qp_handle **handle)
{
	int ret = softhca_qp_find(ctx, req->qp_handle, handle);

	if (ret)
		return ret;
	return (*handle)->qp->type == IBV_QPT_UD && softhca_gid_is_multicast(req->gid) ? 0 : EINVAL;
}

int softhca_attach_mcast(struct softhca_command *c)
{
	struct uverbs_attach_mcast_req req;
	struct softhca_qp_handle *handle;
	struct request request;
	int ret;

	uverbs_read_attach_mcast(&c->parsed, &req);
	request = (struct request){.qp_handle = req.qp_handle, .mlid = req.mlid};
	memcpy(request.gid, req.gid, sizeof(request.gid));
	ret = find_handle(c->ctx, &request, &handle);
	if (ret || find_membership(handle, &request))
		return ret; /* attaching again succeeds, but counts only once */
	return join_group(handle, &request);
}

int softhca_detach_mcast(struct softhca_command *c)
{
	struct uverbs_detach_mcast_req req;
	struct softhca_qp_handle *handle;
	struct softhca_mcast *mcast;
	struct request request;
	int ret;

	uverbs_read_detach_mcast(&c->parsed, &req);
	request = (struct request){.qp_handle = req.qp_handle, .mlid = req.mlid};
	memcpy(request.gid, req.gid, sizeof(request.gid));
	ret = find_handle(c->ctx, &request, &handle);
	if (ret)
		return ret;
	mcast = find_membership(handle, &request);
	if (!mcast)
		return EINVAL;
	leave_group(handle, mcast);
	return 0;
}
