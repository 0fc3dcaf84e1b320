/* SPDX-License-Identifier: BSD-2-Clause */
/* Service ID resolution: requests, responses, and repeated requests. */
#include "cm_listeners_kit.h"

static int query_fails;

int iba_query_verbs(struct iba_qp *qp, struct ibv_qp_attr *attr, int mask,
		    struct ibv_qp_init_attr *init)
{
	assert_ptr_equal(qp, expected_qp);
	assert_int_equal(mask, IBV_QP_QKEY);
	assert_non_null(init);
	attr->qkey = 0xabcd;
	return query_fails;
}

ib_api_status_t iba_status(int err)
{
	return err ? IB_RESOURCE_BUSY : IB_SUCCESS;
}

/* ---- the request ---- */

static const uint8_t data[] = {0x11, 0x22, 0x33};
static ib_cm_req_t req;

static int reset_request(void **state)
{
	reset_connection(state);
	found_listener = (struct iba_listener *)&searched_for;
	reported_to = NULL;
	query_fails = 0;
	path.pkey = htons(0x8001);
	req = (ib_cm_req_t){.svc_id = htobe64(0x1122334455667788),
			    .h_al = (ib_al_handle_t)&al,
			    .qp_type = IB_QPT_UNRELIABLE_DGRM,
			    .p_primary_path = &path,
			    .pfn_cm_rep_cb = on_rep,
			    .pfn_cm_rej_cb = on_rej,
			    .p_req_pdata = data,
			    .req_length = sizeof(data),
			    .max_cm_retries = 15,
			    .timeout_ms = INT32_MAX,
			    .sidr_context = &req,
			    .pkey = htons(0x7fff)};
	return 0;
}

static void a_request_is_sent(void **state)
{
	struct ibcm_sidr_req v;

	(void)state;
	assert_int_equal(iba_cm_request_sidr(&req), IB_SUCCESS);
	were_called("mSPoa");
	assert_int_equal(path_ca, 0);
	v = ibcm_sidr_req_get(cm.bytes);
	assert_int_equal(cm.message, IBCM_ATTRIBUTE_SIDR_REQ);
	assert_int_equal(v.request_id, LOCAL);
	assert_int_equal(v.pkey, 0x7fff);
	assert_true(v.service_id == UINT64_C(0x1122334455667788));
	assert_memory_equal(v.private_data, data, sizeof(data));
	assert_int_equal(v.private_data[sizeof(data)], 0);
	assert_true(cm.active);
	assert_int_equal(cm.type, IB_QPT_UNRELIABLE_DGRM);
	assert_int_equal(cm.tid, LOCAL);
	assert_int_equal(cm.to.lid, 0x77);
	assert_ptr_equal(cm.rep, on_rep);
	assert_ptr_equal(cm.rej, on_rej);
	assert_ptr_equal(cm.sidr_context, &req);
	assert_int_equal(cm.wait_ms, INT32_MAX);
	assert_int_equal(cm.retries, 15);
	assert_int_equal(cm.state, IBA_CM_SIDR_REQ_SENT);
	req.pkey = 0;
	req.req_length = 0;
	req.p_req_pdata = NULL;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(iba_cm_request_sidr(&req), IB_SUCCESS);
	were_called("mSwPoa");
	v = ibcm_sidr_req_get(cm.bytes);
	assert_int_equal(v.pkey, 0x8001);
	assert_int_equal(v.private_data[0], 0);
}

static void refuses(ib_api_status_t status)
{
	assert_int_equal(iba_cm_request_sidr(&req), status);
	were_called("a");
	reset_request(NULL);
}

static void requests_are_checked(void **state)
{
	(void)state;
	req.p_primary_path = NULL;
	refuses(IB_INVALID_PARAMETER);
	req.pfn_cm_rep_cb = NULL;
	refuses(IB_INVALID_PARAMETER);
	req.flags = IB_FLAGS_SYNC;
	on_dispatcher = true;
	refuses(IB_UNSUPPORTED);
	req.max_cm_retries = 16;
	refuses(IB_INVALID_SETTING);
	req.timeout_ms = (uint32_t)INT32_MAX + 1;
	refuses(IB_INVALID_SETTING);
	req.req_length = IB_SIDR_REQ_PDATA_SIZE + 1;
	refuses(IB_INVALID_MAX_WRS);
	no_path = true;
	refuses(IB_INVALID_SETTING);
	port_fails = IB_INSUFFICIENT_MEMORY;
	refuses(IB_INSUFFICIENT_MEMORY);
	on_dispatcher = true; /* without waiting */
	assert_int_equal(iba_cm_request_sidr(&req), IB_SUCCESS);
	reset_request(NULL);
	req.h_al = NULL;
	assert_int_equal(iba_cm_request_sidr(&req), IB_INVALID_AL_HANDLE);
	were_called("");
}

static void a_request_may_fail(void **state)
{
	(void)state;
	no_memory = true;
	assert_int_equal(iba_cm_request_sidr(&req), IB_INSUFFICIENT_MEMORY);
	were_called("oa");
	no_memory = false;
	send_fails = 5;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(iba_cm_request_sidr(&req), IB_ERROR);
	were_called("mSxPoa");
}

