/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx5.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Round trip through every format of mlx5: get reads back what put has stored; put sets no bit
 * outside the fields, whatever was there before, and writes no byte past the format. Each bit of
 * memory, set alone, is read as part of exactly the fields that contain it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inverbs/adapters/mlx5_formats.h>

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

static void mlx5_ctrl_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_ctrl in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.index = (__typeof__(in.index))random_bits(16);
		in.opcode = (__typeof__(in.opcode))random_bits(8);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.units = (__typeof__(in.units))(random_bits(6) * 16);
		in.fence = random_bits(1);
		in.cqe = random_bits(1);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.imm = (__typeof__(in.imm))random_bits(32);
		mlx5_ctrl_put(memory, &in);
		mlx5_ctrl_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_ctrl_get(memory);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.units, out.units);
		assert_int_equal(in.fence, out.fence);
		assert_int_equal(in.cqe, out.cqe);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.imm, out.imm);
		assert_true(mlx5_ctrl_reserved_clear(memory));
	}
}

static void mlx5_ctrl_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc0,
					   0xff, 0xff, 0xff, 0x11, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_ctrl v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_ctrl_get(memory);
		assert_int_equal(v.index, bits_of(memory + 0, 32, 8, 16, true));
		assert_int_equal(v.opcode, bits_of(memory + 0, 32, 0, 8, true));
		assert_int_equal(v.qpn, bits_of(memory + 4, 32, 8, 24, true));
		assert_int_equal(v.units, bits_of(memory + 4, 32, 0, 6, true) * 16);
		assert_int_equal(v.fence, bits_of(memory + 11, 8, 5, 3, true) == 4);
		assert_int_equal(v.cqe, bits_of(memory + 11, 8, 2, 2, true) == 2);
		assert_int_equal(v.solicited, bits_of(memory + 11, 8, 1, 1, true));
		assert_int_equal(v.imm, bits_of(memory + 12, 32, 0, 32, host_is_big));
		assert_int_equal(v.key, bits_of(memory + 12, 32, 0, 32, true));
		assert_int_equal(mlx5_ctrl_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_xrc_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_xrc in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.srqn = (__typeof__(in.srqn))random_bits(32);
		mlx5_xrc_put(memory, &in);
		mlx5_xrc_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_xrc_get(memory);
		assert_int_equal(in.srqn, out.srqn);
		assert_true(mlx5_xrc_reserved_clear(memory));
	}
}

static void mlx5_xrc_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_xrc v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_xrc_get(memory);
		assert_int_equal(v.srqn, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(mlx5_xrc_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_remote_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_remote in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.addr = (__typeof__(in.addr))random_bits(64);
		in.rkey = (__typeof__(in.rkey))random_bits(32);
		mlx5_remote_put(memory, &in);
		mlx5_remote_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_remote_get(memory);
		assert_int_equal(in.addr, out.addr);
		assert_int_equal(in.rkey, out.rkey);
		assert_true(mlx5_remote_reserved_clear(memory));
	}
}

static void mlx5_remote_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_remote v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_remote_get(memory);
		assert_int_equal(v.addr, bits_of(memory + 0, 64, 0, 64, true));
		assert_int_equal(v.rkey, bits_of(memory + 8, 32, 0, 32, true));
		assert_int_equal(mlx5_remote_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_atomic_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_atomic in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.swap_add = (__typeof__(in.swap_add))random_bits(64);
		in.compare = (__typeof__(in.compare))random_bits(64);
		mlx5_atomic_put(memory, &in);
		mlx5_atomic_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_atomic_get(memory);
		assert_int_equal(in.swap_add, out.swap_add);
		assert_int_equal(in.compare, out.compare);
	}
}

static void mlx5_atomic_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_atomic v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_atomic_get(memory);
		assert_int_equal(v.swap_add, bits_of(memory + 0, 64, 0, 64, true));
		assert_int_equal(v.compare, bits_of(memory + 8, 64, 0, 64, true));
		memory[bit / 8] = 0;
	}
}

