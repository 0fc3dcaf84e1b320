/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V30, V38 to V40: posting to queue pairs. */
#include "kit.h"

/* The errno value for too many SGEs, which depends on the adapter and on the checked build. */
static int too_many_sges(const struct side *side)
{
	return (on_iwarp(side) || KIT_RINGS_BY_COMMAND) && !KIT_CHECKED ? EINVAL : ENOMEM;
}

static void V39_posting_sends_stops_at_the_first_bad_one(void **state)
{
	struct ibv_sge sge[5], too_many[256];
	struct ibv_send_wr wr[5], *bad = NULL;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_true(pair.a.cap.max_send_sge < COUNT(too_many));
	for (int i = 0; i < 5; i++) {
		sge[i] = side_sge(&pair.a, (size_t)i * 8, 8);
		wr[i] = side_wr(&sge[i], IBV_WR_RDMA_WRITE, (uint64_t)i, &pair.b, (size_t)i * 8);
		wr[i].next = i < 4 ? &wr[i + 1] : NULL;
		fill(pair.a.buf + i * 8, 8, (uint32_t)i);
	}
	for (size_t i = 0; i < COUNT(too_many); i++)
		too_many[i] = side_sge(&pair.a, 0, 1);
	wr[3].sg_list = too_many;
	wr[3].num_sge = (int)pair.a.cap.max_send_sge + 1;
	assert_int_equal(ibv_post_send(pair.a.qp, wr, &bad), too_many_sges(&pair.a));
	assert_ptr_equal(bad, &wr[3]);
	for (int i = 0; i < 3; i++)
		expect(pair.a.scq, (uint64_t)i, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(filled(pair.b.buf + i * 8, 8, i));
	assert_false(filled(pair.b.buf + 4 * 8, 8, 4));
	/* and the queue pair is usable as before */
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 9, 0, 8);
	expect(pair.a.scq, 9, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V39_an_empty_list_posts_nothing(void **state)
{
	struct ibv_send_wr *bad_send = NULL;
	struct ibv_recv_wr *bad_recv = NULL;
	struct pair pair;

	(void)state;
	if (KIT_CHECKED) /* the checked build reports it as a mistake */
		return;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(ibv_post_send(pair.a.qp, NULL, &bad_send), 0);
	assert_int_equal(ibv_post_recv(pair.a.qp, NULL, &bad_recv), 0);
	assert_null(bad_send);
	assert_null(bad_recv);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 9, 0, 8);
	expect(pair.a.scq, 9, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V39_unknown_opcodes_are_bad(void **state)
{
	struct ibv_send_wr wr, *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, (enum ibv_wr_opcode)200, 1, &pair.b, 0);
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V39_posting_receives_stops_at_the_first_bad_one(void **state)
{
	struct ibv_recv_wr wr[4], *bad = NULL;
	struct ibv_sge sge[256];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_true(pair.b.cap.max_recv_sge < COUNT(sge));
	for (size_t i = 0; i < COUNT(sge); i++)
		sge[i] = side_sge(&pair.b, 0, 8);
	for (int i = 0; i < 4; i++)
		wr[i] = (struct ibv_recv_wr){.wr_id = (uint64_t)i,
					     .sg_list = sge,
					     .num_sge = 1,
					     .next = i < 3 ? &wr[i + 1] : NULL};
	wr[2].num_sge = (int)pair.b.cap.max_recv_sge + 1;
	assert_int_equal(ibv_post_recv(pair.b.qp, wr, &bad), too_many_sges(&pair.b));
	assert_ptr_equal(bad, &wr[2]);
	for (uint64_t i = 0; i < (on_iwarp(&pair.a) ? 2 : 3);
	     i++) /* the third waits indefinitely */
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 8);
	expect(pair.b.rcq, 0, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	expect_nothing(pair.b.rcq);
	pair_close(&pair);
}

static void V39_a_list_longer_than_the_queue_is_posted_as_far_as_it_goes(void **state)
{
	struct ibv_send_wr wr[512], *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;
	uint32_t room;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 8, .cqe = 600});
	room = pair.a.cap.max_send_wr;
	assert_true(room < COUNT(wr));
	sge = side_sge(&pair.a, 0, 8);
	for (size_t i = 0; i < COUNT(wr); i++) {
		wr[i] = side_wr(&sge, IBV_WR_RDMA_WRITE, i, &pair.b, 0);
		wr[i].next = i + 1 < COUNT(wr) ? &wr[i + 1] : NULL;
	}
	assert_int_equal(ibv_post_send(pair.a.qp, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[room]);
	for (uint64_t i = 0; i < room; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V40_inline_buffers_may_be_reused_at_once(void **state)
{
	uint8_t outside[256]; /* not in any region */
	struct ibv_sge sge[2];
	struct ibv_send_wr wr;
	struct pair pair;
	uint32_t bytes;

	(void)state;
	pair_open(&pair, &(struct plan){.inline_data = 60, .send_wr = 64, .cqe = 200});
	bytes = pair.a.cap.max_inline_data < 200 ? pair.a.cap.max_inline_data : 200;
	for (uint32_t i = 0; i < 50; i++) {
		sge[0] = (struct ibv_sge){(uintptr_t)outside, bytes / 3, 0xdead};
		sge[1] = (struct ibv_sge){(uintptr_t)outside + bytes / 3, bytes - bytes / 3, 0};
		wr = side_wr(sge, IBV_WR_RDMA_WRITE, i, &pair.b, (size_t)i * 200);
		wr.num_sge = 2;
		wr.send_flags |= IBV_SEND_INLINE;
		fill(outside, bytes, i);
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		memset(outside, 0, sizeof(outside));
	}
	for (uint32_t i = 0; i < 50; i++) {
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf + (size_t)i * 200, bytes, i));
	}
	pair_close(&pair);
}

static void V40_more_inline_data_than_granted_is_refused(void **state)
{
	static uint8_t outside[4096];
	struct ibv_sge sge = {(uintptr_t)outside, 0, 0};
	struct ibv_send_wr wr, *bad = NULL;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.inline_data = 60});
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	wr.send_flags |= IBV_SEND_INLINE;
	sge.length = pair.a.cap.max_inline_data;
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	sge.length++;
	assert_int_not_equal(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	assert_ptr_equal(bad, &wr);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V38_V40_without_inline_the_lkey_is_checked(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	sge.lkey ^= 0x3300;
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 77, &pair.b, 0);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	memset(&wc, 0xee, sizeof(wc));
	take_completions(pair.a.scq, &wc, 1);
	assert_int_equal(wc.status, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(wc.wr_id, 77);
	assert_int_equal(wc.qp_num, pair.a.qp->qp_num);
	assert_true(wc.vendor_err != 0xeeeeeeee);
	pair_close(&pair);
}

static void V30_posting_depends_on_the_state(void **state)
{
	struct plan plan = {0};
	struct pair pair = {.plan = plan};
	struct ibv_wc wc;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	/* receives can be posted from INIT on; they are used from RTR on */
	assert_int_equal(side_to_init(&pair.b, &plan), 0);
	post_receive(&pair.b, 1, 0, 64);
	expect_nothing(pair.b.rcq);
	pair_connect(&pair, &plan);
	fill(pair.a.buf, 64, 42);
	post(&pair.a, &pair.b, IBV_WR_SEND, 2, 0, 64);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.byte_len, 64);
	assert_true(filled(pair.b.buf, 64, 42));
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V39_posting_sends_stops_at_the_first_bad_one),
		TEST(V39_an_empty_list_posts_nothing),
		TEST(V39_unknown_opcodes_are_bad),
		TEST(V39_posting_receives_stops_at_the_first_bad_one),
		TEST(V39_a_list_longer_than_the_queue_is_posted_as_far_as_it_goes),
		TEST(V40_inline_buffers_may_be_reused_at_once),
		TEST(V40_more_inline_data_than_granted_is_refused),
		TEST_NOT_IWARP(V38_V40_without_inline_the_lkey_is_checked,
			       "a wrong key ends the connection, the request is flushed"),
		TEST(V30_posting_depends_on_the_state),
	};

	return RUN_TESTS(tests);
}
