/* SPDX-License-Identifier: BSD-2-Clause */
/* Misuse of attribute structures: members, masks, and the objects that they name. */
#include <fcntl.h>

#include "tests.h"

/* Objects on one device, and on another one. */
struct bench {
	struct side own, foreign;
};

static void bench_open(struct bench *b)
{
	side_open(&b->own, 0, &(struct plan){0});
	side_open(&b->foreign, 1, &(struct plan){0});
}

static void bench_close(struct bench *b)
{
	side_close(&b->own);
	side_close(&b->foreign);
}

static struct ibv_qp_init_attr init_of(const struct side *side)
{
	return (struct ibv_qp_init_attr){
		.send_cq = side->scq,
		.recv_cq = side->rcq,
		.qp_type = IBV_QPT_RC,
		.cap = {1, 1, 1, 1, 0},
	};
}

static struct ibv_srq *make_srq(struct side *side)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 4, .max_sge = 2}};
	struct ibv_srq *srq = ibv_create_srq(side->pd, &attr);

	assert_non_null(srq);
	return srq;
}

void queue_pairs(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_srq *srq;
	struct ibv_qp *qp;
	struct bench b;

	(void)state;
	bench_open(&b);
	init = init_of(&b.own);
	init.qp_type = (enum ibv_qp_type)77;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.qp_type is 77, no enum ibv_qp_type");
	init = init_of(&b.own);
	init.send_cq = NULL;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.send_cq is NULL");
	init.send_cq = b.foreign.scq;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.send_cq.context is not pd.context");
	init = init_of(&b.own);
	init.recv_cq = NULL;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.recv_cq is NULL");
	init.recv_cq = b.foreign.rcq;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.recv_cq.context is not pd.context");
	init = init_of(&b.own);
	srq = make_srq(&b.foreign);
	init.srq = srq;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.srq.context is not pd.context");
	assert_int_equal(ibv_destroy_srq(srq), 0);
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.srq was freed before");
	init = init_of(&b.own);
	init.send_cq = ibv_create_cq(b.own.ctx, 1, NULL, NULL, 0);
	assert_int_equal(ibv_destroy_cq(init.send_cq), 0);
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.send_cq was freed before");
	init.recv_cq = init.send_cq;
	init.send_cq = b.own.scq;
	REFUSED(BY_NULL(ibv_create_qp(b.own.pd, &init)), EINVAL,
		"ibv_create_qp: qp_init_attr.recv_cq was freed before");
	init = init_of(&b.own);
	qp = ibv_create_qp(b.own.pd, &init);
	assert_non_null(qp);
	ACCEPTED(ibv_destroy_qp(qp), 0);
	REFUSED(BY_RESULT(ibv_destroy_qp(qp)), EINVAL, "ibv_destroy_qp: qp was freed before");
	bench_close(&b);
}

static struct ibv_qp_init_attr_ex init_ex_of(const struct side *side)
{
	return (struct ibv_qp_init_attr_ex){
		.send_cq = side->scq,
		.recv_cq = side->rcq,
		.qp_type = IBV_QPT_RC,
		.cap = {1, 1, 1, 1, 0},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = side->pd,
	};
}

static struct ibv_xrcd *make_xrcd(struct ibv_context *ctx)
{
	struct ibv_xrcd_init_attr attr = {.comp_mask = IBV_XRCD_INIT_ATTR_FD |
						       IBV_XRCD_INIT_ATTR_OFLAGS,
					  .fd = -1,
					  .oflags = O_CREAT};
	struct ibv_xrcd *xrcd = ibv_open_xrcd(ctx, &attr);

	assert_non_null(xrcd);
	return xrcd;
}

static struct ibv_xrcd *freed_xrcd(struct ibv_context *ctx)
{
	struct ibv_xrcd *xrcd = make_xrcd(ctx);

	ACCEPTED(ibv_close_xrcd(xrcd), 0);
	return xrcd;
}

/* The checks of ibv_create_qp() apply to the extended call, too; and those of its further members.
 */
