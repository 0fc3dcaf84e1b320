/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Every format of rigel: what put stores, get reads back, and no bit outside the fields is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/rigel_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void rigel_top_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_top in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.job = (__typeof__(in.job))(random_bits(8) * 1);
		in.marks = (__typeof__(in.marks))(2);
		in.signaled = (__typeof__(in.signaled))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.fence = (__typeof__(in.fence))(random_bits(1) * 1);
		in.serial = (__typeof__(in.serial))(random_bits(32) * 1);
		in.units = (__typeof__(in.units))(random_bits(10) * 4);
		in.phase = (__typeof__(in.phase))(random_bits(1) * 1);
		rigel_top_put(memory, &in);
		out = rigel_top_get(memory);
		assert_int_equal(in.job, out.job);
		assert_int_equal(in.marks, out.marks);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.serial, out.serial);
		assert_int_equal(in.units, out.units);
		assert_int_equal(in.phase, out.phase);
		assert_true(rigel_top_reserved_clear(memory));
	}
}

static void rigel_outgoing_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_outgoing in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.total = (__typeof__(in.total))(random_bits(32) * 1);
		in.parts = (__typeof__(in.parts))(random_bits(32) * 1);
		rigel_outgoing_put(memory, &in);
		out = rigel_outgoing_get(memory);
		assert_int_equal(in.total, out.total);
		assert_int_equal(in.parts, out.parts);
	}
}

static void rigel_away_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_away in, out;
		uint8_t memory[24] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.total = (__typeof__(in.total))(random_bits(32) * 1);
		in.parts = (__typeof__(in.parts))(random_bits(32) * 1);
		rigel_away_put(memory, &in);
		out = rigel_away_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.total, out.total);
		assert_int_equal(in.parts, out.parts);
		assert_true(rigel_away_reserved_clear(memory));
	}
}

static void rigel_back_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_back in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.size = (__typeof__(in.size))(random_bits(32) * 1);
		in.to = (__typeof__(in.to))(random_bits(64) * 1);
		in.to_key = (__typeof__(in.to_key))(random_bits(32) * 1);
		rigel_back_put(memory, &in);
		out = rigel_back_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.size, out.size);
		assert_int_equal(in.to, out.to);
		assert_int_equal(in.to_key, out.to_key);
		assert_true(rigel_back_reserved_clear(memory));
	}
}

static void rigel_nothing_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_nothing in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.mark = (__typeof__(in.mark))(7);
		rigel_nothing_put(memory, &in);
		out = rigel_nothing_get(memory);
		assert_int_equal(in.mark, out.mark);
		assert_true(rigel_nothing_reserved_clear(memory));
	}
}

static void rigel_incoming_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_incoming in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.parts = (__typeof__(in.parts))(random_bits(32) * 1);
		rigel_incoming_put(memory, &in);
		out = rigel_incoming_get(memory);
		assert_int_equal(in.parts, out.parts);
		assert_true(rigel_incoming_reserved_clear(memory));
	}
}

static void rigel_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_piece in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		in.size = (__typeof__(in.size))(random_bits(32) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		rigel_piece_put(memory, &in);
		out = rigel_piece_get(memory);
		assert_int_equal(in.at, out.at);
		assert_int_equal(in.size, out.size);
		assert_int_equal(in.key, out.key);
	}
}

static void rigel_again_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_again in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.phase = (__typeof__(in.phase))(random_bits(8) * 1);
		rigel_again_put(memory, &in);
		out = rigel_again_get(memory);
		assert_int_equal(in.phase, out.phase);
		assert_true(rigel_again_reserved_clear(memory));
	}
}

static void rigel_health_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_health in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.broken = (__typeof__(in.broken))(random_bits(1) * 1);
		in.quiet = (__typeof__(in.quiet))(random_bits(1) * 1);
		rigel_health_put(memory, &in);
		out = rigel_health_get(memory);
		assert_int_equal(in.broken, out.broken);
		assert_int_equal(in.quiet, out.quiet);
		assert_true(rigel_health_reserved_clear(memory));
	}
}

static void rigel_news_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_news in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.size = (__typeof__(in.size))(random_bits(32) * 1);
		in.serial = (__typeof__(in.serial))(random_bits(32) * 1);
		in.token = (__typeof__(in.token))(random_bits(32) * 1);
		in.queue = (__typeof__(in.queue))(random_bits(20) * 1);
		in.event = (__typeof__(in.event))(random_bits(3) * 1);
		in.fate = (__typeof__(in.fate))(random_bits(3) * 1);
		in.outgoing = (__typeof__(in.outgoing))(random_bits(1) * 1);
		in.phase = (__typeof__(in.phase))(random_bits(1) * 1);
		rigel_news_put(memory, &in);
		out = rigel_news_get(memory);
		assert_int_equal(in.size, out.size);
		assert_int_equal(in.serial, out.serial);
		assert_int_equal(in.token, out.token);
		assert_int_equal(in.queue, out.queue);
		assert_int_equal(in.event, out.event);
		assert_int_equal(in.fate, out.fate);
		assert_int_equal(in.outgoing, out.outgoing);
		assert_int_equal(in.phase, out.phase);
		assert_true(rigel_news_reserved_clear(memory));
	}
}

static void rigel_ring_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_ring in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.queue = (__typeof__(in.queue))(random_bits(20) * 1);
		rigel_ring_put(memory, &in);
		out = rigel_ring_get(memory);
		assert_int_equal(in.queue, out.queue);
		assert_true(rigel_ring_reserved_clear(memory));
	}
}

static void rigel_seen_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rigel_seen in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))(random_bits(32) * 1);
		rigel_seen_put(memory, &in);
		out = rigel_seen_get(memory);
		assert_int_equal(in.count, out.count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rigel_top_round_trip),
		cmocka_unit_test(rigel_outgoing_round_trip),
		cmocka_unit_test(rigel_away_round_trip),
		cmocka_unit_test(rigel_back_round_trip),
		cmocka_unit_test(rigel_nothing_round_trip),
		cmocka_unit_test(rigel_incoming_round_trip),
		cmocka_unit_test(rigel_piece_round_trip),
		cmocka_unit_test(rigel_again_round_trip),
		cmocka_unit_test(rigel_health_round_trip),
		cmocka_unit_test(rigel_news_round_trip),
		cmocka_unit_test(rigel_ring_round_trip),
		cmocka_unit_test(rigel_seen_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
