/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs norma's generated calls on queues in plain memory, and compares what they store with
 * hand-written bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/norma.h>
#include <inverbs/device/norma_device.h>
#include <stdlib.h>

#include "providers/gen/norma_full.c"

enum {
	UNITS = 64,
	UNIT = 64,
	BOUNDARY = 4,
	SPARE = 9, /* units that stay free */
	AHEAD = 8,
	CQES = 8,
	CQE = 32,
	RECVS = 4,
	RECV = 128,
	QPN = 0x21,
	RUBBISH = 0xcc,
};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	uint8_t send[UNITS * UNIT] __attribute__((aligned(64)));
	uint8_t recv[RECVS * RECV] __attribute__((aligned(64)));
	uint8_t cqes[CQES * CQE] __attribute__((aligned(64)));
	uint8_t copies[4 * UNIT] __attribute__((aligned(64)));
	struct inverbs_push push;
	struct inverbs_srq srq;
	uint8_t shared[RECVS * RECV] __attribute__((aligned(64)));
	uint32_t shared_shadow[2];
	uint32_t registers[16];
	uint32_t shadow[16] __attribute__((aligned(64)));
	uint64_t recv_ids[RECVS];
	struct inverbs_posted posted[UNITS];
} m;

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	memset(m.send, RUBBISH, sizeof(m.send));
	m.qp.sq = (struct inverbs_sq){.buf = m.send,
				      .doorbell = (uint8_t *)m.registers,
				      .entries = UNITS,
				      .qpn = QPN,
				      .max_sge = 5,
				      .max_inline = 200,
				      .qp_type = IBV_QPT_RC,
				      .posted = m.posted,
				      .flags = INVERBS_SQ_SEND_IMM | INVERBS_SQ_ATOMICS,
				      .flush_once = 1,
				      .boundary = BOUNDARY};
	m.qp.rq = (struct inverbs_rq){.buf = m.recv,
				      .wr_id = m.recv_ids,
				      .entries = RECVS,
				      .max_post = RECVS,
				      .max_sge = 3,
				      .shift = 7};
	m.cq.buf = m.cqes;
	m.cq.entries = CQES;
	m.cq.shift = 5;
	m.cq.doorbell_record = m.shadow;
	m.cq.doorbell = (uint8_t *)m.registers;
	return 0;
}

static struct ibv_sge payload_sges[] = {
	{0x1122334455667788, 0x40, 0xabcd},
	{0x2122334455667788, 0x41, 0xabce},
	{0x3122334455667788, 0x42, 0xabcf},
};

static uint8_t text[] =
	"Payload between marks: sixteen bytes, and then units of sixty-three. The rest follows "
	"behind the first mark.";

static struct ibv_send_wr request(enum ibv_wr_opcode opcode, int sges)
{
	return (struct ibv_send_wr){.wr_id = 0x77,
				    .sg_list = payload_sges,
				    .num_sge = sges,
				    .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED};
}

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	const int ret = norma_post_send(&m.qp.ibv, wr, &bad);

	assert_ptr_equal(bad, ret ? wr : NULL);
	return ret;
}

static void post_at(uint32_t unit, struct ibv_send_wr *wr)
{
	m.qp.sq.head = m.qp.sq.position = m.qp.sq.tail = unit;
	assert_int_equal(post(wr), 0);
}

static struct inverbs_dev_wr seen;

/* The device decodes the WQE at a unit; cut off anywhere, it is refused. */
static void decode(uint32_t unit, const struct ibv_send_wr *wr)
{
	const uint8_t *const wqe = m.send + (size_t)unit * UNIT;

	assert_int_equal(norma_dev_decode_send((int)m.qp.sq.qp_type, inverbs_dev_copied(wqe),
					       4 * UNIT, &seen),
			 0);
	assert_int_equal(seen.opcode, wr->opcode);
	for (uint32_t bytes = 0; bytes < seen.bytes; bytes++) {
		uint8_t *const copy = malloc(bytes + !bytes);
		static struct inverbs_dev_wr cut;

		assert_non_null(copy);
		memcpy(copy, wqe, bytes);
		assert_int_equal(norma_dev_decode_send((int)m.qp.sq.qp_type,
						       inverbs_dev_copied(copy), bytes, &cut),
				 EINVAL);
		free(copy);
	}
	assert_int_equal(norma_dev_decode_send((int)m.qp.sq.qp_type, inverbs_dev_copied(wqe),
					       4 * UNIT, &seen),
			 0);
}

