/* SPDX-License-Identifier: BSD-2-Clause */
/* One posting call: made in post.c, judged in post_check.c. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_POST_H
#define GOLDEN_QUEUES_POST_H

#include "queues.h"

/* A posting call and what it is judged by. */
struct post {
	struct world *w;
	const json_t *vector; /* the case or its step */
	const json_t *expect;
	const char *quirk;
	struct golden_qp *q;
	struct inverbs_srq *srq; /* NULL: it posts to the queue pair */
	struct ring *ring;
	bool sends;
	bool in_send;           /* its WQEs lie in the send ring */
	uint32_t posted_before; /* requests */
	uint32_t unit;          /* bytes */
	uint32_t first, last;   /* units written: those from first on, up to last */
	const uint64_t *ids; /* table of identifiers, where there is a plain one, and as it was */
	uint64_t *ids_before;
	uint32_t id_count;
	int ret;
	long bad;                           /* index of the refused request; -1: none was named */
	struct ibv_mw *mw;                  /* of ibv_bind_mw */
	const struct ibv_send_wr *send_wrs; /* what was posted by a list */
	const struct ibv_recv_wr *recv_wrs;
};

/** Requests and units posted so far, and units of the ring. */
uint32_t post_requests(const struct post *p);
uint32_t post_position(const struct post *p);
uint32_t post_units(const struct post *p);
/** The calls of ibv_wr_* that the vector makes (builder.c). */
void post_built(struct post *p, struct report *r);
/** Compare everything that the call may have touched with what the vector expects. */
void post_judge(struct post *p, struct report *r);

#endif