void extended_queue_pairs(void **state)
{
	struct ibv_qp_init_attr_ex init;
	struct ibv_cq *freed;
	struct ibv_pd *pd;
	struct bench b;

	(void)state;
	bench_open(&b);
#define CREATE() BY_NULL(ibv_create_qp_ex(b.own.ctx, &init))
#define EX(line) "ibv_create_qp_ex: qp_init_attr_ex." line
	init = init_ex_of(&b.own);
	init.qp_type = (enum ibv_qp_type)0;
	REFUSED(CREATE(), EINVAL, EX("qp_type is 0, no enum ibv_qp_type"));
	init = init_ex_of(&b.own);
	init.pd = NULL;
	REFUSED(CREATE(), EINVAL, EX("pd is NULL"));
	init.pd = b.foreign.pd;
	REFUSED(CREATE(), EINVAL, EX("pd.context is not context"));
	pd = ibv_alloc_pd(b.own.ctx);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	init.pd = pd;
	REFUSED(CREATE(), EINVAL, EX("pd was freed before"));
	init = init_ex_of(&b.own);
	init.send_cq = NULL;
	REFUSED(CREATE(), EINVAL, EX("send_cq is NULL"));
	init.send_cq = b.foreign.scq;
	REFUSED(CREATE(), EINVAL, EX("send_cq.context is not context"));
	init = init_ex_of(&b.own);
	init.recv_cq = NULL;
	REFUSED(CREATE(), EINVAL, EX("recv_cq is NULL"));
	init.recv_cq = b.foreign.rcq;
	REFUSED(CREATE(), EINVAL, EX("recv_cq.context is not context"));
	freed = ibv_create_cq(b.own.ctx, 1, NULL, NULL, 0);
	assert_int_equal(ibv_destroy_cq(freed), 0);
	init = init_ex_of(&b.own);
	init.send_cq = freed;
	REFUSED(CREATE(), EINVAL, EX("send_cq was freed before"));
	init = init_ex_of(&b.own);
	init.recv_cq = freed;
	REFUSED(CREATE(), EINVAL, EX("recv_cq was freed before"));
	init = (struct ibv_qp_init_attr_ex){.qp_type = IBV_QPT_XRC_RECV,
					    .comp_mask = IBV_QP_INIT_ATTR_XRCD};
	REFUSED(CREATE(), EINVAL, EX("xrcd is NULL"));
	if (MISUSE_XRC) {
		init.xrcd = freed_xrcd(b.own.ctx);
		REFUSED(CREATE(), EINVAL, EX("xrcd was freed before"));
	}
#undef CREATE
#undef EX
	bench_close(&b);
}

void opened_queue_pairs(void **state)
{
	const uint32_t all = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE;
	struct ibv_qp_open_attr attr = {.qp_type = IBV_QPT_XRC_RECV, .qp_num = 0xabcdef};
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);

	(void)state;
#define OPEN() BY_NULL(ibv_open_qp(ctx, &attr))
	attr.comp_mask = all & ~(uint32_t)IBV_QP_OPEN_ATTR_NUM;
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_NUM");
	attr.comp_mask = all & ~(uint32_t)IBV_QP_OPEN_ATTR_XRCD;
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_XRCD");
	attr.comp_mask = all & ~(uint32_t)IBV_QP_OPEN_ATTR_TYPE;
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_TYPE");
	attr.comp_mask = all;
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.xrcd is NULL");
	if (!MISUSE_XRC)
		goto close;
	attr.xrcd = make_xrcd(other);
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.xrcd.context is not context");
	assert_int_equal(ibv_close_xrcd(attr.xrcd), 0);
	REFUSED(OPEN(), EINVAL, "ibv_open_qp: qp_open_attr.xrcd was freed before");
	attr.xrcd = make_xrcd(ctx);
	attr.qp_type = IBV_QPT_RC;
	REFUSED(OPEN(), EINVAL,
		"ibv_open_qp: qp_open_attr.qp_type is IBV_QPT_RC, not IBV_QPT_XRC_RECV");
#undef OPEN
	assert_int_equal(ibv_close_xrcd(attr.xrcd), 0);
close:
	assert_int_equal(ibv_close_device(ctx), 0);
	assert_int_equal(ibv_close_device(other), 0);
}

