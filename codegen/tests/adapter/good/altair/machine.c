/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs altair's generated calls on queues in plain memory. What they store is compared with
 * hand-written bytes and decoded by the device's side; the order of stores is recorded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void stored(const void *at, unsigned long bytes);
#define INVERBS_STORE_HOOK(addr, bytes) stored(addr, bytes)

#include <infiniband/verbs.h>
#include <inverbs/adapters/altair.h>
#include <inverbs/device/altair_device.h>
#include <stdlib.h>

#include "providers/gen/altair_full.c"

enum {
	UNITS = 8,
	UNIT = 256,
	SPARE = 2,
	CHUNK = 64,
	CQES = 4,
	CQE = 32,
	QPN = 0x21,
	SRQN = 0x5,
	IMAGE = 256, /* one of two registers for images */
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	struct inverbs_srq srq;
	struct inverbs_context ctx;
	uint8_t send[UNITS * UNIT] __attribute__((aligned(64)));
	uint8_t recv[UNITS * 32];
	uint8_t shared[4 * 64];
	uint8_t cqes[CQES * CQE] __attribute__((aligned(64)));
	uint64_t registers[4];
	uint8_t images[2 * IMAGE] __attribute__((aligned(64)));
	uint32_t record[2], consumed[2];
	uint64_t send_ids[UNITS], recv_ids[UNITS], shared_ids[4];
	struct inverbs_push push;
	void *leaf[256], *shared_leaf[256];
} m;

static struct ibv_ah_and_more {
	struct inverbs_ah ah;
} where;

static uint32_t turn; /* number of stores so far */
static uint32_t turn_of[UNITS * UNIT / 4];

static void stored(const void *at, unsigned long bytes)
{
	const uintptr_t from = (uintptr_t)at - (uintptr_t)m.send;

	turn++;
	for (uintptr_t i = from; i < from + bytes && i < sizeof(m.send); i++)
		turn_of[i / 4] = turn;
}

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(turn_of, 0, sizeof(turn_of));
	memset(m.send, 0xcc, sizeof(m.send));
	inverbs_push_open(&m.push, m.images, IMAGE);
	m.qp.sq = (struct inverbs_sq){.buf = m.send,
				      .wr_id = m.send_ids,
				      .doorbell = (uint8_t *)m.registers,
				      .push = &m.push,
				      .entries = UNITS,
				      .shift = 8,
				      .spare = SPARE,
				      .max_post = UNITS - SPARE,
				      .qpn = QPN,
				      .max_sge = 14,
				      .max_inline = 200,
				      .qp_type = IBV_QPT_RC};
	m.qp.rq = (struct inverbs_rq){.buf = m.recv,
				      .wr_id = m.recv_ids,
				      .doorbell_record = m.record,
				      .entries = UNITS,
				      .max_post = UNITS,
				      .max_sge = 2,
				      .shift = 5};
	m.srq = (struct inverbs_srq){.buf = m.shared,
				     .wr_id = m.shared_ids,
				     .doorbell_record = m.record,
				     .entries = 4,
				     .max_sge = 2,
				     .shift = 6};
	altair_sq_init(&m.qp.sq);
	altair_srq_init(&m.srq);
	m.ctx.qps = m.ctx.xrc_srqs = (struct inverbs_number_table){.mask = 0xff, .shift = 8};
	m.ctx.qps.leaf[0] = m.leaf;
	m.ctx.xrc_srqs.leaf[0] = m.shared_leaf;
	m.leaf[QPN] = &m.qp;
	m.shared_leaf[SRQN] = &m.srq;
	m.cq.buf = m.cqes;
	m.cq.entries = CQES;
	m.cq.shift = 5;
	m.cq.qps = &m.ctx.qps;
	m.cq.srqs = &m.ctx.xrc_srqs;
	m.cq.doorbell_record = m.consumed;
	m.cq.doorbell = (uint8_t *)m.registers;
	m.cq.cqn = 9;
	inverbs_cq_forget(&m.cq);
	altair_cq_seek(&m.cq);
	for (uint32_t i = 0; i < CQES; i++)
		altair_dev_init_cqe(m.cqes + (size_t)i * CQE, CQE, i, CQES);
	return 0;
}

static struct ibv_sge one = {0x1122334455667788, 0x40, 0xabcd};
static uint8_t text[200];

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	int ret = altair_post_send(&m.qp.ibv, wr, &bad);

	assert_ptr_equal(bad, ret ? wr : NULL);
	return ret;
}

static struct ibv_send_wr request(enum ibv_wr_opcode opcode)
{
	return (struct ibv_send_wr){.wr_id = 77,
				    .sg_list = &one,
				    .num_sge = 1,
				    .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED};
}

