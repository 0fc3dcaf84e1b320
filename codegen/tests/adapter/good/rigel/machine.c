/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests rigel's generated fast path against its generated device side: each reads what the other
 * writes, in order, out of order, over the end of the ring, and when the queue pair fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <infiniband/verbs.h>
#include <inverbs/device/rigel_device.h>

#include "providers/gen/rigel_full.c"

enum {
	SLOTS = 16,
	SENDS = 8,
	RECVS = 8,
	ENTRIES = 16,
	SLOT = 128,
	CQE = 16,
	QPN = 5,
	HEALTH = 112
};

static uint8_t ring[SLOTS * 128] __attribute__((aligned(128)));
static uint8_t completions[ENTRIES * CQE + 4] __attribute__((aligned(16)));
static uint8_t doorbell[4096] __attribute__((aligned(64)));
static uint32_t counter, put;
static uint64_t recv_ids[RECVS];
static struct inverbs_send_record records[SENDS];
static struct inverbs_done waiting[64];
static struct inverbs_work work;
static struct inverbs_soft_cq soft;
static struct inverbs_number_table table = {.mask = 0xff, .shift = 0};
static struct inverbs_context context = {.table_lock = PTHREAD_MUTEX_INITIALIZER};
static struct inverbs_cq cq;
static struct inverbs_qp qp;
static void *leaf[256][1];

/*
 * Replace functions of the archive: the data path by commands. They only record that they were
 * called.
 */
static int commands;

int inverbs_command_post_send(struct ibv_qp *q, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	(void)q;
	*bad = wr;
	commands |= 1;
	return ENOMEM;
}

int inverbs_command_post_recv(struct ibv_qp *q, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	(void)q;
	*bad = wr;
	commands |= 2;
	return ENOMEM;
}

int inverbs_command_poll_cq(struct ibv_cq *q, int n, struct ibv_wc *wc)
{
	(void)q;
	(void)wc;
	commands |= 4;
	return n;
}

/* more definitions of the archive */
struct inverbs_qp inverbs_no_qp = {.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}};
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {
	[0 ... 63] = 0xff,
};

/* of the archive, too; no lock is contended here */
void inverbs_lock_wait(struct inverbs_lock *lock)
{
	(void)lock;
	fail();
}

static int set_up(void **unused)
{
	(void)unused;
	memset(ring, 0, sizeof(ring));
	memset(completions, 0, sizeof(completions));
	memset(doorbell, 0, sizeof(doorbell));
	memset(&work, 0, sizeof(work));
	memset(&soft, 0, sizeof(soft));
	memset(&cq, 0, sizeof(cq));
	memset(&qp, 0, sizeof(qp));
	counter = put = 0;
	work.records = records;
	work.requests = SENDS;
	soft.ring = waiting;
	soft.entries = 64;
	cq.attention = (uint32_t *)(void *)(completions + ENTRIES * 16);
	cq.ibv.context = &context.ibv;
	cq.buf = completions;
	cq.shift = 4;
	cq.entries = ENTRIES;
	cq.doorbell_record = &counter;
	cq.qps = &table;
	cq.soft = &soft;
	qp.sq.work = &work;
	qp.sq.buf = ring;
	qp.sq.shift = 7;
	qp.sq.doorbell = doorbell;
	qp.sq.entries = SLOTS;
	qp.sq.max_post = SENDS;
	qp.sq.max_sge = 3;
	qp.sq.max_inline = 32;
	qp.sq.qpn = QPN;
	qp.sq.qp_type = IBV_QPT_RC;
	qp.rq.wr_id = recv_ids;
	qp.rq.entries = RECVS;
	qp.rq.max_post = RECVS - 1;
	qp.rq.max_sge = 3;
	qp.ibv.send_cq = qp.ibv.recv_cq = &cq.ibv;
	leaf[QPN][0] = &qp;
	table.leaf[QPN] = leaf[QPN];
	inverbs_cq_forget(&cq);
	rigel_cq_seek(&cq);
	return 0;
}

static int post(enum ibv_wr_opcode opcode, uint64_t wr_id, unsigned int flags, uint32_t length)
{
	static const char text[] = "forty bytes of payload, give or take one";
	struct ibv_sge sge = {.addr = (uintptr_t)text, .length = length, .lkey = 7};
	struct ibv_send_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1, .opcode = opcode};
	struct ibv_send_wr *bad = NULL;
	int err;

	wr.send_flags = flags;
	wr.wr.rdma.remote_addr = 0x123456789abcULL;
	wr.wr.rdma.rkey = 0x55;
	err = rigel_post_send(&qp.ibv, &wr, &bad);
	assert_ptr_equal(bad, err ? &wr : NULL);
	return err;
}

