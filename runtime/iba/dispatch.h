/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The dispatcher: the thread that runs the program's callbacks. It starts with the first callback
 * that a program registers, and ends when the last instance (its user) is closed. It waits for
 * descriptors, jobs and timers, and holds no lock during a call.
 */
#ifndef RUNTIME_IBA_DISPATCH_H
#define RUNTIME_IBA_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

/** Add a user. This does not start the thread. */
void iba_dispatcher_open(void);

/**
 * Remove a user. Removing the last one waits until the thread has run the jobs that are due and has
 * ended, unless another user is added meanwhile. Not called on the dispatcher.
 */
void iba_dispatcher_close(void);

/** Start the thread unless it is running. There must be a user. Returns 0 or an errno value. */
int iba_dispatcher_start(void);

/**
 * Whether the caller runs on the dispatcher, that is in a callback, and so must not wait for
 * others.
 */
bool iba_on_dispatcher(void);

/** Call in a child after fork: the thread and its descriptors belong to the parent. */
void iba_dispatcher_inherited(void);

/** Work that the dispatcher does once. It is a member of a struct that outlives it. */
struct iba_job {
	struct iba_job *next;
	void (*run)(struct iba_job *job);
};

/** Run a job soon, in the order of these calls. The dispatcher must be running. */
void iba_defer(struct iba_job *job);

/** A descriptor to be watched. While it is readable, `ready` is called repeatedly. */
struct iba_source {
	int fd;
	void (*ready)(struct iba_source *source);
};

/** Watch a descriptor. The dispatcher must be running. Returns 0 or an errno value. */
int iba_watch(struct iba_source *source);

/**
 * Stop watching. After this returns, `ready` no longer runs, unless `ready` itself is the caller.
 */
void iba_unwatch(struct iba_source *source);

/** A job that runs at a given time. Zeroed before its first use, except for job.run. */
struct iba_timer {
	struct iba_job job;
	struct iba_timer *next;
	uint64_t due; /* in the time of iba_now_ms() */
};

/** The monotonic clock in milliseconds. */
uint64_t iba_now_ms(void);

/**
 * Run the job in `ms` milliseconds. Replaces an earlier setting. The dispatcher must be running.
 */
void iba_timer_set(struct iba_timer *timer, uint32_t ms);

/** Stop the timer. Returns true if the job was pending; it will not run. */
bool iba_timer_clear(struct iba_timer *timer);

#endif
