/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections between queue pairs of iWARP adapters, for the connection manager. Such a connection
 * is a TCP stream that the connection manager sets up; when the stream ends, both queue pairs stop.
 *
 * States of a queue pair: idle (in verbs, RESET or INIT), in which receives may be posted; RTS,
 * entered only by softhca_iwarp_connect(); then either closing (SQD) and idle again, or terminate
 * (SQE), or error (ERR). However a connection ends, the words that tell the library are set, and
 * completion channels get an event. The library flushes the remaining requests: the adapter writes
 * no CQEs for them.
 *
 * All calls come from the emulator's single thread. Functions either succeed or change nothing.
 */
#ifndef EMULATOR_ENGINE_IWARP_IWARP_H
#define EMULATOR_ENGINE_IWARP_IWARP_H

#include "base/objects.h"

/** How a connection ended. */
enum softhca_iwarp_end {
	SOFTHCA_IWARP_CLOSED, /**< orderly: everything sent before has arrived */
	SOFTHCA_IWARP_RESET,  /**< abortive: an error at either side (TERMINATE), or a queue pair
				 went to ERR or was destroyed, or a process ended */
};

/** One end of a connection to be set up. */
struct softhca_iwarp_side {
	struct softhca_qp *qp;
	uint32_t ird; /**< maximum incoming reads in progress; if it is less than the peer's ord,
			 reads may terminate the connection */
	uint32_t ord; /**< maximum outgoing reads in progress */
	/**
	 * Called exactly once when the connection of `qp` has ended, also at the side that ended
	 * it, possibly before the function that ended it returns. The queue pair is no longer
	 * connected and, for SOFTHCA_IWARP_CLOSED, idle. The callback must not connect, end
	 * connections or destroy objects, but can schedule that. May be NULL.
	 */
	void (*ended)(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg);
	void *arg;
};

/** Is it a queue pair of an iWARP adapter? (Programs connect other queue pairs by MODIFY_QP.) */
bool softhca_iwarp_is_qp(const struct softhca_qp *qp);

/** Can it be connected now: is it an iWARP queue pair, idle and not connected? */
bool softhca_iwarp_can_connect(const struct softhca_qp *qp);

/**
 * Connect two idle queue pairs and move both to RTS. The initiator (the active side) sends first:
 * the responder's sends wait until a message of the initiator has arrived. Returns 0, or EINVAL if
 * one of them is not idle, or both are the same.
 */
int softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
			  const struct softhca_iwarp_side *responder);

/**
 * Close the connection in an orderly way: send those posted requests that can be sent at once, then
 * call both sides back with SOFTHCA_IWARP_CLOSED. No-op if the queue pair is not connected or
 * already closing. The same as modifying the queue pair to SQD.
 */
void softhca_iwarp_close(struct softhca_qp *qp);

/**
 * Terminate the connection at once: both queue pairs go to the error state. No-op if it is not
 * connected. If it is closing, an attempt to finish that is made first.
 */
void softhca_iwarp_abort(struct softhca_qp *qp);

#endif
