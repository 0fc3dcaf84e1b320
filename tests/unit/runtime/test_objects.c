/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments that the library refuses itself, results that it writes back, and reference counts of
 * domains.
 */
#include "fake.h"

static void remote_write_needs_local_write(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	char buf[64];

	(void)state; /* V45 */
	errno = 0;
	assert_null(ibv_reg_mr(pd, buf, sizeof(buf), IBV_ACCESS_REMOTE_WRITE));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_reg_mr(pd, buf, sizeof(buf),
			       IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_REMOTE_READ));
	assert_int_equal(errno, EINVAL);
	ibv_dealloc_pd(pd);
	fake_context_free(ctx);
}

static void optional_access_is_not_sent(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct uverbs_reg_mr_req sent;
	struct ibv_mr *mr;
	char buf[64];

	(void)state;
	mr = ibv_reg_mr_iova(pd, buf, sizeof(buf), 0x1000,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING);
	assert_non_null(mr);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.access_flags, IBV_ACCESS_LOCAL_WRITE);
	assert_int_equal(sent.hca_va, 0x1000);
	assert_int_equal(sent.start, (uintptr_t)buf);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

static void rereg_tells_what_went_wrong(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	char buf[64];
	struct ibv_mr *mr = ibv_reg_mr(pd, buf, 32, 0);

	(void)state;
	assert_int_equal(ibv_rereg_mr(mr, 0, NULL, NULL, 0, 0), IBV_REREG_MR_ERR_INPUT);
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, NULL, 8, 0),
			 IBV_REREG_MR_ERR_INPUT);
	t.fail_command = UVERBS_CMD_REREG_MR;
	t.fail_error = EOPNOTSUPP;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, buf, 64, 0),
			 IBV_REREG_MR_ERR_CMD);
	assert_int_equal(errno, EOPNOTSUPP);
	assert_int_equal(mr->length, 32);
	t.fail_error = 0;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, buf, 64, 0), 0);
	assert_int_equal(mr->length, 64);
	ibv_dereg_mr(mr);
	ibv_dealloc_pd(pd);
	fake_context_free(ctx);
}

