/* SPDX-License-Identifier: BSD-2-Clause */
/* The same requests, built by ibv_wr_start() and related calls. */
#include "bounds.h"

enum {
	MOST_BUFS = 128, /* more than any list in these tests */
};

static bool begin_request(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	const uint64_t to = wr->wr.rdma.remote_addr;

	switch ((uint32_t)wr->opcode) {
	case IBV_WR_SEND:
		ibv_wr_send(qp);
		return true;
	case IBV_WR_SEND_WITH_IMM:
		ibv_wr_send_imm(qp, wr->imm_data);
		return true;
	case IBV_WR_SEND_WITH_INV:
		ibv_wr_send_inv(qp, wr->invalidate_rkey);
		return true;
	case IBV_WR_RDMA_WRITE:
		ibv_wr_rdma_write(qp, wr->wr.rdma.rkey, to);
		return true;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		ibv_wr_rdma_write_imm(qp, wr->wr.rdma.rkey, to, wr->imm_data);
		return true;
	case IBV_WR_RDMA_READ:
		ibv_wr_rdma_read(qp, wr->wr.rdma.rkey, to);
		return true;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		ibv_wr_atomic_cmp_swp(qp, wr->wr.atomic.rkey, to, wr->wr.atomic.compare_add,
				      wr->wr.atomic.swap);
		return true;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		ibv_wr_atomic_fetch_add(qp, wr->wr.atomic.rkey, to, wr->wr.atomic.compare_add);
		return true;
	case IBV_WR_LOCAL_INV:
		ibv_wr_local_inv(qp, wr->invalidate_rkey);
		return true;
	case IBV_WR_BIND_MW:
		ibv_wr_bind_mw(qp, wr->bind_mw.mw, wr->bind_mw.rkey, &wr->bind_mw.bind_info);
		return true;
	default:
		return false;
	}
}

static void set_data(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	struct ibv_data_buf bufs[MOST_BUFS];
	const size_t n = (size_t)wr->num_sge;

	if (!(wr->send_flags & IBV_SEND_INLINE)) {
		ibv_wr_set_sge_list(qp, n, wr->sg_list);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		bufs[i].addr = (void *)(uintptr_t)wr->sg_list[i].addr;
		bufs[i].length = wr->sg_list[i].length;
	}
	ibv_wr_set_inline_data_list(qp, n, bufs);
}

static bool build(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	qp->wr_id = wr->wr_id;
	qp->wr_flags = wr->send_flags;
	if (wr->num_sge < 0 || wr->num_sge > MOST_BUFS || !begin_request(qp, wr))
		return false;
	set_data(qp, wr);
	if (qp->qp_base.qp_type == IBV_QPT_UD || qp->qp_base.qp_type == IBV_QPT_DRIVER)
		ibv_wr_set_ud_addr(qp, wr->wr.ud.ah, wr->wr.ud.remote_qpn, wr->wr.ud.remote_qkey);
	return true;
}

bool post_built(struct ibv_qp *base, const struct ibv_send_wr *wr, int *err)
{
	struct ibv_qp_ex *const qp = ibv_qp_to_qp_ex(base);
	bool built = true;

	ibv_wr_start(qp);
	for (; wr && built; wr = wr->next)
		built = build(qp, wr);
	if (built)
		*err = ibv_wr_complete(qp);
	else
		ibv_wr_abort(qp);
	return built;
}
