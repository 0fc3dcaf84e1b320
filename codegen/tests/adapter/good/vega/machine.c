/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs vega's generated calls on queues in plain memory, and compares what they store with
 * hand-written bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/vega.h>
#include <inverbs/device/vega_device.h>
#include <stdlib.h>

#include "providers/gen/vega_full.c"

enum {
	UNITS = 4,
	UNIT = 256,
	CQES = 4,
	CQE = 32,
	QPN = 0x21,
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	struct inverbs_context ctx;
	uint8_t send[UNITS * UNIT];
	uint8_t recv[UNITS * 64];
	uint8_t cqes[CQES * CQE] __attribute__((aligned(64)));
	uint64_t registers[16];
	uint32_t record[2], consumed[2];
	uint64_t recv_ids[UNITS];
	struct inverbs_posted posted[UNITS];
	struct inverbs_push push;
	void *leaf[256];
} m;

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(m.send, 0xcc, sizeof(m.send));
	m.qp.sq = (struct inverbs_sq){.buf = m.send,
				      .doorbell = (uint8_t *)m.registers,
				      .push = &m.push,
				      .entries = UNITS,
				      .max_post = UNITS,
				      .qpn = QPN,
				      .max_sge = 2,
				      .max_inline = 64,
				      .qp_type = IBV_QPT_RC,
				      .posted = m.posted,
				      .flags = INVERBS_SQ_ATOMICS};
	m.qp.rq = (struct inverbs_rq){.buf = m.recv,
				      .wr_id = m.recv_ids,
				      .doorbell_record = m.record,
				      .entries = UNITS,
				      .max_post = UNITS,
				      .max_sge = 2,
				      .shift = 6};
	m.ctx.qps.mask = 0xff;
	m.ctx.qps.shift = 8;
	m.ctx.qps.leaf[0] = m.leaf;
	m.leaf[QPN] = &m.qp;
	m.cq.buf = m.cqes;
	m.cq.entries = CQES;
	m.cq.shift = 5;
	m.cq.qps = &m.ctx.qps;
	m.cq.doorbell_record = m.consumed;
	m.cq.doorbell = (uint8_t *)m.registers;
	m.cq.cqn = 9;
	inverbs_cq_forget(&m.cq);
	vega_cq_seek(&m.cq);
	for (int i = 0; i < CQES; i++)
		m.cqes[i * CQE + 3] = 0x80; /* the value of the last lap */
	return 0;
}

static struct ibv_sge one = {0x1122334455667788, 0x40, 0xabcd};

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	int ret = vega_post_send(&m.qp.ibv, wr, &bad);

	assert_ptr_equal(bad, ret ? wr : NULL);
	return ret;
}

static struct ibv_send_wr request(enum ibv_wr_opcode opcode)
{
	return (struct ibv_send_wr){.wr_id = 0x0807060504030201,
				    .sg_list = &one,
				    .num_sge = 1,
				    .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED};
}

/* head: opcode 1, signaled, generation 1; 4 words; 1 SGE; wr_id. Then the SGE. */
static void a_send_is_these_bytes(void **state)
{
	static const uint8_t expected[32] = {
		0x01, 0x01, 0x00, 0x80, 0x04, 0x00, 0x01, 0x00, 1,    2, 3, 4, 5,    6,    7, 8,
		0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x40, 0, 0, 0, 0xcd, 0xab, 0, 0};
	struct ibv_send_wr wr = request(IBV_WR_SEND);

	(void)state;
	assert_int_equal(post(&wr), 0);
	assert_memory_equal(m.send, expected, sizeof(expected));
	assert_int_equal(m.send[32], 0xcc);
	assert_int_equal(m.registers[8], (uint64_t)1 << 32 | QPN);
	assert_int_equal(m.posted[0].wr_id, wr.wr_id);
}

static void inline_payload_counts_bytes(void **state)
{
	static uint8_t text[12] = "inline bytes";
	struct ibv_send_wr wr = request(IBV_WR_SEND);
	struct ibv_sge sge = {(uintptr_t)text, sizeof(text), 0};

	(void)state;
	wr.sg_list = &sge;
	wr.send_flags = IBV_SEND_INLINE | IBV_SEND_FENCE;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[1], 0x04 | 0x20); /* inlined, fence 2 */
	assert_int_equal(m.send[4], 4);           /* 28 bytes are 4 words */
	assert_int_equal(m.send[6], sizeof(text));
	assert_memory_equal(m.send + 16, text, sizeof(text));
}

