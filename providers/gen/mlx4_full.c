/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The full paths of mlx4: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/mlx4.h>

/** Lists on a locked queue, behind `count` requests that are stored already, the last of which is
 * `wqe`, of a block at most. */
static INVERBS_NOINLINE int mlx4_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr, const uint8_t *wqe,
						uint32_t count)
{
	const struct mlx4_sent sent = {wqe, 64, count, false};

	return mlx4_send_list(qp, wr, bad_wr, sent);
}

/** Lists, and what has no code of its own. Not inlined: nothing is saved on the stack for a request
 * that has. */
static INVERBS_NOINLINE int mlx4_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return mlx4_post_send_held(qp, wr, bad_wr, NULL, 0);
}

/** Lists of several requests. Most are of the hot shape from the first to the last. */
static INVERBS_NOINLINE int mlx4_post_send_chain(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct mlx4_sent sent = {NULL, 0, 0, false};

	inverbs_lock(&sq->lock);
	wr = mlx4_hot_run(sq, wr, &sent);
	if (__builtin_expect(wr != NULL, 0))
		return mlx4_post_send_held(qp, wr, bad_wr, sent.wqe, sent.count);
	mlx4_hot_ring(sq, &sent);
	inverbs_unlock(&sq->lock);
	return 0;
}

/** A lone SEND of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_connected_one(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
							  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_connected_one(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_connected(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** A lone SEND_WITH_INV of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_inv_connected_one(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** A lone SEND_WITH_INV on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_inv_connected(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** A lone RDMA_WRITE of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** A lone RDMA_WRITE on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_connected(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** A lone RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
mlx4_post_send_rdma_write_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** A lone RDMA_WRITE_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int
mlx4_post_send_rdma_write_with_imm_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** A lone RDMA_READ of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_read_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** A lone RDMA_READ on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_read_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** A lone ATOMIC_CMP_AND_SWP of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
mlx4_post_send_atomic_cmp_and_swp_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** A lone ATOMIC_CMP_AND_SWP on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_atomic_cmp_and_swp_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** A lone ATOMIC_FETCH_AND_ADD of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
mlx4_post_send_atomic_fetch_and_add_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** A lone ATOMIC_FETCH_AND_ADD on RC, UC. */
static INVERBS_NOINLINE int
mlx4_post_send_atomic_fetch_and_add_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** A lone LOCAL_INV of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_local_inv_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, true);
}

