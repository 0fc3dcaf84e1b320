/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Round trip through every format of mlx4: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/mlx4_formats.h>

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

static void mlx4_ctrl_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_ctrl in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(mlx4_ctrl_first_word(&in)) first;

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.owner = (__typeof__(in.owner))random_bits(1);
		in.index = (__typeof__(in.index))random_bits(16);
		in.opcode = (__typeof__(in.opcode))random_bits(5);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.fence = (__typeof__(in.fence))random_bits(1);
		in.units = (__typeof__(in.units))(random_bits(6) * 16);
		in.srqn = (__typeof__(in.srqn))random_bits(24);
		in.strong_order = (__typeof__(in.strong_order))random_bits(1);
		in.tcp_csum = (__typeof__(in.tcp_csum))random_bits(1);
		in.ip_csum = (__typeof__(in.ip_csum))random_bits(1);
		in.cqe = random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.imm = (__typeof__(in.imm))random_bits(32);
		mlx4_ctrl_put_pushed(memory, &in);
		mlx4_ctrl_put_pushed(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_ctrl_get(memory);
		assert_int_equal(in.owner, out.owner);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.units, out.units);
		assert_int_equal(in.srqn, out.srqn);
		assert_int_equal(in.strong_order, out.strong_order);
		assert_int_equal(in.tcp_csum, out.tcp_csum);
		assert_int_equal(in.ip_csum, out.ip_csum);
		assert_int_equal(in.cqe, out.cqe);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.imm, out.imm);
		assert_true(mlx4_ctrl_reserved_clear(memory));
		mlx4_ctrl_put(used, &in);
		first = mlx4_ctrl_first_word(&in);
		assert_memory_equal(used + 0, &first, sizeof(first));
	}
}

static void mlx4_ctrl_bits(void **unused)
{
	static const uint8_t reserved[] = {0x7f, 0x00, 0x00, 0xe0, 0x00, 0x00, 0x00, 0x80,
					   0x00, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_ctrl v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_ctrl_get(memory);
		assert_int_equal(v.owner, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.index, bits_of(memory + 0, 32, 8, 16, true));
		assert_int_equal(v.opcode, bits_of(memory + 0, 32, 0, 5, true));
		assert_int_equal(v.qpn, bits_of(memory + 4, 32, 8, 24, true));
		assert_int_equal(v.fence, bits_of(memory + 7, 8, 6, 1, true));
		assert_int_equal(v.units, bits_of(memory + 7, 8, 0, 6, true) * 16);
		assert_int_equal(v.srqn, bits_of(memory + 8, 32, 8, 24, true));
		assert_int_equal(v.mac_head, bits_of(memory + 8, 32, 16, 16, true));
		assert_int_equal(v.strong_order, bits_of(memory + 8, 32, 7, 1, true));
		assert_int_equal(v.tcp_csum, bits_of(memory + 8, 32, 5, 1, true));
		assert_int_equal(v.ip_csum, bits_of(memory + 8, 32, 4, 1, true));
		assert_int_equal(v.cqe, bits_of(memory + 8, 32, 2, 2, true) == 3);
		assert_int_equal(v.solicited, bits_of(memory + 8, 32, 1, 1, true));
		assert_int_equal(v.imm, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_int_equal(v.inval_rkey, bits_of(memory + 12, 32, 0, 32, true));
		assert_int_equal(v.mac_tail, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_int_equal(mlx4_ctrl_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_remote_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_remote in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		mlx4_remote_put(memory, &in);
		mlx4_remote_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_remote_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(mlx4_remote_reserved_clear(memory));
	}
}

static void mlx4_remote_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_remote v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_remote_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, true));
		assert_int_equal(v.rkey, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(mlx4_remote_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_atomic_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_atomic in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.swap_add = (__typeof__(in.swap_add))random_bits(64);
		in.compare = (__typeof__(in.compare))random_bits(64);
		mlx4_atomic_put(memory, &in);
		mlx4_atomic_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_atomic_get(memory);
		assert_int_equal(in.swap_add, out.swap_add);
		assert_int_equal(in.compare, out.compare);
	}
}

static void mlx4_atomic_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_atomic v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_atomic_get(memory);
		assert_int_equal(v.swap_add, bits_of(memory + 0, 64, 0, 64, true));
		assert_int_equal(v.compare, bits_of(memory + 8, 64, 0, 64, true));
		memory[bit / 8] = 0;
	}
}

