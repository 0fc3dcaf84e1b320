/* SPDX-License-Identifier: BSD-2-Clause */
/* Establishes several connections at once, driven by events, with messages in both directions. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cm_node.h"
#include "common/options.h"
#include "common/program.h"

static const char port[] = "7471";

static struct {
	const char *server; /* NULL: this is the server */
	const char *bind;
	const char *format;
	enum rdma_port_space ps;
	unsigned long connections;
	struct messages messages;
	int tos;
	int ack_timeout;
	bool migrate;
} options = {
	.ps = RDMA_PS_TCP,
	.connections = 1,
	.messages = {.count = 10, .size = 100},
	.tos = -1,
	.ack_timeout = -1,
};

static struct rdma_event_channel *channel;
static struct node *nodes;

static struct rdma_conn_param plain_param(void)
{
	return (struct rdma_conn_param){
		.responder_resources = 1,
		.initiator_depth = 1,
		.retry_count = 5,
		.rnr_retry_count = 7,
	};
}

static int set_options(struct rdma_cm_id *id)
{
	uint8_t tos = (uint8_t)options.tos, timeout = (uint8_t)options.ack_timeout;

	if (options.tos >= 0 &&
	    rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, sizeof(tos)))
		return complain_errno(errno, "type of service");
	if (options.ack_timeout >= 0 &&
	    rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout,
			    sizeof(timeout)))
		return complain_errno(errno, "acknowledge timeout");
	return 0;
}

/* --- the client: events move each identifier from step to step ---------------------------- */

static int address_resolved(struct rdma_cm_id *id)
{
	return rdma_resolve_route(id, RESOLVE_MS) ? complain_errno(errno, "rdma_resolve_route") : 0;
}

static int route_resolved(struct rdma_cm_id *id)
{
	struct rdma_conn_param param = plain_param();
	struct node *node = id->context;

	if (node_open(node, id, &options.messages, false) || node_expect(node, &options.messages))
		return -1;
	return rdma_connect(id, &param) ? complain_errno(errno, "rdma_connect") : 0;
}

/* Returns 1 if the event completed a connection. */
static int client_step(const struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		return address_resolved(event->id);
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		return route_resolved(event->id);
	case RDMA_CM_EVENT_ESTABLISHED:
		return 1;
	default:
		return complain("event %s, status %d", rdma_event_str(event->event), event->status);
	}
}

static int start_clients(void)
{
	struct sockaddr_storage to, from;

	if (node_address(options.server, port, options.format, false, &to) ||
	    (options.bind && node_address(options.bind, "0", options.format, false, &from)))
		return -1;
	for (unsigned long i = 0; i < options.connections; i++) {
		struct rdma_cm_id *id;

		if (rdma_create_id(channel, &id, &nodes[i], options.ps))
			return complain_errno(errno, "rdma_create_id");
		nodes[i].id = id;
		if (set_options(id))
			return -1;
		if (rdma_resolve_addr(id, options.bind ? (struct sockaddr *)&from : NULL,
				      (struct sockaddr *)&to, RESOLVE_MS))
			return complain_errno(errno, "rdma_resolve_addr");
	}
	return 0;
}

/* --- the server -------------------------------------------------------------------------- */

/* Returns 1 if the event completed a connection. */
static int server_step(const struct rdma_cm_event *event, unsigned long *taken)
{
	struct rdma_conn_param param = plain_param();
	struct node *node;

	if (event->event == RDMA_CM_EVENT_ESTABLISHED)
		return 1;
	if (event->event != RDMA_CM_EVENT_CONNECT_REQUEST)
		return complain("event %s, status %d", rdma_event_str(event->event), event->status);
	if (*taken == options.connections)
		return rdma_reject(event->id, NULL, 0) ? -1 : 0;
	node = &nodes[(*taken)++];
	if (node_open(node, event->id, &options.messages, false) ||
	    node_expect(node, &options.messages))
		return -1;
	return rdma_accept(event->id, &param) ? complain_errno(errno, "rdma_accept") : 0;
}

static int listen_id(struct rdma_cm_id **listener)
{
	struct sockaddr_storage here;

	if (node_address(options.bind, port, options.format, true, &here))
		return -1;
	if (rdma_create_id(channel, listener, NULL, options.ps))
		return complain_errno(errno, "rdma_create_id");
	if (rdma_bind_addr(*listener, (struct sockaddr *)&here))
		return complain_errno(errno, "rdma_bind_addr");
	return rdma_listen(*listener, 0) ? complain_errno(errno, "rdma_listen") : 0;
}

/* --- both sides -------------------------------------------------------------------------- */

static int connect_all(void)
{
	unsigned long connected = 0, taken = 0;

	while (connected < options.connections) {
		struct rdma_cm_event *event;
		int step;

		if (rdma_get_cm_event(channel, &event))
			return complain_errno(errno, "rdma_get_cm_event");
		step = options.server ? client_step(event) : server_step(event, &taken);
		rdma_ack_cm_event(event);
		if (step < 0)
			return -1;
		connected += (unsigned long)step;
	}
	return 0;
}

static int send_all(void)
{
	for (unsigned long i = 0; i < options.connections; i++) {
		if (node_send(&nodes[i], &options.messages))
			return -1;
	}
	for (unsigned long i = 0; i < options.connections; i++) {
		if (node_wait(&nodes[i], options.messages.count))
			return -1;
	}
	return 0;
}

