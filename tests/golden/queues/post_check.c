/* SPDX-License-Identifier: BSD-2-Clause */
/* Judges a posting call: results, ring, doorbells and bookkeeping of requests. */
#include "hooks.h"

#include "post.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "quirk.h"
#include "rules.h"
#include "seen.h"

uint32_t post_requests(const struct post *p)
{
	if (p->srq)
		return p->w->words->srq_in_order ? p->srq->head : p->srq->counter;
	return p->sends ? inverbs_sq_head(&p->q->object->sq) : inverbs_rq_head(&p->q->object->rq);
}

uint32_t post_position(const struct post *p)
{
	if (p->srq)
		return post_requests(p);
	if (p->in_send)
		return p->q->object->sq.position;
	return p->q->object->rq.tags ? p->q->object->rq.position : p->q->object->rq.head;
}

uint32_t post_units(const struct post *p)
{
	if (p->srq)
		return p->srq->entries;
	return p->in_send ? p->q->object->sq.entries : p->q->object->rq.entries;
}

/* ---- results ---- */

static long expected_bad(const struct post *p)
{
	const json_t *value = json_object_get(p->expect, "bad_wr_index");

	if (quirk_chooses(p->vector, "bad_wr_index"))
		return json_array_size(json_object_get(p->vector, "wrs"))
			       ? (long)(post_requests(p) - p->posted_before)
			       : -1;
	return value && !json_is_null(value) ? (long)number_of(value) : -1;
}

/* A recorded -1 does not give the reason; too many SGEs is checked before a full queue. */
static int documented_errno(const struct post *p)
{
	const json_t *wr = json_array_get(json_object_get(p->vector, "wrs"),
					  (size_t)expected_bad(p));
	const uint64_t sges = number(wr, "num_sge", json_array_size(json_object_get(wr, "sg")));
	const uint32_t most = p->srq     ? p->srq->max_sge
			      : p->sends ? p->q->object->sq.max_sge
					 : p->q->object->rq.max_sge;

	return sges > most ? EINVAL : ENOMEM;
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	int expected = (int)number_of(value);

	if (quirk_chooses(p->vector, "ret")) {
		if (json_array_size(json_object_get(p->vector, "wrs")) && p->ret != ENOMEM &&
		    p->ret != EINVAL)
			fail(r, "ret is %d, expected ENOMEM or EINVAL", p->ret);
		return;
	}
	if (expected == -1)
		expected = documented_errno(p);
	if (p->ret != expected)
		fail(r, "ret is %d, expected %d", p->ret, expected);
}

static void check_bad_wr(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	(void)value;
	if (p->bad != expected_bad(p))
		fail(r, "bad_wr is request %ld, expected %ld (-1: not written)", p->bad,
		     expected_bad(p));
}

/* ---- slots with roles ---- */

/*
 * Sizes in a ring that was never initialized are garbage, and so are the stamps that depend on
 * them.
 */
static bool is_garbage_stamp(const struct post *p, const json_t *range)
{
	return p->sends && is_text(range, "role", "stamp") &&
	       is_text(p->expect, "queue_before_fill", "cc");
}

static void check_place(const struct post *p, const json_t *range, size_t offset, struct report *r)
{
	static const char *const roles[] = {"posted", "abandoned", "stamp"};
	bool known = false;

	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		known = known || is_text(range, "role", roles[i]);
	if (!known)
		fail(r, "unknown role '%s'", text(range, "role"));
	/* garbage sizes put stamps at other offsets */
	if (!is_garbage_stamp(p, range))
		check_number(r, "slot of a change", (offset - p->ring->start) / p->unit,
			     number(range, "slot", 0));
}

/* Returns the request of the slot; NULL for slots that were not posted or are in a linked list. */
static const json_t *request_of(const struct post *p, const json_t *range)
{
	const uint32_t nth = (uint32_t)(number(range, "slot", 0) - p->first) & (post_units(p) - 1);

	const bool linked = p->srq && !p->w->words->srq_in_order;

	return is_text(range, "role", "posted") && !linked
		       ? json_array_get(json_object_get(p->vector, "wrs"), nth)
		       : NULL;
}

