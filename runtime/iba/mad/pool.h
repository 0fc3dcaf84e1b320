/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * MAD elements. A store contains them. It exists as long as the pool, any of its keys or any
 * element that the program has: a program may return elements after it has closed everything else.
 */
#ifndef RUNTIME_IBA_MAD_POOL_H
#define RUNTIME_IBA_MAD_POOL_H

#include <infiniband/verbs.h>

#include "iba/object.h"

#include <inverbs/mad/common.h>

struct iba_store;
struct iba_pool_key;

enum iba_mad_state {
	IBA_MAD_FREE,         /* in the store */
	IBA_MAD_WITH_PROGRAM, /* with the program */
	IBA_MAD_SENT,         /* with the layer, until the send callback */
};

/** A MAD element, with the layer's data for it. */
struct iba_mad {
	ib_mad_element_t element; /* the public part; first member */
	ib_grh_t grh;             /* GRH of a received datagram */
	uint8_t gid_index;        /* index of the GID that a received datagram was sent to */
	struct iba_store *store;
	struct iba_pool_key *key; /* key that it was taken with; NULL: none, or the key is gone */
	enum iba_mad_state state; /* guarded by the store's lock */
	struct iba_mad *next;     /* in a list: free, waiting, done */
	struct iba_mad *next_made;
	void *large;   /* memory of the datagram, if it does not fit into `plain` */
	uint32_t room; /* size of the datagram's memory */
	/* for requests that wait for a response */
	uint32_t agent;
	uint32_t tid; /* low half of the transaction id */
	uint8_t mgmt_class;
	/* while it is being sent on a queue pair of type MAD; guarded by that queue pair's lock */
	struct iba_mad_svc *svc;
	struct iba_mad *next_queued;
	struct ibv_ah_attr to;
	bool waits;        /* waiting for a response */
	uint32_t retries;  /* retries left */
	uint64_t deadline; /* in ms of iba_now_ms(); UINT64_MAX before it is posted */
	uint8_t plain[MAD_BYTES];
};

/**
 * Create a store that has `least` elements, and grows by `step` up to `most` (0: no limit). Returns
 * NULL if there is no memory.
 */
struct iba_store *iba_store_make(size_t least, size_t most, size_t step);

/** Allow no more elements to be taken, and drop the caller's reference. */
void iba_store_close(struct iba_store *store);

/** Take an element with a zeroed datagram of `bytes` bytes. */
ib_api_status_t iba_store_take(struct iba_store *store, struct iba_pool_key *key, size_t bytes,
			       struct iba_mad **mad);

/** Move the element from one state to another. Returns false if it was not in the first state. */
bool iba_mad_change_state(struct iba_mad *mad, enum iba_mad_state from, enum iba_mad_state to);

/** Return an element that is with the program to its store. */
void iba_mad_put(struct iba_mad *mad);

/** Create a key for a store; it ends with `parent`. The caller has a reference to both. */
ib_api_status_t iba_pool_key_make(struct iba_store *store, struct iba_object *parent,
				  ib_pool_key_t *handle);

#endif
