/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "examples/common/program.h"

static const char usage[] =
	"%s [options]         wait for a client\n"
	"%s [options] HOST    connect to the server there and measure\n"
	"\n"
	"  -t, --test=NAME      lat: time of one message, as half of a round trip (default)\n"
	"                       bw: messages in a row\n"
	"  -o, --op=NAME        bw: send, write or read (default write); lat uses send\n"
	"  -s, --size=BYTES     message size (default 8; bw: 65536)\n"
	"  -n, --iters=N        messages measured (default 10000)\n"
	"  -w, --warmup=N       messages before that (default 500)\n"
	"  -W, --window=N       bw: requests in flight (default 64)\n"
	"  -e, --events         sleep until a completion event comes (default: poll)\n"
	"  -J, --json           one JSON object instead of text\n"
	"  -p, --port=PORT      TCP port on which the two programs meet (default 18516)\n"
	"  -d, --ib-dev=NAME    device (default: the first one)\n"
	"  -i, --ib-port=PORT   port of the device (default 1)\n"
	"  -g, --gid-idx=INDEX  address by the GID with this index (default: by LID)\n"
	"  -m, --mtu=BYTES      path MTU (default 4096)\n"
	"  -h, --help           this text\n"
	"\n"
	"The server follows the client: test, op, size, counts, window, events and MTU are the\n"
	"client's, and need not be given to the server.\n";

static const struct option long_options[] = {
	{"test", required_argument, NULL, 't'},
	{"op", required_argument, NULL, 'o'},
	{"size", required_argument, NULL, 's'},
	{"iters", required_argument, NULL, 'n'},
	{"warmup", required_argument, NULL, 'w'},
	{"window", required_argument, NULL, 'W'},
	{"events", no_argument, NULL, 'e'},
	{"json", no_argument, NULL, 'J'},
	{"port", required_argument, NULL, 'p'},
	{"ib-dev", required_argument, NULL, 'd'},
	{"ib-port", required_argument, NULL, 'i'},
	{"gid-idx", required_argument, NULL, 'g'},
	{"mtu", required_argument, NULL, 'm'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int read_test(const char *text, struct perf_options *out)
{
	if (strcmp(text, "lat") == 0)
		out->test = PERF_LATENCY;
	else if (strcmp(text, "bw") == 0)
		out->test = PERF_BANDWIDTH;
	else
		return complain("test '%s' is not lat or bw", text);
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
	default:
		return read_place(letter, text, out);
	}
}

void perf_finish_options(struct perf_options *out)
{
	if (out->test == PERF_LATENCY)
		out->opcode = IBV_WR_SEND;
	if (!out->size)
		out->size = out->test == PERF_LATENCY ? 8 : 65536;
	out->plan.send_depth = out->window;
	/* the client of a SEND test runs ahead of the responses by one window */
	out->plan.recv_depth = 2 * out->window;
	out->plan.access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			   IBV_ACCESS_REMOTE_READ;
}

const char *perf_test_name(const struct perf_options *opt)
{
	return opt->test == PERF_LATENCY ? "lat" : "bw";
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

enum perf_verdict perf_read_options(int argc, char *argv[], struct perf_options *out)
{
	int letter;

	*out = (struct perf_options){
		.plan = {.port = 1, .gid_index = -1, .type = IBV_QPT_RC, .mtu = IBV_MTU_4096},
		.opcode = IBV_WR_RDMA_WRITE,
		.tcp_port = 18516,
		.iters = 10000,
		.warmup = 500,
		.window = 64,
	};
	while ((letter = getopt_long(argc, argv, "t:o:s:n:w:W:eJp:d:i:g:m:h", long_options,
				     NULL)) != -1) {
		if (letter == 'h') {
			printf(usage, program_invocation_short_name, program_invocation_short_name);
			return PERF_HELP;
		}
		if (letter == '?' || perf_read_option(letter, optarg, out))
			return PERF_BAD;
	}
	if (argc - optind > 1) {
		complain("one host at most, not '%s'", argv[optind + 1]);
		return PERF_BAD;
	}
	out->host = argv[optind];
	perf_finish_options(out);
	return PERF_RUN;
}
