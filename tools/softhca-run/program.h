/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the program and ends as it did. */
#ifndef SOFTHCA_RUN_PROGRAM_H
#define SOFTHCA_RUN_PROGRAM_H

/**
 * Block the signals that are forwarded to the program. Call this before any process or thread is
 * started.
 */
void softhca_program_prepare(void);
/**
 * Run the program until it ends, and forward signals to it. Returns its status as from waitpid(),
 * with exit status 127 or 126 if it cannot be started.
 */
int softhca_program_run(char *const *argv);
/** End with the program's exit status or signal. Does not return. */
void softhca_program_end_alike(int status) __attribute__((noreturn));

#endif
