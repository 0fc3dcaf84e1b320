/* SPDX-License-Identifier: BSD-2-Clause */
/* Behaviour of queues without a captured vector: failures half-way, reused numbers, capacity. */
#include "bench.h"

#include <errno.h>
#include <string.h>

#include <inverbs/kernel/uverbs.h>

#include "providers/gen/cxgb3_ops.h"

static uint32_t command_at(const struct kernel *k, size_t i)
{
	struct uverbs_cmd_hdr hdr;

	assert_true(i < k->command_count);
	memcpy(&hdr, k->commands[i].bytes, sizeof(hdr));
	return hdr.command;
}

/* ---- creation ---- */

static struct ibv_qp *try_qp(struct t3 *w, struct t3_cq *c, const struct cxgb3_create_qp_out *out)
{
	struct uverbs_create_qp_resp resp = {.qp_handle = 9, .qpn = out->qpid};
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC, .send_cq = &c->cq->ibv, .recv_cq = &c->cq->ibv};

	kernel_mark(w->kernel);
	kernel_response(w->kernel, &resp, sizeof(resp), 0);
	kernel_response_more(w->kernel, out, sizeof(*out));
	errno = 0;
	return ibv_create_qp(&w->pd.ibv, &attr);
}

static const struct cxgb3_create_qp_out good_qp = {.key = 0x3000,
						   .db_key = 0x8000,
						   .qpid = 65,
						   .size_log2 = 5,
						   .sq_size_log2 = 4,
						   .rq_size_log2 = 4};

static void check_undone(const struct t3 *w, uint32_t destroy, size_t mapped, int err)
{
	size_t left = 0;

	assert_int_equal(errno, err);
	assert_int_equal(w->kernel->command_count, 2);
	assert_int_equal(command_at(w->kernel, 1), destroy);
	for (size_t i = 0; i < w->kernel->call_count; i++)
		left += w->kernel->calls[i].unmapped ? (size_t)-1 : 1;
	assert_int_equal(left, 0);
	assert_int_equal(w->kernel->call_count, 2 * mapped);
}

