/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rping_late ADDRESS: a client of rping that sends one ping, and is slow to read the last message.
 * The server must not disconnect before the client does: with an event channel, the client might
 * get that event before the message.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "common/program.h"
#include "common/rping.h"

enum {
	RESOLVE_MS = 20000,
	LATE_MS = 500,
};

static int find_server(struct rdma_cm_id *id, const struct rping_options *o)
{
	struct sockaddr_storage to;

	if (rping_address(o->address, o->port, false, &to))
		return -1;
	if (rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS) ||
	    rdma_resolve_route(id, RESOLVE_MS))
		return complain_errno(errno, "no way to %s", o->address);
	return 0;
}

static int turn(struct rping_end *end, const char *buf, const struct ibv_mr *mr)
{
	if (rping_tell(end, buf, mr) != RPING_DONE || rping_hear(end) != RPING_DONE ||
	    rping_expect(end))
		return complain("a turn failed");
	return 0;
}

static int ping_and_wait(struct rping_end *end)
{
	struct rdma_conn_param param = {
		.responder_resources = 1,
		.initiator_depth = 1,
		.retry_count = 7,
		.rnr_retry_count = 7,
	};
	struct pollfd fd = {.fd = end->id->channel->fd, .events = POLLIN};

	if (rdma_connect(end->id, &param))
		return complain_errno(errno, "rdma_connect");
	memcpy(end->ping, "ping", 5);
	if (turn(end, end->ping, end->ping_mr) || turn(end, end->data, end->data_mr))
		return -1;
	if (poll(&fd, 1, LATE_MS))
		return complain("the server did not wait for its client to end the connection");
	return rdma_disconnect(end->id) ? complain_errno(errno, "rdma_disconnect") : 0;
}

int main(int argc, char **argv)
{
	struct rping_options options = {.port = "7174", .size = 64, .count = 1, .tos = -1};
	struct rping_end end;
	struct rdma_cm_id *id;
	int ret;

	if (argc != 2)
		return 2;
	options.address = argv[1];
	if (rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP))
		return complain_errno(errno, "rdma_create_id") != 0;
	ret = find_server(id, &options);
	if (!ret)
		ret = rping_open(&end, &options, id);
	if (!ret) {
		ret = ping_and_wait(&end);
		rping_close(&end);
	}
	rdma_destroy_id(id);
	return ret != 0;
}
