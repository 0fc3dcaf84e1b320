/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of handles. Its addresses are reserved at once and become memory in steps, so it never
 * moves, and what a program locks into memory (mlockall()) is only what is in use.
 */
#define _GNU_SOURCE
#include "slots.h"

#include <sys/mman.h>

#define SLOTS (1U << 20)
#define STEP  ((size_t)1024 * INVERBS_IBA_SLOT_BYTES)

_Static_assert(sizeof(struct inverbs_iba_slot) == INVERBS_IBA_SLOT_BYTES, "a slot is a cache line");

/* Before the first slot exists, no handle is below `bytes`. */
struct inverbs_iba_table inverbs_iba_table;

/* Slots are used again in the order in which they became free: that keeps generations apart. */
static struct {
	struct inverbs_iba_slot *first;
	struct inverbs_iba_slot *last;
} free_slots;

/* The kind of slots whose handles were the parent's; they are not used again. */
#define INHERITED UINT32_MAX

static bool reserve(void)
{
	void *memory = mmap(NULL, SLOTS * INVERBS_IBA_SLOT_BYTES, PROT_NONE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return false;
	inverbs_iba_table.base = (uintptr_t)memory;
	return true;
}

void iba_slot_free(struct inverbs_iba_slot *slot)
{
	slot->next_free = NULL;
	if (free_slots.last)
		free_slots.last->next_free = slot;
	else
		free_slots.first = slot;
	free_slots.last = slot;
}

/* Turn the next step of the reserved addresses into slots. */
static bool grow(void)
{
	size_t bytes = inverbs_iba_table.bytes;
	struct inverbs_iba_slot *slot;

	if ((!inverbs_iba_table.base && !reserve()) || bytes == SLOTS * INVERBS_IBA_SLOT_BYTES)
		return false;
	slot = (struct inverbs_iba_slot *)(inverbs_iba_table.base + bytes);
	if (mprotect(slot, STEP, PROT_READ | PROT_WRITE))
		return false;
	for (size_t i = 0; i < STEP / sizeof(*slot); i++)
		iba_slot_free(&slot[i]);
	__atomic_store_n(&inverbs_iba_table.bytes, bytes + STEP, __ATOMIC_RELEASE);
	return true;
}

struct inverbs_iba_slot *iba_slot_take(void)
{
	struct inverbs_iba_slot *slot;

	if (!free_slots.first && !grow())
		return NULL;
	slot = free_slots.first;
	free_slots.first = slot->next_free;
	if (!free_slots.first)
		free_slots.last = NULL;
	/* 0 would be the address itself, which a program may compute by accident */
	slot->generation = (uint8_t)(slot->generation % (INVERBS_IBA_SLOT_BYTES - 1) + 1);
	slot->verbs = NULL;
	slot->detail = 0;
	return slot;
}

void *iba_slot_handle(const struct inverbs_iba_slot *slot)
{
	return (void *)((uintptr_t)slot | slot->generation);
}

void iba_slot_publish(struct inverbs_iba_slot *slot)
{
	__atomic_store_n(&slot->handle, (uintptr_t)iba_slot_handle(slot), __ATOMIC_RELEASE);
}

void iba_slot_withdraw(struct inverbs_iba_slot *slot)
{
	__atomic_store_n(&slot->handle, 0, __ATOMIC_RELEASE);
}

void iba_slots_inherited(void)
{
	struct inverbs_iba_slot *slot = (struct inverbs_iba_slot *)inverbs_iba_table.base;

	for (size_t i = 0; i < inverbs_iba_table.bytes / sizeof(*slot); i++)
		if (slot[i].handle)
			slot[i].kind = INHERITED;
}

bool iba_is_inherited(const void *handle)
{
	return inverbs_iba_slot(handle, INHERITED) != NULL;
}
