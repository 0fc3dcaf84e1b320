/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Chelsio T3, an iWARP adapter. One ring of 128-byte slots per queue pair carries sends and
 * receives in the order posted; generation bits pass ownership of slots and CQEs. RDMA reads
 * complete after later sends; software restores the order.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to cxgb3.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to cxgb3 */

#ifndef INVERBS_ADAPTERS_CXGB3_H
#define INVERBS_ADAPTERS_CXGB3_H

#include <errno.h>
#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/fast/datapath.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/reorder.h>
#include <inverbs/fast/wqe.h>

/**
 * True when the state word in the first unit, which program and kernel share, has the queue pair as
 * failed. cxgb3.send.state
 */
INVERBS_INLINE bool cxgb3_has_failed(const struct inverbs_sq *sq)
{
	return (inverbs_observe64(sq->buf + 104) & 1) != 0;
}

/** True when the state word says that the kernel will ring the doorbell. */
INVERBS_INLINE bool cxgb3_is_quiet(const struct inverbs_sq *sq)
{
	return (inverbs_observe64(sq->buf + 104) & 2) != 0;
}

/** Mark the queue pair as failed in the state word; bits that the kernel has set are kept. */
static __attribute__((noinline, cold, unused)) void cxgb3_fail(struct inverbs_sq *sq)
{
	__atomic_fetch_or((uint64_t *)(void *)(sq->buf + 104), 1, __ATOMIC_RELAXED);
}

/** The 16 significant bytes of CQE `index`; larger slots have them at their end. */
INVERBS_INLINE uint8_t *cxgb3_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 16;
}

/** True when CQE `index` was written in the current lap. cxgb3.complete.ready */
INVERBS_INLINE bool cxgb3_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_BE32(inverbs_observe32(cqe));

	inverbs_found_elsewhere();
	return ((word >> 10) & 1) == ((index & entries) == 0);
}

/** The same for a CQE given by its index. */
INVERBS_INLINE bool cxgb3_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return cxgb3_cqe_ready(cxgb3_cq_entry(cq, index), index, cq->entries);
}

/** The next CQE, or NULL. */
INVERBS_INLINE const uint8_t *cxgb3_next_cqe(const struct inverbs_cq *cq)
{
	const uint8_t *const cqe = cxgb3_cq_entry(cq, cq->head);

	return cxgb3_cqe_ready(cqe, cq->head, cq->entries) ? cqe : NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void cxgb3_consume(struct inverbs_cq *cq)
{
	__atomic_store_n(&cq->head, cq->head + 1,
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. cxgb3.complete.send */
INVERBS_INLINE struct inverbs_meaning cxgb3_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RDMA_WRITE, 0, 0, 0},                 /* 0x00 RDMA_WRITE */
		{IBV_WC_RDMA_READ, 0, INVERBS_CQE_LENGTH, 0}, /* 0x01 READ_REQ */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x02 */
		{IBV_WC_SEND, 0, 0, 0},                       /* 0x03 SEND */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x04 */
		{IBV_WC_SEND, 0, 0, 0},                       /* 0x05 SEND_SE */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x06 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x07 */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* 0x08 */
		{IBV_WC_BIND_MW, 0, 0, 0},                    /* 0x09 BIND_MW */
		{0, 0, 0, INVERBS_UNKNOWN_VALUE},             /* all others */
	};

	return rows[value < 11 ? value : 10];
}

/** What the work completion of a receive reports, by a value of the CQE. cxgb3.complete.recv */
INVERBS_INLINE struct inverbs_meaning cxgb3_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RECV, 0, 0, 0}, /* 0x00 */
		{IBV_WC_RECV, 0, 0, 0}, /* 0x01 */
		{IBV_WC_RECV, 0, 0, 0}, /* 0x02 */
		{IBV_WC_RECV, 0, 0, 0}, /* 0x03 SEND */
		{IBV_WC_RECV, 0, 0, 0}, /* 0x04 */
		{IBV_WC_RECV, 0, 0, 0}, /* 0x05 SEND_SE */
		{IBV_WC_RECV, 0, 0, 0}, /* all others */
	};

	return rows[value < 7 ? value : 6];
}

/** The completion status for a status value of the CQE. cxgb3.complete.status */
INVERBS_INLINE enum ibv_wc_status cxgb3_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_SUCCESS,        /* 0x00 SUCCESS */
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

	return value < 32 ? (enum ibv_wc_status)status[value] : IBV_WC_GENERAL_ERR;
}

/** True when the CQE reports a failed work request. */
INVERBS_INLINE bool cxgb3_cqe_failed(const struct cxgb3_cqe *e)
{
	return e->status != 0;
}

/** Set the owner bit of a CQE that is copied to the slot of CQE `index`. */
INVERBS_INLINE void cxgb3_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint32_t bit = INVERBS_BE32(0x400U);
	const uint32_t word = inverbs_get32(cqe);

	inverbs_put32(cqe, (uint32_t)((index & entries) == 0 ? word | bit : word & ~bit));
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool cxgb3_cqe_is_send(const struct cxgb3_cqe *e)
{
	return e->is_send == CXGB3_SIDE_SEND;
}

/** Publish the consumer index `index`. cxgb3.complete.consumed */
INVERBS_INLINE void cxgb3_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{

	inverbs_publish32(cq->doorbell_record, INVERBS_NATIVE32(index));
}

INVERBS_INLINE void cxgb3_cq_publish_ci(struct inverbs_cq *cq)
{
	cxgb3_cq_publish_index(cq, cq->head);
}

/** Set the cursor, after the queue was changed by anything but a poll. */
INVERBS_INLINE void cxgb3_cq_seek(struct inverbs_cq *cq)
{
	const uintptr_t at = (uintptr_t)cxgb3_cq_entry(cq, cq->head);
	const uintptr_t mark = (cq->head & cq->entries) == 0;
	const uintptr_t next = cq->soft->head == cq->soft->tail && !cq->idle
				       ? at | mark
				       : (uintptr_t)inverbs_parked_cqe | 1;

	cq->stride = 1U << cq->shift;
	cq->end = ((uintptr_t)cxgb3_cq_entry(cq, 0) + ((uintptr_t)cq->entries << cq->shift)) | mark;
	__atomic_store_n(&cq->cursor, next, __ATOMIC_RELEASE);
}

/** A CQE converted to the format of software's queue. */
INVERBS_INLINE struct inverbs_done cxgb3_done(const uint8_t *cqe)
{
	const struct cxgb3_cqe e = cxgb3_cqe_get(cqe);
	struct inverbs_done done;

	done.number = e.qpid;
	done.is_late = e.operation == CXGB3_RDMA_READ_RESP;
	done.is_send = cxgb3_cqe_is_send(&e) && !done.is_late;
	done.serial = done.is_send ? e.serial : e.message;
	done.length = e.length;
	done.opcode = e.operation;
	done.status = e.status;
	done.in_order = false;
	done.skip = done.is_late && e.stag == 1;
	return done;
}

/**
 * Take the next completion; those that software has queued come first. Returns false if there is
 * none.
 */
INVERBS_INLINE bool cxgb3_next(struct inverbs_cq *cq, struct inverbs_done *done)
{
	struct inverbs_soft_cq *const soft = cq->soft;
	const uint8_t *cqe;

	if (soft->head != soft->tail) {
		*done = soft->ring[soft->head & (soft->entries - 1)];
		soft->head++;
		return true;
	}
	cqe = cxgb3_next_cqe(cq);
	if (!cqe)
		return false;
	inverbs_from_device();
	*done = cxgb3_done(cqe);
	cxgb3_consume(cq);
	return true;
}

/** Move all CQEs that the adapter has written to software's queue, in order. */
INVERBS_INLINE void cxgb3_move_entries(struct inverbs_cq *cq)
{
	const uint8_t *cqe;

	while (cq->soft->tail - cq->soft->head != cq->soft->entries && (cqe = cxgb3_next_cqe(cq))) {
		struct inverbs_done done;

		inverbs_from_device();
		done = cxgb3_done(cqe);
		cxgb3_consume(cq);
		if (!done.skip)
			inverbs_soft_push(cq->soft, &done);
	}
	cxgb3_cq_publish_ci(cq);
}

/**
 * Flush the sends or the receives of a queue pair, after the completions that the adapter has
 * written.
 */
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
	cxgb3_cq_seek(cq);
	inverbs_unlock(&qp->sq.lock);
	inverbs_unlock(&cq->lock);
}

