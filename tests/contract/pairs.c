/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7: queue pairs and their states, posting to them. */
#include "kit.h"

/* --- creation ---------------------------------------------------------------------------- */

static struct ibv_qp *try_create(struct side *side, struct ibv_qp_init_attr *init)
{
	init->send_cq = side->scq;
	init->recv_cq = side->rcq;
	init->qp_type = init->qp_type ? init->qp_type : IBV_QPT_RC;
	return ibv_create_qp(side->pd, init);
}

static void V42_real_capacities_are_written_back(void **state)
{
	static const uint32_t wrs[] = {1, 2, 5, 17, 64, 100, 1000};
	static const uint32_t sges[] = {1, 2, 3, 7, 16};
	static const uint32_t inlines[] = {0, 1, 28, 60, 100, 220, 460};
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	for (size_t w = 0; w < COUNT(wrs); w++) {
		for (size_t s = 0; s < COUNT(sges); s++) {
			for (size_t i = 0; i < COUNT(inlines); i++) {
				struct ibv_qp_cap cap = {wrs[w], wrs[w], sges[s], sges[s],
							 inlines[i]};
				struct ibv_qp_init_attr init = {.cap = cap};
				struct ibv_qp *qp = try_create(&side, &init);

				assert_non_null(qp);
				assert_true(init.cap.max_send_wr >= cap.max_send_wr);
				assert_true(init.cap.max_recv_wr >= cap.max_recv_wr);
				assert_true(init.cap.max_send_sge >= cap.max_send_sge);
				assert_true(init.cap.max_recv_sge >= cap.max_recv_sge);
				assert_true(init.cap.max_inline_data >= cap.max_inline_data);
				assert_int_equal(ibv_destroy_qp(qp), 0);
			}
		}
	}
	side_close(&side);
}

static void V42_as_much_as_written_back_can_be_posted(void **state)
{
	struct side side;
	struct ibv_send_wr wr, *bad_send = NULL;
	struct ibv_recv_wr recv = {0}, *bad_recv = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 5, .recv_wr = 5, .cqe = 400});
	side = pair.a;
	/* fill both queues to the brim; the peer has no receive, so nothing leaves the send queue
	 */
	sge = side_sge(&side, 0, 8);
	wr = side_wr(&sge, IBV_WR_SEND, 0, &pair.b, 0);
	for (uint32_t i = 0; i < side.cap.max_send_wr; i++, wr.wr_id++)
		assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), 0);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), ENOMEM);
	assert_ptr_equal(bad_send, &wr);
	for (uint32_t i = 0; i < side.cap.max_recv_wr; i++)
		assert_int_equal(ibv_post_recv(side.qp, &recv, &bad_recv), 0);
	assert_int_equal(ibv_post_recv(side.qp, &recv, &bad_recv), ENOMEM);
	assert_ptr_equal(bad_recv, &recv);
	/* a completion makes room for one */
	post_receive(&pair.b, 0, 0, 8);
	expect(side.scq, 0, IBV_WC_SUCCESS);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), 0);
	assert_int_equal(ibv_post_send(side.qp, &wr, &bad_send), ENOMEM);
	pair_close(&pair);
}

static void V42_refused_capacities_are_left_as_they_were(void **state)
{
	static const struct ibv_qp_cap bad[] = {
		{1 << 24, 1, 1, 1, 0}, {1, 1 << 24, 1, 1, 0}, {1, 1, 1000, 1, 0},
		{1, 1, 1, 1000, 0},    {1, 1, 1, 1, 1 << 20},
	};
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct ibv_qp_init_attr init = {.cap = bad[i]};

		errno = 0;
		assert_null(try_create(&side, &init));
		assert_int_equal(errno, EINVAL);
		assert_memory_equal(&init.cap, &bad[i], sizeof(bad[i]));
	}
	side_close(&side);
}