static void a_mapping_that_fails_undoes_the_queue_pair(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct ibv_qp *qp;

	(void)state;
	for (unsigned int n = 1; n <= 2; n++) {
		w->kernel->fail_map = n;
		assert_null(try_qp(w, c, &good_qp));
		check_undone(w, UVERBS_CMD_DESTROY_QP, n - 1, ENOMEM);
		assert_null(inverbs_lookup(&w->ctx->qps, good_qp.qpid));
	}
	qp = try_qp(w, c, &good_qp);
	assert_non_null(qp);
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

static void sizes_that_cannot_be_are_not_believed(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct cxgb3_create_qp_out bad[4] = {good_qp, good_qp, good_qp, good_qp};

	(void)state;
	bad[0].size_log2 = 40;
	bad[1].sq_size_log2 = 6;
	bad[2].rq_size_log2 = 255;
	bad[3].qpid = CXGB3_QP_NUMBERS;
	for (size_t i = 0; i < 4; i++) {
		assert_null(try_qp(w, c, &bad[i]));
		check_undone(w, UVERBS_CMD_DESTROY_QP, 0, EPROTO);
	}
}

static struct ibv_cq *try_cq(struct t3 *w, uint32_t log2, uint32_t memsize)
{
	struct uverbs_create_cq_resp resp = {.cq_handle = 3, .cqe = 16};
	struct cxgb3_create_cq_out out = {.key = 0x5000, .size_log2 = log2, .memsize = memsize};

	kernel_mark(w->kernel);
	kernel_response(w->kernel, &resp, sizeof(resp), 0);
	kernel_response_more(w->kernel, &out, sizeof(out));
	errno = 0;
	return ibv_create_cq(&w->ctx->ibv, 16, NULL, NULL, 0);
}

static void a_completion_queue_is_undone_likewise(void **state)
{
	struct t3 *w = open_world("T3B");
	struct ibv_cq *cq;

	(void)state;
	w->kernel->fail_map = 1;
	assert_null(try_cq(w, 4, 4096));
	check_undone(w, UVERBS_CMD_DESTROY_CQ, 0, ENOMEM);
	assert_null(try_cq(w, 33, 4096));
	check_undone(w, UVERBS_CMD_DESTROY_CQ, 0, EPROTO);
	assert_null(try_cq(w, 4, 16 * 16)); /* no room for the word behind the CQEs */
	check_undone(w, UVERBS_CMD_DESTROY_CQ, 0, EPROTO);
	cq = try_cq(w, 4, 4096);
	assert_non_null(cq);
	assert_int_equal(ibv_destroy_cq(cq), 0);
}

static void only_reliable_connections_are_made(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_UD, .send_cq = &c->cq->ibv, .recv_cq = &c->cq->ibv};

	(void)state;
	kernel_mark(w->kernel);
	errno = 0;
	assert_null(ibv_create_qp(&w->pd.ibv, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
	assert_int_equal(w->kernel->command_count, 0);
}

static void queues_of_a_thread_domain_take_no_lock(void **state)
{
	struct t3 *w = open_world("T3B");
	struct ibv_td_init_attr td_attr = {0};
	struct ibv_parent_domain_init_attr attr = {.pd = &w->pd.ibv};
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	const struct uverbs_create_qp_resp resp = {.qp_handle = 9, .qpn = good_qp.qpid};
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC, .send_cq = &c->cq->ibv, .recv_cq = &c->cq->ibv};
	struct ibv_pd *alone;
	struct ibv_qp *qp;

	(void)state;
	assert_false(make_qp(w, 66, 4, 4)->qp->sq.lock.off);
	attr.td = ibv_alloc_td(&w->ctx->ibv, &td_attr);
	alone = ibv_alloc_parent_domain(&w->ctx->ibv, &attr);
	assert_non_null(alone);
	kernel_response(w->kernel, &resp, sizeof(resp), 0);
	kernel_response_more(w->kernel, &good_qp, sizeof(good_qp));
	qp = ibv_create_qp(alone, &init);
	assert_non_null(qp);
	assert_true(inverbs_qp_of(qp)->sq.lock.off);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_dealloc_pd(alone), 0);
	assert_int_equal(ibv_dealloc_td(attr.td), 0);
}

/* ---- destruction and reset ---- */

static void a_destruction_that_is_refused_changes_nothing(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_qp *q;

	(void)state;
	make_cq(w, LOG2_CQ);
	q = make_qp(w, 65, 4, 4);
	kernel_mark(w->kernel);
	kernel_response(w->kernel, NULL, 0, EBUSY);
	assert_int_equal(ibv_destroy_qp(&q->qp->ibv), EBUSY);
	assert_int_equal(w->kernel->call_count, 0);
	assert_ptr_equal(inverbs_lookup(&w->ctx->qps, 65), q->qp);
	assert_int_equal(post_send(q, 1), 0);
	kernel_response(w->kernel, NULL, 0, EIO); /* with the device, the queue pair is gone */
	assert_int_equal(ibv_destroy_qp(&q->qp->ibv), 0);
	gone(q);
	assert_int_equal(w->kernel->call_count, 2);
}

static void a_number_used_again_has_no_past(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);

	(void)state;
	assert_int_equal(post_send(q, 1), 0);
	assert_int_equal(post_send(q, 2), 0);
	complete(c, 0, 65, 0, false);
	assert_int_equal(ibv_destroy_qp(&q->qp->ibv), 0);
	gone(q);
	q = make_qp(w, 65, 4, 4);
	expect_polled(c, NULL, 0);
	assert_int_equal(post_send(q, 3), 0);
	complete(c, 0, 65, 0, false);
	EXPECT_POLLED(c, 3);
}

static void reset_drops_its_own_completions_only(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *a = make_qp(w, 65, 4, 4), *b = make_qp(w, 66, 4, 4);

	(void)state;
	assert_int_equal(post_send(a, 1), 0);
	assert_int_equal(post_send(b, 2), 0);
	assert_int_equal(post_send(a, 3), 0);
	complete(c, 0, 65, 0, false);
	complete(c, 1, 66, 0, false);
	complete(c, 2, 65, 1, false);
	assert_int_equal(ibv_modify_qp(&a->qp->ibv, &attr, IBV_QP_STATE), 0);
	EXPECT_POLLED(c, 2);
	assert_int_equal(post_send(a, 4), 0);
	complete(c, 0, 65, 0, false);
	EXPECT_POLLED(c, 4);
}

