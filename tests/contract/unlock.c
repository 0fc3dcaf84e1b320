/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked with --wrap=pthread_mutex_unlock: unlocking a mutex that is not locked ends the test, so
 * that even a single-threaded test finds a missing lock.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	if (!pthread_mutex_trylock(mutex)) {
		fputs("unlock of a mutex that is not locked\n", stderr);
		abort();
	}
	return __real_pthread_mutex_unlock(mutex);
}
