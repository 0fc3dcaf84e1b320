/* SPDX-License-Identifier: BSD-2-Clause */
/* The program's two ends, and how they are connected. */
#include "program.h"

#include <arpa/inet.h>
#include <inverbs/kernel/ucma_call.h>
#include <stdio.h>
#include <stdlib.h>

#include "host.h"
#include "server/trace.h"
#include "wire.h"

enum {
	QUEUE = 8,
	SGES = 3,
	INLINE = 64,
	CQES = 15,
	QKEY = 0x11,
	OPTION_SHARED = 1,
	OPTION_UNCONNECTED = 2,
	OPTION_TRACED = 4,
	OPTION_ALTERNATE = 8,
	OPTION_ADDRESSED = 16,
	REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC,
};

static const char *const devices[] = {
	"mlx4_0,mlx4_1",           "rxe_0,rxe_1",       "cxgb3_0,cxgb3_1",
	"cxgb3_0:t3a,cxgb3_1:t3a", "mlx4_0:2,mlx4_1:2",
};

/* --- one end ----------------------------------------------------------------------------- */

/** The first objects of a program are always created. */
static void require_object(const void *object)
{
	if (object)
		return;
	perror("the first objects of a program");
	abort();
}

static void open_device(struct end *e, int index)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	require_object(list);
	require_object(list[index]);
	e->ctx = ibv_open_device(list[index]);
	ibv_free_device_list(list);
	require_object(e->ctx);
	ibv_query_port(e->ctx, 1, &e->port);
	ibv_query_gid(e->ctx, 1, 0, &e->gid);
}

static void make_qp(struct end *e, enum ibv_qp_type type, bool shared)
{
	struct ibv_qp_init_attr init = {
		.send_cq = e->cq[0],
		.recv_cq = e->cq[1],
		.qp_type = type,
		.cap = {QUEUE, QUEUE, SGES, SGES, INLINE},
	};

	if (shared)
		init.srq = e->srq[0];
	e->qp[0] = ibv_create_qp(e->pd, &init);
	if (!e->qp[0]) { /* the adapter does not support this type or SRQs */
		init.qp_type = IBV_QPT_RC;
		init.srq = NULL;
		e->qp[0] = ibv_create_qp(e->pd, &init);
	}
	require_object(e->qp[0]);
}

static void open_end(struct end *e, int index, enum ibv_qp_type type, bool shared)
{
	struct ibv_srq_init_attr srq = {.attr = {.max_wr = QUEUE, .max_sge = 1}};

	memset(e, 0, sizeof(*e));
	open_device(e, index);
	e->memory = host_memory + (size_t)index * PROGRAM_BYTES;
	e->pd = ibv_alloc_pd(e->ctx);
	require_object(e->pd);
	e->channel = ibv_create_comp_channel(e->ctx);
	for (int i = 0; i < 2; i++) {
		e->cq[i] = ibv_create_cq(e->ctx, CQES, NULL, i ? e->channel : NULL, 0);
		require_object(e->cq[i]);
	}
	if (shared)
		e->srq[0] = ibv_create_srq(e->pd, &srq);
	make_qp(e, type, shared && e->srq[0]);
	e->mr[0] = ibv_reg_mr(e->pd, e->memory, PROGRAM_BYTES,
			      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND | REMOTE);
	if (!e->mr[0])
		e->mr[0] = ibv_reg_mr(e->pd, e->memory, PROGRAM_BYTES,
				      IBV_ACCESS_LOCAL_WRITE | REMOTE);
	require_object(e->mr[0]);
}

/* --- InfiniBand and RoCE ----------------------------------------------------------------- */

static void to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qkey = QKEY,
		.qp_access_flags = qp->qp_type == IBV_QPT_UC ? IBV_ACCESS_REMOTE_WRITE : REMOTE,
	};

	ibv_modify_qp(qp, &attr,
		      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			      (qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS));
}

