/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/x722.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Round trip through every format of x722: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/x722_formats.h>

static uint64_t random_bits(unsigned int bits)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return bits >= 64 ? state : state & ((1ULL << bits) - 1);
}

/** `count` bits from bit `low` upwards of a word of `width` bits, read bit by bit. */
static uint64_t bits_of(const uint8_t *word, unsigned int width, unsigned int low,
			unsigned int count, bool big)
{
	uint64_t bits = 0;

	for (unsigned int i = 0; i < count; i++) {
		const unsigned int byte = (low + i) / 8;

		bits |= (uint64_t)(word[big ? width / 8 - 1 - byte : byte] >> (low + i) % 8 & 1)
			<< i;
	}
	return bits;
}

static void x722_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(x722_head_first_word(&in)) first;

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.remote_addr = (__typeof__(in.remote_addr))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		in.opcode = (__typeof__(in.opcode))random_bits(6);
		in.more = (__typeof__(in.more))random_bits(4);
		in.has_imm = (__typeof__(in.has_imm))random_bits(1);
		in.inline_bytes = (__typeof__(in.inline_bytes))random_bits(8);
		in.inlined = (__typeof__(in.inlined))random_bits(1);
		in.fence = (__typeof__(in.fence))random_bits(1);
		in.signaled = (__typeof__(in.signaled))random_bits(1);
		in.valid = (__typeof__(in.valid))random_bits(1);
		x722_head_put(memory, &in);
		x722_head_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_head_get(memory);
		assert_int_equal(in.remote_addr, out.remote_addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.more, out.more);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.inline_bytes, out.inline_bytes);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.valid, out.valid);
		assert_true(x722_head_reserved_clear(memory));
		x722_head_put(used, &in);
		first = x722_head_first_word(&in);
		assert_memory_equal(used + 8, &first, sizeof(first));
	}
}

static void x722_head_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x7c, 0x00, 0x2d};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_head v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_head_get(memory);
		assert_int_equal(v.remote_addr, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.length, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.rkey, bits_of(memory + 8, 64, 0, 32, false));
		assert_int_equal(v.opcode, bits_of(memory + 8, 64, 32, 6, false));
		assert_int_equal(v.more, bits_of(memory + 8, 64, 38, 4, false));
		assert_int_equal(v.has_imm, bits_of(memory + 8, 64, 47, 1, false));
		assert_int_equal(v.inline_bytes, bits_of(memory + 8, 64, 48, 8, false));
		assert_int_equal(v.remote_read, bits_of(memory + 8, 64, 50, 1, false));
		assert_int_equal(v.remote_write, bits_of(memory + 8, 64, 51, 1, false));
		assert_int_equal(v.va_based, bits_of(memory + 8, 64, 53, 1, false));
		assert_int_equal(v.type1, bits_of(memory + 8, 64, 54, 1, false));
		assert_int_equal(v.inlined, bits_of(memory + 8, 64, 57, 1, false));
		assert_int_equal(v.fence, bits_of(memory + 8, 64, 60, 1, false));
		assert_int_equal(v.signaled, bits_of(memory + 8, 64, 62, 1, false));
		assert_int_equal(v.valid, bits_of(memory + 8, 64, 63, 1, false));
		assert_int_equal(x722_head_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_sge_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_sge in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.length = (__typeof__(in.length))random_bits(32);
		x722_sge_put(memory, &in);
		x722_sge_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_sge_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.length, out.length);
	}
}

static void x722_sge_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_sge v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_sge_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.lkey, bits_of(memory + 12, 32, 0, 32, false));
		assert_int_equal(v.length, bits_of(memory + 8, 32, 0, 32, false));
		memory[bit / 8] = 0;
	}
}

static void x722_imm_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_imm in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))random_bits(32);
		x722_imm_put(memory, &in);
		x722_imm_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_imm_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_true(x722_imm_reserved_clear(memory));
	}
}

