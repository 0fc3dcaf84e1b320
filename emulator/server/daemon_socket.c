/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The daemon's socket. A socket that the daemon creates has a lock file beside it, so that there is
 * one daemon per path. A service manager may pass a socket instead, and is notified when the daemon
 * is ready: see sd_listen_fds(3) and sd_notify(3).
 */
#include "server/daemon_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/socket_path.h"

enum {
	BACKLOG = 64,
	FIRST_PASSED = 3, /* first descriptor that a service manager passes */
};

/*
 * --- a socket that the daemon creates
 * -----------------------------------------------------------------------------
 */

/** Is the locked file still the one at the path, or was it unlinked meanwhile? */
static bool is_same_file(int fd, const char *path)
{
	struct stat ours, there;

	return !fstat(fd, &ours) && !stat(path, &there) && ours.st_ino == there.st_ino &&
	       ours.st_dev == there.st_dev;
}

/**
 * Take the lock: its holder owns the path. Returns the descriptor of the lock file, or -1 and sets
 * *error.
 */
static int take_lock(const char *socket_path, int *error)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s.lock", socket_path);
	for (;;) {
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB)) {
			*error = errno;
			if (fd >= 0)
				close(fd);
			return -1;
		}
		if (is_same_file(fd, path))
			return fd;
		close(fd);
	}
}

static void release_lock(const struct softhca_daemon_socket *s)
{
	char path[256];

	snprintf(path, sizeof(path), "%s.lock", s->path);
	unlink(path);
	close(s->lock_fd);
}

/**
 * While we hold the lock, a socket at the path must be left from a daemon that has ended: remove
 * it.
 */
static int remove_stale(const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return errno == ENOENT ? 0 : errno;
	if (!S_ISSOCK(st.st_mode))
		return EEXIST;
	return unlink(path) ? errno : 0;
}

static int bind_socket(struct softhca_daemon_socket *s)
{
	struct sockaddr_un address;
	mode_t mask;
	int ret = remove_stale(s->path);

	if (ret)
		return ret;
	ret = softhca_socket_address(&address, s->path);
	if (ret)
		return ret;
	s->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0)
		return errno;
	mask = umask(0077);
	ret = bind(s->fd, (struct sockaddr *)&address, sizeof(address)) ? errno : 0;
	umask(mask);
	if (!ret)
		ret = listen(s->fd, BACKLOG) ? errno : 0;
	if (ret)
		close(s->fd);
	return ret;
}

static int open_own(struct softhca_daemon_socket *s)
{
	int ret = *s->path ? 0 : softhca_default_socket(s->path, sizeof(s->path), 1);

	if (ret) {
		fprintf(stderr, "softhcad: cannot use the directory of the default socket: %s\n",
			strerror(ret));
		return ret;
	}
	s->lock_fd = take_lock(s->path, &ret);
	if (s->lock_fd < 0) {
		if (ret == EWOULDBLOCK)
			fprintf(stderr,
				"softhcad: another softhcad serves %s; stop it with softhcactl "
				"--socket %s stop\n",
				s->path, s->path);
		else
			fprintf(stderr, "softhcad: %s.lock: %s\n", s->path, strerror(ret));
		return ret;
	}
	ret = bind_socket(s);
	if (ret) {
		fprintf(stderr, "softhcad: %s: %s\n", s->path,
			ret == EEXIST ? "the file there is not a socket" : strerror(ret));
		release_lock(s);
	}
	return ret;
}

/*
 * --- a socket of a service manager
 * -----------------------------------------------------------------
 */

/** Returns how many descriptors were passed to this process (and not to its parent). */
static unsigned long count_passed_sockets(void)
{
	const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");

	if (!pid || !count || strtoul(pid, NULL, 10) != (unsigned long)getpid())
		return 0;
	return strtoul(count, NULL, 10);
}

static bool has_socket_option(int fd, int option, int wanted)
{
	socklen_t len = sizeof(int);
	int value;

	return !getsockopt(fd, SOL_SOCKET, option, &value, &len) && value == wanted;
}

static int use_passed_socket(struct softhca_daemon_socket *s)
{
	struct sockaddr_un address = {0};
	socklen_t len = sizeof(address);

	if (!has_socket_option(FIRST_PASSED, SO_TYPE, SOCK_SEQPACKET) ||
	    !has_socket_option(FIRST_PASSED, SO_ACCEPTCONN, 1) ||
	    getsockname(FIRST_PASSED, (struct sockaddr *)&address, &len) ||
	    address.sun_family != AF_UNIX) {
		fprintf(stderr, "softhcad: the socket of the service manager is not one that "
				"listens at a path; a unit has ListenSequentialPacket=\n");
		return EINVAL;
	}
	memcpy(s->path, address.sun_path, sizeof(s->path));
	s->fd = FIRST_PASSED;
	s->lock_fd = -1;
	if (fcntl(s->fd, F_SETFD, FD_CLOEXEC) || fcntl(s->fd, F_SETFL, O_NONBLOCK))
		return errno;
	return 0;
}

int softhca_daemon_socket_open(struct softhca_daemon_socket *s)
{
	const unsigned long count = count_passed_sockets();

	if (!count)
		return open_own(s);
	if (count == 1 && !*s->path)
		return use_passed_socket(s);
	fprintf(stderr, "softhcad: the service manager passed %lu sockets%s\n", count,
		*s->path ? ", and --socket names another" : "; one is enough");
	return EINVAL;
}

void softhca_daemon_socket_close(const struct softhca_daemon_socket *s)
{
	close(s->fd);
	if (s->lock_fd < 0)
		return;
	unlink(s->path);
	release_lock(s);
}

void softhca_daemon_notify_manager(void)
{
	static const char ready[] = "READY=1";
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address;
	int fd;

	if (!path || softhca_socket_address(&address, path))
		return;
	if (*path == '@')
		address.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	/* if this fails, the manager no longer waits for the message */
	(void)sendto(fd, ready, sizeof(ready) - 1, MSG_NOSIGNAL, (struct sockaddr *)&address,
		     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
	close(fd);
}