static void mlx4_datagram_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_datagram in, out;
		uint8_t memory[48] __attribute__((aligned(8))) = {0};
		uint8_t used[48 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		random_bytes(in.av, 32);
		in.qpn = (__typeof__(in.qpn))random_bits(32);
		in.qkey = (__typeof__(in.qkey))random_bits(32);
		in.vlan = (__typeof__(in.vlan))random_bits(16);
		random_bytes(in.mac, 6);
		mlx4_datagram_put(memory, &in);
		mlx4_datagram_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_datagram_get(memory);
		assert_memory_equal(in.av, out.av, 32);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.vlan, out.vlan);
		assert_memory_equal(in.mac, out.mac, 6);
	}
}

static void mlx4_datagram_bits(void **unused)
{
	uint8_t memory[48] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_datagram v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_datagram_get(memory);
		assert_memory_equal(v.av, memory + 0, 32);
		assert_int_equal(v.qpn, bits_of(memory + 32, 32, 0, 32, true));
		assert_int_equal(v.qkey, bits_of(memory + 36, 32, 0, 32, true));
		assert_int_equal(v.vlan, bits_of(memory + 40, 16, 0, 16, true));
		assert_memory_equal(v.mac, memory + 42, 6);
		memory[bit / 8] = 0;
	}
}

static void mlx4_local_inval_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_local_inval in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		mlx4_local_inval_put(memory, &in);
		mlx4_local_inval_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_local_inval_get(memory);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(mlx4_local_inval_reserved_clear(memory));
	}
}

static void mlx4_local_inval_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_local_inval v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_local_inval_get(memory);
		assert_int_equal(v.rkey, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(mlx4_local_inval_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_bind_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_bind in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.remote_atomic = (__typeof__(in.remote_atomic))random_bits(1);
		in.remote_write = (__typeof__(in.remote_write))random_bits(1);
		in.remote_read = (__typeof__(in.remote_read))random_bits(1);
		in.type2 = (__typeof__(in.type2))random_bits(1);
		in.zero_based = (__typeof__(in.zero_based))random_bits(1);
		in.new_rkey = (__typeof__(in.new_rkey))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(64);
		mlx4_bind_put(memory, &in);
		mlx4_bind_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_bind_get(memory);
		assert_int_equal(in.remote_atomic, out.remote_atomic);
		assert_int_equal(in.remote_write, out.remote_write);
		assert_int_equal(in.remote_read, out.remote_read);
		assert_int_equal(in.type2, out.type2);
		assert_int_equal(in.zero_based, out.zero_based);
		assert_int_equal(in.new_rkey, out.new_rkey);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.length, out.length);
		assert_true(mlx4_bind_reserved_clear(memory));
	}
}

static void mlx4_bind_bits(void **unused)
{
	static const uint8_t reserved[] = {0x1f, 0xff, 0xff, 0xff, 0x3f, 0xff, 0xff, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_bind v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_bind_get(memory);
		assert_int_equal(v.remote_atomic, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.remote_write, bits_of(memory + 0, 32, 30, 1, true));
		assert_int_equal(v.remote_read, bits_of(memory + 0, 32, 29, 1, true));
		assert_int_equal(v.type2, bits_of(memory + 4, 32, 31, 1, true));
		assert_int_equal(v.zero_based, bits_of(memory + 4, 32, 30, 1, true));
		assert_int_equal(v.new_rkey, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(v.lkey, bits_of(memory + 12, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 16, 64, 0, 64, true));
		assert_int_equal(v.length, bits_of(memory + 24, 64, 0, 64, true));
		assert_int_equal(mlx4_bind_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_data_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_data in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));
		__typeof__(mlx4_data_first_word(&in)) first;

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		mlx4_data_put(memory, &in);
		mlx4_data_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_data_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.addr, out.addr);
		mlx4_data_put(used, &in);
		first = mlx4_data_first_word(&in);
		assert_memory_equal(used + 0, &first, sizeof(first));
	}
}

