/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Every format of deneb: what put stores, get reads back, and no bit outside the fields is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/deneb_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

static void deneb_form_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_form in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.last = (__typeof__(in.last))(random_bits(32) * 1);
		in.shift = (__typeof__(in.shift))(random_bits(8) * 1);
		deneb_form_put(memory, &in);
		out = deneb_form_get(memory);
		assert_int_equal(in.last, out.last);
		assert_int_equal(in.shift, out.shift);
		assert_true(deneb_form_reserved_clear(memory));
	}
}

static void deneb_turn_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_turn in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))(random_bits(32) * 1);
		deneb_turn_put(memory, &in);
		out = deneb_turn_get(memory);
		assert_int_equal(in.slot, out.slot);
	}
}

static void deneb_top_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_top in, out;
		uint8_t memory[24] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.task = (__typeof__(in.task))(random_bits(8) * 1);
		in.inside = (__typeof__(in.inside))(random_bits(1) * 1);
		in.report = (__typeof__(in.report))(random_bits(1) * 1);
		in.solicited = (__typeof__(in.solicited))(random_bits(1) * 1);
		in.fence = (__typeof__(in.fence))(random_bits(1) * 1);
		in.note = (__typeof__(in.note))(random_bits(32) * 1);
		in.id = (__typeof__(in.id))(random_bits(64) * 1);
		in.source = (__typeof__(in.source))(random_bits(32) * 1);
		deneb_top_put(memory, &in);
		out = deneb_top_get(memory);
		assert_int_equal(in.task, out.task);
		assert_int_equal(in.inside, out.inside);
		assert_int_equal(in.report, out.report);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.note, out.note);
		assert_int_equal(in.id, out.id);
		assert_int_equal(in.source, out.source);
		assert_true(deneb_top_reserved_clear(memory));
	}
}

static void deneb_away_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_away in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		deneb_away_put(memory, &in);
		out = deneb_away_get(memory);
		assert_int_equal(in.at, out.at);
		assert_int_equal(in.key, out.key);
		assert_true(deneb_away_reserved_clear(memory));
	}
}

static void deneb_change_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_change in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		in.is = (__typeof__(in.is))(random_bits(64) * 1);
		in.becomes = (__typeof__(in.becomes))(random_bits(64) * 1);
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		deneb_change_put(memory, &in);
		out = deneb_change_get(memory);
		assert_int_equal(in.at, out.at);
		assert_int_equal(in.is, out.is);
		assert_int_equal(in.becomes, out.becomes);
		assert_int_equal(in.key, out.key);
		assert_true(deneb_change_reserved_clear(memory));
	}
}

static void deneb_to_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_to in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		in.qkey = (__typeof__(in.qkey))(random_bits(32) * 1);
		in.handle = (__typeof__(in.handle))(random_bits(32) * 1);
		deneb_to_put(memory, &in);
		out = deneb_to_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.handle, out.handle);
		assert_true(deneb_to_reserved_clear(memory));
	}
}

static void deneb_opening_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_opening in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(64) * 1);
		in.region = (__typeof__(in.region))(random_bits(32) * 1);
		in.before = (__typeof__(in.before))(random_bits(32) * 1);
		in.after = (__typeof__(in.after))(random_bits(32) * 1);
		in.rights = (__typeof__(in.rights))(random_bits(32) * 1);
		deneb_opening_put(memory, &in);
		out = deneb_opening_get(memory);
		assert_int_equal(in.at, out.at);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.region, out.region);
		assert_int_equal(in.before, out.before);
		assert_int_equal(in.after, out.after);
		assert_int_equal(in.rights, out.rights);
	}
}

static void deneb_load_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_load in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.pieces = (__typeof__(in.pieces))(random_bits(32) * 1);
		in.again = (__typeof__(in.again))(random_bits(64) * 1);
		deneb_load_put(memory, &in);
		out = deneb_load_get(memory);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.pieces, out.pieces);
		assert_int_equal(in.again, out.again);
	}
}

static void deneb_blank_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_blank in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.id = (__typeof__(in.id))(random_bits(64) * 1);
		in.pieces = (__typeof__(in.pieces))(random_bits(32) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		deneb_blank_put(memory, &in);
		out = deneb_blank_get(memory);
		assert_int_equal(in.id, out.id);
		assert_int_equal(in.pieces, out.pieces);
		assert_int_equal(in.bytes, out.bytes);
	}
}

static void deneb_piece_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_piece in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.key = (__typeof__(in.key))(random_bits(32) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.at = (__typeof__(in.at))(random_bits(64) * 1);
		deneb_piece_put(memory, &in);
		out = deneb_piece_get(memory);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.at, out.at);
	}
}

static void deneb_news_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct deneb_news in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};

		memset(&in, 0, sizeof(in));
		in.id = (__typeof__(in.id))(random_bits(64) * 1);
		in.fate = (__typeof__(in.fate))(random_bits(4) * 1);
		in.deed = (__typeof__(in.deed))(random_bits(4) * 1);
		in.port = (__typeof__(in.port))(random_bits(8) * 1);
		in.noted = (__typeof__(in.noted))(random_bits(1) * 1);
		in.ended = (__typeof__(in.ended))(random_bits(1) * 1);
		in.bytes = (__typeof__(in.bytes))(random_bits(32) * 1);
		in.note = (__typeof__(in.note))(random_bits(32) * 1);
		in.qpn = (__typeof__(in.qpn))(random_bits(32) * 1);
		in.from = (__typeof__(in.from))(random_bits(32) * 1);
		in.detail = (__typeof__(in.detail))(random_bits(32) * 1);
		deneb_news_put(memory, &in);
		out = deneb_news_get(memory);
		assert_int_equal(in.id, out.id);
		assert_int_equal(in.fate, out.fate);
		assert_int_equal(in.deed, out.deed);
		assert_int_equal(in.port, out.port);
		assert_int_equal(in.noted, out.noted);
		assert_int_equal(in.ended, out.ended);
		assert_int_equal(in.bytes, out.bytes);
		assert_int_equal(in.note, out.note);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.from, out.from);
		assert_int_equal(in.detail, out.detail);
		assert_true(deneb_news_reserved_clear(memory));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deneb_form_round_trip),
		cmocka_unit_test(deneb_turn_round_trip),
		cmocka_unit_test(deneb_top_round_trip),
		cmocka_unit_test(deneb_away_round_trip),
		cmocka_unit_test(deneb_change_round_trip),
		cmocka_unit_test(deneb_to_round_trip),
		cmocka_unit_test(deneb_opening_round_trip),
		cmocka_unit_test(deneb_load_round_trip),
		cmocka_unit_test(deneb_blank_round_trip),
		cmocka_unit_test(deneb_piece_round_trip),
		cmocka_unit_test(deneb_news_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
