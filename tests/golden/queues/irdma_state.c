/* SPDX-License-Identifier: BSD-2-Clause */
/* irdma's queues: created as vectors describe them, and compared after a call. */
#include "hooks.h"

#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>

#include "irdma.h"

#include <string.h>

#include "workreq.h"

enum {
	UNIT = 32,
	CQE_BYTES = 32,
	SHADOW_BYTES = 64,
	CHUNK = 8, /* units; a WQE does not cross this boundary */
	X722_CHUNK = 2,
	CAN_SEND_IMM = 2,
	CONTEXT_AT = 8,        /* offset in a CQE */
	LATER_CONTEXT_AT = 40, /* offset in a wide CQE, for shared receive queues */
	WIDE = 6,
};

static const char *device_of(const struct world *w)
{
	return text(w->vector, "device");
}

static bool is_gen3(const struct world *w)
{
	return strstr(device_of(w), "gen3") == device_of(w);
}

/*
 * Returns a free-running index whose lap has the recorded polarity, which changes when index 0 is
 * used.
 */
static uint32_t free_running_index(uint32_t index, uint64_t polarity, uint32_t entries)
{
	return index + ((polarity != 0) == (index != 0) ? 0 : entries);
}

static uint64_t polarity_of(uint32_t running_index, uint32_t entries)
{
	const uint64_t lap = (running_index & entries) == 0;

	return (running_index & (entries - 1)) ? lap : !lap;
}

static uint32_t index_behind(uint32_t head, uint64_t tail, uint32_t entries)
{
	return head - ((head - (uint32_t)tail) & (entries - 1));
}

/* The page to which WQEs are copied, its doorbell, and the index last passed to the adapter. */
static void read_copies(const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	const json_t *push = json_object_get(json, "push");

	sq->push = &q->push;
	sq->copying = json_is_true(json_object_get(
		push ? push : json, push ? "last_was_pushed_before" : "last_was_pushed"));
	if (!json_is_true(json_object_get(push, "mapped")))
		return;
	sq->flags |= INVERBS_SQ_COPIED;
	sq->told = index_behind(sq->head, number(push, "rung_head_before", 0), sq->entries);
	q->push.page = world_registers("copies");
	q->push.doorbell = world_registers("register of copies");
}

static void read_send(struct world *w, const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	const uint64_t polarity = number(json, "sq_polarity_before",
					 number(json, "sq_polarity", 1));

	sq->entries = ring_units(json, "sq_quanta", 0);
	if (!sq->entries)
		return;
	q->send_unit = UNIT;
	sq->buf = world_ring(&q->send, "send ring", (size_t)sq->entries * UNIT);
	sq->posted = zeroed(sq->entries, sizeof(*sq->posted));
	sq->position = free_running_index(
		(uint32_t)number(json, "sq_head_before", number(json, "sq_head", 0)), polarity,
		sq->entries);
	sq->head = sq->position;
	sq->tail = index_behind(
		sq->head, number(json, "sq_tail_before", number(json, "sq_tail", 0)), sq->entries);
	sq->boundary = irdma_is_x722(w->vector) ? X722_CHUNK : CHUNK;
	sq->counts_fill = sq->flush_once = !is_gen3(w);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->flags = (uint8_t)((number(json, "sq_signal_all", 0) ? INVERBS_SQ_SIGNAL_ALL : 0) |
			      (number(json, "qp_caps", 0) & CAN_SEND_IMM ? INVERBS_SQ_SEND_IMM
									 : 0) |
			      (same_text(device_of(w), "gen3") ? INVERBS_SQ_ATOMICS : 0));
	sq->doorbell = world_registers("doorbells");
	read_copies(json, q);
}

static void read_recv(struct world *w, const json_t *json, struct golden_qp *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = ring_units(json, "rq_entries", 0);
	if (!rq->entries)
		return;
	q->recv_unit = power_of_two(json, "rq_quanta_per_entry", 1, MAX_WQE_BYTES / UNIT) * UNIT;
	rq->shift = (uint8_t)__builtin_ctz(q->recv_unit);
	rq->buf = world_ring(&q->recv, "receive ring", (size_t)rq->entries << rq->shift);
	rq->wr_id = zeroed(rq->entries, sizeof(*rq->wr_id));
	rq->head = free_running_index(
		(uint32_t)number(json, "rq_head_before", number(json, "rq_head", 0)),
		number(json, "rq_polarity_before", number(json, "rq_polarity", 1)), rq->entries);
	rq->tail = index_behind(
		rq->head, number(json, "rq_tail_before", number(json, "rq_tail", 0)), rq->entries);
	rq->max_post = rq->entries - 1;
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->counts_fill = !is_gen3(w);
}

