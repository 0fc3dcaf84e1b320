/* SPDX-License-Identifier: BSD-2-Clause */
/* The vocabulary of mlx4's vectors. */
#include "hooks.h"

#include <inverbs/adapters/list.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/device/mlx4_device.h>

#define GOLDEN_ADAPTER mlx4
#include "calls.h"

#include <string.h>

#include "mlx4/ops.h"
#include "runtime/provider.h"
#include "workreq.h"

enum {
	NUMBERS = 131072, /* of queue pairs, by default */
	PAGE = 4096,
	CHUNK = 64,
	WQE_UNIT = 16,
	SIZE_AT = 7, /* offset of the WQE's size, which is in units */
	SIZE_BITS = 63,
	MAX_SHIFT = 12,
	MAX_COMPLETIONS = 1 << 16,
};

static void begin_world(struct world *w)
{
	const json_t *cq = json_object_get(w->vector, "cq");
	const uint32_t numbers = (uint32_t)number(cq, "qp_table_size", NUMBERS);

	w->ctx.adapter = INVERBS_ADAPTER_MLX4;
	w->ctx.uar = world_registers("uar");
	inverbs_table_init(&w->ctx.qps, numbers);
	inverbs_table_init(&w->ctx.xrc_srqs, numbers);
}

/* Returns a table of identifiers in which each slot has base + index. */
static uint64_t *make_ids(uint64_t base, uint32_t entries)
{
	uint64_t *table = zeroed(entries, sizeof(*table));

	for (uint32_t i = 0; i < entries; i++)
		table[i] = base + i;
	return table;
}

/* Memory for an object; from the provider's allocator if the provider will free it. */
static uint8_t *make_memory(struct world *w, size_t bytes)
{
	return w->owned ? inverbs_queue_alloc(&w->ctx, bytes) : guarded_memory(bytes);
}

static uint32_t *make_record(struct world *w, const char *name, size_t bytes)
{
	uint32_t *at;

	if (!w->owned)
		return world_record(name);
	at = inverbs_record_alloc(&w->ctx, bytes);
	memset(at, RECORD_FILL, bytes);
	return at;
}

/* ---- rings before a post ---- */

static const char *fill_of(const struct world *w)
{
	return text(json_object_get(w->vector, "expect"), "queue_before_fill");
}

/* Initializes slots as ownership initialization does, or only clears bytes 4 to 6. */
static void fill_send_ring(uint8_t *slots, const struct inverbs_sq *sq, bool initialised)
{
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *slot = slots + ((size_t)i << sq->shift);
		const uint8_t units = (uint8_t)(1U << (sq->shift - 4));

		memset(slot + 4, 0, 3);
		if (!initialised)
			continue;
		memcpy(slot, "\x80\0\0", 4);
		slot[SIZE_AT] = units;
		for (uint32_t at = CHUNK; at < (units & SIZE_BITS) * WQE_UNIT; at += CHUNK)
			memset(slot + at, 0xff, 4);
	}
}

static void fill_ring(const struct world *w, const struct ring *ring, const struct inverbs_sq *sq,
		      struct report *r)
{
	uint8_t *const slots = ring->memory + ring->start;
	const char *fill = fill_of(w);
	struct bytes b;

	if (same_text(fill, "explicit")) {
		b = bytes(json_object_get(w->vector, "expect"), "queue_before");
		if (!b.len || b.len > ring->bytes - ring->start)
			fail(r, "queue_before has %zu bytes, which do not fit the ring", b.len);
		else
			memcpy(slots, b.data, b.len);
		free_bytes(&b);
	} else if (*fill && !same_text(fill, "sq-init:cc") && !same_text(fill, "cc")) {
		fail(r, "unknown queue_before_fill '%s'", fill);
	} else if (sq) {
		fill_send_ring(slots, sq, same_text(fill, "sq-init:cc"));
	}
}

