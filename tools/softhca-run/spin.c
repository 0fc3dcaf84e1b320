/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Yields the processor in programs that poll. With more polling processes than processors, each of
 * them, and the emulator, would have to wait for the others' time slices. Vendors' libraries take a
 * spin lock to poll a CQ, so that is where to yield.
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
