/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V41 and V43 for every transition: each type of queue pair, from each state, to each state,
 * according to the spec's table. After a refused change, a query returns the same attributes.
 */
#include "kit.h"

#include <fcntl.h>
#include <inverbs/kernel/qp_states.h>

enum {
	LAST_BIT = IBV_QP_DEST_QPN,
	EVERY_BIT = (LAST_BIT << 1) - 1,
	STATES = IBV_QPS_ERR + 1,
};

/* A queue pair and the objects that it uses; an XRC target has only the domain. */
struct subject {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_xrcd *xrcd;
	struct ibv_qp *qp;
	enum ibv_qp_type type;
	struct ibv_ah_attr to;
};

static bool is_xrc(enum ibv_qp_type type)
{
	return type == IBV_QPT_XRC_SEND || type == IBV_QPT_XRC_RECV;
}

static struct ibv_qp *make_qp(struct subject *s)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = s->type,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = s->pd,
		.send_cq = s->cq,
		.recv_cq = s->cq,
		.cap = {4, is_xrc(s->type) ? 0 : 4, 1, is_xrc(s->type) ? 0 : 1, 0},
	};

	if (s->type == IBV_QPT_XRC_RECV)
		init = (struct ibv_qp_init_attr_ex){
			.qp_type = s->type, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = s->xrcd};
	return ibv_create_qp_ex(s->ctx, &init);
}

static void close_parts(struct subject *s)
{
	assert_int_equal(ibv_destroy_cq(s->cq), 0);
	assert_int_equal(ibv_dealloc_pd(s->pd), 0);
	assert_int_equal(ibv_close_device(s->ctx), 0);
}

static void open_subject(struct subject *s, enum ibv_qp_type type)
{
	struct ibv_xrcd_init_attr domain = {.comp_mask = IBV_XRCD_INIT_ATTR_FD |
							 IBV_XRCD_INIT_ATTR_OFLAGS,
					    .fd = -1,
					    .oflags = O_CREAT};

	*s = (struct subject){.ctx = kit_open(0), .type = type};
	s->to = kit_address(s->ctx);
	s->pd = ibv_alloc_pd(s->ctx);
	s->cq = ibv_create_cq(s->ctx, 16, NULL, NULL, 0);
	if (is_xrc(type)) {
		s->xrcd = ibv_open_xrcd(s->ctx, &domain);
		if (!s->xrcd && errno == EOPNOTSUPP) {
			close_parts(s);
			skip();
		}
		assert_non_null(s->xrcd);
	}
	s->qp = make_qp(s);
	assert_non_null(s->qp);
}

static void close_subject(struct subject *s)
{
	assert_int_equal(ibv_destroy_qp(s->qp), 0);
	if (s->xrcd)
		assert_int_equal(ibv_close_xrcd(s->xrcd), 0);
	close_parts(s);
}

/* Valid values for every attribute that a mask can name. */
static struct ibv_qp_attr valid_attributes(const struct subject *s, enum ibv_qp_state to)
{
	struct ibv_qp_attr attr = kit_attr(&(struct plan){.mtu = IBV_MTU_512}, 0, 0x77);

	attr.qp_state = to;
	attr.cur_qp_state = s->qp->state;
	attr.qkey = 0x1234;
	attr.sq_psn = kit_psn(s->qp->qp_num);
	attr.ah_attr = s->to;
	attr.alt_ah_attr = attr.ah_attr;
	attr.alt_ah_attr.sl = 3;
	attr.alt_port_num = 1;
	attr.alt_timeout = 9;
	return attr;
}

static bool draining(struct subject *s)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	assert_int_equal(ibv_query_qp(s->qp, &attr, IBV_QP_STATE, &init), 0);
	return attr.sq_draining;
}

/* Change the state. An idle queue is drained at once, but with real kernels that may take a moment,
 * during which changes are refused. */
