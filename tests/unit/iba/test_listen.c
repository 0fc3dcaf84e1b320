/* SPDX-License-Identifier: BSD-2-Clause */
/* Listeners: their ports, the requests that they get, and requests handed over to others. */
#include "listen_kit.h"

/* ---- ports ---- */

/* One bit for each port that has the service. */
static unsigned int served_ports(void)
{
	unsigned int bits = 0;

	for (unsigned int i = 0; i < PORTS; i++)
		bits |= (unsigned int)served[i] << i;
	release_listeners();
	want_all();
	return bits;
}

static void a_listener_has_all_suitable_ports(void **state)
{
	(void)state;
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(served_id, SERVICE);
	assert_int_equal(asked_ports, 4);
	assert_int_equal(served_ports(), 0xf);
	wanted.ca_guid = 2;
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(served_ports(), 0xc);
	wanted.port_guid = 12;
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(served_ports(), 0x2);
	wanted.lid = lids[2];
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(served_ports(), 0x4);
	wanted.pkey = pkeys[3];
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(served_ports(), 0x8);
}

static void refuses(ib_api_status_t status)
{
	assert_int_equal(try_listen(), status);
	assert_null(al.object.children);
	release_listeners();
	reset_listeners(NULL);
}

static void the_best_reason_is_returned(void **state)
{
	(void)state;
	wanted.ca_guid = 3;
	refuses(IB_INVALID_GUID);
	wanted.port_guid = 33;
	refuses(IB_INVALID_GUID);
	wanted.ca_guid = 1;
	wanted.lid = lids[2];
	refuses(IB_INVALID_LID);
	wanted.port_guid = 11;
	wanted.lid = lids[2];
	refuses(IB_INVALID_LID);
	wanted.lid = lids[1];
	wanted.pkey = pkeys[2];
	refuses(IB_INVALID_PKEY);
	wanted.ca_guid = 1;
	for (int i = 0; i < PORTS; i++)
		port_status[i] = IB_ERROR;
	refuses(IB_ERROR);
	wanted.ca_guid = 1;
	port_status[0] = IB_ERROR;
	port_status[1] = IB_UNSUPPORTED;
	refuses(IB_UNSUPPORTED);
	list_errno = ENFILE;
	refuses(IB_INSUFFICIENT_RESOURCES);
	publish_status = IB_INVALID_STATE;
	refuses(IB_INVALID_STATE);
}

static void some_ports_are_skipped(void **state)
{
	(void)state;
	port_status[0] = port_status[3] = IB_ERROR;
	assert_int_equal(try_listen(), IB_SUCCESS);
	assert_int_equal(asked_ports, 4);
	assert_int_equal(served_ports(), 0x6);
}

static void memory_is_no_reason_to_skip_one(void **state)
{
	(void)state;
	for (int i = 1; i <= 5; i++) {
		fails_at = i;
		assert_int_equal(try_listen(), IB_INSUFFICIENT_MEMORY);
		assert_int_equal(fails_at, 0);
		assert_int_equal(asked_ports, i < 2 ? 0 : i - 2);
		asked_ports = 0;
		release_listeners();
	}
	for (int i = 0; i < PORTS; i++) {
		port_status[i] = IB_INSUFFICIENT_MEMORY;
		assert_int_equal(try_listen(), IB_INSUFFICIENT_MEMORY);
		assert_int_equal(asked_ports, i + 1);
		asked_ports = 0;
		port_status[i] = IB_SUCCESS;
		release_listeners();
	}
}

/* ---- arguments ---- */

