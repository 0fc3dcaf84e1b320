/* SPDX-License-Identifier: BSD-2-Clause */
/* Peer-to-peer requests: which request is the peer's, and which side responds. */
#include <errno.h>
#include <time.h>

#include "cm_sides_kit.h"

static int services; /* that requests are received for */
static struct ibcm_req asked;
static ib_cm_req_t req;
static bool dead;
static enum iba_cm_state state_after; /* the callback */
static ib_cm_req_rec_t req_rec;

void iba_cm_receive_requests(struct iba_cm_port *port, ib_net64_t service, bool serves)
{
	assert_ptr_equal(port, expected_port);
	assert_int_equal(service, 0x1122);
	services += serves ? 1 : -1;
}

ib_qp_type_t iba_cm_type_of(const struct ibcm_req *req)
{
	return req->service_type == IBCM_SERVICE_TYPE_UC ? IB_QPT_UNRELIABLE_CONN
							 : IB_QPT_RELIABLE_CONN;
}

bool iba_hold_alive(struct iba_object *object)
{
	assert_ptr_equal(object, &cm.object);
	assert_int_equal(pthread_mutex_trylock(&port.lock), EBUSY);
	if (!dead)
		pthread_mutex_unlock(&port.lock);
	return !dead;
}

void iba_cm_store_request(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			  const struct ibcm_req *req)
{
	assert_ptr_equal(arrival, expected_arrival);
	assert_ptr_equal(req, &asked);
	assert_true(locked);
	cm->state = IBA_CM_REQ_RECEIVED;
	note('Q');
}

ib_cm_req_rec_t iba_cm_request_record(const struct iba_cm *cm)
{
	assert_int_equal(cm->state, IBA_CM_REQ_RECEIVED);
	return (ib_cm_req_rec_t){.resp_res = 3};
}

static void on_req(ib_cm_req_rec_t *rec)
{
	assert_false(locked);
	req_rec = *rec;
	cm.state = state_after;
	note('b');
}

/* A request of this side was sent, and the peer's is the same. */
static int reset_peer(void **state)
{
	static uint8_t compared[] = {5, 6};
	static struct iba_cm other;

	reset_connection(state);
	reset_queue_pair();
	services = 0;
	dead = false;
	state_after = IBA_CM_REQ_RECEIVED;
	memset(&other, 0, sizeof(other));
	other.next = &cm;
	port.connections = &other;
	memset(path.dgid.raw, 0x31, sizeof(path.dgid.raw));
	req = (ib_cm_req_t){.svc_id = 0x1122,
			    .pfn_cm_req_cb = on_req,
			    .p_primary_path = &path,
			    .p_compare_buffer = compared,
			    .compare_offset = 3,
			    .compare_length = 2};
	asked = (struct ibcm_req){.local_id = REMOTE,
				  .service_id = be64toh(0x1122),
				  .service_type = IBCM_SERVICE_TYPE_RC,
				  .private_data = {[3] = 5, [4] = 6},
				  .qpn = QPN,
				  .ca_guid = UINT64_C(0x8877665544332211)};
	memset(asked.primary.local_gid, 0x31, sizeof(asked.primary.local_gid));
	cm.state = IBA_CM_REQ_SENT;
	cm.type = IB_QPT_RELIABLE_CONN;
	cm.qp = &qp;
	cm.active = true;
	cm.message = 1;
	sender.lid = cm.to.lid = 0x44;
	qp.reporter.object.context = &req;
	return 0;
}

static void arguments_are_checked(void **state)
{
	(void)state;
	assert_int_equal(iba_cm_check_peer(&req), IB_SUCCESS);
	req.compare_offset = IB_REQ_PDATA_SIZE - 2;
	assert_int_equal(iba_cm_check_peer(&req), IB_SUCCESS);
	req.compare_offset++;
	assert_int_equal(iba_cm_check_peer(&req), IB_INVALID_SETTING);
	req.p_compare_buffer = NULL;
	assert_int_equal(iba_cm_check_peer(&req), IB_INVALID_PARAMETER);
	req.pfn_cm_req_cb = NULL;
	assert_int_equal(iba_cm_check_peer(&req), IB_SUCCESS);
	req.pfn_cm_req_cb = on_req;
	req.compare_length = 0;
	assert_int_equal(iba_cm_check_peer(&req), IB_SUCCESS);
}

static void a_peer_is_expected(void **state)
{
	(void)state;
	iba_cm_expect_peer(&cm, &req);
	assert_int_equal(services, 1);
	assert_int_equal(cm.service, 0x1122);
	assert_true(cm.peer.serves);
	assert_ptr_equal(cm.peer.received, on_req);
	assert_memory_equal(&cm.peer.gid, &path.dgid, sizeof(path.dgid));
	assert_int_equal(cm.peer.compare_offset, 3);
	assert_int_equal(cm.peer.compare_length, 2);
	assert_int_equal(cm.peer.compare[1], 6);
	iba_cm_stop_expecting_peer(&cm);
	assert_int_equal(services, 0);
	assert_false(cm.peer.serves);
	iba_cm_stop_expecting_peer(&cm);
	assert_int_equal(services, 0);
	req.compare_length = 0;
	req.p_compare_buffer = NULL;
	iba_cm_expect_peer(&cm, &req);
	iba_cm_stop_expecting_peer(&cm);
	reset_peer(NULL);
	req.pfn_cm_req_cb = NULL;
	iba_cm_expect_peer(&cm, &req);
	assert_int_equal(services, 0);
	assert_false(cm.peer.serves);
}

