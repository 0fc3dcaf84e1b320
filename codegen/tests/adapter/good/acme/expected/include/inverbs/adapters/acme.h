/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Imaginary adapter for the generator's own tests.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for acme.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to acme */

#ifndef INVERBS_ADAPTERS_ACME_H
#define INVERBS_ADAPTERS_ACME_H

#include <errno.h>
#include <inverbs/adapters/acme_formats.h>
#include <inverbs/mmio.h>
#include <inverbs/objects.h>
#include <inverbs/wqe.h>

/** Hardware opcode of each verbs opcode. acme.send.ops */
static const uint8_t acme_send_code[] __attribute__((unused)) = {
	ACME_TASK_WRITE,     /* IBV_WR_RDMA_WRITE */
	ACME_TASK_WRITE_IMM, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	ACME_TASK_SEND,      /* IBV_WR_SEND */
	ACME_TASK_SEND_IMM,  /* IBV_WR_SEND_WITH_IMM */
	ACME_TASK_READ,      /* IBV_WR_RDMA_READ */
	ACME_TASK_CAS,       /* IBV_WR_ATOMIC_CMP_AND_SWP */
	0,                   /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	ACME_TASK_INVAL,     /* IBV_WR_LOCAL_INV */
	ACME_TASK_BIND,      /* IBV_WR_BIND_MW */
	ACME_TASK_SEND_INV,  /* IBV_WR_SEND_WITH_INV */
	0,                   /* IBV_WR_TSO */
	0,                   /* IBV_WR_DRIVER1 */
	0,                   /* no opcode */
	0,                   /* no opcode */
	0,                   /* no opcode */
	ACME_TASK_AWRITE,    /* IBV_WR_ATOMIC_WRITE */
};

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_TSO == 10, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_DRIVER1 == 11, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_WRITE == 15, "order of acme_send_code");
INVERBS_ASSERT_LAYOUT((int)INVERBS_SQ_SIGNAL_ALL == (int)IBV_SEND_SIGNALED, "one test serves both");

/**
 * Later chunks ahead of the producer are marked stale. Done after posting the entry `spare` slots
 * behind; the size is that of the entry last written there. acme.send.guard
 */
INVERBS_INLINE void acme_send_guard(struct inverbs_sq *sq, uint32_t index)
{
	uint8_t *slot;
	uint32_t bytes;

	if (sq->one_chunk)
		return; /* no later chunk was ever written: all are as they were initialised */
	if (sq->shift <= 5)
		return; /* a slot of one chunk has no later chunk */
	slot = inverbs_slot(sq->buf, index + sq->spare, sq->entries, sq->shift);
	bytes = acme_head_get(slot).units;
	for (uint32_t at = 32; at < bytes; at += 32)
		inverbs_put32(slot + at, 0xdeadbeefU);
}

/**
 * Make every slot of a send ring look owned by the program, before the queue pair leaves RESET.
 * buf: slot 0; entries: power of two; shift: log2 of a slot in bytes. acme.send.owner
 */
INVERBS_INLINE void acme_sq_init_ownership(uint8_t *buf, uint32_t entries, uint32_t shift)
{
	struct acme_head ctrl;

	memset(&ctrl, 0, sizeof(ctrl));
	ctrl.phase = 1;
	for (uint32_t i = 0; i < entries; i++) {
		uint8_t *const slot = buf + ((size_t)i << shift);

		ctrl.units = (uint16_t)(1U << shift);
		inverbs_put32(slot, acme_head_first_word(&ctrl));
		inverbs_put8(slot + 0, (uint8_t)((1U << shift) / 8));
		for (uint32_t at = 32; at < 1U << shift; at += 32)
			inverbs_put32(slot + at, 0xdeadbeefU);
	}
}

/** Store the header of an inline run after its bytes. acme.send.payload.inline */
INVERBS_INLINE void acme_inline_seal(uint8_t *header, uint32_t length)
{
	struct acme_run seg;

	seg.bytes = length;
	inverbs_to_device();
	acme_run_put(header, &seg);
}

/**
 * Copy the payload into the entry. A run may not cross a 32-byte boundary of the entry: there it is
 * sealed and a new header starts. *bytes of the entry are taken so far; it grows to the next unit
 * behind the payload. ENOMEM, with nothing written, when it is more than the queue takes.
 */
INVERBS_INLINE int acme_inline_put(const struct inverbs_sq *sq, const struct inverbs_request *req,
				   uint8_t *slot, uint32_t *bytes, uint32_t *inlined)
{
	uint32_t header = *bytes;
	uint32_t at = header + 4;
	uint32_t total = 0;

	if (__builtin_expect(req->num_sge > 1, 0) && inverbs_payload_bytes(req) > sq->max_inline)
		return ENOMEM;
	for (uint32_t i = 0; i < req->num_sge; i++) {
		const struct ibv_sge *const sge = inverbs_piece(req, i);
		const uint8_t *from = (const uint8_t *)(uintptr_t)sge->addr;
		uint32_t left = sge->length;
		uint32_t room = 32 - (at & 31);

		if (__builtin_expect(left > sq->max_inline, 0))
			return ENOMEM;
		total += left;
		while (left >= room) {
			inverbs_copy_payload(slot + at, from, room);
			at += room;
			from += room;
			left -= room;
			acme_inline_seal(slot + header, at - header - 4);
			header = at;
			at += 4;
			room = 28;
		}
		inverbs_copy_payload(slot + at, from, left);
		at += left;
	}
	if (at - header > 4)
		acme_inline_seal(slot + header, at - header - 4);
	else
		at = header; /* a header without bytes is neither written nor counted */
	*bytes = (at + 7) & ~7U;
	*inlined = total;
	return 0;
}

