/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completion queues: creating, resizing and destroying them, and dropping the CQEs of a destroyed
 * queue pair.
 */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <inverbs/fast/wqe.h>
#include <string.h>

#include "control.h"
#include "joint.h"
#include "queue_command.h"
#include "runtime/provider.h"

static bool wants_timestamps(const struct ibv_cq_init_attr_ex *attr, bool extended)
{
	return extended && attr->wc_flags & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP;
}

static int check_cq_attributes(const struct inverbs_provider *provider,
			       const struct ibv_cq_init_attr_ex *attr, bool extended)
{
	int err;

	if (provider->max_cqe && attr->cqe > provider->max_cqe)
		return EINVAL;
	if (!extended)
		return 0;
	if (!provider->control->set_cq_ops)
		return EOPNOTSUPP;
	err = inverbs_check_cq_request(attr, provider->control->wc_fields);
	if (err)
		return err;
	if (wants_timestamps(attr, extended) &&
	    attr->wc_flags & provider->control->wc_under_timestamp)
		return EOPNOTSUPP;
	return 0;
}

/* --- memory ------------------------------------------------------------------------------- */

static void free_cq_ring(struct inverbs_context *ctx, uint8_t *ring, size_t bytes)
{
	const struct inverbs_queue_head *head = ctx->provider->control->head;

	if (head)
		inverbs_unmap_queue(head, ring, bytes);
	else if (ring)
		inverbs_queue_free(ctx, ring, bytes);
}

static void free_cq_memory(struct inverbs_cq *cq)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	uint8_t *ring;
	size_t bytes;

	if (ctx->provider->control->joint) {
		inverbs_joint_free_cq(cq);
		return;
	}
	if (cq->doorbell_record)
		inverbs_record_free(ctx, cq->doorbell_record);
	free_cq_ring(ctx, cq->buf, cq->buf_bytes);
	while ((ring = inverbs_ring_next_replaced(cq, &bytes)))
		free_cq_ring(ctx, ring, bytes);
}

/* Allocate a ring in the program's memory, and its doorbell record of two words. */
static int alloc_cq_memory(struct inverbs_context *ctx, uint32_t cqe, struct inverbs_cq *cq,
			   struct inverbs_words *words)
{
	cq->entries = inverbs_round_up_pow2(cqe + 1);
	cq->shift = inverbs_facts_of(ctx)->cqe_shift;
	cq->buf_bytes = (size_t)cq->entries << cq->shift;
	cq->buf = inverbs_queue_alloc(ctx, cq->buf_bytes);
	if (cq->buf)
		cq->doorbell_record = inverbs_record_alloc(ctx, 2 * sizeof(*cq->doorbell_record));
	if (!cq->doorbell_record) {
		free_cq_memory(cq);
		return ENOMEM;
	}
	words->of[INVERBS_WORD_RINGS] = (uintptr_t)cq->buf;
	words->of[INVERBS_WORD_RECORD] = (uintptr_t)cq->doorbell_record;
	return 0;
}

static void use_cq_mapping(struct inverbs_cq *cq, const struct inverbs_queue_head *head,
			   const struct inverbs_mapping *m)
{
	cq->buf_bytes = m->bytes;
	cq->entries = m->entries;
	cq->shift = m->shift;
	cq->head = head->consumer(m->units);
	cq->buf = m->units;
}

static int map_cq_ring(struct inverbs_context *ctx, const struct inverbs_words *words,
		       struct inverbs_mapping *m)
{
	return inverbs_map_queue(ctx, ctx->provider->control->head, words->of[INVERBS_WORD_KEY],
				 words->of[INVERBS_WORD_BYTES], m);
}

/* --- create and destroy ------------------------------------------------------------------- */

static void init_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		    bool extended, struct inverbs_cq *cq)
{
	const struct inverbs_control *control = ctx->provider->control;

	cq->arm_sn = 1;
	cq->doorbell = ctx->uar;
	cq->qps = &ctx->qps;
	cq->srqs = &ctx->xrc_srqs;
	cq->adapter = control->adapter;
	inverbs_cq_forget(cq);
	control->cq_seek(cq);
	cq->lock.off = extended && inverbs_cq_of_one_thread(attr);
	if (extended)
		control->set_cq_ops(&cq->ibv_ex, attr->wc_flags);
}

static int create_own_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			 bool timestamps, struct inverbs_cq *cq)
{
	struct inverbs_words words = {{0}};
	int err = alloc_cq_memory(ctx, attr->cqe, cq, &words);

	if (err)
		return err;
	err = inverbs_issue_create_cq(cq, attr, cq->entries - 1, timestamps, &words);
	if (err)
		free_cq_memory(cq);
	else
		cq->ibv.cqe = (int)cq->entries - 1;
	return err;
}

