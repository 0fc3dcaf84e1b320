/* SPDX-License-Identifier: BSD-2-Clause */
/* The performance management agent: reads and resets counters of adapters' ports. */
#include <inverbs/mad/performance.h>
#include <string.h>

#include "mad/internal.h"

enum {
	RESPONSE_TIME = 18, /**< maximum response time: 4.096 us * 2^18, about 1 s */
};

/** Returns the value of a counter that stops at its maximum. */
static uint64_t saturate_counter(uint64_t value, uint64_t most)
{
	return value < most ? value : most;
}

static void class_port_info(uint8_t *data)
{
	const struct mad_class_port_info v = {
		.base_version = MAD_BASE_VERSION,
		.class_version = PMA_CLASS_VERSION,
		.capability_mask = PMA_CAPABILITY_EXTENDED,
		.response_time = RESPONSE_TIME,
	};

	mad_class_port_info_put(data, &v);
}

/**
 * Returns the counters of a port, or NULL if there is no such port. Switches do not count: for
 * their ports, returns `none`.
 */
static struct softhca_counters *counters_of(const struct fabric_port *at, uint8_t port_select,
					    struct softhca_counters *none)
{
	struct fabric_node *node = at->node;

	if (port_select > node->num_ports || (node->device && !port_select))
		return NULL;
	return node->device ? &node->device->port[port_select - 1].counters : none;
}

static void clear_selected_counters(struct softhca_counters *c, const struct pma_port_counters *v)
{
	if (v->counter_select & PMA_COUNTER_TRANSMIT_DATA)
		c->bytes_sent = 0;
	if (v->counter_select & PMA_COUNTER_RECEIVE_DATA)
		c->bytes_received = 0;
	if (v->counter_select & PMA_COUNTER_TRANSMIT_PACKETS)
		c->messages_sent = 0;
	if (v->counter_select & PMA_COUNTER_RECEIVE_PACKETS)
		c->messages_received = 0;
	if (v->counter_select & PMA_COUNTER_TRANSMIT_DISCARDS)
		c->drops = 0;
	if (v->counter_select & PMA_COUNTER_RECEIVE_CONSTRAINT_ERRORS)
		c->pkey_violations = 0;
}

static uint16_t port_counters(const struct fabric_port *at, uint8_t *data, bool set)
{
	struct pma_port_counters v = pma_port_counters_get(data);
	struct softhca_counters none = {0};
	struct softhca_counters *c = counters_of(at, v.port_select, &none);

	if (!c)
		return MAD_STATUS_BAD_FIELD;
	if (set)
		clear_selected_counters(c, &v);
	v = (struct pma_port_counters){
		.port_select = v.port_select,
		.transmit_discards = (uint16_t)saturate_counter(c->drops, UINT16_MAX),
		.receive_constraint_errors = (uint8_t)saturate_counter(c->pkey_violations,
								       UINT8_MAX),
		.transmit_data = (uint32_t)saturate_counter(c->bytes_sent / PMA_DATA_UNIT,
							    UINT32_MAX),
		.receive_data = (uint32_t)saturate_counter(c->bytes_received / PMA_DATA_UNIT,
							   UINT32_MAX),
		.transmit_packets = (uint32_t)saturate_counter(c->messages_sent, UINT32_MAX),
		.receive_packets = (uint32_t)saturate_counter(c->messages_received, UINT32_MAX),
	};
	pma_port_counters_put(data, &v);
	return MAD_STATUS_SUCCESS;
}

static uint16_t extended_counters(const struct fabric_port *at, uint8_t *data, bool set)
{
	struct pma_port_counters_extended v = pma_port_counters_extended_get(data);
	struct softhca_counters none = {0};
	struct softhca_counters *c = counters_of(at, v.port_select, &none);

	if (!c)
		return MAD_STATUS_BAD_FIELD;
	if (set && v.counter_select & PMA_COUNTER_EXTENDED_TRANSMIT_DATA)
		c->bytes_sent = 0;
	if (set && v.counter_select & PMA_COUNTER_EXTENDED_RECEIVE_DATA)
		c->bytes_received = 0;
	if (set && v.counter_select & PMA_COUNTER_EXTENDED_TRANSMIT_PACKETS)
		c->messages_sent = 0;
	if (set && v.counter_select & PMA_COUNTER_EXTENDED_RECEIVE_PACKETS)
		c->messages_received = 0;
	v = (struct pma_port_counters_extended){
		.port_select = v.port_select,
		.transmit_data = c->bytes_sent / PMA_DATA_UNIT,
		.receive_data = c->bytes_received / PMA_DATA_UNIT,
		.transmit_packets = c->messages_sent,
		.receive_packets = c->messages_received,
		.unicast_transmit = c->messages_sent,
		.unicast_receive = c->messages_received,
	};
	pma_port_counters_extended_put(data, &v);
	return MAD_STATUS_SUCCESS;
}

static uint16_t execute_pma_request(const struct fabric_port *at, const struct mad_header *header,
				    uint8_t *data)
{
	const struct pma_attribute_info *info = pma_attribute_info(header->attribute);
	const bool set = header->method == MAD_METHOD_SET;

	if (header->base_version != MAD_BASE_VERSION || header->class_version != PMA_CLASS_VERSION)
		return MAD_STATUS_BAD_VERSION;
	if (!info || !(info->methods >> header->method & 1))
		return MAD_STATUS_BAD_ATTRIBUTE;
	switch (header->attribute) {
	case PMA_ATTRIBUTE_CLASS_PORT_INFO:
		class_port_info(data);
		return MAD_STATUS_SUCCESS;
	case PMA_ATTRIBUTE_PORT_COUNTERS:
		return port_counters(at, data, set);
	default:
		return extended_counters(at, data, set);
	}
}

bool mad_performance_agent(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	struct mad_header header = mad_header_get(p->bytes);

	if (header.method != MAD_METHOD_GET && header.method != MAD_METHOD_SET)
		return false;
	header.status = execute_pma_request(at, &header, p->bytes + PMA_DATA_AT);
	header.method = MAD_METHOD_GET_RESPONSE;
	mad_header_put(p->bytes, &header);
	*respond = true;
	return true;
}
