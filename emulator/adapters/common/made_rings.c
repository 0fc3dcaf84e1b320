/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues that the driver allocates and the program maps, with producer and consumer index in a
 * header.
 */
#include <stdlib.h>

#include "adapters/common/rings.h"
#include "engine/engine.h"

/** A queue and its memory. Zeroed: none. */
struct queue {
	const struct softhca_rings *rings;
	struct softhca_mapping memory;
	uint32_t entries;
	uint8_t shift;
};

/** softhca_cq.hw, softhca_qp.hw and softhca_srq.hw; the engine uses the first member of each. */
struct made_cq {
	struct hw_cq hw;
	struct queue queue;
};

struct made_qp {
	struct hw_qp hw;
	struct queue send;
	struct queue recv;
};

struct made_srq {
	struct hw_srq hw;
	struct queue queue;
};

static uint8_t shift_of(const struct softhca_rings *rings, uint32_t bytes)
{
	uint8_t shift = 0;

	while (1U << shift < bytes || 1U << shift < rings->least_slot)
		shift++;
	return shift;
}

static uint8_t *slots_of(const struct queue *queue)
{
	return queue->memory.at + queue->rings->head->bytes;
}

static uint8_t *slot_of(const struct queue *queue, uint32_t index)
{
	return slots_of(queue) + ((size_t)(index & (queue->entries - 1)) << queue->shift);
}

/**
 * Create a queue for at least `most` WQEs or CQEs of `bytes` bytes. Returns 0, ENOMEM or EMFILE.
 */
static int make_queue(struct queue *queue, struct softhca_context *ctx, uint32_t most,
		      uint32_t bytes)
{
	const struct softhca_rings *rings = ctx->device->driver->rings;
	int ret;

	queue->rings = rings;
	queue->entries = inverbs_round_up_pow2(most + 1);
	queue->shift = shift_of(rings, bytes);
	ret = softhca_mapping_create(&queue->memory, ctx,
				     rings->head->bytes + ((size_t)queue->entries << queue->shift));
	if (!ret)
		rings->head->init(queue->memory.at, queue->entries, queue->shift);
	return ret;
}

/** The engine's view of a queue: its own index, and the program's. */
static void use_queue(const struct queue *queue, struct hw_ring *ring, struct hw_view *record,
		      bool program_produces)
{
	const struct softhca_queue_head *head = queue->rings->head;

	ring->entries = queue->entries;
	ring->stride = 1U << queue->shift;
	softhca_view_own(&ring->memory, slots_of(queue), (uint64_t)queue->entries << queue->shift);
	ring->index = head->index_at(queue->memory.at, !program_produces);
	softhca_view_own(record, head->index_at(queue->memory.at, program_produces),
			 sizeof(uint32_t));
}

static void return_queue_key(const struct queue *queue, struct inverbs_words *words)
{
	words->of[INVERBS_WORD_KEY] = queue->memory.key;
	words->of[INVERBS_WORD_BYTES] = queue->memory.bytes;
}

static uint32_t count_occupied(const struct queue *queue)
{
	const struct softhca_queue_head *head = queue->rings->head;

	return (head->producer(slots_of(queue)) - head->consumer(slots_of(queue))) &
	       (queue->entries - 1);
}

/**
 * Replace a queue by another. Outstanding WQEs or CQEs move to the start of the new queue; the
 * caller has checked that they fit, but the program may change an index meanwhile, and then the
 * rest are lost. The old queue is left empty. Returns the number moved.
 */
static uint32_t replace_queue(struct queue *queue, struct queue *next)
{
	const struct softhca_queue_head *head = queue->rings->head;
	const uint32_t first = head->consumer(slots_of(queue));
	uint32_t count = count_occupied(queue);

	if (count > next->entries - 1)
		count = next->entries - 1;
	for (uint32_t i = 0; i < count; i++)
		memcpy(slot_of(next, i), slot_of(queue, first + i), (size_t)1 << queue->shift);
	head->set_producer(slots_of(next), count);
	head->set_consumer(slots_of(queue), head->producer(slots_of(queue)));
	softhca_mapping_destroy(&queue->memory);
	softhca_mapping_move(&queue->memory, &next->memory);
	queue->entries = next->entries;
	return count;
}

