/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of the emulator: descriptors that are sent with an ioctl, and malformed replies. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inverbs/kernel/refusal.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "queued.h"
#include "runtime/method.h"

enum {
	NO_FD = 9999,
	NOT_MAPPED = 8, /* an address */
};

/* ---- descriptors with an ioctl ---- */

/* Issue an ioctl, with which descriptor `fd` must be sent, or none if -1. Returns its result. */
static int sent_with(struct method_call *c, int fd)
{
	struct partner_message m = {.fd_count = 0};
	struct stat here = {0}, there = {0};
	int err;

	say(partner.end, (struct softhca_reply){0}, c, c->hdr.length, 0);
	err = inverbs_emulated_ioctl(&file.base, c);
	if (err) {
		inverbs_emulated_disconnect(&file);
		open_file(NULL);
		return err;
	}
	assert_true(partner_receive(partner.end, &m) > 0);
	assert_int_equal(m.head.op, SOFTHCA_OP_IOCTL);
	assert_int_equal(m.head.bytes, c->hdr.length);
	assert_memory_equal(m.payload, c, c->hdr.length);
	assert_int_equal(m.fd_count, fd >= 0);
	if (fd >= 0) {
		assert_int_equal(fstat(fd, &here) || fstat(m.fds[0], &there), 0);
		assert_int_equal(here.st_ino, there.st_ino);
		close(m.fds[0]);
	}
	return 0;
}

static struct method_call command_call(uint32_t command, const void *core, size_t bytes)
{
	struct method_call c;

	method_begin(&c, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_INVOKE_WRITE, 0);
	method_input(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, core, bytes);
	method_constant(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD, command);
	return c;
}

static void the_descriptor_in_a_command(void **state)
{
	struct uverbs_create_cq_req req = {.comp_channel = spare[1]};
	struct uverbs_ex_create_cq_req ex = {.comp_channel = spare[2]};
	const size_t end = offsetof(struct uverbs_create_cq_req, comp_channel) +
			   sizeof(req.comp_channel);
	struct method_call c = command_call(UVERBS_CMD_CREATE_CQ, &req, sizeof(req));

	(void)state;
	assert_int_equal(sent_with(&c, spare[1]), 0);
	c = command_call(UVERBS_CMD_CREATE_CQ, &req, end);
	assert_int_equal(sent_with(&c, spare[1]), 0);
	c = command_call(UVERBS_CMD_CREATE_CQ, &req, end - 1);
	assert_int_equal(sent_with(&c, -1), 0);
	c = command_call(UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED, &ex, sizeof(ex));
	assert_int_equal(sent_with(&c, spare[2]), 0);
	req.comp_channel = -1;
	c = command_call(UVERBS_CMD_CREATE_CQ, &req, sizeof(req));
	assert_int_equal(sent_with(&c, -1), 0);
	req.comp_channel = NO_FD;
	assert_int_equal(sent_with(&c, -1), EBADF);
}

/* Remove the last attribute, whose bytes then lie behind the call. */
static void without_the_last(struct method_call *c)
{
	c->hdr.num_attrs--;
	c->hdr.length = (uint16_t)(c->hdr.length - sizeof(c->attrs[0]));
}

/* These commands are sent without a descriptor; if they are wrong, the emulator reports it. */
static void commands_without_a_descriptor(void **state)
{
	struct uverbs_create_cq_req req = {.comp_channel = spare[1]};
	struct method_call c;

	(void)state;
	c = command_call(UVERBS_CMD_ALLOC_PD, &req, sizeof(req));
	assert_int_equal(sent_with(&c, -1), 0);
	c = command_call(0xff, &req, sizeof(req));
	assert_int_equal(sent_with(&c, -1), 0);
	c = command_call(UVERBS_CMD_CREATE_CQ, (const void *)NOT_MAPPED, sizeof(req));
	assert_int_equal(sent_with(&c, -1), 0);
	c = command_call(UVERBS_CMD_CREATE_CQ, NULL, 0);
	assert_int_equal(sent_with(&c, -1), 0);
	c = command_call(UVERBS_CMD_CREATE_CQ, &req, sizeof(req));
	without_the_last(&c);
	assert_int_equal(sent_with(&c, -1), 0);
}

