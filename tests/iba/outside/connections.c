/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A connection test: two processes with a hundred connections each connect, send messages both ways
 * and disconnect, three times with the same queue pairs. Ports are found by plug and play, the path
 * by a query, and callbacks do the handshake. The child is the client.
 */
#include "common.h"

#include <sys/wait.h>
#include <unistd.h>

enum {
	CONNECTIONS = 100,
	MESSAGES = 4,
	BYTES = 64,
	ROUNDS = 3,
	QUEUE = CONNECTIONS * MESSAGES * 2
};

#define SERVICE CL_HTON64(UINT64_C(0x00000000deadbeef))

typedef struct _node {
	cl_list_item_t item; /* in the list of idle nodes */
	ib_qp_handle_t h_qp;
	ib_cm_handle_t h_cm;
	uint32_t index;
	uint32_t received;
} node_t;

static struct {
	boolean_t is_server;
	ib_al_handle_t h_al;
	ib_ca_handle_t h_ca;
	ib_pd_handle_t h_pd;
	ib_cq_handle_t h_send_cq, h_recv_cq;
	ib_pnp_handle_t h_pnp;
	ib_listen_handle_t h_listen;
	ib_net64_t ca_guid, port_guid;
	ib_net16_t lid, peer_lid, pkey;
	ib_path_rec_t path;
	node_t nodes[CONNECTIONS];
	cl_qlist_t idle;
	cl_spinlock_t lock;
	cl_event_t all_connected, all_received, all_ended, found, destroyed;
	atomic32_t connected, received, sent, ended, ports;
	uint8_t *memory;
	net32_t lkey, rkey;
	ib_mr_handle_t h_mr;
} g;

/* --- the port ------------------------------------------------------------------------------- */

static ib_api_status_t AL_API on_pnp(IN ib_pnp_rec_t *p_rec)
{
	ib_pnp_port_rec_t *p_port = PARENT_STRUCT(p_rec, ib_pnp_port_rec_t, pnp_rec);
	const int mine = g.is_server ? 2 : 1;

	if (p_rec->pnp_event != IB_PNP_PORT_ACTIVE)
		return IB_SUCCESS;
	if (cl_atomic_inc(&g.ports) != mine)
		return IB_SUCCESS;
	g.ca_guid = p_rec->ca_guid;
	g.port_guid = p_port->p_port_attr->port_guid;
	g.lid = p_port->p_port_attr->lid;
	g.pkey = p_port->p_port_attr->p_pkey_table[0];
	HOLDS(p_port->p_port_attr->link_state == IB_LINK_ACTIVE);
	HOLDS(p_rec->guid == g.port_guid);
	cl_event_signal(&g.found);
	return IB_SUCCESS;
}

static void find_port(void)
{
	ib_pnp_req_t req;

	cl_memclr(&req, sizeof(req));
	req.pnp_class = IB_PNP_PORT | IB_PNP_FLAG_REG_SYNC;
	req.pfn_pnp_cb = on_pnp;
	MUST(ib_reg_pnp(g.h_al, &req, &g.h_pnp));
	HOLDS(cl_event_wait_on(&g.found, PATIENCE_US, TRUE) == CL_SUCCESS);
}

static void AL_API on_query(IN ib_query_rec_t *p_rec)
{
	HOLDS(p_rec->query_context == &g.path);
	if (p_rec->status == IB_SUCCESS && p_rec->result_cnt)
		g.path = *ib_get_query_path_rec(p_rec->p_result_mad, 0);
	else
		printf("no path: %s\n", ib_get_err_str(p_rec->status));
	if (p_rec->p_result_mad)
		ib_put_mad(p_rec->p_result_mad);
}

static void find_path(void)
{
	ib_query_handle_t h_query;
	ib_query_req_t req;
	ib_lid_pair_t pair;

	pair.src_lid = g.lid;
	pair.dest_lid = g.peer_lid;
	cl_memclr(&req, sizeof(req));
	req.query_type = IB_QUERY_PATH_REC_BY_LIDS;
	req.p_query_input = &pair;
	req.port_guid = g.port_guid;
	req.timeout_ms = 1000;
	req.retry_cnt = 3;
	req.flags = IB_FLAGS_SYNC;
	req.query_context = &g.path;
	req.pfn_query_cb = on_query;
	MUST(ib_query(g.h_al, &req, &h_query));
	HOLDS(g.path.dlid == g.peer_lid && g.path.slid == g.lid);
}

