/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs and shared receive queues of the rig. */
#include <stdlib.h>

#include "base/table.h"
#include "rig.h"

static void insert_number(struct inverbs_number_table *table, uint32_t number, void *object)
{
	void ***leaf = &table->leaf[(number & table->mask) >> table->shift];

	if (!*leaf)
		*leaf = calloc(1U << table->shift, sizeof(void *));
	assert_non_null(*leaf);
	(*leaf)[number & ((1U << table->shift) - 1)] = object;
}

/* --- shared receive queues --------------------------------------------------------------- */

static void free_srq(struct rig_owned *owned)
{
	struct rig_srq *srq = softhca_entry(owned, struct rig_srq, owned);

	softhca_engine_srq_destroyed(&srq->k);
	softhca_driver_mlx4.destroy_srq(&srq->k);
	softhca_table_remove(&srq->k.obj.ctx->device->srqs, srq->k.srqn);
	rig_free(srq->u.buf);
	free(srq->u.wr_id);
	rig_free(srq);
}

struct rig_srq *rig_srq(struct rig_side *side, uint32_t entries, uint32_t max_sge)
{
	struct rig_srq *srq = rig_zeroed(sizeof(*srq));
	struct mlx4_create_srq_in in;
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};
	uint32_t stride = inverbs_round_up_pow2(16 + 16 * max_sge);

	srq->u.buf = rig_zeroed((size_t)entries * stride);
	srq->u.shift = (uint8_t)__builtin_ctz(stride);
	srq->u.wr_id = calloc(entries, sizeof(uint64_t));
	srq->u.doorbell_record = &srq->doorbell_record;
	srq->u.entries = entries;
	srq->u.tail = entries - 1;
	srq->u.max_sge = (uint16_t)max_sge;
	mlx4_srq_init(&srq->u);
	in = (struct mlx4_create_srq_in){
		.buf_addr = (uintptr_t)srq->u.buf,
		.db_addr = (uintptr_t)&srq->doorbell_record,
	};
	srq->k.obj.ctx = &side->ctx;
	srq->k.pd = &side->pd;
	srq->k.max_wr = entries - 1;
	srq->k.max_sge = max_sge;
	assert_int_equal(softhca_table_enter(&side->dev.srqs, &srq->k, &srq->k.srqn), 0);
	assert_int_equal(softhca_driver_mlx4.create_srq(&srq->k, &udata), 0);
	assert_int_equal(softhca_engine_srq_created(&srq->k), 0);
	srq->u.srqn = srq->k.srqn;
	rig_own(side->rig, &srq->owned, free_srq);
	return srq;
}

void rig_srq_xrc(struct rig_srq *srq, struct rig_cq *cq, struct softhca_xrcd *xrcd)
{
	struct rig_side *side = softhca_entry(srq->k.obj.ctx, struct rig_side, ctx);

	srq->k.type = IBV_SRQT_XRC;
	srq->k.cq = &cq->k;
	srq->k.xrcd = xrcd;
	srq->u.is_xrc = true;
	srq->u.xrc_cq = &cq->u.ibv;
	insert_number(&side->srqs, srq->k.srqn, &srq->u);
}

void rig_srq_recv(struct rig_srq *srq, uint64_t wr_id, struct rig_mr *mr, uint32_t length)
{
	struct ibv_sge sge = rig_sge(mr, 0, length);
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	assert_int_equal(mlx4_post_srq_recv(&srq->u.ibv, &wr, &bad), 0);
}

/* --- queue pairs ------------------------------------------------------------------------- */

static bool has_receives(enum ibv_qp_type type, const struct rig_srq *srq)
{
	return !srq && type != IBV_QPT_XRC_SEND && type != IBV_QPT_XRC_RECV;
}

void rig_qp_destroy(struct rig_qp *qp)
{
	if (qp->gone)
		return;
	qp->gone = true;
	softhca_engine_qp_destroyed(&qp->k);
	softhca_driver_mlx4.destroy_qp(&qp->k);
	softhca_table_remove(&qp->side->dev.qps, qp->k.qpn & ~MLX4_XRC_QPN_BIT);
}

static void free_qp(struct rig_owned *owned)
{
	struct rig_qp *qp = softhca_entry(owned, struct rig_qp, owned);

	rig_qp_destroy(qp);
	rig_free(qp->u.buf);
	free(qp->u.sq.wr_id);
	free(qp->u.rq.wr_id);
	rig_free(qp);
}

