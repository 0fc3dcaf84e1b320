/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock of one queue: two bytes in a cache line that posts or polls access anyway. Compiled out
 * with INVERBS_SINGLE_THREADED, and skipped on queues of a thread domain. With INVERBS_CHECK_LOCKS,
 * releasing a lock that is not held ends the program, so that single-threaded tests find missing
 * locks.
 */
#ifndef INVERBS_LOCK_H
#define INVERBS_LOCK_H

#include <inverbs/fast/bits.h>

struct inverbs_lock {
	uint8_t held; /**< 1 while a thread holds it */
	uint8_t off;  /**< 1: never taken, because the owner promised one thread at a time (thread
			 domain) */
} __attribute__((aligned(2)));

#ifdef __cplusplus
extern "C" {
#endif
/**
 * Wait until the lock may be free. Yields the processor, because the holder may need it. In
 * libinverbs.a.
 */
void inverbs_lock_wait(struct inverbs_lock *lock);
#ifdef __cplusplus
}
#endif

/**
 * Set `held`; returns true if it was clear. On x86 this is LOCK BTS, one instruction that needs no
 * register. It works on 16 bits, so it also rewrites `off`, which never changes while the lock is
 * in use.
 */
INVERBS_INLINE bool inverbs_hold(struct inverbs_lock *lock)
{
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
	typedef uint16_t __attribute__((may_alias)) both;

	return !(__atomic_fetch_or((both *)(void *)lock, 1, __ATOMIC_ACQUIRE) & 1);
#else
	return !__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE);
#endif
}

INVERBS_INLINE void inverbs_lock(struct inverbs_lock *lock)
{
#if defined(INVERBS_SINGLE_THREADED) && defined(INVERBS_CHECK_LOCKS)
	lock->held = 1; /* the archive may release the lock */
#elif defined(INVERBS_SINGLE_THREADED)
	(void)lock;
#else
	if (lock->off)
		return;
	while (__builtin_expect(!inverbs_hold(lock), 0))
		inverbs_lock_wait(lock);
#endif
}

INVERBS_INLINE void inverbs_unlock(struct inverbs_lock *lock)
{
#if defined(INVERBS_SINGLE_THREADED) && defined(INVERBS_CHECK_LOCKS)
	lock->held = 0;
#elif defined(INVERBS_SINGLE_THREADED)
	(void)lock;
#elif defined(INVERBS_CHECK_LOCKS)
	if (!__atomic_exchange_n(&lock->held, 0, __ATOMIC_RELEASE) && !lock->off)
		__builtin_trap();
#else
	__atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE); /* the common case */
#endif
}

#endif