static void check_slot(const struct post *p, const json_t *range, const struct bytes *expected,
		       size_t offset, struct report *r)
{
	const json_t *wr = request_of(p, range);
	const uint8_t *const actual = p->ring->memory + offset;
	uint8_t *const ignore = zeroed(1, expected->len);
	char what[64];

	snprintf(what, sizeof(what), "%s slot %u", text(range, "role"),
		 (unsigned int)number(range, "slot", 0));
	if (quirk_limits(p->quirk))
		quirk_exceptions(p->quirk, ignore, expected->len);
	if (wr)
		rules_excuse(p->w->words->rules, !p->sends, json_object_get(p->vector, "qp"), wr,
			     expected, actual, ignore, r);
	check_defined(r, what, actual, expected, json_object_get(range, "defined"), ignore);
	free(ignore);
}

static bool is_unreadable(const struct post *p, const json_t *wr, const struct bytes *recorded)
{
	bool found = false;

	for (const struct golden_rule *rule = p->w->words->rules; rule->name; rule++)
		found |= rule->unreadable &&
			 rule_holds(rule, json_object_get(p->vector, "qp"), wr, recorded);
	return found;
}

/* Where rules permit differences, the device must decode the recorded WQE as the same request. */
static void check_recorded(const struct post *p, const json_t *range, const struct bytes *recorded,
			   size_t offset, struct report *r)
{
	const struct golden_vocabulary *words = p->w->words;
	uint32_t nth = (uint32_t)(number(range, "slot", 0) - p->first) & (post_units(p) - 1);
	uint8_t *const wqe = zeroed(1, p->unit);
	const struct ibv_send_wr *send = p->send_wrs;
	const struct ibv_recv_wr *recv = p->recv_wrs;

	memcpy(wqe, p->ring->memory + offset, p->unit);
	memcpy(wqe, recorded->data, recorded->len);
	for (; nth; nth--) {
		send = send ? send->next : NULL;
		recv = recv ? recv->next : NULL;
	}
	if (send)
		check_seen_recorded(words, p->q, send, wqe,
				    !is_unreadable(p, request_of(p, range), recorded), r);
	else if (recv)
		check_seen_receive(
			words, p->srq ? words->calls->decode_srq_recv : words->calls->decode_recv,
			wqe, p->unit, recv, r);
	free(wqe);
}

static bool is_abandoned(const json_t *range)
{
	return json_is_true(json_object_get(range, "dont_care")) ||
	       is_text(range, "role", "abandoned");
}

/* A slot that was begun and abandoned must not look as if ownership had passed. */
static void check_abandoned(const struct post *p, size_t offset, struct report *r)
{
	const struct golden_handover *h = &p->w->words->handover;

	if (p->sends)
		check_bytes(r, "word that would hand over an abandoned slot",
			    p->ring->memory + offset + h->at,
			    p->ring->picture.before + offset + h->at, h->bytes);
}

static void check_role(struct post *p, const json_t *range, const struct bytes *expected,
		       size_t offset, struct report *r)
{
	check_place(p, range, offset, r);
	picture_cover(&p->ring->picture, offset, expected->len);
	if (is_abandoned(range))
		check_abandoned(p, offset, r);
	else if (!is_garbage_stamp(p, range) &&
		 (!quirk_limits(p->quirk) || is_text(range, "role", "posted")))
		check_slot(p, range, expected, offset, r);
	if (!r->failed && p->w->words->rules && !p->quirk && request_of(p, range) &&
	    expected->len <= p->unit)
		check_recorded(p, range, expected, offset, r);
}

/* ---- memory ---- */

/* Whether the byte belongs to a WQE that the call posted. */
static bool is_posted(const struct post *p, size_t offset)
{
	uint32_t unit = (uint32_t)((offset - p->ring->start) / p->unit);

	return ((unit - p->first) & (post_units(p) - 1)) < p->last - p->first;
}

/* Whether the byte is in the next unit, which the last WQE may mark as unwritten. */
static bool is_behind(const struct post *p, size_t offset)
{
	return p->sends && p->w->words->handover.marked &&
	       offset / p->unit == (p->last & (post_units(p) - 1));
}

/* Compares a range without a role completely, except for bits that the vector excepts. */
static void check_whole(const struct post *p, const char *what, size_t offset,
			const struct bytes *expected, struct report *r)
{
	uint8_t *const ignore = zeroed(1, expected->len);

	if (p->w->words->overlook)
		p->w->words->overlook(p->vector, ignore, expected->len);
	check_defined(r, what, p->ring->memory + offset, expected, NULL, ignore);
	free(ignore);
}

