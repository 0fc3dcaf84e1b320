/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel's side and the adapters tell the transport engine. All calls come from the
 * emulator's one thread. "Now" is softhca_now().
 */
#ifndef EMULATOR_ENGINE_ENGINE_H
#define EMULATOR_ENGINE_ENGINE_H

#include "base/objects.h"
#include "engine/ib/ib.h"

/** Once, when all devices exist / before they go. 0 or an errno value. */
int softhca_engine_init(struct softhca *hca);
void softhca_engine_fini(struct softhca *hca);

/**
 * Look at every active context (hca->active, by driver->poll), move data, run timers that are due.
 * Bounded work per call, so that commands are answered meanwhile. Answers the amount of work done;
 * 0 lets the server go to sleep.
 */
unsigned int softhca_engine_poll(struct softhca *hca);
/**
 * A command of this context comes: take notice of the doorbells that its process rang before, and
 * of what they announce as much as an adapter would have done meanwhile. A program may post and
 * destroy its queue pair at once. Bounded work, none without a doorbell.
 */
void softhca_engine_catch_up(struct softhca_context *ctx);
/** When the next timer is due (softhca_now() scale), UINT64_MAX when none runs. */
uint64_t softhca_engine_deadline(const struct softhca *hca);

/** Called after get_context / before put_context, when every object of the context is gone already.
 * May set ctx->engine. */
int softhca_engine_context_opened(struct softhca_context *ctx);
void softhca_engine_context_closing(struct softhca_context *ctx);

/**
 * After driver->create_cq; create failures are answered to the client after driver->destroy_cq.
 * resizing tells that the driver has moved to a new buffer.
 */
int softhca_engine_cq_created(struct softhca_cq *cq);
void softhca_engine_cq_destroyed(struct softhca_cq *cq);

/**
 * REQ_NOTIFY_CQ, where arming is a command: the next completion raises an event, or the next
 * solicited or failed one. Those that are there already do not.
 */
void softhca_engine_cq_notify(struct softhca_cq *cq, bool solicited);

/** State is RESET. */
int softhca_engine_qp_created(struct softhca_qp *qp);
/**
 * qp->attr holds the new values, `from` the state before, `mask` what was named. To RESET: forget
 * everything, write no more completions of this QP after returning. To ERR: flush. To RTR/RTS/SQD:
 * start, stop.
 */
void softhca_engine_qp_modified(struct softhca_qp *qp, enum ibv_qp_state from, uint32_t mask);
/** Anything a client must see in QUERY_QP that only the engine knows: sq_draining, current state.
 * attr is a copy. */
void softhca_engine_qp_query(const struct softhca_qp *qp, struct ibv_qp_attr *attr);
/**
 * The QP goes (DESTROY_QP, or its process died). No completion of it after returning; peers find
 * out by timeout, so drop everything in flight that points here.
 */
void softhca_engine_qp_destroyed(struct softhca_qp *qp);

/** The key is no longer valid; running transfers must not touch the memory after this returns. Also
 * for REREG_MR. */
void softhca_engine_mr_destroyed(struct softhca_mr *mr);
/** Must release mw->mr if bound. */
void softhca_engine_mw_destroyed(struct softhca_mw *mw);

/** port->up changed. The server sends the port events itself. */
void softhca_engine_port_changed(struct softhca_port *port);
/** A LID or GID changed: look again where every connection leads. */
void softhca_engine_addresses_changed(struct softhca *hca);
/** The queue pair fails with this event. */
void softhca_engine_qp_fail(struct softhca_qp *qp, enum ibv_event_type event);

/* --- of adapters -------------------------------------------------------------------------- */

/**
 * Registers of the context were written. sends: some send queue has something to do; arms: some CQ
 * has an arm request.
 */
void softhca_engine_kick(struct softhca_context *ctx, bool sends, bool arms);
/** The same, when the register tells which; another value may have been there before it. */
void softhca_engine_kick_qp(struct softhca_context *ctx, uint32_t qpn);
void softhca_engine_kick_cq(struct softhca_context *ctx, uint32_t cqn);

/** The time that completions of this turn get. */
uint64_t softhca_engine_now(const struct softhca_context *ctx);

#endif
