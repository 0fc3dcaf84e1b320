/* SPDX-License-Identifier: BSD-2-Clause */
/* The active side of a connection: requests, replies, and ready-to-use messages. */
#include "cm_sides_kit.h"

static ib_api_status_t peer_status;
static ib_path_rec_t alternate;
static int sidr_requests;

ib_api_status_t iba_cm_check_peer(const ib_cm_req_t *req)
{
	assert_non_null(req);
	return peer_status;
}

void iba_cm_expect_peer(struct iba_cm *cm, const ib_cm_req_t *req)
{
	assert_ptr_equal(cm, expected_cm);
	assert_non_null(req);
	note('e');
}

void iba_cm_stop_expecting_peer(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('E');
}

ib_api_status_t iba_cm_request_sidr(const ib_cm_req_t *req)
{
	assert_int_equal(req->qp_type, IB_QPT_UNRELIABLE_DGRM);
	sidr_requests++;
	return IB_PENDING;
}

/* ---- the request ---- */

static const uint8_t data[] = {0x11, 0x22, 0x33};
static ib_cm_req_t req;

static void on_mra(ib_cm_mra_rec_t *rec)
{
	(void)rec;
}

static int reset_request(void **state)
{
	reset_connection(state);
	reset_queue_pair();
	peer_status = IB_SUCCESS;
	sidr_requests = 0;
	path.pkey = htons(0x8001);
	path.dlid = htons(0x71);
	path.slid = htons(0x72);
	path.pkt_life = 3;
	path.mtu = 4;
	alternate = (ib_path_rec_t){.slid = htons(0x73)};
	req = (ib_cm_req_t){.svc_id = htobe64(0x1122334455667788),
			    .qp_type = IB_QPT_RELIABLE_CONN,
			    .h_qp = (ib_qp_handle_t)&qp,
			    .p_primary_path = &path,
			    .pfn_cm_rep_cb = on_rep,
			    .pfn_cm_rej_cb = on_rej,
			    .pfn_cm_mra_cb = on_mra,
			    .p_req_pdata = data,
			    .req_length = sizeof(data),
			    .max_cm_retries = 15,
			    .retry_cnt = 7,
			    .rnr_retry_cnt = 7,
			    .remote_resp_timeout = 31,
			    .local_resp_timeout = 31,
			    .rnr_nak_timeout = 31,
			    .resp_res = 4,
			    .init_depth = 5,
			    .flow_ctrl = TRUE};
	return 0;
}

static void check_ends(void)
{
	const struct iba_cm_ends *const ends = &cm.ends;

	assert_int_equal(ends->primary.dlid, htons(0x71));
	assert_int_equal(ends->ack_timeout, 3 + 7 + 1);
	assert_false(ends->has_alternate);
	assert_int_equal(ends->responder_resources, 4);
	assert_int_equal(ends->initiator_depth, 5);
	assert_int_equal(ends->rnr_nak_timeout, 31);
	assert_int_equal(ends->retry_count, 7);
	assert_int_equal(ends->pkey_index, 6);
	assert_int_equal(cm.retries, 15);
	assert_int_equal(cm.wait_ms, 3100 + 1100);
	assert_int_equal(cm.time_wait_ms, 2200);
	assert_true(cm.active);
	assert_int_equal(cm.type, IB_QPT_RELIABLE_CONN);
	assert_int_equal(cm.tid, LOCAL);
	assert_int_equal(cm.to.lid, 0x77);
	assert_ptr_equal(cm.rep, on_rep);
	assert_ptr_equal(cm.rej, on_rej);
	assert_ptr_equal(cm.mra, on_mra);
	assert_int_equal(cm.state, IBA_CM_REQ_SENT);
	assert_ptr_equal(attached, &qp);
}

static void a_request_is_sent(void **state)
{
	struct ibcm_req v;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	were_called("mA1eSPoq");
	assert_int_equal(path_ca, 88);
	check_ends();
	assert_int_equal(cm.message, IBCM_ATTRIBUTE_REQ);
	v = ibcm_req_get(cm.bytes);
	assert_int_equal(v.local_id, LOCAL);
	assert_true(v.service_id == UINT64_C(0x1122334455667788));
	assert_true(v.ca_guid == UINT64_C(0x8877665544332211));
	assert_int_equal(v.qpn, QPN);
	assert_int_equal(v.responder_resources, 4);
	assert_int_equal(v.initiator_depth, 5);
	assert_int_equal(v.remote_response_timeout, 31);
	assert_int_equal(v.service_type, IBCM_SERVICE_TYPE_RC);
	assert_int_equal(v.flow_control, 1);
	assert_int_equal(v.starting_psn, cm.ends.rq_psn);
	assert_int_equal(v.local_response_timeout, 31);
	assert_int_equal(v.retry_count, 7);
	assert_int_equal(v.pkey, 0x8001);
	assert_int_equal(v.path_mtu, 4);
	assert_int_equal(v.rnr_retry_count, 7);
	assert_int_equal(v.cm_retries, 15);
	assert_int_equal(v.srq, 0);
	assert_int_equal(v.primary.local_lid, 0x72);
	assert_int_equal(v.primary.ack_timeout, 11);
	assert_int_equal(v.alternate.local_lid, 0);
	assert_memory_equal(v.private_data, data, sizeof(data));
	assert_int_equal(v.private_data[sizeof(data)], 0);
}