/* --- messages ------------------------------------------------------------------------------- */

static void post_receives(node_t *p_node)
{
	ib_recv_wr_t wr[MESSAGES], *p_failed = NULL;
	ib_local_ds_t ds[MESSAGES];

	for (uint32_t i = 0; i < MESSAGES; i++) {
		const uint32_t slot = p_node->index * MESSAGES * 2 + i;

		ds[i].vaddr = (uintptr_t)(g.memory + (size_t)slot * BYTES);
		ds[i].length = BYTES;
		ds[i].lkey = g.lkey;
		wr[i].wr_id = (uintptr_t)p_node;
		wr[i].num_ds = 1;
		wr[i].ds_array = &ds[i];
		wr[i].p_next = i + 1 < MESSAGES ? &wr[i + 1] : NULL;
	}
	p_node->received = 0;
	MUST(ib_post_recv(p_node->h_qp, wr, &p_failed));
	HOLDS(p_failed == NULL);
}

static void send_all(node_t *p_node)
{
	const uint32_t slot = p_node->index * MESSAGES * 2 + MESSAGES;
	ib_send_wr_t wr, *p_failed;
	ib_local_ds_t ds;

	ds.vaddr = (uintptr_t)(g.memory + (size_t)slot * BYTES);
	ds.length = BYTES;
	ds.lkey = g.lkey;
	cl_memclr(&wr, sizeof(wr));
	wr.wr_type = WR_SEND;
	wr.send_opt = IB_SEND_OPT_SIGNALED;
	wr.wr_id = (uintptr_t)p_node;
	wr.num_ds = 1;
	wr.ds_array = &ds;
	for (int i = 0; i < MESSAGES; i++)
		MUST(ib_post_send(p_node->h_qp, &wr, &p_failed));
}

static uint32_t drain_queue(ib_cq_handle_t h_cq, ib_wc_type_t type)
{
	ib_wc_t wc[8], *p_free, *p_done;
	uint32_t count = 0;

	for (;;) {
		for (int i = 0; i < 8; i++)
			wc[i].p_next = i < 7 ? &wc[i + 1] : NULL;
		p_free = wc;
		p_done = NULL;
		if (ib_poll_cq(h_cq, &p_free, &p_done) != IB_SUCCESS)
			return count;
		for (; p_done; p_done = p_done->p_next) {
			if (p_done->status != IB_WCS_SUCCESS || p_done->wc_type != type)
				printf("%s of a %s\n", ib_get_wc_status_str(p_done->status),
				       ib_get_wc_type_str(p_done->wc_type));
			HOLDS(p_done->status == IB_WCS_SUCCESS && p_done->wc_type == type);
			count++;
		}
	}
}

static void AL_API on_send(IN ib_cq_handle_t h_cq, IN void *cq_context)
{
	HOLDS(cq_context == &g);
	do
		cl_atomic_add(&g.sent, (int32_t)drain_queue(h_cq, IB_WC_SEND));
	while (ib_rearm_cq(h_cq, FALSE) != IB_SUCCESS);
	cl_atomic_add(&g.sent, (int32_t)drain_queue(h_cq, IB_WC_SEND));
}

static void count_received(uint32_t count)
{
	if (count && cl_atomic_add(&g.received, (int32_t)count) == CONNECTIONS * MESSAGES)
		cl_event_signal(&g.all_received);
}

static void AL_API on_receive(IN ib_cq_handle_t h_cq, IN void *cq_context)
{
	UNUSED_PARAM(cq_context);
	count_received(drain_queue(h_cq, IB_WC_RECV));
	MUST(ib_rearm_cq(h_cq, FALSE));
	count_received(drain_queue(h_cq, IB_WC_RECV));
}

/* --- callbacks of connections --------------------------------------------------------------- */

static void AL_API on_rejected(IN ib_cm_rej_rec_t *p_rec)
{
	printf("rejected, reason %u\n", cl_ntoh16(p_rec->rej_status));
	exit(1);
}

