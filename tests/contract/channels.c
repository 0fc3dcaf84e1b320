/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V19, V24, V26, V34, V36: waiting for events. Completion channels and the asynchronous file
 * under poll, select and epoll, with signals, with many queues; acknowledgement counts; queues that
 * are resized while other threads use them.
 */
#include "control.h"
#include "kit.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

enum {
	WAIT_MS = KIT_SECONDS * 1000,
	QUEUES = 20,
};

static void set_nonblocking(int fd)
{
	assert_int_equal(fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK), 0);
}

static struct ibv_cq *get_event(struct ibv_comp_channel *channel)
{
	struct ibv_cq *cq = NULL;
	void *context;

	assert_int_equal(ibv_get_cq_event(channel, &cq, &context), 0);
	assert_ptr_equal(context, cq->cq_context);
	return cq;
}

static void write_once(struct pair *pair)
{
	post(&pair->a, &pair->b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect(pair->a.scq, 1, IBV_WC_SUCCESS);
}

/* --- the ways to wait -------------------------------------------------------------------- */

static bool selectable(int fd, int ms)
{
	struct timeval timeout = {ms / 1000, ms % 1000 * 1000};
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fd, &set);
	return select(fd + 1, &set, NULL, NULL, &timeout) == 1 && FD_ISSET(fd, &set);
}

static void V26_select_sees_a_completion(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	set_nonblocking(pair.a.channel->fd);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	assert_false(selectable(pair.a.channel->fd, 5));
	write_once(&pair);
	assert_true(selectable(pair.a.channel->fd, WAIT_MS));
	assert_ptr_equal(get_event(pair.a.channel), pair.a.scq);
	ibv_ack_cq_events(pair.a.scq, 1);
	assert_false(selectable(pair.a.channel->fd, 5));
	pair_close(&pair);
}

/* Edge triggered: one wake-up for each event, even while earlier ones have not been read. */
static void V26_epoll_sees_each_completion_and_each_event(void **state)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLET};
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	set_nonblocking(pair.a.channel->fd);
	event.data.fd = pair.a.channel->fd;
	assert_int_equal(epoll_ctl(epoll, EPOLL_CTL_ADD, pair.a.channel->fd, &event), 0);
	event.data.fd = pair.a.ctx->async_fd;
	assert_int_equal(epoll_ctl(epoll, EPOLL_CTL_ADD, pair.a.ctx->async_fd, &event), 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		write_once(&pair);
		assert_int_equal(epoll_wait(epoll, &event, 1, WAIT_MS), 1);
		assert_int_equal(event.data.fd, pair.a.channel->fd);
		get_event(pair.a.channel);
	}
	assert_int_equal(control("event %s client_reregister 1", kit_name(0)), 0);
	assert_int_equal(epoll_wait(epoll, &event, 1, WAIT_MS), 1);
	assert_int_equal(event.data.fd, pair.a.ctx->async_fd);
	expect_async(pair.a.ctx, IBV_EVENT_CLIENT_REREGISTER);
	assert_int_equal(epoll_wait(epoll, &event, 1, 5), 0);
	ibv_ack_cq_events(pair.a.scq, 3);
	close(epoll);
	pair_close(&pair);
}

static void do_nothing(int signal)
{
	(void)signal;
}

/* A thread that sends signals to the main thread until it sets `stop`. */
struct nuisance {
	pthread_t victim;
	int stop; /* atomic */
};

static void *send_signals(void *argument)
{
	struct nuisance *n = argument;

	while (!__atomic_load_n(&n->stop, __ATOMIC_ACQUIRE)) {
		kit_sleep(5);
		pthread_kill(n->victim, SIGUSR1);
	}
	return NULL;
}

