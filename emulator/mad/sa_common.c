/* SPDX-License-Identifier: BSD-2-Clause */
/* Common functions for requests of all attributes. */
#include <stdlib.h>
#include <string.h>

#include "mad/sa.h"

/**
 * Without a subnet manager, the port whose LID equals its sm_lid has the built-in administrator.
 */
bool mad_is_administrator(const struct fabric_port *at)
{
	return !at->node->mad->hca->managed && at->hca_port && at->hca_port->lid &&
	       at->hca_port->lid == at->hca_port->sm_lid;
}

struct fabric_port *sa_port(struct softhca_mad *mad)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		for (unsigned int i = 1; node->device && i <= node->num_ports; i++) {
			if (mad_is_administrator(&node->port[i]))
				return &node->port[i];
		}
	}
	return NULL;
}

void sa_gid_of(const struct fabric_port *at, const struct fabric_port *port, uint8_t gid[16])
{
	const uint64_t guid = INVERBS_BE64(fabric_port_guid(port));
	const struct softhca_port *own = port->hca_port ? port->hca_port : at->hca_port;

	memcpy(gid, own->gid[0].raw, sizeof(own->gid[0].raw));
	if (!port->hca_port)
		memcpy(gid + sizeof(guid), &guid, sizeof(guid));
}

uint8_t *sa_add(struct sa_request *r, size_t bytes)
{
	const size_t size = (bytes + SA_RECORD_UNIT - 1) / SA_RECORD_UNIT * SA_RECORD_UNIT;
	uint8_t *at;

	if (r->len + size > r->room) {
		const size_t room = 2 * r->room + 16 * size;
		uint8_t *grown = realloc(r->found, room);

		if (!grown) {
			r->out_of_memory = true;
			return NULL;
		}
		r->found = grown;
		r->room = room;
	}
	at = r->found + r->len;
	memset(at, 0, size);
	r->record_size = size;
	r->len += size;
	r->count++;
	return at;
}
