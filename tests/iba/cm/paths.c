/* SPDX-License-Identifier: BSD-2-Clause */
/* Longer timeouts and alternate paths: ib_cm_mra(), ib_cm_lap() and ib_cm_apr(). */
#include "reliable_link.h"

#include <complib/cl_byteswap.h>

static void both_sides_may_ask_for_more_time(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	ib_cm_mra_t mra = {.svc_timeout = LINK_PATIENT,
			   .p_mra_pdata = link_data(1),
			   .mra_length = IB_MRA_PDATA_SIZE + 1};
	struct call call;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	l.cm_b = link_wait(CALL_REQ).cm;
	assert_int_equal(ib_cm_mra(l.cm_b, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_mra(l.cm_b, &mra), IB_INVALID_SETTING);
	mra.mra_length--;
	mra.svc_timeout = 32;
	assert_int_equal(ib_cm_mra(l.cm_b, &mra), IB_INVALID_SETTING);
	mra.svc_timeout = LINK_PATIENT;
	assert_int_equal(ib_cm_mra(l.cm_b, &mra), IB_SUCCESS);
	call = link_wait(CALL_MRA);
	assert_ptr_equal(call.qp, l.a.qp);
	assert_ptr_equal(call.context, &l.a);
	assert_memory_equal(call.data, link_data(1), IB_MRA_PDATA_SIZE);
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_mra(l.cm_b, &mra), IB_INVALID_STATE);
	l.cm_a = link_wait(CALL_REP).cm;
	mra.p_mra_pdata = link_data(2);
	assert_int_equal(ib_cm_mra(l.cm_a, &mra), IB_SUCCESS);
	call = link_wait(CALL_MRA);
	assert_ptr_equal(call.qp, l.b.qp);
	assert_ptr_equal(call.context, &l.b);
	assert_memory_equal(call.data, link_data(2), IB_MRA_PDATA_SIZE);
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(ib_cm_mra(l.cm_a, &mra), IB_INVALID_STATE);
	l.cm_a.cid = 0;
	assert_int_equal(ib_cm_mra(l.cm_a, &mra), IB_INVALID_HANDLE);
	link_exchange(&l);
}

static ib_path_rec_t other_path;

static ib_cm_lap_t lap_for(const struct link *link)
{
	other_path = link_path(&link->a, &link->b);
	return (ib_cm_lap_t){.p_lap_pdata = link_data(3),
			     .lap_length = IB_LAP_PDATA_SIZE,
			     .qp_type = IB_QPT_RELIABLE_CONN,
			     .h_qp = link->a.qp,
			     .remote_resp_timeout = LINK_PATIENT,
			     .p_alt_path = &other_path,
			     .pfn_cm_apr_cb = link_rtu().pfn_cm_apr_cb};
}

static ib_cm_apr_t apr_for(const struct link *link, uint8_t status)
{
	return (ib_cm_apr_t){.p_apr_pdata = link_data(4),
			     .apr_length = IB_APR_PDATA_SIZE,
			     .qp_type = IB_QPT_RELIABLE_CONN,
			     .h_qp = link->b.qp,
			     .apr_status = status};
}

static void a_connection_gets_an_alternate_path(void **state)
{
	const ib_cm_lap_t lap = lap_for(&l);
	const ib_path_rec_t back = link_path(&l.b, &l.a);
	ib_cm_apr_t apr;
	struct call call;
	ib_qp_attr_t attr;

	(void)state;
	link_connect(&l);
	assert_int_equal(ib_cm_lap(&lap), IB_SUCCESS);
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_STATE); /* only one may be outstanding */
	call = link_wait(CALL_LAP);
	assert_ptr_equal(call.context, &l.b);
	assert_memory_equal(call.data, link_data(3), IB_LAP_PDATA_SIZE);
	assert_int_equal(call.path.dlid, back.dlid);
	assert_memory_equal(&call.path.dgid, &back.dgid, sizeof(ib_gid_t));
	apr = apr_for(&l, IB_AP_SUCCESS);
	assert_int_equal(ib_cm_apr(call.cm, &apr), IB_SUCCESS);
	call = link_wait(CALL_APR);
	assert_int_equal(call.status, IB_SUCCESS);
	assert_int_equal(call.reason, IB_AP_SUCCESS);
	assert_ptr_equal(call.qp, l.a.qp);
	assert_memory_equal(call.data, link_data(4), IB_APR_PDATA_SIZE);
	assert_int_equal(ib_query_qp(l.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.alternate_av.dlid, l.b.attr->p_port_attr[0].lid);
	assert_int_equal(ib_query_qp(l.b.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.alternate_av.dlid, l.a.attr->p_port_attr[0].lid);
	link_exchange(&l);
}

static void a_path_is_refused(void **state)
{
	ib_cm_lap_t lap = lap_for(&l);
	const ib_cm_mra_t mra = {.svc_timeout = LINK_PATIENT};
	ib_apr_info_t info;
	ib_cm_apr_t apr;
	struct call call;

	(void)state;
	memset(&info, 0x33, sizeof(info));
	link_connect(&l);
	assert_int_equal(ib_cm_lap(&lap), IB_SUCCESS);
	l.cm_b = link_wait(CALL_LAP).cm;
	assert_int_equal(ib_cm_mra(l.cm_b, &mra), IB_SUCCESS);
	assert_ptr_equal(link_wait(CALL_MRA).qp, l.a.qp);
	apr = apr_for(&l, IB_AP_REJECT);
	apr.p_info = (const ib_apr_info_t *)&info;
	apr.info_length = IB_APR_INFO_SIZE;
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_SUCCESS);
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_INVALID_STATE);
	call = link_wait(CALL_APR);
	assert_int_equal(call.status, IB_SUCCESS);
	assert_int_equal(call.reason, IB_AP_REJECT);
	assert_int_equal(call.info_length, IB_APR_INFO_SIZE);
	assert_int_equal(call.info[5], 0x33);
	link_exchange(&l);
}

