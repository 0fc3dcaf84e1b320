/* SPDX-License-Identifier: BSD-2-Clause */
/* The vocabulary of mlx5's vectors. */
#include "hooks.h"

#include <inverbs/adapters/mlx5.h>
#include <inverbs/device/mlx5_device.h>

#define GOLDEN_ADAPTER       mlx5
#define GOLDEN_WORDS(vector) (names_keys(vector) ? &mlx5_words : connectib_words())
#include "calls.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mlx5.h"
#include "recorder.h"
#include "workreq.h"

enum {
	UNIT = 64,
	STAGE_BYTES = 2048,
	SRQ_PENDING = 64,
	NULL_LKEY = 0xabc, /* lkey of buffers whose payload is discarded */
	BUFFERS_BYTES = 0x10000,
	SLOT_BUFFERS = 0x100, /* distance between the buffers of consecutive shared slots */
	MAX_SHIFT = 12,
	MAX_INDEXES = 1 << 16, /* number of indexes that a CQE can contain */
	WAITING_SHIFT = 6,     /* log2 of the size of an outstanding receive */
};

/* Address at which the vectors have buffers for payload. */
static uint8_t *const buffers = (uint8_t *)0x10000000;

/* In vectors the address vector belongs to the queue pair, not to the request. */
static const json_t *posting;

static void read_posting(struct world *w, const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	struct inverbs_rq *rq = &q->qp.rq;

	sq->entries = ring_units(json, "sq_wqe_cnt_bb", 0);
	q->send_unit = UNIT;
	sq->posted = zeroed(sq->entries ? sq->entries : MAX_INDEXES, sizeof(*sq->posted));
	if (sq->entries) {
		sq->buf = world_ring(&q->send, "send ring", (size_t)sq->entries * UNIT);
		sq->doorbell_record = world_record("record");
	}
	sq->stage = zeroed(1, STAGE_BYTES);
	sq->max_units = 16;
	rq->entries = ring_units(json, "rq_wqe_cnt", 0);
	rq->wr_id = zeroed(rq->entries ? rq->entries : MAX_INDEXES, sizeof(*rq->wr_id));
	rq->shift = (uint8_t)number_up_to(json, "rq_wqe_shift",
					  json_object_get(json, "recv_posted") ? WAITING_SHIFT : 4,
					  MAX_SHIFT);
	q->recv_unit = 1U << rq->shift;
	if (rq->entries) {
		rq->buf = world_ring(&q->recv, "receive ring", (size_t)rq->entries << rq->shift);
		/* a raw packet queue's record is not written before RTR, because its receive queue
		 * is already active */
		if (same_text(text(json, "type"), "RAW_PACKET") &&
		    same_text(text(json, "state"), "INIT"))
			rq->doorbell_record = zeroed(1, RECORD_BYTES);
		else
			rq->doorbell_record = sq->entries && sq->doorbell_record
						      ? sq->doorbell_record
						      : world_record("record");
	}
	inverbs_push_open(&q->push, world_registers("push"),
			  (uint32_t)number_up_to(json, "bf_half_size", 0, REGISTER_BYTES / 2));
	q->push.next += number_up_to(json, "bf_offset_before", 0, REGISTER_BYTES / 2);
	if (!number(json, "bf_allowed", 0) || number(json, "shut_up_bf", 0))
		q->push.most = 0;
	sq->push = &q->push;
	(void)w;
}

