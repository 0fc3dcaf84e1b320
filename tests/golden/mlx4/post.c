/* SPDX-License-Identifier: BSD-2-Clause */
/* post_send, post_recv, post_srq_recv: one call on a queue made by hand, then everything it may have touched. */
#include "hooks.h"

#include "ops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "quirk.h"
#include "state.h"
#include "workreq.h"

/* One posting call: where it posts, what it answered. The three kinds of queue share most of it. */
struct post {
	const json_t *vector;
	const json_t *expect;
	const char *quirk;
	struct bench bench;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	/* the ring */
	uint8_t *memory;
	size_t memory_bytes;
	size_t ring_offset; /* of slot 0 in memory */
	uint32_t entries;
	uint32_t shift;
	uint64_t *wr_id;
	uint64_t wr_id_base;
	uint32_t first; /* slot of the first request */
	const struct region *region;
	struct picture picture;
	/* the answer */
	int ret;
	long bad; /* index of the request that *bad_wr names; -1: not written */
	/* requests are an array, so an index follows from a pointer */
	struct ibv_mw mw;
};

static bool is_send(const struct post *p)
{
	return p->qp.sq.entries != 0;
}

/* ---- the ring before the call ---- */

static void fill_send_ring(struct post *p, bool initialised)
{
	uint8_t *ring = p->memory + p->ring_offset;

	memset(p->memory, 0xcc, p->memory_bytes);
	for (uint32_t i = 0; i < p->entries; i++) {
		uint8_t *slot = ring + ((size_t)i << p->shift);
		uint8_t units = (uint8_t)(1U << (p->shift - 4));

		memset(slot + 4, 0, 3);
		if (!initialised)
			continue;
		memcpy(slot, "\x80\0\0", 4);
		slot[7] = units;
		for (uint32_t at = 64; at < (units & 63U) * 16; at += 64)
			memset(slot + at, 0xff, 4);
	}
}

static void fill_srq_ring(struct post *p, const json_t *links)
{
	static const uint8_t end[4] = {0, 0, 1, 0};

	memset(p->memory, 0xcc, p->memory_bytes);
	for (uint32_t i = 0; i < p->entries; i++) {
		uint8_t *slot = p->memory + ((size_t)i << p->shift);
		uint64_t next = number_of(json_array_get(links, i));

		slot[2] = (uint8_t)(next >> 8);
		slot[3] = (uint8_t)next;
		for (uint32_t at = 16; at < 1U << p->shift; at += 16)
			memcpy(slot + at + 4, end, sizeof(end));
	}
}

static void fill_explicit(struct post *p, struct report *r)
{
	struct bytes b = bytes(p->expect, "queue_before");

	if (!b.len || b.len > p->memory_bytes - p->ring_offset)
		fail(r, "queue_before has %zu bytes, which do not fit the ring", b.len);
	else
		memcpy(p->memory + p->ring_offset, b.data, b.len);
	free_bytes(&b);
}

static void fill_ring(struct post *p, struct report *r)
{
	const char *fill = text(p->expect, "queue_before_fill");

	if (!strcmp(fill, "srq-init:cc"))
		fill_srq_ring(p, json_object_get(json_object_get(p->vector, "srq"), "next_wqe_index_before"));
	else if (!strcmp(fill, "sq-init:cc") || !strcmp(fill, "cc") || !*fill)
		is_send(p) ? fill_send_ring(p, *fill == 's') : (void)memset(p->memory, 0xcc, p->memory_bytes);
	else if (!strcmp(fill, "explicit"))
		fill_explicit(p, r);
	else
		fail(r, "unknown queue_before_fill '%s'", fill);
}

/* ---- making the queue ---- */

static void make_memory(struct post *p, size_t bytes, size_t offset)
{
	size_t ring = (size_t)p->entries << p->shift;

	p->ring_offset = offset;
	p->memory_bytes = bytes > offset + ring ? bytes : offset + ring;
	p->memory = guarded_memory(p->memory_bytes);
	p->region = recorder_watch("queue", p->memory, p->memory_bytes);
}

static uint32_t *make_record(const char *name)
{
	uint32_t *record = (uint32_t *)(void *)guarded_memory(4);

	recorder_watch(name, record, 4);
	return record;
}

