/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "kernel/commands.h"

void softhca_respond(struct softhca_command *c, const void *resp, size_t bytes)
{
	if (bytes > c->answer->len)
		bytes = c->answer->len;
	memcpy(c->answer->bytes, resp, bytes);
}