/** Point at one piece of the payload; the first word of the segment is stored after the rest. */
INVERBS_INLINE void acme_gather_one(uint8_t *at, const struct ibv_sge *sge)
{
	struct acme_piece seg;

	seg.at = sge->addr;
	seg.size = sge->length;
	seg.key = sge->lkey;
	if (sge->length == 0)
		seg.size = 0x80000000U;
	acme_piece_put_last(at, &seg);
}

/** Point at the pieces of the payload, last to first, so that a chunk's first word is stored after
 * its rest. */
INVERBS_INLINE void acme_gather_put(const struct inverbs_request *req, uint8_t *slot,
				    uint32_t *bytes)
{
	uint8_t *const at = slot + *bytes;

	*bytes += req->num_sge * 16;
	if (__builtin_expect(req->num_sge == 1, 1)) {
		acme_gather_one(at, inverbs_piece(req, 0));
		return;
	}
	for (uint32_t i = req->num_sge; i-- > 0;)
		acme_gather_one(at + (size_t)i * 16, &req->wr->sg_list[i]);
}

/** What the last entry of a call left for the bell. */
struct acme_sent {
	const uint8_t *slot;
	uint32_t bytes;
	bool pushed; /**< the entry carries what the push page needs */
};

/** Segments between the opening one and the payload, for requests that have them. Returns the bytes
 * taken. */
INVERBS_INLINE uint32_t acme_segments_put(uint8_t *at, const struct ibv_send_wr *wr, uint32_t body)
{
	uint32_t taken = 0;

	/* inval: LOCAL_INV */
	if (body & (1U << IBV_WR_LOCAL_INV)) {
		struct acme_inval seg;

		seg.rkey = wr->invalidate_rkey;
		acme_inval_put(at + taken, &seg);
		taken += 8;
	}
	/* remote: RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ, ATOMIC_WRITE */
	if (body & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM |
		    1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_WRITE)) {
		struct acme_remote seg;

		seg.addr = wr->wr.rdma.remote_addr;
		seg.rkey = wr->wr.rdma.rkey;
		acme_remote_put(at + taken, &seg);
		taken += 16;
	}
	if (!(body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_BIND_MW)))
		return taken;
	/* bind: BIND_MW */
	if (body & (1U << IBV_WR_BIND_MW)) {
		struct acme_bind seg;

		seg.remote_atomic = (wr->bind_mw.bind_info.mw_access_flags &
				     IBV_ACCESS_REMOTE_ATOMIC) != 0;
		seg.remote_write = (wr->bind_mw.bind_info.mw_access_flags &
				    IBV_ACCESS_REMOTE_WRITE) != 0;
		seg.remote_read = (wr->bind_mw.bind_info.mw_access_flags &
				   IBV_ACCESS_REMOTE_READ) != 0;
		seg.type2 = wr->bind_mw.mw->type == IBV_MW_TYPE_2;
		seg.zero_based = (wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED) !=
				 0;
		seg.rkey = wr->bind_mw.rkey;
		seg.addr = wr->bind_mw.bind_info.addr;
		seg.length = wr->bind_mw.bind_info.length;
		seg.lkey = wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0;
		acme_bind_put(at + taken, &seg);
		taken += 32;
	}
	/* remote: ATOMIC_CMP_AND_SWP */
	if (body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct acme_remote seg;

		seg.addr = wr->wr.atomic.remote_addr;
		seg.rkey = wr->wr.atomic.rkey;
		acme_remote_put(at + taken, &seg);
		taken += 16;
	}
	/* operands: ATOMIC_CMP_AND_SWP */
	if (body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct acme_operands seg;

		seg.swap = wr->wr.atomic.swap;
		seg.compare = wr->wr.atomic.compare_add;
		acme_operands_put(at + taken, &seg);
		taken += 16;
	}
	return taken;
}

/** Bytes in front of the payload for which the grants of a queue leave room. acme.send.classes */
INVERBS_INLINE uint32_t acme_granted_front(int qp_type)
{
	if (qp_type == IBV_QPT_RC || qp_type == IBV_QPT_UC || qp_type == IBV_QPT_XRC_SEND)
		return 32;
	if (qp_type == IBV_QPT_UD)
		return 48;
	if (qp_type == IBV_QPT_RAW_PACKET)
		return 16;
	return 16;
}

/** Where a payload ends that starts so many bytes into the entry. Inline bytes have a header in
 * each chunk that they reach. */
INVERBS_INLINE uint64_t acme_payload_end(const struct inverbs_request *req, uint64_t bytes)
{
	const uint64_t payload = inverbs_payload_bytes(req);
	const uint64_t runs = ((bytes & 31) + payload + 27) / 28;

	if (!inverbs_is_inline(req))
		return bytes + (uint64_t)req->num_sge * 16;
	return payload ? bytes + payload + runs * 4 : bytes;
}

/**
 * True when a request with more in front of its payload than the grants leave room for does not fit
 * into a slot.
 */
INVERBS_INLINE bool acme_too_long(const struct inverbs_sq *sq, const struct inverbs_request *req)
{
	uint64_t bytes = 16;

	if (req->qp_type == IBV_QPT_UD)
		return false; /* they have one body, and the grants are for it */
	if (req->qp_type == IBV_QPT_RAW_PACKET)
		return false; /* they have one body, and the grants are for it */
	if (req->op & (1U << IBV_WR_BIND_MW))
		bytes += 32;
	if (req->op & (1U << IBV_WR_LOCAL_INV))
		bytes += 8;
	if (req->op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM |
		       1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_WRITE))
		bytes += 16;
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP))
		bytes += 16;
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP))
		bytes += 16;
	if (!(req->op & (1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)))
		bytes = acme_payload_end(req, bytes);
	/* no slot is smaller than a chunk, which spares constant requests the rest */
	return bytes > 32 && (bytes > 1U << sq->shift || bytes > 2040);
}

/**
 * What some queue pair types have in front of their payload. *bytes grows by it; *body becomes the
 * op whose segments follow. Returns 0 or why the queue pair may not use a flag of the request.
 */
