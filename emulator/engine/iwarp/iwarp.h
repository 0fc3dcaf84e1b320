/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections between queue pairs of iWARP adapters, for the connection manager. Such a connection
 * is a TCP stream that the connection manager sets up; when it ends, both queue pairs stop.
 *
 * Life of a queue pair: idle (verbs: RESET or INIT), where receives may be posted; RTS, only by
 * softhca_iwarp_connect(); then either closing (SQD) and idle again, or terminate (SQE), or error
 * (ERR). However a connection ends, the words that tell the library are set, completion channels
 * are signalled, and the library flushes what is left: the adapter writes no CQEs for it.
 *
 * One thread runs everything. No function here fails half-way.
 */
#ifndef EMULATOR_ENGINE_IWARP_IWARP_H
#define EMULATOR_ENGINE_IWARP_IWARP_H

#include "base/objects.h"

/** How a connection ended. */
enum softhca_iwarp_end {
	SOFTHCA_IWARP_CLOSED, /**< orderly: what was sent before has arrived */
	SOFTHCA_IWARP_RESET,  /**< it broke: an error of either side (TERMINATE), a queue pair that
				 went to error or was destroyed, a process that died */
};

/** One end of a connection to be set up. */
struct softhca_iwarp_side {
	struct softhca_qp *qp;
	uint32_t ird; /**< incoming reads that it serves at a time; should be at least the peer's
			 ord, or reads will terminate the connection */
	uint32_t ord; /**< outgoing reads in progress at a time */
	/**
	 * Called exactly once when the connection of `qp` has ended, also for the side that ended
	 * it, possibly before the function that ended it returns. The queue pair is not connected
	 * any more and, for SOFTHCA_IWARP_CLOSED, idle. Must not connect, end a connection or
	 * destroy objects; may note it and act later. May be NULL.
	 */
	void (*ended)(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg);
	void *arg;
};

/** Is it a queue pair of an iWARP adapter? All others are connected by their programs. */
bool softhca_iwarp_qp(const struct softhca_qp *qp);

/** May it be connected now: iWARP, idle, and not connected? */
bool softhca_iwarp_idle(const struct softhca_qp *qp);

/**
 * Connect two idle queue pairs and move both to RTS. The initiator (the active side) sends first:
 * the responder's sends wait until a message of the initiator has arrived.
 * EINVAL: one of them is not idle, or both are the same.
 */
int softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
			  const struct softhca_iwarp_side *responder);

/**
 * End the connection in an orderly way: send what can be sent at once of what was posted, then call
 * both sides back with SOFTHCA_IWARP_CLOSED. No-op when it is not connected, or closing already.
 * The same as modifying the queue pair to SQD.
 */
void softhca_iwarp_close(struct softhca_qp *qp);

/**
 * Terminate the connection at once: both queue pairs go to error. No-op when not connected; one
 * that is closing is closed first, as far as that can be done at once.
 */
void softhca_iwarp_abort(struct softhca_qp *qp);

#endif
