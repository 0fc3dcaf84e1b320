/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* One function per command for the runtime and its providers: lays out header, request and
 * driver-private data in one buffer, passes it to the transport and copies the response out. Each
 * returns 0 or a positive errno value. */
#ifndef INVERBS_KERNEL_ACME_CALL_H
#define INVERBS_KERNEL_ACME_CALL_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/acme.h>

/** Begin; the answer carries a descriptor. */
static inline int acme_call_hello(struct inverbs_transport *t, const struct acme_hello_req *req,
				  const void *drv_in, size_t drv_in_bytes,
				  struct acme_hello_resp *resp, void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(ACME_CMD_HELLO, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Let an anvil go. There is no answer. */
static inline int acme_call_drop(struct inverbs_transport *t, const struct acme_drop_req *req,
				 const void *drv_in, size_t drv_in_bytes)
{
	struct uverbs_message m = uverbs_message_make(ACME_CMD_DROP, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	return uverbs_submit(t, &m);
}

/** See what is there; lists both ways, on some devices only. */
static inline int acme_call_look(struct inverbs_transport *t, const struct acme_look_req *req,
				 const void *list, size_t list_bytes, struct acme_look_resp *resp,
				 void *out, size_t out_bytes)
{
	struct uverbs_message m = uverbs_message_make(ACME_CMD_LOOK, req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, out, out_bytes);
	return uverbs_submit(t, &m);
}

/** Tie a rope to an anvil. */
static inline int acme_call_ex_tie(struct inverbs_transport *t, const struct acme_ex_tie_req *req,
				   const void *list, size_t list_bytes, const void *drv_in,
				   size_t drv_in_bytes, struct acme_ex_tie_resp *resp,
				   void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(ACME_EX_CMD_TIE | UVERBS_EXTENDED, req,
						      sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Cut a rope. */
static inline int acme_call_ex_cut(struct inverbs_transport *t, const struct acme_ex_cut_req *req)
{
	struct uverbs_message m = uverbs_message_make(ACME_EX_CMD_CUT | UVERBS_EXTENDED, req,
						      sizeof(*req));

	return uverbs_submit(t, &m);
}

#endif
