/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Chelsio T3, an iWARP adapter. One ring of 128-byte slots per queue pair carries sends and
 * receives in the order posted; generation bits hand slots and completions over. RDMA reads
 * complete after later sends; software restores the order.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for cxgb3.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to cxgb3 */

#ifndef INVERBS_ADAPTERS_CXGB3_H
#define INVERBS_ADAPTERS_CXGB3_H

#include <errno.h>
#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/datapath.h>
#include <inverbs/mmio.h>
#include <inverbs/objects.h>
#include <inverbs/reorder.h>
#include <inverbs/wqe.h>

/** The word in slot 0 that program and kernel share, as it is now. cxgb3.work.state */
INVERBS_INLINE struct cxgb3_ring_state cxgb3_state(const struct inverbs_qp *qp)
{
	const uint64_t word = inverbs_observe64(qp->sq.buf + 104);

	return cxgb3_ring_state_get(&word);
}

/** Note that the queue pair failed; what the kernel has put there meanwhile stays. */
static __attribute__((noinline, cold, unused)) void cxgb3_fail(struct inverbs_qp *qp)
{
	struct cxgb3_ring_state state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.error = 1;
	cxgb3_ring_state_put(&word, &state);
	__atomic_fetch_or((uint64_t *)(void *)(qp->sq.buf + 104), word, __ATOMIC_RELAXED);
}

/** Generation of a free-running index: 1 in the first lap, then 0, and so on. cxgb3.work.generation
 */
INVERBS_INLINE uint8_t cxgb3_generation(uint32_t index, uint32_t entries)
{
	return (index & entries) == 0;
}

/** Completion status of the adapter's; 0 is good. cxgb3.report.status */
static const uint8_t cxgb3_statuses[] __attribute__((unused)) = {
	IBV_WC_SUCCESS,        /* 0x00 */
	IBV_WC_LOC_ACCESS_ERR, /* 0x01 STAG */
	IBV_WC_LOC_PROT_ERR,   /* 0x02 PDID */
	IBV_WC_LOC_ACCESS_ERR, /* 0x03 QPID */
	IBV_WC_LOC_ACCESS_ERR, /* 0x04 ACCESS */
	IBV_WC_GENERAL_ERR,    /* 0x05 WRAP */
	IBV_WC_LOC_LEN_ERR,    /* 0x06 BOUND */
	IBV_WC_MW_BIND_ERR,    /* 0x07 INVALIDATE_SHARED_MR */
	IBV_WC_MW_BIND_ERR,    /* 0x08 INVALIDATE_MR_WITH_MW_BOUND */
	IBV_WC_GENERAL_ERR,    /* 0x09 ECC */
	IBV_WC_GENERAL_ERR,    /* 0x0a ECC_PSTAG */
	IBV_WC_GENERAL_ERR,    /* 0x0b PBL_ADDR_BOUND */
	IBV_WC_WR_FLUSH_ERR,   /* 0x0c SWFLUSH */
	IBV_WC_GENERAL_ERR,    /* 0x0d */
	IBV_WC_GENERAL_ERR,    /* 0x0e */
	IBV_WC_GENERAL_ERR,    /* 0x0f */
	IBV_WC_FATAL_ERR,      /* 0x10 CRC */
	IBV_WC_FATAL_ERR,      /* 0x11 MARKER */
	IBV_WC_FATAL_ERR,      /* 0x12 PDU_LEN */
	IBV_WC_FATAL_ERR,      /* 0x13 OUT_OF_RQE */
	IBV_WC_FATAL_ERR,      /* 0x14 DDP_VERSION */
	IBV_WC_FATAL_ERR,      /* 0x15 RDMA_VERSION */
	IBV_WC_FATAL_ERR,      /* 0x16 OPCODE */
	IBV_WC_FATAL_ERR,      /* 0x17 DDP_QUEUE_NUM */
	IBV_WC_FATAL_ERR,      /* 0x18 MSN */
	IBV_WC_FATAL_ERR,      /* 0x19 TBIT */
	IBV_WC_FATAL_ERR,      /* 0x1a MO */
	IBV_WC_GENERAL_ERR,    /* 0x1b MSN_GAP */
	IBV_WC_FATAL_ERR,      /* 0x1c MSN_RANGE */
	IBV_WC_FATAL_ERR,      /* 0x1d IRD_OVERFLOW */
	IBV_WC_GENERAL_ERR,    /* 0x1e RQE_ADDR_BOUND */
	IBV_WC_GENERAL_ERR,    /* 0x1f INTERNAL */
};