/** Create the program's rings, placed by the adapter's rule. */
static void make_rings(struct rig_qp *qp, const struct rig_qp_options *o)
{
	struct inverbs_sq *sq = &qp->u.sq;
	struct inverbs_rq *rq = &qp->u.rq;
	size_t sq_bytes, rq_bytes;

	sq->shift = o->sq_shift ? o->sq_shift : RIG_SQ_SHIFT;
	sq->entries = RIG_SQ_ENTRIES;
	sq->max_post = RIG_MAX_POST;
	sq->spare = RIG_SQ_SPARE;
	sq->max_sge = o->type == IBV_QPT_UD ? 2 : RIG_SGE;
	sq->max_inline = o->type == IBV_QPT_UD ? 56 : RIG_MAX_INLINE;
	sq->qp_type = (uint8_t)o->type;
	rq->entries = has_receives(o->type, o->srq) ? RIG_RQ_ENTRIES : 0;
	rq->max_post = rq->entries;
	rq->max_sge = o->recv_sge ? o->recv_sge : RIG_SGE;
	rq->shift = (uint8_t)__builtin_ctz(16U * rq->max_sge);
	sq_bytes = (size_t)sq->entries << sq->shift;
	rq_bytes = (size_t)rq->entries << rq->shift;
	qp->u.buf = rig_zeroed(sq_bytes + rq_bytes);
	sq->buf = qp->u.buf + (rq->entries && rq->shift > sq->shift ? rq_bytes : 0);
	rq->buf = qp->u.buf + (rq->entries && rq->shift > sq->shift ? 0 : sq_bytes);
	sq->wr_id = calloc(sq->entries, sizeof(uint64_t));
	rq->wr_id = calloc(RIG_RQ_ENTRIES, sizeof(uint64_t));
	sq->doorbell = qp->side->ctx.registers;
	sq->push = &qp->side->push;
	rq->doorbell_record = &qp->doorbell_record;
}

static void create(struct rig_qp *qp)
{
	const struct mlx4_create_qp_in in = {
		.buf_addr = (uintptr_t)qp->u.buf,
		.db_addr = qp->u.rq.entries ? (uintptr_t)&qp->doorbell_record : 0,
		.log_sq_bb_count = 6,
		.log_sq_stride = qp->u.sq.shift,
	};
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};

	if (qp->u.rq.entries) {
		qp->k.attr.cap.max_recv_wr = RIG_RQ_ENTRIES;
		qp->k.attr.cap.max_recv_sge = qp->u.rq.max_sge;
	}
	assert_int_equal(softhca_table_enter(&qp->side->dev.qps, &qp->k, &qp->k.qpn), 0);
	if (qp->k.domain)
		qp->k.qpn |= MLX4_XRC_QPN_BIT;
	assert_int_equal(softhca_driver_mlx4.create_qp(&qp->k, &udata), 0);
	assert_int_equal(softhca_engine_qp_created(&qp->k), 0);
	qp->u.sq.qpn = qp->k.qpn;
	insert_number(&qp->side->qps, qp->k.qpn, &qp->u);
}

/** Set the members that an XRC target, which belongs to a domain, does not have. */
static void set_owner(struct rig_qp *qp, const struct rig_qp_options *o)
{
	qp->send_cq = o->send_cq ? o->send_cq : rig_cq(qp->side, 64);
	qp->recv_cq = o->recv_cq ? o->recv_cq : rig_cq(qp->side, 64);
	qp->k.ctx = &qp->side->ctx;
	qp->k.pd = &qp->side->pd;
	qp->k.send_cq = &qp->send_cq->k;
	qp->k.recv_cq = &qp->recv_cq->k;
	qp->k.srq = o->srq ? &o->srq->k : NULL;
}

struct rig_qp *rig_qp(struct rig_side *side, const struct rig_qp_options *o)
{
	struct rig_qp *qp = rig_zeroed(sizeof(*qp));

	qp->side = side;
	make_rings(qp, o);
	qp->u.srq = o->srq ? &o->srq->u : NULL;
	qp->u.ibv.qp_type = o->type;
	qp->k.device = &side->dev;
	qp->k.type = o->type;
	softhca_link_init(&qp->k.handles);
	if (o->xrcd)
		qp->k.domain = o->xrcd->domain;
	else
		set_owner(qp, o);
	create(qp);
	rig_own(side->rig, &qp->owned, free_qp);
	return qp;
}

/* --- states ------------------------------------------------------------------------------ */

static void copy_path(struct ibv_qp_attr *to, const struct ibv_qp_attr *attr, uint32_t mask)
{
	if (mask & IBV_QP_AV)
		to->ah_attr = attr->ah_attr;
	if (mask & IBV_QP_PATH_MTU)
		to->path_mtu = attr->path_mtu;
	if (mask & IBV_QP_DEST_QPN)
		to->dest_qp_num = attr->dest_qp_num;
	if (mask & IBV_QP_RQ_PSN)
		to->rq_psn = attr->rq_psn;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		to->max_dest_rd_atomic = attr->max_dest_rd_atomic;
	if (mask & IBV_QP_MIN_RNR_TIMER)
		to->min_rnr_timer = attr->min_rnr_timer;
	if (mask & IBV_QP_QKEY)
		to->qkey = attr->qkey;
	if (mask & IBV_QP_ACCESS_FLAGS)
		to->qp_access_flags = attr->qp_access_flags;
	if (mask & IBV_QP_PORT)
		to->port_num = attr->port_num;
}

