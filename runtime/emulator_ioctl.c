/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of an emulated device. Header and attributes are sent to the emulator unchanged, and it
 * accesses the memory at their addresses; only descriptors are passed and received here.
 */
#define _GNU_SOURCE
#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <sys/uio.h>
#include <unistd.h>

#include "emulator_transport.h"

/* Copy from an address that may be invalid; then the emulator reports the error. */
static int copy_checked(const void *from, void *to, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)from, bytes};

	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)bytes ? 0 : EFAULT;
}

static const struct uverbs_ioctl_attr *find_ioctl_attribute(const struct uverbs_ioctl_hdr *hdr,
							    uint16_t id)
{
	const struct uverbs_ioctl_attr *attrs = (const struct uverbs_ioctl_attr *)(hdr + 1);

	for (uint16_t i = 0; i < hdr->num_attrs; i++) {
		if (attrs[i].attr_id == id)
			return &attrs[i];
	}
	return NULL;
}

/*
 * Find the descriptor in the write() command inside an ioctl. Commands with a descriptor are too
 * long to be stored in the attribute.
 */
static int add_fd_of_command(struct inverbs_exchange *x, const struct uverbs_ioctl_hdr *hdr)
{
	const struct uverbs_ioctl_attr *command = find_ioctl_attribute(
		hdr, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD);
	const struct uverbs_ioctl_attr *core = find_ioctl_attribute(
		hdr, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN);
	int offset = -1;
	int32_t fd;

	if (command && core)
		offset = uverbs_request_fd_offset((uint32_t)command->data & 0xff,
						  command->data & UVERBS_EXTENDED);
	if (offset < 0 || (size_t)offset + sizeof(fd) > core->len ||
	    copy_checked((const uint8_t *)(uintptr_t)core->data + offset, &fd, sizeof(fd)))
		return 0;
	return inverbs_exchange_send_fd(x, fd);
}

static int add_fds(struct inverbs_exchange *x, const struct uverbs_ioctl_hdr *hdr)
{
	const struct uverbs_method_info *method = uverbs_method_info(hdr->object_id,
								     hdr->method_id);
	const struct uverbs_ioctl_attr *attrs = (const struct uverbs_ioctl_attr *)(hdr + 1);
	int err = 0;

	if (!method || hdr->length != sizeof(*hdr) + hdr->num_attrs * sizeof(*attrs))
		return 0; /* the emulator reports the error */
	if (hdr->object_id == UVERBS_OBJECT_DEVICE &&
	    hdr->method_id == UVERBS_METHOD_DEVICE_INVOKE_WRITE)
		return add_fd_of_command(x, hdr);
	for (uint16_t i = 0; i < hdr->num_attrs && !err; i++) {
		const struct uverbs_attribute_info *info = uverbs_attribute_info(method,
										 attrs[i].attr_id);

		if (info && info->kind == UVERBS_KIND_DESCRIPTOR)
			err = attrs[i].data > INT32_MAX
				      ? EBADF
				      : inverbs_exchange_send_fd(x, (int)attrs[i].data);
	}
	return err;
}

int inverbs_emulated_ioctl(struct inverbs_transport *t, void *hdr)
{
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_IOCTL);
	const struct uverbs_ioctl_hdr *head = hdr;
	int err;

	if (head->length < sizeof(*head) || head->length > UVERBS_IOCTL_MAX)
		return EINVAL;
	x.payload = x.response = hdr;
	x.bytes = x.response_room = head->length;
	x.most_fds = SOFTHCA_REPLY_FDS_MAX;
	err = add_fds(&x, head);
	if (!err)
		err = inverbs_emulated_exchange_shared(file, &x);
	if (err)
		return err;
	if (x.fd_count && x.reply.arg[0]) {
		uint32_t number = (uint32_t)x.fds[0];

		memcpy((void *)(uintptr_t)x.reply.arg[0], &number, sizeof(number));
	}
	return inverbs_exchange_place_fds(&x);
}
