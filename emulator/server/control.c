/* SPDX-License-Identifier: BSD-2-Clause */
/* softhcactl's requests: executes command lines, and returns text. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/devices.h"
#include "cm/cm.h"
#include "faults/faults.h"
#include "kernel/device.h"
#include "kernel/sysfs.h"
#include "server/server.h"

enum {
	MAX_WORDS = SOFTHCA_FAULT_WORDS + 2, /**< enough for "fault add RULE" */
	TOTAL_ROOM = 80,
};

/** A text buffer. */
struct text {
	char *buf;
	size_t room;
	size_t len;
	uid_t uid; /**< user who runs softhcactl */
};

__attribute__((format(printf, 2, 3))) static void append_text(struct text *text, const char *format,
							      ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->buf + text->len, text->room - text->len, format, args);
	va_end(args);
	if (n > 0)
		text->len += (size_t)n < text->room - text->len ? (size_t)n
								: text->room - text->len - 1;
}

/* --- list -------------------------------------------------------------------------------- */

static int list_ports(struct softhca_server *server, char **words, struct text *text)
{
	(void)words;
	for (unsigned int i = 0; i < server->hca.num_devices; i++) {
		const struct softhca_dev *device = server->hca.devices[i];

		for (unsigned int n = 0; n < device->num_ports; n++) {
			const struct softhca_port *port = &device->port[n];
			char gid[64] = "";
			char path[32];

			snprintf(path, sizeof(path), "ports/%u/gids/0", port->number);
			softhca_read_attr(device, path, gid, sizeof(gid));
			append_text(text, "%s %s port %u %s lid 0x%x %s gid %s", device->name,
				    device->dev_name, port->number, softhca_port_state_name(port),
				    port->lid, port->ethernet ? "Ethernet" : "InfiniBand", gid);
		}
	}
	return 0;
}

/* --- objects ----------------------------------------------------------------------------- */

struct tally {
	unsigned int of[SOFTHCA_TYPES];
	unsigned int channels;
};

static unsigned int list_length(const struct softhca_link *head)
{
	unsigned int n = 0;

	for (const struct softhca_link *pos = head->next; pos != head; pos = pos->next)
		n++;
	return n;
}

static struct tally count_objects(const struct softhca_context *ctx)
{
	struct tally tally = {.channels = list_length(&ctx->channels)};
	const struct softhca_link *head = &ctx->objects;

	for (struct softhca_link *pos = head->next; pos != head; pos = pos->next)
		tally.of[softhca_entry(pos, struct softhca_object, in_context)->type]++;
	return tally;
}

static unsigned int tally_total(const struct tally *tally)
{
	unsigned int total = tally->channels;

	for (unsigned int t = 0; t < SOFTHCA_TYPES; t++)
		total += tally->of[t];
	return total;
}

static void print_tally(struct text *text, const struct tally *tally)
{
	static const char *const names[SOFTHCA_TYPES] = {
		[SOFTHCA_PD] = "pd", [SOFTHCA_MR] = "mr",     [SOFTHCA_MW] = "mw",
		[SOFTHCA_CQ] = "cq", [SOFTHCA_QP] = "qp",     [SOFTHCA_SRQ] = "srq",
		[SOFTHCA_AH] = "ah", [SOFTHCA_XRCD] = "xrcd",
	};

	for (unsigned int t = 0; t < SOFTHCA_TYPES; t++)
		append_text(text, " %s %u", names[t], tally->of[t]);
	append_text(text, " channel %u\n", tally->channels);
}

