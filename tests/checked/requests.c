/* SPDX-License-Identifier: BSD-2-Clause */
/* Misuse of posting: work requests that are refused, and the effect on the rest of a list. */
#include "tests.h"

static struct ibv_send_wr send_of(struct pair *pair, struct ibv_sge *sge, uint64_t wr_id)
{
	*sge = side_sge(&pair->a, 0, 8);
	return side_wr(sge, IBV_WR_RDMA_WRITE, wr_id, &pair->b, 0);
}

void states(void **state)
{
	static const enum ibv_qp_state early[] = {IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR};
	struct ibv_recv_wr recv = {.num_sge = 0}, *bad_recv = NULL;
	struct ibv_send_wr wr, *bad = NULL;
	struct plan plan = {0};
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	wr = send_of(&pair, &sge, 1);
	assert_int_equal(side_to(&pair.a, early[0]), 0);
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, &wr, &bad)), EINVAL,
		"ibv_post_send: qp.state is IBV_QPS_RESET; sends are accepted from RTS on");
	assert_ptr_equal(bad, &wr);
	REFUSED(BY_RESULT(ibv_post_recv(pair.a.qp, &recv, &bad_recv)), EINVAL,
		"ibv_post_recv: qp.state is IBV_QPS_RESET; receives are accepted from INIT on");
	assert_ptr_equal(bad_recv, &recv);
	assert_int_equal(side_to_init(&pair.a, &plan), 0);
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, &wr, &bad)), EINVAL,
		"ibv_post_send: qp.state is IBV_QPS_INIT; sends are accepted from RTS on");
	ACCEPTED(ibv_post_recv(pair.a.qp, &recv, &bad_recv), 0);
	assert_int_equal(side_to_rtr(&pair.a, &plan, &pair.b), 0);
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, &wr, &bad)), EINVAL,
		"ibv_post_send: qp.state is IBV_QPS_RTR; sends are accepted from RTS on");
	assert_int_equal(side_to_rts(&pair.a, &plan), 0);
	expect_nothing(pair.a.scq);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	ACCEPTED(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	expect(pair.a.scq, 1, IBV_WC_WR_FLUSH_ERR);
	pair_close(&pair);
}

