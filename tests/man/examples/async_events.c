/* SPDX-License-Identifier: BSD-2-Clause */
#include <infiniband/verbs.h>
#include <stdio.h>

/* Body of a thread that reports a device's events until the device
 * is lost. */
void report_events(struct ibv_context *context)
{
	struct ibv_async_event event;
	enum ibv_event_type type;

	do {
		if (ibv_get_async_event(context, &event))
			return;
		type = event.event_type;
		if (type == IBV_EVENT_QP_FATAL)
			printf("queue pair 0x%x: ",
			       event.element.qp->qp_num);
		else if (type == IBV_EVENT_PORT_ERR ||
			 type == IBV_EVENT_PORT_ACTIVE)
			printf("port %d: ", event.element.port_num);
		puts(ibv_event_type_str(type));
		/* from here on the object may be destroyed */
		ibv_ack_async_event(&event);
	} while (type != IBV_EVENT_DEVICE_FATAL);
}