static struct inverbs_dev_wr *read_back(uint32_t index)
{
	static struct inverbs_dev_wr out;
	const uint8_t *unit = m.send + (size_t)(index % UNITS) * UNIT;

	assert_true(altair_dev_send_ready(unit, index, UNITS));
	assert_int_equal(
		altair_dev_decode_send(m.qp.sq.qp_type, inverbs_dev_copied(unit), UNIT, &out), 0);
	assert_int_equal(out.bytes, altair_dev_send_bytes(inverbs_dev_copied(unit)));
	return &out;
}

static void a_new_ring_is_the_program_s(void **state)
{
	static const uint8_t stale[4] = {0xef, 0xbe, 0xad, 0xde};

	(void)state;
	for (uint32_t i = 0; i < UNITS; i++) {
		assert_false(altair_dev_send_ready(m.send + (size_t)i * UNIT, i, UNITS));
		for (uint32_t at = CHUNK; at < UNIT; at += CHUNK)
			assert_memory_equal(m.send + (size_t)i * UNIT + at, stale, 4);
	}
	assert_int_equal(m.qp.sq.one_chunk, 1);
}

/* Head: opcode 1, 4 units of 8, first lap. The index and other image fields are not in the ring. */
static void a_send_is_these_bytes(void **state)
{
	static const uint8_t expected[32] = {
		0x04, 0x04, 0, 0, 0xcc, 0xcc, 1, 0, 0,    0,    0,    0,    0,    0,    0,    0,
		0x40, 0,    0, 0, 0xcd, 0xab, 0, 0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11};
	struct ibv_send_wr wr = request(IBV_WR_SEND);

	(void)state;
	assert_int_equal(post(&wr), 0);
	assert_memory_equal(m.send, expected, sizeof(expected));
	assert_int_equal(m.registers[1], QPN);
	assert_int_equal(m.send_ids[0], 77);
	assert_int_equal(read_back(0)->num_sge, 1);
}

/* The first word of each chunk is stored after the rest of the chunk, and that of the head last. */
static void first_words_are_stored_last(uint32_t bytes)
{
	for (uint32_t chunk = 0; chunk < bytes; chunk += CHUNK) {
		for (uint32_t at = chunk + 4; at < chunk + CHUNK && at < bytes; at += 4) {
			assert_true(turn_of[at / 4] < turn_of[chunk / 4]);
			assert_true(turn_of[at / 4] < turn_of[0]);
		}
	}
}

static void later_chunks_begin_last(void **state)
{
	struct ibv_sge sges[12];
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE);
	struct inverbs_dev_wr *out;

	(void)state;
	for (uint32_t i = 0; i < 12; i++)
		sges[i] = (struct ibv_sge){0x1000 + i, i, i};
	wr.sg_list = sges;
	wr.num_sge = 12;
	assert_int_equal(post(&wr), 0);
	out = read_back(0);
	first_words_are_stored_last(out->bytes);
	assert_int_equal(out->num_sge, 12);
	for (uint32_t i = 0; i < 12;
	     i++) { /* the first has 0 bytes, which are stored as a special length */
		assert_int_equal(out->sge[i].addr, sges[i].addr);
		assert_int_equal(out->sge[i].length, sges[i].length);
	}
	assert_int_equal(altair_data_get(m.send + 32).size, 0x80000000);
	assert_int_equal(m.qp.sq.one_chunk, 0);
}

static void inline_runs_end_with_their_chunk(void **state)
{
	struct ibv_sge sge = {(uintptr_t)text, 0, 0};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE);
	struct inverbs_dev_wr *out;

	(void)state;
	for (uint32_t i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i + 1);
	wr.sg_list = &sge;
	wr.send_flags = IBV_SEND_INLINE;
	for (uint32_t n = 0; n <= sizeof(text); n++) {
		m.qp.sq.head = m.qp.sq.tail = m.qp.sq.position = 0;
		altair_sq_init(&m.qp.sq);
		sge.length = n;
		assert_int_equal(post(&wr), 0);
		out = read_back(0);
		assert_int_equal(out->inline_len, n);
		assert_memory_equal(out->inline_data, text, n);
		first_words_are_stored_last(32 + n + (n + 91) / 60 * 4);
	}
	sge.length = 1;
	wr.num_sge = 1;
	m.qp.sq.max_inline = 0;
	assert_int_equal(post(&wr), ENOMEM);
}

/* The chunks of a long WQE are invalidated again before the adapter reads them. */
static void the_guard_is_put_back(void **state)
{
	struct ibv_sge sge = {(uintptr_t)text, 150, 0};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE), plain = request(IBV_WR_SEND);
	const uint8_t *chunk = m.send + CHUNK;

	(void)state;
	wr.sg_list = &sge;
	wr.send_flags = IBV_SEND_INLINE;
	assert_int_equal(post(&wr), 0);
	for (uint32_t i = 1; i < UNITS - SPARE; i++)
		assert_int_equal(post(&plain), 0);
	assert_int_equal(post(&plain), ENOMEM);
	m.qp.sq.tail = 2;
	assert_int_not_equal(inverbs_get32(chunk), 0xdeadbeef);
	assert_int_equal(post(&plain), 0);
	assert_int_equal(inverbs_get32(chunk), 0xdeadbeef);
	assert_int_equal(inverbs_get32(chunk + CHUNK), 0xdeadbeef);
}

