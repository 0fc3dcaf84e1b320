/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles of the access layer. A handle is the address of a slot in one table, with the slot's
 * generation in the low bits. So any value can be checked before it is dereferenced, and the handle
 * of a destroyed object is refused even if its slot has been reused.
 */
#ifndef INVERBS_IBA_HANDLE_H
#define INVERBS_IBA_HANDLE_H

#include <inverbs/fast/bits.h>
#include <stddef.h>
#include <stdint.h>

enum inverbs_iba_kind {
	INVERBS_IBA_AL = 1,
	INVERBS_IBA_CA,
	INVERBS_IBA_PD,
	INVERBS_IBA_CQ,
	INVERBS_IBA_QP,
	INVERBS_IBA_SRQ,
	INVERBS_IBA_AV,
	INVERBS_IBA_MR,
	INVERBS_IBA_MW,
	INVERBS_IBA_MCAST,
	INVERBS_IBA_POOL,
	INVERBS_IBA_POOL_KEY,
	INVERBS_IBA_MAD_SVC,
	INVERBS_IBA_QUERY,
	INVERBS_IBA_REG_SVC,
	INVERBS_IBA_SUB,
	INVERBS_IBA_PNP,
	INVERBS_IBA_LISTEN,
	INVERBS_IBA_CONNECTION,
	INVERBS_IBA_IOC,
	INVERBS_IBA_SVC,
	INVERBS_IBA_SA_PORT,
	INVERBS_IBA_MANAGER,
	INVERBS_IBA_PNP_IOC,
	INVERBS_IBA_CM_PORT,
};

/** Why posts to a queue pair are left to libinverbs.a. */
enum inverbs_iba_detail {
	INVERBS_IBA_DATAGRAM = 1,    /**< it is not a connected type */
	INVERBS_IBA_NO_SENDS = 2,    /**< its state does not allow sends */
	INVERBS_IBA_NO_RECEIVES = 4, /**< its state does not allow receives */
};

/** Size and alignment of a slot: a cache line, whose low address bits hold the generation. */
#define INVERBS_IBA_SLOT_BYTES ((uintptr_t)64)

struct inverbs_iba_slot {
	uintptr_t handle; /**< the only valid handle for this slot, or none */
	/*
	 * Each is the same handle if inlined calls may use it, or none. So one comparison shows
	 * that a handle is valid, of the right kind, and in a suitable state.
	 */
	uintptr_t sends;     /**< a connected queue pair whose state allows sends */
	uintptr_t datagrams; /**< a datagram queue pair whose state allows sends */
	uintptr_t receives;  /**< a queue pair whose state allows receives */
	uintptr_t polls;     /**< a completion queue */
	void *verbs; /**< the pointer that posts and polls use: struct ibv_qp, struct ibv_cq */
	/* the runtime's struct iba_object; in a free slot, the next free slot */
	void *object;
	uint16_t kind;  /**< enum inverbs_iba_kind */
	uint8_t detail; /**< for a queue pair: enum inverbs_iba_detail */
	uint8_t generation;
} __attribute__((aligned(64)));

/** Stored instead of a handle: a value that belongs to another slot. */
#define INVERBS_IBA_NONE(slot) (~(uintptr_t)(slot)&INVERBS_IBA_SLOT_BYTES)

/**
 * The table of slots. It never shrinks, and moves only once, when the first handle is created;
 * until then it has two slots that are always free. Its address is a multiple of its final size,
 * and `mask` is a power of 2 minus the size of a slot, so that any value, masked, is the offset of
 * a slot.
 */
struct inverbs_iba_table {
	const char *base;
	uintptr_t mask;
};

#ifdef __cplusplus
extern "C" {
#endif
extern struct inverbs_iba_table inverbs_iba_table;
#ifdef __cplusplus
}
#endif

/*
 * Read a word that another thread may store meanwhile; it is never torn. Compilers do not make an
 * atomic load part of the instruction that uses the value, so it is atomic only for the thread
 * sanitizer.
 */
#ifdef INVERBS_TSAN
#define INVERBS_IBA_LOOK(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#else
#define INVERBS_IBA_LOOK(word) (word)
#endif

/** The slot to which a handle would belong if it were valid. Takes no lock. */
static inline const struct inverbs_iba_slot *inverbs_iba_place(const void *handle)
{
	/* acquire: whoever sees a mask that has grown also sees the table's new address */
	const uintptr_t mask = __atomic_load_n(&inverbs_iba_table.mask, __ATOMIC_ACQUIRE);

	return (const struct inverbs_iba_slot *)(const void *)(INVERBS_IBA_LOOK(
								       inverbs_iba_table.base) +
							       ((uintptr_t)handle & mask));
}

/** Whether a word of the handle's slot equals the handle. */
static inline int inverbs_iba_matches(const uintptr_t *word, const void *handle)
{
	return __builtin_expect(INVERBS_IBA_LOOK(*word) == (uintptr_t)handle, 1);
}

/** The slot of a handle, or NULL if it is not a valid handle of that kind. Takes no lock. */
static inline const struct inverbs_iba_slot *inverbs_iba_slot(const void *handle, uint32_t kind)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(handle);

	return inverbs_iba_matches(&slot->handle, handle) && slot->kind == kind ? slot : NULL;
}

#endif
