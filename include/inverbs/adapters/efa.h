/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Amazon Elastic Fabric Adapter. The send ring lies in the adapter's memory and is written in whole
 * WQEs; completions may come in any order and name their request by a tag that the program chose;
 * everything is little-endian.
 *
 * The fast path: the inline functions that ibv_post_send and the other data path calls become in a
 * program bound to efa.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to efa */

#ifndef INVERBS_ADAPTERS_EFA_H
#define INVERBS_ADAPTERS_EFA_H

#include <errno.h>
#include <inverbs/adapters/efa_formats.h>
#include <inverbs/fast/builder.h>
#include <inverbs/fast/cqe.h>
#include <inverbs/fast/hot.h>
#include <inverbs/fast/mmio.h>
#include <inverbs/fast/objects.h>
#include <inverbs/fast/wqe.h>

/**
 * The adapter's opcode for each verbs opcode; only those in EFA_SEND_OPS are supported.
 * efa.send.ops
 */
static const uint8_t efa_send_code[] __attribute__((unused)) = {
	EFA_OP_WRITE, /* IBV_WR_RDMA_WRITE */
	EFA_OP_WRITE, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	EFA_OP_SEND,  /* IBV_WR_SEND */
	EFA_OP_SEND,  /* IBV_WR_SEND_WITH_IMM */
	EFA_OP_READ,  /* IBV_WR_RDMA_READ */
};

#define EFA_SEND_OPS                                                                               \
	((1U << IBV_WR_SEND) | (1U << IBV_WR_SEND_WITH_IMM) | (1U << IBV_WR_RDMA_READ) |           \
	 (1U << IBV_WR_RDMA_WRITE) | (1U << IBV_WR_RDMA_WRITE_WITH_IMM))

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of efa_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of efa_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of efa_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of efa_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of efa_send_code");

/** Store the remote segment of RDMA_READ, RDMA_WRITE and RDMA_WRITE_WITH_IMM. efa.formats.remote */
INVERBS_INLINE void efa_put_remote(uint8_t *at, const struct inverbs_sq *sq INVERBS_UNUSED,
				   const struct inverbs_request *req, uint32_t length)
{
	const struct ibv_send_wr *const wr = req->wr;

	inverbs_put32(at, INVERBS_LE32(length));
	inverbs_put32(at + 4, INVERBS_LE32(wr->bind_mw.rkey));
	inverbs_put64(at + 8, INVERBS_LE64(wr->bind_mw.bind_info.addr));
}

/**
 * Store the segments between control segment and payload. Returns the byte at which the payload
 * begins.
 */
INVERBS_INLINE uint32_t efa_put_segments(uint8_t *wqe, const struct inverbs_sq *sq,
					 const struct inverbs_request *req, uint32_t length)
{
	uint32_t at = EFA_META_SIZE;

	switch (req->opcode) {
	case IBV_WR_RDMA_READ:
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		efa_put_remote(wqe + at, sq, req, length);
		at += EFA_REMOTE_SIZE;
		break;
	default:
		break;
	}
	return at;
}

/**
 * Returns 0, or the errno value with which the queue refuses a work request, before anything is
 * stored. The tests have the order of efa.send.refuse.
 * length: bytes of inline payload; 0 for payload that is not inline.
 */
INVERBS_INLINE int efa_send_refusal(const struct inverbs_sq *sq, const struct inverbs_request *req,
				    uint64_t length)
{
	if (__builtin_expect(sq->closed, 0))
		return EINVAL;
	if (__builtin_expect(!((req->flags | req->traits) & IBV_SEND_SIGNALED), 0))
		return EINVAL;
	if (__builtin_expect(req->flags & ~(uint32_t)(IBV_SEND_SIGNALED | IBV_SEND_INLINE), 0))
		return EINVAL;
	if (__builtin_expect(sq->head - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode >= sizeof(efa_send_code) || !(req->op & EFA_SEND_OPS), 0))
		return EINVAL;
	if (__builtin_expect((req->op & ((1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_RDMA_WRITE) |
					 (1U << IBV_WR_RDMA_WRITE_WITH_IMM))) &&
				     !(req->qp_type == IBV_QPT_DRIVER),
			     0))
		return EINVAL;
	if (__builtin_expect((req->op & ((1U << IBV_WR_RDMA_READ) | (1U << IBV_WR_RDMA_WRITE) |
					 (1U << IBV_WR_RDMA_WRITE_WITH_IMM))) &&
				     !(req->traits & INVERBS_BUILT),
			     0))
		return EINVAL;
	if (__builtin_expect(inverbs_is_inline(req) && length > sq->max_inline, 0))
		return EINVAL;
	if (__builtin_expect(req->num_sge > sq->max_sge && !inverbs_is_inline(req), 0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_READ && req->num_sge > sq->max_remote_sge,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_WRITE && (req->flags & IBV_SEND_INLINE) &&
				     !(req->traits & INVERBS_SQ_INLINE_WRITE),
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_WRITE && req->num_sge > sq->max_remote_sge,
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_WRITE_WITH_IMM &&
				     (req->flags & IBV_SEND_INLINE) &&
				     !(req->traits & INVERBS_SQ_INLINE_WRITE),
			     0))
		return EINVAL;
	if (__builtin_expect(req->opcode == IBV_WR_RDMA_WRITE_WITH_IMM &&
				     req->num_sge > sq->max_remote_sge,
			     0))
		return EINVAL;
	return 0;
}

