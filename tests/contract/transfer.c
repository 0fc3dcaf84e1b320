/* SPDX-License-Identifier: BSD-2-Clause */
/* Transfers: every opcode of reliable and unreliable connections between two devices. */
#include "kit.h"

#include <arpa/inet.h>

enum {
	BYTES = 3000, /* three packets */
};

/* --- sends ------------------------------------------------------------------------------- */

static void send_moves_bytes(enum ibv_qp_type type)
{
	struct pair pair;
	struct ibv_wc wc;

	pair_open(&pair, &(struct plan){.type = type});
	fill(pair.a.buf, BYTES, 1);
	post_receive(&pair.b, 8, 100, 4000);
	post(&pair.a, &pair.b, IBV_WR_SEND, 7, 0, BYTES);
	wc = expect(pair.a.scq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_SEND);
	assert_int_equal(wc.qp_num, pair.a.qp->qp_num);
	wc = expect(pair.b.rcq, 8, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.byte_len, BYTES);
	assert_int_equal(wc.qp_num, pair.b.qp->qp_num);
	assert_int_equal(wc.wc_flags & IBV_WC_WITH_IMM, 0);
	assert_true(filled(pair.b.buf + 100, BYTES, 1));
	assert_int_equal(pair.b.buf[99], 0);
	assert_int_equal(pair.b.buf[100 + BYTES], 0);
	pair_close(&pair);
}

static void rc_send(void **state)
{
	(void)state;
	send_moves_bytes(IBV_QPT_RC);
}

static void uc_send(void **state)
{
	(void)state;
	send_moves_bytes(IBV_QPT_UC);
}

static void immediate_arrives(enum ibv_qp_type type, enum ibv_wr_opcode opcode)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc;

	pair_open(&pair, &(struct plan){.type = type});
	fill(pair.a.buf, BYTES, 2);
	post_receive(&pair.b, 8, 4096, 4096);
	sge = side_sge(&pair.a, 0, BYTES);
	wr = side_wr(&sge, opcode, 7, &pair.b, 16);
	wr.imm_data = htonl(0x01020304);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 7, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 8, IBV_WC_SUCCESS);
	assert_int_equal(wc.wc_flags & IBV_WC_WITH_IMM, IBV_WC_WITH_IMM);
	assert_int_equal(wc.imm_data, htonl(0x01020304));
	assert_int_equal(wc.byte_len, BYTES);
	if (opcode == IBV_WR_SEND_WITH_IMM) {
		assert_int_equal(wc.opcode, IBV_WC_RECV);
		assert_true(filled(pair.b.buf + 4096, BYTES, 2));
	} else {
		assert_int_equal(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
		assert_true(filled(pair.b.buf + 16, BYTES, 2));
		assert_int_equal(pair.b.buf[4096],
				 0); /* a write leaves the receive's buffer alone */
	}
	pair_close(&pair);
}

static void rc_immediates(void **state)
{
	(void)state;
	immediate_arrives(IBV_QPT_RC, IBV_WR_SEND_WITH_IMM);
	immediate_arrives(IBV_QPT_RC, IBV_WR_RDMA_WRITE_WITH_IMM);
}

static void uc_immediates(void **state)
{
	(void)state;
	immediate_arrives(IBV_QPT_UC, IBV_WR_SEND_WITH_IMM);
	immediate_arrives(IBV_QPT_UC, IBV_WR_RDMA_WRITE_WITH_IMM);
}

/* A type 2 window of the receiver, bound by a bind request, invalidated by the sender's message. */
static void rc_send_with_invalidate_closes_a_window(void **state)
{
	struct ibv_send_wr wr = {.wr_id = 1, .opcode = IBV_WR_BIND_MW};
	struct ibv_sge sge;
	struct ibv_mr *mr;
	struct ibv_mw *mw;
	struct pair pair;
	struct ibv_wc wc;
	uint32_t rkey;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	mr = ibv_reg_mr(pair.b.pd, pair.b.buf, 4096, ALL_ACCESS | IBV_ACCESS_MW_BIND);
	mw = ibv_alloc_mw(pair.b.pd, IBV_MW_TYPE_2);
	assert_non_null(mr);
	assert_non_null(mw);
	rkey = ibv_inc_rkey(mw->rkey);
	wr.send_flags = IBV_SEND_SIGNALED;
	wr.bind_mw.mw = mw;
	wr.bind_mw.rkey = rkey;
	wr.bind_mw.bind_info = (struct ibv_mw_bind_info){mr, (uintptr_t)pair.b.buf, 4096,
							 IBV_ACCESS_REMOTE_WRITE};
	assert_int_equal(post_wr(&pair.b, &wr), 0);
	wc = expect(pair.b.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_BIND_MW);
	fill(pair.a.buf, 64, 5);
	sge = side_sge(&pair.a, 0, 64);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 2, &pair.b, 0);
	wr.wr.rdma.rkey = rkey;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 64, 5));
	post_receive(&pair.b, 3, 4096, 64);
	wr = side_wr(&sge, IBV_WR_SEND_WITH_INV, 4, &pair.b, 0);
	wr.invalidate_rkey = rkey;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 4, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 3, IBV_WC_SUCCESS);
	assert_int_equal(wc.wc_flags & IBV_WC_WITH_INV, IBV_WC_WITH_INV);
	assert_int_equal(wc.invalidated_rkey, rkey);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 5, &pair.b, 0);
	wr.wr.rdma.rkey = rkey;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 5, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	pair_close(&pair);
}

