/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces over the socket protocol: who may read a trace, what it contains, and that lost records
 * are counted.
 */
#include "raw.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	COMMANDS = 6000, /* records of about 100 bytes: more than buffer and socket can hold */
	WAIT_MS = 20000,
};

static const uint64_t only_commands[4] = {0, 1 << SOFTHCA_TRACE_KIND_COMMAND};

static int request_trace(struct raw *raw, uint64_t pid, uint64_t kinds, const char *device)
{
	const uint64_t arg[4] = {pid, kinds};

	return raw_exchange(raw, SOFTHCA_OP_TRACE, arg, device, strlen(device), -1);
}

static struct raw *reader(void)
{
	struct raw *raw = raw_connect(NULL);

	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_TRACE, only_commands, NULL, 0, -1), 0);
	return raw;
}

/* Receive the next message. Returns its size, or 0 if the connection was closed. */
static size_t message(struct raw *raw)
{
	struct pollfd pollfd = {.fd = raw->base.fd, .events = POLLIN};
	ssize_t n;

	assert_int_equal(poll(&pollfd, 1, WAIT_MS), 1);
	n = recv(raw->base.fd, raw->reply, sizeof(raw->reply), 0);
	assert_true(n >= 0);
	return (size_t)n;
}

static void requests_without_sense_are_refused(void **state)
{
	char name[80];
	struct raw *raw = raw_connect(NULL);
	struct raw *open = raw_connect("mlx4_0");

	(void)state;
	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(request_trace(raw, 0, 0, ""), EINVAL);
	assert_int_equal(request_trace(raw, 0, 1 << SOFTHCA_TRACE_KIND_LOST, ""), EINVAL);
	assert_int_equal(request_trace(raw, 0, UINT64_MAX, ""), EINVAL);
	assert_int_equal(request_trace(raw, UINT64_C(1) << 31, 2, ""), EINVAL);
	assert_int_equal(request_trace(raw, UINT64_MAX, 2, ""), EINVAL);
	assert_int_equal(request_trace(raw, 0, 2, name), EINVAL);
	assert_int_equal(request_trace(raw, 0, 2, "mlx4_9"), ENODEV);
	assert_int_equal(request_trace(open, 0, 2, ""), EINVAL);
	assert_int_equal(request_trace(raw, 0, 2, "mlx4_0"), 0);
	raw_close(raw);
	raw_close(open);
}

static void greeting_comes_first(void **state)
{
	struct raw *raw = calloc(1, sizeof(*raw));

	(void)state;
	raw->base.fd = raw_socket();
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_TRACE, only_commands, NULL, 0, -1), EINVAL);
	raw_close(raw);
}

static void readers_are_few(void **state)
{
	struct raw *raw[8];
	struct raw *more = raw_connect(NULL);

	(void)state;
	for (int i = 0; i < 8; i++)
		raw[i] = reader();
	assert_int_equal(request_trace(more, 0, 2, ""), EBUSY);
	for (int i = 0; i < 8; i++)
		raw_close(raw[i]);
	for (int i = 0; i < 1000 && request_trace(more, 0, 2, "") == EBUSY; i++)
		usleep(1000); /* the emulator does not notice the end of a connection at once */
	raw_close(more);
}

static void readers_of_the_trace_send_nothing(void **state)
{
	static const uint32_t operations[] = {SOFTHCA_OP_LIST, SOFTHCA_OP_TRACE, SOFTHCA_OP_HELLO};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct softhca_request header = {.op = operations[i]};
		struct raw *raw = reader();

		assert_int_equal(send(raw->base.fd, &header, i == 2 ? 3 : sizeof(header), 0),
				 i == 2 ? 3 : sizeof(header));
		assert_int_equal(message(raw), 0);
		raw_close(raw);
	}
}

/* What a reader has received. */
struct tally {
	uint64_t records;
	uint64_t lost;
};

static void count(struct tally *tally, const uint8_t *at, size_t bytes)
{
	struct softhca_trace header;

	while (bytes) {
		assert_true(bytes >= sizeof(header));
		memcpy(&header, at, sizeof(header));
		if (header.kind == SOFTHCA_TRACE_KIND_LOST) {
			assert_true(header.lost > 0);
			assert_int_equal(header.bytes, 0);
			tally->lost += header.lost;
		} else {
			assert_int_equal(header.kind, SOFTHCA_TRACE_KIND_COMMAND);
			assert_int_equal(header.error, 0);
			assert_int_equal(header.pid, getpid());
			tally->records++;
		}
		at += sizeof(header) + ((header.bytes + 7U) & ~7U);
		assert_true(sizeof(header) + ((header.bytes + 7U) & ~7U) <= bytes);
		bytes -= sizeof(header) + ((header.bytes + 7U) & ~7U);
	}
}

/*
 * If a reader does not read for some time, every command is in the trace or counted as lost, and no
 * command waits for the reader.
 */
static void nothing_is_lost_uncounted(void **state)
{
	struct raw *slow = reader();
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct tally tally = {0};
	uint32_t pd = 0;

	(void)state;
	for (int i = 0; i < COMMANDS; i++) {
		struct uverbs_query_device_req req = {0};
		struct uverbs_query_device_resp resp;

		assert_int_equal(uverbs_call_query_device(&raw->base, &req, &resp), 0);
	}
	pd = raw_pd(raw);
	assert_int_equal(raw_dealloc_pd(raw, pd), 0);
	while (tally.records + tally.lost < COMMANDS + 3)
		count(&tally, slow->reply, message(slow));
	assert_int_equal(tally.records + tally.lost, COMMANDS + 3); /* and GET_CONTEXT */
	assert_true(tally.lost > 0);
	assert_true(tally.records > 100);
	raw_close(raw);
	raw_close(slow);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_without_sense_are_refused),
		cmocka_unit_test(greeting_comes_first),
		cmocka_unit_test(readers_are_few),
		cmocka_unit_test(readers_of_the_trace_send_nothing),
		cmocka_unit_test(nothing_is_lost_uncounted),
	};

	return raw_run(argc, argv, "trace", tests, sizeof(tests) / sizeof(tests[0]));
}
