/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7: states of queue pairs, what modify takes and query answers. */
#include "kit.h"

struct step {
	enum ibv_qp_state to;
	int required;
	int optional;
};

enum {
	/* In the mask of every test: what belongs to no transition before SQD. */
	EVERY_BIT = (IBV_QP_DEST_QPN << 1) - 1,
	REACHED_RTR_OPTIONAL = IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX,
	REACHED_RTS_OPTIONAL = IBV_QP_CUR_STATE | IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS |
			       IBV_QP_PATH_MIG_STATE,
};

static const struct step rc_steps[] = {
	{IBV_QPS_INIT, INIT_MASK, 0},
	{IBV_QPS_RTR, RC_RTR_MASK, REACHED_RTR_OPTIONAL},
	{IBV_QPS_RTS, RC_RTS_MASK, REACHED_RTS_OPTIONAL | IBV_QP_MIN_RNR_TIMER},
};

static const struct step uc_steps[] = {
	{IBV_QPS_INIT, INIT_MASK, 0},
	{IBV_QPS_RTR, UC_RTR_MASK, REACHED_RTR_OPTIONAL},
	{IBV_QPS_RTS, UC_RTS_MASK, REACHED_RTS_OPTIONAL},
};

static const struct step ud_steps[] = {
	{IBV_QPS_INIT, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY, 0},
	{IBV_QPS_RTR, IBV_QP_STATE, IBV_QP_PKEY_INDEX | IBV_QP_QKEY},
	{IBV_QPS_RTS, IBV_QP_STATE | IBV_QP_SQ_PSN, IBV_QP_QKEY | IBV_QP_CUR_STATE},
};

static void snapshot(const struct side *side, struct ibv_qp_attr *attr)
{
	struct ibv_qp_init_attr init;

	memset(attr, 0, sizeof(*attr));
	assert_int_equal(ibv_query_qp(side->qp, attr, EVERY_BIT, &init), 0);
}

static void expect_unchanged(struct side *side, const struct ibv_qp_attr *before,
			     enum ibv_qp_state state)
{
	struct ibv_qp_attr after;

	assert_int_equal(side->qp->state, state);
	snapshot(side, &after);
	assert_memory_equal(before, &after, sizeof(after));
}

/* Everything a transition takes, each value different from what the QP has. */
static struct ibv_qp_attr strange(enum ibv_qp_state to, uint16_t lid)
{
	struct ibv_qp_attr attr = kit_attr(&(struct plan){.mtu = IBV_MTU_512}, lid, 0x77);

	attr.qp_state = to;
	attr.qkey = 0x1234;
	attr.ah_attr.sl = 2;
	return attr;
}

static void refuse(struct side *side, enum ibv_qp_state from, struct ibv_qp_attr *attr, int mask,
		   const struct ibv_qp_attr *before)
{
	int ret = ibv_modify_qp(side->qp, attr, mask);

	if (ret != EINVAL)
		fail_msg("from state %d to %d with mask 0x%x: %d instead of EINVAL", from,
			 attr->qp_state, (unsigned int)mask, ret);
	expect_unchanged(side, before, from);
}

/* One transition: with each required bit left out, with each bit added that does not belong there.
 */
static void walk(struct side *side, const struct step *step)
{
	enum ibv_qp_state from = side->qp->state;
	struct ibv_qp_attr attr = strange(step->to, side->port.lid), before;
	int allowed = step->required | step->optional;

	snapshot(side, &before);
	for (int bit = 1; bit <= IBV_QP_DEST_QPN; bit <<= 1) {
		if (bit == IBV_QP_STATE || (1 << 18) == bit || (1 << 19) == bit)
			continue;
		if (step->required & bit)
			refuse(side, from, &attr, step->required & ~bit, &before);
		else if (!(allowed & bit))
			refuse(side, from, &attr, step->required | bit, &before);
	}
	assert_int_equal(ibv_modify_qp(side->qp, &attr, step->required), 0);
	assert_int_equal(side->qp->state, step->to);
	assert_int_equal(side_state(side), step->to);
}

static void walk_all(enum ibv_qp_type type, const struct step *steps, size_t count)
{
	struct side side;

	side_open(&side, 0, &(struct plan){.type = type});
	for (size_t i = 0; i < count; i++)
		walk(&side, &steps[i]);
	assert_int_equal(side_to(&side, IBV_QPS_ERR), 0);
	assert_int_equal(side_to(&side, IBV_QPS_RESET), 0);
	walk(&side, &steps[0]);
	side_close(&side);
}

static void V41_wrong_masks_change_nothing_rc(void **state)
{
	(void)state;
	walk_all(IBV_QPT_RC, rc_steps, COUNT(rc_steps));
}

static void V41_wrong_masks_change_nothing_uc(void **state)
{
	(void)state;
	walk_all(IBV_QPT_UC, uc_steps, COUNT(uc_steps));
}

static void V41_wrong_masks_change_nothing_ud(void **state)
{
	(void)state;
	walk_all(IBV_QPT_UD, ud_steps, COUNT(ud_steps));
}

