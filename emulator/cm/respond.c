/* SPDX-License-Identifier: BSD-2-Clause */
/* Setting the response of a command. */
#include <string.h>

#include "cm/internal.h"

void softhca_cm_respond(const struct cm_command *c, const void *response, size_t bytes)
{
	size_t room = c->parsed->core_out;

	if (bytes > room)
		bytes = room;
	memcpy(c->response->bytes, response, bytes);
	c->response->len = bytes;
}
