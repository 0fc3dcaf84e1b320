/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting and polling. */
#include "pair.h"

#include <pthread.h>
#include <sched.h>

static void expect_completion(struct side *side, uint64_t id, ib_wc_type_t type)
{
	ib_wc_t wc = side_take(side);

	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	assert_int_equal(wc.wr_id, id);
	assert_int_equal(wc.wc_type, type);
}

static void send_once(struct pair *p, ib_send_opt_t opt)
{
	ib_local_ds_t ds = side_ds(&p->a, 100, 50);
	ib_send_wr_t wr = side_wr(&ds, WR_SEND, 7, &p->b, 0);
	ib_wc_t wc;

	memset(p->a.buf + 100, 0x42, 50);
	side_receive(&p->b, 8, 1000, 60);
	wr.send_opt |= opt;
	wr.immediate_data = cl_hton32(0x01020304);
	assert_int_equal(ib_post_send(p->a.qp, &wr, NULL), IB_SUCCESS);
	expect_completion(&p->a, 7, IB_WC_SEND);
	wc = side_take(&p->b);
	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	assert_int_equal(wc.wr_id, 8);
	assert_int_equal(wc.wc_type, IB_WC_RECV);
	assert_int_equal(wc.length, 50);
	assert_int_equal(wc.recv.conn.recv_opt & IB_RECV_OPT_IMMEDIATE,
			 opt & IB_SEND_OPT_IMMEDIATE ? IB_RECV_OPT_IMMEDIATE : 0);
	if (opt & IB_SEND_OPT_IMMEDIATE)
		assert_int_equal(wc.recv.conn.immediate_data, cl_hton32(0x01020304));
	assert_memory_equal(p->b.buf + 1000, p->a.buf + 100, 50);
}

static void I57_sends_arrive(void **state)
{
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	send_once(&p, 0);
	send_once(&p, IB_SEND_OPT_IMMEDIATE);
	send_once(&p, IB_SEND_OPT_SOLICITED | IB_SEND_OPT_FENCE);
	pair_close(&p);
	pair_open(&p, IB_QPT_UNRELIABLE_CONN);
	send_once(&p, IB_SEND_OPT_IMMEDIATE);
	pair_close(&p);
}

static void send_one(struct pair *p, ib_wr_type_t type, ib_wc_type_t done, uint64_t id)
{
	ib_local_ds_t ds = side_ds(&p->a, 0, 64);
	ib_send_wr_t wr = side_wr(&ds, type, id, &p->b, 2048);

	assert_int_equal(ib_post_send(p->a.qp, &wr, NULL), IB_SUCCESS);
	expect_completion(&p->a, id, done);
}

static void I57_memory_of_the_peer_is_written_and_read(void **state)
{
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	memset(p.a.buf, 0x13, 64);
	send_one(&p, WR_RDMA_WRITE, IB_WC_RDMA_WRITE, 1);
	assert_int_equal(p.b.buf[2048 + 63], 0x13);
	memset(p.b.buf + 2048, 0x77, 64);
	send_one(&p, WR_RDMA_READ, IB_WC_RDMA_READ, 2);
	assert_int_equal(p.a.buf[63], 0x77);
	pair_close(&p);
}

static void I57_a_write_with_immediate_consumes_a_receive(void **state)
{
	struct pair p;
	ib_local_ds_t ds;
	ib_send_wr_t wr;
	ib_wc_t wc;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 16);
	wr = side_wr(&ds, WR_RDMA_WRITE, 1, &p.b, 0);
	wr.send_opt |= IB_SEND_OPT_IMMEDIATE;
	wr.immediate_data = 5;
	side_receive(&p.b, 9, 0, 16);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	expect_completion(&p.a, 1, IB_WC_RDMA_WRITE);
	wc = side_take(&p.b);
	assert_int_equal(wc.wc_type, IB_WC_RECV_RDMA_WRITE);
	assert_int_equal(wc.wr_id, 9);
	assert_int_equal(wc.recv.conn.immediate_data, 5);
	pair_close(&p);
}

