/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs and shared receive queues of identifiers. */
#include <fcntl.h>
#include <infiniband/marshall.h>

#include "cm.h"

/* Bits that some kernels set in the mask although they are not defined. */
static const uint32_t UNKNOWN_BITS = 7U << 21;

static int query_attributes(struct inverbs_cm_id *id, enum ibv_qp_state state,
			    struct ibv_qp_attr *attr, int *mask)
{
	struct ucma_init_qp_attr_req request = {.id = id->handle, .qp_state = state};
	struct ucma_init_qp_attr_resp response = {.attr = {0}};
	struct ib_uverbs_qp_attr kernels;
	int err = ucma_call_init_qp_attr(inverbs_cm_transport(id), &request, &response);

	if (err)
		return err;
	memset(attr, 0, sizeof(*attr));
	memcpy(&kernels, &response.attr, sizeof(kernels));
	ibv_copy_qp_attr_from_kern(attr, &kernels);
	attr->qp_state = state;
	*mask = (int)(response.attr.qp_attr_mask & ~UNKNOWN_BITS);
	return 0;
}

int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *qp_attr, int *qp_attr_mask)
{
	return rdma_seterrno(
		query_attributes(inverbs_cm_id_of(id), qp_attr->qp_state, qp_attr, qp_attr_mask));
}

/* The kernel does not distinguish UC from RC: drop the attributes that only RC has. */
static int without_reliability(int mask)
{
	return mask & ~(IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER | IBV_QP_TIMEOUT |
			IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

static int modify_qp(struct inverbs_cm_id *id, struct ibv_qp_attr *attr, int mask)
{
	if (id->cm.qp->qp_type == IBV_QPT_UC)
		mask = without_reliability(mask);
	return ibv_modify_qp(id->cm.qp, attr, mask);
}

int inverbs_cm_modify_qp_to(struct inverbs_cm_id *id, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr;
	int mask;
	int err = query_attributes(id, state, &attr, &mask);

	return err ? err : modify_qp(id, &attr, mask);
}

static int move_to_rtr(struct inverbs_cm_id *id, unsigned int responder_resources)
{
	struct ibv_qp_attr attr;
	int mask;
	int err = query_attributes(id, IBV_QPS_RTR, &attr, &mask);

	if (err)
		return err;
	if (responder_resources != INVERBS_CM_AS_KERNEL)
		attr.max_dest_rd_atomic = (uint8_t)responder_resources;
	return modify_qp(id, &attr, mask);
}

static int move_to_rts(struct inverbs_cm_id *id, unsigned int initiator_depth)
{
	struct ibv_qp_attr attr;
	int mask;
	int err = query_attributes(id, IBV_QPS_RTS, &attr, &mask);

	if (err)
		return err;
	if (initiator_depth != INVERBS_CM_AS_KERNEL)
		attr.max_rd_atomic = (uint8_t)initiator_depth;
	return modify_qp(id, &attr, mask);
}

int inverbs_cm_qp_to_rts(struct inverbs_cm_id *id, unsigned int responder_resources,
			 unsigned int initiator_depth)
{
	/*
	 * Enter INIT again: only now does the kernel know which access flags the connection needs.
	 */
	int err = inverbs_cm_modify_qp_to(id, IBV_QPS_INIT);

	if (id->device->iwarp)
		return err; /* the kernel moves the QP further on accept */
	if (!err)
		err = move_to_rtr(id, responder_resources);
	if (!err)
		err = move_to_rts(id, initiator_depth);
	return err;
}

int inverbs_cm_qp_to_error(struct inverbs_cm_id *id)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};

	return id->cm.qp ? ibv_modify_qp(id->cm.qp, &attr, IBV_QP_STATE) : 0;
}

/* A UD queue pair is moved to RTS at once. */
static int move_ud_qp_to_rts(struct inverbs_cm_id *id)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTR};
	int err = inverbs_cm_modify_qp_to(id, IBV_QPS_INIT);

	if (!err)
		err = ibv_modify_qp(id->cm.qp, &attr, IBV_QP_STATE);
	attr.qp_state = IBV_QPS_RTS;
	if (!err)
		err = ibv_modify_qp(id->cm.qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN);
	return err;
}

