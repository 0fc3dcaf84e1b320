/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One connection: receives messages and sends replies. Malformed input affects only the client that
 * sent it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/carrier.h"
#include "base/log.h"
#include "cm/cm.h"
#include "kernel/commands.h"
#include "mad/mad.h"
#include "server/guests.h"
#include "server/message.h"
#include "server/trace.h"

/* --- life cycle -------------------------------------------------------------------------- */

static void client_ready(struct softhca_source *source, uint32_t events);

/**
 * Identify the peer. If it is in another PID namespace, the reply to its HELLO tells why it is
 * refused.
 */
static int identify_peer(struct softhca_client *client)
{
	struct softhca_process *process = NULL;
	int ret = softhca_process_of_peer(client->hca, client->fd, &process);

	if (ret)
		return ret == ESRCH ? 0 : ret;
	client->process = process;
	client->pid = process->pid;
	client->uid = process->uid;
	client->allowed = geteuid() == 0 || process->uid == geteuid();
	return 0;
}

/** Add a client for a connected socket. On failure, closes fd, sets *err and returns NULL. */
static struct softhca_client *add_client(struct softhca_server *server, int fd, int *err)
{
	struct softhca_client *client = calloc(1, sizeof(*client));

	*err = ENOMEM;
	if (!client)
		goto close_fd;
	client->source.ready = client_ready;
	client->server = server;
	client->hca = &server->hca;
	client->fd = fd;
	softhca_link_init(&client->in_guests);
	softhca_link_init(&client->in_lobby);
	softhca_link_init(&client->in_late);
	*err = identify_peer(client);
	if (*err)
		goto free_client;
	*err = softhca_watch(&server->hca.loop, fd, EPOLLIN, &client->source);
	if (*err)
		goto put_process;
	softhca_list_add_last(&server->clients, &client->in_server);
	server->num_clients++;
	return client;
put_process:
	softhca_process_put(client->process);
free_client:
	free(client);
close_fd:
	close(fd);
	return NULL;
}

int softhca_client_add(struct softhca_server *server, int fd)
{
	int err = 0;
	struct softhca_client *client = add_client(server, fd, &err);
	struct softhca_client *goes = client ? softhca_guest_connected(client) : NULL;

	if (goes)
		softhca_client_close(goes);
	return err;
}

/** Add another connection to an open file, made by a process that inherited the file. */
static int add_attached(const struct softhca_client *open, int fd)
{
	struct softhca_server *server = open->server;
	struct softhca_client *client;
	int ret = 0;

	client = add_client(server, fd, &ret);
	if (!client)
		return ret;
	softhca_guest_connected(client);
	softhca_guest_greeted(client);
	/*
	 * Refuse a socket whose other end is in this process: it is one of the client's own
	 * connections.
	 */
	if (!client->allowed || (server->listen_fd >= 0 && client->pid == getpid()))
		ret = EACCES;
	if (!ret)
		ret = softhca_guest_promote(client);
	if (ret) {
		softhca_client_close(client);
		return ret;
	}
	client->ctx = open->ctx;
	if (client->ctx)
		client->ctx->files++;
	client->mad = softhca_mad_share(open->mad);
	return 0;
}

/** A delayed reply. */
struct late_reply {
	uint64_t due;
	struct reply reply;
	uint8_t payload[];
};

static void close_fd_of(const struct reply *r)
{
	if (r->own_fd && r->fd >= 0)
		close(r->fd);
}

static void forget_reply(struct softhca_client *client)
{
	if (!client->late)
		return;
	close_fd_of(&client->late->reply);
	softhca_link_remove(&client->in_late);
	free(client->late);
	client->late = NULL;
}

/**
 * A message whose command needs memory of a stalled process, kept until that is accessible again.
 */
struct held_message {
	struct message message;
	_Alignas(16) uint8_t payload[];
};

static void forget_message(struct softhca_client *client)
{
	struct held_message *held = client->held;

	client->held = NULL;
	if (held)
		softhca_close_passed(client->process, held->message.fds, held->message.num_fds);
	free(held);
}

void softhca_client_close(struct softhca_client *client)
{
	struct softhca_server *server = client->server;

	forget_reply(client);
	forget_message(client);
	if (client->tracer)
		softhca_trace_end(client->tracer);
	if (client->ctx && !--client->ctx->files)
		softhca_context_close(client->ctx);
	if (client->cm)
		softhca_cm_close(client->cm);
	if (client->mad)
		softhca_mad_close(client->mad);
	if (client->issm)
		softhca_issm_close(client->issm);
	softhca_unwatch(&client->hca->loop, client->fd);
	close(client->fd);
	softhca_guest_disconnected(client);
	softhca_link_remove(&client->in_server);
	server->num_clients--;
	softhca_process_put(client->process);
	free(client);
}

void softhca_clients_process_gone(struct softhca_process *process)
{
	struct softhca_server *server = softhca_entry(process->hca, struct softhca_server, hca);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &server->clients)
	{
		struct softhca_client *client = softhca_entry(pos, struct softhca_client,
							      in_server);

		/*
		 * files that need no memory of their opener stay until their last connection is
		 * closed
		 */
		if (client->process == process && !client->mad && !client->issm)
			softhca_client_close(client);
	}
}

