/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs ventus's generated calls on queues in plain memory: the features that norma does not have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/ventus.h>
#include <inverbs/device/ventus_device.h>

#include "providers/gen/ventus_full.c"

enum {
	UNITS = 64,
	UNIT = 64,
	HEAD = 32, /* offset and length of the head */
	HANDED_OVER = 60,
	CQE = 32,
	QPN = 0x21,
	RUBBISH = 0xcc,
};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	uint8_t send[UNITS * UNIT] __attribute__((aligned(64)));
	uint8_t recv[2 * 2 * UNIT] __attribute__((aligned(64)));
	uint8_t cqes[4 * CQE] __attribute__((aligned(64)));
	uint32_t registers[16], shadow[16];
	uint64_t recv_ids[2];
	struct inverbs_posted posted[UNITS];
} m;

static struct ibv_sge sges[3] = {{0x11, 0x40, 1}, {0x22, 0x41, 2}, {0x33, 0x42, 3}};
static struct inverbs_dev_wr seen;

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(m.send, RUBBISH, sizeof(m.send));
	memset(m.recv, RUBBISH, sizeof(m.recv));
	m.qp.sq = (struct inverbs_sq){.buf = m.send,
				      .doorbell = (uint8_t *)m.registers,
				      .entries = UNITS,
				      .qpn = QPN,
				      .max_sge = 3,
				      .max_inline = 96,
				      .qp_type = IBV_QPT_RC,
				      .posted = m.posted,
				      .flags = INVERBS_SQ_SEND_IMM,
				      .boundary = 4};
	m.qp.rq = (struct inverbs_rq){.buf = m.recv,
				      .wr_id = m.recv_ids,
				      .entries = 2,
				      .max_post = 2,
				      .max_sge = 3,
				      .shift = 7};
	m.cq.buf = m.cqes;
	m.cq.entries = 4;
	m.cq.shift = 5;
	m.cq.doorbell_record = m.shadow;
	m.cq.doorbell = (uint8_t *)m.registers;
	return 0;
}

static int post(uint32_t unit, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	m.qp.sq.head = m.qp.sq.position = m.qp.sq.tail = unit;
	return ventus_post_send(&m.qp.ibv, wr, &bad);
}

static void decode(uint32_t unit)
{
	assert_int_equal(ventus_dev_decode_send(IBV_QPT_RC,
						inverbs_dev_copied(m.send + (size_t)unit * UNIT),
						4 * UNIT, &seen),
			 0);
}

static uint32_t number(uint32_t unit, uint32_t at)
{
	return INVERBS_BE32(inverbs_get32(m.send + (size_t)unit * UNIT + at));
}

/*
 * If there is no SGE before the head, an SGE of zeros is stored; the rest of a unit keeps its
 * values.
 */
static void only_the_place_before_the_head_is_filled(void **state)
{
	struct ibv_send_wr wr = {.opcode = IBV_WR_SEND, .sg_list = sges};

	(void)state;
	assert_int_equal(post(1, &wr), 0);
	assert_int_equal(number(1, 0), 0);
	decode(1);
	assert_int_equal(seen.num_sge, 0);
	wr.num_sge = 2;
	assert_int_equal(post(4, &wr), 0);
	assert_int_equal(number(5, 8), 0x41);
	assert_int_equal(number(5, HEAD), RUBBISH * 0x01010101U);
	decode(4);
	assert_int_equal(seen.num_sge, 2);
	assert_int_equal(seen.sge[1].lkey, 2);
	assert_int_equal(seen.bytes, 2 * UNIT);
}

