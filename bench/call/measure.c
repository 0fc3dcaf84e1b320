/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * DEVICE PORT GID-INDEX BYTES SAMPLES WARM-UP SECONDS: measures the cost of posts and polls on a
 * queue pair that is connected to itself. The same source is compiled for each of our bindings and
 * for libibverbs, so it includes only the header that they have in common. Its output is read by
 * inverbs_perf.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "result.h"

enum {
	DEPTH = 2 * CALL_BATCH,
	COUNTED_ROUNDS = 101,
	EMPTY_ROUNDS = 100,
	TIMEOUT = 18,
	RETRIES = 7,
	RNR_TIMER = 12,
	MAX_BYTES = 4096,
	PATIENCE_S = 60,
};

enum call {
	POST_RECV,
	POST_SEND,
	POLL,
	POLL_EMPTY
};

static const char names[CALL_CASES][CALL_NAME] = {"post_recv", "post_send", "poll", "poll_empty"};

struct series {
	uint32_t *value;
	uint32_t count, room;
};

static struct series series[CALL_CASES];
static struct ibv_qp *qp;
static struct ibv_cq *send_cq, *recv_cq;
static struct ibv_sge sge;
static unsigned int send_flags = IBV_SEND_SIGNALED;
static int counter = -1; /* instruction counter; -1: read the clock */
static uint64_t reading; /* difference between two consecutive readings */

static _Noreturn void exit_with_error(const char *what, int error)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(error));
	exit(EXIT_FAILURE);
}

static uint64_t clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static uint64_t read_meter(void)
{
	uint64_t value = 0;

	if (counter < 0)
		return clock_ns();
	if (read(counter, &value, sizeof(value)) != (ssize_t)sizeof(value))
		exit_with_error("cannot read the counter of instructions", errno);
	return value;
}

static void measure_overhead(void)
{
	reading = UINT64_MAX;
	for (int i = 0; i < EMPTY_ROUNDS; i++) {
		const uint64_t from = read_meter(), spent = read_meter() - from;

		if (spent < reading)
			reading = spent;
	}
}

static void add_sample(enum call call, uint64_t from, uint64_t to)
{
	struct series *s = &series[call];
	uint64_t spent = to - from > reading ? to - from - reading : 0;

	if (s->count < s->room)
		s->value[s->count++] = spent > UINT32_MAX ? UINT32_MAX : (uint32_t)spent;
}

static void check_completion(const struct ibv_wc *wc, int n)
{
	if (n < 0)
		exit_with_error("cannot poll", EIO);
	if (n && wc->status != IBV_WC_SUCCESS) {
		fprintf(stderr, "%s: a work request failed: %s\n", program_invocation_short_name,
			ibv_wc_status_str(wc->status));
		exit(EXIT_FAILURE);
	}
}

/** Poll `count` completions, without measuring. */
static void drain_cq(struct ibv_cq *cq, int count)
{
	const uint64_t end = clock_ns() + PATIENCE_S * UINT64_C(1000000000);
	struct ibv_wc wc;

	while (count) {
		const int n = ibv_poll_cq(cq, 1, &wc);

		check_completion(&wc, n);
		count -= n;
		if (n)
			continue;
		if (clock_ns() > end)
			exit_with_error("no completion", ETIMEDOUT);
		sched_yield(); /* an emulated adapter may need this processor */
	}
}

static void post_recvs(void)
{
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;
	const uint64_t from = read_meter();
	int err = 0;

	for (int i = 0; i < CALL_BATCH; i++)
		err |= ibv_post_recv(qp, &wr, &bad);
	add_sample(POST_RECV, from, read_meter());
	if (err)
		exit_with_error("cannot post a receive", err);
}

static void post_sends(void)
{
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;
	uint64_t from;
	int err = 0;

	wr.send_flags = send_flags;
	from = read_meter();
	for (int i = 0; i < CALL_BATCH; i++)
		err |= ibv_post_send(qp, &wr, &bad);
	add_sample(POST_SEND, from, read_meter());
	if (err)
		exit_with_error("cannot post a request", err);
}

