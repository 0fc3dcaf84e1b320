/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC domains. */
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

enum {
	NEEDS = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
};

struct ibv_xrcd *ibv_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *attr)
{
	struct uverbs_open_xrcd_req req = {.fd = (uint32_t)attr->fd,
					   .oflags = (uint32_t)attr->oflags};
	struct uverbs_open_xrcd_resp resp;
	struct inverbs_xrcd *xrcd;
	int err;

	if (attr->comp_mask >= IBV_XRCD_INIT_ATTR_RESERVED)
		return inverbs_fail(EOPNOTSUPP);
	if ((attr->comp_mask & NEEDS) != NEEDS)
		return inverbs_fail(EINVAL);
	xrcd = calloc(1, sizeof(*xrcd));
	if (!xrcd)
		return inverbs_fail(ENOMEM);
	err = uverbs_call_open_xrcd(inverbs_transport_of(context), &req, NULL, 0, &resp, NULL, 0);
	if (err) {
		free(xrcd);
		return inverbs_fail(err);
	}
	xrcd->ibv.context = context;
	xrcd->handle = resp.xrcd_handle;
	return &xrcd->ibv;
}

int ibv_close_xrcd(struct ibv_xrcd *xrcd)
{
	struct uverbs_close_xrcd_req req = {.xrcd_handle = inverbs_xrcd_of(xrcd)->handle};
	int err = inverbs_not_gone(
		uverbs_call_close_xrcd(inverbs_transport_of(xrcd->context), &req));

	if (!err)
		free(inverbs_xrcd_of(xrcd));
	return err;
}
