/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls from lower rooms to upper ones. The server passes a table at the start, so that adapters,
 * engine and the kernel's side do not depend on rooms above them.
 */
#ifndef EMULATOR_BASE_UPCALLS_H
#define EMULATOR_BASE_UPCALLS_H

#include <inverbs/kernel/softhca.h>

#include "base/objects.h"

struct sockaddr;

struct softhca_upcalls {
	/* --- from adapters and engine to the kernel's side --- */

	/**
	 * Write a completion event (with the CQ's user_handle) to the CQ's channel; no-op if it has
	 * none.
	 */
	void (*comp_event)(struct softhca_cq *cq);
	/**
	 * Report an asynchronous event with the object's user_handle as element; for a QP, to every
	 * handle that has an asynchronous event file.
	 */
	void (*qp_event)(struct softhca_qp *qp, enum ibv_event_type type);
	void (*cq_event)(struct softhca_cq *cq, enum ibv_event_type type);
	void (*srq_event)(struct softhca_srq *srq, enum ibv_event_type type);

	/*
	 * --- from engine and kernel's side to readers of the trace; only if softhca_traced() ---
	 */

	/** A WQE that the adapter read or a CQE that it wrote. detail: as in softhca_trace. */
	void (*trace_entry)(const struct softhca_context *ctx, enum softhca_trace_kind kind,
			    uint32_t number, uint32_t index, uint32_t detail, const void *entry,
			    size_t bytes);
	/** A command and its result, 0 or a positive errno value. */
	void (*trace_command)(const struct softhca_context *ctx, const void *command, size_t bytes,
			      int error);

	/** A MAD on its way to a port of a device, or of a switch (NULL). */
	void (*trace_mad)(struct softhca *hca, const struct softhca_dev *device,
			  const struct softhca_trace *about, const void *bytes);

	/**
	 * An event for a program's identifier, which may have no device (NULL); the payload is
	 * text.
	 */
	void (*trace_connection)(const struct softhca_process *process,
				 const struct softhca_dev *device,
				 const struct softhca_trace *about, const void *text);

	/* --- from all rooms to the server --- */

	/** A client's process has ended, even if others hold its sockets. */
	void (*process_gone)(struct softhca_process *process);

	/**
	 * A process is no longer stalled; `done`: the call that stalled has completed. NULL: the
	 * memory of any process that is not stalled may be accessible again.
	 */
	void (*memory_accessible)(struct softhca *hca, struct softhca_process *process, bool done);

	/* --- from kernel's side and engine to the connection manager and the server --- */

	/** Is this an address of the machine, and assigned to the device? */
	bool (*has_address)(const struct softhca_dev *device, const struct sockaddr *addr);
	/** From the engine: take the port down, like softhcactl. No message is in progress. */
	void (*take_port_down)(struct softhca_port *port);

	/** The port is no longer active: groups joined through it are lost. */
	void (*port_down)(struct softhca_port *port);

	/* --- from engine and kernel's side to the fabric --- */

	/** Returns the port at which packets from `from` to a LID arrive, or NULL. */
	struct softhca_port *(*port_at)(const struct softhca_port *from, uint16_t dlid);
	/**
	 * Send a packet to a multicast LID through the tables. Returns its number, which is
	 * `reached` in the ports that it reaches.
	 */
	uint64_t (*route_multicast)(struct softhca_port *from, uint16_t mlid);
	/** The port was taken up or down. */
	void (*port_changed)(struct softhca_port *port);
};

static inline const struct softhca_upcalls *softhca_upcalls_of(const struct softhca_context *ctx)
{
	return ctx->device->hca->up;
}

static inline void softhca_comp_event(struct softhca_cq *cq)
{
	softhca_upcalls_of(cq->obj.ctx)->comp_event(cq);
}

static inline void softhca_qp_event(struct softhca_qp *qp, enum ibv_event_type type)
{
	qp->device->hca->up->qp_event(qp, type);
}

static inline void softhca_cq_event(struct softhca_cq *cq, enum ibv_event_type type)
{
	softhca_upcalls_of(cq->obj.ctx)->cq_event(cq, type);
}

static inline void softhca_srq_event(struct softhca_srq *srq, enum ibv_event_type type)
{
	softhca_upcalls_of(srq->obj.ctx)->srq_event(srq, type);
}

/** Whether the trace has readers. */
static inline bool softhca_traced(const struct softhca *hca)
{
	return __builtin_expect(hca->traced, false);
}

static inline void softhca_trace_entry(const struct softhca_context *ctx,
				       enum softhca_trace_kind kind, uint32_t number,
				       uint32_t index, uint32_t detail, const void *entry,
				       size_t bytes)
{
	softhca_upcalls_of(ctx)->trace_entry(ctx, kind, number, index, detail, entry, bytes);
}

#endif
