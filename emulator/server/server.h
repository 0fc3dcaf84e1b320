/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator as a server: one thread at a time serves messages and runs the engine. In the daemon
 * threads take turns when a client's memory keeps one asleep (base/carrier.h); in-process mode has
 * a single one.
 */
#ifndef EMULATOR_SERVER_SERVER_H
#define EMULATOR_SERVER_SERVER_H

#include "base/objects.h"

/** One connection. */
struct softhca_client {
	struct softhca_source source;
	struct softhca_server *server;
	struct softhca *hca; /**< the server's */
	int fd;
	struct softhca_process *process; /**< NULL: in another PID namespace */
	pid_t pid;
	uid_t uid;
	bool allowed;  /**< the same user, and its memory can be accessed */
	bool greeted;  /**< HELLO was received */
	bool charged;  /**< it counts in its process's quota, and is no longer a guest */
	uint64_t came; /**< when it was accepted */
	struct softhca_context *ctx;   /**< NULL before OPEN */
	struct softhca_tracer *tracer; /**< NULL before TRACE */
	struct cm_file *cm;            /**< NULL before OPEN_CM */
	struct mad_file *mad;          /**< NULL before OPEN_MAD of umadN */
	struct softhca_port *issm;     /**< NULL before OPEN_MAD of issmN */
	bool unread;                 /**< its process is stalled, and its messages are read later */
	struct held_message *held;   /**< served again when the process is not stalled */
	struct late_reply *late;     /**< a reply that a rule delays */
	struct softhca_link in_late; /**< while `late` is set */
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
	struct softhca_link guests; /**< ordered by silence, longest first: guests.h */
	unsigned int num_guests;
	struct softhca_link lobby; /**< oldest first */
	struct softhca_link late;  /**< clients with a delayed reply */
	struct softhca_source listener;
	int listen_fd;     /**< -1: none */
	uint64_t commands; /**< messages served, for softhcactl */
	/* state of the polling loop */
	uint64_t last_work;
	uint64_t messages_until; /**< messages are expected until then */
	uint64_t next_socket_poll;
	uint64_t nap;
	uint64_t crowded_until; /**< other programs are assumed to use this processor until then */
};

/**
 * Create a server for devices named like "mlx4_0" and for those of a topology, which may be NULL
 * (mad/mad.h). 0 or an errno value, after a line in the log; ENODEV for a name that no driver
 * matches, EEXIST for a duplicate, EINVAL for links that do not fit them.
 */
int softhca_server_init(struct softhca_server *server, const char *const *devices,
			unsigned int count, const struct softhca_topology *topology, int log_level);
void softhca_server_fini(struct softhca_server *server);
/** Accept connections from this listening socket, which stays the caller's. */
int softhca_server_listen(struct softhca_server *server, int fd);
/**
 * Run until server->stop, on threads that replace each other, so that no client's memory can block
 * the server. 0 or an errno value if it could not begin.
 */
int softhca_server_carry(struct softhca_server *server);
/** The same in this thread alone. */
void softhca_server_run(struct softhca_server *server);

/** client.c: serve a connected socket; takes ownership, even on failure. */
int softhca_client_add(struct softhca_server *server, int fd);
/** Close a connection with everything that belongs to it. */
void softhca_client_close(struct softhca_client *client);
/** Send the delayed replies that are due. */
void softhca_clients_reply(struct softhca_server *server, uint64_t now);
/** When the next delayed reply is due; UINT64_MAX: none. */
uint64_t softhca_clients_deadline(const struct softhca_server *server);
/** Read the messages of clients of a process that is no longer stalled; NULL: none. */
void softhca_clients_resume(struct softhca_server *server, const struct softhca_process *process);
/**
 * The process has ended: close its connections, although a child may hold them, except files for
 * management. What a child has attached to stays.
 */
void softhca_clients_gone(struct softhca_process *process);

/**
 * control_event.c: words of `event DEVICE EVENT [NUMBER [VALUE]]`, NULL after the last. 0 or an
 * errno value: EINVAL, ENODEV, ENOENT (no such object), EADDRINUSE (LID), ENOSPC (table).
 */
int softhca_control_event(struct softhca *hca, char **words);
extern const char softhca_event_usage[];

/**
 * control.c: execute a command line of softhcactl, of this user. 0 or an errno value; text either
 * way.
 */
int softhca_control(struct softhca_server *server, const char *line, uid_t uid, char *text,
		    size_t room);

/** control_qp.c: a line for each queue pair of an open file; the length. */
size_t softhca_control_queue_pairs(const struct softhca_context *ctx, char *buf, size_t room);
/** `why QPN`: 0, EINVAL or ENOENT, and text. */
int softhca_control_why(const struct softhca *hca, const char *number, uid_t uid, char *buf,
			size_t room);

#endif
