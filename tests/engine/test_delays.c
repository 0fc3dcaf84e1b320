/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults: delays, RNR NAKs, ports that go down, and the messages that a rule matches. */
#include "faults_scene.h"

/* --- delays -------------------------------------------------------------------------------- */

static void a_late_request_arrives_late(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "delay 20us request");
	scene_go(&f);
	rig_advance(f.rig, 19999);
	rig_expect_none(f.b->recv_cq);
	rig_advance(f.rig, 1);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 1);
	assert_int_equal(sent_by(&f)->retries, 0);
}

static void a_late_response_arrives_late(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "delay 20us response");
	scene_go(&f);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	rig_qp_destroy(f.b); /* the response is under way */
	rig_advance(f.rig, 19999);
	rig_expect_none(f.a->send_cq);
	rig_advance(f.rig, 1);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
}

static void a_late_rnr_nak_has_its_timer(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "delay 20us response 2");
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	scene_go(&f); /* there is no receive */
	rig_advance(f.rig, 20000);
	assert_int_equal(softhca_engine_deadline(&f.rig->hca), f.rig->now + RIG_RNR_NS);
}

static void what_is_later_than_the_timeout_is_lost(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "delay 1s request 1");
	scene_go(&f);
	expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(sent_by(&f)->retries, 1);
}

static void after_a_reset_it_is_late_again(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "delay 20us request");
	scene_go(&f);
	rig_state(f.a, IBV_QPS_RESET);
	rig_state(f.b, IBV_QPS_RESET);
	rig_connect(f.a, f.b);
	scene_go(&f);
	rig_expect_none(f.a->send_cq);
	rig_advance(f.rig, 20000);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 2);
}

static void the_next_one_is_not_late(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "delay 20us request 1");
	scene_go(&f);
	rig_state(f.a, IBV_QPS_ERR);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_state(f.a, IBV_QPS_RESET);
	rig_state(f.b, IBV_QPS_RESET);
	rig_connect(f.a, f.b);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 2);
}

/*
 * --- receivers that are not ready, and connections that end
 * ----------------------------------------------
 */

static void a_receiver_is_not_ready(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "rnr request 1..2");
	scene_go(&f);
	for (int i = 0; i < 2; i++) {
		rig_advance(f.rig, RIG_RNR_NS - 1);
		rig_expect_none(f.b->recv_cq);
		rig_advance(f.rig, 1);
	}
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 3);
	assert_int_equal(received_by(&f)->rnr_naks, 2);
	assert_int_equal(sent_by(&f)->retries, 0);
}

static void rnr_retries_run_out(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "rnr request");
	scene_go(&f);
	for (int i = 0; i < RIG_RETRIES; i++)
		rig_advance(f.rig, RIG_RNR_NS);
	rig_expect(f.a->send_cq, 1, IBV_WC_RNR_RETRY_EXC_ERR);
	assert_int_equal(matched(&f, 0), RIG_RETRIES + 1);
	assert_int_equal(received_by(&f)->rnr_naks, RIG_RETRIES + 1);
}

static void a_write_needs_no_receive(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "rnr request");
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 0);
}

static void a_queue_pair_breaks(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "break request 2");
	post_many(&f, 3);
	rig_next(f.a->send_cq);
	for (int i = 0; i < 2; i++)
		assert_int_equal(rig_next(f.a->send_cq).status, IBV_WC_WR_FLUSH_ERR);
	scene_expect_states(&f, IBV_QPS_ERR, IBV_QPS_RTS);
	assert_int_equal(rig_events(f.rig, IBV_EVENT_QP_FATAL, &f.a->k), 1);
	assert_int_equal(received_by(&f)->messages_received, 1);
}

/* --- ports that go down ------------------------------------------------------------------ */

static void a_port_goes_down(const char *rule, void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, rule);
	post_many(&f, 5);
	for (uint64_t i = 0; i < 2; i++)
		assert_int_equal(rig_next(f.a->send_cq).wr_id, i);
	rig_expect_none(f.a->send_cq);
	assert_int_equal(f.rig->a.dev.port[0].up + f.rig->b.dev.port[0].up, 1);
	assert_int_equal(received_by(&f)->messages_received, 2);
	f.rig->a.dev.port[0].up = f.rig->b.dev.port[0].up = true;
	softhca_engine_port_changed(&f.rig->a.dev.port[0]);
	rig_run(f.rig);
	for (uint64_t i = 2; i < 5; i++)
		assert_int_equal(rig_next(f.a->send_cq).wr_id, i);
	assert_int_equal(matched(&f, 0), 6);
}

static void the_port_of_the_receiver(void **state)
{
	a_port_goes_down("down b request 3", state);
}

static void the_port_of_the_sender(void **state)
{
	a_port_goes_down("down a:1 request 3 to b", state);
}

static void a_port_goes_down_behind_a_request(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "lose response 1");
	set(f.rig, "down b request 2");
	scene_go(&f);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	for (int i = 0; i <= RIG_RETRIES; i++)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
}

/** The port goes down with the second message; later messages of the same turn do not pass. */
static void nothing_passes_a_port_that_goes_down(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_RDMA_WRITE, 64);
	set(f.rig, "down b request 2");
	post_many(&f, 5);
	assert_int_equal(received_by(&f)->messages_received, 1);
	assert_int_equal(sent_by(&f)->drops, 4);
	assert_false(f.rig->b.dev.port[0].up);
	f.rig->b.dev.port[0].up = true;
	scene_go(&f);
	assert_int_equal(received_by(&f)->messages_received, 2);
}

