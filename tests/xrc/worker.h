/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worker processes that a test controls. Each is started by exec, opens the first device and has
 * one receiving side (ends.h) in the domain of a file that it opens by name.
 */
#ifndef TESTS_XRC_WORKER_H
#define TESTS_XRC_WORKER_H

#include "ends.h"

#include <sys/types.h>

enum {
	MESSAGE = 32,     /**< bytes */
	MESSAGE_SEED = 3, /**< seed of every message's bytes */
};

enum operation {
	OPEN,   /**< open the domain of `path`, with `flags` */
	CLOSE,  /**< close that domain */
	CREATE, /**< create a receive queue pair; value is its number */
	REG,    /**< register for queue pair `number` */
	UNREG,  /**< unregister from it */
	INIT,   /**< bring queue pair `number` to INIT */
	RTR,    /**< bring it to RTR, for the sender with `lid` and queue pair `peer` */
	STATE,  /**< query queue pair `number`; value is its state */
	QUEUE,  /**< create a shared receive queue and fill it; value is its number */
	TAKE,   /**< receive and check `number` messages; value is their queue pair */
	EVENT,  /**< wait `number` ms for an event; value is its type, more its element */
	LEAVE,  /**< exit, with everything open */
};

struct order {
	enum operation operation;
	int flags;
	uint32_t number;
	uint32_t peer;
	uint16_t lid;
	char path[64];
};

struct response {
	int err; /**< 0 or an errno value */
	uint32_t value;
	uint32_t more;
};

struct worker {
	pid_t pid;
	int sock;
	uint32_t srqn;
};

/** main() of a worker. Returns the exit status, or -1 if this process is not a worker. */
int worker_main(int argc, char **argv);

void worker_start(struct worker *worker);
/** Send an order; the result is read later, so that several workers can be busy at once. */
void worker_tell(struct worker *worker, const struct order *order);
struct response worker_hear(struct worker *worker);
/** Send an order and read its result. */
struct response worker_ask(struct worker *worker, const struct order *order);
/** The same for an order with a number as its only argument. */
struct response worker_do(struct worker *worker, enum operation operation, uint32_t number);
/** The same for an order that must succeed. Returns its value. */
uint32_t worker_must(struct worker *worker, enum operation operation, uint32_t number);
/** Make the worker exit() without closing anything. */
void worker_leave(struct worker *worker);
/** Kill the worker with SIGKILL. */
void worker_kill(struct worker *worker);

#endif
