/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Round trip through every format of rxe: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/rxe_formats.h>

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

static void random_bytes(uint8_t *to, unsigned int count)
{
	while (count--)
		*to++ = (uint8_t)random_bits(8);
}

static void rxe_shape_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_shape in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.log2_elem_size = (__typeof__(in.log2_elem_size))random_bits(32);
		in.index_mask = (__typeof__(in.index_mask))random_bits(32);
		rxe_shape_put(memory, &in);
		rxe_shape_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_shape_get(memory);
		assert_int_equal(in.log2_elem_size, out.log2_elem_size);
		assert_int_equal(in.index_mask, out.index_mask);
	}
}

static void rxe_shape_bits(void **unused)
{
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_shape v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_shape_get(memory);
		assert_int_equal(v.log2_elem_size, bits_of(memory + 0, 32, 0, 32, host_is_big));
		assert_int_equal(v.index_mask, bits_of(memory + 4, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_index_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_index in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.value = (__typeof__(in.value))random_bits(32);
		rxe_index_put(memory, &in);
		rxe_index_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_index_get(memory);
		assert_int_equal(in.value, out.value);
	}
}

static void rxe_index_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_index v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_index_get(memory);
		assert_int_equal(v.value, bits_of(memory + 0, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_send_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_send_head in, out;
		uint8_t memory[24] __attribute__((aligned(8))) = {0};
		uint8_t used[24 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.wr_id = (__typeof__(in.wr_id))random_bits(64);
		in.opcode = (__typeof__(in.opcode))random_bits(32);
		in.fence = (__typeof__(in.fence))random_bits(1);
		in.signaled = (__typeof__(in.signaled))random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.inlined = (__typeof__(in.inlined))random_bits(1);
		in.more_flags = (__typeof__(in.more_flags))random_bits(28);
		in.imm = (__typeof__(in.imm))random_bits(32);
		rxe_send_head_put(memory, &in);
		rxe_send_head_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_send_head_get(memory);
		assert_int_equal(in.wr_id, out.wr_id);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.signaled, out.signaled);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.more_flags, out.more_flags);
		assert_int_equal(in.imm, out.imm);
		assert_true(rxe_send_head_reserved_clear(memory));
	}
}

static void rxe_send_head_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[24] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_send_head v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_send_head_get(memory);
		assert_int_equal(v.wr_id, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.opcode, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_int_equal(v.fence, bits_of(memory + 16, 32, 0, 1, host_is_big));
		assert_int_equal(v.signaled, bits_of(memory + 16, 32, 1, 1, host_is_big));
		assert_int_equal(v.solicited, bits_of(memory + 16, 32, 2, 1, host_is_big));
		assert_int_equal(v.inlined, bits_of(memory + 16, 32, 3, 1, host_is_big));
		assert_int_equal(v.more_flags, bits_of(memory + 16, 32, 4, 28, host_is_big));
		assert_int_equal(v.imm, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(v.invalidate, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(rxe_send_head_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_remote_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_remote in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		rxe_remote_put(memory, &in);
		rxe_remote_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_remote_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(rxe_remote_reserved_clear(memory));
	}
}

static void rxe_remote_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_remote v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_remote_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.rkey, bits_of(memory + 8, 32, 0, 32, host_is_big));
		assert_int_equal(rxe_remote_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_swap_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_swap in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.compare = (__typeof__(in.compare))random_bits(64);
		in.swap = (__typeof__(in.swap))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		rxe_swap_put(memory, &in);
		rxe_swap_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_swap_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.compare, out.compare);
		assert_int_equal(in.swap, out.swap);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(rxe_swap_reserved_clear(memory));
	}
}

static void rxe_swap_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_swap v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_swap_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.compare, bits_of(memory + 8, 64, 0, 64, host_is_big));
		assert_int_equal(v.swap, bits_of(memory + 16, 64, 0, 64, host_is_big));
		assert_int_equal(v.rkey, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(rxe_swap_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_add_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_add in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.add = (__typeof__(in.add))random_bits(64);
		in.swap = (__typeof__(in.swap))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		rxe_add_put(memory, &in);
		rxe_add_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_add_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.add, out.add);
		assert_int_equal(in.swap, out.swap);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(rxe_add_reserved_clear(memory));
	}
}

