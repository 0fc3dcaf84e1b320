/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Local I/O controllers. A registered controller makes its adapter an I/O unit, whose ports respond
 * to device management through an agent in this process.
 */
#ifndef RUNTIME_IBA_MAD_IOC_H
#define RUNTIME_IBA_MAD_IOC_H

#include "iba/layer.h"

struct iba_iou;

/** A controller; below an adapter. Guarded by iba_lock(). */
struct iba_ioc {
	struct iba_object object;
	ib_ioc_profile_t profile;
	struct iba_iou *unit; /* NULL: not registered */
	unsigned int slot;
	unsigned int entries; /* entries that exist, or are being added */
};

/** A service entry; below its controller. The first child is the newest entry. */
struct iba_svc_entry {
	struct iba_object object;
	ib_svc_entry_t value;
};

/**
 * Add a use of the adapter's I/O unit, which responds from now on; undo with iba_iou_drop().
 * IB_INSUFFICIENT_RESOURCES: another process responds on one of the ports.
 */
ib_api_status_t iba_iou_use(const struct iba_ca *ca, struct iba_iou **unit);

/** Drop a use. Dropping the last one ends the unit. iba_lock() is not held. */
void iba_iou_drop(struct iba_iou *unit);

/**
 * Give an unregistered controller a slot. Returns false if all slots are in use. iba_lock() is
 * held, here and in the next two functions.
 */
bool iba_iou_assign_slot(struct iba_iou *unit, struct iba_ioc *ioc);
void iba_iou_free_slot(const struct iba_ioc *ioc);

/** Record that the contents of the unit have changed. */
void iba_iou_count_change(struct iba_iou *unit);

#endif
