/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs of type MAD: what the first service sets up, what is received, and the end. */
#include "qp_kit.h"

/* ---- setup ---- */

static void the_first_service_sets_up(void **state)
{
	struct iba_mad_qp *own;

	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	own = qp.management;
	assert_ptr_equal(fresh.own, own);
	assert_int_equal(fresh.number, 1);
	assert_ptr_equal(own->qp, &qp);
	assert_int_equal(own->receives, RECEIVES);
	assert_int_equal(own->sends, SENDS);
	assert_ptr_equal(own->last_queued, &own->queued);
	assert_ptr_equal(own->timer.job.run, iba_mad_qp_timer_expired);
	assert_true(own->due == UINT64_MAX);
	assert_true(own->may_send);
	assert_int_equal(own->port, 2);
	assert_int_equal(own->qkey, htonl(0x1234));
	assert_int_equal(flushes, 1);
	assert_int_equal(posts, RECEIVES);
	for (unsigned int i = 0; i < RECEIVES; i++)
		assert_true(receives[i] == (receive_flag | i));
	assert_int_equal(notifies, 1);
	assert_int_equal(mrs, 1);
	assert_int_equal(stores, 1);
	assert_int_equal(open_service(), IB_SUCCESS);
	assert_int_equal(fresh.number, 2);
	assert_ptr_equal(fresh.own, own);
	assert_int_equal(queries, 2);
}

static void a_queue_pair_may_not_be_ready(void **state)
{
	(void)state;
	state_now = IBV_QPS_INIT;
	assert_int_equal(open_service(), IB_SUCCESS);
	assert_false(qp.management->may_send);
	assert_int_equal(posts, 0);
	assert_int_equal(notifies, 0);
	assert_int_equal(flushes, 0);
}

static void its_state_may_change(void **state)
{
	static const struct {
		enum ibv_qp_state state;
		bool sends;
	} states[] = {{IBV_QPS_RESET, false}, {IBV_QPS_INIT, false}, {IBV_QPS_RTS, true},
		      {IBV_QPS_SQD, true},    {IBV_QPS_SQE, true},   {IBV_QPS_ERR, true}};

	(void)state;
	state_now = IBV_QPS_INIT;
	assert_int_equal(open_service(), IB_SUCCESS);
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++) {
		qp.management->may_send = !states[i].sends;
		qp.hooks->changed(&qp, states[i].state);
		assert_int_equal(qp.management->may_send, states[i].sends);
		assert_int_equal(posts, 0);
	}
	qp.hooks->changed(&qp, IBV_QPS_RTR);
	assert_false(qp.management->may_send);
	assert_int_equal(posts, RECEIVES);
	assert_int_equal(flushes, 1);
	assert_int_equal(notifies, 1);
	query_fails = queries + 1;
	qp.hooks->changed(&qp, IBV_QPS_RTR);
	assert_int_equal(flushes, 2);
	assert_int_equal(posts, RECEIVES);
	assert_int_equal(notifies, 1);
	assert_int_equal(qp.management->port, 2);
}

static void fails_with(ib_api_status_t status)
{
	assert_int_equal(open_service(), status);
	assert_null(qp.management);
	assert_null(qp.hooks);
	assert_null(fresh.own);
	assert_int_equal(fresh.number, 0);
	assert_int_equal(mrs, 0);
	assert_int_equal(stores, 0);
	assert_int_equal(posts, 0);
}

static void a_setup_may_fail(void **state)
{
	(void)state;
	dispatcher_fails = true;
	fails_with(IB_INSUFFICIENT_RESOURCES);
	dispatcher_fails = false;
	query_fails = 1;
	fails_with(IB_ERROR);
	query_fails = 0;
	for (int i = 1; i <= 3; i++) {
		fails_at = i;
		fails_with(IB_INSUFFICIENT_MEMORY);
		assert_int_equal(fails_at, 0);
	}
	reg_fails = true;
	fails_with(IB_INSUFFICIENT_MEMORY);
	reg_fails = false;
	store_fails = true;
	fails_with(IB_INSUFFICIENT_MEMORY);
	store_fails = false;
	assert_int_equal(open_service(), IB_SUCCESS);
}

