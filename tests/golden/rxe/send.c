/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

/* Every store of an entry is seen before anything is inlined. */
static void saw_store(const void *at, size_t bytes);
#define INVERBS_STORE_HOOK(addr, bytes) saw_store(addr, bytes)

#include <inverbs/adapters/rxe.h>
#include <inverbs/adapters/rxe_device.h>
#include <inverbs/adapters/rxe_print.h>
#include <inverbs/kernel/uverbs.h>
#include <inverbs/transport.h>
#include <stdlib.h>

#include "post.h"

enum {
	WORD = 4,
};

/* A request and what it points to. */
struct request {
	struct ibv_send_wr wr;
	struct ibv_sge sge[SEEN_MAX_PIECES];
	struct inverbs_ah ah;
	struct ibv_mr mr;
	struct ibv_mw mw;
	struct seen_send seen;
};

/* The queue that is posted to, and what happened at its bell. */
static struct {
	const uint8_t *ring;
	size_t bytes;
	uint32_t before; /* producer's index */
	bool late;       /* an entry was written after the index */
	unsigned int bells;
	uint32_t at_bell; /* producer's index */
	struct queue *queue;
} watched;

static void saw_store(const void *at, size_t bytes)
{
	const uint8_t *to = at;

	(void)bytes;
	if (!watched.ring)
		return;
	if (to >= watched.ring + seen_head_bytes() && to < watched.ring + watched.bytes &&
	    seen_producer(watched.ring) != watched.before)
		watched.late = true;
}

static int ring_bell(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct queue *q = watched.queue;

	(void)t;
	watched.bells++;
	watched.at_bell = seen_producer(watched.ring);
	q->bell_bytes = bytes <= sizeof(q->bell) ? bytes : 0;
	memcpy(q->bell, cmd, q->bell_bytes);
	return 0;
}

/* ---- from an entry to a request ---- */

/* Inline bytes, in as many pieces as there were; nobody knows where one ended. */
static void split_inline(struct request *q)
{
	const struct seen_payload *p = &q->seen.payload;
	uint32_t left = p->length, n = p->num_sge < SEEN_MAX_PIECES ? p->num_sge : SEEN_MAX_PIECES;
	const uint8_t *at = p->at;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t take = i + 1 == n ? left : left > 0;

		q->sge[i] = (struct ibv_sge){(uintptr_t)at, take, 0};
		at += take;
		left -= take;
	}
}

static void fill_pieces(struct request *q)
{
	const struct seen_payload *p = &q->seen.payload;

	q->wr.sg_list = q->sge;
	q->wr.num_sge = (int)p->num_sge;
	if (p->is_inline) {
		split_inline(q);
		return;
	}
	for (uint32_t i = 0; p->fits && i < p->num_sge; i++)
		q->sge[i] = (struct ibv_sge){p->piece[i].addr, p->piece[i].length,
					     p->piece[i].lkey};
}

static void fill_bind(struct request *q)
{
	const struct seen_send *s = &q->seen;

	q->mr.lkey = s->bind.lkey;
	q->mw.rkey = s->bind.old_rkey;
	q->wr.bind_mw.mw = &q->mw;
	q->wr.bind_mw.rkey = s->bind.rkey;
	q->wr.bind_mw.bind_info = (struct ibv_mw_bind_info){
		.mr = &q->mr,
		.addr = s->bind.addr,
		.length = s->bind.length,
		.mw_access_flags = s->bind.access,
	};
}

static void fill_remote(struct request *q)
{
	const struct seen_send *s = &q->seen;

	if (s->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || s->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		q->wr.wr.atomic.remote_addr = s->remote_addr;
		q->wr.wr.atomic.rkey = s->rkey;
		q->wr.wr.atomic.compare_add = s->compare_add;
		q->wr.wr.atomic.swap = s->swap;
		return;
	}
	q->wr.wr.rdma.remote_addr = s->remote_addr;
	q->wr.wr.rdma.rkey = s->rkey;
}

