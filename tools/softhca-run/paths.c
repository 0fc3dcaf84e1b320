/* SPDX-License-Identifier: BSD-2-Clause */
/* Decides which paths are redirected to the emulator, and what is there. */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/kernel/umad.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "preload.h"

#define NODES   "/dev/infiniband"
#define DEVICES "/sys/class/infiniband/"

/** Prefixes of redirected paths; the first also covers names such as infiniband_verbs. */
static const char *const redirected[] = {"/sys/class/infiniband", "/sys/class/misc/rdma_cm", NODES};

/** The root of the tree; NULL if the program was not started by softhca-run. */
static const char *tree_root(void)
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

/** The part of a path below the root, or NULL if it is not in the tree. */
static const char *path_below(const char *path, const char *root)
{
	const size_t len = strlen(root);

	return !strncmp(path, root, len) && (path[len] == '/' || !path[len]) ? path + len : NULL;
}

bool preload_outside(char *path)
{
	const char *root = tree_root(), *rest = root ? path_below(path, root) : NULL;

	if (rest)
		memmove(path, rest, strlen(rest) + 1);
	return rest;
}

/**
 * Get the path of an open file, or of the current directory, if it is in the tree. Returns its
 * length, or 0.
 */
static size_t path_of(char *buf, size_t room, int fd, const char *root)
{
	char link[64] = "/proc/self/cwd";
	ssize_t len;

	if (fd != AT_FDCWD)
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = PRELOAD_NEXT(readlink)(link, buf, room - 1);
	if (len <= 0 || (size_t)len >= room - 1)
		return 0;
	buf[len] = '\0';
	return path_below(buf, root) ? (size_t)len : 0;
}

/** Does `..` lead out of the redirected folders? If so, those components are resolved here. */
static bool leads_outside(char *path)
{
	char plain[PATH_MAX];
	size_t len = 0, n;

	if (!strstr(path, "/.."))
		return false;
	for (const char *step = path; *step; step += n) {
		n = 1 + strcspn(step + 1, "/");
		if (n == 3 && !strncmp(step, "/..", n)) {
			while (len && plain[--len] != '/')
				;
		} else {
			memcpy(plain + len, step, n);
			len += n;
		}
	}
	if (!len)
		plain[len++] = '/';
	plain[len++] = '\0';
	if (is_redirected(plain))
		return false;
	memcpy(path, plain, len);
	return true;
}

enum preload_kind preload_resolve(struct preload_place *place, int dir_fd, const char *path)
{
	const char *root = tree_root();
	char *in_tree = place->in_tree;
	const size_t room = sizeof(place->in_tree);
	size_t len = 0;

	place->path = path;
	if (!root || !path || !*path)
		return PRELOAD_ELSEWHERE;
	if (path_below(path, root))
		path = path_below(path, root); /* taken from /proc, so it includes the root */
	if (is_redirected(path))
		len = (size_t)snprintf(in_tree, room, "%s", root);
	else if (*path != '/')
		len = path_of(in_tree, room, dir_fd, root);
	if (!len || len + strlen(path) + 1 >= room)
		return PRELOAD_ELSEWHERE;
	snprintf(in_tree + len, room - len, "%s%s", *path == '/' ? "" : "/", path);
	place->path = in_tree;
	if (leads_outside(in_tree + strlen(root))) {
		place->path += strlen(root);
		return PRELOAD_ELSEWHERE;
	}
	return preload_node_number(place) ? PRELOAD_NODE : PRELOAD_IN_TREE;
}

/**
 * Query the text of the attribute that an open file represents. Returns its length, -ENOENT if it
 * represents none, or another negative errno value.
 */
static ssize_t query_attribute(int fd, char *text, size_t room)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	char path[PATH_MAX], *device, *slash;
	const char *root = tree_root();

	if (!root || !path_of(path, sizeof(path), fd, root))
		return -ENOENT;
	device = path + strlen(root);
	if (strncmp(device, DEVICES, sizeof(DEVICES) - 1) != 0)
		return -ENOENT;
	device += sizeof(DEVICES) - 1;
	slash = strchr(device, '/');
	if (!slash)
		return -ENOENT;
	*slash = '\0';
	return emulator->read_attr(emulator, device, slash + 1, text, room);
}

/** Create a memfd that contains a text and a newline. */
static int make_text_file(const char *text, size_t len, int flags)
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
 * In the kernel, an attribute without a value, such as the type of an unused GID, can be opened,
 * and fails when read. Here, opening it fails with the same errno value.
 */
int preload_open_in_tree(const struct preload_place *place, int flags)
{
	int fd = PRELOAD_NEXT(open)(place->path, flags);
	char text[4096];
	ssize_t len;

	if (fd < 0 || flags & (O_ACCMODE | O_DIRECTORY))
		return fd;
	len = query_attribute(fd, text, sizeof(text));
	if (len == -ENOENT) /* a directory, or a file that exists only in the tree */
		return fd;
	PRELOAD_NEXT(close)(fd);
	if (len >= 0)
		return make_text_file(text, (size_t)len, flags);
	errno = (int)-len;
	return -1;
}

dev_t preload_node_number(const struct preload_place *place)
{
	const char *name = strrchr(place->path, '/') + 1;
	unsigned int n;

	if (strlen(name) + sizeof(NODES) > strlen(place->path) ||
	    strncmp(name - sizeof(NODES), NODES, sizeof(NODES) - 1) != 0)
		return 0;
	if (!strcmp(name, "rdma_cm"))
		return makedev(SOFTHCA_CM_MAJOR, SOFTHCA_CM_MINOR);
	if (sscanf(name, "uverbs%u", &n) == 1)
		return makedev(SOFTHCA_DEVICE_MAJOR, SOFTHCA_DEVICE_MINOR + n);
	if (sscanf(name, UMAD_FILE_PREFIX "%u", &n) == 1)
		return makedev(UMAD_MAJOR, n);
	if (sscanf(name, UMAD_ISSM_PREFIX "%u", &n) == 1)
		return makedev(UMAD_MAJOR, UMAD_ISSM_MINOR + n);
	return 0;
}
