/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Imaginary adapter with a ring that sends and receives share, and completions out of order.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for zenith.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to zenith */

#ifndef INVERBS_ADAPTERS_ZENITH_H
#define INVERBS_ADAPTERS_ZENITH_H

#include <errno.h>
#include <inverbs/adapters/zenith_formats.h>
#include <inverbs/datapath.h>
#include <inverbs/mmio.h>
#include <inverbs/objects.h>
#include <inverbs/reorder.h>
#include <inverbs/wqe.h>

/** The word in slot 0 that program and kernel share, as it is now. zenith.work.state */
INVERBS_INLINE struct zenith_health zenith_state(const struct inverbs_qp *qp)
{
	const uint64_t word = inverbs_observe64(qp->sq.buf + 112);

	return zenith_health_get(&word);
}

/** Note that the queue pair failed; what the kernel has put there meanwhile stays. */
static __attribute__((noinline, cold, unused)) void zenith_fail(struct inverbs_qp *qp)
{
	struct zenith_health state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.broken = 1;
	zenith_health_put(&word, &state);
	__atomic_fetch_or((uint64_t *)(void *)(qp->sq.buf + 112), word, __ATOMIC_RELAXED);
}

/** Generation of a free-running index: 1 in the first lap, then 0, and so on.
 * zenith.work.generation */
INVERBS_INLINE uint8_t zenith_generation(uint32_t index, uint32_t entries)
{
	return (index & entries) == 0;
}

/** Completion status of the adapter's; 0 is good. zenith.report.status */
static const uint8_t zenith_statuses[] __attribute__((unused)) = {
	IBV_WC_SUCCESS,        /* 0x00 */
	IBV_WC_LOC_ACCESS_ERR, /* 0x01 KEY */
	IBV_WC_LOC_LEN_ERR,    /* 0x02 LENGTH */
	IBV_WC_GENERAL_ERR,    /* 0x03 */
	IBV_WC_GENERAL_ERR,    /* 0x04 */
	IBV_WC_GENERAL_ERR,    /* 0x05 */
	IBV_WC_FATAL_ERR,      /* 0x06 ORDER */
	IBV_WC_WR_FLUSH_ERR,   /* 0x07 FLUSHED */
};

/** What the completion of a send means to the program. */
struct zenith_send_meaning {
	uint8_t opcode; /**< enum ibv_wc_opcode; 0xff: not one that sends have */
	uint8_t length; /**< 1: its length is reported */
};

/** Completions of sends by opcode. zenith.report.send */
static const struct zenith_send_meaning zenith_send_meanings[] __attribute__((unused)) = {
	{0xff, 0},              /* 0x00 */
	{IBV_WC_RDMA_WRITE, 0}, /* 0x01 WRITTEN */
	{0xff, 0},              /* 0x02 */
	{IBV_WC_RDMA_READ, 1},  /* 0x03 READING */
	{IBV_WC_SEND, 0},       /* 0x04 SENT */
	{0xff, 0},              /* 0x05 */
	{0xff, 0},              /* 0x06 */
	{0xff, 0},              /* 0x07 */
};

/** True when entry `index` is the adapter's latest lap's. zenith.report.generation */
INVERBS_INLINE bool zenith_entry_ready(const uint8_t *at, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_LE32(inverbs_observe32(at + 12));

	inverbs_found_elsewhere();
	return ((word >> 31) & 1) == zenith_generation(index, entries);
}

INVERBS_INLINE uint8_t *zenith_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** An entry in the words of the books. */
INVERBS_INLINE struct inverbs_done zenith_done(const uint8_t *at)
{
	const struct zenith_news e = zenith_news_get(at);
	struct inverbs_done done;

	done.number = e.queue;
	done.is_late = e.event == ZENITH_EVENT_ANSWERED;
	done.is_send = e.outgoing && !done.is_late;
	done.serial = done.is_send ? e.serial : e.number;
	done.length = e.size;
	done.opcode = e.event;
	done.status = e.fate;
	done.in_order = false;
	done.skip = done.is_late && e.token == 1;
	return done;
}

