/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages back and forth over a connection of the access layer. The server listens at a port of an
 * adapter, which is named by its index on this machine; the client queries the path to the port
 * with a GUID and connects: pingpong -s [ADAPTER], and then pingpong GUID [ADAPTER]. Callbacks do
 * the handshake, as they would in a program with many connections.
 */
#include <iba/ib_al.h>

#include <complib/cl_byteswap.h>
#include <inttypes.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/program.h"

enum {
	TIMEOUT_MS = 2000,
	RETRIES = 3,
	CM_RETRIES = 15,
	RESPONSE_TIMEOUT = 20, /* 4.3 s */
	ADAPTERS = 16,
	MESSAGE = 64,
	ROUNDS = 1000
};

#define SERVICE CL_HTON64(UINT64_C(0x1000000000000042))

static struct {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_net64_t port_guid;
	ib_pd_handle_t pd;
	ib_cq_handle_t cq;
	ib_qp_handle_t qp;
	net32_t lkey;
	ib_path_rec_t path;
	ib_api_status_t status; /* status of the path query */
	bool taken;             /* the server has its client */
	bool connected;
	sem_t changed;
	struct {
		char sent[MESSAGE], received[MESSAGE];
	} text;
} me;

static bool is_done(ib_api_status_t status, const char *what)
{
	if (status == IB_SUCCESS)
		return true;
	complain("%s: %s", what, ib_get_err_str(status));
	return false;
}

/* --- the adapter ---------------------------------------------------------------------------- */

static void ignore(ib_cq_handle_t cq, void *context)
{
	(void)cq; /* the program polls */
	(void)context;
}

static bool open_port(unsigned long adapter)
{
	ib_net64_t guids[ADAPTERS];
	size_t count = ADAPTERS;
	ib_ca_attr_t *attr;
	uint32_t size = 0;
	bool opened;

	if (!is_done(ib_open_al(&me.al), "ib_open_al") ||
	    !is_done(ib_get_ca_guids(me.al, guids, &count), "ib_get_ca_guids"))
		return false;
	if (adapter >= count) {
		complain("there are %zu adapters", count);
		return false;
	}
	if (!is_done(ib_open_ca(me.al, guids[adapter], NULL, NULL, &me.ca), "ib_open_ca"))
		return false;
	ib_query_ca(me.ca, NULL, &size);
	attr = malloc(size);
	opened = attr && is_done(ib_query_ca(me.ca, attr, &size), "ib_query_ca");
	if (opened)
		me.port_guid = attr->p_port_attr[0].port_guid;
	free(attr);
	return opened;
}

static bool register_both(void)
{
	const ib_mr_create_t mr = {
		.vaddr = &me.text, .length = sizeof(me.text), .access_ctrl = IB_AC_LOCAL_WRITE};
	ib_mr_handle_t handle;
	net32_t rkey;

	return is_done(ib_reg_mem(me.pd, &mr, &me.lkey, &rkey, &handle), "ib_reg_mem");
}

static bool make_queues(void)
{
	ib_cq_create_t cq = {.size = 4, .pfn_comp_cb = ignore};
	ib_qp_create_t qp = {.qp_type = IB_QPT_RELIABLE_CONN,
			     .sq_depth = 1,
			     .rq_depth = 1,
			     .sq_sge = 1,
			     .rq_sge = 1,
			     .sq_signaled = TRUE};

	if (!is_done(ib_alloc_pd(me.ca, IB_PDT_NORMAL, NULL, &me.pd), "ib_alloc_pd") ||
	    !is_done(ib_create_cq(me.ca, &cq, NULL, NULL, &me.cq), "ib_create_cq"))
		return false;
	qp.h_sq_cq = me.cq;
	qp.h_rq_cq = me.cq;
	return is_done(ib_create_qp(me.pd, &qp, NULL, NULL, &me.qp), "ib_create_qp") &&
	       register_both();
}

/* --- callbacks ------------------------------------------------------------------------------ */

static void change(bool connected)
{
	me.connected = connected;
	sem_post(&me.changed);
}

static void rejected(ib_cm_rej_rec_t *rec)
{
	complain("rejected, reason %u", CL_NTOH16(rec->rej_status));
	change(false);
}

