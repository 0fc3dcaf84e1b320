/* SPDX-License-Identifier: BSD-2-Clause */
/* Soft-RoCE: where its WQEs are, and its generated decoders. */
#include <inverbs/device/rxe_device.h>
#include <inverbs/print/rxe_print.h>
#include <inverbs/fast/wqe.h>

#include "rings.h"

const struct inverbs_dump *const rings_dump = &rxe_dump;
const bool rings_name_window_types = false; /* the kernel looks the type up */

bool rings_keep_flags(enum ibv_wr_opcode opcode)
{
	(void)opcode;
	return true;
}

static const uint8_t *newest(const uint8_t *slots, uint32_t entries, uint8_t shift, uint32_t back,
			     uint32_t *bytes)
{
	*bytes = 1U << shift;
	return inverbs_slot((uint8_t *)slots, rxe_producer(slots) - 1 - back, entries, shift);
}

const uint8_t *rings_newest_send(const struct bench_queues *q, uint32_t back, uint32_t *bytes)
{
	return newest(q->qp.sq.buf, q->qp.sq.entries, q->qp.sq.shift, back, bytes);
}

const uint8_t *rings_newest_receive(const struct bench_queues *q, uint32_t *bytes)
{
	return newest(q->qp.rq.buf, q->qp.rq.entries, q->qp.rq.shift, 0, bytes);
}

int rings_read_send(enum ibv_qp_type type, const void *entry, uint32_t bytes,
		    struct inverbs_dev_wr *out)
{
	return rxe_dev_decode_send(type, inverbs_dev_copied(entry), bytes, out);
}

int rings_read_receive(const void *entry, uint32_t bytes, struct inverbs_dev_recv *out)
{
	return rxe_dev_decode_recv(inverbs_dev_copied(entry), bytes, out);
}

/** A CQE contains the wr_id of its WQE. Here only one request is outstanding. */
static uint64_t wr_id_of_newest(const struct bench_queues *q, bool is_send)
{
	struct inverbs_dev_recv recv = {0};
	struct inverbs_dev_wr send = {0};
	const uint8_t *entry;
	uint32_t bytes;

	if (is_send) {
		entry = rings_newest_send(q, 0, &bytes);
		return rings_read_send(IBV_QPT_RC, entry, bytes, &send) ? 0 : send.wr_id;
	}
	entry = rings_newest_receive(q, &bytes);
	return rings_read_receive(entry, bytes, &recv) ? 0 : recv.wr_id;
}

void rings_complete(struct bench_queues *q, bool is_send, enum ibv_wc_status status, uint32_t bytes)
{
	const struct inverbs_dev_cqe cqe = {
		.wr_id = wr_id_of_newest(q, is_send),
		.qpn = q->qp.ibv.qp_num,
		.is_send = is_send,
		.status = status,
		.hw_opcode = RXE_OP_SEND,
		.byte_len = bytes,
	};
	const uint32_t index = rxe_producer(q->cq.buf);

	rxe_dev_encode_cqe(inverbs_slot(q->cq.buf, index, q->cq.entries, q->cq.shift),
			   1U << q->cq.shift, &cqe);
	rxe_set_producer(q->cq.buf, rxe_next(index, q->cq.entries));
}