/** Tell how many entries of the adapter were consumed. zenith.report.consumed */
INVERBS_INLINE void zenith_cq_publish_ci(struct inverbs_cq *cq)
{
	struct zenith_seen seg;
	uint32_t word;

	seg.count = cq->head;
	zenith_seen_put(&word, &seg);
	inverbs_publish32(cq->record + 0, word);
}

/** Take the next completion, first those that wait in software. False: there is none. */
INVERBS_INLINE bool zenith_next(struct inverbs_cq *cq, struct inverbs_done *done)
{
	struct inverbs_soft_cq *const soft = cq->soft;
	const uint8_t *at;

	if (soft->head != soft->tail) {
		*done = soft->ring[soft->head & (soft->entries - 1)];
		soft->head++;
		return true;
	}
	at = zenith_cq_entry(cq, cq->head);
	if (!zenith_entry_ready(at, cq->head, cq->entries))
		return false;
	inverbs_from_device();
	*done = zenith_done(at);
	cq->head++;
	return true;
}

/** Move every entry that the adapter has written to the software queue, in order. */
INVERBS_INLINE void zenith_move_entries(struct inverbs_cq *cq)
{
	struct inverbs_done done;

	while (cq->soft->tail - cq->soft->head != cq->soft->entries &&
	       zenith_entry_ready(zenith_cq_entry(cq, cq->head), cq->head, cq->entries)) {
		inverbs_from_device();
		done = zenith_done(zenith_cq_entry(cq, cq->head));
		cq->head++;
		if (!done.skip)
			inverbs_soft_push(cq->soft, &done);
	}
	zenith_cq_publish_ci(cq);
}

/** The flush with both completion queues' entries moved aside; locks as in zenith_flush. */
INVERBS_INLINE void zenith_flush_side(struct inverbs_qp *qp, struct inverbs_cq *cq, bool sends)
{
	struct inverbs_done done;

	memset(&done, 0, sizeof(done));
	done.number = qp->sq.qpn;
	done.status = ZENITH_FATE_FLUSHED;
	done.in_order = true;
	inverbs_lock(&cq->lock);
	inverbs_lock(&qp->sq.lock);
	zenith_move_entries(cq);
	if (sends)
		inverbs_flush_sends(qp, cq->soft, done);
	else
		inverbs_flush_recvs(qp, cq->soft, done);
	inverbs_unlock(&qp->sq.lock);
	inverbs_unlock(&cq->lock);
}

/**
 * Complete everything that is outstanding on a queue pair that failed, once in its life: receives,
 * then sends. Called without locks.
 */
static __attribute__((noinline, cold, unused)) void zenith_flush(struct inverbs_qp *qp)
{
	bool done;

	inverbs_lock(&qp->sq.lock);
	done = qp->sq.work->flushed;
	qp->sq.work->flushed = true;
	inverbs_unlock(&qp->sq.lock);
	if (done)
		return;
	zenith_flush_side(qp, inverbs_cq_of(qp->ibv.recv_cq), false);
	zenith_flush_side(qp, inverbs_cq_of(qp->ibv.send_cq), true);
}

/**
 * The kernel says that some queue pair of this completion queue failed: flush those that did. The
 * table is locked because others, with other completion queues, may be on their way out.
 * zenith.report.attention
 */
static __attribute__((noinline, cold, unused)) void zenith_flush_failed(struct inverbs_cq *cq)
{
	const struct inverbs_number_table *const table = cq->qps;
	struct inverbs_context *const ctx = inverbs_context_of(cq->ibv.context);

	pthread_mutex_lock(&ctx->table_lock);
	__atomic_store_n(cq->soft->attention, 0, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < 256; i++) {
		void **const leaf = __atomic_load_n(&table->leaf[i], __ATOMIC_ACQUIRE);

		for (uint32_t j = 0; leaf && j < 1U << table->shift; j++) {
			struct inverbs_qp *const qp = (struct inverbs_qp *)__atomic_load_n(
				&leaf[j], __ATOMIC_ACQUIRE);

			if (qp && zenith_state(qp).broken)
				zenith_flush(qp);
		}
	}
	pthread_mutex_unlock(&ctx->table_lock);
}

