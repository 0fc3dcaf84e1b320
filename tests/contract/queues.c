/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V19, V23 to V26, V34 to V37: completion queues, channels, events and their
 * acknowledgement.
 */
#include "kit.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* --- creation ---------------------------------------------------------------------------- */

static void V35_a_cq_has_at_least_the_requested_size(void **state)
{
	static int depths[] = {1, 2, 3, 7, 8, 100, 1000, 4095, 4096};
	struct ibv_context *ctx = kit_open(0);

	(void)state;
	for (size_t i = 0; i < COUNT(depths); i++) {
		struct ibv_cq *cq = ibv_create_cq(ctx, depths[i], &depths[i], NULL, 0);

		assert_non_null(cq);
		assert_true(cq->cqe >= depths[i]);
		assert_ptr_equal(cq->cq_context, &depths[i]);
		assert_ptr_equal(cq->context, ctx);
		assert_null(cq->channel);
		assert_int_equal(ibv_destroy_cq(cq), 0);
	}
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V35_a_cq_holds_as_many_completions_as_its_cqe(void **state)
{
	struct pair pair;
	struct ibv_wc wc[64];
	int depth, n = 0;

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 5, .send_wr = 64, .recv_wr = 64});
	depth = pair.a.scq->cqe;
	assert_true(depth >= 5 && depth < 64);
	for (int i = 0; i < depth; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	while (n < depth) {
		take_completions(pair.a.scq, wc, 1);
		assert_int_equal(wc[0].wr_id, n++);
		assert_int_equal(wc[0].status, IBV_WC_SUCCESS);
	}
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void V35_bad_arguments_are_refused(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);
	struct ibv_comp_channel *foreign = ibv_create_comp_channel(other);
	const struct {
		int cqe, vector;
		struct ibv_comp_channel *channel;
	} bad[] = {
		{0, 0, NULL},
		{-1, 0, NULL},
		{INT32_MAX, 0, NULL},
		{10, -1, NULL},
		{10, ctx->num_comp_vectors, NULL},
		{10, 0, foreign},
	};

	(void)state;
	assert_true(ctx->num_comp_vectors > 0);
	for (size_t i = 0; i < COUNT(bad); i++) {
		errno = 0;
		assert_null(ibv_create_cq(ctx, bad[i].cqe, NULL, bad[i].channel, bad[i].vector));
		assert_int_equal(errno, EINVAL);
	}
	assert_int_equal(ibv_destroy_comp_channel(foreign), 0);
	assert_int_equal(ibv_close_device(other), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* Not every device has timestamps; if a queue is created with them, they can be read. */
static void V35_requested_fields_can_be_read(void **state)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 4,
					   .wc_flags = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP};
	struct ibv_context *ctx = kit_open(0);
	struct ibv_cq_ex *cq = ibv_create_cq_ex(ctx, &attr);

	(void)state;
	if (cq) {
		assert_non_null(cq->read_completion_ts);
		assert_int_equal(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
	}
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V23_channel_with_queues_is_busy(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_comp_channel *channel = ibv_create_comp_channel(ctx);
	struct ibv_cq *cq = ibv_create_cq(ctx, 1, NULL, channel, 0);

	(void)state;
	assert_ptr_equal(cq->channel, channel);
	assert_true(channel->fd >= 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), EBUSY);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V24_cq_in_use_is_busy(void **state)
{
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(ibv_destroy_cq(side.scq), EBUSY);
	assert_int_equal(ibv_destroy_cq(side.rcq), EBUSY);
	/* and is left as it was */
	expect_nothing(side.scq);
	side_close(&side);
}

static void V24_resizing_keeps_completions(void **state)
{
	struct pair pair;
	struct ibv_wc wc[8];

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 15});
	for (int i = 0; i < 6; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	/* requests complete in order: when this read is done, so are the writes */
	post(&pair.a, &pair.b, IBV_WR_RDMA_READ, 6, 0, 8);
	kit_sleep(20);
	assert_int_equal(ibv_resize_cq(pair.a.scq, 100), 0);
	assert_true(pair.a.scq->cqe >= 100);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 7, 0, 8);
	take_completions(pair.a.scq, wc, 8);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(wc[i].wr_id, i);
		assert_int_equal(wc[i].status, IBV_WC_SUCCESS);
	}
	assert_int_equal(ibv_resize_cq(pair.a.scq, 0), EINVAL);
	assert_int_equal(ibv_resize_cq(pair.a.scq, -5), EINVAL);
	assert_int_equal(ibv_resize_cq(pair.a.scq, 10), 0);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 8, 0, 8);
	expect(pair.a.scq, 8, IBV_WC_SUCCESS);
	pair_close(&pair);
}

