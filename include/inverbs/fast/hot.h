/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that the hot paths of all adapters share. A hot path handles the work requests that programs
 * post most, on queues that need no further checks. Everything else is a tail call to the full path
 * in libinverbs.a: nothing is live after it, so the hot path saves no registers.
 */
#ifndef INVERBS_HOT_H
#define INVERBS_HOT_H

#include <inverbs/fast/copy.h>
#include <inverbs/fast/forms.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the hot paths are generated for little-endian processors"
#endif

/** Full paths are cold for their callers, but are compiled for speed. */
#ifdef INVERBS_FULL_PATHS
#define INVERBS_COLD
#else
#define INVERBS_COLD __attribute__((cold))
#endif

/** Keep a value in its current register from here on; otherwise GCC copies it to another one. */
#define INVERBS_SETTLE(value) __asm__("" : "+r"(value))

#define INVERBS_RARE(condition) __builtin_expect(!!(condition), 0)

/** Flags that work requests of the hot path may have. They also index tables of 16 rows. */
#define INVERBS_HOT_FLAGS ((unsigned int)(IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_INLINE))

/**
 * The queue's row for SIGNALED, SOLICITED, both or neither. `flags` has no other bits: the caller
 * branches on INLINE, and has removed it.
 */
INVERBS_INLINE uint64_t inverbs_row_of_flags(const struct inverbs_sq *sq, size_t flags)
{
	uint64_t row;

	memcpy(&row, (const uint8_t *)sq->by_flags + flags * (sizeof(row) / IBV_SEND_SIGNALED),
	       sizeof(row));
	return row;
}
INVERBS_ASSERT_LAYOUT(IBV_SEND_SIGNALED == 2 && IBV_SEND_SOLICITED == 4 && IBV_SEND_INLINE == 8 &&
			      INVERBS_HOT_ROWS == 4,
		      "inverbs_row_of_flags");

/**
 * Store the row for these flags with a separate instruction: GCC would combine it with the adjacent
 * store in a vector register, which costs more than a second store.
 */
INVERBS_INLINE void inverbs_put_row(uint8_t *at, const struct inverbs_sq *sq, size_t flags)
{
	inverbs_put64(at, inverbs_row_of_flags(sq, flags));
	INVERBS_FORGET(*(inverbs_word *)(void *)at);
}

/** Load length and key of an SGE, adjacent members, in one load. */
INVERBS_INLINE uint64_t inverbs_length_and_key(const struct ibv_sge *sge)
{
	uint64_t both;

	memcpy(&both, (const uint8_t *)sge + offsetof(struct ibv_sge, length), sizeof(both));
	return both;
}
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_sge, lkey) == offsetof(struct ibv_sge, length) + 4,
		      "inverbs_length_and_key");

/*
 * Store length and key of an SGE, side by side in the WQE. Two stores if the compiler has the SGE's
 * members in registers (in_memory: false).
 */
INVERBS_INLINE void inverbs_put_length_key(void *at, const struct ibv_sge *sge, bool in_memory)
{
	if (in_memory) {
		inverbs_put64(at, inverbs_length_and_key(sge));
	} else {
		inverbs_put32((uint8_t *)at + 4, sge->lkey);
		inverbs_put32(at, sge->length);
	}
}

INVERBS_INLINE void inverbs_put_length_key_be(void *at, const struct ibv_sge *sge, bool in_memory)
{
	if (in_memory) {
		const uint64_t both = INVERBS_BE64(inverbs_length_and_key(sge));

		inverbs_put64(at, both << 32 | both >> 32);
	} else {
		inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(sge->lkey));
		inverbs_put32(at, INVERBS_BE32(sge->length));
	}
}

INVERBS_INLINE void inverbs_put_key_length_be(void *at, const struct ibv_sge *sge, bool in_memory)
{
	if (in_memory) {
		inverbs_put64(at, INVERBS_BE64(inverbs_length_and_key(sge)));
	} else {
		inverbs_put32(at, INVERBS_BE32(sge->lkey));
		inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(sge->length));
	}
}

/** Whether queues have locks. */
#ifdef INVERBS_SINGLE_THREADED
#define INVERBS_LOCKS 0
#else
#define INVERBS_LOCKS 1
#endif

/** Number of SGEs and opcode of a send, adjacent members of ibv_send_wr, as one word. */
#define INVERBS_SHAPE(sges, opcode) ((uint64_t)(sges) | (uint64_t)(opcode) << 32)
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_send_wr, opcode) ==
			      offsetof(struct ibv_send_wr, num_sge) + 4,
		      "inverbs_shape_of");

