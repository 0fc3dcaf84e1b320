/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs hadar's generated calls on queues in plain memory: WQEs that are copied whole, and work
 * requests that completions identify by tags. Words are in native byte order, so the tests compare
 * words.
 */
#define INVERBS_ADDRESSED_RDMA 1

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/hadar.h>
#include <inverbs/device/hadar_device.h>

#include "providers/gen/hadar_full.c"

enum {
	UNITS = 4,
	UNIT = 128,
	SLOT = 16, /* bytes of a receive */
	RECVS = 8,
	CQE = 32,
	CQES = 4,
	QPN = 0x21,
	KEY = 0x7, /* the program's number for the queue pair */
	TASK = 16, /* bit of the opcode in the first word */
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

/* A slot of the builder: a work request, one SGE more than the queue allows, and inline bytes. */
struct slot {
	struct ibv_send_wr wr;
	struct ibv_sge sge[3];
	uint8_t bytes[32];
};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	struct inverbs_context ctx;
	uint32_t send[UNITS][UNIT / 4] __attribute__((aligned(64)));
	uint32_t stage[UNIT / 4] __attribute__((aligned(64)));
	uint32_t recv[RECVS][SLOT / 4];
	uint8_t cqes[CQES * CQE] __attribute__((aligned(64)));
	uint32_t doorbells[3]; /* of sends, receives, completions */
	uint64_t send_ids[UNITS], recv_ids[RECVS];
	uint16_t send_pool[UNITS], recv_pool[RECVS];
	struct inverbs_tags send_tags, recv_tags;
	struct slot slots[2];
	struct inverbs_ah ah;
	uint32_t ring_head[1];
	void *leaf[256];
} m;

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(m.send, 0xcc, sizeof(m.send));
	m.ah.number = 0x99;
	for (uint16_t i = 0; i < RECVS; i++) {
		m.recv_pool[i] = i;
		m.send_pool[i % UNITS] = i % UNITS;
	}
	m.send_tags = (struct inverbs_tags){
		.wr_id = m.send_ids, .pool = m.send_pool, .generation = 0x100, .mask = UNITS - 1};
	m.recv_tags = (struct inverbs_tags){
		.wr_id = m.recv_ids, .pool = m.recv_pool, .mask = RECVS - 1};
	m.qp.sq = (struct inverbs_sq){.buf = (uint8_t *)m.send,
				      .stage = (uint8_t *)m.stage,
				      .doorbell = (uint8_t *)&m.doorbells[0],
				      .tags = &m.send_tags,
				      .entries = UNITS,
				      .shift = 7,
				      .max_post = UNITS,
				      .max_batch = UNITS,
				      .max_sge = 2,
				      .max_inline = 32,
				      .qpn = QPN,
				      .key = KEY,
				      .qp_type = IBV_QPT_DRIVER};
	m.qp.rq = (struct inverbs_rq){.buf = (uint8_t *)m.recv,
				      .doorbell = (uint8_t *)&m.doorbells[1],
				      .tags = &m.recv_tags,
				      .entries = RECVS,
				      .shift = 4,
				      .max_post = UNITS,
				      .max_sge = 2};
	m.qp.builder = (struct inverbs_builder){.first = &m.slots[0].wr,
						.spare = &m.slots[1].wr,
						.stride = sizeof(struct slot),
						.inline_at = offsetof(struct slot, bytes),
						.max_sge = 2,
						.max_inline = 32,
						.addressed = true};
	m.ctx.qps = (struct inverbs_number_table){.mask = 0xff, .shift = 8, .leaf[0] = m.leaf};
	m.leaf[KEY] = &m.qp;
	m.cq.buf = m.cqes;
	m.cq.entries = CQES;
	m.cq.shift = 5;
	m.cq.rings = 1;
	m.cq.ring_head = m.ring_head;
	m.cq.qps = &m.ctx.qps;
	m.cq.doorbell = (uint8_t *)&m.doorbells[2];
	inverbs_cq_forget(&m.cq);
	for (uint32_t i = 0; i < CQES; i++)
		hadar_dev_init_cqe(m.cqes + (size_t)i * CQE, CQE, i, CQES);
	return 0;
}

static struct ibv_send_wr send_of(struct ibv_sge *sge, int count)
{
	struct ibv_send_wr wr = {.wr_id = 42,
				 .sg_list = sge,
				 .num_sge = count,
				 .opcode = IBV_WR_SEND,
				 .send_flags = IBV_SEND_SIGNALED};

