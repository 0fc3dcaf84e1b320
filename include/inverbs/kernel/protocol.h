/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The header of a verbs command, for both sides: uverbs_submit() builds it around a request and
 * passes it to a transport; uverbs_parse() parses it as the kernel does. The contents after the
 * header are in the generated <...>/uverbs.h.
 */
#ifndef INVERBS_KERNEL_PROTOCOL_H
#define INVERBS_KERNEL_PROTOCOL_H

#include <errno.h>
#include <inverbs/kernel/uverbs.h>
#include <inverbs/kernel/transport.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- the program's side ---- */

/** The largest length that a header can express in its smaller unit. */
#define UVERBS_MESSAGE_MAX ((size_t)UINT16_MAX * 4)

/** A command before it is laid out. Absent parts are NULL and 0. */
struct uverbs_message {
	uint32_t command; /**< includes UVERBS_EXTENDED if the command is extended */
	const void *request;
	size_t request_bytes;
	const void *list;
	size_t list_bytes;
	const void *driver_in;
	size_t driver_in_bytes;
	void *response;
	size_t response_bytes;
	void *driver_out;
	size_t driver_out_bytes;
};

static inline struct uverbs_message uverbs_message_make(uint32_t command, const void *request,
							size_t bytes)
{
	struct uverbs_message m;

	memset(&m, 0, sizeof(m));
	m.command = command;
	m.request = request;
	m.request_bytes = bytes;
	return m;
}

static inline void uverbs_message_list(struct uverbs_message *m, const void *list, size_t bytes)
{
	m->list = list;
	m->list_bytes = bytes;
}

static inline void uverbs_message_driver_in(struct uverbs_message *m, const void *in, size_t bytes)
{
	m->driver_in = in;
	m->driver_in_bytes = bytes;
}

static inline void uverbs_message_response(struct uverbs_message *m, void *response, size_t bytes)
{
	m->response = response;
	m->response_bytes = bytes;
}

static inline void uverbs_message_driver_out(struct uverbs_message *m, void *out, size_t bytes)
{
	m->driver_out = out;
	m->driver_out_bytes = bytes;
}