static void another_request_is_sent(void **state)
{
	static struct iba_srq srq;
	struct ibcm_req v;

	(void)state;
	req.qp_type = qp.type = IB_QPT_UNRELIABLE_CONN;
	req.flow_ctrl = FALSE;
	req.p_alt_path = &alternate;
	req.p_req_pdata = NULL;
	req.req_length = 0;
	req.flags = IB_FLAGS_SYNC;
	qp.srq = &srq;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	were_called("mA1eSwPoq");
	v = ibcm_req_get(cm.bytes);
	assert_int_equal(cm.type, IB_QPT_UNRELIABLE_CONN);
	assert_int_equal(v.service_type, IBCM_SERVICE_TYPE_UC);
	assert_int_equal(v.flow_control, 0);
	assert_int_equal(v.srq, 1);
	assert_int_equal(v.alternate.local_lid, 0x73);
	assert_int_equal(v.alternate.ack_timeout, 11);
	assert_int_equal(v.private_data[0], 0);
	assert_true(cm.ends.has_alternate);
	assert_ptr_equal(alternate_set, &alternate);
	assert_int_equal(alternate_timeout, 11);
}

static void numbers_are_random(void **state)
{
	uint32_t all = 0;

	(void)state;
	for (int i = 0; i < 64; i++)
		all |= iba_cm_random_psn();
	assert_int_equal(all, 0xffffff);
}

static void is_refused(ib_api_status_t status)
{
	assert_int_equal(ib_cm_req(&req), status);
	were_called("q");
	reset_request(NULL);
}

static void requests_are_checked(void **state)
{
	uint8_t *const numbers[] = {&req.max_cm_retries,     &req.retry_cnt,
				    &req.rnr_retry_cnt,      &req.remote_resp_timeout,
				    &req.local_resp_timeout, &req.rnr_nak_timeout,
				    &req.resp_res,           &req.init_depth};

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		++*numbers[i];
		is_refused(IB_INVALID_SETTING);
	}
	req.p_primary_path = NULL;
	is_refused(IB_INVALID_PARAMETER);
	req.pfn_cm_rep_cb = NULL;
	is_refused(IB_INVALID_PARAMETER);
	req.pfn_cm_rej_cb = NULL;
	is_refused(IB_INVALID_PARAMETER);
	req.flags = IB_FLAGS_SYNC;
	on_dispatcher = true;
	is_refused(IB_UNSUPPORTED);
	peer_status = IB_INVALID_PERMISSION;
	is_refused(IB_INVALID_PERMISSION);
	qp.type = IB_QPT_UNRELIABLE_CONN;
	is_refused(IB_INVALID_SETTING);
	req.req_length = IB_REQ_PDATA_SIZE + 1;
	is_refused(IB_INVALID_MAX_WRS);
	no_path = true;
	is_refused(IB_INVALID_SETTING);
	port_fails = IB_ERROR;
	is_refused(IB_ERROR);
	qp.qp = NULL;
	is_refused(IB_INVALID_SETTING);
	on_dispatcher = true;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	reset_request(NULL);
	req.h_qp = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_QP_HANDLE);
	were_called("");
	assert_int_equal(ib_cm_req(NULL), IB_INVALID_PARAMETER);
	req.qp_type = IB_QPT_MAD;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	were_called("");
	req.qp_type = IB_QPT_UNRELIABLE_DGRM;
	assert_int_equal(ib_cm_req(&req), IB_PENDING);
	assert_int_equal(sidr_requests, 1);
}

static void fails_with(ib_api_status_t status, const char *made)
{
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_req(&req), status);
	were_called(made);
	assert_null(cm.qp);
	reset_request(NULL);
}

