/* SPDX-License-Identifier: BSD-2-Clause */
/* Transport for the kernel's management datagrams: /dev/infiniband/umadN and issmN. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <limits.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "chardev.h"
#include "runtime.h"

static int mad_write(struct inverbs_transport *t, const void *bytes, size_t len)
{
	const ssize_t done = write(t->fd, bytes, len);

	if (done < 0)
		return errno;
	return (size_t)done == len ? 0 : EIO;
}

static int mad_ioctl(struct inverbs_transport *t, unsigned long request, void *argument)
{
	return ioctl(t->fd, request, argument) < 0 ? errno : 0;
}

static ssize_t mad_read(struct inverbs_transport *t, void *buf, size_t room)
{
	const ssize_t got = read(t->fd, buf, room);

	return got < 0 ? -errno : got;
}

static void mad_close(struct inverbs_transport *t)
{
	close(t->fd);
	free(t);
}

static const struct inverbs_transport_ops mad_ops = {
	.command = mad_write,
	.mad_ioctl = mad_ioctl,
	.mad_read = mad_read,
	.close = mad_close,
};

/** issmN is not read or written; it only has to be open. */
static const struct inverbs_transport_ops issm_ops = {
	.command = mad_write, /* the kernel refuses it */
	.close = mad_close,
};

static bool is_known_mad_version(void)
{
	char text[16];
	long version;

	if (inverbs_sysfs_read(text, sizeof(text), "class/" UMAD_SYSFS_CLASS "/abi_version") <= 0)
		return false;
	version = strtol(text, NULL, 10);
	if (version == UMAD_VERSION)
		return true;
	inverbs_log("the kernel's ib_umad has version %ld, this library supports %d", version,
		    UMAD_VERSION);
	return false;
}

/** Does this umad or issm device belong to the port? */
static bool is_file_of_port(const char *name, const char *device, unsigned int port)
{
	char text[64];

	return inverbs_sysfs_read(text, sizeof(text), "class/" UMAD_SYSFS_CLASS "/%s/ibdev", name) >
		       0 &&
	       !strcmp(text, device) &&
	       inverbs_sysfs_read(text, sizeof(text), "class/" UMAD_SYSFS_CLASS "/%s/port", name) >
		       0 &&
	       strtoul(text, NULL, 10) == port;
}

/** Find the name of the port's file. Returns false if it has none. */
static bool find_umad_file(const char *prefix, const char *device, unsigned int port,
			   char name[NAME_MAX + 1])
{
	char path[PATH_MAX];
	struct dirent *entry = NULL;
	DIR *dir = NULL;

	if (snprintf(path, sizeof(path), "%s/class/" UMAD_SYSFS_CLASS, inverbs_sysfs_root()) <
	    (int)sizeof(path))
		dir = opendir(path);
	if (!dir)
		return false;
	while ((entry = readdir(dir))) {
		if (!strncmp(entry->d_name, prefix, strlen(prefix)) &&
		    is_file_of_port(entry->d_name, device, port))
			break;
	}
	if (entry)
		snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
	closedir(dir);
	return entry;
}

/**
 * Open the port's umad or issm file. Returns the descriptor or a negative errno value. O_NONBLOCK:
 * without it, opening issmN would block until the process that has it open closes it.
 */
static int open_umad_file(const char *device, unsigned int port, bool issm)
{
	char name[NAME_MAX + 1];

	if (!is_known_mad_version() ||
	    !find_umad_file(issm ? UMAD_ISSM_PREFIX : UMAD_FILE_PREFIX, device, port, name))
		return -ENODEV;
	return inverbs_chardev_open_node(UMAD_SYSFS_CLASS, name, 0,
					 issm ? O_RDWR | O_NONBLOCK : O_RDWR);
}

struct inverbs_transport *inverbs_chardev_open_mad(const struct inverbs_backend *b,
						   const char *device, unsigned int port, bool issm)
{
	struct inverbs_transport *t = calloc(1, sizeof(*t));
	int fd;

	(void)b;
	if (!t)
		return inverbs_fail(ENOMEM);
	fd = open_umad_file(device, port, issm);
	if (fd < 0) {
		free(t);
		return inverbs_fail(-fd);
	}
	t->ops = issm ? &issm_ops : &mad_ops;
	t->fd = fd;
	return t;
}
