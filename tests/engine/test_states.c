/* SPDX-License-Identifier: BSD-2-Clause */
/* What the states of a queue pair start and stop. */
#include <errno.h>

#include "rig.h"

static void post(struct rig_qp *qp, uint64_t wr_id)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	wr.wr_id = wr_id;
	rig_post(qp, &wr);
}

static void sends_wait_for_rts(void **state)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *a = rig_qp(&rig->a, &options);
	struct rig_qp *b = rig_qp(&rig->b, &options);

	rig_to_init(a);
	rig_to_init(b);
	rig_recv(b, 7, NULL, 0);
	rig_to_rtr(b, a);
	rig_to_rtr(a, b);
	post(a, 1);
	rig_run(rig);
	rig_expect_none(a->send_cq);
	rig_to_rts(a);
	rig_run(rig);
	rig_expect(a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void error_by_request_flushes(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	post(pair.a, 1); /* waits for a receive */
	post(pair.a, 2);
	rig_recv(pair.a, 10, NULL, 0);
	rig_run(rig);
	rig_state(pair.a, IBV_QPS_ERR);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect(pair.a->send_cq, 2, IBV_WC_WR_FLUSH_ERR);
	rig_expect(pair.a->recv_cq, 10, IBV_WC_WR_FLUSH_ERR);
	assert_true(softhca_engine_deadline(&rig->hca) == UINT64_MAX);
	assert_int_equal(rig->num_events, 0);
}

static void posts_in_error_are_flushed(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	rig_state(pair.a, IBV_QPS_ERR);
	rig_run(rig);
	post(pair.a, 1);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_recv(pair.a, 2, NULL, 0); /* rings no doorbell */
	rig_advance(rig, 1000000);
	rig_expect(pair.a->recv_cq, 2, IBV_WC_WR_FLUSH_ERR);
}

static void many_are_flushed_in_turns(void **state)
{
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->a, 256);
	const struct rig_qp_options options = {.type = IBV_QPT_RC, .send_cq = cq, .recv_cq = cq};
	struct rig_qp *a = rig_qp(&rig->a, &options);

	rig_to_init(a);
	for (uint64_t i = 0; i < RIG_MAX_POST; i++)
		post(a, i);
	for (uint64_t i = 0; i < RIG_RQ_ENTRIES; i++)
		rig_recv(a, 100 + i, NULL, 0);
	rig_state(a, IBV_QPS_ERR);
	rig_run(rig);
	for (uint64_t i = 0; i < RIG_MAX_POST; i++)
		rig_expect(cq, i, IBV_WC_WR_FLUSH_ERR);
	for (uint64_t i = 0; i < RIG_RQ_ENTRIES; i++)
		rig_expect(cq, 100 + i, IBV_WC_WR_FLUSH_ERR);
}

static void reset_forgets(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	post(pair.a, 1);
	rig_recv(pair.a, 10, NULL, 0);
	rig_run(rig); /* waits for a receive */
	rig_state(pair.a, IBV_QPS_RESET);
	rig_state(pair.b, IBV_QPS_RESET);
	rig_advance(rig, 1000000000);
	rig_expect_none(pair.a->send_cq);
	rig_expect_none(pair.a->recv_cq);
	rig_connect(pair.a, pair.b);
	rig_recv(pair.b, 20, NULL, 0);
	post(pair.a, 2);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 2, IBV_WC_SUCCESS);
	rig_expect(pair.b->recv_cq, 20, IBV_WC_SUCCESS);
}

static void reset_after_error(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	rig_state(pair.a, IBV_QPS_ERR);
	rig_run(rig);
	rig_state(pair.a, IBV_QPS_RESET);
	rig_state(pair.b, IBV_QPS_RESET);
	rig_connect(pair.a, pair.b);
	rig_recv(pair.a, 1, NULL, 0);
	rig_advance(rig, 10000000);
	rig_expect_none(pair.a->recv_cq); /* no longer flushed */
}

static void drain(struct rig_qp *qp, bool notify)
{
	const struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD, .en_sqd_async_notify = notify};

	rig_modify(qp, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY);
}

static void draining_finishes_what_was_begun(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);
	struct ibv_qp_attr attr = {0};

	post(pair.a, 1); /* started, but the receiver is not ready */
	post(pair.a, 2);
	rig_run(rig);
	drain(pair.a, true);
	rig_run(rig);
	softhca_engine_qp_query(&pair.a->k, &attr);
	assert_int_equal(attr.sq_draining, 1);
	assert_int_equal(rig->num_events, 0);
	rig_recv(pair.b, 7, NULL, 0);
	rig_recv(pair.b, 8, NULL, 0);
	rig_advance(rig, RIG_RNR_NS);
	rig_expect(pair.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(pair.a->send_cq);
	assert_int_equal(rig_events(rig, IBV_EVENT_SQ_DRAINED, &pair.a->k), 1);
	softhca_engine_qp_query(&pair.a->k, &attr);
	assert_int_equal(attr.sq_draining, 0);
	rig_state(pair.a, IBV_QPS_RTS);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 2, IBV_WC_SUCCESS);
}

