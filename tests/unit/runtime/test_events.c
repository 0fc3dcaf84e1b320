/* SPDX-License-Identifier: BSD-2-Clause */
/* Events: reading and acknowledging them, and destruction, which waits for acknowledgements (V34).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inverbs/kernel/uverbs.h>
#include <pthread.h>

#include "fake.h"

/* A channel that is a pipe, of which the test has the write end. */
struct pipe_channel {
	struct ibv_comp_channel channel;
	int write_end;
};

static void open_channel(struct pipe_channel *c, struct ibv_context *context)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	memset(c, 0, sizeof(*c));
	c->channel.context = context;
	c->channel.fd = ends[0];
	c->write_end = ends[1];
}

static void close_channel(struct pipe_channel *c)
{
	close(c->channel.fd);
	close(c->write_end);
}

static void write_event(struct pipe_channel *c, struct ibv_cq *cq)
{
	struct uverbs_comp_event event = {.cq_handle = (uintptr_t)cq};

	assert_int_equal(write(c->write_end, &event, sizeof(event)), sizeof(event));
}

static void event_names_its_queue(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct pipe_channel c;
	struct ibv_cq *cq, *got = NULL;
	void *context = NULL;
	uint32_t sn;

	(void)state;
	open_channel(&c, &ctx->ibv);
	cq = ibv_create_cq(&ctx->ibv, 10, &t, &c.channel, 0);
	assert_non_null(cq);
	sn = inverbs_cq_of(cq)->arm_sn;
	write_event(&c, cq);
	assert_int_equal(ibv_get_cq_event(&c.channel, &got, &context), 0);
	assert_ptr_equal(got, cq);
	assert_ptr_equal(context, &t);
	assert_int_equal(inverbs_cq_of(cq)->arm_sn, sn + 1);
	assert_int_equal(inverbs_cq_of(cq)->comp_events_taken, 1);
	ibv_ack_cq_events(cq, 1);
	t.events_reported = 1;
	assert_int_equal(ibv_destroy_cq(cq), 0);
	close_channel(&c);
	fake_context_free(ctx);
}

static void empty_nonblocking_channel_says_so(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct pipe_channel c;
	struct ibv_cq *got;
	void *context;

	(void)state;
	open_channel(&c, &ctx->ibv);
	fcntl(c.channel.fd, F_SETFL, O_NONBLOCK);
	assert_int_equal(ibv_get_cq_event(&c.channel, &got, &context), -1);
	assert_int_equal(errno, EAGAIN);
	close(c.write_end);
	assert_int_equal(ibv_get_cq_event(&c.channel, &got, &context), -1);
	assert_int_equal(errno, EIO);
	close(c.channel.fd);
	fake_context_free(ctx);
}

static void *destroy(void *cq)
{
	return (void *)(intptr_t)ibv_destroy_cq(cq);
}

static bool finished(pthread_t thread, int milliseconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += milliseconds * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return !pthread_timedjoin_np(thread, NULL, &until);
}

static void destroy_waits_for_both_counts(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_async_event event = {.event_type = IBV_EVENT_CQ_ERR};
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 10, NULL, NULL, 0);
	pthread_t thread;

	(void)state;
	assert_non_null(cq);
	t.events_reported = 3;
	t.async_reported = 1;
	event.element.cq = cq;
	ibv_ack_cq_events(cq, 1);
	assert_int_equal(pthread_create(&thread, NULL, destroy, cq), 0);
	assert_false(finished(thread, 30));
	ibv_ack_cq_events(cq, 2);
	assert_false(finished(thread, 30));
	ibv_ack_async_event(&event);
	assert_true(finished(thread, 2000));
	fake_context_free(ctx);
}

static void failed_destroy_does_not_wait(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 10, NULL, NULL, 0);

	(void)state;
	t.events_reported = 9;
	t.fail_command = UVERBS_CMD_DESTROY_CQ;
	t.fail_error = EBUSY;
	assert_int_equal(ibv_destroy_cq(cq), EBUSY);
	t.fail_error = 0;
	t.events_reported = 0;
	assert_int_equal(ibv_destroy_cq(cq), 0);
	fake_context_free(ctx);
}

static void channel_is_busy_while_a_queue_uses_it(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_comp_channel *channel = ibv_create_comp_channel(&ctx->ibv);
	struct ibv_cq *cq;

	(void)state;
	assert_non_null(channel);
	cq = ibv_create_cq(&ctx->ibv, 10, NULL, channel, 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), EBUSY);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), 0);
	fake_context_free(ctx);
}

struct async_case {
	enum ibv_event_type type;
	uint64_t element;
};

static void async_events_carry_their_element(void **state)
{
	static struct inverbs_qp qp;
	static struct inverbs_srq srq;
	static struct inverbs_cq cq;
	static struct ibv_wq wq;
	const struct async_case cases[] = {
		{IBV_EVENT_QP_LAST_WQE_REACHED, (uintptr_t)&qp.ibv},
		{IBV_EVENT_SRQ_LIMIT_REACHED, (uintptr_t)&srq.ibv},
		{IBV_EVENT_CQ_ERR, (uintptr_t)&cq.ibv},
		{IBV_EVENT_PORT_ERR, 2},
		{IBV_EVENT_DEVICE_SPEED_CHANGE, 2},
		{IBV_EVENT_WQ_FATAL, (uintptr_t)&wq},
	};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	ctx->ibv.async_fd = ends[0];
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct uverbs_async_event record = {.element = cases[i].element,
						    .event_type = cases[i].type};
		struct ibv_async_event event;

		assert_int_equal(write(ends[1], &record, sizeof(record)), sizeof(record));
		assert_int_equal(ibv_get_async_event(&ctx->ibv, &event), 0);
		assert_int_equal(event.event_type, cases[i].type);
		if (event.event_type == IBV_EVENT_WQ_FATAL) {
			ibv_ack_async_event(&event);
			assert_int_equal(wq.events_completed, 1);
		}
		if (cases[i].element == 2) {
			assert_int_equal(event.element.port_num, 2);
			ibv_ack_async_event(&event); /* without an object to count it for */
		} else {
			assert_int_equal((uintptr_t)event.element.qp, cases[i].element);
		}
	}
	/* each object has one event to be acknowledged */
	assert_int_equal(qp.events_taken, 1);
	assert_int_equal(srq.events_taken, 1);
	assert_int_equal(cq.async_events_taken, 1);
	assert_int_equal(cq.comp_events_taken, 0);
	close(ends[0]);
	close(ends[1]);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(event_names_its_queue),
		cmocka_unit_test(empty_nonblocking_channel_says_so),
		cmocka_unit_test(destroy_waits_for_both_counts),
		cmocka_unit_test(failed_destroy_does_not_wait),
		cmocka_unit_test(channel_is_busy_while_a_queue_uses_it),
		cmocka_unit_test(async_events_carry_their_element),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
