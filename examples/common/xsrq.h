/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that uses extended reliable connections: a domain, a shared receive queue in it for all
 * peers, and a pair of queue pairs for each peer.
 */
#ifndef EXAMPLES_XSRQ_H
#define EXAMPLES_XSRQ_H

#include "rendezvous.h"
#include "xsrq_options.h"

/** Address of a peer: its receiving queue pair and its SRQ. */
struct xsrq_address {
	unsigned int lid;
	unsigned int recv_qpn;
	unsigned int send_qpn;
	unsigned int psn;
	unsigned int srqn;
	union ibv_gid gid;
};

struct xsrq_peer {
	int sock;
	struct ibv_qp *send_qp;
	struct ibv_qp *recv_qp;
	struct xsrq_address remote;
	unsigned int asked; /**< number of messages sent to it that it has to return */
	bool sent;          /**< the last of them has been sent */
	bool returned;      /**< the last of them has come back */
};

struct xsrq {
	const struct xsrq_options *opt;
	struct ibv_context *ctx;
	struct ibv_comp_channel *channel; /**< NULL if the program polls */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
	struct ibv_mr *mr;
	uint8_t *memory; /**< `slots` receives, and a send buffer for each peer */
	size_t stride;
	unsigned int slots;
	struct xsrq_address local; /**< our address, as sent to the current peer */
	struct xsrq_peer *peers;
	unsigned int n_peers;
	unsigned int unacked_events;
	unsigned int idle_polls;
};

/**
 * Create everything except the peers. Returns 0, or -1 after an error message; call xsrq_close() in
 * both cases.
 */
int xsrq_open(struct xsrq *x, const struct xsrq_options *opt);

/** Connect to the peer at the other end of a socket, which then belongs to the peer. */
int xsrq_add_peer(struct xsrq *x, int sock);
/** Exchange end-of-test messages with all peers; the client sends first. */
int xsrq_part(const struct xsrq *x);

/**
 * The memory of a receive slot; from x->slots on, of the message that is sent first to each peer.
 */
uint8_t *xsrq_slot(const struct xsrq *x, unsigned int slot);
int xsrq_post_receive(struct xsrq *x, unsigned int slot);
/** Send a slot's content to a peer's shared receive queue, with this wr_id. */
int xsrq_send(struct xsrq *x, const struct xsrq_peer *peer, unsigned int slot, uint64_t wr_id);

/**
 * Wait for the next completion, by polling or by sleeping until an event comes. It must be
 * successful.
 */
int xsrq_wait(struct xsrq *x, struct ibv_wc *wc);

int xsrq_close(struct xsrq *x);

#endif