static const uint8_t *word(uint32_t unit, uint32_t at)
{
	return m.send + (size_t)unit * UNIT + at;
}

static uint32_t number(const uint8_t *at)
{
	return INVERBS_BE32(inverbs_get32(at));
}

/*
 * The SGE is before the head, which fills the unit; the doorbell contains only the queue's number.
 */
static void one_sge_is_one_unit(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)state;
	post_at(1, &wr);
	assert_int_equal(number(word(1, 0)), 0x11223344);
	assert_int_equal(number(word(1, 8)), 0x40);
	assert_int_equal(number(word(1, 28)), 0x80000000);
	assert_int_equal(number(word(1, 56)), 2);              /* SEND, nothing after it */
	assert_int_equal(number(word(1, 60)), 0x80000000 | 1); /* valid, signaled */
	assert_int_equal(*word(2, 0), RUBBISH);
	assert_int_equal(INVERBS_BE32(m.registers[2]), QPN);
	assert_int_equal(m.posted[1].next, 2);
	assert_int_equal(m.posted[1].note, 0x40);
	decode(1, &wr);
	assert_int_equal(seen.num_sge, 1);
	wr.send_flags |= IBV_SEND_SOLICITED;
	post_at(1, &wr);
	assert_int_equal(number(word(1, 56)), 3);
	decode(1, &wr);
	assert_int_equal(seen.send_flags, IBV_SEND_SIGNALED | IBV_SEND_SOLICITED);
}

/*
 * An even number of SGEs leaves half a unit, which an SGE of zeros fills; queues with counts_fill
 * count it.
 */
static void half_a_unit_is_filled(void **state)
{
	static const uint8_t zeros[28];
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);

	(void)state;
	post_at(1, &wr);
	assert_int_equal(number(word(2, 0)), 0x21223344);
	assert_memory_equal(word(2, 32), zeros, sizeof(zeros));
	assert_int_equal(number(word(2, 60)), 0x80000000);
	assert_int_equal(number(word(1, 56)), 1 << 8 | 2);
	decode(1, &wr);
	assert_int_equal(seen.num_sge, 2);
	m.qp.sq.counts_fill = 1;
	post_at(1, &wr);
	assert_int_equal(number(word(1, 56)), 2 << 8 | 2);
	decode(1, &wr);
	assert_int_equal(seen.num_sge, 2);
	wr = request(IBV_WR_SEND, 0);
	post_at(1, &wr);
	assert_int_equal(number(word(1, 28)), 0x80000000);
	assert_int_equal(number(word(1, 56)), 2);
	decode(1, &wr);
	assert_int_equal(seen.num_sge, 0);
}

/* The field of a length has 30 bits; longer SGEs are refused. */
static void long_sges_are_refused(void **state)
{
	struct ibv_sge sges[] = {{0, 1, 0}, {0, 1U << 30, 0}};
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);
	struct ibv_recv_wr recv = {.sg_list = sges, .num_sge = 2}, *bad;

	(void)state;
	wr.sg_list = sges;
	assert_int_equal(post(&wr), EINVAL);
	assert_int_equal(norma_post_recv(&m.qp.ibv, &recv, &bad), EINVAL);
	sges[1].length--;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(norma_post_recv(&m.qp.ibv, &recv, &bad), 0);
}

