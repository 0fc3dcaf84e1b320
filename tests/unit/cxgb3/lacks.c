/* SPDX-License-Identifier: BSD-2-Clause */
/* Every verb that the adapter lacks fails with EOPNOTSUPP, without any effect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>

#include <infiniband/verbs.h>

enum {
	CQES = 16,
};

static struct {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	char memory[64];
} s;

static int open_device(void **state)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC};
	struct ibv_device **list;

	(void)state;
	setenv("INVERBS_EMULATOR", "inproc:cxgb3_0", 1);
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	s.ctx = ibv_open_device(list[0]);
	assert_non_null(s.ctx);
	ibv_free_device_list(list);
	s.pd = ibv_alloc_pd(s.ctx);
	s.cq = ibv_create_cq(s.ctx, CQES, NULL, NULL, 0);
	attr.send_cq = attr.recv_cq = s.cq;
	s.qp = ibv_create_qp(s.pd, &attr);
	s.mr = ibv_reg_mr(s.pd, s.memory, sizeof(s.memory), IBV_ACCESS_LOCAL_WRITE);
	return !(s.qp && s.mr);
}

static int close_device(void **state)
{
	(void)state;
	return ibv_dereg_mr(s.mr) || ibv_destroy_qp(s.qp) || ibv_destroy_cq(s.cq) ||
	       ibv_dealloc_pd(s.pd) || ibv_close_device(s.ctx);
}

/* A call that must return NULL with this errno. */
#define NO_OBJECT(call)                                                                            \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_null(call);                                                                 \
		assert_int_equal(errno, EOPNOTSUPP);                                               \
	} while (0)

static void no_shared_receive_queues(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_srq_init_attr_ex extended = {
		.attr = {.max_wr = 1, .max_sge = 1}, .comp_mask = IBV_SRQ_INIT_ATTR_PD, .pd = s.pd};

	(void)state;
	NO_OBJECT(ibv_create_srq(s.pd, &attr));
	NO_OBJECT(ibv_create_srq_ex(s.ctx, &extended));
}

static void no_datagrams(void **state)
{
	const union ibv_gid group = {.raw = {0xff}};
	struct ibv_ah_attr attr = {.port_num = 1};

	(void)state;
	NO_OBJECT(ibv_create_ah(s.pd, &attr));
	assert_int_equal(ibv_attach_mcast(s.qp, &group, 0), EOPNOTSUPP);
	assert_int_equal(ibv_detach_mcast(s.qp, &group, 0), EOPNOTSUPP);
}

static void queues_are_not_changed_or_asked(void **state)
{
	struct ibv_modify_cq_attr moderation = {.attr_mask = IBV_CQ_ATTR_MODERATE};
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	(void)state;
	assert_int_equal(ibv_resize_cq(s.cq, 2 * CQES), EOPNOTSUPP);
	assert_int_equal(s.cq->cqe, CQES);
	assert_int_equal(ibv_modify_cq(s.cq, &moderation), EOPNOTSUPP);
	assert_int_equal(ibv_query_qp(s.qp, &attr, IBV_QP_STATE, &init), EOPNOTSUPP);
}

static void regions_do_not_change_and_have_no_windows(void **state)
{
	const uint32_t lkey = s.mr->lkey;

	(void)state;
	errno = 0;
	assert_int_equal(ibv_rereg_mr(s.mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, 0),
			 IBV_REREG_MR_ERR_CMD);
	assert_int_equal(errno, EOPNOTSUPP);
	assert_int_equal(s.mr->lkey, lkey);
	NO_OBJECT(ibv_alloc_mw(s.pd, IBV_MW_TYPE_1));
}

static void nothing_extended(void **state)
{
	struct ibv_cq_init_attr_ex cq = {.cqe = CQES};
	struct ibv_qp_init_attr_ex qp = {
		.qp_type = IBV_QPT_RC,
		.send_cq = s.cq,
		.recv_cq = s.cq,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = s.pd,
	};
	struct ibv_xrcd_init_attr xrcd = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = -1};

	(void)state;
	NO_OBJECT(ibv_create_cq_ex(s.ctx, &cq));
	NO_OBJECT(ibv_create_qp_ex(s.ctx, &qp));
	NO_OBJECT(ibv_open_xrcd(s.ctx, &xrcd));
}

/* Today's calls work if they request only what the older calls offer. */
static void what_the_plain_calls_can_is_there(void **state)
{
	struct ibv_qp_init_attr_ex attr = {.qp_type = IBV_QPT_RC,
					   .send_cq = s.cq,
					   .recv_cq = s.cq,
					   .comp_mask = IBV_QP_INIT_ATTR_PD,
					   .pd = s.pd};
	struct ibv_device_attr_ex device;
	struct ibv_qp *qp = ibv_create_qp_ex(s.ctx, &attr);

	(void)state;
	assert_non_null(qp);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_query_device_ex(s.ctx, NULL, &device), 0);
	assert_true(device.orig_attr.max_qp > 0);
	assert_string_equal(device.orig_attr.fw_ver, "7.12.0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_shared_receive_queues),
		cmocka_unit_test(no_datagrams),
		cmocka_unit_test(queues_are_not_changed_or_asked),
		cmocka_unit_test(regions_do_not_change_and_have_no_windows),
		cmocka_unit_test(nothing_extended),
		cmocka_unit_test(what_the_plain_calls_can_is_there),
	};

	return cmocka_run_group_tests(tests, open_device, close_device);
}
