/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests to the subnet administrator. A port from which an instance sends requests is an object
 * below the instance, with its own umad file; the objects for which requests are made are below the
 * port.
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
	struct iba_store *store; /* for results */
	pthread_mutex_t lock;
	pthread_cond_t finished; /* signaled when a request has ended */
	uint32_t last_tid;
	bool ended;
	struct iba_sa_request *waiting;
	struct iba_registration *registrations; /* registrations to repeat */
	struct ibv_context *context; /* for the port's events; NULL: nothing is registered */
	struct iba_source events;
	struct iba_umad reports; /* no file is open until something is subscribed to */
	struct iba_job ending;
};

/** The contents of a request. */
struct iba_sa_message {
	uint8_t method;
	uint16_t attribute;
	uint64_t components;
	const void *record;
	size_t bytes;
	uint32_t timeout_ms;
	uint32_t retries;
	uint16_t unit_lid; /* if not 0: send device management to this LID, instead of a request to
			      the administrator */
	uint32_t modifier;
};

/** The outcome of a request: a response, or none. */
struct iba_sa_response {
	ib_api_status_t status; /* IB_REMOTE_ERROR: see the status in the response */
	ib_net16_t mad_status;
	const uint8_t *mad; /* NULL if there is no response */
	size_t bytes;
};

/**
 * A request; a member of an object below the port. It holds a reference to that object until it
 * ends.
 */
struct iba_sa_request {
	struct iba_sa_port *port;
	struct iba_object *owner;
	/** The request has ended. Called once, on the dispatcher. */
	void (*done)(struct iba_sa_request *request, const struct iba_sa_response *response);
	/* private to sa.c */
	struct iba_sa_request *next;
	uint32_t tid;
	bool waits;
	ib_api_status_t status;
	struct iba_timer timer; /* used if there is no administrator */
	struct iba_job job;
};

/**
 * Find or create the object of the port with this GUID below an instance. The caller gets a
 * reference.
 */
ib_api_status_t iba_sa_port_get(struct iba_al *al, ib_net64_t guid, struct iba_sa_port **port);

/**
 * Send a request. The caller has set `port`, `owner` and `done`; if this succeeds, `done` will be
 * called.
 */
ib_api_status_t iba_sa_send_request(struct iba_sa_request *request,
				    const struct iba_sa_message *ask);

/** Send a request and ignore its response. */
void iba_sa_send_unconfirmed(struct iba_sa_port *port, const struct iba_sa_message *ask);

/** End the request with IB_CANCELED, if it has not ended. */
void iba_sa_cancel(struct iba_sa_request *request);

/** Set a flag for which iba_sa_wait() waits. */
void iba_sa_signal(struct iba_sa_port *port, bool *flag);

/** Wait for a flag. Not called on the dispatcher. */
void iba_sa_wait(struct iba_sa_port *port, const bool *flag);

/** Number of records in a response. */
uint32_t iba_sa_count_records(const struct iba_sa_response *response);

#endif
