/* SPDX-License-Identifier: BSD-2-Clause */
/* The two backends of ofedctrl, and how it runs other programs. */
#ifndef TOOLS_OFEDCTRL_H
#define TOOLS_OFEDCTRL_H

#include <stdbool.h>
#include <stddef.h>

#define OFEDCTRL_AIX_EXTENSION "/usr/lib/drivers/ofed_core"

/**
 * Each function returns the exit status of the program, and has printed to stdout or stderr what it
 * did.
 */
struct ofedctrl_side {
	/** devices: NULL at the end; none: RNICs. */
	int (*load)(const char *module, char **devices);
	int (*unload)(const char *module);
	int (*query)(const char *module);
};

extern const struct ofedctrl_side ofedctrl_emulator;
extern const struct ofedctrl_side ofedctrl_kernel;

enum {
	OFEDCTRL_SAID = 8192,   /**< bytes kept of a program's output */
	OFEDCTRL_PATIENCE = 30, /**< time limit of a program in seconds */
};

/**
 * Run a program: one in our own directory if it is there, else one of PATH. Its stdout and stderr
 * go to `said`, truncated and NUL-terminated. Returns its exit status, 127 when it cannot be
 * started, 124 when it takes too long and was killed.
 */
int ofedctrl_run(const char *program, char *const argv[], char said[OFEDCTRL_SAID]);

/** Print "ofedctrl: ..." as one line: on stdout on success. Returns the exit status. */
int ofedctrl_say(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
