/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spica.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Every format of spica: what put stores, get reads back, and no bit outside the fields is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/spica_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void spica_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.code = (__typeof__(in.code))(random_bits(8) * 1);
		in.signaled = (__typeof__(in.signaled))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.inlined = (__typeof__(in.inlined))(random_bits(1) * 1);
		in.fence = (random_bits(1) * 1);
		in.mark = (__typeof__(in.mark))(random_bits(2) * 1);
		in.words = (__typeof__(in.words))(random_bits(16) * 8);
		in.sges = (__typeof__(in.sges))(random_bits(8) * 1);
		in.number = (__typeof__(in.number))(random_bits(64) * 1);
		spica_head_put(memory, &in);
		out = spica_head_get(memory);
		assert_int_equal(in.code, out.code);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.mark, out.mark);
		assert_int_equal(in.words, out.words);
		assert_int_equal(in.sges, out.sges);
		assert_int_equal(in.number, out.number);
		assert_true(spica_head_reserved_clear(memory));
	}
}

static void spica_where_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_where in, out;
		uint8_t memory[24] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		in.qkey = (__typeof__(in.qkey))(random_bits(32) * 1);
		in.handle = (__typeof__(in.handle))(random_bits(32) * 1);
		for (int i = 0; i < 8; i++)
			in.av[i] = (uint8_t)random_bits(8);
		spica_where_put(memory, &in);
		out = spica_where_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.handle, out.handle);
		assert_memory_equal(in.av, out.av, 8);
		assert_true(spica_where_reserved_clear(memory));
	}
}

static void spica_far_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_far in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.rkey = (__typeof__(in.rkey))(random_bits(32) * 1);
		spica_far_put(memory, &in);
		out = spica_far_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(spica_far_reserved_clear(memory));
	}
}

static void spica_operands_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_operands in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.value = (__typeof__(in.value))(random_bits(64) * 1);
		in.compare = (__typeof__(in.compare))(random_bits(64) * 1);
		spica_operands_put(memory, &in);
		out = spica_operands_get(memory);
		assert_int_equal(in.value, out.value);
		assert_int_equal(in.compare, out.compare);
	}
}

static void spica_window_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_window in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.old = (__typeof__(in.old))(random_bits(32) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		in.rights = (__typeof__(in.rights))(random_bits(1) * 1);
		in.more_rights = (__typeof__(in.more_rights))(random_bits(1) * 1);
		in.atomics = (__typeof__(in.atomics))(random_bits(1) * 1);
		in.local = (__typeof__(in.local))(random_bits(1) * 1);
		in.two = (__typeof__(in.two))(random_bits(1) * 1);
		in.owner = (__typeof__(in.owner))(random_bits(24) * 1);
		in.start = (__typeof__(in.start))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(64) * 1);
		spica_window_put(memory, &in);
		out = spica_window_get(memory);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.old, out.old);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.rights, out.rights);
		assert_int_equal(in.more_rights, out.more_rights);
		assert_int_equal(in.atomics, out.atomics);
		assert_int_equal(in.local, out.local);
		assert_int_equal(in.two, out.two);
		assert_int_equal(in.owner, out.owner);
		assert_int_equal(in.start, out.start);
		assert_int_equal(in.length, out.length);
		assert_true(spica_window_reserved_clear(memory));
	}
}

static void spica_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_piece in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(31) * 1);
		in.last = (__typeof__(in.last))(0);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		spica_piece_put(memory, &in);
		out = spica_piece_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.last, out.last);
		assert_int_equal(in.lkey, out.lkey);
	}
}

static void spica_shared_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_shared_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.next = (__typeof__(in.next))(random_bits(16) * 1);
		spica_shared_head_put(memory, &in);
		out = spica_shared_head_get(memory);
		assert_int_equal(in.next, out.next);
		assert_true(spica_shared_head_reserved_clear(memory));
	}
}

