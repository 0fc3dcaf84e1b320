/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace: sends commands, WQEs, CQEs, MADs and connection events to readers, as bytes; the
 * readers print the fields. The emulator never waits for a reader: records for which there is no
 * room are dropped and counted.
 */
#ifndef EMULATOR_SERVER_TRACE_H
#define EMULATOR_SERVER_TRACE_H

#include <inverbs/kernel/softhca.h>
#include <stdio.h>

#include "base/objects.h"

struct softhca_client;
struct softhca_tracer;

/** The upcalls trace_entry, trace_command, trace_mad and trace_connection (base/upcalls.h). */
void softhca_trace_record_entry(const struct softhca_context *ctx, enum softhca_trace_kind kind,
				uint32_t number, uint32_t index, uint32_t detail, const void *entry,
				size_t bytes);
void softhca_trace_record_command(const struct softhca_context *ctx, const void *command,
				  size_t bytes, int error);
void softhca_trace_record_mad(struct softhca *hca, const struct softhca_dev *device,
			      const struct softhca_trace *about, const void *bytes);
void softhca_trace_record_connection(const struct softhca_process *process,
				     const struct softhca_dev *device,
				     const struct softhca_trace *about, const void *text);

/**
 * Make a client a reader: of processes of its own user, or of all users if it is root. pid 0: all
 * processes; device NULL: all devices; kinds: bits 1 << enum softhca_trace_kind. Returns 0, EBUSY
 * or ENOMEM.
 */
int softhca_trace_begin(struct softhca_client *client, pid_t pid, uint64_t kinds,
			const struct softhca_dev *device);
/** Write all records to a file, as text. The file is closed at the end. Returns 0 or ENOMEM. */
int softhca_trace_to_file(struct softhca *hca, FILE *file);
void softhca_trace_end(struct softhca_tracer *tracer);
/** The reader's socket has room again. */
void softhca_trace_writable(struct softhca_tracer *tracer);
/** Send all records, before the loop sleeps. */
void softhca_trace_flush(struct softhca *hca);
/** Free the remaining readers when the server ends. */
void softhca_trace_fini(struct softhca *hca);

#endif
