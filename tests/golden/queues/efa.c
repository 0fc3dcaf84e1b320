/* SPDX-License-Identifier: BSD-2-Clause */
/* The vocabulary of efa's vectors. */
#include "hooks.h"

#include <inverbs/adapters/efa.h>
#include <inverbs/device/efa_device.h>

#define GOLDEN_ADAPTER efa
#include "calls.h"

#include <string.h>

#include "efa.h"

enum {
	DESCRIPTOR = 16,
	LEAST_WQE_BYTES = 64,
	MAX_RINGS = 64,
	MAX_TAGS = 1 << 16,
};

static const struct name_value types[] = {
	{"UD", IBV_QPT_UD},
	{"SRD", IBV_QPT_DRIVER},
	{NULL, 0},
};

/* Creates a pool of tags, with the recorded order of its free tags and the generation in their high
 * bits. */
static struct inverbs_tags *make_tags(const json_t *json, uint32_t limit)
{
	const json_t *pool = json_object_get(json, "req_id_pool_before");
	struct inverbs_tags *tags = zeroed(1, sizeof(*tags));
	const uint32_t places = inverbs_round_up_pow2(limit ? limit : 1);

	tags->mask = (uint16_t)(places - 1);
	tags->pool = zeroed(places, sizeof(*tags->pool));
	tags->wr_id = zeroed(places, sizeof(*tags->wr_id));
	for (uint32_t i = 0; i < places; i++)
		tags->pool[i] = (uint16_t)(json_is_array(pool) ? number_of(json_array_get(pool, i))
							       : i);
	tags->next = (uint32_t)number_up_to(json, "req_id_next_before", 0, places);
	tags->generation = (uint16_t)number(json, "req_id_gen_hex", 0);
	tags->wide = number(json, "req_id_64_bit", 0) != 0;
	return tags;
}

/* Takes the tags of outstanding requests from the pool, in the order listed. */
static void take_outstanding(struct inverbs_tags *tags, const json_t *json)
{
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(json, "outstanding"), index, row)
	{
		const uint16_t place = (uint16_t)(number(row, "req_id", 0) & tags->mask);

		tags->wr_id[place] = number(row, "wr_id", 0);
		tags->next++;
	}
}

static void read_polled(const json_t *json, struct golden_qp *q)
{
	const json_t *sends = json_object_get(json, "sq"), *recvs = json_object_get(json, "rq");

	q->qp.sq.tags = make_tags(sends, (uint32_t)number_up_to(sends, "entries", 1, MAX_TAGS));
	q->qp.rq.tags = make_tags(recvs, (uint32_t)number_up_to(recvs, "entries", 1, MAX_TAGS));
	take_outstanding(q->qp.sq.tags, sends);
	take_outstanding(q->qp.rq.tags, recvs);
	q->qp.sq.head = (uint32_t)number(sends, "posted", 0);
	q->qp.sq.tail = (uint32_t)number(sends, "completed", 0);
	q->qp.rq.head = (uint32_t)number(recvs, "posted", 0);
	q->qp.rq.tail = (uint32_t)number(recvs, "completed", 0);
}

void efa_read_send(const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	const char *state = text(json, "state");

	sq->entries = ring_units(json, "sq_entries", 0);
	if (!sq->entries)
		return;
	q->send_unit = power_of_two(json, "sq_wqe_bytes", 64, MAX_WQE_BYTES);
	if (q->send_unit < LEAST_WQE_BYTES)
		malformed("WQEs of %u bytes", q->send_unit);
	sq->shift = (uint8_t)__builtin_ctz(q->send_unit);
	sq->buf = world_ring(&q->send, "send ring", (size_t)sq->entries << sq->shift);
	sq->stage = zeroed(1, q->send_unit);
	sq->doorbell = world_registers("sq_db");
	sq->tags = make_tags(json, sq->entries);
	/* Only the low 16 bits of the counter and the phase of the lap were recorded; the remaining
	 * bits do not matter. */
	sq->position = (uint32_t)number(json, "sq_pc_before", 0);
	if (((sq->position & sq->entries) != 0) != number(json, "sq_phase_before", 0))
		sq->position += 0x10000;
	sq->head = (uint32_t)number(json, "sq_posted_before", 0);
	sq->tail = (uint32_t)number(json, "sq_completed_before", 0);
	sq->max_post = sq->entries;
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->max_remote_sge = (uint8_t)number(json, "max_rdma_sge", 0);
	sq->max_batch = (uint32_t)number(json, "max_batch_wr", 65535);
	sq->closed = !same_text(state, "RTS") && !same_text(state, "SQD");
	sq->flags = (uint8_t)((number(json, "sq_signal_all", 0) ? INVERBS_SQ_SIGNAL_ALL : 0) |
			      (number(json, "inline_write", 0) ? INVERBS_SQ_INLINE_WRITE : 0));
}

