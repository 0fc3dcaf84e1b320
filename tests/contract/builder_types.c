/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V30 for built requests: datagrams, XRC, memory windows. */
#include <fcntl.h>

#include "kit.h"
#include "ud.h"

enum {
	UD_OPS = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM,
	WINDOW_OPS = IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_SEND |
		     IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE,
	BYTES = 64,
	REGION = 8192,
};

static void begin_request(struct ibv_qp_ex *qp, uint64_t wr_id)
{
	qp->wr_id = wr_id;
	qp->wr_flags = IBV_SEND_SIGNALED;
}

static void set_bytes(struct ibv_qp_ex *qp, const struct side *side)
{
	ibv_wr_set_sge(qp, side->mr->lkey, (uintptr_t)side->buf, BYTES);
}

/* --- datagrams ---------------------------------------------------------------------------- */

static void ud_pair(struct side *from, struct side *to)
{
	side_open(from, 0,
		  &(struct plan){.type = IBV_QPT_UD, .inline_data = 32, .send_ops = UD_OPS});
	ud_to(from->qp, IBV_QPS_RTS);
	ud_open(to, 1);
}

static void V30_built_datagrams_go_to_their_destination(void **state)
{
	struct side from, to;
	struct ibv_qp_ex *qp;
	struct ibv_ah *ah;
	struct ibv_wc wc;

	(void)state;
	ud_pair(&from, &to);
	qp = ibv_qp_to_qp_ex(from.qp);
	ah = ud_handle(&from, &to);
	fill(from.buf, BYTES, 1);
	for (uint64_t id = 1; id <= 3; id++)
		post_receive(&to, id, id * 1024, UD_GRH + BYTES);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_send(qp);
	ibv_wr_set_ud_addr(qp, ah, to.qp->qp_num, UD_QKEY);
	set_bytes(qp, &from);
	begin_request(qp, 2);
	ibv_wr_send_imm(qp, 0x0a0b0c0d);
	set_bytes(qp, &from);
	ibv_wr_set_ud_addr(qp, ah, to.qp->qp_num, UD_QKEY);
	begin_request(qp, 3);
	ibv_wr_send(qp);
	ibv_wr_set_inline_data(qp, from.buf, 32);
	ibv_wr_set_ud_addr(qp, ah, to.qp->qp_num, UD_QKEY);
	assert_int_equal(ibv_wr_complete(qp), 0);
	for (uint64_t id = 1; id <= 3; id++) {
		expect(from.scq, id, IBV_WC_SUCCESS);
		wc = expect(to.rcq, id, IBV_WC_SUCCESS);
		assert_int_equal(wc.byte_len, UD_GRH + (id == 3 ? 32 : BYTES));
		assert_true(filled(to.buf + id * 1024 + UD_GRH, id == 3 ? 32 : BYTES, 1));
		assert_int_equal((wc.wc_flags & IBV_WC_WITH_IMM) != 0, id == 2);
	}
	assert_int_equal(ibv_destroy_ah(ah), 0);
	side_close(&from);
	side_close(&to);
}

static void V39_datagrams_without_a_destination_are_refused(void **state)
{
	struct side from, to;
	struct ibv_qp_ex *qp;
	struct ibv_ah *ah;

	(void)state;
	ud_pair(&from, &to);
	qp = ibv_qp_to_qp_ex(from.qp);
	ah = ud_handle(&from, &to);
	for (int n = 0; n < 40; n++) { /* also in ring units whose previous request had one */
		ibv_wr_start(qp);
		begin_request(qp, 1);
		ibv_wr_send(qp);
		set_bytes(qp, &from);
		ibv_wr_set_ud_addr(qp, ah, to.qp->qp_num, UD_QKEY);
		if (n % 2) {
			begin_request(qp, 2);
			ibv_wr_send(qp);
			set_bytes(qp, &from);
			assert_int_equal(ibv_wr_complete(qp), EINVAL);
			continue;
		}
		assert_int_equal(ibv_wr_complete(qp), 0);
		expect(from.scq, 1, IBV_WC_SUCCESS);
	}
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_send(qp);
	set_bytes(qp, &from);
	assert_int_equal(ibv_wr_complete(qp), EINVAL);
	expect_nothing(from.scq);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	side_close(&from);
	side_close(&to);
}

