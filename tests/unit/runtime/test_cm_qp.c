/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs of identifiers: the objects created for them, their state changes, and what is
 * destroyed with them. */
#include "cm_verbs.h"

static struct ibv_srq own_srq;

/* ---- states ---- */

static void attributes_are_those_of_the_kernel(void **state)
{
	struct ibv_qp_attr attr;
	int mask = 0;

	(void)state;
	memset(&attr, 0xee, sizeof(attr));
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(rdma_init_qp_attr(&id.cm, &attr, &mask), 0);
	assert_int_equal(did.asked_state, IBV_QPS_RTR);
	assert_int_equal(attr.qp_state, IBV_QPS_RTR);
	assert_int_equal(attr.qkey, 77);
	assert_int_equal(attr.timeout, 0);
	assert_int_equal(mask, ALL);
	did.fails_ask = 2;
	errno = 0;
	assert_int_equal(rdma_init_qp_attr(&id.cm, &attr, &mask), -1);
	assert_int_equal(errno, EIO);
}

static void expect_modified(int n, enum ibv_qp_state state, int mask)
{
	assert_int_equal(did.attr[n].qp_state, state);
	assert_int_equal(did.mask[n], mask);
}

static void a_queue_pair_goes_up(void **state)
{
	(void)state;
	id.cm.qp = &qp;
	qp.qp_type = IBV_QPT_RC;
	assert_int_equal(inverbs_cm_qp_to_rts(&id, 3, 4), 0);
	assert_int_equal(did.moves, 3);
	expect_modified(0, IBV_QPS_INIT, ALL);
	expect_modified(1, IBV_QPS_RTR, ALL);
	expect_modified(2, IBV_QPS_RTS, ALL);
	assert_int_equal(did.attr[1].max_dest_rd_atomic, 3);
	assert_int_equal(did.attr[1].max_rd_atomic, 12);
	assert_int_equal(did.attr[2].max_rd_atomic, 4);
	assert_int_equal(did.attr[2].max_dest_rd_atomic, 11);
	assert_int_equal(inverbs_cm_qp_to_rts(&id, INVERBS_CM_AS_KERNEL, INVERBS_CM_AS_KERNEL), 0);
	assert_int_equal(did.attr[4].max_dest_rd_atomic, 11);
	assert_int_equal(did.attr[5].max_rd_atomic, 12);
	qp.qp_type = IBV_QPT_UC;
	assert_int_equal(inverbs_cm_modify_qp_to(&id, IBV_QPS_SQD), 0);
	expect_modified(6, IBV_QPS_SQD, ALL & ~RELIABLE);
}

static void a_queue_pair_fails_on_its_way_up(void **state)
{
	(void)state;
	for (int n = 1; n <= 3; n++) {
		reset_verbs(NULL);
		id.cm.qp = &qp;
		did.fails_move = n;
		assert_int_equal(inverbs_cm_qp_to_rts(&id, 3, 4), EIO);
		assert_int_equal(did.moves, n);
		reset_verbs(NULL);
		id.cm.qp = &qp;
		did.fails_ask = n;
		assert_int_equal(inverbs_cm_qp_to_rts(&id, 3, 4), EIO);
		assert_int_equal(did.moves, n - 1);
	}
}

static void iwarp_goes_to_init_only(void **state)
{
	(void)state;
	id.cm.qp = &qp;
	qp.qp_type = IBV_QPT_RC;
	device.iwarp = true;
	assert_int_equal(inverbs_cm_qp_to_rts(&id, 3, 4), 0);
	assert_int_equal(did.moves, 1);
	expect_modified(0, IBV_QPS_INIT, ALL);
}

static void a_queue_pair_may_be_failed(void **state)
{
	(void)state;
	assert_int_equal(inverbs_cm_qp_to_error(&id), 0);
	assert_int_equal(did.moves, 0);
	id.cm.qp = &qp;
	assert_int_equal(inverbs_cm_qp_to_error(&id), 0);
	expect_modified(0, IBV_QPS_ERR, IBV_QP_STATE);
	did.fails_move = 2;
	assert_int_equal(inverbs_cm_qp_to_error(&id), EIO);
}

/* ---- queue pairs ---- */

