/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that both sides of rping share. */
#ifndef EXAMPLES_RPING_H
#define EXAMPLES_RPING_H

#include <rdma/rdma_cma.h>
#include <stdbool.h>

enum {
	RPING_SIZE_MIN = 28, /**< "rdma-ping-<ten digits>: " and a letter */
	RPING_SIZE_MAX = 64 * 1024,
};

struct rping_options {
	const char *address; /**< NULL: any address */
	const char *source;  /**< NULL: any address */
	const char *port;
	unsigned long count; /**< 0: no limit */
	unsigned long size;
	int tos; /**< -1: do not set it */
	bool server, client;
	bool verbose, validate, debug;
	bool persistent;
	bool own_qp;
};

/**
 * The content of a message, which describes the sender's buffer. Empty in a message that only
 * passes the turn.
 */
struct rping_info {
	__be64 buf;
	__be32 rkey;
	__be32 size;
};

/** One end of a connection. */
struct rping_end {
	const struct rping_options *options;
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct rping_info in, out;
	bool ended; /**< the peer has disconnected */
	bool heard; /**< a message arrived while waiting for something else; it is in `in` */
	char *data; /**< buffer that is written to, or read into */
	char *ping; /**< the client's data */
	struct ibv_mr *in_mr, *out_mr, *data_mr, *ping_mr;
};

/** Result of a wait. */
enum rping_wait {
	RPING_DONE,
	RPING_ENDED, /**< the peer disconnected */
	RPING_FAILED,
};

/**
 * Create queues and memory for an identifier that is bound to a device. Returns 0, or -1 after an
 * error message.
 */
int rping_open(struct rping_end *end, const struct rping_options *options, struct rdma_cm_id *id);
/** Free everything except the identifier. */
void rping_close(struct rping_end *end);
/** With -q: move the queue pair, which the program created itself, to a state. */
int rping_own_qp_to(struct rping_end *end, enum ibv_qp_state state);
/** Post the receive for the next message. */
int rping_expect(struct rping_end *end);
/** Send `out`, which describes a buffer (NULL: only pass the turn), and wait for its completion. */
enum rping_wait rping_tell(struct rping_end *end, const void *buf, const struct ibv_mr *mr);
/** Wait for a message. It is in `in` until rping_expect() posts the next receive. */
enum rping_wait rping_hear(struct rping_end *end);
/**
 * Transfer `size` bytes between `data` and the buffer that `in` describes, and wait for the
 * completion.
 */
enum rping_wait rping_move(struct rping_end *end, enum ibv_wr_opcode opcode);
/** Print a line if -d is given. */
void rping_debug(const struct rping_options *options, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/**
 * Convert the address and port in an option to a socket address. Returns 0, or -1 after an error
 * message.
 */
int rping_address(const char *host, const char *port, bool passive, struct sockaddr_storage *to);

int rping_client(const struct rping_options *options);
int rping_server(const struct rping_options *options);

#endif
