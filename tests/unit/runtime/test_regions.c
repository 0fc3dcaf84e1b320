/* SPDX-License-Identifier: BSD-2-Clause */
/* Regions, windows and protection domains: what reaches the kernel, and what is counted here. */
#include "sides.h"

static char area[64];

/* ---- registration ---- */

static void what_a_region_shows(void **state)
{
	const struct uverbs_reg_mr_resp resp = {.mr_handle = 7, .lkey = 8, .rkey = 9};
	const unsigned int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING;
	struct uverbs_reg_mr_req sent;
	struct ibv_mr *mr;

	(void)state;
	here.t.answered = UVERBS_CMD_REG_MR;
	here.t.answer = &resp;
	mr = ibv_reg_mr(here.pd, area, 33, (int)access);
	assert_non_null(mr);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.start, (uintptr_t)area);
	assert_int_equal(sent.hca_va, (uintptr_t)area);
	assert_int_equal(sent.length, 33);
	assert_int_equal(sent.pd_handle, here.pd->handle);
	assert_int_equal(sent.access_flags, IBV_ACCESS_LOCAL_WRITE);
	assert_ptr_equal(mr->context, &here.ctx->ibv);
	assert_ptr_equal(mr->pd, here.pd);
	assert_ptr_equal(mr->addr, area);
	assert_int_equal(mr->length, 33);
	assert_int_equal(mr->handle, 7);
	assert_int_equal(mr->lkey, 8);
	assert_int_equal(mr->rkey, 9);
	assert_int_equal(inverbs_mr_of(mr)->access, access);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(here.t.last_command, UVERBS_CMD_DEREG_MR);
	assert_int_equal(*(uint32_t *)(void *)here.t.last, 7);
}

static void remote_access_that_needs_local(void **state)
{
	static const struct {
		unsigned int access;
		bool allowed;
	} cases[] = {
		{0, true},
		{IBV_ACCESS_REMOTE_READ, true},
		{IBV_ACCESS_REMOTE_WRITE, false},
		{IBV_ACCESS_REMOTE_ATOMIC, false},
		{IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_LOCAL_WRITE, true},
		{IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_LOCAL_WRITE, true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ibv_mr *mr = ibv_reg_mr(here.pd, area, 8, (int)cases[i].access);

		assert_int_equal(mr != NULL, cases[i].allowed);
		if (mr)
			assert_int_equal(ibv_dereg_mr(mr), 0);
	}
}

/* The kernel refuses, or the device is gone: then only memory is left to be freed. */
static void ends_that_fail(void **state)
{
	struct ibv_pd *parent = parent_domain();
	struct ibv_mr *mr = ibv_reg_mr(parent, area, 8, 0);
	struct ibv_mw *mw = ibv_alloc_mw(parent, IBV_MW_TYPE_1);

	(void)state;
	assert_non_null(mr);
	assert_non_null(mw);
	here.t.fail_command = UVERBS_CMD_DEREG_MR;
	here.t.fail_error = EBUSY;
	assert_int_equal(ibv_dereg_mr(mr), EBUSY);
	assert_int_equal(inverbs_pd_of(parent)->users, 2);
	here.t.fail_error = EIO;
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(inverbs_pd_of(parent)->users, 1);
	here.t.fail_command = UVERBS_CMD_DEALLOC_MW;
	here.t.fail_error = EBUSY;
	assert_int_equal(ibv_dealloc_mw(mw), EBUSY);
	assert_int_equal(inverbs_pd_of(parent)->users, 1);
	here.t.fail_error = EIO;
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	here.t.objects -= 2; /* which the kernel lost */
}

static void refused_objects_hold_no_domain(void **state)
{
	struct ibv_pd *parent = parent_domain();

	(void)state;
	here.t.fail_command = UVERBS_CMD_REG_MR;
	here.t.fail_error = EPERM;
	assert_null(ibv_reg_mr(parent, area, 8, 0));
	assert_int_equal(errno, EPERM);
	here.t.fail_command = UVERBS_CMD_ALLOC_MW;
	assert_null(ibv_alloc_mw(parent, IBV_MW_TYPE_2));
	assert_int_equal(errno, EPERM);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
}

/* ---- reregistration ---- */

static void changes_that_contradict_themselves(void **state)
{
	const int place = IBV_REREG_MR_CHANGE_TRANSLATION, domain = IBV_REREG_MR_CHANGE_PD,
		  access = IBV_REREG_MR_CHANGE_ACCESS;
	struct ibv_mr *mr = ibv_reg_mr(here.pd, area, 8, 0);
	const struct {
		int flags;
		struct ibv_pd *pd;
		void *addr;
		size_t length;
		int access;
	} cases[] = {
		{0, here.pd, area, 8, 0},
		{8, here.pd, area, 8, 0},
		{access | 16, here.pd, area, 8, 0},
		{place, NULL, NULL, 8, 0},
		{place, NULL, area, 0, 0},
		{domain, NULL, area, 8, 0},
		{place, NULL, area, 8, IBV_ACCESS_LOCAL_WRITE},
		{access, NULL, NULL, 0, IBV_ACCESS_REMOTE_WRITE},
	};

	(void)state;
	assert_non_null(mr);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		errno = 0;
		assert_int_equal(ibv_rereg_mr(mr, cases[i].flags, cases[i].pd, cases[i].addr,
					      cases[i].length, cases[i].access),
				 IBV_REREG_MR_ERR_INPUT);
		assert_int_equal(errno, EINVAL);
		assert_int_equal(here.t.last_command, UVERBS_CMD_REG_MR);
	}
	assert_int_equal(ibv_dereg_mr(mr), 0);
}