static void mlx5_av_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_av in, out;
		uint8_t memory[48] __attribute__((aligned(8))) = {0};
		uint8_t used[48 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.qkey = (__typeof__(in.qkey))random_bits(32);
		in.extended = (__typeof__(in.extended))1;
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		random_bytes(in.path, 36);
		mlx5_av_put(memory, &in);
		mlx5_av_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_av_get(memory);
		assert_int_equal(in.qkey, out.qkey);
		assert_int_equal(in.extended, out.extended);
		assert_int_equal(in.qpn, out.qpn);
		assert_memory_equal(in.path, out.path, 36);
		assert_true(mlx5_av_reserved_clear(memory));
	}
}

static void mlx5_av_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[48] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_av v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_av_get(memory);
		assert_int_equal(v.qkey, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(v.extended, bits_of(memory + 8, 32, 31, 1, true));
		assert_int_equal(v.qpn, bits_of(memory + 8, 32, 0, 24, true));
		assert_memory_equal(v.path, memory + 12, 36);
		assert_int_equal(mlx5_av_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_address_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_address in, out;
		uint8_t memory[36] __attribute__((aligned(8))) = {0};
		uint8_t used[36 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.rate = (__typeof__(in.rate))random_bits(4);
		in.sl = (__typeof__(in.sl))random_bits(4);
		in.loopback = (__typeof__(in.loopback))random_bits(1);
		in.path_bits = (__typeof__(in.path_bits))random_bits(7);
		in.dlid = (__typeof__(in.dlid))random_bits(16);
		random_bytes(in.mac, 6);
		in.traffic_class = (__typeof__(in.traffic_class))random_bits(8);
		in.hop_limit = (__typeof__(in.hop_limit))random_bits(8);
		in.grh = (__typeof__(in.grh))random_bits(1);
		in.gid_index = (__typeof__(in.gid_index))random_bits(8);
		in.flow_label = (__typeof__(in.flow_label))random_bits(20);
		random_bytes(in.dgid, 16);
		mlx5_address_put(memory, &in);
		mlx5_address_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_address_get(memory);
		assert_int_equal(in.rate, out.rate);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.loopback, out.loopback);
		assert_int_equal(in.path_bits, out.path_bits);
		assert_int_equal(in.dlid, out.dlid);
		assert_memory_equal(in.mac, out.mac, 6);
		assert_int_equal(in.traffic_class, out.traffic_class);
		assert_int_equal(in.hop_limit, out.hop_limit);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.gid_index, out.gid_index);
		assert_int_equal(in.flow_label, out.flow_label);
		assert_memory_equal(in.dgid, out.dgid, 16);
		assert_true(mlx5_address_reserved_clear(memory));
	}
}