static void fill_srq_ring(const struct inverbs_srq *srq, const json_t *links)
{
	static const uint8_t end[WQE_UNIT] = {[6] = 1};

	for (uint32_t i = 0; i < srq->entries; i++) {
		uint8_t *slot = srq->buf + ((size_t)i << srq->shift);
		const struct mlx4_srq_next next = {
			.next = (uint16_t)(links ? number_of(json_array_get(links, i))
						 : (i + 1) % srq->entries)};

		mlx4_srq_next_put(slot, &next);
		for (uint32_t at = WQE_UNIT; at < 1U << srq->shift; at += WQE_UNIT)
			memcpy(slot + at, end, sizeof(end));
	}
}

/* ---- queue pairs ---- */

/* The ring of a posting case is part of a buffer, which may contain the other ring, too. */
static uint8_t *ring_in_buffer(const json_t *json, struct ring *ring, const char *name,
			       const char *key, size_t ring_bytes)
{
	const size_t bytes = number(json, "queue_bytes", 0);

	ring->start = number(json, key, 0);
	return world_ring(ring, name,
			  bytes > ring->start + ring_bytes ? bytes : ring->start + ring_bytes) +
	       ring->start;
}

static void post_sends(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	struct inverbs_sq *sq = &q->qp.sq;
	uint32_t push_bytes;

	sq->entries = ring_units(json, "sq_wqe_cnt", 0);
	sq->shift = (uint8_t)number_up_to(json, "sq_wqe_shift", 6, MAX_SHIFT);
	q->send_unit = 1U << sq->shift;
	sq->buf = ring_in_buffer(json, &q->send, "send ring", "sq_offset",
				 (size_t)sq->entries << sq->shift);
	sq->wr_id = make_ids(number(json, "sq_wr_id_table_before_base", 0), sq->entries);
	sq->head = sq->position = (uint32_t)number(json, "sq_head_before", 0);
	sq->tail = (uint32_t)number(json, "sq_tail_before", 0);
	sq->max_post = (uint32_t)number(json, "sq_max_post", 0);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->spare = (uint8_t)number(json, "sq_spare_wqes", 0);
	sq->one_chunk = sq->shift == 6; /* such a slot has only one chunk */
	sq->long_at = sq->position;     /* longer WQEs may have been written just before */
	push_bytes = (uint32_t)number_up_to(json, "bf_buf_size", 0, REGISTER_BYTES / 2);
	inverbs_push_open(&q->push, push_bytes ? world_registers("push") : NULL, push_bytes);
	q->push.next += number_up_to(json, "bf_offset_before", 0, REGISTER_BYTES / 2);
	fill_ring(w, &q->send, sq, r);
}

static void post_receives(struct world *w, const json_t *json, struct golden_qp *q,
			  struct report *r)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = ring_units(json, "rq_wqe_cnt", 0);
	rq->shift = (uint8_t)number_up_to(json, "rq_wqe_shift", 4, MAX_SHIFT);
	q->recv_unit = 1U << rq->shift;
	rq->buf = ring_in_buffer(json, &q->recv, "receive ring", "rq_offset",
				 (size_t)rq->entries << rq->shift);
	rq->wr_id = make_ids(number(json, "rq_wr_id_table_before_base", 0), rq->entries);
	rq->doorbell_record = world_record("rq");
	rq->head = (uint32_t)number(json, "rq_head_before", 0);
	rq->tail = (uint32_t)number(json, "rq_tail_before", 0);
	rq->max_post = (uint32_t)number(json, "rq_max_post", 0);
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	fill_ring(w, &q->recv, NULL, r);
}

