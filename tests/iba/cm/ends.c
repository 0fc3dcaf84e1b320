/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ends of connections: ib_cm_dreq(), ib_cm_drep(), and destroying queue pairs and closing instances
 * that have connections (I10, I12).
 */
#include "reliable_link.h"

#include <complib/cl_byteswap.h>

static void the_passive_side_may_end_it(void **state)
{
	const ib_cm_dreq_t dreq = link_dreq(l.b.qp);
	const ib_cm_drep_t drep = {.drep_length = 0};
	struct call call;

	(void)state;
	link_connect(&l);
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_STATE);
	call = link_wait(CALL_DREQ);
	assert_ptr_equal(call.context, &l.a);
	assert_int_equal(ib_cm_drep(call.cm, &drep), IB_SUCCESS);
	assert_int_equal(ib_cm_drep(call.cm, &drep), IB_INVALID_STATE);
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
}

static void ends_are_checked(void **state)
{
	ib_cm_dreq_t dreq = link_dreq(l.a.qp);
	ib_cm_drep_t drep = {.drep_length = 0};

	(void)state;
	assert_int_equal(ib_cm_dreq(NULL), IB_INVALID_PARAMETER);
	KIT_REFUSES(&l.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    (dreq.h_qp = bad, ib_cm_dreq(&dreq)));
	dreq = link_dreq(l.a.qp);
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_STATE); /* not connected yet */
	link_connect(&l);
	dreq.pfn_cm_drep_cb = NULL;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_PARAMETER);
	dreq = link_dreq(l.a.qp);
	dreq.qp_type = IB_QPT_UNRELIABLE_CONN;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_SETTING);
	assert_int_equal(ib_cm_drep(l.cm_a, &drep), IB_INVALID_STATE);
	assert_int_equal(ib_cm_drep(l.cm_a, NULL), IB_INVALID_PARAMETER);
	l.cm_a.cid = 0;
	assert_int_equal(ib_cm_drep(l.cm_a, &drep), IB_INVALID_HANDLE);
	link_exchange(&l); /* still connected after the failed calls */
}

/* A DREQ that crosses another serves as its DREP. */
static void both_sides_end_it_at_once(void **state)
{
	const ib_cm_dreq_t a = link_dreq(l.a.qp), b = link_dreq(l.b.qp);
	ib_api_status_t status;

	(void)state;
	link_connect(&l);
	assert_int_equal(ib_cm_dreq(&a), IB_SUCCESS);
	status = ib_cm_dreq(&b); /* fails if the other DREQ has already arrived */
	if (status == IB_SUCCESS) {
		link_wait(CALL_DREP);
	} else {
		const ib_cm_drep_t drep = {.drep_length = 0};

		assert_int_equal(status, IB_INVALID_STATE);
		assert_int_equal(ib_cm_drep(link_wait(CALL_DREQ).cm, &drep), IB_SUCCESS);
	}
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
}

static void a_queue_pair_is_used_again(void **state)
{
	const ib_qp_mod_t reset = {.req_state = IB_QPS_RESET};
	const ib_cm_req_t req = link_req(&l);

	(void)state;
	for (int i = 0; i < 3; i++) {
		link_connect(&l);
		link_exchange(&l);
		link_disconnect(&l);
		assert_int_equal(ib_cm_req(&req), IB_INVALID_QP_STATE);
		assert_int_equal(ib_modify_qp(l.a.qp, &reset), IB_SUCCESS);
		assert_int_equal(ib_modify_qp(l.b.qp, &reset), IB_SUCCESS);
	}
}

static void destroying_a_connected_queue_pair_disconnects(void **state)
{
	const ib_cm_drep_t drep = {.drep_length = 0};
	struct call call;

	(void)state;
	link_connect(&l);
	assert_int_equal(ib_destroy_qp(l.a.qp, ib_sync_destroy), IB_SUCCESS);
	call = link_wait(CALL_DREQ);
	assert_ptr_equal(call.context, &l.b);
	assert_int_equal(ib_cm_drep(call.cm, &drep), IB_SUCCESS);
	assert_int_equal(link_state(l.b.qp), IB_QPS_ERROR);
}

