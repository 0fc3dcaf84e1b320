/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V31, V46, V47: multicast groups: membership and delivery. */
#include "ud.h"

/** A test that gets two new sides. */
#define EACH(name) cmocka_unit_test_setup_teardown(name, set_up_multicast, tear_down)

static const union ibv_gid group = {.raw = {0xff, 0x12, 0x40, 0x1b, [15] = 0x77}};
static const union ibv_gid other_group = {.raw = {0xff, 0x12, 0x40, 0x1b, [15] = 0x78}};
static struct side a, b;
static struct ibv_ah *ah;

static int set_up_multicast(void **state)
{
	(void)state;
	ud_open(&a, 0);
	ud_open(&b, 1);
	ah = ud_group_handle(&a, &group);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(ibv_destroy_ah(ah), 0);
	side_close(&a);
	side_close(&b);
	return 0;
}

static void join(struct side *side, const union ibv_gid *gid)
{
	assert_int_equal(ibv_attach_mcast(side->qp, gid, UD_LID), 0);
}

static void leave(struct side *side, const union ibv_gid *gid)
{
	assert_int_equal(ibv_detach_mcast(side->qp, gid, UD_LID), 0);
}

/* Send a message of pattern `seed` to the group. */
static void send_to_group(struct ibv_ah *to, uint32_t seed)
{
	fill(a.buf, 64, seed);
	ud_send(&a, to, UD_MULTICAST_QPN, 0, 64);
}

/* The message of pattern `seed` arrives in the receive that was posted at this offset. */
static struct ibv_wc expect_message(struct side *side, size_t offset, uint32_t seed)
{
	struct ibv_wc wc = expect(side->rcq, offset, IBV_WC_SUCCESS);

	assert_int_equal(wc.byte_len, UD_GRH + 64);
	assert_int_equal(wc.src_qp, a.qp->qp_num);
	assert_int_equal(wc.qp_num, side->qp->qp_num);
	assert_true(filled(side->buf + offset + UD_GRH, 64, seed));
	return wc;
}

static void post_receive_at(struct side *side, size_t offset)
{
	post_receive(side, offset, offset, UD_GRH + 64);
}

/* --- membership -------------------------------------------------------------------------- */

static void expect_attach_refused(struct ibv_qp *qp, const union ibv_gid *gid)
{
	assert_int_equal(ibv_attach_mcast(qp, gid, UD_LID), EINVAL);
	assert_int_equal(ibv_detach_mcast(qp, gid, UD_LID), EINVAL);
}

static void V31_V47_groups_are_for_datagrams(void **state)
{
	const union ibv_gid single = {.raw = {0xfe, 0x80}};
	struct side rc, uc;

	(void)state;
	side_open(&rc, 0, &(struct plan){.type = IBV_QPT_RC});
	side_open(&uc, 0, &(struct plan){.type = IBV_QPT_UC});
	expect_attach_refused(rc.qp, &group);
	expect_attach_refused(uc.qp, &group);
	expect_attach_refused(b.qp, &single);
	side_close(&rc);
	side_close(&uc);
}

static void V31_detaching_requires_the_attached_group(void **state)
{
	(void)state;
	assert_int_equal(ibv_detach_mcast(b.qp, &group, UD_LID), EINVAL);
	join(&b, &group);
	assert_int_equal(ibv_detach_mcast(b.qp, &other_group, UD_LID), EINVAL);
	assert_int_equal(ibv_detach_mcast(b.qp, &group, UD_LID + 1), EINVAL);
	leave(&b, &group);
	assert_int_equal(ibv_detach_mcast(b.qp, &group, UD_LID), EINVAL);
}

static void V31_an_attached_queue_pair_cannot_be_destroyed(void **state)
{
	struct side member;

	(void)state;
	ud_open_on(&member, &b, 0, NULL);
	join(&member, &group);
	assert_int_equal(ibv_destroy_qp(member.qp), EBUSY);
	post_receive_at(&member, 0);
	send_to_group(ah, 1);
	expect_message(&member, 0, 1); /* the member still receives */
	leave(&member, &group);
	ud_close_on(&member);
}

