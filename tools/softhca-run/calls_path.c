/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaced calls that take a path. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "preload.h"

/** The mode argument is only passed if the flags allow creating a file. */
#define MODE_OF(flags)                                                                             \
	({                                                                                         \
		mode_t mode_ = 0;                                                                  \
		if ((flags) & (O_CREAT | O_TMPFILE)) {                                             \
			va_list args_;                                                             \
			va_start(args_, flags);                                                    \
			mode_ = va_arg(args_, mode_t);                                             \
			va_end(args_);                                                             \
		}                                                                                  \
		mode_;                                                                             \
	})

/**
 * Redirect an open. Returns true with the result in *fd if it was redirected; otherwise place->path
 * must be opened.
 */
static bool redirect_open(struct preload_place *place, int dir_fd, const char *path, int flags,
			  int *fd)
{
	enum preload_kind kind = preload_resolve(place, dir_fd, path);

	if (kind == PRELOAD_ELSEWHERE)
		return false;
	*fd = kind == PRELOAD_NODE ? preload_open_node(place, flags)
				   : preload_open_in_tree(place, flags);
	return true;
}

#define OPEN(name)                                                                                 \
	PRELOAD_TAKES(int, name, (const char *path, int flags, ...))                               \
	{                                                                                          \
		struct preload_place place;                                                        \
		mode_t mode = MODE_OF(flags);                                                      \
		int fd;                                                                            \
                                                                                                   \
		if (redirect_open(&place, AT_FDCWD, path, flags, &fd))                             \
			return fd;                                                                 \
		return PRELOAD_NEXT(name)(place.path, flags, mode);                                \
	}
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
	PRELOAD_TAKES(int, name, (int dir_fd, const char *path, int flags, ...))                   \
	{                                                                                          \
		struct preload_place place;                                                        \
		mode_t mode = MODE_OF(flags);                                                      \
		int fd;                                                                            \
                                                                                                   \
		if (redirect_open(&place, dir_fd, path, flags, &fd))                               \
			return fd;                                                                 \
		return PRELOAD_NEXT(name)(dir_fd, place.path, flags, mode);                        \
	}
OPENAT(openat)
OPENAT(openat64)

/* Names used by programs compiled with _FORTIFY_SOURCE. */
PRELOAD_TAKES(int, __open_2, (const char *path, int flags))
{
	return open(path, flags);
}

PRELOAD_TAKES(int, __open64_2, (const char *path, int flags))
{
	return open64(path, flags);
}

PRELOAD_TAKES(int, __openat_2, (int dir_fd, const char *path, int flags))
{
	return openat(dir_fd, path, flags);
}

PRELOAD_TAKES(int, __openat64_2, (int dir_fd, const char *path, int flags))
{
	return openat64(dir_fd, path, flags);
}

#define FOPEN(name)                                                                                \
	PRELOAD_TAKES(FILE *, name, (const char *path, const char *mode))                          \
	{                                                                                          \
		struct preload_place place;                                                        \
		FILE *file;                                                                        \
		int fd;                                                                            \
                                                                                                   \
		if (*mode != 'r' || !redirect_open(&place, AT_FDCWD, path, O_RDONLY, &fd))         \
			return PRELOAD_NEXT(name)(*mode == 'r' ? place.path : path, mode);         \
		file = fd < 0 ? NULL : fdopen(fd, mode);                                           \
		if (!file && fd >= 0)                                                              \
			close(fd);                                                                 \
		return file;                                                                       \
	}
FOPEN(fopen)
FOPEN(fopen64)

#define ACCESS(name)                                                                               \
	PRELOAD_TAKES(int, name, (const char *path, int mode))                                     \
	{                                                                                          \
		struct preload_place place;                                                        \
                                                                                                   \
		preload_resolve(&place, AT_FDCWD, path);                                           \
		return PRELOAD_NEXT(name)(place.path, mode);                                       \
	}
ACCESS(access)
ACCESS(eaccess)
ACCESS(euidaccess)

