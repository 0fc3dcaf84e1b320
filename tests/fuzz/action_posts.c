/* SPDX-License-Identifier: BSD-2-Clause */
/* Actions that post, poll, and write to memory that the adapter reads. */
#include <inverbs/fast/objects.h>

#include "host.h"
#include "program.h"

enum {
	MOST_SGES = 3,
};

static struct end *other_end(struct program *p, const struct end *e)
{
	return &p->end[e == &p->end[0]];
}

/* --- posts and polls --------------------------------------------------------------------- */

static struct ibv_sge some_sge(const struct end *e, struct input *in)
{
	const struct ibv_mr *mr = SOME(e->mr, in);
	const uint8_t what = input_u8(in);
	struct ibv_sge sge = {
		.addr = (uintptr_t)e->memory + input_u16(in) % PROGRAM_BYTES,
		.length = what & 1 ? input_u16(in) : what,
		.lkey = mr ? mr->lkey : 0,
	};

	if (what == 0xff)
		sge.lkey += input_u8(in);
	if (what == 0xfe)
		sge.length = (uint32_t)input_number(in);
	return sge;
}

static void aim_remote(const struct end *to, struct ibv_send_wr *wr, struct input *in)
{
	const struct ibv_mr *mr = SOME(to->mr, in);
	const struct ibv_mw *mw = SOME(to->mw, in);
	const uint64_t at = (uintptr_t)to->memory + input_u8(in) * 8U;
	uint32_t key = mr ? mr->rkey : 0;

	if (mw && input_u8(in) & 1)
		key = mw->rkey;
	if (wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr->wr.atomic.remote_addr = at;
		wr->wr.atomic.rkey = key;
		wr->wr.atomic.swap = 1;
		return;
	}
	wr->wr.rdma.remote_addr = at;
	wr->wr.rdma.rkey = key;
}

static void set_target(struct program *p, struct end *e, struct ibv_qp *qp, struct ibv_send_wr *wr,
		       struct input *in)
{
	struct end *to = other_end(p, e);

	if (qp->qp_type == IBV_QPT_UD) {
		wr->wr.ud.ah = SOME(e->ah, in);
		wr->wr.ud.remote_qpn = input_u8(in) & 1 ? 0xffffff
				       : to->qp[0]      ? to->qp[0]->qp_num
							: 0;
		wr->wr.ud.remote_qkey = 0x11;
		return;
	}
	aim_remote(to, wr, in);
	if (qp->qp_type == IBV_QPT_XRC_SEND)
		wr->qp_type.xrc.remote_srqn = input_u8(in);
	if (wr->opcode == IBV_WR_SEND_WITH_INV || wr->opcode == IBV_WR_LOCAL_INV)
		wr->invalidate_rkey = wr->wr.rdma.rkey;
	else
		wr->imm_data = 0x1234;
	if (wr->opcode == IBV_WR_BIND_MW) {
		wr->bind_mw.mw = SOME(e->mw, in);
		wr->bind_mw.rkey = wr->bind_mw.mw ? ibv_inc_rkey(wr->bind_mw.mw->rkey) : 0;
		wr->bind_mw.bind_info.mr = e->mr[0];
		wr->bind_mw.bind_info.addr = (uintptr_t)e->memory;
		wr->bind_mw.bind_info.length = input_u16(in);
		wr->bind_mw.bind_info.mw_access_flags = input_u8(in);
	}
}

void program_post_send(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	struct ibv_sge sge[MOST_SGES];
	struct ibv_send_wr wr = {.wr_id = 1, .sg_list = sge}, *bad;
	uint8_t flags;

	/* no send queue, or its type differs from the library's after a mutated command */
	if (!qp || qp->qp_type == IBV_QPT_XRC_RECV || (p->mutated && qp != e->qp[0]))
		return;
	wr.opcode = (enum ibv_wr_opcode)input_below(in, IBV_WR_SEND_WITH_INV + 1);
	flags = input_u8(in);
	wr.send_flags = flags & 0x0f; /* fence, signaled, solicited, inline */
	wr.num_sge = (int)input_below(in, MOST_SGES + 1);
	for (int i = 0; i < wr.num_sge; i++)
		sge[i] = some_sge(e, in);
	set_target(p, e, qp, &wr, in);
	if ((qp->qp_type == IBV_QPT_UD && !wr.wr.ud.ah) ||
	    (wr.opcode == IBV_WR_BIND_MW && (!wr.bind_mw.mw || !wr.bind_mw.bind_info.mr)))
		return; /* mistakes that would crash the library, not the emulator */
	ibv_post_send(qp, &wr, &bad);
}

