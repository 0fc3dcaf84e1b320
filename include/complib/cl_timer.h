/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: monotonic time, and timers with callbacks. */
#ifndef COMPLIB_CL_TIMER_H
#define COMPLIB_CL_TIMER_H

#include <pthread.h>
#include <time.h>

#include <complib/cl_qlist.h>
#include <complib/cl_spinlock.h>
#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Microseconds since an arbitrary time. */
static inline uint64_t cl_get_time_stamp(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/** Seconds since the same time. */
static inline uint32_t cl_get_time_stamp_sec(void)
{
	return (uint32_t)(cl_get_time_stamp() / 1000000);
}

/** Ticks since an arbitrary time. */
static inline uint64_t cl_get_tick_count(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/** Ticks per second. */
static inline uint64_t cl_get_tick_freq(void)
{
	return 1000000000;
}

/** The function that a timer calls, in the timer's own thread. */
typedef void (*cl_pfn_timer_callback_t)(void *context);

/** A timer's thread, and the state it shares with the functions below. */
struct cl_timer_works {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	pthread_t thread;
	cl_pfn_timer_callback_t pfn_callback;
	void *context;
	uint64_t due; /**< microseconds */
	boolean_t waits, calls, ends;
	boolean_t alone; /**< no thread waits for the timer to end */
};

/**
 * A timer. Its size is that in other component libraries, which a program may also be linked with.
 */
typedef struct _cl_timer {
	struct cl_timer_works *p_works;
	cl_state_t state;
	uint64_t reserved[11];
} cl_timer_t;

/** Sleep, with the lock held, until the state changes or the time has come. */
static inline void cl_timer_sleep(struct cl_timer_works *works)
{
	struct timespec until;

	if (!works->waits) {
		pthread_cond_wait(&works->changed, &works->mutex);
		return;
	}
	until.tv_sec = (time_t)(works->due / 1000000);
	until.tv_nsec = (long)(works->due % 1000000) * 1000;
	pthread_cond_timedwait(&works->changed, &works->mutex, &until);
}

static inline void cl_timer_free(struct cl_timer_works *works)
{
	pthread_cond_destroy(&works->changed);
	pthread_mutex_destroy(&works->mutex);
	free(works);
}

/** Start function for pthread_create(). */
static inline void *cl_timer_run(void *argument)
{
	struct cl_timer_works *works = (struct cl_timer_works *)argument;
	boolean_t alone;

	pthread_mutex_lock(&works->mutex);
	while (!works->ends) {
		if (!works->waits || cl_get_time_stamp() < works->due) {
			cl_timer_sleep(works);
			continue;
		}
		works->waits = FALSE;
		works->calls = TRUE;
		pthread_mutex_unlock(&works->mutex);
		works->pfn_callback(works->context);
		pthread_mutex_lock(&works->mutex);
		works->calls = FALSE;
		pthread_cond_broadcast(&works->changed);
	}
	alone = works->alone;
	pthread_mutex_unlock(&works->mutex);
	if (alone)
		cl_timer_free(works);
	return NULL;
}

/** Prepares a timer so that it can be destroyed even if it is never initialized. */
static inline void cl_timer_construct(cl_timer_t *p_timer)
{
	memset(p_timer, 0, sizeof(*p_timer));
	p_timer->state = CL_UNINITIALIZED;
}

static inline cl_status_t cl_timer_begin(struct cl_timer_works *works)
{
	pthread_condattr_t clock;

	pthread_mutex_init(&works->mutex, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&works->changed, &clock);
	pthread_condattr_destroy(&clock);
	return pthread_create(&works->thread, NULL, cl_timer_run, works) ? CL_ERROR : CL_SUCCESS;
}

/** Initializes a timer, which is not running. */
static inline cl_status_t cl_timer_init(cl_timer_t *p_timer, cl_pfn_timer_callback_t pfn_callback,
					const void *context)
{
	struct cl_timer_works *works;

	cl_timer_construct(p_timer);
	if (!pfn_callback)
		return CL_INVALID_PARAMETER;
	works = (struct cl_timer_works *)calloc(1, sizeof(*works));
	if (!works)
		return CL_INSUFFICIENT_MEMORY;
	works->pfn_callback = pfn_callback;
	works->context = (void *)(uintptr_t)context;
	if (cl_timer_begin(works) != CL_SUCCESS) {
		cl_timer_free(works);
		return CL_ERROR;
	}
	p_timer->p_works = works;
	p_timer->state = CL_INITIALIZED;
	return CL_SUCCESS;
}

/** Call once after time_ms milliseconds. Replaces an earlier setting. */
static inline cl_status_t cl_timer_start(cl_timer_t *p_timer, uint32_t time_ms)
{
	struct cl_timer_works *works = p_timer->p_works;

	pthread_mutex_lock(&works->mutex);
	works->due = cl_get_time_stamp() + (uint64_t)time_ms * 1000;
	works->waits = TRUE;
	pthread_cond_broadcast(&works->changed);
	pthread_mutex_unlock(&works->mutex);
	return CL_SUCCESS;
}

/** The same, but never later than an earlier setting. */
static inline cl_status_t cl_timer_trim(cl_timer_t *p_timer, uint32_t time_ms)
{
	struct cl_timer_works *works = p_timer->p_works;
	boolean_t later;

	pthread_mutex_lock(&works->mutex);
	later = works->waits && works->due <= cl_get_time_stamp() + (uint64_t)time_ms * 1000;
	pthread_mutex_unlock(&works->mutex);
	return later ? CL_SUCCESS : cl_timer_start(p_timer, time_ms);
}

/** Cancel the call. When this returns, a call that had begun is over, unless it is the caller. */
static inline void cl_timer_stop(cl_timer_t *p_timer)
{
	struct cl_timer_works *works = p_timer->p_works;

	pthread_mutex_lock(&works->mutex);
	works->waits = FALSE;
	pthread_cond_broadcast(&works->changed);
	while (works->calls && !pthread_equal(works->thread, pthread_self()))
		pthread_cond_wait(&works->changed, &works->mutex);
	pthread_mutex_unlock(&works->mutex);
}

/** Stop and release the timer. Its own callback may call this. */
static inline void cl_timer_destroy(cl_timer_t *p_timer)
{
	struct cl_timer_works *works = p_timer->p_works;
	boolean_t alone;

	if (p_timer->state != CL_INITIALIZED)
		return;
	p_timer->state = CL_DESTROYED;
	pthread_mutex_lock(&works->mutex);
	alone = pthread_equal(works->thread, pthread_self()) != 0;
	works->alone = alone;
	works->ends = TRUE;
	pthread_cond_broadcast(&works->changed);
	pthread_mutex_unlock(&works->mutex);
	if (alone) {
		pthread_detach(pthread_self());
	} else {
		pthread_join(works->thread, NULL);
		cl_timer_free(works);
	}
}

#ifdef __cplusplus
}
#endif

#endif