static int change_state(struct subject *s, enum ibv_qp_state to, uint32_t mask)
{
	struct ibv_qp_attr attr = valid_attributes(s, to);
	int ret = ibv_modify_qp(s->qp, &attr, (int)mask);

	for (int i = 0; !ret && to == IBV_QPS_SQD && draining(s) && i < KIT_SECONDS * 1000; i++)
		kit_sleep(1);
	return ret;
}

static void expect_change(struct subject *s, enum ibv_qp_state to)
{
	const struct uverbs_transition *t = uverbs_find_transition(s->type, s->qp->state, to);

	assert_non_null(t);
	assert_int_equal(change_state(s, to, IBV_QP_STATE | t->required), 0);
}

/* Post a bad request, after which unreliable types are in SQE. False for types without SQE. */
static bool fail_a_request(struct subject *s)
{
	struct ibv_sge nowhere = {.length = 8, .lkey = 0x77};
	struct ibv_send_wr wr = {.sg_list = &nowhere, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;
	struct ibv_ah_attr attr = s->to;
	struct ibv_ah *ah = NULL;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr now;
	struct ibv_wc wc;

	if (s->type != IBV_QPT_UC && s->type != IBV_QPT_UD)
		return false;
	if (s->type == IBV_QPT_UD) {
		ah = ibv_create_ah(s->pd, &attr);
		wr.wr.ud.ah = ah;
		wr.wr.ud.remote_qpn = s->qp->qp_num;
	}
	assert_int_equal(ibv_post_send(s->qp, &wr, &bad), 0);
	take_completions(s->cq, &wc, 1);
	assert_int_not_equal(wc.status, IBV_WC_SUCCESS); /* datagram_errors tests which status */
	/* a query also updates the library's state */
	assert_int_equal(ibv_query_qp(s->qp, &now, IBV_QP_STATE, &init), 0);
	if (ah)
		assert_int_equal(ibv_destroy_ah(ah), 0);
	return s->qp->state == IBV_QPS_SQE;
}

/* Bring the queue pair to a state, by the fewest changes. False if this type cannot get there. */
static bool bring_to(struct subject *s, enum ibv_qp_state state)
{
	expect_change(s, IBV_QPS_RESET);
	if (state == IBV_QPS_RESET)
		return true;
	expect_change(s, IBV_QPS_INIT);
	if (state >= IBV_QPS_RTR && state != IBV_QPS_ERR) {
		expect_change(s, IBV_QPS_RTR);
		if (state > IBV_QPS_RTR)
			expect_change(s, IBV_QPS_RTS);
	}
	if (state == IBV_QPS_SQE)
		return fail_a_request(s);
	if (state == IBV_QPS_SQD || state == IBV_QPS_ERR)
		expect_change(s, state);
	return s->qp->state == state;
}

static void snapshot(const struct subject *s, struct ibv_qp_attr *attr)
{
	struct ibv_qp_init_attr init;

	memset(attr, 0, sizeof(*attr));
	assert_int_equal(ibv_query_qp(s->qp, attr, EVERY_BIT, &init), 0);
}

static void expect_change_refused(struct subject *s, struct ibv_qp_attr *attr, uint32_t mask,
				  const struct ibv_qp_attr *before)
{
	enum ibv_qp_state from = s->qp->state;
	struct ibv_qp_attr after;
	int ret = ibv_modify_qp(s->qp, attr, (int)mask);

	if (ret != EINVAL)
		fail_msg("type %d from state %d to %d with mask 0x%x: %d instead of EINVAL",
			 s->type, from, attr->qp_state, mask, ret);
	assert_int_equal(s->qp->state, from);
	snapshot(s, &after);
	assert_memory_equal(before, &after, sizeof(after));
}

/*
 * Unless the change is to RTR, the kernel adds PORT to a mask with AV before it looks at the table:
 * a row with AV but without PORT can then never be used with AV.
 */
static bool usable(const struct subject *s, const struct uverbs_transition *t, uint32_t bit)
{
	if (bit == IBV_QP_ALT_PATH && s->to.is_global) /* Ethernet has no alternate paths */
		return false;
	return bit != IBV_QP_AV || t->to == IBV_QPS_RTR || t->optional & IBV_QP_PORT;
}

/* A mask is refused with each attribute that it must not have, and without each one that it must.
 */
static void refuse_wrong_masks(struct subject *s, const struct uverbs_transition *t)
{
	uint32_t needed = IBV_QP_STATE | t->required;
	uint32_t ignored = uverbs_dropped_attributes(s->type);
	struct ibv_qp_attr attr = valid_attributes(s, (enum ibv_qp_state)t->to), before;

	snapshot(s, &before);
	for (uint32_t bit = IBV_QP_STATE << 1; bit <= LAST_BIT; bit <<= 1) {
		if (t->required & bit)
			expect_change_refused(s, &attr, needed & ~bit, &before);
		else if (!((t->optional | ignored) & bit) || !usable(s, t, bit))
			expect_change_refused(s, &attr, needed | bit, &before);
	}
}

static void expect_change_accepted(struct subject *s, const struct uverbs_transition *t,
				   uint32_t optional)
{
	uint32_t mask = IBV_QP_STATE | t->required | optional;
	int ret;

	if ((int)s->qp->state != t->from)
		assert_true(bring_to(s, (enum ibv_qp_state)t->from));
	ret = change_state(s, (enum ibv_qp_state)t->to, mask);
	if (ret)
		fail_msg("type %d from state %d to %d with mask 0x%x: %d", s->type, t->from, t->to,
			 mask, ret);
	assert_int_equal(s->qp->state, t->to);
}

static void try_row(struct subject *s, const struct uverbs_transition *t)
{
	uint32_t all = 0;

	refuse_wrong_masks(s, t);
	expect_change_accepted(s, t, 0);
	for (uint32_t bit = IBV_QP_STATE << 1; bit <= LAST_BIT; bit <<= 1) {
		if (!(t->optional & bit) || !usable(s, t, bit))
			continue;
		expect_change_accepted(s, t, bit);
		all |= bit;
	}
	expect_change_accepted(s, t, all | uverbs_dropped_attributes(s->type));
}

static void try_all_changes(enum ibv_qp_type type)
{
	struct subject s;

	open_subject(&s, type);
	for (int from = IBV_QPS_RESET; from < STATES; from++) {
		/* also to numbers beyond the last state */
		for (int to = IBV_QPS_RESET; to < STATES + 2; to++) {
			const struct uverbs_transition *t = uverbs_find_transition(type, from, to);
			struct ibv_qp_attr attr, before;

			if (!bring_to(&s, (enum ibv_qp_state)from))
				break;
			if (t) {
				try_row(&s, t);
				continue;
			}
			attr = valid_attributes(&s, (enum ibv_qp_state)to);
			snapshot(&s, &before);
			expect_change_refused(&s, &attr, IBV_QP_STATE, &before);
			expect_change_refused(&s, &attr, EVERY_BIT & ~(uint32_t)IBV_QP_CAP,
					      &before);
		}
	}
	close_subject(&s);
}

static void V41_every_change_of_rc(void **state)
{
	(void)state;
	try_all_changes(IBV_QPT_RC);
}

static void V41_every_change_of_uc(void **state)
{
	(void)state;
	try_all_changes(IBV_QPT_UC);
}

static void V41_every_change_of_ud(void **state)
{
	(void)state;
	try_all_changes(IBV_QPT_UD);
}

static void V41_every_change_of_an_xrc_sender(void **state)
{
	(void)state;
	try_all_changes(IBV_QPT_XRC_SEND);
}

static void V41_every_change_of_an_xrc_target(void **state)
{
	(void)state;
	try_all_changes(IBV_QPT_XRC_RECV);
}

/* --- values ------------------------------------------------------------------------------ */

struct bad_value {
	enum ibv_qp_state from, to;
	uint32_t extra; /* optional attributes in the mask */
	size_t offset;  /* of the attribute in struct ibv_qp_attr */
	size_t bytes;
	uint32_t value;
};

#define BAD(from, to, extra, field, value)                                                         \
	{                                                                                          \
		from, to, extra, offsetof(struct ibv_qp_attr, field),                              \
			sizeof(((struct ibv_qp_attr *)0)->field), value                            \
	}

static const struct bad_value bad_values[] = {
	BAD(IBV_QPS_RESET, IBV_QPS_INIT, 0, port_num, 0),
	BAD(IBV_QPS_RESET, IBV_QPS_INIT, 0, port_num, 9),
	BAD(IBV_QPS_RESET, IBV_QPS_INIT, 0, pkey_index, 0x7fff),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, path_mtu, 0),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, path_mtu, IBV_MTU_4096 + 1),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, max_dest_rd_atomic, 255),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, min_rnr_timer, 32),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, ah_attr.port_num, 0),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, 0, ah_attr.port_num, 9),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_PKEY_INDEX, pkey_index, 0x7fff),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_ALT_PATH, alt_port_num, 0),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_ALT_PATH, alt_port_num, 9),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_ALT_PATH, alt_ah_attr.port_num, 0),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_ALT_PATH, alt_pkey_index, 0x7fff),
	BAD(IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_ALT_PATH, alt_timeout, 32),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, 0, timeout, 32),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, 0, retry_cnt, 8),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, 0, rnr_retry, 8),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, 0, max_rd_atomic, 255),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_CUR_STATE, cur_qp_state, IBV_QPS_INIT),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_CUR_STATE, cur_qp_state, IBV_QPS_ERR + 1),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_PATH_MIG_STATE, path_mig_state, IBV_MIG_ARMED + 1),
	/* there is no alternate path to migrate to */
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_PATH_MIG_STATE, path_mig_state, IBV_MIG_REARM),
	BAD(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_PATH_MIG_STATE, path_mig_state, IBV_MIG_ARMED),
	BAD(IBV_QPS_RTS, IBV_QPS_RTS, IBV_QP_MIN_RNR_TIMER, min_rnr_timer, 200),
	BAD(IBV_QPS_SQD, IBV_QPS_SQD, IBV_QP_TIMEOUT, timeout, 255),
	BAD(IBV_QPS_SQD, IBV_QPS_SQD, IBV_QP_AV | IBV_QP_PORT, port_num, 2),
	BAD(IBV_QPS_SQD, IBV_QPS_SQD, IBV_QP_AV, ah_attr.port_num, 0),
};

