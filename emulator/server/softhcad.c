/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * softhcad, the emulator as a daemon: serves any number of devices and programs on a Unix socket.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/carrier.h"
#include "base/log.h"
#include "cm/cm.h"
#include "faults/faults.h"
#include "mad/topology.h"
#include "server/daemon_socket.h"
#include "server/server.h"

enum {
	MAX_DEVICES = 64,
	MAX_ADDRESSES = 64,
	OPT_LOG_FILE = 256,
	OPT_FAULTS,
	OPT_TOPOLOGY,
};

static const char doc[] = "Emulate RDMA adapters for this user's programs.\v"
			  "DEVICE is an adapter's name and a number, such as mlx4_0; mlx4_0:2 has "
			  "two ports, and mlx4_0:ethernet and mlx4_0:2:ethernet use RoCE. "
			  "cxgb3_0 is an iWARP adapter, cxgb3_0:t3a an older one whose programs "
			  "post and poll through kernel commands. "
			  "Without --device, the devices are mlx4_0 and mlx4_1. Programs find the "
			  "daemon on its default socket, or with INVERBS_EMULATOR=PATH.";

static const struct argp_option options[] = {
	{"device", 'd', "DEVICE", 0, "Emulate this device; may be given several times", 0},
	{"address", 'a', "ADDRESS=DEVICE[:PORT]", 0,
	 "Assign an IP address of this machine to a port; may be given several times. By default "
	 "127.0.0.1 belongs to the first device, 127.0.0.2 to the second, and so on",
	 0},
	{"socket", 's', "PATH", 0,
	 "Listen here instead of $XDG_RUNTIME_DIR/inverbs/softhca.sock (or "
	 "/tmp/inverbs-UID/softhca.sock)",
	 0},
	{"foreground", 'f', NULL, 0, "Stay in the foreground (default)", 0},
	{"daemonize", 'D', NULL, 0,
	 "Go to the background when ready. The log then goes to PATH.log, next to the socket, "
	 "unless --log-file is given",
	 0},
	{"log", 'l', "LEVEL", 0, "error, warning, info (default) or debug", 0},
	{"log-file", OPT_LOG_FILE, "FILE", 0,
	 "Append the log to this file instead of standard error", 0},
	{"faults", OPT_FAULTS, "FILE", 0,
	 "Lose, delay, duplicate or reorder messages and refuse commands as this file says "
	 "(docs/testing-your-program.md)",
	 0},
	{"topology", OPT_TOPOLOGY, "FILE", 0,
	 "Use the adapters, switches and links in this file (docs/fabric.md). Ports wait for a "
	 "subnet manager, such as opensm under softhca-run",
	 0},
	{0},
};

struct daemon {
	const char *devices[MAX_DEVICES];
	unsigned int num_devices;
	const char *addresses[MAX_ADDRESSES];
	unsigned int num_addresses;
	struct softhca_daemon_socket socket;
	bool daemonize;
	const char *log_file;
	const char *faults;
	const char *topology_file;
	struct softhca_topology *topology; /**< NULL: none */
	int log_level;
	int ready_fd; /**< pipe to the parent, which waits for the start; -1: none */
	struct softhca_source signals;
	int signal_fd;
	struct softhca_server server;
};