/* Outstanding requests of a polling case, and the parts of their WQEs that a poll reads. */
static void read_posted(const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(json, "sq_posted"), index, row)
	{
		const uint32_t unit = index_in(row, "index", sq->entries);
		const uint32_t first = sq->tail + ((unit - sq->tail) & (sq->entries - 1));
		const struct irdma_head head = {.opcode = (uint8_t)number(row, "hw_opcode", 0)};

		irdma_head_put(sq->buf + (size_t)unit * UNIT + UNIT - IRDMA_HEAD_SIZE, &head);
		sq->posted[unit] = (struct inverbs_posted){
			number(row, "wr_id", 0), first + (uint32_t)number(row, "quanta", 1),
			(uint32_t)number(row, "length", 0)};
	}
	json_array_foreach(json_object_get(json, "rq_posted"), index, row)
		q->qp.rq.wr_id[index_in(row, "index", q->qp.rq.entries)] = number(row, "wr_id", 0);
}

void irdma_read_srq(struct world *w, const json_t *json, struct inverbs_srq *srq, struct report *r)
{
	(void)r;
	srq->srqn = (uint32_t)number(json, "srqn", 0);
	srq->entries = power_of_two(json, "entries", 1, MAX_UNITS_OF_RING);
	srq->shift = (uint8_t)__builtin_ctz(
		power_of_two(json, "quanta_per_entry", 1, MAX_WQE_BYTES / UNIT) * UNIT);
	srq->max_sge = (uint16_t)number(json, "max_sge", 0);
	srq->head = free_running_index(
		(uint32_t)number(json, "head_before", number(json, "head", 0)),
		number(json, "polarity_before", 1), srq->entries);
	srq->tail = index_behind(srq->head, number(json, "tail_before", number(json, "tail", 0)),
				 srq->entries);
	srq->buf = world_ring(&w->shared[srq - w->srqs], "shared ring",
			      (size_t)srq->entries << srq->shift);
	srq->doorbell_record = zeroed(1, SHADOW_BYTES);
	recorder_watch("shadow of shared receives", srq->doorbell_record, SHADOW_BYTES);
}

/* All queue pairs of a case share its only shared queue. */
static void read_shared(struct world *w, struct golden_qp *q, struct report *r)
{
	const json_t *json = json_object_get(w->vector, "srq");

	if (json && !w->srq_count)
		irdma_read_srq(w, json, &w->srqs[w->srq_count++], r);
	q->qp.srq = json ? &w->srqs[0] : NULL;
}

static const json_t *posting; /* the queue pair that was read last: it has the address handle */

void irdma_read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	posting = json;
	read_send(w, json, q);
	read_recv(w, json, q);
	read_posted(json, q);
	read_shared(w, q, r);
	q->qp.sq.qpn = (uint32_t)number(json, "qpn", 0);
	q->qp.ibv.qp_num = q->qp.sq.qpn;
	q->qp.sq.qp_type = (uint8_t)qp_type_named(text(json, "type"), r);
}

struct ibv_ah *irdma_read_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(1, sizeof(*ah));

	(void)ud;
	(void)r;
	ah->number = (uint32_t)number(posting, "ah_id", 0);
	return &ah->ibv;
}

/* ---- completion queues ---- */

static struct golden_qp *qp_named(struct world *w, const char *name)
{
	const json_t *qps = json_object_get(w->vector, "qps");

	for (size_t i = 0; i < w->qp_count; i++) {
		if (!qps || same_text(text(json_array_get(qps, i), "name"), name))
			return &w->qps[i];
	}
	return NULL;
}

