/* SPDX-License-Identifier: BSD-2-Clause */
/* Pools of MAD elements, and their keys. */
#include <stdlib.h>

#include "iba/layer.h"
#include "store.h"

struct iba_pool {
	struct iba_object object;
	struct iba_store *store;
};

static void release_pool(struct iba_object *object)
{
	iba_store_close(((struct iba_pool *)object)->store);
}

static void release_key(struct iba_object *object)
{
	struct iba_pool_key *key = (struct iba_pool_key *)object;

	iba_store_forget(key->store, key);
	iba_store_drop(key->store);
}

static ib_api_status_t make_pool(struct iba_object *al, struct iba_store *store,
				 ib_pool_handle_t *handle)
{
	struct iba_pool *pool = store ? calloc(1, sizeof(*pool)) : NULL;

	if (!pool) {
		if (store)
			iba_store_close(store);
		return IB_INSUFFICIENT_MEMORY;
	}
	pool->store = store;
	pool->object.release = release_pool;
	return iba_publish(&pool->object, INVERBS_IBA_POOL, al, NULL, handle);
}

ib_api_status_t ib_create_mad_pool(ib_al_handle_t h_al, size_t min, size_t max, size_t grow_size,
				   ib_pool_handle_t *ph_pool)
{
	struct iba_object *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	if (!ph_pool)
		status = IB_INVALID_PARAMETER;
	else if (max && min > max)
		status = IB_INVALID_SETTING;
	else
		status = make_pool(al, iba_store_make(min, max, grow_size), ph_pool);
	iba_put(al);
	return status;
}

/* Close the store if the program has none of its elements; none can be taken afterwards. */
static bool close_if_idle(struct iba_store *store)
{
	bool idle;

	pthread_mutex_lock(&store->lock);
	idle = !store->out;
	if (idle)
		store->closed = true;
	pthread_mutex_unlock(&store->lock);
	return idle;
}

ib_api_status_t ib_destroy_mad_pool(ib_pool_handle_t h_pool)
{
	struct iba_pool *pool = iba_get(h_pool, INVERBS_IBA_POOL);

	if (!pool)
		return iba_refusal(h_pool, IB_INVALID_HANDLE);
	if (close_if_idle(pool->store))
		return iba_destroy(&pool->object, NULL);
	iba_put(&pool->object);
	return IB_RESOURCE_BUSY;
}

ib_api_status_t iba_pool_key_make(struct iba_store *store, struct iba_object *parent,
				  ib_pool_key_t *handle)
{
	struct iba_pool_key *key = calloc(1, sizeof(*key));

	if (!key)
		return IB_INSUFFICIENT_MEMORY;
	key->store = store;
	key->object.release = release_key;
	iba_store_hold(store);
	return iba_publish(&key->object, INVERBS_IBA_POOL_KEY, parent, NULL, handle);
}

ib_api_status_t ib_reg_mad_pool(ib_pool_handle_t h_pool, ib_pd_handle_t h_pd,
				ib_pool_key_t *p_pool_key)
{
	struct iba_pool *pool = iba_get(h_pool, INVERBS_IBA_POOL);
	struct iba_object *pd;
	ib_api_status_t status;

	if (!pool)
		return iba_refusal(h_pool, IB_INVALID_HANDLE);
	pd = iba_get(h_pd, INVERBS_IBA_PD);
	if (!pd)
		status = iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	else if (iba_al_of(pd) != iba_al_of(&pool->object))
		status = IB_INVALID_PD_HANDLE;
	else if (!p_pool_key)
		status = IB_INVALID_PARAMETER;
	else
		status = iba_pool_key_make(pool->store, pd, p_pool_key);
	iba_put(pd);
	iba_put(&pool->object);
	return status;
}

ib_api_status_t ib_dereg_mad_pool(ib_pool_key_t pool_key)
{
	struct iba_pool_key *key = iba_get(pool_key, INVERBS_IBA_POOL_KEY);
	bool idle;

	if (!key)
		return iba_refusal(pool_key, IB_INVALID_PARAMETER);
	pthread_mutex_lock(&key->store->lock);
	idle = !key->out;
	if (idle)
		key->ended = true;
	pthread_mutex_unlock(&key->store->lock);
	if (idle)
		return iba_destroy(&key->object, NULL);
	iba_put(&key->object);
	return IB_RESOURCE_BUSY;
}

ib_api_status_t ib_get_mad(ib_pool_key_t pool_key, size_t buf_size,
			   ib_mad_element_t **pp_mad_element)
{
	struct iba_pool_key *key = iba_get(pool_key, INVERBS_IBA_POOL_KEY);
	struct iba_mad *mad = NULL;
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!key)
		return iba_refusal(pool_key, IB_INVALID_PARAMETER);
	if (buf_size && pp_mad_element)
		status = iba_store_take(key->store, key, buf_size, &mad);
	if (status == IB_SUCCESS)
		*pp_mad_element = &mad->element;
	iba_put(&key->object);
	return status;
}

/* A list may be returned if every element belongs to the program and occurs once. */
static bool can_put_all(ib_mad_element_t *list)
{
	ib_mad_element_t *at = list;
	size_t count = 0;

	for (; at && iba_mad_change_state((struct iba_mad *)at, IBA_MAD_WITH_PROGRAM, IBA_MAD_SENT);
	     count++)
		at = at->p_next;
	if (!at)
		return true;
	for (at = list; count; count--, at = at->p_next)
		iba_mad_change_state((struct iba_mad *)at, IBA_MAD_SENT, IBA_MAD_WITH_PROGRAM);
	return false;
}

ib_api_status_t ib_put_mad(const ib_mad_element_t *p_mad_element_list)
{
	ib_mad_element_t *at = (ib_mad_element_t *)(uintptr_t)p_mad_element_list;

	if (!at || !can_put_all(at))
		return IB_INVALID_PARAMETER;
	while (at) {
		ib_mad_element_t *next = at->p_next;

		iba_mad_put((struct iba_mad *)at);
		at = next;
	}
	return IB_SUCCESS;
}
