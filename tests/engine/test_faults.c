/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults: lost, duplicated and reordered messages, with exact counts. */
#include "engine/base/internal.h"
#include "faults_scene.h"

/* --- lost -------------------------------------------------------------------------------- */

static void expect_sent_again(const char *rule, void **state)
{
	enum {
		MESSAGES = 5
	};
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, rule);
	post_many(&f, MESSAGES);
	for (uint64_t i = 0; i < 2; i++)
		assert_int_equal(rig_next(f.a->send_cq).wr_id, i);
	assert_int_equal(matched(&f, 0), 3);
	expect_timeout(&f);
	for (uint64_t i = 2; i < MESSAGES; i++)
		assert_int_equal(rig_next(f.a->send_cq).wr_id, i);
	rig_expect_none(f.a->send_cq);
	assert_int_equal(matched(&f, 0), MESSAGES + 1);
	assert_int_equal(sent_by(&f)->retries, 1);
	assert_int_equal(received_by(&f)->messages_received, MESSAGES);
}

static void a_lost_request_is_sent_again(void **state)
{
	expect_sent_again("lose request 3", state);
}

static void a_corrupted_request_is_sent_again(void **state)
{
	expect_sent_again("corrupt request 3 from a to b", state);
}

static void retries_run_out(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose request");
	scene_go(&f);
	for (int i = 0; i <= RIG_RETRIES; i++)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_RETRY_EXC_ERR), SOFTHCA_REASON_FAULT_RULE);
	scene_expect_states(&f, IBV_QPS_ERR, IBV_QPS_RTS);
	assert_int_equal(matched(&f, 0), RIG_RETRIES + 1);
	assert_int_equal(received_by(&f)->messages_received, 0);
}

static void the_last_retry_may_arrive(void **state)
{
	struct scene f;
	char rule[40];

	snprintf(rule, sizeof(rule), "lose request 1..%d", RIG_RETRIES);
	make(&f, state, IBV_WR_RDMA_WRITE, rule);
	scene_go(&f);
	for (int i = 0; i < RIG_RETRIES; i++)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), RIG_RETRIES + 1);
}

static void without_timeout_a_lost_request_is_waited_for(void **state)
{
	const struct ibv_qp_attr forever = {.timeout = 0};
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose request 1");
	rig_modify(f.a, &forever, IBV_QP_TIMEOUT);
	scene_go(&f);
	rig_advance(f.rig, 1000 * RIG_TIMEOUT_NS);
	rig_expect_none(f.a->send_cq);
	assert_int_equal(matched(&f, 0), 1);
}

/* --- lost responses, and duplicates ------------------------------------------------------ */

static void a_send_is_received_once(const char *rule, uint64_t sent, void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, rule);
	set(f.rig, "delay 1us request 1000"); /* only counts */
	scene_go(&f);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	if (sent > 1)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f.b->recv_cq);
	assert_int_equal(matched(&f, 1), sent);
	assert_int_equal(received_by(&f)->messages_received, 1);
	rig_recv(f.b, 51, f.to, 4096); /* the next message is not affected */
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 51, IBV_WC_SUCCESS);
}

static void a_send_whose_response_is_lost(void **state)
{
	a_send_is_received_once("lose response 1", 2, state);
}

static void a_send_whose_response_is_corrupted(void **state)
{
	a_send_is_received_once("corrupt response 1 from b", 2, state);
}

static void a_send_that_arrives_twice(void **state)
{
	a_send_is_received_once("duplicate request 1", 1, state);
}

static void an_atomic_is_done_once(const char *rule, unsigned int timeouts, void **state)
{
	uint64_t word = 40;
	struct scene f;

	make(&f, state, IBV_WR_ATOMIC_FETCH_AND_ADD, rule);
	f.sge.length = 8;
	f.wr.wr.atomic.compare_add = 2;
	memcpy(f.to->bytes, &word, sizeof(word));
	scene_go(&f);
	while (timeouts--)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	memcpy(&word, f.to->bytes, sizeof(word));
	assert_int_equal(word, 42);
}

static void an_atomic_whose_responses_are_lost(void **state)
{
	an_atomic_is_done_once("lose response 1..2", 2, state);
}

static void an_atomic_that_arrives_twice(void **state)
{
	an_atomic_is_done_once("duplicate request", 0, state);
}