static void rxe_add_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_add v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_add_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.add, bits_of(memory + 8, 64, 0, 64, host_is_big));
		assert_int_equal(v.swap, bits_of(memory + 16, 64, 0, 64, host_is_big));
		assert_int_equal(v.rkey, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(rxe_add_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_datagram_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_datagram in, out;
		uint8_t memory[120] __attribute__((aligned(8))) = {0};
		uint8_t used[120 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))random_bits(32);
		in.qkey = (__typeof__(in.qkey))random_bits(32);
		in.pkey_index = (__typeof__(in.pkey_index))random_bits(16);
		in.ah_number = (__typeof__(in.ah_number))random_bits(32);
		random_bytes(in.av, 88);
		rxe_datagram_put(memory, &in);
		rxe_datagram_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_datagram_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.pkey_index, out.pkey_index);
		assert_int_equal(in.ah_number, out.ah_number);
		assert_memory_equal(in.av, out.av, 88);
		assert_true(rxe_datagram_reserved_clear(memory));
	}
}

static void rxe_datagram_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x00, 0x00,
		0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[120] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_datagram v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_datagram_get(memory);
		assert_int_equal(v.qpn, bits_of(memory + 0, 32, 0, 32, host_is_big));
		assert_int_equal(v.qkey, bits_of(memory + 4, 32, 0, 32, host_is_big));
		assert_int_equal(v.pkey_index, bits_of(memory + 8, 16, 0, 16, host_is_big));
		assert_int_equal(v.ah_number, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_memory_equal(v.av, memory + 32, 88);
		assert_int_equal(rxe_datagram_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_bind_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_bind in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(64);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.old_rkey = (__typeof__(in.old_rkey))random_bits(32);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		in.access = (__typeof__(in.access))random_bits(32);
		rxe_bind_put(memory, &in);
		rxe_bind_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_bind_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.old_rkey, out.old_rkey);
		assert_int_equal(in.rkey, out.rkey);
		assert_int_equal(in.access, out.access);
	}
}

static void rxe_bind_bits(void **unused)
{
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_bind v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_bind_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.length, bits_of(memory + 8, 64, 0, 64, host_is_big));
		assert_int_equal(v.lkey, bits_of(memory + 16, 32, 0, 32, host_is_big));
		assert_int_equal(v.old_rkey, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(v.rkey, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.access, bits_of(memory + 28, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_send_tail_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_send_tail in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};
		uint8_t used[64 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.status = (__typeof__(in.status))random_bits(32);
		in.state = (__typeof__(in.state))random_bits(32);
		in.iova = (__typeof__(in.iova))random_bits(64);
		in.mask = (__typeof__(in.mask))random_bits(32);
		in.first_psn = (__typeof__(in.first_psn))random_bits(32);
		in.last_psn = (__typeof__(in.last_psn))random_bits(32);
		in.ack_length = (__typeof__(in.ack_length))random_bits(32);
		in.ssn = (__typeof__(in.ssn))random_bits(32);
		in.has_rd_atomic = (__typeof__(in.has_rd_atomic))random_bits(32);
		in.length = (__typeof__(in.length))random_bits(32);
		in.resid = (__typeof__(in.resid))random_bits(32);
		in.cur_sge = (__typeof__(in.cur_sge))random_bits(32);
		in.num_sge = (__typeof__(in.num_sge))random_bits(32);
		in.sge_offset = (__typeof__(in.sge_offset))random_bits(32);
		in.more = (__typeof__(in.more))random_bits(32);
		rxe_send_tail_put(memory, &in);
		rxe_send_tail_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_send_tail_get(memory);
		assert_int_equal(in.status, out.status);
		assert_int_equal(in.state, out.state);
		assert_int_equal(in.iova, out.iova);
		assert_int_equal(in.mask, out.mask);
		assert_int_equal(in.first_psn, out.first_psn);
		assert_int_equal(in.last_psn, out.last_psn);
		assert_int_equal(in.ack_length, out.ack_length);
		assert_int_equal(in.ssn, out.ssn);
		assert_int_equal(in.has_rd_atomic, out.has_rd_atomic);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.resid, out.resid);
		assert_int_equal(in.cur_sge, out.cur_sge);
		assert_int_equal(in.num_sge, out.num_sge);
		assert_int_equal(in.sge_offset, out.sge_offset);
		assert_int_equal(in.more, out.more);
	}
}

