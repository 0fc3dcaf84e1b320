/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator as a server: one thread at a time serves messages and runs the engine. In the
 * daemon, another thread takes over if a client's memory keeps one asleep (base/carrier.h);
 * in-process mode has a single thread.
 */
#ifndef EMULATOR_SERVER_SERVER_H
#define EMULATOR_SERVER_SERVER_H

#include "base/objects.h"

/** One connection. */
struct softhca_client {
	struct softhca_source source;
	struct softhca_server *server;
	struct softhca *hca; /**< that of the server */
	int fd;
	struct softhca_process *process; /**< NULL: in another PID namespace */
	pid_t pid;
	uid_t uid;
	bool allowed; /**< it may use the emulator: same user, and its memory can be accessed */
	bool greeted; /**< HELLO was received */
	bool charged; /**< it is charged to its process, and is no longer a guest */
	uint64_t accepted_at;          /**< when it was accepted */
	struct softhca_context *ctx;   /**< NULL before OPEN */
	struct softhca_tracer *tracer; /**< NULL before TRACE */
	struct cm_file *cm;            /**< NULL before OPEN_CM */
	struct mad_file *mad;          /**< NULL before OPEN_MAD of umadN */
	struct softhca_port *issm;     /**< NULL before OPEN_MAD of issmN */
	bool unread;                   /**< its process is stalled: its messages are read later */
	struct held_message *held;     /**< executed again when the process is no longer stalled */
	struct late_reply *late;       /**< reply that a fault rule delays */
	struct softhca_link in_late;   /**< while `late` is set */
	struct softhca_link in_server;
	struct softhca_link in_guests; /**< while it has nothing open */
	struct softhca_link in_lobby;  /**< before HELLO */
};

struct softhca_topology;

struct softhca_server {
	struct softhca hca;
	bool stop;
	struct softhca_link clients;
	unsigned int num_clients;
	struct softhca_link guests; /**< those silent longest come first (guests.h) */
	unsigned int num_guests;
	struct softhca_link lobby; /**< oldest first */
	struct softhca_link late;  /**< clients with a delayed reply */
	struct softhca_source listener;
	int listen_fd;     /**< -1: none */
	uint64_t commands; /**< messages served, for softhcactl */
	/* state of the polling loop */
	uint64_t last_work;
	uint64_t messages_until; /**< until then, further messages are expected */
	uint64_t next_socket_poll;
	uint64_t nap;
	uint64_t crowded_until; /**< until then, other programs are assumed to need the processor */
};

/**
 * Create a server with devices named like "mlx4_0" and those of a topology, which may be NULL
 * (mad/mad.h). Returns 0, or an errno value after a line in the log: ENODEV for a name that no
 * driver matches, EEXIST for a duplicate, EINVAL for links that do not match the devices.
 */
int softhca_server_init(struct softhca_server *server, const char *const *devices,
			unsigned int count, const struct softhca_topology *topology, int log_level);
void softhca_server_fini(struct softhca_server *server);
/** Accept connections from this listening socket. The caller keeps the socket. */
int softhca_server_listen(struct softhca_server *server, int fd);
/**
 * Run until server->stop, on threads that replace each other, so that no client's memory can block
 * the server. Returns 0, or an errno value if it could not be started.
 */
int softhca_server_carry(struct softhca_server *server);
/** The same, only in this thread. */
void softhca_server_run(struct softhca_server *server);

/** client.c: serve a connected socket. Takes ownership of fd, even on failure. */
int softhca_client_add(struct softhca_server *server, int fd);
/** Close a connection, and destroy everything that belongs to it. */
void softhca_client_close(struct softhca_client *client);
/** Send the delayed replies that are due. */
void softhca_clients_reply(struct softhca_server *server, uint64_t now);
/** Returns when the next delayed reply is due, or UINT64_MAX. */
uint64_t softhca_clients_deadline(const struct softhca_server *server);
/**
 * A process is no longer stalled: execute held messages and read those of its clients again. NULL:
 * no-op.
 */
void softhca_clients_resume(struct softhca_server *server, const struct softhca_process *process);
/**
 * The process has ended: close its connections, even if a child holds them, except management
 * files. Connections that a child has attached stay.
 */
void softhca_clients_process_gone(struct softhca_process *process);

/**
 * control_event.c: execute `event DEVICE EVENT [NUMBER [VALUE]]`; `words` ends with NULL. Returns
 * 0, EINVAL, ENODEV, ENOENT (no such object), EADDRINUSE (LID) or ENOSPC (table).
 */
int softhca_control_event(struct softhca *hca, char **words);
extern const char softhca_event_usage[];

/**
 * control.c: execute a command line of softhcactl for this user. Returns 0 or an errno value; in
 * either case, `text` is set.
 */
int softhca_control(struct softhca_server *server, const char *line, uid_t uid, char *text,
		    size_t room);

/** control_qp.c: write a line for each queue pair of an open file. Returns the length. */
size_t softhca_control_queue_pairs(const struct softhca_context *ctx, char *buf, size_t room);
/**
 * control_qp.c: execute `why QPN` for this user. Returns 0, EINVAL or ENOENT; in any case, `buf` is
 * set.
 */
int softhca_control_why(const struct softhca *hca, const char *number, uid_t uid, char *buf,
			size_t room);

#endif