static void arguments_are_checked(void **state)
{
	ib_al_handle_t handle = (ib_al_handle_t)&al;
	ib_listen_handle_t listener;

	(void)state;
	assert_int_equal(ib_cm_listen(NULL, &wanted, NULL, &listener), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_cm_listen(handle, NULL, NULL, &listener), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_listen(handle, &wanted, NULL, NULL), IB_INVALID_PARAMETER);
	wanted.pfn_cm_req_cb = NULL;
	refuses(IB_INVALID_PARAMETER);
	wanted.compare_length = 1;
	refuses(IB_INVALID_PARAMETER);
	wanted.qp_type = IB_QPT_MAD;
	refuses(IB_INVALID_SETTING);
	wanted.compare_offset = IB_REQ_PDATA_SIZE + 1;
	refuses(IB_INVALID_SETTING);
	wanted.p_compare_buffer = compared;
	wanted.compare_offset = 90;
	wanted.compare_length = IB_REQ_PDATA_SIZE - 89;
	refuses(IB_INVALID_SETTING);
	wanted.p_compare_buffer = compared;
	wanted.compare_offset = 90;
	wanted.compare_length = IB_REQ_PDATA_SIZE - 90;
	listen_ok();
	wanted.qp_type = IB_QPT_UNRELIABLE_CONN;
	listen_ok();
	wanted.qp_type = IB_QPT_UNRELIABLE_DGRM;
	wanted.compare_length = IB_SIDR_REQ_PDATA_SIZE - 90;
	listen_ok();
	release_listeners();
	wanted.compare_length++;
	refuses(IB_INVALID_SETTING);
	assert_int_equal(ib_cm_cancel((ib_listen_handle_t)&ports, ib_sync_destroy), IB_PENDING);
}

/* A second listener that differs from the first in what was changed before. */
static void is_another(ib_api_status_t status)
{
	assert_int_equal(try_listen(), status);
	release_listeners();
	want_all();
	wanted.p_compare_buffer = compared;
	wanted.compare_offset = 1;
	wanted.compare_length = 2;
	wanted.ca_guid = 1;
	wanted.port_guid = 11;
	wanted.lid = lids[0];
	wanted.pkey = pkeys[0];
	compared[0] = compared[1] = compared[2] = 7;
	listen_ok();
}

static void a_request_has_one_listener(void **state)
{
	(void)state;
	is_another(IB_SUCCESS);
	is_another(IB_INVALID_SETTING);
	wanted.svc_id++;
	is_another(IB_SUCCESS);
	wanted.qp_type = IB_QPT_UNRELIABLE_CONN;
	is_another(IB_SUCCESS);
	wanted.ca_guid = IB_ALL_CAS;
	is_another(IB_SUCCESS);
	wanted.port_guid = IB_ALL_PORTS;
	is_another(IB_SUCCESS);
	wanted.lid = IB_ALL_LIDS;
	is_another(IB_SUCCESS);
	wanted.pkey = IB_ALL_PKEYS;
	is_another(IB_SUCCESS);
	wanted.compare_length = 1;
	is_another(IB_SUCCESS);
	wanted.compare_offset = 2;
	is_another(IB_SUCCESS);
	compared[1] = 8;
	is_another(IB_SUCCESS);
	compared[2] = 8; /* is not compared */
	is_another(IB_INVALID_SETTING);
	al.object.children->alive = false;
	is_another(IB_SUCCESS);
	al.object.children->kind = INVERBS_IBA_CA;
	is_another(IB_SUCCESS);
	wanted.pkey = IB_ALL_PKEYS; /* the first in the list is another one */
	listen_ok();
	wanted.pkey = pkeys[0];
	is_another(IB_INVALID_SETTING);
}

/* ---- requests ---- */

static uint8_t data[IB_SIDR_REQ_PDATA_SIZE];
static struct iba_cm_wanted asked;

/* Who gets the request, and whether the service exists for any type. */
static void is_for(struct iba_listener *listener, bool exists)
{
	bool is_served = !exists;
	struct iba_object *const object = (struct iba_object *)listener;
	const unsigned int before = object ? object->references : 0;

	assert_ptr_equal(iba_cm_find_listener(&ports[0], &asked, &is_served), listener);
	assert_int_equal(is_served, exists);
	if (object)
		assert_int_equal(object->references, before + 1);
}

