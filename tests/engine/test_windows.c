/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows: binding, using and invalidating them. */
#include "rig.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
	      IBV_ACCESS_MW_BIND
};

/** b has the memory and binds windows, a accesses it. */
struct fixture {
	struct rig *rig;
	struct rig_pair qp;
	struct rig_mr *from;
	struct rig_mr *to;
	struct rig_mw *mw;
	struct ibv_mr to_api; /**< the program's struct of the region */
};

static void make(struct fixture *f, void **state, enum ibv_mw_type type)
{
	f->rig = *state;
	f->qp = rig_pair(f->rig, IBV_QPT_RC);
	f->from = rig_mr(&f->rig->a, 4096, ALL);
	f->to = rig_mr(&f->rig->b, 4096, ALL);
	f->mw = rig_mw(&f->rig->b, type);
	f->to_api = (struct ibv_mr){.lkey = f->to->k.lkey};
	rig_fill(f->from, 5);
}

static void bind(struct fixture *f, uint32_t rkey, uint64_t offset, uint64_t length,
		 enum ibv_wc_status status)
{
	struct ibv_mw mw = {.type = f->mw->k.type};
	struct ibv_send_wr wr = rig_wr(IBV_WR_BIND_MW, NULL);
	struct ibv_wc wc;

	wr.bind_mw.mw = &mw;
	wr.bind_mw.rkey = rkey;
	wr.bind_mw.bind_info.mr = &f->to_api;
	wr.bind_mw.bind_info.addr = (uintptr_t)f->to->bytes + offset;
	wr.bind_mw.bind_info.length = length;
	wr.bind_mw.bind_info.mw_access_flags = IBV_ACCESS_REMOTE_WRITE;
	rig_post(f->qp.b, &wr);
	rig_run(f->rig);
	wc = rig_expect(f->qp.b->send_cq, 1, status);
	if (status == IBV_WC_SUCCESS)
		assert_int_equal(wc.opcode, IBV_WC_BIND_MW);
}

static void write_at(struct fixture *f, uint32_t rkey, uint64_t addr, uint32_t length,
		     enum ibv_wc_status status)
{
	struct ibv_sge sge = rig_sge(f->from, 0, length);
	struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE, &sge);

	wr.wr.rdma.remote_addr = addr;
	wr.wr.rdma.rkey = rkey;
	rig_post(f->qp.a, &wr);
	rig_run(f->rig);
	rig_expect(f->qp.a->send_cq, 1, status);
}

static void type_1_opens_a_part(void **state)
{
	struct fixture f;
	uint32_t rkey;
	uint64_t base;

	make(&f, state, IBV_MW_TYPE_1);
	rkey = f.mw->k.rkey + 1;
	base = (uintptr_t)f.to->bytes;
	bind(&f, rkey, 1000, 100, IBV_WC_SUCCESS);
	assert_int_equal(f.to->k.obj.users, 1);
	write_at(&f, rkey, base + 1000, 100, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes + 1000, f.from->bytes, 100);
	bind(&f, rkey + 1, 2000, 100, IBV_WC_SUCCESS); /* bound again, to another range */
	assert_int_equal(f.to->k.obj.users, 1);
	write_at(&f, rkey + 1, base + 2000, 100, IBV_WC_SUCCESS);
	write_at(&f, rkey, base + 2000, 100, IBV_WC_REM_ACCESS_ERR); /* the old key is invalid */
	assert_int_equal(rig_reason(f.qp.a, IBV_WC_REM_ACCESS_ERR), SOFTHCA_REASON_RKEY_OLD);
}

static void window_bounds_hold(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	bind(&f, f.mw->k.rkey + 1, 1000, 100, IBV_WC_SUCCESS);
	write_at(&f, f.mw->k.rkey, (uintptr_t)f.to->bytes + 1000, 101, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(rig_reason(f.qp.a, IBV_WC_REM_ACCESS_ERR),
			 SOFTHCA_REASON_RKEY_ENDS_EARLIER);
}

static void length_0_unbinds(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	bind(&f, f.mw->k.rkey + 1, 0, 100, IBV_WC_SUCCESS);
	bind(&f, f.mw->k.rkey + 1, 0, 0, IBV_WC_SUCCESS);
	assert_int_equal(f.to->k.obj.users, 0);
	write_at(&f, f.mw->k.rkey, (uintptr_t)f.to->bytes, 8, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(rig_reason(f.qp.a, IBV_WC_REM_ACCESS_ERR), SOFTHCA_REASON_WINDOW_UNBOUND);
}

static void bind_needs_permission(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_MW_BIND;
	bind(&f, f.mw->k.rkey + 1, 0, 100, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_NO_RIGHT);
	assert_int_equal(f.qp.b->k.attr.qp_state, IBV_QPS_ERR);
}

static void bind_stays_inside_the_region(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	bind(&f, f.mw->k.rkey + 1, 4000, 97, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_RANGE);
}

static void bind_of_no_window(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	bind(&f, 0x77777700, 0, 8, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_NO_WINDOW);
}

static void bind_to_no_region(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	f.to->k.pd = &f.rig->b.other_pd;
	bind(&f, f.mw->k.rkey + 1, 0, 8, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_NO_REGION);
}

static void bind_of_another_domain(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	f.mw->k.pd = &f.rig->b.other_pd;
	bind(&f, f.mw->k.rkey + 1, 0, 8, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_OTHER_PD);
}

static void bind_as_the_other_type(void **state)
{
	struct ibv_mw mw = {.type = IBV_MW_TYPE_2};
	struct ibv_send_wr wr = rig_wr(IBV_WR_BIND_MW, NULL);
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	wr.bind_mw.mw = &mw;
	wr.bind_mw.rkey = f.mw->k.rkey + 1;
	wr.bind_mw.bind_info.mr = &f.to_api;
	rig_post(f.qp.b, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.b->send_cq, 1, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_OLD_KEY);
}

/** Invalidate a key that cannot be invalidated. */
static void expect_irrevocable(struct fixture *f, uint32_t rkey, enum softhca_reason reason)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_LOCAL_INV, NULL);

	wr.invalidate_rkey = rkey;
	rig_post(f->qp.b, &wr);
	rig_run(f->rig);
	rig_expect(f->qp.b->send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	assert_int_equal(rig_reason(f->qp.b, IBV_WC_LOC_QP_OP_ERR), reason);
}

static void type_1_is_not_invalidated(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_1);
	bind(&f, f.mw->k.rkey + 1, 0, 100, IBV_WC_SUCCESS);
	expect_irrevocable(&f, f.mw->k.rkey, SOFTHCA_REASON_INVALIDATE_NO_WINDOW);
}

