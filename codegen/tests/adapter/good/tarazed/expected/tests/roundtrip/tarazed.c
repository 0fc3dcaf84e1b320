/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Every format of tarazed: what put stores, get reads back, and no bit outside the fields is set.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/tarazed_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void tarazed_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.phase = (__typeof__(in.phase))(random_bits(1) * 1);
		in.code = (__typeof__(in.code))(random_bits(6) * 1);
		in.units = (__typeof__(in.units))(random_bits(8) * 8);
		in.fence = (random_bits(1) * 1);
		in.index = (__typeof__(in.index))(random_bits(16) * 1);
		in.signaled = (__typeof__(in.signaled))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.csum = (__typeof__(in.csum))(random_bits(1) * 1);
		in.srqn = (__typeof__(in.srqn))(random_bits(32) * 1);
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		tarazed_head_put_pushed(memory, &in);
		out = tarazed_head_get(memory);
		assert_int_equal(in.phase, out.phase);
		assert_int_equal(in.code, out.code);
		assert_int_equal(in.units, out.units);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.csum, out.csum);
		assert_int_equal(in.srqn, out.srqn);
		assert_int_equal(in.imm, out.imm);
		assert_true(tarazed_head_reserved_clear(memory));
	}
}

static void tarazed_remote_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_remote in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.rkey = (__typeof__(in.rkey))(random_bits(32) * 1);
		tarazed_remote_put(memory, &in);
		out = tarazed_remote_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(tarazed_remote_reserved_clear(memory));
	}
}

static void tarazed_operands_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_operands in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.swap = (__typeof__(in.swap))(random_bits(64) * 1);
		in.compare = (__typeof__(in.compare))(random_bits(64) * 1);
		tarazed_operands_put(memory, &in);
		out = tarazed_operands_get(memory);
		assert_int_equal(in.swap, out.swap);
		assert_int_equal(in.compare, out.compare);
	}
}

static void tarazed_where_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_where in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		for (int i = 0; i < 16; i++)
			in.av[i] = (uint8_t)random_bits(8);
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		in.qkey = (__typeof__(in.qkey))(random_bits(32) * 1);
		in.vlan = (__typeof__(in.vlan))(random_bits(16) * 1);
		for (int i = 0; i < 6; i++)
			in.mac[i] = (uint8_t)random_bits(8);
		tarazed_where_put(memory, &in);
		out = tarazed_where_get(memory);
		assert_memory_equal(in.av, out.av, 16);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.vlan, out.vlan);
		assert_memory_equal(in.mac, out.mac, 6);
	}
}

static void tarazed_inval_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_inval in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.rkey = (__typeof__(in.rkey))(random_bits(32) * 1);
		tarazed_inval_put(memory, &in);
		out = tarazed_inval_get(memory);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(tarazed_inval_reserved_clear(memory));
	}
}

static void tarazed_bind_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_bind in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.remote_atomic = (__typeof__(in.remote_atomic))(random_bits(1) * 1);
		in.remote_write = (__typeof__(in.remote_write))(random_bits(1) * 1);
		in.remote_read = (__typeof__(in.remote_read))(random_bits(1) * 1);
		in.type2 = (__typeof__(in.type2))(random_bits(1) * 1);
		in.zero_based = (__typeof__(in.zero_based))(random_bits(1) * 1);
		in.rkey = (__typeof__(in.rkey))(random_bits(32) * 1);
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.length = (__typeof__(in.length))(random_bits(64) * 1);
		in.lkey = (__typeof__(in.lkey))(random_bits(32) * 1);
		tarazed_bind_put(memory, &in);
		out = tarazed_bind_get(memory);
		assert_int_equal(in.remote_atomic, out.remote_atomic);
		assert_int_equal(in.remote_write, out.remote_write);
		assert_int_equal(in.remote_read, out.remote_read);
		assert_int_equal(in.type2, out.type2);
		assert_int_equal(in.zero_based, out.zero_based);
		assert_int_equal(in.rkey, out.rkey);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_true(tarazed_bind_reserved_clear(memory));
	}
}

static void tarazed_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_piece in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.size = (__typeof__(in.size))(random_bits(32) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		tarazed_piece_put(memory, &in);
		out = tarazed_piece_get(memory);
		assert_int_equal(in.size, out.size);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.at, out.at);
	}
}

