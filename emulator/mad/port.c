/* SPDX-License-Identifier: BSD-2-Clause */
/* What happens in the fabric when a port goes down or up. */
#include "mad/mad.h"
#include "mad/sa_store.h"

/** End all subscriptions of a port. */
static void unsubscribe_all(struct softhca_mad *mad, const struct softhca_port *port)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->subscriptions)
	{
		if (sa_subscription_of(pos)->port->hca_port == port)
			sa_drop_subscription(mad, sa_subscription_of(pos));
	}
}

static void notify_administrator(struct softhca_mad *mad, struct softhca_port *port)
{
	const uint8_t *gid = port->gid[0].raw;

	if (port->up) {
		sa_notify(mad, MAD_TRAP_GID_IN_SERVICE, gid);
		return;
	}
	unsubscribe_all(mad, port);
	sa_notify(mad, MAD_TRAP_GID_OUT_OF_SERVICE, gid);
	sa_leave_groups(mad, gid);
}

void softhca_mad_port_changed(struct softhca_port *port)
{
	struct fabric_port *at = fabric_port_of(port);

	if (!at || port->ethernet)
		return;
	if (at->node->mad->hca->managed)
		fabric_link_changed(at);
	else
		notify_administrator(at->node->mad, port);
}