/* --- receiving and sending --------------------------------------------------------------- */

/*
 * For functions that use errno and are called before and after accesses to a client's memory. If
 * they were inlined into one function, they could share errno's address, which changes when another
 * thread takes over (base/stack.h).
 */
#define USES_ERRNO __attribute__((noinline))

union control_room {
	struct cmsghdr align;
	uint8_t bytes[CMSG_SPACE(SOFTHCA_REQUEST_FDS_MAX * sizeof(int))];
};

static void take_fds(struct msghdr *msg, struct message *m)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n && m->num_fds < SOFTHCA_REQUEST_FDS_MAX; i++)
			memcpy(&m->fds[m->num_fds++], CMSG_DATA(c) + i * sizeof(int), sizeof(int));
	}
	m->fds_lost = msg->msg_flags & MSG_CTRUNC;
}

/**
 * Receive a message. Returns 0; EAGAIN if there is none; EINVAL if it is malformed; ENOTCONN if the
 * client has disconnected.
 */
USES_ERRNO static int receive_message(struct message *m, uint8_t *buf, size_t room)
{
	union control_room control;
	struct iovec iov = {.iov_base = buf, .iov_len = room};
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		/*
		 * without room for descriptors, the kernel closes those of peers that are refused
		 * anyway
		 */
		.msg_controllen = m->client->process ? sizeof(control.bytes) : 0,
	};
	ssize_t n = recvmsg(m->client->fd, &msg, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? EAGAIN : ENOTCONN;
	take_fds(&msg, m);
	if (!n && !m->num_fds)
		return ENOTCONN;
	if (msg.msg_flags & MSG_TRUNC || (size_t)n < sizeof(m->header))
		return EINVAL;
	memcpy(&m->header, buf, sizeof(m->header));
	m->payload = buf + sizeof(m->header);
	m->bytes = (size_t)n - sizeof(m->header);
	return m->header.bytes == m->bytes ? 0 : EINVAL;
}

USES_ERRNO static int send_reply(struct softhca_client *client, struct reply *r)
{
	union control_room control;
	struct iovec iov[2] = {
		{.iov_base = &r->header, .iov_len = sizeof(r->header)},
		{.iov_base = r->payload, .iov_len = r->header.bytes},
	};
	struct msghdr msg = {.msg_iov = iov, .msg_iovlen = 2};

	if (r->fd >= 0) {
		struct cmsghdr *c = &control.align;

		memset(&control, 0, sizeof(control));
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &r->fd, sizeof(int));
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(sizeof(int));
		r->header.fds = 1;
	}
	return sendmsg(client->fd, &msg, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? errno : 0;
}

/* --- one message ------------------------------------------------------------------------- */

/** Is it a Unix socket? Calls on other descriptors may wait for a FUSE server. */
static bool is_connection(int fd)
{
	int domain = -1;
	socklen_t bytes = sizeof(domain);

	return !getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &bytes) && domain == AF_UNIX;
}

/**
 * Attach another connection, whose other end is in a process that inherited this one, to the open
 * file. No reply is sent: replies on this connection are for the process that opened it.
 */
static void attach_connection(const struct message *m)
{
	struct softhca_client *client = m->client;
	const bool valid = (client->ctx || client->mad) && m->num_fds == 1 &&
			   is_connection(m->fds[0]);
	int fd = valid ? fcntl(m->fds[0], F_DUPFD_CLOEXEC, 0) : -1;
	int ret = fd < 0 ? EINVAL : add_attached(client, fd);

	if (ret)
		softhca_log(client->hca, SOFTHCA_LOG_WARNING,
			    "process %d cannot use its parent's file: %s", (int)client->pid,
			    strerror(ret));
}

/** Send the reply; if the client does not read its replies, close it. */
static void deliver_reply(struct softhca_client *client, struct reply *r)
{
	int error = send_reply(client, r);

	close_fd_of(r);
	if (!error)
		return;
	/* The socket is full only if the client does not wait for replies, or has ended. */
	if (error == EAGAIN)
		softhca_log(client->hca, SOFTHCA_LOG_ERROR,
			    "process %d does not read its replies: connection closed",
			    (int)client->pid);
	softhca_client_close(client);
}

/**
 * If a fault rule delays the reply, keep it. Until it is sent, no message of this client is read;
 * other clients do not wait. Returns false if the reply must be sent now.
 */
static bool delay_reply(struct softhca_client *client, const struct reply *r)
{
	struct late_reply *late = r->delay ? malloc(sizeof(*late) + r->header.bytes) : NULL;

	if (!late)
		return false;
	late->due = softhca_now() + r->delay;
	late->reply = *r;
	late->reply.payload = late->payload;
	memcpy(late->payload, r->payload, r->header.bytes);
	client->late = late;
	softhca_list_add_last(&client->server->late, &client->in_late);
	softhca_rewatch(&client->hca->loop, client->fd, 0, &client->source);
	return true;
}

