/* SPDX-License-Identifier: BSD-2-Clause */
/* Allocation of doorbell records. */
#include "fake.h"

static bool same_page(const void *a, const void *b)
{
	return (uintptr_t)a / 4096 == (uintptr_t)b / 4096;
}

static void lowest_free_slot_comes_first(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	uint32_t *r[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		r[i] = inverbs_record_alloc(ctx, 8);
	for (size_t i = 1; i < 4; i++)
		assert_ptr_equal(r[i], r[0] + 2 * i);
	*r[1] = 7;
	inverbs_record_free(ctx, r[1]);
	inverbs_record_free(ctx, r[3]);
	assert_ptr_equal(inverbs_record_alloc(ctx, 8), r[1]);
	assert_int_equal(*r[1], 0);
	assert_ptr_equal(inverbs_record_alloc(ctx, 8), r[3]);
	fake_context_free(ctx);
}

static void sizes_do_not_share_a_page(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	uint32_t *four = inverbs_record_alloc(ctx, 4), *eight = inverbs_record_alloc(ctx, 8);

	(void)state;
	assert_false(same_page(four, eight));
	assert_ptr_equal(inverbs_record_alloc(ctx, 4), four + 1);
	fake_context_free(ctx);
}

/* A page is freed with its last record. */
static void pages_come_and_go(void **state)
{
	enum {
		SLOTS = 4096 / 8
	};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint32_t *r[SLOTS + 1];

	(void)state;
	for (int i = 0; i <= SLOTS; i++)
		r[i] = inverbs_record_alloc(ctx, 8);
	assert_true(same_page(r[0], r[SLOTS - 1]));
	assert_false(same_page(r[0], r[SLOTS]));
	inverbs_record_free(ctx, r[SLOTS]);
	for (int i = 0; i < SLOTS; i++)
		inverbs_record_free(ctx, r[i]);
	assert_null(ctx->records);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lowest_free_slot_comes_first),
		cmocka_unit_test(sizes_do_not_share_a_page),
		cmocka_unit_test(pages_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