static void mlx5_address_bits(void **unused)
{
	static const uint8_t reserved[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xb0, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[36] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_address v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_address_get(memory);
		assert_int_equal(v.rate, bits_of(memory + 0, 8, 4, 4, true));
		assert_int_equal(v.sl, bits_of(memory + 0, 8, 0, 4, true));
		assert_int_equal(v.loopback, bits_of(memory + 1, 8, 7, 1, true));
		assert_int_equal(v.path_bits, bits_of(memory + 1, 8, 0, 7, true));
		assert_int_equal(v.dlid, bits_of(memory + 2, 16, 0, 16, true));
		assert_memory_equal(v.mac, memory + 8, 6);
		assert_int_equal(v.traffic_class, bits_of(memory + 14, 8, 0, 8, true));
		assert_int_equal(v.hop_limit, bits_of(memory + 15, 8, 0, 8, true));
		assert_int_equal(v.grh, bits_of(memory + 16, 32, 30, 1, true));
		assert_int_equal(v.gid_index, bits_of(memory + 16, 32, 20, 8, true));
		assert_int_equal(v.flow_label, bits_of(memory + 16, 32, 0, 20, true));
		assert_memory_equal(v.dgid, memory + 20, 16);
		assert_int_equal(mlx5_address_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_eth_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_eth in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.l4_csum = (__typeof__(in.l4_csum))random_bits(1);
		in.l3_csum = (__typeof__(in.l3_csum))random_bits(1);
		in.mss = (__typeof__(in.mss))random_bits(16);
		in.header_bytes = (__typeof__(in.header_bytes))random_bits(16);
		random_bytes(in.header, 2);
		mlx5_eth_put(memory, &in);
		mlx5_eth_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_eth_get(memory);
		assert_int_equal(in.l4_csum, out.l4_csum);
		assert_int_equal(in.l3_csum, out.l3_csum);
		assert_int_equal(in.mss, out.mss);
		assert_int_equal(in.header_bytes, out.header_bytes);
		assert_memory_equal(in.header, out.header, 2);
		assert_true(mlx5_eth_reserved_clear(memory));
	}
}

static void mlx5_eth_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0xff, 0xff, 0x3f, 0xff, 0x00, 0x00,
					   0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_eth v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_eth_get(memory);
		assert_int_equal(v.l4_csum, bits_of(memory + 4, 8, 7, 1, true));
		assert_int_equal(v.l3_csum, bits_of(memory + 4, 8, 6, 1, true));
		assert_int_equal(v.mss, bits_of(memory + 6, 16, 0, 16, true));
		assert_int_equal(v.header_bytes, bits_of(memory + 12, 16, 0, 16, true));
		assert_memory_equal(v.header, memory + 14, 2);
		assert_int_equal(mlx5_eth_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_umr_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_umr in, out;
		uint8_t memory[48] __attribute__((aligned(8))) = {0};
		uint8_t used[48 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.inlined = (__typeof__(in.inlined))1;
		in.check_free = (__typeof__(in.check_free))random_bits(1);
		in.translation = (__typeof__(in.translation))1;
		in.check_qpn = (__typeof__(in.check_qpn))random_bits(1);
		in.klm_units = (__typeof__(in.klm_units))random_bits(16);
		in.mask_free = (__typeof__(in.mask_free))1;
		in.mask_rights = (__typeof__(in.mask_rights))random_bits(4);
		in.mask_qpn = (__typeof__(in.mask_qpn))random_bits(1);
		in.mask_key = (__typeof__(in.mask_key))1;
		in.mask_start = (__typeof__(in.mask_start))random_bits(1);
		in.mask_length = (__typeof__(in.mask_length))random_bits(1);
		mlx5_umr_put(memory, &in);
		mlx5_umr_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_umr_get(memory);
		assert_int_equal(in.inlined, out.inlined);
		assert_int_equal(in.check_free, out.check_free);
		assert_int_equal(in.translation, out.translation);
		assert_int_equal(in.check_qpn, out.check_qpn);
		assert_int_equal(in.klm_units, out.klm_units);
		assert_int_equal(in.mask_free, out.mask_free);
		assert_int_equal(in.mask_rights, out.mask_rights);
		assert_int_equal(in.mask_qpn, out.mask_qpn);
		assert_int_equal(in.mask_key, out.mask_key);
		assert_int_equal(in.mask_start, out.mask_start);
		assert_int_equal(in.mask_length, out.mask_length);
		assert_true(mlx5_umr_reserved_clear(memory));
	}
}

static void mlx5_umr_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x47, 0xff, 0xff, 0xff, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xdf, 0xc3, 0x9f, 0xbe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[48] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_umr v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_umr_get(memory);
		assert_int_equal(v.inlined, bits_of(memory + 0, 8, 7, 1, true));
		assert_int_equal(v.check_free, bits_of(memory + 0, 8, 5, 1, true));
		assert_int_equal(v.translation, bits_of(memory + 0, 8, 4, 1, true));
		assert_int_equal(v.check_qpn, bits_of(memory + 0, 8, 3, 1, true));
		assert_int_equal(v.klm_units, bits_of(memory + 4, 16, 0, 16, true));
		assert_int_equal(v.mask_free, bits_of(memory + 8, 64, 29, 1, true));
		assert_int_equal(v.mask_rights, bits_of(memory + 8, 64, 18, 4, true));
		assert_int_equal(v.mask_qpn, bits_of(memory + 8, 64, 14, 1, true));
		assert_int_equal(v.mask_key, bits_of(memory + 8, 64, 13, 1, true));
		assert_int_equal(v.mask_start, bits_of(memory + 8, 64, 6, 1, true));
		assert_int_equal(v.mask_length, bits_of(memory + 8, 64, 0, 1, true));
		assert_int_equal(mlx5_umr_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_mkey_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_mkey in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};
		uint8_t used[64 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.free = (__typeof__(in.free))random_bits(1);
		in.atomic = (__typeof__(in.atomic))random_bits(1);
		in.remote_write = (__typeof__(in.remote_write))random_bits(1);
		in.remote_read = (__typeof__(in.remote_read))random_bits(1);
		in.local_write = (__typeof__(in.local_write))random_bits(1);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.key = (__typeof__(in.key))random_bits(8);
		in.start = (__typeof__(in.start))random_bits(64);
		in.length = (__typeof__(in.length))random_bits(64);
		mlx5_mkey_put(memory, &in);
		mlx5_mkey_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_mkey_get(memory);
		assert_int_equal(in.free, out.free);
		assert_int_equal(in.atomic, out.atomic);
		assert_int_equal(in.remote_write, out.remote_write);
		assert_int_equal(in.remote_read, out.remote_read);
		assert_int_equal(in.local_write, out.local_write);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.key, out.key);
		assert_int_equal(in.start, out.start);
		assert_int_equal(in.length, out.length);
		assert_true(mlx5_mkey_reserved_clear(memory));
	}
}

