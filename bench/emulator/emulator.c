/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How an emulator serves programs that spin on ibv_poll_cq, as textbooks' do, beside TCP on the
 * loopback in the same run:
 *
 *     bench_emulator [-d DEVICE] [-n WRITES] [-i ITERATIONS] [-r ROUNDS] [PROCESSES...]
 *
 * One line for each figure: `writes PROCESSES PER_SECOND` of so many processes together, each with
 * one RDMA write of 8 bytes after the other; `pingpong NS` and `tcp NS`, half round trips of 8
 * bytes between two processes. Each is the best of some rounds.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "examples/common/endpoint.h"
#include "examples/common/program.h"

enum {
	BYTES = 8,
	MOST_PROCESSES = 256,
	DEPTH = 16,
};

struct bench {
	const char *device;
	unsigned long writes, iterations, rounds;
};

/** What processes of one figure share. */
struct start {
	unsigned int ready; /**< atomic: processes that wait to begin */
	unsigned int go;    /**< atomic */
	unsigned int bad;   /**< atomic */
};

/** A connected queue pair and its memory. */
struct side {
	struct endpoint end;
	struct ibv_mr *mr;
	uint8_t memory[2 * BYTES]; /**< from, to */
};

static struct endpoint_plan plan_of(const struct bench *b)
{
	return (struct endpoint_plan){
		.device = b->device,
		.port = 1,
		.gid_index = 0,
		.type = IBV_QPT_RC,
		.mtu = IBV_MTU_1024,
		.send_depth = DEPTH,
		.recv_depth = DEPTH,
		.access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE,
	};
}

static int side_open(struct side *s, const struct endpoint_plan *plan)
{
	if (endpoint_open(&s->end, plan))
		return -1;
	s->mr = ibv_reg_mr(s->end.pd, s->memory, sizeof(s->memory), (int)plan->access);
	return s->mr ? 0 : complain("cannot register memory");
}

static void side_close(struct side *s)
{
	if (s->mr)
		ibv_dereg_mr(s->mr);
	endpoint_close(&s->end);
}

static int post(struct side *s, enum ibv_wr_opcode opcode)
{
	struct ibv_sge sge = {(uintptr_t)s->memory, BYTES, s->mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = opcode}, *bad;

	wr.send_flags = IBV_SEND_SIGNALED;
	wr.wr.rdma.remote_addr = (uintptr_t)s->memory + BYTES;
	wr.wr.rdma.rkey = s->mr->rkey;
	return ibv_post_send(s->end.qp, &wr, &bad);
}

static int post_receive(struct side *s)
{
	struct ibv_sge sge = {(uintptr_t)s->memory + BYTES, BYTES, s->mr->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	return ibv_post_recv(s->end.qp, &wr, &bad);
}

/** Spin until that many completions came. */
static int spin(struct side *s, int count)
{
	struct ibv_wc wc;

	while (count > 0) {
		int n = ibv_poll_cq(s->end.cq, 1, &wc);

		if (n < 0 || (n && wc.status != IBV_WC_SUCCESS))
			return complain("a completion: %s",
					n < 0 ? "none" : ibv_wc_status_str(wc.status));
		count -= n;
	}
	return 0;
}

/* --- writes of many processes ------------------------------------------------------------ */

static int write_some(const struct bench *b, struct start *start)
{
	const struct endpoint_plan plan = plan_of(b);
	struct side s = {.mr = NULL};
	int bad = side_open(&s, &plan) || endpoint_connect(&s.end, &plan, &s.end.local);

	__atomic_fetch_add(&start->ready, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&start->go, __ATOMIC_ACQUIRE))
		usleep(100);
	for (unsigned long i = 0; i < b->writes && !bad; i++)
		bad = post(&s, IBV_WR_RDMA_WRITE) || spin(&s, 1);
	if (bad)
		__atomic_store_n(&start->bad, 1, __ATOMIC_RELAXED);
	side_close(&s);
	return bad;
}

/** How many there are; fewer than asked for where the machine has no more. */
static unsigned long fork_writers(const struct bench *b, struct start *start,
				  unsigned long processes)
{
	for (unsigned long i = 0; i < processes; i++) {
		const pid_t child = fork();

		if (child < 0)
			return i;
		if (!child)
			_exit(write_some(b, start) ? EXIT_FAILURE : EXIT_SUCCESS);
	}
	return processes;
}

/** False if one of them ended, which none does before it may go. */
static bool are_ready(const struct start *start, unsigned long processes)
{
	while (__atomic_load_n(&start->ready, __ATOMIC_ACQUIRE) < processes) {
		if (waitpid(-1, NULL, WNOHANG) > 0)
			return false;
		usleep(1000);
	}
	return true;
}

