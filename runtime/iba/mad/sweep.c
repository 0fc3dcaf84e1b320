/* SPDX-License-Identifier: BSD-2-Clause */
/* Sweeping for I/O units, as a chain of requests. */
#include "sweep.h"

#include <stdlib.h>

enum {
	TIMEOUT_MS = 1000,
	RETRIES = 2,
	PORTS_END = 256,
	STATE_ACTIVE = 4,
	CONTROLLER_THERE = 1,
	ENTRIES_AT_ONCE = 4
};

static void next_node(struct iba_sweep *sweep);
static void next_slot(struct iba_sweep *sweep);

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
	iba_pnp_swept(sweep->pnp);
}

/* --- requests ------------------------------------------------------------------------------- */

static void answered(struct iba_sa_request *request, const struct iba_sa_answer *answer)
{
	struct iba_sweep *sweep = IBA_CONTAINER(request, struct iba_sweep, request);

	if (sweep->pnp->ended || answer->status == IB_CANCELED)
		end_sweep(sweep);
	else
		sweep->then(sweep, answer);
}

static void send_step(struct iba_sweep *sweep, struct iba_sa_ask *what,
		      void (*then)(struct iba_sweep *, const struct iba_sa_answer *))
{
	what->timeout_ms = TIMEOUT_MS;
	what->retries = RETRIES;
	sweep->then = then;
	sweep->request = (struct iba_sa_request){
		.port = sweep->port, .owner = &sweep->pnp->object, .done = answered};
	if (iba_sa_ask(&sweep->request, what) != IB_SUCCESS)
		end_sweep(sweep);
}

static void ask_unit(struct iba_sweep *sweep, uint16_t attribute, uint32_t modifier,
		     void (*then)(struct iba_sweep *, const struct iba_sa_answer *))
{
	struct iba_sa_ask what = {.method = MAD_METHOD_GET,
				  .attribute = attribute,
				  .unit_lid = sweep->node.lid,
				  .modifier = modifier};

	send_step(sweep, &what, then);
}

/* --- a unit --------------------------------------------------------------------------------- */

/* Skip the unit in this sweep: its previous state is kept. */
static void give_up(struct iba_sweep *sweep)
{
	struct iba_found_unit *known = find_unit(sweep);

	if (known)
		known->seen = true;
	iba_found_unit_free(sweep->fresh);
	sweep->fresh = NULL;
	next_node(sweep);
}

static void complete(struct iba_sweep *sweep)
{
	struct iba_found_unit *unit = sweep->fresh;

	sweep->fresh = NULL;
	unit->seen = true;
	iba_pnp_unit_read(sweep, unit);
	next_node(sweep);
}

static void got_path(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	if (answer->status == IB_SUCCESS && iba_sa_count(answer) &&
	    answer->bytes >= SA_HEADER_BYTES + sizeof(sweep->fresh->path)) {
		sweep->fresh->has_path = true;
		memcpy(&sweep->fresh->path, answer->mad + SA_HEADER_BYTES,
		       sizeof(sweep->fresh->path));
	}
	complete(sweep);
}

static void ask_path(struct iba_sweep *sweep)
{
	uint8_t record[SA_PATH_RECORD_SIZE];
	struct sa_path_record path = {.dlid = sweep->node.lid, .paths = 1};
	struct iba_sa_ask what = {.method = MAD_METHOD_GET_TABLE,
				  .attribute = SA_ATTRIBUTE_PATH_RECORD,
				  .components = SA_PATH_RECORD_HAS_SGID | SA_PATH_RECORD_HAS_DLID |
						SA_PATH_RECORD_HAS_PATHS,
				  .record = record,
				  .bytes = sizeof(record)};
	ib_gid_t gid = {.raw = {0}};

	iba_port_gid(&sweep->port->port, 0, &gid);
	memcpy(path.sgid, gid.raw, sizeof(path.sgid));
	sa_path_record_put(record, &path);
	send_step(sweep, &what, got_path);
}

static void ask_entries(struct iba_sweep *sweep);

static void got_entries(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	struct iba_found_ioc *ioc = sweep->fresh->iocs;
	const unsigned int left = ioc->profile.num_svc_entries - sweep->entry;
	const unsigned int count = left < ENTRIES_AT_ONCE ? left : ENTRIES_AT_ONCE;

	if (answer->status != IB_SUCCESS || answer->bytes < MAD_BYTES) {
		give_up(sweep);
		return;
	}
	memcpy(&ioc->entries[sweep->entry], answer->mad + MAD_DEVICE_DATA_AT,
	       count * sizeof(*ioc->entries));
	sweep->entry += count;
	ask_entries(sweep);
}

static void ask_entries(struct iba_sweep *sweep)
{
	const unsigned int end = sweep->fresh->iocs->profile.num_svc_entries;
	unsigned int last = sweep->entry + ENTRIES_AT_ONCE - 1;

	if (sweep->entry >= end) {
		next_slot(sweep);
		return;
	}
	last = last < end ? last : end - 1;
	ask_unit(sweep, IOU_ATTRIBUTE_SERVICE_ENTRIES, sweep->slot << 16 | last << 8 | sweep->entry,
		 got_entries);
}

static struct iba_found_ioc *make_ioc(const struct iba_sa_answer *answer, unsigned int slot)
{
	struct iba_found_ioc *ioc = calloc(1, sizeof(*ioc));

	if (!ioc)
		return NULL;
	ioc->slot = slot;
	memcpy(&ioc->profile, answer->mad + MAD_DEVICE_DATA_AT, sizeof(ioc->profile));
	/* one more, so that the array is never empty */
	ioc->entries = calloc(ioc->profile.num_svc_entries + 1U, sizeof(*ioc->entries));
	if (ioc->entries)
		return ioc;
	free(ioc);
	return NULL;
}

