/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queue pairs of type MAD: unreliable datagrams of verbs, whose receives and sends are the layer's.
 * What umad does for aliases is done here: it numbers requests, repeats them, and finds the service
 * of what arrives. Messages of several datagrams (RMPP) are not among it.
 */
#ifndef RUNTIME_IBA_MAD_QP_H
#define RUNTIME_IBA_MAD_QP_H

#include "service.h"

enum {
	IBA_MAD_GRH_BYTES = 40,
	IBA_MAD_RECEIVE_BYTES = IBA_MAD_GRH_BYTES + MAD_BYTES
};

/** A send that the adapter has. The element may have been given back before its completion. */
struct iba_mad_slot {
	struct iba_mad *mad;
	struct ibv_ah *ah; /* NULL: the slot is free */
};

struct iba_mad_qp {
	struct iba_qp *qp;
	struct iba_store *store; /* of received datagrams */
	struct ibv_mr *mr;
	uint8_t *memory; /* for receives, then for sends */
	unsigned int receives, sends;
	pthread_mutex_t lock; /* a service's is taken before it */
	bool may_send;        /* in the present state; atomic */
	uint8_t port;
	ib_net32_t qkey;
	uint32_t services;
	struct iba_mad_slot *slots;
	struct iba_mad *queued, **last_queued;
	struct iba_timer timer;
	uint64_t due; /* of the timer, which has a reference; UINT64_MAX; by the lock of objects */
};

/** Give a new service its number on a queue pair. IB_INSUFFICIENT_MEMORY also: another one takes
 * such requests. */
ib_api_status_t iba_mad_qp_open(struct iba_qp *qp, struct iba_mad_svc *svc);

/** Find the way of an element that is to be sent: by its vector, or back to where it came from. */
ib_api_status_t iba_mad_qp_way(struct iba_mad_qp *own, struct iba_mad *mad);

/** Send it now, or when there is room. 0 or a positive errno value. */
int iba_mad_qp_send(struct iba_mad_svc *svc, struct iba_mad *mad);

/** An element that waited for a response is to be given back: completions do not find it. */
void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad);

/** All that a service sends is given back as canceled. With the service's lock held. */
void iba_mad_qp_cancel(struct iba_mad_svc *svc);

/** A send is complete; on the dispatcher. */
void iba_mad_qp_sent(struct iba_mad_qp *own, unsigned int at, enum ibv_wc_status status);

/** What the adapter had before it was reset has no completions. */
void iba_mad_qp_flush(struct iba_mad_qp *own);

/** The job of the timer. */
void iba_mad_qp_time_up(struct iba_job *job);

#endif