/* ---- the response to it ---- */

static void a_response_arrives(void **state)
{
	struct ibcm_sidr_rep v = {.request_id = 0x31,
				  .status = 3,
				  .qpn = QPN,
				  .qkey = 0x8765,
				  .info = {0x41},
				  .private_data = {0x51, 0x52}};

	(void)state;
	memset(v.info, 0x41, sizeof(v.info));
	ibcm_sidr_rep_put(arrived, &v);
	cm.state = IBA_CM_SIDR_REQ_SENT;
	cm.rep = on_rep;
	cm.sidr_context = &req;
	iba_cm_sidr_rep_arrived(&port, &arrival);
	were_called("xbfP");
	assert_int_equal(looked_for, 0x31);
	assert_int_equal(rep_rec.qp_type, IB_QPT_UNRELIABLE_DGRM);
	assert_int_equal(rep_rec.status, 3);
	assert_int_equal(rep_rec.remote_qp, htonl(QPN));
	assert_int_equal(rep_rec.remote_qkey, htonl(0x8765));
	assert_int_equal(rep_rec.h_cm_rep.cid, LOCAL);
	assert_ptr_equal(rep_rec.sidr_context, &req);
	assert_memory_equal(&rep_rec.class_info, v.info, sizeof(v.info));
	assert_int_equal(rep_data[1], 0x52);
	cm.state = IBA_CM_CLOSED;
	iba_cm_sidr_rep_arrived(&port, &arrival);
	were_called("P");
	found = NULL;
	iba_cm_sidr_rep_arrived(&port, &arrival);
	were_called("");
}

/* ---- a request that arrives ---- */

static void put_request(void)
{
	const struct ibcm_sidr_req v = {.request_id = REMOTE,
					.pkey = 0x8001,
					.service_id = 0x1122334455667788,
					.private_data = {0x61, 0x62}};

	ibcm_sidr_req_put(arrived, &v);
	arrived[IBCM_SIDR_REQ_SIZE - 1] = 0x63;
	sender.lid = 0x44;
	memset(sender.gid, 0x55, sizeof(sender.gid));
}

static void a_request_is_reported(void **state)
{
	(void)state;
	put_request();
	iba_cm_sidr_req_arrived(&port, &arrival);
	were_called("mnP");
	assert_ptr_equal(reported_to, found_listener);
	assert_true(searched_for.service == htobe64(0x1122334455667788));
	assert_int_equal(searched_for.pkey, htons(0x8001));
	assert_int_equal(searched_for.type, IB_QPT_UNRELIABLE_DGRM);
	assert_int_equal(wanted_data, 0x61);
	assert_int_equal(cm.state, IBA_CM_SIDR_REQ_RECEIVED);
	assert_int_equal(cm.type, IB_QPT_UNRELIABLE_DGRM);
	assert_true(cm.request.service_id == 0x1122334455667788);
	assert_int_equal(cm.request.pkey, 0x8001);
	assert_int_equal(cm.private_data[0], 0x61);
	assert_int_equal(cm.private_data[sizeof(cm.private_data) - 1], 0x63);
	assert_int_equal(cm.remote_id, REMOTE);
	assert_int_equal(cm.to.lid, 0x44);
	assert_int_equal(cm.tid, 0x99);
	assert_int_equal(cm.time_wait_ms, 4000);
}

static void is_refused(uint8_t status)
{
	struct ibcm_sidr_rep v;

	put_request();
	iba_cm_sidr_req_arrived(&port, &arrival);
	v = ibcm_sidr_rep_get(reply);
	assert_int_equal(replied, IBCM_ATTRIBUTE_SIDR_REP);
	assert_int_equal(v.request_id, REMOTE);
	assert_int_equal(v.status, status);
	assert_true(v.service_id == 0x1122334455667788);
}

static void a_request_may_be_refused(void **state)
{
	(void)state;
	no_memory = true;
	is_refused(IBCM_SIDR_STATUS_NO_QP);
	were_called("Lr");
	found_listener = NULL;
	is_refused(IBCM_SIDR_STATUS_UNKNOWN_SERVICE);
	were_called("r");
}

/* Differs from the repeated request in the member that `change` sets. */
static void is_another(void (*change)(struct iba_cm *))
{
	static struct iba_cm other;

	reset_request(NULL);
	put_request();
	memset(&other, 0, sizeof(other));
	cm.type = IB_QPT_UNRELIABLE_DGRM;
	cm.remote_id = REMOTE;
	cm.to = sender;
	other.next = &cm;
	port.connections = &other;
	if (change)
		change(&cm);
	iba_cm_sidr_req_arrived(&port, &arrival);
	were_called(change ? "mnP" : "R");
	if (!change)
		assert_int_equal(repeated, IBCM_ATTRIBUTE_SIDR_REP);
}

static void change_type(struct iba_cm *of)
{
	of->type = IB_QPT_RELIABLE_CONN;
}

static void change_side(struct iba_cm *of)
{
	of->active = true;
}

