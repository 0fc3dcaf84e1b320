/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from knock.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* The device's side: <inverbs/kernel/byte_headers.h> parses a command's header; the functions here
 * copy the core request into its struct, zero-extended if a request is shorter. */
#ifndef INVERBS_KERNEL_KNOCK_PARSE_H
#define INVERBS_KERNEL_KNOCK_PARSE_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/knock.h>

static inline void knock_read_knock(const struct uverbs_parsed *p, struct knock_knock_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

#endif
