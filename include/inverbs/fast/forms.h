/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How interfaces that give requests and completions another form than verbs do use the hot paths:
 * through functions of theirs that are constants in each call, and so inlined (inverbs/iba).
 */
#include <infiniband/verbs.h> /* ends by including this file, hence before the guard */

#ifndef INVERBS_FORMS_H
#define INVERBS_FORMS_H

#include <inverbs/fast/objects.h>

/** What hot paths without the archive return for what they leave to it. */
enum inverbs_left {
	INVERBS_LEFT = -1,        /**< nothing was done */
	INVERBS_LEFT_LOCKED = -2, /**< only the completion queue was locked */
};

/** A list of sends of an interface that gives requests another form than struct ibv_send_wr. */
struct inverbs_giver {
	void *next; /**< the first that was not posted, NULL: all were */
};

/**
 * The function with which such an interface gives one: *to gets wr_id, sg_list, num_sge and opcode
 * (as inverbs_shape_of() reads them: both or neither), send_flags and, for an RDMA, remote_addr and
 * rkey. Of what the hot path does not post, num_sge is 0. Returns the one after it. A constant in
 * each call, so that it is inlined.
 */
typedef void *inverbs_give(void *request, struct ibv_send_wr *to);

/** What polls for an interface that gives completions another form than struct ibv_wc work with. */
struct inverbs_taker {
	void *next; /**< where the next completion goes, NULL: nowhere; the interface's function
		       changes it */
	const void *const *more; /**< if *more is not NULL, a poll of one completion leaves it */
	/* after INVERBS_LEFT_LOCKED: the completion */
	struct inverbs_qp *qp;
	uintptr_t cursor;
	uint64_t row;
};

/**
 * The function with which such an interface takes a good completion: its wr_id; row: its opcode in
 * the low half, what arrived, in bytes, in the high half, 0 for sends, writes and binds, so that
 * one store is enough where both are neighbours; rest: all members but these, where it may have
 * flags or be of a datagram, else NULL. Opcodes of sends are at most IBV_WC_BIND_MW, those of
 * receives IBV_WC_RECV or IBV_WC_RECV_RDMA_WITH_IMM. A constant in each call, so that it is
 * inlined.
 */
typedef void inverbs_take(struct inverbs_taker *taker, uint64_t wr_id, uint64_t row,
			  const struct ibv_wc *rest);

#endif
