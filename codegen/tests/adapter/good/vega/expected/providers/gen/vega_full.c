/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from vega.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of vega, for whatever the hot paths do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/vega.h>

/**
 * Post a list to a locked queue, after `count` WQEs that are stored already, the last of which is
 * `wqe`, in one block at most.
 */
static INVERBS_NOINLINE int vega_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr, const uint8_t *wqe,
						uint32_t count)
{
	const struct vega_sent sent = {wqe, 64, count};

	return vega_send_list(qp, wr, bad_wr, sent);
}

/**
 * Lists, and work requests without code of their own. Not inline, so that those with code of their
 * own save no registers.
 */
static INVERBS_NOINLINE int vega_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return vega_post_send_held(qp, wr, bad_wr, NULL, 0);
}

/** Lists of several work requests. Most are of the hot shape from the first to the last. */
static INVERBS_NOINLINE int vega_post_send_chain(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct vega_sent sent = {NULL, 0, 0};

	inverbs_lock(&sq->lock);
	wr = vega_hot_run(sq, wr, &sent);
	if (__builtin_expect(wr != NULL, 0))
		return vega_post_send_held(qp, wr, bad_wr, sent.wqe, sent.count);
	vega_hot_ring(sq, &sent);
	inverbs_unlock(&sq->lock);
	return 0;
}

/** A lone SEND of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int vega_post_send_send_connected_one(struct ibv_qp *qp,
							      struct ibv_send_wr *wr,
							      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on RC. */
static INVERBS_NOINLINE int vega_post_send_send_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
							  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** A lone RDMA_WRITE of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int vega_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								    struct ibv_send_wr *wr,
								    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** A lone RDMA_WRITE on RC. */
static INVERBS_NOINLINE int vega_post_send_rdma_write_connected(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** A lone RDMA_READ of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int vega_post_send_rdma_read_connected_one(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, true);
}

/** A lone RDMA_READ on RC. */
static INVERBS_NOINLINE int vega_post_send_rdma_read_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** A lone ATOMIC_FETCH_AND_ADD of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
vega_post_send_atomic_fetch_and_add_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, true);
}

/** A lone ATOMIC_FETCH_AND_ADD on RC. */
static INVERBS_NOINLINE int
vega_post_send_atomic_fetch_and_add_connected(struct ibv_qp *qp, struct ibv_send_wr *wr,
					      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_FETCH_AND_ADD, type, false);
}

/** A lone ATOMIC_CMP_AND_SWP of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int
vega_post_send_atomic_cmp_and_swp_connected_one(struct ibv_qp *qp, struct ibv_send_wr *wr,
						struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, true);
}

/** A lone ATOMIC_CMP_AND_SWP on RC. */
static INVERBS_NOINLINE int vega_post_send_atomic_cmp_and_swp_connected(struct ibv_qp *qp,
									struct ibv_send_wr *wr,
									struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_ATOMIC_CMP_AND_SWP, type, false);
}

/** A lone LOCAL_INV on RC. */
static INVERBS_NOINLINE int vega_post_send_local_inv_connected(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_LOCAL_INV, type, false);
}

/** A lone BIND_MW on RC. */
static INVERBS_NOINLINE int vega_post_send_bind_mw_connected(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_BIND_MW, type, false);
}

/** A lone SEND of one SGE that is not inline on UD. */
static INVERBS_NOINLINE int vega_post_send_send_datagram_one(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** A lone SEND on UD. */
static INVERBS_NOINLINE int vega_post_send_send_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
							 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD);
	return vega_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Store one SGE of several. vega.send.payload.gather */
