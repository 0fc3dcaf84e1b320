/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * MAD services. Each has its own umad file with agents: one for the class whose requests it
 * accepts, and others that only send. The kernel puts an agent's number into the high half of the
 * transaction ids of its requests, retries them, and reports those without a response.
 */
#ifndef RUNTIME_IBA_MAD_SERVICE_H
#define RUNTIME_IBA_MAD_SERVICE_H

#include <pthread.h>

#include "iba/layer.h"
#include "pool.h"
#include "umad.h"

/** The alias of a special queue pair. Verbs have no such queue pair. */
struct iba_spl_qp {
	struct iba_qp qp;
	uint8_t qpn; /* 0 or 1 */
	struct iba_port port;
	struct iba_store *store; /* for received datagrams; the alias' pool key uses it */
};

struct iba_agent {
	bool registered;
	uint32_t id;
};

struct iba_mad_svc {
	struct iba_object object;
	struct iba_spl_qp *qp;  /* the parent, if it is an alias; NULL otherwise */
	struct iba_mad_qp *own; /* the parent's services, if it is of type MAD; NULL otherwise */
	uint32_t number; /* for type MAD: upper half of the transaction ids of its requests */
	uint8_t mgmt_class, version;
	uint32_t methods[4]; /* requests it accepts, one bit per method */
	struct iba_umad umad;
	ib_mad_svc_type_t type;
	ib_pfn_mad_comp_cb_t sent;
	ib_pfn_mad_comp_cb_t received;
	bool takes; /* it accepts requests */
	bool taker_has_rmpp;
	struct iba_agent taker;
	pthread_mutex_t lock;
	struct iba_agent senders[2]; /* without RMPP, with RMPP */
	struct iba_mad *waiting;     /* requests without a response yet */
	struct iba_mad *done;        /* elements to be given back, in this order */
	struct iba_mad **last_done;
	bool ended;
	bool deferred; /* the job that gives them back is queued */
	struct iba_job give_back;
	struct iba_job ending;
};

/** Read the attributes of an address vector, which must belong to the adapter. */
ib_api_status_t iba_mad_vector(const struct iba_ca *ca, ib_av_handle_t handle, ib_av_attr_t *attr);

/**
 * Find the destination of an element: from its address vector, or the sender that it responds to.
 */
ib_api_status_t iba_mad_address(const struct iba_spl_qp *qp, const struct iba_mad *mad,
				struct umad_header *header);

/** Give a sent element back to the program soon, with a status. */
void iba_mad_queue_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status);

/** Likewise, through a job: from any thread that has a reference to the service. */
void iba_mad_defer_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status);

/** Give back the elements that are due. Runs on the dispatcher. */
void iba_mad_give_back(struct iba_mad_svc *svc);

/** Remove and return the agent's waiting request with this transaction id, or return NULL. */
struct iba_mad *iba_mad_take_matching(struct iba_mad_svc *svc, uint32_t agent,
				      const struct mad_header *header);

/**
 * Stop waiting for the response to a request. Returns false if it was not waiting. The service's
 * lock is held.
 */
bool iba_mad_take_waiting(struct iba_mad_svc *svc, const struct iba_mad *mad);

/**
 * Pass a received element to the program. If it is a response, the request is given back first;
 * else `request` is NULL. Runs on the dispatcher.
 */
void iba_mad_deliver(struct iba_mad_svc *svc, struct iba_mad *mad, struct iba_mad *request);

/** Give a request back. Runs on the dispatcher. */
void iba_mad_return_request(struct iba_mad_svc *svc, struct iba_mad *request,
			    ib_wc_status_t status);

/** The service has lost its file: give all requests back. */
void iba_mad_file_lost(struct iba_umad *umad);

/** A datagram was read from the service's file. */
void iba_mad_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *bytes,
		     size_t size);

#endif
