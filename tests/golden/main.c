/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replays vector files: golden [--here|--left-out] DIR|FILE...
 *
 * A file is an array of cases, or the trace of a program on a real kernel, which counts as one
 * case. Prints a line for each failed case, for each case in which we deviate from the reference on
 * purpose, and for what traces compared and excused; finally "N passed, N failed". Exits with 1 if
 * any case failed. Each case runs in a separate process, so that a crash or hang fails only this
 * case; --here runs all in this process, for a debugger. --left-out lists the cases that are not
 * replayed instead.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "golden.h"

enum {
	SECONDS_PER_CASE = 20, /* of CPU time, so that a busy machine does not end a case */
	MAX_ROWS = 64,
};

static const struct golden_adapter *const adapters[] = {&golden_cxgb3, &golden_efa,  &golden_irdma,
							&golden_mlx4,  &golden_mlx5, &golden_rxe};

enum {
	ADAPTERS = sizeof(adapters) / sizeof(adapters[0]),
};

/* Cases of an operation that are left out for the same reason. */
struct left_out {
	char op[64], why[sizeof(((struct report *)0)->left_out)];
	unsigned int cases;
};

static struct {
	bool here, lists;
	struct left_out rows[MAX_ROWS];
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
	unsigned int left_out;
	unsigned int refused;
	unsigned int counts[ADAPTERS][REPORT_COUNTS];
} tally;

/* Returns the index of the adapter that the id names; ADAPTERS if there is none. */
static size_t adapter_of(const char *id)
{
	const size_t len = strcspn(id, "/");
	size_t i = 0;

	while (i < ADAPTERS &&
	       (strlen(adapters[i]->name) != len || memcmp(adapters[i]->name, id, len) != 0))
		i++;
	return i;
}

static const struct golden_op *find_op(const char *id, const char *op, struct report *r)
{
	const size_t i = adapter_of(id);

	if (i == ADAPTERS) {
		fail(r, "no adapter '%.*s'", (int)strcspn(id, "/"), id);
		return NULL;
	}
	for (const struct golden_op *found = adapters[i]->ops; found->name; found++) {
		if (same_text(found->name, op))
			return found;
	}
	fail(r, "no way to replay op '%s' of %s", op, adapters[i]->name);
	return NULL;
}

/* Returns the index of the adapter that a trace is about; ADAPTERS if there is none, or if it is
 * not a trace. */
static size_t traced(const json_t *trace)
{
	const char *device = text(trace, "device");
	size_t i = 0;

	if (!json_is_array(json_object_get(trace, "events")))
		return ADAPTERS;
	while (i < ADAPTERS && !(adapters[i]->trace &&
				 !strncmp(device, adapters[i]->name, strlen(adapters[i]->name))))
		i++;
	return i;
}

static void replay_vector(const json_t *vector, struct report *r)
{
	const size_t adapter = traced(vector);
	const struct golden_op *op;

	if (adapter < ADAPTERS) {
		adapters[adapter]->trace(vector, r);
		return;
	}
	op = find_op(text(vector, "id"), text(vector, "op"), r);
	if (!op)
		return;
	if (!json_object_size(json_object_get(vector, "expect")) &&
	    !json_array_size(json_object_get(vector, "steps")))
		fail(r, "nothing is expected");
	else
		op->run(vector, r);
}

static void run_here(const json_t *vector, struct report *r)
{
	vector_replay(replay_vector, vector, r);
}

static void run_child(const json_t *vector, int to)
{
	const struct itimerval limit = {.it_value.tv_sec = SECONDS_PER_CASE};
	struct report r = {.failed = false};
	ssize_t ignored;

	setitimer(ITIMER_PROF, &limit, NULL);
	run_here(vector, &r);
	fflush(stdout);
	ignored = write(to, &r, sizeof(r));
	(void)ignored;
	_exit(0); /* the end of the process frees the case's memory; a leak check would be
		   * meaningless */
}

