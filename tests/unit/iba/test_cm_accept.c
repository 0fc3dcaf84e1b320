/* SPDX-License-Identifier: BSD-2-Clause */
/* The passive side of a connection: requests that arrive, replies, and ready-to-use messages. */
#include <errno.h>

#include "cm_listeners_kit.h"
#include "cm_sides_kit.h"

static struct iba_cm other;
static struct iba_cm *peer;
static bool dead;
static ib_api_status_t post_status;
static ib_recv_wr_t receive, *failure;
static struct iba_qp other_qp;

/* The port is locked, and stays so for the connection that was found. */
bool iba_hold_alive(struct iba_object *object)
{
	assert_ptr_equal(object, &cm.object);
	assert_int_equal(pthread_mutex_trylock(&port.lock), EBUSY);
	if (dead)
		return false;
	pthread_mutex_unlock(&port.lock);
	locked = true;
	return true;
}

struct iba_cm *iba_cm_find_peer(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_req *req)
{
	assert_ptr_equal(port, expected_port);
	assert_ptr_equal(arrival, expected_arrival);
	assert_int_equal(req->local_id, REMOTE);
	locked = peer != NULL;
	return peer;
}

void iba_cm_peer_req_received(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			      const struct ibcm_req *req)
{
	assert_ptr_equal(arrival, expected_arrival);
	assert_int_equal(req->local_id, REMOTE);
	iba_cm_unlock(cm);
	note('V');
}

void iba_cm_peer_disconnected(struct iba_cm *cm, const uint8_t *data)
{
	assert_null(data);
	iba_cm_unlock(cm);
	note('D');
}

struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id)
{
	assert_int_equal(remote_id, REMOTE);
	return iba_cm_find(port, local_id);
}

ib_path_rec_t iba_cm_reverse_path(const struct ibcm_req *req, const struct ibcm_path *path)
{
	return (ib_path_rec_t){.pkey = htons(req->pkey), .dlid = htons(path->local_lid)};
}

ib_api_status_t inverbs_iba_any_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed)
{
	assert_ptr_equal(h_qp, &qp);
	assert_ptr_equal(wr, &receive);
	assert_ptr_equal(failed, &failure);
	note('v');
	return post_status;
}

ib_api_status_t iba_cm_respond_sidr(struct iba_cm *cm, const struct iba_qp *qp,
				    const ib_cm_rep_t *rep)
{
	assert_ptr_equal(cm, expected_cm);
	assert_ptr_equal(qp, rep->h_qp ? expected_qp : NULL);
	assert_true(locked);
	note('i');
	return IB_SUCCESS;
}

void *iba_handle(const struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &qp;
}

/* ---- requests ---- */

static struct ibcm_req asked;

static int reset_passive(void **state)
{
	reset_connection(state);
	reset_queue_pair();
	found_listener = (struct iba_listener *)&searched_for;
	reported_to = NULL;
	serves_another = dead = false;
	peer = NULL;
	post_status = IB_SUCCESS;
	path.pkey = htons(0x8001);
	ca.guid = port.port.ca_guid;
	asked = (struct ibcm_req){.local_id = REMOTE,
				  .service_id = 0x1122334455667788,
				  .pkey = 0x8001,
				  .qpn = QPN,
				  .ca_guid = 0x99,
				  .service_type = IBCM_SERVICE_TYPE_RC,
				  .cm_retries = 9,
				  .local_response_timeout = 20,
				  .starting_psn = 0x5544,
				  .initiator_depth = 3,
				  .responder_resources = 2,
				  .retry_count = 5,
				  .rnr_retry_count = 6,
				  .primary = {.ack_timeout = 8, .local_lid = 0x71},
				  .alternate = {.ack_timeout = 7, .local_lid = 0x73},
				  .private_data = {0x61}};
	return 0;
}

static void a_request_arrives(const char *made)
{
	asked.private_data[sizeof(asked.private_data) - 1] = 0x63;
	ibcm_req_put(arrived, &asked);
	sender.lid = 0x44;
	iba_cm_req_arrived(&port, &arrival);
	were_called(made);
}

