/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures RDMA writes: of one process, of many processes at once, with a window, and while many
 * queue pairs exist.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/emulator/side.h"
#include "examples/common/queue_pair.h"

/** Open a side whose queue pair is connected to itself. */
static int open_loop(const struct bench *b, struct side *s, uint32_t depth)
{
	const struct endpoint_plan plan = side_plan(b, depth);

	return side_open(s, &plan, BYTES) || endpoint_connect(&s->end, &plan, &s->end.local);
}

/** One write at a time. */
static int write_singly(const struct bench *b, struct side *s)
{
	const struct target to = side_target(s);

	for (unsigned long i = 0; i < b->writes; i++) {
		if (side_post(s, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED, &to) || side_spin(s, 1))
			return -1;
	}
	return 0;
}

/* --- many processes ---------------------------------------------------------------------- */

/** State shared by the processes of one figure. */
struct start {
	unsigned int ready; /**< atomic: number of processes ready to begin */
	unsigned int go;    /**< atomic: the processes may begin */
	unsigned int bad;   /**< atomic: a process failed */
};

static int run_writer(const struct bench *b, struct start *start)
{
	struct side s;
	int bad = open_loop(b, &s, DEPTH);

	__atomic_fetch_add(&start->ready, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&start->go, __ATOMIC_ACQUIRE))
		usleep(100);
	if (bad || write_singly(b, &s)) {
		__atomic_store_n(&start->bad, 1, __ATOMIC_RELAXED);
		bad = -1;
	}
	side_close(&s);
	return bad;
}

/**
 * Start writers. Returns their number, which is smaller than requested if the machine cannot start
 * more.
 */
static unsigned long fork_writers(const struct bench *b, struct start *start, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		const pid_t child = fork();

		if (child < 0)
			return i;
		if (!child)
			_exit(run_writer(b, start) ? EXIT_FAILURE : EXIT_SUCCESS);
	}
	return n;
}

/** Returns false if a process has ended before the start. */
static bool are_ready(const struct start *start, unsigned long n)
{
	while (__atomic_load_n(&start->ready, __ATOMIC_ACQUIRE) < n) {
		if (waitpid(-1, NULL, WNOHANG) > 0)
			return false;
		usleep(1000);
	}
	return true;
}

uint64_t time_writes(const struct bench *b, unsigned long n)
{
	struct start *start = mmap(NULL, sizeof(*start), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned long forked;
	uint64_t from, ns;
	bool ready;

	if (start == MAP_FAILED)
		return 0;
	forked = fork_writers(b, start, n);
	ready = are_ready(start, forked) && forked == n;
	from = now_ns();
	__atomic_store_n(&start->go, 1, __ATOMIC_RELEASE);
	while (wait(NULL) > 0)
		continue;
	ns = start->bad || !ready ? 0 : now_ns() - from;
	munmap(start, sizeof(*start));
	return ns;
}

/* --- a window ---------------------------------------------------------------------------- */

/**
 * Write to `places` addresses in turn. Every sixteenth write is signaled; half a window is polled
 * at a time.
 */
static int write_windows(struct side *s, const struct target *first, unsigned long places,
			 unsigned long n)
{
	struct target to = *first;
	unsigned long signalled = 0;

	for (unsigned long i = 1; i <= n; i++) {
		const bool signal = i % DEPTH == 0;

		to.addr = first->addr + i % places * PLACE_STRIDE;
		if (side_post(s, IBV_WR_RDMA_WRITE, signal ? IBV_SEND_SIGNALED : 0, &to))
			return -1;
		signalled += signal;
		if (signalled < WINDOW / DEPTH)
			continue;
		if (side_spin(s, WINDOW / DEPTH / 2))
			return -1;
		signalled -= WINDOW / DEPTH / 2;
	}
	return side_spin(s, signalled);
}

static uint64_t time_windows(const struct bench *b, unsigned long places, unsigned long n)
{
	const struct endpoint_plan plan = side_plan(b, WINDOW + DEPTH);
	struct target first;
	struct side s;
	uint64_t from = 0, ns = 0;
	int bad = side_open(&s, &plan, places * PLACE_STRIDE) ||
		  endpoint_connect(&s.end, &plan, &s.end.local);

	if (!bad) {
		first = side_target(&s);
		s.bytes = BYTES; /* size of a message */
	}
	from = now_ns();
	if (!bad && !write_windows(&s, &first, places, n))
		ns = now_ns() - from;
	side_close(&s);
	return ns;
}

uint64_t time_messages(const struct bench *b, unsigned long n)
{
	return time_windows(b, 1, n);
}

uint64_t time_spread(const struct bench *b, unsigned long n)
{
	return time_windows(b, WINDOW, n);
}

/* --- many queue pairs -------------------------------------------------------------------- */

/** All queue pairs share the completion queue and the protection domain. */
static struct ibv_qp *make_pair(const struct side *s)
{
	struct ibv_qp_init_attr init = {
		.send_cq = s->end.cq,
		.recv_cq = s->end.cq,
		.cap = {.max_send_wr = DEPTH,
			.max_recv_wr = DEPTH,
			.max_send_sge = 1,
			.max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};

	return ibv_create_qp(s->end.pd, &init);
}

/** Create queue pairs; with a plan, connect each to itself. */
static int make_pairs(const struct side *s, const struct endpoint_plan *plan, struct ibv_qp **pair,
		      unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		struct address self = s->end.local;

		pair[i] = make_pair(s);
		if (!pair[i])
			return complain("queue pair %lu of %lu cannot be created", i, n);
		self.qpn = pair[i]->qp_num;
		if (plan && (queue_pair_to_init(pair[i], plan) ||
			     queue_pair_connect(pair[i], plan, self.psn, &self)))
			return -1;
	}
	return 0;
}

static void destroy_pairs(struct ibv_qp **pair, unsigned long n)
{
	for (unsigned long i = 0; i < n && pair[i]; i++)
		ibv_destroy_qp(pair[i]);
	free(pair);
}

uint64_t time_beside(const struct bench *b, unsigned long n)
{
	const struct endpoint_plan plan = side_plan(b, DEPTH);
	struct ibv_qp **pair = calloc(n, sizeof(struct ibv_qp *));
	struct side s;
	uint64_t from, ns = 0;
	int bad = !pair || open_loop(b, &s, DEPTH) || make_pairs(&s, &plan, pair, n - 1);

	from = now_ns();
	if (!bad && !write_singly(b, &s))
		ns = now_ns() - from;
	if (!pair)
		return 0;
	destroy_pairs(pair, n);
	side_close(&s);
	return ns;
}

uint64_t time_create(const struct bench *b, unsigned long n)
{
	struct ibv_qp **pair = calloc(n, sizeof(struct ibv_qp *));
	struct side s;
	uint64_t from, ns = 0;
	int bad;

	if (!pair)
		return 0;
	bad = open_loop(b, &s, DEPTH);
	from = now_ns();
	if (!bad && !make_pairs(&s, NULL, pair, n))
		ns = now_ns() - from;
	destroy_pairs(pair, n);
	side_close(&s);
	return ns;
}
