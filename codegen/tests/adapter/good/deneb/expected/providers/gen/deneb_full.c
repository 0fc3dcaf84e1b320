/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of deneb, for whatever the hot paths do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/deneb.h>

/**
 * Post a list to a locked queue, after `count` WQEs that are stored already, the last of which is
 * `wqe`, in one block at most.
 */
static INVERBS_NOINLINE int deneb_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr, const uint8_t *wqe,
						 uint32_t count, bool built)
{
	const struct deneb_sent sent = {wqe, 64, count};

	return deneb_send_list(qp, wr, bad_wr, sent, built);
}

/**
 * Lists, and work requests without code of their own. Not inline, so that those with code of their
 * own save no registers.
 */
static INVERBS_NOINLINE int deneb_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return deneb_post_send_held(qp, wr, bad_wr, NULL, 0, false);
}

/** A lone SEND of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_connected_one(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_connected(struct ibv_qp *qp,
							   struct ibv_send_wr *wr,
							   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_with_imm_connected_one(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_with_imm_connected(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** A lone SEND_WITH_INV of one SGE that is not inline on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_with_inv_connected_one(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, true);
}

/** A lone SEND_WITH_INV on RC, UC. */
static INVERBS_NOINLINE int deneb_post_send_send_with_inv_connected(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC || type == IBV_QPT_UC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_INV, type, false);
}

/** A lone RDMA_WRITE of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int deneb_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** A lone RDMA_WRITE on RC. */
static INVERBS_NOINLINE int deneb_post_send_rdma_write_connected(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** A lone ATOMIC_CMP_AND_SWP of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
deneb_post_send_atomic_cmp_and_swp_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** A lone ATOMIC_CMP_AND_SWP on RC. */
static INVERBS_NOINLINE int
deneb_post_send_atomic_cmp_and_swp_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** A lone BIND_MW on RC. */
static INVERBS_NOINLINE int deneb_post_send_bind_mw_connected(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** A lone LOCAL_INV on RC. */
static INVERBS_NOINLINE int deneb_post_send_local_inv_connected(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** A lone SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int deneb_post_send_send_datagram_one(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on UD. */
static INVERBS_NOINLINE int deneb_post_send_send_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
							  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone SEND_WITH_IMM of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int deneb_post_send_send_with_imm_datagram_one(struct ibv_qp *qp,
								       struct ibv_send_wr *wr,
								       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** A lone SEND_WITH_IMM on UD. */
static INVERBS_NOINLINE int deneb_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return deneb_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

/** Store a WQE of SEND_WITH_IMM. deneb.send.payload.gather */
INVERBS_INLINE uint32_t deneb_warm_send_with_imm(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put64(wqe, 2 | inverbs_row_of_flags(sq, row) |
				   (((uint64_t)INVERBS_LE32(wr->imm_data)) << 32));
	inverbs_put64(wqe + 8, INVERBS_BE64(wr->wr_id));
	inverbs_put64(wqe + 16, 0);
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put32(wqe + 64, (uint32_t)(INVERBS_NATIVE32(length)));
	inverbs_put32(wqe + 68, (uint32_t)(1));
	inverbs_put64(wqe + 72, 0);
	inverbs_put_key_length_be(wqe + 80, sge, in_memory);
	inverbs_put64(wqe + 88, INVERBS_BE64(sge->addr));
	return 96;
}

/** Store a WQE of SEND_WITH_INV. deneb.send.payload.gather */
INVERBS_INLINE uint32_t deneb_warm_send_with_inv(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put64(wqe, 3 | inverbs_row_of_flags(sq, row) | INVERBS_BE64(wr->invalidate_rkey));
	inverbs_put64(wqe + 8, INVERBS_BE64(wr->wr_id));
	inverbs_put64(wqe + 16, 0);
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put32(wqe + 64, (uint32_t)(INVERBS_NATIVE32(length)));
	inverbs_put32(wqe + 68, (uint32_t)(1));
	inverbs_put64(wqe + 72, 0);
	inverbs_put_key_length_be(wqe + 80, sge, in_memory);
	inverbs_put64(wqe + 88, INVERBS_BE64(sge->addr));
	return 96;
}

/** Store one SGE of several. deneb.send.payload.gather */
INVERBS_INLINE void deneb_several_sge_rdma_write(uint8_t *wqe, const struct ibv_sge *sge,
						 bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;

	inverbs_put_key_length_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/** Store what stands in front of the SGEs of a RDMA_WRITE, and hand it over. deneb.send.hot */
INVERBS_INLINE uint32_t deneb_several_rdma_write(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 80 + sges * 16,
		       length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put64(wqe, 4 | inverbs_row_of_flags(sq, row));
	inverbs_put64(wqe + 8, INVERBS_BE64(wr->wr_id));
	inverbs_put64(wqe + 16, 0x7000000ULL);
	inverbs_put64(wqe + 24, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 32, inverbs_wide_be32(wr->wr.rdma.rkey));
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64,
		      INVERBS_NATIVE32(length) | (((uint64_t)INVERBS_NATIVE32(sges)) << 32));
	inverbs_put64(wqe + 72, INVERBS_NATIVE64(wr->wr.rdma.remote_addr));
	return bytes;
}

/**
 * A lone RDMA_WRITE of several SGEs on RC, as the hot path posts one. SGEs are stored while it may
 * still be left to the full path: as long as there is credit, the place belongs to the program.
 */
static INVERBS_NOINLINE int deneb_post_several_rdma_write_connected(struct ibv_qp *qp,
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
		0, 0, 0}; /* its length is that of the payload, as the full path counts it */
	const struct ibv_sge *const sge = &all;
	uint8_t *wqe;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 255 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return deneb_post_send_rdma_write_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge || 80 + sges * 16 > sq->stride))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		total += list[n].length;
	}
	if (INVERBS_RARE(total > UINT32_MAX))
		goto leave;
	all.length = (uint32_t)total;
	wqe = sq->next + 80 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		deneb_several_sge_rdma_write(wqe, one, in_memory);
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--;                            /* there is room */
		wqe = *(uint8_t *volatile *)&sq->next; /* read apart from what is added to it */
		sq->next += sq->stride;
		bytes = deneb_several_rdma_write(sq, wqe, index, serial, wr, sge, in_memory, opcode,
						 flags);
		deneb_set_producer(sq->buf, (index + 1) & (sq->entries - 1));
	}
	return deneb_hot_command(qp);
leave:
	inverbs_unlock(&sq->lock);
	return deneb_post_send_rdma_write_connected(qp, wr, bad_wr);
}

