/* SPDX-License-Identifier: BSD-2-Clause */
/* The server side of rping: one client, or many with a thread each. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "rping.h"

/** A connection, served by its own thread. */
struct session {
	const struct rping_options *options;
	struct rdma_cm_id *id;
};

/* One turn: receive a message that describes a buffer, read or write that buffer, and respond. */
static enum rping_wait one_turn(struct rping_end *end, enum ibv_wr_opcode opcode)
{
	enum rping_wait ret = rping_hear(end);

	if (ret != RPING_DONE)
		return ret;
	ret = rping_move(end, opcode);
	if (ret != RPING_DONE)
		return ret;
	if (opcode == IBV_WR_RDMA_READ && end->options->verbose)
		printf("server ping data: %.*s\n", (int)end->options->size, end->data);
	if (rping_expect(end))
		return RPING_FAILED;
	return rping_tell(end, NULL, NULL);
}

static int pongs(struct rping_end *end)
{
	const unsigned long count = end->options->count;
	enum rping_wait ret = RPING_DONE;

	for (unsigned long i = 0; ret == RPING_DONE && (!count || i < count); i++) {
		ret = one_turn(end, IBV_WR_RDMA_READ);
		if (ret == RPING_DONE)
			ret = one_turn(end, IBV_WR_RDMA_WRITE);
	}
	/*
	 * The client disconnects when it has finished, because a disconnect by this side could
	 * overtake the last response. Only a client that expects more pings than the server's count
	 * is disconnected here.
	 */
	if (ret == RPING_DONE)
		ret = rping_hear(end);
	return ret == RPING_FAILED ? -1 : 0;
}

static int serve_pings(struct rping_end *end)
{
	struct rdma_conn_param param = {
		.responder_resources = 1,
		.initiator_depth = 1,
		.rnr_retry_count = 7,
		.qp_num = end->qp->qp_num,
	};
	int ret;

	if (end->options->own_qp &&
	    (rping_own_qp_to(end, IBV_QPS_INIT) || rping_own_qp_to(end, IBV_QPS_RTR) ||
	     rping_own_qp_to(end, IBV_QPS_RTS)))
		return -1;
	if (rdma_accept(end->id, &param))
		return complain_errno(errno, "rdma_accept");
	rping_debug(end->options, "connected");
	ret = pongs(end);
	/* if the peer disconnected first, destroying the identifier is enough */
	if (!end->ended && rdma_disconnect(end->id))
		ret = complain_errno(errno, "rdma_disconnect");
	rping_debug(end->options, "disconnected");
	return ret;
}

static int serve_id(const struct rping_options *options, struct rdma_cm_id *id)
{
	struct rping_end end;
	int ret = rping_open(&end, options, id);

	if (!ret) {
		ret = serve_pings(&end);
		rping_close(&end);
	}
	if (rdma_destroy_id(id))
		ret = complain_errno(errno, "rdma_destroy_id");
	return ret;
}

static void *session_main(void *argument)
{
	struct session *session = argument;

	serve_id(session->options, session->id);
	free(session);
	return NULL;
}

static int start_session(const struct rping_options *options, struct rdma_cm_id *id)
{
	struct session *session = malloc(sizeof(*session));
	pthread_t thread;
	int err;

	if (!session)
		return complain("no memory for a session");
	session->options = options;
	session->id = id;
	err = pthread_create(&thread, NULL, session_main, session);
	if (err) {
		free(session);
		rdma_reject(id, NULL, 0);
		rdma_destroy_id(id);
		return complain_errno(err, "no thread for a session");
	}
	pthread_detach(thread);
	return 0;
}

static int take_requests(const struct rping_options *options, struct rdma_cm_id *listener)
{
	struct rdma_cm_id *id;

	for (;;) {
		if (rdma_get_request(listener, &id))
			return complain_errno(errno, "rdma_get_request");
		if (!options->persistent)
			return serve_id(options, id);
		start_session(options, id);
	}
}

int rping_server(const struct rping_options *options)
{
	struct sockaddr_storage here;
	struct rdma_cm_id *listener;
	int ret = -1;

	if (rping_address(options->address, options->port, true, &here))
		return -1;
	if (rdma_create_id(NULL, &listener, NULL, RDMA_PS_TCP))
		return complain_errno(errno, "rdma_create_id");
	if (rdma_bind_addr(listener, (struct sockaddr *)&here))
		complain_errno(errno, "rdma_bind_addr %s port %s",
			       options->address ? options->address : "*", options->port);
	else if (rdma_listen(listener, 0))
		complain_errno(errno, "rdma_listen");
	else
		ret = take_requests(options, listener);
	if (rdma_destroy_id(listener))
		ret = complain_errno(errno, "rdma_destroy_id");
	return ret;
}