static void read_state(const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	struct inverbs_rq *rq = &q->qp.rq;
	const char *state = text(json, "state");

	sq->head = (uint32_t)number(json, "sq_head_before", number(json, "sq_head", 0));
	sq->tail = (uint32_t)number(json, "sq_tail_before", number(json, "sq_tail", 0));
	sq->position = (uint32_t)number(json, "cur_post_before", 0);
	sq->owed = number(json, "fence_memory_before", 0) != 0;
	sq->max_post = (uint32_t)number(json, "max_send_wr", 0);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->closed = *state && !same_text(state, "RTS");
	sq->front = (uint8_t)number(json, "eth_min_inline_bytes", 0);
	sq->max_header = (uint16_t)number(json, "max_tso_header", 0);
	sq->max_segmented = (uint32_t)number(json, "max_tso", 0);
	sq->flags = (uint8_t)((number(json, "sq_signal_all", 0) ? INVERBS_SQ_SIGNAL_ALL : 0) |
			      (number(json, "atomic_cap", 0) ? INVERBS_SQ_ATOMICS : 0) |
			      (number(json, "csum_ok", 0) ? INVERBS_SQ_CSUM : 0) |
			      (same_text(text(json, "type"), "RAW_PACKET") ? INVERBS_RX_CSUM : 0));
	rq->head = (uint32_t)number(json, "rq_head_before", number(json, "rq_head", 0));
	rq->tail = (uint32_t)number(json, "rq_tail_before", number(json, "rq_tail", 0));
	rq->max_post = rq->entries;
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->closed = same_text(state, "RESET") || strstr(state, "-RESET");
}

/* Fills the tables of a polling case: each slot has a value derived from its index. */
static void fill_tables(const json_t *json, struct golden_qp *q)
{
	const char *place;
	json_t *note;
	struct inverbs_sq *sq = &q->qp.sq;
	const uint64_t id = (uint64_t)sq->qpn << 16;

	for (uint32_t i = 0; i < sq->entries; i++)
		sq->posted[i] = (struct inverbs_posted){0xA000000000000000 | id | i, 101 + i, 0};
	for (uint32_t i = 0; i < q->qp.rq.entries; i++)
		q->qp.rq.wr_id[i] = 0xB000000000000000 | id | i;
	json_object_foreach(json_object_get(json, "notes"), place, note)
	{
		sq->posted[strtoul(place, NULL, 0) & (sq->entries - 1)].note =
			same_text(text_of(note), "BIND_MW") ? IBV_WC_BIND_MW : IBV_WC_LOCAL_INV;
	}
}

/* True if CQEs identify queues by keys; older devices use numbers. */
static bool names_keys(const json_t *vector)
{
	return number(json_object_get(vector, "cq"), "cqe_version", 1) != 0;
}

static void map_buffers(void)
{
	if (mmap(buffers, BUFFERS_BYTES, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != buffers)
		abort();
}

/* Payload may only be written to the buffers. */
static void check_in_buffers(const json_t *wrs)
{
	size_t i, n;
	json_t *wr, *sge;

	json_array_foreach((json_t *)(uintptr_t)wrs, i, wr)
	{
		json_array_foreach(json_object_get(wr, "sg"), n, sge)
		{
			const uint64_t at = number(sge, "addr", 0) - (uintptr_t)buffers;

			if (at > BUFFERS_BYTES || number(sge, "length", 0) > BUFFERS_BYTES - at)
				malformed("payload lies outside of the buffers");
		}
	}
}

/* Posts requests that are outstanding in a polling case, because their WQEs say where payload
 * goes. */
static void post_waiting(const json_t *json, struct golden_qp *q, struct report *r)
{
	struct inverbs_sq *sq = &q->qp.sq;
	struct inverbs_rq *rq = &q->qp.rq;
	const struct inverbs_sq sends = *sq;
	const struct inverbs_rq receives = *rq;
	struct ibv_send_wr *bad_send;
	struct ibv_recv_wr *bad_recv;
	size_t n;

	map_buffers();
	check_in_buffers(json_object_get(json, "send_posted"));
	check_in_buffers(json_object_get(json, "recv_posted"));
	/* slots without a posted WQE must not refer to buffers */
	if (sq->entries)
		memset(q->send.memory, 0, q->send.bytes);
	if (rq->entries)
		memset(q->recv.memory, 0, q->recv.bytes);
	sq->max_post = sq->entries;
	sq->max_sge = rq->max_sge = 4;
	sq->flags |= INVERBS_SQ_ATOMICS;
	sq->head = sq->tail = 0;
	sq->position = (uint32_t)number(json, "send_posted_from_bb", 0);
	rq->head = rq->tail = (uint32_t)number(json, "recv_posted_from", 0);
	if (json_object_get(json, "send_posted"))
		check_number(
			r, "requests that wait",
			(uint64_t)mlx5_post_send_full(
				&q->qp.ibv,
				send_requests(json_object_get(json, "send_posted"), NULL, &n, r),
				&bad_send),
			0);
	if (json_object_get(json, "recv_posted"))
		check_number(r, "receives that wait",
			     (uint64_t)mlx5_post_recv_full(
				     &q->qp.ibv,
				     recv_requests(json_object_get(json, "recv_posted"), &n, r),
				     &bad_recv),
			     0);
	*sq = sends;
	*rq = receives;
	recorder_forget();
}

static void read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	struct inverbs_sq *sq = &q->qp.sq;

	posting = json;
	read_posting(w, json, q);
	read_state(json, q);
	sq->qpn = (uint32_t)number(json, "qpn", 0);
	q->qp.ibv.qp_num = sq->qpn;
	sq->qp_type = (uint8_t)qp_type_named(text(json, "type"), r);
	if (json_object_get(json, "user_index")) {
		sq->key = (uint32_t)number(json, "user_index", 0);
		fill_tables(json, q);
		if (json_object_get(json, "send_posted") || json_object_get(json, "recv_posted"))
			post_waiting(json, q, r);
		world_enter(&w->ctx.qps, names_keys(w->vector) ? sq->key : sq->qpn, &q->qp);
	}
}