	wr.wr.ud.ah = &m.ah.ibv;
	wr.wr.ud.remote_qpn = 0x123456;
	wr.wr.ud.remote_qkey = 0x1111;
	return wr;
}

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	const int ret = hadar_post_send(&m.qp.ibv, wr, &bad);

	assert_ptr_equal(bad, ret ? wr : NULL);
	return ret;
}

static void a_wqe_is_copied_whole(void **state)
{
	struct ibv_sge sge[] = {{0x1000, 64, 5}, {0x3000, 8, 6}};
	struct ibv_send_wr wr = send_of(sge, 2);
	const uint32_t expected[UNIT / 4] = {0x100 | HADAR_TASK_PUT << TASK,
					     2,
					     0x123456,
					     0x1111,
					     0x99,
					     0,
					     0,
					     0,
					     64,
					     5,
					     0x1000,
					     0,
					     8,
					     6,
					     0x3000};

	(void)state;
	memset(m.stage, 0xee, sizeof(m.stage));
	assert_int_equal(post(&wr), 0);
	assert_memory_equal(m.send[0], expected, sizeof(expected));
	assert_int_equal(m.doorbells[0], 1);
	for (uint32_t i = 1; i < UNITS; i++)
		assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[3][0], 0x103 | HADAR_TASK_PUT << TASK);
	assert_int_equal(post(&wr), ENOMEM);
}

static void what_no_completion_would_name_is_refused(void **state)
{
	struct ibv_send_wr wr = send_of(NULL, 0);

	(void)state;
	wr.send_flags = 0;
	assert_int_equal(post(&wr), EINVAL);
	wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED;
	assert_int_equal(post(&wr), EOPNOTSUPP);
	wr.send_flags = IBV_SEND_SIGNALED;
	wr.opcode = IBV_WR_RDMA_READ; /* only for work requests that are built */
	assert_int_equal(post(&wr), EINVAL);
	m.qp.sq.closed = 1;
	assert_int_equal(post(&wr), EINVAL);
	assert_int_equal(m.send[0][0], 0xcccccccc);
}

static void a_write_of_nothing_says_so(void **state)
{
	(void)state;
	for (int length = 0; length < 2; length++) {
		inverbs_wr_start(&m.qp.ibv_ex);
		m.qp.ibv_ex.wr_flags = IBV_SEND_SIGNALED;
		inverbs_wr_rdma_write(&m.qp.ibv_ex, 0x5555, 0x1122334455667788);
		inverbs_wr_set_ud_addr(&m.qp.ibv_ex, &m.ah.ibv, 3, 4);
		if (length)
			inverbs_wr_set_sge(&m.qp.ibv_ex, 6, 0x3000, 1);
		assert_int_equal(hadar_wr_complete(&m.qp.ibv_ex), 0);
		assert_int_equal(m.send[length][8], length);
		assert_int_equal(m.send[length][9], 0x5555);
		assert_int_equal(m.send[length][12], !length);
	}
}

static struct ibv_wc polled(const struct inverbs_dev_cqe *cqe, uint32_t index)
{
	struct ibv_wc wc = {0};

	assert_int_equal(hadar_poll_cq(&m.cq.ibv, 1, &wc), 0);
	assert_int_equal(hadar_dev_encode_cqe(m.cqes + (size_t)index * CQE, CQE, cqe), 0);
	hadar_dev_publish_cqe(m.cqes + (size_t)index * CQE, CQE, index, CQES);
	assert_int_equal(hadar_poll_cq(&m.cq.ibv, 1, &wc), 1);
	assert_int_equal(m.doorbells[2] & 0xffff, index + 1);
	return wc;
}

/* Completions come in any order, and identify the queue pair by the program's number. */
static void a_tag_names_its_request(void **state)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = QPN, .key = KEY, .is_send = true, .hw_opcode = HADAR_TASK_PUT, .tag = 0x101};
	struct ibv_send_wr wr = send_of(NULL, 0);
	struct ibv_wc wc;

	(void)state;
	assert_int_equal(post(&wr), 0);
	wr.wr_id = 43;
	assert_int_equal(post(&wr), 0);
	wc = polled(&cqe, 0);
	assert_int_equal(wc.wr_id, 43);
	assert_int_equal(wc.qp_num, QPN);
	assert_int_equal(wc.opcode, IBV_WC_SEND);
	cqe.tag = 0x100;
	cqe.status = IBV_WC_REM_ABORT_ERR;
	wc = polled(&cqe, 1);
	assert_int_equal(wc.wr_id, 42);
	assert_int_equal(wc.status, IBV_WC_REM_ABORT_ERR);
	assert_int_equal(m.qp.sq.tail, 2);
}

