/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends messages back and forth over a connection of the access layer: pingpong -s [ADAPTER], then
 * pingpong GUID [ADAPTER]. ADAPTER is an index on this machine. The server listens on the adapter's
 * first port and prints that port's GUID; the client queries the path to the port with this GUID
 * and connects. Callbacks do the handshake, as they would in a program with many connections.
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
	QUERY_TIMEOUT_MS = 2000,
	QUERY_RETRIES = 3,
	CM_RETRIES = 15,
	RESPONSE_TIMEOUT = 20, /* 4.3 s */
	MOST_ADAPTERS = 16,
	MESSAGE_BYTES = 64,
	ROUNDS = 1000
};

#define PINGPONG_SERVICE CL_HTON64(UINT64_C(0x1000000000000042))

static struct {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_net64_t port_guid;
	ib_pd_handle_t pd;
	ib_cq_handle_t cq;
	ib_qp_handle_t qp;
	net32_t lkey;
	ib_path_rec_t path;
	ib_api_status_t path_status; /* of the path query */
	bool has_client;             /* the server has accepted a client */
	bool connected;
	sem_t connection_changed;
	struct {
		char sent[MESSAGE_BYTES], received[MESSAGE_BYTES];
	} messages;
} side;

static bool check_status(ib_api_status_t status, const char *what)
{
	if (status == IB_SUCCESS)
		return true;
	complain("%s: %s", what, ib_get_err_str(status));
	return false;
}

/* --- the adapter ---------------------------------------------------------------------------- */

static void ignore_cq_event(ib_cq_handle_t cq, void *context)
{
	(void)cq; /* the program polls */
	(void)context;
}

static bool open_adapter(unsigned long adapter)
{
	ib_net64_t guids[MOST_ADAPTERS];
	size_t count = MOST_ADAPTERS;
	ib_ca_attr_t *attr;
	uint32_t size = 0;
	bool opened;

	if (!check_status(ib_open_al(&side.al), "ib_open_al") ||
	    !check_status(ib_get_ca_guids(side.al, guids, &count), "ib_get_ca_guids"))
		return false;
	if (adapter >= count) {
		complain("there are %zu adapters", count);
		return false;
	}
	if (!check_status(ib_open_ca(side.al, guids[adapter], NULL, NULL, &side.ca), "ib_open_ca"))
		return false;
	ib_query_ca(side.ca, NULL, &size);
	attr = malloc(size);
	opened = attr && check_status(ib_query_ca(side.ca, attr, &size), "ib_query_ca");
	if (opened)
		side.port_guid = attr->p_port_attr[0].port_guid;
	free(attr);
	return opened;
}

static bool register_messages(void)
{
	const ib_mr_create_t mr = {.vaddr = &side.messages,
				   .length = sizeof(side.messages),
				   .access_ctrl = IB_AC_LOCAL_WRITE};
	ib_mr_handle_t region;
	net32_t rkey;

	return check_status(ib_reg_mem(side.pd, &mr, &side.lkey, &rkey, &region), "ib_reg_mem");
}

static bool create_queues(void)
{
	ib_cq_create_t cq = {.size = 4, .pfn_comp_cb = ignore_cq_event};
	ib_qp_create_t qp = {.qp_type = IB_QPT_RELIABLE_CONN,
			     .sq_depth = 1,
			     .rq_depth = 1,
			     .sq_sge = 1,
			     .rq_sge = 1,
			     .sq_signaled = TRUE};

	if (!check_status(ib_alloc_pd(side.ca, IB_PDT_NORMAL, NULL, &side.pd), "ib_alloc_pd") ||
	    !check_status(ib_create_cq(side.ca, &cq, NULL, NULL, &side.cq), "ib_create_cq"))
		return false;
	qp.h_sq_cq = side.cq;
	qp.h_rq_cq = side.cq;
	return check_status(ib_create_qp(side.pd, &qp, NULL, NULL, &side.qp), "ib_create_qp") &&
	       register_messages();
}

/* --- callbacks ------------------------------------------------------------------------------ */

static void set_connected(bool connected)
{
	side.connected = connected;
	sem_post(&side.connection_changed);
}

static void request_rejected(ib_cm_rej_rec_t *rec)
{
	complain("rejected, reason %u", CL_NTOH16(rec->rej_status));
	set_connected(false);
}

