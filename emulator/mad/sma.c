/* SPDX-License-Identifier: BSD-2-Clause */
/* The subnet management agent of a node: executes Get and Set of its attributes. */
#include <stdio.h>
#include <string.h>

#include <inverbs/kernel/softhca.h>

#include "base/driver.h"
#include "kernel/device.h"
#include "mad/sma.h"

/* --- the node ------------------------------------------------------------------------------ */

struct smp_node_description sma_node_description(const struct fabric_node *node)
{
	struct smp_node_description v = {{0}};

	snprintf((char *)v.text, sizeof(v.text), "%s",
		 node->device ? node->device->name : node->name);
	return v;
}

static uint16_t node_description(struct sma_request *r)
{
	const struct smp_node_description v = sma_node_description(r->at->node);

	smp_node_description_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

static void describe_adapter(const struct fabric_node *node, struct smp_node_info *v)
{
	const struct softhca_driver *driver = node->device->driver;

	v->system_guid = softhca_sys_image_guid(node->device);
	v->pkeys = driver->limits->pkey_tbl_len;
	v->device_id = driver->device_id;
	v->vendor_id = driver->limits->attr.vendor_id;
}

struct smp_node_info sma_node_info(const struct fabric_port *at)
{
	const struct fabric_node *node = at->node;
	struct smp_node_info v = {
		.base_version = MAD_BASE_VERSION,
		.class_version = SMP_CLASS_VERSION,
		.type = node->type,
		.ports = (uint8_t)node->num_ports,
		.system_guid = node->guid,
		.node_guid = node->guid,
		.port_guid = fabric_port_guid(at),
		.pkeys = FABRIC_SWITCH_PKEYS,
		.device_id = SOFTHCA_SWITCH_DEVICE_ID,
		.vendor_id = SOFTHCA_SWITCH_VENDOR_ID,
		.local_port = at->number,
	};

	if (node->device)
		describe_adapter(node, &v);
	return v;
}

static uint16_t node_info(struct sma_request *r)
{
	const struct smp_node_info v = sma_node_info(r->at);

	smp_node_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/** None of these vendor-specific speeds is supported. */
static uint16_t mlnx_port_info(struct sma_request *r)
{
	const struct smp_mlnx_extended_port_info v = {0};

	smp_mlnx_extended_port_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

static uint16_t led_info(struct sma_request *r)
{
	struct smp_led_info v = smp_led_info_get(r->data);

	if (r->set)
		r->at->led = v.on;
	v.on = r->at->led;
	smp_led_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/*
 * --- requests
 * --------------------------------------------------------------------------------------
 */

typedef uint16_t handler(struct sma_request *r);

static handler *handler_of(uint16_t attribute)
{
	switch (attribute) {
	case SMP_ATTRIBUTE_NODE_DESCRIPTION:
		return node_description;
	case SMP_ATTRIBUTE_NODE_INFO:
		return node_info;
	case SMP_ATTRIBUTE_SWITCH_INFO:
		return sma_switch_info;
	case SMP_ATTRIBUTE_GUID_INFO:
		return sma_guid_info;
	case SMP_ATTRIBUTE_PORT_INFO:
		return sma_port_info;
	case SMP_ATTRIBUTE_PKEY_TABLE:
		return sma_pkey_table;
	case SMP_ATTRIBUTE_SL_TO_VL:
		return sma_sl_to_vl;
	case SMP_ATTRIBUTE_VL_ARBITRATION:
		return sma_vl_arbitration;
	case SMP_ATTRIBUTE_LINEAR_FORWARDING:
		return sma_linear_forwarding;
	case SMP_ATTRIBUTE_MULTICAST_FORWARDING:
		return sma_multicast_forwarding;
	case SMP_ATTRIBUTE_LED_INFO:
		return led_info;
	case SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO:
		return mlnx_port_info;
	default:
		return NULL;
	}
}

/** Execute a request. The response's data replaces that of the request. Returns the status. */
static uint16_t execute_smp(struct fabric_port *at, struct smp_datagram *smp)
{
	const struct smp_attribute_info *info = smp_attribute_info(smp->attribute);
	handler *handle = handler_of(smp->attribute);
	struct sma_request r = {.at = at, .modifier = smp->modifier, .data = smp->data};

	if (smp->base_version != MAD_BASE_VERSION || smp->class_version != SMP_CLASS_VERSION)
		return MAD_STATUS_BAD_VERSION;
	if (!handle || !info || !(info->methods >> smp->method & 1))
		return MAD_STATUS_BAD_ATTRIBUTE;
	r.set = smp->method == MAD_METHOD_SET;
	return handle(&r);
}

/** Does the M_Key match that of the port? If not, the request is dropped. */
static bool check_mkey(struct fabric_port *at, const struct smp_datagram *smp)
{
	struct fabric_port *port = at->node->device ? at : &at->node->port[0];
	const bool get = smp->method == MAD_METHOD_GET;

	if (!port->info.m_key || smp->m_key == port->info.m_key ||
	    (get && port->info.m_key_protect < SMP_PROTECT_READING))
		return true;
	port->info.m_key_violations++;
	return false;
}

bool mad_subnet_agent(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	struct smp_datagram smp = smp_datagram_get(p->bytes);

	/* requests to subnet managers are for programs */
	if (smp.attribute == SMP_ATTRIBUTE_SM_INFO || smp.attribute == SMP_ATTRIBUTE_NOTICE ||
	    (smp.method != MAD_METHOD_GET && smp.method != MAD_METHOD_SET))
		return false;
	if (!check_mkey(at, &smp))
		return true;
	smp.status = execute_smp(at, &smp);
	smp.method = MAD_METHOD_GET_RESPONSE;
	smp.returning = smp.mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
	smp_datagram_put(p->bytes, &smp);
	*respond = true;
	return true;
}
