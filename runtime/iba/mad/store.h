/* SPDX-License-Identifier: BSD-2-Clause */
/* Declarations shared by the files that implement pools and stores. */
#ifndef RUNTIME_IBA_MAD_STORE_H
#define RUNTIME_IBA_MAD_STORE_H

#include <pthread.h>

#include "pool.h"

struct iba_store {
	pthread_mutex_t lock;
	size_t count, most, step;
	size_t out;   /* number of elements taken */
	size_t users; /* the pool, its keys, and elements taken */
	bool closed;
	struct iba_mad *free;
	struct iba_mad *made; /* all elements */
};

struct iba_pool_key {
	struct iba_object object;
	struct iba_store *store;
	size_t out; /* elements taken with it; guarded by the store's lock, like `ended` */
	bool ended;
};

void iba_store_hold(struct iba_store *store);
void iba_store_drop(struct iba_store *store);

/** The key is gone, but elements taken with it remain. */
void iba_store_forget(struct iba_store *store, const struct iba_pool_key *key);

#endif
