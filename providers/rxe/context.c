/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device, and the queues that the kernel makes for it. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <sys/mman.h>

#include "rxe.h"

enum {
	/* More would not be a queue of this kernel. */
	MAX_SHIFT = 20,
};

static bool rxe_match(const struct inverbs_device_info *dev)
{
	return inverbs_identity_match(&rxe_identity, dev);
}

static int rxe_context_init(struct inverbs_context *ctx, const struct inverbs_device_info *dev)
{
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	int err = uverbs_call_get_context(ctx->transport, &req, NULL, 0, &resp, NULL, 0);

	(void)dev;
	if (err)
		return err;
	ctx->ibv.async_fd = (int)resp.async_fd;
	ctx->ibv.num_comp_vectors = (int)resp.num_comp_vectors;
	inverbs_table_init(&ctx->qps, RXE_QP_NUMBERS);
	rxe_set_ops(&ctx->ibv);
	return 0;
}

static void rxe_context_fini(struct inverbs_context *ctx)
{
	inverbs_table_fini(&ctx->qps);
}

static int rxe_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};
	int err = uverbs_call_alloc_pd(ctx->transport, &req, NULL, 0, &resp, NULL, 0);

	pd->ibv.handle = resp.pd_handle;
	return err;
}

int rxe_map(struct inverbs_context *ctx, uint64_t offset, uint32_t bytes, struct rxe_mapping *out)
{
	uint8_t *head = ctx->transport->ops->map(ctx->transport, bytes, PROT_READ | PROT_WRITE,
						 (off_t)offset);

	if ((void *)head == MAP_FAILED)
		return errno;
	out->slots = head + RXE_QUEUE_HEAD;
	out->bytes = bytes;
	out->entries = rxe_queue_entries(head);
	out->shift = rxe_queue_shift(head);
	/* The fast path counts on these; what is no queue is not used as one. */
	if (bytes <= RXE_QUEUE_HEAD || !out->entries || out->entries & (out->entries - 1) ||
	    out->shift > MAX_SHIFT ||
	    (uint64_t)out->entries << out->shift > bytes - RXE_QUEUE_HEAD) {
		inverbs_log("rxe: the kernel mapped %u slots of 2^%u bytes into %u bytes",
			    out->entries, out->shift, bytes);
		munmap(head, bytes);
		return EPROTO;
	}
	return 0;
}

void rxe_unmap(uint8_t *slots, size_t bytes)
{
	if (slots)
		munmap(slots - RXE_QUEUE_HEAD, bytes);
}

const struct inverbs_provider inverbs_provider_rxe = {
	.name = "rxe",
	.adapter = INVERBS_ADAPTER_RXE,
	.identity = &rxe_identity,
	.match = rxe_match,
	.context_init = rxe_context_init,
	.context_fini = rxe_context_fini,
	.alloc_pd = rxe_alloc_pd,
	.create_cq = rxe_create_cq,
	.resize_cq = rxe_resize_cq,
	.destroy_cq = rxe_destroy_cq,
	.create_qp = rxe_create_qp,
	.send_ops = rxe_send_ops,
	.wr_complete = rxe_wr_complete_full,
	.modify_qp = rxe_modify_qp,
	.query_qp = rxe_query_qp,
	.destroy_qp = rxe_destroy_qp,
	.create_srq = rxe_create_srq,
	.modify_srq = rxe_modify_srq,
	.destroy_srq = rxe_destroy_srq,
	.create_ah = rxe_create_ah,
	.destroy_ah = rxe_destroy_ah,
};
