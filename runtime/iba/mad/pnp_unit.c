/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play for I/O units and their controllers: starts sweeps and reports their results. */
#include <stdlib.h>

#include "sweep.h"

enum {
	SWEEP_EVERY_MS = 2000
};

/* --- reports -------------------------------------------------------------------------------- */

static void report_unit(struct iba_sweep *sweep, struct iba_found_unit *unit, ib_pnp_event_t event)
{
	const struct smp_node_info *node = &unit->node.node_info;
	const ib_net64_t guid = INVERBS_BE64(node->node_guid);
	ib_pnp_iou_rec_t rec = {
		.pnp_rec = {.guid = guid, .ca_guid = sweep->ca_guid},
		.guid = guid,
		.ca_guid = sweep->ca_guid,
		.chassis_guid = INVERBS_BE64(node->system_guid),
		.vend_id = INVERBS_BE32(node->vendor_id),
		.dev_id = INVERBS_BE16(node->device_id),
		.revision = INVERBS_BE32(node->revision),
	};

	memcpy(rec.desc, unit->node.description.text, sizeof(unit->node.description.text));
	iba_pnp_call_program(sweep->pnp, &unit->subject, &rec.pnp_rec, event);
}

/* A program that has rejected a controller gets no more reports about it. */
static void report_ioc(struct iba_sweep *sweep, struct iba_found_ioc *ioc, ib_pnp_rec_t *rec,
		       ib_pnp_event_t event)
{
	bool rejected;

	iba_lock();
	rejected = ioc->rejected;
	iba_unlock();
	if (rejected)
		return;
	rec->guid = ioc->profile.ioc_guid;
	rec->ca_guid = sweep->ca_guid;
	rec->h_ioc_event = iba_handle(&ioc->object);
	iba_pnp_call_program(sweep->pnp, &ioc->subject, rec, event);
}

static void report_controller(struct iba_sweep *sweep, const struct iba_found_unit *unit,
			      struct iba_found_ioc *ioc, ib_pnp_event_t event)
{
	const size_t entries = ioc->profile.num_svc_entries * sizeof(*ioc->entries);
	ib_pnp_ioc_rec_t *rec = calloc(1, sizeof(*rec) + entries);

	if (!rec)
		return;
	rec->ca_guid = sweep->ca_guid;
	rec->info.chassis_guid = INVERBS_BE64(unit->node.node_info.system_guid);
	rec->info.iou_guid = INVERBS_BE64(unit->node.node_info.node_guid);
	rec->info.iou_slot = (uint8_t)ioc->slot;
	rec->info.profile = ioc->profile;
	memcpy((uint8_t *)rec + offsetof(ib_pnp_ioc_rec_t, svc_entry_array), ioc->entries, entries);
	report_ioc(sweep, ioc, &rec->pnp_rec, event);
	free(rec);
}

static void report_path(struct iba_sweep *sweep, const struct iba_found_unit *unit,
			struct iba_found_ioc *ioc, ib_pnp_event_t event)
{
	ib_pnp_ioc_path_rec_t rec = {
		.ca_guid = sweep->ca_guid, .port_guid = unit->port_guid, .path = unit->path};

	if (unit->has_path)
		report_ioc(sweep, ioc, &rec.pnp_rec, event);
}

/* --- controllers ---------------------------------------------------------------------------- */

static void release_found_ioc(struct iba_object *object)
{
	free(((struct iba_found_ioc *)object)->entries);
}

/* Add the controller below the registration. The unit's list holds the reference. */
static bool publish_ioc(struct iba_pnp *pnp, struct iba_found_ioc *ioc)
{
	ioc->object.release = release_found_ioc;
	ioc->reported = iba_add(&ioc->object, INVERBS_IBA_PNP_IOC, &pnp->object, NULL) ==
			IB_SUCCESS;
	return ioc->reported;
}

/* Drop the reference. The registration, and with it the handle, may have ended already. */
static void drop_ioc(struct iba_found_ioc *ioc)
{
	if (ioc->reported)
		iba_destroy(&ioc->object, NULL);
	else
		iba_found_ioc_free(ioc);
}

