/* SPDX-License-Identifier: BSD-2-Clause */
/* A write() command carried by the ioctl method INVOKE_WRITE. */
#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/uverbs_methods.h>

#include "transport.h"

enum {
	ATTRS_MAX = 5,
	DRIVER_IDS = 32, /* more than any kernel has */
};

struct call {
	struct uverbs_ioctl_hdr hdr;
	struct uverbs_ioctl_attr attrs[ATTRS_MAX];
};

static void add(struct call *c, uint16_t id, uint16_t len, uint64_t data)
{
	struct uverbs_ioctl_attr *attr = &c->attrs[c->hdr.num_attrs++];

	memset(attr, 0, sizeof(*attr));
	attr->attr_id = id;
	attr->len = len;
	attr->flags = UVERBS_ATTR_MANDATORY;
	attr->data = data;
	c->hdr.length = (uint16_t)(sizeof(c->hdr) + c->hdr.num_attrs * sizeof(*attr));
}

/* Up to eight bytes lie in the attribute itself. */
static void add_input(struct call *c, uint16_t id, const void *bytes, size_t len)
{
	uint64_t data = (uintptr_t)bytes;

	if (!len)
		return;
	if (len <= sizeof(data)) {
		data = 0;
		memcpy(&data, bytes, len);
	}
	add(c, id, (uint16_t)len, data);
}

static void add_output(struct call *c, uint16_t id, uint64_t address, size_t len)
{
	if (len)
		add(c, id, (uint16_t)len, address);
}

static void begin(struct call *c, uint32_t command, int driver_id)
{
	memset(c, 0, sizeof(*c));
	c->hdr.object_id = UVERBS_OBJECT_DEVICE;
	c->hdr.method_id = UVERBS_METHOD_DEVICE_INVOKE_WRITE;
	c->hdr.driver_id = (uint32_t)driver_id;
	add(c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD, sizeof(uint64_t), command);
}

/* The kernel wants its own number of the driver in every call. Any other number gives EINVAL. */
static int find_driver(struct inverbs_transport *t)
{
	struct call c;

	for (int id = 0; id < DRIVER_IDS; id++) {
		begin(&c, UVERBS_CMD_QUERY_DEVICE, id);
		/* an empty request, refused only after the number was right */
		if (t->ops->ioctl(t, &c) == ENOSPC)
			return id;
	}
	return -1;
}

int inverbs_invoke_write(struct inverbs_transport *t, int *driver_id, const void *cmd, size_t bytes)
{
	struct uverbs_parsed p;
	struct call c;
	int err = uverbs_parse(cmd, bytes, &p);

	if (err)
		return err;
	if (*driver_id < 0)
		*driver_id = find_driver(t);
	if (*driver_id < 0)
		return EACCES;
	begin(&c, p.command | (p.extended ? UVERBS_EXTENDED : 0), *driver_id);
	add_input(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, p.core, p.core_len);
	add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, p.response, p.core_out);
	add_input(&c, UVERBS_ATTR_DRIVER_IN, p.drv_in, p.drv_in_len);
	add_output(&c, UVERBS_ATTR_DRIVER_OUT, p.response + p.core_out, p.drv_out);
	return t->ops->ioctl(t, &c);
}