static void I57_atomics_have_numbers_in_network_order(void **state)
{
	struct pair p;
	ib_local_ds_t ds;
	ib_send_wr_t wr;
	uint64_t *there, *here;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	there = (uint64_t *)(void *)p.b.buf;
	here = (uint64_t *)(void *)p.a.buf;
	*there = 40;
	ds = side_ds(&p.a, 0, 8);
	wr = side_wr(&ds, WR_FETCH_ADD, 1, &p.b, 0);
	wr.remote_ops.atomic1 = cl_hton64(2);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	expect_completion(&p.a, 1, IB_WC_FETCH_ADD);
	assert_int_equal(*here, 40);
	assert_int_equal(*there, 42);
	wr = side_wr(&ds, WR_COMPARE_SWAP, 2, &p.b, 0);
	wr.remote_ops.atomic1 = cl_hton64(42);
	wr.remote_ops.atomic2 = cl_hton64(99);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	expect_completion(&p.a, 2, IB_WC_COMPARE_SWAP);
	assert_int_equal(*there, 99);
	pair_close(&p);
}

static void I57_wrong_requests_are_returned(void **state)
{
	ib_send_wr_t wr, second, *failed = NULL;
	ib_local_ds_t ds[5];
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	for (size_t i = 0; i < COUNT(ds); i++)
		ds[i] = side_ds(&p.a, 0, 4);
	wr = second = side_wr(ds, WR_SEND, 1, &p.b, 0);
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_post_send(bad, &wr, &failed));
	assert_null(failed);
	assert_int_equal(ib_post_send((ib_qp_handle_t)(uintptr_t)p.a.cq, &wr, NULL),
			 IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_post_send(p.a.qp, NULL, &failed), IB_INVALID_PARAMETER);
	wr.p_next = &second;
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_INVALID_PARAMETER);
	wr.p_next = NULL;
	wr.wr_type = WR_LSO;
	assert_int_equal(ib_post_send(p.a.qp, &wr, &failed), IB_UNSUPPORTED);
	assert_ptr_equal(failed, &wr);
	wr.wr_type = WR_FAST_REG_MR;
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_UNSUPPORTED);
	wr.wr_type = (ib_wr_type_t)77;
	failed = NULL;
	assert_int_equal(ib_post_send(p.a.qp, &wr, &failed), IB_INVALID_WR_TYPE);
	assert_ptr_equal(failed, &wr);
	wr.wr_type = WR_SEND;
	wr.num_ds = 1000;
	assert_int_equal(ib_post_send(p.a.qp, &wr, &failed), IB_INVALID_MAX_SGE);
	pair_close(&p);
}

static void I57_a_state_without_sends(void **state)
{
	ib_qp_mod_t mod = {.req_state = IB_QPS_RESET};
	ib_recv_wr_t recv, *no = NULL;
	ib_send_wr_t wr, *failed = NULL;
	ib_local_ds_t ds;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 4);
	wr = side_wr(&ds, WR_SEND, 1, &p.b, 0);
	assert_int_equal(ib_modify_qp(p.a.qp, &mod), IB_SUCCESS);
	assert_int_equal(ib_post_send(p.a.qp, &wr, &failed), IB_INVALID_QP_STATE);
	assert_ptr_equal(failed, &wr);
	recv = (ib_recv_wr_t){.num_ds = 1, .ds_array = &ds};
	assert_int_equal(ib_post_recv(p.a.qp, &recv, &no), IB_INVALID_QP_STATE);
	assert_ptr_equal(no, &recv);
	pair_close(&p);
}