/*
 * Without roles, the recording includes beginnings of refused requests, which we do not store. With
 * roles, it lists every byte that changes.
 */
static void check_range(struct post *p, const json_t *range, struct report *r)
{
	size_t offset = number(range, "offset", 0);
	struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);
	char what[64];

	snprintf(what, sizeof(what), "%s at %zu", p->ring->picture.name, offset);
	if (offset > p->ring->bytes || expected.len > p->ring->bytes - offset)
		fail(r, "%s: %zu bytes leave the ring", what, expected.len);
	else if (json_object_get(range, "role"))
		check_role(p, range, &expected, offset, r);
	else if (is_posted(p, offset) || is_behind(p, offset))
		check_whole(p, what, offset, &expected, r);
	else if (!p->ret)
		fail(r, "%s is expected and was not posted", what);
	if (is_behind(p, offset))
		picture_cover(&p->ring->picture, offset, expected.len);
	free_bytes(&expected);
}

static void check_memory(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	bool roles = false;
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		roles = roles || json_object_get(range, "role");
		if (!r->failed)
			check_range(p, range, r);
	}
	for (uint32_t i = p->first; i != p->last && !roles; i++)
		picture_cover(&p->ring->picture,
			      p->ring->start + (size_t)(i & (post_units(p) - 1)) * p->unit,
			      p->unit);
	picture_check_rest(&p->ring->picture, r);
}

static bool posts_atomic(const struct post *p)
{
	size_t index;
	json_t *wr;

	json_array_foreach(json_object_get(p->vector, "wrs"), index, wr)
	{
		if (strstr(text(wr, "opcode"), "ATOMIC_") == text(wr, "opcode"))
			return true;
	}
	return false;
}

/*
 * For atomics, the reference forgets to clear units ahead; we may clear those from the next
 * boundary on.
 */
static void cover_ahead(struct post *p)
{
	const uint32_t block = p->w->words->clears;
	const uint32_t next = (p->last + block - 1) & ~(block - 1) & (post_units(p) - 1);

	picture_cover(&p->ring->picture, p->ring->start + (size_t)next * p->unit,
		      (size_t)block * p->unit);
}

/* Compares units ahead that were marked as unwritten. */
static void check_cleared(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		const size_t offset = number_up_to(range, "offset", 0, p->ring->bytes);
		const size_t length = number_up_to(range, "length", 0, p->ring->bytes - offset);

		for (size_t i = offset; i < offset + length && i < p->ring->bytes; i++)
			check_number(r, "cleared byte", p->ring->memory[i],
				     strtoul(text(range, "byte"), NULL, 16));
		picture_cover(&p->ring->picture, offset, length);
	}
	if (p->w->words->clears && posts_atomic(p))
		cover_ahead(p);
}

/* ---- doorbells ---- */

/* If nothing was posted, no doorbell rings; references ring with the same value again. */
static void check_doorbells(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	if (p->first == p->last)
		value = NULL;
	check_doorbells_of(p->w, value, r);
	check_barriers(r);
}

/*
 * Every WQE was stored before its doorbell, so the last store is a doorbell; without doorbells, it
 * is the word that passes ownership of the last WQE.
 */
static void check_order(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	const json_t *last = json_array_get(value, json_array_size(value) - 1);
	const char *place = json_is_string(last) ? strchr(json_string_value(last), '+') : NULL;
	const struct store *store;

	if (!recorder.count)
		return;
	store = &recorder.stores[recorder.count - 1];
	if (place && !strncmp(json_string_value(last), "rq", 2)) {
		check_number(r, "place of the last store", store->offset, strtoul(place, NULL, 0));
		return;
	}
	if (p->first != p->last && is_ring(store->region) && is_posted(p, store->offset))
		fail(r, "a WQE was stored after the last doorbell");
}

/* ---- bookkeeping of requests ---- */

/* A refused request may have left its identifier, which is overwritten when the slot is posted. */
static bool is_refused_slot(const struct post *p, uint32_t slot)
{
	const uint32_t next = p->srq ? p->srq->head : p->last;

	return p->ret && slot == (next & (post_units(p) - 1));
}

