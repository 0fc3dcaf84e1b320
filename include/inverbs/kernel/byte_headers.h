/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands whose header counts bytes (those of the connection manager), for both sides: the
 * counterpart of <inverbs/kernel/protocol.h>, whose headers count words. A request has its full
 * size; the command's table gives the position of the response address.
 */
#ifndef INVERBS_KERNEL_BYTE_HEADERS_H
#define INVERBS_KERNEL_BYTE_HEADERS_H

#include <inverbs/kernel/protocol.h>

/** The header of every command. */
struct uverbs_byte_header {
	uint32_t command;
	uint16_t in;  /**< bytes of the request after the header */
	uint16_t out; /**< size of the response buffer */
};

/**
 * The longest request of such an interface, including the header; asserted where it is submitted.
 */
#define UVERBS_BYTE_MESSAGE_MAX 1024

/**
 * Send a request and have its response stored in `response`. Returns 0 or an errno value. May wait
 * in the kernel, if the command is one that waits.
 */
static inline int uverbs_submit_bytes(struct inverbs_transport *t, uverbs_lookup *lookup,
				      uint32_t command, const void *request, size_t bytes,
				      void *response, size_t room)
{
	const struct uverbs_command_info *info = lookup(command);
	struct uverbs_byte_header head = {command, (uint16_t)bytes, (uint16_t)room};
	const uint64_t address = (uintptr_t)response;
	uint64_t buf[UVERBS_BYTE_MESSAGE_MAX / 8];
	uint8_t *at = (uint8_t *)buf;

	if (sizeof(head) + bytes > sizeof(buf))
		return EINVAL;
	memcpy(at, &head, sizeof(head));
	memcpy(at + sizeof(head), request, bytes);
	if (info->response_at >= 0)
		memcpy(at + sizeof(head) + info->response_at, &address, sizeof(address));
	return t->ops->command(t, buf, sizeof(head) + bytes);
}

/**
 * Parse one command with the kernel's checks of its header, in the kernel's order. Returns 0 or an
 * errno value. A request that is shorter than its struct gives EFAULT, like unreadable memory: the
 * kernel reads the whole struct, whatever size the header has, and here nothing follows the
 * request.
 */
static inline int uverbs_parse_bytes(uverbs_lookup *lookup, const void *bytes, size_t len,
				     struct uverbs_parsed *out)
{
	struct uverbs_byte_header head;

	memset(out, 0, sizeof(*out));
	if (len < sizeof(head))
		return EINVAL;
	memcpy(&head, bytes, sizeof(head));
	out->command = head.command;
	out->info = head.command & UVERBS_EXTENDED ? NULL : lookup(head.command);
	if (!out->info || head.in > len - sizeof(head))
		return EINVAL;
	if (out->info->flags & UVERBS_NEVER)
		return ENOSYS;
	if (head.out < out->info->response_least)
		return ENOSPC;
	if (out->info->request_least < out->info->request_bytes &&
	    head.in < out->info->request_least)
		return EINVAL;
	if (len - sizeof(head) < out->info->request_least)
		return EFAULT;
	out->core = (const uint8_t *)bytes + sizeof(head);
	out->core_len = len - sizeof(head);
	if (out->info->request_least < out->info->request_bytes)
		out->core_len = head.in;
	if (out->info->response_at >= 0)
		memcpy(&out->response, (const uint8_t *)out->core + out->info->response_at,
		       sizeof(out->response));
	out->core_out = head.out;
	return 0;
}

#endif
