/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: threads. */
#ifndef COMPLIB_CL_THREAD_H
#define COMPLIB_CL_THREAD_H

#include <pthread.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <time.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The function that a thread runs. */
typedef void (*cl_pfn_thread_callback_t)(void *context);

typedef struct _cl_thread_osd {
	pthread_t id;
	cl_state_t state;
} cl_thread_osd_t;

typedef struct _cl_thread {
	cl_thread_osd_t osd;
	cl_pfn_thread_callback_t pfn_callback;
	const void *context;
	char name[16]; /**< name that debuggers show */
} cl_thread_t;

/** Start function for pthread_create(). */
static inline void *cl_thread_run(void *p_thread)
{
	cl_thread_t *self = (cl_thread_t *)p_thread;

	self->pfn_callback((void *)(uintptr_t)self->context);
	return NULL;
}

/** Prepares a thread so that it can be destroyed even if it was never started. */
static inline void cl_thread_construct(cl_thread_t *p_thread)
{
	p_thread->osd.state = CL_UNINITIALIZED;
}

/** Starts a thread. The structure must not move until the thread is destroyed. */
static inline cl_status_t cl_thread_init(cl_thread_t *p_thread,
					 cl_pfn_thread_callback_t pfn_callback, const void *context,
					 const char *name)
{
	p_thread->osd.state = CL_UNINITIALIZED;
	snprintf(p_thread->name, sizeof(p_thread->name), "%s", name ? name : "");
	if (!pfn_callback)
		return CL_INVALID_PARAMETER;
	p_thread->pfn_callback = pfn_callback;
	p_thread->context = context;
	if (pthread_create(&p_thread->osd.id, NULL, cl_thread_run, p_thread))
		return CL_ERROR;
	p_thread->osd.state = CL_INITIALIZED;
	return CL_SUCCESS;
}

/** Waits until the thread has ended. */
static inline void cl_thread_destroy(cl_thread_t *p_thread)
{
	if (p_thread->osd.state == CL_INITIALIZED)
		pthread_join(p_thread->osd.id, NULL);
	p_thread->osd.state = CL_DESTROYED;
}

/** Sleeps for pause_ms milliseconds; 0 yields the processor. */
static inline void cl_thread_suspend(uint32_t pause_ms)
{
	struct timespec rest;

	rest.tv_sec = (time_t)(pause_ms / 1000);
	rest.tv_nsec = (long)(pause_ms % 1000) * 1000000;
	if (!pause_ms)
		sched_yield();
	while (pause_ms && nanosleep(&rest, &rest))
		;
}

/** Sleeps for pause_us microseconds. */
static inline void cl_thread_stall(uint32_t pause_us)
{
	struct timespec rest;

	rest.tv_sec = (time_t)(pause_us / 1000000);
	rest.tv_nsec = (long)(pause_us % 1000000) * 1000;
	while (nanosleep(&rest, &rest))
		;
}

/** The number of processors in use. */
static inline uint32_t cl_proc_count(void)
{
	int count = get_nprocs();

	return count > 0 ? (uint32_t)count : 1;
}

/** TRUE if the caller is this thread. */
static inline boolean_t cl_is_current_thread(const cl_thread_t *p_thread)
{
	return p_thread->osd.state == CL_INITIALIZED &&
	       pthread_equal(p_thread->osd.id, pthread_self());
}

/** Always TRUE: every thread may block. */
static inline boolean_t cl_is_blockable(void)
{
	return TRUE;
}

#ifdef __cplusplus
}
#endif

#endif