static void check_ids(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	size_t index;
	json_t *row;
	char what[64];

	if (!p->ids) {
		p->w->words->check_table(p->q, p->sends, value, r);
		return;
	}
	json_array_foreach((json_t *)(uintptr_t)value, index, row)
	{
		const uint64_t slot = number(row, "index", 0);

		if (slot < p->id_count)
			p->ids_before[slot] = number(row, "wr_id", 0);
		else
			fail(r, "wr_id_table_changes[%zu] lies outside of the table", index);
	}
	for (uint32_t i = 0; i < p->id_count; i++) {
		snprintf(what, sizeof(what), "wr_id of slot %u", i);
		if (!is_refused_slot(p, i))
			check_number(r, what, p->ids[i], p->ids_before[i]);
	}
}

/* After ibv_bind_mw() the window has the new key; after a posted request the program must remember
 * it. */
static void check_mw_rkey(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	if (p->mw)
		check_number(r, "key of the window", p->mw->rkey, number_of(value));
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"bad_wr_index", check_bad_wr},
	{"queue_before_fill", check_nothing}, /* evaluated before the call */
	{"queue_before", check_nothing},
	{"mw_rkey_after", check_mw_rkey},
	{"cleared", check_cleared},
	{"queue_after", check_memory},
	{"doorbells", check_doorbells},
	{"wr_id_table_changes", check_ids},
	{"sq_table_changes", check_ids},
	{"store_order", check_order},
	{"wqe_order", check_nothing}, /* checked by the device's decoder, see seen.h */
	/* in a step on a shared queue: its request, and links of the reference's slots */
	{"step", check_nothing},
	{"wrs", check_nothing},
	{"head", check_nothing},
	{"tail", check_nothing},
	{"free_set", check_nothing},
	{NULL, NULL},
};

/* ---- judging ---- */

static const struct golden_number *numbers_of(const struct post *p)
{
	const struct golden_vocabulary *words = p->w->words;

	if (p->srq)
		return words->srq_numbers;
	return p->sends ? words->send_numbers : words->recv_numbers;
}

/* Compares the numbers of the queue. Returns the other expectations, without those that the text
 * leaves to the implementation. */
static json_t *without_numbers(const struct post *p, struct report *r)
{
	const struct golden_vocabulary *words = p->w->words;
	json_t *rest = json_object();
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)p->expect, key, value)
	{
		const struct golden_number *n = numbers_of(p);

		if (quirk_excuses(p->quirk, key))
			continue;
		while (n->key && !same_text(n->key, key))
			n++;
		if (n->key)
			check_number(r, key, n->now(p->w, p->q), number_of(value));
		else if (!words->check_post || !words->check_post(p->w, p->q, key, value, r))
			json_object_set(rest, key, value);
	}
	return rest;
}

static bool is_locked(const struct post *p)
{
	if (p->srq)
		return p->srq->lock.held;
	return p->sends ? p->q->object->sq.lock.held : p->q->object->rq.lock.held;
}

/* Returns why we may refuse a request that the recording accepts; NULL if we may not. */
static const char *reason_to_refuse(const struct post *p)
{
	const struct golden_vocabulary *words = p->w->words;

	if (quirk_allows_refusal(p->quirk))
		return p->quirk;
	return words->may_refuse ? words->may_refuse(p->vector) : NULL;
}

/* True if we were allowed to refuse, returned a documented error, and posted nothing. */
static bool refused_rightly(const struct post *p, struct report *r)
{
	const char *why = reason_to_refuse(p);
	const bool documented = p->ret == EINVAL || p->ret == ENOMEM || p->ret == EOPNOTSUPP;
	const bool first = p->bad == 0 || json_object_get(p->vector, "calls");
	const bool rightly = why && documented && first && p->first == p->last && !doorbell_count();

	if (rightly)
		snprintf(r->refused, sizeof(r->refused), "%s", why);
	return rightly;
}

void post_judge(struct post *p, struct report *r)
{
	struct report judged = {.failed = false};
	json_t *rest;

	if (r->failed)
		return;
	rest = without_numbers(p, &judged);
	check_expectations(rest, expectations, p, &judged);
	json_decref(rest);
	for (size_t i = COUNT_RULES; i < REPORT_COUNTS; i++)
		r->counts[i] += judged.counts[i];
	if (recorder.overflow)
		fail(&judged, "more stores than the recorder holds");
	if (judged.failed && !refused_rightly(p, r))
		fail(r, "%s", judged.reason);
	if (is_locked(p))
		fail(r, "the queue was left locked");
}
