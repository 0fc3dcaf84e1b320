/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play registrations. Once started, they are only used on the dispatcher. */
#ifndef RUNTIME_IBA_MAD_PNP_H
#define RUNTIME_IBA_MAD_PNP_H

#include <errno.h>
#include <pthread.h>

#include "iba/layer.h"

struct iba_sweep;
struct iba_watched;

struct iba_pnp {
	struct iba_object object;
	ib_pnp_class_t pnp_class;
	bool completes;
	ib_pfn_pnp_cb_t called;
	struct iba_watched *watched;
	struct iba_sweep *sweeps; /* for I/O units */
	unsigned int sweeping;    /* number of sweeps in progress */
	bool ended;
	struct iba_timer timer;
	struct iba_job beginning;
	struct iba_job ending;
	pthread_mutex_t lock;
	pthread_cond_t begun;
	bool has_begun;
};

/** A device, in the program's view. */
struct iba_subject {
	void *context;
	bool refused; /* the program wants no more events for it */
};

/** An adapter that a registration has opened. */
struct iba_watched {
	struct iba_watched *next;
	struct iba_pnp *pnp;
	ib_net64_t guid;
	struct ibv_context *context;
	struct iba_source source;
	struct iba_subject ca;
	struct iba_subject *ports;
	unsigned int port_count;
	ib_ca_attr_t *attr; /* last attributes read */
};

/**
 * Report that an adapter was added, that it was removed, that a port had an event, and that all
 * have been reported.
 */
void iba_pnp_report_added(struct iba_watched *watched);
void iba_pnp_report_removed(struct iba_watched *watched);
void iba_pnp_report_event(struct iba_watched *watched, enum ibv_event_type type, unsigned int port);
void iba_pnp_report_complete(struct iba_pnp *pnp);

/** Call the program, unless it has rejected the device or the registration has ended. */
void iba_pnp_call_program(struct iba_pnp *pnp, struct iba_subject *subject, ib_pnp_rec_t *rec,
			  ib_pnp_event_t event);

/** The first reports are complete: wake the threads that wait for them. */
void iba_pnp_signal_begun(struct iba_pnp *pnp);

/** Close an adapter whose descriptor is not watched. */
void iba_pnp_close_adapter(struct iba_watched *watched);

#endif
