/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings that sends and receives share, which the driver allocates and the program maps. */
#include <stdlib.h>

#include "adapters/common/rings.h"
#include "engine/engine.h"

static const struct softhca_rings *rings_of(const struct softhca_context *ctx)
{
	return ctx->device->driver->rings;
}

/** The software data path of a device whose programs have no rings, or NULL if they have rings. */
static const struct softhca_joint_soft *soft_of(const struct softhca_dev *device)
{
	return device->driver->soft;
}

/** Base-2 logarithm of a power of two. */
static uint32_t log2_of(uint32_t entries)
{
	return (uint32_t)__builtin_ctz(entries);
}

int softhca_joint_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		      struct softhca_mapped *out)
{
	return softhca_mapping_use(ctx, offset, bytes, prot, SOFTHCA_MAP_ALL, out);
}

/* --- completion queues ------------------------------------------------------------------- */

/** If the counter cannot be read, the ring is written without checking for room. */
static void find_counter(struct softhca_cq *cq, struct softhca_joint_cq *joint)
{
	const uint32_t bytes = rings_of(cq->obj.ctx)->joint->counter_bytes;
	const struct dma_space *space = &cq->obj.ctx->memory;

	cq->ignore_overrun = softhca_dma_probe(space, joint->counter, bytes) ||
			     softhca_view_init(&joint->hw.doorbell_record, space, joint->counter,
					       bytes, bytes);
}

static int make_cq(struct softhca_cq *cq, struct softhca_joint_cq *joint)
{
	const struct softhca_rings *rings = rings_of(cq->obj.ctx);
	const struct softhca_joint_soft *soft = soft_of(cq->obj.ctx->device);
	const size_t ring = (size_t)cq->entries * rings->cqe_bytes;
	int ret = softhca_mapping_create(&joint->ring, cq->obj.ctx,
					 joint->has_state ? rings->joint->cq_bytes(cq->entries)
							  : ring);

	if (ret)
		return ret;
	joint->hw.adapter = rings->formats;
	joint->hw.ring.entries = cq->entries;
	joint->hw.ring.stride = rings->cqe_bytes;
	softhca_view_own(&joint->hw.ring.memory, joint->ring.at, ring);
	cq->hw = joint;
	if (soft)
		return soft->cq_init(cq);
	find_counter(cq, joint);
	return 0;
}

void softhca_joint_destroy_cq(struct softhca_cq *cq)
{
	struct softhca_joint_cq *joint = softhca_joint_cq_of(cq);

	if (joint->soft)
		soft_of(cq->obj.ctx->device)->cq_fini(cq);
	softhca_mapping_destroy(&joint->ring);
	free(joint);
	cq->hw = NULL;
}

static uint32_t cq_entries(const struct softhca_cq *cq, uint32_t cqe)
{
	const struct softhca_joint_soft *soft = soft_of(cq->obj.ctx->device);

	return inverbs_round_up_pow2(cqe + (soft ? soft->spare_cqes : 0));
}

int softhca_joint_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct inverbs_command_data *data = rings_of(cq->obj.ctx)->command_data;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = cq->cqn};
	struct softhca_joint_cq *joint;
	int ret = softhca_get_words(udata, &data->create_cq_in, &words);

	if (ret)
		return ret;
	joint = calloc(1, sizeof(*joint));
	if (!joint)
		return ENOMEM;
	joint->counter = words.of[INVERBS_WORD_RECORD];
	joint->has_state = udata->out_room >= data->create_cq_out.bytes;
	cq->entries = cq_entries(cq, cqe);
	cq->hw = joint;
	ret = make_cq(cq, joint);
	if (ret) {
		softhca_joint_destroy_cq(cq);
		return ret;
	}
	words.of[INVERBS_WORD_KEY] = joint->ring.key;
	words.of[INVERBS_WORD_ENTRIES_LOG2] = log2_of(cq->entries);
	words.of[INVERBS_WORD_BYTES] = joint->ring.bytes;
	softhca_put_words(udata, &data->create_cq_out, &words);
	return 0;
}

/**
 * As the kernel driver does: read the program's consumer index, so that later CQEs cause an event.
 */
int softhca_joint_notify_cq(struct softhca_cq *cq)
{
	const struct softhca_joint_cq *joint = softhca_joint_cq_of(cq);
	const uint32_t bytes = rings_of(cq->obj.ctx)->joint->counter_bytes;
	uint8_t counter[8];

	if (joint->soft)
		return 0;
	if (softhca_dma_probe(&cq->obj.ctx->memory, joint->counter, bytes))
		return EFAULT;
	return softhca_dma_read(&cq->obj.ctx->memory, counter, joint->counter, bytes) ? EFAULT : 0;
}

/* --- queue pairs ------------------------------------------------------------------------- */

