/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queries over RDMA netlink: device index and driver id, which sysfs lacks, and whether the kernel
 * copies registered pages at fork. Kernels without RDMA netlink, or with an older version of it,
 * leave these unknown.
 */
#define _GNU_SOURCE
#include "netlink.h"

#include <inverbs/kernel/nldev.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <unistd.h>

enum {
	RESPONSE_BYTES = 16384, /* the kernel cuts dumps to the reader's buffer */
	MAX_MESSAGES = 4096,    /* of one response; sanity limit */
};

/* Called for each message of a response. */
typedef void (*visit_fn)(const struct nlmsghdr *message, void *argument);

static const struct nlattr *first_attribute(const struct nlmsghdr *m)
{
	return (const struct nlattr *)(const void *)((const char *)m + NLMSG_HDRLEN);
}

/* Find an attribute with a payload of at least `least` bytes. Returns NULL if there is none. */
static const void *find_attribute(const struct nlmsghdr *m, uint16_t type, size_t least,
				  size_t *bytes)
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

/* The value of a numeric attribute, or the fallback if the message does not contain it. */
static uint32_t u32_of(const struct nlmsghdr *m, uint16_t type, uint32_t fallback)
{
	size_t bytes;
	const void *at = find_attribute(m, type, sizeof(fallback), &bytes);

	if (at)
		memcpy(&fallback, at, sizeof(fallback));
	return fallback;
}

static uint64_t u64_of(const struct nlmsghdr *m, uint16_t type, uint64_t fallback)
{
	size_t bytes;
	const void *at = find_attribute(m, type, sizeof(fallback), &bytes);

	if (at)
		memcpy(&fallback, at, sizeof(fallback));
	return fallback;
}

/* Copy a text attribute, truncated to the buffer; empty if the message does not contain it. */
static void copy_text(const struct nlmsghdr *m, uint16_t type, char *to, size_t room)
{
	size_t bytes;
	const char *at = find_attribute(m, type, 1, &bytes);

	snprintf(to, room, "%.*s", at ? (int)bytes : 0, at ? at : "");
}

enum {
	REQUEST_BYTES = 64,
	NO_INDEX = UINT32_MAX,
};

/* A netlink request: header, then attributes. */
struct netlink_request {
	struct nlmsghdr head;
	uint8_t attributes[REQUEST_BYTES];
};

static struct netlink_request make_netlink_request(enum nldev_command command, uint16_t flags)
{
	return (struct netlink_request){
		.head = {
			.nlmsg_len = NLMSG_HDRLEN,
			.nlmsg_type = NLDEV_CLIENT << NLDEV_CLIENT_SHIFT | command,
			.nlmsg_flags = flags,
			.nlmsg_seq = 1,
		}};
}

/* Add an attribute. Requests are short, and all are built in this file: there is always room. */
static void add_request_attribute(struct netlink_request *q, uint16_t type, const void *value,
				  size_t bytes)
{
	struct nlattr attr = {.nla_len = (uint16_t)(NLA_HDRLEN + bytes), .nla_type = type};
	uint8_t *at = q->attributes + q->head.nlmsg_len - NLMSG_HDRLEN;

	memcpy(at, &attr, sizeof(attr));
	memcpy(at + NLA_HDRLEN, value, bytes);
	q->head.nlmsg_len += (uint32_t)NLA_ALIGN(attr.nla_len);
}

static int send_netlink_request(int sock, const struct netlink_request *q)
{
	return send(sock, q, q->head.nlmsg_len, 0) == (ssize_t)q->head.nlmsg_len ? 0 : EIO;
}

/* Visit the messages of one datagram. Returns true if more datagrams follow. */
static bool visit_messages(const char *buf, size_t left, visit_fn visit, void *argument)
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

/* Never wait for the kernel: it responds at once or not at all. */
static int open_socket(void)
{
	const struct timeval patience = {.tv_sec = 1};
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NLDEV_NETLINK_PROTOCOL);

	if (sock >= 0)
		setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return sock;
}

/* Send one request and visit every message of the response. */
static void exchange_messages(const struct netlink_request *q, visit_fn visit, void *argument)
{
	int sock = open_socket();
	char *buf = malloc(RESPONSE_BYTES);
	bool more = sock >= 0 && buf && !send_netlink_request(sock, q);

	for (int i = 0; more && i < MAX_MESSAGES; i++) {
		ssize_t got = recv(sock, buf, RESPONSE_BYTES, 0);

		if (got < 0 && errno == EINTR)
			continue;
		more = got > 0 && visit_messages(buf, (size_t)got, visit, argument);
	}
	free(buf);
	if (sock >= 0)
		close(sock);
}

/* ---- devices ---- */

/* Unpack a device number from the kernel's 64 bits: the minor's low byte, the major, the rest of
 * the minor. */
