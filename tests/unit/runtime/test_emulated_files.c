/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests of the emulator's files: of devices, of management datagrams, and of connections. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inverbs/kernel/refusal.h>
#include <inverbs/kernel/ucma_call.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "queued.h"

/* The next request, which must have this operation and so many bytes; its descriptors are closed.
 */
static struct partner_message sent(uint32_t op, size_t bytes)
{
	struct partner_message m = {.fd_count = 0};

	assert_int_equal(partner_receive(partner.end, &m), (ssize_t)(sizeof(m.head) + bytes));
	for (int i = 0; i < m.fd_count; i++)
		close(m.fds[i]);
	assert_int_equal(m.head.op, op);
	assert_int_equal(m.head.bytes, bytes);
	return m;
}

static void nothing_is_sent(void)
{
	char byte;

	assert_int_equal(recv(partner.end, &byte, 1, MSG_DONTWAIT), -1);
	assert_int_equal(errno, EAGAIN);
}

static void reply(uint32_t error)
{
	say(partner.end, (struct softhca_reply){.error = error}, NULL, 0, 0);
}

/* ---- devices ---- */

static void a_device_is_opened_by_name(void **state)
{
	const struct inverbs_device_info info = {.name = "fake7", .driver_id = 12};
	struct inverbs_transport *t = inverbs_emulator_open(&inverbs_backend_emulator, &info);
	const struct inverbs_emulated *dev = (struct inverbs_emulated *)t;

	(void)state;
	assert_non_null(t);
	assert_int_equal(sent(SOFTHCA_OP_HELLO, 0).head.arg[0], SOFTHCA_PROTOCOL_VERSION);
	assert_string_equal((char *)sent(SOFTHCA_OP_OPEN, 6).payload, "fake7");
	assert_int_equal(t->fd, dev->sock);
	assert_int_equal(dev->driver_id, 12);
	assert_int_equal(dev->owner, getpid());
	assert_int_equal(dev->emulator, getpid());
	t->ops->close(t);
}

/* An emulator in another process needs the processor; benchmarks do not yield it. */
static void who_yields_to_the_emulator(void **state)
{
	static const struct {
		const char *idle;
		bool own, yields;
	} cases[] = {{NULL, true, false}, {NULL, false, true}, {"0", false, false},
		     {"1", false, true},  {"1", true, false},  {"0", true, false}};
	const struct inverbs_device_info info = {.name = "fake0"};
	struct inverbs_transport *t;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		partner.hello.arg[1] = (uint64_t)(cases[i].own ? getpid() : getppid());
		if (cases[i].idle)
			setenv("INVERBS_IDLE", cases[i].idle, 1);
		else
			unsetenv("INVERBS_IDLE");
		t = inverbs_emulator_open(&inverbs_backend_emulator, &info);
		assert_non_null(t);
		assert_int_equal(t->ops->idle != NULL, cases[i].yields);
		if (t->ops->idle)
			t->ops->idle(t);
		assert_non_null(t->ops->why);
		t->ops->close(t);
	}
	unsetenv("INVERBS_IDLE");
}

static void memory_of_a_device(void **state)
{
	struct partner_message m;
	struct stat here, there;
	void *at;

	(void)state;
	assert_int_equal(ftruncate(spare[0], 8192), 0);
	say(partner.end, (struct softhca_reply){0}, NULL, 0, 1);
	at = file.base.ops->map(&file.base, 4096, PROT_READ | PROT_WRITE, 0x123000);
	assert_ptr_not_equal(at, MAP_FAILED);
	*(char *)at = 'x';
	assert_int_equal(munmap(at, 4096), 0);
	m = sent(SOFTHCA_OP_MAP, 0);
	assert_int_equal(m.head.arg[0], 0x123000);
	assert_int_equal(m.head.arg[1], 4096);
	assert_int_equal(m.head.arg[2], PROT_READ | PROT_WRITE);
	reply(0);
	assert_int_equal(file.base.ops->share(&file.base, (void *)0x5000, 4096, spare[1]), 0);
	assert_int_equal(partner_receive(partner.end, &m), sizeof(m.head));
	assert_int_equal(m.head.op, SOFTHCA_OP_SHARE);
	assert_int_equal(m.head.arg[0], 0x5000);
	assert_int_equal(m.head.arg[1], 4096);
	assert_int_equal(m.fd_count, 1);
	assert_int_equal(fstat(spare[1], &here) || fstat(m.fds[0], &there), 0);
	assert_int_equal(here.st_ino, there.st_ino);
	close(m.fds[0]);
	reply(0);
	file.base.ops->unshare(&file.base, (void *)0x6000, 8192);
	m = sent(SOFTHCA_OP_UNSHARE, 0);
	assert_int_equal(m.head.arg[0], 0x6000);
	assert_int_equal(m.head.arg[1], 8192);
	assert_int_equal(file.base.ops->share(&file.base, NULL, 1, -2), EBADF);
	nothing_is_sent();
}

