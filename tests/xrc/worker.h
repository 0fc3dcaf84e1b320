/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes that a test controls: each is started anew, opens the first device and has one
 * receiving side (ends.h) in the domain of a file that it opens by name.
 */
#ifndef TESTS_XRC_WORKER_H
#define TESTS_XRC_WORKER_H

#include "ends.h"

#include <sys/types.h>

enum {
	MESSAGE = 32,     /**< bytes */
	MESSAGE_SEED = 3, /**< of the bytes of every message */
};

enum operation {
	OPEN,   /**< the domain of `path`, with `flags` */
	CLOSE,  /**< that domain */
	CREATE, /**< a receive queue pair; value is its number */
	REG,    /**< for `number` */
	UNREG,
	INIT,  /**< bring `number` there */
	RTR,   /**< for the sender with this `lid` and queue pair `peer` */
	STATE, /**< value: the state of `number` */
	QUEUE, /**< make a shared receive queue, full of receives; value is its number */
	TAKE,  /**< receive and check `number` messages; value is their queue pair */
	EVENT, /**< the next one within `number` ms; value is its type, more its element */
	LEAVE, /**< exit, with everything open */
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

/** main() of a worker. Returns the exit status; -1: this process is no worker. */
int worker_main(int argc, char **argv);

void worker_start(struct worker *worker);
/** Send an order, and later read its result. Not both at once: several workers can be busy. */
void worker_tell(struct worker *worker, const struct order *order);
struct response worker_hear(struct worker *worker);
/** Both; simple orders with a number. */
struct response worker_ask(struct worker *worker, const struct order *order);
struct response worker_do(struct worker *worker, enum operation operation, uint32_t number);
/** The order must succeed. Returns its value. */
uint32_t worker_must(struct worker *worker, enum operation operation, uint32_t number);
/** exit() without closing anything, and SIGKILL. */
void worker_leave(struct worker *worker);
void worker_kill(struct worker *worker);

#endif
