/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a trace (vectors/README.md). */
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

static size_t read_hex(const char *hex, uint8_t *to)
{
	size_t n = 0;
	unsigned int byte;

	while (n < LIVE_COMMAND_MAX && sscanf(hex + 2 * n, "%2x", &byte) == 1)
		to[n++] = (uint8_t)byte;
	return n;
}

/* The next note says what came of the calls before it. */
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

/* Children and other threads have their own story. */
static bool is_ours(json_t *event)
{
	return !strcmp(text_of(event, "fd_kind"), "uverbs") && !number_of(event, "process") &&
	       !number_of(event, "thread");
}

static void take_command(json_t *event, struct live_command *c)
{
	memset(c, 0, sizeof(*c));
	c->len = read_hex(text_of(event, "request"), c->bytes);
	c->answered = read_hex(text_of(event, "response"), c->answer);
	c->result = number_of(event, "result");
}

/* A success has an address as its result, in text. */
static void take_map(json_t *event, struct live_map *m)
{
	int result = number_of(event, "result");

	m->offset = (uint64_t)json_integer_value(json_object_get(event, "offset"));
	m->bytes = (size_t)number_of(event, "length");
	m->error = result < 0 ? -result : 0;
}

struct live_event *live_next(struct live_trace *trace)
{
	struct live_event *e = &trace->event;

	while (trace->next < json_array_size(trace->events)) {
		json_t *event = json_array_get(trace->events, trace->next++);
		const char *call = text_of(event, "syscall");

		e->is_map = !strcmp(call, "mmap");
		if (!is_ours(event) || (!e->is_map && strcmp(call, "write") != 0))
			continue;
		e->number = number_of(event, "n");
		find_note(trace, e->note);
		if (e->is_map)
			take_map(event, &e->map);
		else
			take_command(event, &e->command);
		return e;
	}
	return NULL;
}
