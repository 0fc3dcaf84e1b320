/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock and the log. */
#ifndef EMULATOR_BASE_LOG_H
#define EMULATOR_BASE_LOG_H

#include <stdint.h>

struct softhca;

/** Monotonic nanoseconds; vDSO, no system call. */
uint64_t softhca_now(void);

enum softhca_log_level {
	SOFTHCA_LOG_ERROR,
	SOFTHCA_LOG_WARNING,
	SOFTHCA_LOG_INFO,
	SOFTHCA_LOG_DEBUG
};
/** One line on stderr, if hca->log_level reaches `level`. */
void softhca_log(const struct softhca *hca, enum softhca_log_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
