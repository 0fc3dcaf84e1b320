/* SPDX-License-Identifier: BSD-2-Clause */
/* Tags of work requests, ring units, and their initial contents. */
#include <stdbool.h>

#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/wqe.h>

enum {
	TAGS = 16
};

static uint64_t wr_id[TAGS];
static uint16_t pool[TAGS];
static struct inverbs_tags tags;

static int reset_tags(void **state)
{
	(void)state;
	memset(wr_id, 0, sizeof(wr_id));
	for (unsigned int i = 0; i < TAGS; i++)
		pool[i] = (uint16_t)(TAGS - 1 - i);
	tags = (struct inverbs_tags){
		.wr_id = wr_id, .pool = pool, .generation = 0x1230, .mask = TAGS - 1};
	return 0;
}

static void tags_name_requests(void **state)
{
	uint64_t tag[TAGS], found;

	(void)state;
	for (uint64_t i = 0; i < TAGS; i++) {
		tag[i] = inverbs_take_tag(&tags, 0x8000000000000000 + i);
		assert_int_equal(tag[i], 0x1230 + TAGS - 1 - i);
		assert_int_equal(tags.next, i + 1);
	}
	for (uint64_t i = 0; i < TAGS; i++) {
		/* the upper bits are not part of the tag */
		assert_true(inverbs_give_tag(&tags, tag[i] | 0xabcd0000, &found));
		assert_true(found == 0x8000000000000000 + i);
		assert_int_equal(tags.next, TAGS - 1 - i);
		assert_int_equal(pool[tags.next], tag[i] & (TAGS - 1));
	}
	assert_false(inverbs_give_tag(&tags, tag[0], &found));
	assert_int_equal(tags.next, 0);
	assert_int_equal(inverbs_take_tag(&tags, 1), tag[TAGS - 1]);
	/* the last tag in use is given back */
	assert_true(inverbs_give_tag(&tags, tag[TAGS - 1], &found));
	assert_int_equal(found, 1);
}

static void tags_of_other_queues_are_refused(void **state)
{
	uint64_t found = 77;

	(void)state;
	inverbs_take_tag(&tags, 5);
	for (uint64_t generation = 0; generation <= 0xfff0; generation += TAGS) {
		if (generation == 0x1230)
			continue;
		assert_false(inverbs_give_tag(&tags, generation | (TAGS - 1), &found));
		assert_int_equal(found, 77);
		assert_int_equal(tags.next, 1);
	}
}

static void wide_tags_are_the_wr_id(void **state)
{
	uint64_t found = 0;

	(void)state;
	tags.wide = true;
	assert_true(inverbs_take_tag(&tags, 0x8877665544332211) == 0x8877665544332211);
	assert_int_equal(tags.next, 0);
	assert_true(inverbs_give_tag(&tags, 0x8877665544332211, &found));
	assert_true(found == 0x8877665544332211);
	assert_int_equal(tags.next, 0);
}

static void slots_repeat(void **state)
{
	uint8_t ring[8 << 6];

	(void)state;
	for (uint32_t i = 0; i < 40; i++)
		assert_ptr_equal(inverbs_slot(ring, 0xfffffff8 + i, 8, 6),
				 ring + 64 * (size_t)(i % 8));
}

static void what_is_no_wqe_is_reported_apart(void **state)
{
	uint8_t area[12];
	static const uint8_t guarded[] = {0xee, 0xee, 4, 3, 2, 1, 0xee, 0xee},
			     filled[] = {0xee, 7, 7, 7, 7, 7, 0xee, 0xee};

	(void)state;
	memset(area, 0xee, sizeof(area));
	tellings = 0;
	inverbs_guard32(area + 2, 0x01020304);
	assert_told('g', area + 2, 4);
	assert_memory_equal(area, guarded, 8);
	memset(area, 0xee, sizeof(area));
	inverbs_fill(area + 1, 7, 5);
	assert_told('s', area + 1, 5);
	assert_memory_equal(area, filled, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(tags_name_requests, reset_tags),
		cmocka_unit_test_setup(tags_of_other_queues_are_refused, reset_tags),
		cmocka_unit_test_setup(wide_tags_are_the_wr_id, reset_tags),
		cmocka_unit_test(slots_repeat),
		cmocka_unit_test(what_is_no_wqe_is_reported_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
