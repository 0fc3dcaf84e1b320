/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs the calls of each case, in each variant, in batches. Under callgrind, each leaves a profile
 * for `run` to read and, with BENCH_COLD in the environment, a second one for calls with cold
 * caches. Without callgrind, prints nanoseconds per operation, from the fastest batch, and those of
 * the same loop with functions that do nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

#include "calls.h"
#include "cases.h"
#include "cold.h"

enum {
	BATCH = 64,
	COLD_BATCH = 16,
	WARM_LAPS = 8,
	LAPS = 32,
	MAX_SGE = 4
};

static struct stage stage;
static struct ibv_sge sge[MAX_SGE];
static struct requests requests;

static unsigned int at_least_1(unsigned int number)
{
	return number ? number : 1;
}

static void build_requests(const struct bench_case *c)
{
	struct varying *const vary = requests.vary;
	struct ibv_send_wr *const send_wr = requests.send;

	for (unsigned int i = 0; i < STAGE_AHS; i++)
		vary[i] = (struct varying){
			.addr = stage.payload,
			.length = c->length,
			.lkey = stage.lkey,
			.rkey = stage.rkey,
			.remote_addr = stage.remote_addr,
			.wr_id = 42,
			.ah = stage.ah[i],
			.ah_qpn = stage.ah_qpn,
		};
	for (unsigned int i = 0; i < MAX_SGE; i++)
		sge[i] = (struct ibv_sge){
			.addr = vary[0].addr, .length = c->length, .lkey = vary[0].lkey};
	for (unsigned int i = 0; i < CHAIN; i++) {
		const struct varying *v = &vary[i % STAGE_AHS];

		send_wr[i] = (struct ibv_send_wr){
			.wr_id = v->wr_id,
			.next = i + 1 < at_least_1(c->per_call) ? &send_wr[i + 1] : NULL,
			.sg_list = sge,
			.num_sge = (int)at_least_1(c->num_sge),
			.opcode = c->opcode,
			.send_flags = c->flags,
		};
		if (c->type == IBV_QPT_UD) {
			send_wr[i].wr.ud.ah = v->ah;
			send_wr[i].wr.ud.remote_qpn = v->ah_qpn;
			send_wr[i].wr.ud.remote_qkey = BENCH_QKEY;
		} else {
			send_wr[i].wr.rdma.remote_addr = v->remote_addr;
			send_wr[i].wr.rdma.rkey = v->rkey;
		}
	}
	requests.recv = (struct ibv_recv_wr){.wr_id = vary[0].wr_id, .sg_list = sge, .num_sge = 1};
#if BENCH_IBA
	iba_open(&requests.iba, c, &stage);
#endif
}

static const enum stage_use uses[] = {
	[CASE_SEND] = STAGE_POSTS_SENDS,
	[CASE_RECV] = STAGE_POSTS_RECEIVES,
	[CASE_SRQ_RECV] = STAGE_POSTS_RECEIVES,
	[CASE_POLL_EMPTY] = STAGE_POLLS_NOTHING,
	[CASE_POLL_SENDS] = STAGE_POLLS_SENDS,
	[CASE_POLL_RECVS] = STAGE_POLLS_RECEIVES,
	[CASE_POLL_EX_SENDS] = STAGE_POLLS_SENDS,
	[CASE_POLL_EX_RECVS] = STAGE_POLLS_RECEIVES,
	[CASE_NOTIFY] = STAGE_ARMS,
	[CASE_IBA_SEND] = STAGE_POSTS_SENDS,
	[CASE_IBA_RECV] = STAGE_POSTS_RECEIVES,
	[CASE_IBA_POLL_EMPTY] = STAGE_POLLS_NOTHING,
	[CASE_IBA_POLL_SENDS] = STAGE_POLLS_SENDS,
	[CASE_IBA_POLL_RECVS] = STAGE_POLLS_RECEIVES,
	[CASE_IBA_REARM] = STAGE_ARMS,
};

/**
 * Number of calls in a batch: 64, or as many as fit into the queues if one call posts 16 work
 * requests.
 */
static unsigned int calls_per_batch(const struct bench_case *c)
{
	return BATCH / at_least_1(c->per_call);
}

/** Let the adapter do its work before a batch that follows `laps` others. */
static void before_batch(const struct bench_case *c, unsigned int laps)
{
	const unsigned int count = calls_per_batch(c) * at_least_1(c->per_call);
	const bool receives = uses[c->call] == STAGE_POSTS_RECEIVES;

	stage_takes_all(&stage, receives && laps ? count : 0);
	if (case_completes(c->call) == COMPLETES_SENDS)
		stage_completes_sends(&stage, count);
	else if (case_completes(c->call) == COMPLETES_RECEIVES)
		stage_completes_receives(&stage, count);
}

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/** Time the calls, and store the time in *least if it is lower. */
static int time_calls(const struct calls *calls, unsigned int count, uint64_t *least)
{
	const uint64_t start = clock_ns();
	const int bad = make_calls(calls, 0, count);
	const uint64_t ns = clock_ns() - start;

	*least = ns < *least ? ns : *least;
	return bad;
}

