/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queue pairs of type MAD: services on the program's own datagram queue pairs, whose sends and
 * receives the access layer posts. They do not use umad, so they also work with classes that the
 * kernel does not serve.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	DEPTH = 4,
	CLASS = 0x56,
	ASK = 1,
	TELL = 5,
	TWICE = 2,
	MANY = 40,
	LOW = 0x12345678
};

#define QKEY CL_HTON32(0x1234)

static const uint8_t methods[] = {ASK, TELL, 0};

struct end {
	ib_qp_handle_t qp;
	ib_net32_t number;
	struct kit_svc svc;
};

/* `a` sends requests, `b` receives them. */
struct pair {
	struct kit kit;
	ib_pd_handle_t pd;
	ib_av_handle_t av;
	struct end a, b;
};

static ib_qp_create_t creation(void)
{
	return (ib_qp_create_t){.qp_type = IB_QPT_MAD, .sq_depth = DEPTH, .rq_depth = MANY};
}

static ib_dgrm_info_t port_of(const struct kit *kit)
{
	return (ib_dgrm_info_t){.port_guid = kit->port_guid, .qkey = QKEY};
}

static void open_end(struct pair *pair, struct end *end, const uint8_t *takes)
{
	const ib_qp_create_t create = creation();
	const ib_dgrm_info_t info = port_of(&pair->kit);
	ib_qp_attr_t attr;

	assert_int_equal(ib_create_qp(pair->pd, &create, NULL, NULL, &end->qp), IB_SUCCESS);
	assert_int_equal(ib_init_dgrm_svc(end->qp, &info), IB_SUCCESS);
	assert_int_equal(kit_try_serve(end->qp, &end->svc, CLASS, takes), IB_SUCCESS);
	assert_int_equal(ib_query_qp(end->qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.state, IB_QPS_RTS);
	end->number = attr.num;
}

static void open_pair(struct pair *pair, const uint8_t *takes)
{
	ib_av_attr_t av = {.port_num = 1};

	memset(pair, 0, sizeof(*pair));
	kit_open(&pair->kit, 0);
	av.dlid = pair->kit.lid;
	assert_int_equal(ib_alloc_pd(pair->kit.ca, IB_PDT_NORMAL, NULL, &pair->pd), IB_SUCCESS);
	assert_int_equal(ib_create_av(pair->pd, &av, &pair->av), IB_SUCCESS);
	open_end(pair, &pair->a, NULL);
	open_end(pair, &pair->b, takes);
}

/* Elements that have been put back or sent already are refused. */
static void put_all(const struct kit_svc *svc)
{
	for (unsigned int i = 0; i < svc->count && i < KIT_CALLS; i++)
		ib_put_mad(svc->calls[i].element);
}

static void close_pair(struct pair *pair)
{
	put_all(&pair->a.svc);
	put_all(&pair->b.svc);
	kit_close(&pair->kit);
}

static ib_mad_element_t *to_b(struct pair *pair, uint8_t method)
{
	ib_mad_element_t *element = kit_mad(&pair->kit, method, 0);

	element->p_mad_buf->mgmt_class = CLASS;
	element->p_mad_buf->trans_id = CL_HTON64(UINT64_C(0xffffffff00000000) | LOW);
	element->h_av = pair->av;
	element->remote_qp = pair->b.number;
	element->remote_qkey = QKEY;
	return element;
}

static ib_mad_element_t *request_to_b(struct pair *pair, uint32_t timeout_ms, uint32_t retries)
{
	ib_mad_element_t *element = to_b(pair, ASK);

	element->resp_expected = TRUE;
	element->timeout_ms = timeout_ms;
	element->retry_cnt = retries;
	element->context1 = pair;
	return element;
}

/* A service responds with the element that it has received. */
static void return_request(struct kit_svc *svc, const struct kit_call *call)
{
	ib_mad_element_t *element = call->element;

	if (!call->received)
		return;
	element->p_mad_buf->method |= IB_MAD_METHOD_RESP_MASK;
	element->resp_expected = FALSE;
	element->h_av = NULL;
	assert_int_equal(ib_send_mad(svc->handle, element, NULL), IB_SUCCESS);
}

static void I32_type_mad_is_created_without_queues(void **state)
{
	ib_qp_create_t create = creation();
	ib_send_wr_t send = {.wr_type = WR_SEND}, *failed;
	ib_recv_wr_t recv = {.num_ds = 0}, *not_posted;
	struct pair pair;
	ib_qp_attr_t attr;
	ib_qp_handle_t qp;

	(void)state;
	open_pair(&pair, methods);
	assert_int_equal(ib_query_qp(pair.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.qp_type, IB_QPT_MAD);
	assert_null(attr.h_sq_cq);
	assert_true(attr.sq_depth >= DEPTH && attr.rq_depth >= MANY);
	assert_int_not_equal(ib_post_send(pair.a.qp, &send, &failed), IB_SUCCESS);
	assert_int_not_equal(ib_post_recv(pair.a.qp, &recv, &not_posted), IB_SUCCESS);
	create.h_sq_cq = kit_random_handle();
	assert_int_equal(ib_create_qp(pair.pd, &create, NULL, NULL, &qp), IB_INVALID_CQ_HANDLE);
	create = creation();
	create.h_srq = kit_random_handle();
	assert_int_equal(ib_create_qp(pair.pd, &create, NULL, NULL, &qp), IB_INVALID_SETTING);
	create = creation();
	create.rq_depth = UINT32_MAX;
	assert_int_equal(ib_create_qp(pair.pd, &create, NULL, NULL, &qp), IB_INVALID_MAX_WRS);
	close_pair(&pair);
}

static void a_request_is_answered_by_what_came(void **state)
{
	const struct kit_call *call;
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	pair.b.svc.also = return_request;
	kit_send(&pair.a.svc, request_to_b(&pair, KIT_TIMEOUT_MS, 0));
	call = kit_call(&pair.a.svc, 0); /* the request's element comes first */
	assert_false(call->received);
	assert_int_equal(call->status, IB_WCS_SUCCESS);
	call = kit_call(&pair.a.svc, 1);
	assert_true(call->received);
	assert_ptr_equal(call->element->send_context1, &pair);
	assert_int_equal((uint32_t)CL_NTOH64(call->element->p_mad_buf->trans_id), LOW);
	assert_int_equal(call->element->remote_qp, pair.b.number);
	assert_int_equal(call->element->remote_lid, pair.kit.lid);
	/* the access layer had set the high half */
	assert_int_not_equal(CL_NTOH64(call->element->p_mad_buf->trans_id) >> 32, 0xffffffff);
	kit_call(&pair.b.svc, 1);
	close_pair(&pair);
}

static void more_sends_than_slots(void **state)
{
	ib_mad_element_t *list = NULL, *failed;
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	for (int i = 0; i < MANY; i++) {
		ib_mad_element_t *element = to_b(&pair, TELL);

		element->p_next = list;
		list = element;
	}
	assert_int_equal(ib_send_mad(pair.a.svc.handle, list, &failed), IB_SUCCESS);
	kit_call(&pair.a.svc, MANY - 1);
	kit_call(&pair.b.svc, MANY - 1);
	for (unsigned int i = 0; i < MANY; i++) {
		assert_int_equal(pair.a.svc.calls[i].status, IB_WCS_SUCCESS);
		assert_int_equal(ib_put_mad(pair.a.svc.calls[i].element), IB_SUCCESS);
		assert_int_equal(pair.b.svc.calls[i].element->send_context1, NULL);
	}
	close_pair(&pair);
}

static void nobody_answers(void **state)
{
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	kit_send(&pair.a.svc, request_to_b(&pair, KIT_SOON_MS, TWICE));
	assert_int_equal(kit_call(&pair.a.svc, 0)->status, IB_WCS_TIMEOUT_RETRY_ERR);
	kit_call(&pair.b.svc, TWICE);
	assert_int_equal(pair.b.svc.count, 1 + TWICE); /* retried as often as requested */
	/* a response after the last timeout has no receiver */
	return_request(&pair.b.svc, &pair.b.svc.calls[0]);
	kit_call(&pair.b.svc, 1 + TWICE);
	kit_send(&pair.a.svc, to_b(&pair, TELL));
	kit_call(&pair.a.svc, 1);
	assert_false(pair.a.svc.calls[1].received);
	close_pair(&pair);
}

static void a_request_is_canceled(void **state)
{
	ib_mad_element_t *element;
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	element = request_to_b(&pair, KIT_TIMEOUT_MS, 0);
	kit_send(&pair.a.svc, element);
	kit_call(&pair.b.svc, 0);
	assert_int_equal(ib_cancel_mad(pair.a.svc.handle, element), IB_SUCCESS);
	assert_int_equal(kit_call(&pair.a.svc, 0)->status, IB_WCS_CANCELED);
	assert_int_equal(ib_cancel_mad(pair.a.svc.handle, element), IB_NOT_FOUND);
	close_pair(&pair);
}

static void what_is_under_way_comes_back(void **state)
{
	unsigned int destroyed = 0;
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	for (int i = 0; i < DEPTH * 2; i++)
		kit_send(&pair.a.svc, request_to_b(&pair, KIT_TIMEOUT_MS, 0));
	assert_int_equal(ib_destroy_qp(pair.a.qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(pair.a.svc.count, DEPTH * 2);
	for (int i = 0; i < DEPTH * 2; i++)
		assert_int_equal(pair.a.svc.calls[i].status, IB_WCS_CANCELED);
	assert_int_equal(destroyed, 0);
	close_pair(&pair);
}

static void one_service_has_a_method(void **state)
{
	static const uint8_t other[] = {TELL + 1, 0};
	struct kit_svc second = {.count = 0};
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	assert_int_equal(kit_try_serve(pair.b.qp, &second, CLASS, methods), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(kit_try_serve(pair.b.qp, &second, 0, other), IB_INVALID_PARAMETER);
	assert_int_equal(kit_try_serve(pair.b.qp, &second, CLASS, other), IB_SUCCESS);
	kit_send(&pair.a.svc, to_b(&pair, TELL + 1));
	assert_true(kit_call(&second, 0)->received);
	kit_send(&pair.a.svc, to_b(&pair, TELL + 2)); /* no service has this method */
	kit_send(&pair.a.svc, to_b(&pair, TELL));
	assert_int_equal(kit_call(&pair.b.svc, 0)->element->p_mad_buf->method, TELL);
	kit_call(&pair.a.svc, 2);
	put_all(&second);
	close_pair(&pair);
}

static void what_cannot_be_sent(void **state)
{
	ib_mad_element_t *element;
	struct pair pair;

	(void)state;
	open_pair(&pair, methods);
	element = to_b(&pair, TELL);
	element->rmpp_version = 1;
	assert_int_equal(ib_send_mad(pair.a.svc.handle, element, NULL), IB_INVALID_SETTING);
	element->p_mad_buf->mgmt_class = IB_MCLASS_SUBN_ADM;
	assert_int_equal(ib_send_mad(pair.a.svc.handle, element, NULL), IB_UNSUPPORTED);
	assert_int_equal(ib_put_mad(element), IB_SUCCESS);
	element = to_b(&pair, TELL);
	element->h_av = kit_random_handle();
	assert_int_equal(ib_send_mad(pair.a.svc.handle, element, NULL), IB_INVALID_AV_HANDLE);
	element->h_av = pair.av;
	kit_send(&pair.a.svc, element);
	assert_int_equal(kit_call(&pair.a.svc, 0)->status, IB_WCS_SUCCESS);
	close_pair(&pair);
}

/* A service may be registered before the queue pair is ready; a reset discards received datagrams,
 * and ib_init_dgrm_svc() starts receiving again. */
static void states(void **state)
{
	const ib_qp_mod_t reset = {.req_state = IB_QPS_RESET};
	ib_mad_element_t *element;
	struct pair pair;
	ib_dgrm_info_t info;

	(void)state;
	open_pair(&pair, methods);
	info = port_of(&pair.kit);
	for (unsigned int i = 0; i < 3; i++) {
		kit_send(&pair.a.svc, to_b(&pair, TELL));
		kit_call(&pair.b.svc, i);
		assert_int_equal(ib_modify_qp(pair.b.qp, &reset), IB_SUCCESS);
		assert_int_equal(ib_init_dgrm_svc(pair.b.qp, &info), IB_SUCCESS);
	}
	kit_call(&pair.a.svc, 2);
	assert_int_equal(ib_modify_qp(pair.a.qp, &reset), IB_SUCCESS);
	element = to_b(&pair, TELL);
	assert_int_equal(ib_send_mad(pair.a.svc.handle, element, NULL), IB_INVALID_SETTING);
	assert_int_equal(ib_put_mad(element), IB_SUCCESS);
	close_pair(&pair);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(I32_type_mad_is_created_without_queues),
		cmocka_unit_test(a_request_is_answered_by_what_came),
		cmocka_unit_test(more_sends_than_slots),
		cmocka_unit_test(nobody_answers),
		cmocka_unit_test(a_request_is_canceled),
		cmocka_unit_test(what_is_under_way_comes_back),
		cmocka_unit_test(one_service_has_a_method),
		cmocka_unit_test(what_cannot_be_sent),
		cmocka_unit_test(states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
