/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from nadir.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * An adapter that was never built, whose queues have indexes.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for nadir.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to nadir */

#ifndef INVERBS_ADAPTERS_NADIR_H
#define INVERBS_ADAPTERS_NADIR_H

#include <errno.h>
#include <inverbs/adapters/nadir_formats.h>
#include <inverbs/adapters/nadir_queue.h>
#include <inverbs/datapath.h>
#include <inverbs/objects.h>
#include <inverbs/wqe.h>

/** Opcode of an entry per verbs opcode. nadir.requests.ops */
static const uint8_t nadir_send_code[] __attribute__((unused)) = {
	NADIR_TASK_STORE,    /* IBV_WR_RDMA_WRITE */
	0,                   /* IBV_WR_RDMA_WRITE_WITH_IMM */
	NADIR_TASK_PUT,      /* IBV_WR_SEND */
	NADIR_TASK_PUT_NOTE, /* IBV_WR_SEND_WITH_IMM */
	0,                   /* IBV_WR_RDMA_READ */
	NADIR_TASK_SWAP,     /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                   /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	NADIR_TASK_END,      /* IBV_WR_LOCAL_INV */
	NADIR_TASK_OPEN,     /* IBV_WR_BIND_MW */
	NADIR_TASK_PUT_END,  /* IBV_WR_SEND_WITH_INV */
};

/** Verbs opcodes that are taken, one bit each. nadir.requests.ops */
#define NADIR_SEND_OPS                                                                             \
	(1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_SEND | 1U << IBV_WR_SEND_WITH_IMM |                \
	 1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW |         \
	 1U << IBV_WR_SEND_WITH_INV)

/** Point at one piece of payload. */
INVERBS_INLINE void nadir_put_piece(uint8_t *at, const struct ibv_sge *sge)
{
	struct nadir_piece seg;

	seg.key = sge->lkey;
	seg.bytes = sge->length;
	seg.at = sge->addr;
	nadir_piece_put(at, &seg);
}

/** Payload at the end of an entry: the bytes themselves when the request says so, else references.
 * EINVAL, with nothing written: more bytes than the queue takes; of several pieces that was looked
 * at before. */
INVERBS_INLINE int nadir_put_payload(const struct inverbs_sq *sq, const struct inverbs_request *req,
				     uint8_t *at, uint32_t *length)
{
	const bool bytes = inverbs_is_inline(req);
	uint32_t total = 0;

	for (uint32_t i = 0; i < req->num_sge; i++) {
		const struct ibv_sge *const sge = inverbs_piece(req, i);

		if (!bytes) {
			nadir_put_piece(at + (size_t)i * 16, sge);
		} else {
			if (__builtin_expect(sge->length > sq->max_inline, 0))
				return EINVAL;
			inverbs_copy_payload(at + total, (const uint8_t *)(uintptr_t)sge->addr,
					     sge->length);
		}
		total += sge->length;
	}
	*length = total;
	return 0;
}

/** What stands behind the head. Returns the bytes taken. nadir.requests */
INVERBS_INLINE uint32_t nadir_put_body(uint8_t *at, const struct inverbs_request *req)
{
	const struct ibv_send_wr *const wr = req->wr;

	if (__builtin_expect(req->qp_type == IBV_QPT_UD, 0)) {
		struct nadir_to seg;

		memset(&seg, 0, sizeof(seg));
		seg.qpn = wr->wr.ud.remote_qpn;
		seg.qkey = wr->wr.ud.remote_qkey;
		seg.handle = inverbs_ah_of(wr->wr.ud.ah)->number;
		nadir_to_put(at, &seg);
		return 16;
	}
	/* away: RDMA_WRITE */
	if (req->op & (1U << IBV_WR_RDMA_WRITE)) {
		struct nadir_away seg;

		memset(&seg, 0, sizeof(seg));
		seg.at = wr->wr.rdma.remote_addr;
		seg.key = wr->wr.rdma.rkey;
		nadir_away_put(at, &seg);
		return 16;
	}
	/* change: ATOMIC_CMP_AND_SWP */
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct nadir_change seg;

		memset(&seg, 0, sizeof(seg));
		seg.at = wr->wr.atomic.remote_addr;
		seg.is = wr->wr.atomic.compare_add;
		seg.becomes = wr->wr.atomic.swap;
		seg.key = wr->wr.atomic.rkey;
		nadir_change_put(at, &seg);
		return 32;
	}
	/* opening: BIND_MW */
	if (req->op & (1U << IBV_WR_BIND_MW)) {
		struct nadir_opening seg;

		memset(&seg, 0, sizeof(seg));
		seg.at = wr->bind_mw.bind_info.addr;
		seg.bytes = wr->bind_mw.bind_info.length;
		seg.region = wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0;
		seg.before = wr->bind_mw.mw->rkey;
		seg.after = wr->bind_mw.rkey;
		seg.rights = wr->bind_mw.bind_info.mw_access_flags;
		nadir_opening_put(at, &seg);
		return 32;
	}
	return 0;
}

