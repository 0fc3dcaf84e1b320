/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internals of the transports of InfiniBand and RoCE. Files: rules.c (calls from the engine),
 * queue.c (send and receive rings), srq.c (shared receive queues), path.c (finding the peer),
 * requester.c, local.c, sent.c, datagram.c and burst.c (requester), carry.c (between requester and
 * responder), responder.c, notes.c (reasons of failures), window.c (memory windows), error.c and
 * state.c (states, errors, flushing), migrate.c (alternate paths, port changes).
 */
#ifndef EMULATOR_ENGINE_IB_INTERNAL_H
#define EMULATOR_ENGINE_IB_INTERNAL_H

#include "engine/base/internal.h"
#include "engine/ib/ib.h"

extern const struct engine_rules softhca_ib_rules;

/* --- queue.c ----------------------------------------------------------------------------- */

/**
 * Copy send WQE `index`, which is not executed yet, and its length. Returns false if it was not
 * posted.
 */
bool softhca_engine_send_peek(struct engine_qp *eq, uint32_t index, struct hw_copy *wqe);
/** Has send WQE `index`, which is not executed yet, been posted? */
bool softhca_engine_send_ready(struct engine_qp *eq, uint32_t index);
/** Set the members of eq->wr that identify the work request in its CQE, if WQEs have them. */
void softhca_engine_send_identify(struct engine_qp *eq);

enum engine_take {
	ENGINE_TAKEN,
	ENGINE_NONE,
	ENGINE_MALFORMED
};
/**
 * Take the receive for the next message and decode it into eq->recv. srq: NULL for the own queue.
 */
enum engine_take softhca_engine_recv_take(struct engine_qp *eq, struct softhca_srq *srq);
/** Is there a receive in the queue pair's own queue? (Not for SRQs.) */
bool softhca_engine_recv_ready(struct engine_qp *eq);
/** Skip one receive. */
void softhca_engine_recv_skip(struct engine_qp *eq);
/** Is the next receive shorter than `bytes`? False if there is none, or its length is not known. */
bool softhca_engine_recv_too_short(struct engine_qp *eq, struct softhca_srq *srq, uint64_t bytes);

/* --- srq.c ------------------------------------------------------------------------------- */

enum engine_take softhca_engine_srq_take(struct softhca_srq *srq, struct inverbs_dev_recv *recv,
					 uint32_t *slot);
/** Decode the next receive without taking it. */
bool softhca_engine_srq_peek(struct softhca_srq *srq, struct inverbs_dev_recv *recv);

/* --- path.c ------------------------------------------------------------------------------ */

/** Returns the port that an address leads to from `from`, or NULL. */
struct softhca_port *softhca_engine_resolve(const struct softhca_port *from,
					    const struct ibv_ah_attr *ah);
/**
 * Returns the peer queue pair of a connection if it can receive; else notes why packets are lost,
 * and returns NULL.
 */
struct engine_qp *softhca_engine_receiving_peer(struct engine_qp *eq);
/**
 * Can packets pass from one queue pair's port to the other's, with the P_Keys of both? If not,
 * notes why; a P_Key mismatch counts as a violation at the receiving port.
 */
bool softhca_engine_is_reachable(const struct softhca_qp *from, const struct softhca_qp *to);

static inline bool engine_can_receive(const struct softhca_qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTR && qp->attr.qp_state <= IBV_QPS_SQE;
}

/** Is the transport reliable (ACKs and retries)? */
static inline bool engine_is_reliable(const struct engine_qp *eq)
{
	return eq->qp->type != IBV_QPT_UC && eq->qp->type != IBV_QPT_UD;
}

/** Returns the local ACK timeout in nanoseconds; 0: infinite. */
static inline uint64_t softhca_engine_ack_timeout(const struct engine_qp *eq)
{
	unsigned int exponent = eq->qp->attr.timeout & 31;

	return exponent ? UINT64_C(4096) << exponent : 0;
}

/* --- requester.c ------------------------------------------------------------------------- */

/** Execute send work requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_engine_send_turn(struct engine_qp *eq);
/** The timer has expired. */
void softhca_engine_send_timeout(struct engine_qp *eq);
/** Retry lost messages at once. */
void softhca_engine_send_again(struct engine_qp *eq);

/* --- sent.c ------------------------------------------------------------------------------ */

/**
 * Fill in the chunk at offset `from` of a message of `total` bytes. Returns false if a key does not
 * permit the access.
 */
bool softhca_engine_fill_packet(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
				uint64_t total, uint64_t from, struct engine_packet *packet);
/** Complete the current work request, or the next one; with a CQE if it is signaled or failed. */
void softhca_engine_send_done(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
			      enum ibv_wc_status status, uint32_t byte_len);
