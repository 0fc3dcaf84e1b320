/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues whose sends and receives share a ring that the kernel allocates. */
#include "joint.h"

#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qp_command.h"
#include "queue_command.h"
#include "runtime/provider.h"
#include "shared_ring.h"

enum {
	MAX_CQ_LOG2 = 20, /* slots; sanity limits */
	MAX_QP_LOG2 = 16,
};

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t bytes)
{
	return (bytes + page_bytes() - 1) & ~(page_bytes() - 1);
}

static void *map_area(struct inverbs_context *ctx, size_t bytes, int prot, uint64_t key)
{
	void *at = ctx->transport->ops->map(ctx->transport, bytes, prot, (off_t)key);

	return at == MAP_FAILED ? NULL : at;
}

static bool uses_commands(const struct inverbs_context *ctx)
{
	return inverbs_facts_of(ctx)->by_command;
}

/* --- completion queues --------------------------------------------------------------------- */

/* Whether the driver provides a state word after CQ rings. */
static bool has_state(const struct inverbs_context *ctx)
{
	return inverbs_facts_of(ctx)->abi >= ctx->provider->control->joint->state_abi;
}

void inverbs_joint_free_cq(struct inverbs_cq *cq)
{
	if (cq->buf)
		munmap(cq->buf, cq->buf_bytes);
	if (cq->doorbell_record)
		inverbs_record_free(inverbs_context_of(cq->ibv.context), cq->doorbell_record);
	inverbs_soft_free(cq);
}

/* A driver without the state word does not report the size of the mapping, either. */
static int size_ring(struct inverbs_context *ctx, struct inverbs_cq *cq,
		     const struct inverbs_words *out)
{
	size_t ring;

	if (out->of[INVERBS_WORD_ENTRIES_LOG2] > MAX_CQ_LOG2)
		return EPROTO;
	cq->shift = (uint8_t)inverbs_log2_up(ctx->provider->control->cqe_bytes);
	cq->entries = 1U << out->of[INVERBS_WORD_ENTRIES_LOG2];
	ring = (size_t)cq->entries << cq->shift;
	cq->buf_bytes = has_state(ctx) ? out->of[INVERBS_WORD_BYTES] : whole_pages(ring);
	return cq->buf_bytes < ring + (has_state(ctx) ? sizeof(uint32_t) : 0) ? EPROTO : 0;
}

static int map_joint_cq(struct inverbs_context *ctx, struct inverbs_cq *cq,
			const struct inverbs_words *out)
{
	int err = size_ring(ctx, cq, out);

	if (err)
		return err;
	cq->buf = map_area(ctx, cq->buf_bytes, PROT_READ | PROT_WRITE, out->of[INVERBS_WORD_KEY]);
	return cq->buf ? inverbs_soft_alloc(cq, cq->entries) : errno;
}

/*
 * Use the state word after the ring. Without one, use a constant that makes polls always or never
 * call the kernel.
 */
static void set_attention(struct inverbs_context *ctx, struct inverbs_cq *cq)
{
	cq->soft->by_command = uses_commands(ctx);
	cq->attention = &cq->soft->by_command;
	if (!cq->soft->by_command && has_state(ctx))
		cq->attention = (uint32_t *)(void *)(cq->buf + ((size_t)cq->entries << cq->shift));
}

int inverbs_joint_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			    struct inverbs_cq *cq)
{
	struct inverbs_words words = {{0}};
	uint32_t ignored;
	int err;

	cq->doorbell_record = inverbs_record_alloc(ctx, sizeof(*cq->doorbell_record));
	if (!cq->doorbell_record)
		return ENOMEM;
	words.of[INVERBS_WORD_RECORD] = (uintptr_t)cq->doorbell_record;
	err = inverbs_issue_create_cq(cq, attr, attr->cqe, false, &words);
	if (!err) {
		err = map_joint_cq(ctx, cq, &words);
		if (err)
			inverbs_provider_destroy_cq(cq, &ignored, &ignored);
	}
	if (err)
		inverbs_joint_free_cq(cq);
	else
		set_attention(ctx, cq);
	return err;
}