static void a_request_may_fail(void **state)
{
	(void)state;
	no_memory = true;
	fails_with(IB_INSUFFICIENT_MEMORY, "oq");
	attach_status = IB_INVALID_QP_STATE;
	fails_with(IB_INVALID_QP_STATE, "mAxdPoq");
	pkey_index = -1;
	fails_with(IB_INVALID_SETTING, "mAxdqPoq");
	pkey_index = 0;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	reset_request(NULL);
	req.p_alt_path = &alternate;
	no_alternate = true;
	fails_with(IB_INVALID_SETTING, "mAxdqPoq");
	init_status = IB_ERROR;
	fails_with(IB_ERROR, "mA1xdqPoq");
	send_fails = 5;
	fails_with(IB_ERROR, "mA1eSxdqPoq");
}

/* ---- the reply ---- */

static void put_reply(uint8_t ack_delay, uint8_t failover)
{
	const struct ibcm_rep v = {.local_id = REMOTE,
				   .remote_id = LOCAL,
				   .qpn = QPN,
				   .ca_guid = 0x7766,
				   .starting_psn = 0x5544,
				   .initiator_depth = 3,
				   .responder_resources = 2,
				   .rnr_retry_count = 6,
				   .ack_delay = ack_delay,
				   .failover_accepted = failover,
				   .flow_control = 1,
				   .private_data = {0x51, 0x52}};

	ibcm_rep_put(arrived, &v);
	cm.state = IBA_CM_REQ_SENT;
	cm.qp = &qp;
	qp.reporter.object.context = &req;
	cm.rep = on_rep;
	cm.type = IB_QPT_RELIABLE_CONN;
	cm.ends.ack_timeout = 9;
	cm.ends.responder_resources = 4;
	cm.ends.initiator_depth = 4;
	cm.ends.has_alternate = true;
}

static void a_reply_is_reported(void **state)
{
	(void)state;
	put_reply(8, IB_FAILOVER_ACCEPT_SUCCESS);
	iba_cm_rep_arrived(&port, &arrival);
	were_called("cEbfP");
	assert_int_equal(looked_for, LOCAL);
	assert_int_equal(cm.state, IBA_CM_REP_RECEIVED);
	assert_int_equal(cm.remote_id, REMOTE);
	assert_int_equal(cm.remote_qpn, QPN);
	assert_int_equal(cm.remote_guid, 0x7766);
	assert_int_equal(cm.ends.sq_psn, 0x5544);
	assert_int_equal(cm.ends.responder_resources, 3);
	assert_int_equal(cm.ends.initiator_depth, 2);
	assert_int_equal(cm.ends.rnr_retry_count, 6);
	assert_int_equal(cm.ends.ack_timeout, 9);
	assert_true(cm.ends.has_alternate);
	assert_int_equal(rep_data[1], 0x52);
	assert_int_equal(rep_rec.qp_type, IB_QPT_RELIABLE_CONN);
	assert_int_equal(rep_rec.h_cm_rep.cid, LOCAL);
	assert_ptr_equal(rep_rec.qp_context, &req);
	assert_int_equal(rep_rec.resp_res, 2);
	assert_int_equal(rep_rec.flow_ctrl, TRUE);
	assert_int_equal(rep_rec.apr_status, IB_FAILOVER_ACCEPT_SUCCESS);
	put_reply(9, IB_FAILOVER_ACCEPT_UNSUPPORTED);
	cm.ends.responder_resources = cm.ends.initiator_depth = 1;
	iba_cm_rep_arrived(&port, &arrival);
	were_called("cEbfP");
	assert_int_equal(cm.ends.ack_timeout, 10);
	assert_false(cm.ends.has_alternate);
	assert_int_equal(cm.ends.responder_resources, 1);
	assert_int_equal(cm.ends.initiator_depth, 1);
}

/* A reply in this state: what it repeats, or 0. */
static void is_answered(enum iba_cm_state state, uint32_t remote_id, uint16_t with)
{
	put_reply(8, IB_FAILOVER_ACCEPT_SUCCESS);
	cm.state = state;
	cm.remote_id = remote_id;
	repeated = 0;
	iba_cm_rep_arrived(&port, &arrival);
	were_called(with ? "RP" : "P");
	assert_int_equal(repeated, with);
	assert_int_equal(cm.state, state);
}