void efa_read_recv(const json_t *json, struct golden_qp *q)
{
	struct inverbs_rq *rq = &q->qp.rq;
	const char *state = text(json, "state");

	rq->entries = ring_units(json, "rq_descs", 0);
	if (!rq->entries)
		return;
	q->recv_unit = DESCRIPTOR;
	rq->shift = 4;
	rq->buf = world_ring(&q->recv, "receive ring", (size_t)rq->entries << rq->shift);
	rq->doorbell = world_registers("rq_db");
	rq->max_post = (uint32_t)number_up_to(json, "max_recv_wr", 0, MAX_TAGS);
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->tags = make_tags(json, rq->max_post);
	rq->position = (uint32_t)number(json, "rq_pc_before", 0);
	rq->head = (uint32_t)number(json, "rq_posted_before", 0);
	rq->tail = (uint32_t)number(json, "rq_completed_before", 0);
	rq->closed = same_text(state, "RESET") || same_text(state, "ERR") ||
		     strstr(state, "-RESET");
}

void efa_read_numbers(const json_t *json, struct golden_qp *q, struct report *r)
{
	uint64_t type = IBV_QPT_UD;

	if (!value_named(types, text(json, "type"), &type))
		fail(r, "unknown queue pair type '%s'", text(json, "type"));
	q->qp.sq.qp_type = (uint8_t)type;
	q->qp.sq.qpn = (uint32_t)number(json, "qpn", 0);
	q->qp.ibv.qp_num = q->qp.sq.qpn;
}

static void read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	if (json_object_get(w->vector, "qps")) {
		read_polled(json, q);
	} else {
		efa_read_send(json, q);
		efa_read_recv(json, q);
	}
	efa_read_numbers(json, q, r);
	world_enter(&w->ctx.qps, q->qp.sq.qpn, &q->qp);
}

uint8_t *efa_slot_of(const struct inverbs_cq *cq, uint32_t ring, uint32_t slot)
{
	return cq->buf + ((size_t)ring * cq->entries + slot) * EFA_CQE_BYTES;
}

/* Fills a ring without new CQEs. Only the low 16 bits of its counter and the expected phase were
 * recorded. */
static void fill_ring(struct inverbs_cq *cq, uint32_t ring, const json_t *json)
{
	const json_t *consumed = json_object_get(json, "consumed_before");
	const json_t *phase = json_object_get(json, "phase_before");
	uint32_t *const head = &cq->ring_head[ring];

	*head = (uint32_t)number_of(json_array_get(consumed, ring));
	if (phase && ((*head & cq->entries) == 0) != number_of(json_array_get(phase, ring)))
		*head += cq->entries;
	for (uint32_t n = 0; n < cq->entries; n++) {
		uint8_t *const at = efa_slot_of(cq, ring, (*head + n) & (cq->entries - 1));

		memset(at, 0, EFA_CQE_BYTES);
		efa_dev_init_cqe(at, EFA_CQE_BYTES, *head + n, cq->entries);
	}
}

void efa_read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;
	const json_t *cqes = json_object_get(w->vector, "cqes");
	const json_t *consumed = json_object_get(json, "consumed_before");
	size_t index;
	json_t *cqe;

	(void)r;
	cq->entries = power_of_two(json, "entries_per_sub_cq", 8, MAX_UNITS_OF_RING);
	cq->shift = 5;
	cq->rings = (uint32_t)number_up_to(json, "sub_cqs", 1, MAX_RINGS);
	cq->turn = index_in(json, "next_sub_cq_before", cq->rings);
	cq->ring_head = zeroed(cq->rings, sizeof(*cq->ring_head));
	cq->buf = world_ring(&w->completions, "completion ring",
			     (size_t)cq->entries * cq->rings * EFA_CQE_BYTES);
	cq->head = (uint32_t)number(json, "cons_index_before", number(json, "cons_index", 0));
	cq->arm_sn = (uint32_t)number(json, "cmd_sn_before", number(json, "events_seen", 0));
	if (number(json, "has_doorbell", !consumed))
		cq->doorbell = world_registers("cq_db");
	for (uint32_t i = 0; i < cq->rings; i++)
		fill_ring(cq, i, json);
	json_array_foreach(cqes, index, cqe)
	{
		copy_bytes(cqe, "bytes",
			   efa_slot_of(cq, index_in(cqe, "sub_cq", cq->rings),
				       index_in(cqe, "slot", cq->entries)),
			   EFA_CQE_BYTES);
	}
}

