/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of the suite: connections between two queue pairs of one adapter. */
#include "suite.h"

#define SERVICE       CL_HTON64(UINT64_C(0xfeedface12345678))
#define OTHER_SERVICE CL_HTON64(UINT64_C(0xfeedface87654321))

static const ib_access_t rights = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_LOCAL_WRITE;

static struct {
	bed_t bed;
	ib_qp_handle_t h_qp[2];
	ib_listen_handle_t h_listen[2];
	ib_path_rec_t path;
	boolean_t hands_over;
	atomic32_t refuses, requests, mras, rtus, rejections, dreqs, dreps;
} g;

/* --- callbacks ------------------------------------------------------------------------------ */

static void AL_API on_dreq(IN ib_cm_dreq_rec_t *p_rec)
{
	ib_cm_drep_t drep;

	cl_memclr(&drep, sizeof(drep));
	MUST(ib_cm_drep(p_rec->h_cm_dreq, &drep));
	cl_atomic_inc(&g.dreqs);
}

static void AL_API on_drep(IN ib_cm_drep_rec_t *p_rec)
{
	HOLDS(p_rec->cm_status == IB_SUCCESS && p_rec->h_qp == g.h_qp[0]);
	cl_atomic_inc(&g.dreps);
}

static void AL_API on_rtu(IN ib_cm_rtu_rec_t *p_rec)
{
	HOLDS(p_rec->h_qp == g.h_qp[1]);
	HOLDS(strcmp((const char *)p_rec->p_rtu_pdata, "ready") == 0);
	cl_atomic_inc(&g.rtus);
}

static void AL_API on_rej(IN ib_cm_rej_rec_t *p_rec)
{
	HOLDS(p_rec->h_qp == g.h_qp[0]);
	HOLDS(p_rec->rej_status == (READ(g.refuses) ? IB_REJ_USER_DEFINED : IB_REJ_INVALID_SID));
	cl_atomic_inc(&g.rejections);
}

static void AL_API on_mra(IN ib_cm_mra_rec_t *p_rec)
{
	HOLDS(p_rec->h_qp == g.h_qp[0]);
	cl_atomic_inc(&g.mras);
}

static void reject_request(ib_cm_handle_t h_cm)
{
	ib_cm_rej_t rej;

	cl_memclr(&rej, sizeof(rej));
	rej.rej_status = IB_REJ_USER_DEFINED;
	MUST(ib_cm_rej(h_cm, &rej));
}

static void accept_it(ib_cm_handle_t h_cm)
{
	ib_cm_mra_t mra;
	ib_cm_rep_t rep;

	cl_memclr(&mra, sizeof(mra));
	mra.svc_timeout = 21;
	MUST(ib_cm_mra(h_cm, &mra));
	cl_memclr(&rep, sizeof(rep));
	rep.qp_type = IB_QPT_RELIABLE_CONN;
	rep.h_qp = g.h_qp[1];
	rep.access_ctrl = rights;
	rep.init_depth = 1;
	rep.target_ack_delay = 7;
	rep.rnr_nak_timeout = 7;
	rep.rnr_retry_cnt = 7;
	rep.pfn_cm_rej_cb = on_rej;
	rep.pfn_cm_mra_cb = on_mra;
	rep.pfn_cm_rtu_cb = on_rtu;
	rep.pfn_cm_dreq_cb = on_dreq;
	MUST(ib_cm_rep(h_cm, &rep));
}

static void AL_API on_req(IN ib_cm_req_rec_t *p_rec)
{
	HOLDS(p_rec->context == &g && p_rec->qp_type == IB_QPT_RELIABLE_CONN);
	HOLDS(strcmp((const char *)p_rec->p_req_pdata, "please") == 0);
	cl_atomic_inc(&g.requests);
	if (g.hands_over && p_rec->h_cm_listen == g.h_listen[0])
		MUST(ib_cm_handoff(p_rec->h_cm_req, OTHER_SERVICE));
	else if (READ(g.refuses))
		reject_request(p_rec->h_cm_req);
	else
		accept_it(p_rec->h_cm_req);
}

static void AL_API on_rep(IN ib_cm_rep_rec_t *p_rec)
{
	ib_cm_rtu_t rtu;

	cl_memclr(&rtu, sizeof(rtu));
	rtu.access_ctrl = rights;
	rtu.p_rtu_pdata = (const uint8_t *)"ready";
	rtu.rtu_length = sizeof("ready");
	rtu.pfn_cm_dreq_cb = on_dreq;
	MUST(ib_cm_rtu(p_rec->h_cm_rep, &rtu));
}

/* --- calls ---------------------------------------------------------------------------------- */

