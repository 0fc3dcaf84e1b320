/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * The full paths of cxgb3: they handle every work request and completion that the hot paths leave.
 */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/cxgb3.h>

/**
 * Post a list to a locked queue, after `count` WQEs that are stored already. The last of them is
 * `wqe`, of at most one block.
 */
static INVERBS_NOINLINE int cxgb3_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr, const uint8_t *wqe,
						 uint32_t count)
{
	const struct cxgb3_sent sent = {wqe, 64, count};

	return cxgb3_send_list(qp, wr, bad_wr, sent);
}

/**
 * Post a list, or a work request for which there is no function of its own. Not inline, so that the
 * callers with such functions save no registers.
 */
static INVERBS_NOINLINE int cxgb3_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
						 struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return cxgb3_post_send_held(qp, wr, bad_wr, NULL, 0);
}

/** Post a list of several work requests. In most lists, all of them have the hot shape. */
static INVERBS_NOINLINE int cxgb3_post_send_chain(struct ibv_qp *qp, struct ibv_send_wr *wr,
						  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	struct cxgb3_sent sent = {NULL, 0, 0};

	inverbs_lock(&sq->lock);
	if (!cxgb3_has_failed(sq))
		wr = cxgb3_hot_run(sq, wr, &sent);
	if (__builtin_expect(wr != NULL, 0))
		return cxgb3_post_send_held(qp, wr, bad_wr, sent.wqe, sent.count);
	cxgb3_hot_ring(sq, &sent);
	inverbs_unlock(&sq->lock);
	return 0;
}

/** Post a single SEND of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int cxgb3_post_send_send_connected_one(struct ibv_qp *qp,
							       struct ibv_send_wr *wr,
							       struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return cxgb3_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on RC. */
static INVERBS_NOINLINE int cxgb3_post_send_send_connected(struct ibv_qp *qp,
							   struct ibv_send_wr *wr,
							   struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return cxgb3_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single RDMA_WRITE of one SGE that is not inline on RC. */
static INVERBS_NOINLINE int cxgb3_post_send_rdma_write_connected_one(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return cxgb3_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, true);
}

/** Post a single RDMA_WRITE on RC. */
static INVERBS_NOINLINE int cxgb3_post_send_rdma_write_connected(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return cxgb3_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_WRITE, type, false);
}

/** Post a single RDMA_READ on RC. */
static INVERBS_NOINLINE int cxgb3_post_send_rdma_read_connected(struct ibv_qp *qp,
								struct ibv_send_wr *wr,
								struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_RC);
	return cxgb3_send_lone(qp, wr, bad_wr, IBV_WR_RDMA_READ, type, false);
}

/** Store one of several SGEs. cxgb3.send.payload.gather */
INVERBS_INLINE void cxgb3_several_sge_rdma_write(uint8_t *wqe, const struct ibv_sge *sge,
						 bool in_memory)
{
	inverbs_put_key_length_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/**
 * Store the segments before the SGEs of RDMA_WRITE, and pass ownership of the WQE. cxgb3.send.hot
 */
INVERBS_INLINE uint32_t cxgb3_several_rdma_write(const struct inverbs_sq *sq, uint8_t *wqe,
						 uint32_t index INVERBS_UNUSED, uint32_t serial,
						 const struct ibv_send_wr *wr,
						 const struct ibv_sge *sge,
						 bool in_memory INVERBS_UNUSED,
						 uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 40 + sges * 16, length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put32(wqe, (uint32_t)(0xc011ULL | inverbs_row_of_flags(sq, row)));
	inverbs_put64(wqe + 8, INVERBS_LE32(serial));
	inverbs_put64(wqe + 16, INVERBS_BE64(wr->wr.rdma.rkey));
	inverbs_put64(wqe + 24, INVERBS_BE64(wr->wr.rdma.remote_addr));
	inverbs_put32(wqe + 32, (uint32_t)INVERBS_BE32(length));
	inverbs_put32(wqe + 36, (uint32_t)INVERBS_BE32(sges));
	inverbs_to_device();
	inverbs_handed_elsewhere();
	inverbs_publish32(wqe + 4, (uint32_t)(sq->lane[2] | ((uint64_t)(bytes >> 3) << 24)));
	inverbs_publish64(wqe + 120, sq->lane[1]);
	return bytes;
}

/**
 * Post a single RDMA_WRITE of several SGEs on RC, on credit like the hot path. SGEs are stored
 * before it is certain that the full path is not needed: as long as there is credit, the unit
 * belongs to the program.
 */
static INVERBS_NOINLINE int cxgb3_post_several_rdma_write_connected(struct ibv_qp *qp,
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

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 4 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return cxgb3_post_send_rdma_write_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	if (INVERBS_RARE(cxgb3_has_failed(sq)))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		total += list[n].length;
	}
	if (INVERBS_RARE(total > UINT32_MAX))
		goto leave;
	all.length = (uint32_t)total;
	wqe = sq->next + 40 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		cxgb3_several_sge_rdma_write(wqe, one, in_memory);
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
		sq->next_id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		sq->next += 128;
		bytes = cxgb3_several_rdma_write(sq, wqe, index, serial, wr, sge, in_memory, opcode,
						 flags);
		if (!cxgb3_is_quiet(sq)) {
			inverbs_to_device();
			inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL,
					     (uint32_t)INVERBS_LE32(sq->qpn));
		}
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return cxgb3_post_send_rdma_write_connected(qp, wr, bad_wr);
}