static void a_queue_pair_gets_what_it_lacks(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC);

	(void)state;
	assert_int_equal(rdma_create_qp(&id.cm, NULL, &attr), 0);
	expect_objects(2, 2, 1);
	assert_int_equal(did.made, 5);
	assert_ptr_equal(did.qp.pd, &pd);
	assert_ptr_equal(id.cm.pd, &pd);
	assert_int_equal(did.qp.comp_mask, IBV_QP_INIT_ATTR_PD);
	assert_ptr_equal(did.qp.recv_cq, &cqs[0]);
	assert_ptr_equal(did.qp.send_cq, &cqs[1]);
	assert_ptr_equal(id.cm.recv_cq, &cqs[0]);
	assert_ptr_equal(id.cm.send_cq, &cqs[1]);
	assert_ptr_equal(cqs[0].channel, id.cm.recv_cq_channel);
	assert_ptr_equal(cqs[1].channel, id.cm.send_cq_channel);
	assert_int_equal(did.cqe[0], 9);
	assert_int_equal(did.cqe[1], 4);
	assert_ptr_equal(did.qp.qp_context, &id);
	assert_int_equal(did.qp.qp_type, IBV_QPT_RC);
	assert_int_equal(did.qp.sq_sig_all, 5);
	assert_int_equal(did.qp.cap.max_recv_wr, 9);
	assert_int_equal(attr.cap.max_send_wr, 7);
	assert_int_equal(did.moves, 1);
	expect_modified(0, IBV_QPS_INIT, ALL);
	errno = 0;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), -1); /* it already has one */
	assert_int_equal(errno, EINVAL);
	rdma_destroy_qp(&id.cm);
	expect_objects(0, 0, 0);
	assert_null(id.cm.send_cq);
	assert_null(id.cm.recv_cq);
}

/* Queues of the attributes are used, or else those of the identifier. Neither are destroyed with
 * the queue pair. */
static void a_queue_pair_may_bring_what_it_needs(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC);

	(void)state;
	attr.send_cq = attr.recv_cq = &own_cq;
	attr.srq = &own_srq;
	assert_int_equal(rdma_create_qp(&id.cm, &own_pd, &attr), 0);
	expect_objects(0, 0, 1);
	assert_ptr_equal(did.qp.send_cq, &own_cq);
	assert_ptr_equal(did.qp.recv_cq, &own_cq);
	assert_ptr_equal(did.qp.srq, &own_srq);
	assert_ptr_equal(did.qp.pd, &own_pd);
	assert_ptr_equal(id.cm.pd, &own_pd);
	rdma_destroy_qp(&id.cm);
	attr = attr_of(IBV_QPT_RC);
	id.cm.send_cq = id.cm.recv_cq = &own_cq;
	id.cm.srq = &own_srq;
	assert_int_equal(rdma_create_qp(&id.cm, &own_pd, &attr), 0);
	expect_objects(0, 0, 1);
	assert_ptr_equal(did.qp.send_cq, &own_cq);
	assert_ptr_equal(did.qp.recv_cq, &own_cq);
	assert_ptr_equal(did.qp.srq, &own_srq);
	rdma_destroy_qp(&id.cm);
	assert_ptr_equal(id.cm.send_cq, &own_cq);
	assert_ptr_equal(id.cm.recv_cq, &own_cq);
}

static void queues_of_one_pair_are_not_those_of_the_next(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC);

	(void)state;
	attr.cap.max_send_wr = 0;
	attr.cap.max_recv_wr = 1;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), 0);
	assert_int_equal(did.cqe[0], 1);
	assert_int_equal(did.cqe[1], 1); /* the smallest completion queue */
	rdma_destroy_qp(&id.cm);
	/* completion queues of the program are kept */
	id.cm.send_cq = id.cm.recv_cq = &own_cq;
	attr = attr_of(IBV_QPT_RC);
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), 0);
	rdma_destroy_qp(&id.cm);
	assert_ptr_equal(id.cm.send_cq, &own_cq);
	assert_ptr_equal(id.cm.recv_cq, &own_cq);
	expect_objects(0, 0, 0);
}

static void creation_fails(struct ibv_qp_init_attr *attr)
{
	errno = 0;
	assert_int_equal(rdma_create_qp(&id.cm, &own_pd, attr), -1);
	assert_int_equal(errno, EIO);
	expect_objects(0, 0, 0);
	assert_null(id.cm.send_cq);
	assert_null(id.cm.recv_cq);
	assert_ptr_equal(id.cm.pd, &pd);
	reset_verbs(NULL);
}

static void what_cannot_be_made_leaves_nothing(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC), datagrams = attr_of(IBV_QPT_UD);

	(void)state;
	for (int n = 1; n <= 2; n++) {
		did.fails_channel = n;
		creation_fails(&attr);
		did.fails_cq = n;
		creation_fails(&attr);
	}
	did.fails_qp = 1;
	creation_fails(&attr);
	assert_int_equal(attr.cap.max_send_wr, 4);
	did.fails_ask = 1;
	creation_fails(&attr);
	for (int n = 1; n <= 3; n++) {
		did.fails_move = n;
		creation_fails(&datagrams);
	}
	did.fails_ask = 1;
	creation_fails(&datagrams);
}

