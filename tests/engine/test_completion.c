/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues: events, overrun, resize. */
#include <errno.h>

#include "rig.h"

static void post(struct rig_qp *qp, uint64_t wr_id, unsigned int flags)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	wr.wr_id = wr_id;
	wr.send_flags = flags;
	rig_post(qp, &wr);
}

/** Send a message from a to b, which has a receive for it. */
static void message(struct rig *rig, struct rig_pair *pair, unsigned int flags)
{
	rig_recv(pair->b, 7, NULL, 0);
	post(pair->a, 1, flags);
	rig_run(rig);
}

/* --- events ------------------------------------------------------------------------------ */

static void one_event_per_request(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;

	message(rig, &pair, 0);
	assert_false(rig_get_event(cq)); /* the CQ is not armed */
	rig_one(cq);
	for (int i = 0; i < 10; i++) {
		mlx4_arm_cq(&cq->u.ibv, 0);
		rig_run(rig);
		assert_false(rig_get_event(cq));
		message(rig, &pair, 0);
		message(rig, &pair, 0);
		assert_true(rig_get_event(cq));
		assert_false(rig_get_event(cq));
		rig_next(cq);
		rig_one(cq);
	}
}

static void solicited_requests_wait_for_solicited_ones(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;

	mlx4_arm_cq(&cq->u.ibv, 1);
	message(rig, &pair, 0);
	assert_false(rig_get_event(cq));
	message(rig, &pair, IBV_SEND_SOLICITED);
	assert_true(rig_get_event(cq));
}

static void failures_count_as_solicited(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	mlx4_arm_cq(&pair.b->recv_cq->u.ibv, 1);
	rig_recv(pair.b, 7, NULL, 0);
	rig_run(rig);
	rig_state(pair.b, IBV_QPS_ERR);
	rig_run(rig);
	assert_true(rig_get_event(pair.b->recv_cq));
}

/** The CQ is armed with an index that is old when the adapter reads it. */
static void nothing_is_missed_between_poll_and_arm(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;

	message(rig, &pair, IBV_SEND_SOLICITED);
	mlx4_arm_cq(&cq->u.ibv, 0); /* the completion was not polled */
	rig_run(rig);
	assert_true(rig_get_event(cq));
	mlx4_arm_cq(&cq->u.ibv, 1);
	rig_run(rig);
	assert_true(rig_get_event(cq));
	rig_one(cq);
	mlx4_arm_cq(&cq->u.ibv, 1);
	rig_run(rig);
	assert_false(rig_get_event(cq));
}

static void asking_twice_gives_one_event(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;

	mlx4_arm_cq(&cq->u.ibv, 0);
	rig_run(rig);
	mlx4_arm_cq(&cq->u.ibv, 1); /* does not override the first request */
	message(rig, &pair, 0);
	assert_int_equal(cq->comp_events, 1);
	/* the event was not read from its channel, so the sequence number is old */
	mlx4_arm_cq(&cq->u.ibv, 0);
	message(rig, &pair, 0);
	assert_int_equal(cq->comp_events, 1);
}

/* --- overrun ----------------------------------------------------------------------------- */

static void overrun_kills_queue_and_queue_pair(void **state)
{
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->a, 4);
	const struct rig_qp_options with = {.type = IBV_QPT_RC, .send_cq = cq};
	const struct rig_qp_options plain = {.type = IBV_QPT_RC};
	struct rig_pair pair = {.a = rig_qp(&rig->a, &with), .b = rig_qp(&rig->b, &plain)};

	rig_connect(pair.a, pair.b);
	for (int i = 0; i < 4; i++)
		message(rig, &pair, IBV_SEND_SIGNALED);
	assert_int_equal(rig->num_events, 0);
	message(rig, &pair, IBV_SEND_SIGNALED);
	assert_int_equal(rig_events(rig, IBV_EVENT_CQ_ERR, &cq->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &pair.a->k), 1);
	assert_true(cq->k.failed);
	assert_int_equal(pair.a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig_reason(pair.a, IBV_WC_WR_FLUSH_ERR), SOFTHCA_REASON_CQ_OVERRUN);
	assert_int_equal(rig->a.dev.port[0].counters.cq_overruns, 1);
	for (int i = 0; i < 4; i++) /* earlier CQEs are intact */
		rig_expect(cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(cq);
}

static void a_polled_queue_never_overruns(void **state)
{
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->a, 4);
	const struct rig_qp_options with = {.type = IBV_QPT_RC, .send_cq = cq};
	const struct rig_qp_options plain = {.type = IBV_QPT_RC};
	struct rig_pair pair = {.a = rig_qp(&rig->a, &with), .b = rig_qp(&rig->b, &plain)};

	rig_connect(pair.a, pair.b);
	for (int i = 0; i < 50; i++) {
		message(rig, &pair, IBV_SEND_SIGNALED);
		if (i % 4 == 3) {
			for (int n = 0; n < 3; n++)
				rig_next(cq);
			rig_one(cq);
		}
		rig_one(pair.b->recv_cq);
	}
	assert_int_equal(rig->num_events, 0);
}

/* --- resize ------------------------------------------------------------------------------ */

static void resize_keeps_what_was_not_polled(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;
	static const uint32_t sizes[] = {16, 128, 8, 64};
	uint64_t sent = 0, seen = 0;

	for (int i = 0; i < 40; i++) {
		for (int n = 0; n < 3; n++) {
			rig_recv(pair.b, sent++, NULL, 0);
			post(pair.a, 1, n == 2 ? IBV_SEND_SIGNALED : 0);
		}
		rig_run(rig);
		rig_one(pair.a->send_cq);
		rig_expect(cq, seen++, IBV_WC_SUCCESS);
		rig_cq_resize(cq, sizes[i % 4]);
		while (seen < sent)
			rig_expect(cq, seen++, IBV_WC_SUCCESS);
		rig_expect_none(cq);
	}
	assert_int_equal(cq->k.entries, 64);
}

static void resize_refuses_to_lose_completions(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct rig_cq *cq = pair.b->recv_cq;
	struct mlx4_resize_cq_in in = {.buf_addr = (uintptr_t)cq->u.buf};
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};

	for (int i = 0; i < 4; i++)
		message(rig, &pair, 0);
	assert_int_equal(softhca_driver_mlx4.resize_cq(&cq->k, 3, &udata), EINVAL);
	assert_int_equal(cq->k.entries, 64);
	udata.in_len = 4;
	assert_int_equal(softhca_driver_mlx4.resize_cq(&cq->k, 127, &udata), EINVAL);
	for (int i = 0; i < 4; i++)
		rig_next(cq);
}

int test_completion(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(one_event_per_request),
		RIG_TEST(solicited_requests_wait_for_solicited_ones),
		RIG_TEST(failures_count_as_solicited),
		RIG_TEST(nothing_is_missed_between_poll_and_arm),
		RIG_TEST(asking_twice_gives_one_event),
		RIG_TEST(overrun_kills_queue_and_queue_pair),
		RIG_TEST(a_polled_queue_never_overruns),
		RIG_TEST(resize_keeps_what_was_not_polled),
		RIG_TEST(resize_refuses_to_lose_completions),
	};

	return cmocka_run_group_tests_name("completion", tests, NULL, NULL);
}
