/* SPDX-License-Identifier: BSD-2-Clause */
/* resize_cq and cq_clean: what the provider does to rings in use. */
#include "hooks.h"

#include "ops.h"

#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "state.h"

struct change {
	const json_t *vector;
	const json_t *expect;
	struct kernel kernel;
	struct bench_cq b;
	struct kernel_resize resize;
	int ret;
	uint32_t *rq_record; /* of the queue pair that the action is about */
	/* as it was when the call returned */
	uint32_t head;
	uint32_t entries;
	uint8_t record[4];
};

static struct change *start(const json_t *vector, struct report *r)
{
	struct change *c = calloc(1, sizeof(*c));

	if (!c)
		abort();
	recorder_reset();
	kernel_init(&c->kernel);
	c->vector = vector;
	c->expect = json_object_get(vector, "expect");
	c->b.bench.ctx.transport = &c->kernel.transport;
	bench_cq_init(&c->b, vector, true, r);
	return c;
}

static void remember(struct change *c)
{
	c->head = c->b.cq.head;
	c->entries = c->b.cq.entries;
	memcpy(c->record, c->b.cq.record, sizeof(c->record));
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

/* The provider is not compiled with hooks: that a record was written shows in its content. */
static void check_bells(void *run, const json_t *value, struct report *r)
{
	static const uint8_t untouched[4] = {RECORD_SENTINEL, RECORD_SENTINEL, RECORD_SENTINEL,
					     RECORD_SENTINEL};
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

	check_qps_after(&c->b, value, r);
}

static void check_srqs(void *run, const json_t *value, struct report *r)
{
	struct change *c = run;

	check_srqs_after(&c->b, value, r);
}

/* ---- resize ---- */

static void prepare_resize(struct change *c)
{
	const json_t *device = json_object_get(c->vector, "device_during_resize");

	if (!device)
		return;
	c->resize = (struct kernel_resize){
		.cq = &c->b.cq,
		.marker_index = (uint32_t)number(device, "resize_cqe_index", 0),
		.extra = (uint32_t)number(device, "cqes_written_to_new_buffer", 0),
		.extra_qpn = c->b.qp_count ? c->b.qps[0].qp.ibv.qp_num : 0,
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
	check_number(r, "reported cqe", (uint64_t)c->b.cq.ibv.cqe, number_of(value) - 1);
}

/* What the simulated device put into the unused half of its entries is not recorded. */
static void check_owned(void *run, const json_t *value, struct report *r)
{
	const struct change *c = run;
	const json_t *device = json_object_get(c->vector, "device_during_resize");
	uint32_t written = (uint32_t)number(device, "resize_cqe_index", UINT32_MAX - 1) + 1;

	check_owned_entries(&c->b.cq, value, written, r);
}

static void check_poll(void *run, const json_t *value, struct report *r)
{
	struct change *c = run;

	poll_and_check(&c->b, c->vector, value, r);
}

static const struct expectation resize_expectations[] = {
	{"ret", check_ret},
	{"resize_command_issued", check_issued},
	{"resize_command_core_cqe_le32", check_core_cqe},
	{"cq_entries_after", check_entries},
	{"cons_index_after", check_head},
	{"doorbells", check_bells},
	{"sw_owned_cqes_after", check_owned},
	{"poll_after", check_poll},
	{"qps_after", check_qps}, /* after poll_after */
	{"srqs_after", check_srqs},
	{NULL, NULL},
};

void mlx4_replay_resize_cq(const json_t *vector, struct report *r)
{
	struct change *c = start(vector, r);

	if (!r->failed) {
		prepare_resize(c);
		c->ret = inverbs_provider_mlx4.resize_cq(&c->b.cq,
							 (int)number(vector, "resize_to", 0));
		remember(c);
		check_expectations(c->expect, resize_expectations, c, r);
		if (c->b.cq.lock.held)
			fail(r, "the completion queue was left locked");
	}
	free(c);
}

/* ---- clean ---- */

static void destroy_srq(struct change *c, uint32_t srqn, struct report *r)
{
	struct inverbs_srq *srq = bench_srq(&c->b, srqn);
	uint32_t events;

	if (!srq)
		fail(r, "action.srqn names no shared queue");
	else
		c->ret = inverbs_provider_mlx4.destroy_srq(srq, &events);
}

static void act_on_qp(struct change *c, const char *call, struct bench_qp *q, struct report *r)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	uint32_t events;

	c->rq_record = q->qp.rq.record;
	if (same_text(call, "modify_qp to RESET")) {
		c->ret = inverbs_provider_mlx4.modify_qp(&q->qp, &attr, IBV_QP_STATE);
	} else if (same_text(call, "destroy_qp")) {
		c->ret = inverbs_provider_mlx4.destroy_qp(&q->qp, &events);
		if (inverbs_lookup(&c->b.bench.ctx.qps, q->qp.ibv.qp_num))
			fail(r, "the destroyed queue pair is still found by its number");
	} else {
		fail(r, "unknown action '%s'", call);
	}
}

static void act(struct change *c, struct report *r)
{
	const json_t *action = json_object_get(c->vector, "action");
	const char *call = text(action, "call");
	struct bench_qp *q = bench_qp(&c->b, (uint32_t)number(action, "qpn", 0));

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

	check_owned_entries(&c->b.cq, value, UINT32_MAX, r);
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
	{"doorbells", check_bells},
	{"rq_db_record_after", check_rq_record},
	{"sw_owned_cqes_after", check_cleaned},
	{"qps_after", check_qps},
	{"srqs_after", check_srqs},
	{NULL, NULL},
};

void mlx4_replay_cq_clean(const json_t *vector, struct report *r)
{
	struct change *c = start(vector, r);

	if (!r->failed)
		act(c, r);
	if (!r->failed) {
		remember(c);
		check_expectations(c->expect, clean_expectations, c, r);
		if (c->b.cq.lock.held)
			fail(r, "the completion queue was left locked");
	}
	free(c);
}