/* The same for a shared queue: each slot has separate buffers, behind those of the previous
 * slot. */
static void post_slots(const json_t *json, struct inverbs_srq *srq, struct report *r)
{
	json_t *list = json_array(), *wr = json_object(), *sge;
	const json_t *first = json_object_get(json, "sg_of_entry_0");
	struct ibv_recv_wr *bad;
	size_t index, n;

	map_buffers();
	memset(srq->buf, 0, (size_t)srq->entries << srq->shift);
	mlx5_srq_init(srq);
	json_object_set(wr, "sg", (json_t *)(uintptr_t)first);
	json_array_append_new(list, wr);
	check_in_buffers(list);
	if (number(json, "posted", 0) * SLOT_BUFFERS > BUFFERS_BYTES / 2)
		malformed("more slots than have buffers");
	srq->max_sge = (uint16_t)json_array_size(first);
	for (uint32_t slot = 0; slot < number_up_to(json, "posted", 0, srq->entries); slot++) {
		struct ibv_recv_wr *one = recv_requests(list, &n, r);

		one->wr_id = srq->wr_id[slot];
		json_array_foreach(first, index, sge) one->sg_list[index].addr +=
			(uint64_t)SLOT_BUFFERS * slot;
		check_number(r, "receives that wait",
			     (uint64_t)mlx5_post_srq_recv_full(&srq->ibv, one, &bad), 0);
	}
	json_decref(list);
	recorder_forget();
}

static void read_srq(struct world *w, const json_t *json, struct inverbs_srq *srq, struct report *r)
{
	struct ring *ring = &w->shared[srq - w->srqs];

	srq->srqn = (uint32_t)number(json, "srqn", 0);
	/* without the reference's upper half, which is for page faults */
	srq->entries = power_of_two(json, "nwqes", SRQ_PENDING, MAX_UNITS_OF_RING);
	srq->shift = (uint8_t)__builtin_ctz(power_of_two(json, "stride", 64, MAX_WQE_BYTES));
	srq->max_sge = (uint16_t)number(json, "max_sge", 0);
	srq->doorbell_record = world_record("record");
	srq->counter = (uint32_t)number(json, "counter", 0);
	srq->buf = world_ring(ring, "shared ring", (size_t)srq->entries << srq->shift);
	srq->wr_id = zeroed(srq->entries, sizeof(*srq->wr_id));
	for (uint32_t i = 0; i < srq->entries; i++)
		srq->wr_id[i] = 0xC000000000000000 | (uint64_t)srq->srqn << 16 | i;
	mlx5_srq_init(srq);
	if (json_object_get(json, "sg_of_entry_0") && strstr(text(w->vector, "id"), "/scatter"))
		post_slots(json, srq, r);
	if (!names_keys(w->vector))
		world_enter(&w->ctx.xrc_srqs, srq->srqn, srq);
	else if (json_is_null(json_object_get(json, "user_index")))
		world_attach(w, srq);
	else
		world_enter(&w->ctx.xrc_srqs, (uint32_t)number(json, "user_index", 0), srq);
}