static void why_a_request_failed(void **state)
{
	const uint64_t question[4] = {1, 2, 3, 4};
	struct softhca_refusal refusal = {.reason = 0};
	const struct softhca_refusal said = {.reason = SOFTHCA_REASON_RKEY_OLD};

	(void)state;
	say(partner.end, (struct softhca_reply){0}, &said, sizeof(said), 0);
	assert_int_equal(file.base.ops->why(&file.base, question, &refusal), 0);
	assert_int_equal(refusal.reason, SOFTHCA_REASON_RKEY_OLD);
	assert_memory_equal(sent(SOFTHCA_OP_WHY, 0).head.arg, question, sizeof(question));
	say(partner.end, (struct softhca_reply){0}, &said, sizeof(said) - 4, 0);
	assert_int_equal(file.base.ops->why(&file.base, question, &refusal), EPROTO);
	reply(ENOENT);
	assert_int_equal(file.base.ops->why(&file.base, question, &refusal), ENOENT);
}

static void a_file_of_another_process(void **state)
{
	(void)state;
	file.owner++;
	assert_int_equal(file.base.ops->share(&file.base, NULL, 4096, -1), EACCES);
	assert_ptr_equal(file.base.ops->map(&file.base, 4096, PROT_READ, 0), MAP_FAILED);
	assert_int_equal(errno, EACCES);
	nothing_is_sent();
	file.owner--;
}

/* ---- management datagrams ---- */

static int socket_end; /* the other end of a file's descriptor */

/* Replace a file's descriptor by one that the test can write to. */
static void replace_descriptor(struct inverbs_transport *t)
{
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(dup2(ends[0], t->fd), t->fd);
	close(ends[0]);
	socket_end = ends[1];
}

static struct inverbs_transport *open_mad(unsigned int port, bool issm)
{
	struct inverbs_transport *t;
	struct partner_message m;

	partner.second_fds = !issm;
	t = inverbs_emulator_open_mad(&inverbs_backend_emulator, "fake0", port, issm);
	assert_non_null(t);
	sent(SOFTHCA_OP_HELLO, 0);
	m = sent(SOFTHCA_OP_OPEN_MAD, 5);
	assert_int_equal(m.head.arg[0], port);
	assert_int_equal(m.head.arg[1], issm ? SOFTHCA_MAD_KIND_ISSM : SOFTHCA_MAD_KIND_UMAD);
	assert_memory_equal(m.payload, "fake0", 5);
	if (!issm)
		replace_descriptor(t);
	return t;
}

static void datagrams_are_written(void **state)
{
	struct inverbs_transport *t = open_mad(3, false);

	(void)state;
	reply(0);
	assert_int_equal(t->ops->command(t, "abc", 3), 0);
	assert_memory_equal(sent(SOFTHCA_OP_MAD_WRITE, 3).payload, "abc", 3);
	reply(ENOSPC);
	assert_int_equal(t->ops->command(t, "abc", 3), ENOSPC);
	close(socket_end);
	t->ops->close(t);
}