/* --- RDMA and atomics -------------------------------------------------------------------- */

static void write_moves_bytes(enum ibv_qp_type type)
{
	struct pair pair;
	struct ibv_wc wc;

	pair_open(&pair, &(struct plan){.type = type});
	fill(pair.a.buf + 64, BYTES, 3);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 7, 64, BYTES);
	wc = expect(pair.a.scq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RDMA_WRITE);
	/* without acknowledgements, a completed write need not have arrived yet */
	for (int i = 0;
	     type == IBV_QPT_UC && i < KIT_SECONDS * 100 && !filled(pair.b.buf + 64, BYTES, 3); i++)
		kit_sleep(10);
	assert_true(filled(pair.b.buf + 64, BYTES, 3));
	assert_int_equal(pair.b.buf[63], 0);
	assert_int_equal(pair.b.buf[64 + BYTES], 0);
	expect_nothing(pair.b.rcq);
	pair_close(&pair);
}

static void rc_write(void **state)
{
	(void)state;
	write_moves_bytes(IBV_QPT_RC);
}

static void uc_write(void **state)
{
	(void)state;
	write_moves_bytes(IBV_QPT_UC);
}

static void rc_read(void **state)
{
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	fill(pair.b.buf + 64, BYTES, 4);
	post(&pair.a, &pair.b, IBV_WR_RDMA_READ, 7, 64, BYTES);
	wc = expect(pair.a.scq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RDMA_READ);
	assert_int_equal(wc.byte_len, BYTES);
	assert_true(filled(pair.a.buf + 64, BYTES, 4));
	assert_int_equal(pair.a.buf[63], 0);
	assert_int_equal(pair.a.buf[64 + BYTES], 0);
	pair_close(&pair);
}

static uint64_t atomic(struct pair *pair, enum ibv_wr_opcode opcode, uint64_t compare_add,
		       uint64_t swap)
{
	struct ibv_sge sge = side_sge(&pair->a, 128, 8);
	struct ibv_send_wr wr = side_wr(&sge, opcode, 1, &pair->b, 64);
	struct ibv_wc wc;
	uint64_t old;

	wr.wr.atomic.compare_add = compare_add;
	wr.wr.atomic.swap = swap;
	assert_int_equal(post_wr(&pair->a, &wr), 0);
	wc = expect(pair->a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode,
			 opcode == IBV_WR_ATOMIC_CMP_AND_SWP ? IBV_WC_COMP_SWAP : IBV_WC_FETCH_ADD);
	assert_int_equal(wc.byte_len, 8);
	memcpy(&old, pair->a.buf + 128, 8);
	return old;
}

static uint64_t target(const struct pair *pair)
{
	uint64_t value;

	memcpy(&value, pair->b.buf + 64, 8);
	return value;
}

static void rc_compare_and_swap(void **state)
{
	const uint64_t first = 0x1122334455667788, second = 0x99aabbccddeeff00;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	memcpy(pair.b.buf + 64, &first, 8);
	assert_true(atomic(&pair, IBV_WR_ATOMIC_CMP_AND_SWP, first + 1, second) == first);
	assert_true(target(&pair) == first);
	assert_true(atomic(&pair, IBV_WR_ATOMIC_CMP_AND_SWP, first, second) == first);
	assert_true(target(&pair) == second);
	pair_close(&pair);
}

