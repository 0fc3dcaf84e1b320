/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V19, V29, V41, V43: alternate paths. There are two adapters with two ports each; the
 * primary path uses the first ports, the alternate path the second ones.
 */
#include "control.h"
#include "kit.h"

enum {
	ALTERNATE_TIMEOUT = 7,
	PATH_BITS = IBV_QP_AV | IBV_QP_PORT | IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE |
		    IBV_QP_PKEY_INDEX | IBV_QP_TIMEOUT,
};

static uint16_t lid_of(const struct side *side, uint8_t port)
{
	struct ibv_port_attr attr;

	assert_int_equal(ibv_query_port(side->ctx, port, &attr), 0);
	return attr.lid;
}

static struct ibv_qp_attr path_of(const struct side *side)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	assert_int_equal(ibv_query_qp(side->qp, &attr, PATH_BITS, &init), 0);
	return attr;
}

static enum ibv_mig_state mig_state(const struct side *side)
{
	return path_of(side).path_mig_state;
}

static int load_alternate(struct side *side, const struct side *peer, int more)
{
	struct ibv_qp_attr attr = {
		.path_mig_state = IBV_MIG_REARM,
		.alt_ah_attr = {.dlid = lid_of(peer, 2), .port_num = 2},
		.alt_port_num = 2,
		.alt_timeout = ALTERNATE_TIMEOUT,
	};

	return ibv_modify_qp(side->qp, &attr, IBV_QP_ALT_PATH | more);
}

static int set_mig_state(struct side *side, enum ibv_mig_state to)
{
	struct ibv_qp_attr attr = {.path_mig_state = to};

	return ibv_modify_qp(side->qp, &attr, IBV_QP_PATH_MIG_STATE);
}

static void open_armed(struct pair *pair)
{
	pair_open(pair, &(struct plan){0});
	assert_int_equal(load_alternate(&pair->a, &pair->b, IBV_QP_PATH_MIG_STATE), 0);
	assert_int_equal(mig_state(&pair->a), IBV_MIG_REARM);
	assert_int_equal(load_alternate(&pair->b, &pair->a, IBV_QP_PATH_MIG_STATE), 0);
	assert_int_equal(mig_state(&pair->a), IBV_MIG_ARMED);
	assert_int_equal(mig_state(&pair->b), IBV_MIG_ARMED);
}

static void expect_qp(struct side *side, enum ibv_event_type type)
{
	assert_ptr_equal(expect_async(side->ctx, type).element.qp, side->qp);
}

static void write_works(struct pair *pair, uint64_t wr_id)
{
	fill(pair->a.buf, 64, (uint32_t)wr_id);
	post(&pair->a, &pair->b, IBV_WR_RDMA_WRITE, wr_id, 0, 64);
	expect(pair->a.scq, wr_id, IBV_WC_SUCCESS);
	assert_true(filled(pair->b.buf, 64, (uint32_t)wr_id));
}

/* The alternate path has become the primary path. */
static void expect_migrated(struct side *side, const struct side *peer)
{
	struct ibv_qp_attr attr = path_of(side);

	assert_int_equal(attr.path_mig_state, IBV_MIG_MIGRATED);
	assert_int_equal(attr.port_num, 2);
	assert_int_equal(attr.ah_attr.port_num, 2);
	assert_int_equal(attr.ah_attr.dlid, lid_of(peer, 2));
	assert_int_equal(attr.timeout, ALTERNATE_TIMEOUT);
}

static void V43_an_alternate_path_is_read_back(void **state)
{
	struct ibv_qp_attr attr;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(mig_state(&pair.a), IBV_MIG_MIGRATED);
	assert_int_equal(load_alternate(&pair.a, &pair.b, 0), 0);
	attr = path_of(&pair.a);
	assert_int_equal(attr.path_mig_state, IBV_MIG_MIGRATED);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(attr.alt_port_num, 2);
	assert_int_equal(attr.alt_ah_attr.port_num, 2);
	assert_int_equal(attr.alt_ah_attr.dlid, lid_of(&pair.b, 2));
	assert_int_equal(attr.alt_timeout, ALTERNATE_TIMEOUT);
	pair_close(&pair);
}

static void V41_without_an_alternate_path_there_is_nothing_to_arm(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(set_mig_state(&pair.a, IBV_MIG_REARM), EINVAL);
	assert_int_equal(set_mig_state(&pair.a, IBV_MIG_ARMED), EINVAL);
	assert_int_equal(mig_state(&pair.a), IBV_MIG_MIGRATED);
	assert_int_equal(set_mig_state(&pair.a, IBV_MIG_MIGRATED), 0);
	pair_close(&pair);
}

