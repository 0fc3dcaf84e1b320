/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V22, V38: datagrams that do not arrive, and which end is notified. */
#include "ud.h"

/** A test that gets two new sides. */
#define EACH(name) cmocka_unit_test_setup_teardown(name, set_up_datagram_errors, tear_down)

static struct side a, b;
static struct ibv_ah *ah;

static int set_up_datagram_errors(void **state)
{
	(void)state;
	ud_open(&a, 0);
	ud_open(&b, 1);
	ah = ud_handle(&a, &b);
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

static struct ibv_port_attr port_of(const struct side *side)
{
	struct ibv_port_attr attr;

	assert_int_equal(ibv_query_port(side->ctx, 1, &attr), 0);
	return attr;
}

/* A datagram completes successfully as soon as it is sent; the sender is not notified later. */
static void expect_dropped(struct ibv_send_wr *wr)
{
	assert_int_equal(post_wr(&a, wr), 0);
	expect(a.scq, wr->wr_id, IBV_WC_SUCCESS);
	expect_nothing(b.rcq);
	assert_int_equal(side_state(&a), IBV_QPS_RTS);
	assert_int_equal(side_state(&b), IBV_QPS_RTS);
}

static void expect_arrival(struct ibv_send_wr *wr, uint64_t recv_id)
{
	assert_int_equal(post_wr(&a, wr), 0);
	expect(a.scq, wr->wr_id, IBV_WC_SUCCESS);
	expect(b.rcq, recv_id, IBV_WC_SUCCESS);
}

static void V22_a_wrong_qkey_is_dropped_and_counted(void **state)
{
	uint32_t before = port_of(&b).qkey_viol_cntr;
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	post_receive(&b, 5, 0, 100);
	wr.wr.ud.remote_qkey = UD_QKEY + 1;
	expect_dropped(&wr);
	assert_int_equal(port_of(&b).qkey_viol_cntr, before + 1);
	wr.wr.ud.remote_qkey = UD_QKEY;
	expect_arrival(&wr, 5); /* the receive was not consumed */
	assert_int_equal(port_of(&b).qkey_viol_cntr, before + 1);
}

/* A Q_Key with the highest bit set means the sending queue pair's own Q_Key. */
static void V22_a_qkey_with_its_top_bit_set_selects_the_own_qkey(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS, .qkey = 99};
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	post_receive(&b, 5, 0, 100);
	wr.wr.ud.remote_qkey = 0x80000000;
	expect_arrival(&wr, 5);
	assert_int_equal(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE | IBV_QP_QKEY), 0);
	post_receive(&b, 6, 0, 100);
	expect_dropped(&wr);
}

static void V22_a_datagram_of_another_partition_is_dropped(void **state)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = UD_QKEY, .pkey_index = 1};
	uint32_t before = port_of(&b).bad_pkey_cntr;
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	if (a.port.pkey_tbl_len < 2)
		skip();
	assert_int_equal(side_to(&a, IBV_QPS_RESET), 0);
	assert_int_equal(ibv_modify_qp(a.qp, &attr, UD_INIT_MASK), 0);
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_RTS;
	assert_int_equal(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
	post_receive(&b, 5, 0, 100);
	expect_dropped(&wr);
	assert_int_equal(port_of(&b).bad_pkey_cntr, before + 1);
}

static void V22_without_a_receive_a_datagram_is_dropped(void **state)
{
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	expect_dropped(&wr);
	post_receive(&b, 5, 0, 100);
	expect_nothing(b.rcq);
}

static void V22_a_datagram_to_an_unknown_number_is_dropped(void **state)
{
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num + 1000, 1);

	(void)state;
	post_receive(&b, 5, 0, 100);
	expect_dropped(&wr);
	wr.wr.ud.remote_qpn = UD_MULTICAST_QPN; /* without a group */
	expect_dropped(&wr);
}

static void V22_receivers_must_be_ready(void **state)
{
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	assert_int_equal(side_to(&b, IBV_QPS_RESET), 0);
	ud_to(b.qp, IBV_QPS_INIT);
	post_receive(&b, 5, 0, 100);
	assert_int_equal(post_wr(&a, &wr), 0);
	expect(a.scq, 1, IBV_WC_SUCCESS);
	expect_nothing(b.rcq);
	assert_int_equal(side_to(&b, IBV_QPS_RTR), 0); /* enough for receiving */
	expect_arrival(&wr, 5);
}

/*
 * A datagram that fills one packet arrives. With one byte more the queue pair goes to SQE, from
 * where it can be brought back to RTS.
 */
