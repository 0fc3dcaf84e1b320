/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One operation per case, in two variants: `run-time` passes a request built elsewhere through to
 * the public call, `constant` builds it from constants around the call, as programs do. Under
 * callgrind each case writes one profile; `run` reads them. Alone the program prints nanoseconds.
 *
 * Functions named op_* are what is counted (callgrind --toggle-collect='op_*').
 */
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

#include "queues.h"

/* never inlined, and never copied for the constants that this file happens to pass */
#if defined(__clang__)
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noinline, noclone))
#endif

enum {
	BATCH = 64,
	WARM_LAPS = 8,
	LAPS = 32,
	CHAIN = 16,
	WC_ROOM = 16
};

static struct bench_queues queues;
static struct ibv_sge sge;
static struct ibv_send_wr send_wr[CHAIN];
static struct ibv_recv_wr recv_wr;
static struct ibv_wc wc[WC_ROOM];
static uint8_t payload[4096];

/* What varies from request to request in a program, passed as arguments to the constant variants.
 */
struct varying {
	uint64_t addr, remote_addr, wr_id;
	uint32_t length, lkey, rkey;
};

static struct varying vary;

/* The public calls, arguments passed through. */

ALONE int op_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return ibv_post_send(qp, wr, bad);
}

ALONE int op_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(qp, wr, bad);
}

ALONE int op_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_srq_recv(srq, wr, bad);
}

ALONE int op_poll(struct ibv_cq *cq, int room, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, room, out);
}

ALONE int op_notify(struct ibv_cq *cq, int solicited_only)
{
	return ibv_req_notify_cq(cq, solicited_only);
}

/* The same with constants. */

#define CONSTANT_SEND(name, op, flags, is_ud)                                                      \
	ALONE int name(struct ibv_qp *qp, const struct varying *v, struct ibv_ah *ah)              \
	{                                                                                          \
		struct ibv_sge piece = {.addr = v->addr, .length = v->length, .lkey = v->lkey};    \
		struct ibv_send_wr wr = {                                                          \
			.wr_id = v->wr_id,                                                         \
			.sg_list = &piece,                                                         \
			.num_sge = 1,                                                              \
			.opcode = (op),                                                            \
			.send_flags = (flags),                                                     \
		};                                                                                 \
		struct ibv_send_wr *bad;                                                           \
                                                                                                   \
		if ((op) == IBV_WR_RDMA_WRITE || (op) == IBV_WR_RDMA_READ) {                       \
			wr.wr.rdma.remote_addr = v->remote_addr;                                   \
			wr.wr.rdma.rkey = v->rkey;                                                 \
		}                                                                                  \
		(void)ah;                                                                          \
		if (is_ud) {                                                                       \
			wr.wr.ud.ah = ah;                                                          \
			wr.wr.ud.remote_qpn = 1;                                                   \
			wr.wr.ud.remote_qkey = 0x11111111;                                         \
		}                                                                                  \
		return ibv_post_send(qp, &wr, &bad);                                               \
	}

CONSTANT_SEND(op_const_send, IBV_WR_SEND, IBV_SEND_SIGNALED, false)
CONSTANT_SEND(op_const_send_inline, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, false)
CONSTANT_SEND(op_const_send_ud, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, true)
CONSTANT_SEND(op_const_write, IBV_WR_RDMA_WRITE, 0, false)
CONSTANT_SEND(op_const_write_inline, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, false)
CONSTANT_SEND(op_const_read, IBV_WR_RDMA_READ, IBV_SEND_SIGNALED, false)

ALONE int op_const_recv(struct ibv_qp *qp, const struct varying *v)
{
	struct ibv_sge piece = {.addr = v->addr, .length = v->length, .lkey = v->lkey};
	struct ibv_recv_wr wr = {.wr_id = v->wr_id, .sg_list = &piece, .num_sge = 1};
	struct ibv_recv_wr *bad;

	return ibv_post_recv(qp, &wr, &bad);
}

ALONE int op_const_srq_recv(struct ibv_srq *srq, const struct varying *v)
{
	struct ibv_sge piece = {.addr = v->addr, .length = v->length, .lkey = v->lkey};
	struct ibv_recv_wr wr = {.wr_id = v->wr_id, .sg_list = &piece, .num_sge = 1};
	struct ibv_recv_wr *bad;

	return ibv_post_srq_recv(srq, &wr, &bad);
}

ALONE int op_const_poll(struct ibv_cq *cq, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, 1, out);
}

ALONE int op_const_poll_many(struct ibv_cq *cq, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, WC_ROOM, out);
}

ALONE int op_const_notify(struct ibv_cq *cq)
{
	return ibv_req_notify_cq(cq, 0);
}

/* The cases. */

enum what {
	SEND, /* post from send_wr */
	RECV,
	SRQ_RECV,
	POLL_EMPTY,
	POLL_SENDS, /* `per_call` completions wait */
	POLL_RECVS,
	NOTIFY,
};