static void x722_imm_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_imm v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_imm_get(memory);
		assert_int_equal(v.imm, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(x722_imm_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_stag_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_stag in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.key = (__typeof__(in.key))random_bits(32);
		x722_stag_put(memory, &in);
		x722_stag_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_stag_get(memory);
		assert_int_equal(in.key, out.key);
		assert_true(x722_stag_reserved_clear(memory));
	}
}

static void x722_stag_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_stag v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_stag_get(memory);
		assert_int_equal(v.key, bits_of(memory + 12, 32, 0, 32, false));
		assert_int_equal(x722_stag_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_window_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_window in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.start = (__typeof__(in.start))random_bits(64);
		in.key = (__typeof__(in.key))random_bits(32);
		in.region = (__typeof__(in.region))random_bits(32);
		x722_window_put(memory, &in);
		x722_window_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_window_get(memory);
		assert_int_equal(in.start, out.start);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.region, out.region);
	}
}

static void x722_window_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_window v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_window_get(memory);
		assert_int_equal(v.start, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.key, bits_of(memory + 12, 32, 0, 32, false));
		assert_int_equal(v.region, bits_of(memory + 8, 32, 0, 32, false));
		memory[bit / 8] = 0;
	}
}

static void x722_recv_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_recv_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(x722_recv_head_first_word(&in)) first;

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.more = (__typeof__(in.more))random_bits(4);
		in.valid = (__typeof__(in.valid))random_bits(1);
		x722_recv_head_put(memory, &in);
		x722_recv_head_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_recv_head_get(memory);
		assert_int_equal(in.more, out.more);
		assert_int_equal(in.valid, out.valid);
		assert_true(x722_recv_head_reserved_clear(memory));
		x722_recv_head_put(used, &in);
		first = x722_recv_head_first_word(&in);
		assert_memory_equal(used + 8, &first, sizeof(first));
	}
}

static void x722_recv_head_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0x3f, 0xfc, 0xff, 0x7f};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_recv_head v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_recv_head_get(memory);
		assert_int_equal(v.more, bits_of(memory + 8, 64, 38, 4, false));
		assert_int_equal(v.valid, bits_of(memory + 8, 64, 63, 1, false));
		assert_int_equal(x722_recv_head_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_recv_sge_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_recv_sge in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.length = (__typeof__(in.length))random_bits(32);
		x722_recv_sge_put(memory, &in);
		x722_recv_sge_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_recv_sge_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.length, out.length);
	}
}

static void x722_recv_sge_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_recv_sge v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_recv_sge_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.lkey, bits_of(memory + 12, 32, 0, 32, false));
		assert_int_equal(v.length, bits_of(memory + 8, 32, 0, 32, false));
		memory[bit / 8] = 0;
	}
}

static void x722_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_cqe in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.timestamp = (__typeof__(in.timestamp))random_bits(32);
		in.context = (__typeof__(in.context))random_bits(64);
		in.inval_key = (__typeof__(in.inval_key))random_bits(32);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.minor = (__typeof__(in.minor))random_bits(16);
		in.major = (__typeof__(in.major))random_bits(16);
		in.index = (__typeof__(in.index))random_bits(15);
		in.extended = (__typeof__(in.extended))random_bits(1);
		in.push_dropped = (__typeof__(in.push_dropped))random_bits(1);
		in.shared = (__typeof__(in.shared))random_bits(1);
		in.has_key = (__typeof__(in.has_key))random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.ending = (__typeof__(in.ending))random_bits(1);
		in.opcode = (__typeof__(in.opcode))random_bits(6);
		in.ring = (__typeof__(in.ring))random_bits(1);
		in.valid = (__typeof__(in.valid))random_bits(1);
		x722_cqe_put(memory, &in);
		x722_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_cqe_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.timestamp, out.timestamp);
		assert_int_equal(in.context, out.context);
		assert_int_equal(in.inval_key, out.inval_key);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.minor, out.minor);
		assert_int_equal(in.major, out.major);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.extended, out.extended);
		assert_int_equal(in.push_dropped, out.push_dropped);
		assert_int_equal(in.shared, out.shared);
		assert_int_equal(in.has_key, out.has_key);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.ending, out.ending);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.ring, out.ring);
		assert_int_equal(in.valid, out.valid);
		assert_true(x722_cqe_reserved_clear(memory));
	}
}