/* Immediate data takes the place of the first SGE. */
static void immediate_data_takes_a_place(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM, 1);

	(void)state;
	wr.imm_data = INVERBS_BE32(0x01020304);
	post_at(1, &wr);
	assert_int_equal(number(word(1, 0)), 0x01020304);
	assert_int_equal(number(word(2, 0)), 0x11223344);
	assert_int_equal(number(word(1, 56)), 1 << 17 | 1 << 8 | 2);
	decode(1, &wr);
	assert_int_equal(seen.imm, wr.imm_data);
	assert_int_equal(seen.num_sge, 1);
	m.qp.sq.flags = 0;
	assert_int_equal(post(&wr), EINVAL);
}

/* 16 bytes before the head, then in each unit 63 bytes and a mark. */
static void payload_lies_between_marks(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);
	struct ibv_sge sges[] = {{(uintptr_t)text, 10, 0},
				 {(uintptr_t)text + 10, sizeof(text) - 10, 0}};

	(void)state;
	wr.sg_list = sges;
	wr.send_flags = IBV_SEND_INLINE;
	post_at(0, &wr);
	assert_memory_equal(word(0, 16), text, 16);
	assert_memory_equal(word(1, 0), text + 16, 63);
	assert_int_equal(*word(1, 63), 0x80);
	assert_memory_equal(word(2, 0), text + 79, sizeof(text) - 79);
	assert_int_equal(*word(2, 63), 0x80);
	assert_int_equal(number(word(0, 52)), sizeof(text));
	assert_int_equal(m.qp.sq.position, 3);
	decode(0, &wr);
	assert_int_equal(seen.inline_len, sizeof(text));
	assert_memory_equal(seen.inline_data, text, sizeof(text));
	wr.opcode = IBV_WR_RDMA_READ; /* the flag is ignored */
	post_at(0, &wr);
	decode(0, &wr);
	assert_int_equal(seen.num_sge, 2);
}

/* Three units do not fit before the boundary at unit 4: the remaining units are filled. */
static void nothing_crosses_a_boundary(void **state)
{
	static const uint8_t zeros[32];
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM, 3);

	(void)state;
	post_at(2, &wr);
	for (uint32_t unit = 2; unit < 4; unit++) {
		assert_memory_equal(word(unit, 0), zeros, sizeof(zeros));
		assert_int_equal(number(word(unit, 56)), 1);
		assert_int_equal(number(word(unit, 60)), 0x80000000);
	}
	decode(4, &wr);
	assert_int_equal(m.qp.sq.position, 7);
	assert_int_equal(m.posted[4].next, 7);
}

/* A WQE at a multiple of 8 makes the 8 units that are 8 ahead look unwritten in their lap. */
static void units_ahead_are_cleared(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)state;
	post_at(8, &wr);
	for (uint32_t i = 0; i < AHEAD * UNIT; i++)
		assert_int_equal(*word(16, i), 0x00);
	assert_int_equal(*word(24, 0), RUBBISH);
	post_at(UNITS - AHEAD, &wr); /* the units ahead belong to the next lap */
	for (uint32_t i = 0; i < AHEAD * UNIT; i++)
		assert_int_equal(*word(0, i), 0xff);
	post_at(UNITS + 1, &wr);
	assert_int_equal(number(word(1, 60)), 1);
}

/* A queue at an idle unit, with a page for copies. */
static void copy_from(uint32_t unit)
{
	m.push = (struct inverbs_push){.page = m.copies, .doorbell = (uint8_t *)m.registers};
	m.qp.sq.push = &m.push;
	m.qp.sq.flags |= INVERBS_SQ_COPIED;
	m.qp.sq.head = m.qp.sq.position = m.qp.sq.tail = m.qp.sq.told = unit;
}

static void check_copy(uint32_t unit, uint32_t units)
{
	assert_memory_equal(m.copies + (unit & 3) * UNIT, word(unit, 0), (size_t)units * UNIT);
	assert_int_equal(INVERBS_BE32(m.registers[3]), unit << 24 | QPN);
}

/*
 * WQEs are copied to an idle adapter, padding in a single copy; a flag in each WQE says that its
 * queue pair has a page.
 */
