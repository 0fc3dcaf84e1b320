/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chelsio T3 as the emulator's kernel side and engine see it: limits, rings that the driver
 * allocates and the program maps, the words that both write, and the generated readers and writers
 * of its formats.
 */
#include "adapters/cxgb3.h"

#include <stdlib.h>

#include "adapters/drivers.h"
#include "adapters/gen/cxgb3.h"
#include "base/driver.h"

enum {
	T3A_SPARE_CQES = 16,
	MIN_RQ = 16, /**< the smallest receive table */
	MAX_RQ = 1024,
};

/** Programs of T3A post and poll by commands. */
static bool by_command(const struct softhca_dev *device)
{
	return device->driver->poll_cq != NULL;
}

/* --- formats ----------------------------------------------------------------------------- */

static uint32_t cq_outstanding(uint32_t record, uint32_t producer, uint32_t entries)
{
	(void)entries;
	return producer - cxgb3_cq_counter_get(&record).count;
}

static void put_cqe(void *slot, uint32_t index, uint32_t entries, const struct inverbs_dev_cqe *cqe)
{
	cxgb3_dev_encode_cqe(slot, CXGB3_CQE_SIZE, cqe);
	cxgb3_dev_publish_cqe(slot, CXGB3_CQE_SIZE, index, entries);
}

static uint32_t fault_code(enum hw_fault fault)
{
	static const uint8_t codes[] = {
		[HW_NO_FAULT] = CXGB3_STATUS_SUCCESS,
		[HW_BAD_KEY] = CXGB3_STATUS_STAG,
		[HW_OTHER_DOMAIN] = CXGB3_STATUS_PDID,
		[HW_NO_RIGHT] = CXGB3_STATUS_ACCESS,
		[HW_OUT_OF_BOUNDS] = CXGB3_STATUS_BOUND,
		[HW_NO_RECEIVE] = CXGB3_STATUS_OUT_OF_RQE,
		[HW_TOO_MANY_READS] = CXGB3_STATUS_IRD_OVERFLOW,
		[HW_MALFORMED] = CXGB3_STATUS_OPCODE,
	};

	return codes[fault];
}

static const struct hw_adapter formats = {
	.send_ready = cxgb3_dev_send_ready,
	.send_bytes = cxgb3_dev_send_bytes,
	.decode_send = cxgb3_dev_decode_send,
	.decode_recv = cxgb3_dev_decode_recv,
	.is_recv = cxgb3_dev_is_recv,
	.serial = cxgb3_dev_serial,
	.fault_code = fault_code,
	.cq_outstanding = cq_outstanding,
	.put_cqe = put_cqe,
};

/* --- contexts and registers -------------------------------------------------------------- */

static int map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
	       struct softhca_mapped *out)
{
	return softhca_mapping_use(ctx, offset, bytes, prot, SOFTHCA_MAP_ALL, out);
}

static int get_context(struct softhca_context *ctx, struct softhca_udata *udata)
{
	(void)ctx;
	(void)udata;
	return 0;
}

/**
 * Take what was written to the doorbell. A second store may hide a first one, so that every queue
 * pair of the context is looked at.
 */
static unsigned int poll_doorbell(struct softhca_context *ctx)
{
	uint32_t *word = (uint32_t *)(void *)ctx->registers;
	uint32_t rung;

	if (!__atomic_load_n(word, __ATOMIC_RELAXED))
		return 0;
	rung = __atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE);
	softhca_engine_kick_qp(ctx, cxgb3_user_doorbell_get(&rung).qpid);
	return 1;
}

