/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: their rings and memory, state changes, destruction. */
#include <errno.h>
#include <inverbs/fast/datapath.h>
#include <inverbs/print/dump.h>
#include <inverbs/fast/wqe.h>
#include <stdlib.h>

#include "control.h"
#include "joint.h"
#include "qp_command.h"
#include "runtime/provider.h"

static const struct inverbs_control *control_of(const struct inverbs_qp *qp)
{
	return inverbs_control_of(qp->ibv.context);
}

/* The type that determines the rings. OFED's IBV_QPT_XRC also receives, but into SRQs. */
static enum ibv_qp_type ring_type(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->qp_type == IBV_QPT_XRC ? IBV_QPT_XRC_SEND : attr->qp_type;
}

static bool has_recv_ring(const struct ibv_qp_init_attr_ex *attr)
{
	return !attr->srq && ring_type(attr) != IBV_QPT_XRC_SEND &&
	       attr->qp_type != IBV_QPT_XRC_RECV;
}

static bool has_rings(const struct inverbs_qp *qp)
{
	return qp->buf || qp->sq.buf;
}

/* Set the members that both kinds of queues have. */
static void init_queues(const struct inverbs_control *control,
			const struct ibv_qp_init_attr_ex *attr, struct inverbs_qp *qp)
{
	qp->sq.qp_type = (uint8_t)ring_type(attr);
	qp->sq.adapter = control->adapter;
	qp->sq.lock.off = inverbs_in_thread_domain(attr->pd);
	qp->rq.adapter = control->adapter;
	qp->rq.lock.off = qp->sq.lock.off;
	qp->srq = attr->srq ? inverbs_srq_of(attr->srq) : NULL;
}

/* --- rings in the program's memory --------------------------------------------------------- */

/*
 * The kernel refuses sizes for queues that the type does not have, and sizes of zero for those that
 * it has.
 */
static void fit_cap(struct ibv_qp_init_attr_ex *attr)
{
	struct ibv_qp_cap *cap = &attr->cap;

	if (attr->qp_type == IBV_QPT_XRC_RECV)
		cap->max_send_wr = 0;
	if (!has_recv_ring(attr)) {
		cap->max_recv_wr = 0;
		cap->max_recv_sge = 0;
		return;
	}
	if (!cap->max_recv_wr)
		cap->max_recv_wr = 1;
	if (!cap->max_recv_sge)
		cap->max_recv_sge = 1;
}

static void free_own_rings(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	if (qp->rq.doorbell_record)
		inverbs_record_free(ctx, qp->rq.doorbell_record);
	if (qp->buf)
		inverbs_queue_free(ctx, qp->buf, qp->buf_bytes);
	free(qp->sq.wr_id);
	free(qp->rq.wr_id);
}

static bool rings_complete(const struct inverbs_qp *qp, const struct inverbs_geometry *g)
{
	if (g->sq_entries && !qp->sq.wr_id)
		return false;
	return !g->rq_entries || (qp->rq.wr_id && qp->rq.doorbell_record);
}

static int alloc_own_rings(struct inverbs_context *ctx, struct inverbs_qp *qp,
			   const struct inverbs_geometry *g)
{
	if (!g->bytes)
		return 0;
	qp->buf_bytes = g->bytes;
	qp->buf = inverbs_queue_alloc(ctx, g->bytes);
	if (!qp->buf)
		return ENOMEM;
	if (g->sq_entries)
		qp->sq.wr_id = calloc(g->sq_entries, sizeof(*qp->sq.wr_id));
	if (g->rq_entries) {
		qp->rq.wr_id = calloc(g->rq_entries, sizeof(*qp->rq.wr_id));
		qp->rq.doorbell_record = inverbs_record_alloc(ctx, sizeof(*qp->rq.doorbell_record));
	}
	if (rings_complete(qp, g))
		return 0;
	free_own_rings(ctx, qp);
	return ENOMEM;
}