static void V31_attaching_twice_counts_once(void **state)
{
	(void)state;
	join(&b, &group);
	join(&b, &group);
	post_receive_at(&b, 0);
	post_receive_at(&b, 200);
	send_to_group(ah, 1);
	expect_message(&b, 0, 1);
	expect_nothing(b.rcq);
	leave(&b, &group);
	send_to_group(ah, 2);
	expect_nothing(b.rcq);
	assert_int_equal(ibv_detach_mcast(b.qp, &group, UD_LID), EINVAL);
}

/* A datagram queue pair may join in any state; it receives from RTR on. */
static void V31_attaching_works_in_every_state(void **state)
{
	(void)state;
	assert_int_equal(side_to(&b, IBV_QPS_RESET), 0);
	join(&b, &group);
	ud_to(b.qp, IBV_QPS_RTR);
	post_receive_at(&b, 0);
	send_to_group(ah, 1);
	expect_message(&b, 0, 1);
	leave(&b, &group);
}

static void V31_a_group_has_at_most_max_mcast_qp_attach_members(void **state)
{
	struct ibv_device_attr attr;
	struct ibv_qp **qps;
	int n;

	(void)state;
	assert_int_equal(ibv_query_device(b.ctx, &attr), 0);
	n = attr.max_mcast_qp_attach;
	qps = calloc((size_t)n + 1, sizeof(struct ibv_qp *));
	assert_non_null(qps);
	for (int i = 0; i <= n; i++) {
		struct ibv_qp_init_attr init = {
			.send_cq = b.scq, .recv_cq = b.rcq, .qp_type = IBV_QPT_UD};

		qps[i] = ibv_create_qp(b.pd, &init);
		assert_non_null(qps[i]);
		assert_int_equal(ibv_attach_mcast(qps[i], &group, UD_LID), i < n ? 0 : ENOMEM);
	}
	assert_int_equal(ibv_detach_mcast(qps[0], &group, UD_LID), 0);
	assert_int_equal(ibv_attach_mcast(qps[n], &group, UD_LID), 0);
	for (int i = 0; i <= n; i++) {
		if (i)
			assert_int_equal(ibv_detach_mcast(qps[i], &group, UD_LID), 0);
		assert_int_equal(ibv_destroy_qp(qps[i]), 0);
	}
	free(qps);
}

/* --- delivery ---------------------------------------------------------------------------- */

static void V31_every_member_gets_a_copy(void **state)
{
	struct side near, far, stranger;

	(void)state;
	ud_open_on(&near, &a, 0, NULL);
	ud_open_on(&far, &b, 0, NULL);
	ud_open_on(&stranger, &b, 0, NULL);
	join(&near, &group);
	join(&far, &group);
	join(&b, &group);
	join(&stranger, &other_group);
	post_receive_at(&a, 1000); /* sends, but is not a member */
	post_receive_at(&near, 1200);
	post_receive_at(&b, 0);
	post_receive_at(&far, 200);
	post_receive_at(&stranger, 400);
	send_to_group(ah, 3);
	expect_message(&near, 1200, 3);
	expect_message(&b, 0, 3);
	expect_message(&far, 200, 3);
	expect_nothing(stranger.rcq);
	expect_nothing(a.rcq);
	leave(&near, &group);
	leave(&far, &group);
	leave(&b, &group);
	leave(&stranger, &other_group);
	ud_close_on(&near);
	ud_close_on(&far);
	ud_close_on(&stranger);
}

/* Members may be on any port: here, on the devices' second ports if there are any. */
static void V31_members_at_other_ports_receive_too(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 2, .qkey = UD_QKEY};
	struct ibv_device_attr device;
	struct side second;

	(void)state;
	assert_int_equal(ibv_query_device(a.ctx, &device), 0);
	if (device.phys_port_cnt < 2)
		return;
	ud_open_on(&second, &a, 0, NULL);
	assert_int_equal(side_to(&second, IBV_QPS_RESET), 0);
	assert_int_equal(ibv_modify_qp(second.qp, &attr, UD_INIT_MASK), 0);
	assert_int_equal(side_to(&second, IBV_QPS_RTR), 0);
	join(&second, &group);
	join(&b, &group);
	post_receive_at(&second, 1000);
	post_receive_at(&b, 0);
	send_to_group(ah, 5);
	expect_message(&second, 1000, 5);
	expect_message(&b, 0, 5);
	leave(&second, &group);
	leave(&b, &group);
	ud_close_on(&second);
}