struct bench_case {
	const char *name;
	const char *text;
	enum what what;
	enum ibv_qp_type type;
	bool srq;
	unsigned int per_call; /* requests or completions in one call */
	enum ibv_wr_opcode opcode;
	unsigned int flags;
	uint32_t length;
	int (*constant)(struct ibv_qp *qp, const struct varying *v, struct ibv_ah *ah); /* SEND */
};

#define RC(...) .type = IBV_QPT_RC, .per_call = 1, __VA_ARGS__

static const struct bench_case cases[] = {
	{"P1", "RC SEND, 1 SGE 64 B, signaled",
	 RC(.what = SEND, .opcode = IBV_WR_SEND, .flags = IBV_SEND_SIGNALED, .length = 64,
	    .constant = op_const_send)},
	{"P2", "RC SEND inline 16 B, signaled",
	 RC(.what = SEND, .opcode = IBV_WR_SEND, .flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE,
	    .length = 16, .constant = op_const_send_inline)},
	{"P3", "RC RDMA_WRITE, 1 SGE, unsignaled",
	 RC(.what = SEND, .opcode = IBV_WR_RDMA_WRITE, .length = 64, .constant = op_const_write)},
	{"P4", "RC RDMA_WRITE inline 8 B, unsignaled",
	 RC(.what = SEND, .opcode = IBV_WR_RDMA_WRITE, .flags = IBV_SEND_INLINE, .length = 8,
	    .constant = op_const_write_inline)},
	{"P5", "UD SEND inline 32 B, signaled", .what = SEND, .type = IBV_QPT_UD, .per_call = 1,
	 .opcode = IBV_WR_SEND, .flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE, .length = 32,
	 .constant = op_const_send_ud},
	{"P6", "chain of 16 RC SENDs in one call, per request", .what = SEND, .type = IBV_QPT_RC,
	 .per_call = CHAIN, .opcode = IBV_WR_SEND, .flags = IBV_SEND_SIGNALED, .length = 64},
	{"P7", "post_recv, 1 SGE", RC(.what = RECV, .length = 64)},
	{"P8", "poll_cq, empty", RC(.what = POLL_EMPTY)},
	{"P9", "poll_cq, returns 1 send completion", RC(.what = POLL_SENDS)},
	{"P10", "poll_cq, returns 1 receive completion", RC(.what = POLL_RECVS)},
	{"P11", "poll_cq, returns 16 receive completions, per completion", .what = POLL_RECVS,
	 .type = IBV_QPT_RC, .per_call = 16},
	{"P12", "post_srq_recv, 1 SGE", RC(.what = SRQ_RECV, .srq = true, .length = 64)},
	{"P13", "RC RDMA_READ, 1 SGE 64 B, signaled",
	 RC(.what = SEND, .opcode = IBV_WR_RDMA_READ, .flags = IBV_SEND_SIGNALED, .length = 64,
	    .constant = op_const_read)},
	{"P14", "poll_cq, returns 1 receive completion of an SRQ",
	 RC(.what = POLL_RECVS, .srq = true)},
	{"P15", "req_notify_cq", RC(.what = NOTIFY)},
	{"P16", "poll_cq, returns 16 send completions, per completion", .what = POLL_SENDS,
	 .type = IBV_QPT_RC, .per_call = 16},
};

static void build_requests(const struct bench_case *c)
{
	vary = (struct varying){
		.addr = (uintptr_t)payload,
		.length = c->length,
		.lkey = 0x1234,
		.rkey = 0x5678,
		.remote_addr = 0x100000,
		.wr_id = 42,
	};
	sge = (struct ibv_sge){.addr = vary.addr, .length = vary.length, .lkey = vary.lkey};
	for (unsigned int i = 0; i < c->per_call && i < CHAIN; i++) {
		send_wr[i] = (struct ibv_send_wr){
			.wr_id = vary.wr_id,
			.next = i + 1 < c->per_call ? &send_wr[i + 1] : NULL,
			.sg_list = &sge,
			.num_sge = 1,
			.opcode = c->opcode,
			.send_flags = c->flags,
		};
		if (c->type == IBV_QPT_UD) {
			send_wr[i].wr.ud.ah = &queues.ah.ibv;
			send_wr[i].wr.ud.remote_qpn = 1;
			send_wr[i].wr.ud.remote_qkey = 0x11111111;
		} else {
			send_wr[i].wr.rdma.remote_addr = vary.remote_addr;
			send_wr[i].wr.rdma.rkey = vary.rkey;
		}
	}
	recv_wr = (struct ibv_recv_wr){.wr_id = vary.wr_id, .sg_list = &sge, .num_sge = 1};
}

static bool has_constant_variant(const struct bench_case *c)
{
	return c->what != SEND || c->constant;
}

