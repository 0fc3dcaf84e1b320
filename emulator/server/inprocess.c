/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator inside the program that uses it: one thread, started by the first connection and
 * never stopped (it ends with the process, and leaves nothing behind). Connections are passed to it
 * through a pipe.
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
	pid_t pid;       /**< the process of the thread; 0: not started */
	int handover[2]; /**< descriptors of new connections, as int */
	struct softhca_source source;
	struct softhca_server server;
} inprocess = {.lock = PTHREAD_MUTEX_INITIALIZER};

/** A new connection, on the emulator's thread. */
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

/** Signals are the program's; the thread blocks all. */
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

/** Split a list of names in place; the caller frees the array. NULL: no memory. */
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
 * Arguments with an equals sign assign an address to a device, or name a file of faults; they are
 * moved behind the devices.
 * Returns the number of devices.
 */
static unsigned int devices_first(const char **names, unsigned int count)
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

/** "faults=FILE" or an address. Errors of a file are printed whatever the log level is. */
static int apply(const char *argument)
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
	devices = devices_first(names, count);
	ret = softhca_server_init(&inprocess.server, names, devices, NULL, log_level);
	if (ret)
		goto free_names;
	for (unsigned int i = devices; i < count && !ret; i++)
		ret = apply(names[i]);
	if (ret)
		softhca_server_fini(&inprocess.server);
free_names:
	free(names);
	return ret;
}

/** INVERBS_TRACE: `stderr`, or a file that everything is written to. */
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

/** Ensure that the thread runs in this process: 0, or an errno value. */
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