/* The recorder's queue pairs had other addresses; "context_at" says where CQEs contain them. */
void irdma_point_at_queues(struct world *w, const json_t *cqe, uint8_t *at)
{
	size_t index;
	json_t *context;

	json_array_foreach(json_object_get(cqe, "context_at"), index, context)
	{
		struct golden_qp *q = qp_named(w, text(context, "qp"));
		const uint32_t offset = (uint32_t)number(context, "offset", 0);
		const uint64_t address = q ? (uint64_t)(uintptr_t)&q->qp : 0;

		if (offset != CONTEXT_AT && (offset != LATER_CONTEXT_AT || w->cq.shift < WIDE))
			malformed("a CQE has no address of its queue pair at %u", offset);
		if (q && (!q->qp.sq.entries || !q->qp.rq.entries))
			malformed("a CQE of a queue pair without rings");
		inverbs_put64(at + offset, INVERBS_LE64(address));
	}
}

void irdma_read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;
	const uint32_t size = power_of_two(json, "cqe_size", CQE_BYTES, MAX_WQE_BYTES);
	size_t index;
	json_t *cqe;

	if (size < CQE_BYTES)
		malformed("CQEs of %u bytes", size);
	(void)r;
	cq->cqn = (uint32_t)number(json, "cqn", 0);
	cq->doorbell = world_registers("doorbells");
	cq->doorbell_record = zeroed(1, SHADOW_BYTES);
	recorder_watch("shadow", cq->doorbell_record, SHADOW_BYTES);
	cq->entries = ring_units(json, "entries", 0);
	if (!cq->entries)
		return;
	cq->shift = (uint8_t)__builtin_ctz(size);
	cq->buf = world_ring(&w->completions, "completion ring", (size_t)cq->entries * size);
	cq->head = (uint32_t)number(json, "head_before", 0);
	if (!number(json, "polarity_before", 1))
		cq->head += cq->entries;
	memset(cq->buf, 0, (size_t)cq->entries * size);
	for (uint32_t n = 0; n < cq->entries; n++)
		irdma_dev_init_cqe(irdma_cq_entry(cq, cq->head + n), size, cq->head + n,
				   cq->entries);
	json_array_foreach(json_object_get(w->vector, "cqes"), index, cqe)
	{
		uint8_t *at = cq->buf + index_in(cqe, "slot", cq->entries) * size;

		copy_bytes(cqe, "bytes", at, size);
		irdma_point_at_queues(w, cqe, at);
	}
}

NUMBER(rung_head, q->qp.sq.told &(q->qp.sq.entries - 1))
NUMBER(copying, q->qp.sq.copying)
NUMBER(sq_head, q->qp.sq.position &(q->qp.sq.entries - 1))
NUMBER(sq_tail, q->qp.sq.tail &(q->qp.sq.entries - 1))
NUMBER(sq_polarity, polarity_of(q->qp.sq.position, q->qp.sq.entries))
NUMBER(rq_head, q->qp.rq.head &(q->qp.rq.entries - 1))
NUMBER(rq_tail, q->qp.rq.tail &(q->qp.rq.entries - 1))
NUMBER(rq_polarity, polarity_of(q->qp.rq.head, q->qp.rq.entries))
NUMBER(srq_head, w->srqs[0].head &(w->srqs[0].entries - 1))
NUMBER(srq_tail, w->srqs[0].tail &(w->srqs[0].entries - 1))
NUMBER(srq_polarity, polarity_of(w->srqs[0].head, w->srqs[0].entries))
NUMBER(cq_head, w->cq.head &(w->cq.entries - 1))
NUMBER(cq_polarity, (w->cq.head & w->cq.entries) == 0)

const struct golden_number irdma_send_numbers[] = {
	{"sq_head_after", sq_head},
	{"sq_tail_after", sq_tail},
	{"sq_polarity_after", sq_polarity},
	{NULL, NULL},
};

const struct golden_number irdma_recv_numbers[] = {
	{"rq_head_after", rq_head},
	{"rq_tail_after", rq_tail},
	{"rq_polarity_after", rq_polarity},
	{NULL, NULL},
};

const struct golden_number irdma_srq_numbers[] = {
	{"srq_head_after", srq_head},
	{"srq_tail_after", srq_tail},
	{"srq_polarity_after", srq_polarity},
	{NULL, NULL},
};

const struct golden_number irdma_cq_numbers[] = {
	{"cq_head_after", cq_head},
	{"cq_polarity_after", cq_polarity},
	{NULL, NULL},
};

