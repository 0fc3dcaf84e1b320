/* SPDX-License-Identifier: BSD-2-Clause */
/* Transport that issues commands with write() on the kernel's character device. */
#define _GNU_SOURCE
#include "chardev.h"

#include <fcntl.h>
#include <inverbs/kernel/uverbs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum {
	NODE_WAIT_MS = 5000, /* time that udev gets to create the node of a new device */
	NODE_POLL_MS = 100,
};

struct chardev {
	struct inverbs_transport base;
	pthread_mutex_t lock; /* guards driver_id */
	int driver_id;
};

static int chardev_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct chardev *dev = (struct chardev *)t;
	ssize_t done;
	int err;

	do
		done = write(t->fd, cmd, bytes);
	while (done < 0 && errno == EINTR);
	if (done >= 0)
		return (size_t)done == bytes ? 0 : EIO;
	if (errno != EACCES)
		return errno;
	/*
	 * The process changed credentials since it opened the file, so write() is refused. The
	 * ioctl method does not check them.
	 */
	pthread_mutex_lock(&dev->lock);
	err = inverbs_invoke_write(t, &dev->driver_id, cmd, bytes);
	pthread_mutex_unlock(&dev->lock);
	return err;
}

static int chardev_ioctl(struct inverbs_transport *t, void *hdr)
{
	return ioctl(t->fd, UVERBS_IOCTL, hdr) < 0 ? errno : 0;
}

static void *chardev_map(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	return mmap(NULL, bytes, prot, MAP_SHARED, t->fd, offset);
}

static void chardev_close(struct inverbs_transport *t)
{
	struct chardev *dev = (struct chardev *)t;

	close(t->fd);
	pthread_mutex_destroy(&dev->lock);
	free(dev);
}

static const struct inverbs_transport_ops chardev_ops = {
	.command = chardev_command,
	.ioctl = chardev_ioctl,
	.map = chardev_map,
	.close = chardev_close,
};

/* Open a node and check that it is the device that sysfs describes. */
static int open_node(const char *path, dev_t number, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISCHR(st.st_mode) && st.st_rdev == number)
		return fd;
	close(fd);
	return -ENXIO;
}

static int open_by_name_or_number(const char *dev_name, dev_t number, int flags)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/dev/infiniband/%s", dev_name);
	fd = open_node(path, number, flags);
	if (fd != -ENOENT && fd != -ENXIO)
		return fd;
	snprintf(path, sizeof(path), "/dev/char/%u:%u", major(number), minor(number));
	return open_node(path, number, flags);
}

/* Without /dev/infiniband (as in a container), udev will not create a node. */
static bool can_node_appear(void)
{
	return !access("/dev/infiniband", F_OK);
}

static int open_with_wait(const char *dev_name, dev_t number, int flags)
{
	const struct timespec pause = {.tv_nsec = NODE_POLL_MS * 1000000L};
	int fd = open_by_name_or_number(dev_name, number, flags);

	for (int ms = 0; fd == -ENOENT && ms < NODE_WAIT_MS && can_node_appear();
	     ms += NODE_POLL_MS) {
		nanosleep(&pause, NULL);
		fd = open_by_name_or_number(dev_name, number, flags);
	}
	return fd;
}

/* The device number that sysfs reports now; `otherwise` without sysfs. */
static dev_t device_number(const char *class, const char *dev_name, dev_t otherwise)
{
	unsigned int high, low;
	char buf[64];

	if (inverbs_sysfs_read(buf, sizeof(buf), "class/%s/%s/dev", class, dev_name) > 0 &&
	    sscanf(buf, "%u:%u", &high, &low) == 2)
		return makedev(high, low);
	return otherwise;
}

int inverbs_chardev_open_node(const char *class, const char *dev_name, dev_t otherwise, int flags)
{
	const dev_t number = device_number(class, dev_name, otherwise);
	int fd = number ? open_with_wait(dev_name, number, flags) : -ENODEV;

	if (fd < 0 && number && fd != -EAGAIN)
		inverbs_log("cannot open /dev/infiniband/%s: %s", dev_name, strerror(-fd));
	return fd;
}

static struct inverbs_transport *make_transport(int fd, int driver_id)
{
	struct chardev *dev = calloc(1, sizeof(*dev));

	if (!dev)
		return NULL;
	dev->base.ops = &chardev_ops;
	dev->base.fd = fd;
	dev->driver_id = driver_id;
	pthread_mutex_init(&dev->lock, NULL);
	return &dev->base;
}

struct inverbs_transport *inverbs_chardev_open(const struct inverbs_backend *b,
					       const struct inverbs_device_info *info)
{
	struct inverbs_transport *t;
	int fd;

	(void)b;
	fd = inverbs_chardev_open_node("infiniband_verbs", info->dev_name, info->number, O_RDWR);
	if (fd < 0)
		return inverbs_fail(-fd);
	t = make_transport(fd, info->driver_id);
	if (t)
		return t;
	close(fd);
	return inverbs_fail(ENOMEM);
}