static void AL_API on_mra(IN ib_cm_mra_rec_t *p_rec)
{
	HOLDS(p_rec->qp_context != NULL);
}

static void count_connected(void)
{
	if (cl_atomic_inc(&g.connected) == CONNECTIONS)
		cl_event_signal(&g.all_connected);
}

static void count_ended(void)
{
	if (cl_atomic_inc(&g.ended) == CONNECTIONS)
		cl_event_signal(&g.all_ended);
}

static void AL_API on_dreq(IN ib_cm_dreq_rec_t *p_rec)
{
	ib_cm_drep_t drep;

	cl_memclr(&drep, sizeof(drep));
	HOLDS(p_rec->qp_context != NULL);
	MUST(ib_cm_drep(p_rec->h_cm_dreq, &drep));
	count_ended();
}

static void AL_API on_drep(IN ib_cm_drep_rec_t *p_rec)
{
	HOLDS(p_rec->cm_status == IB_SUCCESS);
	count_ended();
}

static void AL_API on_rtu(IN ib_cm_rtu_rec_t *p_rec)
{
	node_t *p_node = (node_t *)p_rec->qp_context;

	HOLDS(p_rec->h_qp == p_node->h_qp);
	count_connected();
}

static void AL_API on_request(IN ib_cm_req_rec_t *p_rec)
{
	node_t *p_node;
	ib_cm_mra_t mra;
	ib_cm_rep_t rep;

	cl_spinlock_acquire(&g.lock);
	p_node = (node_t *)cl_qlist_remove_head(&g.idle);
	cl_spinlock_release(&g.lock);
	HOLDS(&p_node->item != cl_qlist_end(&g.idle));
	p_node->h_cm = p_rec->h_cm_req;
	cl_memclr(&mra, sizeof(mra));
	mra.svc_timeout = 20;
	if (p_node->index % 10 == 0)
		MUST(ib_cm_mra(p_rec->h_cm_req, &mra));
	cl_memclr(&rep, sizeof(rep));
	rep.qp_type = IB_QPT_RELIABLE_CONN;
	rep.h_qp = p_node->h_qp;
	rep.access_ctrl = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_LOCAL_WRITE;
	rep.init_depth = 1;
	rep.target_ack_delay = 10;
	rep.failover_accepted = IB_FAILOVER_ACCEPT_UNSUPPORTED;
	rep.flow_ctrl = FALSE;
	rep.rnr_nak_timeout = 7;
	rep.rnr_retry_cnt = 7;
	rep.pfn_cm_rej_cb = on_rejected;
	rep.pfn_cm_mra_cb = on_mra;
	rep.pfn_cm_rtu_cb = on_rtu;
	rep.pfn_cm_dreq_cb = on_dreq;
	MUST(ib_cm_rep(p_rec->h_cm_req, &rep));
}

static void AL_API on_reply(IN ib_cm_rep_rec_t *p_rec)
{
	node_t *p_node = (node_t *)p_rec->qp_context;
	ib_cm_rtu_t rtu;

	p_node->h_cm = p_rec->h_cm_rep;
	cl_memclr(&rtu, sizeof(rtu));
	rtu.access_ctrl = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_LOCAL_WRITE;
	rtu.pfn_cm_dreq_cb = on_dreq;
	MUST(ib_cm_rtu(p_rec->h_cm_rep, &rtu));
	count_connected();
}

/* --- the two sides -------------------------------------------------------------------------- */

static void make_queues(void)
{
	ib_cq_create_t cq;

	MUST(ib_open_ca(g.h_al, g.ca_guid, NULL, &g, &g.h_ca));
	MUST(ib_alloc_pd(g.h_ca, IB_PDT_NORMAL, &g, &g.h_pd));
	cl_memclr(&cq, sizeof(cq));
	cq.size = QUEUE;
	cq.pfn_comp_cb = on_send;
	MUST(ib_create_cq(g.h_ca, &cq, &g, NULL, &g.h_send_cq));
	HOLDS(cq.size >= QUEUE);
	cq.size = QUEUE;
	cq.pfn_comp_cb = on_receive;
	MUST(ib_create_cq(g.h_ca, &cq, &g, NULL, &g.h_recv_cq));
	MUST(ib_rearm_cq(g.h_send_cq, FALSE));
	MUST(ib_rearm_cq(g.h_recv_cq, FALSE));
}

