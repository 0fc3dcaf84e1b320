/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verbs that the adapter does not support, called with objects that could not have been created.
 * The reference returns ENOSYS, sometimes negative, or NULL without errno. Current rdma-core and
 * this library return EOPNOTSUPP for all of them, which programs check for.
 */
#include "hooks.h"

#include "ops.h"

#include <errno.h>
#include <stdlib.h>

#include "quirk.h"

/* Objects that the device cannot create. */
struct stage {
	struct t3 *w;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct inverbs_srq srq;
	struct ibv_ah ah;
	struct ibv_mw mw;
	struct ibv_mr mr;
	struct ibv_recv_wr wr;
};

/* The result of a verb: a pointer, of which only NULL or not counts, or a number. */
struct outcome {
	bool is_pointer;
	int ret;
	int error; /* errno afterwards; cleared before the call */
};

static struct outcome pointer_outcome(const void *p)
{
	return (struct outcome){true, p != NULL, errno};
}

static struct outcome number_outcome(int ret)
{
	return (struct outcome){false, ret, errno};
}

static struct outcome create_srq(struct stage *s)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 1, .max_sge = 1}};

	return pointer_outcome(ibv_create_srq(&s->w->pd.ibv, &attr));
}

static struct outcome modify_srq(struct stage *s)
{
	struct ibv_srq_attr attr = {0};

	return number_outcome(ibv_modify_srq(&s->srq.ibv, &attr, IBV_SRQ_LIMIT));
}

static struct outcome query_srq(struct stage *s)
{
	struct ibv_srq_attr attr;

	return number_outcome(ibv_query_srq(&s->srq.ibv, &attr));
}

static struct outcome destroy_srq(struct stage *s)
{
	return number_outcome(ibv_destroy_srq(&s->srq.ibv));
}

static struct outcome create_ah(struct stage *s)
{
	struct ibv_ah_attr attr = {.port_num = 1};

	return pointer_outcome(ibv_create_ah(&s->w->pd.ibv, &attr));
}

static struct outcome destroy_ah(struct stage *s)
{
	return number_outcome(ibv_destroy_ah(&s->ah));
}

static struct outcome attach_mcast(struct stage *s)
{
	const union ibv_gid gid = {.raw = {0xff}};

	return number_outcome(ibv_attach_mcast(s->qp, &gid, 0));
}

static struct outcome detach_mcast(struct stage *s)
{
	const union ibv_gid gid = {.raw = {0xff}};

	return number_outcome(ibv_detach_mcast(s->qp, &gid, 0));
}

static struct outcome resize_cq(struct stage *s)
{
	return number_outcome(ibv_resize_cq(s->cq, 100));
}

static struct outcome modify_cq(struct stage *s)
{
	struct ibv_modify_cq_attr attr = {.attr_mask = IBV_CQ_ATTR_MODERATE};

	return number_outcome(ibv_modify_cq(s->cq, &attr));
}

static struct outcome query_qp(struct stage *s)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	return number_outcome(ibv_query_qp(s->qp, &attr, IBV_QP_STATE, &init));
}

static struct outcome alloc_mw(struct stage *s)
{
	return pointer_outcome(ibv_alloc_mw(&s->w->pd.ibv, IBV_MW_TYPE_1));
}

static struct outcome dealloc_mw(struct stage *s)
{
	return number_outcome(ibv_dealloc_mw(&s->mw));
}

static struct outcome bind_mw(struct stage *s)
{
	struct ibv_mw_bind bind = {0};

	return number_outcome(ibv_bind_mw(s->qp, &s->mw, &bind));
}

static struct outcome rereg_mr(struct stage *s)
{
	return number_outcome(ibv_rereg_mr(&s->mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
					   IBV_ACCESS_LOCAL_WRITE));
}

/* With only a PD it would be equivalent to ibv_create_qp, which works. */
static struct outcome create_qp_ex(struct stage *s)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC,
		.send_cq = s->cq,
		.recv_cq = s->cq,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = &s->w->pd.ibv,
	};

	return pointer_outcome(ibv_create_qp_ex(&s->w->ctx->ibv, &attr));
}

static struct outcome create_cq_ex(struct stage *s)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 4};

	return pointer_outcome(ibv_create_cq_ex(&s->w->ctx->ibv, &attr));
}

static struct outcome open_xrcd(struct stage *s)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = -1};

	return pointer_outcome(ibv_open_xrcd(&s->w->ctx->ibv, &attr));
}

static struct outcome create_wq(struct stage *s)
{
	struct ibv_wq_init_attr attr = {0};

	return pointer_outcome(ibv_create_wq(&s->w->ctx->ibv, &attr));
}

static struct outcome create_flow(struct stage *s)
{
	struct ibv_flow_attr attr = {0};

	return pointer_outcome(ibv_create_flow(s->qp, &attr));
}

static struct outcome query_device_ex(struct stage *s)
{
	struct ibv_device_attr_ex attr;

	return number_outcome(ibv_query_device_ex(&s->w->ctx->ibv, NULL, &attr));
}