static void spica_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_cqe in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.owner = (__typeof__(in.owner))(random_bits(1) * 1);
		in.what = (__typeof__(in.what))(random_bits(4) * 1);
		in.code = (__typeof__(in.code))(random_bits(8) * 1);
		in.status = (__typeof__(in.status))(random_bits(8) * 1);
		in.grh = (__typeof__(in.grh))(random_bits(1) * 1);
		in.kind = (__typeof__(in.kind))(random_bits(2) * 1);
		in.place = (__typeof__(in.place))(random_bits(2) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		in.path = (__typeof__(in.path))(random_bits(8) * 1);
		in.slot = (__typeof__(in.slot))(random_bits(16) * 1);
		in.pkey = (__typeof__(in.pkey))(random_bits(16) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		in.sender = (__typeof__(in.sender))(random_bits(24) * 1);
		in.sl = (__typeof__(in.sl))(random_bits(8) * 1);
		in.slid = (__typeof__(in.slid))(random_bits(16) * 1);
		in.detail = (__typeof__(in.detail))(random_bits(16) * 1);
		in.time = (__typeof__(in.time))(random_bits(32) * 1);
		spica_cqe_put(memory, &in);
		out = spica_cqe_get(memory);
		assert_int_equal(in.owner, out.owner);
		assert_int_equal(in.what, out.what);
		assert_int_equal(in.code, out.code);
		assert_int_equal(in.status, out.status);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.kind, out.kind);
		assert_int_equal(in.place, out.place);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.path, out.path);
		assert_int_equal(in.slot, out.slot);
		assert_int_equal(in.pkey, out.pkey);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.sender, out.sender);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.slid, out.slid);
		assert_int_equal(in.detail, out.detail);
		assert_int_equal(in.time, out.time);
		assert_true(spica_cqe_reserved_clear(memory));
	}
}

static void spica_ring_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_ring_register in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		in.posted = (__typeof__(in.posted))(random_bits(32) * 1);
		spica_ring_register_put(memory, &in);
		out = spica_ring_register_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.posted, out.posted);
	}
}

static void spica_recv_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_recv_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.posted = (__typeof__(in.posted))(random_bits(32) * 1);
		spica_recv_record_put(memory, &in);
		out = spica_recv_record_get(memory);
		assert_int_equal(in.posted, out.posted);
	}
}

static void spica_consumed_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_consumed_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.index = (__typeof__(in.index))(random_bits(32) * 1);
		spica_consumed_record_put(memory, &in);
		out = spica_consumed_record_get(memory);
		assert_int_equal(in.index, out.index);
	}
}

static void spica_arm_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_arm_register in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.cqn = (__typeof__(in.cqn))(random_bits(32) * 1);
		in.index = (__typeof__(in.index))(random_bits(16) * 1);
		in.sequence = (__typeof__(in.sequence))(random_bits(8) * 1);
		in.next = (__typeof__(in.next))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		spica_arm_register_put(memory, &in);
		out = spica_arm_register_get(memory);
		assert_int_equal(in.cqn, out.cqn);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.next, out.next);
		assert_int_equal(in.solicited, out.solicited);
		assert_true(spica_arm_register_reserved_clear(memory));
	}
}

static void spica_frame_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct spica_frame in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.mss = (__typeof__(in.mss))(random_bits(16) * 1);
		in.count = (__typeof__(in.count))(random_bits(16) * 1);
		for (int i = 0; i < 12; i++)
			in.start[i] = (uint8_t)random_bits(8);
		spica_frame_put(memory, &in);
		out = spica_frame_get(memory);
		assert_int_equal(in.mss, out.mss);
		assert_int_equal(in.count, out.count);
		assert_memory_equal(in.start, out.start, 12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spica_head_round_trip),
		cmocka_unit_test(spica_where_round_trip),
		cmocka_unit_test(spica_far_round_trip),
		cmocka_unit_test(spica_operands_round_trip),
		cmocka_unit_test(spica_window_round_trip),
		cmocka_unit_test(spica_piece_round_trip),
		cmocka_unit_test(spica_shared_head_round_trip),
		cmocka_unit_test(spica_cqe_round_trip),
		cmocka_unit_test(spica_ring_register_round_trip),
		cmocka_unit_test(spica_recv_record_round_trip),
		cmocka_unit_test(spica_consumed_record_round_trip),
		cmocka_unit_test(spica_arm_register_round_trip),
		cmocka_unit_test(spica_frame_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