static inline size_t uverbs_round(size_t bytes, size_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

static inline uint8_t *uverbs_append(uint8_t *to, const void *from, size_t bytes)
{
	if (bytes)
		memcpy(to, from, bytes);
	return to + bytes;
}

/** Size of the whole command, in bytes. */
static inline size_t uverbs_message_size(const struct uverbs_message *m)
{
	size_t core = m->request_bytes + m->list_bytes;

	if (m->command & UVERBS_EXTENDED)
		return sizeof(struct uverbs_cmd_hdr) + sizeof(struct uverbs_ex_cmd_hdr) +
		       uverbs_round(core, 8) + uverbs_round(m->driver_in_bytes, 8);
	return sizeof(struct uverbs_cmd_hdr) + uverbs_round(core + m->driver_in_bytes, 4);
}

/** Size of the whole response buffer, in bytes. */
static inline size_t uverbs_message_room(const struct uverbs_message *m)
{
	size_t unit = m->command & UVERBS_EXTENDED ? 8 : 4;

	return uverbs_round(m->response_bytes + m->driver_out_bytes, unit);
}

/**
 * Lay out a plain command at `to`, which is zeroed and large enough; the response will be stored at
 * `response`.
 */
static inline void uverbs_layout(const struct uverbs_message *m, uint8_t *to, size_t bytes,
				 const void *response)
{
	struct uverbs_cmd_hdr hdr;
	const uint64_t address = (uintptr_t)response;
	uint8_t *at;

	hdr.command = m->command;
	hdr.in_words = (uint16_t)(bytes / 4);
	hdr.out_words = (uint16_t)(uverbs_message_room(m) / 4);
	at = uverbs_append(to, &hdr, sizeof(hdr));
	at = uverbs_append(at, m->request, m->request_bytes);
	if (m->response_bytes) /* every request with a response begins with its address */
		memcpy(to + sizeof(hdr), &address, sizeof(address));
	at = uverbs_append(at, m->list, m->list_bytes);
	uverbs_append(at, m->driver_in, m->driver_in_bytes);
}

/** The same for an extended command. */
static inline void uverbs_layout_extended(const struct uverbs_message *m, uint8_t *to,
					  const void *response)
{
	size_t core = uverbs_round(m->request_bytes + m->list_bytes, 8);
	size_t room = uverbs_message_room(m);
	struct uverbs_cmd_hdr hdr;
	struct uverbs_ex_cmd_hdr ex;
	uint8_t *at;

	hdr.command = m->command;
	hdr.in_words = (uint16_t)(core / 8);
	hdr.out_words = (uint16_t)(m->response_bytes / 8);
	ex.response = room ? (uintptr_t)response : 0;
	ex.provider_in_words = (uint16_t)(uverbs_round(m->driver_in_bytes, 8) / 8);
	ex.provider_out_words = (uint16_t)((room - m->response_bytes) / 8);
	ex.cmd_hdr_reserved = 0;
	at = uverbs_append(to, &hdr, sizeof(hdr));
	at = uverbs_append(at, &ex, sizeof(ex));
	uverbs_append(uverbs_append(at, m->request, m->request_bytes), m->list, m->list_bytes);
	uverbs_append(at + core, m->driver_in, m->driver_in_bytes);
}

/** Whether the device's kernel driver is known not to have a command. */
static inline bool uverbs_is_lacking(const struct inverbs_transport *t, uint32_t command)
{
	if (command & UVERBS_EXTENDED)
		return t->lacks_extended;
	return command < 64 && t->lacks >> command & 1;
}

/** Send a message and copy out its response, even if it failed. Returns 0 or an errno value. */
static inline int uverbs_submit(struct inverbs_transport *t, const struct uverbs_message *m)
{
	size_t bytes = uverbs_message_size(m), room = uverbs_message_room(m);
	size_t in_room = uverbs_round(bytes, 8);
	uint64_t small[96];
	uint8_t *buf = (uint8_t *)small, *response;
	int ret;

	if (bytes > UVERBS_MESSAGE_MAX || room > UVERBS_MESSAGE_MAX)
		return EINVAL;
	if (uverbs_is_lacking(t, m->command))
		return EOPNOTSUPP;
	if (in_room + room > sizeof(small)) {
		buf = (uint8_t *)malloc(in_room + room);
		if (!buf)
			return ENOMEM;
	}
	memset(buf, 0, in_room + room);
	response = buf + in_room;
	if (m->command & UVERBS_EXTENDED)
		uverbs_layout_extended(m, buf, response);
	else
		uverbs_layout(m, buf, bytes, response);
	ret = t->ops->command(t, buf, bytes);
	if (m->response_bytes) /* some commands respond even if they fail; with the others the
				  buffer stays zeroed */
		memcpy(m->response, response, m->response_bytes);
	if (!ret && m->driver_out_bytes)
		memcpy(m->driver_out, response + m->response_bytes, m->driver_out_bytes);
	if (buf != (uint8_t *)small)
		free(buf);
	return ret;
}

/* ---- the kernel's side ---- */

/** A parsed command. Pointers refer to the bytes that were parsed. */
struct uverbs_parsed {
	uint32_t command; /**< number without bit 31 */
	bool extended;
	const void *
		core; /**< core request; may be shorter (extended only) or longer than its struct */
	size_t core_len;
	const void *drv_in; /**< driver-private request, NULL if there is none */
	size_t drv_in_len;
	uint64_t response; /**< address of the response, 0 if there is none */
	size_t core_out; /**< room for the core response; bytes that the response does not fill are
			    zeroed */
	size_t drv_out;  /**< room for the driver-private response after it */
	const struct uverbs_command_info *info;
};

static inline bool uverbs_all_zero(const void *bytes, size_t len)
{
	const uint8_t *at = (const uint8_t *)bytes;

	while (len--)
		if (*at++)
			return false;
	return true;
}

static inline int uverbs_parse_ordinary(const uint8_t *bytes, size_t len,
					const struct uverbs_cmd_hdr *hdr, struct uverbs_parsed *out)
{
	const struct uverbs_command_info *info = out->info;
	size_t in = len - sizeof(*hdr), room = (size_t)hdr->out_words * 4;

	if ((size_t)hdr->in_words * 4 != len)
		return EINVAL;
	if (in < info->request_bytes || room < info->response_bytes)
		return ENOSPC;
	out->core = bytes + sizeof(*hdr);
	out->core_len = in;
	if (info->flags & UVERBS_DRIVER_IN) {
		out->core_len = info->request_bytes;
		out->drv_in_len = in - out->core_len;
		out->drv_in = out->drv_in_len ? bytes + sizeof(*hdr) + out->core_len : NULL;
	} else if (!(info->flags & UVERBS_REQUEST_LIST) &&
		   !uverbs_all_zero(bytes + sizeof(*hdr) + info->request_bytes,
				    in - info->request_bytes)) {
		return EOPNOTSUPP;
	}
	if (info->flags & UVERBS_HAS_RESPONSE) {
		memcpy(&out->response, out->core, sizeof(out->response));
		out->core_out = info->flags & UVERBS_DRIVER_OUT ? info->response_bytes : room;
		out->drv_out = room - out->core_out;
	}
	return 0;
}

static inline int uverbs_parse_extended(const uint8_t *bytes, size_t len,
					const struct uverbs_cmd_hdr *hdr, struct uverbs_parsed *out)
{
	const struct uverbs_command_info *info = out->info;
	struct uverbs_ex_cmd_hdr ex;
	size_t headers = sizeof(*hdr) + sizeof(ex), core;

	if (len < headers)
		return EINVAL;
	memcpy(&ex, bytes + sizeof(*hdr), sizeof(ex));
	core = (size_t)hdr->in_words * 8;
	if (core + (size_t)ex.provider_in_words * 8 != len - headers || ex.cmd_hdr_reserved)
		return EINVAL;
	if (!ex.response != !(hdr->out_words || ex.provider_out_words))
		return EINVAL;
	out->core = bytes + headers;
	out->core_len = core;
	out->drv_in_len = (size_t)ex.provider_in_words * 8;
	out->drv_in = out->drv_in_len ? bytes + headers + core : NULL;
	out->response = ex.response;
	out->core_out = (size_t)hdr->out_words * 8;
	out->drv_out = (size_t)ex.provider_out_words * 8;
	if (core > info->request_bytes && !(info->flags & UVERBS_REQUEST_LIST) &&
	    !uverbs_all_zero(bytes + headers + info->request_bytes, core - info->request_bytes))
		return EOPNOTSUPP;
	return 0;
}

/**
 * A function that returns the table's row for a command, by the number in its header, or NULL:
 * <interface>_command_info of a generated header.
 */
typedef const struct uverbs_command_info *uverbs_lookup(uint32_t command);

/**
 * Parse one command of an interface with the kernel's checks of its header, in the kernel's order.
 * `bytes` may be unaligned. Returns 0 or an errno value. The caller must check whether the device
 * has a command that is marked optional.
 *
 * One quirk is not reproduced: the kernel accepts a DESTROY_CQ whose header has a size of 16 bytes,
 * and reads the 8 bytes after it. Here nothing follows it, so it gives ENOSPC.
 */
static inline int uverbs_parse_with(uverbs_lookup *lookup, const void *bytes, size_t len,
				    struct uverbs_parsed *out)
{
	struct uverbs_cmd_hdr hdr;

	memset(out, 0, sizeof(*out));
	if (len < sizeof(hdr))
		return EINVAL;
	memcpy(&hdr, bytes, sizeof(hdr));
	if (hdr.command & ~(UVERBS_EXTENDED | 0xffU))
		return EINVAL;
	out->extended = hdr.command & UVERBS_EXTENDED;
	out->command = hdr.command & 0xff;
	out->info = lookup(hdr.command);
	if (!out->info || out->info->flags & UVERBS_NEVER)
		return EOPNOTSUPP;
	if (out->extended)
		return uverbs_parse_extended((const uint8_t *)bytes, len, &hdr, out);
	return uverbs_parse_ordinary((const uint8_t *)bytes, len, &hdr, out);
}

/** Parse a verbs command. */
static inline int uverbs_parse(const void *bytes, size_t len, struct uverbs_parsed *out)
{
	return uverbs_parse_with(uverbs_command_info, bytes, len, out);
}

/** Copy the core request into its struct; if it is shorter, the rest is zeroed. */
static inline void uverbs_read_core(const struct uverbs_parsed *p, void *request, size_t bytes)
{
	size_t have = p->core_len < bytes ? p->core_len : bytes;

	memset(request, 0, bytes);
	if (have)
		memcpy(request, p->core, have);
}

/** Offset of a file descriptor in the core request, or -1. */
static inline int uverbs_request_fd_offset(uint32_t command, bool extended)
{
	const struct uverbs_command_info *info = uverbs_command_info(
		command | (extended ? UVERBS_EXTENDED : 0));

	return info ? info->request_fd : -1;
}

/** Offset of a new file descriptor in the core response, or -1. */
static inline int uverbs_response_fd_offset(uint32_t command, bool extended)
{
	const struct uverbs_command_info *info = uverbs_command_info(
		command | (extended ? UVERBS_EXTENDED : 0));

	return info ? info->response_fd : -1;
}

#endif