static void requests_for_paths_are_checked(void **state)
{
	ib_cm_lap_t lap = lap_for(&l);
	ib_cm_apr_t apr = apr_for(&l, IB_AP_SUCCESS);

	(void)state;
	assert_int_equal(ib_cm_lap(NULL), IB_INVALID_PARAMETER);
	KIT_REFUSES(&l.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    (lap.h_qp = bad, ib_cm_lap(&lap)));
	lap = lap_for(&l);
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_STATE); /* not connected yet */
	link_connect(&l);
	lap.lap_length = IB_LAP_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_SETTING);
	lap.lap_length = 0;
	lap.p_alt_path = NULL;
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_PARAMETER);
	lap = lap_for(&l);
	other_path = link_path(&l.b, &l.a);
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_SETTING); /* the path starts at another port */
	lap.h_qp = l.b.qp;
	assert_int_equal(ib_cm_lap(&lap), IB_INVALID_STATE); /* not from the passive side */
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_INVALID_STATE);
	assert_int_equal(ib_cm_apr(l.cm_b, NULL), IB_INVALID_PARAMETER);
	lap = lap_for(&l);
	assert_int_equal(ib_cm_lap(&lap), IB_SUCCESS);
	l.cm_b = link_wait(CALL_LAP).cm;
	KIT_REFUSES(&l.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    (apr.h_qp = bad, ib_cm_apr(l.cm_b, &apr)));
	apr.h_qp = l.a.qp;
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_INVALID_QP_HANDLE);
	apr = apr_for(&l, IB_AP_SUCCESS);
	apr.apr_length = IB_APR_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_INVALID_SETTING);
	apr.apr_length = 0;
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_APR).status, IB_SUCCESS);
	l.cm_b.cid = 0;
	assert_int_equal(ib_cm_apr(l.cm_b, &apr), IB_INVALID_HANDLE);
}

static void a_program_without_a_callback_has_no_paths(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	const ib_cm_lap_t lap = lap_for(&l);
	ib_cm_rep_t rep = link_rep(&l);
	struct call call;

	(void)state;
	rep.pfn_cm_lap_cb = NULL;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(ib_cm_lap(&lap), IB_SUCCESS);
	call = link_wait(CALL_APR);
	assert_int_equal(call.status, IB_SUCCESS);
	assert_int_equal(call.reason, IB_AP_UNSUPPORTED);
}

/* The REQ contains an alternate path, the REP accepts it, and both queue pairs get it. */
static void a_request_brings_an_alternate_path(void **state)
{
	const ib_path_rec_t path = link_path(&l.a, &l.b);
	ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	struct call call;
	ib_qp_attr_t attr;

	(void)state;
	req.p_alt_path = (ib_path_rec_t *)(uintptr_t)&path;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_int_equal(call.alternate.dlid, path.slid);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(ib_query_qp(l.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.alternate_av.dlid, path.dlid);
	assert_int_equal(ib_query_qp(l.b.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.alternate_av.dlid, path.slid);
	link_exchange(&l);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(both_sides_may_ask_for_more_time),
		EACH(a_connection_gets_an_alternate_path),
		EACH(a_path_is_refused),
		EACH(requests_for_paths_are_checked),
		EACH(a_program_without_a_callback_has_no_paths),
		EACH(a_request_brings_an_alternate_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
