/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queue pairs of type MAD: unreliable datagrams of verbs, whose receives and sends belong to the
 * layer. What umad does for aliases is done here: numbering requests, retrying them, and finding
 * the service for datagrams that arrive. RMPP is not supported.
 */
#ifndef RUNTIME_IBA_MAD_QP_H
#define RUNTIME_IBA_MAD_QP_H

#include "service.h"

enum {
	IBA_MAD_GRH_BYTES = 40,
	IBA_MAD_RECEIVE_BYTES = IBA_MAD_GRH_BYTES + MAD_BYTES
};

/** A send posted to the adapter. The element may have been given back before the send completes. */
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
	uint64_t due; /* when the timer expires, which holds a reference; UINT64_MAX: not set;
			 guarded by the lock of objects */
};

/**
 * Number a new service on a queue pair. IB_INSUFFICIENT_MEMORY also if another service takes the
 * same requests.
 */
ib_api_status_t iba_mad_qp_open(struct iba_qp *qp, struct iba_mad_svc *svc);

/** Find the destination of an element to be sent: by its vector, or back to its sender. */
ib_api_status_t iba_mad_qp_way(struct iba_mad_qp *own, struct iba_mad *mad);

/** Send it now, or when a slot is free. 0 or a positive errno value. */
int iba_mad_qp_send(struct iba_mad_svc *svc, struct iba_mad *mad);

/** An element that waited for a response is given back: completions must not find it. */
void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad);

/** Give back as canceled everything that a service sends. With the service's lock held. */
void iba_mad_qp_cancel(struct iba_mad_svc *svc);

/** A send is complete; on the dispatcher. */
void iba_mad_qp_sent(struct iba_mad_qp *own, unsigned int at, enum ibv_wc_status status);

/** Complete what was posted before a reset, which generates no completions. */
void iba_mad_qp_flush(struct iba_mad_qp *own);

/** The job of the timer. */
void iba_mad_qp_time_up(struct iba_job *job);

#endif
