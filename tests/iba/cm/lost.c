/* SPDX-License-Identifier: BSD-2-Clause */
/* Lost and duplicated messages, and peers that do not respond. */
#include "kit.h"

#include "../../contract/control.h"

static struct link l;

/* From now on this is the only fault rule. */
#define RULE(text)                                                                                 \
	do {                                                                                       \
		assert_int_equal(control("fault clear"), 0);                                       \
		assert_int_equal(control("fault add " text), 0);                                   \
	} while (0)

static int open_link(void **state)
{
	(void)state;
	link_open(&l, IB_QPT_RELIABLE_CONN);
	return 0;
}

static int close_link(void **state)
{
	(void)state;
	assert_int_equal(control("fault clear"), 0);
	link_close(&l);
	return 0;
}

/* Responds to every request, on either side. */
static void respond_in_callback(const struct call *call)
{
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	const ib_cm_drep_t drep = {.drep_length = 0};

	if (call->what == CALL_REQ)
		assert_int_equal(ib_cm_rep(call->cm, &rep), IB_SUCCESS);
	if (call->what == CALL_REP)
		assert_int_equal(ib_cm_rtu(call->cm, &rtu), IB_SUCCESS);
	if (call->what == CALL_DREQ)
		assert_int_equal(ib_cm_drep(call->cm, &drep), IB_SUCCESS);
}

static ib_cm_req_t impatient(uint8_t timeout, uint8_t retries)
{
	ib_cm_req_t req = link_req(&l);

	req.remote_resp_timeout = timeout;
	req.local_resp_timeout = timeout;
	req.max_cm_retries = retries;
	return req;
}

/* Each callback comes once, whatever is repeated. */
static void connect_and_end(void)
{
	const ib_cm_req_t req = impatient(LINK_SOON, 15);
	const ib_cm_dreq_t dreq = link_dreq(l.a.qp);

	link_also = respond_in_callback;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	link_wait(CALL_REQ);
	link_wait(CALL_REP);
	link_wait(CALL_RTU);
	link_exchange(&l);
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
	link_wait(CALL_DREQ);
	link_quiet();
}

static void a_lost_request_is_repeated(void **state)
{
	(void)state;
	RULE("lose mad 1 from mlx4_0");
	connect_and_end();
}

static void a_lost_reply_is_repeated(void **state)
{
	(void)state;
	RULE("lose mad 1 from mlx4_1");
	connect_and_end();
}

static void a_lost_rtu_is_repeated(void **state)
{
	(void)state;
	RULE("lose mad 2 from mlx4_0");
	connect_and_end();
}

static void a_lost_end_is_repeated(void **state)
{
	(void)state;
	RULE("lose mad 3 from mlx4_0");
	connect_and_end();
}

static void a_lost_response_to_an_end_is_repeated(void **state)
{
	(void)state;
	RULE("lose mad 2 from mlx4_1");
	connect_and_end();
}

static void nothing_happens_twice(void **state)
{
	(void)state;
	RULE("duplicate mad");
	connect_and_end();
}

static void a_peer_that_is_gone_is_told_as_a_rejection(void **state)
{
	const ib_cm_req_t req = impatient(LINK_AT_ONCE, 1);
	struct call call;

	(void)state;
	RULE("lose mad from mlx4_0");
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_TIMEOUT);
	assert_ptr_equal(call.qp, l.a.qp);
	/* the queue pair can still be connected */
	assert_int_equal(control("fault clear"), 0);
	link_connect(&l);
	link_exchange(&l);
}

static void reply_only(const struct call *call)
{
	if (call->what == CALL_REQ)
		respond_in_callback(call);
}

/* The passive side times out, and both sides get a rejection. */
static void no_rtu_comes(void **state)
{
	ib_cm_req_t req = impatient(LINK_AT_ONCE, 0);
	const ib_cm_rtu_t rtu = link_rtu();
	struct call rejected[2];

	(void)state;
	link_also = reply_only;
	req.remote_resp_timeout = LINK_PATIENT;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	for (int i = 0; i < 2; i++)
		rejected[i] = link_wait(CALL_REJ);
	assert_int_equal(rejected[0].reason, IB_REJ_TIMEOUT);
	assert_int_equal(rejected[1].reason, IB_REJ_TIMEOUT);
	assert_ptr_not_equal(rejected[0].qp, rejected[1].qp);
	assert_int_equal(link_state(l.b.qp), IB_QPS_ERROR);
	link_wait(CALL_REQ);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_INVALID_HANDLE);
}

static void no_end_is_responded_to_and_the_peer_s_is_stale(void **state)
{
	const ib_qp_mod_t reset = {.req_state = IB_QPS_RESET};
	const ib_cm_req_t req = impatient(LINK_SOON, 5);
	const ib_cm_dreq_t dreq = link_dreq(l.a.qp);
	struct call call;

	(void)state;
	link_also = respond_in_callback;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	link_wait(CALL_RTU);
	RULE("lose mad from mlx4_0");
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	call = link_wait(CALL_DREP);
	assert_int_equal(call.status, IB_TIMEOUT);
	assert_ptr_equal(call.qp, l.a.qp);
	assert_int_equal(link_state(l.a.qp), IB_QPS_ERROR);
	link_wait(CALL_REQ);
	link_wait(CALL_REP);
	/* the peer stays connected until it receives a new request from the queue pair */
	assert_int_equal(control("fault clear"), 0);
	assert_int_equal(ib_modify_qp(l.a.qp, &reset), IB_SUCCESS);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_STALE_CONN);
	assert_ptr_equal(link_wait(CALL_DREQ).context, &l.b);
	link_also = NULL;
	assert_int_equal(ib_modify_qp(l.b.qp, &reset), IB_SUCCESS);
	link_connect(&l);
	link_exchange(&l);
}

static void no_path_is_responded_to(void **state)
{
	ib_path_rec_t path = link_path(&l.a, &l.b);
	const ib_cm_lap_t lap = {.flags = IB_FLAGS_SYNC,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .h_qp = l.a.qp,
				 .remote_resp_timeout = LINK_AT_ONCE,
				 .p_alt_path = &path};

	(void)state;
	link_connect(&l);
	RULE("lose mad from mlx4_0");
	assert_int_equal(ib_cm_lap(&lap), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_APR).status, IB_TIMEOUT);
	link_exchange(&l);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(a_lost_request_is_repeated),
		EACH(a_lost_reply_is_repeated),
		EACH(a_lost_rtu_is_repeated),
		EACH(a_lost_end_is_repeated),
		EACH(a_lost_response_to_an_end_is_repeated),
		EACH(nothing_happens_twice),
		EACH(a_peer_that_is_gone_is_told_as_a_rejection),
		EACH(no_rtu_comes),
		EACH(no_end_is_responded_to_and_the_peer_s_is_stale),
		EACH(no_path_is_responded_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