static void lay_out_rings(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			  const struct inverbs_geometry *g, struct inverbs_qp *qp)
{
	struct inverbs_sq *sq = &qp->sq;
	struct inverbs_rq *rq = &qp->rq;

	sq->buf = g->sq_entries ? qp->buf + g->sq_offset : NULL;
	sq->doorbell = ctx->uar;
	sq->push = &ctx->push;
	sq->entries = g->sq_entries;
	sq->max_post = g->max_post;
	sq->max_sge = (uint16_t)g->max_send_sge;
	sq->max_inline = (uint16_t)g->max_inline;
	sq->spare = (uint8_t)g->sq_spare;
	sq->shift = (uint8_t)g->sq_shift;
	sq->flags = attr->sq_sig_all ? INVERBS_SQ_SIGNAL_ALL : 0;
	rq->buf = g->rq_entries ? qp->buf + g->rq_offset : NULL;
	rq->entries = g->rq_entries;
	rq->shift = (uint8_t)g->rq_shift;
	init_queues(ctx->provider->control, attr, qp);
}

/*
 * The receive limits are those that the kernel grants; the send limits follow from the slot size.
 */
static void grant_own(struct inverbs_qp *qp, struct ibv_qp_cap *cap,
		      const struct ibv_qp_cap *granted)
{
	const uint32_t slot_sges = (1U << qp->rq.shift) / control_of(qp)->recv_sge_bytes;
	struct inverbs_rq *rq = &qp->rq;

	*cap = *granted;
	if (qp->sq.entries) {
		cap->max_send_wr = qp->sq.max_post;
		cap->max_send_sge = qp->sq.max_sge;
		cap->max_inline_data = qp->sq.max_inline;
	}
	rq->max_post = cap->max_recv_wr < rq->entries ? cap->max_recv_wr : rq->entries;
	rq->max_sge = (uint16_t)(cap->max_recv_sge < slot_sges ? cap->max_recv_sge : slot_sges);
}

static int issue_own_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			struct inverbs_qp *qp)
{
	struct inverbs_words words = {
		.of[INVERBS_WORD_RINGS] = (uintptr_t)qp->buf,
		.of[INVERBS_WORD_RECORD] = (uintptr_t)qp->rq.doorbell_record,
		.of[INVERBS_WORD_SEND_ENTRIES_LOG2] = inverbs_log2_up(qp->sq.entries),
		.of[INVERBS_WORD_SEND_STRIDE_LOG2] = qp->sq.shift,
	};
	struct ibv_qp_cap granted;
	uint32_t events;
	int err = inverbs_issue_create_qp(ctx, attr, qp, &words, &granted);

	if (err)
		return err;
	qp->sq.qpn = qp->ibv.qp_num;
	grant_own(qp, &attr->cap, &granted);
	if (!has_rings(qp))
		return 0;
	err = inverbs_enter_qp(ctx, qp->ibv.qp_num, qp);
	if (err)
		inverbs_provider_destroy_qp(qp, &events);
	return err;
}

static int create_own_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			 struct inverbs_qp *qp)
{
	const uint32_t tso = attr->comp_mask & IBV_QP_INIT_ATTR_MAX_TSO_HEADER
				     ? attr->max_tso_header
				     : 0;
	struct inverbs_geometry g;
	int err;

	fit_cap(attr);
	err = inverbs_qp_geometry(ctx->provider->control, (int)ring_type(attr), &attr->cap, tso,
				  has_recv_ring(attr), &g);
	if (!err)
		err = alloc_own_rings(ctx, qp, &g);
	if (err)
		return err;
	lay_out_rings(ctx, attr, &g, qp);
	err = issue_own_qp(ctx, attr, qp);
	if (err)
		free_own_rings(ctx, qp);
	return err;
}

/* --- rings in kernel memory ---------------------------------------------------------------- */

static void unmap_queues(struct inverbs_qp *qp)
{
	const struct inverbs_queue_head *head = control_of(qp)->head;

	inverbs_unmap_queue(head, qp->rq.buf, qp->recv_bytes);
	inverbs_unmap_queue(head, qp->sq.buf, qp->buf_bytes);
}

