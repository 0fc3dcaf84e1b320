/* SPDX-License-Identifier: BSD-2-Clause */
/* Instances of the access layer, and the list of adapters that they can open. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"

struct iba_al *iba_al_of(struct iba_object *object)
{
	while (object->kind != INVERBS_IBA_AL)
		object = object->parent;
	return (struct iba_al *)object;
}

ib_api_status_t ib_open_al(ib_al_handle_t *ph_al)
{
	struct iba_al *al;
	ib_api_status_t status;

	if (!ph_al)
		return IB_INVALID_PARAMETER;
	al = calloc(1, sizeof(*al));
	if (!al)
		return IB_INSUFFICIENT_MEMORY;
	iba_dispatcher_open();
	status = iba_publish(&al->object, INVERBS_IBA_AL, NULL, NULL, ph_al);
	if (status != IB_SUCCESS)
		iba_dispatcher_close();
	return status;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): IBAL declares it without const */
ib_api_status_t ib_open_al_trk(wchar_t *tag, ib_al_handle_t *ph_al)
{
	(void)tag;
	return ib_open_al(ph_al);
}

ib_api_status_t ib_close_al(ib_al_handle_t h_al)
{
	ib_api_status_t status = iba_destroy_handle(h_al, INVERBS_IBA_AL, IB_INVALID_AL_HANDLE,
						    ib_sync_destroy);

	if (status == IB_SUCCESS)
		iba_dispatcher_close();
	return status;
}

static ib_api_status_t list_guids(ib_net64_t *guids, size_t *count)
{
	ib_api_status_t status = IB_SUCCESS;
	struct ibv_device **list;
	int n = 0;

	list = ibv_get_device_list(&n);
	if (!list)
		return iba_status(errno);
	if (!guids || *count < (size_t)n)
		status = IB_INSUFFICIENT_MEMORY;
	for (int i = 0; i < n && status == IB_SUCCESS; i++)
		guids[i] = ibv_get_device_guid(list[i]);
	ibv_free_device_list(list);
	*count = (size_t)n;
	return status;
}

ib_api_status_t ib_get_ca_guids(ib_al_handle_t h_al, ib_net64_t *p_guid_array, size_t *p_guid_cnt)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	status = p_guid_cnt ? list_guids(p_guid_array, p_guid_cnt) : IB_INVALID_PARAMETER;
	iba_put(&al->object);
	return status;
}

static ib_api_status_t open_listed_device(struct ibv_device *device, struct ibv_context **context)
{
	*context = ibv_open_device(device);
	if (*context)
		return IB_SUCCESS;
	return errno == ENODEV || errno == ENOENT ? IB_INVALID_GUID : iba_status(errno);
}

ib_api_status_t iba_open_device(ib_net64_t guid, struct ibv_context **context)
{
	ib_api_status_t status = IB_INVALID_GUID;
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (!list)
		return iba_status(errno);
	for (int i = 0; list[i]; i++)
		if (ibv_get_device_guid(list[i]) == guid) {
			status = open_listed_device(list[i], context);
			break;
		}
	ibv_free_device_list(list);
	return status;
}

/* GUIDs of the adapter and port that own a GID. */
struct owner {
	ib_net64_t ca;
	ib_net64_t port;
};

static bool port_has_gid(struct ibv_context *context, uint8_t port, const ib_gid_t *wanted)
{
	struct ibv_port_attr attr;
	union ibv_gid gid;

	if (ibv_query_port(context, port, &attr))
		return false;
	for (int i = 0; i < attr.gid_tbl_len; i++)
		if (!ibv_query_gid(context, port, i, &gid) && !memcmp(&gid, wanted, sizeof(gid)))
			return true;
	return false;
}

/* Returns the port of a device that has this GID, or 0. */
static uint8_t find_port_with_gid(struct ibv_context *context, const ib_gid_t *gid)
{
	struct ibv_device_attr attr;

	if (ibv_query_device(context, &attr))
		return 0;
	for (uint8_t port = 1; port <= attr.phys_port_cnt; port++)
		if (port_has_gid(context, port, gid))
			return port;
	return 0;
}

static bool device_has_gid(struct ibv_device *device, const ib_gid_t *gid, struct owner *owner)
{
	struct ibv_context *context = ibv_open_device(device);
	uint8_t port;

	if (!context)
		return false;
	port = find_port_with_gid(context, gid);
	owner->ca = ibv_get_device_guid(device);
	owner->port = port ? iba_port_guid(context, port) : 0;
	ibv_close_device(context);
	return port;
}

static ib_api_status_t find_owner(const ib_gid_t *gid, struct owner *owner)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	bool found = false;

	if (!list)
		return iba_status(errno);
	for (int i = 0; list[i] && !found; i++)
		found = device_has_gid(list[i], gid, owner);
	ibv_free_device_list(list);
	return found ? IB_SUCCESS : IB_NOT_FOUND;
}

static ib_api_status_t query_owner_guid(ib_al_handle_t h_al, const ib_gid_t *gid, ib_net64_t *guid,
					bool of_port)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	struct owner owner = {0};
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	status = gid && guid ? find_owner(gid, &owner) : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS)
		*guid = of_port ? owner.port : owner.ca;
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_get_ca_by_gid(ib_al_handle_t h_al, const ib_gid_t *p_gid, ib_net64_t *p_ca_guid)
{
	return query_owner_guid(h_al, p_gid, p_ca_guid, false);
}

ib_api_status_t ib_get_port_by_gid(ib_al_handle_t h_al, const ib_gid_t *p_gid,
				   ib_net64_t *p_port_guid)
{
	return query_owner_guid(h_al, p_gid, p_port_guid, true);
}
