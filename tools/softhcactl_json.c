/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts the daemon's responses to JSON: each command has one reader, which is called for every
 * line.
 */
#include "softhcactl_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

enum {
	NAME_ROOM = 64, /**< as in the formats below: %63s and a NUL */
};

/** The objects that are currently open in the document. */
struct reader {
	char device[NAME_ROOM];
	unsigned int port;
	bool in_port;
	bool in_context;
};

static bool read_port(struct reader *r, char *line)
{
	char device[NAME_ROOM], uverbs[NAME_ROOM], state[NAME_ROOM], layer[NAME_ROOM];
	char gid[NAME_ROOM] = "";
	unsigned int port, lid;

	(void)r;
	if (sscanf(line, "%63s %63s port %u %63s lid 0x%x %63s gid %63s", device, uverbs, &port,
		   state, &lid, layer, gid) < 6)
		return false;
	document_object(NULL);
	document_text("device", device);
	document_text("uverbs", uverbs);
	document_number("port", port);
	document_text("state", state);
	document_number("lid", lid);
	document_text("link_layer", layer);
	document_text("gid", gid);
	document_end();
	return true;
}

/* --- objects --- */

static void leave_context(struct reader *r)
{
	if (!r->in_context)
		return;
	document_end(); /* closes queue_pairs */
	document_end();
	r->in_context = false;
}

/** Read a line such as "mlx4_0 process 7: pd 1 mr 2 ...". */
static bool read_context(struct reader *r, char *line)
{
	char *rest = strchr(line, ':');
	char device[NAME_ROOM], *word;
	int pid;

	if (!rest || sscanf(line, "%63s process %d:", device, &pid) != 2)
		return false;
	leave_context(r);
	document_object(NULL);
	document_text("device", device);
	document_number("process", (uint64_t)pid);
	document_object("objects");
	for (rest++; (word = strtok_r(rest, " ", &rest)) != NULL;) {
		const char *value = strtok_r(rest, " ", &rest);

		if (!value)
			return false;
		document_number(word, strtoull(value, NULL, 10));
	}
	document_end();
	document_array("queue_pairs");
	r->in_context = true;
	return true;
}

/**
 * Read a line such as " qp 0x48 RC to 0x47 in RTS for 1.2 s, age 3.4 s, sends 3, receives 12,
 * failed".
 */
static bool read_queue_pair(struct reader *r, const char *line)
{
	char type[NAME_ROOM], state[NAME_ROOM];
	const char *at = strstr(line, " in ");
	unsigned int qpn, peer, sends, receives;
	double since, age;

	if (!r->in_context || !at || sscanf(line, "  qp 0x%x %63s", &qpn, type) != 2 ||
	    sscanf(at, " in %63s for %lf s, age %lf s, sends %u, receives %u", state, &since, &age,
		   &sends, &receives) != 5)
		return false;
	document_object(NULL);
	document_number("qpn", qpn);
	document_text("type", type);
	if (sscanf(line, "  qp 0x%*x %*s to 0x%x", &peer) == 1)
		document_number("peer", peer);
	document_text("state", state);
	document_real("seconds_in_state", since);
	document_real("age_seconds", age);
	document_number("sends", sends);
	document_number("receives", receives);
	document_flag("waits", strstr(at, ", waits") != NULL);
	document_flag("failed", strstr(at, ", failed") != NULL);
	document_end();
	return true;
}

static bool read_object(struct reader *r, char *line)
{
	unsigned int contexts, total;

	if (!strncmp(line, "  qp ", strlen("  qp ")))
		return read_queue_pair(r, line);
	if (sscanf(line, "process %u:", &total) == 1 ||
	    sscanf(line, "connection manager: identifier %u", &total) == 1)
		return true; /* the command `connections` has these */
	if (sscanf(line, "total: contexts %u objects %u", &contexts, &total) != 2)
		return read_context(r, line);
	leave_context(r);
	document_end(); /* closes contexts */
	document_object("total");
	document_number("contexts", contexts);
	document_number("objects", total);
	return true;
}

/* --- connections --- */

/**
 * Read " queue pair 0x48 to 0x49 mlx4_0 for 1.2 s, age 3.4 s, identifier 5, unread events 1"; queue
 * pairs, device and events may be missing.
 */
static bool read_identifier(const char *text)
{
	const char *at = strstr(text, " for ");
	const char *unread = strstr(text, ", unread events ");
	unsigned int qpn = 0, peer = 0, number;
	char device[NAME_ROOM];
	double since, age;

	if (!at || sscanf(at, " for %lf s, age %lf s, identifier %u", &since, &age, &number) != 3)
		return false;
	while (at > text && at[-1] != ' ')
		at--;
	if (sscanf(at, "%63s", device) != 1)
		return false;
	if (sscanf(text, " queue pair 0x%x to 0x%x", &qpn, &peer) < 1)
		sscanf(text, " to 0x%x", &peer);
	document_number("identifier", number);
	document_real("seconds_in_state", since);
	document_real("age_seconds", age);
	document_number("unread_events",
			unread ? strtoul(unread + strlen(", unread events "), NULL, 10) : 0);
	if (strcmp(device, "-") != 0)
		document_text("device", device);
	if (qpn)
		document_number("qpn", qpn);
	if (peer)
		document_number("peer", peer);
	return true;
}