static void mlx4_data_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_data v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_data_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(v.lkey, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		memory[bit / 8] = 0;
	}
}

static void mlx4_inline_hdr_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_inline_hdr in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.is_inline = (__typeof__(in.is_inline))1;
		in.length = (__typeof__(in.length))random_bits(31);
		mlx4_inline_hdr_put(memory, &in);
		mlx4_inline_hdr_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_inline_hdr_get(memory);
		assert_int_equal(in.is_inline, out.is_inline);
		assert_int_equal(in.length, out.length);
	}
}

static void mlx4_inline_hdr_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_inline_hdr v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_inline_hdr_get(memory);
		assert_int_equal(v.is_inline, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 31, true));
		memory[bit / 8] = 0;
	}
}

static void mlx4_srq_next_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_srq_next in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.next = (__typeof__(in.next))random_bits(16);
		mlx4_srq_next_put(memory, &in);
		mlx4_srq_next_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_srq_next_get(memory);
		assert_int_equal(in.next, out.next);
		assert_true(mlx4_srq_next_reserved_clear(memory));
	}
}

static void mlx4_srq_next_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_srq_next v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_srq_next_get(memory);
		assert_int_equal(v.next, bits_of(memory + 2, 16, 0, 16, true));
		assert_int_equal(mlx4_srq_next_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_av_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_av in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.mcast_ether = (__typeof__(in.mcast_ether))random_bits(1);
		in.vlan_present = (__typeof__(in.vlan_present))random_bits(1);
		in.pdn = (__typeof__(in.pdn))random_bits(24);
		in.grh = (__typeof__(in.grh))random_bits(1);
		in.path_bits = (__typeof__(in.path_bits))random_bits(7);
		in.dlid = (__typeof__(in.dlid))random_bits(16);
		in.gid_index = (__typeof__(in.gid_index))random_bits(8);
		in.rate = (__typeof__(in.rate))random_bits(8);
		in.hop_limit = (__typeof__(in.hop_limit))random_bits(8);
		in.sl = (__typeof__(in.sl))random_bits(4);
		in.traffic_class = (__typeof__(in.traffic_class))random_bits(8);
		in.flow_label = (__typeof__(in.flow_label))random_bits(20);
		random_bytes(in.dgid, 16);
		mlx4_av_put(memory, &in);
		mlx4_av_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_av_get(memory);
		assert_int_equal(in.mcast_ether, out.mcast_ether);
		assert_int_equal(in.vlan_present, out.vlan_present);
		assert_int_equal(in.pdn, out.pdn);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.path_bits, out.path_bits);
		assert_int_equal(in.dlid, out.dlid);
		assert_int_equal(in.gid_index, out.gid_index);
		assert_int_equal(in.rate, out.rate);
		assert_int_equal(in.hop_limit, out.hop_limit);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.traffic_class, out.traffic_class);
		assert_int_equal(in.flow_label, out.flow_label);
		assert_memory_equal(in.dgid, out.dgid, 16);
		assert_true(mlx4_av_reserved_clear(memory));
	}
}