/* One mistake at a time; it has no effect on the queue pair. */
void sends(void **state)
{
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.inline_data = 16});
#define POST()    BY_RESULT(ibv_post_send(pair.a.qp, &wr, &bad))
#define ONE(line) "ibv_post_send: request 1: " line
	wr = send_of(&pair, &sge, 1);
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, NULL, &bad)), EINVAL,
		"ibv_post_send: wr is NULL");
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, &wr, NULL)), EINVAL,
		"ibv_post_send: bad_wr is NULL");
	wr.opcode = (enum ibv_wr_opcode)99;
	REFUSED(POST(), EINVAL, ONE("wr.opcode is 99, no enum ibv_wr_opcode"));
	wr.opcode = IBV_WR_TSO;
	REFUSED(POST(), EINVAL,
		ONE("wr.opcode is IBV_WR_TSO, which does not go with qp.qp_type IBV_QPT_RC"));
	wr = send_of(&pair, &sge, 2);
	wr.send_flags = 1U << 16;
	REFUSED(POST(), EINVAL,
		ONE("wr.send_flags has bits 0x10000 that are not in enum ibv_send_flags"));
	wr = send_of(&pair, &sge, 3);
	wr.num_sge = -1;
	bad = NULL;
	listen_begin();
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr);
	listen_expect_start("inverbs: misuse of " ONE("wr.num_sge is -1, not from 0 to "));
	wr = send_of(&pair, &sge, 4);
	wr.sg_list = NULL;
	REFUSED(POST(), EINVAL, ONE("wr.sg_list is NULL"));
	wr = send_of(&pair, &sge, 5);
	wr.opcode = IBV_WR_RDMA_READ;
	wr.send_flags |= IBV_SEND_INLINE;
	REFUSED(POST(), EINVAL,
		ONE("wr.opcode is IBV_WR_RDMA_READ; the response cannot be inline"));
	wr.opcode = IBV_WR_RDMA_WRITE;
	sge.length = 4096;
	bad = NULL;
	listen_begin();
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr);
	listen_expect_start("inverbs: misuse of " ONE("inline_bytes(wr) is 4096, more than "));
	wr = (struct ibv_send_wr){.opcode = IBV_WR_BIND_MW};
	REFUSED(POST(), EINVAL, ONE("wr.bind_mw.mw is NULL"));
	wr.bind_mw.mw = ibv_alloc_mw(pair.a.pd, IBV_MW_TYPE_2);
	assert_non_null(wr.bind_mw.mw);
	assert_int_equal(ibv_dealloc_mw(wr.bind_mw.mw), 0);
	REFUSED(POST(), EINVAL, ONE("wr.bind_mw.mw was freed before"));
	wr = send_of(&pair, &sge, 9);
	ACCEPTED(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	expect(pair.a.scq, 9, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
#undef POST
#undef ONE
	pair_close(&pair);
}

static struct ibv_qp *datagram_qp(struct side *side)
{
	struct ibv_qp_init_attr init = {.send_cq = side->scq,
					.recv_cq = side->rcq,
					.qp_type = IBV_QPT_UD,
					.cap = {4, 4, 1, 1, 0}};
	struct ibv_qp *qp = ibv_create_qp(side->pd, &init);
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = 5};

	assert_non_null(qp);
	assert_int_equal(
		ibv_modify_qp(qp, &attr,
			      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
		0);
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_RTS;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
	return qp;
}

void atomics(void **state)
{
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge[2];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	wr = send_of(&pair, sge, 1);
	sge[0].length = 8;
	sge[1] = sge[0];
#define POST()    BY_RESULT(ibv_post_send(pair.a.qp, &wr, &bad))
#define ONE(line) "ibv_post_send: request 1: " line
	wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
	wr.num_sge = 0;
	REFUSED(POST(), EINVAL, ONE("wr.num_sge is 0, not 1; an atomic has one SGE of 8 bytes"));
	wr.num_sge = 2;
	REFUSED(POST(), EINVAL, ONE("wr.num_sge is 2, not 1; an atomic has one SGE of 8 bytes"));
	wr.num_sge = 1;
	sge[0].length = 4;
	REFUSED(POST(), EINVAL,
		ONE("wr.sg_list.length is 4, not 8; an atomic has one SGE of 8 bytes"));
	sge[0].length = 8;
	wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	wr.wr.atomic.remote_addr = 0x1004;
	REFUSED(POST(), EINVAL, ONE("wr.wr.atomic.remote_addr is 0x1004, not a multiple of 8"));
#undef POST
#undef ONE
	pair_close(&pair);
}

void datagrams(void **state)
{
	struct ibv_send_wr wr = {.opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED}, *bad;
	struct side side, foreign;
	struct ibv_ah_attr attr;
	struct ibv_ah *ah, *alien;
	struct ibv_pd *pd;
	struct ibv_qp *qp;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	side_open(&foreign, 1, &(struct plan){0});
	attr = kit_address(side.ctx);
	qp = datagram_qp(&side);
#define POST() BY_RESULT(ibv_post_send(qp, &wr, &bad))
	REFUSED(POST(), EINVAL, "ibv_post_send: request 1: wr.wr.ud.ah is NULL");
	wr.opcode = IBV_WR_RDMA_WRITE;
	REFUSED(POST(), EINVAL,
		"ibv_post_send: request 1: wr.opcode is IBV_WR_RDMA_WRITE, which does not go with "
		"qp.qp_type IBV_QPT_UD");
	wr.opcode = IBV_WR_SEND;
	alien = ibv_create_ah(foreign.pd, &attr);
	wr.wr.ud.ah = alien;
	REFUSED(POST(), EINVAL, "ibv_post_send: request 1: wr.wr.ud.ah.context is not qp.context");
	assert_int_equal(ibv_destroy_ah(alien), 0);
	REFUSED(POST(), EINVAL, "ibv_post_send: request 1: wr.wr.ud.ah was freed before");
	pd = ibv_alloc_pd(side.ctx);
	ah = ibv_create_ah(pd, &attr);
	assert_non_null(ah);
	wr.wr.ud.ah = ah;
	REFUSED(POST(), EINVAL,
		"ibv_post_send: request 1: wr.wr.ud.ah.pd.handle is not qp.pd.handle");
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	ah = ibv_create_ah(side.pd, &attr);
	wr.wr.ud.ah = ah;
	ACCEPTED(ibv_post_send(qp, &wr, &bad), 0);
	expect(side.scq, 0, IBV_WC_SUCCESS);
#undef POST
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	side_close(&side);
	side_close(&foreign);
}

void receives(void **state)
{
	struct ibv_srq_init_attr srq_attr = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_recv_wr wr = {.num_sge = 1}, *bad;
	struct ibv_qp_init_attr init;
	struct plan plan = {0};
	struct ibv_srq *srq;
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	assert_int_equal(side_to_init(&side, &plan), 0);
	REFUSED(BY_RESULT(ibv_post_recv(side.qp, &wr, &bad)), EINVAL,
		"ibv_post_recv: request 1: wr.sg_list is NULL");
	wr.num_sge = 5;
	REFUSED(BY_RESULT(ibv_post_recv(side.qp, &wr, &bad)), ENOMEM,
		"ibv_post_recv: request 1: wr.num_sge is 5, not from 0 to max_recv_sge(qp), which "
		"is 4");
	assert_int_equal(ibv_destroy_qp(side.qp), 0);

	srq = ibv_create_srq(side.pd, &srq_attr);
	assert_non_null(srq);
	init = (struct ibv_qp_init_attr){.send_cq = side.scq,
					 .recv_cq = side.rcq,
					 .srq = srq,
					 .qp_type = IBV_QPT_RC,
					 .cap = {1, 0, 1, 0, 0}};
	side.qp = ibv_create_qp(side.pd, &init);
	assert_non_null(side.qp);
	assert_int_equal(side_to_init(&side, &plan), 0);
	wr.num_sge = 0;
	REFUSED(BY_RESULT(ibv_post_recv(side.qp, &wr, &bad)), ENOMEM,
		"ibv_post_recv: qp.srq is not NULL; receives of this queue pair are posted to its "
		"shared receive queue");
	wr.num_sge = -3;
	REFUSED(BY_RESULT(ibv_post_srq_recv(srq, &wr, &bad)), EINVAL,
		"ibv_post_srq_recv: request 1: wr.num_sge is -3, not from 0 to max_srq_sge(srq), "
		"which is 1");
	wr.num_sge = 1;
	REFUSED(BY_RESULT(ibv_post_srq_recv(srq, &wr, &bad)), EINVAL,
		"ibv_post_srq_recv: request 1: wr.sg_list is NULL");
	wr.num_sge = 0;
	ACCEPTED(ibv_post_srq_recv(srq, &wr, &bad), 0);
	assert_int_equal(ibv_destroy_qp(side.qp), 0);
	side.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	REFUSED(BY_RESULT(ibv_post_srq_recv(srq, &wr, &bad)), EINVAL,
		"ibv_post_srq_recv: srq was freed before");
	side_close(&side);
}

/* V39: requests before the bad one are posted, the others are not, and the list is unchanged. */
void lists(void **state)
{
	struct ibv_send_wr wr[4], *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	for (int i = 0; i < 4; i++) {
		wr[i] = send_of(&pair, &sge, (uint64_t)i);
		wr[i].next = i < 3 ? &wr[i + 1] : NULL;
	}
	wr[2].opcode = (enum ibv_wr_opcode)12;
	REFUSED(BY_RESULT(ibv_post_send(pair.a.qp, wr, &bad)), EINVAL,
		"ibv_post_send: request 3: wr.opcode is 12, no enum ibv_wr_opcode");
	assert_ptr_equal(bad, &wr[2]);
	assert_ptr_equal(wr[0].next, &wr[1]);
	assert_ptr_equal(wr[1].next, &wr[2]);
	expect(pair.a.scq, 0, IBV_WC_SUCCESS);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	wr[2].opcode = IBV_WR_RDMA_WRITE;
	ACCEPTED(ibv_post_send(pair.a.qp, wr, &bad), 0);
	for (uint64_t i = 0; i < 4; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	pair_close(&pair);
}

/* A circular list fills the queue, as in the unchecked build, and the call returns. */
void lists_too_long(void **state)
{
	struct ibv_recv_wr wr[2] = {{.wr_id = 1}, {.wr_id = 2}}, *bad = NULL;
	struct plan plan = {0};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	assert_int_equal(side_to_init(&side, &plan), 0);
	wr[0].next = &wr[1];
	wr[1].next = &wr[0];
	ACCEPTED(ibv_post_recv(side.qp, wr, &bad), ENOMEM);
	assert_non_null(bad);
	/* the queue is full before the bad request is reached */
	wr[0].next = &wr[1];
	wr[1] = (struct ibv_recv_wr){.wr_id = 2, .num_sge = 1};
	listen_begin();
	assert_int_equal(ibv_post_recv(side.qp, wr, &bad), ENOMEM);
	listen_expect("inverbs: misuse of ibv_post_recv: request 2: wr.sg_list is NULL (EINVAL)\n");
	assert_ptr_equal(bad, &wr[0]);
	side_close(&side);
}

/* A refused call of a setter has no effect. */
void built_requests(void **state)
{
	struct ibv_qp_ex *qp;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_ops = IBV_QP_EX_WITH_RDMA_WRITE, .inline_data = 16});
	qp = ibv_qp_to_qp_ex(pair.a.qp);
	COMPLAINED(ibv_wr_start(NULL), "ibv_wr_start: qp is NULL");
	ibv_wr_start(qp);
	qp->wr_id = 1;
	qp->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	COMPLAINED(ibv_wr_set_sge_list(qp, 1, NULL), "ibv_wr_set_sge_list: sg_list is NULL");
	COMPLAINED(ibv_wr_set_inline_data(qp, NULL, 1), "ibv_wr_set_inline_data: addr is NULL");
	COMPLAINED(ibv_wr_set_inline_data_list(qp, 1, NULL),
		   "ibv_wr_set_inline_data_list: buf_list is NULL");
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, 8);
	REFUSED(BY_RESULT(ibv_wr_complete(NULL)), EINVAL, "ibv_wr_complete: qp is NULL");
	ACCEPTED(ibv_wr_complete(qp), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	ibv_wr_start(qp);
	ibv_wr_set_sge_list(qp, 0, NULL);
	ibv_wr_set_inline_data(qp, NULL, 0);
	ibv_wr_set_inline_data_list(qp, 0, NULL);
	ibv_wr_abort(qp);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

/* V10: the address of a function is that of the checked one. */
void addresses_of_functions(void **state)
{
	int (*volatile poll)(struct ibv_cq *, int, struct ibv_wc *) = ibv_poll_cq;
	int (*volatile close_device)(struct ibv_context *) = ibv_close_device;

	(void)state;
	REFUSED(BY_COUNT(poll(NULL, 0, NULL)), EINVAL, "ibv_poll_cq: cq is NULL");
	REFUSED(BY_MINUS(close_device(NULL)), EINVAL, "ibv_close_device: context is NULL");
	REFUSED(BY_COUNT((ibv_poll_cq)(NULL, 0, NULL)), EINVAL, "ibv_poll_cq: cq is NULL");
}
