/* SPDX-License-Identifier: BSD-2-Clause */
/* Sweeping for I/O units, as a chain of requests. */
#include "sweep.h"

#include <stdlib.h>

enum {
	TIMEOUT_MS = 1000,
	RETRIES = 2,
	PORTS_END = 256,
	STATE_ACTIVE = 4,
	CONTROLLER_PRESENT = 1,
	ENTRIES_AT_ONCE = 4
};

static void query_next_node(struct iba_sweep *sweep);
static void query_next_slot(struct iba_sweep *sweep);

void iba_found_ioc_free(struct iba_found_ioc *ioc)
{
	free(ioc->entries);
	free(ioc);
}

void iba_found_unit_free(struct iba_found_unit *unit)
{
	if (!unit)
		return;
	while (unit->iocs) {
		struct iba_found_ioc *ioc = unit->iocs;

		unit->iocs = ioc->next;
		iba_found_ioc_free(ioc);
	}
	free(unit);
}

static struct iba_found_unit *find_unit(const struct iba_sweep *sweep)
{
	struct iba_found_unit *at = sweep->units;

	while (at && at->node.node_info.node_guid != sweep->node.node_info.node_guid)
		at = at->next;
	return at;
}

static void end_sweep(struct iba_sweep *sweep)
{
	iba_found_unit_free(sweep->fresh);
	free(sweep->nodes);
	if (sweep->port)
		iba_put(&sweep->port->object);
	sweep->fresh = NULL;
	sweep->nodes = NULL;
	sweep->port = NULL;
	sweep->runs = false;
	iba_pnp_sweep_ended(sweep->pnp);
}

/* --- requests ------------------------------------------------------------------------------- */

static void response_received(struct iba_sa_request *request,
			      const struct iba_sa_response *response)
{
	struct iba_sweep *sweep = IBA_CONTAINER(request, struct iba_sweep, request);

	if (sweep->pnp->ended || response->status == IB_CANCELED)
		end_sweep(sweep);
	else
		sweep->then(sweep, response);
}

static void send_step(struct iba_sweep *sweep, struct iba_sa_message *what,
		      void (*then)(struct iba_sweep *, const struct iba_sa_response *))
{
	what->timeout_ms = TIMEOUT_MS;
	what->retries = RETRIES;
	sweep->then = then;
	sweep->request = (struct iba_sa_request){
		.port = sweep->port, .owner = &sweep->pnp->object, .done = response_received};
	if (iba_sa_send_request(&sweep->request, what) != IB_SUCCESS)
		end_sweep(sweep);
}

static void query_unit(struct iba_sweep *sweep, uint16_t attribute, uint32_t modifier,
		       void (*then)(struct iba_sweep *, const struct iba_sa_response *))
{
	struct iba_sa_message what = {.method = MAD_METHOD_GET,
				      .attribute = attribute,
				      .unit_lid = sweep->node.lid,
				      .modifier = modifier};

	send_step(sweep, &what, then);
}

/* --- a unit --------------------------------------------------------------------------------- */

/* Skip the unit in this sweep: its previous state is kept. */
static void skip_unit(struct iba_sweep *sweep)
{
	struct iba_found_unit *known = find_unit(sweep);

	if (known)
		known->seen = true;
	iba_found_unit_free(sweep->fresh);
	sweep->fresh = NULL;
	query_next_node(sweep);
}

static void complete_unit(struct iba_sweep *sweep)
{
	struct iba_found_unit *unit = sweep->fresh;

	sweep->fresh = NULL;
	unit->seen = true;
	iba_pnp_unit_read(sweep, unit);
	query_next_node(sweep);
}

static void path_received(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	if (response->status == IB_SUCCESS && iba_sa_count_records(response) &&
	    response->bytes >= SA_HEADER_BYTES + sizeof(sweep->fresh->path)) {
		sweep->fresh->has_path = true;
		memcpy(&sweep->fresh->path, response->mad + SA_HEADER_BYTES,
		       sizeof(sweep->fresh->path));
	}
	complete_unit(sweep);
}

static void query_path(struct iba_sweep *sweep)
{
	uint8_t record[SA_PATH_RECORD_SIZE];
	struct sa_path_record path = {.dlid = sweep->node.lid, .paths = 1};
	struct iba_sa_message what = {.method = MAD_METHOD_GET_TABLE,
				      .attribute = SA_ATTRIBUTE_PATH_RECORD,
				      .components = SA_PATH_RECORD_HAS_SGID |
						    SA_PATH_RECORD_HAS_DLID |
						    SA_PATH_RECORD_HAS_PATHS,
				      .record = record,
				      .bytes = sizeof(record)};
	ib_gid_t gid = {.raw = {0}};

	iba_port_gid(&sweep->port->port, 0, &gid);
	memcpy(path.sgid, gid.raw, sizeof(path.sgid));
	sa_path_record_put(record, &path);
	send_step(sweep, &what, path_received);
}

