/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC domains, for today's API and OFED's. */
#include <fcntl.h>
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

enum {
	NEEDS = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
};

static int open_domain(struct ibv_context *context, int fd, int oflags, struct inverbs_xrcd **out)
{
	struct uverbs_open_xrcd_req req = {.fd = (uint32_t)fd, .oflags = (uint32_t)oflags};
	struct uverbs_open_xrcd_resp resp;
	struct inverbs_xrcd *xrcd = calloc(1, sizeof(*xrcd));
	int err;

	if (!xrcd)
		return ENOMEM;
	err = uverbs_call_open_xrcd(inverbs_transport_of(context), &req, NULL, 0, &resp, NULL, 0);
	if (err) {
		free(xrcd);
		return err;
	}
	xrcd->ofed.context = context;
	xrcd->ofed.handle = resp.xrcd_handle;
	*out = xrcd;
	return 0;
}

/*
 * A domain handle stays open while objects created with it exist. The kernel counts these objects,
 * except senders.
 */
static int close_domain(struct inverbs_xrcd *xrcd)
{
	struct uverbs_close_xrcd_req req = {.xrcd_handle = xrcd->ofed.handle};
	int err;

	if (__atomic_load_n(&xrcd->senders, __ATOMIC_RELAXED))
		return EBUSY;
	err = inverbs_ignore_gone(
		uverbs_call_close_xrcd(inverbs_transport_of(xrcd->ofed.context), &req));
	if (!err)
		free(xrcd);
	return err;
}

struct ibv_xrcd *ibv_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *attr)
{
	struct inverbs_xrcd *xrcd;
	int err;

	if (attr->comp_mask >= IBV_XRCD_INIT_ATTR_RESERVED)
		return inverbs_fail(EOPNOTSUPP);
	if ((attr->comp_mask & NEEDS) != NEEDS)
		return inverbs_fail(EINVAL);
	err = open_domain(context, attr->fd, attr->oflags, &xrcd);
	return err ? inverbs_fail(err) : &xrcd->ibv;
}

int ibv_close_xrcd(struct ibv_xrcd *xrcd)
{
	return close_domain(inverbs_xrcd_of(xrcd));
}

static bool lacks_xrc(struct ibv_context *context)
{
	struct ibv_device_attr attr;

	return !ibv_query_device(context, &attr) && !(attr.device_cap_flags & IBV_DEVICE_XRC);
}

int inverbs_xrc_error(struct ibv_context *context, int err)
{
	return err && lacks_xrc(context) ? ENOSYS : err;
}

/* With fd -1, today's kernel accepts any flag, but OFED's manual only O_CREAT. */
struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd, int oflag)
{
	struct inverbs_xrcd *xrcd;
	int err = fd == -1 && oflag != O_CREAT ? EINVAL : 0;

	if (!err)
		err = open_domain(context, fd, oflag, &xrcd);
	return err ? inverbs_fail(inverbs_xrc_error(context, err)) : &xrcd->ofed;
}

/* On a device without XRC, d was not allocated here; OFED's library returned 0, too. */
int ibv_close_xrc_domain(struct ibv_xrc_domain *d)
{
	if (!d)
		return EINVAL;
	return lacks_xrc(d->context) ? 0 : close_domain(inverbs_xrcd_of_ofed(d));
}
