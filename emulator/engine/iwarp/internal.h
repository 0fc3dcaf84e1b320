/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internals of the iWARP transport. Differences from InfiniBand: the connection manager sets up and
 * ends connections (connection.c). Sends and receives share a ring, whose WQEs are copied as soon
 * as they are found, because the program may reuse a slot while its request is outstanding
 * (ring.c). A send is complete when it was sent; a read is complete when its data has arrived,
 * which may be after later sends (send.c). There are no RNR NAKs, and errors end the connection
 * (receive.c).
 */
#ifndef EMULATOR_ENGINE_IWARP_INTERNAL_H
#define EMULATOR_ENGINE_IWARP_INTERNAL_H

#include "engine/base/internal.h"
#include "engine/iwarp/iwarp.h"

extern const struct engine_rules softhca_iwarp_rules;

/** Copies of WQEs, oldest first. */
struct iwarp_queue {
	uint8_t *slots;
	uint32_t entries;    /**< a power of two */
	uint32_t head, tail; /**< numbers of WQEs put in and taken out; free-running */
};

/** An RDMA read in progress. */
struct iwarp_read {
	struct inverbs_dev_wr wr;
	uint64_t done; /**< bytes that have arrived */
};

/** engine_qp.iwarp */
struct iwarp {
	struct engine_qp *peer; /**< NULL: not connected */
	void (*ended)(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg);
	void *arg;
	uint32_t ird;
	uint32_t ord;
	bool may_send; /**< it is the initiator, or a message of the initiator has arrived */
	bool closing;
	bool failed; /**< the queue pair has failed or its connection has ended; only RESET ends
			this state */
	uint64_t notify_by; /**< deadline for telling the program of the end; 0: done */
	uint32_t recv_mark; /**< number of CQEs in the receive CQ at the end, and */
	uint32_t send_mark; /**< in the send CQ; consumed before the program is told */
	uint32_t fetched;   /**< number of slots of the ring that were read */
	struct iwarp_queue sends;
	struct iwarp_queue recvs;
	uint32_t serial;          /**< number of the current send */
	uint32_t message;         /**< number of the last message that arrived */
	struct iwarp_read *reads; /**< ring of read_room reads */
	uint32_t read_room;
	uint32_t first_read;
	uint32_t open_reads;
};

/* --- connection.c ------------------------------------------------------------------------ */

/** A queue pair is created. Returns 0 or ENOMEM. */
int softhca_iwarp_create(struct engine_qp *eq);
void softhca_iwarp_destroy(struct engine_qp *eq);
/** MODIFY_QP was executed. */
void softhca_iwarp_modified(struct engine_qp *eq, enum ibv_qp_state from);
/** The connection has ended: each side gets its event, unless the event is negative. */
void softhca_iwarp_end_connection(struct engine_qp *eq, enum softhca_iwarp_end how, int event,
				  int peer_event);
/** This side has found an error: terminate the connection. */
void softhca_iwarp_terminate(struct engine_qp *eq, enum hw_fault fault);
/** Work request `index` of this side completes with a fault. */
void softhca_iwarp_note_failed(struct engine_qp *eq, enum hw_fault fault, bool is_send,
			       uint32_t index);
/**
 * Enter the error state for a reason outside the engine, with an event unless `event` is negative.
 */
void softhca_iwarp_fail(struct engine_qp *eq, int event);
/**
 * The connection has ended: tell the program if it has consumed its CQEs or the deadline has
 * passed.
 */
void softhca_iwarp_notify_program(struct engine_qp *eq);

/* --- ring.c ------------------------------------------------------------------------------ */

/** Copy WQEs posted since the last call. */
void softhca_iwarp_fetch(struct engine_qp *eq);
/** Are there posted WQEs that were not copied? */
bool softhca_iwarp_has_posted_wqes(struct engine_qp *eq);
/** Returns the oldest copy, or NULL. */
const struct inverbs_dev_copy *softhca_iwarp_first_wqe(const struct engine_qp *eq,
						       const struct iwarp_queue *queue);

/* --- send.c ------------------------------------------------------------------------------ */

/** Execute work requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_iwarp_turn(struct engine_qp *eq);
/** The timer of a delayed message, or of the delayed end of the connection, has expired. */
void softhca_iwarp_timeout(struct engine_qp *eq);

/* --- receive.c --------------------------------------------------------------------------- */

/** Returns why a key did not permit an access; called after the access was refused. */
enum hw_fault softhca_iwarp_key_fault(const struct softhca_pd *pd, uint32_t key, uint32_t access);
/**
 * A chunk of a message arrives, or a chunk of a read response leaves. If ENGINE_BAD_ACCESS is
 * returned, *fault has the reason, and this side reports it.
 */
enum engine_verdict softhca_iwarp_deliver(struct engine_qp *to, struct engine_packet *packet,
					  enum hw_fault *fault);
/** A read request arrives, when `open` reads are in progress: check it. */
enum hw_fault softhca_iwarp_check_read(struct engine_qp *to, const struct inverbs_dev_wr *wr,
				       uint32_t open);

#endif
