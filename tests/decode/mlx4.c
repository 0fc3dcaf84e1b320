/* SPDX-License-Identifier: BSD-2-Clause */
/* mlx4: where its WQEs are, and its generated decoders. */
#include <inverbs/device/mlx4_device.h>
#include <inverbs/print/mlx4_print.h>
#include <inverbs/fast/wqe.h>

#include "rings.h"

const struct inverbs_dump *const rings_dump = &mlx4_dump;
const bool rings_name_window_types = true;

bool rings_keep_flags(enum ibv_wr_opcode opcode)
{
	(void)opcode;
	return true;
}

const uint8_t *rings_newest_send(const struct bench_queues *q, uint32_t back, uint32_t *bytes)
{
	const struct inverbs_sq *sq = &q->qp.sq;

	*bytes = 1U << sq->shift;
	return inverbs_slot(sq->buf, inverbs_sq_head(sq) - 1 - back, sq->entries, sq->shift);
}

const uint8_t *rings_newest_receive(const struct bench_queues *q, uint32_t *bytes)
{
	const struct inverbs_rq *rq = &q->qp.rq;

	*bytes = 1U << rq->shift;
	return inverbs_slot(rq->buf, inverbs_rq_head(rq) - 1, rq->entries, rq->shift);
}

int rings_read_send(enum ibv_qp_type type, const void *entry, uint32_t bytes,
		    struct inverbs_dev_wr *out)
{
	return mlx4_dev_decode_send(type, inverbs_dev_copied(entry), bytes, out);
}

int rings_read_receive(const void *entry, uint32_t bytes, struct inverbs_dev_recv *out)
{
	return mlx4_dev_decode_recv(inverbs_dev_copied(entry), bytes, out);
}

void rings_complete(struct bench_queues *q, bool is_send, enum ibv_wc_status status, uint32_t bytes)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn,
		.is_send = is_send,
		.status = status,
		.hw_opcode = MLX4_OP_SEND,
		.wqe_index = is_send ? q->qp.sq.tail : 0,
		.byte_len = bytes,
	};
	uint8_t *at = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, q->cq.shift);

	mlx4_dev_encode_cqe(at, 1U << q->cq.shift, &cqe);
	mlx4_dev_publish_cqe(at, 1U << q->cq.shift, q->produced++, q->cq.entries);
}
