/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/connectib.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * The full paths of connectib: they handle every work request and completion that the hot paths
 * leave.
 */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/connectib.h>

/**
 * Post a list to a locked queue, after `count` WQEs that are stored already. The last of them is
 * `wqe`, of at most one block.
 */
static INVERBS_NOINLINE int connectib_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						     struct ibv_send_wr **bad_wr,
						     const uint8_t *wqe, uint32_t count, bool built)
{
	const struct connectib_sent sent = {wqe, 64, count,
					    count && inverbs_qp_of(qp)->sq.push->most >= 64};

	return connectib_send_list(qp, wr, bad_wr, sent, built);
}

/**
 * Post a list, or a work request for which there is no function of its own. Not inline, so that the
 * callers with such functions save no registers.
 */
static INVERBS_NOINLINE int connectib_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						     struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return connectib_post_send_held(qp, wr, bad_wr, NULL, 0, false);
}

/** Post a list of several work requests. In most lists, all of them have the hot shape. */
static INVERBS_NOINLINE int connectib_post_send_chain(struct ibv_qp *qp, struct ibv_send_wr *wr,
						      struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct connectib_sent sent = {NULL, 0, 0, false};

	inverbs_lock(&sq->lock);
	wr = connectib_hot_run(sq, wr, &sent);
	if (__builtin_expect(wr != NULL, 0))
		return connectib_post_send_held(qp, wr, bad_wr, sent.wqe, sent.count, false);
	connectib_hot_ring(sq, &sent);
	inverbs_unlock(&sq->lock);
	return 0;
}

