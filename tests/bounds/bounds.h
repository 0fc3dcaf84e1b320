/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a post may write. Requests within and beyond the limits of a queue pair are posted, and all
 * memory that a post could reach is compared before and after: an accepted request changes its own
 * WQE, a refused one nothing. Requests beyond the limits are refused.
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <infiniband/verbs.h>
#include <inverbs/fast/objects.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_AREAS = 16,
	REGISTER_BYTES = 4096,
	DIRT = 0xa7, /**< every byte of a ring at first: a store of 0 that is left out is seen */
};

/** How a post may change an area. */
enum area_kind {
	AREA_RINGS,     /**< the units of its WQE; an index in front of unit 0 */
	AREA_REGISTERS, /**< registers and write-combining pages: freely, if it is accepted */
	AREA_TABLE,     /**< one element per WQE */
};

struct area {
	const char *name;
	enum area_kind kind;
	uint8_t *at;
	size_t bytes;
	size_t element; /**< AREA_TABLE: bytes of an element */
	uint8_t *before;
};

/** A ring, with a producer index that the test counts independently. */
struct slots {
	uint8_t *buf;
	uint32_t entries; /**< a power of two */
	uint32_t unit;    /**< bytes */
	uint32_t next;    /**< unit of the next WQE, free-running */
};

/** A queue pair under test. */
struct subject {
	const char *adapter;
	const char *type;
	struct inverbs_qp *qp;   /**< without rings where srq is tested */
	struct inverbs_srq *srq; /**< the shared receive queue under test, or NULL */
	int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
	int (*post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	struct slots send, recv;
	struct slots *recv_slots; /**< &send where both share a ring */
	struct area areas[MAX_AREAS];
	size_t area_count;
	uint32_t doorbells; /**< rung by system call */
	/** Empty the queues, so that there is room again. */
	void (*renew)(struct subject *s);
	uint64_t posted, refused;
};

/** Compare this memory before and after each post. NULL or 0 bytes: do nothing. */
void watch(struct subject *s, const char *name, enum area_kind kind, void *at, size_t bytes,
	   size_t element);
/** Retire all requests without a completion. */
void retire(struct subject *s);
/**
 * Post all kinds of requests. Exits with a message at the first one that writes outside of its WQE.
 */
void post_everything(struct subject *s, uint64_t seed);
/**
 * Build the list and complete it: all is posted or nothing. False if the calls cannot express it,
 * after which it is aborted.
 */
bool post_built(struct ibv_qp *qp, const struct ibv_send_wr *wr, int *err);
/** Free what watch() allocated. */
void unwatch(struct subject *s);

#endif