/* --- XRC ---------------------------------------------------------------------------------- */

struct xrc {
	struct side a, b;
	struct ibv_xrcd *domain;
	struct ibv_qp *sender, *target;
	struct ibv_srq *srq;
};

static struct ibv_srq *make_srq(struct xrc *x)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = {.max_wr = 8, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_XRCD,
		.srq_type = IBV_SRQT_XRC,
		.pd = x->b.pd,
		.cq = x->b.rcq,
		.xrcd = x->domain,
	};

	return ibv_create_srq_ex(x->b.ctx, &init);
}

static struct ibv_qp *make_end(struct xrc *x, bool sends)
{
	const struct side *side = sends ? &x->a : &x->b;
	struct ibv_qp_init_attr_ex init = {
		.send_cq = side->scq,
		.cap = {.max_send_wr = 8, .max_send_sge = 1},
		.qp_type = sends ? IBV_QPT_XRC_SEND : IBV_QPT_XRC_RECV,
		.comp_mask = sends ? IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS
				   : IBV_QP_INIT_ATTR_XRCD,
		.pd = side->pd,
		.xrcd = x->domain,
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(side->ctx, &init);

	assert_non_null(qp);
	return qp;
}

static void connect_end(struct ibv_qp *qp, bool sends, const struct side *to, uint32_t qpn)
{
	struct ibv_qp_attr attr = kit_attr(&(struct plan){0}, to->port.lid, qpn);

	if (on_ethernet(to))
		kit_route(&attr.ah_attr, to);
	attr.qp_state = IBV_QPS_INIT;
	assert_int_equal(ibv_modify_qp(qp, &attr, INIT_MASK), 0);
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(qp, &attr, sends ? UC_RTR_MASK : RC_RTR_MASK), 0);
	attr.qp_state = IBV_QPS_RTS;
	attr.sq_psn = kit_psn(qp->qp_num);
	if (sends)
		assert_int_equal(ibv_modify_qp(qp, &attr, RC_RTS_MASK), 0);
}

static void open_xrc(struct xrc *x)
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = -1};

	init.oflags = O_CREAT;
	side_open(&x->a, 0, &(struct plan){0});
	side_open(&x->b, 1, &(struct plan){0});
	x->domain = ibv_open_xrcd(x->b.ctx, &init);
	if (!x->domain) {
		assert_int_equal(errno, EOPNOTSUPP);
		side_close(&x->a);
		side_close(&x->b);
		skip(); /* not on this adapter */
	}
	x->srq = make_srq(x);
	assert_non_null(x->srq);
	x->sender = make_end(x, true);
	x->target = make_end(x, false);
	connect_end(x->sender, true, &x->b, x->target->qp_num);
	connect_end(x->target, false, &x->a, x->sender->qp_num);
}

static void close_xrc(struct xrc *x)
{
	assert_int_equal(ibv_destroy_qp(x->sender), 0);
	assert_int_equal(ibv_destroy_qp(x->target), 0);
	assert_int_equal(ibv_destroy_srq(x->srq), 0);
	assert_int_equal(ibv_close_xrcd(x->domain), 0);
	side_close(&x->a);
	side_close(&x->b);
}

