/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only RDMA netlink tells: the index of a device, and whether the kernel copies registered
 * pages at fork. Kernels without it, or without that part of it, leave both unknown.
 */
#include "netlink.h"

#include <inverbs/kernel/nldev.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum {
	ANSWER_ROOM = 16384, /* the kernel cuts dumps to the reader's buffer */
	MAX_MESSAGES = 4096, /* of one answer; nobody has so many devices */
};

/* What is done with each message of an answer. */
typedef void (*visit_fn)(const struct nlmsghdr *message, void *argument);

static const struct nlattr *first_attribute(const struct nlmsghdr *m)
{
	return (const struct nlattr *)(const void *)((const char *)m + NLMSG_HDRLEN);
}

/* The payload of an attribute with at least so many bytes, or NULL. */
static const void *find(const struct nlmsghdr *m, uint16_t type, size_t least, size_t *bytes)
{
	const struct nlattr *a = first_attribute(m);
	size_t left = m->nlmsg_len - NLMSG_HDRLEN;

	while (left >= NLA_HDRLEN && a->nla_len >= NLA_HDRLEN && a->nla_len <= left) {
		size_t step = NLA_ALIGN(a->nla_len);

		*bytes = a->nla_len - (size_t)NLA_HDRLEN;
		if ((a->nla_type & NLA_TYPE_MASK) == type)
			return *bytes >= least ? (const char *)a + NLA_HDRLEN : NULL;
		left -= step < left ? step : left;
		a = (const struct nlattr *)(const void *)((const char *)a + step);
	}
	return NULL;
}

static int ask(int sock, enum nldev_command command, uint16_t flags)
{
	const struct nlmsghdr question = {
		.nlmsg_len = sizeof(question),
		.nlmsg_type = NLDEV_CLIENT << NLDEV_CLIENT_SHIFT | command,
		.nlmsg_flags = NLM_F_REQUEST | flags,
		.nlmsg_seq = 1,
	};

	return send(sock, &question, sizeof(question), 0) == sizeof(question) ? 0 : EIO;
}

/* The messages of one datagram. True: more datagrams follow. */
static bool visit_all(const char *buf, size_t left, visit_fn visit, void *argument)
{
	const struct nlmsghdr *m = (const struct nlmsghdr *)(const void *)buf;

	while (left >= NLMSG_HDRLEN && m->nlmsg_len >= NLMSG_HDRLEN && m->nlmsg_len <= left) {
		size_t step = NLMSG_ALIGN(m->nlmsg_len);

		if (m->nlmsg_type == NLMSG_DONE || m->nlmsg_type == NLMSG_ERROR)
			return false;
		visit(m, argument);
		if (!(m->nlmsg_flags & NLM_F_MULTI))
			return false;
		left -= step < left ? step : left;
		m = (const struct nlmsghdr *)(const void *)((const char *)m + step);
	}
	return true;
}

/* The kernel answers at once or not at all. */
static int open_socket(void)
{
	const struct timeval patience = {.tv_sec = 1};
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NLDEV_NETLINK_PROTOCOL);

	if (sock >= 0)
		setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return sock;
}

/* Ask one question and look at every message of the answer. */
static void exchange(enum nldev_command command, uint16_t flags, visit_fn visit, void *argument)
{
	int sock = open_socket();
	char *buf = malloc(ANSWER_ROOM);
	bool more = sock >= 0 && buf && !ask(sock, command, flags);

	for (int i = 0; more && i < MAX_MESSAGES; i++) {
		ssize_t got = recv(sock, buf, ANSWER_ROOM, 0);

		if (got < 0 && errno == EINTR)
			continue;
		more = got > 0 && visit_all(buf, (size_t)got, visit, argument);
	}
	free(buf);
	if (sock >= 0)
		close(sock);
}

/* ---- index of devices ---- */

struct list {
	struct inverbs_device_info *infos;
	int count;
};

static void take_index(const struct nlmsghdr *m, void *argument)
{
	const struct list *list = argument;
	size_t index_bytes, name_bytes;
	const void *index = find(m, NLDEV_ATTRIBUTE_DEV_INDEX, sizeof(uint32_t), &index_bytes);
	const char *name = find(m, NLDEV_ATTRIBUTE_DEV_NAME, 1, &name_bytes);
	uint32_t number;

	if (!index || !name)
		return;
	memcpy(&number, index, sizeof(number));
	for (int i = 0; i < list->count; i++) {
		if (!strncmp(list->infos[i].name, name, name_bytes))
			list->infos[i].index = (int)number;
	}
}

void inverbs_netlink_indices(struct inverbs_device_info *infos, int count)
{
	struct list list = {infos, count};

	if (count)
		exchange(NLDEV_COMMAND_GET, NLM_F_DUMP, take_index, &list);
}

/* ---- fork ---- */

static void take_fork(const struct nlmsghdr *m, void *argument)
{
	size_t bytes;
	const uint8_t *copies = find(m, NLDEV_ATTRIBUTE_SYS_COPY_ON_FORK, sizeof(*copies), &bytes);

	if (copies)
		*(bool *)argument = *copies == 1;
}

bool inverbs_netlink_copies_on_fork(void)
{
	bool copies = false;

	exchange(NLDEV_COMMAND_SYS_GET, 0, take_fork, &copies);
	return copies;
}
