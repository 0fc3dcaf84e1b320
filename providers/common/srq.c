/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues, basic and XRC. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>

#include "control.h"
#include "queue_command.h"
#include "runtime/provider.h"

static bool is_xrc_srq(const struct ibv_srq_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type == IBV_SRQT_XRC;
}

static int check_srq_create(const struct inverbs_provider *provider,
			    const struct ibv_srq_init_attr_ex *attr)
{
	if (attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type != IBV_SRQT_BASIC &&
	    !(provider->control->xrc && attr->srq_type == IBV_SRQT_XRC))
		return EOPNOTSUPP;
	if ((provider->max_srq_wr && attr->attr.max_wr > provider->max_srq_wr) ||
	    (provider->max_srq_sge && attr->attr.max_sge > provider->max_srq_sge))
		return EINVAL;
	if (is_xrc_srq(attr) && (!attr->xrcd || !attr->cq))
		return EINVAL;
	return 0;
}

/* --- lists in the program's memory --------------------------------------------------------- */

static void free_own_srq(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	if (srq->doorbell_record)
		inverbs_record_free(ctx, srq->doorbell_record);
	if (srq->buf)
		inverbs_queue_free(ctx, srq->buf, srq->buf_bytes);
	free(srq->wr_id);
}

static int alloc_own_srq(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	srq->buf_bytes = (size_t)srq->entries << srq->shift;
	srq->buf = inverbs_queue_alloc(ctx, srq->buf_bytes);
	srq->wr_id = calloc(srq->entries, sizeof(*srq->wr_id));
	srq->doorbell_record = inverbs_record_alloc(ctx, sizeof(*srq->doorbell_record));
	if (srq->buf && srq->wr_id && srq->doorbell_record)
		return 0;
	free_own_srq(ctx, srq);
	return ENOMEM;
}

/* CQEs of XRC receives contain the SRQ's number, so polls must be able to look it up. */
static int enter_xrc_srq(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	uint32_t events;
	int err;

	if (!srq->is_xrc)
		return 0;
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_table_enter(&ctx->xrc_srqs, srq->srqn, srq);
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		inverbs_provider_destroy_srq(srq, &events);
	return err;
}

static int create_own_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			  struct inverbs_srq *srq)
{
	const struct inverbs_control *control = ctx->provider->control;
	struct inverbs_words words = {{0}};
	int err;

	srq->is_xrc = is_xrc_srq(attr);
	srq->xrc_cq = srq->is_xrc ? attr->cq : NULL;
	/* One slot stays free, so that a full list can be told from an empty one. */
	srq->entries = inverbs_round_up_pow2(attr->attr.max_wr + 1);
	srq->shift = (uint8_t)inverbs_srq_shift(control, attr->attr.max_sge);
	srq->max_sge = (uint16_t)attr->attr.max_sge;
	srq->tail = srq->entries - 1;
	err = alloc_own_srq(ctx, srq);
	if (err)
		return err;
	control->srq_init(srq);
	words.of[INVERBS_WORD_RINGS] = (uintptr_t)srq->buf;
	words.of[INVERBS_WORD_RECORD] = (uintptr_t)srq->doorbell_record;
	err = inverbs_issue_create_srq(ctx, attr, srq, &words);
	if (!err)
		err = enter_xrc_srq(ctx, srq);
	if (err)
		free_own_srq(ctx, srq);
	return err;
}

/* --- rings in kernel memory ----------------------------------------------------------------- */

static void use_srq_mapping(struct inverbs_srq *srq, const struct inverbs_queue_head *head,
			    const struct inverbs_mapping *m)
{
	srq->buf = m->units;
	srq->buf_bytes = m->bytes;
	srq->entries = m->entries;
	srq->shift = m->shift;
	srq->head = head->producer(m->units);
}

static int map_srq_ring(struct inverbs_context *ctx, const struct inverbs_words *words,
			struct inverbs_mapping *m)
{
	return inverbs_map_queue(ctx, ctx->provider->control->head, words->of[INVERBS_WORD_KEY],
				 words->of[INVERBS_WORD_BYTES], m);
}

/* Everything granted must fit into a slot, because the fast path does not check it. */
static int map_granted(struct inverbs_context *ctx, const struct inverbs_words *words,
		       uint32_t max_sge, struct inverbs_mapping *m)
{
	const struct inverbs_queue_head *head = ctx->provider->control->head;
	int err = map_srq_ring(ctx, words, m);

	if (err)
		return err;
	if (max_sge <= 1U << m->shift && head->recv_bytes(max_sge) <= 1U << m->shift)
		return 0;
	inverbs_unmap_queue(head, m->units, m->bytes);
	return EPROTO;
}

