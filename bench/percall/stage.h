/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queues on which calls are measured, and the adapter's side of them. They are either set up by
 * hand in ordinary memory (stage_memory.c) or belong to an emulated device and are created through
 * the public API alone (stage_device.c), so that the latter works with any implementation of the
 * API.
 */
#ifndef BENCH_PERCALL_STAGE_H
#define BENCH_PERCALL_STAGE_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	CQ_ENTRIES = 256,
	MAX_SEND_WR = 128,
	MAX_RECV_WR = 128,
	MAX_INLINE = 64,
	STAGE_QPS = 4,
	STAGE_AHS = 4,
	STAGE_PAYLOAD = 4096
};

/** The calls to be measured. */
enum stage_use {
	STAGE_POSTS_SENDS,
	STAGE_POSTS_RECEIVES,
	STAGE_POLLS_SENDS,
	STAGE_POLLS_RECEIVES,
	STAGE_POLLS_NOTHING,
	STAGE_ARMS, /**< arms the completion queue, without the kernel */
};

/** What a case requires. */
struct stage_shape {
	enum stage_use use;
	enum ibv_qp_type type;
	bool srq;             /**< receives are taken from a shared receive queue */
	unsigned int max_sge; /**< granted SGEs, for sends and receives */
	unsigned int qps;     /**< number of queue pairs on the completion queue */
	bool extended;        /**< the completion queue is polled with ibv_start_poll() */
};

struct stage {
	struct stage_shape shape;
	struct ibv_qp *qp[STAGE_QPS];
	struct ibv_cq *cq;
	struct ibv_cq_ex *cq_ex; /**< the same, if it is extended */
	struct ibv_srq *srq;
	struct ibv_ah *ah[STAGE_AHS];
	uint32_t ah_qpn;      /**< destination of datagrams */
	uint64_t payload;     /**< STAGE_PAYLOAD bytes */
	uint64_t remote_addr; /**< destination of writes and source of reads, of the same size */
	uint32_t lkey, rkey;
};

/**
 * Create the queues. Returns false if the adapter does not support them; any other failure ends the
 * program.
 */
bool stage_open(struct stage *s, const struct stage_shape *shape);
void stage_close(struct stage *s);

/**
 * Let the adapter process everything posted since the last call, including `receives` receives, and
 * drop the completions.
 */
void stage_takes_all(struct stage *s, unsigned int receives);

/** Post `count` sends, or receives, to the queue pairs in turn, and let them complete. */
void stage_completes_sends(struct stage *s, unsigned int count);
void stage_completes_receives(struct stage *s, unsigned int count);

/**
 * Stop the emulator until stage_release(), so that only the time of the program itself is measured.
 */
void stage_hold(void);
void stage_release(void);

#endif
