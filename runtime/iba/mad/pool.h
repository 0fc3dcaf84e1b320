/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Elements of management datagrams. A store has them, for as long as the pool, one of its keys or
 * one of the elements exists: a program may give elements back after it has closed all else.
 */
#ifndef RUNTIME_IBA_MAD_POOL_H
#define RUNTIME_IBA_MAD_POOL_H

#include <infiniband/verbs.h>

#include "iba/object.h"

#include <inverbs/mad/common.h>

struct iba_store;
struct iba_pool_key;

enum iba_mad_state {
	IBA_MAD_FREE, /* in the store */
	IBA_MAD_OUT,  /* the program's */
	IBA_MAD_SENT, /* the layer's, until the send callback */
};

/** An element, and what the layer keeps beside it. */
struct iba_mad {
	ib_mad_element_t element; /* what programs have; first */
	ib_grh_t grh;             /* of a received datagram */
	uint8_t gid_index;        /* own GID that a received datagram came to */
	struct iba_store *store;
	struct iba_pool_key *key; /* NULL: not taken by one, or it is gone */
	enum iba_mad_state state; /* guarded by the store's lock */
	struct iba_mad *next;     /* of a list: free, waiting, done */
	struct iba_mad *next_made;
	void *large;   /* the datagram, if it is longer than `plain` */
	uint32_t room; /* bytes of the datagram */
	/* while it waits for a response */
	uint32_t agent;
	uint32_t tid; /* low half */
	uint8_t mgmt_class;
	/* while it is sent on a queue pair of type MAD; guarded by that one's lock */
	struct iba_mad_svc *svc;
	struct iba_mad *next_queued;
	struct ibv_ah_attr to;
	bool waits;        /* for a response */
	uint32_t retries;  /* left */
	uint64_t deadline; /* in milliseconds; UINT64_MAX before it is posted */
	uint8_t plain[MAD_BYTES];
};

/** A store with `least` elements, at most `most` (0: no limit), growing by `step`. NULL: no memory.
 */
struct iba_store *iba_store_make(size_t least, size_t most, size_t step);

/** No more elements are given out. The caller's reference ends. */
void iba_store_close(struct iba_store *store);

/** An element with a zeroed datagram of so many bytes. */
ib_api_status_t iba_store_take(struct iba_store *store, struct iba_pool_key *key, size_t bytes,
			       struct iba_mad **mad);

/** Whether the element was in that state; it has the other one then. */
bool iba_mad_pass(struct iba_mad *mad, enum iba_mad_state from, enum iba_mad_state to);

/** Give an element back that is the program's. */
void iba_mad_put(struct iba_mad *mad);

/** Make a key for a store, which `parent` ends. The caller has a reference to both. */
ib_api_status_t iba_pool_key_make(struct iba_store *store, struct iba_object *parent,
				  ib_pool_key_t *handle);

#endif
