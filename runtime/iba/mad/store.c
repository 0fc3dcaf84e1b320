/* SPDX-License-Identifier: BSD-2-Clause */
/* Stores of MAD elements. */
#include "store.h"

#include <stdlib.h>
#include <string.h>

static struct iba_mad *make_element(struct iba_store *store)
{
	struct iba_mad *mad = calloc(1, sizeof(*mad));

	if (!mad)
		return NULL;
	mad->store = store;
	mad->next = store->free;
	mad->next_made = store->made;
	store->free = mad;
	store->made = mad;
	store->count++;
	return mad;
}

static void free_store(struct iba_store *store)
{
	while (store->made) {
		struct iba_mad *mad = store->made;

		store->made = mad->next_made;
		free(mad);
	}
	pthread_mutex_destroy(&store->lock);
	free(store);
}

struct iba_store *iba_store_make(size_t least, size_t most, size_t step)
{
	struct iba_store *store = calloc(1, sizeof(*store));

	if (!store)
		return NULL;
	pthread_mutex_init(&store->lock, NULL);
	store->most = most;
	store->step = step;
	store->users = 1;
	while (store->count < least && make_element(store))
		;
	if (store->count == least)
		return store;
	free_store(store);
	return NULL;
}

/* Unlock a store, and free it if that was its last user. */
static void unlock_store(struct iba_store *store, bool last)
{
	pthread_mutex_unlock(&store->lock);
	if (last)
		free_store(store);
}

void iba_store_hold(struct iba_store *store)
{
	pthread_mutex_lock(&store->lock);
	store->users++;
	pthread_mutex_unlock(&store->lock);
}

void iba_store_drop(struct iba_store *store)
{
	pthread_mutex_lock(&store->lock);
	unlock_store(store, --store->users == 0);
}

void iba_store_close(struct iba_store *store)
{
	pthread_mutex_lock(&store->lock);
	store->closed = true;
	unlock_store(store, --store->users == 0);
}

/* Find a free element, or create one if the store may grow. */
static ib_api_status_t find_element(struct iba_store *store, struct iba_mad **mad)
{
	for (size_t i = 0; !store->free && i < store->step; i++) {
		if (store->most && store->count >= store->most)
			break;
		if (!make_element(store))
			return IB_INSUFFICIENT_MEMORY;
	}
	*mad = store->free;
	return *mad ? IB_SUCCESS : IB_INSUFFICIENT_RESOURCES;
}

static void take_element(struct iba_mad *mad, struct iba_pool_key *key)
{
	mad->store->free = mad->next;
	mad->next = NULL;
	mad->key = key;
	mad->state = IBA_MAD_WITH_PROGRAM;
	mad->store->out++;
	mad->store->users++;
	if (key)
		key->out++;
}

/* Reset an element for the program. Only the members that describe its datagram are not zero. */
static void prepare_element(struct iba_mad *mad, void *large, uint32_t bytes)
{
	memset(&mad->element, 0, sizeof(mad->element));
	memset(mad->plain, 0, sizeof(mad->plain));
	mad->large = large;
	mad->room = large ? bytes : (uint32_t)sizeof(mad->plain);
	mad->gid_index = 0;
	mad->element.p_mad_buf = large ? large : (ib_mad_t *)mad->plain;
	mad->element.size = bytes;
}

ib_api_status_t iba_store_take(struct iba_store *store, struct iba_pool_key *key, size_t bytes,
			       struct iba_mad **mad)
{
	void *large = NULL;
	ib_api_status_t status;

	if (bytes > UINT32_MAX / 2)
		return IB_INSUFFICIENT_MEMORY;
	if (bytes > MAD_BYTES) {
		large = calloc(1, bytes);
		if (!large)
			return IB_INSUFFICIENT_MEMORY;
	}
	pthread_mutex_lock(&store->lock);
	if (store->closed || (key && key->ended))
		status = IB_INVALID_PARAMETER;
	else
		status = find_element(store, mad);
	if (status == IB_SUCCESS)
		take_element(*mad, key);
	pthread_mutex_unlock(&store->lock);
	if (status == IB_SUCCESS)
		prepare_element(*mad, large, (uint32_t)bytes);
	else
		free(large);
	return status;
}

bool iba_mad_change_state(struct iba_mad *mad, enum iba_mad_state from, enum iba_mad_state to)
{
	bool was;

	pthread_mutex_lock(&mad->store->lock);
	was = mad->state == from;
	if (was)
		mad->state = to;
	pthread_mutex_unlock(&mad->store->lock);
	return was;
}

void iba_mad_put(struct iba_mad *mad)
{
	struct iba_store *store = mad->store;

	free(mad->large);
	mad->large = NULL;
	pthread_mutex_lock(&store->lock);
	mad->state = IBA_MAD_FREE;
	mad->next = store->free;
	store->free = mad;
	store->out--;
	if (mad->key)
		mad->key->out--;
	mad->key = NULL;
	unlock_store(store, --store->users == 0);
}

void iba_store_forget(struct iba_store *store, const struct iba_pool_key *key)
{
	pthread_mutex_lock(&store->lock);
	for (struct iba_mad *mad = store->made; mad; mad = mad->next_made)
		if (mad->key == key)
			mad->key = NULL;
	pthread_mutex_unlock(&store->lock);
}
