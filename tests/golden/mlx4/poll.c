/* SPDX-License-Identifier: BSD-2-Clause */
/* poll_cq, poll_cq_ex, req_notify_cq. */
#include "hooks.h"

#include "ops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "memory.h"
#include "quirk.h"
#include "state.h"

enum {
	MAX_WC = 1024,
	UNKNOWN_QUEUE = -2,
};

struct poll {
	const json_t *vector;
	const json_t *expect;
	struct bench_cq *b;
	struct picture picture; /* of the ring, which polling never writes */
	int num_entries;
	uint8_t preset;
	struct ibv_wc wc[MAX_WC];
	int ret;
	bool late_error; /* completions first, the unknown queue on the next call */
};

static struct poll *start(const json_t *vector, struct report *r)
{
	struct poll *p = calloc(1, sizeof(*p));

	if (!p)
		abort();
	recorder_reset();
	p->vector = vector;
	p->expect = json_object_get(vector, "expect");
	p->b = calloc(1, sizeof(*p->b));
	if (!p->b)
		abort();
	bench_cq_init(p->b, vector, false, r);
	picture_take(&p->picture, "completion ring", p->b->cq.buf, p->b->cq.buf_bytes);
	return p;
}

/* ---- one call ---- */

/*
 * Entries before one for an unknown queue may be returned first; the next call then has to report
 * it.
 */
static void call(struct poll *p)
{
	int more = 0;

	memset(p->wc, p->preset, sizeof(p->wc));
	p->ret = ibv_poll_cq(&p->b->cq.ibv, p->num_entries, p->wc);
	if (number(p->expect, "ret", 0) != (uint64_t)UNKNOWN_QUEUE || p->ret <= 0)
		return;
	more = ibv_poll_cq(&p->b->cq.ibv, p->num_entries - p->ret, p->wc + p->ret);
	if (more == UNKNOWN_QUEUE) {
		p->late_error = true;
		p->ret = more;
	}
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (p->ret != (int)number_of(value))
		fail(r, "ret is %d, expected %d", p->ret, (int)number_of(value));
	if (p->ret > 0 && recorder.load_barriers < (uint32_t)p->ret)
		fail(r, "%u barriers for %d entries", recorder.load_barriers, p->ret);
}

/*
 * An XRC receive reads by InfiniBand rules; the recording shows those of whatever queue pair came
 * before.
 */
static void xrc_rule(const struct poll *p, uint32_t index, struct wc_rule *rule)
{
	struct mlx4_cqe cqe = mlx4_cqe_get(mlx4_cq_entry(&p->b->cq, index));

	if (cqe.is_send || !(cqe.qpn & MLX4_XRC_QPN_BIT))
		return;
	rule->other_sl = true;
	rule->sl_instead = cqe.sl;
}

static bool is_connected(const struct poll *p, uint32_t qpn)
{
	const struct bench_qp *q = bench_qp(p->b, qpn);

	return q && (q->qp.sq.qp_type == IBV_QPT_RC || q->qp.sq.qp_type == IBV_QPT_UC);
}

static void check_wc(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;
	uint32_t first = (uint32_t)number(json_object_get(p->vector, "cq"), "cons_index_before", 0);

	if (p->ret >= 0)
		check_number(r, "number of completions", (uint64_t)p->ret, json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && i < MAX_WC; i++) {
		struct wc_rule rule = {.quirk = quirk_of(p->vector),
				       .preset = p->preset,
				       .connected = is_connected(p, p->wc[i].qp_num)};

		/* a ring that was resized holds its entries elsewhere */
		if (json_object_get(p->vector, "cqes") &&
		    p->expect == json_object_get(p->vector, "expect"))
			xrc_rule(p, first + (uint32_t)i, &rule);
		check_completion(json_array_get(value, i), &p->wc[i], i, &rule, r);
	}
}

static void check_cons_index(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	check_number(r, "consumer index", p->b->cq.head, number_of(value));
}

static void check_bells(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (p->late_error)
		check_last_doorbell(value, r);
	else
		check_doorbells(value, r);
}

static void check_qps(void *run, const json_t *value, struct report *r)
{
	struct poll *p = run;

	check_qps_after(p->b, value, r);
}

static void check_srqs(void *run, const json_t *value, struct report *r)
{
	struct poll *p = run;

	check_srqs_after(p->b, value, r);
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"num_entries", check_nothing}, /* input of poll_after, see resize_cq */
	{"ret", check_ret},
	{"wc", check_wc},
	{"cons_index_after", check_cons_index},
	{"doorbells", check_bells},
	{"qps_after", check_qps},
	{"srqs_after", check_srqs},
	{NULL, NULL},
};

static void check_unlocked(const struct poll *p, struct report *r)
{
	if (p->b->cq.lock.held)
		fail(r, "the completion queue was left locked");
}

/*
 * Twice, with memory preset to all zeros and all ones: what the vector lists must be assigned
 * either way.
 */
void mlx4_replay_poll_cq(const json_t *vector, struct report *r)
{
	static const uint8_t presets[] = {0x00, 0xff};

	for (size_t i = 0; i < sizeof(presets) && !r->failed; i++) {
		struct poll *p = start(vector, r);

		p->num_entries = (int)number(vector, "num_entries", 1);
		p->preset = presets[i];
		if (!r->failed) {
			call(p);
			check_expectations(p->expect, expectations, p, r);
			picture_check_rest(&p->picture, r);
			check_unlocked(p, r);
		}
		free(p);
	}
}

