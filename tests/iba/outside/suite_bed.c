/* SPDX-License-Identifier: BSD-2-Clause */
#include "suite.h"

enum {
	DEPTH = 16,
	MESSAGES = 8,
	MESSAGE = 128,
	GRH_BYTES = 40
};

#define QKEY CL_HTON32(0x11111111)

cl_event_t destroyed;

void AL_API on_destroyed(IN void *context)
{
	UNUSED_PARAM(context);
	cl_event_signal(&destroyed);
}

void wait_destroyed(int count)
{
	while (count-- > 0)
		HOLDS(cl_event_wait_on(&destroyed, PATIENCE_US, TRUE) == CL_SUCCESS);
}

void AL_API on_ca_event(IN ib_async_event_rec_t *p_rec)
{
	printf("  event of the CA: %s\n", ib_get_async_event_str(p_rec->code));
}

void AL_API on_cq_event(IN ib_async_event_rec_t *p_rec)
{
	printf("  event of a CQ: %s\n", ib_get_async_event_str(p_rec->code));
}

void AL_API on_completion(IN ib_cq_handle_t h_cq, IN void *cq_context)
{
	UNUSED_PARAM(h_cq);
	UNUSED_PARAM(cq_context);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): cl_atomic_add() takes a non-const pointer */
void bed_await(atomic32_t *p_count, int32_t value)
{
	for (int i = 0; i < 60000 && READ(*p_count) < value; i++)
		cl_thread_suspend(1);
	HOLDS(READ(*p_count) >= value);
}

ib_api_status_t AL_API on_pnp(IN ib_pnp_rec_t *p_rec)
{
	bed_t *p_bed = (bed_t *)p_rec->pnp_context;

	HOLDS(strlen(ib_get_pnp_event_str(p_rec->pnp_event)) > 0);
	cl_atomic_inc(&p_bed->pnp_events);
	return IB_SUCCESS;
}

void AL_API on_service(IN ib_reg_svc_rec_t *p_rec)
{
	bed_t *p_bed = (bed_t *)(uintptr_t)p_rec->svc_context;

	HOLDS(p_rec->req_status == IB_SUCCESS);
	cl_atomic_inc(&p_bed->services);
}

/* --- the bed -------------------------------------------------------------------------------- */

static void query_port(bed_t *p_bed)
{
	uint32_t size = 0;

	HOLDS(ib_query_ca(p_bed->h_ca, NULL, &size) == IB_INSUFFICIENT_MEMORY);
	p_bed->p_attr = (ib_ca_attr_t *)cl_zalloc(size);
	MUST(ib_query_ca(p_bed->h_ca, p_bed->p_attr, &size));
}

static void register_memory(bed_t *p_bed)
{
	ib_mr_create_t mr;

	p_bed->memory = (uint8_t *)cl_zalloc(BED_BYTES);
	mr.vaddr = p_bed->memory;
	mr.length = BED_BYTES;
	mr.access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_WRITE | IB_AC_RDMA_READ | IB_AC_ATOMIC;
	MUST(ib_reg_mem(p_bed->h_pd, &mr, &p_bed->lkey, &p_bed->rkey, &p_bed->h_mr));
}

void bed_open(bed_t *p_bed)
{
	size_t count = BED_GUIDS;
	ib_cq_create_t cq;

	cl_memclr(p_bed, sizeof(*p_bed));
	MUST(ib_open_al(&p_bed->h_al));
	MUST(ib_get_ca_guids(p_bed->h_al, p_bed->guids, &count));
	HOLDS(count >= 2);
	MUST(ib_open_ca(p_bed->h_al, p_bed->guids[0], on_ca_event, p_bed, &p_bed->h_ca));
	query_port(p_bed);
	MUST(ib_alloc_pd(p_bed->h_ca, IB_PDT_NORMAL, p_bed, &p_bed->h_pd));
	cl_memclr(&cq, sizeof(cq));
	cq.size = DEPTH * 8;
	cq.pfn_comp_cb = on_completion;
	MUST(ib_create_cq(p_bed->h_ca, &cq, p_bed, on_cq_event, &p_bed->h_cq));
	register_memory(p_bed);
}

void bed_close(bed_t *p_bed)
{
	MUST(ib_dereg_mr(p_bed->h_mr));
	MUST(ib_destroy_cq(p_bed->h_cq, ib_sync_destroy));
	MUST(ib_dealloc_pd(p_bed->h_pd, ib_sync_destroy));
	MUST(ib_close_ca(p_bed->h_ca, ib_sync_destroy));
	MUST(ib_close_al(p_bed->h_al));
	cl_free(p_bed->p_attr);
	cl_free(p_bed->memory);
}

