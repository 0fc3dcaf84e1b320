/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connecting to the emulator that INVERBS_EMULATOR names: "inproc:mlx4_0,mlx4_1" runs it inside
 * this process, anything else is the path of its socket. If unset or empty: the user's own daemon,
 * if one listens on the default socket.
 */
#define _GNU_SOURCE
#include <inverbs/kernel/inprocess.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "runtime.h"
#include "socket.h"

const char *inverbs_emulator_wanted(void)
{
	const char *where = secure_getenv(SOFTHCA_ENVIRONMENT);

	return where && *where ? where : NULL;
}

/*
 * Only this user may be able to write to the default directory: otherwise, other users could pose
 * as the emulator.
 */
static bool is_private_directory(const char *dir)
{
	struct stat st;

	return !lstat(dir, &st) && S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
	       !(st.st_mode & (S_IWGRP | S_IWOTH));
}

static int default_path(struct sockaddr_un *to)
{
	const char *runtime = secure_getenv("XDG_RUNTIME_DIR");
	char dir[sizeof(to->sun_path)];
	int len;

	if (runtime && *runtime)
		len = snprintf(dir, sizeof(dir), "%s/" SOFTHCA_RUNTIME_DIR, runtime);
	else
		len = snprintf(dir, sizeof(dir), SOFTHCA_FALLBACK_DIR, (unsigned int)getuid());
	if ((size_t)len >= sizeof(dir) || !is_private_directory(dir))
		return -ENOENT;
	len = snprintf(to->sun_path, sizeof(to->sun_path), "%s/" SOFTHCA_SOCKET_NAME, dir);
	return (size_t)len < sizeof(to->sun_path) ? 0 : -ENAMETOOLONG;
}

static int connect_to_path(const char *path)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	int sock, err;

	if (path) {
		if (strlen(path) >= sizeof(to.sun_path))
			return -ENAMETOOLONG;
		memcpy(to.sun_path, path, strlen(path));
	} else {
		err = default_path(&to);
		if (err)
			return err;
	}
	sock = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (sock < 0)
		return -errno;
	while (connect(sock, (struct sockaddr *)&to, sizeof(to))) {
		if (errno == EINTR)
			continue;
		err = -errno;
		close(sock);
		return err;
	}
	return sock;
}

static int say_hello(int sock, pid_t *emulator)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_HELLO);
	int err;

	x.arg[0] = SOFTHCA_PROTOCOL_VERSION;
	err = inverbs_exchange(sock, &x);
	if (err)
		return -err;
	*emulator = (pid_t)x.reply.arg[1];
	if (x.reply.arg[0] == SOFTHCA_PROTOCOL_VERSION)
		return 0;
	inverbs_log("the emulator has protocol version %llu, this library supports %d",
		    (unsigned long long)x.reply.arg[0], SOFTHCA_PROTOCOL_VERSION);
	return -EPROTONOSUPPORT;
}

int inverbs_emulator_connect(pid_t *emulator)
{
	const char *where = inverbs_emulator_wanted();
	size_t prefix = strlen(SOFTHCA_INPROC_PREFIX);
	int sock, err;

	if (where && !strncmp(where, SOFTHCA_INPROC_PREFIX, prefix))
		sock = softhca_inprocess_connect(where + prefix);
	else
		sock = connect_to_path(where);
	if (sock < 0)
		return sock;
	err = say_hello(sock, emulator);
	if (!err)
		return sock;
	close(sock);
	return err;
}
