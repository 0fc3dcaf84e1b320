/* SPDX-License-Identifier: BSD-2-Clause */
/* Failures on the emulator, and their explanations. */
#include <pthread.h>
#include <unistd.h>

#include "fault.h"

static void bad_rkey(void **state)
{
	char rkey[64], addr[64], lkey[64];
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.wr.wr.rdma.rkey ^= 0x4000;
	fails(&f, IBV_WC_REM_ACCESS_ERR);
	says("send with wr_id 0xabc failed: peer refused access", "reason   queue pair 0x",
	     "refused 48 bytes at 0x", "no region or window has this key; regions of its", "key 0x",
	     "16384 bytes at", "REMOTE_WRITE", "Look at: where the rkey came from",
	     "10, IBV_WC_REM_ACCESS_ERR", "mlx4: syndrome 0x13 REMOTE_ACCESS",
	     "IBV_QPT_RC, now in state IBV_QPS_ERR", "port 1, which is active", "to queue pair",
	     "retry_cnt 1, rnr_retry 7", "CQE\n    mlx4_cqe_err", "syndrome=REMOTE_ACCESS(0x13)",
	     "WQE 0, still in the send queue", "opcode=RDMA_WRITE(0x8)",
	     number(addr, "mlx4_remote addr", f.wr.wr.rdma.remote_addr),
	     number(rkey, "rkey", f.wr.wr.rdma.rkey), "mlx4_data length=0x30",
	     number(lkey, "lkey", f.sge.lkey), NULL);
	says_not("likeliest first"); /* the reason is known */
	pair_close(&f.pair);
}

/* The explanation has the peer's address: its LID, or GID and LID. */
static void address_of_the_peer(void **state)
{
	const struct plan plan = {0};
	char gid[33] = "", expected[128];
	struct ibv_qp_attr attr;
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &plan);
	f.wr.wr.rdma.rkey ^= 0x4000;
	fails(&f, IBV_WC_REM_ACCESS_ERR);
	sprintf(expected, "to queue pair 0x%x at LID 0x%x\n", f.pair.b.qp->qp_num,
		f.pair.b.port.lid);
	says(expected, NULL);
	pair_close(&f.pair);

	prepare(&f, IBV_WR_RDMA_WRITE, &plan);
	f.wr.wr.rdma.rkey ^= 0x4000;
	attr = kit_attr(&plan, f.pair.b.port.lid, f.pair.b.qp->qp_num);
	attr.qp_state = IBV_QPS_RTR;
	kit_route(&attr.ah_attr, &f.pair.b);
	assert_int_equal(side_to(&f.pair.a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to_init(&f.pair.a, &plan), 0);
	assert_int_equal(ibv_modify_qp(f.pair.a.qp, &attr, RC_RTR_MASK), 0);
	assert_int_equal(side_to_rts(&f.pair.a, &plan), 0);
	fails(&f, IBV_WC_REM_ACCESS_ERR);
	for (int i = 0; i < 16; i++)
		sprintf(gid + (size_t)i * 2, "%02x", attr.ah_attr.grh.dgid.raw[i]);
	sprintf(expected, "to queue pair 0x%x at GID %s, own GID 0, LID 0x%x\n",
		f.pair.b.qp->qp_num, gid, f.pair.b.port.lid);
	says(expected, NULL);
	pair_close(&f.pair);
}

static void bad_lkey(void **state)
{
	char lkey[64];
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_SEND, &(struct plan){0});
	f.sge.lkey ^= 0x4000;
	fails(&f, IBV_WC_LOC_PROT_ERR);
	says("for 48 bytes at 0x", "no region has this key", "syndrome 0x04 LOCAL_PROT",
	     "opcode=SEND(0xa)", number(lkey, "lkey", f.sge.lkey), NULL);
	pair_close(&f.pair);
}

static void no_receive_is_posted(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_SEND, &(struct plan){.rnr_none = true});
	fails(&f, IBV_WC_RNR_RETRY_EXC_ERR);
	says("had no receive for a message of 48 bytes (SEND) from queue pair",
	     "IBV_WC_RNR_RETRY_EXC_ERR", "RNR_RETRY", "rnr_retry 0", NULL);
	pair_close(&f.pair);
}

static void no_response_comes(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	assert_int_equal(ibv_destroy_qp(f.pair.b.qp), 0);
	f.pair.b.qp = NULL;
	fails(&f, IBV_WC_RETRY_EXC_ERR);
	says("in 2 attempts: the port that the address leads to has no such queue pair",
	     "IBV_WC_RETRY_EXC_ERR", "TRANSPORT_RETRY", "timeout 8, retry_cnt 1", NULL);
	pair_close(&f.pair);
}