static struct method_call cq_call(uint64_t fd)
{
	struct method_call c;

	method_begin(&c, UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE, 0);
	method_constant(&c, UVERBS_ATTR_CQ_CREATE_COMP_CHANNEL, fd);
	method_constant(&c, UVERBS_ATTR_CQ_CREATE_CQE, (uint64_t)spare[0]);
	return c;
}

static void the_descriptor_in_an_attribute(void **state)
{
	struct method_call c = cq_call((uint64_t)spare[3]);

	(void)state;
	assert_int_equal(sent_with(&c, spare[3]), 0);
	c.hdr.length--;
	assert_int_equal(sent_with(&c, -1), 0);
	method_begin(&c, UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE, 0);
	method_constant(&c, UVERBS_ATTR_CQ_CREATE_CQE, (uint64_t)spare[0]);
	method_constant(&c, UVERBS_ATTR_CQ_CREATE_COMP_CHANNEL, (uint64_t)spare[3]);
	assert_int_equal(sent_with(&c, spare[3]), 0);
	without_the_last(&c);
	assert_int_equal(sent_with(&c, -1), 0);
	c = cq_call((uint64_t)spare[3]);
	c.hdr.method_id = 0x777;
	assert_int_equal(sent_with(&c, -1), 0);
	c = cq_call((uint64_t)INT32_MAX + 1 + (uint64_t)spare[3]);
	assert_int_equal(sent_with(&c, -1), EBADF);
	c = cq_call(((uint64_t)1 << 32) + (uint64_t)spare[3]);
	assert_int_equal(sent_with(&c, -1), EBADF);
	c = cq_call(INT32_MAX); /* not an open descriptor */
	assert_int_equal(sent_with(&c, -1), EBADF);
}

static void an_ioctl_has_a_header_and_at_most_so_many_bytes(void **state)
{
	union {
		struct method_call call;
		uint8_t bytes[UVERBS_IOCTL_MAX + 1];
	} all = {.bytes = {0}};
	struct uverbs_ioctl_hdr *head = &all.call.hdr;

	(void)state;
	head->length = sizeof(*head) - 1;
	assert_int_equal(inverbs_emulated_ioctl(&file.base, head), EINVAL);
	head->length = UVERBS_IOCTL_MAX + 1;
	assert_int_equal(inverbs_emulated_ioctl(&file.base, head), EINVAL);
	head->length = sizeof(*head);
	assert_int_equal(sent_with(&all.call, -1), 0);
	head->length = UVERBS_IOCTL_MAX;
	say(partner.end, (struct softhca_reply){0}, NULL, 0, 0);
	assert_int_equal(inverbs_emulated_ioctl(&file.base, head), 0);
}

static void a_new_descriptor_is_stored_where_the_reply_says(void **state)
{
	uint32_t far[2] = {77, 77};
	struct softhca_reply head = {.arg[0] = (uintptr_t)far};
	struct method_call c = cq_call((uint64_t)spare[0]);
	const uint16_t data = offsetof(struct method_call, attrs[0].data);
	uint32_t near;

	(void)state;
	head.fd_at[0] = SOFTHCA_FD_NOT_STORED;
	say(partner.end, head, &c, c.hdr.length, 1);
	assert_int_equal(inverbs_emulated_ioctl(&file.base, &c), 0);
	assert_int_equal(close((int)far[0]), 0);
	assert_int_equal(far[1], 77);
	assert_int_equal(c.attrs[0].data, spare[0]);
	far[0] = 77;
	head.arg[0] = 0;
	head.fd_at[0] = data;
	say(partner.end, head, &c, c.hdr.length, 1);
	assert_int_equal(inverbs_emulated_ioctl(&file.base, &c), 0);
	memcpy(&near, &c.attrs[0].data, sizeof(near));
	assert_int_not_equal(near, spare[0]);
	assert_int_equal(close((int)near), 0);
	c = cq_call((uint64_t)spare[0]);
	head.arg[0] = (uintptr_t)far; /* without a descriptor */
	say(partner.end, head, &c, c.hdr.length, 0);
	assert_int_equal(inverbs_emulated_ioctl(&file.base, &c), 0);
	assert_int_equal(far[0], 77);
}

