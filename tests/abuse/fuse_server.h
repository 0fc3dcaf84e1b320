/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file of which reads and closes wait for a process that may not respond: a FUSE server of one
 * file. Needs root. The file system is mounted in a mount namespace of the test, and only until the
 * file has been opened.
 */
#ifndef TESTS_ABUSE_FUSE_SERVER_H
#define TESTS_ABUSE_FUSE_SERVER_H

#include <linux/fuse.h>
#include <stdbool.h>
#include <sys/types.h>

enum {
	FUSE_FILE_BYTES = 4096,
	FUSE_FILE_SEED = 7, /**< fill() with this seed gives its contents */
};

/** The open file, and its server process. */
struct fuse_file {
	pid_t server;
	int fd;
};

/** Enter a mount namespace. Returns false if this, or FUSE, is not permitted. */
bool fuse_permitted(void);
/**
 * Start a server and open its file. The server does not respond to the daemon's requests of these
 * two kinds until fuse_serve(). The kernel does not cache the file's attributes.
 */
struct fuse_file fuse_start(enum fuse_opcode held, enum fuse_opcode also);
/** From now on the server responds to all requests. */
void fuse_serve(const struct fuse_file *file);
/** Waits for a request that is held back. Returns false if none comes. */
bool fuse_asked(const struct fuse_file *file);
/** Kill the server: processes that wait for it get an error. */
void fuse_kill(struct fuse_file *file);
/** Kill the server and close the file. */
void fuse_end(struct fuse_file *file);

#endif
