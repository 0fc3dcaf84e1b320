/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One end of a connection: device, protection domain, completion queue, queue pair, and the queue
 * pair's transitions to RTS.
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
	int gid_index; /**< -1: use the LID */
	enum ibv_qp_type type;
	enum ibv_mtu mtu;
	uint8_t sl;
	uint32_t send_depth;
	uint32_t recv_depth;
	bool events;         /**< create a completion channel */
	bool timestamps;     /**< create an extended completion queue with timestamps */
	bool new_send;       /**< create an extended queue pair, for the ibv_wr_* calls */
	unsigned int access; /**< IBV_ACCESS_* that the peer needs on this queue pair */
};

struct endpoint {
	struct ibv_context *ctx;
	struct ibv_comp_channel *channel; /**< NULL if the program polls */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_cq_ex *cq_ex; /**< the extended completion queue, or NULL */
	struct ibv_qp *qp;
	struct ibv_qp_ex *qp_ex; /**< the extended queue pair, or NULL */
	struct ibv_ah *ah;       /**< for datagrams: destination, once connected; else NULL */
	uint32_t remote_qpn;     /**< for datagrams: queue pair number of the destination */
	struct ibv_port_attr port;
	uint32_t max_inline;
	struct address local;
	unsigned int unacked_events;
	unsigned int idle_polls; /**< consecutive polls without a completion */
};

/** Create everything except a queue pair. Returns as endpoint_open() does. */
int endpoint_open_device(struct endpoint *end, const struct endpoint_plan *plan);

/**
 * Create everything, with the queue pair in INIT. Returns 0, or -1 after an error message and with
 * nothing left behind.
 */
int endpoint_open(struct endpoint *end, const struct endpoint_plan *plan);

/**
 * Move the queue pair from INIT to RTS, connected to a remote queue pair; for datagrams, create an
 * address handle.
 */
int endpoint_connect(struct endpoint *end, const struct endpoint_plan *plan,
		     const struct address *remote);

/**
 * Connect to the peer over TCP (host NULL: as the server), exchange addresses and move to RTS. When
 * this returns on the server, the client may already send, so receives must be posted before.
 * Returns the open socket, or -1 after an error message.
 */
int endpoint_meet(struct endpoint *end, const struct endpoint_plan *plan, const char *host,
		  unsigned int tcp_port, struct address *remote);

/**
 * The same on a socket that is already open; it still belongs to the caller. Returns 0, or -1 after
 * an error message.
 */
int endpoint_swap_addresses(struct endpoint *end, const struct endpoint_plan *plan, int sock,
			    bool client, struct address *remote);

/** Wait for a completion event, and arm the completion queue again. Poll afterwards. */
int endpoint_sleep(struct endpoint *end);

/** Call after a poll that found `completions`: spins at first, then yields the processor. */
void endpoint_idle(struct endpoint *end, int completions);

/**
 * Undo endpoint_open(). Memory regions of the protection domain must be deregistered before.
 * Returns 0, or -1 after an error message.
 */
int endpoint_close(struct endpoint *end);

#endif