static void mlx5_mkey_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0xbf, 0xff, 0x87, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[64] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_mkey v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_mkey_get(memory);
		assert_int_equal(v.free, bits_of(memory + 0, 8, 6, 1, true));
		assert_int_equal(v.atomic, bits_of(memory + 2, 8, 6, 1, true));
		assert_int_equal(v.remote_write, bits_of(memory + 2, 8, 5, 1, true));
		assert_int_equal(v.remote_read, bits_of(memory + 2, 8, 4, 1, true));
		assert_int_equal(v.local_write, bits_of(memory + 2, 8, 3, 1, true));
		assert_int_equal(v.qpn, bits_of(memory + 4, 32, 8, 24, true));
		assert_int_equal(v.key, bits_of(memory + 4, 32, 0, 8, true));
		assert_int_equal(v.start, bits_of(memory + 16, 64, 0, 64, true));
		assert_int_equal(v.length, bits_of(memory + 24, 64, 0, 64, true));
		assert_int_equal(mlx5_mkey_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_klm_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_klm in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};
		uint8_t used[64 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		mlx5_klm_put(memory, &in);
		mlx5_klm_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_klm_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.addr, out.addr);
		assert_true(mlx5_klm_reserved_clear(memory));
	}
}

static void mlx5_klm_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[64] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_klm v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_klm_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(v.lkey, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		assert_int_equal(mlx5_klm_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_data_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_data in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.length = (__typeof__(in.length))random_bits(32);
		in.lkey = (__typeof__(in.lkey))random_bits(32);
		in.addr = (__typeof__(in.addr))random_bits(64);
		mlx5_data_put(memory, &in);
		mlx5_data_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_data_get(memory);
		assert_int_equal(in.length, out.length);
		assert_int_equal(in.lkey, out.lkey);
		assert_int_equal(in.addr, out.addr);
	}
}

static void mlx5_data_bits(void **unused)
{
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_data v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_data_get(memory);
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 32, true));
		assert_int_equal(v.lkey, bits_of(memory + 4, 32, 0, 32, true));
		assert_int_equal(v.addr, bits_of(memory + 8, 64, 0, 64, true));
		memory[bit / 8] = 0;
	}
}

static void mlx5_inline_hdr_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_inline_hdr in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.is_inline = (__typeof__(in.is_inline))1;
		in.length = (__typeof__(in.length))random_bits(31);
		mlx5_inline_hdr_put(memory, &in);
		mlx5_inline_hdr_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_inline_hdr_get(memory);
		assert_int_equal(in.is_inline, out.is_inline);
		assert_int_equal(in.length, out.length);
	}
}

