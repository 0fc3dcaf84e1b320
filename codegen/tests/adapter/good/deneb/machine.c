/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests deneb's generated fast path against its generated device side: each reads what the other
 * writes, over the end of the ring, up to the last free unit, and when the doorbell is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <infiniband/verbs.h>
#include <inverbs/adapters/deneb.h>
#include <inverbs/device/deneb_device.h>
#include <stdlib.h>

#include "providers/gen/deneb_full.c"

enum {
	SLOTS = 4,
	SHIFT = 7,
	HEAD = 128,
	CONSUMER = 32,
	PRODUCER = 64,
	QPN = 5
};

struct queue {
	uint8_t head[HEAD];
	uint8_t slot[SLOTS << SHIFT];
} __attribute__((aligned(128)));

static struct queue sends, receives, completions;
static struct inverbs_qp qp;
static struct inverbs_srq srq;
static struct inverbs_cq cq;
static int doorbells, refusal;

/* replace functions of the archive: no lock is contended, and this is the kernel */
void inverbs_lock_wait(struct inverbs_lock *lock)
{
	(void)lock;
	fail();
}

int inverbs_command_doorbell(struct ibv_qp *of)
{
	assert_ptr_equal(of, &qp.ibv);
	doorbells++;
	return refusal;
}

static uint32_t word(const struct queue *q, int at)
{
	return INVERBS_BE32(inverbs_get32(q->head + at));
}

static void make(struct queue *q)
{
	memset(q, 0, sizeof(*q));
	deneb_queue_init(q->head, SLOTS, SHIFT);
	assert_int_equal(deneb_queue_entries(q->head), SLOTS);
	assert_int_equal(deneb_queue_shift(q->head), SHIFT);
}

static int set_up(void **unused)
{
	(void)unused;
	make(&sends);
	make(&receives);
	make(&completions);
	memset(&qp, 0, sizeof(qp));
	memset(&srq, 0, sizeof(srq));
	memset(&cq, 0, sizeof(cq));
	doorbells = refusal = 0;
	qp.sq.buf = sends.slot;
	qp.sq.entries = qp.rq.entries = srq.entries = cq.entries = SLOTS;
	qp.sq.shift = qp.rq.shift = srq.shift = cq.shift = SHIFT;
	qp.sq.max_sge = qp.rq.max_sge = srq.max_sge = 2;
	qp.sq.max_inline = 32;
	qp.sq.qpn = QPN;
	qp.sq.qp_type = IBV_QPT_RC;
	qp.rq.buf = srq.buf = receives.slot;
	cq.buf = completions.slot;
	deneb_cq_seek(&cq);
	return 0;
}

static struct ibv_sge sge[3] = {{0x1000, 3, 11}, {0x2000, 5, 12}, {0x3000, 7, 13}};

static struct ibv_send_wr request(enum ibv_wr_opcode opcode, int sges)
{
	struct ibv_send_wr wr;

	memset(&wr, 0, sizeof(wr));
	wr.wr_id = 0x1122334455667788;
	wr.opcode = opcode;
	wr.sg_list = sge;
	wr.num_sge = sges;
	return wr;
}

static int post(struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	const int err = deneb_post_send(&qp.ibv, wr, &bad);

	assert_ptr_equal(bad, err ? wr : NULL);
	return err;
}

/* The device decodes WQE `index`. Checks what all WQEs have in common. */
static struct inverbs_dev_wr seen(uint32_t index, enum ibv_wr_opcode opcode)
{
	struct inverbs_dev_wr wr;

	assert_int_equal(deneb_dev_decode_send(qp.sq.qp_type,
					       inverbs_dev_copied(sends.slot + (index << SHIFT)),
					       1 << SHIFT, &wr),
			 0);
	assert_int_equal(wr.opcode, opcode);
	assert_int_equal(wr.wr_id, 0x1122334455667788);
	return wr;
}

static void take(struct queue *q)
{
	deneb_set_consumer(q->slot, deneb_next(deneb_consumer(q->slot), SLOTS));
}

