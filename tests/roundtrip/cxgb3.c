/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Round trip through every format of cxgb3: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
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

static const bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

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

static void cxgb3_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_head in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(cxgb3_head_first_word(&in)) first;

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
		cxgb3_head_put(used, &in);
		first = cxgb3_head_first_word(&in);
		assert_memory_equal(used + 4, &first, sizeof(first));
	}
}

static void cxgb3_head_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x3f, 0xf2, 0xff, 0x7f, 0xff, 0xff, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_head v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_head_get(memory);
		assert_int_equal(v.opcode, bits_of(memory + 0, 32, 24, 8, true));
		assert_int_equal(v.ends, bits_of(memory + 0, 32, 22, 2, true));
		assert_int_equal(v.read_fence, bits_of(memory + 0, 32, 11, 1, true));
		assert_int_equal(v.solicited, bits_of(memory + 0, 32, 10, 1, true));
		assert_int_equal(v.completion, bits_of(memory + 0, 32, 8, 1, true));
		assert_int_equal(v.generation, bits_of(memory + 4, 32, 31, 1, true));
		assert_int_equal(v.flits, bits_of(memory + 4, 32, 0, 8, true) * 8);
		assert_int_equal(v.serial, bits_of(memory + 8, 32, 0, 32, host_is_big));
		assert_int_equal(cxgb3_head_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_send_wr_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_send_wr v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_send_wr_get(memory);
		assert_int_equal(v.operation, bits_of(memory + 0, 32, 24, 8, true) == 5);
		assert_int_equal(v.stag, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.length, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(v.sges, bits_of(memory + 12, 32, 0, 32, true));
		assert_int_equal(cxgb3_send_wr_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_write_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[24] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_write v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_write_get(memory);
		assert_int_equal(v.operation, bits_of(memory + 0, 32, 24, 8, true));
		assert_int_equal(v.stag, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		assert_int_equal(v.length, bits_of(memory + 16, 32, 0, 32, true));
		assert_int_equal(v.sges, bits_of(memory + 20, 32, 0, 32, true));
		assert_int_equal(cxgb3_write_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_read_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_read v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_read_get(memory);
		assert_int_equal(v.operation, bits_of(memory + 0, 32, 24, 8, true));
		assert_int_equal(v.invalidate, bits_of(memory + 0, 32, 16, 8, true));
		assert_int_equal(v.stag, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		assert_int_equal(v.local_stag, bits_of(memory + 16, 32, 0, 32, true));
		assert_int_equal(v.length, bits_of(memory + 20, 32, 0, 32, true));
		assert_int_equal(v.local_addr, bits_of(memory + 24, 64, 0, 64, true));
		assert_int_equal(cxgb3_read_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_read_nothing_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_read_nothing v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_read_nothing_get(memory);
		assert_int_equal(v.operation, bits_of(memory + 0, 32, 24, 8, true));
		assert_int_equal(v.stag, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		assert_int_equal(v.local_stag, bits_of(memory + 16, 32, 0, 32, true));
		assert_int_equal(v.length, bits_of(memory + 20, 32, 0, 32, true));
		assert_int_equal(v.local_addr, bits_of(memory + 24, 64, 0, 64, true));
		assert_int_equal(cxgb3_read_nothing_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_receive_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_receive v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_receive_get(memory);
		assert_int_equal(v.sges, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(cxgb3_receive_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_sge_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_sge v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_sge_get(memory);
		assert_int_equal(v.stag, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(v.length, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		memory[bit / 8] = 0;
	}
}

static void cxgb3_trailer_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_trailer in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));
		__typeof__(cxgb3_trailer_first_word(&in)) first;

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
		cxgb3_trailer_put(used, &in);
		first = cxgb3_trailer_first_word(&in);
		assert_memory_equal(used + 0, &first, sizeof(first));
	}
}

static void cxgb3_trailer_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_trailer v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_trailer_get(memory);
		assert_int_equal(v.generation, bits_of(memory + 0, 64, 0, 8, true));
		assert_int_equal(cxgb3_trailer_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
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

static void cxgb3_ring_state_bits(void **unused)
{
	static const uint8_t reserved[] = {0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_ring_state v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_ring_state_get(memory);
		assert_int_equal(v.error, bits_of(memory + 0, 64, 0, 1, host_is_big));
		assert_int_equal(v.no_doorbell, bits_of(memory + 0, 64, 1, 1, host_is_big));
		assert_int_equal(cxgb3_ring_state_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void cxgb3_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct cxgb3_cqe in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(cxgb3_cqe_first_word(&in)) first;

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
		cxgb3_cqe_put(used, &in);
		first = cxgb3_cqe_first_word(&in);
		assert_memory_equal(used + 0, &first, sizeof(first));
	}
}

static void cxgb3_cqe_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_cqe_get(memory);
		assert_int_equal(v.out_of_order, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.qpid, bits_of(memory + 0, 32, 12, 19, true));
		assert_int_equal(v.software, bits_of(memory + 0, 32, 11, 1, true));
		assert_int_equal(v.generation, bits_of(memory + 0, 32, 10, 1, true));
		assert_int_equal(v.status, bits_of(memory + 0, 32, 5, 5, true));
		assert_int_equal(v.is_send, bits_of(memory + 0, 32, 4, 1, true));
		assert_int_equal(v.operation, bits_of(memory + 0, 32, 0, 4, true));
		assert_int_equal(v.length, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.stag, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(v.serial, bits_of(memory + 8, 32, 0, 32, host_is_big));
		assert_int_equal(v.message, bits_of(memory + 12, 32, 0, 32, true));
		memory[bit / 8] = 0;
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

static void cxgb3_user_doorbell_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_user_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_user_doorbell_get(memory);
		assert_int_equal(v.qpid, bits_of(memory + 0, 32, 0, 32, false));
		memory[bit / 8] = 0;
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

static void cxgb3_cq_counter_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct cxgb3_cq_counter v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = cxgb3_cq_counter_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cxgb3_head_round_trip),
		cmocka_unit_test(cxgb3_head_bits),
		cmocka_unit_test(cxgb3_send_wr_round_trip),
		cmocka_unit_test(cxgb3_send_wr_bits),
		cmocka_unit_test(cxgb3_write_round_trip),
		cmocka_unit_test(cxgb3_write_bits),
		cmocka_unit_test(cxgb3_read_round_trip),
		cmocka_unit_test(cxgb3_read_bits),
		cmocka_unit_test(cxgb3_read_nothing_round_trip),
		cmocka_unit_test(cxgb3_read_nothing_bits),
		cmocka_unit_test(cxgb3_receive_round_trip),
		cmocka_unit_test(cxgb3_receive_bits),
		cmocka_unit_test(cxgb3_sge_round_trip),
		cmocka_unit_test(cxgb3_sge_bits),
		cmocka_unit_test(cxgb3_trailer_round_trip),
		cmocka_unit_test(cxgb3_trailer_bits),
		cmocka_unit_test(cxgb3_ring_state_round_trip),
		cmocka_unit_test(cxgb3_ring_state_bits),
		cmocka_unit_test(cxgb3_cqe_round_trip),
		cmocka_unit_test(cxgb3_cqe_bits),
		cmocka_unit_test(cxgb3_user_doorbell_round_trip),
		cmocka_unit_test(cxgb3_user_doorbell_bits),
		cmocka_unit_test(cxgb3_cq_counter_round_trip),
		cmocka_unit_test(cxgb3_cq_counter_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
