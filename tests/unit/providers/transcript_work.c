/* SPDX-License-Identifier: BSD-2-Clause */
/* Posted and completed requests: cleaning CQs, WQEs and CQEs that can still be explained, and
 * flushing when the device is gone. */
#include <inverbs/device/device.h>
#include <inverbs/fast/wqe.h>
#include <string.h>

#include "transcript.h"

enum {
	FIRST_QPN = 0x40000000, /* its index in the table, the low bits, is 0 */
};

/* Write CQEs as the adapter does, alternately for this queue pair and another one. */
static void complete(struct world *w, struct inverbs_cq *cq, uint32_t count, bool is_send)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct inverbs_dev_cqe cqe = {.qpn = i % 2 ? w->qpn + 1 : w->qpn,
						    .wr_id = 0x80 + i,
						    .is_send = is_send,
						    .wqe_index = 2 + i,
						    .byte_len = 0x90 + i};

		w->provider->control->cq_write(cq, cq->head + i, &cqe);
	}
	say(w, "%u completions", count);
	print_cq(w, cq);
}

static void print_cqs(struct world *w)
{
	print_cq(w, &w->cq[0]);
	print_cq(w, &w->cq[1]);
}

/* RESET and destruction drop the queue pair's completions. */
static void cleaned_cqs(struct world *w)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

	for (int one = 0; one < 2; one++) {
		attr.recv_cq = one ? attr.send_cq : attr.recv_cq;
		if (!make_qp(w, attr))
			return;
		complete(w, &w->cq[0], 4, true);
		complete(w, &w->cq[1], 5, false);
		modify_qp(w, IBV_QPS_RTS, IBV_QPS_RESET, 0);
		print_cqs(w);
		complete(w, &w->cq[0], 7, true);
		drop_qp(w);
		print_cqs(w);
	}
}

int post_sends(struct world *w, int count, int sges)
{
	const struct ibv_sge sge = {.addr = 0x1000, .length = 8, .lkey = 9};
	struct ibv_sge list[] = {sge, sge, sge, sge, sge};
	struct ibv_send_wr send = {.sg_list = list, .num_sge = sges, .opcode = IBV_WR_SEND}, *bad;
	int err = 0;

	for (int i = 0; i < count; i++) {
		send.wr_id = 0xa0 + (uint64_t)i;
		err |= w->ctx.ibv.ops.post_send(&w->qp.ibv, &send, &bad);
	}
	return err;
}

int post_receives(struct world *w, int count)
{
	struct ibv_sge sge = {.addr = 0x1000, .length = 8, .lkey = 9};
	struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad;
	int err = 0;

	for (int i = 0; i < count; i++) {
		recv.wr_id = 0xb0 + (uint64_t)i;
		err |= w->qp.srq ? w->ctx.ibv.ops.post_srq_recv(&w->srq.ibv, &recv, &bad)
				 : w->ctx.ibv.ops.post_recv(&w->qp.ibv, &recv, &bad);
	}
	return err;
}

static void post(struct world *w, int sends, int receives)
{
	int err = post_sends(w, sends, 1) | post_receives(w, receives);

	say(w, "post %d sends and %d receives", sends, receives);
	result(w, err);
}

/* Print which of the last WQEs have not been overwritten. */
static void print_kept(struct world *w)
{
	const struct inverbs_sq *sq = &w->qp.sq;
	const uint32_t head = inverbs_sq_head(sq);

	fputs("  kept ", w->out);
	for (uint32_t behind = sq->entries + 3; behind-- > 0;) {
		const uint8_t *slot = w->provider->sq_kept(sq, head + 1 - behind);

		fputc(!slot ? '-'
		      : slot == inverbs_slot(sq->buf, head + 1 - behind, sq->entries, sq->shift)
			      ? 'k'
			      : '?',
		      w->out);
	}
	fputc('\n', w->out);
}

/* WQEs of one chunk, and longer ones, whose later chunks are overwritten by guards. */
static void kept_wqes(struct world *w)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

	attr.cap.max_send_sge = 5;
	if (!w->provider->sq_kept || !make_qp(w, attr))
		return;
	modify_qp(w, IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PORT);
	modify_qp(w, IBV_QPS_INIT, IBV_QPS_RTS, 0);
	for (uint32_t round = 0; round < 12; round++) {
		post_sends(w, 5, round % 3 ? 1 : 5);
		print_kept(w);
		w->qp.sq.tail = inverbs_sq_head(&w->qp.sq);
	}
	drop_qp(w);
}

