/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * MODIFY_QP and QUERY_QP: modify_qp() and ib_uverbs_query_qp() of Linux,
 * drivers/infiniband/core/uverbs_cmd.c, and ib_modify_qp_is_ok() of verbs.c.
 */
#include "raw.h"

enum {
	INIT_MASK = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
	RTR_MASK = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		   IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
	RTS_MASK = IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		   IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC,
};

/** A queue pair, and a request whose fields are all valid. */
struct subject {
	struct raw *raw;
	uint32_t qp;
	struct uverbs_modify_qp_req req;
};

static struct subject make(const char *device)
{
	struct subject s = {.raw = raw_context(device, NULL)};

	s.qp = raw_qp(s.raw, raw_pd(s.raw), raw_cq(s.raw));
	s.req = (struct uverbs_modify_qp_req){
		.dest = {.dlid = 1, .port_num = 1},
		.qp_handle = s.qp,
		.rq_psn = 5,
		.sq_psn = 6,
		.dest_qp_num = 7,
		.qp_access_flags = IBV_ACCESS_REMOTE_READ,
		.path_mtu = IBV_MTU_1024,
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
		.port_num = 1,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 6,
	};
	return s;
}

static int modify(struct subject *s, uint32_t mask, enum ibv_qp_state to)
{
	struct uverbs_modify_qp_req req = s->req;

	req.attr_mask = mask;
	req.qp_state = (uint8_t)to;
	return uverbs_call_modify_qp(&s->raw->base, &req);
}

static struct uverbs_query_qp_resp query(struct subject *s)
{
	struct uverbs_query_qp_req req = {.qp_handle = s->qp};
	struct uverbs_query_qp_resp resp = {0};

	assert_int_equal(uverbs_call_query_qp(&s->raw->base, &req, &resp), 0);
	return resp;
}

static void to_rts(struct subject *s)
{
	assert_int_equal(modify(s, INIT_MASK, IBV_QPS_INIT), 0);
	assert_int_equal(modify(s, RTR_MASK, IBV_QPS_RTR), 0);
	assert_int_equal(modify(s, RTS_MASK, IBV_QPS_RTS), 0);
}

static void s5_4_reset_to_rts_and_what_query_answers(void **state)
{
	struct subject s = make("mlx4_0");
	struct uverbs_query_qp_resp resp;

	(void)state;
	assert_int_equal(query(&s).qp_state, IBV_QPS_RESET);
	to_rts(&s);
	resp = query(&s);
	assert_int_equal(resp.qp_state, IBV_QPS_RTS);
	assert_int_equal(resp.dest_qp_num, 7);
	assert_int_equal(resp.rq_psn, 5);
	assert_int_equal(resp.path_mtu, IBV_MTU_1024);
	assert_int_equal(resp.dest.dlid, 1);
	assert_int_equal(resp.dest.port_num, 1);
	assert_int_equal(resp.port_num, 1);
	assert_int_equal(resp.timeout, 14);
	assert_int_equal(resp.retry_cnt, 7);
	assert_int_equal(resp.rnr_retry, 6);
	assert_int_equal(resp.min_rnr_timer, 12);
	assert_int_equal(resp.qp_access_flags, IBV_ACCESS_REMOTE_READ);
	assert_int_equal(resp.max_send_wr, 4);
	raw_close(s.raw);
}

static void s5_4_each_missing_attribute_gives_einval(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	for (int bit = 1; bit < 21; bit++) {
		if (INIT_MASK & 1 << bit)
			assert_int_equal(modify(&s, INIT_MASK & ~(1U << bit), IBV_QPS_INIT),
					 EINVAL);
	}
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	for (int bit = 1; bit < 21; bit++) {
		if (RTR_MASK & 1 << bit)
			assert_int_equal(modify(&s, RTR_MASK & ~(1U << bit), IBV_QPS_RTR), EINVAL);
	}
	assert_int_equal(query(&s).qp_state, IBV_QPS_INIT); /* a refused modify changes nothing */
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), 0);
	raw_close(s.raw);
}

static void s5_4_attributes_that_do_not_belong_give_einval(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	assert_int_equal(modify(&s, INIT_MASK | IBV_QP_SQ_PSN, IBV_QPS_INIT), EINVAL);
	assert_int_equal(modify(&s, INIT_MASK | IBV_QP_QKEY, IBV_QPS_INIT), EINVAL);
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	assert_int_equal(modify(&s, RTR_MASK | IBV_QP_TIMEOUT, IBV_QPS_RTR), EINVAL);
	raw_close(s.raw);
}

static void s5_4_states_may_not_be_skipped(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	assert_int_equal(modify(&s, RTS_MASK, IBV_QPS_RTS), EINVAL);
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_ERR),
			 EINVAL); /* RESET to ERR is not allowed */
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_RESET), 0); /* RESET to RESET is */
	to_rts(&s);
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), EINVAL);
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_ERR), 0);
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_ERR), 0); /* ERR to ERR, too */
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_RESET), 0);
	to_rts(&s);
	raw_close(s.raw);
}

static void s5_4_states_above_6_give_einval(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	assert_int_equal(modify(&s, INIT_MASK, (enum ibv_qp_state)7), EINVAL);
	s.req.cur_qp_state = 200;
	assert_int_equal(modify(&s, INIT_MASK | IBV_QP_CUR_STATE, IBV_QPS_INIT), EINVAL);
	raw_close(s.raw);
}