/** What the completion of a send means to the program. */
struct cxgb3_send_meaning {
	uint8_t opcode; /**< enum ibv_wc_opcode; 0xff: not one that sends have */
	uint8_t length; /**< 1: its length is reported */
};

/** Completions of sends by opcode. cxgb3.report.send */
static const struct cxgb3_send_meaning cxgb3_send_meanings[] __attribute__((unused)) = {
	{IBV_WC_RDMA_WRITE, 0}, /* 0x00 RDMA_WRITE */
	{IBV_WC_RDMA_READ, 1},  /* 0x01 READ_REQ */
	{0xff, 0},              /* 0x02 */
	{IBV_WC_SEND, 0},       /* 0x03 SEND */
	{0xff, 0},              /* 0x04 */
	{IBV_WC_SEND, 0},       /* 0x05 SEND_SE */
	{0xff, 0},              /* 0x06 */
	{0xff, 0},              /* 0x07 */
	{0xff, 0},              /* 0x08 */
	{IBV_WC_BIND_MW, 0},    /* 0x09 BIND_MW */
	{0xff, 0},              /* 0x0a */
	{0xff, 0},              /* 0x0b */
	{0xff, 0},              /* 0x0c */
	{0xff, 0},              /* 0x0d */
	{0xff, 0},              /* 0x0e */
	{0xff, 0},              /* 0x0f */
};

/** True when entry `index` is the adapter's latest lap's. cxgb3.report.generation */
INVERBS_INLINE bool cxgb3_entry_ready(const uint8_t *at, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_BE32(inverbs_observe32(at + 0));

	inverbs_found_elsewhere();
	return ((word >> 10) & 1) == cxgb3_generation(index, entries);
}

INVERBS_INLINE uint8_t *cxgb3_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift);
}

/** An entry in the words of the books. */
INVERBS_INLINE struct inverbs_done cxgb3_done(const uint8_t *at)
{
	const struct cxgb3_cqe e = cxgb3_cqe_get(at);
	struct inverbs_done done;

	done.number = e.qpid;
	done.is_late = e.operation == CXGB3_RDMA_READ_RESP;
	done.is_send = e.is_send && !done.is_late;
	done.serial = done.is_send ? e.serial : e.message;
	done.length = e.length;
	done.opcode = e.operation;
	done.status = e.status;
	done.in_order = false;
	done.skip = done.is_late && e.stag == 1;
	return done;
}

/** Tell how many entries of the adapter were consumed. cxgb3.report.consumed */
INVERBS_INLINE void cxgb3_cq_publish_ci(struct inverbs_cq *cq)
{
	struct cxgb3_cq_counter seg;
	uint32_t word;

	seg.count = cq->head;
	cxgb3_cq_counter_put(&word, &seg);
	inverbs_publish32(cq->record + 0, word);
}

/** Take the next completion, first those that wait in software. False: there is none. */
INVERBS_INLINE bool cxgb3_next(struct inverbs_cq *cq, struct inverbs_done *done)
{
	struct inverbs_soft_cq *const soft = cq->soft;
	const uint8_t *at;

	if (soft->head != soft->tail) {
		*done = soft->ring[soft->head & (soft->entries - 1)];
		soft->head++;
		return true;
	}
	at = cxgb3_cq_entry(cq, cq->head);
	if (!cxgb3_entry_ready(at, cq->head, cq->entries))
		return false;
	inverbs_from_device();
	*done = cxgb3_done(at);
	cq->head++;
	return true;
}

