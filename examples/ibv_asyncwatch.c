/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Print the asynchronous events of a device: changes of its ports, and its failure. (Events of
 * queues go to the program that made them.) Ends when the device is removed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/program.h"

static const char usage[] = "usage: ibv_asyncwatch [-d DEVICE] [-h]\n"
			    "Print the asynchronous events of an RDMA device.\n"
			    "  -d, --ib-dev=DEVICE  of this one (default: the first one)\n"
			    "  -h, --help           this text\n";

static bool of_port(enum ibv_event_type type)
{
	switch (type) {
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_LID_CHANGE:
	case IBV_EVENT_PKEY_CHANGE:
	case IBV_EVENT_SM_CHANGE:
	case IBV_EVENT_CLIENT_REREGISTER:
	case IBV_EVENT_GID_CHANGE:
		return true;
	default:
		return false;
	}
}

/* Flush each line, for readers of a pipe. */
static void show(const struct ibv_async_event *event)
{
	printf("  %s (%d)", ibv_event_type_str(event->event_type), (int)event->event_type);
	if (of_port(event->event_type))
		printf(", port %d", event->element.port_num);
	printf("\n");
	fflush(stdout);
}

/* The errno value that ended it. */
static int watch(struct ibv_context *ctx)
{
	struct ibv_async_event event;

	printf("%s: asynchronous events on descriptor %d\n", ibv_get_device_name(ctx->device),
	       ctx->async_fd);
	fflush(stdout);
	for (;;) {
		if (!ibv_get_async_event(ctx, &event)) {
			show(&event);
			ibv_ack_async_event(&event);
		} else if (errno != EINTR) {
			return errno;
		}
	}
}

/* 0 to go on, else the exit status plus one. */
static int parse(int argc, char *argv[], const char **device)
{
	static const struct option options[] = {
		{"ib-dev", required_argument, NULL, 'd'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
		switch (option) {
		case 'd':
			*device = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1 + EXIT_SUCCESS;
		default:
			fputs(usage, stderr);
			return 1 + EXIT_FAILURE;
		}
	}
	if (optind == argc)
		return 0;
	complain("'%s' is no option", argv[optind]);
	return 1 + EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
	const char *device = NULL;
	struct ibv_context *ctx;
	int ret = parse(argc, argv, &device);

	if (ret)
		return ret - 1;
	ctx = open_device(device);
	if (!ctx)
		return EXIT_FAILURE;
	complain_errno(watch(ctx), "the device is gone");
	ibv_close_device(ctx);
	return EXIT_FAILURE;
}
