/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Mellanox ConnectX to ConnectX-3 Pro. Rings of power-of-two slots with an owner bit that flips
 * each lap, doorbell by register or by pushing the whole entry (BlueFlame), shared receive queues
 * as linked lists, XRC.
 *
 * The fast path: what ibv_post_send and its sisters become in a program built for mlx4.
 */
#include <infiniband/verbs.h> /* ends by including this file in a program bound to mlx4 */

#ifndef INVERBS_ADAPTERS_MLX4_H
#define INVERBS_ADAPTERS_MLX4_H

#include <errno.h>
#include <inverbs/adapters/mlx4_formats.h>
#include <inverbs/mmio.h>
#include <inverbs/objects.h>
#include <inverbs/wqe.h>

/** Hardware opcode of each verbs opcode. mlx4.send.ops */
static const uint8_t mlx4_send_code[] __attribute__((unused)) = {
	MLX4_OP_RDMA_WRITE,     /* IBV_WR_RDMA_WRITE */
	MLX4_OP_RDMA_WRITE_IMM, /* IBV_WR_RDMA_WRITE_WITH_IMM */
	MLX4_OP_SEND,           /* IBV_WR_SEND */
	MLX4_OP_SEND_IMM,       /* IBV_WR_SEND_WITH_IMM */
	MLX4_OP_RDMA_READ,      /* IBV_WR_RDMA_READ */
	MLX4_OP_ATOMIC_CS,      /* IBV_WR_ATOMIC_CMP_AND_SWP */
	MLX4_OP_ATOMIC_FA,      /* IBV_WR_ATOMIC_FETCH_AND_ADD */
	MLX4_OP_LOCAL_INVAL,    /* IBV_WR_LOCAL_INV */
	MLX4_OP_BIND_MW,        /* IBV_WR_BIND_MW */
	MLX4_OP_SEND_INVAL,     /* IBV_WR_SEND_WITH_INV */
};

INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE == 0, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_WRITE_WITH_IMM == 1, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND == 2, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_IMM == 3, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_RDMA_READ == 4, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_CMP_AND_SWP == 5, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_ATOMIC_FETCH_AND_ADD == 6, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_LOCAL_INV == 7, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_BIND_MW == 8, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT(IBV_WR_SEND_WITH_INV == 9, "order of mlx4_send_code");
INVERBS_ASSERT_LAYOUT((int)INVERBS_SQ_SIGNAL_ALL == (int)IBV_SEND_SIGNALED, "one test serves both");

/**
 * The first word of every later chunk of a slot ahead is all ones until the slot is written. Done
 * after posting the entry `spare` slots behind; the size is that of the entry last written there.
 * mlx4.send.guard
 */
INVERBS_INLINE void mlx4_send_guard(struct inverbs_sq *sq, uint32_t index)
{
	uint8_t *slot;
	uint32_t bytes;

	if (sq->one_chunk)
		return; /* no later chunk was ever written: all are as they were initialised */
	if (sq->shift <= 6)
		return; /* a slot of one chunk has no later chunk */
	slot = inverbs_slot(sq->buf, index + sq->spare, sq->entries, sq->shift);
	bytes = mlx4_ctrl_get(slot).units;
	for (uint32_t at = 64; at < bytes; at += 64)
		inverbs_put32(slot + at, 0xffffffffU);
}

/**
 * Make every slot of a send ring look owned by the program, before the queue pair leaves RESET.
 * buf: slot 0; entries: power of two; shift: log2 of a slot in bytes. mlx4.send.owner
 */
INVERBS_INLINE void mlx4_sq_init_ownership(uint8_t *buf, uint32_t entries, uint32_t shift)
{
	struct mlx4_ctrl ctrl;

	memset(&ctrl, 0, sizeof(ctrl));
	ctrl.owner = 1;
	for (uint32_t i = 0; i < entries; i++) {
		uint8_t *const slot = buf + ((size_t)i << shift);

		ctrl.units = (uint16_t)(1U << shift);
		inverbs_put32(slot, mlx4_ctrl_first_word(&ctrl));
		inverbs_put8(slot + 7, (uint8_t)((1U << shift) / 16));
		for (uint32_t at = 64; at < 1U << shift; at += 64)
			inverbs_put32(slot + at, 0xffffffffU);
	}
}

/** Store the header of an inline run after its bytes. mlx4.send.payload.inline */
INVERBS_INLINE void mlx4_inline_seal(uint8_t *header, uint32_t length)
{
	struct mlx4_inline_hdr seg;

	seg.length = length;
	inverbs_to_device();
	mlx4_inline_hdr_put(header, &seg);
}

/**
 * Copy the payload into the entry. A run may not cross a 64-byte boundary of the entry: there it is
 * sealed and a new header starts. *bytes of the entry are taken so far; it grows to the next unit
 * behind the payload. ENOMEM, with nothing written, when it is more than the queue takes.
 */
INVERBS_INLINE int mlx4_inline_put(const struct inverbs_sq *sq, const struct inverbs_request *req,
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
		uint32_t room = 64 - (at & 63);

		if (__builtin_expect(left > sq->max_inline, 0))
			return ENOMEM;
		total += left;
		while (left >= room) {
			inverbs_copy_payload(slot + at, from, room);
			at += room;
			from += room;
			left -= room;
			mlx4_inline_seal(slot + header, at - header - 4);
			header = at;
			at += 4;
			room = 60;
		}
		inverbs_copy_payload(slot + at, from, left);
		at += left;
	}
	if (at - header > 4)
		mlx4_inline_seal(slot + header, at - header - 4);
	else
		at = header; /* a header without bytes is neither written nor counted */
	*bytes = (at + 15) & ~15U;
	*inlined = total;
	return 0;
}

/** Point at one piece of the payload; the first word of the segment is stored after the rest. */
INVERBS_INLINE void mlx4_gather_one(uint8_t *at, const struct ibv_sge *sge)
{
	struct mlx4_data seg;

	seg.length = sge->length;
	seg.lkey = sge->lkey;
	seg.addr = sge->addr;
	if (sge->length == 0)
		seg.length = 0x80000000U;
	mlx4_data_put_last(at, &seg);
}

