/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that model the adapters: flow.c sends, deliver.c receives, ends.c completes.
 */
#ifndef TESTS_MODEL_FLOW_H
#define TESTS_MODEL_FLOW_H

#include "model.h"

enum {
	MESSAGE_MAX = SGES * REGION,
	PSN_MASK = 0xffffff,
};

/** How a request ended. */
enum outcome {
	DONE,
	WAITS,
	LOST,
	RNR,
	BAD_REQUEST,
	BAD_ACCESS,
	BAD_OPERATION
};

/** A message in transit. */
struct message {
	struct ref from, to;
	const struct send *send;
	uint32_t total;
	uint8_t bytes[MESSAGE_MAX], unsure[MESSAGE_MAX];
};

/* --- ends.c */

/** Whether the queue pair's requests are acknowledged: all types but UC and UD. */
bool reliable(const struct qp *qp);
/** Whether the response to an opcode has data: reads and atomics. */
bool reads(enum ibv_wr_opcode opcode);
/** The shared receive queue for messages to this queue pair; for XRC, the one the request names. */
struct srq *shared_queue(struct ref r, uint32_t srqn, int *slot);
struct recv_queue *recv_queue(struct ref r, struct srq *srq);
/** Complete the oldest send, or the oldest receive: of a shared queue unless srq_slot is NONE. */
void send_done(struct ref r, enum ibv_wc_status status);
void recv_done(struct ref r, int srq_slot, struct completion *c, bool solicited);
/** Flush all outstanding sends, and the receives if `receives` is set. */
void flush(struct ref r, bool receives);
/** The oldest send fails, and its queue pair goes to the error state. */
void fail(struct ref r, enum ibv_wc_status status);
/** The responder refuses a request; if it is reliable, its queue pair goes to the error state. */
enum outcome refuse(struct ref r, enum ibv_event_type event, enum outcome outcome);

/* --- deliver.c */

/** Number of packets for a message of so many bytes. */
uint32_t packets(const struct qp *qp, uint32_t bytes);
enum outcome deliver(const struct message *m);
/** Deliver a datagram to all queue pairs that it is addressed to. Returns the sender's status. */
enum ibv_wc_status datagram(struct message *m);

#endif