static int post_recv(uint64_t wr_id)
{
	struct ibv_sge sge = {.addr = 0x2000, .length = 100, .lkey = 9};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad = NULL;
	const int err = rigel_post_recv(&qp.ibv, &wr, &bad);

	assert_ptr_equal(bad, err ? &wr : NULL);
	return err;
}

/* The device writes a CQE; `code` is the opcode of a send. */
static void complete(bool is_send, bool late, uint32_t code, uint32_t serial, uint8_t status)
{
	uint8_t *const cqe = completions + (size_t)(put % ENTRIES) * CQE;
	const struct inverbs_dev_cqe in = {.qpn = QPN,
					   .serial = serial,
					   .byte_len = 40,
					   .hw_opcode = code,
					   .vendor_err = status,
					   .is_send = is_send,
					   .is_late = late};

	assert_int_equal(rigel_dev_encode_cqe(cqe, CQE, &in), 0);
	rigel_dev_publish_cqe(cqe, CQE, put, ENTRIES);
	put++;
}

static void sent(uint32_t serial)
{
	complete(true, false, RIGEL_JOB_PUT, serial, 0);
}

/* Polls must report these wr_ids with this status, and then nothing. */
static void expect(const uint64_t *wr_ids, int count, enum ibv_wc_status status)
{
	struct ibv_wc wc[SENDS + RECVS];

	assert_int_equal(rigel_poll_cq(&cq.ibv, SENDS + RECVS, wc), count);
	for (int i = 0; i < count; i++) {
		assert_int_equal(wc[i].wr_id, wr_ids[i]);
		assert_int_equal(wc[i].status, status);
		assert_int_equal(wc[i].qp_num, QPN);
	}
	assert_int_equal(counter, put);
}

static void device_reads_what_was_posted(void **unused)
{
	struct inverbs_dev_wr wr;
	struct inverbs_dev_recv recv;

	(void)unused;
	for (uint32_t i = 0; i < 3 * SLOTS; i += 4) {
		uint8_t *const at = ring + (size_t)(i % SLOTS) * 128;

		assert_false(rigel_dev_send_ready(at, i, SLOTS));
		assert_int_equal(post(IBV_WR_SEND, i, IBV_SEND_SIGNALED | IBV_SEND_FENCE, 20), 0);
		assert_int_equal(post(IBV_WR_RDMA_WRITE, i, IBV_SEND_INLINE, 13), 0);
		assert_int_equal(post(IBV_WR_RDMA_READ, i, IBV_SEND_SIGNALED, 20), 0);
		assert_int_equal(post_recv(i), 0);
		for (uint32_t j = 0; j < 4; j++)
			assert_true(rigel_dev_send_ready(at + j * 128, i + j, SLOTS));
		assert_int_equal(
			rigel_dev_decode_send(IBV_QPT_RC, inverbs_dev_copied(at), SLOT, &wr), 0);
		assert_int_equal(wr.opcode, IBV_WR_SEND);
		assert_int_equal(wr.send_flags, IBV_SEND_SIGNALED | IBV_SEND_FENCE);
		assert_int_equal(wr.num_sge, 1);
		assert_int_equal(wr.sge[0].lkey, 7);
		assert_int_equal(rigel_dev_serial(inverbs_dev_copied(at)), i / 4 * 3);
		assert_int_equal(
			rigel_dev_decode_send(IBV_QPT_RC, inverbs_dev_copied(at + 128), SLOT, &wr),
			0);
		assert_int_equal(wr.opcode, IBV_WR_RDMA_WRITE);
		assert_int_equal(wr.remote_addr, 0x123456789abcULL);
		assert_int_equal(wr.inline_len, 13);
		assert_memory_equal(wr.inline_data, "forty bytes o", 13);
		assert_int_equal(
			rigel_dev_decode_send(IBV_QPT_RC, inverbs_dev_copied(at + 256), SLOT, &wr),
			0);
		assert_int_equal(wr.opcode, IBV_WR_RDMA_READ);
		assert_int_equal(wr.send_flags, 0);
		assert_int_equal(wr.sge[0].length, 20);
		assert_true(rigel_dev_is_recv(inverbs_dev_copied(at + 384)));
		assert_int_equal(rigel_dev_decode_recv(inverbs_dev_copied(at + 384), SLOT, &recv),
				 0);
		assert_int_equal(recv.num_sge, 1);
		assert_int_equal(recv.sge[0].addr, 0x2000);
		qp.sq.tail = inverbs_sq_head(&qp.sq);
		qp.rq.tail = inverbs_rq_head(&qp.rq);
	}
}

