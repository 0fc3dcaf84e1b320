/* SPDX-License-Identifier: BSD-2-Clause */
/* How irdma's vectors name things. */
#include "hooks.h"

#include <inverbs/adapters/irdma.h>
#include <inverbs/adapters/irdma_device.h>

#define GOLDEN_ADAPTER irdma
#include "calls.h"

#include <stdlib.h>
#include <string.h>

#include "workreq.h"

enum {
	UNIT = 32,
	CQE_BYTES = 32,
	SHADOW_BYTES = 64,
	CHUNK = 8, /* units that a WQE does not leave */
	CAN_SEND_IMM = 2,
};

/* Ops of which a WQE says neither that they are solicited nor that payload is inside. */
#define PLAIN_OPS                                                                                  \
	(1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |                                \
	 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)

static const char *device(const struct world *w)
{
	return text(w->vector, "device");
}

static bool is_gen3(const struct world *w)
{
	return strstr(device(w), "gen3") == device(w);
}

/*
 * A free-running index: its lap has the polarity that was recorded, which changes when index 0 is
 * used.
 */
static uint32_t running(uint32_t index, uint64_t polarity, uint32_t entries)
{
	return index + ((polarity != 0) == (index != 0) ? 0 : entries);
}

static uint64_t polarity_of(uint32_t running_index, uint32_t entries)
{
	const uint64_t lap = (running_index & entries) == 0;

	return (running_index & (entries - 1)) ? lap : !lap;
}

static uint32_t behind(uint32_t head, uint64_t tail, uint32_t entries)
{
	return head - ((head - (uint32_t)tail) & (entries - 1));
}

static void read_send(struct world *w, const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	const uint64_t polarity = number(json, "sq_polarity_before",
					 number(json, "sq_polarity", 1));

	sq->entries = (uint32_t)number(json, "sq_quanta", 0);
	if (!sq->entries)
		return;
	q->send_unit = UNIT;
	sq->buf = world_ring(&q->send, "send ring", (size_t)sq->entries * UNIT);
	sq->posted = zeroed(sq->entries, sizeof(*sq->posted));
	sq->position = running((uint32_t)number(json, "sq_head_before", number(json, "sq_head", 0)),
			       polarity, sq->entries);
	sq->head = sq->position;
	sq->tail = behind(sq->head, number(json, "sq_tail_before", number(json, "sq_tail", 0)),
			  sq->entries);
	sq->boundary = CHUNK;
	sq->counts_fill = sq->flush_once = !is_gen3(w);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->flags = (uint8_t)((number(json, "sq_signal_all", 0) ? INVERBS_SQ_SIGNAL_ALL : 0) |
			      (number(json, "qp_caps", 0) & CAN_SEND_IMM ? INVERBS_SQ_SEND_IMM
									 : 0) |
			      (same_text(device(w), "gen3") ? INVERBS_SQ_ATOMICS : 0));
	sq->bell = world_registers("doorbells");
}

static void read_recv(struct world *w, const json_t *json, struct golden_qp *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = (uint32_t)number(json, "rq_entries", 0);
	if (!rq->entries)
		return;
	q->recv_unit = (uint32_t)number(json, "rq_quanta_per_entry", 1) * UNIT;
	rq->shift = (uint8_t)__builtin_ctz(q->recv_unit);
	rq->buf = world_ring(&q->recv, "receive ring", (size_t)rq->entries << rq->shift);
	rq->wr_id = zeroed(rq->entries, sizeof(*rq->wr_id));
	rq->head = running((uint32_t)number(json, "rq_head_before", number(json, "rq_head", 0)),
			   number(json, "rq_polarity_before", number(json, "rq_polarity", 1)),
			   rq->entries);
	rq->tail = behind(rq->head, number(json, "rq_tail_before", number(json, "rq_tail", 0)),
			  rq->entries);
	rq->max_post = rq->entries - 1;
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->counts_fill = !is_gen3(w);
}

