/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the source files of a client. */
#ifndef TESTS_STORM_CLIENT_H
#define TESTS_STORM_CLIENT_H

#include "storm.h"

enum {
	RECVS = 32,
	BATCH = 8, /**< messages per exchange */
	GRH_BYTES = 40,
};

/** The objects of a client. */
struct me {
	int slot;
	uint32_t life, seed;
	struct row *row;
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq; /**< used by all queue pairs */
	struct ibv_mr *mr;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq, *xsrq;
	struct ibv_qp *ud;
	struct ibv_ah *group;
	/* the connection that a peer requested */
	struct ibv_qp *served;
	int guest;
	uint32_t guest_life, guest_next;
	int datagrams; /**< outstanding sends */
	/* the connection that we requested */
	struct ibv_qp *ours;
	struct ibv_wc sent; /**< its last send completion */
	uint32_t sends;     /**< its send completions so far */
	struct {
		uint8_t cells[CLIENTS][CELL];
		uint8_t recv[RECVS][MESSAGE];
		uint8_t xrecv[RECVS][MESSAGE];
		uint8_t ud[RECVS][GRH_BYTES + MESSAGE];
		uint8_t out[BATCH][MESSAGE];
		uint8_t back[CELL];
	} * memory;
};

/** Report an error and exit. */
__attribute__((noreturn, format(printf, 1, 2))) void broken(const char *format, ...);
/**
 * Check the result of a call that may only fail because the emulator has exited; then the process
 * exits as an orphan.
 */
void need(int error, const char *what);
/** Poll, verify received messages, and serve connection requests. */
void turn(struct me *me);
/** Open everything and announce it on the board; close everything. */
void life_begin(struct me *me);
void life_end(struct me *me);
/** One exchange with a random partner. */
void exchange(struct me *me);
struct ibv_qp *make_qp(struct me *me, enum ibv_qp_type type);
/** Bring a queue pair to RTS, connected to the one at this LID with this number. */
void connect_qp(struct ibv_qp *qp, uint16_t lid, uint32_t qpn);
/** Write a self-contained message: the receiver can verify it without further knowledge. */
void write_message(uint8_t *at, uint32_t bytes, int slot, uint32_t qpn, uint32_t number);
struct header {
	uint32_t slot, qpn, number, bytes, seed;
};
/** Returns the header of a received message; reports an error and exits if it is corrupt. */
struct header read_message(const uint8_t *at, uint32_t bytes);
void post_one(struct me *me, struct ibv_srq *srq, uint32_t index);

#endif