static void V24_V36_resizing_raises_no_completion_event(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_comp_channel *channel = ibv_create_comp_channel(ctx);
	struct ibv_cq *armed = ibv_create_cq(ctx, 10, NULL, channel, 0);
	struct ibv_cq *other = ibv_create_cq(ctx, 10, NULL, channel, 0);
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0}); /* so that the emulator polls the doorbells */
	assert_int_equal(ibv_req_notify_cq(armed, 0), 0);
	assert_int_equal(ibv_resize_cq(armed, 100), 0);
	assert_int_equal(ibv_req_notify_cq(other, 0), 0);
	assert_false(readable(channel->fd, 20));
	pair_close(&pair);
	assert_int_equal(ibv_destroy_cq(armed), 0);
	assert_int_equal(ibv_destroy_cq(other), 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V24_resizing_refuses_to_lose_completions(void **state)
{
	struct pair pair;
	struct ibv_wc wc[10];

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 63});
	for (int i = 0; i < 10; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	kit_sleep(20);
	assert_int_equal(ibv_resize_cq(pair.a.scq, 3), EINVAL);
	assert_int_equal(pair.a.scq->cqe, 63);
	take_completions(pair.a.scq, wc, 10);
	for (int i = 0; i < 10; i++)
		assert_int_equal(wc[i].wr_id, i);
	pair_close(&pair);
}

/* --- polling ----------------------------------------------------------------------------- */

static void V25_V37_fewer_completions_than_requested_means_empty(void **state)
{
	struct pair pair;
	struct ibv_wc wc[12];

	(void)state;
	pair_open(&pair, &(struct plan){0});
	assert_int_equal(ibv_poll_cq(pair.a.scq, 1, wc), 0);
	assert_int_equal(ibv_poll_cq(pair.a.scq, 0, wc), 0);
	for (int i = 0; i < 10; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8);
	take_completions(pair.a.scq, wc, 1);
	assert_int_equal(wc[0].wr_id, 0);
	kit_sleep(50); /* now all completions have arrived */
	assert_int_equal(ibv_poll_cq(pair.a.scq, 4, wc), 4);
	assert_int_equal(wc[0].wr_id, 1);
	assert_int_equal(wc[3].wr_id, 4);
	assert_int_equal(ibv_poll_cq(pair.a.scq, 12, wc), 5);
	assert_int_equal(wc[4].wr_id, 9);
	assert_int_equal(ibv_poll_cq(pair.a.scq, 12, wc), 0);
	pair_close(&pair);
}

static void V37_completions_arrive_in_posting_order(void **state)
{
	static const enum ibv_wr_opcode mix[] = {IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_READ};
	struct pair pair;
	struct ibv_wc wc[12];
	int sends = 0;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	for (int i = 0; i < 4; i++)
		post_receive(&pair.b, 100 + (uint64_t)i, 0, 64);
	for (int i = 0; i < 12; i++)
		post(&pair.a, &pair.b, mix[i % 3], (uint64_t)i, 0, 64);
	take_completions(pair.a.scq, wc, 12);
	for (int i = 0; i < 12; i++) {
		assert_int_equal(wc[i].wr_id, i);
		sends += wc[i].opcode == IBV_WC_SEND;
	}
	assert_int_equal(sends, 4);
	take_completions(pair.b.rcq, wc, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(wc[i].wr_id, 100 + i);
	pair_close(&pair);
}

/* --- events ------------------------------------------------------------------------------ */

static struct ibv_cq *get_event(struct side *side)
{
	struct ibv_cq *cq = NULL;
	void *context = NULL;

	assert_true(readable(side->channel->fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_get_cq_event(side->channel, &cq, &context), 0);
	assert_ptr_equal(context, cq->cq_context);
	return cq;
}

static bool no_event(const struct side *side)
{
	return !readable(side->channel->fd, 10);
}

static void write_once(struct pair *pair)
{
	post(&pair->a, &pair->b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect(pair->a.scq, 1, IBV_WC_SUCCESS);
}

static void V36_no_event_without_arming(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	write_once(&pair);
	assert_true(no_event(&pair.a));
	pair_close(&pair);
}

static void V36_one_arm_gives_one_event(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	for (int round = 0; round < 5; round++) {
		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		write_once(&pair);
		write_once(&pair);
		assert_ptr_equal(get_event(&pair.a), pair.a.scq);
		ibv_ack_cq_events(pair.a.scq, 1);
		write_once(&pair);
		assert_true(no_event(&pair.a));
	}
	pair_close(&pair);
}

static void V36_arming_twice_gives_one_event(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	write_once(&pair);
	get_event(&pair.a);
	ibv_ack_cq_events(pair.a.scq, 1);
	assert_true(no_event(&pair.a));
	pair_close(&pair);
}

static void send_with(struct pair *pair, uint64_t wr_id, unsigned int flags)
{
	struct ibv_sge sge = side_sge(&pair->a, 0, 8);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND, wr_id, &pair->b, 0);

	wr.send_flags |= flags;
	post_receive(&pair->b, wr_id, 0, 8);
	assert_int_equal(post_wr(&pair->a, &wr), 0);
	expect(pair->a.scq, wr_id, IBV_WC_SUCCESS);
	expect(pair->b.rcq, wr_id, IBV_WC_SUCCESS);
}

static void V36_solicited_only_waits_for_solicited(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 1), 0);
	send_with(&pair, 1, 0);
	assert_true(no_event(&pair.b));
	send_with(&pair, 2, IBV_SEND_SOLICITED);
	assert_ptr_equal(get_event(&pair.b), pair.b.rcq);
	ibv_ack_cq_events(pair.b.rcq, 1);
	/* when armed for any completion, the solicited bit does not matter */
	assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 0), 0);
	send_with(&pair, 3, 0);
	get_event(&pair.b);
	ibv_ack_cq_events(pair.b.rcq, 1);
	pair_close(&pair);
}

