/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Transfers over an iWARP connection, and how it ends on errors: completions, asynchronous events,
 * and events of the connection manager at both ends.
 */
#include <poll.h>

#include "kit.h"

enum {
	BYTES = 64,
	SOON_MS = 5000,
};

/** A connected pair with memory at both ends; the client's is `mine`. */
struct talk {
	struct pair p;
	char mine[BYTES], theirs[BYTES];
	struct ibv_mr *my_mr, *their_mr;
};

static void open_talk(struct talk *t, int my_access)
{
	memset(t, 0, sizeof(*t));
	connect_pair(&t->p);
	t->my_mr = ibv_reg_mr(t->p.client->pd, t->mine, BYTES, IBV_ACCESS_LOCAL_WRITE | my_access);
	t->their_mr = ibv_reg_mr(t->p.server->pd, t->theirs, BYTES,
				 IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
					 IBV_ACCESS_REMOTE_WRITE);
	assert_non_null(t->my_mr);
	assert_non_null(t->their_mr);
}

static void close_talk(struct talk *t)
{
	assert_int_equal(ibv_dereg_mr(t->my_mr), 0);
	assert_int_equal(ibv_dereg_mr(t->their_mr), 0);
	close_pair(&t->p);
}

/** Wait for the device's next asynchronous event, which must have this type and queue pair. */
static void expect_async(struct ibv_qp *qp, enum ibv_event_type type)
{
	struct pollfd fd = {.fd = qp->context->async_fd, .events = POLLIN};
	struct ibv_async_event event;

	assert_int_equal(poll(&fd, 1, SOON_MS), 1);
	assert_int_equal(ibv_get_async_event(qp->context, &event), 0);
	assert_int_equal(event.event_type, type);
	assert_ptr_equal(event.element.qp, qp);
	ibv_ack_async_event(&event);
}

/**
 * The end `first` detected an error and reports it with this event; the connection is broken at
 * both ends.
 */