/** Move every entry that the adapter has written to the software queue, in order. */
INVERBS_INLINE void cxgb3_move_entries(struct inverbs_cq *cq)
{
	struct inverbs_done done;

	while (cq->soft->tail - cq->soft->head != cq->soft->entries &&
	       cxgb3_entry_ready(cxgb3_cq_entry(cq, cq->head), cq->head, cq->entries)) {
		inverbs_from_device();
		done = cxgb3_done(cxgb3_cq_entry(cq, cq->head));
		cq->head++;
		if (!done.skip)
			inverbs_soft_push(cq->soft, &done);
	}
	cxgb3_cq_publish_ci(cq);
}

/** The flush with both completion queues' entries moved aside; locks as in cxgb3_flush. */
INVERBS_INLINE void cxgb3_flush_side(struct inverbs_qp *qp, struct inverbs_cq *cq, bool sends)
{
	struct inverbs_done done;

	memset(&done, 0, sizeof(done));
	done.number = qp->sq.qpn;
	done.status = CXGB3_STATUS_SWFLUSH;
	done.in_order = true;
	inverbs_lock(&cq->lock);
	inverbs_lock(&qp->sq.lock);
	cxgb3_move_entries(cq);
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
static __attribute__((noinline, cold, unused)) void cxgb3_flush(struct inverbs_qp *qp)
{
	bool done;

	inverbs_lock(&qp->sq.lock);
	done = qp->sq.work->flushed;
	qp->sq.work->flushed = true;
	inverbs_unlock(&qp->sq.lock);
	if (done)
		return;
	cxgb3_flush_side(qp, inverbs_cq_of(qp->ibv.recv_cq), false);
	cxgb3_flush_side(qp, inverbs_cq_of(qp->ibv.send_cq), true);
}

/**
 * The kernel says that some queue pair of this completion queue failed: flush those that did. The
 * table is locked because others, with other completion queues, may be on their way out.
 * cxgb3.report.attention
 */
static __attribute__((noinline, cold, unused)) void cxgb3_flush_failed(struct inverbs_cq *cq)
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

			if (qp && cxgb3_state(qp).error)
				cxgb3_flush(qp);
		}
	}
	pthread_mutex_unlock(&ctx->table_lock);
}

/**
 * What becomes of a completion, with the locks of both queues held. True: it is delivered, *wr_id
 * and *flushed are set and its request is retired. False: it waits for its turn, or is not the
 * program's.
 */
INVERBS_INLINE bool cxgb3_settle(struct inverbs_qp *qp, struct inverbs_soft_cq *soft,
				 struct inverbs_done *done, uint64_t *wr_id, bool *flushed)
{
	const bool failed = cxgb3_state(qp).error;

