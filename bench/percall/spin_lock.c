/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For the reference only. softhca-run takes the place of pthread_spin_lock, to give the processor
 * away now and then; that should be neither counted nor timed. The program's own function comes
 * before softhca-run's, and has the instructions of the C library's when nobody holds the lock:
 * four.
 */
#include <pthread.h>

__attribute__((visibility("default"))) int pthread_spin_lock(pthread_spinlock_t *lock)
{
	pthread_spinlock_t *word = lock; /* which is written: a builtin says nothing of it */

	while (__atomic_sub_fetch(word, 1, __ATOMIC_ACQUIRE) != 0) {
		while (__atomic_load_n(word, __ATOMIC_RELAXED) <= 0)
			__builtin_ia32_pause();
	}
	return 0;
}
