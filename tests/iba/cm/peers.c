/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Peer-to-peer requests: both sides call ib_cm_req() with pfn_cm_req_cb, and one of them becomes
 * the passive side.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	FEW = 2
};

#define PEERS CL_HTON64(UINT64_C(0x7065657200000001))

static struct link l;
static ib_path_rec_t there, back; /* paths from the first adapter, and to it */

static int open_link(void **state)
{
	(void)state;
	link_open(&l, IB_QPT_RELIABLE_CONN);
	there = link_path(&l.a, &l.b);
	back = link_path(&l.b, &l.a);
	return 0;
}

static int close_link(void **state)
{
	(void)state;
	link_close(&l);
	return 0;
}

static ib_cm_req_t peer_req(const struct side *side, ib_path_rec_t *path)
{
	ib_cm_req_t req = link_req(&l);

	req.svc_id = PEERS;
	req.h_qp = side->qp;
	req.p_primary_path = path;
	req.pfn_cm_req_cb = link_listen(&l, IB_QPT_RELIABLE_CONN).pfn_cm_req_cb;
	return req;
}

static struct side *other_side(const struct side *side)
{
	return side == &l.a ? &l.b : &l.a;
}

/* The side that gets the request responds. Returns this side. */
static struct side *connect_peers(void)
{
	const ib_cm_rtu_t rtu = link_rtu();
	const struct call asked = link_wait(CALL_REQ);
	struct side *passive = (struct side *)(uintptr_t)asked.context;
	ib_cm_rep_t rep = link_rep(&l);
	struct call call;

	assert_null(asked.listen);
	rep.h_qp = other_side(passive)->qp;
	assert_int_equal(ib_cm_rep(asked.cm, &rep), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_cm_handoff(asked.cm, LINK_ID), IB_INVALID_STATE);
	rep.h_qp = passive->qp;
	assert_int_equal(ib_cm_rep(asked.cm, &rep), IB_SUCCESS);
	call = link_wait(CALL_REP);
	assert_ptr_equal(call.context, other_side(passive));
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_SUCCESS);
	assert_ptr_equal(link_wait(CALL_RTU).context, passive);
	link_exchange(&l);
	link_disconnect(&l);
	return passive;
}

static void check_passive(const struct side *passive)
{
	const uint64_t a = CL_NTOH64(l.a.attr->ca_guid), b = CL_NTOH64(l.b.attr->ca_guid);

	assert_ptr_equal(passive, a < b ? &l.a : &l.b);
}

/* The first request is rejected because there is no listener yet; this is not reported to the
 * programs. */
static void the_first_asks_first(void **state)
{
	const ib_cm_req_t a = peer_req(&l.a, &there), b = peer_req(&l.b, &back);

	(void)state;
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	check_passive(connect_peers());
}

static void the_second_asks_first(void **state)
{
	const ib_cm_req_t a = peer_req(&l.a, &there), b = peer_req(&l.b, &back);

	(void)state;
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	check_passive(connect_peers());
}

/* Two queue pairs of the same port: the one with the greater number becomes the active side. */
static void both_are_at_one_port(void **state)
{
	ib_cm_req_t a, b;
	ib_qp_handle_t last = l.b.qp;
	const struct side *passive;

	(void)state;
	l.b.qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, &l.b);
	there = link_path(&l.a, &l.a);
	a = peer_req(&l.a, &there);
	b = peer_req(&l.b, &there);
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	passive = (const struct side *)link_wait(CALL_REQ).context;
	assert_ptr_equal(passive, &l.a); /* created first, so its number is smaller */
	assert_int_equal(ib_destroy_qp(l.a.qp, ib_sync_destroy), IB_SUCCESS);
	link_wait(CALL_REJ);
	l.b.qp = last;
}

static void nobody_else_asks(void **state)
{
	ib_cm_req_t req = peer_req(&l.a, &there);
	struct call call;

	(void)state;
	req.remote_resp_timeout = LINK_AT_ONCE;
	req.max_cm_retries = FEW;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_TIMEOUT);
	assert_ptr_equal(call.context, &l.a);
	/* the queue pair can send requests again */
	the_first_asks_first(state);
}

static void the_passive_one_rejects(void **state)
{
	const ib_cm_req_t a = peer_req(&l.a, &there), b = peer_req(&l.b, &back);
	const ib_cm_rej_t rej = link_rej();
	struct call asked, call;

	(void)state;
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	asked = link_wait(CALL_REQ);
	assert_int_equal(ib_cm_rej(asked.cm, &rej), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_USER_DEFINED);
	assert_ptr_not_equal(call.context, asked.context);
}

/* Each side specifies the private data that it expects from the other. */
static void data_is_compared(void **state)
{
	ib_cm_req_t a = peer_req(&l.a, &there), b = peer_req(&l.b, &back);
	uint8_t expected[] = {1, 2, 3};

	(void)state;
	a.p_req_pdata = b.p_req_pdata = (const uint8_t *)"\0\1\2\3";
	a.req_length = b.req_length = 4;
	a.p_compare_buffer = b.p_compare_buffer = expected;
	a.compare_length = b.compare_length = sizeof(expected);
	a.compare_offset = b.compare_offset = 1;
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	connect_peers();
}

static void other_data_is_somebody_else_s(void **state)
{
	ib_cm_req_t a = peer_req(&l.a, &there), b = peer_req(&l.b, &back);
	uint8_t expected[] = {1};

	(void)state;
	a.remote_resp_timeout = b.remote_resp_timeout = LINK_AT_ONCE;
	a.max_cm_retries = b.max_cm_retries = FEW;
	a.p_compare_buffer = b.p_compare_buffer = expected;
	a.compare_length = b.compare_length = sizeof(expected);
	assert_int_equal(ib_cm_req(&a), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&b), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_TIMEOUT);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_TIMEOUT);
}

static void what_is_compared_must_be_there(void **state)
{
	ib_cm_req_t req = peer_req(&l.a, &there);
	uint8_t expected[] = {1};

	(void)state;
	req.compare_length = 1;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req.p_compare_buffer = expected;
	req.compare_offset = IB_REQ_PDATA_SIZE;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		EACH(the_first_asks_first),          EACH(the_second_asks_first),
		EACH(both_are_at_one_port),          EACH(nobody_else_asks),
		EACH(the_passive_one_rejects),       EACH(data_is_compared),
		EACH(other_data_is_somebody_else_s), EACH(what_is_compared_must_be_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
