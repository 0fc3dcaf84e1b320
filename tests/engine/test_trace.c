/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace records, checked one by one; without a reader, there are none. */
#include "scene.h"

static void expect_record(const struct scene *f, uint32_t n, enum softhca_trace_kind kind,
			  const struct rig_side *of, uint32_t number, uint32_t detail)
{
	const struct rig_trace *t = &f->rig->trace[n];

	assert_int_equal(t->kind, kind);
	assert_ptr_equal(t->ctx, &of->ctx);
	assert_int_equal(t->number, number);
	assert_int_equal(t->index, 0);
	assert_int_equal(t->detail, detail);
	assert_true(t->bytes > 0);
}

static void a_send_is_seen_from_both_ends(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.rig->hca.traced = true;
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(f.rig->traces, 4);
	expect_record(&f, 0, SOFTHCA_TRACE_KIND_SEND, &f.rig->a, f.a->k.qpn, IBV_QPT_RC);
	expect_record(&f, 1, SOFTHCA_TRACE_KIND_RECEIVE, &f.rig->b, f.b->k.qpn, 0);
	expect_record(&f, 2, SOFTHCA_TRACE_KIND_COMPLETION, &f.rig->b, f.b->k.recv_cq->cqn, 0);
	expect_record(&f, 3, SOFTHCA_TRACE_KIND_COMPLETION, &f.rig->a, f.a->k.send_cq->cqn, 0);
}

static void a_failure_is_seen_too(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.rkey ^= 0x4000;
	f.rig->hca.traced = true;
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	assert_true(f.rig->traces >= 4);
	expect_record(&f, 0, SOFTHCA_TRACE_KIND_SEND, &f.rig->a, f.a->k.qpn, IBV_QPT_RC);
	expect_record(&f, 1, SOFTHCA_TRACE_KIND_REFUSAL, &f.rig->b, f.b->k.qpn,
		      SOFTHCA_REASON_RKEY_UNKNOWN);
	expect_record(&f, 2, SOFTHCA_TRACE_KIND_REFUSAL, &f.rig->a, f.a->k.qpn,
		      SOFTHCA_REASON_RKEY_UNKNOWN);
	assert_int_equal(f.rig->trace[3].kind, SOFTHCA_TRACE_KIND_COMPLETION);
}

static void without_reader_nothing_is_recorded(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(f.rig->traces, 0);
}

int test_trace(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_send_is_seen_from_both_ends),
		RIG_TEST(a_failure_is_seen_too),
		RIG_TEST(without_reader_nothing_is_recorded),
	};

	return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
