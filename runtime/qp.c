/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: the code common to all adapters. */
#include <inverbs/kernel/qp_states.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdio.h>

#include "builder.h"
#include "runtime.h"

/* Device capability bit of the kernel that has no name in the API. */
static const uint64_t DEVICE_ATOMIC_WRITE = UINT64_C(1) << 40;

enum {
	KNOWN_INIT = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_XRCD | IBV_QP_INIT_ATTR_CREATE_FLAGS |
		     IBV_QP_INIT_ATTR_MAX_TSO_HEADER | IBV_QP_INIT_ATTR_IND_TABLE |
		     IBV_QP_INIT_ATTR_RX_HASH | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
	OPEN_NEEDS = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
};

static bool is_xrc_target(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->qp_type == IBV_QPT_XRC_RECV;
}

static bool is_foreign_cq(const struct ibv_context *context, const struct ibv_cq *cq)
{
	return cq && cq->context != context;
}

static bool is_xrc_sender(enum ibv_qp_type type)
{
	return type == IBV_QPT_XRC_SEND || type == IBV_QPT_XRC;
}

/* Is it a queue pair type of the API, or private to a driver? */
static int check_type(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
	case IBV_QPT_UC:
	case IBV_QPT_UD:
	case IBV_QPT_RAW_PACKET:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
	case IBV_QPT_DRIVER:
	case IBV_QPT_XRC:
		return 0;
	default:
		return EINVAL;
	}
}

static int check_domain(const struct ibv_context *context, const struct ibv_qp_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_QP_INIT_ATTR_XRCD && attr->xrcd &&
			       attr->xrcd->context == context
		       ? 0
		       : EINVAL;
}

/*
 * An XRC target has a domain only; all other types have a PD and CQs, and OFED's XRC sender also
 * has a domain.
 */
static int check_parts(const struct ibv_context *context, const struct ibv_qp_init_attr_ex *attr)
{
	if (is_xrc_target(attr))
		return check_domain(context, attr);
	if (attr->qp_type == IBV_QPT_XRC && check_domain(context, attr))
		return EINVAL;
	if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || !attr->pd || attr->pd->context != context)
		return EINVAL;
	if (attr->comp_mask & IBV_QP_INIT_ATTR_IND_TABLE || attr->qp_type == IBV_QPT_DRIVER)
		return 0;
	if (!attr->send_cq || (!is_xrc_sender(attr->qp_type) && !attr->recv_cq))
		return EINVAL;
	if (is_foreign_cq(context, attr->send_cq) || is_foreign_cq(context, attr->recv_cq))
		return EINVAL;
	return attr->srq && attr->srq->context != context ? EINVAL : 0;
}

static bool needs_builder(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
}

/* Older kernels support the adapter but not the operation. */
static bool supports_atomic_writes(struct ibv_context *context)
{
	struct ibv_device_attr_ex attr;

	return !ibv_query_device_ex(context, NULL, &attr) &&
	       (attr.device_cap_flags_ex & DEVICE_ATOMIC_WRITE);
}

/* On this errno value, programs that requested ibv_wr_start() fall back to ibv_post_send(). */
static int check_operations(struct ibv_context *context, const struct ibv_qp_init_attr_ex *attr)
{
	const struct inverbs_provider *provider = inverbs_provider_of(context);
	const enum ibv_qp_type type = is_xrc_sender(attr->qp_type) ? IBV_QPT_XRC_SEND
								   : attr->qp_type;

	if (!needs_builder(attr))
		return 0;
	if (!provider->send_ops || !provider->send_ops(type))
		return EOPNOTSUPP;
	if (attr->send_ops_flags & ~provider->send_ops(type))
		return EOPNOTSUPP;
	return attr->send_ops_flags & IBV_QP_EX_WITH_ATOMIC_WRITE &&
			       !supports_atomic_writes(context)
		       ? EOPNOTSUPP
		       : 0;
}

static int check_qp_init(struct ibv_context *context, const struct ibv_qp_init_attr_ex *attr)
{
	int err = check_type(attr->qp_type);

	if (!err && attr->comp_mask & ~(uint32_t)KNOWN_INIT)
		err = EINVAL;
	if (!err)
		err = check_parts(context, attr);
	return err ? err : check_operations(context, attr);
}

static struct inverbs_qp *alloc_qp(struct ibv_context *context)
{
	struct inverbs_qp *qp = inverbs_object_alloc(sizeof(*qp));

	if (!qp)
		return NULL;
	qp->ibv.context = context;
	qp->ibv.state = IBV_QPS_RESET;
	pthread_mutex_init(&qp->ibv.mutex, NULL);
	pthread_cond_init(&qp->ibv.cond, NULL);
	return qp;
}

void inverbs_qp_free(struct inverbs_qp *qp)
{
	pthread_mutex_destroy(&qp->ibv.mutex);
	pthread_cond_destroy(&qp->ibv.cond);
	inverbs_builder_fini(qp);
	free(qp);
}