/**
 * Flush a queue pair that failed, at most once: receives, then sends. Called without locks.
 * cxgb3.complete.order
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
 * The kernel has reported that some queue pair of this completion queue failed: flush those that
 * did. The table is locked because other threads may remove queue pairs of other completion queues.
 * cxgb3.complete.order
 */
static __attribute__((noinline, cold, unused)) void cxgb3_flush_failed(struct inverbs_cq *cq)
{
	struct inverbs_context *const ctx = inverbs_context_of(cq->ibv.context);
	struct inverbs_qp *qp;
	uint32_t number = 0;

	pthread_mutex_lock(&ctx->table_lock);
	__atomic_store_n(cq->attention, 0, __ATOMIC_RELAXED);
	while ((qp = (struct inverbs_qp *)inverbs_next(cq->qps, &number))) {
		if (cxgb3_has_failed(&qp->sq))
			cxgb3_flush(qp);
	}
	pthread_mutex_unlock(&ctx->table_lock);
}

/**
 * Fail all queue pairs, because the device is gone; the next poll flushes them. Called with the
 * lock of the completion queue, which is taken after the table's: does nothing while the table is
 * locked.
 */
INVERBS_INLINE void cxgb3_fail_all(struct inverbs_cq *cq)
{
	struct inverbs_context *const ctx = inverbs_context_of(cq->ibv.context);
	struct inverbs_qp *qp;
	uint32_t number = 0;

	if (pthread_mutex_trylock(&ctx->table_lock))
		return;
	while ((qp = (struct inverbs_qp *)inverbs_next(cq->qps, &number))) {
		if (qp->sq.work && !cxgb3_has_failed(&qp->sq))
			cxgb3_fail(&qp->sq);
	}
	__atomic_store_n(cq->attention, 1, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&ctx->table_lock);
}

/** Called by ibv_post_send on a queue pair that has failed or has no ring. */
static __attribute__((noinline, cold, unused)) int
cxgb3_send_failed(struct ibv_qp *ibqp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_send(ibqp, wr, bad_wr);
	cxgb3_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/** Called by ibv_post_recv on a queue pair that has failed or has no ring. */
static __attribute__((noinline, cold, unused)) int
cxgb3_recv_failed(struct ibv_qp *ibqp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	if (!inverbs_qp_of(ibqp)->sq.work)
		return inverbs_command_post_recv(ibqp, wr, bad_wr);
	cxgb3_flush(inverbs_qp_of(ibqp));
	*bad_wr = wr;
	return EINVAL;
}

/**
 * The adapter's opcode for each verbs opcode; only those in CXGB3_SEND_OPS are supported.
 * cxgb3.send.ops
 */
static const uint8_t cxgb3_send_code[] __attribute__((unused)) = {
	CXGB3_WR_RDMA_WRITE, /* IBV_WR_RDMA_WRITE */
	0,                   /* IBV_WR_RDMA_WRITE_WITH_IMM */
	CXGB3_WR_SEND,       /* IBV_WR_SEND */
	0,                   /* IBV_WR_SEND_WITH_IMM */
	CXGB3_WR_RDMA_READ,  /* IBV_WR_RDMA_READ */
};

#define CXGB3_SEND_OPS ((1U << IBV_WR_SEND) | (1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_READ))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of cxgb3_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of cxgb3_send_code");

/** The value by which the CQE of a work request identifies its operation. cxgb3.send.ops */
static const uint8_t cxgb3_send_reports[] __attribute__((unused)) = {
	CXGB3_RDMA_RDMA_WRITE, /* IBV_WR_RDMA_WRITE */
	0,                     /* IBV_WR_RDMA_WRITE_WITH_IMM */
	CXGB3_RDMA_SEND,       /* IBV_WR_SEND */
	0,                     /* IBV_WR_SEND_WITH_IMM */
	CXGB3_RDMA_READ_REQ,   /* IBV_WR_RDMA_READ */
};

/** Store the send_wr segment of SEND. cxgb3.formats.send_wr */
INVERBS_INLINE void cxgb3_put_send_wr(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				      const struct inverbs_request *req, uint32_t length)
{
	inverbs_put32(at,
		      INVERBS_BE32((req->flags & IBV_SEND_SOLICITED) ? 0x5000000U : 0x3000000U));
	inverbs_put32(at + 4, 0);
	inverbs_put32(at + 8, INVERBS_BE32(length));
	inverbs_put32(at + 12, INVERBS_BE32(inverbs_is_inline(req) ? 0 : req->num_sge));
}

/** Store the write segment of RDMA_WRITE. cxgb3.formats.write */
INVERBS_INLINE void cxgb3_put_write(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				    const struct inverbs_request *req, uint32_t length)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, 0);
	inverbs_put32(at + 4, INVERBS_BE32(wr->wr.rdma.rkey));
	inverbs_put64(at + 8, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put32(at + 16, INVERBS_BE32(length));
	inverbs_put32(at + 20, INVERBS_BE32(inverbs_is_inline(req) ? 0 : req->num_sge));
}

/** Store the read segment of RDMA_READ. cxgb3.formats.read */
INVERBS_INLINE void cxgb3_put_read(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				   const struct inverbs_request *req,
				   uint32_t length INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr = req->wr;
	const struct ibv_sge *const sge = inverbs_sge(req, 0);

	inverbs_put32(at, INVERBS_BE32(0x1000000U));
	inverbs_put32(at + 4, INVERBS_BE32(wr->wr.rdma.rkey));
	inverbs_put64(at + 8, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put32(at + 16, INVERBS_BE32(sge->lkey));
	inverbs_put32(at + 20, INVERBS_BE32(sge->length));
	inverbs_put64(at + 24, INVERBS_BE64(sge->addr));
}

/** Store the read_nothing segment of RDMA_READ without payload. cxgb3.formats.read_nothing */
INVERBS_INLINE void cxgb3_put_read_nothing(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
					   const struct inverbs_request *req INVERBS_UNUSED,
					   uint32_t length INVERBS_UNUSED)
{
	inverbs_put32(at, INVERBS_BE32(0x1000000U));
	inverbs_put32(at + 4, INVERBS_BE32(0x2000000U));
	inverbs_put64(at + 8, INVERBS_BE64(0x200000000000000ULL));
	inverbs_put32(at + 16, INVERBS_BE32(0x2000000U));
	inverbs_put32(at + 20, 0);
	inverbs_put64(at + 24, INVERBS_BE64(0x200000000000000ULL));
}

/** True when a work request has no payload, and its op then has another WQE format. */
INVERBS_INLINE bool cxgb3_is_empty(const struct inverbs_request *req, uint32_t length)
{
	return req->opcode == IBV_WR_RDMA_READ && length == 0;
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t cxgb3_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					   const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = CXGB3_HEAD_SIZE;

	if (cxgb3_is_empty(req, length)) {
		switch (req->opcode) {
		case IBV_WR_RDMA_READ:
			cxgb3_put_read_nothing(wqe + at, sq, req, length);
			at += CXGB3_READ_NOTHING_SIZE;
			return at;
		default:
			break;
		}
	}
	switch (req->opcode) {
	case IBV_WR_SEND:
		cxgb3_put_send_wr(wqe + at, sq, req, length);
		at += CXGB3_SEND_WR_SIZE;
		break;
	case IBV_WR_RDMA_WRITE:
		cxgb3_put_write(wqe + at, sq, req, length);
		at += CXGB3_WRITE_SIZE;
		break;
	case IBV_WR_RDMA_READ:
		cxgb3_put_read(wqe + at, sq, req, length);
		at += CXGB3_READ_SIZE;
		break;
	default:
		break;
	}
	return at;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of cxgb3.send.refuse.
 * length: bytes of payload.
 */
INVERBS_INLINE int cxgb3_send_refusal(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint64_t length)
{
	if (__builtin_expect(sq->head - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect((req->op & (1U << IBV_WR_RDMA_READ)) && req->num_sge > 1, 0))
		return EINVAL;
	if (__builtin_expect(req->opcode >= sizeof(cxgb3_send_code) || !(req->op & CXGB3_SEND_OPS),
			     0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline &&
				     !(req->op & (1U << IBV_WR_RDMA_READ)),
			     0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > 1 && inverbs_payload_bytes(req) > UINT32_MAX, 0))
		return EINVAL;
	return 0;
}

/** Store the SGEs. Returns the bytes that they take. cxgb3.send.payload.gather */
INVERBS_INLINE uint32_t cxgb3_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put32(wqe + at, INVERBS_BE32(sge->lkey));
		inverbs_put32(wqe + at + 4, INVERBS_BE32(sge->length));
		inverbs_put64(wqe + at + 8, INVERBS_BE64(sge->addr));

		at += CXGB3_SGE_SIZE;
	}
	return at - start;
}

/**
 * Copy the payload into the WQE. Returns the bytes taken, rounded up to units of 8.
 * cxgb3.send.payload.inline
 */
INVERBS_INLINE uint32_t cxgb3_put_inline(uint8_t *wqe, uint32_t at,
					 const struct inverbs_request *req, uint32_t length)
{
	uint8_t *to = wqe + at;

	if (length == 0)
		return 0;
	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = inverbs_sge(req, n);

		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		to += sge->length;
	}
	return (length + 7) & ~7U;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t cxgb3_put_payload(uint8_t *wqe, uint32_t at,
					  const struct inverbs_request *req, uint32_t length)
{
	if (req->op & (1U << IBV_WR_RDMA_READ)) /* no payload at all */
		return 0;
	return inverbs_is_inline(req) ? cxgb3_put_inline(wqe, at, req, length)
				      : cxgb3_put_sges(wqe, at, req);
}

/**
 * Store the control segment; the word at byte 4, which passes ownership, is stored last.
 * cxgb3.send.head
 */
INVERBS_INLINE void cxgb3_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				   const struct inverbs_request *req, uint32_t index,
				   uint32_t bytes, uint32_t length INVERBS_UNUSED,
				   uint64_t tag INVERBS_UNUSED, uint32_t owed INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = cxgb3_send_code[req->opcode];

	inverbs_put32(
		wqe, INVERBS_BE32(((uint32_t)code << 24) | 0xc00000U |
				  ((req->flags & IBV_SEND_FENCE) ? 0x800U : 0) |
				  ((req->flags & IBV_SEND_SOLICITED) ? 0x400U : 0) |
				  (((req->flags | req->traits) & IBV_SEND_SIGNALED) ? 0x100U : 0)));
	inverbs_put32(wqe + 8, sq->head);
	inverbs_put32(wqe + 12, 0);

	inverbs_to_device();
	inverbs_handed_elsewhere();
	inverbs_publish32(wqe + 4, INVERBS_BE32((!(index & sq->entries) ? 0x80000000U : 0) |
						((bytes >> 3) & 0xffU)));
	inverbs_publish64(wqe + 120, INVERBS_BE64(!(index & sq->entries) ? 1 : 0));
}