/* When a list fails, the work requests before the failing one have been posted. */
static void I18_lists_are_posted_up_to_the_first_that_fails(void **state)
{
	enum {
		MANY = 70
	};
	ib_send_wr_t wr[MANY], *failed = NULL;
	ib_local_ds_t ds;
	struct pair p;
	size_t posted;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 8);
	for (size_t i = 0; i < MANY; i++) {
		wr[i] = side_wr(&ds, WR_RDMA_WRITE, i, &p.b, i * 8);
		wr[i].p_next = i + 1 < MANY ? &wr[i + 1] : NULL;
	}
	wr[37].wr_type = WR_LSO;
	assert_int_equal(ib_post_send(p.a.qp, wr, &failed), IB_UNSUPPORTED);
	assert_ptr_equal(failed, &wr[37]);
	for (size_t i = 0; i < 37; i++)
		expect_completion(&p.a, i, IB_WC_RDMA_WRITE);
	wr[37].wr_type = WR_RDMA_WRITE;
	wr[1].num_ds = 500;
	failed = NULL;
	assert_int_equal(ib_post_send(p.a.qp, wr, &failed), IB_INVALID_MAX_SGE);
	assert_ptr_equal(failed, &wr[1]);
	expect_completion(&p.a, 0, IB_WC_RDMA_WRITE);
	wr[1].num_ds = 1;
	/* without polling, the ring fills up */
	for (posted = 0; posted < 100000; posted++) {
		ib_send_wr_t more = wr[0];

		more.p_next = NULL;
		more.send_opt = 0;
		if (ib_post_send(p.a.qp, &more, &failed) == IB_INSUFFICIENT_RESOURCES)
			break;
	}
	assert_true(posted >= SIDE_DEPTH && posted < 100000);
	pair_close(&p);
}

static void I58_receives_are_posted_in_lists(void **state)
{
	enum {
		MANY = 30
	};
	ib_recv_wr_t wr[MANY], *failed = NULL;
	ib_local_ds_t ds, from;
	ib_send_wr_t send;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.b, 0, 16);
	from = side_ds(&p.a, 0, 16);
	for (size_t i = 0; i < MANY; i++)
		wr[i] = (ib_recv_wr_t){.wr_id = i,
				       .num_ds = 1,
				       .ds_array = &ds,
				       .p_next = i + 1 < MANY ? &wr[i + 1] : NULL};
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_post_recv(bad, wr, &failed));
	assert_int_equal(ib_post_recv(p.b.qp, NULL, &failed), IB_INVALID_PARAMETER);
	assert_int_equal(ib_post_recv(p.b.qp, wr, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_post_recv(p.b.qp, wr, &failed), IB_SUCCESS);
	send = side_wr(&from, WR_SEND, 5, &p.b, 0);
	for (size_t i = 0; i < MANY; i++) {
		assert_int_equal(ib_post_send(p.a.qp, &send, NULL), IB_SUCCESS);
		expect_completion(&p.a, 5, IB_WC_SEND);
		expect_completion(&p.b, i, IB_WC_RECV);
	}
	wr[3].num_ds = 500;
	assert_int_equal(ib_post_recv(p.b.qp, wr, &failed), IB_INSUFFICIENT_RESOURCES);
	assert_ptr_equal(failed, &wr[3]);
	pair_close(&p);
}

static void I62_polling_moves_from_list_to_list(void **state)
{
	ib_wc_t wc[4], *unused = &wc[0], *done = NULL;
	struct pair p;
	ib_local_ds_t ds;
	ib_send_wr_t wr;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	for (size_t i = 0; i < COUNT(wc); i++)
		wc[i].p_next = i + 1 < COUNT(wc) ? &wc[i + 1] : NULL;
	KIT_REFUSES(&p.kit, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_poll_cq(bad, &unused, &done));
	assert_int_equal(ib_poll_cq(p.a.cq, NULL, &done), IB_INVALID_PARAMETER);
	assert_int_equal(ib_poll_cq(p.a.cq, &unused, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_poll_cq(p.a.cq, &done, &done), IB_INVALID_PARAMETER);
	assert_int_equal(ib_poll_cq(p.a.cq, &unused, &done), IB_NOT_FOUND);
	assert_ptr_equal(unused, &wc[0]);
	assert_null(done);
	ds = side_ds(&p.a, 0, 8);
	for (uint64_t i = 0; i < 6; i++) {
		wr = side_wr(&ds, WR_RDMA_WRITE, i, &p.b, 0);
		assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	}
	for (uint64_t next = 0; next < 6;) {
		ib_api_status_t status = ib_poll_cq(p.a.cq, &unused, &done);
		ib_wc_t *last = NULL;

		if (status == IB_NOT_FOUND)
			continue;
		assert_int_equal(status, IB_SUCCESS);
		for (ib_wc_t *at = done; at; last = at, at = at->p_next)
			assert_int_equal(at->wr_id, next++);
		assert_non_null(last);
		last->p_next = unused;
		unused = done;
		done = NULL;
	}
	pair_close(&p);
}

static void I14_I63_one_rearm_gives_one_callback(void **state)
{
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_rearm_cq(bad, FALSE));
	send_one(&p, WR_RDMA_WRITE, IB_WC_RDMA_WRITE, 1);
	assert_int_equal(p.a.completions.calls, 0);
	for (int i = 1; i <= 3; i++) {
		assert_int_equal(ib_rearm_cq(p.a.cq, FALSE), IB_SUCCESS);
		send_one(&p, WR_RDMA_WRITE, IB_WC_RDMA_WRITE, 2);
		told_wait(&p.a.completions);
		send_one(&p, WR_RDMA_WRITE, IB_WC_RDMA_WRITE, 3);
		assert_int_equal(p.a.completions.calls, i);
	}
	/* only solicited completions */
	assert_int_equal(ib_rearm_cq(p.b.cq, TRUE), IB_SUCCESS);
	send_once(&p, 0);
	assert_int_equal(p.b.completions.calls, 0);
	send_once(&p, IB_SEND_OPT_SOLICITED);
	told_wait(&p.b.completions);
	pair_close(&p);
	assert_int_equal(p.b.completions.calls, 1);
}

