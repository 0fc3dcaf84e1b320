/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lets a test issue softhcactl's commands to the emulator of INVERBS_EMULATOR, in-process or
 * daemon.
 */
#ifndef TESTS_CONTRACT_CONTROL_H
#define TESTS_CONTRACT_CONTROL_H

#include <stdio.h>

enum {
	CONTROL_LINE = 200, /**< room for a command line */
};

extern char control_line[CONTROL_LINE];

/** Issue control_line. 0 or the errno value of the response. */
int control_say(void);

/** Issue a command line, with a printf-like format. For one thread. */
#define control(...) (snprintf(control_line, CONTROL_LINE, __VA_ARGS__), control_say())

/** The text of the last response, until the next command line. */
const char *control_answer(void);

#endif