/* ---- services that exclude one another ---- */

static ib_api_status_t open_for(uint8_t mgmt_class, uint8_t version, unsigned int method)
{
	memset(&fresh, 0, sizeof(fresh));
	takes_requests(&fresh, mgmt_class, version, method);
	return iba_mad_qp_open(&qp, &fresh);
}

static void a_request_is_for_one_service(void **state)
{
	static const unsigned int methods[] = {0, 1, 31, 32, 64, 127};

	(void)state;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		const unsigned int m = methods[i];

		takes_requests(&svcs[1], 3, 2, m);
		assert_int_equal(open_for(3, 2, m), IB_INSUFFICIENT_MEMORY);
		assert_null(fresh.own);
		assert_int_equal(open_for(4, 2, m), IB_SUCCESS);
		assert_int_equal(open_for(3, 1, m), IB_SUCCESS);
		assert_int_equal(open_for(3, 2, m ^ 2), IB_SUCCESS);
		assert_int_equal(open_for(3, 2, m ^ 32), IB_SUCCESS);
	}
	takes_requests(&svcs[0], 3, 2, 127); /* no longer the last one that has it */
	assert_int_equal(open_for(3, 2, 127), IB_INSUFFICIENT_MEMORY);
	svcs[0].object.alive = svcs[1].object.alive = false;
	assert_int_equal(open_for(3, 2, 127), IB_SUCCESS);
	svcs[1].object.alive = true;
	svcs[1].object.kind = INVERBS_IBA_POOL_KEY;
	assert_int_equal(open_for(3, 2, 127), IB_SUCCESS);
	svcs[1].object.kind = INVERBS_IBA_MAD_SVC;
	svcs[1].takes = false;
	assert_int_equal(open_for(3, 2, 127), IB_SUCCESS);
	svcs[1].takes = true;
	memset(&fresh, 0, sizeof(fresh));
	takes_requests(&fresh, 3, 2, 127);
	fresh.takes = false;
	assert_int_equal(iba_mad_qp_open(&qp, &fresh), IB_SUCCESS);
}

/* ---- receiving ---- */

static uint8_t *datagram_at(unsigned int at)
{
	return memory + (size_t)at * IBA_MAD_RECEIVE_BYTES + IBA_MAD_GRH_BYTES;
}

/* A datagram arrives in this receive. */
static struct ibv_wc *arrive(unsigned int at, uint8_t mgmt_class, uint8_t version, uint8_t method,
			     uint64_t tid)
{
	const struct mad_header header = {
		.mgmt_class = mgmt_class, .class_version = version, .method = method, .tid = tid};
	struct ibv_wc *const wc = &script[script_end++];

	mad_header_put(datagram_at(at), &header);
	*wc = (struct ibv_wc){.wr_id = at | receive_flag,
			      .status = IBV_WC_SUCCESS,
			      .byte_len = IBA_MAD_RECEIVE_BYTES};
	return wc;
}

/* The queue pair processes it; the receive is posted again in any case. */
static void handle_arrival(unsigned int at)
{
	deliveries = posts = forgets = releases = taken = 0;
	delivered_to = NULL;
	delivered = answered = NULL;
	qp.hooks->completed(&qp);
	assert_int_equal(script_at, script_end);
	script_at = script_end = 0;
	assert_int_equal(posts, 1);
	assert_true(receives[0] == (receive_flag | at));
}

static void delivers(int service, bool has_element, bool is_answer)
{
	assert_int_equal(deliveries, 1);
	assert_ptr_equal(delivered_to, &svcs[service]);
	assert_ptr_equal(delivered, has_element ? &element : NULL);
	assert_ptr_equal(answered, is_answer ? &request : NULL);
	assert_int_equal(forgets, is_answer);
	assert_int_equal(releases, 0);
	assert_int_equal(taken, has_element);
}

