/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the program, forwards signals to it, and ends as it did. */
#include "program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NOT_FOUND = 127, /* the exit status that shells use */
	NOT_STARTED = 126,
};

static sigset_t awaited, inherited;

void softhca_program_prepare(void)
{
	static const int signals[] = {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

	sigemptyset(&awaited);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&awaited, signals[i]);
	sigprocmask(SIG_BLOCK, &awaited, &inherited);
}

static void become_program(char *const *argv)
{
	int err;

	sigprocmask(SIG_SETMASK, &inherited, NULL);
	execvp(argv[0], argv);
	err = errno;
	fprintf(stderr, "softhca-run: %s: %s\n", argv[0], strerror(err));
	_exit(err == ENOENT ? NOT_FOUND : NOT_STARTED);
}

int softhca_program_run(char *const *argv)
{
	pid_t pid = fork();
	siginfo_t info;
	int status;

	if (pid < 0) {
		fprintf(stderr, "softhca-run: cannot start a process: %s\n", strerror(errno));
		return W_EXITCODE(NOT_STARTED, 0);
	}
	if (!pid)
		become_program(argv);
	for (;;) {
		int number = sigwaitinfo(&awaited, &info);

		if (number == SIGCHLD && waitpid(pid, &status, WNOHANG) == pid)
			return status;
		/* A signal from the terminal also reaches the program, so it is not forwarded. */
		if (number > 0 && number != SIGCHLD && info.si_code != SI_KERNEL)
			kill(pid, number);
	}
}

void softhca_program_end_alike(int status)
{
	const struct rlimit no_core = {0, 0};

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &no_core); /* the program has left one, if wanted */
		signal(WTERMSIG(status), SIG_DFL);
		sigprocmask(SIG_SETMASK, &inherited, NULL);
		raise(WTERMSIG(status));
	}
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}