INVERBS_INLINE uint64_t inverbs_shape_of(const struct ibv_send_wr *wr)
{
	uint64_t shape;

	memcpy(&shape, (const uint8_t *)wr + offsetof(struct ibv_send_wr, num_sge), sizeof(shape));
	return shape;
}

/** Try to take a lock that cannot be switched off. */
INVERBS_INLINE bool inverbs_tryhold(struct inverbs_lock *lock)
{
#if defined(INVERBS_SINGLE_THREADED) && defined(INVERBS_CHECK_LOCKS)
	lock->held = 1; /* the archive may release the lock */
	return true;
#elif defined(INVERBS_SINGLE_THREADED)
	(void)lock;
	return true;
#else
	return inverbs_hold(lock);
#endif
}

/** Try to take the lock. */
INVERBS_INLINE bool inverbs_trylock(struct inverbs_lock *lock)
{
	return (INVERBS_LOCKS && lock->off) || inverbs_tryhold(lock);
}

enum {
	INVERBS_COPY_FEW = 64, /**< the most bytes that inverbs_copy_few copies */
	INVERBS_WC_BLOCK = 64, /**< the bytes that inverbs_wc_copy64 copies */
};

/**
 * Set status and opcode of a successful completion with one store: `row` has the opcode in its high
 * half, and zeros in its low half.
 */
INVERBS_INLINE void inverbs_wc_good(struct ibv_wc *wc, uint64_t row)
{
	memcpy((uint8_t *)wc + offsetof(struct ibv_wc, status), &row, sizeof(row));
}
INVERBS_ASSERT_LAYOUT(offsetof(struct ibv_wc, opcode) == offsetof(struct ibv_wc, status) + 4 &&
			      IBV_WC_SUCCESS == 0,
		      "inverbs_wc_good");

/*
 * A work request that a program builds from constants need not exist in memory: if the hot path
 * does not handle it, it is passed to the full path as scalars. Only the full path knows the type
 * of the queue pair, so every member of the work request's union that may be needed is passed.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored                                                                     \
	"-Wmaybe-uninitialized" /* members that this type of queue pair does not use */
#endif
/** The first 8 bytes of the union: an address, or an address handle. */
INVERBS_INLINE uint64_t inverbs_first_scalar(const struct ibv_send_wr *wr)
{
	return wr->opcode == IBV_WR_SEND ? (uintptr_t)wr->wr.ud.ah : wr->wr.rdma.remote_addr;
}

/** The next 8 bytes: a key, or number and Q_Key of a queue pair. */
INVERBS_INLINE uint64_t inverbs_second_scalar(const struct ibv_send_wr *wr)
{
	return wr->opcode == IBV_WR_SEND
		       ? wr->wr.ud.remote_qpn | (uint64_t)wr->wr.ud.remote_qkey << 32
		       : wr->wr.rdma.rkey;
}

/** Flags, opcode, and the SRQ number of an XRC work request, in one word. */
INVERBS_INLINE uint64_t inverbs_operation(const struct ibv_send_wr *wr)
{
	return wr->send_flags | (uint32_t)wr->opcode << 8 |
	       (uint64_t)wr->qp_type.xrc.remote_srqn << 32;
}
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_FLAGS < 1U << 8, "inverbs_operation");
#pragma GCC diagnostic pop

/**
 * Length and key of an SGE in one word. They are not loaded as a pair, because GCC would then do so
 * on the hot path, too.
 */
INVERBS_INLINE uint64_t inverbs_two(uint32_t low, uint32_t high)
{
	if (!__builtin_constant_p(low))
		INVERBS_SETTLE(low);
	return low | (uint64_t)high << 32;
}

/** Rebuild the work request from the scalars. */
INVERBS_INLINE void inverbs_request_of_scalars(struct ibv_send_wr *wr, uint64_t operation,
					       uint64_t first, uint64_t second)
{
	wr->next = NULL;
	wr->num_sge = 1;
	wr->opcode = (enum ibv_wr_opcode)(operation >> 8 & 0xff);
	wr->send_flags = operation & 0xff;
	wr->qp_type.xrc.remote_srqn = (uint32_t)(operation >> 32);
	wr->tso.hdr_sz = 0; /* read from every work request of a raw packet queue pair */
	if (wr->opcode == IBV_WR_SEND) {
		wr->wr.ud.ah = (struct ibv_ah *)(uintptr_t)first;
		wr->wr.ud.remote_qpn = (uint32_t)second;
		wr->wr.ud.remote_qkey = (uint32_t)(second >> 32);
	} else {
		wr->wr.rdma.remote_addr = first;
		wr->wr.rdma.rkey = (uint32_t)second;
	}
}

#endif
