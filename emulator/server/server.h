/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator as a server: one thread that answers messages and drives the engine. The daemon runs
 * it in its main thread, in-process mode in a thread of its own.
 */
#ifndef EMULATOR_SERVER_SERVER_H
#define EMULATOR_SERVER_SERVER_H

#include <sys/epoll.h>

#include "base/objects.h"

/** Something epoll watches. ready() may free the struct it belongs to. */
struct softhca_source {
	void (*ready)(struct softhca_source *source, uint32_t events);
};

/** One connection. */
struct softhca_client {
	struct softhca_source source;
	struct softhca *hca;
	int fd;
	pid_t pid;
	uid_t uid;
	bool allowed;                  /**< the same user, in a process that we can reach */
	bool greeted;                  /**< HELLO came */
	bool attached;                 /**< by ATTACH, not by connecting */
	struct softhca_context *ctx;   /**< NULL before OPEN */
	struct softhca_tracer *tracer; /**< NULL before TRACE */
	struct cm_file *cm;            /**< NULL before OPEN_CM */
	struct softhca_link in_server;
};

struct softhca_server {
	struct softhca hca;
	int epoll_fd;
	int spare_fd; /**< given up when descriptors run out, so that the next step can be taken */
	bool stop;
	struct softhca_link clients;
	unsigned int num_clients;
	struct softhca_link orphans; /**< asynchronous event files that outlived their context */
	struct softhca_source listener;
	int listen_fd;     /**< -1: none */
	bool accepting;    /**< the listener is watched */
	uint64_t commands; /**< answered so far, for softhcactl */
	uint64_t refused;  /**< of these, malformed */
	/* when to sleep and how long */
	uint64_t last_work;
	uint64_t next_look;
	uint64_t nap;
};

static inline struct softhca_server *softhca_server_of(struct softhca *hca)
{
	return softhca_entry(hca, struct softhca_server, hca);
}

/**
 * Make a server for devices named like "mlx4_0". 0 or an errno value, after a line in the log that
 * explains; ENODEV for a name no driver answers to, EEXIST for one given twice.
 */
int softhca_server_init(struct softhca_server *server, const char *const *devices,
			unsigned int count, int log_level);
void softhca_server_fini(struct softhca_server *server);
/** Accept connections from this listening socket, which stays the caller's. */
int softhca_server_listen(struct softhca_server *server, int fd);
/** Serve a connected socket; owned from now on, even on failure. */
int softhca_server_add(struct softhca_server *server, int fd);
/** The same, for a further connection of an open file. */
int softhca_server_attach(struct softhca_server *server, int fd, struct softhca_context *ctx);
/** Work until server->stop. */
void softhca_server_run(struct softhca_server *server);

/** epoll; events may be 0 to hear of errors and hang-ups only. 0 or an errno value. */
int softhca_watch(struct softhca *hca, int fd, uint32_t events, struct softhca_source *source);
int softhca_rewatch(struct softhca *hca, int fd, uint32_t events, struct softhca_source *source);
void softhca_unwatch(struct softhca *hca, int fd);
/** Give up the spare descriptor for a moment / take it back. */
void softhca_spare_release(struct softhca *hca);
void softhca_spare_take(struct softhca *hca);

/** client.c: serve one message; close a connection with everything that belongs to it. */
void softhca_client_ready(struct softhca_source *source, uint32_t events);
void softhca_client_close(struct softhca_client *client);

/* kernel/device.c */
int softhca_devices_create(struct softhca *hca, const char *const *names, unsigned int count);
void softhca_devices_destroy(struct softhca *hca);
struct softhca_dev *softhca_find_device(const struct softhca *hca, const char *name);
/** All devices of one card show the same; ours are cards of their own. iWARP has only MACs. */
uint64_t softhca_sys_image_guid(const struct softhca_dev *device);
/** The number by which netlink would know the device, which the connection manager tells, too. */
static inline uint32_t softhca_device_number(const struct softhca_dev *device)
{
	return device->index + 1;
}
/** Take a port up or down: state, events to clients, engine. */
void softhca_port_set(struct softhca_port *port, bool up);

/** kernel/sysfs.c: text of a sysfs attribute of the device. 0, or ENOENT, EINVAL. */
int softhca_read_attr(const struct softhca_dev *device, const char *path, char *buf, size_t room);

/** The names below a directory of the same tree, a NUL behind each, slashes behind directories. 0
 * or ENOENT. */
int softhca_list_attrs(const struct softhca_dev *device, const char *path, char *buf, size_t room,
		       size_t *bytes);

/** control_event.c: words of `event DEVICE EVENT [NUMBER [VALUE]]`, NULL behind the last. 0 or an
 * errno value: EINVAL, ENODEV, ENOENT (no such object), EADDRINUSE (LID), ENOSPC (table). */
int softhca_control_event(struct softhca *hca, char **words);
extern const char softhca_event_usage[];

/** control.c: answer a command line of softhcactl. 0 or an errno value; text either way. */
int softhca_control(struct softhca_server *server, const char *line, char *text, size_t room);

#endif
