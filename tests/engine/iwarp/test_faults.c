/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors: which side is notified, how, and that the connection ends. */
#include "rig.h"

/* Expect that both ends have failed, and that `finder` detected the error, with this event. */
static void expect_terminated(struct rig *rig, struct rig_qp *finder, enum ibv_event_type event)
{
	struct rig_qp *other = finder == rig->x ? rig->y : rig->x;

	rig_run(rig);
	assert_int_equal(rig->x->ended, 1);
	assert_int_equal(rig->y->ended, 1);
	assert_int_equal(rig->x->how, SOFTHCA_IWARP_RESET);
	assert_int_equal(rig->y->how, SOFTHCA_IWARP_RESET);
	assert_int_equal(rig->num_events, 2);
	assert_int_equal(rig_events(rig, event, &finder->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &other->k), 1);
	assert_int_equal(rig->x->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig->y->k.attr.qp_state, IBV_QPS_ERR);
}

/* The send completes when it was sent; the receiver ends the connection. */
static void a_message_without_receive(void **state)
{
	struct rig *rig = *state;

	rig_send(rig->x, rig->y, IBV_WR_SEND, 1, 10);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 2, 10);
	expect_terminated(rig, rig->y, IBV_EVENT_QP_FATAL);
	rig_expect(rig->x->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect(rig->x->send_cq, 2, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(rig->x->send_cq);
	assert_int_equal(rig_reason(rig->y), SOFTHCA_REASON_NO_RECEIVE);
	rig_expect_none(rig->y->recv_cq);
}

static void a_message_longer_than_the_receive(void **state)
{
	struct rig *rig = *state;
	struct ibv_wc wc;

	rig_recv(rig->y, 1, 10);
	rig_recv(rig->y, 2, 10);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 3, 11);
	expect_terminated(rig, rig->y, IBV_EVENT_QP_ACCESS_ERR);
	wc = rig_next(rig->y->recv_cq);
	assert_int_equal(wc.wr_id, 1);
	assert_int_equal(wc.vendor_err, CXGB3_STATUS_BOUND);
	assert_int_not_equal(wc.status, IBV_WC_SUCCESS);
	rig_expect(rig->y->recv_cq, 2, IBV_WC_WR_FLUSH_ERR);
}

