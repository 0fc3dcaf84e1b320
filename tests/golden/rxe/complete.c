/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/rxe.h>
#include <stdlib.h>

#include "post.h"

struct field {
	const char *what;
	uint64_t ours, theirs;
};

static void check_list(const struct field *fields, size_t count, struct report *r)
{
	for (size_t i = 0; i < count; i++)
		check_number(r, fields[i].what, fields[i].ours, fields[i].theirs);
}

/* What the manual promises: of a failed request little, of a send less than of a receive. */
static void check_fields(const struct ibv_wc *wc, const struct seen_wc *s, struct report *r)
{
	const struct field always[] = {
		{"wc.wr_id", wc->wr_id, s->wr_id},
		{"wc.status", wc->status, s->status},
		{"wc.qp_num", wc->qp_num, s->qp_num},
	};
	const struct field good[] = {
		{"wc.opcode", wc->opcode, s->opcode},
		{"wc.byte_len", wc->byte_len, s->byte_len},
	};
	const struct field received[] = {
		{"wc.imm_data", wc->imm_data, s->imm},
		{"wc.src_qp", wc->src_qp, s->src_qp},
		{"wc.wc_flags", wc->wc_flags, s->flags},
		{"wc.pkey_index", wc->pkey_index, s->pkey_index},
		{"wc.slid", wc->slid, s->slid},
		{"wc.sl", wc->sl, s->sl},
		{"wc.dlid_path_bits", wc->dlid_path_bits, s->path_bits},
	};

	check_list(always, sizeof(always) / sizeof(always[0]), r);
	if (s->status != IBV_WC_SUCCESS) {
		check_number(r, "wc.vendor_err", wc->vendor_err, s->vendor_err);
		return;
	}
	check_list(good, sizeof(good) / sizeof(good[0]), r);
	if (s->opcode & IBV_WC_RECV)
		check_list(received, sizeof(received) / sizeof(received[0]), r);
}

/* A completion as the readers of the extended poll tell of it. */
static struct ibv_wc read_current(struct inverbs_cq *cq)
{
	struct ibv_cq_ex *ex = &cq->ibv_ex;

	return (struct ibv_wc){
		.wr_id = ex->wr_id,
		.status = ex->status,
		.opcode = rxe_read_opcode(ex),
		.vendor_err = rxe_read_vendor_err(ex),
		.byte_len = rxe_read_byte_len(ex),
		.imm_data = rxe_read_imm_data(ex),
		.qp_num = rxe_read_qp_num(ex),
		.src_qp = rxe_read_src_qp(ex),
		.wc_flags = rxe_read_wc_flags(ex),
		.slid = (uint16_t)rxe_read_slid(ex),
		.sl = rxe_read_sl(ex),
		.dlid_path_bits = rxe_read_dlid_path_bits(ex),
	};
}

static size_t poll_extended(struct inverbs_cq *cq, struct ibv_wc *wc)
{
	struct ibv_poll_cq_attr attr = {0};
	size_t n = 0;

	if (rxe_start_poll(&cq->ibv_ex, &attr))
		return 0;
	do
		wc[n++] = read_current(cq);
	while (n < MAX_SHOWN && !rxe_next_poll(&cq->ibv_ex));
	rxe_end_poll(&cq->ibv_ex);
	return n;
}

/* One by itself, then the others, as programs do. */
static size_t poll_plain(struct inverbs_cq *cq, struct ibv_wc *wc)
{
	int first = rxe_poll_cq(&cq->ibv, 1, wc);
	int others = first == 1 ? rxe_poll_cq(&cq->ibv, MAX_SHOWN - 1, wc + 1) : 0;

	return (size_t)first + (size_t)others;
}

static void poll_run(const struct look *look, size_t first, size_t n,
		     size_t (*poll)(struct inverbs_cq *cq, struct ibv_wc *wc), struct ibv_wc *wc,
		     struct report *r)
{
	uint32_t begin = look->shown[first].index, end = (begin + (uint32_t)n) & look->index_mask;
	uint8_t *ring = ring_make(look, end, begin);
	struct ibv_wc got[MAX_SHOWN];
	struct inverbs_cq cq;
	struct seen_wc seen;

	memset(&cq, 0, sizeof(cq));
	memset(got, 0, sizeof(got));
	for (size_t i = 0; i < n; i++)
		memcpy(ring_slot(ring, look, look->shown[first + i].index),
		       look->shown[first + i].slot, seen_wc_bytes());
	cq.buf = ring + RXE_QUEUE_HEAD;
	cq.entries = rxe_queue_entries(ring);
	cq.shift = rxe_queue_shift(ring);
	cq.head = begin;
	check_number(r, "completions", poll(&cq, got), n);
	for (size_t i = 0; i < n; i++) {
		seen_completion(look->shown[first + i].slot, &seen);
		check_fields(&got[i], &seen, r);
		wc[i] = got[i];
	}
	check_number(r, "consumer's index", seen_consumer(ring), end);
	free(ring);
}

/* Once more, with something in every field; readers of the extended poll have no pkey_index. */
static void poll_filled(struct look *look, size_t first, struct report *r)
{
	static unsigned int nth;
	struct ibv_wc ignored;

	seen_fill_completion(look->shown[first].slot, nth++);
	poll_run(look, first, 1, poll_plain, &ignored, r);
}

void replay_completions(struct look *look, struct ibv_wc *wc, struct report *r)
{
	size_t n;

	for (size_t i = 0; i < look->count && !r->failed; i += n) {
		n = look_run(look, i);
		poll_run(look, i, n, poll_extended, wc + i, r);
		poll_run(look, i, n, poll_plain, wc + i, r);
		poll_filled(look, i, r);
		r->counts[COUNT_COMPLETIONS] += (unsigned int)n;
	}
	r->counts[COUNT_UNSEEN] += look->produced - (uint32_t)look->count;
}