static bool has_cqe_of(const struct inverbs_control *control, const struct inverbs_cq *cq,
		       uint32_t number)
{
	/* One lap: whatever the adapter writes meanwhile, the search ends. */
	for (uint32_t i = cq->head; i != cq->head + cq->entries; i++) {
		const uint8_t *at = control->cq_entry(cq, i);

		if (!control->cqe_ready(at, i, cq->entries))
			return false;
		if (control->cqe_names(at, number, NULL))
			return true;
	}
	return false;
}

void inverbs_joint_clean_cq(struct inverbs_cq *cq, uint32_t number)
{
	const struct inverbs_control *control = inverbs_control_of(cq->ibv.context);

	inverbs_cq_forget(cq);
	if (has_cqe_of(control, cq, number))
		control->joint->move_cqes(cq);
	inverbs_soft_drop(cq, number);
	control->cq_seek(cq);
}

/* Has no effect without a state word in the ring, or if the kernel polls. */
void inverbs_joint_fail_cq(struct inverbs_cq *cq)
{
	if (cq->attention != &cq->soft->by_command)
		inverbs_control_of(cq->ibv.context)->joint->fail_all(cq);
}

/* --- queue pairs ----------------------------------------------------------------------------- */

static int check_response(const struct inverbs_control *control, const struct inverbs_words *out)
{
	const uint64_t slots = out->of[INVERBS_WORD_ENTRIES_LOG2];

	if (slots > MAX_QP_LOG2 || out->of[INVERBS_WORD_SEND_ENTRIES_LOG2] > slots ||
	    out->of[INVERBS_WORD_RECV_ENTRIES_LOG2] > slots ||
	    out->of[INVERBS_WORD_NUMBER] >= control->qp_numbers)
		return EPROTO;
	return 0;
}

/* The adapter reserves one slot of the receive queue and none of the send queue. */
static void init_joint_queues(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			      const struct inverbs_words *out, struct inverbs_qp *qp)
{
	const struct inverbs_joint *joint = ctx->provider->control->joint;
	struct inverbs_sq *sq = &qp->sq;
	struct inverbs_rq *rq = &qp->rq;

	sq->push = &ctx->push;
	sq->qpn = (uint32_t)out->of[INVERBS_WORD_NUMBER];
	sq->entries = 1U << out->of[INVERBS_WORD_ENTRIES_LOG2];
	sq->max_post = 1U << out->of[INVERBS_WORD_SEND_ENTRIES_LOG2];
	sq->max_sge = joint->max_sge;
	sq->max_inline = joint->max_inline;
	sq->shift = joint->slot_shift;
	sq->flags = attr->sq_sig_all ? INVERBS_SQ_SIGNAL_ALL : 0;
	sq->qp_type = (uint8_t)attr->qp_type;
	sq->adapter = ctx->provider->adapter;
	sq->lock.off = inverbs_in_thread_domain(attr->pd);
	rq->entries = 1U << out->of[INVERBS_WORD_RECV_ENTRIES_LOG2];
	rq->max_post = rq->entries - 1;
	rq->max_sge = joint->max_sge;
	rq->adapter = ctx->provider->adapter;
	qp->buf_bytes = whole_pages((size_t)sq->entries << sq->shift);
}

/* Map the doorbell first; its page is write-only. */
static int map_joint_queues(struct inverbs_context *ctx, const struct inverbs_words *out,
			    struct inverbs_qp *qp)
{
	const uint64_t key = out->of[INVERBS_WORD_DOORBELL_KEY], page = page_bytes();
	uint8_t *at = map_area(ctx, page, PROT_WRITE, key & ~(page - 1));

	if (!at)
		return errno;
	qp->sq.doorbell = at + (key & (page - 1));
	qp->buf = map_area(ctx, qp->buf_bytes, PROT_READ | PROT_WRITE, out->of[INVERBS_WORD_KEY]);
	return qp->buf ? 0 : errno;
}

/*
 * A queue pair without a ring gets a slot that is marked as failed permanently, so that posts take
 * the cold path, which issues the command.
 */
