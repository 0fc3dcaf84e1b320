/* SPDX-License-Identifier: BSD-2-Clause */
/* resize_cq and cq_clean: changes that the provider makes to rings in use. */
#include "hooks.h"

#include "ops.h"

#include <stdlib.h>
#include <string.h>

#include <inverbs/adapters/mlx4.h>

#include "kernel.h"

struct change {
	const json_t *vector;
	const json_t *expect;
	struct kernel kernel;
	struct world *w;
	struct kernel_resize resize;
	int ret;
	uint32_t *rq_record; /* of the queue pair that the operation is about */
	/* values when the call returned */
	uint32_t head;
	uint32_t entries;
	uint8_t record[4];
};

static uint32_t count_owned(const struct inverbs_cq *cq)
{
	uint32_t n = 0;

	while (n < cq->entries && mlx4_cq_entry_ready(cq, cq->head + n))
		n++;
	return n;
}

/*
 * Compare the software-owned CQEs from the consumer index on; of those from index `partly` on, only
 * the half that polls read.
 */
static void check_owned_entries(const struct inverbs_cq *cq, const json_t *value, uint32_t partly,
				struct report *r)
{
	char what[64];

	check_number(r, "number of software-owned CQEs", count_owned(cq), json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		uint32_t index = (uint32_t)number(json, "index", 0);
		struct bytes expected = expected_bytes(json_object_get(json, "bytes"), r);
		size_t skip = index >= partly && expected.len > MLX4_CQE_SIZE
				      ? expected.len - MLX4_CQE_SIZE
				      : 0;

		if (!expected.len || expected.len > (size_t)1 << cq->shift)
			malformed("%zu bytes of a CQE", expected.len);
		snprintf(what, sizeof(what), "CQE %u", index);
		check_number(r, what, index, cq->head + (uint32_t)i);
		check_number(r, "slot of an entry", index & (cq->entries - 1),
			     number(json, "slot", 0));
		check_bytes(r, what, inverbs_slot(cq->buf, index, cq->entries, cq->shift) + skip,
			    expected.data + skip, expected.len - skip);
		free_bytes(&expected);
	}
}

static struct change *start_change(const json_t *vector, struct report *r)
{
	struct change *c = calloc(1, sizeof(*c));

	if (!c)
		abort();
	kernel_init(&c->kernel);
	c->vector = vector;
	c->expect = json_object_get(vector, "expect");
	c->w = world_new(&mlx4_words, vector);
	c->w->owned = true;
	c->w->ctx.transport = &c->kernel.transport;
	c->w->ctx.provider = &inverbs_provider_mlx4;
	world_fill(c->w, r);
	inverbs_cq_forget(&c->w->cq);
	mlx4_cq_seek(&c->w->cq);
	return c;
}

static void remember_state(struct change *c)
{
	c->head = c->w->cq.head;
	c->entries = c->w->cq.entries;
	memcpy(c->record, c->w->cq.doorbell_record, sizeof(c->record));
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;

	check_number(r, "ret", (uint64_t)(int64_t)c->ret, number_of(value));
}

static void check_head(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;

	check_number(r, "consumer index", c->head, number_of(value));
}

/* The provider is not compiled with hooks: whether a record was written shows only in its
 * contents. */
static void check_records(void *run, const json_t *value, struct report *r)
{
	static const uint8_t untouched[4] = {RECORD_FILL, RECORD_FILL, RECORD_FILL, RECORD_FILL};
	const struct change *c = run;
	const json_t *last = json_array_get(value, json_array_size(value) - 1);
	struct bytes expected = bytes(last, "bytes");

	if (!json_array_size(value))
		check_bytes(r, "consumer index record, which must not be written", c->record,
			    untouched, 4);
	else if (!is_text(last, "kind", "cq_ci_db_record") || number(last, "offset", 0) ||
		 expected.len != 4)
		fail(r, "doorbell '%s' is not one of a completion queue", text(last, "kind"));
	else
		check_bytes(r, "consumer index record", c->record, expected.data, 4);
	free_bytes(&expected);
}

static void check_qps(void *run, const json_t *value, struct report *r)
{
	struct change *c = run;

	check_qps_after(c->w, value, r);
}

static void check_srqs(void *run, const json_t *value, struct report *r)
{
	struct change *c = run;

	check_srqs_after(c->w, value, r);
}

/* ---- resize ---- */

static void prepare_resize(struct change *c)
{
	const json_t *device = json_object_get(c->vector, "device_during_resize");

	if (!device)
		return;
	c->resize = (struct kernel_resize){
		.cq = &c->w->cq,
		.marker_index = (uint32_t)number(device, "resize_cqe_index", 0),
		.extra = (uint32_t)number(device, "cqes_written_to_new_buffer", 0),
		.extra_qpn = c->w->qp_count ? c->w->qps[0].qp.ibv.qp_num : 0,
	};
	c->kernel.resize = &c->resize;
}

static void check_issued(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;

	check_number(r, "RESIZE_CQ issued",
		     kernel_last(&c->kernel, UVERBS_CMD_RESIZE_CQ, false) != NULL,
		     number_of(value));
}

