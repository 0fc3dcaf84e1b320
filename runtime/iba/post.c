/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posts that are not inlined: lists, datagrams, rare requests, and errors. A list is translated to
 * lists of verbs, so that the doorbell is rung once for many requests.
 */
#include <endian.h>
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	BATCH_SENDS = 16
};

/* Requests that are posted together. */
struct batch {
	struct ibv_send_wr wr[BATCH_SENDS];
	ib_send_wr_t *first;
	int n;
};

static ib_api_status_t fail_send(ib_send_wr_t *wr, ib_send_wr_t **failed, ib_api_status_t status)
{
	if (failed)
		*failed = wr;
	return status;
}

/* The layer has several names for what verbs call EINVAL and ENOMEM. */
static ib_api_status_t send_status(const struct ibv_qp *qp, const ib_send_wr_t *wr, int err)
{
	if (err == ENOMEM || err == EINVAL)
		if (wr->num_ds > inverbs_qp_of((struct ibv_qp *)(uintptr_t)qp)->sq.max_sge)
			return IB_INVALID_MAX_SGE;
	if (err == ENOMEM)
		return IB_INSUFFICIENT_RESOURCES;
	return err == EINVAL ? IB_INVALID_WR_TYPE : iba_status(err);
}

ib_api_status_t inverbs_iba_send_refused(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					 ib_send_wr_t **failed, int err)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);

	return fail_send(wr, failed,
			 slot ? send_status(slot->verbs, wr, err) : IB_INVALID_QP_HANDLE);
}

static ib_api_status_t set_datagram(struct ibv_send_wr *to, const ib_send_wr_t *from)
{
	const struct inverbs_iba_slot *av = inverbs_iba_slot(from->dgrm.ud.h_av, INVERBS_IBA_AV);

	if (!av || !av->verbs)
		return IB_INVALID_AV_HANDLE;
	to->wr.ud.ah = __atomic_load_n((struct ibv_ah *const *)(const void *)&av->verbs,
				       __ATOMIC_ACQUIRE);
	to->wr.ud.remote_qpn = be32toh(from->dgrm.ud.remote_qp);
	to->wr.ud.remote_qkey = be32toh(from->dgrm.ud.remote_qkey);
	return IB_SUCCESS;
}

/* Translate a request except for its destination; false: verbs do not have its type. */
static bool start_translation(struct ibv_send_wr *to, const ib_send_wr_t *from)
{
	const int opcode = inverbs_iba_wr_type_to_verbs(from->wr_type);
	const bool immediate = from->send_opt & IB_SEND_OPT_IMMEDIATE;

	if (opcode < 0)
		return false;
	to->wr_id = from->wr_id;
	to->next = NULL;
	to->sg_list = inverbs_iba_sges(from->ds_array);
	to->num_sge = (int)from->num_ds;
	to->send_flags = inverbs_iba_send_opt_to_verbs(from->send_opt);
	to->imm_data = from->immediate_data;
	to->opcode = (enum ibv_wr_opcode)opcode;
	if (immediate && opcode == IBV_WR_SEND)
		to->opcode = IBV_WR_SEND_WITH_IMM;
	else if (immediate && opcode == IBV_WR_RDMA_WRITE)
		to->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
	return true;
}

static ib_api_status_t translate_send(struct ibv_send_wr *to, const ib_send_wr_t *from,
				      bool datagram)
{
	if (from->wr_type == WR_LSO || from->wr_type == WR_FAST_REG_MR || from->wr_type == WR_NOP ||
	    from->send_opt & IB_SEND_OPT_TX_TCP_UDP_CSUM)
		return IB_UNSUPPORTED;
	if (!start_translation(to, from))
		return IB_INVALID_WR_TYPE;
	switch (from->wr_type) {
	case WR_COMPARE_SWAP:
	case WR_FETCH_ADD:
		to->wr.atomic.remote_addr = from->remote_ops.vaddr;
		to->wr.atomic.rkey = be32toh(from->remote_ops.rkey);
		to->wr.atomic.compare_add = be64toh(from->remote_ops.atomic1);
		to->wr.atomic.swap = be64toh(from->remote_ops.atomic2);
		break;
	case WR_LOCAL_INV:
		to->invalidate_rkey = be32toh(from->remote_ops.rkey);
		break;
	default:
		if (datagram)
			return set_datagram(to, from);
		to->wr.rdma.remote_addr = from->remote_ops.vaddr;
		to->wr.rdma.rkey = be32toh(from->remote_ops.rkey);
	}
	return IB_SUCCESS;
}

/* Set one SGE and the opcode, adjacent members. */
INVERBS_INLINE void set_shape(struct ibv_send_wr *to, enum ibv_wr_opcode opcode)
{
	const uint64_t shape = INVERBS_IBA_SHAPE(1, opcode);

	memcpy((uint8_t *)to + offsetof(struct ibv_send_wr, num_sge), &shape, sizeof(shape));
}

/*
 * Translate the most frequent requests: sends and writes on a connection, as inlined posts take
 * them. Returns the first other request; *to becomes the first one that was not filled in.
 */