static int direct_to_kernel(const struct inverbs_joint *joint, struct inverbs_qp *qp)
{
	qp->sq.buf = inverbs_object_alloc((size_t)1 << joint->slot_shift);
	if (!qp->sq.buf)
		return ENOMEM;
	joint->fail(&qp->sq);
	return 0;
}

static int keep_requests(const struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	if (uses_commands(ctx))
		return direct_to_kernel(ctx->provider->control->joint, qp);
	qp->sq.buf = qp->buf;
	return inverbs_work_alloc(qp, qp->sq.max_post);
}

static void free_joint_qp_memory(struct inverbs_qp *qp)
{
	if (qp->sq.doorbell)
		munmap((void *)((uintptr_t)qp->sq.doorbell & ~(page_bytes() - 1)), page_bytes());
	if (qp->buf)
		munmap(qp->buf, qp->buf_bytes);
	if (qp->sq.buf != qp->buf)
		free(qp->sq.buf);
	inverbs_work_free(qp);
}

/* Reserve room for the completions of all work requests, because they may be flushed. */
static int reserve_soft_cqes(struct inverbs_qp *qp)
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

static void release_soft_cqes(struct inverbs_qp *qp)
{
	inverbs_soft_release(inverbs_cq_of(qp->ibv.send_cq), qp->sq.max_post);
	inverbs_soft_release(inverbs_cq_of(qp->ibv.recv_cq), qp->rq.entries);
}

static int enter_joint_qp(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	int err = reserve_soft_cqes(qp);

	if (err)
		return err;
	err = inverbs_enter_qp(ctx, qp->sq.qpn, qp);
	if (err)
		release_soft_cqes(qp);
	return err;
}

static int use_qp_response(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			   const struct inverbs_words *out, struct inverbs_qp *qp)
{
	int err = check_response(ctx->provider->control, out);

	if (err)
		return err;
	init_joint_queues(ctx, attr, out, qp);
	err = map_joint_queues(ctx, out, qp);
	if (!err)
		err = keep_requests(ctx, qp);
	return err ? err : enter_joint_qp(ctx, qp);
}

/* A kernel that posts may accept part of a batch, which ibv_wr_complete() must not do. */
static int check_joint_qp(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	if (attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS && uses_commands(ctx))
		return EOPNOTSUPP;
	return attr->srq ? EINVAL : 0;
}

int inverbs_joint_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp)
{
	struct inverbs_words words = {{0}};
	uint32_t ignored;
	int err = check_joint_qp(ctx, attr);

	if (err)
		return err;
	err = inverbs_issue_create_qp(ctx, attr, qp, &words, &attr->cap);
	if (err)
		return err;
	err = use_qp_response(ctx, attr, &words, qp);
	if (!err)
		return 0;
	inverbs_provider_destroy_qp(qp, &ignored);
	free_joint_qp_memory(qp);
	return err;
}

void inverbs_joint_free_qp(struct inverbs_qp *qp)
{
	release_soft_cqes(qp);
	free_joint_qp_memory(qp);
}

bool inverbs_joint_has_failed(const struct inverbs_qp *qp)
{
	return qp->sq.work && inverbs_control_of(qp->ibv.context)->joint->has_failed(&qp->sq);
}

void inverbs_joint_flush(struct inverbs_qp *qp)
{
	if (qp->sq.work)
		inverbs_control_of(qp->ibv.context)->joint->flush(qp);
}

void inverbs_joint_reset_qp(struct inverbs_qp *qp)
{
	if (qp->sq.work)
		inverbs_work_reset(qp, qp->buf_bytes);
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

/*
 * Another thread may destroy the queue pair meanwhile: its rings are valid only while it is in the
 * table.
 */
void inverbs_control_qp_event(struct inverbs_qp *qp, enum ibv_event_type type)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);

	if (!ends_work(type))
		return;
	pthread_mutex_lock(&ctx->table_lock);
	if (inverbs_lookup(&ctx->qps, qp->ibv.qp_num) == qp)
		inverbs_joint_flush(qp);
	pthread_mutex_unlock(&ctx->table_lock);
}
