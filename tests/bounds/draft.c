/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests an adapter without a provider: queue pairs are set up by hand, with limits derived from the
 * largest WQE. BOUNDS_DRAFT is the adapter's header draft_ADAPTER.h.
 */
#include "bounds.h"

#include BOUNDS_DRAFT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/builder.h"
#include "stored.h"

#define JOIN_(a, b) a##_##b
#define JOIN(a, b)  JOIN_(a, b)
#define TEXT_(a)    #a
#define TEXT(a)     TEXT_(a)

enum {
	ENTRIES = 64,
	SHIFT = 6,
	SGE = 16,
	INLINE_HEADER = 4,
	GUARD = 4096,
};

static const struct {
	const char *name;
	enum ibv_qp_type type;
	uint32_t front; /* maximum number of bytes before a payload */
	uint32_t units; /* size of the largest WQE */
} queues[] = {QUEUES};

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return JOIN(ADAPTER, post_send)(qp, wr, bad);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return JOIN(ADAPTER, post_recv)(qp, wr, bad);
}

/* The memory of a queue pair. */
static struct {
	struct inverbs_qp qp;
	struct inverbs_push push;
	struct inverbs_tags tags[2];
	uint16_t pools[2][ENTRIES];
	uint64_t tagged[2][ENTRIES];
	struct inverbs_posted posted[ENTRIES];
	uint64_t wr_ids[2][ENTRIES];
	uint32_t record[2];
	uint8_t registers[REGISTER_BYTES];
	uint8_t page[REGISTER_BYTES] __attribute__((aligned(REGISTER_BYTES)));
	uint8_t stage[GUARD + (ENTRIES << SHIFT)];
	uint8_t send[GUARD + (ENTRIES << SHIFT) + GUARD] __attribute__((aligned(4096)));
	uint8_t recv[GUARD + (ENTRIES << RECV_SHIFT) + GUARD];
} m;

static void make_tags(uint32_t side)
{
	m.tags[side] = (struct inverbs_tags){
		.wr_id = m.tagged[side], .pool = m.pools[side], .mask = ENTRIES - 1};
	for (uint32_t i = 0; i < ENTRIES; i++)
		m.pools[side][i] = (uint16_t)i;
}

static void make_sends(size_t which)
{
	const uint32_t units = queues[which].units, room = (units << SHIFT) - queues[which].front;

	inverbs_push_open(&m.push, m.page, 256);
	m.qp.sq = (struct inverbs_sq){
		.buf = m.send + GUARD,
		.wr_id = m.wr_ids[0],
		.doorbell = m.registers,
		.push = &m.push,
		.entries = ENTRIES,
		.max_post = ENTRIES / units,
		.max_sge = (uint16_t)(room / SGE),
		.max_inline = (uint16_t)(room - INLINE_HEADER),
		.shift = SHIFT,
		.qpn = 0xabcdef,
		.flags = INVERBS_SQ_CSUM | INVERBS_SQ_ATOMICS,
		.qp_type = (uint8_t)queues[which].type,
		.doorbell_record = &m.record[1],
		.posted = m.posted,
		.tags = &m.tags[0],
		.stage = m.stage,
		.max_units = units,
		.max_batch = 1,
	};
}

static void make_qp(size_t which)
{
	memset(&m, 0, sizeof(m));
	make_tags(0);
	make_tags(1);
	make_sends(which);
	m.qp.rq = (struct inverbs_rq){
		.buf = m.recv + GUARD,
		.wr_id = m.wr_ids[1],
		.doorbell_record = m.record,
		.entries = ENTRIES,
		.max_post = ENTRIES / 4,
		.max_sge = 4,
		.shift = RECV_SHIFT,
		.tags = &m.tags[1],
		.doorbell = m.registers,
	};
}

static void run_qp(struct subject *s, uint64_t seed)
{
	s->qp = &m.qp;
	m.qp.ibv.qp_type = (enum ibv_qp_type)m.qp.sq.qp_type;
	if (inverbs_builder_init(&m.qp, UINT64_MAX, JOIN(ADAPTER, wr_complete_full)))
		abort();
	s->send = (struct slots){m.qp.sq.buf, ENTRIES, 1U << SHIFT, 0};
	s->recv = (struct slots){m.qp.rq.buf, ENTRIES, 1U << RECV_SHIFT, 0};
	s->recv_slots = &s->recv;
	memset(m.qp.sq.buf, DIRT, ENTRIES << SHIFT);
	memset(m.qp.rq.buf, DIRT, ENTRIES << RECV_SHIFT);
	watch(s, "send ring", AREA_RINGS, m.send, sizeof(m.send), 0);
	watch(s, "receive ring", AREA_RINGS, m.recv, sizeof(m.recv), 0);
	watch(s, "sends' wr_ids", AREA_TABLE, m.wr_ids[0], sizeof(m.wr_ids[0]),
	      sizeof(m.wr_ids[0][0]));
	watch(s, "receives' wr_ids", AREA_TABLE, m.wr_ids[1], sizeof(m.wr_ids[1]),
	      sizeof(m.wr_ids[1][0]));
	watch(s, "posted sends", AREA_TABLE, m.posted, sizeof(m.posted), sizeof(m.posted[0]));
	watch(s, "sends' tags", AREA_TABLE, m.tagged[0], sizeof(m.tagged[0]),
	      sizeof(m.tagged[0][0]));
	watch(s, "receives' tags", AREA_TABLE, m.tagged[1], sizeof(m.tagged[1]),
	      sizeof(m.tagged[1][0]));
	watch(s, "doorbell records", AREA_TABLE, m.record, sizeof(m.record), sizeof(m.record));
	watch(s, "registers", AREA_REGISTERS, m.registers, sizeof(m.registers), 0);
	watch(s, "BlueFlame page", AREA_REGISTERS, m.page, sizeof(m.page), 0);
	post_everything(s, seed);
	unwatch(s);
	inverbs_builder_fini(&m.qp);
}

int main(int argc, char **argv)
{
	const uint64_t seed = 1;
	struct subject s = {.adapter = TEXT(ADAPTER),
			    .post_send = post_send,
			    .post_recv = post_recv,
			    .renew = retire};

	for (size_t i = 0; i < sizeof(queues) / sizeof(*queues); i++) {
		s.type = queues[i].name;
		make_qp(i);
		run_qp(&s, seed + i);
	}
	printf("%s: took %llu requests and refused %llu; each changed its own WQE, or nothing\n",
	       s.adapter, (unsigned long long)s.posted, (unsigned long long)s.refused);
	if (argc > 1 && !stored_compare(argv[1], argc > 2 && !strcmp(argv[2], "update")))
		return 1;
	return s.posted && s.refused ? 0 : 1;
}