/* CQEs that are not listed belong to the previous lap, or were never written. */
static void fill_completions(struct world *w, const json_t *json, uint32_t cqe_size)
{
	struct inverbs_cq *cq = &w->cq;
	const json_t *cqes = json_object_get(w->vector, "cqes");
	size_t index;
	json_t *cqe;

	(void)json;
	for (uint32_t n = 0; n < cq->entries; n++) {
		const uint32_t entry = cq->head + n;
		uint8_t *const at = cq->buf + (size_t)(entry & (cq->entries - 1)) * cqe_size;
		const bool unwritten = entry < cq->entries;
		const struct mlx5_cqe old = {.opcode = unwritten ? MLX5_CQE_OP_UNWRITTEN
								 : MLX5_CQE_OP_RECV_SEND};

		memset(at, 0, cqe_size);
		mlx5_cqe_put(at + cqe_size - MLX5_CQE_SIZE, &old);
		if (!unwritten)
			mlx5_dev_init_cqe(at, cqe_size, entry, cq->entries);
	}
	json_array_foreach(cqes, index, cqe)
	{
		copy_bytes(cqe, "bytes", cq->buf + index_in(cqe, "slot", cq->entries) * cqe_size,
			   cqe_size);
	}
}

static void read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;
	const uint32_t size = power_of_two(json, "cqe_size", 64, 2 * MLX5_CQE_SIZE);

	if (size < MLX5_CQE_SIZE)
		malformed("CQEs of %u bytes", size);
	(void)r;
	cq->entries = power_of_two(json, "entries", 8, MAX_UNITS_OF_RING);
	cq->shift = (uint8_t)__builtin_ctz(size);
	cq->buf = world_ring(&w->completions, "completion ring", (size_t)cq->entries * size);
	cq->head = (uint32_t)number(json, "cons_index_before", number(json, "cons_index", 0));
	cq->cqn = (uint32_t)number(json, "cqn", 0);
	cq->arm_sn = (uint32_t)number(json, "events_seen", 0);
	cq->null_lkey = NULL_LKEY;
	cq->doorbell_record = world_record("cq");
	cq->doorbell = world_registers("uar");
	fill_completions(w, json, size);
}

static struct ibv_ah *read_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(1, sizeof(*ah));
	struct bytes av = bytes(posting, "av");

	(void)ud;
	(void)r;
	if (av.len == MLX5_AV_SIZE) /* an address handle does not contain the key and the number
				     * at the beginning */
		memcpy(ah->av, av.data + MLX5_AV_SIZE - MLX5_ADDRESS_SIZE, MLX5_ADDRESS_SIZE);
	free_bytes(&av);
	return &ah->ibv;
}

NUMBER(position_of, q->qp.sq.position)
NUMBER(sq_head, q->qp.sq.head)
NUMBER(sq_tail, q->qp.sq.tail)
NUMBER(fence, q->qp.sq.owed ? 32 : 0)
NUMBER(push_offset, q->push.next - (uintptr_t)q->push.page)
NUMBER(rq_head, q->qp.rq.head)
NUMBER(rq_tail, q->qp.rq.tail)
NUMBER(srq_counter, w->srqs[0].counter & 0xffff)
NUMBER(cons_index, w->cq.head)
NUMBER(events_seen, w->cq.arm_sn)

