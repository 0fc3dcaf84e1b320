/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes of rings in the program's memory, and the ring in which software orders completions. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inverbs/fast/reorder.h>

#include "providers/common/control.h"
#include "providers/common/shared_ring.h"

enum {
	SGE = 16,
	FRONT = 16,
	LEAST = 48, /* size of the largest WQE of fixed size */
	ENTRIES = 8,
	MORE = 20,
};

/* Only the first one is used. */
static const struct inverbs_slot_type types[] = {{IBV_QPT_RC, FRONT, LEAST, 0},
						 {IBV_QPT_UD, FRONT, LEAST, 0}};
static const struct inverbs_slots slots = {
	.least = 16,
	.most = 1024,
	.ahead = 0,
	.most_wqe = 1024,
	.inline_chunk = 64,
	.inline_header = 4,
	.sge = SGE,
	.types = types,
	.count = 1,
};
static const struct inverbs_control control = {.slots = &slots, .recv_sge_bytes = SGE};

static struct inverbs_geometry geometry_of(uint32_t sges, uint32_t tso_header)
{
	const struct ibv_qp_cap cap = {.max_send_wr = 4, .max_send_sge = sges};
	struct inverbs_geometry g;

	assert_int_equal(inverbs_qp_geometry(&control, IBV_QPT_RC, &cap, tso_header, false, &g), 0);
	return g;
}

static void a_slot_holds_the_largest_wqe_without_payload(void **state)
{
	(void)state;
	assert_int_equal(1 << geometry_of(0, 0).sq_shift, 64); /* LEAST, rounded up */
	assert_int_equal(1 << geometry_of(1, 0).sq_shift, 64);
	assert_int_equal(1 << geometry_of(2, 0).sq_shift, 64);
	assert_int_equal(1 << geometry_of(3, 0).sq_shift, 64);
	assert_int_equal(1 << geometry_of(4, 0).sq_shift, 128);
}

static void a_packet_header_lies_behind_it(void **state)
{
	(void)state;
	/* 12 bytes and their header of 4: one unit */
	assert_int_equal(1 << geometry_of(0, 12).sq_shift, 64);
	assert_int_equal(1 << geometry_of(0, 13).sq_shift, 128);
	assert_int_equal(1 << geometry_of(3, 12).sq_shift, 128);
}

static void types_that_do_not_exist_have_no_size(void **state)
{
	const struct ibv_qp_cap cap = {.max_send_wr = 4, .max_send_sge = 1};
	struct inverbs_geometry g;

	(void)state;
	assert_int_equal(inverbs_qp_geometry(&control, IBV_QPT_UD, &cap, 0, false, &g), EOPNOTSUPP);
}

static void numbers_are_kept(const struct inverbs_soft_cq *soft, uint32_t first, uint32_t count)
{
	assert_int_equal(soft->tail - soft->head, count);
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(soft->ring[(soft->head + i) & (soft->entries - 1)].number,
				 first + i);
}

/* The oldest completions are at the end of the ring, the others at its beginning. */
static void a_ring_that_has_wrapped_around_grows(void **state)
{
	struct inverbs_cq cq = {.entries = ENTRIES};
	struct inverbs_done done = {.number = 100};

	(void)state;
	assert_int_equal(inverbs_soft_alloc(&cq, ENTRIES), 0);
	assert_int_equal(cq.soft->entries, ENTRIES);
	cq.soft->head = cq.soft->tail = ENTRIES - 3;
	for (; done.number < 100 + ENTRIES; done.number++)
		assert_true(inverbs_soft_push(cq.soft, &done));
	assert_false(inverbs_soft_push(cq.soft, &done));
	assert_int_equal(inverbs_soft_reserve(&cq, MORE), 0);
	assert_int_equal(cq.soft->entries, 32); /* ENTRIES + MORE, rounded up */
	numbers_are_kept(cq.soft, 100, ENTRIES);
	inverbs_soft_release(&cq, MORE);
	assert_int_equal(inverbs_soft_reserve(&cq, MORE), 0);
	assert_int_equal(cq.soft->entries, 32); /* released units are reserved again */
	numbers_are_kept(cq.soft, 100, ENTRIES);
	inverbs_soft_free(&cq);
	assert_null(cq.soft);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slot_holds_the_largest_wqe_without_payload),
		cmocka_unit_test(a_packet_header_lies_behind_it),
		cmocka_unit_test(types_that_do_not_exist_have_no_size),
		cmocka_unit_test(a_ring_that_has_wrapped_around_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
