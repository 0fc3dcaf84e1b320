/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posts that are not inlined: lists, datagrams, rare work requests, and errors. A list is
 * translated to lists of verbs, so that one doorbell serves many work requests.
 */
#include <endian.h>
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	BATCH_SENDS = 16
};

/* Work requests that are posted together. */
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

/* The layer has several statuses for what is EINVAL or ENOMEM in verbs. */
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

INVERBS_INLINE ib_api_status_t set_datagram(struct ibv_send_wr *to, const ib_send_wr_t *from)
{
	const struct inverbs_iba_slot *av = inverbs_iba_slot(from->dgrm.ud.h_av, INVERBS_IBA_AV);
	struct ibv_ah *ah;

	if (!av)
		return IB_INVALID_AV_HANDLE;
	ah = __atomic_load_n((struct ibv_ah *const *)(const void *)&av->verbs, __ATOMIC_ACQUIRE);
	if (!ah)
		return IB_INVALID_AV_HANDLE;
	to->wr.ud.ah = ah;
	to->wr.ud.remote_qpn = be32toh(from->dgrm.ud.remote_qp);
	to->wr.ud.remote_qkey = be32toh(from->dgrm.ud.remote_qkey);
	return IB_SUCCESS;
}

/*
 * Translate a work request, except for its destination. Returns false if verbs do not have its
 * type.
 */
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

/*
 * Set num_sge (which is 1, or 0 for work requests that the hot path does not post) and opcode with
 * one store; the members are adjacent.
 */
INVERBS_INLINE void set_shape(struct ibv_send_wr *to, uint32_t pieces, enum ibv_wr_opcode opcode)
{
	const uint64_t shape = INVERBS_SHAPE(pieces, opcode);

	memcpy((uint8_t *)to + offsetof(struct ibv_send_wr, num_sge), &shape, sizeof(shape));
}

/* See the assertion below. Options without an equivalent in verbs become undefined flags. */
INVERBS_INLINE unsigned int verbs_flags_of(ib_send_opt_t options)
{
	return options >> 1 | options << 31;
}
INVERBS_ASSERT_LAYOUT(IB_SEND_OPT_SIGNALED >> 1 == IBV_SEND_SIGNALED &&
			      IB_SEND_OPT_SOLICITED >> 1 == IBV_SEND_SOLICITED &&
			      IB_SEND_OPT_INLINE >> 1 == IBV_SEND_INLINE,
		      "verbs_flags_of");

/*
 * Translate the most common work requests, sends and writes on a connection, for the hot path (type
 * inverbs_give).
 */
INVERBS_INLINE void *give_usual_send(void *request, struct ibv_send_wr *to)
{
	const ib_send_wr_t *const wr = request;

	to->wr_id = wr->wr_id;
	to->sg_list = (struct ibv_sge *)(void *)wr->ds_array;
	to->send_flags = verbs_flags_of(wr->send_opt);
	if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_SEND)) {
		set_shape(to, 1, IBV_WR_SEND);
	} else if (inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_RDMA_WRITE)) {
		set_shape(to, 1, IBV_WR_RDMA_WRITE);
		to->wr.rdma.remote_addr = wr->remote_ops.vaddr;
		to->wr.rdma.rkey = be32toh(wr->remote_ops.rkey);
	} else {
		set_shape(to, 0, IBV_WR_SEND);
	}
	return wr->p_next;
}

/*
 * Translate the next work requests in the list, up to the first that cannot be translated; *status
 * tells why.
 */
static ib_send_wr_t *gather_sends(struct batch *b, ib_send_wr_t *wr, bool datagram,
				  ib_api_status_t *status)
{
	struct ibv_send_wr *to = b->wr, *const end = b->wr + BATCH_SENDS;

	b->first = wr;
	*status = IB_SUCCESS;
	for (; wr && to < end; wr = wr->p_next, to++) {
		*status = translate_send(to, wr, datagram);
		if (*status != IB_SUCCESS)
			break;
		to->next = to + 1;
	}
	b->n = (int)(to - b->wr);
	if (b->n)
		to[-1].next = NULL;
	__asm__("" : : : "memory"); /* from here on SGEs are accessed as another type */
	return wr;
}

