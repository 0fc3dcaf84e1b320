/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections between queue pairs of iWARP adapters, for the connection manager. There a connection
 * is more than two numbers that name each other: it is a stream (TCP) that the connection manager
 * sets up and whose end is the end of what both queue pairs can do.
 *
 * Life of a queue pair: idle (verbs: RESET or INIT), where receives may be posted; RTS after
 * softhca_iwarp_connect(), nothing else leads there; then either closing (SQD) and idle again, or
 * terminate (SQE), or error (ERR). However a connection ends, the words that tell the program are
 * set, its completion channels are signalled, and its library flushes what is left: the adapter
 * writes no completions for it.
 *
 * One thread runs everything. No function here fails half-way.
 */
#ifndef EMULATOR_ENGINE_IWARP_IWARP_H
#define EMULATOR_ENGINE_IWARP_IWARP_H

#include "base/objects.h"

/** How a connection ended. */
enum softhca_iwarp_end {
	SOFTHCA_IWARP_CLOSED, /**< in an orderly way: what was sent before has arrived */
	SOFTHCA_IWARP_RESET,  /**< it broke: an error of either side (TERMINATE), a queue pair that
				 went to error or was destroyed, a process that died */
};

/** One end of a connection to be. */
struct softhca_iwarp_side {
	struct softhca_qp *qp;
	uint32_t ird; /**< reads of the peer that it answers at a time; at least that many must be
			 the peer's ord, or reads will terminate the connection */
	uint32_t ord; /**< reads of its own that it has under way at a time */
	/**
	 * Told exactly once that the connection of `qp` is over, whoever ended it: also the side
	 * that asked for it, possibly before the function that asked returns. The queue pair is not
	 * connected any more and, for SOFTHCA_IWARP_CLOSED, idle. Must not connect or end anything
	 * and not destroy objects; may note it and act later. NULL: nobody is told.
	 */
	void (*ended)(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg);
	void *arg;
};

/** Is it a queue pair of an iWARP adapter? All others are connected by their programs. */
bool softhca_iwarp_qp(const struct softhca_qp *qp);

/** May it be connected now: iWARP, idle, and not connected? */
bool softhca_iwarp_idle(const struct softhca_qp *qp);

/**
 * Connect two idle queue pairs and move both to RTS. The initiator (who connected, the active side)
 * sends first: what the responder posts waits until something of the initiator has arrived.
 * EINVAL: one of them is not idle, or both are the same.
 */
int softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
			  const struct softhca_iwarp_side *responder);

/**
 * End the connection in an orderly way: what was posted is still sent, as far as it can be sent at
 * once, then both sides are told SOFTHCA_IWARP_CLOSED. Nothing when it is not connected, or closing
 * already. The same as modifying the queue pair to SQD.
 */
void softhca_iwarp_close(struct softhca_qp *qp);

/**
 * Break the connection at once: both queue pairs go to error. Nothing when not connected; one that
 * is closing is closed first, as far as that can be done at once.
 */
void softhca_iwarp_abort(struct softhca_qp *qp);

#endif
