/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

/* Opens the device with this name, or the first device if name is
 * NULL. Returns NULL and sets errno on failure. */
struct ibv_context *open_by_name(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;
	int err = ENODEV;

	if (!list)
		return NULL;
	for (int i = 0; list[i]; i++) {
		if (name &&
		    strcmp(name, ibv_get_device_name(list[i])) != 0)
			continue;
		context = ibv_open_device(list[i]);
		err = errno;
		break;
	}
	ibv_free_device_list(list);
	if (!context)
		errno = err;
	return context;
}
