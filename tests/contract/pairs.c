/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V29, V42: creating, resetting and destroying queue pairs. */
#include "kit.h"

static struct ibv_qp *try_create(struct side *side, struct ibv_qp_init_attr *init)
{
	init->send_cq = side->scq;
	init->recv_cq = side->rcq;
	init->qp_type = init->qp_type ? init->qp_type : IBV_QPT_RC;
	return ibv_create_qp(side->pd, init);
}

static void V42_real_capacities_are_written_back(void **state)
{
	static const uint32_t wrs[] = {1, 2, 5, 17, 64, 100, 1000};
	static const uint32_t sges[] = {1, 2, 3, 7, 16};
	static const uint32_t inlines[] = {0, 1, 28, 60, 100, 220, 460};
	struct ibv_device_attr device;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(ibv_query_device(side.ctx, &device), 0);
	for (size_t w = 0; w < COUNT(wrs); w++) {
		for (size_t s = 0; s < COUNT(sges); s++) {
			for (size_t i = 0; i < COUNT(inlines); i++) {
				struct ibv_qp_cap cap = {wrs[w], wrs[w], sges[s], sges[s],
							 inlines[i]};
				struct ibv_qp_init_attr init = {.cap = cap};
				struct ibv_qp *qp;

				if (sges[s] > (uint32_t)device.max_sge ||
				    (on_iwarp(&side) && inlines[i] > IWARP_INLINE))
					continue;
				qp = try_create(&side, &init);
				assert_non_null(qp);
				assert_true(init.cap.max_send_wr >= cap.max_send_wr);
				assert_true(init.cap.max_recv_wr >= cap.max_recv_wr);
				assert_true(init.cap.max_send_sge >= cap.max_send_sge);
				assert_true(init.cap.max_recv_sge >= cap.max_recv_sge);
				assert_true(init.cap.max_inline_data >= cap.max_inline_data);
				assert_int_equal(ibv_destroy_qp(qp), 0);
			}
		}
	}
	side_close(&side);
}

static void V42_the_returned_capacities_can_be_posted(void **state)
{
	struct side side;
	struct ibv_send_wr wr, *bad_send = NULL;
	struct ibv_recv_wr recv = {0}, *bad_recv = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 5, .recv_wr = 5, .cqe = 400});
	side = pair.a;
	/* fill both queues; since the peer has no receive, no send completes */
	sge = side_sge(&side, 0, 8);
	wr = side_wr(&sge, IBV_WR_SEND, 0, &pair.b, 0);
	for (uint32_t i = 0; i < side.cap.max_send_wr; i++, wr.wr_id++)
		assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), 0);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), ENOMEM);
	assert_ptr_equal(bad_send, &wr);
	for (uint32_t i = 0; i < side.cap.max_recv_wr; i++)
		assert_int_equal(ibv_post_recv(side.qp, &recv, &bad_recv), 0);
	assert_int_equal(ibv_post_recv(side.qp, &recv, &bad_recv), ENOMEM);
	assert_ptr_equal(bad_recv, &recv);
	/* one completion makes room for one request */
	post_receive(&pair.b, 0, 0, 8);
	expect(side.scq, 0, IBV_WC_SUCCESS);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), 0);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), ENOMEM);
	pair_close(&pair);
}

static void V42_refused_capacities_are_left_as_they_were(void **state)
{
	static const struct ibv_qp_cap bad[] = {
		{1 << 24, 1, 1, 1, 0}, {1, 1 << 24, 1, 1, 0}, {1, 1, 1000, 1, 0},
		{1, 1, 1, 1000, 0},    {1, 1, 1, 1, 1 << 20},
	};
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct ibv_qp_init_attr init = {.cap = bad[i]};

		errno = 0;
		assert_null(try_create(&side, &init));
		assert_int_equal(errno, EINVAL);
		assert_memory_equal(&init.cap, &bad[i], sizeof(bad[i]));
	}
	side_close(&side);
}

static void V29_creation_checks_its_arguments(void **state)
{
	struct ibv_qp_init_attr init;
	struct side side, other;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	side_open(&other, 1, &(struct plan){0});
	init = (struct ibv_qp_init_attr){.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	init.send_cq = side.scq;
	init.recv_cq = other.rcq;
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	init.recv_cq = side.rcq;
	init.qp_type = (enum ibv_qp_type)77;
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	side_close(&side);
	side_close(&other);
}

static void V29_a_new_qp_is_in_reset(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(side.qp->state, IBV_QPS_RESET);
	assert_int_equal(side.qp->qp_type, IBV_QPT_RC);
	assert_ptr_equal(side.qp->qp_context, &side);
	assert_ptr_equal(side.qp->pd, side.pd);
	assert_ptr_equal(side.qp->send_cq, side.scq);
	assert_ptr_equal(side.qp->recv_cq, side.rcq);
	assert_int_equal(ibv_query_qp(side.qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_RESET);
	assert_int_equal(ibv_dealloc_pd(side.pd), EBUSY);
	side_close(&side);
}

static void V29_a_reset_qp_is_empty_and_reusable(void **state)
{
	struct plan plan = {0};
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	for (uint64_t round = 0; round < 20; round++) {
		/* left behind: completions that were not polled, receives that were not used */
		for (uint64_t i = 0; i < 5; i++)
			post_receive(&pair.b, 1000 + i, 0, 64);
		post(&pair.a, &pair.b, IBV_WR_SEND, 500, 0, 64);
		if (round & 1)
			expect(pair.b.rcq, 1000, IBV_WC_SUCCESS);
		assert_int_equal(side_to(&pair.a, IBV_QPS_RESET), 0);
		assert_int_equal(side_to(&pair.b, IBV_QPS_RESET), 0);
		expect_nothing(pair.a.scq);
		expect_nothing(pair.b.rcq);
		pair_connect(&pair, &plan);
		post_receive(&pair.b, round, 0, 64);
		fill(pair.a.buf, 64, (uint32_t)round);
		post(&pair.a, &pair.b, IBV_WR_SEND, round, 0, 64);
		expect(pair.a.scq, round, IBV_WC_SUCCESS);
		expect(pair.b.rcq, round, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf, 64, (uint32_t)round));
	}
	pair_close(&pair);
}

static void V29_completions_of_a_destroyed_qp_are_removed(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	kit_sleep(20);
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V42_real_capacities_are_written_back),
		TEST_NOT_IWARP(V42_the_returned_capacities_can_be_posted,
			       "a send without a receive ends the connection"),
		TEST(V42_refused_capacities_are_left_as_they_were),
		TEST(V29_creation_checks_its_arguments),
		TEST_NOT_IWARP(V29_a_new_qp_is_in_reset, "query_qp is refused"),
		TEST_NOT_IWARP(V29_a_reset_qp_is_empty_and_reusable,
			       "queue pairs do not go back to RESET"),
		TEST(V29_completions_of_a_destroyed_qp_are_removed),
	};

	return RUN_TESTS(tests);
}
