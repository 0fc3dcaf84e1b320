/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include "bounds.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "stored.h"

enum {
	MOST_SGES = 80,
	PAYLOAD = 1 << 16,
	BLOCK = 64,
	IDLE = 0x5a, /* value of every byte of a register before a post */
	LENGTHS = 8, /* number of payload lengths tried for each number of SGEs */
	STAMP = 64,  /* in slots that may be prefetched, ones are stored at multiples of this */
};

/* WQEs contain its address, so it is the same in every run. */
#define PAYLOAD_AT ((void *)0x200000000000)

static uint8_t *payload;

static void make_payload(void)
{
	if (payload)
		return;
	payload = mmap(PAYLOAD_AT, PAYLOAD, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (payload != PAYLOAD_AT) {
		perror("memory for payload");
		exit(1);
	}
	for (size_t i = 0; i < PAYLOAD; i++)
		payload[i] = (uint8_t)(i * 7 + (i >> 8) + 1);
}

/* ---- memory before and after ---- */

void watch(struct subject *s, const char *name, enum area_kind kind, void *at, size_t bytes,
	   size_t element)
{
	struct area *a = &s->areas[s->area_count];

	if (!at || !bytes)
		return;
	if (s->area_count++ == MAX_AREAS)
		abort();
	*a = (struct area){name, kind, at, bytes, element, malloc(bytes)};
	if (!a->before)
		abort();
	if (kind == AREA_REGISTERS)
		memset(at, IDLE, bytes);
}

void unwatch(struct subject *s)
{
	for (size_t i = 0; i < s->area_count; i++)
		free(s->areas[i].before);
	s->area_count = 0;
}

/* The state before the next call. Copies only areas that changed: most calls change few. */
static void take_pictures(struct subject *s)
{
	s->doorbells = 0;
	for (size_t i = 0; i < s->area_count; i++) {
		struct area *const a = &s->areas[i];

		if (!memcmp(a->before, a->at, a->bytes))
			continue;
		if (a->kind == AREA_REGISTERS)
			memset(a->at, IDLE, a->bytes);
		memcpy(a->before, a->at, a->bytes);
	}
}

/* ---- one call ---- */

/* A list of two requests: one that every queue accepts, and the one under test. */
struct trial {
	struct ibv_send_wr send[2];
	struct ibv_recv_wr recv[2];
	struct ibv_sge sges[MOST_SGES];
	struct ibv_sge none;
	bool is_recv, built;
	uint32_t first; /* index of the first request that is posted */
};

/* The result of a call. */
struct outcome {
	int err;
	uint32_t bad;        /* index of the refused request; 2 if none was refused */
	uint32_t accepted;   /* number of requests */
	uint32_t start, end; /* units that were used, free-running */
};

static void describe(const struct subject *s, const struct trial *t)
{
	const struct inverbs_qp *qp = s->qp;
	const struct ibv_sge *list = t->is_recv ? t->recv[1].sg_list : t->send[1].sg_list;
	const int n = t->is_recv ? t->recv[1].num_sge : t->send[1].num_sge;

	printf("%s %s, granted %u SGEs and %u bytes inline (receives: %u SGEs), WQEs of %u bytes "
	       "(%u)%s:\n",
	       s->adapter, s->type, qp->sq.max_sge, qp->sq.max_inline, qp->rq.max_sge, s->send.unit,
	       s->recv.unit, t->first ? "" : ", second of a list");
	if (t->is_recv)
		printf("  receive");
	else
		printf("  opcode %u (%s), flags 0x%x", t->send[1].opcode,
		       ibv_wr_opcode_str(t->send[1].opcode), t->send[1].send_flags);
	printf("%s, num_sge %d, lengths", t->built ? ", built" : "", n);
	for (int i = 0; i < n && i < MOST_SGES; i++)
		printf(" %u", list[i].length);
	printf("\n  ");
}

/* Describe the request and the error, and exit. */
#define WRONG(s, t, ...)                                                                           \
	do {                                                                                       \
		describe(s, t);                                                                    \
		printf(__VA_ARGS__);                                                               \
		printf("\n");                                                                      \
		exit(1);                                                                           \
	} while (0)

static bool is_in(const uint8_t *at, const struct slots *ring, uint32_t start, uint32_t end)
{
	size_t offset;

	if (at < ring->buf || at >= ring->buf + (size_t)ring->entries * ring->unit)
		return false;
	offset = (size_t)(at - ring->buf);
	return (((uint32_t)(offset / ring->unit) - start) & (ring->entries - 1)) < end - start;
}

/*
 * In slots ahead of the producer index, which the adapter may prefetch, a post writes 4 bytes of
 * ones at the start of each chunk but the first, so that they look unused.
 */
static bool is_stamp(const struct subject *s, const uint8_t *at, const struct outcome *o)
{
	const struct slots *const ring = &s->send;
	const uint32_t spare = s->qp->sq.spare;
	uint8_t ones[4];
	size_t in_slot;

	if (!spare || !is_in(at, ring, o->start + spare, o->end + spare))
		return false;
	in_slot = (size_t)(at - ring->buf) % ring->unit;
	memset(ones, 0xff, sizeof(ones));
	return in_slot >= STAMP && in_slot % STAMP < sizeof(ones) &&
	       !memcmp(at - in_slot % STAMP, ones, sizeof(ones));
}

/* Rings in shared memory have their indexes in front of unit 0. */
static bool is_index(const struct area *a, const uint8_t *at, const struct slots *ring)
{
	return at >= a->at && at < ring->buf && a->at != ring->buf &&
	       ring->buf - a->at < REGISTER_BYTES;
}

/* Checks whether a byte was allowed to change. */
static void check_byte(const struct subject *s, const struct trial *t, const struct area *a,
		       size_t i, const struct outcome *o)
{
	const struct slots *const ring = t->is_recv ? s->recv_slots : &s->send;
	const uint8_t *const at = a->at + i;

	if (is_in(at, ring, o->start, o->end))
		return;
	if (o->accepted && ((!t->is_recv && is_stamp(s, at, o)) || is_index(a, at, ring)))
		return;
	WRONG(s, t,
	      "result %d: byte %td after slot 0 of the ring went from %02x to %02x; of %u units "
	      "those from %u to %u belong to it",
	      o->err, at - ring->buf, a->before[i], *at, ring->entries,
	      o->start & (ring->entries - 1), (o->end - 1) & (ring->entries - 1));
}

static void check_ring(const struct subject *s, const struct trial *t, const struct area *a,
		       const struct outcome *o)
{
	for (size_t i = 0; i < a->bytes; i++) {
		if (i % BLOCK == 0 && i + BLOCK <= a->bytes &&
		    !memcmp(a->at + i, a->before + i, BLOCK))
			i += BLOCK - 1;
		else if (a->at[i] != a->before[i])
			check_byte(s, t, a, i, o);
	}
}

static void check_table(const struct subject *s, const struct trial *t, const struct area *a,
			const struct outcome *o)
{
	uint32_t changed = 0;

	for (size_t i = 0; i < a->bytes; i += a->element)
		changed += memcmp(a->at + i, a->before + i, a->element) != 0;
	if (changed > o->accepted)
		WRONG(s, t, "result %d: %u of the %s changed", o->err, changed, a->name);
}

static void check_areas(const struct subject *s, const struct trial *t, const struct outcome *o)
{
	for (size_t i = 0; i < s->area_count; i++) {
		const struct area *const a = &s->areas[i];

		if (!memcmp(a->at, a->before, a->bytes))
			continue;
		if (a->kind == AREA_RINGS)
			check_ring(s, t, a, o);
		else if (a->kind == AREA_TABLE)
			check_table(s, t, a, o);
		else if (!o->accepted)
			WRONG(s, t, "result %d, and something was stored in the %s", o->err,
			      a->name);
	}
	if (!o->accepted && s->doorbells)
		WRONG(s, t, "result %d, and the kernel was called", o->err);
}

/* Records the blocks of a register page that the post has changed. */
static void take_registers(const struct subject *s, uint32_t opcode, const struct area *a)
{
	for (uint32_t i = 0; i + BLOCK <= a->bytes; i += BLOCK) {
		if (!memcmp(a->at + i, a->before + i, BLOCK))
			continue;
		stored_take(s->type, opcode, &i, sizeof(i));
		stored_take(s->type, opcode, a->at + i, BLOCK);
	}
}

static void take_stored(const struct subject *s, const struct trial *t, const struct outcome *o)
{
	const struct slots *const ring = t->is_recv ? s->recv_slots : &s->send;
	const uint32_t opcode = t->is_recv ? STORED_RECEIVE : t->send[1].opcode;

	for (uint32_t i = o->start; i != o->end; i++)
		stored_take(s->type, opcode,
			    ring->buf + (size_t)(i & (ring->entries - 1)) * ring->unit, ring->unit);
	for (size_t i = 0; i < s->area_count; i++) {
		if (s->areas[i].kind == AREA_REGISTERS)
			take_registers(s, opcode, &s->areas[i]);
	}
}

/* The producer indexes of the queues. */
struct counts {
	uint32_t sends, recvs, shared_head, shared_tail, shared;
};

static bool counts_the_same(const struct subject *s, const struct counts *before)
{
	const struct inverbs_srq *const srq = s->srq;

	if (srq && (srq->head != before->shared_head || srq->tail != before->shared_tail ||
		    srq->counter != before->shared))
		return false;
	return inverbs_sq_head(&s->qp->sq) == before->sends &&
	       inverbs_rq_head(&s->qp->rq) == before->recvs;
}

static struct counts read_counts(const struct subject *s)
{
	struct counts c = {.sends = inverbs_sq_head(&s->qp->sq),
			   .recvs = inverbs_rq_head(&s->qp->rq)};

	if (s->srq) {
		c.shared_head = s->srq->head;
		c.shared_tail = s->srq->tail;
		c.shared = s->srq->counter;
	}
	return c;
}

static struct slots *ring_of(struct subject *s, const struct trial *t)
{
	return t->is_recv ? s->recv_slots : &s->send;
}

static uint32_t position_of(const struct subject *s, const struct trial *t)
{
	return t->is_recv ? s->qp->rq.position : inverbs_sq_position(&s->qp->sq);
}

static int post_list(struct subject *s, struct trial *t, uint32_t *bad)
{
	struct ibv_send_wr *bad_send = NULL;
	struct ibv_recv_wr *bad_recv = NULL;
	int err;

	if (s->srq) {
		err = s->post_srq_recv(&s->srq->ibv, &t->recv[t->first], &bad_recv);
		*bad = err ? (uint32_t)(bad_recv - t->recv) : 2;
	} else if (t->is_recv) {
		err = s->post_recv(&s->qp->ibv, &t->recv[t->first], &bad_recv);
		*bad = err ? (uint32_t)(bad_recv - t->recv) : 2;
	} else if (t->built) {
		if (!post_built(&s->qp->ibv, &t->send[t->first], &err))
			err = EINVAL; /* a request that the calls cannot express counts as
				       * refused */
		*bad = err ? t->first : 2;
	} else {
		err = s->post_send(&s->qp->ibv, &t->send[t->first], &bad_send);
		*bad = err ? (uint32_t)(bad_send - t->send) : 2;
	}
	return err;
}

/*
 * Whether the request under test is within the granted limits. Inline data is checked only for
 * opcodes with a payload.
 */
static bool is_granted(const struct subject *s, const struct trial *t)
{
	const struct ibv_send_wr *const wr = &t->send[1];
	uint64_t bytes = 0;

	if (t->is_recv)
		return (uint32_t)t->recv[1].num_sge <= s->qp->rq.max_sge;
	if (!(wr->send_flags & IBV_SEND_INLINE))
		return (uint32_t)wr->num_sge <= s->qp->sq.max_sge;
	for (int i = 0; i < wr->num_sge; i++)
		bytes += wr->sg_list[i].length;
	return bytes <= s->qp->sq.max_inline ||
	       (wr->opcode != IBV_WR_RDMA_WRITE && wr->opcode != IBV_WR_SEND);
}

/* Post the list and check what has changed. Returns false if the queue was full. */
static bool try_once(struct subject *s, struct trial *t)
{
	struct slots *const ring = ring_of(s, t);
	const void *const handle = &s->qp->ibv; /* compared as bytes, since not even padding may
						 * change */
	uint8_t before[sizeof(struct ibv_qp)];
	const struct counts counts = read_counts(s);
	const uint32_t at = position_of(s, t);
	struct outcome o = {.start = ring->next};

	take_pictures(s);
	memcpy(before, handle, sizeof(before));
	o.err = post_list(s, t, &o.bad);
	if (o.bad < t->first || o.bad > 2)
		WRONG(s, t, "result %d, and *bad_wr is no request of the list", o.err);
	if (o.err && o.err != EINVAL && o.err != ENOMEM && o.err != EOPNOTSUPP)
		WRONG(s, t, "result %d", o.err);
	if (!o.err && !is_granted(s, t))
		WRONG(s, t, "it was accepted");
	o.accepted = o.bad - t->first;
	o.end = o.start + o.accepted;
	if (position_of(s, t) != at) /* a WQE may occupy several units */
		o.end = o.start + position_of(s, t) - at;
	if (!o.accepted && (!counts_the_same(s, &counts) || o.end != o.start))
		WRONG(s, t, "result %d, and the queue counts it", o.err);
	if (memcmp(before, handle, sizeof(before)) != 0)
		WRONG(s, t, "result %d, and the handle changed", o.err);
	check_areas(s, t, &o);
	if (o.accepted)
		take_stored(s, t, &o);
	ring->next = o.end;
	s->posted += o.accepted;
	s->refused += o.err != 0;
	return o.bad != t->first || o.err != ENOMEM;
}

static void try_request(struct subject *s, struct trial *t)
{
	for (t->first = 0; t->first < 2; t->first++) {
		if (!try_once(s, t)) {
			s->renew(s);
			try_once(s, t);
		}
	}
}

/* Posts the requests as a list; sends also with ibv_wr_* calls. */
static void try_both_ways(struct subject *s, struct trial *t)
{
	t->built = false;
	try_request(s, t);
	t->built = !t->is_recv;
	if (t->built)
		try_request(s, t);
}

void retire(struct subject *s)
{
	__atomic_store_n(&s->qp->sq.tail, inverbs_sq_head(&s->qp->sq), __ATOMIC_RELEASE);
	__atomic_store_n(&s->qp->rq.tail, inverbs_rq_head(&s->qp->rq), __ATOMIC_RELEASE);
	if (s->qp->sq.tags)
		s->qp->sq.tags->next = 0;
	if (s->qp->rq.tags)
		s->qp->rq.tags->next = 0;
}

/* ---- requests ---- */

static uint32_t draw(uint64_t *random, uint32_t limit)
{
	*random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(*random >> 33) % limit;
}

/* Returns a length near one that matters for this queue (edges) or for some format (known). */
static uint32_t draw_length(uint64_t *random, uint32_t max_inline, uint32_t unit)
{
	static const uint32_t known[] = {0,  1,   4,   8,   12,  16,  32,  44,  60,
					 64, 104, 108, 124, 128, 256, 960, 1024};
	const uint32_t edges[] = {max_inline, unit, 2 * unit,
				  known[draw(random, sizeof(known) / sizeof(*known))]};

	return edges[draw(random, 4)] + draw(random, 5) - 2;
}

/* Splits the total among n SGEs: all in one, evenly, or at random, with some SGEs empty. */
static void split_total(struct trial *t, uint32_t n, uint32_t total, uint64_t *random)
{
	const uint32_t kind = n > 1 ? draw(random, 3) : 0;
	const uint32_t place = n ? draw(random, n) : 0;
	uint32_t left = total;

	for (uint32_t i = 0; i < n; i++) {
		struct ibv_sge *const sge = &t->sges[i];
		uint32_t part = kind == 0   ? (i == place ? left : 0)
				: kind == 1 ? total / n
				: left      ? draw(random, left)
					    : 0;

		if (kind && i == n - 1)
			part = left;
		left -= part;
		*sge = (struct ibv_sge){(uintptr_t)payload + draw(random, 64), part,
					draw(random, UINT16_MAX)};
	}
}

/* Lengths whose sum overflows 32 bits: two of them add up to 0. */
static void make_huge(struct trial *t, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		t->sges[i] = (struct ibv_sge){(uintptr_t)payload, n == 1 ? UINT32_MAX : 1U << 31,
					      1};
}

static void try_lengths(struct subject *s, struct trial *t, int num_sge, uint64_t *random)
{
	const uint32_t n = num_sge < 0 || num_sge > MOST_SGES ? MOST_SGES : (uint32_t)num_sge;
	const uint32_t most = s->qp->sq.max_inline;

	t->send[1].num_sge = t->recv[1].num_sge = num_sge;
	for (uint32_t i = 0; i < LENGTHS; i++) {
		if (i == 0)
			split_total(t, n, 0, random);
		else if (i == 1)
			split_total(t, n, most, random);
		else if (i == 2)
			make_huge(t, n);
		else
			split_total(t, n, draw_length(random, most, s->send.unit), random);
		try_both_ways(s, t);
		if (n == 0)
			return;
	}
}

/* Numbers of SGEs around the limits; negative ones with a list of SGEs. */
static void try_sges(struct subject *s, struct trial *t, uint32_t max_sge, uint64_t *random)
{
	const int granted = (int)max_sge;
	const int counts[] = {0, 1, 2, granted - 1, granted, granted + 1, granted + 2, MOST_SGES};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		if (counts[i] >= 0 && counts[i] <= MOST_SGES && (i < 3 || counts[i] > 2))
			try_lengths(s, t, counts[i], random);
	}
	if (t->is_recv || !(t->send[1].send_flags & IBV_SEND_INLINE)) {
		try_lengths(s, t, -1, random);
		try_lengths(s, t, INT_MIN, random);
	}
}

