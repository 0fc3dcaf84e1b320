/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Notes of why work requests fail. The function that refuses a request, at the requester or the
 * responder, notes the reason with its numbers; the function that completes the request keeps the
 * note with its queue pair. Adapters report only a status, so CQEs contain nothing of this.
 */
#include <stdlib.h>

#include <inverbs/kernel/refusal_says.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/upcalls.h"
#include "engine/base/internal.h"

enum {
	TEXT_BYTES = 768,
	KIND_SEND = 1,
	KIND_RECEIVE = 2,
};

/* --- notes --------------------------------------------------------------------------------- */

struct softhca_refusal *softhca_engine_note_reason(const struct softhca *hca,
						   enum softhca_reason reason, uint32_t by)
{
	struct softhca_refusal *note = &((struct engine *)hca->engine)->noted;

	*note = (struct softhca_refusal){.reason = reason, .by = by};
	return note;
}

static uint64_t distance_to_region(const struct softhca_region *region, uint64_t addr)
{
	if (addr < region->start)
		return region->start - addr;
	return addr - region->start < region->length ? 0 : addr - region->start - region->length;
}

/**
 * Insert a region before the first one that is farther away. If there is no room, the last is
 * dropped.
 */
static void insert_region(struct softhca_refusal *note, const struct softhca_region *region)
{
	enum {
		MAX_REGIONS = sizeof(note->near) / sizeof(note->near[0])
	};
	uint32_t at = note->shown;

	while (at && distance_to_region(&note->near[at - 1], note->addr) >
			     distance_to_region(region, note->addr))
		at--;
	if (at == MAX_REGIONS)
		return;
	if (note->shown < MAX_REGIONS)
		note->shown++;
	memmove(&note->near[at + 1], &note->near[at],
		(note->shown - 1 - at) * sizeof(note->near[0]));
	note->near[at] = *region;
}

void softhca_engine_note_regions(struct softhca_refusal *note, const struct softhca_pd *pd)
{
	const struct softhca_table *keys = &pd->obj.ctx->device->keys;

	for (uint32_t i = 0; i < keys->room; i++) {
		const struct softhca_object *o = keys->slot[i];
		const struct softhca_mr *mr = (const struct softhca_mr *)o;

		if (!o || o->type != SOFTHCA_MR || mr->pd != pd)
			continue;
		note->regions++;
		insert_region(note, &(struct softhca_region){
					    .start = mr->hca_va,
					    .length = mr->length,
					    .key = mr->lkey,
					    .rights = mr->access,
				    });
	}
}

void softhca_engine_note_gone(const struct engine_qp *eq, const struct engine_spans *spans)
{
	const bool denied = spans->space && softhca_dma_check_permission(spans->space);
	struct softhca_refusal *note = softhca_engine_note_reason(
		eq->engine->hca, denied ? SOFTHCA_REASON_MEMORY_DENIED : SOFTHCA_REASON_MEMORY_GONE,
		eq->qp->qpn);

	if (denied)
		note->number = (uint32_t)spans->space->pid;
	note->addr = spans->count ? spans->span[0].addr : 0;
	for (unsigned int i = 0; i < spans->count; i++)
		note->bytes += spans->span[i].bytes;
}

/* --- keeping them -------------------------------------------------------------------------- */

/** Returns where reasons are kept; NULL if memory is exhausted, and then the reason is lost. */
static struct engine_why *why_of(struct engine_qp *eq)
{
	if (!eq->why)
		eq->why = calloc(1, sizeof(*eq->why));
	return eq->why;
}

void softhca_engine_keep_note(struct engine_qp *eq)
{
	struct engine_why *why = why_of(eq);

	if (!why)
		return;
	why->kept = eq->engine->noted;
	why->kept.time = softhca_now();
	if (!why->kept.from)
		why->kept.from = eq->qp->qpn;
	if (!why->kept.peer)
		why->kept.peer = eq->qp->attr.dest_qp_num;
}

void softhca_engine_recall_note(struct engine_qp *eq)
{
	if (eq->why)
		eq->engine->noted = eq->why->kept;
}

/** Hide regions and keys of other users' processes. */
static void hide_foreign_regions(struct softhca_refusal *refusal, const struct softhca_qp *qp)
{
	if (!qp->ctx || !qp->ctx->uid || qp->ctx->uid == refusal->by_uid)
		return;
	memset(refusal->near, 0, sizeof(refusal->near));
	refusal->shown = 0;
	refusal->start = 0;
	refusal->held = 0;
}

/**
 * Complete the current note with data of the queue pair, and return a copy: the note itself stays
 * for the other side of the message.
 */
static struct softhca_refusal complete_note(struct engine_qp *eq, enum ibv_wc_status status)
{
	const struct softhca_qp *qp = eq->qp;
	struct softhca_refusal refusal = eq->engine->noted;

