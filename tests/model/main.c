/* SPDX-License-Identifier: BSD-2-Clause */
/* model: random sequences of verbs, on the emulator and on a model of it. See README.md. */
#include "model.h"

#include <argp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	SHORTEN_S = 60,  /**< time for shortening a script */
	PATIENCE_S = 60, /**< timeout of waiting for the emulator, in the first run */
	HURRY_S = 2,     /**< the same while a script is shortened */
	ALARM_S = 300,   /**< a run of a few thousand steps takes seconds */
};

static const char doc[] =
	"Drive random verbs on the emulator that INVERBS_EMULATOR names and compare "
	"with a model.";

static const struct argp_option options[] = {
	{"seed", 's', "N", 0, "First seed (1)", 0},
	{"runs", 'r', "N", 0, "Runs, each with the next seed (1)", 0},
	{"steps", 'n', "N", 0, "Steps of each run (2000)", 0},
	{"processes", 'p', "1|2", 0, "Processes that share the contexts (1)", 0},
	{"keep", 'k', NULL, 0, "End runs with odd seeds without destroying anything", 0},
	{"script", 'f', "FILE", 0, "Play this script instead", 0},
	{0},
};

static struct {
	uint32_t seed;
	int runs, steps, processes;
	bool keep;
	const char *script;
} want = {.seed = 1, .runs = 1, .steps = 2000, .processes = 1};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 's':
		want.seed = (uint32_t)strtoul(arg, NULL, 0);
		break;
	case 'r':
		want.runs = atoi(arg);
		break;
	case 'n':
		want.steps = atoi(arg);
		break;
	case 'p':
		want.processes = atoi(arg);
		break;
	case 'k':
		want.keep = true;
		break;
	case 'f':
		want.script = arg;
		break;
	case ARGP_KEY_END:
		if (want.processes < 1 || want.processes > 2 || want.steps < 0 ||
		    want.steps > STEPS)
			argp_error(state, "1 or 2 processes and at most %d steps", STEPS);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int patience = PATIENCE_S;

/* --- runs -------------------------------------------------------------------------------- */

static void new_world(uint32_t seed)
{
	static const int devices[CONTEXTS] = {0, 1, 0}, processes[CONTEXTS] = {0, 1, 1};
	struct step *script = W->script;

	memset(W, 0, (size_t)((char *)script - (char *)W));
	W->seed = seed;
	W->patience = patience;
	W->answer.slot = NONE;
	W->processes = want.processes;
	W->keep = want.keep && seed % 2;
	for (int i = 0; i < CONTEXTS; i++) {
		W->ctx[i].device = devices[i];
		W->ctx[i].process = want.processes > 1 ? processes[i] : 0;
	}
	for (int i = 0; i < 2; i++)
		snprintf(W->files[i], sizeof(W->files[i]), "/tmp/inverbs-model-%d-%d",
			 (int)getpid(), i);
}

static pid_t start(int process, const int *pipes)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	alarm(ALARM_S);
	close(pipes[process ? 1 : 3]);
	close(pipes[process ? 2 : 0]);
	/* pipes 0 and 1: to the second process; 2 and 3: to the first */
	if (process)
		play(1, &pipes[0], &pipes[2]);
	else
		play(0, &pipes[2], &pipes[0]);
	exit(EXIT_SUCCESS);
}