void softhca_clients_reply(struct softhca_server *server, uint64_t now)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &server->late)
	{
		struct softhca_client *client = softhca_entry(pos, struct softhca_client, in_late);
		struct late_reply *late = client->late;

		if (late->due > now)
			continue;
		softhca_link_remove(&client->in_late);
		client->late = NULL;
		softhca_rewatch(&client->hca->loop, client->fd, EPOLLIN, &client->source);
		deliver_reply(client, &late->reply);
		free(late);
	}
}

uint64_t softhca_clients_deadline(const struct softhca_server *server)
{
	uint64_t due = UINT64_MAX;

	for (const struct softhca_link *pos = server->late.next; pos != &server->late;
	     pos = pos->next) {
		const struct softhca_client *client = softhca_entry(pos, struct softhca_client,
								    in_late);

		if (client->late->due < due)
			due = client->late->due;
	}
	return due;
}

/** Leave the client's messages unread: its commands may need memory that is not accessible now. */
static void leave_unread(struct softhca_client *client)
{
	client->unread = true;
	softhca_rewatch(&client->hca->loop, client->fd, 0, &client->source);
}

/**
 * Keep a message, to execute its command again later: a failed command leaves nothing behind. The
 * kernel, too, would wait for the page.
 */
static bool hold_message(struct message *m)
{
	struct held_message *held = malloc(sizeof(*held) + m->bytes);

	if (!held)
		return false;
	held->message = *m;
	held->message.payload = held->payload;
	memcpy(held->payload, m->payload, m->bytes);
	m->num_fds = 0;
	m->client->held = held;
	leave_unread(m->client);
	return true;
}

static void respond_message(struct message *m, int error)
{
	static _Alignas(16) uint8_t buf[SOFTHCA_MESSAGE_MAX];
	const struct softhca_process *process = m->client->process;
	struct reply r = {.room = sizeof(buf) - sizeof(struct softhca_reply), .fd = -1};

	softhca_guest_active(m->client);
	/*
	 * A client's connection never sends such a message. No reply is sent: if both ends replied
	 * to each other, they would never stop.
	 */
	if (error) {
		softhca_log(m->client->hca, SOFTHCA_LOG_WARNING,
			    "malformed message from process %d: connection closed",
			    (int)m->client->pid);
		softhca_client_close(m->client);
		return;
	}
	if (m->header.op == SOFTHCA_OP_ATTACH) {
		attach_connection(m);
		return;
	}
	r.payload = buf;
	memset(r.header.fd_at, 0xff, sizeof(r.header.fd_at));
	error = softhca_serve(m, &r);
	if (error == EFAULT && process && process->stalled && hold_message(m))
		return;
	r.header.error = (uint32_t)error;
	if (!delay_reply(m->client, &r))
		deliver_reply(m->client, &r);
}

static void serve_held(struct softhca_client *client)
{
	struct held_message *held = client->held;
	struct softhca_process *process = client->process;

	client->held = NULL;
	softhca_process_get(process); /* the client and its reference may go away meanwhile */
	respond_message(&held->message, 0);
	softhca_close_passed(process, held->message.fds, held->message.num_fds);
	softhca_process_put(process);
	free(held);
}

void softhca_clients_resume(struct softhca_server *server, const struct softhca_process *process)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &server->clients)
	{
		struct softhca_client *client = softhca_entry(pos, struct softhca_client,
							      in_server);

		if (!client->unread || client->process != process)
			continue;
		client->unread = false;
		softhca_rewatch(&client->hca->loop, client->fd, EPOLLIN, &client->source);
		if (client->held)
			serve_held(client);
	}
}

static void client_ready(struct softhca_source *source, uint32_t events)
{
	static _Alignas(16) uint8_t in[SOFTHCA_MESSAGE_MAX];
	struct softhca_client *client = softhca_entry(source, struct softhca_client, source);
	struct softhca_process *process = client->process;
	struct message m = {.client = client};
	int ret;

	/* A delayed or stalled client is watched only for hang-up. */
	if (client->late || client->unread) {
		softhca_client_close(client);
		return;
	}
	if (process && (process->stalled || process->num_unclosed)) {
		leave_unread(client);
		return;
	}
	softhca_process_get(process); /* the client and its reference may go away meanwhile */
	ret = receive_message(&m, in, sizeof(in));
	if (client->tracer && events & EPOLLOUT)
		softhca_trace_writable(client->tracer);
	if (client->tracer && (!ret || ret == EINVAL)) {
		softhca_log(client->hca, SOFTHCA_LOG_WARNING,
			    "process %d sent a message on its trace connection: connection closed",
			    (int)client->pid);
		ret = ENOTCONN;
	}
	if (ret == ENOTCONN)
		softhca_client_close(client);
	else if (ret != EAGAIN)
		respond_message(&m, ret);
	if (process)
		softhca_close_passed(process, m.fds, m.num_fds);
	softhca_process_put(process);
}
