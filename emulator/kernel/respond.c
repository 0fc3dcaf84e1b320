/* SPDX-License-Identifier: BSD-2-Clause */
/* Setting the core response of a command. */
#include <string.h>

#include "kernel/commands.h"

void softhca_respond(struct softhca_command *c, const void *resp, size_t bytes)
{
	if (bytes > c->response->len)
		bytes = c->response->len;
	memcpy(c->response->bytes, resp, bytes);
}
