/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The full paths of rxe: they handle every work request and completion that the hot paths leave. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/rxe.h>

/**
 * Post a list to a locked queue, after `count` WQEs that are stored already. The last of them is
 * `wqe`, of at most one block.
 */
static INVERBS_NOINLINE int rxe_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr, const uint8_t *wqe,
					       uint32_t count, bool built)
{
	const struct rxe_sent sent = {wqe, 64, count};

	return rxe_send_list(qp, wr, bad_wr, sent, built);
}

/**
 * Post a list, or a work request for which there is no function of its own. Not inline, so that the
 * callers with such functions save no registers.
 */
static INVERBS_NOINLINE int rxe_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return rxe_post_send_held(qp, wr, bad_wr, NULL, 0, false);
}

/** Post a single SEND of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_send_connected_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_send_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_send_with_imm_connected_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_send_with_imm_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Post a single SEND_WITH_INV of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int rxe_post_send_send_with_inv_connected_one(struct ibv_qp *qp,
								      struct ibv_send_wr *wr,
								      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** Post a single SEND_WITH_INV on RC. */
static INVERBS_NOINLINE int rxe_post_send_send_with_inv_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** Post a single RDMA_WRITE of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** Post a single RDMA_WRITE on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_rdma_write_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int
rxe_post_send_rdma_write_with_imm_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, true);
}