static void V19_a_port_that_goes_down_makes_an_armed_path_migrate(void **state)
{
	struct pair pair;

	(void)state;
	open_armed(&pair);
	write_works(&pair, 1);
	assert_int_equal(control("port %s 1 down", kit_name(0)), 0);
	expect_qp(&pair.a, IBV_EVENT_PATH_MIG);
	expect_async(pair.a.ctx, IBV_EVENT_PORT_ERR);
	expect_qp(&pair.b, IBV_EVENT_PATH_MIG);
	expect_migrated(&pair.a, &pair.b);
	expect_migrated(&pair.b, &pair.a);
	write_works(&pair, 2);
	assert_int_equal(control("port %s 1 up", kit_name(0)), 0);
	expect_async(pair.a.ctx, IBV_EVENT_PORT_ACTIVE);
	write_works(&pair, 3);
	pair_close(&pair);
}

/* The peer's port is also part of the path. */
static void V19_the_far_port_counts_as_well(void **state)
{
	struct pair pair;

	(void)state;
	open_armed(&pair);
	assert_int_equal(control("port %s 1 down", kit_name(1)), 0);
	expect_qp(&pair.a, IBV_EVENT_PATH_MIG);
	expect_qp(&pair.b, IBV_EVENT_PATH_MIG);
	expect_async(pair.b.ctx, IBV_EVENT_PORT_ERR);
	write_works(&pair, 1);
	assert_int_equal(control("port %s 1 up", kit_name(1)), 0);
	pair_close(&pair);
}

static void V19_without_arming_the_path_stays(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(load_alternate(&pair.a, &pair.b, 0), 0);
	assert_int_equal(load_alternate(&pair.b, &pair.a, 0), 0);
	assert_int_equal(control("port %s 1 down", kit_name(0)), 0);
	expect_async(pair.a.ctx, IBV_EVENT_PORT_ERR);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect(pair.a.scq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(control("port %s 1 up", kit_name(0)), 0);
	pair_close(&pair);
}

static void V19_a_failed_alternate_path_raises_an_event(void **state)
{
	struct pair pair;

	(void)state;
	open_armed(&pair);
	assert_int_equal(control("port %s 2 down", kit_name(1)), 0);
	expect_async(pair.b.ctx, IBV_EVENT_PORT_ERR);
	assert_int_equal(mig_state(&pair.a), IBV_MIG_ARMED);
	assert_int_equal(control("port %s 1 down", kit_name(0)), 0);
	expect_qp(&pair.a, IBV_EVENT_PATH_MIG_ERR);
	expect_qp(&pair.b, IBV_EVENT_PATH_MIG_ERR);
	assert_int_equal(path_of(&pair.a).port_num, 1);
	assert_int_equal(control("port %s 1 up", kit_name(0)), 0);
	assert_int_equal(control("port %s 2 up", kit_name(1)), 0);
	write_works(&pair, 1);
	pair_close(&pair);
}

static void V29_a_program_may_request_migration_and_rearm(void **state)
{
	struct pair pair;

	(void)state;
	open_armed(&pair);
	assert_int_equal(set_mig_state(&pair.a, IBV_MIG_MIGRATED), 0);
	expect_qp(&pair.a, IBV_EVENT_PATH_MIG);
	expect_qp(&pair.b, IBV_EVENT_PATH_MIG);
	expect_migrated(&pair.a, &pair.b);
	expect_migrated(&pair.b, &pair.a);
	write_works(&pair, 1);
	/* rearmed with the path now in use: losing the first port has no effect any more */
	assert_int_equal(set_mig_state(&pair.a, IBV_MIG_REARM), 0);
	assert_int_equal(set_mig_state(&pair.b, IBV_MIG_REARM), 0);
	assert_int_equal(mig_state(&pair.a), IBV_MIG_ARMED);
	assert_int_equal(control("port %s 1 down", kit_name(0)), 0);
	expect_async(pair.a.ctx, IBV_EVENT_PORT_ERR);
	write_works(&pair, 2);
	assert_int_equal(mig_state(&pair.a), IBV_MIG_ARMED);
	assert_int_equal(control("port %s 1 up", kit_name(0)), 0);
	pair_close(&pair);
}

static void V19_the_fabric_may_request_migration(void **state)
{
	struct pair pair;

	(void)state;
	open_armed(&pair);
	assert_int_equal(control("event %s path_mig %u", kit_name(0), pair.a.qp->qp_num), 0);
	expect_qp(&pair.a, IBV_EVENT_PATH_MIG);
	expect_qp(&pair.b, IBV_EVENT_PATH_MIG);
	assert_int_equal(control("event %s path_mig %u", kit_name(0), pair.a.qp->qp_num), EINVAL);
	write_works(&pair, 1);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V43_an_alternate_path_is_read_back),
		TEST(V41_without_an_alternate_path_there_is_nothing_to_arm),
		TEST(V19_a_port_that_goes_down_makes_an_armed_path_migrate),
		TEST(V19_the_far_port_counts_as_well),
		TEST(V19_without_arming_the_path_stays),
		TEST(V19_a_failed_alternate_path_raises_an_event),
		TEST(V29_a_program_may_request_migration_and_rearm),
		TEST(V19_the_fabric_may_request_migration),
	};

	return RUN_TESTS(tests);
}
