/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests to the subnet administrator of a port. A port that an instance sends requests from is an
 * object below the instance, with a file of its own; the objects that requests are for are below
 * the port.
 */
#ifndef RUNTIME_IBA_MAD_SA_H
#define RUNTIME_IBA_MAD_SA_H

#include <inverbs/mad/administration.h>
#include <pthread.h>

#include "iba/layer.h"
#include "pool.h"
#include "umad.h"

struct iba_registration;
struct iba_sa_request;

struct iba_sa_port {
	struct iba_object object;
	struct iba_port port;
	struct iba_umad umad;
	uint32_t agent;
	struct iba_store *store; /* of results */
	pthread_mutex_t lock;
	pthread_cond_t finished; /* some request is */
	uint32_t last_tid;
	bool ended;
	struct iba_sa_request *waiting;
	struct iba_registration *registrations; /* to be set again */
	struct ibv_context *context;            /* for its events; NULL: nothing is registered */
	struct iba_source events;
	struct iba_umad reports; /* without a file: nothing is subscribed to */
	struct iba_job ending;
};

/** The contents of a request. */
struct iba_sa_ask {
	uint8_t method;
	uint16_t attribute;
	uint64_t components;
	const void *record;
	size_t bytes;
	uint32_t timeout_ms;
	uint32_t retries;
	uint16_t unit_lid; /* not 0: device management at this LID instead of the administrator */
	uint32_t modifier;
};

/** The result of a request: a response, or none. */
struct iba_sa_answer {
	ib_api_status_t status; /* IB_REMOTE_ERROR: the response has a status of its own */
	ib_net16_t mad_status;
	const uint8_t *mad; /* NULL without a response */
	size_t bytes;
};

/** A request; member of an object below the port, which it keeps alive until it is done. */
struct iba_sa_request {
	struct iba_sa_port *port;
	struct iba_object *owner;
	/** The request has ended. On the dispatcher, once. */
	void (*done)(struct iba_sa_request *request, const struct iba_sa_answer *answer);
	/* the file's */
	struct iba_sa_request *next;
	uint32_t tid;
	bool waits;
	ib_api_status_t status;
	struct iba_timer timer; /* used when there is no administrator */
	struct iba_job job;
};

/** The port with this GUID, below an instance, with a reference. */
ib_api_status_t iba_sa_port_get(struct iba_al *al, ib_net64_t guid, struct iba_sa_port **port);

/** Send a request. `port`, `owner` and `done` are set; on success `done` will be called. */
ib_api_status_t iba_sa_ask(struct iba_sa_request *request, const struct iba_sa_ask *ask);

/** Send a request whose response is ignored. */
void iba_sa_tell(struct iba_sa_port *port, const struct iba_sa_ask *ask);

/** End the request with IB_CANCELED, unless it has ended. */
void iba_sa_cancel(struct iba_sa_request *request);

/** Set a flag that iba_sa_wait() waits for. */
void iba_sa_signal(struct iba_sa_port *port, bool *flag);

/** Wait for a flag. Not on the dispatcher. */
void iba_sa_wait(struct iba_sa_port *port, const bool *flag);

/** Number of records in a response. */
uint32_t iba_sa_count(const struct iba_sa_answer *answer);

#endif
