/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iWARP inside the engine. What differs from InfiniBand: a connection is made and ended by the
 * connection manager (connection.c); one ring carries sends and receives, and entries are copied
 * out of it as they are found, because the program may use a slot again while its request is still
 * open (ring.c); a send is over when it is on its way, a read when its data is there, which is
 * later than sends posted after it (send.c); nobody waits for a receive and nothing is
 * refused but with the end of the connection (receive.c).
 */
#ifndef EMULATOR_ENGINE_IWARP_INTERNAL_H
#define EMULATOR_ENGINE_IWARP_INTERNAL_H

#include "engine/base/internal.h"
#include "engine/iwarp/iwarp.h"

extern const struct engine_rules softhca_iwarp_rules;

/** Copies of entries, oldest first. */
struct iwarp_queue {
	uint8_t *slots;
	uint32_t entries;    /**< a power of two */
	uint32_t head, tail; /**< put, taken; free-running */
};

/** A read under way. */
struct iwarp_read {
	struct inverbs_dev_wr wr;
	uint64_t done; /**< bytes that are there */
};

/** engine_qp.iwarp */
struct iwarp {
	struct engine_qp *peer; /**< NULL: not connected */
	void (*ended)(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg);
	void *arg;
	uint32_t ird;
	uint32_t ord;
	bool may_send; /**< the initiator, or it has been heard of */
	bool closing;
	bool failed;        /**< or its connection is over; only RESET ends it */
	uint64_t tell_by;   /**< when the program is told so at the latest; 0: it was told */
	uint32_t recv_mark; /**< completions of the queues when it ended: the program takes */
	uint32_t send_mark; /**< these before it is told */
	uint32_t fetched;   /**< slots of the ring looked at */
	struct iwarp_queue sends;
	struct iwarp_queue recvs;
	uint32_t serial;          /**< of the send in hand */
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
/** The connection is over; each side gets its event unless that is negative. */
void softhca_iwarp_over(struct engine_qp *eq, enum softhca_iwarp_end how, int event,
			int peer_event);
/** This side found something wrong: it terminates the connection. */
void softhca_iwarp_fault(struct engine_qp *eq, enum hw_fault fault);
/** To error for a reason of the kernel's side, with an event unless that is negative. */
void softhca_iwarp_fail(struct engine_qp *eq, int event);
/** The connection is over and the program not told so yet: is it time? */
void softhca_iwarp_tell(struct engine_qp *eq);

/* --- ring.c ------------------------------------------------------------------------------ */

/** Copy what was posted since. */
void softhca_iwarp_fetch(struct engine_qp *eq);
/** Is there something in the ring that was not copied? */
bool softhca_iwarp_posted(struct engine_qp *eq);
/** The oldest copy, or NULL. */
const struct inverbs_dev_copy *softhca_iwarp_first(const struct engine_qp *eq,
						   const struct iwarp_queue *queue);

/* --- send.c ------------------------------------------------------------------------------ */

/** Execute requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_iwarp_turn(struct engine_qp *eq);

/* --- receive.c --------------------------------------------------------------------------- */

/** Why a key does not open [addr, addr + bytes): called when it does not. */
enum hw_fault softhca_iwarp_key_fault(const struct softhca_pd *pd, uint32_t key, uint32_t access);
/** A piece of a message arrives, or a piece of a read's data leaves. ENGINE_BAD_ACCESS: what is
 * wrong with it is in *fault, and this side's to say. */
enum engine_verdict softhca_iwarp_deliver(struct engine_qp *to, struct engine_packet *packet,
					  enum hw_fault *fault);
/** A read is asked for: may it be? */
enum hw_fault softhca_iwarp_read_asked(struct engine_qp *to, const struct inverbs_dev_wr *wr,
				       uint32_t open);

#endif