static void a_receive_with_a_bad_key(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge = {.addr = 1, .length = 10, .lkey = 0x77};
	struct ibv_recv_wr wr = {.wr_id = 1, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	assert_int_equal(cxgb3_post_recv(&rig->y->u.ibv, &wr, &bad), 0);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 3, 10);
	expect_terminated(rig, rig->y, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(rig_next(rig->y->recv_cq).vendor_err, CXGB3_STATUS_STAG);
}

static void local(struct rig *rig, struct ibv_sge *sge, uint8_t code)
{
	struct ibv_sge unused;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_SEND, 1, 10, &unused);

	wr.sg_list = sge;
	wr.send_flags = 0; /* a failed request generates a CQE nevertheless */
	rig_recv(rig->y, 2, 100);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	expect_terminated(rig, rig->x, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(rig_next(rig->x->send_cq).vendor_err, code);
	rig_expect(rig->y->recv_cq, 2, IBV_WC_WR_FLUSH_ERR);
}

static void a_key_that_is_none(void **state)
{
	struct ibv_sge sge = {.length = 10, .lkey = 0x12345};

	local(*state, &sge, CXGB3_STATUS_STAG);
}

static void a_key_of_another_domain(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge = {.addr = (uintptr_t)rig->a.source->bytes,
			      .length = 10,
			      .lkey = rig->a.source->k.lkey};

	rig->a.source->k.pd = &rig->a.other_pd;
	local(rig, &sge, CXGB3_STATUS_PDID);
}

static void a_range_that_is_not_all_there(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge = {.addr = (uintptr_t)rig->a.source->bytes + RIG_BYTES - 9,
			      .length = 10,
			      .lkey = rig->a.source->k.lkey};

	local(rig, &sge, CXGB3_STATUS_BOUND);
}

/*
 * A write or read of memory without access rights: the peer ends the connection, and its program
 * gets no CQE.
 */
static void remote(struct rig *rig, enum ibv_wr_opcode opcode, uint32_t rkey, uint64_t offset)
{
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, opcode, 1, 10, &sge);

	if (rkey)
		wr.wr.rdma.rkey = rkey;
	wr.wr.rdma.remote_addr += offset;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	expect_terminated(rig, rig->y, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(rig->b.dev.port[0].counters.access_errors, 1);
	rig_expect_none(rig->y->recv_cq);
	rig_expect_none(rig->y->send_cq);
	rig_expect(rig->x->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(rig->x->send_cq);
}

static void a_write_with_a_bad_key(void **state)
{
	remote(*state, IBV_WR_RDMA_WRITE, 0x4711, 0);
}

static void a_write_past_the_end(void **state)
{
	remote(*state, IBV_WR_RDMA_WRITE, 0, RIG_BYTES - 9);
}

static void a_write_to_what_may_only_be_read(void **state)
{
	struct rig *rig = *state;

	remote(rig, IBV_WR_RDMA_WRITE, rig->b.source->k.rkey, 0);
}

static void a_read_of_what_may_only_be_written(void **state)
{
	struct rig *rig = *state;

	remote(rig, IBV_WR_RDMA_READ, rig->b.sink->k.rkey, 0);
}

/* The peer writes the data of a read, so the sink needs more than local write. */
static void a_sink_that_the_peer_may_not_write(void **state)
{
	struct rig *rig = *state;
	struct ibv_wc wc;

	rig->a.sink->k.access = IBV_ACCESS_LOCAL_WRITE;
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 10);
	expect_terminated(rig, rig->x, IBV_EVENT_QP_ACCESS_ERR);
	wc = rig_next(rig->x->send_cq);
	assert_int_equal(wc.wr_id, 1);
	assert_int_equal(wc.vendor_err, CXGB3_STATUS_ACCESS);
}

static void a_key_withdrawn_while_a_read_is_open(void **state)
{
	const uint32_t bytes = 16U << 20;
	struct rig *rig = *state;
	struct rig_mr *mr = rig_mr(&rig->b, bytes, IBV_ACCESS_REMOTE_READ);
	struct rig_mr *to = rig_mr(&rig->a, bytes, IBV_ACCESS_REMOTE_WRITE);
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_READ, 1, bytes, &sge);

	sge.addr = (uintptr_t)to->bytes;
	sge.lkey = to->k.lkey;
	wr.wr.rdma.rkey = mr->k.rkey;
	wr.wr.rdma.remote_addr = (uintptr_t)mr->bytes;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	softhca_engine_poll(&rig->hca); /* requested; its data has arrived in part */
	rig_mr_free(&rig->b, mr);
	expect_terminated(rig, rig->y, IBV_EVENT_QP_ACCESS_ERR);
	rig_expect(rig->x->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_mr_free(&rig->a, to);
}

static void more_reads_than_the_peer_takes(void **state)
{
	struct rig *rig = *state;
	const struct softhca_iwarp_side x = {.qp = &rig->x->k, .ird = 1, .ord = 2};
	const struct softhca_iwarp_side y = {.qp = &rig->y->k, .ird = 1, .ord = 1};

	assert_int_equal(softhca_iwarp_connect(&x, &y), 0);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 10);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 2, 10);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &rig->y->k), 1);
	assert_int_equal(rig_reason(rig->y), SOFTHCA_REASON_TOO_MANY_READS);
	rig_expect(rig->x->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	rig_expect(rig->x->send_cq, 2, IBV_WC_WR_FLUSH_ERR);
}

static void a_read_without_leave_for_any(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(rig_connect(rig->x, rig->y, 1, 0), 0);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 10);
	expect_terminated(rig, rig->x, IBV_EVENT_QP_FATAL);
	assert_int_equal(rig_next(rig->x->send_cq).vendor_err, CXGB3_STATUS_IRD_OVERFLOW);
}

/* A slot with an invalid operation, but with valid ownership. */
static void an_entry_that_makes_no_sense(void **state)
{
	struct rig *rig = *state;
	struct cxgb3_head head = {.opcode = CXGB3_WR_FASTREGISTER, .ends = 3, .flits = 40};
	const struct cxgb3_trailer trailer = {.generation = 1};

	head.generation = 1;
	cxgb3_head_put(rig->x->u.sq.buf, &head);
	cxgb3_trailer_put(rig->x->u.sq.buf + 120, &trailer);
	softhca_engine_kick_qp(&rig->a.ctx, rig->x->k.qpn);
	expect_terminated(rig, rig->x, IBV_EVENT_QP_FATAL);
	assert_int_equal(rig_reason(rig->x), SOFTHCA_REASON_MALFORMED);
}

