/* SPDX-License-Identifier: BSD-2-Clause */
/* cxgb3: where its WQEs are, and its generated decoders. */
#include <inverbs/device/cxgb3_device.h>
#include <inverbs/print/cxgb3_print.h>
#include <inverbs/fast/wqe.h>

#include "rings.h"

const struct inverbs_dump *const rings_dump = &cxgb3_dump;
const bool rings_name_window_types = true;

bool rings_keep_flags(enum ibv_wr_opcode opcode)
{
	return opcode != IBV_WR_RDMA_READ;
}

static const uint8_t *newest(const struct bench_queues *q, uint32_t back, uint32_t *bytes)
{
	const struct inverbs_sq *sq = &q->qp.sq;

	*bytes = 1U << sq->shift;
	return inverbs_slot(sq->buf, inverbs_sq_position(sq) - 1 - back, sq->entries, sq->shift);
}

const uint8_t *rings_newest_send(const struct bench_queues *q, uint32_t back, uint32_t *bytes)
{
	return newest(q, back, bytes);
}

const uint8_t *rings_newest_receive(const struct bench_queues *q, uint32_t *bytes)
{
	return newest(q, 0, bytes);
}

int rings_read_send(enum ibv_qp_type type, const void *entry, uint32_t bytes,
		    struct inverbs_dev_wr *out)
{
	return cxgb3_dev_decode_send(type, inverbs_dev_copied(entry), bytes, out);
}

int rings_read_receive(const void *entry, uint32_t bytes, struct inverbs_dev_recv *out)
{
	return cxgb3_dev_decode_recv(inverbs_dev_copied(entry), bytes, out);
}

void rings_complete(struct bench_queues *q, bool is_send, enum ibv_wc_status status, uint32_t bytes)
{
	uint8_t *slot = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, q->cq.shift);
	const struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn,
		.is_send = is_send,
		.hw_opcode = CXGB3_WR_SEND,
		.vendor_err = cxgb3_dev_status(status),
		.serial = is_send ? q->qp.sq.tail : q->qp.rq.tail + 1,
		.byte_len = bytes,
	};

	cxgb3_dev_encode_cqe(slot, CXGB3_CQE_SIZE, &cqe);
	cxgb3_dev_publish_cqe(slot, CXGB3_CQE_SIZE, q->produced, q->cq.entries);
	q->produced++;
}
