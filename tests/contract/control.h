/* SPDX-License-Identifier: BSD-2-Clause */
/* What softhcactl says, said by a test: to the emulator of INVERBS_EMULATOR, in-process or daemon.
 */
#ifndef TESTS_CONTRACT_CONTROL_H
#define TESTS_CONTRACT_CONTROL_H

/** Say one command line, made like printf. 0 or the errno value it was answered with. */
int control(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** The text of the last answer, until the next command line. */
const char *control_answer(void);

#endif
