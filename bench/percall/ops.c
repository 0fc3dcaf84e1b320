/* SPDX-License-Identifier: BSD-2-Clause */
/* In a separate file, so that the compiler cannot specialise these functions for their callers. */
#include "ops.h"

/* The public calls, with arguments passed through. */

int op_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return ibv_post_send(qp, wr, bad);
}

int op_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(qp, wr, bad);
}

int op_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_srq_recv(srq, wr, bad);
}

int op_poll(struct ibv_cq *cq, int room, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, room, out);
}

int op_poll_ex_sends(struct ibv_cq_ex *cq, int room, struct ibv_wc *out)
{
	struct ibv_poll_cq_attr attr = {0};
	int got = 0;

	if (ibv_start_poll(cq, &attr))
		return 0;
	do {
		out[got].wr_id = cq->wr_id;
		out[got].status = cq->status;
		out[got].opcode = ibv_wc_read_opcode(cq);
		out[got].qp_num = ibv_wc_read_qp_num(cq);
	} while (++got < room && !ibv_next_poll(cq));
	ibv_end_poll(cq);
	return got;
}

int op_poll_ex_recvs(struct ibv_cq_ex *cq, int room, struct ibv_wc *out)
{
	struct ibv_poll_cq_attr attr = {0};
	int got = 0;

	if (ibv_start_poll(cq, &attr))
		return 0;
	do {
		out[got].wr_id = cq->wr_id;
		out[got].status = cq->status;
		out[got].opcode = ibv_wc_read_opcode(cq);
		out[got].qp_num = ibv_wc_read_qp_num(cq);
		out[got].byte_len = ibv_wc_read_byte_len(cq);
		out[got].wc_flags = ibv_wc_read_wc_flags(cq);
	} while (++got < room && !ibv_next_poll(cq));
	ibv_end_poll(cq);
	return got;
}

int op_notify(struct ibv_cq *cq, int solicited_only)
{
	return ibv_req_notify_cq(cq, solicited_only);
}

/* Sends with constants. */

#define CONSTANT_SEND(name, op, flags, bytes, is_ud)                                               \
	BENCH_OP int name(struct ibv_qp *qp, const struct varying *v)                              \
	{                                                                                          \
		struct ibv_sge sge = {.addr = v->addr, .length = (bytes), .lkey = v->lkey};        \
		struct ibv_send_wr wr = {                                                          \
			.wr_id = v->wr_id,                                                         \
			.sg_list = &sge,                                                           \
			.num_sge = 1,                                                              \
			.opcode = (op),                                                            \
			.send_flags = (flags),                                                     \
		};                                                                                 \
		struct ibv_send_wr *bad;                                                           \
                                                                                                   \
		if ((op) == IBV_WR_RDMA_WRITE || (op) == IBV_WR_RDMA_READ) {                       \
			wr.wr.rdma.remote_addr = v->remote_addr;                                   \
			wr.wr.rdma.rkey = v->rkey;                                                 \
		}                                                                                  \
		if (is_ud) {                                                                       \
			wr.wr.ud.ah = v->ah;                                                       \
			wr.wr.ud.remote_qpn = v->ah_qpn;                                           \
			wr.wr.ud.remote_qkey = BENCH_QKEY;                                         \
		}                                                                                  \
		return ibv_post_send(qp, &wr, &bad);                                               \
	}

CONSTANT_SEND(op_const_send, IBV_WR_SEND, IBV_SEND_SIGNALED, v->length, !BENCH_RC)
CONSTANT_SEND(op_const_send_inline, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, v->length,
	      !BENCH_RC)
CONSTANT_SEND(op_const_send_inline_16, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 16,
	      !BENCH_RC)
CONSTANT_SEND(op_const_send_ud, IBV_WR_SEND, IBV_SEND_SIGNALED, v->length, 1)
CONSTANT_SEND(op_const_send_ud_inline, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, v->length,
	      1)
CONSTANT_SEND(op_const_write, IBV_WR_RDMA_WRITE, 0, v->length, 0)
CONSTANT_SEND(op_const_write_inline, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, v->length, 0)
CONSTANT_SEND(op_const_write_inline_8, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, 8, 0)
CONSTANT_SEND(op_const_read, IBV_WR_RDMA_READ, IBV_SEND_SIGNALED, v->length, 0)

int op_const_recv(struct ibv_qp *qp, const struct varying *v)
{
	struct ibv_sge sge = {.addr = v->addr, .length = v->length, .lkey = v->lkey};
	struct ibv_recv_wr wr = {.wr_id = v->wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	return ibv_post_recv(qp, &wr, &bad);
}

int op_const_srq_recv(struct ibv_srq *srq, const struct varying *v)
{
	struct ibv_sge sge = {.addr = v->addr, .length = v->length, .lkey = v->lkey};
	struct ibv_recv_wr wr = {.wr_id = v->wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	return ibv_post_srq_recv(srq, &wr, &bad);
}

int op_const_poll(struct ibv_cq *cq, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, 1, out);
}

int op_const_poll_many(struct ibv_cq *cq, struct ibv_wc *out)
{
	return ibv_poll_cq(cq, POLL_MANY, out);
}

int op_const_notify(struct ibv_cq *cq)
{
	return ibv_req_notify_cq(cq, 0);
}
