/* SPDX-License-Identifier: BSD-2-Clause */
/* The two backends of ofedctrl, and how it runs other programs. */
#ifndef TOOLS_OFEDCTRL_H
#define TOOLS_OFEDCTRL_H

#include <stdbool.h>
#include <stddef.h>

#define OFEDCTRL_AIX_EXTENSION "/usr/lib/drivers/ofed_core"

/** Each function prints what it did to stdout or stderr, and returns the program's exit status. */
struct ofedctrl_side {
	/** devices is terminated by NULL; if empty, RNICs are used. */
	int (*load)(const char *module, char **devices);
	int (*unload)(const char *module);
	int (*query)(const char *module);
};

extern const struct ofedctrl_side ofedctrl_emulator;
extern const struct ofedctrl_side ofedctrl_kernel;

enum {
	OFEDCTRL_OUTPUT_BYTES = 8192, /**< most bytes kept of a program's output */
	OFEDCTRL_TIMEOUT_S = 30,      /**< time limit for a program, in seconds */
};

/**
 * Run a program: from our own directory if it is there, else from PATH. `said` receives its stdout
 * and stderr, truncated and NUL-terminated. Returns its exit status, 127 if it cannot be started,
 * or 124 if it was killed after the time limit.
 */
int ofedctrl_run(const char *program, char *const argv[], char said[OFEDCTRL_OUTPUT_BYTES]);

/**
 * Print "ofedctrl: ..." as one line, to stdout if status is 0, else to stderr. Returns the status.
 */
int ofedctrl_say(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