static void I61_I64_optional_operations_are_checked_and_refused(void **state)
{
	uint32_t n = 3;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_peek_cq(bad, NULL));
	KIT_REFUSES(&p.kit, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_rearm_n_cq(bad, 0));
	assert_int_equal(ib_peek_cq(p.a.cq, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_peek_cq(p.a.cq, &n), IB_UNSUPPORTED);
	assert_int_equal(n, 3);
	assert_int_equal(ib_rearm_n_cq(p.a.cq, 0), IB_INVALID_PARAMETER);
	assert_int_equal(ib_rearm_n_cq(p.a.cq, 1000000), IB_INVALID_PARAMETER);
	assert_int_equal(ib_rearm_n_cq(p.a.cq, 1), IB_UNSUPPORTED);
	pair_close(&p);
}

/* After a region was deregistered, a send from it fails, and the following ones are flushed. */
static void completions_of_errors_have_the_layers_numbers(void **state)
{
	struct pair p;
	ib_wc_t wc;
	ib_local_ds_t ds;
	ib_send_wr_t wr;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 8);
	assert_int_equal(ib_dereg_mr(p.a.mr), IB_SUCCESS);
	wr = side_wr(&ds, WR_RDMA_WRITE, 1, &p.b, 0);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	wc = side_take(&p.a);
	assert_int_equal(wc.status, IB_WCS_LOCAL_PROTECTION_ERR);
	assert_int_equal(wc.wr_id, wr.wr_id);
	assert_int_equal(wc.wc_type, IB_WC_UNKNOWN1);
	assert_int_equal(wc.length, 0);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(side_take(&p.a).status, IB_WCS_WR_FLUSHED_ERR);
	pair_close(&p);
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 8);
	wr = side_wr(&ds, WR_RDMA_WRITE, 1, &p.b, 0);
	wr.remote_ops.rkey = ~wr.remote_ops.rkey;
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(side_take(&p.a).status, IB_WCS_REM_ACCESS_ERR);
	pair_close(&p);
}

/* Arguments of the last completion callback. */
static struct {
	struct told told;
	ib_cq_handle_t cq;
	void *context;
} last;

static void record_callback(ib_cq_handle_t cq, void *context)
{
	last.cq = cq;
	last.context = context;
	kit_destroyed(&last.told);
}