/** Point at the pieces of the payload, last to first, so that a chunk's first word is stored after
 * its rest. */
INVERBS_INLINE void mlx4_gather_put(const struct inverbs_request *req, uint8_t *slot,
				    uint32_t *bytes)
{
	uint8_t *const at = slot + *bytes;

	*bytes += req->num_sge * 16;
	if (__builtin_expect(req->num_sge == 1, 1)) {
		mlx4_gather_one(at, inverbs_piece(req, 0));
		return;
	}
	for (uint32_t i = req->num_sge; i-- > 0;)
		mlx4_gather_one(at + (size_t)i * 16, &req->wr->sg_list[i]);
}

/** What the last entry of a call left for the bell. */
struct mlx4_sent {
	const uint8_t *slot;
	uint32_t bytes;
	bool pushed; /**< the entry carries what the push page needs */
};

/** Segments between the opening one and the payload, for requests that have them. Returns the bytes
 * taken. */
INVERBS_INLINE uint32_t mlx4_segments_put(uint8_t *at, const struct ibv_send_wr *wr, uint32_t body)
{
	uint32_t taken = 0;

	/* remote: RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ */
	if (body &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ)) {
		struct mlx4_remote seg;

		seg.addr = wr->wr.rdma.remote_addr;
		seg.rkey = wr->wr.rdma.rkey;
		mlx4_remote_put(at + taken, &seg);
		taken += 16;
	}
	if (!(body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD |
		      1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)))
		return taken;
	/* bind: BIND_MW */
	if (body & (1U << IBV_WR_BIND_MW)) {
		struct mlx4_bind seg;

		seg.remote_atomic = (wr->bind_mw.bind_info.mw_access_flags &
				     IBV_ACCESS_REMOTE_ATOMIC) != 0;
		seg.remote_write = (wr->bind_mw.bind_info.mw_access_flags &
				    IBV_ACCESS_REMOTE_WRITE) != 0;
		seg.remote_read = (wr->bind_mw.bind_info.mw_access_flags &
				   IBV_ACCESS_REMOTE_READ) != 0;
		seg.type2 = wr->bind_mw.mw->type == IBV_MW_TYPE_2;
		seg.zero_based = (wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED) !=
				 0;
		seg.new_rkey = wr->bind_mw.rkey;
		seg.lkey = wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0;
		seg.addr = wr->bind_mw.bind_info.addr;
		seg.length = wr->bind_mw.bind_info.length;
		mlx4_bind_put(at + taken, &seg);
		taken += 32;
	}
	/* local_inval: LOCAL_INV */
	if (body & (1U << IBV_WR_LOCAL_INV)) {
		struct mlx4_local_inval seg;

		seg.rkey = wr->invalidate_rkey;
		mlx4_local_inval_put(at + taken, &seg);
		taken += 32;
	}
	/* remote: ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD */
	if (body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) {
		struct mlx4_remote seg;

		seg.addr = wr->wr.atomic.remote_addr;
		seg.rkey = wr->wr.atomic.rkey;
		mlx4_remote_put(at + taken, &seg);
		taken += 16;
	}
	/* atomic: ATOMIC_CMP_AND_SWP */
	if (body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct mlx4_atomic seg;

		seg.swap_add = wr->wr.atomic.swap;
		seg.compare = wr->wr.atomic.compare_add;
		mlx4_atomic_put(at + taken, &seg);
		taken += 16;
	}
	/* atomic: ATOMIC_FETCH_AND_ADD */
	if (body & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) {
		struct mlx4_atomic seg;

		seg.swap_add = wr->wr.atomic.compare_add;
		seg.compare = 0;
		mlx4_atomic_put(at + taken, &seg);
		taken += 16;
	}
	return taken;
}

/** Bytes in front of the payload for which the grants of a queue leave room. mlx4.send.classes */
INVERBS_INLINE uint32_t mlx4_granted_front(int qp_type)
{
	if (qp_type == IBV_QPT_RC || qp_type == IBV_QPT_UC || qp_type == IBV_QPT_XRC_SEND)
		return 32;
	if (qp_type == IBV_QPT_UD)
		return 64;
	if (qp_type == IBV_QPT_RAW_PACKET)
		return 16;
	return 16;
}

/** Where a payload ends that starts so many bytes into the entry. Inline bytes have a header in
 * each chunk that they reach. */
INVERBS_INLINE uint64_t mlx4_payload_end(const struct inverbs_request *req, uint64_t bytes)
{
	const uint64_t payload = inverbs_payload_bytes(req);
	const uint64_t runs = ((bytes & 63) + payload + 59) / 60;

	if (!inverbs_is_inline(req))
		return bytes + (uint64_t)req->num_sge * 16;
	return payload ? bytes + payload + runs * 4 : bytes;
}

/**
 * True when a request with more in front of its payload than the grants leave room for does not fit
 * into a slot.
 */
INVERBS_INLINE bool mlx4_too_long(const struct inverbs_sq *sq, const struct inverbs_request *req)
{
	uint64_t bytes = 16;

	if (req->qp_type == IBV_QPT_UD)
		return false; /* they have one body, and the grants are for it */
	if (req->qp_type == IBV_QPT_RAW_PACKET)
		return false; /* they have one body, and the grants are for it */
	if (req->op & (1U << IBV_WR_BIND_MW))
		bytes += 32;
	if (req->op & (1U << IBV_WR_LOCAL_INV))
		bytes += 32;
	if (req->op &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ))
		bytes += 16;
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD))
		bytes += 16;
	if (req->op & (1U << IBV_WR_ATOMIC_CMP_AND_SWP))
		bytes += 16;
	if (req->op & (1U << IBV_WR_ATOMIC_FETCH_AND_ADD))
		bytes += 16;
	if (!(req->op & (1U << IBV_WR_BIND_MW)))
		bytes = mlx4_payload_end(req, bytes);
	/* no slot is smaller than a chunk, which spares constant requests the rest */
	return bytes > 64 && (bytes > 1U << sq->shift || bytes > 1008);
}

/**
 * What some queue pair types have in front of their payload. *bytes grows by it; *body becomes the
 * op whose segments follow. Returns 0 or why the queue pair may not use a flag of the request.
 */
