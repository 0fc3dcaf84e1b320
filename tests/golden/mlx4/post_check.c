/* SPDX-License-Identifier: BSD-2-Clause */
/* Judging a posting call: the answer, the ring, the order of stores, software state. */
#include "hooks.h"

#include "post.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "quirk.h"

/* ---- answers ---- */

static long expected_bad(const struct post *p)
{
	const json_t *value = json_object_get(p->expect, "bad_wr_index");

	return value && !json_is_null(value) ? (long)number_of(value) : -1;
}

/* A bare -1 says nothing; of the two reasons to refuse, too many pieces is looked for first. */
static uint64_t documented_errno(const struct post *p)
{
	const json_t *wr = json_array_get(json_object_get(p->vector, "wrs"),
					  (size_t)expected_bad(p));
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
	return json_is_true(json_object_get(entry, "dont_care")) ||
	       is_text(entry, "role", "abandoned");
}

/*
 * Sizes in a ring that was never initialised are garbage, and so are the stamps that follow from
 * them.
 */
static bool is_garbage_stamp(const struct post *p, const json_t *entry)
{
	return is_send(p) && is_text(entry, "role", "stamp") &&
	       is_text(p->expect, "queue_before_fill", "cc");
}

/* A slot that was begun and given up must not look handed over. */
static void check_abandoned(const struct post *p, size_t offset, struct report *r)
{
	if (is_send(p))
		check_bytes(r, "owner word of an abandoned slot", p->memory + offset,
			    p->picture.before + offset, 4);
}

/*
 * An entry of 64 units, one more than its size field can count: the reference writes it all the
 * same.
 */
static bool is_oversized(const struct bytes *entry)
{
	return entry->len > 7 && !(entry->data[7] & 63);
}

/*
 * What nobody has to share: the size of an entry that is too large to have one, and a destination
 * MAC that the reference read from a payload that is not there.
 */
static void tolerate(const struct post *p, const json_t *entry, const struct bytes *expected,
		     uint8_t *ignore)
{
	uint32_t nth = (uint32_t)(number(entry, "slot", 0) - p->first) & (p->entries - 1);
	const json_t *wr = json_array_get(json_object_get(p->vector, "wrs"), nth);

	if (!is_send(p) || !is_text(entry, "role", "posted"))
		return;
	if (is_oversized(expected))
		ignore[7] = 0x7f;
	if (p->qp.ibv.qp_type == IBV_QPT_RAW_PACKET && wr &&
	    !json_array_size(json_object_get(wr, "sg"))) {
		memset(ignore + 8, 0xff, 2);
		memset(ignore + 12, 0xff, 4);
	}
}

static void check_slot(struct post *p, const json_t *entry, const struct bytes *expected,
		       size_t offset, struct report *r)
{
	uint8_t ignore[1024] = {0};
	char what[64];

	snprintf(what, sizeof(what), "%s slot %u", text(entry, "role"),
		 (unsigned int)number(entry, "slot", 0));
	if (quirk_limits(p->quirk))
		quirk_exceptions(p->quirk, ignore, sizeof(ignore));
	tolerate(p, entry, expected, ignore);
	if (expected->len > sizeof(ignore))
		fail(r, "%s has %zu bytes", what, expected->len);
	else
		check_defined(r, what, p->memory + offset, expected,
			      json_object_get(entry, "defined"), ignore);
}

static void check_place(const struct post *p, const json_t *entry, size_t offset, struct report *r)
{
	static const char *const roles[] = {"posted", "abandoned", "stamp"};
	bool known = false;

	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		known = known || is_text(entry, "role", roles[i]);
	if (!known)
		fail(r, "unknown role '%s'", text(entry, "role"));
	/* stamps in garbage are not where their slot says */
	if (!is_garbage_stamp(p, entry))
		check_number(r, "slot of a change", (offset - p->ring_offset) >> p->shift,
			     number(entry, "slot", 0));
}

