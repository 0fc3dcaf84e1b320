/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues and channels. */
#include "model.h"

#include <poll.h>
#include <time.h>

enum {
	POLL_MAX = 32,
};

static bool later_than(const struct timespec *deadline)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > deadline->tv_sec;
}

static struct timespec deadline(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += W->patience;
	return t;
}

/* --- channels ---------------------------------------------------------------------------- */

bool do_create_channel(int c, const int *a)
{
	int slot = vacant(c, CHANNEL, a[0]);
	struct channel *channel = AT(c, channel, slot);

	if (slot == NONE)
		return false;
	channel->v = ibv_create_comp_channel(W->ctx[c].v);
	same_pointer("ibv_create_comp_channel", channel->v, 0);
	channel->events = 0;
	born(&channel->o);
	return true;
}

bool do_destroy_channel(int c, const int *a)
{
	int slot = live(c, CHANNEL, a[0]);
	struct channel *channel = AT(c, channel, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_destroy_comp_channel", ibv_destroy_comp_channel(channel->v),
		    channel->o.users ? EBUSY : 0);
	channel->o.live = channel->o.users;
	return true;
}

static int cq_slot(int ctx, const struct ibv_cq *v)
{
	for (int i = 0; i < CQS; i++) {
		if (W->ctx[ctx].cq[i].o.live && W->ctx[ctx].cq[i].v == v)
			return i;
	}
	return NONE;
}

static void take_event(int c, struct channel *channel)
{
	struct pollfd file = {.fd = channel->v->fd, .events = POLLIN};
	struct ibv_cq *v = NULL;
	void *context;
	int slot;

	if (poll(&file, 1, W->patience * 1000) != 1)
		differ("a completion event did not arrive");
	same_result("ibv_get_cq_event", ibv_get_cq_event(channel->v, &v, &context), 0);
	slot = cq_slot(c, v);
	if (slot == NONE || W->ctx[c].cq[slot].arm != EVENT ||
	    &W->ctx[c].channel[W->ctx[c].cq[slot].channel] != channel)
		differ("a completion event for a CQ from which none is expected");
	W->ctx[c].cq[slot].arm = IDLE;
	channel->events--;
	ibv_ack_cq_events(v, 1);
}

/* Read the expected events of a channel, and check that there are no more. */
bool do_get_cq_events(int c, const int *a)
{
	int slot = live(c, CHANNEL, a[0]);
	struct channel *channel = AT(c, channel, slot);
	struct pollfd file = {.events = POLLIN};

	if (slot == NONE)
		return false;
	while (channel->events)
		take_event(c, channel);
	file.fd = channel->v->fd;
	if (poll(&file, 1, 0))
		differ("a completion event of a CQ that was not armed");
	return true;
}

/* --- completion queues ------------------------------------------------------------------- */

/* Arguments: new slot, depth, channel, comp_vector. */
bool do_create_cq(int c, const int *a)
{
	int slot = vacant(c, CQ, a[0]), depth = 1 + a[1] % 250;
	int channel = a[2] & 1 ? live(c, CHANNEL, a[2] / 2) : NONE;
	struct cq *cq = AT(c, cq, slot);

	if (slot == NONE)
		return false;
	cq->v = ibv_create_cq(W->ctx[c].v, depth, cq,
			      channel == NONE ? NULL : W->ctx[c].channel[channel].v,
			      a[3] % W->ctx[c].v->num_comp_vectors);
	same_pointer("ibv_create_cq", cq->v, 0);
	if (cq->v->cqe < depth || cq->v->cqe > COMPLETIONS)
		differ("a CQ of %d entries instead of %d", cq->v->cqe, depth);
	born(&cq->o);
	cq->channel = channel;
	cq->cqe = cq->v->cqe;
	cq->arm = IDLE;
	cq->count = 0;
	hold(c, CHANNEL, channel, 1);
	return true;
}

bool do_bad_cq(int c, const int *a)
{
	struct ibv_context *v = W->ctx[c].v;
	struct ibv_cq *cq = NULL;

	switch (a[0] % 4) {
	case 0:
		cq = ibv_create_cq(v, 0, NULL, NULL, 0);
		break;
	case 1:
		cq = ibv_create_cq(v, -1, NULL, NULL, 0);
		break;
	case 2:
		cq = ibv_create_cq(v, 1 << 30, NULL, NULL, 0);
		break;
	default:
		cq = ibv_create_cq(v, 10, NULL, NULL, v->num_comp_vectors);
	}
	same_pointer("ibv_create_cq with bad arguments", cq, EINVAL);
	return true;
}

/* A size smaller than what is in the queue may be refused; if accepted, nothing may be lost. */
bool do_resize_cq(int c, const int *a)
{
	int slot = live(c, CQ, a[0]), depth = a[1] % 250, ret;
	struct cq *cq = AT(c, cq, slot);

	if (slot == NONE || (depth < cq_load(c, slot) && depth >= cq->count && depth))
		return false; /* expected completions would overflow it later */
	ret = ibv_resize_cq(cq->v, depth);
	if (!depth)
		same_result("ibv_resize_cq to 0", ret, EINVAL);
	else if (depth >= cq->count || (ret && ret != EINVAL))
		same_result("ibv_resize_cq", ret, 0);
	if (!ret && (cq->v->cqe < depth || cq->v->cqe < cq->count))
		differ("ibv_resize_cq to %d left %d entries", depth, cq->v->cqe);
	if (ret && cq->v->cqe != cq->cqe)
		differ("a refused ibv_resize_cq changed the depth");
	cq->cqe = cq->v->cqe;
	if (cq->cqe < cq_load(c, slot))
		same_result("ibv_resize_cq back", ibv_resize_cq(cq->v, 250), 0);
	cq->cqe = cq->v->cqe;
	return true;
}