static void peer_disconnects(ib_cm_dreq_rec_t *rec)
{
	const ib_cm_drep_t drep = {.drep_length = 0};

	check_status(ib_cm_drep(rec->h_cm_dreq, &drep), "ib_cm_drep");
	set_connected(false);
}

static void disconnect_replied(ib_cm_drep_rec_t *rec)
{
	check_status(rec->cm_status, "disconnecting");
}

static void request_replied(ib_cm_rep_rec_t *rec)
{
	const ib_cm_rtu_t rtu = {.access_ctrl = IB_AC_LOCAL_WRITE,
				 .pfn_cm_dreq_cb = peer_disconnects};

	set_connected(check_status(ib_cm_rtu(rec->h_cm_rep, &rtu), "ib_cm_rtu"));
}

static void connection_ready(ib_cm_rtu_rec_t *rec)
{
	(void)rec;
	set_connected(true);
}

/* Accept the first client. The receive for its first message is posted before the reply. */
static void connection_requested(ib_cm_req_rec_t *rec)
{
	ib_local_ds_t ds = {.vaddr = (uintptr_t)side.messages.received,
			    .length = MESSAGE_BYTES,
			    .lkey = side.lkey};
	ib_recv_wr_t wr = {.num_ds = 1, .ds_array = &ds}, *failed;
	const ib_cm_rep_t rep = {.h_qp = side.qp,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .access_ctrl = IB_AC_LOCAL_WRITE,
				 .rnr_nak_timeout = 1,
				 .rnr_retry_cnt = 7,
				 .pfn_cm_rej_cb = request_rejected,
				 .pfn_cm_rtu_cb = connection_ready,
				 .pfn_cm_dreq_cb = peer_disconnects,
				 .p_recv_wr = &wr,
				 .pp_recv_failure = &failed};
	const ib_cm_rej_t busy = {.rej_status = IB_REJ_INSUF_QP};

	if (side.has_client) {
		check_status(ib_cm_rej(rec->h_cm_req, &busy), "ib_cm_rej");
		return;
	}
	side.has_client = true;
	if (!check_status(ib_cm_rep(rec->h_cm_req, &rep), "ib_cm_rep"))
		set_connected(false);
}

/* --- messages ------------------------------------------------------------------------------- */

static bool post_message_receive(void)
{
	ib_local_ds_t ds = {.vaddr = (uintptr_t)side.messages.received,
			    .length = MESSAGE_BYTES,
			    .lkey = side.lkey};
	ib_recv_wr_t wr = {.num_ds = 1, .ds_array = &ds};

	return check_status(ib_post_recv(side.qp, &wr, NULL), "ib_post_recv");
}

static bool post_message_send(unsigned int round)
{
	ib_local_ds_t ds = {
		.vaddr = (uintptr_t)side.messages.sent, .length = MESSAGE_BYTES, .lkey = side.lkey};
	ib_send_wr_t wr = {.wr_type = WR_SEND, .num_ds = 1, .ds_array = &ds};

	snprintf(side.messages.sent, sizeof(side.messages.sent), "message %u", round);
	return check_status(ib_post_send(side.qp, &wr, NULL), "ib_post_send");
}

/* Wait for `count` completions. */
static bool wait_for_completions(unsigned int count)
{
	while (count) {
		ib_wc_t wc = {0}, *free_list = &wc, *done_list = NULL;
		ib_api_status_t status = ib_poll_cq(side.cq, &free_list, &done_list);

		if (status == IB_NOT_FOUND)
			continue;
		if (!check_status(status, "ib_poll_cq"))
			return false;
		if (wc.status != IB_WCS_SUCCESS) {
			complain("a message failed: %s", ib_get_wc_status_str(wc.status));
			return false;
		}
		count--;
	}
	return true;
}

static bool check_message(unsigned int round)
{
	char wanted[MESSAGE_BYTES];

	snprintf(wanted, sizeof(wanted), "message %u", round);
	if (!strcmp(side.messages.received, wanted))
		return true;
	complain("received '%.*s' instead of '%s'", MESSAGE_BYTES, side.messages.received, wanted);
	return false;
}

/* The next receive is posted before the message that makes the peer send. */
static bool run_server_rounds(void)
{
	for (unsigned int i = 0; i < ROUNDS; i++)
		if (!wait_for_completions(1) || !check_message(i) ||
		    (i + 1 < ROUNDS && !post_message_receive()) || !post_message_send(i) ||
		    !wait_for_completions(1))
			return false;
	return true;
}

