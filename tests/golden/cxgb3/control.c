/* SPDX-License-Identifier: BSD-2-Clause */
/* Creating and destroying objects: kernel commands and mappings. */
#include "hooks.h"

#include "ops.h"

#include <string.h>
#include <unistd.h>

/* An object from creation to destruction, with the results. */
struct life {
	struct t3 *w;
	const json_t *vector;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	struct ibv_qp_cap cap;
	size_t mapped; /* bytes of the ring */
	int ret;       /* returned by the destruction */
};

static void response_both(struct t3 *w, const json_t *vector)
{
	const json_t *reply = json_object_get(vector, "kernel_reply");
	struct bytes core = bytes(reply, "core"), driver = bytes(reply, "driver");

	kernel_mark(w->kernel);
	kernel_response(w->kernel, core.data, core.len, (int)number(reply, "errno", 0));
	kernel_response_more(w->kernel, driver.data, driver.len);
	free_bytes(&core);
	free_bytes(&driver);
}

static bool start_life(struct life *l, const json_t *vector, struct report *r)
{
	*l = (struct life){.w = t3_open(vector, r), .vector = vector};
	return l->w != NULL;
}

static void check_created(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;

	check_number(r, "created", l->cq || l->qp, number_of(value));
}

static void check_commands(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;

	kernel_check_commands(l->w->kernel, value, r);
}

static void check_calls(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;

	kernel_check_calls(l->w->kernel, value, r);
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;

	check_number(r, "ret", (uint64_t)(int64_t)l->ret, number_of(value));
}

