/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults on a stream: only delays and the end of the connection are visible. */
#include <stdio.h>

#include "faults/faults.h"
#include "rig.h"

enum {
	DELAY = 20000
};

static void set(struct rig *rig, const char *line)
{
	char copy[SOFTHCA_FAULT_LINE], error[SOFTHCA_FAULT_ERROR];

	snprintf(copy, sizeof(copy), "%s", line);
	assert_int_equal(softhca_fault_add(&rig->hca, copy, error), 0);
}

static void advance(struct rig *rig, uint64_t ns)
{
	rig->now += ns;
	rig_run(rig);
}

static void what_a_stream_hides(void **state)
{
	static const char *const rules[] = {
		"lose request 1",    "corrupt request 2", "duplicate request 3",
		"reorder request 4", "rnr request",       "lose response",
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		set(rig, rules[i]);
	for (uint64_t i = 0; i < 5; i++) {
		rig_recv(rig->y, i, 100);
		rig_send(rig->x, rig->y, IBV_WR_SEND, i, 100);
	}
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 5, 100);
	rig_run(rig);
	for (uint64_t i = 0; i < 5; i++) {
		rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
		rig_expect(rig->y->recv_cq, i, IBV_WC_SUCCESS);
	}
	rig_expect(rig->x->send_cq, 5, IBV_WC_SUCCESS);
	rig_expect_none(rig->y->recv_cq);
	assert_int_equal(rig->hca.faults->rule[0].hit, 1);
	assert_int_equal(rig->hca.faults->rule[4].matched, 0);
}

static void a_send_is_late(void **state)
{
	struct rig *rig = *state;

	set(rig, "delay 20us request");
	for (uint64_t i = 0; i < 2; i++) {
		rig_recv(rig->y, i, 100);
		rig_send(rig->x, rig->y, IBV_WR_SEND, i, 100);
	}
	rig_run(rig);
	for (uint64_t i = 0; i < 2; i++) {
		advance(rig, DELAY - 1);
		rig_expect_none(rig->y->recv_cq);
		advance(rig, 1);
		rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
		rig_expect(rig->y->recv_cq, i, IBV_WC_SUCCESS);
	}
}

/** The response to a read is delayed; a later request is not mistaken for it. */
static void a_read_is_late(void **state)
{
	struct rig *rig = *state;

	set(rig, "delay 20us response 1");
	set(rig, "delay 20us request 2");
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 100);
	rig_run(rig);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 2, 100);
	advance(rig, DELAY);
	rig_expect_none(rig->x->send_cq);
	advance(rig, DELAY);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
	assert_int_equal(rig->hca.faults->rule[0].matched, 1);
	assert_int_equal(rig->hca.faults->rule[1].matched, 2);
}

static void a_connection_breaks(const char *rule, enum ibv_wr_opcode opcode, void **state)
{
	struct rig *rig = *state;

	set(rig, rule);
	rig_send(rig->x, rig->y, opcode, 1, 100);
	rig_run(rig);
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig->y->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig->x->ended, 1);
	assert_int_equal(rig->y->ended, 1);
	assert_int_equal(rig->y->how, SOFTHCA_IWARP_RESET);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->x->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->y->k), 1);
	assert_int_equal(rig->b.dev.port[0].counters.messages_received, 0);
}

static void a_write_breaks_it(void **state)
{
	a_connection_breaks("break request 1", IBV_WR_RDMA_WRITE, state);
}

static void a_read_breaks_it(void **state)
{
	a_connection_breaks("break request", IBV_WR_RDMA_READ, state);
}

/** While the link is down, a stream waits, and nothing is lost. */
static void a_port_goes_down(void **state)
{
	struct rig *rig = *state;

	strcpy(rig->b.dev.name, "b");
	set(rig, "down b request 1");
	rig_recv(rig->y, 1, 100);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 2, 100);
	rig_run(rig);
	advance(rig, 1000000000);
	assert_false(rig->b.dev.port[0].up);
	rig_expect_none(rig->y->recv_cq);
	rig->b.dev.port[0].up = true;
	softhca_engine_port_changed(&rig->b.dev.port[0]);
	rig_run(rig);
	rig_expect(rig->y->recv_cq, 1, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
	assert_int_equal(rig->hca.faults->rule[0].matched, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, rig_connected, rig_teardown)

int test_purpose(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_a_stream_hides), TEST(a_send_is_late),    TEST(a_read_is_late),
		TEST(a_port_goes_down),    TEST(a_write_breaks_it), TEST(a_read_breaks_it),
	};

	return cmocka_run_group_tests_name("purpose", tests, NULL, NULL);
}