static void mlx4_av_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00,
					   0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_av v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_av_get(memory);
		assert_int_equal(v.mcast_ether, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.vlan_present, bits_of(memory + 0, 32, 29, 1, true));
		assert_int_equal(v.port, bits_of(memory + 0, 32, 24, 8, true));
		assert_int_equal(v.pdn, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(v.grh, bits_of(memory + 5, 8, 7, 1, true));
		assert_int_equal(v.path_bits, bits_of(memory + 5, 8, 0, 7, true));
		assert_int_equal(v.dlid, bits_of(memory + 6, 16, 0, 16, true));
		assert_int_equal(v.gid_index, bits_of(memory + 9, 8, 0, 8, true));
		assert_int_equal(v.rate, bits_of(memory + 10, 8, 0, 8, true));
		assert_int_equal(v.hop_limit, bits_of(memory + 11, 8, 0, 8, true));
		assert_int_equal(v.sl, bits_of(memory + 12, 32, 28, 4, true));
		assert_int_equal(v.ether_sl, bits_of(memory + 12, 32, 29, 3, true));
		assert_int_equal(v.traffic_class, bits_of(memory + 12, 32, 20, 8, true));
		assert_int_equal(v.flow_label, bits_of(memory + 12, 32, 0, 20, true));
		assert_memory_equal(v.dgid, memory + 16, 16);
		assert_int_equal(mlx4_av_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_cqe in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.vlan_present = (__typeof__(in.vlan_present))random_bits(1);
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.grh = (__typeof__(in.grh))random_bits(1);
		in.path_bits = (__typeof__(in.path_bits))random_bits(7);
		in.src_qpn = (__typeof__(in.src_qpn))random_bits(24);
		in.sl = (__typeof__(in.sl))random_bits(4);
		in.vlan_id = (__typeof__(in.vlan_id))random_bits(12);
		in.slid = (__typeof__(in.slid))random_bits(16);
		in.ip_ok = (__typeof__(in.ip_ok))random_bits(1);
		in.ipv4 = (__typeof__(in.ipv4))random_bits(1);
		in.l4_ok = (__typeof__(in.l4_ok))random_bits(1);
		in.byte_count = (__typeof__(in.byte_count))random_bits(32);
		in.wqe_index = (__typeof__(in.wqe_index))random_bits(16);
		in.checksum = (__typeof__(in.checksum))random_bits(16);
		random_bytes(in.time_low, 2);
		in.owner = (__typeof__(in.owner))random_bits(1);
		in.is_send = (__typeof__(in.is_send))random_bits(1);
		in.send_op = (__typeof__(in.send_op))random_bits(5);
		mlx4_cqe_put(memory, &in);
		mlx4_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_cqe_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.vlan_present, out.vlan_present);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.path_bits, out.path_bits);
		assert_int_equal(in.src_qpn, out.src_qpn);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.vlan_id, out.vlan_id);
		assert_int_equal(in.slid, out.slid);
		assert_int_equal(in.ip_ok, out.ip_ok);
		assert_int_equal(in.ipv4, out.ipv4);
		assert_int_equal(in.l4_ok, out.l4_ok);
		assert_int_equal(in.byte_count, out.byte_count);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_int_equal(in.checksum, out.checksum);
		assert_memory_equal(in.time_low, out.time_low, 2);
		assert_int_equal(in.owner, out.owner);
		assert_int_equal(in.is_send, out.is_send);
		assert_int_equal(in.send_op, out.send_op);
		assert_true(mlx4_cqe_reserved_clear(memory));
	}
}