INVERBS_INLINE int mlx4_special_lead(const struct inverbs_request *req, uint8_t *slot,
				     uint32_t *bytes, uint32_t *body)
{
	const struct ibv_send_wr *const wr = req->wr;

	/* mlx4.send.classes.datagram */
	if (req->qp_type == IBV_QPT_UD) {
		if ((req->flags & IBV_SEND_IP_CSUM) && !(req->traits & INVERBS_SQ_CSUM))
			return EINVAL;
		struct mlx4_datagram seg;

		memcpy(seg.av, inverbs_ah_of(wr->wr.ud.ah)->av, sizeof(seg.av));
		seg.qpn = wr->wr.ud.remote_qpn;
		seg.qkey = wr->wr.ud.remote_qkey;
		seg.vlan = inverbs_ah_of(wr->wr.ud.ah)->vlan;
		memcpy(seg.mac, inverbs_ah_of(wr->wr.ud.ah)->mac, sizeof(seg.mac));
		mlx4_datagram_put(slot + *bytes, &seg);
		*bytes += 48;
		*body = 1U << IBV_WR_SEND;
	}
	/* mlx4.send.classes.raw */
	if (req->qp_type == IBV_QPT_RAW_PACKET) {
		if ((req->flags & IBV_SEND_IP_CSUM) && !(req->traits & INVERBS_SQ_CSUM))
			return EINVAL;
		*body = 1U << IBV_WR_SEND;
	}
	(void)wr;
	return 0;
}

/** Write the opening segment and hand the entry over. mlx4.send.classes */
INVERBS_INLINE void mlx4_control_put(const struct inverbs_sq *sq, uint32_t index,
				     const struct inverbs_request *req, uint8_t *slot,
				     uint32_t bytes, bool pushed)
{
	const struct ibv_send_wr *const wr = req->wr;
	const uint8_t code = mlx4_send_code[req->opcode];
	struct mlx4_ctrl ctrl;
	uint8_t op_strong_order = 0;
	uint32_t op_imm = 0;
	uint32_t op_inval_rkey = 0;

	if (req->op &
	    (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_SEND_WITH_INV |
	     1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) {
		if (req->op & (1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW))
			op_strong_order = 1;
		if (req->op & (1U << IBV_WR_SEND_WITH_IMM | 1U << IBV_WR_RDMA_WRITE_WITH_IMM))
			op_imm = wr->imm_data;
		if (req->op & (1U << IBV_WR_SEND_WITH_INV))
			op_inval_rkey = wr->invalidate_rkey;
	}
	if (__builtin_expect((1U << req->qp_type) & (1U << IBV_QPT_XRC_SEND | 1U << IBV_QPT_UD |
						     1U << IBV_QPT_RAW_PACKET),
			     0)) {
		ctrl.owner = (index & sq->entries) != 0;
		ctrl.index = index & 0xffffU;
		ctrl.opcode = code;
		ctrl.qpn = sq->qpn;
		ctrl.fence = (req->flags & IBV_SEND_FENCE) != 0;
		ctrl.units = bytes;
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
		ctrl.strong_order = (req->qp_type == IBV_QPT_UD ||
				     req->qp_type == IBV_QPT_RAW_PACKET)
					    ? 0
					    : op_strong_order;
		ctrl.tcp_csum = (req->qp_type == IBV_QPT_UD ||
				 req->qp_type == IBV_QPT_RAW_PACKET) &&
				(req->flags & IBV_SEND_IP_CSUM) != 0;
		ctrl.ip_csum = (req->qp_type == IBV_QPT_UD || req->qp_type == IBV_QPT_RAW_PACKET) &&
			       (req->flags & IBV_SEND_IP_CSUM) != 0;
		ctrl.cqe = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		ctrl.solicited = ((req->flags & IBV_SEND_SOLICITED) != 0) |
				 ((req->qp_type == IBV_QPT_RAW_PACKET) ? 1 : 0);
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
		ctrl.owner = (index & sq->entries) != 0;
		ctrl.index = index & 0xffffU;
		ctrl.opcode = code;
		ctrl.qpn = sq->qpn;
		ctrl.fence = (req->flags & IBV_SEND_FENCE) != 0;
		ctrl.units = bytes;
		ctrl.srqn = 0;
		ctrl.mac_head = 0;
		ctrl.strong_order = op_strong_order;
		ctrl.tcp_csum = 0;
		ctrl.ip_csum = 0;
		ctrl.cqe = ((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0;
		ctrl.solicited = (req->flags & IBV_SEND_SOLICITED) != 0;
		ctrl.imm = op_imm;
		ctrl.inval_rkey = op_inval_rkey;
		ctrl.mac_tail = 0;
	}
	(void)wr;
	if (pushed)
		mlx4_ctrl_put_pushed(slot, &ctrl);
	else
		mlx4_ctrl_put_last(slot, &ctrl);
}

/** True when a single entry goes through the push page instead of the doorbell. mlx4.send.push */
INVERBS_INLINE bool mlx4_push_applies(const struct inverbs_sq *sq,
				      const struct inverbs_request *req, uint32_t bytes,
				      uint32_t inlined)
{
	return (inlined != 0 ||
		((req->op & (1U << IBV_WR_RDMA_READ)) &&
		 (req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
		  req->qp_type == IBV_QPT_XRC_SEND) &&
		 !inverbs_is_inline(req)) ||
		((req->op & (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM)) &&
		 req->num_sge == 0 &&
		 (req->qp_type == IBV_QPT_RC || req->qp_type == IBV_QPT_UC ||
		  req->qp_type == IBV_QPT_XRC_SEND))) &&
	       bytes > 16 && bytes <= sq->push->size;
}

/**
 * Write one send entry and hand it over. alone: it is the only request of its call.
 * ENOMEM: queue full, too many pieces or bytes. EINVAL: opcode or flag that this queue does not
 * take. A refused request leaves no trace. mlx4.send
 */
INVERBS_INLINE int mlx4_send_one(struct inverbs_sq *sq, uint32_t index,
				 const struct inverbs_request *req, bool alone,
				 struct mlx4_sent *sent)
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
	if (__builtin_expect(req->opcode >= sizeof(mlx4_send_code), 0))
		return EINVAL;
	body = req->op;
	sq->wr_id[position] = req->wr->wr_id;

	if (__builtin_expect((1U << req->qp_type) & (1U << IBV_QPT_XRC_SEND | 1U << IBV_QPT_UD |
						     1U << IBV_QPT_RAW_PACKET),
			     0)) {
		const int err = mlx4_special_lead(req, slot, &bytes, &body);

		if (__builtin_expect(err, 0))
			return err;
	}
	if (body &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ |
	     1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD |
	     1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) {
		if ((body & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD |
			     1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)) &&
		    __builtin_expect(mlx4_too_long(sq, req), 0))
			return ENOMEM;
		bytes += mlx4_segments_put(slot + bytes, req->wr, body);
		has_payload = !(body & (1U << IBV_WR_BIND_MW));
	}
	if (has_payload) {
		if (inverbs_is_inline(req)) {
			const int err = mlx4_inline_put(sq, req, slot, &bytes, &inlined);

			if (__builtin_expect(err, 0))
				return err;
		} else {
			mlx4_gather_put(req, slot, &bytes);
		}
	}
	if (__builtin_expect(bytes > 64, 0))
		sq->one_chunk = 0;
	sent->bytes = bytes;
	sent->pushed = alone && mlx4_push_applies(sq, req, bytes, inlined);
	mlx4_control_put(sq, index, req, slot, bytes, sent->pushed);
	return 0;
}

/** Tell the adapter once for the whole call. mlx4.send.bell */
INVERBS_INLINE void mlx4_send_bell(struct inverbs_sq *sq, const struct mlx4_sent *sent)
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
	struct mlx4_send_doorbell bell;
	uint32_t word;

	bell.qpn = sq->qpn;
	mlx4_send_doorbell_put(&word, &bell);
	inverbs_to_device();
	inverbs_mmio_write32(sq->bell + MLX4_UAR_SEND_BELL, word);
}

