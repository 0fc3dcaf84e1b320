/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hot paths must do what the full paths do. Two identical queue pairs get the same random
 * requests and the same completions; one uses the hot paths, the other the full path and polls that
 * decode one CQE at a time. Rings, doorbells, bookkeeping and work completions must be equal.
 * SAME_ADAPTER is the adapter's header.
 *
 * same FILE [update]: also compare the work completions with a file, or write the file
 * same [SEED]: do not compare them
 */
#include <infiniband/verbs.h>

#include SAME_ADAPTER
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/percall/ops.h"
#include "bench/percall/queues.h"
#include "tests/bounds/stored.h"

enum {
	WORLDS = 2, /* hot, full */
	ROUNDS = 180,
	STEPS = 90, /* per round */
	PAYLOAD = 512,
	MOST_SGES = 4,
	MOST_POLLED = 5,
	PAGE = 4096,
	OUTSTANDING = 4096,
	OPCODES = 14,
	UNKNOWN_QPN = 0x7777,
	IDLE = 0x5a, /* value of every byte of a work completion before a poll */
};

/** A posted request that may complete. */
struct sent {
	uint64_t wr_id;
	uint32_t unit, serial;
	bool signaled, is_read;
};

static struct bench_queues *world[WORLDS];
static uint8_t payload[PAYLOAD];
static struct sent sent[OUTSTANDING];
static uint32_t sent_head, sent_tail, recv_head, recv_tail, put, late_reads;
static uint64_t seed, posted, polled;
static char doing[256]; /* last action, for messages */

static uint32_t draw(uint32_t limit)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % limit;
}

__attribute__((noreturn)) static void differ(const char *what)
{
	printf("%s differs between the hot and the full path after %s\n", what, doing);
	exit(1);
}

static void require_same(bool same, const char *what)
{
	if (!same)
		differ(what);
}

static void check_bytes(const void *a, const void *b, size_t bytes, const char *what)
{
	const uint8_t *const hot = (const uint8_t *)a, *const full = (const uint8_t *)b;

	if (!a || !memcmp(a, b, bytes))
		return;
	for (size_t i = 0; i < bytes; i++) {
		if (hot[i] == full[i])
			continue;
		printf("byte %zu: %02x, %02x\n", i, hot[i], full[i]);
		differ(what);
	}
}

/* ---- comparisons ---- */

static void check_sends(const struct inverbs_sq *a, const struct inverbs_sq *b)
{
	require_same(inverbs_sq_head(a) == inverbs_sq_head(b), "the number of posted sends");
	require_same(inverbs_sq_position(a) == inverbs_sq_position(b),
		     "the place of the next send");
	require_same(a->tail == b->tail, "the number of retired sends");
	require_same(a->owed == b->owed, "the fence that is owed");
	check_bytes(a->buf - SAME_RING_HEAD, b->buf - SAME_RING_HEAD,
		    SAME_RING_HEAD + ((size_t)a->entries << a->shift), "the send ring");
	check_bytes(a->doorbell, b->doorbell, PAGE, "the doorbell page");
	check_bytes(a->doorbell_record, b->doorbell_record, sizeof(*a->doorbell_record),
		    "the send doorbell record");
	check_bytes(a->wr_id, b->wr_id, a->entries * sizeof(*a->wr_id), "a send's wr_id");
	for (uint32_t i = 0; a->posted && i < a->entries; i++) {
		require_same(a->posted[i].wr_id == b->posted[i].wr_id, "a posted send's wr_id");
		require_same(a->posted[i].next == b->posted[i].next, "where a send ends");
	}
	if (a->push && a->push->page) {
		require_same(a->push->next - (uintptr_t)a->push->page ==
				     b->push->next - (uintptr_t)b->push->page,
			     "the turn of the BlueFlame buffers");
		check_bytes(a->push->page, b->push->page, PAGE, "the BlueFlame page");
	}
}

static void check_work(const struct inverbs_work *a, const struct inverbs_work *b)
{
	require_same(a->late_open == b->late_open && a->flushed == b->flushed && a->held == b->held,
		     "what is late, flushed or held");
	for (uint32_t i = 0; i < a->requests; i++) {
		const struct inverbs_send_record *const x = &a->records[i], *const y =
										    &b->records[i];

		require_same(x->wr_id == y->wr_id && x->signaled == y->signaled &&
				     x->late == y->late && x->complete == y->complete &&
				     x->done.opcode == y->done.opcode &&
				     x->done.length == y->done.length,
			     "the record of a send");
	}
}

