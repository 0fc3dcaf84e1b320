/* SPDX-License-Identifier: BSD-2-Clause */
/* Asynchronous events by their types, the loss of a device, and polls that find nothing. */
#include <inverbs/kernel/uverbs.h>
#include <time.h>

#include "fake.h"

enum {
	NOT_OPEN = 9999, /* a descriptor */
};

static struct {
	struct fake_transport t;
	struct inverbs_provider provider;
	struct inverbs_context *ctx;
	int write_end;
} device;

static int open_events(void **state)
{
	int ends[2];

	(void)state;
	if (pipe(ends))
		return 1;
	device.ctx = fake_context(&device.t, false);
	device.provider = fake_provider;
	device.ctx->provider = &device.provider;
	device.ctx->ibv.async_fd = ends[0];
	device.write_end = ends[1];
	return 0;
}

static void hang_up_events(void)
{
	if (device.write_end >= 0)
		close(device.write_end);
	device.write_end = -1;
}

static int close_events(void **state)
{
	(void)state;
	hang_up_events();
	close(device.ctx->ibv.async_fd);
	fake_context_free(device.ctx);
	return 0;
}

static void send_event(enum ibv_event_type type, const void *element)
{
	const struct uverbs_async_event event = {.element = (uintptr_t)element, .event_type = type};

	assert_int_equal(write(device.write_end, &event, sizeof(event)), sizeof(event));
}

static struct ibv_async_event next_event(void)
{
	struct ibv_async_event event;

	assert_int_equal(ibv_get_async_event(&device.ctx->ibv, &event), 0);
	return event;
}

static void a_type_has_its_object(void **state)
{
	static const uint8_t objects[] = {
		[IBV_EVENT_CQ_ERR] = INVERBS_EVENT_OF_CQ,
		[IBV_EVENT_QP_FATAL] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_QP_REQ_ERR] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_QP_ACCESS_ERR] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_COMM_EST] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_SQ_DRAINED] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_PATH_MIG] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_PATH_MIG_ERR] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_DEVICE_FATAL] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_PORT_ACTIVE] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_PORT_ERR] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_LID_CHANGE] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_PKEY_CHANGE] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_SM_CHANGE] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_SRQ_ERR] = INVERBS_EVENT_OF_SRQ,
		[IBV_EVENT_SRQ_LIMIT_REACHED] = INVERBS_EVENT_OF_SRQ,
		[IBV_EVENT_QP_LAST_WQE_REACHED] = INVERBS_EVENT_OF_QP,
		[IBV_EVENT_CLIENT_REREGISTER] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_GID_CHANGE] = INVERBS_EVENT_OF_DEVICE,
		[IBV_EVENT_WQ_FATAL] = INVERBS_EVENT_OF_WQ,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(objects); i++)
		assert_int_equal(inverbs_event_object((enum ibv_event_type)i), objects[i]);
	assert_int_equal(inverbs_event_object((enum ibv_event_type)99), INVERBS_EVENT_OF_DEVICE);
}

static void acknowledging_counts_for_the_object(void **state)
{
	static struct inverbs_cq cq;
	static struct inverbs_qp qp;
	static struct inverbs_srq srq;
	struct ibv_async_event event = {.element.cq = &cq.ibv, .event_type = IBV_EVENT_CQ_ERR};

	(void)state;
	ibv_ack_async_event(&event);
	assert_int_equal(cq.ibv.async_events_completed, 1);
	assert_int_equal(cq.ibv.comp_events_completed, 0);
	event = (struct ibv_async_event){.element.qp = &qp.ibv, .event_type = IBV_EVENT_COMM_EST};
	ibv_ack_async_event(&event);
	assert_int_equal(qp.ibv.events_completed, 1);
	event = (struct ibv_async_event){.element.srq = &srq.ibv, .event_type = IBV_EVENT_SRQ_ERR};
	ibv_ack_async_event(&event);
	assert_int_equal(srq.ibv.events_completed, 1);
}