static dev_t unpack_number(uint64_t packed)
{
	return makedev((unsigned int)(packed >> 8) & 0xfff,
		       (unsigned int)(packed & 0xff) | ((unsigned int)(packed >> 12) & 0xfff00));
}

static void parse_chardev(const struct nlmsghdr *m, void *argument)
{
	struct inverbs_device_info *info = argument;

	copy_text(m, NLDEV_ATTRIBUTE_CHARDEV_NAME, info->dev_name, sizeof(info->dev_name));
	info->abi_version = (uint32_t)u64_of(m, NLDEV_ATTRIBUTE_CHARDEV_ABI, info->abi_version);
	info->number = unpack_number(u64_of(m, NLDEV_ATTRIBUTE_CHARDEV, 0));
	info->driver_id = (int)u32_of(m, NLDEV_ATTRIBUTE_DRIVER_ID, (uint32_t)info->driver_id);
}

/* Query the character device that belongs to a device index: its number and its parent. */
static void query_chardev(struct inverbs_device_info *info)
{
	static const char whose[] = "uverbs";
	struct netlink_request q = make_netlink_request(NLDEV_COMMAND_GET_CHARDEV, NLM_F_REQUEST);
	uint32_t index = (uint32_t)info->index;

	add_request_attribute(&q, NLDEV_ATTRIBUTE_DEV_INDEX, &index, sizeof(index));
	add_request_attribute(&q, NLDEV_ATTRIBUTE_CHARDEV_TYPE, whose, sizeof(whose));
	exchange_messages(&q, parse_chardev, info);
}

struct list {
	struct inverbs_device_info *infos;
	int count;
	bool full; /* allocation failed */
};

static void parse_device(const struct nlmsghdr *m, void *argument)
{
	struct list *list = argument;
	uint32_t index = u32_of(m, NLDEV_ATTRIBUTE_DEV_INDEX, NO_INDEX);
	struct inverbs_device_info *more;
	size_t bytes;
	const uint8_t *type = find_attribute(m, NLDEV_ATTRIBUTE_DEV_NODE_TYPE, 1, &bytes);

	if (index == NO_INDEX || list->full)
		return;
	more = realloc(list->infos, (size_t)(list->count + 1) * sizeof(*more));
	list->full = !more;
	if (!more)
		return;
	list->infos = more;
	more += list->count++;
	memset(more, 0, sizeof(*more));
	copy_text(m, NLDEV_ATTRIBUTE_DEV_NAME, more->name, sizeof(more->name));
	more->index = (int)index;
	more->node_type = type ? *type : IBV_NODE_UNKNOWN;
	more->node_guid = INVERBS_BE64(u64_of(m, NLDEV_ATTRIBUTE_NODE_GUID, 0));
	more->driver_id = -1;
}

/*
 * List all devices, including those of which only the index is known. Returns 0 or ENOMEM; the
 * caller frees the list in both cases.
 */
static int query_devices(struct list *list)
{
	const struct netlink_request q = make_netlink_request(NLDEV_COMMAND_GET,
							      NLM_F_REQUEST | NLM_F_DUMP);

	exchange_messages(&q, parse_device, list);
	for (int i = 0; i < list->count; i++)
		query_chardev(&list->infos[i]);
	return list->full ? ENOMEM : 0;
}

int inverbs_netlink_list(struct inverbs_device_info **out)
{
	struct list list = {0};
	int err = query_devices(&list), count = 0;

	/* keep only devices with a character device: programs cannot use the others */
	for (int i = 0; i < list.count; i++) {
		if (list.infos[i].number)
			list.infos[count++] = list.infos[i];
	}
	if (!err && count) {
		*out = list.infos;
		return count;
	}
	free(list.infos);
	*out = NULL;
	return -err;
}

void inverbs_netlink_describe(struct inverbs_device_info *infos, int count)
{
	struct list list = {0};

	if (count)
		query_devices(&list);
	for (int i = 0; i < count; i++) {
		for (int j = 0; j < list.count; j++) {
			if (strcmp(infos[i].name, list.infos[j].name) != 0)
				continue;
			infos[i].index = list.infos[j].index;
			infos[i].driver_id = list.infos[j].driver_id;
			infos[i].number = list.infos[j].number;
		}
	}
	free(list.infos);
}

/* ---- fork ---- */

static void parse_copy_on_fork(const struct nlmsghdr *m, void *argument)
{
	size_t bytes;
	const uint8_t *copies = find_attribute(m, NLDEV_ATTRIBUTE_SYS_COPY_ON_FORK, sizeof(*copies),
					       &bytes);

	if (copies)
		*(bool *)argument = *copies == 1;
}

bool inverbs_netlink_copies_on_fork(void)
{
	const struct netlink_request q = make_netlink_request(NLDEV_COMMAND_SYS_GET, NLM_F_REQUEST);
	bool copies = false;

	exchange_messages(&q, parse_copy_on_fork, &copies);
	return copies;
}