static void make_send_queue(struct post *p, const json_t *json)
{
	struct inverbs_sq *sq = &p->qp.sq;

	p->entries = sq->entries = (uint32_t)number(json, "sq_wqe_cnt", 0);
	p->shift = sq->shift = (uint8_t)number(json, "sq_wqe_shift", 6);
	make_memory(p, number(json, "queue_bytes", 0), number(json, "sq_offset", 0));
	p->wr_id_base = number(json, "sq_wr_id_table_before_base", 0);
	sq->buf = p->memory + p->ring_offset;
	sq->wr_id = bench_wr_ids(p->wr_id_base, sq->entries);
	sq->bell = p->bench.uar;
	sq->push = &p->bench.ctx.push;
	sq->head = (uint32_t)number(json, "sq_head_before", 0);
	sq->tail = (uint32_t)number(json, "sq_tail_before", 0);
	sq->max_post = (uint32_t)number(json, "sq_max_post", 0);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->spare = (uint16_t)number(json, "sq_spare_wqes", 0);
	p->wr_id = sq->wr_id;
	p->first = sq->head;
}

static void make_recv_queue(struct post *p, const json_t *json)
{
	struct inverbs_rq *rq = &p->qp.rq;

	p->entries = rq->entries = (uint32_t)number(json, "rq_wqe_cnt", 0);
	p->shift = rq->shift = (uint8_t)number(json, "rq_wqe_shift", 4);
	make_memory(p, number(json, "queue_bytes", 0), number(json, "rq_offset", 0));
	p->wr_id_base = number(json, "rq_wr_id_table_before_base", 0);
	rq->buf = p->memory + p->ring_offset;
	rq->wr_id = bench_wr_ids(p->wr_id_base, rq->entries);
	rq->record = make_record("rq");
	rq->head = (uint32_t)number(json, "rq_head_before", 0);
	rq->tail = (uint32_t)number(json, "rq_tail_before", 0);
	rq->max_post = (uint32_t)number(json, "rq_max_post", 0);
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->adapter = INVERBS_ADAPTER_MLX4;
	p->wr_id = rq->wr_id;
	p->first = rq->head;
}

static void make_srq(struct post *p, const json_t *json)
{
	struct inverbs_srq *srq = &p->srq;

	p->entries = srq->entries = (uint32_t)number(json, "srq_wqe_cnt", 0);
	p->shift = srq->shift = (uint8_t)number(json, "srq_wqe_shift", 5);
	make_memory(p, 0, 0);
	p->wr_id_base = number(json, "wr_id_table_before_base", 0);
	srq->ibv.context = &p->bench.ctx.ibv;
	srq->buf = p->memory;
	srq->wr_id = bench_wr_ids(p->wr_id_base, srq->entries);
	srq->record = make_record("srq");
	srq->head = (uint32_t)number(json, "head_before", 0);
	srq->tail = (uint32_t)number(json, "tail_before", 0);
	srq->counter = (uint32_t)number(json, "counter_before", 0);
	srq->max_sge = (uint16_t)number(json, "max_sge", 0);
	srq->is_xrc = is_text(json, "type", "XRC");
	srq->adapter = INVERBS_ADAPTER_MLX4;
	p->wr_id = srq->wr_id;
	p->first = srq->head;
}

static void make_qp(struct post *p, const json_t *json, struct report *r)
{
	struct inverbs_qp *qp = &p->qp;
	int type = qp_type_named(text(json, "type"), r);

	qp->ibv.context = &p->bench.ctx.ibv;
	qp->ibv.qp_num = (uint32_t)number(json, "qpn", 0);
	qp->ibv.qp_type = (enum ibv_qp_type)type;
	qp->ibv.state = IBV_QPS_RTS;
	qp->sq.qpn = qp->ibv.qp_num;
	qp->sq.qp_type = (uint8_t)type;
	qp->sq.adapter = INVERBS_ADAPTER_MLX4;
	qp->sq.flags = bench_sq_flags(json, type);
	if (json_object_get(json, "sq_wqe_cnt"))
		make_send_queue(p, json);
	else
		make_recv_queue(p, json);
}

static bool prepare(struct post *p, const json_t *vector, struct report *r)
{
	const json_t *qp = json_object_get(vector, "qp"), *srq = json_object_get(vector, "srq");

	recorder_reset();
	p->vector = vector;
	p->expect = json_object_get(vector, "expect");
	p->quirk = quirk_of(vector);
	p->bad = -1;
	bench_init(&p->bench, (uint32_t)number(qp, "bf_buf_size", 0), (uint32_t)number(qp, "bf_offset_before", 0));
	if (qp)
		make_qp(p, qp, r);
	else if (srq)
		make_srq(p, srq);
	if (!p->entries || p->entries & (p->entries - 1)) {
		fail(r, "the case's ring cannot be made");
		return false;
	}
	fill_ring(p, r);
	picture_take(&p->picture, "ring", p->memory, p->memory_bytes);
	return !r->failed;
}