/** Post a single RDMA_WRITE_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_rdma_write_with_imm_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE_WITH_IMM, type, false);
}

/** Post a single RDMA_READ of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int rxe_post_send_rdma_read_connected_one(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** Post a single RDMA_READ on RC. */
static INVERBS_NOINLINE int rxe_post_send_rdma_read_connected(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** Post a single ATOMIC_CMP_AND_SWP of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
rxe_post_send_atomic_cmp_and_swp_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** Post a single ATOMIC_CMP_AND_SWP on RC. */
static INVERBS_NOINLINE int rxe_post_send_atomic_cmp_and_swp_connected(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** Post a single ATOMIC_FETCH_AND_ADD of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
rxe_post_send_atomic_fetch_and_add_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** Post a single ATOMIC_FETCH_AND_ADD on RC. */
static INVERBS_NOINLINE int
rxe_post_send_atomic_fetch_and_add_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** Post a single LOCAL_INV on RC. */
static INVERBS_NOINLINE int rxe_post_send_local_inv_connected(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** Post a single BIND_MW on RC, UC. */
static INVERBS_NOINLINE int rxe_post_send_bind_mw_connected(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** Post a single SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int rxe_post_send_send_datagram_one(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on UD. */
static INVERBS_NOINLINE int rxe_post_send_send_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
							struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int rxe_post_send_send_with_imm_datagram_one(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on UD. */
static INVERBS_NOINLINE int rxe_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return rxe_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Store the WQE of SEND_WITH_IMM. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_warm_send_with_imm(const struct inverbs_sq *sq, uint8_t *wqe,
					       uint32_t index INVERBS_UNUSED,
					       uint32_t serial INVERBS_UNUSED,
					       const struct ibv_send_wr *wr,
					       const struct ibv_sge *sge, bool in_memory,
					       uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x300000000ULL);
	inverbs_put64(wqe + 16,
		      inverbs_row_of_flags(sq, row) | ((uint64_t)INVERBS_LE32(wr->imm_data) << 32));
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, 0);
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 216, sge, in_memory);
	return 224;
}

/**
 * Post a single SEND_WITH_IMM of one SGE that is not inline on RC, UC, on credit like the hot path.
 */
static INVERBS_NOINLINE int rxe_post_warm_send_with_imm_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND_WITH_IMM, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_send_with_imm_connected_one(qp, wr, bad_wr);
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_warm_send_with_imm(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					       flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_send_with_imm_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of SEND_WITH_INV. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_warm_send_with_inv(const struct inverbs_sq *sq, uint8_t *wqe,
					       uint32_t index INVERBS_UNUSED,
					       uint32_t serial INVERBS_UNUSED,
					       const struct ibv_send_wr *wr,
					       const struct ibv_sge *sge, bool in_memory,
					       uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x900000000ULL);
	inverbs_put64(wqe + 16, inverbs_row_of_flags(sq, row) |
					((uint64_t)INVERBS_NATIVE32(wr->invalidate_rkey) << 32));
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, 0);
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 216, sge, in_memory);
	return 224;
}

/** Post a single SEND_WITH_INV of one SGE that is not inline on RC, on credit like the hot path. */
static INVERBS_NOINLINE int rxe_post_warm_send_with_inv_connected(struct ibv_qp *qp,
								  struct ibv_send_wr *wr,
								  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND_WITH_INV, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_send_with_inv_connected_one(qp, wr, bad_wr);
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_warm_send_with_inv(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					       flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_send_with_inv_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of RDMA_WRITE_WITH_IMM. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_warm_rdma_write_with_imm(const struct inverbs_sq *sq, uint8_t *wqe,
						     uint32_t index INVERBS_UNUSED,
						     uint32_t serial INVERBS_UNUSED,
						     const struct ibv_send_wr *wr,
						     const struct ibv_sge *sge, bool in_memory,
						     uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x100000000ULL);
	inverbs_put64(wqe + 16,
		      inverbs_row_of_flags(sq, row) | ((uint64_t)INVERBS_LE32(wr->imm_data) << 32));
	inverbs_put64(wqe + 24, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 32, INVERBS_NATIVE32(wr->wr.rdma.rkey));
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 216, sge, in_memory);
	return 224;
}

/**
 * Post a single RDMA_WRITE_WITH_IMM of one SGE that is not inline on RC, UC, on credit like the hot
 * path.
 */
static INVERBS_NOINLINE int rxe_post_warm_rdma_write_with_imm_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_WRITE_WITH_IMM, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_rdma_write_with_imm_connected_one(qp, wr, bad_wr);
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_warm_rdma_write_with_imm(sq, wqe, index, serial, wr, sge, in_memory,
						     opcode, flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_rdma_write_with_imm_connected_one(qp, wr, bad_wr);
}

/** Store the WQE of RDMA_READ. rxe.send.payload.gather */
INVERBS_INLINE uint32_t rxe_warm_rdma_read(const struct inverbs_sq *sq, uint8_t *wqe,
					   uint32_t index INVERBS_UNUSED,
					   uint32_t serial INVERBS_UNUSED,
					   const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					   bool in_memory, uint32_t opcode INVERBS_UNUSED,
					   uint32_t flags)
{
	const uint32_t length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x400000000ULL);
	inverbs_put_row(wqe + 16, sq, row);
	inverbs_put64(wqe + 24, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 32, INVERBS_NATIVE32(wr->wr.rdma.rkey));
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 216, sge, in_memory);
	return 224;
}

/** Post a single RDMA_READ of one SGE that is not inline on RC, on credit like the hot path. */
static INVERBS_NOINLINE int rxe_post_warm_rdma_read_connected(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_READ, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_rdma_read_connected_one(qp, wr, bad_wr);
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
		if (INVERBS_RARE((int32_t)--sq->room < 0)) {
			INVERBS_FORGET(inverbs_qp_of(qp)->sq.room);
			sq->room++;
			goto leave;
		}
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_warm_rdma_read(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					   flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_rdma_read_connected_one(qp, wr, bad_wr);
}

/**
 * Store the WQE of a SEND on UD, with its destination, and payload that is not inline.
 * rxe.send.classes.datagram
 */
INVERBS_INLINE uint32_t rxe_addressed_send_datagram(const struct inverbs_sq *sq, uint8_t *wqe,
						    uint32_t index INVERBS_UNUSED,
						    uint32_t serial INVERBS_UNUSED,
						    const struct ibv_send_wr *wr,
						    const struct ibv_sge *sge, bool in_memory,
						    uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const struct inverbs_ah *const ah = inverbs_ah_of(
		wr->wr.ud.ah); /* loaded once: for all that the compiler knows, the stores may
				  change it */
	const uint32_t length = sge->length;
	const uint32_t bytes = 224;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x200000000ULL);
	inverbs_put_row(wqe + 16, sq, row);
	inverbs_put64(wqe + 24, INVERBS_NATIVE32(wr->wr.ud.remote_qpn) |
					((uint64_t)INVERBS_NATIVE32(wr->wr.ud.remote_qkey) << 32));
	inverbs_put64(wqe + 32, (uint64_t)INVERBS_NATIVE32(ah->number) << 32);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, 0);
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_put64(wqe + 208, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 216, sge, in_memory);
	return bytes;
}