static void rc_fetch_and_add(void **state)
{
	const uint64_t first = UINT64_MAX - 5;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	memcpy(pair.b.buf + 64, &first, 8);
	assert_true(atomic(&pair, IBV_WR_ATOMIC_FETCH_AND_ADD, 10, 0) == first);
	assert_true(target(&pair) == 4);
	assert_true(atomic(&pair, IBV_WR_ATOMIC_FETCH_AND_ADD, 0x100000000, 0) == 4);
	assert_true(target(&pair) == 0x100000004);
	pair_close(&pair);
}

/* --- shapes ------------------------------------------------------------------------------ */

static void sges_are_gathered_and_scattered(void **state)
{
	struct ibv_recv_wr recv = {.wr_id = 2, .num_sge = 3}, *bad;
	struct ibv_sge from[4], to[3];
	struct ibv_send_wr wr;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	fill(pair.a.buf, 1000, 6);
	from[0] = side_sge(&pair.a, 0, 1);
	from[1] = side_sge(&pair.a, 1, 699);
	from[2] = side_sge(&pair.a, 700, 1);
	from[3] = side_sge(&pair.a, 701, 299);
	to[0] = side_sge(&pair.b, 0, 333);
	to[1] = side_sge(&pair.b, 2000, 1);
	to[2] = side_sge(&pair.b, 4000, 4000);
	recv.sg_list = to;
	assert_int_equal(ibv_post_recv(pair.b.qp, &recv, &bad), 0);
	wr = side_wr(from, IBV_WR_SEND, 1, &pair.b, 0);
	wr.num_sge = 4;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(expect(pair.b.rcq, 2, IBV_WC_SUCCESS).byte_len, 1000);
	assert_memory_equal(pair.b.buf, pair.a.buf, 333);
	assert_memory_equal(pair.b.buf + 2000, pair.a.buf + 333, 1);
	assert_memory_equal(pair.b.buf + 4000, pair.a.buf + 334, 666);
	assert_int_equal(pair.b.buf[333], 0);
	assert_int_equal(pair.b.buf[4666], 0);
	pair_close(&pair);
}

static void messages_of_no_bytes_arrive(void **state)
{
	struct ibv_recv_wr recv = {.wr_id = 2}, *bad;
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(ibv_post_recv(pair.b.qp, &recv, &bad), 0);
	wr = side_wr(&sge, IBV_WR_SEND, 1, &pair.b, 0);
	wr.num_sge = 0;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(expect(pair.b.rcq, 2, IBV_WC_SUCCESS).byte_len, 0);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 3, &pair.b, 0);
	wr.num_sge = 0;
	wr.wr.rdma.rkey = 0;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 3, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void long_messages_arrive_whole(void **state)
{
	enum {
		LONG = 5 << 20
	};
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.bytes = LONG + 64, .mtu = IBV_MTU_4096});
	fill(pair.a.buf + 13, LONG, 7);
	post_receive(&pair.b, 2, 3, LONG + 10);
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 13, LONG);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(expect(pair.b.rcq, 2, IBV_WC_SUCCESS).byte_len, LONG);
	assert_true(filled(pair.b.buf + 3, LONG, 7));
	memset(pair.a.buf, 0, pair.a.bytes);
	fill(pair.b.buf + 13, LONG, 8);
	post(&pair.a, &pair.b, IBV_WR_RDMA_READ, 3, 13, LONG);
	expect(pair.a.scq, 3, IBV_WC_SUCCESS);
	assert_true(filled(pair.a.buf + 13, LONG, 8));
	pair_close(&pair);
}

static void only_signaled_requests_complete(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 8});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 0, &pair.b, 0);
	/* far more than the queue holds: each completion also retires the requests before it */
	for (uint64_t i = 1; i <= 700; i++) {
		wr.wr_id = i;
		wr.send_flags = i % 7 ? 0 : IBV_SEND_SIGNALED;
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		if (i % 7)
			continue;
		take_completions(pair.a.scq, &wc, 1);
		assert_int_equal(wc.wr_id, i);
	}
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void sq_sig_all_signals_all(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.sig_all = true});
	sge = side_sge(&pair.a, 0, 8);
	for (uint64_t i = 0; i < 5; i++) {
		wr = side_wr(&sge, IBV_WR_RDMA_WRITE, i, &pair.b, 0);
		wr.send_flags = 0;
		assert_int_equal(post_wr(&pair.a, &wr), 0);
	}
	for (uint64_t i = 0; i < 5; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	pair_close(&pair);
}

