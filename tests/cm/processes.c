/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two processes. One is killed by SIGKILL at each step of a connection; the other gets the right
 * event and can clean up. Messages of a server that ends right after sending them are not lost.
 */
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit.h"

enum {
	ROUNDS = 10,
	WORDS = 64, /* bytes of a message */
};

/** The last step of a client before it is killed. */
enum client_step {
	CLIENT_HAS_ID,
	CLIENT_HAS_ADDRESS,
	CLIENT_HAS_ROUTE,
	CLIENT_ASKED,
	CLIENT_WAS_ANSWERED,
	CLIENT_CONNECTED,
	CLIENT_ENDED,
	CLIENT_STEPS
};

/** The last step of a server. */
enum server_step {
	SERVER_IS_BOUND,
	SERVER_LISTENS,
	SERVER_WAS_ASKED,
	SERVER_READ_REQUEST,
	SERVER_ANSWERED,
	SERVER_CONNECTED,
	SERVER_ENDED,
	SERVER_STEPS
};

/** How a server ends after its last message has completed. */
enum server_end {
	SERVER_EXITS,
	SERVER_DIES,
	SERVER_CLOSES,
	SERVER_BREAKS, /* it destroys its queue pair, and exits later */
	SERVER_END_WAYS
};

/* In a child, failures are exit codes, because cmocka's assertions only work in the parent. */
#define CHILD_MUST(call)                                                                           \
	do {                                                                                       \
		if (call)                                                                          \
			_exit(__LINE__ & 0x7f);                                                    \
	} while (0)

static void die(void)
{
	raise(SIGKILL);
}

static int take_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
		      struct rdma_cm_id **id)
{
	struct pollfd fd = {.fd = channel->fd, .events = POLLIN};
	struct rdma_cm_event *event;
	int ret;

	if (poll(&fd, 1, 20000) != 1 || rdma_get_cm_event(channel, &event))
		return -1;
	ret = event->event == type && !event->status ? 0 : -1;
	if (id)
		*id = event->id;
	rdma_ack_cm_event(event);
	return ret;
}

static void wait_for_signal(int fd)
{
	char word;

	if (read(fd, &word, 1) != 1)
		_exit(99);
}

/* The client; the server writes to `go` when it has done its part. */
static void client(enum client_step last, uint16_t port, int go)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct sockaddr_in to = loopback(2, port);
	struct rdma_cm_id *id;

	CHILD_MUST(!channel || rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	if (last == CLIENT_HAS_ID)
		die();
	CHILD_MUST(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS) ||
		   take_event(channel, RDMA_CM_EVENT_ADDR_RESOLVED, NULL));
	if (last == CLIENT_HAS_ADDRESS)
		die();
	CHILD_MUST(rdma_create_qp(id, NULL, &attr) || rdma_resolve_route(id, RESOLVE_MS) ||
		   take_event(channel, RDMA_CM_EVENT_ROUTE_RESOLVED, NULL));
	if (last == CLIENT_HAS_ROUTE)
		die();
	CHILD_MUST(rdma_connect(id, NULL));
	wait_for_signal(go); /* the server has read the request */
	if (last == CLIENT_ASKED)
		die();
	wait_for_signal(go); /* and accepted */
	if (last == CLIENT_WAS_ANSWERED)
		die();
	CHILD_MUST(take_event(channel, RDMA_CM_EVENT_ESTABLISHED, NULL));
	if (last == CLIENT_CONNECTED)
		die();
	CHILD_MUST(rdma_disconnect(id));
	die();
}

static void signal_peer(int fd)
{
	assert_int_equal(write(fd, "", 1), 1);
}

static void reap(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		fail_msg("the child ended with %d before it was to die", WEXITSTATUS(status));
}

/* Expect the event of a connection that the peer disconnected, or that broke. */
static void expect_disconnected(struct rdma_event_channel *channel, bool orderly)
{
	rdma_ack_cm_event(next_failure(channel, RDMA_CM_EVENT_DISCONNECTED,
				       orderly ? 0 : by_network(0, -ECONNRESET)));
}