INVERBS_INLINE void vega_several_sge_rdma_write(uint8_t *wqe, const struct ibv_sge *sge,
						bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;

	inverbs_put64(wqe, INVERBS_LE64(sge->addr));
	inverbs_put64(wqe + 8, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
				       (((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
}

/** Store what stands in front of the SGEs of a RDMA_WRITE, and hand it over. vega.send.hot */
INVERBS_INLINE uint32_t vega_several_rdma_write(
	const struct inverbs_sq *sq, uint8_t *wqe, uint32_t index INVERBS_UNUSED,
	uint32_t serial INVERBS_UNUSED, const struct ibv_send_wr *wr, const struct ibv_sge *sge,
	bool in_memory INVERBS_UNUSED, uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 32 + sges * 16,
		       length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put32(wqe + 4,
		      (uint32_t)(INVERBS_LE32(bytes >> 3) | ((uint64_t)(sges & 0xffU) << 16)));
	inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
	inverbs_put64(wqe + 16, INVERBS_LE64(wr->wr.rdma.remote_addr));
	inverbs_put64(wqe + 24, INVERBS_LE32(wr->wr.rdma.rkey));
	inverbs_to_device();
	inverbs_publish32(wqe, (uint32_t)(sq->lane[0] | inverbs_row_of_flags(sq, row)));
	return bytes;
}

/**
 * A lone RDMA_WRITE of several SGEs on RC, as the hot path posts one. SGEs are stored while it may
 * still be left to the full path: as long as there is credit, the place belongs to the program.
 */
static INVERBS_NOINLINE int vega_post_several_rdma_write_connected(struct ibv_qp *qp,
								   struct ibv_send_wr *wr,
								   struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const list = wr->sg_list;
	const uint32_t opcode = IBV_WR_RDMA_WRITE, flags = wr->send_flags,
		       sges = (uint32_t)wr->num_sge;
	const bool in_memory = true;
	struct ibv_sge all = {
		0, 0, 0}; /* its length is that of the payload, as the full path counts it */
	const struct ibv_sge *const sge = &all;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 14 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return vega_post_send_rdma_write_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	wqe = sq->next + 32 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		vega_several_sge_rdma_write(wqe, one, in_memory);
		all.length += one->length;
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--;                            /* there is room */
		wqe = *(uint8_t *volatile *)&sq->next; /* read apart from what is added to it */
		id = *(uint64_t *volatile *)&sq->next_id;
		vega_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 256;
		bytes = vega_several_rdma_write(sq, wqe, index, serial, wr, sge, in_memory, opcode,
						flags);
		inverbs_to_device();
		inverbs_mmio_write64(sq->doorbell + VEGA_RING,
				     INVERBS_LE32(sq->qpn) |
					     (((uint64_t)INVERBS_LE32((index + 1))) << 32));
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return vega_post_send_rdma_write_connected(qp, wr, bad_wr);
}

/** Store one SGE of several. vega.send.payload.gather */
INVERBS_INLINE void vega_several_sge_send(uint8_t *wqe, const struct ibv_sge *sge,
					  bool in_memory INVERBS_UNUSED)
{
	const uint32_t length INVERBS_UNUSED = sge->length;

	inverbs_put64(wqe, INVERBS_LE64(sge->addr));
	inverbs_put64(wqe + 8, INVERBS_LE32(length < 2147483647U ? length : 2147483647U) |
				       (((uint64_t)INVERBS_LE32(sge->lkey)) << 32));
}

/** Store what stands in front of the SGEs of a SEND, and hand it over. vega.send.hot */
INVERBS_INLINE uint32_t vega_several_send(const struct inverbs_sq *sq, uint8_t *wqe,
					  uint32_t index INVERBS_UNUSED,
					  uint32_t serial INVERBS_UNUSED,
					  const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					  bool in_memory INVERBS_UNUSED,
					  uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 16 + sges * 16,
		       length INVERBS_UNUSED = sge->length;
	const size_t row INVERBS_UNUSED = (size_t)flags;

	inverbs_put32(wqe + 4,
		      (uint32_t)(INVERBS_LE32(bytes >> 3) | ((uint64_t)(sges & 0xffU) << 16)));
	inverbs_put64(wqe + 8, INVERBS_LE64(wr->wr_id));
	inverbs_to_device();
	inverbs_publish32(wqe, (uint32_t)(sq->lane[2] | 1 | inverbs_row_of_flags(sq, row)));
	return bytes;
}

/**
 * A lone SEND of several SGEs on RC, as the hot path posts one. SGEs are stored while it may still
 * be left to the full path: as long as there is credit, the place belongs to the program.
 */
static INVERBS_NOINLINE int vega_post_several_send_connected(struct ibv_qp *qp,
							     struct ibv_send_wr *wr,
							     struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const struct ibv_sge *const list = wr->sg_list;
	const uint32_t opcode = IBV_WR_SEND, flags = wr->send_flags, sges = (uint32_t)wr->num_sge;
	const bool in_memory = true;
	struct ibv_sge all = {
		0, 0, 0}; /* its length is that of the payload, as the full path counts it */
	const struct ibv_sge *const sge = &all;
	uint8_t *wqe;
	uint64_t *id;

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 15 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return vega_post_send_send_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	wqe = sq->next + 16 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		vega_several_sge_send(wqe, one, in_memory);
		all.length += one->length;
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--;                            /* there is room */
		wqe = *(uint8_t *volatile *)&sq->next; /* read apart from what is added to it */
		id = *(uint64_t *volatile *)&sq->next_id;
		vega_hot_keep(sq, id, wr, serial);
		sq->next_id += sizeof(struct inverbs_posted) / sizeof(uint64_t);
		sq->next += 256;
		bytes = vega_several_send(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					  flags);
		inverbs_to_device();
		inverbs_mmio_write64(sq->doorbell + VEGA_RING,
				     INVERBS_LE32(sq->qpn) |
					     (((uint64_t)INVERBS_LE32((index + 1))) << 32));
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return vega_post_send_send_connected(qp, wr, bad_wr);
}

enum {
	LONE_OPS = 9,
	LONE_TYPES = 16, /* by the low bits of enum ibv_qp_type */
};

typedef int vega_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The code for a lone work request of one SGE that is not inline, by its op and by the type of its
 * queue pair.
 */
static vega_post *const vega_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_cmp_and_swp_connected_one,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_fetch_and_add_connected_one,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_rdma_read_connected_one,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_rdma_write_connected_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_send_connected_one,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = vega_post_send_send_datagram_one,
		},
};

/** Likewise for several SGEs, or none. */
static vega_post *const vega_lone_several[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_several_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_several_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = vega_post_send_send_datagram,
		},
};

/** Likewise for one SGE that is inline. */
static vega_post *const vega_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_ATOMIC_CMP_AND_SWP] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_cmp_and_swp_connected,
		},
	[IBV_WR_ATOMIC_FETCH_AND_ADD] =
		{
			[IBV_QPT_RC &
			 (LONE_TYPES - 1)] = vega_post_send_atomic_fetch_and_add_connected,
		},
	[IBV_WR_BIND_MW] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_bind_mw_connected,
		},
	[IBV_WR_LOCAL_INV] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_local_inv_connected,
		},
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = vega_post_send_send_connected,
			[IBV_QPT_UD & (LONE_TYPES - 1)] = vega_post_send_send_datagram,
		},
};

