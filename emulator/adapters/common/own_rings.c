/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings in the program's memory, whose address the program passes in the command. */
#include <stdlib.h>

#include "adapters/common/rings.h"
#include "engine/engine.h"

enum {
	BUFFER_ALIGN = 64,
};

static int make_ring(struct hw_ring *ring, const struct dma_space *space, uint64_t addr,
		     uint32_t entries, uint32_t stride)
{
	*ring = (struct hw_ring){.entries = entries, .stride = stride};
	return softhca_view_init(&ring->memory, space, addr, (uint64_t)entries * stride,
				 BUFFER_ALIGN);
}

/* --- completion queues ----------------------------------------------------------------------- */

static const struct softhca_rings *rings_of_cq(const struct softhca_cq *cq)
{
	return cq->obj.ctx->device->driver->rings;
}

static uint32_t cq_entries(uint32_t cqe)
{
	return inverbs_round_up_pow2(cqe + 1);
}

static int set_up_cq(struct softhca_cq *cq, struct hw_cq *hw, uint32_t cqe,
		     const struct inverbs_words *in)
{
	const struct softhca_rings *rings = rings_of_cq(cq);
	const struct dma_space *space = &cq->obj.ctx->memory;
	int ret = make_ring(&hw->ring, space, in->of[INVERBS_WORD_RINGS], cq_entries(cqe),
			    rings->cqe_bytes);

	hw->adapter = rings->formats;
	if (!ret)
		ret = softhca_view_init(&hw->doorbell_record, space, in->of[INVERBS_WORD_RECORD], 8,
					8);
	if (!ret)
		ret = softhca_engine_cq_init_ring(rings->formats, &hw->ring, 0);
	return ret;
}

int softhca_own_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct inverbs_command_data *data = rings_of_cq(cq)->command_data;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = cq->cqn};
	struct hw_cq *hw;
	int ret = softhca_get_words(udata, &data->create_cq_in, &words);

	if (ret)
		return ret;
	if (cq->ignore_overrun)
		return EOPNOTSUPP;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	ret = set_up_cq(cq, hw, cqe, &words);
	if (ret) {
		free(hw);
		return ret;
	}
	cq->hw = hw;
	cq->entries = hw->ring.entries;
	softhca_put_words(udata, &data->create_cq_out, &words);
	return 0;
}

int softhca_own_resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = rings_of_cq(cq);
	struct inverbs_words words = {{0}};
	struct hw_ring ring;
	int ret = softhca_get_words(udata, &rings->command_data->resize_cq_in, &words);

	if (!ret)
		ret = make_ring(&ring, &cq->obj.ctx->memory, words.of[INVERBS_WORD_RINGS],
				cq_entries(cqe), rings->cqe_bytes);
	if (!ret)
		ret = softhca_engine_cq_move(cq, &ring);
	if (!ret)
		cq->entries = ring.entries;
	return ret;
}

void softhca_own_destroy_cq(struct softhca_cq *cq)
{
	free(cq->hw);
	cq->hw = NULL;
}

/* --- queue pairs ----------------------------------------------------------------------------- */

static bool has_recv_queue(const struct softhca_qp *qp)
{
	return !qp->srq && !qp->domain && qp->type != IBV_QPT_XRC_SEND;
}

static int size_send_queue(const struct softhca_rings *rings, struct hw_ring *ring,
			   const struct inverbs_words *in)
{
	const uint64_t shift = in->of[INVERBS_WORD_SEND_STRIDE_LOG2];
	const uint64_t entries = in->of[INVERBS_WORD_SEND_ENTRIES_LOG2];

	if (shift < rings->send_shift_least || shift > rings->send_shift_most || entries > 31 ||
	    1U << entries > rings->send_entries_most)
		return EINVAL;
	ring->entries = 1U << entries;
	ring->stride = 1U << shift;
	return 0;
}

static int size_recv_queue(const struct softhca_rings *rings, struct hw_ring *ring,
			   struct ibv_qp_cap *cap, const struct inverbs_words *in)
{
	const uint32_t inside = (uint32_t)in->of[INVERBS_WORD_RECV_INLINE];
	uint32_t stride;

	if (!cap->max_recv_wr || !cap->max_recv_sge || inside > HW_MAX_STRIDE)
		return EINVAL;
	cap->max_recv_wr = inverbs_round_up_pow2(cap->max_recv_wr);
	cap->max_recv_sge = inverbs_round_up_pow2(cap->max_recv_sge);
	stride = cap->max_recv_sge * rings->sge_bytes;
	if (stride < inside)
		stride = inverbs_round_up_pow2(inside);
	ring->entries = cap->max_recv_wr;
	ring->stride = stride;
	return stride > HW_MAX_STRIDE ? EINVAL : 0;
}

