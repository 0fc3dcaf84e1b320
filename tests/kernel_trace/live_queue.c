/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues in shared memory. The traced program's WQEs are posted again, with our addresses, keys and
 * numbers. The traced kernel's CQEs are awaited and compared; those of one event in any order.
 */
#include <infiniband/verbs.h>
#include <inverbs/adapters/rxe_queue.h>
#include <stdio.h>
#include <time.h>

#include "live.h"

enum {
	QUEUES = 256,
	TAIL_AT = RXE_SEND_HEAD_SIZE + RXE_DATAGRAM_SIZE, /* offset of a send WQE's tail */
	SGES_MAX = 32,
};

static struct queue {
	uint64_t then; /* its offset in the trace */
	uint8_t *slots;
	uint32_t entries;
	uint8_t shift;
} queues[QUEUES];
static unsigned int count;

void live_queue_mapped(uint64_t then, void *head)
{
	if (count == QUEUES)
		return;
	queues[count++] = (struct queue){
		.then = then,
		.slots = (uint8_t *)head + RXE_QUEUE_HEAD,
		.entries = rxe_queue_entries(head),
		.shift = rxe_queue_shift(head),
	};
}

void live_forget_queues(void)
{
	count = 0;
}

static struct queue *find(uint64_t then)
{
	for (unsigned int i = count; i-- > 0;) {
		if (queues[i].then == then)
			return &queues[i];
	}
	return NULL;
}

static uint8_t *slot_at(const struct queue *q, uint32_t index)
{
	return q->slots + ((size_t)(index & (q->entries - 1)) << q->shift);
}

/* --- WQEs -------------------------------------------------------------------------------- */

static void put_sges(uint8_t *at, uint32_t sges)
{
	for (uint32_t i = 0; i < sges && i < SGES_MAX; i++, at += RXE_SGE_SIZE) {
		struct rxe_sge sge = rxe_sge_get(at);

		sge.addr = live_address_now(sge.addr);
		sge.lkey = live_key_now(sge.lkey);
		rxe_sge_put(at, &sge);
	}
}

static void put_bind(uint8_t *body)
{
	struct rxe_bind bind = rxe_bind_get(body);

	bind.addr = live_address_now(bind.addr);
	bind.lkey = live_key_now(bind.lkey);
	bind.old_rkey = live_key_now(bind.old_rkey);
	bind.rkey = live_key_now(bind.rkey);
	rxe_bind_put(body, &bind);
}

static void put_datagram(uint8_t *body)
{
	struct rxe_datagram to = rxe_datagram_get(body);

	to.qpn = (uint32_t)live_name_now(LIVE_QPN, to.qpn);
	to.ah_number = (uint32_t)live_name_now(LIVE_AH, to.ah_number);
	rxe_datagram_put(body, &to);
}

static void put_remote(uint8_t *body)
{
	struct rxe_remote remote = rxe_remote_get(body);

	remote.addr = live_address_now(remote.addr);
	remote.rkey = live_key_now(remote.rkey);
	rxe_remote_put(body, &remote);
}

static void put_atomic(uint8_t *body)
{
	struct rxe_swap swap = rxe_swap_get(body);

	swap.addr = live_address_now(swap.addr);
	swap.rkey = live_key_now(swap.rkey);
	rxe_swap_put(body, &swap);
}

static void put_invalidate(uint8_t *slot, struct rxe_send_head *head)
{
	head->imm = head->invalidate = live_key_now(head->invalidate);
	rxe_send_head_put(slot, head);
}

static void put_send(const struct queue *q, uint8_t *slot)
{
	struct rxe_send_head head = rxe_send_head_get(slot);
	struct rxe_send_tail tail = rxe_send_tail_get(slot + TAIL_AT);
	uint8_t *body = slot + RXE_SEND_HEAD_SIZE;
	const size_t sges_at = TAIL_AT + RXE_SEND_TAIL_SIZE;

	switch (head.opcode) {
	case RXE_OP_RDMA_WRITE:
	case RXE_OP_RDMA_WRITE_WITH_IMM:
	case RXE_OP_RDMA_READ:
		put_remote(body);
		break;
	case RXE_OP_ATOMIC_CMP_AND_SWP:
	case RXE_OP_ATOMIC_FETCH_AND_ADD:
		put_atomic(body);
		break;
	case RXE_OP_BIND_MW:
		put_bind(body);
		return;
	case RXE_OP_LOCAL_INV:
	case RXE_OP_SEND_WITH_INV:
		put_invalidate(slot, &head);
		break;
	default: /* a send; for a datagram, also its destination */
		put_datagram(body);
	}
	tail.iova = live_address_now(tail.iova);
	rxe_send_tail_put(slot + TAIL_AT, &tail);
	if (!head.inlined)
		put_sges(slot + sges_at, (uint32_t)(((1U << q->shift) - sges_at) / RXE_SGE_SIZE));
}

