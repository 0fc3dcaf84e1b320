/* SPDX-License-Identifier: BSD-2-Clause */
/* Services for management datagrams: between two adapters, and without a responder. */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <pthread.h>

static struct kit kit, peer;
static const uint8_t gets[] = {IB_MAD_METHOD_GET, 0};

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

/* Returns a domain with an alias queue pair; deallocating it ends the queue pair and its
 * services. */
static ib_pd_handle_t domain_with_alias(const struct kit *of, ib_qp_handle_t *qp)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	ib_pd_handle_t pd;

	assert_int_equal(ib_alloc_pd(of->ca, IB_PDT_ALIAS, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_get_spl_qp(pd, of->port_guid, &create, NULL, NULL, NULL, qp),
			 IB_SUCCESS);
	return pd;
}

static void I33_special_queue_pairs_are_checked(void **state)
{
	ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	ib_qp_handle_t qp = NULL;
	ib_pool_key_t key;

	(void)state;
	assert_int_equal(ib_get_spl_qp(NULL, kit.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_get_spl_qp((ib_pd_handle_t)kit.ca, kit.port_guid, &create, NULL, NULL,
				       &key, &qp),
			 IB_INVALID_PD_HANDLE);
	assert_int_equal(
		ib_get_spl_qp(kit_random_handle(), kit.port_guid, &create, NULL, NULL, &key, &qp),
		IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, NULL, NULL, NULL, &key, &qp),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key, NULL),
			 IB_INVALID_PARAMETER);
	/* a nonexistent port, then one of the other adapter */
	assert_int_equal(ib_get_spl_qp(kit.pd, 1, &create, NULL, NULL, &key, &qp), IB_INVALID_PORT);
	assert_int_equal(ib_get_spl_qp(kit.pd, peer.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_INVALID_PORT);
	create.qp_type = IB_QPT_RELIABLE_CONN;
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_INVALID_PARAMETER);
	create.qp_type = IB_QPT_QP1;
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_INVALID_CQ_HANDLE);
	assert_null(qp);
	create.qp_type = IB_QPT_QP0_ALIAS;
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_SUCCESS);
}