static void fill_request(struct request *q)
{
	const struct seen_send *s = &q->seen;

	q->wr.wr_id = s->wr_id;
	q->wr.opcode = (enum ibv_wr_opcode)s->opcode;
	q->wr.send_flags = s->flags;
	q->wr.imm_data = s->imm; /* shares its place with the key to invalidate */
	fill_pieces(q);
	if (s->datagram) {
		q->ah.number = s->ah_number;
		q->wr.wr.ud.ah = &q->ah.ibv;
		q->wr.wr.ud.remote_qpn = s->qpn;
		q->wr.wr.ud.remote_qkey = s->qkey;
	} else if (s->opcode == IBV_WR_BIND_MW) {
		fill_bind(q);
	} else {
		fill_remote(q);
	}
}

/* ---- our decoder, the emulated device's ---- */

static void check_decoded_payload(const struct inverbs_dev_wr *d, const struct seen_payload *p,
				  struct report *r)
{
	if (p->is_inline) {
		check_number(r, "decoded inline bytes", d->inline_len, p->length);
		if (!r->failed)
			check_bytes(r, "decoded inline", d->inline_data, p->at, p->length);
		return;
	}
	check_number(r, "decoded pieces", d->num_sge, p->num_sge);
	for (uint32_t i = 0; i < p->num_sge && !r->failed; i++) {
		check_number(r, "decoded address", d->sge[i].addr, p->piece[i].addr);
		check_number(r, "decoded length", d->sge[i].length, p->piece[i].length);
		check_number(r, "decoded lkey", d->sge[i].lkey, p->piece[i].lkey);
	}
}

