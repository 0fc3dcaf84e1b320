/* SPDX-License-Identifier: BSD-2-Clause */
/* Open device files, by descriptor. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "preload.h"

enum {
	MAX_FD = 65536,
	ISSM_WAIT_NS = 100000000,
};

static struct {
	pthread_mutex_t lock;
	pid_t process; /**< process that created the table */
	struct preload_file *by_fd[MAX_FD];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

void *preload_next(void **slot, const char *name)
{
	void *function = __atomic_load_n(slot, __ATOMIC_RELAXED);

	if (!function) {
		function = dlsym(RTLD_NEXT, name);
		__atomic_store_n(slot, function, __ATOMIC_RELAXED);
	}
	return function;
}

static void before_fork(void)
{
	pthread_mutex_lock(&table.lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&table.lock);
}

static void after_fork_in_child(void)
{
	table.process = getpid();
	pthread_mutex_unlock(&table.lock);
}

__attribute__((constructor)) static void prepare_preload(void)
{
	table.process = getpid();
	pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

/** Few descriptors are in the table, and this check costs one load. */
static bool is_in_table(int fd)
{
	return fd >= 0 && fd < MAX_FD && __atomic_load_n(&table.by_fd[fd], __ATOMIC_RELAXED);
}

struct preload_file *preload_get(int fd)
{
	struct preload_file *file;

	if (!is_in_table(fd))
		return NULL;
	pthread_mutex_lock(&table.lock);
	file = table.by_fd[fd];
	if (file)
		file->users++;
	pthread_mutex_unlock(&table.lock);
	return file;
}

void preload_put(struct preload_file *file)
{
	unsigned int left;

	pthread_mutex_lock(&table.lock);
	left = --file->users;
	pthread_mutex_unlock(&table.lock);
	if (left)
		return;
	file->transport->ops->close(file->transport);
	free(file);
}

/** Record which file a descriptor refers to, instead of its previous one. */
static void set_file(int fd, struct preload_file *file)
{
	struct preload_file *before;

	pthread_mutex_lock(&table.lock);
	before = table.by_fd[fd];
	__atomic_store_n(&table.by_fd[fd], file, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&table.lock);
	if (before)
		preload_put(before);
}

void preload_forget(int fd)
{
	/* A child of vfork() shares our memory until exec: it closes only its own descriptors. */
	if (is_in_table(fd) && table.process == getpid())
		set_file(fd, NULL);
}

void preload_forget_range(unsigned int first, unsigned int last)
{
	for (unsigned int fd = first; fd <= last && fd < MAX_FD; fd++)
		preload_forget((int)fd);
}

void preload_share_file(int fd, int as)
{
	struct preload_file *file = preload_get(as);

	if (!file)
		preload_forget(fd);
	else if (fd >= 0 && fd < MAX_FD && fd != as)
		set_file(fd, file);
	else
		preload_put(file);
}

/* --- opening ----------------------------------------------------------------------------- */

static struct inverbs_transport *open_device(const char *dev_name)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	struct inverbs_transport *transport = NULL;
	struct inverbs_device_info *list;
	int count = emulator->list(emulator, &list);

	errno = count < 0 ? -count : ENODEV;
	for (int i = 0; i < count; i++) {
		if (!strcmp(list[i].dev_name, dev_name)) {
			transport = emulator->open(emulator, &list[i]);
			break;
		}
	}
	if (count > 0)
		free(list);
	return transport;
}

/**
 * Read the first line of a file in sysfs that describes the device file: returns a number, or
 * stores a name in `text` if that is not NULL.
 */
static unsigned int read_attribute(const char *name, const char *attribute, char *text, size_t room)
{
	char path[PATH_MAX], line[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/sys/class/" UMAD_SYSFS_CLASS "/%s/%s", name, attribute);
	file = fopen(path, "re");
	if (file) {
		if (!fgets(line, sizeof(line), file))
			line[0] = '\0';
		fclose(file);
	}
	line[strcspn(line, "\n")] = '\0';
	if (text)
		snprintf(text, room, "%s", line);
	return (unsigned int)strtoul(line, NULL, 10);
}

/** Open umadN or issmN. Without O_NONBLOCK, wait until no other program has issmN open. */
static struct inverbs_transport *open_mad(const char *name, int flags)
{
	const struct inverbs_backend *emulator = &inverbs_backend_emulator;
	const struct timespec interval = {.tv_nsec = ISSM_WAIT_NS};
	const bool issm = !strncmp(name, UMAD_ISSM_PREFIX, strlen(UMAD_ISSM_PREFIX));
	const unsigned int port = read_attribute(name, "port", NULL, 0);
	struct inverbs_transport *transport;
	char device[64];

	read_attribute(name, "ibdev", device, sizeof(device));
	for (;;) {
		transport = emulator->open_mad(emulator, device, port, issm);
		if (transport || errno != EAGAIN || flags & O_NONBLOCK)
			return transport;
		nanosleep(&interval, NULL);
	}
}

static bool is_for_management(const char *name)
{
	return strcmp(name, "rdma_cm") != 0 && strncmp(name, "uverbs", strlen("uverbs")) != 0;
}

static struct inverbs_transport *open_transport(const char *name, int flags)
{
	if (!strcmp(name, "rdma_cm"))
		return inverbs_backend_emulator.open_cm(&inverbs_backend_emulator);
	if (!strncmp(name, "uverbs", strlen("uverbs")))
		return open_device(name);
	return open_mad(name, flags);
}

/**
 * Create the descriptor that the program gets: for files with messages, the pipe or socket that
 * becomes readable; for a device, a descriptor that is never readable and has the same flags.
 */
static int make_descriptor(const struct inverbs_transport *transport, const char *name, int flags)
{
	const int close_on_exec = flags & O_CLOEXEC;
	const bool readable = !strcmp(name, "rdma_cm") || transport->ops->mad_read;
	int fd;

	if (!readable)
		return PRELOAD_NEXT(open)("/dev/null", O_RDWR | close_on_exec);
	fd = PRELOAD_NEXT(fcntl)(transport->fd, close_on_exec ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
	if (fd >= 0 && flags & O_NONBLOCK)
		PRELOAD_NEXT(fcntl)(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

int preload_open_node(const struct preload_place *place, int flags)
{
	const char *name = strrchr(place->path, '/') + 1;
	struct preload_file *file = NULL;
	int fd, err;

	if (!PRELOAD_NEXT(access)(place->path, F_OK))
		file = calloc(1, sizeof(*file));
	if (!file)
		return -1;
	file->transport = open_transport(name, flags);
	if (!file->transport)
		goto free_file;
	fd = make_descriptor(file->transport, name, flags);
	if (fd < 0)
		goto close_transport;
	if (fd >= MAX_FD) {
		PRELOAD_NEXT(close)(fd);
		errno = EMFILE;
		goto close_transport;
	}
	file->number = preload_node_number(place);
	file->opener = getpid();
	file->of_opener = !is_for_management(name);
	file->users = 1;
	set_file(fd, file);
	return fd;
close_transport:
	err = errno;
	file->transport->ops->close(file->transport);
	errno = err;
free_file:
	free(file);
	return -1;
}