static void put_entry(const struct queue *q, bool sends, const struct live_slot *from)
{
	uint8_t *slot = slot_at(q, from->index);
	const size_t room = (size_t)1 << q->shift;

	memset(slot, 0, room);
	memcpy(slot, from->bytes.at, from->bytes.len < room ? from->bytes.len : room);
	if (sends)
		put_send(q, slot);
	else
		put_sges(slot + RXE_RECV_HEAD_SIZE,
			 (uint32_t)((room - RXE_RECV_HEAD_SIZE) / RXE_SGE_SIZE));
}

static void count_up(struct live_slot *slot, uint32_t index)
{
	struct rxe_recv_head head = rxe_recv_head_get(slot->bytes.at);

	if (index == slot->index)
		return;
	head.wr_id += index - slot->index;
	rxe_recv_head_put(slot->bytes.at, &head);
	slot->index = index;
}

/* If there are many WQEs, the trace has only some. Each of the others is like the one before it,
 * but with the next wr_id. */
static void put_entries(const struct queue *q, bool sends, const struct live_ring *ring)
{
	const struct live_slot *last = NULL;

	for (uint32_t i = ring->old_producer; i != ring->producer; i = (i + 1) & (q->entries - 1)) {
		for (unsigned int n = 0; n < ring->count; n++)
			last = ring->slots[n].index == i ? &ring->slots[n] : last;
		if (last) {
			struct live_slot one = *last;

			count_up(&one, i);
			put_entry(q, sends, &one);
		}
	}
	rxe_set_producer(q->slots, ring->producer);
}

/* --- CQEs -------------------------------------------------------------------------------- */

static bool wait_for(const struct queue *q, uint32_t producer)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	for (int ms = 0; ms < live_patience(); ms++) {
		if (rxe_producer(q->slots) == producer)
			return true;
		nanosleep(&pause, NULL);
	}
	printf("  completions up to %u, not %u\n", rxe_producer(q->slots), producer);
	return false;
}

static bool is_same_completion(const struct rxe_cqe *then, const struct rxe_cqe *now)
{
	const uint32_t imm = then->with_inv ? live_key_now(then->imm) : then->imm;

	if (then->wr_id != now->wr_id || then->status != now->status ||
	    then->opcode != now->opcode || then->byte_len != now->byte_len ||
	    live_name_now(LIVE_QPN, then->qpn) != now->qpn)
		return false;
	if (then->opcode < RXE_WC_OP_RECV) /* the other fields are only valid for receives */
		return true;
	return then->grh == now->grh && then->with_imm == now->with_imm &&
	       then->with_inv == now->with_inv && then->port == now->port &&
	       (!(then->with_imm || then->with_inv) || imm == now->imm) &&
	       live_name_now(LIVE_QPN, then->src_qp) == now->src_qp;
}

static bool is_there(const struct queue *q, const struct live_ring *ring,
		     const struct rxe_cqe *then)
{
	for (uint32_t i = ring->old_producer; i != ring->producer; i = (i + 1) & (q->entries - 1)) {
		const struct rxe_cqe now = rxe_cqe_get(slot_at(q, i));

		if (is_same_completion(then, &now))
			return true;
	}
	return false;
}

static bool same_completions(struct queue *q, const struct live_ring *ring)
{
	if (!wait_for(q, ring->producer))
		return false;
	for (unsigned int i = 0; i < ring->count; i++) {
		const struct rxe_cqe then = rxe_cqe_get(ring->slots[i].bytes.at);

		if (is_there(q, ring, &then))
			continue;
		printf("  no completion of %llu like the kernel's (status %u, opcode %u, %u "
		       "bytes)\n",
		       (unsigned long long)then.wr_id, then.status, then.opcode, then.byte_len);
		return false;
	}
	return true;
}

bool live_ring(const struct live_ring *ring)
{
	struct queue *q = find(ring->offset);
	const enum live_queue_kind kind = live_kind_of(ring->offset);
	bool good = true;

	if (!q)
		return true;
	if (kind == LIVE_COMPLETIONS) {
		if (ring->producer != ring->old_producer)
			good = same_completions(q, ring);
		rxe_set_consumer(q->slots, ring->consumer);
	} else if (ring->producer != ring->old_producer) {
		put_entries(q, kind == LIVE_SENDS, ring);
	}
	return good;
}
