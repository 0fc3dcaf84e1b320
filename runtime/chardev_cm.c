/* SPDX-License-Identifier: BSD-2-Clause */
/* Transport for the kernel's connection manager, /dev/infiniband/rdma_cm. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inverbs/kernel/ucma.h>
#include <unistd.h>

#include "chardev.h"
#include "runtime.h"

static int cm_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	ssize_t done = write(t->fd, cmd, bytes);

	if (done < 0)
		return errno;
	return (size_t)done == bytes ? 0 : ENODATA; /* librdmacm returns this errno value */
}

static void cm_close(struct inverbs_transport *t)
{
	close(t->fd);
	free(t);
}

static const struct inverbs_transport_ops cm_ops = {
	.command = cm_command,
	.close = cm_close,
};

/* An old kernel that does not report an ABI version is assumed to have ours. */
static bool is_known_cm_version(void)
{
	char text[16];
	long version;

	if (inverbs_sysfs_read(text, sizeof(text), "class/misc/rdma_cm/abi_version") <= 0 &&
	    inverbs_sysfs_read(text, sizeof(text), "class/infiniband_ucma/abi_version") <= 0)
		return true;
	version = strtol(text, NULL, 10);
	if (version >= UCMA_VERSION_LEAST && version <= UCMA_VERSION)
		return true;
	inverbs_log("the kernel's rdma_cm has version %ld, this library supports %d to %d", version,
		    UCMA_VERSION_LEAST, UCMA_VERSION);
	return false;
}

struct inverbs_transport *inverbs_chardev_open_cm(const struct inverbs_backend *b)
{
	struct inverbs_transport *t;
	int err;

	(void)b;
	if (!is_known_cm_version())
		return inverbs_fail(EPERM);
	t = calloc(1, sizeof(*t));
	if (!t)
		return inverbs_fail(ENOMEM);
	t->ops = &cm_ops;
	t->fd = open("/dev/infiniband/rdma_cm", O_RDWR | O_CLOEXEC);
	if (t->fd >= 0)
		return t;
	err = errno;
	free(t);
	return inverbs_fail(err);
}
