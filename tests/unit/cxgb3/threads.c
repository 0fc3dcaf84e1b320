/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One thread polls and flushes failed queue pairs, while another thread creates, fails and destroys
 * queue pairs: it must not free what the first one reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include <infiniband/verbs.h>

enum {
	ROUNDS = 150,
	RECEIVES = 3,
	CQES = 256,
};

static struct {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *polled; /* by the polling thread */
	struct ibv_cq *own;    /* used only by the other thread */
	bool done;
	int flushed; /* completions polled by the polling thread */
} s;

static int open_device(void **state)
{
	struct ibv_device **list;

	(void)state;
	setenv("INVERBS_EMULATOR", "inproc:cxgb3_0", 1);
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	assert_non_null(list[0]);
	s.ctx = ibv_open_device(list[0]);
	assert_non_null(s.ctx);
	ibv_free_device_list(list);
	s.pd = ibv_alloc_pd(s.ctx);
	s.polled = ibv_create_cq(s.ctx, CQES, NULL, NULL, 0);
	s.own = ibv_create_cq(s.ctx, CQES, NULL, NULL, 0);
	return !(s.pd && s.polled && s.own);
}

static int close_device(void **state)
{
	(void)state;
	return ibv_destroy_cq(s.own) || ibv_destroy_cq(s.polled) || ibv_dealloc_pd(s.pd) ||
	       ibv_close_device(s.ctx);
}

static struct ibv_qp *make_qp(struct ibv_cq *recv)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = s.own,
		.recv_cq = recv,
		.cap = {.max_send_wr = 4, .max_recv_wr = RECEIVES, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_recv_wr wr = {0}, *bad;
	struct ibv_qp *qp = ibv_create_qp(s.pd, &attr);

	assert_non_null(qp);
	for (int i = 0; i < RECEIVES; i++)
		assert_int_equal(ibv_post_recv(qp, &wr, &bad), 0);
	return qp;
}

static void fail_qp(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};

	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
}

static void *poll_all(void *unused)
{
	struct ibv_wc wc[8];
	int got = 0;

	while (got > 0 || !__atomic_load_n(&s.done, __ATOMIC_ACQUIRE)) {
		got = ibv_poll_cq(s.polled, 8, wc);
		s.flushed += got;
		if (got == 0)
			sched_yield(); /* under valgrind only one thread runs at a time */
	}
	return unused;
}

/* The other thread polls `seen`'s completion queue; that of `unseen` is never polled. */
static void failing_and_destroying_beside_polling(void **state)
{
	struct ibv_qp *kept = NULL;
	pthread_t poller;

	(void)state;
	assert_int_equal(pthread_create(&poller, NULL, poll_all, NULL), 0);
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_qp *seen = make_qp(s.polled), *unseen = make_qp(s.own);

		fail_qp(seen);
		fail_qp(unseen);
		assert_int_equal(ibv_destroy_qp(unseen), 0);
		if (kept)
			assert_int_equal(ibv_destroy_qp(kept), 0);
		kept = seen;
	}
	__atomic_store_n(&s.done, true, __ATOMIC_RELEASE);
	pthread_join(poller, NULL);
	assert_int_equal(ibv_destroy_qp(kept), 0);
	/* completions that were not polled in time were dropped with their queue pair */
	assert_in_range(s.flushed, RECEIVES, ROUNDS * RECEIVES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(failing_and_destroying_beside_polling, open_device,
						close_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