/* The second lap has the other generation. The fence that an invalidation requires is set once. */
static void laps_and_debts(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_LOCAL_INV);

	(void)state;
	wr.invalidate_rkey = 0x55;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[16], 0x55);
	assert_int_equal(m.posted[0].note, IBV_WC_LOCAL_INV);
	wr = request(IBV_WR_SEND);
	for (int i = 1; i < UNITS; i++)
		assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[UNIT + 1], 0x01 | 0x10);
	assert_int_equal(m.send[2 * UNIT + 1], 0x01);
	assert_int_equal(post(&wr), ENOMEM);
	m.qp.sq.tail = 1;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[3], 0x00);
}

static void refusals_store_nothing(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_RDMA_READ);

	(void)state;
	wr.num_sge = 0;
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_ATOMIC_FETCH_AND_ADD);
	m.qp.sq.flags = 0;
	assert_int_equal(post(&wr), EOPNOTSUPP);
	wr = request(IBV_WR_SEND_WITH_IMM);
	assert_int_equal(post(&wr), EINVAL);
	inverbs_sq_recall(&m.qp.sq);
	m.qp.sq.qp_type = IBV_QPT_UD;
	wr = request(IBV_WR_RDMA_WRITE);
	assert_int_equal(post(&wr), EINVAL);
	m.qp.sq.closed = 1;
	inverbs_sq_recall(&m.qp.sq);
	wr = request(IBV_WR_SEND);
	assert_int_equal(post(&wr), EINVAL);
	for (size_t i = 0; i < sizeof(m.send); i++)
		assert_int_equal(m.send[i], 0xcc);
	assert_int_equal(m.registers[8], 0);
}

static void an_empty_read_has_another_form(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_RDMA_READ);
	struct ibv_sge nothing = {0x10, 0, 0};

	(void)state;
	wr.sg_list = &nothing;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(m.send[4], 4); /* only head and operands */
}

static void receives_and_their_record(void **state)
{
	struct ibv_recv_wr wr = {.wr_id = 7, .sg_list = &one, .num_sge = 1}, *bad = NULL;

	(void)state;
	assert_int_equal(vega_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(m.recv[8], 0x40);
	assert_int_equal(m.record[1], INVERBS_BE32(1));
	wr.num_sge = 3;
	assert_int_equal(vega_post_recv(&m.qp.ibv, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
	assert_int_equal(m.record[1], INVERBS_BE32(1));
}

static void complete(int slot, uint32_t word, uint16_t unit, uint32_t bytes)
{
	uint32_t cqe[8] = {word, QPN, unit, bytes};

	memcpy(m.cqes + slot * CQE, cqe, sizeof(cqe));
}

static void completions(void **state)
{
	struct ibv_wc wc[4];

	(void)state;
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 4, wc), 0);
	m.posted[2].wr_id = 77;
	m.recv_ids[1] = 78;
	complete(0, 1 | 3 << 4, 2, 64);          /* a READ was sent */
	complete(1, 2 | 2 << 4, 1, 5);           /* written data with immediate */
	complete(2, 1 | 1 << 4 | 2 << 12, 2, 0); /* a SEND that failed */
	complete(3, 1U << 31 | 1, 0, 0);         /* not of this lap */
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 4, wc), 3);
	assert_int_equal(wc[0].wr_id, 77);
	assert_int_equal(wc[0].opcode, IBV_WC_RDMA_READ);
	assert_int_equal(wc[0].byte_len, 64);
	assert_int_equal(wc[1].wr_id, 78);
	assert_int_equal(wc[1].opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	assert_int_equal(wc[1].wc_flags, IBV_WC_WITH_IMM);
	assert_int_equal(wc[2].status, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(m.consumed[0], 3);
	assert_int_equal(m.qp.rq.tail, 1);
}

static void unknown_queues_are_said_after_the_others(void **state)
{
	struct ibv_wc wc[4];

	(void)state;
	complete(0, 1 | 1 << 4, 0, 0);
	complete(1, 1 | 1 << 4, 0, 0);
	m.cqes[CQE + 4] = 0x44;
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 4, wc), 1);
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 4, wc), -2);
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 4, wc), 0);
	assert_int_equal(m.cq.head, 2);
}

