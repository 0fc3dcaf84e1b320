/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V30 and V39 for requests that are built between ibv_wr_start() and ibv_wr_complete(). */
#include <pthread.h>

#include "kit.h"

enum {
	PLAIN_OPS = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ,
	MORE_OPS = PLAIN_OPS | IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |
		   IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
	BYTES = 64,
	FAR = 8192, /* an offset in the peer's memory that is not written otherwise */
};

/* Open a connected pair whose first end can build requests, and return that queue pair. */
static struct ibv_qp_ex *open_builder(struct pair *pair, struct plan plan)
{
	struct ibv_qp_ex *qp;

	plan.send_ops = plan.send_ops ? plan.send_ops : (uint64_t)PLAIN_OPS;
	pair_open(pair, &plan);
	qp = ibv_qp_to_qp_ex(pair->a.qp);
	assert_non_null(qp);
	assert_ptr_equal(&qp->qp_base, pair->a.qp);
	return qp;
}

static void begin_request(struct ibv_qp_ex *qp, uint64_t wr_id)
{
	qp->wr_id = wr_id;
	qp->wr_flags = IBV_SEND_SIGNALED;
}

/* Build a write of some bytes from an offset of the first end to the same offset of the other. */
static void build_write(struct ibv_qp_ex *qp, const struct pair *pair, uint64_t wr_id,
			size_t offset)
{
	begin_request(qp, wr_id);
	ibv_wr_rdma_write(qp, pair->b.mr->rkey, (uintptr_t)pair->b.buf + offset);
	ibv_wr_set_sge(qp, pair->a.mr->lkey, (uintptr_t)pair->a.buf + offset, BYTES);
}

/* The aborted batch had no effect: one more write arrives, and nothing else completes. */
static void still_good(struct ibv_qp_ex *qp, struct pair *pair)
{
	fill(pair->a.buf + FAR, BYTES, 4711);
	memset(pair->b.buf + FAR, 0, BYTES);
	ibv_wr_start(qp);
	build_write(qp, pair, 4711, FAR);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair->a.scq, 4711, IBV_WC_SUCCESS);
	assert_true(filled(pair->b.buf + FAR, BYTES, 4711));
	expect_nothing(pair->a.scq);
}

/* --- which queue pairs can build ---------------------------------------------------------- */

static void V29_only_queue_pairs_with_send_operations_build_requests(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_null(ibv_qp_to_qp_ex(pair.a.qp));
	pair_close(&pair);
}

static void V29_unsupported_operations_are_refused(void **state)
{
	static const uint64_t lacking[] = {IBV_QP_EX_WITH_TSO, IBV_QP_EX_WITH_SEND | 1ULL << 40};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	init.send_cq = side.scq;
	init.recv_cq = side.rcq;
	for (size_t i = 0; i < COUNT(lacking); i++) {
		errno = 0;
		assert_null(side_builder(&side, &init, lacking[i]));
		assert_int_equal(errno, EOPNOTSUPP);
	}
	init.qp_type = IBV_QPT_UD;
	errno = 0;
	assert_null(side_builder(&side, &init, IBV_QP_EX_WITH_RDMA_READ));
	assert_int_equal(errno, EOPNOTSUPP);
	side_close(&side);
}

static void V10_requested_operations_have_function_pointers(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){.send_ops = IBV_QP_EX_WITH_RDMA_WRITE});
	assert_null(qp->wr_send);
	assert_null(qp->wr_rdma_read);
	fill(pair.a.buf, BYTES, 5);
	qp->wr_start(qp);
	begin_request(qp, 5);
	qp->wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	qp->wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, BYTES);
	assert_int_equal(qp->wr_complete(qp), 0);
	expect(pair.a.scq, 5, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, BYTES, 5));
	qp->wr_start(qp);
	qp->wr_abort(qp);
	still_good(qp, &pair);
	pair_close(&pair);
}

/* --- operations --------------------------------------------------------------------------- */

static void V30_sends_arrive(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	post_receive(&pair.b, 7, 0, 256);
	fill(pair.a.buf, 200, 1);
	ibv_wr_start(qp);
	begin_request(qp, 0x1122334455667788);
	ibv_wr_send(qp);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, 200);
	assert_int_equal(ibv_wr_complete(qp), 0);
	wc = expect(pair.a.scq, 0x1122334455667788, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_SEND);
	wc = expect(pair.b.rcq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.byte_len, 200);
	assert_true(filled(pair.b.buf, 200, 1));
	pair_close(&pair);
}

