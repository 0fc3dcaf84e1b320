/* SPDX-License-Identifier: BSD-2-Clause */
#include "seen.h"

#include <errno.h>
#include <inverbs/fast/wqe.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

enum {
	MAX_UNITS = 16, /* maximum size of a WQE */
};

/* ---- payload ---- */

static bool has_payload(const struct ibv_send_wr *wr)
{
	return wr->opcode != IBV_WR_LOCAL_INV && wr->opcode != IBV_WR_BIND_MW;
}

static bool is_atomic(const struct ibv_send_wr *wr)
{
	return wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static uint32_t clamp_length(uint32_t value, uint32_t least, uint32_t most)
{
	if (value < least)
		return least;
	return value > most ? most : value;
}

/* Adapters may omit SGEs of length 0, unless seen_empty; lengths are limited to `least` and
 * `most`. */
static void check_sges(const struct golden_vocabulary *words, const struct ibv_sge *seen,
		       uint32_t count, const struct ibv_sge *sges, int posted, uint32_t least,
		       uint32_t most, struct report *r)
{
	const bool all = words->seen_empty;
	uint32_t n = 0;

	for (int i = 0; i < posted && !r->failed; i++) {
		while (!all && n < count && seen[n].length == 0)
			n++;
		if (!all && sges[i].length == 0)
			continue;
		if (n == count) {
			fail(r, "the device sees %u SGEs and not SGE %d", count, i);
			return;
		}
		check_number(r, "address that the device sees", seen[n].addr, sges[i].addr);
		check_number(r, "length that the device sees", seen[n].length,
			     clamp_length(sges[i].length, least, most));
		check_number(r, "lkey that the device sees", seen[n].lkey,
			     sges[i].lkey & words->seen_lkey);
		n++;
	}
	while (!all && n < count && seen[n].length == 0)
		n++;
	check_number(r, "number of SGEs that the device sees", count, n);
}

static void check_inline(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			 struct report *r)
{
	uint32_t at = 0;

	for (int i = 0; i < wr->num_sge; i++) {
		const struct ibv_sge *const sge = &wr->sg_list[i];

		if (at + sge->length <= seen->inline_len)
			check_bytes(r, "inline bytes that the device sees", seen->inline_data + at,
				    (const uint8_t *)(uintptr_t)sge->addr, sge->length);
		at += sge->length;
	}
	check_number(r, "inline bytes", seen->inline_len, at);
}

/* Compares the data in front of the SGEs: the header of a segmented send, or the beginning of the
 * payload. */
static void check_front(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			struct report *r)
{
	uint32_t at = 0;

	if (wr->opcode == IBV_WR_TSO) {
		check_number(r, "segment size", seen->mss, wr->tso.mss);
		check_number(r, "bytes of the header", seen->front, wr->tso.hdr_sz);
		check_bytes(r, "header that the device sees", seen->front_data,
			    (const uint8_t *)wr->tso.hdr, seen->front);
		return;
	}
	for (int i = 0; i < wr->num_sge && at < seen->front; i++) {
		const struct ibv_sge *const sge = &wr->sg_list[i];
		const uint32_t run = clamp_length(sge->length, 0, seen->front - at);

		check_bytes(r, "bytes in front that the device sees", seen->front_data + at,
			    (const uint8_t *)(uintptr_t)sge->addr, run);
		at += run;
	}
	check_number(r, "bytes in front", seen->front, at);
}

/* Returns the request without the data in front of its SGEs. */
static struct ibv_send_wr behind_front(const struct inverbs_dev_wr *seen,
				       const struct ibv_send_wr *wr)
{
	const size_t bytes = (size_t)wr->num_sge * sizeof(*wr->sg_list);
	uint32_t left = wr->opcode == IBV_WR_TSO ? 0 : seen->front;
	struct ibv_send_wr rest = *wr;

	rest.sg_list = zeroed((size_t)wr->num_sge, sizeof(*wr->sg_list));
	if (bytes)
		memcpy(rest.sg_list, wr->sg_list, bytes);
	for (int i = 0; i < wr->num_sge; i++)
		inverbs_skip(&rest.sg_list[i], &left);
	return rest;
}

static bool is_plain(const struct golden_vocabulary *words, const struct ibv_send_wr *wr)
{
	return words->plain_ops >> wr->opcode & 1;
}

static bool is_bare(const struct golden_vocabulary *words, const struct ibv_send_wr *wr)
{
	return words->bare_ops >> wr->opcode & 1;
}

static bool is_empty(const struct ibv_send_wr *wr)
{
	uint64_t bytes = 0;

	for (int i = 0; i < wr->num_sge; i++)
		bytes += wr->sg_list[i].length;
	return bytes == 0;
}

static bool is_inline(const struct golden_vocabulary *words, const struct ibv_send_wr *wr)
{
	return (wr->send_flags & IBV_SEND_INLINE) && !is_plain(words, wr);
}

static void check_payload(const struct golden_vocabulary *words, const struct inverbs_dev_wr *seen,
			  const struct ibv_send_wr *wr, struct report *r)
{
	const bool eight = is_atomic(wr) && !words->seen_whole;
	struct ibv_send_wr rest = {0};

	if (seen->front) {
		check_front(seen, wr, r);
		rest = behind_front(seen, wr);
		wr = &rest;
	}
	if (!has_payload(wr) && !(words->seen_whole && wr->opcode == IBV_WR_LOCAL_INV))
		check_number(r, "SGEs of a WQE without payload", seen->num_sge, 0);
	else if (is_inline(words, wr))
		check_inline(seen, wr, r);
	else
		check_sges(words, seen->sge, seen->num_sge, wr->sg_list, wr->num_sge, eight ? 8 : 0,
			   eight ? 8 : ~0U, r);
	free(rest.sg_list);
}

/* ---- members of opcodes and queue pair types ---- */

static void check_remote(const struct inverbs_dev_wr *seen, uint64_t addr, uint32_t rkey,
			 struct report *r)
{
	check_number(r, "remote address that the device sees", seen->remote_addr, addr);
	check_number(r, "rkey that the device sees", seen->rkey, rkey);
}

/* A window of length 0 is unbound; WQEs may have only the variable part of its key. */
static void check_window(const struct golden_vocabulary *words, const struct inverbs_dev_wr *seen,
			 const struct ibv_send_wr *wr, struct report *r)
{
	const struct ibv_mw_bind_info *const info = &wr->bind_mw.bind_info;

	if (words->seen_window)
		check_number(r, "window's old key", seen->bind.old_rkey, wr->bind_mw.mw->rkey);
	check_number(r, "window's new key", seen->bind.rkey & 0xff, wr->bind_mw.rkey & 0xff);
	check_number(r, "window's type", seen->bind.type2, wr->bind_mw.mw->type == IBV_MW_TYPE_2);
	check_number(r, "window's length", seen->bind.length, info->length);
	if (info->length == 0)
		return;
	check_number(r, "window's address", seen->bind.addr, info->addr);
	if (words->seen_window)
		check_number(r, "window's start", seen->bind.start,
			     info->mw_access_flags & IBV_ACCESS_ZERO_BASED ? 0 : info->addr);
	check_number(r, "window's lkey", seen->bind.lkey, info->mr ? info->mr->lkey : 0);
	check_number(r, "window's access", seen->bind.access,
		     info->mw_access_flags & (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
					      IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC));
}

/* Built requests that name a destination have the remote address in another member. */
static void check_rdma(const struct golden_qp *q, const struct inverbs_dev_wr *seen,
		       const struct ibv_send_wr *wr, struct report *r)
{
	if (q->object->sq.qp_type == IBV_QPT_DRIVER)
		check_remote(seen, wr->bind_mw.bind_info.addr, wr->bind_mw.rkey, r);
	else
		check_remote(seen, wr->wr.rdma.remote_addr, wr->wr.rdma.rkey, r);
}

static void check_op(const struct golden_vocabulary *words, const struct golden_qp *q,
		     const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
		     struct report *r)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		check_number(r, "immediate data", seen->imm, wr->imm_data);
		check_rdma(q, seen, wr, r);
		break;
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		check_rdma(q, seen, wr, r);
		break;
	case IBV_WR_SEND_WITH_IMM:
		check_number(r, "immediate data", seen->imm, wr->imm_data);
		break;
	case IBV_WR_SEND_WITH_INV:
	case IBV_WR_LOCAL_INV:
		check_number(r, "invalidated key", seen->invalidate_rkey, wr->invalidate_rkey);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		check_remote(seen, wr->wr.atomic.remote_addr, wr->wr.atomic.rkey, r);
		check_number(r, "compared value", seen->compare, wr->wr.atomic.compare_add);
		check_number(r, "new value", seen->swap, wr->wr.atomic.swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		check_remote(seen, wr->wr.atomic.remote_addr, wr->wr.atomic.rkey, r);
		check_number(r, "addend", seen->swap, wr->wr.atomic.compare_add);
		break;
	case IBV_WR_BIND_MW:
		if (words->check_window)
			words->check_window(seen, wr, r);
		else
			check_window(words, seen, wr, r);
		break;
	default:
		break;
	}
}