	if (!refusal.reason)
		refusal = (struct softhca_refusal){.reason = SOFTHCA_REASON_UNKNOWN};
	refusal.time = softhca_now();
	refusal.status = status;
	refusal.qpn = qp->qpn;
	refusal.state = qp->attr.qp_state;
	if (!refusal.by) {
		refusal.by = qp->qpn;
		refusal.by_uid = qp->ctx ? qp->ctx->uid : 0;
	}
	if (!refusal.from)
		refusal.from = qp->qpn;
	if (!refusal.peer)
		refusal.peer = qp->attr.dest_qp_num;
	hide_foreign_regions(&refusal, qp);
	refusal.pid = qp->ctx ? (uint32_t)qp->ctx->memory.pid : 0;
	return refusal;
}

static void trace_refusal(const struct engine_qp *eq, const struct softhca_refusal *refusal)
{
	if (softhca_traced(eq->engine->hca) && eq->qp->ctx)
		softhca_trace_entry(eq->qp->ctx, SOFTHCA_TRACE_KIND_REFUSAL, refusal->qpn,
				    refusal->index, refusal->reason, refusal, sizeof(*refusal));
}

/** Log "send 3 of queue pair 0x47 in RTS: REM_ACCESS_ERR: queue pair 0x48 refused ...". */
static void write_log(const struct engine_qp *eq, const struct softhca_refusal *refusal,
		      const char *what)
{
	char buf[TEXT_BYTES];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	if (eq->engine->hca->log_level < (int)SOFTHCA_LOG_INFO)
		return;
	inverbs_text_add(&text, "%llu.%06llu %s process %u: ",
			 (unsigned long long)(refusal->time / 1000000000U),
			 (unsigned long long)(refusal->time / 1000U % 1000000U),
			 eq->qp->device->name, refusal->pid);
	if (what)
		inverbs_text_add(&text, "%s %u of ", what, refusal->index);
	inverbs_text_add(&text, "queue pair 0x%x in ", refusal->qpn);
	softhca_name_state(&text, refusal->state);
	inverbs_text_add(&text, what ? ": " : " breaks");
	if (what)
		softhca_name_status(&text, refusal->status);
	inverbs_text_add(&text, ": ");
	softhca_refusal_says(&text, refusal);
	softhca_log(eq->engine->hca, SOFTHCA_LOG_INFO, "%s", buf);
}

void softhca_engine_note_failed(struct engine_qp *eq, enum ibv_wc_status status, bool is_send,
				uint32_t index)
{
	struct softhca_refusal refusal = complete_note(eq, status);
	struct engine_why *why = why_of(eq);

	refusal.index = index;
	refusal.is_send = is_send;
	if (is_send)
		refusal.opcode = (uint32_t)eq->wr.opcode;
	write_log(eq, &refusal, is_send ? "send" : "receive");
	trace_refusal(eq, &refusal);
	if (!why)
		return;
	why->failed[why->failures++ % ENGINE_FAILURES] = refusal;
	if (!why->broken)
		why->error = refusal;
	why->broken = true;
}

void softhca_engine_note_broken(struct engine_qp *eq)
{
	struct engine_why *why = why_of(eq);

	if (!why || why->broken)
		return;
	why->error = complete_note(eq, IBV_WC_WR_FLUSH_ERR);
	why->broken = true;
	if (why->error.reason != SOFTHCA_REASON_SET_TO_ERROR)
		write_log(eq, &why->error, NULL);
	trace_refusal(eq, &why->error);
}

void softhca_engine_note_dropped(struct engine_qp *eq)
{
	struct engine_why *why = why_of(eq);

	if (!why)
		return;
	why->dropped = complete_note(eq, IBV_WC_SUCCESS);
	why->dropped.number = 1;
	why->dropped.opcode = (uint32_t)eq->wr.opcode;
	why->drops++;
}

void softhca_engine_clear_broken(struct engine_qp *eq)
{
	if (eq->why)
		eq->why->broken = false;
}

/*
 * --- finding the reason of a completion
 * --------------------------------------------------------------------------
 */

/** iWARP adapters have only one error status; their libraries derive others from the syndrome. */
static bool same_status(const struct softhca_refusal *r, enum ibv_wc_status status)
{
	return r->status == (uint32_t)status ||
	       (r->status == IBV_WC_GENERAL_ERR && status != IBV_WC_WR_FLUSH_ERR);
}

const struct softhca_refusal *softhca_engine_why(const struct softhca_qp *qp,
						 enum ibv_wc_status status, unsigned int kinds,
						 uint32_t index, uint32_t mask)
{
	const struct engine_qp *eq = engine_of_qp(qp);
	const struct engine_why *why = eq ? eq->why : NULL;

	if (!why)
		return NULL;
	for (uint32_t back = 1; back <= ENGINE_FAILURES && back <= why->failures; back++) {
		const struct softhca_refusal *r =
			&why->failed[(why->failures - back) % ENGINE_FAILURES];

		if (same_status(r, status) && kinds & (r->is_send ? KIND_SEND : KIND_RECEIVE) &&
		    !((r->index ^ index) & mask))
			return r;
	}
	if (status == IBV_WC_SUCCESS)
		return why->drops ? &why->dropped : NULL;
	return status == IBV_WC_WR_FLUSH_ERR && why->broken ? &why->error : NULL;
}
