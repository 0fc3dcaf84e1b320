/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event files, and the numbers of events that destroy commands return: ib_uverbs_event_read(),
 * ib_uverbs_comp_handler() and ib_uverbs_release_uevent() of Linux,
 * drivers/infiniband/core/uverbs_main.c.
 */
#include "raw.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	WAIT_MS = 5000
};

static int wait_readable(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	return poll(&p, 1, WAIT_MS) == 1 ? p.revents : 0;
}

static struct uverbs_async_event next_event(int fd)
{
	struct uverbs_async_event event;

	assert_true(wait_readable(fd) & POLLIN);
	assert_int_equal(read(fd, &event, sizeof(event)), sizeof(event));
	return event;
}

static bool is_empty(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	return poll(&p, 1, 0) == 0;
}

/** Set a limit above the number of posted receives, which is 0: the event is raised at once. */
static void raise_srq_event(struct raw *raw, uint32_t srq)
{
	struct uverbs_modify_srq_req req = {.srq_handle = srq, .attr_mask = 2, .srq_limit = 1};

	assert_int_equal(uverbs_call_modify_srq(&raw->base, &req, NULL, 0), 0);
}

static void s6_files_are_read_only_blocking_and_close_on_exec(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	int channel = raw_channel(raw);
	int fds[2] = {async_fd, channel};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct stat st;

		assert_int_equal(fcntl(fds[i], F_GETFL), O_RDONLY);
		assert_int_equal(fcntl(fds[i], F_GETFD), FD_CLOEXEC);
		assert_int_equal(write(fds[i], "x", 1), -1);
		assert_int_equal(errno, EBADF);
		assert_int_equal(lseek(fds[i], 0, SEEK_SET), -1);
		assert_int_equal(errno, ESPIPE);
		assert_int_equal(fstat(fds[i], &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		close(fds[i]);
	}
	raw_close(raw);
}

static void s6_an_empty_file_gives_eagain_with_o_nonblock(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	struct uverbs_async_event event;

	(void)state;
	fcntl(async_fd, F_SETFL, O_NONBLOCK);
	assert_int_equal(read(async_fd, &event, sizeof(event)), -1);
	assert_int_equal(errno, EAGAIN);
	assert_true(is_empty(async_fd));
	close(async_fd);
	raw_close(raw);
}

static void s6_port_events_name_the_port(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_1", &async_fd);
	struct uverbs_async_event event;

	(void)state;
	assert_int_equal(raw_control(raw, "port mlx4_1 2 down"), 0);
	event = next_event(async_fd);
	assert_int_equal(event.event_type, IBV_EVENT_PORT_ERR);
	assert_int_equal(event.element, 2);
	assert_int_equal(raw_control(raw, "port mlx4_1 2 down"), 0); /* it was down: no event */
	assert_int_equal(raw_control(raw, "port mlx4_1 2 up"), 0);
	event = next_event(async_fd);
	assert_int_equal(event.event_type, IBV_EVENT_PORT_ACTIVE);
	assert_true(is_empty(async_fd));
	close(async_fd);
	raw_close(raw);
}

static void s6_read_returns_one_record_in_order(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	struct uverbs_async_event events[4];

	(void)state;
	for (int i = 0; i < 50; i++) { /* more events than the file can hold at once */
		assert_int_equal(raw_control(raw, "port mlx4_0 1 down"), 0);
		assert_int_equal(raw_control(raw, "port mlx4_0 1 up"), 0);
	}
	for (int i = 0; i < 100; i++) {
		assert_true(wait_readable(async_fd) & POLLIN);
		assert_int_equal(read(async_fd, events, sizeof(events)), sizeof(events[0]));
		assert_int_equal(events[0].event_type,
				 i & 1 ? IBV_EVENT_PORT_ACTIVE : IBV_EVENT_PORT_ERR);
	}
	assert_true(is_empty(async_fd));
	close(async_fd);
	raw_close(raw);
}

static void s6_object_events_carry_the_user_handle(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	uint32_t srq = raw_srq(raw, raw_pd(raw));
	struct uverbs_async_event event;

	(void)state;
	raise_srq_event(raw, srq);
	event = next_event(async_fd);
	assert_int_equal(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	assert_int_equal(event.element, 0x5151);
	close(async_fd);
	raw_close(raw);
}

static void s4_destroy_counts_what_was_read(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	uint32_t srq = raw_srq(raw, raw_pd(raw));
	uint32_t events;

	(void)state;
	for (int i = 0; i < 5; i++)
		raise_srq_event(raw, srq);
	next_event(async_fd);
	next_event(async_fd);
	assert_int_equal(raw_destroy_srq(raw, srq, &events), 0);
	assert_int_equal(events, 2);
	assert_true(is_empty(async_fd)); /* unread events were dropped */
	close(async_fd);
	raw_close(raw);
}

static void s4_records_of_other_objects_stay_in_order(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	uint32_t srq = raw_srq(raw, raw_pd(raw));
	uint32_t events;

	(void)state;
	for (int i = 0; i < 30; i++) {
		raise_srq_event(raw, srq);
		assert_int_equal(
			raw_control(raw, i & 1 ? "port mlx4_0 1 up" : "port mlx4_0 1 down"), 0);
	}
	assert_int_equal(next_event(async_fd).event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	assert_int_equal(raw_destroy_srq(raw, srq, &events), 0);
	assert_int_equal(events, 1);
	for (int i = 0; i < 30; i++)
		assert_int_equal(next_event(async_fd).event_type,
				 i & 1 ? IBV_EVENT_PORT_ACTIVE : IBV_EVENT_PORT_ERR);
	assert_true(is_empty(async_fd));
	close(async_fd);
	raw_close(raw);
}

static void s4_a_closed_event_file_does_not_affect_others(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t srq = raw_srq(raw, raw_pd(raw));
	uint32_t events;

	(void)state;
	usleep(20000);
	for (int i = 0; i < 5; i++)
		raise_srq_event(raw, srq);
	assert_int_equal(raw_destroy_srq(raw, srq, &events), 0);
	assert_int_equal(events, 0);
	raw_close(raw);
}

static void s7_3_without_context_a_channel_ends_and_an_async_file_stays_silent(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	int channel = raw_channel(raw);

	(void)state;
	raw_close(raw);
	assert_true(wait_readable(channel) & (POLLHUP | POLLERR));
	assert_true(is_empty(async_fd));
	close(channel);
	close(async_fd);
}

static void a_closed_channel_is_forgotten(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);

	(void)state;
	for (int i = 0; i < 3; i++)
		close(raw_channel(raw));
	for (int i = 0; raw_objects(raw) && i < 100; i++)
		usleep(10000);
	assert_int_equal(raw_objects(raw), 0);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s6_files_are_read_only_blocking_and_close_on_exec),
		cmocka_unit_test(s6_an_empty_file_gives_eagain_with_o_nonblock),
		cmocka_unit_test(s6_port_events_name_the_port),
		cmocka_unit_test(s6_read_returns_one_record_in_order),
		cmocka_unit_test(s6_object_events_carry_the_user_handle),
		cmocka_unit_test(s4_destroy_counts_what_was_read),
		cmocka_unit_test(s4_records_of_other_objects_stay_in_order),
		cmocka_unit_test(s4_a_closed_event_file_does_not_affect_others),
		cmocka_unit_test(
			s7_3_without_context_a_channel_ends_and_an_async_file_stays_silent),
		cmocka_unit_test(a_closed_channel_is_forgotten),
	};

	return raw_run(argc, argv, "events", tests, sizeof(tests) / sizeof(tests[0]));
}
