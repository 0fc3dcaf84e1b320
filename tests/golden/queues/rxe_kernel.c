/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rxe's rings as read with the kernel's own headers, without ours: WQEs become requests of vectors,
 * CQEs become completions.
 */
#include <infiniband/verbs.h>
#include <inverbs/kernel/rxe_abi.h>
#include <netinet/in.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_rxe.h>
#include <string.h>

#include "rxe.h"

/* Our driver-private data must have the layout of the kernel's header. */
#define ALIKE(ours, member, theirs, of_theirs)                                                     \
	_Static_assert(offsetof(struct ours, member) == offsetof(struct theirs, of_theirs) &&      \
			       sizeof(((struct ours *)0)->member) ==                               \
				       sizeof(((struct theirs *)0)->of_theirs),                    \
		       #ours "." #member)
ALIKE(rxe_queue_place, offset, mminfo, offset);
ALIKE(rxe_queue_place, size, mminfo, size);
ALIKE(rxe_create_qp_out, recv_offset, rxe_create_qp_resp, rq_mi.offset);
ALIKE(rxe_create_qp_out, recv_size, rxe_create_qp_resp, rq_mi.size);
ALIKE(rxe_create_qp_out, send_offset, rxe_create_qp_resp, sq_mi.offset);
ALIKE(rxe_create_qp_out, send_size, rxe_create_qp_resp, sq_mi.size);
ALIKE(rxe_create_srq_out, offset, rxe_create_srq_resp, mi.offset);
ALIKE(rxe_create_srq_out, size, rxe_create_srq_resp, mi.size);
ALIKE(rxe_create_srq_out, srqn, rxe_create_srq_resp, srq_num);
ALIKE(rxe_modify_srq_in, place_addr, rxe_modify_srq_cmd, mmap_info_addr);
ALIKE(rxe_create_ah_out, number, rxe_create_ah_resp, ah_num);

enum {
	ATOMIC_BYTES = 8,
};

/* ---- rings ---- */

uint8_t *rxe_make_ring(const json_t *json, struct ring *ring, const char *name)
{
	const uint32_t log2 = (uint32_t)number(json, "log2_elem_size", 0);
	const uint32_t mask = (uint32_t)number(json, "index_mask", 0);
	const size_t bytes = ((size_t)mask + 1) << log2;
	struct rxe_queue_buf *head = (void *)guarded_memory(sizeof(*head) + bytes);

	head->log2_elem_size = log2;
	head->index_mask = mask;
	head->producer_index = (uint32_t)number(json, "producer", 0);
	head->consumer_index = (uint32_t)number(json, "consumer", 0);
	recorder_watch("producer", &head->producer_index, sizeof(head->producer_index));
	recorder_watch("consumer", &head->consumer_index, sizeof(head->consumer_index));
	recorder_watch("head", head, sizeof(*head));
	return world_ring_in(ring, name, head->data, bytes);
}

uint16_t rxe_receive_sges(uint32_t slot_bytes)
{
	return (uint16_t)((slot_bytes - sizeof(struct rxe_recv_wqe)) / sizeof(struct rxe_sge));
}

/* ---- WQEs and CQEs, by the kernel's headers ---- */

enum {
	WITH_IMM = 1 << IB_UVERBS_WR_SEND_WITH_IMM | 1 << IB_UVERBS_WR_RDMA_WRITE_WITH_IMM,
	WITH_KEY = 1 << IB_UVERBS_WR_SEND_WITH_INV | 1 << IB_UVERBS_WR_LOCAL_INV,
	RDMA = 1 << IB_UVERBS_WR_RDMA_WRITE | 1 << IB_UVERBS_WR_RDMA_WRITE_WITH_IMM |
	       1 << IB_UVERBS_WR_RDMA_READ,
	FETCH_ADD = 1 << IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD,
	ATOMICS = 1 << IB_UVERBS_WR_ATOMIC_CMP_AND_SWP | FETCH_ADD,
	BIND = 1 << IB_UVERBS_WR_BIND_MW,
	WINDOWS = 1 << IB_UVERBS_WR_LOCAL_INV | BIND,
	ON_UD = 1 << IB_UVERBS_WR_SEND | 1 << IB_UVERBS_WR_SEND_WITH_IMM,
	ON_UC = ON_UD | (RDMA & ~(1 << IB_UVERBS_WR_RDMA_READ)) | BIND,
	NEWER = 1 << 14 | 1 << 15, /* flush and atomic write, which this header does not name */
};

/* Members of a request, the opcodes that have them, and the object in vectors that contains
 * them. */
#define MEMBER(member)                                                                             \
	offsetof(struct rxe_send_wr, member), sizeof(((struct rxe_send_wr *)0)->member)
static const struct member {
	uint32_t ops; /* 0: on datagram queue pairs for all opcodes, which then have no other
		       * object */
	const char *object, *key;
	size_t at, bytes;
} members[] = {
	{WITH_IMM, NULL, "imm_data", MEMBER(ex.imm_data)},
	{WITH_KEY, NULL, "invalidate_rkey", MEMBER(ex.invalidate_rkey)},
	{0, "ud", "remote_qpn", MEMBER(wr.ud.remote_qpn)},
	{0, "ud", "remote_qkey", MEMBER(wr.ud.remote_qkey)},
	{0, "ud", "ah_num", MEMBER(wr.ud.ah_num)},
	{RDMA, "rdma", "remote_addr", MEMBER(wr.rdma.remote_addr)},
	{RDMA, "rdma", "rkey", MEMBER(wr.rdma.rkey)},
	{ATOMICS, "atomic", "remote_addr", MEMBER(wr.atomic.remote_addr)},
	{ATOMICS, "atomic", "rkey", MEMBER(wr.atomic.rkey)},
	{ATOMICS, "atomic", "compare_add", MEMBER(wr.atomic.compare_add)},
	{ATOMICS & ~FETCH_ADD, "atomic", "swap", MEMBER(wr.atomic.swap)},
	{BIND, "bind_mw", "addr", MEMBER(wr.mw.addr)},
	{BIND, "bind_mw", "length", MEMBER(wr.mw.length)},
	{BIND, "bind_mw", "mr_lkey", MEMBER(wr.mw.mr_lkey)},
	{BIND, "bind_mw", "mw_rkey", MEMBER(wr.mw.mw_rkey)},
	{BIND, "bind_mw", "rkey", MEMBER(wr.mw.rkey)},
	{BIND, "bind_mw", "mw_access_flags", MEMBER(wr.mw.access)},
};

static void add_members(json_t *wr, const uint8_t *slot, uint32_t op, bool datagram)
{
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		const struct member *m = &members[i];
		uint64_t value = 0;
		json_t *to = wr;

		if (m->object && datagram ? m->ops != 0 : !(m->ops & op))
			continue;
		memcpy(&value, slot + m->at, m->bytes);
		if (m->object && !json_object_get(wr, m->object))
			json_object_set_new(wr, m->object, json_object());
		if (m->object)
			to = json_object_get(wr, m->object);
		json_object_set_new(to, m->key, json_integer((json_int_t)value));
	}
}

