/* SPDX-License-Identifier: BSD-2-Clause */
/* Delivering a MAD at its destination: first to agents of the node, then to those of programs. */
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "mad/internal.h"
#include "mad/query.h"

bool mad_is_response(const uint8_t *bytes)
{
	const struct mad_header header = mad_header_get(bytes);

	return header.method & MAD_RESPONSE || header.method == MAD_METHOD_TRAP_REPRESS ||
	       (header.mgmt_class == MAD_CLASS_BOARD && header.modifier & 1);
}

/** Returns the index of a port's GID. */
static unsigned int find_gid_index(const struct softhca_port *port, const uint8_t gid[16])
{
	union ibv_gid wanted;

	memcpy(wanted.raw, gid, sizeof(wanted.raw));
	return softhca_port_find_gid(port, &wanted);
}

/** Returns the header for the program that reads the MAD. */
static struct umad_header describe_packet(const struct mad_file *file, const struct mad_packet *p,
					  unsigned int agent)
{
	struct umad_header header = {
		.id = agent,
		.qpn = htonl(p->qpn),
		.lid = htons(p->lid),
		.sl = p->sl,
		.path_bits = p->path_bits,
		.grh_present = p->grh,
		.pkey_index = p->pkey_index,
	};

	if (p->grh) {
		header.gid_index = (uint8_t)find_gid_index(file->port->hca_port, p->dgid);
		header.hop_limit = p->hop_limit;
		header.traffic_class = p->traffic_class;
		header.flow_label = htonl(p->flow_label);
		memcpy(header.gid, p->sgid, sizeof(header.gid));
	}
	return header;
}

/** Deliver a message packet by packet, to a program that implements RMPP itself. */
static void deliver_packets(struct mad_file *file, const struct umad_header *header,
			    const struct mad_packet *p)
{
	const size_t begin = mad_rmpp_header(mad_header_get(p->bytes).mgmt_class);
	const size_t own = begin - MAD_RMPP_AT - MAD_RMPP_SIZE;
	struct mad_rmpp v = mad_rmpp_get(p->bytes + MAD_RMPP_AT);
	uint8_t packet[MAD_BYTES];
	size_t at = begin, n;

	memcpy(packet, p->bytes, begin);
	v.segment = 1;
	do {
		n = p->len - at < MAD_BYTES - begin ? p->len - at : MAD_BYTES - begin;
		v.first = v.segment == 1;
		v.last = at + n == p->len;
		if (v.last)
			v.length = (uint32_t)(n + own);
		mad_rmpp_put(packet + MAD_RMPP_AT, &v);
		memset(packet + begin, 0, sizeof(packet) - begin);
		memcpy(packet + begin, p->bytes + at, n);
		mad_file_add(file, header, packet, sizeof(packet));
		v.length = 0;
		v.segment++;
		at += n;
	} while (at < p->len);
}

static void deliver_to_agent(struct mad_file *file, unsigned int agent, const struct mad_packet *p)
{
	const struct umad_header header = describe_packet(file, p, agent);

	if (p->len != MAD_BYTES && !file->agents[agent].rmpp)
		deliver_packets(file, &header, p);
	else
		mad_file_add(file, &header, p->bytes, p->len);
}

/** Is it the response to a query of the emulated kernel? If so, end the query. */
static bool query_matches(struct softhca_mad *mad, const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->queries)
	{
		struct mad_query *q = softhca_entry(pos, struct mad_query, timer.in_list);

		if (q->tid != header.tid)
			continue;
		softhca_timer_stop(&q->timer);
		q->done(q, header.status ? -EINVAL : 0, p->bytes + SA_HEADER_BYTES);
		return true;
	}
	return false;
}

/** Does a RoCE v2 header have an IPv4 address where the kernel expects a GID? */
static bool is_ipv4_gid(const struct softhca_port *port, const uint8_t gid[16])
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	return port->ethernet && port->device->driver->roce && !memcmp(gid, mapped, sizeof(mapped));
}

