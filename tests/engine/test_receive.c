/* SPDX-License-Identifier: BSD-2-Clause */
/* Receivers that are not ready, shared receive queues, established connections. */
#include "rig.h"

static struct rig_qp *srq_qp(struct rig_side *side, struct rig_srq *srq, struct rig_cq *cq)
{
	const struct rig_qp_options options = {.type = IBV_QPT_RC, .srq = srq, .recv_cq = cq};

	return rig_qp(side, &options);
}

/** Create a connection in which b has the SRQ. */
static struct rig_pair srq_pair(struct rig *rig, struct rig_srq *srq, struct rig_cq *cq)
{
	const struct rig_qp_options plain = {.type = IBV_QPT_RC};
	struct rig_pair pair = {.a = rig_qp(&rig->a, &plain), .b = srq_qp(&rig->b, srq, cq)};

	rig_connect(pair.a, pair.b);
	return pair;
}

static void post_empty(struct rig_qp *qp, uint64_t wr_id)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	wr.wr_id = wr_id;
	rig_post(qp, &wr);
}

/* --- not ready --------------------------------------------------------------------------- */

static void waits_for_a_receive(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	post_empty(pair.a, 1);
	rig_run(rig);
	rig_expect_none(pair.a->send_cq);
	assert_int_equal(rig->b.dev.port[0].counters.rnr_naks, 1);
	assert_int_equal(softhca_engine_deadline(&rig->hca), rig->now + RIG_RNR_NS);
	rig_recv(pair.b, 7, NULL, 0);
	rig_advance(rig, RIG_RNR_NS - 1);
	rig_expect_none(pair.a->send_cq);
	rig_advance(rig, 1);
	rig_expect(pair.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(pair.b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void gives_up_waiting(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	post_empty(pair.a, 1);
	rig_run(rig);
	for (int i = 0; i < RIG_RETRIES; i++) {
		rig_expect_none(pair.a->send_cq);
		rig_advance(rig, RIG_RNR_NS);
	}
	rig_expect(pair.a->send_cq, 1, IBV_WC_RNR_RETRY_EXC_ERR);
	assert_int_equal(pair.a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(pair.b->k.attr.qp_state, IBV_QPS_RTS);
}

static void seven_means_for_ever(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	const struct ibv_qp_attr attr = {.rnr_retry = 7};

	rig_modify(pair.a, &attr, IBV_QP_RNR_RETRY);
	post_empty(pair.a, 1);
	rig_run(rig);
	for (int i = 0; i < 100; i++)
		rig_advance(rig, RIG_RNR_NS);
	rig_expect_none(pair.a->send_cq);
	rig_recv(pair.b, 7, NULL, 0);
	rig_advance(rig, RIG_RNR_NS);
	rig_expect(pair.a->send_cq, 1, IBV_WC_SUCCESS);
}

/** Each request has the full number of retries. */
static void success_restores_the_tries(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	for (uint64_t i = 0; i < 5; i++) {
		post_empty(pair.a, i);
		rig_run(rig);
		for (int n = 1; n < RIG_RETRIES; n++)
			rig_advance(rig, RIG_RNR_NS);
		rig_recv(pair.b, i, NULL, 0);
		rig_advance(rig, RIG_RNR_NS);
		rig_expect(pair.a->send_cq, i, IBV_WC_SUCCESS);
		rig_expect(pair.b->recv_cq, i, IBV_WC_SUCCESS);
	}
}

static void write_with_immediate_waits_too(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE_WITH_IMM, NULL);

	rig_post(pair.a, &wr);
	rig_run(rig);
	rig_expect_none(pair.a->send_cq);
	rig_recv(pair.b, 7, NULL, 0);
	rig_advance(rig, RIG_RNR_NS);
	rig_expect(pair.a->send_cq, 1, IBV_WC_SUCCESS);
}

/**
 * The sender is reset in the middle of a message; the next sender's message can use the receive.
 */
static void a_cut_message_leaves_the_receive(void **state)
{
	const uint32_t bytes = 16U << 20;
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_UC);
	struct rig_mr *from = rig_mr(&rig->a, bytes, 0);
	struct rig_mr *to = rig_mr(&rig->b, bytes, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_sge sge = rig_sge(from, 0, bytes);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	rig_recv(pair.b, 7, to, bytes);
	rig_post(pair.a, &wr);
	softhca_engine_poll(&rig->hca);
	rig_state(pair.a, IBV_QPS_RESET);
	rig_to_init(pair.a);
	rig_to_rtr(pair.a, pair.b);
	rig_to_rts(pair.a);
	sge.length = 100;
	rig_post(pair.a, &wr);
	rig_run(rig);
	assert_int_equal(rig_expect(pair.b->recv_cq, 7, IBV_WC_SUCCESS).byte_len, 100);
}

static void first_message_establishes(void **state)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *a = rig_qp(&rig->a, &options);
	struct rig_qp *b = rig_qp(&rig->b, &options);

	rig_to_init(a);
	rig_to_init(b);
	rig_to_rtr(a, b);
	rig_to_rtr(b, a);
	rig_to_rts(a);
	rig_recv(b, 1, NULL, 0);
	rig_recv(b, 2, NULL, 0);
	post_empty(a, 1);
	post_empty(a, 2);
	rig_run(rig);
	rig_next(b->recv_cq);
	rig_one(b->recv_cq);
	assert_int_equal(rig_events(rig, IBV_EVENT_COMM_EST, &b->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_COMM_EST, &a->k), 0);
}

/* --- shared receive queues --------------------------------------------------------------- */

static void shared_receives_go_where_messages_arrive(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 8, 3);
	struct rig_cq *cq = rig_cq(&rig->b, 64);
	struct rig_pair one = srq_pair(rig, srq, cq);
	struct rig_pair two = srq_pair(rig, srq, cq);
	struct rig_mr *mr = rig_mr(&rig->b, 64, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_wc wc;

	for (uint64_t i = 0; i < 30; i++) { /* several laps of the list of free slots */
		rig_srq_recv(srq, 2 * i, mr, 64);
		rig_srq_recv(srq, 2 * i + 1, mr, 64);
		post_empty(one.a, 1);
		rig_run(rig);
		post_empty(two.a, 1);
		rig_run(rig);
		wc = rig_expect(cq, 2 * i, IBV_WC_SUCCESS);
		assert_int_equal(wc.qp_num, one.b->k.qpn);
		wc = rig_expect(cq, 2 * i + 1, IBV_WC_SUCCESS);
		assert_int_equal(wc.qp_num, two.b->k.qpn);
		rig_one(one.a->send_cq);
		rig_one(two.a->send_cq);
	}
}

static void empty_shared_queue_is_not_ready(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 4, 1);
	struct rig_pair pair = srq_pair(rig, srq, rig_cq(&rig->b, 64));
	struct rig_mr *mr = rig_mr(&rig->b, 64, IBV_ACCESS_LOCAL_WRITE);

	post_empty(pair.a, 1);
	rig_run(rig);
	rig_expect_none(pair.a->send_cq);
	rig_srq_recv(srq, 9, mr, 64);
	rig_advance(rig, RIG_RNR_NS);
	rig_expect(pair.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(pair.b->recv_cq, 9, IBV_WC_SUCCESS);
}

static void limit_is_told_once(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 8, 1);
	struct rig_pair pair = srq_pair(rig, srq, rig_cq(&rig->b, 64));
	struct rig_mr *mr = rig_mr(&rig->b, 64, IBV_ACCESS_LOCAL_WRITE);

	for (uint64_t i = 0; i < 5; i++)
		rig_srq_recv(srq, i, mr, 64);
	srq->k.limit = 4;
	softhca_engine_srq_modified(&srq->k);
	assert_int_equal(rig_events(rig, IBV_EVENT_SRQ_LIMIT_REACHED, &srq->k), 0);
	post_empty(pair.a, 1);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_SRQ_LIMIT_REACHED, &srq->k), 0);
	post_empty(pair.a, 1);
	post_empty(pair.a, 1);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_SRQ_LIMIT_REACHED, &srq->k), 1);
	assert_int_equal(srq->k.limit, 0);
}