static void check_receives(const struct bench_queues *p, const struct bench_queues *q)
{
	const struct inverbs_rq *const a = &p->qp.rq, *const b = &q->qp.rq;

	require_same(inverbs_rq_head(a) == inverbs_rq_head(b), "the number of posted receives");
	require_same(a->tail == b->tail, "the number of retired receives");
	if (a->buf)
		check_bytes(a->buf - SAME_RING_HEAD, b->buf - SAME_RING_HEAD,
			    SAME_RING_HEAD + ((size_t)a->entries << a->shift), "the receive ring");
	check_bytes(a->doorbell_record, b->doorbell_record, sizeof(*a->doorbell_record),
		    "the receive doorbell record");
	check_bytes(a->wr_id, b->wr_id, a->entries * sizeof(*a->wr_id), "a receive's wr_id");
	if (!p->qp.srq)
		return;
	require_same(p->srq.head == q->srq.head && p->srq.tail == q->srq.tail &&
			     p->srq.counter == q->srq.counter,
		     "the state of the shared receive queue");
	check_bytes(p->srq.buf - SAME_RING_HEAD, q->srq.buf - SAME_RING_HEAD,
		    SAME_RING_HEAD + ((size_t)p->srq.entries << p->srq.shift), "the shared ring");
	check_bytes(p->srq.wr_id, q->srq.wr_id, p->srq.entries * sizeof(*p->srq.wr_id),
		    "a shared receive's wr_id");
}

static void check_completions(const struct inverbs_cq *a, const struct inverbs_cq *b)
{
	require_same(a->head == b->head, "the number of consumed CQEs");
	check_bytes(a->doorbell_record, b->doorbell_record, sizeof(*a->doorbell_record),
		    "the consumer index");
	if (SAME_RING_HEAD)
		check_bytes(a->buf - SAME_RING_HEAD, b->buf - SAME_RING_HEAD, SAME_RING_HEAD,
			    "the indexes of the completion queue");
	if (a->soft)
		require_same(a->soft->tail - a->soft->head == b->soft->tail - b->soft->head,
			     "what software keeps");
}

static void check_all(void)
{
	check_sends(&world[0]->qp.sq, &world[1]->qp.sq);
	check_receives(world[0], world[1]);
	check_completions(&world[0]->cq, &world[1]->cq);
	if (world[0]->qp.sq.work)
		check_work(world[0]->qp.sq.work, world[1]->qp.sq.work);
}

/* ---- requests ---- */

static uint32_t draw_length(void)
{
	static const uint32_t edges[] = {0,  0,  1,  4,  8,  9,  12, 15, 16,
					 17, 28, 32, 44, 60, 64, 65, 100};

	return draw(4) ? edges[draw(sizeof(edges) / sizeof(*edges))] : draw(PAYLOAD / MOST_SGES);
}

static void draw_sges(struct ibv_sge *sges)
{
	for (uint32_t i = 0; i < MOST_SGES; i++)
		sges[i] = (struct ibv_sge){(uintptr_t)payload + draw(PAYLOAD / 2),
					   draw(32) ? draw_length() : UINT32_MAX, draw(UINT16_MAX)};
}

/* Half of them are common opcodes, a third other ones that the hot path handles. */
static enum ibv_wr_opcode draw_opcode(void)
{
	static const enum ibv_wr_opcode some[] = {IBV_WR_SEND,          IBV_WR_RDMA_WRITE,
						  IBV_WR_SEND,          IBV_WR_RDMA_WRITE,
						  IBV_WR_SEND,          IBV_WR_RDMA_WRITE,
						  IBV_WR_SEND_WITH_IMM, IBV_WR_RDMA_WRITE_WITH_IMM,
						  IBV_WR_SEND_WITH_INV, IBV_WR_RDMA_READ};
	const uint32_t which = draw(12);

	return which < sizeof(some) / sizeof(*some) ? some[which]
						    : (enum ibv_wr_opcode)draw(OPCODES);
}

