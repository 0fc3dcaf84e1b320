/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs contract tests without those that a device cannot pass. KIT_LEFT_OUT names a file with a
 * line for each: program, test, kernel (6.1 means 6.1.x, - means all), reason. The lines of skipped
 * tests are printed. Linked with --wrap=_cmocka_run_group_tests.
 */
#include <sys/utsname.h>

#include "tests/contract/kit.h"

enum {
	LINE = 256,
};

int __real__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction setup, CMFixtureFunction teardown);
int __wrap__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction setup, CMFixtureFunction teardown);

/* Whether this kernel is of a release: 6.1 does not match 6.12. */
static bool runs_on(const char *release)
{
	size_t length = strlen(release);
	struct utsname kernel;

	if (!strcmp(release, "-"))
		return true;
	return !uname(&kernel) && !strncmp(kernel.release, release, length) &&
	       kernel.release[length] == '.';
}

/* A line of the list, and its first words. */
struct line {
	char text[LINE], program[LINE], test[LINE], release[LINE];
};

/* Read the next line about this program; false after the last one. */
static bool next_line(FILE *list, struct line *line)
{
	while (fgets(line->text, sizeof(line->text), list)) {
		if (sscanf(line->text, "%255s %255s %255s", line->program, line->test,
			   line->release) == 3 &&
		    !strcmp(line->program, program_invocation_short_name))
			return true;
	}
	return false;
}

static bool left_out(FILE *list, const char *test)
{
	struct line line;

	rewind(list);
	while (next_line(list, &line)) {
		if (strcmp(line.test, test) != 0 || !runs_on(line.release))
			continue;
		printf("left out: %s", line.text);
		return true;
	}
	return false;
}

/* A line about a test that does not exist is a mistake. */
static bool all_exist(FILE *list, const struct CMUnitTest *tests, size_t count)
{
	struct line line;
	size_t i;

	while (next_line(list, &line)) {
		for (i = 0; i < count && strcmp(line.test, tests[i].name) != 0;)
			i++;
		if (i < count)
			continue;
		printf("left out, but does not exist: %s", line.text);
		return false;
	}
	return true;
}

int __wrap__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction setup, CMFixtureFunction teardown)
{
	struct CMUnitTest *rest = calloc(count, sizeof(*rest));
	const char *path = getenv("KIT_LEFT_OUT");
	FILE *list = path ? fopen(path, "r") : NULL;
	size_t n = 0;
	int failed;

	if (!rest || !list) {
		perror(path ? path : "KIT_LEFT_OUT");
		exit(EXIT_FAILURE);
	}
	if (!all_exist(list, tests, count))
		exit(EXIT_FAILURE);
	for (size_t i = 0; i < count; i++) {
		if (!left_out(list, tests[i].name))
			rest[n++] = tests[i];
	}
	fclose(list);
	fflush(stdout);
	failed = __real__cmocka_run_group_tests(group, rest, n, setup, teardown);
	free(rest);
	return failed;
}