/** The WQEs that a call has stored, for the doorbell. */
struct cxgb3_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. cxgb3.send.doorbell */
INVERBS_INLINE void cxgb3_send_doorbell(struct inverbs_sq *sq,
					const struct cxgb3_sent *sent INVERBS_UNUSED)
{
	if (__builtin_expect(cxgb3_is_quiet(sq),
			     0)) /* the kernel rings the doorbell when this state ends */
		return;
	inverbs_to_device();
	inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL, INVERBS_LE32(sq->qpn));
}

/**
 * Pass ownership of every unit of a send ring to the program, before the queue pair leaves RESET.
 * cxgb3.send.head
 */
INVERBS_INLINE void cxgb3_sq_init(struct inverbs_sq *sq)
{
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *const unit = sq->buf + (size_t)i * 128;

		inverbs_put32(unit + 4, 0);
	}
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int cxgb3_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
			 struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int cxgb3_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int cxgb3_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			 struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int cxgb3_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
int cxgb3_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		       uint64_t operation, uint64_t first, uint64_t second) INVERBS_COLD;
int cxgb3_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			    uint32_t lkey) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

INVERBS_ASSERT_LAYOUT(INVERBS_LANES == 3, "cxgb3's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_OPS == 2, "cxgb3's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_ROWS == 4, "cxgb3's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_COPY_FEW == 64, "cxgb3's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_WC_BLOCK == 64, "cxgb3's hot path was generated for this value");
INVERBS_ASSERT_LAYOUT(INVERBS_HOT_FLAGS < 16,
		      "cxgb3's tables have a row for each combination of flags");

/** The bits of a WQE for each combination of enum ibv_send_flags, in memory order. */
static const uint64_t cxgb3_hot_flags_0[] __attribute__((unused)) = {
	0x0ULL, 0x0ULL, 0x10000ULL, 0x10000ULL, 0x40000ULL, 0x40000ULL, 0x50000ULL, 0x50000ULL,
	0x0ULL, 0x0ULL, 0x10000ULL, 0x10000ULL, 0x40000ULL, 0x40000ULL, 0x50000ULL, 0x50000ULL,
};

/** The bits of a WQE for each combination of enum ibv_send_flags, in memory order. */
static const uint64_t cxgb3_hot_flags_1[] __attribute__((unused)) = {
	0x3ULL, 0x3ULL, 0x3ULL, 0x3ULL, 0x5ULL, 0x5ULL, 0x5ULL, 0x5ULL,
	0x3ULL, 0x3ULL, 0x3ULL, 0x3ULL, 0x5ULL, 0x5ULL, 0x5ULL, 0x5ULL,
};

/**
 * Grant credit to the hot path: the number of WQEs that it may post before the rest of the queue's
 * state must be read again. cxgb3.send.hot
 */
INVERBS_INLINE void cxgb3_send_credit(struct inverbs_sq *sq)
{
	const uint32_t unit = sq->position & (sq->entries - 1);
	const uint32_t kept = sq->head & (sq->work->requests - 1);
	uint32_t room = sq->max_post - (sq->head - inverbs_observe32(&sq->tail));

	if (!(sq->qp_type == IBV_QPT_RC) || sq->owed || sq->closed || sq->max_sge == 0)
		return;
	if (room > sq->entries - unit)
		room = sq->entries - unit;
	if (room > sq->work->requests - kept)
		room = sq->work->requests - kept;
	sq->next = sq->buf + (size_t)unit * 128;
	sq->next_id = &sq->work->records[kept].wr_id;
	sq->hot_inline[0] = sq->max_inline < 64 ? sq->max_inline : 64; /* RDMA_WRITE */
	sq->hot_inline[1] = sq->max_inline < 64 ? sq->max_inline : 64; /* SEND */
	sq->lane[0] = 0x7000000ULL | ((uint64_t)((sq->position & sq->entries) ? 0 : 1) << 7);
	sq->lane[1] = (uint64_t)((sq->position & sq->entries) ? 0 : 1) << 56;
	sq->lane[2] = (uint64_t)((sq->position & sq->entries) ? 0 : 1) << 7;
	for (uint32_t row = 0; row < INVERBS_HOT_ROWS; row++)
		sq->by_flags[row] = cxgb3_hot_flags_0[row * IBV_SEND_SIGNALED |
						      (sq->flags & INVERBS_SQ_SIGNAL_ALL)];
	inverbs_sq_grant(sq, room);
}

/** Record the wr_id of a work request of the hot path. serial: its running number. */
INVERBS_INLINE void cxgb3_hot_keep(const struct inverbs_sq *sq INVERBS_UNUSED, uint64_t *id,
				   const struct ibv_send_wr *wr, uint32_t serial INVERBS_UNUSED,
				   uint32_t length, uint32_t opcode, uint32_t flags)
{
	inverbs_record_at((struct inverbs_send_record *)(void *)id, wr->wr_id, length,
			  cxgb3_send_reports[opcode],
			  ((flags | sq->flags) & IBV_SEND_SIGNALED) != 0);
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t cxgb3_hot_payload_rdma_write(const struct inverbs_sq *sq INVERBS_UNUSED,
						     uint8_t *wqe, uint32_t index INVERBS_UNUSED,
						     uint32_t serial INVERBS_UNUSED,
						     const struct ibv_send_wr *wr INVERBS_UNUSED,
						     const struct ibv_sge *sge,
						     uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (40 + length + 7) & ~7U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put64(wqe + 32, inverbs_wide_be32(length));
	inverbs_copy_few(wqe + 40, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/**
 * Store the payload of an inline WQE, and the fields that depend on its length. The most common
 * length is passed as a constant. Returns the bytes of the WQE.
 */
INVERBS_INLINE uint32_t cxgb3_hot_payload_send(const struct inverbs_sq *sq INVERBS_UNUSED,
					       uint8_t *wqe, uint32_t index INVERBS_UNUSED,
					       uint32_t serial INVERBS_UNUSED,
					       const struct ibv_send_wr *wr INVERBS_UNUSED,
					       const struct ibv_sge *sge,
					       uint32_t flags INVERBS_UNUSED, uint32_t length)
{
	const uint32_t bytes = (32 + length + 7) & ~7U;
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put64(wqe + 24, inverbs_wide_be32(length));
	inverbs_copy_few(wqe + 32, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/** Store a WQE whose payload is not inline. cxgb3.send.payload.gather */
INVERBS_INLINE uint32_t cxgb3_hot_gather(const struct inverbs_sq *sq, uint8_t *wqe,
					 uint32_t index INVERBS_UNUSED,
					 uint32_t serial INVERBS_UNUSED,
					 const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					 bool in_memory INVERBS_UNUSED, uint32_t opcode,
					 uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		inverbs_put32(wqe, (uint32_t)(0xc011ULL | inverbs_row_of_flags(sq, row)));
		inverbs_put64(wqe + 8, INVERBS_LE32(serial));
		inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.rkey));
		inverbs_put64(wqe + 24, INVERBS_BE64(wr->wr.rdma.remote_addr));
		inverbs_put32(wqe + 32, (uint32_t)INVERBS_BE32(length));
		inverbs_put32(wqe + 36, (uint32_t)0x1000000ULL);
		inverbs_put_key_length_be(wqe + 40, sge, in_memory);
		inverbs_put64(wqe + 48, INVERBS_BE64(sge->addr));
		inverbs_to_device();
		inverbs_handed_elsewhere();
		inverbs_publish32(wqe + 4, (uint32_t)sq->lane[0]);
		inverbs_publish64(wqe + 120, sq->lane[1]);
	} else if (opcode == IBV_WR_SEND) {
		inverbs_put32(wqe, (uint32_t)(0xc014ULL | inverbs_row_of_flags(sq, row)));
		inverbs_put64(wqe + 8, INVERBS_LE32(serial));
		inverbs_put64(wqe + 16, cxgb3_hot_flags_1[flags]);
		inverbs_put32(wqe + 24, (uint32_t)INVERBS_BE32(length));
		inverbs_put32(wqe + 28, (uint32_t)0x1000000ULL);
		inverbs_put_key_length_be(wqe + 32, sge, in_memory);
		inverbs_put64(wqe + 40, INVERBS_BE64(sge->addr));
		inverbs_to_device();
		inverbs_handed_elsewhere();
		inverbs_publish32(wqe + 4, (uint32_t)(sq->lane[2] | 0x6000000ULL));
		inverbs_publish64(wqe + 120, sq->lane[1]);
	}

	return bytes;
}

/** Store a WQE with inline payload. last: length of the payload - 1. cxgb3.send.payload.inline */
INVERBS_INLINE uint32_t cxgb3_hot_inline(const struct inverbs_sq *sq, uint8_t *wqe,
					 uint32_t index INVERBS_UNUSED,
					 uint32_t serial INVERBS_UNUSED,
					 const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					 bool in_memory INVERBS_UNUSED, uint32_t opcode,
					 uint32_t flags, uint32_t last)
{
	const size_t row INVERBS_UNUSED = (size_t)flags - IBV_SEND_INLINE;
	uint32_t bytes = 0;

	if (opcode == IBV_WR_RDMA_WRITE) {
		INVERBS_ASSUME(last < 64);
		inverbs_put32(wqe, (uint32_t)(0xc011ULL | inverbs_row_of_flags(sq, row)));
		inverbs_put64(wqe + 8, INVERBS_LE32(serial));
		inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.rkey));
		inverbs_put64(wqe + 24, INVERBS_BE64(wr->wr.rdma.remote_addr));
		bytes = __builtin_expect(last == 7, 1)
				? cxgb3_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
							       flags, 8)
				: cxgb3_hot_payload_rdma_write(sq, wqe, index, serial, wr, sge,
							       flags, last + 1);
		inverbs_to_device();
		inverbs_handed_elsewhere();
		inverbs_publish32(wqe + 4,
				  (uint32_t)(sq->lane[2] | ((uint64_t)(bytes >> 3) << 24)));
		inverbs_publish64(wqe + 120, sq->lane[1]);
	} else if (opcode == IBV_WR_SEND) {
		INVERBS_ASSUME(last < 64);
		inverbs_put32(wqe, (uint32_t)(0xc014ULL | inverbs_row_of_flags(sq, row)));
		inverbs_put64(wqe + 8, INVERBS_LE32(serial));
		inverbs_put64(wqe + 16, cxgb3_hot_flags_1[flags]);
		bytes = __builtin_expect(last == 7, 1)
				? cxgb3_hot_payload_send(sq, wqe, index, serial, wr, sge, flags, 8)
				: cxgb3_hot_payload_send(sq, wqe, index, serial, wr, sge, flags,
							 last + 1);
		inverbs_to_device();
		inverbs_handed_elsewhere();
		inverbs_publish32(wqe + 4,
				  (uint32_t)(sq->lane[2] | ((uint64_t)(bytes >> 3) << 24)));
		inverbs_publish64(wqe + 120, sq->lane[1]);
	}

	return bytes;
}