/** Store one SGE of several. deneb.send.payload.gather */
INVERBS_INLINE void deneb_several_sge_send(uint8_t *wqe, const struct ibv_sge *sge,
					   bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;

	inverbs_put_key_length_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/** Store what stands in front of the SGEs of a SEND, and hand it over. deneb.send.hot */
INVERBS_INLINE uint32_t deneb_several_send(const struct inverbs_sq *sq, uint8_t *wqe,
					   uint32_t index INVERBS_UNUSED,
					   uint32_t serial INVERBS_UNUSED,
					   const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					   bool in_memory INVERBS_UNUSED,
					   uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 80 + sges * 16,
		       length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put64(wqe, 1 | inverbs_row_of_flags(sq, row));
	inverbs_put64(wqe + 8, INVERBS_BE64(wr->wr_id));
	inverbs_put64(wqe + 16, 0);
	inverbs_put64(wqe + 24, 0);
	inverbs_put64(wqe + 32, 0);
	inverbs_put64(wqe + 40, 0);
	inverbs_put64(wqe + 48, 0);
	inverbs_put64(wqe + 56, 0);
	inverbs_put64(wqe + 64,
		      INVERBS_NATIVE32(length) | (((uint64_t)INVERBS_NATIVE32(sges)) << 32));
	inverbs_put64(wqe + 72, 0);
	return bytes;
}

enum {
	LONE_OPS = 10,
	LONE_TYPES = 16, /* by the low bits of enum ibv_qp_type */
};

typedef int deneb_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The code for a lone work request of one SGE that is not inline, by its op and by the type of its
 * queue pair.
 */
static deneb_post *const deneb_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = deneb_post_send_atomic_cmp_and_swp_connected_one,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_rdma_write_connected_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_connected_one,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_connected_one,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = deneb_post_send_send_datagram_one,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected_one,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected_one,
			[IBV_QPT_UD &
				(LONE_TYPES - 1)] = deneb_post_send_send_with_imm_datagram_one,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected_one,
			[IBV_QPT_UC &
				(LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected_one,
		},
};

/** Likewise for several SGEs, or none. */
static deneb_post *const deneb_lone_several[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = deneb_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_several_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = deneb_post_send_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected,
		},
};