	if (done->skip || (done->is_late && !inverbs_resolve_late(qp, done)))
		return false;
	*flushed = failed;
	if (__builtin_expect(done->status || failed, 0)) {
		cxgb3_fail(qp);
		if (done->is_send && !inverbs_is_known(qp, done->serial))
			return false;
	} else if (!done->is_send) {
		if (__builtin_expect(done->serial != qp->rq.tail + 1, 0)) {
			cxgb3_fail(qp);
			done->status = CXGB3_STATUS_MSN;
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
INVERBS_INLINE void cxgb3_fill_wc(const struct inverbs_done *done, uint64_t wr_id, bool flushed,
				  struct ibv_wc *wc)
{
	wc->wr_id = wr_id;
	wc->qp_num = done->number;
	wc->wc_flags = 0;
	wc->vendor_err = done->status;
	wc->status = flushed ? IBV_WC_WR_FLUSH_ERR
			     : (enum ibv_wc_status)cxgb3_statuses[done->status];
	if (!done->is_send) {
		wc->opcode = IBV_WC_RECV;
		wc->byte_len = done->status ? 0 : done->length;
	} else {
		const struct cxgb3_send_meaning m = cxgb3_send_meanings[done->opcode];

		if (__builtin_expect(m.opcode == 0xff, 0))
			wc->status = IBV_WC_GENERAL_ERR;
		else
			wc->opcode = (enum ibv_wc_opcode)m.opcode;
		if (m.length)
			wc->byte_len = done->length;
	}
}

/** ibv_poll_cq for cxgb3. Completions of queue pairs that are gone are dropped. */
INVERBS_INLINE int cxgb3_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct inverbs_done done;
	uint32_t head;
	int got = 0;

	if (cq->soft->attention &&
	    __builtin_expect(__atomic_load_n(cq->soft->attention, __ATOMIC_ACQUIRE), 0)) {
		if (cq->soft->by_command)
			return inverbs_command_poll_cq(ibcq, num_entries, wc);
		cxgb3_flush_failed(cq);
	}
	inverbs_lock(&cq->lock);
	head = cq->head;
	while (got < num_entries && cxgb3_next(cq, &done)) {
		struct inverbs_qp *const qp = (struct inverbs_qp *)inverbs_lookup(cq->qps,
										  done.number);
		uint64_t wr_id;
		bool flushed, deliver;

		if (__builtin_expect(!qp || qp->sq.qpn != done.number, 0))
			continue;
		inverbs_lock(&qp->sq.lock);
		deliver = cxgb3_settle(qp, cq->soft, &done, &wr_id, &flushed);
		inverbs_unlock(&qp->sq.lock);
		if (deliver)
			cxgb3_fill_wc(&done, wr_id, flushed, &wc[got++]);
	}
	if (head != cq->head)
		cxgb3_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/** Hardware opcode of each verbs opcode; 0 for those that are refused. cxgb3.work.ops */
static const uint8_t cxgb3_send_code[] __attribute__((unused)) = {
	CXGB3_WR_RDMA_WRITE, /* IBV_WR_RDMA_WRITE */
	0,                   /* IBV_WR_RDMA_WRITE_WITH_IMM */
	CXGB3_WR_SEND,       /* IBV_WR_SEND */
	0,                   /* IBV_WR_SEND_WITH_IMM */
	CXGB3_WR_RDMA_READ,  /* IBV_WR_RDMA_READ */
};

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of cxgb3_send_code");

/** Write the opening segment and hand the slot over: its first words, a barrier, then the
 * generation, here and at the end. */
INVERBS_INLINE void cxgb3_hand_over(uint8_t *slot, const struct inverbs_request *req, uint8_t code,
				    uint32_t serial, uint32_t bytes, uint8_t generation)
{
	struct cxgb3_head seg;
	struct cxgb3_trailer last;

	memset(&seg, 0, sizeof(seg));
	seg.opcode = code;
	seg.read_fence = (req->flags & IBV_SEND_FENCE) != 0;
	seg.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
	seg.completion = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
	seg.generation = generation;
	seg.flits = bytes;
	seg.serial = serial;
	last.generation = generation;
	inverbs_handed_elsewhere();
	cxgb3_head_put_last(slot, &seg);
	cxgb3_trailer_put_last(slot + 120, &last);
}

/** Point at one piece of payload. */
INVERBS_INLINE void cxgb3_put_piece(uint8_t *at, const struct ibv_sge *sge)
{
	struct cxgb3_piece seg;

	seg.stag = sge->lkey;
	seg.length = sge->length;
	seg.addr = sge->addr;
	cxgb3_piece_put(at, &seg);
}

/**
 * Payload behind the fixed part: references, or the bytes themselves when the request says so or
 * has none. *length becomes the sum of all pieces, *pieces their number or 0. Returns the bytes
 * taken, whole units, or -1, with nothing written, when it is too much.
 */
INVERBS_INLINE int cxgb3_put_payload(const struct inverbs_sq *sq, const struct inverbs_request *req,
				     uint8_t *at, uint32_t *length, uint32_t *pieces)
{
	uint32_t total = 0;

	*pieces = (req->flags & IBV_SEND_INLINE) ? 0 : req->num_sge;
	if (__builtin_expect(req->num_sge > 1, 0) &&
	    inverbs_payload_bytes(req) > (*pieces ? UINT32_MAX : sq->max_inline))
		return -1;
	for (uint32_t i = 0; i < req->num_sge; i++) {
		const struct ibv_sge *const sge = inverbs_piece(req, i);

		if (*pieces) {
			cxgb3_put_piece(at + (size_t)i * 16, sge);
		} else {
			if (__builtin_expect(sge->length > sq->max_inline, 0))
				return -1;
			inverbs_copy_payload(at + total, (const uint8_t *)(uintptr_t)sge->addr,
					     sge->length);
		}
		total += sge->length;
	}
	*length = total;
	return (int)(*pieces ? *pieces * 16 : (*length + 7) & ~7U);
}

/** IBV_WR_SEND: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * cxgb3.work.ops.SEND */
INVERBS_INLINE int cxgb3_put_send(struct inverbs_qp *qp, const struct inverbs_request *req,
				  uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct cxgb3_send seg;
	uint32_t pieces;
	const int taken = cxgb3_put_payload(&qp->sq, req, slot + 32, length, &pieces);

	if (__builtin_expect(taken < 0, 0))
		return -1;
	memset(&seg, 0, sizeof(seg));
	seg.operation = (req->flags & IBV_SEND_SOLICITED) != 0;
	seg.length = *length;
	seg.pieces = pieces;
	cxgb3_send_put(slot + 16, &seg);
	(void)wr;
	return 32 + taken;
}

/** IBV_WR_RDMA_WRITE: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * cxgb3.work.ops.RDMA_WRITE */
INVERBS_INLINE int cxgb3_put_rdma_write(struct inverbs_qp *qp, const struct inverbs_request *req,
					uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct cxgb3_write seg;
	uint32_t pieces;
	const int taken = cxgb3_put_payload(&qp->sq, req, slot + 40, length, &pieces);

	if (__builtin_expect(taken < 0, 0))
		return -1;
	memset(&seg, 0, sizeof(seg));
	seg.stag = wr->wr.rdma.rkey;
	seg.addr = wr->wr.rdma.remote_addr;
	seg.length = *length;
	seg.pieces = pieces;
	cxgb3_write_put(slot + 16, &seg);
	(void)wr;
	return 40 + taken;
}

/** IBV_WR_RDMA_READ: the segments behind the opening one. Returns the bytes of the entry, or -1.
 * cxgb3.work.ops.RDMA_READ */
INVERBS_INLINE int cxgb3_put_rdma_read(struct inverbs_qp *qp, const struct inverbs_request *req,
				       uint8_t *slot, uint32_t *length)
{
	const struct ibv_send_wr *const wr = req->wr;
	struct cxgb3_read seg;
	static const struct ibv_sge none = {0, 0, 0};
	const struct ibv_sge *const sge = req->num_sge ? inverbs_piece(req, 0) : &none;

	if (__builtin_expect(req->num_sge > 1, 0))
		return -1;
	*length = sge->length;
	if (sge->length == 0) {
		struct cxgb3_read_nothing nothing;

		memset(&nothing, 0, sizeof(nothing));
		cxgb3_read_nothing_put(slot + 16, &nothing);
		return 48;
	}
	memset(&seg, 0, sizeof(seg));
	seg.stag = wr->wr.rdma.rkey;
	seg.addr = wr->wr.rdma.remote_addr;
	seg.local_stag = sge->lkey;
	seg.length = sge->length;
	seg.local_addr = sge->addr;
	cxgb3_read_put(slot + 16, &seg);
	(void)qp;
	(void)wr;
	return 48;
}

/**
 * Write one send and hand it over. ENOMEM: the queue is full. EINVAL: opcode, number of pieces, or
 * length that the adapter does not take. cxgb3.work
 */
INVERBS_INLINE int cxgb3_send_one(struct inverbs_qp *qp, struct inverbs_request *req)
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
		bytes = cxgb3_put_send(qp, req, slot, &length);
		reports = CXGB3_RDMA_SEND;
		break;
	case IBV_WR_RDMA_WRITE:
		bytes = cxgb3_put_rdma_write(qp, req, slot, &length);
		reports = CXGB3_RDMA_RDMA_WRITE;
		break;
	case IBV_WR_RDMA_READ:
		bytes = cxgb3_put_rdma_read(qp, req, slot, &length);
		reports = CXGB3_RDMA_READ_REQ;
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
	cxgb3_hand_over(slot, req, cxgb3_send_code[req->opcode], sq->head, (uint32_t)bytes,
			cxgb3_generation(sq->position, sq->entries));
	sq->position++;
	sq->head++;
	return 0;
}

/** Tell the adapter once for the whole call, unless the kernel does it later. cxgb3.work.bell */
INVERBS_INLINE void cxgb3_ring_bell(const struct inverbs_qp *qp)
{
	const struct inverbs_sq *const sq = &qp->sq;
	struct cxgb3_user_bell seg;
	uint32_t word;

	if (__builtin_expect(cxgb3_state(qp).no_bell, 0))
		return;
	seg.qpid = sq->qpn;
	cxgb3_user_bell_put(&word, &seg);
	inverbs_to_device();
	inverbs_mmio_write32(sq->bell + CXGB3_BELL, word);
}

/** The way out of ibv_post_send for a queue pair with the error bit, which one without a ring has
 * always. */
static __attribute__((noinline, cold, unused)) int
cxgb3_send_failed(struct ibv_qp *ibqp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_send(ibqp, wr, bad_wr);
	cxgb3_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/** ibv_post_send for cxgb3. EINVAL too when the queue pair has failed. Sends and receives have one
 * lock, the send queue's. */
INVERBS_INLINE int cxgb3_post_send(struct ibv_qp *ibqp, struct ibv_send_wr *wr,
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
	if (__builtin_expect(cxgb3_state(qp).error, 0)) {
		inverbs_unlock(&qp->sq.lock);
		return cxgb3_send_failed(ibqp, wr, bad_wr);
	}
	first = qp->sq.head;
	while (more) {
		err = cxgb3_send_one(qp, &req);
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
		cxgb3_ring_bell(qp);
	inverbs_unlock(&qp->sq.lock);
	return err;
}

/** Write one receive and hand it over: all 4 references, those that are not used zero.
 * cxgb3.work.receive */
INVERBS_INLINE int cxgb3_recv_one(struct inverbs_qp *qp, const struct ibv_recv_wr *wr)
{
	static const struct ibv_sge none = {0, 0, 0};
	struct inverbs_sq *const sq = &qp->sq;
	struct inverbs_rq *const rq = &qp->rq;
	uint8_t *const slot = inverbs_slot(sq->buf, sq->position, sq->entries, sq->shift);
	struct cxgb3_receive seg;
	struct inverbs_request req;

	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	memset(&seg, 0, sizeof(seg));
	seg.pieces = (uint32_t)wr->num_sge;
	cxgb3_receive_put(slot + 16, &seg);
	for (int i = 0; i < 4; i++)
		cxgb3_put_piece(slot + 24 + (size_t)i * 16,
				i < wr->num_sge ? &wr->sg_list[i] : &none);
	rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
	memset(&req, 0, sizeof(req));
	req.flags = IBV_SEND_SIGNALED;
	cxgb3_hand_over(slot, &req, CXGB3_WR_RECEIVE, 0, 104,
			cxgb3_generation(sq->position, sq->entries));
	sq->position++;
	rq->head++;
	return 0;
}

/** The way out of ibv_post_recv for a queue pair with the error bit, which one without a ring has
 * always. */
static __attribute__((noinline, cold, unused)) int
cxgb3_recv_failed(struct ibv_qp *ibqp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_recv(ibqp, wr, bad_wr);
	cxgb3_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/** ibv_post_recv for cxgb3. ENOMEM: the queue is full. EINVAL: too many pieces, or the queue pair
 * has failed. */
INVERBS_INLINE int cxgb3_post_recv(struct ibv_qp *ibqp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_qp *const qp = inverbs_qp_of(ibqp);
	uint32_t first;
	int err = 0;

	inverbs_lock(&qp->sq.lock);
	if (__builtin_expect(cxgb3_state(qp).error, 0)) {
		inverbs_unlock(&qp->sq.lock);
		return cxgb3_recv_failed(ibqp, wr, bad_wr);
	}
	first = qp->rq.head;
	for (; wr; wr = wr->next) {
		err = cxgb3_recv_one(qp, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (qp->rq.head != first)
		cxgb3_ring_bell(qp);
	inverbs_unlock(&qp->sq.lock);
	return err;
}

#endif
