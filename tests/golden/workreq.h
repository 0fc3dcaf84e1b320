/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts work requests of vectors to the structs that programs post. */
#ifndef GOLDEN_WORKREQ_H
#define GOLDEN_WORKREQ_H

#include <infiniband/verbs.h>

#include "vector.h"

/**
 * Makes the address handle of a datagram from the "ud" member, in the adapter's format. Returns
 * NULL after a failure.
 */
typedef struct ibv_ah *(*make_ah)(const json_t *ud, struct report *r);

/** Returns a linked list of work requests, and their number in *n; NULL and a failure if one cannot
 * be made. */
struct ibv_send_wr *send_requests(const json_t *wrs, make_ah ah, size_t *n, struct report *r);
struct ibv_recv_wr *recv_requests(const json_t *wrs, size_t *n, struct report *r);

/** Returns the send flags with these names. */
unsigned int send_flags(const json_t *names, struct report *r);
/** Returns the queue pair type with this name; -1 and a failure if there is none. */
int qp_type_named(const char *name, struct report *r);

#endif