/* Accepting fails because the client has died. by_network() may change errno, so that is saved. */
static void accept_the_dead(struct rdma_cm_id *id)
{
	int error;

	assert_int_equal(rdma_accept(id, NULL), -1);
	error = errno;
	assert_int_equal(error, by_network(EINVAL, ECONNRESET));
}

/* The server's actions and events when the client dies at a step. */
static void serve_the_dying(struct pair *p, enum client_step last, pid_t pid, int go)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);

	if (last < CLIENT_ASKED) {
		reap(pid);
		assert_quiet(p->server_channel);
		return;
	}
	p->server = passed(p->server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_works(rdma_create_qp(p->server, NULL, &attr));
	signal_peer(go);
	if (last == CLIENT_ASKED) {
		reap(pid);
		accept_the_dead(p->server);
		return;
	}
	assert_works(rdma_accept(p->server, NULL));
	signal_peer(go);
	reap(pid);
	if (last == CLIENT_WAS_ANSWERED && !on_iwarp()) {
		rdma_ack_cm_event(next_failure(p->server_channel, RDMA_CM_EVENT_REJECTED, 28));
		return;
	}
	passed(p->server_channel, RDMA_CM_EVENT_ESTABLISHED);
	expect_disconnected(p->server_channel, last == CLIENT_ENDED);
	assert_works(rdma_disconnect(p->server));
}

/*
 * Start another process by exec of this program, because a forked child would share our open
 * devices. The arguments depend on the role: a step, a port, descriptors.
 */
static pid_t start(const char *role, int step, int a, int b)
{
	char words[3][16];
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid)
		return pid;
	snprintf(words[0], sizeof(words[0]), "%d", step);
	snprintf(words[1], sizeof(words[1]), "%d", a);
	snprintf(words[2], sizeof(words[2]), "%d", b);
	execl("/proc/self/exe", "processes", role, words[0], words[1], words[2], (char *)NULL);
	_exit(98);
}

static void a_client_dies(enum client_step last)
{
	struct pair p = {0};
	int go[2];
	pid_t pid;

	open_listener(&p, RDMA_PS_TCP, 0);
	assert_return_code(pipe(go), errno);
	pid = start("client", (int)last, ntohs(rdma_get_src_port(p.listener)), go[0]);
	serve_the_dying(&p, last, pid, go[1]);
	close(go[0]);
	close(go[1]);
	close_pair(&p);
}

static void clients_die_at_every_step(void **state)
{
	(void)state;
	for (int step = 0; step < CLIENT_STEPS; step++)
		a_client_dies((enum client_step)step);
}

/* The server, which announces its port, and continues up to the step `last`. */
static void server(enum server_step last, int tell, int go)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct sockaddr_in here = loopback(2, 0);
	struct rdma_cm_id *listener, *id;
	uint16_t port;

	CHILD_MUST(!channel || rdma_create_id(channel, &listener, NULL, RDMA_PS_TCP) ||
		   rdma_bind_addr(listener, (struct sockaddr *)&here));
	if (last > SERVER_IS_BOUND)
		CHILD_MUST(rdma_listen(listener, 0));
	port = ntohs(rdma_get_src_port(listener));
	CHILD_MUST(write(tell, &port, sizeof(port)) != sizeof(port));
	wait_for_signal(go); /* the client has connected */
	if (last <= SERVER_WAS_ASKED)
		die();
	CHILD_MUST(take_event(channel, RDMA_CM_EVENT_CONNECT_REQUEST, &id));
	if (last == SERVER_READ_REQUEST)
		die();
	CHILD_MUST(rdma_create_qp(id, NULL, &attr) || rdma_accept(id, NULL));
	if (last == SERVER_ANSWERED)
		die();
	CHILD_MUST(write(tell, "", 1) != 1);
	CHILD_MUST(take_event(channel, RDMA_CM_EVENT_ESTABLISHED, NULL));
	if (last == SERVER_CONNECTED)
		die();
	CHILD_MUST(rdma_disconnect(id));
	die();
}

