/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queue pairs of type MAD: UD queue pairs of verbs on which the layer posts the sends and receives.
 * This code does what umad does for aliases: it numbers requests, retries them, and finds the
 * service for a received datagram. RMPP is not supported.
 */
#ifndef RUNTIME_IBA_MAD_QP_H
#define RUNTIME_IBA_MAD_QP_H

#include "service.h"

enum {
	IBA_MAD_GRH_BYTES = 40,
	IBA_MAD_RECEIVE_BYTES = IBA_MAD_GRH_BYTES + MAD_BYTES
};

/** A send posted to the adapter. Its element may be given back before the send completes. */
struct iba_mad_slot {
	struct iba_mad *mad;
	struct ibv_ah *ah; /* NULL: the slot is free */
};

struct iba_mad_qp {
	struct iba_qp *qp;
	struct iba_store *store; /* for received datagrams */
	struct ibv_mr *mr;
	uint8_t *memory; /* for receives, then for sends */
	unsigned int receives, sends;
	pthread_mutex_t lock; /* taken after the lock of a service */
	bool may_send;        /* the current state allows sends; atomic */
	uint8_t port;
	ib_net32_t qkey;
	uint32_t services;
	struct iba_mad_slot *slots;
	struct iba_mad *queued, **last_queued;
	struct iba_timer timer;
	uint64_t due; /* when the timer expires; UINT64_MAX: not set. Guarded by iba_lock(). The
			 running timer holds a reference. */
};

/**
 * Assign a number to a new service on a queue pair. IB_INSUFFICIENT_MEMORY also if another service
 * accepts the same requests.
 */
ib_api_status_t iba_mad_qp_open(struct iba_qp *qp, struct iba_mad_svc *svc);

/**
 * Find the destination of an element: from its address vector, or the sender that it responds to.
 */
ib_api_status_t iba_mad_qp_find_destination(struct iba_mad_qp *own, struct iba_mad *mad);

/** Send an element now, or when a slot is free. Returns 0 or an errno value. */
int iba_mad_qp_send(struct iba_mad_svc *svc, struct iba_mad *mad);

/**
 * A request that waited for a response is being given back: completions must not find it any more.
 */
void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad);

/** Give back as canceled everything that a service is sending. The service's lock is held. */
void iba_mad_qp_cancel(struct iba_mad_svc *svc);

/** A send is complete. Runs on the dispatcher. */
void iba_mad_qp_sent(struct iba_mad_qp *own, unsigned int at, enum ibv_wc_status status);

/** Complete the sends posted before a reset, for which there are no completions. */
void iba_mad_qp_flush(struct iba_mad_qp *own);

/** The job that the timer runs. */
void iba_mad_qp_timer_expired(struct iba_job *job);

#endif