static bool is_same_ioc(const struct iba_found_ioc *a, const struct iba_found_ioc *b)
{
	return a->slot == b->slot && !memcmp(&a->profile, &b->profile, sizeof(a->profile)) &&
	       !memcmp(a->entries, b->entries, a->profile.num_svc_entries * sizeof(*a->entries));
}

/* Remove the same controller from a list. Returns it, or NULL. */
static struct iba_found_ioc *take_same_ioc(struct iba_found_ioc **list,
					   const struct iba_found_ioc *ioc)
{
	struct iba_found_ioc *found;

	while (*list && !is_same_ioc(*list, ioc))
		list = &(*list)->next;
	found = *list;
	if (found)
		*list = found->next;
	return found;
}

static void remove_ioc(struct iba_sweep *sweep, const struct iba_found_unit *unit,
		       struct iba_found_ioc *ioc)
{
	report_path(sweep, unit, ioc, IB_PNP_IOC_PATH_REMOVE);
	report_controller(sweep, unit, ioc, IB_PNP_IOC_REMOVE);
	drop_ioc(ioc);
}

static void add_ioc(struct iba_sweep *sweep, struct iba_found_unit *unit, struct iba_found_ioc *ioc)
{
	if (!publish_ioc(sweep->pnp, ioc)) {
		drop_ioc(ioc);
		return;
	}
	ioc->next = unit->iocs;
	unit->iocs = ioc;
	report_controller(sweep, unit, ioc, IB_PNP_IOC_ADD);
	report_path(sweep, unit, ioc, IB_PNP_IOC_PATH_ADD);
}

/* The controller was there before, possibly on another path. */
static void keep_ioc(struct iba_sweep *sweep, const struct iba_found_unit *before,
		     struct iba_found_unit *unit, struct iba_found_ioc *ioc)
{
	ioc->next = unit->iocs;
	unit->iocs = ioc;
	if (before->has_path == unit->has_path &&
	    !memcmp(&before->path, &unit->path, sizeof(unit->path)))
		return;
	report_path(sweep, before, ioc, IB_PNP_IOC_PATH_REMOVE);
	report_path(sweep, unit, ioc, IB_PNP_IOC_PATH_ADD);
}

/* Compare a unit's controllers with those of its previous state `before`, which may be NULL. */
static void compare_unit(struct iba_sweep *sweep, struct iba_found_unit *before,
			 struct iba_found_unit *unit)
{
	struct iba_found_ioc *read = unit->iocs, *kept = NULL;

	/* unchanged, gone, new */
	unit->iocs = NULL;
	for (struct iba_found_ioc *at = read; before && at; at = at->next) {
		struct iba_found_ioc *same = take_same_ioc(&before->iocs, at);

		if (same) {
			same->next = kept;
			kept = same;
		}
	}
	while (before && before->iocs) {
		struct iba_found_ioc *gone = before->iocs;

		before->iocs = gone->next;
		remove_ioc(sweep, before, gone);
	}
	while (kept) {
		struct iba_found_ioc *ioc = kept, *twin = take_same_ioc(&read, ioc);

		kept = ioc->next;
		if (twin)
			iba_found_ioc_free(twin);
		keep_ioc(sweep, before, unit, ioc);
	}
	while (read) {
		struct iba_found_ioc *ioc = read;

		read = ioc->next;
		add_ioc(sweep, unit, ioc);
	}
}

/* --- units ---------------------------------------------------------------------------------- */

/* Remove the previous state of a unit from the list. */
static struct iba_found_unit *take_previous_unit(struct iba_sweep *sweep,
						 const struct iba_found_unit *unit)
{
	struct iba_found_unit **at = &sweep->units;
	struct iba_found_unit *found;

	while (*at && (*at)->node.node_info.node_guid != unit->node.node_info.node_guid)
		at = &(*at)->next;
	found = *at;
	if (found)
		*at = found->next;
	return found;
}

void iba_pnp_unit_read(struct iba_sweep *sweep, struct iba_found_unit *unit)
{
	struct iba_found_unit *before = take_previous_unit(sweep, unit);

	if (before)
		unit->subject = before->subject;
	unit->next = sweep->units;
	sweep->units = unit;
	if (sweep->pnp->pnp_class == IB_PNP_IOC)
		compare_unit(sweep, before, unit);
	else if (!before)
		report_unit(sweep, unit, IB_PNP_IOU_ADD);
	iba_found_unit_free(before);
}