int softhca_made_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		     struct softhca_mapped *out)
{
	return softhca_mapping_use(ctx, offset, bytes, prot, SOFTHCA_MAP_SOME, out);
}

/* --- completion queues ------------------------------------------------------------------- */

int softhca_made_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = cq->obj.ctx->device->driver->rings;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = cq->cqn};
	struct made_cq *made;
	int ret;

	if (udata->out_room < rings->command_data->create_cq_out.bytes)
		return EINVAL;
	if (cq->ignore_overrun || cq->timestamps)
		return EOPNOTSUPP;
	made = calloc(1, sizeof(*made));
	if (!made)
		return ENOMEM;
	ret = make_queue(&made->queue, cq->obj.ctx, cqe, rings->cqe_bytes);
	if (ret) {
		free(made);
		return ret;
	}
	made->hw.adapter = rings->formats;
	use_queue(&made->queue, &made->hw.ring, &made->hw.doorbell_record, false);
	cq->hw = made;
	cq->entries = made->queue.entries;
	return_queue_key(&made->queue, &words);
	softhca_put_words(udata, &rings->command_data->create_cq_out, &words);
	return 0;
}

int softhca_made_resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = cq->obj.ctx->device->driver->rings;
	struct made_cq *made = cq->hw;
	struct inverbs_words words = {{0}};
	struct queue next;
	int ret;

	if (udata->out_room < rings->command_data->resize_cq_out.bytes ||
	    cqe < count_occupied(&made->queue))
		return EINVAL;
	ret = make_queue(&next, cq->obj.ctx, cqe, rings->cqe_bytes);
	if (ret)
		return ret;
	softhca_engine_cq_moved(cq, replace_queue(&made->queue, &next));
	use_queue(&made->queue, &made->hw.ring, &made->hw.doorbell_record, false);
	cq->entries = next.entries;
	return_queue_key(&made->queue, &words);
	softhca_put_words(udata, &rings->command_data->resize_cq_out, &words);
	return 0;
}

void softhca_made_destroy_cq(struct softhca_cq *cq)
{
	struct made_cq *made = cq->hw;

	softhca_mapping_destroy(&made->queue.memory);
	free(made);
	cq->hw = NULL;
}

/* --- queue pairs ------------------------------------------------------------------------- */

/** SGEs and inline bytes use the same room in a WQE: each is granted all of it. */
static int make_send(struct softhca_qp *qp, struct made_qp *made)
{
	const struct softhca_rings *rings = qp->ctx->device->driver->rings;
	struct ibv_qp_cap *cap = &qp->attr.cap;
	const uint32_t front = rings->head->send_bytes(0, 0);
	const uint32_t room = rings->head->send_bytes(cap->max_send_sge, cap->max_inline_data) -
			      front;
	int ret = make_queue(&made->send, qp->ctx, cap->max_send_wr, front + room);

	if (ret)
		return ret;
	cap->max_send_wr = made->send.entries - 1;
	cap->max_send_sge = room / rings->sge_bytes;
	cap->max_inline_data = room;
	use_queue(&made->send, &made->hw.send, &made->hw.send_record, true);
	return 0;
}

static int make_recv(struct softhca_qp *qp, struct made_qp *made)
{
	const struct softhca_rings *rings = qp->ctx->device->driver->rings;
	struct ibv_qp_cap *cap = &qp->attr.cap;
	int ret;

	if (qp->srq)
		return 0;
	ret = make_queue(&made->recv, qp->ctx, cap->max_recv_wr,
			 rings->head->recv_bytes(cap->max_recv_sge));
	if (ret)
		return ret;
	cap->max_recv_wr = made->recv.entries - 1;
	use_queue(&made->recv, &made->hw.recv, &made->hw.recv_record, true);
	return 0;
}

static void free_qp(struct made_qp *made)
{
	softhca_mapping_destroy(&made->send.memory);
	softhca_mapping_destroy(&made->recv.memory);
	free(made);
}

