/* SPDX-License-Identifier: BSD-2-Clause */
/* The program that is run. */
#ifndef SOFTHCA_RUN_PROGRAM_H
#define SOFTHCA_RUN_PROGRAM_H

/** Block the signals that are for the program. Call before anything is started. */
void softhca_program_prepare(void);
/**
 * Run it until it ends, and forward signals. The status as of waitpid(); exit status 127 or 126
 * when it cannot be started.
 */
int softhca_program_run(char *const *argv);
/** End with the program's status or signal. Does not return. */
void softhca_program_end_alike(int status) __attribute__((noreturn));

#endif
