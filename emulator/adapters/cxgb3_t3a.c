/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * T3A's data path, which is in the driver: programs post and poll by commands, and this file does
 * what the library does on T3B. It posts requests to the adapter's ring, and reports completions in
 * the order of the requests.
 */
#include "adapters/cxgb3.h"

#include <inverbs/device/cxgb3_device.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "base/driver.h"
#include "base/upcalls.h"

/** A send whose completion has not been reported yet. */
struct t3a_send {
	uint64_t wr_id;
	enum ibv_wc_opcode opcode;
	uint32_t length; /**< payload of an RDMA read */
	bool signaled;
	bool done;
	uint8_t status; /**< in the adapter's encoding */
};

struct t3a_qp {
	struct t3a_send *sends;
	uint32_t sq_head, sq_tail; /**< numbers of sends posted and reported; free-running */
	uint64_t *recvs;
	uint32_t rq_head, rq_tail;
	uint32_t slot; /**< ring slot of the next request */
};

/** Work completions that a program has not polled. */
struct t3a_cq {
	struct ibv_wc *ready;
	uint32_t first, count, room; /**< room: a power of two */
	uint32_t consumed;           /**< slots of the adapter's ring; read by the engine */
};

/* --- life cycle -------------------------------------------------------------------------- */

static struct t3a_cq *cq_of(const struct softhca_cq *cq)
{
	return (struct t3a_cq *)softhca_joint_cq_of(cq)->soft;
}

static struct t3a_qp *qp_of(const struct softhca_qp *qp)
{
	return (struct t3a_qp *)softhca_joint_qp_of(qp)->soft;
}

static const struct hw_qp *hw_of(const struct softhca_qp *qp)
{
	return &softhca_joint_qp_of(qp)->hw;
}

static int cq_init(struct softhca_cq *cq)
{
	struct softhca_joint_cq *joint = softhca_joint_cq_of(cq);
	struct t3a_cq *soft = calloc(1, sizeof(*soft));

	if (!soft)
		return ENOMEM;
	soft->room = cq->entries;
	soft->ready = calloc(soft->room, sizeof(*soft->ready));
	if (!soft->ready) {
		free(soft);
		return ENOMEM;
	}
	joint->soft = soft;
	softhca_view_own(&joint->hw.doorbell_record, (uint8_t *)&soft->consumed,
			 sizeof(soft->consumed));
	return 0;
}

static void cq_fini(struct softhca_cq *cq)
{
	free(cq_of(cq)->ready);
	free(cq_of(cq));
	softhca_joint_cq_of(cq)->soft = NULL;
}

static int qp_init(struct softhca_qp *qp)
{
	struct t3a_qp *soft = calloc(1, sizeof(*soft));

	if (!soft)
		return ENOMEM;
	soft->sends = calloc(hw_of(qp)->send_depth, sizeof(*soft->sends));
	soft->recvs = calloc(hw_of(qp)->recv_depth, sizeof(*soft->recvs));
	softhca_joint_qp_of(qp)->soft = soft;
	return soft->sends && soft->recvs ? 0 : ENOMEM;
}

static void qp_reset(struct softhca_qp *qp)
{
	struct softhca_joint_qp *joint = softhca_joint_qp_of(qp);
	struct t3a_qp *soft = joint->soft;

	soft->sq_head = soft->sq_tail = soft->rq_head = soft->rq_tail = soft->slot = 0;
	memset(joint->ring.at, 0, joint->ring.bytes);
}

static struct t3a_send *send_at(const struct softhca_qp *qp, uint32_t serial)
{
	return &qp_of(qp)->sends[serial & (hw_of(qp)->send_depth - 1)];
}

static uint64_t *recv_at(const struct softhca_qp *qp, uint32_t index)
{
	return &qp_of(qp)->recvs[index & (hw_of(qp)->recv_depth - 1)];
}

/* --- polling ----------------------------------------------------------------------------- */

/** Double the room, up to a limit in case the program never polls. Returns 0 or ENOMEM. */
static int grow_soft_cq(const struct softhca_cq *cq, struct t3a_cq *soft)
{
	const uint32_t most = (uint32_t)cq->obj.ctx->device->driver->limits->attr.max_cqe;
	struct ibv_wc *more = NULL;

	if (soft->room <= most)
		more = calloc(2 * (size_t)soft->room, sizeof(*more));
	if (!more)
		return ENOMEM;
	for (uint32_t i = 0; i < soft->count; i++)
		more[i] = soft->ready[(soft->first + i) & (soft->room - 1)];
	free(soft->ready);
	soft->ready = more;
	soft->first = 0;
	soft->room *= 2;
	return 0;
}

