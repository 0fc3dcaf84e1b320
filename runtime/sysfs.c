/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the kernel's devices in sysfs, or by netlink without it. Logs nothing if there is no RDMA
 * subsystem.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inverbs/kernel/uverbs.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "chardev.h"
#include "netlink.h"
#include "runtime.h"

#define DEFAULT_ROOT "/sys"

const char *inverbs_sysfs_root(void)
{
	/* A set-user-ID program must not trust its environment. */
	const char *root = secure_getenv("SYSFS_PATH");

	return root && *root ? root : DEFAULT_ROOT;
}

ssize_t inverbs_read_file(const char *path, char *buf, size_t bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return -errno;
	do
		len = read(fd, buf, bytes - 1);
	while (len < 0 && errno == EINTR);
	if (len < 0)
		len = -errno;
	close(fd);
	if (len < 0)
		return len;
	while (len > 0 && buf[len - 1] == '\n')
		len--;
	buf[len] = '\0';
	return len;
}

ssize_t inverbs_sysfs_read(char *buf, size_t bytes, const char *format, ...)
{
	char path[PATH_MAX];
	int root, rest;
	va_list args;

	root = snprintf(path, sizeof(path), "%s/", inverbs_sysfs_root());
	if ((size_t)root >= sizeof(path)) /* or negative: an error */
		return -ENAMETOOLONG;
	va_start(args, format);
	rest = vsnprintf(path + root, sizeof(path) - (size_t)root, format, args);
	va_end(args);
	if ((size_t)rest >= sizeof(path) - (size_t)root)
		return -ENAMETOOLONG;
	return inverbs_read_file(path, buf, bytes);
}

/* Read a number from a file, decimal or 0x; returns the fallback if there is none. */
static long read_number(long fallback, const char *dev_name, const char *file)
{
	char buf[64], *end;
	long v;

	if (inverbs_sysfs_read(buf, sizeof(buf), "class/infiniband_verbs/%s/%s", dev_name, file) <=
	    0)
		return fallback;
	v = strtol(buf, &end, 0);
	return end == buf ? fallback : v;
}

/* Vendor or device id from a modalias like pci:v000015B3d00001003sv...; 0 if absent. */
static uint16_t modalias_id(const char *modalias, char which)
{
	unsigned int vendor, device;

	if (sscanf(modalias, "pci:v%8xd%8x", &vendor, &device) != 2)
		return 0;
	return (uint16_t)(which == 'v' ? vendor : device);
}

static void read_pci(struct inverbs_device_info *info)
{
	long vendor, device;

	if (inverbs_sysfs_read(info->modalias, sizeof(info->modalias),
			       "class/infiniband_verbs/%s/device/modalias", info->dev_name) < 0)
		info->modalias[0] = '\0';
	vendor = read_number(modalias_id(info->modalias, 'v'), info->dev_name, "device/vendor");
	device = read_number(modalias_id(info->modalias, 'd'), info->dev_name, "device/device");
	info->vendor_id = (uint16_t)vendor;
	info->device_id = (uint16_t)device;
}

/* Parse a GUID: four groups of four hexadecimal digits, most significant first. */
static uint64_t read_guid(const char *device)
{
	unsigned int part[4];
	uint64_t guid = 0;
	char buf[64];

	if (inverbs_sysfs_read(buf, sizeof(buf), "class/infiniband/%s/node_guid", device) <= 0 ||
	    sscanf(buf, "%4x:%4x:%4x:%4x", &part[0], &part[1], &part[2], &part[3]) != 4)
		return 0;
	for (int i = 0; i < 4; i++)
		guid = guid << 16 | part[i];
	return INVERBS_BE64(guid);
}

static int read_node_type(const char *device)
{
	char buf[64];
	int type;

	if (inverbs_sysfs_read(buf, sizeof(buf), "class/infiniband/%s/node_type", device) <= 0 ||
	    sscanf(buf, "%d", &type) != 1 || type < IBV_NODE_CA || type > IBV_NODE_UNSPECIFIED)
		return IBV_NODE_UNKNOWN;
	return type;
}