static const struct verb {
	const char *name;
	struct outcome (*call)(struct stage *s);
	const char *instead; /* why our result differs from the reference's; NULL if it does not */
	int result;          /* our result in this case; with a pointer, errno */
	bool asks;           /* sends a kernel command */
} verbs[] = {
	{"create_srq", create_srq, NULL, 0, false},
	{"modify_srq", modify_srq, NULL, 0, false},
	{"query_srq", query_srq, NULL, 0, false},
	{"destroy_srq", destroy_srq, NULL, 0, false},
	{"create_ah", create_ah, NULL, 0, false},
	{"destroy_ah", destroy_ah, NULL, 0, false},
	{"attach_mcast", attach_mcast, NULL, 0, false},
	{"detach_mcast", detach_mcast, NULL, 0, false},
	{"resize_cq", resize_cq, NULL, 0, false},
	{"modify_cq", modify_cq, NULL, 0, false},
	{"query_qp", query_qp, NULL, 0, false},
	{"alloc_mw", alloc_mw, NULL, 0, false},
	{"dealloc_mw", dealloc_mw, NULL, 0, false},
	{"rereg_mr", rereg_mr, NULL, 0, false},
	{"create_qp_ex", create_qp_ex, NULL, 0, false},
	{"create_cq_ex", create_cq_ex, NULL, 0, false},
	{"open_xrcd", open_xrcd, NULL, 0, false},
	{"bind_mw", bind_mw,
	 "a bind is a send request, refused like every opcode that the adapter lacks", EINVAL,
	 false},
	{"create_wq", create_wq, NULL, 0, false},
	{"create_flow", create_flow, NULL, 0, false},
	{"query_device_ex", query_device_ex, "the plain query provides what the extended one lacks",
	 0, true},
};

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (same_text(verbs[i].name, name))
			return &verbs[i];
	}
	return NULL;
}

/* A negative result, as of rereg_mr, has its reason in errno, too. */
static bool has_errno(const struct outcome *o)
{
	return o->is_pointer || o->ret < 0;
}

/* Returns the number that the vector requires, with this library's error instead of ENOSYS. */
static uint64_t bound_to(const json_t *expect, const char *key, bool open)
{
	uint64_t value = open ? 0 : number(expect, key, 0);

	return value && value != ENOSYS ? value : EOPNOTSUPP;
}

static void judge_outcome(const struct verb *verb, const struct outcome *o, const json_t *vector,
			  struct report *r)
{
	const json_t *expect = json_object_get(vector, "expect");
	const json_t *ret = json_object_get(expect, "ret");
	const bool choice = quirk_chooses(vector, "ret");

	check_number(r, "returns a pointer", o->is_pointer, json_is_null(ret));
	if (o->is_pointer)
		check_number(r, "pointer", (uint64_t)o->ret, 0);
	if (verb->instead) {
		check_number(r, verb->instead, (uint64_t)(o->is_pointer ? o->error : o->ret),
			     (uint64_t)verb->result);
		return;
	}
	if (!o->is_pointer && (!choice || !has_errno(o)))
		check_number(r, "ret", (uint64_t)(int64_t)o->ret, bound_to(expect, "ret", choice));
	if (has_errno(o))
		check_number(r, "errno", (uint64_t)o->error,
			     bound_to(expect, "errno_after_with_errno_cleared_before", false));
}

static bool set_stage(struct stage *s, const json_t *vector, struct report *r)
{
	struct t3_cq *c;
	struct t3_qp *q;

	s->w = t3_open(vector, r);
	c = s->w ? t3_cq(s->w, NULL, NULL) : NULL;
	q = c ? t3_qp(s->w, json_object_get(vector, "qp")) : NULL;
	if (!q)
		return false;
	s->cq = &c->cq->ibv;
	s->qp = &q->qp->ibv;
	s->srq.ibv.context = &s->w->ctx->ibv;
	s->ah.context = &s->w->ctx->ibv;
	s->mw = (struct ibv_mw){.context = &s->w->ctx->ibv, .type = IBV_MW_TYPE_1};
	s->mr = (struct ibv_mr){.context = &s->w->ctx->ibv, .pd = &s->w->pd.ibv};
	kernel_mark(s->w->kernel);
	return true;
}

/* The list of work requests in the vector does not matter: it is not read. */
static void replay_post_srq(struct stage *s, struct report *r)
{
	struct ibv_recv_wr *bad = NULL;
	int ret = ibv_post_srq_recv(&s->srq.ibv, &s->wr, &bad);

	check_number(r, "ret", (uint64_t)(int64_t)ret, EOPNOTSUPP);
	if (bad != &s->wr)
		fail(r, "bad_wr is not the first request");
}

void cxgb3_replay_unsupported(const json_t *vector, struct report *r)
{
	const struct verb *verb = find_verb(text(vector, "op"));
	struct stage *s = calloc(1, sizeof(*s));
	struct outcome o;

	if (!s)
		abort();
	if (!set_stage(s, vector, r)) {
		free(s);
		return;
	}
	if (is_text(vector, "op", "post_srq_recv")) {
		replay_post_srq(s, r);
	} else if (verb) {
		errno = 0;
		o = verb->call(s);
		judge_outcome(verb, &o, vector, r);
	} else {
		fail(r, "unknown verb");
	}
	if (!verb || !verb->asks)
		check_number(r, "commands", s->w->kernel->command_count, 0);
	free(s);
}
