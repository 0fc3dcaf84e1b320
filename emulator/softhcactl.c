/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks a running softhcad what it sees, and tells it a few things to do. */
#include <argp.h>
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "socket_path.h"

enum {
	LINE_MAX_LEN = 200,
	TIMEOUT_S = 10,
};

const char *argp_program_version = "softhcactl (Inverbs)";

static const char doc[] = "Look into a running softhcad.\v"
			  "Commands:\n"
			  "  list                        devices and ports\n"
			  "  objects                     what programs have open, per process\n"
			  "  counters                    traffic and errors per port\n"
			  "  port DEVICE PORT up|down    take a port down, or up again\n"
			  "  event DEVICE EVENT [NUMBER [VALUE]]\n"
			  "                              make an asynchronous event happen\n"
			  "  stop                        end the daemon";

static const struct argp_option options[] = {
	{"socket", 's', "PATH", 0, "The daemon's socket, if it is not the default one", 0},
	{0},
};

struct arguments {
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	char line[LINE_MAX_LEN];
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	size_t used;

	switch (key) {
	case 's':
		if (strlen(arg) >= sizeof(a->path))
			argp_error(state, "the path of a socket has at most %zu characters",
				   sizeof(a->path) - 1);
		memcpy(a->path, arg, strlen(arg) + 1);
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
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
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

/** One request and its reply. The payload gets a NUL behind it. 0 or an errno value. */
static int ask(int fd, uint32_t op, uint64_t arg, const char *payload, char *text, size_t room)
{
	static uint8_t buf[SOFTHCA_MESSAGE_MAX];
	struct softhca_request request = {
		.op = op, .bytes = (uint32_t)strlen(payload), .arg = {arg}};
	struct softhca_reply reply;
	ssize_t n;

	memcpy(buf, &request, sizeof(request));
	memcpy(buf + sizeof(request), payload, request.bytes);
	if (send(fd, buf, sizeof(request) + request.bytes, MSG_NOSIGNAL) < 0)
		return errno;
	n = recv(fd, buf, sizeof(buf), 0);
	if (n < (ssize_t)sizeof(reply))
		return n < 0 ? errno : EPIPE;
	memcpy(&reply, buf, sizeof(reply));
	if (reply.bytes > (size_t)n - sizeof(reply) || reply.bytes >= room)
		return EPROTO;
	memcpy(text, buf + sizeof(reply), reply.bytes);
	text[reply.bytes] = '\0';
	return (int)reply.error;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {options, parse_option, "COMMAND...", doc,
					 NULL,    NULL,         NULL};
	static struct arguments a;
	static char text[SOFTHCA_MESSAGE_MAX];
	int fd, ret;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (!*a.path && softhca_default_socket(a.path, sizeof(a.path), 0))
		return EXIT_FAILURE;
	fd = connect_to(a.path);
	if (fd < 0) {
		fprintf(stderr, "softhcactl: no softhcad answers on %s: %s\n", a.path,
			strerror(errno));
		return EXIT_FAILURE;
	}
	ret = ask(fd, SOFTHCA_OP_HELLO, SOFTHCA_PROTOCOL_VERSION, "", text, sizeof(text));
	if (!ret)
		ret = ask(fd, SOFTHCA_OP_CONTROL, 0, a.line, text, sizeof(text));
	close(fd);
	fputs(text, ret ? stderr : stdout);
	if (ret && !*text)
		fprintf(stderr, "softhcactl: %s\n", strerror(ret));
	return ret ? EXIT_FAILURE : EXIT_SUCCESS;
}
