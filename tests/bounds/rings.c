/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The effects of calls. Three queue pairs get the same random requests and the same CQEs, some with
 * wrong bytes: one uses the hot paths, one the full paths, and one builds requests and uses
 * extended polls. Rings, registers, return values and work completions are compared with a file, so
 * that no bit of them changes unnoticed, not even in tables of rare codes. RINGS_ADAPTER is the
 * adapter's header.
 *
 * Usage: rings FILE [update]
 */
#define _GNU_SOURCE
#include "bounds.h"

#include RINGS_ADAPTER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bench/percall/queues.h"
#include "runtime/builder.h"
#include "stored.h"

enum {
	ROUNDS = 150,
	STEPS = 128, /* per round */
	PAGE = 4096,
	PAYLOAD = 1024,
	MOST_SGES = 4,
	MOST_POLLED = 5,
	MOST_INSIDE = 64, /* maximum payload in a CQE */
	OUTSTANDING = 1024,
	OPCODES = 14,
	IDLE = 0x5a,       /* value of every byte of a work completion before a poll */
	QUEUE = 0x2000,    /* instead of an opcode: the queues after a round */
	POSTED,            /* instead of an opcode: results of posts */
	TABLES,            /* instead of an opcode: meanings of CQE codes */
	DEVICE,            /* instead of an opcode: what the adapter decodes and encodes */
	MOST_BYTES = 1024, /* of one WQE or two */
	CODES = 1 << 12,
};

/* SGEs are part of what is stored, so this address is the same in every run. */
#define PAYLOAD_AT ((uint8_t *)0x210000000000)

enum way {
	HOT,
	FULL,
	EXTENDED,
	WAYS
};

/* A posted request that may complete. */
struct sent {
	uint64_t wr_id;
	uint32_t unit, serial;
};

static const char *const names[WAYS] = {"hot", "full", "extended"};
static struct bench_queues *world[WAYS];
static uint8_t original[PAYLOAD];
static struct sent sent[OUTSTANDING];
static bool spoils; /* whether CQEs of this round may get wrong bytes */
static uint32_t sent_head, sent_tail, recv_head, recv_tail, put;
static uint64_t seed = 1, posted, polled;

static uint32_t draw(uint32_t limit)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % limit;
}

static bool is_datagram(void)
{
	const uint32_t type = world[FULL]->qp.sq.qp_type;

	return type == IBV_QPT_UD || type == IBV_QPT_DRIVER;
}

#define TAKE(way, kind, value) stored_take(names[way], kind, &(value), sizeof(value))

/* ---- posts ---- */

static void draw_sges(struct ibv_sge *sges)
{
	static const uint32_t edges[] = {0, 0, 1, 4, 8, 9, 12, 15, 16, 17, 28, 32, 44, 60, 64, 65};

	for (uint32_t i = 0; i < MOST_SGES; i++)
		sges[i] = (struct ibv_sge){(uintptr_t)PAYLOAD_AT + draw(PAYLOAD / 2),
					   draw(4) ? edges[draw(sizeof(edges) / sizeof(*edges))]
						   : draw(PAYLOAD / MOST_SGES),
					   draw(UINT16_MAX)};
}

static void draw_window(struct ibv_send_wr *wr)
{
	static struct ibv_mw mw;
	static struct inverbs_mr mr;

	mw.type = draw(2) ? IBV_MW_TYPE_2 : IBV_MW_TYPE_1;
	mw.rkey = draw(INT32_MAX);
	mr.ibv.lkey = draw(INT32_MAX);
	mr.ibv.rkey = draw(INT32_MAX);
	wr->bind_mw.mw = &mw;
	wr->bind_mw.rkey = draw(INT32_MAX);
	wr->bind_mw.bind_info = (struct ibv_mw_bind_info){
		.mr = &mr.ibv,
		.addr = draw(INT32_MAX),
		.length = draw(2) * (uint64_t)draw(INT32_MAX),
		.mw_access_flags = draw(64),
	};
}

