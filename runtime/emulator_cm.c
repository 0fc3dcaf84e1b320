/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Transport for the emulator's connection manager. Responses come at once. To wait for an event,
 * read a byte from a pipe that holds one per unread event; the program polls this pipe, so that
 * polling, O_NONBLOCK and signals behave as with the kernel's file.
 */
#define _GNU_SOURCE
#include <inverbs/kernel/ucma_parse.h>
#include <unistd.h>

#include "emulator_transport.h"
#include "runtime.h"

/* Returns the descriptor that a request refers to, or -1. */
static int named_fd(const struct uverbs_parsed *p)
{
	int32_t fd = -1;

	if (p->info->request_fd >= 0)
		memcpy(&fd, (const uint8_t *)p->core + p->info->request_fd, sizeof(fd));
	return fd;
}

static int submit_command(struct inverbs_emulated *file, const struct uverbs_parsed *p,
			  const void *cmd, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_COMMAND);
	int err = 0;

	x.payload = cmd;
	x.bytes = bytes;
	if (p) {
		err = inverbs_exchange_send_fd(&x, named_fd(p));
		x.response = (void *)(uintptr_t)p->response;
		x.response_room = p->core_out;
	}
	if (!err)
		err = inverbs_emulated_exchange(file, &x);
	if (err == EBADF)
		err = ENOENT; /* the kernel's errno value for this */
	return err;
}

/* Returns 0 when an event is pending; errors of the read become errors of the command. */
static int wait_for_event(const struct inverbs_emulated *file)
{
	char token;
	ssize_t got;

	if (file->owner != getpid())
		return EACCES; /* the read would consume the parent's byte */
	got = read(file->base.fd, &token, sizeof(token));
	if (got < 0)
		return errno;
	return got ? 0 : EIO; /* the emulator has exited */
}

static int next_event(struct inverbs_emulated *file, const struct uverbs_parsed *p, const void *cmd,
		      size_t bytes)
{
	int err;

	do {
		err = wait_for_event(file);
		if (!err)
			err = submit_command(file, p, cmd, bytes);
		else
			return err;
	} while (err == EAGAIN); /* the event was dropped together with its identifier */
	return err;
}

static int cm_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;
	struct uverbs_parsed p;

	/* A malformed header is left to the emulator, which refuses it as the kernel would. */
	if (uverbs_parse_bytes(ucma_command_info, cmd, bytes, &p))
		return submit_command(file, NULL, cmd, bytes);
	if (p.command == UCMA_CMD_GET_EVENT)
		return next_event(file, &p, cmd, bytes);
	return submit_command(file, &p, cmd, bytes);
}

static void cm_close(struct inverbs_transport *t)
{
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;

	inverbs_emulated_disconnect(file);
	close(t->fd);
	free(file);
}

static const struct inverbs_transport_ops cm_ops = {
	.command = cm_command,
	.close = cm_close,
};

/* Send OPEN_CM; the pipe in the reply becomes the file's descriptor. */
static int open_cm(struct inverbs_emulated *file)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_OPEN_CM);
	int err;

	x.most_fds = 1;
	err = inverbs_emulated_exchange(file, &x);
	if (!err && !x.fd_count)
		err = EPROTO;
	if (!err)
		file->base.fd = x.fds[0];
	return err;
}

struct inverbs_transport *inverbs_emulator_open_cm(const struct inverbs_backend *b)
{
	struct inverbs_emulated *file = calloc(1, sizeof(*file));
	int err;

	(void)b;
	if (!file)
		return inverbs_fail(ENOMEM);
	file->base.ops = &cm_ops;
	err = inverbs_emulated_connect(file);
	if (!err) {
		err = open_cm(file);
		if (!err)
			return &file->base;
		inverbs_emulated_disconnect(file);
	}
	free(file);
	return inverbs_fail(err);
}