INVERBS_INLINE int acme_special_lead(const struct inverbs_request *req, uint8_t *slot,
				     uint32_t *bytes, uint32_t *body)
{
	const struct ibv_send_wr *const wr = req->wr;

	/* acme.send.classes.datagram */
	if (req->qp_type == IBV_QPT_UD) {
		if ((req->flags & IBV_SEND_IP_CSUM) && !(req->traits & INVERBS_SQ_CSUM))
			return EOPNOTSUPP;
		struct acme_where seg;

		memcpy(seg.av, inverbs_ah_of(wr->wr.ud.ah)->av, sizeof(seg.av));
		seg.qpn = wr->wr.ud.remote_qpn;
		seg.qkey = wr->wr.ud.remote_qkey;
		seg.vlan = inverbs_ah_of(wr->wr.ud.ah)->vlan;
		memcpy(seg.mac, inverbs_ah_of(wr->wr.ud.ah)->mac, sizeof(seg.mac));
		acme_where_put(slot + *bytes, &seg);
		*bytes += 32;
		*body = 1U << IBV_WR_SEND;
	}
	/* acme.send.classes.raw */
	if (req->qp_type == IBV_QPT_RAW_PACKET) {
		*body = 1U << IBV_WR_SEND;
	}
	(void)wr;
	return 0;
}

/** Write the opening segment and hand the entry over. acme.send.classes */
INVERBS_INLINE void acme_control_put(const struct inverbs_sq *sq, uint32_t index,
				     const struct inverbs_request *req, uint8_t *slot,
				     uint32_t bytes, bool pushed)
{
	const struct ibv_send_wr *const wr = req->wr;
	const uint8_t code = acme_send_code[req->opcode];
	struct acme_head ctrl;
	uint32_t op_imm = 0;
	uint32_t op_inval_rkey = 0;

	if (req->op & (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_SEND_WITH_INV |
		       1U << IBV_WR_RDMA_WRITE_WITH_IMM)) {
		if (req->op & (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_WRITE_WITH_IMM))
			op_imm = wr->imm_data;
		if (req->op & (1U << IBV_WR_SEND_WITH_INV))
			op_inval_rkey = wr->invalidate_rkey;
	}
	if (__builtin_expect((1U << req->qp_type) & (1U << IBV_QPT_XRC_SEND | 1U << IBV_QPT_UD |
						     1U << IBV_QPT_RAW_PACKET),
			     0)) {
		ctrl.phase = (index & sq->entries) != 0;
		ctrl.code = code;
		ctrl.units = bytes;
		ctrl.fence = (req->flags & IBV_SEND_FENCE) != 0;
		ctrl.index = index & 0xffffU;
		ctrl.signaled = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		ctrl.solicited = ((req->flags & IBV_SEND_SOLICITED) != 0) |
				 ((req->qp_type == IBV_QPT_RAW_PACKET) ? 1 : 0);
		ctrl.csum = (req->qp_type == IBV_QPT_UD) && (req->flags & IBV_SEND_IP_CSUM) != 0;
		ctrl.srqn = (((req->qp_type == IBV_QPT_RAW_PACKET) &&
			      (req->traits & INVERBS_SQ_ETHERNET)))
				    ? 0
				    : (req->qp_type == IBV_QPT_XRC_SEND
					       ? wr->qp_type.xrc.remote_srqn
					       : 0);
		ctrl.mac_head = (req->qp_type == IBV_QPT_RAW_PACKET) &&
						(req->traits & INVERBS_SQ_ETHERNET)
					? inverbs_mac_head(wr)
					: 0;
		ctrl.imm = (((req->qp_type == IBV_QPT_RAW_PACKET) &&
			     (req->traits & INVERBS_SQ_ETHERNET)))
				   ? 0
				   : (op_imm);
		ctrl.inval_rkey = op_inval_rkey;
		ctrl.mac_tail = (req->qp_type == IBV_QPT_RAW_PACKET) &&
						(req->traits & INVERBS_SQ_ETHERNET)
					? inverbs_mac_tail(wr)
					: 0;
	} else {
		ctrl.phase = (index & sq->entries) != 0;
		ctrl.code = code;
		ctrl.units = bytes;
		ctrl.fence = (req->flags & IBV_SEND_FENCE) != 0;
		ctrl.index = index & 0xffffU;
		ctrl.signaled = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		ctrl.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
		ctrl.csum = 0;
		ctrl.srqn = 0;
		ctrl.mac_head = 0;
		ctrl.imm = op_imm;
		ctrl.inval_rkey = op_inval_rkey;
		ctrl.mac_tail = 0;
	}
	(void)wr;
	if (pushed)
		acme_head_put_pushed(slot, &ctrl);
	else
		acme_head_put_last(slot, &ctrl);
}

/** True when a single entry goes through the push page instead of the doorbell. acme.send.push */
INVERBS_INLINE bool acme_push_applies(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint32_t bytes,
				      uint32_t inlined)
{
	return ((inlined != 0 && (req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
				  req->qp_type == IBV_QPT_XRC_SEND)) ||
		((req->op & (1U << IBV_WR_RDMA_READ)) &&
		 (req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
		  req->qp_type == IBV_QPT_XRC_SEND) &&
		 !inverbs_is_inline(req)) ||
		((req->op & (1U << IBV_WR_RDMA_WRITE)) && req->num_sge == 0 &&
		 (req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
		  req->qp_type == IBV_QPT_XRC_SEND))) &&
	       bytes > 16 && bytes <= sq->push->size;
}

/**
 * Write one send entry and hand it over. alone: it is the only request of its call.
 * ENOMEM: queue full, too many pieces or bytes. EINVAL: opcode or flag that this queue does not
 * take. A refused request leaves no trace. acme.send
 */