static void draw_send(struct ibv_send_wr *wr, struct ibv_sge *sges)
{
	memset(wr, 0, sizeof(*wr));
	draw_sges(sges);
	wr->wr_id = (uint64_t)draw(INT32_MAX) << 32 | draw(INT32_MAX);
	wr->sg_list = sges;
	wr->num_sge = draw(2) ? 1 : (int)draw(MOST_SGES + 1);
	wr->opcode = (enum ibv_wr_opcode)draw(OPCODES);
	wr->send_flags = draw(draw(4) ? IBV_SEND_INLINE << 1 : IBV_SEND_IP_CSUM << 1);
	wr->imm_data = draw(INT32_MAX);
	if (is_datagram()) {
		wr->wr.ud.remote_qpn = draw(1 << 24);
		wr->wr.ud.remote_qkey = draw(INT32_MAX);
	} else {
		wr->wr.atomic.remote_addr = (uint64_t)draw(INT32_MAX) << 3;
		wr->wr.atomic.compare_add = draw(INT32_MAX);
		wr->wr.atomic.swap = draw(INT32_MAX);
		wr->wr.atomic.rkey = draw(INT32_MAX);
	}
	wr->qp_type.xrc.remote_srqn = draw(1 << 24);
	if (wr->opcode == IBV_WR_BIND_MW)
		draw_window(wr);
}

static int send_by(enum way way, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct ibv_qp *const qp = &world[way]->qp.ibv;
	int err = EINVAL;

	if (way == HOT)
		return SAME(post_send)(qp, wr, bad);
	if (way == FULL)
		return SAME(post_send_full)(qp, wr, bad);
	post_built(qp, wr, &err);
	return err;
}

#include "rings_decode.h"

static void post_send(void)
{
	struct ibv_sge sges[2][MOST_SGES];
	struct ibv_send_wr wrs[2], *bad = NULL;
	const uint32_t ah = draw(STAGE_AHS);

	draw_send(&wrs[0], sges[0]);
	draw_send(&wrs[1], sges[1]);
	if (!draw(6))
		wrs[0].next = &wrs[1];
	for (enum way w = HOT; w < WAYS; w++) {
		const uint32_t unit = inverbs_sq_position(&world[w]->qp.sq);
		const uint32_t serial = inverbs_sq_head(&world[w]->qp.sq);
		int err;

		if (is_datagram())
			wrs[0].wr.ud.ah = wrs[1].wr.ud.ah = &world[w]->ah[ah].ibv;
		err = send_by(w, wrs, &bad);
		TAKE(w, POSTED, err);
		if (w == FULL && !err && sent_head - sent_tail < OUTSTANDING)
			sent[sent_head++ % OUTSTANDING] = (struct sent){wrs[0].wr_id, unit, serial};
		posted += !err;
		if (w == FULL && !err)
			decode_send(&world[w]->qp.sq, unit,
				    inverbs_sq_position(&world[w]->qp.sq) - unit);
	}
}

static void post_recv(void)
{
	struct ibv_sge sges[MOST_SGES];
	struct ibv_recv_wr wr = {.wr_id = (uint64_t)draw(INT32_MAX) << 16, .sg_list = sges}, *bad;
	int err = 0;

	draw_sges(sges);
	wr.num_sge = RINGS_TELLS || draw(4) ? 1 : (int)draw(MOST_SGES + 1);
	for (enum way w = HOT; w < WAYS; w++) {
		struct bench_queues *const q = world[w];

		if (q->qp.srq)
			err = rings_post_shared(&q->srq.ibv, w == HOT, &wr, &bad);
		else
			err = w == HOT ? SAME(post_recv)(&q->qp.ibv, &wr, &bad)
				       : SAME(post_recv_full)(&q->qp.ibv, &wr, &bad);
		TAKE(w, POSTED, err);
	}
	recv_head += !err;
	posted += !err;
	if (!err && world[FULL]->qp.rq.buf)
		decode_recv(&world[FULL]->qp.rq, inverbs_rq_head(&world[FULL]->qp.rq) - 1);
}

/* ---- completions ---- */

static enum ibv_wc_status draw_status(void)
{
	return draw(spoils ? 4 : 64) ? IBV_WC_SUCCESS
				     : (enum ibv_wc_status)draw(IBV_WC_GENERAL_ERR + 1);
}

static bool draw_send_cqe(struct inverbs_dev_cqe *cqe)
{
	static const uint32_t codes[] = {SAME_CODES};
	const struct sent *s;

	if (sent_head == sent_tail)
		return false;
	s = &sent[sent_tail++ % OUTSTANDING];
	cqe->is_send = true;
	cqe->wqe_index = s->unit;
	cqe->serial = s->serial;
	cqe->wr_id = s->wr_id;
	cqe->hw_opcode = codes[draw(sizeof(codes) / sizeof(*codes))];
	return true;
}

