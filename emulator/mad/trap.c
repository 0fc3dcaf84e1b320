/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traps: reports of ports and switches to their subnet manager. Each has at most one that is not
 * repressed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "mad/sma.h"

enum {
	DEFAULT_TIMEOUT = 18,  /**< until a subnet manager sets subnet_timeout */
	TIMEOUT_UNIT_NS = 4096 /**< interval of repetitions, divided by 2^subnet_timeout */
};

static struct fabric_port *port_of(struct softhca_link *link)
{
	return softhca_entry(link, struct fabric_port, trap.in_list);
}

static uint16_t manager_of(const struct fabric_port *port)
{
	return port->hca_port ? port->hca_port->sm_lid : port->info.sm_lid;
}

static uint64_t period_of(const struct fabric_port *port)
{
	const uint8_t exponent = port->hca_port ? port->hca_port->subnet_timeout
						: port->info.subnet_timeout;

	return (uint64_t)TIMEOUT_UNIT_NS << (exponent ? exponent : DEFAULT_TIMEOUT);
}

/** Fill in the notice, without the GID, which only reports have. */
static void describe_notice(const struct fabric_port *port, uint8_t data[SMP_DATA_BYTES])
{
	const uint16_t lid = fabric_lid(port);
	const struct mad_notice_link link = {.lid = lid};
	const struct mad_notice_capability capability = {
		.lid = lid,
		.capability_mask = sma_describe_port(port, port->number).capability_mask,
	};
	struct mad_notice notice = {.generic = 1, .issuer_lid = lid};
	uint8_t bytes[MAD_NOTICE_SIZE];

	if (port->hca_port) {
		notice.type = MAD_NOTICE_TYPE_INFORMATIONAL;
		notice.producer = MAD_PRODUCER_CHANNEL_ADAPTER;
		notice.trap = MAD_TRAP_CAPABILITY;
		mad_notice_capability_put(notice.details, &capability);
	} else {
		notice.type = MAD_NOTICE_TYPE_URGENT;
		notice.producer = MAD_PRODUCER_SWITCH;
		notice.trap = MAD_TRAP_LINK_STATE;
		mad_notice_link_put(notice.details, &link);
	}
	mad_notice_put(bytes, &notice);
	memcpy(data, bytes, SMP_DATA_BYTES);
}

static void send_trap(struct fabric_port *from)
{
	struct fabric_port *to = fabric_route(from, manager_of(from));
	struct mad_packet p = {.len = MAD_BYTES, .lid = fabric_lid(from)};
	struct smp_datagram smp = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_SUBNET,
		.class_version = SMP_CLASS_VERSION,
		.method = MAD_METHOD_TRAP,
		.attribute = SMP_ATTRIBUTE_NOTICE,
		.tid = from->trap_tid,
	};

	p.bytes = to ? calloc(1, p.len) : NULL;
	if (!p.bytes)
		return; /* lost */
	describe_notice(from, smp.data);
	smp_datagram_put(p.bytes, &smp);
	mad_carry(from, to, &p);
	free(p.bytes);
}

void mad_traps_run(struct softhca_mad *mad, uint64_t now)
{
	struct softhca_link *link;

	while ((link = softhca_timers_expired(&mad->traps, now))) {
		struct fabric_port *port = port_of(link);

		softhca_timer_stop(&port->trap);
		if (--port->traps_left)
			softhca_timer_start(&mad->traps, &port->trap, now + period_of(port));
		send_trap(port);
	}
}