/** Store the SGEs. Returns the bytes that they take. efa.send.payload.gather */
INVERBS_INLINE uint32_t efa_put_sges(uint8_t *wqe, uint32_t at, const struct inverbs_request *req)
{
	const struct ibv_sge *const list =
		req->wr->sg_list; /* loaded once: the compiler would reload it after each barrier */
	const uint32_t start = at;

	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = &list[n];

		inverbs_put32(wqe + at, INVERBS_LE32(sge->length));
		inverbs_put32(wqe + at + 4, INVERBS_LE32(sge->lkey & 0xffffffU));
		inverbs_put64(wqe + at + 8, INVERBS_LE64(sge->addr));

		at += EFA_BUFFER_SIZE;
	}
	return at - start;
}

/** Copy the payload into the WQE. Returns the bytes taken. efa.send.payload.inline */
INVERBS_INLINE uint32_t efa_put_inline(uint8_t *wqe, uint32_t at, const struct inverbs_request *req,
				       uint32_t length)
{
	uint8_t *to = wqe + at;

	if (length == 0)
		return 0;
	for (uint32_t n = 0; n < req->num_sge; n++) {
		const struct ibv_sge *const sge = inverbs_sge(req, n);

		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		to += sge->length;
	}
	return length;
}

/** Store the payload, as SGEs or inline. Returns the bytes that it takes. */
INVERBS_INLINE uint32_t efa_put_payload(uint8_t *wqe, uint32_t at,
					const struct inverbs_request *req, uint32_t length)
{
	return inverbs_is_inline(req) ? efa_put_inline(wqe, at, req, length)
				      : efa_put_sges(wqe, at, req);
}

/** Store the control segment. efa.send.head */
INVERBS_INLINE void efa_put_head(uint8_t *wqe, const struct inverbs_sq *sq,
				 const struct inverbs_request *req, uint32_t index,
				 uint32_t bytes INVERBS_UNUSED, uint32_t length, uint64_t tag,
				 uint32_t owed INVERBS_UNUSED)
{
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req->wr;
	const uint8_t code = efa_send_code[req->opcode];
	uint32_t op_0x8 = 0;

	switch (req->opcode) {
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		op_0x8 = INVERBS_LE32(INVERBS_BE32(wr->imm_data));
		break;
	default:
		break;
	}
	inverbs_put16(wqe, (uint16_t)INVERBS_LE16(tag));
	inverbs_put8(wqe + 2, (uint8_t)(code | (inverbs_has_imm(req) ? 0x10U : 0) |
					(inverbs_is_inline(req) ? 0x20U : 0) | 0x80U));
	inverbs_put8(wqe + 3, (uint8_t)(((index & sq->entries) ? 1 : 0) | 4 | 8 | 0x10U));
	inverbs_put16(wqe + 4, (uint16_t)INVERBS_LE16(wr->wr.ud.remote_qpn));
	inverbs_put16(wqe + 6,
		      (uint16_t)INVERBS_LE16(inverbs_is_inline(req) ? length : req->num_sge));
	inverbs_put32(wqe + 8, op_0x8);
	inverbs_put16(wqe + 12, (uint16_t)INVERBS_LE16(inverbs_ah_of(wr->wr.ud.ah)->number));
	inverbs_put8(wqe + 14, 0);
	inverbs_put8(wqe + 15, 0);
	inverbs_put32(wqe + 16, INVERBS_LE32(wr->wr.ud.remote_qkey));
	inverbs_put32(wqe + 20, 0);
	inverbs_put16(wqe + 24, 0);
	inverbs_put16(wqe + 26, (uint16_t)INVERBS_LE16(tag >> 16));
	inverbs_put16(wqe + 28, (uint16_t)INVERBS_LE16(tag >> 32));
	inverbs_put16(wqe + 30, (uint16_t)INVERBS_LE16(tag >> 48));
}

