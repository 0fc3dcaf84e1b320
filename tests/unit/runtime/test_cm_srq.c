/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues of identifiers, including XRC SRQs. */
#include "cm_verbs.h"

static void a_shared_queue_is_made(void **state)
{
	struct ibv_srq_init_attr attr = {.srq_context = &id, .attr = {.max_wr = 20, .max_sge = 2}};

	(void)state;
	assert_int_equal(rdma_create_srq(&id.cm, NULL, &attr), 0);
	assert_ptr_equal(id.cm.srq, &srq);
	assert_ptr_equal(did.srq.srq_context, &id);
	assert_ptr_equal(did.srq.pd, &pd);
	assert_int_equal(did.srq.attr.max_wr, 20);
	assert_int_equal(did.srq.attr.max_sge, 2);
	assert_int_equal(did.srq.srq_type, IBV_SRQT_BASIC);
	assert_int_equal(did.srq.comp_mask, IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD);
	assert_int_equal(attr.attr.max_wr, 25);
	assert_int_equal(did.made, 1);
	errno = 0;
	assert_int_equal(rdma_create_srq(&id.cm, NULL, &attr), -1); /* it already has one */
	assert_int_equal(errno, EINVAL);
	assert_int_equal(did.srqs, 1);
	rdma_destroy_srq(&id.cm);
	assert_null(id.cm.srq);
	assert_int_equal(did.srqs, 0);
	assert_int_equal(rdma_create_srq(&id.cm, &own_pd, &attr), 0);
	assert_ptr_equal(did.srq.pd, &own_pd);
	rdma_destroy_srq(&id.cm);
}

static void a_shared_queue_is_refused(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 20}};

	(void)state;
	errno = 0;
	assert_int_equal(rdma_create_srq(&id.cm, &foreign, &attr), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_create_srq(&id.cm, &pd, NULL), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_create_srq_ex(&id.cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	did.fails_srq = 1;
	errno = 0;
	assert_int_equal(rdma_create_srq(&id.cm, &pd, &attr), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(attr.attr.max_wr, 20);
	assert_null(id.cm.srq);
	id.cm.verbs = NULL;
	errno = 0;
	assert_int_equal(rdma_create_srq(&id.cm, NULL, &attr), -1);
	assert_int_equal(errno, EINVAL);
}

static void a_shared_queue_of_xrc_has_its_completions(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 20}};

	(void)state;
	id.cm.qp_type = IBV_QPT_XRC_RECV;
	assert_int_equal(rdma_create_srq(&id.cm, &pd, &attr), 0);
	assert_int_equal(did.srq.srq_type, IBV_SRQT_XRC);
	assert_int_equal(did.srq.comp_mask, IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
						    IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ);
	assert_ptr_equal(did.srq.xrcd, &xrcd);
	assert_ptr_equal(did.srq.cq, &cqs[0]);
	assert_ptr_equal(id.cm.recv_cq, &cqs[0]);
	assert_int_equal(did.cqe[0], 20);
	expect_objects(1, 1, 0);
	rdma_destroy_srq(&id.cm);
	expect_objects(0, 0, 0);
	assert_null(id.cm.recv_cq);
}

static void a_shared_queue_of_xrc_may_bring_what_it_needs(void **state)
{
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = 20},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.xrcd = &own_xrcd,
		.cq = &own_cq};

	(void)state;
	assert_int_equal(rdma_create_srq_ex(&id.cm, &attr), 0);
	assert_ptr_equal(did.srq.xrcd, &own_xrcd);
	assert_ptr_equal(did.srq.cq, &own_cq);
	assert_int_equal(did.xrcds, 0);
	expect_objects(0, 0, 0);
	rdma_destroy_srq(&id.cm);
	/* the type and the PD are ignored unless their bits are set */
	attr = (struct ibv_srq_init_attr_ex){.srq_type = IBV_SRQT_XRC, .pd = &foreign};
	assert_int_equal(rdma_create_srq_ex(&id.cm, &attr), 0);
	assert_ptr_equal(did.srq.pd, &pd);
	assert_int_equal(did.xrcds, 0);
	expect_objects(0, 0, 0);
	rdma_destroy_srq(&id.cm);
}

static void a_shared_queue_of_xrc_fails(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 20}};

	(void)state;
	for (int n = 0; n < 4; n++) {
		reset_verbs(NULL);
		id.cm.qp_type = IBV_QPT_XRC_RECV;
		did.fails_xrcd = n == 0;
		did.fails_channel = n == 1;
		did.fails_cq = n == 2;
		did.fails_srq = n == 3;
		errno = 0;
		assert_int_equal(rdma_create_srq(&id.cm, &pd, &attr), -1);
		assert_int_equal(errno, EIO);
		assert_null(id.cm.srq);
		assert_null(id.cm.recv_cq);
		expect_objects(0, 0, 0);
	}
}

/* The receive completion queue is destroyed with the last of the two queues that use it. */
static void completions_end_with_the_last_queue(void **state)
{
	struct ibv_srq_init_attr shared = {.attr = {.max_wr = 20}};
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC);

	(void)state;
	for (int first = 0; first < 2; first++) {
		reset_verbs(NULL);
		id.cm.qp_type = IBV_QPT_XRC_RECV;
		assert_int_equal(rdma_create_srq(&id.cm, &pd, &shared), 0);
		assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), 0);
		expect_objects(2, 2, 1);
		if (first) {
			rdma_destroy_srq(&id.cm);
			expect_objects(2, 2, 1);
			rdma_destroy_qp(&id.cm);
		} else {
			rdma_destroy_qp(&id.cm);
			expect_objects(1, 1, 0);
			assert_non_null(id.cm.recv_cq);
			rdma_destroy_srq(&id.cm);
		}
		expect_objects(0, 0, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_shared_queue_is_made),
		FRESH(a_shared_queue_is_refused),
		FRESH(a_shared_queue_of_xrc_has_its_completions),
		FRESH(a_shared_queue_of_xrc_may_bring_what_it_needs),
		FRESH(a_shared_queue_of_xrc_fails),
		FRESH(completions_end_with_the_last_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
