/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `softhcactl event`: raises events that no traffic causes. Each also makes the state change that
 * it reports, so that a program that queries the state after the event sees the change.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inverbs/fast/bits.h>
#include <stdlib.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/upcalls.h"
#include "cm/cm.h"
#include "engine/engine.h"
#include "kernel/commands.h"
#include "kernel/device.h"
#include "kernel/event_file.h"
#include "mad/mad.h"
#include "server/server.h"

enum {
	LID_LAST = 0xbfff, /**< end of unicast LIDs */
};

/** The parsed command line. Missing words are NULL. */
struct wanted {
	struct softhca_dev *device;
	struct softhca_port *port; /**< for port events */
	uint32_t number;           /**< number of the object */
	const char *value;
	enum ibv_event_type type;
};

/** Parse a whole number up to `max`. */
static bool parse_number(const char *text, uint32_t max, uint32_t *value)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 0);
	*value = (uint32_t)n;
	return *text && !*end && !errno && n <= max;
}

/* --- port events ---------------------------------------------------------------------------- */

static int set_port_state(struct wanted *w)
{
	softhca_port_set(w->port, w->type == IBV_EVENT_PORT_ACTIVE);
	return 0;
}

static bool lid_used(const struct softhca *hca, uint16_t lid)
{
	return softhca_find_port_by_lid(hca, lid) || softhca_mad_lid_used(hca, lid);
}

static uint16_t free_lid(const struct softhca *hca)
{
	uint16_t lid = 1;

	while (lid_used(hca, lid))
		lid++;
	return lid;
}

static int lid_change(struct wanted *w)
{
	uint32_t lid = free_lid(w->device->hca);

	if (w->value && !parse_number(w->value, LID_LAST, &lid))
		return EINVAL;
	if (!lid || lid_used(w->device->hca, (uint16_t)lid))
		return EADDRINUSE;
	w->port->lid = (uint16_t)lid;
	softhca_engine_addresses_changed(w->device->hca);
	softhca_port_event(w->port, w->type);
	return 0;
}

static int sm_change(struct wanted *w)
{
	uint32_t lid = w->port->sm_lid;

	if (w->value && !parse_number(w->value, LID_LAST, &lid))
		return EINVAL;
	w->port->sm_lid = (uint16_t)lid;
	softhca_port_event(w->port, w->type);
	return 0;
}

/** Remove a key from the table, or add one in the first free entry. */
static int pkey_change(struct wanted *w)
{
	uint16_t *table = w->port->pkey;
	unsigned int room = w->device->driver->limits->pkey_tbl_len, at = 0;
	uint32_t pkey;

	if (!w->value || !parse_number(w->value, UINT16_MAX, &pkey) || !pkey)
		return EINVAL;
	while (at < room && table[at] != pkey)
		at++;
	if (at < room) {
		table[at] = 0;
	} else {
		for (at = 0; at < room && table[at];)
			at++;
		if (at == room)
			return ENOSPC;
		table[at] = (uint16_t)pkey;
	}
	softhca_port_event(w->port, w->type);
	return 0;
}

/** The same for the GID table. */
static int gid_change(struct wanted *w)
{
	union ibv_gid gid;
	unsigned int at;
	int ret = 0;

	if (!w->value || inet_pton(AF_INET6, w->value, gid.raw) != 1)
		return EINVAL;
	at = softhca_port_find_gid(w->port, &gid);
	if (at < SOFTHCA_GIDS)
		softhca_port_put_gid(w->port, at, NULL);
	else
		ret = softhca_port_add_gid(w->port, &gid);
	if (ret)
		return ret;
	softhca_engine_addresses_changed(w->device->hca);
	softhca_port_event(w->port, w->type);
	return 0;
}

static int report_port_event(struct wanted *w)
{
	softhca_port_event(w->port, w->type);
	return 0;
}

/* --- device events ----------------------------------------------------------------------- */

/** Every open file loses its device; programs can open the device again. */
static int device_fatal(struct wanted *w)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &w->device->contexts)
		softhca_context_fail(softhca_entry(pos, struct softhca_context, in_device));
	softhca_cm_device_gone(w->device);
	softhca_mad_device_gone(w->device);
	return 0;
}

/** An address has moved to another adapter, with its connections. Nothing else changes. */
static int addr_change(struct wanted *w)
{
	softhca_cm_address_changed(w->device);
	return 0;
}

static int hold_doorbells(struct wanted *w, bool hold)
{
	if (!w->device->driver->hold_doorbells)
		return EINVAL;
	w->device->driver->hold_doorbells(w->device, hold);
	return 0;
}

/** The doorbell FIFO is full: programs must not ring doorbells. */
static int db_full(struct wanted *w)
{
	return hold_doorbells(w, true);
}

static int db_empty(struct wanted *w)
{
	return hold_doorbells(w, false);
}

/* --- object events -------------------------------------------------------------------------- */

