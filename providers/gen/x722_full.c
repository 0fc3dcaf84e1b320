/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/x722.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The full paths of x722: they handle every work request and completion that the hot paths leave.
 */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/x722.h>

/** Post a list to a locked queue. */
static INVERBS_NOINLINE int x722_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const struct x722_sent sent = {NULL, 0, 0};

	return x722_send_list(qp, wr, bad_wr, sent);
}

/**
 * Post a list, or a work request for which there is no function of its own. Not inline, so that the
 * callers with such functions save no registers.
 */
static INVERBS_NOINLINE int x722_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return x722_post_send_held(qp, wr, bad_wr);
}

/** Post a single SEND of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int x722_post_send_send_connected_one(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on RC. */
static INVERBS_NOINLINE int x722_post_send_send_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
							  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_INV of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int x722_post_send_send_with_inv_connected_one(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** Post a single SEND_WITH_INV on RC. */
static INVERBS_NOINLINE int x722_post_send_send_with_inv_connected(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** Post a single RDMA_WRITE of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int x722_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** Post a single RDMA_WRITE on RC. */
static INVERBS_NOINLINE int x722_post_send_rdma_write_connected(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
x722_post_send_rdma_write_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** Post a single RDMA_WRITE_WITH_IMM on RC. */
static INVERBS_NOINLINE int
x722_post_send_rdma_write_with_imm_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** Post a single RDMA_READ of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int x722_post_send_rdma_read_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** Post a single RDMA_READ on RC. */
static INVERBS_NOINLINE int x722_post_send_rdma_read_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** Post a single LOCAL_INV on RC. */
static INVERBS_NOINLINE int x722_post_send_local_inv_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** Post a single BIND_MW on RC. */
static INVERBS_NOINLINE int x722_post_send_bind_mw_connected(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return x722_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

enum {
	LONE_OPS = 10,
	LONE_TYPES = 16, /* indexed by the low bits of enum ibv_qp_type */
};

typedef int x722_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The function that posts a single work request of one SGE that is not inline, by op and queue pair
 * type.
 */
static x722_post *const x722_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_rdma_read_connected_one,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_rdma_write_connected_one,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = x722_post_send_rdma_write_with_imm_connected_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_send_connected_one,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = x722_post_send_send_with_inv_connected_one,
		},
};

/** The same for other shapes. */
static x722_post *const x722_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_rdma_write_connected,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = x722_post_send_rdma_write_with_imm_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_send_connected,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = x722_post_send_send_with_inv_connected,
		},
};

/** Post a single work request with the function for its op and queue pair type. */
static int x722_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
			       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	x722_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge == 1 && !(wr->send_flags & IBV_SEND_INLINE))
			post = x722_lone_one[opcode][type];
		else
			post = x722_lone_other[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : x722_post_send_list(qp, wr, bad_wr);
}

int x722_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr || wr->next)
		return x722_post_send_list(qp, wr, bad_wr);
	return x722_post_send_lone(qp, wr, bad_wr);
}

int x722_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return x722_post_send_full(qp, wr, bad_wr);
}

/**
 * Returns 0, or the errno value with which the queue would refuse one of these work requests if
 * they were posted one after another. Stores nothing.
 */
static int batch_refusal(const struct inverbs_sq *queue, const struct ibv_send_wr *wr)
{
	struct inverbs_sq copy, *const sq = &copy;
	int err = 0;

	inverbs_sq_copy(sq, queue);
	for (; wr && !err; wr = wr->next) {
		const struct inverbs_request req = x722_request_of(sq, wr, (uint32_t)wr->opcode,
								   sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;
		const uint32_t units = x722_send_units(&req, (uint32_t)total);
		const uint32_t end = x722_send_start(sq, units) + units;

		err = x722_send_refusal(sq, &req, total, end);
		sq->head = sq->position = end;
	}
	return err;
}

/*
 * Posting a single work request succeeds or fails as a whole. Several are checked before the first
 * is posted, so that either all of them are posted or none.
 */
int x722_wr_complete_full(struct ibv_qp_ex *qp)
{
	struct ibv_qp *const base = &qp->qp_base;
	struct inverbs_sq *const sq = &inverbs_qp_of(base)->sq;
	const struct inverbs_builder *const b = &inverbs_qp_of(base)->builder;
	struct ibv_send_wr *const first = inverbs_built(b), *bad_wr;
	int err = 0;

	if (__builtin_expect(first && (first->next || b->err), 0))
		err = batch_refusal(sq, first);
	if (!err)
		err = b->err;
	if (!err)
		return x722_post_send_held(base, first, &bad_wr);
	inverbs_unlock(&sq->lock);
	return err;
}

int x722_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return x722_recv_list(qp, wr, bad_wr);
}

int x722_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return x722_poll_list(cq, num_entries, wc);
}
