/* SPDX-License-Identifier: BSD-2-Clause */
/* How connections begin and end, and what programs see of it. */
#include <errno.h>

#include "rig.h"

enum {
	A_LITTLE = 1000000,   /* ns; more than the engine's interval of polling */
	A_WHILE = 3000000000, /* more than the maximum delay before a program is told of the end */
};

static void expect_told(const struct rig_qp *qp, enum softhca_iwarp_end how)
{
	assert_int_equal(qp->ended, 1);
	assert_int_equal(qp->how, how);
}

static void only_the_manager_leads_to_rts(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(rig_modify(rig->x, IBV_QPS_INIT), 0);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_RTR), 0); /* changes nothing */
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_INIT);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_RTS), EINVAL);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_SQD), EINVAL);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_SQE), EINVAL);
	assert_true(softhca_iwarp_is_qp(&rig->x->k));
	assert_true(softhca_iwarp_can_connect(&rig->x->k));
	assert_int_equal(rig_connect(rig->x, rig->y, 1, 1), 0);
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_RTS);
	assert_int_equal(rig->y->k.attr.qp_state, IBV_QPS_RTS);
	assert_false(softhca_iwarp_can_connect(&rig->x->k));
	assert_int_equal(rig_modify(rig->x, IBV_QPS_RESET), EINVAL);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_INIT), EINVAL);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_RTS), 0); /* changes nothing */
}

static void who_is_not_idle_is_not_connected(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(rig_connect(rig->x, rig->x, 1, 1), EINVAL);
	assert_int_equal(rig_modify(rig->y, IBV_QPS_ERR), 0);
	assert_int_equal(rig_connect(rig->x, rig->y, 1, 1), EINVAL);
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_RESET);
	assert_int_equal(rig_modify(rig->y, IBV_QPS_RESET), 0);
	assert_int_equal(rig_connect(rig->x, rig->y, 1, 1), 0);
	assert_int_equal(rig_connect(rig->x, rig->y, 1, 1), EINVAL);
}

/* Messages posted before still arrive; both sides are notified, and their libraries flush. */
static void an_orderly_end(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	rig_recv(rig->y, 2, 100);
	rig_recv(rig->x, 3, 100);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 4, 100);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_SQD), 0);
	assert_int_equal(rig->x->ended, 0);
	rig_run(rig);
	expect_told(rig->x, SOFTHCA_IWARP_CLOSED);
	expect_told(rig->y, SOFTHCA_IWARP_CLOSED);
	rig->now += A_WHILE; /* neither program polls, so the libraries are told after the maximum
				delay */
	rig_run(rig);
	assert_true(rig->x->k.attr.qp_state <= IBV_QPS_INIT);
	assert_true(rig->y->k.attr.qp_state <= IBV_QPS_INIT);
	assert_int_equal(rig->num_events, 0);
	assert_true(rig->x->recv_cq->comp_events); /* although it was not armed */
	assert_true(rig->y->send_cq->comp_events);
	rig_expect(rig->x->recv_cq, 3, IBV_WC_WR_FLUSH_ERR);
	rig_expect(rig->x->send_cq, 4,
		   IBV_WC_WR_FLUSH_ERR); /* successful, but polled after the end */
	assert_memory_equal(rig->b.sink->bytes, rig->a.source->bytes, 100);
	rig_expect(rig->y->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect(rig->y->recv_cq, 2, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(rig->y->recv_cq);
	rig_expect_none(rig->y->send_cq);
}

static void expect_untold(const struct rig_qp *qp)
{
	rig_expect_none(qp->recv_cq);
	rig_expect_none(qp->send_cq);
}

/* CQEs from before the end are polled with their status; then the library is told of the end. */
static void expect_last_words(struct rig *rig, enum softhca_iwarp_end how)
{
	rig_run(rig);
	expect_told(rig->y, how);
	rig->now += A_LITTLE;
	rig_run(rig);
	rig_expect(rig->y->recv_cq, 1, IBV_WC_SUCCESS);
	expect_untold(rig->y);
	rig->now += A_LITTLE;
	rig_run(rig);
	rig_expect(rig->y->recv_cq, 2, IBV_WC_WR_FLUSH_ERR);
	assert_true(rig->y->recv_cq->comp_events);
}

static void some_last_words(struct rig *rig)
{
	rig_recv(rig->y, 1, 100);
	rig_recv(rig->y, 2, 100);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 4, 100);
}