static void to_rtr(struct ibv_qp *qp, const struct end *to)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = to->qp[0]->qp_num,
		.max_dest_rd_atomic = 2,
		.min_rnr_timer = 1,
		.ah_attr = {.dlid = to->port.lid, .port_num = 1},
	};
	int mask = IBV_QP_STATE;

	if (to->port.link_layer == IBV_LINK_LAYER_ETHERNET) {
		attr.ah_attr.is_global = 1;
		attr.ah_attr.grh.hop_limit = 1;
		attr.ah_attr.grh.dgid = to->gid;
	}
	if (qp->qp_type != IBV_QPT_UD)
		mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
	if (qp->qp_type == IBV_QPT_RC)
		mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	ibv_modify_qp(qp, &attr, mask);
}

/** An alternate path, over the second port if there is one. */
static void arm_alternate(struct ibv_qp *qp, const struct end *to)
{
	struct ibv_device_attr device;
	struct ibv_qp_attr attr = {
		.alt_ah_attr = {.dlid = to->port.lid, .port_num = 1},
		.alt_port_num = 1,
		.alt_timeout = 8,
		.path_mig_state = IBV_MIG_REARM,
	};
	struct ibv_port_attr second;

	if (!ibv_query_device(qp->context, &device) && device.phys_port_cnt > 1 &&
	    !ibv_query_port(to->ctx, 2, &second)) {
		attr.alt_port_num = attr.alt_ah_attr.port_num = 2;
		attr.alt_ah_attr.dlid = second.lid;
	}
	ibv_modify_qp(qp, &attr, IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE);
}

/** Creates the address handle that datagrams need from the first post on. */
static void make_ah(struct end *e, const struct end *to)
{
	struct ibv_ah_attr attr = {
		.dlid = to->port.lid,
		.port_num = 1,
		.is_global = 1,
		.grh = {.dgid = to->gid, .hop_limit = 1},
	};

	e->ah[0] = ibv_create_ah(e->pd, &attr);
}

static void to_rts(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.timeout = 8,
		.retry_cnt = 2,
		.rnr_retry = 2,
		.max_rd_atomic = 2,
	};
	int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;

	if (qp->qp_type == IBV_QPT_RC)
		mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			IBV_QP_MAX_QP_RD_ATOMIC;
	ibv_modify_qp(qp, &attr, mask);
}

/* --- iWARP: by the connection manager ---------------------------------------------------- */

static uint32_t next_event(struct wire *w)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record = {0};

	host_run();
	ucma_call_get_event(&w->base, &request, &record);
	return record.id;
}

static uint32_t new_id(struct wire *w, unsigned int device)
{
	struct ucma_create_id_req create = {.uid = 1, .ps = UCMA_PORT_SPACE_TCP};
	struct ucma_create_id_resp id = {0};
	const struct sockaddr_in at = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)(7000 + device)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + device),
	};
	struct ucma_bind_req bind = {.addr_size = sizeof(at)};

	ucma_call_create_id(&w->base, &create, &id);
	bind.id = id.id;
	memcpy(bind.addr, &at, sizeof(at));
	ucma_call_bind(&w->base, &bind);
	return id.id;
}

static void resolve_peer(struct wire *w, uint32_t id, unsigned int device)
{
	const struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)(7000 + device)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + device),
	};
	struct ucma_resolve_addr_req address = {
		.id = id, .timeout_ms = 1000, .dst_size = sizeof(to)};
	struct ucma_resolve_route_req route = {.id = id, .timeout_ms = 1000};

	memcpy(address.dst_addr, &to, sizeof(to));
	ucma_call_resolve_addr(&w->base, &address);
	next_event(w);
	ucma_call_resolve_route(&w->base, &route);
	next_event(w);
}

/** The connection manager's file stays open as long as the program runs. */
static struct wire manager;

