/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ventus.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of ventus, for whatever the hot paths do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/ventus.h>

/** Post a list to a locked queue. */
static INVERBS_NOINLINE int ventus_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	const struct ventus_sent sent = {NULL, 0, 0};

	return ventus_send_list(qp, wr, bad_wr, sent);
}

/**
 * Lists, and work requests without code of their own. Not inline, so that those with code of their
 * own save no registers.
 */
static INVERBS_NOINLINE int ventus_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return ventus_post_send_held(qp, wr, bad_wr);
}

/** A lone SEND of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int ventus_post_send_send_connected_one(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on RC. */
static INVERBS_NOINLINE int ventus_post_send_send_connected(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
ventus_post_send_send_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on RC. */
static INVERBS_NOINLINE int ventus_post_send_send_with_imm_connected(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** A lone RDMA_WRITE of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int ventus_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** A lone RDMA_WRITE on RC. */
static INVERBS_NOINLINE int ventus_post_send_rdma_write_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** A lone RDMA_READ of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int ventus_post_send_rdma_read_connected_one(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** A lone RDMA_READ on RC. */
static INVERBS_NOINLINE int ventus_post_send_rdma_read_connected(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** A lone ATOMIC_FETCH_AND_ADD on RC. */
static INVERBS_NOINLINE int
ventus_post_send_atomic_fetch_and_add_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** A lone BIND_MW on RC. */
static INVERBS_NOINLINE int ventus_post_send_bind_mw_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** A lone SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int ventus_post_send_send_datagram_one(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on UD. */
static INVERBS_NOINLINE int ventus_post_send_send_datagram(struct ibv_qp *qp,
							   struct ibv_send_wr *wr,
							   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int ventus_post_send_send_with_imm_datagram_one(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on UD. */
static INVERBS_NOINLINE int ventus_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return ventus_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

enum {
	LONE_OPS = 9,
	LONE_TYPES = 16, /* by the low bits of enum ibv_qp_type */
};

typedef int ventus_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The code for a lone work request of one SGE that is not inline, by its op and by the type of its
 * queue pair.
 */
static ventus_post *const ventus_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = ventus_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_bind_mw_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_rdma_read_connected_one,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_rdma_write_connected_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_send_connected_one,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = ventus_post_send_send_datagram_one,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = ventus_post_send_send_with_imm_connected_one,
			[IBV_QPT_UD &
				(LONE_TYPES - 1)] = ventus_post_send_send_with_imm_datagram_one,
		},
};

/** Likewise for other shapes. */
static ventus_post *const ventus_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = ventus_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_bind_mw_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = ventus_post_send_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = ventus_post_send_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = ventus_post_send_send_with_imm_datagram,
		},
};

/** Choose the code for a lone work request. */
static int ventus_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	ventus_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge == 1 && !(wr->send_flags & IBV_SEND_INLINE))
			post = ventus_lone_one[opcode][type];
		else
			post = ventus_lone_other[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : ventus_post_send_list(qp, wr, bad_wr);
}

int ventus_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr || wr->next)
		return ventus_post_send_list(qp, wr, bad_wr);
	return ventus_post_send_lone(qp, wr, bad_wr);
}

/** True when a work request must have a destination, and has none. */
static bool is_lost(const struct inverbs_sq *sq, const struct ibv_send_wr *wr)
{
	return (sq->qp_type == IBV_QPT_UD) && !wr->wr.ud.ah;
}

/**
 * Why the queue refuses one of these work requests, one after the other, or 0. Nothing is stored.
 */
static int batch_refusal(const struct inverbs_sq *queue, const struct ibv_send_wr *wr)
{
	struct inverbs_sq copy, *const sq = &copy;
	int err = 0;

	inverbs_sq_copy(sq, queue);
	for (; wr && !err; wr = wr->next) {
		const struct inverbs_request req = ventus_request_of(sq, wr, (uint32_t)wr->opcode,
								     sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
		const uint32_t units = ventus_send_units(&req, (uint32_t)total);
		const uint32_t end = ventus_send_start(sq, units) + units;

		err = ventus_send_refusal(sq, &req, total, end);
		sq->head = sq->position = end;
		if (!err && is_lost(sq, wr))
			err = EINVAL;
	}
	return err;
}

/*
 * The full path takes or refuses a single work request whole. Several are checked before the first
 * is posted, so that all of them are posted or none.
 */
int ventus_wr_complete_full(struct ibv_qp_ex *qp)
{
	struct ibv_qp *const base = &qp->qp_base;
	struct inverbs_sq *const sq = &inverbs_qp_of(base)->sq;
	const struct inverbs_builder *const b = &inverbs_qp_of(base)->builder;
	struct ibv_send_wr *const first = inverbs_built(b), *bad_wr;
	int err = 0;

	if (__builtin_expect(first && (first->next || b->err || is_lost(sq, first)), 0))
		err = batch_refusal(sq, first);
	if (!err)
		err = b->err;
	if (!err)
		return ventus_post_send_held(base, first, &bad_wr);
	inverbs_unlock(&sq->lock);
	return err;
}

int ventus_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return ventus_recv_list(qp, wr, bad_wr);
}

int ventus_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			      struct ibv_recv_wr **bad_wr)
{
	return ventus_srq_recv_list(srq, wr, bad_wr);
}

int ventus_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return ventus_poll_list(cq, num_entries, wc);
}
