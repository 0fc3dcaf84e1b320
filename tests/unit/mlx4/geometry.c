/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes of queue pairs: WQE sizes, rings, granted capacities. The numbers are from the
 * documentation of the adapter's driver.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "providers/gen/mlx4_ops.h"

/* The largest request that a slot size holds, for one type. */
struct row {
	uint32_t slot;
	int type;
	uint32_t sges;
	uint32_t inline_bytes;
	uint32_t spare;
};

static const struct row rows[] = {
	{64, IBV_QPT_RC, 2, 28, 33},
	{64, IBV_QPT_UC, 2, 28, 33},
	{64, IBV_QPT_XRC_SEND, 2, 28, 33},
	{64, IBV_QPT_RAW_PACKET, 3, 44, 33},
	{128, IBV_QPT_RC, 6, 88, 17},
	{128, IBV_QPT_UC, 6, 88, 17},
	{128, IBV_QPT_UD, 4, 60, 17},
	{128, IBV_QPT_RAW_PACKET, 7, 104, 17},
	{256, IBV_QPT_RC, 14, 208, 9},
	{256, IBV_QPT_UD, 12, 180, 9},
	{256, IBV_QPT_RAW_PACKET, 15, 224, 9},
	{512, IBV_QPT_RC, 30, 448, 5},
	{512, IBV_QPT_XRC_SEND, 30, 448, 5},
	{512, IBV_QPT_UD, 28, 420, 5},
	{512, IBV_QPT_RAW_PACKET, 31, 464, 5},
	/* one 16-byte unit less than the slot has, because the size field's maximum is 63 */
	{1024, IBV_QPT_RC, 61, 912, 3},
	{1024, IBV_QPT_UD, 59, 884, 3},
	{1024, IBV_QPT_RAW_PACKET, 62, 928, 3},
};

static struct inverbs_geometry size_of(int type, const struct ibv_qp_cap *cap, int expected)
{
	struct inverbs_geometry g;

	memset(&g, 0, sizeof(g));
	assert_int_equal(inverbs_qp_geometry(&mlx4_control, type, cap, 0, false, &g), expected);
	return g;
}

static void check_row(const struct row *row, const struct ibv_qp_cap *cap)
{
	struct inverbs_geometry g = size_of(row->type, cap, 0);

	assert_int_equal(1U << g.sq_shift, row->slot);
	assert_int_equal(g.max_send_sge, row->sges);
	assert_int_equal(g.max_inline, row->inline_bytes);
	assert_int_equal(g.sq_spare, row->spare);
	assert_int_equal(g.max_post, g.sq_entries - g.sq_spare);
}

static void the_largest_request_of_each_slot_fits_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ibv_qp_cap by_sge = {.max_send_wr = 10, .max_send_sge = rows[i].sges};
		struct ibv_qp_cap by_inline = {.max_send_wr = 10,
					       .max_inline_data = rows[i].inline_bytes};

		check_row(&rows[i], &by_sge);
		/*
		 * the inline limit of a raw packet WQE is larger than what the rule for its size
		 * permits
		 */
		if (rows[i].type != IBV_QPT_RAW_PACKET)
			check_row(&rows[i], &by_inline);
	}
}

static void one_sge_more_takes_the_next_slot(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ibv_qp_cap cap = {.max_send_wr = 10, .max_send_sge = rows[i].sges + 1};

		if (rows[i].slot == 1024)
			size_of(rows[i].type, &cap, EINVAL);
		else
			assert_int_equal(1U << size_of(rows[i].type, &cap, 0).sq_shift,
					 2 * rows[i].slot);
	}
}

static void nothing_granted_is_less_than_asked(void **state)
{
	static const int types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_XRC_SEND,
				    IBV_QPT_RAW_PACKET};

	(void)state;
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
		for (uint32_t bytes = 0; bytes <= MLX4_MAX_INLINE; bytes++) {
			struct ibv_qp_cap cap = {.max_send_wr = 1 + bytes,
						 .max_send_sge = bytes / 17,
						 .max_inline_data = bytes};
			struct inverbs_geometry g;

			if (inverbs_qp_geometry(&mlx4_control, types[t], &cap, 0, false, &g))
				continue;
			assert_true(g.max_inline >= bytes);
			assert_true(g.max_send_sge >= cap.max_send_sge);
			assert_true(g.max_post >= cap.max_send_wr);
			assert_int_equal(g.sq_entries & (g.sq_entries - 1), 0);
		}
	}
}