/** Post a single SEND of one SGE that is not inline on UD, on credit like the hot path. */
static INVERBS_NOINLINE int rxe_post_addressed_send_datagram(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE)) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_send_datagram_one(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room < INVERBS_ADDRESSED + 2))
		goto leave;
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_addressed_send_datagram(sq, wqe, index, serial, wr, sge, in_memory,
						    opcode, flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_send_datagram_one(qp, wr, bad_wr);
}

/**
 * Store the WQE of a SEND on UD, with its destination, and with inline payload.
 * rxe.send.classes.datagram
 */
INVERBS_INLINE uint32_t rxe_addressed_send_inline_datagram(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const struct inverbs_ah *const ah = inverbs_ah_of(
		wr->wr.ud.ah); /* loaded once: for all that the compiler knows, the stores may
				  change it */
	const uint32_t length = sge->length;
	const uint32_t bytes = 208 + length;
	const size_t row = (size_t)flags - IBV_SEND_INLINE;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x200000000ULL);
	inverbs_put64(wqe + 16, 8 | inverbs_row_of_flags(sq, row));
	inverbs_put64(wqe + 24, INVERBS_NATIVE32(wr->wr.ud.remote_qpn) |
					((uint64_t)INVERBS_NATIVE32(wr->wr.ud.remote_qkey) << 32));
	inverbs_put64(wqe + 32, (uint64_t)INVERBS_NATIVE32(ah->number) << 32);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, 0);
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put32(wqe + 184, (uint32_t)INVERBS_NATIVE32(length));
	inverbs_put64(wqe + 188, INVERBS_NATIVE32(length));
	inverbs_put32(wqe + 196, (uint32_t)1);
	inverbs_put64(wqe + 200, 0);
	inverbs_copy_few(wqe + 208, (const uint8_t *)(uintptr_t)sge->addr, length);
	return bytes;
}

/** Post a single SEND of one SGE that is inline on UD, on credit like the hot path. */
static INVERBS_NOINLINE int rxe_post_addressed_send_inline_datagram(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const sge = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND, flags = wr->send_flags;
	const bool in_memory = true;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~INVERBS_HOT_FLAGS || sge->length - 1 >= 64 ||
			 sge->length > sq->max_inline) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_send_datagram(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room < INVERBS_ADDRESSED + 2 || 208 + sge->length > sq->stride))
		goto leave;
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_addressed_send_inline_datagram(sq, wqe, index, serial, wr, sge,
							   in_memory, opcode, flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_send_datagram(qp, wr, bad_wr);
}

/** Store one of several SGEs. rxe.send.payload.gather */
INVERBS_INLINE void rxe_several_sge_rdma_write(uint8_t *wqe, const struct ibv_sge *sge,
					       bool in_memory)
{
	inverbs_put64(wqe, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 8, sge, in_memory);
}

/** Store the segments before the SGEs of RDMA_WRITE, and pass ownership of the WQE. rxe.send.hot */
INVERBS_INLINE uint32_t rxe_several_rdma_write(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 208 + sges * 16, length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0);
	inverbs_put_row(wqe + 16, sq, row);
	inverbs_put64(wqe + 24, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 32, INVERBS_NATIVE32(wr->wr.rdma.rkey));
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put64(wqe + 184,
		      INVERBS_NATIVE32(length) | ((uint64_t)INVERBS_NATIVE32(length) << 32));
	inverbs_put64(wqe + 192, (uint64_t)INVERBS_NATIVE32(sges) << 32);
	inverbs_put64(wqe + 200, 0);
	return bytes;
}

