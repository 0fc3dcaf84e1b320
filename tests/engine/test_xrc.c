/* SPDX-License-Identifier: BSD-2-Clause */
/* Extended reliable connections: the sender selects the SRQ at the other end. */
#include "rig.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ
};

struct fixture {
	struct rig *rig;
	struct rig_qp *a; /**< the initiator */
	struct rig_qp *b; /**< the target */
	struct rig_srq *srq;
	struct rig_cq *cq;
	struct rig_mr *from;
	struct rig_mr *to;
	struct softhca_xrcd xrcd;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

static void make(struct fixture *f, void **state)
{
	struct rig_qp_options options = {.type = IBV_QPT_XRC_SEND};

	f->rig = *state;
	f->xrcd = (struct softhca_xrcd){.domain = (struct softhca_xrcd_domain *)&f->xrcd};
	f->a = rig_qp(&f->rig->a, &options);
	options = (struct rig_qp_options){.type = IBV_QPT_XRC_RECV, .xrcd = &f->xrcd};
	f->b = rig_qp(&f->rig->b, &options);
	rig_connect(f->a, f->b);
	f->srq = rig_srq(&f->rig->b, 8, 1);
	f->cq = rig_cq(&f->rig->b, 64);
	rig_srq_xrc(f->srq, f->cq, &f->xrcd);
	f->from = rig_mr(&f->rig->a, 4096, ALL);
	f->to = rig_mr(&f->rig->b, 4096, ALL);
	rig_fill(f->from, 8);
	f->sge = rig_sge(f->from, 0, 100);
	f->wr = rig_wr(IBV_WR_SEND, &f->sge);
	f->wr.qp_type.xrc.remote_srqn = f->srq->k.srqn;
	f->wr.wr.rdma.remote_addr = (uintptr_t)f->to->bytes + 1000;
	f->wr.wr.rdma.rkey = f->to->k.rkey;
}

static void go(struct fixture *f)
{
	rig_post(f->a, &f->wr);
	rig_run(f->rig);
}

static void send_reaches_the_shared_queue(void **state)
{
	struct fixture f;
	struct ibv_wc wc;

	make(&f, state);
	go(&f); /* no receive was posted yet */
	rig_expect_none(f.a->send_cq);
	rig_srq_recv(f.srq, 7, f.to, 4096);
	rig_advance(f.rig, RIG_RNR_NS);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	wc = rig_expect(f.cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.qp_num, f.b->k.qpn);
	assert_int_equal(wc.byte_len, 100);
	assert_memory_equal(f.to->bytes, f.from->bytes, 100);
}

static void rdma_works_in_the_queues_domain(void **state)
{
	struct fixture f;

	make(&f, state);
	f.wr.opcode = IBV_WR_RDMA_WRITE;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes + 1000, f.from->bytes, 100);
	f.to->k.pd = &f.rig->b.other_pd;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(rig_events(f.rig, IBV_EVENT_QP_LAST_WQE_REACHED, &f.b->k), 1);
}

static void queue_of_another_domain(void **state)
{
	struct softhca_xrcd other = {.domain = NULL};
	struct fixture f;

	make(&f, state);
	f.srq->k.xrcd = &other;
	rig_srq_recv(f.srq, 7, f.to, 4096);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_INV_REQ_ERR);
	rig_expect_none(f.cq);
}

static void no_such_queue(void **state)
{
	struct fixture f;

	make(&f, state);
	f.wr.qp_type.xrc.remote_srqn = 0x777;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_INV_REQ_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_REM_INV_REQ_ERR), SOFTHCA_REASON_NO_SRQ);
	assert_int_equal(rig_events(f.rig, IBV_EVENT_QP_REQ_ERR, &f.b->k), 1);
}

int test_xrc(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(send_reaches_the_shared_queue),
		RIG_TEST(rdma_works_in_the_queues_domain),
		RIG_TEST(queue_of_another_domain),
		RIG_TEST(no_such_queue),
	};

	return cmocka_run_group_tests_name("xrc", tests, NULL, NULL);
}