static void check_queue_after(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *entry = json_array_get(value, i);
		size_t offset = number(entry, "offset", 0);
		struct bytes expected = expected_bytes(json_object_get(entry, "bytes"), r);

		check_place(p, entry, offset, r);
		if (!picture_cover(&p->picture, offset, expected.len))
			fail(r, "queue_after[%zu] lies outside of the ring", i);
		else if (is_abandoned(entry))
			check_abandoned(p, offset, r);
		else if (!is_garbage_stamp(p, entry) &&
			 (!quirk_limits(p->quirk) || is_text(entry, "role", "posted")))
			check_slot(p, entry, &expected, offset, r);
		free_bytes(&expected);
	}
	picture_check_rest(&p->picture, r);
}

/* ---- order of stores ---- */

static uint32_t accepted(const struct post *p)
{
	if (p->srq.entries)
		return p->srq.counter -
		       (uint32_t)number(json_object_get(p->vector, "srq"), "counter_before", 0);
	return (is_send(p) ? inverbs_sq_head(&p->qp.sq) : inverbs_rq_head(&p->qp.rq)) - p->first;
}

/*
 * What the adapter relies on inside one send entry: the word with the owner bit comes when
 * everything else is there (but for the tags of a pushed entry, which share its first eight bytes),
 * and the first word of each later 64-byte chunk comes after the rest of that chunk.
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
	else if (!barrier_between(last_touch(p->region, offset + 8, bytes - 8), handed_over))
		fail(r, "no barrier before the owner word of the entry at %zu", offset);
	for (uint32_t at = 64; at < bytes; at += 64) {
		uint32_t rest = bytes - at < 64 ? bytes - at : 64;

		if (last_touch(p->region, offset + at, 4) <
		    last_touch(p->region, offset + at + 4, rest - 4))
			fail(r, "first word of the chunk at %zu was stored before its rest",
			     offset + at);
		else if (!barrier_between(last_touch(p->region, offset + at + 4, rest - 4),
					  last_touch(p->region, offset + at, 4)))
			fail(r, "no barrier before the first word of the chunk at %zu",
			     offset + at);
	}
}

static long first_bell(void)
{
	for (size_t i = 0; i < recorder.count; i++) {
		if (!same_text(recorder.stores[i].region->name, "queue"))
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

CHECK_STATE(sq_head, inverbs_sq_head(&p->qp.sq))
CHECK_STATE(sq_tail, p->qp.sq.tail)
CHECK_STATE(rq_head, inverbs_rq_head(&p->qp.rq))
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

/* Does the vector show an entry that is too large for its size field? */
static bool shows_oversized(const struct post *p)
{
	const json_t *after = json_object_get(p->expect, "queue_after");
	bool found = false;

	for (size_t i = 0; is_send(p) && i < json_array_size(after); i++) {
		const json_t *entry = json_array_get(after, i);
		struct bytes b = bytes(entry, "bytes");

		found = found || (is_text(entry, "role", "posted") && is_oversized(&b));
		free_bytes(&b);
	}
	return found;
}

/* The request was refused in the documented way: nothing posted, nothing rung. */
static bool refused_cleanly(const struct post *p)
{
	return (p->ret == EINVAL || p->ret == ENOMEM || p->ret == EOPNOTSUPP) && p->bad == 0 &&
	       !accepted(p) && first_bell() == (long)recorder.count;
}

/* The table without what the text does not name. "posted slot" stands for the ring. */
static void limit_expectations(const char *quirk, struct expectation *table)
{
	size_t n = 0;

	for (const struct expectation *e = expectations; e->key; e++) {
		bool named = quirk_requires(quirk, e->key) ||
			     (same_text(e->key, "queue_after") && quirk_requires(quirk, "posted"));

		table[n++] = (struct expectation){e->key, named ? e->check : check_nothing};
	}
	table[n] = (struct expectation){NULL, NULL};
}

void post_judge(struct post *p, struct report *r)
{
	struct expectation limited[sizeof(expectations) / sizeof(expectations[0])];

	limit_expectations(p->quirk, limited);
	check_expectations(p->expect, limited, p, r);
	check_order(p, r);
	if (r->failed && (quirk_allows_refusal(p->quirk) || shows_oversized(p)) &&
	    refused_cleanly(p))
		r->failed = false;
}