/**
 * Nanoseconds for the calls of a batch, and for as many calls of functions that do nothing; each
 * from its fastest batch.
 */
struct times {
	uint64_t calls, nothing;
};

/** Run batches. Returns 0 if every call returned the expected value. */
static int run_batches(const struct bench_case *c, const struct calls *calls, unsigned int done,
		       unsigned int laps, struct times *times)
{
	const unsigned int count = calls_per_batch(c);
	const struct calls nothing = calls_of_nothing(calls);
	int bad = 0;

	*times = (struct times){UINT64_MAX, UINT64_MAX};
	for (unsigned int lap = 0; lap < laps && !bad; lap++) {
		before_batch(c, done + lap);
		stage_hold();
		bad = time_calls(calls, count, &times->calls) ||
		      time_calls(&nothing, count, &times->nothing);
		stage_release();
	}
	return bad;
}

/** Post a WQE of more than 64 bytes: an inline write with as many bytes as were granted. */
static int post_long(void)
{
	struct ibv_sge all = {.addr = stage.payload, .length = MAX_INLINE, .lkey = stage.lkey};
	struct ibv_send_wr wr = {
		.sg_list = &all,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_INLINE,
		.wr.rdma = {.remote_addr = stage.remote_addr, .rkey = stage.rkey},
	};
	struct ibv_send_wr *bad;

	return ibv_post_send(stage.qp[0], &wr, &bad);
}

/** Number of calls in the batch with cold caches: fewer, because evicting takes long. */
static unsigned int cold_calls(const struct bench_case *c)
{
	return calls_per_batch(c) < COLD_BATCH ? calls_per_batch(c) : COLD_BATCH;
}

static int run_cold_batch(const struct bench_case *c, const struct calls *calls)
{
	int bad = 0;

	before_batch(c, 1);
	CALLGRIND_ZERO_STATS;
	for (unsigned int i = 0; i < cold_calls(c) && !bad; i++) {
		cold_caches();
		bad = make_calls(calls, i, 1);
	}
	return bad;
}

/** Write a profile for this number of operations, with a name that `run` parses. */
static void dump_profile(const struct bench_case *c, enum case_variant variant,
			 unsigned int operations, const char *caches)
{
	char label[64];

	snprintf(label, sizeof(label), "%s %s %s %u", c->name, case_variant_name(variant), caches,
		 operations);
	CALLGRIND_DUMP_STATS_AT(label);
}

static int measure_case(const struct bench_case *c, enum case_variant variant, unsigned int laps)
{
	const unsigned int operations = calls_per_batch(c) * at_least_1(c->per_call);
	const struct stage_shape shape = {
		.use = uses[c->call],
		.type = c->type,
		.srq = c->srq,
		.max_sge = at_least_1(c->max_sge),
		.qps = at_least_1(c->qps),
		.extended = c->call == CASE_POLL_EX_SENDS || c->call == CASE_POLL_EX_RECVS,
	};
	struct calls calls;
	struct times times;

	if (!stage_open(&stage, &shape))
		return 0;
	build_requests(c);
	if (c->long_first && post_long())
		goto broken;
	calls = calls_of(c, variant, &stage, &requests);
	if (run_batches(c, &calls, 0, WARM_LAPS, &times))
		goto broken;
	CALLGRIND_ZERO_STATS;
	if (run_batches(c, &calls, WARM_LAPS, laps, &times))
		goto broken;
	dump_profile(c, variant, operations * laps, "warm");
	if (getenv("BENCH_COLD")) {
		if (run_cold_batch(c, &calls))
			goto broken;
		dump_profile(c, variant, cold_calls(c) * at_least_1(c->per_call), "cold");
	}
#if BENCH_IBA
	iba_close(&requests.iba);
#endif
	stage_close(&stage);
	printf("%s\t%s\t%.2f\t%.2f\t%s\n", c->name, case_variant_name(variant),
	       (double)times.calls / operations, (double)times.nothing / operations, c->text);
	return 0;
broken:
	fprintf(stderr, "%s %s: a call did not do what the case says\n", c->name,
		case_variant_name(variant));
	return -1;
}

/**
 * Whether the command line, from its second argument on, names this case; without names, every case
 * is measured.
 */
static bool is_wanted_case(const struct bench_case *c, int argc, char *argv[])
{
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], c->name))
			return true;
	}
	return argc < 3;
}

/* percall [LAPS [CASE...]]: callgrind's counts are exact after a few laps, times need more */
int main(int argc, char *argv[])
{
	const unsigned int laps = argc > 1 ? (unsigned int)atoi(argv[1]) : LAPS;

	for (unsigned int i = 0; i < bench_case_count; i++) {
		const struct bench_case *c = &bench_cases[i];

		for (unsigned int v = 0; v < CASE_VARIANTS; v++) {
			if (is_wanted_case(c, argc, argv) && case_has(c, v) &&
			    measure_case(c, v, laps))
				return EXIT_FAILURE;
		}
	}
	return EXIT_SUCCESS;
}