/* Print which of the last polled CQEs have not been overwritten. */
static void print_taken(struct world *w, const struct inverbs_cq *cq)
{
	uint8_t cqe[INVERBS_MOST_DRIVER_DATA * 2];

	fputs("  taken ", w->out);
	for (uint32_t back = 0; back <= cq->entries + 1; back++) {
		memset(cqe, 0, sizeof(cqe));
		fputc(w->provider->cq_taken(cq, cq->head - back, cqe) ? 'k' : '-', w->out);
		fprintf(w->out, "%02x ", cqe[w->provider->control->cqe_bytes - 1]);
	}
	fputc('\n', w->out);
}

/* The adapter writes CQEs, some of which are polled. */
static void taken_cqes(struct world *w)
{
	struct inverbs_cq *cq = &w->cq[0];

	if (!w->provider->cq_taken || !w->provider->control->cq_write)
		return;
	say(w, "CQEs that were polled are overwritten in turn");
	for (uint32_t i = 0; i < 12; i++) {
		const struct inverbs_dev_cqe cqe = {.qpn = w->qpn, .is_send = true, .byte_len = i};

		w->provider->control->cq_write(cq, cq->head, &cqe);
		cq->head += i != 9;
		print_taken(w, cq);
	}
	cq->head++;
	w->provider->control->cq_seek(cq);
}

static void flush(struct world *w)
{
	for (int i = 0; i < 2; i++) {
		inverbs_lock(&w->cq[i].lock);
		w->provider->flush_cq(&w->cq[i]);
		inverbs_unlock(&w->cq[i].lock);
	}
	say(w, "the device is gone");
	print_cqs(w);
	print_qp(w, &w->qp);
}

static void flush_one(struct world *w, struct inverbs_cq *cq, const char *how)
{
	say(w, "the device is gone, %s", how);
	inverbs_lock(&cq->lock);
	w->provider->flush_cq(cq);
	inverbs_unlock(&cq->lock);
	print_cq(w, cq);
}

static struct ibv_qp_init_attr_ex shared_qp(struct world *w)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

	attr.srq = &w->srq.ibv;
	return attr;
}

/* Empty the queues, as if all completions had been polled. */
static void drain(struct world *w)
{
	const struct inverbs_control *control = w->provider->control;

	for (int i = 0; i < 2 && control->cq_write; i++) {
		struct inverbs_cq *cq = &w->cq[i];

		if (control->head)
			cq->head = control->head->producer(cq->buf);
		while (control->cqe_ready &&
		       control->cqe_ready(control->cq_entry(cq, cq->head), cq->head, cq->entries))
			cq->head++;
		control->cq_seek(cq);
	}
}

/* On adapters whose software flushes queue pairs, some events cause a flush. */
static void events(struct world *w)
{
	static const enum ibv_event_type types[] = {
		IBV_EVENT_COMM_EST,    IBV_EVENT_SQ_DRAINED, IBV_EVENT_QP_LAST_WQE_REACHED,
		IBV_EVENT_QP_FATAL,    IBV_EVENT_QP_REQ_ERR, IBV_EVENT_QP_ACCESS_ERR,
		IBV_EVENT_PATH_MIG_ERR};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!w->provider->qp_event || !make_qp(w, usual_qp(w, IBV_QPT_RC)))
			return;
		post(w, 3, 2);
		say(w, "event %d", types[i]);
		w->provider->qp_event(&w->qp, types[i]);
		print_qp(w, &w->qp);
		print_soft(w, &w->cq[0]);
		print_soft(w, &w->cq[1]);
		modify_qp(w, IBV_QPS_RTS, IBV_QPS_RESET, 0);
		drop_qp(w);
	}
}

static void flushed_qps(struct world *w, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

	attr.srq = srq;
	if (!make_qp(w, attr))
		return;
	modify_qp(w, IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PORT);
	modify_qp(w, IBV_QPS_INIT, IBV_QPS_RTS, 0);
	post(w, 3, 2);
	flush(w);
	drain(w);
	post(w, 5, 3);
	flush(w);
	drain(w);
	drop_qp(w);
}

