/* SPDX-License-Identifier: BSD-2-Clause */
/* The reasons that are kept for failures, at both ends: each mistake once. */
#include <inverbs/kernel/refusal_says.h>
#include <stdio.h>

#include "scene.h"

enum {
	SEND = 1,
	RECEIVE = 2,
};

/** Makes one mistake in the scene. */
typedef void mistake(struct scene *f);

static void other_lkey(struct scene *f)
{
	f->sge.lkey ^= 0x4000;
}

static void lkey_of_other_domain(struct scene *f)
{
	f->from->k.pd = &f->rig->a.other_pd;
}

static void end_of_own_region(struct scene *f)
{
	f->sge.addr += 4096 - 60;
}

static void start_of_own_region(struct scene *f)
{
	f->sge.addr -= 8;
}

static void read_only_sink(struct scene *f)
{
	f->from->k.access = IBV_ACCESS_REMOTE_READ;
}

static void no_reads(struct scene *f)
{
	f->a->k.attr.max_rd_atomic = 0;
}

static void other_rkey(struct scene *f)
{
	f->wr.wr.rdma.rkey ^= 0x4000;
}

static void rkey_of_other_domain(struct scene *f)
{
	f->to->k.pd = &f->rig->b.other_pd;
}

static void read_only_target(struct scene *f)
{
	f->to->k.access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ;
}

static void end_of_target(struct scene *f)
{
	f->wr.wr.rdma.remote_addr = f->to->k.hca_va + 4096 - 40;
}

static void start_of_target(struct scene *f)
{
	f->wr.wr.rdma.remote_addr = f->to->k.hca_va - 16;
}

static void closed_target(struct scene *f)
{
	f->b->k.attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
}

static void target_without_reads(struct scene *f)
{
	f->b->k.attr.max_dest_rd_atomic = 0;
}

static void odd_address(struct scene *f)
{
	f->wr.wr.atomic.remote_addr = f->to->k.hca_va + 4;
	f->wr.wr.atomic.rkey = f->to->k.rkey;
}

static void long_message(struct scene *f)
{
	f->from = rig_mr(&f->rig->a, 8192, ALL);
	f->sge = rig_sge(f->from, 0, 5000);
}

static void no_peer(struct scene *f)
{
	f->a->k.attr.dest_qp_num = 0x7777;
}

static void peer_in_init(struct scene *f)
{
	f->b->k.attr.qp_state = IBV_QPS_INIT;
}

static void peer_of_another(struct scene *f)
{
	f->b->k.attr.dest_qp_num = 0x55;
}

static void port_is_down(struct scene *f)
{
	f->rig->b.dev.port[0].up = false;
}

static void other_partition(struct scene *f)
{
	f->rig->b.dev.port[0].pkey[0] = 0x8123;
}

static void inline_sink(struct scene *f)
{
	f->wr.send_flags |= IBV_SEND_INLINE;
}

static void peer_of_another_type(struct scene *f)
{
	f->b->k.type = IBV_QPT_UC;
}