static void its_ioctls_have_an_argument_of_their_size(void **state)
{
	const unsigned long both = _IOWR(0x1b, 1, uint64_t), none = _IO(0x1b, 3);
	struct inverbs_transport *t = open_mad(1, false);
	uint64_t argument = 7, response = 8;
	struct partner_message m;

	(void)state;
	say(partner.end, (struct softhca_reply){0}, &response, sizeof(response), 0);
	assert_int_equal(t->ops->mad_ioctl(t, both, &argument), 0);
	assert_int_equal(argument, 8);
	m = sent(SOFTHCA_OP_MAD_IOCTL, sizeof(argument));
	assert_int_equal(m.head.arg[0], both);
	assert_int_equal(m.payload[0], 7);
	assert_int_equal(t->ops->mad_ioctl(t, both, NULL), EFAULT);
	nothing_is_sent();
	reply(0);
	assert_int_equal(t->ops->mad_ioctl(t, none, NULL), 0);
	assert_int_equal(sent(SOFTHCA_OP_MAD_IOCTL, 0).head.arg[0], none);
	reply(EPERM);
	assert_int_equal(t->ops->mad_ioctl(t, both, &argument), EPERM);
	close(socket_end);
	t->ops->close(t);
}

static void datagrams_are_read(void **state)
{
	const struct softhca_reply too_long = {.arg = {ENOSPC}};
	struct inverbs_transport *t = open_mad(1, false);
	char buf[16];

	(void)state;
	say(partner.end, (struct softhca_reply){0}, "datagram", 8, 0);
	assert_int_equal(t->ops->mad_read(t, buf, sizeof(buf)), 8);
	assert_memory_equal(buf, "datagram", 8);
	assert_int_equal(sent(SOFTHCA_OP_MAD_READ, 0).head.arg[0], sizeof(buf));
	say(partner.end, too_long, "data", 4, 0); /* its beginning is returned nevertheless */
	assert_int_equal(t->ops->mad_read(t, buf, 4), -ENOSPC);
	assert_int_equal(sent(SOFTHCA_OP_MAD_READ, 0).head.arg[0], 4);
	reply(EPERM);
	assert_int_equal(t->ops->mad_read(t, buf, 4), -EPERM);
	close(socket_end);
	t->ops->close(t);
}

static void a_read_waits_for_a_datagram(void **state)
{
	struct inverbs_transport *t = open_mad(1, false);
	char buf[16];

	(void)state;
	assert_int_equal(write(socket_end, "x", 1), 1); /* while a datagram is unread */
	reply(EAGAIN);
	reply(EAGAIN);
	say(partner.end, (struct softhca_reply){0}, "datagram", 8, 0);
	assert_int_equal(t->ops->mad_read(t, buf, sizeof(buf)), 8);
	assert_int_equal(recv(t->fd, buf, sizeof(buf), 0), 1); /* it was only looked at */
	assert_int_equal(fcntl(t->fd, F_SETFL, O_NONBLOCK), 0);
	reply(EAGAIN);
	assert_int_equal(t->ops->mad_read(t, buf, sizeof(buf)), -EAGAIN);
	close(socket_end);
	reply(EAGAIN);
	assert_int_equal(t->ops->mad_read(t, buf, sizeof(buf)), -EIO);
	t->ops->close(t);
}

static void the_managers_file_is_only_open(void **state)
{
	struct inverbs_transport *t = open_mad(2, true);

	(void)state;
	assert_int_equal(t->ops->command(t, "abc", 3), EINVAL);
	assert_null(t->ops->mad_read);
	assert_null(t->ops->mad_ioctl);
	nothing_is_sent();
	t->ops->close(t);
}

/* In a program that has closed its standard input. */
static void descriptor_zero_may_be_its_file(void **state)
{
	struct inverbs_transport *t = open_mad(1, false);
	const int input = dup(STDIN_FILENO);

	(void)state;
	assert_true(input >= 0);
	assert_int_equal(dup2(t->fd, STDIN_FILENO), STDIN_FILENO);
	close(t->fd);
	t->fd = STDIN_FILENO;
	t->ops->close(t);
	assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
	assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
	close(input);
	close(socket_end);
}

/* ---- connections ---- */

static struct inverbs_transport *open_cm(void)
{
	struct inverbs_transport *t;