static void V30_an_xrc_request_names_the_srq(void **state)
{
	struct ibv_recv_wr wr = {.wr_id = 5, .num_sge = 1}, *bad;
	struct ibv_sge sge;
	struct ibv_qp_ex *qp;
	struct xrc x;
	uint32_t srqn = 0;

	(void)state;
	open_xrc(&x);
	sge = side_sge(&x.b, 0, BYTES);
	wr.sg_list = &sge;
	assert_int_equal(ibv_post_srq_recv(x.srq, &wr, &bad), 0);
	assert_int_equal(ibv_get_srq_num(x.srq, &srqn), 0);
	qp = ibv_qp_to_qp_ex(x.sender);
	assert_non_null(qp);
	fill(x.a.buf, BYTES, 3);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_send(qp);
	ibv_wr_set_xrc_srqn(qp, srqn);
	set_bytes(qp, &x.a);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(x.a.scq, 1, IBV_WC_SUCCESS);
	expect(x.b.rcq, 5, IBV_WC_SUCCESS);
	assert_true(filled(x.b.buf, BYTES, 3));
	close_xrc(&x);
}

/* --- memory windows ----------------------------------------------------------------------- */

static void V30_windows_are_bound_and_invalidated(void **state)
{
	struct ibv_mw_bind_info info = {.length = REGION,
					.mw_access_flags = IBV_ACCESS_REMOTE_WRITE};
	struct pair pair;
	struct ibv_qp_ex *qp;
	struct ibv_mw *mw;
	struct ibv_wc wc;
	uint32_t key;

	(void)state;
	pair_open(&pair, &(struct plan){.send_ops = WINDOW_OPS, .no_remote = true});
	qp = ibv_qp_to_qp_ex(pair.b.qp);
	mw = ibv_alloc_mw(pair.b.pd, IBV_MW_TYPE_2);
	info.mr = ibv_reg_mr(pair.b.pd, pair.b.buf, REGION,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	assert_non_null(mw);
	assert_non_null(info.mr);
	info.addr = (uintptr_t)pair.b.buf;
	key = ibv_inc_rkey(mw->rkey);
	ibv_wr_start(qp);
	begin_request(qp, 1);
	ibv_wr_bind_mw(qp, mw, key, &info);
	assert_int_equal(ibv_wr_complete(qp), 0);
	assert_int_equal(expect(pair.b.scq, 1, IBV_WC_SUCCESS).opcode, IBV_WC_BIND_MW);
	/* the peer writes through the window, and invalidates it */
	fill(pair.a.buf, BYTES, 4);
	post_receive(&pair.b, 2, 4096, BYTES);
	qp = ibv_qp_to_qp_ex(pair.a.qp);
	ibv_wr_start(qp);
	begin_request(qp, 3);
	ibv_wr_rdma_write(qp, key, (uintptr_t)pair.b.buf);
	set_bytes(qp, &pair.a);
	begin_request(qp, 4);
	ibv_wr_send_inv(qp, key);
	set_bytes(qp, &pair.a);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 3, IBV_WC_SUCCESS);
	expect(pair.a.scq, 4, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	assert_true(wc.wc_flags & IBV_WC_WITH_INV);
	assert_int_equal(wc.invalidated_rkey, key);
	assert_true(filled(pair.b.buf, BYTES, 4));
	/* bound again, and invalidated by its owner */
	mw->rkey = key;
	key = ibv_inc_rkey(key);
	qp = ibv_qp_to_qp_ex(pair.b.qp);
	ibv_wr_start(qp);
	begin_request(qp, 5);
	ibv_wr_bind_mw(qp, mw, key, &info);
	begin_request(qp, 6);
	ibv_wr_local_inv(qp, key);
	assert_int_equal(ibv_wr_complete(qp), 0);
	expect(pair.b.scq, 5, IBV_WC_SUCCESS);
	assert_int_equal(expect(pair.b.scq, 6, IBV_WC_SUCCESS).opcode, IBV_WC_LOCAL_INV);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	assert_int_equal(ibv_dereg_mr(info.mr), 0);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V30_built_datagrams_go_to_their_destination),
		TEST(V39_datagrams_without_a_destination_are_refused),
		TEST(V30_an_xrc_request_names_the_srq),
		TEST(V30_windows_are_bound_and_invalidated),
	};

	return RUN_TESTS(tests);
}