/* For state of the reference that this library does not have. */
static void ignore_member(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation ends[] = {
	{"ret", check_ret},
	{"uverbs", check_commands},
	{"memory_calls", check_calls},
	{"table_entry_set", ignore_member}, /* this library has no table of regions */
	{NULL, NULL},
};

#define CHECK(object, name, actual)                                                                \
	static void object##_##name(void *run, const json_t *value, struct report *r)              \
	{                                                                                          \
		const struct life *l = run;                                                        \
                                                                                                   \
		check_number(r, #name, actual, number_of(value));                                  \
	}

/* ---- completion queues ---- */

CHECK(cq, cqid, inverbs_cq_of(l->cq)->cqn)
CHECK(cq, log2, (uint64_t)__builtin_ctz(inverbs_cq_of(l->cq)->entries))
CHECK(cq, mapped, l->mapped)
CHECK(cq, entries, inverbs_cq_of(l->cq)->entries)
CHECK(cq, cqe, (uint64_t)l->cq->cqe)
CHECK(cq, head, inverbs_cq_of(l->cq)->head)

static void cq_address(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;
	const struct kernel_command *c = &l->w->kernel->commands[0];
	uint64_t told;

	memcpy(&told, c->bytes + c->len - sizeof(told), sizeof(told));
	check_number(r, "address of the counter is passed",
		     told == (uintptr_t)inverbs_cq_of(l->cq)->doorbell_record, number_of(value));
}

static const struct expectation cq_members[] = {
	{"cqid", cq_cqid},
	{"size_log2", cq_log2},
	{"mapped_bytes", cq_mapped},
	{"entries", cq_entries},
	{"ibv_cq_cqe", cq_cqe},
	{"rptr", cq_head},
	{"driver_part_is_address_of_consumer_counter", cq_address},
	{NULL, NULL},
};

static void check_cq(void *run, const json_t *value, struct report *r)
{
	struct life *l = run;

	l->mapped = inverbs_cq_of(l->cq)->buf_bytes;
	check_expectations(value, cq_members, l, r);
}

static void end_cq(void *run, const json_t *value, struct report *r)
{
	struct life *l = run;

	kernel_mark(l->w->kernel);
	l->ret = ibv_destroy_cq(l->cq);
	check_expectations(value, ends, l, r);
}

static const struct expectation cq_expectations[] = {
	{"created", check_created}, {"uverbs", check_commands}, {"memory_calls", check_calls},
	{"cq", check_cq},           {"destroy", end_cq},        {NULL, NULL},
};

void cxgb3_replay_create_cq(const json_t *vector, struct report *r)
{
	struct life l;

	if (!start_life(&l, vector, r))
		return;
	response_both(l.w, vector);
	l.cq = ibv_create_cq(&l.w->ctx->ibv, (int)number(vector, "cqe", 0), NULL, NULL, 0);
	check_expectations(json_object_get(vector, "expect"), cq_expectations, &l, r);
}

/* ---- queue pairs ---- */

static struct ibv_qp_cap cap_of(const json_t *json)
{
	return (struct ibv_qp_cap){
		.max_send_wr = (uint32_t)number(json, "max_send_wr", 0),
		.max_recv_wr = (uint32_t)number(json, "max_recv_wr", 0),
		.max_send_sge = (uint32_t)number(json, "max_send_sge", 0),
		.max_recv_sge = (uint32_t)number(json, "max_recv_sge", 0),
		.max_inline_data = (uint32_t)number(json, "max_inline_data", 0),
	};
}

static void check_caps(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;
	const struct ibv_qp_cap expected = cap_of(value);

	check_bytes(r, "capabilities", &l->cap, &expected, sizeof(expected));
}

static uint64_t doorbell_offset(const struct life *l)
{
	return (uintptr_t)inverbs_qp_of(l->qp)->sq.doorbell &
	       ((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

/* When posts are kernel commands, units are not counted. */
static void qp_slots(void *run, const json_t *value, struct report *r)
{
	const struct life *l = run;
	const struct inverbs_sq *sq = &inverbs_qp_of(l->qp)->sq;

	check_number(r, "has a ring in reach", sq->work != NULL,
		     is_text(l->vector, "adapter", "T3B"));
	if (!r->failed && sq->work)
		check_number(r, "wq_size_log2", (uint64_t)__builtin_ctz(sq->entries),
			     number_of(value));
}

CHECK(qp, num, l->qp->qp_num)
CHECK(qp, sends, (uint64_t)__builtin_ctz(inverbs_qp_of(l->qp)->sq.max_post))
CHECK(qp, recvs, (uint64_t)__builtin_ctz(inverbs_qp_of(l->qp)->rq.entries))
CHECK(qp, doorbell, doorbell_offset(l))
CHECK(qp, mapped, inverbs_qp_of(l->qp)->buf_bytes)

static const struct expectation qp_members[] = {
	{"qp_num", qp_num},
	{"qpid", qp_num},
	{"wq_size_log2", qp_slots},
	{"sq_size_log2", qp_sends},
	{"rq_size_log2", qp_recvs},
	{"doorbell_offset_in_page", qp_doorbell},
	{"wq_bytes_mapped", qp_mapped},
	{NULL, NULL},
};

static void check_members(void *run, const json_t *value, struct report *r)
{
	check_expectations(value, qp_members, run, r);
}

static void end_qp(void *run, const json_t *value, struct report *r)
{
	struct life *l = run;
	const uint32_t qpn = l->qp->qp_num;

	kernel_mark(l->w->kernel);
	l->ret = ibv_destroy_qp(l->qp);
	check_expectations(value, ends, l, r);
	if (!l->ret && inverbs_lookup(&l->w->ctx->qps, qpn))
		fail(r, "the destroyed queue pair is still found by its number");
}

static const struct expectation qp_expectations[] = {
	{"created", check_created},
	{"uverbs", check_commands},
	{"memory_calls", check_calls},
	{"caps_returned", check_caps},
	{"qp", check_members},
	{"destroy", end_qp},
	{NULL, NULL},
};

void cxgb3_replay_create_qp(const json_t *vector, struct report *r)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.cap = cap_of(json_object_get(vector, "requested_caps")),
		.sq_sig_all = (int)number(vector, "sq_sig_all", 0),
	};
	struct t3_cq *c;
	struct life l;

	if (!start_life(&l, vector, r))
		return;
	c = t3_cq(l.w, NULL, NULL);
	if (!c)
		return;
	attr.send_cq = attr.recv_cq = &c->cq->ibv;
	c->cq->ibv.handle = (uint32_t)number(vector, "send_cq_handle", FIRST_CQ_HANDLE);
	l.w->pd.ibv.handle = (uint32_t)number(vector, "pd_handle", PD_HANDLE);
	response_both(l.w, vector);
	l.qp = ibv_create_qp(&l.w->pd.ibv, &attr);
	l.cap = attr.cap;
	check_expectations(json_object_get(vector, "expect"), qp_expectations, &l, r);
}

/* ---- memory regions ---- */

CHECK(mr, va, (uintptr_t)l->mr->addr)
CHECK(mr, length, l->mr->length &UINT32_MAX)
CHECK(mr, lkey, l->mr->lkey)
CHECK(mr, rkey, l->mr->rkey)

static const struct expectation mr_members[] = {
	{"va", mr_va},
	{"length_low32", mr_length},
	{"lkey", mr_lkey},
	{"rkey", mr_rkey},
	{"page_shift_minus_12", ignore_member}, /* no fast path reads these two */
	{"pbl_index", ignore_member},
	{NULL, NULL},
};

static void check_mr(void *run, const json_t *value, struct report *r)
{
	check_expectations(value, mr_members, run, r);
}

static void end_mr(void *run, const json_t *value, struct report *r)
{
	struct life *l = run;

	kernel_mark(l->w->kernel);
	l->ret = ibv_dereg_mr(l->mr);
	check_expectations(value, ends, l, r);
}

static const struct expectation mr_expectations[] = {
	{"uverbs", check_commands},
	{"mr", check_mr},
	{"table_index", ignore_member}, /* this library has no table of regions */
	{"table_entry_set", ignore_member},
	{"dereg", end_mr},
	{NULL, NULL},
};

void cxgb3_replay_reg_mr(const json_t *vector, struct report *r)
{
	struct life l;

	if (!start_life(&l, vector, r))
		return;
	l.w->pd.ibv.handle = (uint32_t)number(vector, "pd_handle", PD_HANDLE);
	response_both(l.w, vector);
	l.mr = ibv_reg_mr(&l.w->pd.ibv, (void *)(uintptr_t)number(vector, "addr", 0),
			  number(vector, "length", 0), (int)number(vector, "access", 0));
	if (!l.mr)
		fail(r, "registering the region fails");
	else
		check_expectations(json_object_get(vector, "expect"), mr_expectations, &l, r);
}

/* ---- arming ---- */

static const struct expectation arm_expectations[] = {
	{"ret", check_ret},
	{"uverbs", check_commands},
	{NULL, NULL},
};

void cxgb3_replay_arm(const json_t *vector, struct report *r)
{
	struct t3_cq *c;
	struct life l;

	if (!start_life(&l, vector, r))
		return;
	c = t3_cq(l.w, NULL, NULL);
	if (!c)
		return;
	response_both(l.w, vector);
	l.ret = ibv_req_notify_cq(&c->cq->ibv, (int)number(vector, "solicited_only", 0));
	check_expectations(json_object_get(vector, "expect"), arm_expectations, &l, r);
}