static void change_id(struct iba_cm *of)
{
	of->remote_id++;
}

static void change_lid(struct iba_cm *of)
{
	of->to.lid++;
}

static void change_gid(struct iba_cm *of)
{
	of->to.gid[15]++;
}

static void a_request_is_repeated(void **state)
{
	(void)state;
	is_another(NULL);
	is_another(change_type);
	is_another(change_side);
	is_another(change_id);
	is_another(change_lid);
	is_another(change_gid);
}

/* ---- the response ---- */

static ib_cm_rep_t rep;

static void reset_response(void)
{
	reset_request(NULL);
	rep = (ib_cm_rep_t){.qp_type = IB_QPT_UNRELIABLE_DGRM,
			    .status = IB_SIDR_SUCCESS,
			    .p_rep_pdata = data,
			    .rep_length = sizeof(data)};
	memset(&rep.class_info, 0x71, sizeof(rep.class_info));
	qp.type = IB_QPT_UNRELIABLE_DGRM;
	cm.state = IBA_CM_SIDR_REQ_RECEIVED;
	cm.remote_id = REMOTE;
	cm.request.service_id = 0x7788;
	locked = true;
}

static ib_api_status_t respond_with(struct iba_qp *with)
{
	const ib_api_status_t status = iba_cm_respond_sidr(&cm, with, &rep);

	assert_true(locked);
	locked = false;
	return status;
}

static struct ibcm_sidr_rep response_sent(void)
{
	const struct ibcm_sidr_rep v = ibcm_sidr_rep_get(cm.bytes);

	were_called("st");
	assert_int_equal(cm.message, IBCM_ATTRIBUTE_SIDR_REP);
	assert_int_equal(v.request_id, REMOTE);
	assert_int_equal(v.service_id, 0x7788);
	return v;
}

static void a_response_is_sent(void **state)
{
	struct ibcm_sidr_rep v;

	(void)state;
	reset_response();
	assert_int_equal(respond_with(&qp), IB_SUCCESS);
	v = response_sent();
	assert_int_equal(v.status, 0);
	assert_int_equal(v.qpn, QPN);
	assert_int_equal(v.qkey, 0xabcd);
	assert_int_equal(v.info_length, 0);
	assert_int_equal(v.info[0], 0);
	assert_memory_equal(v.private_data, data, sizeof(data));
	reset_response();
	rep.status = IB_SIDR_REDIRECT;
	rep.rep_length = 0;
	rep.p_rep_pdata = NULL;
	assert_int_equal(respond_with(NULL), IB_SUCCESS);
	v = response_sent();
	assert_int_equal(v.status, IB_SIDR_REDIRECT);
	assert_int_equal(v.info_length, sizeof(v.info));
	assert_memory_equal(v.info, &rep.class_info, sizeof(v.info));
	assert_int_equal(v.qpn, 0);
	assert_int_equal(v.private_data[0], 0);
}

static void refuses_response(struct iba_qp *with, ib_api_status_t status)
{
	assert_int_equal(respond_with(with), status);
	were_called("");
	reset_response();
}

static void responses_are_checked(void **state)
{
	(void)state;
	reset_response();
	rep.rep_length = IB_SIDR_REP_PDATA_SIZE + 1;
	refuses_response(&qp, IB_INVALID_MAX_WRS);
	rep.rep_length = IB_SIDR_REP_PDATA_SIZE + 1;
	rep.qp_type = IB_QPT_RELIABLE_CONN;
	refuses_response(&qp, IB_INVALID_MAX_WRS);
	rep.qp_type = IB_QPT_RELIABLE_CONN;
	cm.state = IBA_CM_CLOSED;
	refuses_response(&qp, IB_INVALID_SETTING);
	cm.state = IBA_CM_CLOSED;
	refuses_response(NULL, IB_INVALID_STATE);
	cm.handed_to = found_listener;
	refuses_response(&qp, IB_INVALID_STATE);
	refuses_response(NULL, IB_INVALID_QP_HANDLE);
	qp.type = IB_QPT_RELIABLE_CONN;
	refuses_response(&qp, IB_INVALID_SETTING);
	query_fails = 1;
	refuses_response(&qp, IB_RESOURCE_BUSY);
	iba_cm_refuse_sidr(&cm, IBCM_SIDR_STATUS_REJECTED);
	locked = false;
	assert_int_equal(ibcm_sidr_rep_get(cm.bytes).status, IBCM_SIDR_STATUS_REJECTED);
	assert_int_equal(ibcm_sidr_rep_get(cm.bytes).request_id, REMOTE);
	were_called("s");
}

int main(void)
{
#define NEW(name) cmocka_unit_test_setup_teardown(name, reset_request, check_connection)
	const struct CMUnitTest tests[] = {
		NEW(a_request_is_sent),     NEW(requests_are_checked),
		NEW(a_request_may_fail),    NEW(a_response_arrives),
		NEW(a_request_is_reported), NEW(a_request_may_be_refused),
		NEW(a_request_is_repeated), NEW(a_response_is_sent),
		NEW(responses_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
