/* SPDX-License-Identifier: BSD-2-Clause */
/* Issues a write() command through the ioctl method INVOKE_WRITE. */
#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/uverbs_methods.h>

#include "method.h"
#include "transport.h"

enum {
	DRIVER_IDS = 32, /* more than any kernel has */
};

static void invoke_begin(struct method_call *c, uint32_t command, int driver_id)
{
	method_begin(c, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_INVOKE_WRITE, driver_id);
	method_constant(c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD, command);
}

/* Find the kernel's driver id by trial: every call must contain it, and any other gives EINVAL. */
static int find_driver(struct inverbs_transport *t)
{
	struct method_call c;

	for (int id = 0; id < DRIVER_IDS; id++) {
		invoke_begin(&c, UVERBS_CMD_QUERY_DEVICE, id);
		/*
		 * the kernel checks the driver id first, then refuses the empty command with ENOSPC
		 */
		if (t->ops->ioctl(t, &c) == ENOSPC)
			return id;
	}
	return -1;
}

int inverbs_invoke_write(struct inverbs_transport *t, int *driver_id, const void *cmd, size_t bytes)
{
	struct uverbs_parsed p;
	struct method_call c;
	int err = uverbs_parse(cmd, bytes, &p);

	if (err)
		return err;
	if (*driver_id < 0)
		*driver_id = find_driver(t);
	if (*driver_id < 0)
		return EACCES;
	invoke_begin(&c, p.command | (p.extended ? UVERBS_EXTENDED : 0), *driver_id);
	method_input(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, p.core, p.core_len);
	method_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, p.response, p.core_out);
	method_input(&c, UVERBS_ATTR_DRIVER_IN, p.drv_in, p.drv_in_len);
	method_output(&c, UVERBS_ATTR_DRIVER_OUT, p.response + p.core_out, p.drv_out);
	return t->ops->ioctl(t, &c);
}