static void wqes_are_copied(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)state;
	copy_from(5);
	assert_int_equal(post(&wr), 0);
	check_copy(5, 1);
	assert_int_equal(number(word(5, 48)), 8);
	assert_int_equal(INVERBS_BE32(m.registers[2]), QPN);
	assert_int_equal(m.qp.sq.told, 6);
	decode(5, &wr);
	wr = request(IBV_WR_SEND, 5);
	wr.sg_list = (struct ibv_sge[5]){{0}};
	memset(m.copies, RUBBISH, sizeof(m.copies));
	assert_int_equal(post(&wr), 0); /* one copy at a time */
	assert_memory_equal(m.copies + 3 * UNIT, word(7, 0), UNIT);
	assert_int_equal(number(word(6, 48)), 0); /* padding does not have the flag */
	check_copy(8, 3);
	assert_int_equal(m.qp.sq.told, 11);
}

/* Room is counted in units, including padding; a refused work request stores nothing. */
static void room_is_counted_in_units(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)state;
	m.qp.sq.head = m.qp.sq.position = UNITS - SPARE - 1;
	assert_int_equal(post(&wr), 0);
	memset(m.send, RUBBISH, sizeof(m.send));
	assert_int_equal(post(&wr), ENOMEM);
	for (size_t i = 0; i < sizeof(m.send); i++)
		assert_int_equal(m.send[i], RUBBISH);
	m.qp.sq.tail = 1;
	wr.num_sge = 2;
	assert_int_equal(post(&wr), ENOMEM);
	wr.num_sge = 1;
	assert_int_equal(post(&wr), 0);
}

static void other_ops(void **state)
{
	static struct inverbs_mr region = {.ibv = {.rkey = 0x800}};
	static struct ibv_mw window = {.rkey = 0x1234567f, .type = IBV_MW_TYPE_2};
	static struct inverbs_ah ah;
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_FETCH_AND_ADD, 1);

	(void)state;
	wr.wr.atomic.remote_addr = 0x10;
	wr.wr.atomic.compare_add = 5;
	post_at(1, &wr);
	assert_int_equal(number(word(1, 56)), 1 << 8 | 6);
	decode(1, &wr);
	assert_int_equal(seen.swap, 5);
	assert_int_equal(seen.sge[0].lkey, payload_sges[0].lkey);
	wr.num_sge = 2;
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_BIND_MW, 0);
	wr.bind_mw.mw = &window;
	wr.bind_mw.rkey = 0xabcdef80;
	wr.bind_mw.bind_info = (struct ibv_mw_bind_info){
		&region.ibv, 0x4000, 64, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC};
	post_at(1, &wr);
	decode(1, &wr);
	assert_int_equal(seen.bind.rkey, 0x12345680);
	assert_int_equal(seen.bind.region_rkey, 0x800);
	assert_int_equal(seen.bind.access, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
	assert_false(seen.bind.zero_based);
	region.access = IBV_ACCESS_ZERO_BASED;
	assert_int_equal(post(&wr), EINVAL);
	window.type = IBV_MW_TYPE_1;
	assert_int_equal(post(&wr), 0);
	m.qp.sq.qp_type = IBV_QPT_UD;
	wr = request(IBV_WR_SEND, 1);
	wr.wr.ud.ah = &ah.ibv;
	wr.wr.ud.remote_qpn = 0x334455;
	wr.wr.ud.remote_qkey = 0x66;
	post_at(1, &wr);
	decode(1, &wr);
	assert_int_equal(seen.remote_qpn, 0x334455);
	assert_int_equal(seen.qkey, 0x66);
}