/** Why this queue does not take a request, or 0. */
INVERBS_INLINE int nadir_refuse(const struct inverbs_sq *sq, const struct inverbs_request *req)
{
	if (__builtin_expect(req->opcode >= 10 || !(req->op & NADIR_SEND_OPS), 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > 1, 0) &&
	    inverbs_payload_bytes(req) > (inverbs_is_inline(req) ? sq->max_inline : UINT32_MAX))
		return EINVAL;
	if ((req->op & (1U << IBV_WR_SEND_WITH_INV)) && req->qp_type != IBV_QPT_RC &&
	    req->qp_type != IBV_QPT_UC)
		return EINVAL;
	if ((req->op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |
			1U << IBV_WR_BIND_MW | 1U << IBV_WR_LOCAL_INV)) &&
	    req->qp_type != IBV_QPT_RC)
		return EINVAL;
	if ((req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) && (req->wr->wr.atomic.remote_addr & 7))
		return EINVAL;
	if ((req->op & (1U << IBV_WR_BIND_MW | 1U << IBV_WR_LOCAL_INV)) && req->num_sge != 0)
		return EINVAL;
	if ((req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) && inverbs_payload_bytes(req) < 8)
		return EINVAL;
	return 0;
}

/** Write one send entry, whole, with zeros where nothing stands. EINVAL: not a request that this
 * queue takes. nadir.requests */
INVERBS_INLINE int nadir_put_send(const struct inverbs_sq *sq, const struct inverbs_request *req,
				  uint8_t *slot)
{
	const struct ibv_send_wr *const wr = req->wr;
	const uint32_t pieces = req->num_sge;
	uint8_t code;
	uint32_t at = 24;
	uint32_t length;
	int err = nadir_refuse(sq, req);

	if (__builtin_expect(err, 0))
		return err;
	code = nadir_send_code[req->opcode];
	err = nadir_put_payload(sq, req, slot + 80, &length);
	if (__builtin_expect(err, 0))
		return err;
	{
		struct nadir_top seg;

		memset(&seg, 0, sizeof(seg));
		seg.task = code;
		seg.inside = inverbs_is_inline(req);
		seg.report = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		seg.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
		seg.fence = (req->flags & IBV_SEND_FENCE) != 0;
		seg.id = wr->wr_id;
		if (req->op & (1U << IBV_WR_SEND_WITH_IMM))
			seg.note = wr->imm_data;
		if (req->op & (1U << IBV_WR_SEND_WITH_INV | 1U << IBV_WR_LOCAL_INV))
			seg.end = wr->invalidate_rkey;
		if (req->op & (1U << IBV_WR_RDMA_WRITE))
			seg.source = 7;
		nadir_top_put(slot, &seg);
	}
	for (at += nadir_put_body(slot + at, req); at < 64; at += 8)
		inverbs_put64(slot + at, 0);
	{
		struct nadir_load seg;

		memset(&seg, 0, sizeof(seg));
		seg.bytes = length;
		seg.pieces = pieces;
		if (req->op & (1U << IBV_WR_RDMA_WRITE))
			seg.again = wr->wr.rdma.remote_addr;
		nadir_load_put(slot + 64, &seg);
	}
	return 0;
}

/**
 * ibv_post_send for nadir. One system call tells the kernel of all requests of a call; when it
 * refuses, nothing was posted and its error is returned. ENOMEM: the queue is full. EINVAL: a
 * request that the queue does not take. nadir.requests.bell
 */
INVERBS_INLINE int nadir_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct ibv_send_wr *const first_wr = wr;
	uint32_t first, index;
	int err = 0;

	inverbs_lock(&sq->lock);
	first = nadir_producer(sq->buf) & (sq->entries - 1);
	for (index = first; wr; wr = wr->next) {
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		if (__builtin_expect(nadir_full(sq->buf, index, sq->entries), 0))
			err = ENOMEM;
		else
			err = nadir_put_send(sq, &req,
					     inverbs_slot(sq->buf, index, sq->entries, sq->shift));
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		index = nadir_next(index, sq->entries);
	}
	if (index != first) {
		int refused;

		nadir_set_producer(sq->buf, index);
		refused = inverbs_command_bell(qp);
		if (__builtin_expect(refused, 0)) {
			nadir_set_producer(sq->buf, first);
			*bad_wr = first_wr;
			err = refused;
		}
	}
	inverbs_unlock(&sq->lock);
	return err;
}

