/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all objects of the access layer have in common: a handle, a parent, and a destruction that
 * waits until nothing uses the object any more.
 *
 * An object has one reference for being alive, one for each child, one for each call that uses it,
 * and one for each callback that is due. ib_destroy_*() invalidates the handles of the object and
 * of everything below it, and drops the references that these had for being alive. Whoever drops an
 * object's last reference releases it, and then drops the reference to its parent. So children are
 * released before their parents, and no callback finds its object gone.
 *
 * An object is the first member of a struct from malloc(), which is freed after its release.
 *
 * One lock, iba_lock(), guards the tree. It is never held while a callback runs or a command is
 * issued.
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
	struct iba_object *next; /* next child of the parent */
	struct iba_object **previous;
	struct iba_object *next_ended;
	unsigned int references;
	bool alive;          /* its handle is valid */
	uint8_t detail;      /* passed to the slot */
	bool *released;      /* set on release, for a call that waits */
	const void *context; /* the program's context */
	ib_pfn_destroy_cb_t destroyed;
	struct iba_job end; /* calls `destroyed` */
	/**
	 * Ask pending work of the object to end: requests that wait for a response, timers. Called
	 * once, after its handle was invalidated, with the lock held. May be NULL.
	 */
	void (*stop)(struct iba_object *object);
	/**
	 * Whether objects other than its children need it, so that it cannot be destroyed alone.
	 * Called with the lock held. May be NULL.
	 */
	bool (*busy)(const struct iba_object *object);
	/**
	 * Free what the object owns, but not the object itself. Called once, without the lock, from
	 * any thread. The parent still exists. May be NULL.
	 */
	void (*release)(struct iba_object *object);
};

/**
 * Give an object a handle and put it below its parent, to which the caller has a reference (NULL
 * for an instance). The caller has set `context`, `stop` and `release`. Afterwards it has a
 * reference to the object (iba_put()), because others may use the handle at once. `verbs` is the
 * pointer that posts and polls use. Returns IB_INSUFFICIENT_MEMORY, or IB_INVALID_STATE if the
 * parent was closed meanwhile; then the object still belongs to the caller.
 */
ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs);

/**
 * iba_add(), and return the handle to the program: *handle is set only on success. On failure the
 * object is released and freed. In both cases the caller's reference is dropped.
 */
ib_api_status_t iba_publish(struct iba_object *object, enum inverbs_iba_kind kind,
			    struct iba_object *parent, void *verbs, void *handle);

/** The object's handle, even if it is no longer valid. */
void *iba_handle(const struct iba_object *object);

/**
 * Returns the object of a handle, with a reference (iba_put()), or NULL if the handle is not valid.
 */
void *iba_get(const void *handle, enum inverbs_iba_kind kind);

/** Returns any object of a kind, with a reference, or NULL. For calls that specify none. */
void *iba_get_any(enum inverbs_iba_kind kind);

/**
 * Move an object below another parent, to which the caller has a reference, and set its slot's
 * `verbs`. IB_INVALID_STATE: one of them is being destroyed.
 */
ib_api_status_t iba_move(struct iba_object *object, struct iba_object *parent, void *verbs);

/** Add a reference to an object. The caller must be sure that it exists. */
void iba_hold(struct iba_object *object);

/** The same if the object is alive. Returns false if its handle is no longer valid. */
bool iba_hold_alive(struct iba_object *object);

/** Drop a reference. */
void iba_put(struct iba_object *object);

/** The status for a refused handle: `invalid`, or IB_INVALID_STATE in a child after fork. */
ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid);

/**
 * Destroy an object and everything below it. Takes over the caller's reference. `destroyed` is
 * called on the dispatcher when nothing is left; with ib_sync_destroy the call waits instead; with
 * NULL there is no notice. IB_INVALID_STATE: ib_sync_destroy on the dispatcher, or another thread
 * is already destroying it; IB_RESOURCE_BUSY: see `busy`; IB_INSUFFICIENT_RESOURCES: the dispatcher
 * could not be started.
 */
ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed);

/** iba_get() and iba_destroy(). */
ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed);

/** The lock of the tree. It also guards data that the owners of objects keep beside it. */
void iba_lock(void);
void iba_unlock(void);

#endif