/* ---- queue pairs ---- */

static struct {
	const struct inverbs_qp *qp;
	enum ibv_event_type type;
} told;

static void tell_provider(struct inverbs_qp *qp, enum ibv_event_type type)
{
	told.qp = qp;
	told.type = type;
}

static void the_provider_is_told(void **state)
{
	static struct inverbs_qp qp;

	(void)state;
	device.provider.qp_event = tell_provider;
	send_event(IBV_EVENT_QP_FATAL, &qp.ibv);
	assert_ptr_equal(next_event().element.qp, &qp.ibv);
	assert_ptr_equal(told.qp, &qp);
	assert_int_equal(told.type, IBV_EVENT_QP_FATAL);
	assert_int_equal(qp.events_taken, 1);
	assert_int_equal(qp.ibv.events_completed, 0);
}

static void a_registration_has_only_a_number(void **state)
{
	static struct ibv_xrc_domain domain;
	static struct inverbs_qp qp;
	struct ibv_async_event event;

	(void)state;
	qp.ibv.qp_type = IBV_QPT_XRC_RECV;
	qp.ibv.qp_num = 0x77;
	qp.ibv.xrc_domain = &domain;
	send_event(IBV_EVENT_COMM_EST, &qp.ibv);
	event = next_event();
	assert_int_equal((uint32_t)event.event_type,
			 (uint32_t)IBV_EVENT_COMM_EST | (uint32_t)IBV_XRC_QP_EVENT_FLAG);
	assert_int_equal(event.element.xrc_qp_num, 0x77);
	assert_int_equal((uintptr_t)event.element.qp, 0x77); /* nothing is left of the pointer */
	assert_int_equal(qp.events_taken, 1);
	assert_int_equal(qp.ibv.events_completed, 1);
	ibv_ack_async_event(&event);
	assert_int_equal(qp.ibv.events_completed, 1);
	qp.ibv.xrc_domain = NULL; /* opened by number, but with a struct */
	send_event(IBV_EVENT_COMM_EST, &qp.ibv);
	assert_ptr_equal(next_event().element.qp, &qp.ibv);
}

/* ---- the loss of the device ---- */

static int error_of_next(void)
{
	struct ibv_async_event event;

	errno = 0;
	assert_int_equal(ibv_get_async_event(&device.ctx->ibv, &event), -1);
	return errno;
}

static void it_is_reported_once(void **state)
{
	struct ibv_async_event event;

	(void)state;
	hang_up_events();
	event = next_event();
	assert_int_equal(event.event_type, IBV_EVENT_DEVICE_FATAL);
	assert_int_equal(event.element.port_num, 0);
	assert_int_equal(error_of_next(), EIO);
	assert_int_equal(error_of_next(), EIO);
}

static void the_kernel_may_report_it(void **state)
{
	(void)state;
	send_event(IBV_EVENT_PORT_ERR, NULL);
	send_event(IBV_EVENT_DEVICE_FATAL, NULL);
	hang_up_events();
	assert_int_equal(next_event().event_type, IBV_EVENT_PORT_ERR);
	assert_int_equal(device.ctx->told_of_its_loss, 0);
	assert_int_equal(next_event().event_type, IBV_EVENT_DEVICE_FATAL);
	assert_int_equal(error_of_next(), EIO);
}

/* The objects may have been destroyed. */
static void events_of_objects_are_lost_with_it(void **state)
{
	static struct inverbs_qp qp;

	(void)state;
	send_event(IBV_EVENT_QP_FATAL, &qp.ibv);
	send_event(IBV_EVENT_PORT_ERR, (const void *)2);
	send_event(IBV_EVENT_CQ_ERR, NULL);
	hang_up_events();
	assert_int_equal(next_event().element.port_num, 2);
	assert_int_equal(next_event().event_type, IBV_EVENT_DEVICE_FATAL);
	assert_int_equal(qp.events_taken, 0);
}

