/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* The full paths of efa: they handle every work request and completion that the hot paths leave. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/efa.h>

/** Post a list to a locked queue. */
static INVERBS_NOINLINE int efa_post_send_held(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr, bool built)
{
	const struct efa_sent sent = {NULL, 0, 0};

	return efa_send_list(qp, wr, bad_wr, sent, built);
}

/**
 * Post a list, or a work request for which there is no function of its own. Not inline, so that the
 * callers with such functions save no registers.
 */
static INVERBS_NOINLINE int efa_post_send_list(struct ibv_qp *qp, struct ibv_send_wr *wr,
					       struct ibv_send_wr **bad_wr)
{
	inverbs_lock(&inverbs_qp_of(qp)->sq.lock);
	return efa_post_send_held(qp, wr, bad_wr, false);
}

/** Post a single SEND of one SGE that is not inline on UD, DRIVER. */
static INVERBS_NOINLINE int efa_post_send_send_datagram_one(struct ibv_qp *qp,
							    struct ibv_send_wr *wr,
							    struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD || type == IBV_QPT_DRIVER);
	return efa_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, true);
}

/** Post a single SEND on UD, DRIVER. */
static INVERBS_NOINLINE int efa_post_send_send_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr,
							struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD || type == IBV_QPT_DRIVER);
	return efa_send_lone(qp, wr, bad_wr, IBV_WR_SEND, type, false);
}

/** Post a single SEND_WITH_IMM of one SGE that is not inline on UD, DRIVER. */
static INVERBS_NOINLINE int efa_post_send_send_with_imm_datagram_one(struct ibv_qp *qp,
								     struct ibv_send_wr *wr,
								     struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD || type == IBV_QPT_DRIVER);
	return efa_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, true);
}

/** Post a single SEND_WITH_IMM on UD, DRIVER. */
static INVERBS_NOINLINE int efa_post_send_send_with_imm_datagram(struct ibv_qp *qp,
								 struct ibv_send_wr *wr,
								 struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type;

	INVERBS_ASSUME(type == IBV_QPT_UD || type == IBV_QPT_DRIVER);
	return efa_send_lone(qp, wr, bad_wr, IBV_WR_SEND_WITH_IMM, type, false);
}

enum {
	LONE_OPS = 4,
	LONE_TYPES = 16, /* indexed by the low bits of enum ibv_qp_type */
};

typedef int efa_post(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);

/**
 * The function that posts a single work request of one SGE that is not inline, by op and queue pair
 * type.
 */
static efa_post *const efa_lone_one[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_SEND] =
		{
			[IBV_QPT_UD & (LONE_TYPES - 1)] = efa_post_send_send_datagram_one,
			[IBV_QPT_DRIVER & (LONE_TYPES - 1)] = efa_post_send_send_datagram_one,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_UD & (LONE_TYPES - 1)] = efa_post_send_send_with_imm_datagram_one,
			[IBV_QPT_DRIVER &
				(LONE_TYPES - 1)] = efa_post_send_send_with_imm_datagram_one,
		},
};

/** The same for other shapes. */
static efa_post *const efa_lone_other[LONE_OPS][LONE_TYPES] = {
	[IBV_WR_SEND] =
		{
			[IBV_QPT_UD & (LONE_TYPES - 1)] = efa_post_send_send_datagram,
			[IBV_QPT_DRIVER & (LONE_TYPES - 1)] = efa_post_send_send_datagram,
		},
	[IBV_WR_SEND_WITH_IMM] =
		{
			[IBV_QPT_UD & (LONE_TYPES - 1)] = efa_post_send_send_with_imm_datagram,
			[IBV_QPT_DRIVER & (LONE_TYPES - 1)] = efa_post_send_send_with_imm_datagram,
		},
};

/** Post a single work request with the function for its op and queue pair type. */
static int efa_post_send_lone(struct ibv_qp *qp, struct ibv_send_wr *wr,
			      struct ibv_send_wr **bad_wr)
{
	const uint32_t type = inverbs_qp_of(qp)->sq.qp_type & (LONE_TYPES - 1), opcode = wr->opcode;
	efa_post *post = NULL;

	if (opcode < LONE_OPS) {
		if (wr->num_sge == 1 && !(wr->send_flags & IBV_SEND_INLINE))
			post = efa_lone_one[opcode][type];
		else
			post = efa_lone_other[opcode][type];
	}
	return post ? post(qp, wr, bad_wr) : efa_post_send_list(qp, wr, bad_wr);
}

int efa_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (!wr || wr->next)
		return efa_post_send_list(qp, wr, bad_wr);
	return efa_post_send_lone(qp, wr, bad_wr);
}

int efa_post_datagram(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	if (wr->send_flags & IBV_SEND_INLINE)
		return efa_post_send_send_datagram(qp, wr, bad_wr);
	return efa_post_send_send_datagram_one(qp, wr, bad_wr);
}

/** True when a work request needs a destination but has none. */
static bool is_lost(const struct inverbs_sq *sq, const struct ibv_send_wr *wr)
{
	return (sq->qp_type == IBV_QPT_UD || sq->qp_type == IBV_QPT_DRIVER) && !wr->wr.ud.ah;
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
		struct inverbs_request req = efa_request_of(sq, wr, (uint32_t)wr->opcode,
							    sq->qp_type);
		const uint64_t total = inverbs_is_inline(&req) ? inverbs_payload_bytes(&req) : 0;

		req.traits |= INVERBS_BUILT;
		err = efa_send_refusal(sq, &req, total);
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
int efa_wr_complete_full(struct ibv_qp_ex *qp)
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
		return efa_post_send_held(base, first, &bad_wr, true);
	inverbs_unlock(&sq->lock);
	return err;
}

int efa_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return efa_recv_list(qp, wr, bad_wr);
}

int efa_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return efa_poll_list(cq, num_entries, wc);
}