/* What a polling case has outstanding, with the WQEs themselves as far as a poll looks at them. */
static void read_posted(const json_t *json, struct golden_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(json, "sq_posted"), index, row)
	{
		const uint32_t unit = (uint32_t)number(row, "index", 0);
		const uint32_t first = sq->tail + ((unit - sq->tail) & (sq->entries - 1));
		const struct irdma_head head = {.opcode = (uint8_t)number(row, "hw_opcode", 0)};

		irdma_head_put(sq->buf + (size_t)unit * UNIT + UNIT - IRDMA_HEAD_SIZE, &head);
		sq->posted[unit] = (struct inverbs_posted){
			number(row, "wr_id", 0), first + (uint32_t)number(row, "quanta", 1),
			(uint32_t)number(row, "length", 0)};
	}
	json_array_foreach(json_object_get(json, "rq_posted"), index, row)
		q->qp.rq.wr_id[number(row, "index", 0)] = number(row, "wr_id", 0);
}

static const json_t *posting; /* its queue pair has the address handle */

static void read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	posting = json;
	read_send(w, json, q);
	read_recv(w, json, q);
	read_posted(json, q);
	q->qp.sq.qpn = (uint32_t)number(json, "qpn", 0);
	q->qp.ibv.qp_num = q->qp.sq.qpn;
	q->qp.sq.qp_type = (uint8_t)qp_type_named(text(json, "type"), r);
}

static struct ibv_ah *read_ah(const json_t *ud, struct report *r)
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

/* The recorder's queue pairs were elsewhere: its CQEs say where their addresses stand. */
static void point_at_queues(struct world *w, const json_t *cqe, uint8_t *at)
{
	size_t index;
	json_t *context;

	json_array_foreach(json_object_get(cqe, "context_at"), index, context)
	{
		struct golden_qp *q = qp_named(w, text(context, "qp"));
		const uint64_t address = q ? (uint64_t)(uintptr_t)&q->qp : 0;

		inverbs_put64(at + number(context, "offset", 0), INVERBS_LE64(address));
	}
}

static void read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;
	const uint32_t size = (uint32_t)number(json, "cqe_size", CQE_BYTES);
	size_t index;
	json_t *cqe;

	(void)r;
	cq->cqn = (uint32_t)number(json, "cqn", 0);
	cq->bell = world_registers("doorbells");
	cq->record = zeroed(1, SHADOW_BYTES);
	recorder_watch("shadow", cq->record, SHADOW_BYTES);
	cq->entries = (uint32_t)number(json, "entries", 0);
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
		uint8_t *at = cq->buf + number(cqe, "slot", 0) * size;

		copy_bytes(cqe, "bytes", at, size);
		point_at_queues(w, cqe, at);
	}
}

#define NUMBER(name, value)                                                                        \
	static uint64_t name(const struct world *w, const struct golden_qp *q)                     \
	{                                                                                          \
		(void)w;                                                                           \
		(void)q;                                                                           \
		return value;                                                                      \
	}

NUMBER(sq_head, q->qp.sq.position &(q->qp.sq.entries - 1))
NUMBER(sq_tail, q->qp.sq.tail &(q->qp.sq.entries - 1))
NUMBER(sq_polarity, polarity_of(q->qp.sq.position, q->qp.sq.entries))
NUMBER(rq_head, q->qp.rq.head &(q->qp.rq.entries - 1))
NUMBER(rq_tail, q->qp.rq.tail &(q->qp.rq.entries - 1))
NUMBER(rq_polarity, polarity_of(q->qp.rq.head, q->qp.rq.entries))
NUMBER(cq_head, w->cq.head &(w->cq.entries - 1))
NUMBER(cq_polarity, (w->cq.head & w->cq.entries) == 0)

static const struct golden_number send_numbers[] = {
	{"sq_head_after", sq_head},
	{"sq_tail_after", sq_tail},
	{"sq_polarity_after", sq_polarity},
	{NULL, NULL},
};

static const struct golden_number recv_numbers[] = {
	{"rq_head_after", rq_head},
	{"rq_tail_after", rq_tail},
	{"rq_polarity_after", rq_polarity},
	{NULL, NULL},
};

static const struct golden_number cq_numbers[] = {
	{"cq_head_after", cq_head},
	{"cq_polarity_after", cq_polarity},
	{NULL, NULL},
};