/** Index of an op among those of the hot path. */
INVERBS_INLINE uint32_t cxgb3_hot_op(uint32_t opcode)
{
	return opcode == IBV_WR_SEND ? 1 : 0;
}

/**
 * Post one work request of the hot shape. in_memory: its SGE is in memory, not in registers.
 * Returns 0, or a negative value if nothing was stored and the caller must call the full path.
 */
INVERBS_INLINE int cxgb3_hot_send(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				  const struct ibv_sge *sge, bool in_memory, uint32_t opcode,
				  uint32_t flags)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(!inverbs_trylock(&sq->lock)))
		return -1;
	if (INVERBS_RARE(cxgb3_has_failed(sq)))
		goto leave;
	if (flags & IBV_SEND_INLINE) {
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		uint32_t last = sge->length - 1;

		if (in_memory)
			INVERBS_SETTLE(
				last); /* the code below needs this or the length, not both */
		if (INVERBS_RARE(last >= sq->hot_inline[cxgb3_hot_op(opcode)]))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
		sq->next_id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		sq->next += 128;
		bytes = cxgb3_hot_inline(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags,
					 last);
		if (!cxgb3_is_quiet(sq)) {
			inverbs_to_device();
			inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL,
					     (uint32_t)INVERBS_LE32(sq->qpn));
		}
	} else {
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
		sq->next_id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		sq->next += 128;
		bytes = cxgb3_hot_gather(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags);
		if (!cxgb3_is_quiet(sq)) {
			inverbs_to_device();
			inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL,
					     (uint32_t)INVERBS_LE32(sq->qpn));
		}
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return -1;
}

/**
 * True for a work request whose op, flags and number of SGEs are compile-time constants: it need
 * not exist in memory.
 */
INVERBS_INLINE bool cxgb3_is_known(const struct ibv_send_wr *wr)
{
	return __builtin_constant_p(wr != NULL) && wr && __builtin_constant_p(wr->opcode) &&
	       __builtin_constant_p(wr->send_flags) &&
	       __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 &&
	       !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS) &&
	       (wr->opcode == IBV_WR_RDMA_WRITE || wr->opcode == IBV_WR_SEND);
}

/**
 * ibv_post_send for cxgb3. The hot shape is a list of one work request with one SGE, and one of
 * these ops: RDMA_WRITE, SEND.
 */
INVERBS_INLINE int cxgb3_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr)
{
	int err = -1;

	if (cxgb3_is_known(wr)) {
		const struct ibv_sge sge = *wr->sg_list;

		err = cxgb3_hot_send(qp, wr, &sge, false, wr->opcode, wr->send_flags);
		if (INVERBS_RARE(err < 0))
			err = cxgb3_post_scalars(
				qp, wr->wr_id, sge.addr,
				inverbs_two(sge.length,
					    wr->send_flags & IBV_SEND_INLINE ? 0 : sge.lkey),
				inverbs_operation(wr), inverbs_first_scalar(wr),
				inverbs_second_scalar(wr));
		if (INVERBS_RARE(err))
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && !wr->next && !(wr->send_flags & ~INVERBS_HOT_FLAGS), 1)) {
		if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE))
			err = cxgb3_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE,
					     wr->send_flags);
		else if (inverbs_shape_of(wr) == INVERBS_SHAPE(1, IBV_WR_SEND))
			err = cxgb3_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND,
					     wr->send_flags);
	}
	if (INVERBS_RARE(err < 0))
		return cxgb3_post_send_full(qp, wr, bad_wr);
	return err;
}

/** The memory in which the next WQE is built: the ring. */
INVERBS_INLINE uint8_t *cxgb3_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	const uint32_t unit = index & (sq->entries - 1);

	return sq->buf + (size_t)unit * 128;
}

