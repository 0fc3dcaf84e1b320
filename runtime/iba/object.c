/* SPDX-License-Identifier: BSD-2-Clause */
/* The tree of objects: reference counts, and destruction in the right order. */
#include "object.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "slots.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;

void iba_lock(void)
{
	pthread_mutex_lock(&lock);
}

void iba_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* A child after fork has copies of the parent's objects, and none of its threads. */
static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
	pthread_cond_init(&released, NULL);
	iba_slots_inherited();
	iba_dispatcher_inherited();
}

static void watch_forks(void)
{
	pthread_atfork(iba_lock, iba_unlock, after_fork);
}

static void insert_child(struct iba_object *object, struct iba_object *parent)
{
	object->parent = parent;
	if (!parent)
		return;
	parent->references++;
	object->next = parent->children;
	object->previous = &parent->children;
	if (object->next)
		object->next->previous = &object->next;
	parent->children = object;
}

static void remove_child(struct iba_object *object)
{
	if (!object->parent)
		return;
	*object->previous = object->next;
	if (object->next)
		object->next->previous = object->previous;
}

ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	ib_api_status_t status = IB_SUCCESS;

	pthread_once(&once, watch_forks);
	iba_lock();
	if (parent && !parent->alive)
		status = IB_INVALID_STATE;
	else if (!(object->slot = iba_slot_take()))
		status = IB_INSUFFICIENT_MEMORY;
	if (status == IB_SUCCESS) {
		object->kind = kind;
		object->references = 2; /* one for being alive, one for the caller */
		object->alive = true;
		object->slot->kind = (uint16_t)kind;
		object->slot->verbs = verbs;
		object->slot->detail = object->detail;
		object->slot->object = object;
		insert_child(object, parent);
		iba_slot_publish(object->slot);
	}
	iba_unlock();
	return status;
}

void *iba_handle(const struct iba_object *object)
{
	return iba_slot_handle(object->slot);
}

ib_api_status_t iba_publish(struct iba_object *object, enum inverbs_iba_kind kind,
			    struct iba_object *parent, void *verbs, void *handle)
{
	ib_api_status_t status = iba_add(object, kind, parent, verbs);

	if (status != IB_SUCCESS) {
		object->parent = parent;
		if (object->release)
			object->release(object);
		free(object);
		return status;
	}
	memcpy(handle, &(void *){iba_handle(object)}, sizeof(void *));
	iba_put(object);
	return IB_SUCCESS;
}

ib_api_status_t iba_move(struct iba_object *object, struct iba_object *parent, void *verbs)
{
	struct iba_object *old = object->parent;
	bool moves;

	iba_lock();
	moves = object->alive && parent->alive;
	if (moves) {
		__atomic_store_n(&object->slot->verbs, verbs, __ATOMIC_RELEASE);
		remove_child(object);
		insert_child(object, parent);
	}
	iba_unlock();
	if (!moves)
		return IB_INVALID_STATE;
	iba_put(old);
	return IB_SUCCESS;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	const struct inverbs_iba_slot *slot;
	struct iba_object *object = NULL;

	iba_lock();
	slot = inverbs_iba_slot(handle, kind);
	if (slot) {
		object = slot->object;
		object->references++;
	}
	iba_unlock();
	return object;
}

void *iba_get_any(enum inverbs_iba_kind kind)
{
	struct iba_object *object = NULL;

	iba_lock();
	for (size_t at = 0; at <= inverbs_iba_table.mask && !object; at += INVERBS_IBA_SLOT_BYTES) {
		const struct inverbs_iba_slot *slot = (const void *)(inverbs_iba_table.base + at);

		if (slot->handle != INVERBS_IBA_NONE(slot) && slot->kind == kind)
			object = slot->object;
	}
	if (object)
		object->references++;
	iba_unlock();
	return object;
}

void iba_hold(struct iba_object *object)
{
	iba_lock();
	object->references++;
	iba_unlock();
}

bool iba_hold_alive(struct iba_object *object)
{
	bool alive;

	iba_lock();
	alive = object->alive;
	object->references += alive;
	iba_unlock();
	return alive;
}

