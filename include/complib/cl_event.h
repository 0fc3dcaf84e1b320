/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: events for the threads of one process. */
#ifndef COMPLIB_CL_EVENT_H
#define COMPLIB_CL_EVENT_H

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _cl_event {
	pthread_cond_t condvar;
	pthread_mutex_t mutex;
	boolean_t signaled;
	boolean_t manual_reset;
	cl_state_t state;
} cl_event_t;

/** Prepares an event so that it can be destroyed even if it is never initialized. */
static inline void cl_event_construct(cl_event_t *p_event)
{
	p_event->state = CL_UNINITIALIZED;
}

/**
 * Initializes an event that is not signaled. Without manual_reset, a signal releases one thread,
 * which resets the event.
 */
static inline cl_status_t cl_event_init(cl_event_t *p_event, boolean_t manual_reset)
{
	pthread_condattr_t clock;

	p_event->signaled = FALSE;
	p_event->manual_reset = manual_reset;
	p_event->state = CL_UNINITIALIZED;
	if (pthread_condattr_init(&clock))
		return CL_ERROR;
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	if (!pthread_cond_init(&p_event->condvar, &clock) &&
	    !pthread_mutex_init(&p_event->mutex, NULL))
		p_event->state = CL_INITIALIZED;
	pthread_condattr_destroy(&clock);
	return p_event->state == CL_INITIALIZED ? CL_SUCCESS : CL_ERROR;
}

static inline void cl_event_destroy(cl_event_t *p_event)
{
	if (p_event->state != CL_INITIALIZED)
		return;
	pthread_cond_broadcast(&p_event->condvar);
	pthread_cond_destroy(&p_event->condvar);
	pthread_mutex_destroy(&p_event->mutex);
	p_event->state = CL_DESTROYED;
}

static inline cl_status_t cl_event_signal(cl_event_t *p_event)
{
	pthread_mutex_lock(&p_event->mutex);
	p_event->signaled = TRUE;
	if (p_event->manual_reset)
		pthread_cond_broadcast(&p_event->condvar);
	else
		pthread_cond_signal(&p_event->condvar);
	pthread_mutex_unlock(&p_event->mutex);
	return CL_SUCCESS;
}

static inline cl_status_t cl_event_reset(cl_event_t *p_event)
{
	pthread_mutex_lock(&p_event->mutex);
	p_event->signaled = FALSE;
	pthread_mutex_unlock(&p_event->mutex);
	return CL_SUCCESS;
}

/**
 * Waits for at most wait_us microseconds; 0 only tests the event. Returns CL_TIMEOUT if it was not
 * signaled. Signals delivered to the process do not interrupt the wait.
 */
static inline cl_status_t cl_event_wait_on(cl_event_t *p_event, uint32_t wait_us,
					   boolean_t interruptible)
{
	struct timespec until;
	int failed = 0;
	boolean_t signaled;

	(void)interruptible;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (time_t)(wait_us / 1000000);
	until.tv_nsec += (long)(wait_us % 1000000) * 1000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_mutex_lock(&p_event->mutex);
	while (!p_event->signaled && !failed && wait_us) {
		if (wait_us == EVENT_NO_TIMEOUT)
			failed = pthread_cond_wait(&p_event->condvar, &p_event->mutex);
		else
			failed = pthread_cond_timedwait(&p_event->condvar, &p_event->mutex, &until);
	}
	signaled = p_event->signaled;
	if (!p_event->manual_reset)
		p_event->signaled = FALSE;
	pthread_mutex_unlock(&p_event->mutex);
	if (signaled)
		return CL_SUCCESS;
	return !failed || failed == ETIMEDOUT ? CL_TIMEOUT : CL_ERROR;
}

#ifdef __cplusplus
}
#endif

#endif