static int map_recv(struct inverbs_context *ctx, struct inverbs_qp *qp,
		    const struct inverbs_words *words)
{
	struct inverbs_mapping m;
	int err;

	if (!words->of[INVERBS_WORD_RECV_BYTES])
		return 0;
	err = inverbs_map_queue(ctx, control_of(qp)->head, words->of[INVERBS_WORD_RECV_KEY],
				words->of[INVERBS_WORD_RECV_BYTES], &m);
	if (err)
		return err;
	qp->rq.buf = m.units;
	qp->rq.entries = m.entries;
	qp->rq.shift = m.shift;
	qp->recv_bytes = m.bytes;
	return 0;
}

static int map_send(struct inverbs_context *ctx, struct inverbs_qp *qp,
		    const struct inverbs_words *words)
{
	struct inverbs_mapping m;
	int err = inverbs_map_queue(ctx, control_of(qp)->head, words->of[INVERBS_WORD_SEND_KEY],
				    words->of[INVERBS_WORD_SEND_BYTES], &m);

	if (err)
		return err;
	qp->sq.buf = m.units;
	qp->sq.entries = m.entries;
	qp->sq.shift = m.shift;
	qp->buf_bytes = m.bytes;
	return 0;
}

/* What was granted must fit into a slot, because the fast path does not check it. */
static bool fits_slot(const struct inverbs_qp *qp, const struct ibv_qp_cap *granted)
{
	const uint32_t send = 1U << qp->sq.shift, recv = qp->rq.buf ? 1U << qp->rq.shift : 0;
	const struct inverbs_control *control = control_of(qp);

	if (granted->max_send_sge > send / control->recv_sge_bytes ||
	    granted->max_inline_data > send ||
	    control->head->send_bytes(granted->max_send_sge, granted->max_inline_data) > send)
		return false;
	return !recv || (granted->max_recv_sge <= recv / control->recv_sge_bytes &&
			 control->head->recv_bytes(granted->max_recv_sge) <= recv);
}

/* A queue's capacity is its number of slots, whatever the kernel reports as granted. */
static void grant_mapped(struct inverbs_qp *qp, struct ibv_qp_cap *cap,
			 const struct ibv_qp_cap *granted)
{
	cap->max_send_wr = qp->sq.entries - 1;
	cap->max_recv_wr = qp->rq.buf ? qp->rq.entries - 1 : 0;
	cap->max_send_sge = granted->max_send_sge;
	cap->max_recv_sge = qp->rq.buf ? granted->max_recv_sge : 0;
	cap->max_inline_data = granted->max_inline_data;
	qp->sq.max_post = cap->max_send_wr;
	qp->sq.max_sge = (uint16_t)cap->max_send_sge;
	qp->sq.max_inline = (uint16_t)cap->max_inline_data;
	qp->rq.max_post = cap->max_recv_wr;
	qp->rq.max_sge = (uint16_t)cap->max_recv_sge;
}

/* Posting continues at the indexes in the queue's header. */
static void read_indexes(struct inverbs_qp *qp)
{
	const struct inverbs_queue_head *head = control_of(qp)->head;

	qp->sq.position = head->producer(qp->sq.buf);
	qp->sq.head = qp->sq.position;
	if (qp->rq.buf)
		qp->rq.head = head->producer(qp->rq.buf);
}

static int set_up_mapped(struct inverbs_context *ctx, const struct inverbs_words *words,
			 const struct ibv_qp_cap *granted, struct inverbs_qp *qp)
{
	int err = map_recv(ctx, qp, words);

	if (!err)
		err = map_send(ctx, qp, words);
	if (!err && !fits_slot(qp, granted))
		err = EPROTO;
	/* Only CQEs of failed work requests require the lookup. */
	if (!err)
		err = inverbs_enter_qp(ctx, qp->ibv.qp_num, qp);
	if (err)
		unmap_queues(qp);
	return err;
}

static int create_mapped_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp)
{
	struct inverbs_words words = {{0}};
	struct ibv_qp_cap granted;
	uint32_t events;
	int err = inverbs_issue_create_qp(ctx, attr, qp, &words, &granted);

	if (err)
		return err;
	err = set_up_mapped(ctx, &words, &granted, qp);
	if (err) {
		inverbs_provider_destroy_qp(qp, &events);
		return err;
	}
	qp->sq.qpn = qp->ibv.qp_num;
	qp->sq.flags = INVERBS_SQ_ETHERNET; /* sq_sig_all is handled by the kernel */
	init_queues(ctx->provider->control, attr, qp);
	read_indexes(qp);
	grant_mapped(qp, &attr->cap, &granted);
	return 0;
}