static void draw_send(struct ibv_send_wr *wr, struct ibv_sge *sges)
{
	static struct ibv_mw mw = {.type = IBV_MW_TYPE_1};
	static struct inverbs_mr mr;
	const bool is_plain = draw(3) != 0;

	memset(wr, 0, sizeof(*wr));
	draw_sges(sges);
	wr->wr_id = (uint64_t)draw(INT32_MAX) << 32 | draw(INT32_MAX);
	wr->sg_list = sges;
	wr->num_sge = draw(2) ? 1 : (int)draw(MOST_SGES + 1);
	wr->opcode = draw_opcode();
	wr->send_flags = draw(is_plain ? IBV_SEND_INLINE << 1 : IBV_SEND_IP_CSUM << 1);
	if (is_plain && draw(2)) /* for most opcodes the hot path requires this */
		wr->send_flags &= ~(IBV_SEND_INLINE | IBV_SEND_FENCE);
	wr->imm_data = draw(INT32_MAX);
	if (world[0]->qp.sq.qp_type == IBV_QPT_UD) {
		wr->wr.ud.ah = &world[0]->ah[draw(STAGE_AHS)].ibv;
		wr->wr.ud.remote_qpn = draw(1 << 24);
		wr->wr.ud.remote_qkey = draw(INT32_MAX);
	} else {
		wr->wr.atomic.remote_addr = (uint64_t)draw(INT32_MAX) << 3;
		wr->wr.atomic.compare_add = draw(INT32_MAX);
		wr->wr.atomic.swap = draw(INT32_MAX);
		wr->wr.atomic.rkey = draw(INT32_MAX);
	}
	wr->qp_type.xrc.remote_srqn = draw(1 << 24);
	if (wr->opcode == IBV_WR_BIND_MW) {
		wr->bind_mw.mw = &mw;
		wr->bind_mw.rkey = draw(INT32_MAX);
		wr->bind_mw.bind_info = (struct ibv_mw_bind_info){.mr = &mr.ibv, .length = draw(2)};
	}
}

static void note_sent(const struct ibv_send_wr *wr, uint32_t unit, uint32_t serial)
{
	posted++;
	if (sent_head - sent_tail == OUTSTANDING)
		sent_tail++;
	sent[sent_head++ % OUTSTANDING] = (struct sent){wr->wr_id, unit, serial,
							(wr->send_flags & IBV_SEND_SIGNALED) != 0,
							wr->opcode == IBV_WR_RDMA_READ};
}

static void post_send(void)
{
	const uint32_t unit = inverbs_sq_position(&world[1]->qp.sq);
	const uint32_t serial = inverbs_sq_head(&world[1]->qp.sq);
	struct ibv_sge sges[MOST_SGES];
	struct ibv_send_wr wr, *bad[WORLDS] = {NULL, NULL};
	int err[WORLDS];

	draw_send(&wr, sges);
	snprintf(doing, sizeof(doing), "a %s, flags %x, %d SGEs, the first of %u bytes",
		 ibv_wr_opcode_str(wr.opcode), wr.send_flags, wr.num_sge, sges[0].length);
	err[0] = ibv_post_send(&world[0]->qp.ibv, &wr, &bad[0]);
	inverbs_sq_recall(&world[1]->qp.sq); /* the full path also posts on credit */
	err[1] = SAME(post_send_full)(&world[1]->qp.ibv, &wr, &bad[1]);
	require_same(err[0] == err[1] && bad[0] == bad[1], "the result");
	if (!err[0])
		note_sent(&wr, unit, serial);
}