/** Each poll returns one completion; a sample in which a poll found none is dropped. */
static void poll_sends(void)
{
	struct ibv_wc wc[CALL_BATCH];
	int found = 0;
	const uint64_t from = read_meter();

	for (int i = 0; i < CALL_BATCH; i++)
		found += ibv_poll_cq(send_cq, 1, &wc[i]);
	if (found == CALL_BATCH)
		add_sample(POLL, from, read_meter());
	drain_cq(send_cq, CALL_BATCH - found);
}

static void poll_nothing(void)
{
	struct ibv_wc wc;
	const uint64_t from = read_meter();
	int found = 0;

	for (int i = 0; i < CALL_BATCH; i++)
		found += ibv_poll_cq(send_cq, 1, &wc);
	add_sample(POLL_EMPTY, from, read_meter());
	if (found)
		exit_with_error("one completion too many", EPROTO);
}

static void one_round(void)
{
	post_recvs();
	post_sends();
	drain_cq(recv_cq, CALL_BATCH);
	for (int i = 0; i < CALL_BATCH; i++)
		sched_yield(); /* the last send completions arrive after those of the receives */
	poll_sends();
	poll_nothing();
}

static void discard_samples(void)
{
	for (int c = 0; c < CALL_CASES; c++)
		series[c].count = 0;
}

/* --- instructions ------------------------------------------------------------------------ */

static int compare_times(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/** Count instructions instead of time; takes the median of several rounds for each call. */
static void count_instructions(struct call_head *head)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	for (int c = 0; c < CALL_CASES; c++)
		head->instructions[c] = -1;
	counter = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (counter < 0) {
		snprintf(head->why_not, sizeof(head->why_not), "perf_event_open: %s",
			 strerror(errno));
		return;
	}
	measure_overhead();
	for (int i = 0; i < COUNTED_ROUNDS; i++)
		one_round();
	for (int c = 0; c < CALL_CASES; c++) {
		struct series *s = &series[c];
		const uint32_t middle = s->count / 2;

		qsort(s->value, s->count, sizeof(*s->value), compare_times);
		if (s->count)
			head->instructions[c] = s->value[middle] / (double)CALL_BATCH;
	}
	close(counter);
	counter = -1;
	discard_samples();
}

/* --- the queue pair ---------------------------------------------------------------------- */

static struct ibv_context *open_named(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (int i = 0; list && list[i] && !context; i++) {
		if (!strcmp(name, ibv_get_device_name(list[i])))
			context = ibv_open_device(list[i]);
	}
	if (!context)
		exit_with_error(name, errno ? errno : ENODEV);
	return context;
}

static void connect_to_self(struct ibv_context *context, uint8_t port, int gid_index)
{
	struct ibv_port_attr about;
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT, .port_num = port};
	struct ibv_qp_attr rtr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = qp->qp_num,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = RNR_TIMER,
		.ah_attr = {.port_num = port},
	};
	struct ibv_qp_attr rts = {.qp_state = IBV_QPS_RTS,
				  .timeout = TIMEOUT,
				  .retry_cnt = RETRIES,
				  .rnr_retry = RETRIES,
				  .max_rd_atomic = 1};
	int err = ibv_query_port(context, port, &about);

	if (err)
		exit_with_error("cannot query the port", err);
	rtr.ah_attr.dlid = about.lid;
	if (gid_index >= 0) {
		rtr.ah_attr.is_global = 1;
		rtr.ah_attr.grh.sgid_index = (uint8_t)gid_index;
		rtr.ah_attr.grh.hop_limit = 1;
		if (ibv_query_gid(context, port, gid_index, &rtr.ah_attr.grh.dgid))
			exit_with_error("cannot query the GID", errno);
	}
	err = ibv_modify_qp(qp, &init,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	if (!err)
		err = ibv_modify_qp(qp, &rtr,
				    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
					    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
					    IBV_QP_MIN_RNR_TIMER);
	if (!err)
		err = ibv_modify_qp(qp, &rts,
				    IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
					    IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
					    IBV_QP_MAX_QP_RD_ATOMIC);
	if (err)
		exit_with_error("cannot connect the queue pair", err);
}