static void last_words_before_a_close(void **state)
{
	struct rig *rig = *state;

	some_last_words(rig);
	softhca_iwarp_close(&rig->x->k);
	expect_last_words(rig, SOFTHCA_IWARP_CLOSED);
}

static void last_words_before_an_abort(void **state)
{
	struct rig *rig = *state;

	some_last_words(rig);
	rig_run(rig);
	softhca_iwarp_abort(&rig->x->k);
	expect_last_words(rig, SOFTHCA_IWARP_RESET);
}

static void last_words_before_a_queue_pair_goes(void **state)
{
	struct rig *rig = *state;

	some_last_words(rig);
	rig_run(rig);
	rig_qp_destroy(rig->x);
	expect_last_words(rig, SOFTHCA_IWARP_RESET);
}

/* The end does not wait until later CQEs of other queue pairs are polled. */
static void the_word_among_others(void **state)
{
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->b, RIG_ENTRIES);
	struct rig_qp *from[2], *to[2];

	for (unsigned int i = 0; i < 2; i++) {
		from[i] = rig_qp(&rig->a, NULL);
		to[i] = rig_qp(&rig->b, cq);
		assert_int_equal(rig_connect(from[i], to[i], 1, 1), 0);
		rig_recv(to[i], i, 100);
	}
	rig_send(from[0], to[0], IBV_WR_SEND, 4, 100);
	rig_run(rig);
	softhca_iwarp_abort(&from[0]->k);
	rig_send(from[1], to[1], IBV_WR_SEND, 4, 100);
	rig_run(rig);
	rig_expect(cq, 0, IBV_WC_SUCCESS);
	assert_int_equal(cq->comp_events, 0);
	rig->now += A_LITTLE;
	rig_run(rig);
	assert_int_equal(cq->comp_events, 1);
	rig_qp_destroy(to[0]);
	to[0]->send_cq = to[0]->recv_cq = rig_cq(&rig->b, 4); /* shared with the other queue pair */
	for (unsigned int i = 0; i < 2; i++) {
		rig_qp_free(from[i]);
		rig_qp_free(to[i]);
	}
}

/* RESET clears the end, whether the program was told of it or not. */
static void a_reset_before_the_word(void **state)
{
	struct rig *rig = *state;

	some_last_words(rig);
	rig_run(rig);
	softhca_iwarp_abort(&rig->x->k);
	assert_int_equal(rig_modify(rig->y, IBV_QPS_RESET), 0);
	rig->now += A_WHILE;
	rig_run(rig);
	assert_int_equal(rig->y->recv_cq->comp_events, 0);
}

/* Later errors do not overtake an orderly end: neither queue pair fails. */
static void an_end_is_not_overtaken(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 4, 100);
	softhca_iwarp_close(&rig->x->k);
	softhca_iwarp_abort(&rig->y->k);
	expect_told(rig->x, SOFTHCA_IWARP_CLOSED);
	expect_told(rig->y, SOFTHCA_IWARP_CLOSED);
	assert_memory_equal(rig->b.sink->bytes, rig->a.source->bytes, 100);
}

static void a_close_ends_what_cannot_be_sent(void **state)
{
	struct rig *rig = *state;

	rig_send(rig->y, rig->x, IBV_WR_RDMA_WRITE, 7, 10); /* the responder must wait */
	softhca_iwarp_close(&rig->y->k);
	softhca_iwarp_close(&rig->y->k); /* closing it again does nothing */
	rig_run(rig);
	expect_told(rig->y, SOFTHCA_IWARP_CLOSED);
	expect_told(rig->x, SOFTHCA_IWARP_CLOSED);
	rig_expect(rig->y->send_cq, 7, IBV_WC_WR_FLUSH_ERR);
	softhca_iwarp_close(&rig->y->k);
	softhca_iwarp_abort(&rig->y->k);
	rig_run(rig);
	assert_int_equal(rig->y->ended, 1);
}

static void expect_broken(struct rig *rig)
{
	rig_run(rig);
	expect_told(rig->x, SOFTHCA_IWARP_RESET);
	expect_told(rig->y, SOFTHCA_IWARP_RESET);
	assert_int_equal(rig->y->k.attr.qp_state, IBV_QPS_ERR);
	rig_expect(rig->y->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(rig->y->recv_cq);
}

static void an_abort(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	softhca_iwarp_abort(&rig->x->k);
	expect_broken(rig);
	assert_int_equal(rig_reason(rig->y), SOFTHCA_REASON_CONNECTION_ENDED);
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig->num_events, 0);
}

