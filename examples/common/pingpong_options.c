/* SPDX-License-Identifier: BSD-2-Clause */
#include "pingpong_options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

enum {
	OPTION_HELP = 256
};

static const struct option long_options[] = {
	{"port", required_argument, NULL, 'p'},
	{"ib-dev", required_argument, NULL, 'd'},
	{"ib-port", required_argument, NULL, 'i'},
	{"size", required_argument, NULL, 's'},
	{"mtu", required_argument, NULL, 'm'},
	{"num-qp", required_argument, NULL, 'q'},
	{"rx-depth", required_argument, NULL, 'r'},
	{"iters", required_argument, NULL, 'n'},
	{"sl", required_argument, NULL, 'l'},
	{"gid-idx", required_argument, NULL, 'g'},
	{"events", no_argument, NULL, 'e'},
	{"odp", no_argument, NULL, 'o'},
	{"iodp", no_argument, NULL, 'O'},
	{"prefetch", no_argument, NULL, 'P'},
	{"ts", no_argument, NULL, 't'},
	{"chk", no_argument, NULL, 'c'},
	{"dm", no_argument, NULL, 'j'},
	{"new_send", no_argument, NULL, 'N'},
	{"help", no_argument, NULL, OPTION_HELP},
	{NULL, 0, NULL, 0},
};

static const struct {
	char letter;
	const char *text;
} help[] = {
	{'p', "-p, --port=PORT      TCP port on which the two programs meet (default 18515)"},
	{'d', "-d, --ib-dev=NAME    device (default: the first one)"},
	{'i', "-i, --ib-port=PORT   port of the device (default 1)"},
	{'s', "-s, --size=BYTES     message size (default "},
	{'m', "-m, --mtu=BYTES      path MTU: 256, 512, 1024, 2048 or 4096 (default 1024)"},
	{'q', "-q, --num-qp=N       queue pairs, which share the round trips (default 16)"},
	{'r', "-r, --rx-depth=N     receives kept posted (default 500)"},
	{'n', "-n, --iters=N        round trips (default 1000)"},
	{'l', "-l, --sl=SL          service level (default 0)"},
	{'g', "-g, --gid-idx=INDEX  address by the GID with this index (default: by LID)"},
	{'e', "-e, --events         sleep until a completion event comes (default: poll)"},
	{'o', "-o, --odp            on-demand paging"},
	{'O', "-O, --iodp           implicit on-demand paging"},
	{'P', "-P, --prefetch       prefetch a region that is paged on demand"},
	{'t', "-t, --ts             completions with timestamps"},
	{'c', "-c, --chk            check every byte that arrives (give it on both sides)"},
	{'j', "-j, --dm             message in device memory"},
	{'N', "-N, --new_send       post with the ibv_wr_* calls"},
};

static bool offers(const struct pingpong_kind *kind, int letter)
{
	return letter && strchr(kind->options, letter);
}

static void print_usage(FILE *to, const struct pingpong_kind *kind)
{
	fprintf(to, "%s [options]         wait for a client\n", program_invocation_short_name);
	fprintf(to, "%s [options] HOST    connect to the server there\n\n",
		program_invocation_short_name);
	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++) {
		if (!offers(kind, help[i].letter))
			continue;
		fprintf(to, "  %s", help[i].text);
		if (help[i].letter == 's')
			fprintf(to, "%zu)", kind->size);
		fprintf(to, "\n");
	}
	fprintf(to, "      --help           this text\n");
}

static int read_mtu(const char *text, struct pingpong_options *out)
{
	unsigned long bytes;

	if (parse_number(text, "MTU", 256, 4096, &bytes))
		return -1;
	out->plan.mtu = mtu_from_bytes(bytes);
	if (!out->plan.mtu)
		return complain("MTU %lu is not one of 256, 512, 1024, 2048, 4096", bytes);
	return 0;
}

static int read_argument(int letter, const char *text, struct pingpong_options *out)
{
	unsigned long n = 0;
	int bad = 0;

	switch (letter) {
	case 'p':
		bad = parse_number(text, "port", 1, 65535, &n);
		out->tcp_port = (unsigned int)n;
		break;
	case 'd':
		out->plan.device = text;
		break;
	case 'i':
		bad = parse_number(text, "device port", 1, 255, &n);
		out->plan.port = (uint8_t)n;
		break;
	case 's':
		bad = parse_number(text, "size", 0, 1UL << 30, &n);
		out->size = n;
		break;
	case 'm':
		bad = read_mtu(text, out);
		break;
	case 'q':
		bad = parse_number(text, "number of queue pairs", 1, PINGPONG_QPS_MAX, &n);
		out->num_qp = (unsigned int)n;
		break;
	case 'r':
		bad = parse_number(text, "rx-depth", 1, INT_MAX / 2, &n);
		out->rx_depth = (unsigned int)n;
		break;
	case 'n':
		bad = parse_number(text, "iters", 1, INT_MAX, &n);
		out->iters = (unsigned int)n;
		break;
	case 'l':
		bad = parse_number(text, "service level", 0, 15, &n);
		out->plan.sl = (uint8_t)n;
		break;
	default: /* 'g' */
		bad = parse_number(text, "GID index", 0, 255, &n);
		out->plan.gid_index = (int)n;
		break;
	}
	return bad;
}

static int read_flag(int letter, struct pingpong_options *out)
{
	switch (letter) {
	case 'e':
		out->plan.events = true;
		return 0;
	case 't':
		out->plan.timestamps = true;
		return 0;
	case 'c':
		out->check = true;
		return 0;
	case 'N':
		out->plan.new_send = true;
		return 0;
	case 'j':
		return complain("-j: Inverbs has no device memory yet");
	default: /* o, O, P */
		return complain("-%c: Inverbs has no on-demand paging yet", letter);
	}
}

enum options_verdict pingpong_read_options(int argc, char *argv[], const struct pingpong_kind *kind,
					   struct pingpong_options *out)
{
	int letter;

	*out = (struct pingpong_options){
		.plan = {.port = 1, .gid_index = -1, .type = kind->type, .mtu = IBV_MTU_1024},
		.tcp_port = 18515,
		.size = kind->size,
		.rx_depth = 500,
		.iters = 1000,
		.num_qp = 16,
	};
	while ((letter = getopt_long(argc, argv, kind->options, long_options, NULL)) != -1) {
		if (letter == OPTION_HELP) {
			print_usage(stdout, kind);
			return OPTIONS_HELP;
		}
		if (letter == '?' || !offers(kind, letter)) {
			if (letter != '?')
				complain("this program has no option -%c", letter);
			print_usage(stderr, kind);
			return OPTIONS_BAD;
		}
		if (optarg ? read_argument(letter, optarg, out) : read_flag(letter, out))
			return OPTIONS_BAD;
	}
	if (argc - optind > 1) {
		complain("one host at most, not '%s'", argv[optind + 1]);
		return OPTIONS_BAD;
	}
	out->host = argv[optind]; /* NULL at the end of argv */
	out->plan.recv_depth = out->rx_depth;
	out->plan.send_depth = 1;
	return OPTIONS_RUN;
}
