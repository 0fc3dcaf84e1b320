/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of ibv_xsrq_pingpong. */
#include "xsrq_options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "options.h"
#include "program.h"

enum {
	OPTION_NUM_TESTS = 256,
	MOST_CLIENTS = 1000,
};

static const struct argp_option options[] = {
	{"port", 'p', "PORT", 0, "TCP port on which the programs meet (default 18515)", 0},
	{"ib-dev", 'd', "NAME", 0, "Device (default: the first one)", 0},
	{"ib-port", 'i', "PORT", 0, "Port of the device (default 1)", 0},
	{"size", 's', "BYTES", 0, "Message size (default 4096)", 0},
	{"mtu", 'm', "BYTES", 0, "Path MTU: 256, 512, 1024, 2048 or 4096 (default 2048)", 0},
	{"clients", 'c', "N", 0, "Clients that the server waits for (default 1)", 0},
	{"num-tests", 'n', "N", 0, "Messages per client (default 5)", 0},
	{"num_tests", OPTION_NUM_TESTS, "N", OPTION_HIDDEN, NULL, 0},
	{"sl", 'l', "SL", 0, "Service level (default 0)", 0},
	{"events", 'e', NULL, 0, "Sleep until a completion event comes (default: poll)", 0},
	{"odp", 'o', NULL, 0, "On-demand paging", 0},
	{"gid-idx", 'g', "INDEX", 0, "Address by the GID with this index (default: by LID)", 0},
	{0},
};

static int read_mtu(const char *text, struct xsrq_options *out)
{
	unsigned long bytes;

	if (parse_number(text, "MTU", 256, 4096, &bytes))
		return -1;
	out->mtu = mtu_from_bytes(bytes);
	if (!out->mtu)
		return complain("MTU %lu is not one of 256, 512, 1024, 2048, 4096", bytes);
	return 0;
}

/** Read a number within limits into a member of any type. */
#define READ(what, min, max, member)                                                               \
	do {                                                                                       \
		if (parse_number(text, what, min, max, &n))                                        \
			return -1;                                                                 \
		(member) = (__typeof__(member))n;                                                  \
		return 0;                                                                          \
	} while (0)

static int read_option(int letter, const char *text, struct xsrq_options *out)
{
	unsigned long n;

	switch (letter) {
	case 'p':
		READ("port", 1, 65535, out->tcp_port);
	case 'd':
		out->device = text;
		return 0;
	case 'i':
		READ("device port", 1, 255, out->port);
	case 's':
		READ("size", 0, 1UL << 30, out->size);
	case 'm':
		return read_mtu(text, out);
	case 'c':
		READ("clients", 1, MOST_CLIENTS, out->clients);
	case 'n':
	case OPTION_NUM_TESTS:
		READ("num-tests", 1, INT_MAX, out->tests);
	case 'l':
		READ("service level", 0, 15, out->sl);
	case 'g':
		READ("GID index", 0, 255, out->gid_index);
	case 'e':
		out->events = true;
		return 0;
	default: /* o */
		return complain("-o: Inverbs has no on-demand paging yet");
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct xsrq_options *out = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (state->arg_num)
			return ARGP_ERR_UNKNOWN; /* argp prints the message */
		out->host = arg;
		return 0;
	case ARGP_KEY_END:
		if (out->host && out->clients != 1)
			argp_error(state, "-c is only valid for the server");
		return 0;
	default:
		if (key <= 0 || key > OPTION_NUM_TESTS)
			return ARGP_ERR_UNKNOWN;
		return option_result(read_option(key, arg, out));
	}
}

void xsrq_read_options(int argc, char *argv[], struct xsrq_options *out)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[HOST]",
		.doc = "Without HOST, wait for clients; with HOST, connect to the server there.",
	};

	*out = (struct xsrq_options){
		.tcp_port = 18515,
		.port = 1,
		.gid_index = -1,
		.mtu = IBV_MTU_2048,
		.size = 4096,
		.clients = 1,
		.tests = 5,
	};
	read_options(&argp, argc, argv, out);
}
