/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables that map numbers to objects. */
#include "fake.h"

static int thing[3];

static void empty_table_finds_nothing(void **state)
{
	struct inverbs_number_table table;

	(void)state;
	inverbs_table_init(&table, 1 << 18);
	assert_null(inverbs_lookup(&table, 0));
	assert_null(inverbs_lookup(&table, 0xffffffff));
	inverbs_table_remove(&table, 77);
	inverbs_table_fini(&table);
}

static void entered_objects_are_found_by_number(void **state)
{
	(void)state;
	for (uint32_t size = 1; size <= 1 << 24; size *= 2) {
		struct inverbs_number_table table;
		uint32_t last = size - 1;

		inverbs_table_init(&table, size);
		assert_int_equal(inverbs_table_enter(&table, last, &thing[1]), 0);
		assert_ptr_equal(inverbs_lookup(&table, last), &thing[1]);
		if (size > 1)
			assert_null(inverbs_lookup(&table, 0));
		inverbs_table_remove(&table, last);
		assert_null(inverbs_lookup(&table, last));
		inverbs_table_fini(&table);
	}
}

static void numbers_that_agree_in_the_mask_are_the_same(void **state)
{
	struct inverbs_number_table table;

	(void)state;
	inverbs_table_init(&table, 1 << 10);
	assert_int_equal(inverbs_table_enter(&table, 0x123, &thing[0]), 0);
	assert_int_equal(inverbs_table_enter(&table, 0x124, &thing[2]), 0);
	assert_ptr_equal(inverbs_lookup(&table, 0x123 + (5 << 10)), &thing[0]);
	assert_ptr_equal(inverbs_lookup(&table, 0x124), &thing[2]);
	inverbs_table_fini(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_table_finds_nothing),
		cmocka_unit_test(entered_objects_are_found_by_number),
		cmocka_unit_test(numbers_that_agree_in_the_mask_are_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