/**
 * Both rings share a buffer. The one with the larger stride comes first; if equal, the send ring.
 */
static int place_rings(struct hw_qp *hw, const struct dma_space *space, uint64_t buffer)
{
	uint64_t send_bytes = (uint64_t)hw->send.entries * hw->send.stride;
	uint64_t recv_bytes = (uint64_t)hw->recv.entries * hw->recv.stride;
	bool recv_first = hw->recv.entries && hw->recv.stride > hw->send.stride;
	int ret = make_ring(&hw->send, space, buffer + (recv_first ? recv_bytes : 0),
			    hw->send.entries, hw->send.stride);

	if (!ret && hw->recv.entries)
		ret = softhca_view_init(&hw->recv.memory, space,
					buffer + (recv_first ? 0 : send_bytes), recv_bytes,
					BUFFER_ALIGN);
	return ret;
}

static int set_up_qp(struct softhca_qp *qp, struct hw_qp *hw, const struct inverbs_words *in)
{
	const struct softhca_rings *rings = qp->ctx->device->driver->rings;
	const struct dma_space *space = &qp->ctx->memory;
	int ret = size_send_queue(rings, &hw->send, in);

	hw->adapter = rings->formats;
	if (!ret && has_recv_queue(qp))
		ret = size_recv_queue(rings, &hw->recv, &qp->attr.cap, in);
	if (!ret)
		ret = place_rings(hw, space, in->of[INVERBS_WORD_RINGS]);
	if (!ret && has_recv_queue(qp))
		ret = softhca_view_init(&hw->recv_record, space, in->of[INVERBS_WORD_RECORD], 4, 4);
	return ret;
}

int softhca_own_create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	struct inverbs_words words = {{0}};
	struct hw_qp *hw;
	int ret;

	if (qp->type == IBV_QPT_XRC_RECV)
		return 0; /* an XRC target: it belongs to a domain, which outlives contexts */
	ret = softhca_get_words(udata, &qp->ctx->device->driver->rings->command_data->create_qp_in,
				&words);
	if (ret)
		return ret;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	ret = set_up_qp(qp, hw, &words);
	if (ret)
		free(hw);
	else
		qp->hw = hw;
	return ret;
}

void softhca_own_destroy_qp(struct softhca_qp *qp)
{
	free(qp->hw);
	qp->hw = NULL;
}

/* --- shared receive queues ------------------------------------------------------------------- */

static uint32_t srq_stride(const struct softhca_rings *rings, uint32_t max_sge)
{
	uint32_t stride = inverbs_round_up_pow2(rings->srq_head_bytes + max_sge * rings->sge_bytes);

	return stride < rings->srq_least_slot ? rings->srq_least_slot : stride;
}

static int set_up_srq(struct softhca_srq *srq, struct hw_srq *hw, const struct inverbs_words *in)
{
	const struct softhca_rings *rings = srq->obj.ctx->device->driver->rings;
	const struct dma_space *space = &srq->obj.ctx->memory;
	int ret = make_ring(&hw->ring, space, in->of[INVERBS_WORD_RINGS],
			    inverbs_round_up_pow2(srq->max_wr + 1),
			    srq_stride(rings, srq->max_sge));

	hw->adapter = rings->formats;
	if (!ret)
		ret = softhca_view_init(&hw->doorbell_record, space, in->of[INVERBS_WORD_RECORD], 4,
					4);
	return ret;
}

int softhca_own_create_srq(struct softhca_srq *srq, struct softhca_udata *udata)
{
	const struct inverbs_command_data *data = srq->obj.ctx->device->driver->rings->command_data;
	struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = srq->srqn};
	struct hw_srq *hw;
	int ret = softhca_get_words(udata, &data->create_srq_in, &words);

	if (ret)
		return ret;
	hw = calloc(1, sizeof(*hw));
	if (!hw)
		return ENOMEM;
	ret = set_up_srq(srq, hw, &words);
	if (ret) {
		free(hw);
		return ret;
	}
	srq->hw = hw;
	srq->max_wr = hw->ring.entries - 1;
	softhca_put_words(udata, &data->create_srq_out, &words);
	return 0;
}

void softhca_own_destroy_srq(struct softhca_srq *srq)
{
	free(srq->hw);
	srq->hw = NULL;
}
