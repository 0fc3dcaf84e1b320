/* SPDX-License-Identifier: BSD-2-Clause */
/* Carrying MADs from one port to another. Fault rules may lose, delay or duplicate them. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/upcalls.h"
#include "faults/faults.h"
#include "mad/internal.h"

enum {
	LATE_BYTES_MAX = 16 << 20, /**< of all delayed MADs; more are lost */
};

/** A delayed MAD. */
struct mad_late {
	struct softhca_timer timer;
	struct fabric_port *to;
	struct mad_packet packet;
	size_t room; /**< bytes that it adds to late_bytes */
};

static struct softhca_fault_end fault_end_of_port(const struct fabric_port *port)
{
	return (struct softhca_fault_end){
		.device = port->node->device,
		.port = port->number,
	};
}

/**
 * Returns the fault rule that applies to a MAD, or NULL. A port that sends to itself needs no link.
 */
static const struct softhca_fault_rule *find_mad_rule(struct fabric_port *from,
						      const struct fabric_port *to)
{
	const struct softhca *hca = from->node->mad->hca;
	struct softhca_fault_candidate candidate = {
		.subject = SOFTHCA_FAULT_MAD,
		.from = fault_end_of_port(from),
		.to = fault_end_of_port(to),
		.flow = fabric_port_guid(from),
		.counts = &from->faults,
	};
	const struct softhca_fault_rule *rule;

	if (!softhca_has_fault_rules(hca) || from == to)
		return NULL;
	rule = softhca_fault_find_rule(hca->faults, &candidate);
	if (rule)
		softhca_log(hca, SOFTHCA_LOG_INFO, "datagram %u from port 0x%016llx: rule %u: %s",
			    candidate.seen, (unsigned long long)candidate.flow,
			    candidate.number + 1, rule->text);
	return rule;
}

/* --- delayed datagrams ---------------------------------------------------------------------- */

/**
 * Copy a MAD to separate memory, which an agent may reallocate. Returns false if memory is
 * exhausted.
 */
static bool copy_packet(struct mad_packet *to, const struct mad_packet *from, size_t *room)
{
	*room = from->len < MAD_BYTES ? MAD_BYTES : from->len;
	*to = *from;
	to->bytes = malloc(*room);
	if (to->bytes)
		memcpy(to->bytes, from->bytes, *room);
	return to->bytes;
}

/** Delay a MAD. Returns false if too many bytes are delayed already, or memory is exhausted. */
static bool delay_mad(struct fabric_port *to, const struct mad_packet *p, uint64_t delay)
{
	struct softhca_mad *mad = to->node->mad;
	struct mad_late *late = NULL;

	if (mad->late_bytes < LATE_BYTES_MAX)
		late = malloc(sizeof(*late));
	if (!late)
		return false;
	late->to = to;
	if (!copy_packet(&late->packet, p, &late->room)) {
		free(late);
		return false;
	}
	softhca_timer_start(&mad->late, &late->timer, softhca_now() + delay);
	mad->late_bytes += late->room;
	return true;
}

uint64_t mad_late_due(const struct softhca_mad *mad)
{
	return softhca_timers_due(&mad->late);
}

static struct mad_late *late_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_late, timer.in_list);
}

static void drop_late(struct softhca_mad *mad, struct mad_late *late)
{
	softhca_timer_stop(&late->timer);
	mad->late_bytes -= late->room;
	free(late->packet.bytes);
	free(late);
}

void mad_late_forget(struct softhca_mad *mad)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->late)
	{
		drop_late(mad, late_of(pos));
	}
}

/* --- arriving ------------------------------------------------------------------------------- */

/** Deliver a MAD at the port. If an agent of the node responds, send the response back. */
static void deliver_mad(struct fabric_port *to, struct mad_packet *p)
{
	struct fabric_port *back = mad_arrive(to, p);

	if (back)
		mad_carry(to, back, p);
}

void mad_late_arrive(struct softhca_mad *mad, uint64_t now)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->late)
	{
		struct mad_late *late = late_of(pos);

		if (late->timer.due > now)
			break;
		/* its response may be delayed, too, but is not due yet */
		deliver_mad(late->to, &late->packet);
		drop_late(mad, late);
	}
}

static void deliver_twice(struct fabric_port *to, struct mad_packet *p)
{
	struct mad_packet copy;
	size_t room;

	if (copy_packet(&copy, p, &room))
		deliver_mad(to, &copy);
	free(copy.bytes);
	deliver_mad(to, p);
}

static void trace_mad(const struct fabric_port *to, const struct mad_packet *p)
{
	struct softhca *hca = to->node->mad->hca;
	const struct softhca_trace head = {
		.bytes = (uint32_t)p->len,
		.number = to->number,
		.index = p->lid,
		.detail = p->to_qpn,
	};

	if (softhca_traced(hca))
		hca->up->trace_mad(hca, to->node->device, &head, p->bytes);
}

/** Count a lost MAD from this port. */
static void count_drop(struct fabric_port *from)
{
	if (from->hca_port)
		from->hca_port->counters.drops++;
}

void mad_carry(struct fabric_port *from, struct fabric_port *to, struct mad_packet *p)
{
	const struct softhca_fault_rule *rule = find_mad_rule(from, to);

	trace_mad(to, p);
	switch (rule ? rule->fault : SOFTHCA_FAULT_NONE) {
	case SOFTHCA_FAULT_LOSE:
	case SOFTHCA_FAULT_CORRUPT:
		count_drop(from);
		break;
	case SOFTHCA_FAULT_DELAY:
		if (!delay_mad(to, p, rule->delay))
			count_drop(from);
		break;
	case SOFTHCA_FAULT_DUPLICATE:
		deliver_twice(to, p);
		break;
	default:
		deliver_mad(to, p);
	}
}

void mad_replies_send(struct softhca_mad *mad, bool send)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->replies)
	{
		struct mad_reply *r = softhca_entry(pos, struct mad_reply, in_mad);

		softhca_link_remove(&r->in_mad);
		if (send && r->to)
			mad_carry(r->from, r->to, &r->packet);
		free(r->packet.bytes);
		free(r);
	}
}
