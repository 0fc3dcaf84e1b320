/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of the InfiniBand Access Layer on the queues of a stage. Their handles are created here, so
 * that no instance of the layer is needed.
 */
#ifndef BENCH_PERCALL_IBA_H
#define BENCH_PERCALL_IBA_H

#include <iba/ib_al.h>

#include "cases.h"
#include "ops.h"
#include "stage.h"

/** Limit of work requests in a list, and of completions. */
enum {
	IBA_MAX_REQUESTS = 16
};

/** The functions that are counted: with the binding of this program, and unbound. */
#define IBA_OPS(which)                                                                             \
	BENCH_OP ib_api_status_t op_ib_send##which(ib_qp_handle_t h_qp, ib_send_wr_t *wr,          \
						   ib_send_wr_t **failed);                         \
	BENCH_OP ib_api_status_t op_ib_recv##which(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,          \
						   ib_recv_wr_t **failed);                         \
	BENCH_OP ib_api_status_t op_ib_poll##which(ib_cq_handle_t h_cq, ib_wc_t **free,            \
						   ib_wc_t **done);                                \
	BENCH_OP ib_api_status_t op_ib_rearm##which(ib_cq_handle_t h_cq, boolean_t solicited);

IBA_OPS()
IBA_OPS(_unbound)

/** The arguments of the calls. */
struct iba_requests {
	ib_qp_handle_t qp;
	ib_cq_handle_t cq;
	ib_av_handle_t av;
	ib_send_wr_t send[IBA_MAX_REQUESTS];
	ib_recv_wr_t recv;
	ib_local_ds_t ds;
	ib_wc_t wc[IBA_MAX_REQUESTS];
};

/** Create handles for the stage's first queue pair and its CQ, and the work requests of a case. */
void iba_open(struct iba_requests *r, const struct bench_case *c, const struct stage *s);
void iba_close(struct iba_requests *r);

/** Poll into a list of `room` completions. Returns how many were delivered. */
int iba_poll(ib_api_status_t (*poll)(ib_cq_handle_t h_cq, ib_wc_t **free, ib_wc_t **done),
	     struct iba_requests *r, int room);

#endif