/** A lone LOCAL_INV on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_local_inv_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** A lone BIND_MW on RC, UC. */
static INVERBS_NOINLINE int mlx4_post_send_bind_mw_connected(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** A lone SEND of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_xrc_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
							struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
						    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_xrc_one(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_xrc(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** A lone SEND_WITH_INV of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_inv_xrc_one(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** A lone SEND_WITH_INV on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_inv_xrc(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** A lone RDMA_WRITE of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_xrc_one(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** A lone RDMA_WRITE on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
							  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** A lone RDMA_WRITE_WITH_IMM of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_with_imm_xrc_one(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** A lone RDMA_WRITE_WITH_IMM on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_write_with_imm_xrc(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** A lone RDMA_READ of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_read_xrc_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** A lone RDMA_READ on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_rdma_read_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** A lone ATOMIC_CMP_AND_SWP of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_atomic_cmp_and_swp_xrc_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** A lone ATOMIC_CMP_AND_SWP on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_atomic_cmp_and_swp_xrc(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** A lone ATOMIC_FETCH_AND_ADD of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_atomic_fetch_and_add_xrc_one(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** A lone ATOMIC_FETCH_AND_ADD on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_atomic_fetch_and_add_xrc(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** A lone LOCAL_INV of one SGE that is not inline on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_local_inv_xrc_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, true);
}

/** A lone LOCAL_INV on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_local_inv_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** A lone BIND_MW on XRC_SEND. */
static INVERBS_NOINLINE int mlx4_post_send_bind_mw_xrc(struct ibv_qp *qp, struct ibv_send_wr *wr,
						       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_XRC_SEND);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** A lone SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int mlx4_post_send_send_datagram_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on UD. */
static INVERBS_NOINLINE int mlx4_post_send_send_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_datagram_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on UD. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** A lone SEND of one SGE that is not inline on RAW_PACKET. */
static INVERBS_NOINLINE int mlx4_post_send_send_raw_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
							struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on RAW_PACKET. */
static INVERBS_NOINLINE int mlx4_post_send_send_raw(struct ibv_qp *qp, struct ibv_send_wr *wr,
						    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on RAW_PACKET. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_raw_one(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on RAW_PACKET. */
static INVERBS_NOINLINE int mlx4_post_send_send_with_imm_raw(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RAW_PACKET);
	return mlx4_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Choose the code for a lone request of one SGE that is not inline. */
static int mlx4_post_send_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
			      struct ibv_send_wr **bad_wr)
{
	switch (wr->opcode) {
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_atomic_cmp_and_swp_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_atomic_cmp_and_swp_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_atomic_fetch_and_add_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_atomic_fetch_and_add_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_BIND_MW:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_bind_mw_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_bind_mw_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_LOCAL_INV:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_local_inv_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_local_inv_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_READ:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_read_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_read_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_WRITE:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_write_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_write_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_write_with_imm_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_write_with_imm_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_xrc_one(qp, wr, bad_wr);
		case IBV_QPT_UD:
			return mlx4_post_send_send_datagram_one(qp, wr, bad_wr);
		case IBV_QPT_RAW_PACKET:
			return mlx4_post_send_send_raw_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND_WITH_IMM:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_with_imm_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_with_imm_xrc_one(qp, wr, bad_wr);
		case IBV_QPT_UD:
			return mlx4_post_send_send_with_imm_datagram_one(qp, wr, bad_wr);
		case IBV_QPT_RAW_PACKET:
			return mlx4_post_send_send_with_imm_raw_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND_WITH_INV:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_with_inv_connected_one(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_with_inv_xrc_one(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	default:
		break;
	}
	return mlx4_post_send_list(qp, wr, bad_wr);
}

/** Choose the code for a lone request. */
static int mlx4_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
			       struct ibv_send_wr **bad_wr)
{
	if (wr->num_sge == 1 && !(wr->send_flags & IBV_SEND_INLINE))
		return mlx4_post_send_one(qp, wr, bad_wr);
	switch (wr->opcode) {
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_atomic_cmp_and_swp_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_atomic_cmp_and_swp_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_atomic_fetch_and_add_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_atomic_fetch_and_add_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_BIND_MW:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_bind_mw_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_bind_mw_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_LOCAL_INV:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_local_inv_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_local_inv_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_READ:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_read_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_read_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_WRITE:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_write_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_write_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_rdma_write_with_imm_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_rdma_write_with_imm_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_xrc(qp, wr, bad_wr);
		case IBV_QPT_UD:
			return mlx4_post_send_send_datagram(qp, wr, bad_wr);
		case IBV_QPT_RAW_PACKET:
			return mlx4_post_send_send_raw(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND_WITH_IMM:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_with_imm_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_with_imm_xrc(qp, wr, bad_wr);
		case IBV_QPT_UD:
			return mlx4_post_send_send_with_imm_datagram(qp, wr, bad_wr);
		case IBV_QPT_RAW_PACKET:
			return mlx4_post_send_send_with_imm_raw(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	case IBV_WR_SEND_WITH_INV:
		switch (inverbs_qp_of(qp)->sq.qp_type) {
		case IBV_QPT_RC:
		case IBV_QPT_UC:
			return mlx4_post_send_send_with_inv_connected(qp, wr, bad_wr);
		case IBV_QPT_XRC_SEND:
			return mlx4_post_send_send_with_inv_xrc(qp, wr, bad_wr);
		default:
			break;
		}
		break;
	default:
		break;
	}
	return mlx4_post_send_list(qp, wr, bad_wr);
}

int mlx4_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr)
		return mlx4_post_send_list(qp, wr, bad_wr);
	if (wr->next)
		return mlx4_post_send_chain(qp, wr, bad_wr);
	return mlx4_post_send_lone(qp, wr, bad_wr);
}

int mlx4_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		      uint64_t op_flags, uint64_t first, uint64_t second, uint32_t third)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, op_flags, first, second, third);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return mlx4_post_send_full(qp, &wr, &bad_wr);
}

/** True when a request has to say where it goes, and does not. */
static bool is_lost(const struct inverbs_sq *sq, const struct ibv_send_wr *wr)
{
	return (sq->qp_type == IBV_QPT_UD) && !wr->wr.ud.ah;
}

/** Why the queue does not take all of these requests, one behind the other, or 0. Nothing is
 * stored. */
static int batch_refusal(const struct inverbs_sq *queue, const struct ibv_send_wr *wr)
{
	struct inverbs_sq copy, *const sq = &copy;
	int err = 0;

	inverbs_sq_copy(sq, queue);
	for (; wr && !err; wr = wr->next) {
		const struct inverbs_request req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode,
								      sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;

		err = mlx4_send_refusal(sq, &req, total);
		sq->head++;
		sq->position++;
		if (!err && is_lost(sq, wr))
			err = EINVAL;
	}
	return err;
}

/*
 * A request by itself is taken or refused whole by the full path. Several are looked at before the
 * first is posted, so that all of them are posted or none.
 */
int mlx4_wr_complete_full(struct ibv_qp_ex *qp)
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
		return mlx4_post_send_held(base, first, &bad_wr, NULL, 0);
	inverbs_unlock(&sq->lock);
	return err;
}

int mlx4_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return mlx4_recv_list(qp, wr, bad_wr);
}

int mlx4_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			   uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return mlx4_recv_list(qp, &wr, &bad_wr);
}

int mlx4_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			    struct ibv_recv_wr **bad_wr)
{
	return mlx4_srq_recv_list(srq, wr, bad_wr);
}

int mlx4_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
			       uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return mlx4_srq_recv_list(srq, &wr, &bad_wr);
}

int mlx4_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return mlx4_poll_list(cq, num_entries, wc);
}

int mlx4_take_entry_full(struct inverbs_cq *cq)
{
	return mlx4_take_any_entry(cq);
}

int mlx4_poll_seen_full(struct ibv_cq *cq, struct inverbs_qp *qp, struct ibv_wc *wc,
			uintptr_t cursor, uint64_t row)
{
	return mlx4_poll_seen(cq, qp, wc, cursor, row);
}

const uint64_t mlx4_hot_rows[] = {
	0x8100000302, 0x8000000200, 0x8000000302, 0x8000000228, 0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x8100000302, 0x8000000200, 0x8000000302, 0x8000000228, 0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x400,        0x400,        0x400,        0x400,        0x400, 0x400, 0x400, 0x400,
	0x0,          0x0,          0x0,          0x0,          0x0,   0x0,   0x0,   0x0,
	0x100000000,  0x100000002,  0x0,          0x2,          0x0,   0x0,   0x0,   0x0,
	0x200000080,  0x300000040,  0x400000040,  0x0,          0x0,   0x0,   0x400, 0x0,
	0x500000000,  0x0,          0x0,          0x600000000,  0x0,   0x0,   0x400, 0x0,
	0x0,          0x0,          0x0,          0x0,          0x0,   0x0,   0x0,   0x0,
	0x100000000,  0x100000002,  0x0,          0x2,          0x0,   0x0,   0x0,   0x0,
	0x200000080,  0x300000040,  0x400000040,  0x0,          0x0,   0x0,   0x400, 0x0,
	0x500000000,  0x0,          0x0,          0x600000000,  0x0,   0x0,   0x400, 0x0,
};
