/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which memory a post may write. Requests within and beyond the limits of a queue pair are posted,
 * and all memory that a post could reach is compared before and after. An accepted request may
 * change only its WQE, a refused one nothing; requests beyond the limits must be refused.
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
	DIRT = 0xa7, /**< initial value of every byte of a ring, so that a missing store of 0 is
		      * noticed */
};

/** How a post may change an area. */
enum area_kind {
	AREA_RINGS,     /**< only the units of its WQE, and an index in front of unit 0 */
	AREA_REGISTERS, /**< registers and write-combining pages: anything, if the request is
			 * accepted */
	AREA_TABLE,     /**< only one element per WQE */
};

struct area {
	const char *name;
	enum area_kind kind;
	uint8_t *at;
	size_t bytes;
	size_t element; /**< AREA_TABLE: size of an element */
	uint8_t *before;
};

/** A ring, with a producer index that the test maintains independently. */
struct slots {
	uint8_t *buf;
	uint32_t entries; /**< a power of two */
	uint32_t unit;    /**< size in bytes */
	uint32_t next;    /**< unit of the next WQE, free-running */
};

/** A queue pair under test. */
struct subject {
	const char *adapter;
	const char *type;
	struct inverbs_qp *qp;   /**< without rings when srq is tested */
	struct inverbs_srq *srq; /**< the shared receive queue to test, or NULL */
	int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
	int (*post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	struct slots send, recv;
	struct slots *recv_slots; /**< &send if both share a ring */
	struct area areas[MAX_AREAS];
	size_t area_count;
	uint32_t doorbells; /**< number of doorbells rung by system call */
	/** Makes room in the queues. */
	void (*renew)(struct subject *s);
	uint64_t posted, refused;
};

/** Compare this memory before and after each post. Does nothing for NULL or 0 bytes. */
void watch(struct subject *s, const char *name, enum area_kind kind, void *at, size_t bytes,
	   size_t element);
/** Retire all requests without completions. */
void retire(struct subject *s);
/** Post requests of all kinds. Exits with a message at the first illegal write. */
void post_everything(struct subject *s, uint64_t seed);
/**
 * Build the list with ibv_wr_* calls and complete it, which posts all or nothing. Returns false if
 * the calls cannot express the list; then it is aborted.
 */
bool post_built(struct ibv_qp *qp, const struct ibv_send_wr *wr, int *err);
/** Free the memory that watch() has allocated. */
void unwatch(struct subject *s);

#endif