static struct ibv_ah *read_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(1, sizeof(*ah));

	(void)r;
	ah->number = (uint32_t)number(ud, "ahn", 0);
	return &ah->ibv;
}

NUMBER(sq_counter, q->qp.sq.position & 0xffff)
NUMBER(sq_phase, (q->qp.sq.position & q->qp.sq.entries) != 0)
NUMBER(sq_posted, q->qp.sq.head)
NUMBER(sq_completed, q->qp.sq.tail)
NUMBER(sq_next_tag, q->qp.sq.tags->next)
NUMBER(rq_counter, q->qp.rq.position & 0xffff)
NUMBER(rq_posted, q->qp.rq.head)
NUMBER(rq_completed, q->qp.rq.tail)
NUMBER(rq_next_tag, q->qp.rq.tags->next)
NUMBER(cons_index, w->cq.head & 0xffff)
NUMBER(turn, w->cq.turn)

static const struct golden_number send_numbers[] = {
	{"sq_pc_after", sq_counter},        {"sq_phase_after", sq_phase},
	{"sq_posted_after", sq_posted},     {"sq_completed_after", sq_completed},
	{"req_id_next_after", sq_next_tag}, {NULL, NULL},
};

static const struct golden_number recv_numbers[] = {
	{"rq_pc_after", rq_counter},
	{"rq_posted_after", rq_posted},
	{"rq_completed_after", rq_completed},
	{"req_id_next_after", rq_next_tag},
	{NULL, NULL},
};

static const struct golden_number cq_numbers[] = {
	{"cons_index_after", cons_index},
	{"next_sub_cq_after", turn},
	{NULL, NULL},
};

bool efa_check_rings(struct world *w, const char *key, const json_t *value, struct report *r)
{
	const bool phase = same_text(key, "phase_after");

	if (!phase && !same_text(key, "consumed_after"))
		return false;
	for (uint32_t i = 0; i < w->cq.rings; i++) {
		const uint32_t head = w->cq.ring_head[i];

		check_number(r, key, phase ? (head & w->cq.entries) == 0 : head & 0xffff,
			     number_of(json_array_get(value, i)));
	}
	return true;
}

static void check_table(const struct golden_qp *q, bool sends, const json_t *rows, struct report *r)
{
	const struct inverbs_tags *tags = sends ? q->qp.sq.tags : q->qp.rq.tags;
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		check_number(r, "wr_id", tags->wr_id[number_up_to(row, "index", 0, tags->mask)],
			     number(row, "wr_id", 0));
	}
}

static void check_side(const struct inverbs_tags *tags, uint32_t completed, const json_t *json,
		       struct report *r)
{
	const json_t *freed = json_object_get(json, "free_list_top_first");
	size_t index;
	json_t *tag;

	check_number(r, "completed", completed, number(json, "completed", 0));
	json_array_foreach((json_t *)(uintptr_t)freed, index, tag)
	{
		check_number(r, "tag free again",
			     tags->generation | tags->pool[(tags->next + index) & tags->mask],
			     number_of(tag));
	}
}

static void check_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	(void)w;
	check_side(q->qp.sq.tags, q->qp.sq.tail, json_object_get(json, "sq"), r);
	check_side(q->qp.rq.tags, q->qp.rq.tail, json_object_get(json, "rq"), r);
}

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = install_extended};

static bool has_call(const json_t *vector, const char *name)
{
	const json_t *call;
	size_t index;

	json_array_foreach(json_object_get(vector, "calls"), index, call)
	{
		if (same_text(text(call, "call"), name))
			return true;
	}
	return false;
}

