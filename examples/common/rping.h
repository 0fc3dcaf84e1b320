/* SPDX-License-Identifier: BSD-2-Clause */
/* What both sides of rping share. */
#ifndef EXAMPLES_RPING_H
#define EXAMPLES_RPING_H

#include <rdma/rdma_cma.h>
#include <stdbool.h>

enum {
	RPING_SIZE_MIN = 28, /**< "rdma-ping-<ten digits>: " and a letter */
	RPING_SIZE_MAX = 64 * 1024,
};

struct rping_options {
	const char *address; /**< NULL: any */
	const char *source;  /**< NULL: any */
	const char *port;
	unsigned long count; /**< 0: no limit */
	unsigned long size;
	int tos; /**< -1: not set */
	bool server, client;
	bool verbose, validate, debug;
	bool persistent;
	bool own_qp;
};

/** Content of a message: the sender's buffer. Empty when it only passes the turn. */
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
	bool heard; /**< a message arrived while waiting for something else */
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

/** Queues and memory for an identifier that has its device. 0, or -1 after an error message. */
int rping_open(struct rping_end *end, const struct rping_options *options, struct rdma_cm_id *id);
/** Free everything; the identifier stays. */
void rping_close(struct rping_end *end);
/** Move the queue pair that the program created itself (-q) to a state. */
int rping_own_qp_to(struct rping_end *end, enum ibv_qp_state state);
/** Post the receive for the next message. */
int rping_expect(struct rping_end *end);
/** Send `out`, filled with a buffer (NULL: pass the turn only), and wait for its completion. */
enum rping_wait rping_tell(struct rping_end *end, const void *buf, const struct ibv_mr *mr);
/** Wait for a message; it is in `in` until rping_expect() posts the next receive. */
enum rping_wait rping_hear(struct rping_end *end);
/** Transfer `size` bytes between `data` and the buffer that `in` names, and wait. */
enum rping_wait rping_move(struct rping_end *end, enum ibv_wr_opcode opcode);
/** Print a line for -d. */
void rping_debug(const struct rping_options *options, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/** Address and port of an option as a socket address; 0, or -1 after an error message. */
int rping_address(const char *host, const char *port, bool passive, struct sockaddr_storage *to);

int rping_client(const struct rping_options *options);
int rping_server(const struct rping_options *options);

#endif