static void V31_a_sender_that_is_a_member_receives_its_own_datagram(void **state)
{
	(void)state;
	join(&a, &group);
	post_receive_at(&a, 1000);
	send_to_group(ah, 4);
	expect_message(&a, 1000, 4);
	leave(&a, &group);
}

/*
 * A sender created with IBV_QP_CREATE_BLOCK_SELF_MCAST_LB does not receive its own messages. The
 * others do, and it receives theirs.
 */
static void V31_a_sender_may_refuse_its_own_copies(void **state)
{
	struct side quiet, near;
	struct ibv_sge sge;
	struct ibv_send_wr wr;

	(void)state;
	ud_open_on(&quiet, &a, IBV_QP_CREATE_BLOCK_SELF_MCAST_LB, NULL);
	ud_open_on(&near, &a, 0, NULL);
	join(&quiet, &group);
	join(&near, &group);
	join(&b, &group);
	post_receive_at(&quiet, 1000);
	post_receive_at(&near, 1200);
	post_receive_at(&b, 0);
	fill(a.buf, 64, 5);
	sge = side_sge(&quiet, 0, 64);
	wr = ud_wr(&sge, ah, UD_MULTICAST_QPN, 1);
	assert_int_equal(post_wr(&quiet, &wr), 0);
	expect(quiet.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(expect(near.rcq, 1200, IBV_WC_SUCCESS).src_qp, quiet.qp->qp_num);
	assert_int_equal(expect(b.rcq, 0, IBV_WC_SUCCESS).src_qp, quiet.qp->qp_num);
	expect_nothing(quiet.rcq);
	post_receive_at(&near, 1200);
	post_receive_at(&b, 0);
	send_to_group(ah, 6);
	expect_message(&quiet, 1000, 6);
	expect_message(&near, 1200, 6);
	expect_message(&b, 0, 6);
	leave(&quiet, &group);
	leave(&near, &group);
	leave(&b, &group);
	ud_close_on(&quiet);
	ud_close_on(&near);
}

/* A message that one member cannot receive still reaches the others. */
static void V31_a_failing_member_does_not_affect_others(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS, .qkey = UD_QKEY + 1};
	struct side keyed, empty, broken, well;

	(void)state;
	ud_open_on(&keyed, &b, 0, NULL);
	ud_open_on(&empty, &b, 0, NULL);
	ud_open_on(&broken, &b, 0, NULL);
	ud_open_on(&well, &b, 0, NULL);
	join(&keyed, &group);
	join(&empty, &group);
	join(&broken, &group);
	join(&well, &group);
	assert_int_equal(ibv_modify_qp(keyed.qp, &attr, IBV_QP_STATE | IBV_QP_QKEY), 0);
	post_receive_at(&keyed, 0);
	post_receive(&broken, 1, 200, UD_GRH);
	post_receive_at(&well, 400);
	send_to_group(ah, 7);
	expect_message(&well, 400, 7);
	expect(broken.rcq, 1, IBV_WC_LOC_LEN_ERR);
	expect_nothing(keyed.rcq);
	expect_nothing(empty.rcq);
	leave(&keyed, &group);
	leave(&empty, &group);
	leave(&broken, &group);
	leave(&well, &group);
	ud_close_on(&keyed);
	ud_close_on(&empty);
	ud_close_on(&broken);
	ud_close_on(&well);
}

static void V31_a_datagram_to_a_group_without_members_is_dropped(void **state)
{
	(void)state;
	post_receive_at(&b, 0);
	send_to_group(ah, 8);
	expect_nothing(b.rcq);
}