static ib_send_wr_t *gather_usual(struct ibv_send_wr **to, const struct ibv_send_wr *end,
				  ib_send_wr_t *wr)
{
	struct ibv_send_wr *at = *to;

	for (; wr && at < end; wr = wr->p_next, at++) {
		const ib_send_opt_t options = wr->send_opt;

		if (options & ~INVERBS_IBA_HOT_OPTIONS)
			break;
		if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_SEND)) {
			set_shape(at, IBV_WR_SEND);
		} else if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_RDMA_WRITE)) {
			set_shape(at, IBV_WR_RDMA_WRITE);
			at->wr.rdma.remote_addr = wr->remote_ops.vaddr;
			at->wr.rdma.rkey = be32toh(wr->remote_ops.rkey);
		} else {
			break;
		}
		at->wr_id = wr->wr_id;
		at->next = at + 1;
		at->sg_list = (struct ibv_sge *)(void *)wr->ds_array;
		at->send_flags = options >> 1; /* as the assertion says */
	}
	*to = at;
	return wr;
}
INVERBS_ASSERT_LAYOUT(IB_SEND_OPT_SIGNALED >> 1 == IBV_SEND_SIGNALED &&
			      IB_SEND_OPT_SOLICITED >> 1 == IBV_SEND_SOLICITED &&
			      IB_SEND_OPT_INLINE >> 1 == IBV_SEND_INLINE &&
			      offsetof(struct ibv_send_wr, opcode) ==
				      offsetof(struct ibv_send_wr, num_sge) + 4,
		      "gather_usual");

/*
 * Translate the next requests of the list, up to one that cannot be translated, whose status is
 * set.
 */
static ib_send_wr_t *gather_sends(struct batch *b, ib_send_wr_t *wr, bool datagram,
				  ib_api_status_t *status)
{
	struct ibv_send_wr *to = b->wr, *const end = b->wr + BATCH_SENDS;

	b->first = wr;
	*status = IB_SUCCESS;
	while (wr && to < end) {
		if (!datagram)
			wr = gather_usual(&to, end, wr);
		if (!wr || to == end)
			break;
		*status = translate_send(to, wr, datagram);
		if (*status != IB_SUCCESS)
			break;
		to->next = to + 1;
		to++;
		wr = wr->p_next;
	}
	b->n = (int)(to - b->wr);
	if (b->n)
		to[-1].next = NULL;
	__asm__("" : : : "memory"); /* SGEs have another type from here on */
	return wr;
}

/* The request of the list that a translated one came from. */
static ib_send_wr_t *origin(const struct batch *b, const struct ibv_send_wr *bad)
{
	ib_send_wr_t *wr = b->first;

	for (const struct ibv_send_wr *at = b->wr; at < bad; at++)
		wr = wr->p_next;
	return wr;
}

static ib_api_status_t post_list(struct ibv_qp *qp, ib_send_wr_t *wr, bool datagram,
				 ib_send_wr_t **failed)
{
	ib_api_status_t status = IB_SUCCESS;
	struct ibv_send_wr *bad;
	struct batch b;

	while (wr && status == IB_SUCCESS) {
		wr = gather_sends(&b, wr, datagram, &status);
		int err = b.n ? ibv_post_send(qp, b.wr, &bad) : 0;

		if (err) {
			wr = origin(&b, bad);
			status = send_status(qp, wr, err);
		}
	}
	return status == IB_SUCCESS ? IB_SUCCESS : fail_send(wr, failed, status);
}

/* Post a datagram with one SGE alone. False: it is no such datagram. */
static bool post_datagram(struct ibv_qp *qp, ib_send_wr_t *wr, ib_send_wr_t **failed,
			  ib_api_status_t *status)
{
	struct ibv_send_wr to, *bad;
	int err;

	if (wr->p_next || wr->send_opt & ~INVERBS_IBA_HOT_OPTIONS ||
	    inverbs_iba_shape(wr) != INVERBS_IBA_SHAPE(1, WR_SEND) ||
	    set_datagram(&to, wr) != IB_SUCCESS)
		return false;
	to.wr_id = wr->wr_id;
	to.next = NULL;
	to.sg_list = inverbs_iba_sges(wr->ds_array);
	set_shape(&to, IBV_WR_SEND);
	to.send_flags = wr->send_opt >> 1;
	err = ibv_post_send(qp, &to, &bad);
	*status = err ? fail_send(wr, failed, send_status(qp, wr, err)) : IB_SUCCESS;
	return true;
}

/* No lock: as with inline posts, the program must not destroy what it uses. */
ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!slot)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (!wr || (wr->p_next && !failed))
		return IB_INVALID_PARAMETER;
	if (!slot->verbs) /* an alias: services send its datagrams */
		return fail_send(wr, failed, IB_UNSUPPORTED);
	if (slot->detail & INVERBS_IBA_NO_SENDS) /* adapters would accept requests all the same */
		return fail_send(wr, failed, IB_INVALID_QP_STATE);
	if (slot->detail & INVERBS_IBA_DATAGRAM && post_datagram(slot->verbs, wr, failed, &status))
		return status;
	return post_list(slot->verbs, wr, slot->detail & INVERBS_IBA_DATAGRAM, failed);
}