static void V30_writes_and_reads(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	fill(pair.a.buf, BYTES, 2);
	fill(pair.b.buf + 1024, BYTES, 3);
	ibv_wr_start(qp);
	build_write(qp, &pair, 1, 0);
	begin_request(qp, 2);
	ibv_wr_rdma_read(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf + 1024);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf + 1024, BYTES);
	assert_int_equal(ibv_wr_complete(qp), 0);
	assert_int_equal(expect(pair.a.scq, 1, IBV_WC_SUCCESS).opcode, IBV_WC_RDMA_WRITE);
	assert_int_equal(expect(pair.a.scq, 2, IBV_WC_SUCCESS).opcode, IBV_WC_RDMA_READ);
	assert_true(filled(pair.b.buf, BYTES, 2));
	assert_true(filled(pair.a.buf + 1024, BYTES, 3));
	pair_close(&pair);
}

static void V30_immediate_data(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	qp = open_builder(&pair, (struct plan){.send_ops = MORE_OPS});
	post_receive(&pair.b, 1, 0, 64);
	post_receive(&pair.b, 2, 64, 64);
	fill(pair.a.buf, BYTES, 4);
	ibv_wr_start(qp);
	begin_request(qp, 10);
	ibv_wr_send_imm(qp, 0x01020304);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, BYTES);
	begin_request(qp, 11);
	ibv_wr_rdma_write_imm(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf + FAR, 0x05060708);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, BYTES);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 10, IBV_WC_SUCCESS);
	expect(pair.a.scq, 11, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.imm_data, 0x01020304);
	assert_true(wc.wc_flags & IBV_WC_WITH_IMM);
	wc = expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	assert_int_equal(wc.imm_data, 0x05060708);
	assert_true(filled(pair.b.buf + FAR, BYTES, 4));
	pair_close(&pair);
}

static void V30_atomics(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;
	uint64_t value = 40, old[2];

	(void)state;
	qp = open_builder(&pair, (struct plan){.send_ops = MORE_OPS});
	memcpy(pair.b.buf, &value, sizeof(value));
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_atomic_fetch_add(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf, 2);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, 8);
	begin_request(qp, 2);
	ibv_wr_atomic_cmp_swp(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf, 42, 99);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf + 8, 8);
	assert_int_equal(ibv_wr_complete(qp), 0);
	assert_int_equal(expect(pair.a.scq, 1, IBV_WC_SUCCESS).opcode, IBV_WC_FETCH_ADD);
	assert_int_equal(expect(pair.a.scq, 2, IBV_WC_SUCCESS).opcode, IBV_WC_COMP_SWAP);
	memcpy(&value, pair.b.buf, sizeof(value));
	memcpy(old, pair.a.buf, sizeof(old));
	assert_int_equal(value, 99);
	assert_int_equal(old[0], 40);
	assert_int_equal(old[1], 42);
	pair_close(&pair);
}

/* --- data --------------------------------------------------------------------------------- */

static void V30_lists_are_copied_by_the_setter(void **state)
{
	struct ibv_qp_ex *qp;
	struct ibv_sge sge[3];
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	fill(pair.a.buf, 96, 6);
	for (size_t i = 0; i < COUNT(sge); i++)
		sge[i] = side_sge(&pair.a, i * 32, 32);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	ibv_wr_set_sge_list(qp, COUNT(sge), sge);
	memset(sge, 0xff, sizeof(sge));
	begin_request(qp, 2);
	ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf + FAR);
	ibv_wr_set_sge_list(qp, 0, NULL);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 96, 6));
	pair_close(&pair);
}

static void V40_inline_data_is_copied_by_the_setter(void **state)
{
	uint8_t outside[64]; /* not in any region */
	struct ibv_data_buf bufs[3];
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){.inline_data = 60});
	for (uint32_t bytes = 0; bytes <= 60; bytes++) {
		fill(outside, sizeof(outside), bytes);
		ibv_wr_start(qp);
		begin_request(qp, 1);
		ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
		ibv_wr_set_inline_data(qp, outside, bytes);
		begin_request(qp, 2);
		ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf + FAR);
		bufs[0] = (struct ibv_data_buf){outside, bytes / 3};
		bufs[1] = (struct ibv_data_buf){outside + bytes / 3, 0};
		bufs[2] = (struct ibv_data_buf){outside + bytes / 3, bytes - bytes / 3};
		ibv_wr_set_inline_data_list(qp, COUNT(bufs), bufs);
		memset(outside, 0, sizeof(outside));
		assert_int_equal(ibv_wr_complete(qp), 0);
		expect(pair.a.scq, 1, IBV_WC_SUCCESS);
		expect(pair.a.scq, 2, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf, bytes, bytes));
		assert_true(filled(pair.b.buf + FAR, bytes, bytes));
	}
	pair_close(&pair);
}