static const struct golden_number send_numbers[] = {
	{"cur_post_after", position_of},  {"sq_head_after", sq_head},
	{"sq_tail_after", sq_tail},       {"fence_memory_after", fence},
	{"bf_offset_after", push_offset}, {NULL, NULL},
};

static const struct golden_number recv_numbers[] = {
	{"rq_head_after", rq_head},
	{"rq_tail_after", rq_tail},
	{NULL, NULL},
};

static const struct golden_number qp_numbers[] = {
	{"sq_tail", sq_tail},
	{"rq_tail", rq_tail},
	{NULL, NULL},
};

static const struct golden_number srq_numbers[] = {{"counter", srq_counter}, {NULL, NULL}};

static const struct golden_number cq_numbers[] = {
	{"cons_index_after", cons_index},
	{"events_seen_after", events_seen},
	{NULL, NULL},
};

static void check_table(const struct golden_qp *q, bool sends, const json_t *rows, struct report *r)
{
	const struct inverbs_sq *sq = &q->qp.sq;
	size_t index;
	json_t *row;

	(void)sends;
	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const struct inverbs_posted *posted = &sq->posted[index_in(row, "bb", sq->entries)];

		if (!json_object_get(row, "wr_id"))
			continue; /* a refused request has left only a note */
		check_number(r, "wr_id", posted->wr_id, number(row, "wr_id", 0));
		check_number(r, "place among all", posted->next - 1, number(row, "head", 0));
		check_number(r, "note", posted->note, number(row, "note", 0));
	}
}

/* Whether the slot is in the list of free slots, behind those that were free initially. */
static bool was_freed(const struct inverbs_srq *srq, uint32_t slot)
{
	uint32_t at = srq->entries - 1;

	while (at != srq->tail) {
		at = mlx5_srq_next_get(mlx5_srq_slot(srq, at)).next;
		if (at == slot)
			return true;
	}
	return false;
}

static void check_srq(struct world *w, const json_t *json, const struct inverbs_srq *srq,
		      struct report *r)
{
	size_t index;
	json_t *slot;

	(void)w;
	json_array_foreach(json_object_get(json, "free_set"), index, slot)
	{
		if (!was_freed(srq, (uint32_t)number_of(slot)))
			fail(r, "slot %u of the shared queue is not free",
			     (unsigned int)number_of(slot));
	}
}

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_dlid_path_bits = mlx5_read_dlid_path_bits;
	cq->read_completion_ts = mlx5_read_completion_ts;
}

static const struct golden_calls calls = {
	GOLDEN_COMMON_CALLS,
	.extended = extended,
	.post_srq_recv = mlx5_post_srq_recv,
	.srq_init = mlx5_srq_init,
	.decode_srq_recv = mlx5_dev_decode_srq_recv,
	.srq_free = mlx5_srq_free,
	.send_credit = mlx5_send_credit,
	.recv_credit = mlx5_recv_credit,
	.cq_seek = mlx5_cq_seek,
};

/* A single WQE without inline data that would fit into a BlueFlame register. */
static bool fits_by_reference(const json_t *vector)
{
	const json_t *wrs = json_object_get(vector, "wrs"), *wr = json_array_get(wrs, 0);
	const size_t sges = json_array_size(json_object_get(wr, "sg"));
	const uint64_t room = number(json_object_get(vector, "qp"), "bf_half_size", 0);
	struct report ignored = {.failed = false};

	return json_array_size(wrs) == 1 && sges && (sges + 1) * 16 <= room &&
	       !(send_flags(json_object_get(wr, "send_flags"), &ignored) & IBV_SEND_INLINE);
}

