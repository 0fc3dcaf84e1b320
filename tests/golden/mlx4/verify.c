/* SPDX-License-Identifier: BSD-2-Clause */
/* Comparing what a call left behind: software state, completion entries, doorbells. */
#include "hooks.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static void check_member(const json_t *json, const char *key, uint32_t actual, struct report *r)
{
	if (json_object_get(json, key))
		check_number(r, key, actual, (uint32_t)number(json, key, 0));
}

void check_qps_after(struct bench_cq *b, const json_t *value, struct report *r)
{
	for (size_t i = 0; i < json_array_size(value); i++) {
		const json_t *json = json_array_get(value, i);
		const struct bench_qp *q = bench_qp(b, (uint32_t)number(json, "qpn", 0));

		if (!q) {
			fail(r, "qps_after[%zu] names an unknown queue pair", i);
			return;
		}
		check_member(json, "sq_head", inverbs_sq_head(&q->qp.sq), r);
		check_member(json, "sq_tail", q->qp.sq.tail, r);
		check_member(json, "rq_head", inverbs_rq_head(&q->qp.rq), r);
		check_member(json, "rq_tail", q->qp.rq.tail, r);
	}
}

static void check_links(const struct inverbs_srq *srq, const json_t *links, struct report *r)
{
	char what[64];

	if (links)
		check_number(r, "number of srq links", json_array_size(links), srq->entries);
	for (uint32_t i = 0; i < json_array_size(links); i++) {
		snprintf(what, sizeof(what), "srq link of slot %u", i);
		check_number(
			r, what,
			mlx4_srq_next_get(inverbs_slot(srq->buf, i, srq->entries, srq->shift)).next,
			number_of(json_array_get(links, i)));
	}
}

void check_srqs_after(struct bench_cq *b, const json_t *value, struct report *r)
{
	for (size_t i = 0; i < json_array_size(value); i++) {
		const json_t *json = json_array_get(value, i);
		const struct inverbs_srq *srq = bench_srq(b, (uint32_t)number(json, "srqn", 0));

		if (!srq) {
			fail(r, "srqs_after[%zu] names an unknown shared queue", i);
			return;
		}
		check_member(json, "head", srq->head, r);
		check_member(json, "tail", srq->tail, r);
		check_links(srq, json_object_get(json, "next_wqe_index"), r);
	}
}

static uint32_t count_owned(const struct inverbs_cq *cq)
{
	uint32_t n = 0;

	while (n < cq->entries && mlx4_cq_entry_ready(cq, cq->head + n))
		n++;
	return n;
}

void check_owned_entries(const struct inverbs_cq *cq, const json_t *value, uint32_t partly,
			 struct report *r)
{
	char what[64];

	check_number(r, "number of software-owned entries", count_owned(cq),
		     json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		uint32_t index = (uint32_t)number(json, "index", 0);
		struct bytes expected = expected_bytes(json_object_get(json, "bytes"), r);
		size_t skip = index >= partly && expected.len > MLX4_CQE_SIZE
				      ? expected.len - MLX4_CQE_SIZE
				      : 0;

		snprintf(what, sizeof(what), "completion entry %u", index);
		check_number(r, what, index, cq->head + (uint32_t)i);
		check_number(r, "slot of an entry", index & (cq->entries - 1),
			     number(json, "slot", 0));
		check_bytes(r, what, inverbs_slot(cq->buf, index, cq->entries, cq->shift) + skip,
			    expected.data + skip, expected.len - skip);
		free_bytes(&expected);
	}
}

/* ---- doorbells ---- */

enum {
	MAX_BELLS = 64,
	MAX_BELL_BYTES = 1024,
};

/* One doorbell as vectors write it: a store of a register or record, or a burst to the push page.
 */
struct bell {
	const char *kind;
	uint32_t offset;
	uint32_t width; /* of one store */
	uint32_t len;
	uint8_t data[MAX_BELL_BYTES];
};

