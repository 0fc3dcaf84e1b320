/* SPDX-License-Identifier: BSD-2-Clause */
/* The dispatcher: a thread that serves descriptors, jobs and timers. */
#define _GNU_SOURCE
#include "dispatch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
	EVENTS_AT_ONCE = 16
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t idle;  /* signaled when the source being called has returned */
	pthread_cond_t ended; /* signaled when the thread is about to return, or has a new user */
	pthread_t thread;
	unsigned int users;
	unsigned int starts; /* number of thread starts */
	unsigned int joined; /* number of the last thread that was joined */
	bool runs;
	int poll;
	int wake;
	struct iba_job *first;
	struct iba_job **last;
	struct iba_timer *timers;        /* sorted by time */
	const struct iba_source *called; /* source whose `ready` is running */
	struct epoll_event events[EVENTS_AT_ONCE];
	int pending;           /* number of events not yet processed */
	unsigned int removals; /* number of sources removed */
} d = {.lock = PTHREAD_MUTEX_INITIALIZER,
       .idle = PTHREAD_COND_INITIALIZER,
       .ended = PTHREAD_COND_INITIALIZER,
       .last = &d.first};

static __thread bool on_dispatcher;

bool iba_on_dispatcher(void)
{
	return on_dispatcher;
}

uint64_t iba_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void wake_dispatcher(void)
{
	uint64_t one = 1;

	/* fails only if the counter is at its maximum; then the thread wakes as well */
	if (write(d.wake, &one, sizeof(one)) < 0)
		return;
}

static void append_job(struct iba_job *job)
{
	job->next = NULL;
	*d.last = job;
	d.last = &job->next;
}

void iba_defer(struct iba_job *job)
{
	pthread_mutex_lock(&d.lock);
	append_job(job);
	wake_dispatcher();
	pthread_mutex_unlock(&d.lock);
}

/* Queue the jobs of timers that are due. Returns the milliseconds until the next timer, or -1. */
static int queue_due_timers(void)
{
	uint64_t time = iba_now_ms();

	while (d.timers && d.timers->due <= time) {
		struct iba_timer *timer = d.timers;

		d.timers = timer->next;
		append_job(&timer->job);
	}
	if (!d.timers)
		return -1;
	return d.timers->due - time > 1000000 ? 1000000 : (int)(d.timers->due - time);
}

static void run_jobs(void)
{
	struct iba_job *job;

	while ((job = d.first)) {
		d.first = job->next;
		if (!d.first)
			d.last = &d.first;
		pthread_mutex_unlock(&d.lock);
		job->run(job);
		pthread_mutex_lock(&d.lock);
	}
}

/* Call the sources that have something to read. iba_unwatch() may remove a source from the list. */
static void call_ready_sources(void)
{
	while (d.pending) {
		struct iba_source *source = d.events[--d.pending].data.ptr;

		if (!source)
			continue;
		d.called = source;
		pthread_mutex_unlock(&d.lock);
		source->ready(source);
		pthread_mutex_lock(&d.lock);
		d.called = NULL;
		pthread_cond_broadcast(&d.idle);
	}
}

/*
 * Wait for sources. If a source is removed meanwhile, the events may include it; then all are
 * dropped, because sources that are still readable are reported again.
 */
static void wait_events(int ms)
{
	unsigned int removals = d.removals;
	uint64_t count;
	int ready;

	pthread_mutex_unlock(&d.lock);
	ready = epoll_wait(d.poll, d.events, EVENTS_AT_ONCE, ms);
	pthread_mutex_lock(&d.lock);
	d.pending = ready > 0 && d.removals == removals ? ready : 0;
	if (read(d.wake, &count, sizeof(count)) < 0)
		return;
}

static void close_files(void)
{
	if (d.poll >= 0)
		close(d.poll);
	if (d.wake >= 0)
		close(d.wake);
}

static void *run_dispatcher(void *unused)
{
	(void)unused;
	on_dispatcher = true;
	pthread_mutex_lock(&d.lock);
	for (;;) {
		int ms = queue_due_timers();

		if (d.first) {
			run_jobs();
			continue;
		}
		if (!d.users)
			break;
		wait_events(ms);
		call_ready_sources();
	}
	d.runs = false;
	close_files();
	pthread_cond_broadcast(&d.ended);
	pthread_mutex_unlock(&d.lock);
	return NULL;
}