/** A call with one request, the common case: no loop stands between the request and the stores that
 * it becomes. */
INVERBS_INLINE int mlx4_send_single(struct inverbs_sq *sq, const struct inverbs_request *req)
{
	const uint32_t index = sq->head;
	struct mlx4_sent sent;
	const int err = mlx4_send_one(sq, index, req, true, &sent);

	if (__builtin_expect(err, 0))
		return err;
	sq->head = index + 1;
	mlx4_send_bell(sq, &sent);
	mlx4_send_guard(sq, index);
	return 0;
}

/** A list of requests, one bell. Posting stops at the first that is refused; those before it stay
 * posted. */
INVERBS_INLINE int mlx4_send_list(struct inverbs_sq *sq, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	const uint32_t first = sq->head;
	struct mlx4_sent sent = {NULL, 0, false};
	uint32_t index = first;
	int err = 0;

	for (; wr; wr = wr->next) {
		if (index != first)
			mlx4_send_guard(sq, index - 1);
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		err = mlx4_send_one(sq, index, &req, false, &sent);
		if (__builtin_expect(err, 0)) {
			*bad_wr = wr;
			break;
		}
		index++;
	}
	if (index != first) {
		sq->head = index;
		mlx4_send_bell(sq, &sent);
		mlx4_send_guard(sq, index - 1);
	}
	return err;
}

/** ibv_post_send for mlx4. */
INVERBS_INLINE int mlx4_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				  struct ibv_send_wr **bad_wr)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	int err;

	if (__builtin_expect(!wr->next, 1)) {
		const struct inverbs_request req = inverbs_request_of(sq, wr);

		inverbs_lock(&sq->lock);
		err = mlx4_send_single(sq, &req);
		inverbs_unlock(&sq->lock);
		if (__builtin_expect(err, 0))
			*bad_wr = wr;
		return err;
	}
	inverbs_lock(&sq->lock);
	err = mlx4_send_list(sq, wr, bad_wr);
	inverbs_unlock(&sq->lock);
	return err;
}

/** Write the pieces of a receive buffer, and the end mark when there is room for it. mlx4.recv */
INVERBS_INLINE void mlx4_scatter_put(uint8_t *at, const struct ibv_recv_wr *wr, uint32_t max_sge)
{
	struct mlx4_data seg;

	for (int i = 0; i < wr->num_sge; i++, at += 16) {
		const struct ibv_sge *const sge = &wr->sg_list[i];

		seg.length = sge->length;
		seg.lkey = sge->lkey;
		seg.addr = sge->addr;
		mlx4_data_put(at, &seg);
	}
	if ((uint32_t)wr->num_sge < max_sge) {
		seg.length = 0;
		seg.lkey = 0x100U;
		seg.addr = 0;
		mlx4_data_put(at, &seg);
	}
}

/** Publish how many receives were posted. mlx4.recv.bell */
INVERBS_INLINE void mlx4_recv_bell(uint32_t *record, uint32_t head)
{
	struct mlx4_recv_record bell;
	uint32_t word;

	bell.count = head;
	mlx4_recv_record_put(&word, &bell);
	inverbs_to_device();
	inverbs_publish32(record, word);
}

/** ibv_post_recv for mlx4. ENOMEM: queue full or too many pieces. */
INVERBS_INLINE int mlx4_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
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
		mlx4_scatter_put(inverbs_slot(rq->buf, head, rq->entries, rq->shift), wr,
				 rq->max_sge);
		rq->wr_id[head & (rq->entries - 1)] = wr->wr_id;
		head++;
	}
	if (head != rq->head) {
		rq->head = head;
		mlx4_recv_bell(rq->record, head);
	}
	inverbs_unlock(&rq->lock);
	return err;
}

/**
 * Prepare a zeroed shared receive ring: each slot links to the next, every piece carries the end
 * mark. mlx4.recv.shared
 */
INVERBS_INLINE void mlx4_srq_init(uint8_t *buf, uint32_t entries, uint32_t shift)
{
	struct mlx4_srq_next head;
	struct mlx4_data seg;

	memset(&seg, 0, sizeof(seg));
	seg.lkey = 0x100U;
	for (uint32_t i = 0; i < entries; i++) {
		uint8_t *const slot = buf + ((size_t)i << shift);

		head.next = (uint16_t)((i + 1) & (entries - 1));
		mlx4_srq_next_put(slot, &head);
		for (uint32_t at = 16; at < 1U << shift; at += 16)
			mlx4_data_put(slot + at, &seg);
	}
}