static void fill_wr(const struct subject *s, struct ibv_send_wr *wr, uint64_t *random)
{
	static struct inverbs_ah ah;
	static struct ibv_mw mw;
	static struct inverbs_mr mr;

	mr.ibv.lkey = 0x12345678;
	mr.ibv.rkey = 0x9abcdef0;
	memset(ah.av, 0x6d, sizeof(ah.av));
	ah.number = 0x4321;
	mw.type = draw(random, 2) ? IBV_MW_TYPE_2 : IBV_MW_TYPE_1;
	wr->wr_id = (uint64_t)draw(random, INT_MAX) << 32 | 1;
	wr->imm_data = draw(random, INT_MAX);
	wr->bind_mw.mw = &mw;
	wr->bind_mw.bind_info = (struct ibv_mw_bind_info){
		.mr = &mr.ibv, .addr = 0x7000, .length = 0x1000 * draw(random, 2)};
	wr->bind_mw.rkey = draw(random, INT_MAX);
	if (s->qp->sq.qp_type == IBV_QPT_UD || s->qp->sq.qp_type == IBV_QPT_DRIVER) {
		wr->wr.ud.ah = &ah.ibv;
		wr->wr.ud.remote_qpn = draw(random, 1 << 24);
		wr->wr.ud.remote_qkey = draw(random, INT_MAX);
	} else {
		wr->wr.atomic.remote_addr = (uint64_t)draw(random, INT_MAX) << 3;
		wr->wr.atomic.compare_add = draw(random, INT_MAX);
		wr->wr.atomic.swap = draw(random, INT_MAX);
		wr->wr.atomic.rkey = draw(random, INT_MAX);
	}
}

