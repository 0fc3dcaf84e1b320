/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs spica's generated calls on queues in plain memory: bytes before the payload, and work
 * requests that can only be built with ibv_wr_start.
 */
#define INVERBS_ADDRESSED_RDMA 1

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/spica.h>
#include <inverbs/device/spica_device.h>
#include <inverbs/print/spica_print.h>
#include <stdlib.h>

#include "providers/gen/spica_full.c"

enum {
	UNITS = 16,
	UNIT = 32,
	MAX_UNITS = 8,
	QPN = 0x21,
	FRONT = 14, /* bytes before the payload of this queue, two more than fit in the segment */
	FRAME_AT = 16, /* after the head */
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

/* A slot of the builder: a work request, one SGE more than the queue allows, and inline bytes. */
struct slot {
	struct ibv_send_wr wr;
	struct ibv_sge sge[4];
	uint8_t bytes[64];
};

static struct machine {
	struct inverbs_qp qp;
	uint8_t send[UNITS * UNIT], stage[MAX_UNITS * UNIT];
	uint64_t registers[16];
	struct inverbs_posted posted[UNITS];
	struct inverbs_push push;
	struct slot slots[3];
	struct inverbs_ah ah;
} m;

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(m.send, 0xcc, sizeof(m.send));
	m.ah.number = 0x99;
	m.qp.sq = (struct inverbs_sq){.buf = m.send,
				      .stage = m.stage,
				      .doorbell = (uint8_t *)m.registers,
				      .push = &m.push,
				      .entries = UNITS,
				      .max_units = MAX_UNITS,
				      .max_post = UNITS,
				      .qpn = QPN,
				      .max_sge = 3,
				      .max_inline = 40,
				      .max_header = 40,
				      .max_segmented = 1000,
				      .max_remote_sge = 1,
				      .front = FRONT,
				      .qp_type = IBV_QPT_RAW_PACKET,
				      .posted = m.posted};
	m.qp.builder = (struct inverbs_builder){.first = &m.slots[0].wr,
						.spare = &m.slots[2].wr,
						.stride = sizeof(struct slot),
						.inline_at = offsetof(struct slot, bytes),
						.max_sge = 3,
						.max_inline = 40};
	return 0;
}

static const uint8_t frame[32] = "0123456789abcdefghijklmnopqrstu";

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	int ret = spica_post_send(&m.qp.ibv, wr, &bad);

	assert_ptr_equal(bad, ret ? wr : NULL);
	return ret;
}

static struct ibv_send_wr request(enum ibv_wr_opcode opcode, struct ibv_sge *sge, int count)
{
	return (struct ibv_send_wr){.wr_id = 5,
				    .sg_list = sge,
				    .num_sge = count,
				    .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED};
}

static struct inverbs_dev_wr seen;

/* The device decodes a WQE in memory of exactly its length; cut off, it is refused. */
static void decode(const uint8_t *wqe, uint32_t bytes)
{
	for (uint32_t len = 0; len <= bytes; len++) {
		uint8_t *const copy = malloc(len ? len : 1);

		assert_non_null(copy);
		memcpy(copy, wqe, len);
		assert_int_equal(spica_dev_decode_send((int)m.qp.sq.qp_type,
						       inverbs_dev_copied(copy), len, &seen),
				 len < bytes ? EINVAL : 0);
		free(copy);
	}
	assert_int_equal(seen.bytes, bytes);
}

/*
 * The first buffer is too short for the front and is used up; the rest of the second one is
 * payload.
 */
static void the_first_bytes_stand_in_front(void **state)
{
	struct ibv_sge sge[] = {
		{(uintptr_t)frame, 10, 1}, {8, 0, 9}, {(uintptr_t)frame + 10, 20, 2}};
	struct ibv_send_wr wr = request(IBV_WR_SEND, sge, 3);

	(void)state;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[FRAME_AT + 2], FRONT);
	assert_memory_equal(m.send + FRAME_AT + 4, frame, FRONT);
	decode(m.send, FRAME_AT + 16 + 8 + 16);
	assert_int_equal(seen.front, FRONT);
	assert_memory_equal(seen.front_data, frame, FRONT);
	assert_int_equal(seen.mss, 0);
	assert_int_equal(seen.num_sge, 1);
	assert_int_equal(seen.sge[0].addr, sge[2].addr + 4);
	assert_int_equal(seen.sge[0].length, 16);
	assert_int_equal(seen.sge[0].lkey, 2);
}

