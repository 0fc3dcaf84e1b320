/* SPDX-License-Identifier: BSD-2-Clause */
/* iWARP adapters: verbs and opcodes that they lack are refused with the right error, and a failure
 * ends the connection. tests/cm/iwarp_ends.c tests what the peer receives. */
#include "kit.h"

static struct pair pair;

static int set_up_iwarp(void **state)
{
	(void)state;
	pair_open(&pair, &(struct plan){.recv_wr = 4});
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	pair_close(&pair);
	return 0;
}

/* --- verbs that the adapter lacks --------------------------------------------------------- */

/** A call that should return an object fails with this error. */
#define REFUSED(call, err) (errno = 0, assert_null(call), assert_int_equal(errno, err))

static void no_shared_receive_queues(void **state)
{
	struct ibv_srq_init_attr init = {.attr = {4, 1, 0}};

	(void)state;
	REFUSED(ibv_create_srq(pair.a.pd, &init), EOPNOTSUPP);
}

static void no_address_handles(void **state)
{
	struct ibv_ah_attr to = {.dlid = 1, .port_num = 1};

	(void)state;
	REFUSED(ibv_create_ah(pair.a.pd, &to), EOPNOTSUPP);
}

static void reliable_connections_only(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_XRC_SEND,
						 IBV_QPT_RAW_PACKET};

	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		struct ibv_qp_init_attr init = {.qp_type = types[i],
						.send_cq = pair.a.scq,
						.recv_cq = pair.a.rcq,
						.cap = {1, 1, 1, 1, 0}};

		errno = 0;
		assert_null(ibv_create_qp(pair.a.pd, &init));
		assert_int_equal(errno, EOPNOTSUPP);
	}
}

static void no_xrc_domains(void **state)
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
	};

	(void)state;
	REFUSED(ibv_open_xrcd(pair.a.ctx, &init), EOPNOTSUPP);
}

static void no_windows(void **state)
{
	(void)state;
	REFUSED(ibv_alloc_mw(pair.a.pd, IBV_MW_TYPE_1), EOPNOTSUPP);
	REFUSED(ibv_alloc_mw(pair.a.pd, IBV_MW_TYPE_2), EOPNOTSUPP);
}

static void no_multicast(void **state)
{
	/* the checked build rejects the queue pair's type */
	const int refused = KIT_CHECKED ? EINVAL : EOPNOTSUPP;
	const union ibv_gid group = {.raw = {0xff, 0x12}};

	(void)state;
	assert_int_equal(ibv_attach_mcast(pair.a.qp, &group, 0xc000), refused);
	assert_int_equal(ibv_detach_mcast(pair.a.qp, &group, 0xc000), refused);
}

static void queues_keep_their_size(void **state)
{
	(void)state;
	assert_int_equal(ibv_resize_cq(pair.a.scq, 100), EOPNOTSUPP);
}

static void queue_pairs_are_not_asked(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	(void)state;
	assert_int_equal(ibv_query_qp(pair.a.qp, &attr, IBV_QP_STATE, &init), EOPNOTSUPP);
}

static void regions_are_not_changed(void **state)
{
	const int access = IBV_ACCESS_LOCAL_WRITE;

	(void)state;
	errno = 0;
	assert_int_equal(ibv_rereg_mr(pair.a.mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, access),
			 IBV_REREG_MR_ERR_CMD);
	assert_int_equal(errno, EOPNOTSUPP);
}

static void V39_other_opcodes_are_bad(void **state)
{
	struct ibv_sge sge = side_sge(&pair.a, 0, 8);

	(void)state;
	for (int opcode = 0; opcode < 40; opcode++) {
		struct ibv_send_wr wr = side_wr(&sge, (enum ibv_wr_opcode)opcode, 1, &pair.b, 0),
				   *bad = NULL;

		if (opcode == IBV_WR_SEND || opcode == IBV_WR_RDMA_WRITE ||
		    opcode == IBV_WR_RDMA_READ)
			continue;
		assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EINVAL);
		assert_ptr_equal(bad, &wr);
	}
	expect_nothing(pair.a.scq);
}