/** One call of the public function. Returns 0 if it did what the case says. */
static int operate(const struct bench_case *c, bool constant)
{
	struct ibv_qp *qp = &queues.qp.ibv;
	struct ibv_cq *cq = &queues.cq.ibv;
	struct ibv_send_wr *bad;
	struct ibv_recv_wr *bad_recv;
	const int room = c->per_call == 1 ? 1 : WC_ROOM;
	int got;

	switch (c->what) {
	case SEND:
		if (constant)
			return c->constant(qp, &vary, &queues.ah.ibv);
		return op_send(qp, send_wr, &bad);
	case RECV:
		return constant ? op_const_recv(qp, &vary) : op_recv(qp, &recv_wr, &bad_recv);
	case SRQ_RECV:
		return constant ? op_const_srq_recv(&queues.srq.ibv, &vary)
				: op_srq_recv(&queues.srq.ibv, &recv_wr, &bad_recv);
	case NOTIFY:
		return constant ? op_const_notify(cq) : op_notify(cq, 0);
	default:
		if (!constant)
			got = op_poll(cq, room, wc);
		else
			got = room == 1 ? op_const_poll(cq, wc) : op_const_poll_many(cq, wc);
		return got != (c->what == POLL_EMPTY ? 0 : (int)c->per_call);
	}
}

/** What must have been posted before so many completions can exist. */
static int post_for_completions(const struct bench_case *c, unsigned int count)
{
	struct ibv_send_wr *bad;
	struct ibv_recv_wr *bad_recv;
	int err = 0;

	for (unsigned int i = 0; i < count && !err; i++) {
		if (c->what == POLL_SENDS)
			err = ibv_post_send(&queues.qp.ibv, send_wr, &bad);
		else if (c->srq)
			err = ibv_post_srq_recv(&queues.srq.ibv, &recv_wr, &bad_recv);
		else
			err = ibv_post_recv(&queues.qp.ibv, &recv_wr, &bad_recv);
	}
	return err;
}

/** Calls in one batch: 64, or as many as fit the queues when one call takes 16 entries. */
static unsigned int calls_per_batch(const struct bench_case *c)
{
	return BATCH / c->per_call;
}

/** The device's part, before a batch. */
static int before_batch(const struct bench_case *c)
{
	const unsigned int count = calls_per_batch(c) * c->per_call;
	int err;

	if (c->what != POLL_SENDS && c->what != POLL_RECVS) {
		device_takes_all(&queues);
		return 0;
	}
	/* a chain pointer would post more than one */
	send_wr[0].next = NULL;
	send_wr[0].opcode = IBV_WR_SEND;
	send_wr[0].send_flags = IBV_SEND_SIGNALED;
	err = post_for_completions(c, count);
	if (err)
		return err;
	if (c->what == POLL_SENDS)
		device_completes_sends(&queues, count);
	else
		device_completes_receives(&queues, count);
	return 0;
}

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/** Run batches; *ns gets the time of the calls alone. 0 if every call did its work. */
static int run_batches(const struct bench_case *c, bool constant, unsigned int laps, uint64_t *ns)
{
	const unsigned int calls = calls_per_batch(c);
	int bad = 0;

	*ns = 0;
	for (unsigned int lap = 0; lap < laps && !bad; lap++) {
		uint64_t start;

		bad = before_batch(c);
		start = clock_ns();
		for (unsigned int i = 0; i < calls && !bad; i++)
			bad = operate(c, constant);
		*ns += clock_ns() - start;
	}
	return bad;
}

/** Whether the adapter has what the case is about, inline; the build says what it can do. */
static bool applies(const struct bench_case *c)
{
	if (c->type == IBV_QPT_UD)
		return BENCH_UD;
	if (c->srq)
		return BENCH_SRQ;
	return c->what != NOTIFY || BENCH_ARM;
}

static int measure(const struct bench_case *c, bool constant, unsigned int laps)
{
	const unsigned int operations = calls_per_batch(c) * c->per_call * laps;
	const char *variant = constant ? "constant" : "run-time";
	char label[64];
	uint64_t ns;

	queues_open(&queues, c->type, c->srq);
	build_requests(c);
	if (run_batches(c, constant, WARM_LAPS, &ns))
		goto broken;
	CALLGRIND_ZERO_STATS;
	if (run_batches(c, constant, laps, &ns))
		goto broken;
	snprintf(label, sizeof(label), "%s %s %u", c->name, variant, operations);
	CALLGRIND_DUMP_STATS_AT(label);
	queues_close(&queues);
	printf("%s\t%s\t%.2f\t%s\n", c->name, variant, (double)ns / operations, c->text);
	return 0;
broken:
	fprintf(stderr, "%s %s: a call did not do what the case says\n", c->name, variant);
	return -1;
}

/** Whether the command line, from its second argument on, asks for this case; without names, for
 * all. */
static bool wanted(const struct bench_case *c, int argc, char *argv[])
{
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], c->name))
			return true;
	}
	return argc < 3;
}

/* percall [LAPS [CASE...]]; callgrind counts exactly, the clock wants more laps to look at */
int main(int argc, char *argv[])
{
	const unsigned int laps = argc > 1 ? (unsigned int)atoi(argv[1]) : LAPS;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (!applies(&cases[i]) || !wanted(&cases[i], argc, argv))
			continue;
		if (measure(&cases[i], false, laps))
			return EXIT_FAILURE;
		if (has_constant_variant(&cases[i]) && measure(&cases[i], true, laps))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