/** Has the response come to the address from which the request was sent? */
static bool is_from_destination(const struct mad_pending *pending, const struct mad_packet *p)
{
	const struct softhca_port *port = pending->file->port->hca_port;
	const struct umad_header *sent = &pending->header;

	if (pending->mgmt_class == MAD_CLASS_SUBNET_DIRECTED)
		return true;
	if (!sent->grh_present || !p->grh)
		return !sent->grh_present == !p->grh;
	return !memcmp(&port->gid[sent->gid_index], p->dgid, sizeof(p->dgid)) &&
	       !is_ipv4_gid(port, p->dgid);
}

/** Does it confirm a report of the built-in subnet administrator? */
static bool administrator_confirmed(const struct fabric_port *at, const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);

	return header.mgmt_class == MAD_CLASS_ADMINISTRATION &&
	       header.method == MAD_METHOD_REPORT_RESPONSE && mad_is_administrator(at) &&
	       sa_report_confirmed(at->node->mad, header.tid);
}

static void count_unclaimed(const struct fabric_port *at, const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);

	if (at->hca_port)
		at->hca_port->counters.mads_unclaimed++;
	softhca_log(at->node->mad->hca, SOFTHCA_LOG_DEBUG,
		    "a datagram of class 0x%02x, method 0x%02x has no agent at port %u",
		    header.mgmt_class, header.method, at->number);
}

/** Returns the file of the agent whose number is in the transaction id, and the agent, or NULL. */
static struct mad_file *find_sender(struct fabric_port *at, uint32_t tid, unsigned int *agent)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &at->files)
	{
		struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		for (*agent = 0; *agent < UMAD_AGENTS_MAX; ++*agent) {
			if (file->agents[*agent].used && file->agents[*agent].tid == tid)
				return file;
		}
	}
	return NULL;
}

/**
 * An RMPP packet that no request waits for: give it to the agent whose transfer it belongs to.
 * Returns false if there is none.
 */
static bool transfer_accepts(struct fabric_port *at, struct mad_packet *p)
{
	const uint32_t tid = (uint32_t)(mad_header_get(p->bytes).tid >> 32);
	struct mad_file *file = NULL;
	unsigned int agent;

	if (p->segment)
		file = find_sender(at, tid, &agent);
	if (file && !file->agents[agent].rmpp)
		deliver_to_agent(file, agent, p);
	return file;
}

/** Deliver a response to the agent that waits for it. Responses without a request are dropped. */
static void deliver_response(struct fabric_port *at, struct mad_packet *p)
{
	struct mad_pending *pending;

	if (query_matches(at->node->mad, p) || administrator_confirmed(at, p) ||
	    mad_trap_repressed(at, p))
		return;
	pending = mad_pending_find(at, p->bytes);
	if (pending && is_from_destination(pending, p)) {
		if (!mad_assemble(pending->file, pending->agent, p))
			return;
		deliver_to_agent(pending->file, pending->agent, p);
		mad_pending_end(pending);
	} else if (!transfer_accepts(at, p)) {
		count_unclaimed(at, p);
	}
}

/** Does the agent accept MADs of this class and method? */
static bool agent_matches(const struct mad_agent *agent, const struct mad_header *header,
			  uint32_t oui)
{
	const unsigned int method = header->method & ~MAD_RESPONSE;

	return agent->used && agent->mgmt_class && agent->mgmt_class == header->mgmt_class &&
	       agent->version == header->class_version && agent->oui == oui &&
	       agent->methods[method / 32] >> method % 32 & 1;
}

/** Returns the vendor's OUI in the low three bytes, or 0 if the class has none. */
static uint32_t oui_of(const struct mad_packet *p, uint8_t mgmt_class)
{
	const uint8_t *at = p->bytes + MAD_RMPP_AT + MAD_RMPP_SIZE;

	if (!mad_has_oui(mgmt_class))
		return 0;
	return (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/** Deliver a request to an agent of a program. Returns false if there is none. */
static bool deliver_to_program(struct fabric_port *at, struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);
	const uint32_t oui = oui_of(p, header.mgmt_class);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &at->files)
	{
		struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		for (unsigned int i = 0; i < UMAD_AGENTS_MAX; i++) {
			if (!agent_matches(&file->agents[i], &header, oui))
				continue;
			if (mad_assemble(file, i, p))
				deliver_to_agent(file, i, p);
			return true;
		}
	}
	return false;
}

