/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages that get no response: reliable ones are retried, others are dropped. */
#include "scene.h"

/* --- no response ------------------------------------------------------------------------- */

/** Expect a timeout for each try, then the error. */
static void expect_exhaustion(struct scene *f)
{
	scene_go(f);
	for (int i = 0; i <= RIG_RETRIES; i++) {
		rig_expect_none(f->a->send_cq);
		assert_int_equal(softhca_engine_deadline(&f->rig->hca),
				 f->rig->now + RIG_TIMEOUT_NS);
		rig_advance(f->rig, RIG_TIMEOUT_NS);
	}
	rig_expect(f->a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(f->a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(f->rig->a.dev.port[0].counters.retries, RIG_RETRIES);
	assert_true(softhca_engine_deadline(&f->rig->hca) == UINT64_MAX);
}

static void peer_is_gone(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_qp_destroy(f.b);
	expect_exhaustion(&f);
}

static void peer_does_not_listen(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	rig_state(f.b, IBV_QPS_RESET);
	rig_to_init(f.b);
	expect_exhaustion(&f);
}

static void peer_is_in_error(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_ERR);
	expect_exhaustion(&f);
}

static void peer_talks_to_another(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.b->k.attr.dest_qp_num++;
	expect_exhaustion(&f);
}

static void sequence_numbers_differ(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.a, IBV_QPS_RESET);
	rig_to_init(f.a);
	rig_to_rtr(f.a, f.b);
	rig_to_rts(f.a);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_state(f.a, IBV_QPS_RESET); /* starts a new connection, the peer does not */
	rig_to_init(f.a);
	rig_to_rtr(f.a, f.b);
	rig_to_rts(f.a);
	expect_exhaustion(&f);
	assert_int_equal(rig_reason(f.a, IBV_WC_RETRY_EXC_ERR), SOFTHCA_REASON_SEQUENCE);
}

static void partitions_differ(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].pkey[0] = 0x8001;
	expect_exhaustion(&f);
}

static void link_is_down(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].up = false;
	expect_exhaustion(&f);
}

static void link_comes_back(void **state)
{
	struct scene f;
	const struct ibv_qp_attr forever = {.timeout = 0};

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_modify(f.a, &forever, IBV_QP_TIMEOUT);
	f.rig->a.dev.port[0].up = false;
	softhca_engine_port_changed(&f.rig->a.dev.port[0]);
	scene_go(&f);
	rig_advance(f.rig, 1000 * RIG_TIMEOUT_NS);
	rig_expect_none(f.a->send_cq);
	f.rig->a.dev.port[0].up = true;
	softhca_engine_port_changed(&f.rig->a.dev.port[0]);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void peer_comes_in_time(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_RESET);
	rig_to_init(f.b);
	rig_recv(f.b, 50, f.to, 4096);
	scene_go(&f);
	rig_advance(f.rig, RIG_TIMEOUT_NS);
	rig_to_rtr(f.b, f.a);
	rig_advance(f.rig, RIG_TIMEOUT_NS);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void peer_vanishes_on_the_way(void **state)
{
	struct scene f;
	struct rig_mr *to;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	scene_make_long(&f, &to);
	rig_post(f.a, &f.wr);
	softhca_engine_poll(&f.rig->hca);
	rig_qp_destroy(f.b);
	rig_mr_dereg(to);
	for (int i = 0; i <= RIG_RETRIES; i++) {
		rig_run(f.rig);
		rig_expect_none(f.a->send_cq);
		rig_advance(f.rig, RIG_TIMEOUT_NS);
	}
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
}

/*
 * --- unreliable connections: no notification
 * --------------------------------------------------------------
 */

static void expect_dropped(struct scene *f)
{
	scene_go(f);
	rig_expect(f->a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f->b->recv_cq);
	assert_int_equal(f->to->bytes[1], 0);
	scene_expect_states(f, IBV_QPS_RTS, IBV_QPS_RTS);
	assert_int_equal(f->rig->num_events, 0);
	assert_int_equal(f->rig->a.dev.port[0].counters.drops, 1);
}

static void uc_drops_a_bad_key(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_RDMA_WRITE_WITH_IMM, 64);
	f.wr.wr.rdma.rkey ^= 1;
	expect_dropped(&f);
}

static void uc_drops_what_does_not_fit(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 4096);
	f.wr.num_sge = 2;
	f.wr.sg_list = (struct ibv_sge[]){f.sge, f.sge};
	expect_dropped(&f);
	f.wr.num_sge = 1; /* the next message can use the receive */
	scene_go(&f);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void uc_drops_without_receive(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	memset(f.to->bytes, 0, 4096);
	expect_dropped(&f);
}

static void uc_link_down_drops(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].up = false;
	expect_dropped(&f);
}

int test_silence(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(peer_is_gone),
		RIG_TEST(peer_does_not_listen),
		RIG_TEST(peer_is_in_error),
		RIG_TEST(peer_talks_to_another),
		RIG_TEST(sequence_numbers_differ),
		RIG_TEST(partitions_differ),
		RIG_TEST(link_is_down),
		RIG_TEST(link_comes_back),
		RIG_TEST(peer_comes_in_time),
		RIG_TEST(peer_vanishes_on_the_way),
		RIG_TEST(uc_drops_a_bad_key),
		RIG_TEST(uc_drops_what_does_not_fit),
		RIG_TEST(uc_drops_without_receive),
		RIG_TEST(uc_link_down_drops),
	};

	return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
