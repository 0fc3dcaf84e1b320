/* SPDX-License-Identifier: BSD-2-Clause */
/* Handshakes: ib_cm_req, ib_cm_rep, ib_cm_rtu and ib_cm_rej. */
#include "reliable_link.h"

#include <complib/cl_byteswap.h>

static void a_connection_carries_messages_and_ends(void **state)
{
	(void)state;
	link_connect(&l);
	assert_int_equal(link_state(l.a.qp), IB_QPS_RTS);
	assert_int_equal(link_state(l.b.qp), IB_QPS_RTS);
	link_exchange(&l);
	link_disconnect(&l);
	assert_int_equal(link_state(l.a.qp), IB_QPS_ERROR);
	assert_int_equal(link_state(l.b.qp), IB_QPS_ERROR);
	link_quiet();
}

static void each_call_moves_its_queue_pair(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	struct call call;

	(void)state;
	assert_int_equal(link_state(l.a.qp), IB_QPS_RESET);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_state(l.a.qp), IB_QPS_INIT);
	call = link_wait(CALL_REQ);
	assert_ptr_equal(call.context, &l);
	assert_ptr_equal(call.listen, l.listen);
	assert_int_equal(link_state(l.b.qp), IB_QPS_RESET);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	assert_int_not_equal(link_state(l.b.qp), IB_QPS_RESET);
	call = link_wait(CALL_REP);
	assert_ptr_equal(call.context, &l.a);
	assert_ptr_equal(call.cm.h_qp, l.a.qp);
	assert_int_equal(link_state(l.a.qp), IB_QPS_INIT);
	assert_int_equal(link_state(l.b.qp), IB_QPS_RTR);
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_SUCCESS);
	assert_int_equal(link_state(l.a.qp), IB_QPS_RTS);
	call = link_wait(CALL_RTU);
	assert_ptr_equal(call.context, &l.b);
	assert_ptr_equal(call.qp, l.b.qp);
	assert_int_equal(link_state(l.b.qp), IB_QPS_RTS);
}

static void private_data_arrives_whole(void **state)
{
	ib_cm_req_t req = link_req(&l);
	ib_cm_rep_t rep = link_rep(&l);
	ib_cm_rtu_t rtu = link_rtu();
	ib_cm_dreq_t dreq = link_dreq(l.b.qp);
	ib_cm_drep_t drep = {.drep_length = IB_DREP_PDATA_SIZE};
	struct call call;

	(void)state;
	req.p_req_pdata = link_data(1);
	req.req_length = IB_REQ_PDATA_SIZE;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_memory_equal(call.data, link_data(1), IB_REQ_PDATA_SIZE);
	rep.p_rep_pdata = link_data(2);
	rep.rep_length = IB_REP_PDATA_SIZE;
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	call = link_wait(CALL_REP);
	assert_memory_equal(call.data, link_data(2), IB_REP_PDATA_SIZE);
	rtu.p_rtu_pdata = link_data(3);
	rtu.rtu_length = IB_RTU_PDATA_SIZE;
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_SUCCESS);
	call = link_wait(CALL_RTU);
	assert_memory_equal(call.data, link_data(3), IB_RTU_PDATA_SIZE);
	dreq.p_dreq_pdata = (uint8_t *)(uintptr_t)link_data(4);
	dreq.dreq_length = IB_DREQ_PDATA_SIZE;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	call = link_wait(CALL_DREQ);
	assert_memory_equal(call.data, link_data(4), IB_DREQ_PDATA_SIZE);
	drep.p_drep_pdata = (uint8_t *)(uintptr_t)link_data(5);
	assert_int_equal(ib_cm_drep(call.cm, &drep), IB_SUCCESS);
	call = link_wait(CALL_DREP);
	assert_int_equal(call.status, IB_SUCCESS);
	assert_ptr_equal(call.context, &l.b);
	assert_ptr_equal(call.qp, l.b.qp);
	assert_memory_equal(call.data, link_data(5), IB_DREP_PDATA_SIZE);
}