/* The state of a queue pair that polls read. */
static void read_polled(struct world *w, const json_t *json, struct golden_qp *q)
{
	const json_t *send = json_object_get(json, "sq"), *recv = json_object_get(json, "rq");
	struct inverbs_sq *sq = &q->qp.sq;
	struct inverbs_rq *rq = &q->qp.rq;

	sq->entries = sq->max_post = power_of_two(send, "wqe_cnt", 1, MAX_UNITS_OF_RING);
	sq->head = sq->position = (uint32_t)number(send, "head", 0);
	sq->tail = (uint32_t)number(send, "tail", 0);
	sq->shift = 6;
	sq->wr_id = make_ids(number(send, "wr_id_base", 0), sq->entries);
	q->qp.buf_bytes = PAGE;
	q->qp.buf = make_memory(w, q->qp.buf_bytes);
	if (!recv) { /* receives that complete there have no identifier */
		rq->wr_id = zeroed(MAX_COMPLETIONS, sizeof(*rq->wr_id));
		return;
	}
	rq->entries = rq->max_post = power_of_two(recv, "wqe_cnt", 1, MAX_UNITS_OF_RING);
	rq->head = (uint32_t)number(recv, "head", 0);
	rq->tail = (uint32_t)number(recv, "tail", 0);
	rq->shift = 4;
	rq->wr_id = make_ids(number(recv, "wr_id_base", 0), rq->entries);
	rq->doorbell_record = make_record(w, "rq", sizeof(*rq->doorbell_record));
}

static uint8_t flags_of(const json_t *qp, int type)
{
	const bool csum = (type == IBV_QPT_UD && number(qp, "ip_csum_ud_ok", 0)) ||
			  (type == IBV_QPT_RAW_PACKET && number(qp, "ip_csum_raw_ok", 0));

	return (uint8_t)((number(qp, "sq_signal_all", 0) ? INVERBS_SQ_SIGNAL_ALL : 0) |
			 (is_text(qp, "link_layer", "ETHERNET") ? INVERBS_SQ_ETHERNET : 0) |
			 (csum ? INVERBS_SQ_CSUM : 0) |
			 (number(qp, "rx_csum_valid", 0) ? INVERBS_RX_CSUM : 0));
}

static void read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	const int type = qp_type_named(text(json, "type"), r);
	struct inverbs_qp *qp = &q->qp;

	qp->ibv.context = &w->ctx.ibv;
	qp->ibv.pd = &w->pd;
	qp->ibv.qp_type = (enum ibv_qp_type)type;
	qp->ibv.qp_num = qp->sq.qpn = (uint32_t)number(json, "qpn", 0);
	qp->ibv.handle = (uint32_t)w->qp_count;
	qp->ibv.state = IBV_QPS_RTS;
	qp->ibv.send_cq = qp->ibv.recv_cq = &w->cq.ibv;
	qp->sq.qp_type = (uint8_t)type;
	qp->sq.adapter = qp->rq.adapter = INVERBS_ADAPTER_MLX4;
	qp->sq.flags = flags_of(json, type);
	qp->sq.doorbell = w->ctx.uar;
	qp->sq.push = &q->push;
	if (json_object_get(json, "sq_wqe_cnt"))
		post_sends(w, json, q, r);
	else if (json_object_get(json, "rq_wqe_cnt"))
		post_receives(w, json, q, r);
	else
		read_polled(w, json, q);
	if (inverbs_table_enter(&w->ctx.qps, qp->ibv.qp_num, qp))
		fail(r, "creating queue pair 0x%x fails", qp->ibv.qp_num);
}

static struct ibv_ah *read_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(1, sizeof(*ah));

	(void)r;
	copy_bytes(ud, "av", ah->av, sizeof(ah->av));
	copy_bytes(ud, "mac", ah->mac, sizeof(ah->mac));
	ah->vlan = (uint16_t)number(ud, "vlan", 0);
	return &ah->ibv;
}