/** Print one line per process, and the total, for which room is reserved. */
static int list_objects(struct softhca_server *server, char **words, struct text *text)
{
	struct text rows = {.buf = text->buf, .room = text->room - TOTAL_ROOM};
	unsigned int total = softhca_cm_count(&server->hca);
	unsigned int contexts = 0;

	(void)words;
	for (unsigned int i = 0; i < server->hca.num_devices; i++) {
		const struct softhca_dev *device = server->hca.devices[i];
		const struct softhca_link *head = &device->contexts;

		for (struct softhca_link *pos = head->next; pos != head; pos = pos->next) {
			const struct softhca_context *ctx = softhca_entry(
				pos, struct softhca_context, in_device);
			const struct tally tally = count_objects(ctx);

			append_text(&rows, "%s process %d:", device->name, (int)ctx->memory.pid);
			print_tally(&rows, &tally);
			rows.len += softhca_control_queue_pairs(ctx, rows.buf + rows.len,
								rows.room - rows.len);
			total += tally_total(&tally);
			contexts++;
		}
	}
	if (softhca_cm_count(&server->hca))
		append_text(&rows, "connection manager: identifier %u\n",
			    softhca_cm_count(&server->hca));
	rows.len += softhca_cm_show(&server->hca, rows.buf + rows.len, rows.room - rows.len);
	text->len = rows.len;
	append_text(text, "total: contexts %u objects %u\n", contexts, total);
	return 0;
}

/* --- why --------------------------------------------------------------------------------- */

static int explain_refusal(struct softhca_server *server, char **words, struct text *text)
{
	const int ret = softhca_control_why(&server->hca, words[1], text->uid, text->buf,
					    text->room);

	text->len = strlen(text->buf);
	return ret;
}

/* --- connections ------------------------------------------------------------------------- */

static int list_connections(struct softhca_server *server, char **words, struct text *text)
{
	(void)words;
	text->len += softhca_cm_show(&server->hca, text->buf + text->len, text->room - text->len);
	return 0;
}

/* --- counters ---------------------------------------------------------------------------- */

