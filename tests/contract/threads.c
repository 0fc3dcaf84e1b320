/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V4: verbs may be called by any thread, even on the same object at the same time. cmocka's
 * assertions only work in the main thread; the other threads count errors.
 */
#include "kit.h"

#include <pthread.h>
#include <sched.h>

enum {
	THREADS = 3,
	MESSAGES = 3000,
	ENTRIES = 64, /* depth of the queue that is polled */
	POSTS = 500,  /* requests per thread */
	ROUNDS = 40,
};

static int errors; /* atomic */

static void check(bool good)
{
	if (!good)
		__atomic_fetch_add(&errors, 1, __ATOMIC_RELAXED);
}

static void run(void *(*body)(void *), void *arguments[THREADS])
{
	pthread_t threads[THREADS];

	errors = 0;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, body, arguments[i]), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
}

/* --- several threads poll one queue ------------------------------------------------------ */

struct polled {
	struct pair *pair;
	uint8_t seen[MESSAGES]; /* atomic */
	int left;               /* atomic */
};

/* All threads poll; whichever polls a completion makes room for another message. */
static void *poll_all(void *argument)
{
	struct polled *p = argument;
	struct ibv_wc wc[4];

	while (__atomic_load_n(&p->left, __ATOMIC_RELAXED) > 0) {
		int n = ibv_poll_cq(p->pair->a.scq, 4, wc);

		check(n >= 0);
		for (int i = 0; i < n; i++) {
			check(wc[i].status == IBV_WC_SUCCESS && wc[i].wr_id < MESSAGES);
			if (wc[i].wr_id < MESSAGES)
				__atomic_fetch_add(&p->seen[wc[i].wr_id], 1, __ATOMIC_RELAXED);
			__atomic_fetch_sub(&p->left, 1, __ATOMIC_RELAXED);
		}
		if (!n)
			sched_yield();
	}
	return NULL;
}

/* Whether the polled queue has room for one more completion. The sender has to check, since on some
 * adapters a send completes before the receiver's completion has been written. */
static bool room_left(const struct polled *p, uint64_t posted)
{
	return (int)posted - (MESSAGES - __atomic_load_n(&p->left, __ATOMIC_RELAXED)) < ENTRIES;
}

static void V4_threads_polling_one_cq_get_each_completion_once(void **state)
{
	static struct polled p;
	pthread_t threads[THREADS];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 32, .cqe = ENTRIES});
	p = (struct polled){.pair = &pair, .left = MESSAGES};
	errors = 0;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, poll_all, &p), 0);
	for (uint64_t i = 0; i < MESSAGES;) {
		struct ibv_sge sge = side_sge(&pair.a, 0, 8);
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, i, &pair.b, 0), *bad;
		int ret = room_left(&p, i) ? ibv_post_send(pair.a.qp, &wr, &bad) : ENOMEM;

		assert_true(!ret || ret == ENOMEM); /* full: one of the threads has to poll first */
		i += !ret;
		if (ret)
			sched_yield();
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
	for (int i = 0; i < MESSAGES; i++)
		assert_int_equal(p.seen[i], 1);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

/* --- several threads post to one queue pair ---------------------------------------------- */

struct poster {
	struct pair *pair;
	uint64_t id;
};

static void *post_many(void *argument)
{
	const struct poster *p = argument;
	struct pair *pair = p->pair;
	uint64_t value;

	for (uint64_t i = 0; i < POSTS;) {
		struct ibv_sge sge = {(uintptr_t)&value, sizeof(value), 0};
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND, p->id << 32 | i, &pair->b, 0);
		struct ibv_send_wr *bad;
		int ret;

		value = wr.wr_id;
		wr.send_flags |= IBV_SEND_INLINE;
		ret = ibv_post_send(pair->a.qp, &wr, &bad);
		check(!ret || ret == ENOMEM);
		i += !ret;
		if (ret)
			sched_yield();
	}
	return NULL;
}

/* Messages of one thread arrive in order; those of several threads are interleaved. */
static void V4_threads_posting_to_one_qp_do_not_mix_their_requests(void **state)
{
	struct poster posters[THREADS];
	uint64_t next_sent[THREADS] = {0}, next_received[THREADS] = {0};
	pthread_t threads[THREADS];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 16, .recv_wr = 32, .inline_data = 8});
	errors = 0;
	for (uint64_t i = 0; i < 32; i++)
		post_receive(&pair.b, i, i * 8, 8);
	for (uint64_t i = 0; i < THREADS; i++) {
		posters[i] = (struct poster){&pair, i};
		assert_int_equal(pthread_create(&threads[i], NULL, post_many, &posters[i]), 0);
	}
	for (int i = 0; i < THREADS * POSTS; i++) {
		struct ibv_wc wc;
		uint64_t value;

		take_completions(pair.b.rcq, &wc, 1);
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
		memcpy(&value, pair.b.buf + wc.wr_id * 8, 8);
		assert_int_equal(value & UINT32_MAX, next_received[value >> 32]++);
		post_receive(&pair.b, wc.wr_id, wc.wr_id * 8, 8);
		take_completions(pair.a.scq, &wc, 1);
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
		assert_int_equal(wc.wr_id & UINT32_MAX, next_sent[wc.wr_id >> 32]++);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
	pair_close(&pair);
}

