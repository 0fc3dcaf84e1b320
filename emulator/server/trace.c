/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace records for readers: each reader has a buffer of fixed size, and the emulator never waits
 * for a reader.
 */
#include "server/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/trace_print.h"
#include "base/upcalls.h"
#include "server/server.h"

enum {
	BUFFER_BYTES = 1 << 18,
	MAX_TRACERS = 8,
};

struct softhca_tracer {
	struct softhca *hca;
	struct softhca_link in_hca;
	struct softhca_client *client; /**< NULL: records are written to `file` */
	FILE *file;
	pid_t pid;
	uint64_t kinds;
	const struct softhca_dev *device;
	bool blocked;  /**< its socket is full */
	uint64_t lost; /**< records dropped for lack of room and not reported yet */
	size_t first;  /**< offset of the first byte that was not sent */
	size_t end;
	uint8_t bytes[BUFFER_BYTES];
};

static size_t padded_size(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

/* --- recording --------------------------------------------------------------------------- */

static bool tracer_takes(const struct softhca_tracer *t, const struct softhca_context *ctx,
			 uint32_t kind)
{
	if (!(t->kinds & UINT64_C(1) << kind) || (t->device && t->device != ctx->device))
		return false;
	if (t->pid && t->pid != ctx->memory.pid)
		return false;
	return !t->client || !t->client->uid || t->client->uid == ctx->uid;
}

static void append_record(struct softhca_tracer *t, const struct softhca_trace *header,
			  const void *payload)
{
	memcpy(t->bytes + t->end, header, sizeof(*header));
	if (header->bytes)
		memcpy(t->bytes + t->end + sizeof(*header), payload, header->bytes);
	t->end += sizeof(*header) + padded_size(header->bytes);
}

static void append_lost_count(struct softhca_tracer *t)
{
	const struct softhca_trace header = {
		.kind = SOFTHCA_TRACE_KIND_LOST, .time = softhca_now(), .lost = t->lost};

	append_record(t, &header, NULL);
	t->lost = 0;
}

static void make_room(struct softhca_tracer *t, size_t need)
{
	if (t->end + need <= BUFFER_BYTES)
		return;
	memmove(t->bytes, t->bytes + t->first, t->end - t->first);
	t->end -= t->first;
	t->first = 0;
}

static void record_for_tracer(struct softhca_tracer *t, const struct softhca_trace *header,
			      const void *payload)
{
	size_t need = sizeof(*header) + padded_size(header->bytes) +
		      (t->lost ? sizeof(*header) : 0);

	make_room(t, need);
	if (need > SOFTHCA_MESSAGE_MAX || t->end + need > BUFFER_BYTES) {
		t->lost++;
		return;
	}
	if (t->lost)
		append_lost_count(t);
	append_record(t, header, payload);
}

static void record_for_all(const struct softhca_context *ctx, const struct softhca_trace *given,
			   const void *payload)
{
	struct softhca *hca = ctx->device->hca;
	struct softhca_trace header = *given;
	struct softhca_link *pos, *after;

	header.time = softhca_now();
	header.pid = (uint32_t)ctx->memory.pid;
	header.device = ctx->device->index;
	softhca_for_each(pos, after, &hca->tracers)
	{
		struct softhca_tracer *t = softhca_entry(pos, struct softhca_tracer, in_hca);

		if (tracer_takes(t, ctx, header.kind))
			record_for_tracer(t, &header, payload);
	}
}

void softhca_trace_record_entry(const struct softhca_context *ctx, enum softhca_trace_kind kind,
				uint32_t number, uint32_t index, uint32_t detail, const void *entry,
				size_t bytes)
{
	const struct softhca_trace header = {
		.bytes = (uint32_t)bytes,
		.kind = kind,
		.number = number,
		.index = index,
		.detail = detail,
	};

	record_for_all(ctx, &header, entry);
}

void softhca_trace_record_command(const struct softhca_context *ctx, const void *command,
				  size_t bytes, int error)
{
	const struct softhca_trace header = {
		.bytes = (uint32_t)bytes,
		.kind = SOFTHCA_TRACE_KIND_COMMAND,
		.error = (uint32_t)error,
	};

	record_for_all(ctx, &header, command);
}

/**
 * Does the reader get MADs? Those of all users are visible to root and the user who runs the
 * emulator.
 */
static bool wants_mads(const struct softhca_tracer *t, const struct softhca_dev *device)
{
	if (!(t->kinds & UINT64_C(1) << SOFTHCA_TRACE_KIND_MAD) || t->pid ||
	    (t->device && t->device != device))
		return false;
	return !t->client || !t->client->uid || t->client->uid == geteuid();
}

void softhca_trace_record_mad(struct softhca *hca, const struct softhca_dev *device,
			      const struct softhca_trace *about, const void *bytes)
{
	struct softhca_trace header = *about;
	struct softhca_link *pos, *after;

	header.kind = SOFTHCA_TRACE_KIND_MAD;
	header.time = softhca_now();
	header.device = device ? device->index : SOFTHCA_TRACE_SWITCH;
	softhca_for_each(pos, after, &hca->tracers)
	{
		struct softhca_tracer *t = softhca_entry(pos, struct softhca_tracer, in_hca);

		if (wants_mads(t, device))
			record_for_tracer(t, &header, bytes);
	}
}

static bool wants_connections(const struct softhca_tracer *t, const struct softhca_process *process,
			      const struct softhca_dev *device)
{
	if (!(t->kinds & UINT64_C(1) << SOFTHCA_TRACE_KIND_CONNECTION) ||
	    (t->device && t->device != device) || (t->pid && t->pid != process->pid))
		return false;
	return !t->client || !t->client->uid || t->client->uid == process->uid;
}

void softhca_trace_record_connection(const struct softhca_process *process,
				     const struct softhca_dev *device,
				     const struct softhca_trace *about, const void *text)
{
	struct softhca *hca = process->hca;
	struct softhca_trace header = *about;
	struct softhca_link *pos, *after;

	header.kind = SOFTHCA_TRACE_KIND_CONNECTION;
	header.time = softhca_now();
	header.pid = (uint32_t)process->pid;
	header.device = device ? device->index : SOFTHCA_TRACE_NO_DEVICE;
	softhca_for_each(pos, after, &hca->tracers)
	{
		struct softhca_tracer *t = softhca_entry(pos, struct softhca_tracer, in_hca);

		if (wants_connections(t, process, device))
			record_for_tracer(t, &header, text);
	}
}

/* --- sending ----------------------------------------------------------------------------- */

static size_t record_bytes(const struct softhca_tracer *t, size_t at)
{
	struct softhca_trace header;

	memcpy(&header, t->bytes + at, sizeof(header));
	return sizeof(header) + padded_size(header.bytes);
}

/** Returns the bytes of as many whole records as fit into one message. */
static size_t next_message(const struct softhca_tracer *t)
{
	size_t at = t->first;

	while (at < t->end && at + record_bytes(t, at) - t->first <= SOFTHCA_MESSAGE_MAX)
		at += record_bytes(t, at);
	return at - t->first;
}

static void set_blocked(struct softhca_tracer *t, bool blocked)
{
	t->blocked = blocked;
	softhca_rewatch(&t->hca->loop, t->client->fd, EPOLLIN | (blocked ? EPOLLOUT : 0),
			&t->client->source);
}

/**
 * Send a message. Returns false if the socket is full. (The loop notices readers that have
 * disconnected.)
 */
static bool send_message(struct softhca_tracer *t)
{
	size_t bytes = next_message(t);

	if (send(t->client->fd, t->bytes + t->first, bytes, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
		if (errno == EAGAIN)
			set_blocked(t, true);
		return false;
	}
	t->first += bytes;
	return true;
}

static bool print_record(struct softhca_tracer *t)
{
	const struct softhca_dev *device;
	struct softhca_trace header;

	memcpy(&header, t->bytes + t->first, sizeof(header));
	device = header.device < t->hca->num_devices ? t->hca->devices[header.device] : NULL;
	softhca_trace_print(t->file, device ? device->name : NULL,
			    device ? device->driver->identity->driver_id : 0, &header,
			    t->bytes + t->first + sizeof(header));
	t->first += sizeof(header) + padded_size(header.bytes);
	if (t->first == t->end)
		fflush(t->file);
	return true;
}

static void flush_records(struct softhca_tracer *t)
{
	if (t->blocked)
		return;
	if (t->first == t->end && !t->lost)
		return;
	if (t->lost) {
		make_room(t, sizeof(struct softhca_trace));
		if (t->end + sizeof(struct softhca_trace) <= BUFFER_BYTES)
			append_lost_count(t);
	}
	while (t->first < t->end && (t->file ? print_record(t) : send_message(t)))
		;
	if (t->first == t->end)
		t->first = t->end = 0;
}

void softhca_trace_flush(struct softhca *hca)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->tracers)
		flush_records(softhca_entry(pos, struct softhca_tracer, in_hca));
}

