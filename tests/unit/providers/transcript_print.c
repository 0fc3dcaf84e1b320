/* SPDX-License-Identifier: BSD-2-Clause */
#include "transcript.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum {
	ROW = 16, /* bytes per line */
	MOST_SLOTS = 16,
};

void say(struct world *w, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("== ", w->out);
	vfprintf(w->out, format, arguments);
	fputc('\n', w->out);
	va_end(arguments);
}

bool result(struct world *w, int err)
{
	static const struct {
		int err;
		const char *name;
	} names[] = {{0, "ok"},        {EINVAL, "EINVAL"}, {EOPNOTSUPP, "EOPNOTSUPP"},
		     {EBUSY, "EBUSY"}, {EIO, "EIO"},       {EPROTO, "EPROTO"},
		     {EPERM, "EPERM"}, {ENOMEM, "ENOMEM"}};
	const char *name = "another error";

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].err == err)
			name = names[i].name;
	fprintf(w->out, "-> %s\n", name);
	return !err;
}

static const struct region *region_of(const struct world *w, const void *at)
{
	for (int i = 0; i < MOST_REGIONS; i++) {
		const struct region *r = &w->regions[i];

		if (r->at && (const uint8_t *)at >= r->at && (const uint8_t *)at < r->at + r->bytes)
			return r;
	}
	return NULL;
}

static void put_address(struct world *w, const void *at)
{
	const struct region *r = region_of(w, at);

	if (!at)
		fputs("null", w->out);
	else if (r && !strcmp(r->name, "stack"))
		fputs(r->name, w->out);
	else if (r)
		fprintf(w->out, "%s+%#zx", r->name, (size_t)((const uint8_t *)at - r->at));
	else
		fputs("heap", w->out);
}

void print_address(struct world *w, const char *what, const void *at)
{
	fprintf(w->out, " %s ", what);
	put_address(w, at);
}

void print_words(struct world *w, const char *what, const void *from, size_t bytes)
{
	const uint8_t *const at = from;
	uint64_t wide;
	uint32_t word;

	fprintf(w->out, "  %s", what);
	for (size_t i = 0; i + 4 <= bytes;) {
		memcpy(&word, at + i, sizeof(word));
		wide = 0;
		memcpy(&wide, at + i, i % 8 == 0 && i + 8 <= bytes ? sizeof(wide) : 0);
		if (wide && region_of(w, (const void *)(uintptr_t)wide)) {
			print_address(w, "", (const void *)(uintptr_t)wide);
			i += sizeof(wide);
		} else {
			fprintf(w->out, " %x", word);
			i += sizeof(word);
		}
	}
	fputc('\n', w->out);
}

static void print_rows(struct world *w, const uint8_t *from, size_t at, size_t bytes)
{
	for (size_t i = at; i + ROW <= at + bytes; i += ROW) {
		if (i > at && !memcmp(from + i, from + i - ROW, ROW))
			continue;
		fprintf(w->out, "    %05zx", i);
		for (size_t j = 0; j < ROW; j++)
			fprintf(w->out, "%s%02x", j % 4 ? "" : " ", from[i + j]);
		fputc('\n', w->out);
	}
}

/* Print a ring, without units and rows that are the same as the previous one. */
static void print_ring(struct world *w, const uint8_t *at, uint32_t entries, uint32_t shift)
{
	const size_t slot = (size_t)1 << shift;

	for (uint32_t i = 0; i < entries && i < MOST_SLOTS; i++)
		if (!i || memcmp(at + i * slot, at + (i - 1) * slot, slot) != 0)
			print_rows(w, at, i * slot, slot);
}

static void print_record(struct world *w, const uint32_t *record, uint32_t words)
{
	fprintf(w->out, "  record");
	if (!record)
		fprintf(w->out, " none");
	else
		fprintf(w->out, " at %03zx:", (uintptr_t)record % PAGE);
	for (uint32_t i = 0; record && i < words; i++)
		fprintf(w->out, " %x", record[i]);
	fputc('\n', w->out);
}

void print_context(struct world *w)
{
	struct inverbs_context *ctx = &w->ctx;
	const struct inverbs_facts *f = inverbs_facts_of(ctx);
	uint64_t count;

	fprintf(w->out, "  context vectors %d qps %x/%u srqs %x/%u", ctx->ibv.num_comp_vectors,
		ctx->qps.mask, ctx->qps.shift, ctx->xrc_srqs.mask, ctx->xrc_srqs.shift);
	print_address(w, "uar", ctx->uar);
	print_address(w, "push", ctx->push.page);
	fprintf(w->out, " size %u most %u ops %d\n", ctx->push.size, ctx->push.most,
		ctx->ibv.ops.poll_cq != NULL);
	fprintf(w->out, "  facts abi %u by_command %d cqe_shift %u max_wr %u max_sge %u inline %u",
		f->abi, f->by_command, f->cqe_shift, f->max_wr, f->max_sge, f->max_inline_recv);
	fprintf(w->out, " caps %x", f->device_cap_flags);
	print_address(w, "clock", f->clock_page);
	fprintf(w->out, " offset %x\n", f->clock_offset);
	if (w->provider->query_clock && !w->provider->query_clock(&w->ctx, &count))
		fprintf(w->out, "  clock %llx\n", (unsigned long long)count);
}

static bool forgot_all(const struct inverbs_cq *cq)
{
	for (int i = 0; i < INVERBS_SEEN; i++)
		if (cq->seen[i] != &inverbs_no_qp)
			return false;
	return true;
}