static void check_type(const struct golden_vocabulary *words, const struct golden_qp *q,
		       const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
		       struct report *r)
{
	const uint32_t type = q->object->sq.qp_type;

	if (type == IBV_QPT_XRC_SEND && has_payload(wr))
		check_number(r, "remote SRQ", seen->remote_srqn,
			     wr->qp_type.xrc.remote_srqn & words->seen_qpn);
	if (type != IBV_QPT_UD && type != IBV_QPT_DRIVER)
		return;
	check_number(r, "remote queue pair", seen->remote_qpn,
		     wr->wr.ud.remote_qpn & words->seen_qpn);
	check_number(r, "Q_Key", seen->qkey, wr->wr.ud.remote_qkey);
	if (words->seen_av)
		check_bytes(r, "address vector", seen->av, inverbs_ah_of(wr->wr.ud.ah)->av,
			    words->seen_av);
	else
		check_number(r, "number of the address handle", seen->ah_number,
			     inverbs_ah_of(wr->wr.ud.ah)->number);
}

/* Raw packets have no immediate data. */
static bool is_meaningless(const struct golden_qp *q, const struct ibv_send_wr *wr)
{
	return q->object->sq.qp_type == IBV_QPT_RAW_PACKET && wr->opcode == IBV_WR_SEND_WITH_IMM;
}

