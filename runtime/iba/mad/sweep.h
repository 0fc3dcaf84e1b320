/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sweeps for I/O units: the administrator lists the nodes, and each is queried through device
 * management. Every port is queried, whatever its capability mask says, because programs on Linux
 * cannot set the bit for it. A sweep uses the first active port of an adapter, one request at a
 * time, and runs entirely on the dispatcher.
 */
#ifndef RUNTIME_IBA_MAD_SWEEP_H
#define RUNTIME_IBA_MAD_SWEEP_H

#include <inverbs/mad/device.h>

#include "pnp.h"
#include "sa.h"

/** A controller, as read from a unit. Once reported, it is an object below its registration. */
struct iba_found_ioc {
	struct iba_object object; /* the handle is for ib_reject_ioc() */
	struct iba_found_ioc *next;
	struct iba_subject subject;
	bool reported;
	bool rejected; /* guarded by iba_lock() */
	unsigned int slot;
	ib_ioc_profile_t profile;
	ib_svc_entry_t *entries;
};

/** An I/O unit. */
struct iba_found_unit {
	struct iba_found_unit *next;
	struct iba_subject subject;
	struct sa_node_record node;
	ib_net64_t port_guid; /* of the local port */
	uint16_t change;
	bool seen; /* found during this sweep */
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
	/* state of the current sweep */
	bool runs;
	struct iba_sa_port *port;
	struct iba_sa_request request;
	void (*then)(struct iba_sweep *sweep, const struct iba_sa_response *response);
	uint8_t *nodes; /* node records */
	size_t node_bytes, node_step, node_at;
	struct sa_node_record node;
	struct iba_found_unit *fresh;
	struct iou_unit_info info;
	unsigned int slot, entry;
};

/** Start a sweep. iba_pnp_sweep_ended() is called at its end, possibly before this returns. */
void iba_sweep_start(struct iba_sweep *sweep);

/** Stop the sweep after the current request, if there is one. */
void iba_sweep_stop(struct iba_sweep *sweep);

/** A unit was read that is new or may have changed. The callee owns it. */
void iba_pnp_unit_read(struct iba_sweep *sweep, struct iba_found_unit *unit);

/** A unit is gone. */
void iba_pnp_unit_gone(struct iba_sweep *sweep, struct iba_found_unit *unit);

/** The sweep has ended. */
void iba_pnp_sweep_ended(struct iba_pnp *pnp);

/** Units of a registration: start the first sweep, and end. */
void iba_pnp_units_begin(struct iba_pnp *pnp);
void iba_pnp_units_end(struct iba_pnp *pnp);
void iba_pnp_units_free(struct iba_pnp *pnp);

/** Free a unit whose controllers were not reported, or are gone. */
void iba_found_unit_free(struct iba_found_unit *unit);
void iba_found_ioc_free(struct iba_found_ioc *ioc);

#endif
