/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that write arbitrary bytes where the adapter reads: other programs must not be affected.
 */
#include <inverbs/device/mlx4_device.h>

#include "engine/base/adapter.h"
#include "rig.h"

enum {
	ROUNDS = 300,
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ
};

static uint32_t seed;

static uint32_t next_random(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

static void scribble(void *memory, size_t bytes)
{
	uint8_t *at = memory;

	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)next_random();
}

/** Corrupt a few bytes. */
static void nibble(void *memory, size_t bytes)
{
	for (int i = 0; i < 8; i++)
		((uint8_t *)memory)[next_random() % bytes] = (uint8_t)next_random();
}

static void ring_all(struct rig *rig)
{
	inverbs_put32(rig->a.ctx.registers + 0x14, 1);
	inverbs_put32(rig->a.ctx.registers + 0x20, 1);
	for (int i = 0; i < 1000 && softhca_engine_poll(&rig->hca); i++)
		;
	rig->now += 10000000;
	rig->num_events = 0;
}

/** Expect that an unrelated pair still works. */
static void expect_peace(struct rig *rig, struct rig_pair *pair)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	rig_recv(pair->b, 7, NULL, 0);
	rig_post(pair->a, &wr);
	for (int i = 0; i < 1000 && softhca_engine_poll(&rig->hca); i++)
		;
	rig_expect(pair->a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(pair->b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void restart(struct rig_pair *pair)
{
	rig_state(pair->a, IBV_QPS_RESET);
	rig_state(pair->b, IBV_QPS_RESET);
	pair->a->k.send_cq->failed = false;
	pair->a->k.recv_cq->failed = false;
	rig_connect(pair->a, pair->b);
}

static void noise_in_rings(void **state)
{
	struct rig *rig = *state;
	struct rig_pair bad = rig_pair(rig, IBV_QPT_RC);
	struct rig_pair good = rig_pair(rig, IBV_QPT_RC);

	seed = 1;
	for (int i = 0; i < ROUNDS; i++) {
		restart(&bad);
		scribble(bad.a->u.sq.buf, (size_t)RIG_SQ_ENTRIES << RIG_SQ_SHIFT);
		ring_all(rig);
		expect_peace(rig, &good);
	}
}

/** Valid WQEs with a few changed bytes, which pass more checks. */
static void nearly_right_entries(void **state)
{
	static const enum ibv_wr_opcode opcodes[] = {
		IBV_WR_SEND,
		IBV_WR_RDMA_WRITE,
		IBV_WR_RDMA_READ,
		IBV_WR_ATOMIC_CMP_AND_SWP,
		IBV_WR_RDMA_WRITE_WITH_IMM,
		IBV_WR_LOCAL_INV,
		IBV_WR_SEND_WITH_INV,
	};
	struct rig *rig = *state;
	struct rig_pair bad = rig_pair(rig, IBV_QPT_RC);
	struct rig_pair good = rig_pair(rig, IBV_QPT_RC);
	struct rig_mr *from = rig_mr(&rig->a, 4096, ALL);
	struct rig_mr *to = rig_mr(&rig->b, 4096, ALL);

	seed = 2;
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_sge sge = rig_sge(from, 0, 64);
		struct ibv_send_wr wr = rig_wr(
			opcodes[(size_t)i % (sizeof(opcodes) / sizeof(*opcodes))], &sge);

		restart(&bad);
		wr.send_flags |= next_random() % 2 ? IBV_SEND_INLINE : 0;
		wr.wr.rdma.remote_addr = (uintptr_t)to->bytes;
		wr.wr.rdma.rkey = to->k.rkey;
		rig_recv(bad.b, 1, to, 4096);
		rig_post(bad.a, &wr);
		rig_post(bad.a, &wr);
		nibble(bad.a->u.sq.buf, 96);
		ring_all(rig);
		expect_peace(rig, &good);
	}
}

static void noise_in_records(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->a, 8, 1);
	const struct rig_qp_options with = {.type = IBV_QPT_RC, .srq = srq};
	struct rig_pair bad = rig_pair(rig, IBV_QPT_RC);
	struct rig_pair shared = {
		.a = rig_qp(&rig->a, &with),
		.b = rig_qp(&rig->b, &(struct rig_qp_options){.type = IBV_QPT_RC}),
	};
	struct rig_pair good = rig_pair(rig, IBV_QPT_RC);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	seed = 3;
	for (int i = 0; i < ROUNDS; i++) {
		restart(&bad);
		restart(&shared);
		srq->k.failed = false;
		rig_post(bad.b, &wr);
		rig_post(shared.b, &wr);
		scribble(bad.a->recv_cq->doorbell_record, 8);
		scribble(&bad.a->doorbell_record, 4);
		scribble(&srq->doorbell_record, 4);
		scribble(srq->u.buf, (size_t)8 * 32);
		scribble(bad.a->u.rq.buf, 64);
		ring_all(rig);
		rig_state(bad.a, IBV_QPS_ERR); /* flushes, with any value in the doorbell record */
		ring_all(rig);
		expect_peace(rig, &good);
	}
}

/** The ring of the queue pair under test. */
static uint8_t *victim;

/** The program corrupts a WQE as soon as more than its owner word was read. */
static uint32_t spoiling_size(const struct inverbs_dev_copy *wqe)
{
	scribble(victim + 4, (1 << RIG_SQ_SHIFT) - 4);
	return mlx4_dev_send_bytes(wqe);
}

static int spoiling_recv(const struct inverbs_dev_copy *slot, uint32_t stride,
			 struct inverbs_dev_recv *out)
{
	scribble(victim, stride);
	return mlx4_dev_decode_recv(slot, stride, out);
}

static void an_entry_is_copied_before_it_is_read(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct hw_qp *sends = pair.a->k.hw, *receives = pair.b->k.hw;
	static struct hw_adapter spoiling;

	spoiling = *sends->adapter;
	spoiling.send_bytes = spoiling_size;
	spoiling.decode_recv = spoiling_recv;
	seed = 4;
	victim = pair.a->u.sq.buf;
	sends->adapter = &spoiling;
	expect_peace(rig, &pair);
	restart(&pair);
	sends->adapter = receives->adapter;
	receives->adapter = &spoiling;
	victim = pair.b->u.rq.buf;
	expect_peace(rig, &pair);
}

int test_hostile(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(noise_in_rings),
		RIG_TEST(nearly_right_entries),
		RIG_TEST(noise_in_records),
		RIG_TEST(an_entry_is_copied_before_it_is_read),
	};

	return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