static void what_is_too_long_is_refused(void **state)
{
	struct ibv_sge sges[14] = {{1, 1, 1}};
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_CMP_AND_SWP);

	(void)state;
	wr.sg_list = sges;
	wr.num_sge = 14; /* more than a unit, with the 48 bytes before them */
	assert_int_equal(post(&wr), ENOMEM);
	assert_false(altair_dev_send_ready(m.send, 0, UNITS));
	wr.num_sge = 13;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(read_back(0)->num_sge, 13);
}

/* A single read is copied to the register, with fields that are in no other WQE; not in a list. */
static void images_are_whole(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_RDMA_READ), second = wr;

	(void)state;
	m.qp.sq.head = m.qp.sq.tail = m.qp.sq.position = 0x105;
	assert_int_equal(post(&wr), 0);
	assert_memory_equal(m.images, m.send + (size_t)5 * UNIT, 48);
	assert_int_equal(altair_head_get(m.images).index, 0x105);
	assert_int_equal(m.registers[1], 0);
	assert_int_equal(m.push.next, (uintptr_t)m.images);
	wr.next = &second;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send + (size_t)6 * UNIT).index, 0xcccc);
	assert_int_equal(m.registers[1], QPN);
	wr = request(IBV_WR_RDMA_WRITE);
	wr.num_sge = 0;
	m.registers[1] = 0;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.registers[1], 0);
}

/* The fields of the head that depend on the queue pair type. */
static void heads_by_type(void **state)
{
	static uint8_t frame[16] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06};
	struct ibv_sge sge = {(uintptr_t)frame, sizeof(frame), 1};
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM);

	(void)state;
	wr.sg_list = &sge;
	wr.imm_data = 0x01020304;
	m.qp.sq.qp_type = IBV_QPT_RAW_PACKET;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send).solicited, 1);
	assert_int_equal(altair_head_get(m.send).imm, 0x01020304);
	assert_int_equal(read_back(0)->imm, 0x01020304);
	m.qp.sq.flags = INVERBS_SQ_ETHERNET;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send + UNIT).mac_head, 0x0102);
	assert_memory_equal(m.send + UNIT + 12, frame + 2, 4);
	assert_int_equal(read_back(1)->opcode, IBV_WR_SEND_WITH_IMM);
	m.qp.sq.qp_type = IBV_QPT_XRC_SEND;
	wr.qp_type.xrc.remote_srqn = SRQN;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(read_back(2)->remote_srqn, SRQN);
	m.qp.sq.qp_type = IBV_QPT_UD;
	wr.wr.ud.ah = &where.ah.ibv;
	where.ah.vlan = 7;
	memcpy(where.ah.mac, frame, sizeof(where.ah.mac));
	wr.send_flags |= IBV_SEND_IP_CSUM;
	assert_int_equal(post(&wr), EOPNOTSUPP);
	m.qp.sq.flags = INVERBS_SQ_CSUM;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send + (size_t)3 * UNIT).csum, 1);
	assert_int_equal(read_back(3)->vlan, 7);
	assert_memory_equal(read_back(3)->mac, frame, 6);
	assert_true(read_back(3)->send_flags & IBV_SEND_IP_CSUM);
}

/* The MAC is read only from payload: the first buffer has 0 bytes, and no memory. */
static void a_frame_begins_where_it_has_bytes(void **state)
{
	uint8_t *const few = malloc(4);
	uint8_t rest[3] = {0x15, 0x16, 0x17};
	struct ibv_sge sge[] = {{8, 0, 1}, {(uintptr_t)few, 4, 1}, {(uintptr_t)rest, 3, 1}};
	struct ibv_send_wr wr = request(IBV_WR_SEND);

	(void)state;
	assert_non_null(few);
	memcpy(few, "\x11\x12\x13\x14", 4);
	wr.sg_list = sge;
	wr.num_sge = 3;
	m.qp.sq.qp_type = IBV_QPT_RAW_PACKET;
	m.qp.sq.flags = INVERBS_SQ_ETHERNET;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send).mac_head, 0x1112);
	assert_memory_equal(m.send + 12, "\x13\x14\x15\x16", 4);
	wr.num_sge = 2; /* four bytes are not a MAC; the bytes after them are not read */
	assert_int_equal(post(&wr), 0);
	assert_memory_equal(m.send + UNIT + 12, "\x13\x14\0\0", 4);
	wr.num_sge = 1;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(altair_head_get(m.send + (size_t)2 * UNIT).mac_head, 0);
	free(few);
}