/** True for work requests that are posted on credit. */
INVERBS_INLINE bool cxgb3_is_hot(uint32_t opcode, uint32_t sges, uint32_t flags)
{
	if (flags & ~INVERBS_HOT_FLAGS)
		return false;
	if (opcode == IBV_WR_RDMA_WRITE && sges > 1)
		return sges <= 4 && !(flags & IBV_SEND_INLINE);
	if (opcode == IBV_WR_SEND && sges > 1)
		return sges <= 4 && !(flags & IBV_SEND_INLINE);
	return sges == 1 && (opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_SEND);
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. Returns the first work request that
 * was not stored, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *cxgb3_hot_stretch(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						     struct cxgb3_sent *sent)
{
	const uint32_t stride = 128;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;
	uint64_t *id = sq->next_id;

	do {
		const uint64_t shape = inverbs_shape_of(wr);
		const uint32_t flags = wr->send_flags;
		const struct ibv_sge *const sge = wr->sg_list;

		if (flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE))
			break;
		if (shape == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE)) {
			const uint32_t opcode = IBV_WR_RDMA_WRITE;

			cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
			bytes = cxgb3_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						 flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
			bytes = cxgb3_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						 flags);
		} else {
			break;
		}
		id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		wqe += stride;
		index++;
		serial++;
		wr = wr->next;
	} while (--room && wr);
	if (room == sq->room)
		return wr;
	sent->wqe = wqe - stride;
	sent->bytes = bytes;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->next_id = id;
	sq->room = room;
	return wr;
}

/**
 * Store WQEs of a list as long as they have the hot shape and there is credit; for the first there
 * is. Keeps values that change from WQE to WQE in registers. See inverbs_give.
 */
INVERBS_INLINE void cxgb3_given_stretch(struct inverbs_sq *sq, inverbs_give *give,
					struct inverbs_giver *giver, struct cxgb3_sent *sent)
{
	const uint32_t stride = 128;
	uint32_t room = sq->room, index = sq->position - room,
		 serial INVERBS_UNUSED = sq->head - room, bytes = 0;
	uint8_t *wqe = sq->next;
	uint64_t *id = sq->next_id;
	struct ibv_send_wr own, *const wr = &own;

	do {
		void *const after = give(giver->next, &own);
		const uint64_t shape = inverbs_shape_of(wr);
		const uint32_t flags = wr->send_flags;
		const struct ibv_sge *const sge = wr->sg_list;

		if (flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE))
			break;
		if (shape == INVERBS_SHAPE(1, IBV_WR_RDMA_WRITE)) {
			const uint32_t opcode = IBV_WR_RDMA_WRITE;

			cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
			bytes = cxgb3_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						 flags);
		} else if (shape == INVERBS_SHAPE(1, IBV_WR_SEND)) {
			const uint32_t opcode = IBV_WR_SEND;

			cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
			bytes = cxgb3_hot_gather(sq, wqe, index, serial, wr, sge, true, opcode,
						 flags);
		} else {
			break;
		}
		id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		wqe += stride;
		index++;
		serial++;
		giver->next = after;
	} while (--room && giver->next);
	if (room == sq->room)
		return;
	sent->wqe = wqe - stride;
	sent->bytes = bytes;
	sent->count += sq->room - room;
	sq->next = wqe;
	sq->next_id = id;
	sq->room = room;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. Returns that work request, or NULL.
 */
INVERBS_INLINE struct ibv_send_wr *cxgb3_hot_run(struct inverbs_sq *sq, struct ibv_send_wr *wr,
						 struct cxgb3_sent *sent)
{
	do {
		if (sq->room == 0)
			cxgb3_send_credit(sq);
		if (sq->room == 0)
			break;
		wr = cxgb3_hot_stretch(sq, wr, sent);
	} while (wr && sq->room == 0);
	return wr;
}

/**
 * Store the WQEs of a list up to the first work request that does not have the hot shape or does
 * not fit. See inverbs_give.
 */
INVERBS_INLINE void cxgb3_given_run(struct inverbs_sq *sq, inverbs_give *give,
				    struct inverbs_giver *giver, struct cxgb3_sent *sent)
{
	do {
		if (sq->room == 0)
			cxgb3_send_credit(sq);
		if (sq->room == 0)
			break;
		cxgb3_given_stretch(sq, give, giver, sent);
	} while (giver->next && sq->room == 0);
}

/** Ring the doorbell for WQEs stored on credit; the remaining credit stays granted. */
INVERBS_INLINE void cxgb3_hot_ring(struct inverbs_sq *sq, const struct cxgb3_sent *sent)
{
	const uint32_t credit = sq->room;

	inverbs_sq_recall(sq);
	cxgb3_send_doorbell(sq, sent);
	inverbs_sq_grant(sq, credit);
}

/**
 * Grant the credit that remains after a WQE of another shape, which was stored at unit `index` when
 * the credit was `room`.
 */
INVERBS_INLINE void cxgb3_send_keep(struct inverbs_sq *sq, uint32_t index, uint32_t room)
{
	const uint32_t left = inverbs_sq_left(room);

	if (left < 2 || sq->position - index != 1)
		return;
	sq->next += 128;
	sq->next_id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
	inverbs_sq_grant(sq, room - 1);
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. cxgb3.send
 */
INVERBS_INLINE int cxgb3_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				  bool lone INVERBS_UNUSED, struct cxgb3_sent *sent)
{
	struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = req.num_sge <= sq->max_sge ? inverbs_payload_bytes(&req) : 0;
	const uint32_t index = sq->position;
	uint8_t *const wqe = cxgb3_send_place(sq, index);
	const uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	const int err = cxgb3_send_refusal(sq, &req, total);

	if (__builtin_expect(err, 0))
		return err;
	bytes = cxgb3_put_segments(wqe, sq, &req, length);
	bytes += cxgb3_put_payload(wqe, bytes, &req, length);
	inverbs_record(sq, wr->wr_id, length, cxgb3_send_reports[req.opcode],
		       ((req.flags | req.traits) & IBV_SEND_SIGNALED) != 0,
		       (req.op & (1U << IBV_WR_RDMA_READ)) != 0);
	if (req.op & (1U << IBV_WR_RDMA_READ))
		req.flags = req.traits = 0;
	cxgb3_put_head(wqe, sq, &req, index, bytes, length, tag, 0);
	sent->wqe = wqe;
	sent->bytes = bytes;
	sent->count++;
	sq->head++;
	sq->position = index + 1;
	return 0;
}

/**
 * The full path of a single work request with this opcode, on a queue pair of this type.
 * gathers_one: it has one SGE, and its payload is not inline.
 */
INVERBS_INLINE int cxgb3_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				   bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct cxgb3_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	const bool credited = qp_type == IBV_QPT_RC;
	uint32_t room = 0;
	uint32_t index;
	int err;

	inverbs_lock(&sq->lock);
	if (__builtin_expect(cxgb3_has_failed(sq), 0)) {
		inverbs_unlock(&sq->lock);
		return cxgb3_send_failed(qp, wr, bad_wr);
	}
	if (credited)
		room = sq->room;
	if (room)
		inverbs_sq_recall(sq);
	index = sq->position;
	req = inverbs_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = cxgb3_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		cxgb3_send_doorbell(sq, &sent);
		if (inverbs_sq_left(room) > 1)
			cxgb3_send_keep(sq, index, room);
		else if (credited && sent.bytes <= 104 &&
			 cxgb3_is_hot(opcode, (uint32_t)wr->num_sge, wr->send_flags))
			cxgb3_send_credit(sq);
	}
	if (__builtin_expect(err, 0))
		*bad_wr = wr;
	inverbs_unlock(&sq->lock);
	return err;
}

/**
 * Post work requests to a locked queue, after the WQEs that are stored already, and unlock it. One
 * doorbell for all; posting stops at the first work request that is refused.
 */
INVERBS_INLINE int cxgb3_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				   struct ibv_send_wr **bad_wr, struct cxgb3_sent sent)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint32_t credit;
	int err = 0;

	if (__builtin_expect(!sent.count && cxgb3_has_failed(sq), 0)) {
		inverbs_unlock(&sq->lock);
		return cxgb3_send_failed(qp, wr, bad_wr);
	}
	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		uint32_t room, index;

		wr = cxgb3_hot_run(sq, wr, &sent);
		if (!wr)
			break;
		room = sq->room;
		inverbs_sq_recall(sq);
		index = sq->position;
		req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		err = cxgb3_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		cxgb3_send_keep(sq, index, room);
	}
	credit = sq->room;
	inverbs_sq_recall(sq);
	if (sent.count)
		cxgb3_send_doorbell(sq, &sent);
	inverbs_sq_grant(sq, credit);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int cxgb3_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for cxgb3. */