static void check_table(const struct golden_qp *q, bool sends, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const uint64_t at = number(row, "index", 0);
		const struct inverbs_posted *posted = sends ? &q->qp.sq.posted[at] : NULL;

		if (!posted) {
			check_number(r, "wr_id", q->qp.rq.wr_id[at], number(row, "wr_id", 0));
		} else if (number(row, "wr_id", 0)) { /* else it only fills units */
			check_number(r, "wr_id", posted->wr_id, number(row, "wr_id", 0));
			check_number(r, "length", posted->note, number(row, "length", 0));
			check_number(r, "unit behind", posted->next & (q->qp.sq.entries - 1),
				     (at + number(row, "quanta", 0)) & (q->qp.sq.entries - 1));
		}
	}
}

static void check_queues(struct world *w, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		struct golden_qp *q = qp_named(w, text(row, "name"));

		check_number(r, "sq_tail", sq_tail(w, q), number(row, "sq_tail", 0));
		check_number(r, "rq_tail", rq_tail(w, q), number(row, "rq_tail", 0));
	}
}

/*
 * How a CQE that stands for several requests is remembered is the library's own affair: the word
 * with the error's code may be another one.
 */
static void cover_failed(struct world *w)
{
	for (uint32_t i = 0; i < w->cq.entries; i++) {
		const size_t at = (size_t)i << w->cq.shift;

		if (irdma_cqe_get(w->cq.buf + at).ending == IRDMA_ENDING_FAILED)
			picture_cover(&w->completions.picture, at + 24, 8);
	}
}

static bool check_cq(struct world *w, const char *key, const json_t *value, struct report *r)
{
	if (same_text(key, "qp_after")) {
		check_queues(w, value, r);
		cover_failed(w);
	}
	return same_text(key, "qp_after") || same_text(key, "cq_memory_after");
}

/* Units before the WQE that only fill. */
static uint32_t pads(const struct golden_qp *q, uint32_t unit)
{
	uint32_t n = 0;

	while (irdma_head_get(q->send.memory +
			      (size_t)((unit + n) & (q->qp.sq.entries - 1)) * UNIT + UNIT -
			      IRDMA_HEAD_SIZE)
		       .opcode == IRDMA_OP_NOP)
		n++;
	return n;
}

/* The key of a window of type 2 is put together here, and its region's is the remote one. */
static void check_window(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			 struct report *r)
{
	const struct ibv_mw *const mw = wr->bind_mw.mw;
	const uint32_t kept = mw->type == IBV_MW_TYPE_2 ? 0xffffff00 : 0;
	const struct ibv_mw_bind_info *const info = &wr->bind_mw.bind_info;

	check_number(r, "window's type", seen->bind.type2, mw->type == IBV_MW_TYPE_2);
	check_number(r, "window's key", seen->bind.rkey,
		     (mw->rkey & kept) | (wr->bind_mw.rkey & ~kept));
	check_number(r, "window's length", seen->bind.length, info->length);
	check_number(r, "window's region", seen->bind.region_rkey, info->mr ? info->mr->rkey : 0);
	check_number(r, "window's base", seen->bind.zero_based,
		     (info->mw_access_flags & IBV_ACCESS_ZERO_BASED) != 0);
	check_number(r, "window's start", seen->bind.start, seen->bind.zero_based ? 0 : info->addr);
	check_number(r, "window's rights",
		     seen->bind.access & (IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE),
		     info->mw_access_flags & (IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE));
}

static bool is_empty_inline(const json_t *vector)
{
	const json_t *wr = json_array_get(json_object_get(vector, "wrs"), 0);
	size_t index;
	json_t *flag;
	bool found = false;

	json_array_foreach(json_object_get(wr, "send_flags"), index, flag)
		found |= same_text(text_of(flag), "INLINE");
	return found && !json_array_size(json_object_get(wr, "sg")) && wr &&
	       !strstr(text(vector, "id"), "bind_mw");
}

/*
 * The reference flags completions of sends like those of receives, and says nothing of a key that
 * was invalidated to those who read it where immediate data stands.
 */
static const char *no_matter(const json_t *vector)
{
	const json_t *qp = json_array_get(json_object_get(vector, "qps"), 0);
	const char *id = text(vector, "id");

	if (strstr(id, "/scenario/") && strstr(id, "-ud-"))
		return "wc_flags";
	if (strstr(id, "poll_cq_ex") && strstr(id, "recv-inv"))
		return "imm_data";
	if ((same_text(text(qp, "type"), "UD") && strstr(id, "send")) || strstr(id, "ud-cie") ||
	    strstr(id, "ud-flush"))
		return "wc_flags";
	return NULL;
}

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_completion_ts = irdma_read_completion_ts;
}