/* Create another queue pair on an SRQ, whose receives complete to the first completion queue. */
static bool make_sharer(struct world *w, struct inverbs_qp *qp, struct inverbs_srq *srq,
			uint32_t number)
{
	struct ibv_qp_init_attr_ex attr = shared_qp(w);
	const uint32_t qpn = w->qpn;
	bool made;

	memset(qp, 0, sizeof(*qp));
	attr.srq = &srq->ibv;
	attr.recv_cq = &w->cq[0].ibv;
	qp->ibv.context = &w->ctx.ibv;
	qp->ibv.recv_cq = qp->ibv.send_cq = attr.recv_cq;
	world_name(w, "other", qp, sizeof(*qp));
	w->qpn = qpn + number;
	say(w, "another queue pair of an SRQ");
	made = result(w, w->provider->create_qp(&w->ctx, &attr, qp));
	w->qpn = qpn;
	return made;
}

/* The queue pairs of a completion queue use two SRQs alternately: each SRQ is flushed once. */
static void flush_in_turn(struct world *w)
{
	static struct inverbs_qp qp[3];
	static struct inverbs_srq srq[2];
	struct ibv_srq_init_attr_ex attr = {.attr = {.max_wr = 3, .max_sge = 1}, .pd = &w->pd.ibv};
	struct ibv_recv_wr recv = {.wr_id = 0xc0}, *bad;
	uint32_t ignored;

	memset(srq, 0, sizeof(srq));
	world_name(w, "srqs", srq, sizeof(srq));
	for (uint32_t i = 0; i < 2; i++) {
		srq[i].ibv.context = &w->ctx.ibv;
		result(w, w->provider->create_srq(&w->ctx, &attr, &srq[i]));
		result(w, w->ctx.ibv.ops.post_srq_recv(&srq[i].ibv, &recv, &bad));
	}
	for (uint32_t i = 0; i < 3; i++)
		make_sharer(w, &qp[i], &srq[i % 2], i);
	flush_one(w, &w->cq[0], "with SRQs in turn");
	drain(w);
	for (int i = 0; i < 3; i++)
		result(w, w->provider->destroy_qp(&qp[i], &ignored));
	result(w, w->provider->destroy_srq(&srq[0], &ignored));
	result(w, w->provider->destroy_srq(&srq[1], &ignored));
}

/* An SRQ's receives are not flushed while another completion queue may have completions of them. */
static void flush_beside(struct world *w)
{
	static struct inverbs_qp other;
	struct inverbs_lock *lock = &w->cq[1].lock;
	const uint32_t qpn = w->qpn;
	uint32_t ignored;

	w->qpn = FIRST_QPN;
	if (!make_qp(w, shared_qp(w)) || !make_sharer(w, &other, &w->srq, 1))
		return;
	post(w, 0, 2);
	lock->off = 1;
	flush_one(w, &w->cq[0], "with a queue of one thread");
	lock->off = 0;
	lock->held = 1;
	flush_one(w, &w->cq[0], "with a queue in use");
	lock->held = 0;
	complete(w, &w->cq[1], 1, false);
	flush_one(w, &w->cq[0], "with a queue that is not empty");
	drain(w);
	flush_one(w, &w->cq[0], "with an empty queue");
	drain(w);
	result(w, w->provider->destroy_qp(&other, &ignored));
	drop_qp(w);
	w->qpn = qpn;
}

static void flush_first(struct world *w)
{
	const uint32_t qpn = w->qpn;

	w->qpn = FIRST_QPN;
	if (make_qp(w, usual_qp(w, IBV_QPT_RC))) {
		post(w, 2, 2);
		flush(w);
		drain(w);
		drop_qp(w);
	}
	w->qpn = qpn;
}

void write_work(struct world *w, struct ibv_srq *srq)
{
	flushed_qps(w, srq);
	if (srq && w->provider->control->srq_next)
		flush_in_turn(w);
	if (srq && w->provider->control->srq_next)
		flush_beside(w);
	if (srq)
		return;
	flush_first(w);
	events(w);
	kept_wqes(w);
	if (!w->provider->control->cq_write)
		return;
	cleaned_cqs(w);
	taken_cqes(w);
}
