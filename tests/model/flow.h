/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parts of the adapters' model share: flow.c sends, deliver.c receives, ends.c completes.
 */
#ifndef TESTS_MODEL_FLOW_H
#define TESTS_MODEL_FLOW_H

#include "model.h"

enum {
	MESSAGE_MAX = SGES * REGION,
	PSN_MASK = 0xffffff,
};

/** How one request ended. */
enum outcome {
	DONE,
	WAITS,
	LOST,
	RNR,
	BAD_REQUEST,
	BAD_ACCESS,
	BAD_OPERATION
};

/** A message on its way. */
struct message {
	struct ref from, to;
	const struct send *send;
	uint32_t total;
	uint8_t bytes[MESSAGE_MAX], unsure[MESSAGE_MAX];
};

/* --- ends.c */

/** Its requests are acknowledged: not UC, not UD. */
bool reliable(const struct qp *qp);
/** The response has data: of a read or an atomic. */
bool reads(enum ibv_wr_opcode opcode);
/** The shared receive queue for messages to this queue pair; XRC: the one that a request names. */
struct srq *shared_queue(struct ref r, uint32_t srqn, int *slot);
struct recv_queue *recv_queue(struct ref r, struct srq *srq);
/** Complete the oldest send; or the oldest receive, of a shared queue unless srq_slot is NONE. */
void send_done(struct ref r, enum ibv_wc_status status);
void recv_done(struct ref r, int srq_slot, struct completion *c, bool solicited);
/** Flush all outstanding requests, and receives if asked for. */
void flush(struct ref r, bool receives);
/** The oldest request fails, and its queue pair with it. */
void fail(struct ref r, enum ibv_wc_status status);
/** The responder refuses a request, and fails with it if it is reliable. */
enum outcome refuse(struct ref r, enum ibv_event_type event, enum outcome outcome);

/* --- deliver.c */

/** Number of packets for so many bytes. */
uint32_t packets(const struct qp *qp, uint32_t bytes);
enum outcome deliver(const struct message *m);
/** Deliver it to all queue pairs that it is addressed to; the status is the sender's. */
enum ibv_wc_status datagram(struct message *m);

#endif