static void x722_cqe_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x03, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_cqe_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(v.timestamp, bits_of(memory + 4, 32, 0, 32, false));
		assert_int_equal(v.context, bits_of(memory + 8, 64, 0, 64, false));
		assert_int_equal(v.wr_id, bits_of(memory + 8, 64, 0, 64, false));
		assert_int_equal(v.inval_key, bits_of(memory + 16, 32, 0, 32, false));
		assert_int_equal(v.src_qpn, bits_of(memory + 16, 32, 0, 32, false));
		assert_int_equal(v.qpn, bits_of(memory + 20, 32, 0, 24, false));
		assert_int_equal(v.minor, bits_of(memory + 24, 64, 0, 16, false));
		assert_int_equal(v.event, bits_of(memory + 24, 64, 0, 16, false));
		assert_int_equal(v.major, bits_of(memory + 24, 64, 16, 16, false));
		assert_int_equal(v.code, bits_of(memory + 24, 64, 0, 32, false));
		assert_int_equal(v.index, bits_of(memory + 24, 64, 32, 15, false));
		assert_int_equal(v.extended, bits_of(memory + 24, 64, 50, 1, false));
		assert_int_equal(v.push_dropped, bits_of(memory + 24, 64, 51, 1, false));
		assert_int_equal(v.shared, bits_of(memory + 24, 64, 52, 1, false));
		assert_int_equal(v.has_key, bits_of(memory + 24, 64, 53, 1, false));
		assert_int_equal(v.solicited, bits_of(memory + 24, 64, 54, 1, false));
		assert_int_equal(v.ending, bits_of(memory + 24, 64, 55, 1, false));
		assert_int_equal(v.opcode, bits_of(memory + 24, 64, 56, 6, false));
		assert_int_equal(v.received, bits_of(memory + 24, 64, 56, 6, false));
		assert_int_equal(v.ring, bits_of(memory + 24, 64, 62, 1, false));
		assert_int_equal(v.valid, bits_of(memory + 24, 64, 63, 1, false));
		assert_int_equal(x722_cqe_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_extension_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_extension in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.context = (__typeof__(in.context))random_bits(64);
		in.mac = (__typeof__(in.mac))random_bits(48);
		in.vlan = (__typeof__(in.vlan))random_bits(16);
		in.has_vlan = (__typeof__(in.has_vlan))random_bits(1);
		in.has_mac = (__typeof__(in.has_mac))random_bits(1);
		in.has_imm = (__typeof__(in.has_imm))random_bits(1);
		in.valid = (__typeof__(in.valid))random_bits(1);
		x722_extension_put(memory, &in);
		x722_extension_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_extension_get(memory);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.context, out.context);
		assert_int_equal(in.mac, out.mac);
		assert_int_equal(in.vlan, out.vlan);
		assert_int_equal(in.has_vlan, out.has_vlan);
		assert_int_equal(in.has_mac, out.has_mac);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.valid, out.valid);
		assert_true(x722_extension_reserved_clear(memory));
	}
}

static void x722_extension_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_extension v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_extension_get(memory);
		assert_int_equal(v.imm, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(v.context, bits_of(memory + 8, 64, 0, 64, false));
		assert_int_equal(v.mac, bits_of(memory + 16, 64, 0, 48, false));
		assert_int_equal(v.vlan, bits_of(memory + 16, 64, 48, 16, false));
		assert_int_equal(v.has_vlan, bits_of(memory + 24, 64, 60, 1, false));
		assert_int_equal(v.has_mac, bits_of(memory + 24, 64, 61, 1, false));
		assert_int_equal(v.has_imm, bits_of(memory + 24, 64, 62, 1, false));
		assert_int_equal(v.valid, bits_of(memory + 24, 64, 63, 1, false));
		assert_int_equal(x722_extension_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))random_bits(32);
		x722_doorbell_put(memory, &in);
		x722_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_doorbell_get(memory);
		assert_int_equal(in.qpn, out.qpn);
	}
}

