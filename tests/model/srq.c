/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues and XRC domains. */
#include "model.h"

#include <fcntl.h>
#include <unistd.h>

enum {
	MAX_WR = 40,
};

/* --- domains ----------------------------------------------------------------------------- */

static bool file_in_use(int ctx, int file)
{
	for (int i = 0; i < CONTEXTS; i++) {
		for (int j = 0; W->ctx[i].device == W->ctx[ctx].device && j < XRCDS; j++) {
			if (W->ctx[i].xrcd[j].o.live && W->ctx[i].xrcd[j].file == file)
				return true;
		}
	}
	return false;
}

static int open_error(int ctx, int file, int flags)
{
	if (file == NONE)
		return 0;
	if (file_in_use(ctx, file))
		return flags & O_EXCL ? EINVAL : 0;
	return flags & O_CREAT ? 0 : EAGAIN;
}

/* Arguments: new slot, file (one of three values: none), flags. */
bool do_open_xrcd(int c, const int *a)
{
	int slot = vacant(c, XRCD, a[0]), file = a[1] % 3 - 1;
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = (a[2] % 4 ? O_CREAT : 0) | (a[2] % 5 ? 0 : O_EXCL),
	};
	struct xrcd *xrcd = AT(c, xrcd, slot);

	if (slot == NONE)
		return false;
	if (file != NONE)
		attr.fd = open(W->files[file], O_RDONLY | O_CLOEXEC);
	xrcd->v = ibv_open_xrcd(W->ctx[c].v, &attr);
	if (attr.fd >= 0)
		close(attr.fd);
	same_pointer("ibv_open_xrcd", xrcd->v,
		     MODEL_XRC ? open_error(c, file, attr.oflags) : EOPNOTSUPP);
	if (!xrcd->v)
		return true;
	born(&xrcd->o);
	xrcd->file = file;
	return true;
}