static void V41_states_that_do_not_follow_are_refused(void **state)
{
	/* by state: what may follow with nothing but the state; rows and columns as in the enum */
	static const bool may[4][7] = {
		[IBV_QPS_RESET] = {[IBV_QPS_RESET] = true},
		[IBV_QPS_INIT] =
			{[IBV_QPS_RESET] = true, [IBV_QPS_INIT] = true, [IBV_QPS_ERR] = true},
		[IBV_QPS_RTR] = {[IBV_QPS_RESET] = true, [IBV_QPS_ERR] = true},
		[IBV_QPS_RTS] = {[IBV_QPS_RESET] = true,
				 [IBV_QPS_RTS] = true,
				 [IBV_QPS_SQD] = true,
				 [IBV_QPS_ERR] = true},
	};
	struct plan plan = {0};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	for (int from = IBV_QPS_RESET; from <= IBV_QPS_RTS; from++) {
		for (int to = IBV_QPS_RESET; to <= IBV_QPS_ERR + 2; to++) {
			struct ibv_qp_attr before;

			assert_int_equal(side_to(&side, IBV_QPS_RESET), 0);
			if (from >= IBV_QPS_INIT)
				assert_int_equal(side_to_init(&side, &plan), 0);
			if (from >= IBV_QPS_RTR)
				assert_int_equal(side_to_rtr(&side, &plan, &side), 0);
			if (from >= IBV_QPS_RTS)
				assert_int_equal(side_to_rts(&side, &plan), 0);
			snapshot(&side, &before);
			if (to <= IBV_QPS_ERR && may[from][to]) {
				assert_int_equal(side_to(&side, (enum ibv_qp_state)to), 0);
				assert_int_equal(side_state(&side), to);
			} else {
				assert_int_equal(side_to(&side, (enum ibv_qp_state)to), EINVAL);
				expect_unchanged(&side, &before, (enum ibv_qp_state)from);
			}
		}
	}
	side_close(&side);
}

static void V41_wrong_values_change_nothing(void **state)
{
	struct plan plan = {0};
	struct ibv_qp_attr good, attr, before;
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	good = kit_attr(&plan, side.port.lid, 5);
	good.qp_state = IBV_QPS_INIT;
	snapshot(&side, &before);
	attr = good;
	attr.port_num = 2;
	refuse(&side, IBV_QPS_RESET, &attr, INIT_MASK, &before);
	attr.port_num = 0;
	refuse(&side, IBV_QPS_RESET, &attr, INIT_MASK, &before);
	attr = good;
	attr.pkey_index = 0x7fff;
	refuse(&side, IBV_QPS_RESET, &attr, INIT_MASK, &before);
	assert_int_equal(ibv_modify_qp(side.qp, &good, INIT_MASK), 0);
	snapshot(&side, &before);
	good.qp_state = IBV_QPS_RTR;
	attr = good;
	attr.path_mtu = (enum ibv_mtu)6;
	refuse(&side, IBV_QPS_INIT, &attr, RC_RTR_MASK, &before);
	attr = good;
	attr.ah_attr.port_num = 3;
	refuse(&side, IBV_QPS_INIT, &attr, RC_RTR_MASK, &before);
	attr = good;
	attr.max_dest_rd_atomic = 255;
	refuse(&side, IBV_QPS_INIT, &attr, RC_RTR_MASK, &before);
	assert_int_equal(ibv_modify_qp(side.qp, &good, RC_RTR_MASK), 0);
	snapshot(&side, &before);
	good.qp_state = IBV_QPS_RTS;
	attr = good;
	attr.max_rd_atomic = 255;
	refuse(&side, IBV_QPS_RTR, &attr, RC_RTS_MASK, &before);
	attr = good;
	attr.cur_qp_state = IBV_QPS_INIT;
	refuse(&side, IBV_QPS_RTR, &attr, RC_RTS_MASK | IBV_QP_CUR_STATE, &before);
	assert_int_equal(ibv_modify_qp(side.qp, &good, RC_RTS_MASK), 0);
	side_close(&side);
}

static void V43_query_answers_what_was_set(void **state)
{
	struct plan plan = {.mtu = IBV_MTU_512, .retry_cnt = 3, .timeout = 9, .rnr_retry = 5};
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	assert_int_equal(ibv_query_qp(pair.a.qp, &attr, EVERY_BIT, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_RTS);
	assert_int_equal(attr.qp_access_flags & ALL_REMOTE, ALL_REMOTE);
	assert_int_equal(attr.pkey_index, 0);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(attr.path_mtu, IBV_MTU_512);
	assert_int_equal(attr.dest_qp_num, pair.b.qp->qp_num);
	assert_int_equal(attr.ah_attr.dlid, pair.b.port.lid);
	assert_int_equal(attr.rq_psn, KIT_SQ_PSN);
	assert_int_equal(attr.sq_psn, KIT_SQ_PSN);
	assert_int_equal(attr.max_rd_atomic, 4);
	assert_int_equal(attr.max_dest_rd_atomic, 4);
	assert_int_equal(attr.min_rnr_timer, 1);
	assert_int_equal(attr.timeout, 9);
	assert_int_equal(attr.retry_cnt, 3);
	assert_int_equal(attr.rnr_retry, 5);
	pair_close(&pair);
}

static void V43_the_mask_is_a_minimum(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.sig_all = true});
	assert_int_equal(ibv_query_qp(pair.a.qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_RTS);
	assert_memory_equal(&init.cap, &pair.a.cap, sizeof(init.cap));
	assert_memory_equal(&attr.cap, &pair.a.cap, sizeof(attr.cap));
	assert_ptr_equal(init.qp_context, &pair.a);
	assert_ptr_equal(init.send_cq, pair.a.scq);
	assert_ptr_equal(init.recv_cq, pair.a.rcq);
	assert_null(init.srq);
	assert_int_equal(init.qp_type, IBV_QPT_RC);
	assert_int_equal(init.sq_sig_all, 1);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V41_wrong_masks_change_nothing_rc),
		TEST(V41_wrong_masks_change_nothing_uc),
		TEST(V41_wrong_masks_change_nothing_ud),
		TEST(V41_states_that_do_not_follow_are_refused),
		TEST(V41_wrong_values_change_nothing),
		TEST(V43_query_answers_what_was_set),
		TEST(V43_the_mask_is_a_minimum),
	};

	return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
