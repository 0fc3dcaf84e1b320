/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory regions and windows: ib_uverbs_reg_mr(), ib_uverbs_rereg_mr() and ib_uverbs_alloc_mw() of
 * Linux, drivers/infiniband/core/uverbs_cmd.c.
 */
#include "raw.h"

#include <sys/mman.h>

enum {
	PAGE = 4096,
	WRITE = IBV_ACCESS_LOCAL_WRITE
};

static uint64_t pages(size_t n)
{
	return (uintptr_t)raw_memory(n * PAGE);
}

static void s5_2_page_offsets_of_start_and_hca_va_must_agree(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(2);

	(void)state;
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr + 8, WRITE, NULL), EINVAL);
	assert_int_equal(raw_try_mr(raw, pd, addr + 8, PAGE, 8, WRITE, NULL), 0);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, 0x123456789000, WRITE, NULL), 0);
	raw_close(raw);
}

static void s5_2_remote_write_without_local_write_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(1);

	(void)state;
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, IBV_ACCESS_REMOTE_WRITE, NULL),
			 EINVAL);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, IBV_ACCESS_REMOTE_ATOMIC, NULL),
			 EINVAL);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, IBV_ACCESS_REMOTE_READ, NULL), 0);
	assert_int_equal(
		raw_try_mr(raw, pd, addr, PAGE, addr, IBV_ACCESS_REMOTE_WRITE | WRITE, NULL), 0);
	raw_close(raw);
}

static void s5_2_unknown_access_bits_give_einval_and_optional_ones_are_ignored(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(1);

	(void)state;
	for (int bit = 8; bit < 20; bit++)
		assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, 1U << bit, NULL), EINVAL);
	for (int bit = 20; bit < 30; bit++)
		assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, 1U << bit, NULL), 0);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, 1U << 30, NULL), EINVAL);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, IBV_ACCESS_ON_DEMAND, NULL), EINVAL);
	raw_close(raw);
}

static void s3_3_reg_mr_checks_alignment_and_access_before_the_pd(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint64_t addr = pages(1);

	(void)state;
	assert_int_equal(raw_try_mr(raw, NO_HANDLE, addr, PAGE, addr + 1, WRITE, NULL), EINVAL);
	assert_int_equal(raw_try_mr(raw, NO_HANDLE, addr, PAGE, addr, 1U << 19, NULL), EINVAL);
	assert_int_equal(raw_try_mr(raw, NO_HANDLE, addr, PAGE, addr, WRITE, NULL), ENOENT);
	assert_int_equal(raw_try_mr(raw, raw_cq(raw), addr, PAGE, addr, WRITE, NULL), EINVAL);
	raw_close(raw);
}

static void s5_2_length_0_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint64_t addr = pages(1);

	(void)state;
	assert_int_equal(raw_try_mr(raw, raw_pd(raw), addr, 0, addr, WRITE, NULL), EINVAL);
	raw_close(raw);
}

static void s5_2_memory_that_is_not_mapped_gives_efault(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(3);

	(void)state;
	munmap((void *)(uintptr_t)(addr + PAGE), PAGE);
	assert_int_equal(raw_try_mr(raw, pd, addr, (uint64_t)3 * PAGE, addr, WRITE, NULL), EFAULT);
	assert_int_equal(raw_try_mr(raw, pd, addr + PAGE, 8, addr + PAGE, 0, NULL), EFAULT);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, WRITE, NULL), 0);
	assert_int_equal(raw_try_mr(raw, pd, addr + PAGE - 8, 16, PAGE - 8, WRITE, NULL), EFAULT);
	raw_close(raw);
}

static void s5_2_local_write_on_read_only_memory_gives_efault(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(1);

	(void)state;
	mprotect((void *)(uintptr_t)addr, PAGE, PROT_READ);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, WRITE, NULL), EFAULT);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, 0, NULL), 0);
	raw_close(raw);
}

static void s5_2_a_range_that_wraps_around_is_refused(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(1);

	(void)state;
	assert_int_not_equal(raw_try_mr(raw, pd, addr, UINT64_MAX - addr + 2, addr, WRITE, NULL),
			     0);
	assert_int_not_equal(
		raw_try_mr(raw, pd, addr, PAGE, UINT64_MAX - PAGE + 1 + PAGE / 2, WRITE, NULL), 0);
	raw_close(raw);
}