/* An unreliable connection does not support reads. */
static void wrong_operation(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_READ, &(struct plan){.type = IBV_QPT_UC});
	fails(&f, IBV_WC_LOC_QP_OP_ERR);
	says("does not support RDMA_READ", "LOCAL_QP_OP", "IBV_QPT_UC", "opcode=RDMA_READ(0x10)",
	     NULL);
	says_not("retry_cnt"); /* an unreliable connection has none */
	says_not("The receive cannot");
	pair_close(&f.pair);
}

static void inline_data_is_shown(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){.inline_data = 64});
	memset(f.pair.a.buf + 64, 0x5a, 48);
	f.wr.send_flags |= IBV_SEND_INLINE;
	f.wr.wr.rdma.rkey ^= 0x4000;
	fails(&f, IBV_WC_REM_ACCESS_ERR);
	says("mlx4_inline_hdr is_inline=0x1", "bytes=5a5a5a5a", "...", NULL);
	pair_close(&f.pair);
}

/* A message that is too long, explained at both ends. */
static void too_long_for_its_receive(void **state)
{
	char addr[64];
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_SEND, &(struct plan){0});
	post_receive(&f.pair.b, 70, 128, 8);
	post_receive(&f.pair.b, 71, 256, 8);
	fails(&f, IBV_WC_REM_INV_REQ_ERR);
	says("the message of 48 bytes is 40 bytes longer than the receive of queue pair",
	     "which has 8", "REMOTE_INVAL_REQ", NULL);
	take_completions(f.pair.b.rcq, &wc, 1);
	assert_int_equal(wc.status, IBV_WC_LOC_LEN_ERR);
	expect(f.pair.b.rcq, 71, IBV_WC_WR_FLUSH_ERR);
	explain(f.pair.b.rcq, &wc);
	says("receive with wr_id 0x46 failed: local length error", "40 bytes longer",
	     "LOCAL_LENGTH", "WQE 0, still in the receive queue", "mlx4_data length=0x8",
	     number(addr, "addr", (uintptr_t)f.pair.b.buf + 128), NULL);
	pair_close(&f.pair);
}

/* The explanation of a flushed send or receive names the first failure of the queue pair. */
static void flushed(void **state)
{
	struct fault f;
	struct ibv_wc wc[2];

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	post_receive(&f.pair.a, 80, 0, 8);
	post_receive(&f.pair.a, 81, 8, 16);
	f.wr.wr.rdma.rkey ^= 0x4000;
	assert_int_equal(post_wr(&f.pair.a, &f.wr), 0);
	post(&f.pair.a, &f.pair.b, IBV_WR_RDMA_READ, 2, 0, 8);
	expect(f.pair.a.scq, 0xabc, IBV_WC_REM_ACCESS_ERR);
	wc[0] = expect(f.pair.a.scq, 2, IBV_WC_WR_FLUSH_ERR);
	explain(f.pair.a.scq, &wc[0]);
	says("work request flushed", "no region or window has this key", "WR_FLUSH", "WQE 1",
	     "opcode=RDMA_READ(0x10)",
	     "first failure of this queue pair: a send with IBV_WC_REM_ACCESS_ERR, syndrome 0x13",
	     NULL);
	take_completions(f.pair.a.rcq, wc, 2);
	explain(f.pair.a.rcq, &wc[0]);
	says("receive with wr_id 0x50", "WQE 0, still in the receive queue",
	     "mlx4_data length=0x8 ", "first failure of this queue pair: none among", NULL);
	explain(f.pair.a.rcq, &wc[1]);
	says("receive with wr_id 0x51", "WQE 1", "mlx4_data length=0x10 ", NULL);
	pair_close(&f.pair);
}

static void same_number_everywhere(void **state)
{
	struct fault f;
	struct ibv_wc wc = {0};

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	assert_int_equal(side_to(&f.pair.a, IBV_QPS_ERR), 0);
	for (int i = 0; i < 5; i++)
		post(&f.pair.a, &f.pair.b, IBV_WR_RDMA_WRITE, 7, 0, 8);
	for (int i = 0; i < 5; i++)
		wc = expect(f.pair.a.scq, 7, IBV_WC_WR_FLUSH_ERR);
	explain(f.pair.a.scq, &wc);
	says("the newest of 5 with this status", "WQE 4", NULL);
	pair_close(&f.pair);
}

/* --- shared receives, datagrams, the extended poll --------------------------------------- */

