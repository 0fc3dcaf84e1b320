/* SPDX-License-Identifier: BSD-2-Clause */
#include "daemon.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	TENTHS = 100,
	ARGUMENTS = 32
};

static char directory[64];
static char path[96];
static pid_t pid;

const char *daemon_socket(void)
{
	return path;
}

pid_t daemon_pid(void)
{
	return pid;
}

static int responds(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int connected;

	memcpy(address.sun_path, path, strlen(path) + 1);
	connected = !connect(fd, (struct sockaddr *)&address, sizeof(address));
	close(fd);
	return connected;
}

int daemon_start(const char *program)
{
	static const char *const none[] = {NULL};

	return daemon_start_with(program, none);
}

static void execute(const char *program, const char *const *options)
{
	const char *argv[ARGUMENTS] = {
		program,    "--socket", path,       "--device",    "mlx4_0", "--device", "mlx4_1:2",
		"--device", "cxgb3_0",  "--device", "cxgb3_1:t3a", "--log",  "error"};
	size_t n = 1;

	while (argv[n])
		n++;
	while (*options && n < ARGUMENTS - 1)
		argv[n++] = *options++;
	execv(program, (char *const *)(uintptr_t)argv);
	_exit(127);
}

int daemon_start_with(const char *program, const char *const *options)
{
	snprintf(directory, sizeof(directory), "/tmp/inverbs-test-XXXXXX");
	if (!mkdtemp(directory))
		return -1;
	snprintf(path, sizeof(path), "%s/softhca.sock", directory);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execute(program, options);
	}
	for (int i = 0; pid > 0 && i < TENTHS; i++) {
		if (responds())
			return 0;
		if (waitpid(pid, NULL, WNOHANG) == pid)
			break;
		usleep(100000);
	}
	fprintf(stderr, "%s does not respond\n", program);
	return -1;
}

int daemon_stop(void)
{
	int status = 0;

	kill(pid, SIGTERM);
	for (int i = 0; i < TENTHS; i++) {
		if (waitpid(pid, &status, WNOHANG) == pid) {
			int left = !access(path, F_OK);

			rmdir(directory);
			return WIFEXITED(status) && !WEXITSTATUS(status) && !left ? 0 : -1;
		}
		usleep(100000);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}
