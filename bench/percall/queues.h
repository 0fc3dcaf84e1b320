/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues in ordinary memory, set up by hand, and the device's part of them. What is measured is the
 * program's side alone: no adapter, no emulator, no other thread.
 */
#ifndef BENCH_PERCALL_QUEUES_H
#define BENCH_PERCALL_QUEUES_H

#include <inverbs/objects.h>

enum {
	CQ_ENTRIES = 256,
	MAX_SEND_WR = 128,
	MAX_RECV_WR = 128,
	MAX_INLINE = 64
};

/** One queue pair with its completion queue and, if asked for, a shared receive queue. */
struct bench_queues {
	struct inverbs_context ctx;
	struct inverbs_push push;
	struct inverbs_cq cq;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	struct inverbs_ah ah;
	struct inverbs_number_table qps;
	uint32_t produced;    /**< completions the device wrote */
	uint32_t device_send; /**< next send that the device completes */
};

/** Set everything up; never fails (it ends the program when there is no memory). */
void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq);
void queues_close(struct bench_queues *q);

/** The device takes all sends and receives posted so far, without completions. */
void device_takes_all(struct bench_queues *q);

/** The device completes the oldest `count` posted sends or receives. */
void device_completes_sends(struct bench_queues *q, unsigned int count);
void device_completes_receives(struct bench_queues *q, unsigned int count);

#endif
