/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device, its pages, and protection domains. */
#include <inverbs/kernel/uverbs_call.h>
#include <sys/mman.h>
#include <unistd.h>

#include "control.h"
#include "runtime/provider.h"

const struct inverbs_control *inverbs_control_of(struct ibv_context *context)
{
	return inverbs_context_of(context)->provider->control;
}

int inverbs_get_context(struct inverbs_context *ctx, void *out, size_t bytes)
{
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	int err = uverbs_call_get_context(ctx->transport, &req, NULL, 0, &resp, out, bytes);

	if (err)
		return err;
	ctx->ibv.async_fd = (int)resp.async_fd;
	ctx->ibv.num_comp_vectors = (int)resp.num_comp_vectors;
	return 0;
}

int inverbs_control_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd)
{
	const struct inverbs_private_part *part = &ctx->provider->control->parts->alloc_pd_out;
	uint8_t out[INVERBS_MOST_PART_BYTES] = {0};
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};
	struct inverbs_words words = {{0}};
	int err = uverbs_call_alloc_pd(ctx->transport, &req, NULL, 0, &resp,
				       part->bytes ? out : NULL, part->bytes);

	if (err)
		return err;
	inverbs_words_get(part, out, &words);
	pd->ibv.handle = resp.pd_handle;
	pd->pdn = (uint32_t)words.of[INVERBS_WORD_NUMBER];
	return 0;
}

void *inverbs_map_page(struct inverbs_context *ctx, uint64_t page, int prot)
{
	const uint64_t bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	void *at = ctx->transport->ops->map(ctx->transport, bytes, prot, (off_t)(page * bytes));

	return at == MAP_FAILED ? NULL : at;
}

void inverbs_unmap_page(const void *at)
{
	if (at)
		munmap((void *)(uintptr_t)at, (size_t)sysconf(_SC_PAGESIZE));
}