static void destroying_a_queue_pair_withdraws_its_request(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	struct told told;

	(void)state;
	told_begin(&told);
	l.a.qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, &told);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	link_wait(CALL_REP);
	assert_int_equal(ib_destroy_qp(req.h_qp, NULL), IB_SUCCESS);
	/* only the peer is called back */
	assert_ptr_equal(link_wait(CALL_REJ).qp, l.b.qp);
	assert_int_equal(ib_destroy_qp(l.a.qp, kit_destroyed), IB_SUCCESS);
	told_wait(&told);
}

static void a_request_that_was_withdrawn_is_no_handle(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	ib_api_status_t status;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	l.cm_b = link_wait(CALL_REQ).cm;
	assert_int_equal(ib_destroy_qp(l.a.qp, ib_sync_destroy), IB_SUCCESS);
	/* fails if the peer's rejection has already arrived */
	status = ib_cm_rep(l.cm_b, &rep);
	if (status == IB_SUCCESS)
		link_wait(CALL_REJ);
	else
		assert_int_equal(status, IB_INVALID_HANDLE);
}

static void destroy_own(const struct call *call)
{
	if (call->what != CALL_DREQ)
		return;
	assert_int_equal(ib_destroy_qp(l.b.qp, ib_sync_destroy), IB_INVALID_STATE);
	assert_int_equal(ib_destroy_qp(l.b.qp, NULL), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(l.b.qp, NULL), IB_INVALID_QP_HANDLE);
}

/* The access layer sends the DREP for the program. */
static void a_queue_pair_is_destroyed_in_its_callback(void **state)
{
	const ib_cm_dreq_t dreq = link_dreq(l.a.qp);

	(void)state;
	link_connect(&l);
	link_also = destroy_own;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
	link_wait(CALL_DREQ);
}

static void close_adapter(const struct call *call)
{
	if (call->what == CALL_REP)
		assert_int_equal(ib_close_ca(l.a.ca, NULL), IB_SUCCESS);
}

static void an_adapter_is_closed_in_a_callback(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	struct call call;

	(void)state;
	link_also = close_adapter;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	call = link_wait(CALL_REP);
	link_wait(CALL_REJ);
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_INVALID_HANDLE);
}

/* Requests in all states; the instance with the accepted request and the new one closes first. */
static void closing_an_instance_ends_its_connections(void **state)
{
	const ib_cm_drep_t drep = {.drep_length = 0};
	const ib_cm_rep_t rep = link_rep(&l);
	ib_cm_rtu_t rtu = link_rtu();
	struct link other;
	ib_cm_req_t req;

	(void)state;
	assert_int_equal(ib_cm_cancel(l.listen, ib_sync_destroy), IB_SUCCESS);
	link_open(&other, IB_QPT_RELIABLE_CONN);
	/* a connection from one instance to the other */
	req = link_req(&l);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	{
		ib_cm_rep_t others = rep;

		others.h_qp = other.b.qp;
		assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &others), IB_SUCCESS);
	}
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	/* a request that has no response yet */
	req.h_qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, NULL);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	link_wait(CALL_REQ);
	link_end(&other);
	assert_int_equal(ib_cm_drep(link_wait(CALL_DREQ).cm, &drep), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_USER_DEFINED);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(the_passive_side_may_end_it),
		EACH(ends_are_checked),
		EACH(both_sides_end_it_at_once),
		EACH(a_queue_pair_is_used_again),
		EACH(destroying_a_connected_queue_pair_disconnects),
		EACH(destroying_a_queue_pair_withdraws_its_request),
		EACH(a_request_that_was_withdrawn_is_no_handle),
		EACH(a_queue_pair_is_destroyed_in_its_callback),
		EACH(an_adapter_is_closed_in_a_callback),
		EACH(closing_an_instance_ends_its_connections),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