/* Requests with constant arguments, by the functions that bench/percall measures. */
static void post_constant(void)
{
	static const struct {
		const_send *call;
		enum ibv_wr_opcode opcode;
		unsigned int flags;
		uint32_t length;
	} calls[] = {
		{op_const_send, IBV_WR_SEND, IBV_SEND_SIGNALED, 0},
		{op_const_send_inline, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 0},
		{op_const_send_inline_16, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 16},
		{op_const_write, IBV_WR_RDMA_WRITE, 0, 0},
		{op_const_write_inline, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, 0},
		{op_const_write_inline_8, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, 8},
		{op_const_read, IBV_WR_RDMA_READ, IBV_SEND_SIGNALED, 0},
	};
	const uint32_t which = draw(sizeof(calls) / sizeof(*calls));
	const uint32_t unit = inverbs_sq_position(&world[1]->qp.sq);
	const uint32_t serial = inverbs_sq_head(&world[1]->qp.sq);
	struct ibv_sge sge = {(uintptr_t)payload + draw(PAYLOAD / 2),
			      calls[which].length ? calls[which].length : draw_length(),
			      draw(UINT16_MAX)};
	struct varying v = {.addr = sge.addr,
			    .length = sge.length,
			    .lkey = sge.lkey,
			    .wr_id = draw(INT32_MAX),
			    .remote_addr = (uint64_t)draw(INT32_MAX) << 3,
			    .rkey = draw(INT32_MAX)};
	struct ibv_send_wr wr = {.wr_id = v.wr_id,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = calls[which].opcode,
				 .send_flags = calls[which].flags},
			   *bad;
	int err[WORLDS];

	if (world[0]->qp.sq.qp_type != IBV_QPT_RC) /* other types have more members that matter */
		return;
	if (wr.opcode != IBV_WR_SEND) {
		wr.wr.rdma.remote_addr = v.remote_addr;
		wr.wr.rdma.rkey = v.rkey;
	}
	snprintf(doing, sizeof(doing), "a constant %s, flags %x, of %u bytes",
		 ibv_wr_opcode_str(wr.opcode), wr.send_flags, sge.length);
	err[0] = calls[which].call(&world[0]->qp.ibv, &v);
	inverbs_sq_recall(&world[1]->qp.sq); /* the full path also posts on credit */
	err[1] = SAME(post_send_full)(&world[1]->qp.ibv, &wr, &bad);
	require_same(err[0] == err[1], "the result");
	if (!err[0])
		note_sent(&wr, unit, serial);
}

static void post_recv(void)
{
	struct ibv_sge sges[MOST_SGES];
	struct ibv_recv_wr wr = {.wr_id = (uint64_t)draw(INT32_MAX) << 16, .sg_list = sges};
	struct ibv_recv_wr *bad;
	int err[WORLDS];

	draw_sges(sges);
	wr.num_sge = draw(4) ? 1 : (int)draw(MOST_SGES + 1);
	snprintf(doing, sizeof(doing), "a receive of %d SGEs, the first of %u bytes", wr.num_sge,
		 sges[0].length);
	if (world[0]->qp.srq) {
		err[0] = ibv_post_srq_recv(&world[0]->srq.ibv, &wr, &bad);
		err[1] = SAME_POST_SRQ_RECV_FULL(&world[1]->srq.ibv, &wr, &bad);
	} else {
		err[0] = ibv_post_recv(&world[0]->qp.ibv, &wr, &bad);
		err[1] = SAME(post_recv_full)(&world[1]->qp.ibv, &wr, &bad);
	}
	require_same(err[0] == err[1], "the result");
	recv_head += !err[0];
	posted += !err[0];
}

/* ---- completions ---- */

static enum ibv_wc_status draw_status(void)
{
	static const enum ibv_wc_status some[] = {IBV_WC_LOC_LEN_ERR,    IBV_WC_LOC_PROT_ERR,
						  IBV_WC_WR_FLUSH_ERR,   IBV_WC_REM_ACCESS_ERR,
						  IBV_WC_RETRY_EXC_ERR,  IBV_WC_RNR_RETRY_EXC_ERR,
						  IBV_WC_REM_INV_REQ_ERR};

	return draw(100) ? IBV_WC_SUCCESS : some[draw(sizeof(some) / sizeof(*some))];
}

/* If software orders completions, the adapter may report them in any order. */
static void swap_next(void)
{
	struct sent *const a = &sent[sent_tail % OUTSTANDING];
	struct sent *const b = &sent[(sent_tail + 1) % OUTSTANDING];
	const struct sent first = *a;

	*a = *b;
	*b = first;
}