static void V40_built_requests_ignore_the_inline_flag(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){.inline_data = 32});
	fill(pair.a.buf, 1024, 8);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	qp->wr_flags |= IBV_SEND_INLINE;
	ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, 1024);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 1024, 8));
	pair_close(&pair);
}

/* --- batches ------------------------------------------------------------------------------ */

static void V30_nothing_happens_before_the_batch_is_complete(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	memset(pair.b.buf, 0, 8 * BYTES);
	ibv_wr_start(qp);
	for (uint32_t i = 0; i < 8; i++) {
		fill(pair.a.buf + (size_t)i * BYTES, BYTES, i);
		build_write(qp, &pair, i, (size_t)i * BYTES);
	}
	expect_nothing(pair.a.scq);
	for (size_t i = 0; i < 8 * BYTES; i++)
		assert_int_equal(pair.b.buf[i], 0);
	assert_int_equal(ibv_wr_complete(qp), 0);
	for (uint32_t i = 0; i < 8; i++) {
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf + (size_t)i * BYTES, BYTES, i));
	}
	pair_close(&pair);
}

static void V30_an_empty_batch_posts_nothing(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	ibv_wr_start(qp);
	assert_int_equal(ibv_wr_complete(qp), 0);
	still_good(qp, &pair);
	pair_close(&pair);
}

static void V30_an_aborted_batch_leaves_no_trace(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	memset(pair.b.buf, 0, BYTES);
	fill(pair.a.buf, BYTES, 9);
	for (uint32_t n = 0; n < 100; n++) { /* more requests than the queue holds */
		ibv_wr_start(qp);
		build_write(qp, &pair, 1, 0);
		build_write(qp, &pair, 2, 0);
		ibv_wr_abort(qp);
	}
	expect_nothing(pair.a.scq);
	assert_false(filled(pair.b.buf, BYTES, 9));
	still_good(qp, &pair);
	pair_close(&pair);
}

/* A batch of three, whose second request has more SGEs or inline data than the queue allows. */
static void try_batch(struct ibv_qp_ex *qp, struct pair *pair, bool inlined)
{
	static uint8_t outside[4096];
	struct ibv_sge sge[256];
	int err;

	for (size_t i = 0; i < COUNT(sge); i++)
		sge[i] = side_sge(&pair->a, 0, 1);
	ibv_wr_start(qp);
	build_write(qp, pair, 1, 0);
	begin_request(qp, 2);
	ibv_wr_rdma_write(qp, pair->b.mr->rkey, (uintptr_t)pair->b.buf);
	if (inlined)
		ibv_wr_set_inline_data(qp, outside, pair->a.cap.max_inline_data + 1);
	else
		ibv_wr_set_sge_list(qp, pair->a.cap.max_send_sge + 1, sge);
	build_write(qp, pair, 3, 0);
	err = ibv_wr_complete(qp);
	assert_true(err == ENOMEM || err == EINVAL); /* which one depends on the adapter */
}

static void V39_a_batch_with_one_bad_request_is_refused_completely(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){.inline_data = 32});
	assert_true(pair.a.cap.max_send_sge < 256 && pair.a.cap.max_inline_data < 4096);
	memset(pair.b.buf, 0, BYTES);
	fill(pair.a.buf, BYTES, 9);
	try_batch(qp, &pair, true);
	try_batch(qp, &pair, false);
	expect_nothing(pair.a.scq);
	assert_false(filled(pair.b.buf, BYTES, 9));
	still_good(qp, &pair);
	pair_close(&pair);
}

