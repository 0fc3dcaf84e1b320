/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several datagram services at once: the connection manager is only used to look up their queue
 * pairs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cm_node.h"
#include "common/options.h"
#include "common/program.h"

static const char port[] = "7174";

static struct {
	const char *server; /* NULL: this is the server */
	const char *bind;
	unsigned long connections;
	struct messages messages;
	unsigned long ps;
	int tos;
} options = {
	.connections = 1,
	.messages = {.count = 10, .size = 100},
	.ps = RDMA_PS_UDP,
	.tos = -1,
};

static struct rdma_event_channel *channel;
static struct node *nodes;

static int set_tos(struct rdma_cm_id *id)
{
	uint8_t tos = (uint8_t)options.tos;

	if (options.tos >= 0 &&
	    rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, sizeof(tos)))
		return complain_errno(errno, "type of service");
	return 0;
}

/* The event contains the remote queue pair. */
static int learn_remote(struct node *node, struct rdma_ud_param *ud)
{
	node->remote_qpn = ud->qp_num;
	node->remote_qkey = ud->qkey;
	node->ah = ibv_create_ah(node->pd, &ud->ah_attr);
	return node->ah ? 0 : complain_errno(errno, "ibv_create_ah");
}

static int request_connection(struct rdma_cm_id *id)
{
	struct rdma_conn_param param = {0};
	struct node *node = id->context;

	if (node_open(node, id, &options.messages, true) || node_expect(node, &options.messages))
		return -1;
	param.qp_num = id->qp->qp_num;
	return rdma_connect(id, &param) ? complain_errno(errno, "rdma_connect") : 0;
}

/* Returns 1 if the event resolved another service. */
static int client_step(struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		return rdma_resolve_route(event->id, RESOLVE_MS)
			       ? complain_errno(errno, "rdma_resolve_route")
			       : 0;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		return request_connection(event->id);
	case RDMA_CM_EVENT_ESTABLISHED:
		return learn_remote(event->id->context, &event->param.ud) ? -1 : 1;
	default:
		return complain("event %s, status %d", rdma_event_str(event->event), event->status);
	}
}

/* Returns 1 if the event answered another client's lookup. */
static int server_step(struct rdma_cm_event *event, unsigned long *taken)
{
	struct rdma_conn_param param = {0};
	struct node *node;

	if (event->event != RDMA_CM_EVENT_CONNECT_REQUEST)
		return complain("event %s, status %d", rdma_event_str(event->event), event->status);
	if (*taken == options.connections)
		return rdma_reject(event->id, NULL, 0) ? -1 : 0;
	node = &nodes[(*taken)++];
	if (node_open(node, event->id, &options.messages, true) ||
	    node_expect(node, &options.messages))
		return -1;
	param.qp_num = event->id->qp->qp_num;
	return rdma_accept(event->id, &param) ? complain_errno(errno, "rdma_accept") : 1;
}

static int meet_all(void)
{
	unsigned long met = 0, taken = 0;

	while (met < options.connections) {
		struct rdma_cm_event *event;
		int step;

		if (rdma_get_cm_event(channel, &event))
			return complain_errno(errno, "rdma_get_cm_event");
		step = options.server ? client_step(event) : server_step(event, &taken);
		rdma_ack_cm_event(event);
		if (step < 0)
			return -1;
		met += (unsigned long)step;
	}
	return 0;
}

/* The server learns from the first datagram of each client where to reply. */
static int receive(struct node *node)
{
	struct ibv_wc wc;
	int n;

	do
		n = ibv_poll_cq(node->cq, 1, &wc);
	while (!n);
	if (n < 0 || wc.status != IBV_WC_SUCCESS)
		return complain("receive: %s",
				n < 0 ? "polling failed" : ibv_wc_status_str(wc.status));
	if (!node->ah) {
		node->remote_qpn = wc.src_qp;
		node->remote_qkey = RDMA_UDP_QKEY;
		node->ah = ibv_create_ah_from_wc(node->pd, &wc, (struct ibv_grh *)node->buf,
						 node->id->port_num);
		if (!node->ah)
			return complain_errno(errno, "ibv_create_ah_from_wc");
	}
	if (node_wait(node, options.messages.count - 1))
		return -1;
	return node_check(node, &options.messages);
}