static void a_request_is_reported(void **state)
{
	(void)state;
	a_request_arrives("mnP");
	assert_ptr_equal(reported_to, found_listener);
	assert_true(searched_for.service == htobe64(0x1122334455667788));
	assert_int_equal(searched_for.pkey, htons(0x8001));
	assert_int_equal(searched_for.type, IB_QPT_RELIABLE_CONN);
	assert_int_equal(wanted_data, 0x61);
	assert_int_equal(cm.state, IBA_CM_REQ_RECEIVED);
	assert_int_equal(cm.type, IB_QPT_RELIABLE_CONN);
	assert_true(cm.request.service_id == 0x1122334455667788);
	assert_int_equal(cm.private_data[0], 0x61);
	assert_int_equal(cm.private_data[sizeof(asked.private_data) - 1], 0x63);
	assert_int_equal(cm.remote_id, REMOTE);
	assert_int_equal(cm.remote_qpn, QPN);
	assert_int_equal(cm.remote_guid, 0x99);
	assert_int_equal(cm.to.lid, 0x44);
	assert_int_equal(cm.tid, 0x99);
	assert_int_equal(cm.retries, 9);
	assert_int_equal(cm.wait_ms, 2800);
	assert_int_equal(cm.time_wait_ms, 1600);
	asked.service_type = IBCM_SERVICE_TYPE_UC;
	a_request_arrives("mnP");
	assert_int_equal(cm.type, IB_QPT_UNRELIABLE_CONN);
	assert_int_equal(searched_for.type, IB_QPT_UNRELIABLE_CONN);
}

static void is_refused(uint16_t reason, const char *made)
{
	a_request_arrives(made);
	assert_int_equal(refused_id, REMOTE);
	assert_int_equal(refused_as, IBCM_REJECTED_REQ);
	assert_int_equal(refused_for, reason);
	reset_passive(NULL);
}

static void a_request_may_be_refused(void **state)
{
	(void)state;
	no_memory = true;
	is_refused(IBCM_REASON_NO_RESOURCES, "LF");
	asked.service_type = 3;
	is_refused(IBCM_REASON_INVALID_SERVICE_TYPE, "LF");
	found_listener = NULL;
	serves_another = true;
	is_refused(IBCM_REASON_INVALID_SERVICE_TYPE, "F");
	found_listener = NULL;
	is_refused(IBCM_REASON_INVALID_SERVICE_ID, "F");
}

/* A connection that this request made, second in the list. */
static void is_known(enum iba_cm_state state)
{
	reset_passive(NULL);
	memset(&other, 0, sizeof(other));
	cm.state = state;
	cm.remote_id = REMOTE;
	cm.remote_qpn = QPN;
	cm.remote_guid = 0x99;
	other.next = &cm;
	port.connections = &other;
}

static void a_request_is_repeated(void **state)
{
	(void)state;
	is_known(IBA_CM_REQ_RECEIVED);
	a_request_arrives("RP");
	assert_int_equal(repeated, IBCM_ATTRIBUTE_MRA);
	is_known(IBA_CM_REP_SENT);
	a_request_arrives("RP");
	assert_int_equal(repeated, IBCM_ATTRIBUTE_REP);
	is_known(IBA_CM_CONNECTED);
	a_request_arrives("P");
	is_known(IBA_CM_REQ_RECEIVED);
	cm.active = true;
	a_request_arrives("mnP");
	is_known(IBA_CM_REQ_RECEIVED);
	cm.remote_id++;
	a_request_arrives("mnP");
	is_known(IBA_CM_REQ_RECEIVED);
	cm.remote_guid++;
	a_request_arrives("mnP");
	is_known(IBA_CM_REQ_RECEIVED);
	dead = true;
	a_request_arrives("mnP");
}

static void is_stale(void)
{
	is_known(IBA_CM_CONNECTED);
	cm.remote_id++;
}