void irdma_check_table(const struct golden_qp *q, bool sends, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	(void)sends;
	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const uint64_t at = index_in(row, "index", q->qp.sq.entries);
		const struct inverbs_posted *posted = &q->qp.sq.posted[at];

		if (number(row, "wr_id", 0)) { /* otherwise it only fills units */
			check_number(r, "wr_id", posted->wr_id, number(row, "wr_id", 0));
			check_number(r, "length", posted->note, number(row, "length", 0));
			check_number(r, "unit behind", posted->next & (q->qp.sq.entries - 1),
				     (at + number(row, "quanta", 0)) & (q->qp.sq.entries - 1));
		}
	}
}

void irdma_check_tails(const struct golden_qp *q, uint64_t sends, uint64_t receives,
		       struct report *r)
{
	check_number(r, "sq_tail", sq_tail(NULL, q), sends);
	check_number(r, "rq_tail", rq_tail(NULL, q), receives);
}

static void check_queues(struct world *w, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		struct golden_qp *q = qp_named(w, text(row, "name"));

		if (!q)
			malformed("no queue pair \"%.40s\"", text(row, "name"));
		irdma_check_tails(q, number(row, "sq_tail", 0), number(row, "rq_tail", 0), r);
		if (json_object_get(row, "last_was_pushed"))
			check_number(r, "copies go on", copying(NULL, q),
				     json_is_true(json_object_get(row, "last_was_pushed")));
	}
}

/*
 * How we remember a CQE that completes several requests is up to the library: its word with the
 * error code may differ.
 */
static void cover_failed(struct world *w)
{
	for (uint32_t i = 0; i < w->cq.entries; i++) {
		const size_t at = (size_t)i << w->cq.shift;

		if (irdma_cqe_get(w->cq.buf + at).ending == IRDMA_ENDING_FAILED)
			picture_cover(&w->completions.picture, at + 24, 8);
	}
}

bool irdma_check_cq(struct world *w, const char *key, const json_t *value, struct report *r)
{
	if (same_text(key, "qp_after")) {
		check_queues(w, value, r);
		cover_failed(w);
	}
	if (same_text(key, "srq_after")) {
		check_number(r, "tail of the shared queue", srq_tail(w, NULL),
			     number(value, "tail", 0));
		return true;
	}
	return same_text(key, "qp_after") || same_text(key, "cq_memory_after");
}

/* The page has copies of whole units, and zeros elsewhere. */
static void check_page(const struct golden_qp *q, const json_t *ranges, struct report *r)
{
	bool copied[REGISTER_BYTES / UNIT] = {false};
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)ranges, index, range)
	{
		struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);
		const size_t at = number_up_to(range, "offset", 0, REGISTER_BYTES);

		if (expected.len > REGISTER_BYTES - at)
			malformed("%zu bytes at %zu of a page", expected.len, at);
		for (size_t i = at; i < at + expected.len; i++)
			copied[i / UNIT] = true;
		check_bytes(r, "page of copies", q->push.page + at, expected.data, expected.len);
		free_bytes(&expected);
	}
	for (size_t i = 0; i < REGISTER_BYTES; i++) {
		if (q->push.page[i] && !copied[i / UNIT])
			fail(r, "byte %zu of the page belongs to no copy", i);
	}
}

bool irdma_check_post(struct world *w, const struct golden_qp *q, const char *key,
		      const json_t *value, struct report *r)
{
	(void)w;
	if (same_text(key, "push_after")) {
		check_number(r, "unit that was told of", rung_head(NULL, q),
			     number(value, "rung_head", 0));
		check_number(r, "copies go on", copying(NULL, q),
			     json_is_true(json_object_get(value, "last_was_pushed")));
		return true;
	}
	if (same_text(key, "push_page_after")) {
		if (q->push.page)
			check_page(q, value, r);
		else
			fail(r, "there is no page for copies");
		return true;
	}
	return false;
}

/* Counts the padding units before the WQE. */
uint32_t irdma_pads(const struct golden_qp *q, uint32_t unit)
{
	uint32_t n = 0;

	while (irdma_head_get(q->send.memory +
			      (size_t)((unit + n) & (q->qp.sq.entries - 1)) * UNIT + UNIT -
			      IRDMA_HEAD_SIZE)
		       .opcode == IRDMA_OP_NOP)
		n++;
	return n;
}
