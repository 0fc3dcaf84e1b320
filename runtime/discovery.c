/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The device list. A device that is listed again remains the same object while anything references
 * it, so that pointers from an older list stay valid.
 *
 * Without devices the list is empty. NULL with errno means that the search failed: there was no
 * memory, or the emulator that INVERBS_EMULATOR names could not be reached.
 */
#include <stdio.h>

#include "runtime.h"

static struct {
	pthread_mutex_t lock;
	bool begun;
	struct inverbs_drivers drivers;
	struct inverbs_device *known;
} devices = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What one backend found, before it becomes devices. */
struct finding {
	const struct inverbs_backend *backend;
	struct inverbs_device_info *infos;
	int count;
};

static enum ibv_transport_type transport_of_node(int node_type)
{
	switch (node_type) {
	case IBV_NODE_CA:
	case IBV_NODE_SWITCH:
	case IBV_NODE_ROUTER:
		return IBV_TRANSPORT_IB;
	case IBV_NODE_RNIC:
		return IBV_TRANSPORT_IWARP;
	case IBV_NODE_USNIC:
		return IBV_TRANSPORT_USNIC;
	case IBV_NODE_USNIC_UDP:
		return IBV_TRANSPORT_USNIC_UDP;
	case IBV_NODE_UNSPECIFIED:
		return IBV_TRANSPORT_UNSPECIFIED;
	default:
		return IBV_TRANSPORT_UNKNOWN;
	}
}

static bool provider_matches(const struct inverbs_provider *p,
			     const struct inverbs_device_info *info)
{
	return p->match ? p->match(info) : inverbs_identity_match(p->identity, info);
}

static const struct inverbs_provider *find_provider(const struct inverbs_backend *backend,
						    const struct inverbs_device_info *info)
{
	for (size_t i = 0; inverbs_providers[i]; i++) {
		const struct inverbs_provider *p = inverbs_providers[i];

		if (provider_matches(p, info) &&
		    inverbs_firmware_allows(backend, p->identity, info))
			return p;
	}
	return NULL;
}

static bool same_device(const struct inverbs_device *dev, const struct inverbs_backend *backend,
			const struct inverbs_device_info *info)
{
	return dev->backend == backend && !strcmp(dev->info.name, info->name) &&
	       !strcmp(dev->info.dev_name, info->dev_name) &&
	       dev->info.abi_version == info->abi_version &&
	       dev->info.node_guid == info->node_guid && dev->info.index == info->index;
}

static void set_paths(struct inverbs_device *dev)
{
	struct ibv_device *p = &dev->ibv;

	memcpy(p->name, dev->info.name, sizeof(p->name));
	memcpy(p->dev_name, dev->info.dev_name, sizeof(p->dev_name));
	snprintf(p->dev_path, sizeof(p->dev_path), "%s/class/infiniband_verbs/%s",
		 inverbs_sysfs_root(), p->dev_name);
	snprintf(p->ibdev_path, sizeof(p->ibdev_path), "%s/class/infiniband/%s",
		 inverbs_sysfs_root(), p->name);
}

static struct inverbs_device *new_device(const struct inverbs_backend *backend,
					 const struct inverbs_provider *provider,
					 const struct inverbs_device_info *info)
{
	struct inverbs_device *dev = calloc(1, sizeof(*dev));

	if (!dev)
		return NULL;
	dev->backend = backend;
	dev->provider = provider;
	dev->info = *info;
	dev->ibv.node_type = (enum ibv_node_type)info->node_type;
	dev->ibv.transport_type = transport_of_node(info->node_type);
	set_paths(dev);
	dev->next = devices.known;
	devices.known = dev;
	return dev;
}

static struct inverbs_device *known_device(const struct inverbs_backend *backend,
					   const struct inverbs_device_info *info)
{
	struct inverbs_device *dev = devices.known;

	while (dev && !same_device(dev, backend, info))
		dev = dev->next;
	return dev;
}

static void put_locked(struct inverbs_device *dev)
{
	struct inverbs_device **at = &devices.known;

	if (--dev->users)
		return;
	while (*at != dev)
		at = &(*at)->next;
	*at = dev->next;
	free(dev);
}