/* --- both kinds of rings ------------------------------------------------------------------- */

static uint32_t known_masks(const struct inverbs_control *control)
{
	return IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS |
	       (control->joint ? 0 : IBV_QP_INIT_ATTR_CREATE_FLAGS) |
	       (control->xrc ? IBV_QP_INIT_ATTR_XRCD : 0) |
	       (control->slots ? IBV_QP_INIT_ATTR_MAX_TSO_HEADER : 0);
}

/*
 * Rings in the program's memory are checked against the device's limits before they are allocated.
 */
static int check_own(const struct inverbs_context *ctx, const struct ibv_qp_cap *cap)
{
	const struct inverbs_control *control = ctx->provider->control;
	const struct inverbs_facts *facts = inverbs_facts_of(ctx);

	if (cap->max_send_wr > facts->max_wr || cap->max_recv_wr > facts->max_wr ||
	    cap->max_send_sge > facts->max_sge || cap->max_recv_sge > facts->max_sge ||
	    (control->max_inline && cap->max_inline_data > control->max_inline))
		return EINVAL;
	return 0;
}

/* A kernel that allocates the rings checks everything else. It is passed no create flags. */
static int check_mapped(const struct inverbs_control *control,
			const struct ibv_qp_init_attr_ex *attr)
{
	if ((uint32_t)attr->qp_type > 31 || !(control->qp_types >> attr->qp_type & 1))
		return EOPNOTSUPP;
	if (attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS && attr->create_flags)
		return EOPNOTSUPP;
	return 0;
}

static int check_qp_create(const struct inverbs_context *ctx,
			   const struct ibv_qp_init_attr_ex *attr)
{
	const struct inverbs_control *control = ctx->provider->control;

	if (attr->comp_mask & ~known_masks(control))
		return EOPNOTSUPP;
	return control->slots ? check_own(ctx, &attr->cap) : check_mapped(control, attr);
}

int inverbs_control_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			      struct inverbs_qp *qp)
{
	int err = check_qp_create(ctx, attr);

	if (err)
		return err;
	if (ctx->provider->control->joint)
		return inverbs_joint_create_qp(ctx, attr, qp);
	return ctx->provider->control->head ? create_mapped_qp(ctx, attr, qp)
					    : create_own_qp(ctx, attr, qp);
}

static struct inverbs_cq *cq_or_null(struct ibv_cq *cq)
{
	return cq ? inverbs_cq_of(cq) : NULL;
}

/*
 * The slots of receives are returned when the receive CQ is cleaned; the other CQ has sends only.
 */
static void clean_cqs(struct inverbs_qp *qp, struct inverbs_cq *send, struct inverbs_cq *recv)
{
	if (recv)
		inverbs_cq_clean(recv, qp->ibv.qp_num, qp->srq);
	if (send && send != recv)
		inverbs_cq_clean(send, qp->ibv.qp_num, NULL);
}

/* The rings keep their contents until the next transition to INIT. */
static void reset_indexes(struct inverbs_qp *qp)
{
	inverbs_sq_recall(&qp->sq);
	inverbs_rq_recall(&qp->rq);
	qp->sq.head = 0;
	qp->sq.position = 0;
	qp->sq.tail = 0;
	qp->rq.head = 0;
	qp->rq.tail = 0;
	if (qp->rq.doorbell_record)
		inverbs_publish32(qp->rq.doorbell_record, 0);
}

/* After RESET nothing is outstanding. Indexes in a header are reset by the kernel. */
static void reset_queues(struct inverbs_qp *qp)
{
	struct inverbs_cq *send = cq_or_null(qp->ibv.send_cq), *recv = cq_or_null(qp->ibv.recv_cq);

	if (!has_rings(qp) || (control_of(qp)->joint && !qp->sq.work))
		return;
	inverbs_lock_cqs(send, recv);
	clean_cqs(qp, send, recv);
	if (control_of(qp)->joint)
		inverbs_joint_reset_qp(qp);
	else if (!control_of(qp)->head)
		reset_indexes(qp);
	inverbs_unlock_cqs(send, recv);
}

