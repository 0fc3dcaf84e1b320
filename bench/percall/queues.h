/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues in ordinary memory, set up by hand, and the device's part of them: no adapter, no
 * emulator, no other thread.
 */
#ifndef BENCH_PERCALL_QUEUES_H
#define BENCH_PERCALL_QUEUES_H

#include <inverbs/device.h>
#include <inverbs/objects.h>

#include "stage.h"

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
	uint32_t device_send;              /**< next send that the device completes */
	uint32_t device_recv;              /**< receives that it has completed */
	struct bench_queues *completes_to; /**< whose completion queue; itself after queues_open */
};

/** Set everything up; never fails (it ends the program when there is no memory). */
void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq,
		 unsigned int max_sge);
void queues_close(struct bench_queues *q);

/** The device takes all sends and receives posted so far, without completions. */
void device_takes_all(struct bench_queues *q);

/** The device completes the oldest `count` posted sends or receives. */
void device_completes_sends(struct bench_queues *q, unsigned int count);
void device_completes_receives(struct bench_queues *q, unsigned int count);

/** The device writes a completion of its own. */
void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe);

#endif
