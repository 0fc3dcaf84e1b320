/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of fault rules: reading it from lines and files, printing it, and applying it to
 * messages.
 */
#include "faults/faults.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

enum {
	PER_MILLION = 1000000,
};

/* --- deciding ---------------------------------------------------------------------------- */

/** Returns a pseudo-random 64-bit number for each input (splitmix64). */
static uint64_t hash_number(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static bool matches_end(const struct softhca_fault_end *end, const struct softhca_fault_end *is)
{
	return (!end->device || end->device == is->device) &&
	       (!end->port || end->port == is->port) && (!end->qpn || end->qpn == is->qpn);
}

static bool rule_matches(const struct softhca_fault_rule *rule,
			 const struct softhca_fault_candidate *m)
{
	if (rule->subject != m->subject || !matches_end(&rule->from, &m->from) ||
	    !matches_end(&rule->to, &m->to))
		return false;
	if (m->command)
		return !*rule->command || !strcmp(rule->command, m->command);
	return rule->fault != SOFTHCA_FAULT_RNR || m->takes_receive;
}

static bool is_end_at_port(const struct softhca_port *port, const struct softhca_fault_end *end)
{
	return port->device == end->device && port->number == end->port;
}

/** Returns the rule that takes down a port on the path of the message, or NULL. */
static const struct softhca_fault_rule *find_port_down_rule(const struct softhca_faults *faults,
							    struct softhca_fault_candidate *m)
{
	for (uint32_t i = 0; faults->due && i < faults->count; i++) {
		const struct softhca_fault_rule *rule = &faults->rule[i];

		m->number = i;
		if (rule->due &&
		    (is_end_at_port(rule->port, &m->from) || is_end_at_port(rule->port, &m->to)))
			return rule;
	}
	return NULL;
}

struct softhca_port *softhca_faults_port_down(struct softhca_faults *faults)
{
	for (uint32_t i = 0; faults->due && i < faults->count; i++) {
		if (!faults->rule[i].due)
			continue;
		faults->rule[i].due = false;
		return faults->rule[i].port;
	}
	faults->due = false;
	return NULL;
}

/** Does the rule apply to the n-th message that matches it? */
static bool rule_applies(const struct softhca_faults *faults, uint32_t number, uint64_t flow,
			 uint32_t n)
{
	const struct softhca_fault_rule *rule = &faults->rule[number];

	if (rule->every)
		return n % rule->every == 0;
	if (rule->per_million)
		return hash_number(hash_number(hash_number(faults->seed + number) ^ flow) ^ n) %
			       PER_MILLION <
		       rule->per_million;
	return n >= rule->first && n <= rule->last;
}

/** Returns the counts of a flow for the present rules, or NULL if memory is exhausted. */
static struct softhca_fault_counts *counts_of(const struct softhca_faults *faults,
					      struct softhca_fault_counts **counts)
{
	if (!*counts)
		*counts = calloc(1, sizeof(**counts));
	if (*counts && (*counts)->epoch != faults->epoch) {
		memset(*counts, 0, sizeof(**counts));
		(*counts)->epoch = faults->epoch;
	}
	return *counts;
}

const struct softhca_fault_rule *softhca_fault_find_rule(struct softhca_faults *faults,
							 struct softhca_fault_candidate *candidate)
{
	const struct softhca_fault_rule *decides = NULL;
	struct softhca_fault_counts *counts;

	counts = faults->count ? counts_of(faults, candidate->counts) : NULL;
	for (uint32_t i = 0; counts && i < faults->count; i++) {
		struct softhca_fault_rule *rule = &faults->rule[i];

		if (!rule_matches(rule, candidate))
			continue;
		rule->matched++;
		if (!rule_applies(faults, i, candidate->flow, ++counts->seen[i]) || decides)
			continue;
		rule->hit++;
		rule->due = rule->fault == SOFTHCA_FAULT_DOWN;
		faults->due |= rule->due;
		decides = rule;
		candidate->number = i;
		candidate->seen = counts->seen[i];
	}
	if (decides || candidate->subject == SOFTHCA_FAULT_COMMAND ||
	    candidate->subject == SOFTHCA_FAULT_MAD)
		return decides;
	return find_port_down_rule(faults, candidate);
}

/* --- lines ------------------------------------------------------------------------------- */

/** Returns the list, which is allocated with the first rule, or NULL if memory is exhausted. */
static struct softhca_faults *ensure_rules(struct softhca *hca)
{
	if (!hca->faults) {
		hca->faults = calloc(1, sizeof(*hca->faults));
		if (hca->faults)
			hca->faults->epoch = 1;
	}
	return hca->faults;
}

/**
 * Split a line into words in place; NULL follows the last one. Returns false if there are too many.
 */
static bool split_words(char *line, char **words)
{
	char *rest = line;

	line[strcspn(line, "#")] = '\0';
	for (unsigned int n = 0; n <= SOFTHCA_FAULT_WORDS; n++) {
		words[n] = strtok_r(rest, " \t\r\n", &rest);
		if (!words[n])
			return true;
	}
	return false;
}

/** Join words with single spaces; the result is not longer than the line was. */
static void join_words(char **words, char *text)
{
	size_t length = 0;

	for (; *words; words++)
		length += (size_t)snprintf(text + length, SOFTHCA_FAULT_LINE - length, "%s%s",
					   length ? " " : "", *words);
}

static int set_seed(struct softhca *hca, char **words, char *error)
{
	uint64_t seed;

	if (!words[0] || words[1] || !softhca_fault_number(words[0], UINT64_MAX, &seed)) {
		snprintf(error, SOFTHCA_FAULT_ERROR, "expected seed NUMBER");
		return EINVAL;
	}
	if (!ensure_rules(hca))
		return ENOMEM;
	hca->faults->seed = seed;
	return 0;
}

static int add_rule(struct softhca *hca, char **words, char *error)
{
	struct softhca_fault_rule rule = {0};
	int ret;

	join_words(words, rule.text);
	ret = softhca_fault_parse(hca, words, &rule, error);
	if (ret)
		return ret;
	if (!ensure_rules(hca))
		return ENOMEM;
	if (hca->faults->count == SOFTHCA_FAULT_RULES) {
		snprintf(error, SOFTHCA_FAULT_ERROR, "expected at most %d rules",
			 SOFTHCA_FAULT_RULES);
		return ENOSPC;
	}
	hca->faults->rule[hca->faults->count++] = rule;
	return 0;
}

int softhca_fault_add(struct softhca *hca, char *line, char *error)
{
	char *words[SOFTHCA_FAULT_WORDS + 1];
	int ret = 0;

	*error = '\0';
	if (strlen(line) >= SOFTHCA_FAULT_LINE || !split_words(line, words)) {
		snprintf(error, SOFTHCA_FAULT_ERROR,
			 "expected a line of at most %d words and %d characters",
			 SOFTHCA_FAULT_WORDS, SOFTHCA_FAULT_LINE - 1);
		return EINVAL;
	}
	if (words[0])
		ret = strcmp(words[0], "seed") ? add_rule(hca, words, error)
					       : set_seed(hca, words + 1, error);
	if (ret && !*error)
		snprintf(error, SOFTHCA_FAULT_ERROR, "%s", strerror(ret));
	return ret;
}

/* --- files ------------------------------------------------------------------------------- */

/**
 * Read the next line of a file, truncated to one character more than a rule may have. Returns false
 * at the end of the file.
 */
static bool read_line(FILE *file, char line[SOFTHCA_FAULT_LINE + 1])
{
	size_t length = 0;
	int c = getc(file);
	const bool there = c != EOF;

	for (; c != EOF && c != '\n'; c = getc(file)) {
		/* a NUL would hide the rest of the line */
		if (length < SOFTHCA_FAULT_LINE)
			line[length++] = c ? (char)c : '?';
	}
	line[length] = '\0';
	return there;
}

static int add_lines(struct softhca *hca, const char *path, FILE *file, char *error, size_t room)
{
	char line[SOFTHCA_FAULT_LINE + 1], what[SOFTHCA_FAULT_ERROR];
	unsigned int number = 0;
	int ret = 0;

	while (!ret && read_line(file, line)) {
		number++;
		ret = softhca_fault_add(hca, line, what);
		if (ret)
			snprintf(error, room, "%s:%u: %s", path, number, what);
	}
	if (!ret && ferror(file)) {
		ret = EIO;
		snprintf(error, room, "%s: cannot be read", path);
	}
	return ret;
}

int softhca_faults_load(struct softhca *hca, const char *path, char *error, size_t room)
{
	FILE *file = fopen(path, "re");
	uint32_t before = hca->faults ? hca->faults->count : 0;
	uint64_t seed = hca->faults ? hca->faults->seed : 0;
	int ret;

	if (!file) {
		ret = errno;
		snprintf(error, room, "%s: %s", path, strerror(ret));
		return ret;
	}
	ret = add_lines(hca, path, file, error, room);
	fclose(file);
	if (ret && hca->faults) {
		hca->faults->count = before;
		hca->faults->seed = seed;
	}
	return ret;
}

/* --- the list ---------------------------------------------------------------------------- */

void softhca_faults_clear(struct softhca *hca)
{
	if (!hca->faults)
		return;
	hca->faults->count = 0;
	hca->faults->due = false;
	hca->faults->epoch++;
}

size_t softhca_faults_list(const struct softhca *hca, char *text, size_t room)
{
	const struct softhca_faults *faults = hca->faults;
	size_t length = 0;

	if (!faults)
		return 0;
	for (uint32_t i = 0; i <= faults->count && length < room; i++) {
		const struct softhca_fault_rule *rule = &faults->rule[i - (i > 0)];

		if (!i)
			length += (size_t)snprintf(text, room, "seed %llu\n",
						   (unsigned long long)faults->seed);
		else
			length += (size_t)snprintf(text + length, room - length,
						   "%s # matched %llu, hit %llu\n", rule->text,
						   (unsigned long long)rule->matched,
						   (unsigned long long)rule->hit);
	}
	return length < room ? length : room - 1;
}

void softhca_faults_fini(struct softhca *hca)
{
	free(hca->faults);
	hca->faults = NULL;
}