static bool ends_with(const char *text, const char *end)
{
	return strlen(text) >= strlen(end) && same_text(text + strlen(text) - strlen(end), end);
}

static const char *left_out(const json_t *vector)
{
	const json_t *qp = json_object_get(vector, "qp");
	const char *id = text(vector, "id");

	if (strstr(text(vector, "device"), "x722") == text(vector, "device") &&
	    (strstr(id, "/post_") || strstr(id, "/scenario/")))
		return "GEN_1 has other formats of SGEs and inline payload, which would be another "
		       "adapter";
	if (json_object_get(qp, "push"))
		return "pushed WQEs say so in a bit that the fast path leaves 0: it need not push";
	if (json_object_get(json_object_get(vector, "expect"), "uverbs"))
		return "needs a provider, which drafts have not";
	if (strstr(id, "send-ext"))
		return "immediate data of a send, which devices do not report";
	if (json_object_get(vector, "srq"))
		return "shared receive queues of this kind are not in the language yet";
	if (ends_with(id, "conn-cqe") || ends_with(id, "conn-late"))
		return "completions of the kernel's own WQEs on connections of iWARP";
	if (ends_with(id, "poll_cq_ex/gen3/recv-3f"))
		return "the reference's two ways to poll read this opcode differently";
	if (strstr(id, "sge-length-bit31"))
		return "an SGE of 2 GiB and more, of which a WQE has 31 bits";
	if (strstr(id, "full-used256"))
		return "more units are taken than any queue admits: the reference wraps around";
	if (is_empty_inline(vector))
		return "inline without SGEs: the WQE has nothing by reference instead";
	if (strstr(id, "mr-zero-based") && number(json_object_get(vector, "expect"), "ret", 0))
		return "a region's rights are not known to the language";
	return NULL;
}

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = extended};

static const struct golden_vocabulary words = {
	.name = "irdma",
	.calls = &calls,
	.read_qp = read_qp,
	.read_cq = read_cq,
	.read_ah = read_ah,
	.kinds = {{"wqe_alloc", "doorbells", IRDMA_SEND_DOORBELL, 4},
		  {"cq_arm", "doorbells", IRDMA_ARM_DOORBELL, 4},
		  {"cq_shadow", "shadow", -1, 0}},
	.one_doorbell = true,
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.seen_qpn = 0xffffff,
	.plain_ops = PLAIN_OPS,
	.pads = pads,
	.check_window = check_window,
	.send_numbers = send_numbers,
	.recv_numbers = recv_numbers,
	.cq_numbers = cq_numbers,
	.check_cq = check_cq,
	.table_key = "sq_table_changes",
	.check_table = check_table,
	.no_matter = no_matter,
	.left_out = left_out,
};

/* ---- scenarios ---- */

/* Rings of CQEs have a power of two of slots here, and other ones in the recording. */
static uint32_t ring_for(uint32_t recorded)
{
	return inverbs_round_up_pow2(recorded);
}

/* The device's next slot, in its order: only the bit that hands it over depends on the ring. */
static void write_slot(struct world *w, const json_t *slot, uint32_t *written)
{
	struct inverbs_cq *cq = &w->cq;
	const uint32_t size = 1U << cq->shift;
	uint8_t *at = irdma_cq_entry(cq, *written);

	copy_bytes(slot, "bytes", at, size);
	point_at_queues(w, slot, at);
	irdma_dev_publish_cqe(at, size, (*written)++, cq->entries);
}

static void scenario_poll(struct world *w, const json_t *step, uint32_t recorded, struct report *r)
{
	const json_t *expect = json_object_get(step, "expect");
	json_t *shared = json_object();

	json_object_set(shared, "ret", json_object_get(expect, "ret"));
	json_object_set(shared, "wc", json_object_get(expect, "wc"));
	json_object_set_new(shared, "qp_after", json_array()); /* compared below */
	replay_poll_step(w, (int)number(step, "num_entries", 1), shared, r);
	check_number(r, "CQEs consumed", w->cq.head % recorded, number(expect, "cq_head_after", 0));
	check_number(r, "sq_tail", sq_tail(w, &w->qps[0]), number(expect, "sq_tail_after", 0));
	check_number(r, "rq_tail", rq_tail(w, &w->qps[0]), number(expect, "rq_tail_after", 0));
	check_number(r, "index in the shadow", *w->cq.record, w->cq.head & (w->cq.entries - 1));
	json_decref(shared);
}

