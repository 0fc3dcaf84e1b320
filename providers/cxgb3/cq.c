/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues: the kernel's ring, the counter that it reads, what software puts in order. */
#include "cxgb3.h"

#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "providers/common/queue_command.h"
#include "providers/common/shared_ring.h"

enum {
	MAX_LOG2 = 20, /* of entries; more than any driver answers */
};

size_t cxgb3_whole_pages(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) & ~(page - 1);
}

static void free_memory(struct inverbs_cq *cq)
{
	if (cq->buf)
		munmap(cq->buf, cq->buf_bytes);
	if (cq->record)
		inverbs_record_free(inverbs_context_of(cq->ibv.context), cq->record);
	inverbs_soft_free(cq);
	cq->buf = NULL;
	cq->record = NULL;
}

/* A driver without the state word does not say how much it mapped, either. */
static int check_answer(struct inverbs_cq *cq, const struct inverbs_words *out)
{
	const bool state = cxgb3_context_of(inverbs_context_of(cq->ibv.context))->cq_state;
	size_t ring;

	if (out->of[INVERBS_WORD_ENTRIES_LOG2] > MAX_LOG2)
		return EPROTO;
	cq->shift = CXGB3_CQE_SHIFT;
	cq->entries = 1U << out->of[INVERBS_WORD_ENTRIES_LOG2];
	ring = (size_t)cq->entries << cq->shift;
	cq->buf_bytes = state ? out->of[INVERBS_WORD_BYTES] : cxgb3_whole_pages(ring);
	return cq->buf_bytes < ring + (state ? sizeof(uint32_t) : 0) ? EPROTO : 0;
}

static int map_ring(struct inverbs_context *ctx, struct inverbs_cq *cq,
		    const struct inverbs_words *out)
{
	uint8_t *buf;
	int err = check_answer(cq, out);

	if (err)
		return err;
	buf = ctx->transport->ops->map(ctx->transport, cq->buf_bytes, PROT_READ | PROT_WRITE,
				       (off_t)out->of[INVERBS_WORD_KEY]);
	if (buf == MAP_FAILED)
		return errno;
	cq->buf = buf;
	return inverbs_soft_alloc(cq, cq->entries);
}

/* The state word behind the ring, or one that leads polls to the kernel always or never. */
static void set_attention(struct inverbs_context *ctx, struct inverbs_cq *cq)
{
	cq->soft->by_command = cxgb3_context_of(ctx)->by_command;
	cq->attention = &cq->soft->by_command;
	if (!cq->soft->by_command && cxgb3_context_of(ctx)->cq_state)
		cq->attention = (uint32_t *)(void *)(cq->buf + ((size_t)cq->entries << cq->shift));
}

int cxgb3_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		    bool extended, struct inverbs_cq *cq)
{
	struct inverbs_words words = {{0}};
	uint32_t ignored;
	int err;

	if (extended)
		return EOPNOTSUPP;
	cq->qps = &ctx->qps;
	cq->adapter = INVERBS_ADAPTER_CXGB3;
	cq->record = inverbs_record_alloc(ctx, sizeof(*cq->record));
	if (!cq->record)
		return ENOMEM;
	words.of[INVERBS_WORD_RECORD] = (uintptr_t)cq->record;
	err = inverbs_issue_create_cq(cq, attr, attr->cqe, false, &words);
	if (!err) {
		err = map_ring(ctx, cq, &words);
		if (err)
			inverbs_provider_destroy_cq(cq, &ignored, &ignored);
	}
	if (err) {
		free_memory(cq);
		return err;
	}
	set_attention(ctx, cq);
	inverbs_cq_forget(cq);
	cxgb3_cq_seek(cq);
	return 0;
}

int cxgb3_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events)
{
	int err = inverbs_provider_destroy_cq(cq, comp_events, async_events);

	if (!err)
		free_memory(cq);
	return err;
}

static bool has_entry_of(const struct inverbs_cq *cq, uint32_t qpn)
{
	for (uint32_t i = 0; i < cq->entries; i++) {
		const uint8_t *at = cxgb3_cq_entry(cq, cq->head + i);

		if (!cxgb3_cqe_ready(at, cq->head + i, cq->entries))
			return false;
		if (cxgb3_cqe_get(at).qpid == qpn)
			return true;
	}
	return false;
}

void cxgb3_cq_forget(struct inverbs_cq *cq, uint32_t qpn)
{
	inverbs_lock(&cq->lock);
	inverbs_cq_forget(cq);
	if (has_entry_of(cq, qpn))
		cxgb3_move_entries(cq);
	inverbs_soft_drop(cq, qpn);
	cxgb3_cq_seek(cq);
	inverbs_unlock(&cq->lock);
}