/** The next send, `wr` of `bytes` bytes, was executed successfully. */
void softhca_engine_send_succeeded(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
				   uint64_t bytes);

/* --- local.c: local operations (bind, invalidate), and checks before anything is sent -------- */

/**
 * Check a work request, and get the length of its message. Returns IBV_WC_SUCCESS, or the status
 * with which it fails.
 */
enum ibv_wc_status softhca_engine_send_check(const struct engine_qp *eq,
					     const struct inverbs_dev_wr *wr, uint64_t *total);
bool softhca_engine_is_read(enum ibv_wr_opcode opcode);
bool softhca_engine_is_atomic(enum ibv_wr_opcode opcode);

/* --- datagram.c -------------------------------------------------------------------------- */

/** Send eq->wr, which was checked. Returns false if it waits, or the queue pair has failed. */
bool softhca_engine_datagram(struct engine_qp *eq, enum ibv_wc_status *status);

/* --- burst.c ----------------------------------------------------------------------------- */

/**
 * Execute eq->wr, which was checked, together with the following requests, as far as they are short
 * RDMA writes. Returns how many were executed, and adds their sizes to *bytes. 0: nothing was done,
 * and eq->wr must be executed as a single message.
 */
unsigned int softhca_engine_burst(struct engine_qp *eq, uint64_t *bytes);

/* --- carry.c ----------------------------------------------------------------------------- */

/** Deliver a chunk to the peer of a connection, and return its response. */
enum engine_verdict softhca_engine_carry(struct engine_qp *eq, struct engine_packet *packet);

/* --- responder.c ------------------------------------------------------------------------- */

/** A chunk arrives at a connected queue pair. */
enum engine_verdict softhca_engine_deliver(struct engine_qp *to, struct engine_packet *packet);
/**
 * Get where a whole RDMA write would go if it arrived now, without changing any state. Returns
 * false if the responder would refuse it.
 */
bool softhca_engine_write_target(const struct engine_qp *to, struct engine_packet *packet,
				 struct engine_spans *spans);
/** `packets` packets were executed; `last`: they complete a message of `bytes` bytes. */
void softhca_engine_packets_executed(struct engine_qp *to, uint32_t packets, bool last,
				     uint64_t bytes);
/** Complete the current receive. With IBV_WC_SUCCESS, the fields of `cqe` are added. */
void softhca_engine_recv_done(struct engine_qp *eq, struct inverbs_dev_cqe *cqe, bool solicited);
/** Raise COMM_EST for the first message after RTR. */
void softhca_engine_report_established(struct engine_qp *eq);

/* --- notes.c ----------------------------------------------------------------------------- */

/** Complete the current note of a message that `to` refuses. */
void softhca_engine_note_refused_by(const struct engine_qp *to, const struct engine_packet *packet);
void softhca_engine_note_no_receive(const struct engine_qp *to, const struct engine_packet *packet);

/* --- window.c ---------------------------------------------------------------------------- */

enum ibv_wc_status softhca_engine_bind(struct engine_qp *eq);
enum ibv_wc_status softhca_engine_invalidate_local(struct engine_qp *eq);
/**
 * Send with invalidate: may the peer of `eq` invalidate the key? If so and with `now`, invalidate
 * it.
 */
bool softhca_engine_invalidate_remote(struct engine_qp *eq, const struct softhca_pd *pd,
				      uint32_t rkey, bool now);
void softhca_engine_window_release(struct softhca_mw *mw);

/* --- migrate.c --------------------------------------------------------------------------- */

/** Arm the connection for migration if both ends have requested REARM. */
void softhca_engine_rearm(struct engine_qp *eq);
void softhca_ib_port_lost(struct engine_qp *eq, const struct softhca_port *port);
void softhca_ib_resolve(struct engine_qp *eq);

/* --- error.c ----------------------------------------------------------------------------- */

/** attr.qp_state has become ERR: start flushing. */
void softhca_ib_enter_error(struct engine_qp *eq);
/** Move to the error state, with an event unless `event` is negative. */
void softhca_engine_qp_error(struct engine_qp *eq, int event);
/** The send queue of an unreliable queue pair failed (SQE); receives continue. */
void softhca_engine_sq_error(struct engine_qp *eq);
/** Report SQ_DRAINED if the queue pair is draining and has finished. */
void softhca_engine_drain_check(struct engine_qp *eq);

/* --- state.c ----------------------------------------------------------------------------- */

/** One turn of flushing. */
unsigned int softhca_engine_flush_turn(struct engine_qp *eq);
void softhca_ib_modified(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask);

#endif