static void a_connection_may_be_stale(void **state)
{
	(void)state;
	is_stale();
	a_request_arrives("FDP");
	assert_int_equal(refused_for, IBCM_REASON_STALE_CONNECTION);
	assert_int_equal(refused_as, IBCM_REJECTED_REQ);
	is_stale();
	cm.state = IBA_CM_TIME_WAIT;
	a_request_arrives("mnP");
	is_stale();
	cm.remote_qpn++;
	a_request_arrives("mnP");
	is_stale();
	cm.remote_guid++;
	a_request_arrives("mnP");
	is_stale();
	dead = true;
	a_request_arrives("mnP");
}

static void a_peer_may_have_asked(void **state)
{
	(void)state;
	peer = &cm;
	a_request_arrives("VP");
}

/* ---- replies ---- */

static const uint8_t data[] = {0x11, 0x22, 0x33};
static ib_cm_rep_t rep;

static void on_mra(ib_cm_mra_rec_t *rec)
{
	(void)rec;
}

static void on_lap(ib_cm_lap_rec_t *rec)
{
	(void)rec;
}

static void on_dreq(ib_cm_dreq_rec_t *rec)
{
	(void)rec;
}

static ib_cm_rtu_rec_t rtu_rec;
static uint8_t rtu_byte;

static void on_rtu(ib_cm_rtu_rec_t *rec)
{
	assert_false(locked);
	rtu_rec = *rec;
	rtu_byte = rec->p_rtu_pdata[0];
	note('b');
}

static void reset_rep(void)
{
	reset_passive(NULL);
	cm.state = IBA_CM_REQ_RECEIVED;
	cm.type = IB_QPT_RELIABLE_CONN;
	cm.request = asked;
	cm.remote_id = REMOTE;
	cm.finished = true;
	rep = (ib_cm_rep_t){.h_qp = (ib_qp_handle_t)&qp,
			    .qp_type = IB_QPT_RELIABLE_CONN,
			    .p_rep_pdata = data,
			    .rep_length = sizeof(data),
			    .access_ctrl = IB_AC_RDMA_READ,
			    .init_depth = 9,
			    .target_ack_delay = 31,
			    .failover_accepted = IB_FAILOVER_ACCEPT_SUCCESS,
			    .flow_ctrl = TRUE,
			    .rnr_nak_timeout = 31,
			    .rnr_retry_cnt = 7,
			    .pfn_cm_rej_cb = on_rej,
			    .pfn_cm_mra_cb = on_mra,
			    .pfn_cm_rtu_cb = on_rtu,
			    .pfn_cm_lap_cb = on_lap,
			    .pfn_cm_dreq_cb = on_dreq};
}

static ib_api_status_t reply_with(const ib_cm_rep_t *with)
{
	return ib_cm_rep((ib_cm_handle_t){.cid = 0x41}, with);
}

static void a_reply_is_sent(void **state)
{
	struct ibcm_rep v;

	(void)state;
	reset_rep();
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
	were_called("A12SPq");
	assert_int_equal(looked_for, 0x41);
	v = ibcm_rep_get(cm.bytes);
	assert_int_equal(cm.message, IBCM_ATTRIBUTE_REP);
	assert_int_equal(v.local_id, LOCAL);
	assert_int_equal(v.remote_id, REMOTE);
	assert_int_equal(v.qpn, QPN);
	assert_int_equal(v.starting_psn, 0x6677);
	assert_int_equal(v.responder_resources, 3);
	assert_int_equal(v.initiator_depth, 2);
	assert_int_equal(v.ack_delay, 31);
	assert_int_equal(v.failover_accepted, IB_FAILOVER_ACCEPT_SUCCESS);
	assert_int_equal(v.flow_control, 1);
	assert_int_equal(v.rnr_retry_count, 7);
	assert_int_equal(v.srq, 0);
	assert_true(v.ca_guid == UINT64_C(0x8877665544332211));
	assert_memory_equal(v.private_data, data, sizeof(data));
	assert_int_equal(cm.ends.primary.dlid, htons(0x71));
	assert_int_equal(cm.ends.ack_timeout, 8);
	assert_true(cm.ends.has_alternate);
	assert_int_equal(alternate_timeout, 7);
	assert_int_equal(cm.ends.pkey_index, 6);
	assert_int_equal(cm.ends.rq_psn, 0x6677);
	assert_int_equal(cm.ends.sq_psn, 0x5544);
	assert_int_equal(cm.ends.rnr_nak_timeout, 31);
	assert_int_equal(cm.ends.retry_count, 5);
	assert_int_equal(cm.ends.rnr_retry_count, 6);
	assert_int_equal(cm.ends.access, IB_AC_RDMA_READ);
	assert_ptr_equal(cm.rej, on_rej);
	assert_ptr_equal(cm.mra, on_mra);
	assert_ptr_equal(cm.rtu, on_rtu);
	assert_ptr_equal(cm.lap_received, on_lap);
	assert_ptr_equal(cm.dreq, on_dreq);
	assert_false(cm.finished);
	assert_int_equal(cm.state, IBA_CM_REP_SENT);
}

