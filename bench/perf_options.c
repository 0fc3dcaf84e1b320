/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of inverbs_perf. */
#include "perf_options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/common/options.h"
#include "examples/common/program.h"

static const struct argp_option options[] = {
	{"test", 't', "NAME", 0,
	 "lat: time of a message, as half of a round trip (default); bw: messages in a row; "
	 "call: cost of posts and polls, ours next to libibverbs, without a server",
	 0},
	{"op", 'o', "NAME", 0, "bw: send, write or read (default write); lat uses send", 0},
	{"size", 's', "BYTES", 0, "Message size (default 8; bw: 65536; call: at most 4096)", 0},
	{"iters", 'n', "N", 0, "Messages measured (default 10000)", 0},
	{"warmup", 'w', "N", 0, "Warm-up messages before these (default 500)", 0},
	{"window", 'W', "N", 0, "bw: work requests in flight (default 64)", 0},
	{"duration", 'D', "SECONDS", 0, "call: measure each library this long, instead of -n", 0},
	{"histogram", 'H', NULL, 0, "call: print histograms", 0},
	{"plot", 'P', "FILE", 0, "call: plot the histograms to an SVG file", 0},
	{"events", 'e', NULL, 0, "Sleep until a completion event comes (default: poll)", 0},
	{"json", 'J', NULL, 0, "One JSON object instead of text", 0},
	{"port", 'p', "PORT", 0, "TCP port on which the two programs meet (default 18516)", 0},
	{"ib-dev", 'd', "NAME", 0, "Device (default: the first one)", 0},
	{"ib-port", 'i', "PORT", 0, "Port of the device (default 1)", 0},
	{"gid-idx", 'g', "INDEX", 0, "Address by the GID with this index (default: by LID)", 0},
	{"mtu", 'm', "BYTES", 0, "Path MTU (default 4096)", 0},
	{NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0},
	{0},
};

static int read_test(const char *text, struct perf_options *out)
{
	if (strcmp(text, "lat") == 0)
		out->test = PERF_LATENCY;
	else if (strcmp(text, "bw") == 0)
		out->test = PERF_BANDWIDTH;
	else if (strcmp(text, "call") == 0)
		out->test = PERF_CALL;
	else
		return complain("test '%s' is not lat, bw or call", text);
	return 0;
}

static int read_op(const char *text, struct perf_options *out)
{
	if (strcmp(text, "send") == 0)
		out->opcode = IBV_WR_SEND;
	else if (strcmp(text, "write") == 0)
		out->opcode = IBV_WR_RDMA_WRITE;
	else if (strcmp(text, "read") == 0)
		out->opcode = IBV_WR_RDMA_READ;
	else
		return complain("op '%s' is not send, write or read", text);
	return 0;
}

static int read_mtu(const char *text, struct perf_options *out)
{
	unsigned long bytes;

	if (parse_number(text, "MTU", 256, 4096, &bytes))
		return -1;
	out->plan.mtu = mtu_from_bytes(bytes);
	return out->plan.mtu ? 0 : complain("MTU %lu is not a power of two", bytes);
}

static int read_count(const char *text, const char *what, unsigned long min, unsigned int *out)
{
	unsigned long n;

	if (parse_number(text, what, min, 1UL << 30, &n))
		return -1;
	*out = (unsigned int)n;
	return 0;
}

static int read_duration(const char *text, struct perf_options *out)
{
	char *end;

	out->duration = strtod(text, &end);
	if (end == text || *end || !(out->duration > 0 && out->duration <= 3600))
		return complain("duration '%s' is not a number of seconds, at most 3600", text);
	return 0;
}

/** Read the options that only the call test has. */
static int read_call_option(int letter, const char *text, struct perf_options *out)
{
	switch (letter) {
	case 'D':
		return read_duration(text, out);
	case 'H':
		out->histogram = true;
		return 0;
	default: /* 'P' */
		out->plot = text;
		return 0;
	}
}