static void thread_domain_lives_while_it_is_used(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_td_init_attr td_attr = {0};
	struct ibv_parent_domain_init_attr attr = {0};
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv), *parent;
	struct ibv_td *td = ibv_alloc_td(&ctx->ibv, &td_attr);
	struct ibv_mr *mr;
	char buf[8];

	(void)state;
	attr.td = td;
	assert_null(ibv_alloc_parent_domain(&ctx->ibv, &attr));
	assert_int_equal(errno, EINVAL);
	attr.pd = pd;
	attr.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS;
	assert_null(ibv_alloc_parent_domain(&ctx->ibv, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
	attr.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC;
	assert_null(ibv_alloc_parent_domain(&ctx->ibv, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
	attr.comp_mask = 1 << 3; /* an unknown member */
	assert_null(ibv_alloc_parent_domain(&ctx->ibv, &attr));
	assert_int_equal(errno, EINVAL);
	attr.comp_mask = 0;
	parent = ibv_alloc_parent_domain(&ctx->ibv, &attr);
	assert_non_null(parent);
	assert_int_equal(ibv_dealloc_td(td), EBUSY);
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	mr = ibv_reg_mr(parent, buf, sizeof(buf), 0);
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_td(td), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

static void completion_queue_arguments(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_cq_init_attr_ex attr = {.cqe = 1, .wc_flags = 1ULL << 40};

	(void)state; /* V35 */
	assert_null(ibv_create_cq(&ctx->ibv, 0, NULL, NULL, 0));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_cq(&ctx->ibv, -1, NULL, NULL, 0));
	assert_null(ibv_create_cq(&ctx->ibv, 1, NULL, NULL, 4));
	assert_null(ibv_create_cq(&ctx->ibv, 1, NULL, NULL, -1));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_cq_ex(&ctx->ibv, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
	fake_context_free(ctx);
}

static void queue_pair_arguments(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr attr = {.send_cq = cq, .qp_type = IBV_QPT_RC};
	struct ibv_qp_init_attr_ex ex = {.qp_type = IBV_QPT_RC, .send_cq = cq, .recv_cq = cq};
	struct ibv_qp *qp;

	(void)state;
	assert_null(ibv_create_qp(pd, &attr));
	assert_int_equal(errno, EINVAL);
	attr.recv_cq = cq;
	attr.qp_type = (enum ibv_qp_type)99;
	assert_null(ibv_create_qp(pd, &attr));
	assert_int_equal(errno, EINVAL);
	attr.qp_type = IBV_QPT_UD;
	qp = ibv_create_qp(pd, &attr);
	assert_non_null(qp);
	assert_int_equal(attr.cap.max_send_wr, 16); /* V42: granted sizes are written back */
	assert_int_equal(qp->state, IBV_QPS_RESET);
	assert_ptr_equal(qp->pd, pd);
	assert_null(ibv_qp_to_qp_ex(qp));
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_null(ibv_create_qp_ex(&ctx->ibv, &ex)); /* no PD */
	ex.comp_mask = IBV_QP_INIT_ATTR_PD | 1 << 20;
	ex.pd = pd;
	assert_null(ibv_create_qp_ex(&ctx->ibv, &ex));
	assert_int_equal(errno, EINVAL);
	/* the provider does not support ibv_wr_start() */
	ex.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	ex.send_ops_flags = IBV_QP_EX_WITH_SEND;
	assert_null(ibv_create_qp_ex(&ctx->ibv, &ex));
	assert_int_equal(errno, EOPNOTSUPP);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

static void state_follows_the_kernel(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT};
	struct ibv_qp *qp = ibv_create_qp(pd, &init);

	(void)state; /* V41 */
	t.fail_command = UVERBS_CMD_MODIFY_QP;
	t.fail_error = EINVAL;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE), EINVAL);
	assert_int_equal(qp->state, IBV_QPS_RESET);
	t.fail_error = 0;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
	assert_int_equal(qp->state, IBV_QPS_INIT);
	assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(qp->state, IBV_QPS_ERR);
	ibv_destroy_qp(qp);
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	fake_context_free(ctx);
}

/* Each of these descriptions has one mistake. */
static void only_whole_descriptions_open_a_queue_pair(void **state)
{
	const uint32_t whole = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE;
	struct fake_transport t, of_other;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct inverbs_context *other = fake_context(&of_other, false);
	struct ibv_xrcd here = {.context = &ctx->ibv}, there = {.context = &other->ibv};
	struct ibv_qp_open_attr wrong[] = {
		{whole & ~(uint32_t)IBV_QP_OPEN_ATTR_NUM, 1, &here, NULL, IBV_QPT_XRC_RECV},
		{whole & ~(uint32_t)IBV_QP_OPEN_ATTR_XRCD, 1, &here, NULL, IBV_QPT_XRC_RECV},
		{whole & ~(uint32_t)IBV_QP_OPEN_ATTR_TYPE, 1, &here, NULL, IBV_QPT_XRC_RECV},
		{whole | IBV_QP_OPEN_ATTR_RESERVED, 1, &here, NULL, IBV_QPT_XRC_RECV},
		{whole, 1, &here, NULL, IBV_QPT_RC},
		{whole, 1, NULL, NULL, IBV_QPT_XRC_RECV},
		{whole, 1, &there, NULL, IBV_QPT_XRC_RECV},
	};

	(void)state;
	t.last_command = UINT32_MAX;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		errno = 0;
		assert_null(ibv_open_qp(&ctx->ibv, &wrong[i]));
		assert_int_equal(errno, EINVAL);
	}
	assert_int_equal(t.last_command, UINT32_MAX);
	fake_context_free(other);
	fake_context_free(ctx);
}

struct change {
	struct ibv_qp *qp;
	enum ibv_qp_state to;
	int mask;
};

static void refused_change(void *argument)
{
	const struct change *c = argument;
	struct ibv_qp_attr attr = {.qp_state = c->to};

	assert_int_equal(ibv_modify_qp(c->qp, &attr, c->mask), EINVAL);
}

/* The kernel only returns EINVAL; the library explains it by the table of transitions. */
static void a_refused_change_is_explained(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC};
	struct change c = {.to = IBV_QPS_INIT, .mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_SQ_PSN};

	(void)state;
	c.qp = ibv_create_qp(pd, &init);
	c.qp->qp_num = 0x12;
	t.fail_command = UVERBS_CMD_MODIFY_QP;
	t.fail_error = EINVAL;
	assert_string_equal(
		logged_by(refused_change, &c),
		"inverbs: QP 0x12: transition from state 0 to 1 refused; missing attributes: "
		"ACCESS_FLAGS, PKEY_INDEX, PORT; not allowed: AV, SQ_PSN\n");
	c.mask = IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
	assert_string_equal(
		logged_by(refused_change, &c),
		"inverbs: QP 0x12: transition from state 0 to 1 refused; missing attributes: "
		"none; not allowed: none\n");
	c.to = IBV_QPS_RTS;
	assert_string_equal(logged_by(refused_change, &c),
			    "inverbs: QP 0x12: state 0 cannot change to state 3 for this type\n");
	ibv_destroy_qp(c.qp);
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	fake_context_free(ctx);
}

