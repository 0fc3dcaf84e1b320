/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The access layer on a real kernel: attributes, memory, messages of a connected pair with
 * completion callbacks, datagrams, services on queue pairs of type MAD, and destruction in order.
 * Takes about a second; on failure it prints what failed and exits.
 */
#include "tests/iba/outside/common.h"

#include <unistd.h>

enum {
	BYTES = 4096,
	MESSAGE = 100,
	GRH_BYTES = 40,
	CLASS = 0x56,
	METHOD = 1,
	MADS = 3,
	AT_MOST_S = 60
};

#define QKEY CL_HTON32(0x11111111)

static struct {
	ib_al_handle_t h_al;
	ib_ca_handle_t h_ca;
	ib_pd_handle_t h_pd;
	ib_cq_handle_t h_cq;
	ib_mr_handle_t h_mr;
	net32_t lkey, rkey;
	ib_net64_t port_guid;
	ib_av_attr_t way; /* address vector of our own port */
	uint8_t memory[BYTES];
	cl_event_t completed, destroyed, answered;
	atomic32_t mads; /* callbacks so far: of both sends, and of the response */
} g;

/* --- callbacks ------------------------------------------------------------------------------ */

static void AL_API on_completion(IN ib_cq_handle_t h_cq, IN void *cq_context)
{
	HOLDS(h_cq == g.h_cq && cq_context == &g);
	cl_event_signal(&g.completed);
}

static void AL_API on_destroyed(IN void *context)
{
	HOLDS(context == &g);
	cl_event_signal(&g.destroyed);
}

static void wait_for(cl_event_t *p_event)
{
	HOLDS(cl_event_wait_on(p_event, PATIENCE_US, TRUE) == CL_SUCCESS);
}

/* --- the port ------------------------------------------------------------------------------- */

static void open_adapter(void)
{
	ib_net64_t guids[8];
	size_t count = sizeof(guids) / sizeof(guids[0]);
	const ib_port_attr_t *p_port;
	ib_ca_attr_t *p_attr;
	uint32_t size = 0;

	MUST(ib_open_al(&g.h_al));
	MUST(ib_get_ca_guids(g.h_al, guids, &count));
	HOLDS(count > 0);
	MUST(ib_open_ca(g.h_al, guids[0], NULL, &g, &g.h_ca));
	HOLDS(ib_query_ca(g.h_ca, NULL, &size) == IB_INSUFFICIENT_MEMORY);
	p_attr = (ib_ca_attr_t *)cl_zalloc(size);
	MUST(ib_query_ca(g.h_ca, p_attr, &size));
	p_port = &p_attr->p_port_attr[0];
	HOLDS(p_port->link_state == IB_LINK_ACTIVE);
	g.port_guid = p_port->port_guid;
	g.way.port_num = 1;
	g.way.dlid = p_port->lid;
	g.way.grh_valid = TRUE;
	g.way.grh.hop_limit = 64;
	g.way.grh.src_gid = g.way.grh.dest_gid = p_port->p_gid_table[0];
	g.way.conn.path_mtu = IB_MTU_LEN_1024;
	printf("port 0x%" PRIx64 " is %s\n", cl_ntoh64(g.port_guid),
	       ib_get_port_state_str(p_port->link_state));
	cl_free(p_attr);
}

static void make_queue(void)
{
	ib_cq_create_t cq;
	ib_mr_create_t mr;

	MUST(ib_alloc_pd(g.h_ca, IB_PDT_NORMAL, &g, &g.h_pd));
	cl_memclr(&cq, sizeof(cq));
	cq.size = 16;
	cq.pfn_comp_cb = on_completion;
	MUST(ib_create_cq(g.h_ca, &cq, &g, NULL, &g.h_cq));
	mr.vaddr = g.memory;
	mr.length = BYTES;
	mr.access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_WRITE;
	MUST(ib_reg_mem(g.h_pd, &mr, &g.lkey, &g.rkey, &g.h_mr));
}

static ib_qp_handle_t make_pair(ib_qp_type_t type, ib_net32_t *p_number)
{
	ib_qp_create_t create;
	ib_qp_handle_t h_qp;
	ib_qp_attr_t attr;

	cl_memclr(&create, sizeof(create));
	create.qp_type = type;
	create.sq_depth = create.rq_depth = 4;
	create.sq_sge = create.rq_sge = 1;
	create.h_sq_cq = create.h_rq_cq = g.h_cq;
	create.sq_signaled = TRUE;
	MUST(ib_create_qp(g.h_pd, &create, &g, NULL, &h_qp));
	MUST(ib_query_qp(h_qp, &attr));
	*p_number = attr.num;
	return h_qp;
}

