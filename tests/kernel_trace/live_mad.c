/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Issues calls of a trace on files for management datagrams of port 1. The kernel's part of
 * transaction ids differs from run to run, and GIDs from device to device; everything else must be
 * the same.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "live.h"
#include "runtime/runtime.h"

enum {
	PORT = 1,
	FILES = 4,
	GIDS = 2,
	GID_BYTES = 16,
	GID_AT = 36, /* offset in the header */
	TID_AT = 8,  /* offset in a datagram of the agent's half of the transaction id */
	NOTHING_MS = 30,
};

static const struct inverbs_backend *backend;
static const char *device;

/* Open files, with their descriptors in the trace. */
static struct file {
	int then;
	struct inverbs_transport *now;
	bool registered, long_header;
} files[FILES];

static struct {
	uint8_t then[GID_BYTES], now[GID_BYTES];
} gids[GIDS];

void live_mad_begin(const struct inverbs_backend *b, const char *name,
		    const struct live_trace *trace)
{
	char path[32], text[64];

	backend = b;
	device = name;
	for (unsigned int i = 0; i < GIDS; i++) {
		snprintf(path, sizeof(path), "ports/%d/gids/%u", PORT, i);
		if (!live_gid(trace, i, gids[i].then) ||
		    b->read_attr(b, name, path, text, sizeof(text)) <= 0 ||
		    inet_pton(AF_INET6, text, gids[i].now) != 1)
			memset(&gids[i], 0, sizeof(gids[i]));
	}
}

static void close_file(struct file *f)
{
	if (f->now)
		f->now->ops->close(f->now);
	memset(f, 0, sizeof(*f));
}

void live_mad_end(void)
{
	for (unsigned int i = 0; i < FILES; i++)
		close_file(&files[i]);
}

static const char *text_of(int result)
{
	return result < 0 ? strerror(-result) : "done";
}

static bool differs(const char *what, int got, int wanted)
{
	if (got != wanted)
		printf("  %s: %d (%s), not %d (%s)\n", what, got, text_of(got), wanted,
		       text_of(wanted));
	return got != wanted;
}

static bool open_file(int then)
{
	struct file *f = files;

	while (f < files + FILES && f->now)
		f++;
	if (f == files + FILES)
		return false;
	f->now = backend->open_mad(backend, device, PORT, false);
	f->then = then;
	/* only poll() waits: if nothing arrives, read() fails, which counts as a difference */
	return f->now && !fcntl(f->now->fd, F_SETFL, O_NONBLOCK);
}

static bool same_bytes(const uint8_t *now, const struct live_bytes *then)
{
	for (size_t i = 0; i < then->len; i++) {
		if (now[i] == then->at[i])
			continue;
		printf("  byte %zu is %02x, not %02x\n", i, now[i], then->at[i]);
		return false;
	}
	return true;
}

static bool control(struct file *f, const struct live_mad *call)
{
	uint8_t argument[LIVE_BYTES_MAX];
	int err;

	memcpy(argument, call->request.at, call->request.len);
	err = f->now->ops->mad_ioctl(f->now, call->number, call->argument ? argument : NULL);
	if (!err && (call->number == UMAD_ENABLE_PKEY ||
		     (call->number == UMAD_REGISTER_AGENT2 && !f->registered)))
		f->long_header = true;
	f->registered = f->registered || (!err && call->number != UMAD_ENABLE_PKEY);
	return !differs("ioctl", -err, call->result) && same_bytes(argument, &call->after);
}

static size_t header_bytes(const struct file *f)
{
	return f->long_header ? sizeof(struct umad_header) : UMAD_SHORT_HEADER;
}

/* Replace a GID of the trace by ours. */
static void put_gid_now(uint8_t *gid)
{
	for (unsigned int i = 0; i < GIDS; i++) {
		if (memcmp(gid, gids[i].then, GID_BYTES) != 0)
			continue;
		memcpy(gid, gids[i].now, GID_BYTES);
		return;
	}
}

/* Replace one of our GIDs by the trace's. */
static void put_gid_then(uint8_t *gid)
{
	for (unsigned int i = 0; i < GIDS; i++) {
		if (memcmp(gid, gids[i].now, GID_BYTES) != 0)
			continue;
		memcpy(gid, gids[i].then, GID_BYTES);
		return;
	}
}

static uint32_t tid_of(const uint8_t *mad)
{
	uint32_t tid;

	memcpy(&tid, mad + TID_AT, sizeof(tid));
	return tid;
}

static bool write_datagram(struct file *f, const struct live_mad *call)
{
	const size_t header = header_bytes(f);
	uint8_t bytes[LIVE_BYTES_MAX];
	uint32_t tid;
	int err;

	memcpy(bytes, call->request.at, call->request.len);
	put_gid_now(bytes + GID_AT);
	tid = (uint32_t)live_name_now(LIVE_TID, tid_of(bytes + header));
	memcpy(bytes + header + TID_AT, &tid, sizeof(tid));
	err = f->now->ops->command(f->now, bytes, call->request.len);
	return !differs("write", err ? -err : (int)call->request.len, call->result);
}

/* Replace the agent's half of the transaction id by the trace's; the first time, remember the pair.
 */
static void put_tid_then(uint8_t *mad, uint32_t then)
{
	const uint32_t now = tid_of(mad);

	if (live_name_now(LIVE_TID, then) == then)
		live_remember(LIVE_TID, then, now);
	if (live_name_now(LIVE_TID, then) == now)
		memcpy(mad + TID_AT, &then, sizeof(then));
}

static bool read_datagram(struct file *f, const struct live_mad *call)
{
	const size_t header = header_bytes(f);
	uint8_t bytes[LIVE_BYTES_MAX] = {0};
	const int got = (int)f->now->ops->mad_read(f->now, bytes, call->room);

	if (differs("read", got, call->result))
		return false;
	if (call->after.len >= header + UMAD_ECHO_BYTES) {
		put_gid_then(bytes + GID_AT);
		put_tid_then(bytes + header, tid_of(call->after.at + header));
	}
	return same_bytes(bytes, &call->after);
}

static bool wait_for(struct file *f, const struct live_mad *call)
{
	struct pollfd event = {.fd = f->now->fd, .events = POLLIN};

	return !differs("poll", poll(&event, 1, call->result ? live_patience() : NOTHING_MS),
			call->result);
}

bool live_mad(int then, const struct live_mad *call)
{
	struct file *f = files;

	if (call->call == LIVE_MAD_OPEN)
		return open_file(then);
	while (f < files + FILES && (!f->now || f->then != then))
		f++;
	if (f == files + FILES)
		return false;
	switch (call->call) {
	case LIVE_MAD_IOCTL:
		return control(f, call);
	case LIVE_MAD_WRITE:
		return write_datagram(f, call);
	case LIVE_MAD_READ:
		return read_datagram(f, call);
	case LIVE_MAD_POLL:
		return wait_for(f, call);
	default:
		close_file(f);
		return true;
	}
}
