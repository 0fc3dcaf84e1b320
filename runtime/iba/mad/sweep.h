/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sweeps for I/O units: the administrator lists the nodes, and each is queried by device
 * management. Every port of an adapter is queried, whatever its capability mask says, because
 * programs on Linux cannot set the bit there. A sweep uses the first active port of an adapter, one
 * request at a time; all of it runs on the dispatcher.
 */
#ifndef RUNTIME_IBA_MAD_SWEEP_H
#define RUNTIME_IBA_MAD_SWEEP_H

#include <inverbs/mad/device.h>

#include "pnp.h"
#include "sa.h"

/**
 * A controller of a unit, as it was read. Once reported, it is an object below its registration.
 */
struct iba_found_ioc {
	struct iba_object object; /* its handle is for ib_reject_ioc() */
	struct iba_found_ioc *next;
	struct iba_subject subject;
	bool reported;
	bool rejected; /* guarded by the lock of the tree */
	unsigned int slot;
	ib_ioc_profile_t profile;
	ib_svc_entry_t *entries;
};

/** A unit. */
struct iba_found_unit {
	struct iba_found_unit *next;
	struct iba_subject subject;
	struct sa_node_record node;
	ib_net64_t port_guid; /* of this side */
	uint16_t change;
	bool seen; /* found in this sweep */
	bool has_path;
	ib_path_rec_t path;
	struct iba_found_ioc *iocs;
};

/** The sweep of one adapter. */
struct iba_sweep {
	struct iba_sweep *next;
	struct iba_pnp *pnp;
	ib_net64_t ca_guid;
	struct iba_found_unit *units;
	/* state of the sweep in progress */
	bool runs;
	struct iba_sa_port *port;
	struct iba_sa_request request;
	void (*then)(struct iba_sweep *sweep, const struct iba_sa_answer *answer);
	uint8_t *nodes; /* records */
	size_t node_bytes, node_step, node_at;
	struct sa_node_record node;
	struct iba_found_unit *fresh;
	struct iou_unit_info info;
	unsigned int slot, entry;
};

/** Start a sweep; iba_pnp_swept() is called at the end, perhaps before this returns. */
void iba_sweep_start(struct iba_sweep *sweep);

/** Stop after the request in progress, if any. */
void iba_sweep_stop(struct iba_sweep *sweep);

/** A unit was read that is new or may have changed; the callee owns it. */
void iba_pnp_unit_read(struct iba_sweep *sweep, struct iba_found_unit *unit);

/** A unit is gone. */
void iba_pnp_unit_gone(struct iba_sweep *sweep, struct iba_found_unit *unit);

/** The sweep has ended. */
void iba_pnp_swept(struct iba_pnp *pnp);

/** Units of a registration: start the first sweep, and end. */
void iba_pnp_units_begin(struct iba_pnp *pnp);
void iba_pnp_units_end(struct iba_pnp *pnp);
void iba_pnp_units_free(struct iba_pnp *pnp);

/** Free a unit whose controllers were not reported, or are gone. */
void iba_found_unit_free(struct iba_found_unit *unit);
void iba_found_ioc_free(struct iba_found_ioc *ioc);

#endif
