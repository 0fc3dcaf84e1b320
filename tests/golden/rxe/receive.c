/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/rxe.h>
#include <inverbs/adapters/rxe_device.h>
#include <stdlib.h>

#include "post.h"

struct request {
	struct ibv_recv_wr wr;
	struct ibv_sge sge[SEEN_MAX_PIECES];
	struct seen_recv seen;
};

static void fill_request(struct request *q)
{
	const struct seen_payload *p = &q->seen.payload;

	q->wr.wr_id = q->seen.wr_id;
	q->wr.sg_list = q->sge;
	q->wr.num_sge = (int)p->num_sge;
	for (uint32_t i = 0; i < p->num_sge; i++)
		q->sge[i] = (struct ibv_sge){p->piece[i].addr, p->piece[i].length,
					     p->piece[i].lkey};
}

static void check_decoder(const struct look *look, const struct shown *shown,
			  const struct seen_recv *s, struct report *r)
{
	const struct seen_payload *p = &s->payload;
	static struct inverbs_dev_recv d;

	if (rxe_dev_decode_recv(shown->slot, (uint32_t)look->slot_bytes, &d))
		fail(r, "the decoder does not take a receive entry");
	check_number(r, "decoded wr_id", d.wr_id, s->wr_id);
	check_number(r, "decoded pieces", d.num_sge, p->num_sge);
	for (uint32_t i = 0; i < p->num_sge && !r->failed; i++) {
		check_number(r, "decoded address", d.sge[i].addr, p->piece[i].addr);
		check_number(r, "decoded length", d.sge[i].length, p->piece[i].length);
		check_number(r, "decoded lkey", d.sge[i].lkey, p->piece[i].lkey);
	}
}

/* To the queue of a pair, or to a shared one, which has no number here. */
static int post(uint8_t *ring, const struct look *look, const struct queue *q,
		struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	const size_t room = look->slot_bytes - seen_recv_bytes();
	struct inverbs_srq srq;
	struct inverbs_qp qp;

	memset(&srq, 0, sizeof(srq));
	memset(&qp, 0, sizeof(qp));
	srq.buf = qp.rq.buf = ring + RXE_QUEUE_HEAD;
	srq.entries = qp.rq.entries = rxe_queue_entries(ring);
	srq.shift = qp.rq.shift = rxe_queue_shift(ring);
	srq.head = qp.rq.head = seen_producer(ring);
	srq.max_sge = qp.rq.max_sge = (uint16_t)(room / sizeof(struct ibv_sge));
	if (q->qpn)
		rxe_recv_credit(&qp.rq); /* the hot path takes what it can */
	return q->qpn ? rxe_post_recv(&qp.ibv, wr, bad) : rxe_post_srq_recv(&srq.ibv, wr, bad);
}

static void check_posted(uint8_t *ring, const struct look *look, size_t first, size_t n,
			 const struct request *list, struct report *r)
{
	size_t written[MAX_SHOWN] = {0};

	for (size_t i = 0; i < n; i++) {
		const struct shown *shown = &look->shown[first + i];

		written[i] = seen_recv_bytes() +
			     list[i].seen.payload.num_sge * sizeof(struct ibv_sge);
		compare_recv(ring_slot(ring, look, shown->index), shown->slot, written[i],
			     shown->consumed || list[i].seen.worked_on, r);
		check_decoder(look, shown, &list[i].seen, r);
		r->counts[COUNT_RECEIVES]++;
	}
	ring_check_rest(ring, look, first, n, written, r);
	check_number(r, "producer's index", seen_producer(ring),
		     (look->shown[first].index + n) & look->index_mask);
}

static void replay_run(const struct look *look, size_t first, size_t n, const struct queue *q,
		       struct report *r)
{
	struct request *list = calloc(n, sizeof(*list));
	uint32_t index = look->shown[first].index;
	uint8_t *ring = ring_make(look, index, index);
	struct ibv_recv_wr *bad = NULL;

	if (!list)
		abort();
	for (size_t i = 0; i < n; i++) {
		if (!seen_recv_entry(look->shown[first + i].slot, look->slot_bytes,
				     &list[i].seen) ||
		    !list[i].seen.payload.fits)
			fail(r, "a receive entry that does not fit its slot");
		else
			fill_request(&list[i]);
		list[i].wr.next = i + 1 < n ? &list[i + 1].wr : NULL;
	}
	if (!r->failed)
		check_number(r, "error of receives",
			     (uint64_t)post(ring, look, q, &list[0].wr, &bad), 0);
	if (!r->failed)
		check_posted(ring, look, first, n, list, r);
	free(ring);
	free(list);
}

void replay_receives(const struct look *look, const struct queue *q, struct report *r)
{
	size_t n;

	for (size_t i = 0; i < look->count && !r->failed; i += n) {
		n = look_run(look, i);
		replay_run(look, i, n, q, r);
	}
	r->counts[COUNT_UNSEEN] += look->produced - (uint32_t)look->count;
}
