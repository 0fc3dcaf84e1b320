/* SPDX-License-Identifier: BSD-2-Clause */
#include "stored.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_KINDS = 128,
	LINE_BYTES = 128,
};

/* FNV-1a */
#define BASIS UINT64_C(0xcbf29ce484222325)
#define PRIME UINT64_C(0x100000001b3)

static struct kind {
	const char *type;
	uint32_t opcode;
	uint64_t bytes, digest;
} kinds[MOST_KINDS];
static size_t kind_count;

static struct kind *kind_of(const char *type, uint32_t opcode)
{
	size_t i = 0;

	while (i < kind_count && (kinds[i].opcode != opcode || strcmp(kinds[i].type, type) != 0))
		i++;
	if (i == MOST_KINDS)
		abort();
	if (i == kind_count)
		kinds[kind_count++] = (struct kind){type, opcode, 0, BASIS};
	return &kinds[i];
}

void stored_take(const char *type, uint32_t opcode, const void *bytes, size_t count)
{
	struct kind *const kind = kind_of(type, opcode);
	const uint8_t *const from = bytes;
	uint64_t digest = kind->digest;

	for (size_t i = 0; i < count; i++)
		digest = (digest ^ from[i]) * PRIME;
	kind->digest = digest;
	kind->bytes += count;
}

static void format_line(const struct kind *kind, char line[LINE_BYTES])
{
	char opcode[24];

	snprintf(opcode, sizeof(opcode), "opcode %" PRIu32, kind->opcode);
	if (kind->opcode == STORED_RECEIVE)
		strcpy(opcode, "receive");
	if (kind->opcode == STORED_FAILURE)
		strcpy(opcode, "failure");
	snprintf(line, LINE_BYTES, "%s, %s: %" PRIu64 " bytes, %016" PRIx64 "\n", kind->type,
		 opcode, kind->bytes, kind->digest);
}

static bool write_all(const char *file)
{
	FILE *const f = fopen(file, "w");
	char line[LINE_BYTES];

	for (size_t i = 0; f && i < kind_count; i++) {
		format_line(&kinds[i], line);
		fputs(line, f);
	}
	return f && !fclose(f);
}

bool stored_compare(const char *file, bool update)
{
	FILE *const f = update ? NULL : fopen(file, "r");
	char line[LINE_BYTES], expected[LINE_BYTES];
	bool same = f != NULL;

	if (update)
		return write_all(file);
	for (size_t i = 0; f && i < kind_count; i++) {
		format_line(&kinds[i], line);
		if (fgets(expected, sizeof(expected), f) && !strcmp(expected, line))
			continue;
		printf("  stored %s  not   %s", line, expected);
		same = false;
	}
	if (f && fgets(expected, sizeof(expected), f)) {
		printf("  not stored: %s", expected);
		same = false;
	}
	if (f)
		fclose(f);
	if (!same)
		printf("%s: other bytes are stored; if they should be, run this with \"update\"\n",
		       file);
	return same;
}
