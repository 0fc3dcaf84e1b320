/* SPDX-License-Identifier: BSD-2-Clause */
/* X7, X38, X42, X57 and X69 to X71: events of receive queue pairs. The event used here is
 * IBV_EVENT_COMM_EST, which the first message to a queue pair in RTR raises. */
#include "ends.h"

#include <pthread.h>
#include <unistd.h>

struct scene {
	struct place a, b, stranger;
	struct sender sender;
	int fd;
	uint32_t qpn;
};

/* The queue pair is created by a; b is registered, too; the stranger has only opened the domain. */
static void scene_open(struct scene *s)
{
	s->fd = domain_file();
	place_open(&s->a, 0, s->fd);
	place_open(&s->b, 0, s->fd);
	place_open(&s->stranger, 0, s->fd);
	sender_open(&s->sender, 1);
	s->qpn = rcv_qp(&s->a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(s->b.domain, s->qpn), 0);
	join(&s->sender, &s->a, s->qpn);
}

static void say_something(struct scene *s)
{
	place_post(&s->a, 1, 0, 10);
	send_to(&s->sender, s->a.srq->xrc_srq_num, 2, 0, 10);
	expect(s->a.cq, 1, IBV_WC_SUCCESS);
	expect(s->sender.cq, 2, IBV_WC_SUCCESS);
}

static void scene_close(struct scene *s)
{
	assert_int_equal(ibv_unreg_xrc_rcv_qp(s->a.domain, s->qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(s->b.domain, s->qpn), 0);
	sender_close(&s->sender);
	place_close(&s->a);
	place_close(&s->b);
	place_close(&s->stranger);
	close(s->fd);
}

static struct ibv_async_event event_of(struct place *place)
{
	struct ibv_async_event event;

	assert_true(readable(place->ctx->async_fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_get_async_event(place->ctx, &event), 0);
	return event;
}

static void x7_x69_x70_events_reach_every_registered_process(void **state)
{
	struct scene s;
	struct place *registered[] = {&s.a, &s.b};

	(void)state;
	scene_open(&s);
	say_something(&s);
	for (size_t i = 0; i < COUNT(registered); i++) {
		struct ibv_async_event event = event_of(registered[i]);

		assert_true(event.event_type & IBV_XRC_QP_EVENT_FLAG);
		assert_int_equal(event.element.xrc_qp_num, s.qpn);
		assert_int_equal(event.event_type & ~IBV_XRC_QP_EVENT_FLAG, IBV_EVENT_COMM_EST);
		ibv_ack_async_event(&event);
	}
	assert_false(readable(s.stranger.ctx->async_fd, 50));
	scene_close(&s);
}

/* Each of these calls would hang if destruction waited for an acknowledgement. */
static void x71_events_without_an_object(void **state)
{
	struct ibv_async_event event;
	struct scene s;

	(void)state;
	scene_open(&s);
	say_something(&s);
	event = event_of(&s.a); /* not acknowledged before the end; b's event is never read */
	assert_int_equal(event.element.xrc_qp_num, s.qpn);
	scene_close(&s);
	ibv_ack_async_event(&event); /* long after its queue pair was destroyed */
}

/* A handle of ibv_open_qp() gets the event with a pointer instead of a number. */
static void x69_a_handle_of_ibv_open_qp_gets_a_pointer(void **state)
{
	struct ibv_qp_open_attr attr = {.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD |
						     IBV_QP_OPEN_ATTR_TYPE,
					.qp_type = IBV_QPT_XRC_RECV};
	struct ibv_xrcd_init_attr domain = {.comp_mask = IBV_XRCD_INIT_ATTR_FD |
							 IBV_XRCD_INIT_ATTR_OFLAGS};
	struct ibv_async_event event;
	struct ibv_qp *handle;
	struct scene s;

	(void)state;
	scene_open(&s);
	domain.fd = s.fd;
	attr.xrcd = ibv_open_xrcd(s.stranger.ctx, &domain);
	assert_non_null(attr.xrcd);
	attr.qp_num = s.qpn;
	handle = ibv_open_qp(s.stranger.ctx, &attr);
	assert_non_null(handle);
	say_something(&s);
	event = event_of(&s.stranger);
	assert_int_equal(event.event_type, IBV_EVENT_COMM_EST);
	assert_ptr_equal(event.element.qp, handle);
	ibv_ack_async_event(&event);
	assert_int_equal(ibv_destroy_qp(handle), 0);
	assert_int_equal(ibv_close_xrcd(attr.xrcd), 0);
	scene_close(&s);
}

/* --- threads ----------------------------------------------------------------------------- */

enum {
	ROUNDS = 50,
	THREADS = 4,
};

struct crowd {
	struct place *place;
	uint32_t qpn;
};

/* All threads register, query and unregister at once; each result must be possible. */
static void *come_and_go(void *argument)
{
	struct crowd *crowd = argument;
	struct ibv_xrc_domain *domain = crowd->place->domain;
	intptr_t wrong = 0;

	for (int i = 0; i < ROUNDS; i++) {
		int left;

		wrong += ibv_reg_xrc_rcv_qp(domain, crowd->qpn) != 0;
		wrong += rcv_state(domain, crowd->qpn) != IBV_QPS_RESET;
		left = ibv_unreg_xrc_rcv_qp(domain, crowd->qpn);
		wrong += left != 0 && left != EINVAL;
	}
	return (void *)wrong;
}

static void x38_x57_from_many_threads(void **state)
{
	pthread_t threads[THREADS];
	struct place a, b;
	int fd = domain_file();
	struct crowd crowd = {.place = &b};

	(void)state;
	place_open(&a, 0, fd);
	place_open(&b, 0, fd);
	crowd.qpn = rcv_qp(&a);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, &crowd), 0);
	for (int i = 0; i < THREADS; i++) {
		void *wrong;

		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
	assert_int_equal(ibv_unreg_xrc_rcv_qp(b.domain, crowd.qpn), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, crowd.qpn), 0);
	place_close(&a);
	place_close(&b);
	close(fd);
}