/* The bytes that the spec requires, written by hand; unused bytes of a slot keep their values. */
static void slots_have_the_bytes_of_the_spec(void **unused)
{
	static const uint8_t read[] = {
		5,    0x80, 0,    0,    0,    0,    0, 0,
		0,    0,    0,    0,    12,   0,    0, 0x80, /* top: 12 words */
		0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12, 0, 0,
		0x55, 0,    0,    0,    20,   0,    0, 0, /* back */
	};
	static const uint8_t recv[] = {
		9, 0x80, 1, 0, 0xee, 0xee, 0xee, 0xee, 0,   0, 0, 0, 22, 0, 0, 0x80, /* top */
		1, 0,    0, 0, 0,    0,    0,    0, /* incoming: one of three */
		0, 0x20, 0, 0, 0,    0,    0,    0,    100, 0, 0, 0, 9,  0, 0, 0,
	};
	static const uint8_t nothing[32];

	(void)unused;
	memset(ring, 0xee, sizeof(ring));
	memset(ring + HEALTH, 0, 8);
	assert_int_equal(post(IBV_WR_RDMA_READ, 1, IBV_SEND_SIGNALED | IBV_SEND_FENCE, 20), 0);
	assert_int_equal(post_recv(2), 0);
	assert_memory_equal(ring, read, sizeof(read));
	assert_memory_equal(ring + SLOT, recv, sizeof(recv));
	assert_memory_equal(ring + SLOT + sizeof(recv), nothing, sizeof(nothing));
	assert_int_equal(ring[SLOT + 88], 0xee);
	assert_memory_equal(ring + SLOT + 120, ((const uint8_t[]){1, 0, 0, 0, 0, 0, 0, 0}), 8);
	assert_int_equal(post(IBV_WR_RDMA_READ, 3, IBV_SEND_SIGNALED, 0), 0);
	assert_memory_equal(ring + 2 * SLOT + 16, ((const uint8_t[]){7, 0, 0, 0, 0, 0, 0, 0}), 8);
}

/* A WQE has the same bytes with and without credit, except for its number. */
static void the_hot_path_stores_the_same(void **unused)
{
	static const enum ibv_wr_opcode opcodes[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE};

	(void)unused;
	for (unsigned int i = 0; i < 4; i++) {
		set_up(NULL);
		memset(ring, 0xee, sizeof(ring));
		memset(ring + HEALTH, 0, 8);
		qp.sq.room = 0;
		for (int n = 0; n < 2; n++)
			assert_int_equal(post(opcodes[i % 2], 1,
					      i < 2 ? IBV_SEND_SIGNALED : IBV_SEND_INLINE, 13),
					 0);
		assert_int_equal(qp.sq.room, SENDS - 2);
		ring[SLOT + 4] = 0;
		memset(ring + SLOT + HEALTH, 0, 8);
		assert_memory_equal(ring, ring + SLOT, SLOT);
		assert_memory_equal(&records[0], &records[1], sizeof(records[0]));
	}
}

static void hot_receives_store_the_same(void **unused)
{
	(void)unused;
	memset(ring, 0xee, sizeof(ring));
	memset(ring + HEALTH, 0, 8);
	for (uint64_t n = 0; n < 3; n++)
		assert_int_equal(post_recv(n), 0);
	assert_int_equal(qp.rq.room, RECVS - 4);
	assert_int_equal(qp.sq.room, SENDS - 2); /* sends use the same units */
	assert_int_equal(inverbs_sq_head(&qp.sq), 0);
	assert_int_equal(inverbs_sq_position(&qp.sq), 3);
	assert_memory_equal(ring + SLOT, ring + 2 * SLOT, SLOT);
	memset(ring + SLOT + HEALTH, 0, 8);
	assert_memory_equal(ring, ring + SLOT, SLOT);
	assert_int_equal(recv_ids[2], 2);
}