static void wrong_values(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {0};

#define MODIFY(mask)      BY_RESULT(ibv_modify_qp(qp, &attr, mask))
#define WRONG(mask, line) REFUSED(MODIFY(mask), EINVAL, "ibv_modify_qp: attr." line)
	WRONG(IBV_QP_PATH_MTU, "path_mtu is 0, no enum ibv_mtu");
	WRONG(IBV_QP_PORT, "port_num is 0, less than 1");
	WRONG(IBV_QP_AV, "ah_attr.port_num is 0, less than 1");
	attr.ah_attr.port_num = 1;
	attr.ah_attr.sl = 16;
	WRONG(IBV_QP_AV, "ah_attr.sl is 16, more than 15");
	attr.qp_state = (enum ibv_qp_state)9;
	WRONG(IBV_QP_STATE, "qp_state is 9, no enum ibv_qp_state");
	attr.cur_qp_state = (enum ibv_qp_state)10;
	WRONG(IBV_QP_CUR_STATE, "cur_qp_state is 10, no enum ibv_qp_state");
	attr.path_mig_state = (enum ibv_mig_state)3;
	WRONG(IBV_QP_PATH_MIG_STATE, "path_mig_state is 3, no enum ibv_mig_state");
	attr.timeout = 32;
	WRONG(IBV_QP_TIMEOUT, "timeout is 32, more than 31");
	attr.retry_cnt = 8;
	WRONG(IBV_QP_RETRY_CNT, "retry_cnt is 8, more than 7");
	attr.rnr_retry = 8;
	WRONG(IBV_QP_RNR_RETRY, "rnr_retry is 8, more than 7");
	attr.min_rnr_timer = 32;
	WRONG(IBV_QP_MIN_RNR_TIMER, "min_rnr_timer is 32, more than 31");
	attr.rq_psn = 0x1000000;
	WRONG(IBV_QP_RQ_PSN, "rq_psn is 16777216, more than 0xffffff");
	attr.sq_psn = 0x1000000;
	WRONG(IBV_QP_SQ_PSN, "sq_psn is 16777216, more than 0xffffff");
	attr.dest_qp_num = 0x1000000;
	WRONG(IBV_QP_DEST_QPN, "dest_qp_num is 16777216, more than 0xffffff");
	attr.qp_access_flags = 1U << 31;
	WRONG(IBV_QP_ACCESS_FLAGS,
	      "qp_access_flags has bits 0x80000000 that are not in enum ibv_access_flags");
	REFUSED(MODIFY(1 << 30), EINVAL,
		"ibv_modify_qp: attr_mask has bits 0x40000000 that are not in enum "
		"ibv_qp_attr_mask");
	REFUSED(MODIFY(INT_MIN), EINVAL,
		"ibv_modify_qp: attr_mask has bits 0x80000000 that are not in enum "
		"ibv_qp_attr_mask");
#undef WRONG
#undef MODIFY
}

void queue_pair_attributes(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	union ibv_gid gid = {.raw = {0xff}};
	struct plan plan = {0};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	wrong_values(side.qp);
	assert_int_equal(side.qp->state, IBV_QPS_RESET);
	assert_int_equal(side_state(&side), IBV_QPS_RESET);
	REFUSED(BY_RESULT(ibv_query_qp(side.qp, &attr, 1 << 28, &init)), EINVAL,
		"ibv_query_qp: attr_mask has bits 0x10000000 that are not in enum "
		"ibv_qp_attr_mask");
	REFUSED(BY_RESULT(ibv_attach_mcast(side.qp, &gid, 0xc000)), EINVAL,
		"ibv_attach_mcast: qp.qp_type is IBV_QPT_RC, not IBV_QPT_UD");
	REFUSED(BY_RESULT(ibv_detach_mcast(side.qp, &gid, 0xc000)), EINVAL,
		"ibv_detach_mcast: qp.qp_type is IBV_QPT_RC, not IBV_QPT_UD");
	/* a member that is not in the mask may have any value */
	attr = kit_attr(&plan, 0, 0);
	attr.qp_state = IBV_QPS_INIT;
	attr.timeout = 99;
	ACCEPTED(ibv_modify_qp(side.qp, &attr, INIT_MASK), 0);
	side_close(&side);
}

