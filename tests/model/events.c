/* SPDX-License-Identifier: BSD-2-Clause */
/* Expected completions and asynchronous events. */
#include "model.h"

#include <poll.h>

/* --- completions ------------------------------------------------------------------------- */

void complete(int ctx, int slot, const struct completion *c, bool solicited)
{
	struct cq *cq = AT(ctx, cq, slot);
	bool wakes = cq->arm == ARMED ||
		     (cq->arm == ARMED_SOLICITED && (solicited || c->status != IBV_WC_SUCCESS));

	cq->list[cq->count++] = *c;
	if (!wakes)
		return;
	cq->arm = EVENT;
	W->ctx[ctx].channel[cq->channel].events++;
}

static bool belongs(const struct completion *c, struct ref qp, int srq)
{
	if (qp.slot == NONE)
		return c->qp.slot == NONE && c->srq == srq;
	return c->qp.slot == qp.slot && c->qp.ctx == qp.ctx;
}

static void drop(int ctx, struct cq *cq, struct ref qp, int srq)
{
	int kept = 0;

	for (int i = 0; i < cq->count; i++) {
		if (!belongs(&cq->list[i], qp, srq))
			cq->list[kept++] = cq->list[i];
		else if (cq->list[i].is_recv && cq->list[i].srq != NONE)
			W->ctx[ctx].srq[cq->list[i].srq].rq.freed++;
	}
	cq->count = kept;
}

void completions_forget(int ctx, struct ref qp, int srq)
{
	for (int i = 0; i < CQS; i++)
		drop(ctx, &W->ctx[ctx].cq[i], qp, srq);
}

static int waiting(const struct recv_queue *rq)
{
	return (int)(rq->posted - rq->taken);
}

/* A shared queue's receives may complete into the queue of any of its queue pairs. */
static bool srq_feeds(const struct context *c, int srq, int cq)
{
	if (c->srq[srq].cq != NONE)
		return c->srq[srq].cq == cq;
	for (int i = 0; i < QPS; i++) {
		if (c->qp[i].o.live && c->qp[i].srq == srq && c->qp[i].rcq == cq)
			return true;
	}
	return false;
}

int cq_load(int ctx, int cq)
{
	const struct context *c = &W->ctx[ctx];
	int load = c->cq[cq].count;

	for (int i = 0; i < QPS; i++) {
		const struct qp *qp = &c->qp[i];

		if (qp->o.live && qp->scq == cq)
			load += (int)(qp->posted - qp->done);
		if (qp->o.live && qp->rcq == cq)
			load += waiting(&qp->rq);
	}
	for (int i = 0; i < SRQS; i++) {
		if (c->srq[i].o.live && srq_feeds(c, i, cq))
			load += waiting(&c->srq[i].rq);
	}
	return load;
}

/* --- asynchronous events ----------------------------------------------------------------- */

void event_due(int ctx, enum ibv_event_type type, void *element)
{
	struct context *c = &W->ctx[ctx];

	if (c->events == EVENTS)
		differ("the model has no room for more events");
	c->event[c->events++] = (struct event){type, element};
}

void events_forget(int ctx, const void *element)
{
	struct context *c = &W->ctx[ctx];
	int kept = 0;

	for (int i = 0; i < c->events; i++) {
		if (c->event[i].element != element)
			c->event[kept++] = c->event[i];
	}
	c->events = kept;
}

static void check_event(struct context *c)
{
	struct ibv_async_event event;
	int i = 0;

	same_result("ibv_get_async_event", ibv_get_async_event(c->v, &event), 0);
	while (i < c->events && (c->event[i].type != event.event_type ||
				 c->event[i].element != (void *)event.element.qp))
		i++;
	if (i == c->events)
		differ("an unexpected event (%s)", ibv_event_type_str(event.event_type));
	ibv_ack_async_event(&event);
	memmove(&c->event[i], &c->event[i + 1], sizeof(c->event[0]) * (size_t)(c->events - i - 1));
	c->events--;
}

/* Read the expected events of a context, and check that there are no more. */
bool do_get_events(int c, const int *a)
{
	struct context *ctx = &W->ctx[c];
	struct pollfd file = {.fd = ctx->v->async_fd, .events = POLLIN};

	(void)a;
	while (ctx->events) {
		if (poll(&file, 1, W->patience * 1000) != 1)
			differ("event (%s) did not arrive", ibv_event_type_str(ctx->event[0].type));
		check_event(ctx);
	}
	if (poll(&file, 1, 0))
		check_event(ctx);
	return true;
}
