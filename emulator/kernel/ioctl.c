/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executing an ioctl: checking its header, and calling its method. (Methods that a write() command
 * implements are converted to that command by ioctl_command.c.)
 */
#include "kernel/ioctl.h"

#include <errno.h>
#include <string.h>

#include "base/driver.h"
#include "base/log.h"

static const struct {
	uint16_t object, method;
	int (*serve)(struct softhca_ioctl *call);
} others[] = {
	{UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_INVOKE_WRITE, softhca_ioctl_invoke_write},
	{UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_GET_CONTEXT, softhca_ioctl_get_context},
	{UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_GID_TABLE, softhca_ioctl_gid_table},
	{UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_GID_ENTRY, softhca_ioctl_gid_entry},
	{UVERBS_OBJECT_MR, UVERBS_METHOD_MR_QUERY_MR, softhca_ioctl_query_mr},
	{UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC, softhca_ioctl_alloc_async},
};

static int dispatch_method(struct softhca_ioctl *call)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i].object == call->hdr->object_id &&
		    others[i].method == call->hdr->method_id)
			return others[i].serve(call);
	}
	return softhca_ioctl_by_command(call);
}

/** Check header and method, in the kernel's order. */
static int check_head(struct softhca_ioctl *call, size_t bytes)
{
	const struct uverbs_ioctl_hdr *hdr = call->hdr;

	if (bytes < sizeof(*hdr))
		return EINVAL;
	if (hdr->length != bytes || bytes > UVERBS_IOCTL_MAX ||
	    bytes != sizeof(*hdr) + hdr->num_attrs * sizeof(struct uverbs_ioctl_attr))
		return EINVAL;
	if (hdr->reserved1 || hdr->reserved2)
		return EPROTONOSUPPORT;
	if (hdr->driver_id != (uint32_t)call->ctx->device->driver->identity->driver_id)
		return EINVAL;
	call->method = uverbs_method_info(hdr->object_id, hdr->method_id);
	return call->method ? 0 : EPROTONOSUPPORT;
}

int softhca_ioctl(struct softhca_ioctl *call, size_t bytes)
{
	int ret = check_head(call, bytes);

	call->fd = -1;
	if (!ret)
		ret = softhca_ioctl_take_attrs(call);
	if (!ret)
		ret = dispatch_method(call);
	softhca_log(call->ctx->device->hca, ret ? SOFTHCA_LOG_INFO : SOFTHCA_LOG_DEBUG,
		    "%s: process %d: ioctl %s: %s", call->ctx->device->name, (int)call->memory->pid,
		    call->method ? call->method->name : "?", strerror(ret));
	return ret;
}
