/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows the progress of a long run on stderr. */
#include "meter.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum {
	FIRST_MS = 2000,
	NEXT_MS = 500,
};

unsigned int meter_done;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool shown, over;
static const char *parts;
static unsigned int total;

static struct timespec in_ms(unsigned int ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t); /* the clock of pthread_cond_timedwait() */
	t.tv_sec += (time_t)(ms / 1000);
	t.tv_nsec += (long)(ms % 1000) * 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/** Wait. Returns false if the run has ended. The lock is held before and after. */
static bool goes_on(unsigned int ms)
{
	const struct timespec until = in_ms(ms);

	while (!over && !pthread_cond_timedwait(&ended, &lock, &until)) {
	}
	return !over;
}

static void *show(void *arg)
{
	bool line = false;

	pthread_mutex_lock(&lock);
	for (bool on = goes_on(FIRST_MS); on; on = goes_on(NEXT_MS)) {
		fprintf(stderr, "\r%u of %u %s", __atomic_load_n(&meter_done, __ATOMIC_RELAXED),
			total, parts);
		line = true;
	}
	if (line)
		fputs("\r\033[K", stderr);
	pthread_mutex_unlock(&lock);
	return arg;
}

void meter_begin(const char *what, unsigned int all)
{
	if (!isatty(STDERR_FILENO))
		return;
	parts = what;
	total = all;
	over = false;
	meter_at(0);
	shown = pthread_create(&thread, NULL, show, NULL) == 0; /* if not, no line is shown */
}

void meter_end(void)
{
	if (!shown)
		return;
	pthread_mutex_lock(&lock);
	over = true;
	pthread_cond_signal(&ended);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	shown = false;
}