static void private_data_has_its_limits(void **state)
{
	ib_cm_req_t req = link_req(&l);
	ib_cm_rep_t rep = link_rep(&l);
	ib_cm_rtu_t rtu = link_rtu();
	ib_cm_rej_t rej = link_rej();
	ib_cm_dreq_t dreq = link_dreq(l.a.qp);
	ib_cm_drep_t drep = {.drep_length = IB_DREP_PDATA_SIZE + 1};

	(void)state;
	req.req_length = 1;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req.p_req_pdata = link_data(0);
	req.req_length = IB_REQ_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req.req_length = 0;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	l.cm_b = link_wait(CALL_REQ).cm;
	rej.p_rej_pdata = link_data(0);
	rej.rej_length = IB_REJ_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_rej(l.cm_b, &rej), IB_INVALID_SETTING);
	rep.p_rep_pdata = link_data(0);
	rep.rep_length = IB_REP_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_SETTING);
	rep.rep_length = 0;
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_SUCCESS);
	l.cm_a = link_wait(CALL_REP).cm;
	rtu.p_rtu_pdata = link_data(0);
	rtu.rtu_length = IB_RTU_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_INVALID_SETTING);
	rtu.rtu_length = 0;
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	dreq.p_dreq_pdata = (uint8_t *)(uintptr_t)link_data(0);
	dreq.dreq_length = IB_DREQ_PDATA_SIZE + 1;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_SETTING);
	dreq.dreq_length = 0;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	l.cm_b = link_wait(CALL_DREQ).cm;
	drep.p_drep_pdata = (uint8_t *)(uintptr_t)link_data(0);
	assert_int_equal(ib_cm_drep(l.cm_b, &drep), IB_INVALID_SETTING);
	drep.drep_length = 0;
	assert_int_equal(ib_cm_drep(l.cm_b, &drep), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
}

static void depths_are_what_both_sides_have(void **state)
{
	ib_cm_req_t req = link_req(&l);
	ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	ib_qp_attr_t a, b;
	struct call call;

	(void)state;
	req.resp_res = 2;
	req.init_depth = 3;
	rep.init_depth = 4;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_int_equal(call.resp_res, 2);
	assert_int_equal(ib_cm_rep(call.cm, &rep), IB_SUCCESS);
	call = link_wait(CALL_REP);
	assert_int_equal(call.resp_res, 3);
	assert_int_equal(ib_cm_rtu(call.cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(ib_query_qp(l.a.qp, &a), IB_SUCCESS);
	assert_int_equal(ib_query_qp(l.b.qp, &b), IB_SUCCESS);
	assert_int_equal(a.init_depth, 3);
	assert_int_equal(b.resp_res, 3);
	assert_int_equal(b.init_depth, 2);
	assert_int_equal(a.resp_res, 2);
	assert_int_equal(a.sq_psn, b.rq_psn);
	assert_int_equal(b.sq_psn, a.rq_psn);
	assert_int_equal(a.dest_num, b.num);
	assert_int_equal(b.dest_num, a.num);
}

static void the_path_is_the_listener_s(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rej_t rej = link_rej();
	ib_path_rec_t back = link_path(&l.b, &l.a);
	struct call call;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	call = link_wait(CALL_REQ);
	assert_memory_equal(&call.path.sgid, &back.sgid, sizeof(ib_gid_t));
	assert_memory_equal(&call.path.dgid, &back.dgid, sizeof(ib_gid_t));
	assert_int_equal(call.path.dlid, back.dlid);
	assert_int_equal(call.path.slid, back.slid);
	assert_int_equal(call.path.pkey, back.pkey);
	assert_int_equal(ib_path_rec_mtu(&call.path), IB_MTU_LEN_1024);
	assert_int_equal(ib_path_rec_rate(&call.path), IB_PATH_RECORD_RATE_10_GBS);
	assert_int_equal(call.path.service_id, LINK_ID);
	assert_int_equal(call.alternate.dlid, 0);
	assert_int_equal(ib_cm_rej(call.cm, &rej), IB_SUCCESS);
	link_wait(CALL_REJ);
}

static void a_request_is_rejected_with_reasons(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	ib_ari_t ari;
	ib_cm_rej_t rej = {.rej_status = IB_REJ_INVALID_MTU,
			   .p_ari = &ari,
			   .ari_length = 1,
			   .p_rej_pdata = link_data(6),
			   .rej_length = IB_REJ_PDATA_SIZE};
	struct call call;

	(void)state;
	memset(&ari, 0x5a, sizeof(ari));
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	l.cm_b = link_wait(CALL_REQ).cm;
	assert_int_equal(ib_cm_rej(l.cm_b, &rej), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_INVALID_MTU);
	assert_memory_equal(call.data, link_data(6), IB_REJ_PDATA_SIZE);
	assert_int_equal(call.info_length, 1);
	assert_int_equal(call.info[0], 0x5a);
	assert_ptr_equal(call.qp, l.a.qp);
	assert_ptr_equal(call.context, &l.a);
	/* the connection attempt has ended on both sides */
	assert_int_equal(ib_cm_rej(l.cm_b, &rej), IB_INVALID_HANDLE);
	/* the queue pair can be connected again */
	link_connect(&l);
	link_exchange(&l);
}

static void a_reply_is_rejected(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rej_t rej = link_rej();
	const ib_cm_rtu_t rtu = link_rtu();
	struct call call;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	l.cm_b = link_wait(CALL_REQ).cm;
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_SUCCESS);
	l.cm_a = link_wait(CALL_REP).cm;
	assert_int_equal(ib_cm_rej(l.cm_a, &rej), IB_SUCCESS);
	call = link_wait(CALL_REJ);
	assert_int_equal(call.reason, IB_REJ_USER_DEFINED);
	assert_ptr_equal(call.qp, l.b.qp);
	assert_int_equal(link_state(l.b.qp), IB_QPS_ERROR);
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_INVALID_HANDLE);
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_HANDLE);
}