static void an_error_asked_for(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_ERR), 0);
	expect_broken(rig);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_SQD), EINVAL);
}

static void a_terminate_asked_for(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_SQE), 0);
	expect_broken(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->y->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->x->k), 0);
}

static void a_queue_pair_goes(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	rig_qp_destroy(rig->x);
	expect_broken(rig);
	assert_int_equal(rig_reason(rig->y), SOFTHCA_REASON_CONNECTION_ENDED);
}

static void a_fault_from_outside(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	softhca_engine_qp_fail(&rig->x->k, IBV_EVENT_QP_FATAL);
	expect_broken(rig);
	assert_int_equal(rig_reason(rig->y), SOFTHCA_REASON_EVENT);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->x->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->y->k), 1);
}

/* If a queue pair fails without a connection, its program is told, too. */
static void an_idle_one_fails(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->x, 1, 100);
	assert_int_equal(rig_modify(rig->x, IBV_QPS_ERR), 0);
	rig_expect(rig->x->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(rig->x->ended, 0);
}

/* Does what the program's library does on RESET. */
static void reset_program(struct rig_qp *qp)
{
	memset(qp->u.sq.buf, 0, qp->mapped);
	inverbs_sq_recall(&qp->u.sq);
	inverbs_rq_recall(&qp->u.rq);
	qp->u.sq.head = qp->u.sq.tail = qp->u.rq.head = qp->u.rq.tail = qp->u.sq.position = 0;
	qp->work.flushed = qp->work.late_open = false;
}

static void after_a_reset_all_begins_again(void **state)
{
	struct rig *rig = *state;

	for (int round = 0; round < 3; round++) {
		assert_int_equal(rig_connect(rig->x, rig->y, 4, 4), 0);
		for (uint64_t i = 0; i < 20; i++) { /* less than a lap, and more than one */
			rig_recv(rig->y, i, 100);
			rig_send(rig->x, rig->y, IBV_WR_SEND, i, 100);
			rig_run(rig);
			rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
			rig_expect(rig->y->recv_cq, i, IBV_WC_SUCCESS);
		}
		softhca_iwarp_abort(&rig->x->k);
		rig_run(rig);
		rig_expect_none(rig->x->send_cq);
		rig_expect_none(rig->y->recv_cq);
		assert_int_equal(rig_connect(rig->x, rig->y, 4, 4), EINVAL);
		assert_int_equal(rig_modify(rig->x, IBV_QPS_RESET), 0);
		assert_int_equal(rig_modify(rig->y, IBV_QPS_RESET), 0);
		reset_program(rig->x);
		reset_program(rig->y);
	}
}

static void no_link_no_traffic(void **state)
{
	struct rig *rig = *state;

	rig->b.dev.port[0].up = false;
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 1, 100);
	rig_run(rig);
	rig_expect_none(rig->x->send_cq);
	rig->b.dev.port[0].up = true;
	softhca_engine_port_changed(&rig->b.dev.port[0]);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
}

#define IDLE(test)      cmocka_unit_test_setup_teardown(test, rig_idle, rig_teardown)
#define CONNECTED(test) cmocka_unit_test_setup_teardown(test, rig_connected, rig_teardown)

int test_connection(void)
{
	const struct CMUnitTest tests[] = {
		IDLE(only_the_manager_leads_to_rts),
		IDLE(who_is_not_idle_is_not_connected),
		IDLE(an_idle_one_fails),
		IDLE(after_a_reset_all_begins_again),
		CONNECTED(an_orderly_end),
		CONNECTED(last_words_before_a_close),
		CONNECTED(last_words_before_an_abort),
		CONNECTED(last_words_before_a_queue_pair_goes),
		IDLE(the_word_among_others),
		CONNECTED(a_reset_before_the_word),
		CONNECTED(an_end_is_not_overtaken),
		CONNECTED(a_close_ends_what_cannot_be_sent),
		CONNECTED(an_abort),
		CONNECTED(an_error_asked_for),
		CONNECTED(a_terminate_asked_for),
		CONNECTED(a_queue_pair_goes),
		CONNECTED(a_fault_from_outside),
		CONNECTED(no_link_no_traffic),
	};

	return cmocka_run_group_tests_name("connections", tests, NULL, NULL);
}
