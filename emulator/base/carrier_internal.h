/* SPDX-License-Identifier: BSD-2-Clause */
/* Internals of carriers, for carrier.c (threads) and reach.c (calls). */
#ifndef EMULATOR_BASE_CARRIER_INTERNAL_H
#define EMULATOR_BASE_CARRIER_INTERNAL_H

#include <pthread.h>

#include "base/carrier.h"
#include "base/objects.h"
#include "base/stack.h"

enum {
	SPARES_KEPT = 2, /**< how many threads are kept as spares when their calls have ended */
};

enum role {
	CARRIER_SPARE,
	CARRIER_LEADER,
	CARRIER_STALLED,  /**< in a call that has stalled */
	CARRIER_RETURNED, /**< that call has ended; its result waits for the loop */
	CARRIER_LEAVING,
};

/** A thread that can carry the loop. */
struct carrier {
	struct carriers *all;
	struct softhca_link in_all;
	pthread_t thread;
	pthread_cond_t wake;
	enum role role; /**< under the lock */
	int stat_fd;    /**< its stat file in /proc, which tells whether it sleeps; -1: unknown */
	struct softhca_process
		*process; /**< CARRIER_STALLED, CARRIER_RETURNED: of the call; used by the loop */
	/* the call: set by code on the loop's stack, made off that stack */
	pid_t pid;
	enum softhca_way way;
	unsigned int locals, remotes;
	unsigned int closes; /**< not 0: close this many descriptors instead */
	int closed[SOFTHCA_REQUEST_FDS_MAX];
	struct iovec local[SOFTHCA_REACH_SPANS];
	struct iovec remote[SOFTHCA_REACH_SPANS];
	ssize_t result;
	_Alignas(64) uint8_t buffer[SOFTHCA_REACH_BYTES];
};

/** softhca.carriers */
struct carriers {
	struct softhca *hca;
	void (*loop)(void *arg);
	void *arg;
	struct softhca_stack stack;
	struct carrier *leader; /**< written by the leader, off the loop's stack */
	bool over;              /**< the loop has returned */
	/**
	 * Number of the last call; odd: it is in progress. The thread that advances it owns the
	 * loop.
	 */
	uint64_t call;
	bool dozes;                 /**< the supervisor sleeps; the next call must wake it */
	unsigned int spares;        /**< written under the lock */
	struct softhca_source back; /**< epoll registration of back_fd */
	int back_fd; /**< eventfd, signaled when a carrier is CARRIER_RETURNED or the first spare
			exists */
	pthread_mutex_t lock;
	pthread_cond_t changed; /**< wakes the supervisor */
	struct softhca_link all;
	unsigned int count;
	bool ended; /**< copy of `over` for the supervisor; under the lock */
};

/* --- under the lock ---------------------------------------------------------------------- */

static inline void softhca_carrier_add_spare(struct carriers *all)
{
	__atomic_store_n(&all->spares, all->spares + 1, __ATOMIC_RELEASE);
}

/** Returns the first carrier with this role, or NULL. */
static inline struct carrier *softhca_carrier_find(const struct carriers *all, enum role role)
{
	for (struct softhca_link *pos = all->all.next; pos != &all->all; pos = pos->next) {
		struct carrier *c = softhca_entry(pos, struct carrier, in_all);

		if (c->role == role)
			return c;
	}
	return NULL;
}

/** Give a carrier this role, and wake it. */
static inline void softhca_carrier_assign(struct carrier *c, enum role role)
{
	if (c->role == CARRIER_SPARE)
		__atomic_store_n(&c->all->spares, c->all->spares - 1, __ATOMIC_RELEASE);
	c->role = role;
	if (role == CARRIER_SPARE)
		softhca_carrier_add_spare(c->all);
	pthread_cond_signal(&c->wake);
}

/* --- reach.c ------------------------------------------------------------------------------ */

/**
 * Call process_vm_readv or process_vm_writev. Returns the bytes moved, or a negative errno value.
 */
ssize_t softhca_call_client(pid_t pid, enum softhca_way way, const struct iovec *local,
			    unsigned int locals, const struct iovec *remote, unsigned int remotes);
/** Handler for back_fd being readable. */
void softhca_handle_ended_calls(struct softhca_source *source, uint32_t events);

#endif
