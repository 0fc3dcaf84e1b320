/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When traps are sent: at once, and again until the manager represses them or the repetitions end.
 */
#include "base/log.h"
#include "mad/internal.h"

enum {
	TRAP_ATTEMPTS = 8 /**< how many times a trap is sent */
};

void mad_trap_start(struct fabric_port *port)
{
	struct softhca_mad *mad = port->node->mad;

	softhca_timer_stop(&port->trap);
	port->trap_tid = ++mad->num_traps;
	port->traps_left = TRAP_ATTEMPTS;
	softhca_timer_start(&mad->traps, &port->trap, softhca_now());
}

bool mad_trap_repressed(struct fabric_port *at, const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);

	if (header.mgmt_class != MAD_CLASS_SUBNET || header.method != MAD_METHOD_TRAP_REPRESS ||
	    header.tid != at->trap_tid)
		return false;
	softhca_timer_stop(&at->trap);
	return true;
}