/* Read one directory of infiniband_verbs. Returns false if it is not a device, or no longer one. */
static bool read_device(const char *dev_name, struct inverbs_device_info *info)
{
	size_t len = strlen(dev_name);

	memset(info, 0, sizeof(*info));
	if (strncmp(dev_name, "uverbs", 6) != 0 || !isdigit((unsigned char)dev_name[6]) ||
	    len >= sizeof(info->dev_name))
		return false;
	memcpy(info->dev_name, dev_name, len + 1);
	if (inverbs_sysfs_read(info->name, sizeof(info->name), "class/infiniband_verbs/%s/ibdev",
			       dev_name) <= 0 ||
	    strchr(info->name, '/'))
		return false;
	info->abi_version = (uint32_t)read_number(0, dev_name, "abi_version");
	info->node_type = read_node_type(info->name);
	info->node_guid = read_guid(info->name);
	info->driver_id = -1; /* not in sysfs */
	info->index = -1;     /* not in sysfs */
	read_pci(info);
	return true;
}

static bool is_interface_known(void)
{
	char buf[32];
	long version;

	if (inverbs_sysfs_read(buf, sizeof(buf), "class/infiniband_verbs/abi_version") <= 0)
		return false;
	version = strtol(buf, NULL, 10);
	if (version >= UVERBS_VERSION_LEAST && version <= UVERBS_VERSION)
		return true;
	inverbs_log("the kernel's verbs interface has version %ld, this library supports %d to %d",
		    version, UVERBS_VERSION_LEAST, UVERBS_VERSION);
	return false;
}

static int compare_device_numbers(const void *a, const void *b)
{
	const struct inverbs_device_info *x = a, *y = b;

	return atoi(x->dev_name + 6) - atoi(y->dev_name + 6);
}

/* Read every device of an open directory into a growing array. */
static int read_devices(DIR *dir, struct inverbs_device_info **out)
{
	struct inverbs_device_info *list = NULL, *more, info;
	struct dirent *entry;
	int count = 0;

	while ((entry = readdir(dir))) {
		if (!read_device(entry->d_name, &info))
			continue;
		more = realloc(list, (size_t)(count + 1) * sizeof(*list));
		if (!more) {
			free(list);
			return -ENOMEM;
		}
		list = more;
		list[count++] = info;
	}
	if (count)
		qsort(list, (size_t)count, sizeof(*list), compare_device_numbers);
	*out = list;
	return count;
}

/*
 * A container may have devices but no sysfs; netlink provides most of the facts. Not used if
 * SYSFS_PATH names another root.
 */
static bool is_sysfs_missing(void)
{
	return !strcmp(inverbs_sysfs_root(), DEFAULT_ROOT) && access(DEFAULT_ROOT "/class", F_OK);
}

static int kernel_list(const struct inverbs_backend *b, struct inverbs_device_info **out)
{
	char path[PATH_MAX];
	DIR *dir;
	int count;

	(void)b;
	*out = NULL;
	if (is_sysfs_missing())
		return inverbs_netlink_list(out);
	if (!is_interface_known())
		return 0;
	if (snprintf(path, sizeof(path), "%s/class/infiniband_verbs", inverbs_sysfs_root()) >=
	    (int)sizeof(path))
		return 0;
	dir = opendir(path);
	if (!dir)
		return 0;
	count = read_devices(dir, out);
	closedir(dir);
	inverbs_netlink_describe(*out, count);
	return count;
}

static ssize_t kernel_read_attr(const struct inverbs_backend *b, const char *device,
				const char *path, char *buf, size_t bytes)
{
	(void)b;
	return inverbs_sysfs_read(buf, bytes, "class/infiniband/%s/%s", device, path);
}

static bool kernel_copies_on_fork(const struct inverbs_backend *b)
{
	(void)b;
	return inverbs_netlink_copies_on_fork();
}

const struct inverbs_backend inverbs_backend_kernel = {
	.name = "kernel",
	.list = kernel_list,
	.read_attr = kernel_read_attr,
	.copies_on_fork = kernel_copies_on_fork,
	.open = inverbs_chardev_open,
	.open_cm = inverbs_chardev_open_cm,
	.open_mad = inverbs_chardev_open_mad,
};
