/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator inside the program that uses it: a thread that the first connection starts. The
 * thread is never stopped; it ends with the process. New connections are passed to it through a
 * pipe.
 */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/inprocess.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "cm/cm.h"
#include "faults/faults.h"
#include "server/server.h"
#include "server/trace.h"

static struct {
	pthread_mutex_t lock;
	pid_t pid;       /**< process in which the thread runs; 0: not started */
	int handover[2]; /**< pipe with the descriptors of new connections, as int */
	struct softhca_source source;
	struct softhca_server server;
} inprocess = {.lock = PTHREAD_MUTEX_INITIALIZER};

/** On the emulator's thread: a new connection has arrived in the pipe. */
static void handover_ready(struct softhca_source *source, uint32_t events)
{
	int fd;

	(void)source;
	(void)events;
	if (read(inprocess.handover[0], &fd, sizeof(fd)) == sizeof(fd))
		softhca_client_add(&inprocess.server, fd);
}

static void *run_thread(void *unused)
{
	(void)unused;
	pthread_setname_np(pthread_self(), "softhca");
	softhca_server_run(&inprocess.server);
	return NULL;
}

/** Start the thread. It blocks all signals, which are for the program. */
static int start_thread(void)
{
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, old;
	int ret = pthread_attr_init(&attr);

	if (ret)
		return ret;
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(&thread, &attr, run_thread, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	return ret;
}

/**
 * Split a list of names in place. Returns an array that the caller frees, or NULL if memory is
 * exhausted.
 */
static const char **split_list(char *list, unsigned int *count)
{
	unsigned int most = 1;
	const char **names;
	char *name;

	for (const char *at = list; *at; at++)
		most += *at == ',';
	names = calloc(most, sizeof(*names));
	*count = 0;
	while (names && (name = strtok_r(list, ",", &list)))
		names[(*count)++] = name;
	return names;
}

/**
 * Move arguments with an equals sign (addresses of devices, files of fault rules) behind the
 * devices. Returns the number of devices.
 */
static unsigned int move_devices_first(const char **names, unsigned int count)
{
	unsigned int devices = 0;

	for (unsigned int i = 0; i < count; i++) {
		const char *name = names[i];

		if (strchr(name, '='))
			continue;
		memmove(&names[devices + 1], &names[devices], (i - devices) * sizeof(const char *));
		names[devices++] = name;
	}
	return devices;
}

/** Apply "faults=FILE" or an address. Errors in a file are printed at any log level. */
static int apply_argument(const char *argument)
{
	struct softhca *hca = &inprocess.server.hca;
	char error[512];
	int ret;

	if (strncmp(argument, "faults=", strlen("faults=")) != 0)
		return softhca_cm_map(hca, argument);
	ret = softhca_faults_load(hca, argument + strlen("faults="), error, sizeof(error));
	if (ret)
		fprintf(stderr, "softhca: %s\n", error);
	return ret;
}

static int init_devices(char *list, int log_level)
{
	unsigned int count, devices;
	const char **names = split_list(list, &count);
	int ret;

	if (!names)
		return ENOMEM;
	devices = move_devices_first(names, count);
	ret = softhca_server_init(&inprocess.server, names, devices, NULL, log_level);
	if (ret)
		goto free_names;
	for (unsigned int i = devices; i < count && !ret; i++)
		ret = apply_argument(names[i]);
	if (ret)
		softhca_server_fini(&inprocess.server);
free_names:
	free(names);
	return ret;
}

/** Start the trace that INVERBS_TRACE requests: to `stderr`, or to a file. */
static void start_trace(void)
{
	const char *name = getenv("INVERBS_TRACE");
	FILE *file;

	if (!name || !*name)
		return;
	file = strcmp(name, "stderr") ? fopen(name, "we") : stderr;
	if (!file || softhca_trace_to_file(&inprocess.server.hca, file))
		softhca_log(&inprocess.server.hca, SOFTHCA_LOG_WARNING,
			    "cannot write the trace to %s: %s", name, strerror(errno));
}

static int init_server(const char *devices)
{
	const char *log = getenv("INVERBS_LOG");
	char *list = strdup(devices);
	int ret;

	if (!list)
		return ENOMEM;
	ret = init_devices(list, log ? SOFTHCA_LOG_WARNING : -1);
	free(list);
	if (!ret)
		start_trace();
	return ret;
}

static int start_server(const char *devices)
{
	int ret;

	if (pipe2(inprocess.handover, O_CLOEXEC))
		return errno;
	ret = init_server(devices);
	if (ret)
		goto close_pipe;
	inprocess.source.ready = handover_ready;
	ret = softhca_watch(&inprocess.server.hca.loop, inprocess.handover[0], EPOLLIN,
			    &inprocess.source);
	if (!ret)
		ret = start_thread();
	if (!ret)
		return 0;
	softhca_server_fini(&inprocess.server);
close_pipe:
	close(inprocess.handover[0]);
	close(inprocess.handover[1]);
	return ret;
}

/** Ensure that the thread runs in this process. Returns 0 or an errno value. */
static int ensure_started(const char *devices)
{
	int ret = 0;

	pthread_mutex_lock(&inprocess.lock);
	if (!inprocess.pid) {
		ret = start_server(devices);
		if (!ret)
			inprocess.pid = getpid();
	} else if (inprocess.pid != getpid()) {
		ret = EPERM;
	}
	pthread_mutex_unlock(&inprocess.lock);
	return ret;
}

int softhca_inprocess_connect(const char *devices)
{
	int ret = ensure_started(devices);
	int pair[2];

	if (ret)
		return -ret;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -errno;
	if (write(inprocess.handover[1], &pair[1], sizeof(pair[1])) == sizeof(pair[1]))
		return pair[0];
	ret = errno;
	close(pair[0]);
	close(pair[1]);
	return -ret;
}