/** The WQEs that a call has stored, for the doorbell. */
struct efa_sent {
	const uint8_t *wqe; /**< the last of them */
	uint32_t bytes;
	uint32_t count;
};

/** Ring the doorbell, once per call. efa.send.doorbell */
INVERBS_INLINE void efa_send_doorbell(struct inverbs_sq *sq,
				      const struct efa_sent *sent INVERBS_UNUSED)
{
	inverbs_wc_flush();
	inverbs_mmio_write32(sq->doorbell, INVERBS_LE32(sq->position & 0xffffU));
}

/* The full paths, in libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
int efa_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr,
		       struct ibv_send_wr **bad_wr) INVERBS_COLD;
/**
 * Post a single send of one SGE on a datagram queue pair, without the lookup of ibv_post_send's
 * full path.
 */
int efa_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int efa_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr,
		       struct ibv_recv_wr **bad_wr) INVERBS_COLD;
int efa_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
#ifdef __cplusplus
}
#endif

INVERBS_INLINE int efa_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr)
{
	return efa_post_send_full(qp, wr, bad_wr);
}

INVERBS_INLINE int efa_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	return efa_post_recv_full(qp, wr, bad_wr);
}

/** No-op: polls start at the consumer index. */
INVERBS_INLINE void efa_cq_seek(struct inverbs_cq *cq)
{
	(void)cq;
}

INVERBS_INLINE int efa_poll_one(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc,
				inverbs_take *take, struct inverbs_taker *taker INVERBS_UNUSED)
{
	return take ? INVERBS_LEFT : efa_poll_cq_full(cq, num_entries, wc);
}

/**
 * The memory in which the next WQE is built: the ring, or the stage when the WQE has to be copied
 * whole.
 */
INVERBS_INLINE uint8_t *efa_send_place(const struct inverbs_sq *sq, uint32_t index)
{
	(void)index;
	return sq->stage;
}

/** Copy a WQE that was built in the stage to the ring. */
INVERBS_INLINE void efa_send_copy(const struct inverbs_sq *sq, uint32_t index, const uint8_t *wqe,
				  uint32_t bytes)
{
	(void)bytes;
	inverbs_wc_copy(sq->buf + ((size_t)(index & (sq->entries - 1)) << sq->shift), wqe,
			1U << sq->shift);
}

/** Read the properties of a work request that decide how its WQE is built. efa.send.ops */
INVERBS_INLINE struct inverbs_request efa_request_of(const struct inverbs_sq *sq,
						     const struct ibv_send_wr *wr, uint32_t opcode,
						     uint32_t qp_type)
{
	struct inverbs_request req = inverbs_request_of(sq, wr, opcode, qp_type);

	req.empty_inside = true;
	return req;
}

/**
 * Store one WQE, or nothing if the work request is refused. Members of `wanted` that are
 * compile-time constants remove most branches. Returns 0 or an errno value. efa.send
 */
INVERBS_INLINE int efa_send_one(struct inverbs_sq *sq, const struct inverbs_request *wanted,
				bool lone INVERBS_UNUSED, struct efa_sent *sent)
{
	const struct inverbs_request req = *wanted;
	const struct ibv_send_wr *const wr INVERBS_UNUSED = req.wr;
	const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
	const uint32_t index = sq->position;
	uint8_t *const wqe = efa_send_place(sq, index);
	uint32_t length = (uint32_t)total;
	uint32_t bytes;
	uint64_t tag = 0;
	const int err = efa_send_refusal(sq, &req, total);

	if (__builtin_expect(err, 0))
		return err;
	if (!inverbs_is_inline(&req)) /* only now that the number of SGEs has been checked */
		length = (uint32_t)inverbs_payload_bytes(&req);
	inverbs_clear(wqe, 1U << sq->shift);
	tag = inverbs_take_tag(sq->tags, wr->wr_id);
	bytes = efa_put_segments(wqe, sq, &req, length);
	bytes += efa_put_payload(wqe, bytes, &req, length);
	efa_put_head(wqe, sq, &req, index, bytes, length, tag, 0);
	efa_send_copy(sq, index, wqe, bytes);
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
INVERBS_INLINE int efa_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr, uint32_t opcode, uint32_t qp_type,
				 bool gathers_one)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct efa_sent sent = {NULL, 0, 0};
	struct inverbs_request req;
	int err;

	inverbs_lock(&sq->lock);
	inverbs_wc_start();
	req = efa_request_of(sq, wr, opcode, qp_type);
	if (gathers_one) { /* lets the compiler unroll loops over SGEs */
		req.num_sge = 1;
		req.flags &= ~(uint32_t)IBV_SEND_INLINE;
	}
	err = efa_send_one(sq, &req, true, &sent);
	if (__builtin_expect(!err, 1)) {
		efa_send_doorbell(sq, &sent);
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
INVERBS_INLINE int efa_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr, struct efa_sent sent, bool built)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err = 0;

	inverbs_wc_start();
	for (; wr; wr = wr->next) {
		struct inverbs_request req;
		req = efa_request_of(sq, wr, (uint32_t)wr->opcode, sq->qp_type);
		req.traits |= built ? INVERBS_BUILT : 0;
		err = efa_send_one(sq, &req, !wr->next && !sent.count, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		if (__builtin_expect(sent.count == sq->max_batch && wr->next, 0)) {
			efa_send_doorbell(sq, &sent);
			inverbs_wc_start();
			sent.count = 0;
		}
	}
	if (sent.count)
		efa_send_doorbell(sq, &sent);
	inverbs_unlock(&sq->lock);
	return err;
}

