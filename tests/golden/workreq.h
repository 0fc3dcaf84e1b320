/* SPDX-License-Identifier: BSD-2-Clause */
/* Work requests of vectors, converted to the structs that programs post. */
#ifndef GOLDEN_WORKREQ_H
#define GOLDEN_WORKREQ_H

#include <infiniband/verbs.h>

#include "vector.h"

/**
 * Makes the address handle of a datagram from the "ud" member; the adapter knows what is in it.
 * NULL after a failure.
 */
typedef struct ibv_ah *(*make_ah)(const json_t *ud, struct report *r);

/** Work requests of a list, linked; NULL and a failure if one cannot be made. n gets their number.
 */
struct ibv_send_wr *send_requests(const json_t *wrs, make_ah ah, size_t *n, struct report *r);
struct ibv_recv_wr *recv_requests(const json_t *wrs, size_t *n, struct report *r);

/** Send flags by their names. */
unsigned int send_flags(const json_t *names, struct report *r);
/** Queue pair type by its name; -1 and a failure if there is none. */
int qp_type_named(const char *name, struct report *r);

#endif