static void payload_inside_goes_on_behind_it(void **state)
{
	struct ibv_sge sge[] = {{(uintptr_t)frame, 15, 0}, {(uintptr_t)frame + 15, 5, 0}};
	struct ibv_send_wr wr = request(IBV_WR_SEND, sge, 2);

	(void)state;
	wr.send_flags |= IBV_SEND_INLINE;
	m.qp.sq.max_inline = 6; /* bytes before the payload do not count */
	assert_int_equal(post(&wr), 0);
	decode(m.send, FRAME_AT + 16 + 8 + 8);
	assert_int_equal(seen.front, FRONT);
	assert_int_equal(seen.inline_len, 6);
	assert_memory_equal(seen.inline_data, frame + FRONT, 6);
	m.qp.sq.max_inline = 5;
	assert_int_equal(post(&wr), ENOMEM);
}

static void a_frame_that_is_too_short_is_refused(void **state)
{
	struct ibv_sge sge[] = {{(uintptr_t)frame, 6, 1}, {(uintptr_t)frame, 7, 1}};
	struct ibv_send_wr wr = request(IBV_WR_SEND, sge, 2);

	(void)state;
	assert_int_equal(post(&wr), EINVAL);
	wr.num_sge = 0;
	assert_int_equal(post(&wr), EINVAL);
	for (size_t i = 0; i < sizeof(m.send); i++)
		assert_int_equal(m.send[i], 0xcc);
	sge[1].length = 8;
	wr.num_sge = 2;
	assert_int_equal(post(&wr), 0);
	decode(m.send, FRAME_AT + 16 + 8); /* and nothing after it */
	assert_int_equal(seen.num_sge, 0);
	m.qp.sq.front = 0;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[2 * UNIT + FRAME_AT + 2], 0);
}

/* The work request contains the header, which wraps around the end of the ring with its WQE. */
static void a_segmented_send_brings_its_header(void **state)
{
	struct ibv_sge sge = {0x7000, 900, 3};
	struct ibv_send_wr wr = request(IBV_WR_TSO, &sge, 1);
	uint8_t wqe[3 * UNIT];

	(void)state;
	wr.tso.hdr = (void *)(uintptr_t)frame;
	wr.tso.hdr_sz = 30;
	wr.tso.mss = 1448;
	m.qp.sq.position = UNITS - 2;
	assert_int_equal(post(&wr), 0);
	memcpy(wqe, m.send + (size_t)(UNITS - 2) * UNIT, (size_t)2 * UNIT);
	memcpy(wqe + (size_t)2 * UNIT, m.send, UNIT);
	decode(wqe, FRAME_AT + 16 + 24 + 16);
	assert_int_equal(seen.opcode, IBV_WR_TSO);
	assert_int_equal(seen.front, 30);
	assert_memory_equal(seen.front_data, frame, 30);
	assert_int_equal(seen.mss, 1448);
	assert_int_equal(seen.sge[0].length, 900);
	wr.tso.hdr_sz = 3;
	assert_int_equal(post(&wr), EINVAL);
	wr.tso.hdr_sz = 41;
	assert_int_equal(post(&wr), EINVAL);
	wr.tso.hdr_sz = 40;
	sge.length = 1001;
	assert_int_equal(post(&wr), EINVAL);
	m.qp.sq.qp_type = IBV_QPT_RC;
	assert_int_equal(post(&wr), EINVAL);
}

static void build_write(uint32_t flags)
{
	inverbs_wr_start(&m.qp.ibv_ex);
	m.qp.ibv_ex.wr_id = 6;
	m.qp.ibv_ex.wr_flags = flags;
	inverbs_wr_rdma_write(&m.qp.ibv_ex, 0x5555, 0x1111222233334444);
}

