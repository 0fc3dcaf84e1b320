/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Progress of a long run: a line on stderr, from the third second on, if stderr is a terminal. A
 * separate thread prints it, so that the measured code does not read a clock.
 */
#ifndef EXAMPLES_METER_H
#define EXAMPLES_METER_H

/**
 * Begin a run of `all` parts, whose name in the plural is `what`. There can be one run at a time.
 */
void meter_begin(const char *what, unsigned int all);

/** Number of parts done, updated with one store. */
extern unsigned int meter_done;
static inline void meter_at(unsigned int done)
{
	__atomic_store_n(&meter_done, done, __ATOMIC_RELAXED);
}

/** End the run, and erase its line. */
void meter_end(void);

#endif