static void judge_child(pid_t pid, int from, struct report *r)
{
	ssize_t got = read(from, r, sizeof(*r));
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (got == (ssize_t)sizeof(*r) && WIFEXITED(status) && !WEXITSTATUS(status))
		return;
	*r = (struct report){.failed = false};
	if (WIFSIGNALED(status))
		fail(r, "died of signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		fail(r, "ended without a verdict, exit status %d", WEXITSTATUS(status));
}

static void run_apart(const json_t *vector, struct report *r)
{
	int ends[2];
	pid_t pid;

	if (pipe(ends)) {
		fail(r, "pipe: %s", strerror(errno));
		return;
	}
	fflush(stdout);
	pid = fork();
	if (!pid) {
		close(ends[0]);
		run_child(vector, ends[1]);
	}
	close(ends[1]);
	if (pid < 0)
		fail(r, "fork: %s", strerror(errno));
	else
		judge_child(pid, ends[0], r);
	close(ends[0]);
}

static void count_left_out(const char *op, const char *why)
{
	struct left_out *row = tally.rows;

	while (row < tally.rows + MAX_ROWS - 1 && row->cases &&
	       (!same_text(row->op, op) || !same_text(row->why, why)))
		row++;
	snprintf(row->op, sizeof(row->op), "%s", op);
	snprintf(row->why, sizeof(row->why), "%s", why);
	row->cases++;
	tally.left_out++;
}

/* Prints the section that pages about vectors contain; golden.left_out compares them. */
static void list_left_out(void)
{
	const unsigned int replayed = tally.passed + tally.failed;

	printf("Of %u cases %u are replayed. Not replayed:\n\n", replayed + tally.left_out,
	       replayed);
	for (const struct left_out *row = tally.rows; row->cases; row++)
		printf("- %u of `%s`: %s\n", row->cases, row->op, row->why);
}

/* Counts and reports the result of a case; traces have no name. */
static void count_result(const char *file, const char *name, const char *op, const struct report *r)
{
	if (!r->failed) {
		tally.passed += !r->skipped && !*r->left_out;
		tally.skipped += r->skipped;
		if (*r->left_out)
			count_left_out(op, r->left_out);
		tally.refused += *r->refused != '\0';
		if (*r->refused && !tally.lists)
			printf("refused %s: %s\n", name, r->refused);
		if (*r->left_out && !tally.lists)
			printf("left out %s: %s\n", name, r->left_out);
		return;
	}
	tally.failed++;
	if (*name)
		printf("FAILED %s: %s (%s)\n", name, r->reason, file);
	else
		printf("FAILED %s: %s\n", file, r->reason);
}

static void replay_case(const json_t *vector, const char *file)
{
	struct report r = {.failed = false};
	size_t adapter = traced(vector);

	if (!json_is_object(vector))
		fail(&r, "not an object");
	else if (tally.here)
		run_here(vector, &r);
	else
		run_apart(vector, &r);
	count_result(file, text(vector, "id"), text(vector, "op"), &r);
	if (adapter == ADAPTERS)
		adapter = adapter_of(text(vector, "id"));
	for (size_t i = 0; adapter < ADAPTERS && i < REPORT_COUNTS; i++)
		tally.counts[adapter][i] += r.counts[i];
}

static void replay_file(const char *path)
{
	struct report r = {.failed = false};
	json_error_t error;
	json_t *root = load_vectors(path, &error);

	if (traced(root) < ADAPTERS) {
		replay_case(root, path);
	} else if (!json_is_array(root)) {
		if (root)
			fail(&r, "neither an array of cases nor a trace");
		else
			fail(&r, "line %d: %s", error.line, error.text);
		count_result(path, "", "", &r);
	}
	for (size_t i = 0; i < json_array_size(root); i++)
		replay_case(json_array_get(root, i), path);
	json_decref(root);
}

static void replay(const char *path);

static int is_wanted(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	if (entry->d_type == DT_DIR)
		return entry->d_name[0] != '.';
	return len > 5 && same_text(entry->d_name + len - 5, ".json");
}

static void replay_dir(const char *path)
{
	struct report r = {.failed = false};
	struct dirent **entries;
	int n = scandir(path, &entries, is_wanted, alphasort);
	char name[4096];

	if (n <= 0) {
		fail(&r, "%s", n < 0 ? strerror(errno) : "no vector file (*.json) here");
		count_result(path, "", "", &r);
		return;
	}
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%s/%s", path, entries[i]->d_name);
		replay(name);
		free(entries[i]);
	}
	free(entries);
}

static void replay(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && !S_ISDIR(st.st_mode))
		replay_file(path);
	else
		replay_dir(path);
}

static void print_counts(size_t adapter)
{
	static const char *const counted[] = {
		[COUNT_SENDS] = "WQEs of sends written alike",
		[COUNT_RECEIVES] = "WQEs of receives written alike",
		[COUNT_COMPLETIONS] = "CQEs read alike",
		[COUNT_PRINTED] = "completions as the program printed them",
		[COUNT_DOORBELLS] = "doorbells rung alike",
		[COUNT_UNSEEN] = "WQEs and CQEs that traces leave out",
		[COUNT_KERNEL_FLAG] = "completions printed with the kernel's flag of a key",
	};
	const unsigned int *counts = tally.counts[adapter];
	const struct golden_rule *rule = adapters[adapter]->rules;

	for (size_t i = 0; i < COUNT_RULES; i++) {
		if (counts[i])
			printf("%s: %u %s\n", adapters[adapter]->name, counts[i], counted[i]);
	}
	for (counts += COUNT_RULES; rule && rule->name; rule++, counts++) {
		if (*counts)
			printf("%s: %u not alike by rule %s: %s\n", adapters[adapter]->name,
			       *counts, rule->name, rule->why);
	}
}

int main(int argc, char **argv)
{
	int first = 1;

	if (argc > 1) {
		tally.here = same_text(argv[1], "--here");
		tally.lists = same_text(argv[1], "--left-out");
		first += tally.here || tally.lists;
	}
	if (first >= argc) {
		fprintf(stderr, "usage: golden [--here|--left-out] DIR|FILE...\n");
		return 2;
	}
	for (int i = first; i < argc; i++)
		replay(argv[i]);
	if (tally.lists) {
		list_left_out();
		return tally.failed ? 1 : 0;
	}
	for (size_t i = 0; i < ADAPTERS; i++)
		print_counts(i);
	if (tally.skipped)
		printf("%u traces skipped: no WQE and no CQE in them\n", tally.skipped);
	if (tally.left_out)
		printf("%u cases left out, each with its reason above\n", tally.left_out);
	if (tally.refused)
		printf("%u of those that passed are refused where the recording takes them, each "
		       "with its reason above\n",
		       tally.refused);
	printf("%u passed, %u failed\n", tally.passed, tally.failed);
	return tally.failed ? 1 : 0;
}
