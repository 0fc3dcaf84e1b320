/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports of plug and play to the program. */
#include "pnp.h"

#include <stdlib.h>

void iba_pnp_close_adapter(struct iba_watched *watched)
{
	if (watched->context)
		ibv_close_device(watched->context);
	free(watched->attr);
	free(watched->ports);
	free(watched);
}

/* Read the attributes again; on failure keep the old ones. */
static void refresh_attributes(struct iba_watched *watched)
{
	ib_ca_attr_t *attr;
	uint32_t size = 0;

	if (iba_query_context(watched->context, NULL, &size) != IB_INSUFFICIENT_MEMORY)
		return;
	attr = calloc(1, size);
	if (!attr || iba_query_context(watched->context, attr, &size) != IB_SUCCESS) {
		free(attr);
		return;
	}
	free(watched->attr);
	watched->attr = attr;
}

void iba_pnp_call_program(struct iba_pnp *pnp, struct iba_subject *subject, ib_pnp_rec_t *rec,
			  ib_pnp_event_t event)
{
	if (subject->refused || !iba_hold_alive(&pnp->object))
		return;
	rec->pnp_event = event;
	rec->h_pnp = iba_handle(&pnp->object);
	rec->pnp_context = (void *)(uintptr_t)pnp->object.context;
	rec->context = subject->context;
	subject->refused = pnp->called(rec) != IB_SUCCESS;
	subject->context = rec->context;
	iba_put(&pnp->object);
}

static void report_ca(struct iba_watched *watched, ib_pnp_event_t event)
{
	ib_pnp_ca_rec_t rec = {
		.pnp_rec = {.guid = watched->guid, .ca_guid = watched->guid},
		.p_ca_attr = watched->attr,
	};

	iba_pnp_call_program(watched->pnp, &watched->ca, &rec.pnp_rec, event);
}

static void report_port(struct iba_watched *watched, unsigned int index, ib_pnp_event_t event)
{
	ib_port_attr_t *attr = &watched->attr->p_port_attr[index];
	ib_pnp_port_rec_t rec = {
		.pnp_rec = {.guid = attr->port_guid, .ca_guid = watched->guid},
		.p_ca_attr = watched->attr,
		.p_port_attr = attr,
	};

	iba_pnp_call_program(watched->pnp, &watched->ports[index], &rec.pnp_rec, event);
}

static ib_pnp_event_t event_of_state(uint8_t state)
{
	switch (state) {
	case IB_LINK_INIT:
		return IB_PNP_PORT_INIT;
	case IB_LINK_ARMED:
		return IB_PNP_PORT_ARMED;
	case IB_LINK_ACTIVE:
		return IB_PNP_PORT_ACTIVE;
	default:
		return IB_PNP_PORT_DOWN;
	}
}

void iba_pnp_report_added(struct iba_watched *watched)
{
	refresh_attributes(watched);
	if (!watched->attr)
		return;
	if (watched->pnp->pnp_class == IB_PNP_CA) {
		report_ca(watched, IB_PNP_CA_ADD);
		return;
	}
	watched->port_count = watched->attr->num_ports;
	watched->ports = calloc(watched->port_count, sizeof(*watched->ports));
	for (unsigned int i = 0; watched->ports && i < watched->port_count; i++) {
		report_port(watched, i, IB_PNP_PORT_ADD);
		report_port(watched, i, event_of_state(watched->attr->p_port_attr[i].link_state));
	}
}

void iba_pnp_report_removed(struct iba_watched *watched)
{
	if (!watched->attr)
		return;
	if (watched->pnp->pnp_class == IB_PNP_CA)
		report_ca(watched, IB_PNP_CA_REMOVE);
	for (unsigned int i = 0; watched->ports && i < watched->port_count; i++)
		report_port(watched, i, IB_PNP_PORT_REMOVE);
}

/* The plug and play event for a verbs event, or 0. */
static ib_pnp_event_t event_of_verbs(enum ibv_event_type type, uint8_t state)
{
	switch (type) {
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
		return event_of_state(state);
	case IBV_EVENT_PKEY_CHANGE:
		return IB_PNP_PKEY_CHANGE;
	case IBV_EVENT_SM_CHANGE:
		return IB_PNP_SM_CHANGE;
	case IBV_EVENT_GID_CHANGE:
		return IB_PNP_GID_CHANGE;
	case IBV_EVENT_LID_CHANGE:
		return IB_PNP_LID_CHANGE;
	default:
		return 0;
	}
}

/* Verbs have no event for a changed subnet timeout, so it is compared after each event. */
static void report_timeout(struct iba_watched *watched, unsigned int index, uint8_t before)
{
	if (watched->attr->p_port_attr[index].subnet_timeout != before)
		report_port(watched, index, IB_PNP_SUBNET_TIMEOUT_CHANGE);
}

void iba_pnp_report_event(struct iba_watched *watched, enum ibv_event_type type, unsigned int port)
{
	const unsigned int index = port - 1;
	ib_pnp_event_t event;
	uint8_t timeout;

	if (type < IBV_EVENT_PORT_ACTIVE || !watched->ports || index >= watched->port_count)
		return;
	timeout = watched->attr->p_port_attr[index].subnet_timeout;
	refresh_attributes(watched);
	if (watched->attr->num_ports != watched->port_count)
		return;
	event = event_of_verbs(type, watched->attr->p_port_attr[index].link_state);
	if (event)
		report_port(watched, index, event);
	report_timeout(watched, index, timeout);
}

void iba_pnp_report_complete(struct iba_pnp *pnp)
{
	struct iba_subject no_subject = {.refused = false};
	ib_pnp_rec_t rec = {.guid = 0};

	iba_pnp_call_program(pnp, &no_subject, &rec, IB_PNP_REG_COMPLETE);
}