static int alloc_pd(struct softhca_pd *pd, struct softhca_udata *udata)
{
	const struct cxgb3_alloc_pd_out out = {.pdid = pd->pdn};

	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

/** There is no page list, and no program looks at where it would be. */
static void reg_mr(struct softhca_mr *mr, struct softhca_udata *udata)
{
	const struct cxgb3_reg_mr_out out = {.pbl_addr = mr->lkey >> 8};

	if (!by_command(mr->obj.ctx->device))
		softhca_udata_out(udata, &out, sizeof(out));
}

/** Of a power of two. */
static uint32_t log2_of(uint32_t entries)
{
	return (uint32_t)__builtin_ctz(entries);
}

/* --- completion queues ------------------------------------------------------------------- */

/** A counter that cannot be read tells nothing: the ring is then written without looking. */
static void find_counter(struct softhca_cq *cq, struct t3_cq *t3)
{
	const struct dma_space *space = &cq->obj.ctx->memory;

	cq->ignore_overrun = softhca_dma_probe(space, t3->counter, CXGB3_CQ_COUNTER_SIZE) ||
			     softhca_view_init(&t3->hw.record, space, t3->counter,
					       CXGB3_CQ_COUNTER_SIZE, CXGB3_CQ_COUNTER_SIZE);
}

static int make_cq(struct softhca_cq *cq, struct t3_cq *t3)
{
	const size_t ring = (size_t)cq->entries << CXGB3_CQE_SHIFT;
	int ret = softhca_mapping_create(&t3->ring, cq->obj.ctx,
					 t3->has_state ? cxgb3_dev_cq_bytes(cq->entries) : ring);

	if (ret)
		return ret;
	t3->hw.adapter = &formats;
	t3->hw.ring.entries = cq->entries;
	t3->hw.ring.stride = 1 << CXGB3_CQE_SHIFT;
	softhca_view_own(&t3->hw.ring.memory, t3->ring.at, ring);
	cq->hw = t3;
	if (by_command(cq->obj.ctx->device))
		return t3a_cq_init(cq);
	find_counter(cq, t3);
	return 0;
}

static void free_cq(struct t3_cq *t3)
{
	t3a_cq_fini(t3);
	softhca_mapping_destroy(&t3->ring);
	free(t3);
}

static int create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	struct cxgb3_create_cq_out out = {.cqid = cq->cqn};
	struct cxgb3_create_cq_in in;
	struct t3_cq *t3;
	int ret = softhca_udata_in(udata, &in, sizeof(in));

	if (ret)
		return ret;
	t3 = calloc(1, sizeof(*t3));
	if (!t3)
		return ENOMEM;
	t3->counter = in.user_rptr_addr;
	t3->has_state = udata->out_room >= sizeof(out);
	cq->entries = inverbs_round_up_pow2(cqe +
					    (by_command(cq->obj.ctx->device) ? T3A_SPARE_CQES : 0));
	ret = make_cq(cq, t3);
	if (ret) {
		free_cq(t3);
		cq->hw = NULL;
		return ret;
	}
	out.key = t3->ring.key;
	out.size_log2 = log2_of(cq->entries);
	out.memsize = (uint32_t)t3->ring.bytes;
	softhca_udata_out(udata, &out,
			  t3->has_state ? sizeof(out)
					: offsetof(struct cxgb3_create_cq_out, memsize));
	return 0;
}

static void destroy_cq(struct softhca_cq *cq)
{
	free_cq(t3_cq_of(cq));
	cq->hw = NULL;
}

/** The kernel reads how far the program is, and waits for what the adapter has written since. */
static int notify_cq(struct softhca_cq *cq)
{
	const struct t3_cq *t3 = t3_cq_of(cq);
	uint8_t counter[CXGB3_CQ_COUNTER_SIZE];

	if (t3->soft)
		return 0;
	if (softhca_dma_probe(&cq->obj.ctx->memory, t3->counter, sizeof(counter)))
		return EFAULT;
	return softhca_dma_read(&cq->obj.ctx->memory, counter, t3->counter, sizeof(counter));
}

/* --- queue pairs ------------------------------------------------------------------------- */

static int size_rings(struct hw_qp *hw, const struct ibv_qp_cap *cap)
{
	/* One place of the receive table stays empty. */
	hw->recv_depth = inverbs_round_up_pow2(cap->max_recv_wr + 1);
	if (hw->recv_depth < MIN_RQ)
		hw->recv_depth = MIN_RQ;
	if (hw->recv_depth > MAX_RQ || cap->max_inline_data > CXGB3_MAX_INLINE)
		return EINVAL;
	hw->send_depth = inverbs_round_up_pow2(cap->max_send_wr ? cap->max_send_wr : 1);
	hw->send.entries = inverbs_round_up_pow2(hw->send_depth + hw->recv_depth);
	hw->send.stride = 1 << CXGB3_SLOT_SHIFT;
	return 0;
}

static int make_qp(struct softhca_qp *qp, struct t3_qp *t3)
{
	struct hw_qp *hw = &t3->hw;
	int ret = size_rings(hw, &qp->attr.cap);

	if (ret)
		return ret;
	ret = softhca_mapping_create(&t3->ring, qp->ctx,
				     (size_t)hw->send.entries << CXGB3_SLOT_SHIFT);
	if (ret)
		return ret;
	softhca_mapping_registers(&t3->doorbell, qp->ctx);
	hw->adapter = &formats;
	softhca_view_own(&hw->send.memory, t3->ring.at, t3->ring.bytes);
	if (qp->device->doorbells_held)
		cxgb3_dev_hold(t3->ring.at, true);
	return by_command(qp->device) ? t3a_qp_init(t3) : 0;
}

/** What a program that says nothing gets. */
static void set_defaults(struct softhca_qp *qp, const struct hw_qp *hw)
{
	qp->attr.cap.max_send_wr = hw->send_depth;
	qp->attr.cap.max_recv_wr = hw->recv_depth - 1;
	qp->attr.cap.max_inline_data = CXGB3_MAX_INLINE;
	qp->attr.port_num = 1;
}