static void fill_public_qp(struct ibv_qp *qp, const struct ibv_qp_init_attr_ex *attr)
{
	qp->qp_context = attr->qp_context;
	qp->qp_type = attr->qp_type;
	if (is_xrc_target(attr))
		return;
	qp->pd = attr->pd;
	qp->send_cq = attr->send_cq;
	qp->recv_cq = attr->recv_cq;
	qp->srq = attr->srq;
	if (attr->qp_type == IBV_QPT_XRC)
		qp->xrc_domain = &inverbs_xrcd_of(attr->xrcd)->ofed;
}

/* Attributes as the provider expects them: an XRC sender has no receive queue of its own. */
static void normalize_attributes(struct ibv_qp_init_attr_ex *attr)
{
	if (!is_xrc_sender(attr->qp_type))
		return;
	attr->recv_cq = NULL;
	attr->srq = NULL;
	attr->cap.max_recv_wr = 0;
	attr->cap.max_recv_sge = 0;
}

static void count_sender(const struct ibv_qp *qp, uint32_t n)
{
	if (qp->qp_type == IBV_QPT_XRC)
		__atomic_add_fetch(&inverbs_xrcd_of_ofed(qp->xrc_domain)->senders, n,
				   __ATOMIC_RELAXED);
}

/*
 * In OFED's kernels one IBV_QPT_XRC queue pair sends and receives. Today's kernels have two, each
 * with its own number, but programs exchange only one number. So IBV_QPT_XRC can only send there,
 * to IBV_QPT_XRC_RECV and to queue pairs created by OFED's calls for receiving.
 */
static int create_sender(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			 struct inverbs_qp *qp)
{
	int err;

	attr->qp_type = IBV_QPT_XRC_SEND;
	err = ctx->provider->create_qp(ctx, attr, qp);
	if (!err)
		inverbs_log("QP 0x%x of type IBV_QPT_XRC only sends: this kernel has no XRC queue "
			    "pairs that receive, too",
			    qp->ibv.qp_num);
	return err;
}

static int create_by_provider(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			      struct inverbs_qp *qp)
{
	uint32_t events;
	int err = ctx->provider->create_qp(ctx, attr, qp);

	if (err == EINVAL && attr->qp_type == IBV_QPT_XRC)
		err = create_sender(ctx, attr, qp);
	if (err || !needs_builder(attr))
		return err;
	err = inverbs_builder_init(qp, attr->send_ops_flags, ctx->provider->wr_complete);
	if (err)
		ctx->provider->destroy_qp(qp, &events);
	return err;
}

static struct ibv_qp *create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	int err = check_qp_init(context, attr);
	struct inverbs_qp *qp;

	if (err)
		return inverbs_fail(err);
	qp = alloc_qp(context);
	if (!qp)
		return NULL;
	normalize_attributes(attr);
	fill_public_qp(&qp->ibv, attr);
	qp->srq = qp->ibv.srq ? inverbs_srq_of(qp->ibv.srq) : NULL;
	err = create_by_provider(inverbs_context_of(context), attr, qp);
	if (err) {
		inverbs_qp_free(qp);
		return inverbs_fail(err);
	}
	inverbs_pd_get(qp->ibv.pd);
	count_sender(&qp->ibv, 1);
	return &qp->ibv;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_context = qp_init_attr->qp_context,
		.send_cq = qp_init_attr->send_cq,
		.recv_cq = qp_init_attr->recv_cq,
		.srq = qp_init_attr->srq,
		.cap = qp_init_attr->cap,
		.qp_type = qp_init_attr->qp_type,
		.sq_sig_all = qp_init_attr->sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = pd,
	};
	struct ibv_qp *qp;

	/* Only programs that use this type have the member in their struct. */
	if (attr.qp_type == IBV_QPT_XRC && qp_init_attr->xrc_domain) {
		attr.comp_mask |= IBV_QP_INIT_ATTR_XRCD;
		attr.xrcd = &inverbs_xrcd_of_ofed(qp_init_attr->xrc_domain)->ibv;
	}
	qp = create_qp(pd->context, &attr);
	if (qp)
		qp_init_attr->cap = attr.cap;
	return qp;
}

struct ibv_qp *ibv_create_qp_ex(struct ibv_context *context,
				struct ibv_qp_init_attr_ex *qp_init_attr_ex)
{
	struct ibv_qp_init_attr_ex attr = *qp_init_attr_ex;
	struct ibv_qp *qp = create_qp(context, &attr);

	if (qp)
		qp_init_attr_ex->cap = attr.cap;
	return qp;
}

struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp)
{
	struct ibv_qp_ex *extended = &inverbs_qp_of(qp)->ibv_ex;

	return extended->wr_start ? extended : NULL;
}

/*
 * A target has no rings. Everything that an event handler may access is set before an event can
 * occur.
 */