/** Post a single SEND of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_send_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_send_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
connectib_post_send_send_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_send_with_imm_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Post a single SEND_WITH_INV of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
connectib_post_send_send_with_inv_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** Post a single SEND_WITH_INV on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_send_with_inv_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** Post a single RDMA_WRITE of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
connectib_post_send_rdma_write_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** Post a single RDMA_WRITE on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_rdma_write_connected(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
connectib_post_send_rdma_write_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** Post a single RDMA_WRITE_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int
connectib_post_send_rdma_write_with_imm_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** Post a single RDMA_READ of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int connectib_post_send_rdma_read_connected_one(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** Post a single RDMA_READ on RC. */
static INVERBS_NOINLINE int connectib_post_send_rdma_read_connected(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** Post a single ATOMIC_CMP_AND_SWP of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_cmp_and_swp_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** Post a single ATOMIC_CMP_AND_SWP on RC. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_cmp_and_swp_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** Post a single ATOMIC_FETCH_AND_ADD of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_fetch_and_add_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** Post a single ATOMIC_FETCH_AND_ADD on RC. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_fetch_and_add_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
						   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** Post a single LOCAL_INV on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_local_inv_connected(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** Post a single BIND_MW on RC, UC. */
static INVERBS_NOINLINE int connectib_post_send_bind_mw_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** Post a single SEND of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_xrc_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_with_imm_xrc_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_with_imm_xrc(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Post a single SEND_WITH_INV of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_with_inv_xrc_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** Post a single SEND_WITH_INV on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_send_with_inv_xrc(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** Post a single RDMA_WRITE of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_rdma_write_xrc_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** Post a single RDMA_WRITE on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_rdma_write_xrc(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int
connectib_post_send_rdma_write_with_imm_xrc_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** Post a single RDMA_WRITE_WITH_IMM on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_rdma_write_with_imm_xrc(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** Post a single RDMA_READ of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_rdma_read_xrc_one(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** Post a single RDMA_READ on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_rdma_read_xrc(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** Post a single ATOMIC_CMP_AND_SWP of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_cmp_and_swp_xrc_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** Post a single ATOMIC_CMP_AND_SWP on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_atomic_cmp_and_swp_xrc(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** Post a single ATOMIC_FETCH_AND_ADD of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_fetch_and_add_xrc_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** Post a single ATOMIC_FETCH_AND_ADD on XRC_SEND. */
static INVERBS_NOINLINE int
connectib_post_send_atomic_fetch_and_add_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** Post a single LOCAL_INV on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_local_inv_xrc(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** Post a single BIND_MW on XRC_SEND. */
static INVERBS_NOINLINE int connectib_post_send_bind_mw_xrc(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** Post a single SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int connectib_post_send_send_datagram_one(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on UD. */
static INVERBS_NOINLINE int connectib_post_send_send_datagram(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int
connectib_post_send_send_with_imm_datagram_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on UD. */
static INVERBS_NOINLINE int connectib_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Post a single SEND of one SGE that is not inline on RAW_PACKET. */
static INVERBS_NOINLINE int connectib_post_send_send_raw_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on RAW_PACKET. */
static INVERBS_NOINLINE int connectib_post_send_send_raw(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single TSO of one SGE that is not inline on RAW_PACKET. */
static INVERBS_NOINLINE int connectib_post_send_tso_raw_one(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_TSO, type, true);
}

/** Post a single TSO on RAW_PACKET. */
static INVERBS_NOINLINE int connectib_post_send_tso_raw(struct ibv_qp *qp, struct ibv_send_wr *wr,
							struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return connectib_send_lone(qp, wr, bad_wr, IBV_WR_TSO, type, false);
}

/** Store the WQE of SEND_WITH_IMM. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_warm_send_with_imm(const struct inverbs_sq *sq, uint8_t *wqe,
						     uint32_t index, uint32_t serial INVERBS_UNUSED,
						     const struct ibv_send_wr *wr,
						     const struct ibv_sge *sge, bool in_memory,
						     uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0x20000000b000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
	inverbs_put64(wqe + 8,
		      inverbs_row_of_flags(sq, row) | ((uint64_t)INVERBS_LE32(wr->imm_data) << 32));
	inverbs_put_length_key_be(wqe + 16, sge, in_memory);
	inverbs_put64(wqe + 24, INVERBS_BE64(sge->addr));
	return 32;
}

/**
 * Post a single SEND_WITH_IMM of one SGE that is not inline on RC, UC, on credit like the hot path.
 */
static INVERBS_NOINLINE int connectib_post_warm_send_with_imm_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND_WITH_IMM, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_send_with_imm_connected_one(qp, wr, bad_wr);
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(sge->length == 0))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_warm_send_with_imm(sq, wqe, index, serial, wr, sge, in_memory,
						     opcode, flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_send_with_imm_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of SEND_WITH_INV. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_warm_send_with_inv(const struct inverbs_sq *sq, uint8_t *wqe,
						     uint32_t index, uint32_t serial INVERBS_UNUSED,
						     const struct ibv_send_wr *wr,
						     const struct ibv_sge *sge, bool in_memory,
						     uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0x200000001000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
	inverbs_put64(wqe + 8, inverbs_row_of_flags(sq, row) | INVERBS_BE64(wr->invalidate_rkey));
	inverbs_put_length_key_be(wqe + 16, sge, in_memory);
	inverbs_put64(wqe + 24, INVERBS_BE64(sge->addr));
	return 32;
}

/**
 * Post a single SEND_WITH_INV of one SGE that is not inline on RC, UC, on credit like the hot path.
 */
static INVERBS_NOINLINE int connectib_post_warm_send_with_inv_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND_WITH_INV, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_send_with_inv_connected_one(qp, wr, bad_wr);
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(sge->length == 0))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_warm_send_with_inv(sq, wqe, index, serial, wr, sge, in_memory,
						     opcode, flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_send_with_inv_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of RDMA_WRITE_WITH_IMM. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_warm_rdma_write_with_imm(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index, uint32_t serial INVERBS_UNUSED,
	const struct ibv_send_wr *wr, const struct ibv_sge *sge, bool in_memory,
	uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0x300000009000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
	inverbs_put64(wqe + 8,
		      inverbs_row_of_flags(sq, row) | ((uint64_t)INVERBS_LE32(wr->imm_data) << 32));
	inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 24, inverbs_wide_be32(wr->wr.rdma.rkey));
	inverbs_put_length_key_be(wqe + 32, sge, in_memory);
	inverbs_put64(wqe + 40, INVERBS_BE64(sge->addr));
	return 48;
}

/**
 * Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC, UC, on credit like the hot
 * path.
 */
static INVERBS_NOINLINE int
connectib_post_warm_rdma_write_with_imm_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_WRITE_WITH_IMM, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_rdma_write_with_imm_connected_one(qp, wr, bad_wr);
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(sge->length == 0))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_warm_rdma_write_with_imm(sq, wqe, index, serial, wr, sge,
							   in_memory, opcode, flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_rdma_write_with_imm_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of RDMA_READ. connectib.send.payload.gather */
INVERBS_INLINE uint32_t connectib_warm_rdma_read(const struct inverbs_sq *sq, uint8_t *wqe,
						 uint32_t index, uint32_t serial INVERBS_UNUSED,
						 const struct ibv_send_wr *wr,
						 const struct ibv_sge *sge, bool in_memory,
						 uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0x300000010000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8));
	inverbs_put_row(wqe + 8, sq, row);
	inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 24, inverbs_wide_be32(wr->wr.rdma.rkey));
	inverbs_put_length_key_be(wqe + 32, sge, in_memory);
	inverbs_put64(wqe + 40, INVERBS_BE64(sge->addr));
	return 48;
}

/** Post a single RDMA_READ of one SGE that is not inline on RC, on credit like the hot path. */
static INVERBS_NOINLINE int connectib_post_warm_rdma_read_connected(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_READ, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_rdma_read_connected_one(qp, wr, bad_wr);
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(sge->length == 0))
			goto leave;
		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			inverbs_unlock(&sq->push->lock);
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_warm_rdma_read(sq, wqe, index, serial, wr, sge, in_memory, opcode,
						 flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_rdma_read_connected_one(qp, wr, bad_wr);
}

/** Store one of several SGEs. connectib.send.payload.gather */
INVERBS_INLINE void connectib_several_sge_rdma_write(uint8_t *wqe, const struct ibv_sge *sge,
						     bool in_memory)
{
	inverbs_put_length_key_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/**
 * Store the segments before the SGEs of RDMA_WRITE, and pass ownership of the WQE.
 * connectib.send.hot
 */
INVERBS_INLINE uint32_t connectib_several_rdma_write(const struct inverbs_sq *sq, uint8_t *wqe,
						     uint32_t index, uint32_t serial INVERBS_UNUSED,
						     const struct ibv_send_wr *wr,
						     const struct ibv_sge *sge INVERBS_UNUSED,
						     bool in_memory INVERBS_UNUSED,
						     uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 32 + sges * 16;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0x8000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8) |
				   (((uint64_t)(bytes >> 4) << 24) << 32));
	inverbs_put_row(wqe + 8, sq, row);
	inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 24, inverbs_wide_be32(wr->wr.rdma.rkey));
	return bytes;
}

/**
 * Post a single RDMA_WRITE of several SGEs on RC, UC, on credit like the hot path. SGEs are stored
 * before it is certain that the full path is not needed: as long as there is credit, the unit
 * belongs to the program.
 */
static INVERBS_NOINLINE int connectib_post_several_rdma_write_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const list = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_WRITE, flags = wr->send_flags,
		       sges = (uint32_t)wr->num_sge;
	const bool in_memory = true;
	uint64_t total = 0;
	struct ibv_sge all = {
		0, 0, 0}; /* its length becomes that of the payload, as the full path counts it */
	const struct ibv_sge *const sge = &all;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 2 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_rdma_write_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		if (INVERBS_RARE(list[n].length == 0))
			goto leave;
		total += list[n].length;
	}
	all.length = (uint32_t)total;
	wqe = sq->next + 32 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		connectib_several_sge_rdma_write(wqe, one, in_memory);
	}
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_several_rdma_write(sq, wqe, index, serial, wr, sge, in_memory,
						     opcode, flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_rdma_write_connected(qp, wr, bad_wr);
}

/** Store one of several SGEs. connectib.send.payload.gather */
INVERBS_INLINE void connectib_several_sge_send(uint8_t *wqe, const struct ibv_sge *sge,
					       bool in_memory)
{
	inverbs_put_length_key_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/** Store the segments before the SGEs of SEND, and pass ownership of the WQE. connectib.send.hot */
INVERBS_INLINE uint32_t connectib_several_send(const struct inverbs_sq *sq, uint8_t *wqe,
					       uint32_t index, uint32_t serial INVERBS_UNUSED,
					       const struct ibv_send_wr *wr,
					       const struct ibv_sge *sge INVERBS_UNUSED,
					       bool in_memory INVERBS_UNUSED,
					       uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 16 + sges * 16;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, sq->lane[2] | 0xa000000ULL |
				   inverbs_wide_be32((uint32_t)(index & 0xffffU) << 8) |
				   (((uint64_t)(bytes >> 4) << 24) << 32));
	inverbs_put_row(wqe + 8, sq, row);
	return bytes;
}

/**
 * Post a single SEND of several SGEs on RC, UC, on credit like the hot path. SGEs are stored before
 * it is certain that the full path is not needed: as long as there is credit, the unit belongs to
 * the program.
 */
static INVERBS_NOINLINE int connectib_post_several_send_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const list = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND, flags = wr->send_flags, sges = (uint32_t)wr->num_sge;
	const bool in_memory = true;
	uint64_t total = 0;
	struct ibv_sge all = {
		0, 0, 0}; /* its length becomes that of the payload, as the full path counts it */
	const struct ibv_sge *const sge = &all;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 3 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return connectib_post_send_send_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		if (INVERBS_RARE(list[n].length == 0))
			goto leave;
		total += list[n].length;
	}
	all.length = (uint32_t)total;
	wqe = sq->next + 16 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		connectib_several_sge_send(wqe, one, in_memory);
	}
	{
		struct inverbs_push *push;
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes;

		if (INVERBS_RARE(!inverbs_tryhold(&sq->push->lock)))
			goto leave;
		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		connectib_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 64;
		bytes = connectib_several_send(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					       flags);
		inverbs_to_device();
		inverbs_publish32(sq->doorbell_record + 1,
				  (uint32_t)INVERBS_BE32((index + 1) & 0xffffU));
		inverbs_wc_start();
		push = sq->push;
		if (bytes <= push->most)
			inverbs_wc_copy64((uint8_t *)push->next, wqe);
		else
			inverbs_mmio_write64((uint8_t *)push->next, inverbs_get64(wqe));
		inverbs_wc_flush();
		push->next ^= push->size;
		inverbs_unlock(&push->lock);
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return connectib_post_send_send_connected(qp, wr, bad_wr);
}

enum {
	LONE_OPS = 11,
	LONE_TYPES = 16, /* indexed by the low bits of enum ibv_qp_type */
};

typedef int connectib_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The function that posts a single work request of one SGE that is not inline, by op and queue pair
 * type.
 */
static connectib_post *const connectib_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_connected_one,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_xrc_one,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_fetch_and_add_connected_one,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] =
				connectib_post_send_atomic_fetch_and_add_xrc_one,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_xrc,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_local_inv_xrc,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_warm_rdma_read_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_read_xrc_one,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_rdma_write_connected_one,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_write_connected_one,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_write_xrc_one,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_warm_rdma_write_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] =
				connectib_post_warm_rdma_write_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_write_with_imm_xrc_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_send_connected_one,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_send_connected_one,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_send_xrc_one,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = connectib_post_send_send_datagram_one,
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_send_raw_one,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_warm_send_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_warm_send_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_xrc_one,
			[IBV_QPT_UD &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_datagram_one,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_warm_send_with_inv_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_warm_send_with_inv_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_inv_xrc_one,
		},
	[IBV_WR_TSO] =
		{
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_tso_raw_one,
		},
};

