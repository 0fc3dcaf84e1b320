/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lets a test issue softhcactl's commands to the emulator that INVERBS_EMULATOR names, in the
 * process or on a daemon.
 */
#ifndef TESTS_CONTRACT_CONTROL_H
#define TESTS_CONTRACT_CONTROL_H

#include <stdio.h>

enum {
	CONTROL_LINE = 200, /**< room for a command line */
};

extern char control_line[CONTROL_LINE];

/** Issue the command in control_line. Returns 0 or the errno value of the reply. */
int control_say(void);

/** Issue a command line, with a printf-like format; not thread-safe. */
#define control(...) (snprintf(control_line, CONTROL_LINE, __VA_ARGS__), control_say())

/** Returns the text of the last reply, which is valid until the next command. */
const char *control_answer(void);

#endif
