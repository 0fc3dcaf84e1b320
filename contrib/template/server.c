/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * server [PORT]: echoes messages to any number of clients, in one thread that sleeps while there is
 * nothing to do. A starting point for your own server: received() decides what to do with a
 * message.
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
	MOST_COMPLETIONS = 1024, /* each client may have two completions at a time */
	DEFAULT_PORT = 20080,
};

/* One connection. Either its receive or the send of its reply is outstanding. */
struct client {
	struct rdma_cm_id *id;
	struct ibv_mr *mr;
	char message[MESSAGE_BYTES];
};

static struct ibv_comp_channel *completions;
static struct ibv_cq *cq; /* shared by all clients */
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

/* Change this to make it your server. The buffer belongs to the reply until that has been sent. */
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
		return; /* the connection is ending: an event will follow */
	if (wc->status != IBV_WC_SUCCESS) {
		fprintf(stderr, "a client: %s\n", ibv_wc_status_str(wc->status));
		rdma_disconnect(client->id);
		return;
	}
	err = wc->opcode == IBV_WC_RECV ? received(client, wc->byte_len) : listen_to(client);
	if (err)
		rdma_disconnect(client->id);
}

/* Arm before polling, so that a completion that arrives in between raises an event. */
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

/*
 * The device of the first client must serve all; a server with several devices needs a completion
 * queue for each.
 */
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

/* Refuse the connection if anything is missing, and keep the others. */
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

/* Returns true if the identifier is no longer needed. */
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
	default: /* ESTABLISHED; and TIMEWAIT_EXIT, which only matters if queue pairs are reused */
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
	if (gone) /* after acknowledging, because this waits until its events are acknowledged */
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

		/* signals are delivered only during this call */
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
	/* when the process ends, so do its connections */
	return EXIT_SUCCESS;
}