static void check_flags(const struct golden_vocabulary *words, const struct golden_qp *q,
			const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			struct report *r)
{
	const bool is_raw = q->object->sq.qp_type == IBV_QPT_RAW_PACKET;
	const bool unsaid = is_plain(words, wr) || (is_raw && words->raw_plain);
	const uint32_t always = words->seen_flags & ~(unsaid ? IBV_SEND_SOLICITED : 0U);
	const uint32_t raw = is_raw ? IBV_SEND_IP_CSUM : 0;
	const uint32_t asked = wr->send_flags | (q->object->sq.flags & IBV_SEND_SIGNALED);

	if (!is_bare(words, wr))
		check_number(r, "flags that the device sees",
			     seen->send_flags & (always | ~IBV_SEND_INLINE),
			     asked & (always | raw));
}

/* The device must not decode values that the request does not have. */
static void check_unsaid(const struct golden_qp *q, const struct inverbs_dev_wr *seen,
			 const struct ibv_send_wr *wr, struct report *r)
{
	const uint32_t op = 1U << wr->opcode;
	const bool imm = op & (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_WRITE_WITH_IMM);
	const bool key = op & (1U << IBV_WR_SEND_WITH_INV | 1U << IBV_WR_LOCAL_INV);
	const bool remote = is_atomic(wr) ||
			    op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM |
				  1U << IBV_WR_RDMA_READ);
	const uint32_t type = q->object->sq.qp_type;
	const bool datagram = type == IBV_QPT_UD || type == IBV_QPT_DRIVER;

	check_number(r, "immediate data of a request without", imm ? 0 : seen->imm, 0);
	check_number(r, "key of a request without", key ? 0 : seen->invalidate_rkey, 0);
	check_number(r, "remote address of a request without", remote ? 0 : seen->remote_addr, 0);
	check_number(r, "rkey of a request without", remote ? 0 : seen->rkey, 0);
	check_number(r, "operand of a request without", is_atomic(wr) ? 0 : seen->swap, 0);
	check_number(r, "compared value of a request without",
		     wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ? 0 : seen->compare, 0);
	check_number(r, "destination of a request without",
		     datagram ? 0 : seen->remote_qpn | seen->qkey | seen->ah_number, 0);
	check_number(r, "window of a request without",
		     wr->opcode == IBV_WR_BIND_MW
			     ? 0
			     : seen->bind.addr | seen->bind.length | seen->bind.rkey |
				       seen->bind.old_rkey | seen->bind.lkey | seen->bind.access,
		     0);
}

/* ---- rings ---- */