static void V19_V26_a_signal_ends_the_wait(void **state)
{
	struct sigaction ignore = {.sa_handler = do_nothing}, old; /* without SA_RESTART */
	struct nuisance n = {.victim = pthread_self()};
	struct ibv_async_event event;
	struct pair pair;
	struct ibv_cq *cq;
	pthread_t thread;
	void *context;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(sigaction(SIGUSR1, &ignore, &old), 0);
	assert_int_equal(pthread_create(&thread, NULL, send_signals, &n), 0);
	errno = 0;
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), -1);
	assert_int_equal(errno, EINTR);
	errno = 0;
	assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), -1);
	assert_int_equal(errno, EINTR);
	__atomic_store_n(&n.stop, 1, __ATOMIC_RELEASE);
	assert_int_equal(pthread_join(thread, NULL), 0);
	/* events still arrive after the interruption */
	assert_int_equal(sigaction(SIGUSR1, &old, NULL), 0);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	write_once(&pair);
	assert_true(readable(pair.a.channel->fd, WAIT_MS));
	get_event(pair.a.channel);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

/* Commands work while signals keep arriving. */
static void V1_commands_survive_signals(void **state)
{
	struct sigaction ignore = {.sa_handler = do_nothing}, old;
	struct nuisance n = {.victim = pthread_self()};
	struct ibv_context *ctx = kit_open(0);
	pthread_t thread;

	(void)state;
	assert_int_equal(sigaction(SIGUSR1, &ignore, &old), 0);
	assert_int_equal(pthread_create(&thread, NULL, send_signals, &n), 0);
	for (int i = 0; i < 500; i++) {
		struct ibv_pd *pd = ibv_alloc_pd(ctx);

		assert_non_null(pd);
		assert_int_equal(ibv_dealloc_pd(pd), 0);
	}
	__atomic_store_n(&n.stop, 1, __ATOMIC_RELEASE);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(sigaction(SIGUSR1, &old, NULL), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void *wait_for_completion(void *argument)
{
	struct ibv_comp_channel *channel = argument;
	struct ibv_cq *cq = NULL;
	void *context;

	return ibv_get_cq_event(channel, &cq, &context) ? NULL : cq;
}

static void V26_without_o_nonblock_the_call_blocks(void **state)
{
	struct pair pair;
	pthread_t thread;
	void *cq;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	assert_int_equal(pthread_create(&thread, NULL, wait_for_completion, pair.a.channel), 0);
	kit_sleep(20);
	write_once(&pair);
	assert_int_equal(pthread_join(thread, &cq), 0);
	assert_ptr_equal(cq, pair.a.scq);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

/* --- one channel, many queues ------------------------------------------------------------ */

static void V26_one_channel_serves_many_cqs(void **state)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {2, 2, 1, 1, 0}};
	struct plan plan = {.channel = true};
	struct ibv_cq *cqs[QUEUES];
	struct ibv_qp *qps[QUEUES], *own;
	bool seen[QUEUES] = {false};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	own = side.qp;
	for (int i = 0; i < QUEUES; i++) {
		cqs[i] = ibv_create_cq(side.ctx, 4, &seen[i], side.channel, 0);
		assert_non_null(cqs[i]);
		init.send_cq = cqs[i];
		init.recv_cq = cqs[i];
		qps[i] = ibv_create_qp(side.pd, &init);
		assert_non_null(qps[i]);
		side.qp = qps[i];
		side_connect(&side, &plan, &side);
		assert_int_equal(ibv_req_notify_cq(cqs[i], 0), 0);
	}
	for (int i = QUEUES; i--;) {
		side.qp = qps[i];
		post(&side, &side, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	}
	for (int i = 0; i < QUEUES; i++) {
		struct ibv_cq *cq;
		void *context;

		assert_true(readable(side.channel->fd, WAIT_MS));
		assert_int_equal(ibv_get_cq_event(side.channel, &cq, &context), 0);
		assert_false(*(bool *)context);
		*(bool *)context = true;
		expect(cq, (uint64_t)((bool *)context - seen), IBV_WC_SUCCESS);
		ibv_ack_cq_events(cq, 1);
	}
	assert_false(readable(side.channel->fd, 5));
	assert_int_equal(ibv_destroy_comp_channel(side.channel), EBUSY);
	side.qp = own;
	for (int i = 0; i < QUEUES; i++) {
		assert_int_equal(ibv_destroy_qp(qps[i]), 0);
		assert_int_equal(ibv_destroy_cq(cqs[i]), 0);
	}
	side_close(&side);
}

/* --- requests for events ----------------------------------------------------------------- */

static void V36_sending_is_never_solicited(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 1), 0);
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_SEND, 1, &pair.b, 0);
	wr.send_flags |= IBV_SEND_SOLICITED;
	post_receive(&pair.b, 2, 0, 8);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_false(readable(pair.a.channel->fd, 10));
	/* but a failed request counts */
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 3, &pair.b, 0);
	wr.wr.rdma.rkey ^= 0x4400;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 3, IBV_WC_REM_ACCESS_ERR);
	assert_true(readable(pair.a.channel->fd, WAIT_MS));
	assert_ptr_equal(get_event(pair.a.channel), pair.a.scq);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

