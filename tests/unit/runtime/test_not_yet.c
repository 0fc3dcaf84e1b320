/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that are declared but not implemented fail as their manual pages say. */
#include "fake.h"

#define EXPECT_NULL(call)                                                                          \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_null(call);                                                                 \
		assert_int_equal(errno, EOPNOTSUPP);                                               \
	} while (0)
#define EXPECT_ERROR(call) assert_int_equal(call, EOPNOTSUPP)

static void those_that_create_return_null(void **state)
{
	(void)state;
	EXPECT_NULL(ibv_import_device(0));
	EXPECT_NULL(ibv_create_counters(NULL, NULL));
	EXPECT_NULL(ibv_import_dm(NULL, 0));
	EXPECT_NULL(ibv_alloc_dm(NULL, NULL));
	EXPECT_NULL(ibv_reg_dm_mr(NULL, NULL, 0, 0, 0));
	EXPECT_NULL(ibv_create_flow(NULL, NULL));
	EXPECT_NULL(ibv_create_flow_action_esp(NULL, NULL));
	EXPECT_NULL(ibv_import_mr(NULL, 0));
	EXPECT_NULL(ibv_reg_dmabuf_mr(NULL, 0, 0, 0, 0, 0));
	EXPECT_NULL(ibv_alloc_null_mr(NULL));
	EXPECT_NULL(ibv_import_pd(NULL, 0));
	EXPECT_NULL(ibv_create_wq(NULL, NULL));
	EXPECT_NULL(ibv_create_rwq_ind_table(NULL, NULL));
}

static void others_return_the_error(void **state)
{
	(void)state;
	EXPECT_ERROR(ibv_destroy_counters(NULL));
	EXPECT_ERROR(ibv_attach_counters_point_flow(NULL, NULL, NULL));
	EXPECT_ERROR(ibv_read_counters(NULL, NULL, 0, 0));
	EXPECT_ERROR(ibv_free_dm(NULL));
	EXPECT_ERROR(ibv_destroy_flow(NULL));
	EXPECT_ERROR(ibv_modify_flow_action_esp(NULL, NULL));
	EXPECT_ERROR(ibv_destroy_flow_action(NULL));
	EXPECT_ERROR(ibv_advise_mr(NULL, IBV_ADVISE_MR_ADVICE_PREFETCH, 0, NULL, 0));
	EXPECT_ERROR(ibv_modify_qp_rate_limit(NULL, NULL));
	EXPECT_ERROR(ibv_set_ece(NULL, NULL));
	EXPECT_ERROR(ibv_query_ece(NULL, NULL));
	EXPECT_ERROR(ibv_modify_wq(NULL, NULL));
	EXPECT_ERROR(ibv_destroy_wq(NULL));
	EXPECT_ERROR(ibv_destroy_rwq_ind_table(NULL));
}

static void some_say_more(void **state)
{
	struct ibv_ops_wr wr, *bad = NULL;
	uint16_t vlan;
	uint8_t mac[6];

	(void)state;
	EXPECT_ERROR(ibv_post_srq_ops(NULL, &wr, &bad));
	assert_ptr_equal(bad, &wr);
	assert_int_equal(ibv_query_qp_data_in_order(NULL, IBV_WR_SEND, 0), 0);
	errno = 0;
	assert_int_equal(ibv_resolve_eth_l2_from_gid(NULL, NULL, mac, &vlan), -1);
	assert_int_equal(errno, EOPNOTSUPP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_that_create_return_null),
		cmocka_unit_test(others_return_the_error),
		cmocka_unit_test(some_say_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