void softhca_trace_writable(struct softhca_tracer *t)
{
	set_blocked(t, false);
	flush_records(t);
}

/* --- beginning and end ------------------------------------------------------------------- */

static unsigned int count_tracers(const struct softhca *hca)
{
	unsigned int n = 0;

	for (const struct softhca_link *pos = hca->tracers.next; pos != &hca->tracers;
	     pos = pos->next)
		n++;
	return n;
}

static struct softhca_tracer *add_tracer(struct softhca *hca)
{
	struct softhca_tracer *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->hca = hca;
	softhca_list_add_last(&hca->tracers, &t->in_hca);
	hca->traced = true;
	return t;
}

int softhca_trace_begin(struct softhca_client *client, pid_t pid, uint64_t kinds,
			const struct softhca_dev *device)
{
	struct softhca_tracer *t;

	if (count_tracers(client->hca) >= MAX_TRACERS)
		return EBUSY;
	t = add_tracer(client->hca);
	if (!t)
		return ENOMEM;
	t->client = client;
	t->pid = pid;
	t->kinds = kinds;
	t->device = device;
	client->tracer = t;
	return 0;
}

int softhca_trace_to_file(struct softhca *hca, FILE *file)
{
	struct softhca_tracer *t = add_tracer(hca);

	if (!t)
		return ENOMEM;
	t->file = file;
	t->kinds = UINT64_MAX;
	return 0;
}

void softhca_trace_end(struct softhca_tracer *t)
{
	softhca_link_remove(&t->in_hca);
	t->hca->traced = !softhca_list_empty(&t->hca->tracers);
	if (t->file && t->file != stderr)
		fclose(t->file);
	free(t);
}

void softhca_trace_fini(struct softhca *hca)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->tracers)
		softhca_trace_end(softhca_entry(pos, struct softhca_tracer, in_hca));
}
