/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Services of <infiniband/driver.h>: reading device attributes as files, and excluding memory from
 * fork.
 */
#include <infiniband/driver.h>
#include <limits.h>
#include <stdio.h>

#include "runtime.h"

const char *ibv_get_sysfs_path(void)
{
	return inverbs_sysfs_root();
}

/* Returns the part of a sysfs path that begins with the device's name, or NULL. */
static const char *relative_device_path(const char *path)
{
	static const char devices[] = "/class/infiniband/";
	const size_t root = strlen(inverbs_sysfs_root());

	if (strncmp(path, inverbs_sysfs_root(), root) != 0 ||
	    strncmp(path + root, devices, strlen(devices)) != 0)
		return NULL;
	return path + root + strlen(devices);
}

/* Attributes of emulated devices are not files. */
static ssize_t read_emulated(const char *path, char *buf, size_t bytes)
{
	const size_t len = strcspn(path, "/");
	char device[NAME_MAX + 1];

	if (!path[len] || len > NAME_MAX)
		return -ENOENT;
	memcpy(device, path, len);
	device[len] = '\0';
	return inverbs_backend_emulator.read_attr(&inverbs_backend_emulator, device, path + len + 1,
						  buf, bytes);
}

int ibv_read_sysfs_file(const char *dir, const char *file, char *buf, size_t size)
{
	char path[PATH_MAX];
	const char *device;
	ssize_t len;

	if (!size)
		len = -EINVAL;
	else if (snprintf(path, sizeof(path), "%s/%s", dir, file) >= (int)sizeof(path))
		len = -ENAMETOOLONG;
	else if (inverbs_emulator_wanted() && (device = relative_device_path(path)))
		len = read_emulated(device, buf, size);
	else
		len = inverbs_read_file(path, buf, size);
	if (len >= 0)
		return (int)len;
	errno = (int)-len;
	return -1;
}

int ibv_dontfork_range(void *base, size_t size)
{
	return inverbs_dontfork(base, size);
}

int ibv_dofork_range(void *base, size_t size)
{
	return inverbs_dofork(base, size);
}
