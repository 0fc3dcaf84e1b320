/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One run: open the contexts, play the steps, close everything. With two processes, each executes
 * the steps of its own contexts, and passes control when the next step is the other's.
 */
#include "model.h"

#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

enum {
	TRIPS = 4,
	COLLECTED_US = 60,
};

struct world *W;
int me;

uint32_t noise(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

void differ(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(W->failure, sizeof(W->failure), format, args);
	va_end(args);
	_exit(EXIT_FAILURE);
}

void same_result(const char *call, int got, int expected)
{
	if (got != expected)
		differ("%s returned %d (%s) instead of %d (%s)", call, got, strerror(got), expected,
		       strerror(expected));
}

void same_pointer(const char *call, const void *got, int expected)
{
	int err = got ? 0 : errno;

	if (!got != !!expected || err != expected)
		differ("%s ended with %d (%s) instead of %d (%s)", call, err, strerror(err),
		       expected, strerror(expected));
}

/* --- the witness ------------------------------------------------------------------------- */

/*
 * A queue pair connected to itself, in its own context. When a write of it has completed, the
 * emulator has noticed everything that was posted before; after a few more writes, it has executed
 * it.
 */
static struct {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	uint64_t bytes[2];
} witness;

static void must(bool ok, const char *what)
{
	if (!ok)
		differ("%s failed: %s", what, strerror(errno));
}

static struct ibv_context *open_device(int device)
{
	int n = 0;
	struct ibv_device **list = ibv_get_device_list(&n);
	struct ibv_context *ctx = list && device < n ? ibv_open_device(list[device]) : NULL;

	if (list)
		ibv_free_device_list(list);
	must(ctx, "ibv_open_device");
	return ctx;
}

static void connect_witness(void)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = witness.qp->qp_num,
		.min_rnr_timer = 1,
		.retry_cnt = 7,
		.timeout = 14,
		.ah_attr = way_to(0),
	};
	int rtr = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	int rts = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
		  IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;

	must(!ibv_modify_qp(witness.qp, &attr,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "the witness's INIT");
	attr.qp_state = IBV_QPS_RTR;
	must(!ibv_modify_qp(witness.qp, &attr, rtr), "the witness's RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(!ibv_modify_qp(witness.qp, &attr, rts), "the witness's RTS");
}

void witness_open(void)
{
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}, .sq_sig_all = 1};
	struct ibv_port_attr port;

	for (int i = 1; i >= 0; i--) {
		struct ibv_context *ctx = open_device(i);

		must(!ibv_query_port(ctx, 1, &port), "ibv_query_port");
		W->lid[i] = port.lid;
		W->ethernet = port.link_layer == IBV_LINK_LAYER_ETHERNET;
		must(!ibv_query_gid(ctx, 1, 0, &W->gid[i]), "ibv_query_gid");
		if (i)
			ibv_close_device(ctx);
		else
			witness.ctx = ctx;
	}
	witness.pd = ibv_alloc_pd(witness.ctx);
	init.send_cq = init.recv_cq = witness.cq = ibv_create_cq(witness.ctx, 4, NULL, NULL, 0);
	must(witness.pd && witness.cq, "opening the witness");
	witness.qp = ibv_create_qp(witness.pd, &init);
	witness.mr = ibv_reg_mr(witness.pd, witness.bytes, sizeof(witness.bytes),
				IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	must(witness.qp && witness.mr, "opening the witness");
	connect_witness();
}

void witness_close(void)
{
	same_result("closing the witness",
		    ibv_destroy_qp(witness.qp) || ibv_dereg_mr(witness.mr) ||
			    ibv_destroy_cq(witness.cq) || ibv_dealloc_pd(witness.pd) ||
			    ibv_close_device(witness.ctx),
		    0);
}

static void write_witness(void)
{
	struct ibv_sge sge = {(uintptr_t)witness.bytes, 8, witness.mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE}, *bad;
	time_t limit = time(NULL) + W->patience;
	struct ibv_wc wc = {0};

	wr.wr.rdma.remote_addr = (uintptr_t)&witness.bytes[1];
	wr.wr.rdma.rkey = witness.mr->rkey;
	same_result("the witness's ibv_post_send", ibv_post_send(witness.qp, &wr, &bad), 0);
	while (!ibv_poll_cq(witness.cq, 1, &wc)) {
		if (time(NULL) > limit)
			differ("the emulator no longer responds");
		sched_yield();
	}
	same_result("the witness's write", (int)wc.status, IBV_WC_SUCCESS);
}

