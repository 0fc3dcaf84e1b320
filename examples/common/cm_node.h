/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One identifier with its queue pair, completion queue and message buffer. The programs with event
 * channels (ucmatose, udaddy, mckey) use many of these.
 */
#ifndef EXAMPLES_CM_NODE_H
#define EXAMPLES_CM_NODE_H

#include <rdma/rdma_cma.h>
#include <stdbool.h>

enum {
	GRH_BYTES = sizeof(struct ibv_grh),
	RESOLVE_MS = 2000,
};

/** Options for messages. */
struct messages {
	unsigned long count;
	unsigned long size;
	bool validate; /**< both sides compare received data with what this program would send */
};

struct node {
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_ah *ah; /**< for datagrams: the destination */
	uint32_t remote_qpn;
	uint32_t remote_qkey;
	char *buf; /**< room for a GRH, then one message */
	bool datagrams;
	uint32_t create_flags; /**< IBV_QP_CREATE_*, set before node_open() */
};

/**
 * Create queues and buffer for an identifier that is bound to a device. Returns 0, or -1 after an
 * error message.
 */
int node_open(struct node *node, struct rdma_cm_id *id, const struct messages *m, bool datagrams);
/** Free everything, including the identifier. */
void node_close(struct node *node);
/** Post receives for `count` messages. */
int node_expect(struct node *node, const struct messages *m);
/** Post `count` sends, all signaled. */
int node_send(struct node *node, const struct messages *m);
/** Wait for `count` completions. */
int node_wait(struct node *node, unsigned long count);
/** After the last receive: check that its data is what node_send() sends. */
int node_check(const struct node *node, const struct messages *m);
/**
 * Return the next event if it is the expected one, to be acknowledged by the caller; otherwise NULL
 * after an error message.
 */
struct rdma_cm_event *expect_event(struct rdma_event_channel *channel,
				   enum rdma_cm_event_type type);
/**
 * Convert a host, or NULL for any address, to a socket address. format: NULL, or ip, ipv6, name,
 * gid.
 */
int node_address(const char *host, const char *port, const char *format, bool passive,
		 struct sockaddr_storage *to);

#endif
