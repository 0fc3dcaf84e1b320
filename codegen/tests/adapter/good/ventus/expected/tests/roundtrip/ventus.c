/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ventus.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Every format of ventus: what put stores, get reads back, and no bit outside the fields is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/ventus_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void ventus_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_head in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.rkey = (__typeof__(in.rkey))(random_bits(32) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		in.rights = (__typeof__(in.rights))(random_bits(1) * 1);
		in.plain = (random_bits(1) * 1);
		in.atomics = (__typeof__(in.atomics))(random_bits(1) * 1);
		in.copied = (__typeof__(in.copied))(random_bits(1) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.code = (__typeof__(in.code))(random_bits(8) * 1);
		in.behind = (__typeof__(in.behind))(random_bits(8) * 1);
		in.inlined = (__typeof__(in.inlined))(random_bits(1) * 1);
		in.has_imm = (__typeof__(in.has_imm))(random_bits(1) * 1);
		in.signaled = (__typeof__(in.signaled))(random_bits(1) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_head_put(memory, &in);
		out = ventus_head_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.rights, out.rights);
		assert_int_equal(in.plain, out.plain);
		assert_int_equal(in.atomics, out.atomics);
		assert_int_equal(in.copied, out.copied);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.code, out.code);
		assert_int_equal(in.behind, out.behind);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_head_reserved_clear(memory));
	}
}

static void ventus_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_piece in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(30) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_piece_put(memory, &in);
		out = ventus_piece_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_piece_reserved_clear(memory));
	}
}

static void ventus_imm_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_imm in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		ventus_imm_put(memory, &in);
		out = ventus_imm_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_true(ventus_imm_reserved_clear(memory));
	}
}

static void ventus_local_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_local in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		ventus_local_put(memory, &in);
		out = ventus_local_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.lkey, out.lkey);
		assert_true(ventus_local_reserved_clear(memory));
	}
}

static void ventus_operand_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_operand in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.value = (__typeof__(in.value))(random_bits(64) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_operand_put(memory, &in);
		out = ventus_operand_get(memory);
		assert_int_equal(in.value, out.value);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_operand_reserved_clear(memory));
	}
}

static void ventus_window_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_window in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.start = (__typeof__(in.start))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.region = (__typeof__(in.region))(random_bits(32) * 1);
		ventus_window_put(memory, &in);
		out = ventus_window_get(memory);
		assert_int_equal(in.start, out.start);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.region, out.region);
		assert_true(ventus_window_reserved_clear(memory));
	}
}

static void ventus_recv_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_recv_head in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.behind = (__typeof__(in.behind))(random_bits(8) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_recv_head_put(memory, &in);
		out = ventus_recv_head_get(memory);
		assert_int_equal(in.behind, out.behind);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_recv_head_reserved_clear(memory));
	}
}

static void ventus_shared_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_shared_head in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.wr_id = (__typeof__(in.wr_id))(random_bits(64) * 1);
		in.behind = (__typeof__(in.behind))(random_bits(8) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_shared_head_put(memory, &in);
		out = ventus_shared_head_get(memory);
		assert_int_equal(in.wr_id, out.wr_id);
		assert_int_equal(in.behind, out.behind);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_shared_head_reserved_clear(memory));
	}
}

static void ventus_recv_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_recv_piece in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(30) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_recv_piece_put(memory, &in);
		out = ventus_recv_piece_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_recv_piece_reserved_clear(memory));
	}
}