static void V29_creation_checks_its_parts(void **state)
{
	struct ibv_qp_init_attr init;
	struct side side, other;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	side_open(&other, 1, &(struct plan){0});
	init = (struct ibv_qp_init_attr){.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	init.send_cq = side.scq;
	init.recv_cq = other.rcq;
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	init.recv_cq = side.rcq;
	init.qp_type = (enum ibv_qp_type)77;
	errno = 0;
	assert_null(ibv_create_qp(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	side_close(&side);
	side_close(&other);
}

static void V29_a_new_qp_is_in_reset(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(side.qp->state, IBV_QPS_RESET);
	assert_int_equal(side.qp->qp_type, IBV_QPT_RC);
	assert_ptr_equal(side.qp->qp_context, &side);
	assert_ptr_equal(side.qp->pd, side.pd);
	assert_ptr_equal(side.qp->send_cq, side.scq);
	assert_ptr_equal(side.qp->recv_cq, side.rcq);
	assert_int_equal(ibv_query_qp(side.qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_RESET);
	assert_int_equal(ibv_dealloc_pd(side.pd), EBUSY);
	side_close(&side);
}

/* --- states ------------------------------------------------------------------------------ */

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

/* --- posting ----------------------------------------------------------------------------- */

static void V39_posting_sends_stops_at_the_first_bad_one(void **state)
{
	struct ibv_sge sge[5], too_many[256];
	struct ibv_send_wr wr[5], *bad = NULL;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_true(pair.a.cap.max_send_sge < COUNT(too_many));
	for (int i = 0; i < 5; i++) {
		sge[i] = side_sge(&pair.a, (size_t)i * 8, 8);
		wr[i] = side_wr(&sge[i], IBV_WR_RDMA_WRITE, (uint64_t)i, &pair.b, (size_t)i * 8);
		wr[i].next = i < 4 ? &wr[i + 1] : NULL;
		fill(pair.a.buf + i * 8, 8, (uint32_t)i);
	}
	for (size_t i = 0; i < COUNT(too_many); i++)
		too_many[i] = side_sge(&pair.a, 0, 1);
	wr[3].sg_list = too_many;
	wr[3].num_sge = (int)pair.a.cap.max_send_sge + 1;
	assert_int_equal(ibv_post_send(pair.a.qp, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[3]);
	for (int i = 0; i < 3; i++)
		expect(pair.a.scq, (uint64_t)i, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(filled(pair.b.buf + i * 8, 8, i));
	assert_false(filled(pair.b.buf + 4 * 8, 8, 4));
	/* and the queue pair is as good as before */
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 9, 0, 8);
	expect(pair.a.scq, 9, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V39_unknown_opcodes_are_bad(void **state)
{
	struct ibv_send_wr wr, *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, (enum ibv_wr_opcode)200, 1, &pair.b, 0);
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V39_posting_receives_stops_at_the_first_bad_one(void **state)
{
	struct ibv_recv_wr wr[4], *bad = NULL;
	struct ibv_sge sge[256];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_true(pair.b.cap.max_recv_sge < COUNT(sge));
	for (size_t i = 0; i < COUNT(sge); i++)
		sge[i] = side_sge(&pair.b, 0, 8);
	for (int i = 0; i < 4; i++)
		wr[i] = (struct ibv_recv_wr){.wr_id = (uint64_t)i,
					     .sg_list = sge,
					     .num_sge = 1,
					     .next = i < 3 ? &wr[i + 1] : NULL};
	wr[2].num_sge = (int)pair.b.cap.max_recv_sge + 1;
	assert_int_equal(ibv_post_recv(pair.b.qp, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[2]);
	for (uint64_t i = 0; i < 3; i++)
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 8);
	expect(pair.b.rcq, 0, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	expect_nothing(pair.b.rcq);
	pair_close(&pair);
}

static void V39_a_list_longer_than_the_queue_is_posted_as_far_as_it_goes(void **state)
{
	struct ibv_send_wr wr[512], *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;
	uint32_t room;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 8, .cqe = 600});
	room = pair.a.cap.max_send_wr;
	assert_true(room < COUNT(wr));
	sge = side_sge(&pair.a, 0, 8);
	for (size_t i = 0; i < COUNT(wr); i++) {
		wr[i] = side_wr(&sge, IBV_WR_RDMA_WRITE, i, &pair.b, 0);
		wr[i].next = i + 1 < COUNT(wr) ? &wr[i + 1] : NULL;
	}
	assert_int_equal(ibv_post_send(pair.a.qp, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[room]);
	for (uint64_t i = 0; i < room; i++)
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V40_inline_buffers_may_be_reused_at_once(void **state)
{
	uint8_t outside[256]; /* in no region at all */
	struct ibv_sge sge[2];
	struct ibv_send_wr wr;
	struct pair pair;
	uint32_t bytes;

	(void)state;
	pair_open(&pair, &(struct plan){.inline_data = 100, .send_wr = 64, .cqe = 200});
	bytes = pair.a.cap.max_inline_data < 200 ? pair.a.cap.max_inline_data : 200;
	for (uint32_t i = 0; i < 50; i++) {
		sge[0] = (struct ibv_sge){(uintptr_t)outside, bytes / 3, 0xdead};
		sge[1] = (struct ibv_sge){(uintptr_t)outside + bytes / 3, bytes - bytes / 3, 0};
		wr = side_wr(sge, IBV_WR_RDMA_WRITE, i, &pair.b, (size_t)i * 200);
		wr.num_sge = 2;
		wr.send_flags |= IBV_SEND_INLINE;
		fill(outside, bytes, i);
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		memset(outside, 0, sizeof(outside));
	}
	for (uint32_t i = 0; i < 50; i++) {
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf + (size_t)i * 200, bytes, i));
	}
	pair_close(&pair);
}

static void V40_more_inline_data_than_granted_is_refused(void **state)
{
	static uint8_t outside[4096];
	struct ibv_sge sge = {(uintptr_t)outside, 0, 0};
	struct ibv_send_wr wr, *bad = NULL;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.inline_data = 100});
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	wr.send_flags |= IBV_SEND_INLINE;
	sge.length = pair.a.cap.max_inline_data;
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	sge.length++;
	assert_int_not_equal(ibv_post_send(pair.a.qp, &wr, &bad), 0);
	assert_ptr_equal(bad, &wr);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V38_V40_without_inline_the_key_is_looked_at(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	sge.lkey ^= 0x3300;
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 77, &pair.b, 0);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	memset(&wc, 0xee, sizeof(wc));
	take(pair.a.scq, &wc, 1);
	assert_int_equal(wc.status, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(wc.wr_id, 77);
	assert_int_equal(wc.qp_num, pair.a.qp->qp_num);
	assert_true(wc.vendor_err != 0xeeeeeeee);
	pair_close(&pair);
}

static void V30_posting_needs_a_state_that_takes_it(void **state)
{
	struct plan plan = {0};
	struct pair pair = {.plan = plan};
	struct ibv_wc wc;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	/* receives from INIT on; they wait until the queue pair receives */
	assert_int_equal(side_to_init(&pair.b, &plan), 0);
	post_receive(&pair.b, 1, 0, 64);
	expect_nothing(pair.b.rcq);
	assert_int_equal(side_to_rtr(&pair.b, &plan, &pair.a), 0);
	side_connect(&pair.a, &plan, &pair.b);
	fill(pair.a.buf, 64, 42);
	post(&pair.a, &pair.b, IBV_WR_SEND, 2, 0, 64);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	wc = expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.byte_len, 64);
	assert_true(filled(pair.b.buf, 64, 42));
	pair_close(&pair);
}

static void V29_a_reset_qp_forgets_and_can_be_used_again(void **state)
{
	struct plan plan = {0};
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	for (uint64_t round = 0; round < 20; round++) {
		/* left behind: completions nobody polled, receives nobody filled */
		for (uint64_t i = 0; i < 5; i++)
			post_receive(&pair.b, 1000 + i, 0, 64);
		post(&pair.a, &pair.b, IBV_WR_SEND, 500, 0, 64);
		if (round & 1)
			expect(pair.b.rcq, 1000, IBV_WC_SUCCESS);
		assert_int_equal(side_to(&pair.a, IBV_QPS_RESET), 0);
		assert_int_equal(side_to(&pair.b, IBV_QPS_RESET), 0);
		expect_nothing(pair.a.scq);
		expect_nothing(pair.b.rcq);
		side_connect(&pair.a, &plan, &pair.b);
		side_connect(&pair.b, &plan, &pair.a);
		post_receive(&pair.b, round, 0, 64);
		fill(pair.a.buf, 64, (uint32_t)round);
		post(&pair.a, &pair.b, IBV_WR_SEND, round, 0, 64);
		expect(pair.a.scq, round, IBV_WC_SUCCESS);
		expect(pair.b.rcq, round, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf, 64, (uint32_t)round));
	}
	pair_close(&pair);
}

static void V29_completions_of_a_destroyed_qp_are_gone(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	kit_sleep(20);
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V42_real_capacities_are_written_back),
		TEST(V42_as_much_as_written_back_can_be_posted),
		TEST(V42_refused_capacities_are_left_as_they_were),
		TEST(V29_creation_checks_its_parts),
		TEST(V29_a_new_qp_is_in_reset),
		TEST(V41_wrong_masks_change_nothing_rc),
		TEST(V41_wrong_masks_change_nothing_uc),
		TEST(V41_wrong_masks_change_nothing_ud),
		TEST(V41_states_that_do_not_follow_are_refused),
		TEST(V41_wrong_values_change_nothing),
		TEST(V43_query_answers_what_was_set),
		TEST(V43_the_mask_is_a_minimum),
		TEST(V39_posting_sends_stops_at_the_first_bad_one),
		TEST(V39_unknown_opcodes_are_bad),
		TEST(V39_posting_receives_stops_at_the_first_bad_one),
		TEST(V39_a_list_longer_than_the_queue_is_posted_as_far_as_it_goes),
		TEST(V40_inline_buffers_may_be_reused_at_once),
		TEST(V40_more_inline_data_than_granted_is_refused),
		TEST(V38_V40_without_inline_the_key_is_looked_at),
		TEST(V30_posting_needs_a_state_that_takes_it),
		TEST(V29_a_reset_qp_forgets_and_can_be_used_again),
		TEST(V29_completions_of_a_destroyed_qp_are_gone),
	};

	return cmocka_run_group_tests_name("pairs", tests, NULL, NULL);
}