int inverbs_control_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	const struct inverbs_provider *provider = inverbs_context_of(qp->ibv.context)->provider;
	const struct inverbs_control *control = provider->control;
	const enum ibv_qp_state from = qp->ibv.state;
	int err = 0;

	if (attr_mask & IBV_QP_PORT && control->either_link)
		err = inverbs_qp_port(qp, attr->port_num);
	if (err)
		return err;
	if (control->joint && inverbs_joint_has_failed(qp))
		inverbs_joint_flush(qp);
	if (attr_mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_INIT && from == IBV_QPS_RESET &&
	    qp->sq.entries && control->sq_init)
		control->sq_init(&qp->sq);
	err = inverbs_provider_modify_qp(qp, attr, attr_mask);
	if (err || !(attr_mask & IBV_QP_STATE))
		return err;
	if (attr->qp_state == IBV_QPS_RESET)
		reset_queues(qp);
	/*
	 * The kernel does not process WQEs posted before this transition until the doorbell is
	 * rung. A failure is harmless: the next post also rings it.
	 */
	if (control->rung_by_command && from == IBV_QPS_SQD && attr->qp_state == IBV_QPS_RTS)
		inverbs_command_doorbell(&qp->ibv);
	return 0;
}

/*
 * Kernels that allocate the rings differ, from release to release, in how they report capabilities
 * and the current state.
 */
int inverbs_control_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			     struct ibv_qp_init_attr *init_attr)
{
	int err = inverbs_provider_query_qp(qp, attr, attr_mask, init_attr);

	if (err || !qp->sq.entries)
		return err;
	attr->cap.max_send_wr = qp->sq.max_post;
	attr->cap.max_send_sge = qp->sq.max_sge;
	attr->cap.max_inline_data = qp->sq.max_inline;
	if (control_of(qp)->head) {
		attr->cur_qp_state = attr->qp_state;
		attr->cap.max_recv_wr = qp->rq.max_post;
		attr->cap.max_recv_sge = qp->rq.max_sge;
	}
	init_attr->cap = attr->cap;
	return 0;
}

static void free_queues(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	if (control_of(qp)->joint)
		inverbs_joint_free_qp(qp);
	else if (control_of(qp)->head)
		unmap_queues(qp);
	else
		free_own_rings(ctx, qp);
}

static void remove_qp(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	struct inverbs_cq *send = cq_or_null(qp->ibv.send_cq), *recv = cq_or_null(qp->ibv.recv_cq);

	if (!has_rings(qp))
		return;
	inverbs_lock_cqs(send, recv);
	clean_cqs(qp, send, recv);
	inverbs_table_remove(&ctx->qps, qp->ibv.qp_num);
	inverbs_unlock_cqs(send, recv);
}

int inverbs_control_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	int err;

	if (control_of(qp)->joint)
		inverbs_joint_flush(qp);
	/* Locked before the command: the QP number may be reused as soon as the command returns. */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_qp(qp, events);
	if (!err)
		remove_qp(ctx, qp);
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		return err;
	free_queues(ctx, qp);
	return 0;
}

/**
 * Posts write the guard word into the later chunks of WQEs, `spare` slots ahead of the producer, so
 * those slots are overwritten, too.
 */
const void *inverbs_control_sq_kept(const struct inverbs_sq *sq, uint32_t index)
{
	const size_t back = offsetof(struct inverbs_qp, sq);
	const struct inverbs_qp *qp = (const void *)((const uint8_t *)sq - back);
	const struct inverbs_dump *dump = inverbs_context_of(qp->ibv.context)->provider->dump;
	const uint8_t *slot = inverbs_slot(sq->buf, index, sq->entries, sq->shift);
	uint32_t behind = inverbs_sq_head(sq) - index;

	if (behind > sq->entries || !dump->send_owned(slot, index, sq->entries))
		return NULL;
	if (behind > sq->entries - sq->spare && dump->send_bytes(slot) > control_of(qp)->send_chunk)
		return NULL;
	return slot;
}
