/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stress CONNECTIONS CLIENTS: so many processes together make so many connections, each with a
 * message in both directions; none may be rejected or broken. In turn, the client disconnects, the
 * client destroys its identifier, or the server disconnects. Uses only the API, so that it can also
 * be built with other libraries.
 */
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_verbs.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	CLIENTS_MAX = 64,
	SLOTS = 4 * CLIENTS_MAX, /* simultaneous connections of the server */
	RESOLVE_MS = 60000,
	PATIENCE_MS = 90000,
};

/** Who ends a connection, and how. */
enum ending {
	CLIENT_DISCONNECTS,
	CLIENT_DESTROYS,
	SERVER_DISCONNECTS,
	ENDINGS
};

struct message {
	uint32_t connection;
	uint32_t ending;
};

/** The server's end of a connection. */
struct slot {
	struct rdma_cm_id *id; /**< NULL: free */
	struct message *message;
};

struct server {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listener;
	struct ibv_comp_channel *comp;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct message messages[SLOTS];
	struct slot slots[SLOTS];
	unsigned int open;
	bool asked; /**< a client has connected */
};

#define MUST(condition, ...)                                                                       \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, __VA_ARGS__);                                              \
			fprintf(stderr, ": %s\n", strerror(errno));                                \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

static struct sockaddr_in server_address(uint16_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1),
	};
}

static struct ibv_qp_init_attr small_qp(struct ibv_cq *cq)
{
	return (struct ibv_qp_init_attr){
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
	};
}

/* --- a client ---------------------------------------------------------------------------- */

static void exchange(struct rdma_cm_id *id, struct message *out, struct ibv_mr *out_mr,
		     const struct message *in)
{
	struct ibv_wc wc;

	MUST(!rdma_post_send(id, NULL, out, sizeof(*out), out_mr, 0), "rdma_post_send");
	MUST(rdma_get_send_comp(id, &wc) == 1 && wc.status == IBV_WC_SUCCESS,
	     "connection %u: send: %s", out->connection, ibv_wc_status_str(wc.status));
	MUST(rdma_get_recv_comp(id, &wc) == 1 && wc.status == IBV_WC_SUCCESS,
	     "connection %u: receive: %s", out->connection, ibv_wc_status_str(wc.status));
	MUST(!memcmp(in, out, sizeof(*in)), "connection %u: wrong reply", out->connection);
}

static void end_connection(struct rdma_cm_id *id, const struct message *m)
{
	struct rdma_cm_event *event;

	if (m->ending == CLIENT_DISCONNECTS) {
		/* on a busy machine, the server may reply after the emulator's timeout */
		MUST(!rdma_disconnect(id) || errno == ETIMEDOUT, "connection %u: rdma_disconnect",
		     m->connection);
	} else if (m->ending == SERVER_DISCONNECTS) {
		MUST(!rdma_get_cm_event(id->channel, &event) &&
			     event->event == RDMA_CM_EVENT_DISCONNECTED && !event->status,
		     "connection %u: not the server's disconnect", m->connection);
		rdma_ack_cm_event(event);
	}
}

static void connect_once(uint16_t port, uint32_t connection)
{
	struct message out = {.connection = connection, .ending = connection % ENDINGS}, in;
	struct sockaddr_in to = server_address(port);
	struct ibv_qp_init_attr attr = small_qp(NULL);
	struct ibv_mr *out_mr, *in_mr;
	struct rdma_cm_id *id;

	MUST(!rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP), "rdma_create_id");
	MUST(!rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS), "rdma_resolve_addr");
	MUST(!rdma_resolve_route(id, RESOLVE_MS), "rdma_resolve_route");
	MUST(!rdma_create_qp(id, NULL, &attr), "rdma_create_qp");
	out_mr = rdma_reg_msgs(id, &out, sizeof(out));
	in_mr = rdma_reg_msgs(id, &in, sizeof(in));
	MUST(out_mr && in_mr, "rdma_reg_msgs");
	MUST(!rdma_post_recv(id, NULL, &in, sizeof(in), in_mr), "rdma_post_recv");
	MUST(!rdma_connect(id, NULL), "connection %u: rdma_connect, %s, status %d", connection,
	     id->event ? rdma_event_str(id->event->event) : "no event",
	     id->event ? id->event->status : 0);
	exchange(id, &out, out_mr, &in);
	end_connection(id, &out);
	rdma_destroy_qp(id);
	rdma_dereg_mr(out_mr);
	rdma_dereg_mr(in_mr);
	MUST(!rdma_destroy_id(id), "rdma_destroy_id");
}

