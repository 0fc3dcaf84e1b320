/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * server [PORT]: echoes messages to any number of clients, in one thread that sleeps when there is
 * nothing to do. A start for a server of your own: what it does with a message is in received().
 */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_verbs.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MESSAGE_BYTES = 4096,
	MOST_COMPLETIONS = 1024, /* two of each client may be there at a time */
	DEFAULT_PORT = 20080,
};

/* One connection: a receive, or the answer to it, is outstanding. */
struct client {
	struct rdma_cm_id *id;
	struct ibv_mr *mr;
	char message[MESSAGE_BYTES];
};

static struct ibv_comp_channel *completions;
static struct ibv_cq *cq; /* of all clients */
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void must(bool ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(EXIT_FAILURE);
}

/* --- messages ---------------------------------------------------------------------------- */

static int listen_to(struct client *client)
{
	return rdma_post_recv(client->id, client, client->message, MESSAGE_BYTES, client->mr);
}

/* What makes it your server. The buffer belongs to the answer until that is sent. */
static int received(struct client *client, uint32_t bytes)
{
	return rdma_post_send(client->id, client, client->message, bytes, client->mr,
			      IBV_SEND_SIGNALED);
}

static void completed(const struct ibv_wc *wc)
{
	struct client *client = (struct client *)(uintptr_t)wc->wr_id;
	int err = 0;

	if (wc->status == IBV_WC_WR_FLUSH_ERR)
		return; /* the connection ends: an event follows */
	if (wc->status != IBV_WC_SUCCESS) {
		fprintf(stderr, "a client: %s\n", ibv_wc_status_str(wc->status));
		rdma_disconnect(client->id);
		return;
	}
	err = wc->opcode == IBV_WC_RECV ? received(client, wc->byte_len) : listen_to(client);
	if (err)
		rdma_disconnect(client->id);
}

/* Arm before polling: what comes in between raises an event. */
static void take_completions(void)
{
	struct ibv_cq *which;
	struct ibv_wc wc;
	void *context;

	must(!ibv_get_cq_event(completions, &which, &context), "ibv_get_cq_event");
	ibv_ack_cq_events(which, 1);
	must(!ibv_req_notify_cq(cq, 0), "ibv_req_notify_cq");
	while (ibv_poll_cq(cq, 1, &wc) > 0)
		completed(&wc);
}

/* --- connections ------------------------------------------------------------------------- */

/* The first client's device is that of all; a server on several has a queue for each. */
static bool have_queue(struct ibv_context *device)
{
	if (cq)
		return cq->context == device;
	completions = ibv_create_comp_channel(device);
	must(completions, "ibv_create_comp_channel");
	cq = ibv_create_cq(device, MOST_COMPLETIONS, NULL, completions, 0);
	must(cq, "ibv_create_cq");
	must(!ibv_req_notify_cq(cq, 0), "ibv_req_notify_cq");
	return true;
}

static void forget(struct client *client)
{
	if (client->id->qp)
		rdma_destroy_qp(client->id);
	if (client->mr)
		rdma_dereg_mr(client->mr);
	free(client);
}

/* Refuse it if anything is missing, and keep the others. */
static bool accepted(struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
	};
	struct client *client = calloc(1, sizeof(*client));

	if (!client)
		return false;
	client->id = id;
	if (!have_queue(id->verbs))
		goto refuse;
	init.send_cq = init.recv_cq = cq;
	if (rdma_create_qp(id, NULL, &init))
		goto refuse;
	client->mr = rdma_reg_msgs(id, client->message, MESSAGE_BYTES);
	if (!client->mr || listen_to(client) || rdma_accept(id, NULL))
		goto refuse;
	id->context = client;
	return true;
refuse:
	perror("a client");
	forget(client);
	return false;
}

/* True: its identifier is not needed any more. */
static bool handled(const struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		if (accepted(event->id))
			return false;
		rdma_reject(event->id, NULL, 0);
		event->id->context = NULL;
		return true;
	case RDMA_CM_EVENT_DISCONNECTED:
	case RDMA_CM_EVENT_CONNECT_ERROR:
	case RDMA_CM_EVENT_UNREACHABLE:
	case RDMA_CM_EVENT_REJECTED:
		rdma_disconnect(event->id);
		forget(event->id->context);
		return true;
	default: /* ESTABLISHED; and TIMEWAIT_EXIT, which matters to who reuses queue pairs */
		return false;
	}
}

static void take_event(struct rdma_event_channel *events)
{
	struct rdma_cm_event *event;
	struct rdma_cm_id *gone;

	must(!rdma_get_cm_event(events, &event), "rdma_get_cm_event");
	gone = handled(event) ? event->id : NULL;
	rdma_ack_cm_event(event);
	if (gone) /* waits until its events are acknowledged */
		rdma_destroy_id(gone);
}

/* ----------------------------------------------------------------------------------------- */

static void serve(struct rdma_event_channel *events, const sigset_t *open)
{
	while (!stopped) {
		struct pollfd fds[] = {
			{.fd = events->fd, .events = POLLIN},
			{.fd = completions ? completions->fd : -1, .events = POLLIN},
		};

		/* signals come in here and nowhere else */
		if (ppoll(fds, 2, NULL, open) < 0)
			continue;
		if (fds[0].revents)
			take_event(events);
		if (fds[1].revents)
			take_completions();
	}
}

int main(int argc, char **argv)
{
	struct rdma_event_channel *events = rdma_create_event_channel();
	const int port = argc > 1 ? atoi(argv[1]) : DEFAULT_PORT;
	struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	const struct sigaction action = {.sa_handler = stop};
	struct rdma_cm_id *listener;
	sigset_t ends, open;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, &open);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	must(events, "rdma_create_event_channel");
	must(!rdma_create_id(events, &listener, NULL, RDMA_PS_TCP), "rdma_create_id");
	must(!rdma_bind_addr(listener, (struct sockaddr *)&any), "rdma_bind_addr");
	must(!rdma_listen(listener, 128), "rdma_listen");
	printf("listening on port %d\n", ntohs(rdma_get_src_port(listener)));
	fflush(stdout);
	serve(events, &open);
	/* the end of the process ends the connections */
	return EXIT_SUCCESS;
}
