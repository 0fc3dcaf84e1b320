/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Devices used by identifiers. Each is opened when the first identifier needs it and stays open, so
 * that id->verbs stays valid; its protection domain is destroyed with the last identifier.
 */
#include "cm.h"

static struct {
	pthread_mutex_t lock;
	struct inverbs_cm_device *list;
} devices = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint8_t clamp_to_u8(int value)
{
	const int positive = value < 0 ? 0 : value;

	return (uint8_t)(positive > UINT8_MAX ? UINT8_MAX : positive);
}

static int fill_device(struct inverbs_cm_device *dev, struct ibv_device *device)
{
	struct ibv_device_attr attr;
	int err;

	dev->verbs = ibv_open_device(device);
	if (!dev->verbs)
		return errno;
	inverbs_cm_register_object(dev->verbs, "ibv_context");
	err = ibv_query_device(dev->verbs, &attr);
	if (err) {
		ibv_close_device(dev->verbs);
		return err;
	}
	dev->iwarp = device->transport_type == IBV_TRANSPORT_IWARP;
	dev->max_responder_resources = clamp_to_u8(attr.max_qp_rd_atom);
	dev->max_initiator_depth = clamp_to_u8(attr.max_qp_init_rd_atom);
	return 0;
}

/* Find a device in the list, or open it. The lock is held. */
static int open_device_locked(struct ibv_device *device, struct inverbs_cm_device **out)
{
	struct inverbs_cm_device *dev = devices.list;
	int err;

	while (dev && dev->verbs->device != device)
		dev = dev->next;
	*out = dev;
	if (dev)
		return 0;
	dev = calloc(1, sizeof(*dev));
	if (!dev)
		return ENOMEM;
	err = fill_device(dev, device);
	if (err) {
		free(dev);
		return err;
	}
	dev->next = devices.list;
	devices.list = dev;
	*out = dev;
	return 0;
}

/* Adapters in one machine may share a GUID; then the kernel's index decides. */
static bool is_kernel_device(struct ibv_device *device, uint64_t node_guid, uint32_t index)
{
	int own = ibv_get_device_index(device);

	return ibv_get_device_guid(device) == node_guid && (own < 0 || (uint32_t)own == index);
}

static int find_device_locked(uint64_t node_guid, uint32_t index, struct inverbs_cm_device **out)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	int err = ENODEV;

	if (!list)
		return errno;
	for (size_t i = 0; list[i]; i++) {
		if (is_kernel_device(list[i], node_guid, index)) {
			err = open_device_locked(list[i], out);
			break;
		}
	}
	ibv_free_device_list(list);
	return err;
}

static int attach_device_locked(struct inverbs_cm_id *id, struct inverbs_cm_device *dev)
{
	if (!dev->pd)
		dev->pd = ibv_alloc_pd(dev->verbs);
	if (!dev->pd)
		return errno;
	inverbs_cm_register_object(dev->pd, "ibv_pd");
	dev->ids++;
	id->device = dev;
	id->cm.verbs = dev->verbs;
	id->cm.pd = dev->pd;
	return 0;
}

int inverbs_cm_device_attach(struct inverbs_cm_id *id, uint64_t node_guid, uint32_t index,
			     uint8_t port)
{
	struct inverbs_cm_device *dev = NULL;
	int err;

	id->cm.port_num = port;
	if (id->device)
		return 0;
	pthread_mutex_lock(&devices.lock);
	err = find_device_locked(node_guid, index, &dev);
	if (!err && dev)
		err = attach_device_locked(id, dev);
	pthread_mutex_unlock(&devices.lock);
	return err;
}

void inverbs_cm_device_detach(struct inverbs_cm_id *id)
{
	struct inverbs_cm_device *dev = id->device;

	if (!dev)
		return;
	pthread_mutex_lock(&devices.lock);
	/* If the program still has objects in the PD, it is kept for the next identifier. */
	if (!--dev->ids && !ibv_dealloc_pd(dev->pd))
		dev->pd = NULL;
	pthread_mutex_unlock(&devices.lock);
	id->device = NULL;
}

/* Open every device that can be opened. */
static int open_all_devices(struct ibv_context **to)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct inverbs_cm_device *dev;
	int count = 0;

	for (size_t i = 0; list && list[i]; i++) {
		if (!open_device_locked(list[i], &dev))
			to[count++] = dev->verbs;
	}
	if (list)
		ibv_free_device_list(list);
	return count;
}

struct ibv_context **rdma_get_devices(int *num_devices)
{
	struct ibv_device **list;
	struct ibv_context **all = NULL;
	int room = 0, count = 0;

	pthread_mutex_lock(&devices.lock);
	list = ibv_get_device_list(&room);
	if (list) {
		ibv_free_device_list(list);
		all = (struct ibv_context **)calloc((size_t)room + 1, sizeof(struct ibv_context *));
		if (all)
			count = open_all_devices(all);
	}
	pthread_mutex_unlock(&devices.lock);
	if (all && !count) {
		free((void *)all);
		all = inverbs_fail(ENODEV);
	}
	if (num_devices)
		*num_devices = all ? count : 0;
	return all;
}

void rdma_free_devices(struct ibv_context **list)
{
	free((void *)list);
}
