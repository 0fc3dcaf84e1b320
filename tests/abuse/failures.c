/* SPDX-License-Identifier: BSD-2-Clause */
#include "failures.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* exists since Linux 6.5; the headers may lack it */
#endif

/* Defines __wrap_NAME with these parameters, and declares __real_NAME. */
#define WRAPPED(type, name, ...)                                                                   \
	type __real_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__)

void *__real_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);

struct failures *failures_open(void)
{
	static struct failures *all; /* accessed atomically */
	struct failures *file = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
	const char *path = getenv("FAILURES");
	int fd;

	if (file || !path)
		return file;
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	file = __real_mmap(NULL, sizeof(*file), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if ((void *)file == MAP_FAILED)
		return NULL;
	__atomic_store_n(&all, file, __ATOMIC_RELEASE);
	return file;
}

/* Whether this call must fail; sets errno, or *part for a partial transfer. */
static bool must_fail(enum failing_call call, bool *part)
{
	struct failures *f = failures_open();
	int error;
	uint32_t n;

	if (!f || __atomic_load_n(&f->call, __ATOMIC_ACQUIRE) != call || f->pid != getpid())
		return false;
	n = __atomic_fetch_add(&f->seen, 1, __ATOMIC_RELAXED);
	if (n < f->first || n - f->first >= f->many)
		return false;
	error = f->error;
	if (!error && part) {
		*part = true;
		return false;
	}
	errno = error;
	return error != 0;
}

/* Whether FAILURES_MISSING contains the name. */
static bool is_missing(const char *what, int error)
{
	const char *missing = getenv("FAILURES_MISSING");

	if (!missing || !strstr(missing, what))
		return false;
	errno = error;
	return true;
}

WRAPPED(int, accept4, int fd, struct sockaddr *addr, socklen_t *bytes, int flags)
{
	return must_fail(FAIL_accept4, NULL) ? -1 : __real_accept4(fd, addr, bytes, flags);
}

WRAPPED(int, connect, int fd, const struct sockaddr *addr, socklen_t bytes)
{
	return must_fail(FAIL_connect, NULL) ? -1 : __real_connect(fd, addr, bytes);
}

WRAPPED(int, epoll_ctl, int set, int op, int fd, struct epoll_event *event)
{
	return must_fail(FAIL_epoll_ctl, NULL) ? -1 : __real_epoll_ctl(set, op, fd, event);
}

WRAPPED(int, epoll_wait, int set, struct epoll_event *events, int most, int ms)
{
	return must_fail(FAIL_epoll_wait, NULL) ? -1 : __real_epoll_wait(set, events, most, ms);
}

WRAPPED(int, fstat, int fd, struct stat *st)
{
	return must_fail(FAIL_fstat, NULL) ? -1 : __real_fstat(fd, st);
}

WRAPPED(int, fstatfs, int fd, struct statfs *st)
{
	return must_fail(FAIL_fstatfs, NULL) ? -1 : __real_fstatfs(fd, st);
}

WRAPPED(int, ftruncate, int fd, off_t bytes)
{
	return must_fail(FAIL_ftruncate, NULL) ? -1 : __real_ftruncate(fd, bytes);
}

WRAPPED(int, getsockopt, int fd, int level, int name, void *value, socklen_t *bytes)
{
	if (name == SO_PEERPIDFD && is_missing("SO_PEERPIDFD", ENOPROTOOPT))
		return -1;
	return must_fail(FAIL_getsockopt, NULL) ? -1
						: __real_getsockopt(fd, level, name, value, bytes);
}

WRAPPED(int, memfd_create, const char *name, unsigned int flags)
{
	return must_fail(FAIL_memfd_create, NULL) ? -1 : __real_memfd_create(name, flags);
}

void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	return must_fail(FAIL_mmap, NULL) ? MAP_FAILED
					  : __real_mmap(addr, bytes, prot, flags, fd, offset);
}

WRAPPED(int, pipe2, int fds[2], int flags)
{
	return must_fail(FAIL_pipe2, NULL) ? -1 : __real_pipe2(fds, flags);
}

WRAPPED(int, poll, struct pollfd *files, nfds_t n, int ms)
{
	return must_fail(FAIL_poll, NULL) ? -1 : __real_poll(files, n, ms);
}

WRAPPED(int, ppoll, struct pollfd *files, nfds_t n, const struct timespec *most,
	const sigset_t *mask)
{
	return must_fail(FAIL_ppoll, NULL) ? -1 : __real_ppoll(files, n, most, mask);
}

WRAPPED(ssize_t, process_vm_readv, pid_t pid, const struct iovec *local, unsigned long locals,
	const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	bool part = false;
	ssize_t n;

	if (must_fail(FAIL_process_vm_readv, &part))
		return -1;
	n = __real_process_vm_readv(pid, local, locals, remote, remotes, flags);
	return part && n > 0 ? n - 1 : n;
}

WRAPPED(ssize_t, process_vm_writev, pid_t pid, const struct iovec *local, unsigned long locals,
	const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	bool part = false;
	ssize_t n;

	if (must_fail(FAIL_process_vm_writev, &part))
		return -1;
	n = __real_process_vm_writev(pid, local, locals, remote, remotes, flags);
	return part && n > 0 ? n - 1 : n;
}

WRAPPED(ssize_t, read, int fd, void *to, size_t bytes)
{
	return must_fail(FAIL_read, NULL) ? -1 : __real_read(fd, to, bytes);
}

WRAPPED(ssize_t, recvmsg, int fd, struct msghdr *msg, int flags)
{
	return must_fail(FAIL_recvmsg, NULL) ? -1 : __real_recvmsg(fd, msg, flags);
}

WRAPPED(ssize_t, send, int fd, const void *from, size_t bytes, int flags)
{
	return must_fail(FAIL_send, NULL) ? -1 : __real_send(fd, from, bytes, flags);
}

WRAPPED(ssize_t, sendmsg, int fd, const struct msghdr *msg, int flags)
{
	return must_fail(FAIL_sendmsg, NULL) ? -1 : __real_sendmsg(fd, msg, flags);
}

WRAPPED(int, socket, int domain, int type, int protocol)
{
	return must_fail(FAIL_socket, NULL) ? -1 : __real_socket(domain, type, protocol);
}

WRAPPED(ssize_t, write, int fd, const void *from, size_t bytes)
{
	return must_fail(FAIL_write, NULL) ? -1 : __real_write(fd, from, bytes);
}

/* The real function is variadic, but the arguments come in the same registers; surplus ones are
 * ignored. */
int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, long argument);
int __wrap_fcntl(int fd, int command, long argument)
{
	return must_fail(FAIL_fcntl, NULL) ? -1 : __real_fcntl(fd, command, argument);
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, long a, long b);
long __wrap_syscall(long number, long a, long b)
{
	if (is_missing("pidfd_open", ENOSYS) || must_fail(FAIL_syscall, NULL))
		return -1;
	return __real_syscall(number, a, b);
}