static void check_core_cqe(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;
	const struct kernel_command *cmd = kernel_last(&c->kernel, UVERBS_CMD_RESIZE_CQ, false);
	struct bytes expected = expected_bytes(value, r);
	struct uverbs_resize_cq_req req = {0};

	if (cmd)
		memcpy(&req, cmd->core, sizeof(req));
	check_bytes(r, "cqe of RESIZE_CQ", &req.cqe, expected.data, expected.len);
	free_bytes(&expected);
}

static void check_entries(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;

	check_number(r, "entries", c->entries, number_of(value));
	check_number(r, "reported cqe", (uint64_t)c->w->cq.ibv.cqe, number_of(value) - 1);
}

/* The unused half of CQEs written by the simulated device was not recorded. */
static void check_owned(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;
	const json_t *device = json_object_get(c->vector, "device_during_resize");
	uint32_t written = (uint32_t)number(device, "resize_cqe_index", UINT32_MAX - 1) + 1;

	check_owned_entries(&c->w->cq, value, written, r);
}

static void check_poll(void *run, const json_t *value, struct report *r)
{
	struct change *c = run;

	replay_poll_step(c->w, (int)number(value, "num_entries", 1), value, r);
}

static const struct expectation resize_expectations[] = {
	{"ret", check_ret},
	{"resize_command_issued", check_issued},
	{"resize_command_core_cqe_le32", check_core_cqe},
	{"cq_entries_after", check_entries},
	{"cons_index_after", check_head},
	{"doorbells", check_records},
	{"sw_owned_cqes_after", check_owned},
	{"poll_after", check_poll},
	{"qps_after", check_qps}, /* must be checked after poll_after */
	{"srqs_after", check_srqs},
	{NULL, NULL},
};

void mlx4_replay_resize_cq(const json_t *vector, struct report *r)
{
	struct change *c = start_change(vector, r);

	if (!r->failed) {
		prepare_resize(c);
		c->ret = inverbs_provider_mlx4.resize_cq(&c->w->cq,
							 (int)number(vector, "resize_to", 0));
		remember_state(c);
		check_expectations(c->expect, resize_expectations, c, r);
		if (c->w->cq.lock.held)
			fail(r, "the completion queue was left locked");
	}
	free(c->w);
	free(c);
}

/* ---- clean ---- */

static void destroy_srq(struct change *c, uint32_t srqn, struct report *r)
{
	struct inverbs_srq *srq = shared_queue(c->w, srqn);
	uint32_t events;

	if (!srq)
		fail(r, "action.srqn names no shared queue");
	else
		c->ret = inverbs_provider_mlx4.destroy_srq(srq, &events);
}

static void act_on_qp(struct change *c, const char *call, struct golden_qp *q, struct report *r)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	uint32_t events;

	c->rq_record = q->qp.rq.doorbell_record;
	if (same_text(call, "modify_qp to RESET")) {
		c->ret = inverbs_provider_mlx4.modify_qp(&q->qp, &attr, IBV_QP_STATE);
	} else if (same_text(call, "destroy_qp")) {
		c->ret = inverbs_provider_mlx4.destroy_qp(&q->qp, &events);
		if (inverbs_lookup(&c->w->ctx.qps, q->qp.ibv.qp_num))
			fail(r, "the destroyed queue pair is still found by its number");
	} else {
		fail(r, "unknown action '%s'", call);
	}
}

static void run_action(struct change *c, struct report *r)
{
	const json_t *action = json_object_get(c->vector, "action");
	const char *call = text(action, "call");
	struct golden_qp *q = queue_pair(c->w, (uint32_t)number(action, "qpn", 0));

	if (same_text(call, "destroy_srq"))
		destroy_srq(c, (uint32_t)number(action, "srqn", 0), r);
	else if (!q)
		fail(r, "action.qpn names no queue pair");
	else
		act_on_qp(c, call, q, r);
}

static void check_cleaned(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;

	check_owned_entries(&c->w->cq, value, UINT32_MAX, r);
}

static void check_rq_record(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;
	struct bytes expected = expected_bytes(value, r);

	if (!c->rq_record)
		fail(r, "the queue pair has no receive record");
	else
		check_bytes(r, "receive doorbell record", c->rq_record, expected.data,
			    expected.len);
	free_bytes(&expected);
}

static const struct expectation clean_expectations[] = {
	{"ret", check_ret},
	{"cons_index_after", check_head},
	{"doorbells", check_records},
	{"rq_db_record_after", check_rq_record},
	{"sw_owned_cqes_after", check_cleaned},
	{"qps_after", check_qps},
	{"srqs_after", check_srqs},
	{NULL, NULL},
};

void mlx4_replay_cq_clean(const json_t *vector, struct report *r)
{
	struct change *c = start_change(vector, r);

	if (!r->failed)
		run_action(c, r);
	if (!r->failed) {
		remember_state(c);
		check_expectations(c->expect, clean_expectations, c, r);
		if (c->w->cq.lock.held)
			fail(r, "the completion queue was left locked");
	}
	free(c->w);
	free(c);
}