static int create_mapped_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			    bool timestamps, struct inverbs_cq *cq)
{
	struct inverbs_words words = {{0}};
	struct inverbs_mapping m;
	uint32_t ignored;
	int err = inverbs_issue_create_cq(cq, attr, attr->cqe, timestamps, &words);

	if (err)
		return err;
	err = map_cq_ring(ctx, &words, &m);
	if (err)
		inverbs_provider_destroy_cq(cq, &ignored, &ignored);
	else
		use_cq_mapping(cq, ctx->provider->control->head, &m);
	return err;
}

int inverbs_control_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			      bool extended, struct inverbs_cq *cq)
{
	const struct inverbs_control *control = ctx->provider->control;
	const bool timestamps = wants_timestamps(attr, extended);
	int err = check_cq_attributes(ctx->provider, attr, extended);

	if (err)
		return err;
	if (control->joint)
		err = inverbs_joint_create_cq(ctx, attr, cq);
	else
		err = control->head ? create_mapped_cq(ctx, attr, timestamps, cq)
				    : create_own_cq(ctx, attr, timestamps, cq);
	if (!err)
		init_cq(ctx, attr, extended, cq);
	return err;
}

int inverbs_control_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events)
{
	int err = inverbs_provider_destroy_cq(cq, comp_events, async_events);

	if (!err)
		free_cq_memory(cq);
	return err;
}

/* --- resize ------------------------------------------------------------------------------- */

/* Number of CQEs that have not been polled. */
static uint32_t count_ready(const struct inverbs_control *control, const struct inverbs_cq *cq)
{
	uint32_t n = 0;

	if (!control->cqe_ready)
		return (control->head->producer(cq->buf) - cq->head) & (cq->entries - 1);
	while (n < cq->entries &&
	       control->cqe_ready(control->cq_entry(cq, cq->head + n), cq->head + n, cq->entries))
		n++;
	return n;
}

static int issue_resize(struct inverbs_cq *cq, uint32_t cqe, struct inverbs_words *words)
{
	const struct inverbs_command_data *data = inverbs_control_of(cq->ibv.context)->command_data;
	struct uverbs_resize_cq_req req = {.cq_handle = cq->ibv.handle, .cqe = cqe};
	uint8_t in[INVERBS_MOST_DRIVER_DATA], out[INVERBS_MOST_DRIVER_DATA] = {0};
	const uint16_t in_bytes = data->resize_cq_in.bytes, out_bytes = data->resize_cq_out.bytes;
	struct uverbs_resize_cq_resp resp = {0};
	int err;

	inverbs_words_put(&data->resize_cq_in, in, words);
	err = uverbs_call_resize_cq(inverbs_context_of(cq->ibv.context)->transport, &req,
				    in_bytes ? in : NULL, in_bytes, &resp, out_bytes ? out : NULL,
				    out_bytes);
	if (err)
		return err;
	inverbs_words_get(&data->resize_cq_out, out, words);
	cq->ibv.cqe = (int)resp.cqe;
	return 0;
}

/*
 * Move unpolled CQEs from the old ring to the new one. The adapter marked the end of the old ring
 * with a CQE, which used one index, so everything moves by one.
 */
static void carry_over(const struct inverbs_control *control, const struct inverbs_cq *old,
		       struct inverbs_cq *new)
{
	uint32_t index = old->head;

	for (uint32_t n = 0; n < old->entries; n++, index++) {
		if (control->cqe_ends_ring(control->cq_entry(old, index)))
			break;
		memcpy(inverbs_slot(new->buf, index + 1, new->entries, new->shift),
		       inverbs_slot(old->buf, index, old->entries, old->shift),
		       (size_t)1 << old->shift);
		control->cqe_take_place(control->cq_entry(new, index + 1), index + 1, new->entries);
	}
	new->head = old->head + 1;
}

/* The queue is locked from the command until the CQEs have been moved, so that no poll sees an
 * intermediate state. */
static int change_ring(struct inverbs_cq *cq, struct inverbs_cq *new)
{
	const struct inverbs_control *control = inverbs_control_of(cq->ibv.context);
	struct inverbs_words words = {.of[INVERBS_WORD_RINGS] = (uintptr_t) new->buf};
	int err = issue_resize(cq, new->entries - 1, &words);

	if (err)
		return err;
	carry_over(control, cq, new);
	inverbs_ring_keep_replaced(cq);
	cq->buf = new->buf;
	cq->buf_bytes = new->buf_bytes;
	cq->entries = new->entries;
	cq->head = new->head;
	cq->ibv.cqe = (int)cq->entries - 1;
	control->cq_seek(cq);
	control->cq_publish_ci(cq);
	return 0;
}

static int resize_own_cq(struct inverbs_cq *cq, uint32_t entries)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct inverbs_cq new = {.entries = entries, .shift = cq->shift};
	int err;

	if (entries == cq->entries)
		return 0;
	if (entries < count_ready(ctx->provider->control, cq) + 1)
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