static void shared_receive(void **state)
{
	struct ibv_srq_init_attr init = {.attr = {.max_wr = 8, .max_sge = 1}};
	struct ibv_recv_wr *bad, wr = {.wr_id = 33, .num_sge = 1};
	struct ibv_qp_init_attr qp_init;
	struct plan plan = {0};
	struct ibv_sge sge;
	struct ibv_wc wc;
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	init.attr.max_wr = 8;
	qp_init = (struct ibv_qp_init_attr){
		.send_cq = pair.b.scq,
		.recv_cq = pair.b.rcq,
		.srq = ibv_create_srq(pair.b.pd, &init),
		.cap = {.max_send_wr = 1, .max_send_sge = 1},
		.qp_type = IBV_QPT_RC,
	};
	assert_non_null(qp_init.srq);
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = ibv_create_qp(pair.b.pd, &qp_init);
	assert_non_null(pair.b.qp);
	pair_connect(&pair, &plan);
	sge = side_sge(&pair.b, 512, 4);
	wr.sg_list = &sge;
	assert_int_equal(ibv_post_srq_recv(qp_init.srq, &wr, &bad), 0);
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 0, 64);
	wc = expect(pair.b.rcq, 33, IBV_WC_LOC_LEN_ERR);
	explain(pair.b.rcq, &wc);
	says("receive with wr_id 0x21", "still in the shared receive queue", "mlx4_srq_next",
	     "mlx4_data length=0x4 ", NULL);
	expect(pair.a.scq, 1, IBV_WC_REM_INV_REQ_ERR);
	/* The WQE is the last one in the free list, and is reused only when another one follows it.
	 */
	assert_int_equal(side_to(&pair.a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&pair.b, IBV_QPS_RESET), 0);
	pair_connect(&pair, &plan);
	while (!ibv_post_srq_recv(qp_init.srq, &wr, &bad))
		;
	explain(pair.b.rcq, &wc);
	says("still in the shared receive queue", NULL);
	post(&pair.a, &pair.b, IBV_WR_SEND, 2, 0, 4);
	expect(pair.b.rcq, 33, IBV_WC_SUCCESS);
	assert_int_equal(ibv_post_srq_recv(qp_init.srq, &wr, &bad), 0);
	explain(pair.b.rcq, &wc);
	says("WQE: overwritten", NULL);
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = NULL;
	assert_int_equal(ibv_destroy_srq(qp_init.srq), 0);
	pair_close(&pair);
}

