/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One identifier with its queue pair, completion queue and a buffer for messages. The programs with
 * event channels (ucmatose, udaddy, mckey) have many of them.
 */
#ifndef EXAMPLES_CM_NODE_H
#define EXAMPLES_CM_NODE_H

#include <rdma/rdma_cma.h>
#include <stdbool.h>

enum {
	GRH_BYTES = sizeof(struct ibv_grh),
	RESOLVE_MS = 2000,
};

/** Options about messages. */
struct messages {
	unsigned long count;
	unsigned long size;
	bool validate; /**< both sides compare received data with what this program sends */
};

struct node {
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_ah *ah; /**< datagrams: destination */
	uint32_t remote_qpn;
	uint32_t remote_qkey;
	char *buf; /**< a header's room, then one message */
	bool datagrams;
	uint32_t create_flags; /**< IBV_QP_CREATE_*, set before node_open() */
};

/** Queues and buffer for an identifier that has its device. 0, or -1 after an error message. */
int node_open(struct node *node, struct rdma_cm_id *id, const struct messages *m, bool datagrams);
/** Free everything, the identifier too. */
void node_close(struct node *node);
/** Post receives for `count` messages. */
int node_expect(struct node *node, const struct messages *m);
/** Post `count` sends, all signaled. */
int node_send(struct node *node, const struct messages *m);
/** Wait for `count` completions. */
int node_wait(struct node *node, unsigned long count);
/** After the last receive: is its data that of node_send()? */
int node_check(const struct node *node, const struct messages *m);
/**
 * Return the next event if it is the expected one; otherwise NULL after an error message.
 * Acknowledge it.
 */
struct rdma_cm_event *expect_event(struct rdma_event_channel *channel,
				   enum rdma_cm_event_type type);
/** A host, or NULL for any, as a socket address. format: NULL, or ip, ipv6, name, gid. */
int node_address(const char *host, const char *port, const char *format, bool passive,
		 struct sockaddr_storage *to);

#endif