static void V36_failures_count_as_solicited(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 1), 0);
	post_receive(&pair.b, 9, 0, 8);
	assert_int_equal(side_to(&pair.b, IBV_QPS_ERR), 0);
	assert_ptr_equal(get_event(&pair.b), pair.b.rcq);
	ibv_ack_cq_events(pair.b.rcq, 1);
	expect(pair.b.rcq, 9, IBV_WC_WR_FLUSH_ERR);
	pair_close(&pair);
}

static void V26_an_empty_nonblocking_channel_returns_eagain(void **state)
{
	struct pair pair;
	struct ibv_cq *cq;
	void *context;
	int flags;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	flags = fcntl(pair.a.channel->fd, F_GETFL);
	assert_int_equal(fcntl(pair.a.channel->fd, F_SETFL, flags | O_NONBLOCK), 0);
	errno = 0;
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), -1);
	assert_int_equal(errno, EAGAIN);
	pair_close(&pair);
}

static void V26_events_of_a_channel_name_their_cq(void **state)
{
	struct pair pair;
	struct ibv_cq *first, *second;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.b.rcq, 0), 0);
	assert_int_equal(ibv_req_notify_cq(pair.b.scq, 0), 0);
	send_with(&pair, 1, 0);
	first = get_event(&pair.b);
	post(&pair.b, &pair.a, IBV_WR_RDMA_WRITE, 2, 0, 8);
	second = get_event(&pair.b);
	assert_ptr_equal(first, pair.b.rcq);
	assert_ptr_equal(second, pair.b.scq);
	ibv_ack_cq_events(first, 1);
	ibv_ack_cq_events(second, 1);
	expect(pair.b.scq, 2, IBV_WC_SUCCESS);
	pair_close(&pair);
}

/* --- acknowledgement --------------------------------------------------------------------- */

struct destroyer {
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	int result;
	int done; /* atomic */
};

static void *destroy(void *argument)
{
	struct destroyer *d = argument;

	d->result = d->cq ? ibv_destroy_cq(d->cq) : ibv_destroy_qp(d->qp);
	__atomic_store_n(&d->done, 1, __ATOMIC_RELEASE);
	return NULL;
}

static bool finished(struct destroyer *d)
{
	return __atomic_load_n(&d->done, __ATOMIC_ACQUIRE);
}

static void V34_destroying_a_cq_waits_for_its_events(void **state)
{
	struct destroyer d = {0};
	struct pair pair;
	pthread_t thread;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	for (int i = 0; i < 3; i++) {
		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		write_once(&pair);
		get_event(&pair.a);
	}
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	d.cq = pair.a.scq;
	assert_int_equal(pthread_create(&thread, NULL, destroy, &d), 0);
	kit_sleep(50);
	assert_false(finished(&d));
	ibv_ack_cq_events(pair.a.scq, 2);
	kit_sleep(50);
	assert_false(finished(&d));
	ibv_ack_cq_events(pair.a.scq, 1);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.result, 0);
	pair.a.scq = ibv_create_cq(pair.a.ctx, 1, NULL, NULL, 0);
	pair_close(&pair);
}

