/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds RDMA_VERBS_IOCTL calls: a header, then attributes in any order. The kernel refuses a
 * call with an attribute that it does not know. */
#ifndef RUNTIME_METHOD_H
#define RUNTIME_METHOD_H

#include <inverbs/kernel/protocol.h>
#include <string.h>

enum {
	METHOD_ATTRS_MAX = 5,
};

struct method_call {
	struct uverbs_ioctl_hdr hdr;
	struct uverbs_ioctl_attr attrs[METHOD_ATTRS_MAX];
};

/** driver_id is the kernel's number for the driver; any other gives EINVAL. */
static inline void method_begin(struct method_call *c, uint16_t object, uint16_t method,
				int driver_id)
{
	memset(c, 0, sizeof(*c));
	c->hdr.object_id = object;
	c->hdr.method_id = method;
	c->hdr.driver_id = (uint32_t)driver_id;
	c->hdr.length = sizeof(c->hdr);
}

static inline void method_add(struct method_call *c, uint16_t id, uint16_t len, uint64_t data)
{
	struct uverbs_ioctl_attr *attr = &c->attrs[c->hdr.num_attrs++];

	attr->attr_id = id;
	attr->len = len;
	attr->flags = UVERBS_ATTR_MANDATORY;
	attr->data = data;
	c->hdr.length = (uint16_t)(c->hdr.length + sizeof(*attr));
}

static inline void method_constant(struct method_call *c, uint16_t id, uint64_t value)
{
	method_add(c, id, sizeof(value), value);
}

/**
 * Add an input attribute. Up to eight bytes are stored in the attribute itself; length 0 adds
 * nothing.
 */
static inline void method_input(struct method_call *c, uint16_t id, const void *bytes, size_t len)
{
	uint64_t data = (uintptr_t)bytes;

	if (!len)
		return;
	if (len <= sizeof(data)) {
		data = 0;
		memcpy(&data, bytes, len);
	}
	method_add(c, id, (uint16_t)len, data);
}

static inline void method_output(struct method_call *c, uint16_t id, uint64_t address, size_t len)
{
	if (len)
		method_add(c, id, (uint16_t)len, address);
}

#endif