#ifdef __cplusplus
extern "C" {
#endif
/** Post the work requests built since ibv_wr_start. In libinverbs.a. */
int efa_wr_complete_full(struct ibv_qp_ex *qp) INVERBS_COLD;
#ifdef __cplusplus
}
#endif

/** ibv_wr_complete for efa. */
INVERBS_INLINE int efa_wr_complete(struct ibv_qp_ex *qp)
{
	return efa_wr_complete_full(qp);
}

/**
 * Returns 0, or the errno value with which the receive queue refuses a work request.
 * efa.recv.refuse
 */
INVERBS_INLINE int efa_recv_refusal(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr)
{
	if (__builtin_expect(rq->closed, 0))
		return EINVAL;
	if (__builtin_expect(wr->num_sge == 0, 0))
		return EINVAL;
	if (__builtin_expect((uint32_t)wr->num_sge > rq->max_sge, 0))
		return EINVAL;
	if (__builtin_expect(rq->head - inverbs_observe32(&rq->tail) >= rq->max_post, 0))
		return ENOMEM;
	return 0;
}

/**
 * Store the SGEs of a receive, each in a unit of the ring; the tag identifies the receive.
 * efa.recv.gather
 */
INVERBS_INLINE void efa_put_recv(const struct inverbs_rq *rq, const struct ibv_recv_wr *wr,
				 uint32_t tag)
{
	const uint32_t count = (uint32_t)wr->num_sge;

	for (uint32_t n = 0; n < count; n++) {
		const struct ibv_sge *const sge = &wr->sg_list[n];
		uint8_t *const at = inverbs_slot(rq->buf, rq->position + n, rq->entries, rq->shift);

		inverbs_put64(at, INVERBS_LE64(sge->addr));
		inverbs_put16(at + 8, (uint16_t)INVERBS_LE16(n == 0 ? tag : 0));
		inverbs_put16(at + 10,
			      (uint16_t)INVERBS_LE16(sge->length < 65535U ? sge->length : 65535U));
		inverbs_put32(at + 12,
			      INVERBS_LE32((sge->lkey & 0xffffffU) | (n == 0 ? 0x40000000U : 0) |
					   (n + 1 == count ? 0x80000000U : 0)));
	}
}

/** Publish the number of receives posted so far. efa.recv.doorbell */
INVERBS_INLINE void efa_recv_doorbell(const struct inverbs_rq *rq, uint32_t head)
{
	inverbs_to_device();
	inverbs_mmio_write32(rq->doorbell, INVERBS_LE32(head & 0xffffU));
}

/**
 * The full path of ibv_post_recv. One doorbell for all; posting stops at the first work request
 * that is refused.
 */
INVERBS_INLINE int efa_recv_list(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	uint32_t posted;
	int err = 0;

	inverbs_lock(&rq->lock);
	posted = rq->head;
	for (; wr; wr = wr->next) {
		err = efa_recv_refusal(rq, wr);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		efa_put_recv(rq, wr, inverbs_take_tag(rq->tags, wr->wr_id));
		rq->position += (uint32_t)wr->num_sge;
		rq->head++;
	}
	if (rq->head != posted)
		efa_recv_doorbell(rq, rq->position);
	inverbs_unlock(&rq->lock);
	return err;
}

/** The 32 significant bytes of CQE `index`; larger slots have them at their end. */
INVERBS_INLINE uint8_t *efa_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 32;
}

/** True when CQE `index` was written in the current lap. efa.complete.ready */
INVERBS_INLINE bool efa_cqe_ready(const uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint8_t word = inverbs_observe8(cqe + 3);

	return ((word >> 0) & 1) == ((index & entries) == 0);
}