void poll_and_check(struct bench_cq *b, const json_t *vector, const json_t *expect,
		    struct report *r)
{
	struct poll *p = calloc(1, sizeof(*p));

	if (!p)
		abort();
	p->vector = vector;
	p->expect = expect;
	p->b = b;
	p->num_entries = (int)number(expect, "num_entries", 1);
	call(p);
	check_expectations(expect, expectations, p, r);
	free(p);
}

/* ---- extended poll ---- */

struct poll_ex {
	struct poll *poll;
	int start_ret;
	int last_ret;
	uint32_t before_end;
	bool ended;
};

/* The readers go through the object, as in a program that is not bound to an adapter. */
static void install_readers(struct ibv_cq_ex *cq)
{
	cq->start_poll = mlx4_start_poll;
	cq->next_poll = mlx4_next_poll;
	cq->end_poll = mlx4_end_poll;
	cq->read_opcode = mlx4_read_opcode;
	cq->read_vendor_err = mlx4_read_vendor_err;
	cq->read_wc_flags = mlx4_read_wc_flags;
	cq->read_byte_len = mlx4_read_byte_len;
	cq->read_imm_data = mlx4_read_imm_data;
	cq->read_qp_num = mlx4_read_qp_num;
	cq->read_src_qp = mlx4_read_src_qp;
	cq->read_slid = mlx4_read_slid;
	cq->read_sl = mlx4_read_sl;
	cq->read_dlid_path_bits = mlx4_read_dlid_path_bits;
	cq->read_completion_ts = mlx4_read_completion_ts;
}

static void walk(struct poll_ex *x, struct report *r)
{
	struct ibv_cq_ex *cq = &x->poll->b->cq.ibv_ex;
	const json_t *wc = json_object_get(x->poll->expect, "wc");
	struct ibv_poll_cq_attr attr = {
		.comp_mask = (uint32_t)number(x->poll->vector, "comp_mask", 0)};
	const uint32_t head = x->poll->b->cq.head;
	uint64_t left = number(x->poll->vector, "max_next_poll", 0);
	size_t n = 0;

	x->start_ret = x->last_ret = ibv_start_poll(cq, &attr);
	while (!x->last_ret) {
		if (n < json_array_size(wc))
			check_readers(json_array_get(wc, n), cq, r);
		n++;
		if (!left--)
			break;
		x->last_ret = ibv_next_poll(cq);
	}
	check_number(r, "number of completions", n, json_array_size(wc));
	x->before_end = x->poll->b->cq.head;
	if (recorder.load_barriers < x->before_end - head)
		fail(r, "%u barriers for %u entries", recorder.load_barriers, x->before_end - head);
	if (x->start_ret)
		return;
	ibv_end_poll(cq);
	x->ended = true;
}

#define CHECK_EX(name, actual)                                                                     \
	static void check_##name(void *run, const json_t *value, struct report *r)                 \
	{                                                                                          \
		const struct poll_ex *x = run;                                                     \
                                                                                                   \
		check_number(r, #name, (uint64_t)(int64_t)(actual), number_of(value));             \
	}

CHECK_EX(start_poll_ret, x->start_ret)
CHECK_EX(last_next_poll_ret, x->last_ret)
CHECK_EX(cons_index_before_end_poll, x->before_end)
CHECK_EX(end_poll_called, x->ended)
CHECK_EX(cons_index_after_end, x->poll->b->cq.head)

static void check_ex_bells(void *run, const json_t *value, struct report *r)
{
	(void)run;
	check_doorbells(value, r);
}

static void check_ex_qps(void *run, const json_t *value, struct report *r)
{
	struct poll_ex *x = run;

	check_qps_after(x->poll->b, value, r);
}

static void check_ex_srqs(void *run, const json_t *value, struct report *r)
{
	struct poll_ex *x = run;

	check_srqs_after(x->poll->b, value, r);
}

static const struct expectation ex_expectations[] = {
	{"start_poll_ret", check_start_poll_ret},
	{"wc", check_nothing}, /* read while polling */
	{"last_next_poll_ret", check_last_next_poll_ret},
	{"cons_index_before_end_poll", check_cons_index_before_end_poll},
	{"end_poll_called", check_end_poll_called},
	{"cons_index_after", check_cons_index_after_end},
	{"doorbells", check_ex_bells},
	{"qps_after", check_ex_qps},
	{"srqs_after", check_ex_srqs},
	{NULL, NULL},
};

void mlx4_replay_poll_cq_ex(const json_t *vector, struct report *r)
{
	struct poll_ex x = {.poll = start(vector, r)};

	if (!r->failed) {
		install_readers(&x.poll->b->cq.ibv_ex);
		walk(&x, r);
	}
	if (!r->failed) {
		check_expectations(x.poll->expect, ex_expectations, &x, r);
		picture_check_rest(&x.poll->picture, r);
		check_unlocked(x.poll, r);
	}
	free(x.poll);
}

/* ---- arming ---- */

static void check_arm_sn(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	check_number(r, "arm sequence number", p->b->cq.arm_sn, number_of(value));
}

static const struct expectation arm_expectations[] = {
	{"ret", check_ret},
	{"doorbells", check_bells},
	{"arm_sn_after", check_arm_sn},
	{"cons_index_after", check_cons_index},
	{NULL, NULL},
};

void mlx4_replay_arm_cq(const json_t *vector, struct report *r)
{
	struct poll *p = start(vector, r);

	if (!r->failed) {
		p->ret = ibv_req_notify_cq(&p->b->cq.ibv, (int)number(vector, "solicited_only", 0));
		check_expectations(p->expect, arm_expectations, p, r);
	}
	free(p);
}