static void a_failed_queue_leaves_what_the_program_brought(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_RC);

	(void)state;
	attr.recv_cq = &own_cq;
	did.fails_qp = 1;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), -1);
	expect_objects(0, 0, 0);
	did.fails_qp = 0;
	attr.recv_cq = NULL;
	attr.send_cq = &own_cq;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), 0);
	expect_objects(1, 1, 1);
	assert_null(id.cm.send_cq);
	rdma_destroy_qp(&id.cm);
	expect_objects(0, 0, 0);
}

static void datagrams_go_up_at_once(void **state)
{
	struct ibv_qp_init_attr attr = attr_of(IBV_QPT_UD);

	(void)state;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, &attr), 0);
	assert_int_equal(did.moves, 3);
	expect_modified(0, IBV_QPS_INIT, ALL);
	expect_modified(1, IBV_QPS_RTR, IBV_QP_STATE);
	expect_modified(2, IBV_QPS_RTS, IBV_QP_STATE | IBV_QP_SQ_PSN);
	rdma_destroy_qp(&id.cm);
}

static void expect_refused(struct ibv_qp_init_attr_ex *attr)
{
	errno = 0;
	assert_int_equal(rdma_create_qp_ex(&id.cm, attr), -1);
	assert_int_equal(errno, EINVAL);
	expect_objects(0, 0, 0);
}

static void a_domain_is_of_the_device(void **state)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .comp_mask = IBV_QP_INIT_ATTR_PD, .pd = &foreign};

	(void)state;
	expect_refused(NULL);
	expect_refused(&attr);
	attr.comp_mask = 0; /* the PD of the attributes is ignored */
	assert_int_equal(rdma_create_qp_ex(&id.cm, &attr), 0);
	assert_ptr_equal(did.qp.pd, &pd);
	assert_int_equal(did.qp.comp_mask, IBV_QP_INIT_ATTR_PD);
	rdma_destroy_qp(&id.cm);
	id.cm.verbs = NULL;
	expect_refused(&(struct ibv_qp_init_attr_ex){.qp_type = IBV_QPT_RC});
	errno = 0;
	assert_int_equal(rdma_create_qp(&id.cm, &pd, NULL), -1);
	assert_int_equal(errno, EINVAL);
}

static void a_receiver_of_xrc_has_the_devices_domain(void **state)
{
	struct ibv_qp_init_attr_ex attr = {.qp_type = IBV_QPT_XRC_RECV};

	(void)state;
	assert_int_equal(rdma_create_qp_ex(&id.cm, &attr), 0);
	expect_objects(0, 0, 1);
	assert_ptr_equal(did.qp.xrcd, &xrcd);
	assert_int_equal(did.qp.comp_mask, IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_XRCD);
	assert_int_equal(did.xrcd.comp_mask, IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS);
	assert_int_equal(did.xrcd.fd, -1);
	assert_int_equal(did.xrcd.oflags, O_CREAT);
	rdma_destroy_qp(&id.cm);
	attr = (struct ibv_qp_init_attr_ex){.qp_type = IBV_QPT_XRC_RECV};
	assert_int_equal(rdma_create_qp_ex(&id.cm, &attr), 0);
	assert_int_equal(did.xrcds, 1); /* one for each device */
	rdma_destroy_qp(&id.cm);
	attr = (struct ibv_qp_init_attr_ex){
		.qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = &own_xrcd};
	assert_int_equal(rdma_create_qp_ex(&id.cm, &attr), 0);
	assert_ptr_equal(did.qp.xrcd, &own_xrcd);
	rdma_destroy_qp(&id.cm);
	device.xrcd = NULL;
	did.fails_xrcd = 1;
	attr = (struct ibv_qp_init_attr_ex){.qp_type = IBV_QPT_XRC_RECV};
	errno = 0;
	assert_int_equal(rdma_create_qp_ex(&id.cm, &attr), -1);
	assert_int_equal(errno, EIO);
	expect_objects(0, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(attributes_are_those_of_the_kernel),
		FRESH(a_queue_pair_goes_up),
		FRESH(a_queue_pair_fails_on_its_way_up),
		FRESH(iwarp_goes_to_init_only),
		FRESH(a_queue_pair_may_be_failed),
		FRESH(a_queue_pair_gets_what_it_lacks),
		FRESH(a_queue_pair_may_bring_what_it_needs),
		FRESH(queues_of_one_pair_are_not_those_of_the_next),
		FRESH(what_cannot_be_made_leaves_nothing),
		FRESH(a_failed_queue_leaves_what_the_program_brought),
		FRESH(datagrams_go_up_at_once),
		FRESH(a_domain_is_of_the_device),
		FRESH(a_receiver_of_xrc_has_the_devices_domain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