static void complete(const struct inverbs_dev_cqe *cqe)
{
	const uint32_t index = m.cq.head;
	uint8_t *const at = m.cqes + (size_t)(index % CQES) * CQE;

	assert_int_equal(altair_dev_encode_cqe(at, CQE, cqe), 0);
	altair_dev_publish_cqe(at, CQE, index, CQES);
}

/*
 * Receives complete in the order posted. Bits of the queue pair's number identify a shared queue.
 */
static void receives_of_all_kinds(void **state)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = QPN, .sl = 9, .slid = 3, .src_qp = 0x44, .byte_len = 5};
	struct ibv_recv_wr wr = {.wr_id = 5, .sg_list = &one, .num_sge = 1}, *bad;
	struct inverbs_dev_recv seen;
	struct ibv_wc wc;

	(void)state;
	m.qp.sq.qp_type = IBV_QPT_UD; /* others do not need the service level */
	assert_int_equal(altair_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(altair_dev_decode_recv(inverbs_dev_copied(m.recv), 32, &seen), 0);
	assert_int_equal(seen.num_sge, 1);
	complete(&cqe);
	assert_int_equal(altair_poll_cq(&m.cq.ibv, 1, &wc), 1);
	assert_int_equal(wc.wr_id, 5);
	assert_int_equal(wc.sl, 9);
	assert_int_equal(wc.slid, 3);
	cqe.ethernet = true;
	cqe.sl = 5;
	m.qp.sq.flags = INVERBS_SQ_ETHERNET;
	wr.wr_id = 6;
	assert_int_equal(altair_post_recv(&m.qp.ibv, &wr, &bad), 0);
	complete(&cqe);
	assert_int_equal(altair_poll_cq(&m.cq.ibv, 1, &wc), 1);
	assert_int_equal(wc.wr_id, 6);
	assert_int_equal(wc.sl, 5);
	cqe.qpn |= ALTAIR_XRC_BIT;
	cqe.is_xrc = true;
	cqe.srqn = SRQN;
	wr.wr_id = 8;
	assert_int_equal(altair_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(altair_dev_decode_srq_recv(inverbs_dev_copied(m.shared), 64, &seen), 0);
	assert_int_equal(seen.num_sge, 1);
	complete(&cqe);
	assert_int_equal(altair_poll_cq(&m.cq.ibv, 1, &wc), 1);
	assert_int_equal(wc.wr_id, 8);
	assert_int_equal(wc.qp_num, QPN | ALTAIR_XRC_BIT);
	assert_int_equal(m.srq.tail, 0);
	cqe.srqn = SRQN + 1;
	complete(&cqe);
	assert_int_equal(altair_poll_cq(&m.cq.ibv, 1, &wc), -2);
}

static void times_and_rings_that_end(void **state)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = QPN, .is_send = true, .timestamp = 0x123456789abc, .slid = 7};
	struct ibv_poll_cq_attr attr = {0};
	uint8_t *last = m.cqes + CQE;

	(void)state;
	cqe.hw_opcode = ALTAIR_TASK_SEND;
	complete(&cqe);
	assert_int_equal(altair_start_poll(&m.cq.ibv_ex, &attr), 0);
	assert_int_equal(altair_read_completion_ts(&m.cq.ibv_ex), 0x123456789abc);
	altair_end_poll(&m.cq.ibv_ex);
	altair_dev_encode_resize(last, CQE);
	altair_dev_publish_cqe(last, CQE, 1, CQES);
	assert_true(altair_cq_entry_ready(&m.cq, 1));
	assert_int_equal(altair_done_get(last).what, ALTAIR_OTHER_RESIZED);
	altair_cqe_take_place(last, 1 + CQES, CQES);
	assert_false(altair_cqe_ready(last, 1, CQES));
	assert_true(altair_cqe_ready(last, 1 + CQES, CQES));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_new_ring_is_the_program_s, setup),
		cmocka_unit_test_setup(a_send_is_these_bytes, setup),
		cmocka_unit_test_setup(later_chunks_begin_last, setup),
		cmocka_unit_test_setup(inline_runs_end_with_their_chunk, setup),
		cmocka_unit_test_setup(the_guard_is_put_back, setup),
		cmocka_unit_test_setup(what_is_too_long_is_refused, setup),
		cmocka_unit_test_setup(images_are_whole, setup),
		cmocka_unit_test_setup(heads_by_type, setup),
		cmocka_unit_test_setup(a_frame_begins_where_it_has_bytes, setup),
		cmocka_unit_test_setup(receives_of_all_kinds, setup),
		cmocka_unit_test_setup(times_and_rings_that_end, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