static const char *kind_of(const struct store *store)
{
	const char *region = store->region->name;

	if (same_text(region, "uar"))
		return store->offset == MLX4_UAR_ARM_BELL ? "cq_db" : "send_db";
	if (same_text(region, "bf"))
		return "blueflame";
	if (same_text(region, "cq"))
		return store->offset ? "cq_arm_db_record" : "cq_ci_db_record";
	if (same_text(region, "rq"))
		return "rq_db_record";
	return !same_text(region, "srq") ? NULL : "srq_db_record";
}

static bool continues(const struct bell *bell, const struct store *store, const char *kind)
{
	return same_text(kind, "blueflame") && same_text(bell->kind, kind) &&
	       bell->offset + bell->len == store->offset &&
	       bell->len + store->len <= MAX_BELL_BYTES;
}

static size_t collect(struct bell *bells)
{
	size_t n = 0;

	for (size_t i = 0; i < recorder.count; i++) {
		const struct store *store = &recorder.stores[i];
		const char *kind = kind_of(store);

		if (!kind)
			continue;
		if (!n || !continues(&bells[n - 1], store, kind)) {
			if (n == MAX_BELLS)
				return n;
			bells[n++] = (struct bell){
				.kind = kind, .offset = store->offset, .width = store->len};
		}
		memcpy(bells[n - 1].data + bells[n - 1].len, store->data,
		       store->len < STORE_DATA ? store->len : STORE_DATA);
		bells[n - 1].len += store->len;
	}
	return n;
}

static void check_bell(const struct bell *bell, const json_t *json, struct report *r)
{
	struct bytes expected = expected_bytes(json_object_get(json, "bytes"), r);
	char what[64];

	snprintf(what, sizeof(what), "doorbell %s", bell->kind);
	if (!is_text(json, "kind", bell->kind))
		fail(r, "%s, expected %s", what, text(json, "kind"));
	check_number(r, "doorbell offset", bell->offset, number(json, "offset", 0));
	check_number(r, "doorbell bytes", bell->len, expected.len);
	if (bell->width < number(json, "store_width", 0)) /* wider ones combine as well */
		fail(r, "%s: stores of %u bytes are too narrow", what, bell->width);
	if (!r->failed)
		check_defined(r, what, bell->data, &expected, json_object_get(json, "defined"),
			      NULL);
	free_bytes(&expected);
}

/* What a doorbell speaks of is visible before it, and a burst has left before anything follows. */
static void check_barriers(struct report *r)
{
	for (size_t i = 0; i < recorder.count; i++) {
		const struct store *store = &recorder.stores[i], *next = store + 1;
		bool last = i + 1 == recorder.count;
		const char *kind = kind_of(store);

		if (!kind)
			continue;
		if (i && store[-1].region != store->region &&
		    !barrier_between((long)i - 1, (long)i))
			fail(r, "no barrier before doorbell %s", kind);
		if (same_text(kind, "blueflame") && (last || next->region != store->region) &&
		    (last ? recorder.store_barriers : next->barriers) == store->barriers)
			fail(r, "no barrier behind doorbell %s", kind);
	}
}

void check_doorbells(const json_t *expected, struct report *r)
{
	static struct bell bells[MAX_BELLS];
	size_t n = collect(bells);

	check_barriers(r);

	check_number(r, "number of doorbells", n, json_array_size(expected));
	for (size_t i = 0; i < n && !r->failed; i++)
		check_bell(&bells[i], json_array_get(expected, i), r);
}

void check_last_doorbell(const json_t *expected, struct report *r)
{
	static struct bell bells[MAX_BELLS];
	size_t n = collect(bells), wanted = json_array_size(expected);

	if (!n || !wanted)
		check_number(r, "number of doorbells", n, wanted);
	else
		check_bell(&bells[n - 1], json_array_get(expected, wanted - 1), r);
}
