/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Elements of management datagrams. A store holds them; it exists as long as the pool, one of its
 * keys or one of the elements: a program may give elements back after it has closed everything
 * else.
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

/** An element, and the layer's data about it. */
struct iba_mad {
	ib_mad_element_t element; /* the part that programs see; first member */
	ib_grh_t grh;             /* of a received datagram */
	uint8_t gid_index;        /* own GID that a received datagram came to */
	struct iba_store *store;
	struct iba_pool_key *key; /* NULL: not taken by a key, or the key is gone */
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
	bool waits;        /* it waits for a response */
	uint32_t retries;  /* retries left */
	uint64_t deadline; /* in milliseconds; UINT64_MAX before it is posted */
	uint8_t plain[MAD_BYTES];
};

/**
 * Create a store with `least` elements, at most `most` (0: no limit), growing by `step`. NULL: no
 * memory.
 */
struct iba_store *iba_store_make(size_t least, size_t most, size_t step);

/** Give out no more elements, and drop the caller's reference. */
void iba_store_close(struct iba_store *store);

/** Take an element with a zeroed datagram of this size. */
ib_api_status_t iba_store_take(struct iba_store *store, struct iba_pool_key *key, size_t bytes,
			       struct iba_mad **mad);

/** Move the element from one state to another; false if it was not in the first. */
bool iba_mad_pass(struct iba_mad *mad, enum iba_mad_state from, enum iba_mad_state to);

/** Give back an element that belongs to the program. */
void iba_mad_put(struct iba_mad *mad);

/** Create a key for a store, which ends with `parent`. The caller has a reference to both. */
ib_api_status_t iba_pool_key_make(struct iba_store *store, struct iba_object *parent,
				  ib_pool_key_t *handle);

#endif