static const char *left_out(const json_t *vector)
{
	const json_t *qp = json_object_get(vector, "qp");
	const char *id = text(vector, "id");

	if (qp && !number(qp, "prefer_bf", 1) && fits_by_reference(vector))
		return "a setting of the reference's environment, by which SGEs by reference are "
		       "not stored whole in a register; here they are";
	if (strstr(id, "/wr_api/rc/atomic-len16"))
		return "an atomic with an SGE of 16 bytes moves 8, which is what WQEs say here; "
		       "the "
		       "reference's builder says 16";
	return NULL;
}

/* Compares the buffers' contents: nothing else may have been written. */
static bool check_cq(struct world *w, const char *key, const json_t *value, struct report *r)
{
	size_t index, copied = 0;
	json_t *range;

	(void)w;
	if (!same_text(key, "memory_after"))
		return false;
	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);
		uint8_t *const at = buffers + (number(range, "addr", 0) & (BUFFERS_BYTES - 1));

		if (expected.len > (size_t)(buffers + BUFFERS_BYTES - at))
			malformed("payload leaves the buffers");

		check_bytes(r, "payload", at, expected.data, expected.len);
		memset(at, 0, expected.len);
		free_bytes(&expected);
	}
	for (size_t i = 0; i < BUFFERS_BYTES; i++)
		copied += buffers[i] != 0;
	check_number(r, "bytes that were copied elsewhere", copied, 0);
	return true;
}

const struct golden_vocabulary mlx5_words = {
	.name = "mlx5",
	.calls = &calls,
	.read_qp = read_qp,
	.read_srq = read_srq,
	.read_cq = read_cq,
	.read_ah = read_ah,
	.kinds = {{"db_record", "record", -1, 0, .last = false},
		  {"send_db", "push", -1, 8, .last = false},
		  {"blueflame", "push", -1, 0, .last = false},
		  {"cq_record", "cq", -1, 0, .last = false},
		  {"cq_db", "uar", -1, 0, .last = false}},
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.seen_qpn = 0xffffff,
	.seen_av = 36,
	.seen_window = true,
	.send_numbers = send_numbers,
	.recv_numbers = recv_numbers,
	.srq_numbers = srq_numbers,
	.cq_numbers = cq_numbers,
	.check_cq = check_cq,
	.check_table = check_table,
	.qps_key = "qp_after",
	.qp_numbers = qp_numbers,
	.srqs_key = "srq_after",
	.check_srq = check_srq,
	.left_out = left_out,
};

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(wr_api)
GOLDEN_OP(post_srq_recv)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)
GOLDEN_OP(arm_cq)

/* Replays again with the calls of Connect-IB, whose WQEs and doorbells are the same. */
#define OF_BOTH(op)                                                                                \
	static void run_##op##_of_both(const json_t *vector, struct report *r)                     \
	{                                                                                          \
		struct report again = {.failed = false};                                           \
                                                                                                   \
		run_##op(vector, r);                                                               \
		if (r->failed || *r->left_out || !names_keys(vector))                              \
			return;                                                                    \
		replay_##op(connectib_words(), vector, &again);                                    \
		if (again.failed)                                                                  \
			fail(r, "by Connect-IB: %s", again.reason);                                \
	}

OF_BOTH(post_send)
OF_BOTH(post_recv)
OF_BOTH(post_srq_recv)
OF_BOTH(arm_cq)
OF_BOTH(wr_api)

static const struct golden_op ops[] = {
	{"post_send", run_post_send_of_both},
	{"post_recv", run_post_recv_of_both},
	{"post_srq_recv", run_post_srq_recv_of_both},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", run_arm_cq_of_both},
	{"wr_api", run_wr_api_of_both},
	{"bind_mw", leave_out_bind},
	{"create_qp", leave_out_commands},
	{"create_cq", leave_out_commands},
	{"create_ah", leave_out_commands},
	{"resize_cq", leave_out_commands},
	{"destroy_qp", leave_out_cleaning},
	{"modify_qp_reset", leave_out_cleaning},
	{NULL, NULL},
};

const struct golden_adapter golden_mlx5 = {.name = "mlx5", .ops = ops};