static int parse_level(const char *text)
{
	static const char *const names[] = {"error", "warning", "info", "debug"};

	for (int i = 0; i < 4; i++) {
		if (!strcmp(text, names[i]))
			return i;
	}
	return -1;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct daemon *d = state->input;

	switch (key) {
	case 'd':
		if (d->num_devices == MAX_DEVICES)
			argp_error(state, "more than %d devices", MAX_DEVICES);
		d->devices[d->num_devices++] = arg;
		break;
	case 'a':
		if (d->num_addresses == MAX_ADDRESSES)
			argp_error(state, "more than %d addresses", MAX_ADDRESSES);
		d->addresses[d->num_addresses++] = arg;
		break;
	case 's':
		if (!*arg || strlen(arg) >= sizeof(d->socket.path))
			argp_error(state, "a socket path must have 1 to %zu characters",
				   sizeof(d->socket.path) - 1);
		memcpy(d->socket.path, arg, strlen(arg) + 1);
		break;
	case 'f':
		d->daemonize = false;
		break;
	case 'D':
		d->daemonize = true;
		break;
	case 'l':
		d->log_level = parse_level(arg);
		if (d->log_level < 0)
			argp_error(state, "'%s' is not a log level: error, warning, info, debug",
				   arg);
		break;
	case OPT_LOG_FILE:
		d->log_file = arg;
		break;
	case OPT_FAULTS:
		d->faults = arg;
		break;
	case OPT_TOPOLOGY:
		d->topology_file = arg;
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "unexpected argument '%s'", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* --- the process ------------------------------------------------------------------------- */

static void signals_ready(struct softhca_source *source, uint32_t events)
{
	struct daemon *d = softhca_entry(source, struct daemon, signals);
	struct signalfd_siginfo info;

	(void)events;
	if (read(d->signal_fd, &info, sizeof(info)) != sizeof(info))
		return;
	softhca_log(&d->server.hca, SOFTHCA_LOG_INFO, "%s", strsignal((int)info.ssi_signo));
	d->server.stop = true;
}

static int set_up_signals(struct daemon *d)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	d->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (d->signal_fd < 0)
		return errno;
	d->signals.ready = signals_ready;
	return softhca_watch(&d->server.hca.loop, d->signal_fd, EPOLLIN, &d->signals);
}

/**
 * Raise the limit of descriptors: a context takes about five, so the usual soft limit of 1024 is
 * low.
 */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/** In the parent: wait until the child has started or failed, and exit with its status. */
static void wait_for_child(int fd)
{
	char byte;

	_exit(read(fd, &byte, 1) == 1 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static int go_to_background(struct daemon *d)
{
	int pair[2];
	pid_t pid;

	if (pipe2(pair, O_CLOEXEC))
		return errno;
	pid = fork();
	if (pid < 0)
		return errno;
	if (pid) {
		close(pair[1]);
		wait_for_child(pair[0]);
	}
	close(pair[0]);
	setsid();
	d->ready_fd = pair[1];
	return 0;
}

/** Started: notify the waiting parent or service manager, and detach from the parent's terminal. */
static void notify_ready(struct daemon *d)
{
	int null;

	softhca_daemon_notify_manager();
	if (d->ready_fd < 0)
		return;
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		close(null);
	}
	if (write(d->ready_fd, "", 1) == 1)
		close(d->ready_fd);
}

static int open_log(const char *path, int flags, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, mode);

	if (fd < 0) {
		fprintf(stderr, "softhcad: %s: %s\n", path, strerror(errno));
		return errno;
	}
	dup2(fd, STDERR_FILENO);
	close(fd);
	return 0;
}

/**
 * In the background, the log goes to a file beside the socket. Until now, errors went to the
 * terminal.
 */
static int leave_terminal(const struct daemon *d)
{
	char path[256];

	if (!d->daemonize || d->log_file)
		return 0;
	snprintf(path, sizeof(path), "%s.log", d->socket.path);
	/*
	 * in a directory that others can write to, a symbolic link could point to any file of ours
	 */
	return open_log(path, O_NOFOLLOW | O_NONBLOCK, 0600);
}

static int load_faults(struct daemon *d)
{
	char error[512];
	int ret = d->faults ? softhca_faults_load(&d->server.hca, d->faults, error, sizeof(error))
			    : 0;

	if (ret)
		fprintf(stderr, "softhcad: %s\n", error);
	return ret;
}

static int serve_clients(struct daemon *d)
{
	int ret = softhca_server_init(&d->server, d->devices, d->num_devices, d->topology,
				      d->log_level);

	if (ret)
		return ret;
	ret = set_up_signals(d);
	for (unsigned int i = 0; i < d->num_addresses && !ret; i++)
		ret = softhca_cm_map(&d->server.hca, d->addresses[i]);
	if (!ret)
		ret = load_faults(d);
	if (!ret)
		ret = softhca_server_listen(&d->server, d->socket.fd);
	if (!ret)
		ret = leave_terminal(d);
	if (ret) {
		fprintf(stderr, "softhcad: cannot start: %s\n", strerror(ret));
	} else {
		softhca_log(&d->server.hca, SOFTHCA_LOG_INFO, "process %d serves %u devices on %s",
			    (int)getpid(), d->server.hca.num_devices, d->socket.path);
		notify_ready(d);
		ret = softhca_server_carry(&d->server);
		if (ret)
			fprintf(stderr, "softhcad: cannot run: %s\n", strerror(ret));
	}
	softhca_server_fini(&d->server);
	return ret;
}

/** Read the topology. Returns 0, or 1 after a message. */
static int read_topology(struct daemon *d)
{
	char error[512];

	if (!d->topology_file)
		return 0;
	d->topology = softhca_topology_read(d->topology_file, error, sizeof(error));
	if (!d->topology) {
		fprintf(stderr, "softhcad: %s\n", error);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {options, parse_option, NULL, doc, NULL, NULL, NULL};
	static struct daemon d = {.log_level = SOFTHCA_LOG_INFO, .ready_fd = -1, .signal_fd = -1};
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &d);
	if (read_topology(&d))
		return EXIT_FAILURE;
	if (!d.num_devices && (!d.topology || !d.topology->num_adapters)) {
		d.devices[d.num_devices++] = "mlx4_0";
		d.devices[d.num_devices++] = "mlx4_1";
	}
	if (d.daemonize && go_to_background(&d))
		return EXIT_FAILURE;
	if (d.log_file && open_log(d.log_file, 0, 0644))
		return EXIT_FAILURE;
	raise_limit();
	if (softhca_daemon_socket_open(&d.socket))
		return EXIT_FAILURE;
	ret = serve_clients(&d);
	softhca_daemon_socket_close(&d.socket);
	free(d.topology);
	ret = ret ? EXIT_FAILURE : EXIT_SUCCESS;
	/* with a leak checker, exit() may wait for all threads */
	if (softhca_has_stalled_carriers(&d.server.hca))
		_exit(ret);
	return ret;
}