static void inside_an_extended_poll(void **state)
{
	struct ibv_cq_init_attr_ex init = {.cqe = 16, .wc_flags = IBV_WC_EX_WITH_QP_NUM};
	struct ibv_poll_cq_attr attr = {0};
	struct ibv_wc wc = {0};
	struct ibv_cq_ex *cq;
	struct side a;
	int err;

	(void)state;
	side_open(&a, 0, &(struct plan){0});
	cq = ibv_create_cq_ex(a.ctx, &init);
	assert_non_null(cq);
	assert_int_equal(ibv_destroy_qp(a.qp), 0);
	a.qp = ibv_create_qp(a.pd, &(struct ibv_qp_init_attr){
					   .send_cq = ibv_cq_ex_to_cq(cq),
					   .recv_cq = a.rcq,
					   .cap = {.max_send_wr = 4, .max_send_sge = 1},
					   .qp_type = IBV_QPT_UC,
				   });
	assert_non_null(a.qp);
	side_connect(&a, &(struct plan){.type = IBV_QPT_UC}, &a);
	post(&a, &a, IBV_WR_RDMA_READ, 5, 0, 8);
	do {
		err = ibv_start_poll(cq, &attr);
	} while (err == ENOENT);
	assert_int_equal(err, 0);
	wc = (struct ibv_wc){.wr_id = cq->wr_id,
			     .status = cq->status,
			     .vendor_err = ibv_wc_read_vendor_err(cq),
			     .qp_num = ibv_wc_read_qp_num(cq)};
	explain(ibv_cq_ex_to_cq(cq), &wc);
	says("CQE: the queue is locked", NULL);
	ibv_end_poll(cq);
	explain(ibv_cq_ex_to_cq(cq), &wc);
	says("LOCAL_QP_OP", "opcode=RDMA_READ", NULL);
	assert_int_equal(ibv_destroy_qp(a.qp), 0);
	a.qp = NULL;
	assert_int_equal(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
	side_close(&a);
}

/* --- the text and its buffer ------------------------------------------------------------- */

static void any_room_will_do(void **state)
{
	char whole[INVERBS_EXPLAIN_BYTES], cut[INVERBS_EXPLAIN_BYTES];
	struct fault f;
	struct ibv_wc wc;
	size_t len;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	len = inverbs_explain_wc_text(f.pair.a.scq, &wc, whole, sizeof(whole));
	assert_int_equal(inverbs_explain_wc_text(f.pair.a.scq, &wc, NULL, 0), len);
	for (size_t room = 1; room <= len; room += 97) {
		memset(cut, '#', sizeof(cut));
		assert_int_equal(inverbs_explain_wc_text(f.pair.a.scq, &wc, cut, room), len);
		assert_int_equal(strlen(cut), room - 1);
		assert_memory_equal(cut, whole, room - 1);
		assert_int_equal(cut[room], '#');
	}
	pair_close(&f.pair);
}

static void to_a_file(void **state)
{
	FILE *file = tmpfile();
	char line[128];
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	assert_non_null(file);
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	inverbs_explain_wc(f.pair.a.scq, &wc, file);
	rewind(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_memory_equal(line, text, strlen(line));
	fclose(file);
	wc.status = IBV_WC_SUCCESS;
	explain(f.pair.a.scq, &wc);
	assert_string_equal(text, "request with wr_id 0xabc succeeded\n");
	wc.status = (enum ibv_wc_status)777;
	explain(f.pair.a.scq, &wc);
	says("777, an unnamed value: unknown", NULL);
	says_not("likeliest");
	pair_close(&f.pair);
}

static void every_status_has_causes(void **state)
{
	size_t count;

	(void)state;
	for (int s = IBV_WC_SUCCESS + 1; s <= IBV_WC_TM_RNDV_INCOMPLETE; s++) {
		const struct inverbs_cause *list = inverbs_wc_status_causes((enum ibv_wc_status)s,
									    &count);

		assert_non_null(list);
		assert_true(count > 0);
		assert_non_null(inverbs_wc_status_name((enum ibv_wc_status)s));
		inverbs_explain_status((enum ibv_wc_status)s, text, sizeof(text));
		says(inverbs_wc_status_name((enum ibv_wc_status)s), list[count - 1].look, NULL);
	}
	assert_null(inverbs_wc_status_causes(IBV_WC_SUCCESS, &count));
	assert_int_equal(count, 0);
	assert_null(inverbs_wc_status_name((enum ibv_wc_status)999));
}

/* --- threads ----------------------------------------------------------------------------- */

enum {
	EXPLANATIONS = 200
};

struct busy {
	struct fault *f;
	bool stop;
};

/* Keep using another queue pair of the same completion queue. */
static void *keep_posting(void *arg)
{
	struct busy *busy = arg;
	struct ibv_wc wc;

	while (!__atomic_load_n(&busy->stop, __ATOMIC_ACQUIRE)) {
		struct ibv_sge sge = side_sge(&busy->f->pair.b, 0, 8);
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &busy->f->pair.a, 0);

		if (!post_wr(&busy->f->pair.b, &wr))
			while (ibv_poll_cq(busy->f->pair.b.scq, 1, &wc) == 0)
				;
		kit_sleep(1);
	}
	return NULL;
}

/* Completions of both ends are explained while other threads use the queues; no text is garbled. */
static void while_others_work(void **state)
{
	struct busy busy;
	struct fault f;
	struct ibv_wc wc;
	pthread_t thread;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){.cqe = 1000});
	assert_int_equal(side_to(&f.pair.b, IBV_QPS_ERR), 0);
	post(&f.pair.b, &f.pair.a, IBV_WR_RDMA_WRITE, 9, 0, 8);
	wc = expect(f.pair.b.scq, 9, IBV_WC_WR_FLUSH_ERR);
	busy = (struct busy){.f = &f};
	assert_int_equal(pthread_create(&thread, NULL, keep_posting, &busy), 0);
	for (int i = 0; i < EXPLANATIONS; i++) {
		explain(f.pair.b.scq, &wc);
		says("with wr_id 0x9 failed", "moved queue pair", "to ERR", NULL);
	}
	__atomic_store_n(&busy.stop, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	pair_close(&f.pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(bad_rkey),
		TEST(address_of_the_peer),
		TEST(bad_lkey),
		TEST(no_receive_is_posted),
		TEST(no_response_comes),
		TEST(wrong_operation),
		TEST(inline_data_is_shown),
		TEST(too_long_for_its_receive),
		TEST(flushed),
		TEST(same_number_everywhere),
		TEST(slot_used_again),
		TEST(long_entry_is_guarded),
		TEST(entry_used_again),
		TEST(queue_pair_is_gone),
		TEST(adapter_without_printers),
		TEST(shared_receive),
		TEST(inside_an_extended_poll),
		TEST(any_room_will_do),
		TEST(to_a_file),
		TEST(every_status_has_causes),
		TEST(while_others_work),
	};

	return RUN_TESTS(tests);
}
