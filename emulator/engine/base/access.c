/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keys: which memory a work request or a peer may access. Looked up again for every chunk, so that
 * a key is invalid as soon as it is removed.
 */
#include "engine/base/internal.h"

/** Is [addr, addr + bytes) inside [base, base + length)? */
static bool inside(uint64_t addr, uint64_t bytes, uint64_t base, uint64_t length)
{
	return addr >= base && bytes <= length && addr - base <= length - bytes;
}

/** The client address of network address `addr` in a region. */
static uint64_t place_of(const struct softhca_mr *mr, uint64_t addr)
{
	return mr->start + (addr - mr->hca_va);
}

static const struct softhca_mr *local_region(const struct softhca_pd *pd, const struct ibv_sge *sge,
					     uint64_t from, uint64_t bytes, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(pd->obj.ctx->device, sge->lkey);

	if (!mr || mr->pd != pd || (access & ~mr->access) || sge->addr + from < sge->addr ||
	    !inside(sge->addr + from, bytes, mr->hca_va, mr->length))
		return NULL;
	return mr;
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
		if (!mr)
			return false;
		out->span[out->count++] = (struct dma_span){
			.addr = place_of(mr, sge[i].addr + from),
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

static const struct softhca_mr *remote_region(const struct softhca_qp *qp,
					      const struct softhca_pd *pd, uint32_t rkey,
					      uint64_t *addr, uint64_t total, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(qp->device, rkey);

	if (!mr || mr->pd != pd || (access & ~mr->access) ||
	    !inside(*addr, total, mr->hca_va, mr->length))
		return NULL;
	*addr = place_of(mr, *addr);
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
	if (!inside(*addr, total, base, mw->length))
		return NULL;
	*addr = place_of(mw->mr, mw->addr + (*addr - base));
	return mw->mr;
}

bool softhca_engine_remote_span(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint64_t from,
				uint64_t bytes, uint32_t access, struct engine_spans *out)
{
	const struct softhca_mr *mr;

	out->count = 0;
	out->space = NULL;
	/* The key of a message without payload is not checked. */
	if (!total)
		return true;
	mr = remote_region(qp, pd, rkey, &addr, total, access);
	if (!mr)
		mr = remote_window(qp, pd, rkey, &addr, total, access);
	if (!mr)
		return false;
	out->space = &mr->obj.ctx->memory;
	out->count = 1;
	out->span[0] = (struct dma_span){.addr = addr + from, .bytes = bytes};
	return true;
}

bool softhca_engine_alive(const struct dma_space *space)
{
	return space->own || (softhca_process_alive(space->process) && softhca_dma_exists(space));
}