void print_soft(struct world *w, const struct inverbs_cq *cq)
{
	const struct inverbs_soft_cq *s = cq->soft;

	if (!s)
		return;
	fprintf(w->out, "  soft entries %u requests %u head %u tail %u by_command %u", s->entries,
		s->requests, s->head, s->tail, s->by_command);
	print_address(w, "attention", cq->attention);
	fprintf(w->out, "%s\n", cq->attention == &s->by_command ? " of software" : "");
}

void print_cq(struct world *w, const struct inverbs_cq *cq)
{
	fprintf(w->out, "  cq handle %x cqe %d cqn %x adapter %u lock %u/%u", cq->ibv.handle,
		cq->ibv.cqe, cq->cqn, cq->adapter, cq->lock.held, cq->lock.off);
	fprintf(w->out, " entries %u shift %u bytes %zu head %u arm %u\n", cq->entries, cq->shift,
		cq->buf_bytes, cq->head, cq->arm_sn);
	fprintf(w->out, " ");
	print_address(w, "buf", cq->buf);
	print_address(w, "cursor", (const void *)cq->cursor);
	fprintf(w->out, " end +%#zx", cq->end ? cq->end - (uintptr_t)cq->buf : 0);
	print_address(w, "replaced", cq->replaced);
	print_address(w, "doorbell", cq->doorbell);
	fprintf(w->out, " stride %u forgot %d qps %d srqs %d extended %d\n", cq->stride,
		forgot_all(cq), cq->qps == &w->ctx.qps, cq->srqs == &w->ctx.xrc_srqs,
		cq->ibv_ex.start_poll != NULL);
	print_soft(w, cq);
	print_record(w, cq->doorbell_record, cq->soft ? 1 : 2);
	if (cq->buf)
		print_ring(w, cq->buf, cq->entries, cq->shift);
}

static void print_sq(struct world *w, const struct inverbs_sq *sq)
{
	fprintf(w->out,
		"  sq qpn %x entries %u shift %u post %u sge %u inline %u spare %u flags %x",
		sq->qpn, sq->entries, sq->shift, sq->max_post, sq->max_sge, sq->max_inline,
		sq->spare, sq->flags);
	fprintf(w->out, " type %u adapter %u lock %u/%u head %u tail %u position %u room %u\n",
		sq->qp_type, sq->adapter, sq->lock.held, sq->lock.off, sq->head, sq->tail,
		sq->position, sq->room);
	fprintf(w->out, " ");
	print_address(w, "buf", sq->buf);
	print_address(w, "doorbell", sq->doorbell);
	fprintf(w->out, " push %d wr_id %d", sq->push == &w->ctx.push, sq->wr_id != NULL);
	if (sq->work)
		fprintf(w->out, " work %u held %u late %d flushed %d", sq->work->requests,
			sq->work->held, sq->work->late_open, sq->work->flushed);
	fputc('\n', w->out);
	if (sq->buf && region_of(w, sq->buf))
		print_ring(w, sq->buf, sq->entries, sq->shift);
}

static void print_rq(struct world *w, const struct inverbs_rq *rq)
{
	fprintf(w->out,
		"  rq entries %u shift %u post %u sge %u adapter %u lock %u/%u head %u tail %u "
		"room %u",
		rq->entries, rq->shift, rq->max_post, rq->max_sge, rq->adapter, rq->lock.held,
		rq->lock.off, rq->head, rq->tail, rq->room);
	print_address(w, "buf", rq->buf);
	fprintf(w->out, " wr_id %d\n", rq->wr_id != NULL);
	print_record(w, rq->doorbell_record, 1);
}

void print_qp(struct world *w, const struct inverbs_qp *qp)
{
	fprintf(w->out, "  qp handle %x num %x bytes %zu recv %zu srq %d found %d", qp->ibv.handle,
		qp->ibv.qp_num, qp->buf_bytes, qp->recv_bytes, qp->srq != NULL,
		inverbs_lookup(&w->ctx.qps, qp->ibv.qp_num) == qp);
	print_address(w, "buf", qp->buf);
	fputc('\n', w->out);
	print_sq(w, &qp->sq);
	print_rq(w, &qp->rq);
}

void print_srq(struct world *w, const struct inverbs_srq *srq)
{
	fprintf(w->out, "  srq handle %x number %x xrc %d cq %d adapter %u lock %u/%u",
		srq->ibv.handle, srq->srqn, srq->is_xrc, srq->xrc_cq != NULL, srq->adapter,
		srq->lock.held, srq->lock.off);
	fprintf(w->out, " entries %u shift %u sge %u bytes %zu head %u tail %u counter %u found %d",
		srq->entries, srq->shift, srq->max_sge, srq->buf_bytes, srq->head, srq->tail,
		srq->counter,
		w->ctx.xrc_srqs.mask && inverbs_lookup(&w->ctx.xrc_srqs, srq->srqn) == srq);
	print_address(w, "buf", srq->buf);
	fputc('\n', w->out);
	print_record(w, srq->doorbell_record, 1);
	if (srq->buf)
		print_ring(w, srq->buf, srq->entries, srq->shift);
}

void print_cap(struct world *w, const struct ibv_qp_cap *cap)
{
	fprintf(w->out, "  cap sends %u receives %u sges %u %u inline %u\n", cap->max_send_wr,
		cap->max_recv_wr, cap->max_send_sge, cap->max_recv_sge, cap->max_inline_data);
}