	partner.second_fds = 1;
	t = inverbs_emulator_open_cm(&inverbs_backend_emulator);
	assert_non_null(t);
	sent(SOFTHCA_OP_HELLO, 0);
	sent(SOFTHCA_OP_OPEN_CM, 0);
	replace_descriptor(t);
	return t;
}

enum {
	HEAD = sizeof(struct uverbs_byte_header),
};

static void commands_of_connections(void **state)
{
	struct inverbs_transport *t = open_cm();
	const struct ucma_listen_req listen = {.id = 7};
	struct ucma_migrate_id_req migrate = {.id = 8, .fd = (uint32_t)spare[1]};
	const struct ucma_migrate_id_resp said = {.events_reported = 5};
	struct ucma_migrate_id_resp resp = {0};

	(void)state;
	reply(0);
	assert_int_equal(ucma_call_listen(t, &listen), 0);
	assert_int_equal(sent(SOFTHCA_OP_COMMAND, HEAD + sizeof(listen)).fd_count, 0);
	say(partner.end, (struct softhca_reply){0}, &said, sizeof(said), 0);
	assert_int_equal(ucma_call_migrate_id(t, &migrate, &resp), 0);
	assert_int_equal(resp.events_reported, 5);
	assert_int_equal(sent(SOFTHCA_OP_COMMAND, HEAD + sizeof(migrate)).fd_count, 1);
	migrate.fd = 9999; /* not open: the kernel's errno value */
	assert_int_equal(ucma_call_migrate_id(t, &migrate, &resp), ENOENT);
	reply(EPERM);
	assert_int_equal(ucma_call_listen(t, &listen), EPERM);
	sent(SOFTHCA_OP_COMMAND, HEAD + sizeof(listen));
	reply(EINVAL); /* the emulator refuses what is malformed */
	assert_int_equal(t->ops->command(t, "abc", 3), EINVAL);
	assert_memory_equal(sent(SOFTHCA_OP_COMMAND, 3).payload, "abc", 3);
	close(socket_end);
	t->ops->close(t);
}

static int get_event(struct inverbs_transport *t)
{
	const struct ucma_get_event_req req = {.response = 0};
	struct ucma_get_event_resp resp;

	return ucma_call_get_event(t, &req, &resp);
}

static void each_event_has_a_byte(void **state)
{
	struct inverbs_transport *t = open_cm();
	const struct ucma_get_event_resp said = {.id = 1};
	struct inverbs_emulated *cm = (struct inverbs_emulated *)t;

	(void)state;
	assert_int_equal(fcntl(t->fd, F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(get_event(t), EAGAIN); /* without asking the emulator */
	nothing_is_sent();
	assert_int_equal(write(socket_end, "xyz", 3), 3);
	reply(EAGAIN); /* the first was dropped together with its identifier */
	say(partner.end, (struct softhca_reply){0}, &said, sizeof(said), 0);
	assert_int_equal(get_event(t), 0);
	cm->owner++;
	assert_int_equal(get_event(t), EACCES); /* does not take the parent's byte */
	cm->owner--;
	reply(EPERM);
	assert_int_equal(get_event(t), EPERM);
	assert_int_equal(get_event(t), EAGAIN);
	close(socket_end);
	assert_int_equal(get_event(t), EIO);
	t->ops->close(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILE_TEST(a_device_is_opened_by_name),
		FILE_TEST(who_yields_to_the_emulator),
		FILE_TEST(memory_of_a_device),
		FILE_TEST(why_a_request_failed),
		FILE_TEST(a_file_of_another_process),
		FILE_TEST(datagrams_are_written),
		FILE_TEST(its_ioctls_have_an_argument_of_their_size),
		FILE_TEST(datagrams_are_read),
		FILE_TEST(a_read_waits_for_a_datagram),
		FILE_TEST(the_managers_file_is_only_open),
		FILE_TEST(descriptor_zero_may_be_its_file),
		FILE_TEST(commands_of_connections),
		FILE_TEST(each_event_has_a_byte),
	};

	return spare_open() || cmocka_run_group_tests(tests, NULL, NULL);
}
