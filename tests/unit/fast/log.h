/* SPDX-License-Identifier: BSD-2-Clause */
/* A queue pair whose completions are ordered by software, for tests of the send log. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <inverbs/fast/reorder.h>

enum {
	REQUESTS = 8,
	RECEIVES = 4,
	ROOM = 16,
	NUMBER = 0x123,
	FIRST = -3 /* so that serial numbers wrap around to 0 */
};

static struct inverbs_send_record records[REQUESTS];
static struct inverbs_work work;
static uint64_t receives[RECEIVES];
static struct inverbs_done ring[ROOM];
static struct inverbs_soft_cq soft;
static struct inverbs_qp qp;

/* An empty queue pair with credit. Log records and ring are filled with 0xee. */
static int reset_log(void **state)
{
	(void)state;
	memset(records, 0xee, sizeof(records));
	memset(ring, 0xee, sizeof(ring));
	memset(&qp, 0, sizeof(qp));
	work = (struct inverbs_work){.records = records, .requests = REQUESTS};
	soft = (struct inverbs_soft_cq){
		.ring = ring, .entries = ROOM, .head = (uint32_t)-2, .tail = (uint32_t)-2};
	for (uint32_t i = 0; i < RECEIVES; i++)
		receives[i] = 0x8000000000000000 + i;
	qp.sq.work = &work;
	qp.sq.qpn = NUMBER;
	qp.sq.tail = qp.sq.head = (uint32_t)FIRST;
	qp.rq.wr_id = receives;
	qp.rq.entries = RECEIVES;
	qp.rq.tail = qp.rq.head = (uint32_t)-1;
	return 0;
}

static uint32_t serial_of(int n)
{
	return (uint32_t)(FIRST + n);
}

static struct inverbs_send_record *record(int n)
{
	return &records[serial_of(n) % REQUESTS];
}

/* Post a send, and grant unused credit. The n-th send has opcode and length n + 1. */
static inline void post(bool signaled, bool late)
{
	const uint32_t n = inverbs_sq_head(&qp.sq) - (uint32_t)FIRST;

	inverbs_sq_recall(&qp.sq);
	inverbs_record(&qp.sq, 0x9000000000000000 + n, n + 1, (uint8_t)(n + 1), signaled, late);
	qp.sq.head++;
	inverbs_sq_grant(&qp.sq, 2);
}

static inline struct inverbs_done send_done(int n)
{
	return (struct inverbs_done){.number = NUMBER,
				     .serial = serial_of(n),
				     .opcode = 0x77,
				     .status = 0,
				     .is_send = true};
}

/* The n-th queued completion. */
static struct inverbs_done *queued(uint32_t n)
{
	return &ring[(soft.head + n) % ROOM];
}

static uint32_t count(void)
{
	return soft.tail - soft.head;
}

#endif
