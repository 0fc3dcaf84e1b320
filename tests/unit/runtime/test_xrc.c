/* SPDX-License-Identifier: BSD-2-Clause */
/* OFED's XRC calls on a device without XRC (X3, X22, X32, X57), and their commands on a device with
 * it. */
#include <fcntl.h>

#include "fake.h"

/* Commands by which a kernel may refuse XRC, with their errors, if its driver lacks it. */
static const struct {
	uint32_t command;
	int error;
} refusals[] = {
	{UVERBS_CMD_OPEN_XRCD, EOPNOTSUPP},
	{UVERBS_CMD_CREATE_QP, EINVAL},
	{UVERBS_CMD_OPEN_QP, EINVAL},
	{UVERBS_CMD_CREATE_SRQ, EINVAL},
};

static void refuse_command(struct fake_transport *t, size_t which)
{
	t->fail_command = refusals[which].command;
	t->fail_error = refusals[which].error;
}

static void x3_x22_opening_on_a_device_without_xrc(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_xrc_domain none = {.context = &ctx->ibv};

	(void)state;
	refuse_command(&t, 0);
	errno = 0;
	assert_null(ibv_open_xrc_domain(&ctx->ibv, -1, O_CREAT));
	assert_int_equal(errno, ENOSYS);
	assert_null(ibv_open_xrc_domain(&ctx->ibv, 3, 0));
	assert_int_equal(errno, ENOSYS);
	assert_int_equal(ibv_close_xrc_domain(&none), 0); /* a domain that was never opened */
	assert_int_equal(t.last_command, UVERBS_CMD_QUERY_DEVICE);
	fake_context_free(ctx);
}

static void x32_x57_the_other_calls_for_receive_queue_pairs(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_xrc_domain domain = {.context = &ctx->ibv};
	struct ibv_qp_init_attr init = {.xrc_domain = &domain};
	struct ibv_srq_init_attr srq = {.attr = {.max_wr = 1}};
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_attr attr = {0};
	uint32_t qpn = 0;

	(void)state;
	refuse_command(&t, 1);
	assert_int_equal(ibv_create_xrc_rcv_qp(&init, &qpn), ENOSYS);
	refuse_command(&t, 2);
	assert_int_equal(ibv_modify_xrc_rcv_qp(&domain, 1, &attr, IBV_QP_STATE), ENOSYS);
	assert_int_equal(ibv_query_xrc_rcv_qp(&domain, 1, &attr, IBV_QP_STATE, &init), ENOSYS);
	assert_int_equal(ibv_reg_xrc_rcv_qp(&domain, 1), ENOSYS);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(&domain, 1), ENOSYS);
	refuse_command(&t, 3);
	assert_null(ibv_create_xrc_srq(pd, &domain, cq, &srq));
	assert_int_equal(errno, ENOSYS);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

static void a_device_with_xrc_says_what_the_kernel_says(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);

	(void)state;
	t.device_caps = IBV_DEVICE_XRC;
	t.fail_command = UVERBS_CMD_OPEN_XRCD;
	t.fail_error = EAGAIN;
	assert_null(ibv_open_xrc_domain(&ctx->ibv, 3, 0));
	assert_int_equal(errno, EAGAIN);
	fake_context_free(ctx);
}

/* However often a context registers, it has one handle on the queue pair, which is not leaked. */
static void a_registration_is_one_handle(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_open_qp_req sent;
	struct ibv_xrc_domain *domain;
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT};
	int before;

	(void)state;
	t.device_caps = IBV_DEVICE_XRC;
	t.next_handle = 40;
	domain = ibv_open_xrc_domain(&ctx->ibv, -1, O_CREAT);
	assert_non_null(domain);
	assert_int_equal(domain->handle, 40);
	before = t.objects;
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain, 0x800041), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.pd_handle, domain->handle);
	assert_int_equal(sent.qpn, 0x800041);
	assert_int_equal(sent.qp_type, IBV_QPT_XRC_RECV);
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain, 0x800041), 0);
	assert_int_equal(t.objects, before + 1);
	assert_int_equal(ibv_modify_xrc_rcv_qp(domain, 0x800041, &attr, IBV_QP_STATE), 0);
	assert_int_equal(t.last_command, UVERBS_CMD_MODIFY_QP); /* by the registration's handle */
	assert_int_equal(ibv_modify_xrc_rcv_qp(domain, 0x800042, &attr, IBV_QP_STATE), 0);
	assert_int_equal(t.last_command, UVERBS_CMD_DESTROY_QP); /* of a temporary handle */
	assert_int_equal(t.objects, before + 1);
	t.fail_command = UVERBS_CMD_DESTROY_QP;
	t.fail_error = EBUSY;
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain, 0x800041), EBUSY);
	t.fail_error = 0;
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain, 0x800041), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain, 0x800041), EINVAL);
	assert_int_equal(t.objects, before);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

/* A current kernel only has the type's sending half, which is then used. */
static void x64_a_kernel_without_two_sided_queue_pairs(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_XRC, .send_cq = cq, .recv_cq = cq};
	struct uverbs_create_qp_req sent;
	struct ibv_qp *qp;

	(void)state;
	t.device_caps = IBV_DEVICE_XRC;
	t.refused_qp_type = IBV_QPT_XRC;
	init.xrc_domain = ibv_open_xrc_domain(&ctx->ibv, -1, O_CREAT);
	qp = ibv_create_qp(pd, &init);
	assert_non_null(qp);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.qp_type, IBV_QPT_XRC_SEND);
	assert_int_equal(qp->qp_type, IBV_QPT_XRC);
	/* because of the library's own reference count */
	assert_int_equal(ibv_close_xrc_domain(init.xrc_domain), EBUSY);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	t.refused_qp_type = 0;
	qp = ibv_create_qp(pd, &init);
	assert_non_null(qp);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.qp_type, IBV_QPT_XRC);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_close_xrc_domain(init.xrc_domain), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

static void a_domain_needs_a_file_and_flags(void **state)
{
	const uint32_t both = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS;
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_xrcd_init_attr attr = {.fd = -1, .oflags = O_CREAT};

	(void)state;
	for (attr.comp_mask = 0; attr.comp_mask < both; attr.comp_mask++) {
		errno = 0;
		assert_null(ibv_open_xrcd(&ctx->ibv, &attr));
		assert_int_equal(errno, EINVAL);
	}
	attr.comp_mask = both + 1;
	assert_null(ibv_open_xrcd(&ctx->ibv, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
	assert_int_equal(t.objects, 0);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_domain_needs_a_file_and_flags),
		cmocka_unit_test(x3_x22_opening_on_a_device_without_xrc),
		cmocka_unit_test(x32_x57_the_other_calls_for_receive_queue_pairs),
		cmocka_unit_test(a_device_with_xrc_says_what_the_kernel_says),
		cmocka_unit_test(a_registration_is_one_handle),
		cmocka_unit_test(x64_a_kernel_without_two_sided_queue_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