static const struct row {
	const char *name;
	mistake *make;
	enum ibv_qp_type type;
	enum ibv_wr_opcode opcode;
	uint32_t bytes;
	enum ibv_wc_status status; /**< IBV_WC_SUCCESS: the message is dropped */
	enum softhca_reason reason;
	const char *text; /**< part of the expected text */
	bool refused;     /**< refused by the peer, which fails for the same reason */
} rows[] = {
	{"an lkey that does not exist", other_lkey, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_LOC_PROT_ERR, SOFTHCA_REASON_LKEY_UNKNOWN, "for 64 bytes at 0x", false},
	{"the same on UC", other_lkey, IBV_QPT_UC, IBV_WR_RDMA_WRITE, 64, IBV_WC_LOC_PROT_ERR,
	 SOFTHCA_REASON_LKEY_UNKNOWN, "(1): key 0x", false},
	{"an lkey of another domain", lkey_of_other_domain, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_LOC_PROT_ERR, SOFTHCA_REASON_LKEY_OTHER_PD, "its region belongs to", false},
	{"the end of a region", end_of_own_region, IBV_QPT_RC, IBV_WR_SEND, 64, IBV_WC_LOC_PROT_ERR,
	 SOFTHCA_REASON_LKEY_ENDS_EARLIER, "ends 4 bytes earlier, 4096 bytes at", false},
	{"the start of a region", start_of_own_region, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_LOC_PROT_ERR, SOFTHCA_REASON_LKEY_STARTS_LATER, "begins 8 bytes later", false},
	{"a read into read-only memory", read_only_sink, IBV_QPT_RC, IBV_WR_RDMA_READ, 64,
	 IBV_WC_LOC_PROT_ERR, SOFTHCA_REASON_LKEY_NO_RIGHT, "needs LOCAL_WRITE and has REMOTE_READ",
	 false},
	{"a read on UC", NULL, IBV_QPT_UC, IBV_WR_RDMA_READ, 64, IBV_WC_LOC_QP_OP_ERR,
	 SOFTHCA_REASON_OPCODE, "does not support RDMA_READ", false},
	{"a read without credit", no_reads, IBV_QPT_RC, IBV_WR_RDMA_READ, 64, IBV_WC_LOC_QP_OP_ERR,
	 SOFTHCA_REASON_READS_OFF, "max_rd_atomic 0", false},
	{"an rkey that does not exist", other_rkey, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_UNKNOWN, "refused 64 bytes at 0x", true},
	{"the same on UC: dropped", other_rkey, IBV_QPT_UC, IBV_WR_RDMA_WRITE, 64, IBV_WC_SUCCESS,
	 SOFTHCA_REASON_RKEY_UNKNOWN, "no region or window has this key", false},
	{"an rkey of another domain", rkey_of_other_domain, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_OTHER_PD, "to protection domain", true},
	{"a write to read-only memory", read_only_target, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_NO_RIGHT,
	 "needs REMOTE_WRITE and has LOCAL_WRITE | REMOTE_READ", true},
	{"the end of the target", end_of_target, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_ENDS_EARLIER,
	 "ends 24 bytes earlier, 4096 bytes at", true},
	{"the start of the target", start_of_target, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_STARTS_LATER, "begins 16 bytes later", true},
	{"a queue pair without writes", closed_target, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64,
	 IBV_WC_REM_INV_REQ_ERR, SOFTHCA_REASON_ACCESS_OFF,
	 "needs REMOTE_WRITE in qp_access_flags, which has REMOTE_READ", true},
	{"a responder without reads", target_without_reads, IBV_QPT_RC, IBV_WR_RDMA_READ, 64,
	 IBV_WC_REM_INV_REQ_ERR, SOFTHCA_REASON_RESPONDER_READS_OFF, "refused RDMA_READ of", true},
	{"an atomic at an odd address", odd_address, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 8,
	 IBV_WC_REM_INV_REQ_ERR, SOFTHCA_REASON_MISALIGNED, "not a multiple of 8", true},
	{"an atomic of four bytes", NULL, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 4,
	 IBV_WC_LOC_LEN_ERR, SOFTHCA_REASON_ATOMIC_LENGTH, "ATOMIC_FETCH_AND_ADD of 4 bytes",
	 false},
	{"a message longer than its receive", long_message, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_REM_INV_REQ_ERR, SOFTHCA_REASON_RECEIVE_SHORT, "of 5000 bytes is 904 bytes longer",
	 true},
	{"no such peer", no_peer, IBV_QPT_RC, IBV_WR_SEND, 64, IBV_WC_RETRY_EXC_ERR,
	 SOFTHCA_REASON_NO_PEER, "nothing reached queue pair 0x7777 in 3 attempts", false},
	{"the same on UC: dropped too", no_peer, IBV_QPT_UC, IBV_WR_SEND, 64, IBV_WC_SUCCESS,
	 SOFTHCA_REASON_NO_PEER, "0x7777 in 1 attempts", false},
	{"a peer that cannot receive yet", peer_in_init, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_RETRY_EXC_ERR, SOFTHCA_REASON_PEER_STATE, "it is in state INIT", false},
	{"a peer with another connection", peer_of_another, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_RETRY_EXC_ERR, SOFTHCA_REASON_PEER_ELSEWHERE, "connected to queue pair 0x55",
	 false},
	{"a peer of another type", peer_of_another_type, IBV_QPT_RC, IBV_WR_SEND, 64,
	 IBV_WC_RETRY_EXC_ERR, SOFTHCA_REASON_PEER_TYPE, "it is a queue pair of another type",
	 false},
	{"a read into inline data", inline_sink, IBV_QPT_RC, IBV_WR_RDMA_READ, 64,
	 IBV_WC_LOC_QP_OP_ERR, SOFTHCA_REASON_INLINE_READ, "RDMA_READ with inline data", false},
	{"a port that is down", port_is_down, IBV_QPT_RC, IBV_WR_SEND, 64, IBV_WC_RETRY_EXC_ERR,
	 SOFTHCA_REASON_PORT_DOWN, "a port between them is down", false},
	{"another partition", other_partition, IBV_QPT_RC, IBV_WR_SEND, 64, IBV_WC_RETRY_EXC_ERR,
	 SOFTHCA_REASON_PKEY, "the P_Keys 0xffff here and 0x8123 there", false},
};

static bool agree(const struct row *row, const struct softhca_refusal *refusal)
{
	char buf[1024];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	if (!refusal) {
		print_error("%s: no reason was recorded\n", row->name);
		return false;
	}
	softhca_refusal_says(&text, refusal);
	if (refusal->reason == (uint32_t)row->reason && strstr(buf, row->text))
		return true;
	print_error("%s: reason %u, '%s' in: %s\n", row->name, refusal->reason, row->text, buf);
	return false;
}

