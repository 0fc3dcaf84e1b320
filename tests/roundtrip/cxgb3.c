/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Every format of cxgb3: what put stores, get reads back; no bit outside the fields is set,
 * whatever was there before, and no byte behind them is touched.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/cxgb3_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void cxgb3_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.opcode = (__typeof__(in.opcode))random_bits(8);
		in.ends = (__typeof__(in.ends))3;
		in.read_fence = (__typeof__(in.read_fence))random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.completion = (__typeof__(in.completion))random_bits(1);
		in.generation = (__typeof__(in.generation))random_bits(1);
		in.flits = (__typeof__(in.flits))(random_bits(8) * 8);
		in.serial = (__typeof__(in.serial))random_bits(32);
		cxgb3_head_put(memory, &in);
		cxgb3_head_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_head_get(memory);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.ends, out.ends);
		assert_int_equal(in.read_fence, out.read_fence);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.completion, out.completion);
		assert_int_equal(in.generation, out.generation);
		assert_int_equal(in.flits, out.flits);
		assert_int_equal(in.serial, out.serial);
		assert_true(cxgb3_head_reserved_clear(memory));
	}
}

static void cxgb3_send_wr_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_send_wr in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.operation = random_bits(1);
		in.stag = (__typeof__(in.stag))0;
		in.length = (__typeof__(in.length))random_bits(32);
		in.sges = (__typeof__(in.sges))random_bits(32);
		cxgb3_send_wr_put(memory, &in);
		cxgb3_send_wr_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_send_wr_get(memory);
		assert_int_equal(in.operation, out.operation);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.sges, out.sges);
		assert_true(cxgb3_send_wr_reserved_clear(memory));
	}
}

static void cxgb3_write_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_write in, out;
		uint8_t memory[24] __attribute__((aligned(8))) = {0};
		uint8_t used[24 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.operation = (__typeof__(in.operation))0;
		in.stag = (__typeof__(in.stag))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(32);
		in.sges = (__typeof__(in.sges))random_bits(32);
		cxgb3_write_put(memory, &in);
		cxgb3_write_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_write_get(memory);
		assert_int_equal(in.operation, out.operation);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.sges, out.sges);
		assert_true(cxgb3_write_reserved_clear(memory));
	}
}

static void cxgb3_read_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_read in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.operation = (__typeof__(in.operation))1;
		in.invalidate = (__typeof__(in.invalidate))0;
		in.stag = (__typeof__(in.stag))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.local_stag = (__typeof__(in.local_stag))random_bits(32);
		in.length = (__typeof__(in.length))random_bits(32);
		in.local_addr = (__typeof__(in.local_addr))random_bits(64);
		cxgb3_read_put(memory, &in);
		cxgb3_read_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_read_get(memory);
		assert_int_equal(in.operation, out.operation);
		assert_int_equal(in.invalidate, out.invalidate);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.local_stag, out.local_stag);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.local_addr, out.local_addr);
		assert_true(cxgb3_read_reserved_clear(memory));
	}
}

static void cxgb3_read_nothing_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_read_nothing in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.operation = (__typeof__(in.operation))1;
		in.stag = (__typeof__(in.stag))33554432;
		in.addr = (__typeof__(in.addr))144115188075855872;
		in.local_stag = (__typeof__(in.local_stag))33554432;
		in.length = (__typeof__(in.length))0;
		in.local_addr = (__typeof__(in.local_addr))144115188075855872;
		cxgb3_read_nothing_put(memory, &in);
		cxgb3_read_nothing_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_read_nothing_get(memory);
		assert_int_equal(in.operation, out.operation);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.local_stag, out.local_stag);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.local_addr, out.local_addr);
		assert_true(cxgb3_read_nothing_reserved_clear(memory));
	}
}

