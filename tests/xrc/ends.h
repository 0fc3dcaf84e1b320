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
	PLACE_RECEIVES = 64, /**< what its shared receive queue can hold */
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

/** Open a place without domain and queue. */
void place_open_bare(struct place *place, int device);
/** Open one with the domain of a file (-1: a private one) and a shared receive queue. */
void place_open(struct place *place, int device, int fd);
void place_close(struct place *place);
/** Its shared receive queue; NULL and errno on failure. */
struct ibv_srq *place_make_srq(struct place *place);
/** Post a receive for `bytes` at this offset of the place's memory. */
void place_post(struct place *place, uint64_t wr_id, size_t offset, uint32_t bytes);

/** A receive queue pair of the place's domain, in RESET. */
uint32_t rcv_qp(struct place *place);
int rcv_to_init(struct ibv_xrc_domain *domain, uint32_t qpn);
/** For a sender with that LID and number. */
int rcv_to_rtr(struct ibv_xrc_domain *domain, uint32_t qpn, uint16_t lid, uint32_t peer);
/** Its state, or minus the errno value of the query. */
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

/** Create all objects, with the queue pair in INIT. */
void sender_open(struct sender *sender, int device);
void sender_close(struct sender *sender);
/** Back to INIT, through RESET. */
void sender_again(struct sender *sender);
/** To RTS, towards a receive queue pair; retries are few and short. */
void sender_connect(struct sender *sender, uint16_t lid, uint32_t qpn);
/** Both ends: the sender to RTS and the receive queue pair to RTR. */
void join(struct sender *sender, struct place *place, uint32_t qpn);
/** A SEND of `bytes` from this offset to a shared receive queue. */
void send_to(struct sender *sender, uint32_t srqn, uint64_t wr_id, size_t offset, uint32_t bytes);

/** A file for domains, already unlinked; close() it. */
int domain_file(void);

#endif
