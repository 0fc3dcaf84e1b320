/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles of the access layer, made by hand, and its measured calls. */
#include "iba.h"

#include <endian.h>
#include <runtime/iba/layer.h>
#include <runtime/iba/slots.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct inverbs_iba_slot *slots[3];
static unsigned int slot_count;

/** Create a handle as the layer would. */
static void *handle_of(enum inverbs_iba_kind kind, void *verbs, uint8_t detail)
{
	struct inverbs_iba_slot *slot = iba_slot_take();

	if (!slot) {
		fputs("percall: no memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	slots[slot_count++] = slot;
	slot->kind = kind;
	slot->verbs = verbs;
	slot->detail = detail;
	iba_slot_publish(slot);
	return iba_slot_handle(slot);
}

/** Like the layer, finds the layer's CQ through the cq_context of the verbs CQ. */
static ib_cq_handle_t handle_of_cq(struct ibv_cq *cq)
{
	static struct iba_cq own;
	void *const handle = handle_of(INVERBS_IBA_CQ, cq, 0);

	own.reporter.object.slot = slots[slot_count - 1];
	cq->cq_context = &own;
	return (ib_cq_handle_t)handle;
}

static ib_send_opt_t options_of(unsigned int flags)
{
	return (flags & IBV_SEND_SIGNALED ? (ib_send_opt_t)IB_SEND_OPT_SIGNALED : 0) |
	       (flags & IBV_SEND_INLINE ? (ib_send_opt_t)IB_SEND_OPT_INLINE : 0);
}

static void build_sends(struct iba_requests *r, const struct bench_case *c, const struct stage *s)
{
	for (unsigned int i = 0; i < IBA_MAX_REQUESTS; i++) {
		ib_send_wr_t *const wr = &r->send[i];

		wr->wr_id = i;
		wr->p_next = i + 1 < c->per_call ? wr + 1 : NULL;
		wr->ds_array = &r->ds;
		wr->num_ds = 1;
		wr->wr_type = c->opcode == IBV_WR_RDMA_WRITE ? WR_RDMA_WRITE : WR_SEND;
		wr->send_opt = options_of(c->flags);
		if (c->type == IBV_QPT_UD) {
			wr->dgrm.ud.h_av = r->av;
			wr->dgrm.ud.remote_qp = htobe32(s->ah_qpn);
			wr->dgrm.ud.remote_qkey = htobe32(BENCH_QKEY);
		} else {
			wr->remote_ops.vaddr = s->remote_addr;
			wr->remote_ops.rkey = htobe32(s->rkey);
		}
	}
}

void iba_open(struct iba_requests *r, const struct bench_case *c, const struct stage *s)
{
	const uint8_t detail = c->type == IBV_QPT_UD ? INVERBS_IBA_DATAGRAM : 0;

	memset(r, 0, sizeof(*r));
	r->qp = (ib_qp_handle_t)handle_of(INVERBS_IBA_QP, s->qp[0], detail);
	r->cq = handle_of_cq(s->cq);
	r->av = (ib_av_handle_t)handle_of(INVERBS_IBA_AV, s->ah[0], 0);
	r->ds = (ib_local_ds_t){.vaddr = s->payload, .length = c->length, .lkey = s->lkey};
	build_sends(r, c, s);
	r->recv = (ib_recv_wr_t){.wr_id = 42, .num_ds = 1, .ds_array = &r->ds};
}

void iba_close(struct iba_requests *r)
{
	(void)r;
	while (slot_count) {
		struct inverbs_iba_slot *const slot = slots[--slot_count];

		iba_slot_withdraw(slot);
		iba_slot_free(slot);
	}
}

int iba_poll(ib_api_status_t (*poll)(ib_cq_handle_t h_cq, ib_wc_t **free, ib_wc_t **done),
	     struct iba_requests *r, int room)
{
	ib_wc_t *free = r->wc, *done = NULL;
	int delivered = 0;

	for (int i = 0; i < room; i++)
		r->wc[i].p_next = i + 1 < room ? &r->wc[i + 1] : NULL;
	if (poll(r->cq, &free, &done) != IB_SUCCESS)
		return 0;
	for (; done; done = done->p_next)
		delivered++;
	return delivered;
}