static void reset_asked(void)
{
	memset(data, 0, sizeof(data));
	asked = (struct iba_cm_wanted){.service = SERVICE,
				       .pkey = htons(0x0001),
				       .data = data,
				       .type = IB_QPT_RELIABLE_CONN};
}

static void a_request_finds_its_listener(void **state)
{
	struct iba_listener *listener;

	(void)state;
	reset_asked();
	is_for(NULL, false);
	wanted.ca_guid = 1;
	wanted.pkey = pkeys[0];
	listener = listen_ok();
	is_for(listener, true);
	asked.pkey = htons(0x8001);
	is_for(listener, true);
	asked.pkey = htons(0x8003);
	is_for(NULL, false);
	asked.pkey = htons(0x8001);
	asked.service++;
	is_for(NULL, false);
	asked.service--;
	asked.type = IB_QPT_UNRELIABLE_CONN;
	is_for(NULL, true);
	asked.type = IB_QPT_RELIABLE_CONN;
	al.object.children->alive = false;
	is_for(NULL, false);
	al.object.children->alive = true;
	al.object.children->kind = INVERBS_IBA_CA;
	is_for(NULL, false);
	al.object.children->kind = INVERBS_IBA_LISTEN;
	release_listeners();
	want_all();
	wanted.ca_guid = 2; /* does not listen at this port */
	listen_ok();
	is_for(NULL, false);
	release_listeners();
	want_all();
	asked.pkey = htons(0x4444);
	is_for(listen_ok(), true);
}

static void private_data_is_compared(void **state)
{
	struct iba_listener *listeners[3];

	(void)state;
	reset_asked();
	listeners[0] = listen_ok();
	compared[0] = 5;
	compared[1] = 6;
	wanted.p_compare_buffer = compared;
	wanted.compare_offset = 3;
	wanted.compare_length = 2;
	listeners[2] = listen_ok();
	wanted.compare_length = 1;
	listeners[1] = listen_ok();
	compared[0] = compared[1] = 0; /* was copied */
	is_for(listeners[0], true);
	data[3] = 5;
	is_for(listeners[1], true);
	data[4] = 6;
	is_for(listeners[2], true);
	/* of two that compare as much, the newer one */
	data[6] = 0;
	wanted.compare_offset = 6;
	wanted.compare_length = 2;
	is_for(listen_ok(), true);
}

static void a_request_is_reported(void **state)
{
	struct iba_listener *const listener = listen_ok();

	(void)state;
	cm.type = IB_QPT_UNRELIABLE_CONN;
	cm.request = (struct ibcm_req){.responder_resources = 3,
				       .flow_control = 1,
				       .rnr_retry_count = 4,
				       .pkey = 0x8001,
				       .primary = {.local_lid = 0x71},
				       .alternate = {.local_lid = 0x72}};
	iba_cm_report_request(&cm, listener);
	assert_int_equal(reports, 1);
	assert_int_equal(listener_puts, 1);
	assert_ptr_equal(rec.context, &found);
	assert_ptr_equal(rec.h_cm_listen, listener);
	assert_ptr_equal(rec.sidr_context, &compared);
	assert_int_equal(rec.h_cm_req.cid, 0x51);
	assert_ptr_equal(rec.p_req_pdata, cm.private_data);
	assert_int_equal(rec.qp_type, IB_QPT_UNRELIABLE_CONN);
	assert_int_equal(rec.resp_res, 3);
	assert_int_equal(rec.flow_ctrl, TRUE);
	assert_int_equal(rec.rnr_retry_cnt, 4);
	assert_int_equal(rec.pkey, htons(0x8001));
	assert_int_equal(rec.primary_path.dlid, 0x71);
	assert_int_equal(rec.alt_path.dlid, 0x72);
	cm.request.flow_control = 0;
	cm.request.alternate.local_lid = 0;
	cm.request.alternate.hop_limit = 1;
	iba_cm_report_request(&cm, listener);
	assert_int_equal(rec.flow_ctrl, FALSE);
	assert_int_equal(rec.alt_path.pkey, 1);
	cm.request.alternate.hop_limit = 0;
	iba_cm_report_request(&cm, listener);
	assert_int_equal(rec.alt_path.pkey, 0);
	assert_int_equal(rec.primary_path.pkey, 1);
	cm.type = IB_QPT_UNRELIABLE_DGRM;
	iba_cm_report_request(&cm, listener);
	assert_int_equal(rec.primary_path.pkey, 0);
	listener_puts = 0;
	iba_cm_listener_put(NULL);
	assert_int_equal(listener_puts, 0);
	iba_cm_listener_put(listener);
	assert_int_equal(listener_puts, 1);
}