static void a_datagram_is_described(void **state)
{
	struct ibv_wc *wc;

	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	takes_requests(&svcs[1], 3, 2, MAD_METHOD_GET);
	memset(memory, 0x3c, IBA_MAD_RECEIVE_BYTES);
	wc = arrive(0, 3, 2, MAD_METHOD_GET, 7);
	datagram_at(0)[MAD_BYTES - 1] = 0x5a;
	wc->src_qp = 0x123456;
	wc->slid = 0x4567;
	wc->sl = 5;
	wc->dlid_path_bits = 6;
	wc->pkey_index = 9;
	wc->imm_data = 0x778899;
	handle_arrival(0);
	delivers(1, true, false);
	assert_memory_equal(buffer, datagram_at(0), MAD_BYTES);
	assert_int_equal(element.element.status, IB_WCS_SUCCESS);
	assert_int_equal(element.element.remote_qp, htonl(0x123456));
	assert_int_equal(element.element.remote_qkey, htonl(0x1234));
	assert_int_equal(element.element.remote_lid, htons(0x4567));
	assert_int_equal(element.element.remote_sl, 5);
	assert_int_equal(element.element.path_bits, 6);
	assert_int_equal(element.element.pkey_index, 9);
	assert_int_equal(element.element.grh_valid, FALSE);
	assert_null(element.element.p_grh);
	assert_int_equal(element.element.recv_opt, 0);
	assert_int_equal(element.element.immediate_data, 0);
	wc = arrive(0, 3, 2, MAD_METHOD_GET, 7);
	wc->wc_flags = IBV_WC_GRH | IBV_WC_WITH_IMM;
	wc->imm_data = 0x778899;
	handle_arrival(0);
	assert_int_equal(element.element.grh_valid, TRUE);
	assert_ptr_equal(element.element.p_grh, &element.grh);
	assert_memory_equal(&element.grh, memory, sizeof(element.grh));
	assert_int_equal(element.element.recv_opt, IB_RECV_OPT_GRH_VALID | IB_RECV_OPT_IMMEDIATE);
	assert_int_equal(element.element.immediate_data, 0x778899);
	arrive(0, 3, 2, MAD_METHOD_GET, 7)->wc_flags = IBV_WC_WITH_IMM;
	handle_arrival(0);
	assert_int_equal(element.element.recv_opt, IB_RECV_OPT_IMMEDIATE);
	assert_int_equal(element.element.grh_valid, FALSE);
}

static void goes_nowhere(unsigned int at)
{
	handle_arrival(at);
	assert_int_equal(deliveries, 0);
	assert_int_equal(taken, 0);
	assert_int_equal(forgets, 0);
}

static void requests_go_by_class(void **state)
{
	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	takes_requests(&svcs[0], 3, 2, 5);
	takes_requests(&svcs[1], 3, 2, 64);
	takes_requests(&svcs[2], 4, 2, 5);
	arrive(1, 3, 2, 5, 12ULL << 32);
	handle_arrival(1);
	delivers(0, true, false);
	arrive(1, 3, 2, 64, 0);
	handle_arrival(1);
	delivers(1, true, false);
	arrive(1, 4, 2, 5, 0);
	handle_arrival(1);
	delivers(2, true, false);
	arrive(1, 4, 1, 5, 0);
	goes_nowhere(1);
	arrive(1, 3, 2, 6, 0);
	goes_nowhere(1);
	svcs[0].takes = false;
	arrive(1, 3, 2, 5, 0);
	goes_nowhere(1);
	svcs[2].object.alive = false;
	arrive(1, 4, 2, 5, 0);
	goes_nowhere(1);
	svcs[1].object.kind = INVERBS_IBA_POOL_KEY;
	arrive(1, 3, 2, 64, 0);
	goes_nowhere(1);
	svcs[0].takes = true;
	arrive(2, 3, 2, 5, 0)->byte_len = IBA_MAD_RECEIVE_BYTES - 1;
	goes_nowhere(2);
	no_element = true;
	arrive(2, 3, 2, 5, 0);
	handle_arrival(2);
	delivers(0, false, false);
}

