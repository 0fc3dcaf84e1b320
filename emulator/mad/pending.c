/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests that wait for a response, sorted by the end of their timeouts. */
#include <stdlib.h>

#include "base/log.h"
#include "mad/internal.h"

static const uint64_t MS = 1000000;

void mad_pending_end(struct mad_pending *pending)
{
	softhca_timer_stop(&pending->timer);
	pending->file->num_pending--;
	free(pending);
}

void mad_pending_forget(struct mad_file *file, uint32_t agent)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &file->port->node->mad->pending)
	{
		struct mad_pending *p = mad_pending_of(pos);

		if (p->file == file && (agent == MAD_ALL_AGENTS || p->agent == agent))
			mad_pending_end(p);
	}
}

struct mad_pending *mad_pending_find(const struct fabric_port *port, const uint8_t *bytes)
{
	const struct mad_header wanted = mad_header_get(bytes);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &port->node->mad->pending)
	{
		struct mad_pending *p = mad_pending_of(pos);

		if (p->file->port == port && p->tid == wanted.tid &&
		    p->mgmt_class == wanted.mgmt_class)
			return p;
	}
	return NULL;
}

void mad_pending_wait(struct mad_pending *p)
{
	softhca_timer_start(&p->file->port->node->mad->pending, &p->timer,
			    softhca_now() + p->header.timeout_ms * MS);
}