/* If the program does not consume CQEs, the completion queue and its queue pairs fail. */
static void a_completion_queue_overflows(void **state)
{
	struct rig *rig = *state;
	struct rig_cq *cq = rig_cq(&rig->a, 4);
	struct rig_qp *qp = rig_qp(&rig->a, cq);
	struct rig_qp *peer = rig_qp(&rig->b, NULL);

	assert_int_equal(rig_connect(qp, peer, 1, 1), 0);
	for (uint64_t i = 0; i < 5; i++)
		rig_send(qp, peer, IBV_WR_RDMA_WRITE, i, 10);
	rig_run(rig);
	assert_int_equal(rig_events(rig, IBV_EVENT_CQ_ERR, &cq->k), 1);
	assert_int_equal(rig_events(rig, IBV_EVENT_QP_FATAL, &qp->k), 1);
	assert_int_equal(qp->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(peer->k.attr.qp_state, IBV_QPS_ERR);
	for (uint64_t i = 0; i < 5; i++) /* four were successful, but are polled after the end */
		rig_expect(cq, i, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(cq);
	rig_qp_free(qp);
	rig_qp_free(peer);
}

/* With arbitrary bytes in the ring, nothing crashes, and the engine becomes idle. */
static void any_ring(void **state)
{
	struct rig *rig = *state;
	uint32_t seed = 12345;

	for (int round = 0; round < 200; round++) {
		for (size_t i = 0; i < rig->x->mapped; i++) {
			seed = seed * 1664525 + 1013904223;
			rig->x->u.sq.buf[i] = (uint8_t)(seed >> 24);
		}
		for (size_t slot = 0; slot < rig->x->mapped; slot += 128) {
			const struct cxgb3_trailer trailer = {.generation = 1};

			rig->x->u.sq.buf[slot] = (uint8_t)(0x10 + slot / 128 % 13);
			rig->x->u.sq.buf[slot + 4] |= 0x80;
			cxgb3_trailer_put(rig->x->u.sq.buf + slot + 120, &trailer);
		}
		softhca_engine_kick_qp(&rig->a.ctx, rig->x->k.qpn);
		rig_run(rig);
		rig_modify(rig->x, IBV_QPS_ERR);
		rig_modify(rig->y, IBV_QPS_ERR);
		assert_int_equal(rig_modify(rig->x, IBV_QPS_RESET), 0);
		assert_int_equal(rig_modify(rig->y, IBV_QPS_RESET), 0);
		assert_int_equal(rig_connect(rig->x, rig->y, 4, 4), 0);
		rig->num_events = 0;
	}
}

#define IDLE(test)      cmocka_unit_test_setup_teardown(test, rig_idle, rig_teardown)
#define CONNECTED(test) cmocka_unit_test_setup_teardown(test, rig_connected, rig_teardown)

int test_faults(void)
{
	const struct CMUnitTest tests[] = {
		CONNECTED(a_message_without_receive),
		CONNECTED(a_message_longer_than_the_receive),
		CONNECTED(a_receive_with_a_bad_key),
		CONNECTED(a_key_that_is_none),
		CONNECTED(a_key_of_another_domain),
		CONNECTED(a_range_that_is_not_all_there),
		CONNECTED(a_write_with_a_bad_key),
		CONNECTED(a_write_past_the_end),
		CONNECTED(a_write_to_what_may_only_be_read),
		CONNECTED(a_read_of_what_may_only_be_written),
		CONNECTED(a_sink_that_the_peer_may_not_write),
		CONNECTED(a_key_withdrawn_while_a_read_is_open),
		IDLE(more_reads_than_the_peer_takes),
		IDLE(a_read_without_leave_for_any),
		CONNECTED(an_entry_that_makes_no_sense),
		CONNECTED(a_completion_queue_overflows),
		CONNECTED(any_ring),
	};

	return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
