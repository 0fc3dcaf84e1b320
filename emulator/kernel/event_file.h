/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event files: pipes in packet mode. The client reads one record per read() from a descriptor that
 * behaves like the kernel's (read-only, blocking, close-on-exec, pollable). We have the writing
 * end, are notified when the client closes its end, and can open a reading end to take back unread
 * records of a destroyed object.
 */
#ifndef EMULATOR_KERNEL_EVENT_FILE_H
#define EMULATOR_KERNEL_EVENT_FILE_H

#include "base/objects.h"

/**
 * Create an event file with records of `bytes` bytes (8 or 16). *client_fd is set to the client's
 * end, which the caller sends and closes. The file has one reference, that of the client's
 * descriptor. Returns 0 or an errno value: EMFILE also if the process has used up its quota of
 * descriptors.
 */
int softhca_event_file_create(struct softhca *hca, struct softhca_process *process, size_t bytes,
			      struct softhca_event_file **out, int *client_fd);
/** Take or drop a reference; the last one closes the file. */
struct softhca_event_file *softhca_event_file_get(struct softhca_event_file *file);
void softhca_event_file_put(struct softhca_event_file *file);
/** The context of a completion channel is destroyed: readers get an end of file. */
void softhca_channel_end(struct softhca_event_file *file);
/**
 * The context of an asynchronous event file is destroyed: the file gets no more records until the
 * client closes it. Drops the context's reference.
 */
void softhca_async_make_orphan(struct softhca_event_file *file);
/** The emulator ends: drop the files that are still open. */
void softhca_orphans_end(struct softhca *hca);
/**
 * Returns the channel of a context whose reading end a client has sent, or NULL if there is none.
 */
struct softhca_event_file *softhca_channel_by_fd(struct softhca_context *ctx, int fd);
/** Is this the reading end of that file, which may be NULL? */
bool softhca_event_file_is_fd(const struct softhca_event_file *file, int fd);
/** Returns the file of a link in ctx->channels. */
struct softhca_event_file *softhca_channel_of(struct softhca_link *link);
/** Enter a channel in the context's list, so that it can be found. */
void softhca_channel_add(struct softhca_context *ctx, struct softhca_event_file *file);
/** Take back the unread records of this object. Returns how many. */
uint32_t softhca_events_withdraw(struct softhca_event_file *file, const void *owner);

/* --- reports by adapters and engine, upcalls (base/upcalls.h) ----------------------------- */

void softhca_report_comp(struct softhca_cq *cq);
void softhca_report_qp(struct softhca_qp *qp, enum ibv_event_type type);
void softhca_report_cq(struct softhca_cq *cq, enum ibv_event_type type);
void softhca_report_srq(struct softhca_srq *srq, enum ibv_event_type type);
/** Report a port event to every open context of the device. */
void softhca_port_event(struct softhca_port *port, enum ibv_event_type type);
/**
 * Report an asynchronous event to one context. obj is NULL for port and device events, whose
 * element is the port number or 0.
 */
void softhca_async_event(struct softhca_context *ctx, struct softhca_object *obj, uint64_t element,
			 enum ibv_event_type type);

#endif
