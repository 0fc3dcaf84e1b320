/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The operations of altair: its inline fast path, instantiated once behind function pointers, and
 * the adapter's table for the shared control path.
 */
#include "altair_ops.h"

#include <inverbs/adapters/altair.h>
#include <inverbs/device/altair_device.h>
#include <inverbs/kernel/altair_abi.h>

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return altair_post_send(qp, wr, bad_wr);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return altair_post_recv(qp, wr, bad_wr);
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return altair_post_srq_recv(srq, wr, bad_wr);
}

static int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return altair_poll_cq(cq, num_entries, wc);
}

static int arm_cq(struct ibv_cq *cq, int solicited_only)
{
	return altair_arm_cq(cq, solicited_only);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	return altair_start_poll(cq, attr);
}

static int next_poll(struct ibv_cq_ex *cq)
{
	return altair_next_poll(cq);
}

static void end_poll(struct ibv_cq_ex *cq)
{
	altair_end_poll(cq);
}

uint64_t altair_send_ops(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
		       IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
		       IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
		       IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_LOCAL_INV |
		       IBV_QP_EX_WITH_BIND_MW;
	case IBV_QPT_UC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
		       IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |
		       IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_BIND_MW;
	case IBV_QPT_XRC_SEND:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
		       IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP;
	case IBV_QPT_UD:
	case IBV_QPT_RAW_PACKET:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
	default:
		return 0;
	}
}

void altair_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.post_srq_recv = post_srq_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = arm_cq;
}

static enum ibv_wc_opcode read_opcode(struct ibv_cq_ex *cq)
{
	return altair_read_opcode(cq);
}

static uint32_t read_vendor_err(struct ibv_cq_ex *cq)
{
	return altair_read_vendor_err(cq);
}

static unsigned int read_wc_flags(struct ibv_cq_ex *cq)
{
	return altair_read_wc_flags(cq);
}

static uint32_t read_byte_len(struct ibv_cq_ex *cq)
{
	return altair_read_byte_len(cq);
}

static __be32 read_imm_data(struct ibv_cq_ex *cq)
{
	return altair_read_imm_data(cq);
}

static uint32_t read_qp_num(struct ibv_cq_ex *cq)
{
	return altair_read_qp_num(cq);
}

static uint32_t read_src_qp(struct ibv_cq_ex *cq)
{
	return altair_read_src_qp(cq);
}

static uint32_t read_slid(struct ibv_cq_ex *cq)
{
	return altair_read_slid(cq);
}

static uint8_t read_sl(struct ibv_cq_ex *cq)
{
	return altair_read_sl(cq);
}

static uint8_t read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return altair_read_dlid_path_bits(cq);
}

static uint64_t read_completion_ts(struct ibv_cq_ex *cq)
{
	return altair_read_completion_ts(cq);
}

void altair_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags)
{
	cq->start_poll = start_poll;
	cq->next_poll = next_poll;
	cq->end_poll = end_poll;
	cq->read_opcode = read_opcode;
	cq->read_vendor_err = read_vendor_err;
	cq->read_wc_flags = read_wc_flags;
	if (wc_flags & IBV_WC_EX_WITH_BYTE_LEN)
		cq->read_byte_len = read_byte_len;
	if (wc_flags & IBV_WC_EX_WITH_IMM)
		cq->read_imm_data = read_imm_data;
	if (wc_flags & IBV_WC_EX_WITH_QP_NUM)
		cq->read_qp_num = read_qp_num;
	if (wc_flags & IBV_WC_EX_WITH_SRC_QP)
		cq->read_src_qp = read_src_qp;
	if (wc_flags & IBV_WC_EX_WITH_SLID)
		cq->read_slid = read_slid;
	if (wc_flags & IBV_WC_EX_WITH_SL)
		cq->read_sl = read_sl;
	if (wc_flags & IBV_WC_EX_WITH_DLID_PATH_BITS)
		cq->read_dlid_path_bits = read_dlid_path_bits;
	if (wc_flags & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP)
		cq->read_completion_ts = read_completion_ts;
}

static bool cqe_names(const uint8_t *cqe, uint32_t number, const struct inverbs_srq *srq)
{
	const struct altair_done e = altair_done_get(cqe);

	/*
	 * a receive completion of an XRC queue pair belongs to the SRQ; it stays when only the
	 * queue pair is destroyed
	 */
	if ((e.qpn & ALTAIR_XRC_BIT) && !altair_cqe_is_send(&e))
		return srq && srq->is_xrc && e.srqn == srq->srqn;
	return e.qpn == number;
}

static bool cqe_frees(const uint8_t *cqe, uint32_t *slot)
{
	const struct altair_done e = altair_done_get(cqe);

	*slot = e.wqe_index;
	return !altair_cqe_is_send(&e);
}

static bool cqe_ends_ring(const uint8_t *cqe)
{
	const struct altair_done e = altair_done_get(cqe);

	return altair_cqe_ends_ring(&e);
}

static void cq_write(struct inverbs_cq *cq, uint32_t index, const struct inverbs_dev_cqe *cqe)
{
	void *const slot = inverbs_slot(cq->buf, index, cq->entries, cq->shift);

	altair_dev_encode_cqe(slot, 1U << cq->shift, cqe);
	altair_dev_publish_cqe(slot, 1U << cq->shift, index, cq->entries);
}

static uint32_t srq_next(const struct inverbs_srq *srq, uint32_t slot)
{
	return altair_link_get(altair_srq_slot(srq, slot)).next;
}

const struct inverbs_control altair_control = {
	.adapter = 29,
	.max_ports = ALTAIR_MAX_PORTS,
	.either_link = true,
	.context_abi = 0,
	.doorbell_page = -1,
	.image_page = -1,
	.clock_page = -1,
	.clock_big = false,
	.image_unit = 64,
	.set_ops = altair_set_ops,
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_XRC_SEND |
		    1U << IBV_QPT_UD | 1U << IBV_QPT_RAW_PACKET,
	.xrc = true,
	.xrc_bit = ALTAIR_XRC_BIT,
	.rung_by_command = false,
	.wc_fields = ALTAIR_WC_FIELDS,
	.set_cq_ops = altair_set_cq_ops,
	.wc_under_timestamp = IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL,
	.cqe_bytes = ALTAIR_DONE_SIZE,
	.cq_entry = altair_cq_entry,
	.cqe_ready = altair_cqe_ready,
	.cqe_take_place = altair_cqe_take_place,
	.cqe_names = cqe_names,
	.cqe_frees = cqe_frees,
	.cqe_ends_ring = cqe_ends_ring,
	.cq_seek = altair_cq_seek,
	.cq_publish_ci = altair_cq_publish_ci,
	.cq_write = cq_write,
	.sq_init = altair_sq_init,
	.recv_sge_bytes = 16,
	.srq_init = altair_srq_init,
	.srq_free = altair_srq_free,
	.srq_next = srq_next,
	.srq_head_bytes = 16,
	.srq_least_slot = 32,
	.send_chunk = 64,
};