static void print_port(struct text *text, const struct softhca_port *port)
{
	const struct softhca_counters *c = &port->counters;
	const struct {
		const char *name;
		uint64_t value;
	} rows[] = {
		{"messages_sent", c->messages_sent},
		{"bytes_sent", c->bytes_sent},
		{"messages_received", c->messages_received},
		{"bytes_received", c->bytes_received},
		{"rnr_naks", c->rnr_naks},
		{"sequence_naks", c->sequence_naks},
		{"retries", c->retries},
		{"access_errors", c->access_errors},
		{"completion_errors", c->completion_errors},
		{"flushes", c->flushes},
		{"cq_overruns", c->cq_overruns},
		{"drops", c->drops},
		{"qkey_violations", c->qkey_violations},
		{"pkey_violations", c->pkey_violations},
		{"mads_malformed", c->mads_malformed},
		{"mads_unclaimed", c->mads_unclaimed},
		{"mads_lost", c->mads_lost},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		append_text(text, "%s port %u %s %llu\n", port->device->name, port->number,
			    rows[i].name, (unsigned long long)rows[i].value);
}

static int print_counters(struct softhca_server *server, char **words, struct text *text)
{
	(void)words;
	for (unsigned int i = 0; i < server->hca.num_devices; i++) {
		const struct softhca_dev *device = server->hca.devices[i];

		for (unsigned int n = 0; n < device->num_ports; n++)
			print_port(text, &device->port[n]);
	}
	append_text(text, "clients %u\ncommands %llu\ncommands_refused %llu\n", server->num_clients,
		    (unsigned long long)server->commands, (unsigned long long)server->hca.refused);
	return 0;
}

/* --- port, event, stop --------------------------------------------------------------------- */

static int set_port(struct softhca_server *server, char **words, struct text *text)
{
	struct softhca_dev *device = words[1] ? softhca_find_device(&server->hca, words[1]) : NULL;
	unsigned long n;

	if (!words[1] || !words[2] || !words[3]) {
		append_text(text, "usage: port DEVICE PORT up|down\n");
		return EINVAL;
	}
	if (!device) {
		append_text(text, "no device %s\n", words[1]);
		return ENODEV;
	}
	n = strtoul(words[2], NULL, 10);
	if (n < 1 || n > device->num_ports) {
		append_text(text, "%s has ports 1 to %u\n", device->name, device->num_ports);
		return EINVAL;
	}
	if (strcmp(words[3], "up") != 0 && strcmp(words[3], "down") != 0) {
		append_text(text, "expected up or down, not '%s'\n", words[3]);
		return EINVAL;
	}
	softhca_port_set(&device->port[n - 1], !strcmp(words[3], "up"));
	return 0;
}

static int inject_event(struct softhca_server *server, char **words, struct text *text)
{
	int ret = softhca_control_event(&server->hca, words);

	if (ret)
		append_text(text, "%s\n%s", strerror(ret), softhca_event_usage);
	return ret;
}

/** Execute "fault add RULE", "fault list" or "fault clear". */
static int edit_fault_rules(struct softhca_server *server, char **words, struct text *text)
{
	char rule[SOFTHCA_FAULT_LINE] = "", error[SOFTHCA_FAULT_ERROR];
	size_t length = 0;
	int ret;

	if (words[1] && !words[2] && !strcmp(words[1], "list")) {
		text->len += softhca_faults_list(&server->hca, text->buf + text->len,
						 text->room - text->len);
		return 0;
	}
	if (words[1] && !words[2] && !strcmp(words[1], "clear")) {
		softhca_faults_clear(&server->hca);
		return 0;
	}
	if (!words[1] || !words[2] || strcmp(words[1], "add") != 0) {
		append_text(text, "usage: fault add RULE | fault list | fault clear\n");
		return EINVAL;
	}
	for (unsigned int n = 2; words[n]; n++)
		length += (size_t)snprintf(rule + length, sizeof(rule) - length, "%s%s",
					   length ? " " : "", words[n]);
	ret = softhca_fault_add(&server->hca, rule, error);
	if (ret)
		append_text(text, "%s\n", error);
	return ret;
}

static bool has_open_objects(const struct softhca_server *server)
{
	for (unsigned int i = 0; i < server->hca.num_devices; i++) {
		const struct softhca_link *contexts = &server->hca.devices[i]->contexts;

		if (contexts->next != contexts)
			return true;
	}
	return softhca_cm_count(&server->hca) > 0;
}

/** Execute "stop" or "stop idle" (only if no program has anything open). */
static int stop_server(struct softhca_server *server, char **words, struct text *text)
{
	if (words[1] && strcmp(words[1], "idle") != 0) {
		append_text(text, "usage: stop [idle]\n");
		return EINVAL;
	}
	if (words[1] && has_open_objects(server)) {
		list_objects(server, words, text);
		return EBUSY;
	}
	append_text(text, "stopping process %d\n", (int)getpid());
	server->stop = true;
	return 0;
}

/** May the emulator be stopped? In-process, the program that contains it would lose its devices. */
static bool can_stop(const struct softhca_server *server)
{
	return server->listen_fd >= 0;
}

int softhca_control(struct softhca_server *server, const char *line, uid_t uid, char *text,
		    size_t room)
{
	static const struct {
		const char *name;
		int (*run)(struct softhca_server *server, char **words, struct text *text);
	} commands[] = {
		{"list", list_ports},
		{"objects", list_objects},
		{"connections", list_connections},
		{"counters", print_counters},
		{"port", set_port},
		{"event", inject_event},
		{"fault", edit_fault_rules},
		{"stop", stop_server},
		{"why", explain_refusal},
	};
	struct text out = {.room = room, .uid = uid};
	char *words[MAX_WORDS + 2] = {NULL};
	char copy[256];
	char *rest = copy;

	out.buf = text;
	snprintf(copy, sizeof(copy), "%s", line);
	for (unsigned int n = 0; n <= MAX_WORDS; n++) {
		words[n] = strtok_r(rest, " \t\n", &rest);
		if (!words[n])
			break;
	}
	if (words[MAX_WORDS]) {
		append_text(&out, "more than %d words\n", MAX_WORDS);
		return EINVAL;
	}
	if (words[0] && !strcmp(words[0], "stop") && !can_stop(server))
		return EPERM;
	for (size_t i = 0; words[0] && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!strcmp(words[0], commands[i].name))
			return commands[i].run(server, words, &out);
	}
	append_text(&out, "commands: list, objects, why QPN, connections, counters, port DEVICE "
			  "PORT up|down, "
			  "event DEVICE "
			  "EVENT ..., "
			  "fault add|list|clear, "
			  "stop [idle]\n");
	return EINVAL;
}
