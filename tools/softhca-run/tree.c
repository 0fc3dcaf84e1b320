/* SPDX-License-Identifier: BSD-2-Clause */
/* Creates the tree of ordinary files that represents device files and sysfs. */
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inverbs/kernel/ucma.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/kernel/uverbs.h>
#include <limits.h>
#include <runtime.h>
#include <socket.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	DEPTH_MAX = 8,
};

/** Build a path below the root from a printf-like format. Returns 0 or ENAMETOOLONG. */
__attribute__((format(printf, 3, 4))) static int path_of(char *path, const char *root,
							 const char *format, ...)
{
	int first = snprintf(path, PATH_MAX, "%s/", root), rest;
	va_list args;

	if (first < 0 || first >= PATH_MAX)
		return ENAMETOOLONG;
	va_start(args, format);
	rest = vsnprintf(path + first, (size_t)(PATH_MAX - first), format, args);
	va_end(args);
	return rest < 0 || rest >= PATH_MAX - first ? ENAMETOOLONG : 0;
}

/** Create the parent directories of a file. */
static int make_directories(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int failed;

		*slash = '\0';
		failed = mkdir(path, 0755) && errno != EEXIST;
		*slash = '/';
		if (failed)
			return errno;
	}
	return 0;
}

static int write_file(char *path, const char *text)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	size_t len = strlen(text);
	int fd = open(path, flags, 0644);
	ssize_t written;
	int ret;

	if (fd < 0 && errno == ENOENT && !make_directories(path))
		fd = open(path, flags, 0644);
	if (fd < 0)
		return errno;
	written = write(fd, text, len);
	ret = written < 0 ? errno : (size_t)written < len ? EIO : 0;
	close(fd);
	return ret;
}

/* --- files from the emulator -------------------------------------------------------------- */

/** State of creating one device's attributes. */
struct walk {
	const char *root;
	const char *device;
	int sock;
};

/** Query the names in a directory. The caller frees *names. */
static int query_names(const struct walk *walk, const char *directory, char **names, size_t *bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_LIST_ATTRS);
	size_t first = strlen(walk->device) + 1, second = strlen(directory) + 1;
	char question[PATH_MAX];
	int ret;

	if (first + second > sizeof(question))
		return ENAMETOOLONG;
	memcpy(question, walk->device, first);
	memcpy(question + first, directory, second);
	x.payload = question;
	x.bytes = first + second;
	x.response_room = SOFTHCA_MESSAGE_MAX - sizeof(x.reply);
	*names = calloc(1, x.response_room + 1);
	if (!*names)
		return ENOMEM;
	x.response = *names;
	ret = inverbs_exchange(walk->sock, &x);
	*bytes = ret ? 0 : x.reply.bytes;
	return ret;
}

/** Create everything in a directory ("" or a path that ends in a slash), recursively. */
static int make_attributes(const struct walk *walk, const char *directory, int depth)
{
	char inside[PATH_MAX], path[PATH_MAX], *names = NULL;
	size_t len = strlen(directory), bytes = 0;
	int ret = depth < DEPTH_MAX ? path_of(path, "", "%s", directory) : ELOOP;

	if (ret)
		return ret;
	if (len)
		path[len] = '\0'; /* remove the slashes at both ends */
	ret = query_names(walk, path + 1, &names, &bytes);
	for (size_t at = 0; at < bytes && !ret; at += strlen(names + at) + 1) {
		const char *name = names + at;

		int n = snprintf(inside, sizeof(inside), "%s%s", directory, name);

		if (strstr(name, "..") || !*name || n >= (int)sizeof(inside))
			ret = EPROTO;
		else if (name[strlen(name) - 1] == '/')
			ret = make_attributes(walk, inside, depth + 1);
		else
			ret = path_of(path, walk->root, "sys/class/infiniband/%s/%s", walk->device,
				      inside);
		if (!ret && name[strlen(name) - 1] != '/')
			ret = write_file(path, "");
	}
	free(names);
	return ret;
}

/* --- fixed files --------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static int
make_attribute_file(const char *root, const char *file, const char *format, ...)
{
	char path[PATH_MAX], text[256];
	va_list args;
	int ret = path_of(path, root, "%s", file);

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return ret ? ret : write_file(path, text);
}

/**
 * Create /sys/class/infiniband_verbs/uverbsN. Only PCI devices have a modalias by which libraries
 * find their driver.
 */
static int make_verbs(const char *root, const struct inverbs_device_info *info)
{
	unsigned int minor = (unsigned int)atoi(info->dev_name + strlen("uverbs"));
	char verbs[PATH_MAX];
	int ret = path_of(verbs, root, "sys/class/infiniband_verbs/%s", info->dev_name);

	minor += SOFTHCA_DEVICE_MINOR;
	ret = ret ? ret : make_attribute_file(verbs, "ibdev", "%s\n", info->name);
	ret = ret ? ret : make_attribute_file(verbs, "abi_version", "%u\n", info->abi_version);
	ret = ret ? ret : make_attribute_file(verbs, "dev", "%u:%u\n", SOFTHCA_DEVICE_MAJOR, minor);
	if (ret || !info->vendor_id)
		return ret;
	ret = make_attribute_file(verbs, "device/vendor", "0x%04x\n", info->vendor_id);
	ret = ret ? ret : make_attribute_file(verbs, "device/device", "0x%04x\n", info->device_id);
	return ret ? ret
		   : make_attribute_file(verbs, "device/modalias",
					 "pci:v%08Xd%08Xsv%08Xsd%08Xbc02sc07i00\n", info->vendor_id,
					 info->device_id, info->vendor_id, 0);
}