/**
 * Post a single RDMA_WRITE of several SGEs on RC, UC, on credit like the hot path. SGEs are stored
 * before it is certain that the full path is not needed: as long as there is credit, the unit
 * belongs to the program.
 */
static INVERBS_NOINLINE int rxe_post_several_rdma_write_connected(struct ibv_qp *qp,
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

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 255 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_rdma_write_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge || 208 + sges * 16 > sq->stride))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		total += list[n].length;
	}
	if (INVERBS_RARE(total > UINT32_MAX))
		goto leave;
	all.length = (uint32_t)total;
	wqe = sq->next + 208 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		rxe_several_sge_rdma_write(wqe, one, in_memory);
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_several_rdma_write(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					       flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_rdma_write_connected(qp, wr, bad_wr);
}

/** Store one of several SGEs. rxe.send.payload.gather */
INVERBS_INLINE void rxe_several_sge_send(uint8_t *wqe, const struct ibv_sge *sge, bool in_memory)
{
	inverbs_put64(wqe, INVERBS_NATIVE64(sge->addr));
	inverbs_put_length_key(wqe + 8, sge, in_memory);
}

/** Store the segments before the SGEs of SEND, and pass ownership of the WQE. rxe.send.hot */
INVERBS_INLINE uint32_t rxe_several_send(const struct inverbs_sq *sq, uint8_t *wqe,
					 uint32_t index INVERBS_UNUSED,
					 uint32_t serial INVERBS_UNUSED,
					 const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					 bool in_memory INVERBS_UNUSED,
					 uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 208 + sges * 16, length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put64(wqe, INVERBS_NATIVE64(wr->wr_id));
	inverbs_put64(wqe + 8, 0x200000000ULL);
	inverbs_put_row(wqe + 16, sq, row);
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64, 0);
	inverbs_put64(wqe + 72, 0);
	inverbs_put64(wqe + 80, 0);
	inverbs_put64(wqe + 88, 0);
	inverbs_put64(wqe + 96, 0);
	inverbs_put64(wqe + 104, 0);
	inverbs_put64(wqe + 112, 0);
	inverbs_put64(wqe + 120, 0);
	inverbs_put64(wqe + 128, 0);
	inverbs_put64(wqe + 136, 0);
	inverbs_put64(wqe + 144, 0);
	inverbs_put64(wqe + 152, 0);
	inverbs_put64(wqe + 160, 0);
	inverbs_put64(wqe + 168, 0);
	inverbs_put64(wqe + 176, 0);
	inverbs_put64(wqe + 184,
		      INVERBS_NATIVE32(length) | ((uint64_t)INVERBS_NATIVE32(length) << 32));
	inverbs_put64(wqe + 192, (uint64_t)INVERBS_NATIVE32(sges) << 32);
	inverbs_put64(wqe + 200, 0);
	return bytes;
}

/**
 * Post a single SEND of several SGEs on RC, UC, on credit like the hot path. SGEs are stored before
 * it is certain that the full path is not needed: as long as there is credit, the unit belongs to
 * the program.
 */
static INVERBS_NOINLINE int rxe_post_several_send_connected(struct ibv_qp *qp,
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

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 255 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return rxe_post_send_send_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge || 208 + sges * 16 > sq->stride))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		total += list[n].length;
	}
	if (INVERBS_RARE(total > UINT32_MAX))
		goto leave;
	all.length = (uint32_t)total;
	wqe = sq->next + 208 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		rxe_several_sge_send(wqe, one, in_memory);
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		sq->next += sq->stride;
		bytes = rxe_several_send(sq, wqe, index, serial, wr, sge, in_memory, opcode, flags);
		rxe_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return rxe_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return rxe_post_send_send_connected(qp, wr, bad_wr);
}

enum {
	LONE_OPS = 10,
	LONE_TYPES = 16, /* indexed by the low bits of enum ibv_qp_type */
};