/* Start a client by exec, because a forked child would share the server's open devices. */
static pid_t start_client(uint16_t port, unsigned int connections)
{
	char words[2][16];
	pid_t pid = fork();

	MUST(pid >= 0, "fork");
	if (pid)
		return pid;
	snprintf(words[0], sizeof(words[0]), "%u", port);
	snprintf(words[1], sizeof(words[1]), "%u", connections);
	execl("/proc/self/exe", "stress", "client", words[0], words[1], (char *)NULL);
	_exit(98);
}

/* --- the server -------------------------------------------------------------------------- */

static void open_listener(struct server *s)
{
	struct sockaddr_in here = server_address(0);

	s->channel = rdma_create_event_channel();
	MUST(s->channel, "rdma_create_event_channel");
	MUST(!rdma_create_id(s->channel, &s->listener, NULL, RDMA_PS_TCP), "rdma_create_id");
	MUST(!rdma_bind_addr(s->listener, (struct sockaddr *)&here), "rdma_bind_addr");
	MUST(!rdma_listen(s->listener, 0), "rdma_listen");
	s->comp = ibv_create_comp_channel(s->listener->verbs);
	MUST(s->comp, "ibv_create_comp_channel");
	s->cq = ibv_create_cq(s->listener->verbs, 2 * SLOTS, NULL, s->comp, 0);
	MUST(s->cq && !ibv_req_notify_cq(s->cq, 0), "ibv_create_cq");
	s->mr = rdma_reg_msgs(s->listener, s->messages, sizeof(s->messages));
	MUST(s->mr, "rdma_reg_msgs");
	for (unsigned int i = 0; i < SLOTS; i++)
		s->slots[i].message = &s->messages[i];
}

static void close_listener(struct server *s)
{
	rdma_dereg_mr(s->mr);
	ibv_destroy_cq(s->cq);
	ibv_destroy_comp_channel(s->comp);
	rdma_destroy_id(s->listener);
	rdma_destroy_event_channel(s->channel);
}

static void take_request(struct server *s, struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = small_qp(s->cq);
	struct slot *slot = s->slots;

	while (slot < s->slots + SLOTS && slot->id)
		slot++;
	MUST(slot < s->slots + SLOTS, "more connections at a time than clients");
	slot->id = id;
	id->context = slot;
	s->open++;
	s->asked = true;
	MUST(!rdma_create_qp(id, NULL, &attr), "server: rdma_create_qp");
	MUST(!rdma_post_recv(id, slot, slot->message, sizeof(*slot->message), s->mr),
	     "server: rdma_post_recv");
	MUST(!rdma_accept(id, NULL), "server: rdma_accept");
}

static void drop_connection(struct server *s, struct rdma_cm_id *id)
{
	struct slot *slot = id->context;

	rdma_disconnect(id); /* responds if the client disconnected */
	rdma_destroy_qp(id);
	MUST(!rdma_destroy_id(id), "server: rdma_destroy_id");
	slot->id = NULL;
	s->open--;
}

