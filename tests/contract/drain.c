/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V19, V29, V43: the state SQD. Requests in progress are finished and no others are begun;
 * an event reports that, if requested; and the send queue resumes where it stopped.
 */
#include "kit.h"

/* Change to SQD, with or without the event. */
static void drain(struct side *side, bool tell)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD, .en_sqd_async_notify = tell};

	assert_int_equal(ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY),
			 0);
	assert_int_equal(side->qp->state, IBV_QPS_SQD);
}

static bool draining(const struct side *side)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	assert_int_equal(ibv_query_qp(side->qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_SQD);
	if (attr.cur_qp_state) /* Soft-RoCE reports it once only */
		assert_int_equal(attr.cur_qp_state, IBV_QPS_SQD);
	return attr.sq_draining;
}

/* One message waits for a receive that has not been posted, and two more wait behind it. */
static void open_stuck(struct pair *pair)
{
	pair_open(pair, &(struct plan){0});
	for (uint64_t i = 1; i <= 3; i++)
		post(&pair->a, &pair->b, IBV_WR_SEND, i, 0, 8);
	expect_nothing(pair->a.scq);
}

static bool quiet(const struct side *side)
{
	return !readable(side->ctx->async_fd, 10);
}

static void V19_V43_draining_ends_when_started_requests_are_complete(void **state)
{
	struct pair pair;

	(void)state;
	open_stuck(&pair);
	drain(&pair.a, true);
	assert_true(draining(&pair.a));
	assert_true(quiet(&pair.a));
	post_receive(&pair.b, 11, 0, 8);
	assert_ptr_equal(expect_async(pair.a.ctx, IBV_EVENT_SQ_DRAINED).element.qp, pair.a.qp);
	assert_false(draining(&pair.a));
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 11, IBV_WC_SUCCESS);
	/* the others are not sent, although receives are posted for them now */
	post_receive(&pair.b, 12, 0, 8);
	post_receive(&pair.b, 13, 0, 8);
	expect_nothing(pair.a.scq);
	assert_true(quiet(&pair.a));
	pair_close(&pair);
}

static void V29_the_send_queue_resumes_where_it_stopped(void **state)
{
	struct pair pair;

	(void)state;
	open_stuck(&pair);
	drain(&pair.a, false);
	for (uint64_t i = 1; i <= 4; i++)
		post_receive(&pair.b, 10 + i, 0, 8);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	/* posting is allowed; the request is sent later */
	post(&pair.a, &pair.b, IBV_WR_SEND, 4, 0, 8);
	expect_nothing(pair.a.scq);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	for (uint64_t i = 2; i <= 4; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	for (uint64_t i = 1; i <= 4; i++)
		expect(pair.b.rcq, 10 + i, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V19_without_a_request_there_is_no_sqd_event(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	drain(&pair.a, false);
	assert_false(draining(&pair.a));
	assert_true(quiet(&pair.a));
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	/* an idle queue is drained at once */
	drain(&pair.a, true);
	expect_async(pair.a.ctx, IBV_EVENT_SQ_DRAINED);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	/* the event has to be requested each time */
	assert_int_equal(side_to(&pair.a, IBV_QPS_SQD), 0);
	assert_true(quiet(&pair.a));
	pair_close(&pair);
}

static void V29_receiving_continues_in_sqd(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	drain(&pair.a, false);
	post_receive(&pair.a, 1, 0, 8);
	post(&pair.b, &pair.a, IBV_WR_SEND, 2, 0, 8);
	post(&pair.b, &pair.a, IBV_WR_RDMA_READ, 3, 0, 8);
	expect(pair.a.rcq, 1, IBV_WC_SUCCESS);
	expect(pair.b.scq, 2, IBV_WC_SUCCESS);
	expect(pair.b.scq, 3, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V29_a_draining_queue_that_fails_is_flushed(void **state)
{
	struct ibv_wc wc[3];
	struct pair pair;

	(void)state;
	open_stuck(&pair);
	drain(&pair.a, true);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	take_completions(pair.a.scq, wc, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(wc[i].wr_id, i + 1);
		assert_int_equal(wc[i].status, IBV_WC_WR_FLUSH_ERR);
	}
	assert_true(quiet(&pair.a)); /* the queue was flushed, not drained */
	pair_close(&pair);
}

/* Retry counts may be changed while the send queue is drained; the new ones then apply. */
static void V29_retry_counts_change_in_sqd(void **state)
{
	struct ibv_qp_attr attr = {.timeout = 1, .retry_cnt = 0, .rnr_retry = 0};
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	drain(&pair.a, false);
	for (int i = 0; draining(&pair.a) && i < KIT_SECONDS * 1000; i++)
		kit_sleep(1);
	assert_int_equal(ibv_modify_qp(pair.a.qp, &attr, IBV_QP_RNR_RETRY | IBV_QP_RETRY_CNT), 0);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 0, 8);
	expect(pair.a.scq, 1, IBV_WC_RNR_RETRY_EXC_ERR);
	pair_close(&pair);
}

static void V29_uc_queue_pairs_drain_too(void **state)
{
	struct plan plan = {.type = IBV_QPT_UC};
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	drain(&pair.a, true);
	expect_async(pair.a.ctx, IBV_EVENT_SQ_DRAINED);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect_nothing(pair.a.scq);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V19_V43_draining_ends_when_started_requests_are_complete),
		TEST(V29_the_send_queue_resumes_where_it_stopped),
		TEST(V19_without_a_request_there_is_no_sqd_event),
		TEST(V29_receiving_continues_in_sqd),
		TEST(V29_a_draining_queue_that_fails_is_flushed),
		TEST(V29_retry_counts_change_in_sqd),
		TEST(V29_uc_queue_pairs_drain_too),
	};

	return RUN_TESTS(tests);
}
