/* SPDX-License-Identifier: BSD-2-Clause */
/* The JSON output of inverbs_explain. */
#include "explain_json.h"

#include <inverbs/explain.h>
#include <inverbs/print/dumps.h>
#include <stdio.h>
#include <string.h>

#include "document.h"

enum {
	LINE_ROOM = 1024,
	STATUSES = 256, /**< more than there are */
};

void json_status(const char *key, enum ibv_wc_status status)
{
	document_object(key);
	document_number("number", (uint64_t)status);
	document_text("name", inverbs_wc_status_name(status));
	document_text("meaning", ibv_wc_status_str(status));
	document_end();
}

static void document_syndrome(const char *key, const struct inverbs_dump_syndrome *s)
{
	document_object(key);
	document_number("number", s->value);
	document_text("name", s->name);
	if (!key)
		document_text("status", inverbs_wc_status_name(s->status));
	document_end();
}

void json_syndrome(const struct inverbs_dump *dump, const struct inverbs_dump_syndrome *syndrome)
{
	document_text("adapter", dump->name);
	document_syndrome("syndrome", syndrome);
}

void json_lines(const char *key, const char *text)
{
	char line[LINE_ROOM];

	document_array(key);
	while (*text) {
		const size_t n = strcspn(text, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)(n < sizeof(line) ? n : sizeof(line)),
			 text);
		document_text(NULL, line);
		text += n + (text[n] == '\n');
	}
	document_end();
}

/** Is this word the "or" between two interpretations of the same bits? */
static bool is_alternative(const char *word, size_t n)
{
	return n == 2 && !strncmp(word, "or", n);
}

/** Is this a line such as "mlx4_ctrl owner=0x0 opcode=SEND(0xa)": a name, then fields? */
static bool has_fields(const char *line)
{
	bool first = true;

	while (*line) {
		const size_t n = strcspn(line, " ");
		const bool field = memchr(line, '=', n) != NULL;

		if (n && field == first && !is_alternative(line, n))
			return false;
		first = first && !n;
		line += n + (line[n] == ' ');
	}
	return !first;
}

static void document_entry(char *line)
{
	char *rest = line, *word;

	document_object(NULL);
	if (!has_fields(line)) {
		document_text("text", line);
		document_end();
		return;
	}
	document_text("format", strtok_r(rest, " ", &rest));
	document_object("fields");
	while ((word = strtok_r(rest, " ", &rest)) != NULL) {
		char *value = strchr(word, '=');

		if (!value)
			continue;
		*value++ = '\0';
		document_text(word, value);
	}
	document_end();
	document_end();
}

void json_entries(const char *adapter, char *text)
{
	char *rest = text, *line;

	document_text("adapter", adapter);
	document_array("entries");
	while ((line = strtok_r(rest, "\n", &rest)) != NULL)
		document_entry(line);
	document_end();
}

void json_list(void)
{
	document_array("statuses");
	for (int s = 0; s < STATUSES; s++) {
		if (inverbs_wc_status_name((enum ibv_wc_status)s))
			json_status(NULL, (enum ibv_wc_status)s);
	}
	document_end();
	document_array("adapters");
	for (unsigned int i = 0; i < INVERBS_DUMPS; i++) {
		document_object(NULL);
		document_text("name", inverbs_dumps[i]->name);
		document_array("syndromes");
		for (uint32_t n = 0; n < inverbs_dumps[i]->num_syndromes; n++)
			document_syndrome(NULL, &inverbs_dumps[i]->syndromes[n]);
		document_end();
		document_end();
	}
	document_end();
}