static long microseconds_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begin->tv_sec) * 1000000 + (now.tv_nsec - begin->tv_nsec) / 1000;
}

/* The emulator may delay reading doorbells by some microseconds, to serve several at once. */
void settle(void)
{
	struct timespec begin;
	const struct timespec past_timer = {.tv_nsec = PAST_TIMER_MS * 1000000};

	if (W->slow)
		nanosleep(&past_timer, NULL);
	W->slow = false;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	while (microseconds_since(&begin) < COLLECTED_US)
		write_witness();
	for (int i = 0; i < TRIPS; i++)
		write_witness();
}

/* --- steps ------------------------------------------------------------------------------- */

static void open_contexts(void)
{
	for (int i = 0; i < CONTEXTS; i++) {
		struct context *c = &W->ctx[i];
		uint32_t seed = W->seed + (uint32_t)i;

		if (c->process != me)
			continue;
		c->v = open_device(c->device);
		c->arena = aligned_alloc(REGION, ARENA);
		must(c->arena, "memory");
		for (int b = 0; b < ARENA; b++)
			c->bytes[b] = c->arena[b] = (uint8_t)noise(&seed);
	}
}

static void take_step(const struct step *step)
{
	if (!verbs[step->verb].run(step->ctx, step->arg))
		return;
	W->done++;
	flow();
	settle();
	check_memory();
}

/** Destroy all objects of a context, each before those that it uses. */
static void destroy_all(int c)
{
	static const struct {
		enum kind kind;
		bool (*destroy)(int c, const int *a);
	} order[] = {
		{AH, do_destroy_ah},   {QP, do_destroy_qp}, {SRQ, do_destroy_srq},
		{XRCD, do_close_xrcd}, {CQ, do_destroy_cq}, {CHANNEL, do_destroy_channel},
		{MW, do_dealloc_mw},   {MR, do_dereg_mr},   {PD, do_dealloc_pd},
		{PD, do_dealloc_pd},   {TD, do_dealloc_td},
	};

	flow(); /* peers may have been destroyed */
	settle();
	for (int i = 0; i < QPS; i++) {
		for (int g = 0; g < GROUPS; g++)
			do_detach(c, (int[]){i, g});
	}
	do_get_events(c, NULL);
	for (int i = 0; i < CHANNELS; i++)
		do_get_cq_events(c, &i);
	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++) {
		for (int i = 0; i < slots_of(order[k].kind); i++)
			order[k].destroy(c, &i);
	}
	for (int kind = 0; kind < KINDS; kind++) {
		for (int i = 0; i < slots_of((enum kind)kind); i++) {
			if (object_at(c, (enum kind)kind, i)->live)
				differ("context %d: object %d of kind %d is left", c, i, kind);
		}
	}
	same_result("ibv_close_device", ibv_close_device(W->ctx[c].v), 0);
	free(W->ctx[c].arena);
}

/** The next step; all processes get the same one until it has been executed. */
static const struct step *next_step(void)
{
	if (!W->given && !W->have)
		W->script[W->at] = make_step(&W->seed);
	W->have = true;
	return &W->script[W->at];
}

static void hand_over(const int *out)
{
	if (write(out[1], "x", 1) != 1)
		_exit(EXIT_FAILURE);
}

static void wait_turn(const int *in)
{
	char c;

	/* at end of file, the other process has failed and reported it */
	if (read(in[0], &c, 1) != 1)
		_exit(EXIT_SUCCESS);
}

static void take_turns(const int *in, const int *out)
{
	while (W->at < W->steps) {
		const struct step *step = next_step();

		if (W->ctx[step->ctx].process != me) {
			hand_over(out);
			wait_turn(in);
			continue;
		}
		take_step(step);
		W->at++;
		W->have = false;
	}
}

void play(int process, const int *in, const int *out)
{
	me = process;
	if (me)
		wait_turn(in);
	witness_open();
	open_contexts();
	if (W->processes > 1) {
		/* all contexts are open before the first step */
		hand_over(out);
		if (!me)
			wait_turn(in);
	}
	if (me)
		wait_turn(in);
	take_turns(in, out);
	check_memory();
	if (!W->keep) {
		for (int i = 0; i < CONTEXTS; i++) {
			if (W->ctx[i].process == me)
				destroy_all(i);
		}
		witness_close();
	}
	if (write(out[1], "x", 1) < 0)
		return; /* the other process has already ended */
}