/**
 * What becomes of a completion, with the locks of both queues held. True: it is delivered, *wr_id
 * and *flushed are set and its request is retired. False: it waits for its turn, or is not the
 * program's.
 */
INVERBS_INLINE bool zenith_settle(struct inverbs_qp *qp, struct inverbs_soft_cq *soft,
				  struct inverbs_done *done, uint64_t *wr_id, bool *flushed)
{
	const bool failed = zenith_state(qp).broken;

	if (done->skip || (done->is_late && !inverbs_resolve_late(qp, done)))
		return false;
	*flushed = failed;
	if (__builtin_expect(done->status || failed, 0)) {
		zenith_fail(qp);
		if (done->is_send && !inverbs_is_known(qp, done->serial))
			return false;
	} else if (!done->is_send) {
		if (__builtin_expect(done->serial != qp->rq.tail + 1, 0)) {
			zenith_fail(qp);
			done->status = ZENITH_FATE_ORDER;
		}
	} else if (!inverbs_is_next(qp, done)) {
		inverbs_hold_back(qp, done);
		inverbs_advance(qp, soft);
		return false;
	}
	*wr_id = inverbs_retire(qp, done);
	if (done->is_send) /* a receive frees no send, and its completion queue may be another one
			    */
		inverbs_advance(qp, soft);
	return true;
}

/** Fill a work completion from a delivered one. */
INVERBS_INLINE void zenith_fill_wc(const struct inverbs_done *done, uint64_t wr_id, bool flushed,
				   struct ibv_wc *wc)
{
	wc->wr_id = wr_id;
	wc->qp_num = done->number;
	wc->wc_flags = 0;
	wc->vendor_err = done->status;
	wc->status = flushed ? IBV_WC_WR_FLUSH_ERR
			     : (enum ibv_wc_status)zenith_statuses[done->status];
	if (!done->is_send) {
		wc->opcode = IBV_WC_RECV;
		wc->byte_len = done->status ? 0 : done->length;
	} else {
		const struct zenith_send_meaning m = zenith_send_meanings[done->opcode];

		if (__builtin_expect(m.opcode == 0xff, 0))
			wc->status = IBV_WC_GENERAL_ERR;
		else
			wc->opcode = (enum ibv_wc_opcode)m.opcode;
		if (m.length)
			wc->byte_len = done->length;
	}
}

/** ibv_poll_cq for zenith. Completions of queue pairs that are gone are dropped. */
INVERBS_INLINE int zenith_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct inverbs_done done;
	uint32_t head;
	int got = 0;

	if (cq->soft->attention &&
	    __builtin_expect(__atomic_load_n(cq->soft->attention, __ATOMIC_ACQUIRE), 0)) {
		if (cq->soft->by_command)
			return inverbs_command_poll_cq(ibcq, num_entries, wc);
		zenith_flush_failed(cq);
	}
	inverbs_lock(&cq->lock);
	head = cq->head;
	while (got < num_entries && zenith_next(cq, &done)) {
		struct inverbs_qp *const qp = (struct inverbs_qp *)inverbs_lookup(cq->qps,
										  done.number);
		uint64_t wr_id;
		bool flushed, deliver;

		if (__builtin_expect(!qp || qp->sq.qpn != done.number, 0))
			continue;
		inverbs_lock(&qp->sq.lock);
		deliver = zenith_settle(qp, cq->soft, &done, &wr_id, &flushed);
		inverbs_unlock(&qp->sq.lock);
		if (deliver)
			zenith_fill_wc(&done, wr_id, flushed, &wc[got++]);
	}
	if (head != cq->head)
		zenith_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Hardware opcode of each verbs opcode; 0 for those that are refused. zenith.work.ops */
