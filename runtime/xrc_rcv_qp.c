/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OFED's XRC receive queue pairs: the program has only their number, their domain owns them, and
 * they live while anything is registered. In today's kernel a registration is a handle on an
 * XRC_RECV queue pair, and closing the last handle destroys it. A context keeps at most one handle
 * per queue pair, so registering twice has no further effect.
 */
#include "runtime.h"

static struct inverbs_context *lock_of(struct ibv_xrc_domain *domain)
{
	struct inverbs_context *ctx = inverbs_context_of(domain->context);

	pthread_mutex_lock(&ctx->registered_lock);
	return ctx;
}

static void unlock_registered(struct inverbs_context *ctx)
{
	pthread_mutex_unlock(&ctx->registered_lock);
}

/* Returns the link that points to the handle with this number, or the list's last link. */
static struct inverbs_qp **find_registered_place(struct inverbs_context *ctx, uint32_t qpn)
{
	struct inverbs_qp **at = &ctx->registered;

	while (*at && (*at)->ibv.qp_num != qpn)
		at = &(*at)->next_registered;
	return at;
}

static struct ibv_qp *open_handle(struct ibv_xrc_domain *domain, uint32_t qpn)
{
	return inverbs_open_target(inverbs_xrcd_of_ofed(domain), qpn, NULL, domain);
}

/*
 * Does the number belong to the domain? The domain may be open under another handle, so this is
 * checked by opening the queue pair.
 */
static int check_domain(struct ibv_xrc_domain *domain, const struct inverbs_qp *registered)
{
	struct ibv_qp *qp;

	if (registered->ibv.xrc_domain == domain)
		return 0;
	qp = open_handle(domain, registered->ibv.qp_num);
	return qp ? ibv_destroy_qp(qp) : errno;
}

int ibv_create_xrc_rcv_qp(struct ibv_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn)
{
	struct ibv_qp_init_attr_ex attr = {.qp_type = IBV_QPT_XRC_RECV,
					   .comp_mask = IBV_QP_INIT_ATTR_XRCD};
	struct ibv_xrc_domain *domain = init_attr ? init_attr->xrc_domain : NULL;
	struct inverbs_context *ctx;
	struct ibv_qp *qp;
	int err = 0;

	if (!domain || !xrc_rcv_qpn)
		return EINVAL;
	attr.xrcd = &inverbs_xrcd_of_ofed(domain)->ibv;
	ctx = lock_of(domain);
	qp = ibv_create_qp_ex(domain->context, &attr);
	if (qp) {
		qp->xrc_domain = domain; /* no event can come before this: the QP is in RESET */
		*find_registered_place(ctx, qp->qp_num) = inverbs_qp_of(qp);
		*xrc_rcv_qpn = qp->qp_num;
	} else {
		err = errno;
	}
	unlock_registered(ctx);
	return inverbs_xrc_error(domain->context, err);
}

int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	struct inverbs_context *ctx;
	struct inverbs_qp **at;
	struct ibv_qp *opened;
	int err = 0;

	if (!xrc_domain)
		return EINVAL;
	ctx = lock_of(xrc_domain);
	at = find_registered_place(ctx, xrc_qp_num);
	if (*at) {
		err = check_domain(xrc_domain, *at);
	} else {
		opened = open_handle(xrc_domain, xrc_qp_num);
		if (opened)
			*at = inverbs_qp_of(opened);
		else
			err = errno;
	}
	unlock_registered(ctx);
	return inverbs_xrc_error(xrc_domain->context, err);
}

int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	struct inverbs_qp **at, *next;
	struct inverbs_context *ctx;
	int err;

	if (!xrc_domain)
		return EINVAL;
	ctx = lock_of(xrc_domain);
	at = find_registered_place(ctx, xrc_qp_num);
	err = *at ? check_domain(xrc_domain, *at) : EINVAL;
	if (!err) {
		next = (*at)->next_registered;
		err = ibv_destroy_qp(&(*at)->ibv);
	}
	if (!err)
		*at = next;
	unlock_registered(ctx);
	return inverbs_xrc_error(xrc_domain->context, err);
}

/* A handle for one command: that of the registration in this domain, or a temporary one. */
static struct ibv_qp *borrow_handle(struct inverbs_context *ctx, struct ibv_xrc_domain *domain,
				    uint32_t qpn)
{
	struct inverbs_qp *qp = *find_registered_place(ctx, qpn);

	return qp && qp->ibv.xrc_domain == domain ? &qp->ibv : open_handle(domain, qpn);
}

static void return_handle(struct inverbs_context *ctx, struct ibv_qp *qp)
{
	if (*find_registered_place(ctx, qp->qp_num) != inverbs_qp_of(qp))
		ibv_destroy_qp(qp);
}

int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			  struct ibv_qp_attr *attr, int attr_mask)
{
	struct inverbs_context *ctx;
	struct ibv_qp *qp;
	int err;

	if (!xrc_domain || !attr)
		return EINVAL;
	ctx = lock_of(xrc_domain);
	qp = borrow_handle(ctx, xrc_domain, xrc_qp_num);
	err = qp ? ibv_modify_qp(qp, attr, attr_mask) : errno;
	if (qp)
		return_handle(ctx, qp);
	unlock_registered(ctx);
	return inverbs_xrc_error(xrc_domain->context, err);
}

int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			 struct ibv_qp_attr *attr, int attr_mask,
			 struct ibv_qp_init_attr *init_attr)
{
	struct inverbs_context *ctx;
	struct ibv_qp *qp;
	int err;

	if (!xrc_domain || !attr || !init_attr)
		return EINVAL;
	ctx = lock_of(xrc_domain);
	qp = borrow_handle(ctx, xrc_domain, xrc_qp_num);
	err = qp ? ibv_query_qp(qp, attr, attr_mask, init_attr) : errno;
	if (qp)
		return_handle(ctx, qp);
	unlock_registered(ctx);
	if (!err)
		init_attr->qp_type = IBV_QPT_XRC; /* the only type that such programs know */
	return inverbs_xrc_error(xrc_domain->context, err);
}

void inverbs_registrations_forget(struct inverbs_context *ctx)
{
	struct inverbs_qp *qp;

	while ((qp = ctx->registered)) {
		ctx->registered = qp->next_registered;
		inverbs_qp_free(qp);
	}
}
