/* SPDX-License-Identifier: BSD-2-Clause */
#include "mad/topology.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_WORDS = 4, /**< words of the longest statement, plus one */
	LINE_BYTES = 512,
};

/** A statement being parsed. */
struct statement {
	struct softhca_topology *topology;
	unsigned int line;
	char *word[MAX_WORDS];
	unsigned int words;
	char *error;
	size_t room;
};

static bool report_wrong(const struct statement *s, const char *what, const char *expected)
{
	snprintf(s->error, s->room, "%s:%u: %s; expected %s", s->topology->file, s->line, what,
		 expected);
	return false;
}

static bool report_wrong_word(const struct statement *s, const char *word, const char *expected)
{
	char what[LINE_BYTES];

	snprintf(what, sizeof(what), "'%.100s'", word);
	return report_wrong(s, what, expected);
}

static bool report_too_many(const struct statement *s, const char *what, unsigned int most)
{
	char expected[LINE_BYTES];

	snprintf(expected, sizeof(expected), "at most %u", most);
	return report_wrong(s, what, expected);
}

/** Parse a decimal number from 1 to `most`. */
static bool parse_number(const char *text, unsigned int most, unsigned int *value)
{
	unsigned long n;
	char *end;

	if (*text < '1' || *text > '9')
		return false;
	n = strtoul(text, &end, 10);
	*value = (unsigned int)n;
	return !*end && n <= most; /* too many digits: n is ULONG_MAX */
}

static bool is_name(const char *text, size_t len)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-.";

	return len && len < SOFTHCA_TOPOLOGY_NAME && strspn(text, letters) >= len;
}

static bool parse_adapter(struct statement *s)
{
	struct softhca_topology *t = s->topology;
	struct topology_adapter *added = &t->adapters[t->num_adapters];

	if (s->words != 2)
		return report_wrong(s, "not an adapter", "adapter NAME, a name as for --device");
	if (strlen(s->word[1]) >= SOFTHCA_TOPOLOGY_NAME)
		return report_wrong_word(s, s->word[1], "a shorter name");
	if (t->num_adapters == SOFTHCA_TOPOLOGY_ADAPTERS)
		return report_too_many(s, "too many adapters", SOFTHCA_TOPOLOGY_ADAPTERS);
	snprintf(added->text, sizeof(added->text), "%s", s->word[1]);
	added->line = s->line;
	t->num_adapters++;
	return true;
}

static bool report_wrong_ports(const struct statement *s, const char *word)
{
	char expected[LINE_BYTES];

	snprintf(expected, sizeof(expected), "a number of ports from 1 to %d",
		 SOFTHCA_TOPOLOGY_PORTS);
	return report_wrong_word(s, word, expected);
}

static bool parse_switch(struct statement *s)
{
	struct softhca_topology *t = s->topology;
	struct topology_switch *added = &t->switches[t->num_switches];

	if (s->words != 3)
		return report_wrong(s, "not a switch", "switch NAME PORTS, such as switch leaf 8");
	if (t->num_switches == SOFTHCA_TOPOLOGY_SWITCHES)
		return report_too_many(s, "too many switches", SOFTHCA_TOPOLOGY_SWITCHES);
	if (!is_name(s->word[1], strlen(s->word[1])))
		return report_wrong_word(s, s->word[1], "a name of letters, digits, _ - and .");
	if (!parse_number(s->word[2], SOFTHCA_TOPOLOGY_PORTS, &added->ports))
		return report_wrong_ports(s, s->word[2]);
	for (unsigned int i = 0; i < t->num_switches; i++) {
		if (!strcmp(t->switches[i].name, s->word[1]))
			return report_wrong_word(s, s->word[1], "a unique name");
	}
	snprintf(added->name, sizeof(added->name), "%s", s->word[1]);
	added->line = s->line;
	t->num_switches++;
	return true;
}

/** Parse NAME or NAME:PORT. */
static bool parse_link_end(const struct statement *s, const char *word, struct topology_end *end)
{
	const char *colon = strrchr(word, ':');
	const size_t len = colon ? (size_t)(colon - word) : strlen(word);

	end->port = 1;
	if (!is_name(word, len) ||
	    (colon && !parse_number(colon + 1, SOFTHCA_TOPOLOGY_PORTS, &end->port)))
		return report_wrong_word(s, word, "a port, such as leaf:3");
	memcpy(end->name, word, len);
	end->name[len] = '\0';
	return true;
}

static bool parse_link(struct statement *s)
{
	struct softhca_topology *t = s->topology;
	struct topology_link *added = &t->links[t->num_links];

	if (s->words != 3)
		return report_wrong(s, "not a link", "link PORT PORT, such as link leaf:8 spine:1");
	if (t->num_links == SOFTHCA_TOPOLOGY_LINKS)
		return report_too_many(s, "too many links", SOFTHCA_TOPOLOGY_LINKS);
	if (!parse_link_end(s, s->word[1], &added->end[0]) ||
	    !parse_link_end(s, s->word[2], &added->end[1]))
		return false;
	added->line = s->line;
	t->num_links++;
	return true;
}

static bool execute_statement(struct statement *s)
{
	if (!strcmp(s->word[0], "adapter"))
		return parse_adapter(s);
	if (!strcmp(s->word[0], "switch"))
		return parse_switch(s);
	if (!strcmp(s->word[0], "link"))
		return parse_link(s);
	return report_wrong_word(s, s->word[0], "adapter, switch or link");
}

/** Parse a line of the file. */
static bool parse_line(struct statement *s, char *text)
{
	static const char blanks[] = " \t\r\n";
	char *rest = NULL;

	s->line++;
	if (!strchr(text, '\n') && strlen(text) == LINE_BYTES - 1)
		return report_too_many(s, "too many characters", LINE_BYTES - 2);
	text[strcspn(text, "#")] = '\0';
	s->words = 0;
	for (char *word = strtok_r(text, blanks, &rest); word;
	     word = strtok_r(NULL, blanks, &rest)) {
		if (s->words == MAX_WORDS)
			return report_wrong_word(s, word, "the end of the line");
		s->word[s->words++] = word;
	}
	return !s->words || execute_statement(s);
}

struct softhca_topology *softhca_topology_read(const char *path, char *error, size_t room)
{
	struct softhca_topology *t = calloc(1, sizeof(*t));
	struct statement s = {.topology = t, .error = error, .room = room};
	char text[LINE_BYTES];
	FILE *file;
	bool good = true;

	snprintf(error, room, "%s: %s", path, strerror(ENOMEM));
	if (!t)
		return NULL;
	snprintf(t->file, sizeof(t->file), "%s", path);
	file = fopen(path, "re");
	if (!file) {
		snprintf(error, room, "%s: %s", path, strerror(errno));
		free(t);
		return NULL;
	}
	while (good && fgets(text, sizeof(text), file))
		good = parse_line(&s, text);
	if (good && ferror(file)) {
		snprintf(error, room, "%s: %s", path, strerror(EIO));
		good = false;
	}
	fclose(file);
	if (good)
		return t;
	free(t);
	return NULL;
}