static void check(const struct row *row, void **state)
{
	struct scene f;

	scene_make(&f, state, row->type, row->opcode, row->bytes);
	assert_null(softhca_engine_qp_why(&f.a->k, row->status, SEND, 0, 0));
	if (row->make)
		row->make(&f);
	scene_go(&f);
	for (int i = 0; i < 10; i++)
		rig_advance(f.rig, RIG_TIMEOUT_NS);
	assert_true(agree(row, softhca_engine_qp_why(&f.a->k, row->status, SEND, 0, 0)));
	assert_null(softhca_engine_qp_why(&f.a->k, IBV_WC_FATAL_ERR, SEND | RECEIVE, 0, 0));
	if (row->status != IBV_WC_SUCCESS)
		assert_true(agree(row,
				  softhca_engine_qp_why(&f.a->k, IBV_WC_WR_FLUSH_ERR, SEND, 0, 0)));
	if (row->refused)
		assert_true(agree(
			row, softhca_engine_qp_why(&f.b->k, IBV_WC_WR_FLUSH_ERR, RECEIVE, 0, 0)));
	else
		assert_null(softhca_engine_qp_why(&f.b->k, IBV_WC_WR_FLUSH_ERR, RECEIVE, 0, 0));
}

/* Tests each row of the table, with a new rig. */
static void every_mistake_has_its_reason(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		void *rig = NULL;

		assert_int_equal(rig_setup(&rig), 0);
		check(&rows[i], &rig);
		assert_int_equal(rig_teardown(&rig), 0);
	}
}

/* RESET ends the error, but reasons of earlier completions are kept. */
static void reset_forgets_the_error_only(void **state)
{
	const struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.rkey ^= 0x4000;
	scene_go(&f);
	assert_non_null(softhca_engine_qp_why(&f.a->k, IBV_WC_WR_FLUSH_ERR, SEND, 0, 0));
	rig_modify(f.a, &attr, IBV_QP_STATE);
	assert_null(softhca_engine_qp_why(&f.a->k, IBV_WC_WR_FLUSH_ERR, SEND, 0, 0));
	assert_non_null(softhca_engine_qp_why(&f.a->k, IBV_WC_REM_ACCESS_ERR, SEND, 0, 0));
	assert_null(softhca_engine_qp_why(&f.a->k, IBV_WC_REM_ACCESS_ERR, RECEIVE, 0, 0));
	assert_null(softhca_engine_qp_why(&f.a->k, IBV_WC_REM_ACCESS_ERR, SEND, 1, 0xffff));
}

/** The peer starts a new connection, with a receive. */
static void begin_anew(struct scene *f, struct rig_mr *to, uint32_t bytes)
{
	rig_state(f->b, IBV_QPS_RESET);
	rig_to_init(f->b);
	rig_recv(f->b, 51, to, bytes);
	rig_to_rtr(f->b, f->a);
}

/** The first chunk of the message has taken a receive that no longer exists. */
static void the_rest_of_a_message(void **state)
{
	struct scene f;
	struct rig_mr *to;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	scene_make_long(&f, &to);
	begin_anew(&f, to, f.sge.length);
	rig_post(f.a, &f.wr);
	softhca_engine_poll(&f.rig->hca);
	rig_expect_none(f.a->send_cq);
	begin_anew(&f, to, f.sge.length);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f.b->recv_cq);
	assert_int_equal(rig_reason(f.a, IBV_WC_SUCCESS), SOFTHCA_REASON_NO_BEGINNING);
}

/** In ERR, flushed requests have the reason of the error. */
static void expect_broken(struct scene *f, enum softhca_reason reason, const char *part)
{
	const struct softhca_refusal *why;
	char buf[1024];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	assert_int_equal(f->a->k.attr.qp_state, IBV_QPS_ERR);
	why = softhca_engine_qp_why(&f->a->k, IBV_WC_WR_FLUSH_ERR, SEND | RECEIVE, 0, 0);
	assert_non_null(why);
	assert_int_equal(why->reason, reason);
	softhca_refusal_says(&text, why);
	assert_non_null(strstr(buf, part));
}

static void set_to_error(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.a, IBV_QPS_ERR);
	expect_broken(&f, SOFTHCA_REASON_SET_TO_ERROR, "moved queue pair 0x");
}

static void broken_by_an_event(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	softhca_engine_qp_fail(&f.a->k, IBV_EVENT_QP_FATAL);
	expect_broken(&f, SOFTHCA_REASON_EVENT, "an injected event or fault broke queue pair 0x");
}

/**
 * While the queue pair waits, `softhcactl why` shows for what, and when the last attempt was made.
 */
static void what_is_awaited(void **state)
{
	struct softhca_qp_view view;
	struct scene f;
	char buf[1024];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	no_peer(&f);
	scene_go(&f);
	softhca_engine_qp_view(&f.a->k, &view);
	assert_true(view.waiting);
	assert_non_null(view.awaited);
	assert_true(view.awaited->time > 0);
	softhca_refusal_says(&text, view.awaited);
	assert_non_null(strstr(buf, "nothing reached queue pair 0x7777 in 1 attempts"));
}

int test_reasons(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mistake_has_its_reason),
		RIG_TEST(reset_forgets_the_error_only),
		RIG_TEST(the_rest_of_a_message),
		RIG_TEST(what_is_awaited),
		RIG_TEST(set_to_error),
		RIG_TEST(broken_by_an_event),
	};

	return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
