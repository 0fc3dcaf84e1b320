/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The operations of deneb: its inline fast path, instantiated once behind function pointers, and
 * the adapter's table for the shared control path.
 */
#include "deneb_ops.h"

#include <inverbs/adapters/deneb.h>
#include <inverbs/device/deneb_device.h>
#include <inverbs/kernel/deneb_abi.h>
#include <inverbs/fast/datapath.h>

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return deneb_post_send(qp, wr, bad_wr);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return deneb_post_recv(qp, wr, bad_wr);
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return deneb_post_srq_recv(srq, wr, bad_wr);
}

static int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return deneb_poll_cq(cq, num_entries, wc);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	return deneb_start_poll(cq, attr);
}

static int next_poll(struct ibv_cq_ex *cq)
{
	return deneb_next_poll(cq);
}

static void end_poll(struct ibv_cq_ex *cq)
{
	deneb_end_poll(cq);
}

uint64_t deneb_send_ops(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
		       IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
		       IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_WRITE |
		       IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV;
	case IBV_QPT_UC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
		       IBV_QP_EX_WITH_SEND_WITH_INV;
	case IBV_QPT_UD:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
	default:
		return 0;
	}
}

void deneb_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.post_srq_recv = post_srq_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = inverbs_command_arm_cq;
}

static enum ibv_wc_opcode read_opcode(struct ibv_cq_ex *cq)
{
	return deneb_read_opcode(cq);
}

static uint32_t read_vendor_err(struct ibv_cq_ex *cq)
{
	return deneb_read_vendor_err(cq);
}

static unsigned int read_wc_flags(struct ibv_cq_ex *cq)
{
	return deneb_read_wc_flags(cq);
}

static uint32_t read_byte_len(struct ibv_cq_ex *cq)
{
	return deneb_read_byte_len(cq);
}

static __be32 read_imm_data(struct ibv_cq_ex *cq)
{
	return deneb_read_imm_data(cq);
}

static uint32_t read_qp_num(struct ibv_cq_ex *cq)
{
	return deneb_read_qp_num(cq);
}

static uint32_t read_src_qp(struct ibv_cq_ex *cq)
{
	return deneb_read_src_qp(cq);
}

void deneb_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags)
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
}

static bool cqe_names(const uint8_t *cqe, uint32_t number,
		      const struct inverbs_srq *srq INVERBS_UNUSED)
{
	const struct deneb_news e = deneb_news_get(cqe);

	return e.qpn == number;
}

static void cq_write(struct inverbs_cq *cq, uint32_t index, const struct inverbs_dev_cqe *cqe)
{
	void *const slot = inverbs_slot(cq->buf, index, cq->entries, cq->shift);

	deneb_dev_encode_cqe(slot, 1U << cq->shift, cqe);
	deneb_set_producer(cq->buf, deneb_next(index & (cq->entries - 1), cq->entries));
}

static uint64_t send_id(const uint8_t *wqe)
{
	struct inverbs_dev_wr wr;

	deneb_dev_read_head(wqe, &wr);
	return wr.wr_id;
}

static uint64_t recv_id(const uint8_t *wqe)
{
	return deneb_blank_get(wqe).id;
}

static const struct inverbs_queue_head head = {
	.bytes = DENEB_QUEUE_HEAD,
	.entries = deneb_queue_entries,
	.shift = deneb_queue_shift,
	.producer = deneb_producer,
	.consumer = deneb_consumer,
	.set_consumer = deneb_set_consumer,
	.send_id = send_id,
	.recv_id = recv_id,
	.send_bytes = deneb_send_bytes,
	.recv_bytes = deneb_recv_bytes,
};

const struct inverbs_control deneb_control = {
	.adapter = 22,
	.qp_numbers = DENEB_QP_NUMBERS,
	.max_ports = DENEB_MAX_PORTS,
	.either_link = false,
	.context_abi = 0,
	.doorbell_page = -1,
	.image_page = -1,
	.clock_page = -1,
	.clock_big = true,
	.set_ops = deneb_set_ops,
	.command_data = &deneb_command_data,
	.qp_types = 1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_UD,
	.xrc = false,
	.rung_by_command = true,
	.wc_fields = DENEB_WC_FIELDS,
	.set_cq_ops = deneb_set_cq_ops,
	.cqe_bytes = DENEB_NEWS_SIZE,
	.cq_entry = deneb_cq_entry,
	.cqe_names = cqe_names,
	.cq_seek = deneb_cq_seek,
	.cq_publish_ci = deneb_cq_publish_ci,
	.cq_write = cq_write,
	.recv_sge_bytes = 16,
	.send_chunk = 0,
	.head = &head,
};
