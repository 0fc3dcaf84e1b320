/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures two processes: round trips of short messages, and long messages in one direction; the
 * same over TCP.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/emulator/side.h"

/** Runs one of the two processes. The one with `first` starts, and is timed. */
typedef int (*part)(const struct bench *b, int sock, bool first, unsigned long n, uint64_t *ns);

/* --- round trips ------------------------------------------------------------------------- */

/** Wait for completions, by spinning or with events. */
static int take_completions(struct side *s, unsigned long count)
{
	struct ibv_wc wc;

	if (!s->end.channel)
		return side_spin(s, count);
	while (count > 0) {
		int n = ibv_poll_cq(s->end.cq, 1, &wc);

		if (n < 0 || (n && wc.status != IBV_WC_SUCCESS))
			return complain("a poll or a completion failed");
		if (!n && endpoint_sleep(&s->end))
			return -1;
		count -= (unsigned long)n;
	}
	return 0;
}

/** Exchange one message in each direction, `count` times. */
static int bounce_pingpong(struct side *s, unsigned long count, bool first)
{
	unsigned long sends = 0;

	for (unsigned long i = 0; i < count; i++) {
		if (first && side_post(s, IBV_WR_SEND, IBV_SEND_SIGNALED, NULL))
			return -1;
		if (take_completions(s, first ? 2 : 1 + sends) || side_post_receive(s))
			return -1;
		if (!first && side_post(s, IBV_WR_SEND, IBV_SEND_SIGNALED, NULL))
			return -1;
		sends = !first; /* the send's completion is found with the next message */
	}
	return take_completions(s, sends);
}

static int bounce_messages(const struct endpoint_plan *plan, int sock, bool first, unsigned long n,
			   uint64_t *ns)
{
	struct address remote;
	struct side s;
	uint64_t from;
	int bad = side_open(&s, plan, BYTES) || side_post_receive(&s) ||
		  (plan->events && ibv_req_notify_cq(s.end.cq, 0)) ||
		  endpoint_swap_addresses(&s.end, plan, sock, first, &remote);

	from = now_ns();
	if (!bad)
		bad = bounce_pingpong(&s, n, first);
	*ns = now_ns() - from;
	side_close(&s);
	return bad;
}

static int bounce_spinning(const struct bench *b, int sock, bool first, unsigned long n,
			   uint64_t *ns)
{
	const struct endpoint_plan plan = side_plan(b, DEPTH);

	return bounce_messages(&plan, sock, first, n, ns);
}

static int bounce_events(const struct bench *b, int sock, bool first, unsigned long n, uint64_t *ns)
{
	struct endpoint_plan plan = side_plan(b, DEPTH);

	plan.events = true;
	return bounce_messages(&plan, sock, first, n, ns);
}

static int bounce_bytes(const struct bench *b, int sock, bool first, unsigned long n, uint64_t *ns)
{
	const uint64_t from = now_ns();
	const int one = 1;
	uint8_t bytes[BYTES] = {0};

	(void)b;
	setsockopt(sock, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	for (unsigned long i = 0; i < n; i++) {
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

/* --- one way ----------------------------------------------------------------------------- */

static int write_bulk(struct side *s, const struct target *to, unsigned long n)
{
	unsigned long out = 0;

	for (unsigned long i = 0; i < n; i++) {
		if (out == DEPTH) {
			if (side_spin(s, 1))
				return -1;
			out--;
		}
		if (side_post(s, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED, to))
			return -1;
		out++;
	}
	return side_spin(s, out);
}

/** The first process writes into the other's memory; the other only waits for the end. */
static int stream_writes(const struct bench *b, int sock, bool first, unsigned long n, uint64_t *ns)
{
	const struct endpoint_plan plan = side_plan(b, DEPTH);
	struct target mine, to;
	struct address remote;
	struct side s;
	uint64_t from;
	uint8_t end = 0;
	int bad = side_open(&s, &plan, BULK) ||
		  endpoint_swap_addresses(&s.end, &plan, sock, first, &remote);

	if (!bad) {
		mine = side_target(&s);
		bad = rendezvous_send_bytes(sock, &mine, sizeof(mine)) ||
		      rendezvous_receive_bytes(sock, &to, sizeof(to));
	}
	from = now_ns();
	if (!bad && first)
		bad = write_bulk(&s, &to, n);
	*ns = now_ns() - from;
	if (!bad)
		bad = first ? rendezvous_send_bytes(sock, &end, sizeof(end))
			    : rendezvous_receive_bytes(sock, &end, sizeof(end));
	side_close(&s);
	return bad;
}

/** The receiver reports when all bytes have arrived. */
static int stream_bytes(const struct bench *b, int sock, bool first, unsigned long n, uint64_t *ns)
{
	const uint64_t from = now_ns();
	uint8_t *bytes = calloc(1, BULK), end = 0;
	int bad = bytes ? 0 : complain("no memory");

	(void)b;
	for (unsigned long i = 0; i < n && !bad; i++)
		bad = first ? send(sock, bytes, BULK, 0) != BULK
			    : recv(sock, bytes, BULK, MSG_WAITALL) != BULK;
	if (!bad)
		bad = first ? rendezvous_receive_bytes(sock, &end, sizeof(end))
			    : rendezvous_send_bytes(sock, &end, sizeof(end));
	*ns = now_ns() - from;
	free(bytes);
	return bad;
}

/* --- both processes ---------------------------------------------------------------------- */

/** Open both ends of a TCP connection on the loopback. */
static int open_connection(int ends[2])
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

/**
 * Run both processes, one of them as a child. Returns the time of the one that starts, or 0 if
 * either failed.
 */
static uint64_t time_pair(const struct bench *b, part side, unsigned long n)
{
	int ends[2], status = 0;
	uint64_t ns = 0;
	pid_t child;
	bool bad;

	if (open_connection(ends))
		return 0;
	child = fork();
	if (!child) {
		close(ends[0]); /* otherwise the connection would outlive the other side */
		_exit(side(b, ends[1], false, n, &ns) ? EXIT_FAILURE : EXIT_SUCCESS);
	}
	close(ends[1]);
	bad = child < 0 || side(b, ends[0], true, n, &ns);
	close(ends[0]);
	if (child > 0)
		waitpid(child, &status, 0);
	return bad || status ? 0 : ns;
}

uint64_t time_pingpong(const struct bench *b, unsigned long n)
{
	return time_pair(b, bounce_spinning, n);
}

uint64_t time_events(const struct bench *b, unsigned long n)
{
	return time_pair(b, bounce_events, n);
}

uint64_t time_tcp(const struct bench *b, unsigned long n)
{
	return time_pair(b, bounce_bytes, n);
}

uint64_t time_bulk(const struct bench *b, unsigned long n)
{
	return time_pair(b, stream_writes, n);
}

uint64_t time_tcp_bulk(const struct bench *b, unsigned long n)
{
	return time_pair(b, stream_bytes, n);
}