/* A fenced request sees the data of the read before it. */
static void fence_waits_for_reads(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	for (uint32_t i = 0; i < 50; i++) {
		fill(pair.b.buf, 2000, i);
		memset(pair.a.buf, 0, 2000);
		post(&pair.a, &pair.b, IBV_WR_RDMA_READ, 1, 0, 2000);
		sge = side_sge(&pair.a, 0, 2000);
		wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 2, &pair.b, 8000);
		wr.send_flags |= IBV_SEND_FENCE;
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		expect(pair.a.scq, 1, IBV_WC_SUCCESS);
		expect(pair.a.scq, 2, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf + 8000, 2000, i));
	}
	pair_close(&pair);
}

static void a_queue_pair_may_talk_to_itself(void **state)
{
	struct plan plan = {0};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	side_connect(&side, &plan, &side);
	fill(side.buf, 500, 9);
	post_receive(&side, 1, 8000, 500);
	post(&side, &side, IBV_WR_SEND, 2, 0, 500);
	expect(side.scq, 2, IBV_WC_SUCCESS);
	expect(side.rcq, 1, IBV_WC_SUCCESS);
	assert_true(filled(side.buf + 8000, 500, 9));
	side_close(&side);
}

static void first_message_establishes(void **state)
{
	struct plan plan = {0};
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	side_connect(&pair.a, &plan, &pair.b);
	assert_int_equal(side_to_init(&pair.b, &plan), 0);
	assert_int_equal(side_to_rtr(&pair.b, &plan, &pair.a), 0);
	post_receive(&pair.b, 1, 0, 8);
	post(&pair.a, &pair.b, IBV_WR_SEND, 2, 0, 8);
	assert_ptr_equal(expect_async(pair.b.ctx, IBV_EVENT_COMM_EST).element.qp, pair.b.qp);
	expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	assert_int_equal(side_to_rts(&pair.b, &plan), 0);
	pair_close(&pair);
}

/* --- unreliable -------------------------------------------------------------------------- */

static void uc_drops_messages_without_a_receive(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.type = IBV_QPT_UC});
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 0, 100);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	post_receive(&pair.b, 2, 0, 100);
	expect_nothing(pair.b.rcq);
	fill(pair.a.buf, 100, 3);
	post(&pair.a, &pair.b, IBV_WR_SEND, 3, 0, 100);
	expect(pair.a.scq, 3, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 100, 3));
	pair_close(&pair);
}

static void uc_sender_survives_a_peer_that_is_gone(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.type = IBV_QPT_UC});
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = NULL;
	for (uint64_t i = 0; i < 10; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 100);
	for (uint64_t i = 0; i < 10; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	assert_int_equal(side_state(&pair.a), IBV_QPS_RTS);
	pair_close(&pair);
}

static void uc_ignores_a_wrong_key(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.type = IBV_QPT_UC});
	fill(pair.a.buf, 100, 3);
	sge = side_sge(&pair.a, 0, 100);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	wr.wr.rdma.rkey ^= 0x700;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(pair.b.buf[0], 0);
	assert_int_equal(side_state(&pair.b), IBV_QPS_RTS);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rc_send),
		TEST_NOT_IWARP(uc_send, "no unreliable connections"),
		TEST_NOT_IWARP(rc_immediates, "no immediate data"),
		TEST_NOT_IWARP(uc_immediates, "no unreliable connections"),
		TEST_NOT_IWARP(rc_send_with_invalidate_closes_a_window, "no memory windows"),
		TEST(rc_write),
		TEST_NOT_IWARP(uc_write, "no unreliable connections"),
		TEST(rc_read),
		TEST_NOT_IWARP(rc_compare_and_swap, "no atomic operations"),
		TEST_NOT_IWARP(rc_fetch_and_add, "no atomic operations"),
		TEST(sges_are_gathered_and_scattered),
		TEST(messages_of_no_bytes_arrive),
		TEST(long_messages_arrive_whole),
		TEST(only_signaled_requests_complete),
		TEST(sq_sig_all_signals_all),
		TEST(fence_waits_for_reads),
		TEST_NOT_IWARP(a_queue_pair_may_talk_to_itself, "two ends make a connection"),
		TEST_NOT_IWARP(first_message_establishes,
			       "the connection manager makes connections"),
		TEST_NOT_IWARP(uc_drops_messages_without_a_receive, "no unreliable connections"),
		TEST_NOT_IWARP(uc_sender_survives_a_peer_that_is_gone, "no unreliable connections"),
		TEST_NOT_IWARP(uc_ignores_a_wrong_key, "no unreliable connections"),
	};

	return RUN_TESTS(tests);
}