static void nobody_listens(void **state)
{
	ib_cm_req_t req = link_req(&l);

	(void)state;
	req.svc_id ^= 1;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_SID);
	/* the listener is for connections of another type */
	req = link_req(&l);
	req.qp_type = IB_QPT_UNRELIABLE_CONN;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req.h_qp = link_qp(&l.a, IB_QPT_UNRELIABLE_CONN, NULL);
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_REJ).reason, IB_REJ_INVALID_XPORT);
}

static void unreliable_connections_have_the_same_calls(void **state)
{
	ib_qp_handle_t a = link_qp(&l.a, IB_QPT_UNRELIABLE_CONN, NULL);
	ib_qp_handle_t b = link_qp(&l.b, IB_QPT_UNRELIABLE_CONN, NULL);
	ib_cm_listen_t listen = link_listen(&l, IB_QPT_UNRELIABLE_CONN);
	const ib_cm_rtu_t rtu = {.access_ctrl = IB_AC_RDMA_WRITE,
				 .pfn_cm_dreq_cb = link_rtu().pfn_cm_dreq_cb};
	ib_cm_req_t req = link_req(&l);
	ib_cm_rep_t rep = link_rep(&l);
	ib_listen_handle_t handle;

	(void)state;
	assert_int_equal(ib_cm_listen(l.kit.al, &listen, NULL, &handle), IB_SUCCESS);
	req.qp_type = IB_QPT_UNRELIABLE_CONN;
	req.h_qp = a;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	rep.qp_type = IB_QPT_UNRELIABLE_CONN;
	rep.h_qp = b;
	rep.access_ctrl = IB_AC_RDMA_WRITE;
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(link_state(a), IB_QPS_RTS);
	assert_int_equal(link_state(b), IB_QPS_RTS);
}

