/* SPDX-License-Identifier: BSD-2-Clause */
/* Which paths lead to the emulator, and what is found there. */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/softhca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "preload.h"

#define NODES   "/dev/infiniband"
#define DEVICES "/sys/class/infiniband/"

/** Beginnings of paths; the first has relatives such as infiniband_verbs. */
static const char *const redirected[] = {"/sys/class/infiniband", "/sys/class/misc/rdma_cm", NODES};

/** Root of the tree; NULL: the program was not started by softhca-run. */
static const char *tree(void)
{
	const char *root = getenv(SOFTHCA_TREE);

	return root && *root == '/' ? root : NULL;
}

static bool is_redirected(const char *path)
{
	for (size_t i = 0; i < sizeof(redirected) / sizeof(redirected[0]); i++) {
		if (!strncmp(path, redirected[i], strlen(redirected[i])))
			return true;
	}
	return false;
}

/** What a path below the root of the tree is. */
static enum preload_kind kind_of(const char *below)
{
	if (!strncmp(below, NODES "/", sizeof(NODES)))
		return PRELOAD_NODE;
	if (!strncmp(below, DEVICES, sizeof(DEVICES) - 1))
		return PRELOAD_ATTRIBUTE;
	return PRELOAD_ORDINARY;
}

/** The path of an open directory, if that lies in the tree, and a slash. Its length, or 0. */
static size_t directory_path(char *buf, size_t room, int dir_fd, const char *root)
{
	char link[64];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", dir_fd);
	len = PRELOAD_NEXT(readlink)(link, buf, room - 1);
	if (len <= 0 || (size_t)len >= room - 1 || strncmp(buf, root, strlen(root)) != 0)
		return 0;
	buf[len++] = '/';
	return (size_t)len;
}

enum preload_kind preload_follow(struct preload_place *place, int dir_fd, const char *path)
{
	const char *root = tree();
	size_t len = 0;

	place->path = path;
	if (!root || !path)
		return PRELOAD_ORDINARY;
	if (!strncmp(path, root, strlen(root)))
		path += strlen(root); /* what realpath() said */
	if (is_redirected(path))
		len = (size_t)snprintf(place->in_tree, sizeof(place->in_tree), "%s", root);
	else if (*path != '/' && dir_fd != AT_FDCWD)
		len = directory_path(place->in_tree, sizeof(place->in_tree), dir_fd, root);
	if (!len || len + strlen(path) >= sizeof(place->in_tree))
		return PRELOAD_ORDINARY;
	memcpy(place->in_tree + len, path, strlen(path) + 1);
	place->path = place->in_tree;
	return kind_of(place->in_tree + strlen(root));
}

/** The device's part of an attribute's path, and the rest. False: no attribute, but a directory. */
static bool split(const struct preload_place *place, char *device, size_t room, const char **rest)
{
	const char *name = place->in_tree + strlen(tree()) + sizeof(DEVICES) - 1;
	const char *slash = strchr(name, '/');
	size_t len;

	if (!slash)
		return false;
	len = (size_t)(slash - name);
	if (!len || len >= room)
		return false;
	memcpy(device, name, len);
	device[len] = '\0';
	*rest = slash + 1;
	return true;
}

/** A file in memory that holds a text and a line end. */
static int file_of(const char *text, size_t len, int flags)
{
	int fd = memfd_create("attribute", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);

	if (fd >= 0 && PRELOAD_NEXT(write)(fd, text, len) == (ssize_t)len &&
	    PRELOAD_NEXT(write)(fd, "\n", 1) == 1 && !lseek(fd, 0, SEEK_SET))
		return fd;
	if (fd >= 0)
		PRELOAD_NEXT(close)(fd);
	return -1;
}

/*
 * An attribute without a value, such as the type of a GID that is not there, opens in the kernel
 * and fails when read; here it fails when opened, with the same errno.
 */
int preload_open_attribute(const struct preload_place *place, int flags)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	char device[64], text[4096];
	const char *rest;
	ssize_t len = -ENOENT;

	if (!(flags & (O_ACCMODE | O_DIRECTORY)) && split(place, device, sizeof(device), &rest))
		len = emulator->read_attr(emulator, device, rest, text, sizeof(text));
	if (len >= 0)
		return file_of(text, (size_t)len, flags);
	if (len == -ENOENT) /* a directory, or what only the tree knows */
		return PRELOAD_NEXT(open)(place->path, flags);
	errno = (int)-len;
	return -1;
}

dev_t preload_node_number(const struct preload_place *place)
{
	const char *name = strrchr(place->path, '/') + 1;
	unsigned int n;

	if (!strcmp(name, "rdma_cm"))
		return makedev(SOFTHCA_CM_MAJOR, SOFTHCA_CM_MINOR);
	if (sscanf(name, "uverbs%u", &n) == 1)
		return makedev(SOFTHCA_DEVICE_MAJOR, SOFTHCA_DEVICE_MINOR + n);
	return 0;
}
