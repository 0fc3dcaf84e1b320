/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles to XRC domains, and further handles to XRC target queue pairs. */
#include <errno.h>
#include <stdlib.h>

#include "kernel/commands.h"

int softhca_open_xrcd(struct softhca_command *c)
{
	struct uverbs_open_xrcd_req req;
	struct uverbs_open_xrcd_resp resp;
	struct softhca_xrcd *xrcd;
	int ret;

	uverbs_read_open_xrcd(&c->parsed, &req);
	xrcd = calloc(1, sizeof(*xrcd));
	if (!xrcd)
		return ENOMEM;
	ret = softhca_object_add(c->ctx, &xrcd->obj, SOFTHCA_XRCD, softhca_xrcd_destroy, 0);
	if (ret)
		goto free_xrcd;
	ret = req.fd == (uint32_t)-1
		      ? softhca_domain_private(c->ctx->device, &xrcd->domain)
		      : softhca_domain_open(c->ctx->device, c->fd, req.oflags, &xrcd->domain);
	if (ret)
		goto remove;
	c->created = &xrcd->obj;
	resp.xrcd_handle = xrcd->obj.handle;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
remove:
	softhca_object_remove(&xrcd->obj);
free_xrcd:
	free(xrcd);
	return ret;
}

int softhca_xrcd_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_xrcd *xrcd = (struct softhca_xrcd *)obj;

	(void)reported;
	softhca_domain_put(xrcd->domain);
	softhca_object_remove(obj);
	free(xrcd);
	return 0;
}

int softhca_close_xrcd(struct softhca_command *c)
{
	struct uverbs_close_xrcd_req req;

	uverbs_read_close_xrcd(&c->parsed, &req);
	return softhca_handle_destroy(c->ctx, req.xrcd_handle, SOFTHCA_XRCD, NULL);
}

int softhca_open_qp(struct softhca_command *c)
{
	struct uverbs_open_qp_req req;
	struct uverbs_create_qp_resp resp = {0};
	struct softhca_qp_handle *handle;
	struct softhca_xrcd *xrcd;
	struct softhca_qp *qp;
	int ret;

	uverbs_read_open_qp(&c->parsed, &req);
	if (softhca_xrcd_find(c->ctx, req.pd_handle, &xrcd) || req.qp_type != IBV_QPT_XRC_RECV)
		return EINVAL;
	qp = softhca_find_qp(c->ctx->device, req.qpn);
	if (!qp || qp->type != IBV_QPT_XRC_RECV || qp->domain != xrcd->domain)
		return EINVAL;
	ret = softhca_qp_handle_add(c->ctx, qp, req.user_handle, xrcd, &handle);
	if (ret)
		return ret;
	c->created = &handle->obj;
	resp.qp_handle = handle->obj.handle;
	resp.qpn = qp->qpn;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}