static void read_srq(struct world *w, const json_t *json, struct inverbs_srq *srq, struct report *r)
{
	const bool posts = json_object_get(json, "srq_wqe_cnt");
	const uint64_t base = number(json, "wr_id_base",
				     number(json, "wr_id_table_before_base", 0));

	srq->ibv.context = &w->ctx.ibv;
	srq->ibv.handle = (uint32_t)w->srq_count;
	srq->srqn = (uint32_t)number(json, "srqn", 0);
	srq->is_xrc = is_text(json, "type", "XRC");
	srq->xrc_cq = &w->cq.ibv;
	srq->adapter = INVERBS_ADAPTER_MLX4;
	srq->entries = power_of_two(json, posts ? "srq_wqe_cnt" : "wqe_cnt", 0, MAX_UNITS_OF_RING);
	srq->shift = (uint8_t)number_up_to(json, posts ? "srq_wqe_shift" : "wqe_shift", 5,
					   MAX_SHIFT);
	srq->max_sge = (uint16_t)number(json, "max_sge", 0);
	srq->head = index_in(json, posts ? "head_before" : "head", srq->entries);
	srq->tail = index_in(json, posts ? "tail_before" : "tail", srq->entries);
	srq->counter = (uint32_t)number(json, "counter_before", 0);
	srq->wr_id = make_ids(base, srq->entries);
	srq->buf_bytes = (size_t)srq->entries << srq->shift;
	srq->buf = world_ring_in(&w->shared[srq - w->srqs], "shared ring",
				 make_memory(w, srq->buf_bytes), srq->buf_bytes);
	srq->doorbell_record = make_record(w, "srq", sizeof(*srq->doorbell_record));
	fill_srq_ring(srq, json_object_get(json, "next_wqe_index_before"));
	if (posts && !same_text(fill_of(w), "srq-init:cc"))
		fail(r, "unknown queue_before_fill '%s'", fill_of(w));
	world_attach(w, srq);
	if (srq->is_xrc && !posts && inverbs_table_enter(&w->ctx.xrc_srqs, srq->srqn, srq))
		fail(r, "creating shared queue 0x%x fails", srq->srqn);
}

/* ---- completion queues ---- */

/* CQEs that are not listed look like those of the previous lap. */
static void fill_completions(const struct inverbs_cq *cq, const json_t *cqes, struct report *r)
{
	size_t index;
	json_t *cqe;

	for (uint32_t i = 0; i < cq->entries; i++) {
		uint8_t *at = mlx4_cq_entry(cq, cq->head + i);

		at[MLX4_CQE_SIZE - 1] = 0x4c;
		mlx4_cqe_take_place(at, cq->head + i + cq->entries, cq->entries);
	}
	json_array_foreach(cqes, index, cqe)
	{
		struct bytes b = bytes(cqe, "bytes");

		if (b.len != (size_t)1 << cq->shift)
			fail(r, "cqes[%zu] has %zu bytes", index, b.len);
		else
			memcpy(inverbs_slot(cq->buf, (uint32_t)number(cqe, "index", 0), cq->entries,
					    cq->shift),
			       b.data, b.len);
		free_bytes(&b);
	}
}

static void read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;

	cq->ibv.handle = 1;
	cq->cqn = (uint32_t)number(json, "cqn", 0);
	cq->entries = power_of_two(json, "cq_entries", 8, MAX_UNITS_OF_RING);
	cq->ibv.cqe = (int)cq->entries - 1;
	cq->shift = number(json, "cqe_size", 64) == 64 ? 6 : 5;
	cq->head = (uint32_t)number(json, "cons_index_before", 0);
	cq->arm_sn = (uint32_t)(number(json, "arm_sn_before", 1) +
				number(json, "cq_events_delivered_before", 0));
	cq->adapter = INVERBS_ADAPTER_MLX4;
	cq->lock.off = number(json, "single_threaded", 0) != 0;
	cq->doorbell = w->ctx.uar;
	cq->buf_bytes = (size_t)cq->entries << cq->shift;
	cq->buf = world_ring_in(&w->completions, "completion ring", make_memory(w, cq->buf_bytes),
				cq->buf_bytes);
	cq->doorbell_record = make_record(w, "cq", RECORD_BYTES);
	inverbs_cq_forget(cq);
	fill_completions(cq, json_object_get(w->vector, "cqes"), r);
}

/*
 * For an XRC receive we apply the rules of InfiniBand; the recording applied those of the previous
 * queue pair.
 */
static void adjust_rule(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
			struct wc_rule *rule)
{
	const struct golden_qp *q = queue_pair(w, wc->qp_num);