static void mlx5_inline_hdr_bits(void **unused)
{
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_inline_hdr v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_inline_hdr_get(memory);
		assert_int_equal(v.is_inline, bits_of(memory + 0, 32, 31, 1, true));
		assert_int_equal(v.length, bits_of(memory + 0, 32, 0, 31, true));
		memory[bit / 8] = 0;
	}
}

static void mlx5_srq_next_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_srq_next in, out;
		uint8_t memory[16] __attribute__((aligned(8))) = {0};
		uint8_t used[16 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.next = (__typeof__(in.next))random_bits(16);
		mlx5_srq_next_put(memory, &in);
		mlx5_srq_next_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_srq_next_get(memory);
		assert_int_equal(in.next, out.next);
		assert_true(mlx5_srq_next_reserved_clear(memory));
	}
}

static void mlx5_srq_next_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t memory[16] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_srq_next v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_srq_next_get(memory);
		assert_int_equal(v.next, bits_of(memory + 2, 16, 0, 16, true));
		assert_int_equal(mlx5_srq_next_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_cqe_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_cqe in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};
		uint8_t used[64 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.wqe_id = (__typeof__(in.wqe_id))random_bits(16);
		in.path_bits = (__typeof__(in.path_bits))random_bits(7);
		in.slid = (__typeof__(in.slid))random_bits(16);
		in.grh = (__typeof__(in.grh))random_bits(2);
		in.sl = (__typeof__(in.sl))random_bits(4);
		in.src_qpn = (__typeof__(in.src_qpn))random_bits(24);
		in.l4_ok = (__typeof__(in.l4_ok))random_bits(1);
		in.l3_ok = (__typeof__(in.l3_ok))random_bits(1);
		in.l2_ok = (__typeof__(in.l2_ok))random_bits(1);
		in.l3_type = (__typeof__(in.l3_type))random_bits(2);
		in.vlan = (__typeof__(in.vlan))random_bits(16);
		in.user_index = (__typeof__(in.user_index))random_bits(24);
		in.imm = (__typeof__(in.imm))random_bits(32);
		in.byte_count = (__typeof__(in.byte_count))random_bits(32);
		in.timestamp = (__typeof__(in.timestamp))random_bits(64);
		in.send_op = (__typeof__(in.send_op))random_bits(8);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.wqe_index = (__typeof__(in.wqe_index))random_bits(16);
		in.signature = (__typeof__(in.signature))random_bits(8);
		in.opcode = (__typeof__(in.opcode))random_bits(4);
		in.format = (__typeof__(in.format))random_bits(2);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.owner = (__typeof__(in.owner))random_bits(1);
		mlx5_cqe_put(memory, &in);
		mlx5_cqe_put(used, &in);
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_cqe_get(memory);
		assert_int_equal(in.wqe_id, out.wqe_id);
		assert_int_equal(in.path_bits, out.path_bits);
		assert_int_equal(in.slid, out.slid);
		assert_int_equal(in.grh, out.grh);
		assert_int_equal(in.sl, out.sl);
		assert_int_equal(in.src_qpn, out.src_qpn);
		assert_int_equal(in.l4_ok, out.l4_ok);
		assert_int_equal(in.l3_ok, out.l3_ok);
		assert_int_equal(in.l2_ok, out.l2_ok);
		assert_int_equal(in.l3_type, out.l3_type);
		assert_int_equal(in.vlan, out.vlan);
		assert_int_equal(in.user_index, out.user_index);
		assert_int_equal(in.imm, out.imm);
		assert_int_equal(in.byte_count, out.byte_count);
		assert_int_equal(in.timestamp, out.timestamp);
		assert_int_equal(in.send_op, out.send_op);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_int_equal(in.signature, out.signature);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.format, out.format);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.owner, out.owner);
		assert_true(mlx5_cqe_reserved_clear(memory));
	}
}