static void run_scenario(const json_t *vector, struct report *r)
{
	const json_t *initial = json_object_get(vector, "initial");
	json_t *cq = json_copy(json_object_get(initial, "cq")), *step, *slot;
	const uint32_t recorded = (uint32_t)number(cq, "entries", 0);
	uint32_t written = 0;
	struct world *w;
	size_t i, n;

	if (left_out(vector)) {
		leave_out(r, left_out(vector));
		return;
	}
	w = world_new(&words, vector);
	w->qp_count = 1;
	read_qp(w, json_object_get(initial, "qp"), &w->qps[0], r);
	json_object_set_new(cq, "entries", json_integer(ring_for(recorded)));
	read_cq(w, cq, r);
	json_array_foreach(json_object_get(vector, "steps"), i, step)
	{
		const char *kind = text(step, "step");

		if (r->failed)
			break;
		forget_doorbells();
		if (same_text(kind, "post_send"))
			replay_send_step(w, step, r);
		else if (same_text(kind, "post_recv"))
			replay_recv_step(w, step, r);
		else if (same_text(kind, "poll_cq"))
			scenario_poll(w, step, recorded, r);
		json_array_foreach(json_object_get(step, "cqes"), n, slot)
			write_slot(w, slot, &written);
	}
	json_decref(cq);
	free(w);
}

/* ---- arming ---- */

/*
 * Every request has a number and rings here; the reference keeps some for itself, and its event
 * hook asks for others. Each of its requests that rings is compared, with the number that it has
 * here.
 */
static void arm_step(struct world *w, const json_t *step, struct report *r)
{
	const int ret = irdma_arm_cq(&w->cq.ibv, (int)number(step, "solicited_only", 0));
	const json_t *bells = json_object_get(step, "doorbells");
	struct bytes word = bytes(json_array_get(bells, 0), "bytes");
	uint64_t expected = 0;

	check_number(r, "ret", (uint64_t)ret, number(step, "ret", 0));
	check_number(r, "register", inverbs_get32(w->cq.bell + IRDMA_ARM_DOORBELL), w->cq.cqn);
	if (word.len == sizeof(expected)) {
		memcpy(&expected, word.data, sizeof(expected));
		expected &= ~(uint64_t)(3 << 16);
		expected |= (uint64_t)(w->cq.arm_sn & 3) << 16;
		check_number(r, "arm word", inverbs_get64(w->cq.record + 8), expected);
	}
	free_bytes(&word);
}

static void run_arm(const json_t *vector, struct report *r)
{
	const json_t *cq = json_object_get(vector, "cq");
	struct bytes before = bytes(cq, "arm_word_before");
	struct world *w;
	size_t index;
	json_t *step;

	if (before.len == 8 && (before.data[0] || before.data[1])) {
		leave_out(r, "the selector of a ring that was resized is not in the language yet");
		free_bytes(&before);
		return;
	}
	w = world_new(&words, vector);
	read_cq(w, cq, r);
	w->cq.arm_sn = before.len == 8 ? before.data[2] : 0;
	json_array_foreach(json_object_get(vector, "steps"), index, step)
	{
		if (same_text(text(step, "call"), "req_notify_cq"))
			arm_step(w, step, r);
	}
	free_bytes(&before);
	free(w);
}

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)

static void no_shared_rings(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "shared receive queues of this kind are not in the language yet");
}

static const struct golden_op ops[] = {
	{"post_send", run_post_send},
	{"post_recv", run_post_recv},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", run_arm},
	{"scenario", run_scenario},
	{"post_srq_recv", no_shared_rings},
	{"bind_mw", replay_not_yet},
	{"create_qp", replay_not_yet},
	{"create_cq", replay_not_yet},
	{"create_srq", replay_not_yet},
	{"create_ah", replay_not_yet},
	{"resize_cq", replay_not_yet},
	{"destroy_qp", replay_not_yet},
	{"modify_qp", replay_not_yet},
	{"open_device", replay_not_yet},
	{"reg_mr", replay_not_yet},
	{"rereg_mr", replay_not_yet},
	{NULL, NULL},
};

const struct golden_adapter golden_irdma = {.name = "irdma", .ops = ops};