/* --- messages ------------------------------------------------------------------------------- */

/* Wait for the next completion, which a callback signals. */
static void next_completion(void)
{
	ib_wc_t wc, *p_free, *p_done;

	for (;;) {
		wc.p_next = NULL;
		p_free = &wc;
		p_done = NULL;
		if (ib_poll_cq(g.h_cq, &p_free, &p_done) == IB_SUCCESS)
			break;
		MUST(ib_rearm_cq(g.h_cq, FALSE));
		p_free = &wc;
		if (ib_poll_cq(g.h_cq, &p_free, &p_done) == IB_SUCCESS)
			break;
		wait_for(&g.completed);
	}
	if (wc.status != IB_WCS_SUCCESS)
		printf("%s\n", ib_get_wc_status_str(wc.status));
	HOLDS(wc.status == IB_WCS_SUCCESS);
}

static void receive(ib_qp_handle_t h_qp, uint32_t at, uint32_t bytes)
{
	ib_local_ds_t ds = {(uintptr_t)g.memory + at, bytes, g.lkey};
	ib_recv_wr_t wr = {NULL, 1, 1, &ds}, *p_failed;

	MUST(ib_post_recv(h_qp, &wr, &p_failed));
}

static void post(ib_qp_handle_t h_qp, ib_send_wr_t *p_wr)
{
	ib_local_ds_t ds = {(uintptr_t)g.memory, MESSAGE, g.lkey};
	ib_send_wr_t *p_failed;

	p_wr->num_ds = 1;
	p_wr->ds_array = &ds;
	MUST(ib_post_send(h_qp, p_wr, &p_failed));
}

static void move(ib_qp_handle_t h_qp, ib_net32_t peer)
{
	ib_qp_mod_t mod;

	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_INIT;
	mod.state.init.primary_port = 1;
	mod.state.init.access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_WRITE;
	MUST(ib_modify_qp(h_qp, &mod));
	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_RTR;
	mod.state.rtr.dest_qp = peer;
	mod.state.rtr.primary_av = g.way;
	mod.state.rtr.rnr_nak_timeout = 7;
	MUST(ib_modify_qp(h_qp, &mod));
	cl_memclr(&mod, sizeof(mod));
	mod.req_state = IB_QPS_RTS;
	mod.state.rts.retry_cnt = mod.state.rts.rnr_retry_cnt = 7;
	mod.state.rts.local_ack_timeout = 16;
	MUST(ib_modify_qp(h_qp, &mod));
}

/* A message, and a write with immediate data to the same memory. */
static void connected(void)
{
	ib_net32_t number[2];
	ib_qp_handle_t h_qp[2];
	ib_send_wr_t wr;

	for (int i = 0; i < 2; i++)
		h_qp[i] = make_pair(IB_QPT_RELIABLE_CONN, &number[i]);
	for (int i = 0; i < 2; i++)
		move(h_qp[i], number[!i]);
	for (int writes = 0; writes < 2; writes++) {
		cl_memset(g.memory, (uint8_t)(0x21 + writes), MESSAGE);
		receive(h_qp[1], 1024, MESSAGE);
		cl_memclr(&wr, sizeof(wr));
		wr.wr_type = writes ? WR_RDMA_WRITE : WR_SEND;
		wr.send_opt = IB_SEND_OPT_IMMEDIATE;
		wr.immediate_data = CL_HTON32(7);
		wr.remote_ops.vaddr = (uintptr_t)g.memory + 1024;
		wr.remote_ops.rkey = g.rkey;
		post(h_qp[0], &wr);
		next_completion();
		next_completion();
		HOLDS(g.memory[1024 + MESSAGE - 1] == 0x21 + writes);
	}
	for (int i = 0; i < 2; i++)
		MUST(ib_destroy_qp(h_qp[i], on_destroyed));
	wait_for(&g.destroyed);
}