static void receives_are_posted_before_the_reply(void **state)
{
	ib_local_ds_t ds = side_ds(&l.b, 128, 64), from = side_ds(&l.a, 0, 64);
	ib_recv_wr_t wr = {.wr_id = 5, .num_ds = 1, .ds_array = &ds}, *failed = NULL;
	ib_send_wr_t send = side_wr(&from, WR_SEND, 6, &l.b, 0);
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	ib_cm_rep_t rep = link_rep(&l);
	ib_wc_t wc;

	(void)state;
	rep.p_recv_wr = &wr;
	rep.pp_recv_failure = &failed;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(link_wait(CALL_REQ).cm, &rep), IB_SUCCESS);
	assert_int_equal(ib_cm_rtu(link_wait(CALL_REP).cm, &rtu), IB_SUCCESS);
	assert_int_equal(ib_post_send(l.a.qp, &send, NULL), IB_SUCCESS);
	assert_int_equal(side_take(&l.a).status, IB_WCS_SUCCESS);
	wc = side_take(&l.b);
	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	assert_int_equal(wc.wr_id, 5);
	link_wait(CALL_RTU);
}

static void requests_are_checked(void **state)
{
	const ib_cm_req_t good = link_req(&l);
	ib_cm_req_t req = good;
	ib_path_rec_t path = link_path(&l.a, &l.b);

	(void)state;
	assert_int_equal(ib_cm_req(NULL), IB_INVALID_PARAMETER);
	KIT_REFUSES(&l.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    (req.h_qp = bad, ib_cm_req(&req)));
	req = good;
	req.qp_type = IB_QPT_RAW_ETHER;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req = good;
	req.p_primary_path = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req = good;
	req.pfn_cm_rep_cb = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req = good;
	req.pfn_cm_rej_cb = NULL;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_PARAMETER);
	req = good;
	req.max_cm_retries = 16;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req = good;
	req.rnr_retry_cnt = 8;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	req = good;
	req.resp_res = 255;
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	/* a path of the other adapter, then a P_Key that is not in the port's table */
	req = good;
	req.p_primary_path = &path;
	path = link_path(&l.b, &l.a);
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	path = link_path(&l.a, &l.b);
	path.pkey = CL_HTON16(0x8765);
	assert_int_equal(ib_cm_req(&req), IB_INVALID_SETTING);
	/* the failed calls did not change the queue pair's state */
	assert_int_equal(link_state(l.a.qp), IB_QPS_RESET);
	link_connect(&l);
	assert_int_equal(ib_cm_req(&good), IB_INVALID_QP_STATE);
}

static void replies_are_checked(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rep_t good = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	ib_cm_rtu_t bad_rtu = rtu;
	ib_cm_rep_t rep = good;
	ib_cm_handle_t cm;

	(void)state;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	cm = l.cm_b = link_wait(CALL_REQ).cm;
	cm.h_al = NULL;
	assert_int_equal(ib_cm_rep(cm, &good), IB_INVALID_HANDLE);
	cm.h_al = (ib_al_handle_t)l.kit.pd;
	assert_int_equal(ib_cm_rep(cm, &good), IB_INVALID_HANDLE);
	cm.h_al = (ib_al_handle_t)(uintptr_t)0x5a5a5a5a5a5a5a5a;
	assert_int_equal(ib_cm_rep(cm, &good), IB_INVALID_HANDLE);
	cm = l.cm_b;
	cm.cid ^= CL_HTON32(0x4000);
	assert_int_equal(ib_cm_rep(cm, &good), IB_INVALID_HANDLE);
	assert_int_equal(ib_cm_rep(l.cm_b, NULL), IB_INVALID_PARAMETER);
	KIT_REFUSES(&l.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    (rep.h_qp = bad, ib_cm_rep(l.cm_b, &rep)));
	rep = good;
	rep.h_qp = l.a.qp; /* belongs to the other adapter, and is being connected */
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_QP_STATE);
	rep.h_qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, NULL);
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_QP_HANDLE);
	rep = good;
	rep.pfn_cm_rtu_cb = NULL;
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_PARAMETER);
	rep = good;
	rep.qp_type = IB_QPT_UNRELIABLE_CONN;
	assert_int_equal(ib_cm_rep(l.cm_b, &rep), IB_INVALID_SETTING);
	assert_int_equal(ib_cm_rtu(l.cm_b, &rtu), IB_INVALID_STATE);
	/* the failed calls did not end the request */
	assert_int_equal(ib_cm_rep(l.cm_b, &good), IB_SUCCESS);
	assert_int_equal(ib_cm_rep(l.cm_b, &good), IB_INVALID_STATE);
	l.cm_a = link_wait(CALL_REP).cm;
	assert_int_equal(ib_cm_rtu(l.cm_a, NULL), IB_INVALID_PARAMETER);
	bad_rtu.pfn_cm_dreq_cb = NULL;
	assert_int_equal(ib_cm_rtu(l.cm_a, &bad_rtu), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_rej(l.cm_a, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
	assert_int_equal(ib_cm_rtu(l.cm_a, &rtu), IB_INVALID_STATE);
}

static void many_connections_have_one_port(void **state)
{
	enum {
		MANY = 40
	};
	ib_qp_handle_t first_a = l.a.qp, first_b = l.b.qp;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		link_connect(&l);
		link_exchange(&l);
		l.a.qp = link_qp(&l.a, IB_QPT_RELIABLE_CONN, &l.a);
		l.b.qp = link_qp(&l.b, IB_QPT_RELIABLE_CONN, &l.b);
	}
	l.a.qp = first_a;
	l.b.qp = first_b;
	link_exchange(&l);
	link_disconnect(&l);
}