void inverbs_device_get(struct inverbs_device *dev)
{
	pthread_mutex_lock(&devices.lock);
	dev->users++;
	pthread_mutex_unlock(&devices.lock);
}

void inverbs_device_put(struct inverbs_device *dev)
{
	pthread_mutex_lock(&devices.lock);
	put_locked(dev);
	pthread_mutex_unlock(&devices.lock);
}

/*
 * Append those devices of one backend that an adapter of this archive drives. Returns 0 or an errno
 * value.
 */
static int append_devices(struct ibv_device **list, int *count, const struct finding *found)
{
	for (int i = 0; i < found->count; i++) {
		const struct inverbs_device_info *info = &found->infos[i];
		struct inverbs_device *dev = known_device(found->backend, info);
		const struct inverbs_provider *provider = dev ? dev->provider
							      : find_provider(found->backend, info);

		if (!provider) {
			inverbs_log("no built-in adapter supports %s (%s, vendor 0x%x device 0x%x "
				    "ABI %u)",
				    info->name, info->dev_name, info->vendor_id, info->device_id,
				    info->abi_version);
			continue;
		}
		if (!inverbs_driver_active(&devices.drivers, found->backend, provider)) {
			inverbs_log("%s is skipped: %s is not named in any driver file", info->name,
				    provider->name);
			continue;
		}
		if (!dev)
			dev = new_device(found->backend, provider, info);
		if (!dev)
			return ENOMEM;
		dev->users++;
		list[(*count)++] = &dev->ibv;
	}
	return 0;
}

static void put_list(struct ibv_device **list)
{
	for (size_t i = 0; list[i]; i++)
		put_locked(inverbs_device_of(list[i]));
	free((void *)list);
}

static struct ibv_device **make_list(const struct finding *found, size_t findings, int *count)
{
	struct ibv_device **list;
	size_t total = 0;
	int err = 0;

	for (size_t i = 0; i < findings; i++)
		total += (size_t)found[i].count;
	list = (struct ibv_device **)calloc(total + 1, sizeof(struct ibv_device *));
	if (!list)
		return inverbs_fail(ENOMEM);
	*count = 0;
	for (size_t i = 0; i < findings && !err; i++)
		err = append_devices(list, count, &found[i]);
	if (!err)
		return list;
	put_list(list);
	return inverbs_fail(err);
}

/* A requested emulator is the only backend; otherwise its devices follow the kernel's. */
static int list_backends(struct finding found[2])
{
	found[0] = (struct finding){.backend = &inverbs_backend_kernel};
	found[1] = (struct finding){.backend = &inverbs_backend_emulator};
	for (int i = inverbs_emulator_wanted() ? 1 : 0; i < 2; i++) {
		int n = found[i].backend->list(found[i].backend, &found[i].infos);

		if (n < 0)
			return -n;
		found[i].count = n;
	}
	return 0;
}

static struct ibv_device **list_locked(int *count)
{
	struct ibv_device **list = NULL;
	struct finding found[2];
	int err;

	if (!devices.begun) {
		devices.begun = true;
		inverbs_fork_from_environment();
		inverbs_drivers_read(&devices.drivers);
	}
	err = list_backends(found);
	if (err)
		errno = err;
	else
		list = make_list(found, 2, count);
	err = errno;
	free(found[0].infos);
	free(found[1].infos);
	errno = err;
	return list;
}

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	struct ibv_device **list;
	int count = 0;

	pthread_mutex_lock(&devices.lock);
	list = list_locked(&count);
	pthread_mutex_unlock(&devices.lock);
	if (num_devices)
		*num_devices = list ? count : 0;
	return list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	if (!list)
		return;
	pthread_mutex_lock(&devices.lock);
	put_list(list);
	pthread_mutex_unlock(&devices.lock);
}

const char *ibv_get_device_name(struct ibv_device *device)
{
	return device->name;
}

int ibv_get_device_index(struct ibv_device *device)
{
	return inverbs_device_of(device)->info.index;
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
	return inverbs_device_of(device)->info.node_guid;
}