/* ---- handing over ---- */

static ib_api_status_t hand_over(ib_net64_t service)
{
	const ib_api_status_t status = ib_cm_handoff((ib_cm_handle_t){.cid = 0x41}, service);

	assert_false(cm_locked);
	return status;
}

static void is_handed_over(enum iba_cm_state before, enum iba_cm_state after, int reported)
{
	cm.state = before;
	reports = listener_puts = cm_puts = 0;
	deferred = NULL;
	assert_int_equal(hand_over(SERVICE), IB_SUCCESS);
	assert_ptr_equal(cm.handed_to, al.object.children);
	assert_ptr_equal(deferred, &cm.handoff);
	assert_int_equal(cm_puts, 0); /* one more, and one less */
	cm.state = after;
	deferred->run(deferred);
	assert_null(cm.handed_to);
	assert_int_equal(reports, reported);
	assert_int_equal(listener_puts, 1);
	assert_int_equal(cm_puts, 1);
}

static void a_request_is_handed_over(void **state)
{
	(void)state;
	wanted.pkey = pkeys[0];
	listen_ok();
	cm.type = IB_QPT_RELIABLE_CONN;
	cm.request.pkey = 0x8001;
	is_handed_over(IBA_CM_REQ_RECEIVED, IBA_CM_REQ_RECEIVED, 1);
	is_handed_over(IBA_CM_SIDR_REQ_RECEIVED, IBA_CM_SIDR_REQ_RECEIVED, 1);
	is_handed_over(IBA_CM_REQ_RECEIVED, IBA_CM_CLOSED, 0);
}

static void stays(ib_net64_t service, ib_api_status_t status)
{
	cm_puts = 0;
	deferred = NULL;
	assert_int_equal(hand_over(service), status);
	assert_null(deferred);
	assert_int_equal(cm_puts, found ? 1 : 0);
	cm.state = IBA_CM_REQ_RECEIVED;
	cm.handed_to = NULL;
	cm.qp = NULL;
}

static void a_request_may_not_be_handed_over(void **state)
{
	static struct iba_qp qp;

	(void)state;
	listen_ok();
	cm.type = IB_QPT_RELIABLE_CONN;
	cm.state = IBA_CM_CONNECTED;
	stays(SERVICE, IB_INVALID_STATE);
	cm.handed_to = (struct iba_listener *)al.object.children;
	stays(SERVICE, IB_INVALID_STATE);
	cm.qp = &qp;
	stays(SERVICE, IB_INVALID_STATE);
	stays(SERVICE + 1, IB_INVALID_PARAMETER);
	found = NULL;
	stays(SERVICE, IB_INVALID_HANDLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_listener_has_all_suitable_ports),
		FRESH(the_best_reason_is_returned),
		FRESH(some_ports_are_skipped),
		FRESH(memory_is_no_reason_to_skip_one),
		FRESH(arguments_are_checked),
		FRESH(a_request_has_one_listener),
		FRESH(a_request_finds_its_listener),
		FRESH(private_data_is_compared),
		FRESH(a_request_is_reported),
		FRESH(a_request_is_handed_over),
		FRESH(a_request_may_not_be_handed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