static void multicast_is_for_datagrams(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	union ibv_gid group = {.raw = {0xff, 0x12}}, unicast = {.raw = {0xfe, 0x80}};
	struct ibv_qp qp = {.context = &ctx->ibv, .qp_type = IBV_QPT_RC};
	struct uverbs_attach_mcast_req sent;

	(void)state; /* V47 */
	assert_int_equal(ibv_attach_mcast(&qp, &group, 1), EINVAL);
	qp.qp_type = IBV_QPT_UD;
	assert_int_equal(ibv_attach_mcast(&qp, &unicast, 1), EINVAL);
	assert_int_equal(ibv_attach_mcast(&qp, &group, 0xc001), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.mlid, 0xc001);
	assert_memory_equal(sent.gid, group.raw, 16);
	assert_int_equal(ibv_detach_mcast(&qp, &group, 0xc001), 0);
	qp.qp_type = IBV_QPT_RAW_PACKET; /* the GID contains an Ethernet address */
	assert_int_equal(ibv_attach_mcast(&qp, &unicast, 0), 0);
	assert_int_equal(ibv_detach_mcast(&qp, &unicast, 0), 0);
	fake_context_free(ctx);
}

static void moderation_is_all_that_changes(void **state)
{
	struct ibv_modify_cq_attr attr = {.attr_mask = IBV_CQ_ATTR_MODERATE,
					  .moderate = {.cq_count = 7, .cq_period = 9}};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_cq cq = {.context = &ctx->ibv, .handle = 5};
	struct uverbs_ex_modify_cq_req sent;

	(void)state;
	assert_int_equal(ibv_modify_cq(&cq, &attr), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.cq_handle, 5);
	assert_int_equal(sent.attr_mask, IBV_CQ_ATTR_MODERATE);
	assert_int_equal(sent.attr.cq_count, 7);
	assert_int_equal(sent.attr.cq_period, 9);
	attr.attr_mask = IBV_CQ_ATTR_MODERATE << 1;
	assert_int_equal(ibv_modify_cq(&cq, &attr), EINVAL);
	attr.attr_mask |= IBV_CQ_ATTR_MODERATE;
	assert_int_equal(ibv_modify_cq(&cq, &attr), EINVAL);
	fake_context_free(ctx);
}

static void address_of_a_sender_without_global_header(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_wc wc = {.slid = 17, .sl = 3, .dlid_path_bits = 1};
	struct ibv_ah_attr attr;

	(void)state; /* V46: grh is not read */
	memset(&attr, 0xff, sizeof(attr));
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 2, &wc, NULL, &attr), 0);
	assert_int_equal(attr.dlid, 17);
	assert_int_equal(attr.sl, 3);
	assert_int_equal(attr.src_path_bits, 1);
	assert_int_equal(attr.port_num, 2);
	assert_int_equal(attr.is_global, 0);
	assert_int_equal(attr.static_rate, 0);
	fake_context_free(ctx);
}

static void shared_receive_queue(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 9}};
	struct ibv_srq_init_attr_ex ex = {
		.comp_mask = IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_TYPE, .pd = pd};
	struct ibv_srq *srq = ibv_create_srq(pd, &attr);
	uint32_t number;

	(void)state; /* V42 */
	assert_non_null(srq);
	assert_int_equal(attr.attr.max_wr, 16);
	assert_int_equal(ibv_get_srq_num(srq, &number), EINVAL);
	assert_int_equal(ibv_modify_srq(srq, &attr.attr, 8), EINVAL);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	ex.srq_type = IBV_SRQT_XRC; /* without an XRC domain and a completion queue */
	assert_null(ibv_create_srq_ex(&ctx->ibv, &ex));
	assert_int_equal(errno, EINVAL);
	ex.srq_type = IBV_SRQT_TM;
	assert_null(ibv_create_srq_ex(&ctx->ibv, &ex));
	assert_int_equal(errno, EOPNOTSUPP);
	ibv_dealloc_pd(pd);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(remote_write_needs_local_write),
		cmocka_unit_test(optional_access_is_not_sent),
		cmocka_unit_test(rereg_tells_what_went_wrong),
		cmocka_unit_test(thread_domain_lives_while_it_is_used),
		cmocka_unit_test(completion_queue_arguments),
		cmocka_unit_test(queue_pair_arguments),
		cmocka_unit_test(state_follows_the_kernel),
		cmocka_unit_test(only_whole_descriptions_open_a_queue_pair),
		cmocka_unit_test(a_refused_change_is_explained),
		cmocka_unit_test(multicast_is_for_datagrams),
		cmocka_unit_test(moderation_is_all_that_changes),
		cmocka_unit_test(address_of_a_sender_without_global_header),
		cmocka_unit_test(shared_receive_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
