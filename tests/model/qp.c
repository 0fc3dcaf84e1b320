/* SPDX-License-Identifier: BSD-2-Clause */
/* Creating, destroying and querying queue pairs. */
#include "model.h"

enum {
	MAX_WR = 20,
};

static enum ibv_qp_type type_of(int number)
{
	static const enum ibv_qp_type types[] = {
		IBV_QPT_RC, IBV_QPT_RC,       IBV_QPT_RC,       IBV_QPT_UC,
		IBV_QPT_UD, IBV_QPT_XRC_SEND, IBV_QPT_XRC_RECV,
	};

	return types[(unsigned int)number % (sizeof(types) / sizeof(types[0]))];
}

static bool xrc(enum ibv_qp_type type)
{
	return type == IBV_QPT_XRC_SEND || type == IBV_QPT_XRC_RECV;
}

/* Find the objects that a queue pair of this type uses; the other slots become NONE. */
static bool find_parts(int c, struct qp *qp, const int *a)
{
	bool target = qp->type == IBV_QPT_XRC_RECV;

	qp->pd = target ? NONE : live(c, PD, a[0]);
	qp->scq = target ? NONE : live(c, CQ, a[1]);
	qp->rcq = xrc(qp->type) ? NONE : live(c, CQ, a[2]);
	qp->srq = xrc(qp->type) || a[3] & 1 ? NONE : live(c, SRQ, a[3] / 2);
	qp->xrcd = target ? live(c, XRCD, a[3]) : NONE;
	if (target)
		return qp->xrcd != NONE;
	if (qp->pd == NONE || qp->scq == NONE)
		return false;
	return qp->type == IBV_QPT_XRC_SEND || qp->rcq != NONE;
}

static void fill_init(int c, const struct qp *qp, struct ibv_qp_init_attr_ex *init)
{
	const struct context *ctx = &W->ctx[c];

	init->qp_type = qp->type;
	init->sq_sig_all = qp->sig_all;
	init->comp_mask = qp->xrcd == NONE ? IBV_QP_INIT_ATTR_PD : IBV_QP_INIT_ATTR_XRCD;
	init->pd = qp->pd == NONE ? NULL : ctx->pd[qp->pd].v;
	init->xrcd = qp->xrcd == NONE ? NULL : ctx->xrcd[qp->xrcd].v;
	init->send_cq = qp->scq == NONE ? NULL : ctx->cq[qp->scq].v;
	init->recv_cq = qp->rcq == NONE ? NULL : ctx->cq[qp->rcq].v;
	init->srq = qp->srq == NONE ? NULL : ctx->srq[qp->srq].v;
}

static void fill_cap(struct ibv_qp_cap *cap, int number)
{
	cap->max_send_wr = 1 + (uint32_t)number % MAX_WR;
	cap->max_recv_wr = 1 + (uint32_t)number / 3 % MAX_WR;
	cap->max_send_sge = 1 + (uint32_t)number / 5 % SGES;
	cap->max_recv_sge = 1 + (uint32_t)number / 7 % SGES;
	cap->max_inline_data = (uint32_t)number % 2 ? INLINE_MAX : 0;
}

static void check_cap(const struct qp *qp, const struct ibv_qp_cap *asked,
		      const struct ibv_qp_cap *got)
{
	if (qp->type == IBV_QPT_XRC_RECV)
		return;
	if (got->max_send_wr < asked->max_send_wr || got->max_send_sge < asked->max_send_sge ||
	    got->max_inline_data < asked->max_inline_data || got->max_send_wr > SEND_MAX)
		differ("a send queue smaller than requested");
	if (qp->srq != NONE || qp->type == IBV_QPT_XRC_SEND)
		return;
	if (got->max_recv_wr < asked->max_recv_wr || got->max_recv_sge < asked->max_recv_sge ||
	    got->max_recv_wr > RECV_MAX)
		differ("a receive queue smaller than requested");
}

static void hold_parts(int c, const struct qp *qp, int n)
{
	hold(c, PD, qp->pd, n);
	hold(c, CQ, qp->scq, n);
	hold(c, CQ, qp->rcq, n);
	hold(c, SRQ, qp->srq, n);
	hold(c, XRCD, qp->xrcd, n);
}

static int create_error(int c, const struct qp *qp)
{
	if (!MODEL_XRC && xrc(qp->type))
		return EOPNOTSUPP;
	return qp->srq != NONE && W->ctx[c].srq[qp->srq].xrcd != NONE ? EINVAL : 0;
}

/* Whether the receive CQ has room for completions of all receives in the shared queue. */
static bool srq_fits(int c, const struct qp *qp)
{
	const struct srq *srq = AT(c, srq, qp->srq);

	return qp->srq == NONE || cq_load(c, qp->rcq) + (int)(srq->rq.posted - srq->rq.taken) <=
					  W->ctx[c].cq[qp->rcq].cqe;
}