int softhca_made_create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = qp->ctx->device->driver->rings;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = qp->qpn};
	struct made_qp *made;
	int ret;

	if (udata->out_room < rings->command_data->create_qp_out.bytes ||
	    (rings->exact_driver_data && udata->in_len))
		return EINVAL;
	made = calloc(1, sizeof(*made));
	if (!made)
		return ENOMEM;
	made->hw.adapter = rings->formats;
	ret = make_recv(qp, made);
	if (!ret)
		ret = make_send(qp, made);
	if (ret) {
		free_qp(made);
		return ret;
	}
	qp->hw = made;
	words.of[INVERBS_WORD_RECV_KEY] = made->recv.memory.key;
	words.of[INVERBS_WORD_RECV_BYTES] = made->recv.memory.bytes;
	words.of[INVERBS_WORD_SEND_KEY] = made->send.memory.key;
	words.of[INVERBS_WORD_SEND_BYTES] = made->send.memory.bytes;
	softhca_put_words(udata, &rings->command_data->create_qp_out, &words);
	return 0;
}

void softhca_made_destroy_qp(struct softhca_qp *qp)
{
	free_qp(qp->hw);
	qp->hw = NULL;
}

/* --- shared receive queues --------------------------------------------------------------- */

int softhca_made_create_srq(struct softhca_srq *srq, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = srq->obj.ctx->device->driver->rings;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = srq->srqn};
	struct made_srq *made;
	int ret;

	if (udata->out_room < rings->command_data->create_srq_out.bytes || !srq->max_sge)
		return EINVAL;
	if (srq->type != IBV_SRQT_BASIC)
		return EOPNOTSUPP;
	made = calloc(1, sizeof(*made));
	if (!made)
		return ENOMEM;
	ret = make_queue(&made->queue, srq->obj.ctx, srq->max_wr,
			 rings->head->recv_bytes(srq->max_sge));
	if (ret) {
		free(made);
		return ret;
	}
	made->hw.adapter = rings->formats;
	use_queue(&made->queue, &made->hw.ring, &made->hw.doorbell_record, true);
	srq->hw = made;
	srq->max_wr = made->queue.entries - 1;
	return_queue_key(&made->queue, &words);
	softhca_put_words(udata, &rings->command_data->create_srq_out, &words);
	return 0;
}

/** Tell the program where the new ring is; if that memory cannot be written, the old one stays. */
static int store_place(struct softhca_srq *srq, uint64_t addr, const struct queue *next)
{
	const struct inverbs_driver_data *data =
		&srq->obj.ctx->device->driver->rings->command_data->modify_srq_place;
	uint8_t place[INVERBS_MOST_DRIVER_DATA];
	struct inverbs_words words = {{0}};

	return_queue_key(next, &words);
	inverbs_words_put(data, place, &words);
	return softhca_dma_write(&srq->obj.ctx->memory, addr, place, data->bytes) ? EFAULT : 0;
}

int softhca_made_resize_srq(struct softhca_srq *srq, uint32_t max_wr, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = srq->obj.ctx->device->driver->rings;
	const uint32_t most_wr = (uint32_t)srq->obj.ctx->device->driver->limits->attr.max_srq_wr;
	struct made_srq *made = srq->hw;
	struct inverbs_words words = {{0}};
	struct queue next;
	int ret = softhca_get_words(udata, &rings->command_data->modify_srq_in, &words);

	if (ret)
		return ret;
	if (!max_wr || max_wr > most_wr || max_wr < count_occupied(&made->queue))
		return EINVAL;
	ret = make_queue(&next, srq->obj.ctx, max_wr, 1U << made->queue.shift);
	if (ret)
		return ret;
	ret = store_place(srq, words.of[INVERBS_WORD_PLACE], &next);
	if (ret) {
		softhca_mapping_destroy(&next.memory);
		return ret;
	}
	replace_queue(&made->queue, &next);
	use_queue(&made->queue, &made->hw.ring, &made->hw.doorbell_record, true);
	softhca_engine_srq_moved(srq);
	srq->max_wr = next.entries - 1;
	return 0;
}

void softhca_made_destroy_srq(struct softhca_srq *srq)
{
	struct made_srq *made = srq->hw;

	softhca_mapping_destroy(&made->queue.memory);
	free(made);
	srq->hw = NULL;
}