static void datagrams(void)
{
	const ib_dgrm_info_t info = {g.port_guid, QKEY, 0};
	ib_net32_t number;
	ib_qp_handle_t h_qp = make_pair(IB_QPT_UNRELIABLE_DGRM, &number);
	ib_av_handle_t h_av;
	ib_send_wr_t wr;

	MUST(ib_init_dgrm_svc(h_qp, &info));
	MUST(ib_create_av(g.h_pd, &g.way, &h_av));
	cl_memset(g.memory, 0x42, MESSAGE);
	receive(h_qp, 2048, MESSAGE + GRH_BYTES);
	cl_memclr(&wr, sizeof(wr));
	wr.wr_type = WR_SEND;
	wr.dgrm.ud.h_av = h_av;
	wr.dgrm.ud.remote_qp = number;
	wr.dgrm.ud.remote_qkey = QKEY;
	post(h_qp, &wr);
	next_completion();
	next_completion();
	HOLDS(g.memory[2048 + GRH_BYTES + MESSAGE - 1] == 0x42);
	MUST(ib_destroy_av(h_av));
	MUST(ib_destroy_qp(h_qp, ib_sync_destroy));
}

/* --- management ----------------------------------------------------------------------------- */

static void count_mad(void)
{
	if (cl_atomic_inc(&g.mads) == MADS)
		cl_event_signal(&g.answered);
}

static void AL_API on_sent(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			   IN ib_mad_element_t *p_element)
{
	UNUSED_PARAM(h_svc);
	UNUSED_PARAM(mad_svc_context);
	HOLDS(p_element->status == IB_WCS_SUCCESS);
	MUST(ib_put_mad(p_element));
	count_mad();
}

static void AL_API on_received(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			       IN ib_mad_element_t *p_element)
{
	UNUSED_PARAM(mad_svc_context);
	if (ib_mad_is_response(p_element->p_mad_buf)) {
		MUST(ib_put_mad(p_element));
		count_mad();
		return;
	}
	p_element->p_mad_buf->method |= IB_MAD_METHOD_RESP_MASK;
	MUST(ib_send_mad(h_svc, p_element, NULL));
}

static void management(void)
{
	const ib_dgrm_info_t info = {g.port_guid, QKEY, 0};
	ib_net32_t number;
	ib_qp_handle_t h_qp = make_pair(IB_QPT_MAD, &number);
	ib_mad_element_t *p_element;
	ib_mad_svc_handle_t h_svc;
	ib_pool_handle_t h_pool;
	ib_pool_key_t key;
	ib_mad_svc_t svc;

	MUST(ib_init_dgrm_svc(h_qp, &info));
	cl_memclr(&svc, sizeof(svc));
	svc.pfn_mad_send_cb = on_sent;
	svc.pfn_mad_recv_cb = on_received;
	svc.support_unsol = TRUE;
	svc.mgmt_class = CLASS;
	svc.mgmt_version = 1;
	svc.method_array[METHOD] = TRUE;
	MUST(ib_reg_mad_svc(h_qp, &svc, &h_svc));
	MUST(ib_create_mad_pool(g.h_al, 1, 8, 1, &h_pool));
	MUST(ib_reg_mad_pool(h_pool, g.h_pd, &key));
	MUST(ib_get_mad(key, 256, &p_element));
	ib_mad_init_new(p_element->p_mad_buf, CLASS, 1, METHOD, CL_HTON64(9), 0, 0);
	MUST(ib_create_av(g.h_pd, &g.way, &p_element->h_av));
	p_element->remote_qp = number;
	p_element->remote_qkey = QKEY;
	p_element->resp_expected = TRUE;
	p_element->timeout_ms = 1000;
	p_element->retry_cnt = 5;
	MUST(ib_send_mad(h_svc, p_element, NULL));
	wait_for(&g.answered);
	MUST(ib_destroy_qp(h_qp, ib_sync_destroy));
}

int main(void)
{
	alarm(AT_MOST_S);
	cl_event_init(&g.completed, FALSE);
	cl_event_init(&g.destroyed, FALSE);
	cl_event_init(&g.answered, FALSE);
	open_adapter();
	make_queue();
	connected();
	datagrams();
	management();
	MUST(ib_dereg_mr(g.h_mr));
	MUST(ib_destroy_cq(g.h_cq, ib_sync_destroy));
	MUST(ib_close_ca(g.h_ca, ib_sync_destroy));
	MUST(ib_close_al(g.h_al));
	printf("messages, datagrams and services came through\n");
	return 0;
}
