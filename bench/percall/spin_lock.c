/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For the reference only. softhca-run replaces pthread_spin_lock by a function that occasionally
 * yields the processor, which should be neither counted nor timed. A function in the program takes
 * precedence over softhca-run's; if the lock is free, this one executes the same four instructions
 * as that of the C library.
 */
#include <pthread.h>

__attribute__((visibility("default"))) int pthread_spin_lock(pthread_spinlock_t *lock)
{
	pthread_spinlock_t *word = lock; /* not const, although the compiler sees no plain store */

	while (__atomic_sub_fetch(word, 1, __ATOMIC_ACQUIRE) != 0) {
		while (__atomic_load_n(word, __ATOMIC_RELAXED) <= 0)
			__builtin_ia32_pause();
	}
	return 0;
}