ib_qp_handle_t bed_qp(bed_t *p_bed, ib_qp_type_t type)
{
	ib_qp_create_t create;
	ib_qp_handle_t h_qp;

	cl_memclr(&create, sizeof(create));
	create.qp_type = type;
	create.sq_depth = DEPTH;
	create.rq_depth = DEPTH;
	create.sq_sge = 1;
	create.rq_sge = 1;
	create.h_sq_cq = p_bed->h_cq;
	create.h_rq_cq = p_bed->h_cq;
	create.sq_signaled = TRUE;
	MUST(ib_create_qp(p_bed->h_pd, &create, p_bed, on_cq_event, &h_qp));
	return h_qp;
}

ib_av_attr_t bed_av(const bed_t *p_bed, uint8_t mtu)
{
	ib_av_attr_t attr;

	cl_memclr(&attr, sizeof(attr));
	attr.port_num = 1;
	attr.dlid = p_bed->p_attr->p_port_attr[0].lid;
	attr.static_rate = IB_PATH_RECORD_RATE_10_GBS;
	attr.conn.path_mtu = mtu;
	return attr;
}

/* --- two queue pairs ------------------------------------------------------------------------ */

static void move_to_rts(ib_qp_handle_t h_qp, const bed_t *p_bed, ib_net32_t peer)
{
	ib_qp_mod_t mod;

	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_INIT;
	mod.state.init.primary_port = 1;
	mod.state.init.access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_WRITE | IB_AC_RDMA_READ;
	MUST(ib_modify_qp(h_qp, &mod));
	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_RTR;
	mod.state.rtr.rq_psn = CL_HTON32(0x7);
	mod.state.rtr.dest_qp = peer;
	mod.state.rtr.primary_av = bed_av(p_bed, IB_MTU_LEN_1024);
	mod.state.rtr.resp_res = 1;
	mod.state.rtr.rnr_nak_timeout = 7;
	MUST(ib_modify_qp(h_qp, &mod));
	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_RTS;
	mod.state.rts.sq_psn = CL_HTON32(0x7);
	mod.state.rts.retry_cnt = 7;
	mod.state.rts.rnr_retry_cnt = 7;
	mod.state.rts.local_ack_timeout = 14;
	mod.state.rts.init_depth = 1;
	MUST(ib_modify_qp(h_qp, &mod));
}

void bed_connect(bed_t *p_bed, const ib_qp_handle_t h_qp[2])
{
	ib_qp_attr_t attr[2];

	for (int i = 0; i < 2; i++)
		MUST(ib_query_qp(h_qp[i], &attr[i]));
	for (int i = 0; i < 2; i++)
		move_to_rts(h_qp[i], p_bed, attr[!i].num);
	MUST(ib_query_qp(h_qp[0], &attr[0]));
	HOLDS(attr[0].state == IB_QPS_RTS && attr[0].dest_num == attr[1].num);
}

void bed_datagrams(bed_t *p_bed, const ib_qp_handle_t h_qp[2])
{
	ib_dgrm_info_t info;

	info.port_guid = p_bed->p_attr->p_port_attr[0].port_guid;
	info.qkey = QKEY;
	info.pkey_index = 0;
	for (int i = 0; i < 2; i++)
		MUST(ib_init_dgrm_svc(h_qp[i], &info));
}

static void post_receives(bed_t *p_bed, ib_qp_handle_t h_qp)
{
	for (uint64_t i = 0; i < MESSAGES; i++) {
		ib_local_ds_t ds = {(uintptr_t)(p_bed->memory + (MESSAGES + i) * 256),
				    MESSAGE + GRH_BYTES, p_bed->lkey};
		ib_recv_wr_t wr = {NULL, 100 + i, 1, &ds}, *p_failed;

		MUST(ib_post_recv(h_qp, &wr, &p_failed));
	}
}

