/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts a softhcad for a single program. */
#include "private_daemon.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	WAIT_MS = 20000,
	LOOK_MS = 5,
};

/**
 * Runs in the child. Signals from the terminal are meant for the program, which still needs the
 * emulator while it exits.
 */
static void become_daemon(char *const *argv, pid_t parent)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	execv(argv[0], argv);
	fprintf(stderr, "softhca-run: cannot start %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static int listens_at(const char *path)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int ret;

	memcpy(to.sun_path, path, strlen(path) + 1);
	ret = fd >= 0 && !connect(fd, (struct sockaddr *)&to, sizeof(to));
	if (fd >= 0)
		close(fd);
	return ret;
}

static void wait_a_little(void)
{
	const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};

	nanosleep(&pause, NULL);
}

int softhca_daemon_start(char *const *argv, const char *socket, pid_t *pid)
{
	const pid_t parent = getpid();

	*pid = fork();
	if (*pid < 0) {
		*pid = 0;
		fprintf(stderr, "softhca-run: cannot start a process: %s\n", strerror(errno));
		return EAGAIN;
	}
	if (!*pid)
		become_daemon(argv, parent);
	for (int ms = 0; ms < WAIT_MS; ms += LOOK_MS) {
		if (listens_at(socket))
			return 0;
		if (waitpid(*pid, NULL, WNOHANG) == *pid) {
			*pid = 0; /* the child has printed the reason */
			return ECHILD;
		}
		wait_a_little();
	}
	fprintf(stderr, "softhca-run: the emulator does not respond\n");
	return ETIMEDOUT;
}

void softhca_daemon_stop(pid_t pid)
{
	if (pid <= 0)
		return;
	kill(pid, SIGTERM);
	for (int ms = 0; ms < WAIT_MS; ms += LOOK_MS) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return;
		wait_a_little();
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