/** The same for a CQE given by its index. */
INVERBS_INLINE bool efa_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return efa_cqe_ready(efa_cq_entry(cq, index), index, cq->entries);
}

/**
 * The next CQE, or NULL. The rings take turns; when none has a CQE, the search ends at the ring
 * where it began.
 */
INVERBS_INLINE const uint8_t *efa_next_cqe(struct inverbs_cq *cq)
{
	for (uint32_t i = 0; i < cq->rings; i++) {
		const uint32_t index = cq->ring_head[cq->turn];
		const uint8_t *const cqe = efa_cq_entry(cq, index) +
					   (((size_t)cq->turn * cq->entries) << cq->shift);

		if (efa_cqe_ready(cqe, index, cq->entries))
			return cqe;
		cq->turn = cq->turn + 1 == cq->rings ? 0 : cq->turn + 1;
	}
	return NULL;
}

/** Consume the current CQE. */
INVERBS_INLINE void efa_consume(struct inverbs_cq *cq)
{
	cq->ring_head[cq->turn]++;
	cq->turn = cq->turn + 1 == cq->rings ? 0 : cq->turn + 1;
	__atomic_store_n(&cq->head, cq->head + 1,
			 __ATOMIC_RELAXED); /* arming reads it without the lock */
}

/** What the work completion of a send reports, by a value of the CQE. efa.complete.send */
INVERBS_INLINE struct inverbs_meaning efa_send_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_SEND, 0, 0, 0},       /* 0x00 SEND */
		{IBV_WC_RDMA_READ, 0, 0, 0},  /* 0x01 READ */
		{IBV_WC_RDMA_WRITE, 0, 0, 0}, /* 0x02 WRITE */
		{IBV_WC_SEND, 0, 0, 0},       /* all others */
	};

	return rows[value < 4 ? value : 3];
}

/** What the work completion of a receive reports, by a value of the CQE. efa.complete.recv */
INVERBS_INLINE struct inverbs_meaning efa_recv_meaning(uint32_t value)
{
	static const struct inverbs_meaning rows[] = {
		{IBV_WC_RECV, 0, 0, 0},                                /* 0x00 SEND */
		{IBV_WC_RECV, 0, 0, 0},                                /* 0x01 */
		{IBV_WC_RECV_RDMA_WITH_IMM, 0, INVERBS_CQE_LENGTH, 0}, /* 0x02 WRITE */
		{IBV_WC_RECV, 0, 0, 0},                                /* all others */
	};

	return rows[value < 4 ? value : 3];
}

/** The completion status for a status value of the CQE. efa.complete.status */
INVERBS_INLINE enum ibv_wc_status efa_wc_status(uint32_t value)
{
	static const uint8_t status[] = {
		IBV_WC_SUCCESS,            /* 0x00 OK */
		IBV_WC_WR_FLUSH_ERR,       /* 0x01 FLUSHED */
		IBV_WC_LOC_QP_OP_ERR,      /* 0x02 LOCAL_QP_INTERNAL */
		IBV_WC_LOC_QP_OP_ERR,      /* 0x03 LOCAL_UNSUPPORTED */
		IBV_WC_LOC_QP_OP_ERR,      /* 0x04 LOCAL_AH */
		IBV_WC_LOC_PROT_ERR,       /* 0x05 LOCAL_LKEY */
		IBV_WC_LOC_LEN_ERR,        /* 0x06 LOCAL_LENGTH */
		IBV_WC_REM_ACCESS_ERR,     /* 0x07 REMOTE_ADDRESS */
		IBV_WC_REM_ABORT_ERR,      /* 0x08 REMOTE_ABORT */
		IBV_WC_REM_INV_RD_REQ_ERR, /* 0x09 REMOTE_DEST_QPN */
		IBV_WC_RNR_RETRY_EXC_ERR,  /* 0x0a REMOTE_RNR */
		IBV_WC_REM_INV_REQ_ERR,    /* 0x0b REMOTE_LENGTH */
		IBV_WC_BAD_RESP_ERR,       /* 0x0c REMOTE_STATUS */
		IBV_WC_RESP_TIMEOUT_ERR,   /* 0x0d UNRESPONSIVE */
		IBV_WC_REM_OP_ERR,         /* 0x0e REMOTE_AH */
		IBV_WC_RESP_TIMEOUT_ERR,   /* 0x0f UNREACHABLE */
		IBV_WC_GENERAL_ERR,        /* 0x10 */
		IBV_WC_GENERAL_ERR,        /* 0x11 */
		IBV_WC_REM_INV_REQ_ERR,    /* 0x12 FEATURE_MISMATCH */
	};

	return value < 19 ? (enum ibv_wc_status)status[value] : IBV_WC_GENERAL_ERR;
}