/* Whether the request is the peer's; everything is reset afterwards. */
static void is_of_peer(bool expected)
{
	assert_ptr_equal(iba_cm_find_peer(&port, &arrival, &asked), expected ? &cm : NULL);
	assert_int_equal(pthread_mutex_trylock(&port.lock), 0);
	pthread_mutex_unlock(&port.lock);
	reset_peer(NULL);
	iba_cm_expect_peer(&cm, &req);
}

static void a_request_is_the_peers(void **state)
{
	(void)state;
	is_of_peer(false);
	is_of_peer(true);
	cm.peer.serves = false;
	is_of_peer(false);
	cm.state = IBA_CM_REP_RECEIVED;
	is_of_peer(false);
	cm.qp = NULL;
	is_of_peer(false);
	asked.service_id++;
	is_of_peer(false);
	cm.type = IB_QPT_UNRELIABLE_CONN;
	is_of_peer(false);
	asked.local_id = LOCAL; /* our own */
	is_of_peer(false);
	asked.local_id = LOCAL;
	asked.ca_guid++;
	is_of_peer(true);
	asked.primary.local_gid[15]++;
	is_of_peer(false);
	sender.lid++;
	is_of_peer(true);
	memset(&cm.peer.gid, 0, sizeof(cm.peer.gid)); /* unknown */
	asked.primary.local_gid[15]++;
	is_of_peer(true);
	memset(&cm.peer.gid, 0, sizeof(cm.peer.gid));
	sender.lid++;
	is_of_peer(false);
	asked.private_data[4] = 7;
	is_of_peer(false);
	asked.private_data[5] = asked.private_data[2] = 7;
	is_of_peer(true);
	dead = true;
	is_of_peer(false);
}

static void a_rejection_may_be_too_early(void **state)
{
	struct ibcm_rej rej = {.message = IBCM_REJECTED_REQ,
			       .reason = IBCM_REASON_INVALID_SERVICE_ID};

	(void)state;
	assert_false(iba_cm_is_too_early(&cm, &rej));
	cm.peer.received = on_req;
	assert_false(iba_cm_is_too_early(&cm, &rej));
	cm.active = false;
	assert_true(iba_cm_is_too_early(&cm, &rej));
	cm.active = true;
	cm.peer.serves = true;
	assert_true(iba_cm_is_too_early(&cm, &rej));
	rej.reason++;
	assert_false(iba_cm_is_too_early(&cm, &rej));
	rej.reason--;
	rej.message = IBCM_REJECTED_REP;
	assert_false(iba_cm_is_too_early(&cm, &rej));
}

static void receive_request(uint64_t guid, uint32_t qpn, const char *made)
{
	reset_peer(NULL);
	iba_cm_expect_peer(&cm, &req);
	asked.ca_guid = guid;
	asked.qpn = qpn;
	locked = true;
	iba_cm_peer_req_received(&cm, &arrival, &asked);
	were_called(made);
}

static void the_greater_side_stays_active(void **state)
{
	const uint64_t guid = UINT64_C(0x8877665544332211);

	(void)state;
	receive_request(guid - 1, QPN + 1, "s");
	assert_true(cm.active);
	assert_int_equal(services, 1);
	receive_request(guid, QPN - 1, "s");
	receive_request(guid, QPN, "cQb");
	receive_request(guid + 1, QPN - 1, "cQb");
	assert_int_equal(services, 0);
	assert_false(cm.active);
	assert_int_equal(cm.message, 0);
	assert_true(cm.finished);
	assert_ptr_equal(req_rec.context, &req);
	assert_int_equal(req_rec.resp_res, 3);
	reset_peer(NULL);
	iba_cm_expect_peer(&cm, &req);
	asked.ca_guid = guid + 1;
	state_after = IBA_CM_REP_SENT;
	locked = true;
	iba_cm_peer_req_received(&cm, &arrival, &asked);
	assert_false(cm.finished);
}

/* ---- the thread that waits ---- */

static pthread_mutex_t waits = PTHREAD_MUTEX_INITIALIZER;
static bool begun;

static void *wait_for_end(void *result)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 5;
	pthread_mutex_lock(&waits);
	begun = true;
	*(int *)result = pthread_cond_timedwait(&port.finished, &waits, &end);
	pthread_mutex_unlock(&waits);
	return NULL;
}

static void a_program_waits_for_its_callback(void **state)
{
	const struct timespec pause = {.tv_nsec = 1000 * 1000};
	pthread_t thread;
	int result = -1;

	(void)state;
	pthread_cond_init(&port.finished, NULL);
	assert_int_equal(pthread_create(&thread, NULL, wait_for_end, &result), 0);
	for (bool waiting = false; !waiting;) {
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&waits);
		waiting = begun;
		pthread_mutex_unlock(&waits);
	}
	receive_request(UINT64_MAX, QPN, "cQb");
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(result, 0);
}

int main(void)
{
#define NEW(name) cmocka_unit_test_setup_teardown(name, reset_peer, check_connection)
	const struct CMUnitTest tests[] = {
		NEW(arguments_are_checked),         NEW(a_peer_is_expected),
		NEW(a_request_is_the_peers),        NEW(a_rejection_may_be_too_early),
		NEW(the_greater_side_stays_active), NEW(a_program_waits_for_its_callback),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
