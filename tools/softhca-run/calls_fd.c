/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaced calls that take a descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/uverbs.h>
#include <linux/netlink.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "preload.h"

/**
 * Write a command to a device or to the connection manager, or a datagram. The kernel accepts no
 * commands from a child.
 */
PRELOAD_TAKES(ssize_t, write, (int fd, const void *bytes, size_t count))
{
	struct preload_file *file = preload_get(fd);
	int err;

	if (!file)
		return PRELOAD_NEXT(write)(fd, bytes, count);
	if (file->of_opener && file->opener != getpid())
		err = EACCES;
	else
		err = file->transport->ops->command(file->transport, bytes, count);
	preload_put(file);
	if (!err)
		return (ssize_t)count;
	errno = err;
	return -1;
}

PRELOAD_TAKES(ssize_t, read, (int fd, void *bytes, size_t count))
{
	struct preload_file *file = preload_get(fd);
	ssize_t got = -EINVAL;

	if (!file)
		return PRELOAD_NEXT(read)(fd, bytes, count);
	if (file->transport->ops->mad_read)
		got = file->transport->ops->mad_read(file->transport, bytes, count);
	preload_put(file);
	if (got >= 0)
		return got;
	errno = (int)-got;
	return -1;
}

PRELOAD_TAKES(int, close, (int fd))
{
	preload_forget(fd);
	return PRELOAD_NEXT(close)(fd);
}

/** Commands to a device can also be issued with this call. */
PRELOAD_TAKES(int, ioctl, (int fd, unsigned long request, ...))
{
	struct preload_file *file = preload_get(fd);
	va_list args;
	void *argument;
	int err;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (!file)
		return PRELOAD_NEXT(ioctl)(fd, request, argument);
	if (file->transport->ops->mad_ioctl)
		err = file->transport->ops->mad_ioctl(file->transport, request, argument);
	else if (request == UVERBS_IOCTL && file->transport->ops->ioctl)
		err = file->transport->ops->ioctl(file->transport, argument);
	else
		err = ENOTTY;
	preload_put(file);
	if (!err)
		return 0;
	errno = err;
	return -1;
}

/** Map a page of a device, at the address that the program specifies, if any. */
static void *map_device_page(struct preload_file *file, void *at, size_t bytes, int prot, int flags,
			     off64_t offset)
{
	void *mapped, *moved;

	if (!file->transport->ops->map) {
		errno = ENODEV;
		return MAP_FAILED;
	}
	mapped = file->transport->ops->map(file->transport, bytes, prot, offset);
	if (mapped == MAP_FAILED || !(flags & MAP_FIXED))
		return mapped;
	moved = mremap(mapped, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at);
	if (moved == MAP_FAILED)
		munmap(mapped, bytes);
	return moved;
}

#define MMAP(name, type)                                                                           \
	PRELOAD_TAKES(void *, name,                                                                \
		      (void *at, size_t bytes, int prot, int flags, int fd, type offset))          \
	{                                                                                          \
		struct preload_file *file = flags & MAP_ANONYMOUS ? NULL : preload_get(fd);        \
		void *mapped;                                                                      \
                                                                                                   \
		if (!file)                                                                         \
			return PRELOAD_NEXT(name)(at, bytes, prot, flags, fd, offset);             \
		mapped = map_device_page(file, at, bytes, prot, flags, offset);                    \
		preload_put(file);                                                                 \
		return mapped;                                                                     \
	}
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)

/**
 * UCX and Open MPI overwrite the beginning of mmap (here: our mmap) with a jump to their own
 * function, to track mappings; that function makes the system call directly. So this must not call
 * mmap.
 */
PRELOAD_TAKES(long, syscall, (long number, long a, long b, long c, long d, long e, long f))
{
	struct preload_file *file = NULL;
	void *mapped;

	if (number == SYS_mmap && !(d & MAP_ANONYMOUS))
		file = preload_get((int)e);
	if (!file)
		return PRELOAD_NEXT(syscall)(number, a, b, c, d, e, f);
	mapped = map_device_page(file, (void *)a, (size_t)b, (int)c, (int)d, f);
	preload_put(file);
	return (long)mapped;
}

