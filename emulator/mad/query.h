/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queries by the emulated kernel to the subnet administrator of a managed fabric, about paths and
 * multicast groups for the connection manager.
 */
#ifndef EMULATOR_MAD_QUERY_H
#define EMULATOR_MAD_QUERY_H

#include <inverbs/mad/administration.h>

#include "base/objects.h"
#include "base/timer.h"

struct mad_query;

/**
 * Called with the response: error is 0, and there is a record; or -EINVAL if the status is not
 * success; or -ETIMEDOUT. The callback may free the query or send it again.
 */
typedef void mad_query_done(struct mad_query *q, int error, const uint8_t *record);

/** A query that waits for its response, embedded in the object that it is for. */
struct mad_query {
	struct softhca_timer timer;
	mad_query_done *done;
	uint64_t tid;
};

/** The contents of a query. */
struct mad_question {
	uint8_t method; /**< enum mad_method */
	uint16_t attribute;
	uint64_t components;
	uint8_t record[SA_DATA_BYTES];
};

/** Send a query from a port. `q` must not be waiting. NULL: the response is ignored. */
void softhca_mad_query_start(struct softhca_port *port, const struct mad_question *question,
			     struct mad_query *q, mad_query_done *done, uint32_t timeout_ms);
/** Is the query waiting for its response? */
bool softhca_mad_query_pending(const struct mad_query *q);
/** Cancel the query if it is waiting. */
void softhca_mad_query_cancel(struct mad_query *q);

#endif
