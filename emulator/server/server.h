/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator as a server: one thread that answers messages and drives the engine. The daemon runs
 * it in its main thread, in-process mode in a thread of its own.
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
	bool allowed;                  /**< the same user, in a process that we can reach */
	bool greeted;                  /**< HELLO came */
	bool charged;                  /**< it counts in its process's share: no guest any more */
	uint64_t came;                 /**< when */
	struct softhca_context *ctx;   /**< NULL before OPEN */
	struct softhca_tracer *tracer; /**< NULL before TRACE */
	struct cm_file *cm;            /**< NULL before OPEN_CM */
	struct softhca_link in_server;
	struct softhca_link in_guests; /**< while it has nothing open */
	struct softhca_link in_lobby;  /**< before HELLO */
};

struct softhca_server {
	struct softhca hca;
	bool stop;
	struct softhca_link clients;
	unsigned int num_clients;
	struct softhca_link guests; /**< who was silent longest is first: guests.h */
	unsigned int num_guests;
	struct softhca_link lobby; /**< who came first is first */
	struct softhca_source listener;
	int listen_fd;     /**< -1: none */
	uint64_t commands; /**< answered so far, for softhcactl */
	/* when to sleep and how long */
	uint64_t last_work;
	uint64_t next_look;
	uint64_t nap;
};

/**
 * Make a server for devices named like "mlx4_0". 0 or an errno value, after a line in the log that
 * explains; ENODEV for a name no driver answers to, EEXIST for one given twice.
 */
int softhca_server_init(struct softhca_server *server, const char *const *devices,
			unsigned int count, int log_level);
void softhca_server_fini(struct softhca_server *server);
/** Accept connections from this listening socket, which stays the caller's. */
int softhca_server_listen(struct softhca_server *server, int fd);
/** Work until server->stop. */
void softhca_server_run(struct softhca_server *server);

/** client.c: serve a connected socket; owned from now on, even on failure. */
int softhca_client_add(struct softhca_server *server, int fd);
/** Close a connection with everything that belongs to it. */
void softhca_client_close(struct softhca_client *client);
/** The process has ended: so do its connections, although a child may hold them. What a child has
 * attached to stays. */
void softhca_clients_gone(struct softhca_process *process);

/** control_event.c: words of `event DEVICE EVENT [NUMBER [VALUE]]`, NULL behind the last. 0 or an
 * errno value: EINVAL, ENODEV, ENOENT (no such object), EADDRINUSE (LID), ENOSPC (table). */
int softhca_control_event(struct softhca *hca, char **words);
extern const char softhca_event_usage[];

/** control.c: answer a command line of softhcactl. 0 or an errno value; text either way. */
int softhca_control(struct softhca_server *server, const char *line, char *text, size_t room);

#endif
