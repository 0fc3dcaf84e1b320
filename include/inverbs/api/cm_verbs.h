/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inline functions of <rdma/rdma_verbs.h>: each builds one work request, which the compiler can
 * see, and posts it with the inline fast path of ibv_post_send().
 */
#ifndef INVERBS_CM_VERBS_H
#define INVERBS_CM_VERBS_H

#include <errno.h>
#include <rdma/rdma_verbs.h>
#include <stdint.h>
#include <string.h>

static inline int rdma_seterrno(int ret)
{
	if (!ret)
		return 0;
	errno = ret;
	return -1;
}

static inline struct ibv_mr *INVERBS_PLAIN(rdma_reg_msgs)(struct rdma_cm_id *id, void *addr,
							  size_t length)
{
	return ibv_reg_mr(id->pd, addr, length, IBV_ACCESS_LOCAL_WRITE);
}

static inline struct ibv_mr *INVERBS_PLAIN(rdma_reg_read)(struct rdma_cm_id *id, void *addr,
							  size_t length)
{
	return ibv_reg_mr(id->pd, addr, length, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
}

static inline struct ibv_mr *INVERBS_PLAIN(rdma_reg_write)(struct rdma_cm_id *id, void *addr,
							   size_t length)
{
	return ibv_reg_mr(id->pd, addr, length, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
}

static inline int INVERBS_PLAIN(rdma_dereg_mr)(struct ibv_mr *mr)
{
	return rdma_seterrno(ibv_dereg_mr(mr));
}

static inline int INVERBS_PLAIN(rdma_post_recvv)(struct rdma_cm_id *id, void *context,
						 struct ibv_sge *sgl, int nsge)
{
	struct ibv_recv_wr wr, *bad;

	memset(&wr, 0, sizeof(wr));
	wr.wr_id = (uintptr_t)context;
	wr.sg_list = sgl;
	wr.num_sge = nsge;
	if (id->srq)
		return rdma_seterrno(ibv_post_srq_recv(id->srq, &wr, &bad));
	return rdma_seterrno(ibv_post_recv(id->qp, &wr, &bad));
}

/* A send work request without the members that depend on its opcode. */
static inline struct ibv_send_wr inverbs_cm_request(enum ibv_wr_opcode opcode, void *context,
						    struct ibv_sge *sgl, int nsge, int flags)
{
	struct ibv_send_wr wr;

	memset(&wr, 0, sizeof(wr));
	wr.wr_id = (uintptr_t)context;
	wr.sg_list = sgl;
	wr.num_sge = nsge;
	wr.opcode = opcode;
	wr.send_flags = (unsigned int)flags;
	return wr;
}

static inline int inverbs_cm_post(struct rdma_cm_id *id, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	return rdma_seterrno(ibv_post_send(id->qp, wr, &bad));
}

/* One SGE. If there is no region, as for inline data, the adapter ignores the key. */
static inline struct ibv_sge inverbs_cm_sge(void *addr, size_t length, struct ibv_mr *mr)
{
	struct ibv_sge sge;

	sge.addr = (uintptr_t)addr;
	sge.length = (uint32_t)length;
	sge.lkey = mr ? mr->lkey : 0;
	return sge;
}

static inline int INVERBS_PLAIN(rdma_post_sendv)(struct rdma_cm_id *id, void *context,
						 struct ibv_sge *sgl, int nsge, int flags)
{
	struct ibv_send_wr wr = inverbs_cm_request(IBV_WR_SEND, context, sgl, nsge, flags);

	return inverbs_cm_post(id, &wr);
}

static inline int INVERBS_PLAIN(rdma_post_readv)(struct rdma_cm_id *id, void *context,
						 struct ibv_sge *sgl, int nsge, int flags,
						 uint64_t remote_addr, uint32_t rkey)
{
	struct ibv_send_wr wr = inverbs_cm_request(IBV_WR_RDMA_READ, context, sgl, nsge, flags);

	wr.wr.rdma.remote_addr = remote_addr;
	wr.wr.rdma.rkey = rkey;
	return inverbs_cm_post(id, &wr);
}

static inline int INVERBS_PLAIN(rdma_post_writev)(struct rdma_cm_id *id, void *context,
						  struct ibv_sge *sgl, int nsge, int flags,
						  uint64_t remote_addr, uint32_t rkey)
{
	struct ibv_send_wr wr = inverbs_cm_request(IBV_WR_RDMA_WRITE, context, sgl, nsge, flags);

	wr.wr.rdma.remote_addr = remote_addr;
	wr.wr.rdma.rkey = rkey;
	return inverbs_cm_post(id, &wr);
}

static inline int INVERBS_PLAIN(rdma_post_recv)(struct rdma_cm_id *id, void *context, void *addr,
						size_t length, struct ibv_mr *mr)
{
	struct ibv_sge sge = inverbs_cm_sge(addr, length, mr);

	return rdma_post_recvv(id, context, &sge, 1);
}

static inline int INVERBS_PLAIN(rdma_post_send)(struct rdma_cm_id *id, void *context, void *addr,
						size_t length, struct ibv_mr *mr, int flags)
{
	struct ibv_sge sge = inverbs_cm_sge(addr, length, mr);

	return rdma_post_sendv(id, context, &sge, 1, flags);
}

static inline int INVERBS_PLAIN(rdma_post_read)(struct rdma_cm_id *id, void *context, void *addr,
						size_t length, struct ibv_mr *mr, int flags,
						uint64_t remote_addr, uint32_t rkey)
{
	struct ibv_sge sge = inverbs_cm_sge(addr, length, mr);

	return rdma_post_readv(id, context, &sge, 1, flags, remote_addr, rkey);
}

static inline int INVERBS_PLAIN(rdma_post_write)(struct rdma_cm_id *id, void *context, void *addr,
						 size_t length, struct ibv_mr *mr, int flags,
						 uint64_t remote_addr, uint32_t rkey)
{
	struct ibv_sge sge = inverbs_cm_sge(addr, length, mr);

	return rdma_post_writev(id, context, &sge, 1, flags, remote_addr, rkey);
}

static inline int INVERBS_PLAIN(rdma_post_ud_send)(struct rdma_cm_id *id, void *context, void *addr,
						   size_t length, struct ibv_mr *mr, int flags,
						   struct ibv_ah *ah, uint32_t remote_qpn)
{
	struct ibv_sge sge = inverbs_cm_sge(addr, length, mr);
	struct ibv_send_wr wr = inverbs_cm_request(IBV_WR_SEND, context, &sge, 1, flags);

	wr.wr.ud.ah = ah;
	wr.wr.ud.remote_qpn = remote_qpn;
	wr.wr.ud.remote_qkey = RDMA_UDP_QKEY;
	return inverbs_cm_post(id, &wr);
}

/* Wait for the event of an armed CQ and acknowledge it at once: there is only one waiter. */
static inline int inverbs_cm_sleep(struct ibv_comp_channel *channel)
{
	struct ibv_cq *cq;
	void *cq_context;

	if (ibv_get_cq_event(channel, &cq, &cq_context))
		return -1;
	ibv_ack_cq_events(cq, 1);
	return 0;
}

/*
 * Poll; arm and poll again, so that a completion between the first poll and the arm is not missed;
 * then wait.
 */
static inline int inverbs_cm_completion(struct ibv_cq *cq, struct ibv_comp_channel *channel,
					struct ibv_wc *wc)
{
	int n, err;

	for (;;) {
		n = ibv_poll_cq(cq, 1, wc);
		if (n)
			break;
		err = ibv_req_notify_cq(cq, 0);
		if (err)
			return rdma_seterrno(err);
		n = ibv_poll_cq(cq, 1, wc);
		if (n)
			break;
		if (inverbs_cm_sleep(channel))
			return -1;
	}
	return n < 0 ? rdma_seterrno(EIO) : n;
}

static inline int INVERBS_PLAIN(rdma_get_send_comp)(struct rdma_cm_id *id, struct ibv_wc *wc)
{
	return inverbs_cm_completion(id->send_cq, id->send_cq_channel, wc);
}

static inline int INVERBS_PLAIN(rdma_get_recv_comp)(struct rdma_cm_id *id, struct ibv_wc *wc)
{
	return inverbs_cm_completion(id->recv_cq, id->recv_cq_channel, wc);
}

#endif
