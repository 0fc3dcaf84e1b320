/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posts that are not inlined: lists, datagrams, rare requests, and what is wrong. A list becomes
 * lists of verbs, so that the doorbell is rung once for many requests.
 */
#include <endian.h>
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	AT_ONCE = 16
};

/* Requests that are posted together. */
struct batch {
	struct ibv_send_wr wr[AT_ONCE];
	ib_send_wr_t *from[AT_ONCE];
	int n;
};

static ib_api_status_t fail(ib_send_wr_t *wr, ib_send_wr_t **failed, ib_api_status_t status)
{
	if (failed)
		*failed = wr;
	return status;
}

/* What verbs call EINVAL and ENOMEM has several names here. */
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

	return fail(wr, failed, slot ? send_status(slot->verbs, wr, err) : IB_INVALID_QP_HANDLE);
}

/* Adapters would take requests in states that have no sends. */
static bool takes_sends(const struct ibv_qp *qp)
{
	return qp->state != IBV_QPS_RESET && qp->state != IBV_QPS_INIT && qp->state != IBV_QPS_RTR;
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

/* A request but its destination; false: of a type that verbs do not have. */
static bool begin(struct ibv_send_wr *to, const ib_send_wr_t *from)
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

static ib_api_status_t translate(struct ibv_send_wr *to, const ib_send_wr_t *from, bool datagram)
{
	if (from->wr_type == WR_LSO || from->wr_type == WR_FAST_REG_MR || from->wr_type == WR_NOP ||
	    from->send_opt & IB_SEND_OPT_TX_TCP_UDP_CSUM)
		return IB_UNSUPPORTED;
	if (!begin(to, from))
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

/* The next requests of the list, up to one that cannot be translated, whose status is told. */
static ib_send_wr_t *gather(struct batch *b, ib_send_wr_t *wr, bool datagram,
			    ib_api_status_t *status)
{
	b->n = 0;
	while (wr && b->n < AT_ONCE) {
		*status = translate(&b->wr[b->n], wr, datagram);
		if (*status != IB_SUCCESS)
			break;
		if (b->n)
			b->wr[b->n - 1].next = &b->wr[b->n];
		b->from[b->n++] = wr;
		wr = wr->p_next;
	}
	return wr;
}

static ib_api_status_t post_list(struct ibv_qp *qp, ib_send_wr_t *wr, bool datagram,
				 ib_send_wr_t **failed)
{
	ib_api_status_t status = IB_SUCCESS;
	struct ibv_send_wr *bad;
	struct batch b;

	while (wr && status == IB_SUCCESS) {
		wr = gather(&b, wr, datagram, &status);
		int err = b.n ? ibv_post_send(qp, b.wr, &bad) : 0;

		if (err) {
			wr = b.from[bad - b.wr];
			status = send_status(qp, wr, err);
		}
	}
	return status == IB_SUCCESS ? IB_SUCCESS : fail(wr, failed, status);
}

/* No lock: as inline posts, it is the program's part not to destroy what it uses. */
ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);
	struct ibv_qp *qp;

	if (!slot)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (!wr || (wr->p_next && !failed))
		return IB_INVALID_PARAMETER;
	qp = slot->verbs;
	if (!qp) /* an alias: services send its datagrams */
		return fail(wr, failed, IB_UNSUPPORTED);
	if (!takes_sends(qp))
		return fail(wr, failed, IB_INVALID_QP_STATE);
	return post_list(qp, wr, slot->detail & INVERBS_IBA_DATAGRAM, failed);
}