/* ---- unexpected descriptors ---- */

typedef int call_of(void);

static int share(void)
{
	return file.base.ops->share(&file.base, NULL, 4096, -1);
}

static int why(void)
{
	const uint64_t question[4] = {0};
	struct softhca_refusal refusal;

	return file.base.ops->why(&file.base, question, &refusal);
}

static int map(void)
{
	return file.base.ops->map(&file.base, 4096, PROT_READ, 0) == MAP_FAILED ? errno : 0;
}

static int alloc_pd(void)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp;

	return uverbs_call_alloc_pd(&file.base, &req, NULL, 0, &resp, NULL, 0);
}

static int call_method(void)
{
	struct method_call c = cq_call((uint64_t)spare[0]);

	return inverbs_emulated_ioctl(&file.base, &c);
}

/* If a reply has more descriptors than the request permits, all of them are closed. */
static void a_reply_has_too_many_descriptors(void **state)
{
	static const struct {
		call_of *call;
		int most;
	} calls[] = {{share, 0},
		     {why, 0},
		     {map, 1},
		     {alloc_pd, SOFTHCA_REPLY_FDS_MAX},
		     {call_method, SOFTHCA_REPLY_FDS_MAX}};

	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		for (int fds = calls[i].most + 1; fds <= SOFTHCA_REQUEST_FDS_MAX; fds++) {
			const int before = open_descriptors();

			say(partner.end, (struct softhca_reply){0}, NULL, 0, fds);
			assert_int_equal(calls[i].call(), EPROTO);
			assert_int_equal(open_descriptors(), before);
		}
	}
}

/* If a reply has more descriptors than the receiver has room for, the kernel closes the rest. */
static void the_kernel_closes_what_has_no_room(void **state)
{
	const int before = open_descriptors();

	(void)state;
	say(partner.end, (struct softhca_reply){0}, NULL, 0, PARTNER_FDS_MAX);
	assert_int_equal(share(), EMFILE);
	assert_int_equal(open_descriptors(), before);
}

static void a_reply_lies_about_its_descriptors(void **state)
{
	const int before = open_descriptors();
	struct softhca_reply head = {.fds = 2};

	(void)state;
	partner_reply(partner.end, head, NULL, 0, spare, 1);
	assert_int_equal(alloc_pd(), EPROTO);
	partner_reply(partner.end, head, NULL, 0, spare, 0);
	assert_int_equal(map(), EPROTO);
	head.fds = 0;
	partner_reply(partner.end, head, NULL, 0, spare, 0);
	assert_int_equal(map(), EPROTO);
	partner_reply(partner.end, head, NULL, 0, spare, 1);
	assert_int_equal(map(), EPROTO);
	head.fd_at[0] = 2; /* would extend beyond the end of the payload */
	say(partner.end, head, "abcd", 4, 1);
	assert_int_equal(alloc_pd(), EPROTO);
	say(partner.end, head, NULL, 0, 2);
	assert_int_equal(call_method(), EPROTO);
	assert_int_equal(open_descriptors(), before);
}

/* The offset is within a page, where nothing can be mapped. */
static void a_reply_has_a_place_that_cannot_be_mapped(void **state)
{
	const struct softhca_reply head = {.arg = {1}};
	const int before = open_descriptors();

	(void)state;
	say(partner.end, head, NULL, 0, 1);
	assert_int_equal(map(), EINVAL);
	assert_int_equal(open_descriptors(), before);
}

/* ---- lengths ---- */

static void send_raw(const void *bytes, size_t count)
{
	assert_int_equal(send(partner.end, bytes, count, MSG_NOSIGNAL), (ssize_t)count);
}