/* --- several queue pairs on one queue ---------------------------------------------------- */

static void *own_pair(void *argument)
{
	struct pair *pair = argument;
	struct ibv_wc wc;

	for (uint64_t i = 0; i < POSTS; i++) {
		struct ibv_sge sge = side_sge(&pair->a, 0, 64);
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, i, &pair->b, 0), *bad;
		int n = 0;

		check(!ibv_post_send(pair->a.qp, &wr, &bad));
		while (!n) {
			n = ibv_poll_cq(pair->a.scq, 1, &wc);
			if (!n)
				sched_yield();
		}
		check(n == 1 && wc.status == IBV_WC_SUCCESS && wc.wr_id == i);
	}
	return NULL;
}

static void V4_threads_with_separate_queue_pairs_do_not_interfere(void **state)
{
	struct pair pairs[THREADS];
	void *arguments[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++) {
		pair_open(&pairs[i], &(struct plan){0});
		arguments[i] = &pairs[i];
	}
	run(own_pair, arguments);
	for (int i = 0; i < THREADS; i++)
		pair_close(&pairs[i]);
}

/* --- control path ------------------------------------------------------------------------ */

struct control {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	char memory[4096];
};

static void *make_and_break(void *argument)
{
	struct control *c = argument;

	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_cq *cq = ibv_create_cq(c->ctx, 10, NULL, NULL, 0);
		struct ibv_qp_init_attr init = {.send_cq = cq,
						.recv_cq = cq,
						.qp_type = IBV_QPT_RC,
						.cap = {4, 4, 1, 1, 0}};
		struct ibv_mr *mr = ibv_reg_mr(c->pd, c->memory, sizeof(c->memory), ALL_ACCESS);
		struct ibv_qp *qp = cq ? ibv_create_qp(c->pd, &init) : NULL;
		struct ibv_port_attr port;
		struct ibv_wc wc;

		check(cq && mr && qp);
		if (!cq || !mr || !qp)
			break;
		check(!ibv_query_port(c->ctx, 1, &port));
		check(ibv_poll_cq(cq, 1, &wc) == 0);
		check(!ibv_destroy_qp(qp));
		check(!ibv_dereg_mr(mr));
		check(!ibv_destroy_cq(cq));
	}
	return NULL;
}

static void V4_threads_create_and_destroy_objects_of_one_context(void **state)
{
	static struct control controls[THREADS];
	void *arguments[THREADS];
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx);

	(void)state;
	for (int i = 0; i < THREADS; i++) {
		controls[i].ctx = ctx;
		controls[i].pd = pd;
		arguments[i] = &controls[i];
	}
	run(make_and_break, arguments);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void *open_and_close(void *argument)
{
	(void)argument;
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_device **list = ibv_get_device_list(NULL);
		struct ibv_context *ctx = list ? ibv_open_device(list[i & 1]) : NULL;

		check(ctx != NULL);
		ibv_free_device_list(list);
		if (ctx)
			check(!ibv_close_device(ctx));
	}
	return NULL;
}

static void V4_threads_open_and_close_devices(void **state)
{
	void *arguments[THREADS] = {NULL};

	(void)state;
	run(open_and_close, arguments);
}

/* --- waiting for events ------------------------------------------------------------------ */

struct waiter {
	struct side *side;
	int woken; /* atomic */
};

static void *wait_for_events(void *argument)
{
	struct waiter *w = argument;
	int left = POSTS;

	while (left) {
		struct ibv_cq *cq;
		struct ibv_wc wc;
		void *context;

		check(!ibv_get_cq_event(w->side->channel, &cq, &context));
		check(cq == w->side->rcq);
		ibv_ack_cq_events(cq, 1);
		check(!ibv_req_notify_cq(cq, 0));
		while (ibv_poll_cq(cq, 1, &wc) == 1) {
			check(wc.status == IBV_WC_SUCCESS);
			left--;
			__atomic_fetch_add(&w->woken, 1, __ATOMIC_RELEASE);
		}
	}
	return NULL;
}

static void V4_a_thread_that_waits_for_events_misses_none(void **state)
{
	struct waiter w = {0};
	struct pair pair;
	pthread_t thread;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true, .recv_wr = 64, .cqe = 200});
	w.side = &pair.b;
	errors = 0;
	for (uint64_t i = 0; i < 8; i++)
		post_receive(&pair.b, i, 0, 8);
	assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 0), 0);
	assert_int_equal(pthread_create(&thread, NULL, wait_for_events, &w), 0);
	for (uint64_t i = 0; i < POSTS; i++) {
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 8);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		post_receive(&pair.b, i, 0, 8);
		/* the waiting thread is at most eight receives behind */
		while ((uint64_t)__atomic_load_n(&w.woken, __ATOMIC_ACQUIRE) + 8 < i)
			sched_yield();
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(errors, 0);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V4_threads_polling_one_cq_get_each_completion_once),
		TEST(V4_threads_posting_to_one_qp_do_not_mix_their_requests),
		TEST(V4_threads_with_separate_queue_pairs_do_not_interfere),
		TEST(V4_threads_create_and_destroy_objects_of_one_context),
		TEST(V4_threads_open_and_close_devices),
		TEST(V4_a_thread_that_waits_for_events_misses_none),
	};

	return RUN_TESTS(tests);
}
