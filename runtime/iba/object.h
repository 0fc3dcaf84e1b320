/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all objects of the access layer have in common: a handle, a parent, and an end that waits
 * until nothing uses the object any more.
 *
 * An object has a reference of its own while it is alive, one for each child, one for each call
 * that works on it, and one for each callback that is due. ib_destroy_*() makes the handles of the
 * object and of everything below it invalid and drops their own references. Whoever drops the last
 * reference of an object releases it; a parent's is the last. So children go first, and no callback
 * finds its object gone.
 *
 * An object is the first member of a struct from malloc(), which is freed in the end.
 *
 * One lock guards the tree. It is never held while a callback runs or a command is issued.
 */
#ifndef RUNTIME_IBA_OBJECT_H
#define RUNTIME_IBA_OBJECT_H

#include <iba/ib_al.h>
#include <inverbs/iba/handle.h>
#include <stdbool.h>

#include "dispatch.h"

struct iba_object {
	enum inverbs_iba_kind kind;
	struct inverbs_iba_slot *slot;
	struct iba_object *parent;
	struct iba_object *children;
	struct iba_object *next; /* of the parent's children */
	struct iba_object **previous;
	struct iba_object *next_ended;
	unsigned int references;
	bool alive;          /* its handle is valid */
	uint8_t detail;      /* for the slot */
	bool *released;      /* set when it is released, for a call that waits */
	const void *context; /* the program's */
	ib_pfn_destroy_cb_t destroyed;
	struct iba_job end; /* calls `destroyed` */
	/**
	 * Ask pending work of the object to end: requests that wait for a response, timers. Called
	 * once, when its handle has become invalid, with the lock held. May be NULL.
	 */
	void (*stop)(struct iba_object *object);
	/**
	 * Whether objects other than its children need it, so that it cannot be destroyed by
	 * itself. Called with the lock held. May be NULL.
	 */
	bool (*busy)(const struct iba_object *object);
	/**
	 * Free what the object owns, but not the object. Called once, without the lock, from any
	 * thread. The parent still exists. May be NULL.
	 */
	void (*release)(struct iba_object *object);
};

/**
 * Give an object a handle and a place below its parent, on which the caller has a reference; NULL
 * for an instance. The caller has set `context`, `stop` and `release`, and has a reference to the
 * object afterwards (iba_put()), so that the handle may be used by others at once. `verbs` is what
 * posts and polls use. IB_INSUFFICIENT_MEMORY; IB_INVALID_STATE if the parent was closed meanwhile.
 * The object stays the caller's then.
 */
ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs);

/**
 * iba_add(), and give the handle to the caller's program: *handle is set on success only. What
 * could not be added is released and freed. Either way the caller's reference is gone.
 */
ib_api_status_t iba_publish(struct iba_object *object, enum inverbs_iba_kind kind,
			    struct iba_object *parent, void *verbs, void *handle);

/** The handle that programs have, or had before it became invalid. */
void *iba_handle(const struct iba_object *object);

/** The object of a handle, with a reference (iba_put()). NULL if the handle is not valid. */
void *iba_get(const void *handle, enum inverbs_iba_kind kind);

/** Any object of a kind, with a reference, for calls that name none. NULL: there is none. */
void *iba_get_any(enum inverbs_iba_kind kind);

/**
 * Put an object below another parent, on which the caller has a reference, with its slot's new
 * `verbs`. IB_INVALID_STATE: one of them is being destroyed.
 */
ib_api_status_t iba_move(struct iba_object *object, struct iba_object *parent, void *verbs);

/** Add a reference to an object that the caller knows to exist. */
void iba_hold(struct iba_object *object);

/** Likewise, if the object is alive; false if its handle is no longer valid. */
bool iba_hold_alive(struct iba_object *object);

/** Drop a reference. */
void iba_put(struct iba_object *object);

/** Why a handle was refused: `invalid`, or IB_INVALID_STATE in a child after fork. */
ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid);

/**
 * Destroy an object, on which the caller has a reference that this call takes, and all below it.
 * `destroyed` is called on the dispatcher when nothing is left; ib_sync_destroy waits instead, and
 * NULL asks for no notice. IB_INVALID_STATE: ib_sync_destroy on the dispatcher itself, or another
 * thread destroys it already; IB_RESOURCE_BUSY: see `busy`; IB_INSUFFICIENT_RESOURCES: no
 * dispatcher could be started.
 */
ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed);

/** iba_get() and iba_destroy(). */
ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed);

/** The lock of the tree, for what the owners of objects keep beside it. */
void iba_lock(void);
void iba_unlock(void);

#endif