static void connect_by_manager(struct program *p)
{
	struct ucma_listen_req listen = {.backlog = 1};
	struct ucma_connect_req connect = {
		.conn_param = {.responder_resources = 2, .initiator_depth = 2, .valid = 1}};
	struct ucma_accept_req accept = {
		.uid = 1,
		.conn_param = {.responder_resources = 2, .initiator_depth = 2, .valid = 1}};

	wire_open(&manager, true);
	if (wire_manager(&manager))
		abort();
	listen.id = new_id(&manager, 1);
	ucma_call_listen(&manager.base, &listen);
	connect.id = new_id(&manager, 0);
	resolve_peer(&manager, connect.id, 1);
	connect.conn_param.qp_num = p->end[0].qp[0]->qp_num;
	ucma_call_connect(&manager.base, &connect);
	accept.id = next_event(&manager);
	accept.conn_param.qp_num = p->end[1].qp[0]->qp_num;
	ucma_call_accept(&manager.base, &accept);
	next_event(&manager);
	next_event(&manager);
}

/* --- both -------------------------------------------------------------------------------- */

static void start_trace(void)
{
	FILE *file = fopen("/dev/null", "we");

	if (!file || softhca_trace_to_file(host_emulator(), file))
		abort();
}

static void connect_ends(struct program *p, uint8_t options)
{
	if (p->iwarp) {
		connect_by_manager(p);
		return;
	}
	for (int i = 0; i < PROGRAM_ENDS; i++)
		to_rtr(p->end[i].qp[0], &p->end[!i]);
	for (int i = 0; i < PROGRAM_ENDS; i++)
		to_rts(p->end[i].qp[0]);
	for (int i = 0; i < PROGRAM_ENDS && options & OPTION_ALTERNATE; i++)
		arm_alternate(p->end[i].qp[0], &p->end[!i]);
}

void program_open(struct program *p, struct input *in)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD};
	const uint32_t adapter = input_below(in, sizeof(devices) / sizeof(devices[0]));
	const enum ibv_qp_type type = types[input_below(in, 3)];
	const uint8_t options = input_u8(in);
	const bool shared = options & OPTION_SHARED;

	host_leaks(true); /* clients leak objects that cannot be destroyed */
	host_memory_repeats = false;
	setenv("INVERBS_EMULATOR", "/in/this/process", 1);
	setenv("INVERBS_IDLE", "0", 1);
	host_start(devices[adapter]);
	if (options & OPTION_TRACED)
		start_trace();
	p->mutated = false;
	manager.sock = manager.file = manager.taken = -1;
	for (int i = 0; i < PROGRAM_ENDS; i++)
		open_end(&p->end[i], i, type, shared);
	p->iwarp = p->end[0].ctx->device->transport_type == IBV_TRANSPORT_IWARP;
	for (int i = 0; i < PROGRAM_ENDS; i++)
		to_init(p->end[i].qp[0]);
	for (int i = 0; i < PROGRAM_ENDS && options & OPTION_ADDRESSED; i++)
		make_ah(&p->end[i], &p->end[!i]);
	if (!(options & OPTION_UNCONNECTED))
		connect_ends(p, options);
}

static void close_end(struct end *e)
{
	for (int i = 0; i < PROGRAM_QPS; i++) {
		if (e->qp[i])
			ibv_destroy_qp(e->qp[i]);
	}
	for (int i = 0; i < PROGRAM_SLOTS; i++) {
		if (e->ah[i])
			ibv_destroy_ah(e->ah[i]);
		if (e->mw[i])
			ibv_dealloc_mw(e->mw[i]);
		if (e->mr[i])
			ibv_dereg_mr(e->mr[i]);
		if (e->srq[i])
			ibv_destroy_srq(e->srq[i]);
	}
	for (int i = 0; i < PROGRAM_SLOTS; i++) {
		if (e->cq[i])
			ibv_destroy_cq(e->cq[i]);
	}
	if (e->xrcd)
		ibv_close_xrcd(e->xrcd);
	if (e->channel)
		ibv_destroy_comp_channel(e->channel);
	ibv_dealloc_pd(e->pd);
	ibv_close_device(e->ctx);
}

void program_close(struct program *p)
{
	host_mutation.words = 0;
	for (int i = 0; i < PROGRAM_ENDS; i++)
		close_end(&p->end[i]);
	wire_close(&manager);
	host_stop();
	host_leaks(false);
}
