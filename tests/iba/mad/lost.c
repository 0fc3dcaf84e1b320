/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program loses an adapter that it uses: outstanding requests return at once, and all objects can
 * be closed.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>

#include "../../contract/control.h"

enum {
	NEVER_MS = 3600000 /* timeout of requests, longer than the test */
};

static struct kit kit, peer;
static struct kit_svc client;
static unsigned int fatal; /* events IB_AE_LOCAL_FATAL; accessed atomically */

static void put_request(struct kit_svc *svc, const struct kit_call *call)
{
	(void)svc;
	ib_put_mad(call->element);
}

/* They receive requests and never respond: one for the vendor class, one for the subnet
 * administrator's class. */
static struct kit_svc silent = {.also = put_request}, silent_sa = {.also = put_request};

static int open_kits(void **state)
{
	static const uint8_t gets[] = {IB_MAD_METHOD_GET, 0};
	static const uint8_t traces[] = {IB_MAD_METHOD_GETTRACETABLE, 0};

	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	kit_serve(&kit, &silent, gets);
	assert_int_equal(kit_try_serve(kit.qp, &silent_sa, IB_MCLASS_SUBN_ADM, traces), IB_SUCCESS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

static void count_fatal(ib_async_event_rec_t *rec)
{
	if (rec->code == IB_AE_LOCAL_FATAL)
		__atomic_add_fetch(&fatal, 1, __ATOMIC_RELEASE);
}

static void ignore_completion(ib_cq_handle_t cq, void *context)
{
	(void)cq;
	(void)context;
}

struct result {
	ib_api_status_t status;
	unsigned int calls; /* accessed atomically */
};

static void queried(ib_query_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->query_context;

	result->status = rec->status;
	assert_null(rec->p_result_mad);
	__atomic_add_fetch(&result->calls, 1, __ATOMIC_RELEASE);
}

static void query_traces(struct result *result)
{
	ib_user_query_t user = {.method = IB_MAD_METHOD_GETTRACETABLE,
				.attr_id = IB_MAD_ATTR_CLASS_PORT_INFO};
	const ib_query_req_t req = {
		.query_type = IB_QUERY_USER_DEFINED,
		.p_query_input = &user,
		.port_guid = peer.port_guid,
		.timeout_ms = NEVER_MS,
		.query_context = result,
		.pfn_query_cb = queried,
	};

	assert_int_equal(ib_query(peer.al, &req, NULL), IB_SUCCESS);
}

static void asked_again(ib_query_rec_t *rec)
{
	*(ib_api_status_t *)(uintptr_t)rec->query_context = rec->status;
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

/* The port is available to programs that open the adapter again. */
static void ask_anew(ib_al_handle_t al)
{
	ib_api_status_t status = IB_ERROR;
	const ib_query_req_t req = {
		.query_type = IB_QUERY_CLASS_PORT_INFO,
		.port_guid = peer.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.query_context = &status,
		.pfn_query_cb = asked_again,
	};

	assert_int_equal(ib_query(al, &req, NULL), IB_SUCCESS);
	assert_int_equal(status, IB_SUCCESS);
}

/* One object of each kind that a program may have on the adapter. */
static void make_objects(ib_ca_handle_t ca)
{
	static uint8_t memory[4096];
	ib_cq_create_t cq_create = {.size = 16, .pfn_comp_cb = ignore_completion};
	ib_qp_create_t create = {.qp_type = IB_QPT_RELIABLE_CONN,
				 .sq_depth = 4,
				 .rq_depth = 4,
				 .sq_sge = 1,
				 .rq_sge = 1};
	const ib_mr_create_t mr = {.vaddr = memory, .length = sizeof(memory)};
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	ib_pd_handle_t pd;
	ib_mr_handle_t region;
	ib_qp_handle_t qp;
	ib_ioc_handle_t ioc;
	net32_t lkey, rkey;

	assert_int_equal(ib_alloc_pd(ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_create_cq(ca, &cq_create, NULL, NULL, &create.h_sq_cq), IB_SUCCESS);
	create.h_rq_cq = create.h_sq_cq;
	assert_int_equal(ib_create_qp(pd, &create, NULL, count_fatal, &qp), IB_SUCCESS);
	assert_int_equal(ib_reg_mem(pd, &mr, &lkey, &rkey, &region), IB_SUCCESS);
	assert_int_equal(ib_create_ioc(ca, &profile, &ioc), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
}

static void requests_come_back_when_the_adapter_is_lost(void **state)
{
	struct result result = {.calls = 0};
	ib_mad_element_t *request = kit_mad(&peer, IB_MAD_METHOD_GET, kit.lid);
	ib_ca_handle_t ca;
	ib_pd_handle_t pd = NULL;
	ib_al_handle_t al;

	(void)state;
	assert_int_equal(ib_open_ca(peer.al, peer.attr->ca_guid, count_fatal, NULL, &ca),
			 IB_SUCCESS);
	make_objects(ca);
	kit_serve(&peer, &client, NULL);
	request->resp_expected = TRUE;
	request->timeout_ms = NEVER_MS;
	kit_send(&client, request);
	kit_await(&silent.count, 1);
	query_traces(&result);
	kit_await(&silent_sa.count, 1);
	assert_int_equal(client.count, 0);
	assert_int_equal(control("event mlx4_1 device_fatal"), 0);
	assert_int_equal(kit_call(&client, 0)->status, IB_WCS_WR_FLUSHED_ERR);
	kit_await(&result.calls, 1);
	assert_int_equal(result.status, IB_ERROR);
	kit_await(&fatal, 1);
	/* the element belongs to the program again; the service's file is gone, so sending fails */
	assert_int_equal(ib_send_mad(client.handle, request, NULL), IB_ERROR);
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	assert_int_not_equal(ib_alloc_pd(ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_null(pd);
	/* new instances, and the same one, find the adapter again */
	assert_int_equal(ib_open_al(&al), IB_SUCCESS);
	ask_anew(al);
	ask_anew(peer.al);
	assert_int_equal(ib_close_al(al), IB_SUCCESS);
	assert_int_equal(ib_close_ca(ca, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(client.count, 1);
	assert_int_equal(result.calls, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_come_back_when_the_adapter_is_lost),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