static bool draw_send_cqe(struct inverbs_dev_cqe *cqe)
{
	static const uint32_t codes[] = {SAME_CODES};
	const struct sent *s;

	if (late_reads && !draw(4)) {
		late_reads--;
		cqe->is_send = cqe->is_late = true;
		return true;
	}
	if (sent_head == sent_tail)
		return false;
	if (SAME_LATE && sent_head - sent_tail > 1 && !draw(6))
		swap_next();
	s = &sent[sent_tail++ % OUTSTANDING];
	if (SAME_LATE && s->is_read && draw(4)) { /* completes after later sends */
		late_reads++;
		return false;
	}
	cqe->is_send = true;
	cqe->wqe_index = s->unit;
	cqe->serial = s->serial;
	cqe->wr_id = s->wr_id;
	cqe->is_late = SAME_LATE && s->is_read;
	cqe->hw_opcode = codes[draw(sizeof(codes) / sizeof(*codes))];
	return s->signaled || cqe->status || !draw(8);
}

static bool draw_recv_cqe(struct inverbs_dev_cqe *cqe)
{
	if (recv_head == recv_tail)
		return false;
	cqe->wqe_index = world[0]->qp.srq ? recv_tail & (world[0]->srq.entries - 1) : recv_tail;
	cqe->serial = ++recv_tail;
	cqe->wr_id = draw(INT32_MAX);
	cqe->recv = draw(2) ? INVERBS_DEV_RECV_SEND : (enum inverbs_dev_recv_kind)draw(SAME_KINDS);
	cqe->byte_len = draw(1 << 20);
	cqe->imm = draw(INT32_MAX);
	cqe->src_qp = draw(1 << 24);
	cqe->slid = (uint16_t)draw(1 << 16);
	cqe->sl = (uint8_t)draw(16);
	cqe->path_bits = (uint8_t)draw(128);
	cqe->grh = draw(2);
	cqe->solicited = draw(2);
	return true;
}

static void complete_one(void)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = world[0]->qp.sq.qpn, .key = world[0]->qp.sq.key, .status = draw_status()};

	if (cqe.status)
		cqe.vendor_err = draw(256);
	if (put - world[0]->cq.head >= CQ_ENTRIES / 2)
		return;
	if (!draw(64))
		cqe.qpn = cqe.key = UNKNOWN_QPN;
	else if (!(draw(2) ? draw_send_cqe(&cqe) : draw_recv_cqe(&cqe)))
		return;
	for (int w = 0; w < WORLDS; w++)
		device_publishes(world[w], &cqe);
	put++;
}

