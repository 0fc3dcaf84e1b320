/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: mutexes. */
#ifndef COMPLIB_CL_MUTEX_H
#define COMPLIB_CL_MUTEX_H

#include <pthread.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _cl_mutex {
	pthread_mutex_t mutex;
	cl_state_t state;
} cl_mutex_t;

/** Prepares a mutex so that it can be destroyed even if it is never initialized. */
static inline void cl_mutex_construct(cl_mutex_t *p_mutex)
{
	p_mutex->state = CL_UNINITIALIZED;
}

static inline cl_status_t cl_mutex_init(cl_mutex_t *p_mutex)
{
	p_mutex->state = pthread_mutex_init(&p_mutex->mutex, NULL) ? CL_UNINITIALIZED
								   : CL_INITIALIZED;
	return p_mutex->state == CL_INITIALIZED ? CL_SUCCESS : CL_ERROR;
}

static inline void cl_mutex_destroy(cl_mutex_t *p_mutex)
{
	if (p_mutex->state == CL_INITIALIZED)
		pthread_mutex_destroy(&p_mutex->mutex);
	p_mutex->state = CL_DESTROYED;
}

static inline void cl_mutex_acquire(cl_mutex_t *p_mutex)
{
	pthread_mutex_lock(&p_mutex->mutex);
}

static inline void cl_mutex_release(cl_mutex_t *p_mutex)
{
	pthread_mutex_unlock(&p_mutex->mutex);
}

#ifdef __cplusplus
}
#endif

#endif