/** The same for several SGEs, or none. */
static connectib_post *const connectib_lone_several[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_xrc,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_fetch_and_add_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_atomic_fetch_and_add_xrc,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_xrc,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_local_inv_xrc,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_rdma_read_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_rdma_read_xrc,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_several_rdma_write_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_several_rdma_write_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_rdma_write_xrc,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] =
				connectib_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_write_with_imm_xrc,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_several_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_several_send_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_send_xrc,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = connectib_post_send_send_datagram,
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_send_raw,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_send_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_xrc,
			[IBV_QPT_UD &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_send_with_inv_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_inv_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_inv_xrc,
		},
	[IBV_WR_TSO] =
		{
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_tso_raw,
		},
};

/** The same for one SGE that is inline. */
static connectib_post *const connectib_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_atomic_cmp_and_swp_xrc,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_atomic_fetch_and_add_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_atomic_fetch_and_add_xrc,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_bind_mw_xrc,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_local_inv_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_local_inv_xrc,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_rdma_read_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_rdma_read_xrc,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_rdma_write_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_rdma_write_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_rdma_write_xrc,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] =
				connectib_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_rdma_write_with_imm_xrc,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = connectib_post_send_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = connectib_post_send_send_connected,
			[IBV_QPT_XRC_SEND & (LONE_TYPES - 1)] = connectib_post_send_send_xrc,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = connectib_post_send_send_datagram,
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_send_raw,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_send_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_xrc,
			[IBV_QPT_UD &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = connectib_post_send_send_with_inv_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_inv_connected,
			[IBV_QPT_XRC_SEND &
				(LONE_TYPES - 1)] = connectib_post_send_send_with_inv_xrc,
		},
	[IBV_WR_TSO] =
		{
			[IBV_QPT_RAW_PACKET & (LONE_TYPES - 1)] = connectib_post_send_tso_raw,
		},
};

