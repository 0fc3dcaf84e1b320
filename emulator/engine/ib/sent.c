/* SPDX-License-Identifier: BSD-2-Clause */
/* Send work requests: the chunks that they are sent in, and their completion. */
#include "engine/ib/internal.h"

bool softhca_engine_fill_packet(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
				uint64_t total, uint64_t from, struct engine_packet *packet)
{
	uint64_t left = total - from;
	uint32_t mtu = 128U << (eq->qp->attr.path_mtu ? eq->qp->attr.path_mtu : IBV_MTU_4096);
	uint32_t access = softhca_engine_is_read(wr->opcode) ? IBV_ACCESS_LOCAL_WRITE : 0;

	packet->from = eq;
	packet->wr = wr;
	packet->total = total;
	packet->offset = from;
	packet->bytes = left < ENGINE_CHUNK ? left : ENGINE_CHUNK;
	packet->count = packet->bytes ? (uint32_t)((packet->bytes + mtu - 1) / mtu) : 1;
	packet->last = packet->bytes == left;
	packet->rnr_code = 0;
	packet->progress = &eq->progress;
	packet->inlined = wr->inline_len ? wr->inline_data + from : NULL;
	if (packet->inlined)
		return true;
	return softhca_engine_local_spans(eq->qp->pd, wr->sge, wr->num_sge, from, packet->bytes,
					  access, &packet->local);
}

static bool is_signaled(const struct engine_qp *eq, const struct inverbs_dev_wr *wr)
{
	return wr->send_flags & IBV_SEND_SIGNALED ||
	       (eq->hw->adapter->knows_sig_all && eq->qp->sq_sig_all);
}

void softhca_engine_send_done(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
			      enum ibv_wc_status status, uint32_t byte_len)
{
	const struct inverbs_dev_cqe cqe = {
		.wr_id = wr->wr_id,
		.qpn = eq->qp->qpn,
		.is_send = true,
		.status = status,
		.hw_opcode = wr->hw_opcode,
		.wqe_index = eq->send_index,
		.byte_len = byte_len,
		.timestamp = softhca_engine_timestamp(eq, eq->qp->send_cq),
	};

	eq->busy = false;
	eq->passage = 0;
	eq->progress = (struct dma_progress){.moved = 0};
	eq->send_index++;
	hw_ring_publish_index(eq->hw->adapter, &eq->hw->send, eq->send_index);
	if (status != IBV_WC_SUCCESS || is_signaled(eq, wr))
		softhca_engine_complete(eq, eq->qp->send_cq, &cqe, false);
	softhca_engine_drain_check(eq);
}

void softhca_engine_send_succeeded(struct engine_qp *eq, const struct inverbs_dev_wr *wr,
				   uint64_t bytes)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);
	bool read = softhca_engine_is_read(wr->opcode);

	if (port) {
		port->counters.messages_sent++;
		port->counters.bytes_sent += read ? 0 : bytes;
	}
	softhca_engine_send_done(eq, wr, IBV_WC_SUCCESS,
				 read || eq->hw->adapter->named ? (uint32_t)bytes : 0);
}