uint32_t iba_cm_random_psn(void)
{
	return 0x6677;
}

static void another_reply_is_sent(void **state)
{
	static struct iba_srq srq;
	struct ibcm_rep v;

	(void)state;
	reset_rep();
	cm.qp = &qp; /* a peer-to-peer connection */
	cm.request.alternate.local_lid = 0;
	cm.request.initiator_depth = 9;
	cm.request.responder_resources = 8;
	rep.init_depth = 7;
	rep.flow_ctrl = FALSE;
	rep.p_rep_pdata = NULL;
	rep.rep_length = 0;
	rep.p_recv_wr = &receive;
	rep.pp_recv_failure = &failure;
	rep.flags = IB_FLAGS_SYNC;
	qp.srq = &srq;
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
	were_called("1v2SwPq");
	v = ibcm_rep_get(cm.bytes);
	assert_int_equal(v.responder_resources, 4);
	assert_int_equal(v.initiator_depth, 5);
	assert_int_equal(v.failover_accepted, IB_FAILOVER_ACCEPT_UNSUPPORTED);
	assert_int_equal(v.flow_control, 0);
	assert_int_equal(v.srq, 1);
	assert_int_equal(v.private_data[0], 0);
	assert_false(cm.ends.has_alternate);
	assert_null(alternate_set);
	reset_rep();
	rep.init_depth = 1;
	rep.failover_accepted = IB_FAILOVER_ACCEPT_ERROR;
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
	assert_int_equal(cm.ends.initiator_depth, 1);
	assert_false(cm.ends.has_alternate);
	v = ibcm_rep_get(cm.bytes);
	assert_int_equal(v.failover_accepted, IB_FAILOVER_ACCEPT_ERROR);
}

static void refuses_reply(ib_api_status_t status, const char *made)
{
	assert_int_equal(reply_with(&rep), status);
	were_called(made);
	assert_int_not_equal(cm.state, IBA_CM_REP_SENT);
	reset_rep();
}

static void replies_are_checked(void **state)
{
	uint8_t *const numbers[] = {&rep.rnr_retry_cnt, &rep.rnr_nak_timeout,
				    &rep.target_ack_delay};

	(void)state;
	reset_rep();
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		++*numbers[i];
		refuses_reply(IB_INVALID_SETTING, "Pq");
	}
	rep.failover_accepted = IB_FAILOVER_ACCEPT_ERROR + 1;
	refuses_reply(IB_INVALID_SETTING, "Pq");
	rep.qp_type = IB_QPT_UNRELIABLE_CONN;
	refuses_reply(IB_INVALID_SETTING, "Pq");
	rep.pfn_cm_rej_cb = NULL;
	refuses_reply(IB_INVALID_PARAMETER, "Pq");
	rep.pfn_cm_rtu_cb = NULL;
	refuses_reply(IB_INVALID_PARAMETER, "Pq");
	rep.pfn_cm_dreq_cb = NULL;
	refuses_reply(IB_INVALID_PARAMETER, "Pq");
	on_dispatcher = true;
	rep.flags = IB_FLAGS_SYNC;
	refuses_reply(IB_UNSUPPORTED, "Pq");
	rep.rep_length = IB_REP_PDATA_SIZE + 1;
	refuses_reply(IB_INVALID_MAX_WRS, "Pq");
	rep.h_qp = NULL;
	refuses_reply(IB_INVALID_QP_HANDLE, "P");
	cm.qp = &other_qp;
	refuses_reply(IB_INVALID_QP_HANDLE, "Pq");
	qp.type = IB_QPT_UNRELIABLE_CONN;
	refuses_reply(IB_INVALID_SETTING, "Pq");
	cm.state = IBA_CM_CONNECTED;
	refuses_reply(IB_INVALID_STATE, "Pq");
	cm.handed_to = found_listener;
	refuses_reply(IB_INVALID_STATE, "Pq");
	assert_int_equal(reply_with(NULL), IB_INVALID_PARAMETER);
	were_called("P");
	found = NULL;
	refuses_reply(IB_INVALID_HANDLE, "q");
	on_dispatcher = true; /* without waiting */
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
	reset_rep();
	cm.type = IB_QPT_UNRELIABLE_DGRM;
	rep.flags = IB_FLAGS_SYNC;
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
	were_called("iPq");
}