/** Store one of several SGEs. cxgb3.send.payload.gather */
INVERBS_INLINE void cxgb3_several_sge_send(uint8_t *wqe, const struct ibv_sge *sge, bool in_memory)
{
	inverbs_put_key_length_be(wqe, sge, in_memory);
	inverbs_put64(wqe + 8, INVERBS_BE64(sge->addr));
}

/** Store the segments before the SGEs of SEND, and pass ownership of the WQE. cxgb3.send.hot */
INVERBS_INLINE uint32_t cxgb3_several_send(const struct inverbs_sq *sq, uint8_t *wqe,
					   uint32_t index INVERBS_UNUSED, uint32_t serial,
					   const struct ibv_send_wr *wr, const struct ibv_sge *sge,
					   bool in_memory INVERBS_UNUSED,
					   uint32_t opcode INVERBS_UNUSED, uint32_t flags)
{
	const uint32_t sges = (uint32_t)wr->num_sge, bytes = 32 + sges * 16, length = sge->length;
	const size_t row = (size_t)flags;

	inverbs_put32(wqe, (uint32_t)(0xc014ULL | inverbs_row_of_flags(sq, row)));
	inverbs_put64(wqe + 8, INVERBS_LE32(serial));
	inverbs_put64(wqe + 16, cxgb3_hot_flags_1[flags]);
	inverbs_put32(wqe + 24, (uint32_t)INVERBS_BE32(length));
	inverbs_put32(wqe + 28, (uint32_t)INVERBS_BE32(sges));
	inverbs_to_device();
	inverbs_handed_elsewhere();
	inverbs_publish32(wqe + 4, (uint32_t)(sq->lane[2] | ((uint64_t)(bytes >> 3) << 24)));
	inverbs_publish64(wqe + 120, sq->lane[1]);
	return bytes;
}

/**
 * Post a single SEND of several SGEs on RC, on credit like the hot path. SGEs are stored before it
 * is certain that the full path is not needed: as long as there is credit, the unit belongs to the
 * program.
 */
static INVERBS_NOINLINE int cxgb3_post_several_send_connected(struct ibv_qp *qp,
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

	if (INVERBS_RARE(flags & ~(INVERBS_HOT_FLAGS & ~IBV_SEND_INLINE) || sges - 2 > 4 - 2) ||
	    !inverbs_trylock(&sq->lock))
		return cxgb3_post_send_send_connected(qp, wr, bad_wr);
	if (INVERBS_RARE(sq->room == 0 || sges > sq->max_sge))
		goto leave;
	if (INVERBS_RARE(cxgb3_has_failed(sq)))
		goto leave;
	for (uint32_t n = 0; n < sges; n++) {
		total += list[n].length;
	}
	if (INVERBS_RARE(total > UINT32_MAX))
		goto leave;
	all.length = (uint32_t)total;
	wqe = sq->next + 32 + (size_t)sges * 16;
	for (const struct ibv_sge *one = list + sges; one-- != list;) {
		wqe -= 16;
		cxgb3_several_sge_send(wqe, one, in_memory);
	}
	{
		uint32_t index INVERBS_UNUSED, serial INVERBS_UNUSED, bytes INVERBS_UNUSED;

		index = sq->position - sq->room;
		serial = sq->head - sq->room;
		sq->room--; /* the caller has checked it */
		wqe = *(uint8_t *volatile *)&sq
			       ->next; /* loaded separately from the addition below */
		id = *(uint64_t *volatile *)&sq->next_id;
		cxgb3_hot_keep(sq, id, wr, serial, sge->length, opcode, flags);
		sq->next_id += sizeof(struct inverbs_send_record) / sizeof(uint64_t);
		sq->next += 128;
		bytes = cxgb3_several_send(sq, wqe, index, serial, wr, sge, in_memory, opcode,
					   flags);
		if (!cxgb3_is_quiet(sq)) {
			inverbs_to_device();
			inverbs_mmio_write32(sq->doorbell + CXGB3_DOORBELL,
					     (uint32_t)INVERBS_LE32(sq->qpn));
		}
	}
	inverbs_unlock(&sq->lock);
	return 0;
leave:
	inverbs_unlock(&sq->lock);
	return cxgb3_post_send_send_connected(qp, wr, bad_wr);
}

