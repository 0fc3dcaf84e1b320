/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs other programs for ofedctrl, and keeps their output. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ofedctrl.h"

enum {
	NOT_STARTED = 127,
	TOO_LONG = 124,
	PATH_BYTES = 4096,
};

/** Find the program in our own directory; a build folder is laid out like an installation. */
static bool find_beside(const char *program, char path[PATH_BYTES])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_BYTES - 1);
	char *slash;
	size_t room;

	if (n <= 0)
		return false;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return false;
	room = PATH_BYTES - (size_t)(slash + 1 - path);
	return (size_t)snprintf(slash + 1, room, "%s", program) < room && !access(path, X_OK);
}

static void start_program(const char *program, char *const argv[], int to)
{
	char path[PATH_BYTES];

	/*
	 * a daemon that starts here must not keep the pipe open: it replaces stdout and stderr
	 * itself
	 */
	if (dup2(to, STDOUT_FILENO) < 0 || dup2(to, STDERR_FILENO) < 0)
		_exit(NOT_STARTED);
	if (find_beside(program, path))
		execv(path, argv);
	else
		execvp(program, argv);
	dprintf(STDERR_FILENO, "%s: %s", program, strerror(errno));
	_exit(NOT_STARTED);
}

static int milliseconds_until(time_t end)
{
	time_t left = end - time(NULL);

	return left > 0 ? (int)left * 1000 : 0;
}

/** Read until the end of the pipe. Returns false if the time limit expires. */
static bool read_output(int from, char said[OFEDCTRL_OUTPUT_BYTES])
{
	const time_t end = time(NULL) + OFEDCTRL_TIMEOUT_S;
	struct pollfd fd = {.fd = from, .events = POLLIN};
	size_t len = 0;
	char spare[512];
	ssize_t n;

	said[0] = '\0';
	for (;;) {
		bool full = len == OFEDCTRL_OUTPUT_BYTES - 1;
		int ready = poll(&fd, 1, milliseconds_until(end));

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		n = read(from, full ? spare : said + len,
			 full ? sizeof(spare) : OFEDCTRL_OUTPUT_BYTES - 1 - len);
		if (n <= 0)
			return true;
		len += full ? 0 : (size_t)n;
		said[len] = '\0';
	}
}

int ofedctrl_run(const char *program, char *const argv[], char said[OFEDCTRL_OUTPUT_BYTES])
{
	int ends[2], status;
	bool in_time;
	pid_t pid;

	said[0] = '\0';
	if (pipe2(ends, O_CLOEXEC))
		return NOT_STARTED;
	pid = fork();
	if (!pid)
		start_program(program, argv, ends[1]);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return NOT_STARTED;
	}
	in_time = read_output(ends[0], said);
	close(ends[0]);
	if (!in_time)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return NOT_STARTED;
	}
	if (!in_time)
		return TOO_LONG;
	return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_STARTED;
}

int ofedctrl_say(int status, const char *format, ...)
{
	FILE *to = status ? stderr : stdout;
	char line[OFEDCTRL_OUTPUT_BYTES];
	va_list args;
	size_t len;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	len = strlen(line);
	while (len && line[len - 1] == '\n')
		line[--len] = '\0';
	fprintf(to, "ofedctrl: %s\n", line);
	return status;
}