/* ---- the calls ---- */

static void call_bind(struct post *p, const json_t *json, struct report *r)
{
	struct ibv_pd *pd = calloc(1, sizeof(*pd));
	struct ibv_mr mr = {.lkey = (uint32_t)number(json, "mr_lkey", 0), .pd = pd};
	struct ibv_mw_bind bind = {
		.wr_id = number(json, "wr_id", 0),
		.send_flags = send_flags(json_object_get(json, "send_flags"), r),
		.bind_info = {
			.mr = json_object_get(json, "mr_lkey") ? &mr : NULL,
			.addr = number(json, "addr", 0),
			.length = number(json, "length", 0),
			.mw_access_flags = (unsigned int)number(json, "mw_access_flags", 0),
		},
	};

	p->mw = (struct ibv_mw){.context = &p->bench.ctx.ibv, .pd = pd};
	p->mw.rkey = (uint32_t)number(json, "mw_rkey_before", 0);
	p->mw.type = (enum ibv_mw_type)number(json, "mw_type", IBV_MW_TYPE_1);
	p->qp.ibv.pd = pd;
	p->ret = ibv_bind_mw(&p->qp.ibv, &p->mw, &bind);
	free(pd);
}

static void call_send(struct post *p, struct report *r)
{
	const json_t *bind = json_object_get(p->vector, "bind_mw");
	struct ibv_send_wr *wr, *bad = NULL;
	size_t n;

	if (bind) {
		call_bind(p, bind, r);
		return;
	}
	wr = send_requests(json_object_get(p->vector, "wrs"), bench_ah, &n, r);
	if (r->failed)
		return;
	p->ret = ibv_post_send(&p->qp.ibv, wr, &bad);
	p->bad = bad ? bad - wr : -1;
}

static void call_recv(struct post *p, struct report *r)
{
	struct ibv_recv_wr *wr, *bad = NULL;
	size_t n;

	wr = recv_requests(json_object_get(p->vector, "wrs"), &n, r);
	if (r->failed)
		return;
	if (p->srq.entries)
		p->ret = ibv_post_srq_recv(&p->srq.ibv, wr, &bad);
	else
		p->ret = ibv_post_recv(&p->qp.ibv, wr, &bad);
	p->bad = bad ? bad - wr : -1;
}

/* ---- answers ---- */

static long expected_bad(const struct post *p)
{
	const json_t *value = json_object_get(p->expect, "bad_wr_index");

	return value && !json_is_null(value) ? (long)number_of(value) : -1;
}

/* A bare -1 says nothing; of the two reasons to refuse, too many pieces is looked for first. */
static uint64_t documented_errno(const struct post *p)
{
	const json_t *wr = json_array_get(json_object_get(p->vector, "wrs"), (size_t)expected_bad(p));
	size_t pieces = number(wr, "num_sge", json_array_size(json_object_get(wr, "sg")));

	return pieces > p->srq.max_sge ? EINVAL : ENOMEM;
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	int64_t expected = (int64_t)number_of(value);

	if (expected == -1)
		expected = (int64_t)documented_errno(p);
	if (p->ret != expected)
		fail(r, "ret is %d, expected %lld", p->ret, (long long)expected);
}

static void check_bad_wr(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	long expected = json_is_null(value) ? -1 : (long)number_of(value);

	if (p->bad != expected)
		fail(r, "bad_wr is request %ld, expected %ld (-1: not written)", p->bad, expected);
}

/* ---- the ring after the call ---- */

static bool is_abandoned(const json_t *entry)
{
	return json_is_true(json_object_get(entry, "dont_care")) || is_text(entry, "role", "abandoned");
}

/* Sizes in a ring that was never initialised are garbage, and so are the stamps that follow from them. */
static bool is_garbage_stamp(const struct post *p, const json_t *entry)
{
	return is_send(p) && is_text(entry, "role", "stamp") && is_text(p->expect, "queue_before_fill", "cc");
}

/* A slot that was begun and given up must not look handed over. */
static void check_abandoned(const struct post *p, size_t offset, struct report *r)
{
	if (is_send(p))
		check_bytes(r, "owner word of an abandoned slot", p->memory + offset, p->picture.before + offset, 4);
}