static void an_idle_queue_is_drained_at_once(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	drain(pair.a, true);
	assert_int_equal(rig_events(rig, IBV_EVENT_SQ_DRAINED, &pair.a->k), 1);
	drain(pair.b, false);
	assert_int_equal(rig_events(rig, IBV_EVENT_SQ_DRAINED, &pair.b->k), 0);
}

/** A drained queue pair still receives. */
static void drained_ones_receive(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_RC);

	drain(pair.b, false);
	rig_recv(pair.b, 7, NULL, 0);
	post(pair.a, 1);
	rig_run(rig);
	rig_expect(pair.b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void send_queue_error_spares_receives(void **state)
{
	struct rig *rig = *state;
	struct rig_pair pair = rig_pair(rig, IBV_QPT_UC);
	struct ibv_sge sge = {.length = 8};
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	rig_post(pair.a, &wr); /* key 0 */
	post(pair.a, 2);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 1, IBV_WC_LOC_PROT_ERR);
	rig_expect(pair.a->send_cq, 2, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(pair.a->k.attr.qp_state, IBV_QPS_SQE);
	rig_recv(pair.a, 7, NULL, 0);
	post(pair.b, 1);
	rig_run(rig);
	rig_expect(pair.a->recv_cq, 7, IBV_WC_SUCCESS);
	rig_state(pair.a, IBV_QPS_RTS);
	rig_recv(pair.b, 8, NULL, 0);
	post(pair.a, 3);
	rig_run(rig);
	rig_expect(pair.a->send_cq, 3, IBV_WC_SUCCESS);
}

/** Many queue pairs overwrite each other's doorbells; each is served soon. */
static void no_doorbell_is_lost_among_many(void **state)
{
	enum {
		MANY = 40,
		SOON_NS = 1000000
	};
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->a, 256);
	const struct rig_qp_options with = {.type = IBV_QPT_UC, .send_cq = cq, .recv_cq = cq};
	struct rig_qp *qp[MANY];

	for (int i = 0; i < MANY; i++) {
		qp[i] = rig_qp(&rig->a, &with);
		rig_connect(qp[i], qp[i]);
	}
	rig_run(rig);
	for (uint64_t i = 0; i < MANY; i++)
		post(qp[i], i);
	softhca_engine_poll(&rig->hca);
	rig_expect(cq, MANY - 1, IBV_WC_SUCCESS); /* the register has the number of the last one */
	rig->now += SOON_NS;
	rig_run(rig);
	for (uint64_t i = 0; i < MANY - 1; i++)
		rig_expect(cq, i, IBV_WC_SUCCESS);
}

static void geometry_is_checked(void **state)
{
	struct rig *rig = *state;
	struct mlx4_create_qp_in in = {.log_sq_bb_count = 6, .log_sq_stride = 6, .db_addr = 64};
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};
	uint8_t *memory = rig_zeroed(65536);
	struct softhca_qp qp = {
		.device = &rig->a.dev,
		.ctx = &rig->a.ctx,
		.type = IBV_QPT_RC,
		.attr.cap = {.max_recv_wr = 3, .max_recv_sge = 3},
	};

	in.buf_addr = (uintptr_t)memory;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EFAULT); /* doorbell record */
	in.db_addr = (uintptr_t)memory + 60002;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EINVAL);
	in.db_addr = (uintptr_t)memory + 60000;
	in.log_sq_stride = 11;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EINVAL);
	in.log_sq_stride = 6;
	in.log_sq_bb_count = 200;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EINVAL);
	in.log_sq_bb_count = 6;
	in.buf_addr = 4096;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EFAULT);
	in.buf_addr = (uintptr_t)memory;
	udata.in_len = 23;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EINVAL);
	udata.in_len = 24;
	qp.attr.cap.max_recv_wr = 0;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), EINVAL);
	qp.attr.cap.max_recv_wr = 3;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp, &udata), 0);
	assert_int_equal(qp.attr.cap.max_recv_wr, 4);
	assert_int_equal(qp.attr.cap.max_recv_sge, 4);
	softhca_driver_mlx4.destroy_qp(&qp);
	rig_free(memory);
}

int test_states(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(sends_wait_for_rts),
		RIG_TEST(error_by_request_flushes),
		RIG_TEST(posts_in_error_are_flushed),
		RIG_TEST(many_are_flushed_in_turns),
		RIG_TEST(reset_forgets),
		RIG_TEST(reset_after_error),
		RIG_TEST(draining_finishes_what_was_begun),
		RIG_TEST(an_idle_queue_is_drained_at_once),
		RIG_TEST(drained_ones_receive),
		RIG_TEST(send_queue_error_spares_receives),
		RIG_TEST(no_doorbell_is_lost_among_many),
		RIG_TEST(geometry_is_checked),
	};

	return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
