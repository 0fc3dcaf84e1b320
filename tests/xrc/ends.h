/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two ends of extended reliable connections, by OFED's calls: a receiving side in a domain, and
 * a sender.
 */
#ifndef TESTS_XRC_ENDS_H
#define TESTS_XRC_ENDS_H

#include <fcntl.h>

#include "../contract/kit.h"

enum {
	PLACE_BYTES = 16384,
	PLACE_RECEIVES = 64, /**< capacity of its shared receive queue */
};

/** The receiving side: an open device with a domain, and a shared receive queue in it. */
struct place {
	struct ibv_context *ctx;
	struct ibv_port_attr port;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_xrc_domain *domain;
	struct ibv_srq *srq;
	struct ibv_mr *mr;
	uint8_t *buf;
};

/** Open a place without a domain and a shared receive queue. */
void place_open_bare(struct place *place, int device);
/** Open a place with the domain of a file (-1: a private domain) and a shared receive queue. */
void place_open(struct place *place, int device, int fd);
void place_close(struct place *place);
/** Create a shared receive queue in the place's domain; NULL with errno on failure. */
struct ibv_srq *place_make_srq(struct place *place);
/** Post a receive for `bytes` at this offset of the place's memory. */
void place_post(struct place *place, uint64_t wr_id, size_t offset, uint32_t bytes);

/** Create a receive queue pair in the place's domain, in RESET. Returns its number. */
uint32_t rcv_qp(struct place *place);
int rcv_to_init(struct ibv_xrc_domain *domain, uint32_t qpn);
/** Change to RTR, for a sender with that LID and queue pair number. 0 or an errno value. */
int rcv_to_rtr(struct ibv_xrc_domain *domain, uint32_t qpn, uint16_t lid, uint32_t peer);
/** Returns the state, or the negated errno value of the query. */
int rcv_state(struct ibv_xrc_domain *domain, uint32_t qpn);

/** The sending side. */
struct sender {
	struct ibv_context *ctx;
	struct ibv_port_attr port;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_xrc_domain *domain;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	uint8_t *buf;
};

/** Open a sender, with its queue pair in INIT. */
void sender_open(struct sender *sender, int device);
void sender_close(struct sender *sender);
/** Bring the sender back to INIT, through RESET. */
void sender_again(struct sender *sender);
/** Bring the sender to RTS, connected to a receive queue pair; retries are few and short. */
void sender_connect(struct sender *sender, uint16_t lid, uint32_t qpn);
/** Connect both ends: bring the receive queue pair to RTR and the sender to RTS. */
void join(struct sender *sender, struct place *place, uint32_t qpn);
/** Post a SEND of `bytes` from this offset to a shared receive queue. */
void send_to(struct sender *sender, uint32_t srqn, uint64_t wr_id, size_t offset, uint32_t bytes);

/** Returns a descriptor of a new, already unlinked file for domains, which the caller closes. */
int domain_file(void);

#endif
