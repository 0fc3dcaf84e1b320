/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completion queues: create, resize, destroy, and dropping the entries of a queue pair that is
 * gone.
 */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "mlx4.h"
#include "providers/common/queue_command.h"

enum {
	/* The timestamp lies where service level and source LID are without it. */
	FIELDS_UNDER_TIMESTAMP = IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL,
	/* Flag of the extended kernel command. */
	KERNEL_TIMESTAMPS = 1,
};

/* What CREATE_CQ and its extended form need and answer alike. */
struct cq_request {
	struct mlx4_create_cq_in in;
	struct mlx4_create_cq_out out;
	uint32_t handle;
};

static bool wants_timestamps(const struct ibv_cq_init_attr_ex *attr, bool extended)
{
	return extended && attr->wc_flags & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP;
}

static int check_request(const struct ibv_cq_init_attr_ex *attr, bool extended)
{
	int err;

	if (attr->cqe > MLX4_MAX_CQE_REQUEST)
		return EINVAL;
	if (!extended)
		return 0;
	err = inverbs_check_cq_request(attr, MLX4_WC_FIELDS);
	if (err)
		return err;
	if (wants_timestamps(attr, extended) && attr->wc_flags & FIELDS_UNDER_TIMESTAMP)
		return EOPNOTSUPP;
	return 0;
}

static int32_t channel_fd(const struct ibv_cq_init_attr_ex *attr)
{
	return attr->channel ? attr->channel->fd : -1;
}

static int create_plain(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
			struct cq_request *r)
{
	struct inverbs_transport *t = inverbs_context_of(cq->ibv.context)->transport;
	struct uverbs_create_cq_req req = {
		.user_handle = (uintptr_t)cq,
		.cqe = cq->entries - 1,
		.comp_vector = attr->comp_vector,
		.comp_channel = channel_fd(attr),
	};
	struct uverbs_create_cq_resp resp = {0};
	int err = uverbs_call_create_cq(t, &req, &r->in, sizeof(r->in), &resp, &r->out,
					sizeof(r->out));

	r->handle = resp.cq_handle;
	return err;
}

static int create_with_timestamps(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
				  struct cq_request *r)
{
	struct inverbs_transport *t = inverbs_context_of(cq->ibv.context)->transport;
	struct uverbs_ex_create_cq_req req = {
		.user_handle = (uintptr_t)cq,
		.cqe = cq->entries - 1,
		.comp_vector = attr->comp_vector,
		.comp_channel = channel_fd(attr),
		.flags = KERNEL_TIMESTAMPS,
	};
	struct uverbs_ex_create_cq_resp resp = {0};
	int err = uverbs_call_ex_create_cq(t, &req, &r->in, sizeof(r->in), &resp, &r->out,
					   sizeof(r->out));

	r->handle = resp.base.cq_handle;
	return err;
}

static void free_memory(struct inverbs_cq *cq)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	uint8_t *ring;
	size_t bytes;

	if (cq->record)
		inverbs_record_free(ctx, cq->record);
	if (cq->buf)
		inverbs_queue_free(ctx, cq->buf, cq->buf_bytes);
	while ((ring = inverbs_ring_put_back(cq, &bytes)))
		inverbs_queue_free(ctx, ring, bytes);
	cq->record = NULL;
	cq->buf = NULL;
}

static int alloc_memory(struct inverbs_context *ctx, struct inverbs_cq *cq)
{
	cq->buf_bytes = (size_t)cq->entries << cq->shift;
	cq->buf = inverbs_queue_alloc(ctx, cq->buf_bytes);
	if (cq->buf)
		cq->record = inverbs_record_alloc(ctx, 2 * sizeof(*cq->record));
	if (cq->record)
		return 0;
	free_memory(cq);
	return ENOMEM;
}

int mlx4_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		   bool extended, struct inverbs_cq *cq)
{
	struct cq_request r = {0};
	int err = check_request(attr, extended);

	if (err)
		return err;
	cq->entries = inverbs_round_up_pow2(attr->cqe + 1);
	cq->shift = mlx4_context_of(ctx)->cqe_shift;
	err = alloc_memory(ctx, cq);
	if (err)
		return err;
	r.in.buf_addr = (uintptr_t)cq->buf;
	r.in.db_addr = (uintptr_t)cq->record;
	err = wants_timestamps(attr, extended) ? create_with_timestamps(cq, attr, &r)
					       : create_plain(cq, attr, &r);
	if (err) {
		free_memory(cq);
		return err;
	}
	cq->ibv.handle = r.handle;
	cq->ibv.cqe = (int)cq->entries - 1;
	cq->cqn = r.out.cqn;
	cq->arm_sn = 1;
	cq->bell = ctx->uar;
	cq->qps = &ctx->qps;
	cq->srqs = &ctx->xrc_srqs;
	cq->adapter = INVERBS_ADAPTER_MLX4;
	inverbs_cq_forget(cq);
	mlx4_cq_seek(cq);
	cq->lock.off = extended && inverbs_cq_of_one_thread(attr);
	if (extended)
		mlx4_set_cq_ops(&cq->ibv_ex, attr->wc_flags);
	return 0;
}

int mlx4_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events)
{
	int err = inverbs_provider_destroy_cq(cq, comp_events, async_events);

	if (!err)
		free_memory(cq);
	return err;
}

/* ---- resize ---- */

