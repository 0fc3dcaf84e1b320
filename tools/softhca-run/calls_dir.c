/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaced calls that list or enter directories, or return paths. The process really changes into
 * the tree, so that relative paths work unchanged; returned paths hide the tree's location.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "preload.h"

PRELOAD_TAKES(DIR *, opendir, (const char *path))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return PRELOAD_NEXT(opendir)(place.path);
}

PRELOAD_TAKES(int, scandir,
	      (const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
	       int (*compare)(const struct dirent **, const struct dirent **)))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return PRELOAD_NEXT(scandir)(place.path, list, filter, compare);
}

PRELOAD_TAKES(int, scandir64,
	      (const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
	       int (*compare)(const struct dirent64 **, const struct dirent64 **)))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return PRELOAD_NEXT(scandir64)(place.path, list, filter, compare);
}

PRELOAD_TAKES(int, chdir, (const char *path))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return PRELOAD_NEXT(chdir)(place.path);
}

/* --- returned paths ---------------------------------------------------------------------- */

/** Get the current directory, as the program knows it, if it is in the tree. */
static bool in_tree(char path[PATH_MAX])
{
	return PRELOAD_NEXT(getcwd)(path, PATH_MAX) && preload_outside(path);
}

PRELOAD_TAKES(char *, getcwd, (char *buf, size_t room))
{
	char path[PATH_MAX];
	size_t len;

	if (!in_tree(path))
		return PRELOAD_NEXT(getcwd)(buf, room);
	len = strlen(path) + 1;
	if (!buf && !room)
		room = len;
	if (room < len) {
		errno = room ? ERANGE : EINVAL;
		return NULL;
	}
	if (!buf)
		buf = malloc(room);
	return buf ? memcpy(buf, path, len) : NULL;
}

PRELOAD_TAKES(char *, get_current_dir_name, (void))
{
	char path[PATH_MAX];

	return in_tree(path) ? strdup(path) : PRELOAD_NEXT(get_current_dir_name)();
}

static char *path_outside(char *path)
{
	if (path)
		preload_outside(path);
	return path;
}

PRELOAD_TAKES(char *, realpath, (const char *path, char *resolved))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return path_outside(PRELOAD_NEXT(realpath)(place.path, resolved));
}

PRELOAD_TAKES(char *, canonicalize_file_name, (const char *path))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return path_outside(PRELOAD_NEXT(canonicalize_file_name)(place.path));
}

/* Names used by programs compiled with _FORTIFY_SOURCE. */
char *__realpath_chk(const char *path, char *resolved, size_t room);
PRELOAD_TAKES(char *, __realpath_chk, (const char *path, char *resolved, size_t room))
{
	struct preload_place place;

	preload_resolve(&place, AT_FDCWD, path);
	return path_outside(PRELOAD_NEXT(__realpath_chk)(place.path, resolved, room));
}

/* The C library's own glob() opens directories without opendir(). */
#define GLOB(name, type)                                                                           \
	PRELOAD_TAKES(                                                                             \
		int, name,                                                                         \
		(const char *pattern, int flags, int (*failed)(const char *, int), type found))    \
	{                                                                                          \
		struct preload_place place;                                                        \
		int ret;                                                                           \
                                                                                                   \
		preload_resolve(&place, AT_FDCWD, pattern);                                        \
		ret = PRELOAD_NEXT(name)(place.path, flags, failed, found);                        \
		for (size_t i = 0; !ret && i < found->gl_pathc; i++)                               \
			preload_outside(found->gl_pathv[found->gl_offs + i]);                      \
		return ret;                                                                        \
	}
GLOB(glob, glob_t *)
GLOB(glob64, glob64_t *)
