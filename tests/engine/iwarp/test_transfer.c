/* SPDX-License-Identifier: BSD-2-Clause */
/* Successful sends, writes and reads, and the order of their completions. */
#include "rig.h"

static void sends_arrive(void **state)
{
	struct rig *rig = *state;
	struct ibv_wc wc;

	for (uint64_t i = 0; i < 100; i++) { /* several laps of every ring */
		rig_recv(rig->y, i, 1000);
		rig_send(rig->x, rig->y, IBV_WR_SEND, i, (uint32_t)i);
		rig_run(rig);
		rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
		wc = rig_expect(rig->y->recv_cq, i, IBV_WC_SUCCESS);
		assert_int_equal(wc.byte_len, i);
		assert_int_equal(wc.qp_num, rig->y->k.qpn);
		assert_memory_equal(rig->b.sink->bytes, rig->a.source->bytes, i);
	}
	assert_int_equal(rig->a.dev.port[0].counters.messages_sent, 100);
	assert_int_equal(rig->b.dev.port[0].counters.messages_received, 100);
	assert_int_equal(rig->b.dev.port[0].counters.bytes_received, 4950);
}

static void inline_bytes_are_taken_from_the_entry(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_WRITE, 1, 61, &sge);

	sge.lkey = 0;
	wr.send_flags |= IBV_SEND_INLINE;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	wr.opcode = IBV_WR_SEND;
	wr.wr_id = 2;
	rig_recv(rig->y, 3, 100);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
	assert_int_equal(rig_expect(rig->y->recv_cq, 3, IBV_WC_SUCCESS).byte_len, 61);
	assert_memory_equal(rig->b.sink->bytes, rig->a.source->bytes, 61);
}

static void long_messages_go_in_chunks(void **state)
{
	struct rig *rig = *state;
	const size_t bytes = (2U << 20) + 12345;
	struct rig_mr *from = rig_mr(&rig->a, bytes, IBV_ACCESS_REMOTE_READ);
	struct rig_mr *to = rig_mr(&rig->b, bytes,
				   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_WRITE, 1, (uint32_t)bytes, &sge);

	for (size_t i = 0; i < bytes; i++)
		from->bytes[i] = (uint8_t)(i + (i >> 8) * 3);
	sge.addr = (uintptr_t)from->bytes;
	sge.lkey = from->k.lkey;
	wr.wr.rdma.remote_addr = (uintptr_t)to->bytes;
	wr.wr.rdma.rkey = to->k.rkey;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
	assert_memory_equal(from->bytes, to->bytes, bytes);
	/* and back, by a read of the other side */
	memset(to->bytes, 0, bytes);
	sge.addr = (uintptr_t)to->bytes;
	sge.lkey = to->k.lkey;
	wr.opcode = IBV_WR_RDMA_READ;
	wr.wr.rdma.remote_addr = (uintptr_t)from->bytes;
	wr.wr.rdma.rkey = from->k.rkey;
	assert_int_equal(rig_post(rig->y, &wr), 0);
	rig_run(rig);
	assert_int_equal(rig_expect(rig->y->send_cq, 1, IBV_WC_SUCCESS).byte_len, bytes);
	assert_memory_equal(from->bytes, to->bytes, bytes);
	rig_mr_free(&rig->a, from);
	rig_mr_free(&rig->b, to);
}

/* Returns a CQE of the adapter, before the library reorders them. */
static struct cxgb3_cqe raw(const struct rig_cq *cq, uint32_t index)
{
	return cxgb3_cqe_get(cq->u.buf + (size_t)index * CXGB3_CQE_SIZE);
}

static void a_read_completes_after_later_sends(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 9, 100);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 50);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 2, 60);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 3, 70);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 4, 80);
	rig_run(rig);
	assert_int_equal(raw(rig->x->send_cq, 0).operation, CXGB3_RDMA_SEND);
	assert_int_equal(raw(rig->x->send_cq, 0).serial, 2);
	assert_true(raw(rig->x->send_cq, 0).is_send);
	assert_int_equal(raw(rig->x->send_cq, 1).operation, CXGB3_RDMA_RDMA_WRITE);
	assert_int_equal(raw(rig->x->send_cq, 2).operation, CXGB3_RDMA_READ_RESP);
	assert_false(raw(rig->x->send_cq, 2).is_send);
	assert_int_equal(raw(rig->x->send_cq, 3).operation, CXGB3_RDMA_READ_RESP);
	assert_int_equal(raw(rig->y->recv_cq, 0).message, 1);
	assert_int_equal(rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS).byte_len, 50);
	assert_int_equal(rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS).byte_len, 60);
	rig_expect(rig->x->send_cq, 3, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 4, IBV_WC_SUCCESS);
	assert_memory_equal(rig->a.sink->bytes, rig->b.source->bytes, 60);
}

static void a_fence_waits_for_reads(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_WRITE, 2, 80, &sge);

	wr.send_flags |= IBV_SEND_FENCE;
	rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 50);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(raw(rig->x->send_cq, 0).operation, CXGB3_RDMA_READ_RESP);
	assert_int_equal(raw(rig->x->send_cq, 1).operation, CXGB3_RDMA_RDMA_WRITE);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
}

static void no_more_reads_than_agreed(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(rig_connect(rig->x, rig->y, 2, 2), 0);
	for (uint64_t i = 0; i < 6; i++)
		rig_send(rig->x, rig->y, IBV_WR_RDMA_READ, i, 10);
	rig_run(rig);
	for (uint64_t i = 0; i < 6; i++)
		rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
	assert_int_equal(rig->x->ended, 0);
}

