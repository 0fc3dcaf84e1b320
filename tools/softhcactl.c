/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries and controls a running softhcad. */
#include <argp.h>
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/socket_path.h"
#include "softhcactl.h"
#include "softhcactl_json.h"
#include "softhcactl_trace.h"

enum {
	LINE_MAX_LEN = 240,
	TIMEOUT_S = 10,
};

static const char doc[] =
	"Inspect a running softhcad.\v"
	"Commands:\n"
	"  list                        devices and ports\n"
	"  objects                     open objects per process; state, outstanding requests\n"
	"                              and age of each queue pair\n"
	"  why QPN                     why a queue pair failed, or what it is waiting for\n"
	"  connections                 connection manager identifiers: state, addresses, device\n"
	"  counters                    traffic and errors per port\n"
	"  port DEVICE PORT up|down    take a port down, or bring it up\n"
	"  event DEVICE EVENT [NUMBER [VALUE]]\n"
	"                              raise an asynchronous event\n"
	"  fault add RULE              lose, delay or duplicate messages, or refuse commands;\n"
	"                              same syntax as in a softhcad --faults file\n"
	"  fault list                  list the rules, and how often each was applied\n"
	"  fault clear                 remove all rules\n"
	"  trace [PID|all]             print commands, work queue entries and completions\n"
	"                              as they happen, until interrupted\n"
	"  stop [idle]                 stop the daemon; with idle, only if it is not in use\n"
	"\n"
	"A trace never slows down the program or the daemon: records that a slow "
	"reader misses are counted.";

static const struct argp_option options[] = {
	{"socket", 's', "PATH", 0,
	 "The daemon's socket (default: that of INVERBS_EMULATOR, or the user's)", 0},
	{"json", 'J', NULL, 0,
	 "Print a JSON object instead of text: list, objects, why, connections, counters, fault "
	 "list",
	 0},
	{0, 0, 0, 0, "For trace:", 0},
	{"device", 'd', "NAME", 0, "Show only this device", 0},
	{"only", 'o', "LIST", 0,
	 "Show only these: commands,sends,receives,completions,faults,mads,refusals,connections",
	 0},
	{"count", 'n', "NUMBER", 0, "Stop after this many records", 0},
	{"seconds", 't', "SECONDS", 0, "Stop after this time", 0},
	{0},
};

struct arguments {
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	char line[LINE_MAX_LEN];
	struct trace_request trace;
	bool trace_options; /**< an option that only trace has was given */
	bool tracing;       /**< the command is trace */
	bool json;
};

static double parse_positive(const char *arg, struct argp_state *state)
{
	char *end;
	double value = strtod(arg, &end);

	if (*end || !(value > 0 && value < 1e9))
		argp_error(state, "'%s' is not a number above 0", arg);
	return value;
}

/** Parse the options that only trace has. */
static error_t parse_trace_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'd':
		a->trace.device = arg;
		break;
	case 'o':
		a->trace.kinds = trace_kinds(arg);
		if (!a->trace.kinds)
			argp_error(state,
				   "'%s' is not a list of commands, sends, receives, completions, "
				   "faults, mads, refusals, connections",
				   arg);
		break;
	case 'n':
		a->trace.count = (uint64_t)parse_positive(arg, state);
		break;
	case 't':
		a->trace.seconds = parse_positive(arg, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	a->trace_options = true;
	return 0;
}

/**
 * Parse "trace", "trace all" or "trace PID", and reject anything else that starts this way. Returns
 * false if the command is not trace.
 */
static bool parse_trace_command(struct arguments *a, struct argp_state *state)
{
	const char *who = a->line + strlen("trace");
	char *end;

	if (strncmp(a->line, "trace", strlen("trace")) != 0 || (*who && *who != ' '))
		return false;
	if (*who && strcmp(who, " all") != 0) {
		unsigned long pid = strtoul(who, &end, 10);

		if (*end || !pid || pid > INT32_MAX)
			argp_error(state, "'%s' is neither a process number nor 'all'", who + 1);
		a->trace.pid = (uint32_t)pid;
	}
	return true;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	size_t used;

	switch (key) {
	case 's':
		if (strlen(arg) >= sizeof(a->path))
			argp_error(state, "a socket path can have at most %zu characters",
				   sizeof(a->path) - 1);
		memcpy(a->path, arg, strlen(arg) + 1);
		break;
	case 'J':
		a->json = true;
		break;
	case ARGP_KEY_ARG:
		used = strlen(a->line);
		if (used + strlen(arg) + 2 > sizeof(a->line))
			argp_error(state, "the command is too long");
		snprintf(a->line + used, sizeof(a->line) - used, "%s%s", used ? " " : "", arg);
		break;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		break;
	case ARGP_KEY_END:
		a->tracing = parse_trace_command(a, state);
		if (a->trace_options && !a->tracing)
			argp_error(state, "options -d, -o, -n and -t are only valid with trace");
		if (a->json && !json_knows_command(a->line))
			argp_error(state, "'%s' does not support --json", a->line);
		break;
	default:
		return parse_trace_option(key, arg, state);
	}
	return 0;
}