static void a_region_may_move(void **state)
{
	const struct uverbs_rereg_mr_resp resp = {.lkey = 0x18, .rkey = 0x19};
	struct ibv_mr *mr = ibv_reg_mr(here.pd, area, 8, IBV_ACCESS_REMOTE_READ);
	struct uverbs_rereg_mr_req sent;

	(void)state;
	assert_non_null(mr);
	here.t.answered = UVERBS_CMD_REREG_MR;
	here.t.answer = &resp;
	assert_int_equal(
		ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, there.pd, area + 16, 24, 0), 0);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.mr_handle, mr->handle);
	assert_int_equal(sent.flags, IBV_REREG_MR_CHANGE_TRANSLATION);
	assert_int_equal(sent.start, (uintptr_t)area + 16);
	assert_int_equal(sent.hca_va, (uintptr_t)area + 16);
	assert_int_equal(sent.length, 24);
	assert_int_equal(sent.pd_handle, 0);
	assert_int_equal(sent.access_flags, 0);
	assert_ptr_equal(mr->addr, area + 16);
	assert_int_equal(mr->length, 24);
	assert_int_equal(mr->lkey, 0x18);
	assert_int_equal(mr->rkey, 0x19);
	assert_ptr_equal(mr->pd, here.pd);
	assert_int_equal(inverbs_mr_of(mr)->access, IBV_ACCESS_REMOTE_READ);
	assert_int_equal(ibv_dereg_mr(mr), 0);
}

static void a_region_may_have_other_rights(void **state)
{
	const unsigned int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING;
	struct ibv_mr *mr = ibv_reg_mr(here.pd, area, 8, 0);
	struct uverbs_rereg_mr_req sent;

	(void)state;
	assert_non_null(mr);
	assert_int_equal(
		ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, area + 1, 2, (int)access), 0);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.access_flags, IBV_ACCESS_LOCAL_WRITE);
	assert_int_equal(inverbs_mr_of(mr)->access, access);
	assert_ptr_equal(mr->addr, area);
	assert_int_equal(mr->length, 8);
	assert_int_equal(ibv_dereg_mr(mr), 0);
}

static void a_region_may_change_its_domain(void **state)
{
	struct ibv_pd *from = parent_domain(), *to = parent_domain();
	struct ibv_mr *mr = ibv_reg_mr(from, area, 8, 0);
	struct uverbs_rereg_mr_req sent;

	(void)state;
	assert_non_null(mr);
	here.t.fail_command = UVERBS_CMD_REREG_MR;
	here.t.fail_error = EPERM;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, to, NULL, 0, 0),
			 IBV_REREG_MR_ERR_CMD);
	assert_int_equal(errno, EPERM);
	assert_ptr_equal(mr->pd, from);
	here.t.fail_error = 0;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, to, NULL, 0, 0), 0);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.pd_handle, here.pd->handle);
	assert_ptr_equal(mr->pd, to);
	assert_int_equal(ibv_dealloc_pd(from), 0);
	assert_int_equal(ibv_dealloc_pd(to), EBUSY);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(to), 0);
}

/* ---- windows ---- */

static void what_a_window_shows(void **state)
{
	static const enum ibv_mw_type types[] = {IBV_MW_TYPE_1, IBV_MW_TYPE_2};
	const struct uverbs_alloc_mw_resp resp = {.mw_handle = 3, .rkey = 4};
	struct uverbs_alloc_mw_req sent;

	(void)state;
	here.t.answered = UVERBS_CMD_ALLOC_MW;
	here.t.answer = &resp;
	for (size_t i = 0; i < 2; i++) {
		struct ibv_mw *mw = ibv_alloc_mw(here.pd, types[i]);

		assert_non_null(mw);
		memcpy(&sent, here.t.last, sizeof(sent));
		assert_int_equal(sent.pd_handle, here.pd->handle);
		assert_int_equal(sent.mw_type, types[i]);
		assert_ptr_equal(mw->context, &here.ctx->ibv);
		assert_ptr_equal(mw->pd, here.pd);
		assert_int_equal(mw->handle, 3);
		assert_int_equal(mw->rkey, 4);
		assert_int_equal(mw->type, types[i]);
		assert_int_equal(ibv_dealloc_mw(mw), 0);
		assert_int_equal(*(uint32_t *)(void *)here.t.last, 3);
	}
	assert_null(ibv_alloc_mw(here.pd, (enum ibv_mw_type)0));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_alloc_mw(here.pd, (enum ibv_mw_type)3));
	assert_int_equal(here.t.last_command, UVERBS_CMD_DEALLOC_MW);
}

