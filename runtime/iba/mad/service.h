/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Services for management datagrams. Each has a file of its own, and agents there: one for the
 * class it takes requests of, and those that only send. The kernel numbers the requests of an
 * agent in the high half of their transaction ids, repeats them, and says which got no response.
 */
#ifndef RUNTIME_IBA_MAD_SERVICE_H
#define RUNTIME_IBA_MAD_SERVICE_H

#include <pthread.h>

#include "iba/layer.h"
#include "pool.h"
#include "umad.h"

/** A special queue pair, or rather its alias: a queue pair that verbs do not have. */
struct iba_spl_qp {
	struct iba_qp qp;
	uint8_t qpn; /* 0 or 1 */
	struct iba_port port;
	struct iba_store *store; /* of received datagrams, and of its key */
};

struct iba_agent {
	bool registered;
	uint32_t id;
};

struct iba_mad_svc {
	struct iba_object object;
	struct iba_spl_qp *qp;  /* the parent, if it is an alias; */
	struct iba_mad_qp *own; /* the parent's services, if it is of type MAD, and */
	uint32_t number;        /* upper half of the transaction ids of its requests */
	uint8_t mgmt_class, version;
	uint32_t methods[4]; /* requests it takes, a bit each */
	struct iba_umad umad;
	ib_mad_svc_type_t type;
	ib_pfn_mad_comp_cb_t sent;
	ib_pfn_mad_comp_cb_t received;
	bool takes; /* it takes requests */
	bool taker_has_rmpp;
	struct iba_agent taker;
	pthread_mutex_t lock;
	struct iba_agent senders[2]; /* without and with RMPP */
	struct iba_mad *waiting;     /* requests without a response yet */
	struct iba_mad *done;        /* to be given back, in this order */
	struct iba_mad **last_done;
	bool ended;
	bool deferred; /* the job that gives them back is due */
	struct iba_job give_back;
	struct iba_job ending;
};

/** The attributes of a vector, which must be the adapter's. */
ib_api_status_t iba_mad_vector(const struct iba_ca *ca, ib_av_handle_t handle, ib_av_attr_t *attr);

/** Where an element goes to, from its address vector or from the request it answers. */
ib_api_status_t iba_mad_address(const struct iba_spl_qp *qp, const struct iba_mad *mad,
				struct umad_header *header);

/** Give a sent element back to the program soon, with a status. */
void iba_mad_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status);

/** Likewise, from any thread that has a reference to the service: by a job. */
void iba_mad_done_soon(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status);

/** Give back the elements that are due. On the dispatcher. */
void iba_mad_give_back(struct iba_mad_svc *svc);

/** Remove and return the waiting request of an agent with this transaction id; NULL: none. */
struct iba_mad *iba_mad_matched(struct iba_mad_svc *svc, uint32_t agent,
				const struct mad_header *header);

/** Stop waiting for a response to it; false: it did not wait. With the service's lock held. */
bool iba_mad_take_waiting(struct iba_mad_svc *svc, const struct iba_mad *mad);

/**
 * Give the program a received element, after the request that it responds to, or NULL. On the
 * dispatcher.
 */
void iba_mad_deliver(struct iba_mad_svc *svc, struct iba_mad *mad, struct iba_mad *request);

/** Give a request back, on the dispatcher. */
void iba_mad_return(struct iba_mad_svc *svc, struct iba_mad *request, ib_wc_status_t status);

/** The file of a service is lost: give all requests back. */
void iba_mad_lost(struct iba_umad *umad);

/** The file of a service has read a datagram. */
void iba_mad_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *bytes,
		     size_t size);

#endif