static void tarazed_run_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_run in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.mark = (__typeof__(in.mark))(1);
		in.bytes = (__typeof__(in.bytes))(random_bits(31) * 1);
		tarazed_run_put(memory, &in);
		out = tarazed_run_get(memory);
		assert_int_equal(in.mark, out.mark);
		assert_int_equal(in.bytes, out.bytes);
	}
}

static void tarazed_link_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_link in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.next = (__typeof__(in.next))(random_bits(16) * 1);
		tarazed_link_put(memory, &in);
		out = tarazed_link_get(memory);
		assert_int_equal(in.next, out.next);
		assert_true(tarazed_link_reserved_clear(memory));
	}
}

static void tarazed_done_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_done in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		in.ip_ok = (__typeof__(in.ip_ok))(random_bits(1) * 1);
		in.global = (__typeof__(in.global))(random_bits(1) * 1);
		in.imm = (__typeof__(in.imm))(random_bits(32) * 1);
		in.sender = (__typeof__(in.sender))(random_bits(24) * 1);
		in.low_lid = (__typeof__(in.low_lid))(random_bits(8) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.lid = (__typeof__(in.lid))(random_bits(16) * 1);
		in.sl = (__typeof__(in.sl))(random_bits(4) * 1);
		in.pkey_index = (__typeof__(in.pkey_index))(random_bits(12) * 1);
		in.wqe_index = (__typeof__(in.wqe_index))(random_bits(16) * 1);
		for (int i = 0; i < 2; i++)
			in.time_low[i] = (uint8_t)random_bits(8);
		in.phase = (__typeof__(in.phase))(random_bits(1) * 1);
		in.is_send = (__typeof__(in.is_send))(random_bits(1) * 1);
		in.task = (__typeof__(in.task))(random_bits(5) * 1);
		tarazed_done_put(memory, &in);
		out = tarazed_done_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.ip_ok, out.ip_ok);
		assert_int_equal(in.global, out.global);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.sender, out.sender);
		assert_int_equal(in.low_lid, out.low_lid);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.lid, out.lid);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.pkey_index, out.pkey_index);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_memory_equal(in.time_low, out.time_low, 2);
		assert_int_equal(in.phase, out.phase);
		assert_int_equal(in.is_send, out.is_send);
		assert_int_equal(in.task, out.task);
		assert_true(tarazed_done_reserved_clear(memory));
	}
}

static void tarazed_failed_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_failed in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(24) * 1);
		in.srqn = (__typeof__(in.srqn))(random_bits(24) * 1);
		in.wqe_index = (__typeof__(in.wqe_index))(random_bits(16) * 1);
		in.syndrome = (__typeof__(in.syndrome))(random_bits(8) * 1);
		in.vendor = (__typeof__(in.vendor))(random_bits(8) * 1);
		in.phase = (__typeof__(in.phase))(random_bits(1) * 1);
		in.is_send = (__typeof__(in.is_send))(random_bits(1) * 1);
		in.what = (__typeof__(in.what))(random_bits(5) * 1);
		tarazed_failed_put(memory, &in);
		out = tarazed_failed_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.srqn, out.srqn);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_int_equal(in.syndrome, out.syndrome);
		assert_int_equal(in.vendor, out.vendor);
		assert_int_equal(in.phase, out.phase);
		assert_int_equal(in.is_send, out.is_send);
		assert_int_equal(in.what, out.what);
		assert_true(tarazed_failed_reserved_clear(memory));
	}
}

static void tarazed_ring_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_ring in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.number = (__typeof__(in.number))(random_bits(24) * 1);
		tarazed_ring_put(memory, &in);
		out = tarazed_ring_get(memory);
		assert_int_equal(in.number, out.number);
		assert_true(tarazed_ring_reserved_clear(memory));
	}
}

static void tarazed_posted_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_posted in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.total = (__typeof__(in.total))(random_bits(16) * 1);
		tarazed_posted_put(memory, &in);
		out = tarazed_posted_get(memory);
		assert_int_equal(in.total, out.total);
		assert_true(tarazed_posted_reserved_clear(memory));
	}
}