/**
 * Offer a request to the agents of the node. Returns true if one has accepted it; *respond is set
 * if it has made a response.
 */
static bool node_accepts(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	const uint8_t mgmt_class = mad_header_get(p->bytes).mgmt_class;

	if (mad_is_subnet(mgmt_class))
		return mad_subnet_agent(at, p, respond);
	return mgmt_class == MAD_CLASS_PERFORMANCE && mad_performance_agent(at, p, respond);
}

/** Deliver a message to a program's connection manager. Returns false if there is none. */
static bool cm_accepts(struct fabric_port *at, const struct mad_packet *p)
{
	struct mad_file *file = mad_communication_next(at, p, NULL);
	const bool takes = file;

	for (; file; file = mad_communication_next(at, p, file))
		deliver_to_agent(file, mad_sharing_agent(file), p);
	return takes;
}

static bool administrator_accepts(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	return mad_header_get(p->bytes).mgmt_class == MAD_CLASS_ADMINISTRATION &&
	       mad_is_administrator(at) && mad_administration_agent(at, p, respond);
}

/** Does it stay on its node? If so, the node's agent gets it unchecked. */
static bool stays_on_node(const struct mad_packet *p)
{
	return mad_header_get(p->bytes).mgmt_class == MAD_CLASS_SUBNET_DIRECTED &&
	       !smp_datagram_get(p->bytes).hop_count;
}

/**
 * The kernel's checks before it looks for an agent. Queue pair 0 accepts only subnet management,
 * queue pair 1 all other classes; messages of connection managers must have the method Send.
 */
static bool is_valid_packet(const struct fabric_port *at, const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);

	if (at->hca_port && header.base_version != MAD_BASE_VERSION && !stays_on_node(p))
		return false;
	if (mad_is_subnet(header.mgmt_class))
		return p->to_qpn == 0 && fabric_has_qp0(at);
	if (header.mgmt_class == MAD_CLASS_COMMUNICATION && header.method != MAD_METHOD_SEND &&
	    header.attribute != MAD_ATTRIBUTE_CLASS_PORT_INFO)
		return false;
	return p->to_qpn == 1;
}

/** Make the kernel's response to a MAD that no agent accepts. Returns false if there is none. */
static bool refuse_mad(const struct fabric_port *at, struct mad_packet *p)
{
	struct mad_header header = mad_header_get(p->bytes);
	struct smp_datagram smp;

	if (!at->hca_port || stays_on_node(p) ||
	    (header.method != MAD_METHOD_GET && header.method != MAD_METHOD_SET))
		return false;
	header.method = MAD_METHOD_GET_RESPONSE;
	header.status = MAD_STATUS_BAD_ATTRIBUTE;
	mad_header_put(p->bytes, &header);
	if (header.mgmt_class == MAD_CLASS_SUBNET_DIRECTED) {
		smp = smp_datagram_get(p->bytes);
		smp.returning = 1;
		smp_datagram_put(p->bytes, &smp);
	}
	return true;
}

/** Does an agent accept the request? *respond is set if the request was turned into a response. */
static bool request_accepted(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	return node_accepts(at, p, respond) || deliver_to_program(at, p) || cm_accepts(at, p) ||
	       administrator_accepts(at, p, respond);
}

struct fabric_port *mad_arrive(struct fabric_port *at, struct mad_packet *p)
{
	bool respond = false;

	if (!is_valid_packet(at, p)) {
		mad_count_malformed(at);
		return NULL;
	}
	if (mad_is_response(p->bytes)) {
		deliver_response(at, p);
	} else if (!request_accepted(at, p, &respond)) {
		count_unclaimed(at, p);
		respond = refuse_mad(at, p);
	}
	return respond ? mad_route_back(at, p) : NULL;
}