void iba_pnp_unit_gone(struct iba_sweep *sweep, struct iba_found_unit *unit)
{
	if (sweep->pnp->pnp_class == IB_PNP_IOU)
		report_unit(sweep, unit, IB_PNP_IOU_REMOVE);
	while (unit->iocs) {
		struct iba_found_ioc *ioc = unit->iocs;

		unit->iocs = ioc->next;
		remove_ioc(sweep, unit, ioc);
	}
	iba_found_unit_free(unit);
}

static void forget_units(struct iba_sweep *sweep)
{
	while (sweep->units) {
		struct iba_found_unit *unit = sweep->units;

		sweep->units = unit->next;
		while (unit->iocs) {
			struct iba_found_ioc *ioc = unit->iocs;

			unit->iocs = ioc->next;
			drop_ioc(ioc);
		}
		iba_found_unit_free(unit);
	}
}

/* --- sweeps --------------------------------------------------------------------------------- */

/*
 * Create a sweep for each adapter. Includes adapters that are gone, so that their units are
 * reported as gone.
 */
static void add_adapters(struct iba_pnp *pnp)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	for (size_t i = 0; list && list[i]; i++) {
		const ib_net64_t guid = ibv_get_device_guid(list[i]);
		struct iba_sweep *sweep = pnp->sweeps;

		while (sweep && sweep->ca_guid != guid)
			sweep = sweep->next;
		if (!sweep && (sweep = calloc(1, sizeof(*sweep)))) {
			sweep->pnp = pnp;
			sweep->ca_guid = guid;
			sweep->next = pnp->sweeps;
			pnp->sweeps = sweep;
		}
	}
	ibv_free_device_list(list);
}

void iba_pnp_sweep_ended(struct iba_pnp *pnp)
{
	if (--pnp->sweeping)
		return;
	if (!pnp->ended && pnp->completes) {
		pnp->completes = false;
		iba_pnp_report_complete(pnp);
	}
	iba_pnp_signal_begun(pnp);
	if (!pnp->ended)
		iba_timer_set(&pnp->timer, SWEEP_EVERY_MS);
}

/*
 * Sweep all adapters. One extra sweep is counted while they start, so that the end is reported only
 * after all have started.
 */
static void start_sweeps(struct iba_pnp *pnp)
{
	add_adapters(pnp);
	pnp->sweeping = 1;
	for (struct iba_sweep *at = pnp->sweeps; at && !pnp->ended; at = at->next) {
		pnp->sweeping++;
		iba_sweep_start(at);
	}
	iba_pnp_sweep_ended(pnp);
}

static void repeat_sweeps(struct iba_job *job)
{
	struct iba_pnp *pnp = IBA_CONTAINER(job, struct iba_pnp, timer.job);

	if (!pnp->ended)
		start_sweeps(pnp);
}

void iba_pnp_units_begin(struct iba_pnp *pnp)
{
	pnp->timer.job.run = repeat_sweeps;
	if (!pnp->ended)
		start_sweeps(pnp);
}

void iba_pnp_units_end(struct iba_pnp *pnp)
{
	for (struct iba_sweep *at = pnp->sweeps; at; at = at->next) {
		iba_sweep_stop(at);
		forget_units(at);
	}
	iba_pnp_signal_begun(pnp);
}

void iba_pnp_units_free(struct iba_pnp *pnp)
{
	while (pnp->sweeps) {
		struct iba_sweep *sweep = pnp->sweeps;

		pnp->sweeps = sweep->next;
		free(sweep);
	}
}

/* --- rejection ------------------------------------------------------------------------------ */

ib_api_status_t ib_reject_ioc(ib_al_handle_t h_al, ib_pnp_handle_t h_ioc_event)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	struct iba_found_ioc *ioc;
	ib_api_status_t status = IB_INVALID_HANDLE;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	ioc = iba_get(h_ioc_event, INVERBS_IBA_PNP_IOC);
	if (ioc && iba_al_of(&ioc->object) == al) {
		iba_lock();
		ioc->rejected = true;
		iba_unlock();
		status = IB_SUCCESS;
	}
	if (ioc)
		iba_put(&ioc->object);
	iba_put(&al->object);
	return status;
}