static void V41_wrong_values_change_nothing(void **state)
{
	struct subject s;

	(void)state;
	open_subject(&s, IBV_QPT_RC);
	for (size_t i = 0; i < COUNT(bad_values); i++) {
		const struct bad_value *b = &bad_values[i];
		const struct uverbs_transition *t = uverbs_find_transition(s.type, b->from, b->to);
		struct ibv_qp_attr attr, before;

		assert_non_null(t);
		assert_true(bring_to(&s, b->from));
		attr = valid_attributes(&s, b->to);
		memcpy((char *)&attr + b->offset, &b->value, b->bytes);
		snapshot(&s, &before);
		expect_change_refused(&s, &attr, IBV_QP_STATE | t->required | b->extra, &before);
	}
	close_subject(&s);
}

static void V41_unknown_attributes_change_nothing(void **state)
{
	struct ibv_qp_attr attr, before, after;
	struct subject s;

	(void)state;
	open_subject(&s, IBV_QPT_RC);
	assert_true(bring_to(&s, IBV_QPS_RTS));
	attr = valid_attributes(&s, IBV_QPS_RTS);
	snapshot(&s, &before);
	for (uint32_t bit = LAST_BIT << 1; bit; bit <<= 1) {
		int ret = ibv_modify_qp(s.qp, &attr,
					(int)(IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | bit));

		assert_true(ret == EOPNOTSUPP || ret == EINVAL);
		snapshot(&s, &after);
		assert_memory_equal(&before, &after, sizeof(after));
	}
	close_subject(&s);
}