static void explain(int process, int status)
{
	if (*W->failure || (WIFEXITED(status) && !WEXITSTATUS(status)))
		return;
	if (WIFSIGNALED(status))
		snprintf(W->failure, sizeof(W->failure), "process %d was ended by signal %d (%s)",
			 process, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(W->failure, sizeof(W->failure), "process %d ended with status %d", process,
			 WEXITSTATUS(status));
}

/** True if the emulator and the model agreed. */
static bool run(void)
{
	int pipes[4], status;
	pid_t pid[2];

	fflush(NULL);
	if (pipe(pipes) || pipe(pipes + 2)) {
		perror("pipe");
		exit(EXIT_FAILURE);
	}
	for (int i = 0; i < want.processes; i++)
		pid[i] = start(i, pipes);
	for (int i = 0; i < 4; i++)
		close(pipes[i]);
	for (int i = 0; i < want.processes; i++) {
		while (waitpid(pid[i], &status, 0) != pid[i])
			;
		explain(i, status);
	}
	return !*W->failure;
}

/* --- shortening scripts ------------------------------------------------------------------ */

static struct step kept[STEPS], tried[STEPS];

static bool still_fails(const struct step *script, int n, uint32_t seed)
{
	new_world(seed);
	W->given = true;
	W->steps = n;
	memcpy(W->script, script, sizeof(*script) * (size_t)n);
	return !run();
}

/** Remove ever smaller ranges of steps as long as the rest still fails, in whatever way. */
static int shorten(int n, uint32_t seed)
{
	time_t end = time(NULL) + SHORTEN_S;

	patience = HURRY_S;

	for (int part = (n + 1) / 2; part; part = part > 1 ? (part + 1) / 2 : 0) {
		for (int at = 0; at < n && time(NULL) < end;) {
			int cut = at + part < n ? part : n - at;

			memcpy(tried, kept, sizeof(*kept) * (size_t)at);
			memcpy(tried + at, kept + at + cut, sizeof(*kept) * (size_t)(n - at - cut));
			if (still_fails(tried, n - cut, seed)) {
				n = W->at + 1 < n - cut ? W->at + 1 : n - cut;
				memcpy(kept, tried, sizeof(*kept) * (size_t)n);
			} else {
				at += cut;
			}
		}
	}
	return n;
}

static void report(uint32_t seed)
{
	int n = W->at < W->steps ? W->at + 1 : W->at;

	printf("seed %u, step %d: %s\n", seed, W->at, W->failure);
	fflush(stdout);
	memcpy(kept, W->script, sizeof(*kept) * (size_t)n);
	if (!still_fails(kept, n, seed)) {
		printf("the same steps did not fail again; the last ones were:\n");
		for (int i = n > 20 ? n - 20 : 0; i < n; i++)
			print_step(stdout, &kept[i]);
		return;
	}
	n = shorten(n, seed);
	if (!still_fails(kept, n, seed)) {
		printf("a shorter script did not fail each time; %d steps are left\n", n);
		return;
	}
	printf("shortest script (play it with --script, --processes %d and --seed %u): %s\n",
	       want.processes, seed, W->failure);
	for (int i = 0; i < n; i++)
		print_step(stdout, &kept[i]);
}

static int read_script(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];
	int n = 0;

	if (!file) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	while (n < STEPS && fgets(line, sizeof(line), file)) {
		char *word = strtok(line, " \n");

		if (!word || find_verb(word) == NONE)
			continue;
		kept[n].verb = find_verb(word);
		word = strtok(NULL, " \n");
		kept[n].ctx = word ? atoi(word) % CONTEXTS : 0;
		for (int i = 0; i < ARGS && (word = strtok(NULL, " \n")); i++)
			kept[n].arg[i] = atoi(word);
		n++;
	}
	fclose(file);
	return n;
}

static void make_files(bool there)
{
	for (int i = 0; i < 2; i++) {
		FILE *file = there ? fopen(W->files[i], "w") : NULL;

		if (file)
			fclose(file);
		else
			unlink(W->files[i]);
	}
}

static bool play_script(void)
{
	int n = read_script(want.script);

	if (!still_fails(kept, n, want.seed))
		return true;
	printf("step %d: %s\n", W->at, W->failure);
	return false;
}

static bool play_seeds(void)
{
	for (uint32_t seed = want.seed; seed != want.seed + (uint32_t)want.runs; seed++) {
		new_world(seed);
		W->steps = want.steps;
		if (!run()) {
			report(seed);
			return false;
		}
		printf("seed %u: %d steps, %d of them possible; %d completions, %d with errors\n",
		       seed, W->at, W->done, W->completions, W->errors);
	}
	return true;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {options, parse_option, NULL, doc, NULL, NULL, NULL};
	bool ok;

	argp_parse(&argp, argc, argv, 0, NULL, NULL);
	W = mmap(NULL, sizeof(*W), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (W == MAP_FAILED) {
		perror("mmap");
		return EXIT_FAILURE;
	}
	new_world(want.seed);
	make_files(true);
	ok = want.script ? play_script() : play_seeds();
	make_files(false);
	return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
