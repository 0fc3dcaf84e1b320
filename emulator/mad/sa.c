/* SPDX-License-Identifier: BSD-2-Clause */
/* The built-in subnet administrator: executing requests and responding to them. */
#include "mad/sa.h"

#include <inverbs/kernel/softhca.h>
#include <stdlib.h>
#include <string.h>

enum {
	RESPONSE_TIME = 18, /**< maximum response time: 4.096 us * 2^18, about 1 s */
	/** maximum size of a response that a program can read */
	RESPONSE_MAX = SOFTHCA_MESSAGE_MAX - sizeof(struct softhca_reply) -
		       sizeof(struct umad_header),
};

static unsigned int class_port_info(struct sa_request *r)
{
	const struct mad_class_port_info v = {
		.base_version = MAD_BASE_VERSION,
		.class_version = SA_CLASS_VERSION,
		.capability_mask = SA_CAPABILITY_OPTIONAL_RECORDS | SA_CAPABILITY_MULTICAST,
		.response_time = RESPONSE_TIME,
	};
	uint8_t *at = sa_add(r, MAD_CLASS_PORT_INFO_SIZE);

	if (at)
		mad_class_port_info_put(at, &v);
	return SA_STATUS_SUCCESS;
}

typedef unsigned int handler(struct sa_request *r);

static handler *handler_of(uint16_t attribute)
{
	switch (attribute) {
	case SA_ATTRIBUTE_CLASS_PORT_INFO:
		return class_port_info;
	case SA_ATTRIBUTE_NODE_RECORD:
		return sa_node_records;
	case SA_ATTRIBUTE_PORT_INFO_RECORD:
		return sa_port_info_records;
	case SA_ATTRIBUTE_SWITCH_INFO_RECORD:
		return sa_switch_info_records;
	case SA_ATTRIBUTE_SM_INFO_RECORD:
		return sa_sm_info_records;
	case SA_ATTRIBUTE_LINK_RECORD:
		return sa_link_records;
	case SA_ATTRIBUTE_GUID_INFO_RECORD:
		return sa_guid_info_records;
	case SA_ATTRIBUTE_PKEY_TABLE_RECORD:
		return sa_pkey_table_records;
	case SA_ATTRIBUTE_PATH_RECORD:
		return sa_path_records;
	case SA_ATTRIBUTE_SERVICE_RECORD:
		return sa_service_records;
	case SA_ATTRIBUTE_MC_MEMBER_RECORD:
		return sa_mc_member_records;
	case SA_ATTRIBUTE_INFORM_INFO:
		return sa_inform_info;
	case SA_ATTRIBUTE_INFORM_INFO_RECORD:
		return sa_inform_info_records;
	default:
		return NULL;
	}
}

/** Execute a request: find or change records. Returns the status of the response. */
static uint16_t execute_sa_request(struct sa_request *r, const struct mad_header *header)
{
	const struct sa_attribute_info *info = sa_attribute_info(header->attribute);
	handler *handle = handler_of(header->attribute);
	unsigned int status;

	if (header->base_version != MAD_BASE_VERSION || header->class_version != SA_CLASS_VERSION)
		return MAD_STATUS_BAD_VERSION;
	if (!handle || !info || !(info->methods >> header->method & 1))
		return MAD_STATUS_BAD_ATTRIBUTE;
	status = handle(r);
	if (status == SA_STATUS_SUCCESS && header->method != MAD_METHOD_GET_TABLE && r->count != 1)
		status = r->count ? SA_STATUS_TOO_MANY_RECORDS : SA_STATUS_NO_RECORDS;
	if (r->out_of_memory || SA_HEADER_BYTES + r->len > RESPONSE_MAX)
		status = SA_STATUS_NO_RESOURCES;
	return (uint16_t)(status << SA_STATUS_SHIFT);
}

/** Replace the request by the response. Returns false if memory is exhausted. */
static bool make_response(struct mad_packet *p, struct sa_header *header,
			  const struct sa_request *r)
{
	const bool table = header->common.method == MAD_METHOD_GET_TABLE;
	const size_t len = header->common.status ? 0 : r->len;
	const size_t all = SA_HEADER_BYTES + len;
	uint8_t *bytes = calloc(1, all < MAD_BYTES ? MAD_BYTES : all);

	if (!bytes)
		return false;
	header->common.method |= MAD_RESPONSE;
	header->record_size = table ? (uint16_t)(r->record_size / SA_RECORD_UNIT) : 0;
	header->rmpp = (struct mad_rmpp){.active = table};
	sa_header_put(bytes, header);
	if (len)
		memcpy(bytes + SA_HEADER_BYTES, r->found, len);
	else
		memcpy(bytes + SA_HEADER_BYTES, r->record, table ? 0 : SA_DATA_BYTES);
	p->len = table ? all : MAD_BYTES;
	if (table)
		mad_rmpp_mark(bytes, p->len);
	free(p->bytes);
	p->bytes = bytes;
	return true;
}

bool mad_administration_agent(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	struct sa_header header = sa_header_get(p->bytes);
	struct sa_request r = {
		.mad = at->node->mad,
		.at = at,
		.from = fabric_route(at, p->lid),
		.qpn = p->qpn,
		.method = header.common.method,
		.components = header.components,
		.trusted = header.sm_key == SA_KEY,
	};

	if (r.method == MAD_METHOD_REPORT)
		return false; /* it is for a program that has subscribed */
	memcpy(r.record, p->bytes + SA_HEADER_BYTES, sizeof(r.record));
	header.common.status = execute_sa_request(&r, &header.common);
	*respond = make_response(p, &header, &r);
	free(r.found);
	return true;
}
