/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a program, with its own libibverbs and providers, on an emulator that is running or that is
 * started for it.
 */
#include <argp.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <runtime.h>
#include <socket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#include "private_daemon.h"
#include "program.h"
#include "tree.h"

static const char doc[] =
	"Run a program, with the RDMA libraries that it is linked to, on emulated adapters.\v"
	"The program uses the emulator at --socket, INVERBS_EMULATOR or the default socket. If "
	"none is running, or with --device, a private one is started for this program, with "
	"mlx4_0 and mlx4_1 unless --device says otherwise. The exit status is the program's.";

static const struct argp_option options[] = {
	{"device", 'd', "DEVICE", 0, "Start an emulator with this device; see softhcad --device",
	 0},
	{"address", 'a', "ADDRESS=DEVICE[:PORT]", 0,
	 "Start an emulator with this address; see softhcad --address", 0},
	{"socket", 's', "PATH", 0, "Use the emulator listening on this socket", 0},
	{0},
};

enum {
	MAX_WORDS = 256
};

struct run {
	char daemon[PATH_MAX]; /**< path of softhcad */
	char *words[MAX_WORDS];
	int num_words;
	bool own_emulator; /**< requested by an option */
	const char *socket;
	char *const *program;
	char directory[64];
	char own_socket[sizeof(((struct sockaddr_un *)0)->sun_path)];
	pid_t pid;
};

static void add_word(struct run *run, const char *word)
{
	if (run->num_words < MAX_WORDS - 1)
		run->words[run->num_words++] = (char *)(uintptr_t)word;
}

static void add_option(struct run *run, const char *name, const char *value,
		       struct argp_state *state)
{
	if (run->num_words > MAX_WORDS - 8)
		argp_error(state, "too many options");
	add_word(run, name);
	add_word(run, value);
	run->own_emulator = true;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct run *run = state->input;

	switch (key) {
	case 'd':
		add_option(run, "--device", arg, state);
		break;
	case 'a':
		add_option(run, "--address", arg, state);
		break;
	case 's':
		run->socket = arg;
		break;
	case ARGP_KEY_ARG:
		run->program = state->argv + state->next - 1;
		state->next = state->argc;
		break;
	case ARGP_KEY_END:
		if (!run->program)
			argp_error(state, "no program given");
		if (run->socket && run->own_emulator)
			argp_error(state, "--socket excludes options that start an emulator");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/** Print an error where it is found, so that it is printed only once. */
static int report_error(int err, const char *what)
{
	if (err)
		fprintf(stderr, "softhca-run: %s: %s\n", what, strerror(err));
	return err;
}

/** A path relative to our own directory. */
static int path_beside_program(char *path, const char *below)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (len < 0)
		return errno;
	self[len] = '\0';
	return snprintf(path, PATH_MAX, "%s/%s", dirname(self), below) < PATH_MAX ? 0
										  : ENAMETOOLONG;
}

/** Does an emulator respond on the default socket? */
static bool is_emulator_running(void)
{
	pid_t pid;
	int sock = inverbs_emulator_connect(&pid);

	if (sock >= 0)
		close(sock);
	return sock >= 0;
}

static int start_emulator(struct run *run)
{
	if (report_error(path_beside_program(run->daemon, "softhcad"), "softhcad"))
		return ENOENT;
	snprintf(run->own_socket, sizeof(run->own_socket), "%s/softhca.sock", run->directory);
	run->words[0] = run->daemon;
	add_word(run, "--log");
	add_word(run, "error");
	add_word(run, "--socket");
	add_word(run, run->own_socket);
	setenv(SOFTHCA_ENVIRONMENT, run->own_socket, 1);
	return softhca_daemon_start(run->words, run->own_socket, &run->pid);
}

static int find_emulator(struct run *run)
{
	if (run->socket)
		setenv(SOFTHCA_ENVIRONMENT, run->socket, 1);
	if (!run->own_emulator && (inverbs_emulator_wanted() || is_emulator_running()))
		return 0;
	return start_emulator(run);
}

/** Set up the program's environment. Libraries that are already in LD_PRELOAD come first. */
static int set_environment(const struct run *run)
{
	const char *before = getenv("LD_PRELOAD");
	char library[PATH_MAX], list[2 * PATH_MAX];
	int ret = report_error(path_beside_program(library, SOFTHCA_RUN_LIBRARY),
			       SOFTHCA_RUN_LIBRARY);

	if (!ret && access(library, R_OK))
		ret = report_error(errno, library);
	if (ret)
		return ret;
	if (snprintf(list, sizeof(list), "%s%s%s", before ? before : "", before ? ":" : "",
		     library) >= (int)sizeof(list))
		return report_error(ENAMETOOLONG, "LD_PRELOAD");
	unsetenv("SYSFS_PATH");
	if (setenv("LD_PRELOAD", list, 1) || setenv(SOFTHCA_TREE, run->directory, 1))
		return report_error(errno, "environment");
	return 0;
}

/** The tree has hundreds of small files: create it in memory, unless TMPDIR is set. */
static int make_directory(struct run *run)
{
	const char *named = getenv("TMPDIR");
	const char *const places[] = {named && *named == '/' ? named : "/dev/shm", "/tmp"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int n = snprintf(run->directory, sizeof(run->directory), "%s/softhca-run-XXXXXX",
				 places[i]);

		if (n < (int)sizeof(run->directory) && mkdtemp(run->directory))
			return 0;
	}
	return report_error(errno, "no private directory");
}

static int prepare_run(struct run *run)
{
	int ret = find_emulator(run);

	if (!ret)
		ret = report_error(softhca_tree_make(run->directory),
				   "cannot describe the devices");
	return ret ? ret : set_environment(run);
}

int main(int argc, char **argv)
{
	static const struct argp argp = {options, parse_option, "PROGRAM [ARGUMENT...]", doc, NULL,
					 NULL,    NULL};
	static struct run run = {.num_words = 1};
	int status = -1;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &run);
	softhca_program_prepare();
	if (make_directory(&run))
		return EXIT_FAILURE;
	if (!prepare_run(&run))
		status = softhca_program_run(run.program);
	softhca_daemon_stop(run.pid);
	softhca_tree_remove(run.directory);
	if (status == -1)
		return EXIT_FAILURE;
	softhca_program_end_alike(status);
}