/* A member of two groups receives from both, with one completion per packet. */
static void V31_a_queue_pair_may_belong_to_many_groups(void **state)
{
	struct ibv_ah *to_other = ud_group_handle(&a, &other_group);

	(void)state;
	join(&b, &group);
	join(&b, &other_group);
	for (size_t i = 0; i < 4; i++)
		post_receive_at(&b, i * 200);
	send_to_group(ah, 1);
	expect_message(&b, 0, 1);
	send_to_group(to_other, 2);
	expect_message(&b, 200, 2);
	leave(&b, &group);
	send_to_group(ah, 3);
	send_to_group(to_other, 4);
	expect_message(&b, 400, 4);
	expect_nothing(b.rcq);
	leave(&b, &other_group);
	assert_int_equal(ibv_destroy_ah(to_other), 0);
}

/* The LID is in host byte order, as in an address handle. */
static void V47_the_lid_alone_names_a_group(void **state)
{
	struct ibv_ah_attr attr = {.dlid = UD_LID, .port_num = 1};
	struct ibv_ah *by_lid;
	struct ibv_wc wc;

	(void)state;
	if (on_ethernet(&a))
		return; /* Ethernet has no LIDs */
	by_lid = ibv_create_ah(a.pd, &attr);
	assert_non_null(by_lid);
	join(&b, &group);
	assert_int_equal(ibv_attach_mcast(a.qp, &other_group, UD_LID + 1), 0);
	post_receive_at(&a, 1000);
	post_receive_at(&b, 0);
	send_to_group(by_lid, 9);
	wc = expect_message(&b, 0, 9);
	assert_int_equal(wc.wc_flags & IBV_WC_GRH, 0);
	assert_int_equal(wc.slid, a.port.lid);
	expect_nothing(a.rcq);
	assert_int_equal(ibv_detach_mcast(a.qp, &other_group, UD_LID + 1), 0);
	leave(&b, &group);
	assert_int_equal(ibv_destroy_ah(by_lid), 0);
}

/* A group's address cannot be a source: the reply's source is an address of the receiver. */
static void V46_a_reply_to_a_multicast_goes_to_its_sender(void **state)
{
	const struct ibv_grh *grh = (struct ibv_grh *)(void *)b.buf;
	struct ibv_ah *back;
	struct ibv_wc wc;

	(void)state;
	join(&b, &group);
	post_receive_at(&b, 0);
	send_to_group(ah, 1);
	wc = expect_message(&b, 0, 1);
	assert_true(wc.wc_flags & IBV_WC_GRH);
	assert_memory_equal(&grh->dgid, &group, sizeof(group));
	back = ibv_create_ah_from_wc(b.pd, &wc, (struct ibv_grh *)(void *)b.buf, 1);
	assert_non_null(back);
	post_receive_at(&a, 1000);
	ud_send(&b, back, wc.src_qp, 500, 64);
	assert_int_equal(expect(a.rcq, 1000, IBV_WC_SUCCESS).src_qp, b.qp->qp_num);
	leave(&b, &group);
	assert_int_equal(ibv_destroy_ah(back), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(V31_V47_groups_are_for_datagrams),
		EACH(V31_detaching_requires_the_attached_group),
		EACH(V31_an_attached_queue_pair_cannot_be_destroyed),
		EACH(V31_attaching_twice_counts_once),
		EACH(V31_attaching_works_in_every_state),
		EACH(V31_a_group_has_at_most_max_mcast_qp_attach_members),
		EACH(V31_every_member_gets_a_copy),
		EACH(V31_members_at_other_ports_receive_too),
		EACH(V31_a_sender_that_is_a_member_receives_its_own_datagram),
		EACH(V31_a_sender_may_refuse_its_own_copies),
		EACH(V31_a_failing_member_does_not_affect_others),
		EACH(V31_a_datagram_to_a_group_without_members_is_dropped),
		EACH(V31_a_queue_pair_may_belong_to_many_groups),
		EACH(V47_the_lid_alone_names_a_group),
		EACH(V46_a_reply_to_a_multicast_goes_to_its_sender),
	};

	return RUN_TESTS(tests);
}