/** True when the CQE reports a failed work request. */
INVERBS_INLINE bool efa_cqe_failed(const struct efa_cqe *e)
{
	return e->status != 0;
}

/** Set the owner bit of a CQE that is copied to the slot of CQE `index`. */
INVERBS_INLINE void efa_cqe_take_place(uint8_t *cqe, uint32_t index, uint32_t entries)
{
	const uint8_t bit = 1;
	const uint8_t word = inverbs_get8(cqe + 3);

	inverbs_put8(cqe + 3, (uint8_t)((index & entries) == 0 ? word | bit : word & ~bit));
}

/** True for a completion of a send queue. */
INVERBS_INLINE bool efa_cqe_is_send(const struct efa_cqe *e)
{
	return e->queue == EFA_QUEUE_SEND;
}

/** Publish the consumer index `index`. efa.complete.consumed */
INVERBS_INLINE void efa_cq_publish_index(struct inverbs_cq *cq, uint32_t index)
{
	const uint32_t sequence = cq->arm_sn;
	const bool arm = false;

	if (!cq->doorbell)
		return;

	inverbs_mmio_write32(cq->doorbell,
			     INVERBS_LE32((index & 0xffffU) | ((uint32_t)(sequence & 3) << 29) |
					  (arm ? 0x80000000U : 0)));
}

INVERBS_INLINE void efa_cq_publish_ci(struct inverbs_cq *cq)
{
	efa_cq_publish_index(cq, cq->head);
}

/** The queue pair and the work request of a CQE. */
struct efa_found {
	struct inverbs_qp *qp; /**< NULL for receives of an SRQ that several queue pairs use */
	uint64_t wr_id;
	uint32_t note; /**< completion opcode recorded with the work request */
};

/** Retire the send with a tag. Returns false if the tag is not in use. */
INVERBS_INLINE bool efa_retire_send(struct inverbs_sq *sq, uint64_t tag, struct efa_found *found)
{
	bool known;

	inverbs_lock(&sq->lock);
	known = inverbs_give_tag(sq->tags, tag, &found->wr_id);
	if (known)
		__atomic_store_n(&sq->tail, sq->tail + 1, __ATOMIC_RELEASE);
	inverbs_unlock(&sq->lock);
	return known;
}

/** The same for a receive. */
INVERBS_INLINE bool efa_retire_recv(struct inverbs_rq *rq, uint32_t tag, struct efa_found *found)
{
	bool known;

	inverbs_lock(&rq->lock);
	known = inverbs_give_tag(rq->tags, tag, &found->wr_id);
	if (known)
		__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
	inverbs_unlock(&rq->lock);
	return known;
}

/**
 * Find the queue of a CQE and retire its work request. On entry, found->qp is the queue pair of the
 * previous CQE, or NULL. Returns false if the queue is unknown.
 */
INVERBS_INLINE bool efa_find(const struct inverbs_cq *cq, const struct efa_cqe *e,
			     struct efa_found *found)
{
	struct inverbs_qp *qp = found->qp;

	if (!qp || qp->sq.qpn != e->qpn) {
		qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, e->qpn);
		if (__builtin_expect(!qp || qp->sq.qpn != e->qpn, 0))
			return false;
		found->qp = qp;
	}
	if (efa_cqe_is_send(e))
		return efa_retire_send(&qp->sq,
				       e->tag | ((uint64_t)e->tag_1 << 16) |
					       ((uint64_t)e->tag_2 << 32) |
					       ((uint64_t)e->tag_3 << 48),
				       found);
	if (e->unsolicited) {
		found->wr_id = 0;
		return true;
	}
	return efa_retire_recv(&qp->rq, e->tag, found);
}

/** Flags of a receive completion that do not come from its opcode. efa.complete.recv.flags */
INVERBS_INLINE unsigned int efa_recv_flags(const struct efa_cqe *e INVERBS_UNUSED,
					   uint32_t traits INVERBS_UNUSED)
{
	unsigned int flags = 0;

	if (e->has_imm)
		flags |= IBV_WC_WITH_IMM;
	return flags;
}

/** Opcode of a send completion. */
INVERBS_INLINE enum ibv_wc_opcode efa_send_opcode(const struct inverbs_meaning *m,
						  const struct efa_found *found)
{
	return (enum ibv_wc_opcode)(m->opcode == INVERBS_NOTED ? found->note : m->opcode);
}

