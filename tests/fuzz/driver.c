/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a target without libFuzzer, on the files in its arguments and in folders in its arguments.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "target.h"

enum {
	LONGEST = 1 << 16,
};

static unsigned int inputs;

static int run_file(const char *path)
{
	static uint8_t bytes[LONGEST];
	FILE *file = fopen(path, "rbe");
	uint8_t *copy;
	size_t n;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return 1;
	}
	n = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	/* a buffer of exactly this size, so that a sanitizer detects reads beyond the end */
	copy = malloc(n ? n : 1);
	if (!copy)
		return 1;
	memcpy(copy, bytes, n);
	if (getenv("FUZZ_VERBOSE"))
		fprintf(stderr, "%s\n", path);
	LLVMFuzzerTestOneInput(copy, n);
	free(copy);
	inputs++;
	return 0;
}

static int run_path(const char *path)
{
	struct dirent **entries;
	struct stat st;
	int failed = 0;
	int n;

	if (stat(path, &st) || !S_ISDIR(st.st_mode))
		return run_file(path);
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char inside[4096];

		snprintf(inside, sizeof(inside), "%s/%s", path, entries[i]->d_name);
		if (entries[i]->d_name[0] != '.')
			failed |= run_path(inside);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return failed || n < 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= run_path(argv[i]);
	printf("%u inputs\n", inputs);
	return failed || !inputs;
}