/* ---- domains ---- */

static void a_parent_is_never_a_parents_child(void **state)
{
	struct ibv_parent_domain_init_attr attr = {.pd = NULL};
	struct ibv_pd *parent, *second;

	(void)state;
	inverbs_pd_of(here.pd)->pdn = 0x99;
	parent = parent_domain();
	attr.pd = parent;
	second = ibv_alloc_parent_domain(&here.ctx->ibv, &attr);
	assert_non_null(second);
	assert_ptr_equal(second->context, &here.ctx->ibv);
	assert_int_equal(second->handle, here.pd->handle);
	assert_int_equal(inverbs_pd_of(second)->pdn, 0x99);
	assert_ptr_equal(inverbs_pd_of(second)->parent, inverbs_pd_of(here.pd));
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_pd(here.pd), EBUSY);
	assert_int_equal(ibv_dealloc_pd(second), 0);
	assert_int_equal(inverbs_pd_of(here.pd)->users, 0);
}

static void domains_of_another_device(void **state)
{
	struct ibv_td_init_attr plain = {0}, extended = {.comp_mask = 1};
	struct ibv_parent_domain_init_attr attr = {.pd = there.pd};
	struct ibv_td *td = ibv_alloc_td(&there.ctx->ibv, &plain);

	(void)state;
	assert_non_null(td);
	assert_ptr_equal(td->context, &there.ctx->ibv);
	assert_null(ibv_alloc_parent_domain(&here.ctx->ibv, &attr));
	assert_int_equal(errno, EINVAL);
	attr.pd = here.pd;
	attr.td = td;
	assert_null(ibv_alloc_parent_domain(&here.ctx->ibv, &attr));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_dealloc_td(td), 0);
	assert_null(ibv_alloc_td(&here.ctx->ibv, &extended));
	assert_int_equal(errno, EINVAL);
}

static void thread_domains_have_several_users(void **state)
{
	struct ibv_td_init_attr plain = {0};
	struct ibv_parent_domain_init_attr attr = {.pd = here.pd};
	struct ibv_pd *first, *second;

	(void)state;
	attr.td = ibv_alloc_td(&here.ctx->ibv, &plain);
	first = ibv_alloc_parent_domain(&here.ctx->ibv, &attr);
	second = ibv_alloc_parent_domain(&here.ctx->ibv, &attr);
	assert_true(attr.td && first && second);
	assert_true(inverbs_in_thread_domain(first));
	assert_false(inverbs_in_thread_domain(here.pd));
	assert_int_equal(ibv_dealloc_pd(first), 0);
	assert_int_equal(ibv_dealloc_td(attr.td), EBUSY);
	assert_int_equal(ibv_dealloc_pd(second), 0);
	assert_int_equal(ibv_dealloc_td(attr.td), 0);
}

static void a_domain_that_the_kernel_keeps(void **state)
{
	struct ibv_pd *pd = ibv_alloc_pd(&here.ctx->ibv);

	(void)state;
	assert_non_null(pd);
	here.t.fail_command = UVERBS_CMD_DEALLOC_PD;
	here.t.fail_error = EBUSY;
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	assert_int_equal(*(uint32_t *)(void *)here.t.last, pd->handle);
	here.t.fail_error = EIO;
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	here.t.objects--; /* which the kernel lost */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SIDES_TEST(what_a_region_shows),
		SIDES_TEST(remote_access_that_needs_local),
		SIDES_TEST(ends_that_fail),
		SIDES_TEST(refused_objects_hold_no_domain),
		SIDES_TEST(changes_that_contradict_themselves),
		SIDES_TEST(a_region_may_move),
		SIDES_TEST(a_region_may_have_other_rights),
		SIDES_TEST(a_region_may_change_its_domain),
		SIDES_TEST(what_a_window_shows),
		SIDES_TEST(a_parent_is_never_a_parents_child),
		SIDES_TEST(domains_of_another_device),
		SIDES_TEST(thread_domains_have_several_users),
		SIDES_TEST(a_domain_that_the_kernel_keeps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