INVERBS_INLINE int acme_send_one(struct inverbs_sq *sq, uint32_t index,
				 const struct inverbs_request *req, bool alone,
				 struct acme_sent *sent)
{
	const uint32_t position = index & (sq->entries - 1);
	uint8_t *const slot = sq->buf + ((size_t)position << sq->shift);
	uint32_t bytes = 16;
	uint32_t inlined = 0;
	bool has_payload = true;
	uint32_t body;

	sent->slot = slot;
	if (__builtin_expect(index - inverbs_observe32(&sq->tail) >= sq->max_post, 0))
		return ENOMEM;
	if (__builtin_expect(req->num_sge > sq->max_sge, 0))
		return ENOMEM;
	if (__builtin_expect(req->opcode >= sizeof(acme_send_code), 0))
		return EINVAL;
	body = req->op;
	if (__builtin_expect(body & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_TSO |
				     1U << IBV_WR_DRIVER1 | 1U << 12 | 1U << 13 | 1U << 14),
			     0))
		return EINVAL;
	if ((body & (1U << IBV_WR_SEND_WITH_INV)) && req->qp_type != IBV_QPT_RC)
		return EINVAL;
	if ((body & (1U << IBV_WR_RDMA_WRITE)) && req->qp_type != IBV_QPT_RC &&
	    req->qp_type != IBV_QPT_UC)
		return EINVAL;
	if ((body & (1U << IBV_WR_RDMA_READ)) && req->qp_type != IBV_QPT_RC)
		return EINVAL;
	if ((body & (1U << IBV_WR_ATOMIC_WRITE)) && req->qp_type != IBV_QPT_RC)
		return EINVAL;
	sq->wr_id[position] = req->wr->wr_id;

	if (__builtin_expect((1U << req->qp_type) & (1U << IBV_QPT_XRC_SEND | 1U << IBV_QPT_UD |
						     1U << IBV_QPT_RAW_PACKET),
			     0)) {
		const int err = acme_special_lead(req, slot, &bytes, &body);

		if (__builtin_expect(err, 0))
			return err;
	}
	if (body & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM |
		    1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |
		    1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW | 1U << IBV_WR_ATOMIC_WRITE)) {
		if ((body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_BIND_MW)) &&
		    __builtin_expect(acme_too_long(sq, req), 0))
			return ENOMEM;
		bytes += acme_segments_put(slot + bytes, req->wr, body);
		has_payload = !(body & (1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW));
	}
	if (has_payload) {
		if (inverbs_is_inline(req)) {
			const int err = acme_inline_put(sq, req, slot, &bytes, &inlined);

			if (__builtin_expect(err, 0))
				return err;
		} else {
			acme_gather_put(req, slot, &bytes);
		}
	}
	if (__builtin_expect(bytes > 32, 0))
		sq->one_chunk = 0;
	sent->bytes = bytes;
	sent->pushed = alone && acme_push_applies(sq, req, bytes, inlined);
	acme_control_put(sq, index, req, slot, bytes, sent->pushed);
	return 0;
}

/** Tell the adapter once for the whole call. acme.send.bell */
INVERBS_INLINE void acme_send_bell(struct inverbs_sq *sq, const struct acme_sent *sent)
{
	if (sent->pushed) {
		struct inverbs_push *const push = sq->push;

		inverbs_lock(&push->lock);
		inverbs_wc_start();
		inverbs_wc_copy(push->page + push->offset, sent->slot, (sent->bytes + 63) & ~63U);
		inverbs_wc_flush();
		push->offset ^= push->size;
		inverbs_unlock(&push->lock);
		return;
	}
	struct acme_ring bell;
	uint32_t word;

	bell.number = sq->qpn;
	acme_ring_put(&word, &bell);
	inverbs_to_device();
	inverbs_mmio_write32(sq->bell + ACME_BELL, word);
}

/** A call with one request, the common case: no loop stands between the request and the stores that
 * it becomes. */
INVERBS_INLINE int acme_send_single(struct inverbs_sq *sq, const struct inverbs_request *req)
{
	const uint32_t index = sq->head;
	struct acme_sent sent;
	const int err = acme_send_one(sq, index, req, true, &sent);

	if (__builtin_expect(err, 0))
		return err;
	sq->head = index + 1;
	acme_send_bell(sq, &sent);
	acme_send_guard(sq, index);
	return 0;
}

/** A list of requests, one bell. Posting stops at the first that is refused; those before it stay
 * posted. */
INVERBS_INLINE int acme_send_list(struct inverbs_sq *sq, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	const uint32_t first = sq->head;
	struct acme_sent sent = {NULL, 0, false};
	uint32_t index = first;
	int err = 0;

	for (; wr; wr = wr->next) {
		if (index != first)
			acme_send_guard(sq, index - 1);
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		err = acme_send_one(sq, index, &req, false, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		index++;
	}
	if (index != first) {
		sq->head = index;
		acme_send_bell(sq, &sent);
		acme_send_guard(sq, index - 1);
	}
	return err;
}

/** ibv_post_send for acme. */
INVERBS_INLINE int acme_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err;

	if (__builtin_expect(!wr->next, 1)) {
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		inverbs_lock(&sq->lock);
		err = acme_send_single(sq, &req);
		inverbs_unlock(&sq->lock);
		if (__builtin_expect(err, 0))
			*bad_wr = wr;
		return err;
	}
	inverbs_lock(&sq->lock);
	err = acme_send_list(sq, wr, bad_wr);
	inverbs_unlock(&sq->lock);
	return err;
}

/** Write the pieces of a receive buffer, and the end mark when there is room for it. acme.recv */
INVERBS_INLINE void acme_scatter_put(uint8_t *at, const struct ibv_recv_wr *wr, uint32_t max_sge)
{
	struct acme_piece seg;

	for (int i = 0; i < wr->num_sge; i++, at += 16) {
		const struct ibv_sge *const sge = &wr->sg_list[i];

		seg.at = sge->addr;
		seg.size = sge->length;
		seg.key = sge->lkey;
		acme_piece_put(at, &seg);
	}
	if ((uint32_t)wr->num_sge < max_sge) {
		seg.size = 0;
		seg.key = 0xffffffffU;
		seg.at = 0;
		acme_piece_put(at, &seg);
	}
}