static void resolve_to(struct pair *p, uint16_t port)
{
	struct sockaddr_in to = loopback(2, port);
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);

	p->client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p->client_channel, &p->client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p->client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_create_qp(p->client, NULL, &attr));
	assert_works(rdma_resolve_route(p->client, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

/* The client's events when the server dies at a step. */
static void ask_the_dying(struct pair *p, enum server_step last, pid_t pid, int told, int go)
{
	struct rdma_cm_event *event;
	char word;

	if (last < SERVER_WAS_ASKED) { /* it dies before a client connects */
		signal_peer(go);
		reap(pid);
		usleep(100000);
		assert_works(rdma_connect(p->client, NULL));
		rdma_ack_cm_event(next_failure(p->client_channel, RDMA_CM_EVENT_REJECTED,
					       by_network(8, -ECONNRESET)));
		return;
	}
	assert_works(rdma_connect(p->client, NULL));
	signal_peer(go);
	if (last <= SERVER_READ_REQUEST) {
		reap(pid);
		rdma_ack_cm_event(next_failure(p->client_channel, RDMA_CM_EVENT_REJECTED,
					       by_network(28, -ECONNREFUSED)));
		return;
	}
	if (last == SERVER_ANSWERED && !on_iwarp()) {
		reap(pid);
		usleep(100000);
		/* the response has arrived, but its sender has exited */
		assert_works(rdma_get_cm_event(p->client_channel, &event));
		assert_int_equal(event->event, RDMA_CM_EVENT_CONNECT_ERROR);
		assert_works(rdma_ack_cm_event(event));
		return;
	}
	if (last > SERVER_ANSWERED)
		assert_int_equal(read(told, &word, 1), 1);
	passed(p->client_channel, RDMA_CM_EVENT_ESTABLISHED);
	expect_disconnected(p->client_channel, last == SERVER_ENDED);
	assert_works(rdma_disconnect(p->client));
	reap(pid);
}

static void a_server_dies(enum server_step last)
{
	struct pair p = {0};
	int go[2], tell[2];
	uint16_t port;
	pid_t pid;

	assert_return_code(pipe(go), errno);
	assert_return_code(pipe(tell), errno);
	pid = start("server", (int)last, tell[1], go[0]);
	close(tell[1]); /* so that read() returns if the child fails */
	assert_int_equal(read(tell[0], &port, sizeof(port)), sizeof(port));
	resolve_to(&p, port);
	ask_the_dying(&p, last, pid, tell[0], go[1]);
	close(go[0]);
	close(go[1]);
	close(tell[0]);
	close_pair(&p);
}

static void servers_die_at_every_step(void **state)
{
	(void)state;
	for (int step = 0; step < SERVER_STEPS; step++)
		a_server_dies((enum server_step)step);
}

/* --- the last message of a server that ends ------------------------------------------------ */

static int one_good(struct ibv_cq *cq)
{
	struct ibv_wc wc;
	int got;

	while ((got = ibv_poll_cq(cq, 1, &wc)) == 0)
		;
	return got == 1 && wc.status == IBV_WC_SUCCESS ? 0 : -1;
}

/* Receive the active side's message, and send a reply that has completed on return. */
static int reply_to_client(struct rdma_cm_id *id, struct rdma_event_channel *channel)
{
	static char words[WORDS] = "the last words";
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct ibv_mr *mr;

	if (rdma_create_qp(id, NULL, &attr) || !(mr = rdma_reg_msgs(id, words, WORDS)))
		return -1;
	if (rdma_post_recv(id, NULL, words + WORDS - 1, 1, mr) || rdma_accept(id, NULL) ||
	    take_event(channel, RDMA_CM_EVENT_ESTABLISHED, NULL) || one_good(id->recv_cq))
		return -1;
	return rdma_post_send(id, NULL, words, WORDS, mr, 0) || one_good(id->send_cq);
}

static void reply_and_end(enum server_end how, int tell, int go)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in here = loopback(2, 0);
	struct rdma_cm_id *listener, *id;
	uint16_t port;

	CHILD_MUST(!channel || rdma_create_id(channel, &listener, NULL, RDMA_PS_TCP) ||
		   rdma_bind_addr(listener, (struct sockaddr *)&here) || rdma_listen(listener, 0));
	port = ntohs(rdma_get_src_port(listener));
	CHILD_MUST(write(tell, &port, sizeof(port)) != sizeof(port));
	CHILD_MUST(take_event(channel, RDMA_CM_EVENT_CONNECT_REQUEST, &id) ||
		   reply_to_client(id, channel));
	if (how == SERVER_EXITS)
		_exit(0);
	if (how == SERVER_CLOSES)
		CHILD_MUST(rdma_disconnect(id));
	if (how == SERVER_BREAKS)
		rdma_destroy_qp(id);
	if (how != SERVER_DIES)
		wait_for_signal(go);
	die();
}

/* The client polls its completions only after the end of the connection was reported. */
static void receive_last_message(struct pair *p, enum server_end how)
{
	static char words[WORDS];
	struct ibv_mr *mr = rdma_reg_msgs(p->client, words, WORDS);

	assert_non_null(mr);
	memset(words, 0, sizeof(words));
	assert_works(rdma_post_recv(p->client, NULL, words, WORDS, mr));
	assert_works(rdma_connect(p->client, NULL));
	passed(p->client_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_works(rdma_post_send(p->client, NULL, words, 1, mr, 0));
	if (how != SERVER_BREAKS || on_iwarp())
		expect_disconnected(p->client_channel, how == SERVER_CLOSES || !on_iwarp());
	assert_int_equal(one_completion(p->client->recv_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(words, "the last words");
	assert_int_equal(one_completion(p->client->send_cq).status, IBV_WC_SUCCESS);
	assert_works(rdma_disconnect(p->client));
	assert_int_equal(ibv_dereg_mr(mr), 0);
}

static void a_server_goes(enum server_end how)
{
	struct pair p = {0};
	int go[2], tell[2], status;
	uint16_t port;
	pid_t pid;

	assert_return_code(pipe(go), errno);
	assert_return_code(pipe(tell), errno);
	pid = start("answer", (int)how, tell[1], go[0]);
	close(tell[1]);
	assert_int_equal(read(tell[0], &port, sizeof(port)), sizeof(port));
	resolve_to(&p, port);
	receive_last_message(&p, how);
	signal_peer(go[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (how == SERVER_EXITS)
		assert_int_equal(status, 0);
	else
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	close(go[0]);
	close(go[1]);
	close(tell[0]);
	close_pair(&p);
}

/*
 * However the sender ends, a message that has arrived is not lost: its receive completes
 * successfully, even if it is polled after the end of the connection.
 */
static void last_words_arrive(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * SERVER_END_WAYS; i++)
		a_server_goes((enum server_end)(i % SERVER_END_WAYS));
}

/* main() of a process started by start(). */
static int play(char **argv)
{
	const int step = atoi(argv[2]), a = atoi(argv[3]), b = atoi(argv[4]);

	if (!strcmp(argv[1], "client"))
		client((enum client_step)step, (uint16_t)a, b);
	else if (!strcmp(argv[1], "server"))
		server((enum server_step)step, a, b);
	else
		reply_and_end((enum server_end)step, a, b);
	return 97; /* unknown role; client() and the servers do not return */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clients_die_at_every_step),
		cmocka_unit_test(servers_die_at_every_step),
		cmocka_unit_test(last_words_arrive),
	};

	if (argc == 5)
		return play(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
