/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that the programs of this folder share. They are written to the AIX manual: see docs/aix.md.
 */
#ifndef EXAMPLES_AIX_KIT_H
#define EXAMPLES_AIX_KIT_H

#include <netinet/in.h>
#include <rdma/rdma_cma.h>
#include <rdma/verbs.h>
#include <stdbool.h>

enum {
	SUM_PORT = 20079,
	RESOLVE_MS = 1000,
};

/** What the server sends when it accepts: where the client is to write. Big endian. */
struct place {
	__be64 address;
	__be32 rkey;
};

/** One side: its objects, and the integers that the peers exchange. */
struct side {
	struct ibv_pd *pd;
	struct ibv_comp_channel *comp;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct rdma_cm_id *id;
	uint32_t number[2]; /**< [0]: written by the peer, or the sum is received here; [1]: sent */
};

/**
 * Print "program: what: reason" to stderr. `result` is what a call returned: a negative errno
 * value, -1 or an errno value. Returns -1.
 */
int failed(const char *what, int result);

/** Parse an IPv4 address. Returns 0, or -1 after an error message. */
int address_of(const char *text, struct sockaddr_in *to);

/**
 * Read the next event, which must be of this type. `id` and `place` may be NULL. Returns 0, or -1
 * after an error message.
 */
int expect_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
		 struct rdma_cm_id **id, struct place *place);

/**
 * Create protection domain, completion queue, memory and queue pair of an identifier that is bound
 * to a device.
 */
int open_side(struct side *side, struct rdma_cm_id *id);
/** Free everything that was created, and the identifier. */
void close_side(struct side *side);

/** Post a receive for number[at]. */
int post_receive(struct side *side, unsigned int at);
/** Send number[at], or write it to the peer. It must not change before completion. */
int post_number(struct side *side, unsigned int at, const struct place *write_to);
/** Wait for a completion, which must be successful. */
int wait_completion(struct side *side);

#endif