typedef int rxe_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The function that posts a single work request of one SGE that is not inline, by op and queue pair
 * type.
 */
static rxe_post *const rxe_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_cmp_and_swp_connected_one,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_fetch_and_add_connected_one,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_warm_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_rdma_write_connected_one,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_rdma_write_connected_one,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_warm_rdma_write_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = rxe_post_warm_rdma_write_with_imm_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_connected_one,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_send_connected_one,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_addressed_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_warm_send_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_warm_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_datagram_one,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_warm_send_with_inv_connected,
		},
};

/** The same for several SGEs, or none. */
static rxe_post *const rxe_lone_several[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_several_rdma_write_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_several_rdma_write_connected,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = rxe_post_send_rdma_write_with_imm_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_several_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_several_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_send_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_with_inv_connected,
		},
};

/** The same for one SGE that is inline. */
static rxe_post *const rxe_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_rdma_write_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_rdma_write_connected,
		},
	[IBV_WR_RDMA_WRITE_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = rxe_post_send_rdma_write_with_imm_connected,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = rxe_post_send_rdma_write_with_imm_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_addressed_send_inline_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = rxe_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = rxe_post_send_send_with_inv_connected,
		},
};

/** Post a single work request with the function for its op and queue pair type. */
static int rxe_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
			      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	rxe_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge != 1)
			post = rxe_lone_several[opcode][type];
		else if (wr->send_flags & IBV_SEND_INLINE)
			post = rxe_lone_other[opcode][type];
		else
			post = rxe_lone_one[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : rxe_post_send_list(qp, wr, bad_wr);
}

int rxe_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr || wr->next)
		return rxe_post_send_list(qp, wr, bad_wr);
	return rxe_post_send_lone(qp, wr, bad_wr);
}

int rxe_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (wr->send_flags & IBV_SEND_INLINE)
		return rxe_post_addressed_send_inline_datagram(qp, wr, bad_wr);
	return rxe_post_addressed_send_datagram(qp, wr, bad_wr);
}

int rxe_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		     uint64_t operation, uint64_t first, uint64_t second)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, operation, first, second);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return rxe_post_send_full(qp, &wr, &bad_wr);
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
		struct inverbs_request req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode,
								sq->qp_type);
		const uint64_t total = req.num_sge <= sq->max_sge ||
						       (req.op & (1U << IBV_WR_ATOMIC_WRITE))
					       ? inverbs_payload_bytes(&req)
					       : 0;

		req.traits |= INVERBS_BUILT;
		err = rxe_send_refusal(sq, &req, total);
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
int rxe_wr_complete_full(struct ibv_qp_ex *qp)
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
		return rxe_post_send_held(base, first, &bad_wr, NULL, 0, true);
	inverbs_unlock(&sq->lock);
	return err;
}

int rxe_hot_command(struct ibv_qp *qp)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const int err = inverbs_command_doorbell(qp);

	if (INVERBS_RARE(err)) {
		sq->next -= sq->stride;
		sq->room++;
		rxe_set_producer(sq->buf, (sq->position - sq->room) & (sq->entries - 1));
	}
	inverbs_unlock(&sq->lock);
	return err;
}

int rxe_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return rxe_recv_list(qp, wr, bad_wr);
}

int rxe_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			  uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return rxe_recv_list(qp, &wr, &bad_wr);
}

int rxe_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return rxe_srq_recv_list(srq, wr, bad_wr);
}

int rxe_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
			      uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return rxe_srq_recv_list(srq, &wr, &bad_wr);
}

int rxe_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return rxe_poll_list(cq, num_entries, wc);
}

int rxe_poll_idle(struct inverbs_cq *cq, int err)
{
	if (cq->idle)
		cq->idle(cq);
	inverbs_unlock(&cq->lock);
	return err;
}

const uint8_t rxe_parked_ring[RXE_QUEUE_HEAD + 48] INVERBS_HOT = {
	[128 ... 131] = 0xff,
	[RXE_QUEUE_HEAD... RXE_QUEUE_HEAD + 47] = 0xff,
};
