/* SPDX-License-Identifier: BSD-2-Clause */
/* X51 to X56 and X58 to X63: states and attributes of receive queue pairs. */
#include "ends.h"

#include <unistd.h>

static const struct plan plan = {0};

static void x51_x52_reset_init_rtr_is_enough(void **state)
{
	struct sender sender;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	sender_open(&sender, 1);
	qpn = rcv_qp(&place);
	assert_int_equal(rcv_to_rtr(place.domain, qpn, sender.port.lid, sender.qp->qp_num),
			 EINVAL); /* not in one step */
	assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_INIT);
	assert_int_equal(rcv_to_rtr(place.domain, qpn, sender.port.lid, sender.qp->qp_num), 0);
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_RTR);
	sender_connect(&sender, place.port.lid, qpn);
	place_post(&place, 1, 0, 10);
	send_to(&sender, place.srq->xrc_srq_num, 2, 0, 10);
	expect(place.cq, 1, IBV_WC_SUCCESS);
	expect(sender.cq, 2, IBV_WC_SUCCESS);
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_RTR);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	sender_close(&sender);
	place_close(&place);
}

/* A change that lacks one of the attributes in `mask` is refused and has no effect. */
static void each_is_required(struct place *place, uint32_t qpn, enum ibv_qp_state to, int mask)
{
	struct ibv_qp_attr attr = kit_attr(&plan, 1, 0x123);
	int before = rcv_state(place->domain, qpn);

	attr.qp_state = to;
	for (int bit = 1; bit <= mask; bit <<= 1) {
		if (!(mask & bit) || bit == IBV_QP_STATE)
			continue;
		assert_int_equal(ibv_modify_xrc_rcv_qp(place->domain, qpn, &attr, mask & ~bit),
				 EINVAL);
		assert_int_equal(rcv_state(place->domain, qpn), before);
	}
}

static void x53_x54_required_attributes(void **state)
{
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	each_is_required(&place, qpn, IBV_QPS_INIT, INIT_MASK);
	assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	each_is_required(&place, qpn, IBV_QPS_RTR, RC_RTR_MASK);
	assert_int_equal(rcv_to_rtr(place.domain, qpn, 1, 0x123), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

static void x55_further_attributes(void **state)
{
	struct ibv_qp_attr attr, got;
	struct ibv_qp_init_attr init;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	attr = kit_attr(&plan, 1, 0x123);
	attr.qp_state = IBV_QPS_RTR;
	attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
	attr.alt_ah_attr = (struct ibv_ah_attr){.dlid = 2, .port_num = 1};
	attr.alt_port_num = 1;
	attr.alt_timeout = 9;
	assert_int_equal(ibv_modify_xrc_rcv_qp(place.domain, qpn, &attr,
					       RC_RTR_MASK | IBV_QP_ACCESS_FLAGS | IBV_QP_ALT_PATH),
			 0);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &got, 0, &init), 0);
	assert_int_equal(got.qp_access_flags, IBV_ACCESS_REMOTE_WRITE);
	assert_int_equal(got.alt_ah_attr.dlid, 2);
	assert_int_equal(got.alt_port_num, 1);
	assert_int_equal(got.alt_timeout, 9);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

/* X56: make one value wrong. */
static void spoil(int what, struct ibv_qp_attr *attr, int *mask)
{
	switch (what) {
	case 0:
		*mask |= IBV_QP_QKEY;
		break;
	case 1:
		*mask |= IBV_QP_SQ_PSN;
		break;
	case 2:
		*mask |= 1 << 30;
		break;
	case 3:
		attr->port_num = 77;
		*mask |= IBV_QP_PORT;
		break;
	case 4:
		attr->pkey_index = 60000;
		*mask |= IBV_QP_PKEY_INDEX;
		break;
	default:
		attr->qp_state = IBV_QPS_SQD;
	}
}

static void x56_all_or_nothing(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr before, after;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	memset(&before, 0, sizeof(before));
	memset(&after, 0, sizeof(after));
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &before, ~0, &init), 0);
	for (int what = 0; what <= 5; what++) {
		struct ibv_qp_attr attr = kit_attr(&plan, 1, 0x123);
		int mask = RC_RTR_MASK | IBV_QP_ACCESS_FLAGS;

		attr.qp_state = IBV_QPS_RTR;
		attr.qp_access_flags = 0;
		spoil(what, &attr, &mask);
		if (ibv_modify_xrc_rcv_qp(place.domain, qpn, &attr, mask) <= 0)
			fail_msg("mistake %d was accepted", what);
		assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &after, ~0, &init), 0);
		assert_memory_equal(&before, &after, sizeof(before));
	}
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

