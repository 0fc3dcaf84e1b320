/* SPDX-License-Identifier: BSD-2-Clause */
/* Identifiers and events as text, for softhcactl connections and traces. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <inverbs/print/text.h>
#include <stdio.h>
#include <string.h>

#include "base/upcalls.h"
#include "cm/cm.h"
#include "cm/internal.h"

enum {
	ADDRESS_ROOM = INET6_ADDRSTRLEN + 8
};

static const char *state_name(enum cm_state state)
{
	static const char *const names[] = {
		[CM_IDLE] = "idle",
		[CM_BOUND] = "bound",
		[CM_LISTENING] = "listening",
		[CM_ADDRESS_KNOWN] = "address-known",
		[CM_ROUTE_KNOWN] = "route-known",
		[CM_REQUEST_SENT] = "request-sent",
		[CM_REQUEST_RECEIVED] = "request-received",
		[CM_RESPONSE_SENT] = "response-sent",
		[CM_RESPONSE_RECEIVED] = "response-received",
		[CM_CONNECTED] = "connected",
		[CM_DREQ_SENT] = "disconnect-sent",
		[CM_DREQ_RECEIVED] = "disconnect-received",
		[CM_TIMEWAIT] = "timewait",
		[CM_CLOSED] = "closed",
	};

	return names[state];
}

static const char *show_address(const struct sockaddr_storage *addr, char *to)
{
	char text[INET6_ADDRSTRLEN] = "";
	const void *at = &((const struct sockaddr_in *)addr)->sin_addr;

	if (!addr->ss_family)
		return "-";
	if (addr->ss_family == AF_INET6)
		at = &((const struct sockaddr_in6 *)addr)->sin6_addr;
	else if (addr->ss_family == UCMA_AF_IB)
		at = &((const struct sockaddr_ib *)addr)->sib_addr;
	inet_ntop(addr->ss_family == AF_INET ? AF_INET : AF_INET6, at, text, sizeof(text));
	snprintf(to, ADDRESS_ROOM, "%s:%u", text, softhca_cm_port_number(addr));
	return to;
}

static const char *event_name(enum ucma_event event)
{
#define EVENT_NAME(word) [UCMA_EVENT_##word] = #word
	static const char *const names[] = {
		EVENT_NAME(ADDR_RESOLVED),   EVENT_NAME(ADDR_ERROR),
		EVENT_NAME(ROUTE_RESOLVED),  EVENT_NAME(ROUTE_ERROR),
		EVENT_NAME(CONNECT_REQUEST), EVENT_NAME(CONNECT_RESPONSE),
		EVENT_NAME(CONNECT_ERROR),   EVENT_NAME(UNREACHABLE),
		EVENT_NAME(REJECTED),        EVENT_NAME(ESTABLISHED),
		EVENT_NAME(DISCONNECTED),    EVENT_NAME(DEVICE_REMOVAL),
		EVENT_NAME(MULTICAST_JOIN),  EVENT_NAME(MULTICAST_ERROR),
		EVENT_NAME(ADDR_CHANGE),     EVENT_NAME(TIMEWAIT_EXIT),
	};
#undef EVENT_NAME

	return names[event];
}

static unsigned int unread_events(const struct cm_id *id)
{
	unsigned int n = 0;

	for (const struct softhca_link *pos = id->file->queue.next; pos != &id->file->queue;
	     pos = pos->next)
		n += softhca_entry(pos, const struct cm_event, in_file)->id == id;
	return n;
}

/** Write "connection connected 127.0.0.1:4 -> 127.0.0.2:5 queue pair 0x48 to 0x49". */
static void print_id(struct inverbs_text *text, const struct cm_id *id)
{
	char src[ADDRESS_ROOM], dst[ADDRESS_ROOM];

	inverbs_text_add(text, "%s %s %s -> %s", cm_is_datagram(id) ? "datagrams" : "connection",
			 state_name(id->state), show_address(&id->src, src),
			 show_address(&id->dst, dst));
	if (id->mine.qp_num)
		inverbs_text_add(text, " queue pair 0x%x", id->mine.qp_num);
	if (id->theirs.qp_num)
		inverbs_text_add(text, " to 0x%x", id->theirs.qp_num);
}

void softhca_cm_trace(const struct cm_id *id, enum ucma_event event, int status)
{
	const struct softhca_dev *device = id->port ? id->port->device : NULL;
	struct softhca *hca = id->file->cm->hca;
	struct softhca_trace about = {.number = id->handle, .detail = event};
	char buf[256];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	inverbs_text_add(&text, "%s, ", event_name(event));
	if (status)
		inverbs_text_add(&text, "status %d, ", status);
	print_id(&text, id);
	about.bytes = (uint32_t)strlen(buf);
	hca->up->trace_connection(id->file->pipe.process, device, &about, buf);
}

static double seconds_since(uint64_t since)
{
	return (double)(softhca_now() - since) / 1e9;
}

size_t softhca_cm_show(const struct softhca *hca, char *buf, size_t room)
{
	struct inverbs_text text = inverbs_text_in(buf, room);
	struct softhca_link *pos, *after;
	size_t whole = 0;

	softhca_for_each(pos, after, &hca->cm->all)
	{
		const struct cm_id *id = softhca_entry(pos, struct cm_id, in_all);
		const unsigned int unread = unread_events(id);

		inverbs_text_add(&text, "process %d: ", (int)id->file->pipe.process->pid);
		print_id(&text, id);
		inverbs_text_add(&text, " %s for %.1f s, age %.1f s, identifier %u",
				 id->port ? id->port->device->name : "-",
				 seconds_since(id->changed), seconds_since(id->created_at),
				 id->handle);
		if (unread)
			inverbs_text_add(&text, ", unread events %u", unread);
		inverbs_text_add(&text, "\n");
		if (text.len >= room)
			break;
		whole = text.len;
	}
	buf[whole] = '\0';
	return whole;
}