static void V39_one_bad_request_alone_is_refused(void **state)
{
	static uint8_t outside[4096];
	struct ibv_data_buf bufs[2] = {{outside, 4000}, {outside, SIZE_MAX}};
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	qp = open_builder(&pair, (struct plan){.inline_data = 32});
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_send(qp);
	ibv_wr_set_inline_data(qp, outside, SIZE_MAX);
	assert_int_not_equal(ibv_wr_complete(qp), 0);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_send(qp);
	ibv_wr_set_inline_data_list(qp, 2, bufs);
	assert_int_not_equal(ibv_wr_complete(qp), 0);
	/* reads cannot have inline data; that is checked only when the batch is posted */
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_rdma_read(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	ibv_wr_set_inline_data(qp, outside, 8);
	assert_int_equal(ibv_wr_complete(qp), EINVAL);
	still_good(qp, &pair);
	pair_close(&pair);
}

static void build_many(struct ibv_qp_ex *qp, const struct pair *pair, uint32_t count)
{
	ibv_wr_start(qp);
	for (uint32_t i = 0; i < count; i++)
		build_write(qp, pair, i, 0);
}

static void V39_a_batch_longer_than_the_queue_is_refused_completely(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;
	uint32_t room;

	(void)state;
	qp = open_builder(&pair, (struct plan){.send_wr = 8, .cqe = 600});
	room = pair.a.cap.max_send_wr;
	assert_true(room < 250);
	memset(pair.b.buf, 0, BYTES);
	fill(pair.a.buf, BYTES, 9);
	for (uint32_t more = 1; more <= 2 * room; more *= 2) {
		build_many(qp, &pair, room + more);
		assert_int_equal(ibv_wr_complete(qp), ENOMEM);
	}
	expect_nothing(pair.a.scq);
	assert_false(filled(pair.b.buf, BYTES, 9));
	build_many(qp, &pair, room);
	assert_int_equal(ibv_wr_complete(qp), 0);
	for (uint32_t i = 0; i < room; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	still_good(qp, &pair);
	pair_close(&pair);
}

static void V30_batches_and_ibv_post_send_alternate(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;
	uint32_t seed = 1;

	(void)state;
	qp = open_builder(&pair, (struct plan){.inline_data = 32});
	for (uint32_t n = 0; n < 300; n++) {
		const uint32_t count = 1 + noise(&seed) % 5;
		uint64_t id = 0;

		for (uint32_t i = 0; i < count; i++)
			fill(pair.a.buf + (size_t)i * BYTES, BYTES, n * 8 + i);
		ibv_wr_start(qp);
		for (; id < count; id++)
			build_write(qp, &pair, id, id * BYTES);
		if (n % 3 == 0) {
			ibv_wr_abort(qp);
			id = 0;
		} else {
			assert_int_equal(ibv_wr_complete(qp), 0);
		}
		for (uint32_t i = n % 2; i < count; i++, id++)
			post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, id, (size_t)i * BYTES, BYTES);
		for (uint64_t i = 0; i < id; i++)
			expect(pair.a.scq, i, IBV_WC_SUCCESS);
		for (uint32_t i = n % 2; i < count; i++)
			assert_true(filled(pair.b.buf + (size_t)i * BYTES, BYTES, n * 8 + i));
	}
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

/* --- threads ------------------------------------------------------------------------------ */

static void *post_now(void *arg)
{
	struct pair *pair = arg;

	post(&pair->a, &pair->b, IBV_WR_RDMA_WRITE, 2, BYTES, BYTES);
	return NULL;
}

static void *build_now(void *arg)
{
	struct pair *pair = arg;
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(pair->a.qp);

	ibv_wr_start(qp);
	build_write(qp, pair, 3, 2 * BYTES);
	assert_int_equal(ibv_wr_complete(qp), 0);
	return NULL;
}

static void V4_built_requests_are_posted_when_the_batch_completes(void **state)
{
	pthread_t threads[2];
	struct ibv_qp_ex *qp;
	struct pair pair;
	struct ibv_wc wc[2];

	(void)state;
	qp = open_builder(&pair, (struct plan){0});
	ibv_wr_start(qp);
	build_write(qp, &pair, 1, 0);
	assert_int_equal(pthread_create(&threads[0], NULL, post_now, &pair), 0);
	assert_int_equal(pthread_create(&threads[1], NULL, build_now, &pair), 0);
	expect_nothing(pair.a.scq);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	take_completions(pair.a.scq, wc, 2);
	assert_int_equal(wc[0].wr_id + wc[1].wr_id, 5);
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V29_only_queue_pairs_with_send_operations_build_requests),
		TEST(V29_unsupported_operations_are_refused),
		TEST(V10_requested_operations_have_function_pointers),
		TEST(V30_sends_arrive),
		TEST(V30_writes_and_reads),
		TEST_NOT_IWARP(V30_immediate_data, "no immediate data"),
		TEST_NOT_IWARP(V30_atomics, "no atomics"),
		TEST(V30_lists_are_copied_by_the_setter),
		TEST(V40_inline_data_is_copied_by_the_setter),
		TEST(V40_built_requests_ignore_the_inline_flag),
		TEST(V30_nothing_happens_before_the_batch_is_complete),
		TEST(V30_an_empty_batch_posts_nothing),
		TEST(V30_an_aborted_batch_leaves_no_trace),
		TEST(V39_a_batch_with_one_bad_request_is_refused_completely),
		TEST(V39_one_bad_request_alone_is_refused),
		TEST(V39_a_batch_longer_than_the_queue_is_refused_completely),
		TEST(V30_batches_and_ibv_post_send_alternate),
		TEST(V4_built_requests_are_posted_when_the_batch_completes),
	};

	return RUN_TESTS(tests);
}
