/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked with --wrap=pthread_mutex_unlock: a mutex that is unlocked without being locked ends the
 * test. That is how a missing lock shows where one thread is at work.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	if (!pthread_mutex_trylock(mutex)) {
		fputs("a mutex is unlocked that nobody locked\n", stderr);
		abort();
	}
	return __real_pthread_mutex_unlock(mutex);
}
