/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a trace (vectors/README.md). */
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

struct live_trace {
	json_t *root;
	json_t *events;
	size_t next;
	struct live_event event;
};

struct live_trace *live_load(const char *file)
{
	struct live_trace *trace = calloc(1, sizeof(*trace));
	json_error_t error;

	if (!trace)
		return NULL;
	trace->root = json_load_file(file, 0, &error);
	trace->events = json_object_get(trace->root, "events");
	if (trace->events)
		return trace;
	printf("%s: %s\n", file, error.text);
	live_free(trace);
	return NULL;
}

void live_free(struct live_trace *trace)
{
	json_decref(trace->root);
	free(trace);
}

static const char *text_of(json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));

	return text ? text : "";
}

static int number_of(json_t *event, const char *key)
{
	return (int)json_integer_value(json_object_get(event, key));
}

static unsigned int digit(char c)
{
	return c <= '9' ? (unsigned int)(c - '0') : (unsigned int)(c - 'a' + 10);
}

static void read_hex(const char *hex, struct live_bytes *to)
{
	for (to->len = 0; to->len < LIVE_BYTES_MAX && hex[0] && hex[1]; hex += 2)
		to->at[to->len++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
}

/* A note is about the calls before it. */
static void find_note(const struct live_trace *trace, char note[LIVE_NOTE_MAX])
{
	note[0] = '\0';
	for (size_t i = trace->next; i < json_array_size(trace->events); i++) {
		json_t *event = json_array_get(trace->events, i);

		if (strcmp(text_of(event, "syscall"), "note") != 0)
			continue;
		snprintf(note, LIVE_NOTE_MAX, "%s", text_of(event, "text"));
		return;
	}
}

bool live_gid(const struct live_trace *trace, unsigned int index, uint8_t gid[16])
{
	const char *hex = json_string_value(
		json_array_get(json_object_get(trace->root, "gids"), index));
	struct live_bytes bytes;

	if (!hex)
		return false;
	read_hex(hex, &bytes);
	memcpy(gid, bytes.at, 16);
	return bytes.len == 16;
}

static void take_command(json_t *event, struct live_command *c)
{
	read_hex(text_of(event, "request"), &c->request);
	read_hex(text_of(event, "response"), &c->response);
	c->result = number_of(event, "result");
}

static void take_memory(json_t *attr, struct live_memory *m)
{
	m->is = json_object_get(attr, "memory_before") || json_object_get(attr, "memory_after");
	read_hex(text_of(attr, "memory_before"), &m->before);
	/* recorded only if different from before */
	read_hex(text_of(attr,
			 json_object_get(attr, "memory_after") ? "memory_after" : "memory_before"),
		 &m->after);
}

static void take_ioctl(json_t *event, struct live_ioctl *call)
{
	json_t *attrs = json_object_get(event, "attrs");

	read_hex(text_of(event, "request"), &call->before);
	read_hex(text_of(event, "after"), &call->after);
	call->error = -number_of(event, "result");
	for (size_t i = 0; i < LIVE_ATTRS_MAX; i++)
		take_memory(json_array_get(attrs, i), &call->memory[i]);
}

/* The result of a successful call is an address, as a string. */
static void take_map(json_t *event, struct live_map *m)
{
	int result = number_of(event, "result");

	m->offset = (uint64_t)json_integer_value(json_object_get(event, "offset"));
	m->bytes = (size_t)number_of(event, "length");
	m->error = result < 0 ? -result : 0;
}

static void take_ring(json_t *event, struct live_ring *ring)
{
	json_t *slots = json_object_get(event, "slots");

	ring->offset = (uint64_t)json_integer_value(json_object_get(event, "offset"));
	ring->producer = (uint32_t)number_of(event, "producer");
	ring->consumer = (uint32_t)number_of(event, "consumer");
	ring->old_producer = (uint32_t)number_of(event, "old_producer");
	ring->count = 0;
	for (size_t i = 0; i < json_array_size(slots) && i < LIVE_SLOTS_MAX; i++) {
		struct live_slot *slot = &ring->slots[ring->count++];

		memset(slot, 0, sizeof(*slot));
		slot->index = (uint32_t)number_of(json_array_get(slots, i), "index");
		read_hex(text_of(json_array_get(slots, i), "bytes"), &slot->bytes);
	}
}

static void take_read(json_t *event, struct live_read *r)
{
	r->fd = number_of(event, "fd");
	r->room = (size_t)number_of(event, "count");
	r->result = number_of(event, "result");
	read_hex(text_of(event, "response"), &r->bytes);
}

static bool take_of_device(json_t *event, const char *call, struct live_event *e)
{
	if (!strcmp(call, "mmap")) {
		e->is = LIVE_MAP;
		take_map(event, &e->map);
	} else if (!strcmp(call, "ioctl")) {
		e->is = LIVE_IOCTL;
		take_ioctl(event, &e->ioctl);
	} else if (!strcmp(call, "write")) {
		e->is = LIVE_COMMAND;
		take_command(event, &e->command);
	} else {
		return false;
	}
	return true;
}

/* Calls on event files. The only use of F_SETFL is to make one non-blocking. */
static bool take_of_file(json_t *event, const char *call, struct live_event *e)
{
	take_read(event, &e->read);
	e->is = strcmp(call, "read") ? LIVE_NONBLOCK : LIVE_READ;
	return e->is == LIVE_READ ||
	       (!strcmp(call, "fcntl") && number_of(event, "cmd") == F_SETFL &&
		number_of(event, "arg") & O_NONBLOCK);
}

static bool take_of_cm(json_t *event, const char *call, struct live_event *e)
{
	e->file = number_of(event, "fd");
	if (!strcmp(call, "openat")) {
		e->is = LIVE_CM_OPEN;
		return true;
	}
	if (strcmp(call, "write") != 0)
		return take_of_file(event, call, e) && e->is == LIVE_NONBLOCK;
	e->is = LIVE_CM_COMMAND;
	take_command(event, &e->command);
	return true;
}

static bool take_of_mad(json_t *event, const char *call, struct live_event *e)
{
	static const char *const calls[] = {
		[LIVE_MAD_OPEN] = "openat", [LIVE_MAD_CLOSE] = "close", [LIVE_MAD_IOCTL] = "ioctl",
		[LIVE_MAD_WRITE] = "write", [LIVE_MAD_READ] = "read",   [LIVE_MAD_POLL] = "poll"};
	struct live_mad *m = &e->mad;
	unsigned int i = 0;

	while (i < sizeof(calls) / sizeof(calls[0]) && strcmp(call, calls[i]) != 0)
		i++;
	if (i == sizeof(calls) / sizeof(calls[0]))
		return false;
	e->is = LIVE_MAD;
	e->file = number_of(event, "fd");
	m->call = (enum live_mad_call)i;
	m->number = (uint32_t)json_integer_value(json_object_get(event, "number"));
	m->argument = json_object_get(event, "request");
	m->room = (size_t)number_of(event, "count");
	m->result = number_of(event, "result");
	read_hex(text_of(event, "request"), &m->request);
	read_hex(text_of(event, i == LIVE_MAD_READ ? "response" : "after"), &m->after);
	return true;
}

static bool parse_event(json_t *event, struct live_event *e)
{
	const char *call = text_of(event, "syscall"), *kind = text_of(event, "fd_kind");

	e->child = number_of(event, "process");
	if (!strcmp(call, "ring")) {
		e->is = LIVE_RING;
		take_ring(event, &e->ring);
		return true;
	}
	if (!strcmp(kind, "uverbs"))
		return take_of_device(event, call, e);
	if (!strcmp(kind, "rdma_cm"))
		return take_of_cm(event, call, e);
	if (!strcmp(kind, "umad"))
		return take_of_mad(event, call, e);
	return (!strcmp(kind, "comp") || !strcmp(kind, "async")) && take_of_file(event, call, e);
}

struct live_event *live_next(struct live_trace *trace)
{
	struct live_event *e = &trace->event;

	while (trace->next < json_array_size(trace->events)) {
		json_t *event = json_array_get(trace->events, trace->next++);

		if (!parse_event(event, e))
			continue;
		e->number = number_of(event, "n");
		find_note(trace, e->note);
		return e;
	}
	return NULL;
}
