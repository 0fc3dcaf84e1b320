/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of writes that the engine moves together: the results must be those of single writes. */
#include <stdlib.h>

#include "bursts.h"
#include "engine/base/internal.h"
#include "scene.h"

static void expect_spread_arrives(void **state, enum ibv_qp_type type, size_t step)
{
	struct burst b = burst_begin(state, type);

	burst_post_spread(&b, BURST_MANY, step);
	burst_expect_all(&b);
	assert_int_equal(b.rig->b.dev.port[0].counters.bytes_received, BURST_MANY * BURST_WORD);
	burst_expect_spread(&b, 0, BURST_MANY, step, true);
	assert_int_equal(b.to->bytes[BURST_MANY * step], 0);
}

static void neighbours_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_RC, BURST_WORD);
}

static void places_with_gaps_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_RC, 3 * BURST_WORD);
}

static void places_on_many_pages_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_UC, 400);
}

static void a_run_takes_two_system_calls(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	struct burst_calls calls;

	if (rig_mode != RIG_COPIED)
		skip();
	burst_post_spread(&b, BURST_RUN, 3 * BURST_WORD);
	calls = burst_run_counted(&b);
	assert_int_equal(calls.reads, 1);
	assert_int_equal(calls.writes, 1);
}

static void descending_places_arrive(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (size_t i = BURST_MANY; i-- > 0;)
		burst_post(&b, i * 300, i * 300, BURST_WORD);
	burst_expect_all(&b);
	burst_expect_spread(&b, 0, BURST_MANY, 300, true);
}

static void the_last_of_several_stays(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (size_t i = 0; i < BURST_MANY; i++)
		burst_post(&b, i * BURST_WORD, i / 4 * BURST_WORD, BURST_WORD);
	burst_expect_all(&b);
	for (size_t i = 0; i < BURST_MANY / 4; i++)
		assert_memory_equal(b.to->bytes + i * BURST_WORD,
				    b.from->bytes + (4 * i + 3) * BURST_WORD, BURST_WORD);
}

static void later_ones_cover_earlier_ones(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	uint8_t expected[BURST_BYTES] = {0};

	for (size_t i = 0; i < BURST_MANY; i++) {
		const size_t to = 4090 + (i * 37) % 60;
		const uint32_t bytes = (uint32_t)(1 + (i * 11) % 50);

		burst_post(&b, i * 64, to, bytes);
		memcpy(expected + to, b.from->bytes + i * 64, bytes);
	}
	burst_expect_all(&b);
	assert_memory_equal(b.to->bytes, expected, BURST_BYTES);
}

static void inlined_ones_are_among_them(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (size_t i = 0; i < BURST_MANY / 2; i++) {
		struct ibv_sge sge = rig_sge(b.from, i * 100, BURST_WORD);
		struct ibv_send_wr wr = burst_write(&b, &sge, i * 100);

		wr.send_flags |= i % 3 ? IBV_SEND_INLINE : 0;
		rig_post(b.qp.a, &wr);
	}
	burst_expect_all(&b);
	burst_expect_spread(&b, 0, BURST_MANY / 2, 100, true);
}

static void only_signaled_ones_complete(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (size_t i = 0; i < BURST_MANY; i++) {
		struct ibv_sge sge = rig_sge(b.from, i * BURST_WORD, BURST_WORD);
		struct ibv_send_wr wr = burst_write(&b, &sge, i * BURST_WORD);

		if (b.posted % 5)
			wr.send_flags = 0;
		rig_post(b.qp.a, &wr);
	}
	rig_run(b.rig);
	for (uint64_t i = 5; i <= BURST_MANY; i += 5)
		assert_int_equal(rig_next(b.qp.a->send_cq).wr_id, i);
	rig_expect_none(b.qp.a->send_cq);
	burst_expect_spread(&b, 0, BURST_MANY, BURST_WORD, true);
}

static void the_ring_wraps(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (int round = 0; round < 7; round++) {
		memset(b.to->bytes, 0, BURST_BYTES);
		burst_post_spread(&b, BURST_MANY, 2 * BURST_WORD);
		rig_run(b.rig);
		burst_expect_done(&b, b.posted - BURST_MANY + 1, b.posted);
		burst_expect_spread(&b, 0, BURST_MANY, 2 * BURST_WORD, true);
	}
}

static void packet_numbers_wrap(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	engine_of_qp(&b.qp.a->k)->psn = ENGINE_PSN_MASK - BURST_MANY / 2;
	engine_of_qp(&b.qp.b->k)->expected_psn = ENGINE_PSN_MASK - BURST_MANY / 2;
	burst_post_spread(&b, BURST_MANY, BURST_WORD);
	burst_expect_all(&b);
	assert_int_equal(engine_of_qp(&b.qp.a->k)->psn, BURST_MANY - BURST_MANY / 2 - 1);
}

/**
 * Messages may send data that earlier ones of the run have written, at higher or lower addresses.
 */
static void expect_chain(void **state, size_t step)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *qp = rig_qp(&rig->a, &options);
	struct rig_mr *mr = rig_mr(&rig->a, BURST_BYTES, ALL);
	uint8_t expected[BURST_BYTES];

	rig_connect(qp, qp);
	rig_fill(mr, 1);
	memcpy(expected, mr->bytes, BURST_BYTES);
	for (size_t i = 0; i < BURST_MANY; i++) {
		const size_t at = i * step;
		struct ibv_sge sge = rig_sge(mr, at, BURST_WORD);
		struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE, &sge);

		wr.wr.rdma.remote_addr = sge.addr + BURST_WORD;
		wr.wr.rdma.rkey = mr->k.rkey;
		rig_post(qp, &wr);
		memcpy(expected + at + BURST_WORD, expected + at, BURST_WORD);
	}
	rig_run(rig);
	for (size_t i = 0; i < BURST_MANY; i++)
		assert_int_equal(rig_next(qp->send_cq).status, IBV_WC_SUCCESS);
	assert_memory_equal(mr->bytes, expected, BURST_BYTES);
}