static void destroy_qp(struct softhca_qp *qp)
{
	struct t3_qp *t3 = t3_qp_of(qp);

	t3a_qp_fini(qp);
	softhca_mapping_destroy(&t3->doorbell);
	softhca_mapping_destroy(&t3->ring);
	free(t3);
	qp->hw = NULL;
}

static int create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	struct cxgb3_create_qp_out out = {.qpid = qp->qpn};
	struct t3_qp *t3;
	int ret;

	if (qp->type != IBV_QPT_RC || qp->create_flags)
		return EINVAL;
	t3 = calloc(1, sizeof(*t3));
	if (!t3)
		return ENOMEM;
	qp->hw = t3;
	ret = make_qp(qp, t3);
	if (ret) {
		destroy_qp(qp);
		return ret;
	}
	set_defaults(qp, &t3->hw);
	out.key = t3->ring.key;
	out.db_key = t3->doorbell.key;
	out.size_log2 = log2_of(t3->hw.send.entries);
	out.sq_size_log2 = log2_of(t3->hw.send_depth);
	out.rq_size_log2 = log2_of(t3->hw.recv_depth);
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static bool idle(enum ibv_qp_state state)
{
	return state <= IBV_QPS_INIT;
}

/** Only the connection manager leads to RTS, and RTR is a state of other machines. */
static int transition(const struct softhca_qp *qp, enum ibv_qp_state *to, uint32_t mask)
{
	const enum ibv_qp_state from = qp->attr.qp_state;

	if (!(mask & IBV_QP_STATE) || *to == IBV_QPS_RTR) {
		*to = from;
		return 0;
	}
	if (*to == from || (idle(*to) && idle(from)))
		return 0;
	if (from == IBV_QPS_RTS)
		return idle(*to) ? EINVAL : 0;
	if (from == IBV_QPS_ERR)
		return idle(*to) ? 0 : EINVAL;
	return idle(from) && *to == IBV_QPS_ERR ? 0 : EINVAL;
}

/** On T3B the program clears its ring itself. */
static int modify_qp(struct softhca_qp *qp, const struct ibv_qp_attr *new_attr, uint32_t mask)
{
	if (mask & IBV_QP_STATE && new_attr->qp_state == IBV_QPS_RESET && t3_qp_of(qp)->soft)
		t3a_qp_reset(qp);
	return 0;
}

static void tell_cq(const struct softhca_cq *cq)
{
	const struct t3_cq *t3 = t3_cq_of(cq);

	if (t3->has_state)
		cxgb3_dev_attention(t3->ring.at, cq->entries);
}

static void qp_failed(struct softhca_qp *qp)
{
	const struct t3_qp *t3 = t3_qp_of(qp);

	cxgb3_dev_fail(t3->ring.at);
	tell_cq(qp->recv_cq);
	tell_cq(qp->send_cq);
	if (t3->soft)
		t3a_qp_flush(qp);
}

/** What the driver does when the FIFO of doorbells is full, and when it is empty again. */
static void hold_doorbells(struct softhca_dev *device, bool hold)
{
	device->doorbells_held = hold;
	for (uint32_t i = 0; i < device->qps.room; i++) {
		const struct softhca_qp *qp = device->qps.slot[i];
		const struct t3_qp *t3 = qp ? qp->hw : NULL;

		if (!t3)
			continue;
		cxgb3_dev_hold(t3->ring.at, hold);
		if (!hold)
			softhca_engine_kick(qp->ctx, true, false);
	}
}

/* --- the drivers -------------------------------------------------------------------------- */

#define T3_FUNCTIONS                                                                               \
	.register_pages = 1, .get_context = get_context, .map = map, .alloc_pd = alloc_pd,         \
	.reg_mr = reg_mr, .create_cq = create_cq, .destroy_cq = destroy_cq,                        \
	.notify_cq = notify_cq, .create_qp = create_qp, .transition = transition,                  \
	.modify_qp = modify_qp, .destroy_qp = destroy_qp, .qp_failed = qp_failed,                  \
	.hold_doorbells = hold_doorbells, .poll = poll_doorbell

static const struct softhca_driver t3a = {
	CXGB3_T3A_DEVICE,           T3_FUNCTIONS,           .post_send = t3a_post_send,
	.post_recv = t3a_post_recv, .poll_cq = t3a_poll_cq,
};

static const struct softhca_driver *const variants[] = {&t3a, NULL};

const struct softhca_driver softhca_driver_cxgb3 = {
	CXGB3_DEVICE,
	T3_FUNCTIONS,
	.variants = variants,
};
