/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: one ring for sends and receives, which the kernel makes and this process maps. */
#include "cxgb3.h"

#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "providers/common/qp_command.h"
#include "providers/common/shared_ring.h"

enum {
	MAX_LOG2 = 16, /* of slots; more than any driver answers */
	KNOWN_MASKS = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
};

/*
 * The kernel counts and refuses the rest. Where it posts, it can take a part of a batch, which
 * ibv_wr_complete() must not.
 */
static int check_request(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS || attr->qp_type != IBV_QPT_RC)
		return EOPNOTSUPP;
	if (attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS && cxgb3_context_of(ctx)->by_command)
		return EOPNOTSUPP;
	return attr->srq ? EINVAL : 0;
}

static int check_answer(const struct inverbs_words *out)
{
	const uint64_t slots = out->of[INVERBS_WORD_ENTRIES_LOG2];

	if (slots > MAX_LOG2 || out->of[INVERBS_WORD_SEND_ENTRIES_LOG2] > slots ||
	    out->of[INVERBS_WORD_RECV_ENTRIES_LOG2] > slots ||
	    out->of[INVERBS_WORD_NUMBER] >= CXGB3_QP_NUMBERS)
		return EPROTO;
	return 0;
}

/* All of the send side is usable; of the receive side the adapter keeps one entry. */
static void init_queues(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			const struct inverbs_words *out, struct inverbs_qp *qp)
{
	struct inverbs_sq *sq = &qp->sq;
	struct inverbs_rq *rq = &qp->rq;

	sq->push = &ctx->push;
	sq->qpn = (uint32_t)out->of[INVERBS_WORD_NUMBER];
	sq->entries = 1U << out->of[INVERBS_WORD_ENTRIES_LOG2];
	sq->max_post = 1U << out->of[INVERBS_WORD_SEND_ENTRIES_LOG2];
	sq->max_sge = CXGB3_MAX_SGE;
	sq->max_inline = CXGB3_MAX_INLINE;
	sq->shift = CXGB3_SLOT_SHIFT;
	sq->flags = attr->sq_sig_all ? INVERBS_SQ_SIGNAL_ALL : 0;
	sq->qp_type = (uint8_t)attr->qp_type;
	sq->adapter = INVERBS_ADAPTER_CXGB3;
	sq->lock.off = inverbs_in_thread_domain(attr->pd);
	rq->entries = 1U << out->of[INVERBS_WORD_RECV_ENTRIES_LOG2];
	rq->max_post = rq->entries - 1;
	rq->max_sge = CXGB3_MAX_SGE;
	rq->adapter = INVERBS_ADAPTER_CXGB3;
	qp->buf_bytes = cxgb3_whole_pages((size_t)sq->entries << CXGB3_SLOT_SHIFT);
}

/* The doorbell first; its page cannot be read. */
static int map_queues(struct inverbs_context *ctx, const struct inverbs_words *out,
		      struct inverbs_qp *qp)
{
	struct inverbs_transport *t = ctx->transport;
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint8_t *at = t->ops->map(t, page, PROT_WRITE,
				  (off_t)(out->of[INVERBS_WORD_DOORBELL_KEY] & ~(page - 1)));

	if (at == MAP_FAILED)
		return errno;
	qp->sq.doorbell = at + (out->of[INVERBS_WORD_DOORBELL_KEY] & (page - 1));
	at = t->ops->map(t, qp->buf_bytes, PROT_READ | PROT_WRITE,
			 (off_t)out->of[INVERBS_WORD_KEY]);
	if (at == MAP_FAILED)
		return errno;
	qp->buf = at;
	return 0;
}

/*
 * Without a ring of its own a queue pair has a slot whose state says for ever that it failed, so
 * that posts take the way out, which leads to the kernel.
 */
static int divert(struct inverbs_qp *qp)
{
	qp->sq.buf = inverbs_object_alloc((size_t)1 << CXGB3_SLOT_SHIFT);
	if (!qp->sq.buf)
		return ENOMEM;
	cxgb3_fail(&qp->sq);
	return 0;
}

static int keep_requests(const struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	if (cxgb3_context_of(ctx)->by_command)
		return divert(qp);
	qp->sq.buf = qp->buf;
	return inverbs_work_alloc(qp, qp->sq.max_post);
}