static void check_slot(struct post *p, const json_t *entry, const struct bytes *expected, size_t offset,
		       struct report *r)
{
	uint8_t ignore[1024] = {0};
	char what[64];

	snprintf(what, sizeof(what), "%s slot %u", text(entry, "role"), (unsigned int)number(entry, "slot", 0));
	quirk_exceptions(p->quirk, ignore, sizeof(ignore));
	if (expected->len > sizeof(ignore))
		fail(r, "%s has %zu bytes", what, expected->len);
	else
		check_defined(r, what, p->memory + offset, expected, json_object_get(entry, "defined"),
			      quirk_limits(p->quirk) ? ignore : NULL);
}

static void check_queue_after(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *entry = json_array_get(value, i);
		size_t offset = number(entry, "offset", 0);
		struct bytes expected = bytes(entry, "bytes");

		if (!picture_cover(&p->picture, offset, expected.len))
			fail(r, "queue_after[%zu] lies outside of the ring", i);
		else if (is_abandoned(entry))
			check_abandoned(p, offset, r);
		else if (!is_garbage_stamp(p, entry) && (!quirk_limits(p->quirk) || is_text(entry, "role", "posted")))
			check_slot(p, entry, &expected, offset, r);
		free_bytes(&expected);
	}
	picture_check_rest(&p->picture, r);
}

/* ---- order of stores ---- */

static uint32_t accepted(const struct post *p)
{
	if (p->srq.entries)
		return p->srq.counter - (uint32_t)number(json_object_get(p->vector, "srq"), "counter_before", 0);
	return (is_send(p) ? p->qp.sq.head : p->qp.rq.head) - p->first;
}

/*
 * What the adapter relies on inside one send entry: the word with the owner bit comes when everything else is there
 * (but for the tags of a pushed entry, which share its first eight bytes), and the first word of each later 64-byte
 * chunk comes after the rest of that chunk.
 */
static void check_entry_order(const struct post *p, size_t offset, struct report *r)
{
	uint32_t units = p->memory[offset + 7] & 63U, bytes = (units ? units : 64) * 16;
	long handed_over = first_touch(p->region, offset, 4);

	if (handed_over < 0)
		fail(r, "the owner word of the entry at %zu was never stored", offset);
	else if (last_touch(p->region, offset + 8, bytes - 8) > handed_over)
		fail(r, "the entry at %zu was handed over before it was complete", offset);
	else if (first_touch(p->region, offset + 7, 1) > handed_over)
		fail(r, "the entry at %zu was handed over before its size was stored", offset);
	for (uint32_t at = 64; at < bytes; at += 64) {
		uint32_t rest = bytes - at < 64 ? bytes - at : 64;

		if (last_touch(p->region, offset + at, 4) < last_touch(p->region, offset + at + 4, rest - 4))
			fail(r, "first word of the chunk at %zu was stored before its rest", offset + at);
	}
}

static long first_bell(void)
{
	for (size_t i = 0; i < recorder.count; i++) {
		if (strcmp(recorder.stores[i].region->name, "queue"))
			return (long)i;
	}
	return (long)recorder.count;
}

static void check_order(const struct post *p, struct report *r)
{
	const json_t *after = json_object_get(p->expect, "queue_after");

	if (recorder.overflow)
		fail(r, "more stores than the recorder holds");
	for (size_t i = 0; i < json_array_size(after) && !r->failed; i++) {
		const json_t *entry = json_array_get(after, i);
		size_t offset = number(entry, "offset", 0);

		if (!is_text(entry, "role", "posted"))
			continue;
		if (is_send(p))
			check_entry_order(p, offset, r);
		if (first_touch(p->region, offset, 1UL << p->shift) < 0 && accepted(p))
			fail(r, "no store to the posted slot at %zu was seen", offset);
		if (first_touch(p->region, offset, 1UL << p->shift) > first_bell())
			fail(r, "the doorbell came before the entry at %zu", offset);
	}
}

/* The recorded order is one compiler's; what has to hold is checked for every case. */
static void check_store_order(void *run, const json_t *value, struct report *r)
{
	(void)value;
	check_order(run, r);
}

/* ---- software state ---- */

/* A refused request may have left its identifier; it is written again when its slot is posted. */
static bool is_refused_slot(const struct post *p, uint32_t slot)
{
	uint32_t next = p->srq.entries ? p->srq.head : p->first + accepted(p);

	return p->ret && slot == (next & (p->entries - 1));
}