/* Create a completion queue of `entries` CQEs with its own channel. */
static int make_cq(struct inverbs_cm_id *id, uint32_t entries, struct ibv_comp_channel **channel,
		   struct ibv_cq **cq)
{
	int err;

	*channel = ibv_create_comp_channel(id->cm.verbs);
	if (!*channel)
		return errno;
	inverbs_cm_register_object(*channel, "ibv_comp_channel");
	*cq = ibv_create_cq(id->cm.verbs, entries ? (int)entries : 1, &id->cm, *channel, 0);
	inverbs_cm_register_object(*cq, "ibv_cq");
	if (*cq)
		return 0;
	err = errno;
	ibv_destroy_comp_channel(*channel);
	*channel = NULL;
	return err;
}

/* Destroy the completion queues created here, with the last queue that uses them. */
static void destroy_made_cqs(struct inverbs_cm_id *id)
{
	if (id->made_cqs[0] && !id->cm.qp) {
		ibv_destroy_cq(id->cm.send_cq);
		ibv_destroy_comp_channel(id->cm.send_cq_channel);
		id->cm.send_cq = NULL;
		id->cm.send_cq_channel = NULL;
		id->made_cqs[0] = false;
	}
	if (id->made_cqs[1] && !id->cm.qp && !id->cm.srq) {
		ibv_destroy_cq(id->cm.recv_cq);
		ibv_destroy_comp_channel(id->cm.recv_cq_channel);
		id->cm.recv_cq = NULL;
		id->cm.recv_cq_channel = NULL;
		id->made_cqs[1] = false;
	}
}

/* Create the completion queues that neither the attributes nor the identifier provide. */
static int make_missing_cqs(struct inverbs_cm_id *id, struct ibv_qp_init_attr_ex *attr)
{
	int err = 0;

	if (!attr->recv_cq && !id->cm.recv_cq) {
		err = make_cq(id, attr->cap.max_recv_wr, &id->cm.recv_cq_channel, &id->cm.recv_cq);
		id->made_cqs[1] = !err;
	}
	if (!err && !attr->send_cq && !id->cm.send_cq) {
		err = make_cq(id, attr->cap.max_send_wr, &id->cm.send_cq_channel, &id->cm.send_cq);
		id->made_cqs[0] = !err;
	}
	if (err)
		destroy_made_cqs(id);
	if (!attr->recv_cq)
		attr->recv_cq = id->cm.recv_cq;
	if (!attr->send_cq)
		attr->send_cq = id->cm.send_cq;
	return err;
}

static int default_xrcd(struct inverbs_cm_id *id, struct ibv_xrcd **out)
{
	struct ibv_xrcd_init_attr which = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};

	if (!id->device->xrcd)
		id->device->xrcd = ibv_open_xrcd(id->cm.verbs, &which);
	*out = id->device->xrcd;
	return *out ? 0 : errno;
}

/* Complete the attributes from what the identifier has. */
static int complete_attributes(struct inverbs_cm_id *id, struct ibv_qp_init_attr_ex *attr)
{
	if (id->cm.qp || !id->cm.verbs)
		return EINVAL;
	if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || !attr->pd)
		attr->pd = id->cm.pd;
	attr->comp_mask |= IBV_QP_INIT_ATTR_PD;
	if (attr->pd->context != id->cm.verbs)
		return EINVAL;
	if (!attr->srq)
		attr->srq = id->cm.srq;
	if (attr->qp_type != IBV_QPT_XRC_RECV)
		return make_missing_cqs(id, attr);
	if (attr->comp_mask & IBV_QP_INIT_ATTR_XRCD)
		return 0;
	attr->comp_mask |= IBV_QP_INIT_ATTR_XRCD;
	return default_xrcd(id, &attr->xrcd);
}

static int create_qp(struct inverbs_cm_id *id, struct ibv_qp_init_attr_ex *attr)
{
	int err = complete_attributes(id, attr);

	if (err)
		return err;
	id->cm.qp = ibv_create_qp_ex(id->cm.verbs, attr);
	inverbs_cm_register_object(id->cm.qp, "ibv_qp");
	if (!id->cm.qp) {
		err = errno;
		destroy_made_cqs(id);
		return err;
	}
	if (attr->qp_type == IBV_QPT_UD)
		err = move_ud_qp_to_rts(id);
	else
		err = inverbs_cm_modify_qp_to(id, IBV_QPS_INIT);
	if (err) {
		rdma_destroy_qp(&id->cm);
		return err;
	}
	id->cm.pd = attr->pd;
	return 0;
}

