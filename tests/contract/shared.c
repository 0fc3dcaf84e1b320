/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V19, V27, V30, V42: shared receive queues. */
#include "kit.h"

static struct ibv_srq *make_srq(struct side *side, uint32_t max_wr, uint32_t max_sge)
{
	struct ibv_srq_init_attr init = {.srq_context = side, .attr = {max_wr, max_sge, 0}};
	struct ibv_srq *srq = ibv_create_srq(side->pd, &init);

	assert_non_null(srq);
	assert_true(init.attr.max_wr >= max_wr);
	assert_true(init.attr.max_sge >= max_sge);
	return srq;
}

static void put_on(struct side *side, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr init = {.send_cq = side->scq,
					.recv_cq = side->rcq,
					.srq = srq,
					.qp_type = IBV_QPT_RC,
					.cap = {16, 0, 4, 0, 0}};

	assert_int_equal(ibv_destroy_qp(side->qp), 0);
	side->qp = ibv_create_qp(side->pd, &init);
	assert_non_null(side->qp);
	assert_ptr_equal(side->qp->srq, srq);
}

static void V27_V42_an_srq_has_at_least_the_requested_size(void **state)
{
	static const uint32_t wrs[] = {1, 2, 15, 16, 100, 1000};
	struct ibv_srq_attr attr;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	for (size_t i = 0; i < COUNT(wrs); i++) {
		struct ibv_srq *srq = make_srq(&side, wrs[i], 1 + (uint32_t)i);
		struct ibv_sge sge = side_sge(&side, 0, 8);
		struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad = NULL;

		assert_ptr_equal(srq->srq_context, &side);
		assert_int_equal(ibv_query_srq(srq, &attr), 0);
		assert_true(attr.max_wr >= wrs[i] && attr.max_sge >= 1 + i);
		for (uint32_t n = 0; n < attr.max_wr; n++)
			assert_int_equal(ibv_post_srq_recv(srq, &wr, &bad), 0);
		assert_int_equal(ibv_post_srq_recv(srq, &wr, &bad), ENOMEM);
		assert_ptr_equal(bad, &wr);
		assert_int_equal(ibv_destroy_srq(srq), 0);
	}
	side_close(&side);
}

static void V27_srq_in_use_is_busy(void **state)
{
	struct ibv_srq *srq;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	srq = make_srq(&side, 10, 1);
	put_on(&side, srq);
	assert_int_equal(ibv_destroy_srq(srq), EBUSY);
	assert_int_equal(ibv_destroy_qp(side.qp), 0);
	side.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	side_close(&side);
}

/* Two queue pairs receive many more messages from one queue than it has room for. */
static void V30_messages_consume_shared_receives_in_order(void **state)
{
	enum {
		DEPTH = 8,
		ROUNDS = 500,
	};
	struct plan plan = {0};
	struct side from[2], to[2];
	struct ibv_srq *srq;
	struct ibv_wc wc;

	(void)state;
	for (int i = 0; i < 2; i++)
		side_open(&from[i], 0, &plan);
	side_open(&to[0], 1, &plan);
	srq = make_srq(&to[0], DEPTH, 1);
	put_on(&to[0], srq);
	/* the second side shares the first one's objects */
	to[1] = to[0];
	to[1].qp = ibv_create_qp(to[0].pd, &(struct ibv_qp_init_attr){.send_cq = to[0].scq,
								      .recv_cq = to[0].rcq,
								      .srq = srq,
								      .qp_type = IBV_QPT_RC,
								      .cap = {4, 0, 1, 0, 0}});
	assert_non_null(to[1].qp);
	for (int i = 0; i < 2; i++) {
		side_connect(&to[i], &plan, &from[i]);
		side_connect(&from[i], &plan, &to[i]);
	}
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct ibv_sge sge = side_sge(&to[0], (size_t)(i % DEPTH) * 64, 64);
		struct ibv_recv_wr wr = {.wr_id = i, .sg_list = &sge, .num_sge = 1}, *bad;
		int which = (int)(i * 7 / 3 % 2);

		fill(from[which].buf, 64, (uint32_t)i);
		assert_int_equal(ibv_post_srq_recv(srq, &wr, &bad), 0);
		post(&from[which], &to[which], IBV_WR_SEND, i, 0, 64);
		expect(from[which].scq, i, IBV_WC_SUCCESS);
		take_completions(to[0].rcq, &wc, 1);
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
		assert_int_equal(wc.wr_id, i);
		assert_int_equal(wc.qp_num, to[which].qp->qp_num);
		assert_true(filled(to[0].buf + i % DEPTH * 64, 64, (uint32_t)i));
	}
	assert_int_equal(ibv_destroy_qp(to[1].qp), 0);
	assert_int_equal(ibv_destroy_qp(to[0].qp), 0);
	to[0].qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	side_close(&to[0]);
	for (int i = 0; i < 2; i++)
		side_close(&from[i]);
}

static void V27_the_limit_raises_one_event(void **state)
{
	struct ibv_srq_attr attr = {.srq_limit = 3};
	struct plan plan = {0};
	struct ibv_srq *srq;
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	srq = make_srq(&pair.b, 10, 1);
	put_on(&pair.b, srq);
	pair_connect(&pair, &plan);
	for (uint64_t i = 0; i < 6; i++) {
		struct ibv_sge sge = side_sge(&pair.b, 0, 8);
		struct ibv_recv_wr wr = {.wr_id = i, .sg_list = &sge, .num_sge = 1}, *bad;

		assert_int_equal(ibv_post_srq_recv(srq, &wr, &bad), 0);
	}
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT), 0);
	assert_int_equal(ibv_query_srq(srq, &attr), 0);
	assert_int_equal(attr.srq_limit, 3);
	for (uint64_t i = 0; i < 3; i++) {
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 8);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		expect(pair.b.rcq, i, IBV_WC_SUCCESS);
	}
	assert_false(readable(pair.b.ctx->async_fd, 5)); /* three receives are left */
	post(&pair.a, &pair.b, IBV_WR_SEND, 3, 0, 8);
	assert_ptr_equal(expect_async(pair.b.ctx, IBV_EVENT_SRQ_LIMIT_REACHED).element.srq, srq);
	assert_int_equal(ibv_query_srq(srq, &attr), 0);
	assert_int_equal(attr.srq_limit, 0);
	post(&pair.a, &pair.b, IBV_WR_SEND, 4, 0, 8);
	expect(pair.a.scq, 3, IBV_WC_SUCCESS);
	expect(pair.a.scq, 4, IBV_WC_SUCCESS);
	assert_false(readable(pair.b.ctx->async_fd, 5));
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	pair_close(&pair);
}

static void V19_the_last_receive_of_a_pair_in_error_raises_an_event(void **state)
{
	struct plan plan = {0};
	struct ibv_srq *srq;
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	srq = make_srq(&pair.b, 10, 1);
	put_on(&pair.b, srq);
	side_connect(&pair.b, &plan, &pair.a);
	assert_int_equal(side_to(&pair.b, IBV_QPS_ERR), 0);
	assert_ptr_equal(expect_async(pair.b.ctx, IBV_EVENT_QP_LAST_WQE_REACHED).element.qp,
			 pair.b.qp);
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V27_V42_an_srq_has_at_least_the_requested_size),
		TEST(V27_srq_in_use_is_busy),
		TEST(V30_messages_consume_shared_receives_in_order),
		TEST(V27_the_limit_raises_one_event),
		TEST(V19_the_last_receive_of_a_pair_in_error_raises_an_event),
	};

	return RUN_TESTS(tests);
}
