/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a post may touch. Requests within and beyond the limits of a queue pair are posted, and all
 * of the memory that a post could reach is compared with what it was: an accepted request changes
 * its own WQE, and a refused one nothing.
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <infiniband/verbs.h>
#include <inverbs/objects.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_AREAS = 16,
	REGISTER_BYTES = 4096,
};

/** What memory is to a post. */
enum area_kind {
	AREA_RINGS,     /**< holds rings, perhaps with indexes in front of slot 0 */
	AREA_REGISTERS, /**< registers, and pages that combine writes */
	AREA_TABLE,     /**< an element for each WQE, of which a post changes one */
};

struct area {
	const char *name;
	enum area_kind kind;
	uint8_t *at;
	size_t bytes;
	size_t element; /**< AREA_TABLE: bytes of an element */
	uint8_t *before;
};

/** A ring as the test counts it, by itself. */
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
	struct inverbs_qp *qp;   /**< of a shared receive queue: an empty one */
	struct inverbs_srq *srq; /**< NULL unless it is one */
	int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
	int (*post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	struct slots send, recv;
	struct slots *recv_slots; /**< &send where both share a ring */
	struct area areas[MAX_AREAS];
	size_t area_count;
	/** 1: a refused request may leave something in the slot that it did not get, which nobody
	 * looks at. */
	uint32_t scribbles;
	uint32_t doorbells; /**< rung through the kernel */
	/** Empty the queues, so that there is room again. */
	void (*renew)(struct subject *s);
	uint64_t posted, refused;
};

/** Watch memory while requests are posted; nothing where there is none. */
void watch(struct subject *s, const char *name, enum area_kind kind, void *at, size_t bytes,
	   size_t element);
/** Retire all requests without a completion. */
void retire(struct subject *s);
/** Post everything. Exits with a message at the first request that does what it must not. */
void post_everything(struct subject *s, uint64_t seed);
/** Free what watch() allocated. */
void unwatch(struct subject *s);

#endif
