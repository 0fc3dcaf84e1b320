/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the hot paths of all adapters share. A hot path takes the requests that programs post a
 * hundred million times, on queues that need no second look, and leaves everything else to the full
 * path in libinverbs.a, by a tail call: nothing lives behind that call, so nothing has to be saved
 * for it.
 */
#ifndef INVERBS_HOT_H
#define INVERBS_HOT_H

#include <inverbs/mmio.h>
#include <inverbs/objects.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the hot paths are generated for little-endian processors"
#endif

/** What is called now and then: out of the way of the rest, and compiled for size. */
#define INVERBS_COLD __attribute__((cold))

#define INVERBS_RARE(condition) __builtin_expect(!!(condition), 0)

/** Flags that a request of the hot path may have: all below. They are the index of tables of 16
 * lanes. */
#define INVERBS_HOT_FLAGS (2U * IBV_SEND_INLINE)

/** Take the lock if it is free. */
INVERBS_INLINE bool inverbs_trylock(struct inverbs_lock *lock)
{
#ifdef INVERBS_SINGLE_THREADED
	(void)lock;
	return true;
#else
	return lock->off || !__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE);
#endif
}

/** 16 bytes that are moved at once. */
typedef uint64_t inverbs_pair __attribute__((vector_size(16), aligned(1), may_alias));

INVERBS_INLINE void inverbs_copy16(uint8_t *to, const uint8_t *from)
{
	*(inverbs_pair *)(void *)to = *(const inverbs_pair *)(const void *)from;
}

/** Copy 1 to 64 bytes without a loop, by moves that overlap. */
INVERBS_INLINE void inverbs_copy_few(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	if (bytes == 8) {
		memcpy(to, from, 8);
	} else if (bytes > 16) {
		inverbs_copy16(to, from);
		if (bytes > 32)
			inverbs_copy16(to + 16, from + 16);
		if (bytes > 48)
			inverbs_copy16(to + 32, from + 32);
		inverbs_copy16(to + bytes - 16, from + bytes - 16);
	} else if (bytes > 8) {
		const uint64_t first = inverbs_get64(from), last = inverbs_get64(from + bytes - 8);

		memcpy(to, &first, 8);
		memcpy(to + bytes - 8, &last, 8);
	} else if (bytes >= 4) {
		const uint32_t first = inverbs_get32(from), last = inverbs_get32(from + bytes - 4);

		memcpy(to, &first, 4);
		memcpy(to + bytes - 4, &last, 4);
	} else {
		const uint8_t first = from[0], middle = from[bytes / 2], last = from[bytes - 1];

		to[0] = first;
		to[bytes / 2] = middle;
		to[bytes - 1] = last;
	}
	INVERBS_STORE_HOOK(to, bytes);
}

/** 16 bytes to a write-combining page in one store. */
INVERBS_INLINE void inverbs_wc_store16(uint8_t *to, const uint8_t *from)
{
	*(volatile inverbs_pair *)(void *)to = *(const inverbs_pair *)(const void *)from;
	INVERBS_MMIO_HOOK(to, 16);
}

/** Copy 64 bytes to a write-combining page: the whole of one of its buffers. */
INVERBS_INLINE void inverbs_wc_copy64(uint8_t *to, const uint8_t *from)
{
	inverbs_wc_store16(to, from);
	inverbs_wc_store16(to + 16, from + 16);
	inverbs_wc_store16(to + 32, from + 32);
	inverbs_wc_store16(to + 48, from + 48);
}

/** A send of one SGE in scalars, for the full path: a request that a program builds from constants
 * is never in memory. */
struct inverbs_scalars {
	uint64_t wr_id, addr, remote_addr; /**< of a datagram, remote_addr is the address handle */
	uint32_t length, lkey, rkey;       /**< and rkey the remote queue pair's number */
	uint32_t remote_qkey, remote_srqn;
	uint16_t opcode, flags;
};

/* Members that the queue pair's type gives a meaning: whether the program has set them is not known
 * here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

INVERBS_INLINE struct inverbs_scalars inverbs_scalars_of(const struct ibv_send_wr *wr,
							 const struct ibv_sge *sge)
{
	struct inverbs_scalars same;

	same.wr_id = wr->wr_id;
	same.addr = sge->addr;
	same.remote_addr = wr->opcode == IBV_WR_SEND ? (uintptr_t)wr->wr.ud.ah
						     : wr->wr.rdma.remote_addr;
	same.length = sge->length;
	same.lkey = sge->lkey;
	same.rkey = wr->opcode == IBV_WR_SEND ? wr->wr.ud.remote_qpn : wr->wr.rdma.rkey;
	same.remote_qkey = wr->wr.ud.remote_qkey;
	same.remote_srqn = wr->qp_type.xrc.remote_srqn;
	same.opcode = (uint16_t)wr->opcode;
	same.flags = (uint16_t)wr->send_flags;
	return same;
}

#pragma GCC diagnostic pop

/** The request that the scalars stand for. */
INVERBS_INLINE void inverbs_request_of_scalars(const struct inverbs_scalars *same,
					       struct ibv_send_wr *wr, struct ibv_sge *sge)
{
	*sge = (struct ibv_sge){same->addr, same->length, same->lkey};
	memset(wr, 0, sizeof(*wr));
	wr->wr_id = same->wr_id;
	wr->sg_list = sge;
	wr->num_sge = 1;
	wr->opcode = (enum ibv_wr_opcode)same->opcode;
	wr->send_flags = same->flags;
	if (same->opcode == IBV_WR_SEND) {
		wr->wr.ud.ah = (struct ibv_ah *)(uintptr_t)same->remote_addr;
		wr->wr.ud.remote_qpn = same->rkey;
		wr->wr.ud.remote_qkey = same->remote_qkey;
	} else {
		wr->wr.rdma.remote_addr = same->remote_addr;
		wr->wr.rdma.rkey = same->rkey;
	}
	wr->qp_type.xrc.remote_srqn = same->remote_srqn;
}

#endif