static const uint8_t zenith_send_code[] __attribute__((unused)) = {
	ZENITH_JOB_WRITE, /* IBV_WR_RDMA_WRITE */
	0,                /* IBV_WR_RDMA_WRITE_WITH_IMM */
	ZENITH_JOB_PUT,   /* IBV_WR_SEND */
	0,                /* IBV_WR_SEND_WITH_IMM */
	ZENITH_JOB_READ,  /* IBV_WR_RDMA_READ */
};

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of zenith_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of zenith_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of zenith_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of zenith_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of zenith_send_code");

/** Write the opening segment and hand the slot over: its first words, a barrier, then the
 * generation, here and at the end. */
INVERBS_INLINE void zenith_hand_over(uint8_t *slot, const struct inverbs_request *req, uint8_t code,
				     uint32_t serial, uint32_t bytes, uint8_t generation)
{
	struct zenith_top seg;
	struct zenith_again last;

	memset(&seg, 0, sizeof(seg));
	seg.job = code;
	seg.signaled = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
	seg.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
	seg.fence = (req->flags & IBV_SEND_FENCE) != 0;
	seg.serial = serial;
	seg.units = bytes;
	seg.phase = generation;
	last.phase = generation;
	inverbs_handed_elsewhere();
	zenith_top_put_last(slot, &seg);
	zenith_again_put_last(slot + 120, &last);
}

/** Point at one piece of payload. */
INVERBS_INLINE void zenith_put_piece(uint8_t *at, const struct ibv_sge *sge)
{
	struct zenith_piece seg;

	seg.at = sge->addr;
	seg.size = sge->length;
	seg.key = sge->lkey;
	zenith_piece_put(at, &seg);
}

/**
 * Payload behind the fixed part: references, or the bytes themselves when the request says so or
 * has none. *length becomes the sum of all pieces, *pieces their number or 0. Returns the bytes
 * taken, whole units, or -1, with nothing written, when it is too much.
 */
INVERBS_INLINE int zenith_put_payload(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint8_t *at,
				      uint32_t *length, uint32_t *pieces)
{
	uint32_t total = 0;

	*pieces = (req->flags & IBV_SEND_INLINE) ? 0 : req->num_sge;
	if (__builtin_expect(req->num_sge > 1, 0) &&
	    inverbs_payload_bytes(req) > (*pieces ? UINT32_MAX : sq->max_inline))
		return -1;
	for (uint32_t i = 0; i < req->num_sge; i++) {
		const struct ibv_sge *const sge = inverbs_piece(req, i);

		if (*pieces) {
			zenith_put_piece(at + (size_t)i * 16, sge);
		} else {
			if (__builtin_expect(sge->length > sq->max_inline, 0))
				return -1;
			inverbs_copy_payload(at + total, (const uint8_t *)(uintptr_t)sge->addr,
					     sge->length);
		}
		total += sge->length;
	}
	*length = total;
	return (int)(*pieces ? *pieces * 16 : (*length + 3) & ~3U);
}

/** IBV_WR_SEND: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * zenith.work.ops.SEND */
INVERBS_INLINE int zenith_put_send(struct inverbs_qp *qp, const struct inverbs_request *req,
				   uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct zenith_outgoing seg;
	uint32_t pieces;
	const int taken = zenith_put_payload(&qp->sq, req, slot + 24, length, &pieces);

	if (__builtin_expect(taken < 0, 0))
		return -1;
	memset(&seg, 0, sizeof(seg));
	seg.total = *length;
	seg.parts = pieces;
	zenith_outgoing_put(slot + 16, &seg);
	(void)wr;
	return 24 + taken;
}

