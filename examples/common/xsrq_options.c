/* SPDX-License-Identifier: BSD-2-Clause */
#include "xsrq_options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>

#include "program.h"

enum {
	OPTION_HELP = 256,
	MOST_CLIENTS = 1000,
};

static const struct option long_options[] = {
	{"port", required_argument, NULL, 'p'},      {"ib-dev", required_argument, NULL, 'd'},
	{"ib-port", required_argument, NULL, 'i'},   {"size", required_argument, NULL, 's'},
	{"mtu", required_argument, NULL, 'm'},       {"clients", required_argument, NULL, 'c'},
	{"num_tests", required_argument, NULL, 'n'}, {"num-tests", required_argument, NULL, 'n'},
	{"sl", required_argument, NULL, 'l'},        {"gid-idx", required_argument, NULL, 'g'},
	{"events", no_argument, NULL, 'e'},          {"odp", no_argument, NULL, 'o'},
	{"help", no_argument, NULL, OPTION_HELP},    {NULL, 0, NULL, 0},
};

static const char help[] =
	"  -p, --port=PORT      TCP port on which the programs meet (default 18515)\n"
	"  -d, --ib-dev=NAME    device (default: the first one)\n"
	"  -i, --ib-port=PORT   port of the device (default 1)\n"
	"  -s, --size=BYTES     message size (default 4096)\n"
	"  -m, --mtu=BYTES      path MTU: 256, 512, 1024, 2048 or 4096 (default 2048)\n"
	"  -c, --clients=N      clients that the server waits for (default 1)\n"
	"  -n, --num-tests=N    messages of each client (default 5)\n"
	"  -l, --sl=SL          service level (default 0)\n"
	"  -e, --events         sleep until a completion event comes (default: poll)\n"
	"  -o, --odp            on-demand paging\n"
	"  -g, --gid-idx=INDEX  address by the GID with this index (default: by LID)\n"
	"      --help           this text\n";

static void print_usage(FILE *to)
{
	const char *name = program_invocation_short_name;

	fprintf(to,
		"%s [options]         wait for clients\n%s [options] HOST    connect to the "
		"server there\n\n%s",
		name, name, help);
}

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

/** A number in its range, into a member of any type. */
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
		READ("num-tests", 1, INT_MAX, out->tests);
	case 'l':
		READ("service level", 0, 15, out->sl);
	case 'g':
		READ("GID index", 0, 255, out->gid_index);
	case 'e':
		out->events = true;
		return 0;
	case 'o':
		return complain("-o: Inverbs has no on-demand paging yet");
	default:
		print_usage(stderr);
		return -1;
	}
}

int xsrq_read_options(int argc, char *argv[], struct xsrq_options *out)
{
	int letter;

	*out = (struct xsrq_options){
		.tcp_port = 18515,
		.port = 1,
		.gid_index = -1,
		.mtu = IBV_MTU_2048,
		.size = 4096,
		.clients = 1,
		.tests = 5,
	};
	while ((letter = getopt_long(argc, argv, "p:d:i:s:m:c:n:l:eog:", long_options, NULL)) !=
	       -1) {
		if (letter == OPTION_HELP) {
			print_usage(stdout);
			return 0;
		}
		if (read_option(letter, optarg, out))
			return -1;
	}
	if (argc - optind > 1)
		return complain("one host at most, not '%s'", argv[optind + 1]);
	out->host = argv[optind]; /* NULL at the end of argv */
	if (out->host && out->clients != 1)
		return complain("-c is the server's: this is one client");
	return 1;
}