/* The message names the bits that a change of state requires and the mask lacks. */
void queue_pair_masks(void **state)
{
	struct plan plan = {0};
	struct ibv_qp_attr attr = kit_attr(&plan, 0, 0);
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
#define MODIFY(to, mask) (attr.qp_state = (to), BY_RESULT(ibv_modify_qp(side.qp, &attr, mask)))
	REFUSED(MODIFY(IBV_QPS_INIT, INIT_MASK & ~IBV_QP_PORT), EINVAL,
		"ibv_modify_qp: attr_mask lacks IBV_QP_PORT");
	REFUSED(MODIFY(IBV_QPS_INIT, IBV_QP_STATE), EINVAL,
		"ibv_modify_qp: attr_mask lacks IBV_QP_ACCESS_FLAGS, IBV_QP_PKEY_INDEX, "
		"IBV_QP_PORT");
	attr.qp_state = IBV_QPS_INIT;
	ACCEPTED(ibv_modify_qp(side.qp, &attr, INIT_MASK), 0);
	REFUSED(MODIFY(IBV_QPS_RTR, RC_RTR_MASK & ~IBV_QP_AV), EINVAL,
		"ibv_modify_qp: attr_mask lacks IBV_QP_AV");
	attr.qp_state = IBV_QPS_ERR;
	ACCEPTED(ibv_modify_qp(side.qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_RESET;
	ACCEPTED(ibv_modify_qp(side.qp, &attr, IBV_QP_STATE), 0);
	side_close(&side);
}

void shared_receive_queues(void **state)
{
	struct ibv_srq_init_attr_ex init = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_srq_attr change = {.max_wr = 1};
	struct ibv_srq *srq;
	struct ibv_cq *cq;
	struct bench b;

	(void)state;
	bench_open(&b);
#define CREATE() BY_NULL(ibv_create_srq_ex(b.own.ctx, &init))
#define EX(line) "ibv_create_srq_ex: srq_init_attr_ex." line
	init.comp_mask = IBV_SRQ_INIT_ATTR_TYPE;
	init.srq_type = (enum ibv_srq_type)7;
	REFUSED(CREATE(), EINVAL, EX("srq_type is 7, no enum ibv_srq_type"));
	init.comp_mask = IBV_SRQ_INIT_ATTR_PD;
	REFUSED(CREATE(), EINVAL, EX("pd is NULL"));
	init.pd = b.foreign.pd;
	REFUSED(CREATE(), EINVAL, EX("pd.context is not context"));
	init.pd = ibv_alloc_pd(b.own.ctx);
	assert_int_equal(ibv_dealloc_pd(init.pd), 0);
	REFUSED(CREATE(), EINVAL, EX("pd was freed before"));
	init.comp_mask = IBV_SRQ_INIT_ATTR_CQ;
	REFUSED(CREATE(), EINVAL, EX("cq is NULL"));
	init.cq = b.foreign.scq;
	REFUSED(CREATE(), EINVAL, EX("cq.context is not context"));
	cq = ibv_create_cq(b.own.ctx, 1, NULL, NULL, 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	init.cq = cq;
	REFUSED(CREATE(), EINVAL, EX("cq was freed before"));
	init.comp_mask = IBV_SRQ_INIT_ATTR_XRCD;
	REFUSED(CREATE(), EINVAL, EX("xrcd is NULL"));
	if (MISUSE_XRC) {
		init.xrcd = freed_xrcd(b.own.ctx);
		REFUSED(CREATE(), EINVAL, EX("xrcd was freed before"));
	}
#undef CREATE
#undef EX
	srq = make_srq(&b.own);
	REFUSED(BY_RESULT(ibv_modify_srq(srq, &change, 4)), EINVAL,
		"ibv_modify_srq: srq_attr_mask has bits 0x4 that are not in enum "
		"ibv_srq_attr_mask");
	ACCEPTED(ibv_modify_srq(srq, &change, IBV_SRQ_LIMIT), 0);
	ACCEPTED(ibv_destroy_srq(srq), 0);
	bench_close(&b);
}

void address_handles(void **state)
{
	struct ibv_ah_attr attr = {.dlid = 1};
	struct ibv_wc wc = {.wc_flags = IBV_WC_GRH};
	struct side side;
	struct ibv_ah *ah;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	REFUSED(BY_NULL(ibv_create_ah(side.pd, &attr)), EINVAL,
		"ibv_create_ah: attr.port_num is 0, less than 1");
	attr.port_num = 1;
	attr.sl = 255;
	REFUSED(BY_NULL(ibv_create_ah(side.pd, &attr)), EINVAL,
		"ibv_create_ah: attr.sl is 255, more than 15");
	REFUSED(BY_MINUS(ibv_init_ah_from_wc(side.ctx, 0, &wc, NULL, &attr)), EINVAL,
		"ibv_init_ah_from_wc: port_num is 0, less than 1");
	REFUSED(BY_MINUS(ibv_init_ah_from_wc(side.ctx, 1, &wc, NULL, &attr)), EINVAL,
		"ibv_init_ah_from_wc: grh is NULL");
	REFUSED(BY_NULL(ibv_create_ah_from_wc(side.pd, &wc, NULL, 0)), EINVAL,
		"ibv_create_ah_from_wc: port_num is 0, less than 1");
	REFUSED(BY_NULL(ibv_create_ah_from_wc(side.pd, &wc, NULL, 1)), EINVAL,
		"ibv_create_ah_from_wc: grh is NULL");
	wc.wc_flags = 0;
	wc.slid = 1;
	ACCEPTED(ibv_init_ah_from_wc(side.ctx, 1, &wc, NULL, &attr), 0);
	attr = kit_address(side.ctx);
	ah = ibv_create_ah(side.pd, &attr);
	assert_non_null(ah);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	REFUSED(BY_RESULT(ibv_destroy_ah(ah)), EINVAL, "ibv_destroy_ah: ah was freed before");
	side_close(&side);
}

void windows(void **state)
{
	struct ibv_mw_bind bind = {0};
	struct ibv_mw *mw, *foreign;
	struct ibv_mr *mr;
	struct bench b;

	(void)state;
	bench_open(&b);
	REFUSED(BY_NULL(ibv_alloc_mw(b.own.pd, (enum ibv_mw_type)3)), EINVAL,
		"ibv_alloc_mw: type is 3, no enum ibv_mw_type");
	mw = ibv_alloc_mw(b.own.pd, IBV_MW_TYPE_2);
	assert_non_null(mw);
	REFUSED(BY_RESULT(ibv_bind_mw(b.own.qp, mw, &bind)), EINVAL,
		"ibv_bind_mw: mw.type is IBV_MW_TYPE_2, not IBV_MW_TYPE_1; a window of type 2 is "
		"bound by a work request");
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	foreign = ibv_alloc_mw(b.foreign.pd, IBV_MW_TYPE_1);
	assert_non_null(foreign);
	REFUSED(BY_RESULT(ibv_bind_mw(b.own.qp, foreign, &bind)), EINVAL,
		"ibv_bind_mw: mw.context is not qp.context");
	assert_int_equal(ibv_dealloc_mw(foreign), 0);
	mw = ibv_alloc_mw(b.own.pd, IBV_MW_TYPE_1);
	bind.send_flags = 1U << 9;
	REFUSED(BY_RESULT(ibv_bind_mw(b.own.qp, mw, &bind)), EINVAL,
		"ibv_bind_mw: mw_bind.send_flags has bits 0x200 that are not in enum "
		"ibv_send_flags");
	bind.send_flags = 0;
	mr = ibv_reg_mr(b.own.pd, b.own.buf, 8, IBV_ACCESS_MW_BIND);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	bind.bind_info.mr = mr;
	REFUSED(BY_RESULT(ibv_bind_mw(b.own.qp, mw, &bind)), EINVAL,
		"ibv_bind_mw: mw_bind.bind_info.mr was freed before");
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	bench_close(&b);
}