static void serve_event(struct server *s)
{
	struct rdma_cm_event *event;
	enum rdma_cm_event_type type;
	struct rdma_cm_id *id;
	int status;

	MUST(!rdma_get_cm_event(s->channel, &event), "server: rdma_get_cm_event");
	type = event->event;
	status = event->status;
	id = event->id;
	rdma_ack_cm_event(event);
	if (type == RDMA_CM_EVENT_CONNECT_REQUEST)
		take_request(s, id);
	else if (type == RDMA_CM_EVENT_DISCONNECTED)
		drop_connection(s, id);
	else
		MUST(type == RDMA_CM_EVENT_ESTABLISHED || type == RDMA_CM_EVENT_TIMEWAIT_EXIT,
		     "server: %s, status %d", rdma_event_str(type), status);
}

static void serve_completion(const struct ibv_wc *wc, struct ibv_mr *mr)
{
	const struct slot *slot = (const struct slot *)(uintptr_t)wc->wr_id;

	if (wc->status == IBV_WC_WR_FLUSH_ERR)
		return; /* flushed, because the client has already left */
	MUST(wc->status == IBV_WC_SUCCESS, "server: completion: %s", ibv_wc_status_str(wc->status));
	if (wc->opcode == IBV_WC_RECV)
		MUST(!rdma_post_send(slot->id, (void *)slot, slot->message, sizeof(*slot->message),
				     mr, 0),
		     "server: rdma_post_send");
	else if (slot->id && slot->message->ending == SERVER_DISCONNECTS)
		MUST(!rdma_disconnect(slot->id), "server: rdma_disconnect");
}

static void serve_completions(struct server *s)
{
	struct ibv_cq *cq;
	struct ibv_wc wc;
	void *context;

	MUST(!ibv_get_cq_event(s->comp, &cq, &context), "server: ibv_get_cq_event");
	ibv_ack_cq_events(cq, 1);
	MUST(!ibv_req_notify_cq(cq, 0), "server: ibv_req_notify_cq");
	while (ibv_poll_cq(cq, 1, &wc) > 0)
		serve_completion(&wc, s->mr);
}

/* Serve until nothing is connected and all clients have ended, which makes `running` readable. */
static void serve(struct server *s, int running)
{
	struct pollfd fds[3] = {
		{.fd = s->channel->fd, .events = POLLIN},
		{.fd = s->comp->fd, .events = POLLIN},
		{.fd = running, .events = POLLIN},
	};

	for (;;) {
		MUST(poll(fds, 3, PATIENCE_MS) > 0, "server: nothing happens");
		if (fds[1].revents)
			serve_completions(s); /* first, since an event may free their connection */
		if (fds[0].revents)
			serve_event(s);
		else if (fds[2].revents && !s->open)
			return;
		fds[2].fd = s->open ? -1 : running;
	}
}

static int run(unsigned int connections, unsigned int clients)
{
	static struct server s;
	pid_t pids[CLIENTS_MAX];
	int running[2], failed = 0, status;

	open_listener(&s);
	MUST(!pipe(running), "pipe"); /* the clients inherit the write end */
	for (unsigned int i = 0; i < clients; i++)
		pids[i] = start_client(ntohs(rdma_get_src_port(s.listener)), connections / clients);
	close(running[1]);
	serve(&s, running[0]);
	for (unsigned int i = 0; i < clients; i++)
		failed += waitpid(pids[i], &status, 0) != pids[i] || status;
	close_listener(&s);
	if (failed)
		fprintf(stderr, "%d of %u clients failed\n", failed, clients);
	return failed != 0;
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	if (argc == 4 && !strcmp(argv[1], "client")) {
		for (int i = 0; i < atoi(argv[3]); i++)
			connect_once((uint16_t)atoi(argv[2]), (uint32_t)i);
		return 0;
	}
	if (argc != 3 || atoi(argv[2]) < 1 || atoi(argv[2]) > CLIENTS_MAX) {
		fprintf(stderr, "usage: %s CONNECTIONS CLIENTS\n", argv[0]);
		return 2;
	}
	return run((unsigned int)atoi(argv[1]), (unsigned int)atoi(argv[2]));
}
