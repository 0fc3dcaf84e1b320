/* SPDX-License-Identifier: BSD-2-Clause */
/* softhcactl connections: identifiers as text. */
#include <arpa/inet.h>
#include <infiniband/ib.h>
#include <netinet/in.h>
#include <stdio.h>

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
		[CM_REQUEST_CAME] = "request-came",
		[CM_RESPONSE_SENT] = "response-sent",
		[CM_RESPONSE_RECEIVED] = "response-received",
		[CM_CONNECTED] = "connected",
		[CM_END_SENT] = "end-sent",
		[CM_END_CAME] = "end-came",
		[CM_TIMEWAIT] = "timewait",
		[CM_OVER] = "over",
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

size_t softhca_cm_show(const struct softhca *hca, char *text, size_t room)
{
	struct softhca_link *pos, *after;
	size_t len = 0;

	text[0] = '\0';
	softhca_for_each(pos, after, &hca->cm->all)
	{
		const struct cm_id *id = softhca_entry(pos, struct cm_id, in_all);
		char src[ADDRESS_ROOM], dst[ADDRESS_ROOM];
		int n = snprintf(text + len, room - len, "process %d: %s %s %s -> %s %s\n",
				 (int)id->file->pipe.process->pid,
				 cm_datagrams(id) ? "datagrams" : "connection",
				 state_name(id->state), show_address(&id->src, src),
				 show_address(&id->dst, dst),
				 id->port ? id->port->device->name : "-");

		if (n < 0 || (size_t)n >= room - len)
			break;
		len += (size_t)n;
	}
	return len;
}
