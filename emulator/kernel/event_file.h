/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event files: pipes in packet mode. The client reads one record per read() from a descriptor that
 * behaves as the kernel's does (read-only, blocking, close-on-exec, pollable). We hold the writing
 * end, are notified when the client closes its own, and can open a reading end to take back unread
 * records of a destroyed object.
 */
#ifndef EMULATOR_KERNEL_EVENT_FILE_H
#define EMULATOR_KERNEL_EVENT_FILE_H

#include "base/objects.h"

/**
 * Create an event file of records of `bytes` (8 or 16). *client_fd: the client's end, which the
 * caller sends and closes. The file begins with one reference, of the client's descriptor. EMFILE
 * also when the process is over its quota of descriptors.
 */
int softhca_event_file_create(struct softhca *hca, struct softhca_process *process, size_t bytes,
			      struct softhca_event_file **out, int *client_fd);
/** Take or drop a reference; the last one closes the file. */
struct softhca_event_file *softhca_event_file_get(struct softhca_event_file *file);
void softhca_event_file_put(struct softhca_event_file *file);
/** The context of a completion channel is destroyed: readers get end of file. */
void softhca_channel_end(struct softhca_event_file *file);
/**
 * The context of an asynchronous event file is destroyed: the file is silent until the client
 * closes it. Drops the context's reference.
 */
void softhca_async_orphan(struct softhca_event_file *file);
/** The emulator ends: drop what is still open. */
void softhca_orphans_end(struct softhca *hca);
/**
 * The file whose reading end a client sent, among those of a context; NULL: not a channel of it.
 */
struct softhca_event_file *softhca_channel_by_fd(struct softhca_context *ctx, int fd);
/** Is this the reading end of that file, which may be NULL? */
bool softhca_event_file_is(const struct softhca_event_file *file, int fd);
/** The file of a link in ctx->channels. */
struct softhca_event_file *softhca_channel_of(struct softhca_link *link);
/** Enter the channel in the context's list, so that it can be found. */
void softhca_channel_add(struct softhca_context *ctx, struct softhca_event_file *file);
/** Take back the unread records of this object. Returns how many. */
uint32_t softhca_events_withdraw(struct softhca_event_file *file, const void *owner);

/* --- reports by adapters and engine, upcalls (base/upcalls.h) ----------------------------- */

void softhca_report_comp(struct softhca_cq *cq);
void softhca_report_qp(struct softhca_qp *qp, enum ibv_event_type type);
void softhca_report_cq(struct softhca_cq *cq, enum ibv_event_type type);
void softhca_report_srq(struct softhca_srq *srq, enum ibv_event_type type);
/** A port event to every open context of the device. */
void softhca_port_event(struct softhca_port *port, enum ibv_event_type type);
/** An asynchronous event for one context; obj may be NULL (port and device events: element is then
 * the port number or 0). */
void softhca_async_event(struct softhca_context *ctx, struct softhca_object *obj, uint64_t element,
			 enum ibv_event_type type);

#endif
