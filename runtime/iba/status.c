/* SPDX-License-Identifier: BSD-2-Clause */
/* The access layer's status codes for errno values. */
#include <errno.h>

#include "layer.h"

ib_api_status_t iba_status(int err)
{
	switch (err) {
	case 0:
		return IB_SUCCESS;
	case ENOMEM:
		return IB_INSUFFICIENT_MEMORY;
	case ENOSPC:
	case EAGAIN:
	case EMFILE:
	case ENFILE:
		return IB_INSUFFICIENT_RESOURCES;
	case EINVAL:
		return IB_INVALID_SETTING;
	case EBUSY:
		return IB_RESOURCE_BUSY;
	case EPERM:
	case EACCES:
		return IB_INVALID_PERMISSION;
	case ENOSYS:
	case EOPNOTSUPP:
		return IB_UNSUPPORTED;
	case ENODEV:
	case ENOENT:
		return IB_NOT_FOUND;
	case ETIMEDOUT:
		return IB_TIMEOUT;
	default:
		return IB_ERROR;
	}
}