static bool run_client_rounds(void)
{
	for (unsigned int i = 0; i < ROUNDS; i++)
		if (!post_message_receive() || !post_message_send(i) || !wait_for_completions(2) ||
		    !check_message(i))
			return false;
	return true;
}

/* --- both sides ----------------------------------------------------------------------------- */

static bool run_server(void)
{
	const ib_cm_listen_t listen = {.svc_id = PINGPONG_SERVICE,
				       .port_guid = side.port_guid,
				       .qp_type = IB_QPT_RELIABLE_CONN,
				       .pfn_cm_req_cb = connection_requested};
	ib_listen_handle_t listener;

	if (!check_status(ib_cm_listen(side.al, &listen, NULL, &listener), "ib_cm_listen"))
		return false;
	printf("listening at port 0x%016" PRIx64 "\n", CL_NTOH64(side.port_guid));
	fflush(stdout);
	sem_wait(&side.connection_changed);
	if (!side.connected || !run_server_rounds())
		return false;
	sem_wait(&side.connection_changed); /* the client disconnects */
	return true;
}

static void path_found(ib_query_rec_t *rec)
{
	side.path_status = rec->status;
	if (rec->status == IB_SUCCESS && rec->result_cnt)
		side.path = *ib_get_query_path_rec(rec->p_result_mad, 0);
	else if (rec->status == IB_SUCCESS)
		side.path_status = IB_NOT_FOUND;
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static bool query_path_to(ib_net64_t guid)
{
	const ib_guid_pair_t ends = {.src_guid = side.port_guid, .dest_guid = guid};
	const ib_query_req_t req = {.query_type = IB_QUERY_PATH_REC_BY_PORT_GUIDS,
				    .p_query_input = &ends,
				    .port_guid = side.port_guid,
				    .timeout_ms = QUERY_TIMEOUT_MS,
				    .retry_cnt = QUERY_RETRIES,
				    .flags = IB_FLAGS_SYNC,
				    .pfn_query_cb = path_found};

	return check_status(ib_query(side.al, &req, NULL), "ib_query") &&
	       check_status(side.path_status, "querying the path");
}

static bool connect_to_port(ib_net64_t guid)
{
	const ib_cm_req_t req = {.svc_id = PINGPONG_SERVICE,
				 .flags = IB_FLAGS_SYNC,
				 .max_cm_retries = CM_RETRIES,
				 .p_primary_path = &side.path,
				 .pfn_cm_rep_cb = request_replied,
				 .pfn_cm_rej_cb = request_rejected,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .h_qp = side.qp,
				 .remote_resp_timeout = RESPONSE_TIMEOUT,
				 .local_resp_timeout = RESPONSE_TIMEOUT,
				 .rnr_nak_timeout = 1,
				 .rnr_retry_cnt = 7,
				 .retry_cnt = 7};

	return query_path_to(guid) && check_status(ib_cm_req(&req), "ib_cm_req") && side.connected;
}

static bool run_client(ib_net64_t guid)
{
	const ib_cm_dreq_t dreq = {.flags = IB_FLAGS_SYNC,
				   .qp_type = IB_QPT_RELIABLE_CONN,
				   .h_qp = side.qp,
				   .pfn_cm_drep_cb = disconnect_replied};

	if (!connect_to_port(guid) || !run_client_rounds())
		return false;
	printf("%d messages came back\n", ROUNDS);
	return check_status(ib_cm_dreq(&dreq), "ib_cm_dreq");
}

int main(int argc, char *argv[])
{
	const bool server = argc > 1 && !strcmp(argv[1], "-s");
	unsigned long adapter = 0;
	bool succeeded;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: pingpong -s [ADAPTER] | pingpong GUID [ADAPTER]\n");
		return 2;
	}
	if (argc == 3 && parse_number(argv[2], "adapter", 0, MOST_ADAPTERS - 1, &adapter))
		return 2;
	sem_init(&side.connection_changed, 0, 0);
	succeeded = open_adapter(adapter) && create_queues() &&
		    (server ? run_server() : run_client(CL_HTON64(strtoull(argv[1], NULL, 16))));
	if (side.al)
		ib_close_al(side.al);
	return succeeded ? 0 : 1;
}
