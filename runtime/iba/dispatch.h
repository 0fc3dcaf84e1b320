/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The dispatcher: the one thread that runs callbacks of programs. It starts with the first callback
 * that a program registers, and ends when the last instance, its user, is closed. It waits for
 * descriptors, jobs and timers, and holds no lock during a call.
 */
#ifndef RUNTIME_IBA_DISPATCH_H
#define RUNTIME_IBA_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

/** Add a user; the thread does not start yet. */
void iba_dispatcher_open(void);

/**
 * Remove a user. The last one waits until the thread has run the jobs that are due and has ended,
 * unless another user is added meanwhile. Not called by the thread itself.
 */
void iba_dispatcher_close(void);

/** Start the thread unless it runs; it must have a user. 0 or a positive errno value. */
int iba_dispatcher_start(void);

/** Whether the caller is the dispatcher: a callback, which must not wait for others. */
bool iba_on_dispatcher(void);

/** In a child after fork: the thread and its descriptors are the parent's. */
void iba_dispatcher_inherited(void);

/** Work for the dispatcher, done once. Member of a struct that outlives it. */
struct iba_job {
	struct iba_job *next;
	void (*run)(struct iba_job *job);
};

/** Run a job soon, in the order of these calls. The dispatcher runs. */
void iba_defer(struct iba_job *job);

/** A descriptor with something to read. `ready` is called again until nothing is left. */
struct iba_source {
	int fd;
	void (*ready)(struct iba_source *source);
};

/** Watch a descriptor. The dispatcher runs. 0 or a positive errno value. */
int iba_watch(struct iba_source *source);

/** After this returns, `ready` no longer runs, unless it is the caller. */
void iba_unwatch(struct iba_source *source);

/** A job that runs at a time. Zeroed before its first use, except for job.run. */
struct iba_timer {
	struct iba_job job;
	struct iba_timer *next;
	uint64_t due; /* as iba_now_ms() counts */
};

/** Milliseconds of the monotonic clock. */
uint64_t iba_now_ms(void);

/** Run the job in `ms` milliseconds; replaces an earlier time. The dispatcher must run. */
void iba_timer_set(struct iba_timer *timer, uint32_t ms);

/** Stop the timer. True: the job was still pending, and will not run. */
bool iba_timer_clear(struct iba_timer *timer);

#endif