static void responses_go_by_number(void **state)
{
	const uint8_t response = MAD_METHOD_GET_RESPONSE;

	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	takes_requests(&svcs[0], 3, 2, MAD_METHOD_GET);
	has_request = true;
	arrive(0, 3, 2, response, 11ULL << 32 | 5);
	handle_arrival(0);
	delivers(1, true, true);
	assert_int_equal(agent_asked, 11);
	svcs[2].number = 11; /* the first one gets it */
	arrive(0, 3, 2, response, 11ULL << 32 | 5);
	handle_arrival(0);
	delivers(1, true, true);
	no_element = true;
	arrive(0, 3, 2, response, 11ULL << 32 | 5);
	handle_arrival(0);
	delivers(1, false, true);
	arrive(0, 3, 2, response, 14ULL << 32);
	goes_nowhere(0);
	has_request = false; /* it was canceled */
	arrive(0, 3, 2, response, 11ULL << 32 | 5);
	handle_arrival(0);
	assert_int_equal(deliveries, 0);
	assert_int_equal(releases, 0);
	no_element = false;
	arrive(0, 3, 2, response, 11ULL << 32 | 5);
	handle_arrival(0);
	assert_int_equal(deliveries, 0);
	assert_int_equal(releases, 1);
	assert_int_equal(forgets, 0);
}

static void all_completions_are_read(void **state)
{
	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	posts = notifies = 0;
	script[0] = (struct ibv_wc){.wr_id = 1, .status = IBV_WC_SUCCESS};
	script[1] = (struct ibv_wc){.wr_id = receive_flag | 1, .status = IBV_WC_WR_FLUSH_ERR};
	script[2] = (struct ibv_wc){.wr_id = 0, .status = IBV_WC_WR_FLUSH_ERR};
	script_end = 3;
	late = (struct ibv_wc){.wr_id = 2, .status = IBV_WC_SUCCESS};
	has_late = true;
	qp.hooks->completed(&qp);
	assert_int_equal(script_at, 4);
	assert_int_equal(notifies, 1);
	assert_int_equal(posts, 0);
	assert_int_equal(sent, 3);
	assert_int_equal(sents[0].at, 1);
	assert_int_equal(sents[0].status, IBV_WC_SUCCESS);
	assert_int_equal(sents[1].at, 0);
	assert_int_equal(sents[1].status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(sents[2].at, 2);
}

/* ---- the end ---- */

static void the_timer_is_stopped(void **state)
{
	struct iba_object *const object = &qp.reporter.object;

	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	object->references = 5;
	was_pending = true;
	qp.hooks->stop(&qp);
	assert_int_equal(clears, 0);
	assert_int_equal(object->references, 5);
	qp.management->due = 77;
	was_pending = false; /* its job is running */
	qp.hooks->stop(&qp);
	assert_int_equal(clears, 1);
	assert_int_equal(object->references, 5);
	assert_int_equal(qp.management->due, 77);
	was_pending = true;
	qp.hooks->stop(&qp);
	assert_int_equal(object->references, 4);
	assert_true(qp.management->due == UINT64_MAX);
}

static void what_is_left_is_freed(void **state)
{
	static struct ibv_ah ah;

	(void)state;
	assert_int_equal(open_service(), IB_SUCCESS);
	vectors = 1;
	qp.management->slots[SENDS - 1].ah = &ah;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(the_first_service_sets_up),    FRESH(a_queue_pair_may_not_be_ready),
		FRESH(its_state_may_change),         FRESH(a_setup_may_fail),
		FRESH(a_request_is_for_one_service), FRESH(a_datagram_is_described),
		FRESH(requests_go_by_class),         FRESH(responses_go_by_number),
		FRESH(all_completions_are_read),     FRESH(the_timer_is_stopped),
		FRESH(what_is_left_is_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