static void query_entries(struct iba_sweep *sweep);

static void entries_received(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	struct iba_found_ioc *ioc = sweep->fresh->iocs;
	const unsigned int left = ioc->profile.num_svc_entries - sweep->entry;
	const unsigned int count = left < ENTRIES_AT_ONCE ? left : ENTRIES_AT_ONCE;

	if (response->status != IB_SUCCESS || response->bytes < MAD_BYTES) {
		skip_unit(sweep);
		return;
	}
	memcpy(&ioc->entries[sweep->entry], response->mad + MAD_DEVICE_DATA_AT,
	       count * sizeof(*ioc->entries));
	sweep->entry += count;
	query_entries(sweep);
}

static void query_entries(struct iba_sweep *sweep)
{
	const unsigned int end = sweep->fresh->iocs->profile.num_svc_entries;
	unsigned int last = sweep->entry + ENTRIES_AT_ONCE - 1;

	if (sweep->entry >= end) {
		query_next_slot(sweep);
		return;
	}
	last = last < end ? last : end - 1;
	query_unit(sweep, IOU_ATTRIBUTE_SERVICE_ENTRIES,
		   sweep->slot << 16 | last << 8 | sweep->entry, entries_received);
}

static struct iba_found_ioc *make_ioc(const struct iba_sa_response *response, unsigned int slot)
{
	struct iba_found_ioc *ioc = calloc(1, sizeof(*ioc));

	if (!ioc)
		return NULL;
	ioc->slot = slot;
	memcpy(&ioc->profile, response->mad + MAD_DEVICE_DATA_AT, sizeof(ioc->profile));
	/* one more, so that the array is never empty */
	ioc->entries = calloc(ioc->profile.num_svc_entries + 1U, sizeof(*ioc->entries));
	if (ioc->entries)
		return ioc;
	free(ioc);
	return NULL;
}

static void profile_received(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	struct iba_found_ioc *ioc = NULL;

	if (response->status == IB_REMOTE_ERROR) {
		query_next_slot(sweep); /* the controller was removed meanwhile */
		return;
	}
	if (response->status == IB_SUCCESS && response->bytes >= MAD_BYTES)
		ioc = make_ioc(response, sweep->slot);
	if (!ioc) {
		skip_unit(sweep);
		return;
	}
	ioc->next = sweep->fresh->iocs;
	sweep->fresh->iocs = ioc;
	sweep->entry = 0;
	query_entries(sweep);
}

static bool is_controller_present(const struct iou_unit_info *info, unsigned int slot)
{
	const unsigned int both = info->controllers[(slot - 1) / 2];

	return (slot & 1 ? both >> 4 : both & 0xf) == CONTROLLER_PRESENT;
}

/* Controllers are read only if the registration is for their events. */
static void query_next_slot(struct iba_sweep *sweep)
{
	while (sweep->pnp->pnp_class == IB_PNP_IOC && sweep->slot < sweep->info.max_controllers)
		if (is_controller_present(&sweep->info, ++sweep->slot)) {
			query_unit(sweep, IOU_ATTRIBUTE_CONTROLLER_PROFILE, sweep->slot,
				   profile_received);
			return;
		}
	if (sweep->fresh->iocs)
		query_path(sweep);
	else
		complete_unit(sweep);
}

static bool is_unit_unchanged(const struct iba_sweep *sweep, const struct iba_found_unit *unit)
{
	return unit->change == sweep->info.change_id && unit->node.lid == sweep->node.lid &&
	       unit->port_guid == sweep->port->port.guid;
}

static void read_unit(struct iba_sweep *sweep)
{
	struct iba_found_unit *known = find_unit(sweep);

	if (known && is_unit_unchanged(sweep, known)) {
		skip_unit(sweep);
		return;
	}
	sweep->fresh = calloc(1, sizeof(*sweep->fresh));
	if (!sweep->fresh) {
		skip_unit(sweep);
		return;
	}
	sweep->fresh->node = sweep->node;
	sweep->fresh->port_guid = sweep->port->port.guid;
	sweep->fresh->change = sweep->info.change_id;
	sweep->slot = 0;
	query_next_slot(sweep);
}

/*
 * A node that responds with an error is not an I/O unit. The state of nodes that do not respond is
 * kept.
 */