static bool quirk_has(const json_t *vector, const char *words)
{
	return strstr(text(vector, "quirk"), words) != NULL;
}

/*
 * Requests that the reference wrongly accepts: a receive without buffers, which loses its tag and
 * its slot, and a datagram without a destination.
 */
static const char *may_refuse(const json_t *vector)
{
	if (quirk_has(vector, "see sge0"))
		return "a receive without buffers would lose its tag and its place";
	if (has_call(vector, "wr_complete") && !has_call(vector, "wr_set_ud_addr"))
		return "a built request goes nowhere";
	return NULL;
}

/*
 * Deviations that vectors mention themselves: a phase that does not follow from the counter, and
 * bytes that the first of two setters leaves beyond those of the second.
 */
static void overlook(const json_t *vector, uint8_t *ignore, size_t len)
{
	enum {
		PHASE_AT = 3,
		PHASE = 1,
		SECOND_END = 36
	};

	if (quirk_has(vector, "phase of the lap") && len > PHASE_AT)
		ignore[PHASE_AT] = PHASE;
	if (quirk_has(vector, "two data setters") && len > SECOND_END)
		memset(ignore + SECOND_END, 0xff, len - SECOND_END);
}

/* Compares data that only the vendor's interface returns with the current CQE. */
static bool check_reader(struct world *w, const char *key, const json_t *value, struct report *r)
{
	const struct efa_cqe e = efa_cqe_get(w->cq.current);

	if (same_text(key, "is_unsolicited")) {
		check_number(r, key, e.unsolicited, json_is_true(value));
	} else if (same_text(key, "sgid_ret")) {
		check_number(r, key, e.ah != EFA_NO_ADDRESS, number_of(value) != 0);
	} else if (same_text(key, "sgid")) {
		struct bytes sgid = expected_bytes(value, r);

		check_bytes(r, key, e.sgid, sgid.data, sgid.len);
		free_bytes(&sgid);
	} else {
		return false;
	}
	return true;
}

/* A read completes as a read here, but as a send in the reference. */
static void adjust_rule(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
			struct wc_rule *r)
{
	(void)cqe;
	if (same_text(text(w->vector, "op"), "scenario") && wc->opcode == IBV_WC_RDMA_READ)
		r->quirk = "a READ completes with opcode SEND in the reference";
}

static const char *left_out(const json_t *vector)
{
	if (has_call(vector, "wr_set_processing_hints"))
		return "efadv_wr_set_processing_hints: a setter of the vendor's own interface, for "
		       "which verbs have no call";
	return NULL;
}

const struct golden_vocabulary efa_words = {
	.name = "efa",
	.calls = &calls,
	.read_qp = read_qp,
	.read_cq = efa_read_cq,
	.read_ah = read_ah,
	.kinds = {{"sq_db", "sq_db", -1, 0, .last = false},
		  {"rq_db", "rq_db", -1, 0, .last = false},
		  {"cq_db", "cq_db", -1, 0, .last = false}},
	.seen_lkey = 0xffffff,
	.seen_most = 65535,
	.seen_qpn = 0xffff,
	.send_numbers = send_numbers,
	.recv_numbers = recv_numbers,
	.cq_numbers = cq_numbers,
	.check_cq = efa_check_rings,
	.check_reader = check_reader,
	.may_refuse = may_refuse,
	.overlook = overlook,
	.rule = adjust_rule,
	.check_table = check_table,
	.qps_key = "qps_after",
	.check_qp = check_qp,
	.left_out = left_out,
};

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(wr_api)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)
GOLDEN_OP(arm_cq)

static void leave_out_depth(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "needs a provider: a call of the vendor's own interface");
}

static const struct golden_op ops[] = {
	{"post_send", run_post_send},
	{"post_recv", run_post_recv},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", run_arm_cq},
	{"wr_api", run_wr_api},
	{"scenario", efa_run_scenario},
	{"alloc_context", leave_out_commands},
	{"create_qp", leave_out_commands},
	{"create_cq", leave_out_commands},
	{"create_ah", leave_out_commands},
	{"modify_qp", leave_out_commands},
	{"efadv_get_max_sq_depth", leave_out_depth},
	{"efadv_get_max_rq_depth", leave_out_depth},
	{NULL, NULL},
};

const struct golden_adapter golden_efa = {.name = "efa", .ops = ops};
