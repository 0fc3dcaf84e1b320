/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V3, V10 to V13, V32, V44: the library as a whole, and which functions exist. */
#include "kit.h"
#include "undefined.h"

/* NOLINTNEXTLINE(bugprone-macro-parentheses): declarators cannot be in parentheses */
#define FUNCTION(result, name, parameters) static result(*const at_##name) parameters = name;
#include "functions.h"
#undef FUNCTION

static void V3_posting_returns_before_the_transfer(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	/* No receive is posted, so the post cannot have waited for the message's arrival. */
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 0, 100);
	expect_nothing(pair.a.scq);
	post_receive(&pair.b, 2, 0, 100);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	pair_close(&pair);
}

/* NOLINTNEXTLINE(readability-function-size): a macro expands to one line per function */
static void V10_every_function_has_an_address(void **state)
{
	int count = 0;

	(void)state;
#define FUNCTION(result, name, parameters)                                                         \
	assert_true(at_##name != NULL);                                                            \
	count++;
#include "functions.h"
#undef FUNCTION
	assert_int_equal(count, 53);
}

static void V10_functions_work_through_pointers(void **state)
{
	struct pair pair;
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post_receive(&pair.b, 5, 0, 10);
	sge = side_sge(&pair.a, 0, 10);
	wr = side_wr(&sge, IBV_WR_SEND, 4, &pair.b, 0);
	assert_int_equal(at_ibv_post_send(pair.a.qp, &wr, &bad), 0);
	take_completions(pair.b.rcq, &wc, 1);
	while (!at_ibv_poll_cq(pair.a.scq, 1, &wc))
		;
	assert_int_equal(wc.wr_id, 4);
	pair_close(&pair);
}

static void V11_after_undef_the_functions_remain(void **state)
{
	struct pair pair;
	struct ibv_send_wr wr, *bad;
	struct ibv_port_attr port;
	struct ibv_sge sge;
	struct ibv_mr *mr;
	struct ibv_wc wc;

	(void)state;
	assert_true(undefined_has_all());
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(undefined_query_port(pair.a.ctx, 1, &port), 0);
	assert_int_equal(port.lid, pair.a.port.lid);
	mr = undefined_reg_mr(pair.a.pd, pair.a.buf, 64, IBV_ACCESS_LOCAL_WRITE);
	assert_non_null(mr);
	sge = side_sge(&pair.a, 0, 10);
	sge.lkey = mr->lkey;
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 4, &pair.b, 0);
	assert_int_equal(undefined_post(pair.a.qp, &wr, &bad), 0);
	while (!undefined_poll(pair.a.scq, 1, &wc))
		;
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	pair_close(&pair);
}

static void V12_each_translation_unit_may_have_its_own_copy(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_cq *cq = ibv_create_cq(ctx, 1, NULL, NULL, 0);
	struct ibv_wc wc;

	(void)state;
	assert_int_equal(at_ibv_poll_cq(cq, 1, &wc), 0);
	assert_int_equal(undefined_poll_address()(cq, 1, &wc), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V13_arguments_are_evaluated_once(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *pds[3] = {pd, pd, pd}, **next_pd = pds;
	struct ibv_context *ctxs[3] = {ctx, ctx, ctx}, **next_ctx = ctxs;
	struct ibv_port_attr attr;
	static char memory[4096];
	uint8_t port = 0;
	size_t length = 10;
	int access = 0;
	struct ibv_mr *mr;

	(void)state;
	mr = ibv_reg_mr(*next_pd++, memory, length++, access++);
	assert_non_null(mr);
	assert_ptr_equal(next_pd, pds + 1);
	assert_int_equal(length, 11);
	assert_int_equal(access, 1);
	assert_int_equal(mr->length, 10);
	assert_int_equal(ibv_query_port(*next_ctx++, ++port, &attr), 0);
	assert_ptr_equal(next_ctx, ctxs + 1);
	assert_int_equal(port, 1);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V32_general_functions(void **state)
{
	(void)state;
	assert_int_equal(ibv_rate_to_mult(IBV_RATE_2_5_GBPS), 1);
	assert_int_equal(mult_to_ibv_rate(1), IBV_RATE_2_5_GBPS);
}

static void V44_rates_and_their_multiples(void **state)
{
	static const struct {
		enum ibv_rate rate;
		int mult;
	} known[] = {
		{IBV_RATE_2_5_GBPS, 1}, {IBV_RATE_5_GBPS, 2},   {IBV_RATE_10_GBPS, 4},
		{IBV_RATE_20_GBPS, 8},  {IBV_RATE_30_GBPS, 12}, {IBV_RATE_40_GBPS, 16},
		{IBV_RATE_60_GBPS, 24}, {IBV_RATE_80_GBPS, 32}, {IBV_RATE_120_GBPS, 48},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(known); i++) {
		assert_int_equal(ibv_rate_to_mult(known[i].rate), known[i].mult);
		assert_int_equal(mult_to_ibv_rate(known[i].mult), known[i].rate);
	}
	assert_int_equal(ibv_rate_to_mult((enum ibv_rate)99), -1);
	assert_int_equal(ibv_rate_to_mult(IBV_RATE_MAX), -1);
	assert_int_equal(mult_to_ibv_rate(3), IBV_RATE_MAX);
	assert_int_equal(mult_to_ibv_rate(-1), IBV_RATE_MAX);
	assert_int_equal(mult_to_ibv_rate(0), IBV_RATE_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_NOT_IWARP(V3_posting_returns_before_the_transfer,
			       "a send without a receive ends the connection"),
		TEST(V10_every_function_has_an_address),
		TEST(V10_functions_work_through_pointers),
		TEST(V11_after_undef_the_functions_remain),
		TEST(V12_each_translation_unit_may_have_its_own_copy),
		TEST(V13_arguments_are_evaluated_once),
		TEST(V32_general_functions),
		TEST(V44_rates_and_their_multiples),
	};

	return RUN_TESTS(tests);
}