/* The work request in the list from which this one was translated. */
static ib_send_wr_t *origin_of_failed(const struct batch *b, const struct ibv_send_wr *bad)
{
	ib_send_wr_t *wr = b->first;

	for (const struct ibv_send_wr *at = b->wr; at < bad; at++)
		wr = wr->p_next;
	return wr;
}

/* Post the work requests that the hot path handles; *wr becomes the first that it does not. */
static ib_api_status_t post_usual_sends(struct ibv_qp *qp, ib_send_wr_t **wr)
{
	struct inverbs_giver giver = {.next = *wr};
	int err;

	__asm__("" : : : "memory"); /* from here on SGEs are accessed as another type */
	err = inverbs_send_run(qp, give_usual_send, &giver);
	if (err)
		return send_status(qp, *wr, err);
	*wr = giver.next;
	return IB_SUCCESS;
}

static ib_api_status_t post_send_list(struct ibv_qp *qp, ib_send_wr_t *wr, bool datagram,
				      ib_send_wr_t **failed)
{
	ib_api_status_t status = IB_SUCCESS;
	struct ibv_send_wr *bad;
	struct batch b;

	while (wr && status == IB_SUCCESS) {
		if (wr->p_next && !datagram)
			status = post_usual_sends(qp, &wr);
		if (!wr || status != IB_SUCCESS)
			break;
		wr = gather_sends(&b, wr, datagram, &status);
		int err = b.n ? ibv_post_send(qp, b.wr, &bad) : 0;

		if (err) {
			wr = origin_of_failed(&b, bad);
			status = send_status(qp, wr, err);
		}
	}
	return status == IB_SUCCESS ? IB_SUCCESS : fail_send(wr, failed, status);
}

/* Handles all posts. Not inlined, so that the path for datagrams saves no registers. */
static INVERBS_NOINLINE ib_api_status_t post_any_sends(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
						       ib_send_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);

	if (!slot)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (!wr || (wr->p_next && !failed))
		return IB_INVALID_PARAMETER;
	if (!slot->verbs) /* an alias: only its services send datagrams */
		return fail_send(wr, failed, IB_UNSUPPORTED);
	if (slot->detail & INVERBS_IBA_NO_SENDS) /* verbs would accept sends in this state */
		return fail_send(wr, failed, IB_INVALID_QP_STATE);
	return post_send_list(slot->verbs, wr, slot->detail & INVERBS_IBA_DATAGRAM, failed);
}

/* A single datagram with one SGE. */
static bool is_usual_datagram(const ib_send_wr_t *wr)
{
	return wr && !wr->p_next && !(wr->send_opt & ~INVERBS_IBA_HOT_OPTIONS) &&
	       inverbs_iba_shape(wr) == INVERBS_IBA_SHAPE(1, WR_SEND);
}

/* A datagram in the form of verbs, and the arguments needed if posting it fails. */
struct datagram {
	struct ibv_send_wr to;
	ib_send_wr_t *from;
	ib_send_wr_t **failed;
	struct ibv_qp *qp;
};

static INVERBS_NOINLINE ib_api_status_t refuse_datagram(const struct datagram *d, int err)
{
	return fail_send(d->from, d->failed, send_status(d->qp, d->from, err));
}

/*
 * Takes no lock: as with inline posts, the program must not destroy objects in use. The data for
 * errors is kept in memory, so that the path for datagrams saves no registers.
 */
ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(h_qp);
	struct ibv_send_wr *bad;
	struct datagram d;
	struct ibv_qp *qp;
	int err;

	if (!inverbs_iba_matches(&slot->datagrams, h_qp) || !is_usual_datagram(wr) ||
	    set_datagram(&d.to, wr) != IB_SUCCESS)
		return post_any_sends(h_qp, wr, failed);
	d.from = wr;
	d.failed = failed;
	d.qp = qp = slot->verbs;
	d.to.wr_id = wr->wr_id;
	d.to.next = NULL;
	d.to.sg_list = inverbs_iba_sges(wr->ds_array);
	set_shape(&d.to, 1, IBV_WR_SEND);
	d.to.send_flags = verbs_flags_of(wr->send_opt);
	err = inverbs_post_datagram(qp, &d.to, &bad);
	return __builtin_expect(err, 0) ? refuse_datagram(&d, err) : IB_SUCCESS;
}
