/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library that softhca-run preloads: calls of the C library that concern RDMA devices are
 * redirected to the emulator, all others pass through. Device files and sysfs are a tree of
 * ordinary files that the launcher makes (tree.c); their contents, commands and mappings come from
 * the emulator over the runtime's own transports.
 */
#ifndef SOFTHCA_RUN_PRELOAD_H
#define SOFTHCA_RUN_PRELOAD_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>
#include <transport.h>

/**
 * Begin a function that replaces one of the C library's: type, name and parameters in parentheses.
 * It has another name in C, so that it need not repeat the headers' declaration.
 */
#define PRELOAD_TAKES(type, function, parameters)                                                  \
	__attribute__((visibility("default")))                                                     \
	type preload_##function parameters __asm__(#function);                                     \
	type preload_##function parameters

/** The replaced function. */
#define PRELOAD_NEXT(function)                                                                     \
	({                                                                                         \
		static void *preload_slot;                                                         \
		(__typeof__(&(function)))preload_next(&preload_slot, #function);                   \
	})
void *preload_next(void **slot, const char *name);

/* --- paths.c ----------------------------------------------------------------------------- */

/** Where a path leads. */
struct preload_place {
	const char *path; /**< what to open: the program's own path, or one in the tree */
	char in_tree[PATH_MAX];
};

/** What a path of the tree is. */
enum preload_kind {
	PRELOAD_ELSEWHERE, /**< not in the tree */
	PRELOAD_NODE,      /**< a device file */
	PRELOAD_IN_TREE    /**< a directory, or a file that may be an attribute of a device */
};

/** Resolve a path of the program, relative to a directory as in openat(). */
enum preload_kind preload_follow(struct preload_place *place, int dir_fd, const char *path);
/**
 * Translate a path of the tree, in place, to the one that the program knows; false: not in the
 * tree.
 */
bool preload_outside(char *path);
/** Open a file of the tree that is no device file: a descriptor, or -1 and errno. */
int preload_open_in_tree(const struct preload_place *place, int flags);
/** Number of a device file; 0 for other names. */
dev_t preload_node_number(const struct preload_place *place);
/** The result of stat() for a device file. */
#define PRELOAD_NODE_MODE (S_IFCHR | 0666)

/* --- files.c ----------------------------------------------------------------------------- */

/** An open device file, with a reference for every descriptor and every call in progress. */
struct preload_file {
	struct inverbs_transport *transport;
	dev_t number;
	pid_t opener;
	bool of_opener; /**< commands of other processes are refused */
	unsigned int users;
};

/** Open a device file of the tree. A descriptor, or -1 and errno. */
int preload_open_node(const struct preload_place *place, int flags);
/** The device file of a descriptor, NULL for other files; release it after use. */
struct preload_file *preload_get(int fd);
void preload_put(struct preload_file *file);
/** A descriptor is being closed, or refers to the same file as another one from now on. */
void preload_forget(int fd);
void preload_forget_range(unsigned int first, unsigned int last);
void preload_same(int fd, int as);

#endif