/** Likewise for one SGE that is inline. */
static deneb_post *const deneb_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = deneb_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = deneb_post_send_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = deneb_post_send_send_with_imm_datagram,
		},
	[IBV_WR_SEND_WITH_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected,
			[IBV_QPT_UC & (LONE_TYPES - 1)] = deneb_post_send_send_with_inv_connected,
		},
};

/** Choose the code for a lone work request. */
static int deneb_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	deneb_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge != 1)
			post = deneb_lone_several[opcode][type];
		else if (wr->send_flags & IBV_SEND_INLINE)
			post = deneb_lone_other[opcode][type];
		else
			post = deneb_lone_one[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : deneb_post_send_list(qp, wr, bad_wr);
}

int deneb_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr || wr->next)
		return deneb_post_send_list(qp, wr, bad_wr);
	return deneb_post_send_lone(qp, wr, bad_wr);
}

int deneb_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		       uint64_t operation, uint64_t first, uint64_t second)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, operation, first, second);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return deneb_post_send_full(qp, &wr, &bad_wr);
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
		struct inverbs_request req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode,
								sq->qp_type);
		const uint64_t total = req.num_sge <= sq->max_sge ||
						       (req.op & (1U << IBV_WR_ATOMIC_WRITE))
					       ? inverbs_payload_bytes(&req)
					       : 0;

		req.traits |= INVERBS_BUILT;
		err = deneb_send_refusal(sq, &req, total);
		sq->head++;
		sq->position++;
		if (!err && is_lost(sq, wr))
			err = EINVAL;
	}
	return err;
}

/*
 * The full path takes or refuses a single work request whole. Several are checked before the first
 * is posted, so that all of them are posted or none.
 */
int deneb_wr_complete_full(struct ibv_qp_ex *qp)
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
		return deneb_post_send_held(base, first, &bad_wr, NULL, 0, true);
	inverbs_unlock(&sq->lock);
	return err;
}

int deneb_hot_command(struct ibv_qp *qp)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const int err = inverbs_command_doorbell(qp);

	if (INVERBS_RARE(err)) {
		sq->next -= sq->stride;
		sq->room++;
		deneb_set_producer(sq->buf, (sq->position - sq->room) & (sq->entries - 1));
	}
	inverbs_unlock(&sq->lock);
	return err;
}

int deneb_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return deneb_recv_list(qp, wr, bad_wr);
}

int deneb_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			    uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return deneb_recv_list(qp, &wr, &bad_wr);
}

int deneb_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr)
{
	return deneb_srq_recv_list(srq, wr, bad_wr);
}

int deneb_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
				uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return deneb_srq_recv_list(srq, &wr, &bad_wr);
}

int deneb_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return deneb_poll_list(cq, num_entries, wc);
}

int deneb_poll_idle(struct inverbs_cq *cq, int err)
{
	if (cq->idle)
		cq->idle(cq);
	inverbs_unlock(&cq->lock);
	return err;
}

const uint8_t deneb_parked_ring[DENEB_QUEUE_HEAD + 32] INVERBS_HOT = {
	[64 ... 67] = 0xff,
	[DENEB_QUEUE_HEAD... DENEB_QUEUE_HEAD + 31] = 0xff,
};