static void got_profile(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	struct iba_found_ioc *ioc = NULL;

	if (answer->status == IB_REMOTE_ERROR) {
		next_slot(sweep); /* the controller was removed meanwhile */
		return;
	}
	if (answer->status == IB_SUCCESS && answer->bytes >= MAD_BYTES)
		ioc = make_ioc(answer, sweep->slot);
	if (!ioc) {
		give_up(sweep);
		return;
	}
	ioc->next = sweep->fresh->iocs;
	sweep->fresh->iocs = ioc;
	sweep->entry = 0;
	ask_entries(sweep);
}

static bool is_there(const struct iou_unit_info *info, unsigned int slot)
{
	const unsigned int both = info->controllers[(slot - 1) / 2];

	return (slot & 1 ? both >> 4 : both & 0xf) == CONTROLLER_THERE;
}

/* Controllers are read only if the registration is for their events. */
static void next_slot(struct iba_sweep *sweep)
{
	while (sweep->pnp->pnp_class == IB_PNP_IOC && sweep->slot < sweep->info.max_controllers)
		if (is_there(&sweep->info, ++sweep->slot)) {
			ask_unit(sweep, IOU_ATTRIBUTE_CONTROLLER_PROFILE, sweep->slot, got_profile);
			return;
		}
	if (sweep->fresh->iocs)
		ask_path(sweep);
	else
		complete(sweep);
}

static bool is_unchanged(const struct iba_sweep *sweep, const struct iba_found_unit *unit)
{
	return unit->change == sweep->info.change_id && unit->node.lid == sweep->node.lid &&
	       unit->port_guid == sweep->port->port.guid;
}

static void read_unit(struct iba_sweep *sweep)
{
	struct iba_found_unit *known = find_unit(sweep);

	if (known && is_unchanged(sweep, known)) {
		give_up(sweep);
		return;
	}
	sweep->fresh = calloc(1, sizeof(*sweep->fresh));
	if (!sweep->fresh) {
		give_up(sweep);
		return;
	}
	sweep->fresh->node = sweep->node;
	sweep->fresh->port_guid = sweep->port->port.guid;
	sweep->fresh->change = sweep->info.change_id;
	sweep->slot = 0;
	next_slot(sweep);
}

/*
 * A node that responds with an error is not an I/O unit. The state of nodes that do not respond is
 * kept.
 */
static void got_unit(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	if (answer->status == IB_REMOTE_ERROR) {
		next_node(sweep);
	} else if (answer->status == IB_SUCCESS && answer->bytes >= MAD_BYTES) {
		sweep->info = iou_unit_info_get(answer->mad + MAD_DEVICE_DATA_AT);
		read_unit(sweep);
	} else {
		give_up(sweep);
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
static void next_node(struct iba_sweep *sweep)
{
	const struct iba_found_unit *known;

	while (sweep->nodes && sweep->node_at + sweep->node_step <= sweep->node_bytes) {
		sweep->node = sa_node_record_get(sweep->nodes + sweep->node_at);
		sweep->node_at += sweep->node_step;
		known = find_unit(sweep);
		if (!sweep->node.lid || (known && known->seen))
			continue;
		ask_unit(sweep, IOU_ATTRIBUTE_UNIT_INFO, 0, got_unit);
		return;
	}
	remove_unseen(sweep);
	end_sweep(sweep);
}

/* Copy the records of a response. Returns false if there are none. */
static bool copy_nodes(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	if (answer->status != IB_SUCCESS || answer->bytes < SA_HEADER_BYTES)
		return false;
	sweep->node_at = 0;
	sweep->node_step = (size_t)sa_header_get(answer->mad).record_size * SA_RECORD_UNIT;
	sweep->node_bytes = answer->bytes - SA_HEADER_BYTES;
	if (sweep->node_step < SA_NODE_RECORD_SIZE)
		return !sweep->node_step; /* the table is empty */
	sweep->nodes = malloc(sweep->node_bytes + 1);
	if (!sweep->nodes)
		return false;
	memcpy(sweep->nodes, answer->mad + SA_HEADER_BYTES, sweep->node_bytes);
	return true;
}

static void got_nodes(struct iba_sweep *sweep, const struct iba_sa_answer *answer)
{
	if (!copy_nodes(sweep, answer)) {
		end_sweep(sweep);
		return;
	}
	for (struct iba_found_unit *at = sweep->units; at; at = at->next)
		at->seen = false;
	next_node(sweep);
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
static void lose_all(struct iba_sweep *sweep)
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
	struct iba_sa_ask what = {.method = MAD_METHOD_GET_TABLE,
				  .attribute = SA_ATTRIBUTE_NODE_RECORD,
				  .components = SA_NODE_RECORD_HAS_NODE_INFO_TYPE,
				  .record = record,
				  .bytes = sizeof(record)};
	struct iba_port port;

	sweep->runs = true;
	if (!find_active(sweep, &port)) {
		lose_all(sweep);
		return;
	}
	if (iba_sa_port_get(iba_al_of(&sweep->pnp->object), port.guid, &sweep->port) !=
	    IB_SUCCESS) {
		sweep->port = NULL;
		end_sweep(sweep);
		return;
	}
	sa_node_record_put(record, &node);
	send_step(sweep, &what, got_nodes);
}

void iba_sweep_stop(struct iba_sweep *sweep)
{
	if (sweep->runs)
		iba_sa_cancel(&sweep->request);
}
