/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles of the access layer. A handle is the address of a slot in one table, with the slot's
 * generation in the low bits. So any value at all can be checked without being dereferenced first,
 * and the handle of a destroyed object is refused after its slot has been used again.
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
	INVERBS_IBA_DATAGRAM = 1,    /**< it is no connection */
	INVERBS_IBA_NO_SENDS = 2,    /**< its state takes none */
	INVERBS_IBA_NO_RECEIVES = 4, /**< the same */
};

/** Size and alignment of a slot: a cache line, whose low address bits hold the generation. */
#define INVERBS_IBA_SLOT_BYTES ((uintptr_t)64)

struct inverbs_iba_slot {
	uintptr_t handle; /**< the only handle that is valid for this slot, or none */
	/*
	 * The same handle while inlined calls may use it, or none. So they compare one word to know
	 * that it is valid, of the right kind, and in a state that allows it.
	 */
	uintptr_t sends;     /**< of a connected queue pair that takes sends */
	uintptr_t datagrams; /**< of a datagram queue pair that takes sends */
	uintptr_t receives;  /**< of a queue pair that takes receives */
	uintptr_t polls;     /**< of a completion queue */
	void *verbs;         /**< what posts and polls use: struct ibv_qp, struct ibv_cq */
	/* the runtime's struct iba_object; while the slot is free, the next free one */
	void *object;
	uint16_t kind;  /**< enum inverbs_iba_kind */
	uint8_t detail; /**< of a queue pair: enum inverbs_iba_detail */
	uint8_t generation;
} __attribute__((aligned(64)));

/** In place of a handle: a value that has its place in another slot. */
#define INVERBS_IBA_NONE(slot) (~(uintptr_t)(slot)&INVERBS_IBA_SLOT_BYTES)

/**
 * The table. It never shrinks; it moves once, when the first handle is made: before, it has two
 * slots that are always free. Its address is a multiple of its final size, and `mask` a power of 2
 * less the size of a slot, so that any value at all, masked, is the offset of a slot.
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
 * A word that another thread may store meanwhile, in one piece. Compilers do not make an atomic
 * load part of the instruction that uses it, so it is one only where somebody looks.
 */
#ifdef INVERBS_TSAN
#define INVERBS_IBA_LOOK(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#else
#define INVERBS_IBA_LOOK(word) (word)
#endif

/** The slot that a handle would have if it were a valid one. Takes no lock. */
static inline const struct inverbs_iba_slot *inverbs_iba_place(const void *handle)
{
	/* a table that has moved is seen before a mask that has grown */
	const uintptr_t mask = __atomic_load_n(&inverbs_iba_table.mask, __ATOMIC_ACQUIRE);

	return (const struct inverbs_iba_slot *)(const void *)(INVERBS_IBA_LOOK(
								       inverbs_iba_table.base) +
							       ((uintptr_t)handle & mask));
}

/** Whether a word of the slot where a handle has its place is this handle. */
static inline int inverbs_iba_matches(const uintptr_t *word, const void *handle)
{
	return __builtin_expect(INVERBS_IBA_LOOK(*word) == (uintptr_t)handle, 1);
}

/** The slot of a handle; NULL if the handle is not a valid one of that kind. Takes no lock. */
static inline const struct inverbs_iba_slot *inverbs_iba_slot(const void *handle, uint32_t kind)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(handle);

	return inverbs_iba_matches(&slot->handle, handle) && slot->kind == kind ? slot : NULL;
}

#endif
