/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fault rules for commands: a command fails without effect, or its response is delayed. A delayed
 * command of one open device does not delay others.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "raw.h"

static void set(struct raw *raw, const char *rule)
{
	char line[200];

	snprintf(line, sizeof(line), "fault add %s", rule);
	assert_int_equal(raw_control(raw, line), 0);
}

static int try_cq(struct raw *raw)
{
	struct uverbs_create_cq_resp resp;

	return raw_try_cq(raw, 10, -1, 0, &resp);
}

static int clear(void **state)
{
	struct raw *raw = raw_connect(NULL);

	(void)state;
	assert_int_equal(raw_control(raw, "fault clear"), 0);
	raw_close(raw);
	return 0;
}

static void the_second_of_each_file(void **state)
{
	struct raw *one = raw_context("mlx4_0", NULL), *two = raw_context("mlx4_0", NULL);
	struct raw *other = raw_context("mlx4_1", NULL);
	unsigned int before = raw_objects(one);

	(void)state;
	set(one, "refuse ENOSPC command CREATE_CQ 2 from mlx4_0");
	assert_int_equal(try_cq(one), 0);
	assert_int_equal(try_cq(two), 0);
	assert_int_equal(try_cq(one), ENOSPC);
	assert_int_equal(try_cq(one), 0);
	assert_int_equal(try_cq(two), ENOSPC);
	for (int i = 0; i < 3; i++)
		assert_int_equal(try_cq(other), 0);
	assert_int_equal(raw_objects(one), before + 6);
	raw_control(one, "fault list");
	assert_non_null(strstr((const char *)one->reply, "from mlx4_0 # matched 5, hit 2\n"));
	raw_close(one);
	raw_close(two);
	raw_close(other);
}

static void what_is_destroyed_may_stay(void **state)
{
	struct raw *control = raw_connect(NULL), *raw;
	uint32_t pd;

	(void)state;
	set(control, "refuse EBUSY command DEALLOC_PD 1");
	raw = raw_context("mlx4_0", NULL);
	pd = raw_pd(raw);
	assert_int_equal(raw_dealloc_pd(raw, pd), EBUSY);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	raw_close(raw);
	raw_close(control);
}

static void any_command(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);

	(void)state;
	set(raw, "refuse EINTR command any every 2");
	assert_int_equal(try_cq(raw), 0);
	assert_int_equal(try_cq(raw), EINTR);
	assert_int_equal(try_cq(raw), 0);
	assert_int_equal(try_cq(raw), EINTR);
	raw_close(raw);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void a_slow_command_returns_what_it_should(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint64_t begin = now_ms();
	uint32_t pd;

	(void)state;
	set(raw, "delay 50ms command any 1..3");
	pd = raw_pd(raw);
	raw_channel(raw); /* the reply has a descriptor */
	assert_int_equal(raw_dealloc_pd(raw, pd + 1000), ENOENT);
	assert_true(now_ms() >= begin + 150);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	raw_close(raw);
}

/** Send ALLOC_PD without waiting for the reply. */
static void ask_for_pd(struct raw *raw)
{
	static uint64_t response[4];
	struct {
		struct softhca_request header;
		struct uverbs_cmd_hdr hdr;
		struct uverbs_alloc_pd_req req;
	} message = {
		.header = {.op = SOFTHCA_OP_COMMAND,
			   .bytes = sizeof(message.hdr) + sizeof(message.req)},
		.hdr = {.command = UVERBS_CMD_ALLOC_PD,
			.in_words = (sizeof(message.hdr) + sizeof(message.req)) / 4,
			.out_words = sizeof(response) / 4},
	};

	message.req.response = (uintptr_t)response;
	assert_int_equal(send(raw->base.fd, &message, sizeof(message), 0), sizeof(message));
}

static void a_delayed_command_delays_no_other(void **state)
{
	struct raw *slow = raw_context("mlx4_0", NULL), *other = raw_context("mlx4_0", NULL);
	unsigned int before = raw_objects(other);
	char byte;

	(void)state;
	set(other, "delay 60s command ALLOC_PD");
	ask_for_pd(slow);
	for (int i = 0; i < 3; i++)
		assert_int_equal(try_cq(other), 0);
	assert_true(recv(slow->base.fd, &byte, 1, MSG_DONTWAIT) < 0);
	/*
	 * it was executed; when the client closes its connection, all of its objects are destroyed
	 */
	while (raw_objects(other) != before + 4)
		usleep(1000);
	raw_close(slow);
	while (raw_objects(other) != before + 3)
		usleep(1000);
	raw_close(other);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(the_second_of_each_file, clear),
		cmocka_unit_test_teardown(what_is_destroyed_may_stay, clear),
		cmocka_unit_test_teardown(any_command, clear),
		cmocka_unit_test_teardown(a_slow_command_returns_what_it_should, clear),
		cmocka_unit_test_teardown(a_delayed_command_delays_no_other, clear),
	};

	return raw_run(argc, argv, "refusals", tests, sizeof(tests) / sizeof(tests[0]));
}
