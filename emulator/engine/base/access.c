/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keys: the memory that a work request or a peer may access. A key is looked up again for every
 * chunk, so that it is invalid as soon as it is removed. Each check returns the reason why it
 * fails; the reason is noted if no other check permits the access.
 */
#include "engine/base/internal.h"

/** Is [addr, addr + bytes) inside [base, base + length)? */
static bool is_inside_range(uint64_t addr, uint64_t bytes, uint64_t base, uint64_t length)
{
	return addr >= base && bytes <= length && addr - base <= length - bytes;
}

/** Returns the client's address for network address `addr` in a region. */
static uint64_t client_address(const struct softhca_mr *mr, uint64_t addr)
{
	return mr->start + (addr - mr->hca_va);
}

/** Note how a range violates its bounds: at which end, and by how much. */
static enum softhca_reason bounds_reason(struct softhca_refusal *note, uint64_t start,
					 uint64_t length, enum softhca_reason before,
					 enum softhca_reason behind)
{
	const uint64_t end = note->addr - start + note->bytes;
	const bool early = note->addr < start;

	note->start = start;
	note->length = length;
	note->beyond = early ? start - note->addr : end - length;
	return early ? before : behind;
}

/* --- keys of own memory -------------------------------------------------------------------- */

static const struct softhca_mr *local_region(const struct softhca_pd *pd, const struct ibv_sge *sge,
					     uint64_t from, uint64_t bytes, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(pd->obj.ctx->device, sge->lkey);

	if (!mr || mr->pd != pd || (access & ~mr->access) || sge->addr + from < sge->addr ||
	    !is_inside_range(sge->addr + from, bytes, mr->hca_va, mr->length))
		return NULL;
	return mr;
}

/** Note why local_region() found no region. */
static void note_local_refusal(const struct softhca_pd *pd, const struct ibv_sge *sge,
			       uint64_t from, uint64_t bytes, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(pd->obj.ctx->device, sge->lkey);
	struct softhca_refusal *note = softhca_engine_note_reason(pd->obj.ctx->device->hca,
								  SOFTHCA_REASON_LKEY_UNKNOWN, 0);

	note->key = sge->lkey;
	note->addr = sge->addr + from;
	note->bytes = bytes;
	note->pd = pd->pdn;
	note->access = access;
	if (!mr) {
		softhca_engine_note_regions(note, pd);
		return;
	}
	note->other_pd = mr->pd->pdn;
	note->rights = mr->access;
	if (mr->pd != pd)
		note->reason = SOFTHCA_REASON_LKEY_OTHER_PD;
	else if (access & ~mr->access)
		note->reason = SOFTHCA_REASON_LKEY_NO_RIGHT;
	else
		note->reason = bounds_reason(note, mr->hca_va, mr->length,
					     SOFTHCA_REASON_LKEY_STARTS_LATER,
					     SOFTHCA_REASON_LKEY_ENDS_EARLIER);
}

bool softhca_engine_local_spans(struct softhca_pd *pd, const struct ibv_sge *sge,
				unsigned int count, uint64_t from, uint64_t bytes, uint32_t access,
				struct engine_spans *out)
{
	out->space = &pd->obj.ctx->memory;
	out->count = 0;
	for (unsigned int i = 0; i < count && bytes; i++) {
		const struct softhca_mr *mr;
		uint64_t n;

		if (from >= sge[i].length) {
			from -= sge[i].length;
			continue;
		}
		n = sge[i].length - from;
		if (n > bytes)
			n = bytes;
		mr = local_region(pd, &sge[i], from, n, access);
		if (!mr) {
			note_local_refusal(pd, &sge[i], from, n, access);
			return false;
		}
		out->span[out->count++] = (struct dma_span){
			.addr = client_address(mr, sge[i].addr + from),
			.bytes = n,
		};
		bytes -= n;
		from = 0;
	}
	return !bytes;
}

uint64_t softhca_engine_sge_total(const struct ibv_sge *sge, unsigned int count)
{
	uint64_t total = 0;

	for (unsigned int i = 0; i < count; i++)
		total += sge[i].length;
	return total;
}

bool softhca_engine_exceeds_receive(const struct engine_qp *to, const struct inverbs_dev_recv *recv,
				    uint64_t bytes)
{
	const uint64_t room = softhca_engine_sge_total(recv->sge, recv->num_sge);
	struct softhca_refusal *note;

	if (bytes <= room)
		return false;
	note = softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_RECEIVE_SHORT,
					  to->qp->qpn);
	note->bytes = bytes;
	note->length = room;
	note->beyond = bytes - room;
	return true;
}

/* --- keys of the peer's memory ------------------------------------------------------------- */

static const struct softhca_mr *remote_region(const struct softhca_qp *qp,
					      const struct softhca_pd *pd, uint32_t rkey,
					      uint64_t *addr, uint64_t total, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(qp->device, rkey);

	if (!mr || mr->pd != pd || (access & ~mr->access) ||
	    !is_inside_range(*addr, total, mr->hca_va, mr->length))
		return NULL;
	*addr = client_address(mr, *addr);
	return mr;
}