static void mlx5_cqe_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0xff, 0xff, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0x80, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0xc0, 0x00,
		0x00, 0x00, 0xf8, 0xf3, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
	uint8_t memory[64] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_cqe v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_cqe_get(memory);
		assert_int_equal(v.wqe_id, bits_of(memory + 2, 16, 0, 16, true));
		assert_int_equal(v.path_bits, bits_of(memory + 17, 8, 0, 7, true));
		assert_int_equal(v.slid, bits_of(memory + 22, 16, 0, 16, true));
		assert_int_equal(v.grh, bits_of(memory + 24, 32, 28, 2, true));
		assert_int_equal(v.sl, bits_of(memory + 24, 32, 24, 4, true));
		assert_int_equal(v.src_qpn, bits_of(memory + 24, 32, 0, 24, true));
		assert_int_equal(v.l4_ok, bits_of(memory + 28, 8, 2, 1, true));
		assert_int_equal(v.l3_ok, bits_of(memory + 28, 8, 1, 1, true));
		assert_int_equal(v.l2_ok, bits_of(memory + 28, 8, 0, 1, true));
		assert_int_equal(v.l3_type, bits_of(memory + 29, 8, 2, 2, true));
		assert_int_equal(v.vlan, bits_of(memory + 30, 16, 0, 16, true));
		assert_int_equal(v.user_index, bits_of(memory + 32, 32, 0, 24, true));
		assert_int_equal(v.imm, bits_of(memory + 36, 32, 0, 32, host_is_big));
		assert_int_equal(v.inval_rkey, bits_of(memory + 36, 32, 0, 32, true));
		assert_int_equal(v.pkey_index, bits_of(memory + 36, 32, 0, 16, true));
		assert_int_equal(v.byte_count, bits_of(memory + 44, 32, 0, 32, true));
		assert_int_equal(v.timestamp, bits_of(memory + 48, 64, 0, 64, true));
		assert_int_equal(v.send_op, bits_of(memory + 56, 32, 24, 8, true));
		assert_int_equal(v.qpn, bits_of(memory + 56, 32, 0, 24, true));
		assert_int_equal(v.wqe_index, bits_of(memory + 60, 16, 0, 16, true));
		assert_int_equal(v.signature, bits_of(memory + 62, 8, 0, 8, true));
		assert_int_equal(v.opcode, bits_of(memory + 63, 8, 4, 4, true));
		assert_int_equal(v.format, bits_of(memory + 63, 8, 2, 2, true));
		assert_int_equal(v.solicited, bits_of(memory + 63, 8, 1, 1, true));
		assert_int_equal(v.owner, bits_of(memory + 63, 8, 0, 1, true));
		assert_int_equal(mlx5_cqe_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_cqe_err_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_cqe_err in, out;
		uint8_t memory[64] __attribute__((aligned(8))) = {0};
		uint8_t used[64 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.user_index = (__typeof__(in.user_index))random_bits(24);
		in.vendor_err = (__typeof__(in.vendor_err))random_bits(8);
		in.syndrome = (__typeof__(in.syndrome))random_bits(8);
		in.send_op = (__typeof__(in.send_op))random_bits(8);
		in.qpn = (__typeof__(in.qpn))random_bits(24);
		in.wqe_index = (__typeof__(in.wqe_index))random_bits(16);
		in.opcode = (__typeof__(in.opcode))random_bits(4);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.owner = (__typeof__(in.owner))random_bits(1);
		mlx5_cqe_err_put(memory, &in);
		mlx5_cqe_err_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_cqe_err_get(memory);
		assert_int_equal(in.user_index, out.user_index);
		assert_int_equal(in.vendor_err, out.vendor_err);
		assert_int_equal(in.syndrome, out.syndrome);
		assert_int_equal(in.send_op, out.send_op);
		assert_int_equal(in.qpn, out.qpn);
		assert_int_equal(in.wqe_index, out.wqe_index);
		assert_int_equal(in.opcode, out.opcode);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.owner, out.owner);
		assert_true(mlx5_cqe_err_reserved_clear(memory));
	}
}