static void check_decoded_body(const struct inverbs_dev_wr *d, const struct seen_send *s,
			       struct report *r)
{
	const bool add = s->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
	const struct {
		const char *what;
		uint64_t ours, theirs;
	} fields[] = {
		{"decoded wr_id", d->wr_id, s->wr_id},
		{"decoded opcode", d->opcode, s->opcode},
		{"decoded flags", d->send_flags, s->flags},
		{"decoded immediate data or key", (uint64_t)d->imm | d->invalidate_rkey, s->imm},
		{"decoded remote address", d->remote_addr, s->remote_addr},
		{"decoded rkey", d->rkey, s->rkey},
		{"decoded operand", add ? d->swap : d->compare, s->compare_add},
		{"decoded swap", add ? 0 : d->swap, s->swap},
		{"decoded qpn", d->remote_qpn, s->qpn},
		{"decoded qkey", d->qkey, s->qkey},
		{"decoded address handle", d->ah_number, s->ah_number},
		{"decoded window", d->bind.addr, s->bind.addr},
		{"decoded bytes of a window", d->bind.length, s->bind.length},
		{"decoded lkey of a window", d->bind.lkey, s->bind.lkey},
		{"decoded old key of a window", d->bind.old_rkey, s->bind.old_rkey},
		{"decoded key of a window", d->bind.rkey, s->bind.rkey},
		{"decoded access of a window", d->bind.access, s->bind.access},
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		check_number(r, fields[i].what, fields[i].ours, fields[i].theirs);
}

/* Words that only the printers show. */
static void check_kernels_words(const uint8_t *slot, const struct seen_send *s, struct report *r)
{
	const struct rxe_send_tail tail = rxe_send_tail_get(slot + rxe_dump.tail_at);
	const struct {
		const char *what;
		uint64_t ours, theirs;
	} words[] = {
		{"status of an entry", tail.status, s->kernels.status},
		{"state of an entry", tail.state, s->kernels.state},
		{"mask of an entry", tail.mask, s->kernels.mask},
		{"first PSN of an entry", tail.first_psn, s->kernels.first_psn},
		{"last PSN of an entry", tail.last_psn, s->kernels.last_psn},
		{"ack_length of an entry", tail.ack_length, s->kernels.ack_length},
		{"ssn of an entry", tail.ssn, s->kernels.ssn},
		{"has_rd_atomic of an entry", tail.has_rd_atomic, s->kernels.has_rd_atomic},
		{"cur_sge of an entry", tail.cur_sge, s->kernels.cur_sge},
		{"sge_offset of an entry", tail.sge_offset, s->kernels.sge_offset},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		check_number(r, words[i].what, words[i].ours, words[i].theirs);
}

static void check_decoder(const struct look *look, const struct shown *shown, const struct queue *q,
			  const struct seen_send *s, struct report *r)
{
	static struct inverbs_dev_wr d;
	int expected = has_wrong_sum(s) ? EINVAL : 0;

	check_kernels_words(shown->slot, s, r);
	check_number(r, "verdict of the decoder",
		     (uint64_t)rxe_dev_decode_send((int)q->qp_type, shown->slot,
						   (uint32_t)look->slot_bytes, &d),
		     (uint64_t)expected);
	if (r->failed || expected)
		return;
	check_decoded_body(&d, s, r);
	check_decoded_payload(&d, &s->payload, r);
}

/* ---- posting ---- */

/* Fail unless the kernel completed this request with an error. */
static void check_kernel_fails(const struct seen_send *s, const struct queue *q,
			       const struct verdicts *all, struct report *r)
{
	bool failed = all->unseen > 0;

	for (size_t i = 0; i < all->count; i++)
		failed |= all->wc[i].wr_id == s->wr_id && all->wc[i].qp_num == q->qpn &&
			  all->wc[i].status != IBV_WC_SUCCESS;
	if (!failed)
		fail(r, "wr_id %llu is wrong for us, but the kernel does not fail it",
		     (unsigned long long)s->wr_id);
}

static void check_refusal(const struct seen_send *s, const struct queue *q,
			  const struct verdicts *all, struct report *r)
{
	enum rxe_count reason = why_refused(s, q);

	if (reason == RXE_COUNTS) {
		fail(r, "wr_id %llu is refused, and nothing tells why",
		     (unsigned long long)s->wr_id);
		return;
	}
	if (kernel_fails(reason))
		check_kernel_fails(s, q, all, r);
	r->counts[reason]++;
}

static void check_posted(uint8_t *ring, const struct look *look, size_t first, size_t n,
			 const struct request *list, const struct queue *q, struct report *r)
{
	size_t written[MAX_SHOWN] = {0};

	for (size_t i = 0; i < n; i++) {
		const struct shown *shown = &look->shown[first + i];
		const struct seen_payload *p = &list[i].seen.payload;

		written[i] = seen_send_bytes() +
			     (p->is_inline ? p->length : p->num_sge * sizeof(struct ibv_sge));
		compare_send(ring_slot(ring, look, shown->index), shown->slot, written[i],
			     &list[i].seen, r);
		check_decoder(look, shown, q, &list[i].seen, r);
		r->counts[COUNT_SENDS]++;
	}
	if (n)
		ring_check_rest(ring, look, first, n, written, r);
	check_number(r, "bells", watched.bells, n > 0);
	check_number(r, "producer's index", seen_producer(ring),
		     (look->shown[first].index + n) & look->index_mask);
	if (n)
		check_number(r, "producer's index at the bell", watched.at_bell,
			     seen_producer(ring));
	if (watched.late)
		fail(r, "an entry was written after the index that shows it");
}

/* A queue pair whose send queue is this ring. */
static void make_pair(struct inverbs_qp *qp, struct inverbs_context *ctx, uint8_t *ring,
		      const struct queue *q)
{
	static const struct inverbs_transport_ops ops = {.command = ring_bell};
	static struct inverbs_transport transport = {.ops = &ops};

	memset(qp, 0, sizeof(*qp));
	memset(ctx, 0, sizeof(*ctx));
	ctx->transport = &transport;
	qp->ibv.context = &ctx->ibv;
	qp->ibv.handle = q->handle;
	qp->sq.buf = ring + RXE_QUEUE_HEAD;
	qp->sq.entries = rxe_queue_entries(ring);
	qp->sq.shift = rxe_queue_shift(ring);
	qp->sq.max_sge = (uint16_t)q->max_sge;
	qp->sq.max_inline = (uint16_t)q->max_inline;
	qp->sq.qp_type = (uint8_t)q->qp_type;
}

/* Post a list with one call. Returns how many were taken. */
static size_t post_list(const struct look *look, size_t first, size_t n, struct queue *q,
			struct request *list, struct report *r)
{
	uint32_t index = look->shown[first].index;
	uint8_t *ring = ring_make(look, index, index);
	struct ibv_send_wr *bad = NULL;
	struct inverbs_context ctx;
	struct inverbs_qp qp;
	size_t taken = 0;
	int err;

	make_pair(&qp, &ctx, ring, q);
	qp.sq.head = qp.sq.position = index;
	watched.ring = ring;
	watched.bytes = seen_head_bytes() + ((size_t)look->index_mask + 1) * look->slot_bytes;
	watched.before = index;
	watched.queue = q;
	watched.late = false;
	watched.bells = 0;
	rxe_send_credit(&qp.sq); /* the hot path takes what it can */
	err = rxe_post_send(&qp.ibv, &list[0].wr, &bad);
	watched.ring = NULL;
	while (err ? &list[taken].wr != bad : taken < n)
		taken++;
	if (err)
		check_number(r, "error of a refused request", (uint64_t)err, EINVAL);
	check_posted(ring, look, first, taken, list, q, r);
	free(ring);
	return taken;
}

static void replay_run(const struct look *look, size_t first, size_t n, struct queue *q,
		       const struct verdicts *all, struct report *r)
{
	struct request *list = calloc(n, sizeof(*list));

	if (!list)
		abort();
	for (size_t i = 0; i < n; i++) {
		const struct shown *shown = &look->shown[first + i];

		if (!seen_send_entry(shown->slot, look->slot_bytes, q->qp_type == IBV_QPT_UD,
				     &list[i].seen))
			fail(r, "a slot too small for a send entry");
		fill_request(&list[i]);
		list[i].wr.next = i + 1 < n ? &list[i + 1].wr : NULL;
	}
	for (size_t i = 0; i < n && !r->failed; i++) {
		i += post_list(look, first + i, n - i, q, &list[i], r);
		if (i < n)
			check_refusal(&list[i].seen, q, all, r);
	}
	for (size_t i = 0; i < n && !r->failed; i++) {
		if (has_wrong_sum(&list[i].seen))
			check_kernel_fails(&list[i].seen, q, all, r);
	}
	free(list);
}

void replay_sends(const struct look *look, struct queue *q, const struct verdicts *all,
		  struct report *r)
{
	size_t n;

	for (size_t i = 0; i < look->count && !r->failed; i += n) {
		n = look_run(look, i);
		replay_run(look, i, n, q, all, r);
	}
	r->counts[COUNT_UNSEEN] += look->produced - (uint32_t)look->count;
}

void replay_bell(struct queue *q, const struct bytes *body, struct report *r)
{
	const size_t head = sizeof(struct uverbs_cmd_hdr);
	struct seen_bell ours, theirs;
	struct uverbs_cmd_hdr hdr;

	if (!q->bell_bytes)
		return;
	memcpy(&hdr, q->bell, sizeof(hdr));
	check_number(r, "command of a bell", hdr.command, UVERBS_CMD_POST_SEND);
	check_number(r, "words of a bell", hdr.in_words * (uint64_t)WORD, head + body->len);
	if (!seen_bell_command(body->data, body->len, &theirs) || q->bell_bytes < head ||
	    !seen_bell_command(q->bell + head, q->bell_bytes - head, &ours)) {
		fail(r, "a bell of another size");
		return;
	}
	check_number(r, "queue pair of a bell", ours.qp_handle, theirs.qp_handle);
	check_number(r, "requests in a bell", ours.wr_count, theirs.wr_count);
	check_number(r, "pieces in a bell", ours.sge_count, theirs.sge_count);
	check_number(r, "size of a request in a bell", ours.known_size, theirs.known_size);
	q->bell_bytes = 0;
	r->counts[COUNT_BELLS]++;
}