/** If memory is exhausted, the completion is lost and the queue fails. */
static void append_completion(struct softhca_cq *cq, const struct ibv_wc *wc)
{
	struct t3a_cq *soft = cq_of(cq);

	if (soft->count == soft->room && grow_soft_cq(cq, soft)) {
		cq->failed = true;
		softhca_cq_event(cq, IBV_EVENT_CQ_ERR);
		return;
	}
	soft->ready[(soft->first + soft->count++) & (soft->room - 1)] = *wc;
}

/** Report completed sends from the oldest on; unsignaled ones are skipped. */
static void report_sends(struct softhca_qp *qp)
{
	struct t3a_qp *soft = qp_of(qp);

	for (; soft->sq_tail != soft->sq_head; soft->sq_tail++) {
		const struct t3a_send *send = send_at(qp, soft->sq_tail);
		const struct ibv_wc wc = {
			.wr_id = send->wr_id,
			.status = cxgb3_dev_meaning(send->status),
			.vendor_err = send->status,
			.opcode = send->opcode,
			.byte_len = send->length,
			.qp_num = qp->qpn,
		};

		if (!send->done)
			return;
		if (send->signaled || send->status)
			append_completion(qp->send_cq, &wc);
	}
}

/** A send completed, and with it all earlier sends that generate no CQE. */
static void send_completed(struct softhca_qp *qp, const struct cxgb3_cqe *cqe)
{
	struct t3a_qp *soft = qp_of(qp);

	if (cqe->serial - soft->sq_tail >= soft->sq_head - soft->sq_tail)
		return;
	for (uint32_t i = soft->sq_tail; i != cqe->serial; i++) {
		struct t3a_send *send = send_at(qp, i);

		send->done |= !send->signaled && send->opcode != IBV_WC_RDMA_READ;
	}
	send_at(qp, cqe->serial)->done = true;
	send_at(qp, cqe->serial)->status = cqe->status;
	report_sends(qp);
}

/** RDMA reads complete out of order with other sends, but in order among themselves. */
static void read_completed(struct softhca_qp *qp, const struct cxgb3_cqe *cqe)
{
	struct t3a_qp *soft = qp_of(qp);

	for (uint32_t i = soft->sq_tail; i != soft->sq_head; i++) {
		struct t3a_send *send = send_at(qp, i);

		if (send->done || send->opcode != IBV_WC_RDMA_READ)
			continue;
		send->done = true;
		send->status = cqe->status;
		break;
	}
	report_sends(qp);
}

static void recv_completed(struct softhca_qp *qp, uint8_t status, uint32_t length)
{
	struct t3a_qp *soft = qp_of(qp);
	const struct ibv_wc wc = {
		.status = cxgb3_dev_meaning(status),
		.vendor_err = status,
		.opcode = IBV_WC_RECV,
		.byte_len = length,
		.qp_num = qp->qpn,
		.wr_id = *recv_at(qp, soft->rq_tail),
	};

	if (soft->rq_tail == soft->rq_head)
		return;
	soft->rq_tail++;
	append_completion(qp->recv_cq, &wc);
}

static void complete_wr(struct softhca_cq *cq, const struct cxgb3_cqe *cqe)
{
	struct softhca_qp *qp = softhca_find_qp(cq->obj.ctx->device, cqe->qpid);

	if (!qp || qp->ctx != cq->obj.ctx || !qp->hw)
		return;
	if (cqe->operation == CXGB3_RDMA_READ_RESP)
		read_completed(qp, cqe);
	else if (cqe->is_send)
		send_completed(qp, cqe);
	else
		recv_completed(qp, cqe->status, cqe->length);
}

/**
 * Consume all CQEs that the adapter has written, but at most one lap of the ring: the program may
 * have mapped it and write to it, too.
 */
static void consume_cqes(struct softhca_cq *cq)
{
	struct softhca_joint_cq *joint = softhca_joint_cq_of(cq);
	struct t3a_cq *soft = joint->soft;

	for (uint32_t n = 0; n < cq->entries; n++) {
		const uint32_t index = soft->consumed;
		uint8_t raw[1 << CXGB3_CQE_SHIFT];
		struct cxgb3_cqe cqe;

		/* a copy: the program may have mapped the ring */
		softhca_view_read(&joint->hw.ring.memory, hw_ring_offset(&joint->hw.ring, index),
				  raw, sizeof(raw));
		cqe = cxgb3_cqe_get(raw);
		if (cqe.generation != !(index & cq->entries))
			return;
		soft->consumed++;
		complete_wr(cq, &cqe);
	}
}

