/* SPDX-License-Identifier: BSD-2-Clause */
/* rxe's rings, which programs share with the kernel. All its recordings are traces. */
#include "hooks.h"

#include <inverbs/adapters/rxe.h>
#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/device/rxe_device.h>
#include <inverbs/print/rxe_print.h>

#define GOLDEN_ADAPTER rxe
#include "calls.h"

#include "rxe.h"

static void begin_world(struct world *w)
{
	w->ctx.transport = recording_transport();
	recorder_coherent();
}

static void read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r)
{
	struct inverbs_sq *sq = &q->qp.sq;
	struct inverbs_rq *rq = &q->qp.rq;
	const bool sends = is_text(w->vector, "op", "post_send");
	uint8_t *const slots = rxe_make_ring(json, sends ? &q->send : &q->recv,
					     sends ? "send ring" : "receive ring");
	uint8_t *const head = slots - RXE_QUEUE_HEAD;

	(void)r;
	q->qp.ibv.context = &w->ctx.ibv;
	q->qp.ibv.handle = (uint32_t)number(json, "handle", 0);
	sq->qp_type = (uint8_t)number(json, "type", 0);
	if (sends) {
		sq->buf = slots;
		sq->entries = rxe_queue_entries(head);
		sq->shift = rxe_queue_shift(head);
		sq->head = sq->position = (uint32_t)number(json, "producer", 0);
		sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
		sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
		q->send_unit = 1U << sq->shift;
		return;
	}
	rq->buf = slots;
	rq->entries = rxe_queue_entries(head);
	rq->shift = rxe_queue_shift(head);
	rq->head = (uint32_t)number(json, "producer", 0);
	q->recv_unit = 1U << rq->shift;
	rq->max_sge = rxe_receive_sges(q->recv_unit);
}

static void read_srq(struct world *w, const json_t *json, struct inverbs_srq *srq, struct report *r)
{
	(void)r;
	srq->buf = rxe_make_ring(json, &w->shared[0], "shared ring");
	srq->entries = rxe_queue_entries(srq->buf - RXE_QUEUE_HEAD);
	srq->shift = rxe_queue_shift(srq->buf - RXE_QUEUE_HEAD);
	srq->head = (uint32_t)number(json, "producer", 0);
	srq->max_sge = rxe_receive_sges(1U << srq->shift);
}

static void read_cq(struct world *w, const json_t *json, struct report *r)
{
	struct inverbs_cq *cq = &w->cq;
	size_t index;
	json_t *cqe;

	(void)r;
	cq->buf = rxe_make_ring(json, &w->completions, "completion ring");
	cq->entries = rxe_queue_entries(cq->buf - RXE_QUEUE_HEAD);
	cq->shift = rxe_queue_shift(cq->buf - RXE_QUEUE_HEAD);
	cq->head = (uint32_t)number(json, "consumer", 0);
	rxe_cq_seek(cq);
	json_array_foreach(json_object_get(w->vector, "cqes"), index, cqe) copy_bytes(
		cqe, "bytes", cq->buf + (number(cqe, "index", 0) << cq->shift), RXE_CQE_SIZE);
}

static const uint8_t *slots_of(const struct world *w, const struct golden_qp *q)
{
	return w->srq_count ? w->srqs[0].buf : q->qp.sq.buf ? q->qp.sq.buf : q->qp.rq.buf;
}

NUMBER(producer, rxe_producer(slots_of(w, q)))
NUMBER(consumer, rxe_consumer(w->cq.buf))

static const struct golden_number post_numbers[] = {{"producer_after", producer}, {NULL, NULL}};
static const struct golden_number poll_numbers[] = {{"consumer_after", consumer}, {NULL, NULL}};

/* Compares words in a WQE that belong to the kernel: only printers show them. */
static void check_recorded(const uint8_t *wqe, struct report *r)
{
	const struct rxe_send_tail tail = rxe_send_tail_get(wqe + rxe_dump.tail_at);
	const uint32_t ours[RXE_KERNELS_WORDS] = {
		tail.status,     tail.state, tail.mask,          tail.first_psn, tail.last_psn,
		tail.ack_length, tail.ssn,   tail.has_rd_atomic, tail.cur_sge,   tail.sge_offset};
	uint32_t theirs[RXE_KERNELS_WORDS];

	rxe_kernels_words(wqe, theirs);
	check_bytes(r, "words of the kernel", ours, theirs, sizeof(ours));
}

/* ---- vocabulary ---- */

static struct ibv_ah *read_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(1, sizeof(*ah));

	(void)r;
	ah->number = (uint32_t)number(ud, "ah_num", 0);
	return &ah->ibv;
}

static void check_window(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			 struct report *r)
{
	const struct ibv_mw_bind_info *const info = &wr->bind_mw.bind_info;

	check_number(r, "window's address", seen->bind.addr, info->addr);
	check_number(r, "window's length", seen->bind.length, info->length);
	check_number(r, "window's lkey", seen->bind.lkey, info->mr->lkey);
	check_number(r, "window's old key", seen->bind.old_rkey, wr->bind_mw.mw->rkey);
	check_number(r, "window's new key", seen->bind.rkey, wr->bind_mw.rkey);
	check_number(r, "window's access", seen->bind.access, info->mw_access_flags);
}

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_dlid_path_bits = rxe_read_dlid_path_bits;
}

static const struct golden_calls calls = {
	GOLDEN_POST_AND_POLL_CALLS,         .extended = extended,
	.post_srq_recv = rxe_post_srq_recv, .decode_srq_recv = rxe_dev_decode_recv,
	.send_credit = rxe_send_credit,     .recv_credit = rxe_recv_credit,
};

static const struct golden_vocabulary rxe_words = {
	.name = "rxe",
	.calls = &calls,
	.begin = begin_world,
	.read_qp = read_qp,
	.read_srq = read_srq,
	.read_cq = read_cq,
	.read_ah = read_ah,
	.seen_flags = IBV_SEND_FENCE | IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_INLINE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.seen_qpn = ~0U,
	.seen_whole = true,
	.seen_empty = true,
	.seen_wr_id = true,
	.srq_in_order = true,
	.check_window = check_window,
	.check_recorded = check_recorded,
	.rules = rxe_rules,
	.imm_by_flag = true,
	.send_numbers = post_numbers,
	.recv_numbers = post_numbers,
	.srq_numbers = post_numbers,
	.cq_numbers = poll_numbers,
};

static void run_trace(const json_t *trace, struct report *r)
{
	static const struct golden_traces traces = {
		.words = &rxe_words,
		.identity = &rxe_identity,
		.abi_version = RXE_ABI_MAX,
		.qp = &rxe_qp_response,
		.srq = &rxe_srq_response,
		.cq = &rxe_cq_response,
		.read_send = rxe_read_send,
		.read_recv = rxe_read_recv,
	};

	replay_trace(&traces, trace, r);
}

static const struct golden_op ops[] = {{NULL, NULL}};

const struct golden_adapter golden_rxe = {
	.name = "rxe", .ops = ops, .trace = run_trace, .rules = rxe_rules};