static void make_memory(void)
{
	const size_t bytes = (size_t)CONNECTIONS * MESSAGES * 2 * BYTES;
	ib_mr_create_t mr;

	g.memory = (uint8_t *)cl_zalloc(bytes);
	cl_memclr(&mr, sizeof(mr));
	mr.vaddr = g.memory;
	mr.length = bytes;
	mr.access_ctrl = IB_AC_LOCAL_WRITE;
	MUST(ib_reg_mem(g.h_pd, &mr, &g.lkey, &g.rkey, &g.h_mr));
}

static void make_node(uint32_t index)
{
	node_t *p_node = &g.nodes[index];
	ib_qp_create_t qp;

	p_node->index = index;
	cl_memclr(&qp, sizeof(qp));
	qp.qp_type = IB_QPT_RELIABLE_CONN;
	qp.sq_depth = MESSAGES;
	qp.rq_depth = MESSAGES;
	qp.sq_sge = 1;
	qp.rq_sge = 1;
	qp.h_sq_cq = g.h_send_cq;
	qp.h_rq_cq = g.h_recv_cq;
	MUST(ib_create_qp(g.h_pd, &qp, p_node, NULL, &p_node->h_qp));
}

/* In INIT, so that receives can be posted before the peer sends. */
static void init_nodes(void)
{
	ib_qp_attr_t attr;
	ib_qp_mod_t mod;

	cl_qlist_init(&g.idle);
	for (int i = 0; i < CONNECTIONS; i++) {
		cl_memclr(&mod, sizeof(mod));
		mod.req_state = IB_QPS_RESET;
		MUST(ib_modify_qp(g.nodes[i].h_qp, &mod));
		mod.req_state = IB_QPS_INIT;
		mod.state.init.primary_port = 1;
		mod.state.init.access_ctrl = IB_AC_LOCAL_WRITE;
		MUST(ib_modify_qp(g.nodes[i].h_qp, &mod));
		MUST(ib_query_qp(g.nodes[i].h_qp, &attr));
		HOLDS(attr.state == IB_QPS_INIT);
		post_receives(&g.nodes[i]);
		cl_qlist_insert_tail(&g.idle, &g.nodes[i].item);
	}
	g.connected = g.received = g.sent = g.ended = 0;
}

static void listen_for_all(void)
{
	ib_cm_listen_t listen;

	cl_memclr(&listen, sizeof(listen));
	listen.svc_id = SERVICE;
	listen.ca_guid = g.ca_guid;
	listen.port_guid = g.port_guid;
	listen.lid = g.lid;
	listen.pkey = g.pkey;
	listen.qp_type = IB_QPT_RELIABLE_CONN;
	listen.pfn_cm_req_cb = on_request;
	MUST(ib_cm_listen(g.h_al, &listen, &g, &g.h_listen));
}

static void connect_node(node_t *p_node)
{
	ib_cm_req_t req;

	cl_memclr(&req, sizeof(req));
	req.svc_id = SERVICE;
	req.max_cm_retries = 5;
	req.p_primary_path = &g.path;
	req.pfn_cm_rep_cb = on_reply;
	req.pfn_cm_mra_cb = on_mra;
	req.pfn_cm_rej_cb = on_rejected;
	req.qp_type = IB_QPT_RELIABLE_CONN;
	req.h_qp = p_node->h_qp;
	req.resp_res = 1;
	req.init_depth = 1;
	req.remote_resp_timeout = (uint8_t)(ib_path_rec_pkt_life(&g.path) + 1 > 20
						    ? ib_path_rec_pkt_life(&g.path) + 1
						    : 20);
	req.local_resp_timeout = 20;
	req.rnr_nak_timeout = 7;
	req.rnr_retry_cnt = 7;
	req.retry_cnt = 6;
	req.pkey = g.pkey;
	req.h_al = g.h_al;
	MUST(ib_cm_req(&req));
}

