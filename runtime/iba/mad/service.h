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
	struct iba_spl_qp *qp; /* the parent */
	struct iba_umad umad;
	ib_mad_svc_type_t type;
	ib_pfn_mad_comp_cb_t sent;
	ib_pfn_mad_comp_cb_t received;
	bool takes; /* requests */
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

/** Where an element goes to, from its address vector or from the request it answers. */
ib_api_status_t iba_mad_address(const struct iba_spl_qp *qp, const struct iba_mad *mad,
				struct umad_header *header);

/** Give an element that was sent back to the program soon, with a status. */
void iba_mad_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status);

/** Give the elements back that are due. On the dispatcher. */
void iba_mad_give_back(struct iba_mad_svc *svc);

/** The waiting request of an agent with this transaction id, which does not wait any more. */
struct iba_mad *iba_mad_matched(struct iba_mad_svc *svc, uint32_t agent,
				const struct mad_header *header);

/** The file of a service has nothing more: requests come back. */
void iba_mad_lost(struct iba_umad *umad);

/** What the file of a service has read. */
void iba_mad_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *bytes,
		     size_t size);

#endif