/** IBV_WR_RDMA_WRITE: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * zenith.work.ops.RDMA_WRITE */
INVERBS_INLINE int zenith_put_rdma_write(struct inverbs_qp *qp, const struct inverbs_request *req,
					 uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct zenith_away seg;
	uint32_t pieces;
	const int taken = zenith_put_payload(&qp->sq, req, slot + 40, length, &pieces);

	if (__builtin_expect(taken < 0, 0))
		return -1;
	memset(&seg, 0, sizeof(seg));
	seg.addr = wr->wr.rdma.remote_addr;
	seg.key = wr->wr.rdma.rkey;
	seg.total = *length;
	seg.parts = pieces;
	zenith_away_put(slot + 16, &seg);
	(void)wr;
	return 40 + taken;
}

/** IBV_WR_RDMA_READ: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * zenith.work.ops.RDMA_READ */
INVERBS_INLINE int zenith_put_rdma_read(struct inverbs_qp *qp, const struct inverbs_request *req,
					uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct zenith_back seg;
	static const struct ibv_sge none = {0, 0, 0};
	const struct ibv_sge *const sge = req->num_sge ? inverbs_piece(req, 0) : &none;

	if (__builtin_expect(req->num_sge > 1, 0))
		return -1;
	*length = sge->length;
	if (sge->length == 0) {
		struct zenith_nothing nothing;

		memset(&nothing, 0, sizeof(nothing));
		zenith_nothing_put(slot + 16, &nothing);
		return 48;
	}
	memset(&seg, 0, sizeof(seg));
	seg.addr = wr->wr.rdma.remote_addr;
	seg.key = wr->wr.rdma.rkey;
	seg.size = sge->length;
	seg.to = sge->addr;
	seg.to_key = sge->lkey;
	zenith_back_put(slot + 16, &seg);
	(void)qp;
	(void)wr;
	return 48;
}

/**
 * Write one send and hand it over. ENOMEM: the queue is full. EINVAL: opcode, number of pieces, or
 * length that the adapter does not take. zenith.work
 */