static void rxe_send_tail_bits(void **unused)
{
	uint8_t memory[64] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_send_tail v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_send_tail_get(memory);
		assert_int_equal(v.status, bits_of(memory + 0, 32, 0, 32, host_is_big));
		assert_int_equal(v.state, bits_of(memory + 4, 32, 0, 32, host_is_big));
		assert_int_equal(v.iova, bits_of(memory + 8, 64, 0, 64, host_is_big));
		assert_int_equal(v.mask, bits_of(memory + 16, 32, 0, 32, host_is_big));
		assert_int_equal(v.first_psn, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(v.last_psn, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.ack_length, bits_of(memory + 28, 32, 0, 32, host_is_big));
		assert_int_equal(v.ssn, bits_of(memory + 32, 32, 0, 32, host_is_big));
		assert_int_equal(v.has_rd_atomic, bits_of(memory + 36, 32, 0, 32, host_is_big));
		assert_int_equal(v.length, bits_of(memory + 40, 32, 0, 32, host_is_big));
		assert_int_equal(v.resid, bits_of(memory + 44, 32, 0, 32, host_is_big));
		assert_int_equal(v.cur_sge, bits_of(memory + 48, 32, 0, 32, host_is_big));
		assert_int_equal(v.num_sge, bits_of(memory + 52, 32, 0, 32, host_is_big));
		assert_int_equal(v.sge_offset, bits_of(memory + 56, 32, 0, 32, host_is_big));
		assert_int_equal(v.more, bits_of(memory + 60, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_recv_head_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_recv_head in, out;
		uint8_t memory[40] __attribute__((aligned(8))) = {0};
		uint8_t used[40 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.wr_id = (__typeof__(in.wr_id))random_bits(64);
		in.unused = (__typeof__(in.unused))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(32);
		in.resid = (__typeof__(in.resid))random_bits(32);
		in.cur_sge = (__typeof__(in.cur_sge))random_bits(32);
		in.num_sge = (__typeof__(in.num_sge))random_bits(32);
		in.sge_offset = (__typeof__(in.sge_offset))random_bits(32);
		in.more = (__typeof__(in.more))random_bits(32);
		rxe_recv_head_put(memory, &in);
		rxe_recv_head_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_recv_head_get(memory);
		assert_int_equal(in.wr_id, out.wr_id);
		assert_int_equal(in.unused, out.unused);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.resid, out.resid);
		assert_int_equal(in.cur_sge, out.cur_sge);
		assert_int_equal(in.num_sge, out.num_sge);
		assert_int_equal(in.sge_offset, out.sge_offset);
		assert_int_equal(in.more, out.more);
	}
}

static void rxe_recv_head_bits(void **unused)
{
	uint8_t memory[40] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_recv_head v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_recv_head_get(memory);
		assert_int_equal(v.wr_id, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.unused, bits_of(memory + 8, 64, 0, 64, host_is_big));
		assert_int_equal(v.length, bits_of(memory + 16, 32, 0, 32, host_is_big));
		assert_int_equal(v.resid, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(v.cur_sge, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.num_sge, bits_of(memory + 28, 32, 0, 32, host_is_big));
		assert_int_equal(v.sge_offset, bits_of(memory + 32, 32, 0, 32, host_is_big));
		assert_int_equal(v.more, bits_of(memory + 36, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_sge_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_sge in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		rxe_sge_put(memory, &in);
		rxe_sge_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_sge_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
	}
}

static void rxe_sge_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_sge v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_sge_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.length, bits_of(memory + 8, 32, 0, 32, host_is_big));
		assert_int_equal(v.lkey, bits_of(memory + 12, 32, 0, 32, host_is_big));
		memory[bit / 8] = 0;
	}
}

static void rxe_av_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_av in, out;
		uint8_t memory[88] __attribute__((aligned(8))) = {0};
		uint8_t used[88 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.port = (__typeof__(in.port))random_bits(8);
		in.network = (__typeof__(in.network))random_bits(8);
		random_bytes(in.mac, 6);
		random_bytes(in.dgid, 16);
		in.flow_label = (__typeof__(in.flow_label))random_bits(32);
		in.gid_index = (__typeof__(in.gid_index))random_bits(8);
		in.hop_limit = (__typeof__(in.hop_limit))random_bits(8);
		in.traffic_class = (__typeof__(in.traffic_class))random_bits(8);
		random_bytes(in.source, 28);
		random_bytes(in.destination, 28);
		rxe_av_put(memory, &in);
		rxe_av_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_av_get(memory);
		assert_int_equal(in.port, out.port);
		assert_int_equal(in.network, out.network);
		assert_memory_equal(in.mac, out.mac, 6);
		assert_memory_equal(in.dgid, out.dgid, 16);
		assert_int_equal(in.flow_label, out.flow_label);
		assert_int_equal(in.gid_index, out.gid_index);
		assert_int_equal(in.hop_limit, out.hop_limit);
		assert_int_equal(in.traffic_class, out.traffic_class);
		assert_memory_equal(in.source, out.source, 28);
		assert_memory_equal(in.destination, out.destination, 28);
		assert_true(rxe_av_reserved_clear(memory));
	}
}

