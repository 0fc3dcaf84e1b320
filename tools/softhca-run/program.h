/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the program. */
#ifndef SOFTHCA_RUN_PROGRAM_H
#define SOFTHCA_RUN_PROGRAM_H

/**
 * Block the signals that are forwarded to the program. Call before any process or thread is
 * started.
 */
void softhca_program_prepare(void);
/**
 * Run it until it ends, and forward signals. The status as of waitpid(); exit status 127 or 126
 * when it cannot be started.
 */
int softhca_program_run(char *const *argv);
/** End with the program's status or signal. Does not return. */
void softhca_program_end_alike(int status) __attribute__((noreturn));

#endif