static int receive_all(void)
{
	for (unsigned long i = 0; i < options.connections; i++) {
		if (node_wait(&nodes[i], options.messages.count) ||
		    node_check(&nodes[i], &options.messages))
			return -1;
	}
	return 0;
}

static int migrate_all(void)
{
	struct rdma_event_channel *other = rdma_create_event_channel();

	if (!other)
		return complain_errno(errno, "rdma_create_event_channel");
	for (unsigned long i = 0; i < options.connections; i++) {
		if (rdma_migrate_id(nodes[i].id, other))
			return complain_errno(errno, "rdma_migrate_id");
	}
	printf("migrated\n");
	channel = other;
	return 0;
}

/* The server disconnects; both sides get the event, and the client responds. */
static int disconnect_all(void)
{
	for (unsigned long i = 0; !options.server && i < options.connections; i++) {
		if (rdma_disconnect(nodes[i].id))
			return complain_errno(errno, "rdma_disconnect");
	}
	for (unsigned long i = 0; i < options.connections; i++) {
		struct rdma_cm_event *event = expect_event(channel, RDMA_CM_EVENT_DISCONNECTED);

		if (!event)
			return -1;
		if (options.server)
			rdma_disconnect(event->id);
		rdma_ack_cm_event(event);
	}
	return 0;
}

/*
 * The server sends first, as in other implementations; over iWARP, the active side must send first.
 */
static int transfer_all(void)
{
	bool client = options.server;
	bool iwarp = nodes[0].id->verbs->device->transport_type == IBV_TRANSPORT_IWARP;

	return client == iwarp ? send_all() || receive_all() : receive_all() || send_all();
}

static int talk(void)
{
	printf("%s: %lu connection(s)\n", options.server ? "client" : "server",
	       options.connections);
	if (connect_all())
		return -1;
	if (options.messages.count) {
		printf("initiating data transfers\n");
		if (transfer_all())
			return -1;
		printf("data transfers complete\n");
	}
	if (options.migrate && migrate_all())
		return -1;
	return disconnect_all();
}

static int run(void)
{
	struct rdma_event_channel *first = rdma_create_event_channel();
	struct rdma_cm_id *listener = NULL;
	int ret;

	channel = first;
	nodes = calloc(options.connections, sizeof(*nodes));
	if (!channel || !nodes)
		return complain_errno(errno, "rdma_create_event_channel");
	ret = options.server ? start_clients() : listen_id(&listener);
	if (!ret)
		ret = talk();
	for (unsigned long i = 0; i < options.connections; i++)
		node_close(&nodes[i]);
	if (listener)
		rdma_destroy_id(listener);
	if (channel != first)
		rdma_destroy_event_channel(channel);
	rdma_destroy_event_channel(first);
	free(nodes);
	return ret;
}

static int parse_port_space(const char *text)
{
	if (!strcmp(text, "tcp"))
		options.ps = RDMA_PS_TCP;
	else if (!strcmp(text, "ib"))
		options.ps = RDMA_PS_IB;
	else
		return complain("port space %s is neither tcp nor ib", text);
	return 0;
}

static error_t parse_value(int key, const char *arg)
{
	unsigned long value = 0;
	error_t err = 0;

	switch (key) {
	case 'c':
		return option_result(
			parse_number(arg, "connections", 1, 65535, &options.connections));
	case 'C':
		return option_result(parse_number(arg, "count", 0, 16384, &options.messages.count));
	case 'S':
		return option_result(parse_number(arg, "size", 0, 1 << 30, &options.messages.size));
	case 't':
		err = option_result(parse_number(arg, "type of service", 0, UINT8_MAX, &value));
		options.tos = (int)value;
		return err;
	case 'a':
		err = option_result(parse_number(arg, "timeout", 0, 31, &value));
		options.ack_timeout = (int)value;
		return err;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 's':
		options.server = arg;
		return 0;
	case 'b':
		options.bind = arg;
		return 0;
	case 'f':
		options.format = arg;
		return 0;
	case 'P':
		return option_result(parse_port_space(arg));
	case 'V':
		options.messages.validate = true;
		return 0;
	case 'm':
		options.migrate = true;
		return 0;
	default:
		return parse_value(key, arg);
	}
}

static const struct argp_option option_list[] = {
	{NULL, 's', "SERVER", 0, "Connect to this server (default: act as the server)", 0},
	{NULL, 'b', "ADDRESS", 0, "Own address", 0},
	{NULL, 'f', "FORMAT", 0, "Format of SERVER: name, ip, ipv6 or gid", 0},
	{NULL, 'P', "SPACE", 0, "Port space: tcp or ib (default tcp)", 0},
	{NULL, 'c', "CONNECTIONS", 0, "Connections (default 1)", 0},
	{NULL, 'C', "COUNT", 0, "Messages per connection (default 10)", 0},
	{NULL, 'S', "SIZE", 0, "Bytes of a message (default 100)", 0},
	{NULL, 't', "TOS", 0, "Type of service", 0},
	{NULL, 'a', "ACK_TIMEOUT", 0, "Exponent of the ACK time-out: 4.096 us * 2^N", 0},
	{NULL, 'm', NULL, 0, "Migrate the connections to another event channel", 0},
	{NULL, 'V', NULL, 0, "Validate the data", 0},
	{0},
};
static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "Establish connections, driven by events, and exchange messages over them.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("cmatose: starting %s\n", options.server ? "client" : "server");
	ret = run();
	printf("test complete\nreturn status %d\n", ret);
	return ret != 0;
}
