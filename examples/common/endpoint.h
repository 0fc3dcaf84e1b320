/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One end of a connection: device, protection domain, completion queue, queue pair, and its
 * transitions to RTS.
 */
#ifndef EXAMPLES_ENDPOINT_H
#define EXAMPLES_ENDPOINT_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

#include "rendezvous.h"

/** What to create. */
struct endpoint_plan {
	const char *device; /**< NULL: the first */
	uint8_t port;
	int gid_index; /**< -1: address by LID */
	enum ibv_qp_type type;
	enum ibv_mtu mtu;
	uint8_t sl;
	uint32_t send_depth;
	uint32_t recv_depth;
	bool events;         /**< with a completion channel */
	bool timestamps;     /**< extended completion queue with timestamps */
	bool new_send;       /**< extended queue pair: ibv_wr_* calls */
	unsigned int access; /**< IBV_ACCESS_* that the peer needs on this queue pair */
};

struct endpoint {
	struct ibv_context *ctx;
	struct ibv_comp_channel *channel; /**< NULL when polling */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_cq_ex *cq_ex; /**< the same queue, or NULL */
	struct ibv_qp *qp;
	struct ibv_qp_ex *qp_ex; /**< the same queue pair, or NULL */
	struct ibv_ah *ah;       /**< datagrams: destination, once connected; else NULL */
	uint32_t remote_qpn;     /**< datagrams: queue pair of the destination */
	struct ibv_port_attr port;
	uint32_t max_inline;
	struct address local;
	unsigned int unacked_events;
	unsigned int idle_polls; /**< consecutive polls without a completion */
};

/** Create everything but a queue pair. Results as of endpoint_open. */
int endpoint_open_device(struct endpoint *end, const struct endpoint_plan *plan);

/**
 * Create everything, with the queue pair in INIT. 0, or -1 after an error message and with nothing
 * left behind.
 */
int endpoint_open(struct endpoint *end, const struct endpoint_plan *plan);

/** INIT to RTR to RTS, towards a remote queue pair; for datagrams with an address handle. */
int endpoint_connect(struct endpoint *end, const struct endpoint_plan *plan,
		     const struct address *remote);

/**
 * Connect to the peer over TCP (host NULL: as the server), exchange addresses and move to RTS. When
 * the server's call returns, the client has its address; receives must be posted before. Returns
 * the open socket or -1 after an error message.
 */
int endpoint_meet(struct endpoint *end, const struct endpoint_plan *plan, const char *host,
		  unsigned int tcp_port, struct address *remote);

/** The same on an open socket, which stays the caller's. 0, or -1 after an error message. */
int endpoint_swap_addresses(struct endpoint *end, const struct endpoint_plan *plan, int sock,
			    bool client, struct address *remote);

/** Wait until the completion queue has an entry, and arm it again; poll afterwards. */
int endpoint_sleep(struct endpoint *end);

/** After a poll that found `completions`: spin at first, then yield the processor. */
void endpoint_idle(struct endpoint *end, int completions);

/**
 * Undo endpoint_open; regions of the protection domain must be deregistered. 0, or -1 after an
 * error message.
 */
int endpoint_close(struct endpoint *end);

#endif
