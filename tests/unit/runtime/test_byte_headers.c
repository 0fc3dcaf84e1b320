/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands of the connection manager, whose headers count bytes: building, parsing, and the trace.
 */
#include <inverbs/kernel/ucma_call.h>
#include <inverbs/kernel/ucma_parse.h>
#include <inverbs/kernel/ucma_trace.h>
#include <stdio.h>

#include "fake.h"

union bytes {
	uint8_t at[512];
	uint64_t align;
};

static size_t command(union bytes *b, uint32_t number, uint16_t in, uint16_t out)
{
	struct uverbs_byte_header head = {number, in, out};

	memset(b, 0, sizeof(*b));
	memcpy(b->at, &head, sizeof(head));
	return sizeof(head) + in;
}

static int parse(const union bytes *b, size_t len)
{
	struct uverbs_parsed p;

	return uverbs_parse_bytes(ucma_command_info, b->at, len, &p);
}

/* A real kernel checks header, number, announced length, existence, room and request, in this
 * order.
 */
static void heads_are_checked_in_the_kernels_order(void **state)
{
	union bytes b;
	size_t len;

	(void)state;
	command(&b, UCMA_CMD_CREATE_ID, 24, 4);
	for (len = 0; len < 8; len++)
		assert_int_equal(parse(&b, len), EINVAL);
	assert_int_equal(parse(&b, command(&b, 99, 0, 0)), EINVAL);
	assert_int_equal(parse(&b, command(&b, UVERBS_EXTENDED, 24, 4)), EINVAL);
	command(&b, UCMA_CMD_DESTROY_ID, 100, 0);
	assert_int_equal(parse(&b, 16), EINVAL);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_GET_OPTION, 0, 0)), ENOSYS);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_CREATE_ID, 24, 0)), ENOSPC);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_CREATE_ID, 24, 3)), ENOSPC);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_CREATE_ID, 23, 4)), EFAULT);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_CREATE_ID, 24, 4)), 0);
	/* bytes behind the announced length are ignored */
	len = command(&b, UCMA_CMD_CREATE_ID, 24, 4);
	assert_int_equal(parse(&b, len + 100), 0);
}

static void short_forms_are_taken(void **state)
{
	struct ucma_connect_req request;
	struct uverbs_parsed p;
	union bytes b;
	size_t len;

	(void)state;
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_CONNECT, 279, 0)), EINVAL);
	len = command(&b, UCMA_CMD_CONNECT, 280, 0);
	memset(b.at + 8, 0x11, 288);
	assert_int_equal(uverbs_parse_bytes(ucma_command_info, b.at, len + 8, &p), 0);
	ucma_read_connect(&p, &request);
	assert_int_equal(request.id, 0x11111111);
	assert_int_equal(request.ece.vendor_id, 0); /* beyond the announced length */
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_GET_EVENT, 8, 323)), ENOSPC);
	assert_int_equal(parse(&b, command(&b, UCMA_CMD_GET_EVENT, 8, 324)), 0);
}

/* A transport that records the command and returns a response. */
struct keeper {
	struct inverbs_transport base;
	union bytes seen;
	size_t bytes;
};

static int record_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct keeper *keeper = (struct keeper *)t;
	struct ucma_create_id_resp response = {.id = 5};
	struct uverbs_parsed p;

	keeper->bytes = bytes;
	memcpy(keeper->seen.at, cmd, bytes);
	assert_int_equal(uverbs_parse_bytes(ucma_command_info, cmd, bytes, &p), 0);
	if (p.response)
		memcpy((void *)(uintptr_t)p.response, &response, sizeof(response));
	return 0;
}

static void a_call_says_where_its_response_goes(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = record_command};
	struct keeper keeper = {.base = {.ops = &ops, .fd = -1}};
	struct ucma_create_id_req request = {.uid = 0x1234, .ps = UCMA_PORT_SPACE_TCP};
	struct ucma_create_id_resp response = {0};
	struct ucma_create_id_req seen;
	char text[256] = "";
	FILE *to;

	(void)state;
	assert_int_equal(ucma_call_create_id(&keeper.base, &request, &response), 0);
	assert_int_equal(response.id, 5);
	assert_int_equal(keeper.bytes, 8 + sizeof(request));
	memcpy(&seen, keeper.seen.at + 8, sizeof(seen));
	assert_int_equal(seen.uid, 0x1234);
	assert_int_equal(seen.response, (uintptr_t)&response);

	to = fmemopen(text, sizeof(text), "w");
	assert_non_null(to);
	if (to) { /* the static analyser does not know that a failed assertion does not return */
		ucma_trace(to, keeper.seen.at, keeper.bytes);
		fclose(to);
	}
	assert_non_null(strstr(text, "CREATE_ID uid=0x1234"));
	assert_non_null(strstr(text, "ps=262"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_are_checked_in_the_kernels_order),
		cmocka_unit_test(short_forms_are_taken),
		cmocka_unit_test(a_call_says_where_its_response_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