/** Netlink is refused, so that libraries look for devices in sysfs. */
PRELOAD_TAKES(int, socket, (int domain, int type, int protocol))
{
	if (domain != AF_NETLINK || protocol != NETLINK_RDMA)
		return PRELOAD_NEXT(socket)(domain, type, protocol);
	errno = EPROTONOSUPPORT;
	return -1;
}

/* --- fstat ------------------------------------------------------------------------------- */

#define CORRECT(fd, st)                                                                            \
	do {                                                                                       \
		struct preload_file *file_ = preload_get(fd);                                      \
		if (file_) {                                                                       \
			(st)->st_mode = PRELOAD_NODE_MODE;                                         \
			(st)->st_rdev = file_->number;                                             \
			preload_put(file_);                                                        \
		}                                                                                  \
	} while (0)

#define FSTAT(name, type)                                                                          \
	PRELOAD_TAKES(int, name, (int fd, struct type *st))                                        \
	{                                                                                          \
		int ret = PRELOAD_NEXT(name)(fd, st);                                              \
                                                                                                   \
		if (!ret)                                                                          \
			CORRECT(fd, st);                                                           \
		return ret;                                                                        \
	}
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define FXSTAT(name, type)                                                                         \
	int name(int version, int fd, struct type *st);                                            \
	PRELOAD_TAKES(int, name, (int version, int fd, struct type *st))                           \
	{                                                                                          \
		int ret = PRELOAD_NEXT(name)(version, fd, st);                                     \
                                                                                                   \
		if (!ret)                                                                          \
			CORRECT(fd, st);                                                           \
		return ret;                                                                        \
	}
FXSTAT(__fxstat, stat)
FXSTAT(__fxstat64, stat64)

/* --- closing several descriptors --------------------------------------------------------- */

PRELOAD_TAKES(int, close_range, (unsigned int first, unsigned int last, int flags))
{
	if (!flags)
		preload_forget_range(first, last);
	return PRELOAD_NEXT(close_range)(first, last, flags);
}

PRELOAD_TAKES(void, closefrom, (int first))
{
	preload_forget_range(first < 0 ? 0 : (unsigned int)first, UINT_MAX);
	PRELOAD_NEXT(closefrom)(first);
}

/* --- several descriptors of one file ----------------------------------------------------- */

PRELOAD_TAKES(int, dup, (int fd))
{
	int made = PRELOAD_NEXT(dup)(fd);

	if (made >= 0)
		preload_share_file(made, fd);
	return made;
}

PRELOAD_TAKES(int, dup2, (int fd, int made))
{
	int ret = PRELOAD_NEXT(dup2)(fd, made);

	if (ret >= 0)
		preload_share_file(made, fd);
	return ret;
}

PRELOAD_TAKES(int, dup3, (int fd, int made, int flags))
{
	int ret = PRELOAD_NEXT(dup3)(fd, made, flags);

	if (ret >= 0)
		preload_share_file(made, fd);
	return ret;
}

#define FCNTL(name)                                                                                \
	PRELOAD_TAKES(int, name, (int fd, int request, ...))                                       \
	{                                                                                          \
		va_list args;                                                                      \
		void *argument;                                                                    \
		int ret;                                                                           \
                                                                                                   \
		va_start(args, request);                                                           \
		argument = va_arg(args, void *);                                                   \
		va_end(args);                                                                      \
		ret = PRELOAD_NEXT(name)(fd, request, argument);                                   \
		if (ret >= 0 && (request == F_DUPFD || request == F_DUPFD_CLOEXEC))                \
			preload_share_file(ret, fd);                                               \
		return ret;                                                                        \
	}
FCNTL(fcntl)
FCNTL(fcntl64)