static void a_send_arrives(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM, 2);
	struct inverbs_dev_wr got;

	(void)unused;
	wr.imm_data = 0x01020304;
	wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED;
	memset(sends.slot, 0xff, sizeof(sends.slot)); /* no old content may remain */
	assert_int_equal(post(&wr), 0);
	assert_int_equal(doorbells, 1);
	assert_int_equal(word(&sends, PRODUCER), 1);
	got = seen(0, IBV_WR_SEND_WITH_IMM);
	assert_int_equal(got.imm, 0x01020304);
	assert_int_equal(got.send_flags, IBV_SEND_SIGNALED | IBV_SEND_SOLICITED);
	assert_int_equal(got.num_sge, 2);
	assert_memory_equal(got.sge, sge, 2 * sizeof(sge[0]));
	for (uint32_t at = DENEB_TOP_SIZE; at < 64; at++)
		assert_int_equal(sends.slot[at], 0);
}

static void bytes_stand_without_gaps(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);
	struct ibv_sge text[2] = {{(uintptr_t) "hel", 3, 0}, {(uintptr_t) "lo", 2, 0}};
	struct inverbs_dev_wr got;

	(void)unused;
	wr.sg_list = text;
	wr.send_flags = IBV_SEND_INLINE;
	assert_int_equal(post(&wr), 0);
	got = seen(0, IBV_WR_SEND);
	assert_int_equal(got.send_flags, IBV_SEND_INLINE);
	assert_int_equal(got.inline_len, 5);
	assert_memory_equal(got.inline_data, "hello", 5);
	text[0].length =
		31; /* 33 in all; no payload is read before the length of the last SGE is known */
	text[0].addr = (uintptr_t) "0123456789012345678901234567890";
	assert_int_equal(post(&wr), EINVAL);
}

static void remote_requests_carry_addresses(void **unused)
{
	struct ibv_send_wr write = request(IBV_WR_RDMA_WRITE, 1),
			   swap = request(IBV_WR_ATOMIC_CMP_AND_SWP, 2);
	struct inverbs_dev_wr got;

	(void)unused;
	write.wr.rdma.remote_addr = 0xabcdef;
	write.wr.rdma.rkey = 77;
	assert_int_equal(post(&write), 0);
	got = seen(0, IBV_WR_RDMA_WRITE);
	assert_int_equal(got.remote_addr, 0xabcdef);
	assert_int_equal(got.rkey, 77);
	assert_int_equal(deneb_top_get(sends.slot).source, 7);
	assert_int_equal(deneb_load_get(sends.slot + 64).again, 0xabcdef);
	swap.wr.atomic.remote_addr = 0x10;
	swap.wr.atomic.compare_add = 1;
	swap.wr.atomic.swap = 2;
	swap.wr.atomic.rkey = 78;
	assert_int_equal(post(&swap), 0);
	got = seen(1, IBV_WR_ATOMIC_CMP_AND_SWP);
	assert_int_equal(got.remote_addr, 0x10);
	assert_int_equal(got.compare, 1);
	assert_int_equal(got.swap, 2);
	assert_int_equal(got.rkey, 78);
}

static void windows_are_opened_and_ended(void **unused)
{
	struct ibv_send_wr bind = request(IBV_WR_BIND_MW, 0), end = request(IBV_WR_LOCAL_INV, 0);
	struct ibv_mr mr = {.lkey = 3};
	struct ibv_mw mw = {.rkey = 4};
	struct inverbs_dev_wr got;

	(void)unused;
	bind.bind_mw.mw = &mw;
	bind.bind_mw.rkey = 5;
	bind.bind_mw.bind_info = (struct ibv_mw_bind_info){&mr, 0x100, 0x200,
							   IBV_ACCESS_REMOTE_READ};
	assert_int_equal(post(&bind), 0);
	got = seen(0, IBV_WR_BIND_MW);
	assert_int_equal(got.bind.lkey, 3);
	assert_int_equal(got.bind.old_rkey, 4);
	assert_int_equal(got.bind.rkey, 5);
	assert_int_equal(got.bind.addr, 0x100);
	assert_int_equal(got.bind.length, 0x200);
	assert_int_equal(got.bind.access, IBV_ACCESS_REMOTE_READ);
	end.invalidate_rkey = 6;
	assert_int_equal(post(&end), 0);
	assert_int_equal(seen(1, IBV_WR_LOCAL_INV).invalidate_rkey, 6);
}

static void datagrams_carry_an_address(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1), other = request(IBV_WR_RDMA_WRITE, 1);
	struct inverbs_ah ah;
	struct inverbs_dev_wr got;

	(void)unused;
	memset(&ah, 0, sizeof(ah));
	ah.number = 9;
	wr.wr.ud.ah = &ah.ibv;
	wr.wr.ud.remote_qpn = 10;
	wr.wr.ud.remote_qkey = 11;
	qp.sq.qp_type = IBV_QPT_UD;
	assert_int_equal(post(&wr), 0);
	got = seen(0, IBV_WR_SEND);
	assert_int_equal(got.ah_number, 9);
	assert_int_equal(got.remote_qpn, 10);
	assert_int_equal(got.qkey, 11);
	assert_int_equal(post(&other), EINVAL);
}