static void a_reply_may_fail(void **state)
{
	static struct iba_al other_al;

	(void)state;
	reset_rep();
	rep.flags = IB_FLAGS_SYNC;
	attach_status = IB_INVALID_QP_STATE;
	refuses_reply(IB_INVALID_QP_STATE, "APq");
	ca.guid = 5;
	refuses_reply(IB_INVALID_QP_HANDLE, "AdqPq");
	qp_al = &other_al;
	refuses_reply(IB_INVALID_QP_HANDLE, "AdqPq");
	pkey_index = -1;
	refuses_reply(IB_INVALID_SETTING, "AdqPq");
	no_alternate = true;
	refuses_reply(IB_INVALID_SETTING, "AdqPq");
	init_status = IB_ERROR;
	rep.p_recv_wr = &receive;
	refuses_reply(IB_ERROR, "A1dqPq");
	rep.p_recv_wr = &receive;
	rep.pp_recv_failure = &failure;
	post_status = IB_INSUFFICIENT_RESOURCES;
	refuses_reply(IB_INSUFFICIENT_RESOURCES, "A1vdqPq");
	rtr_status = IB_ERROR;
	refuses_reply(IB_ERROR, "A12dqPq");
	pkey_index = 0;
	assert_int_equal(reply_with(&rep), IB_SUCCESS);
}

/* ---- ready to use ---- */

static void put_rtu(void)
{
	const struct ibcm_rtu v = {.local_id = REMOTE, .remote_id = LOCAL, .private_data = {0x51}};

	reset_passive(NULL);
	ibcm_rtu_put(arrived, &v);
	cm.state = IBA_CM_REP_SENT;
	cm.qp = &qp;
	cm.rtu = on_rtu;
	qp.reporter.object.context = &rep;
}

static void the_peer_is_ready(void **state)
{
	(void)state;
	put_rtu();
	iba_cm_rtu_arrived(&port, &arrival);
	were_called("c3bfP");
	assert_int_equal(looked_for, LOCAL);
	assert_int_equal(cm.state, IBA_CM_CONNECTED);
	assert_int_equal(rtu_byte, 0x51);
	assert_ptr_equal(rtu_rec.h_qp, &qp);
	assert_ptr_equal(rtu_rec.qp_context, &rep);
	iba_cm_rtu_arrived(&port, &arrival);
	were_called("P");
	put_rtu();
	cm.qp = NULL;
	iba_cm_rtu_arrived(&port, &arrival);
	were_called("P");
	assert_int_equal(cm.state, IBA_CM_REP_SENT);
	found = NULL;
	iba_cm_rtu_arrived(&port, &arrival);
	were_called("");
}

int main(void)
{
#define NEW(name) cmocka_unit_test_setup_teardown(name, reset_passive, check_connection)
	const struct CMUnitTest tests[] = {
		NEW(a_request_is_reported), NEW(a_request_may_be_refused),
		NEW(a_request_is_repeated), NEW(a_connection_may_be_stale),
		NEW(a_peer_may_have_asked), NEW(a_reply_is_sent),
		NEW(another_reply_is_sent), NEW(replies_are_checked),
		NEW(a_reply_may_fail),      NEW(the_peer_is_ready),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
