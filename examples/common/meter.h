/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How far a long run is: a line on stderr, from its third second on, if that is a terminal. A
 * thread of its own prints it, so that what is measured does not look at a clock.
 */
#ifndef EXAMPLES_METER_H
#define EXAMPLES_METER_H

/** The run begins; `what` is the plural of its `all` parts. There is one at a time. */
void meter_begin(const char *what, unsigned int all);

/** So many are done: one store. */
extern unsigned int meter_done;
static inline void meter_at(unsigned int done)
{
	__atomic_store_n(&meter_done, done, __ATOMIC_RELAXED);
}

/** It has ended; its line is erased. */
void meter_end(void);

#endif
