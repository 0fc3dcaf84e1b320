/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that polls gives the processor away now and then. Where more processes poll than there
 * are processors, each of them, and the emulator, would wait for milliseconds until the others have
 * used up their time. Vendors' libraries take a spin lock to look at a completion queue: that is
 * the place to do it.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

#include "preload.h"

enum {
	LOCKS_PER_YIELD = 64
};

PRELOAD_TAKES(int, pthread_spin_lock, (pthread_spinlock_t * lock))
{
	static __thread unsigned int count;

	if (++count % LOCKS_PER_YIELD == 0)
		sched_yield();
	return PRELOAD_NEXT(pthread_spin_lock)(lock);
}