static void what_is_wrong_is_refused(void **unused)
{
	struct ibv_send_wr wr;

	(void)unused;
	wr = request(IBV_WR_SEND, 3);
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_RDMA_READ, 1); /* not supported by this adapter */
	assert_int_equal(post(&wr), EINVAL);
	wr = request((enum ibv_wr_opcode)32, 1); /* the same bit as opcode 0 */
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_ATOMIC_CMP_AND_SWP, 1); /* 3 bytes */
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_ATOMIC_CMP_AND_SWP, 2);
	wr.wr.atomic.remote_addr = 4;
	assert_int_equal(post(&wr), EINVAL);
	wr = request(IBV_WR_LOCAL_INV, 1);
	assert_int_equal(post(&wr), EINVAL);
	assert_int_equal(doorbells, 0);
	assert_int_equal(word(&sends, PRODUCER), 0);
}

static void a_chain_rings_once_and_stops_when_full(void **unused)
{
	struct ibv_send_wr wr[4], *bad = NULL;

	(void)unused;
	for (int i = 0; i < 4; i++) {
		wr[i] = request(IBV_WR_SEND, 1);
		wr[i].next = i < 3 ? &wr[i + 1] : NULL;
	}
	assert_int_equal(deneb_post_send(&qp.ibv, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[3]);
	assert_int_equal(doorbells, 1);
	assert_int_equal(word(&sends, PRODUCER), 3);
	take(&sends);
	wr[3].next = NULL;
	assert_int_equal(post(&wr[3]), 0); /* the last slot, which is followed by slot 0 */
	assert_int_equal(word(&sends, PRODUCER), 0);
	assert_int_equal(post(&wr[3]), ENOMEM);
}

static void a_refused_doorbell_leaves_nothing_behind(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1);

	(void)unused;
	refusal = EINVAL;
	assert_int_equal(post(&wr), EINVAL);
	assert_int_equal(word(&sends, PRODUCER), 0);
	refusal = 0;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(word(&sends, PRODUCER), 1);
	assert_int_equal(qp.sq.room, SLOTS - 2); /* the next WQEs are posted by the hot path */
	refusal = ENOSPC;
	assert_int_equal(post(&wr), ENOSPC);
	assert_int_equal(word(&sends, PRODUCER), 1);
	refusal = 0;
	assert_int_equal(post(&wr), 0);
	assert_int_equal(word(&sends, PRODUCER), 2);
	assert_int_equal(seen(1, IBV_WR_SEND).num_sge, 1);
	assert_int_equal(inverbs_sq_head(&qp.sq), 2);
}

/* A WQE has the same bytes with and without credit. */
static void the_hot_path_stores_the_same(void **unused)
{
	static const enum ibv_wr_opcode opcodes[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE};

	(void)unused;
	for (int i = 0; i < 4; i++) {
		struct ibv_send_wr wr = request(opcodes[i % 2], 1);
		struct ibv_sge text = {(uintptr_t) "hello", 5, 0};

		set_up(NULL);
		memset(sends.slot, 0xff, sizeof(sends.slot));
		wr.wr.rdma.remote_addr = 0xabcdef;
		wr.wr.rdma.rkey = 77;
		wr.send_flags = i < 2 ? IBV_SEND_SIGNALED : IBV_SEND_SOLICITED | IBV_SEND_INLINE;
		wr.sg_list = i < 2 ? sge : &text;
		assert_int_equal(post(&wr), 0);
		assert_int_equal(qp.sq.room, SLOTS - 2);
		assert_int_equal(post(&wr), 0);
		assert_int_equal(qp.sq.room, SLOTS - 3);
		assert_memory_equal(sends.slot, sends.slot + (1 << SHIFT), 1 << SHIFT);
		assert_int_equal(word(&sends, PRODUCER), 2);
		assert_int_equal(doorbells, 2);
	}
}