/** Publish how many receives were posted. acme.recv.bell */
INVERBS_INLINE void acme_recv_bell(uint32_t *record, uint32_t head)
{
	struct acme_posted bell;
	uint32_t word;

	bell.total = head;
	acme_posted_put(&word, &bell);
	inverbs_to_device();
	inverbs_publish32(record + 1, word);
}

/** ibv_post_recv for acme. ENOMEM: queue full or too many pieces. */
INVERBS_INLINE int acme_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				  struct ibv_recv_wr **bad_wr)
{
	struct inverbs_rq *const rq = &inverbs_qp_of(qp)->rq;
	uint32_t head;
	int err = 0;

	inverbs_lock(&rq->lock);
	head = rq->head;
	for (; wr; wr = wr->next) {
		if (__builtin_expect(head - inverbs_observe32(&rq->tail) >= rq->max_post ||
					     (uint32_t)wr->num_sge > rq->max_sge,
				     0)) {
			err = ENOMEM;
			*bad_wr = wr;
			break;
		}
		acme_scatter_put(inverbs_slot(rq->buf, head, rq->entries, rq->shift), wr,
				 rq->max_sge);
		rq->wr_id[head & (rq->entries - 1)] = wr->wr_id;
		head++;
	}
	if (head != rq->head) {
		rq->head = head;
		acme_recv_bell(rq->record, head);
	}
	inverbs_unlock(&rq->lock);
	return err;
}

/**
 * Prepare a zeroed shared receive ring: each slot links to the next, every piece carries the end
 * mark. acme.recv.shared
 */
INVERBS_INLINE void acme_srq_init(uint8_t *buf, uint32_t entries, uint32_t shift)
{
	struct acme_link head;
	struct acme_piece seg;

	memset(&seg, 0, sizeof(seg));
	seg.key = 0xffffffffU;
	for (uint32_t i = 0; i < entries; i++) {
		uint8_t *const slot = buf + ((size_t)i << shift);

		head.next = (uint16_t)((i + 1) & (entries - 1));
		acme_link_put(slot, &head);
		for (uint32_t at = 16; at < 1U << shift; at += 16)
			acme_piece_put(slot + at, &seg);
	}
}

/** Give a slot back to the end of the free list, when its completion was polled. */
INVERBS_INLINE void acme_srq_free(struct inverbs_srq *srq, uint32_t slot)
{
	inverbs_lock(&srq->lock);
	inverbs_put16(inverbs_slot(srq->buf, srq->tail, srq->entries, srq->shift) + 0,
		      INVERBS_LE16((uint16_t)slot));
	srq->tail = slot;
	inverbs_unlock(&srq->lock);
}

/** ibv_post_srq_recv for acme. ENOMEM: queue full. EINVAL: too many pieces. */
INVERBS_INLINE int acme_post_srq_recv(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
				      struct ibv_recv_wr **bad_wr)
{
	struct inverbs_srq *const srq = inverbs_srq_of(ibsrq);
	uint32_t counter;
	int err = 0;