/*
 * While a bit of the state word is set, the kernel rings the doorbell; when the queue pair has
 * failed, nothing is posted.
 */
static void the_hot_path_looks_at_the_state(void **unused)
{
	static const uint8_t silent[4];

	(void)unused;
	assert_int_equal(post(IBV_WR_SEND, 1, IBV_SEND_SIGNALED, 8), 0);
	assert_int_equal(post_recv(2), 0);
	memset(doorbell, 0, sizeof(doorbell));
	ring[HEALTH] = 1 << 4;
	assert_int_equal(post(IBV_WR_SEND, 3, IBV_SEND_SIGNALED, 8), 0);
	assert_int_equal(post_recv(4), 0);
	assert_memory_equal(doorbell + RIGEL_DOORBELL, silent, sizeof(silent));
	ring[HEALTH] = 0;
	assert_int_equal(post_recv(5), 0);
	assert_memory_not_equal(doorbell + RIGEL_DOORBELL, silent, sizeof(silent));
	assert_true(qp.sq.room != 0 && qp.rq.room != 0);
	ring[HEALTH] = 1 << 3;
	assert_int_equal(post(IBV_WR_SEND, 6, IBV_SEND_SIGNALED, 8), EINVAL);
	assert_int_equal(post_recv(7), EINVAL);
}

/* The CQE shows what the sender requested; the program gets an ordinary receive completion. */
static void a_message_may_ask_for_an_event(void **unused)
{
	struct inverbs_dev_cqe in = {.qpn = QPN, .serial = 1, .byte_len = 4, .solicited = true};

	(void)unused;
	post_recv(95);
	assert_int_equal(rigel_dev_encode_cqe(completions, CQE, &in), 0);
	assert_int_equal(rigel_news_get(completions).event, RIGEL_EVENT_ASKED);
	rigel_dev_publish_cqe(completions, CQE, put++, ENTRIES);
	expect((uint64_t[]){95}, 1, IBV_WC_SUCCESS);
}

static void refusals_leave_no_trace(void **unused)
{
	static const uint8_t clean[sizeof(doorbell)];

	(void)unused;
	assert_int_equal(post(IBV_WR_ATOMIC_FETCH_AND_ADD, 1, 0, 8), EINVAL);
	assert_int_equal(post(IBV_WR_TSO, 1, 0, 8), EINVAL);
	assert_int_equal(post(IBV_WR_SEND, 1, IBV_SEND_INLINE, 33), EINVAL);
	assert_false(rigel_dev_send_ready(ring, 0, SLOTS));
	for (int i = 0; i < SENDS; i++)
		assert_int_equal(post(IBV_WR_SEND, 1, 0, 8), 0);
	for (int i = 0; i < RECVS - 1; i++)
		assert_int_equal(post_recv(1), 0);
	memset(doorbell, 0, sizeof(doorbell));
	assert_int_equal(post(IBV_WR_SEND, 1, 0, 8), ENOMEM);
	assert_int_equal(post_recv(1), ENOMEM);
	assert_memory_equal(doorbell, clean, sizeof(doorbell));
}

static void reads_come_back_in_their_place(void **unused)
{
	(void)unused;
	post(IBV_WR_RDMA_READ, 10, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 11, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 12, 0, 20);
	post(IBV_WR_RDMA_READ, 13, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 14, IBV_SEND_SIGNALED, 20);
	sent(1);
	expect(NULL, 0, IBV_WC_SUCCESS);
	sent(4);
	expect(NULL, 0, IBV_WC_SUCCESS);
	complete(false, true, RIGEL_JOB_READ, 0, 0);
	expect((uint64_t[]){10, 11}, 2, IBV_WC_SUCCESS);
	complete(false, true, RIGEL_JOB_READ, 0, 0);
	expect((uint64_t[]){13, 14}, 2, IBV_WC_SUCCESS);
	assert_int_equal(qp.sq.tail, 5);
	complete(false, true, RIGEL_JOB_READ, 0, 0); /* there is no such read */
	expect(NULL, 0, IBV_WC_SUCCESS);
}

