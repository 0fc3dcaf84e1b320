/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport engine's interface for the kernel's side and the adapters. All calls come from the
 * emulator's single thread. "Now" is softhca_now().
 */
#ifndef EMULATOR_ENGINE_ENGINE_H
#define EMULATOR_ENGINE_ENGINE_H

#include <inverbs/kernel/refusal.h>

#include "base/objects.h"
#include "engine/ib/ib.h"

/** Once, after all devices are created / before they are destroyed. 0 or an errno value. */
int softhca_engine_init(struct softhca *hca);
void softhca_engine_fini(struct softhca *hca);

/**
 * Poll every active context (hca->active, by driver->poll), move data, run timers that are due.
 * Bounded work per call, so that commands are served meanwhile. Returns the amount of work done; at
 * 0 the server may sleep.
 */
unsigned int softhca_engine_poll(struct softhca *hca);
/**
 * Before a command of this context: process the doorbells that its process rang earlier, as far as
 * an adapter would have done meanwhile. A program may post and destroy its queue pair at once.
 * Bounded work, none without a doorbell.
 */
void softhca_engine_catch_up(struct softhca_context *ctx);
/** When the next timer is due (softhca_now() scale), UINT64_MAX when none runs. */
uint64_t softhca_engine_deadline(const struct softhca *hca);

/** After get_context / before put_context, when the context has no objects. May set ctx->engine. */
int softhca_engine_context_opened(struct softhca_context *ctx);
void softhca_engine_context_closing(struct softhca_context *ctx);

/**
 * After driver->create_cq; on failure driver->destroy_cq is called and the command fails. resizing:
 * the driver has moved to a new buffer.
 */
int softhca_engine_cq_created(struct softhca_cq *cq);
void softhca_engine_cq_destroyed(struct softhca_cq *cq);

/**
 * REQ_NOTIFY_CQ, where arming is a command: the next completion raises an event, or the next
 * solicited or failed one; not those that are in the queue already.
 */
void softhca_engine_cq_notify(struct softhca_cq *cq, bool solicited);

/** State is RESET. */
int softhca_engine_qp_created(struct softhca_qp *qp);
/**
 * qp->attr holds the new values, `from` the old state, `mask` the attributes. To RESET: drop all
 * state, write no more CQEs of this QP after returning. To ERR: flush. To RTR/RTS/SQD: start, stop.
 */
void softhca_engine_qp_modified(struct softhca_qp *qp, enum ibv_qp_state from, uint32_t mask);
/**
 * Attributes of QUERY_QP that only the engine knows: sq_draining, current state. attr is a copy.
 */
void softhca_engine_qp_query(const struct softhca_qp *qp, struct ibv_qp_attr *attr);
/**
 * The QP is destroyed (DESTROY_QP, or its process died). No CQE of it after returning; peers find
 * out by time-out, so drop everything in flight to it.
 */
void softhca_engine_qp_destroyed(struct softhca_qp *qp);

/**
 * The key becomes invalid; running transfers must not access the memory after this returns. Also
 * for REREG_MR.
 */
void softhca_engine_mr_destroyed(struct softhca_mr *mr);
/** Must release mw->mr if bound. */
void softhca_engine_mw_destroyed(struct softhca_mw *mw);

/** port->up changed. The server sends the port events itself. */
void softhca_engine_port_changed(struct softhca_port *port);
/** A LID or GID changed: find the peers of all connections again. */
void softhca_engine_addresses_changed(struct softhca *hca);
/**
 * The memory of a stalled process is accessible: continue what waits for it. `done`: the call that
 * it stalled in completed. NULL: possibly the memory of any process.
 */
void softhca_engine_memory_back(struct softhca *hca, const struct softhca_process *process,
				bool done);
/** The queue pair fails with this event. */
void softhca_engine_qp_fail(struct softhca_qp *qp, enum ibv_event_type event);
/**
 * The reason of a completion: newest first, of sends or receives (bits 1 and 2), with this index in
 * the bits of `mask`. Of IBV_WC_SUCCESS: why the last message without response was dropped. NULL:
 * not known.
 */
const struct softhca_refusal *softhca_engine_qp_why(const struct softhca_qp *qp,
						    enum ibv_wc_status status, unsigned int kinds,
						    uint32_t index, uint32_t mask);

/** A queue pair, for people. */
struct softhca_qp_view {
	uint64_t born;     /**< when it was created, and */
	uint64_t changed;  /**< its state changed; softhca_now() */
	uint32_t sends;    /**< posted and not complete, as far as the adapter sees them */
	uint32_t receives; /**< posted to its own queue and not taken */
	bool waiting;      /**< for a response, for a receive of the peer, or a process */
	const struct softhca_refusal *error;   /**< why it is in an error state, or NULL */
	const struct softhca_refusal *failed;  /**< why its last request got no response, or NULL */
	const struct softhca_refusal *awaited; /**< why there was no response last, or NULL */
	const struct softhca_refusal *dropped; /**< the last message dropped, or NULL */
};
void softhca_engine_qp_view(const struct softhca_qp *qp, struct softhca_qp_view *view);

/* --- of adapters -------------------------------------------------------------------------- */

/**
 * Registers of the context were written. sends: some send queue has work; arms: some CQ has an arm
 * request.
 */
void softhca_engine_kick(struct softhca_context *ctx, bool sends, bool arms);
/** The same, when the register names the queue; an earlier value may have been overwritten. */
void softhca_engine_kick_qp(struct softhca_context *ctx, uint32_t qpn);
void softhca_engine_kick_cq(struct softhca_context *ctx, uint32_t cqn);

/** Timestamp of CQEs of this turn. */
uint64_t softhca_engine_now(const struct softhca_context *ctx);

#endif