static void listen_for(ib_net64_t service, ib_listen_handle_t *p_listen)
{
	ib_cm_listen_t listen;

	cl_memclr(&listen, sizeof(listen));
	listen.svc_id = service;
	listen.ca_guid = g.bed.p_attr->ca_guid;
	listen.port_guid = g.bed.p_attr->p_port_attr[0].port_guid;
	listen.lid = IB_ALL_LIDS;
	listen.pkey = g.bed.p_attr->p_port_attr[0].p_pkey_table[0];
	listen.pfn_cm_req_cb = on_req;
	listen.qp_type = IB_QPT_RELIABLE_CONN;
	MUST(ib_cm_listen(g.bed.h_al, &listen, &g, p_listen));
}

static void AL_API on_path(IN ib_query_rec_t *p_rec)
{
	HOLDS(p_rec->status == IB_SUCCESS);
	g.path = *ib_get_query_path_rec(p_rec->p_result_mad, 0);
	MUST(ib_put_mad(p_rec->p_result_mad));
}

static void find_path(void)
{
	ib_query_handle_t h_query;
	ib_query_req_t req;
	ib_lid_pair_t pair;

	pair.src_lid = pair.dest_lid = g.bed.p_attr->p_port_attr[0].lid;
	cl_memclr(&req, sizeof(req));
	req.query_type = IB_QUERY_PATH_REC_BY_LIDS;
	req.p_query_input = &pair;
	req.port_guid = g.bed.p_attr->p_port_attr[0].port_guid;
	req.timeout_ms = 1000;
	req.retry_cnt = 3;
	req.flags = IB_FLAGS_SYNC;
	req.pfn_query_cb = on_path;
	MUST(ib_query(g.bed.h_al, &req, &h_query));
}

static void connect_to(ib_net64_t service)
{
	ib_cm_req_t req;

	cl_memclr(&req, sizeof(req));
	req.svc_id = service;
	req.max_cm_retries = 15;
	req.p_primary_path = &g.path;
	req.pfn_cm_rep_cb = on_rep;
	req.pfn_cm_rej_cb = on_rej;
	req.pfn_cm_mra_cb = on_mra;
	req.p_req_pdata = (const uint8_t *)"please";
	req.req_length = sizeof("please");
	req.qp_type = IB_QPT_RELIABLE_CONN;
	req.h_qp = g.h_qp[0];
	req.resp_res = 1;
	req.init_depth = 1;
	req.remote_resp_timeout = 20;
	req.local_resp_timeout = 20;
	req.rnr_nak_timeout = 7;
	req.rnr_retry_cnt = 7;
	req.retry_cnt = 7;
	req.timeout_ms = 1000;
	req.h_al = g.bed.h_al;
	MUST(ib_cm_req(&req));
}

static void disconnect(void)
{
	ib_cm_dreq_t dreq;

	cl_memclr(&dreq, sizeof(dreq));
	dreq.qp_type = IB_QPT_RELIABLE_CONN;
	dreq.h_qp = g.h_qp[0];
	dreq.pfn_cm_drep_cb = on_drep;
	MUST(ib_cm_dreq(&dreq));
	bed_await(&g.dreqs, 1);
	bed_await(&g.dreps, 1);
	HOLDS(ib_cm_dreq(&dreq) == IB_INVALID_STATE);
}

static void open_case(boolean_t listens)
{
	cl_memclr(&g, sizeof(g));
	bed_open(&g.bed);
	for (int i = 0; i < 2; i++)
		g.h_qp[i] = bed_qp(&g.bed, IB_QPT_RELIABLE_CONN);
	find_path();
	if (listens)
		listen_for(SERVICE, &g.h_listen[0]);
}

static void close_case(void)
{
	for (int i = 0; i < 2; i++)
		MUST(ib_destroy_qp(g.h_qp[i], ib_sync_destroy));
	for (int i = 0; i < 2; i++)
		if (g.h_listen[i])
			MUST(ib_cm_cancel(g.h_listen[i], ib_sync_destroy));
	bed_close(&g.bed);
}

/* --- cases ---------------------------------------------------------------------------------- */

void connections(void)
{
	open_case(TRUE);
	connect_to(SERVICE);
	bed_await(&g.rtus, 1);
	bed_await(&g.mras, 1);
	bed_exchange(&g.bed, g.h_qp, IB_QPT_RELIABLE_CONN);
	disconnect();
	HOLDS(READ(g.requests) == 1 && READ(g.rejections) == 0);
	close_case();
}

void refused_connections(void)
{
	open_case(TRUE);
	connect_to(OTHER_SERVICE);
	bed_await(&g.rejections, 1);
	cl_atomic_inc(&g.refuses);
	connect_to(SERVICE);
	bed_await(&g.rejections, 2);
	HOLDS(READ(g.requests) == 1 && READ(g.rtus) == 0);
	close_case();
}

void handed_over(void)
{
	open_case(TRUE);
	listen_for(OTHER_SERVICE, &g.h_listen[1]);
	g.hands_over = TRUE;
	connect_to(SERVICE);
	bed_await(&g.rtus, 1);
	HOLDS(READ(g.requests) == 2);
	disconnect();
	close_case();
}
