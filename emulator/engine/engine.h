/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport engine's interface for the kernel's side and the adapters. All calls come from the
 * emulator's single thread.
 */
#ifndef EMULATOR_ENGINE_ENGINE_H
#define EMULATOR_ENGINE_ENGINE_H

#include <inverbs/kernel/refusal.h>

#include "base/objects.h"
#include "engine/ib/ib.h"

/**
 * Called once, after all devices were created / before they are destroyed. Returns 0 or an errno
 * value.
 */
int softhca_engine_init(struct softhca *hca);
void softhca_engine_fini(struct softhca *hca);

/**
 * Poll every active context (hca->active, with driver->poll), move data, and run timers that are
 * due. The work per call is bounded, so that commands are served meanwhile. Returns the amount of
 * work done; if it is 0, the server may sleep.
 */
unsigned int softhca_engine_poll(struct softhca *hca);
/**
 * Called before a command of this context: process doorbells that its process rang earlier, which a
 * real adapter would have served already. (A program may post and then destroy its queue pair at
 * once.) The work is bounded; without a doorbell there is none.
 */
void softhca_engine_catch_up(struct softhca_context *ctx);
/** Returns when the next timer is due (as of softhca_now()), or UINT64_MAX if none is running. */
uint64_t softhca_engine_deadline(const struct softhca *hca);

/**
 * Called after get_context / before put_context, when the context has no objects. Sets ctx->engine.
 */
int softhca_engine_context_opened(struct softhca_context *ctx);
void softhca_engine_context_closing(struct softhca_context *ctx);

/**
 * Called after driver->create_cq. On failure, driver->destroy_cq is called and the command fails.
 */
int softhca_engine_cq_created(struct softhca_cq *cq);
void softhca_engine_cq_destroyed(struct softhca_cq *cq);

/**
 * REQ_NOTIFY_CQ, if arming is a command: the next completion (or the next solicited or failed one)
 * raises an event. CQEs already in the queue do not.
 */
void softhca_engine_cq_notify(struct softhca_cq *cq, bool solicited);

/** Called after driver->create_qp; the state is RESET. */
int softhca_engine_qp_created(struct softhca_qp *qp);
/**
 * MODIFY_QP was executed: qp->attr has the new values, `from` is the old state, `mask` selects the
 * attributes. RESET: drops all state, and writes no more CQEs of this QP after returning. ERR:
 * flushes. RTR, RTS, SQD: starts or stops.
 */
void softhca_engine_qp_modified(struct softhca_qp *qp, enum ibv_qp_state from, uint32_t mask);
/**
 * Set the attributes of QUERY_QP that only the engine has: sq_draining and cur_qp_state. attr is a
 * copy.
 */
void softhca_engine_qp_query(const struct softhca_qp *qp, struct ibv_qp_attr *attr);
/**
 * The QP is destroyed (DESTROY_QP, or its process has ended). No CQE of it is written after
 * returning. Messages to it are dropped; peers notice by their timeout.
 */
void softhca_engine_qp_destroyed(struct softhca_qp *qp);

/**
 * The key becomes invalid; transfers in progress do not access the memory after this returns. Also
 * called for REREG_MR.
 */
void softhca_engine_mr_destroyed(struct softhca_mr *mr);
/** The window is destroyed: releases mw->mr if it is bound. */
void softhca_engine_mw_destroyed(struct softhca_mw *mw);

/** port->up has changed. The caller sends the port events. */
void softhca_engine_port_changed(struct softhca_port *port);
/** A LID or GID changed: find the peers of all connections again. */
void softhca_engine_addresses_changed(struct softhca *hca);
/**
 * The memory of a stalled process is accessible again: continue queue pairs that wait for it.
 * `done`: the call that stalled has completed. NULL: any process's memory may be accessible again.
 */
void softhca_engine_memory_accessible(struct softhca *hca, const struct softhca_process *process,
				      bool done);
/** Move the queue pair to the error state, with this event. */
void softhca_engine_qp_fail(struct softhca_qp *qp, enum ibv_event_type event);
/**
 * Returns the reason of the last failed completion with this status, of the given kinds (1: sends,
 * 2: receives), whose index equals `index` in the bits of `mask`. IBV_WC_SUCCESS: returns why the
 * last message of an unreliable queue pair was dropped. NULL: not known.
 */
const struct softhca_refusal *softhca_engine_qp_why(const struct softhca_qp *qp,
						    enum ibv_wc_status status, unsigned int kinds,
						    uint32_t index, uint32_t mask);

/** The state of a queue pair, as shown by softhcactl. */
struct softhca_qp_view {
	uint64_t created_at; /**< time of its creation, as of softhca_now() */
	uint64_t changed;    /**< time of the last change of its state */
	uint32_t sends;      /**< posted and not complete, as far as the adapter can tell */
	uint32_t receives;   /**< posted to its own queue and not taken */
	bool waiting; /**< waits for a response, for a receive at the peer, or for a stalled process
		       */
	const struct softhca_refusal *error;   /**< why it is in an error state, or NULL */
	const struct softhca_refusal *failed;  /**< why its last failed request failed, or NULL */
	const struct softhca_refusal *awaited; /**< why a response was lost or delayed, or NULL */
	const struct softhca_refusal *dropped; /**< why a message was dropped, or NULL */
};
void softhca_engine_qp_view(const struct softhca_qp *qp, struct softhca_qp_view *view);

/*
 * --- called by adapters --------------------------------------------------------------------------
 */

/**
 * Doorbell registers of the context were written. sends: some send queue has work; arms: some CQ
 * has an arm request.
 */
void softhca_engine_kick(struct softhca_context *ctx, bool sends, bool arms);
/**
 * The same, if the register contains the number of the queue; an earlier value may have been
 * overwritten.
 */
void softhca_engine_kick_qp(struct softhca_context *ctx, uint32_t qpn);
void softhca_engine_kick_cq(struct softhca_context *ctx, uint32_t cqn);

/** Returns the time of this poll, for timestamps of CQEs. */
uint64_t softhca_engine_now(const struct softhca_context *ctx);

#endif