static void s5_4_mask_bits_above_20_give_eopnotsupp(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	for (int bit = 21; bit < 32; bit++)
		assert_int_equal(modify(&s, INIT_MASK | 1U << bit, IBV_QPS_INIT), EOPNOTSUPP);
	raw_close(s.raw);
}

static void s5_4_a_port_must_exist(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	s.req.port_num = 0;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), EINVAL);
	s.req.port_num = 2;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), EINVAL);
	s.req.port_num = 1;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	raw_close(s.raw);
}

static void s5_4_the_address_must_name_the_port_given_at_init(void **state)
{
	struct subject s = make("mlx4_1");

	(void)state;
	s.req.port_num = 2;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	s.req.dest.port_num = 0;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.dest.port_num = 1; /* this port exists, but is not the queue pair's */
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.dest.port_num = 2;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), 0);
	raw_close(s.raw);
}

static void s5_4_path_mtu_is_1_to_5(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	s.req.path_mtu = 0;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.path_mtu = 6;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.path_mtu = 5;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), 0);
	raw_close(s.raw);
}

static void s5_4_alternate_ports_must_exist_and_be_equal(void **state)
{
	struct subject s = make("mlx4_1");

	(void)state;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	s.req.alt_port_num = 2;
	s.req.alt_dest.port_num = 1;
	assert_int_equal(modify(&s, RTR_MASK | IBV_QP_ALT_PATH, IBV_QPS_RTR), EINVAL);
	s.req.alt_dest.port_num = 2;
	assert_int_equal(modify(&s, RTR_MASK | IBV_QP_ALT_PATH, IBV_QPS_RTR), 0);
	raw_close(s.raw);
}

static void limits_of_the_device_and_its_tables_give_einval(void **state)
{
	struct subject s = make("mlx4_0");

	(void)state;
	s.req.pkey_index = 1000;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), EINVAL);
	s.req.pkey_index = 0;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), 0);
	s.req.max_dest_rd_atomic = 200;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.max_dest_rd_atomic = 1;
	s.req.dest.is_global = 1;
	s.req.dest.sgid_index = 250;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), EINVAL);
	s.req.dest.sgid_index = 0;
	assert_int_equal(modify(&s, RTR_MASK, IBV_QPS_RTR), 0);
	raw_close(s.raw);
}

static void s4_modify_and_query_of_a_missing_handle_give_enoent(void **state)
{
	struct subject s = make("mlx4_0");
	struct uverbs_query_qp_req req = {.qp_handle = NO_HANDLE};
	struct uverbs_query_qp_resp resp = {0};

	(void)state;
	s.req.qp_handle = NO_HANDLE;
	assert_int_equal(modify(&s, INIT_MASK, IBV_QPS_INIT), ENOENT);
	assert_int_equal(uverbs_call_query_qp(&s.raw->base, &req, &resp), ENOENT);
	raw_close(s.raw);
}

static void reset_forgets_everything_but_the_capabilities(void **state)
{
	struct subject s = make("mlx4_0");
	struct uverbs_query_qp_resp resp;

	(void)state;
	to_rts(&s);
	assert_int_equal(modify(&s, IBV_QP_STATE, IBV_QPS_RESET), 0);
	resp = query(&s);
	assert_int_equal(resp.qp_state, IBV_QPS_RESET);
	assert_int_equal(resp.dest_qp_num, 0);
	assert_int_equal(resp.qp_access_flags, 0);
	assert_int_equal(resp.max_send_wr, 4);
	raw_close(s.raw);
}

static void s5_4_ex_modify_is_the_same_but_for_its_response(void **state)
{
	struct subject s = make("mlx4_0");
	struct uverbs_ex_modify_qp_req req = {.base = s.req};
	struct uverbs_ex_modify_qp_resp resp = {0};

	(void)state;
	req.base.attr_mask = INIT_MASK;
	req.base.qp_state = IBV_QPS_INIT;
	assert_int_equal(uverbs_call_ex_modify_qp(&s.raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(resp.response_length, sizeof(resp));
	req.base.attr_mask = 1 << 30;
	assert_int_equal(uverbs_call_ex_modify_qp(&s.raw->base, &req, NULL, 0, &resp, NULL, 0),
			 EOPNOTSUPP);
	raw_close(s.raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s5_4_reset_to_rts_and_what_query_answers),
		cmocka_unit_test(s5_4_each_missing_attribute_gives_einval),
		cmocka_unit_test(s5_4_attributes_that_do_not_belong_give_einval),
		cmocka_unit_test(s5_4_states_may_not_be_skipped),
		cmocka_unit_test(s5_4_states_above_6_give_einval),
		cmocka_unit_test(s5_4_mask_bits_above_20_give_eopnotsupp),
		cmocka_unit_test(s5_4_a_port_must_exist),
		cmocka_unit_test(s5_4_the_address_must_name_the_port_given_at_init),
		cmocka_unit_test(s5_4_path_mtu_is_1_to_5),
		cmocka_unit_test(s5_4_alternate_ports_must_exist_and_be_equal),
		cmocka_unit_test(limits_of_the_device_and_its_tables_give_einval),
		cmocka_unit_test(s4_modify_and_query_of_a_missing_handle_give_enoent),
		cmocka_unit_test(reset_forgets_everything_but_the_capabilities),
		cmocka_unit_test(s5_4_ex_modify_is_the_same_but_for_its_response),
	};

	return raw_run(argc, argv, "modify_qp", tests, sizeof(tests) / sizeof(tests[0]));
}