static void check_send(const struct golden_vocabulary *words, const struct golden_qp *q,
		       const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
		       struct report *r)
{
	check_number(r, "opcode that the device sees", seen->opcode, wr->opcode);
	if (words->seen_wr_id)
		check_number(r, "identifier that the device sees", seen->wr_id, wr->wr_id);
	check_unsaid(q, seen, wr, r);
	check_flags(words, q, seen, wr, r);
	check_payload(words, seen, wr, r);
	if (!is_meaningless(q, wr) && !(is_bare(words, wr) && is_empty(wr)))
		check_op(words, q, seen, wr, r);
	check_type(words, q, seen, wr, r);
}

/*
 * Returns a copy of units of the ring in memory of exactly their size, so that ASan and valgrind
 * detect reads beyond the end.
 */
static uint8_t *units_of(const struct golden_qp *q, uint32_t first, uint32_t count)
{
	uint8_t *const copy = malloc((size_t)count * q->send_unit);

	if (!copy)
		abort();
	for (uint32_t i = 0; i < count; i++)
		memcpy(copy + (size_t)i * q->send_unit,
		       q->send.memory + q->send.start +
			       (size_t)((first + i) & (q->object->sq.entries - 1)) * q->send_unit,
		       q->send_unit);
	return copy;
}

/* With any byte changed, or cut off at any byte, a WQE must be decoded or refused without other
 * errors. */
static void check_damaged(const struct golden_vocabulary *words, const struct golden_qp *q,
			  uint32_t first, uint32_t units, struct report *r)
{
	struct inverbs_dev_wr *const seen = zeroed(1, sizeof(*seen));

	for (uint32_t i = 0; i < units * q->send_unit; i++) {
		uint8_t *const whole = units_of(q, first, units);
		uint8_t *const cut = malloc(i ? i : 1);
		int err;

		if (!cut)
			abort();
		memcpy(cut, whole, i);
		whole[i] = (uint8_t)~whole[i];
		err = words->calls->decode_send(q->object->sq.qp_type, inverbs_dev_copied(whole),
						units * q->send_unit, seen);
		if (err && err != EINVAL)
			fail(r, "a WQE with another byte %u gives %d", i, err);
		err = words->calls->decode_send(q->object->sq.qp_type, inverbs_dev_copied(cut), i,
						seen);
		if (err && err != EINVAL)
			fail(r, "a WQE cut off at byte %u gives %d", i, err);
		free(cut);
		free(whole);
	}
	free(seen);
}

/* Decodes the WQE at `first`. Returns its units, or 0 if there is no WQE of up to `most` units. */
static uint32_t decode_units(const struct golden_vocabulary *words, const struct golden_qp *q,
			     uint32_t first, uint32_t most, struct inverbs_dev_wr *seen)
{
	for (uint32_t n = 1; n <= most && n <= MAX_UNITS; n++) {
		uint8_t *const copy = units_of(q, first, n);
		const int err = words->calls->decode_send(
			q->object->sq.qp_type, inverbs_dev_copied(copy), n * q->send_unit, seen);

		free(copy);
		if (err == 0)
			return n;
	}
	return 0;
}

/* Checks the order of stores to this WQE. If doorbells are rung in batches, later WQEs may
 * follow. */
static void check_order(const struct golden_vocabulary *words, const struct golden_qp *q,
			uint32_t unit, uint32_t units, struct report *r)
{
	const size_t at = q->send.start +
			  (size_t)(unit & (q->object->sq.entries - 1)) * q->send_unit;
	const uint32_t bytes = words->calls->send_bytes
				       ? words->calls->send_bytes(
						 inverbs_dev_copied(q->send.memory + at))
				       : units * q->send_unit;

	check_handover(&words->handover, q->send.watched, at, bytes, r);
	if (!q->object->sq.max_batch)
		check_stored_first(q->send.watched, at, bytes, r);
}

void check_seen_recorded(const struct golden_vocabulary *words, const struct golden_qp *q,
			 const struct ibv_send_wr *wr, const uint8_t *wqe, bool readable,
			 struct report *r)
{
	struct inverbs_dev_wr *const seen = zeroed(1, sizeof(*seen));
	const int err = words->calls->decode_send(q->object->sq.qp_type, inverbs_dev_copied(wqe),
						  q->send_unit, seen);

	check_number(r, "what the device says to the recorded WQE", (uint64_t)err,
		     readable ? 0 : EINVAL);
	if (!err && readable)
		check_send(words, q, seen, wr, r);
	if (words->check_recorded)
		words->check_recorded(wqe, r);
	free(seen);
}