static void an_empty_datagram_queue_has_the_smallest_slot(void **state)
{
	struct ibv_qp_cap cap = {.max_send_wr = 1};
	struct inverbs_geometry g = size_of(IBV_QPT_UD, &cap, 0);

	(void)state;
	assert_int_equal(1U << g.sq_shift, 64);
	assert_int_equal(g.max_send_sge, 0);
	assert_int_equal(g.max_inline, 0);
}

static void an_atomic_always_fits_a_reliable_queue(void **state)
{
	struct ibv_qp_cap cap = {.max_send_wr = 1, .max_send_sge = 1};

	(void)state;
	assert_int_equal(1U << size_of(IBV_QPT_RC, &cap, 0).sq_shift, 64);
}

static void a_segmentation_header_takes_room(void **state)
{
	struct ibv_qp_cap cap = {.max_send_wr = 10, .max_send_sge = 1};
	struct inverbs_geometry g;

	(void)state;
	assert_int_equal(
		inverbs_qp_geometry(&mlx4_control, IBV_QPT_RAW_PACKET, &cap, 128, false, &g), 0);
	assert_int_equal(1U << g.sq_shift, 256);
}

static void the_ring_with_larger_slots_comes_first(void **state)
{
	struct ibv_qp_cap cap = {
		.max_send_wr = 10, .max_recv_wr = 10, .max_send_sge = 1, .max_recv_sge = 16};
	struct inverbs_geometry g;

	(void)state;
	assert_int_equal(inverbs_qp_geometry(&mlx4_control, IBV_QPT_RC, &cap, 0, true, &g), 0);
	assert_int_equal(g.rq_offset, 0);
	assert_int_equal(g.sq_offset, 16 << 8);
	cap.max_recv_sge = 4;
	assert_int_equal(inverbs_qp_geometry(&mlx4_control, IBV_QPT_RC, &cap, 0, true, &g), 0);
	assert_int_equal(g.rq_shift, g.sq_shift);
	assert_int_equal(g.sq_offset, 0);
	assert_int_equal(g.rq_offset, 64 << 6);
	assert_int_equal(g.bytes, (64 << 6) + (16 << 6));
}

static void a_receive_ring_has_at_least_one_slot(void **state)
{
	struct ibv_qp_cap cap = {.max_send_wr = 10, .max_send_sge = 1};
	struct inverbs_geometry g;

	(void)state;
	assert_int_equal(inverbs_qp_geometry(&mlx4_control, IBV_QPT_RC, &cap, 0, true, &g), 0);
	assert_int_equal(g.rq_entries, 1);
	assert_int_equal(g.rq_shift, 4);
}

static void an_xrc_target_has_no_rings(void **state)
{
	struct ibv_qp_cap cap = {.max_send_wr = 10, .max_send_sge = 1};
	struct inverbs_geometry g = size_of(IBV_QPT_XRC_RECV, &cap, 0);

	(void)state;
	assert_int_equal(g.bytes, 0);
	assert_int_equal(g.sq_entries, 0);
	assert_int_equal(g.rq_entries, 0);
}

static void srq_slots_hold_a_link_and_the_sges(void **state)
{
	static const uint32_t expected[][2] = {{0, 5}, {1, 5}, {2, 6},  {3, 6},   {4, 7},
					       {7, 7}, {8, 8}, {31, 9}, {32, 10}, {64, 11}};

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		assert_int_equal(inverbs_srq_shift(&mlx4_control, expected[i][0]), expected[i][1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_largest_request_of_each_slot_fits_it),
		cmocka_unit_test(one_sge_more_takes_the_next_slot),
		cmocka_unit_test(nothing_granted_is_less_than_asked),
		cmocka_unit_test(an_empty_datagram_queue_has_the_smallest_slot),
		cmocka_unit_test(an_atomic_always_fits_a_reliable_queue),
		cmocka_unit_test(a_segmentation_header_takes_room),
		cmocka_unit_test(the_ring_with_larger_slots_comes_first),
		cmocka_unit_test(a_receive_ring_has_at_least_one_slot),
		cmocka_unit_test(an_xrc_target_has_no_rings),
		cmocka_unit_test(srq_slots_hold_a_link_and_the_sges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