static void keys_of_a_freed_region_are_not_given_to_the_next(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(1);
	struct uverbs_reg_mr_resp first = {0}, second = {0};

	(void)state;
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, WRITE, &first), 0);
	assert_int_equal(raw_dereg_mr(raw, first.mr_handle), 0);
	assert_int_equal(raw_try_mr(raw, pd, addr, PAGE, addr, WRITE, &second), 0);
	assert_int_not_equal(first.lkey, second.lkey);
	assert_int_not_equal(first.lkey & 0xff, second.lkey & 0xff);
	raw_close(raw);
}

static int rereg(struct raw *raw, struct uverbs_rereg_mr_req *req)
{
	struct uverbs_rereg_mr_resp resp = {0};

	return uverbs_call_rereg_mr(&raw->base, req, NULL, 0, &resp, NULL, 0);
}

static void s5_2_rereg_flags(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint64_t addr = pages(2);
	struct uverbs_rereg_mr_req req = {
		.mr_handle = raw_mr(raw, pd), .start = addr, .hca_va = addr, .length = PAGE};

	(void)state;
	assert_int_equal(rereg(raw, &req), EINVAL); /* no flags */
	req.flags = 8;
	assert_int_equal(rereg(raw, &req), EOPNOTSUPP);
	req.flags = 1;
	assert_int_equal(rereg(raw, &req), 0);
	req.hca_va++;
	assert_int_equal(rereg(raw, &req), EINVAL);
	req.flags = 4;
	req.access_flags = IBV_ACCESS_REMOTE_WRITE;
	assert_int_equal(rereg(raw, &req), EINVAL);
	req.flags = 2;
	req.pd_handle = NO_HANDLE;
	assert_int_equal(rereg(raw, &req), ENOENT);
	req.pd_handle = raw_pd(raw);
	assert_int_equal(rereg(raw, &req), 0);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0); /* the region has moved to the other domain */
	assert_int_equal(raw_dealloc_pd(raw, req.pd_handle), EBUSY);
	raw_close(raw);
}

static void s5_2_window_types_are_1_and_2(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_alloc_mw_req req = {.pd_handle = raw_pd(raw)};
	struct uverbs_alloc_mw_resp resp = {0};

	(void)state;
	for (uint8_t type = 0; type < 5; type++) {
		int expected = type == 1 || type == 2 ? 0 : EINVAL;

		req.mw_type = type;
		assert_int_equal(uverbs_call_alloc_mw(&raw->base, &req, NULL, 0, &resp, NULL, 0),
				 expected);
	}
	raw_close(raw);
}

static void s5_6_create_ah_checks_port_and_gid(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_ah_req req = {.pd_handle = raw_pd(raw),
					   .attr = {.dlid = 1, .port_num = 0}};
	struct uverbs_create_ah_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), EINVAL);
	req.attr.port_num = 2;
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), EINVAL);
	req.attr.port_num = 1;
	req.attr.is_global = 1;
	req.attr.grh.sgid_index = 200;
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), EINVAL);
	req.attr.grh.sgid_index = 1; /* an unused entry */
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), ENODATA);
	req.attr.grh.sgid_index = 0;
	assert_int_equal(uverbs_call_create_ah(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s5_2_page_offsets_of_start_and_hca_va_must_agree),
		cmocka_unit_test(s5_2_remote_write_without_local_write_gives_einval),
		cmocka_unit_test(
			s5_2_unknown_access_bits_give_einval_and_optional_ones_are_ignored),
		cmocka_unit_test(s3_3_reg_mr_checks_alignment_and_access_before_the_pd),
		cmocka_unit_test(s5_2_length_0_gives_einval),
		cmocka_unit_test(s5_2_memory_that_is_not_mapped_gives_efault),
		cmocka_unit_test(s5_2_local_write_on_read_only_memory_gives_efault),
		cmocka_unit_test(s5_2_a_range_that_wraps_around_is_refused),
		cmocka_unit_test(keys_of_a_freed_region_are_not_given_to_the_next),
		cmocka_unit_test(s5_2_rereg_flags),
		cmocka_unit_test(s5_2_window_types_are_1_and_2),
		cmocka_unit_test(s5_6_create_ah_checks_port_and_gid),
	};

	return raw_run(argc, argv, "memory", tests, sizeof(tests) / sizeof(tests[0]));
}