static void unit_info_received(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	if (response->status == IB_REMOTE_ERROR) {
		query_next_node(sweep);
	} else if (response->status == IB_SUCCESS && response->bytes >= MAD_BYTES) {
		sweep->info = iou_unit_info_get(response->mad + MAD_DEVICE_DATA_AT);
		read_unit(sweep);
	} else {
		skip_unit(sweep);
	}
}

/* --- nodes ---------------------------------------------------------------------------------- */

static void remove_unseen(struct iba_sweep *sweep)
{
	struct iba_found_unit **at = &sweep->units;

	while (*at) {
		struct iba_found_unit *unit = *at;

		if (unit->seen) {
			at = &unit->next;
			continue;
		}
		*at = unit->next;
		iba_pnp_unit_gone(sweep, unit);
	}
}

/* A node has one record per port; the first port that responds is enough. */
static void query_next_node(struct iba_sweep *sweep)
{
	const struct iba_found_unit *known;

	while (sweep->nodes && sweep->node_at + sweep->node_step <= sweep->node_bytes) {
		sweep->node = sa_node_record_get(sweep->nodes + sweep->node_at);
		sweep->node_at += sweep->node_step;
		known = find_unit(sweep);
		if (!sweep->node.lid || (known && known->seen))
			continue;
		query_unit(sweep, IOU_ATTRIBUTE_UNIT_INFO, 0, unit_info_received);
		return;
	}
	remove_unseen(sweep);
	end_sweep(sweep);
}

/* Copy the records of a response. Returns false if there are none. */
static bool copy_nodes(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	if (response->status != IB_SUCCESS || response->bytes < SA_HEADER_BYTES)
		return false;
	sweep->node_at = 0;
	sweep->node_step = (size_t)sa_header_get(response->mad).record_size * SA_RECORD_UNIT;
	sweep->node_bytes = response->bytes - SA_HEADER_BYTES;
	if (sweep->node_step < SA_NODE_RECORD_SIZE)
		return !sweep->node_step; /* the table is empty */
	sweep->nodes = malloc(sweep->node_bytes + 1);
	if (!sweep->nodes)
		return false;
	memcpy(sweep->nodes, response->mad + SA_HEADER_BYTES, sweep->node_bytes);
	return true;
}

static void nodes_received(struct iba_sweep *sweep, const struct iba_sa_response *response)
{
	if (!copy_nodes(sweep, response)) {
		end_sweep(sweep);
		return;
	}
	for (struct iba_found_unit *at = sweep->units; at; at = at->next)
		at->seen = false;
	query_next_node(sweep);
}

static bool find_active(const struct iba_sweep *sweep, struct iba_port *port)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	bool found = false;

	for (size_t i = 0; list && list[i] && !found; i++) {
		if (ibv_get_device_guid(list[i]) != sweep->ca_guid)
			continue;
		for (unsigned int p = 1; p < PORTS_END && !found; p++) {
			if (!iba_port_of_device(inverbs_device_of(list[i]), p, port))
				break;
			found = iba_port_value(port, "state") == STATE_ACTIVE;
		}
	}
	ibv_free_device_list(list);
	return found;
}

/* Without an active port, all units are unreachable. */
static void remove_all_units(struct iba_sweep *sweep)
{
	for (struct iba_found_unit *at = sweep->units; at; at = at->next)
		at->seen = false;
	remove_unseen(sweep);
	end_sweep(sweep);
}

void iba_sweep_start(struct iba_sweep *sweep)
{
	uint8_t record[SA_NODE_RECORD_SIZE];
	const struct sa_node_record node = {.node_info = {.type = SMP_NODE_TYPE_CHANNEL_ADAPTER}};
	struct iba_sa_message what = {.method = MAD_METHOD_GET_TABLE,
				      .attribute = SA_ATTRIBUTE_NODE_RECORD,
				      .components = SA_NODE_RECORD_HAS_NODE_INFO_TYPE,
				      .record = record,
				      .bytes = sizeof(record)};
	struct iba_port port;

	sweep->runs = true;
	if (!find_active(sweep, &port)) {
		remove_all_units(sweep);
		return;
	}
	if (iba_sa_port_get(iba_al_of(&sweep->pnp->object), port.guid, &sweep->port) !=
	    IB_SUCCESS) {
		sweep->port = NULL;
		end_sweep(sweep);
		return;
	}
	sa_node_record_put(record, &node);
	send_step(sweep, &what, nodes_received);
}

void iba_sweep_stop(struct iba_sweep *sweep)
{
	if (sweep->runs)
		iba_sa_cancel(&sweep->request);
}