/* A receive has no doorbell: its head passes ownership. */
static void receives_hand_themselves_over(void **state)
{
	struct ibv_recv_wr wr = {.wr_id = 7, .sg_list = payload_sges, .num_sge = 2}, *bad = NULL;
	struct inverbs_dev_recv out;

	(void)state;
	assert_int_equal(norma_dev_decode_recv(inverbs_dev_copied(m.recv), 0, &out), EINVAL);
	assert_int_equal(norma_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(number(m.recv + 56), 1);
	assert_int_equal(number(m.recv + 60), 0x80000000);
	assert_int_equal(number(m.recv + 124), 0x80000000);
	assert_int_equal(norma_dev_decode_recv(inverbs_dev_copied(m.recv), RECV, &out), 0);
	assert_int_equal(out.num_sge, 2);
	m.qp.rq.counts_fill = 1;
	assert_int_equal(norma_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(number(m.recv + RECV + 56), 2);
	assert_int_equal(norma_dev_decode_recv(inverbs_dev_copied(m.recv + RECV), RECV, &out), 0);
	assert_int_equal(out.num_sge, 2);
	wr.num_sge = 0;
	assert_int_equal(norma_post_recv(&m.qp.ibv, &wr, &bad), 0);
	assert_int_equal(norma_dev_decode_recv(inverbs_dev_copied(m.recv + 2 * RECV), RECV, &out),
			 0);
	assert_int_equal(out.num_sge, 0);
	wr.num_sge = 4;
	assert_int_equal(norma_post_recv(&m.qp.ibv, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
}

/* Makes the queue pair take its receives from a shared ring. */
static void share(void)
{
	m.srq = (struct inverbs_srq){.buf = m.shared,
				     .doorbell_record = m.shared_shadow,
				     .entries = RECVS,
				     .max_sge = 3,
				     .shift = 7};
	m.qp.srq = &m.srq;
}

/* Receives of shared queues contain their wr_id, and a doorbell record announces them. */
static void shared_receives_carry_their_id(void **state)
{
	struct ibv_recv_wr wr = {.wr_id = 0x1234567890, .sg_list = payload_sges, .num_sge = 2},
			   *bad;
	struct inverbs_dev_recv out;

	(void)state;
	share();
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(number(m.shared + 40), 0x12);
	assert_int_equal(number(m.shared + 44), 0x34567890);
	assert_int_equal(number(m.shared + 60), 0x80000000);
	assert_int_equal(INVERBS_BE32(m.shared_shadow[1]), 1);
	assert_int_equal(norma_dev_decode_srq_recv(inverbs_dev_copied(m.shared), RECV, &out), 0);
	assert_int_equal(out.num_sge, 2);
	assert_int_equal(out.wr_id, wr.wr_id);
	m.srq.counts_fill = 1;
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(number(m.shared + RECV + 56), 2);
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad),
			 ENOMEM); /* one unit stays free */
	assert_ptr_equal(bad, &wr);
	m.srq.tail = 1;
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(INVERBS_BE32(m.shared_shadow[1]), 0);
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), ENOMEM);
	m.srq.tail = 2;
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), 0);
	assert_int_equal(number(m.shared + 60), 0); /* the second lap */
	wr.num_sge = 4;
	assert_int_equal(norma_post_srq_recv(&m.srq.ibv, &wr, &bad), EINVAL);
}

/* ---- completions ---- */

enum {
	OF_SEND = 1,
	FAILED = 2,
	HAS_KEY = 4,
	MORE = 8,
	DROPPED = 16,
	SHARED = 32,
};

static void complete(uint32_t slot, uint32_t flags, uint32_t code, uint32_t op_index)
{
	uint8_t *const at = m.cqes + (size_t)slot * CQE;

	inverbs_put64(at, INVERBS_BE64((uint64_t)(uintptr_t)&m.qp));
	inverbs_put32(at + 8, INVERBS_BE32(QPN));
	inverbs_put32(at + 12, INVERBS_BE32(99));
	inverbs_put32(at + 16, INVERBS_BE32(0x4444));
	inverbs_put32(at + 20, INVERBS_BE32(code));
	inverbs_put32(at + 24, INVERBS_BE32(op_index));
	inverbs_put32(at + 28, INVERBS_BE32(0x80000000 | flags));
}

static struct ibv_wc wc[8];

static void polled(int expected, uint32_t consumed)
{
	assert_int_equal(norma_poll_cq(&m.cq.ibv, 8, wc), expected);
	assert_int_equal(INVERBS_BE32(m.shadow[1]), consumed);
}

/*
 * While work requests are outstanding there are no copies, unless the adapter is taking them; a
 * dropped copy ends that.
 */
