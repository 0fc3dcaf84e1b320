/* SPDX-License-Identifier: BSD-2-Clause */
/* Notices of a switch to its subnet manager. */
#include <stdlib.h>

#include "mad/internal.h"

static void trap_link(struct fabric_node *node)
{
	struct fabric_port *from = &node->port[0];
	struct fabric_port *to = fabric_route(from, from->info.sm_lid);
	struct mad_packet p = {.len = MAD_BYTES, .lid = fabric_lid(from)};
	struct smp_datagram smp = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_SUBNET,
		.class_version = SMP_CLASS_VERSION,
		.method = MAD_METHOD_TRAP,
		.attribute = SMP_ATTRIBUTE_NOTICE,
		.tid = ++node->traps,
	};
	const struct mad_notice_link link = {.lid = p.lid};
	struct mad_notice notice = {
		.generic = 1,
		.type = MAD_NOTICE_TYPE_URGENT,
		.producer = MAD_PRODUCER_SWITCH,
		.trap = MAD_TRAP_LINK_STATE,
		.issuer_lid = p.lid,
	};
	uint8_t data[MAD_NOTICE_SIZE];

	p.bytes = to ? calloc(1, p.len) : NULL;
	if (!p.bytes)
		return; /* lost; the next change is told again */
	mad_notice_link_put(notice.details, &link);
	mad_notice_put(data, &notice);
	memcpy(smp.data, data, sizeof(smp.data)); /* without the GID, which is of reports only */
	smp_datagram_put(p.bytes, &smp);
	mad_carry(from, to, &p);
	free(p.bytes);
}

void mad_send_traps(struct softhca_mad *mad)
{
	struct softhca_link *pos, *after;

	mad->traps_due = false;
	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *node = softhca_entry(pos, struct fabric_node, in_mad);

		if (!node->trap_due)
			continue;
		node->trap_due = false;
		trap_link(node);
	}
}