bool do_destroy_cq(int c, const int *a)
{
	int slot = live(c, CQ, a[0]);
	struct cq *cq = AT(c, cq, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_destroy_cq", ibv_destroy_cq(cq->v), cq->o.users ? EBUSY : 0);
	if (cq->o.users)
		return true;
	cq->o.live = false;
	if (cq->arm == EVENT && cq->channel != NONE)
		W->ctx[c].channel[cq->channel].events--;
	hold(c, CHANNEL, cq->channel, -1);
	return true;
}

/* Arm only while the queue is empty: completions that are already there may raise the event, too.
 */
bool do_req_notify(int c, const int *a)
{
	int slot = live(c, CQ, a[0]), solicited = a[1] & 1;
	struct cq *cq = AT(c, cq, slot);

	if (slot == NONE || cq->count || cq->arm != IDLE || cq->channel == NONE)
		return false;
	same_result("ibv_req_notify_cq", ibv_req_notify_cq(cq->v, solicited), 0);
	cq->arm = solicited ? ARMED_SOLICITED : ARMED;
	return true;
}

/* --- polling ----------------------------------------------------------------------------- */

static void compare(const struct completion *e, const struct ibv_wc *wc)
{
	const char *status = ibv_wc_status_str(e->status);
	unsigned long long id = wc->wr_id;

	if (wc->status != e->status)
		differ("request %llu ended with \"%s\" instead of \"%s\"", id,
		       ibv_wc_status_str(wc->status), status);
	if (wc->qp_num != e->qpn)
		differ("request %llu: QP 0x%x instead of 0x%x", id, wc->qp_num, e->qpn);
	if (wc->status != IBV_WC_SUCCESS)
		return;
	if (wc->opcode != e->opcode)
		differ("request %llu: opcode %d instead of %d", id, wc->opcode, e->opcode);
	if (e->byte_len != UINT32_MAX && wc->byte_len != e->byte_len)
		differ("request %llu: %u bytes instead of %u", id, wc->byte_len, e->byte_len);
	if (e->is_recv && wc->wc_flags != e->flags)
		differ("request %llu: flags %x instead of %x", id, wc->wc_flags, e->flags);
	if (e->flags & IBV_WC_WITH_IMM && wc->imm_data != e->imm)
		differ("request %llu: immediate data %x instead of %x", id, wc->imm_data, e->imm);
	if (e->src_qp && wc->src_qp != e->src_qp)
		differ("request %llu: from QP 0x%x instead of 0x%x", id, wc->src_qp, e->src_qp);
}

/* Polling a completion retires its request, which frees room in the ring. */
static void retire(int c, const struct completion *e)
{
	if (e->srq != NONE)
		W->ctx[c].srq[e->srq].rq.freed++;
	else if (e->is_recv)
		qp_at(e->qp)->rq.freed = e->index + 1;
	else
		qp_at(e->qp)->freed = e->index + 1;
}

/* Sends of a queue pair complete in order, and so do its receives; any other order is valid. */
static void match(int c, struct cq *cq, const struct ibv_wc *wc)
{
	int i = 0;

	while (i < cq->count && cq->list[i].wr_id != wc->wr_id)
		i++;
	if (i == cq->count)
		differ("an unexpected completion (%s) of request %llu",
		       ibv_wc_status_str(wc->status), (unsigned long long)wc->wr_id);
	for (int j = 0; j < i; j++) {
		if (cq->list[j].qpn == cq->list[i].qpn &&
		    cq->list[j].is_recv == cq->list[i].is_recv)
			differ("request %llu completed before %llu", (unsigned long long)wc->wr_id,
			       (unsigned long long)cq->list[j].wr_id);
	}
	compare(&cq->list[i], wc);
	W->completions++;
	W->errors += wc->status != IBV_WC_SUCCESS;
	retire(c, &cq->list[i]);
	memmove(&cq->list[i], &cq->list[i + 1], sizeof(cq->list[0]) * (size_t)(cq->count - i - 1));
	cq->count--;
}

bool do_poll_cq(int c, const int *a)
{
	int slot = live(c, CQ, a[0]), wanted = 1 + a[1] % POLL_MAX;
	struct cq *cq = AT(c, cq, slot);
	struct timespec limit = deadline();
	struct ibv_wc wc[POLL_MAX] = {0};
	int due, got = 0, n;

	if (slot == NONE)
		return false;
	due = cq->count < wanted ? cq->count : wanted;
	do {
		n = ibv_poll_cq(cq->v, wanted - got, wc + got);
		if (n < 0)
			differ("ibv_poll_cq returned %d", n);
		got += n;
		if (got < due && later_than(&limit))
			differ("%d completions instead of %d; request %llu is missing", got, due,
			       (unsigned long long)cq->list[got].wr_id);
	} while (got < due);
	for (int i = 0; i < got; i++)
		match(c, cq, &wc[i]);
	return true;
}