static void tarazed_consumed_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_consumed in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.seen = (__typeof__(in.seen))(random_bits(32) * 1);
		tarazed_consumed_put(memory, &in);
		out = tarazed_consumed_get(memory);
		assert_int_equal(in.seen, out.seen);
	}
}

static void tarazed_arm_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_arm_word in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.serial = (__typeof__(in.serial))(random_bits(2) * 1);
		in.any = (__typeof__(in.any))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.index = (__typeof__(in.index))(random_bits(28) * 1);
		tarazed_arm_word_put(memory, &in);
		out = tarazed_arm_word_get(memory);
		assert_int_equal(in.serial, out.serial);
		assert_int_equal(in.any, out.any);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.index, out.index);
	}
}

static void tarazed_arm_ring_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_arm_ring in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.next = (__typeof__(in.next))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.sequence = (__typeof__(in.sequence))(random_bits(2) * 1);
		in.index = (__typeof__(in.index))(random_bits(24) * 1);
		in.cqn = (__typeof__(in.cqn))(random_bits(24) * 1);
		tarazed_arm_ring_put(memory, &in);
		out = tarazed_arm_ring_get(memory);
		assert_int_equal(in.next, out.next);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.cqn, out.cqn);
		assert_true(tarazed_arm_ring_reserved_clear(memory));
	}
}

static void tarazed_vector_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct tarazed_vector in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.global = (__typeof__(in.global))(random_bits(1) * 1);
		in.group = (__typeof__(in.group))(random_bits(1) * 1);
		in.tagged = (__typeof__(in.tagged))(random_bits(1) * 1);
		in.sl = (__typeof__(in.sl))(random_bits(4) * 1);
		in.port = (__typeof__(in.port))(random_bits(8) * 1);
		in.rate = (__typeof__(in.rate))(random_bits(8) * 1);
		in.path = (__typeof__(in.path))(random_bits(7) * 1);
		in.pdn = (__typeof__(in.pdn))(random_bits(24) * 1);
		in.hops = (__typeof__(in.hops))(random_bits(8) * 1);
		in.lid = (__typeof__(in.lid))(random_bits(16) * 1);
		in.index = (__typeof__(in.index))(random_bits(8) * 1);
		in.kind = (__typeof__(in.kind))(random_bits(8) * 1);
		in.flow = (__typeof__(in.flow))(random_bits(20) * 1);
		for (int i = 0; i < 16; i++)
			in.gid[i] = (uint8_t)random_bits(8);
		tarazed_vector_put(memory, &in);
		out = tarazed_vector_get(memory);
		assert_int_equal(in.global, out.global);
		assert_int_equal(in.group, out.group);
		assert_int_equal(in.tagged, out.tagged);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.port, out.port);
		assert_int_equal(in.rate, out.rate);
		assert_int_equal(in.path, out.path);
		assert_int_equal(in.pdn, out.pdn);
		assert_int_equal(in.hops, out.hops);
		assert_int_equal(in.lid, out.lid);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.kind, out.kind);
		assert_int_equal(in.flow, out.flow);
		assert_memory_equal(in.gid, out.gid, 16);
		assert_true(tarazed_vector_reserved_clear(memory));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tarazed_head_round_trip),
		cmocka_unit_test(tarazed_remote_round_trip),
		cmocka_unit_test(tarazed_operands_round_trip),
		cmocka_unit_test(tarazed_where_round_trip),
		cmocka_unit_test(tarazed_inval_round_trip),
		cmocka_unit_test(tarazed_bind_round_trip),
		cmocka_unit_test(tarazed_piece_round_trip),
		cmocka_unit_test(tarazed_run_round_trip),
		cmocka_unit_test(tarazed_link_round_trip),
		cmocka_unit_test(tarazed_done_round_trip),
		cmocka_unit_test(tarazed_failed_round_trip),
		cmocka_unit_test(tarazed_ring_round_trip),
		cmocka_unit_test(tarazed_posted_round_trip),
		cmocka_unit_test(tarazed_consumed_round_trip),
		cmocka_unit_test(tarazed_arm_word_round_trip),
		cmocka_unit_test(tarazed_arm_ring_round_trip),
		cmocka_unit_test(tarazed_vector_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
