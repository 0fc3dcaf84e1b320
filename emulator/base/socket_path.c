/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/socket_path.h"

#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/** Create a directory that only this user can write to; it may exist already. */
static int make_directory(const char *path)
{
	struct stat st;

	if (mkdir(path, 0700) && errno != EEXIST)
		return errno;
	if (lstat(path, &st))
		return errno;
	return S_ISDIR(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 022) ? 0 : EPERM;
}

int softhca_default_socket(char *path, size_t room, int make)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	char directory[sizeof(((struct sockaddr_un *)0)->sun_path)];
	int n, ret;

	if (runtime && *runtime == '/')
		n = snprintf(directory, sizeof(directory), "%s/%s", runtime, SOFTHCA_RUNTIME_DIR);
	else
		n = snprintf(directory, sizeof(directory), SOFTHCA_FALLBACK_DIR,
			     (unsigned int)getuid());
	if (n < 0 || (size_t)n >= sizeof(directory))
		return ENAMETOOLONG;
	ret = make ? make_directory(directory) : 0;
	if (ret)
		return ret;
	n = snprintf(path, room, "%s/%s", directory, SOFTHCA_SOCKET_NAME);
	return n >= 0 && (size_t)n < room ? 0 : ENAMETOOLONG;
}

int softhca_socket_address(struct sockaddr_un *address, const char *path)
{
	if (strlen(path) >= sizeof(address->sun_path))
		return ENAMETOOLONG;
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	memcpy(address->sun_path, path, strlen(path) + 1);
	return 0;
}