int rdma_create_qp_ex(struct rdma_cm_id *id, struct ibv_qp_init_attr_ex *qp_init_attr)
{
	return rdma_seterrno(qp_init_attr ? create_qp(inverbs_cm_id_of(id), qp_init_attr) : EINVAL);
}

int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr)
{
	struct ibv_qp_init_attr_ex attr = {.comp_mask = IBV_QP_INIT_ATTR_PD, .pd = pd};
	int err;

	if (!qp_init_attr)
		return rdma_seterrno(EINVAL);
	attr.qp_context = qp_init_attr->qp_context;
	attr.send_cq = qp_init_attr->send_cq;
	attr.recv_cq = qp_init_attr->recv_cq;
	attr.srq = qp_init_attr->srq;
	attr.cap = qp_init_attr->cap;
	attr.qp_type = qp_init_attr->qp_type;
	attr.sq_sig_all = qp_init_attr->sq_sig_all;
	err = create_qp(inverbs_cm_id_of(id), &attr);
	if (!err)
		qp_init_attr->cap = attr.cap;
	return rdma_seterrno(err);
}

void rdma_destroy_qp(struct rdma_cm_id *id)
{
	ibv_destroy_qp(id->qp);
	id->qp = NULL;
	destroy_made_cqs(inverbs_cm_id_of(id));
}

static int create_srq(struct inverbs_cm_id *id, struct ibv_srq_init_attr_ex *attr)
{
	bool xrc = attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type == IBV_SRQT_XRC;
	int err = 0;

	if (id->cm.srq || !id->cm.verbs)
		return EINVAL;
	if (!(attr->comp_mask & IBV_SRQ_INIT_ATTR_PD) || !attr->pd)
		attr->pd = id->cm.pd;
	attr->comp_mask |= IBV_SRQ_INIT_ATTR_PD;
	if (attr->pd->context != id->cm.verbs)
		return EINVAL;
	if (xrc && !(attr->comp_mask & IBV_SRQ_INIT_ATTR_XRCD)) {
		err = default_xrcd(id, &attr->xrcd);
		attr->comp_mask |= IBV_SRQ_INIT_ATTR_XRCD;
	}
	if (!err && xrc && !(attr->comp_mask & IBV_SRQ_INIT_ATTR_CQ)) {
		err = make_cq(id, attr->attr.max_wr, &id->cm.recv_cq_channel, &id->cm.recv_cq);
		id->made_cqs[1] = !err;
		attr->cq = id->cm.recv_cq;
		attr->comp_mask |= IBV_SRQ_INIT_ATTR_CQ;
	}
	if (err)
		return err;
	id->cm.srq = ibv_create_srq_ex(id->cm.verbs, attr);
	inverbs_cm_register_object(id->cm.srq, "ibv_srq");
	if (id->cm.srq)
		return 0;
	err = errno;
	destroy_made_cqs(id);
	return err;
}

int rdma_create_srq_ex(struct rdma_cm_id *id, struct ibv_srq_init_attr_ex *attr)
{
	return rdma_seterrno(attr ? create_srq(inverbs_cm_id_of(id), attr) : EINVAL);
}

int rdma_create_srq(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	struct ibv_srq_init_attr_ex ex = {
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.pd = pd,
	};
	int err;

	if (!attr)
		return rdma_seterrno(EINVAL);
	ex.srq_context = attr->srq_context;
	ex.attr = attr->attr;
	ex.srq_type = id->qp_type == IBV_QPT_XRC_RECV ? IBV_SRQT_XRC : IBV_SRQT_BASIC;
	err = create_srq(inverbs_cm_id_of(id), &ex);
	if (!err)
		attr->attr = ex.attr;
	return rdma_seterrno(err);
}

void rdma_destroy_srq(struct rdma_cm_id *id)
{
	ibv_destroy_srq(id->srq);
	id->srq = NULL;
	destroy_made_cqs(inverbs_cm_id_of(id));
}
