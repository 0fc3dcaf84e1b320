/* SPDX-License-Identifier: BSD-2-Clause */
/* One posting call: made in post.c and judged in post_check.c. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_POST_H
#define GOLDEN_QUEUES_POST_H

#include "queues.h"

/* A posting call and its expectations. */
struct post {
	struct world *w;
	const json_t *vector; /* the case or step */
	const json_t *expect;
	const char *quirk;
	struct golden_qp *q;
	struct inverbs_srq *srq; /* NULL if it posts to the queue pair */
	struct ring *ring;
	bool sends;
	bool in_send;           /* its WQEs are in the send ring */
	uint32_t posted_before; /* number of requests */
	uint32_t unit;          /* size in bytes */
	uint32_t first, last;   /* the call wrote the units from `first` up to, but not
				 * including, `last` */
	const uint64_t *ids;    /* plain table of identifiers, or NULL, and its contents before the
				 * call */
	uint64_t *ids_before;
	uint32_t id_count;
	int ret;
	long bad;                           /* index of the refused request; -1 if none was
					     * returned */
	struct ibv_mw *mw;                  /* with ibv_bind_mw() */
	const struct ibv_send_wr *send_wrs; /* the list that was posted */
	const struct ibv_recv_wr *recv_wrs;
};

/** Return the number of requests and units posted so far, and of units in the ring. */
uint32_t post_requests(const struct post *p);
uint32_t post_position(const struct post *p);
uint32_t post_units(const struct post *p);
/** Make the calls of ibv_wr_* that the vector lists (builder.c). */
void post_built(struct post *p, struct report *r);
/** Compare everything that the call may have changed with the vector. */
void post_judge(struct post *p, struct report *r);

#endif