static void a_busy_adapter_gets_no_copies(void **state)
{
	static const uint8_t zeros[UNIT];
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)state;
	copy_from(1);
	m.qp.sq.tail = 0;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(number(word(1, 48)), 8);
	assert_memory_equal(m.copies + UNIT, zeros, UNIT);
	assert_int_equal(INVERBS_BE32(m.registers[2]), QPN);
	assert_int_equal(m.qp.sq.told, 2);
	m.qp.sq.tail = 2;
	assert_int_equal(post(&wr), 0);
	check_copy(2, 1);
	assert_int_equal(m.qp.sq.copying, 1);
	complete(0, OF_SEND | DROPPED, 0, 2 << 16 | 2);
	polled(1, 1);
	assert_int_equal(m.qp.sq.copying, 0);
}

/* Queue pairs are found by their address; CQEs of destroyed queue pairs are dropped. */
static void a_pointer_finds_the_queue(void **state)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);

	(void)state;
	post_at(1, &wr);
	complete(0, OF_SEND, 0, 2 << 16 | 1);
	complete(1, OF_SEND, 0, 2 << 16 | 1);
	memset(m.cqes + CQE, 0, 8);
	polled(1, 2);
	assert_int_equal(wc[0].wr_id, 0x77);
	assert_int_equal(wc[0].byte_len, 0x81);
	assert_int_equal(wc[0].qp_num, QPN);
	assert_int_equal(wc[0].src_qp, QPN);
	assert_int_equal(m.qp.sq.tail, 3);
}

/*
 * In a ring of small CQEs, an extension takes a slot; a CQE is not taken before its extension is
 * written.
 */
