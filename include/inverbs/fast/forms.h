/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lets interfaces that represent work requests and completions differently from verbs use the hot
 * paths (inverbs/iba). They pass functions that are constant in each call and therefore inlined.
 */
#include <infiniband/verbs.h> /* ends by including this file, hence before the guard */

#ifndef INVERBS_FORMS_H
#define INVERBS_FORMS_H

#include <inverbs/fast/objects.h>

/** Returned by hot paths (which do not call the archive) for calls that they do not handle. */
enum inverbs_left {
	INVERBS_LEFT = -1,        /**< nothing was done */
	INVERBS_LEFT_LOCKED = -2, /**< only the CQ was locked */
};

/** A list of sends of an interface whose work requests differ from struct ibv_send_wr. */
struct inverbs_giver {
	void *next; /**< the first one that was not posted; NULL: all were posted */
};

/**
 * Converts one work request of such an interface: sets wr_id, sg_list, num_sge and opcode (both or
 * neither of the latter, as inverbs_shape_of() reads them), send_flags and, for an RDMA,
 * remote_addr and rkey of *to. Sets num_sge to 0 for a work request that the hot path does not
 * post. Returns the next work request. It is a constant in each call, so that it is inlined.
 */
typedef void *inverbs_give(void *request, struct ibv_send_wr *to);

/** State of polls for an interface whose completions differ from struct ibv_wc. */
struct inverbs_taker {
	void *next; /**< where to store the next completion, NULL: nowhere; changed by the
		       interface's function */
	const void *const *more; /**< if *more is not NULL, a poll for a single completion does not
				    handle the call */
	/* set with INVERBS_LEFT_LOCKED: the completion that was found */
	struct inverbs_qp *qp;
	uintptr_t cursor;
	uint64_t row;
};

/**
 * Stores a successful completion for such an interface. row: the opcode in its low half and the
 * received bytes in its high half (0 for sends, writes and binds), so that one store suffices if
 * the two members are adjacent. rest: all other members, if the completion may have flags or may be
 * a datagram's; else NULL. Opcodes of sends are at most IBV_WC_BIND_MW; those of receives are
 * IBV_WC_RECV or IBV_WC_RECV_RDMA_WITH_IMM. It is a constant in each call, so that it is inlined.
 */
typedef void inverbs_take(struct inverbs_taker *taker, uint64_t wr_id, uint64_t row,
			  const struct ibv_wc *rest);

#endif