/* For ls -l, which reads ACLs. */
#define GETXATTR(name)                                                                             \
	PRELOAD_TAKES(ssize_t, name,                                                               \
		      (const char *path, const char *attribute, void *value, size_t room))         \
	{                                                                                          \
		struct preload_place place;                                                        \
                                                                                                   \
		preload_resolve(&place, AT_FDCWD, path);                                           \
		return PRELOAD_NEXT(name)(place.path, attribute, value, room);                     \
	}
GETXATTR(getxattr)
GETXATTR(lgetxattr)

PRELOAD_TAKES(ssize_t, readlink, (const char *path, char *buf, size_t room))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return PRELOAD_NEXT(readlink)(place.path, buf, room);
}

PRELOAD_TAKES(int, faccessat, (int dir_fd, const char *path, int mode, int flags))
{
	struct preload_place place;

	preload_resolve(&place, dir_fd, path);
	return PRELOAD_NEXT(faccessat)(dir_fd, place.path, mode, flags);
}

PRELOAD_TAKES(ssize_t, readlinkat, (int dir_fd, const char *path, char *buf, size_t room))
{
	struct preload_place place;

	preload_resolve(&place, dir_fd, path);
	return PRELOAD_NEXT(readlinkat)(dir_fd, place.path, buf, room);
}

/* --- stat, under its current and older names --------------------------------------------- */

/** Device files are ordinary files in the tree: correct their stat() result. */
#define CORRECT(st, place, kind)                                                                   \
	do {                                                                                       \
		if ((kind) == PRELOAD_NODE) {                                                      \
			(st)->st_mode = PRELOAD_NODE_MODE;                                         \
			(st)->st_rdev = preload_node_number(place);                                \
		}                                                                                  \
	} while (0)

#define STAT(name, type)                                                                           \
	PRELOAD_TAKES(int, name, (const char *path, struct type *st))                              \
	{                                                                                          \
		struct preload_place place;                                                        \
		enum preload_kind kind = preload_resolve(&place, AT_FDCWD, path);                  \
		int ret = PRELOAD_NEXT(name)(place.path, st);                                      \
                                                                                                   \
		if (!ret)                                                                          \
			CORRECT(st, &place, kind);                                                 \
		return ret;                                                                        \
	}
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTATAT(name, type)                                                                        \
	PRELOAD_TAKES(int, name, (int dir_fd, const char *path, struct type *st, int flags))       \
	{                                                                                          \
		struct preload_place place;                                                        \
		enum preload_kind kind = preload_resolve(&place, dir_fd, path);                    \
		int ret = PRELOAD_NEXT(name)(dir_fd, place.path, st, flags);                       \
                                                                                                   \
		if (!ret)                                                                          \
			CORRECT(st, &place, kind);                                                 \
		return ret;                                                                        \
	}
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

PRELOAD_TAKES(int, statx,
	      (int dir_fd, const char *path, int flags, unsigned int mask, struct statx *st))
{
	struct preload_place place;
	enum preload_kind kind = preload_resolve(&place, dir_fd, path);
	int ret = PRELOAD_NEXT(statx)(dir_fd, place.path, flags, mask, st);

	if (!ret && kind == PRELOAD_NODE) {
		st->stx_mode = PRELOAD_NODE_MODE;
		st->stx_rdev_major = major(preload_node_number(&place));
		st->stx_rdev_minor = minor(preload_node_number(&place));
	}
	return ret;
}

#define XSTAT(name, type)                                                                          \
	int name(int version, const char *path, struct type *st);                                  \
	PRELOAD_TAKES(int, name, (int version, const char *path, struct type *st))                 \
	{                                                                                          \
		struct preload_place place;                                                        \
		enum preload_kind kind = preload_resolve(&place, AT_FDCWD, path);                  \
		int ret = PRELOAD_NEXT(name)(version, place.path, st);                             \
                                                                                                   \
		if (!ret)                                                                          \
			CORRECT(st, &place, kind);                                                 \
		return ret;                                                                        \
	}
XSTAT(__xstat, stat)
XSTAT(__xstat64, stat64)
XSTAT(__lxstat, stat)
XSTAT(__lxstat64, stat64)