static void post_sends(bed_t *p_bed, ib_qp_handle_t h_qp, ib_av_handle_t h_av, ib_net32_t peer)
{
	ib_send_wr_t wr[MESSAGES], *p_failed;
	ib_local_ds_t ds[MESSAGES];

	cl_memclr(wr, sizeof(wr));
	for (size_t i = 0; i < MESSAGES; i++) {
		cl_memset(p_bed->memory + i * 256, (uint8_t)(i + 1), MESSAGE);
		ds[i].vaddr = (uintptr_t)(p_bed->memory + i * 256);
		ds[i].length = MESSAGE;
		ds[i].lkey = p_bed->lkey;
		wr[i].p_next = i + 1 < MESSAGES ? &wr[i + 1] : NULL;
		wr[i].wr_id = i;
		wr[i].wr_type = WR_SEND;
		wr[i].send_opt = i % 2 ? IB_SEND_OPT_SIGNALED : IB_SEND_OPT_IMMEDIATE;
		wr[i].immediate_data = CL_HTON32(i);
		wr[i].num_ds = 1;
		wr[i].ds_array = &ds[i];
		if (!h_av)
			continue;
		wr[i].dgrm.ud.h_av = h_av;
		wr[i].dgrm.ud.remote_qp = peer;
		wr[i].dgrm.ud.remote_qkey = QKEY;
	}
	MUST(ib_post_send(h_qp, wr, &p_failed));
}

static void check_receive(const bed_t *p_bed, const ib_wc_t *p_wc, ib_qp_type_t type)
{
	const uint64_t number = p_wc->wr_id - 100;
	const size_t before = type == IB_QPT_UNRELIABLE_DGRM ? GRH_BYTES : 0;
	const ib_recv_opt_t opt = before ? p_wc->recv.ud.recv_opt : p_wc->recv.conn.recv_opt;

	HOLDS(number < MESSAGES && p_wc->length == MESSAGE + before);
	HOLDS(p_bed->memory[(MESSAGES + number) * 256 + before] == number + 1);
	HOLDS((opt & IB_RECV_OPT_IMMEDIATE) == (number % 2 ? 0 : IB_RECV_OPT_IMMEDIATE));
}

void bed_exchange(bed_t *p_bed, const ib_qp_handle_t h_qp[2], ib_qp_type_t type)
{
	const ib_av_attr_t attr = bed_av(p_bed, 0);
	ib_wc_t wc[4], *p_free, *p_done;
	ib_av_handle_t h_av = NULL;
	ib_qp_attr_t peer;
	int left = 2 * MESSAGES;

	MUST(ib_query_qp(h_qp[1], &peer));
	if (type == IB_QPT_UNRELIABLE_DGRM)
		MUST(ib_create_av(p_bed->h_pd, &attr, &h_av));
	MUST(ib_rearm_cq(p_bed->h_cq, FALSE));
	post_receives(p_bed, h_qp[1]);
	post_sends(p_bed, h_qp[0], h_av, peer.num);
	for (int tries = 0; left && tries < 60000; tries++) {
		for (int i = 0; i < 4; i++)
			wc[i].p_next = i < 3 ? &wc[i + 1] : NULL;
		p_free = wc;
		p_done = NULL;
		if (ib_poll_cq(p_bed->h_cq, &p_free, &p_done) == IB_NOT_FOUND)
			cl_thread_suspend(1);
		for (; p_done; p_done = p_done->p_next, left--) {
			HOLDS(p_done->status == IB_WCS_SUCCESS);
			if (p_done->wc_type == IB_WC_RECV)
				check_receive(p_bed, p_done, type);
		}
	}
	HOLDS(left == 0);
	if (h_av)
		MUST(ib_destroy_av(h_av));
}

/* --- queries -------------------------------------------------------------------------------- */

static void AL_API on_query(IN ib_query_rec_t *p_rec)
{
	bed_t *p_bed = (bed_t *)(uintptr_t)p_rec->query_context;

	HOLDS(p_rec->status == IB_SUCCESS);
	for (uint32_t i = 0; i < p_rec->result_cnt; i++)
		HOLDS(ib_get_query_result(p_rec->p_result_mad, i) != NULL);
	p_bed->records = (int32_t)p_rec->result_cnt;
	if (p_rec->p_result_mad)
		MUST(ib_put_mad(p_rec->p_result_mad));
}

int32_t bed_query(bed_t *p_bed, ib_query_type_t type, const void *p_input)
{
	ib_query_handle_t h_query;
	ib_query_req_t req;

	cl_memclr(&req, sizeof(req));
	req.query_type = type;
	req.p_query_input = p_input;
	req.port_guid = p_bed->p_attr->p_port_attr[0].port_guid;
	req.timeout_ms = 1000;
	req.retry_cnt = 3;
	req.flags = IB_FLAGS_SYNC;
	req.query_context = p_bed;
	req.pfn_query_cb = on_query;
	p_bed->records = -1;
	MUST(ib_query(p_bed->h_al, &req, &h_query));
	return p_bed->records;
}
