/* SPDX-License-Identifier: BSD-2-Clause */
/* Methods of the ioctl that no write() command implements. */
#include <errno.h>
#include <string.h>

#include "base/driver.h"
#include "kernel/ioctl.h"

enum {
	OPTIONAL_ACCESS_UNDERSTOOD = 1, /**< bit of core_support */
};

int softhca_ioctl_get_context(struct softhca_ioctl *call)
{
	const uint32_t vectors = call->ctx->device->driver->limits->num_comp_vectors;
	const uint64_t support = OPTIONAL_ACCESS_UNDERSTOOD;
	const struct uverbs_ioctl_attr *in = softhca_ioctl_find_attr(call, UVERBS_ATTR_DRIVER_IN);
	uint64_t request[64], response[64];
	struct softhca_udata udata = {
		.in = request,
		.in_len = in ? in->len : 0,
		.out = response,
		.out_room = sizeof(response),
	};
	int ret = 0;

	if (call->other_process || udata.in_len > sizeof(request))
		return EINVAL;
	if (in)
		ret = softhca_ioctl_read(call, in, request, sizeof(request));
	if (!ret)
		ret = softhca_context_set_up(call->ctx, &udata);
	if (ret)
		return ret;
	ret = softhca_ioctl_fill(call, UVERBS_ATTR_DEVICE_GET_CONTEXT_NUM_COMP_VECTORS, &vectors,
				 sizeof(vectors));
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_DEVICE_GET_CONTEXT_CORE_SUPPORT,
					 &support, sizeof(support));
	if (!ret && udata.out_len)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_DRIVER_OUT, response, udata.out_len);
	if (ret)
		softhca_context_tear_down(call->ctx);
	return ret;
}

/* --- GIDs -------------------------------------------------------------------------------- */

static uint32_t gid_type(const struct softhca_port *port)
{
	if (!port->ethernet)
		return IBV_GID_TYPE_IB;
	return port->device->driver->roce ? IBV_GID_TYPE_ROCE_V2 : IBV_GID_TYPE_ROCE_V1;
}

/**
 * Get an entry of the GID table. Returns false if it is unused. Ports have no network interface
 * here.
 */
static bool gid_entry(const struct softhca_port *port, unsigned int index,
		      struct uverbs_gid_entry *to)
{
	static const union ibv_gid unused;

	*to = (struct uverbs_gid_entry){
		.gid_index = index,
		.port_num = port->number,
		.gid_type = gid_type(port),
	};
	memcpy(to->gid, &port->gid[index], sizeof(to->gid));
	return memcmp(&port->gid[index], &unused, sizeof(unused)) != 0;
}

static int check_no_flags(const struct softhca_ioctl *call, uint16_t id)
{
	if (!call->ctx->ready)
		return EINVAL;
	return softhca_ioctl_find_attr(call, id)->data ? EINVAL : 0;
}

int softhca_ioctl_gid_entry(struct softhca_ioctl *call)
{
	const struct softhca_dev *device = call->ctx->device;
	const uint64_t number =
		softhca_ioctl_find_attr(call, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_PORT)->data;
	const uint64_t index =
		softhca_ioctl_find_attr(call, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_INDEX)->data;
	struct uverbs_gid_entry entry;
	int ret = check_no_flags(call, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_FLAGS);

	if (ret)
		return ret;
	if (number < 1 || number > device->num_ports ||
	    index >= device->driver->limits->gid_tbl_len)
		return EINVAL;
	if (!gid_entry(&device->port[number - 1], (unsigned int)index, &entry))
		return ENODATA;
	return softhca_ioctl_fill(call, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_ENTRY, &entry,
				  sizeof(entry));
}

/** Add the entries of one port. Returns EINVAL if there is no room for all. */
static int port_entries(const struct softhca_port *port, uint8_t *to, size_t room, size_t step,
			uint64_t *count)
{
	struct uverbs_gid_entry entry;

	for (unsigned int i = 0; i < port->gids_end; i++) {
		if (!gid_entry(port, i, &entry))
			continue;
		if ((*count + 1) * step > room)
			return EINVAL;
		memcpy(to + *count * step, &entry, sizeof(entry) < step ? sizeof(entry) : step);
		(*count)++;
	}
	return 0;
}

int softhca_ioctl_gid_table(struct softhca_ioctl *call)
{
	static uint8_t entries[UINT16_MAX];
	const struct softhca_dev *device = call->ctx->device;
	const size_t room =
		softhca_ioctl_find_attr(call, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRIES)->len;
	const uint64_t step =
		softhca_ioctl_find_attr(call, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRY_SIZE)->data;
	uint64_t count = 0;
	int ret = check_no_flags(call, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_FLAGS);

	if (ret)
		return ret;
	if (!step || step > room || room % step)
		return EINVAL;
	memset(entries, 0, room);
	for (unsigned int i = 0; i < device->num_ports && !ret; i++)
		ret = port_entries(&device->port[i], entries, room, step, &count);
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRIES, entries,
					 count * step);
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_COUNT, &count,
					 sizeof(count));
	return ret;
}

/* --- objects ----------------------------------------------------------------------------- */

int softhca_ioctl_query_mr(struct softhca_ioctl *call)
{
	const uint64_t handle = softhca_ioctl_find_attr(call, UVERBS_ATTR_MR_QUERY_MR_HANDLE)->data;
	const struct softhca_mr *mr;
	struct softhca_object *found;
	int ret = softhca_object_find(call->ctx, (uint32_t)handle, SOFTHCA_MR, &found);

	if (ret)
		return ret;
	mr = (const struct softhca_mr *)found;
	ret = softhca_ioctl_fill(call, UVERBS_ATTR_MR_QUERY_MR_LKEY, &mr->lkey, sizeof(mr->lkey));
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_MR_QUERY_MR_RKEY, &mr->rkey,
					 sizeof(mr->rkey));
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_MR_QUERY_MR_LENGTH, &mr->length,
					 sizeof(mr->length));
	if (!ret)
		ret = softhca_ioctl_fill(call, UVERBS_ATTR_MR_QUERY_MR_IOVA, &mr->hca_va,
					 sizeof(mr->hca_va));
	return ret;
}

int softhca_ioctl_alloc_async(struct softhca_ioctl *call)
{
	struct uverbs_ioctl_attr *attr = softhca_ioctl_find_attr(call,
								 UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD);
	int ret;

	if (!call->ctx->ready)
		return EINVAL;
	if (call->ctx->async)
		return EOPNOTSUPP; /* not supported: all objects of a context report to the same
				      file */
	ret = softhca_context_open_async(call->ctx, &call->fd);
	call->fd_at = (uint16_t)((uint8_t *)&attr->data - (uint8_t *)call->hdr);
	return ret;
}