/** Give a slot back to the end of the free list, when its completion was polled. */
INVERBS_INLINE void mlx4_srq_free(struct inverbs_srq *srq, uint32_t slot)
{
	inverbs_lock(&srq->lock);
	inverbs_put16(inverbs_slot(srq->buf, srq->tail, srq->entries, srq->shift) + 2,
		      INVERBS_BE16((uint16_t)slot));
	srq->tail = slot;
	inverbs_unlock(&srq->lock);
}

/** ibv_post_srq_recv for mlx4. ENOMEM: queue full. EINVAL: too many pieces. */
INVERBS_INLINE int mlx4_post_srq_recv(struct ibv_srq *ibsrq, struct ibv_recv_wr *wr,
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
		mlx4_scatter_put(slot + 16, wr, srq->max_sge);
		srq->head = mlx4_srq_next_get(slot).next;
		counter++;
	}
	if (counter != srq->counter) {
		srq->counter = counter;
		mlx4_recv_bell(srq->record, counter);
	}
	inverbs_unlock(&srq->lock);
	return err;
}

/** What a hardware opcode means to the program. length: 0 none, 1 the entry's byte count, else that
 * many bytes. */
struct mlx4_send_meaning {
	uint8_t opcode; /**< enum ibv_wc_opcode */
	uint8_t flags;
	uint8_t length;
};

/** Completions of sends by hardware opcode. mlx4.complete.send */
static const struct mlx4_send_meaning mlx4_send_meanings[] __attribute__((unused)) = {
	{IBV_WC_SEND, 0, 0},                     /* 0x00 */
	{IBV_WC_SEND, 0, 0},                     /* 0x01 SEND_INVAL */
	{IBV_WC_SEND, 0, 0},                     /* 0x02 */
	{IBV_WC_SEND, 0, 0},                     /* 0x03 */
	{IBV_WC_SEND, 0, 0},                     /* 0x04 */
	{IBV_WC_SEND, 0, 0},                     /* 0x05 */
	{IBV_WC_SEND, 0, 0},                     /* 0x06 */
	{IBV_WC_SEND, 0, 0},                     /* 0x07 */
	{IBV_WC_RDMA_WRITE, 0, 0},               /* 0x08 RDMA_WRITE */
	{IBV_WC_RDMA_WRITE, IBV_WC_WITH_IMM, 0}, /* 0x09 RDMA_WRITE_IMM */
	{IBV_WC_SEND, 0, 0},                     /* 0x0a SEND */
	{IBV_WC_SEND, IBV_WC_WITH_IMM, 0},       /* 0x0b SEND_IMM */
	{IBV_WC_SEND, 0, 0},                     /* 0x0c */
	{IBV_WC_SEND, 0, 0},                     /* 0x0d */
	{IBV_WC_SEND, 0, 0},                     /* 0x0e */
	{IBV_WC_SEND, 0, 0},                     /* 0x0f */
	{IBV_WC_RDMA_READ, 0, 1},                /* 0x10 RDMA_READ */
	{IBV_WC_COMP_SWAP, 0, 8},                /* 0x11 ATOMIC_CS */
	{IBV_WC_FETCH_ADD, 0, 8},                /* 0x12 ATOMIC_FA */
	{IBV_WC_SEND, 0, 0},                     /* 0x13 */
	{IBV_WC_SEND, 0, 0},                     /* 0x14 */
	{IBV_WC_SEND, 0, 0},                     /* 0x15 */
	{IBV_WC_SEND, 0, 0},                     /* 0x16 */
	{IBV_WC_SEND, 0, 0},                     /* 0x17 */
	{IBV_WC_BIND_MW, 0, 0},                  /* 0x18 BIND_MW */
	{IBV_WC_SEND, 0, 0},                     /* 0x19 */
	{IBV_WC_SEND, 0, 0},                     /* 0x1a */
	{IBV_WC_LOCAL_INV, 0, 0},                /* 0x1b LOCAL_INVAL */
	{IBV_WC_SEND, 0, 0},                     /* 0x1c */
	{IBV_WC_SEND, 0, 0},                     /* 0x1d */
	{IBV_WC_SEND, 0, 0},                     /* 0x1e */
	{IBV_WC_SEND, 0, 0},                     /* 0x1f */
};

/** special: 0 no, 1 immediate data, 2 invalidated key, 3 unknown: nothing but lengths and addresses
 * is reported. */
struct mlx4_recv_meaning {
	uint8_t opcode;
	uint8_t flags;
	uint8_t special;
} __attribute__((aligned(4)));

