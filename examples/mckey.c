/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins a multicast group, and sends datagrams to it or receives them. */
#include <arpa/inet.h>
#include <errno.h>
#include <infiniband/ib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cm_node.h"
#include "common/options.h"
#include "common/program.h"

static struct {
	const char *group;  /* an IP address */
	const char *native; /* or a GID instead */
	const char *bind;
	bool sender;
	bool send_only;
	bool no_loopback;
	unsigned long connections;
	struct messages messages;
	unsigned long ps;
} options = {
	.connections = 1,
	.messages = {.count = 10, .size = 100},
	.ps = RDMA_PS_UDP,
};

static struct rdma_event_channel *channel;
static struct node *nodes;
static struct sockaddr_storage group;

static int group_address(void)
{
	struct sockaddr_ib *native = (struct sockaddr_ib *)&group;

	if (options.group)
		return node_address(options.group, "0", NULL, false, &group);
	native->sib_family = AF_IB;
	if (inet_pton(AF_INET6, options.native, &native->sib_addr) != 1)
		return complain("%s is not a GID", options.native);
	return 0;
}

/* The group's address is enough to find the route; a bound identifier already has one. */
static int find_device(struct rdma_cm_id *id)
{
	struct rdma_cm_event *event;
	struct sockaddr_storage here;

	if (options.bind) {
		if (node_address(options.bind, "0", NULL, true, &here))
			return -1;
		if (rdma_bind_addr(id, (struct sockaddr *)&here))
			return complain_errno(errno, "rdma_bind_addr %s", options.bind);
		return 0;
	}
	if (rdma_resolve_addr(id, NULL, (struct sockaddr *)&group, RESOLVE_MS))
		return complain_errno(errno, "rdma_resolve_addr");
	event = expect_event(channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	return event && !rdma_ack_cm_event(event) ? 0 : -1;
}

static int start_join(struct node *node)
{
	struct rdma_cm_join_mc_attr_ex attr = {
		.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
		.join_flags = options.send_only ? RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER
						: RDMA_MC_JOIN_FLAG_FULLMEMBER,
		.addr = (struct sockaddr *)&group,
	};

	if (rdma_join_multicast_ex(node->id, &attr, node))
		return complain_errno(errno, "rdma_join_multicast");
	return 0;
}

static int finish_join(void)
{
	struct rdma_cm_event *event = expect_event(channel, RDMA_CM_EVENT_MULTICAST_JOIN);
	char text[INET6_ADDRSTRLEN];
	struct rdma_ud_param *ud;
	struct node *node;

	if (!event)
		return -1;
	ud = &event->param.ud;
	node = event->id->context;
	node->remote_qpn = ud->qp_num;
	node->remote_qkey = ud->qkey;
	node->ah = ibv_create_ah(node->pd, &ud->ah_attr);
	printf("joined dgid: %s mlid 0x%x sl %d\n",
	       inet_ntop(AF_INET6, &ud->ah_attr.grh.dgid, text, sizeof(text)), ud->ah_attr.dlid,
	       ud->ah_attr.sl);
	fflush(stdout);
	rdma_ack_cm_event(event);
	return node->ah ? 0 : complain_errno(errno, "ibv_create_ah");
}

static int join(struct node *node)
{
	struct rdma_cm_id *id;

	if (rdma_create_id(channel, &id, node, (enum rdma_port_space)options.ps))
		return complain_errno(errno, "rdma_create_id");
	node->id = id;
	if (options.no_loopback)
		node->create_flags = IBV_QP_CREATE_BLOCK_SELF_MCAST_LB;
	if (find_device(id) || node_open(node, id, &options.messages, true))
		return -1;
	if (!options.sender && node_expect(node, &options.messages))
		return -1;
	return start_join(node) || finish_join() ? -1 : 0;
}

static int transfer(struct node *node)
{
	if (options.sender && node_send(node, &options.messages))
		return -1;
	if (node_wait(node, options.messages.count))
		return -1;
	return options.sender ? 0 : node_check(node, &options.messages);
}

static int talk(void)
{
	for (unsigned long i = 0; i < options.connections; i++) {
		if (join(&nodes[i]))
			return -1;
	}
	printf("initiating data transfers\n");
	fflush(stdout);
	for (unsigned long i = 0; i < options.connections; i++) {
		if (transfer(&nodes[i]))
			return -1;
	}
	printf("data transfers complete\n");
	for (unsigned long i = 0; i < options.connections; i++) {
		if (rdma_leave_multicast(nodes[i].id, (struct sockaddr *)&group))
			return complain_errno(errno, "rdma_leave_multicast");
	}
	return 0;
}

static int run(void)
{
	int ret;

	if (group_address())
		return -1;
	channel = rdma_create_event_channel();
	nodes = calloc(options.connections, sizeof(*nodes));
	if (!channel || !nodes)
		return complain_errno(errno, "rdma_create_event_channel");
	ret = talk();
	for (unsigned long i = 0; i < options.connections; i++)
		node_close(&nodes[i]);
	rdma_destroy_event_channel(channel);
	free(nodes);
	return ret;
}

static error_t parse_value(int key, const char *arg)
{
	switch (key) {
	case 'c':
		return option_result(
			parse_number(arg, "connections", 1, 65535, &options.connections));
	case 'C':
		return option_result(parse_number(arg, "count", 1, 16384, &options.messages.count));
	case 'S':
		return option_result(parse_number(arg, "size", 0, 4096, &options.messages.size));
	case 'p':
		return option_result(parse_number(arg, "port space", 0, UINT16_MAX, &options.ps));
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'm':
		options.group = arg;
		return 0;
	case 'M':
		options.native = arg;
		return 0;
	case 'b':
		options.bind = arg;
		return 0;
	case 's':
		options.sender = true;
		return 0;
	case 'o':
		options.send_only = true;
		return 0;
	case 'V':
		options.messages.validate = true;
		return 0;
	case 'l':
		options.no_loopback = true;
		return 0;
	case ARGP_KEY_END:
		if (!options.group == !options.native)
			argp_error(state, "give one group: -m or -M");
		if (options.native && !options.bind)
			argp_error(state, "-M needs -b");
		return 0;
	default:
		return parse_value(key, arg);
	}
}

static const struct argp_option option_list[] = {
	{NULL, 'm', "GROUP", 0, "IP address of the group", 0},
	{NULL, 'M', "GID", 0, "GID of the group; needs -b", 0},
	{NULL, 's', NULL, 0, "Send (default: receive)", 0},
	{NULL, 'b', "ADDRESS", 0, "Own address", 0},
	{NULL, 'c', "CONNECTIONS", 0, "Queue pairs (default 1)", 0},
	{NULL, 'C', "COUNT", 0, "Messages (default 10)", 0},
	{NULL, 'S', "SIZE", 0, "Bytes of a message (default 100)", 0},
	{NULL, 'p', "PORT_SPACE", 0, "Number of the port space (default: UDP's)", 0},
	{NULL, 'o', NULL, 0, "Join to send only", 0},
	{NULL, 'l', NULL, 0, "Do not receive datagrams sent by this program", 0},
	{NULL, 'V', NULL, 0, "Validate the data", 0},
	{0},
};
static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "-m GROUP\n-M GID -b ADDRESS",
	.doc = "Join a multicast group; send datagrams to it, or receive them.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("mckey: starting %s\n", options.sender ? "client" : "server");
	ret = run();
	printf("test complete\nreturn status %d\n", ret);
	return ret != 0;
}