/** Write one receive entry. nadir.receives */
INVERBS_INLINE void nadir_put_recv(uint8_t *slot, const struct ibv_recv_wr *wr)
{
	const uint32_t pieces = (uint32_t)wr->num_sge;
	struct nadir_blank seg;
	uint32_t length = 0;

	for (uint32_t i = 0; i < pieces; i++) {
		const struct ibv_sge *const sge = &wr->sg_list[i];
		struct nadir_piece part;

		part.key = sge->lkey;
		part.bytes = sge->length;
		part.at = sge->addr;
		nadir_piece_put(slot + 16 + (size_t)i * 16, &part);
		length += sge->length;
	}
	memset(&seg, 0, sizeof(seg));
	seg.id = wr->wr_id;
	seg.pieces = pieces;
	seg.bytes = length;
	nadir_blank_put(slot, &seg);
}

/** Receives into a queue, a queue pair's or a shared one; the caller holds its lock. The adapter
 * looks by itself. */
INVERBS_INLINE int nadir_fill_recvs(uint8_t *slots, uint32_t entries, uint8_t shift,
				    uint32_t max_sge, struct ibv_recv_wr *wr,
				    struct ibv_recv_wr **bad_wr)
{
	uint32_t index = nadir_producer(slots) & (entries - 1);
	int err = 0;

	for (; wr; wr = wr->next) {
		if (__builtin_expect((uint32_t)wr->num_sge > max_sge, 0))
			err = EINVAL;
		else if (__builtin_expect(nadir_full(slots, index, entries), 0))
			err = ENOMEM;
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		nadir_put_recv(inverbs_slot(slots, index, entries, shift), wr);
		index = nadir_next(index, entries);
	}
	nadir_set_producer(slots, index);
	return err;
}

/** ibv_post_recv for nadir. ENOMEM: the queue is full, or there is none. EINVAL: too many pieces.
 */
INVERBS_INLINE int nadir_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	int err = ENOMEM;

	inverbs_lock(&rq->lock);
	if (__builtin_expect(rq->buf != NULL, 1))
		err = nadir_fill_recvs(rq->buf, rq->entries, rq->shift, rq->max_sge, wr, bad_wr);
	else
		*bad_wr = wr;
	inverbs_unlock(&rq->lock);
	return err;
}

/** ibv_post_srq_recv for nadir. ENOMEM: the queue is full. EINVAL: too many pieces. */
INVERBS_INLINE int nadir_post_srq_recv(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				       struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	int err;

	inverbs_lock(&srq->lock);
	err = nadir_fill_recvs(srq->buf, srq->entries, srq->shift, srq->max_sge, wr, bad_wr);
	inverbs_unlock(&srq->lock);
	return err;
}

/** Verbs opcode of a completion code. nadir.completions.ops */
INVERBS_INLINE enum ibv_wc_opcode nadir_wc_opcode(uint32_t code)
{
	switch (code) {
	case NADIR_DEED_PUT:
		return IBV_WC_SEND;
	case NADIR_DEED_STORED:
		return IBV_WC_RDMA_WRITE;
	case NADIR_DEED_SWAPPED:
		return IBV_WC_COMP_SWAP;
	case NADIR_DEED_OPENED:
		return IBV_WC_BIND_MW;
	case NADIR_DEED_ENDED:
		return IBV_WC_LOCAL_INV;
	case NADIR_DEED_WORDED:
		return IBV_WC_ATOMIC_WRITE;
	case NADIR_DEED_CAME:
		return IBV_WC_RECV;
	default:
		return (enum ibv_wc_opcode)0;
	}
}

/** Verbs status of a completion code. nadir.completions.status */
INVERBS_INLINE enum ibv_wc_status nadir_wc_status(uint32_t code)
{
	switch (code) {
	case 0:
		return IBV_WC_SUCCESS;
	case NADIR_FATE_KEY:
		return IBV_WC_LOC_PROT_ERR;
	case NADIR_FATE_FLUSHED:
		return IBV_WC_WR_FLUSH_ERR;
	default:
		return IBV_WC_GENERAL_ERR;
	}
}

/** Verbs flags of a CQE. nadir.completions.flags */
INVERBS_INLINE unsigned int nadir_wc_flags(const struct nadir_news *e)
{
	return (e->noted ? (unsigned int)IBV_WC_WITH_IMM : 0U) |
	       (e->ended ? (unsigned int)IBV_WC_WITH_INV : 0U);
}

