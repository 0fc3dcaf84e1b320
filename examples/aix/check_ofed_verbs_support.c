/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_ofed_verbs_support ADDRESS: reports whether an address can be reached with verbs, so that a
 * program can choose between verbs and sockets. The exit status is 0 if so, 1 if not.
 */
#include <stdio.h>

#include "kit.h"

/* Nothing is sent: resolving the address finds a device with a route to it. */
static bool address_resolves(struct rdma_event_channel *channel, struct rdma_cm_id *id,
			     struct sockaddr_in *to)
{
	struct rdma_cm_event *event;
	bool reached;

	if (rdma_resolve_addr(id, NULL, (struct sockaddr *)to, RESOLVE_MS))
		return false;
	if (rdma_get_cm_event(channel, &event))
		return false;
	reached = event->event == RDMA_CM_EVENT_ADDR_RESOLVED && event->status == 0;
	rdma_ack_cm_event(event);
	return reached;
}

static bool check_ofed_verbs_support(struct sockaddr_in *to)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id;
	bool reached = false;

	if (!channel)
		return false; /* there is no device at all */
	if (!rdma_create_id(channel, &id, NULL, RDMA_PS_TCP)) {
		reached = address_resolves(channel, id, to);
		rdma_destroy_id(id);
	}
	rdma_destroy_event_channel(channel);
	return reached;
}

int main(int argc, char **argv)
{
	struct sockaddr_in to;
	bool reached;

	if (argc != 2) {
		fprintf(stderr, "usage: check_ofed_verbs_support ADDRESS\n");
		return 2;
	}
	if (address_of(argv[1], &to))
		return 2;
	reached = check_ofed_verbs_support(&to);
	printf("verbs %s %s\n", reached ? "reach" : "do not reach", argv[1]);
	return reached ? 0 : 1;
}