static void other_replies_are_answered(void **state)
{
	(void)state;
	is_answered(IBA_CM_REP_RECEIVED, REMOTE, IBCM_ATTRIBUTE_MRA);
	is_answered(IBA_CM_CONNECTED, REMOTE, IBCM_ATTRIBUTE_RTU);
	is_answered(IBA_CM_CONNECTED, REMOTE + 1, 0);
	is_answered(IBA_CM_TIME_WAIT, REMOTE, 0);
	put_reply(8, IB_FAILOVER_ACCEPT_SUCCESS);
	cm.qp = NULL;
	iba_cm_rep_arrived(&port, &arrival);
	were_called("P");
	found = NULL;
	iba_cm_rep_arrived(&port, &arrival);
	were_called("F");
	assert_int_equal(refused_id, REMOTE);
	assert_int_equal(refused_as, IBCM_REJECTED_REP);
	assert_int_equal(refused_for, IBCM_REASON_INVALID_COMMUNICATION_ID);
}

/* ---- ready to use ---- */

static ib_cm_rtu_t rtu;

static void on_dreq(ib_cm_dreq_rec_t *rec)
{
	(void)rec;
}

static void on_apr(ib_cm_apr_rec_t *rec)
{
	(void)rec;
}

static void reset_reply(void)
{
	reset_request(NULL);
	cm.state = IBA_CM_REP_RECEIVED;
	cm.qp = &qp;
	cm.remote_id = REMOTE;
	rtu = (ib_cm_rtu_t){.access_ctrl = IB_AC_RDMA_READ,
			    .p_rtu_pdata = data,
			    .rtu_length = sizeof(data),
			    .pfn_cm_apr_cb = on_apr,
			    .pfn_cm_dreq_cb = on_dreq};
}

static ib_api_status_t get_ready(const ib_cm_rtu_t *with)
{
	return ib_cm_rtu((ib_cm_handle_t){.cid = 0x41}, with);
}

static void a_connection_is_ready(void **state)
{
	struct ibcm_rtu v;

	(void)state;
	reset_reply();
	assert_int_equal(get_ready(&rtu), IB_SUCCESS);
	were_called("23sP");
	assert_int_equal(looked_for, 0x41);
	v = ibcm_rtu_get(cm.bytes);
	assert_int_equal(cm.message, IBCM_ATTRIBUTE_RTU);
	assert_int_equal(v.local_id, LOCAL);
	assert_int_equal(v.remote_id, REMOTE);
	assert_memory_equal(v.private_data, data, sizeof(data));
	assert_int_equal(cm.ends.access, IB_AC_RDMA_READ);
	assert_ptr_equal(cm.apr, on_apr);
	assert_ptr_equal(cm.dreq, on_dreq);
	assert_int_equal(cm.state, IBA_CM_CONNECTED);
	reset_reply();
	rtu.p_rtu_pdata = NULL;
	rtu.rtu_length = 0;
	assert_int_equal(get_ready(&rtu), IB_SUCCESS);
	assert_int_equal(ibcm_rtu_get(cm.bytes).private_data[0], 0);
}

static void is_not_ready(ib_api_status_t status, const char *made)
{
	assert_int_equal(get_ready(&rtu), status);
	were_called(made);
	assert_int_not_equal(cm.state, IBA_CM_CONNECTED);
	reset_reply();
}

static void a_connection_may_not_be_ready(void **state)
{
	(void)state;
	reset_reply();
	assert_int_equal(get_ready(NULL), IB_INVALID_PARAMETER);
	were_called("P");
	rtu.pfn_cm_dreq_cb = NULL;
	is_not_ready(IB_INVALID_PARAMETER, "P");
	rtu.rtu_length = IB_RTU_PDATA_SIZE + 1;
	is_not_ready(IB_INVALID_MAX_WRS, "P");
	cm.state = IBA_CM_REQ_SENT;
	is_not_ready(IB_INVALID_STATE, "P");
	cm.qp = NULL;
	is_not_ready(IB_INVALID_STATE, "P");
	rtr_status = IB_ERROR;
	left = &qp;
	is_not_ready(IB_ERROR, "2jPq");
	rts_status = IB_RESOURCE_BUSY;
	assert_int_equal(get_ready(&rtu), IB_RESOURCE_BUSY);
	were_called("23jP");
	assert_int_equal(rejected_for, IB_REJ_INSUF_RESOURCES);
	found = NULL;
	assert_int_equal(get_ready(&rtu), IB_INVALID_HANDLE);
	were_called("");
}

int main(void)
{
#define NEW(name) cmocka_unit_test_setup_teardown(name, reset_request, check_connection)
	const struct CMUnitTest tests[] = {
		NEW(a_request_is_sent),
		NEW(another_request_is_sent),
		NEW(numbers_are_random),
		NEW(requests_are_checked),
		NEW(a_request_may_fail),
		NEW(a_reply_is_reported),
		NEW(other_replies_are_answered),
		NEW(a_connection_is_ready),
		NEW(a_connection_may_not_be_ready),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
