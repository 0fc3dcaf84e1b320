/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include "queued.h"

#include <fcntl.h>
#include <inverbs/kernel/inprocess.h>
#include <sys/mman.h>
#include <sys/socket.h>

struct queued partner = {.end = -1};
int spare[PARTNER_FDS_MAX];

void say(int sock, struct softhca_reply head, const void *payload, size_t bytes, int fds)
{
	head.fds = (uint16_t)fds;
	partner_reply(sock, head, payload, bytes, spare, fds);
}

int softhca_inprocess_connect(const char *devices)
{
	int ends[2];

	(void)devices;
	if (partner.absent)
		return -ENOENT;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	say(ends[1], partner.hello, NULL, 0, 0);
	say(ends[1], partner.second, NULL, 0, partner.second_fds);
	if (partner.end >= 0)
		close(partner.end);
	partner.end = ends[1];
	partner.connections++;
	return ends[0];
}

void hang_up(void)
{
	if (partner.end >= 0)
		close(partner.end);
	partner.end = -1;
}

struct inverbs_emulated file;

int open_file(void **state)
{
	const struct inverbs_device_info info = {.name = "fake0"};
	struct inverbs_transport *t;
	struct partner_message m;

	(void)state;
	partner.absent = false;
	partner.hello = (struct softhca_reply){
		.arg = {SOFTHCA_PROTOCOL_VERSION, (uint64_t)getpid()}};
	partner.second = (struct softhca_reply){0};
	partner.second_fds = 0;
	t = inverbs_emulator_open(&inverbs_backend_emulator, &info);
	if (!t)
		return 1;
	memcpy(&file, t, sizeof(file));
	free(t);
	partner_receive(partner.end, &m);
	assert_int_equal(m.head.op, SOFTHCA_OP_HELLO);
	partner_receive(partner.end, &m);
	assert_int_equal(m.head.op, SOFTHCA_OP_OPEN);
	return 0;
}

int close_file(void **state)
{
	(void)state;
	inverbs_emulated_disconnect(&file);
	hang_up();
	return 0;
}

int open_descriptors(void)
{
	int count = 0;

	for (int fd = 0; fd < 256; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

int spare_open(void)
{
	for (int i = 0; i < PARTNER_FDS_MAX; i++) {
		spare[i] = memfd_create("spare", MFD_CLOEXEC);
		if (spare[i] < 0)
			return 1;
	}
	return setenv("INVERBS_EMULATOR", "inproc:fake0", 1);
}