static void limit_reached_already(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 8, 1);

	srq->k.limit = 1;
	softhca_engine_srq_modified(&srq->k);
	assert_int_equal(rig_events(rig, IBV_EVENT_SRQ_LIMIT_REACHED, &srq->k), 1);
}

static void broken_link_is_an_error(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 8, 1);
	struct rig_pair pair = srq_pair(rig, srq, rig_cq(&rig->b, 64));
	struct rig_mr *mr = rig_mr(&rig->b, 64, IBV_ACCESS_LOCAL_WRITE);

	rig_srq_recv(srq, 0, mr, 64);
	inverbs_put16(srq->u.buf + 2, 0xffff);
	post_empty(pair.a, 1);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_SRQ_ERR, &srq->k), 1);
	rig_expect_none(pair.b->recv_cq);
}

static void last_receive_is_told(void **state)
{
	struct rig *rig = *state;
	struct rig_srq *srq = rig_srq(&rig->b, 8, 1);
	struct rig_pair pair = srq_pair(rig, srq, rig_cq(&rig->b, 64));
	struct rig_mr *mr = rig_mr(&rig->b, 64, IBV_ACCESS_LOCAL_WRITE);

	rig_srq_recv(srq, 0, mr, 64);
	rig_state(pair.b, IBV_QPS_ERR);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_LAST_WQE_REACHED, &pair.b->k), 1);
	rig_expect_none(pair.b->recv_cq); /* shared receives are not flushed */
	rig_state(pair.b, IBV_QPS_ERR);
	rig_run(rig);
	assert_int_equal(rig->num_events, 1);
}

int test_receive(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(waits_for_a_receive),
		RIG_TEST(gives_up_waiting),
		RIG_TEST(seven_means_for_ever),
		RIG_TEST(success_restores_the_tries),
		RIG_TEST(write_with_immediate_waits_too),
		RIG_TEST(a_cut_message_leaves_the_receive),
		RIG_TEST(first_message_establishes),
		RIG_TEST(shared_receives_go_where_messages_arrive),
		RIG_TEST(empty_shared_queue_is_not_ready),
		RIG_TEST(limit_is_told_once),
		RIG_TEST(limit_reached_already),
		RIG_TEST(broken_link_is_an_error),
		RIG_TEST(last_receive_is_told),
	};

	return cmocka_run_group_tests_name("receive", tests, NULL, NULL);
}
