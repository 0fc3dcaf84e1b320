/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registrations with the subnet administrator that last as long as their owner: services,
 * subscriptions, group memberships. They are repeated when the administrator requests it
 * (CLIENT_REREGISTER).
 */
#ifndef RUNTIME_IBA_MAD_REGISTRATION_H
#define RUNTIME_IBA_MAD_REGISTRATION_H

#include "sa.h"

struct iba_registration {
	struct iba_object *owner;
	struct iba_sa_port *port; /* exists as long as the owner */
	/** The first request has ended. If it failed, the owner must be destroyed. */
	void (*done)(struct iba_registration *registration, const struct iba_sa_response *response);
	/**
	 * Change the record into one that deletes the registration. Returns false if others still
	 * need it. NULL: the same record deletes it.
	 */
	bool (*prepare_delete)(struct iba_registration *registration);
	struct iba_sa_message set;
	uint8_t delete_method; /* method of the request that deletes it */
	uint8_t record[SA_DATA_BYTES];
	/* private to registration.c */
	bool failed; /* guarded by the lock of the tree */
	bool listed; /* guarded by the port's lock, like `next` */
	struct iba_registration *next;
	struct iba_sa_request request;
	struct iba_sa_request undo;
	struct iba_job ending;
};

/**
 * Register. The caller has set all members except set.record and those private to registration.c.
 */
ib_api_status_t iba_sa_register(struct iba_registration *registration);

/**
 * For the owner's stop(): delete the registration if it may have been made. The owner is not
 * released before that.
 */
void iba_sa_unregister(struct iba_registration *registration);

/** The port's administrator has lost its state: repeat all registrations. */
void iba_sa_register_again(struct iba_sa_port *port);

/** Read the port's asynchronous events, so that registrations can be repeated. */
ib_api_status_t iba_sa_port_watch(struct iba_sa_port *port);
void iba_sa_port_unwatch(struct iba_sa_port *port);

#endif
