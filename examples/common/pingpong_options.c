/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of the ping-pong programs. */
#include "pingpong_options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "program.h"

static const struct argp_option all_options[] = {
	{"port", 'p', "PORT", 0, "TCP port on which the two programs meet (default 18515)", 0},
	{"ib-dev", 'd', "NAME", 0, "Device (default: the first one)", 0},
	{"ib-port", 'i', "PORT", 0, "Port of the device (default 1)", 0},
	{"size", 's', "BYTES", 0, NULL, 0},
	{"mtu", 'm', "BYTES", 0, "Path MTU: 256, 512, 1024, 2048 or 4096 (default 1024)", 0},
	{"num-qp", 'q', "N", 0, "Queue pairs, which share the round trips (default 16)", 0},
	{"rx-depth", 'r', "N", 0, "Receives kept posted (default 500)", 0},
	{"iters", 'n', "N", 0, "Round trips (default 1000)", 0},
	{"sl", 'l', "SL", 0, "Service level (default 0)", 0},
	{"gid-idx", 'g', "INDEX", 0, "Address by the GID with this index (default: by LID)", 0},
	{"events", 'e', NULL, 0, "Sleep until a completion event comes (default: poll)", 0},
	{"odp", 'o', NULL, 0, "On-demand paging", 0},
	{"iodp", 'O', NULL, 0, "Implicit on-demand paging", 0},
	{"prefetch", 'P', NULL, 0, "Prefetch a region that is paged on demand", 0},
	{"ts", 't', NULL, 0, "Completions with timestamps", 0},
	{"chk", 'c', NULL, 0, "Check every byte that arrives (give it on both sides)", 0},
	{"dm", 'j', NULL, 0, "Message in device memory", 0},
	{"new_send", 'N', NULL, 0, "Post with the ibv_wr_* calls", 0},
};

enum {
	OPTIONS = sizeof(all_options) / sizeof(all_options[0])
};

/*
 * Select the options of one program, with its default size; the list is terminated by an empty
 * option.
 */
static void select_options(const struct pingpong_kind *kind, struct argp_option to[OPTIONS + 1],
			   char size_text[static 48])
{
	snprintf(size_text, 48, "Message size (default %zu)", kind->size);
	for (size_t i = 0; i < OPTIONS; i++) {
		if (!strchr(kind->options, all_options[i].key))
			continue;
		*to = all_options[i];
		if (to->key == 's')
			to->doc = size_text;
		to++;
	}
	*to = (struct argp_option){0};
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

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct pingpong_options *out = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (state->arg_num)
			return ARGP_ERR_UNKNOWN; /* argp prints the message */
		out->host = arg;
		return 0;
	case ARGP_KEY_END:
		out->plan.recv_depth = out->rx_depth;
		return 0;
	default:
		if (key <= 0 || key > UCHAR_MAX)
			return ARGP_ERR_UNKNOWN;
		return option_result(arg ? read_argument(key, arg, out) : read_flag(key, out));
	}
}

void pingpong_read_options(int argc, char *argv[], const struct pingpong_kind *kind,
			   struct pingpong_options *out)
{
	struct argp_option options[OPTIONS + 1];
	char size_text[48];
	const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[HOST]",
		.doc = "Without HOST, wait for a client; with HOST, connect to the server there.",
	};

	*out = (struct pingpong_options){
		.plan = {.port = 1,
			 .gid_index = -1,
			 .type = kind->type,
			 .mtu = IBV_MTU_1024,
			 .send_depth = 1},
		.tcp_port = 18515,
		.size = kind->size,
		.rx_depth = 500,
		.iters = 1000,
		.num_qp = 16,
	};
	select_options(kind, options, size_text);
	read_options(&argp, argc, argv, out);
}
