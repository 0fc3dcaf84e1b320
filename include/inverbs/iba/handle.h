/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles of the access layer. A handle is the address of a slot in one table, with the slot's
 * generation in the low bits. So any value at all can be checked without being dereferenced first,
 * and the handle of a destroyed object is refused after its slot has been used again.
 */
#ifndef INVERBS_IBA_HANDLE_H
#define INVERBS_IBA_HANDLE_H

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
	INVERBS_IBA_DATAGRAM = 1,
	INVERBS_IBA_NO_SENDS = 2,    /**< its state takes none */
	INVERBS_IBA_NO_RECEIVES = 4, /**< the same */
};

/** Size and alignment of a slot: a cache line, whose low address bits hold the generation. */
#define INVERBS_IBA_SLOT_BYTES ((uintptr_t)64)

struct inverbs_iba_slot {
	uintptr_t handle; /**< the only handle that is valid for this slot; 0 while it is free */
	void *verbs;      /**< what posts and polls use: struct ibv_qp, struct ibv_cq */
	void *object;     /**< the runtime's struct iba_object */
	uint32_t kind;    /**< enum inverbs_iba_kind */
	uint32_t detail;  /**< of a queue pair: enum inverbs_iba_detail */
	struct inverbs_iba_slot *next_free;
	uint8_t generation;
} __attribute__((aligned(64)));

/** The table. It never moves and never shrinks; `bytes` grows as slots are needed. */
struct inverbs_iba_table {
	uintptr_t base;
	size_t bytes;
};

#ifdef __cplusplus
extern "C" {
#endif
extern struct inverbs_iba_table inverbs_iba_table;
#ifdef __cplusplus
}
#endif

/** The slot of a handle; NULL if the handle is not a valid one of that kind. Takes no lock. */
static inline const struct inverbs_iba_slot *inverbs_iba_slot(const void *handle, uint32_t kind)
{
	const uintptr_t value = (uintptr_t)handle;
	const size_t bytes = __atomic_load_n(&inverbs_iba_table.bytes, __ATOMIC_ACQUIRE);
	const struct inverbs_iba_slot *slot;

	if (__builtin_expect(value - inverbs_iba_table.base >= bytes, 0))
		return NULL;
	slot = (const struct inverbs_iba_slot *)(value & ~(INVERBS_IBA_SLOT_BYTES - 1));
	if (__builtin_expect(__atomic_load_n(&slot->handle, __ATOMIC_RELAXED) != value, 0) ||
	    __builtin_expect(slot->kind != kind, 0))
		return NULL;
	return slot;
}

#endif