/** Nanoseconds from the start to the end of the last; 0: some process failed. */
static uint64_t time_writes(const struct bench *b, unsigned long processes)
{
	struct start *start = mmap(NULL, sizeof(*start), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned long forked;
	uint64_t from, ns;
	bool ready;

	if (start == MAP_FAILED)
		return 0;
	forked = fork_writers(b, start, processes);
	ready = are_ready(start, forked) && forked == processes;
	from = now_ns();
	__atomic_store_n(&start->go, 1, __ATOMIC_RELEASE);
	while (wait(NULL) > 0)
		continue;
	ns = start->bad || !ready ? 0 : now_ns() - from;
	munmap(start, sizeof(*start));
	return ns;
}

static int measure_writes(const struct bench *b, unsigned long processes)
{
	uint64_t best = UINT64_MAX;

	for (unsigned long r = 0; r < b->rounds; r++) {
		const uint64_t ns = time_writes(b, processes);

		if (!ns)
			return complain("%lu processes: a write failed", processes);
		best = ns < best ? ns : best;
	}
	printf("writes %lu %.0f\n", processes,
	       (double)processes * (double)b->writes * 1e9 / (double)best);
	return 0;
}

/* --- half a round trip ------------------------------------------------------------------- */

/** One message there and one back, `count` times. first: this side begins. */
static int bounce(struct side *s, unsigned long count, bool first)
{
	int sends = 0;

	for (unsigned long i = 0; i < count; i++) {
		if (first && post(s, IBV_WR_SEND))
			return -1;
		if (spin(s, first ? 2 : 1 + sends) || post_receive(s))
			return -1;
		if (!first && post(s, IBV_WR_SEND))
			return -1;
		sends = !first; /* its completion comes with the next message */
	}
	return spin(s, sends);
}

static int bounce_messages(const struct bench *b, int sock, bool first, uint64_t *ns)
{
	const struct endpoint_plan plan = plan_of(b);
	struct side s = {.mr = NULL};
	struct address remote;
	uint64_t from;
	int bad = side_open(&s, &plan) || post_receive(&s) ||
		  endpoint_swap_addresses(&s.end, &plan, sock, first, &remote);

	from = now_ns();
	if (!bad)
		bad = bounce(&s, b->iterations, first);
	*ns = now_ns() - from;
	side_close(&s);
	return bad;
}

static int bounce_bytes(const struct bench *b, int sock, bool first, uint64_t *ns)
{
	const uint64_t from = now_ns();
	const int one = 1;
	uint8_t bytes[BYTES] = {0};

	setsockopt(sock, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	for (unsigned long i = 0; i < b->iterations; i++) {
		if (first && send(sock, bytes, BYTES, 0) != BYTES)
			return -1;
		if (recv(sock, bytes, BYTES, MSG_WAITALL) != BYTES)
			return -1;
		if (!first && send(sock, bytes, BYTES, 0) != BYTES)
			return -1;
	}
	*ns = now_ns() - from;
	return 0;
}

/** Two ends of a TCP connection on the loopback. */
static int connected(int ends[2])
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t bytes = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int bad = bind(listener, (struct sockaddr *)&at, bytes) || listen(listener, 1) ||
		  getsockname(listener, (struct sockaddr *)&at, &bytes);

	ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (!bad)
		bad = connect(ends[0], (struct sockaddr *)&at, bytes);
	ends[1] = bad ? -1 : accept(listener, NULL, NULL);
	close(listener);
	return bad || ends[1] < 0;
}

/** Run both sides, of which one is a child; the time of the side that begins. 0: a side failed. */
static uint64_t time_pair(const struct bench *b,
			  int (*side)(const struct bench *, int, bool, uint64_t *))
{
	int ends[2], status = 0;
	uint64_t ns = 0;
	pid_t child;
	bool bad;

	if (connected(ends))
		return 0;
	child = fork();
	if (!child) {
		close(ends[0]); /* or the connection would outlive the other side */
		_exit(side(b, ends[1], false, &ns) ? EXIT_FAILURE : EXIT_SUCCESS);
	}
	close(ends[1]);
	bad = child < 0 || side(b, ends[0], true, &ns);
	close(ends[0]);
	if (child > 0)
		waitpid(child, &status, 0);
	return bad || status ? 0 : ns;
}

static int measure_pair(const struct bench *b, const char *name,
			int (*side)(const struct bench *, int, bool, uint64_t *))
{
	uint64_t best = UINT64_MAX;

	for (unsigned long r = 0; r < b->rounds; r++) {
		const uint64_t ns = time_pair(b, side);

		if (!ns)
			return complain("%s failed", name);
		best = ns < best ? ns : best;
	}
	printf("%s %.0f\n", name, (double)best / (2.0 * (double)b->iterations));
	return 0;
}

/* --- the program ------------------------------------------------------------------------- */

static int read_options(struct bench *b, int argc, char **argv)
{
	int option, bad = 0;

	while (!bad && (option = getopt(argc, argv, "d:n:i:r:")) != -1) {
		if (option == 'd')
			b->device = optarg;
		else if (option == 'n')
			bad = parse_number(optarg, "writes", 1, 1U << 30, &b->writes);
		else if (option == 'i')
			bad = parse_number(optarg, "iterations", 1, 1U << 30, &b->iterations);
		else if (option == 'r')
			bad = parse_number(optarg, "rounds", 1, 1000, &b->rounds);
		else
			bad = -1;
	}
	return bad;
}

int main(int argc, char **argv)
{
	struct bench b = {.writes = 4000, .iterations = 4000, .rounds = 3};
	unsigned long processes;

	setvbuf(stdout, NULL, _IOLBF, 0); /* children have nothing of it to print again */
	if (read_options(&b, argc, argv))
		return 2;
	for (int i = optind; i < argc; i++) {
		if (parse_number(argv[i], "processes", 1, MOST_PROCESSES, &processes) ||
		    measure_writes(&b, processes))
			return EXIT_FAILURE;
	}
	if (measure_pair(&b, "pingpong", bounce_messages) || measure_pair(&b, "tcp", bounce_bytes))
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
