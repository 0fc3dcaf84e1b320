/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of handles; see inverbs/iba/handle.h. The caller holds iba_lock(). */
#ifndef RUNTIME_IBA_SLOTS_H
#define RUNTIME_IBA_SLOTS_H

#include <inverbs/iba/handle.h>
#include <stdbool.h>

/**
 * Take a free slot, with a new generation. Returns NULL if there is no memory, or all slots are in
 * use.
 */
struct inverbs_iba_slot *iba_slot_take(void);

/** The slot's handle, valid or not. */
void *iba_slot_handle(const struct inverbs_iba_slot *slot);

/** Make the slot's handle valid. All other members must be set. */
void iba_slot_publish(struct inverbs_iba_slot *slot);

/** Set which posts to a queue pair the archive handles: enum inverbs_iba_detail. */
void iba_slot_describe(struct inverbs_iba_slot *slot, uint8_t detail);

/** Invalidate the handle; the caller keeps the slot. */
void iba_slot_withdraw(struct inverbs_iba_slot *slot);

/** Free a slot that has no valid handle. */
void iba_slot_free(struct inverbs_iba_slot *slot);

/** Call in a child after fork: no handle of the parent is valid. */
void iba_slots_inherited(void);

/** Whether an invalid handle was valid in the parent process, before fork. */
bool iba_is_inherited(const void *handle);

#endif