/** Fill a work completion from a CQE whose work request was found. efa.complete */
INVERBS_INLINE void efa_fill_wc(const uint8_t *cqe INVERBS_UNUSED, const struct efa_cqe *e,
				const struct efa_found *found, struct ibv_wc *wc)
{
	const uint32_t traits INVERBS_UNUSED = found->qp ? found->qp->sq.flags : 0;
	struct inverbs_meaning m;

	wc->wr_id = found->wr_id;
	wc->qp_num = e->qpn;
	wc->wc_flags = 0;
	wc->status = efa_wc_status(e->status);
	wc->vendor_err = e->status;
	if (efa_cqe_is_send(e)) {
		m = efa_send_meaning(e->op);
		if (m.special != INVERBS_UNKNOWN_VALUE)
			wc->opcode = efa_send_opcode(&m, found);
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == INVERBS_CQE_LENGTH ? e->length : m.length;
		return;
	}
	m = efa_recv_meaning(e->op);
	if (m.special != INVERBS_UNKNOWN_VALUE)
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	wc->wc_flags = m.flags | efa_recv_flags(e, traits);
	wc->byte_len = e->length;
	wc->src_qp = e->src_qp;
	wc->slid = e->ah;
	wc->sl = 0;
	wc->byte_len |= (e->op == EFA_OP_WRITE ? (uint32_t)e->length_high << 16 : 0);
	if (e->has_imm)
		wc->imm_data = INVERBS_BE32(e->imm);
}

/**
 * The full path of ibv_poll_cq. A CQE for an unknown queue is consumed and reported as -2 by a
 * separate call.
 */
INVERBS_INLINE int efa_poll_list(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct efa_found found = {NULL, 0, 0};
	const uint8_t *cqe;
	int got = 0;

	inverbs_lock(&cq->lock);
	while (got < num_entries) {
		struct efa_cqe e;

		cqe = efa_next_cqe(cq);
		if (!cqe)
			break;
		inverbs_from_device();
		e = efa_cqe_get(cqe);
		if (__builtin_expect(!efa_find(cq, &e, &found), 0)) {
			if (got == 0) {
				efa_consume(cq);
				got = -2;
			}
			break;
		}
		efa_consume(cq);
		efa_fill_wc(cqe, &e, &found, &wc[got++]);
	}
	if (got)
		efa_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
	return got;
}

/**
 * Take the next CQE for the extended poll. Returns 0, ENOENT if there is none, or -2 if it names an
 * unknown queue and was consumed.
 */
INVERBS_INLINE int efa_take_entry(struct inverbs_cq *cq)
{
	const uint8_t *const cqe = efa_next_cqe(cq);
	struct efa_found found = {cq->current_qp, 0, 0};
	struct efa_cqe e;

	if (!cqe)
		return ENOENT;
	inverbs_from_device();
	cq->current = cqe;
	efa_consume(cq);
	e = efa_cqe_get(cqe);
	if (__builtin_expect(!efa_find(cq, &e, &found), 0)) {
		return -2;
	}
	cq->current_qp = found.qp;
	cq->current_note = found.note;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = efa_cqe_failed(&e) ? efa_wc_status(efa_cqe_get(cqe).status)
					       : IBV_WC_SUCCESS;
	return 0;
}

/** ibv_start_poll for efa: if it returns 0, the queue's lock is held until end_poll. */
INVERBS_INLINE int efa_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = efa_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int efa_next_poll(struct ibv_cq_ex *ibcq)
{
	return efa_take_entry(inverbs_cq_of_ex(ibcq));
}

INVERBS_INLINE void efa_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = inverbs_cq_of_ex(ibcq);

	efa_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the current CQE of the extended poll. */
INVERBS_INLINE struct efa_cqe efa_current(struct ibv_cq_ex *cq)
{
	return efa_cqe_get(inverbs_cq_of_ex(cq)->current);
}

INVERBS_INLINE enum ibv_wc_opcode efa_read_opcode(struct ibv_cq_ex *cq)
{
	const struct efa_cqe e = efa_current(cq);
	const struct efa_found found = {NULL, 0, inverbs_cq_of_ex(cq)->current_note};
	struct inverbs_meaning m;

	if (!efa_cqe_is_send(&e))
		return (enum ibv_wc_opcode)efa_recv_meaning(e.op).opcode;
	m = efa_send_meaning(e.op);
	return efa_send_opcode(&m, &found);
}

INVERBS_INLINE uint32_t efa_read_vendor_err(struct ibv_cq_ex *cq)
{
	return efa_cqe_get(inverbs_cq_of_ex(cq)->current).status;
}

INVERBS_INLINE unsigned int efa_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct efa_cqe e = efa_current(cq);
	const struct inverbs_qp *const qp = inverbs_cq_of_ex(cq)->current_qp;

	if (efa_cqe_is_send(&e))
		return efa_send_meaning(e.op).flags;
	return efa_recv_meaning(e.op).flags | efa_recv_flags(&e, qp ? qp->sq.flags : 0);
}