static int read_place(int letter, const char *text, struct perf_options *out)
{
	unsigned long n = 0;

	switch (letter) {
	case 'p':
		if (parse_number(text, "port", 1, 65535, &n))
			return -1;
		out->tcp_port = (unsigned int)n;
		return 0;
	case 'i':
		if (parse_number(text, "device port", 1, 255, &n))
			return -1;
		out->plan.port = (uint8_t)n;
		return 0;
	case 'g':
		if (parse_number(text, "GID index", 0, 255, &n))
			return -1;
		out->plan.gid_index = (int)n;
		return 0;
	case 'd':
		out->plan.device = text;
		return 0;
	default: /* 'm' */
		return read_mtu(text, out);
	}
}

int perf_read_option(int letter, const char *text, struct perf_options *out)
{
	unsigned int size;

	switch (letter) {
	case 't':
		return read_test(text, out);
	case 'o':
		return read_op(text, out);
	case 's':
		if (read_count(text, "size", 1, &size))
			return -1;
		out->size = size;
		return 0;
	case 'n':
		return read_count(text, "iters", 1, &out->iters);
	case 'w':
		return read_count(text, "warmup", 0, &out->warmup);
	case 'W':
		return read_count(text, "window", 1, &out->window);
	case 'e':
		out->plan.events = true;
		return 0;
	case 'J':
		out->json = true;
		return 0;
	case 'D':
	case 'H':
	case 'P':
		return read_call_option(letter, text, out);
	default:
		return read_place(letter, text, out);
	}
}

void perf_finish_options(struct perf_options *out)
{
	if (out->test != PERF_BANDWIDTH)
		out->opcode = IBV_WR_SEND;
	if (!out->size)
		out->size = out->test == PERF_BANDWIDTH ? 65536 : 8;
	out->plan.send_depth = out->window;
	/* In a SEND test, the client runs up to one window ahead of the responses. */
	out->plan.recv_depth = 2 * out->window;
	out->plan.access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			   IBV_ACCESS_REMOTE_READ;
}

const char *perf_test_name(const struct perf_options *opt)
{
	static const char *const names[] = {"lat", "bw", "call"};

	return names[opt->test];
}

const char *perf_op_name(const struct perf_options *opt)
{
	switch (opt->opcode) {
	case IBV_WR_SEND:
		return "send";
	case IBV_WR_RDMA_READ:
		return "read";
	default:
		return "write";
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct perf_options *out = state->input;

	switch (key) {
	case 'h':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			return ARGP_ERR_UNKNOWN; /* argp prints the message */
		out->host = arg;
		return 0;
	case ARGP_KEY_END:
		perf_finish_options(out);
		if (out->test == PERF_CALL &&
		    (out->host || out->size > 4096 || out->iters > 1U << 20))
			argp_error(state,
				   "-t call takes no HOST, at most 4096 bytes and 1048576 samples");
		if (out->test != PERF_CALL && (out->duration > 0 || out->histogram || out->plot))
			argp_error(state, "-D, -H and -P are only valid with -t call");
		return 0;
	default:
		if (key <= 0 || key > UCHAR_MAX)
			return ARGP_ERR_UNKNOWN;
		return option_result(perf_read_option(key, arg, out));
	}
}

void perf_read_options(int argc, char *argv[], struct perf_options *out)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[HOST]",
		.doc = "Without HOST, wait for a client; with HOST, connect to the server there "
		       "and "
		       "measure.\v"
		       "The server follows the client: test, op, size, counts, window, events and "
		       "MTU are the client's, and need not be given to the server.",
	};

	*out = (struct perf_options){
		.plan = {.port = 1, .gid_index = -1, .type = IBV_QPT_RC, .mtu = IBV_MTU_4096},
		.opcode = IBV_WR_RDMA_WRITE,
		.tcp_port = 18516,
		.iters = 10000,
		.warmup = 500,
		.window = 64,
	};
	read_options(&argp, argc, argv, out);
}