static bool draw_recv_cqe(struct inverbs_dev_cqe *cqe)
{
	static uint8_t inside[MOST_INSIDE];

	if (recv_head == recv_tail)
		return false;
	cqe->wqe_index = world[FULL]->qp.srq ? recv_tail & (world[FULL]->srq.entries - 1)
					     : recv_tail;
	cqe->serial = ++recv_tail;
	cqe->wr_id = draw(INT32_MAX);
	cqe->recv = (enum inverbs_dev_recv_kind)draw(SAME_KINDS);
	cqe->byte_len = draw(1 << 20);
	if (RINGS_INSIDE && !draw(4)) {
		for (uint32_t i = 0; i < MOST_INSIDE; i++)
			inside[i] = (uint8_t)draw(256);
		cqe->payload = inside;
		cqe->byte_len = draw(RINGS_INSIDE + 1);
	}
	return true;
}

/* Overwrites a byte of a CQE, mostly one that contains a code. */
static void spoil_cqe(uint8_t *cqe[WAYS], uint32_t bytes)
{
	static const uint8_t codes[] = {RINGS_CODES_AT};
	const uint32_t at = draw(8) ? bytes - RINGS_CQE + codes[draw(sizeof(codes))] : draw(bytes);
	const uint8_t value = (uint8_t)(draw(2) ? draw(256) : draw(32));
	const uint32_t event = draw(4) ? 0 : draw(UINT16_MAX);

	for (enum way w = HOT; w < WAYS; w++) {
#ifdef RINGS_HAS_EVENTS
		if (event) {
			rings_event(cqe[w], event);
			continue;
		}
#endif
		if (!event && rings_may_spoil(at))
			cqe[w][at] = value;
	}
}

static void complete_one(void)
{
	struct inverbs_dev_cqe cqe = {.status = draw_status(),
				      .vendor_err = draw(256),
				      .imm = draw(INT32_MAX),
				      .src_qp = draw(1 << 24),
				      .slid = (uint16_t)draw(1 << 16),
				      .sl = (uint8_t)draw(16),
				      .path_bits = (uint8_t)draw(128),
				      .grh = draw(2),
				      .solicited = draw(2),
				      .timestamp = draw(INT32_MAX)};
	uint8_t *at[WAYS];
	uint32_t bytes = 0;
	bool written = true;

	if (put - world[FULL]->cq.head >= CQ_ENTRIES / 2)
		return;
	if (!(draw(2) ? draw_send_cqe(&cqe) : draw_recv_cqe(&cqe)))
		return;
	for (enum way w = HOT; w < WAYS; w++) {
		struct bench_queues *const q = world[w];

		bytes = 1U << q->cq.shift;
		at[w] = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, q->cq.shift);
		cqe.qpn = q->qp.sq.qpn;
		cqe.key = q->qp.sq.key;
		cqe.context = (uintptr_t)&q->qp;
		cqe.is_shared = q->qp.srq != NULL && !cqe.is_send;
		if (RINGS_TELLS)
			bench_adapter.tells(q, &cqe);
		written = !bench_adapter.encode(at[w], bytes, &cqe) && written;
	}
	TAKE(FULL, DEVICE, written);
	if (!written)
		return;
	for (uint32_t i = 0; i < bytes; i++) {
		if (rings_may_spoil(i)) /* not part of a pointer */
			TAKE(FULL, DEVICE, at[FULL][i]);
	}
	if (spoils && draw(2) && !(RINGS_POINTERS && world[FULL]->qp.srq))
		spoil_cqe(at, bytes);
	for (enum way w = HOT; w < WAYS; w++)
		bench_adapter.publish(at[w], bytes, world[w]->produced++, world[w]->cq.entries);
	put++;
}

static void take_wc(enum way way, const struct ibv_wc *wc)
{
	const uint32_t kind = wc->status == IBV_WC_SUCCESS ? wc->opcode : STORED_FAILURE;

	TAKE(way, kind, wc->wr_id);
	TAKE(way, kind, wc->status);
	TAKE(way, kind, wc->opcode);
	TAKE(way, kind, wc->vendor_err);
	TAKE(way, kind, wc->byte_len);
	TAKE(way, kind, wc->imm_data);
	TAKE(way, kind, wc->qp_num);
	TAKE(way, kind, wc->src_qp);
	TAKE(way, kind, wc->wc_flags);
	TAKE(way, kind, wc->pkey_index);
	TAKE(way, kind, wc->slid);
	TAKE(way, kind, wc->sl);
	TAKE(way, kind, wc->dlid_path_bits);
}