static void events_that_cannot_be_read(void **state)
{
	const int fd = device.ctx->ibv.async_fd;

	(void)state;
	assert_int_equal(write(device.write_end, "abc", 3), 3);
	assert_int_equal(error_of_next(), EIO);
	device.ctx->ibv.async_fd = -1;
	assert_int_equal(error_of_next(), EBADF);
	assert_int_equal(device.ctx->told_of_its_loss, 0);
	device.ctx->ibv.async_fd = fd;
}

/* ---- polls that find nothing ---- */

static int idled, flushed;

static void idle_device(struct inverbs_transport *t)
{
	assert_ptr_equal(t, &device.t.base);
	idled++;
}

static void flush_cq(struct inverbs_cq *cq)
{
	(void)cq;
	flushed++;
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* A poll soon after the last check does not check again. The processor may be busy: try often. */
static void poll_soon_after_a_check(struct inverbs_cq *cq)
{
	uint64_t begin;

	for (int i = 0; i < 1000; i++) {
		begin = now_ms();
		device.ctx->looked_at = begin - 50;
		device.ctx->lost = 0;
		cq->idle(cq);
		if (now_ms() - begin < 10) {
			assert_int_equal(device.ctx->lost, 0);
			assert_int_equal(device.ctx->looked_at, begin - 50);
			return;
		}
	}
}

static void idle_polls_notice_the_loss(void **state)
{
	struct inverbs_transport_ops ops = *device.t.base.ops;
	struct inverbs_cq cq = {.ibv = {.context = &device.ctx->ibv}};
	int fd;

	(void)state;
	assert_null(inverbs_idle_of(&device.ctx->ibv));
	ops.idle = idle_device;
	device.t.base.ops = &ops;
	device.provider.flush_cq = flush_cq;
	cq.idle = inverbs_idle_of(&device.ctx->ibv);
	assert_non_null(cq.idle);
	cq.idle(&cq);
	assert_int_equal(idled, 1);
	assert_int_equal(flushed, 0);
	assert_in_range(device.ctx->looked_at, now_ms() - 10000, now_ms());
	send_event(IBV_EVENT_PORT_ERR, NULL); /* is no loss */
	device.ctx->looked_at = 0;
	cq.idle(&cq);
	assert_int_equal(device.ctx->lost, 0);
	fd = device.ctx->ibv.async_fd;
	device.ctx->ibv.async_fd = NOT_OPEN; /* is none, either */
	device.ctx->looked_at = 0;
	cq.idle(&cq);
	assert_int_equal(device.ctx->lost, 0);
	device.ctx->ibv.async_fd = fd;
	hang_up_events();
	poll_soon_after_a_check(&cq);
	flushed = 0;
	device.ctx->looked_at = now_ms() - 200;
	cq.idle(&cq);
	assert_int_equal(flushed, 1);
	assert_int_equal(device.ctx->lost, 1);
	device.ctx->looked_at = 0;
	cq.idle(&cq); /* without another check */
	assert_int_equal(device.ctx->looked_at, 0);
	assert_int_equal(flushed, 2);
	device.provider.flush_cq = NULL;
	cq.idle(&cq);
	assert_int_equal(flushed, 2);
}

int main(void)
{
#define EVENTS_TEST(name) cmocka_unit_test_setup_teardown(name, open_events, close_events)
	const struct CMUnitTest tests[] = {
		EVENTS_TEST(a_type_has_its_object),
		EVENTS_TEST(acknowledging_counts_for_the_object),
		EVENTS_TEST(the_provider_is_told),
		EVENTS_TEST(a_registration_has_only_a_number),
		EVENTS_TEST(it_is_reported_once),
		EVENTS_TEST(the_kernel_may_report_it),
		EVENTS_TEST(events_of_objects_are_lost_with_it),
		EVENTS_TEST(events_that_cannot_be_read),
		EVENTS_TEST(idle_polls_notice_the_loss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