/** Find the socket on which programs, too, look for a daemon. Returns 0 or an errno value. */
static int find_socket(char *path, size_t room)
{
	const char *where = getenv(SOFTHCA_ENVIRONMENT);

	if (!where || !*where ||
	    !strncmp(where, SOFTHCA_INPROC_PREFIX, strlen(SOFTHCA_INPROC_PREFIX)))
		return softhca_default_socket(path, room, 0);
	return (size_t)snprintf(path, room, "%s", where) < room ? 0 : ENAMETOOLONG;
}

static int connect_to(const char *path)
{
	const struct timeval timeout = {.tv_sec = TIMEOUT_S};
	struct sockaddr_un address;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
	errno = softhca_socket_address(&address, path);
	if (!errno && !connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return fd;
	close(fd);
	return -1;
}

int exchange_with_daemon(int fd, uint32_t op, const uint64_t arg[4], const char *payload, void *to,
			 size_t room, size_t *bytes)
{
	static uint8_t buf[SOFTHCA_MESSAGE_MAX];
	struct softhca_request request = {.op = op, .bytes = (uint32_t)strlen(payload)};
	struct softhca_reply reply;
	ssize_t n;

	*bytes = 0;
	memcpy(request.arg, arg, sizeof(request.arg));
	memcpy(buf, &request, sizeof(request));
	memcpy(buf + sizeof(request), payload, request.bytes);
	if (send(fd, buf, sizeof(request) + request.bytes, MSG_NOSIGNAL) < 0)
		return errno;
	n = recv(fd, buf, sizeof(buf), 0);
	if (n < (ssize_t)sizeof(reply))
		return n < 0 ? errno : EPIPE;
	memcpy(&reply, buf, sizeof(reply));
	if (reply.bytes > (size_t)n - sizeof(reply) || reply.bytes > room)
		return EPROTO;
	if (reply.bytes)
		memcpy(to, buf + sizeof(reply), reply.bytes);
	*bytes = reply.bytes;
	return (int)reply.error;
}

/** Send a command line to the daemon, and print its response. */
static int run_control(int fd, const char *line, bool json)
{
	static char text[SOFTHCA_MESSAGE_MAX + 1];
	const uint64_t nothing[4] = {0};
	size_t bytes;
	int err = exchange_with_daemon(fd, SOFTHCA_OP_CONTROL, nothing, line, text,
				       sizeof(text) - 1, &bytes);

	text[bytes] = '\0';
	if (json && !err)
		return json_response(line, text) ? EXIT_FAILURE : EXIT_SUCCESS;
	fputs(text, err ? stderr : stdout);
	if (err && !*text)
		fprintf(stderr, "softhcactl: %s\n", strerror(err));
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int send_hello(int fd)
{
	const uint64_t version[4] = {SOFTHCA_PROTOCOL_VERSION};
	uint8_t none[1];
	size_t bytes;
	int err = exchange_with_daemon(fd, SOFTHCA_OP_HELLO, version, "", none, sizeof(none),
				       &bytes);

	if (err)
		fprintf(stderr, "softhcactl: the daemon refuses: %s\n",
			err == ESRCH ? "it is in another PID namespace" : strerror(err));
	return err;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {options, parse_option, "COMMAND...", doc,
					 NULL,    NULL,         NULL};
	static struct arguments a = {
		.trace = {.device = "",
			  .kinds = UINT64_C(1) << SOFTHCA_TRACE_KIND_COMMAND |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_SEND |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_RECEIVE |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_COMPLETION |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_FAULT |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_MAD |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_REFUSAL |
				   UINT64_C(1) << SOFTHCA_TRACE_KIND_CONNECTION},
	};
	int fd, err, ret = EXIT_FAILURE;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	err = *a.path ? 0 : find_socket(a.path, sizeof(a.path));
	if (err) {
		fprintf(stderr,
			"softhcactl: cannot determine the socket of softhcad: %s; try --socket\n",
			strerror(err));
		return EXIT_FAILURE;
	}
	fd = connect_to(a.path);
	if (fd < 0) {
		fprintf(stderr,
			"softhcactl: no softhcad listens at %s: %s; try softhcad --daemonize, or "
			"another --socket\n",
			a.path, strerror(errno));
		return EXIT_FAILURE;
	}
	if (!send_hello(fd))
		ret = a.tracing ? trace_run(fd, &a.trace) : run_control(fd, a.line, a.json);
	close(fd);
	return ret;
}
