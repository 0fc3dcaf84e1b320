/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of nodes, ports and links, made from the fabric. */
#include <string.h>

#include "mad/sa.h"
#include "mad/sma.h"

typedef void visitor(struct sa_request *r, struct fabric_port *port);

/** Call `visit` for each InfiniBand port, including port 0 of switches. */
static void for_each_ib_port(struct sa_request *r, visitor *visit)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &r->mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		for (unsigned int i = node->device ? 1 : 0; i <= node->num_ports; i++) {
			if (fabric_has_qp0(&node->port[i]))
				visit(r, &node->port[i]);
		}
	}
}

static void node_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_node_record asked = sa_node_record_get(r->record);
	const struct sa_node_record v = {
		.lid = fabric_lid(port),
		.node_info = sma_node_info(port),
		.description = sma_node_description(port->node),
	};
	uint8_t *at;

	if (!port->node->device && port->number)
		return; /* a switch has one record for all ports */
	if (sa_node_record_matches(&v, &asked, r->components) &&
	    (at = sa_add(r, SA_NODE_RECORD_SIZE)))
		sa_node_record_put(at, &v);
}

unsigned int sa_node_records(struct sa_request *r)
{
	for_each_ib_port(r, node_record);
	return SA_STATUS_SUCCESS;
}

static void port_info_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_port_info_record asked = sa_port_info_record_get(r->record);
	struct sa_port_info_record v = {
		.lid = fabric_lid(port),
		.port = port->number,
		.port_info = sma_describe_port(port, port->number),
	};
	uint8_t *at;

	if (!r->trusted)
		v.port_info.m_key = 0;
	if (sa_port_info_record_matches(&v, &asked, r->components) &&
	    (at = sa_add(r, SA_PORT_INFO_RECORD_SIZE)))
		sa_port_info_record_put(at, &v);
}

unsigned int sa_port_info_records(struct sa_request *r)
{
	for_each_ib_port(r, port_info_record);
	return SA_STATUS_SUCCESS;
}

static void switch_info_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_switch_info_record asked = sa_switch_info_record_get(r->record);
	const struct sa_switch_info_record v = {
		.lid = fabric_lid(port),
		.switch_info = sma_describe_switch(port->node),
	};
	uint8_t *at;

	if (port->number)
		return;
	if (sa_switch_info_record_matches(&v, &asked, r->components) &&
	    (at = sa_add(r, SA_SWITCH_INFO_RECORD_SIZE)))
		sa_switch_info_record_put(at, &v);
}

unsigned int sa_switch_info_records(struct sa_request *r)
{
	for_each_ib_port(r, switch_info_record);
	return SA_STATUS_SUCCESS;
}

/** The only subnet manager, the master, is at the port of the administrator. */
unsigned int sa_sm_info_records(struct sa_request *r)
{
	const struct sa_sm_info_record asked = sa_sm_info_record_get(r->record);
	const struct sa_sm_info_record v = {
		.lid = fabric_lid(r->at),
		.sm_info = {.guid = fabric_port_guid(r->at), .state = SMP_SM_STATE_MASTER},
	};
	uint8_t *at;

	if (sa_sm_info_record_matches(&v, &asked, r->components) &&
	    (at = sa_add(r, SA_SM_INFO_RECORD_SIZE)))
		sa_sm_info_record_put(at, &v);
	return SA_STATUS_SUCCESS;
}

static void link_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_link_record asked = sa_link_record_get(r->record);
	struct sa_link_record v;
	uint8_t *at;

	if (!port->peer || !fabric_link_up(port))
		return;
	v = (struct sa_link_record){
		.from_lid = fabric_lid(port),
		.from_port = port->number,
		.to_port = port->peer->number,
		.to_lid = fabric_lid(port->peer),
	};
	if (sa_link_record_matches(&v, &asked, r->components) &&
	    (at = sa_add(r, SA_LINK_RECORD_SIZE)))
		sa_link_record_put(at, &v);
}

unsigned int sa_link_records(struct sa_request *r)
{
	for_each_ib_port(r, link_record);
	return SA_STATUS_SUCCESS;
}

static void guid_info_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_guid_info_record asked = sa_guid_info_record_get(r->record);
	struct sa_guid_info_record v = {.lid = fabric_lid(port)};
	uint8_t *at;

	for (; sma_guids(port, v.block, &v.guid_info); v.block++) {
		if (sa_guid_info_record_matches(&v, &asked, r->components) &&
		    (at = sa_add(r, SA_GUID_INFO_RECORD_SIZE)))
			sa_guid_info_record_put(at, &v);
		if (v.block == UINT8_MAX)
			return;
	}
}

unsigned int sa_guid_info_records(struct sa_request *r)
{
	if (r->method == MAD_METHOD_SET || r->method == MAD_METHOD_DELETE)
		return SA_STATUS_DENIED; /* GUIDs are set by subnet management */
	for_each_ib_port(r, guid_info_record);
	return SA_STATUS_SUCCESS;
}

static void pkey_table_record(struct sa_request *r, struct fabric_port *port)
{
	const struct sa_pkey_table_record asked = sa_pkey_table_record_get(r->record);
	struct sa_pkey_table_record v = {
		.lid = fabric_lid(port),
		.port = port->node->device ? 0 : port->number,
	};
	uint8_t *at;

	for (; sma_pkeys(port, v.block, &v.pkey_table); v.block++) {
		if (sa_pkey_table_record_matches(&v, &asked, r->components) &&
		    (at = sa_add(r, SA_PKEY_TABLE_RECORD_SIZE)))
			sa_pkey_table_record_put(at, &v);
	}
}

unsigned int sa_pkey_table_records(struct sa_request *r)
{
	for_each_ib_port(r, pkey_table_record);
	return SA_STATUS_SUCCESS;
}