static void a_read_of_nothing(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_READ, 1, 0, &sge);

	wr.num_sge = 0;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS).byte_len, 0);
}

/* Receives posted before the connection are in the ring from its first slot on. */
static void receives_posted_early(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->y, 1, 100);
	rig_recv(rig->y, 2, 100);
	rig_run(rig);
	assert_int_equal(rig_connect(rig->x, rig->y, 1, 1), 0);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 3, 10);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 4, 20);
	rig_run(rig);
	assert_int_equal(rig_expect(rig->y->recv_cq, 1, IBV_WC_SUCCESS).byte_len, 10);
	assert_int_equal(rig_expect(rig->y->recv_cq, 2, IBV_WC_SUCCESS).byte_len, 20);
}

static void the_responder_waits_for_the_initiator(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->x, 1, 100);
	rig_send(rig->y, rig->x, IBV_WR_SEND, 2, 10);
	rig_recv(rig->y, 3, 100); /* after a send that waits */
	rig_run(rig);
	rig_expect_none(rig->x->recv_cq);
	rig_expect_none(rig->y->send_cq);
	rig_send(rig->x, rig->y, IBV_WR_SEND, 4, 20);
	rig_run(rig);
	rig_expect(rig->y->recv_cq, 3, IBV_WC_SUCCESS);
	rig_expect(rig->y->send_cq, 2, IBV_WC_SUCCESS);
	rig_expect(rig->x->recv_cq, 1, IBV_WC_SUCCESS);
	rig_expect(rig->x->send_cq, 4, IBV_WC_SUCCESS);
}

/* Slots are reused while a receive in front of them is still outstanding. */
static void an_open_receive_is_overwritten(void **state)
{
	struct rig *rig = *state;

	rig_recv(rig->x, 1, 77);
	for (uint64_t i = 0; i < 100; i++) {
		rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, i, 10);
		rig_run(rig);
		rig_expect(rig->x->send_cq, i, IBV_WC_SUCCESS);
	}
	rig_send(rig->y, rig->x, IBV_WR_SEND, 2, 77);
	rig_run(rig);
	assert_int_equal(rig_expect(rig->x->recv_cq, 1, IBV_WC_SUCCESS).byte_len, 77);
}

static void unsignaled_writes_leave_no_trace(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_RDMA_WRITE, 1, 80, &sge);

	wr.send_flags = 0;
	for (int i = 0; i < RIG_SENDS - 1; i++)
		assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 2, 80);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
	rig_expect_none(rig->x->send_cq);
	assert_int_equal(rig->x->u.sq.tail, RIG_SENDS);
}

/* While the adapter accepts no doorbells, programs do not ring; afterwards, the driver does. */
static void doorbells_are_held(void **state)
{
	struct rig *rig = *state;

	rig_run(rig); /* this polls the ring of a new connection without a doorbell */
	softhca_driver_cxgb3.hold_doorbells(&rig->a.dev, true);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 1, 10);
	rig_run(rig);
	rig_expect_none(rig->x->send_cq);
	softhca_driver_cxgb3.hold_doorbells(&rig->a.dev, false);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 1, IBV_WC_SUCCESS);
	rig_send(rig->x, rig->y, IBV_WR_RDMA_WRITE, 2, 10);
	rig_run(rig);
	rig_expect(rig->x->send_cq, 2, IBV_WC_SUCCESS);
}

/* Arming is a command; CQEs that were written before raise no event. */
static void events_are_asked_for(void **state)
{
	struct rig *rig = *state;
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(rig->x, rig->y, IBV_WR_SEND, 1, 8, &sge);
	struct rig_cq *cq = rig->y->recv_cq;

	for (uint64_t i = 0; i < 4; i++)
		rig_recv(rig->y, i, 100);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(cq->comp_events, 0);
	softhca_engine_cq_notify(&cq->k, false);
	rig_run(rig);
	assert_int_equal(cq->comp_events, 0);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(cq->comp_events, 1);
	softhca_engine_cq_notify(&cq->k, true);
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(cq->comp_events, 1);
	wr.send_flags |= IBV_SEND_SOLICITED;
	assert_int_equal(rig_post(rig->x, &wr), 0);
	rig_run(rig);
	assert_int_equal(cq->comp_events, 2);
	assert_int_equal(raw(cq, 3).operation, CXGB3_RDMA_SEND_SE);
}

#define IDLE(test)      cmocka_unit_test_setup_teardown(test, rig_idle, rig_teardown)
#define CONNECTED(test) cmocka_unit_test_setup_teardown(test, rig_connected, rig_teardown)

int test_transfer(void)
{
	const struct CMUnitTest tests[] = {
		CONNECTED(sends_arrive),
		CONNECTED(inline_bytes_are_taken_from_the_entry),
		CONNECTED(long_messages_go_in_chunks),
		CONNECTED(a_read_completes_after_later_sends),
		CONNECTED(a_fence_waits_for_reads),
		IDLE(no_more_reads_than_agreed),
		CONNECTED(a_read_of_nothing),
		IDLE(receives_posted_early),
		CONNECTED(the_responder_waits_for_the_initiator),
		CONNECTED(an_open_receive_is_overwritten),
		CONNECTED(unsignaled_writes_leave_no_trace),
		CONNECTED(doorbells_are_held),
		CONNECTED(events_are_asked_for),
	};

	return cmocka_run_group_tests_name("transfers", tests, NULL, NULL);
}
