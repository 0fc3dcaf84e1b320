/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Round trip through every format of efa: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/efa_formats.h>

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

static void efa_meta_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_meta in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.tag = (__typeof__(in.tag))random_bits(16);
		in.op = (__typeof__(in.op))random_bits(4);
		in.has_imm = (__typeof__(in.has_imm))random_bits(1);
		in.inlined = (__typeof__(in.inlined))random_bits(1);
		in.meta = (__typeof__(in.meta))1;
		in.phase = (__typeof__(in.phase))random_bits(1);
		in.first = (__typeof__(in.first))1;
		in.last = (__typeof__(in.last))1;
		in.completion = (__typeof__(in.completion))1;
		in.dest_qpn = (__typeof__(in.dest_qpn))random_bits(16);
		in.length = (__typeof__(in.length))random_bits(16);
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.ah = (__typeof__(in.ah))random_bits(16);
		in.burst = (__typeof__(in.burst))0;
		in.qkey = (__typeof__(in.qkey))random_bits(32);
		in.tag_1 = (__typeof__(in.tag_1))random_bits(16);
		in.tag_2 = (__typeof__(in.tag_2))random_bits(16);
		in.tag_3 = (__typeof__(in.tag_3))random_bits(16);
		efa_meta_put(memory, &in);
		efa_meta_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_meta_get(memory);
		assert_int_equal(in.tag, out.tag);
		assert_int_equal(in.op, out.op);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.meta, out.meta);
		assert_int_equal(in.phase, out.phase);
		assert_int_equal(in.first, out.first);
		assert_int_equal(in.last, out.last);
		assert_int_equal(in.completion, out.completion);
		assert_int_equal(in.dest_qpn, out.dest_qpn);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.ah, out.ah);
		assert_int_equal(in.burst, out.burst);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.tag_1, out.tag_1);
		assert_int_equal(in.tag_2, out.tag_2);
		assert_int_equal(in.tag_3, out.tag_3);
		assert_true(efa_meta_reserved_clear(memory));
	}
}

static void efa_meta_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x40, 0xe2, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_meta v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_meta_get(memory);
		assert_int_equal(v.tag, bits_of(memory + 0, 16, 0, 16, false));
		assert_int_equal(v.op, bits_of(memory + 2, 8, 0, 4, false));
		assert_int_equal(v.has_imm, bits_of(memory + 2, 8, 4, 1, false));
		assert_int_equal(v.inlined, bits_of(memory + 2, 8, 5, 1, false));
		assert_int_equal(v.meta, bits_of(memory + 2, 8, 7, 1, false));
		assert_int_equal(v.phase, bits_of(memory + 3, 8, 0, 1, false));
		assert_int_equal(v.first, bits_of(memory + 3, 8, 2, 1, false));
		assert_int_equal(v.last, bits_of(memory + 3, 8, 3, 1, false));
		assert_int_equal(v.completion, bits_of(memory + 3, 8, 4, 1, false));
		assert_int_equal(v.dest_qpn, bits_of(memory + 4, 16, 0, 16, false));
		assert_int_equal(v.length, bits_of(memory + 6, 16, 0, 16, false));
		assert_int_equal(v.imm, bits_of(memory + 8, 32, 0, 32, false));
		assert_int_equal(v.ah, bits_of(memory + 12, 16, 0, 16, false));
		assert_int_equal(v.burst, bits_of(memory + 14, 8, 0, 1, false));
		assert_int_equal(v.qkey, bits_of(memory + 16, 32, 0, 32, false));
		assert_int_equal(v.tag_1, bits_of(memory + 26, 16, 0, 16, false));
		assert_int_equal(v.tag_2, bits_of(memory + 28, 16, 0, 16, false));
		assert_int_equal(v.tag_3, bits_of(memory + 30, 16, 0, 16, false));
		assert_int_equal(efa_meta_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void efa_buffer_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_buffer in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(24);
		in.addr = (__typeof__(in.addr))random_bits(64);
		efa_buffer_put(memory, &in);
		efa_buffer_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_buffer_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.addr, out.addr);
		assert_true(efa_buffer_reserved_clear(memory));
	}
}

