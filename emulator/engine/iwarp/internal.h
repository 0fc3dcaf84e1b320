/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iWARP inside the engine. What differs from InfiniBand: the connection manager sets up and ends
 * connections (connection.c). One ring has sends and receives; its WQEs are copied as they are
 * found, because the program may reuse a slot while its request is outstanding (ring.c). A send is
 * complete when it was sent, a read when its data has arrived, which may be after later sends
 * (send.c). There are no RNRs, and instead of a NAK the connection ends (receive.c).
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
	uint32_t head, tail; /**< put, taken; free-running */
};

/** A read in progress. */
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
	bool may_send; /**< the initiator, or a message of it has arrived */
	bool closing;
	bool failed;        /**< or its connection has ended; only RESET leads out */
	uint64_t tell_by;   /**< deadline for telling the program; 0: it was told */
	uint32_t recv_mark; /**< CQEs of the queues when it ended: the program consumes */
	uint32_t send_mark; /**< these before it is told */
	uint32_t fetched;   /**< slots of the ring that were read */
	struct iwarp_queue sends;
	struct iwarp_queue recvs;
	uint32_t serial;          /**< bytes of the current send */
	uint32_t message;         /**< number of the last message that arrived */
	struct iwarp_read *reads; /**< `room` of them, a ring */
	uint32_t read_room;
	uint32_t first_read;
	uint32_t open_reads;
};

/* --- connection.c ------------------------------------------------------------------------ */

/** Of a queue pair being created. 0 or ENOMEM. */
int softhca_iwarp_create(struct engine_qp *eq);
void softhca_iwarp_destroy(struct engine_qp *eq);
/** MODIFY_QP was done. */
void softhca_iwarp_modified(struct engine_qp *eq, enum ibv_qp_state from);
/** The connection has ended; each side gets its event unless that is negative. */
void softhca_iwarp_over(struct engine_qp *eq, enum softhca_iwarp_end how, int event,
			int peer_event);
/** This side found an error: it terminates the connection. */
void softhca_iwarp_fault(struct engine_qp *eq, enum hw_fault fault);
/** A work request of this side completes with a fault; index: its number. */
void softhca_iwarp_failed(struct engine_qp *eq, enum hw_fault fault, bool is_send, uint32_t index);
/** To the error state for a reason of the kernel's side, with an event unless that is negative. */
void softhca_iwarp_fail(struct engine_qp *eq, int event);
/**
 * If the connection has ended and the program has not been told, tell it when the time has come.
 */
void softhca_iwarp_tell(struct engine_qp *eq);

/* --- ring.c ------------------------------------------------------------------------------ */

/** Copy WQEs posted since the last call. */
void softhca_iwarp_fetch(struct engine_qp *eq);
/** Are there WQEs that were not copied? */
bool softhca_iwarp_posted(struct engine_qp *eq);
/** The oldest copy, or NULL. */
const struct inverbs_dev_copy *softhca_iwarp_first(const struct engine_qp *eq,
						   const struct iwarp_queue *queue);

/* --- send.c ------------------------------------------------------------------------------ */

/** Execute work requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_iwarp_turn(struct engine_qp *eq);
/** The timer expired: of a delayed message, or of the delayed end of the connection. */
void softhca_iwarp_timeout(struct engine_qp *eq);

/* --- receive.c --------------------------------------------------------------------------- */

/** Why a key does not permit access to [addr, addr + bytes); called when it does not. */
enum hw_fault softhca_iwarp_key_fault(const struct softhca_pd *pd, uint32_t key, uint32_t access);
/**
 * A chunk of a message arrives, or a chunk of a read response leaves. ENGINE_BAD_ACCESS: *fault has
 * the reason, and this side reports it.
 */
enum engine_verdict softhca_iwarp_deliver(struct engine_qp *to, struct engine_packet *packet,
					  enum hw_fault *fault);
/** Check a read request. */
enum hw_fault softhca_iwarp_read_asked(struct engine_qp *to, const struct inverbs_dev_wr *wr,
				       uint32_t open);

#endif