static void reset_drops_completions_in_both_queues(void **state)
{
	const struct cxgb3_cqe received = {.qpid = 65, .operation = CXGB3_RDMA_SEND};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct t3 *w = open_world("T3B");
	struct t3_cq *sends = make_cq(w, LOG2_CQ), *receives = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);

	(void)state;
	q->qp->ibv.recv_cq = &receives->cq->ibv;
	assert_int_equal(post_send(q, 1), 0);
	assert_int_equal(post_recv(q, 2), 0);
	complete(sends, 0, 65, 0, false);
	put_entry(receives, 0, received);
	assert_int_equal(ibv_modify_qp(&q->qp->ibv, &attr, IBV_QP_STATE), 0);
	expect_polled(sends, NULL, 0);
	assert_int_equal(post_recv(q, 3), 0);
	expect_polled(receives, NULL, 0);
}

static void a_life_after_reset_is_flushed_again(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);

	(void)state;
	for (uint64_t life = 1; life < 4; life++) {
		assert_int_equal(post_recv(q, 10 * life), 0);
		assert_int_equal(post_send(q, 10 * life + 1), 0);
		break_qp(q);
		assert_int_equal(post_send(q, 0), EINVAL);
		EXPECT_POLLED(c, 10 * life, 10 * life + 1);
		assert_int_equal(ibv_modify_qp(&q->qp->ibv, &attr, IBV_QP_STATE), 0);
		expect_polled(c, NULL, 0);
	}
}

/* ---- flushing ---- */

static void a_change_of_a_failed_queue_pair_flushes_it(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);

	(void)state;
	assert_int_equal(post_send(q, 1), 0);
	break_qp(q);
	expect_polled(c, NULL, 0);
	assert_int_equal(ibv_modify_qp(&q->qp->ibv, &attr, IBV_QP_STATE), 0);
	EXPECT_POLLED(c, 1);
}

/* The completion queue is far too small for all requests, but when the queue pairs fail, none is
 * lost.
 */
static void there_is_room_for_every_request(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, 2);
	struct t3_qp *q[2] = {make_qp(w, 65, 7, 7), make_qp(w, 66, 7, 7)};
	struct ibv_wc wc[8];
	int total = 0, got;

	(void)state;
	for (uint64_t i = 0; i < 127; i++) {
		for (int j = 0; j < 2; j++) {
			assert_int_equal(post(q[j], IBV_WR_SEND, i, 0), 0);
			assert_int_equal(post_recv(q[j], i), 0);
		}
	}
	break_qp(q[0]);
	break_qp(q[1]);
	*c->cq->attention = 1;
	while ((got = ibv_poll_cq(&c->cq->ibv, 8, wc)) > 0)
		total += got;
	assert_int_equal(got, 0);
	assert_int_equal(total, 4 * 127);
}

/* An event that was read before the queue pair was destroyed, and is delivered afterwards. */
static void an_event_may_come_late(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_qp *q;

	(void)state;
	make_cq(w, LOG2_CQ);
	q = make_qp(w, 65, 4, 4);
	inverbs_table_remove(&w->ctx->qps, 65);
	inverbs_control_qp_event(q->qp, IBV_EVENT_QP_FATAL);
	assert_false(q->qp->sq.work->flushed);
	assert_int_equal(inverbs_table_enter(&w->ctx->qps, 65, q->qp), 0);
	inverbs_control_qp_event(q->qp, IBV_EVENT_COMM_EST);
	assert_false(q->qp->sq.work->flushed);
	inverbs_control_qp_event(q->qp, IBV_EVENT_QP_FATAL);
	assert_true(q->qp->sq.work->flushed);
}

/* ---- an adapter that reports requests that were never posted ---- */

