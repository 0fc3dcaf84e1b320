/* SPDX-License-Identifier: BSD-2-Clause */
/* Issues an ioctl of a trace to a device. */
#include <inverbs/kernel/uverbs_methods.h>
#include <stdio.h>

#include "live.h"

enum {
	IN_PLACE = 8, /* inputs up to this size are stored in the attribute itself */
};

/* Header and attributes to be issued, and the memory that they point to. */
static struct {
	_Alignas(8) uint8_t bytes[LIVE_BYTES_MAX];
	_Alignas(8) uint8_t memory[LIVE_ATTRS_MAX][LIVE_BYTES_MAX];
} ours;

static struct uverbs_ioctl_hdr *head(void)
{
	return (struct uverbs_ioctl_hdr *)(void *)ours.bytes;
}

static struct uverbs_ioctl_attr *attr_at(unsigned int i)
{
	return (struct uverbs_ioctl_attr *)(void *)(head() + 1) + i;
}

static unsigned int attrs(const struct live_ioctl *call)
{
	size_t n = call->before.len > sizeof(struct uverbs_ioctl_hdr)
			   ? (call->before.len - sizeof(struct uverbs_ioctl_hdr)) /
				     sizeof(struct uverbs_ioctl_attr)
			   : 0;

	return n < LIVE_ATTRS_MAX ? (unsigned int)n : LIVE_ATTRS_MAX;
}

static bool invokes(void)
{
	return head()->object_id == UVERBS_OBJECT_DEVICE &&
	       head()->method_id == UVERBS_METHOD_DEVICE_INVOKE_WRITE;
}

/* The command that INVOKE_WRITE carries. */
static uint32_t command_of(const struct live_ioctl *call)
{
	for (unsigned int i = 0; i < attrs(call) && invokes(); i++) {
		if (attr_at(i)->attr_id == UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD)
			return (uint32_t)attr_at(i)->data;
	}
	return UVERBS_NO_COMMAND;
}

/* --- before ------------------------------------------------------------------------------ */

static uint8_t kind_of(uint16_t id)
{
	const struct uverbs_method_info *method = uverbs_method_info(head()->object_id,
								     head()->method_id);
	const struct uverbs_attribute_info *info = method ? uverbs_attribute_info(method, id)
							  : NULL;

	return info ? info->kind : UVERBS_KIND_CONSTANT;
}

static void put_attr(const struct live_ioctl *call, unsigned int i, uint32_t command)
{
	struct uverbs_ioctl_attr *attr = attr_at(i);
	const struct live_memory *m = &call->memory[i];

	if (m->is) {
		memset(ours.memory[i], LIVE_UNTOUCHED, sizeof(ours.memory[i]));
		memcpy(ours.memory[i], m->before.at, m->before.len);
		attr->data = (uintptr_t)ours.memory[i];
	}
	if (kind_of(attr->attr_id) == UVERBS_KIND_DESCRIPTOR)
		attr->data = live_name_now(LIVE_DESCRIPTOR, attr->data);
	if (command == UVERBS_NO_COMMAND)
		return;
	if (attr->attr_id == UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN && attr->len > IN_PLACE)
		live_put_core(command, ours.memory[i], call->error == EFAULT);
	if (attr->attr_id == UVERBS_ATTR_DRIVER_IN && attr->len <= IN_PLACE)
		live_put_driver(command, (uint8_t *)&attr->data, attr->len);
}

/* --- after ------------------------------------------------------------------------------- */

static const uint8_t *output_of(const struct live_ioctl *call, uint16_t id, struct live_bytes *then)
{
	for (unsigned int i = 0; i < attrs(call); i++) {
		if (attr_at(i)->attr_id != id || !call->memory[i].is)
			continue;
		*then = call->memory[i].after;
		return ours.memory[i];
	}
	then->len = 0;
	return NULL;
}

/* The response of a command consists of two outputs. */
static bool same_command(const struct live_ioctl *call, uint32_t command)
{
	static struct live_bytes then, driver;
	static uint8_t now[2 * LIVE_BYTES_MAX];
	const uint8_t *core = output_of(call, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, &then);
	const uint8_t *behind = output_of(call, UVERBS_ATTR_DRIVER_OUT, &driver);

	if (then.len + driver.len > sizeof(then.at))
		return false;
	if (core)
		memcpy(now, core, then.len);
	if (behind) {
		memcpy(now + then.len, behind, driver.len);
		memcpy(then.at + then.len, driver.at, driver.len);
		then.len += driver.len;
	}
	return live_same_response(command, &then, now);
}

static bool same_attr(const struct live_ioctl *call, unsigned int i)
{
	struct uverbs_ioctl_attr then, *now = attr_at(i);
	const uint8_t kind = kind_of(now->attr_id);

	memcpy(&then, call->after.at + ((uint8_t *)now - ours.bytes), sizeof(then));
	if (kind == UVERBS_KIND_NEW_DESCRIPTOR)
		live_remember(LIVE_DESCRIPTOR, then.data, now->data);
	if (then.flags != now->flags ||
	    (kind == UVERBS_KIND_NEW_HANDLE && then.data != now->data)) {
		printf("  attribute %u has flags %u and data 0x%llx, not %u and 0x%llx\n",
		       now->attr_id, now->flags, (unsigned long long)now->data, then.flags,
		       (unsigned long long)then.data);
		return false;
	}
	if (!(then.flags & UVERBS_ATTR_FILLED) || !call->memory[i].is || invokes())
		return true;
	return live_same_output(head()->object_id, head()->method_id, now->attr_id,
				&call->memory[i].after, ours.memory[i]);
}

bool live_ioctl(struct inverbs_transport *device, const struct live_ioctl *call)
{
	uint32_t command;
	int err;

	memcpy(ours.bytes, call->before.at, call->before.len);
	command = command_of(call);
	for (unsigned int i = 0; i < attrs(call); i++)
		put_attr(call, i, command);
	err = device->ops->ioctl(device, ours.bytes);
	if (err != call->error) {
		printf("  %s, not %s\n", strerror(err), strerror(call->error));
		return false;
	}
	for (unsigned int i = 0; i < attrs(call) && !err; i++) {
		if (!same_attr(call, i))
			return false;
	}
	return err || command == UVERBS_NO_COMMAND || same_command(call, command);
}
