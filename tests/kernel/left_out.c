/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Contract tests without those that a device cannot pass. KIT_LEFT_OUT names a file with a line for
 * each: program, test, kernel (6.1: that one's and its updates'; -: every one's), reason. What is
 * left out is said, with its reason. Linked with --wrap=_cmocka_run_group_tests.
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

/* Whether this kernel is of that release: 6.1 is not 6.12. */
static bool runs_on(const char *release)
{
	size_t length = strlen(release);
	struct utsname kernel;

	if (!strcmp(release, "-"))
		return true;
	return !uname(&kernel) && !strncmp(kernel.release, release, length) &&
	       kernel.release[length] == '.';
}

/* A line of the list that speaks of this test of this program on this kernel. */
static bool speaks_of(const char *line, const char *test)
{
	char of[LINE], named[LINE], release[LINE];

	return sscanf(line, "%255s %255s %255s", of, named, release) == 3 && !strcmp(named, test) &&
	       !strcmp(of, program_invocation_short_name) && runs_on(release);
}

static bool left_out(FILE *list, const char *test)
{
	char line[LINE];

	rewind(list);
	while (fgets(line, sizeof(line), list)) {
		if (!speaks_of(line, test))
			continue;
		printf("left out: %s", line);
		return true;
	}
	return false;
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