static void a_number_that_was_never_given_is_no_send(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);
	struct cxgb3_cqe cqe = {
		.qpid = 65, .is_send = 1, .operation = CXGB3_RDMA_SEND, .status = 1};

	(void)state;
	assert_int_equal(post(q, IBV_WR_SEND, 1, 0), 0);
	complete(c, 0, 65, 0x20000000, false); /* would be held back */
	expect_polled(c, NULL, 0);
	assert_false(q->qp->sq.work->records[0].complete);
	cqe.serial = 0x40000000; /* would retire about 10^9 requests */
	put_entry(c, 0, cqe);
	expect_polled(c, NULL, 0);
	assert_int_equal(q->qp->sq.tail, 0);
	assert_int_equal(post_send(q, 2), EINVAL); /* the queue pair failed, and is flushed */
	EXPECT_POLLED(c, 1);
}

static void a_flush_ends_where_too_much_was_reported(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 1, 1);
	struct ibv_wc wc[8];

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(post_send(q, i), 0);
		complete(c, 0, 65, i, false);
		assert_int_equal(ibv_poll_cq(&c->cq->ibv, 8, wc), 1);
	}
	complete(c, 0, 65, 2, false);
	for (uint32_t i = 1; i < 3; i++) {
		struct cxgb3_cqe cqe = {.qpid = 65, .operation = CXGB3_RDMA_SEND, .message = i};

		put_entry(c, i, cqe);
	}
	assert_int_equal(ibv_poll_cq(&c->cq->ibv, 8, wc), 3);
	break_qp(q);
	assert_int_equal(ibv_modify_qp(&q->qp->ibv, &attr, IBV_QP_STATE), 0);
	expect_polled(c, NULL, 0);
}

/* ---- devices that take posts as commands ---- */

static void states_of_a_queue_without_ring_are_the_kernels(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct t3 *w = open_world("T3A");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 4, 4);

	(void)state;
	kernel_mark(w->kernel);
	assert_int_equal(ibv_modify_qp(&q->qp->ibv, &attr, IBV_QP_STATE), 0);
	assert_int_equal(post_send(q, 1), 0);
	assert_int_equal(post_recv(q, 2), 0);
	expect_polled(c, NULL, 0);
	inverbs_control_qp_event(q->qp, IBV_EVENT_QP_FATAL);
	assert_int_equal(w->kernel->command_count, 4);
	assert_int_equal(command_at(w->kernel, 1), UVERBS_CMD_POST_SEND);
	assert_int_equal(command_at(w->kernel, 2), UVERBS_CMD_POST_RECV);
	assert_int_equal(command_at(w->kernel, 3), UVERBS_CMD_POLL_CQ);
	assert_int_equal(ibv_destroy_qp(&q->qp->ibv), 0);
	gone(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_mapping_that_fails_undoes_the_queue_pair, close_world),
		cmocka_unit_test_teardown(sizes_that_cannot_be_are_not_believed, close_world),
		cmocka_unit_test_teardown(a_completion_queue_is_undone_likewise, close_world),
		cmocka_unit_test_teardown(only_reliable_connections_are_made, close_world),
		cmocka_unit_test_teardown(queues_of_a_thread_domain_take_no_lock, close_world),
		cmocka_unit_test_teardown(a_destruction_that_is_refused_changes_nothing,
					  close_world),
		cmocka_unit_test_teardown(a_number_used_again_has_no_past, close_world),
		cmocka_unit_test_teardown(reset_drops_its_own_completions_only, close_world),
		cmocka_unit_test_teardown(reset_drops_completions_in_both_queues, close_world),
		cmocka_unit_test_teardown(a_life_after_reset_is_flushed_again, close_world),
		cmocka_unit_test_teardown(a_change_of_a_failed_queue_pair_flushes_it, close_world),
		cmocka_unit_test_teardown(there_is_room_for_every_request, close_world),
		cmocka_unit_test_teardown(an_event_may_come_late, close_world),
		cmocka_unit_test_teardown(a_number_that_was_never_given_is_no_send, close_world),
		cmocka_unit_test_teardown(a_flush_ends_where_too_much_was_reported, close_world),
		cmocka_unit_test_teardown(states_of_a_queue_without_ring_are_the_kernels,
					  close_world),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
