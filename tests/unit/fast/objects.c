/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of object numbers, credit of queues, and the objects that handles belong to. */
#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/objects.h>

struct inverbs_qp inverbs_no_qp;

enum {
	SHIFT = 3
};

static void *leaves[3][1 << SHIFT];
static int thing[6];

/* A table for 2048 numbers, with leaves 1, 2 and the last one. */
static struct inverbs_number_table table = {
	.mask = (INVERBS_LEAVES << SHIFT) - 1,
	.shift = SHIFT,
	.leaf = {[1] = leaves[0], [2] = leaves[1], [INVERBS_LEAVES - 1] = leaves[2]},
};

static void fill_table(void)
{
	memset(leaves, 0, sizeof(leaves));
	leaves[0][0] = &thing[0]; /* 8 */
	leaves[0][1] = &thing[1]; /* 9 */
	leaves[0][7] = &thing[2]; /* 15 */
	leaves[1][2] = &thing[3]; /* 18 */
	leaves[2][0] = &thing[4]; /* 2040 */
	leaves[2][7] = &thing[5]; /* 2047 */
}

static const uint32_t numbers[] = {8, 9, 15, 18, 2040, 2047};

static void objects_are_found_by_number(void **state)
{
	(void)state;
	fill_table();
	for (uint32_t number = 0, next = 0; number < 2048; number++) {
		const int found = next < 6 && numbers[next] == number;

		assert_ptr_equal(inverbs_lookup(&table, number), found ? &thing[next] : NULL);
		assert_ptr_equal(inverbs_lookup(&table, number | 0xf800),
				 inverbs_lookup(&table, number));
		next += (uint32_t)found;
	}
}

static void tables_are_iterated(void **state)
{
	uint32_t from = 0;

	(void)state;
	fill_table();
	for (int i = 0; i < 6; i++) {
		assert_ptr_equal(inverbs_next(&table, &from), &thing[i]);
		assert_int_equal(from, numbers[i] + 1);
	}
	assert_null(inverbs_next(&table, &from));
	assert_int_equal(from, 2048);
	leaves[2][7] = NULL;
	from = 2041;
	assert_null(inverbs_next(&table, &from));
	from = 9;
	assert_ptr_equal(inverbs_next(&table, &from), &thing[1]);
	from = 10;
	assert_ptr_equal(inverbs_next(&table, &from), &thing[2]);
}

static void pages_are_opened(void **state)
{
	struct inverbs_push push;
	uint8_t page[1];

	(void)state;
	memset(&push, 0xee, sizeof(push));
	inverbs_push_open(&push, page, 256);
	assert_ptr_equal(push.page, page);
	assert_true(push.next == (uintptr_t)page);
	assert_int_equal(push.size, 256);
	assert_int_equal(push.most, 256);
	inverbs_push_open(&push, NULL, 256);
	assert_null(push.page);
	assert_true(push.next == 0);
	assert_int_equal(push.size, 0);
	assert_int_equal(push.most, 0);
}

static void sends_are_credited(void **state)
{
	struct inverbs_sq sq = {.head = 100, .position = 1000, .room = 77};

	(void)state;
	inverbs_sq_grant(&sq, 5);
	assert_int_equal(sq.room, 5);
	assert_int_equal(sq.head, 105);
	assert_int_equal(sq.position, 1005);
	sq.room = 3;
	assert_int_equal(inverbs_sq_head(&sq), 102);
	assert_int_equal(inverbs_sq_position(&sq), 1002);
	inverbs_sq_recall(&sq);
	assert_int_equal(sq.room, 0);
	assert_int_equal(sq.head, 102);
	assert_int_equal(sq.position, 1002);
	assert_int_equal(inverbs_sq_left(INVERBS_ADDRESSED | 6), 6);
	assert_int_equal(inverbs_sq_left(6), 6);
}

static void receives_are_credited(void **state)
{
	struct inverbs_rq rq = {.head = 100, .room = 77};

	(void)state;
	inverbs_rq_grant(&rq, 5);
	assert_int_equal(rq.room, 5);
	assert_int_equal(rq.head, 105);
	rq.room = 3;
	assert_int_equal(inverbs_rq_head(&rq), 102);
	inverbs_rq_recall(&rq);
	assert_int_equal(rq.room, 0);
	assert_int_equal(rq.head, 102);
}

static void room_is_read_with_what_is_owed(void **state)
{
	struct inverbs_sq sq = {.one_chunk = 0xaa, .owed = 0, .room = 0x123456};

	(void)state;
	assert_int_equal(inverbs_sq_room_shifted(&sq), 0x12345600);
	sq.room = 0;
	sq.owed = 1;
	assert_int_equal(inverbs_sq_room_shifted(&sq), 1);
}

static void queue_pairs_are_forgotten(void **state)
{
	static struct inverbs_cq cq;
	const uint8_t *const current = (const uint8_t *)thing;

	(void)state;
	memset(cq.seen, 0xee, sizeof(cq.seen));
	cq.current = current;
	inverbs_cq_forget(&cq);
	for (int i = 0; i < INVERBS_SEEN; i++)
		assert_ptr_equal(cq.seen[i], &inverbs_no_qp);
	assert_ptr_equal(cq.current, current);
}

static void handles_lead_to_objects(void **state)
{
	static struct {
		struct inverbs_qp qp;
		struct inverbs_cq cq;
		struct inverbs_srq srq;
		struct inverbs_ah ah;
		struct inverbs_mr mr;
		struct inverbs_pd pd;
		struct inverbs_context context;
	} all;

	(void)state;
	assert_ptr_equal(inverbs_qp_of(&all.qp.ibv), &all.qp);
	assert_ptr_equal(inverbs_qp_of(&all.qp.ibv_ex.qp_base), &all.qp);
	assert_ptr_equal(inverbs_cq_of(&all.cq.ibv), &all.cq);
	assert_ptr_equal(inverbs_cq_of_ex(&all.cq.ibv_ex), &all.cq);
	assert_ptr_equal(inverbs_srq_of(&all.srq.ibv), &all.srq);
	assert_ptr_equal(inverbs_ah_of(&all.ah.ibv), &all.ah);
	assert_ptr_equal(inverbs_mr_of(&all.mr.ibv), &all.mr);
	assert_ptr_equal(inverbs_pd_of(&all.pd.ibv), &all.pd);
	assert_ptr_equal(inverbs_context_of(&all.context.ibv), &all.context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_are_found_by_number),
		cmocka_unit_test(tables_are_iterated),
		cmocka_unit_test(pages_are_opened),
		cmocka_unit_test(sends_are_credited),
		cmocka_unit_test(receives_are_credited),
		cmocka_unit_test(room_is_read_with_what_is_owed),
		cmocka_unit_test(queue_pairs_are_forgotten),
		cmocka_unit_test(handles_lead_to_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