/** Link device/net/NAME of each network card to the machine's own description of the card. */
static int link_network_cards(const struct walk *walk, const char *dev_name)
{
	char path[PATH_MAX], target[PATH_MAX], *names = NULL;
	size_t bytes = 0;
	int ret = query_names(walk, "device/net", &names, &bytes);

	for (size_t at = 0; at < bytes && !ret; at += strlen(names + at) + 1) {
		ret = path_of(target, "/sys/class/net", "%s", names + at);
		ret = ret ? ret
			  : path_of(path, walk->root, "sys/class/infiniband_verbs/%s/device/net/%s",
				    dev_name, names + at);
		ret = ret ? ret : make_directories(path);
		ret = ret ? ret : symlink(target, path) ? errno : 0;
	}
	free(names);
	return ret;
}

/** The device appears in both classes: link to it from the second. */
static int make_link(const char *root, const struct inverbs_device_info *info)
{
	char path[PATH_MAX], target[PATH_MAX];
	int ret = path_of(path, root, "sys/class/infiniband_verbs/%s/device", info->dev_name);

	if (ret || access(path, F_OK))
		return ret;
	ret = path_of(path, root, "sys/class/infiniband/%s/device", info->name);
	snprintf(target, sizeof(target), "../../infiniband_verbs/%s/device", info->dev_name);
	return ret ? ret : symlink(target, path) ? errno : 0;
}

static int make_device(const char *root, const struct inverbs_device_info *info, int sock)
{
	const struct walk walk = {.root = root, .device = info->name, .sock = sock};
	char node[PATH_MAX];
	int ret = path_of(node, root, "dev/infiniband/%s", info->dev_name);

	ret = ret ? ret : write_file(node, "");
	ret = ret ? ret : make_verbs(root, info);
	ret = ret ? ret : make_attributes(&walk, "", 0);
	ret = ret ? ret : link_network_cards(&walk, info->dev_name);
	return ret ? ret : make_link(root, info);
}

/** Create the sysfs files that describe one of a port's files for management datagrams. */
static int make_mad_file(const char *root, const char *device, unsigned int port, const char *kind,
			 unsigned int number)
{
	char place[PATH_MAX], name[32], node[64];
	int ret;

	snprintf(name, sizeof(name), "%s%u", kind, number);
	snprintf(node, sizeof(node), "dev/infiniband/%s", name);
	ret = path_of(place, root, "sys/class/" UMAD_SYSFS_CLASS "/%s", name);
	ret = ret ? ret : make_attribute_file(place, "ibdev", "%s\n", device);
	ret = ret ? ret : make_attribute_file(place, "port", "%u\n", port);
	return ret ? ret : make_attribute_file(root, node, "%s", "");
}

/** Create the files for all ports of a device. iWARP has none, Ethernet has no issm file. */
static int make_mad_files(const char *root, const struct inverbs_device_info *info,
			  unsigned int *number)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	char attribute[64], layer[32];
	int ret = 0;

	for (unsigned int port = 1; info->node_type == IBV_NODE_CA && !ret; port++, ++*number) {
		snprintf(attribute, sizeof(attribute), "ports/%u/link_layer", port);
		if (emulator->read_attr(emulator, info->name, attribute, layer, sizeof(layer)) <= 0)
			break;
		ret = make_mad_file(root, info->name, port, UMAD_FILE_PREFIX, *number);
		if (!ret && strcmp(layer, "Ethernet") != 0)
			ret = make_mad_file(root, info->name, port, UMAD_ISSM_PREFIX, *number);
	}
	return ret;
}

int softhca_tree_make(const char *root)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	struct inverbs_device_info *list = NULL;
	int count = emulator->list(emulator, &list);
	int ret = count < 0 ? -count : 0;
	unsigned int mads = 0;
	pid_t pid;
	int sock = ret ? -1 : inverbs_emulator_connect(&pid);

	if (!ret && sock < 0)
		ret = -sock;
	for (int i = 0; i < count && !ret; i++) {
		ret = make_device(root, &list[i], sock);
		ret = ret ? ret : make_mad_files(root, &list[i], &mads);
	}
	ret = ret ? ret
		  : make_attribute_file(root, "sys/class/" UMAD_SYSFS_CLASS "/abi_version", "%d\n",
					UMAD_VERSION);
	ret = ret ? ret : make_attribute_file(root, "dev/infiniband/rdma_cm", "%s", "");
	ret = ret ? ret
		  : make_attribute_file(root, "sys/class/infiniband_verbs/abi_version", "%d\n",
					UVERBS_VERSION);
	ret = ret ? ret
		  : make_attribute_file(root, "sys/class/misc/rdma_cm/abi_version", "%d\n",
					UCMA_VERSION);
	ret = ret ? ret
		  : make_attribute_file(root, "sys/class/misc/rdma_cm/dev", "%d:%d\n",
					SOFTHCA_CM_MAJOR, SOFTHCA_CM_MINOR);
	if (sock >= 0)
		close(sock);
	free(list);
	return ret;
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	(void)st;
	(void)kind;
	(void)where;
	return remove(path);
}

void softhca_tree_remove(const char *root)
{
	nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