/** Post a single work request with the function for its op and queue pair type. */
static int connectib_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	connectib_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge != 1)
			post = connectib_lone_several[opcode][type];
		else if (wr->send_flags & IBV_SEND_INLINE)
			post = connectib_lone_other[opcode][type];
		else
			post = connectib_lone_one[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : connectib_post_send_list(qp, wr, bad_wr);
}

int connectib_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr)
		return connectib_post_send_list(qp, wr, bad_wr);
	if (wr->next)
		return connectib_post_send_chain(qp, wr, bad_wr);
	return connectib_post_send_lone(qp, wr, bad_wr);
}

int connectib_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (wr->send_flags & IBV_SEND_INLINE)
		return connectib_post_send_send_datagram(qp, wr, bad_wr);
	return connectib_post_send_send_datagram_one(qp, wr, bad_wr);
}

int connectib_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
			   uint64_t operation, uint64_t first, uint64_t second)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, operation, first, second);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return connectib_post_send_full(qp, &wr, &bad_wr);
}

/** True when a work request needs a destination but has none. */
static bool is_lost(const struct inverbs_sq *sq, const struct ibv_send_wr *wr)
{
	return (sq->qp_type == IBV_QPT_UD) && !wr->wr.ud.ah;
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
		struct inverbs_request req = connectib_request_of(sq, wr, (uint32_t)wr->opcode,
								  sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;

		req.traits |= INVERBS_BUILT;
		err = connectib_send_refusal(sq, &req, total);
		sq->head++;
		sq->position++;
		if (!err && is_lost(sq, wr))
			err = EINVAL;
	}
	return err;
}

