/* SPDX-License-Identifier: BSD-2-Clause */
/* The client side of rping. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "rping.h"

enum {
	RESOLVE_MS = 2000,
	FIRST_LETTER = 65,
	LAST_LETTER = 122,
};

/* Write "rdma-ping-7: HIJK...", in the requested size; each ping starts one letter later. */
static void fill_ping(char *to, size_t size, unsigned long ping)
{
	int begin = snprintf(to, size, "rdma-ping-%lu: ", ping);
	int letter = FIRST_LETTER + (int)(ping % (LAST_LETTER - FIRST_LETTER + 1));

	for (size_t i = (size_t)begin; i < size - 1; i++) {
		to[i] = (char)letter;
		letter = letter == LAST_LETTER ? FIRST_LETTER : letter + 1;
	}
	to[size - 1] = '\0';
}

/*
 * Send the buffer's address, wait until it has been used, and post the next receive before the next
 * message is sent.
 */
static enum rping_wait offer_buffer(struct rping_end *end, const char *buf, const struct ibv_mr *mr)
{
	enum rping_wait ret = rping_tell(end, buf, mr);

	if (ret == RPING_DONE)
		ret = rping_hear(end);
	if (ret == RPING_DONE && rping_expect(end))
		ret = RPING_FAILED;
	return ret;
}

static enum rping_wait one_ping(struct rping_end *end, unsigned long ping)
{
	const struct rping_options *o = end->options;
	enum rping_wait ret;

	fill_ping(end->ping, o->size, ping);
	ret = offer_buffer(end, end->ping, end->ping_mr); /* until the server has read it */
	if (ret == RPING_DONE)
		ret = offer_buffer(end, end->data, end->data_mr); /* until it was written back */
	if (ret != RPING_DONE)
		return ret;
	if (o->validate && memcmp(end->ping, end->data, o->size) != 0) {
		complain("data mismatch in ping %lu", ping);
		return RPING_FAILED;
	}
	if (o->verbose)
		printf("ping data: %s\n", end->data);
	return RPING_DONE;
}

static int pings(struct rping_end *end)
{
	const unsigned long count = end->options->count;
	enum rping_wait ret = RPING_DONE;

	for (unsigned long i = 0; ret == RPING_DONE && (!count || i < count); i++)
		ret = one_ping(end, i);
	if (ret == RPING_ENDED)
		complain("the server ended the connection");
	return ret == RPING_DONE ? 0 : -1;
}

/*
 * For a queue pair that the program created itself. The kernel moves others to RTS when the
 * connection is established.
 */
static int bring_up(struct rping_end *end)
{
	if (end->id->event->event == RDMA_CM_EVENT_ESTABLISHED)
		return 0;
	if (rping_own_qp_to(end, IBV_QPS_INIT) || rping_own_qp_to(end, IBV_QPS_RTR) ||
	    rping_own_qp_to(end, IBV_QPS_RTS))
		return -1;
	return rdma_establish(end->id) ? complain_errno(errno, "rdma_establish") : 0;
}

static int connect_and_ping(struct rping_end *end)
{
	struct rdma_conn_param param = {
		.responder_resources = 1,
		.initiator_depth = 1,
		.retry_count = 7,
		.rnr_retry_count = 7,
		.qp_num = end->qp->qp_num,
	};
	int ret;

	if (rdma_connect(end->id, &param))
		return complain_errno(errno, "rdma_connect");
	if (end->options->own_qp && bring_up(end))
		return -1;
	rping_debug(end->options, "connected");
	ret = pings(end);
	if (!end->ended && rdma_disconnect(end->id))
		ret = complain_errno(errno, "rdma_disconnect");
	return ret;
}

static int find_server(struct rdma_cm_id *id, const struct rping_options *o)
{
	struct sockaddr_storage to, from;

	if (rping_address(o->address, o->port, false, &to) ||
	    (o->source && rping_address(o->source, NULL, false, &from)))
		return -1;
	if (o->tos >= 0) {
		uint8_t tos = (uint8_t)o->tos;

		if (rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, sizeof(tos)))
			return complain_errno(errno, "type of service");
	}
	if (rdma_resolve_addr(id, o->source ? (struct sockaddr *)&from : NULL,
			      (struct sockaddr *)&to, RESOLVE_MS))
		return complain_errno(errno, "rdma_resolve_addr %s", o->address);
	if (rdma_resolve_route(id, RESOLVE_MS))
		return complain_errno(errno, "rdma_resolve_route");
	return 0;
}

int rping_client(const struct rping_options *options)
{
	struct rping_end end;
	struct rdma_cm_id *id;
	int ret;

	if (rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP))
		return complain_errno(errno, "rdma_create_id");
	ret = find_server(id, options);
	if (!ret)
		ret = rping_open(&end, options, id);
	if (!ret) {
		ret = connect_and_ping(&end);
		rping_close(&end);
	}
	if (rdma_destroy_id(id))
		ret = complain_errno(errno, "rdma_destroy_id");
	return ret;
}