static void disconnect_node(node_t *p_node)
{
	ib_cm_dreq_t dreq;

	cl_memclr(&dreq, sizeof(dreq));
	dreq.qp_type = IB_QPT_RELIABLE_CONN;
	dreq.h_qp = p_node->h_qp;
	dreq.pfn_cm_drep_cb = on_drep;
	MUST(ib_cm_dreq(&dreq));
}

/* Wait until the other process gets here, so that neither sends too early. */
static void meet_other_side(const int pipes[2])
{
	char c = 0;

	HOLDS(write(pipes[1], &c, 1) == 1);
	HOLDS(read(pipes[0], &c, 1) == 1);
}

static void round_of_all(const int pipes[2])
{
	init_nodes();
	meet_other_side(pipes);
	for (int i = 0; i < CONNECTIONS && !g.is_server; i++)
		connect_node(&g.nodes[i]);
	HOLDS(cl_event_wait_on(&g.all_connected, PATIENCE_US, TRUE) == CL_SUCCESS);
	for (int i = 0; i < CONNECTIONS; i++)
		send_all(&g.nodes[i]);
	HOLDS(cl_event_wait_on(&g.all_received, PATIENCE_US, TRUE) == CL_SUCCESS);
	for (int i = 0; i < 60000 && READ(g.sent) < CONNECTIONS * MESSAGES; i++)
		cl_thread_suspend(1);
	HOLDS(READ(g.sent) == CONNECTIONS * MESSAGES);
	meet_other_side(pipes);
	for (int i = 0; i < CONNECTIONS && !g.is_server; i++)
		disconnect_node(&g.nodes[i]);
	HOLDS(cl_event_wait_on(&g.all_ended, PATIENCE_US, TRUE) == CL_SUCCESS);
}

static void AL_API on_destroyed(IN void *context)
{
	HOLDS(context == &g);
	cl_event_signal(&g.destroyed);
}

static void destroy_all(void)
{
	if (g.is_server)
		MUST(ib_cm_cancel(g.h_listen, on_destroyed));
	if (g.is_server)
		HOLDS(cl_event_wait_on(&g.destroyed, PATIENCE_US, TRUE) == CL_SUCCESS);
	for (int i = 0; i < CONNECTIONS; i++)
		MUST(ib_destroy_qp(g.nodes[i].h_qp, i % 2 ? ib_sync_destroy : NULL));
	MUST(ib_destroy_cq(g.h_send_cq, NULL));
	MUST(ib_destroy_cq(g.h_recv_cq, ib_sync_destroy));
	MUST(ib_dereg_pnp(g.h_pnp, NULL));
	MUST(ib_close_al(g.h_al));
	cl_free(g.memory);
}

static int run_side(boolean_t is_server, const int pipes[2])
{
	g.is_server = is_server;
	cl_spinlock_init(&g.lock);
	cl_event_init(&g.all_connected, FALSE);
	cl_event_init(&g.all_received, FALSE);
	cl_event_init(&g.all_ended, FALSE);
	cl_event_init(&g.found, FALSE);
	cl_event_init(&g.destroyed, FALSE);
	MUST(ib_open_al(&g.h_al));
	find_port();
	make_queues();
	make_memory();
	for (uint32_t i = 0; i < CONNECTIONS; i++)
		make_node(i);
	HOLDS(write(pipes[1], &g.lid, sizeof(g.lid)) == sizeof(g.lid));
	HOLDS(read(pipes[0], &g.peer_lid, sizeof(g.peer_lid)) == sizeof(g.peer_lid));
	if (g.is_server)
		listen_for_all();
	else
		find_path();
	for (int i = 0; i < ROUNDS; i++)
		round_of_all(pipes);
	destroy_all();
	printf("%s: %d rounds of %d connections\n", is_server ? "server" : "client", ROUNDS,
	       CONNECTIONS);
	return 0;
}

int main(void)
{
	int down[2], up[2], status = 1;
	pid_t child;

	alarm(220);
	HOLDS(pipe(down) == 0 && pipe(up) == 0);
	child = fork();
	HOLDS(child >= 0);
	if (child == 0)
		return run_side(FALSE, (const int[2]){down[0], up[1]});
	run_side(TRUE, (const int[2]){up[0], down[1]});
	HOLDS(waitpid(child, &status, 0) == child);
	return status != 0;
}
