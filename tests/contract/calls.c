/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V1, V2: which calls are kernel commands, as counted by the emulator's kernel side. */
#include "control.h"
#include "kit.h"

/* Number of commands that the emulator has executed so far. */
static unsigned long commands(void)
{
	const char *line;

	assert_int_equal(control("counters"), 0);
	line = strstr(control_answer(), "\ncommands ");
	assert_non_null(line);
	return strtoul(line + strlen("\ncommands "), NULL, 10);
}

static unsigned long before;

/* At least one command has been issued since the last call. */
static void expect_command(void)
{
	unsigned long now = commands();

	assert_true(now > before);
	before = now;
}

static void V1_control_goes_through_the_kernel(void **state)
{
	static char memory[64];
	struct ibv_srq_init_attr shared = {.attr = {4, 1, 0}};
	struct ibv_srq_attr limit = {.srq_limit = 1};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};
	struct ibv_device_attr device;
	struct ibv_context *ctx;
	struct ibv_qp_attr attr;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_qp *qp;
	struct ibv_srq *srq;
	bool iwarp;

	(void)state;
	before = commands();
	ctx = kit_open(0);
	expect_command();
	pd = ibv_alloc_pd(ctx);
	expect_command();
	cq = ibv_create_cq(ctx, 4, NULL, NULL, 0);
	expect_command();
	mr = ibv_reg_mr(pd, memory, sizeof(memory), 0);
	expect_command();
	/* what an adapter lacks is refused without a command */
	iwarp = ctx->device->transport_type == IBV_TRANSPORT_IWARP;
	srq = iwarp ? NULL : ibv_create_srq(pd, &shared);
	if (!iwarp)
		expect_command();
	init.send_cq = cq;
	init.recv_cq = cq;
	qp = ibv_create_qp(pd, &init);
	expect_command();
	assert_int_equal(ibv_query_device(ctx, &device), 0);
	expect_command();
	if (!iwarp) {
		assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init), 0);
		expect_command();
	}
	attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_INIT, .port_num = 1};
	assert_int_equal(ibv_modify_qp(qp, &attr, INIT_MASK), 0);
	expect_command();
	if (!iwarp) {
		assert_int_equal(ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT), 0);
		expect_command();
		assert_int_equal(ibv_destroy_srq(srq), 0);
		expect_command();
	}
	assert_int_equal(ibv_destroy_qp(qp), 0);
	expect_command();
	assert_int_equal(ibv_dereg_mr(mr), 0);
	expect_command();
	assert_int_equal(ibv_destroy_cq(cq), 0);
	expect_command();
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	expect_command();
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V2_V3_data_does_not(void **state)
{
	struct pair pair;

	(void)state;
	if (KIT_RINGS_BY_COMMAND)
		skip();
	pair_open(&pair, &(struct plan){.channel = true});
	before = commands();
	for (uint64_t i = 0; i < 100; i++) {
		struct ibv_cq *cq;
		void *context;

		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		post_receive(&pair.b, i, 0, 64);
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 64);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		expect(pair.b.rcq, i, IBV_WC_SUCCESS);
		assert_true(readable(pair.a.channel->fd, KIT_SECONDS * 1000));
		assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), 0);
		ibv_ack_cq_events(cq, 1);
	}
	/* iWARP: the kernel arms */
	assert_int_equal(commands(), before + (on_iwarp(&pair.a) ? 100 : 0));
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V1_control_goes_through_the_kernel),
		TEST(V2_V3_data_does_not),
	};

	return RUN_TESTS(tests);
}