#if RINGS_EXTENDED
static void read_wc(struct ibv_cq_ex *cq, struct ibv_wc *wc)
{
	const uint64_t time = rings_time(cq);

	wc->wr_id = cq->wr_id;
	wc->status = cq->status;
	wc->opcode = SAME(read_opcode)(cq);
	wc->vendor_err = SAME(read_vendor_err)(cq);
	wc->byte_len = SAME(read_byte_len)(cq);
	wc->imm_data = SAME(read_imm_data)(cq);
	wc->qp_num = SAME(read_qp_num)(cq);
	wc->src_qp = SAME(read_src_qp)(cq);
	wc->wc_flags = SAME(read_wc_flags)(cq);
	wc->slid = (uint16_t)SAME(read_slid)(cq);
	wc->sl = SAME(read_sl)(cq);
	wc->dlid_path_bits = rings_path_bits(cq);
	TAKE(EXTENDED, QUEUE, time);
}

/* Like ibv_poll_cq(), with extended calls. */
static int poll_extended(struct ibv_cq_ex *cq, int room, struct ibv_wc *wc)
{
	struct ibv_poll_cq_attr attr = {0};
	int err = room ? SAME(start_poll)(cq, &attr) : ENOENT, got = 0;

	if (err)
		return -err;
	do {
		read_wc(cq, &wc[got++]);
		err = got < room ? SAME(next_poll)(cq) : ENOENT;
	} while (!err);
	SAME(end_poll)(cq);
	return err == ENOENT ? got : -err;
}
#endif

static int poll_by(enum way way, int room, struct ibv_wc *wc)
{
	struct ibv_cq *const cq = &world[way]->cq.ibv;

#if RINGS_EXTENDED
	if (way == EXTENDED)
		return poll_extended(&world[way]->cq.ibv_ex, room, wc);
#endif
	return way == HOT ? SAME(poll_cq)(cq, room, wc) : SAME(poll_cq_full)(cq, room, wc);
}

static void poll_each(void)
{
	const int room = draw(2) ? 1 : (int)draw(MOST_POLLED + 1);

	for (enum way w = HOT; w < WAYS; w++) {
		struct ibv_wc wc[MOST_POLLED];
		int got;

		memset(wc, IDLE, sizeof(wc));
		memcpy(PAYLOAD_AT, original, PAYLOAD); /* polls copy payload from CQEs to buffers
							* of receives */
		got = poll_by(w, room, wc);
		TAKE(w, QUEUE, got);
		for (int i = 0; i < got; i++)
			take_wc(w, &wc[i]);
		stored_take(names[w], QUEUE, PAYLOAD_AT, PAYLOAD);
		polled += got > 0;
	}
	memcpy(PAYLOAD_AT, original, PAYLOAD);
}

/* There are too many codes for CQEs to contain each of them. */
static void take_tables(void)
{
	for (uint32_t code = 0; code < CODES; code++) {
		const uint32_t status = SAME(wc_status)(code), translated = rings_translated(code);
		const struct inverbs_meaning sent_as = SAME(send_meaning)(code);
		const struct inverbs_meaning received_as = SAME(recv_meaning)(code);

		TAKE(FULL, TABLES, sent_as);
		TAKE(FULL, TABLES, received_as);
		TAKE(FULL, TABLES, status);
		TAKE(FULL, TABLES, translated);
	}
}

/* ---- worlds ---- */

static void take_bytes(enum way way, const void *at, size_t bytes)
{
	if (at)
		stored_take(names[way], QUEUE, at, bytes);
}

