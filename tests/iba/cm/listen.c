/* SPDX-License-Identifier: BSD-2-Clause */
/* Listeners: ib_cm_listen(), ib_cm_cancel() and ib_cm_handoff(). */
#include "reliable_link.h"

#include <complib/cl_byteswap.h>

static ib_listen_handle_t listen_for(const ib_cm_listen_t *listen, const void *context)
{
	ib_listen_handle_t handle = NULL;

	assert_int_equal(ib_cm_listen(l.kit.al, listen, context, &handle), IB_SUCCESS);
	assert_non_null(handle);
	return handle;
}

static void cancel(ib_listen_handle_t handle)
{
	assert_int_equal(ib_cm_cancel(handle, ib_sync_destroy), IB_SUCCESS);
}

static struct call request_connection(const ib_cm_req_t *req)
{
	assert_int_equal(ib_cm_req(req), IB_SUCCESS);
	return link_wait(CALL_REQ);
}

static void reject(ib_cm_handle_t cm)
{
	const ib_cm_rej_t rej = link_rej();

	assert_int_equal(ib_cm_rej(cm, &rej), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_USER_DEFINED);
}

static void listeners_are_checked(void **state)
{
	const ib_cm_listen_t good = link_listen(&l, IB_QPT_UNRELIABLE_CONN);
	ib_cm_listen_t listen = good;
	ib_listen_handle_t handle = NULL;
	uint8_t bytes[4] = {0};

	(void)state;
	assert_int_equal(ib_cm_listen(NULL, &good, NULL, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_cm_listen((ib_al_handle_t)l.kit.pd, &good, NULL, &handle),
			 IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_cm_listen(l.kit.al, NULL, NULL, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_listen(l.kit.al, &good, NULL, NULL), IB_INVALID_PARAMETER);
	listen.pfn_cm_req_cb = NULL;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_PARAMETER);
	listen = good;
	listen.compare_length = 1;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_PARAMETER);
	listen.p_compare_buffer = bytes;
	listen.compare_offset = IB_REQ_PDATA_SIZE;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_SETTING);
	listen = good;
	listen.qp_type = IB_QPT_RAW_ETHER;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_SETTING);
	listen = good;
	listen.port_guid = 1;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_GUID);
	listen = good;
	listen.ca_guid = 1;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_GUID);
	listen.ca_guid = l.kit.guid[0]; /* the port belongs to the other adapter */
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_GUID);
	listen = good;
	listen.lid = l.a.attr->p_port_attr[0].lid;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_LID);
	listen = good;
	listen.pkey = CL_HTON16(0x8765);
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_PKEY);
	/* conflicts with an existing listener */
	listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_INVALID_SETTING);
	assert_null(handle);
	KIT_REFUSES(&l.kit, ib_listen_handle_t, IB_INVALID_HANDLE, ib_cm_cancel(bad, NULL));
}

static void a_canceled_listener_hears_nothing(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	struct told told;

	(void)state;
	told_begin(&told);
	cancel(l.listen);
	assert_int_equal(ib_cm_cancel(l.listen, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_SID);
	{
		const ib_cm_listen_t listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
		ib_listen_handle_t again = listen_for(&listen, &told);

		reject(request_connection(&req).cm);
		assert_int_equal(ib_cm_cancel(again, kit_destroyed), IB_SUCCESS);
		told_wait(&told);
	}
}

static void a_request_outlives_its_listener(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	struct call call = request_connection(&req);

	(void)state;
	cancel(l.listen);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	link_exchange(&l);
}

static void a_listener_takes_what_it_asks_for(void **state)
{
	const ib_port_attr_t *port = l.b.attr->p_port_attr;
	ib_cm_listen_t listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	const ib_cm_req_t req = link_req(&l);

	(void)state;
	cancel(l.listen);
	/* all ports, one adapter, one LID, one P_Key */
	listen.port_guid = IB_ALL_PORTS;
	l.listen = listen_for(&listen, NULL);
	reject(request_connection(&req).cm);
	cancel(l.listen);
	listen.ca_guid = l.kit.guid[1];
	l.listen = listen_for(&listen, NULL);
	reject(request_connection(&req).cm);
	cancel(l.listen);
	listen.lid = port->lid;
	listen.pkey = CL_HTON16(0x7fff); /* the membership bit is ignored */
	l.listen = listen_for(&listen, NULL);
	reject(request_connection(&req).cm);
	cancel(l.listen);
	/* a listener on the other adapter's port does not get the request */
	listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	listen.port_guid = l.a.attr->p_port_attr[0].port_guid;
	l.listen = listen_for(&listen, NULL);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_SID);
}