INVERBS_INLINE uint32_t efa_read_byte_len(struct ibv_cq_ex *cq)
{
	const struct efa_cqe e = efa_current(cq);

	if (efa_cqe_is_send(&e))
		return 0;
	return e.length | (e.op == EFA_OP_WRITE ? (uint32_t)e.length_high << 16 : 0);
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 efa_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct efa_cqe e = efa_current(cq);

	return INVERBS_BE32(e.imm);
}

INVERBS_INLINE uint8_t efa_read_sl(struct ibv_cq_ex *cq INVERBS_UNUSED)
{
	return 0;
}

INVERBS_INLINE uint32_t efa_read_qp_num(struct ibv_cq_ex *cq)
{
	return efa_current(cq).qpn;
}

INVERBS_INLINE uint32_t efa_read_src_qp(struct ibv_cq_ex *cq)
{
	return efa_current(cq).src_qp;
}

INVERBS_INLINE uint32_t efa_read_slid(struct ibv_cq_ex *cq)
{
	return efa_current(cq).ah;
}

/** ibv_poll_cq for efa. */
INVERBS_INLINE int efa_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	return efa_poll_one(ibcq, num_entries, wc, NULL, NULL);
}
/*
 * The hot paths without the full paths, for interfaces with structures of their own for work
 * requests and completions. The caller does what they leave undone. See fast/fastpath.h.
 */

/**
 * Post one send with one SGE; opcode and flags are not members of wr yet. Returns 0, or
 * INVERBS_LEFT if nothing was posted.
 */
INVERBS_INLINE int efa_send_or_leave(struct ibv_qp *qp, const struct ibv_send_wr *wr,
				     uint32_t opcode, uint32_t flags)
{
	(void)qp, (void)wr, (void)opcode, (void)flags;
	return INVERBS_LEFT;
}

/**
 * Post sends of a list up to the first that does not have the hot shape or does not fit, with one
 * doorbell for all. Returns 0. See inverbs_give.
 */
INVERBS_INLINE int efa_send_run(struct ibv_qp *qp, inverbs_give *give, struct inverbs_giver *giver)
{
	(void)qp, (void)give, (void)giver;
	return 0;
}

/** Post one receive with one SGE. Returns 0, or INVERBS_LEFT if nothing was posted. */
INVERBS_INLINE int efa_recv_or_leave(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	(void)qp, (void)wr;
	return INVERBS_LEFT;
}

/**
 * Poll for one completion. Returns 1 if it was taken, 0 if there is none, or a value of enum
 * inverbs_left.
 */
INVERBS_INLINE int efa_poll_or_leave(struct ibv_cq *cq, inverbs_take *take,
				     struct inverbs_taker *taker)
{
	return efa_poll_one(cq, 1, NULL, take, taker);
}

/**
 * After INVERBS_LEFT_LOCKED: take the completion, if possible, and release the lock. Returns 1 or
 * INVERBS_LEFT.
 */
INVERBS_INLINE int efa_poll_locked(struct ibv_cq *ibcq, inverbs_take *take,
				   struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker; /* never called */
	return INVERBS_LEFT;
}

/**
 * Poll for as many completions as there is room for, up to the first that the hot path does not
 * take. Returns their number.
 */
INVERBS_INLINE int efa_poll_run(struct ibv_cq *ibcq, inverbs_take *take,
				struct inverbs_taker *taker)
{
	(void)ibcq, (void)take, (void)taker;
	return 0;
}

/** Request an event. efa.arm */
INVERBS_INLINE void efa_arm(struct inverbs_cq *cq, bool solicited INVERBS_UNUSED)
{
	const uint32_t index INVERBS_UNUSED = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint32_t sequence INVERBS_UNUSED = __atomic_load_n(&cq->arm_sn, __ATOMIC_RELAXED);
	const bool arm = true;

	inverbs_mmio_write32(cq->doorbell,
			     INVERBS_LE32((index & 0xffffU) | ((uint32_t)(sequence & 3) << 29) |
					  (arm ? 0x80000000U : 0)));
}

/**
 * ibv_req_notify_cq for efa. Takes no lock; a race with a poll only makes the index older, which is
 * allowed. The two kinds are separate calls: with a constant, the arm request takes fewer
 * instructions.
 */
INVERBS_INLINE int efa_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (__builtin_expect(!inverbs_cq_of(ibcq)->doorbell, 0))
		return EOPNOTSUPP;
	if (solicited_only)
		return EOPNOTSUPP;
	efa_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