static void ended_by_peer(ib_cm_dreq_rec_t *rec)
{
	const ib_cm_drep_t drep = {.drep_length = 0};

	is_done(ib_cm_drep(rec->h_cm_dreq, &drep), "ib_cm_drep");
	change(false);
}

static void ended(ib_cm_drep_rec_t *rec)
{
	is_done(rec->cm_status, "the end of the connection");
}

static void replied(ib_cm_rep_rec_t *rec)
{
	const ib_cm_rtu_t rtu = {.access_ctrl = IB_AC_LOCAL_WRITE, .pfn_cm_dreq_cb = ended_by_peer};

	change(is_done(ib_cm_rtu(rec->h_cm_rep, &rtu), "ib_cm_rtu"));
}

static void ready(ib_cm_rtu_rec_t *rec)
{
	(void)rec;
	change(true);
}

/* The first client is accepted. The receive for its first message is posted before the reply. */
static void requested(ib_cm_req_rec_t *rec)
{
	ib_local_ds_t ds = {
		.vaddr = (uintptr_t)me.text.received, .length = MESSAGE, .lkey = me.lkey};
	ib_recv_wr_t wr = {.num_ds = 1, .ds_array = &ds}, *failed;
	const ib_cm_rep_t rep = {.h_qp = me.qp,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .access_ctrl = IB_AC_LOCAL_WRITE,
				 .rnr_nak_timeout = 1,
				 .rnr_retry_cnt = 7,
				 .pfn_cm_rej_cb = rejected,
				 .pfn_cm_rtu_cb = ready,
				 .pfn_cm_dreq_cb = ended_by_peer,
				 .p_recv_wr = &wr,
				 .pp_recv_failure = &failed};
	const ib_cm_rej_t busy = {.rej_status = IB_REJ_INSUF_QP};

	if (me.taken) {
		is_done(ib_cm_rej(rec->h_cm_req, &busy), "ib_cm_rej");
		return;
	}
	me.taken = true;
	if (!is_done(ib_cm_rep(rec->h_cm_req, &rep), "ib_cm_rep"))
		change(false);
}

/* --- messages ------------------------------------------------------------------------------- */

static bool receive(void)
{
	ib_local_ds_t ds = {
		.vaddr = (uintptr_t)me.text.received, .length = MESSAGE, .lkey = me.lkey};
	ib_recv_wr_t wr = {.num_ds = 1, .ds_array = &ds};

	return is_done(ib_post_recv(me.qp, &wr, NULL), "ib_post_recv");
}

static bool send_message(unsigned int round)
{
	ib_local_ds_t ds = {.vaddr = (uintptr_t)me.text.sent, .length = MESSAGE, .lkey = me.lkey};
	ib_send_wr_t wr = {.wr_type = WR_SEND, .num_ds = 1, .ds_array = &ds};

	snprintf(me.text.sent, sizeof(me.text.sent), "message %u", round);
	return is_done(ib_post_send(me.qp, &wr, NULL), "ib_post_send");
}

/* Wait for `count` completions. */
static bool complete(unsigned int count)
{
	while (count) {
		ib_wc_t wc = {0}, *unused = &wc, *done = NULL;
		ib_api_status_t status = ib_poll_cq(me.cq, &unused, &done);

		if (status == IB_NOT_FOUND)
			continue;
		if (!is_done(status, "ib_poll_cq"))
			return false;
		if (wc.status != IB_WCS_SUCCESS) {
			complain("a message failed: %s", ib_get_wc_status_str(wc.status));
			return false;
		}
		count--;
	}
	return true;
}

static bool is_message(unsigned int round)
{
	char wanted[MESSAGE];

	snprintf(wanted, sizeof(wanted), "message %u", round);
	if (!strcmp(me.text.received, wanted))
		return true;
	complain("'%.*s' came in place of '%s'", MESSAGE, me.text.received, wanted);
	return false;
}

