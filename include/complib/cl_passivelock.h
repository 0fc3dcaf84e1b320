/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: read-write locks. */
#ifndef COMPLIB_CL_PASSIVELOCK_H
#define COMPLIB_CL_PASSIVELOCK_H

#include <pthread.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _cl_plock {
	pthread_rwlock_t lock;
	cl_state_t state;
} cl_plock_t;

/** Prepares a lock so that it can be destroyed even if it is never initialized. */
static inline void cl_plock_construct(cl_plock_t *p_lock)
{
	p_lock->state = CL_UNINITIALIZED;
}

static inline cl_status_t cl_plock_init(cl_plock_t *p_lock)
{
	p_lock->state = pthread_rwlock_init(&p_lock->lock, NULL) ? CL_UNINITIALIZED
								 : CL_INITIALIZED;
	return p_lock->state == CL_INITIALIZED ? CL_SUCCESS : CL_ERROR;
}

static inline void cl_plock_destroy(cl_plock_t *p_lock)
{
	if (p_lock->state == CL_INITIALIZED)
		pthread_rwlock_destroy(&p_lock->lock);
	p_lock->state = CL_DESTROYED;
}

/** Locks for reading. */
static inline void cl_plock_acquire(cl_plock_t *p_lock)
{
	pthread_rwlock_rdlock(&p_lock->lock);
}

/** Locks for writing. */
static inline void cl_plock_excl_acquire(cl_plock_t *p_lock)
{
	pthread_rwlock_wrlock(&p_lock->lock);
}

static inline void cl_plock_release(cl_plock_t *p_lock)
{
	pthread_rwlock_unlock(&p_lock->lock);
}

#ifdef __cplusplus
}
#endif

#endif