static void services_are_checked(void **state)
{
	struct kit_svc svc = {.count = 0}, second = {.count = 0};
	ib_mad_svc_t request = {.support_unsol = FALSE};

	(void)state;
	assert_int_equal(kit_try_serve(NULL, &svc, KIT_VENDOR_CLASS, gets), IB_INVALID_QP_HANDLE);
	assert_int_equal(kit_try_serve((ib_qp_handle_t)kit.pd, &svc, KIT_VENDOR_CLASS, gets),
			 IB_INVALID_QP_HANDLE);
	assert_int_equal(kit_try_serve(kit_random_handle(), &svc, KIT_VENDOR_CLASS, gets),
			 IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_reg_mad_svc(kit.qp, NULL, &svc.handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_mad_svc(kit.qp, &request, &svc.handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_mad_svc(kit.qp, &request, NULL), IB_INVALID_PARAMETER);
	/* a class of QP0 on QP1; no class; classes that umad does not support */
	assert_int_equal(kit_try_serve(kit.qp, &svc, IB_MCLASS_SUBN_DIR, gets),
			 IB_INVALID_PARAMETER);
	assert_int_equal(kit_try_serve(kit.qp, &svc, 0, gets), IB_INVALID_PARAMETER);
	assert_int_equal(kit_try_serve(kit.qp, &svc, 0x32, gets), IB_UNSUPPORTED);
	assert_int_equal(kit_try_serve(kit.qp, &svc, 0x56, gets), IB_UNSUPPORTED);
	assert_null(svc.handle);
	/* only one service can have a method of a class */
	kit_serve(&kit, &svc, gets);
	assert_int_equal(kit_try_serve(kit.qp, &second, KIT_VENDOR_CLASS, gets),
			 IB_INSUFFICIENT_MEMORY);
	kit_serve(&kit, &second, NULL);
}

static void I59_sends_are_checked(void **state)
{
	struct kit_svc svc = {.count = 0};
	ib_mad_element_t *first = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);
	ib_mad_element_t *second = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);
	ib_mad_element_t *failure = NULL;

	(void)state;
	kit_serve(&kit, &svc, NULL);
	assert_int_equal(ib_send_mad(NULL, first, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_send_mad((ib_mad_svc_handle_t)kit.qp, first, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_send_mad(kit_random_handle(), first, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_send_mad(svc.handle, NULL, &failure), IB_INVALID_PARAMETER);
	first->p_next = second;
	assert_int_equal(ib_send_mad(svc.handle, first, NULL), IB_INVALID_PARAMETER);
	/* elements before the failing one are sent */
	second->size = 4096;
	assert_int_equal(ib_send_mad(svc.handle, first, &failure), IB_INVALID_SETTING);
	assert_ptr_equal(failure, second);
	assert_ptr_equal(kit_call(&svc, 0)->element, first);
	second->size = 1;
	assert_int_equal(ib_send_mad(svc.handle, second, &failure), IB_INVALID_SETTING);
	second->size = 256;
	second->rmpp_version = 1; /* the class does not use RMPP */
	assert_int_equal(ib_send_mad(svc.handle, second, &failure), IB_INVALID_SETTING);
	second->rmpp_version = 0;
	second->h_av = kit_random_handle();
	assert_int_not_equal(ib_send_mad(svc.handle, second, &failure), IB_SUCCESS);
	second->h_av = NULL;
	kit_send(&svc, second);
	assert_int_equal(kit_call(&svc, 1)->status, IB_WCS_SUCCESS);
	/* an element that has been put back */
	assert_int_equal(ib_put_mad(second), IB_SUCCESS);
	assert_int_equal(ib_send_mad(svc.handle, second, &failure), IB_INVALID_PARAMETER);
	assert_int_equal(ib_put_mad(first), IB_SUCCESS);
}

/* Returns the datagram as its own response. */
static void return_request(struct kit_svc *svc, const struct kit_call *call)
{
	if (!call->received) {
		ib_put_mad(call->element);
		return;
	}
	assert_null(call->element->send_context1);
	call->element->p_mad_buf->method |= IB_MAD_METHOD_RESP_MASK;
	assert_int_equal(ib_send_mad(svc->handle, call->element, NULL), IB_SUCCESS);
}

static void I76_a_request_completes_before_its_response(void **state)
{
	struct kit_svc client = {.count = 0}, server = {.also = return_request};
	ib_mad_element_t *request = kit_mad(&kit, IB_MAD_METHOD_GET, peer.lid);
	const struct kit_call *response;
	ib_net64_t tid;
	ib_qp_handle_t qp;
	ib_pd_handle_t pd = domain_with_alias(&peer, &qp);

	(void)state;
	kit_serve(&kit, &client, NULL);
	assert_int_equal(kit_try_serve(qp, &server, KIT_VENDOR_CLASS, gets), IB_SUCCESS);
	tid = request->p_mad_buf->trans_id;
	request->resp_expected = TRUE;
	request->context1 = &client;
	request->context2 = &server;
	memset((uint8_t *)request->p_mad_buf + 64, 7, 192);
	kit_send(&client, request);
	assert_ptr_equal(kit_call(&client, 0)->element, request);
	assert_false(client.calls[0].received);
	assert_int_equal(client.calls[0].status, IB_WCS_SUCCESS);
	response = kit_call(&client, 1);
	assert_true(response->received);
	assert_ptr_equal(response->element->send_context1, &client);
	assert_ptr_equal(response->element->send_context2, &server);
	assert_int_equal(response->element->p_mad_buf->method, IB_MAD_METHOD_GET_RESP);
	assert_int_equal(response->element->size, 256);
	assert_int_equal(response->element->remote_lid, peer.lid);
	assert_int_equal(response->element->remote_qp, CL_HTON32(1));
	assert_memory_equal((uint8_t *)response->element->p_mad_buf + 64,
			    (uint8_t *)request->p_mad_buf + 64, 192);
	/* the low half of the transaction ID is the program's */
	assert_int_equal((uint32_t)CL_NTOH64(response->element->p_mad_buf->trans_id),
			 (uint32_t)CL_NTOH64(tid));
	assert_int_equal(ib_put_mad(response->element), IB_SUCCESS);
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
}

/* The kernel refuses a Get that no agent serves; requests with other methods get no response. */
static void requests_without_a_response_time_out(void **state)
{
	struct kit_svc svc = {.count = 0};
	ib_mad_element_t *request = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);

	(void)state;
	kit_serve(&kit, &svc, NULL);
	request->resp_expected = TRUE;
	request->timeout_ms = KIT_SOON_MS;
	request->retry_cnt = 2;
	kit_send(&svc, request);
	assert_int_equal(kit_call(&svc, 0)->status, IB_WCS_TIMEOUT_RETRY_ERR);
	assert_ptr_equal(svc.calls[0].element, request);
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
}

static void I60_requests_are_canceled_once(void **state)
{
	struct kit_svc svc = {.count = 0}, other = {.count = 0};
	ib_mad_element_t *request = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);

	(void)state;
	kit_serve(&kit, &svc, NULL);
	kit_serve(&kit, &other, NULL);
	request->resp_expected = TRUE;
	assert_int_equal(ib_cancel_mad(svc.handle, request), IB_NOT_FOUND); /* not sent yet */
	kit_send(&svc, request);
	assert_int_equal(ib_put_mad(request), IB_INVALID_PARAMETER); /* owned by the layer */
	assert_int_equal(ib_send_mad(svc.handle, request, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cancel_mad(NULL, request), IB_INVALID_HANDLE);
	assert_int_equal(ib_cancel_mad((ib_mad_svc_handle_t)kit.pd, request), IB_INVALID_HANDLE);
	assert_int_equal(ib_cancel_mad(svc.handle, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cancel_mad(svc.handle, kit_random_handle()), IB_NOT_FOUND);
	assert_int_equal(ib_cancel_mad(other.handle, request), IB_NOT_FOUND);
	assert_int_equal(ib_cancel_mad(svc.handle, request), IB_SUCCESS);
	assert_int_equal(ib_cancel_mad(svc.handle, request), IB_NOT_FOUND);
	assert_int_equal(kit_call(&svc, 0)->status, IB_WCS_CANCELED);
	assert_int_equal(ib_cancel_mad(svc.handle, request), IB_NOT_FOUND);
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	assert_int_equal(svc.count, 1);
}

/* Keeps the received request until the test has canceled it at the sender. */
static void keep_request(struct kit_svc *svc, const struct kit_call *call)
{
	if (call->received)
		__atomic_store_n((ib_mad_element_t **)svc->data, call->element, __ATOMIC_RELEASE);
	else
		ib_put_mad(call->element);
}

static void I60_late_responses_are_dropped(void **state)
{
	ib_mad_element_t *kept = NULL;
	struct kit_svc client = {.count = 0}, server = {.also = keep_request, .data = &kept};
	ib_mad_element_t *request = kit_mad(&kit, IB_MAD_METHOD_GET, peer.lid);
	ib_qp_handle_t qp;
	ib_pd_handle_t pd = domain_with_alias(&peer, &qp);

	(void)state;
	kit_serve(&kit, &client, NULL);
	assert_int_equal(kit_try_serve(qp, &server, KIT_VENDOR_CLASS, gets), IB_SUCCESS);
	request->resp_expected = TRUE;
	kit_send(&client, request);
	kit_call(&server, 0);
	assert_int_equal(ib_cancel_mad(client.handle, request), IB_SUCCESS);
	assert_int_equal(kit_call(&client, 0)->status, IB_WCS_CANCELED);
	kept->p_mad_buf->method = IB_MAD_METHOD_GET_RESP;
	kit_send(&server, kept);
	kit_call(&server, 1);
	/* wait for the time-out of a later request, to see that the late response is not
	 * delivered */
	request->p_mad_buf->trans_id ^= CL_HTON64(0x80000000);
	request->timeout_ms = KIT_SOON_MS;
	request->remote_lid = CL_HTON16(0x77);
	kit_send(&client, request);
	assert_int_equal(kit_call(&client, 1)->status, IB_WCS_TIMEOUT_RETRY_ERR);
	assert_int_equal(client.count, 2);
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
}

static void what_waits_is_canceled_by_the_end(void **state)
{
	struct kit_svc svc = {.count = 0};
	ib_mad_element_t *requests[3];
	ib_qp_handle_t qp;
	ib_pd_handle_t pd = domain_with_alias(&kit, &qp);

	(void)state;
	assert_int_equal(kit_try_serve(qp, &svc, 0, NULL), IB_SUCCESS);
	for (int i = 0; i < 3; i++) {
		requests[i] = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);
		requests[i]->resp_expected = TRUE;
		kit_send(&svc, requests[i]);
	}
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(svc.count, 3); /* all before ib_dealloc_pd() returned */
	for (int i = 0; i < 3; i++) {
		assert_int_equal(svc.calls[i].status, IB_WCS_CANCELED);
		assert_int_equal(ib_put_mad(requests[i]), IB_SUCCESS);
	}
	assert_int_equal(ib_cancel_mad(svc.handle, requests[0]), IB_INVALID_HANDLE);
}

static unsigned int ended;

/* In the callback, deallocates the service's domain. */
static void end_it(struct kit_svc *svc, const struct kit_call *call)
{
	ib_put_mad(call->element);
	assert_int_equal(ib_dealloc_pd(*(ib_pd_handle_t *)svc->data, ib_sync_destroy),
			 IB_INVALID_STATE);
	assert_int_equal(ib_dealloc_pd(*(ib_pd_handle_t *)svc->data, NULL), IB_SUCCESS);
	__atomic_add_fetch(&ended, 1, __ATOMIC_RELEASE);
}

static void callbacks_may_end_their_service(void **state)
{
	ib_qp_handle_t qp;
	ib_pd_handle_t pd = domain_with_alias(&kit, &qp);
	struct kit_svc svc = {.also = end_it, .data = &pd};

	(void)state;
	assert_int_equal(kit_try_serve(qp, &svc, 0, NULL), IB_SUCCESS);
	kit_send(&svc, kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid));
	kit_await(&ended, 1);
	kit_await(&svc.count, 1);
	assert_int_equal(ib_dealloc_pd(pd, NULL), IB_INVALID_PD_HANDLE);
}

enum {
	LONG = 9000 /* exceeds the buffer of a single datagram */
};

static void long_responses_come_in_one_element(void **state)
{
	static const uint8_t multi[] = {IB_MAD_METHOD_GETMULTI, 0};
	struct kit_svc client = {.count = 0}, server = {.count = 0};
	ib_mad_element_t *request;
	const struct kit_call *got;
	ib_qp_handle_t qp;
	ib_pd_handle_t pd = domain_with_alias(&peer, &qp);

	(void)state;
	kit_serve(&kit, &client, NULL);
	assert_int_equal(kit_try_serve(qp, &server, IB_MCLASS_DEV_ADM, multi), IB_SUCCESS);
	assert_int_equal(ib_get_mad(kit.key, LONG, &request), IB_SUCCESS);
	request->p_mad_buf->base_ver = 1;
	request->p_mad_buf->mgmt_class = IB_MCLASS_DEV_ADM;
	request->p_mad_buf->class_ver = 1;
	request->p_mad_buf->method = IB_MAD_METHOD_GETMULTI;
	for (int i = 64; i < LONG; i++)
		((uint8_t *)request->p_mad_buf)[i] = (uint8_t)i;
	request->remote_lid = peer.lid;
	request->remote_qp = CL_HTON32(1);
	kit_send(&client, request);
	assert_int_equal(kit_call(&client, 0)->status, IB_WCS_SUCCESS);
	got = kit_call(&server, 0);
	assert_true(got->received);
	assert_int_equal(got->element->size, LONG);
	assert_memory_equal((uint8_t *)got->element->p_mad_buf + 64,
			    (uint8_t *)request->p_mad_buf + 64, LONG - 64);
	request->p_next = got->element;
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
}

enum {
	THREADS = 4,
	EACH = 50
};

/* Cancels requests that are about to time out: each must come back once. */
static void *cancel_requests(void *context)
{
	struct kit_svc *svc = context;

	for (int i = 0; i < EACH; i++) {
		ib_mad_element_t *request = kit_mad(&kit, IB_MAD_METHOD_SEND, peer.lid);

		request->resp_expected = TRUE;
		request->timeout_ms = 1;
		kit_send(svc, request);
		ib_cancel_mad(svc->handle, request);
	}
	return NULL;
}

static void put_element(struct kit_svc *svc, const struct kit_call *call)
{
	(void)svc;
	assert_int_equal(ib_put_mad(call->element), IB_SUCCESS);
}

static void every_request_comes_back_once(void **state)
{
	struct kit_svc svc = {.also = put_element};
	pthread_t threads[THREADS];

	(void)state;
	kit_serve(&kit, &svc, NULL);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, cancel_requests, &svc), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	kit_await(&svc.count, THREADS * EACH);
	assert_int_equal(svc.count, THREADS * EACH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(I33_special_queue_pairs_are_checked),
		cmocka_unit_test(services_are_checked),
		cmocka_unit_test(I59_sends_are_checked),
		cmocka_unit_test(I76_a_request_completes_before_its_response),
		cmocka_unit_test(requests_without_a_response_time_out),
		cmocka_unit_test(I60_requests_are_canceled_once),
		cmocka_unit_test(I60_late_responses_are_dropped),
		cmocka_unit_test(what_waits_is_canceled_by_the_end),
		cmocka_unit_test(callbacks_may_end_their_service),
		cmocka_unit_test(long_responses_come_in_one_element),
		cmocka_unit_test(every_request_comes_back_once),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