static void unsignaled_reads_are_not_reported(void **unused)
{
	(void)unused;
	post(IBV_WR_RDMA_READ, 20, 0, 20);
	post(IBV_WR_SEND, 21, IBV_SEND_SIGNALED, 20);
	complete(false, true, RIGEL_JOB_READ, 0, 0);
	expect(NULL, 0, IBV_WC_SUCCESS);
	sent(1);
	expect((uint64_t[]){21}, 1, IBV_WC_SUCCESS);
}

static void a_lost_message_is_an_error(void **unused)
{
	(void)unused;
	post_recv(30);
	post_recv(31);
	complete(false, false, 0, 1, 0);
	expect((uint64_t[]){30}, 1, IBV_WC_SUCCESS);
	complete(false, false, 0, 3, 0);
	expect((uint64_t[]){31}, 1, IBV_WC_FATAL_ERR);
	assert_int_equal(post_recv(32), EINVAL);
}

static uint64_t health(void)
{
	uint64_t word;

	memcpy(&word, ring + HEALTH, sizeof(word));
	return word;
}

/* Bit 4 of the state word is for the doorbell, bit 5 is unused. */
static void break_queue_pair(void)
{
	const uint64_t others = 1 << 4 | 1 << 5;

	memcpy(ring + HEALTH, &others, sizeof(others));
	rigel_dev_fail(ring);
	assert_int_equal(health(), others | 1 << 3);
}

static void everything_outstanding_is_flushed_once(void **unused)
{
	static const uint8_t vendor_err[] = {RIGEL_FATE_FLUSHED, RIGEL_FATE_FLUSHED, 0,
					     RIGEL_FATE_FLUSHED};
	struct ibv_wc wc[5];

	(void)unused;
	post_recv(40);
	post(IBV_WR_RDMA_READ, 41, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 42, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 43, 0, 20);
	sent(1); /* held back behind the read */
	expect(NULL, 0, IBV_WC_SUCCESS);
	break_queue_pair();
	assert_int_equal(post(IBV_WR_SEND, 44, 0, 8), EINVAL); /* flushes */
	rigel_dev_attention(completions, ENTRIES);             /* would flush again */
	assert_int_equal(*cq.attention, 1);
	assert_int_equal(rigel_poll_cq(&cq.ibv, 5, wc), 4);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(wc[i].wr_id, 40 + i);
		assert_int_equal(wc[i].status, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc[i].vendor_err, vendor_err[i]);
	}
	assert_int_equal(*cq.attention, 0);
	expect(NULL, 0, IBV_WC_SUCCESS);
}

