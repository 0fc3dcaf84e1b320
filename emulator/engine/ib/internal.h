/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * InfiniBand and RoCE inside the engine: rules.c what the engine calls; queue.c send and receive
 * rings; srq.c shared receive queues; path.c who is at the other end; requester.c, local.c,
 * datagram.c the sending side; responder.c the receiving side; window.c memory windows; error.c,
 * state.c states, errors, flushing; migrate.c alternate paths and ports that change.
 */
#ifndef EMULATOR_ENGINE_IB_INTERNAL_H
#define EMULATOR_ENGINE_IB_INTERNAL_H

#include "engine/base/internal.h"
#include "engine/ib/ib.h"

extern const struct engine_rules softhca_ib_rules;

/* --- queue.c ----------------------------------------------------------------------------- */

/** Copy the next send entry, with its length. False: there is none. */
bool softhca_engine_send_peek(struct engine_qp *eq, struct hw_copy *wqe);
/** Is there a next send entry? */
bool softhca_engine_send_ready(struct engine_qp *eq);
/** Have eq->wr say whose request the next entry is, where entries do. */
void softhca_engine_send_name(struct engine_qp *eq);

enum engine_take {
	ENGINE_TAKEN,
	ENGINE_NONE,
	ENGINE_MALFORMED
};
/** Have eq->recv filled with the receive that the next message goes to. srq: NULL or shared. */
enum engine_take softhca_engine_recv_take(struct engine_qp *eq, struct softhca_srq *srq);
/** Is there a receive in the queue pair's own queue? (Not for shared ones.) */
bool softhca_engine_recv_ready(struct engine_qp *eq);
/** Step over one that is ready. */
void softhca_engine_recv_skip(struct engine_qp *eq);
/** Does the next receive hold less than that? False as well when there is none, or no telling. */
bool softhca_engine_recv_too_short(struct engine_qp *eq, struct softhca_srq *srq, uint64_t bytes);

/* --- srq.c ------------------------------------------------------------------------------- */

enum engine_take softhca_engine_srq_take(struct softhca_srq *srq, struct inverbs_dev_recv *recv,
					 uint32_t *slot);
/** Look at the next receive without taking it. */
bool softhca_engine_srq_peek(struct softhca_srq *srq, struct inverbs_dev_recv *recv);

/* --- path.c ------------------------------------------------------------------------------ */

/** The port an address leads to from `from`, or NULL. */
struct softhca_port *softhca_engine_resolve(const struct softhca_port *from,
					    const struct ibv_ah_attr *ah);
/** The queue pair at the other end of a connection, ready to receive; NULL: packets go nowhere. */
struct engine_qp *softhca_engine_peer(struct engine_qp *eq);
/**
 * Do packets flow from one port to the other under these P_Key table entries? What another
 * partition sends counts as a violation of the receiving port.
 */
bool softhca_engine_reachable(const struct softhca_port *from, unsigned int from_pkey,
			      struct softhca_port *to, unsigned int to_pkey);

static inline bool engine_receiving(const struct softhca_qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTR && qp->attr.qp_state <= IBV_QPS_SQE;
}

/** Requests are acknowledged and sent again. */
static inline bool engine_reliable(const struct engine_qp *eq)
{
	return eq->qp->type != IBV_QPT_UC && eq->qp->type != IBV_QPT_UD;
}

/* --- requester.c ------------------------------------------------------------------------- */

/** Execute send requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_engine_send_turn(struct engine_qp *eq);
/** The request being executed, or the next one, is over; completion if one is due. */
void softhca_engine_send_done(struct engine_qp *eq, enum ibv_wc_status status, uint32_t byte_len);
/** The timer has run out. */
void softhca_engine_send_timeout(struct engine_qp *eq);
/** Try again at once what was lost. */
void softhca_engine_send_again(struct engine_qp *eq);

/* --- local.c: requests that stay at home, and checks before a request leaves ---------------- */

/** IBV_WC_SUCCESS, or why the entry in eq->wr cannot be executed. */
enum ibv_wc_status softhca_engine_send_check(struct engine_qp *eq);
bool softhca_engine_is_read(enum ibv_wr_opcode opcode);
bool softhca_engine_is_atomic(enum ibv_wr_opcode opcode);

/* --- datagram.c -------------------------------------------------------------------------- */

/** Send eq->wr, which was checked. */
enum ibv_wc_status softhca_engine_datagram(struct engine_qp *eq);

/* --- responder.c ------------------------------------------------------------------------- */

/** A piece arrives at a connected queue pair. */
enum engine_verdict softhca_engine_deliver(struct engine_qp *to, struct engine_packet *packet);
/** Complete the receive in hand. Nothing for IBV_WC_SUCCESS but what `cqe` says is added. */
void softhca_engine_recv_done(struct engine_qp *eq, struct inverbs_dev_cqe *cqe, bool solicited);
/** Event for the first message after RTR. */
void softhca_engine_established(struct engine_qp *eq);

/* --- window.c ---------------------------------------------------------------------------- */

enum ibv_wc_status softhca_engine_bind(struct engine_qp *eq);
enum ibv_wc_status softhca_engine_invalidate_local(struct engine_qp *eq);
/** Send with invalidate: may the peer of `eq` do that? With `now`, do it. */
bool softhca_engine_invalidate_remote(struct engine_qp *eq, const struct softhca_pd *pd,
				      uint32_t rkey, bool now);
void softhca_engine_window_release(struct softhca_mw *mw);

/* --- migrate.c --------------------------------------------------------------------------- */

/** Is the other end ready to migrate too? Then both are armed. */
void softhca_engine_rearm(struct engine_qp *eq);
void softhca_ib_port_lost(struct engine_qp *eq, const struct softhca_port *port);
void softhca_ib_resolve(struct engine_qp *eq);

/* --- error.c ----------------------------------------------------------------------------- */

/** attr.qp_state is ERR from now on: flush. */
void softhca_ib_enter_error(struct engine_qp *eq);
/** To the error state, with an event unless `event` is negative. */
void softhca_engine_qp_error(struct engine_qp *eq, int event);
/** The send queue of an unreliable queue pair failed; receives go on. */
void softhca_engine_sq_error(struct engine_qp *eq);
/** If the queue pair drains and is done: say so. */
void softhca_engine_drain_check(struct engine_qp *eq);

/* --- state.c ----------------------------------------------------------------------------- */

/** One turn of completing everything with "flushed". */
unsigned int softhca_engine_flush_turn(struct engine_qp *eq);
void softhca_ib_modified(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask);

#endif
