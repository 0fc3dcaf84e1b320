/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: spin locks. They are implemented as mutexes, which perform better in
 * programs whose threads can be preempted. */
#ifndef COMPLIB_CL_SPINLOCK_H
#define COMPLIB_CL_SPINLOCK_H

#include <pthread.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _cl_spinlock {
	pthread_mutex_t mutex;
	cl_state_t state;
} cl_spinlock_t;

/** Prepares a lock so that it can be destroyed even if it is never initialized. */
static inline void cl_spinlock_construct(cl_spinlock_t *p_spinlock)
{
	p_spinlock->state = CL_UNINITIALIZED;
}

static inline cl_status_t cl_spinlock_init(cl_spinlock_t *p_spinlock)
{
	p_spinlock->state = pthread_mutex_init(&p_spinlock->mutex, NULL) ? CL_UNINITIALIZED
									 : CL_INITIALIZED;
	return p_spinlock->state == CL_INITIALIZED ? CL_SUCCESS : CL_ERROR;
}

static inline void cl_spinlock_destroy(cl_spinlock_t *p_spinlock)
{
	if (p_spinlock->state == CL_INITIALIZED)
		pthread_mutex_destroy(&p_spinlock->mutex);
	p_spinlock->state = CL_DESTROYED;
}

static inline void cl_spinlock_acquire(cl_spinlock_t *p_spinlock)
{
	pthread_mutex_lock(&p_spinlock->mutex);
}

static inline void cl_spinlock_release(cl_spinlock_t *p_spinlock)
{
	pthread_mutex_unlock(&p_spinlock->mutex);
}

#ifdef __cplusplus
}
#endif

#endif