static void V22_a_datagram_is_at_most_one_packet(void **state)
{
	uint32_t mtu = 128U << a.port.active_mtu;
	struct ibv_sge sge = side_sge(&a, 0, mtu);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS};

	(void)state;
	fill(a.buf, mtu, 7);
	post_receive(&b, 5, 0, mtu + UD_GRH);
	expect_arrival(&wr, 5);
	assert_true(filled(b.buf + UD_GRH, mtu, 7));
	sge.length++;
	assert_int_equal(post_wr(&a, &wr), 0);
	expect(a.scq, 1, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(side_state(&a), IBV_QPS_SQE);
	sge.length = 8;
	assert_int_equal(post_wr(&a, &wr), 0);
	expect(a.scq, 1, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE), 0);
	post_receive(&b, 6, 0, 100);
	expect_arrival(&wr, 6);
}

/* A receive needs 40 bytes more than the payload. If it is too short, it fails, and its queue pair
 * goes to the error state. */
static void V22_V38_a_short_receive_fails_at_the_receiver(void **state)
{
	struct ibv_sge sge = side_sge(&a, 0, 100);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	post_receive(&b, 5, 0, 100 + UD_GRH - 1);
	post_receive(&b, 6, 0, 1000);
	assert_int_equal(post_wr(&a, &wr), 0);
	expect(a.scq, 1, IBV_WC_SUCCESS);
	expect(b.rcq, 5, IBV_WC_LOC_LEN_ERR);
	expect(b.rcq, 6, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(side_state(&b), IBV_QPS_ERR);
	assert_int_equal(side_state(&a), IBV_QPS_RTS);
}

static void V22_ud_supports_sends_only(void **state)
{
	static const enum ibv_wr_opcode others[] = {
		IBV_WR_RDMA_WRITE,    IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WR_RDMA_READ,
		IBV_WR_SEND_WITH_INV, IBV_WR_ATOMIC_CMP_AND_SWP,  IBV_WR_ATOMIC_FETCH_AND_ADD,
	};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS};
	struct ibv_sge sge = side_sge(&a, 0, 8);

	(void)state;
	if (KIT_CHECKED)
		skip();
	post_receive(&b, 5, 0, 100);
	for (size_t i = 0; i < COUNT(others); i++) {
		struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, i);

		wr.opcode = others[i];
		if (post_wr(&a, &wr) == EINVAL)
			continue; /* the provider refused it */
		expect(a.scq, i, IBV_WC_LOC_QP_OP_ERR);
		assert_int_equal(side_state(&a), IBV_QPS_SQE);
		assert_int_equal(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE), 0);
	}
	expect_nothing(b.rcq);
}

static void V22_a_handle_of_another_domain_is_refused(void **state)
{
	struct ibv_pd *pd = ibv_alloc_pd(a.ctx);
	struct side other = a;
	struct ibv_ah *foreign;
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr;
	struct ibv_wc wc;

	(void)state;
	assert_non_null(pd);
	if (KIT_CHECKED) {
		assert_int_equal(ibv_dealloc_pd(pd), 0);
		skip();
	}
	other.pd = pd;
	foreign = ud_handle(&other, &b);
	wr = ud_wr(&sge, foreign, b.qp->qp_num, 1);
	post_receive(&b, 5, 0, 100);
	assert_int_equal(post_wr(&a, &wr), 0);
	take_completions(a.scq, &wc, 1);
	assert_true(wc.status == IBV_WC_LOC_PROT_ERR || wc.status == IBV_WC_LOC_QP_OP_ERR);
	expect_nothing(b.rcq);
	assert_int_equal(ibv_destroy_ah(foreign), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
}

static void V22_a_wrong_lkey_stops_only_the_send_queue(void **state)
{
	struct ibv_sge sge = side_sge(&a, 0, 8);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);
	struct ibv_ah *back = ud_handle(&b, &a);

	(void)state;
	sge.lkey ^= 0x100;
	assert_int_equal(post_wr(&a, &wr), 0);
	expect(a.scq, 1, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(side_state(&a), IBV_QPS_SQE);
	post_receive(&a, 2, 0, 100);
	ud_send(&b, back, a.qp->qp_num, 0, 8);
	expect(a.rcq, 2, IBV_WC_SUCCESS);
	assert_int_equal(ibv_destroy_ah(back), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(V22_a_wrong_qkey_is_dropped_and_counted),
		EACH(V22_a_qkey_with_its_top_bit_set_selects_the_own_qkey),
		EACH(V22_a_datagram_of_another_partition_is_dropped),
		EACH(V22_without_a_receive_a_datagram_is_dropped),
		EACH(V22_a_datagram_to_an_unknown_number_is_dropped),
		EACH(V22_receivers_must_be_ready),
		EACH(V22_a_datagram_is_at_most_one_packet),
		EACH(V22_V38_a_short_receive_fails_at_the_receiver),
		EACH(V22_ud_supports_sends_only),
		EACH(V22_a_handle_of_another_domain_is_refused),
		EACH(V22_a_wrong_lkey_stops_only_the_send_queue),
	};

	return RUN_TESTS(tests);
}