bool do_close_xrcd(int c, const int *a)
{
	int slot = live(c, XRCD, a[0]);
	struct xrcd *xrcd = AT(c, xrcd, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_close_xrcd", ibv_close_xrcd(xrcd->v), xrcd->o.users ? EBUSY : 0);
	xrcd->o.live = xrcd->o.users;
	return true;
}

/* --- queues ------------------------------------------------------------------------------ */

static void created(int c, int slot, int pd, const struct ibv_srq_attr *asked,
		    const struct ibv_srq_attr *got)
{
	struct srq *srq = AT(c, srq, slot);

	if (got->max_wr < asked->max_wr || got->max_sge < asked->max_sge || got->max_wr > RECV_MAX)
		differ("a shared queue of %u x %u instead of %u x %u", got->max_wr, got->max_sge,
		       asked->max_wr, asked->max_sge);
	born(&srq->o);
	srq->pd = pd;
	srq->limit = 0;
	srq->rq = (struct recv_queue){.max = got->max_wr, .max_sge = got->max_sge};
	hold(c, PD, pd, 1);
	hold(c, CQ, srq->cq, 1);
	hold(c, XRCD, srq->xrcd, 1);
}

static struct ibv_srq_attr asked(const int *a)
{
	return (struct ibv_srq_attr){
		.max_wr = a[0] % 16 ? 1 + (uint32_t)a[0] % MAX_WR : 1U << 24,
		.max_sge = a[1] % 16 ? 1 + (uint32_t)a[1] % SGES : 1000,
	};
}

static int size_error(const struct ibv_srq_attr *attr)
{
	return attr->max_wr > MAX_WR || attr->max_sge > SGES ? EINVAL : 0;
}

/* Arguments: new slot, PD, max_wr, max_sge. */
bool do_create_srq(int c, const int *a)
{
	int slot = vacant(c, SRQ, a[0]), pd = live(c, PD, a[1]);
	struct ibv_srq_init_attr init = {.attr = asked(&a[2])};
	const struct ibv_srq_attr before = init.attr;
	struct srq *srq = AT(c, srq, slot);

	if (slot == NONE || pd == NONE)
		return false;
	srq->v = ibv_create_srq(W->ctx[c].pd[pd].v, &init);
	same_pointer("ibv_create_srq", srq->v, size_error(&before));
	if (!srq->v)
		return true;
	srq->cq = srq->xrcd = NONE;
	srq->num = 0;
	created(c, slot, pd, &before, &init.attr);
	return true;
}

/* Arguments: new slot, PD, max_wr, max_sge, domain, CQ. */
bool do_create_xrc_srq(int c, const int *a)
{
	int slot = vacant(c, SRQ, a[0]), pd = live(c, PD, a[1]);
	int xrcd = live(c, XRCD, a[4]), cq = live(c, CQ, a[5]);
	struct ibv_srq_init_attr_ex init = {.attr = asked(&a[2]), .srq_type = IBV_SRQT_XRC};
	const struct ibv_srq_attr before = init.attr;
	struct srq *srq = AT(c, srq, slot);
	int err = size_error(&before);

	if (slot == NONE || pd == NONE)
		return false;
	init.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD |
			 IBV_SRQ_INIT_ATTR_CQ;
	init.pd = W->ctx[c].pd[pd].v;
	init.xrcd = xrcd == NONE ? NULL : W->ctx[c].xrcd[xrcd].v;
	init.cq = cq == NONE ? NULL : W->ctx[c].cq[cq].v;
	if (xrcd == NONE || cq == NONE)
		err = EINVAL;
	srq->v = ibv_create_srq_ex(W->ctx[c].v, &init);
	same_pointer("ibv_create_srq_ex", srq->v, err);
	if (!srq->v)
		return true;
	srq->cq = cq;
	srq->xrcd = xrcd;
	same_result("ibv_get_srq_num", ibv_get_srq_num(srq->v, &srq->num), 0);
	created(c, slot, pd, &before, &init.attr);
	return true;
}

static void check_query(struct srq *srq)
{
	struct ibv_srq_attr attr;

	same_result("ibv_query_srq", ibv_query_srq(srq->v, &attr), 0);
	if (attr.max_wr != srq->rq.max || attr.max_sge != srq->rq.max_sge ||
	    attr.srq_limit != srq->limit)
		differ("ibv_query_srq: %u x %u, limit %u, instead of %u x %u, limit %u",
		       attr.max_wr, attr.max_sge, attr.srq_limit, srq->rq.max, srq->rq.max_sge,
		       srq->limit);
}

static void resized(struct srq *srq, uint32_t max_wr)
{
	struct ibv_srq_attr attr;

	same_result("ibv_query_srq", ibv_query_srq(srq->v, &attr), 0);
	if (attr.max_wr < max_wr || attr.max_wr > RECV_MAX)
		differ("a shared queue of %u instead of %u after a resize", attr.max_wr, max_wr);
	srq->rq.max = attr.max_wr;
}

/** The expected errno value of a resize. */
static int resize_error(const struct srq *srq, uint32_t max_wr)
{
	return !MODEL_BY_KERNEL || max_wr < srq->rq.posted - srq->rq.taken ? EINVAL : 0;
}

/* Arguments: queue, mask, limit. */
bool do_modify_srq(int c, const int *a)
{
	int slot = live(c, SRQ, a[0]), mask = a[1] % 8 ? IBV_SRQ_LIMIT : a[1] / 8 % 8;
	struct srq *srq = AT(c, srq, slot);
	struct ibv_srq_attr attr = {.max_wr = 50,
				    .srq_limit = a[2] % 4 ? 1 + (uint32_t)a[2] % 3
							  : (uint32_t)a[2] % (MAX_WR + 20)};
	int err = 0;

	if (slot == NONE)
		return false;
	if (MODEL_BY_KERNEL && mask & IBV_SRQ_MAX_WR)
		mask &= ~IBV_SRQ_LIMIT; /* it may check the limit against either size */
	if (mask & ~(IBV_SRQ_LIMIT | IBV_SRQ_MAX_WR) ||
	    (mask & IBV_SRQ_LIMIT && attr.srq_limit > srq->rq.max))
		err = EINVAL;
	else if (mask & IBV_SRQ_MAX_WR)
		err = resize_error(srq, attr.max_wr);
	same_result("ibv_modify_srq", ibv_modify_srq(srq->v, &attr, mask), err);
	if (!err && mask & IBV_SRQ_MAX_WR)
		resized(srq, attr.max_wr);
	if (!err && mask & IBV_SRQ_LIMIT) {
		srq->limit = attr.srq_limit;
		if (!MODEL_BY_KERNEL && srq->limit && srq->rq.posted - srq->rq.taken < srq->limit) {
			srq->limit = 0;
			event_due(c, IBV_EVENT_SRQ_LIMIT_REACHED, srq->v);
		}
	}
	check_query(srq);
	return true;
}

bool do_destroy_srq(int c, const int *a)
{
	int slot = live(c, SRQ, a[0]);
	struct srq *srq = AT(c, srq, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_destroy_srq", ibv_destroy_srq(srq->v), srq->o.users ? EBUSY : 0);
	if (srq->o.users)
		return true;
	events_forget(c, srq->v);
	if (srq->xrcd != NONE)
		completions_forget(c, (struct ref){c, NONE}, slot);
	srq->o.live = false;
	hold(c, PD, srq->pd, -1);
	hold(c, CQ, srq->cq, -1);
	hold(c, XRCD, srq->xrcd, -1);
	return true;
}