INVERBS_INLINE int cxgb3_wr_complete(struct ibv_qp_ex *qp)
{
	return cxgb3_wr_complete_full(qp);
}

/** Grant credit to the hot path of receives. cxgb3.recv */
INVERBS_INLINE void cxgb3_recv_credit(struct inverbs_rq *rq)
{
	const uint32_t unit = rq->head & (rq->entries - 1);
	uint32_t room;

	if (rq->entries == 0 || rq->max_sge == 0 || rq->closed)
		return;
	room = rq->max_post - (rq->head - inverbs_observe32(&rq->tail));
	if (room > rq->entries - unit)
		room = rq->entries - unit;
	rq->next_id = rq->wr_id + unit;
	inverbs_rq_grant(rq, room);
}

/**
 * Store a receive of one SGE in the send ring, and pass ownership. It uses up one unit of the
 * sends' credit.
 */
INVERBS_INLINE void cxgb3_hot_recv_put(struct inverbs_sq *sq, struct inverbs_rq *rq,
				       const struct ibv_recv_wr *wr, const struct ibv_sge *sge,
				       bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	uint64_t *id = rq->next_id;
	uint8_t *wqe = sq->next;

	INVERBS_FORGET(rq->next_id);
	INVERBS_FORGET(sq->next);
	*id = wr->wr_id;
	rq->next_id++;
	rq->room--;
	sq->next += 128;
	sq->head--;
	inverbs_put32(wqe, (uint32_t)0x1c017ULL);
	inverbs_put64(wqe + 12, 0);
	inverbs_put32(wqe + 20, (uint32_t)0x1000000ULL);
	inverbs_put_key_length_be(wqe + 24, sge, in_memory);
	inverbs_put64(wqe + 32, INVERBS_BE64(sge->addr));
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_to_device();
	inverbs_handed_elsewhere();
	inverbs_publish32(wqe + 4, (uint32_t)(sq->lane[2] | 0xd000000ULL));
	inverbs_publish64(wqe + 120, sq->lane[1]);
}

/**
 * Post one receive of one SGE. Returns false if nothing was stored and the caller must call the
 * full path.
 */
INVERBS_INLINE bool cxgb3_hot_recv(struct inverbs_qp *qp, const struct ibv_recv_wr *wr,
				   const struct ibv_sge *sge, bool in_memory)
{
	struct inverbs_sq *const sq = &qp->sq;
	struct inverbs_rq *const rq = &qp->rq;

	if (INVERBS_RARE(!inverbs_trylock(&sq->lock)))
		return false;
	if (INVERBS_RARE(rq->room == 0 || cxgb3_has_failed(sq))) {
		inverbs_unlock(&sq->lock);
		return false;
	}
	if (INVERBS_RARE((int32_t)--sq->room < 0)) {
		INVERBS_FORGET(sq->room);
		sq->room++;
		inverbs_unlock(&sq->lock);
		return false;
	}
	INVERBS_FORGET(sq->room);
	cxgb3_hot_recv_put(sq, rq, wr, sge, in_memory);
	if (!cxgb3_is_quiet(sq)) {
		inverbs_to_device();
		inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL,
				     (uint32_t)INVERBS_LE32(sq->qpn));
	}
	inverbs_unlock(&sq->lock);
	return true;
}

/** ibv_post_recv for cxgb3. The hot shape is a list of one work request with one SGE. */
INVERBS_INLINE int cxgb3_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_qp *const queue = inverbs_qp_of(qp);

	if (__builtin_constant_p(wr != NULL) && wr &&
	    __builtin_constant_p(wr->num_sge == 1 && !wr->next) && wr->num_sge == 1 && !wr->next) {
		const struct ibv_sge sge = *wr->sg_list;
		int err;

		if (cxgb3_hot_recv(queue, wr, &sge, false))
			return 0;
		err = cxgb3_post_recv_scalars(qp, wr->wr_id, sge.addr, sge.length, sge.lkey);
		if (err)
			*bad_wr = wr;
		return err;
	}
	if (__builtin_expect(wr && wr->num_sge == 1 && !wr->next, 1) &&
	    __builtin_expect(cxgb3_hot_recv(queue, wr, wr->sg_list, true), 1))
		return 0;
	return cxgb3_post_recv_full(qp, wr, bad_wr);
}

/** Returns 0, or the errno value with which a receive is refused. cxgb3.recv.refuse */
INVERBS_INLINE int cxgb3_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	return 0;
}

/** Store the SGEs of a receive; unused ones are zero. cxgb3.recv.gather */
INVERBS_INLINE void cxgb3_put_recv(uint8_t *wqe, const struct ibv_recv_wr *wr)
{
	static const struct ibv_sge none = {0, 0, 0};
	const uint32_t sges INVERBS_UNUSED = (uint32_t)wr->num_sge;
	uint8_t *at = wqe + 16;

	inverbs_put32(at, 0);
	inverbs_put32(at + 4, INVERBS_BE32(sges));

	at += CXGB3_RECEIVE_SIZE;
	for (int n = 0; n < 4; n++) {
		const struct ibv_sge *const sge = n < wr->num_sge ? &wr->sg_list[n] : &none;

		inverbs_put32(at, INVERBS_BE32(sge->lkey));
		inverbs_put32(at + 4, INVERBS_BE32(sge->length));
		inverbs_put64(at + 8, INVERBS_BE64(sge->addr));

		at += CXGB3_SGE_SIZE;
	}
}

/** Store one receive and pass ownership. Returns 0 or an errno value. cxgb3.recv */
INVERBS_INLINE int cxgb3_recv_one(struct inverbs_sq *sq, struct inverbs_rq *rq,
				  const struct ibv_recv_wr *wr, struct cxgb3_sent *sent)
{
	const uint32_t index = sq->position;
	uint8_t *const wqe = cxgb3_send_place(sq, index);
	const int err = cxgb3_recv_refusal(rq, wr);

	if (__builtin_expect(err, 0))
		return err;
	rq->wr_id[rq->head & (rq->entries - 1)] = wr->wr_id;
	cxgb3_put_recv(wqe, wr);
	inverbs_put32(wqe, INVERBS_BE32(0x17000000U | 0xc00000U | 0x100U));
	inverbs_put32(wqe + 12, 0);

	inverbs_to_device();
	inverbs_handed_elsewhere();
	inverbs_publish32(wqe + 4, INVERBS_BE32((!(index & sq->entries) ? 0x80000000U : 0) | 0xdU));
	inverbs_publish64(wqe + 120, INVERBS_BE64(!(index & sq->entries) ? 1 : 0));
	sent->wqe = wqe;
	sent->bytes = 104;
	sent->count++;
	rq->head++;
	sq->position = index + 1;
	return 0;
}

/**
 * The full path of ibv_post_recv. Sends and receives share a lock, the send queue's, and a
 * doorbell, which is rung once per call.
 */
INVERBS_INLINE int cxgb3_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				   struct ibv_recv_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct cxgb3_sent sent = {NULL, 0, 0};
	int err = 0;

	inverbs_lock(&sq->lock);
	inverbs_sq_recall(sq);
	inverbs_rq_recall(&inverbs_qp_of(qp)->rq);
	if (__builtin_expect(cxgb3_has_failed(sq), 0)) {
		inverbs_unlock(&sq->lock);
		return cxgb3_recv_failed(qp, wr, bad_wr);
	}
	for (; wr; wr = wr->next) {
		err = cxgb3_recv_one(sq, &inverbs_qp_of(qp)->rq, wr, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
	}
	if (sent.count)
		cxgb3_send_doorbell(sq, &sent);
	cxgb3_send_credit(sq);
	cxgb3_recv_credit(&inverbs_qp_of(qp)->rq);
	inverbs_unlock(&sq->lock);
	return err;
}

/**
 * Load the word of a CQE that has the owner bit, with the other fields in that word.
 * cxgb3.complete.ready
 */
INVERBS_INLINE uint32_t cxgb3_cqe_word(const uint8_t *cqe)
{
	const uint32_t word = INVERBS_BE32(inverbs_observe32(cqe));

	inverbs_found_elsewhere();
	return word;
}

/**
 * That word with the owner bit of a CQE that is new at this cursor; its other bits are undefined.
 */
