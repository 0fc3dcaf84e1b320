/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loops around the measured calls. Everything that differs between cases is decided before the
 * loop starts, so that little but the calls is timed; the same loop around functions that do
 * nothing measures the overhead.
 */
#ifndef BENCH_PERCALL_CALLS_H
#define BENCH_PERCALL_CALLS_H

#include "cases.h"
#if BENCH_IBA
#include "iba.h"
#endif

enum {
	CHAIN = 16
};

/** The arguments of the calls. */
struct requests {
	struct varying vary[STAGE_AHS];
	struct ibv_send_wr send[CHAIN]; /**< a list, or work requests that differ only in their
					   address handles */
	struct ibv_recv_wr recv;
	struct ibv_wc wc[POLL_MANY];
#if BENCH_IBA
	struct iba_requests iba;
#endif
};

/**
 * The function to call. Its arguments are those of the public call, or those of the variant with
 * constants.
 */
union called {
	int (*send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
	const_send *const_send;
	int (*recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*const_srq_recv)(struct ibv_srq *srq, const struct varying *v);
	int (*poll)(struct ibv_cq *cq, int room, struct ibv_wc *out);
	int (*const_poll)(struct ibv_cq *cq, struct ibv_wc *out);
	int (*poll_ex)(struct ibv_cq_ex *cq, int room, struct ibv_wc *out);
	int (*notify)(struct ibv_cq *cq, int solicited_only);
	int (*const_notify)(struct ibv_cq *cq);
#if BENCH_IBA
	ib_api_status_t (*iba_send)(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed);
	ib_api_status_t (*iba_recv)(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed);
	ib_api_status_t (*iba_poll)(ib_cq_handle_t h_cq, ib_wc_t **free, ib_wc_t **done);
	ib_api_status_t (*iba_rearm)(ib_cq_handle_t h_cq, boolean_t solicited);
#endif
};

/** The calls of one case. */
struct calls {
	int (*loop)(const struct calls *calls, unsigned int first, unsigned int end);
	union called called, nothing; /**< nothing: same arguments, returns 0 at once */
	const struct stage *stage;
	struct requests *requests;
	unsigned int turns; /**< number of work requests posted in turn, a power of two */
	int room;           /**< number of completions that a poll may return */
	int expected;       /**< the value that each call must return */
};

/** The calls of a case. Its stage must be open and its work requests built. */
struct calls calls_of(const struct bench_case *c, enum case_variant variant,
		      const struct stage *stage, struct requests *requests);
/** The same loop, around a function that does nothing. */
struct calls calls_of_nothing(const struct calls *calls);
/**
 * Make `count` calls, starting with number `first`. Returns 0 if each returned the expected value.
 */
int make_calls(const struct calls *calls, unsigned int first, unsigned int count);

#endif
