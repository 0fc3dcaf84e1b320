/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC domains, and further handles on their target queue pairs. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/commands.h"

/**
 * A domain is a file's inode on a device, or private. It keeps a descriptor of the file, so that
 * the inode number is not given to another file while the domain lives.
 */
struct softhca_xrcd_domain {
	int fd; /**< -1: private */
	ino_t inode;
	dev_t on;
	unsigned int users;
	struct softhca_link in_device;
};

static struct softhca_xrcd_domain *find(struct softhca_dev *device, const struct stat *st)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &device->xrcds)
	{
		struct softhca_xrcd_domain *domain = softhca_entry(pos, struct softhca_xrcd_domain,
								   in_device);

		if (domain->fd >= 0 && domain->inode == st->st_ino && domain->on == st->st_dev)
			return domain;
	}
	return NULL;
}

struct softhca_xrcd_domain *softhca_domain_get(struct softhca_xrcd_domain *domain)
{
	domain->users++;
	return domain;
}

void softhca_domain_put(struct softhca_xrcd_domain *domain)
{
	if (--domain->users)
		return;
	softhca_link_remove(&domain->in_device);
	if (domain->fd >= 0)
		close(domain->fd);
	free(domain);
}

static int make(struct softhca_dev *device, int fd, const struct stat *st,
		struct softhca_xrcd_domain **out)
{
	struct softhca_xrcd_domain *domain = calloc(1, sizeof(*domain));

	if (!domain)
		return ENOMEM;
	domain->fd = fd;
	if (fd >= 0) {
		domain->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		if (domain->fd < 0) {
			free(domain);
			return errno;
		}
		domain->inode = st->st_ino;
		domain->on = st->st_dev;
	}
	domain->users = 1;
	softhca_list_add_last(&device->xrcds, &domain->in_device);
	*out = domain;
	return 0;
}

/** The domain that the request names, counted. */
static int open_domain(struct softhca_command *c, const struct uverbs_open_xrcd_req *req,
		       struct softhca_xrcd_domain **out)
{
	struct softhca_dev *device = c->ctx->device;
	struct stat st;

	if (req->fd == (uint32_t)-1)
		return make(device, -1, NULL, out);
	if (c->fd < 0 || fstat(c->fd, &st))
		return EBADF;
	*out = find(device, &st);
	if (*out) {
		if (req->oflags & O_EXCL)
			return EINVAL;
		softhca_domain_get(*out);
		return 0;
	}
	return req->oflags & O_CREAT ? make(device, c->fd, &st, out) : EAGAIN;
}

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
	ret = softhca_object_add(c->ctx, &xrcd->obj, SOFTHCA_XRCD, 0);
	if (ret)
		goto free_xrcd;
	ret = open_domain(c, &req, &xrcd->domain);
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