/** Choose the code for a lone work request. */
static int vega_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
			       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	vega_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge != 1)
			post = vega_lone_several[opcode][type];
		else if (wr->send_flags & IBV_SEND_INLINE)
			post = vega_lone_other[opcode][type];
		else
			post = vega_lone_one[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : vega_post_send_list(qp, wr, bad_wr);
}

int vega_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr)
		return vega_post_send_list(qp, wr, bad_wr);
	if (wr->next)
		return vega_post_send_chain(qp, wr, bad_wr);
	return vega_post_send_lone(qp, wr, bad_wr);
}

int vega_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		      uint64_t operation, uint64_t first, uint64_t second)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, operation, first, second);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return vega_post_send_full(qp, &wr, &bad_wr);
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
		const struct inverbs_request req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode,
								      sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;

		err = vega_send_refusal(sq, &req, total);
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
int vega_wr_complete_full(struct ibv_qp_ex *qp)
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
		return vega_post_send_held(base, first, &bad_wr, NULL, 0);
	inverbs_unlock(&sq->lock);
	return err;
}

int vega_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return vega_recv_list(qp, wr, bad_wr);
}

int vega_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			   uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return vega_recv_list(qp, &wr, &bad_wr);
}

int vega_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			    struct ibv_recv_wr **bad_wr)
{
	return vega_srq_recv_list(srq, wr, bad_wr);
}

int vega_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
			       uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return vega_srq_recv_list(srq, &wr, &bad_wr);
}

int vega_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return vega_poll_list(cq, num_entries, wc);
}

int vega_take_entry_full(struct ibv_cq_ex *cq)
{
	return vega_take_any_entry(inverbs_cq_of_ex(cq));
}

int vega_poll_seen_full(struct ibv_cq *cq, struct inverbs_qp *qp, struct ibv_wc *wc,
			uintptr_t cursor, uint64_t row)
{
	return vega_poll_seen(cq, qp, wc, cursor, row);
}

const uint64_t vega_hot_send_rows[] = {
	0x400, 0x0,   0x100000002, 0x200000080, 0x400000040, 0x300000040, 0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,       0x400,       0x400,       0x400, 0x400, 0x400,
	0x400, 0x400, 0x400,       0x400,
};

const uint64_t vega_hot_recv_rows[] = {
	0x400, 0x8000000200, 0x8100000302, 0x400, 0x400, 0x400, 0x400, 0x400, 0x8000000228, 0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400, 0x400, 0x400, 0x400,        0x400,
	0x400, 0x400,        0x400,        0x400, 0x400, 0x400,
};