	rule->connected = q && q->qp.rq.entries &&
			  (q->qp.sq.qp_type == IBV_QPT_RC || q->qp.sq.qp_type == IBV_QPT_UC);
	if (cqe) {
		const struct mlx4_cqe e = mlx4_cqe_get(mlx4_cq_entry(&w->cq, *cqe));

		rule->other_sl = !e.is_send && (e.qpn & MLX4_XRC_QPN_BIT);
		rule->sl_instead = e.sl;
	}
}

/* ---- comparisons of posts and polls ---- */

/* A WQE of 64 units, one more than its size field can express: the reference writes it anyway. */
static bool is_oversized(const struct bytes *wqe)
{
	return wqe->len > SIZE_AT && !(wqe->data[SIZE_AT] & SIZE_BITS);
}

/* Returns the length of a frame's first SGE. */
static uint64_t first_bytes(const json_t *wr)
{
	return number(json_array_get(json_object_get(wr, "sg"), 0), "length", 0);
}

/* The reference reads six bytes at the beginning of the first SGE, even if it is shorter. */
#define ENDS_BEFORE(n)                                                                             \
	static bool ends_before_##n(const json_t *qp, const json_t *wr,                            \
				    const struct bytes *recorded)                                  \
	{                                                                                          \
		(void)recorded;                                                                    \
		return is_text(qp, "type", "RAW_PACKET") && first_bytes(wr) <= (n);                \
	}

ENDS_BEFORE(0)
ENDS_BEFORE(1)
ENDS_BEFORE(2)
ENDS_BEFORE(3)
ENDS_BEFORE(4)
ENDS_BEFORE(5)

#define DESTINATION(n, at)                                                                         \
	{                                                                                          \
		"destination", "the reference reads a MAC from what is no payload",                \
			.ranges = {{at, (at) + 1, 0}}, .holds = ends_before_##n                    \
	}

static const struct golden_rule rules[] = {
	DESTINATION(0, 8),  DESTINATION(1, 9),  DESTINATION(2, 12), DESTINATION(3, 13),
	DESTINATION(4, 14), DESTINATION(5, 15), {.name = NULL},
};

/* The same for a WQE that was copied to a register; then it is the only request. */
static void overlook(const json_t *vector, uint8_t *ignore, size_t len)
{
	static const uint8_t at[] = {8, 9, 12, 13, 14, 15};

	if (!is_text(json_object_get(vector, "qp"), "type", "RAW_PACKET") || len < 16)
		return;
	for (size_t i = first_bytes(json_array_get(json_object_get(vector, "wrs"), 0));
	     i < sizeof(at); i++)
		ignore[at[i]] = 0xff;
}

/* True if the vector has a WQE that is too large for its size field. */
static const char *may_refuse(const json_t *vector)
{
	const json_t *after = json_object_get(json_object_get(vector, "expect"), "queue_after");
	bool found = false;
	size_t index;
	json_t *slot;

	json_array_foreach(after, index, slot)
	{
		struct bytes b = bytes(slot, "bytes");

		found = found || (is_text(slot, "role", "posted") && is_oversized(&b));
		free_bytes(&b);
	}
	return found && is_text(vector, "op", "post_send")
		       ? "the recorded WQE is longer than its size field can say"
		       : NULL;
}

static void check_srq(struct world *w, const json_t *json, const struct inverbs_srq *srq,
		      struct report *r)
{
	const json_t *links = json_object_get(json, "next_wqe_index");
	char what[64];