static int create_mapped_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			     struct inverbs_srq *srq)
{
	struct inverbs_words words = {{0}};
	struct inverbs_mapping m;
	uint32_t ignored;
	int err = inverbs_issue_create_srq(ctx, attr, srq, &words);

	if (err)
		return err;
	err = map_granted(ctx, &words, attr->attr.max_sge, &m);
	if (err) {
		inverbs_provider_destroy_srq(srq, &ignored);
		return err;
	}
	use_srq_mapping(srq, ctx->provider->control->head, &m);
	srq->max_sge = (uint16_t)attr->attr.max_sge;
	attr->attr.max_wr = m.entries - 1;
	return 0;
}

int inverbs_control_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			       struct inverbs_srq *srq)
{
	const struct inverbs_control *control = ctx->provider->control;
	int err = check_srq_create(ctx->provider, attr);

	if (err)
		return err;
	srq->adapter = control->adapter;
	srq->lock.off = inverbs_in_thread_domain(attr->pd);
	return control->head ? create_mapped_srq(ctx, attr, srq) : create_own_srq(ctx, attr, srq);
}

/* A resized queue has a new mapping; the kernel has moved the posted WQEs. */
static int map_resized_ring(struct inverbs_context *ctx, const uint8_t *place,
			    struct inverbs_srq *srq)
{
	const struct inverbs_control *control = ctx->provider->control;
	struct inverbs_words words = {{0}};
	struct inverbs_mapping m;
	int err;

	inverbs_words_get(&control->command_data->modify_srq_place, place, &words);
	if (!words.of[INVERBS_WORD_BYTES])
		return 0;
	err = map_srq_ring(ctx, &words, &m);
	if (err)
		return err;
	inverbs_unmap_queue(control->head, srq->buf, srq->buf_bytes);
	use_srq_mapping(srq, control->head, &m);
	return 0;
}

static int modify_srq_locked(struct inverbs_srq *srq, const struct ibv_srq_attr *attr,
			     int attr_mask)
{
	struct inverbs_context *ctx = inverbs_context_of(srq->ibv.context);
	const struct inverbs_driver_data *data =
		&ctx->provider->control->command_data->modify_srq_in;
	uint8_t in[INVERBS_MOST_DRIVER_DATA], place[INVERBS_MOST_DRIVER_DATA] = {0};
	const struct inverbs_words words = {.of[INVERBS_WORD_PLACE] = (uintptr_t)place};
	struct uverbs_modify_srq_req req = {
		.srq_handle = srq->ibv.handle,
		.attr_mask = (uint32_t)attr_mask,
		.max_wr = attr->max_wr,
		.srq_limit = attr->srq_limit,
	};
	int err;

	inverbs_words_put(data, in, &words);
	err = uverbs_call_modify_srq(ctx->transport, &req, data->bytes ? in : NULL, data->bytes);
	return err ? err : map_resized_ring(ctx, place, srq);
}

int inverbs_control_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask)
{
	int err;

	inverbs_lock(&srq->lock);
	err = modify_srq_locked(srq, attr, attr_mask);
	inverbs_unlock(&srq->lock);
	return err;
}

/* --- both kinds ------------------------------------------------------------------------------ */

static void remove_srq(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	struct inverbs_cq *cq = inverbs_cq_of(srq->xrc_cq);

	inverbs_lock(&cq->lock);
	inverbs_cq_clean(cq, 0, srq);
	inverbs_table_remove(&ctx->xrc_srqs, srq->srqn);
	inverbs_unlock(&cq->lock);
}

int inverbs_control_destroy_srq(struct inverbs_srq *srq, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(srq->ibv.context);
	const struct inverbs_queue_head *head = ctx->provider->control->head;
	int err;

	/*
	 * The table is locked before the command, so that a new SRQ with the same number cannot be
	 * entered before this one is removed.
	 */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_srq(srq, events);
	if (!err && srq->is_xrc)
		remove_srq(ctx, srq);
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		return err;
	if (head)
		inverbs_unmap_queue(head, srq->buf, srq->buf_bytes);
	else
		free_own_srq(ctx, srq);
	return 0;
}
