/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file whose pages, and whose closing, wait for a process that may not respond: a FUSE server of
 * one file. It needs root. The file system is mounted in a mount namespace of the test's own, and
 * only until the file has been opened.
 */
#ifndef TESTS_ABUSE_FUSE_SERVER_H
#define TESTS_ABUSE_FUSE_SERVER_H

#include <linux/fuse.h>
#include <stdbool.h>
#include <sys/types.h>

enum {
	FUSE_FILE_BYTES = 4096,
	FUSE_FILE_SEED = 7, /**< its bytes: fill() with that */
};

/** Descriptor of the file, and who serves it. */
struct fuse_file {
	pid_t server;
	int fd;
};

/** Enter a mount namespace. False: that, or FUSE, is not permitted. */
bool fuse_permitted(void);
/**
 * Start a server and open its file. It leaves the daemon's requests of these two kinds unanswered
 * until fuse_serve(). The kernel does not remember attributes of the file.
 */
struct fuse_file fuse_start(enum fuse_opcode held, enum fuse_opcode also);
/** Answer everything. */
void fuse_serve(const struct fuse_file *file);
/** Is such a request unanswered? Waits for one. */
bool fuse_asked(const struct fuse_file *file);
/** Kill the server: processes that wait for it get an error. */
void fuse_kill(struct fuse_file *file);
/** Kill it, and close the file. */
void fuse_end(struct fuse_file *file);

#endif
