/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues: the code common to all adapters. */
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

enum {
	KNOWN_MODIFY = IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT,
	XRC_NEEDS = IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
};

static enum ibv_srq_type srq_type_of(const struct ibv_srq_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE ? attr->srq_type : IBV_SRQT_BASIC;
}

static int check_xrc(const struct ibv_context *context, const struct ibv_srq_init_attr_ex *attr)
{
	if ((attr->comp_mask & XRC_NEEDS) != XRC_NEEDS || !attr->xrcd || !attr->cq)
		return EINVAL;
	return attr->xrcd->context != context || attr->cq->context != context ? EINVAL : 0;
}

static int check_srq_attr(const struct ibv_context *context,
			  const struct ibv_srq_init_attr_ex *attr)
{
	if (attr->comp_mask >= IBV_SRQ_INIT_ATTR_RESERVED)
		return EINVAL;
	if (!(attr->comp_mask & IBV_SRQ_INIT_ATTR_PD) || !attr->pd || attr->pd->context != context)
		return EINVAL;
	switch (srq_type_of(attr)) {
	case IBV_SRQT_BASIC:
		return 0;
	case IBV_SRQT_XRC:
		return check_xrc(context, attr);
	case IBV_SRQT_TM:
		return EOPNOTSUPP;
	default:
		return EINVAL;
	}
}

static void free_srq(struct inverbs_srq *srq)
{
	pthread_mutex_destroy(&srq->ibv.mutex);
	pthread_cond_destroy(&srq->ibv.cond);
	free(srq);
}

static void fill_public_srq(struct inverbs_srq *srq, const struct ibv_srq_init_attr_ex *attr)
{
	srq->ibv.srq_context = attr->srq_context;
	srq->ibv.pd = attr->pd;
	srq->is_xrc = srq_type_of(attr) == IBV_SRQT_XRC;
	srq->xrc_cq = srq->is_xrc ? attr->cq : NULL;
	srq->ibv.xrc_cq = srq->xrc_cq;
	srq->ibv.xrc_domain = srq->is_xrc ? &inverbs_xrcd_of(attr->xrcd)->ofed : NULL;
	pthread_mutex_init(&srq->ibv.mutex, NULL);
	pthread_cond_init(&srq->ibv.cond, NULL);
}

static struct ibv_srq *create_srq(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr)
{
	int err = inverbs_provider_of(context)->create_srq ? check_srq_attr(context, attr)
							   : EOPNOTSUPP;
	struct inverbs_srq *srq;

	if (err)
		return inverbs_fail(err);
	srq = inverbs_object_alloc(sizeof(*srq));
	if (!srq)
		return NULL;
	srq->ibv.context = context;
	fill_public_srq(srq, attr);
	err = inverbs_provider_of(context)->create_srq(inverbs_context_of(context), attr, srq);
	if (err) {
		free_srq(srq);
		return inverbs_fail(err);
	}
	if (srq->is_xrc)
		srq->ibv.xrc_srq_num = srq->srqn;
	inverbs_pd_get(attr->pd);
	return &srq->ibv;
}

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *srq_init_attr)
{
	struct ibv_srq_init_attr_ex attr = {
		.srq_context = srq_init_attr->srq_context,
		.attr = srq_init_attr->attr,
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = pd,
	};
	struct ibv_srq *srq = create_srq(pd->context, &attr);

	if (srq)
		srq_init_attr->attr = attr.attr;
	return srq;
}

struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
				   struct ibv_cq *xrc_cq, struct ibv_srq_init_attr *srq_init_attr)
{
	struct ibv_srq_init_attr_ex attr = {
		.srq_context = srq_init_attr->srq_context,
		.attr = srq_init_attr->attr,
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | XRC_NEEDS,
		.srq_type = IBV_SRQT_XRC,
		.pd = pd,
		.xrcd = xrc_domain ? &inverbs_xrcd_of_ofed(xrc_domain)->ibv : NULL,
		.cq = xrc_cq,
	};
	struct ibv_srq *srq = create_srq(pd->context, &attr);

	if (!srq)
		return inverbs_fail(inverbs_xrc_error(pd->context, errno));
	srq_init_attr->attr = attr.attr;
	return srq;
}

struct ibv_srq *ibv_create_srq_ex(struct ibv_context *context,
				  struct ibv_srq_init_attr_ex *srq_init_attr_ex)
{
	struct ibv_srq_init_attr_ex attr = *srq_init_attr_ex;
	struct ibv_srq *srq = create_srq(context, &attr);

	if (srq)
		srq_init_attr_ex->attr = attr.attr;
	return srq;
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr, int srq_attr_mask)
{
	const struct inverbs_provider *provider = inverbs_provider_of(srq->context);

	if (srq_attr_mask & ~KNOWN_MODIFY)
		return EINVAL;
	if (!provider->modify_srq)
		return EOPNOTSUPP;
	return provider->modify_srq(inverbs_srq_of(srq), srq_attr, srq_attr_mask);
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr)
{
	struct uverbs_query_srq_req req = {.srq_handle = srq->handle};
	struct uverbs_query_srq_resp resp;
	int err = uverbs_call_query_srq(inverbs_transport_of(srq->context), &req, &resp);

	if (err)
		return err;
	srq_attr->max_wr = resp.max_wr;
	srq_attr->max_sge = resp.max_sge;
	srq_attr->srq_limit = resp.srq_limit;
	return 0;
}

int ibv_get_srq_num(struct ibv_srq *srq, uint32_t *srq_num)
{
	const struct inverbs_srq *s = inverbs_srq_of(srq);

	if (!s->is_xrc)
		return EINVAL;
	*srq_num = s->srqn;
	return 0;
}

int ibv_destroy_srq(struct ibv_srq *srq)
{
	const struct inverbs_provider *provider = inverbs_provider_of(srq->context);
	struct ibv_pd *pd = srq->pd;
	uint32_t events = inverbs_taken(&inverbs_srq_of(srq)->events_taken);
	int err = EOPNOTSUPP;

	if (provider->destroy_srq)
		err = provider->destroy_srq(inverbs_srq_of(srq), &events);
	if (err)
		return err;
	inverbs_wait_acks(&srq->mutex, &srq->cond, &srq->events_completed, events);
	inverbs_pd_put(pd);
	free_srq(inverbs_srq_of(srq));
	return 0;
}