void check_seen_sends(const struct golden_vocabulary *words, const struct golden_qp *q,
		      const struct ibv_send_wr *wr, uint32_t first, uint32_t last, struct report *r)
{
	struct inverbs_dev_wr *const seen = zeroed(1, sizeof(*seen));

	for (; wr && first != last && !r->failed; wr = wr->next) {
		const uint32_t skipped = words->pads ? words->pads(q, first) : 0;
		const uint32_t n = decode_units(words, q, first + skipped, last - first - skipped,
						seen);

		first += skipped;
		if (n == 0)
			fail(r, "the device sees no request in unit %u", first);
		else
			check_send(words, q, seen, wr, r);
		check_order(words, q, first, n, r);
		check_damaged(words, q, first, n, r);
		first += n;
	}
	free(seen);
}

static void check_buffers(const struct golden_vocabulary *words, const struct golden_qp *q,
			  const struct ibv_recv_wr *wr, uint32_t first,
			  struct inverbs_dev_recv *seen, struct report *r)
{
	for (int n = 0; n < wr->num_sge && !r->failed; n++) {
		const uint32_t unit = (first + (uint32_t)n) & (q->object->rq.entries - 1);

		if (words->calls->decode_recv(inverbs_dev_copied(q->recv.memory + q->recv.start +
								 (size_t)unit * q->recv_unit),
					      q->recv_unit, seen))
			fail(r, "the device sees no buffer in unit %u", unit);
		check_number(r, "first buffer", seen->first, n == 0);
		check_number(r, "last buffer", seen->last, n + 1 == wr->num_sge);
		check_sges(words, seen->sge, seen->num_sge, &wr->sg_list[n], 1, 0, words->seen_most,
			   r);
	}
}

uint32_t check_seen_receive(const struct golden_vocabulary *words, decode_receive decode,
			    const uint8_t *wqe, uint32_t bytes, const struct ibv_recv_wr *wr,
			    struct report *r)
{
	struct inverbs_dev_recv *const seen = zeroed(1, sizeof(*seen));
	uint32_t next;

	if (decode(inverbs_dev_copied(wqe), bytes, seen))
		fail(r, "the device sees no receive");
	if (words->seen_wr_id)
		check_number(r, "identifier that the device sees", seen->wr_id, wr->wr_id);
	check_sges(words, seen->sge, seen->num_sge, wr->sg_list, wr->num_sge, 0, words->seen_most,
		   r);
	next = seen->next;
	free(seen);
	return next;
}

void check_seen_receives(const struct golden_vocabulary *words, const struct golden_qp *q,
			 const struct ibv_recv_wr *wr, uint32_t first, uint32_t last,
			 struct report *r)
{
	const struct ring *ring = words->one_ring ? &q->send : &q->recv;
	const uint32_t unit = words->one_ring ? q->send_unit : q->recv_unit;
	const uint32_t mask = (words->one_ring ? q->object->sq.entries : q->object->rq.entries) - 1;
	struct inverbs_dev_recv *const seen = zeroed(1, sizeof(*seen));

	for (; wr && first != last && !r->failed; wr = wr->next) {
		const size_t at = ring->start + (size_t)(first & mask) * unit;

		if (q->object->rq.tags) {
			check_buffers(words, q, wr, first, seen, r);
			first += (uint32_t)wr->num_sge;
			continue;
		}
		check_seen_receive(words, words->calls->decode_recv, ring->memory + at, unit, wr,
				   r);
		check_handover(&words->recv_handover, ring->watched, at, unit, r);
		check_stored_first(ring->watched, at, unit, r);
		first++;
	}
	free(seen);
}

void check_seen_slots(const struct golden_vocabulary *words, const struct inverbs_srq *srq,
		      const struct region *ring, const struct ibv_recv_wr *wr, uint32_t slot,
		      uint32_t count, struct report *r)
{
	uint32_t next;

	for (; wr && count && !r->failed; wr = wr->next, count--) {
		slot &= srq->entries - 1;
		next = check_seen_receive(words, words->calls->decode_srq_recv,
					  srq->buf + ((size_t)slot << srq->shift), 1U << srq->shift,
					  wr, r);
		check_handover(&words->recv_handover, ring, (size_t)slot << srq->shift,
			       1U << srq->shift, r);
		check_stored_first(ring, (size_t)slot << srq->shift, 1U << srq->shift, r);
		slot = words->srq_in_order ? slot + 1 : next;
	}
}