static void rxe_av_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[88] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_av v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_av_get(memory);
		assert_int_equal(v.port, bits_of(memory + 0, 8, 0, 8, host_is_big));
		assert_int_equal(v.network, bits_of(memory + 1, 8, 0, 8, host_is_big));
		assert_memory_equal(v.mac, memory + 2, 6);
		assert_memory_equal(v.dgid, memory + 8, 16);
		assert_int_equal(v.flow_label, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.gid_index, bits_of(memory + 28, 8, 0, 8, host_is_big));
		assert_int_equal(v.hop_limit, bits_of(memory + 29, 8, 0, 8, host_is_big));
		assert_int_equal(v.traffic_class, bits_of(memory + 30, 8, 0, 8, host_is_big));
		assert_memory_equal(v.source, memory + 32, 28);
		assert_memory_equal(v.destination, memory + 60, 28);
		assert_int_equal(rxe_av_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void rxe_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct rxe_cqe in, out;
		uint8_t memory[48] __attribute__((aligned(8))) = {0};
		uint8_t used[48 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.wr_id = (__typeof__(in.wr_id))random_bits(64);
		in.status = (__typeof__(in.status))random_bits(32);
		in.opcode = (__typeof__(in.opcode))random_bits(32);
		in.vendor_err = (__typeof__(in.vendor_err))random_bits(32);
		in.byte_len = (__typeof__(in.byte_len))random_bits(32);
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.qpn = (__typeof__(in.qpn))random_bits(32);
		in.src_qp = (__typeof__(in.src_qp))random_bits(32);
		in.grh = (__typeof__(in.grh))random_bits(1);
		in.with_imm = (__typeof__(in.with_imm))random_bits(1);
		in.with_inv = (__typeof__(in.with_inv))random_bits(1);
		in.pkey_index = (__typeof__(in.pkey_index))random_bits(16);
		in.slid = (__typeof__(in.slid))random_bits(16);
		in.sl = (__typeof__(in.sl))random_bits(8);
		in.path_bits = (__typeof__(in.path_bits))random_bits(8);
		in.port = (__typeof__(in.port))random_bits(8);
		rxe_cqe_put(memory, &in);
		rxe_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = rxe_cqe_get(memory);
		assert_int_equal(in.wr_id, out.wr_id);
		assert_int_equal(in.status, out.status);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.vendor_err, out.vendor_err);
		assert_int_equal(in.byte_len, out.byte_len);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.src_qp, out.src_qp);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.with_imm, out.with_imm);
		assert_int_equal(in.with_inv, out.with_inv);
		assert_int_equal(in.pkey_index, out.pkey_index);
		assert_int_equal(in.slid, out.slid);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.path_bits, out.path_bits);
		assert_int_equal(in.port, out.port);
		assert_true(rxe_cqe_reserved_clear(memory));
	}
}