static void free_memory(struct inverbs_qp *qp)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (qp->sq.doorbell)
		munmap((void *)((uintptr_t)qp->sq.doorbell & ~(page - 1)), page);
	if (qp->buf)
		munmap(qp->buf, qp->buf_bytes);
	if (qp->sq.buf != qp->buf)
		free(qp->sq.buf);
	inverbs_work_free(qp);
	qp->sq.doorbell = NULL;
	qp->sq.buf = NULL;
	qp->buf = NULL;
}

static int reserve(struct inverbs_qp *qp)
{
	struct inverbs_cq *send = inverbs_cq_of(qp->ibv.send_cq);
	int err = inverbs_soft_reserve(send, qp->sq.max_post);

	if (err)
		return err;
	err = inverbs_soft_reserve(inverbs_cq_of(qp->ibv.recv_cq), qp->rq.entries);
	if (err)
		inverbs_soft_release(send, qp->sq.max_post);
	return err;
}

static void release(struct inverbs_qp *qp)
{
	inverbs_soft_release(inverbs_cq_of(qp->ibv.send_cq), qp->sq.max_post);
	inverbs_soft_release(inverbs_cq_of(qp->ibv.recv_cq), qp->rq.entries);
}

static int enter(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	int err = reserve(qp);

	if (err)
		return err;
	err = inverbs_enter_qp(ctx, qp->sq.qpn, qp);
	if (err)
		release(qp);
	return err;
}

static int set_up(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
		  const struct inverbs_words *out, struct inverbs_qp *qp)
{
	int err = check_answer(out);

	if (err)
		return err;
	init_queues(ctx, attr, out, qp);
	err = map_queues(ctx, out, qp);
	if (!err)
		err = keep_requests(ctx, qp);
	return err ? err : enter(ctx, qp);
}

int cxgb3_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		    struct inverbs_qp *qp)
{
	struct inverbs_words words = {{0}};
	uint32_t ignored;
	int err = check_request(ctx, attr);

	if (err)
		return err;
	err = inverbs_issue_create_qp(ctx, attr, qp, &words, &attr->cap);
	if (err)
		return err;
	err = set_up(ctx, attr, &words, qp);
	if (!err)
		return 0;
	inverbs_provider_destroy_qp(qp, &ignored);
	free_memory(qp);
	return err;
}

static void forget_completions(struct inverbs_qp *qp)
{
	cxgb3_cq_forget(inverbs_cq_of(qp->ibv.recv_cq), qp->sq.qpn);
	cxgb3_cq_forget(inverbs_cq_of(qp->ibv.send_cq), qp->sq.qpn);
}

int cxgb3_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	int err;

	if (qp->sq.work && cxgb3_has_failed(&qp->sq))
		cxgb3_flush(qp);
	err = inverbs_provider_modify_qp(qp, attr, attr_mask);
	if (err || !qp->sq.work || !(attr_mask & IBV_QP_STATE) || attr->qp_state != IBV_QPS_RESET)
		return err;
	forget_completions(qp);
	inverbs_work_reset(qp, qp->buf_bytes);
	return 0;
}

int cxgb3_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	int err;

	if (qp->sq.work)
		cxgb3_flush(qp);
	/* Locked from the command on: the number may be given out again as soon as it returns. */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_qp(qp, events);
	if (!err) {
		inverbs_table_remove(&ctx->qps, qp->sq.qpn);
		forget_completions(qp);
	}
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		return err;
	release(qp);
	free_memory(qp);
	return 0;
}

static bool ends_work(enum ibv_event_type type)
{
	switch (type) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_PATH_MIG_ERR:
		return true;
	default:
		return false;
	}
}

/* Another thread may destroy it meanwhile: only while the table has it, there are rings. */
void cxgb3_qp_event(struct inverbs_qp *qp, enum ibv_event_type type)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);

	if (!ends_work(type))
		return;
	pthread_mutex_lock(&ctx->table_lock);
	if (inverbs_lookup(&ctx->qps, qp->ibv.qp_num) == qp && qp->sq.work)
		cxgb3_flush(qp);
	pthread_mutex_unlock(&ctx->table_lock);
}
