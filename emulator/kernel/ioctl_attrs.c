/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of an ioctl: checking them against the generated tables, reading and filling them. */
#include <errno.h>
#include <string.h>

#include "kernel/ioctl.h"

/* --- memory of the caller ---------------------------------------------------------------- */

/*
 * In-process, addresses are checked first: there is no copy_from_user() that would detect invalid
 * ones.
 */

static int copy_in(const struct softhca_ioctl *call, void *to, uint64_t from, size_t bytes)
{
	if (call->memory->own && softhca_dma_check(call->memory, from, bytes, false))
		return EFAULT;
	return softhca_dma_read(call->memory, to, from, bytes) ? EFAULT : 0;
}

static int copy_out(const struct softhca_ioctl *call, uint64_t to, const void *from, size_t bytes)
{
	if (!bytes)
		return 0;
	if (call->memory->own && softhca_dma_check(call->memory, to, bytes, true))
		return EFAULT;
	return softhca_dma_write(call->memory, to, from, bytes) ? EFAULT : 0;
}

int softhca_ioctl_read(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
		       void *to, size_t bytes)
{
	size_t have = attr->len < bytes ? attr->len : bytes;

	memset(to, 0, bytes);
	if (attr->len > IOCTL_IN_PLACE)
		return copy_in(call, to, attr->data, have);
	memcpy(to, &attr->data, have);
	return 0;
}

int softhca_ioctl_fill_attr(const struct softhca_ioctl *call, struct uverbs_ioctl_attr *attr,
			    const void *from, size_t bytes)
{
	static const uint8_t zeros[UINT16_MAX];
	int ret;

	if (!attr)
		return 0;
	bytes = bytes < attr->len ? bytes : attr->len;
	ret = copy_out(call, attr->data, from, bytes);
	if (!ret)
		ret = copy_out(call, attr->data + bytes, zeros, attr->len - bytes);
	if (!ret)
		attr->flags |= UVERBS_ATTR_FILLED;
	return ret;
}

/* --- attributes -------------------------------------------------------------------------- */

static const struct uverbs_attribute_info driver_in = {UVERBS_ATTR_DRIVER_IN,
						       1,
						       UVERBS_KIND_INPUT,
						       UVERBS_ATTR_OPTIONAL | UVERBS_ATTR_ANY,
						       -1,
						       0,
						       -1};
static const struct uverbs_attribute_info driver_out = {
	UVERBS_ATTR_DRIVER_OUT, 1, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, -1, 0, -1};

/** Returns the table's description of an attribute of the method, and its index in `given`. */
static const struct uverbs_attribute_info *find_attribute(const struct uverbs_method_info *method,
							  uint16_t id, size_t *place)
{
	const struct uverbs_attribute_info *info = uverbs_attribute_info(method, id);

	if (info)
		*place = (size_t)(info - method->attributes);
	else if (id == UVERBS_ATTR_DRIVER_IN && method->driver & UVERBS_DRIVER_IN)
		*place = method->count, info = &driver_in;
	else if (id == UVERBS_ATTR_DRIVER_OUT && method->driver & UVERBS_DRIVER_OUT)
		*place = method->count + 1, info = &driver_out;
	return info;
}

struct uverbs_ioctl_attr *softhca_ioctl_find_attr(const struct softhca_ioctl *call, uint16_t id)
{
	size_t place;

	return find_attribute(call->method, id, &place) ? call->given[place] : NULL;
}

int softhca_ioctl_fill(const struct softhca_ioctl *call, uint16_t id, const void *from,
		       size_t bytes)
{
	return softhca_ioctl_fill_attr(call, softhca_ioctl_find_attr(call, id), from, bytes);
}

int softhca_ioctl_check_tail(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
			     size_t known)
{
	uint8_t bytes[64];

	for (size_t at = known; at < attr->len;) {
		size_t n = attr->len - at < sizeof(bytes) ? attr->len - at : sizeof(bytes);

		if (copy_in(call, bytes, attr->data + at, n))
			return EFAULT;
		for (size_t i = 0; i < n; i++) {
			if (bytes[i])
				return EOPNOTSUPP;
		}
		at += n;
	}
	return 0;
}

static int check_input(const struct softhca_ioctl *call, const struct uverbs_attribute_info *info,
		       const struct uverbs_ioctl_attr *attr)
{
	if (attr->len < info->bytes)
		return EINVAL;
	if (attr->len == info->bytes || info->flags & UVERBS_ATTR_ANY)
		return 0;
	return info->flags & UVERBS_ATTR_GROWS ? softhca_ioctl_check_tail(call, attr, info->bytes)
					       : EINVAL;
}

static int check_length(const struct softhca_ioctl *call, const struct uverbs_attribute_info *info,
			const struct uverbs_ioctl_attr *attr)
{
	switch (info->kind) {
	case UVERBS_KIND_CONSTANT:
		return attr->len == sizeof(uint64_t) ? 0 : EINVAL;
	case UVERBS_KIND_BITS:
		return attr->len == sizeof(uint32_t) || attr->len == sizeof(uint64_t) ? 0 : EINVAL;
	case UVERBS_KIND_INPUT:
		return check_input(call, info, attr);
	case UVERBS_KIND_OUTPUT:
		return attr->len >= info->bytes ? 0 : EINVAL;
	case UVERBS_KIND_NEW_HANDLE:
	case UVERBS_KIND_NEW_DESCRIPTOR:
		return attr->len ? EINVAL : 0;
	default: /* handles and descriptors */
		return attr->len || attr->data > UINT32_MAX ? EINVAL : 0;
	}
}

static int take_attr(struct softhca_ioctl *call, struct uverbs_ioctl_attr *attr,
		     unsigned int *fds_used)
{
	size_t place = 0;
	const struct uverbs_attribute_info *info = find_attribute(call->method, attr->attr_id,
								  &place);
	int ret;

	if (!info)
		return attr->flags & UVERBS_ATTR_MANDATORY ? EPROTONOSUPPORT : 0;
	if (call->given[place] || attr->elem_id || attr->reserved)
		return EINVAL;
	ret = check_length(call, info, attr);
	if (ret)
		return ret;
	call->given[place] = attr;
	if (info->kind != UVERBS_KIND_DESCRIPTOR)
		return 0;
	if (*fds_used == call->num_fds)
		return EBADF;
	call->given_fd[place] = call->fds[(*fds_used)++];
	return 0;
}

int softhca_ioctl_take_attrs(struct softhca_ioctl *call)
{
	struct uverbs_ioctl_attr *attrs = (struct uverbs_ioctl_attr *)(call->hdr + 1);
	unsigned int fds_used = 0;
	int ret = 0;

	for (uint16_t i = 0; i < call->hdr->num_attrs && !ret; i++)
		ret = take_attr(call, &attrs[i], &fds_used);
	for (size_t i = 0; i < call->method->count && !ret; i++) {
		if (!call->given[i] && !(call->method->attributes[i].flags & UVERBS_ATTR_OPTIONAL))
			ret = EINVAL;
	}
	return ret;
}
