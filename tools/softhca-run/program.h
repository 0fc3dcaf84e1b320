/* SPDX-License-Identifier: BSD-2-Clause */
/* The program that is run. */
#ifndef SOFTHCA_RUN_PROGRAM_H
#define SOFTHCA_RUN_PROGRAM_H

/** Signals that are for the program wait from now on. Call before anything is started. */
void softhca_program_prepare(void);
/**
 * Run it until it ends, and pass signals on to it. The status as waitpid() gives it; 127 or 126 as
 * exit status when it cannot be started.
 */
int softhca_program_run(char *const *argv);
/** End as the program did. Does not return. */
void softhca_program_end_alike(int status) __attribute__((noreturn));

#endif