	inverbs_lock(&srq->lock);
	counter = srq->counter;
	for (; wr; wr = wr->next) {
		uint8_t *const slot = inverbs_slot(srq->buf, srq->head, srq->entries, srq->shift);

		if (__builtin_expect((uint32_t)wr->num_sge > srq->max_sge, 0))
			err = EINVAL;
		else if (__builtin_expect(srq->head == srq->tail, 0))
			err = ENOMEM;
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		srq->wr_id[srq->head] = wr->wr_id;
		acme_scatter_put(slot + 16, wr, srq->max_sge);
		srq->head = acme_link_get(slot).next;
		counter++;
	}
	if (counter != srq->counter) {
		srq->counter = counter;
		acme_recv_bell(srq->record, counter);
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/** What a hardware opcode means to the program. length: 0 none, 1 the entry's byte count, else that
 * many bytes. */
struct acme_send_meaning {
	uint8_t opcode; /**< enum ibv_wc_opcode */
	uint8_t flags;
	uint8_t length;
};

/** Completions of sends by hardware opcode. acme.complete.send */
static const struct acme_send_meaning acme_send_meanings[] __attribute__((unused)) = {
	{IBV_WC_SEND, 0, 0},                     /* 0x00 */
	{IBV_WC_SEND, 0, 0},                     /* 0x01 SEND */
	{IBV_WC_SEND, IBV_WC_WITH_IMM, 0},       /* 0x02 SEND_IMM */
	{IBV_WC_SEND, 0, 0},                     /* 0x03 SEND_INV */
	{IBV_WC_SEND, 0, 0},                     /* 0x04 */
	{IBV_WC_SEND, 0, 0},                     /* 0x05 */
	{IBV_WC_SEND, 0, 0},                     /* 0x06 */
	{IBV_WC_SEND, 0, 0},                     /* 0x07 */
	{IBV_WC_RDMA_WRITE, 0, 0},               /* 0x08 WRITE */
	{IBV_WC_RDMA_WRITE, IBV_WC_WITH_IMM, 0}, /* 0x09 WRITE_IMM */
	{IBV_WC_SEND, 0, 0},                     /* 0x0a */
	{IBV_WC_SEND, 0, 0},                     /* 0x0b */
	{IBV_WC_RDMA_READ, 0, 1},                /* 0x0c READ */
	{IBV_WC_SEND, 0, 0},                     /* 0x0d */
	{IBV_WC_SEND, 0, 0},                     /* 0x0e */
	{IBV_WC_SEND, 0, 0},                     /* 0x0f */
	{IBV_WC_COMP_SWAP, 0, 8},                /* 0x10 CAS */
	{IBV_WC_SEND, 0, 0},                     /* 0x11 */
	{IBV_WC_ATOMIC_WRITE, 0, 0},             /* 0x12 AWRITE */
	{IBV_WC_SEND, 0, 0},                     /* 0x13 */
	{IBV_WC_SEND, 0, 0},                     /* 0x14 */
	{IBV_WC_SEND, 0, 0},                     /* 0x15 */
	{IBV_WC_SEND, 0, 0},                     /* 0x16 */
	{IBV_WC_SEND, 0, 0},                     /* 0x17 */
	{IBV_WC_BIND_MW, 0, 0},                  /* 0x18 BIND */
	{IBV_WC_LOCAL_INV, 0, 0},                /* 0x19 INVAL */
	{IBV_WC_SEND, 0, 0},                     /* 0x1a */
	{IBV_WC_SEND, 0, 0},                     /* 0x1b */
	{IBV_WC_SEND, 0, 0},                     /* 0x1c */
	{IBV_WC_SEND, 0, 0},                     /* 0x1d */
	{IBV_WC_SEND, 0, 0},                     /* 0x1e */
	{IBV_WC_SEND, 0, 0},                     /* 0x1f */
};

/** special: 0 no, 1 immediate data, 2 invalidated key, 3 unknown: nothing but lengths and addresses
 * is reported. */
struct acme_recv_meaning {
	uint8_t opcode;
	uint8_t flags;
	uint8_t special;
} __attribute__((aligned(4)));

/** Completions of receives by hardware opcode. acme.complete.recv */
static const struct acme_recv_meaning acme_recv_meanings[] __attribute__((unused)) = {
	{0, 0, 3},                                       /* 0x00 */
	{IBV_WC_RECV, 0, 0},                             /* 0x01 SEND */
	{IBV_WC_RECV, IBV_WC_WITH_IMM, 1},               /* 0x02 SEND_IMM */
	{IBV_WC_RECV, IBV_WC_WITH_INV, 2},               /* 0x03 SEND_INV */
	{IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1}, /* 0x04 WRITE_IMM */
	{0, 0, 3},                                       /* 0x05 */
	{0, 0, 3},                                       /* 0x06 */
	{0, 0, 3},                                       /* 0x07 */
	{0, 0, 3},                                       /* 0x08 */
	{0, 0, 3},                                       /* 0x09 */
	{0, 0, 3},                                       /* 0x0a */
	{0, 0, 3},                                       /* 0x0b */
	{0, 0, 3},                                       /* 0x0c */
	{0, 0, 3},                                       /* 0x0d */
	{0, 0, 3},                                       /* 0x0e */
	{0, 0, 3},                                       /* 0x0f */
	{0, 0, 3},                                       /* 0x10 */
	{0, 0, 3},                                       /* 0x11 */
	{0, 0, 3},                                       /* 0x12 */
	{0, 0, 3},                                       /* 0x13 */
	{0, 0, 3},                                       /* 0x14 */
	{0, 0, 3},                                       /* 0x15 */
	{0, 0, 3},                                       /* 0x16 */
	{0, 0, 3},                                       /* 0x17 */
	{0, 0, 3},                                       /* 0x18 */
	{0, 0, 3},                                       /* 0x19 */
	{0, 0, 3},                                       /* 0x1a */
	{0, 0, 3},                                       /* 0x1b */
	{0, 0, 3},                                       /* 0x1c */
	{0, 0, 3},                                       /* 0x1d */
	{0, 0, 3},                                       /* 0x1e */
	{0, 0, 3},                                       /* 0x1f */
};

/** Completion status of a syndrome. acme.complete.status */
INVERBS_INLINE enum ibv_wc_status acme_wc_status(uint8_t syndrome)
{
	static const uint8_t status[] = {
		IBV_WC_GENERAL_ERR,  /* 0x00 */
		IBV_WC_LOC_LEN_ERR,  /* 0x01 LENGTH */
		IBV_WC_GENERAL_ERR,  /* 0x02 */
		IBV_WC_GENERAL_ERR,  /* 0x03 */
		IBV_WC_GENERAL_ERR,  /* 0x04 */
		IBV_WC_WR_FLUSH_ERR, /* 0x05 FLUSHED */
	};

	if (syndrome >= sizeof(status))
		return IBV_WC_GENERAL_ERR;
	return (enum ibv_wc_status)status[syndrome];
}

/** The 32 significant bytes of entry `index`; larger entries have them at their end. */
INVERBS_INLINE uint8_t *acme_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 32;
}

/** True when the entry at `at` belongs to the program at `index`: its owner bit has the parity of
 * the lap. */
INVERBS_INLINE bool acme_entry_ready(const uint8_t *at, uint32_t index, uint32_t entries)
{
	return ((inverbs_observe8(at + 31) >> 7) & 1) == ((index & entries) != 0);
}

/** The same by index alone. */
INVERBS_INLINE bool acme_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return acme_entry_ready(acme_cq_entry(cq, index), index, cq->entries);
}

/** Owner bit of an entry. */
INVERBS_INLINE uint32_t acme_cqe_owner_get(const void *cqe)
{
	return (inverbs_get8((const uint8_t *)cqe + 31) >> 7) & 1U;
}

/** Set the owner bit of an entry and nothing else. */
INVERBS_INLINE void acme_cqe_owner_put(void *cqe, uint32_t bit)
{
	uint8_t *const last = (uint8_t *)cqe + 31;

	*last = (uint8_t)((*last & ~(1U << 7)) | (bit << 7));
}

/** Publish how many entries were consumed. acme.complete.consumed */
INVERBS_INLINE void acme_cq_publish_ci(struct inverbs_cq *cq)
{
	const uint32_t index = cq->head;
	struct acme_consumed seg;
	uint32_t word;

	seg.seen = index;
	acme_consumed_put(&word, &seg);
	inverbs_publish32(cq->record, word);
}

