/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock of one queue: two bytes inside the queue's hot cache line. It vanishes under
 * INVERBS_SINGLE_THREADED and is skipped on queues made in a thread domain.
 */
#ifndef INVERBS_LOCK_H
#define INVERBS_LOCK_H

#include <inverbs/fast/bits.h>

struct inverbs_lock {
	uint8_t held; /**< 1 while some thread is inside */
	uint8_t off; /**< 1: the owner promised one thread at a time (thread domain); never taken */
};

#ifdef __cplusplus
extern "C" {
#endif
/** Wait until the lock may be free; yields the processor, because its holder may need it. In
 * libinverbs.a. */
void inverbs_lock_wait(struct inverbs_lock *lock);
#ifdef __cplusplus
}
#endif

INVERBS_INLINE void inverbs_lock(struct inverbs_lock *lock)
{
#ifdef INVERBS_SINGLE_THREADED
	(void)lock;
#else
	if (lock->off)
		return;
	while (__builtin_expect(__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE), 0))
		inverbs_lock_wait(lock);
#endif
}

INVERBS_INLINE void inverbs_unlock(struct inverbs_lock *lock)
{
#ifdef INVERBS_SINGLE_THREADED
	(void)lock;
#else
	__atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE); /* which it is, if nobody takes it */
#endif
}

#endif