static void x58_any_process_with_the_domain_may_modify_it(void **state)
{
	struct place a, b;
	struct sender sender;
	int fd = domain_file();
	uint32_t qpn;

	(void)state;
	place_open(&a, 0, fd);
	place_open(&b, 0, fd);
	sender_open(&sender, 1);
	qpn = rcv_qp(&a);
	join(&sender, &b, qpn); /* b is not registered */
	assert_int_equal(rcv_state(b.domain, qpn), IBV_QPS_RTR);
	assert_int_equal(rcv_state(a.domain, qpn), IBV_QPS_RTR);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(b.domain, qpn), EINVAL); /* and still is not */
	place_post(&a, 1, 0, 10);
	send_to(&sender, a.srq->xrc_srq_num, 2, 0, 10);
	expect(a.cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	sender_close(&sender);
	place_close(&a);
	place_close(&b);
	close(fd);
}

static void x59_x60_x61_query_tells_what_was_set(void **state)
{
	struct ibv_qp_init_attr init = {0};
	struct ibv_qp_attr got;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &got, IBV_QP_STATE, &init), 0);
	assert_int_equal(got.qp_state, IBV_QPS_INIT);
	assert_int_equal(got.port_num, 1); /* also attributes that the mask did not name */
	assert_int_equal(got.pkey_index, 0);
	assert_int_equal(got.qp_access_flags, ALL_REMOTE);
	assert_ptr_equal(init.xrc_domain, place.domain);
	assert_int_equal(init.qp_type, IBV_QPT_XRC);
	assert_int_equal(rcv_to_rtr(place.domain, qpn, 17, 0x123), 0);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &got, RC_RTR_MASK, &init), 0);
	assert_int_equal(got.qp_state, IBV_QPS_RTR);
	assert_int_equal(got.path_mtu, IBV_MTU_1024);
	assert_int_equal(got.dest_qp_num, 0x123);
	assert_int_equal(got.rq_psn, kit_psn(0x123));
	assert_int_equal(got.max_dest_rd_atomic, 8);
	assert_int_equal(got.min_rnr_timer, 1);
	assert_int_equal(got.ah_attr.dlid, 17);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

static void x62_x63_sizes_are_zero(void **state)
{
	static const struct ibv_qp_cap none;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr got;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	for (int round = 0; round < 2; round++) {
		memset(&got, 0xff, sizeof(got));
		memset(&init, 0xff, sizeof(init));
		assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &got, IBV_QP_CAP, &init),
				 0);
		assert_int_equal(got.qp_state, round ? IBV_QPS_INIT : IBV_QPS_RESET);
		assert_memory_equal(&got.cap, &none, sizeof(none));
		assert_memory_equal(&init.cap, &none, sizeof(none));
		if (!round)
			assert_int_equal(rcv_to_init(place.domain, qpn), 0);
	}
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x51_x52_reset_init_rtr_is_enough),
		TEST(x53_x54_required_attributes),
		TEST(x55_further_attributes),
		TEST(x56_all_or_nothing),
		TEST(x58_any_process_with_the_domain_may_modify_it),
		TEST(x59_x60_x61_query_tells_what_was_set),
		TEST(x62_x63_sizes_are_zero),
	};

	return cmocka_run_group_tests_name("xrc states", tests, NULL, NULL);
}
