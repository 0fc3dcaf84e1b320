/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event files: pipes in packet mode. The client reads one record per read() from an ordinary
 * descriptor that behaves as the kernel's does (read-only, blocking, close-on-exec, pollable); we
 * hold the writing end, are told when the client closed its own, and can open a reading end again
 * to take unread records of a destroyed object back.
 */
#ifndef EMULATOR_KERNEL_EVENT_FILE_H
#define EMULATOR_KERNEL_EVENT_FILE_H

#include "base/objects.h"

/**
 * Make an event file of records of `bytes` (8 or 16). *client_fd: the client's end, the caller
 * sends and closes it. The file has one user at first, the client's descriptor, which leaves when
 * the client closes it. EMFILE also when the process has its share of descriptors.
 */
int softhca_event_file_create(struct softhca *hca, struct softhca_process *process, size_t bytes,
			      struct softhca_event_file **out, int *client_fd);
/** Count one more user / one less; the last one out closes it. */
struct softhca_event_file *softhca_event_file_get(struct softhca_event_file *file);
void softhca_event_file_put(struct softhca_event_file *file);
/** The context of a completion channel goes: readers find its end. */
void softhca_channel_end(struct softhca_event_file *file);
/** The context of an asynchronous file goes: it stays silent until the client closes it. Drops the
 * context's reference. */
void softhca_async_orphan(struct softhca_event_file *file);
/** The emulator ends: drop what is still open. */
void softhca_orphans_end(struct softhca *hca);
/** The file whose reading end a client showed us, among those of a context; NULL: not a channel of
 * it. */
struct softhca_event_file *softhca_channel_by_fd(struct softhca_context *ctx, int fd);
/** Is this the reading end of that file, which may be NULL? */
bool softhca_event_file_is(const struct softhca_event_file *file, int fd);
/** The file of a link in ctx->channels. */
struct softhca_event_file *softhca_channel_of(struct softhca_link *link);
/** Let the context know the channel, so that it can be found again. */
void softhca_channel_add(struct softhca_context *ctx, struct softhca_event_file *file);
/** Take back what the client has not read of this object. Answers how many records were taken back.
 */
uint32_t softhca_events_withdraw(struct softhca_event_file *file, const void *owner);

/* --- reports: what adapters and engine tell by upcall (base/upcalls.h) ------------------- */

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