static void make_queues(struct ibv_context *context, uint32_t bytes)
{
	static uint8_t memory[MAX_BYTES];
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC,
					.cap = {.max_send_wr = DEPTH,
						.max_recv_wr = DEPTH,
						.max_send_sge = 1,
						.max_recv_sge = 1,
						.max_inline_data = bytes <= 64 ? bytes : 0}};
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_mr *mr = pd ? ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE)
			       : NULL;

	send_cq = ibv_create_cq(context, DEPTH, NULL, NULL, 0);
	recv_cq = ibv_create_cq(context, DEPTH, NULL, NULL, 0);
	if (!mr || !send_cq || !recv_cq)
		exit_with_error("cannot create the queues", errno);
	attr.send_cq = send_cq;
	attr.recv_cq = recv_cq;
	qp = ibv_create_qp(pd, &attr);
	if (!qp)
		exit_with_error("cannot create a queue pair", errno);
	if (bytes <= attr.cap.max_inline_data)
		send_flags |= IBV_SEND_INLINE;
	sge = (struct ibv_sge){(uintptr_t)memory, bytes, mr->lkey};
}

static void write_fully(const void *from, size_t bytes)
{
	if (fwrite(from, 1, bytes, stdout) != bytes)
		exit_with_error("cannot write the result", errno);
}

static unsigned long parse_argument(const char *text)
{
	return strtoul(text, NULL, 10);
}

int main(int argc, char **argv)
{
	struct call_head head = {.why_not = ""};
	struct ibv_context *context;
	uint32_t samples, warmup;
	double seconds;
	uint64_t end;

	if (argc != 8 || parse_argument(argv[4]) > MAX_BYTES || !parse_argument(argv[5]) ||
	    parse_argument(argv[5]) > CALL_MAX_SAMPLES) {
		fprintf(stderr, "%s: is started by inverbs_perf -t call\n",
			program_invocation_short_name);
		return 2;
	}
	samples = (uint32_t)parse_argument(argv[5]);
	warmup = (uint32_t)parse_argument(argv[6]);
	context = open_named(argv[1]);
	make_queues(context, (uint32_t)parse_argument(argv[4]));
	connect_to_self(context, (uint8_t)parse_argument(argv[2]), atoi(argv[3]));
	for (int c = 0; c < CALL_CASES; c++) {
		series[c].room = samples > COUNTED_ROUNDS ? samples : COUNTED_ROUNDS;
		series[c].value = malloc(series[c].room * sizeof(*series[c].value));
		if (!series[c].value)
			exit_with_error("samples", ENOMEM);
	}
	for (uint32_t i = 0; i < warmup; i++)
		one_round();
	discard_samples();
	count_instructions(&head);
	measure_overhead();
	seconds = strtod(argv[7], NULL); /* 0: take the requested number of samples */
	end = clock_ns() + (uint64_t)(seconds * 1e9);
	do
		one_round();
	while (--samples && (seconds <= 0 || clock_ns() < end));
	write_fully(&head, sizeof(head));
	for (int c = 0; c < CALL_CASES; c++) {
		struct call_case about = {.count = series[c].count};

		memcpy(about.name, names[c], sizeof(about.name));
		write_fully(&about, sizeof(about));
		write_fully(series[c].value, about.count * sizeof(*series[c].value));
	}
	return fflush(stdout) ? EXIT_FAILURE
			      : EXIT_SUCCESS; /* the end of the process releases everything else */
}