static void copy_send(struct ibv_qp_attr *to, const struct ibv_qp_attr *attr, uint32_t mask)
{
	if (mask & IBV_QP_SQ_PSN)
		to->sq_psn = attr->sq_psn;
	if (mask & IBV_QP_TIMEOUT)
		to->timeout = attr->timeout;
	if (mask & IBV_QP_RETRY_CNT)
		to->retry_cnt = attr->retry_cnt;
	if (mask & IBV_QP_RNR_RETRY)
		to->rnr_retry = attr->rnr_retry;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC)
		to->max_rd_atomic = attr->max_rd_atomic;
	if (mask & IBV_QP_EN_SQD_ASYNC_NOTIFY)
		to->en_sqd_async_notify = attr->en_sqd_async_notify;
}

void rig_modify(struct rig_qp *qp, const struct ibv_qp_attr *attr, uint32_t mask)
{
	enum ibv_qp_state from = qp->k.attr.qp_state;

	copy_path(&qp->k.attr, attr, mask);
	copy_send(&qp->k.attr, attr, mask);
	if (mask & IBV_QP_STATE)
		qp->k.attr.qp_state = attr->qp_state;
	softhca_engine_qp_modified(&qp->k, from, mask);
}

void rig_state(struct rig_qp *qp, enum ibv_qp_state state)
{
	const struct ibv_qp_attr attr = {.qp_state = state};

	rig_modify(qp, &attr, IBV_QP_STATE);
	if (state != IBV_QPS_RESET)
		return;
	inverbs_sq_recall(&qp->u.sq);
	inverbs_rq_recall(&qp->u.rq);
	qp->u.sq.head = qp->u.sq.tail = qp->u.sq.position = 0;
	qp->u.rq.head = qp->u.rq.tail = 0;
	qp->doorbell_record = 0;
}

void rig_to_init(struct rig_qp *qp)
{
	const struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qkey = 0x1234,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC,
	};

	mlx4_sq_init(&qp->u.sq);
	rig_modify(qp, &attr,
		   IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS |
			   IBV_QP_QKEY);
}

void rig_to_rtr(struct rig_qp *qp, const struct rig_qp *dest)
{
	const struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.ah_attr = {.dlid = dest->side->dev.port[0].lid, .port_num = 1},
		.path_mtu = IBV_MTU_4096,
		.dest_qp_num = dest->k.qpn,
		.rq_psn = dest->k.qpn * 3,
		.max_dest_rd_atomic = 4,
		.min_rnr_timer = RIG_RNR_TIMER,
	};

	rig_modify(qp, &attr,
		   IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			   IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}

void rig_to_rts(struct rig_qp *qp)
{
	const struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = qp->k.qpn * 3,
		.timeout = RIG_TIMEOUT,
		.retry_cnt = RIG_RETRIES,
		.rnr_retry = RIG_RETRIES,
		.max_rd_atomic = 4,
	};

	rig_modify(qp, &attr,
		   IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			   IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

void rig_connect(struct rig_qp *a, struct rig_qp *b)
{
	rig_to_init(a);
	if (b != a)
		rig_to_init(b);
	rig_to_rtr(a, b);
	if (b != a)
		rig_to_rtr(b, a);
	rig_to_rts(a);
	if (b != a)
		rig_to_rts(b);
}

struct rig_pair rig_pair(struct rig *rig, enum ibv_qp_type type)
{
	const struct rig_qp_options options = {.type = type};
	struct rig_pair pair = {
		.a = rig_qp(&rig->a, &options),
		.b = rig_qp(&rig->b, &options),
	};

	rig_connect(pair.a, pair.b);
	return pair;
}

/* --- posting and running ----------------------------------------------------------------- */

struct ibv_send_wr rig_wr(enum ibv_wr_opcode opcode, struct ibv_sge *sge)
{
	return (struct ibv_send_wr){
		.wr_id = 1,
		.sg_list = sge,
		.num_sge = sge ? 1 : 0,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
	};
}

void rig_post(struct rig_qp *qp, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	assert_int_equal(mlx4_post_send(&qp->u.ibv, wr, &bad), 0);
}

void rig_recv(struct rig_qp *qp, uint64_t wr_id, struct rig_mr *mr, uint32_t length)
{
	struct ibv_sge sge = {0};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = mr ? 1 : 0};
	struct ibv_recv_wr *bad;

	if (mr)
		sge = rig_sge(mr, 0, length);
	assert_int_equal(mlx4_post_recv(&qp->u.ibv, &wr, &bad), 0);
}

void rig_run(struct rig *rig)
{
	for (int i = 0; i < 10000; i++) {
		if (!softhca_engine_poll(&rig->hca))
			return;
	}
	fail_msg("the engine does not become idle");
}

void rig_advance(struct rig *rig, uint64_t ns)
{
	rig->now += ns;
	rig_run(rig);
}