/*
 * The reference to the parent is dropped afterwards, so that the parent's own notice comes later.
 */
static void call_destroyed(struct iba_job *job)
{
	struct iba_object *object = (struct iba_object *)((char *)job -
							  offsetof(struct iba_object, end));
	struct iba_object *parent = object->parent;

	object->destroyed((void *)(uintptr_t)object->context);
	free(object);
	iba_put(parent);
}

/*
 * Release an object whose last reference is gone. Returns the parent if a reference to it must be
 * dropped.
 */
static struct iba_object *finish_object(struct iba_object *object)
{
	struct iba_object *parent = object->parent;

	if (object->release)
		object->release(object);
	iba_lock();
	remove_child(object);
	iba_slot_free(object->slot);
	if (object->released) {
		*object->released = true;
		pthread_cond_broadcast(&released);
	}
	iba_unlock();
	if (object->destroyed) {
		object->end.run = call_destroyed;
		iba_defer(&object->end);
		return NULL;
	}
	free(object);
	return parent;
}

void iba_put(struct iba_object *object)
{
	while (object) {
		bool last;

		iba_lock();
		last = --object->references == 0;
		iba_unlock();
		if (!last)
			return;
		object = finish_object(object);
	}
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	return iba_is_inherited(handle) ? IB_INVALID_STATE : invalid;
}

/* The next object in a tree, parents before children; NULL at the end. */
static struct iba_object *next_in_tree(const struct iba_object *root, struct iba_object *at)
{
	if (at->children)
		return at->children;
	while (at != root && !at->next)
		at = at->parent;
	return at == root ? NULL : at->next;
}

/*
 * Invalidate the handles in a tree. Returns a list of the objects whose handles were valid. The
 * lock is held.
 */
static struct iba_object *end_tree(struct iba_object *root)
{
	struct iba_object *ended = NULL;

	for (struct iba_object *at = root; at; at = next_in_tree(root, at)) {
		if (!at->alive)
			continue;
		at->alive = false;
		iba_slot_withdraw(at->slot);
		if (at->stop)
			at->stop(at);
		at->next_ended = ended;
		ended = at;
	}
	return ended;
}

/* Drop the reference that each object in a list had for being alive. */
static void put_ended(struct iba_object *ended)
{
	while (ended) {
		struct iba_object *object = ended;

		ended = object->next_ended;
		iba_put(object);
	}
}

static void wait_released(const bool *done)
{
	iba_lock();
	while (!*done)
		pthread_cond_wait(&released, &lock);
	iba_unlock();
}

/* Whether an object can be destroyed in this way; the status tells why not. */
static ib_api_status_t check_destroy(ib_pfn_destroy_cb_t destroyed)
{
	if (destroyed == ib_sync_destroy)
		return iba_on_dispatcher() ? IB_INVALID_STATE : IB_SUCCESS;
	return destroyed && iba_dispatcher_start() ? IB_INSUFFICIENT_RESOURCES : IB_SUCCESS;
}

ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed)
{
	ib_api_status_t status = check_destroy(destroyed);
	struct iba_object *ended = NULL;
	bool waits = destroyed == ib_sync_destroy, done = false;

	iba_lock();
	if (status == IB_SUCCESS && !object->alive)
		status = IB_INVALID_STATE;
	if (status == IB_SUCCESS && object->busy && object->busy(object))
		status = IB_RESOURCE_BUSY;
	if (status == IB_SUCCESS) {
		object->destroyed = waits ? NULL : destroyed;
		object->released = waits ? &done : NULL;
		ended = end_tree(object);
		object->references--; /* drop the caller's reference; the object's own remains */
	}
	iba_unlock();
	if (status != IB_SUCCESS) {
		iba_put(object);
		return status;
	}
	put_ended(ended);
	if (waits)
		wait_released(&done);
	return IB_SUCCESS;
}

ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed)
{
	struct iba_object *object = iba_get(handle, kind);

	return object ? iba_destroy(object, destroyed) : iba_refusal(handle, invalid);
}
