/* SPDX-License-Identifier: BSD-2-Clause */
/* The connection manager with an event channel: no call blocks, and one loop serves both ends. */
#include "kit.h"

#include <arpa/inet.h>
#include <poll.h>
#include <rdma/rdma_verbs.h>

/** One side of the connection; stored in the identifier's context. */
struct side {
	struct rdma_cm_id *id; /**< set when the connection is established */
	struct ibv_mr *mr;
	bool gone;
	char text[TEXT];
};

static struct side client, server;

static struct sockaddr_in address(const char *ip, uint16_t port)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};

	must(inet_pton(AF_INET, ip, &to.sin_addr) == 1, "inet_pton");
	return to;
}

/* The device is only known now: that of the route, or of the connection request. */
static void prepare(struct rdma_cm_id *id, struct side *side)
{
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};

	id->context = side;
	must(!rdma_create_qp(id, NULL, &init), "rdma_create_qp");
	side->mr = rdma_reg_msgs(id, side->text, TEXT);
	must(side->mr != NULL, "rdma_reg_msgs");
	/* post the receive before the peer can send */
	must(!rdma_post_recv(id, NULL, side->text, TEXT, side->mr), "rdma_post_recv");
}

static void connect_to_server(struct rdma_cm_id *id)
{
	struct rdma_conn_param param = {.private_data = "friend", .private_data_len = 7};

	prepare(id, &client);
	must(!rdma_connect(id, &param), "rdma_connect");
}

static void answer(const struct rdma_cm_event *event)
{
	printf("a request of a %s\n", (const char *)event->param.conn.private_data);
	prepare(event->id, &server);
	must(!rdma_accept(event->id, NULL), "rdma_accept");
}

/*
 * The connection is established. A real program would poll its completion queues in the event loop,
 * too.
 */
static void talk(struct rdma_cm_id *from, struct rdma_cm_id *to)
{
	char *word = client.text + TEXT / 2; /* the beginning of the buffer is for the receive */
	struct ibv_wc wc;

	snprintf(word, 16, "good morning");
	must(!rdma_post_send(from, NULL, word, 16, client.mr, 0), "rdma_post_send");
	must(rdma_get_send_comp(from, &wc) == 1 && wc.status == IBV_WC_SUCCESS, "the send");
	must(rdma_get_recv_comp(to, &wc) == 1 && wc.status == IBV_WC_SUCCESS, "the receive");
	printf("the server reads: %s\n", server.text);
	must(!rdma_disconnect(from), "rdma_disconnect");
}

static void established(struct rdma_cm_id *id)
{
	struct side *side = id->context;

	side->id = id;
	if (client.id && server.id)
		talk(client.id, server.id);
}

static void leave(const struct rdma_cm_id *id)
{
	struct side *side = id->context;

	rdma_disconnect(side->id); /* responds if the other side disconnected first; otherwise has
				      no effect */
	rdma_destroy_qp(side->id);
	rdma_dereg_mr(side->mr);
	side->gone = true;
}

/* Handle each event; an event that is not listed here is a failure. */
static void handle(const struct rdma_cm_event *event)
{
	printf("%s\n", rdma_event_str(event->event));
	switch (event->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		must(!rdma_resolve_route(event->id, 2000), "rdma_resolve_route");
		break;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		connect_to_server(event->id);
		break;
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		answer(event);
		break;
	case RDMA_CM_EVENT_ESTABLISHED:
		established(event->id);
		break;
	case RDMA_CM_EVENT_DISCONNECTED:
		leave(event->id);
		break;
	default:
		fprintf(stderr, "status %d\n", event->status);
		must(false, "waiting for the expected event");
	}
}

/* A program can include the descriptor in its poll loop. */
static void next_event(struct rdma_event_channel *channel)
{
	struct pollfd fd = {.fd = channel->fd, .events = POLLIN};
	struct rdma_cm_event *event;
	struct rdma_cm_id *gone;

	must(poll(&fd, 1, 60000) == 1, "poll");
	must(!rdma_get_cm_event(channel, &event), "rdma_get_cm_event");
	handle(event);
	gone = event->event == RDMA_CM_EVENT_DISCONNECTED ? event->id : NULL;
	must(!rdma_ack_cm_event(event), "rdma_ack_cm_event");
	if (gone) /* after acknowledging the event, because this waits for it */
		must(!rdma_destroy_id(gone), "rdma_destroy_id");
}

int main(void)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in at = address("127.0.0.2", 0);
	struct rdma_cm_id *listener, *id;

	must(channel != NULL, "rdma_create_event_channel");
	must(!rdma_create_id(channel, &listener, NULL, RDMA_PS_TCP), "rdma_create_id");
	must(!rdma_bind_addr(listener, (struct sockaddr *)&at), "rdma_bind_addr");
	must(!rdma_listen(listener, 8), "rdma_listen");

	at.sin_port = rdma_get_src_port(listener); /* port 0 let the kernel choose one */
	must(!rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), "rdma_create_id");
	must(!rdma_resolve_addr(id, NULL, (struct sockaddr *)&at, 2000), "rdma_resolve_addr");
	while (!client.gone || !server.gone)
		next_event(listener->channel);

	rdma_destroy_id(listener);
	rdma_destroy_event_channel(channel);
	return 0;
}