static int qp_error(struct wanted *w)
{
	struct softhca_qp *qp = softhca_find_qp(w->device, w->number);

	if (!qp)
		return ENOENT;
	softhca_engine_qp_fail(qp, w->type);
	return 0;
}

static int path_mig(struct wanted *w)
{
	struct softhca_qp *qp = softhca_find_qp(w->device, w->number);

	if (!qp)
		return ENOENT;
	if (qp->attr.path_mig_state != IBV_MIG_ARMED)
		return EINVAL;
	softhca_engine_qp_migrate(qp);
	return 0;
}

static int cq_error(struct wanted *w)
{
	struct softhca_cq *cq = softhca_find_cq(w->device, w->number);

	if (!cq)
		return ENOENT;
	cq->failed = true;
	softhca_cq_event(cq, w->type);
	return 0;
}

static int srq_error(struct wanted *w)
{
	struct softhca_srq *srq = softhca_find_srq(w->device, w->number);

	if (!srq)
		return ENOENT;
	srq->failed = true;
	softhca_srq_event(srq, w->type);
	return 0;
}

/* --- the command ------------------------------------------------------------------------- */

enum element {
	OF_DEVICE,
	OF_PORT,
	OF_OBJECT
};

static const struct {
	const char *name;
	enum ibv_event_type type;
	enum element element;
	int (*happen)(struct wanted *w);
} happenings[] = {
	{"port_active", IBV_EVENT_PORT_ACTIVE, OF_PORT, set_port_state},
	{"port_err", IBV_EVENT_PORT_ERR, OF_PORT, set_port_state},
	{"lid_change", IBV_EVENT_LID_CHANGE, OF_PORT, lid_change},
	{"pkey_change", IBV_EVENT_PKEY_CHANGE, OF_PORT, pkey_change},
	{"sm_change", IBV_EVENT_SM_CHANGE, OF_PORT, sm_change},
	{"gid_change", IBV_EVENT_GID_CHANGE, OF_PORT, gid_change},
	{"client_reregister", IBV_EVENT_CLIENT_REREGISTER, OF_PORT, report_port_event},
	{"device_fatal", IBV_EVENT_DEVICE_FATAL, OF_DEVICE, device_fatal},
	{"addr_change", (enum ibv_event_type)0, OF_DEVICE, addr_change},
	{"db_full", (enum ibv_event_type)0, OF_DEVICE, db_full},
	{"db_empty", (enum ibv_event_type)0, OF_DEVICE, db_empty},
	{"qp_fatal", IBV_EVENT_QP_FATAL, OF_OBJECT, qp_error},
	{"qp_req_err", IBV_EVENT_QP_REQ_ERR, OF_OBJECT, qp_error},
	{"qp_access_err", IBV_EVENT_QP_ACCESS_ERR, OF_OBJECT, qp_error},
	{"path_mig", IBV_EVENT_PATH_MIG, OF_OBJECT, path_mig},
	{"cq_err", IBV_EVENT_CQ_ERR, OF_OBJECT, cq_error},
	{"srq_err", IBV_EVENT_SRQ_ERR, OF_OBJECT, srq_error},
};

const char softhca_event_usage[] =
	"usage: event DEVICE EVENT [NUMBER [VALUE]]\n"
	"  of port NUMBER: port_active, port_err, client_reregister, lid_change [LID], sm_change "
	"[LID],\n"
	"    pkey_change PKEY, gid_change GID (removed if in the table, else added)\n"
	"  of queue pair NUMBER: qp_fatal, qp_req_err, qp_access_err, path_mig\n"
	"  of queue NUMBER: cq_err, srq_err\n"
	"  of the device, which every program loses: device_fatal\n"
	"  of its doorbell FIFO, if it has one: db_full, db_empty\n"
	"  of its IP addresses, for the connection manager: addr_change\n";

static int find_element(struct wanted *w, enum element element, const char *number)
{
	if (element == OF_DEVICE)
		return 0;
	w->number = 1; /* default port */
	if ((!number && element == OF_OBJECT) ||
	    (number && !parse_number(number, UINT32_MAX, &w->number)))
		return EINVAL;
	if (element == OF_OBJECT)
		return 0;
	if (!softhca_has_port(w->device, w->number))
		return EINVAL;
	w->port = &w->device->port[w->number - 1];
	return 0;
}

int softhca_control_event(struct softhca *hca, char **words)
{
	struct wanted w = {.device = words[1] ? softhca_find_device(hca, words[1]) : NULL};
	int ret;

	if (!words[1] || !words[2])
		return EINVAL;
	if (!w.device)
		return ENODEV;
	w.value = words[3] ? words[4] : NULL;
	for (size_t i = 0; i < sizeof(happenings) / sizeof(happenings[0]); i++) {
		if (strcmp(words[2], happenings[i].name) != 0)
			continue;
		w.type = happenings[i].type;
		ret = find_element(&w, happenings[i].element, words[3]);
		return ret ? ret : happenings[i].happen(&w);
	}
	return EINVAL;
}
