/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of requests, replies and listeners: each largest value is accepted, one more is not. */
#include "reliable_link.h"

#include <complib/cl_byteswap.h>

/* All members at their limits at once. */
static ib_cm_req_t largest_req(void)
{
	ib_cm_req_t req = link_req(&l);

	req.max_cm_retries = 15;
	req.retry_cnt = req.rnr_retry_cnt = 7;
	req.remote_resp_timeout = req.local_resp_timeout = req.rnr_nak_timeout = 31;
	req.resp_res = l.a.attr->max_qp_resp_res;
	req.init_depth = l.a.attr->max_qp_init_depth;
	req.p_req_pdata = link_data(1);
	req.req_length = IB_REQ_PDATA_SIZE;
	return req;
}

static ib_cm_rep_t largest_rep(void)
{
	ib_cm_rep_t rep = link_rep(&l);

	rep.rnr_nak_timeout = rep.target_ack_delay = 31;
	rep.rnr_retry_cnt = 7;
	rep.failover_accepted = IB_FAILOVER_ACCEPT_ERROR;
	rep.p_rep_pdata = link_data(1);
	rep.rep_length = IB_REP_PDATA_SIZE;
	return rep;
}

#define BEYOND(call, request, member)                                                              \
	do {                                                                                       \
		__typeof__(request) more = request;                                                \
		more.member++;                                                                     \
		assert_int_equal(call, IB_INVALID_SETTING);                                        \
	} while (0)

static void a_handshake_has_limits(void **state)
{
	ib_cm_req_t req = largest_req();
	ib_cm_rep_t rep = largest_rep();
	ib_cm_rtu_t rtu = link_rtu();
	struct call call;

	(void)state;
	BEYOND(ib_cm_req(&more), req, max_cm_retries);
	BEYOND(ib_cm_req(&more), req, retry_cnt);
	BEYOND(ib_cm_req(&more), req, rnr_retry_cnt);
	BEYOND(ib_cm_req(&more), req, remote_resp_timeout);
	BEYOND(ib_cm_req(&more), req, local_resp_timeout);
	BEYOND(ib_cm_req(&more), req, rnr_nak_timeout);
	BEYOND(ib_cm_req(&more), req, resp_res);
	BEYOND(ib_cm_req(&more), req, init_depth);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_memory_equal(call.data, link_data(1), IB_REQ_PDATA_SIZE);
	BEYOND(ib_cm_rep(call.cm, &more), rep, rnr_nak_timeout);
	BEYOND(ib_cm_rep(call.cm, &more), rep, target_ack_delay);
	BEYOND(ib_cm_rep(call.cm, &more), rep, rnr_retry_cnt);
	BEYOND(ib_cm_rep(call.cm, &more), rep, failover_accepted);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	call = link_wait(CALL_REP);
	assert_memory_equal(call.data, link_data(1), IB_REP_PDATA_SIZE);
	rtu.p_rtu_pdata = link_data(1);
	rtu.rtu_length = IB_RTU_PDATA_SIZE;
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
}

/* Lengths are bytes, and some limits are their largest values; null data has no length. */
static void private_data_has_limits(void **state)
{
	const ib_cm_req_t good = largest_req();
	ib_cm_req_t req = good;

	(void)state;
	req.req_length = IB_REQ_PDATA_SIZE + 1;
	assert_int_not_equal(ib_cm_req(&req), IB_SUCCESS);
	req = good;
	req.p_req_pdata = NULL;
	assert_int_not_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_state(l.a.qp), IB_QPS_RESET);
}

static void listens(ib_cm_listen_t *listen, ib_api_status_t status)
{
	ib_listen_handle_t handle = NULL;

	listen->svc_id ^= CL_HTON64(0x100); /* of its own */
	assert_int_equal(ib_cm_listen(l.kit.al, listen, &l, &handle), status);
	if (status == IB_SUCCESS)
		assert_int_equal(ib_cm_cancel(handle, ib_sync_destroy), IB_SUCCESS);
}

/* What is compared lies within the private data, which is longer without a connection's. */
static void a_comparison_has_limits(void **state)
{
	static uint8_t compared[256];
	static const struct {
		ib_qp_type_t type;
		unsigned int room;
	} rows[] = {{IB_QPT_RELIABLE_CONN, IB_REQ_PDATA_SIZE},
		    {IB_QPT_UNRELIABLE_CONN, IB_REQ_PDATA_SIZE},
		    {IB_QPT_UNRELIABLE_DGRM, IB_SIDR_REQ_PDATA_SIZE}};

	(void)state;
	for (int i = 0; i < 3; i++) {
		ib_cm_listen_t listen = link_listen(&l, rows[i].type);

		listen.p_compare_buffer = compared;
		listen.compare_offset = 7;
		listen.compare_length = (uint8_t)(rows[i].room - 7);
		listens(&listen, IB_SUCCESS);
		listen.compare_length++;
		listens(&listen, IB_INVALID_SETTING);
		listen.compare_length--;
		listen.compare_offset++;
		listens(&listen, IB_INVALID_SETTING);
		listen.compare_offset = 0;
		listen.p_compare_buffer = NULL;
		listens(&listen, IB_INVALID_PARAMETER);
		listen.compare_length = 0;
		listens(&listen, IB_SUCCESS);
		listen.pfn_cm_req_cb = NULL;
		listens(&listen, IB_INVALID_PARAMETER);
	}
}

static void other_types_do_not_listen(void **state)
{
	static const ib_qp_type_t types[] = {IB_QPT_RAW_ETHER, IB_QPT_MAD, IB_QPT_QP0, IB_QPT_QP1};

	(void)state;
	for (int i = 0; i < 4; i++) {
		ib_cm_listen_t listen = link_listen(&l, types[i]);

		listens(&listen, IB_INVALID_SETTING);
	}
}

int main(void)
{
#define ON_LINK(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)
	const struct CMUnitTest tests[] = {
		ON_LINK(a_handshake_has_limits),
		ON_LINK(private_data_has_limits),
		ON_LINK(a_comparison_has_limits),
		ON_LINK(other_types_do_not_listen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