	(void)w;
	check_number(r, "head of the shared queue", srq->head, number(json, "head", srq->head));
	check_number(r, "tail of the shared queue", srq->tail, number(json, "tail", srq->tail));
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

NUMBER(sq_head, inverbs_sq_head(&q->qp.sq))
NUMBER(sq_tail, q->qp.sq.tail)
NUMBER(rq_head, inverbs_rq_head(&q->qp.rq))
NUMBER(rq_tail, q->qp.rq.tail)
NUMBER(push_offset, q->push.next - (uintptr_t)q->push.page)
NUMBER(srq_head, w->srqs[0].head)
NUMBER(srq_tail, w->srqs[0].tail)
NUMBER(srq_counter, w->srqs[0].counter & 0xffff)
NUMBER(cons_index, w->cq.head)
NUMBER(arm_sn, w->cq.arm_sn)

static const struct golden_number send_numbers[] = {
	{"sq_head_after", sq_head},
	{"sq_tail_after", sq_tail},
	{"bf_offset_after", push_offset},
	{NULL, NULL},
};

static const struct golden_number recv_numbers[] = {
	{"rq_head_after", rq_head},
	{"rq_tail_after", rq_tail},
	{NULL, NULL},
};

static const struct golden_number srq_numbers[] = {
	{"head_after", srq_head},
	{"tail_after", srq_tail},
	{"counter_after", srq_counter},
	{NULL, NULL},
};

static const struct golden_number cq_numbers[] = {
	{"cons_index_after", cons_index},
	{"arm_sn_after", arm_sn},
	{NULL, NULL},
};

static const struct golden_number qp_numbers[] = {
	{"sq_head", sq_head}, {"sq_tail", sq_tail}, {"rq_head", rq_head},
	{"rq_tail", rq_tail}, {NULL, NULL},
};

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_dlid_path_bits = mlx4_read_dlid_path_bits;
	cq->read_completion_ts = mlx4_read_completion_ts;
}

static const struct golden_calls calls = {
	GOLDEN_COMMON_CALLS,
	.extended = extended,
	.post_srq_recv = mlx4_post_srq_recv,
	.decode_srq_recv = mlx4_dev_decode_srq_recv,
	.send_credit = mlx4_send_credit,
	.recv_credit = mlx4_recv_credit,
	.cq_seek = mlx4_cq_seek,
	.send_bytes = mlx4_dev_send_bytes,
};

const struct golden_vocabulary mlx4_words = {
	.name = "mlx4",
	.calls = &calls,
	.begin = begin_world,
	.read_qp = read_qp,
	.read_srq = read_srq,
	.read_cq = read_cq,
	.read_ah = read_ah,
	.kinds = {{"send_db", "uar", MLX4_UAR_SEND_DOORBELL, 4, .last = false},
		  {"cq_db", "uar", MLX4_UAR_ARM_DOORBELL, 8, .last = false},
		  {"blueflame", "push", -1, 0, .last = false},
		  {"cq_ci_db_record", "cq", 0, 4, .last = false},
		  {"cq_arm_db_record", "cq", 4, 4, .last = false},
		  {"rq_db_record", "rq", 0, 4, .last = false},
		  {"srq_db_record", "srq", 0, 4, .last = false}},
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.seen_qpn = 0xffffff,
	.seen_av = 36,
	.seen_whole = true,
	.raw_plain = true,
	.handover = {.at = 0, .bytes = 4, .tags = 4, .chunk = CHUNK},
	.rules = rules,
	.overlook = overlook,
	.may_refuse = may_refuse,
	.rule = adjust_rule,
	.send_numbers = send_numbers,
	.recv_numbers = recv_numbers,
	.srq_numbers = srq_numbers,
	.cq_numbers = cq_numbers,
	.qps_key = "qps_after",
	.qp_numbers = qp_numbers,
	.srqs_key = "srqs_after",
	.check_srq = check_srq,
};

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(post_srq_recv)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)
GOLDEN_OP(arm_cq)

static const struct golden_op ops[] = {
	{"post_send", run_post_send},
	{"post_recv", run_post_recv},
	{"post_srq_recv", run_post_srq_recv},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", run_arm_cq},
	{"resize_cq", mlx4_replay_resize_cq},
	{"cq_clean", mlx4_replay_cq_clean},
	{"alloc_context", mlx4_replay_alloc_context},
	{"create_cq", mlx4_replay_create_cq},
	{"create_qp", mlx4_replay_create_qp},
	{"create_srq", mlx4_replay_create_srq},
	{"create_ah", mlx4_replay_create_ah},
	{NULL, NULL},
};

const struct golden_adapter golden_mlx4 = {.name = "mlx4", .ops = ops, .rules = rules};