static void try_sends(struct subject *s, struct trial *t, uint64_t *random)
{
	static const uint32_t opcodes[] = {0, 1,  2,  3,  4,  5,  6,   7,         8,
					   9, 10, 11, 12, 31, 34, 255, 0x80000002};
	static const uint32_t flags[] = {
		0,
		IBV_SEND_SIGNALED | IBV_SEND_INLINE,
		IBV_SEND_SIGNALED | IBV_SEND_FENCE | IBV_SEND_SOLICITED,
		IBV_SEND_SIGNALED | IBV_SEND_IP_CSUM,
	};

	t->is_recv = false;
	for (size_t op = 0; op < sizeof(opcodes) / sizeof(*opcodes); op++) {
		for (size_t f = 0; f < sizeof(flags) / sizeof(*flags); f++) {
			fill_wr(s, &t->send[1], random);
			t->send[1].opcode = (enum ibv_wr_opcode)opcodes[op];
			t->send[1].send_flags = flags[f];
			try_sges(s, t, s->qp->sq.max_sge, random);
		}
	}
}

void post_everything(struct subject *s, uint64_t seed)
{
	static struct trial t;

	make_payload();
	memset(&t, 0, sizeof(t));
	t.none = (struct ibv_sge){(uintptr_t)payload, 1, 1};
	fill_wr(s, &t.send[0], &seed);
	t.send[0].opcode = IBV_WR_SEND;
	t.send[0].send_flags = IBV_SEND_SIGNALED;
	t.send[0].sg_list = t.recv[0].sg_list = &t.none;
	t.send[0].num_sge = 1;
	t.recv[0].num_sge = s->qp->rq.max_sge != 0;
	t.send[0].next = &t.send[1];
	t.recv[0].next = &t.recv[1];
	t.send[1].sg_list = t.recv[1].sg_list = t.sges;
	if (!s->srq)
		try_sends(s, &t, &seed);
	t.is_recv = true;
	try_sges(s, &t, s->qp->rq.max_sge, &seed);
}
