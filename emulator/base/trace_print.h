/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace records as text. */
#ifndef EMULATOR_BASE_TRACE_PRINT_H
#define EMULATOR_BASE_TRACE_PRINT_H

#include <inverbs/kernel/softhca.h>
#include <stdio.h>

/**
 * Print a trace record with the fields of its payload. driver_id selects the adapter's formats; the
 * payload has head->bytes bytes, and is not trusted.
 */
void softhca_trace_print(FILE *to, const char *device, uint32_t driver_id,
			 const struct softhca_trace *head, const void *payload);

#endif
