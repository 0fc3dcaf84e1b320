/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles, lifetimes and EBUSY: rdma_lookup_get_uobject() and uverbs_destroy_uobject() of Linux,
 * drivers/infiniband/core/rdma_core.c.
 */
#include "raw.h"

#include <unistd.h>

static void s4_handles_are_one_space_lowest_free_first(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd, mr, cq, qp;

	(void)state;
	pd = raw_pd(raw);
	mr = raw_mr(raw, pd);
	cq = raw_cq(raw);
	qp = raw_qp(raw, pd, cq);
	assert_int_equal(pd, 0);
	assert_int_equal(mr, 1);
	assert_int_equal(cq, 2);
	assert_int_equal(qp, 3);
	assert_int_equal(raw_dereg_mr(raw, mr), 0);
	assert_int_equal(raw_pd(raw), 1); /* reused at once, by objects of any type */
	assert_int_equal(raw_pd(raw), 4);
	raw_close(raw);
}

static void s4_handles_belong_to_one_open_file(void **state)
{
	struct raw *a = raw_context("mlx4_0", NULL);
	struct raw *b = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(a);

	(void)state;
	assert_int_equal(raw_dealloc_pd(b, pd), ENOENT);
	assert_int_equal(raw_dealloc_pd(a, pd), 0);
	raw_close(a);
	raw_close(b);
}

static void s4_a_missing_handle_gives_enoent(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);

	(void)state;
	assert_int_equal(raw_dealloc_pd(raw, 0), ENOENT);
	assert_int_equal(raw_dereg_mr(raw, 7), ENOENT);
	assert_int_equal(raw_destroy_cq(raw, 0xffffffff, NULL), ENOENT);
	assert_int_equal(raw_destroy_qp(raw, NO_HANDLE, NULL), ENOENT);
	assert_int_equal(raw_destroy_srq(raw, 1 << 20, NULL), ENOENT);
	raw_close(raw);
}

static void s4_a_handle_of_another_type_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t cq = raw_cq(raw);

	(void)state;
	assert_int_equal(raw_dealloc_pd(raw, cq), EINVAL);
	assert_int_equal(raw_dereg_mr(raw, pd), EINVAL);
	assert_int_equal(raw_destroy_cq(raw, pd, NULL), EINVAL);
	assert_int_equal(raw_destroy_qp(raw, cq, NULL), EINVAL);
	assert_int_equal(raw_destroy_srq(raw, cq, NULL), EINVAL);
	raw_close(raw);
}

static void s4_pd_is_busy_while_an_mr_was_made_on_it(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t mr = raw_mr(raw, pd);

	(void)state;
	assert_int_equal(raw_dealloc_pd(raw, pd), EBUSY);
	assert_int_equal(raw_dealloc_pd(raw, pd), EBUSY); /* unchanged: the call can be repeated */
	assert_int_equal(raw_dereg_mr(raw, mr), 0);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	raw_close(raw);
}

