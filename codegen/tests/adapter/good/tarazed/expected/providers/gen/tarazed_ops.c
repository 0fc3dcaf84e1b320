/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The operations of tarazed: its inline fast path, instantiated once behind function pointers, and
 * the adapter's table for the shared control path.
 */
#include "tarazed_ops.h"

#include <inverbs/adapters/tarazed.h>
#include <inverbs/device/tarazed_device.h>
#include <inverbs/kernel/tarazed_abi.h>

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return tarazed_post_send(qp, wr, bad_wr);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return tarazed_post_recv(qp, wr, bad_wr);
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return tarazed_post_srq_recv(srq, wr, bad_wr);
}

static int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return tarazed_poll_cq(cq, num_entries, wc);
}

static int arm_cq(struct ibv_cq *cq, int solicited_only)
{
	return tarazed_arm_cq(cq, solicited_only);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	return tarazed_start_poll(cq, attr);
}

static int next_poll(struct ibv_cq_ex *cq)
{
	return tarazed_next_poll(cq);
}

static void end_poll(struct ibv_cq_ex *cq)
{
	tarazed_end_poll(cq);
}

uint64_t tarazed_send_ops(enum ibv_qp_type type)
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

void tarazed_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.post_srq_recv = post_srq_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = arm_cq;
}

static enum ibv_wc_opcode read_opcode(struct ibv_cq_ex *cq)
{
	return tarazed_read_opcode(cq);
}

static uint32_t read_vendor_err(struct ibv_cq_ex *cq)
{
	return tarazed_read_vendor_err(cq);
}

static unsigned int read_wc_flags(struct ibv_cq_ex *cq)
{
	return tarazed_read_wc_flags(cq);
}

static uint32_t read_byte_len(struct ibv_cq_ex *cq)
{
	return tarazed_read_byte_len(cq);
}

static __be32 read_imm_data(struct ibv_cq_ex *cq)
{
	return tarazed_read_imm_data(cq);
}

static uint32_t read_qp_num(struct ibv_cq_ex *cq)
{
	return tarazed_read_qp_num(cq);
}

static uint32_t read_src_qp(struct ibv_cq_ex *cq)
{
	return tarazed_read_src_qp(cq);
}

static uint32_t read_slid(struct ibv_cq_ex *cq)
{
	return tarazed_read_slid(cq);
}

static uint8_t read_sl(struct ibv_cq_ex *cq)
{
	return tarazed_read_sl(cq);
}

static uint8_t read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return tarazed_read_dlid_path_bits(cq);
}

static uint64_t read_completion_ts(struct ibv_cq_ex *cq)
{
	return tarazed_read_completion_ts(cq);
}

void tarazed_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags)
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

static bool cqe_ends_ring(const uint8_t *cqe)
{
	const struct tarazed_done e = tarazed_done_get(cqe);

	return tarazed_cqe_ends_ring(&e);
}

static void cq_write(struct inverbs_cq *cq, uint32_t index, const struct inverbs_dev_cqe *cqe)
{
	void *const slot = inverbs_slot(cq->buf, index, cq->entries, cq->shift);

	tarazed_dev_encode_cqe(slot, 1U << cq->shift, cqe);
	tarazed_dev_publish_cqe(slot, 1U << cq->shift, index, cq->entries);
}

static uint32_t srq_next(const struct inverbs_srq *srq, uint32_t slot)
{
	return tarazed_link_get(tarazed_srq_slot(srq, slot)).next;
}

static const struct inverbs_slot_type slot_types[] = {
	{IBV_QPT_RC, 32, 64, 16}, {IBV_QPT_UC, 32, 64, 16},        {IBV_QPT_XRC_SEND, 32, 64, 16},
	{IBV_QPT_UD, 48, 48, 0},  {IBV_QPT_RAW_PACKET, 48, 48, 0},
};

/* tarazed.send.ring.slots */
static const struct inverbs_slots slots = {
	.least = 32,
	.most = 512,
	.ahead = 256,
	.most_wqe = 2040,
	.inline_chunk = 64,
	.inline_header = 4,
	.sge = 16,
	.types = slot_types,
	.count = 5,
};

/* tarazed.address */
static void put_address(uint8_t *av, const struct inverbs_address *to)
{
	struct tarazed_vector e;

	memset(&e, 0, sizeof(e));
	e.port = to->attr->port_num & 0xffU;
	e.pdn = to->pdn & 0xffffffU;
	e.rate = (to->attr->static_rate ? to->attr->static_rate + 3 : 0) & 0xffU;
	e.global = to->attr->is_global & 0x1U;

	if (to->attr->is_global) {
		e.index = to->attr->grh.sgid_index & 0xffU;
		e.hops = to->attr->grh.hop_limit & 0xffU;
		e.kind = to->attr->grh.traffic_class & 0xffU;
		e.flow = to->attr->grh.flow_label & 0xfffffU;
		memcpy(e.gid, to->attr->grh.dgid.raw, 16);
	}

	if (!to->ethernet) {
		e.lid = to->attr->dlid & 0xffffU;
		e.path = to->attr->src_path_bits & 0x7fU;
		e.sl = to->attr->sl & 0xfU;
	}

	if (to->ethernet) {
		e.priority = to->attr->sl & 0x7U;
	}

	if (to->multicast) {
		e.group = 1;
		e.lid = 0xc001;
	}

	if (to->tagged) {
		e.tagged = 1;
	}

	tarazed_vector_put(av, &e);
}

const struct inverbs_control tarazed_control = {
	.adapter = 20,
	.max_ports = TARAZED_MAX_PORTS,
	.either_link = true,
	.context_abi = 3,
	.doorbell_page = 2,
	.image_page = 5,
	.clock_page = 7,
	.clock_big = false,
	.image_unit = 64,
	.set_ops = tarazed_set_ops,
	.put_address = put_address,
	.command_data = &tarazed_command_data,
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_XRC_SEND |
		    1U << IBV_QPT_UD | 1U << IBV_QPT_RAW_PACKET,
	.xrc = true,
	.rung_by_command = false,
	.wc_fields = TARAZED_WC_FIELDS,
	.set_cq_ops = tarazed_set_cq_ops,
	.wc_under_timestamp = IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL,
	.cqe_bytes = TARAZED_DONE_SIZE,
	.cq_entry = tarazed_cq_entry,
	.cqe_ready = tarazed_cqe_ready,
	.cqe_take_place = tarazed_cqe_take_place,
	.cqe_ends_ring = cqe_ends_ring,
	.cq_seek = tarazed_cq_seek,
	.cq_publish_ci = tarazed_cq_publish_ci,
	.cq_write = cq_write,
	.sq_init = tarazed_sq_init,
	.recv_sge_bytes = 16,
	.srq_init = tarazed_srq_init,
	.srq_free = tarazed_srq_free,
	.srq_next = srq_next,
	.srq_head_bytes = 16,
	.srq_least_slot = 32,
	.send_chunk = 64,
	.slots = &slots,
};