/* The kernel moves outstanding CQEs to the new ring. */
static int resize_mapped_cq(struct inverbs_cq *cq, uint32_t cqe)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct inverbs_words words = {{0}};
	const int before = cq->ibv.cqe;
	struct inverbs_mapping m;
	int err = issue_resize(cq, cqe, &words);

	if (err)
		return err;
	err = map_cq_ring(ctx, &words, &m);
	if (err) { /* nothing can be done: CQEs written from now on are lost */
		cq->ibv.cqe = before;
		return err;
	}
	inverbs_ring_keep_replaced(cq);
	use_cq_mapping(cq, ctx->provider->control->head, &m);
	ctx->provider->control->cq_seek(cq);
	return 0;
}

int inverbs_control_resize_cq(struct inverbs_cq *cq, int cqe)
{
	const struct inverbs_provider *provider = inverbs_context_of(cq->ibv.context)->provider;
	int err;

	if (cqe < 0 || (provider->max_cqe && (uint32_t)cqe > provider->max_cqe))
		return EINVAL;
	inverbs_lock(&cq->lock);
	err = provider->control->head ? resize_mapped_cq(cq, (uint32_t)cqe)
				      : resize_own_cq(cq, inverbs_round_up_pow2((uint32_t)cqe + 1));
	inverbs_unlock(&cq->lock);
	return err;
}

/* --- dropping CQEs ------------------------------------------------------------------------ */

static void move_cqe(const struct inverbs_control *control, struct inverbs_cq *cq, uint32_t from,
		     uint32_t to)
{
	uint8_t *place = control->cq_entry(cq, to);

	memcpy(place, control->cq_entry(cq, from), control->cqe_bytes);
	if (control->cqe_take_place)
		control->cqe_take_place(place, to, cq->entries);
}

static void free_slot(const struct inverbs_control *control, const uint8_t *cqe,
		      struct inverbs_srq *srq)
{
	uint32_t slot;

	if (srq && control->cqe_frees && control->cqe_frees(cqe, &slot))
		control->srq_free(srq, slot);
}

/*
 * Walk back from the newest CQE and move the remaining CQEs over the dropped ones; their order and
 * owner parity are preserved.
 */
void inverbs_cq_clean(struct inverbs_cq *cq, uint32_t number, struct inverbs_srq *srq)
{
	const struct inverbs_control *control = inverbs_control_of(cq->ibv.context);
	uint32_t dropped = 0;

	if (control->joint) {
		inverbs_joint_clean_cq(cq, number);
		return;
	}
	inverbs_cq_forget(cq);
	if (cq->external)
		return;
	for (uint32_t n = count_ready(control, cq); n--;) {
		const uint8_t *cqe = control->cq_entry(cq, cq->head + n);

		if (control->cqe_names(cqe, number, srq)) {
			free_slot(control, cqe, srq);
			dropped++;
		} else if (dropped) {
			move_cqe(control, cq, cq->head + n, cq->head + n + dropped);
		}
	}
	if (!dropped)
		return;
	cq->head += dropped;
	control->cq_seek(cq);
	control->cq_publish_ci(cq);
}

void inverbs_lock_cqs(struct inverbs_cq *a, struct inverbs_cq *b)
{
	struct inverbs_cq *first = a, *second = b == a ? NULL : b;

	if (first && second && first->ibv.handle > second->ibv.handle) {
		first = b;
		second = a;
	}
	if (first)
		inverbs_lock(&first->lock);
	if (second)
		inverbs_lock(&second->lock);
}

void inverbs_unlock_cqs(struct inverbs_cq *a, struct inverbs_cq *b)
{
	if (a)
		inverbs_unlock(&a->lock);
	if (b && b != a)
		inverbs_unlock(&b->lock);
}

/**
 * Copy a CQE that the adapter may be overwriting. The caller must then check whether that happened.
 */
__attribute__((no_sanitize("thread"))) static void copy_unproved(uint8_t *to, const uint8_t *from,
								 uint32_t bytes)
{
	for (uint32_t at = 0; at < bytes; at++)
		to[at] = *(const volatile uint8_t *)(from + at);
}

/**
 * The adapter writes CQEs in order, each published by its owner bit. While the owner bit of the
 * previous slot is unchanged, this slot has not been overwritten, so checking that bit after the
 * copy validates the copy.
 */
bool inverbs_control_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *cqe)
{
	const struct inverbs_control *control = inverbs_control_of(cq->ibv.context);
	const uint8_t *at = control->cq_entry(cq, index);
	const uint32_t before = index + cq->entries - 1; /* the previous slot, in the next lap */

	if (!control->cqe_ready(at, index, cq->entries))
		return false;
	copy_unproved((uint8_t *)cqe, at, control->cqe_bytes);
	inverbs_from_device();
	return !control->cqe_ready(control->cq_entry(cq, before), before, cq->entries);
}