static void private_data_chooses_the_listener(void **state)
{
	ib_cm_listen_t listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	ib_cm_req_t req = link_req(&l);
	uint8_t wanted[] = {7, 8}, data[16] = {0};
	int exact;

	(void)state;
	listen.p_compare_buffer = wanted;
	listen.compare_offset = 3;
	listen.compare_length = sizeof(wanted);
	listen_for(&listen, &exact);
	memset(wanted, 0, sizeof(wanted)); /* the data was copied */
	req.p_req_pdata = data;
	req.req_length = sizeof(data);
	{
		struct call call = request_connection(&req);

		assert_ptr_equal(call.context, &l);
		reject(call.cm);
		data[3] = 7;
		data[4] = 8;
		call = request_connection(&req);
		assert_ptr_equal(call.context, &exact);
		reject(call.cm);
	}
	/* without the general listener, other data has no match */
	cancel(l.listen);
	data[4] = 9;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_SID);
}

static void a_request_is_handed_to_another_listener(void **state)
{
	ib_cm_listen_t listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	ib_cm_req_t req = link_req(&l);
	ib_listen_handle_t other;
	struct call call;
	int context;

	(void)state;
	listen.svc_id = 5;
	other = listen_for(&listen, &context);
	req.p_req_pdata = link_data(3);
	req.req_length = IB_REQ_PDATA_SIZE;
	l.cm_b = request_connection(&req).cm;
	assert_int_equal(ib_cm_handoff(l.cm_b, 6), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_handoff(l.cm_b, 5), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_ptr_equal(call.context, &context);
	assert_ptr_equal(call.listen, other);
	assert_memory_equal(call.data, link_data(3), IB_REQ_PDATA_SIZE);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_handoff(call.cm, 5), IB_INVALID_STATE);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	link_exchange(&l);
	call.cm.h_al = NULL;
	assert_int_equal(ib_cm_handoff(call.cm, 5), IB_INVALID_HANDLE);
}

static void cancel_own(const struct call *call)
{
	if (call->what != CALL_REQ)
		return;
	assert_int_equal(ib_cm_cancel(call->listen, ib_sync_destroy), IB_INVALID_STATE);
	assert_int_equal(ib_cm_cancel(call->listen, NULL), IB_SUCCESS);
	assert_int_equal(ib_cm_cancel(call->listen, NULL), IB_INVALID_HANDLE);
}

static void a_listener_cancels_itself_in_its_callback(void **state)
{
	const ib_cm_req_t req = link_req(&l);

	(void)state;
	link_also = cancel_own;
	reject(request_connection(&req).cm);
	link_also = NULL;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_SID);
}

/* Instances are separate connection managers; each receives only its own messages. */
static void instances_share_a_port(void **state)
{
	ib_cm_listen_t listen = link_listen(&l, IB_QPT_RELIABLE_CONN);
	ib_cm_req_t req = link_req(&l);
	struct link other;

	(void)state;
	cancel(l.listen);
	link_open(&other, IB_QPT_RELIABLE_CONN);
	listen.svc_id = 77;
	l.listen = listen_for(&listen, &l);
	assert_ptr_equal(request_connection(&req).context, &other);
	req.svc_id = 77;
	req.h_qp = other.a.qp;
	assert_ptr_equal(request_connection(&req).context, &l);
	/* closing an instance ends the requests that it has sent or received */
	link_end(&other);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_USER_DEFINED);
	l.a.qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, NULL);
	req.h_qp = l.a.qp;
	reject(request_connection(&req).cm);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(listeners_are_checked),
		EACH(a_canceled_listener_hears_nothing),
		EACH(a_request_outlives_its_listener),
		EACH(a_listener_takes_what_it_asks_for),
		EACH(private_data_chooses_the_listener),
		EACH(a_request_is_handed_to_another_listener),
		EACH(a_listener_cancels_itself_in_its_callback),
		EACH(instances_share_a_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