static void extended_poll(void **state)
{
	struct ibv_poll_cq_attr attr = {.comp_mask = 0};

	(void)state;
	assert_int_equal(vega_start_poll(&m.cq.ibv_ex, &attr), ENOENT);
	m.posted[1].note = IBV_WC_BIND_MW;
	complete(0, 1 | 6 << 4, 1, 0);
	complete(1, 2 | 1 << 4 | 1 << 20, 0, 44);
	assert_int_equal(vega_start_poll(&m.cq.ibv_ex, &attr), 0);
	assert_int_equal(vega_read_opcode(&m.cq.ibv_ex), IBV_WC_BIND_MW);
	assert_int_equal(vega_next_poll(&m.cq.ibv_ex), 0);
	assert_int_equal(vega_read_opcode(&m.cq.ibv_ex), IBV_WC_RECV);
	assert_int_equal(vega_read_byte_len(&m.cq.ibv_ex), 44);
	assert_int_equal(vega_read_wc_flags(&m.cq.ibv_ex), IBV_WC_GRH);
	assert_int_equal(vega_next_poll(&m.cq.ibv_ex), ENOENT);
	assert_int_equal(m.consumed[0], 0);
	vega_end_poll(&m.cq.ibv_ex);
	assert_int_equal(m.consumed[0], 2);
}

static void arming(void **state)
{
	(void)state;
	m.cq.head = 0x12345;
	m.cq.arm_sn = 3;
	assert_int_equal(vega_arm_cq(&m.cq.ibv, 1), 0);
	assert_int_equal(m.registers[9], (uint64_t)(0x2345 | 3 << 16 | 2 << 24) << 32 | 9);
	assert_int_equal(vega_arm_cq(&m.cq.ibv, 0), 0);
	assert_int_equal(m.registers[9], (uint64_t)(0x2345 | 3 << 16 | 1 << 24) << 32 | 9);
}

static struct inverbs_dev_wr seen;

/* The device decodes the WQE of unit 0 in memory of exactly its length. */
static int decode(uint32_t bytes)
{
	uint8_t *const copy = malloc(bytes);
	int err;

	assert_non_null(copy);
	memcpy(copy, m.send, bytes);
	err = vega_dev_decode_send((int)m.qp.sq.qp_type, inverbs_dev_copied(copy), bytes, &seen);
	free(copy);
	return err;
}

/* Post one work request to an empty queue and decode it; cut off anywhere, it is refused. */
static void post_and_decode(struct ibv_send_wr *wr)
{
	inverbs_sq_recall(&m.qp.sq);
	m.qp.sq.head = m.qp.sq.tail = m.qp.sq.position = 0;
	assert_int_equal(post(wr), 0);
	for (uint32_t bytes = 0; bytes < m.send[4] * 8U; bytes++)
		assert_int_equal(decode(bytes), EINVAL);
	assert_int_equal(decode(UNIT), 0);
	assert_int_equal(seen.opcode, wr->opcode);
	assert_int_equal(seen.wr_id, wr->wr_id);
	assert_int_equal(seen.send_flags, wr->send_flags);
	assert_int_equal(seen.bytes, m.send[4] * 8);
}

static void check_one_sge(uint32_t length)
{
	assert_int_equal(seen.num_sge, 1);
	assert_int_equal(seen.sge[0].addr, one.addr);
	assert_int_equal(seen.sge[0].length, length);
	assert_int_equal(seen.sge[0].lkey, one.lkey);
}

static void the_device_reads_sends(void **state)
{
	static struct inverbs_ah ah = {.av = {1, 2, 3, 4, 5, 6, 7, 8}, .number = 0x99};
	struct ibv_send_wr wr = request(IBV_WR_SEND);
	struct ibv_sge sge = {(uintptr_t) "twelve bytes", 12, 0};

	(void)state;
	wr.send_flags |= IBV_SEND_FENCE | IBV_SEND_SOLICITED;
	post_and_decode(&wr);
	check_one_sge(one.length);
	wr.sg_list = &sge;
	wr.send_flags = IBV_SEND_INLINE;
	post_and_decode(&wr);
	assert_int_equal(seen.inline_len, 12);
	assert_memory_equal(seen.inline_data, "twelve bytes", 12);
	m.qp.sq.qp_type = IBV_QPT_UD;
	wr.wr.ud.ah = &ah.ibv;
	wr.wr.ud.remote_qpn = 0x1234;
	wr.wr.ud.remote_qkey = 0x5678;
	post_and_decode(&wr);
	assert_int_equal(seen.remote_qpn, 0x1234);
	assert_int_equal(seen.qkey, 0x5678);
	assert_int_equal(seen.ah_number, 0x99);
	assert_memory_equal(seen.av, ah.av, 8);
}

