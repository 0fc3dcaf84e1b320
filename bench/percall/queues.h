/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues in ordinary memory, set up by hand, and the device's part of them: no adapter, no
 * emulator, no other thread. queues.c has what all adapters have in common, queues_<adapter>.c the
 * rest.
 */
#ifndef BENCH_PERCALL_QUEUES_H
#define BENCH_PERCALL_QUEUES_H

#include <inverbs/device/device.h>
#include <inverbs/fast/objects.h>

#include "stage.h"

enum {
	MAX_ALLOCATIONS = 24 /* of one set of queues */
};

/** One queue pair with its completion queue and, if asked for, a shared receive queue. */
struct bench_queues {
	struct inverbs_context ctx;
	struct inverbs_push push;
	struct inverbs_cq cq;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	struct inverbs_ah ah[STAGE_AHS];
	struct inverbs_number_table qps;
	uint32_t produced;                 /**< completions the device wrote */
	uint32_t device_send;              /**< unit of the next send that the device completes */
	uint32_t device_recv;              /**< receives that it has completed */
	struct bench_queues *completes_to; /**< whose CQ it uses; itself after queues_open */
	void *allocated[MAX_ALLOCATIONS];
	unsigned int allocations;
};

/** Set everything up; never fails (it ends the program when there is no memory). */
void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq,
		 unsigned int max_sge);
void queues_close(struct bench_queues *q);

/** The device consumes all sends and receives posted so far, without completions. */
void device_takes_all(struct bench_queues *q);

/** The device completes the oldest `count` posted sends or receives. */
void device_completes_sends(struct bench_queues *q, unsigned int count);
void device_completes_receives(struct bench_queues *q, unsigned int count);

/** The device writes a CQE of its own. */
void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe);

/** The adapter's part. Members that an adapter does not need are 0. */
struct bench_adapter {
	uint8_t adapter;      /**< enum inverbs_adapter; drafts have none */
	uint8_t number_bits;  /**< of the numbers by which CQEs name queue pairs */
	uint8_t max_sge;      /**< most that a queue pair can be granted; 0: enough */
	uint32_t qpn;         /**< of the first queue pair */
	uint32_t send_opcode; /**< the opcode of IBV_WR_SEND in a CQE */
	/** Sizes, rings and registers of each queue; limits are set already. */
	void (*open_sends)(struct bench_queues *q);
	void (*open_receives)(struct bench_queues *q);
	void (*open_shared)(struct bench_queues *q);
	void (*open_completions)(struct bench_queues *q);
	/**
	 * Adapter-specific work when the device consumes all requests; called before tails move.
	 */
	void (*takes_all)(struct bench_queues *q);
	void (*free_slot)(struct inverbs_srq *srq,
			  uint32_t slot); /**< free a slot of a shared receive queue */
	/** Set the adapter-specific fields of the CQE of the oldest request. */
	void (*tells)(struct bench_queues *q, struct inverbs_dev_cqe *cqe);
	int (*encode)(void *cqe, uint32_t cqe_bytes, const struct inverbs_dev_cqe *in);
	void (*publish)(void *cqe, uint32_t cqe_bytes, uint32_t index, uint32_t entries);
};

/** Defined in queues_<adapter>.c. */
extern const struct bench_adapter bench_adapter;

/** Zeroed memory on a page of its own until queues_close. */
void *queues_memory(struct bench_queues *q, size_t bytes);

/** log2 of the bytes of as many SGEs, rounded up to a power of two. */
uint8_t queues_sge_shift(unsigned int sges);

#endif