static void expect_terminated(struct talk *t, struct rdma_cm_id *first, enum ibv_event_type type)
{
	struct rdma_cm_id *other = first == t->p.client ? t->p.server : t->p.client;

	expect_async(first->qp, type);
	expect_async(other->qp, IBV_EVENT_QP_FATAL);
	rdma_ack_cm_event(
		next_failure(t->p.server_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	rdma_ack_cm_event(
		next_failure(t->p.client_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
}

static struct ibv_wc expect(struct ibv_cq *cq, uintptr_t wr_id, enum ibv_wc_status status)
{
	const struct ibv_wc wc = one_completion(cq);

	assert_int_equal(wc.wr_id, wr_id);
	assert_int_equal(wc.status, status);
	return wc;
}

/* The adapter completes reads out of order; the program gets completions in the order of posting.
 */
static void completions_come_in_the_order_posted(void **state)
{
	struct talk t;
	struct ibv_sge sge[4];
	struct ibv_send_wr wr[4] = {{0}}, *bad;

	(void)state;
	open_talk(&t, IBV_ACCESS_REMOTE_WRITE);
	memcpy(t.theirs, "zero one two three", 19);
	assert_works(rdma_post_recv(t.p.server, NULL, t.theirs + 32, 16, t.their_mr));
	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < 4; i++) {
			sge[i] = (struct ibv_sge){(uintptr_t)t.mine + 16 * (unsigned int)i, 5,
						  t.my_mr->lkey};
			wr[i].wr_id = (uint64_t)i;
			wr[i].next = i < 3 ? &wr[i + 1] : NULL;
			wr[i].sg_list = &sge[i];
			wr[i].num_sge = 1;
			wr[i].opcode = i & 1 ? IBV_WR_RDMA_WRITE : IBV_WR_RDMA_READ;
			wr[i].send_flags = IBV_SEND_SIGNALED;
			wr[i].wr.rdma.rkey = t.their_mr->rkey;
			wr[i].wr.rdma.remote_addr = (uintptr_t)t.theirs + 48u * (i & 1);
		}
		assert_int_equal(ibv_post_send(t.p.client->qp, wr, &bad), 0);
		for (uintptr_t i = 0; i < 4; i++) {
			const struct ibv_wc wc = expect(t.p.client->send_cq, i, IBV_WC_SUCCESS);

			assert_int_equal(wc.opcode, i & 1 ? IBV_WC_RDMA_WRITE : IBV_WC_RDMA_READ);
		}
		assert_memory_equal(t.mine, "zero ", 5);
		assert_memory_equal(t.mine + 32, "zero ", 5);
	}
	close_talk(&t);
}

static void a_message_without_receive_ends_it(void **state)
{
	struct talk t;
	struct ibv_wc wc;

	(void)state;
	open_talk(&t, 0);
	assert_works(rdma_post_recv(t.p.client, (void *)1, t.mine, BYTES, t.my_mr));
	assert_works(rdma_post_send(t.p.client, (void *)2, t.mine, 8, t.my_mr, 0));
	expect_terminated(&t, t.p.server, IBV_EVENT_QP_FATAL);
	wc = one_completion(t.p.client->send_cq);
	assert_int_equal(wc.wr_id, 2); /* it was sent, but is flushed if not polled soon */
	assert_true(wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_WR_FLUSH_ERR);
	expect(t.p.client->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	assert_int_not_equal(rdma_post_recv(t.p.client, NULL, t.mine, BYTES, t.my_mr), 0);
	close_talk(&t);
}

static void a_write_to_nowhere_ends_it(void **state)
{
	struct talk t;

	(void)state;
	open_talk(&t, 0);
	assert_works(rdma_post_recv(t.p.server, (void *)1, t.theirs, BYTES, t.their_mr));
	assert_works(rdma_post_write(t.p.client, NULL, t.mine, 8, t.my_mr, 0,
				     (uintptr_t)t.theirs + BYTES - 7, t.their_mr->rkey));
	expect_terminated(&t, t.p.server, IBV_EVENT_QP_ACCESS_ERR);
	expect(t.p.server->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	close_talk(&t);
}

/* A read response is a write, so the reader's memory must be remotely writable. */
static void a_read_into_read_only_memory_ends_the_connection(void **state)
{
	struct talk t;

	(void)state;
	open_talk(&t, 0);
	assert_works(rdma_post_recv(t.p.server, (void *)1, t.theirs, BYTES, t.their_mr));
	assert_works(rdma_post_read(t.p.client, (void *)2, t.mine, 8, t.my_mr, 0,
				    (uintptr_t)t.theirs, t.their_mr->rkey));
	expect_terminated(&t, t.p.client, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_not_equal(one_completion(t.p.client->send_cq).status, IBV_WC_SUCCESS);
	expect(t.p.server->recv_cq, 1, IBV_WC_WR_FLUSH_ERR);
	close_talk(&t);
}

/* A program that waits for a completion event is woken when its connection ends. */
static void an_end_wakes_who_sleeps(void **state)
{
	struct talk t;
	struct ibv_cq *cq;
	void *context;

	(void)state;
	open_talk(&t, 0);
	assert_works(rdma_post_recv(t.p.server, (void *)1, t.theirs, BYTES, t.their_mr));
	assert_int_equal(ibv_req_notify_cq(t.p.server->recv_cq, 0), 0);
	assert_works(rdma_disconnect(t.p.client));
	assert_int_equal(ibv_get_cq_event(t.p.server->recv_cq_channel, &cq, &context), 0);
	assert_ptr_equal(cq, t.p.server->recv_cq);
	ibv_ack_cq_events(cq, 1);
	expect(cq, 1, IBV_WC_WR_FLUSH_ERR);
	passed(t.p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	passed(t.p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	close_talk(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(completions_come_in_the_order_posted),
		cmocka_unit_test(a_message_without_receive_ends_it),
		cmocka_unit_test(a_write_to_nowhere_ends_it),
		cmocka_unit_test(a_read_into_read_only_memory_ends_the_connection),
		cmocka_unit_test(an_end_wakes_who_sleeps),
	};

	return cmocka_run_group_tests_name("what iWARP connections carry, and why they end", tests,
					   NULL, NULL);
}