INVERBS_INLINE int zenith_send_one(struct inverbs_qp *qp, struct inverbs_request *req)
{
	struct inverbs_sq *const sq = &qp->sq;
	uint8_t *const slot = inverbs_slot(sq->buf, sq->position, sq->entries, sq->shift);
	const bool signaled = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
	uint32_t length = 0;
	uint8_t reports;
	bool late = false;
	int bytes;

	if (__builtin_expect(sq->head - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	switch (req->opcode) {
	case IBV_WR_SEND:
		bytes = zenith_put_send(qp, req, slot, &length);
		reports = ZENITH_EVENT_SENT;
		break;
	case IBV_WR_RDMA_WRITE:
		bytes = zenith_put_rdma_write(qp, req, slot, &length);
		reports = ZENITH_EVENT_WRITTEN;
		break;
	case IBV_WR_RDMA_READ:
		bytes = zenith_put_rdma_read(qp, req, slot, &length);
		reports = ZENITH_EVENT_READING;
		req->flags = 0;
		req->traits = 0;
		late = true;
		break;
	default:
		return EINVAL;
	}
	if (__builtin_expect(bytes < 0, 0))
		return EINVAL;
	inverbs_record(&qp->sq, req->wr->wr_id, length, reports, signaled, late);
	zenith_hand_over(slot, req, zenith_send_code[req->opcode], sq->head, (uint32_t)bytes,
			 zenith_generation(sq->position, sq->entries));
	sq->position++;
	sq->head++;
	return 0;
}

/** Tell the adapter once for the whole call, unless the kernel does it later. zenith.work.bell */
INVERBS_INLINE void zenith_ring_bell(const struct inverbs_qp *qp)
{
	const struct inverbs_sq *const sq = &qp->sq;
	struct zenith_ring seg;
	uint32_t word;

	if (__builtin_expect(zenith_state(qp).quiet, 0))
		return;
	seg.queue = sq->qpn;
	zenith_ring_put(&word, &seg);
	inverbs_to_device();
	inverbs_mmio_write32(sq->bell + ZENITH_BELL, word);
}

/** The way out of ibv_post_send for a queue pair with the error bit, which one without a ring has
 * always. */
static __attribute__((noinline, cold, unused)) int
zenith_send_failed(struct ibv_qp *ibqp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_send(ibqp, wr, bad_wr);
	zenith_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/** ibv_post_send for zenith. EINVAL too when the queue pair has failed. Sends and receives have one
 * lock, the send queue's. */
INVERBS_INLINE int zenith_post_send(struct ibv_qp *ibqp, struct ibv_send_wr *wr,
				    struct ibv_send_wr **bad_wr)
{
	struct inverbs_qp *const qp = inverbs_qp_of(ibqp);
	struct inverbs_request req;
	bool more = wr != NULL, alone = false;
	uint32_t first;
	int err = 0;

	if (more) { /* what the compiler knows of the request, it forgets at the first barrier */
		req = inverbs_request_of(&qp->sq, wr);
		alone = !wr->next;
	}
	inverbs_lock(&qp->sq.lock);
	if (__builtin_expect(zenith_state(qp).broken, 0)) {
		inverbs_unlock(&qp->sq.lock);
		return zenith_send_failed(ibqp, wr, bad_wr);
	}
	first = qp->sq.head;
	while (more) {
		err = zenith_send_one(qp, &req);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		if (alone)
			break;
		wr = wr->next;
		more = wr != NULL;
		if (more)
			req = inverbs_request_of(&qp->sq, wr);
	}
	if (qp->sq.head != first)
		zenith_ring_bell(qp);
	inverbs_unlock(&qp->sq.lock);
	return err;
}

/** Write one receive and hand it over: all 3 references, those that are not used zero.
 * zenith.work.receive */
INVERBS_INLINE int zenith_recv_one(struct inverbs_qp *qp, const struct ibv_recv_wr *wr)
{
	static const struct ibv_sge none = {0, 0, 0};
	struct inverbs_sq *const sq = &qp->sq;
	struct inverbs_rq *const rq = &qp->rq;
	uint8_t *const slot = inverbs_slot(sq->buf, sq->position, sq->entries, sq->shift);
	struct zenith_incoming seg;
	struct inverbs_request req;

	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	memset(&seg, 0, sizeof(seg));
	seg.parts = (uint32_t)wr->num_sge;
	zenith_incoming_put(slot + 16, &seg);
	for (int i = 0; i < 3; i++)
		zenith_put_piece(slot + 24 + (size_t)i * 16,
				 i < wr->num_sge ? &wr->sg_list[i] : &none);
	rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
	memset(&req, 0, sizeof(req));
	req.flags = IBV_SEND_SIGNALED;
	zenith_hand_over(slot, &req, ZENITH_JOB_TAKE, 0, 88,
			 zenith_generation(sq->position, sq->entries));
	sq->position++;
	rq->head++;
	return 0;
}

/** The way out of ibv_post_recv for a queue pair with the error bit, which one without a ring has
 * always. */
static __attribute__((noinline, cold, unused)) int
zenith_recv_failed(struct ibv_qp *ibqp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_recv(ibqp, wr, bad_wr);
	zenith_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/** ibv_post_recv for zenith. ENOMEM: the queue is full. EINVAL: too many pieces, or the queue pair
 * has failed. */
INVERBS_INLINE int zenith_post_recv(struct ibv_qp *ibqp, struct ibv_recv_wr *wr,
				    struct ibv_recv_wr **bad_wr)
{
	struct inverbs_qp *const qp = inverbs_qp_of(ibqp);
	uint32_t first;
	int err = 0;

	inverbs_lock(&qp->sq.lock);
	if (__builtin_expect(zenith_state(qp).broken, 0)) {
		inverbs_unlock(&qp->sq.lock);
		return zenith_recv_failed(ibqp, wr, bad_wr);
	}
	first = qp->rq.head;
	for (; wr; wr = wr->next) {
		err = zenith_recv_one(qp, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (qp->rq.head != first)
		zenith_ring_bell(qp);
	inverbs_unlock(&qp->sq.lock);
	return err;
}

#endif