static void check_wc(const struct ibv_wc *hot, const struct ibv_wc *full)
{
	unsigned int promised = UINT32_MAX;

	require_same(hot->wr_id == full->wr_id, "wr_id");
	require_same(hot->status == full->status, "status");
	require_same(hot->qp_num == full->qp_num, "qp_num");
	if (full->status != IBV_WC_SUCCESS) {
		require_same(hot->vendor_err == full->vendor_err, "vendor_err");
		return;
	}
	require_same(hot->opcode == full->opcode, "opcode");
	if (world[0]->qp.sq.qp_type != IBV_QPT_UD) /* the flag is defined only for UD */
		promised &= ~(unsigned int)IBV_WC_GRH;
	require_same((hot->wc_flags & promised) == (full->wc_flags & promised), "wc_flags");
	if (full->opcode & IBV_WC_RECV || full->opcode == IBV_WC_RDMA_READ)
		require_same(hot->byte_len == full->byte_len, "byte_len");
	if (full->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
		require_same(hot->imm_data == full->imm_data, "imm_data");
	if (!(full->opcode & IBV_WC_RECV) || world[0]->qp.sq.qp_type != IBV_QPT_UD)
		return;
	require_same(hot->src_qp == full->src_qp, "src_qp");
	require_same(hot->slid == full->slid, "slid");
	require_same(hot->sl == full->sl, "sl");
	require_same(hot->dlid_path_bits == full->dlid_path_bits, "dlid_path_bits");
	require_same(hot->pkey_index == full->pkey_index, "pkey_index");
}

#define TAKE(opcode, member) stored_take("completion", opcode, &(member), sizeof(member))

/* Records the members that programs may read, for the comparison with a file. */
static void take_wc(const struct ibv_wc *wc)
{
	const uint32_t opcode = wc->status == IBV_WC_SUCCESS ? wc->opcode : STORED_FAILURE;

	TAKE(opcode, wc->wr_id);
	TAKE(opcode, wc->qp_num);
	TAKE(opcode, wc->status);
	if (wc->status != IBV_WC_SUCCESS) {
		TAKE(opcode, wc->vendor_err);
		return;
	}
	TAKE(opcode, wc->wc_flags);
	if (opcode & IBV_WC_RECV || opcode == IBV_WC_RDMA_READ)
		TAKE(opcode, wc->byte_len);
	if (wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
		TAKE(opcode, wc->imm_data);
	if (!(opcode & IBV_WC_RECV) || world[0]->qp.sq.qp_type != IBV_QPT_UD)
		return;
	TAKE(opcode, wc->src_qp);
	TAKE(opcode, wc->slid);
	TAKE(opcode, wc->sl);
	TAKE(opcode, wc->dlid_path_bits);
	TAKE(opcode, wc->pkey_index);
}

/* Polls one CQE at a time, each decoded completely. */
static int poll_plainly(struct inverbs_cq *cq, int room, struct ibv_wc *wc)
{
	int got = 0, taken = 1;

	same_before_poll(cq);
	while (got < room && taken > 0) {
		taken = same_take(cq, &wc[got], got == 0);
		got += taken == 1;
	}
	same_after_poll(cq);
	return taken == -2 ? taken : got;
}

static void poll_both(void)
{
	const int room = draw(2) ? 1 : (int)draw(MOST_POLLED + 1);
	struct ibv_wc wc[WORLDS][MOST_POLLED];
	int got[WORLDS];

	memset(wc, IDLE, sizeof(wc));
	got[0] = ibv_poll_cq(&world[0]->cq.ibv, room, wc[0]);
	got[1] = poll_plainly(&world[1]->cq, room, wc[1]);
	snprintf(doing, sizeof(doing), "a poll for %d that returned %d and %d", room, got[0],
		 got[1]);
	require_same(got[0] == got[1], "the result");
	for (int i = 0; i < got[0]; i++) {
		check_wc(&wc[0][i], &wc[1][i]);
		take_wc(&wc[1][i]);
	}
	polled += got[0] > 0 ? (uint64_t)got[0] : 0;
}

/* ---- worlds ---- */

static void random_step(void)
{
	switch (draw(8)) {
	case 0:
	case 1:
		post_send();
		break;
	case 2:
		post_constant();
		break;
	case 3:
		post_recv();
		break;
	case 4:
	case 5:
		complete_one();
		break;
	default:
		poll_both();
	}
	check_all();
}

static void run_round(enum ibv_qp_type type, bool shared)
{
	const unsigned int max_sge = draw(2) ? 1 : MOST_SGES;

	for (int w = 0; w < WORLDS; w++) {
		queues_open(world[w], type, shared, shared ? 1 : max_sge);
		if (SAME_RING_HEAD) /* in zeroed memory, a missing store of 0 would not show */
			memset(world[w]->qp.sq.buf, IDLE,
			       (size_t)world[w]->qp.sq.entries << world[w]->qp.sq.shift);
	}
	sent_head = sent_tail = recv_head = recv_tail = put = late_reads = 0;
	for (int i = 0; i < STEPS; i++)
		random_step();
	for (int w = 0; w < WORLDS; w++)
		queues_close(world[w]);
}

int main(int argc, char **argv)
{
	static const enum ibv_qp_type types[] = {SAME_TYPES};

	const char *const file = argc > 1 && strchr(argv[1], '/') ? argv[1] : NULL;

	seed = argc > 1 && !file ? strtoull(argv[1], NULL, 0) : 1;
	for (int w = 0; w < WORLDS; w++) {
		if (posix_memalign((void **)&world[w], PAGE, sizeof(*world[w])))
			return 1;
	}
	for (size_t i = 0; i < PAYLOAD; i++)
		payload[i] = (uint8_t)draw(256);
	for (size_t round = 0; round < ROUNDS / (sizeof(types) / sizeof(*types)); round++) {
		for (size_t t = 0; t < sizeof(types) / sizeof(*types); t++)
			run_round(types[t], SAME_SHARED && round % 3 == 2);
	}
	printf("%llu requests and %llu completions, the same by the hot and the full path\n",
	       (unsigned long long)posted, (unsigned long long)polled);
	for (int w = 0; w < WORLDS; w++)
		free(world[w]);
	if (file && !stored_compare(file, argc > 2 && !strcmp(argv[2], "update")))
		return 1;
	return posted && polled ? 0 : 1;
}