static void the_device_reads_rdma_and_atomics(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE);
	struct ibv_sge nothing = {0x10, 0, 0};

	(void)state;
	wr.wr.rdma.remote_addr = 0x1111222233334444;
	wr.wr.rdma.rkey = 0x5555;
	post_and_decode(&wr);
	check_one_sge(one.length);
	assert_int_equal(seen.remote_addr, wr.wr.rdma.remote_addr);
	assert_int_equal(seen.rkey, 0x5555);
	wr.opcode = IBV_WR_RDMA_READ;
	wr.sg_list = &nothing;
	post_and_decode(&wr);
	assert_int_equal(seen.num_sge, 0);
	wr = request(IBV_WR_ATOMIC_CMP_AND_SWP);
	wr.wr.atomic.remote_addr = 0x10;
	wr.wr.atomic.compare_add = 5;
	wr.wr.atomic.swap = 6;
	post_and_decode(&wr);
	check_one_sge(8);
	assert_int_equal(seen.compare, 5);
	assert_int_equal(seen.swap, 6);
	wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
	post_and_decode(&wr);
	assert_int_equal(seen.remote_addr, 0x10);
	assert_int_equal(seen.compare, 0);
	assert_int_equal(seen.swap, 5);
}

/* Two verbs with the same hardware opcode. */
static void the_device_tells_windows_from_keys(void **state)
{
	struct ibv_mw window = {.rkey = 0x700, .type = IBV_MW_TYPE_2};
	struct ibv_mr region = {.lkey = 0x800};
	struct ibv_send_wr wr = request(IBV_WR_LOCAL_INV);

	(void)state;
	wr.invalidate_rkey = 0x55;
	post_and_decode(&wr);
	assert_int_equal(seen.invalidate_rkey, 0x55);
	wr = request(IBV_WR_BIND_MW);
	wr.bind_mw.mw = &window;
	wr.bind_mw.rkey = 0x701;
	wr.bind_mw.bind_info = (struct ibv_mw_bind_info){&region, 0x4000, 64,
							 IBV_ACCESS_REMOTE_READ};
	post_and_decode(&wr);
	assert_int_equal(seen.bind.rkey, 0x701);
	assert_int_equal(seen.bind.old_rkey, 0x700);
	assert_int_equal(seen.bind.lkey, 0x800);
	assert_int_equal(seen.bind.addr, 0x4000);
	assert_int_equal(seen.bind.length, 64);
	assert_int_equal(seen.bind.access, IBV_ACCESS_REMOTE_READ);
	assert_true(seen.bind.type2);
}

/* WQEs with changed bits are refused, or decoded as another work request. */
static void the_device_refuses_other_bits(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE);

	(void)state;
	post_and_decode(&wr);
	for (uint32_t i = 0; i < seen.bytes * 8; i++) {
		int err;

		m.send[i / 8] ^= (uint8_t)(1U << i % 8);
		err = decode(UNIT);
		assert_true(err == 0 || err == EINVAL);
		m.send[i / 8] ^= (uint8_t)(1U << i % 8);
	}
	m.send[2] ^= 1; /* reserved */
	assert_int_equal(decode(UNIT), EINVAL);
	m.send[2] ^= 1;
	m.send[0] = 0; /* not an opcode */
	assert_int_equal(decode(UNIT), EINVAL);
}

static void the_device_reads_arm_requests(void **state)
{
	struct inverbs_dev_arm arm;

	(void)state;
	m.cq.head = 0x12345;
	m.cq.arm_sn = 3;
	assert_int_equal(vega_arm_cq(&m.cq.ibv, 1), 0);
	assert_int_equal(vega_dev_decode_arm(inverbs_dev_copied(&m.registers[9]), &arm), 0);
	assert_true(arm.armed && arm.solicited);
	assert_int_equal(arm.ci, 0x2345);
	assert_int_equal(arm.sequence, 3);
	assert_int_equal(vega_arm_cq(&m.cq.ibv, 0), 0);
	assert_int_equal(vega_dev_decode_arm(inverbs_dev_copied(&m.registers[9]), &arm), 0);
	assert_true(arm.armed && !arm.solicited);
}

/* CQEs of 64 bytes, with room for payload before the significant bytes. */
static uint8_t wide[CQES * 2 * CQE] __attribute__((aligned(64)));

static void take(struct inverbs_dev_cqe *cqe, uint32_t slot, struct ibv_wc *wc)
{
	uint8_t *const at = wide + (size_t)slot * 2 * CQE;

	m.cq.buf = wide;
	m.cq.shift = 6;
	m.cq.head = slot;
	memset(wide, 0, sizeof(wide));
	vega_dev_init_cqe(at, 2 * CQE, slot, CQES);
	vega_cq_seek(&m.cq);
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 1, wc), 0);
	assert_int_equal(vega_dev_encode_cqe(at, 2 * CQE, cqe), 0);
	vega_dev_publish_cqe(at, 2 * CQE, slot, CQES);
	assert_int_equal(vega_poll_cq(&m.cq.ibv, 1, wc), 1);
}