static void x722_doorbell_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_doorbell_get(memory);
		assert_int_equal(v.qpn, bits_of(memory + 0, 32, 0, 32, false));
		memory[bit / 8] = 0;
	}
}

static void x722_consumed_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_consumed_word in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.slot = (__typeof__(in.slot))random_bits(32);
		x722_consumed_word_put(memory, &in);
		x722_consumed_word_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_consumed_word_get(memory);
		assert_int_equal(in.slot, out.slot);
		assert_true(x722_consumed_word_reserved_clear(memory));
	}
}

static void x722_consumed_word_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_consumed_word v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_consumed_word_get(memory);
		assert_int_equal(v.slot, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(x722_consumed_word_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_arm_word_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_arm_word in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.selector = (__typeof__(in.selector))random_bits(14);
		in.any = random_bits(1);
		in.wanted = (__typeof__(in.wanted))1;
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		x722_arm_word_put(memory, &in);
		x722_arm_word_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_arm_word_get(memory);
		assert_int_equal(in.selector, out.selector);
		assert_int_equal(in.any, out.any);
		assert_int_equal(in.wanted, out.wanted);
		assert_int_equal(in.sequence, out.sequence);
		assert_true(x722_arm_word_reserved_clear(memory));
	}
}

static void x722_arm_word_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0xfc, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_arm_word v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_arm_word_get(memory);
		assert_int_equal(v.selector, bits_of(memory + 0, 64, 0, 14, false));
		assert_int_equal(v.any, bits_of(memory + 0, 64, 14, 1, false) == 0);
		assert_int_equal(v.wanted, bits_of(memory + 0, 64, 15, 1, false));
		assert_int_equal(v.sequence, bits_of(memory + 0, 64, 16, 2, false));
		assert_int_equal(x722_arm_word_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void x722_arm_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct x722_arm_register in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.cqn = (__typeof__(in.cqn))random_bits(32);
		x722_arm_register_put(memory, &in);
		x722_arm_register_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = x722_arm_register_get(memory);
		assert_int_equal(in.cqn, out.cqn);
	}
}

static void x722_arm_register_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct x722_arm_register v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = x722_arm_register_get(memory);
		assert_int_equal(v.cqn, bits_of(memory + 0, 32, 0, 32, false));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(x722_head_round_trip),
		cmocka_unit_test(x722_head_bits),
		cmocka_unit_test(x722_sge_round_trip),
		cmocka_unit_test(x722_sge_bits),
		cmocka_unit_test(x722_imm_round_trip),
		cmocka_unit_test(x722_imm_bits),
		cmocka_unit_test(x722_stag_round_trip),
		cmocka_unit_test(x722_stag_bits),
		cmocka_unit_test(x722_window_round_trip),
		cmocka_unit_test(x722_window_bits),
		cmocka_unit_test(x722_recv_head_round_trip),
		cmocka_unit_test(x722_recv_head_bits),
		cmocka_unit_test(x722_recv_sge_round_trip),
		cmocka_unit_test(x722_recv_sge_bits),
		cmocka_unit_test(x722_cqe_round_trip),
		cmocka_unit_test(x722_cqe_bits),
		cmocka_unit_test(x722_extension_round_trip),
		cmocka_unit_test(x722_extension_bits),
		cmocka_unit_test(x722_doorbell_round_trip),
		cmocka_unit_test(x722_doorbell_bits),
		cmocka_unit_test(x722_consumed_word_round_trip),
		cmocka_unit_test(x722_consumed_word_bits),
		cmocka_unit_test(x722_arm_word_round_trip),
		cmocka_unit_test(x722_arm_word_bits),
		cmocka_unit_test(x722_arm_register_round_trip),
		cmocka_unit_test(x722_arm_register_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