static void check_wr_ids(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	uint64_t *expected = bench_wr_ids(p->wr_id_base, p->entries);
	char what[64];

	for (size_t i = 0; i < json_array_size(value); i++) {
		const json_t *change = json_array_get(value, i);
		uint64_t index = number(change, "index", 0);

		if (index < p->entries)
			expected[index] = number(change, "wr_id", 0);
		else
			fail(r, "wr_id_table_changes[%zu] lies outside of the table", i);
	}
	for (uint32_t i = 0; i < p->entries; i++) {
		snprintf(what, sizeof(what), "wr_id of slot %u", i);
		if (!is_refused_slot(p, i))
			check_number(r, what, p->wr_id[i], expected[i]);
	}
	free(expected);
}

static void check_bells(void *run, const json_t *value, struct report *r)
{
	(void)run;
	check_doorbells(value, r);
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

#define CHECK_STATE(name, actual)                                                                  \
	static void check_##name(void *run, const json_t *value, struct report *r)                 \
	{                                                                                          \
		const struct post *p = run;                                                        \
                                                                                                   \
		check_number(r, #name, actual, number_of(value));                                  \
	}

CHECK_STATE(sq_head, p->qp.sq.head)
CHECK_STATE(sq_tail, p->qp.sq.tail)
CHECK_STATE(rq_head, p->qp.rq.head)
CHECK_STATE(rq_tail, p->qp.rq.tail)
CHECK_STATE(srq_head, p->srq.head)
CHECK_STATE(srq_tail, p->srq.tail)
CHECK_STATE(srq_counter, p->srq.counter & 0xffff)
CHECK_STATE(bf_offset, p->bench.ctx.push.offset)
CHECK_STATE(mw_rkey, p->mw.rkey)

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"bad_wr_index", check_bad_wr},
	{"queue_before_fill", check_nothing}, /* read before the call */
	{"queue_before", check_nothing},
	{"sq_head_after", check_sq_head},
	{"sq_tail_after", check_sq_tail},
	{"rq_head_after", check_rq_head},
	{"rq_tail_after", check_rq_tail},
	{"head_after", check_srq_head},
	{"tail_after", check_srq_tail},
	{"counter_after", check_srq_counter},
	{"queue_after", check_queue_after},
	{"doorbells", check_bells},
	{"bf_offset_after", check_bf_offset},
	{"wr_id_table_changes", check_wr_ids},
	{"mw_rkey_after", check_mw_rkey},
	{"store_order", check_store_order},
	{NULL, NULL},
};

/* ---- quirks ---- */

/* The request was refused in the documented way: nothing posted, nothing rung. */
static bool refused_cleanly(const struct post *p)
{
	return (p->ret == EINVAL || p->ret == ENOMEM || p->ret == EOPNOTSUPP) && p->bad == 0 && !accepted(p) &&
	       first_bell() == (long)recorder.count;
}

/* The table without what the text does not name. "posted slot" stands for the ring. */
static void limit_expectations(const char *quirk, struct expectation *table)
{
	size_t n = 0;

	for (const struct expectation *e = expectations; e->key; e++) {
		bool named = quirk_requires(quirk, e->key) ||
			     (!strcmp(e->key, "queue_after") && quirk_requires(quirk, "posted"));

		table[n++] = (struct expectation){e->key, named ? e->check : check_nothing};
	}
	table[n] = (struct expectation){NULL, NULL};
}

static void judge(struct post *p, struct report *r)
{
	struct expectation limited[sizeof(expectations) / sizeof(expectations[0])];

	limit_expectations(p->quirk, limited);
	check_expectations(p->expect, limited, p, r);
	check_order(p, r);
	if (r->failed && quirk_allows_refusal(p->quirk) && refused_cleanly(p))
		r->failed = false;
}

static void run_post(const json_t *vector, void (*call)(struct post *, struct report *), struct report *r)
{
	struct post *p = calloc(1, sizeof(*p));

	if (!p)
		abort();
	if (prepare(p, vector, r))
		call(p, r);
	if (!r->failed)
		judge(p, r);
	free(p);
}

void mlx4_replay_post_send(const json_t *vector, struct report *r)
{
	run_post(vector, call_send, r);
}

void mlx4_replay_post_recv(const json_t *vector, struct report *r)
{
	run_post(vector, call_recv, r);
}