/* The adapter reads one unit ahead, and must not treat old bytes there as a WQE. */
static void a_unit_at_an_even_place_marks_the_next(void **state)
{
	struct ibv_send_wr wr = {.opcode = IBV_WR_SEND, .sg_list = sges, .num_sge = 1};

	(void)state;
	assert_int_equal(post(2, &wr), 0);
	assert_int_equal(number(3, HANDED_OVER), 0);
	assert_int_equal(number(3, HANDED_OVER - 4), RUBBISH * 0x01010101U);
	assert_int_equal(post(UNITS + 2, &wr), 0); /* the second lap */
	assert_int_equal(number(3, HANDED_OVER), 0x80000000);
	assert_int_equal(post(5, &wr), 0);
	assert_int_equal(number(6, HANDED_OVER), RUBBISH * 0x01010101U);
	wr.num_sge = 3;
	assert_int_equal(post(8, &wr), 0);
	assert_int_equal(number(10, HANDED_OVER), RUBBISH * 0x01010101U);
}

static void payload_lies_around_the_head(void **state)
{
	static uint8_t text[96] =
		"Thirty-two bytes before the head, and a whole unit behind it: no mark";
	struct ibv_sge sge = {(uintptr_t)text, sizeof(text), 0};
	struct ibv_send_wr wr = {.opcode = IBV_WR_SEND,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .send_flags = IBV_SEND_INLINE};

	(void)state;
	assert_int_equal(post(4, &wr), 0);
	assert_int_equal(m.qp.sq.position, 6);
	assert_memory_equal(m.send + 4 * UNIT, text, HEAD);
	assert_memory_equal(m.send + 5 * UNIT, text + HEAD, UNIT);
	decode(4);
	assert_int_equal(seen.inline_len, sizeof(text));
	assert_memory_equal(seen.inline_data, text, sizeof(text));
	wr.opcode = IBV_WR_SEND_WITH_IMM;
	assert_int_equal(post(8, &wr), EINVAL);
	wr.send_flags = 0;
	assert_int_equal(post(8, &wr), 0);
}

static void receives(void **state)
{
	struct ibv_recv_wr wr = {.sg_list = sges, .num_sge = 2}, *bad;
	struct inverbs_dev_recv recv;

	(void)state;
	assert_int_equal(ventus_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(m.recv[UNIT + HEAD], RUBBISH);
	assert_int_equal(ventus_dev_decode_recv(inverbs_dev_copied(m.recv), 2 * UNIT, &recv), 0);
	assert_int_equal(recv.num_sge, 2);
	wr.num_sge = 0;
	assert_int_equal(ventus_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(
		ventus_dev_decode_recv(inverbs_dev_copied(m.recv + 2 * UNIT), 2 * UNIT, &recv), 0);
	assert_int_equal(recv.num_sge, 0);
}

static void complete(uint32_t slot, uint32_t unit)
{
	const struct inverbs_dev_cqe cqe = {.qpn = QPN,
					    .context = (uintptr_t)&m.qp,
					    .is_send = true,
					    .hw_opcode = VENTUS_OP_SEND,
					    .wqe_index = unit};
	uint8_t *const at = m.cqes + (size_t)slot * CQE;

	ventus_dev_init_cqe(at, CQE, slot, 4);
	assert_int_equal(ventus_dev_encode_cqe(at, CQE, &cqe), 0);
	ventus_dev_publish_cqe(at, CQE, slot, 4);
}

/* The kernel posts to the same ring: its completions are consumed but not reported. */
static void completions_of_the_kernel_are_skipped(void **state)
{
	struct ibv_send_wr wr = {.wr_id = 77, .opcode = IBV_WR_SEND, .sg_list = sges, .num_sge = 1};
	struct ibv_wc wc[2] = {{0}};

	(void)state;
	assert_int_equal(post(3, &wr), 0);
	complete(0, 0);
	complete(1, 3);
	complete(2, 4);
	assert_int_equal(ventus_poll_cq(&m.cq.ibv, 2, wc), 1);
	assert_int_equal(wc[0].wr_id, 77);
	assert_int_equal(m.cq.head, 3);
	assert_int_equal(m.qp.sq.tail, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(only_the_place_before_the_head_is_filled, setup),
		cmocka_unit_test_setup(a_unit_at_an_even_place_marks_the_next, setup),
		cmocka_unit_test_setup(payload_lies_around_the_head, setup),
		cmocka_unit_test_setup(receives, setup),
		cmocka_unit_test_setup(completions_of_the_kernel_are_skipped, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