/** The response that arrives has the result of the atomic. */
static void the_result_comes_again(void **state)
{
	uint64_t result;
	struct scene f;

	make(&f, state, IBV_WR_ATOMIC_FETCH_AND_ADD, "lose response 1");
	f.sge.length = 8;
	f.wr.wr.atomic.compare_add = 2;
	f.to->bytes[0] = 40;
	scene_go(&f);
	memset(f.from->bytes, 0xee, 8);
	expect_timeout(&f);
	memcpy(&result, f.from->bytes, sizeof(result));
	assert_int_equal(result, 40);
}

static void a_read_is_executed_again(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_READ, "lose response 1");
	f.to->bytes[0] = 1;
	scene_go(&f);
	f.to->bytes[0] = 2;
	expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(f.from->bytes[0], 2);
}

/** The responder fails, but its NAK does not arrive. */
static void a_lost_nak_ends_in_silence(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose response");
	f.wr.wr.rdma.rkey ^= 0x4000;
	scene_go(&f);
	scene_expect_states(&f, IBV_QPS_RTS, IBV_QPS_ERR);
	for (int i = 0; i <= RIG_RETRIES; i++)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
}

/** The peer has started a new connection meanwhile. */
static void another_connection_knows_no_duplicate(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose response 1");
	scene_go(&f);
	engine_of_qp(&f.b->k)->expected_psn += 7;
	for (int i = 0; i <= RIG_RETRIES; i++)
		expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
}

static void chunks_of_a_long_message(void **state)
{
	struct rig_mr *to;
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "lose response every 3");
	set(f.rig, "duplicate request every 5");
	set(f.rig, "lose request every 7");
	scene_make_long(&f, &to);
	scene_go(&f);
	for (int i = 0; i < 16; i++)
		rig_advance(f.rig, RIG_TIMEOUT_NS);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(received_by(&f)->messages_received, 1);
	assert_int_equal(matched(&f, 1), 16 + sent_by(&f)->retries);
}

static void only_the_first_chunk_takes_a_receive(void **state)
{
	struct rig_mr *to;
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE_WITH_IMM, "rnr request 2");
	scene_make_long(&f, &to);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 1);
}

static void what_was_received_needs_no_receive(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_SEND, "rnr request 2");
	set(f.rig, "lose response 1");
	scene_go(&f);
	expect_timeout(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(matched(&f, 0), 1);
	rig_recv(f.b, 51, f.to, 4096);
	scene_go(&f); /* the next message arrives */
	rig_expect_none(f.a->send_cq);
	assert_int_equal(matched(&f, 0), 2);
}

/* --- out of order ------------------------------------------------------------------------ */

static void what_is_overtaken_is_sent_again_at_once(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "reorder request 2");
	post_many(&f, 3);
	for (uint64_t i = 0; i < 3; i++)
		assert_int_equal(rig_next(f.a->send_cq).wr_id, i);
	assert_int_equal(matched(&f, 0), 4);
	assert_int_equal(received_by(&f)->sequence_naks, 1);
	assert_int_equal(sent_by(&f)->retries, 1);
}

static void sequence_errors_use_retries_up(void **state)
{
	struct scene f;

	make(&f, state, IBV_WR_RDMA_WRITE, "reorder request");
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(matched(&f, 0), RIG_RETRIES + 1);
	assert_int_equal(received_by(&f)->sequence_naks, RIG_RETRIES + 1);
}

int test_faults(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_lost_request_is_sent_again),
		RIG_TEST(a_corrupted_request_is_sent_again),
		RIG_TEST(retries_run_out),
		RIG_TEST(the_last_retry_may_arrive),
		RIG_TEST(without_timeout_a_lost_request_is_waited_for),
		RIG_TEST(a_send_whose_response_is_lost),
		RIG_TEST(a_send_whose_response_is_corrupted),
		RIG_TEST(a_send_that_arrives_twice),
		RIG_TEST(an_atomic_whose_responses_are_lost),
		RIG_TEST(an_atomic_that_arrives_twice),
		RIG_TEST(the_result_comes_again),
		RIG_TEST(a_read_is_executed_again),
		RIG_TEST(a_lost_nak_ends_in_silence),
		RIG_TEST(another_connection_knows_no_duplicate),
		RIG_TEST(chunks_of_a_long_message),
		RIG_TEST(only_the_first_chunk_takes_a_receive),
		RIG_TEST(what_was_received_needs_no_receive),
		RIG_TEST(what_is_overtaken_is_sent_again_at_once),
		RIG_TEST(sequence_errors_use_retries_up),
	};

	return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