/** Completions of receives by hardware opcode. mlx4.complete.recv */
static const struct mlx4_recv_meaning mlx4_recv_meanings[] __attribute__((unused)) = {
	{IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1}, /* 0x00 RDMA_WRITE_IMM */
	{IBV_WC_RECV, 0, 0},                             /* 0x01 SEND */
	{IBV_WC_RECV, IBV_WC_WITH_IMM, 1},               /* 0x02 SEND_IMM */
	{IBV_WC_RECV, IBV_WC_WITH_INV, 2},               /* 0x03 SEND_INVAL */
	{0, 0, 3},                                       /* 0x04 */
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

/** Completion status of a syndrome. mlx4.complete.status */
INVERBS_INLINE enum ibv_wc_status mlx4_wc_status(uint8_t syndrome)
{
	static const uint8_t status[] = {
		IBV_WC_GENERAL_ERR,       /* 0x00 */
		IBV_WC_LOC_LEN_ERR,       /* 0x01 LOCAL_LENGTH */
		IBV_WC_LOC_QP_OP_ERR,     /* 0x02 LOCAL_QP_OP */
		IBV_WC_GENERAL_ERR,       /* 0x03 */
		IBV_WC_LOC_PROT_ERR,      /* 0x04 LOCAL_PROT */
		IBV_WC_WR_FLUSH_ERR,      /* 0x05 WR_FLUSH */
		IBV_WC_MW_BIND_ERR,       /* 0x06 MW_BIND */
		IBV_WC_GENERAL_ERR,       /* 0x07 */
		IBV_WC_GENERAL_ERR,       /* 0x08 */
		IBV_WC_GENERAL_ERR,       /* 0x09 */
		IBV_WC_GENERAL_ERR,       /* 0x0a */
		IBV_WC_GENERAL_ERR,       /* 0x0b */
		IBV_WC_GENERAL_ERR,       /* 0x0c */
		IBV_WC_GENERAL_ERR,       /* 0x0d */
		IBV_WC_GENERAL_ERR,       /* 0x0e */
		IBV_WC_GENERAL_ERR,       /* 0x0f */
		IBV_WC_BAD_RESP_ERR,      /* 0x10 BAD_RESP */
		IBV_WC_LOC_ACCESS_ERR,    /* 0x11 LOCAL_ACCESS */
		IBV_WC_REM_INV_REQ_ERR,   /* 0x12 REMOTE_INVAL_REQ */
		IBV_WC_REM_ACCESS_ERR,    /* 0x13 REMOTE_ACCESS */
		IBV_WC_REM_OP_ERR,        /* 0x14 REMOTE_OP */
		IBV_WC_RETRY_EXC_ERR,     /* 0x15 TRANSPORT_RETRY */
		IBV_WC_RNR_RETRY_EXC_ERR, /* 0x16 RNR_RETRY */
		IBV_WC_GENERAL_ERR,       /* 0x17 */
		IBV_WC_GENERAL_ERR,       /* 0x18 */
		IBV_WC_GENERAL_ERR,       /* 0x19 */
		IBV_WC_GENERAL_ERR,       /* 0x1a */
		IBV_WC_GENERAL_ERR,       /* 0x1b */
		IBV_WC_GENERAL_ERR,       /* 0x1c */
		IBV_WC_GENERAL_ERR,       /* 0x1d */
		IBV_WC_GENERAL_ERR,       /* 0x1e */
		IBV_WC_GENERAL_ERR,       /* 0x1f */
		IBV_WC_GENERAL_ERR,       /* 0x20 */
		IBV_WC_GENERAL_ERR,       /* 0x21 */
		IBV_WC_REM_ABORT_ERR,     /* 0x22 REMOTE_ABORTED */
	};

	if (syndrome >= sizeof(status))
		return IBV_WC_GENERAL_ERR;
	return (enum ibv_wc_status)status[syndrome];
}

/** The 32 significant bytes of entry `index`; larger entries have them at their end. */
INVERBS_INLINE uint8_t *mlx4_cq_entry(const struct inverbs_cq *cq, uint32_t index)
{
	return inverbs_slot(cq->buf, index, cq->entries, cq->shift) + ((size_t)1 << cq->shift) - 32;
}

/** True when the entry at `at` belongs to the program at `index`: its owner bit has the parity of
 * the lap. */
INVERBS_INLINE bool mlx4_entry_ready(const uint8_t *at, uint32_t index, uint32_t entries)
{
	return ((inverbs_observe8(at + 31) >> 7) & 1) == ((index & entries) != 0);
}

/** The same by index alone. */
INVERBS_INLINE bool mlx4_cq_entry_ready(const struct inverbs_cq *cq, uint32_t index)
{
	return mlx4_entry_ready(mlx4_cq_entry(cq, index), index, cq->entries);
}

/** Owner bit of an entry. */
INVERBS_INLINE uint32_t mlx4_cqe_owner_get(const void *cqe)
{
	return (inverbs_get8((const uint8_t *)cqe + 31) >> 7) & 1U;
}

/** Set the owner bit of an entry and nothing else. */
INVERBS_INLINE void mlx4_cqe_owner_put(void *cqe, uint32_t bit)
{
	uint8_t *const last = (uint8_t *)cqe + 31;

	*last = (uint8_t)((*last & ~(1U << 7)) | (bit << 7));
}

/** Publish how many entries were consumed. mlx4.complete.consumed */
INVERBS_INLINE void mlx4_cq_publish_ci(struct inverbs_cq *cq)
{
	const uint32_t index = cq->head;
	struct mlx4_cq_record seg;
	uint32_t word;

	seg.index = index;
	mlx4_cq_record_put(&word, &seg);
	inverbs_publish32(cq->record, word);
}

/** What a completion entry leads to in the program's own books. */
struct mlx4_found {
	struct inverbs_qp *qp; /**< NULL for XRC receives */
	uint64_t wr_id;
};

/** Retire the send queue up to the completed index; unsignaled requests before it go with it. */
INVERBS_INLINE uint64_t mlx4_retire_send(struct inverbs_sq *sq, uint16_t wqe_index)
{
	const uint32_t tail = sq->tail + (uint16_t)(wqe_index - (uint16_t)sq->tail);
	const uint64_t wr_id = sq->wr_id[tail & (sq->entries - 1)];

	__atomic_store_n(&sq->tail, tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

INVERBS_INLINE uint64_t mlx4_retire_recv(struct inverbs_rq *rq)
{
	const uint32_t tail = rq->tail;
	const uint64_t wr_id = rq->wr_id[tail & (rq->entries - 1)];

	__atomic_store_n(&rq->tail, tail + 1, __ATOMIC_RELEASE);
	return wr_id;
}

INVERBS_INLINE uint64_t mlx4_retire_srq(struct inverbs_srq *srq, uint16_t slot)
{
	const uint64_t wr_id = srq->wr_id[slot & (srq->entries - 1)];

	mlx4_srq_free(srq, slot & (srq->entries - 1));
	return wr_id;
}

/**
 * Find the queue of an entry and retire its request. found->qp is the queue pair of the entry
 * before, or NULL. False when the number names nothing.
 */
INVERBS_INLINE bool mlx4_find(const struct inverbs_cq *cq, const uint8_t *at,
			      struct mlx4_found *found)
{
	const struct mlx4_cqe e = mlx4_cqe_get(at);
	struct inverbs_qp *qp = found->qp;

	if (__builtin_expect((e.qpn & MLX4_XRC_QPN_BIT) && !e.is_send, 0)) {
		struct inverbs_srq *const srq = (struct inverbs_srq *)inverbs_lookup(cq->srqs,
										     e.srqn);

		if (!srq)
			return false;
		found->qp = NULL;
		found->wr_id = mlx4_retire_srq(srq, e.wqe_index);
		return true;
	}
	if (!qp || qp->sq.qpn != e.qpn) {
		qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, e.qpn);
		if (__builtin_expect(!qp, 0))
			return false;
		found->qp = qp;
	}
	if (e.is_send)
		found->wr_id = mlx4_retire_send(&qp->sq, e.wqe_index);
	else if (qp->srq)
		found->wr_id = mlx4_retire_srq(qp->srq, e.wqe_index);
	else
		found->wr_id = mlx4_retire_recv(&qp->rq);
	return true;
}

/** Flags of a receive completion that do not come from its opcode. mlx4.complete.flags */
INVERBS_INLINE unsigned int mlx4_recv_flags(const uint8_t *at, uint32_t traits)
{
	const struct mlx4_cqe e = mlx4_cqe_get(at);
	unsigned int flags = 0;

	flags |= e.grh * IBV_WC_GRH;
	if (traits & INVERBS_RX_CSUM)
		flags |= (e.ip_ok && e.ipv4 && e.l4_ok) ? IBV_WC_IP_CSUM_OK : 0;
	(void)traits;
	(void)e;
	return flags;
}

INVERBS_INLINE uint8_t mlx4_recv_sl(const uint8_t *at, uint32_t traits)
{
	const struct mlx4_cqe e = mlx4_cqe_get(at);

	if (traits & INVERBS_SQ_ETHERNET)
		return e.ether_sl;
	return e.sl;
}

/**
 * What a good receive completion carries beyond identity and status. Each member reads the entry
 * anew: it costs less than keeping all fields in registers across the stores.
 */
INVERBS_INLINE void mlx4_fill_recv(const uint8_t *at, const struct mlx4_found *found,
				   struct ibv_wc *wc)
{
	const struct mlx4_recv_meaning m = mlx4_recv_meanings[mlx4_cqe_get(at).opcode];
	const uint32_t traits = found->qp ? found->qp->sq.flags : 0;

	wc->wc_flags = m.flags | mlx4_recv_flags(at, traits);
	wc->byte_len = mlx4_cqe_get(at).byte_count;
	wc->src_qp = mlx4_cqe_get(at).src_qpn;
	wc->slid = mlx4_cqe_get(at).slid;
	wc->pkey_index = mlx4_cqe_get(at).pkey_index;
	wc->dlid_path_bits = mlx4_cqe_get(at).path_bits;
	wc->sl = mlx4_recv_sl(at, traits);
	if (__builtin_expect(m.special != 3, 1))
		wc->opcode = (enum ibv_wc_opcode)m.opcode;
	if (__builtin_expect(m.special == 0, 1))
		return;
	if (m.special == 1)
		wc->imm_data = mlx4_cqe_get(at).imm;
	else if (m.special == 2)
		wc->invalidated_rkey = mlx4_cqe_get(at).inval_rkey;
}

/** Fill a work completion from an entry whose request was found. */
INVERBS_INLINE void mlx4_fill_wc(const uint8_t *at, const struct mlx4_found *found,
				 struct ibv_wc *wc)
{
	const struct mlx4_cqe e = mlx4_cqe_get(at);

	wc->wr_id = found->wr_id;
	wc->qp_num = e.qpn;
	if (__builtin_expect(e.opcode == MLX4_CQE_OP_ERROR, 0)) {
		const struct mlx4_cqe_err err = mlx4_cqe_err_get(at);

		wc->status = mlx4_wc_status(err.syndrome);
		wc->vendor_err = err.vendor_err;
		return;
	}
	wc->status = IBV_WC_SUCCESS;
	if (e.is_send) {
		const struct mlx4_send_meaning m = mlx4_send_meanings[e.opcode];

		wc->opcode = (enum ibv_wc_opcode)m.opcode;
		wc->wc_flags = m.flags;
		if (m.length)
			wc->byte_len = m.length == 1 ? e.byte_count : m.length;
		return;
	}
	mlx4_fill_recv(at, found, wc);
}

/**
 * ibv_poll_cq for mlx4. An entry for an unknown queue is consumed and reported as -2, after the
 * entries before it were returned by an earlier call.
 */
INVERBS_INLINE int mlx4_poll_cq(struct ibv_cq *ibcq, int num_entries, struct ibv_wc *wc)
{
	struct inverbs_cq *const cq = inverbs_cq_of(ibcq);
	struct mlx4_found found = {NULL, 0};
	uint32_t head;
	int got = 0;

	inverbs_lock(&cq->lock);
	head = cq->head;
	while (got < num_entries) {
		const uint8_t *const at = mlx4_cq_entry(cq, head);

		if (!mlx4_entry_ready(at, head, cq->entries))
			break;
		inverbs_from_device();
		if (__builtin_expect(!mlx4_find(cq, at, &found), 0)) {
			if (got == 0) {
				head++;
				got = -2;
			}
			break;
		}
		head++;
		mlx4_fill_wc(at, &found, &wc[got]);
		got++;
	}
	if (head != cq->head) {
		__atomic_store_n(&cq->head, head,
				 __ATOMIC_RELAXED); /* arming reads it without the lock */
		mlx4_cq_publish_ci(cq);
	}
	inverbs_unlock(&cq->lock);
	return got;
}

/** Take the next entry for the extended poll. ENOENT: none; -2: it names an unknown queue and was
 * consumed. */
INVERBS_INLINE int mlx4_take_entry(struct inverbs_cq *cq)
{
	struct mlx4_found found = {cq->current_qp, 0};
	struct mlx4_cqe e;

	if (!mlx4_cq_entry_ready(cq, cq->head))
		return ENOENT;
	inverbs_from_device();
	cq->current = mlx4_cq_entry(cq, cq->head);
	__atomic_store_n(&cq->head, cq->head + 1, __ATOMIC_RELAXED);
	e = mlx4_cqe_get(cq->current);
	if (__builtin_expect(!mlx4_find(cq, cq->current, &found), 0))
		return -2;
	cq->current_qp = found.qp;
	cq->ibv_ex.wr_id = found.wr_id;
	cq->ibv_ex.status = e.opcode == MLX4_CQE_OP_ERROR
				    ? mlx4_wc_status(mlx4_cqe_err_get(cq->current).syndrome)
				    : IBV_WC_SUCCESS;
	return 0;
}

/** ibv_start_poll for mlx4: holds the queue's lock until end_poll when it returns 0. */
INVERBS_INLINE int mlx4_start_poll(struct ibv_cq_ex *ibcq, struct ibv_poll_cq_attr *attr)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;
	int err;

	if (attr->comp_mask)
		return EINVAL;
	inverbs_lock(&cq->lock);
	cq->current_qp = NULL;
	err = mlx4_take_entry(cq);
	if (err)
		inverbs_unlock(&cq->lock);
	return err;
}

INVERBS_INLINE int mlx4_next_poll(struct ibv_cq_ex *ibcq)
{
	return mlx4_take_entry((struct inverbs_cq *)ibcq);
}

INVERBS_INLINE void mlx4_end_poll(struct ibv_cq_ex *ibcq)
{
	struct inverbs_cq *const cq = (struct inverbs_cq *)ibcq;

	mlx4_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}

/* Readers of the entry that the extended poll stands on. */
INVERBS_INLINE struct mlx4_cqe mlx4_current(struct ibv_cq_ex *cq)
{
	return mlx4_cqe_get(((struct inverbs_cq *)cq)->current);
}

/** enum inverbs_sq_flag of its queue pair; 0 for XRC receives. */
INVERBS_INLINE uint32_t mlx4_current_traits(struct ibv_cq_ex *cq)
{
	const struct inverbs_qp *const qp = ((struct inverbs_cq *)cq)->current_qp;

	return qp ? qp->sq.flags : 0;
}

INVERBS_INLINE enum ibv_wc_opcode mlx4_read_opcode(struct ibv_cq_ex *cq)
{
	const struct mlx4_cqe e = mlx4_current(cq);

	return (enum ibv_wc_opcode)(e.is_send ? mlx4_send_meanings[e.opcode].opcode
					      : mlx4_recv_meanings[e.opcode].opcode);
}

INVERBS_INLINE uint32_t mlx4_read_vendor_err(struct ibv_cq_ex *cq)
{
	return mlx4_cqe_err_get(((struct inverbs_cq *)cq)->current).vendor_err;
}

INVERBS_INLINE unsigned int mlx4_read_wc_flags(struct ibv_cq_ex *cq)
{
	const struct mlx4_cqe e = mlx4_current(cq);

	return e.is_send ? mlx4_send_meanings[e.opcode].flags
			 : mlx4_recv_meanings[e.opcode].flags |
				   mlx4_recv_flags(((struct inverbs_cq *)cq)->current,
						   mlx4_current_traits(cq));
}

INVERBS_INLINE uint32_t mlx4_read_byte_len(struct ibv_cq_ex *cq)
{
	return mlx4_current(cq).byte_count;
}

/** Immediate data, or the invalidated key in host order. */
INVERBS_INLINE __be32 mlx4_read_imm_data(struct ibv_cq_ex *cq)
{
	const struct mlx4_cqe e = mlx4_current(cq);

	return mlx4_recv_meanings[e.opcode].special == 2 ? e.inval_rkey : e.imm;
}

INVERBS_INLINE uint32_t mlx4_read_qp_num(struct ibv_cq_ex *cq)
{
	return mlx4_current(cq).qpn;
}

INVERBS_INLINE uint32_t mlx4_read_src_qp(struct ibv_cq_ex *cq)
{
	return mlx4_current(cq).src_qpn;
}

INVERBS_INLINE uint32_t mlx4_read_slid(struct ibv_cq_ex *cq)
{
	return mlx4_current(cq).slid;
}

INVERBS_INLINE uint8_t mlx4_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	return mlx4_current(cq).path_bits;
}