static int size_rings(const struct softhca_joint *joint, struct hw_qp *hw,
		      const struct ibv_qp_cap *cap)
{
	/* One entry of the receive table stays empty. */
	hw->recv_depth = inverbs_round_up_pow2(cap->max_recv_wr + 1);
	if (hw->recv_depth < joint->least_recvs)
		hw->recv_depth = joint->least_recvs;
	if (hw->recv_depth > joint->most_recvs)
		return EINVAL;
	hw->send_depth = inverbs_round_up_pow2(cap->max_send_wr ? cap->max_send_wr : 1);
	hw->send.entries = inverbs_round_up_pow2(hw->send_depth + hw->recv_depth);
	hw->send.stride = joint->slot_bytes;
	return 0;
}

static int make_qp(struct softhca_qp *qp, struct softhca_joint_qp *joint)
{
	const struct softhca_rings *rings = rings_of(qp->ctx);
	struct hw_qp *hw = &joint->hw;
	int ret = size_rings(rings->joint, hw, &qp->attr.cap);

	if (ret)
		return ret;
	ret = softhca_mapping_create(&joint->ring, qp->ctx,
				     (size_t)hw->send.entries * hw->send.stride);
	if (ret)
		return ret;
	softhca_mapping_registers(&joint->doorbell, qp->ctx);
	hw->adapter = rings->formats;
	softhca_view_own(&hw->send.memory, joint->ring.at, joint->ring.bytes);
	if (qp->device->doorbells_held)
		rings->joint->hold(joint->ring.at, true);
	return soft_of(qp->device) ? soft_of(qp->device)->qp_init(qp) : 0;
}

/** Defaults for a program that passes no driver-private data. */
static void set_defaults(struct softhca_qp *qp, const struct hw_qp *hw)
{
	qp->attr.cap.max_send_wr = hw->send_depth;
	qp->attr.cap.max_recv_wr = hw->recv_depth - 1;
	qp->attr.cap.max_inline_data = qp->device->driver->limits->max_inline;
	qp->attr.port_num = 1;
}

void softhca_joint_destroy_qp(struct softhca_qp *qp)
{
	struct softhca_joint_qp *joint = softhca_joint_qp_of(qp);

	if (joint->soft)
		soft_of(qp->device)->qp_fini(qp);
	softhca_mapping_destroy(&joint->doorbell);
	softhca_mapping_destroy(&joint->ring);
	free(joint);
	qp->hw = NULL;
}

static void return_qp_keys(const struct softhca_qp *qp, struct softhca_udata *udata)
{
	const struct softhca_joint_qp *joint = softhca_joint_qp_of(qp);
	const struct inverbs_words words = {
		.of[INVERBS_WORD_NUMBER] = qp->qpn,
		.of[INVERBS_WORD_KEY] = joint->ring.key,
		.of[INVERBS_WORD_DOORBELL_KEY] = joint->doorbell.key,
		.of[INVERBS_WORD_ENTRIES_LOG2] = log2_of(joint->hw.send.entries),
		.of[INVERBS_WORD_SEND_ENTRIES_LOG2] = log2_of(joint->hw.send_depth),
		.of[INVERBS_WORD_RECV_ENTRIES_LOG2] = log2_of(joint->hw.recv_depth),
	};

	softhca_put_words(udata, &rings_of(qp->ctx)->command_data->create_qp_out, &words);
}

int softhca_joint_create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	struct softhca_joint_qp *joint = calloc(1, sizeof(*joint));
	int ret;

	if (!joint)
		return ENOMEM;
	qp->hw = joint;
	ret = make_qp(qp, joint);
	if (ret) {
		softhca_joint_destroy_qp(qp);
		return ret;
	}
	set_defaults(qp, &joint->hw);
	return_qp_keys(qp, udata);
	return 0;
}

/**
 * On a reset, only the software data path needs work: a program that has rings clears them itself.
 */
int softhca_joint_modify_qp(struct softhca_qp *qp, const struct ibv_qp_attr *new_attr,
			    uint32_t mask)
{
	if (mask & IBV_QP_STATE && new_attr->qp_state == IBV_QPS_RESET &&
	    softhca_joint_qp_of(qp)->soft)
		soft_of(qp->device)->qp_reset(qp);
	return 0;
}

static void set_cq_attention(const struct softhca_cq *cq)
{
	const struct softhca_joint_cq *joint = softhca_joint_cq_of(cq);

	if (joint->has_state)
		rings_of(cq->obj.ctx)->joint->attention(joint->ring.at, cq->entries);
}

void softhca_joint_qp_failed(struct softhca_qp *qp)
{
	const struct softhca_joint_qp *joint = softhca_joint_qp_of(qp);

	rings_of(qp->ctx)->joint->fail(joint->ring.at);
	set_cq_attention(qp->recv_cq);
	set_cq_attention(qp->send_cq);
	if (joint->soft)
		soft_of(qp->device)->qp_flush(qp);
}

/** What the driver does when the doorbell FIFO is full, and again when it has drained. */
void softhca_joint_hold_doorbells(struct softhca_dev *device, bool hold)
{
	device->doorbells_held = hold;
	for (uint32_t i = 0; i < device->qps.room; i++) {
		const struct softhca_qp *qp = device->qps.slot[i];

		if (!qp || !qp->hw)
			continue;
		device->driver->rings->joint->hold(softhca_joint_qp_of(qp)->ring.at, hold);
		if (!hold)
			softhca_engine_kick(qp->ctx, true, false);
	}
}