bool t3a_poll_cq(struct softhca_cq *cq, struct ibv_wc *wc)
{
	struct t3a_cq *soft = cq_of(cq);

	if (!soft->count)
		consume_cqes(cq);
	if (!soft->count)
		return false;
	*wc = soft->ready[soft->first++ & (soft->room - 1)];
	soft->count--;
	return true;
}

static void qp_flush(struct softhca_qp *qp)
{
	struct t3a_qp *soft = qp_of(qp);

	consume_cqes(qp->recv_cq);
	consume_cqes(qp->send_cq);
	while (soft->rq_tail != soft->rq_head)
		recv_completed(qp, CXGB3_STATUS_SWFLUSH, 0);
	for (uint32_t i = soft->sq_tail; i != soft->sq_head; i++) {
		struct t3a_send *send = send_at(qp, i);

		if (!send->done)
			send->status = CXGB3_STATUS_SWFLUSH;
		send->done = true;
		send->length = send->status ? 0 : send->length;
	}
	report_sends(qp);
}

/** Completions of a destroyed queue pair are not delivered. */
static void drop_completions(struct softhca_cq *cq, uint32_t qpn)
{
	struct t3a_cq *soft = cq_of(cq);
	uint32_t kept = 0;

	consume_cqes(cq);
	for (uint32_t i = 0; i < soft->count; i++) {
		const struct ibv_wc wc = soft->ready[(soft->first + i) & (soft->room - 1)];

		if (wc.qp_num != qpn)
			soft->ready[(soft->first + kept++) & (soft->room - 1)] = wc;
	}
	soft->count = kept;
}

static void qp_fini(struct softhca_qp *qp)
{
	struct t3a_qp *soft = qp_of(qp);

	drop_completions(qp->recv_cq, qp->qpn);
	drop_completions(qp->send_cq, qp->qpn);
	free(soft->sends);
	free(soft->recvs);
	free(soft);
	softhca_joint_qp_of(qp)->soft = NULL;
}

/* --- posting ----------------------------------------------------------------------------- */

static uint8_t *put_sges(uint8_t *at, const struct ibv_sge *sge, int count)
{
	for (int i = 0; i < count; i++) {
		const struct cxgb3_sge to = {
			.stag = sge[i].lkey, .length = sge[i].length, .addr = sge[i].addr};

		cxgb3_sge_put(at, &to);
		at += CXGB3_SGE_SIZE;
	}
	return at;
}

static uint64_t total_of(const struct ibv_send_wr *wr)
{
	uint64_t total = 0;

	for (int i = 0; i < wr->num_sge; i++)
		total += wr->sg_list[i].length;
	return total;
}

static uint8_t *put_send(uint8_t *at, const struct ibv_send_wr *wr)
{
	const struct cxgb3_send_wr body = {
		.operation = (wr->send_flags & IBV_SEND_SOLICITED) != 0, /* else plain */
		.length = (uint32_t)total_of(wr),
		.sges = (uint32_t)wr->num_sge,
	};

	cxgb3_send_wr_put(at, &body);
	return put_sges(at + CXGB3_SEND_WR_SIZE, wr->sg_list, wr->num_sge);
}

static uint8_t *put_write(uint8_t *at, const struct ibv_send_wr *wr)
{
	const struct cxgb3_write body = {
		.stag = wr->wr.rdma.rkey,
		.addr = wr->wr.rdma.remote_addr,
		.length = (uint32_t)total_of(wr),
		.sges = (uint32_t)wr->num_sge,
	};

	cxgb3_write_put(at, &body);
	return put_sges(at + CXGB3_WRITE_SIZE, wr->sg_list, wr->num_sge);
}

static uint8_t *put_read(uint8_t *at, const struct ibv_send_wr *wr)
{
	const struct ibv_sge none = {.lkey = 0};
	const struct ibv_sge *sink = wr->num_sge ? wr->sg_list : &none;
	const struct cxgb3_read body = {
		.stag = wr->wr.rdma.rkey,
		.addr = wr->wr.rdma.remote_addr,
		.local_stag = sink->lkey,
		.length = sink->length,
		.local_addr = sink->addr,
	};

	cxgb3_read_put(at, &body);
	return at + CXGB3_READ_SIZE;
}

