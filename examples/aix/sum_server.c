/* SPDX-License-Identifier: BSD-2-Clause */
/* sum_server [ADDRESS]: adds two integers for one client, see sum_client.c. */
#include <endian.h>
#include <stdio.h>

#include "kit.h"

static int accept_client(struct side *side)
{
	struct place place = {
		.address = htobe64((uintptr_t)&side->number[0]),
		.rkey = htobe32(side->mr->rkey),
	};
	struct rdma_conn_param param = {
		.private_data = &place,
		.private_data_len = sizeof(place),
	};
	int result;

	if (post_receive(side, 1)) /* before the client can send */
		return -1;
	result = rdma_accept(side->id, &param);
	return result ? failed("rdma_accept", result) : 0;
}

/*
 * The message implies that the number has been written, because it was posted after the write. The
 * completion of the response is not waited for: the client disconnects when it has the response,
 * and an iWARP adapter may report a send that completes so late as flushed.
 */
static int add(struct side *side)
{
	if (wait_completion(side))
		return -1;
	side->number[0] = htobe32(be32toh(side->number[0]) + be32toh(side->number[1]));
	return post_number(side, 0, NULL);
}

static int serve(struct rdma_event_channel *channel, struct rdma_cm_id *id)
{
	struct side side;
	int result = open_side(&side, id);

	if (!result)
		result = accept_client(&side);
	if (!result)
		result = expect_event(channel, RDMA_CM_EVENT_ESTABLISHED, NULL, NULL);
	if (!result)
		result = add(&side);
	if (!result)
		result = expect_event(channel, RDMA_CM_EVENT_DISCONNECTED, NULL, NULL);
	if (!result)
		rdma_disconnect(id);
	close_side(&side);
	return result;
}

static int wait_for_client(struct rdma_event_channel *channel, struct rdma_cm_id *listener,
			   struct sockaddr_in *here)
{
	struct rdma_cm_id *id;
	int result = rdma_bind_addr(listener, (struct sockaddr *)here);

	if (result)
		return failed("rdma_bind_addr", result);
	result = rdma_listen(listener, 1);
	if (result)
		return failed("rdma_listen", result);
	if (expect_event(channel, RDMA_CM_EVENT_CONNECT_REQUEST, &id, NULL))
		return -1;
	return serve(channel, id);
}

int main(int argc, char **argv)
{
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listener;
	struct sockaddr_in here;
	int result;

	if (argc > 2) {
		fprintf(stderr, "usage: sum_server [ADDRESS]\n");
		return 2;
	}
	if (address_of(argc == 2 ? argv[1] : "0.0.0.0", &here))
		return 2;
	channel = rdma_create_event_channel();
	if (!channel) {
		failed("rdma_create_event_channel", -1);
		return 1;
	}
	result = rdma_create_id(channel, &listener, NULL, RDMA_PS_TCP);
	if (result) {
		failed("rdma_create_id", result);
	} else {
		result = wait_for_client(channel, listener, &here);
		rdma_destroy_id(listener);
	}
	rdma_destroy_event_channel(channel);
	return result ? 1 : 0;
}
