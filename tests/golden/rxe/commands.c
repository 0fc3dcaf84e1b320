/* SPDX-License-Identifier: BSD-2-Clause */
#include "commands.h"

#include <rdma/ib_user_verbs.h>
#include <string.h>

const json_t *attr_of(const json_t *event, const char *name)
{
	const json_t *attrs = json_object_get(event, "attrs");

	for (size_t i = 0; i < json_array_size(attrs); i++) {
		if (is_text(json_array_get(attrs, i), "name", name))
			return json_array_get(attrs, i);
	}
	return NULL;
}

uint64_t attr_number(const json_t *event, const char *name)
{
	const json_t *attr = attr_of(event, name);

	return number(attr, "data_after", number(attr, "data", 0));
}

bool front_of(const struct bytes *b, void *to, size_t len)
{
	if (b->len < len)
		return false;
	memcpy(to, b->data, len);
	return true;
}

bool attr_memory(const json_t *event, const char *name, void *to, size_t len)
{
	struct bytes memory = bytes(attr_of(event, name), "memory_after");
	bool there = front_of(&memory, to, len);

	free_bytes(&memory);
	return there;
}

/* Cut off the heads of a command. */
static bool cut(struct bytes *b, size_t heads)
{
	if (b->len < heads)
		return false;
	b->len -= heads;
	memmove(b->data, b->data + heads, b->len);
	return true;
}

static bool by_ioctl(const json_t *event, struct command *out)
{
	out->body = bytes(attr_of(event, "CORE_IN"), "memory_before");
	out->answer = bytes(attr_of(event, "CORE_OUT"), "memory_after");
	out->driver = bytes(attr_of(event, "UHW_OUT"), "memory_after");
	return true;
}

static bool by_write(const json_t *event, struct command *out)
{
	out->body = bytes(event, "request");
	out->answer = bytes(event, "response");
	return cut(&out->body, sizeof(struct ib_uverbs_cmd_hdr) +
				       (out->extended ? sizeof(struct ib_uverbs_ex_cmd_hdr) : 0));
}

bool command_of(const json_t *event, struct command *out)
{
	const bool is_write = is_text(event, "syscall", "write");
	bool found = false;

	memset(out, 0, sizeof(*out));
	if (!is_text(event, "fd_kind", "uverbs") || json_object_get(event, "errno"))
		return false;
	out->fd = number(event, "fd", 0);
	out->extended = json_is_true(json_object_get(event, "extended"));
	out->number = (uint32_t)number(event, is_write ? "number" : "write_number", 0);
	if (is_write)
		found = by_write(event, out);
	else if (is_text(event, "method", "INVOKE_WRITE"))
		found = by_ioctl(event, out);
	if (!found)
		free_command(out);
	return found;
}

void free_command(struct command *c)
{
	free_bytes(&c->body);
	free_bytes(&c->answer);
	free_bytes(&c->driver);
}

bool driver_of(const struct command *c, size_t core, void *to, size_t len)
{
	if (c->driver.len)
		return front_of(&c->driver, to, len);
	if (c->answer.len < core + len)
		return false;
	memcpy(to, c->answer.data + core, len);
	return true;
}