struct ibv_qp *inverbs_open_target(struct inverbs_xrcd *xrcd, uint32_t qpn, void *qp_context,
				   struct ibv_xrc_domain *by_number)
{
	struct ibv_context *context = xrcd->ibv.context;
	struct uverbs_open_qp_req req = {
		.pd_handle = xrcd->ofed.handle, .qpn = qpn, .qp_type = IBV_QPT_XRC_RECV};
	struct uverbs_open_qp_resp resp;
	struct inverbs_qp *qp = alloc_qp(context);
	int err;

	if (!qp)
		return NULL;
	qp->ibv.qp_context = qp_context;
	qp->ibv.qp_type = IBV_QPT_XRC_RECV;
	qp->ibv.qp_num = qpn;
	qp->ibv.xrc_domain = by_number;
	req.user_handle = (uintptr_t)&qp->ibv;
	err = uverbs_call_open_qp(inverbs_transport_of(context), &req, NULL, 0, &resp, NULL, 0);
	if (err) {
		inverbs_qp_free(qp);
		return inverbs_fail(err);
	}
	qp->ibv.handle = resp.qp_handle;
	return &qp->ibv;
}

struct ibv_qp *ibv_open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	if ((attr->comp_mask & OPEN_NEEDS) != OPEN_NEEDS ||
	    attr->comp_mask >= IBV_QP_OPEN_ATTR_RESERVED || attr->qp_type != IBV_QPT_XRC_RECV ||
	    !attr->xrcd || attr->xrcd->context != context)
		return inverbs_fail(EINVAL);
	return inverbs_open_target(
		inverbs_xrcd_of(attr->xrcd), attr->qp_num,
		attr->comp_mask & IBV_QP_OPEN_ATTR_CONTEXT ? attr->qp_context : NULL, NULL);
}

/* List the attributes in a mask, e.g. "AV, PATH_MTU". */
static void name_attributes(uint32_t mask, char *to, size_t bytes)
{
	size_t len = 0;

	to[0] = '\0';
	for (int bit = 0; bit < 32 && len < bytes; bit++) {
		if (mask & 1U << bit)
			len += (size_t)snprintf(to + len, bytes - len, "%s%s", len ? ", " : "",
						uverbs_attribute_name(bit));
	}
}

/* Log why the kernel returned EINVAL, as far as the table of transitions shows it. */
static void explain_transition(const struct ibv_qp *qp, enum ibv_qp_state to, uint32_t mask)
{
	const struct uverbs_transition *t = uverbs_find_transition((int)qp->qp_type, qp->state, to);
	char missing[256], extra[256];

	if (!t) {
		inverbs_log("QP 0x%x: state %d cannot change to state %d for this type", qp->qp_num,
			    qp->state, to);
		return;
	}
	mask &= ~uverbs_dropped_attributes((int)qp->qp_type);
	name_attributes(t->required & ~mask, missing, sizeof(missing));
	name_attributes(mask & ~(t->required | t->optional | UVERBS_ATTR_STATE), extra,
			sizeof(extra));
	inverbs_log("QP 0x%x: transition from state %d to %d refused; missing attributes: %s; not "
		    "allowed: %s",
		    qp->qp_num, qp->state, to, *missing ? missing : "none",
		    *extra ? extra : "none");
}

static int modify_qp_locked(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	enum ibv_qp_state to = attr_mask & IBV_QP_STATE ? attr->qp_state : qp->state;
	int err = inverbs_provider_of(qp->context)->modify_qp(inverbs_qp_of(qp), attr, attr_mask);

	if (err == EINVAL)
		explain_transition(qp, to, (uint32_t)attr_mask);
	if (!err)
		qp->state = to;
	return err;
}

/* Only one transition at a time, so that qp->state is the result of the last one. */
int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	int err;

	pthread_mutex_lock(&qp->mutex);
	err = modify_qp_locked(qp, attr, attr_mask);
	pthread_mutex_unlock(&qp->mutex);
	return err;
}

int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		 struct ibv_qp_init_attr *init_attr)
{
	const struct inverbs_provider *provider = inverbs_provider_of(qp->context);
	int err;

	if (!provider->query_qp)
		return EOPNOTSUPP;
	pthread_mutex_lock(&qp->mutex);
	err = provider->query_qp(inverbs_qp_of(qp), attr, attr_mask, init_attr);
	if (!err && attr_mask & IBV_QP_STATE)
		qp->state = attr->qp_state;
	pthread_mutex_unlock(&qp->mutex);
	if (!err && qp->xrc_domain)
		init_attr->xrc_domain = qp->xrc_domain;
	return err;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
	struct ibv_pd *pd = qp->pd;
	uint32_t events = inverbs_taken(&inverbs_qp_of(qp)->events_taken);
	int err = inverbs_provider_of(qp->context)->destroy_qp(inverbs_qp_of(qp), &events);

	if (err)
		return err;
	inverbs_wait_acks(&qp->mutex, &qp->cond, &qp->events_completed, events);
	if (pd)
		inverbs_pd_put(pd);
	count_sender(qp, (uint32_t)-1);
	inverbs_qp_free(inverbs_qp_of(qp));
	return 0;
}
