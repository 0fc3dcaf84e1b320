/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Transport for the emulator's management datagrams. Writing never blocks. A socket holds a byte
 * while datagrams are unread; the program polls this socket, so that polling, O_NONBLOCK and
 * signals behave as with the kernel's file. A process that has inherited the file shares it, as
 * with the kernel.
 */
#define _GNU_SOURCE
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "emulator_transport.h"
#include "runtime.h"

static int mad_write(struct inverbs_transport *t, const void *bytes, size_t len)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAD_WRITE);

	x.payload = bytes;
	x.bytes = len;
	return inverbs_emulated_exchange_shared((struct inverbs_emulated *)t, &x);
}

static int mad_ioctl(struct inverbs_transport *t, unsigned long request, void *argument)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAD_IOCTL);

	if (_IOC_SIZE(request) && !argument)
		return EFAULT;
	x.arg[0] = request;
	x.payload = argument;
	x.bytes = _IOC_SIZE(request);
	x.response = argument;
	x.response_room = _IOC_SIZE(request);
	return inverbs_emulated_exchange_shared((struct inverbs_emulated *)t, &x);
}

/** Returns 0 when a datagram is pending; errors of the receive become errors of the call. */
static int wait_for_datagram(const struct inverbs_emulated *file)
{
	char byte;
	ssize_t got = recv(file->base.fd, &byte, sizeof(byte), MSG_PEEK);

	if (got < 0)
		return errno;
	return got ? 0 : EIO; /* the emulator has exited */
}

static ssize_t mad_read(struct inverbs_transport *t, void *buf, size_t room)
{
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;
	int err;

	for (;;) {
		struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAD_READ);

		x.arg[0] = room;
		x.response = buf;
		x.response_room = room;
		err = inverbs_emulated_exchange_shared(file, &x);
		if (!err && !x.reply.arg[0])
			return x.reply.bytes;
		if (!err)
			return -(ssize_t)x.reply.arg[0];
		if (err == EAGAIN)
			err = wait_for_datagram(file);
		if (err)
			return -err;
	}
}

static void mad_close(struct inverbs_transport *t)
{
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;

	inverbs_emulated_disconnect(file);
	if (t->fd >= 0)
		close(t->fd);
	free(file);
}

static const struct inverbs_transport_ops mad_ops = {
	.command = mad_write,
	.mad_ioctl = mad_ioctl,
	.mad_read = mad_read,
	.close = mad_close,
};

static int refuse_command(struct inverbs_transport *t, const void *bytes, size_t len)
{
	(void)t;
	(void)bytes;
	(void)len;
	return EINVAL;
}

/** issmN is not read or written; it only has to be open. */
static const struct inverbs_transport_ops issm_ops = {
	.command = refuse_command,
	.close = mad_close,
};

/* Send OPEN_MAD; the socket in the reply becomes the file's descriptor. */
static int open_mad(struct inverbs_emulated *file, const char *device, unsigned int port, bool issm)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_OPEN_MAD);
	int err;

	x.arg[0] = port;
	x.arg[1] = issm ? SOFTHCA_MAD_KIND_ISSM : SOFTHCA_MAD_KIND_UMAD;
	x.payload = device;
	x.bytes = strlen(device);
	x.most_fds = !issm;
	err = inverbs_emulated_exchange(file, &x);
	if (!err && x.fd_count != x.most_fds)
		err = EPROTO;
	if (!err && !issm)
		file->base.fd = x.fds[0];
	return err;
}

struct inverbs_transport *inverbs_emulator_open_mad(const struct inverbs_backend *b,
						    const char *device, unsigned int port,
						    bool issm)
{
	struct inverbs_emulated *file = calloc(1, sizeof(*file));
	int err;

	(void)b;
	if (!file)
		return inverbs_fail(ENOMEM);
	file->base.ops = issm ? &issm_ops : &mad_ops;
	file->base.fd = -1;
	err = inverbs_emulated_connect(file);
	if (!err) {
		err = open_mad(file, device, port, issm);
		if (!err)
			return &file->base;
		inverbs_emulated_disconnect(file);
	}
	free(file);
	return inverbs_fail(err);
}