/* An inline WQE has the number of its SGEs, but not their lengths. */
static json_t *sge_at(const uint8_t **at, bool is_inline, uint32_t *length, bool last)
{
	const uint32_t n = last ? *length : *length > 0;
	struct rxe_sge sge;

	if (is_inline) {
		*length -= n;
		*at += n;
		return json_pack("{s:I,s:o}", "length", (json_int_t)n, "data",
				 json_of_bytes(*at - n, n));
	}
	memcpy(&sge, *at, sizeof(sge));
	*at += sizeof(sge);
	return json_pack("{s:I,s:I,s:I}", "addr", (json_int_t)sge.addr, "length",
			 (json_int_t)sge.length, "lkey", (json_int_t)sge.lkey);
}

/* Adds the SGEs or inline payload at `front`, unless they exceed the slot. Returns the sum of the
 * lengths. */
static uint64_t add_payload(json_t *wr, const struct rxe_dma_info *dma, bool is_inline,
			    const struct bytes *slot, size_t front)
{
	const uint64_t bytes = is_inline ? dma->length : dma->num_sge * sizeof(struct rxe_sge);
	const bool fits = bytes <= slot->len - front && dma->num_sge <= INVERBS_DEV_MAX_SGE;
	const uint8_t *at = slot->data + front;
	json_t *list = json_array();
	uint32_t left = dma->length;
	uint64_t sum = 0;

	for (uint32_t i = 0; fits && i < dma->num_sge; i++) {
		json_t *sge = sge_at(&at, is_inline, &left, i + 1 == dma->num_sge);

		sum += number(sge, "length", 0);
		json_array_append_new(list, sge);
	}
	json_object_set_new(wr, "sg", list);
	json_object_set_new(wr, "num_sge", json_integer(dma->num_sge));
	json_object_set_new(wr, "wqe_bytes", json_integer((json_int_t)front + (json_int_t)bytes));
	return fits ? sum : dma->length;
}