static void take_queues(enum way w)
{
	const struct bench_queues *const q = world[w];
	const struct inverbs_sq *const sq = &q->qp.sq;
	const struct inverbs_rq *const rq = &q->qp.rq;

	take_bytes(w, sq->buf, (size_t)sq->entries << (sq->shift ? sq->shift : RINGS_UNIT_SHIFT));
	take_bytes(w, rq->buf, rq->buf ? (size_t)rq->entries << rq->shift : 0);
	take_bytes(w, q->srq.buf, q->srq.buf ? (size_t)q->srq.entries << q->srq.shift : 0);
	take_bytes(w, sq->doorbell, PAGE);
	take_bytes(w, q->push.page, PAGE);
	take_bytes(w, sq->doorbell_record, sizeof(*sq->doorbell_record));
	take_bytes(w, rq->doorbell_record, sizeof(*rq->doorbell_record));
	take_bytes(w, q->srq.doorbell_record, sizeof(*q->srq.doorbell_record));
	take_bytes(w, q->cq.doorbell_record, sizeof(*q->cq.doorbell_record));
	for (uint32_t i = 0; sq->posted && i < sq->entries; i++) {
		TAKE(w, QUEUE, sq->posted[i].wr_id);
		TAKE(w, QUEUE, sq->posted[i].next);
		TAKE(w, QUEUE, sq->posted[i].note);
	}
	TAKE(w, QUEUE, sq->tail);
	TAKE(w, QUEUE, rq->tail);
	TAKE(w, QUEUE, q->cq.head);
}

static void random_step(void)
{
	switch (draw(7)) {
	case 0:
	case 1:
		post_send();
		break;
	case 2:
		post_recv();
		break;
	case 3:
	case 4:
		complete_one();
		break;
	default:
		poll_each();
	}
}

static void open_world(struct bench_queues *q, enum ibv_qp_type type, bool shared, uint32_t sges,
		       bool wide)
{
	rings_open(q, type, shared, sges);
	if (wide)
		rings_widen(&q->cq);
	q->qp.ibv.qp_type = type;
	for (uint32_t i = 0; i < STAGE_AHS; i++)
		memset(q->ah[i].av, (int)(0x60 + i), sizeof(q->ah[i].av));
	if (inverbs_builder_init(&q->qp, UINT64_MAX, SAME(wr_complete_full)))
		abort();
}

/* Most rounds begin shortly before the end of the rings, because the next lap has other bits. */
static void begin_queues(bool shared)
{
	const uint32_t lap = draw(3), before = draw(24);
	const bool full = lap && !shared && !draw(3);
	const struct bench_queues *const q = world[FULL];
	const uint32_t sends = lap ? lap * q->qp.sq.entries - before : 0;
	const uint32_t recvs = lap && !shared ? lap * q->qp.rq.entries - before : 0;
	const uint32_t cqes = lap ? lap * q->cq.entries - before : 0;

	sent_head = sent_tail = put = 0;
	for (enum way w = HOT; w < WAYS; w++) {
		if (!rings_begin(world[w], sends, recvs, cqes, full))
			return;
	}
	recv_head = recv_tail = recvs;
	put = cqes;
}

static void run_round(enum ibv_qp_type type, bool shared)
{
	const uint32_t most = bench_adapter.max_sge ? bench_adapter.max_sge : MOST_SGES;
	const uint32_t sges = shared || draw(2) ? 1 : most;
	const bool wide = RINGS_WIDE == 2 || (RINGS_WIDE && draw(2));

	recv_head = recv_tail = 0;
	for (enum way w = HOT; w < WAYS; w++)
		open_world(world[w], type, shared, sges, wide);
	begin_queues(shared);
	for (int i = 0; i < STEPS; i++)
		random_step();
	for (enum way w = HOT; w < WAYS; w++) {
		take_queues(w);
		inverbs_builder_fini(&world[w]->qp);
		queues_close(world[w]);
	}
}

int main(int argc, char **argv)
{
	static const enum ibv_qp_type types[] = {SAME_TYPES};
	const size_t count = sizeof(types) / sizeof(*types);

	if (mmap(PAYLOAD_AT, PAYLOAD, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != PAYLOAD_AT) {
		perror("memory for payload");
		return 1;
	}
	for (size_t i = 0; i < PAYLOAD; i++)
		original[i] = (uint8_t)draw(256);
	memcpy(PAYLOAD_AT, original, PAYLOAD);
	for (enum way w = HOT; w < WAYS; w++) {
		if (posix_memalign((void **)&world[w], PAGE, sizeof(*world[w])))
			return 1;
	}
	for (size_t round = 0; round < ROUNDS; round++) {
		spoils = draw(3) != 0;
		run_round(types[round % count], SAME_SHARED && round / count % 3 == 2);
	}
	take_tables();
	printf("%llu posts and %llu polls\n", (unsigned long long)posted,
	       (unsigned long long)polled);
	for (enum way w = HOT; w < WAYS; w++)
		free(world[w]);
	if (argc > 1 && !stored_compare(argv[1], argc > 2 && !strcmp(argv[2], "update")))
		return 1;
	return posted && polled ? 0 : 1;
}
