/* SPDX-License-Identifier: BSD-2-Clause */
/* Service ID resolution for datagrams. */
#include "kit.h"

#include "../../contract/control.h"

#include <complib/cl_byteswap.h>

static struct link l;

static int open_link(void **state)
{
	(void)state;
	link_open(&l, IB_QPT_UNRELIABLE_DGRM);
	return 0;
}

static int close_link(void **state)
{
	(void)state;
	assert_int_equal(control("fault clear"), 0);
	link_close(&l);
	return 0;
}

static ib_cm_req_t question(void)
{
	ib_cm_req_t req = link_req(&l);

	req.qp_type = IB_QPT_UNRELIABLE_DGRM;
	req.h_qp = NULL;
	req.sidr_context = &l.a;
	return req;
}

static ib_cm_rep_t prepare_response(void)
{
	const ib_dgrm_info_t info = {.port_guid = l.b.attr->p_port_attr[0].port_guid,
				     .qkey = CL_HTON32(SIDE_QKEY)};

	assert_int_equal(ib_init_dgrm_svc(l.b.qp, &info), IB_SUCCESS);
	return (ib_cm_rep_t){.h_qp = l.b.qp, .qp_type = IB_QPT_UNRELIABLE_DGRM};
}

static void a_question_names_the_queue_pair(void **state)
{
	ib_cm_req_t req = question();
	ib_cm_rep_t rep = prepare_response();
	struct call call;

	(void)state;
	req.p_req_pdata = link_data(1);
	req.req_length = IB_SIDR_REQ_PDATA_SIZE;
	req.flags = 0;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_ptr_equal(call.context, &l);
	assert_memory_equal(call.data, link_data(1), IB_SIDR_REQ_PDATA_SIZE);
	rep.p_rep_pdata = link_data(2);
	rep.rep_length = IB_SIDR_REP_PDATA_SIZE;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_INVALID_STATE);
	call = link_wait(CALL_REP);
	assert_int_equal(call.reason, IB_SIDR_SUCCESS);
	assert_int_equal(call.remote_qp, side_number(&l.b));
	assert_int_equal(call.remote_qkey, CL_HTON32(SIDE_QKEY));
	assert_ptr_equal(call.context, &l.a);
	assert_memory_equal(call.data, link_data(2), IB_SIDR_REP_PDATA_SIZE);
}

static void a_question_is_refused(void **state)
{
	const ib_cm_req_t req = question();
	const ib_cm_rej_t rej = link_rej();
	ib_cm_rep_t rep = prepare_response();

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rej(link_wait(CALL_REQ).cm, &rej), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REP).reason, IB_SIDR_REJECT);
	rep.h_qp = NULL;
	rep.status = IB_SIDR_NO_QP;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REP).reason, IB_SIDR_NO_QP);
}

static void nobody_has_the_service(void **state)
{
	ib_cm_req_t req = question();

	(void)state;
	req.svc_id ^= 1;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REP).reason, IB_SIDR_UNSUPPORTED);
}

static void questions_are_checked(void **state)
{
	ib_cm_req_t req = question();
	ib_cm_rep_t rep = prepare_response();
	struct call call;

	(void)state;
	req.h_al = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_AL_HANDLE);
	req.h_al = (ib_al_handle_t)l.kit.pd;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_AL_HANDLE);
	req = question();
	req.p_primary_path = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req = question();
	req.pfn_cm_rep_cb = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req = question();
	req.p_req_pdata = link_data(1);
	req.req_length = IB_SIDR_REQ_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req.req_length = 0;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	rep.p_rep_pdata = link_data(2);
	rep.rep_length = IB_SIDR_REP_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_INVALID_SETTING);
	rep.rep_length = 0;
	rep.h_qp = NULL;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_INVALID_QP_HANDLE);
	rep.h_qp = link_qp(&l.b, IB_QPT_RELIABLE_CONN, NULL);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_INVALID_SETTING);
	rep.h_qp = l.b.qp;
	rep.qp_type = IB_QPT_RELIABLE_CONN;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_INVALID_SETTING);
	rep.qp_type = IB_QPT_UNRELIABLE_DGRM;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	link_wait(CALL_REP);
}

static void answer_at_once(const struct call *call)
{
	const ib_cm_rep_t rep = {.h_qp = l.b.qp, .qp_type = IB_QPT_UNRELIABLE_DGRM};

	if (call->what == CALL_REQ)
		assert_int_equal(ib_cm_rep(call->cm, &rep), IB_SUCCESS);
}

/* The listener is called once, and every repeated request gets the same response. */
static void lost_questions_and_answers_are_repeated(void **state)
{
	ib_cm_req_t req = question();

	(void)state;
	prepare_response();
	link_also = answer_at_once;
	req.timeout_ms = 300;
	req.max_cm_retries = 15;
	assert_int_equal(control("fault add lose mad 1 from mlx4_0"), 0);
	assert_int_equal(control("fault add lose mad 1 from mlx4_1"), 0);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REP).reason, IB_SIDR_SUCCESS);
	link_wait(CALL_REQ);
	link_quiet();
}

static void nobody_answers(void **state)
{
	ib_cm_req_t req = question();
	struct call call;

	(void)state;
	req.timeout_ms = 30;
	req.max_cm_retries = 1;
	assert_int_equal(control("fault add lose mad from mlx4_0"), 0);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_TIMEOUT);
	assert_ptr_equal(call.context, &l.a);
	assert_null(call.qp);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(a_question_names_the_queue_pair),
		EACH(a_question_is_refused),
		EACH(nobody_has_the_service),
		EACH(questions_are_checked),
		EACH(lost_questions_and_answers_are_repeated),
		EACH(nobody_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