/** What the driver accepts. It ignores IBV_SEND_INLINE. */
static const struct {
	uint8_t code;
	enum ibv_wc_opcode opcode;
	int max_sges;
	uint8_t *(*put)(uint8_t *at, const struct ibv_send_wr *wr);
} kinds[] = {
	[IBV_WR_RDMA_WRITE] = {CXGB3_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE, CXGB3_MAX_SGE, put_write},
	[IBV_WR_SEND] = {CXGB3_WR_SEND, IBV_WC_SEND, CXGB3_MAX_SGE, put_send},
	[IBV_WR_RDMA_READ] = {CXGB3_WR_RDMA_READ, IBV_WC_RDMA_READ, 1, put_read},
};

static uint8_t *next_slot(const struct softhca_qp *qp)
{
	const struct softhca_joint_qp *joint = softhca_joint_qp_of(qp);

	return joint->ring.at +
	       ((size_t)(qp_of(qp)->slot & (joint->hw.send.entries - 1)) << CXGB3_SLOT_SHIFT);
}

static void publish_wqe(struct softhca_qp *qp, uint8_t *slot)
{
	struct t3a_qp *soft = qp_of(qp);

	cxgb3_dev_publish(slot, soft->slot++, hw_of(qp)->send.entries);
	softhca_engine_kick_qp(qp->ctx, qp->qpn);
}

static int check_send(const struct softhca_qp *qp, const struct ibv_send_wr *wr)
{
	const struct t3a_qp *soft = qp_of(qp);
	const unsigned int opcode = wr->opcode;

	if (qp->attr.qp_state > IBV_QPS_RTS)
		return EINVAL;
	if (soft->sq_head - soft->sq_tail == hw_of(qp)->send_depth)
		return ENOMEM;
	if (opcode >= sizeof(kinds) / sizeof(kinds[0]) || !kinds[opcode].put ||
	    wr->num_sge > kinds[opcode].max_sges || total_of(wr) > UINT32_MAX)
		return EINVAL;
	return 0;
}

int t3a_post_send(struct softhca_qp *qp, const struct ibv_send_wr *wr)
{
	const bool read = wr->opcode == IBV_WR_RDMA_READ;
	struct t3a_qp *soft = qp_of(qp);
	uint8_t *slot = next_slot(qp);
	struct cxgb3_head head;
	bool signaled;
	int ret;

	consume_cqes(qp->send_cq);
	ret = check_send(qp, wr);
	if (ret)
		return ret;
	signaled = qp->sq_sig_all || wr->send_flags & IBV_SEND_SIGNALED;
	*send_at(qp, soft->sq_head) = (struct t3a_send){
		.wr_id = wr->wr_id,
		.opcode = kinds[wr->opcode].opcode,
		.length = read ? (uint32_t)total_of(wr) : 0,
		.signaled = signaled,
	};
	head = (struct cxgb3_head){
		.opcode = kinds[wr->opcode].code,
		.read_fence = !read && wr->send_flags & IBV_SEND_FENCE,
		.solicited = !read && wr->send_flags & IBV_SEND_SOLICITED,
		.completion = !read && signaled,
		.serial = soft->sq_head++,
		.flits = (uint8_t)(kinds[wr->opcode].put(slot + CXGB3_HEAD_SIZE, wr) - slot),
	};
	cxgb3_head_put(slot, &head);
	publish_wqe(qp, slot);
	return 0;
}

int t3a_post_recv(struct softhca_qp *qp, const struct ibv_recv_wr *wr)
{
	const struct cxgb3_receive body = {.sges = (uint32_t)wr->num_sge};
	struct t3a_qp *soft = qp_of(qp);
	uint8_t *slot = next_slot(qp), *at = slot + CXGB3_HEAD_SIZE;
	struct cxgb3_head head;

	if (qp->attr.qp_state > IBV_QPS_RTS || wr->num_sge > (int)CXGB3_MAX_SGE)
		return EINVAL;
	if (soft->rq_head - soft->rq_tail == hw_of(qp)->recv_depth - 1)
		return ENOMEM;
	*recv_at(qp, soft->rq_head++) = wr->wr_id;
	cxgb3_receive_put(at, &body);
	at = put_sges(at + CXGB3_RECEIVE_SIZE, wr->sg_list, wr->num_sge);
	head = (struct cxgb3_head){
		.opcode = CXGB3_WR_RECEIVE,
		.completion = 1,
		.flits = (uint8_t)(at - slot),
	};
	cxgb3_head_put(slot, &head);
	publish_wqe(qp, slot);
	return 0;
}

const struct softhca_joint_soft t3a_soft = {
	.spare_cqes = 16,
	.cq_init = cq_init,
	.cq_fini = cq_fini,
	.qp_init = qp_init,
	.qp_fini = qp_fini,
	.qp_reset = qp_reset,
	.qp_flush = qp_flush,
};