static const struct softhca_mr *remote_window(const struct softhca_qp *qp,
					      const struct softhca_pd *pd, uint32_t rkey,
					      uint64_t *addr, uint64_t total, uint32_t access)
{
	const struct softhca_mw *mw = softhca_find_mw(qp->device, rkey);
	uint64_t base;

	if (!mw || !mw->mr || mw->pd != pd || (access & ~mw->access))
		return NULL;
	if (mw->type == IBV_MW_TYPE_2 && mw->qpn != qp->qpn)
		return NULL;
	base = mw->zero_based ? 0 : mw->addr;
	if (!is_inside_range(*addr, total, base, mw->length))
		return NULL;
	*addr = client_address(mw->mr, mw->addr + (*addr - base));
	return mw->mr;
}

static enum softhca_reason region_reason(struct softhca_refusal *note, const struct softhca_mr *mr,
					 const struct softhca_pd *pd)
{
	note->other_pd = mr->pd->pdn;
	note->rights = mr->access;
	note->held = mr->rkey;
	if (mr->pd != pd)
		return SOFTHCA_REASON_RKEY_OTHER_PD;
	if (mr->rkey != note->key)
		return SOFTHCA_REASON_RKEY_OLD;
	if (note->access & ~mr->access)
		return SOFTHCA_REASON_RKEY_NO_RIGHT;
	return bounds_reason(note, mr->hca_va, mr->length, SOFTHCA_REASON_RKEY_STARTS_LATER,
			     SOFTHCA_REASON_RKEY_ENDS_EARLIER);
}

static enum softhca_reason window_reason(struct softhca_refusal *note, const struct softhca_mw *mw,
					 const struct softhca_qp *qp, const struct softhca_pd *pd)
{
	note->other_pd = mw->pd->pdn;
	note->rights = mw->access;
	note->other = mw->qpn;
	note->held = mw->rkey;
	if (mw->rkey != note->key)
		return SOFTHCA_REASON_RKEY_OLD;
	if (!mw->mr)
		return SOFTHCA_REASON_WINDOW_UNBOUND;
	if (mw->pd != pd)
		return SOFTHCA_REASON_RKEY_OTHER_PD;
	if (note->access & ~mw->access)
		return SOFTHCA_REASON_RKEY_NO_RIGHT;
	if (mw->type == IBV_MW_TYPE_2 && mw->qpn != qp->qpn)
		return SOFTHCA_REASON_WINDOW_OTHER_QP;
	return bounds_reason(note, mw->zero_based ? 0 : mw->addr, mw->length,
			     SOFTHCA_REASON_RKEY_STARTS_LATER, SOFTHCA_REASON_RKEY_ENDS_EARLIER);
}

/** Note why neither remote_region() nor remote_window() found anything. */
static void note_remote_refusal(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint32_t access)
{
	const struct softhca_object *o = softhca_table_get(&qp->device->keys, rkey >> 8);
	struct softhca_refusal *note = softhca_engine_note_reason(
		qp->device->hca, SOFTHCA_REASON_RKEY_UNKNOWN, qp->qpn);
	const struct softhca_mr *mr = o && o->type == SOFTHCA_MR ? (const struct softhca_mr *)o
								 : NULL;

	note->key = rkey;
	note->addr = addr;
	note->bytes = total;
	note->pd = pd->pdn;
	note->access = access;
	note->by_uid = pd->obj.ctx->uid;
	if (o && o->type == SOFTHCA_MW)
		note->reason = window_reason(note, (const struct softhca_mw *)o, qp, pd);
	else if (mr && (mr->rkey == rkey || mr->pd == pd))
		note->reason = region_reason(note, mr, pd);
	else if (qp->type != IBV_QPT_UC) /* the peer can make an unreliable connection drop any
					    number of messages */
		softhca_engine_note_regions(note, pd);
}

bool softhca_engine_remote_span(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint64_t from,
				uint64_t bytes, uint32_t access, struct engine_spans *out)
{
	const struct softhca_mr *mr;
	uint64_t place = addr;

	out->count = 0;
	out->space = NULL;
	/* The key of a zero-length message is not checked. */
	if (!total)
		return true;
	mr = remote_region(qp, pd, rkey, &place, total, access);
	if (!mr)
		mr = remote_window(qp, pd, rkey, &place, total, access);
	if (!mr) {
		note_remote_refusal(qp, pd, rkey, addr, total, access);
		return false;
	}
	out->space = &mr->obj.ctx->memory;
	out->count = 1;
	out->span[0] = (struct dma_span){.addr = place + from, .bytes = bytes};
	return true;
}

bool softhca_engine_is_process_alive(const struct dma_space *space)
{
	return space->own || (softhca_process_alive(space->process) && softhca_dma_exists(space));
}