INVERBS_INLINE uint32_t cxgb3_lap_of(uintptr_t cursor)
{
	return (uint32_t)cursor << 10;
}

/** True when the CQE with this word is new. */
INVERBS_INLINE bool cxgb3_is_new(uint32_t word, uint32_t lap)
{
	return ((word ^ lap) & 0x400U) == 0;
}

/*
 * How CQEs are reported, by their opcodes; in libinverbs.a. The high half of a row is the opcode of
 * struct ibv_wc, the low half what else to fill in; 0: a plain send.
 * 0x200: a receive
 * 0x40: byte_len is 8
 * 0x80: byte_len is in the CQE
 * 0x100: immediate data
 * 0x20: an invalidated key
 * 0x800: a send whose opcode has another number in other interfaces
 * 0x400: not for the hot path
 * 0xf: wc_flags
 */
#ifdef __cplusplus
extern "C" {
#endif
extern const uint64_t cxgb3_hot_rows[32];
#ifdef __cplusplus
}
#endif

/** The row for a CQE. */
INVERBS_INLINE uint64_t cxgb3_hot_row(const uint8_t *cqe INVERBS_UNUSED,
				      uint32_t word INVERBS_UNUSED)
{

	if (INVERBS_RARE(((word >> 5) & 0x1fU) != 0))
		return 0x400;
	return cxgb3_hot_rows[word & 0x1fU];
}

/** The number by which CQEs identify a queue pair. */
INVERBS_INLINE uint32_t cxgb3_key_of(const struct inverbs_qp *qp)
{
	return qp->sq.qpn;
}

/** The same number, from a CQE. */
INVERBS_INLINE uint32_t cxgb3_hot_key(const uint8_t *cqe INVERBS_UNUSED,
				      uint32_t word INVERBS_UNUSED)
{
	return (word >> 12) & 0x7ffffU;
}

/** The slot of the cache for the queue pair of a CQE. */
INVERBS_INLINE struct inverbs_qp **cxgb3_seen_at(struct inverbs_cq *cq,
						 const uint8_t *cqe INVERBS_UNUSED,
						 uint32_t word INVERBS_UNUSED)
{
	return &cq->seen[(word >> 12) & 0x7ffffU & (INVERBS_SEEN - 1)];
}

/** Look up the queue pair of a CQE and cache it. Returns inverbs_no_qp if there is none. */
static __attribute__((noinline, unused)) struct inverbs_qp *
cxgb3_meet(struct inverbs_cq *cq, const uint8_t *cqe, uint32_t word, uint32_t key)
{
	struct inverbs_qp *const found = (struct inverbs_qp *)inverbs_lookup(cq->qps, key);

	if (!found || cxgb3_key_of(found) != key)
		return &inverbs_no_qp;
	*cxgb3_seen_at(cq, cqe, word) = found;
	return found;
}

/**
 * Fill a work completion, if the queue pair has not failed and the completion is in order: that of
 * a receive, or of the oldest send if it is signaled and no other completion waits for it. Returns
 * false if nothing was done. With take, see inverbs_take. cxgb3.complete.order
 */
INVERBS_INLINE bool cxgb3_take_in_order(struct inverbs_qp *qp, const uint8_t *cqe,
					uint32_t word INVERBS_UNUSED, uint64_t row,
					uint32_t key INVERBS_UNUSED, struct ibv_wc *wc,
					inverbs_take *take, struct inverbs_taker *taker)
{
	if (INVERBS_RARE(cxgb3_has_failed(&qp->sq)))
		return false;
	inverbs_from_device(); /* orders the load in has_failed, too */
	if (__builtin_expect((uint32_t)row == 0, 1)) {
		const uint32_t serial = inverbs_get32(cqe + 8);
		const struct inverbs_send_record *const rec = inverbs_record_of(qp, serial);

		if (INVERBS_RARE(serial != qp->sq.tail || qp->sq.work->held || !rec->signaled))
			return false;
		if (take)
			take(taker, rec->wr_id, row >> 32, NULL);
		else
			wc->wr_id = rec->wr_id;
		__atomic_store_n(&qp->sq.tail, serial + 1, __ATOMIC_RELEASE);
	} else {
		const uint32_t tail = qp->rq.tail;

		row -= 0x200;
		if (INVERBS_RARE((uint32_t)row != 0 ||
				 INVERBS_BE32(inverbs_get32(cqe + 12)) != tail + 1))
			return false;
		if (take) {
			const uint32_t bytes = INVERBS_BE32(inverbs_get32(cqe + 4));

			take(taker, qp->rq.wr_id[tail & (qp->rq.entries - 1)],
			     row >> 32 | (uint64_t)bytes << 32, NULL);
		} else {
			wc->wr_id = qp->rq.wr_id[tail & (qp->rq.entries - 1)];
			wc->byte_len = INVERBS_BE32(inverbs_get32(cqe + 4));
		}
		__atomic_store_n(&qp->rq.tail, tail + 1, __ATOMIC_RELEASE);
	}
	if (take)
		return true;
	inverbs_wc_good(wc, row);
	wc->qp_num = key;
	wc->wc_flags = 0;
	return true;
}

/** Store the cursor and its consumer index, which is published to the adapter later. */
INVERBS_INLINE void cxgb3_cq_leave(struct inverbs_cq *cq, uintptr_t cursor, uint32_t head)
{
	__atomic_store_n(&cq->cursor, cursor, __ATOMIC_RELAXED);
	__atomic_store_n(&cq->head, head, __ATOMIC_RELAXED); /* arming reads it without the lock */
}
/**
 * ibv_poll_cq for cxgb3. Checks for a CQE before it takes the lock. A single simple CQE of a cached
 * queue pair is taken here. With take (see inverbs_take), it returns a value of enum inverbs_left
 * where it would call the archive.
 */
INVERBS_INLINE int cxgb3_poll_one(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc,
				  inverbs_take *take, struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	const uintptr_t cursor = __atomic_load_n(&cq->cursor, __ATOMIC_ACQUIRE);
	const uint8_t *const cqe = (const uint8_t *)(cursor & ~(uintptr_t)1);
	const uint32_t word = cxgb3_cqe_word(cqe);
	struct inverbs_qp *qp;
	uint32_t key, head;
	uintptr_t next;
	uint64_t row;

	if (INVERBS_RARE(__atomic_load_n(cq->attention, __ATOMIC_RELAXED)))
		return take ? INVERBS_LEFT : cxgb3_poll_cq_full(ibcq, num_entries, wc);
	if (!cxgb3_is_new(word, cxgb3_lap_of(cursor)))
		return 0;
	if ((take ? *taker->more != NULL : num_entries != 1) ||
	    INVERBS_RARE(!inverbs_trylock(&cq->lock)))
		return take ? INVERBS_LEFT : cxgb3_poll_cq_full(ibcq, num_entries, wc);
	inverbs_from_device();
	/*
	 * with take, registers are scarce: values that are only compared are loaded one at a time
	 */
	if (take &&
	    INVERBS_RARE((INVERBS_LOCKS && cq->cursor != cursor) || cursor + cq->stride == cq->end))
		goto leave;
	if (!take)
		key = cxgb3_hot_key(cqe, word);
	row = cxgb3_hot_row(cqe, word);
	qp = *cxgb3_seen_at(cq, cqe, word);
	if (take)
		key = cxgb3_hot_key(cqe, word);
	next = cursor + cq->stride;
	if (INVERBS_RARE((!take && ((INVERBS_LOCKS && cq->cursor != cursor) || next == cq->end)) ||
			 cxgb3_key_of(qp) != key ||
			 !cxgb3_take_in_order(qp, cqe, word, row, key, wc, take, taker)))
		goto leave;
	head = cq->head + 1;
	cxgb3_cq_leave(cq, next, head);
	cxgb3_cq_publish_index(cq, head);
	inverbs_unlock(&cq->lock);
	return 1;
leave:
	inverbs_unlock(&cq->lock);
	return take ? INVERBS_LEFT : cxgb3_poll_cq_full(ibcq, 1, wc);
}

/**
 * Decide whether a completion can be delivered now; the caller holds the send queue's lock. If so,
 * retires its work request, sets *wr_id and *flushed, and returns true. Returns false if the
 * completion waits for earlier ones, or is not reported at all.
 */
INVERBS_INLINE bool cxgb3_settle(struct inverbs_qp *qp, struct inverbs_soft_cq *soft,
				 struct inverbs_done *done, uint64_t *wr_id, bool *flushed)
{
	const bool failed = cxgb3_has_failed(&qp->sq);