enum {
	LONE_OPS = 5,
	LONE_TYPES = 16, /* indexed by the low bits of enum ibv_qp_type */
};

typedef int cxgb3_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The function that posts a single work request of one SGE that is not inline, by op and queue pair
 * type.
 */
static cxgb3_post *const cxgb3_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_rdma_write_connected_one,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_send_connected_one,
		},
};

/** The same for several SGEs, or none. */
static cxgb3_post *const cxgb3_lone_several[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_several_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_several_send_connected,
		},
};

/** The same for one SGE that is inline. */
static cxgb3_post *const cxgb3_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_RDMA_READ] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_rdma_read_connected,
		},
	[IBV_WR_RDMA_WRITE] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_rdma_write_connected,
		},
	[IBV_WR_SEND] =
		{
			[IBV_QPT_RC & (LONE_TYPES - 1)] = cxgb3_post_send_send_connected,
		},
};

/** Post a single work request with the function for its op and queue pair type. */
static int cxgb3_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
				struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	cxgb3_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge != 1)
			post = cxgb3_lone_several[opcode][type];
		else if (wr->send_flags & IBV_SEND_INLINE)
			post = cxgb3_lone_other[opcode][type];
		else
			post = cxgb3_lone_one[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : cxgb3_post_send_list(qp, wr, bad_wr);
}

int cxgb3_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr)
		return cxgb3_post_send_list(qp, wr, bad_wr);
	if (wr->next)
		return cxgb3_post_send_chain(qp, wr, bad_wr);
	return cxgb3_post_send_lone(qp, wr, bad_wr);
}

int cxgb3_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return cxgb3_post_send_full(qp, wr, bad_wr);
}

int cxgb3_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		       uint64_t operation, uint64_t first, uint64_t second)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, operation, first, second);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return cxgb3_post_send_full(qp, &wr, &bad_wr);
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
		const struct inverbs_request req = inverbs_request_of(sq, wr, (uint32_t)wr->opcode,
								      sq->qp_type);
		const uint64_t total = req.num_sge <= sq->max_sge ? inverbs_payload_bytes(&req) : 0;

		err = cxgb3_send_refusal(sq, &req, total);
		sq->head++;
		sq->position++;
	}
	return err;
}

/*
 * Posting a single work request succeeds or fails as a whole. Several are checked before the first
 * is posted, so that either all of them are posted or none.
 */
int cxgb3_wr_complete_full(struct ibv_qp_ex *qp)
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
		return cxgb3_post_send_held(base, first, &bad_wr, NULL, 0);
	inverbs_unlock(&sq->lock);
	return err;
}

int cxgb3_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return cxgb3_recv_list(qp, wr, bad_wr);
}

int cxgb3_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			    uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return cxgb3_recv_list(qp, &wr, &bad_wr);
}

int cxgb3_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return cxgb3_poll_list(cq, num_entries, wc);
}

const uint64_t cxgb3_hot_rows[] = {
	0x8000000200, 0x8000000200, 0x400,        0x8000000200, 0x8000000200, 0x8000000200,
	0x8000000200, 0x8000000200, 0x8000000200, 0x8000000200, 0x8000000200, 0x8000000200,
	0x8000000200, 0x8000000200, 0x8000000200, 0x8000000200, 0x100000000,  0x200000080,
	0x400,        0x0,          0x400,        0x0,          0x400,        0x400,
	0x400,        0x500000000,  0x400,        0x400,        0x400,        0x400,
	0x400,        0x400,
};