/* Adds the rules that apply to a request, as members with their names. */
static void add_rules(json_t *wr, const struct rxe_send_wqe *wqe, const json_t *qp, uint32_t op,
		      uint64_t sum)
{
	const uint64_t type = number(qp, "type", 0);
	const bool is_inline = wqe->wr.send_flags & IBV_SEND_INLINE;
	const uint32_t allowed = type == IBV_QPT_RC ? ~0U : type == IBV_QPT_UC ? ON_UC : ON_UD;
	const struct {
		const char *name;
		bool holds;
	} all[] = {
		{"kernels_words", true},
		{"worked_on", wqe->state != 0},
		{"unused_imm", !(op & (WITH_IMM | WITH_KEY))},
		{"unused_iova", type == IBV_QPT_UD || !(op & (RDMA | ATOMICS))},
		{"unused_swap", op & FETCH_ADD},
		{"wrong_sum", !is_inline && sum != wqe->dma.length},
		{"newer_opcode", op & NEWER},
		{"unknown_opcode", wqe->wr.opcode > IB_UVERBS_WR_SEND_WITH_INV && !(op & NEWER)},
		{"wrong_type", !(op & allowed) || (op & WINDOWS && wqe->dma.num_sge)},
		{"too_many_sges", wqe->dma.num_sge > number(qp, "max_send_sge", 0)},
		{"too_much_inline",
		 is_inline && wqe->dma.length > number(qp, "max_inline_data", 0)},
		{"bad_atomic", op & ATOMICS && (wqe->wr.wr.atomic.remote_addr % ATOMIC_BYTES ||
						sum < ATOMIC_BYTES)},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		json_object_set_new(wr, all[i].name, json_boolean(all[i].holds));
}

json_t *rxe_read_send(const struct bytes *slot, const json_t *qp)
{
	struct rxe_send_wqe wqe;
	uint32_t op;
	json_t *wr;
	uint64_t sum;

	if (slot->len < sizeof(wqe))
		return NULL;
	memcpy(&wqe, slot->data, sizeof(wqe));
	op = wqe.wr.opcode < 32 ? 1U << wqe.wr.opcode : 0;
	wr = json_pack("{s:I,s:I,s:[I]}", "wr_id", (json_int_t)wqe.wr.wr_id, "opcode",
		       (json_int_t)wqe.wr.opcode, "send_flags", (json_int_t)wqe.wr.send_flags);
	add_members(wr, slot->data, op, number(qp, "type", 0) == IBV_QPT_UD);
	sum = add_payload(wr, &wqe.dma, wqe.wr.send_flags & IBV_SEND_INLINE, slot, sizeof(wqe));
	add_rules(wr, &wqe, qp, op, sum);
	return wr;
}

json_t *rxe_read_recv(const struct bytes *slot)
{
	struct rxe_recv_wqe wqe;
	json_t *wr;

	if (slot->len < sizeof(wqe))
		return NULL;
	memcpy(&wqe, slot->data, sizeof(wqe));
	wr = json_pack("{s:I,s:b}", "wr_id", (json_int_t)wqe.wr_id, "worked_on",
		       wqe.dma.resid < wqe.dma.length);
	add_payload(wr, &wqe.dma, false, slot, sizeof(wqe));
	return wr;
}

void rxe_kernels_words(const uint8_t *wqe, uint32_t words[RXE_KERNELS_WORDS])
{
	struct rxe_send_wqe w;

	memcpy(&w, wqe, sizeof(w));
	memcpy(words,
	       (const uint32_t[RXE_KERNELS_WORDS]){w.status, w.state, w.mask, w.first_psn,
						   w.last_psn, w.ack_length, w.ssn, w.has_rd_atomic,
						   w.dma.cur_sge, w.dma.sge_offset},
	       RXE_KERNELS_WORDS * sizeof(*words));
}

/* ---- accepted differences, and requests that are refused ---- */

#define SEND_RANGE(first, behind)                                                                  \
	{                                                                                          \
		offsetof(struct rxe_send_wqe, first), offsetof(struct rxe_send_wqe, behind), 0     \
	}
#define RECV_RANGE(first, behind)                                                                  \
	{                                                                                          \
		offsetof(struct rxe_recv_wqe, first), offsetof(struct rxe_recv_wqe, behind), 0     \
	}

const struct golden_rule rxe_rules[] = {
	{.name = "kernels_words",
	 .why = "we post 0 in words that are the kernel's; others leave or count something there",
	 .ranges = {SEND_RANGE(mask, dma), SEND_RANGE(dma.reserved, dma.sge)}},
	{.name = "worked_on",
	 .why = "the kernel had begun with a send; its progress is not compared",
	 .ranges = {SEND_RANGE(status, iova), SEND_RANGE(dma.resid, dma.num_sge),
		    SEND_RANGE(dma.sge_offset, dma.reserved)}},
	{.name = "worked_on",
	 .why = "the kernel had begun with a receive; its progress is not compared",
	 .receives = true,
	 .ranges = {RECV_RANGE(dma.resid, dma.num_sge), RECV_RANGE(dma.sge_offset, dma.reserved)}},
	{.name = "unused_imm",
	 .why = "without immediate data we leave 0; others what the request held",
	 .ranges = {SEND_RANGE(wr.ex, wr.wr)}},
	{.name = "unused_iova",
	 .why = "the same without remote address",
	 .ranges = {SEND_RANGE(iova, mask)}},
	{.name = "unused_swap",
	 .why = "the same where nothing is swapped",
	 .ranges = {SEND_RANGE(wr.wr.atomic.swap, wr.wr.atomic.rkey)}},
	{.name = "wrong_sum",
	 .why = "we write the sum of the SGEs; the kernel fails a request of another length",
	 .ranges = {SEND_RANGE(dma.length, dma.cur_sge)},
	 .kernel_fails = true,
	 .unreadable = true},
	{.name = "newer_opcode", .why = "refused; these verbs do not have it"},
	{.name = "unknown_opcode", .why = "refused; the kernel fails it", .kernel_fails = true},
	{.name = "wrong_type",
	 .why = "refused; not for this type of queue pair, or SGEs where none belong"},
	{.name = "too_many_sges", .why = "refused; the kernel fails it", .kernel_fails = true},
	{.name = "too_much_inline", .why = "refused"},
	{.name = "bad_atomic", .why = "refused; not aligned, or no room for the old value"},
	{.name = NULL},
};

const struct shared_response rxe_qp_response = {
	sizeof(struct rxe_create_qp_resp),
	{{SHARED_RECEIVES, offsetof(struct rxe_create_qp_resp, rq_mi)},
	 {SHARED_SENDS, offsetof(struct rxe_create_qp_resp, sq_mi)}}};
const struct shared_response rxe_srq_response = {sizeof(struct rxe_create_srq_resp),
						 {{SHARED_SRQ, 0}}};
const struct shared_response rxe_cq_response = {sizeof(struct rxe_create_cq_resp),
						{{SHARED_COMPLETIONS, 0}}};