	if (done->skip || (done->is_late && !inverbs_resolve_late(qp, done)))
		return false;
	*flushed = failed;
	if (__builtin_expect(done->status || failed, 0)) {
		cxgb3_fail(&qp->sq);
		if (done->is_send && !inverbs_is_known(qp, done->serial))
			return false;
	} else if (!done->is_send) {
		if (__builtin_expect(done->serial != qp->rq.tail + 1, 0)) {
			cxgb3_fail(&qp->sq);
			done->status = CXGB3_STATUS_MSN;
		}
	} else if (!inverbs_is_next(qp, done)) {
		inverbs_hold_back(qp, done);
		inverbs_advance(qp, soft);
		return false;
	}
	*wr_id = inverbs_retire(qp, done);
	if (done->is_send) /* a receive retires no send, and the completion queue of sends may be
			      another one */
		inverbs_advance(qp, soft);
	return true;
}

/** Fill a work completion from a CQE that can be delivered. cxgb3.complete */
INVERBS_INLINE void cxgb3_fill_wc(const struct inverbs_done *done, uint64_t wr_id, bool flushed,
				  struct ibv_wc *wc)
{
	struct inverbs_meaning m;

	wc->wr_id = wr_id;
	wc->qp_num = done->number;
	wc->wc_flags = 0;
	wc->vendor_err = done->status;
	wc->status = flushed ? IBV_WC_WR_FLUSH_ERR : cxgb3_wc_status(done->status);
	if (!done->is_send) {
		wc->opcode = (enum ibv_wc_opcode)cxgb3_recv_meaning(done->opcode).opcode;
		wc->byte_len = done->status ? 0 : done->length;
		return;
	}
	m = cxgb3_send_meaning(done->opcode);
	if (__builtin_expect(m.special == INVERBS_UNKNOWN_VALUE, 0))
		wc->status = IBV_WC_GENERAL_ERR;
	else
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	if (m.length)
		wc->byte_len = done->length;
}

/**
 * Take up to `left` CQEs without reloading the queue's state in between. Stops at the end of the
 * ring, and at a CQE that is not new, not simple, or of an unknown queue pair. Returns the number
 * of CQEs taken, and moves *wc past their work completions. With take, takes as many as there is
 * room for; see inverbs_take.
 */
INVERBS_INLINE int cxgb3_take_run(struct inverbs_cq *cq, struct ibv_wc **wc, int left,
				  inverbs_take *take, struct inverbs_taker *taker)
{
	const uintptr_t stride = cq->stride, mark = cq->cursor & 1;
	const uint8_t *const first = (const uint8_t *)(cq->cursor & ~(uintptr_t)1),
			     *const end = (const uint8_t *)(cq->end & ~(uintptr_t)1);
	const uint8_t *const stop = !take && (uintptr_t)left * stride < (uintptr_t)(end - first)
					    ? first + (uintptr_t)left * stride
					    : end;
	const uint32_t lap = cxgb3_lap_of(mark);
	const uint8_t *cqe = first;
	struct inverbs_qp *qp = &inverbs_no_qp;
	struct ibv_wc *at = take ? NULL : *wc;
	uint32_t last = UINT32_MAX;
	int taken;

	while (cqe != stop) {
		const uint32_t word = cxgb3_cqe_word(cqe);
		uint32_t key;
		uint64_t row;

		if (!cxgb3_is_new(word, lap))
			break;
		inverbs_from_device();
		key = cxgb3_hot_key(cqe, word);
		row = cxgb3_hot_row(cqe, word);
		if (key != last) {
			qp = *cxgb3_seen_at(cq, cqe, word);
			if (INVERBS_RARE(cxgb3_key_of(qp) != key)) {
				qp = cxgb3_meet(cq, cqe, word, key);
				if (qp == &inverbs_no_qp)
					break;
			}
		}
		if (INVERBS_RARE(!cxgb3_take_in_order(qp, cqe, word, row, key, at, take, taker)))
			break;
		last = key;
		cqe += stride;
		if (!take)
			at++;
		else if (!taker->next)
			break;
	}
	taken = (int)((uintptr_t)(cqe - first) >> cq->shift);
	if (!take)
		*wc = at;
	if (INVERBS_RARE(cqe == end)) {
		cxgb3_cq_leave(cq, (uintptr_t)cxgb3_cq_entry(cq, 0) | (mark ^ 1),
			       cq->head + (uint32_t)taken);
		cq->end ^= 1;
	} else {
		cxgb3_cq_leave(cq, (uintptr_t)cqe | mark, cq->head + (uint32_t)taken);
	}
	return taken;
}

/**
 * Take one completion of any kind; those that software has queued come first. Returns 1 if it was
 * delivered; 0 if it was dropped, because its queue pair is gone, or kept, because it is out of
 * order; -1 if there is none.
 */
static __attribute__((noinline, unused)) int cxgb3_take_any(struct inverbs_cq *cq,
							    struct ibv_wc *wc)
{
	struct inverbs_done done;
	struct inverbs_qp *qp;
	bool flushed, delivered = false;
	uint64_t wr_id;

	if (!cxgb3_next(cq, &done)) {
		if (cq->idle)
			cq->idle(cq);
		return -1;
	}
	qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, done.number);
	if (qp && qp->sq.qpn == done.number) {
		inverbs_lock(&qp->sq.lock);
		delivered = cxgb3_settle(qp, cq->soft, &done, &wr_id, &flushed);
		inverbs_unlock(&qp->sq.lock);
	}
	cxgb3_cq_seek(cq);
	if (delivered)
		cxgb3_fill_wc(&done, wr_id, flushed, wc);
	return delivered;
}

/** The full path of ibv_poll_cq. Completions of destroyed queue pairs are dropped. */
INVERBS_INLINE int cxgb3_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int left = num_entries, taken = 0;
	uint32_t head;

	if (__builtin_expect(__atomic_load_n(cq->attention, __ATOMIC_ACQUIRE), 0)) {
		if (cq->soft->by_command)
			return inverbs_command_poll_cq(ibcq, num_entries, wc);
		cxgb3_flush_failed(cq);
	}
	inverbs_lock(&cq->lock);
	head = cq->head;
	while (left > 0 && taken >= 0) {
		if (cq->soft->head == cq->soft->tail)
			left -= cxgb3_take_run(cq, &wc, left, NULL, NULL);
		if (left == 0)
			break;
		taken = cxgb3_take_any(cq, wc);
		if (taken > 0) {
			left--;
			wc++;
		}
	}
	if (head != cq->head)
		cxgb3_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return num_entries - left;
}

/** ibv_poll_cq for cxgb3. */
INVERBS_INLINE int cxgb3_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return cxgb3_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int cxgb3_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				       uint32_t opcode, uint32_t flags)
{
	if (opcode == IBV_WR_RDMA_WRITE)
		return cxgb3_hot_send(qp, wr, wr->sg_list, true, IBV_WR_RDMA_WRITE, flags);
	if (opcode == IBV_WR_SEND)
		return cxgb3_hot_send(qp, wr, wr->sg_list, true, IBV_WR_SEND, flags);
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0. See inverbs_give.
 */
INVERBS_INLINE int cxgb3_send_run(struct ibv_qp *qp, inverbs_give *give,
				  struct inverbs_giver *giver)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct cxgb3_sent sent = {NULL, 0, 0};
	int err = 0;

	inverbs_lock(&sq->lock);
	if (!cxgb3_has_failed(sq))
		cxgb3_given_run(sq, give, giver, &sent);
	if (sent.count) {
		cxgb3_hot_ring(sq, &sent);
	}
	inverbs_unlock(&sq->lock);
	return err;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int cxgb3_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	return cxgb3_hot_recv(inverbs_qp_of(qp), wr, wr->sg_list, true) ? 0 : INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int cxgb3_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
				       struct inverbs_taker *taker)
{
	return cxgb3_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int cxgb3_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
				     struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker; /* never called */
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int cxgb3_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				  struct inverbs_taker *taker)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	int taken = 0;
	int run;

	if (INVERBS_RARE(__atomic_load_n(cq->attention, __ATOMIC_ACQUIRE)))
		return 0;
	inverbs_lock(&cq->lock);
	do {
		run = cq->soft->head != cq->soft->tail ? 0
						       : cxgb3_take_run(cq, NULL, 0, take, taker);
		taken += run;
	} while (run && taker->next); /* a run stops at the end of the ring */
	if (taken)
		cxgb3_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return taken;
}

#endif