static void s4_pd_is_busy_while_a_window_was_made_on_it(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_alloc_mw_req req = {.pd_handle = raw_pd(raw), .mw_type = IBV_MW_TYPE_1};
	struct uverbs_alloc_mw_resp resp = {0};
	struct uverbs_dealloc_mw_req free_req = {0};

	(void)state;
	assert_int_equal(uverbs_call_alloc_mw(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(raw_dealloc_pd(raw, req.pd_handle), EBUSY);
	free_req.mw_handle = resp.mw_handle;
	assert_int_equal(uverbs_call_dealloc_mw(&raw->base, &free_req), 0);
	assert_int_equal(raw_dealloc_pd(raw, req.pd_handle), 0);
	raw_close(raw);
}

static void s4_pd_is_busy_while_an_address_handle_was_made_on_it(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_ah_req req = {.pd_handle = raw_pd(raw),
					   .attr = {.dlid = 2, .port_num = 1}};
	struct uverbs_create_ah_resp resp = {0};
	struct uverbs_destroy_ah_req destroy = {0};

	(void)state;
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(raw_dealloc_pd(raw, req.pd_handle), EBUSY);
	destroy.ah_handle = resp.ah_handle;
	assert_int_equal(uverbs_call_destroy_ah(&raw->base, &destroy), 0);
	assert_int_equal(raw_dealloc_pd(raw, req.pd_handle), 0);
	raw_close(raw);
}

static void s4_pd_and_cq_are_busy_while_a_qp_uses_them(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t cq = raw_cq(raw);
	uint32_t qp = raw_qp(raw, pd, cq);

	(void)state;
	assert_int_equal(raw_dealloc_pd(raw, pd), EBUSY);
	assert_int_equal(raw_destroy_cq(raw, cq, NULL), EBUSY);
	assert_int_equal(raw_destroy_qp(raw, qp, NULL), 0);
	assert_int_equal(raw_destroy_cq(raw, cq, NULL), 0);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	raw_close(raw);
}

static void s4_srq_is_busy_while_a_qp_uses_it(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t srq = raw_srq(raw, pd);
	struct uverbs_create_qp_req req = raw_qp_request(pd, raw_cq(raw));
	struct uverbs_create_qp_resp resp = {0};

	(void)state;
	req.is_srq = 1;
	req.srq_handle = srq;
	assert_int_equal(raw_try_qp(raw, &req, &resp), 0);
	assert_int_equal(resp.max_recv_wr, 0);
	assert_int_equal(raw_destroy_srq(raw, srq, NULL), EBUSY);
	assert_int_equal(raw_dealloc_pd(raw, pd), EBUSY);
	assert_int_equal(raw_destroy_qp(raw, resp.qp_handle, NULL), 0);
	assert_int_equal(raw_destroy_srq(raw, srq, NULL), 0);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	raw_close(raw);
}

static uint32_t make_ud_qp(struct raw *raw)
{
	uint32_t pd = raw_pd(raw);
	struct uverbs_create_qp_req req = raw_qp_request(pd, raw_cq(raw));
	struct uverbs_create_qp_resp resp = {0};

	req.qp_type = IBV_QPT_UD;
	assert_int_equal(raw_try_qp(raw, &req, &resp), 0);
	return resp.qp_handle;
}

static void s4_qp_is_busy_while_multicast_groups_are_attached(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_attach_mcast_req attach = {
		.gid = {0xff, 0x12}, .mlid = 0xc001, .qp_handle = make_ud_qp(raw)};
	struct uverbs_detach_mcast_req detach = {.gid = {0xff, 0x12}, .mlid = 0xc002};

	(void)state;
	detach.qp_handle = attach.qp_handle;
	assert_int_equal(uverbs_call_attach_mcast(&raw->base, &attach), 0);
	assert_int_equal(uverbs_call_attach_mcast(&raw->base, &attach), 0); /* counted only once */
	assert_int_equal(raw_destroy_qp(raw, attach.qp_handle, NULL), EBUSY);
	assert_int_equal(uverbs_call_detach_mcast(&raw->base, &detach), EINVAL); /* another mlid */
	detach.mlid = 0xc001;
	assert_int_equal(uverbs_call_detach_mcast(&raw->base, &detach), 0);
	assert_int_equal(uverbs_call_detach_mcast(&raw->base, &detach), EINVAL);
	assert_int_equal(raw_destroy_qp(raw, attach.qp_handle, NULL), 0);
	raw_close(raw);
}

/* A group with as many members as the device allows is empty again after the process has ended. */
static void s7_3_closing_leaves_every_multicast_group(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL), *other = raw_context("mlx4_0", NULL);
	struct uverbs_create_qp_req req = raw_qp_request(raw_pd(raw), raw_cq(raw));
	struct uverbs_attach_mcast_req attach = {.gid = {0xff, 0x13}, .mlid = 0xc001};
	struct uverbs_query_device_req query = {0};
	struct uverbs_query_device_resp device = {0};
	uint32_t latecomer = make_ud_qp(other);
	int ret = ENOMEM;

	(void)state;
	req.qp_type = IBV_QPT_UD;
	assert_int_equal(uverbs_call_query_device(&raw->base, &query, &device), 0);
	for (uint32_t i = 0; i < device.max_mcast_qp_attach; i++) {
		struct uverbs_create_qp_resp resp = {0};

		assert_int_equal(raw_try_qp(raw, &req, &resp), 0);
		attach.qp_handle = resp.qp_handle;
		assert_int_equal(uverbs_call_attach_mcast(&raw->base, &attach), 0);
	}
	attach.qp_handle = latecomer;
	assert_int_equal(uverbs_call_attach_mcast(&other->base, &attach), ENOMEM);
	raw_close(raw);
	for (int i = 0; ret == ENOMEM && i < 100; i++) {
		usleep(10000);
		ret = uverbs_call_attach_mcast(&other->base, &attach);
	}
	assert_int_equal(ret, 0);
	raw_close(other);
}

static void s5_6_multicast_wants_a_ud_qp_and_a_multicast_gid(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t ud = make_ud_qp(raw);
	uint32_t rc = raw_qp(raw, raw_pd(raw), raw_cq(raw));
	struct uverbs_attach_mcast_req req = {.gid = {0xfe, 0x80}, .qp_handle = ud};

	(void)state;
	assert_int_equal(uverbs_call_attach_mcast(&raw->base, &req), EINVAL);
	req.gid[0] = 0xff;
	req.qp_handle = rc;
	assert_int_equal(uverbs_call_attach_mcast(&raw->base, &req), EINVAL);
	req.qp_handle = NO_HANDLE;
	assert_int_equal(uverbs_call_attach_mcast(&raw->base, &req), ENOENT);
	raw_close(raw);
}

static void s4_closing_a_channel_is_never_busy_and_the_cq_lives_on(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	int channel = raw_channel(raw);
	struct uverbs_create_cq_resp resp = {0};

	(void)state;
	assert_int_equal(raw_try_cq(raw, 15, channel, 1, &resp), 0);
	close(channel);
	usleep(20000);
	assert_int_equal(raw_destroy_cq(raw, resp.cq_handle, NULL), 0);
	raw_close(raw);
}

static void s7_3_closing_destroys_everything_in_any_order(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct raw *watch = raw_connect(NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t mr = raw_mr(raw, pd);
	uint32_t cq = raw_cq(raw);

	(void)state;
	raw_qp(raw, pd, cq);
	raw_srq(raw, pd);
	raw_channel(raw);
	raw_dereg_mr(raw, mr);
	raw_mr(raw, pd);
	assert_int_equal(raw_objects(watch), 6);
	raw_close(raw);
	for (int i = 0; raw_objects(watch) && i < 100; i++)
		usleep(10000);
	assert_int_equal(raw_objects(watch), 0);
	raw_close(watch);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s4_handles_are_one_space_lowest_free_first),
		cmocka_unit_test(s4_handles_belong_to_one_open_file),
		cmocka_unit_test(s4_a_missing_handle_gives_enoent),
		cmocka_unit_test(s4_a_handle_of_another_type_gives_einval),
		cmocka_unit_test(s4_pd_is_busy_while_an_mr_was_made_on_it),
		cmocka_unit_test(s4_pd_is_busy_while_a_window_was_made_on_it),
		cmocka_unit_test(s4_pd_is_busy_while_an_address_handle_was_made_on_it),
		cmocka_unit_test(s4_pd_and_cq_are_busy_while_a_qp_uses_them),
		cmocka_unit_test(s4_srq_is_busy_while_a_qp_uses_it),
		cmocka_unit_test(s4_qp_is_busy_while_multicast_groups_are_attached),
		cmocka_unit_test(s7_3_closing_leaves_every_multicast_group),
		cmocka_unit_test(s5_6_multicast_wants_a_ud_qp_and_a_multicast_gid),
		cmocka_unit_test(s4_closing_a_channel_is_never_busy_and_the_cq_lives_on),
		cmocka_unit_test(s7_3_closing_destroys_everything_in_any_order),
	};

	return raw_run(argc, argv, "handles", tests, sizeof(tests) / sizeof(tests[0]));
}