static void V34_unread_events_do_not_delay_destruction(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	write_once(&pair);
	assert_true(readable(pair.a.channel->fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	assert_int_equal(ibv_destroy_cq(pair.a.scq), 0);
	/* and no stale event of the destroyed queue is read */
	assert_true(no_event(&pair.a));
	pair.a.scq = ibv_create_cq(pair.a.ctx, 1, NULL, NULL, 0);
	pair_close(&pair);
}

static void V34_a_busy_cq_is_refused_before_the_wait(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	write_once(&pair);
	get_event(&pair.a);
	assert_int_equal(ibv_destroy_cq(pair.a.scq), EBUSY);
	ibv_ack_cq_events(pair.a.scq, 1);
	pair_close(&pair);
}

static void V19_V34_destroying_a_qp_waits_for_its_events(void **state)
{
	struct destroyer d = {0};
	struct ibv_async_event event;
	struct ibv_send_wr wr;
	struct pair pair;
	struct ibv_sge sge;
	pthread_t thread;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	wr.wr.rdma.rkey ^= 0x55;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_REM_ACCESS_ERR);
	assert_true(readable(pair.b.ctx->async_fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_get_async_event(pair.b.ctx, &event), 0);
	assert_int_equal(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
	assert_ptr_equal(event.element.qp, pair.b.qp);
	d.qp = pair.b.qp;
	assert_int_equal(pthread_create(&thread, NULL, destroy, &d), 0);
	kit_sleep(50);
	assert_false(finished(&d));
	ibv_ack_async_event(&event);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.result, 0);
	pair.b.qp = NULL;
	pair_close(&pair);
}

static void V19_without_an_event_a_nonblocking_file_returns_eagain(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_async_event event;
	int flags = fcntl(ctx->async_fd, F_GETFL);

	(void)state;
	assert_int_equal(fcntl(ctx->async_fd, F_SETFL, flags | O_NONBLOCK), 0);
	errno = 0;
	assert_int_equal(ibv_get_async_event(ctx, &event), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* Number of this process's memory mappings. */
static size_t mappings(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	size_t lines = 0;
	int c;

	assert_non_null(maps);
	while ((c = fgetc(maps)) != EOF)
		lines += c == '\n';
	fclose(maps);
	return lines;
}

/* Destroyed queues leave no mappings, even if they were resized. The first rounds are not counted,
 * because some mappings are made once and kept. */
static void V24_V34_destroyed_queues_leave_no_mappings(void **state)
{
	size_t before = 0;
	struct pair pair;

	(void)state;
	for (int i = 0; i < 36; i++) {
		if (i == 4)
			before = mappings();
		pair_open(&pair, &(struct plan){0});
		assert_int_equal(ibv_resize_cq(pair.a.scq, 200), 0);
		pair_close(&pair);
	}
	assert_true(mappings() < before + 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V35_a_cq_has_at_least_the_requested_size),
		TEST(V35_a_cq_holds_as_many_completions_as_its_cqe),
		TEST(V35_bad_arguments_are_refused),
		TEST(V35_requested_fields_can_be_read),
		TEST(V23_channel_with_queues_is_busy),
		TEST(V24_cq_in_use_is_busy),
		TEST_NOT_IWARP(V24_resizing_keeps_completions, "resize_cq is refused"),
		TEST_NOT_IWARP(V24_V36_resizing_raises_no_completion_event, "resize_cq is refused"),
		TEST_NOT_IWARP(V24_resizing_refuses_to_lose_completions, "resize_cq is refused"),
		TEST(V25_V37_fewer_completions_than_requested_means_empty),
		TEST(V37_completions_arrive_in_posting_order),
		TEST(V36_no_event_without_arming),
		TEST(V36_one_arm_gives_one_event),
		TEST(V36_arming_twice_gives_one_event),
		TEST(V36_solicited_only_waits_for_solicited),
		TEST(V36_failures_count_as_solicited),
		TEST(V26_an_empty_nonblocking_channel_returns_eagain),
		TEST(V26_events_of_a_channel_name_their_cq),
		TEST(V34_destroying_a_cq_waits_for_its_events),
		TEST_NOT_IWARP(V34_unread_events_do_not_delay_destruction,
			       "the end of a connection raises an event of its own"),
		TEST(V34_a_busy_cq_is_refused_before_the_wait),
		TEST_NOT_IWARP(V19_V34_destroying_a_qp_waits_for_its_events,
			       "the peer of a refused access sees a flush"),
		TEST(V19_without_an_event_a_nonblocking_file_returns_eagain),
		TEST_NOT_IWARP(V24_V34_destroyed_queues_leave_no_mappings, "resize_cq is refused"),
	};

	return RUN_TESTS(tests);
}