static void a_receive_takes_a_slot_for_each_sge(void **state)
{
	struct ibv_sge sge[] = {{0x1000, 64, 5}, {0x3000, 0x80000000, 6}};
	struct ibv_recv_wr wr = {.wr_id = 7, .sg_list = sge, .num_sge = 2}, *bad;
	const uint32_t expected[2][SLOT / 4] = {{0x1000, 0, 5 << 16, 1U << 30 | 64},
						{0x3000, 0, 6 << 16, 1U << 31 | 0x3fffffff}};
	struct inverbs_dev_cqe cqe = {.qpn = QPN,
				      .key = KEY,
				      .recv = INVERBS_DEV_RECV_WRITE_IMM,
				      .byte_len = 9,
				      .imm = INVERBS_BE32(0x1234),
				      .no_request = true};
	struct ibv_wc wc;

	(void)state;
	assert_int_equal(hadar_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_memory_equal(m.recv, expected, sizeof(expected));
	assert_int_equal(m.doorbells[1], 2);
	wc = polled(&cqe, 0); /* does not complete a receive */
	assert_int_equal(wc.wr_id, 0);
	assert_int_equal(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	assert_int_equal(wc.imm_data, INVERBS_BE32(0x1234));
	assert_int_equal(wc.wc_flags, IBV_WC_WITH_IMM);
	cqe.no_request = false;
	cqe.recv = INVERBS_DEV_RECV_SEND;
	wc = polled(&cqe, 1);
	assert_int_equal(wc.wr_id, 7);
	assert_int_equal(wc.byte_len, 9);
}

static void a_cqe_of_another_queue_pair_is_reported(void **state)
{
	struct inverbs_dev_cqe cqe = {.qpn = QPN, .key = KEY + 1, .is_send = true, .hw_opcode = 1};
	struct ibv_wc wc;

	(void)state;
	assert_int_equal(hadar_dev_encode_cqe(m.cqes, CQE, &cqe), 0);
	hadar_dev_publish_cqe(m.cqes, CQE, 0, CQES);
	assert_int_equal(hadar_poll_cq(&m.cq.ibv, 1, &wc), -2);
}

/*
 * One value of the field for the side means that the CQE has not been written, whatever its owner
 * bit.
 */
static void an_empty_cqe_is_none(void **state)
{
	struct inverbs_dev_cqe cqe = {.qpn = QPN, .key = KEY, .is_send = true, .hw_opcode = 1};
	struct ibv_send_wr wr = send_of(NULL, 0);
	struct ibv_wc wc;
	uint32_t word;

	(void)state;
	assert_int_equal(post(&wr), 0);
	cqe.tag = 0x100;
	assert_int_equal(hadar_dev_encode_cqe(m.cqes, CQE, &cqe), 0);
	hadar_dev_publish_cqe(m.cqes, CQE, 0, CQES);
	memcpy(&word, m.cqes, sizeof(word));
	word |= HADAR_SIDE_NOBODY << 4;
	memcpy(m.cqes, &word, sizeof(word));
	assert_int_equal(hadar_poll_cq(&m.cq.ibv, 1, &wc), 0);
	word &= ~(uint32_t)(HADAR_SIDE_NOBODY << 4);
	word |= HADAR_SIDE_OUT << 4;
	memcpy(m.cqes, &word, sizeof(word));
	assert_int_equal(hadar_poll_cq(&m.cq.ibv, 1, &wc), 1);
}

static void events_of_solicited_completions_are_refused(void **state)
{
	(void)state;
	assert_int_equal(hadar_arm_cq(&m.cq.ibv, 1), EOPNOTSUPP);
	assert_int_equal(m.doorbells[2], 0);
	assert_int_equal(hadar_arm_cq(&m.cq.ibv, 0), 0);
	assert_int_equal(m.doorbells[2], 1U << 31);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_wqe_is_copied_whole, setup),
		cmocka_unit_test_setup(what_no_completion_would_name_is_refused, setup),
		cmocka_unit_test_setup(a_write_of_nothing_says_so, setup),
		cmocka_unit_test_setup(a_tag_names_its_request, setup),
		cmocka_unit_test_setup(a_receive_takes_a_slot_for_each_sge, setup),
		cmocka_unit_test_setup(a_cqe_of_another_queue_pair_is_reported, setup),
		cmocka_unit_test_setup(an_empty_cqe_is_none, setup),
		cmocka_unit_test_setup(events_of_solicited_completions_are_refused, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