static void hot_receives_store_the_same(void **unused)
{
	struct ibv_recv_wr wr = {.wr_id = 33, .sg_list = sge, .num_sge = 1}, *bad = NULL;

	(void)unused;
	memset(receives.slot, 0xff, sizeof(receives.slot));
	for (int i = 0; i < 2; i++)
		assert_int_equal(deneb_post_recv(&qp.ibv, &wr, &bad), 0);
	assert_int_equal(qp.rq.room, SLOTS - 3);
	srq.head = 2;
	assert_int_equal(deneb_post_srq_recv(&srq.ibv, &wr, &bad), 0);
	for (int i = 1; i < SLOTS - 1; i++)
		assert_memory_equal(receives.slot, receives.slot + (i << SHIFT), 1 << SHIFT);
	assert_int_equal(word(&receives, PRODUCER), 3);
	assert_int_equal(deneb_post_srq_recv(&srq.ibv, &wr, &bad), ENOMEM);
}

static void receives_need_no_doorbell(void **unused)
{
	struct ibv_recv_wr wr = {.wr_id = 33, .sg_list = sge, .num_sge = 2}, *bad = NULL;
	struct inverbs_dev_recv got;

	(void)unused;
	for (int i = 0; i < SLOTS - 1; i++)
		assert_int_equal(deneb_post_recv(&qp.ibv, &wr, &bad), 0);
	assert_int_equal(deneb_post_recv(&qp.ibv, &wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr);
	assert_int_equal(deneb_dev_decode_recv(inverbs_dev_copied(receives.slot), 1 << SHIFT, &got),
			 0);
	assert_int_equal(got.wr_id, 33);
	assert_int_equal(got.num_sge, 2);
	assert_memory_equal(got.sge, sge, 2 * sizeof(sge[0]));
	assert_int_equal(deneb_blank_get(receives.slot).bytes, 8);
	take(&receives);
	srq.head = SLOTS - 1; /* the same memory, now as a shared receive queue */
	wr.num_sge = 3;
	assert_int_equal(deneb_post_srq_recv(&srq.ibv, &wr, &bad), EINVAL);
	wr.num_sge = 0;
	assert_int_equal(deneb_post_srq_recv(&srq.ibv, &wr, &bad), 0);
	assert_int_equal(word(&receives, PRODUCER), 0);
	assert_int_equal(doorbells, 0);
	qp.rq.buf = NULL;
	assert_int_equal(deneb_post_recv(&qp.ibv, &wr, &bad), ENOMEM);
}

enum {
	RECEIVE = -1
};

/* The device completes a task or a RECEIVE; qpn is also the wr_id. */
static void complete(uint32_t qpn, enum ibv_wc_status status, int task,
		     enum inverbs_dev_recv_kind recv)
{
	const uint32_t index = deneb_producer(completions.slot);
	struct inverbs_dev_cqe cqe;

	memset(&cqe, 0, sizeof(cqe));
	cqe.wr_id = qpn;
	cqe.qpn = qpn;
	cqe.status = status;
	cqe.byte_len = 100;
	cqe.is_send = task != RECEIVE;
	cqe.hw_opcode = (uint32_t)task;
	cqe.recv = recv;
	cqe.imm = 0x01020304;
	cqe.src_qp = 8;
	assert_int_equal(
		deneb_dev_encode_cqe(completions.slot + (index << SHIFT), 1 << SHIFT, &cqe), 0);
	deneb_set_producer(completions.slot, deneb_next(index, SLOTS));
}

static void completions_say_all(void **unused)
{
	struct ibv_wc wc[4];

	(void)unused;
	complete(1, IBV_WC_SUCCESS, DENEB_TASK_SWAP, INVERBS_DEV_RECV_SEND);
	complete(2, IBV_WC_SUCCESS, RECEIVE, INVERBS_DEV_RECV_SEND_IMM);
	assert_int_equal(deneb_poll_cq(&cq.ibv, 4, wc), 2);
	assert_int_equal(deneb_poll_cq(&cq.ibv, 4, wc + 2), 0);
	assert_int_equal(word(&completions, CONSUMER), 2);
	assert_int_equal(wc[0].wr_id, 1);
	assert_int_equal(wc[0].qp_num, 1);
	assert_int_equal(wc[0].opcode, IBV_WC_COMP_SWAP);
	assert_int_equal(wc[0].byte_len, 100);
	assert_int_equal(wc[0].wc_flags, 0);
	assert_int_equal(wc[1].opcode, IBV_WC_RECV);
	assert_int_equal(wc[1].wc_flags, IBV_WC_WITH_IMM);
	assert_int_equal(wc[1].imm_data, 0x01020304);
	assert_int_equal(wc[1].src_qp, 8);
	complete(3, IBV_WC_LOC_PROT_ERR, DENEB_TASK_PUT, INVERBS_DEV_RECV_SEND);
	complete(4, IBV_WC_SUCCESS, RECEIVE, INVERBS_DEV_RECV_SEND_INV);
	assert_int_equal(deneb_poll_cq(&cq.ibv, 4, wc), 2); /* across the end of the ring */
	assert_int_equal(wc[0].status, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(wc[0].wr_id, 3);
	assert_int_equal(wc[1].wc_flags, IBV_WC_WITH_INV);
	assert_int_equal(wc[1].invalidated_rkey, 0x01020304);
	assert_int_equal(deneb_wc_status(3), IBV_WC_GENERAL_ERR);
}

static unsigned int idle_calls;

static void count_idle(struct inverbs_cq *queue)
{
	assert_ptr_equal(queue, &cq);
	idle_calls++;
}

/* Every kind of poll calls idle if it finds nothing, and only then. */
static void idle_polls_are_told(void **unused)
{
	struct ibv_poll_cq_attr attr = {0};
	struct ibv_wc wc[4];

	(void)unused;
	idle_calls = 0;
	cq.idle = count_idle;
	deneb_cq_seek(&cq);
	assert_int_equal(deneb_poll_cq(&cq.ibv, 1, wc), 0);
	assert_int_equal(deneb_poll_cq(&cq.ibv, 4, wc), 0);
	assert_int_equal(deneb_start_poll(&cq.ibv_ex, &attr), ENOENT);
	assert_int_equal(idle_calls, 3);
	for (uint32_t i = 1; i < 2 * SLOTS; i++) {
		complete(i, IBV_WC_SUCCESS, DENEB_TASK_PUT, INVERBS_DEV_RECV_SEND);
		assert_int_equal(deneb_poll_cq(&cq.ibv, i % 2 ? 1 : 4, wc), 1);
		assert_int_equal(wc[0].wr_id, i);
	}
	assert_int_equal(idle_calls, 3);
	assert_int_equal(cq.lock.held, 0);
}

static void the_extended_poll_reads_one_at_a_time(void **unused)
{
	struct ibv_poll_cq_attr attr = {0};

	(void)unused;
	assert_int_equal(deneb_start_poll(&cq.ibv_ex, &attr), ENOENT);
	complete(1, IBV_WC_SUCCESS, RECEIVE, INVERBS_DEV_RECV_SEND_INV);
	complete(2, IBV_WC_WR_FLUSH_ERR, DENEB_TASK_PUT, INVERBS_DEV_RECV_SEND);
	assert_int_equal(deneb_start_poll(&cq.ibv_ex, &attr), 0);
	assert_int_equal(cq.ibv_ex.wr_id, 1);
	assert_int_equal(cq.ibv_ex.status, IBV_WC_SUCCESS);
	assert_int_equal(deneb_read_opcode(&cq.ibv_ex), IBV_WC_RECV);
	assert_int_equal(deneb_read_wc_flags(&cq.ibv_ex), IBV_WC_WITH_INV);
	assert_int_equal(deneb_read_imm_data(&cq.ibv_ex), 0x01020304);
	assert_int_equal(deneb_read_byte_len(&cq.ibv_ex), 100);
	assert_int_equal(deneb_read_qp_num(&cq.ibv_ex), 1);
	assert_int_equal(deneb_read_src_qp(&cq.ibv_ex), 8);
	assert_int_equal(deneb_read_vendor_err(&cq.ibv_ex), 0); /* has none */
	assert_int_equal(deneb_next_poll(&cq.ibv_ex), 0);
	assert_int_equal(cq.ibv_ex.status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(deneb_next_poll(&cq.ibv_ex), ENOENT);
	assert_int_equal(word(&completions, CONSUMER), 0); /* published at the end */
	deneb_end_poll(&cq.ibv_ex);
	assert_int_equal(word(&completions, CONSUMER), 2);
}

/* Any content of a queue that the other side can write is refused or read without harm. */
static void noise_is_refused_or_read(void **unused)
{
	static uint8_t unit[1 << SHIFT];
	static struct inverbs_dev_wr wr;
	struct inverbs_dev_recv recv;

	(void)unused;
	srand(1);
	for (int i = 0; i < 100000; i++) {
		const uint32_t len = (uint32_t)rand() % (sizeof(unit) + 1);
		uint8_t *const at = malloc(len ? len
					       : 1); /* of exactly this size, for the sanitizer */

		for (uint32_t k = 0; k < len; k++)
			at[k] = rand() % 4 ? 0 : (uint8_t)rand();
		if (len && rand() % 2)
			at[0] = (uint8_t)(rand() % 9);
		deneb_dev_decode_send(rand() % 2 ? IBV_QPT_RC : IBV_QPT_UD, inverbs_dev_copied(at),
				      len, &wr);
		deneb_dev_decode_recv(inverbs_dev_copied(at), len, &recv);
		free(at);
	}
}

/* Fields that the adapter ignores can have any value; the sum of lengths must be correct. */
static void the_device_looks_at_what_counts(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_SEND, 2);
	struct inverbs_dev_wr got;

	(void)unused;
	assert_int_equal(post(&wr), 0);
	inverbs_put32(sends.slot + 4,
		      0x12345678); /* key or immediate data, which a SEND does not have */
	inverbs_put64(sends.slot + 72, ~0ULL);
	got = seen(0, IBV_WR_SEND);
	assert_int_equal(got.imm | got.invalidate_rkey, 0);
	inverbs_put32(sends.slot + 64, INVERBS_BE32(9)); /* the sum of 3 and 5 is 8 */
	assert_int_equal(
		deneb_dev_decode_send(IBV_QPT_RC, inverbs_dev_copied(sends.slot), 1 << SHIFT, &got),
		EINVAL);
	assert_int_equal(got.wr_id, 0x1122334455667788);
}

/* A slot of the builder: a work request, one SGE more than the queue allows, and inline bytes. */
static struct {
	struct ibv_send_wr wr;
	struct ibv_sge sge[4];
	uint8_t bytes[8];
} built[2];

/*
 * Only a builder call that is passed bytes creates it, not a list of work requests; the device
 * recognises it by its opcode.
 */
static void bytes_without_a_mark_are_built(void **unused)
{
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_WRITE, 1);
	struct inverbs_dev_wr got;

	(void)unused;
	assert_int_equal(post(&wr), EINVAL);
	inverbs_sq_recall(&qp.sq);
	qp.builder = (struct inverbs_builder){.first = &built[0].wr,
					      .spare = &built[1].wr,
					      .stride = sizeof(built[0]),
					      .inline_at = offsetof(__typeof__(built[0]), bytes),
					      .max_sge = 3};
	qp.sq.max_sge = 0; /* the bytes fit, whatever number of SGEs was granted */
	inverbs_wr_start(&qp.ibv_ex);
	qp.ibv_ex.wr_id = 0x1122334455667788;
	qp.ibv_ex.wr_flags = IBV_SEND_SIGNALED;
	inverbs_wr_atomic_write(&qp.ibv_ex, 7, 0x4000, "01234567");
	assert_int_equal(deneb_wr_complete(&qp.ibv_ex), 0);
	got = seen(0, IBV_WR_ATOMIC_WRITE);
	assert_int_equal(got.inline_len, 8);
	assert_memory_equal(got.inline_data, "01234567", 8);
	assert_int_equal(got.remote_addr, 0x4000);
	assert_int_equal(got.rkey, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_send_arrives, set_up),
		cmocka_unit_test_setup(bytes_stand_without_gaps, set_up),
		cmocka_unit_test_setup(remote_requests_carry_addresses, set_up),
		cmocka_unit_test_setup(windows_are_opened_and_ended, set_up),
		cmocka_unit_test_setup(datagrams_carry_an_address, set_up),
		cmocka_unit_test_setup(what_is_wrong_is_refused, set_up),
		cmocka_unit_test_setup(a_chain_rings_once_and_stops_when_full, set_up),
		cmocka_unit_test_setup(a_refused_doorbell_leaves_nothing_behind, set_up),
		cmocka_unit_test_setup(the_hot_path_stores_the_same, set_up),
		cmocka_unit_test_setup(hot_receives_store_the_same, set_up),
		cmocka_unit_test_setup(receives_need_no_doorbell, set_up),
		cmocka_unit_test_setup(completions_say_all, set_up),
		cmocka_unit_test_setup(idle_polls_are_told, set_up),
		cmocka_unit_test_setup(the_extended_poll_reads_one_at_a_time, set_up),
		cmocka_unit_test_setup(noise_is_refused_or_read, set_up),
		cmocka_unit_test_setup(the_device_looks_at_what_counts, set_up),
		cmocka_unit_test_setup(bytes_without_a_mark_are_built, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