/*
 * --- which messages a rule matches
 * ----------------------------------------------------------------
 */

static void only_what_passes_between_the_ends(void **state)
{
	char rule[60];
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose request from b");
	set(f.rig, "lose request to a:1");
	set(f.rig, "lose response to b");
	snprintf(rule, sizeof(rule), "lose request from a/0x%x to b", f.a->k.qpn + 1);
	set(f.rig, rule);
	snprintf(rule, sizeof(rule), "duplicate request from a:1/%u to b:1/%u", f.a->k.qpn,
		 f.b->k.qpn);
	set(f.rig, rule);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(matched(&f, i), 0);
	assert_int_equal(matched(&f, 4), 1);
}

static void the_first_rule_that_says_something_decides(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose request 2");
	set(f.rig, "duplicate request 1..2");
	set(f.rig, "break request 2");
	post_many(&f, 2);
	rig_next(f.a->send_cq);
	expect_timeout(&f);
	rig_next(f.a->send_cq);
	scene_expect_states(&f, IBV_QPS_RTS, IBV_QPS_RTS);
	assert_int_equal(f.rig->hca.faults->rule[0].hit, 1);
	assert_int_equal(f.rig->hca.faults->rule[1].hit, 1);
	assert_int_equal(f.rig->hca.faults->rule[2].hit, 0);
	assert_int_equal(matched(&f, 2), 3);
}

static void without_rules_all_is_well(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose request 2");
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	softhca_faults_clear(&f.rig->hca);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	set(f.rig, "lose request 2"); /* counts messages from now on */
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	scene_go(&f);
	rig_expect_none(f.a->send_cq);
}

/* --- unreliable connections -------------------------------------------------------------- */

static void expect_unreliable(const char *rule, unsigned int arrivals, void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	set(f.rig, rule);
	rig_recv(f.b, 50, f.to, 4096);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	for (unsigned int i = 0; i < arrivals; i++)
		assert_int_equal(rig_next(f.b->recv_cq).wr_id, 50);
	rig_expect_none(f.b->recv_cq);
	assert_int_equal(sent_by(&f)->drops, !arrivals);
	assert_int_equal(received_by(&f)->sequence_naks, 0);
	assert_int_equal(received_by(&f)->rnr_naks, 0);
	assert_int_equal(matched(&f, 0), 1);
}

static void unreliable_messages(void **state)
{
	static const struct {
		const char *rule;
		unsigned int arrivals;
	} cases[] = {
		{"lose request", 0},    {"corrupt request", 0},   {"rnr request", 0},
		{"reorder request", 0}, {"duplicate request", 2},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (i) {
			rig_teardown(state);
			rig_setup(state);
		}
		expect_unreliable(cases[i].rule, cases[i].arrivals, state);
	}
}

static void an_unreliable_message_is_late(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	set(f.rig, "delay 1s request");
	scene_go(&f);
	rig_advance(f.rig, 999999999);
	rig_expect_none(f.b->recv_cq);
	rig_advance(f.rig, 1);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void an_unreliable_queue_pair_breaks(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	set(f.rig, "break request");
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(rig_events(f.rig, IBV_EVENT_QP_FATAL, &f.a->k), 1);
}

/* --- traces ------------------------------------------------------------------ */

static void a_reader_of_the_trace_sees_it(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "delay 1us request 1000");
	set(f.rig, "lose request 1");
	f.rig->hca.traced = true;
	scene_go(&f);
	assert_int_equal(f.rig->traces, 2);
	assert_int_equal(f.rig->trace[1].kind, SOFTHCA_TRACE_KIND_FAULT);
	assert_int_equal(f.rig->trace[1].number, f.a->k.qpn);
	assert_int_equal(f.rig->trace[1].index, 1);
	assert_int_equal(f.rig->trace[1].detail, 2);
	assert_int_equal(f.rig->trace[1].bytes, strlen("lose request 1"));
}

int test_delays(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_late_request_arrives_late),
		RIG_TEST(a_late_response_arrives_late),
		RIG_TEST(a_late_rnr_nak_has_its_timer),
		RIG_TEST(what_is_later_than_the_timeout_is_lost),
		RIG_TEST(the_next_one_is_not_late),
		RIG_TEST(after_a_reset_it_is_late_again),
		RIG_TEST(a_receiver_is_not_ready),
		RIG_TEST(rnr_retries_run_out),
		RIG_TEST(a_write_needs_no_receive),
		RIG_TEST(a_queue_pair_breaks),
		RIG_TEST(the_port_of_the_receiver),
		RIG_TEST(the_port_of_the_sender),
		RIG_TEST(a_port_goes_down_behind_a_request),
		RIG_TEST(nothing_passes_a_port_that_goes_down),
		RIG_TEST(only_what_passes_between_the_ends),
		RIG_TEST(the_first_rule_that_says_something_decides),
		RIG_TEST(without_rules_all_is_well),
		RIG_TEST(unreliable_messages),
		RIG_TEST(an_unreliable_message_is_late),
		RIG_TEST(an_unreliable_queue_pair_breaks),
		RIG_TEST(a_reader_of_the_trace_sees_it),
	};

	return cmocka_run_group_tests_name("delays", tests, NULL, NULL);
}
