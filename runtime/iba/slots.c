/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of handles. Its address range is reserved at once but becomes usable in steps. So the
 * table does not move when it grows, and mlockall() locks only the part in use.
 */
#define _GNU_SOURCE
#include "slots.h"

#include <sys/mman.h>

#define SLOTS (1U << 20)
#define TABLE (SLOTS * INVERBS_IBA_SLOT_BYTES)
#define FIRST ((size_t)1024 * INVERBS_IBA_SLOT_BYTES)

_Static_assert(sizeof(struct inverbs_iba_slot) == INVERBS_IBA_SLOT_BYTES, "a slot is a cache line");

/*
 * The table before the first handle exists; the lowest bit of an offset selects one of the two
 * slots.
 */
static const struct inverbs_iba_slot no_slots[2] = {
	{.handle = INVERBS_IBA_SLOT_BYTES,
	 .sends = INVERBS_IBA_SLOT_BYTES,
	 .datagrams = INVERBS_IBA_SLOT_BYTES,
	 .receives = INVERBS_IBA_SLOT_BYTES,
	 .polls = INVERBS_IBA_SLOT_BYTES},
	{.handle = 0},
};
struct inverbs_iba_table inverbs_iba_table = {(const char *)no_slots, INVERBS_IBA_SLOT_BYTES};

/* Start of the reserved address range, and the number of usable slots. */
static uintptr_t reserved;
static size_t bytes;

/* Slots are reused in the order in which they were freed, which spreads the use of generations. */
static struct {
	struct inverbs_iba_slot *first;
	struct inverbs_iba_slot *last;
} free_slots;

/* Kind of the slots whose handles belonged to the parent process; they are not reused. */
#define INHERITED UINT16_MAX

/* Reserve twice the size, which contains an aligned range of the required size. */
static bool reserve_table(void)
{
	void *memory = mmap(NULL, 2 * TABLE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			    -1, 0);
	const uintptr_t at = (uintptr_t)memory;

	if (memory == MAP_FAILED)
		return false;
	reserved = (at + TABLE - 1) & ~(uintptr_t)(TABLE - 1);
	if (reserved != at)
		munmap(memory, reserved - at);
	munmap((void *)(reserved + TABLE), at + TABLE - reserved);
	return true;
}

/* Set the words that inlined calls compare handles with. */
static void set_words(struct inverbs_iba_slot *slot, uintptr_t sends, uintptr_t datagrams,
		      uintptr_t receives, uintptr_t polls)
{
	__atomic_store_n(&slot->sends, sends, __ATOMIC_RELEASE);
	__atomic_store_n(&slot->datagrams, datagrams, __ATOMIC_RELEASE);
	__atomic_store_n(&slot->receives, receives, __ATOMIC_RELEASE);
	__atomic_store_n(&slot->polls, polls, __ATOMIC_RELEASE);
}

void iba_slot_withdraw(struct inverbs_iba_slot *slot)
{
	const uintptr_t none = INVERBS_IBA_NONE(slot);

	set_words(slot, none, none, none, none);
	__atomic_store_n(&slot->handle, none, __ATOMIC_RELEASE);
}

void iba_slot_free(struct inverbs_iba_slot *slot)
{
	slot->object = NULL;
	if (free_slots.last)
		free_slots.last->object = slot;
	else
		free_slots.first = slot;
	free_slots.last = slot;
}

/* Double the number of usable slots, if possible. */
static void grow_slot_table(void)
{
	const size_t more = bytes ? bytes : FIRST;
	struct inverbs_iba_slot *slot;

	if ((!reserved && !reserve_table()) || bytes == TABLE)
		return;
	slot = (struct inverbs_iba_slot *)(reserved + bytes);
	if (mprotect(slot, more, PROT_READ | PROT_WRITE))
		return;
	for (size_t i = 0; i < more / sizeof(*slot); i++) {
		iba_slot_withdraw(&slot[i]);
		iba_slot_free(&slot[i]);
	}
	bytes += more;
	__atomic_store_n(&inverbs_iba_table.base, (const char *)reserved, __ATOMIC_RELEASE);
	__atomic_store_n(&inverbs_iba_table.mask, bytes - INVERBS_IBA_SLOT_BYTES, __ATOMIC_RELEASE);
}

struct inverbs_iba_slot *iba_slot_take(void)
{
	struct inverbs_iba_slot *slot;

	if (!free_slots.first)
		grow_slot_table();
	slot = free_slots.first;
	if (!slot)
		return NULL;
	free_slots.first = slot->object;
	if (!free_slots.first)
		free_slots.last = NULL;
	/*
	 * with 0 a handle would equal the slot's address, which a program may compute by accident
	 */
	slot->generation = (uint8_t)(slot->generation % (INVERBS_IBA_SLOT_BYTES - 1) + 1);
	slot->verbs = NULL;
	slot->detail = 0;
	return slot;
}

void *iba_slot_handle(const struct inverbs_iba_slot *slot)
{
	return (void *)((uintptr_t)slot | slot->generation);
}

/* Enable the inlined calls that may use the slot of a valid handle. */
static void enable_inlined_calls(struct inverbs_iba_slot *slot)
{
	const uintptr_t handle = (uintptr_t)iba_slot_handle(slot), none = INVERBS_IBA_NONE(slot);
	const bool is_qp = slot->kind == INVERBS_IBA_QP;
	const bool sends = is_qp && slot->verbs && !(slot->detail & INVERBS_IBA_NO_SENDS);
	const bool datagrams = slot->detail & INVERBS_IBA_DATAGRAM;
	const bool receives = is_qp && !(slot->detail & INVERBS_IBA_NO_RECEIVES);

	set_words(slot, sends && !datagrams ? handle : none, sends && datagrams ? handle : none,
		  receives ? handle : none, slot->kind == INVERBS_IBA_CQ ? handle : none);
}

void iba_slot_publish(struct inverbs_iba_slot *slot)
{
	enable_inlined_calls(slot);
	__atomic_store_n(&slot->handle, (uintptr_t)iba_slot_handle(slot), __ATOMIC_RELEASE);
}

void iba_slot_describe(struct inverbs_iba_slot *slot, uint8_t detail)
{
	__atomic_store_n(&slot->detail, detail, __ATOMIC_RELAXED);
	if (slot->handle != INVERBS_IBA_NONE(slot))
		enable_inlined_calls(slot);
}

void iba_slots_inherited(void)
{
	struct inverbs_iba_slot *slot = (struct inverbs_iba_slot *)reserved;

	for (size_t i = 0; i < bytes / sizeof(*slot); i++) {
		const uintptr_t handle = slot[i].handle;

		if (handle == INVERBS_IBA_NONE(&slot[i]))
			continue;
		iba_slot_withdraw(&slot[i]);
		slot[i].kind = INHERITED;
		__atomic_store_n(&slot[i].handle, handle, __ATOMIC_RELEASE);
	}
}

bool iba_is_inherited(const void *handle)
{
	return inverbs_iba_slot(handle, INHERITED) != NULL;
}
