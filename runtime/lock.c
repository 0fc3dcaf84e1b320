/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for a queue lock, the slow path of <inverbs/fast/lock.h>. */
#include <inverbs/fast/lock.h>
#include <sched.h>

enum {
	SPINS_BEFORE_YIELD = 64,
};

static void pause_processor(void)
{
#if defined(__x86_64__)
	__asm__ volatile("pause" ::: "memory");
#elif defined(__aarch64__)
	__asm__ volatile("yield" ::: "memory");
#endif
}

void inverbs_lock_wait(struct inverbs_lock *lock)
{
	for (int i = 0; i < SPINS_BEFORE_YIELD; i++) {
		if (!__atomic_load_n(&lock->held, __ATOMIC_RELAXED))
			return;
		pause_processor();
	}
	/* The holder may be waiting for this processor. */
	sched_yield();
}