void program_post_recv(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	struct ibv_srq *srq = SOME(e->srq, in);
	struct ibv_sge sge[MOST_SGES];
	struct ibv_recv_wr wr = {.wr_id = 2, .sg_list = sge}, *bad;

	wr.num_sge = (int)input_below(in, MOST_SGES + 1);
	for (int i = 0; i < wr.num_sge; i++)
		sge[i] = some_sge(e, in);
	if (srq)
		ibv_post_srq_recv(srq, &wr, &bad);
	else if (qp)
		ibv_post_recv(qp, &wr, &bad);
}

void program_poll(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_cq *cq = SOME(e->cq, in);
	const uint8_t how = input_u8(in);
	struct ibv_wc wc[4];

	host_run();
	if (!cq)
		return;
	for (int i = 0; i < 4 && ibv_poll_cq(cq, 1 + (how & 3), wc) > 0; i++)
		;
	if (how & 4)
		ibv_req_notify_cq(cq, how & 8);
}

/* --- memory that the adapter reads ------------------------------------------------------- */

static const struct inverbs_qp *runtime_qp(const struct ibv_qp *qp)
{
	return (const struct inverbs_qp *)((const uint8_t *)qp - offsetof(struct inverbs_qp, ibv));
}

uint8_t *program_ring(const struct ibv_qp *qp, size_t *bytes)
{
	*bytes = runtime_qp(qp)->buf_bytes - runtime_qp(qp)->recv_bytes;
	return runtime_qp(qp)->buf; /* NULL if posts are commands */
}

/** The receive queue may be mapped at a different address from the send queue. */
static uint8_t *receive_ring(const struct ibv_qp *qp, size_t *bytes)
{
	*bytes = (size_t)runtime_qp(qp)->rq.entries << runtime_qp(qp)->rq.shift;
	return runtime_qp(qp)->buf ? runtime_qp(qp)->rq.buf : NULL;
}

static uint8_t *shared_ring(const struct ibv_srq *srq, size_t *bytes)
{
	const struct inverbs_srq *s = (const struct inverbs_srq *)((const uint8_t *)srq -
								   offsetof(struct inverbs_srq,
									    ibv));

	*bytes = s->buf_bytes;
	return s->buf;
}

static uint8_t *doorbell_record(const struct ibv_qp *qp, uint32_t which, size_t *bytes)
{
	*bytes = sizeof(uint32_t);
	if (!runtime_qp(qp)->buf)
		return NULL;
	return (uint8_t *)(which & 1 ? runtime_qp(qp)->sq.doorbell_record
				     : runtime_qp(qp)->rq.doorbell_record);
}

static uint8_t *some_ring(struct end *e, struct input *in, size_t *bytes)
{
	const uint32_t kind = input_below(in, 6);
	const struct ibv_qp *qp = SOME(e->qp, in);
	const struct ibv_srq *srq = SOME(e->srq, in);

	*bytes = 0;
	if (kind == 3 && srq)
		return shared_ring(srq, bytes);
	if (!qp)
		return NULL;
	if (kind == 4)
		return doorbell_record(qp, 0, bytes);
	if (kind == 5)
		return doorbell_record(qp, 1, bytes);
	return kind == 2 ? receive_ring(qp, bytes) : program_ring(qp, bytes);
}

void program_scribble(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	size_t bytes;
	uint8_t *ring = some_ring(e, in, &bytes);
	const size_t at = input_u16(in);
	const uint32_t n = 1 + input_below(in, 8);

	for (uint32_t i = 0; i < n; i++) {
		const uint8_t value = input_u8(in);

		if (ring && at + i < bytes)
			__atomic_store_n(&ring[at + i], value, __ATOMIC_RELAXED);
	}
}