/*
 * Posting a single work request succeeds or fails as a whole. Several are checked before the first
 * is posted, so that either all of them are posted or none.
 */
int connectib_wr_complete_full(struct ibv_qp_ex *qp)
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
		return connectib_post_send_held(base, first, &bad_wr, NULL, 0, true);
	inverbs_unlock(&sq->lock);
	return err;
}

int connectib_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return connectib_recv_list(qp, wr, bad_wr);
}

int connectib_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
				uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return connectib_recv_list(qp, &wr, &bad_wr);
}

int connectib_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				 struct ibv_recv_wr **bad_wr)
{
	return connectib_srq_recv_list(srq, wr, bad_wr);
}

int connectib_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr,
				    uint32_t length, uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return connectib_srq_recv_list(srq, &wr, &bad_wr);
}

int connectib_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return connectib_poll_list(cq, num_entries, wc);
}

int connectib_take_entry_full(struct ibv_cq_ex *cq)
{
	return connectib_take_any_entry(inverbs_cq_of_ex(cq));
}

int connectib_poll_seen_full(struct ibv_cq *cq, struct inverbs_qp *qp, struct ibv_wc *wc,
			     uintptr_t cursor, uint64_t row)
{
	return connectib_poll_seen(cq, qp, wc, cursor, row);
}

const uint64_t connectib_hot_send_rows[] = {
	0x400,       0x0,   0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x100000000,
	0x100000002, 0x0,   0x2,   0x400, 0x400, 0x700000800, 0x400, 0x200000080, 0x300000040,
	0x400000040, 0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400, 0x400, 0x400,       0x400, 0x400,       0x400,
	0x400,       0x400, 0x400, 0x400,
};

const uint64_t connectib_hot_recv_rows[] = {
	0x400,        0x400, 0x400, 0x400, 0x8100000302, 0x400, 0x400, 0x400,
	0x8000000200, 0x400, 0x400, 0x400, 0x8000000302, 0x400, 0x400, 0x400,
	0x8000000228, 0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
	0x400,        0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
	0x400,        0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
	0x400,        0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
	0x400,        0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
	0x400,        0x400, 0x400, 0x400, 0x400,        0x400, 0x400, 0x400,
};
