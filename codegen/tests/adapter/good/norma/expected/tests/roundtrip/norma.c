/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Every format of norma: what put stores, get reads back, and no bit outside the fields is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/norma_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void norma_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_head in, out;
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
		norma_head_put(memory, &in);
		out = norma_head_get(memory);
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
		assert_true(norma_head_reserved_clear(memory));
	}
}

static void norma_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_piece in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(30) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_piece_put(memory, &in);
		out = norma_piece_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_piece_reserved_clear(memory));
	}
}

static void norma_imm_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_imm in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		norma_imm_put(memory, &in);
		out = norma_imm_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_true(norma_imm_reserved_clear(memory));
	}
}

static void norma_local_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_local in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		norma_local_put(memory, &in);
		out = norma_local_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.lkey, out.lkey);
		assert_true(norma_local_reserved_clear(memory));
	}
}

static void norma_operand_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_operand in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.value = (__typeof__(in.value))(random_bits(64) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_operand_put(memory, &in);
		out = norma_operand_get(memory);
		assert_int_equal(in.value, out.value);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_operand_reserved_clear(memory));
	}
}

static void norma_window_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_window in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.start = (__typeof__(in.start))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.region = (__typeof__(in.region))(random_bits(32) * 1);
		norma_window_put(memory, &in);
		out = norma_window_get(memory);
		assert_int_equal(in.start, out.start);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.region, out.region);
		assert_true(norma_window_reserved_clear(memory));
	}
}

static void norma_mark_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_mark in, out;
		uint8_t memory[1] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_mark_put(memory, &in);
		out = norma_mark_get(memory);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_mark_reserved_clear(memory));
	}
}

static void norma_recv_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_recv_head in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.behind = (__typeof__(in.behind))(random_bits(8) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_recv_head_put(memory, &in);
		out = norma_recv_head_get(memory);
		assert_int_equal(in.behind, out.behind);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_recv_head_reserved_clear(memory));
	}
}

static void norma_shared_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_shared_head in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.wr_id = (__typeof__(in.wr_id))(random_bits(64) * 1);
		in.behind = (__typeof__(in.behind))(random_bits(8) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_shared_head_put(memory, &in);
		out = norma_shared_head_get(memory);
		assert_int_equal(in.wr_id, out.wr_id);
		assert_int_equal(in.behind, out.behind);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_shared_head_reserved_clear(memory));
	}
}

static void norma_recv_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_recv_piece in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(30) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_recv_piece_put(memory, &in);
		out = norma_recv_piece_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_recv_piece_reserved_clear(memory));
	}
}

static void norma_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_cqe in, out;
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
		norma_cqe_put(memory, &in);
		out = norma_cqe_get(memory);
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
		assert_true(norma_cqe_reserved_clear(memory));
	}
}

static void norma_cqe_more_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_cqe_more in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		in.has_imm = (__typeof__(in.has_imm))(random_bits(1) * 1);
		in.queue = (__typeof__(in.queue))(random_bits(64) * 1);
		in.valid = (__typeof__(in.valid))(random_bits(1) * 1);
		norma_cqe_more_put(memory, &in);
		out = norma_cqe_more_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.queue, out.queue);
		assert_int_equal(in.valid, out.valid);
		assert_true(norma_cqe_more_reserved_clear(memory));
	}
}

static void norma_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_register in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		norma_register_put(memory, &in);
		out = norma_register_get(memory);
		assert_int_equal(in.qpn, out.qpn);
	}
}

static void norma_copy_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_copy_register in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.unit = (__typeof__(in.unit))(random_bits(8) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		norma_copy_register_put(memory, &in);
		out = norma_copy_register_get(memory);
		assert_int_equal(in.unit, out.unit);
		assert_int_equal(in.qpn, out.qpn);
	}
}

static void norma_consumed_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_consumed in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))(random_bits(32) * 1);
		norma_consumed_put(memory, &in);
		out = norma_consumed_get(memory);
		assert_int_equal(in.slot, out.slot);
		assert_true(norma_consumed_reserved_clear(memory));
	}
}

static void norma_shared_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_shared_word in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))(random_bits(32) * 1);
		norma_shared_word_put(memory, &in);
		out = norma_shared_word_get(memory);
		assert_int_equal(in.slot, out.slot);
	}
}

static void norma_arm_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct norma_arm_word in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.number = (__typeof__(in.number))(random_bits(8) * 1);
		in.any = (random_bits(1) * 1);
		in.selector = (__typeof__(in.selector))(random_bits(14) * 1);
		norma_arm_word_put(memory, &in);
		out = norma_arm_word_get(memory);
		assert_int_equal(in.number, out.number);
		assert_int_equal(in.any, out.any);
		assert_int_equal(in.selector, out.selector);
		assert_true(norma_arm_word_reserved_clear(memory));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(norma_head_round_trip),
		cmocka_unit_test(norma_piece_round_trip),
		cmocka_unit_test(norma_imm_round_trip),
		cmocka_unit_test(norma_local_round_trip),
		cmocka_unit_test(norma_operand_round_trip),
		cmocka_unit_test(norma_window_round_trip),
		cmocka_unit_test(norma_mark_round_trip),
		cmocka_unit_test(norma_recv_head_round_trip),
		cmocka_unit_test(norma_shared_head_round_trip),
		cmocka_unit_test(norma_recv_piece_round_trip),
		cmocka_unit_test(norma_cqe_round_trip),
		cmocka_unit_test(norma_cqe_more_round_trip),
		cmocka_unit_test(norma_register_round_trip),
		cmocka_unit_test(norma_copy_register_round_trip),
		cmocka_unit_test(norma_consumed_round_trip),
		cmocka_unit_test(norma_shared_word_round_trip),
		cmocka_unit_test(norma_arm_word_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