/* The passive side responds in its callback, as servers do. */
static void respond_at_once(const struct call *call)
{
	const ib_cm_rep_t rep = link_rep(&l);
	const ib_cm_rtu_t rtu = link_rtu();
	const ib_cm_drep_t drep = {.drep_length = 0};

	if (call->what == CALL_REQ)
		assert_int_equal(ib_cm_rep(call->cm, &rep), IB_SUCCESS);
	if (call->what == CALL_REP)
		assert_int_equal(ib_cm_rtu(call->cm, &rtu), IB_SUCCESS);
	if (call->what == CALL_DREQ)
		assert_int_equal(ib_cm_drep(call->cm, &drep), IB_SUCCESS);
}

static void a_call_waits_for_its_callback(void **state)
{
	ib_cm_req_t req = link_req(&l);
	ib_cm_dreq_t dreq = link_dreq(l.a.qp);

	(void)state;
	link_also = respond_at_once;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(link_state(l.a.qp), IB_QPS_RTS);
	link_wait(CALL_RTU);
	dreq.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	assert_int_equal(link_state(l.b.qp), IB_QPS_ERROR);
	link_wait(CALL_REQ);
	link_wait(CALL_REP);
	link_wait(CALL_DREQ);
	link_wait(CALL_DREP);
	link_quiet();
}

static void ask_and_wait(const struct call *call)
{
	ib_cm_req_t req = link_req(&l);

	(void)call;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_req(&req), IB_UNSUPPORTED);
}

static void a_callback_cannot_wait(void **state)
{
	const ib_cm_req_t req = link_req(&l);
	const ib_cm_rej_t rej = link_rej();

	(void)state;
	link_also = ask_and_wait;
	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	assert_int_equal(ib_cm_rej(link_wait(CALL_REQ).cm, &rej), IB_SUCCESS);
	link_wait(CALL_REJ);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_link, close_link)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(a_connection_carries_messages_and_ends),
		EACH(each_call_moves_its_queue_pair),
		EACH(private_data_arrives_whole),
		EACH(private_data_has_its_limits),
		EACH(depths_are_what_both_sides_have),
		EACH(the_path_is_the_listener_s),
		EACH(a_request_is_rejected_with_reasons),
		EACH(a_reply_is_rejected),
		EACH(nobody_listens),
		EACH(unreliable_connections_have_the_same_calls),
		EACH(receives_are_posted_before_the_reply),
		EACH(requests_are_checked),
		EACH(replies_are_checked),
		EACH(many_connections_have_one_port),
		EACH(a_call_waits_for_its_callback),
		EACH(a_callback_cannot_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
