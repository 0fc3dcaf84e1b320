/* SPDX-License-Identifier: BSD-2-Clause */
#include "calls.h"

/* --- functions that do nothing ----------------------------------------------------------- */

/* The loops call through pointers, so that compilers cannot know that one of these is called. */

static int no_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	(void)qp, (void)wr, (void)bad;
	return 0;
}

static int no_const_send(struct ibv_qp *qp, const struct varying *v)
{
	(void)qp, (void)v;
	return 0;
}

static int no_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	(void)qp, (void)wr, (void)bad;
	return 0;
}

static int no_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	(void)srq, (void)wr, (void)bad;
	return 0;
}

static int no_const_srq_recv(struct ibv_srq *srq, const struct varying *v)
{
	(void)srq, (void)v;
	return 0;
}

static int no_poll(struct ibv_cq *cq, int room, struct ibv_wc *out)
{
	(void)cq, (void)room, (void)out;
	return 0;
}

static int no_const_poll(struct ibv_cq *cq, struct ibv_wc *out)
{
	(void)cq, (void)out;
	return 0;
}

static int no_poll_ex(struct ibv_cq_ex *cq, int room, struct ibv_wc *out)
{
	(void)cq, (void)room, (void)out;
	return 0;
}

static int no_notify(struct ibv_cq *cq, int solicited_only)
{
	(void)cq, (void)solicited_only;
	return 0;
}

static int no_const_notify(struct ibv_cq *cq)
{
	(void)cq;
	return 0;
}

#if BENCH_IBA
static ib_api_status_t no_iba_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	(void)h_qp, (void)wr, (void)failed;
	return IB_SUCCESS;
}

static ib_api_status_t no_iba_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed)
{
	(void)h_qp, (void)wr, (void)failed;
	return IB_SUCCESS;
}

static ib_api_status_t no_iba_poll(ib_cq_handle_t h_cq, ib_wc_t **free, ib_wc_t **done)
{
	(void)h_cq, (void)free, (void)done;
	return IB_NOT_FOUND;
}

static ib_api_status_t no_iba_rearm(ib_cq_handle_t h_cq, boolean_t solicited)
{
	(void)h_cq, (void)solicited;
	return IB_SUCCESS;
}
#endif

/* --- loops ------------------------------------------------------------------------------- */

/**
 * Defines a loop around a call, which may use a queue pair, the work request v or one of those
 * posted in turn, and room for completions.
 */
#define LOOP(name, call)                                                                           \
	static int loop_##name(const struct calls *c, unsigned int first, unsigned int end)        \
	{                                                                                          \
		const struct stage *const s = c->stage;                                            \
		struct requests *const r = c->requests;                                            \
		const union called f = c->called;                                                  \
		const unsigned int turns = c->turns;                                               \
		const int room = c->room, expected = c->expected;                                  \
		struct ibv_send_wr *bad;                                                           \
		struct ibv_recv_wr *bad_recv;                                                      \
                                                                                                   \
		(void)s, (void)room, (void)turns, (void)bad, (void)bad_recv, (void)r;              \
		for (unsigned int turn = first; turn < end; turn++) {                              \
			if ((call) != expected)                                                    \
				return -1;                                                         \
		}                                                                                  \
		return 0;                                                                          \
	}

LOOP(send, f.send(s->qp[0], &r->send[turn & (turns - 1)], &bad))
LOOP(const_send, f.const_send(s->qp[0], &r->vary[turn & (turns - 1)]))
LOOP(recv, f.recv(s->qp[0], &r->recv, &bad_recv))
LOOP(const_recv, f.const_send(s->qp[0], r->vary))
LOOP(srq_recv, f.srq_recv(s->srq, &r->recv, &bad_recv))
LOOP(const_srq_recv, f.const_srq_recv(s->srq, r->vary))
LOOP(poll, f.poll(s->cq, room, r->wc))
LOOP(const_poll, f.const_poll(s->cq, r->wc))
LOOP(poll_ex, f.poll_ex(s->cq_ex, room, r->wc))
LOOP(notify, f.notify(s->cq, 0))
LOOP(const_notify, f.const_notify(s->cq))
#if BENCH_IBA
LOOP(iba_send, (int)f.iba_send(r->iba.qp, r->iba.send, &(ib_send_wr_t *){NULL}))
LOOP(iba_recv, (int)f.iba_recv(r->iba.qp, &r->iba.recv, &(ib_recv_wr_t *){NULL}))
LOOP(iba_poll, iba_poll(f.iba_poll, &r->iba, room))
LOOP(iba_rearm, (int)f.iba_rearm(r->iba.cq, 0))
#endif