/* A write with immediate data completes a receive, and its solicited bit has an effect there. */
static void V36_immediate_data_may_be_solicited(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE_WITH_IMM, 1, &pair.b, 0);
	for (int solicited = 0; solicited < 2; solicited++) {
		assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 1), 0);
		if (solicited)
			wr.send_flags |= IBV_SEND_SOLICITED;
		post_receive(&pair.b, 2, 0, 8);
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		expect(pair.a.scq, 1, IBV_WC_SUCCESS);
		expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
		assert_int_equal(readable(pair.b.channel->fd, solicited ? WAIT_MS : 10), solicited);
	}
	get_event(pair.b.channel);
	ibv_ack_cq_events(pair.b.rcq, 1);
	pair_close(&pair);
}

/* Arming for everything after arming for solicited ones only. */
static void V36_a_wider_request_replaces_a_narrow_one(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 1), 0);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	write_once(&pair);
	assert_true(readable(pair.a.channel->fd, WAIT_MS));
	get_event(pair.a.channel);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

/* Completions that are already in the queue raise no event: poll once more after arming. */
static void V36_only_later_completions_raise_an_event(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	kit_sleep(20);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	assert_false(readable(pair.a.channel->fd, 10));
	write_once(&pair);
	assert_true(readable(pair.a.channel->fd, WAIT_MS));
	get_event(pair.a.channel);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

/* --- acknowledgement --------------------------------------------------------------------- */

/* Many events, acknowledged early, late, one by one and together: only the sum counts. */
static void V34_only_the_sum_of_acknowledgements_counts(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	for (unsigned int i = 0; i < 30; i++) {
		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		write_once(&pair);
		assert_ptr_equal(get_event(pair.a.channel), pair.a.scq);
		if (i % 10 < 3)
			ibv_ack_cq_events(pair.a.scq, 1);
		if (i % 10 == 9)
			ibv_ack_cq_events(pair.a.scq, 7);
	}
	ibv_ack_cq_events(pair.a.scq, 0);
	pair_close(&pair); /* hangs if the sum is wrong */
}

/* --- resizing ---------------------------------------------------------------------------- */

static void V24_a_cq_can_be_shrunk_to_its_contents(void **state)
{
	struct pair pair;
	struct ibv_wc wc[16];
	int depth;

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 255});
	for (int i = 0; i < 7; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	post(&pair.a, &pair.b, IBV_WR_RDMA_READ, 7, 0, 8);
	kit_sleep(20);
	/* eight completions are in the queue: a size of six is too small for them, eight is not */
	assert_int_equal(ibv_resize_cq(pair.a.scq, 6), EINVAL);
	assert_int_equal(pair.a.scq->cqe, 255);
	assert_int_equal(ibv_resize_cq(pair.a.scq, 8), 0);
	depth = pair.a.scq->cqe;
	assert_true(depth >= 8 && depth < 255);
	take_completions(pair.a.scq, wc, 8);
	for (int i = 0; i < 8; i++)
		assert_int_equal(wc[i].wr_id, i);
	/* the queue holds as many completions as it reports; a size that is too large is refused */
	for (int i = 0; i < depth; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	take_completions(pair.a.scq, wc, depth);
	assert_int_equal(ibv_resize_cq(pair.a.scq, INT32_MAX), EINVAL);
	assert_int_equal(pair.a.scq->cqe, depth);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

/* An arm request moves to the new ring. */
static void V24_V36_a_resized_cq_still_raises_its_event(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true, .cqe = 15});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	assert_int_equal(ibv_resize_cq(pair.a.scq, 100), 0);
	write_once(&pair);
	assert_true(readable(pair.a.channel->fd, WAIT_MS));
	assert_ptr_equal(get_event(pair.a.channel), pair.a.scq);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

struct resizer {
	struct ibv_cq *cq;
	int stop, errors, resized; /* atomic */
};

static void *resize_until_stopped(void *argument)
{
	static const int sizes[] = {500, 64, 1000, 200, 64};
	struct resizer *r = argument;

	for (unsigned int i = 0; !__atomic_load_n(&r->stop, __ATOMIC_ACQUIRE); i++) {
		int ret = ibv_resize_cq(r->cq, sizes[i % COUNT(sizes)]);

		if (!ret)
			__atomic_fetch_add(&r->resized, 1, __ATOMIC_RELAXED);
		else if (ret != EINVAL) /* EINVAL: the queue has too many completions */
			__atomic_fetch_add(&r->errors, 1, __ATOMIC_RELAXED);
		/* in the lab, resizing takes long because the other thread uses the queue */
		in_lab() ? kit_sleep(5) : (void)sched_yield();
	}
	return NULL;
}

/* One thread resizes, another posts and polls: no completion is lost, doubled or out of order. */
static void V4_V24_a_cq_is_resized_while_it_is_polled(void **state)
{
	struct resizer r = {0};
	struct pair pair;
	pthread_t thread;
	const uint64_t enough = in_lab() ? 1000 : 5000;
	uint64_t posted = 0, seen = 0;

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 64, .send_wr = 40});
	r.cq = pair.a.scq;
	assert_int_equal(pthread_create(&thread, NULL, resize_until_stopped, &r), 0);
	while (seen < enough || __atomic_load_n(&r.resized, __ATOMIC_RELAXED) < 20) {
		struct ibv_wc wc[8];
		int n;

		while (posted < seen + 30)
			post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, posted++, 0, 8);
		n = ibv_poll_cq(pair.a.scq, 8, wc);
		assert_true(n >= 0);
		for (int i = 0; i < n; i++) {
			assert_int_equal(wc[i].status, IBV_WC_SUCCESS);
			assert_int_equal(wc[i].wr_id, seen++);
		}
		if (!n)
			sched_yield();
	}
	__atomic_store_n(&r.stop, 1, __ATOMIC_RELEASE);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(r.errors, 0);
	while (seen < posted) {
		expect(pair.a.scq, seen, IBV_WC_SUCCESS);
		seen++;
	}
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V26_select_sees_a_completion),
		TEST(V26_epoll_sees_each_completion_and_each_event),
		TEST(V19_V26_a_signal_ends_the_wait),
		TEST(V1_commands_survive_signals),
		TEST(V26_without_o_nonblock_the_call_blocks),
		TEST_NOT_IWARP(V26_one_channel_serves_many_cqs, "two ends make a connection"),
		TEST_NOT_IWARP(V36_sending_is_never_solicited,
			       "the peer of a refused access sees a flush"),
		TEST_NOT_IWARP(V36_immediate_data_may_be_solicited, "no immediate data"),
		TEST(V36_a_wider_request_replaces_a_narrow_one),
		TEST(V36_only_later_completions_raise_an_event),
		TEST(V34_only_the_sum_of_acknowledgements_counts),
		TEST_NOT_IWARP(V24_a_cq_can_be_shrunk_to_its_contents, "resize_cq is refused"),
		TEST_NOT_IWARP(V24_V36_a_resized_cq_still_raises_its_event, "resize_cq is refused"),
		TEST_NOT_IWARP(V4_V24_a_cq_is_resized_while_it_is_polled, "resize_cq is refused"),
	};

	return RUN_TESTS(tests);
}