static void V39_an_iwarp_read_has_one_sge(void **state)
{
	struct ibv_sge sge[2] = {side_sge(&pair.a, 0, 8), side_sge(&pair.a, 8, 8)};
	struct ibv_send_wr wr = side_wr(sge, IBV_WR_RDMA_READ, 1, &pair.b, 0), *bad = NULL;

	(void)state;
	wr.num_sge = 2;
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
}

/* --- failures ----------------------------------------------------------------------------- */

/* The connection has ended: posted requests are flushed at both ends, and new ones are refused. */
static void expect_over(struct side *from, struct side *to)
{
	struct ibv_sge sge = side_sge(from, 0, 8);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 9, to, 0);

	expect(from->scq, 1, IBV_WC_WR_FLUSH_ERR);
	expect(to->rcq, 2, IBV_WC_WR_FLUSH_ERR);
	expect(to->rcq, 3, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(post_wr(from, &wr), EINVAL);
}

static void refused_write(uint32_t lkey, uint32_t rkey)
{
	struct ibv_sge sge = side_sge(&pair.a, 0, 8);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);

	sge.lkey ^= lkey;
	wr.wr.rdma.rkey ^= rkey;
	post_receive(&pair.b, 2, 0, 8);
	post_receive(&pair.b, 3, 0, 8);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
}

static void V38_a_refused_access_ends_the_connection(void **state)
{
	(void)state;
	refused_write(0, 0x3300);
	expect_async(pair.b.ctx, IBV_EVENT_QP_ACCESS_ERR);
	expect_async(pair.a.ctx, IBV_EVENT_QP_FATAL);
	expect_over(&pair.a, &pair.b);
}

static void V38_V40_a_wrong_local_key_ends_the_connection(void **state)
{
	(void)state;
	refused_write(0x3300, 0);
	expect_async(pair.a.ctx, IBV_EVENT_QP_ACCESS_ERR);
	expect_async(pair.b.ctx, IBV_EVENT_QP_FATAL);
	expect_over(&pair.a, &pair.b);
}

/*
 * A send completes when it has been sent. Only later the connection ends because there was no
 * receive; sends whose completions were not polled by then are flushed.
 */
static void V38_a_send_needs_a_receive(void **state)
{
	struct ibv_sge sge = side_sge(&pair.a, 0, 8);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND, 1, &pair.b, 0);
	struct ibv_wc wc;

	(void)state;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect_async(pair.b.ctx, IBV_EVENT_QP_FATAL);
	expect_async(pair.a.ctx, IBV_EVENT_QP_FATAL);
	take_completions(pair.a.scq, &wc, 1);
	assert_true(wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(post_wr(&pair.a, &wr), EINVAL);
}

static void V38_the_error_state_flushes_in_order(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 3; i++)
		post_receive(&pair.a, i, 0, 8);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	for (uint64_t i = 0; i < 3; i++)
		expect(pair.a.rcq, i, IBV_WC_WR_FLUSH_ERR);
	expect_nothing(pair.a.rcq);
}

int main(void)
{
#define ON_A_PAIR(name) cmocka_unit_test_setup_teardown(name, set_up_iwarp, tear_down)
	const struct CMUnitTest tests[] = {
		ON_A_PAIR(no_shared_receive_queues),
		ON_A_PAIR(no_address_handles),
		ON_A_PAIR(reliable_connections_only),
		ON_A_PAIR(no_xrc_domains),
		ON_A_PAIR(no_windows),
		ON_A_PAIR(no_multicast),
		ON_A_PAIR(queues_keep_their_size),
		ON_A_PAIR(queue_pairs_are_not_asked),
		ON_A_PAIR(regions_are_not_changed),
		ON_A_PAIR(V39_other_opcodes_are_bad),
		ON_A_PAIR(V39_an_iwarp_read_has_one_sge),
		ON_A_PAIR(V38_a_refused_access_ends_the_connection),
		ON_A_PAIR(V38_V40_a_wrong_local_key_ends_the_connection),
		ON_A_PAIR(V38_a_send_needs_a_receive),
		ON_A_PAIR(V38_the_error_state_flushes_in_order),
	};

	return RUN_TESTS(tests);
}