struct reader {
	struct ibv_context *ctx;
	int made;  /* atomic: queue pairs created so far. A queue pair's event comes after its
		    * creation, but through the emulator, where a sanitizer cannot follow the order
		    */
	bool stop; /* atomic */
	int wrong;
};

static void *read_events(void *argument)
{
	struct reader *reader = argument;
	struct ibv_async_event event;

	while (!__atomic_load_n(&reader->stop, __ATOMIC_ACQUIRE)) {
		/* a pending event may be dropped before it is read */
		if (!readable(reader->ctx->async_fd, 1) ||
		    !__atomic_load_n(&reader->made, __ATOMIC_ACQUIRE) ||
		    ibv_get_async_event(reader->ctx, &event))
			continue;
		reader->wrong += !(event.event_type & IBV_XRC_QP_EVENT_FLAG);
		ibv_ack_async_event(&event);
	}
	return NULL;
}

/*
 * The reader may hold an event while its queue pair is destroyed; the event is not used afterwards.
 */
static void x42_x71_events_while_queue_pairs_come_and_go(void **state)
{
	struct reader reader = {0};
	struct scene s = {.fd = -1};
	pthread_t thread;

	(void)state;
	place_open(&s.a, 0, -1);
	sender_open(&s.sender, 1);
	reader.ctx = s.a.ctx;
	assert_int_equal(fcntl(s.a.ctx->async_fd, F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(pthread_create(&thread, NULL, read_events, &reader), 0);
	for (int i = 0; i < ROUNDS; i++) {
		s.qpn = rcv_qp(&s.a);
		__atomic_store_n(&reader.made, i + 1, __ATOMIC_RELEASE);
		join(&s.sender, &s.a, s.qpn);
		say_something(&s);
		assert_int_equal(ibv_unreg_xrc_rcv_qp(s.a.domain, s.qpn), 0);
		sender_again(&s.sender);
	}
	__atomic_store_n(&reader.stop, true, __ATOMIC_RELEASE);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(reader.wrong, 0);
	sender_close(&s.sender);
	place_close(&s.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x7_x69_x70_events_reach_every_registered_process),
		TEST(x71_events_without_an_object),
		TEST(x69_a_handle_of_ibv_open_qp_gets_a_pointer),
		TEST(x38_x57_from_many_threads),
		TEST(x42_x71_events_while_queue_pairs_come_and_go),
	};

	return cmocka_run_group_tests_name("xrc events", tests, NULL, NULL);
}