/* --- the calls of a case ----------------------------------------------------------------- */

#define CALLS(name, member, function)                                                              \
	{                                                                                          \
		.loop = loop_##name, .called.member = (function), .nothing.member = no_##member    \
	}

#if BENCH_IBA
/** The calls with the program's binding, and without one. */
#define IBA_CALLS(name)                                                                            \
	{                                                                                          \
		CALLS(iba_##name, iba_##name, op_ib_##name),                                       \
			CALLS(iba_##name, iba_##name, op_ib_##name##_unbound)                      \
	}
#endif

/** The calls with a work request built elsewhere, and with constants. */
static const struct calls by_call[][2] = {
	[CASE_SEND] = {CALLS(send, send, op_send), CALLS(const_send, const_send, NULL)},
	[CASE_RECV] = {CALLS(recv, recv, op_recv), CALLS(const_recv, const_send, op_const_recv)},
	[CASE_SRQ_RECV] = {CALLS(srq_recv, srq_recv, op_srq_recv),
			   CALLS(const_srq_recv, const_srq_recv, op_const_srq_recv)},
	[CASE_POLL_EMPTY] = {CALLS(poll, poll, op_poll),
			     CALLS(const_poll, const_poll, op_const_poll)},
	[CASE_POLL_SENDS] = {CALLS(poll, poll, op_poll),
			     CALLS(const_poll, const_poll, op_const_poll)},
	[CASE_POLL_RECVS] = {CALLS(poll, poll, op_poll),
			     CALLS(const_poll, const_poll, op_const_poll)},
	[CASE_POLL_EX_SENDS] = {CALLS(poll_ex, poll_ex, op_poll_ex_sends)},
	[CASE_POLL_EX_RECVS] = {CALLS(poll_ex, poll_ex, op_poll_ex_recvs)},
	[CASE_NOTIFY] = {CALLS(notify, notify, op_notify),
			 CALLS(const_notify, const_notify, op_const_notify)},
#if BENCH_IBA
	[CASE_IBA_SEND] = IBA_CALLS(send),
	[CASE_IBA_RECV] = IBA_CALLS(recv),
	[CASE_IBA_POLL_EMPTY] = IBA_CALLS(poll),
	[CASE_IBA_POLL_SENDS] = IBA_CALLS(poll),
	[CASE_IBA_POLL_RECVS] = IBA_CALLS(poll),
	[CASE_IBA_REARM] = IBA_CALLS(rearm),
#endif
};

static bool is_poll_case(const struct bench_case *c)
{
	return case_completes(c->call) != COMPLETES_NONE;
}

struct calls calls_of(const struct bench_case *c, enum case_variant variant,
		      const struct stage *stage, struct requests *requests)
{
	const int count = c->per_call ? (int)c->per_call : 1;
	struct calls calls = by_call[c->call][variant != CASE_RUN_TIME];

	if (variant == CASE_CONSTANT_LENGTH)
		calls.called.const_send = c->constant_length;
	else if (variant == CASE_CONSTANT && c->call == CASE_SEND)
		calls.called.const_send = c->constant;
	else if (variant == CASE_CONSTANT && is_poll_case(c) && count > 1)
		calls.called.const_poll = op_const_poll_many;
	calls.stage = stage;
	calls.requests = requests;
	/* a list starts with the first; other work requests differ only in their address handle */
	calls.turns = variant == CASE_RUN_TIME && count > 1 ? 1 : STAGE_AHS;
	calls.room = count == 1 ? 1 : POLL_MANY;
	calls.expected = is_poll_case(c) ? count : 0;
	return calls;
}

struct calls calls_of_nothing(const struct calls *calls)
{
	struct calls nothing = *calls;

	nothing.called = calls->nothing;
	nothing.expected = 0;
	return nothing;
}

int make_calls(const struct calls *calls, unsigned int first, unsigned int count)
{
	return calls->loop(calls, first, first + count);
}
