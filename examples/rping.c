/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ping-pong by RDMA. The client sends the address of its data, the server reads them; the client
 * sends the address for them, the server writes them back. Messages carry only addresses and turns.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/program.h"
#include "common/rping.h"

/* Bytes of a ping; other implementations accept no more by default. */
#ifdef INVERBS_AIX
enum {
	DEFAULT_SIZE = 100
};
#else
enum {
	DEFAULT_SIZE = 64
};
#endif

static const char usage_text[] =
	"usage: rping -s [-v] [-V] [-d] [-P] [-q] [-a ADDRESS] [-p PORT] [-C COUNT] [-S SIZE]\n"
	"             [-t TOS]\n"
	"       rping -c [-v] [-V] [-d] [-q] [-I SOURCE] -a ADDRESS [-p PORT] [-C COUNT] [-S "
	"SIZE]\n"
	"             [-t TOS]\n";

static int parse(int argc, char **argv, struct rping_options *o)
{
	unsigned long value;
	int opt;

	while ((opt = getopt(argc, argv, "a:I:p:C:S:t:scvVdPq")) != -1) {
		switch (opt) {
		case 'a':
			o->address = optarg;
			break;
		case 'I':
			o->source = optarg;
			break;
		case 'p':
			o->port = optarg;
			break;
		case 'C':
			if (parse_number(optarg, "count", 1, UINT32_MAX, &value))
				return -1;
			o->count = value;
			break;
		case 'S':
			if (parse_number(optarg, "size", RPING_SIZE_MIN, RPING_SIZE_MAX, &value))
				return -1;
			o->size = value;
			break;
		case 't':
			if (parse_number(optarg, "type of service", 0, UINT8_MAX, &value))
				return -1;
			o->tos = (int)value;
			break;
		case 's':
			o->server = true;
			break;
		case 'c':
			o->client = true;
			break;
		case 'v':
			o->verbose = true;
			break;
		case 'V':
			o->validate = true;
			break;
		case 'd':
			o->debug = true;
			break;
		case 'P':
			o->persistent = true;
			break;
		case 'q':
			o->own_qp = true;
			break;
		default:
			return -1;
		}
	}
	if (o->persistent && !o->server)
		return complain("-P is for servers");
	return optind == argc && o->server != o->client && (o->server || o->address) ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct rping_options options = {.port = "7174", .size = DEFAULT_SIZE, .tos = -1};
	int ret;

	if (parse(argc, argv, &options)) {
		fputs(usage_text, stderr);
		return 2;
	}
	ret = options.server ? rping_server(&options) : rping_client(&options);
	return ret != 0;
}
