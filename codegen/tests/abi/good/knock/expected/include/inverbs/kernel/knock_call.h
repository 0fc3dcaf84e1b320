/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from knock.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* One function per command for the runtime and its providers: lays out header, request and
 * driver-private data in one buffer, passes it to the transport and copies the response out. Each
 * returns 0 or a positive errno value. */
#ifndef INVERBS_KERNEL_KNOCK_CALL_H
#define INVERBS_KERNEL_KNOCK_CALL_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/knock.h>

/** Knock. */
static inline int knock_call_knock(struct inverbs_transport *t, const struct knock_knock_req *req,
				   struct knock_knock_resp *resp)
{
	return uverbs_submit_bytes(t, knock_command_info, KNOCK_CMD_KNOCK, req, sizeof(*req), resp,
				   sizeof(*resp));
}

#endif