static void mlx4_cqe_bits(void **unused)
{
	static const uint8_t reserved[] = {0xdf, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0xef, 0xbf, 0xff, 0xfb, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x20};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_cqe_get(memory);
		assert_int_equal(v.qpn, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(v.vlan_present, bits_of(memory + 0, 32, 29, 1, true));
		assert_int_equal(v.imm, bits_of(memory + 4, 32, 0, 32, host_is_big));
		assert_int_equal(v.inval_rkey, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.pkey_index, bits_of(memory + 4, 32, 0, 7, true));
		assert_int_equal(v.grh, bits_of(memory + 8, 32, 31, 1, true));
		assert_int_equal(v.path_bits, bits_of(memory + 8, 32, 24, 7, true));
		assert_int_equal(v.src_qpn, bits_of(memory + 8, 32, 0, 24, true));
		assert_int_equal(v.srqn, bits_of(memory + 8, 32, 0, 24, true));
		assert_int_equal(v.sl, bits_of(memory + 12, 16, 12, 4, true));
		assert_int_equal(v.ether_sl, bits_of(memory + 12, 16, 13, 3, true));
		assert_int_equal(v.vlan_id, bits_of(memory + 12, 16, 0, 12, true));
		assert_int_equal(v.slid, bits_of(memory + 14, 16, 0, 16, true));
		assert_int_equal(v.time_high, bits_of(memory + 12, 32, 0, 32, true));
		assert_int_equal(v.ip_ok, bits_of(memory + 16, 32, 28, 1, true));
		assert_int_equal(v.ipv4, bits_of(memory + 16, 32, 22, 1, true));
		assert_int_equal(v.l4_ok, bits_of(memory + 16, 32, 2, 1, true));
		assert_int_equal(v.byte_count, bits_of(memory + 20, 32, 0, 32, true));
		assert_int_equal(v.wqe_index, bits_of(memory + 24, 16, 0, 16, true));
		assert_int_equal(v.checksum, bits_of(memory + 26, 16, 0, 16, true));
		assert_memory_equal(v.time_low, memory + 29, 2);
		assert_int_equal(v.owner, bits_of(memory + 31, 8, 7, 1, true));
		assert_int_equal(v.is_send, bits_of(memory + 31, 8, 6, 1, true));
		assert_int_equal(v.send_op, bits_of(memory + 31, 8, 0, 5, true));
		assert_int_equal(v.recv_op, bits_of(memory + 31, 8, 0, 5, true));
		assert_int_equal(v.opcode, bits_of(memory + 31, 8, 0, 5, true));
		assert_int_equal(mlx4_cqe_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_cqe_err_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_cqe_err in, out;
		uint8_t memory[32] __attribute__((aligned(8))) = {0};
		uint8_t used[32 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.srqn = (__typeof__(in.srqn))random_bits(24);
		in.wqe_index = (__typeof__(in.wqe_index))random_bits(16);
		in.vendor_err = (__typeof__(in.vendor_err))random_bits(8);
		in.syndrome = (__typeof__(in.syndrome))random_bits(8);
		in.owner = (__typeof__(in.owner))random_bits(1);
		in.is_send = (__typeof__(in.is_send))random_bits(1);
		in.opcode = (__typeof__(in.opcode))random_bits(5);
		mlx4_cqe_err_put(memory, &in);
		mlx4_cqe_err_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_cqe_err_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.srqn, out.srqn);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_int_equal(in.vendor_err, out.vendor_err);
		assert_int_equal(in.syndrome, out.syndrome);
		assert_int_equal(in.owner, out.owner);
		assert_int_equal(in.is_send, out.is_send);
		assert_int_equal(in.opcode, out.opcode);
		assert_true(mlx4_cqe_err_reserved_clear(memory));
	}
}

static void mlx4_cqe_err_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0x20};
	uint8_t memory[32] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_cqe_err v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_cqe_err_get(memory);
		assert_int_equal(v.qpn, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(v.srqn, bits_of(memory + 8, 32, 0, 24, true));
		assert_int_equal(v.wqe_index, bits_of(memory + 24, 16, 0, 16, true));
		assert_int_equal(v.vendor_err, bits_of(memory + 26, 8, 0, 8, true));
		assert_int_equal(v.syndrome, bits_of(memory + 27, 8, 0, 8, true));
		assert_int_equal(v.owner, bits_of(memory + 31, 8, 7, 1, true));
		assert_int_equal(v.is_send, bits_of(memory + 31, 8, 6, 1, true));
		assert_int_equal(v.opcode, bits_of(memory + 31, 8, 0, 5, true));
		assert_int_equal(mlx4_cqe_err_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_qp_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_qp_doorbell in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		mlx4_qp_doorbell_put(memory, &in);
		mlx4_qp_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_qp_doorbell_get(memory);
		assert_int_equal(in.qpn, out.qpn);
		assert_true(mlx4_qp_doorbell_reserved_clear(memory));
	}
}

static void mlx4_qp_doorbell_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0xff};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_qp_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_qp_doorbell_get(memory);
		assert_int_equal(v.qpn, bits_of(memory + 0, 32, 8, 24, true));
		assert_int_equal(mlx4_qp_doorbell_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_recv_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_recv_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(16);
		mlx4_recv_record_put(memory, &in);
		mlx4_recv_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_recv_record_get(memory);
		assert_int_equal(in.count, out.count);
		assert_true(mlx4_recv_record_reserved_clear(memory));
	}
}

static void mlx4_recv_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_recv_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_recv_record_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 16, true));
		assert_int_equal(mlx4_recv_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_cq_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_cq_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.index = (__typeof__(in.index))random_bits(24);
		mlx4_cq_record_put(memory, &in);
		mlx4_cq_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_cq_record_get(memory);
		assert_int_equal(in.index, out.index);
		assert_true(mlx4_cq_record_reserved_clear(memory));
	}
}