static void mlx5_cqe_err_bits(void **unused)
{
	static const uint8_t reserved[] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x0c};
	uint8_t memory[64] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_cqe_err v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_cqe_err_get(memory);
		assert_int_equal(v.user_index, bits_of(memory + 32, 32, 0, 24, true));
		assert_int_equal(v.vendor_err, bits_of(memory + 54, 8, 0, 8, true));
		assert_int_equal(v.syndrome, bits_of(memory + 55, 8, 0, 8, true));
		assert_int_equal(v.send_op, bits_of(memory + 56, 32, 24, 8, true));
		assert_int_equal(v.qpn, bits_of(memory + 56, 32, 0, 24, true));
		assert_int_equal(v.wqe_index, bits_of(memory + 60, 16, 0, 16, true));
		assert_int_equal(v.opcode, bits_of(memory + 63, 8, 4, 4, true));
		assert_int_equal(v.solicited, bits_of(memory + 63, 8, 1, 1, true));
		assert_int_equal(v.owner, bits_of(memory + 63, 8, 0, 1, true));
		assert_int_equal(mlx5_cqe_err_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_send_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_send_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(16);
		mlx5_send_record_put(memory, &in);
		mlx5_send_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_send_record_get(memory);
		assert_int_equal(in.count, out.count);
		assert_true(mlx5_send_record_reserved_clear(memory));
	}
}

static void mlx5_send_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_send_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_send_record_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 16, true));
		assert_int_equal(mlx5_send_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_recv_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_recv_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.count = (__typeof__(in.count))random_bits(16);
		mlx5_recv_record_put(memory, &in);
		mlx5_recv_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_recv_record_get(memory);
		assert_int_equal(in.count, out.count);
		assert_true(mlx5_recv_record_reserved_clear(memory));
	}
}

static void mlx5_recv_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0xff, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_recv_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_recv_record_get(memory);
		assert_int_equal(v.count, bits_of(memory + 0, 32, 0, 16, true));
		assert_int_equal(mlx5_recv_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_cq_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_cq_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.index = (__typeof__(in.index))random_bits(24);
		mlx5_cq_record_put(memory, &in);
		mlx5_cq_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_cq_record_get(memory);
		assert_int_equal(in.index, out.index);
		assert_true(mlx5_cq_record_reserved_clear(memory));
	}
}

static void mlx5_cq_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xff, 0x00, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_cq_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_cq_record_get(memory);
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(mlx5_cq_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_arm_record_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_arm_record in, out;
		uint8_t memory[4] __attribute__((aligned(8))) = {0};
		uint8_t used[4 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.index = (__typeof__(in.index))random_bits(24);
		mlx5_arm_record_put(memory, &in);
		mlx5_arm_record_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_arm_record_get(memory);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.index, out.index);
		assert_true(mlx5_arm_record_reserved_clear(memory));
	}
}

