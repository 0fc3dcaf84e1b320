/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* The device's side: <inverbs/kernel/protocol.h> parses a command's header; the functions here copy
 * the core request into its struct, zero-extended if a request is shorter. */
#ifndef INVERBS_KERNEL_ACME_PARSE_H
#define INVERBS_KERNEL_ACME_PARSE_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/acme.h>

static inline void acme_read_hello(const struct uverbs_parsed *p, struct acme_hello_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void acme_read_drop(const struct uverbs_parsed *p, struct acme_drop_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void acme_read_look(const struct uverbs_parsed *p, struct acme_look_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void acme_read_ex_tie(const struct uverbs_parsed *p, struct acme_ex_tie_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void acme_read_ex_cut(const struct uverbs_parsed *p, struct acme_ex_cut_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

#endif