/** Read "process 7: connection connected 127.0.0.1:20079 -> 127.0.0.2:3000", and the above. */
static bool read_connection(struct reader *r, char *line)
{
	char kind[NAME_ROOM], to[NAME_ROOM];
	char *arrow = strstr(line, " -> "), *from, *state;
	int pid, kind_end = 0, to_end = 0;
	bool good;

	(void)r;
	if (!arrow || sscanf(arrow, " -> %63s%n", to, &to_end) != 1 ||
	    sscanf(line, "process %d: %63s %n", &pid, kind, &kind_end) != 2 || !kind_end)
		return false;
	*arrow = '\0';
	state = line + kind_end;
	from = strrchr(state, ' ');
	if (!from)
		return false;
	*from++ = '\0';
	document_object(NULL);
	document_number("process", (uint64_t)pid);
	document_text("kind", kind);
	document_text("state", state);
	document_text("source", from);
	document_text("destination", to);
	good = read_identifier(arrow + to_end);
	document_end();
	return good;
}

/* --- counters --- */

static void leave_port(struct reader *r)
{
	if (!r->in_port)
		return;
	document_end(); /* closes counters */
	document_end();
	r->in_port = false;
}

static void enter_port(struct reader *r, const char *device, unsigned int port)
{
	if (r->in_port && r->port == port && !strcmp(r->device, device))
		return;
	leave_port(r);
	document_object(NULL);
	document_text("device", device);
	document_number("port", port);
	document_object("counters");
	snprintf(r->device, sizeof(r->device), "%s", device);
	r->port = port;
	r->in_port = true;
}

static bool read_counter(struct reader *r, char *line)
{
	char device[NAME_ROOM], name[NAME_ROOM];
	unsigned long long value;
	unsigned int port;

	if (sscanf(line, "%63s port %u %63s %llu", device, &port, name, &value) == 4) {
		enter_port(r, device, port);
		document_number(name, value);
		return true;
	}
	if (sscanf(line, "%63s %llu", name, &value) != 2)
		return false;
	if (r->in_port) {
		leave_port(r);
		document_end(); /* closes ports */
		document_object("daemon");
	}
	document_number(name, value);
	return true;
}

/* --- fault list, why --- */

/** Read "lose request 3 from mlx4_0 # matched 4, hit 1" or "seed 5". */
static bool read_rule(struct reader *r, char *line)
{
	char *note = strstr(line, " # matched ");
	unsigned long long matched = 0, hit = 0;

	(void)r;
	if (note && sscanf(note, " # matched %llu, hit %llu", &matched, &hit) != 2)
		return false;
	if (note)
		*note = '\0';
	document_object(NULL);
	document_text("rule", line);
	if (note) {
		document_number("matched", matched);
		document_number("hit", hit);
	}
	document_end();
	return true;
}

static bool read_line(struct reader *r, char *line)
{
	(void)r;
	document_text(NULL, line);
	return true;
}

static const struct command {
	const char *line; /**< the command line or, if it ends in a space, its beginning */
	const char *name, *member;
	bool (*read)(struct reader *r, char *line);
} commands[] = {
	{"list", "list", "ports", read_port},
	{"objects", "objects", "contexts", read_object},
	{"connections", "connections", "connections", read_connection},
	{"counters", "counters", "ports", read_counter},
	{"fault list", "fault list", "rules", read_rule},
	{"why ", "why", "lines", read_line},
};

static const struct command *command_of(const char *line)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const struct command *c = &commands[i];
		const size_t n = strlen(c->line);

		if (!strcmp(line, c->line) || (c->line[n - 1] == ' ' && !strncmp(line, c->line, n)))
			return c;
	}
	return NULL;
}

bool json_knows_command(const char *line)
{
	return command_of(line) != NULL;
}

int json_response(const char *line, const char *text)
{
	const struct command *command = command_of(line);
	struct reader reader = {.in_port = false};
	char *copy = strdup(text), *rest = copy, *row;
	bool good = copy != NULL;

	document_open();
	document_text("command", command->name);
	document_array(command->member);
	while (good && (row = strtok_r(rest, "\n", &rest)) != NULL) {
		good = command->read(&reader, row);
		if (!good)
			fprintf(stderr,
				"softhcactl: --json: the response is too long, or of another "
				"version, at '%s'; try without --json\n",
				row);
	}
	free(copy);
	if (good)
		return document_print();
	document_discard();
	return -1;
}