/* --- queries ----------------------------------------------------------------------------- */

/* Each attribute has a distinct value, so that swapped ones are noticed. */
static void V43_query_returns_what_was_set(void **state)
{
	struct plan plan = {.mtu = IBV_MTU_512, .retry_cnt = 3, .timeout = 9, .rnr_retry = 5};
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct pair pair;

	(void)state;
	pair_open(&pair, &plan);
	attr = (struct ibv_qp_attr){.min_rnr_timer = 12};
	assert_int_equal(ibv_modify_qp(pair.a.qp, &attr, IBV_QP_MIN_RNR_TIMER), 0);
	assert_int_equal(ibv_query_qp(pair.a.qp, &attr, EVERY_BIT, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_RTS);
	assert_int_equal(attr.qp_access_flags & ALL_REMOTE, ALL_REMOTE);
	assert_int_equal(attr.pkey_index, 0);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(attr.path_mtu, IBV_MTU_512);
	assert_int_equal(attr.dest_qp_num, pair.b.qp->qp_num);
	assert_int_equal(attr.ah_attr.dlid, pair.b.port.lid);
	assert_int_equal(attr.rq_psn, kit_psn(pair.b.qp->qp_num));
	assert_int_equal(attr.sq_psn, kit_psn(pair.a.qp->qp_num));
	assert_int_not_equal(attr.rq_psn, attr.sq_psn);
	assert_int_equal(attr.max_rd_atomic, 4);
	assert_int_equal(attr.max_dest_rd_atomic, 8);
	assert_int_equal(attr.min_rnr_timer, 12);
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

/* Each attribute that may be changed in SQD is changed; a query returns the new values. */
static void V43_attributes_changed_in_sqd_are_read_back(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr, now;
	struct subject s;
	int other_way;

	(void)state;
	open_subject(&s, IBV_QPT_RC);
	assert_true(bring_to(&s, IBV_QPS_SQD));
	other_way = s.to.is_global ? 0 : IBV_QP_ALT_PATH; /* Ethernet has none */
	attr = valid_attributes(&s, IBV_QPS_SQD);
	attr.ah_attr.sl = 5;
	attr.timeout = 17;
	attr.retry_cnt = 4;
	attr.rnr_retry = 3;
	attr.max_rd_atomic = 2;
	attr.max_dest_rd_atomic = 8;
	attr.min_rnr_timer = 21;
	attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
	assert_int_equal(ibv_modify_qp(s.qp, &attr,
				       IBV_QP_STATE | IBV_QP_PORT | IBV_QP_AV | IBV_QP_TIMEOUT |
					       IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
					       IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC |
					       IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER |
					       other_way),
			 0);
	assert_int_equal(ibv_query_qp(s.qp, &now, EVERY_BIT, &init), 0);
	assert_int_equal(now.timeout, 17);
	assert_int_equal(now.retry_cnt, 4);
	assert_int_equal(now.rnr_retry, 3);
	assert_int_equal(now.max_rd_atomic, 2);
	assert_int_equal(now.max_dest_rd_atomic, 8);
	assert_int_equal(now.min_rnr_timer, 21);
	assert_int_equal(now.qp_access_flags, IBV_ACCESS_REMOTE_READ);
	if (other_way) { /* and service levels */
		assert_int_equal(now.ah_attr.sl, 5);
		assert_int_equal(now.alt_ah_attr.sl, 3);
		assert_int_equal(now.alt_port_num, 1);
		assert_int_equal(now.alt_timeout, 9);
	}
	close_subject(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V41_every_change_of_rc),
		TEST(V41_every_change_of_uc),
		TEST(V41_every_change_of_ud),
		TEST(V41_every_change_of_an_xrc_sender),
		TEST(V41_every_change_of_an_xrc_target),
		TEST(V41_wrong_values_change_nothing),
		TEST(V41_unknown_attributes_change_nothing),
		TEST(V43_query_returns_what_was_set),
		TEST(V43_the_mask_is_a_minimum),
		TEST(V43_attributes_changed_in_sqd_are_read_back),
	};

	return RUN_TESTS(tests);
}