/* Arguments: new slot, type, PD, send CQ, receive CQ, SRQ or domain, capacities, sq_sig_all. */
bool do_create_qp(int c, const int *a)
{
	int slot = vacant(c, QP, a[0]);
	struct qp *qp = AT(c, qp, slot), new = {.type = type_of(a[1]), .sig_all = a[7] % 4 == 0};
	struct ibv_qp_init_attr_ex init = {0};
	struct ibv_qp_cap asked;

	if (slot == NONE || !find_parts(c, &new, &a[2]) || !srq_fits(c, &new))
		return false;
	fill_init(c, &new, &init);
	fill_cap(&init.cap, a[6]);
	asked = init.cap;
	new.v = ibv_create_qp_ex(W->ctx[c].v, &init);
	same_pointer("ibv_create_qp_ex", new.v, create_error(c, &new));
	if (!new.v)
		return true;
	check_cap(&new, &asked, &init.cap);
	born(&new.o);
	new.num = new.v->qp_num;
	new.cap = init.cap;
	new.rq.max = new.rcq == NONE || new.srq != NONE ? 0 : init.cap.max_recv_wr;
	new.rq.max_sge = init.cap.max_recv_sge;
	*qp = new;
	hold_parts(c, qp, 1);
	return true;
}

/* Arguments: PD, CQ, what is wrong. */
bool do_bad_qp(int c, const int *a)
{
	int pd = live(c, PD, a[0]), cq = live(c, CQ, a[1]);
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC};

	if (pd == NONE || cq == NONE)
		return false;
	init.send_cq = init.recv_cq = W->ctx[c].cq[cq].v;
	fill_cap(&init.cap, 5);
	switch (a[2] % 7) {
	case 0:
		init.qp_type = (enum ibv_qp_type)(a[2] / 7 % 2 ? 77 : 0);
		break;
	case 1:
		init.send_cq = NULL;
		break;
	case 2:
		init.recv_cq = NULL;
		break;
	case 3:
		init.cap.max_send_wr = 1U << 30;
		break;
	case 4:
		init.cap.max_recv_wr = 1U << 30;
		break;
	case 5:
		init.cap.max_send_sge = 10000;
		break;
	default:
		init.cap.max_inline_data = 1U << 30;
	}
	same_pointer("ibv_create_qp with bad arguments", ibv_create_qp(W->ctx[c].pd[pd].v, &init),
		     EINVAL);
	return true;
}

bool do_destroy_qp(int c, const int *a)
{
	int slot = live(c, QP, a[0]);
	struct qp *qp = AT(c, qp, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_destroy_qp", ibv_destroy_qp(qp->v), qp->groups ? EBUSY : 0);
	if (qp->groups)
		return true;
	events_forget(c, qp->v);
	completions_forget(c, (struct ref){c, slot}, NONE);
	qp->o.live = false;
	hold_parts(c, qp, -1);
	return true;
}

/* --- queries ----------------------------------------------------------------------------- */

static void same(const char *what, uint32_t got, uint32_t expected)
{
	if (got != expected)
		differ("ibv_query_qp: %s is 0x%x instead of 0x%x", what, got, expected);
}

/* Datagrams have their path in the request; connections have one from RTR on. */
static void compare_connection(const struct qp *qp, const struct ibv_qp_attr *got)
{
	const struct ibv_qp_attr *want = &qp->attr;

	if (qp->type == IBV_QPT_UD)
		return;
	if (want->path_mtu || !MODEL_BY_KERNEL) /* the kernel reports a default before it is set */
		same("path_mtu", got->path_mtu, want->path_mtu);
	same("dest_qp_num", got->dest_qp_num, want->dest_qp_num);
	same("ah_attr.dlid", got->ah_attr.dlid, want->ah_attr.dlid);
	if (want->ah_attr.is_global &&
	    memcmp(&got->ah_attr.grh.dgid, &want->ah_attr.grh.dgid, sizeof(union ibv_gid)) != 0)
		differ("ibv_query_qp: a different GID");
	same("qp_access_flags", (uint32_t)got->qp_access_flags, (uint32_t)want->qp_access_flags);
	same("timeout", got->timeout, want->timeout);
	same("retry_cnt", got->retry_cnt, want->retry_cnt);
	same("rnr_retry", got->rnr_retry, want->rnr_retry);
	same("min_rnr_timer", got->min_rnr_timer, want->min_rnr_timer);
	same("max_rd_atomic", got->max_rd_atomic, want->max_rd_atomic);
	same("max_dest_rd_atomic", got->max_dest_rd_atomic, want->max_dest_rd_atomic);
}

bool do_query_qp(int c, const int *a)
{
	int slot = live(c, QP, a[0]);
	struct qp *qp = AT(c, qp, slot);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr got;

	if (slot == NONE)
		return false;
	same_result("ibv_query_qp", ibv_query_qp(qp->v, &got, (1 << 21) - 1, &init), 0);
	same("qp_state", got.qp_state, qp->attr.qp_state);
	same("sq_draining", got.sq_draining, qp->draining);
	same("qp_type", init.qp_type, qp->type);
	same("cap.max_send_wr", got.cap.max_send_wr, qp->cap.max_send_wr);
	same("cap.max_recv_wr", got.cap.max_recv_wr, qp->cap.max_recv_wr);
	same("cap.max_inline_data", got.cap.max_inline_data, qp->cap.max_inline_data);
	same("sq_sig_all", init.sq_sig_all != 0, qp->sig_all);
	if (qp->attr.qp_state == IBV_QPS_RESET)
		return true;
	same("port_num", got.port_num, qp->attr.port_num);
	same("pkey_index", got.pkey_index, qp->attr.pkey_index);
	if (qp->type == IBV_QPT_UD)
		same("qkey", got.qkey, qp->attr.qkey);
	compare_connection(qp, &got);
	return true;
}
