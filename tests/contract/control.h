/* SPDX-License-Identifier: BSD-2-Clause */
/* What softhcactl says, said by a test: to the emulator of INVERBS_EMULATOR, in-process or daemon.
 */
#ifndef TESTS_CONTRACT_CONTROL_H
#define TESTS_CONTRACT_CONTROL_H

#include <stdio.h>

enum {
	CONTROL_LINE = 200, /**< room for a command line */
};

extern char control_line[CONTROL_LINE];

/** Say what is in control_line. 0 or the errno value it was answered with. */
int control_say(void);

/** Say a command line, given like printf's arguments. For one thread. */
#define control(...) (snprintf(control_line, CONTROL_LINE, __VA_ARGS__), control_say())

/** The text of the last answer, until the next command line. */
const char *control_answer(void);

#endif