/* The next receive is posted before the message that makes the peer send. */
static bool serve_rounds(void)
{
	for (unsigned int i = 0; i < ROUNDS; i++)
		if (!complete(1) || !is_message(i) || (i + 1 < ROUNDS && !receive()) ||
		    !send_message(i) || !complete(1))
			return false;
	return true;
}

static bool ask_rounds(void)
{
	for (unsigned int i = 0; i < ROUNDS; i++)
		if (!receive() || !send_message(i) || !complete(2) || !is_message(i))
			return false;
	return true;
}

/* --- both sides ----------------------------------------------------------------------------- */

static bool run_server(void)
{
	const ib_cm_listen_t listen = {.svc_id = SERVICE,
				       .port_guid = me.port_guid,
				       .qp_type = IB_QPT_RELIABLE_CONN,
				       .pfn_cm_req_cb = requested};
	ib_listen_handle_t handle;

	if (!is_done(ib_cm_listen(me.al, &listen, NULL, &handle), "ib_cm_listen"))
		return false;
	printf("listening at port 0x%016" PRIx64 "\n", CL_NTOH64(me.port_guid));
	fflush(stdout);
	sem_wait(&me.changed);
	if (!me.connected || !serve_rounds())
		return false;
	sem_wait(&me.changed); /* the client disconnects */
	return true;
}

static void found(ib_query_rec_t *rec)
{
	me.status = rec->status;
	if (rec->status == IB_SUCCESS && rec->result_cnt)
		me.path = *ib_get_query_path_rec(rec->p_result_mad, 0);
	else if (rec->status == IB_SUCCESS)
		me.status = IB_NOT_FOUND;
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static bool find_path(ib_net64_t guid)
{
	const ib_guid_pair_t ends = {.src_guid = me.port_guid, .dest_guid = guid};
	const ib_query_req_t req = {.query_type = IB_QUERY_PATH_REC_BY_PORT_GUIDS,
				    .p_query_input = &ends,
				    .port_guid = me.port_guid,
				    .timeout_ms = TIMEOUT_MS,
				    .retry_cnt = RETRIES,
				    .flags = IB_FLAGS_SYNC,
				    .pfn_query_cb = found};

	return is_done(ib_query(me.al, &req, NULL), "ib_query") &&
	       is_done(me.status, "the path to the server");
}

static bool connect_to(ib_net64_t guid)
{
	const ib_cm_req_t req = {.svc_id = SERVICE,
				 .flags = IB_FLAGS_SYNC,
				 .max_cm_retries = CM_RETRIES,
				 .p_primary_path = &me.path,
				 .pfn_cm_rep_cb = replied,
				 .pfn_cm_rej_cb = rejected,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .h_qp = me.qp,
				 .remote_resp_timeout = RESPONSE_TIMEOUT,
				 .local_resp_timeout = RESPONSE_TIMEOUT,
				 .rnr_nak_timeout = 1,
				 .rnr_retry_cnt = 7,
				 .retry_cnt = 7};

	return find_path(guid) && is_done(ib_cm_req(&req), "ib_cm_req") && me.connected;
}

static bool run_client(ib_net64_t guid)
{
	const ib_cm_dreq_t dreq = {.flags = IB_FLAGS_SYNC,
				   .qp_type = IB_QPT_RELIABLE_CONN,
				   .h_qp = me.qp,
				   .pfn_cm_drep_cb = ended};

	if (!connect_to(guid) || !ask_rounds())
		return false;
	printf("%d messages came back\n", ROUNDS);
	return is_done(ib_cm_dreq(&dreq), "ib_cm_dreq");
}

int main(int argc, char *argv[])
{
	const bool server = argc > 1 && !strcmp(argv[1], "-s");
	unsigned long adapter = 0;
	bool done;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: pingpong -s [ADAPTER] | pingpong GUID [ADAPTER]\n");
		return 2;
	}
	if (argc == 3 && parse_number(argv[2], "adapter", 0, ADAPTERS - 1, &adapter))
		return 2;
	sem_init(&me.changed, 0, 0);
	done = open_port(adapter) && make_queues() &&
	       (server ? run_server() : run_client(CL_HTON64(strtoull(argv[1], NULL, 16))));
	if (me.al)
		ib_close_al(me.al);
	return done ? 0 : 1;
}