static void extensions_take_a_slot(void **state)
{
	uint8_t *const more = m.cqes + CQE;

	(void)state;
	m.qp.rq.head = 4;
	m.recv_ids[1] = 51;
	m.recv_ids[2] = 52;
	complete(0, MORE | HAS_KEY, 0, 1 << 16 | 4);
	polled(0, 0);
	inverbs_put32(more, INVERBS_BE32(0x01020304));
	inverbs_put32(more + 4, INVERBS_BE32(1));
	inverbs_put32(more + 28, INVERBS_BE32(0x80000000));
	complete(2, 0, 0, 1 << 16 | 8);
	polled(2, 3);
	assert_int_equal(wc[0].wr_id, 51); /* 4 * 32 bytes are slot 1 */
	assert_int_equal(wc[0].opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	assert_int_equal(wc[0].wc_flags, IBV_WC_WITH_IMM | IBV_WC_WITH_INV);
	assert_int_equal(wc[0].invalidated_rkey, 0x4444);
	assert_int_equal(wc[1].wr_id, 52);
	assert_int_equal(wc[1].opcode, IBV_WC_RECV); /* without immediate data, it is not a write */
	assert_int_equal(m.qp.rq.tail, 3);
}

/*
 * CQEs that the device writes for receives of a shared queue, in slots with room for an extension.
 */
static void shared_receives_complete_by_id(void **state)
{
	struct inverbs_dev_cqe done = {.wr_id = 0xc0ffee,
				       .qpn = QPN,
				       .context = (uintptr_t)&m.qp,
				       .is_shared = true,
				       .byte_len = 5};

	(void)state;
	share();
	m.cq.shift = 6;
	m.cq.entries = CQES / 2;
	for (uint32_t n = 0; n < CQES / 2; n++)
		norma_dev_init_cqe(norma_cq_entry(&m.cq, n), 64, n, CQES / 2);
	for (uint32_t n = 0; n < 3; n++) {
		uint8_t *const at = norma_cq_entry(&m.cq, n);

		done.recv = n == 1 ? INVERBS_DEV_RECV_SEND_IMM : INVERBS_DEV_RECV_SEND;
		done.status = n == 2 ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS;
		done.context = n == 0 ? 0 : (uintptr_t)&m.qp;
		done.imm = INVERBS_BE32(7);
		assert_int_equal(norma_dev_encode_cqe(at, CQE, &done), EINVAL);
		assert_int_equal(norma_dev_encode_cqe(at, 64, &done), 0);
		norma_dev_publish_cqe(at, 64, n, CQES / 2);
		done.wr_id++;
	}
	polled(2, 3); /* the first is of a destroyed queue pair */
	assert_int_equal(wc[0].wr_id, 0xc0ffef);
	assert_int_equal(wc[0].wc_flags, IBV_WC_WITH_IMM);
	assert_int_equal(wc[0].imm_data, INVERBS_BE32(7));
	assert_int_equal(wc[1].wr_id, 0xc0fff0);
	assert_int_equal(wc[1].status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(m.srq.tail, 2);
	assert_int_equal(m.qp.rq.tail, 0);
}

/*
 * In a ring of small CQEs there is no room for the queue pair's address; codes of the second list
 * are translated.
 */
static void shared_receives_need_room(void **state)
{
	(void)state;
	share();
	complete(0, SHARED, 0, 0);
	polled(0, 1);
	complete(1, SHARED | MORE | FAILED, 2 << 16 | 0x77, 0);
	inverbs_put64(m.cqes + 2 * CQE + 8, INVERBS_BE64((uint64_t)(uintptr_t)&m.qp));
	inverbs_put32(m.cqes + 2 * CQE + 28, INVERBS_BE32(0x80000000));
	polled(1, 3);
	assert_int_equal(wc[0].wr_id, (uintptr_t)&m.qp); /* whatever the word contains */
	assert_int_equal(wc[0].status, IBV_WC_LOC_LEN_ERR);
}

static void datagrams_have_a_sender(void **state)
{
	(void)state;
	m.qp.sq.qp_type = IBV_QPT_UD;
	m.qp.rq.head = 1;
	complete(0, HAS_KEY, 0, 0);
	polled(1, 1);
	assert_int_equal(wc[0].src_qp, 0x4444);
	assert_int_equal(wc[0].wc_flags, IBV_WC_GRH);
}

static void post_three(void)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	m.qp.sq.head = m.qp.sq.position = m.qp.sq.tail = 2;
	assert_int_equal(post(&wr), 0);
	wr = request(IBV_WR_RDMA_WRITE, 3); /* after a boundary */
	wr.wr_id = 0x78;
	assert_int_equal(post(&wr), 0);
	wr.wr_id = 0x79;
	assert_int_equal(post(&wr), 0);
}

/*
 * One CQE completes all work requests, the first with its own status; it stays in the ring until
 * the last one is reported.
 */
static void one_completion_ends_all(void **state)
{
	(void)state;
	post_three();
	complete(0, OF_SEND | FAILED, 2 << 16 | 0x77, 2 << 16 | 2);
	complete(1, OF_SEND | FAILED, 1 << 16 | 1,
		 2 << 16); /* no work request is left for this CQE */
	assert_int_equal(norma_poll_cq(&m.cq.ibv, 1, wc), 1);
	assert_int_equal(wc[0].wr_id, 0x77);
	assert_int_equal(wc[0].status, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(wc[0].vendor_err, 2 << 16 | 2);
	assert_int_equal(m.cq.head, 0);
	polled(2, 2);
	assert_int_equal(wc[0].wr_id, 0x78);
	assert_int_equal(wc[0].status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(wc[0].opcode, IBV_WC_RDMA_WRITE);
	assert_int_equal(wc[0].byte_len, 0xc3);
	assert_int_equal(wc[1].wr_id, 0x79);
	assert_int_equal(m.qp.sq.tail, m.qp.sq.head);
	assert_false(m.cq.parked);
}

/* Where the adapter writes a CQE for each work request, each CQE is consumed. */
static void each_has_its_completion(void **state)
{
	(void)state;
	post_three();
	m.qp.sq.flush_once = 0;
	complete(0, OF_SEND | FAILED, 1 << 16 | 1, 2 << 16 | 2);
	polled(1, 1);
	m.qp.rq.head = 3;
	m.recv_ids[0] = 60;
	complete(1, FAILED, 1 << 16 | 9, 8);
	complete(2, FAILED, 3 << 16 | 9, 8);
	polled(2, 3);
	assert_int_equal(wc[0].wr_id, 60); /* the oldest, whatever the index */
	assert_int_equal(wc[0].status, IBV_WC_FATAL_ERR);
	assert_int_equal(wc[1].status, IBV_WC_GENERAL_ERR);
	assert_int_equal(m.qp.rq.tail, 2);
}

static void extended_poll(void **state)
{
	struct ibv_poll_cq_attr attr = {.comp_mask = 0};
	struct ibv_cq_ex *const cq = &m.cq.ibv_ex;

	(void)state;
	post_three();
	assert_int_equal(norma_start_poll(cq, &attr), ENOENT);
	complete(0, OF_SEND | FAILED, 2 << 16 | 0x77, 2 << 16 | 2);
	assert_int_equal(norma_start_poll(cq, &attr), 0);
	assert_int_equal(cq->status, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(norma_read_vendor_err(cq), 2 << 16 | 2);
	assert_int_equal(norma_next_poll(cq), 0);
	assert_int_equal(cq->wr_id, 0x78);
	assert_int_equal(norma_read_opcode(cq), IBV_WC_RDMA_WRITE);
	assert_int_equal(norma_read_byte_len(cq), 0xc3);
	assert_int_equal(norma_read_src_qp(cq), QPN);
	assert_int_equal(norma_next_poll(cq), 0);
	assert_int_equal(norma_next_poll(cq), ENOENT);
	norma_end_poll(cq);
	assert_int_equal(INVERBS_BE32(m.shadow[1]), 1);
}

/* Every arm request has a different number. */
static void arming(void **state)
{
	struct inverbs_dev_arm arm;

	(void)state;
	assert_int_equal(norma_arm_cq(&m.cq.ibv, 1), 0);
	assert_int_equal(INVERBS_BE32(m.shadow[3]), 1);
	assert_int_equal(norma_arm_cq(&m.cq.ibv, 0), 0);
	assert_int_equal(INVERBS_BE32(m.shadow[3]), 0x102);
	assert_int_equal(norma_dev_decode_arm(inverbs_dev_copied(m.shadow), &arm), 0);
	assert_true(arm.armed && !arm.solicited);
	assert_int_equal(arm.sequence, 2);
	m.cq.selector = 0x3fff;
	assert_int_equal(norma_arm_cq(&m.cq.ibv, 0), 0);
	assert_int_equal(INVERBS_BE32(m.shadow[3]), 0x3fff0103);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(one_sge_is_one_unit, setup),
		cmocka_unit_test_setup(half_a_unit_is_filled, setup),
		cmocka_unit_test_setup(long_sges_are_refused, setup),
		cmocka_unit_test_setup(immediate_data_takes_a_place, setup),
		cmocka_unit_test_setup(payload_lies_between_marks, setup),
		cmocka_unit_test_setup(nothing_crosses_a_boundary, setup),
		cmocka_unit_test_setup(units_ahead_are_cleared, setup),
		cmocka_unit_test_setup(room_is_counted_in_units, setup),
		cmocka_unit_test_setup(wqes_are_copied, setup),
		cmocka_unit_test_setup(a_busy_adapter_gets_no_copies, setup),
		cmocka_unit_test_setup(other_ops, setup),
		cmocka_unit_test_setup(receives_hand_themselves_over, setup),
		cmocka_unit_test_setup(shared_receives_carry_their_id, setup),
		cmocka_unit_test_setup(a_pointer_finds_the_queue, setup),
		cmocka_unit_test_setup(extensions_take_a_slot, setup),
		cmocka_unit_test_setup(shared_receives_complete_by_id, setup),
		cmocka_unit_test_setup(shared_receives_need_room, setup),
		cmocka_unit_test_setup(datagrams_have_a_sender, setup),
		cmocka_unit_test_setup(one_completion_ends_all, setup),
		cmocka_unit_test_setup(each_has_its_completion, setup),
		cmocka_unit_test_setup(extended_poll, setup),
		cmocka_unit_test_setup(arming, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
