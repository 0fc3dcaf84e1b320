/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues in ordinary memory, set up by hand, and the device's side of them: no adapter, no
 * emulator, no other thread. queues.c is common to all adapters, queues_<adapter>.c contains the
 * rest.
 */
#ifndef BENCH_PERCALL_QUEUES_H
#define BENCH_PERCALL_QUEUES_H

#include <inverbs/device/device.h>
#include <inverbs/fast/objects.h>

#include "stage.h"

enum {
	MAX_ALLOCATIONS = 24 /* allocations per set of queues */
};

/** One queue pair with its completion queue and, if requested, a shared receive queue. */
struct bench_queues {
	struct inverbs_context ctx;
	struct inverbs_push push;
	struct inverbs_cq cq;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	struct inverbs_ah ah[STAGE_AHS];
	struct inverbs_number_table qps;
	uint32_t produced;    /**< number of CQEs that the device has written */
	uint32_t device_send; /**< unit of the next send that the device will complete */
	uint32_t device_recv; /**< number of receives that it has completed */
	struct bench_queues *completes_to; /**< whose CQ it uses; itself after queues_open() */
	void *allocated[MAX_ALLOCATIONS];
	unsigned int allocations;
};

/** Set everything up. Cannot fail: it exits if there is no memory. */
void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq,
		 unsigned int max_sge);
void queues_close(struct bench_queues *q);

/** The device consumes all sends and receives posted so far, without completions. */
void device_takes_all(struct bench_queues *q);

/** The device completes the oldest `count` posted sends or receives. */
void device_completes_sends(struct bench_queues *q, unsigned int count);
void device_completes_receives(struct bench_queues *q, unsigned int count);

/** The device writes a CQE that the caller provides. */
void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe);

/** The adapter-specific part. Members that an adapter does not need are 0. */
struct bench_adapter {
	uint8_t adapter;     /**< enum inverbs_adapter; drafts have none */
	uint8_t number_bits; /**< size of the numbers by which CQEs identify queue pairs */
	uint8_t max_sge;     /**< limit that a queue pair can be granted; 0: enough for all cases */
	uint32_t qpn;        /**< number of the first queue pair */
	uint32_t send_opcode; /**< opcode in the CQE of an IBV_WR_SEND */
	/** Set up sizes, rings and registers of each queue; its limits are already set. */
	void (*open_sends)(struct bench_queues *q);
	void (*open_receives)(struct bench_queues *q);
	void (*open_shared)(struct bench_queues *q);
	void (*open_completions)(struct bench_queues *q);
	/**
	 * Adapter-specific work when the device consumes all work requests; called before tails
	 * move.
	 */
	void (*takes_all)(struct bench_queues *q);
	void (*free_slot)(struct inverbs_srq *srq, uint32_t slot); /**< free a slot of the SRQ */
	/** Set the adapter-specific fields in the CQE of the oldest work request. */
	void (*tells)(struct bench_queues *q, struct inverbs_dev_cqe *cqe);
	int (*encode)(void *cqe, uint32_t cqe_bytes, const struct inverbs_dev_cqe *in);
	void (*publish)(void *cqe, uint32_t cqe_bytes, uint32_t index, uint32_t entries);
};

/** Defined in queues_<adapter>.c. */
extern const struct bench_adapter bench_adapter;

/** Allocate zeroed memory on pages of its own, freed by queues_close(). */
void *queues_memory(struct bench_queues *q, size_t bytes);

/** log2 of the bytes of this many SGEs, rounded up to a power of two. */
uint8_t queues_sge_shift(unsigned int sges);

#endif