static void invalidated_by_another_queue_pair(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_2);
	bind(&f, f.mw->k.rkey + 9, 0, 100, IBV_WC_SUCCESS);
	f.qp = rig_pair(f.rig, IBV_QPT_RC);
	expect_irrevocable(&f, f.mw->k.rkey, SOFTHCA_REASON_INVALIDATE_OTHER_QP);
	f.qp = rig_pair(f.rig, IBV_QPT_RC);
	f.mw->k.pd = &f.rig->b.other_pd;
	expect_irrevocable(&f, f.mw->k.rkey, SOFTHCA_REASON_INVALIDATE_OTHER_PD);
}

static void type_2_is_bound_once(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_2);
	bind(&f, f.mw->k.rkey + 9, 0, 100, IBV_WC_SUCCESS);
	write_at(&f, f.mw->k.rkey, (uintptr_t)f.to->bytes, 100, IBV_WC_SUCCESS);
	bind(&f, f.mw->k.rkey + 1, 0, 100, IBV_WC_MW_BIND_ERR);
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_MW_BIND_ERR), SOFTHCA_REASON_BIND_TWICE);
}

static void type_2_belongs_to_a_queue_pair(void **state)
{
	struct fixture f;

	make(&f, state, IBV_MW_TYPE_2);
	bind(&f, f.mw->k.rkey + 9, 0, 100, IBV_WC_SUCCESS);
	f.qp = rig_pair(f.rig, IBV_QPT_RC);
	write_at(&f, f.mw->k.rkey, (uintptr_t)f.to->bytes, 100, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(rig_reason(f.qp.a, IBV_WC_REM_ACCESS_ERR), SOFTHCA_REASON_WINDOW_OTHER_QP);
}

static void invalidated_locally(void **state)
{
	struct fixture f;
	struct ibv_send_wr wr = rig_wr(IBV_WR_LOCAL_INV, NULL);

	make(&f, state, IBV_MW_TYPE_2);
	bind(&f, f.mw->k.rkey + 9, 0, 100, IBV_WC_SUCCESS);
	wr.invalidate_rkey = f.mw->k.rkey;
	rig_post(f.qp.b, &wr);
	rig_run(f.rig);
	assert_int_equal(rig_expect(f.qp.b->send_cq, 1, IBV_WC_SUCCESS).opcode, IBV_WC_LOCAL_INV);
	assert_int_equal(f.to->k.obj.users, 0);
	rig_post(f.qp.b, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.b->send_cq, 1, IBV_WC_LOC_QP_OP_ERR); /* there is nothing to invalidate */
	assert_int_equal(rig_reason(f.qp.b, IBV_WC_LOC_QP_OP_ERR),
			 SOFTHCA_REASON_INVALIDATE_UNBOUND);
}

static void invalidated_by_the_peer(void **state)
{
	struct fixture f;
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND_WITH_INV, NULL);
	struct ibv_wc wc;

	make(&f, state, IBV_MW_TYPE_2);
	bind(&f, f.mw->k.rkey + 9, 0, 100, IBV_WC_SUCCESS);
	wr.invalidate_rkey = f.mw->k.rkey;
	rig_recv(f.qp.b, 7, NULL, 0);
	rig_recv(f.qp.b, 8, NULL, 0);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	wc = rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.wc_flags, IBV_WC_WITH_INV);
	assert_int_equal(wc.invalidated_rkey, wr.invalidate_rkey);
	assert_null(f.mw->k.mr);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	rig_expect(f.qp.b->recv_cq, 8, IBV_WC_WR_FLUSH_ERR);
}

int test_windows(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(type_1_opens_a_part),
		RIG_TEST(window_bounds_hold),
		RIG_TEST(length_0_unbinds),
		RIG_TEST(bind_needs_permission),
		RIG_TEST(bind_stays_inside_the_region),
		RIG_TEST(bind_of_no_window),
		RIG_TEST(bind_to_no_region),
		RIG_TEST(bind_of_another_domain),
		RIG_TEST(bind_as_the_other_type),
		RIG_TEST(type_1_is_not_invalidated),
		RIG_TEST(invalidated_by_another_queue_pair),
		RIG_TEST(type_2_is_bound_once),
		RIG_TEST(type_2_belongs_to_a_queue_pair),
		RIG_TEST(invalidated_locally),
		RIG_TEST(invalidated_by_the_peer),
	};

	return cmocka_run_group_tests_name("windows", tests, NULL, NULL);
}