static void a_reply_is_not_what_it_says(void **state)
{
	struct {
		struct softhca_reply head;
		uint32_t words[2];
	} reply = {.head = {.bytes = 4}};

	(void)state;
	send_raw(&reply, sizeof(reply.head)); /* shorter than it says */
	assert_int_equal(alloc_pd(), EPROTO);
	send_raw(&reply, sizeof(reply)); /* longer than it says, and than the room */
	assert_int_equal(alloc_pd(), EPROTO);
	reply.head.bytes = 0;
	send_raw(&reply, sizeof(reply.head) + 4);
	assert_int_equal(alloc_pd(), EPROTO);
	reply.head.bytes = 8;
	send_raw(&reply, sizeof(reply)); /* as long as it says, but longer than the room */
	assert_int_equal(alloc_pd(), EPROTO);
	send_raw(&reply, sizeof(reply.head) - 1);
	assert_int_equal(share(), EPROTO);
	reply.head.bytes =
		(uint32_t)-1; /* would match the truncated header if the sum wrapped around */
	send_raw(&reply, sizeof(reply.head) - 1);
	assert_int_equal(share(), EPROTO);
	hang_up();
	assert_int_equal(share(), EIO);
}

static void a_descriptor_may_be_the_last_word(void **state)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp;
	uint32_t word = 7;

	(void)state;
	say(partner.end, (struct softhca_reply){0}, &word, sizeof(word), 1);
	assert_int_equal(uverbs_call_alloc_pd(&file.base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_not_equal(resp.pd_handle, 7);
	assert_int_equal(close((int)resp.pd_handle), 0);
}

static void a_response_that_has_no_memory(void **state)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_WHY);
	const uint64_t words[2] = {1, 2};

	(void)state;
	x.response = (void *)NOT_MAPPED;
	x.response_room = sizeof(words);
	say(partner.end, (struct softhca_reply){0}, words, sizeof(words), 0);
	assert_int_equal(inverbs_exchange(file.sock, &x), EFAULT);
}

static void requests_have_arguments_and_a_largest_size(void **state)
{
	static uint8_t payload[SOFTHCA_MESSAGE_MAX];
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAD_WRITE);
	struct partner_message m;

	(void)state;
	for (uint64_t i = 0; i < 4; i++)
		x.arg[i] = 0x1122334455667700 + i;
	x.payload = payload;
	x.bytes = SOFTHCA_MESSAGE_MAX - sizeof(m.head) + 1;
	assert_int_equal(inverbs_exchange_send(file.sock, &x), EMSGSIZE);
	x.bytes--;
	assert_int_equal(inverbs_exchange_send(file.sock, &x), 0);
	assert_true(partner_receive(partner.end, &m) > 0);
	assert_int_equal(m.head.op, SOFTHCA_OP_MAD_WRITE);
	assert_int_equal(m.head.bytes, x.bytes);
	assert_memory_equal(m.head.arg, x.arg, sizeof(x.arg));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILE_TEST(the_descriptor_in_a_command),
		FILE_TEST(commands_without_a_descriptor),
		FILE_TEST(the_descriptor_in_an_attribute),
		FILE_TEST(an_ioctl_has_a_header_and_at_most_so_many_bytes),
		FILE_TEST(a_new_descriptor_is_stored_where_the_reply_says),
		FILE_TEST(a_reply_has_too_many_descriptors),
		FILE_TEST(the_kernel_closes_what_has_no_room),
		FILE_TEST(a_reply_lies_about_its_descriptors),
		FILE_TEST(a_reply_has_a_place_that_cannot_be_mapped),
		FILE_TEST(a_reply_is_not_what_it_says),
		FILE_TEST(a_descriptor_may_be_the_last_word),
		FILE_TEST(a_response_that_has_no_memory),
		FILE_TEST(requests_have_arguments_and_a_largest_size),
	};

	return spare_open() || cmocka_run_group_tests(tests, NULL, NULL);
}
