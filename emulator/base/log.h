/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock and the log. */
#ifndef EMULATOR_BASE_LOG_H
#define EMULATOR_BASE_LOG_H

#include <stdint.h>

struct softhca;

/** Returns monotonic time in nanoseconds, from the vDSO, without a system call. */
uint64_t softhca_now(void);

enum softhca_log_level {
	SOFTHCA_LOG_ERROR,
	SOFTHCA_LOG_WARNING,
	SOFTHCA_LOG_INFO,
	SOFTHCA_LOG_DEBUG
};
/** Write one line to stderr, if hca->log_level is at least `level`. */
void softhca_log(const struct softhca *hca, enum softhca_log_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