/** What a completion entry leads to in the program's own books. */
struct acme_found {
	struct inverbs_qp *qp; /**< NULL for XRC receives */
	uint64_t wr_id;
};

/** Retire the send queue up to the completed index; unsignaled requests before it go with it. */
INVERBS_INLINE uint64_t acme_retire_send(struct inverbs_sq *sq, uint16_t wqe_index)
{
	const uint32_t tail = sq->tail + (uint16_t)(wqe_index - (uint16_t)sq->tail);
	const uint64_t wr_id = sq->wr_id[tail & (sq->entries - 1)];

	__atomic_store_n(&sq->tail, tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

INVERBS_INLINE uint64_t acme_retire_recv(struct inverbs_rq *rq)
{
	const uint32_t tail = rq->tail;
	const uint64_t wr_id = rq->wr_id[tail & (rq->entries - 1)];

	__atomic_store_n(&rq->tail, tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

INVERBS_INLINE uint64_t acme_retire_srq(struct inverbs_srq *srq, uint16_t slot)
{
	const uint64_t wr_id = srq->wr_id[slot & (srq->entries - 1)];

	acme_srq_free(srq, slot & (srq->entries - 1));
	return wr_id;
}

/**
 * Find the queue of an entry and retire its request. found->qp is the queue pair of the entry
 * before, or NULL. False when the number names nothing.
 */
INVERBS_INLINE bool acme_find(const struct inverbs_cq *cq, const uint8_t *at,
			      struct acme_found *found)
{
	const struct acme_done e = acme_done_get(at);
	struct inverbs_qp *qp = found->qp;

	if (__builtin_expect((e.qpn & ACME_XRC_BIT) && !e.is_send, 0)) {
		struct inverbs_srq *const srq = (struct inverbs_srq *)inverbs_lookup(cq->srqs,
										     e.srqn);

		if (!srq)
			return false;
		found->qp = NULL;
		found->wr_id = acme_retire_srq(srq, e.wqe_index);
		return true;
	}
	if (!qp || qp->sq.qpn != e.qpn) {
		qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, e.qpn);
		if (__builtin_expect(!qp, 0))
			return false;
		found->qp = qp;
	}
	if (e.is_send)
		found->wr_id = acme_retire_send(&qp->sq, e.wqe_index);
	else if (qp->srq)
		found->wr_id = acme_retire_srq(qp->srq, e.wqe_index);
	else
		found->wr_id = acme_retire_recv(&qp->rq);
	return true;
}

/** Flags of a receive completion that do not come from its opcode. acme.complete.flags */
INVERBS_INLINE unsigned int acme_recv_flags(const uint8_t *at, uint32_t traits)
{
	const struct acme_done e = acme_done_get(at);
	unsigned int flags = 0;

	flags |= e.global * IBV_WC_GRH;
	if (traits & INVERBS_RX_CSUM)
		flags |= e.ip_ok * IBV_WC_IP_CSUM_OK;
	(void)traits;
	(void)e;
	return flags;
}

INVERBS_INLINE uint8_t acme_recv_sl(const uint8_t *at, uint32_t traits)
{
	const struct acme_done e = acme_done_get(at);

	if (traits & INVERBS_SQ_ETHERNET)
		return e.prio;
	return e.sl;
}

/**
 * What a good receive completion carries beyond identity and status. Each member reads the entry
 * anew: it costs less than keeping all fields in registers across the stores.
 */
INVERBS_INLINE void acme_fill_recv(const uint8_t *at, const struct acme_found *found,
				   struct ibv_wc *wc)
{
	const struct acme_recv_meaning m = acme_recv_meanings[acme_done_get(at).what];
	const uint32_t traits = found->qp ? found->qp->sq.flags : 0;

	wc->wc_flags = m.flags | acme_recv_flags(at, traits);
	wc->byte_len = acme_done_get(at).bytes;
	wc->src_qp = acme_done_get(at).sender;
	wc->slid = acme_done_get(at).lid;
	wc->pkey_index = acme_done_get(at).pkey_index;
	wc->dlid_path_bits = acme_done_get(at).low_lid;
	wc->sl = acme_recv_sl(at, traits);
	if (__builtin_expect(m.special != 3, 1))
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	if (__builtin_expect(m.special == 0, 1))
		return;
	if (m.special == 1)
		wc->imm_data = acme_done_get(at).imm;
	else if (m.special == 2)
		wc->invalidated_rkey = acme_done_get(at).inval_rkey;
}

/** Fill a work completion from an entry whose request was found. */
INVERBS_INLINE void acme_fill_wc(const uint8_t *at, const struct acme_found *found,
				 struct ibv_wc *wc)
{
	const struct acme_done e = acme_done_get(at);

	wc->wr_id = found->wr_id;
	wc->qp_num = e.qpn;
	if (__builtin_expect(e.what == ACME_OTHER_FAILED, 0)) {
		const struct acme_failed err = acme_failed_get(at);

		wc->status = acme_wc_status(err.syndrome);
		wc->vendor_err = err.vendor;
		return;
	}
	wc->status = IBV_WC_SUCCESS;
	if (e.is_send) {
		const struct acme_send_meaning m = acme_send_meanings[e.what];

		wc->opcode = (enum ibv_wc_opcode)m.opcode;
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == 1 ? e.bytes : m.length;
		return;
	}
	acme_fill_recv(at, found, wc);
}

/**
 * ibv_poll_cq for acme. An entry for an unknown queue is consumed and reported as -2, after the
 * entries before it were returned by an earlier call.
 */
INVERBS_INLINE int acme_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct acme_found found = {NULL, 0};
	uint32_t head;
	int got = 0;

	inverbs_lock(&cq->lock);
	head = cq->head;
	while (got < num_entries) {
		const uint8_t *const at = acme_cq_entry(cq, head);

		if (!acme_entry_ready(at, head, cq->entries))
			break;
		inverbs_from_device();
		if (__builtin_expect(!acme_find(cq, at, &found), 0)) {
			if (got == 0) {
				head++;
				got = -2;
			}
			break;
		}
		head++;
		acme_fill_wc(at, &found, &wc[got]);
		got++;
	}
	if (head != cq->head) {
		__atomic_store_n(&cq->head, head,
				 __ATOMIC_RELAXED); /* arming reads it without the lock */
		acme_cq_publish_ci(cq);
	}
	inverbs_unlock(&cq->lock);
	return got;
}

/** Take the next entry for the extended poll. ENOENT: none; -2: it names an unknown queue and was
 * consumed. */
INVERBS_INLINE int acme_take_entry(struct inverbs_cq *cq)
{
	struct acme_found found = {cq->current_qp, 0};
	struct acme_done e;

	if (!acme_cq_entry_ready(cq, cq->head))
		return ENOENT;
	inverbs_from_device();
	cq->current = acme_cq_entry(cq, cq->head);
	__atomic_store_n(&cq->head, cq->head + 1, __ATOMIC_RELAXED);
	e = acme_done_get(cq->current);
	if (__builtin_expect(!acme_find(cq, cq->current, &found), 0))
		return -2;
	cq->current_qp = found.qp;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = e.what == ACME_OTHER_FAILED
				    ? acme_wc_status(acme_failed_get(cq->current).syndrome)
				    : IBV_WC_SUCCESS;
	return 0;
}

/** ibv_start_poll for acme: holds the queue's lock until end_poll when it returns 0. */
INVERBS_INLINE int acme_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = acme_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int acme_next_poll(struct ibv_cq_ex *ibcq)
{
	return acme_take_entry((struct inverbs_cq *)ibcq);
}

INVERBS_INLINE void acme_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;

	acme_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the entry that the extended poll stands on. */
INVERBS_INLINE struct acme_done acme_current(struct ibv_cq_ex *cq)
{
	return acme_done_get(((struct inverbs_cq *)cq)->current);
}

/** enum inverbs_sq_flag of its queue pair; 0 for XRC receives. */
INVERBS_INLINE uint32_t acme_current_traits(struct ibv_cq_ex *cq)
{
	const struct inverbs_qp *const qp = ((struct inverbs_cq *)cq)->current_qp;

	return qp ? qp->sq.flags : 0;
}

INVERBS_INLINE enum ibv_wc_opcode acme_read_opcode(struct ibv_cq_ex *cq)
{
	const struct acme_done e = acme_current(cq);

	return (enum ibv_wc_opcode)(e.is_send ? acme_send_meanings[e.what].opcode
					      : acme_recv_meanings[e.what].opcode);
}

INVERBS_INLINE uint32_t acme_read_vendor_err(struct ibv_cq_ex *cq)
{
	return acme_failed_get(((struct inverbs_cq *)cq)->current).vendor;
}

INVERBS_INLINE unsigned int acme_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct acme_done e = acme_current(cq);

	return e.is_send ? acme_send_meanings[e.what].flags
			 : acme_recv_meanings[e.what].flags |
				   acme_recv_flags(((struct inverbs_cq *)cq)->current,
						   acme_current_traits(cq));
}

INVERBS_INLINE uint32_t acme_read_byte_len(struct ibv_cq_ex *cq)
{
	return acme_current(cq).bytes;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 acme_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct acme_done e = acme_current(cq);

	return acme_recv_meanings[e.what].special == 2 ? e.inval_rkey : e.imm;
}

INVERBS_INLINE uint32_t acme_read_qp_num(struct ibv_cq_ex *cq)
{
	return acme_current(cq).qpn;
}

INVERBS_INLINE uint32_t acme_read_src_qp(struct ibv_cq_ex *cq)
{
	return acme_current(cq).sender;
}

INVERBS_INLINE uint32_t acme_read_slid(struct ibv_cq_ex *cq)
{
	return acme_current(cq).lid;
}

INVERBS_INLINE uint8_t acme_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return acme_current(cq).low_lid;
}

