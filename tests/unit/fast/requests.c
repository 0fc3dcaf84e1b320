/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a work request, before the fast path builds its WQE. */
#include <stdbool.h>

#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/wqe.h>

static uint8_t data[3][80];
static struct ibv_sge list[3];

static int fill_list(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		pattern(data[i], sizeof(data[i]), 50 * i);
		list[i] = (struct ibv_sge){.addr = (uintptr_t)data[i], .length = 10 + i, .lkey = i};
	}
	return 0;
}

static void fields_are_read_once(void **state)
{
	struct ibv_send_wr wr = {.num_sge = 7, .send_flags = 0x45, .opcode = IBV_WR_SEND};
	struct inverbs_sq sq = {.flags = 0xa5};
	struct inverbs_request req;

	(void)state;
	for (uint32_t opcode = 0; opcode < 15; opcode++) {
		req = inverbs_request_of(&sq, &wr, opcode, IBV_QPT_UC);
		assert_ptr_equal(req.wr, &wr);
		assert_int_equal(req.num_sge, 7);
		assert_int_equal(req.flags, 0x45);
		assert_int_equal(req.opcode, opcode);
		assert_int_equal(req.op, 1U << opcode);
		assert_int_equal(req.traits, 0xa5);
		assert_int_equal(req.qp_type, IBV_QPT_UC);
		assert_int_equal(req.front, 0);
		assert_false(req.empty_inside);
		assert_int_equal(inverbs_has_imm(&req),
				 opcode == IBV_WR_SEND_WITH_IMM ||
					 opcode == IBV_WR_RDMA_WRITE_WITH_IMM);
		req.front = 14;
		assert_int_equal(inverbs_skipped(&req), opcode == IBV_WR_TSO ? 0 : 14);
	}
	/* no undefined shift by 32 or more */
	assert_int_equal(inverbs_request_of(&sq, &wr, 0xf0, IBV_QPT_UC).op, 1U << 16);
}

static void payload_is_inline_with_flag_and_sge(void **state)
{
	(void)state;
	for (uint32_t sges = 0; sges < 3; sges++) {
		struct inverbs_request req = {.num_sge = sges};

		req.flags = ~(uint32_t)IBV_SEND_INLINE;
		assert_false(inverbs_is_inline(&req));
		req.empty_inside = true;
		assert_false(inverbs_is_inline(&req));
		req.flags = IBV_SEND_INLINE;
		assert_true(inverbs_is_inline(&req));
		req.empty_inside = false;
		assert_int_equal(inverbs_is_inline(&req), sges != 0);
	}
}

static void regions_may_be_zero_based(void **state)
{
	struct inverbs_mr mr = {.access = (unsigned int)~IBV_ACCESS_ZERO_BASED};
	struct ibv_mw_bind_info info = {.mr = NULL};

	(void)state;
	assert_false(inverbs_is_on_zero_based(&info));
	info.mr = &mr.ibv;
	assert_false(inverbs_is_on_zero_based(&info));
	mr.access = IBV_ACCESS_ZERO_BASED;
	assert_true(inverbs_is_on_zero_based(&info));
}

static void lengths_are_added(void **state)
{
	struct ibv_sge large[2] = {{.length = 0xfffffff0}, {.length = 0xfffffff1}};
	struct ibv_send_wr wr = {.sg_list = list};
	struct inverbs_request req = {.wr = &wr};
	static const uint64_t sums[] = {0, 10, 21, 33};

	(void)state;
	for (uint32_t sges = 0; sges < 4; sges++) {
		req.num_sge = sges;
		assert_true(inverbs_payload_bytes(&req) == sums[sges]);
	}
	assert_ptr_equal(inverbs_sge(&req, 2), &list[2]);
	wr.sg_list = large;
	req.num_sge = 2;
	assert_true(inverbs_payload_bytes(&req) == 0x1ffffffe1);
	wr.sg_list = NULL;
	req.num_sge = 0;
	assert_true(inverbs_payload_bytes(&req) == 0);
}

static void a_part_of_an_sge_is_skipped(void **state)
{
	(void)state;
	for (uint32_t skip = 0; skip < 30; skip++) {
		struct ibv_sge sge = {.addr = 1000, .length = 20, .lkey = 5};
		const uint32_t taken = skip < 20 ? skip : 20;
		uint32_t left = skip;

		inverbs_skip(&sge, &left);
		assert_int_equal(sge.addr, 1000 + taken);
		assert_int_equal(sge.length, 20 - taken);
		assert_int_equal(left, skip - taken);
		assert_int_equal(sge.lkey, 5);
	}
}

static void the_front_is_copied(void **state)
{
	uint8_t whole[33], to[48];

	(void)state;
	memcpy(whole, data[0], 10);
	memcpy(whole + 10, data[1], 11);
	memcpy(whole + 21, data[2], 12);
	for (uint32_t count = 0; count <= 3; count++) {
		const uint32_t all = count == 0 ? 0 : count == 1 ? 10 : count == 2 ? 21 : 33;

		for (uint32_t bytes = 0; bytes < 40; bytes++) {
			const uint32_t copied = bytes < all ? bytes : all;

			memset(to, 0xee, sizeof(to));
			inverbs_copy_front(list, count, to, bytes);
			assert_memory_equal(to, whole, copied);
			for (size_t i = copied; i < sizeof(to); i++)
				assert_int_equal(to[i], 0xee);
		}
	}
}

/* An SGE of length 0 may have any address, and SGEs behind the last required byte are not read. */
static void only_what_is_wanted_is_read(void **state)
{
	const struct ibv_sge odd[] = {{.addr = 8, .length = 0},
				      {.addr = (uintptr_t)data[0], .length = 4},
				      {.addr = 8, .length = 4}};
	uint8_t to[4];

	(void)state;
	inverbs_copy_front(odd, 3, to, 4);
	assert_memory_equal(to, data[0], 4);
}

static void frames_begin_with_a_mac(void **state)
{
	static const uint8_t expected[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66},
			     rest[] = {0x77, 0x88};
	struct ibv_sge parts[] = {
		{.addr = (uintptr_t)expected, .length = 1},
		{.addr = (uintptr_t)(expected + 1), .length = 3},
		{.addr = (uintptr_t)(expected + 4), .length = 2},
		{.addr = (uintptr_t)rest, .length = 2},
	};
	struct ibv_send_wr wr = {.sg_list = parts};
	struct inverbs_request req = {.wr = &wr, .num_sge = 4};

	(void)state;
	assert_true(inverbs_mac_of(parts, 4) == 0x665544332211);
	assert_int_equal(inverbs_mac_head(&req), 0x1122);
	assert_int_equal(inverbs_mac_tail(&req), 0x66554433);
	assert_true(inverbs_mac_of(parts, 2) == 0x44332211);
	assert_true(inverbs_mac_of(parts, 0) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_read_once),
		cmocka_unit_test(payload_is_inline_with_flag_and_sge),
		cmocka_unit_test(regions_may_be_zero_based),
		cmocka_unit_test(lengths_are_added),
		cmocka_unit_test(a_part_of_an_sge_is_skipped),
		cmocka_unit_test(the_front_is_copied),
		cmocka_unit_test(only_what_is_wanted_is_read),
		cmocka_unit_test(frames_begin_with_a_mac),
	};

	return cmocka_run_group_tests(tests, fill_list, NULL);
}