static void ventus_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_cqe in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.queue = (__typeof__(in.queue))(random_bits(64) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.code = (__typeof__(in.code))(random_bits(16) * 1);
		in.kind = (__typeof__(in.kind))(random_bits(16) * 1);
		in.index = (__typeof__(in.index))(random_bits(16) * 1);
		in.op = (__typeof__(in.op))(random_bits(8) * 1);
		in.side = (__typeof__(in.side))(random_bits(1) * 1);
		in.ended = (__typeof__(in.ended))(random_bits(1) * 1);
		in.has_key = (__typeof__(in.has_key))(random_bits(1) * 1);
		in.more = (__typeof__(in.more))(random_bits(1) * 1);
		in.dropped = (__typeof__(in.dropped))(random_bits(1) * 1);
		in.shared = (__typeof__(in.shared))(random_bits(1) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_cqe_put(memory, &in);
		out = ventus_cqe_get(memory);
		assert_int_equal(in.queue, out.queue);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.code, out.code);
		assert_int_equal(in.kind, out.kind);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.op, out.op);
		assert_int_equal(in.side, out.side);
		assert_int_equal(in.ended, out.ended);
		assert_int_equal(in.has_key, out.has_key);
		assert_int_equal(in.more, out.more);
		assert_int_equal(in.dropped, out.dropped);
		assert_int_equal(in.shared, out.shared);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_cqe_reserved_clear(memory));
	}
}

static void ventus_cqe_more_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_cqe_more in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		in.has_imm = (__typeof__(in.has_imm))(random_bits(1) * 1);
		in.queue = (__typeof__(in.queue))(random_bits(64) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		ventus_cqe_more_put(memory, &in);
		out = ventus_cqe_more_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.queue, out.queue);
		assert_int_equal(in.valid, out.valid);
		assert_true(ventus_cqe_more_reserved_clear(memory));
	}
}

static void ventus_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_register in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		ventus_register_put(memory, &in);
		out = ventus_register_get(memory);
		assert_int_equal(in.qpn, out.qpn);
	}
}

static void ventus_copy_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_copy_register in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.unit = (__typeof__(in.unit))(random_bits(8) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		ventus_copy_register_put(memory, &in);
		out = ventus_copy_register_get(memory);
		assert_int_equal(in.unit, out.unit);
		assert_int_equal(in.qpn, out.qpn);
	}
}

static void ventus_consumed_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_consumed in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))(random_bits(32) * 1);
		ventus_consumed_put(memory, &in);
		out = ventus_consumed_get(memory);
		assert_int_equal(in.slot, out.slot);
		assert_true(ventus_consumed_reserved_clear(memory));
	}
}

static void ventus_shared_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_shared_word in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))(random_bits(32) * 1);
		ventus_shared_word_put(memory, &in);
		out = ventus_shared_word_get(memory);
		assert_int_equal(in.slot, out.slot);
	}
}

static void ventus_arm_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct ventus_arm_word in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.number = (__typeof__(in.number))(random_bits(8) * 1);
		in.any = (random_bits(1) * 1);
		in.selector = (__typeof__(in.selector))(random_bits(14) * 1);
		ventus_arm_word_put(memory, &in);
		out = ventus_arm_word_get(memory);
		assert_int_equal(in.number, out.number);
		assert_int_equal(in.any, out.any);
		assert_int_equal(in.selector, out.selector);
		assert_true(ventus_arm_word_reserved_clear(memory));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ventus_head_round_trip),
		cmocka_unit_test(ventus_piece_round_trip),
		cmocka_unit_test(ventus_imm_round_trip),
		cmocka_unit_test(ventus_local_round_trip),
		cmocka_unit_test(ventus_operand_round_trip),
		cmocka_unit_test(ventus_window_round_trip),
		cmocka_unit_test(ventus_recv_head_round_trip),
		cmocka_unit_test(ventus_shared_head_round_trip),
		cmocka_unit_test(ventus_recv_piece_round_trip),
		cmocka_unit_test(ventus_cqe_round_trip),
		cmocka_unit_test(ventus_cqe_more_round_trip),
		cmocka_unit_test(ventus_register_round_trip),
		cmocka_unit_test(ventus_copy_register_round_trip),
		cmocka_unit_test(ventus_consumed_round_trip),
		cmocka_unit_test(ventus_shared_word_round_trip),
		cmocka_unit_test(ventus_arm_word_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
