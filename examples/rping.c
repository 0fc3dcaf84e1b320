/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ping-pong with RDMA. The client sends the address of its data, and the server reads it; the
 * client sends the address of a second buffer, and the server writes the data back to it. Messages
 * only carry addresses and pass the turn.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "common/program.h"
#include "common/rping.h"

/* Limit of bytes in a ping; other implementations accept no more by default. */
#ifdef INVERBS_AIX
enum {
	DEFAULT_SIZE = 100
};
#else
enum {
	DEFAULT_SIZE = 64
};
#endif

static error_t read_number(const char *text, const char *what, unsigned long min, unsigned long max,
			   unsigned long *to)
{
	return option_result(parse_number(text, what, min, max, to));
}

static error_t parse_value(int key, char *arg, struct rping_options *o)
{
	unsigned long value = 0;
	error_t err = 0;

	switch (key) {
	case 'a':
		o->address = arg;
		break;
	case 'I':
		o->source = arg;
		break;
	case 'p':
		o->port = arg;
		break;
	case 'C':
		err = read_number(arg, "count", 1, UINT32_MAX, &value);
		o->count = value;
		break;
	case 'S':
		err = read_number(arg, "size", RPING_SIZE_MIN, RPING_SIZE_MAX, &value);
		o->size = value;
		break;
	case 't':
		err = read_number(arg, "type of service", 0, UINT8_MAX, &value);
		o->tos = (int)value;
		break;
	default:
		err = ARGP_ERR_UNKNOWN;
	}
	return err;
}

static void check(const struct rping_options *o, const struct argp_state *state)
{
	if (o->server == o->client)
		argp_error(state, "give one of -s (server) and -c (client)");
	if (o->client && !o->address)
		argp_error(state, "a client needs the server's address: -a");
	if (o->persistent && !o->server)
		argp_error(state, "-P is only valid for servers");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct rping_options *o = state->input;

	switch (key) {
	case 's':
		o->server = true;
		return 0;
	case 'c':
		o->client = true;
		return 0;
	case 'v':
		o->verbose = true;
		return 0;
	case 'V':
		o->validate = true;
		return 0;
	case 'd':
		o->debug = true;
		return 0;
	case 'P':
		o->persistent = true;
		return 0;
	case 'q':
		o->own_qp = true;
		return 0;
	case ARGP_KEY_END:
		check(o, state);
		return 0;
	default:
		return parse_value(key, arg, o);
	}
}

static const struct argp_option options[] = {
	{NULL, 's', NULL, 0, "Server", 0},
	{NULL, 'c', NULL, 0, "Client", 0},
	{NULL, 'a', "ADDRESS", 0, "Server's address", 0},
	{NULL, 'I', "SOURCE", 0, "Client's source address", 0},
	{NULL, 'p', "PORT", 0, "Server's port (default 7174)", 0},
	{NULL, 'C', "COUNT", 0, "Pings (default: until interrupted)", 0},
	{NULL, 'S', "SIZE", 0, "Bytes of a ping", 0},
	{NULL, 't', "TOS", 0, "Type of service", 0},
	{NULL, 'v', NULL, 0, "Print the pings", 0},
	{NULL, 'V', NULL, 0, "Validate the data", 0},
	{NULL, 'd', NULL, 0, "Print debug messages", 0},
	{NULL, 'P', NULL, 0, "Keep serving: many clients, a thread each", 0},
	{NULL, 'q', NULL, 0, "Create queue pairs without the connection manager", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "-s\n-c -a ADDRESS",
	.doc = "Ping-pong with RDMA reads and writes.",
};

int main(int argc, char **argv)
{
	struct rping_options o = {.port = "7174", .size = DEFAULT_SIZE, .tos = -1};
	int ret;

	read_options(&argp, argc, argv, &o);
	ret = o.server ? rping_server(&o) : rping_client(&o);
	return ret != 0;
}
