/* SPDX-License-Identifier: BSD-2-Clause */
/* I/O controllers that the program provides, and their service entries. */
#include "ioc.h"

#include <stdlib.h>

enum {
	ENTRIES_MAX = 255 /* the IOC profile has a byte for their number */
};

static void stop_ioc(struct iba_object *object)
{
	const struct iba_ioc *ioc = (const struct iba_ioc *)object;

	if (ioc->unit)
		iba_iou_free_slot(ioc);
}

static void release_ioc(struct iba_object *object)
{
	struct iba_ioc *ioc = (struct iba_ioc *)object;

	if (ioc->unit)
		iba_iou_drop(ioc->unit);
}

static ib_api_status_t create_ioc(struct iba_ca *ca, const ib_ioc_profile_t *profile,
				  ib_ioc_handle_t *handle)
{
	struct iba_ioc *ioc = calloc(1, sizeof(*ioc));

	if (!ioc)
		return IB_INSUFFICIENT_MEMORY;
	ioc->profile = *profile;
	ioc->object.stop = stop_ioc;
	ioc->object.release = release_ioc;
	return iba_publish(&ioc->object, INVERBS_IBA_IOC, &ca->reporter.object, NULL, handle);
}

ib_api_status_t ib_create_ioc(ib_ca_handle_t h_ca, const ib_ioc_profile_t *p_ioc_profile,
			      ib_ioc_handle_t *ph_ioc)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	if (p_ioc_profile && ph_ioc)
		status = create_ioc(ca, p_ioc_profile, ph_ioc);
	iba_put(&ca->reporter.object);
	return status;
}

ib_api_status_t ib_destroy_ioc(ib_ioc_handle_t h_ioc)
{
	return iba_destroy_handle(h_ioc, INVERBS_IBA_IOC, IB_INVALID_HANDLE, NULL);
}

/*
 * Give the controller a slot. It takes over the caller's use of the unit. Returns false if it has a
 * slot already, or on failure.
 */
static bool assign_slot(struct iba_iou *unit, struct iba_ioc *ioc, ib_api_status_t *status)
{
	bool entered = false;

	iba_lock();
	*status = ioc->object.alive ? IB_SUCCESS : IB_INVALID_HANDLE;
	if (ioc->object.alive && !ioc->unit) {
		entered = iba_iou_assign_slot(unit, ioc);
		*status = entered ? IB_SUCCESS : IB_INSUFFICIENT_RESOURCES;
	}
	iba_unlock();
	return entered;
}

ib_api_status_t ib_reg_ioc(ib_ioc_handle_t h_ioc)
{
	struct iba_ioc *ioc = iba_get(h_ioc, INVERBS_IBA_IOC);
	struct iba_iou *unit;
	ib_api_status_t status;

	if (!ioc)
		return iba_refusal(h_ioc, IB_INVALID_HANDLE);
	status = iba_iou_use(iba_ca_of(&ioc->object), &unit);
	if (status == IB_SUCCESS && !assign_slot(unit, ioc, &status))
		iba_iou_drop(unit);
	iba_put(&ioc->object);
	return status;
}

/* --- service entries ------------------------------------------------------------------------ */

static void stop_entry(struct iba_object *object)
{
	struct iba_ioc *ioc = (struct iba_ioc *)object->parent;

	ioc->entries--;
	if (ioc->unit)
		iba_iou_count_change(ioc->unit);
}

/* Reserve room for an entry. Returns false if the controller has the maximum. */
static bool reserve_entry(struct iba_ioc *ioc)
{
	bool has_room;

	iba_lock();
	has_room = ioc->entries < ENTRIES_MAX;
	ioc->entries += has_room;
	iba_unlock();
	return has_room;
}

/* Finish a reservation: the entry is visible now, or could not be added. */
static void finish_reservation(struct iba_ioc *ioc, bool added)
{
	iba_lock();
	if (!added)
		ioc->entries--;
	else if (ioc->unit)
		iba_iou_count_change(ioc->unit);
	iba_unlock();
}

static ib_api_status_t add_entry(struct iba_ioc *ioc, const ib_svc_entry_t *value,
				 ib_svc_handle_t *handle)
{
	struct iba_svc_entry *entry = calloc(1, sizeof(*entry));
	ib_api_status_t status;

	if (!entry)
		return IB_INSUFFICIENT_MEMORY;
	if (!reserve_entry(ioc)) {
		free(entry);
		return IB_INSUFFICIENT_RESOURCES;
	}
	entry->value = *value;
	entry->object.stop = stop_entry;
	status = iba_publish(&entry->object, INVERBS_IBA_SVC, &ioc->object, NULL, handle);
	finish_reservation(ioc, status == IB_SUCCESS);
	return status;
}

ib_api_status_t ib_add_svc_entry(ib_ioc_handle_t h_ioc, const ib_svc_entry_t *p_svc_entry,
				 ib_svc_handle_t *ph_svc)
{
	struct iba_ioc *ioc = iba_get(h_ioc, INVERBS_IBA_IOC);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!ioc)
		return iba_refusal(h_ioc, IB_INVALID_HANDLE);
	if (p_svc_entry && ph_svc)
		status = add_entry(ioc, p_svc_entry, ph_svc);
	iba_put(&ioc->object);
	return status;
}

ib_api_status_t ib_remove_svc_entry(ib_svc_handle_t h_svc)
{
	return iba_destroy_handle(h_svc, INVERBS_IBA_SVC, IB_INVALID_HANDLE, NULL);
}
