/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: time, from a clock that nobody sets. */
#ifndef COMPLIB_CL_TIMER_H
#define COMPLIB_CL_TIMER_H

#include <time.h>

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Microseconds since some moment. */
static inline uint64_t cl_get_time_stamp(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/** Seconds since the same moment. */
static inline uint32_t cl_get_time_stamp_sec(void)
{
	return (uint32_t)(cl_get_time_stamp() / 1000000);
}

/** Ticks since some moment. */
static inline uint64_t cl_get_tick_count(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/** Ticks in a second. */
static inline uint64_t cl_get_tick_freq(void)
{
	return 1000000000;
}

#ifdef __cplusplus
}
#endif

#endif