/* Six bytes of payload fit in the CQE itself, in place of the sender; up to 32 before it. */
static void payload_comes_in_completions(void **state)
{
	static const uint8_t sent[40] = "thirty-two bytes, and none too many";
	uint8_t near[4] = {0}, far[28] = {0};
	struct ibv_sge parts[2] = {{(uintptr_t)near, 4, 1}, {(uintptr_t)far, 28, 2}};
	struct ibv_recv_wr wr = {.wr_id = 5, .sg_list = parts, .num_sge = 2}, *bad;
	struct inverbs_dev_cqe cqe = {.qpn = QPN, .byte_len = 6, .payload = sent, .src_qp = 99};
	struct ibv_wc wc = {0};

	(void)state;
	assert_int_equal(vega_post_recv(&m.qp.ibv, &wr, &bad), 0);
	take(&cqe, 0, &wc);
	assert_memory_equal(near, "thir", 4);
	assert_memory_equal(far, "ty\0", 3);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.src_qp, 0);
	assert_int_equal(wc.byte_len, 6);
	cqe = (struct inverbs_dev_cqe){
		.qpn = QPN, .byte_len = 32, .payload = sent, .src_qp = 99, .wqe_index = 1};
	m.cq.null_lkey = 1; /* bytes for the first buffer are dropped */
	assert_int_equal(vega_post_recv(&m.qp.ibv, &wr, &bad), 0);
	take(&cqe, 1, &wc);
	assert_memory_equal(near, "thir", 4);
	assert_memory_equal(far, sent + 4, 28);
	assert_int_equal(wc.src_qp, 99);
	wr.num_sge = 1;
	cqe.wqe_index = 2;
	assert_int_equal(vega_post_recv(&m.qp.ibv, &wr, &bad), 0);
	memset(m.recv + 2 * 64 + 16, 0, 48); /* there is no end mark */
	take(&cqe, 2, &wc);
	assert_int_equal(wc.status, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(wc.byte_len, 32);
	cqe.byte_len = 33;
	assert_int_equal(vega_dev_encode_cqe(wide, 2 * CQE, &cqe), EINVAL);
}

/* The response to a read is copied to the SGEs of its WQE; other ops have no response payload. */
static void answers_come_in_completions(void **state)
{
	uint8_t here[8] = {0};
	struct ibv_sge buffer = {(uintptr_t)here, 8, 1};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_READ);
	struct inverbs_dev_cqe cqe = {.qpn = QPN,
				      .is_send = true,
				      .hw_opcode = VEGA_OP_READ,
				      .byte_len = 5,
				      .payload = (const uint8_t *)"heard"};
	struct ibv_wc wc = {0};

	(void)state;
	wr.sg_list = &buffer;
	assert_int_equal(post(&wr), 0);
	take(&cqe, 0, &wc);
	assert_memory_equal(here, "heard\0", 7);
	assert_int_equal(wc.opcode, IBV_WC_RDMA_READ);
	assert_int_equal(wc.byte_len, 5);
	assert_int_equal(m.qp.sq.tail, 1);
	assert_int_equal(post(&wr), 0);
	cqe.wqe_index = 1;
	cqe.hw_opcode = VEGA_OP_WRITE;
	take(&cqe, 1, &wc);
	assert_int_equal(wc.status, IBV_WC_GENERAL_ERR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_send_is_these_bytes, setup),
		cmocka_unit_test_setup(inline_payload_counts_bytes, setup),
		cmocka_unit_test_setup(laps_and_debts, setup),
		cmocka_unit_test_setup(refusals_store_nothing, setup),
		cmocka_unit_test_setup(an_empty_read_has_another_form, setup),
		cmocka_unit_test_setup(receives_and_their_record, setup),
		cmocka_unit_test_setup(completions, setup),
		cmocka_unit_test_setup(unknown_queues_are_said_after_the_others, setup),
		cmocka_unit_test_setup(extended_poll, setup),
		cmocka_unit_test_setup(payload_comes_in_completions, setup),
		cmocka_unit_test_setup(answers_come_in_completions, setup),
		cmocka_unit_test_setup(arming, setup),
		cmocka_unit_test_setup(the_device_reads_sends, setup),
		cmocka_unit_test_setup(the_device_reads_rdma_and_atomics, setup),
		cmocka_unit_test_setup(the_device_tells_windows_from_keys, setup),
		cmocka_unit_test_setup(the_device_refuses_other_bits, setup),
		cmocka_unit_test_setup(the_device_reads_arm_requests, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