INVERBS_INLINE uint8_t mlx4_read_sl(struct ibv_cq_ex *cq)
{
	return mlx4_recv_sl(((struct inverbs_cq *)cq)->current, mlx4_current_traits(cq));
}

/** Device clock, 48 bits. */
INVERBS_INLINE uint64_t mlx4_read_completion_ts(struct ibv_cq_ex *cq)
{
	const struct mlx4_cqe e = mlx4_current(cq);

	return (((((uint64_t)e.time_high) << 8) | e.time_low[0]) << 8) | e.time_low[1];
}

/** Ask for an event: the request goes to the record in memory, then to the register. mlx4.arm */
INVERBS_INLINE void mlx4_arm(struct inverbs_cq *cq, bool solicited)
{
	const uint32_t index = __atomic_load_n(&cq->head, __ATOMIC_RELAXED);
	const uint8_t sequence = (uint8_t)__atomic_load_n(&cq->arm_sn, __ATOMIC_RELAXED);
	struct mlx4_arm_record request;
	struct mlx4_arm_bell bell;
	uint32_t word;
	uint64_t reg;

	request.sequence = sequence;
	request.next = !solicited;
	request.solicited = solicited;
	request.index = index;
	bell.sequence = sequence;
	bell.next = !solicited;
	bell.solicited = solicited;
	bell.cqn = cq->cqn;
	bell.index = index;
	mlx4_arm_record_put(&word, &request);
	mlx4_arm_bell_put(&reg, &bell);
	inverbs_publish32(cq->record + 1, word);
	inverbs_to_device();
	inverbs_mmio_write64(cq->bell + MLX4_UAR_ARM_BELL, reg);
}

/**
 * ibv_req_notify_cq for mlx4. Takes no lock; racing with a poll only makes the index older, which
 * is allowed. Each kind has its own code: where it is a constant, the request takes fewer
 * instructions to make.
 */
INVERBS_INLINE int mlx4_arm_cq(struct ibv_cq *ibcq, int solicited_only)
{
	if (solicited_only)
		mlx4_arm(inverbs_cq_of(ibcq), true);
	else
		mlx4_arm(inverbs_cq_of(ibcq), false);
	return 0;
}

#endif