static void efa_buffer_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_buffer v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_buffer_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(v.lkey, bits_of(memory + 4, 32, 0, 24, false));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, false));
		assert_int_equal(efa_buffer_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void efa_remote_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_remote in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		efa_remote_put(memory, &in);
		efa_remote_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_remote_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.rkey, out.rkey);
		assert_int_equal(in.addr, out.addr);
	}
}

static void efa_remote_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_remote v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_remote_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, false));
		assert_int_equal(v.rkey, bits_of(memory + 4, 32, 0, 32, false));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, false));
		memory[bit / 8] = 0;
	}
}

static void efa_recv_buffer_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_recv_buffer in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.tag = (__typeof__(in.tag))random_bits(16);
		in.length = (__typeof__(in.length))random_bits(16);
		in.lkey = (__typeof__(in.lkey))random_bits(24);
		in.first = (__typeof__(in.first))random_bits(1);
		in.last = (__typeof__(in.last))random_bits(1);
		efa_recv_buffer_put(memory, &in);
		efa_recv_buffer_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_recv_buffer_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.tag, out.tag);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.first, out.first);
		assert_int_equal(in.last, out.last);
		assert_true(efa_recv_buffer_reserved_clear(memory));
	}
}

static void efa_recv_buffer_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3f};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_recv_buffer v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_recv_buffer_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, false));
		assert_int_equal(v.tag, bits_of(memory + 8, 16, 0, 16, false));
		assert_int_equal(v.length, bits_of(memory + 10, 16, 0, 16, false));
		assert_int_equal(v.lkey, bits_of(memory + 12, 32, 0, 24, false));
		assert_int_equal(v.first, bits_of(memory + 12, 32, 30, 1, false));
		assert_int_equal(v.last, bits_of(memory + 12, 32, 31, 1, false));
		assert_int_equal(efa_recv_buffer_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void efa_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_cqe in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.tag = (__typeof__(in.tag))random_bits(16);
		in.status = (__typeof__(in.status))random_bits(8);
		in.phase = (__typeof__(in.phase))random_bits(1);
		in.queue = (__typeof__(in.queue))random_bits(2);
		in.has_imm = (__typeof__(in.has_imm))random_bits(1);
		in.op = (__typeof__(in.op))random_bits(3);
		in.unsolicited = (__typeof__(in.unsolicited))random_bits(1);
		in.qpn = (__typeof__(in.qpn))random_bits(16);
		in.length = (__typeof__(in.length))random_bits(16);
		in.ah = (__typeof__(in.ah))random_bits(16);
		in.src_qp = (__typeof__(in.src_qp))random_bits(16);
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.length_high = (__typeof__(in.length_high))random_bits(16);
		efa_cqe_put(memory, &in);
		efa_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_cqe_get(memory);
		assert_int_equal(in.tag, out.tag);
		assert_int_equal(in.status, out.status);
		assert_int_equal(in.phase, out.phase);
		assert_int_equal(in.queue, out.queue);
		assert_int_equal(in.has_imm, out.has_imm);
		assert_int_equal(in.op, out.op);
		assert_int_equal(in.unsolicited, out.unsolicited);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.ah, out.ah);
		assert_int_equal(in.src_qp, out.src_qp);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.length_high, out.length_high);
	}
}