static uint32_t count_ready(const struct inverbs_cq *cq)
{
	uint32_t n = 0;

	while (n < cq->entries && mlx4_cq_entry_ready(cq, cq->head + n))
		n++;
	return n;
}

/*
 * Bring the entries of the old ring that nobody polled yet to the new one. The adapter marked the
 * end of the old ring with an entry of its own; that one used up an index, so everything moves by
 * one.
 */
static void carry_over(const struct inverbs_cq *old, struct inverbs_cq *new)
{
	uint32_t index = old->head;

	for (uint32_t n = 0; n < old->entries; n++, index++) {
		if (mlx4_cqe_get(mlx4_cq_entry(old, index)).opcode == MLX4_CQE_OP_RESIZE)
			break;
		memcpy(inverbs_slot(new->buf, index + 1, new->entries, new->shift),
		       inverbs_slot(old->buf, index, old->entries, old->shift),
		       (size_t)1 << old->shift);
		mlx4_cqe_take_place(mlx4_cq_entry(new, index + 1), index + 1, new->entries);
	}
	new->head = old->head + 1;
}

/* The command and the move, with the queue locked: nobody polls between two rings. */
static int change_ring(struct inverbs_cq *cq, struct inverbs_cq *new)
{
	struct uverbs_resize_cq_req req = {.cq_handle = cq->ibv.handle, .cqe = new->entries - 1};
	struct mlx4_resize_cq_in in = {.buf_addr = (uintptr_t) new->buf};
	struct uverbs_resize_cq_resp resp = {0};
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	int err = uverbs_call_resize_cq(ctx->transport, &req, &in, sizeof(in), &resp, NULL, 0);

	if (err)
		return err;
	carry_over(cq, new);
	inverbs_ring_put_away(cq);
	cq->buf = new->buf;
	cq->buf_bytes = new->buf_bytes;
	cq->entries = new->entries;
	cq->head = new->head;
	cq->ibv.cqe = (int)cq->entries - 1;
	mlx4_cq_seek(cq);
	mlx4_cq_publish_ci(cq);
	return 0;
}

static int resize_locked(struct inverbs_cq *cq, uint32_t entries)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct inverbs_cq new = {.entries = entries, .shift = cq->shift};
	int err;

	if (entries == cq->entries)
		return 0;
	if (entries < count_ready(cq) + 1)
		return EINVAL;
	new.buf_bytes = (size_t)entries << new.shift;
	new.buf = inverbs_queue_alloc(ctx, new.buf_bytes);
	if (!new.buf)
		return ENOMEM;
	err = change_ring(cq, &new);
	if (err)
		inverbs_queue_free(ctx, new.buf, new.buf_bytes);
	return err;
}

int mlx4_resize_cq(struct inverbs_cq *cq, int cqe)
{
	int err;

	if (cqe < 0 || (uint32_t)cqe > MLX4_MAX_CQE_REQUEST)
		return EINVAL;
	inverbs_lock(&cq->lock);
	err = resize_locked(cq, inverbs_round_up_pow2((uint32_t)cqe + 1));
	inverbs_unlock(&cq->lock);
	return err;
}

/* ---- cleaning ---- */

/* What came by XRC is the shared queue's, and stays when only the queue pair goes. */
static bool belongs(const struct mlx4_cqe *cqe, uint32_t qpn, const struct inverbs_srq *srq)
{
	if (cqe->qpn & MLX4_XRC_QPN_BIT && !cqe->is_send)
		return srq && srq->is_xrc && cqe->srqn == srq->srqn;
	return cqe->qpn == qpn;
}

static void move_entry(struct inverbs_cq *cq, uint32_t from, uint32_t to)
{
	uint8_t *place = mlx4_cq_entry(cq, to);

	memcpy(place, mlx4_cq_entry(cq, from), MLX4_CQE_SIZE);
	mlx4_cqe_take_place(place, to, cq->entries);
}

/*
 * Walk from the newest entry back, closing the gaps towards the end; order and owner parity stay
 * right.
 */
void mlx4_cq_clean(struct inverbs_cq *cq, uint32_t qpn, struct inverbs_srq *srq)
{
	uint32_t dropped = 0;

	inverbs_cq_forget(cq);
	if (cq->external)
		return;
	for (uint32_t n = count_ready(cq); n--;) {
		uint32_t index = cq->head + n;
		struct mlx4_cqe cqe = mlx4_cqe_get(mlx4_cq_entry(cq, index));

		if (!belongs(&cqe, qpn, srq)) {
			if (dropped)
				move_entry(cq, index, index + dropped);
			continue;
		}
		if (srq && !cqe.is_send)
			mlx4_srq_free(srq, cqe.wqe_index);
		dropped++;
	}
	if (!dropped)
		return;
	cq->head += dropped;
	mlx4_cq_seek(cq);
	mlx4_cq_publish_ci(cq);
}

void mlx4_lock_cqs(struct inverbs_cq *a, struct inverbs_cq *b)
{
	struct inverbs_cq *first = a, *second = b == a ? NULL : b;

	if (first && second && first->cqn > second->cqn) {
		first = b;
		second = a;
	}
	if (first)
		inverbs_lock(&first->lock);
	if (second)
		inverbs_lock(&second->lock);
}

void mlx4_unlock_cqs(struct inverbs_cq *a, struct inverbs_cq *b)
{
	if (a)
		inverbs_unlock(&a->lock);
	if (b && b != a)
		inverbs_unlock(&b->lock);
}
