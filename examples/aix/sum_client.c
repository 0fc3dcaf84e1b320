/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sum_client SERVER FIRST SECOND: lets the server add two integers. The first is written into the
 * server's memory, the second is sent, and the sum comes back as a message.
 */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>

#include "kit.h"

static int find_way(struct rdma_event_channel *channel, struct rdma_cm_id *id,
		    struct sockaddr_in *server)
{
	int result = rdma_resolve_addr(id, NULL, (struct sockaddr *)server, RESOLVE_MS);

	if (result)
		return failed("rdma_resolve_addr", result);
	if (expect_event(channel, RDMA_CM_EVENT_ADDR_RESOLVED, NULL, NULL))
		return -1;
	result = rdma_resolve_route(id, RESOLVE_MS);
	if (result)
		return failed("rdma_resolve_route", result);
	return expect_event(channel, RDMA_CM_EVENT_ROUTE_RESOLVED, NULL, NULL);
}

/* The active side sends first: on iWARP, the server must not. */
static int talk(struct side *side, const struct place *place)
{
	const unsigned int requests = 3; /* two sends, and the response */

	if (post_receive(side, 0) || post_number(side, 0, place) || post_number(side, 1, NULL))
		return -1;
	for (unsigned int i = 0; i < requests; i++) {
		if (wait_completion(side))
			return -1;
	}
	printf("%u\n", be32toh(side->number[0]));
	return 0;
}

static int connect_and_talk(struct rdma_event_channel *channel, struct side *side)
{
	struct rdma_conn_param param = {.retry_count = 7};
	struct place place;
	int result = rdma_connect(side->id, &param);

	if (result)
		return failed("rdma_connect", result);
	if (expect_event(channel, RDMA_CM_EVENT_ESTABLISHED, NULL, &place))
		return -1;
	result = talk(side, &place);
	rdma_disconnect(side->id);
	return result;
}

static int request_sum(struct rdma_event_channel *channel, struct sockaddr_in *server,
		       uint32_t first, uint32_t second)
{
	struct side side = {0};
	struct rdma_cm_id *id;
	int result = rdma_create_id(channel, &id, NULL, RDMA_PS_TCP);

	if (result)
		return failed("rdma_create_id", result);
	side.id = id;
	result = find_way(channel, id, server);
	if (!result)
		result = open_side(&side, id);
	if (!result) {
		side.number[0] = htobe32(first);
		side.number[1] = htobe32(second);
		result = connect_and_talk(channel, &side);
	}
	close_side(&side);
	return result;
}

int main(int argc, char **argv)
{
	struct rdma_event_channel *channel;
	struct sockaddr_in server;
	int result;

	if (argc != 4) {
		fprintf(stderr, "usage: sum_client SERVER FIRST SECOND\n");
		return 2;
	}
	if (address_of(argv[1], &server))
		return 2;
	channel = rdma_create_event_channel();
	if (!channel) {
		failed("rdma_create_event_channel", -1);
		return 1;
	}
	result = request_sum(channel, &server, (uint32_t)strtoul(argv[2], NULL, 0),
			     (uint32_t)strtoul(argv[3], NULL, 0));
	rdma_destroy_event_channel(channel);
	return result || fflush(stdout) ? 1 : 0;
}
