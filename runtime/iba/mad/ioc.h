/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Local I/O controllers. Registered controllers make their adapter an I/O unit: its ports respond
 * to device management, by an agent of this process.
 */
#ifndef RUNTIME_IBA_MAD_IOC_H
#define RUNTIME_IBA_MAD_IOC_H

#include "iba/layer.h"

struct iba_iou;

/** A controller; below an adapter. The lock of the tree guards it. */
struct iba_ioc {
	struct iba_object object;
	ib_ioc_profile_t profile;
	struct iba_iou *unit; /* NULL: not registered */
	unsigned int slot;
	unsigned int entries; /* that are there, or about to be */
};

/** A service entry; below its controller, whose last one is the first child. */
struct iba_svc_entry {
	struct iba_object object;
	ib_svc_entry_t value;
};

/**
 * Use the unit of an adapter, which responds from now on; undo with iba_iou_drop().
 * IB_INSUFFICIENT_RESOURCES: another process responds for a port.
 */
ib_api_status_t iba_iou_use(const struct iba_ca *ca, struct iba_iou **unit);

/** Drop a use; the last one ends the unit. Called without the lock of the tree. */
void iba_iou_drop(struct iba_iou *unit);

/**
 * Give an unregistered controller a slot. False: all are in use. With the lock of the tree held,
 * like the other two.
 */
bool iba_iou_enter(struct iba_iou *unit, struct iba_ioc *ioc);
void iba_iou_leave(const struct iba_ioc *ioc);

/** The contents of the unit have changed. */
void iba_iou_changed(struct iba_iou *unit);

#endif