static int open_files(void)
{
	struct epoll_event event = {.events = EPOLLIN};

	d.poll = epoll_create1(EPOLL_CLOEXEC);
	d.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d.poll >= 0 && d.wake >= 0 && !epoll_ctl(d.poll, EPOLL_CTL_ADD, d.wake, &event))
		return 0;
	return errno;
}

/* Signals are blocked in this thread: they are for the program's own threads. */
static int start_thread(void)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&d.thread, NULL, run_dispatcher, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

int iba_dispatcher_start(void)
{
	int err = 0;

	pthread_mutex_lock(&d.lock);
	if (!d.runs) {
		err = open_files();
		if (!err)
			err = start_thread();
		if (err)
			close_files();
		d.runs = !err;
		d.starts += d.runs;
	}
	pthread_mutex_unlock(&d.lock);
	return err;
}

void iba_dispatcher_open(void)
{
	pthread_mutex_lock(&d.lock);
	d.users++;
	pthread_cond_broadcast(&d.ended);
	pthread_mutex_unlock(&d.lock);
}

void iba_dispatcher_close(void)
{
	unsigned int start;
	pthread_t thread;
	bool joins;

	pthread_mutex_lock(&d.lock);
	thread = d.thread;
	start = d.starts;
	if (--d.users == 0 && d.runs)
		wake_dispatcher();
	while (d.runs && d.starts == start && !d.users)
		pthread_cond_wait(&d.ended, &d.lock);
	joins = (!d.runs || d.starts != start) && d.joined != start;
	if (joins)
		d.joined = start;
	pthread_mutex_unlock(&d.lock);
	if (joins)
		pthread_join(thread, NULL);
}

void iba_dispatcher_inherited(void)
{
	if (d.runs)
		close_files();
	pthread_mutex_init(&d.lock, NULL);
	pthread_cond_init(&d.idle, NULL);
	pthread_cond_init(&d.ended, NULL);
	d.users = 0;
	d.joined = d.starts;
	d.runs = false;
	d.first = NULL;
	d.last = &d.first;
	d.timers = NULL;
	d.called = NULL;
	d.pending = 0;
	on_dispatcher = false;
}

int iba_watch(struct iba_source *source)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};

	return epoll_ctl(d.poll, EPOLL_CTL_ADD, source->fd, &event) ? errno : 0;
}

void iba_unwatch(struct iba_source *source)
{
	pthread_mutex_lock(&d.lock);
	epoll_ctl(d.poll, EPOLL_CTL_DEL, source->fd, NULL);
	d.removals++;
	for (int i = 0; i < d.pending; i++)
		if (d.events[i].data.ptr == source)
			d.events[i].data.ptr = NULL;
	while (d.called == source && !on_dispatcher)
		pthread_cond_wait(&d.idle, &d.lock);
	pthread_mutex_unlock(&d.lock);
}

/*
 * Remove a timer from the list of timers, or its job from the queue. Returns false if it was in
 * neither.
 */
static bool withdraw_timer(struct iba_timer *timer)
{
	struct iba_timer **at = &d.timers;
	struct iba_job **job = &d.first;

	while (*at && *at != timer)
		at = &(*at)->next;
	if (*at) {
		*at = timer->next;
		return true;
	}
	while (*job && *job != &timer->job)
		job = &(*job)->next;
	if (!*job)
		return false;
	*job = timer->job.next;
	if (d.last == &timer->job.next)
		d.last = job;
	return true;
}

void iba_timer_set(struct iba_timer *timer, uint32_t ms)
{
	struct iba_timer **at = &d.timers;

	pthread_mutex_lock(&d.lock);
	withdraw_timer(timer);
	timer->due = iba_now_ms() + ms;
	while (*at && (*at)->due <= timer->due)
		at = &(*at)->next;
	timer->next = *at;
	*at = timer;
	if (d.timers == timer)
		wake_dispatcher();
	pthread_mutex_unlock(&d.lock);
}

bool iba_timer_clear(struct iba_timer *timer)
{
	bool was_set;

	pthread_mutex_lock(&d.lock);
	was_set = withdraw_timer(timer);
	pthread_mutex_unlock(&d.lock);
	return was_set;
}