static void mlx4_cq_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0x00, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_cq_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_cq_record_get(memory);
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(mlx4_cq_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_arm_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_arm_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		in.next = (__typeof__(in.next))random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.index = (__typeof__(in.index))random_bits(24);
		mlx4_arm_record_put(memory, &in);
		mlx4_arm_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_arm_record_get(memory);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.next, out.next);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.index, out.index);
		assert_true(mlx4_arm_record_reserved_clear(memory));
	}
}

static void mlx4_arm_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xcc, 0x00, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_arm_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_arm_record_get(memory);
		assert_int_equal(v.sequence, bits_of(memory + 0, 32, 28, 2, true));
		assert_int_equal(v.next, bits_of(memory + 0, 32, 25, 1, true));
		assert_int_equal(v.solicited, bits_of(memory + 0, 32, 24, 1, true));
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(mlx4_arm_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx4_arm_doorbell_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx4_arm_doorbell in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		in.next = (__typeof__(in.next))random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.cqn = (__typeof__(in.cqn))random_bits(24);
		in.index = (__typeof__(in.index))random_bits(24);
		mlx4_arm_doorbell_put(memory, &in);
		mlx4_arm_doorbell_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx4_arm_doorbell_get(memory);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.next, out.next);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.cqn, out.cqn);
		assert_int_equal(in.index, out.index);
		assert_true(mlx4_arm_doorbell_reserved_clear(memory));
	}
}

static void mlx4_arm_doorbell_bits(void **unused)
{
	static const uint8_t reserved[] = {0xcc, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx4_arm_doorbell v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx4_arm_doorbell_get(memory);
		assert_int_equal(v.sequence, bits_of(memory + 0, 32, 28, 2, true));
		assert_int_equal(v.next, bits_of(memory + 0, 32, 25, 1, true));
		assert_int_equal(v.solicited, bits_of(memory + 0, 32, 24, 1, true));
		assert_int_equal(v.cqn, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(v.index, bits_of(memory + 4, 32, 0, 24, true));
		assert_int_equal(mlx4_arm_doorbell_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mlx4_ctrl_round_trip),
		cmocka_unit_test(mlx4_ctrl_bits),
		cmocka_unit_test(mlx4_remote_round_trip),
		cmocka_unit_test(mlx4_remote_bits),
		cmocka_unit_test(mlx4_atomic_round_trip),
		cmocka_unit_test(mlx4_atomic_bits),
		cmocka_unit_test(mlx4_datagram_round_trip),
		cmocka_unit_test(mlx4_datagram_bits),
		cmocka_unit_test(mlx4_local_inval_round_trip),
		cmocka_unit_test(mlx4_local_inval_bits),
		cmocka_unit_test(mlx4_bind_round_trip),
		cmocka_unit_test(mlx4_bind_bits),
		cmocka_unit_test(mlx4_data_round_trip),
		cmocka_unit_test(mlx4_data_bits),
		cmocka_unit_test(mlx4_inline_hdr_round_trip),
		cmocka_unit_test(mlx4_inline_hdr_bits),
		cmocka_unit_test(mlx4_srq_next_round_trip),
		cmocka_unit_test(mlx4_srq_next_bits),
		cmocka_unit_test(mlx4_av_round_trip),
		cmocka_unit_test(mlx4_av_bits),
		cmocka_unit_test(mlx4_cqe_round_trip),
		cmocka_unit_test(mlx4_cqe_bits),
		cmocka_unit_test(mlx4_cqe_err_round_trip),
		cmocka_unit_test(mlx4_cqe_err_bits),
		cmocka_unit_test(mlx4_qp_doorbell_round_trip),
		cmocka_unit_test(mlx4_qp_doorbell_bits),
		cmocka_unit_test(mlx4_recv_record_round_trip),
		cmocka_unit_test(mlx4_recv_record_bits),
		cmocka_unit_test(mlx4_cq_record_round_trip),
		cmocka_unit_test(mlx4_cq_record_bits),
		cmocka_unit_test(mlx4_arm_record_round_trip),
		cmocka_unit_test(mlx4_arm_record_bits),
		cmocka_unit_test(mlx4_arm_doorbell_round_trip),
		cmocka_unit_test(mlx4_arm_doorbell_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