static void a_chain_is_kept(void **state)
{
	expect_chain(state, BURST_WORD - 3);
}

static void a_chain_with_gaps_is_kept(void **state)
{
	expect_chain(state, BURST_WORD + 3);
}

/** Of two messages to the same address, the second one is shorter or longer. */
static void different_lengths_to_one_place(void **state)
{
	static const uint32_t sizes[] = {16, 8, 8, 24, 4};
	struct burst b = burst_begin(state, IBV_QPT_RC);
	uint8_t expected[BURST_BYTES] = {0};

	for (size_t i = 0; i < BURST_MANY; i++) {
		const size_t to = i / 5 * 32;

		burst_post(&b, i * 64, to, sizes[i % 5]);
		memcpy(expected + to, b.from->bytes + i * 64, sizes[i % 5]);
	}
	burst_expect_all(&b);
	assert_memory_equal(b.to->bytes, expected, BURST_BYTES);
}

static void two_sges_are_among_them(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	uint8_t expected[BURST_BYTES] = {0};

	for (size_t i = 0; i < BURST_MANY; i++) {
		struct ibv_sge sge[2] = {rig_sge(b.from, i * 64, BURST_WORD),
					 rig_sge(b.from, 4096 + i * 64, BURST_WORD)};
		struct ibv_send_wr wr = burst_write(&b, sge, i * 2 * BURST_WORD);

		wr.num_sge = i % 4 == 3 ? 2 : 1;
		rig_post(b.qp.a, &wr);
		memcpy(expected + i * 2 * BURST_WORD, b.from->bytes + i * 64, BURST_WORD);
		if (wr.num_sge == 2)
			memcpy(expected + i * 2 * BURST_WORD + BURST_WORD,
			       b.from->bytes + 4096 + i * 64, BURST_WORD);
	}
	burst_expect_all(&b);
	assert_memory_equal(b.to->bytes, expected, BURST_BYTES);
}

/**
 * Messages too long for this run, or for any, among short ones; from the same address, and to the
 * same address.
 */
static void long_ones_are_among_them(void **state)
{
	static const uint32_t sizes[] = {65536, 8,     65537, 1025,  40000,
					 1024,  65536, 65536, 65536, 9};
	enum {
		ROOM = 1 << 20,
		COUNT = 30,
	};
	struct burst b = burst_begin(state, IBV_QPT_RC);
	uint8_t *expected = calloc(1, ROOM);
	size_t at = 100;

	assert_non_null(expected);
	b.from = rig_mr(&b.rig->a, ROOM, ALL);
	b.to = rig_mr(&b.rig->b, ROOM, ALL);
	rig_fill(b.from, 9);
	for (size_t i = 0; i < COUNT; i++) {
		const uint32_t bytes = sizes[i % 10];
		const size_t from = i % 3 ? at : 5;

		if (i % 4 == 2)
			at = 100;
		burst_post(&b, from, at, bytes);
		memcpy(expected + at, b.from->bytes + from, bytes);
		at += bytes;
	}
	burst_expect_all(&b);
	assert_memory_equal(b.to->bytes, expected, ROOM);
	free(expected);
}

/** Requests other than writes end a run, and are executed in order. */
static void others_are_between_them(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	struct ibv_sge sge = rig_sge(b.from, 0, BURST_WORD);

	rig_recv(b.qp.b, 70, b.to, BURST_WORD);
	for (size_t i = 1; i <= 12; i++) {
		const uint32_t bytes = i == 3 ? 2048 : i == 8 ? 0 : BURST_WORD;

		if (i == 5 || i == 6) {
			struct ibv_send_wr wr = burst_write(&b, &sge, 0);

			wr.opcode = i == 5 ? IBV_WR_SEND : IBV_WR_RDMA_READ;
			rig_post(b.qp.a, &wr);
			continue;
		}
		burst_post(&b, i * BURST_WORD, 4096 + i * BURST_WORD, bytes);
	}
	burst_expect_all(&b);
	rig_expect(b.qp.b->recv_cq, 70, IBV_WC_SUCCESS);
}

int test_bursts(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(neighbours_arrive),
		RIG_TEST(places_with_gaps_arrive),
		RIG_TEST(places_on_many_pages_arrive),
		RIG_TEST(a_run_takes_two_system_calls),
		RIG_TEST(descending_places_arrive),
		RIG_TEST(the_last_of_several_stays),
		RIG_TEST(later_ones_cover_earlier_ones),
		RIG_TEST(inlined_ones_are_among_them),
		RIG_TEST(only_signaled_ones_complete),
		RIG_TEST(the_ring_wraps),
		RIG_TEST(packet_numbers_wrap),
		RIG_TEST(a_chain_is_kept),
		RIG_TEST(a_chain_with_gaps_is_kept),
		RIG_TEST(different_lengths_to_one_place),
		RIG_TEST(two_sges_are_among_them),
		RIG_TEST(long_ones_are_among_them),
		RIG_TEST(others_are_between_them),
	};

	return cmocka_run_group_tests_name("bursts", tests, NULL, NULL);
}