static void cxgb3_receive_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_receive in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.sges = (__typeof__(in.sges))random_bits(32);
		cxgb3_receive_put(memory, &in);
		cxgb3_receive_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_receive_get(memory);
		assert_int_equal(in.sges, out.sges);
		assert_true(cxgb3_receive_reserved_clear(memory));
	}
}

static void cxgb3_sge_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_sge in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.stag = (__typeof__(in.stag))random_bits(32);
		in.length = (__typeof__(in.length))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		cxgb3_sge_put(memory, &in);
		cxgb3_sge_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_sge_get(memory);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.addr, out.addr);
	}
}

static void cxgb3_trailer_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_trailer in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.generation = (__typeof__(in.generation))random_bits(8);
		cxgb3_trailer_put(memory, &in);
		cxgb3_trailer_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_trailer_get(memory);
		assert_int_equal(in.generation, out.generation);
		assert_true(cxgb3_trailer_reserved_clear(memory));
	}
}

static void cxgb3_ring_state_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_ring_state in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.error = (__typeof__(in.error))random_bits(1);
		in.no_doorbell = (__typeof__(in.no_doorbell))random_bits(1);
		cxgb3_ring_state_put(memory, &in);
		cxgb3_ring_state_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_ring_state_get(memory);
		assert_int_equal(in.error, out.error);
		assert_int_equal(in.no_doorbell, out.no_doorbell);
		assert_true(cxgb3_ring_state_reserved_clear(memory));
	}
}

static void cxgb3_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_cqe in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.out_of_order = (__typeof__(in.out_of_order))random_bits(1);
		in.qpid = (__typeof__(in.qpid))random_bits(19);
		in.software = (__typeof__(in.software))random_bits(1);
		in.generation = (__typeof__(in.generation))random_bits(1);
		in.status = (__typeof__(in.status))random_bits(5);
		in.is_send = (__typeof__(in.is_send))random_bits(1);
		in.operation = (__typeof__(in.operation))random_bits(4);
		in.length = (__typeof__(in.length))random_bits(32);
		in.stag = (__typeof__(in.stag))random_bits(32);
		in.message = (__typeof__(in.message))random_bits(32);
		cxgb3_cqe_put(memory, &in);
		cxgb3_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_cqe_get(memory);
		assert_int_equal(in.out_of_order, out.out_of_order);
		assert_int_equal(in.qpid, out.qpid);
		assert_int_equal(in.software, out.software);
		assert_int_equal(in.generation, out.generation);
		assert_int_equal(in.status, out.status);
		assert_int_equal(in.is_send, out.is_send);
		assert_int_equal(in.operation, out.operation);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.stag, out.stag);
		assert_int_equal(in.message, out.message);
	}
}

static void cxgb3_user_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_user_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpid = (__typeof__(in.qpid))random_bits(32);
		cxgb3_user_doorbell_put(memory, &in);
		cxgb3_user_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_user_doorbell_get(memory);
		assert_int_equal(in.qpid, out.qpid);
	}
}

static void cxgb3_cq_counter_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_cq_counter in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(32);
		cxgb3_cq_counter_put(memory, &in);
		cxgb3_cq_counter_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = cxgb3_cq_counter_get(memory);
		assert_int_equal(in.count, out.count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cxgb3_head_round_trip),
		cmocka_unit_test(cxgb3_send_wr_round_trip),
		cmocka_unit_test(cxgb3_write_round_trip),
		cmocka_unit_test(cxgb3_read_round_trip),
		cmocka_unit_test(cxgb3_read_nothing_round_trip),
		cmocka_unit_test(cxgb3_receive_round_trip),
		cmocka_unit_test(cxgb3_sge_round_trip),
		cmocka_unit_test(cxgb3_trailer_round_trip),
		cmocka_unit_test(cxgb3_ring_state_round_trip),
		cmocka_unit_test(cxgb3_cqe_round_trip),
		cmocka_unit_test(cxgb3_user_doorbell_round_trip),
		cmocka_unit_test(cxgb3_cq_counter_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