/** Fill a work completion from an entry. nadir.completions.wc */
INVERBS_INLINE void nadir_fill_wc(const uint8_t *at, struct ibv_wc *wc)
{
	const struct nadir_news e = nadir_news_get(at);

	wc->status = nadir_wc_status(e.fate);
	wc->opcode = nadir_wc_opcode(e.deed);
	wc->wc_flags = nadir_wc_flags(&e);
	wc->wr_id = e.id;
	wc->byte_len = e.bytes;
	wc->qp_num = e.qpn;
	wc->src_qp = e.from;
	wc->imm_data = e.note;
	if (wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = e.end;
}

/** ibv_poll_cq for nadir. */
INVERBS_INLINE int nadir_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	uint32_t index, end;
	int got = 0;

	inverbs_lock(&cq->lock);
	index = nadir_consumer(cq->buf) & (cq->entries - 1);
	end = nadir_producer(cq->buf) & (cq->entries - 1);
	while (got < num_entries && index != end) {
		nadir_fill_wc(inverbs_slot(cq->buf, index, cq->entries, cq->shift), &wc[got++]);
		index = nadir_next(index, cq->entries);
	}
	if (got > 0)
		nadir_set_consumer(cq->buf, index);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Drop the entries of a queue pair that is gone; those before them move up. Called with the
 * queue's lock. */
INVERBS_INLINE void nadir_cq_clean(struct inverbs_cq *cq, uint32_t qpn)
{
	const uint32_t mask = cq->entries - 1;
	const uint32_t first = nadir_consumer(cq->buf) & mask;
	uint32_t index = nadir_producer(cq->buf) & mask;
	uint32_t to = index;

	while (index != first) {
		const uint8_t *from;

		index = (index - 1) & mask;
		from = inverbs_slot(cq->buf, index, cq->entries, cq->shift);
		if (nadir_news_get(from).qpn == qpn)
			continue;
		to = (to - 1) & mask;
		if (to != index)
			memcpy(inverbs_slot(cq->buf, to, cq->entries, cq->shift), from, 32);
	}
	nadir_set_consumer(cq->buf, to);
}

/** Take the next entry for the extended poll; head is the index behind it until end_poll tells.
 * ENOENT: none. */
INVERBS_INLINE int nadir_take_entry(struct inverbs_cq *cq)
{
	struct nadir_news e;

	if (cq->head == (nadir_producer(cq->buf) & (cq->entries - 1)))
		return ENOENT;
	cq->current = inverbs_slot(cq->buf, cq->head, cq->entries, cq->shift);
	cq->head = nadir_next(cq->head, cq->entries);
	e = nadir_news_get(cq->current);
	cq->ibv_ex.wr_id = e.id;
	cq->ibv_ex.status = nadir_wc_status(e.fate);
	return 0;
}

/** ibv_start_poll for nadir: holds the queue's lock until end_poll when it returns 0. */
INVERBS_INLINE int nadir_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->head = nadir_consumer(cq->buf) & (cq->entries - 1);
	err = nadir_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int nadir_next_poll(struct ibv_cq_ex *ibcq)
{
	return nadir_take_entry((struct inverbs_cq *)ibcq);
}

INVERBS_INLINE void nadir_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;

	nadir_set_consumer(cq->buf, cq->head);
	inverbs_unlock(&cq->lock);
}

/* Readers of the entry that the extended poll stands on. */
INVERBS_INLINE struct nadir_news nadir_current(struct ibv_cq_ex *cq)
{
	return nadir_news_get(((struct inverbs_cq *)cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode nadir_read_opcode(struct ibv_cq_ex *cq)
{
	return nadir_wc_opcode(nadir_current(cq).deed);
}

INVERBS_INLINE unsigned int nadir_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct nadir_news e = nadir_current(cq);

	return nadir_wc_flags(&e);
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 nadir_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct nadir_news e = nadir_current(cq);

	if (nadir_wc_flags(&e) & IBV_WC_WITH_INV)
		return e.end;
	return e.note;
}

INVERBS_INLINE uint32_t nadir_read_vendor_err(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0;
}

INVERBS_INLINE uint32_t nadir_read_byte_len(struct ibv_cq_ex *cq)
{
	return nadir_current(cq).bytes;
}

INVERBS_INLINE uint32_t nadir_read_qp_num(struct ibv_cq_ex *cq)
{
	return nadir_current(cq).qpn;
}

INVERBS_INLINE uint32_t nadir_read_src_qp(struct ibv_cq_ex *cq)
{
	return nadir_current(cq).from;
}

#endif