static void what_waits_is_not_flushed_twice(void **unused)
{
	(void)unused;
	post_recv(70);
	post_recv(71);
	post(IBV_WR_RDMA_READ, 69, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 72, 0, 20);
	post(IBV_WR_SEND, 73, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 74, 0, 20);
	complete(false, false, 0, 1, 0);
	sent(2);
	break_queue_pair();
	rigel_dev_attention(completions, ENTRIES);
	expect((uint64_t[]){70, 73, 71, 69, 74}, 5, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(qp.sq.tail, inverbs_sq_head(&qp.sq));
	assert_int_equal(qp.rq.tail, inverbs_rq_head(&qp.rq));
}

/*
 * Another queue pair is flushed, and CQEs in the ring are moved to software's queue; their order is
 * kept.
 */
static void what_is_put_aside_is_not_overtaken(void **unused)
{
	(void)unused;
	post(IBV_WR_RDMA_READ, 90, IBV_SEND_SIGNALED, 20);
	post(IBV_WR_SEND, 91, 0, 20);
	post(IBV_WR_SEND, 92, IBV_SEND_SIGNALED, 20);
	post_recv(93);
	post_recv(94);
	sent(2); /* held back behind the read */
	complete(false, false, 0, 1, 0);
	complete(false, true, RIGEL_JOB_READ, 0, 0);
	complete(false, false, 0, 2, 0);
	rigel_move_entries(&cq);
	expect((uint64_t[]){93, 90, 92, 94}, 4, IBV_WC_SUCCESS);
}

static void the_first_error_keeps_its_own_status(void **unused)
{
	(void)unused;
	post(IBV_WR_SEND, 50, 0, 20);
	post(IBV_WR_SEND, 51, IBV_SEND_SIGNALED, 20);
	complete(true, false, RIGEL_JOB_PUT, 0, RIGEL_FATE_KEY);
	expect((uint64_t[]){50}, 1, IBV_WC_LOC_ACCESS_ERR);
	assert_int_equal(post_recv(52), EINVAL);
	expect((uint64_t[]){51}, 1, IBV_WC_WR_FLUSH_ERR);
}

static void the_doorbell_waits_while_it_is_held(void **unused)
{
	uint32_t rung;

	(void)unused;
	rigel_dev_hold(ring, true);
	assert_int_equal(health(), 1 << 4);
	assert_int_equal(post(IBV_WR_SEND, 60, 0, 8), 0);
	memcpy(&rung, doorbell + RIGEL_DOORBELL, sizeof(rung));
	assert_int_equal(rung, 0);
	rigel_dev_hold(ring, false);
	assert_int_equal(health(), 0);
	assert_int_equal(post(IBV_WR_SEND, 61, 0, 8), 0);
	memcpy(&rung, doorbell + RIGEL_DOORBELL, sizeof(rung));
	assert_int_equal(rung, INVERBS_BE32(QPN));
}

/* In the state word of a queue pair without a mapped ring, the failed bit is always set. */
static void a_queue_without_ring_diverts_to_the_kernel(void **unused)
{
	struct ibv_wc wc[3];

	(void)unused;
	commands = 0;
	break_queue_pair();
	qp.sq.work = NULL;
	soft.by_command = 1;
	cq.attention = &soft.by_command;
	assert_int_equal(post(IBV_WR_ATOMIC_CMP_AND_SWP, 80, 0, 20), ENOMEM);
	assert_int_equal(post_recv(81), ENOMEM);
	assert_int_equal(rigel_poll_cq(&cq.ibv, 3, wc), 3);
	assert_int_equal(commands, 7);
	assert_int_equal(soft.by_command, 1);
}

static void the_kernel_posts_for_a_program(void **unused)
{
	uint8_t kept[128];

	(void)unused;
	post(IBV_WR_SEND, 80, 0, 20);
	memcpy(kept, ring, sizeof(kept));
	for (uint32_t index = 0; index < 4 * SLOTS; index += SLOTS) {
		rigel_dev_publish(ring, index, SLOTS);
		assert_true(rigel_dev_send_ready(ring, index, SLOTS));
		assert_false(rigel_dev_send_ready(ring, index + SLOTS, SLOTS));
		assert_true(memcmp(kept, ring, sizeof(kept)) == 0 || index & SLOTS);
	}
}

static void statuses_go_there_and_back(void **unused)
{
	(void)unused;
	assert_int_equal(rigel_dev_meaning(0), IBV_WC_SUCCESS);
	assert_int_equal(rigel_dev_meaning(RIGEL_FATE_KEY), IBV_WC_LOC_ACCESS_ERR);
	assert_int_equal(rigel_dev_meaning(rigel_dev_status(IBV_WC_LOC_ACCESS_ERR)),
			 IBV_WC_LOC_ACCESS_ERR);
	assert_int_equal(rigel_dev_meaning(0xff), IBV_WC_GENERAL_ERR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(device_reads_what_was_posted, set_up),
		cmocka_unit_test_setup(slots_have_the_bytes_of_the_spec, set_up),
		cmocka_unit_test_setup(the_hot_path_stores_the_same, set_up),
		cmocka_unit_test_setup(hot_receives_store_the_same, set_up),
		cmocka_unit_test_setup(the_hot_path_looks_at_the_state, set_up),
		cmocka_unit_test_setup(a_message_may_ask_for_an_event, set_up),
		cmocka_unit_test_setup(refusals_leave_no_trace, set_up),
		cmocka_unit_test_setup(reads_come_back_in_their_place, set_up),
		cmocka_unit_test_setup(unsignaled_reads_are_not_reported, set_up),
		cmocka_unit_test_setup(a_lost_message_is_an_error, set_up),
		cmocka_unit_test_setup(everything_outstanding_is_flushed_once, set_up),
		cmocka_unit_test_setup(what_waits_is_not_flushed_twice, set_up),
		cmocka_unit_test_setup(what_is_put_aside_is_not_overtaken, set_up),
		cmocka_unit_test_setup(the_first_error_keeps_its_own_status, set_up),
		cmocka_unit_test_setup(the_doorbell_waits_while_it_is_held, set_up),
		cmocka_unit_test_setup(a_queue_without_ring_diverts_to_the_kernel, set_up),
		cmocka_unit_test_setup(the_kernel_posts_for_a_program, set_up),
		cmocka_unit_test(statuses_go_there_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
