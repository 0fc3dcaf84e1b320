/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What stays registered at the subnet administrator until its owner ends: services, subscriptions,
 * group memberships. It is set again when the administrator asks for that (CLIENT_REREGISTER).
 */
#ifndef RUNTIME_IBA_MAD_REGISTRATION_H
#define RUNTIME_IBA_MAD_REGISTRATION_H

#include "sa.h"

struct iba_registration {
	struct iba_object *owner;
	struct iba_sa_port *port; /* exists as long as the owner */
	/** The first request has ended; on failure the owner is to be destroyed. */
	void (*done)(struct iba_registration *registration, const struct iba_sa_answer *answer);
	/**
	 * Change the record into one to be deleted; false: others need it. NULL: it is the same
	 * record.
	 */
	bool (*prepare_delete)(struct iba_registration *registration);
	struct iba_sa_ask set;
	uint8_t delete_method; /* method of the request that deletes it */
	uint8_t record[SA_DATA_BYTES];
	/* the file's */
	bool failed; /* guarded by the lock of the tree */
	bool listed; /* guarded by the port's lock, as `next` */
	struct iba_registration *next;
	struct iba_sa_request request;
	struct iba_sa_request undo;
	struct iba_job ending;
};

/** Register it. All members except this file's own are set; set.record is not. */
ib_api_status_t iba_sa_register(struct iba_registration *registration);

/** For the owner's stop(): delete it, if it may have been set; the owner waits for that. */
void iba_sa_unregister(struct iba_registration *registration);

/** The port's administrator has lost its state. */
void iba_sa_register_again(struct iba_sa_port *port);

/** Read the port's asynchronous events, so that registrations can be set again. */
ib_api_status_t iba_sa_port_watch(struct iba_sa_port *port);
void iba_sa_port_unwatch(struct iba_sa_port *port);

#endif