static void I68_a_callback_gets_its_queue_and_context(void **state)
{
	ib_cq_create_t create = {.size = 8, .pfn_comp_cb = record_callback};
	ib_cq_handle_t cq;
	struct pair p;
	ib_qp_create_t qp_create;
	ib_recv_wr_t wr = {.wr_id = 3};
	ib_qp_handle_t qp;
	ib_qp_mod_t mod = side_init();

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	told_begin(&last.told);
	assert_int_equal(ib_create_cq(p.a.ca, &create, &p, NULL, &cq), IB_SUCCESS);
	qp_create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	qp_create.h_rq_cq = cq;
	assert_int_equal(ib_create_qp(p.a.pd, &qp_create, NULL, NULL, &qp), IB_SUCCESS);
	assert_int_equal(ib_modify_qp(qp, &mod), IB_SUCCESS);
	assert_int_equal(ib_post_recv(qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(ib_rearm_cq(cq, FALSE), IB_SUCCESS);
	mod = (ib_qp_mod_t){.req_state = IB_QPS_ERROR}; /* flushes the receive */
	assert_int_equal(ib_modify_qp(qp, &mod), IB_SUCCESS);
	told_wait(&last.told);
	assert_ptr_equal(last.cq, cq);
	assert_ptr_equal(last.context, &p);
	pair_close(&p);
}

static void I75_memory_must_be_registered_when_it_is_sent(void **state)
{
	ib_local_ds_t ds;
	ib_send_wr_t wr;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 64);
	wr = side_wr(&ds, WR_RDMA_WRITE, 5, &p.b, 0);
	assert_int_equal(ib_dereg_mr(p.a.mr), IB_SUCCESS);
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(side_take(&p.a).status, IB_WCS_LOCAL_PROTECTION_ERR);
	pair_close(&p);
}

enum {
	THREADS = 4,
	EACH = 200
};

/* Each thread writes to a separate offset; when the queue is full, it retries. */
struct writer {
	struct pair *pair;
	unsigned int number;
	pthread_t thread;
};

static void *write_often(void *data)
{
	struct writer *writer = data;
	struct pair *p = writer->pair;
	const size_t at = 8 * (size_t)writer->number;
	ib_local_ds_t ds = side_ds(&p->a, at, 8);
	ib_send_wr_t wr = side_wr(&ds, WR_RDMA_WRITE, writer->number, &p->b, 2048 + at);
	ib_api_status_t status;

	for (int i = 0; i < EACH; i++) {
		do {
			status = ib_post_send(p->a.qp, &wr, NULL);
			if (status == IB_INSUFFICIENT_RESOURCES)
				sched_yield();
		} while (status == IB_INSUFFICIENT_RESOURCES);
		assert_int_equal(status, IB_SUCCESS);
	}
	return NULL;
}

static void I57_threads_post_to_one_queue_pair(void **state)
{
	struct writer writers[THREADS];
	unsigned int done[THREADS] = {0};
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	for (unsigned int i = 0; i < THREADS; i++) {
		writers[i] = (struct writer){.pair = &p, .number = i};
		memset(p.a.buf + 8 * (size_t)i, (int)(0x50 + i), 8);
		assert_int_equal(pthread_create(&writers[i].thread, NULL, write_often, &writers[i]),
				 0);
	}
	for (unsigned int i = 0; i < THREADS * EACH; i++) {
		ib_wc_t wc = side_take(&p.a);

		assert_int_equal(wc.status, IB_WCS_SUCCESS);
		assert_true(wc.wr_id < THREADS);
		done[wc.wr_id]++;
	}
	for (unsigned int i = 0; i < THREADS; i++) {
		pthread_join(writers[i].thread, NULL);
		assert_int_equal(done[i], EACH);
	}
	assert_memory_equal(p.b.buf + 2048, p.a.buf, 8 * THREADS);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I57_sends_arrive),
		TEST(I57_memory_of_the_peer_is_written_and_read),
		TEST(I57_a_write_with_immediate_consumes_a_receive),
		TEST(I57_atomics_have_numbers_in_network_order),
		TEST(I57_wrong_requests_are_returned),
		TEST(I57_a_state_without_sends),
		TEST(I18_lists_are_posted_up_to_the_first_that_fails),
		TEST(I58_receives_are_posted_in_lists),
		TEST(I62_polling_moves_from_list_to_list),
		TEST(I14_I63_one_rearm_gives_one_callback),
		TEST(I61_I64_optional_operations_are_checked_and_refused),
		TEST(completions_of_errors_have_the_layers_numbers),
		TEST(I57_threads_post_to_one_queue_pair),
		TEST(I68_a_callback_gets_its_queue_and_context),
		TEST(I75_memory_must_be_registered_when_it_is_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