INVERBS_INLINE uint8_t acme_read_sl(struct ibv_cq_ex *cq)
{
	return acme_recv_sl(((struct inverbs_cq *)cq)->current, acme_current_traits(cq));
}

/** Device clock, 48 bits. */
INVERBS_INLINE uint64_t acme_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct acme_done e = acme_current(cq);

	return (((((uint64_t)e.time_high) << 8) | e.time_low[0]) << 8) | e.time_low[1];
}

/** Ask for an event: the request goes to the record in memory, then to the register. acme.arm */
INVERBS_INLINE void acme_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint8_t sequence = (uint8_t)__atomic_load_n(&cq->arm_sn, __ATOMIC_RELAXED);
	struct acme_arm_word request;
	struct acme_arm_ring bell;
	uint32_t word;
	uint64_t reg;

	request.serial = sequence;
	request.any = !solicited;
	request.solicited = solicited;
	request.index = index;
	bell.next = !solicited;
	bell.solicited = solicited;
	bell.sequence = sequence;
	bell.index = index;
	bell.cqn = cq->cqn;
	acme_arm_word_put(&word, &request);
	acme_arm_ring_put(&reg, &bell);
	inverbs_publish32(cq->record + 1, word);
	inverbs_to_device();
	inverbs_mmio_write64(cq->bell + ACME_ARM, reg);
}

/**
 * ibv_req_notify_cq for acme. Takes no lock; racing with a poll only makes the index older, which
 * is allowed. Each kind has its own code: where it is a constant, the request takes fewer
 * instructions to make.
 */
INVERBS_INLINE int acme_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		acme_arm(inverbs_cq_of(ibcq), true);
	else
		acme_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