static void rdma_that_says_where_it_goes_is_built(void **state)
{
	struct ibv_sge sge = {0x7000, 9, 3};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE, &sge, 1);

	(void)state;
	m.qp.sq.qp_type = IBV_QPT_DRIVER;
	m.qp.builder.addressed = true;
	assert_int_equal(post(&wr), EINVAL);
	build_write(IBV_SEND_SIGNALED);
	inverbs_wr_set_sge(&m.qp.ibv_ex, 3, 0x7000, 9);
	assert_int_equal(spica_wr_complete(&m.qp.ibv_ex), EINVAL); /* it has no destination */
	build_write(IBV_SEND_SIGNALED);
	inverbs_wr_set_ud_addr(&m.qp.ibv_ex, &m.ah.ibv, 0x1234, 0x5678);
	inverbs_wr_set_sge(&m.qp.ibv_ex, 3, 0x7000, 9);
	assert_int_equal(spica_wr_complete(&m.qp.ibv_ex), 0);
	decode(m.send, 16 + 24 + 16 + 16);
	assert_int_equal(seen.opcode, IBV_WR_RDMA_WRITE);
	assert_int_equal(seen.remote_addr, 0x1111222233334444);
	assert_int_equal(seen.rkey, 0x5555);
	assert_int_equal(seen.remote_qpn, 0x1234);
	assert_int_equal(seen.ah_number, 0x99);
	assert_int_equal(seen.sge[0].length, 9);
}

/*
 * Inline payload that does not fit is refused, and a list with more SGEs than the queue allows for
 * writes.
 */
static void what_is_built_is_refused_like_what_is_posted(void **state)
{
	struct ibv_sge two[] = {{0x7000, 9, 3}, {0x8000, 9, 3}};

	(void)state;
	m.qp.sq.qp_type = IBV_QPT_DRIVER;
	m.qp.builder.addressed = true;
	build_write(0);
	inverbs_wr_set_ud_addr(&m.qp.ibv_ex, &m.ah.ibv, 0x1234, 0x5678);
	inverbs_wr_set_sge_list(&m.qp.ibv_ex, 2, two);
	assert_int_equal(spica_wr_complete(&m.qp.ibv_ex), EINVAL);
	for (int allowed = 0; allowed < 2; allowed++) {
		m.qp.sq.flags = allowed ? INVERBS_SQ_INLINE_WRITE : 0;
		build_write(0);
		inverbs_wr_set_ud_addr(&m.qp.ibv_ex, &m.ah.ibv, 0x1234, 0x5678);
		inverbs_wr_set_inline_data(&m.qp.ibv_ex, (void *)(uintptr_t)frame, 3);
		assert_int_equal(spica_wr_complete(&m.qp.ibv_ex), allowed ? 0 : EOPNOTSUPP);
	}
	decode(m.send, 16 + 24 + 16 + 8);
	assert_memory_equal(seen.inline_data, frame, 3);
	m.qp.sq.closed = 1; /* a closed queue has a different error, which precedes all others */
	build_write(0);
	assert_int_equal(spica_wr_complete(&m.qp.ibv_ex), EOPNOTSUPP);
}

/* With the flag, a work request without SGEs has inline payload of 0 bytes. */
static void nothing_may_be_inside(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, NULL, 0);

	(void)state;
	m.qp.sq.qp_type = IBV_QPT_RC;
	wr.send_flags |= IBV_SEND_INLINE;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[1] & 4, 4);
	decode(m.send, 16);
	assert_int_equal(seen.send_flags & IBV_SEND_INLINE, IBV_SEND_INLINE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_first_bytes_stand_in_front, setup),
		cmocka_unit_test_setup(payload_inside_goes_on_behind_it, setup),
		cmocka_unit_test_setup(a_frame_that_is_too_short_is_refused, setup),
		cmocka_unit_test_setup(a_segmented_send_brings_its_header, setup),
		cmocka_unit_test_setup(rdma_that_says_where_it_goes_is_built, setup),
		cmocka_unit_test_setup(what_is_built_is_refused_like_what_is_posted, setup),
		cmocka_unit_test_setup(nothing_may_be_inside, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
