/* SPDX-License-Identifier: BSD-2-Clause */
#include "wire.h"

#include <inverbs/kernel/ucma_parse.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "host.h"

union control_room {
	struct cmsghdr header;
	uint8_t bytes[CMSG_SPACE(SOFTHCA_REQUEST_FDS_MAX * sizeof(int))];
};

static int send_command(struct inverbs_transport *t, const void *bytes, size_t len)
{
	return wire_command((struct wire *)t, bytes, len);
}

void wire_close(struct wire *w)
{
	if (w->sock >= 0)
		close(w->sock);
	if (w->file >= 0)
		close(w->file);
	if (w->taken >= 0)
		close(w->taken);
	w->sock = w->file = w->taken = -1;
}

void wire_open(struct wire *w, bool hello)
{
	static const struct inverbs_transport_ops ops = {.command = send_command};
	const struct wire_message m = {.op = SOFTHCA_OP_HELLO, .arg = {SOFTHCA_PROTOCOL_VERSION}};

	w->base.ops = &ops;
	w->sock = host_connect();
	w->file = w->taken = -1;
	if (hello)
		wire_exchange(w, &m);
}

static int send_message(const struct wire *w, const struct wire_message *m)
{
	struct softhca_request head = {.op = m->op, .bytes = (uint32_t)(m->bytes + m->claimed)};
	union control_room control = {.bytes = {0}};
	struct iovec iov[2] = {
		{.iov_base = &head, .iov_len = m->short_head ? sizeof(head) / 2 : sizeof(head)},
		{.iov_base = (void *)(uintptr_t)m->payload, .iov_len = m->bytes},
	};
	struct msghdr msg = {.msg_iov = iov, .msg_iovlen = m->short_head ? 1 : 2};

	memcpy(head.arg, m->arg, sizeof(head.arg));
	if (m->fds) {
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(m->fds * sizeof(int));
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(m->fds * sizeof(int));
		memcpy(CMSG_DATA(&control.header), m->fd, m->fds * sizeof(int));
	}
	return sendmsg(w->sock, &msg, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

static int receive_reply(struct wire *w)
{
	union control_room control;
	struct iovec iov[2] = {
		{.iov_base = &w->header, .iov_len = sizeof(w->header)},
		{.iov_base = w->reply, .iov_len = sizeof(w->reply)},
	};
	struct msghdr msg = {
		.msg_iov = iov,
		.msg_iovlen = 2,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	ssize_t n = recvmsg(w->sock, &msg, MSG_CMSG_CLOEXEC);
	struct cmsghdr *c;

	if (w->taken >= 0)
		close(w->taken);
	w->taken = -1;
	if (n < (ssize_t)sizeof(w->header))
		return -1;
	w->bytes = (size_t)n - sizeof(w->header);
	c = CMSG_FIRSTHDR(&msg);
	if (c && c->cmsg_type == SCM_RIGHTS)
		memcpy(&w->taken, CMSG_DATA(c), sizeof(w->taken));
	return (int)w->header.error;
}

int wire_exchange(struct wire *w, const struct wire_message *m)
{
	int ret;

	w->bytes = 0;
	if (w->sock < 0)
		return -1;
	ret = send_message(w, m);
	if (!ret)
		ret = receive_reply(w);
	if (ret < 0)
		wire_close(w);
	return ret;
}

int wire_device(struct wire *w, const char *name)
{
	const struct wire_message m = {
		.op = SOFTHCA_OP_OPEN,
		.payload = name,
		.bytes = strlen(name),
	};

	return wire_exchange(w, &m);
}

int wire_manager(struct wire *w)
{
	const struct wire_message m = {.op = SOFTHCA_OP_OPEN_CM};
	int ret = wire_exchange(w, &m);

	if (ret)
		return ret;
	if (w->file >= 0)
		close(w->file);
	w->file = w->taken;
	w->taken = -1;
	return 0;
}

static int parse_command(const struct wire *w, const void *bytes, size_t len,
			 struct uverbs_parsed *p)
{
	return w->file >= 0 ? uverbs_parse_bytes(ucma_command_info, bytes, len, p)
			    : uverbs_parse(bytes, len, p);
}

int wire_command(struct wire *w, const void *bytes, size_t len)
{
	struct wire_message m = {.op = SOFTHCA_OP_COMMAND, .payload = bytes, .bytes = len};
	struct uverbs_parsed p;
	int ret = wire_exchange(w, &m);

	/* the generated functions that send commands pass the address of a variable */
	if (!ret && !host_memory_repeats && !parse_command(w, bytes, len, &p) && p.response)
		memcpy((void *)(uintptr_t)p.response, w->reply,
		       w->bytes < p.core_out + p.drv_out ? w->bytes : p.core_out + p.drv_out);
	return ret;
}

/** Sizes in headers are in bytes or words, by interface; in extended ones in units of 8 bytes. */
size_t wire_build(struct input *in, uverbs_lookup *lookup, uint32_t number, uint8_t *to,
		  size_t room)
{
	const struct uverbs_command_info *info = lookup(number);
	const bool of_manager = lookup != uverbs_command_info;
	const bool extended = number & UVERBS_EXTENDED;
	const uint32_t changes = input_below(in, 12);
	const uint32_t more = input_below(in, 4) * 8U;
	size_t body = info ? info->request_bytes : 8;
	size_t head = extended && !of_manager ? 24 : 8;
	uint64_t answer = (uintptr_t)host_memory;
	uint16_t words[2];
	uint32_t value;

	body = (body + 7) / 8 * 8 + more;
	if (head + body > room)
		body = (room - head) / 8 * 8;
	memset(to, 0, head + body);
	memcpy(to, &number, sizeof(number));
	words[0] = (uint16_t)(of_manager ? (info ? info->request_bytes : 8)
			      : extended ? body / 8
					 : (head + body) / 4);
	words[1] = extended ? 512 / 8 : of_manager ? 512 : 512 / 4;
	memcpy(to + 4, words, sizeof(words));
	if (extended && !of_manager)
		memcpy(to + 8, &answer, sizeof(answer));
	else if (info && info->response_at >= 0)
		memcpy(to + head + info->response_at, &answer, sizeof(answer));
	for (uint32_t i = 0; i < changes; i++) {
		const size_t at = input_u8(in) * 4U % (head + body - 3);

		value = (uint32_t)input_number(in);
		memcpy(to + at, &value, sizeof(value));
	}
	return of_manager && info && !more ? head + info->request_bytes : head + body;
}
