/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that are counted (callgrind --toggle-collect): each contains one public call.
 * op_const_* build the work request from constants around the call, as programs do; the others pass
 * on one that was built elsewhere.
 */
#ifndef BENCH_PERCALL_OPS_H
#define BENCH_PERCALL_OPS_H

#include <infiniband/verbs.h>

/* Set by the build. Adapters without connections send datagrams. */
#ifndef BENCH_RC
#define BENCH_RC 1
#endif

/* Set by the build, for programs that include the cases of the access layer. */
#ifndef BENCH_IBA
#define BENCH_IBA 0
#endif

/* In programs without a binding, there is only one form of each call. */
#ifdef INVERBS_SINGLE_THREADED
#define BENCH_UNBOUND 0
#else
#define BENCH_UNBOUND 1
#endif

enum {
	POLL_MANY = 16,
	BENCH_QKEY = 0x11111111
};

/** The values that vary from work request to work request in a program. */
struct varying {
	uint64_t addr, remote_addr, wr_id;
	uint32_t length, lkey, rkey;
	struct ibv_ah *ah;
	uint32_t ah_qpn;
};

/*
 * Compilers may merge identical functions, and calls would then be attributed to only one of them.
 */
#if defined(__GNUC__) && !defined(__clang__)
#define BENCH_OP __attribute__((no_icf))
#else
#define BENCH_OP
#endif

typedef int const_send(struct ibv_qp *qp, const struct varying *v);

const_send op_const_send, op_const_send_inline, op_const_send_inline_16, op_const_send_ud,
	op_const_send_ud_inline, op_const_write, op_const_write_inline, op_const_write_inline_8,
	op_const_read;

int op_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int op_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int op_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int op_poll(struct ibv_cq *cq, int room, struct ibv_wc *out);
/**
 * Poll available completions, at most `room`, with the extended poll; read the fields of a send, or
 * those of a receive.
 */
int op_poll_ex_sends(struct ibv_cq_ex *cq, int room, struct ibv_wc *out);
int op_poll_ex_recvs(struct ibv_cq_ex *cq, int room, struct ibv_wc *out);
int op_notify(struct ibv_cq *cq, int solicited_only);
int op_const_recv(struct ibv_qp *qp, const struct varying *v);
int op_const_srq_recv(struct ibv_srq *srq, const struct varying *v);
int op_const_poll(struct ibv_cq *cq, struct ibv_wc *out);
int op_const_poll_many(struct ibv_cq *cq, struct ibv_wc *out);
int op_const_notify(struct ibv_cq *cq);

#endif