static void rxe_cqe_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0xf8, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff};
	uint8_t memory[48] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct rxe_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = rxe_cqe_get(memory);
		assert_int_equal(v.wr_id, bits_of(memory + 0, 64, 0, 64, host_is_big));
		assert_int_equal(v.status, bits_of(memory + 8, 32, 0, 32, host_is_big));
		assert_int_equal(v.opcode, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_int_equal(v.vendor_err, bits_of(memory + 16, 32, 0, 32, host_is_big));
		assert_int_equal(v.byte_len, bits_of(memory + 20, 32, 0, 32, host_is_big));
		assert_int_equal(v.imm, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.invalidated, bits_of(memory + 24, 32, 0, 32, host_is_big));
		assert_int_equal(v.qpn, bits_of(memory + 28, 32, 0, 32, host_is_big));
		assert_int_equal(v.src_qp, bits_of(memory + 32, 32, 0, 32, host_is_big));
		assert_int_equal(v.grh, bits_of(memory + 36, 32, 0, 1, host_is_big));
		assert_int_equal(v.with_imm, bits_of(memory + 36, 32, 1, 1, host_is_big));
		assert_int_equal(v.with_inv, bits_of(memory + 36, 32, 2, 1, host_is_big));
		assert_int_equal(v.pkey_index, bits_of(memory + 40, 16, 0, 16, host_is_big));
		assert_int_equal(v.slid, bits_of(memory + 42, 16, 0, 16, host_is_big));
		assert_int_equal(v.sl, bits_of(memory + 44, 8, 0, 8, host_is_big));
		assert_int_equal(v.path_bits, bits_of(memory + 45, 8, 0, 8, host_is_big));
		assert_int_equal(v.port, bits_of(memory + 46, 8, 0, 8, host_is_big));
		assert_int_equal(rxe_cqe_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rxe_shape_round_trip),     cmocka_unit_test(rxe_shape_bits),
		cmocka_unit_test(rxe_index_round_trip),     cmocka_unit_test(rxe_index_bits),
		cmocka_unit_test(rxe_send_head_round_trip), cmocka_unit_test(rxe_send_head_bits),
		cmocka_unit_test(rxe_remote_round_trip),    cmocka_unit_test(rxe_remote_bits),
		cmocka_unit_test(rxe_swap_round_trip),      cmocka_unit_test(rxe_swap_bits),
		cmocka_unit_test(rxe_add_round_trip),       cmocka_unit_test(rxe_add_bits),
		cmocka_unit_test(rxe_datagram_round_trip),  cmocka_unit_test(rxe_datagram_bits),
		cmocka_unit_test(rxe_bind_round_trip),      cmocka_unit_test(rxe_bind_bits),
		cmocka_unit_test(rxe_send_tail_round_trip), cmocka_unit_test(rxe_send_tail_bits),
		cmocka_unit_test(rxe_recv_head_round_trip), cmocka_unit_test(rxe_recv_head_bits),
		cmocka_unit_test(rxe_sge_round_trip),       cmocka_unit_test(rxe_sge_bits),
		cmocka_unit_test(rxe_av_round_trip),        cmocka_unit_test(rxe_av_bits),
		cmocka_unit_test(rxe_cqe_round_trip),       cmocka_unit_test(rxe_cqe_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
