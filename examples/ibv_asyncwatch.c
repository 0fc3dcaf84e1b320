/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the asynchronous events of a device: changes of its ports, and its failure. (Events that
 * concern queues go to the program that created them.) Ends when the device is removed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/options.h"
#include "common/program.h"

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

/* Flush each line, for programs that read it from a pipe. */
static void show(const struct ibv_async_event *event)
{
	printf("  %s (%d)", ibv_event_type_str(event->event_type), (int)event->event_type);
	if (of_port(event->event_type))
		printf(", port %d", event->element.port_num);
	printf("\n");
	fflush(stdout);
}

/* Returns the errno value with which reading events ended. */
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

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **device = state->input;

	switch (key) {
	case 'd':
		*device = arg;
		return 0;
	case 'h':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"ib-dev", 'd', "DEVICE", 0, "Watch this device (default: the first one)", 0},
	{NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Print the asynchronous events of an RDMA device.",
};

int main(int argc, char *argv[])
{
	const char *device = NULL;
	struct ibv_context *ctx;

	read_options(&argp, argc, argv, &device);
	ctx = open_device(device);
	if (!ctx)
		return EXIT_FAILURE;
	complain_errno(watch(ctx), "the device is gone");
	ibv_close_device(ctx);
	return EXIT_FAILURE;
}
