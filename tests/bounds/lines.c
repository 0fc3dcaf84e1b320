/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * No false sharing between a thread that posts and one that polls: they must write different cache
 * lines of a queue pair. The test observes which bytes each writes, on queues set up by hand.
 */
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/percall/queues.h"

enum {
	LINE = 64,
	ROUNDS = 400,
	MOST = 3, /* requests per call */
	POSTING = 1,
	POLLING = 2,
};

static struct bench_queues *q;
static struct inverbs_qp before;
static uint8_t writers[sizeof(struct inverbs_qp)]; /* for each byte */
static int now;
static char payload[256];

/* The locks of posting are held during polls, which must not wait for them. */
void __wrap_inverbs_lock_wait(struct inverbs_lock *lock);
void __wrap_inverbs_lock_wait(struct inverbs_lock *lock)
{
	printf("polling takes the lock at byte %td of the queue pair\n",
	       (uint8_t *)lock - (uint8_t *)&q->qp);
	exit(1);
}

static void hold_locks(bool held)
{
	q->qp.sq.lock.held = q->qp.rq.lock.held = held;
	writers[offsetof(struct inverbs_qp, sq.lock)] |= POSTING;
	writers[offsetof(struct inverbs_qp, rq.lock)] |= POSTING;
}

static void begin_writes(int who)
{
	memcpy(&before, &q->qp, sizeof(before));
	now = who;
}

static void end_writes(void)
{
	for (size_t i = 0; i < sizeof(before); i++) {
		if (((const uint8_t *)&before)[i] != ((const uint8_t *)&q->qp)[i])
			writers[i] |= (uint8_t)now;
	}
	now = 0;
}

static void require_success(int err, const char *what)
{
	if (!err)
		return;
	printf("%s: %d\n", what, err);
	exit(1);
}

static void post_round(unsigned int round, unsigned int count)
{
	struct ibv_sge sge = {(uintptr_t)payload, 1 + round % 48, 1};
	struct ibv_send_wr wr[MOST], *bad_send;
	struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad_recv;

	memset(wr, 0, sizeof(wr));
	for (unsigned int i = 0; i < count; i++) {
		wr[i].wr_id = round;
		wr[i].next = i + 1 < count ? &wr[i + 1] : NULL;
		wr[i].sg_list = &sge;
		wr[i].num_sge = 1;
		wr[i].opcode = round % 3 ? IBV_WR_SEND : IBV_WR_RDMA_WRITE;
		wr[i].send_flags = round & 1 ? IBV_SEND_SIGNALED
					     : IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	}
	begin_writes(POSTING);
	require_success(ibv_post_send(&q->qp.ibv, wr, &bad_send), "post_send");
	require_success(ibv_post_recv(&q->qp.ibv, &recv, &bad_recv), "post_recv");
	end_writes();
}

/* Polls with room for one completion or many: the former may take the hot path, the latter does
 * not. */
static void poll_round(unsigned int count, int room)
{
	struct ibv_wc wc[2 * MOST];
	unsigned int got = 0;

	device_completes_sends(q, count);
	device_completes_receives(q, 1);
	hold_locks(true);
	begin_writes(POLLING);
	while (got < count + 1) {
		const int n = ibv_poll_cq(&q->cq.ibv, room, wc);

		require_success(n <= 0, "poll_cq");
		got += (unsigned int)n;
	}
	end_writes();
	hold_locks(false);
}

static void print_writer(const char *who, int which, size_t line)
{
	printf("  %s writes", who);
	for (size_t i = line; i < line + LINE && i < sizeof(writers); i++) {
		if (writers[i] & which)
			printf(" %zu", i);
	}
	printf("\n");
}

static bool has_written(int who)
{
	for (size_t i = 0; i < sizeof(writers); i++) {
		if (writers[i] & who)
			return true;
	}
	return false;
}

/* Returns the number of cache lines that both write; prints offsets in struct inverbs_qp. */
static int shared_lines(void)
{
	int shared = 0;

	for (size_t line = 0; line < sizeof(writers); line += LINE) {
		int who = 0;

		for (size_t i = line; i < line + LINE && i < sizeof(writers); i++)
			who |= writers[i];
		if (who != (POSTING | POLLING))
			continue;
		printf("the line at %zu (send queue at %zu, receive queue at %zu):\n", line,
		       offsetof(struct inverbs_qp, sq), offsetof(struct inverbs_qp, rq));
		print_writer("posting", POSTING, line);
		print_writer("polling", POLLING, line);
		shared++;
	}
	return shared;
}

int main(void)
{
	int shared;

	if (posix_memalign((void **)&q, LINE, sizeof(*q)))
		return 1;
	memset(q, 0, sizeof(*q));
	queues_open(q, IBV_QPT_RC, false, 2);
	for (unsigned int round = 0; round < ROUNDS; round++) {
		post_round(round, 1 + round % MOST);
		poll_round(1 + round % MOST, round & 1 ? 1 : 2 * MOST);
	}
	shared = shared_lines();
	if (q->qp.sq.wr_id && !has_written(POLLING)) {
		printf("polling changed nothing in the queue pair\n");
		return 1;
	}
	if (!shared)
		printf("posting and polling share no line\n");
	return shared != 0;
}
