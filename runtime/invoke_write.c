/* SPDX-License-Identifier: BSD-2-Clause */
/* A write() command carried by the ioctl method INVOKE_WRITE. */
#include <inverbs/kernel/protocol.h>
#include <sys/ioctl.h>

#include "chardev.h"

#define VERBS_IOCTL 0xc0181b01UL

enum {
	OBJECT_DEVICE = 0,
	METHOD_INVOKE_WRITE = 0,
	ATTR_CORE_IN = 0,
	ATTR_CORE_OUT = 1,
	ATTR_WRITE_COMMAND = 2,
	ATTR_DRIVER_IN = 0x1000,
	ATTR_DRIVER_OUT = 0x1001,
	ATTR_MANDATORY = 1,
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
	attr->flags = ATTR_MANDATORY;
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
	c->hdr.object_id = OBJECT_DEVICE;
	c->hdr.method_id = METHOD_INVOKE_WRITE;
	c->hdr.driver_id = (uint32_t)driver_id;
	add(c, ATTR_WRITE_COMMAND, sizeof(uint64_t), command);
}

static int submit(int fd, struct call *c)
{
	return ioctl(fd, VERBS_IOCTL, c) < 0 ? errno : 0;
}

/* The kernel wants its own number of the driver in every call. Any other number gives EINVAL. */
static int find_driver(int fd)
{
	struct call c;

	for (int id = 0; id < DRIVER_IDS; id++) {
		begin(&c, UVERBS_CMD_QUERY_DEVICE, id);
		if (submit(fd, &c) ==
		    ENOSPC) /* an empty request, refused only after the number was right */
			return id;
	}
	return -1;
}

int inverbs_invoke_write(int fd, int *driver_id, const void *cmd, size_t bytes)
{
	struct uverbs_parsed p;
	struct call c;
	int err = uverbs_parse(cmd, bytes, &p);

	if (err)
		return err;
	if (*driver_id < 0)
		*driver_id = find_driver(fd);
	if (*driver_id < 0)
		return EACCES;
	begin(&c, p.command | (p.extended ? UVERBS_EXTENDED : 0), *driver_id);
	add_input(&c, ATTR_CORE_IN, p.core, p.core_len);
	add_output(&c, ATTR_CORE_OUT, p.response, p.core_out);
	add_input(&c, ATTR_DRIVER_IN, p.drv_in, p.drv_in_len);
	add_output(&c, ATTR_DRIVER_OUT, p.response + p.core_out, p.drv_out);
	return submit(fd, &c);
}