static int each(int (*what)(struct node *))
{
	for (unsigned long i = 0; i < options.connections; i++) {
		if (what(&nodes[i]))
			return -1;
	}
	return 0;
}

static int send_and_wait(struct node *node)
{
	return node_send(node, &options.messages) || node_wait(node, options.messages.count) ? -1
											     : 0;
}

static int talk(void)
{
	if (meet_all())
		return -1;
	if (!options.messages.count)
		return 0;
	printf("initiating data transfers\n");
	if (options.server ? each(send_and_wait) || each(receive)
			   : each(receive) || each(send_and_wait))
		return -1;
	printf("data transfers complete\n");
	return 0;
}

static int start_clients(void)
{
	struct sockaddr_storage to, from;

	if (node_address(options.server, port, NULL, false, &to) ||
	    (options.bind && node_address(options.bind, "0", NULL, false, &from)))
		return -1;
	for (unsigned long i = 0; i < options.connections; i++) {
		struct rdma_cm_id *id;

		if (rdma_create_id(channel, &id, &nodes[i], (enum rdma_port_space)options.ps))
			return complain_errno(errno, "rdma_create_id");
		nodes[i].id = id;
		if (set_tos(id))
			return -1;
		if (rdma_resolve_addr(id, options.bind ? (struct sockaddr *)&from : NULL,
				      (struct sockaddr *)&to, RESOLVE_MS))
			return complain_errno(errno, "rdma_resolve_addr");
	}
	return 0;
}

static int listen_id(struct rdma_cm_id **listener)
{
	struct sockaddr_storage here;

	if (node_address(options.bind, port, NULL, true, &here))
		return -1;
	if (rdma_create_id(channel, listener, NULL, (enum rdma_port_space)options.ps))
		return complain_errno(errno, "rdma_create_id");
	if (rdma_bind_addr(*listener, (struct sockaddr *)&here))
		return complain_errno(errno, "rdma_bind_addr");
	return rdma_listen(*listener, 0) ? complain_errno(errno, "rdma_listen") : 0;
}

static int run(void)
{
	struct rdma_cm_id *listener = NULL;
	int ret;

	channel = rdma_create_event_channel();
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
	rdma_destroy_event_channel(channel);
	free(nodes);
	return ret;
}

static error_t parse_value(int key, const char *arg)
{
	unsigned long value = 0;
	error_t err;

	switch (key) {
	case 'c':
		return option_result(
			parse_number(arg, "connections", 1, 65535, &options.connections));
	case 'C':
		return option_result(parse_number(arg, "count", 0, 16384, &options.messages.count));
	case 'S':
		return option_result(parse_number(arg, "size", 0, 4096, &options.messages.size));
	case 'p':
		return option_result(parse_number(arg, "port space", 0, UINT16_MAX, &options.ps));
	case 't':
		err = option_result(parse_number(arg, "type of service", 0, UINT8_MAX, &value));
		options.tos = (int)value;
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
	case 'V':
		options.messages.validate = true;
		return 0;
	default:
		return parse_value(key, arg);
	}
}

static const struct argp_option option_list[] = {
	{NULL, 's', "SERVER", 0, "Connect to this server (default: act as the server)", 0},
	{NULL, 'b', "ADDRESS", 0, "Own address", 0},
	{NULL, 'c', "CONNECTIONS", 0, "Queue pairs (default 1)", 0},
	{NULL, 'C', "COUNT", 0, "Messages per queue pair (default 10)", 0},
	{NULL, 'S', "SIZE", 0, "Bytes of a message (default 100)", 0},
	{NULL, 't', "TOS", 0, "Type of service", 0},
	{NULL, 'p', "PORT_SPACE", 0, "Number of the port space (default: UDP's)", 0},
	{NULL, 'V', NULL, 0, "Validate the data", 0},
	{0},
};
static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "Find datagram queue pairs with the connection manager, and exchange messages.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("udaddy: starting %s\n", options.server ? "client" : "server");
	ret = run();
	printf("test complete\nreturn status %d\n", ret);
	return ret != 0;
}