static void mlx5_arm_record_bits(void **unused)
{
	static const uint8_t reserved[] = {0xce, 0x00, 0x00, 0x00};
	uint8_t memory[4] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_arm_record v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_arm_record_get(memory);
		assert_int_equal(v.sequence, bits_of(memory + 0, 32, 28, 2, true));
		assert_int_equal(v.solicited, bits_of(memory + 0, 32, 24, 1, true));
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(mlx5_arm_record_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

static void mlx5_arm_register_round_trip(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct mlx5_arm_register in, out;
		uint8_t memory[8] __attribute__((aligned(8))) = {0};
		uint8_t used[8 + 8] __attribute__((aligned(8)));

		memset(used, 0xff, sizeof(used));
		memset(&in, 0, sizeof(in));
		in.sequence = (__typeof__(in.sequence))random_bits(2);
		in.solicited = (__typeof__(in.solicited))random_bits(1);
		in.index = (__typeof__(in.index))random_bits(24);
		in.cqn = (__typeof__(in.cqn))random_bits(24);
		mlx5_arm_register_put(memory, &in);
		mlx5_arm_register_put(used, &in);
		assert_memory_equal(used, memory, sizeof(memory));
		for (size_t i = sizeof(memory); i < sizeof(used); i++)
			assert_int_equal(used[i], 0xff);
		out = mlx5_arm_register_get(memory);
		assert_int_equal(in.sequence, out.sequence);
		assert_int_equal(in.solicited, out.solicited);
		assert_int_equal(in.index, out.index);
		assert_int_equal(in.cqn, out.cqn);
		assert_true(mlx5_arm_register_reserved_clear(memory));
	}
}

static void mlx5_arm_register_bits(void **unused)
{
	static const uint8_t reserved[] = {0xce, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00};
	uint8_t memory[8] __attribute__((aligned(8))) = {0};

	(void)unused;
	for (unsigned int bit = 0; bit < 8 * sizeof(memory); bit++) {
		struct mlx5_arm_register v;

		memory[bit / 8] = (uint8_t)(1 << bit % 8);
		v = mlx5_arm_register_get(memory);
		assert_int_equal(v.sequence, bits_of(memory + 0, 32, 28, 2, true));
		assert_int_equal(v.solicited, bits_of(memory + 0, 32, 24, 1, true));
		assert_int_equal(v.index, bits_of(memory + 0, 32, 0, 24, true));
		assert_int_equal(v.cqn, bits_of(memory + 4, 32, 0, 24, true));
		assert_int_equal(mlx5_arm_register_reserved_clear(memory),
				 !(memory[bit / 8] & reserved[bit / 8]));
		memory[bit / 8] = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mlx5_ctrl_round_trip),
		cmocka_unit_test(mlx5_ctrl_bits),
		cmocka_unit_test(mlx5_xrc_round_trip),
		cmocka_unit_test(mlx5_xrc_bits),
		cmocka_unit_test(mlx5_remote_round_trip),
		cmocka_unit_test(mlx5_remote_bits),
		cmocka_unit_test(mlx5_atomic_round_trip),
		cmocka_unit_test(mlx5_atomic_bits),
		cmocka_unit_test(mlx5_av_round_trip),
		cmocka_unit_test(mlx5_av_bits),
		cmocka_unit_test(mlx5_address_round_trip),
		cmocka_unit_test(mlx5_address_bits),
		cmocka_unit_test(mlx5_eth_round_trip),
		cmocka_unit_test(mlx5_eth_bits),
		cmocka_unit_test(mlx5_umr_round_trip),
		cmocka_unit_test(mlx5_umr_bits),
		cmocka_unit_test(mlx5_mkey_round_trip),
		cmocka_unit_test(mlx5_mkey_bits),
		cmocka_unit_test(mlx5_klm_round_trip),
		cmocka_unit_test(mlx5_klm_bits),
		cmocka_unit_test(mlx5_data_round_trip),
		cmocka_unit_test(mlx5_data_bits),
		cmocka_unit_test(mlx5_inline_hdr_round_trip),
		cmocka_unit_test(mlx5_inline_hdr_bits),
		cmocka_unit_test(mlx5_srq_next_round_trip),
		cmocka_unit_test(mlx5_srq_next_bits),
		cmocka_unit_test(mlx5_cqe_round_trip),
		cmocka_unit_test(mlx5_cqe_bits),
		cmocka_unit_test(mlx5_cqe_err_round_trip),
		cmocka_unit_test(mlx5_cqe_err_bits),
		cmocka_unit_test(mlx5_send_record_round_trip),
		cmocka_unit_test(mlx5_send_record_bits),
		cmocka_unit_test(mlx5_recv_record_round_trip),
		cmocka_unit_test(mlx5_recv_record_bits),
		cmocka_unit_test(mlx5_cq_record_round_trip),
		cmocka_unit_test(mlx5_cq_record_bits),
		cmocka_unit_test(mlx5_arm_record_round_trip),
		cmocka_unit_test(mlx5_arm_record_bits),
		cmocka_unit_test(mlx5_arm_register_round_trip),
		cmocka_unit_test(mlx5_arm_register_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
