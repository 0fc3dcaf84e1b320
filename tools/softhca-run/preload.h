/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library that softhca-run preloads. It redirects C library calls that concern RDMA devices to
 * the emulator, and passes all others on. Device files and sysfs are represented by a tree of
 * ordinary files that the launcher creates (tree.c); contents, commands and mappings come from the
 * emulator, through the runtime's transports.
 */
#ifndef SOFTHCA_RUN_PRELOAD_H
#define SOFTHCA_RUN_PRELOAD_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>
#include <transport.h>

/**
 * Begin a function that replaces one of the C library: type, name, and parameters in parentheses.
 * In C it has another name, so that it need not match the headers' declaration.
 */
#define PRELOAD_TAKES(type, function, parameters)                                                  \
	__attribute__((visibility("default")))                                                     \
	type preload_##function parameters __asm__(#function);                                     \
	type preload_##function parameters

/** The function that was replaced. */
#define PRELOAD_NEXT(function)                                                                     \
	({                                                                                         \
		static void *preload_slot;                                                         \
		(__typeof__(&(function)))preload_next(&preload_slot, #function);                   \
	})
void *preload_next(void **slot, const char *name);

/* --- paths.c ----------------------------------------------------------------------------- */

/** The result of resolving a path. */
struct preload_place {
	const char *path; /**< path to open: the program's own, or one in the tree */
	char in_tree[PATH_MAX];
};

/** The kind of file at a path. */
enum preload_kind {
	PRELOAD_ELSEWHERE, /**< not in the tree */
	PRELOAD_NODE,      /**< a device file */
	PRELOAD_IN_TREE    /**< a directory, or a file that may be an attribute of a device */
};

/** Resolve a path that the program uses, relative to a directory as in openat(). */
enum preload_kind preload_resolve(struct preload_place *place, int dir_fd, const char *path);
/**
 * Convert a path in the tree, in place, to the path that the program knows. Returns false if it is
 * not in the tree.
 */
bool preload_outside(char *path);
/** Open a file in the tree that is not a device file. Returns a descriptor, or -1 with errno. */
int preload_open_in_tree(const struct preload_place *place, int flags);
/** The device number of a device file; 0 for other names. */
dev_t preload_node_number(const struct preload_place *place);
/** The file mode of a device file. */
#define PRELOAD_NODE_MODE (S_IFCHR | 0666)

/* --- files.c ----------------------------------------------------------------------------- */

/** An open device file, with a reference for every descriptor and every call in progress. */
struct preload_file {
	struct inverbs_transport *transport;
	dev_t number;
	pid_t opener;
	bool of_opener; /**< commands from other processes are refused */
	unsigned int users;
};

/** Open a device file in the tree. Returns a descriptor, or -1 with errno. */
int preload_open_node(const struct preload_place *place, int flags);
/** Returns the device file of a descriptor, to be released after use, or NULL for other files. */
struct preload_file *preload_get(int fd);
void preload_put(struct preload_file *file);
/** A descriptor is being closed; or it now refers to the same file as another one. */
void preload_forget(int fd);
void preload_forget_range(unsigned int first, unsigned int last);
void preload_share_file(int fd, int as);

#endif
