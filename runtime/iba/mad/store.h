/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of pools share. */
#ifndef RUNTIME_IBA_MAD_STORE_H
#define RUNTIME_IBA_MAD_STORE_H

#include <pthread.h>

#include "pool.h"

struct iba_store {
	pthread_mutex_t lock;
	size_t count, most, step;
	size_t out;   /* elements that are out */
	size_t users; /* the pool, keys, and elements that are out */
	bool closed;
	struct iba_mad *free;
	struct iba_mad *made; /* all */
};

struct iba_pool_key {
	struct iba_object object;
	struct iba_store *store;
	size_t out; /* guarded by the store's lock, as `ended` */
	bool ended;
};

void iba_store_hold(struct iba_store *store);
void iba_store_drop(struct iba_store *store);

/** The key is gone; elements taken by it are not. */
void iba_store_forget(struct iba_store *store, const struct iba_pool_key *key);

#endif