static void efa_cqe_bits(void **unused)
{
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_cqe_get(memory);
		assert_int_equal(v.tag, bits_of(memory + 0, 16, 0, 16, false));
		assert_int_equal(v.status, bits_of(memory + 2, 8, 0, 8, false));
		assert_int_equal(v.phase, bits_of(memory + 3, 8, 0, 1, false));
		assert_int_equal(v.queue, bits_of(memory + 3, 8, 1, 2, false));
		assert_int_equal(v.has_imm, bits_of(memory + 3, 8, 3, 1, false));
		assert_int_equal(v.op, bits_of(memory + 3, 8, 4, 3, false));
		assert_int_equal(v.unsolicited, bits_of(memory + 3, 8, 7, 1, false));
		assert_int_equal(v.qpn, bits_of(memory + 4, 16, 0, 16, false));
		assert_int_equal(v.length, bits_of(memory + 6, 16, 0, 16, false));
		assert_int_equal(v.tag_1, bits_of(memory + 6, 16, 0, 16, false));
		assert_int_equal(v.ah, bits_of(memory + 8, 16, 0, 16, false));
		assert_int_equal(v.tag_2, bits_of(memory + 8, 16, 0, 16, false));
		assert_int_equal(v.src_qp, bits_of(memory + 10, 16, 0, 16, false));
		assert_int_equal(v.tag_3, bits_of(memory + 10, 16, 0, 16, false));
		assert_int_equal(v.imm, bits_of(memory + 12, 32, 0, 32, false));
		assert_int_equal(v.length_high, bits_of(memory + 16, 16, 0, 16, false));
		assert_memory_equal(v.sgid, memory + 16, 16);
		memory[bit / 8] = 0;
	}
}

static void efa_sq_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_sq_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(16);
		efa_sq_doorbell_put(memory, &in);
		efa_sq_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_sq_doorbell_get(memory);
		assert_int_equal(in.count, out.count);
		assert_true(efa_sq_doorbell_reserved_clear(memory));
	}
}

static void efa_sq_doorbell_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0xff, 0xff};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_sq_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_sq_doorbell_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 16, false));
		assert_int_equal(efa_sq_doorbell_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void efa_rq_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_rq_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(16);
		efa_rq_doorbell_put(memory, &in);
		efa_rq_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_rq_doorbell_get(memory);
		assert_int_equal(in.count, out.count);
		assert_true(efa_rq_doorbell_reserved_clear(memory));
	}
}

static void efa_rq_doorbell_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0xff, 0xff};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_rq_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_rq_doorbell_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 16, false));
		assert_int_equal(efa_rq_doorbell_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void efa_cq_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct efa_cq_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.index = (__typeof__(in.index))random_bits(16);
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		in.arm = (__typeof__(in.arm))random_bits(1);
		efa_cq_doorbell_put(memory, &in);
		efa_cq_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = efa_cq_doorbell_get(memory);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.arm, out.arm);
		assert_true(efa_cq_doorbell_reserved_clear(memory));
	}
}

static void efa_cq_doorbell_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0xff, 0x1f};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct efa_cq_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = efa_cq_doorbell_get(memory);
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 16, false));
		assert_int_equal(v.sequence, bits_of(memory + 0, 32, 29, 2, false));
		assert_int_equal(v.arm, bits_of(memory + 0, 32, 31, 1, false));
		assert_int_equal(efa_cq_doorbell_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(efa_meta_round_trip),
		cmocka_unit_test(efa_meta_bits),
		cmocka_unit_test(efa_buffer_round_trip),
		cmocka_unit_test(efa_buffer_bits),
		cmocka_unit_test(efa_remote_round_trip),
		cmocka_unit_test(efa_remote_bits),
		cmocka_unit_test(efa_recv_buffer_round_trip),
		cmocka_unit_test(efa_recv_buffer_bits),
		cmocka_unit_test(efa_cqe_round_trip),
		cmocka_unit_test(efa_cqe_bits),
		cmocka_unit_test(efa_sq_doorbell_round_trip),
		cmocka_unit_test(efa_sq_doorbell_bits),
		cmocka_unit_test(efa_rq_doorbell_round_trip),
		cmocka_unit_test(efa_rq_doorbell_bits),
		cmocka_unit_test(efa_cq_doorbell_round_trip),
		cmocka_unit_test(efa_cq_doorbell_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
