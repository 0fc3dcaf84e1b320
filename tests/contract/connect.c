/* SPDX-License-Identifier: BSD-2-Clause */
/* Connects two sides of the kit through the connection manager, as iWARP adapters require. */
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_cma.h>

#include "kit.h"

enum {
	ADDRESSES = 16, /* 127.0.0.1 and following, one per port */
	READS = 4,
	RESOLVE_MS = 2000,
};

/** Create an identifier that is bound to the address of a side's port. */
static struct rdma_cm_id *id_on(const struct side *side, struct rdma_event_channel *channel)
{
	const char *device = ibv_get_device_name(side->ctx->device);

	for (uint32_t i = 0; i < ADDRESSES; i++) {
		struct sockaddr_in at = {
			.sin_family = AF_INET,
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK + i),
		};
		struct rdma_cm_id *id;

		assert_int_equal(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), 0);
		if (!rdma_bind_addr(id, (struct sockaddr *)&at) && id->verbs &&
		    !strcmp(ibv_get_device_name(id->verbs->device), device))
			return id;
		assert_int_equal(rdma_destroy_id(id), 0);
	}
	fail_msg("no address leads to %s", device);
	return NULL;
}

/** Wait for the next event, which has to be of this type. */
static struct rdma_cm_id *wait_for(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	struct rdma_cm_event *event;
	struct rdma_cm_id *id;

	if (!readable(channel->fd, KIT_SECONDS * 1000))
		fail_msg("no %s", rdma_event_str(type));
	assert_int_equal(rdma_get_cm_event(channel, &event), 0);
	if (event->event != type)
		fail_msg("event %d (%s), not %d", event->event, rdma_event_str(event->event), type);
	id = event->id;
	assert_int_equal(rdma_ack_cm_event(event), 0);
	return id;
}

static struct rdma_conn_param param_of(const struct side *side)
{
	return (struct rdma_conn_param){
		.qp_num = side->qp->qp_num,
		.responder_resources = READS,
		.initiator_depth = READS,
	};
}

static void open_channel(struct side *side)
{
	side_disconnect(side);
	side->cm = rdma_create_event_channel();
	assert_non_null(side->cm);
}

void cm_connect(struct side *active, struct side *passive)
{
	struct rdma_conn_param asks = param_of(active), accepts = param_of(passive);
	struct rdma_cm_id *listener;

	open_channel(active);
	open_channel(passive);
	listener = id_on(passive, passive->cm);
	active->id = id_on(active, active->cm);
	assert_int_equal(rdma_listen(listener, 1), 0);
	assert_int_equal(
		rdma_resolve_addr(active->id, NULL, rdma_get_local_addr(listener), RESOLVE_MS), 0);
	wait_for(active->cm, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_int_equal(rdma_resolve_route(active->id, RESOLVE_MS), 0);
	wait_for(active->cm, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_int_equal(rdma_connect(active->id, &asks), 0);
	passive->id = wait_for(passive->cm, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_int_equal(rdma_accept(passive->id, &accepts), 0);
	wait_for(active->cm, RDMA_CM_EVENT_ESTABLISHED);
	wait_for(passive->cm, RDMA_CM_EVENT_ESTABLISHED);
	assert_int_equal(rdma_destroy_id(listener), 0);
}

void side_disconnect(struct side *side)
{
	if (side->id)
		assert_int_equal(rdma_destroy_id(side->id), 0);
	if (side->cm)
		rdma_destroy_event_channel(side->cm);
	side->id = NULL;
	side->cm = NULL;
}
